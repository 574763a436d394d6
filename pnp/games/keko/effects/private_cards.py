"""Verbs whose cards only some may see: look_top, peek_hand, swap_hands, exchange_cards (KEK-H04, KEK-A38).

At a physical table nothing of this is typed. At a digital one the table shows a seat what it sees, and the seat types
what it chooses; both lines are secret from the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from msgspec.structs import replace

from pnp.games.keko.effects.resolver import Chosen, Needs, Resolver, need_seat
from pnp.games.keko.game_data import fits
from pnp.games.keko.moves import Keep, Look
from pnp.games.keko.question_kind import QuestionKind
from pnp.games.keko.state import Held, Question, StackItem, bit
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import Effects, ExchangeCards, LookTop, PeekHand, Search, SwapHands
from pnp.games.keko.zones import hidden_cards, piles
from pnp.games.keko.zones.deck_order import deck_order, next_cards
from pnp.games.keko.zones.listing import few
from pnp.library.effect.vocabulary import Effect
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat

LOOKED, GIVE, ARRANGE = QuestionKind("look"), QuestionKind("give"), QuestionKind("arrange")


def do_look_top(t: Trial, item: StackItem, effect: LookTop, chosen: Chosen) -> Effects | None:
    count = min(effect.amount, t.deck_count)
    if not count:
        t.announce("KEK-E11", "nothing_to_look_at")
        return ()
    if t.data.is_digital:
        if "seen" not in item.typed:
            why = t.late("looks_at_top", seat=item.seat, count=count)
            t.question = Question(LOOKED, TABLE, "KEK-H04", why, least=count, most=count, to=item.seat)
            return None
        why = t.late("name_taken_then_others" if effect.take else "name_top_first", count=effect.take)
        t.question = Question(
            ARRANGE, item.seat, "KEK-H04", why, "", tuple(item.typed["seen"]), count, count, private=True
        )
        return None
    taken = min(effect.take, count)
    hidden_cards.look(t, item.seat, count, taken, effect.rest == "top")
    _put_back(t, item.seat, effect, (UNKNOWN,) * count)
    return ()


def refuse_open_table(t: Trial) -> Illegal | None:
    """Secret choices are typed at a digital table only (KEK-H04)."""
    return None if t.data.is_digital else t.refusal("KEK-H04", "secret_is_not_typed")


@ARRANGE.answer(Keep)
def answer_arranged(t: Trial, question: Question, move: Keep) -> Illegal | Effects:
    """The looker has said which card goes where."""
    refusal = refuse_open_table(t)
    if refusal:
        return refusal
    item, effect, cards = t.stack[-1], t.stack[-1].effects_left[0], move.cards
    assert isinstance(effect, LookTop)
    if len(cards) != question.most:
        return t.refusal("KEK-H04", "so_many_not", why=question.why, most=question.most, count=len(cards))
    secret = UNKNOWN in cards or UNKNOWN in question.options
    if not secret and sorted(cards) != sorted(question.options):
        return t.refusal("KEK-H04", "not_the_cards_seen")
    t.agreed()
    _put_back(t, item.seat, effect, cards)
    return ()


@ARRANGE.lists
def arrangements(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    """Some orders of what was seen."""
    ways = few(permutations(question.options, len(question.options)))
    yield from (Keep(seat, cards) for cards in ways if cards)


def _put_back(t: Trial, seat: Seat, effect: LookTop, cards: tuple[str, ...]) -> None:
    for _ in cards:
        piles.pop_top(t)
    taken = min(effect.take, len(cards))
    for card in cards[:taken]:
        piles.take(t, seat, card, bit(seat))
    others: tuple[Held, ...] = tuple((card, bit(seat)) for card in cards[taken:])
    if effect.rest == "top":
        t.deck_top = others + t.deck_top
    else:
        t.deck_bottom = t.deck_bottom + others
    rest = len(cards) - taken
    because, on_top = "looks_takes_and_puts" if taken else "looks_and_puts", effect.rest == "top"
    t.announce("KEK-17", because, seat=seat, count=len(cards), taken=taken, rest=rest, on_top=on_top)


def needs_peek(t: Trial, item: StackItem, effect: PeekHand) -> Needs:
    yield need_seat(t, item, effect, effect.of)


def do_peek(t: Trial, item: StackItem, effect: PeekHand, chosen: Chosen) -> Effects | None:
    other = chosen["at"]
    if "seen" not in item.typed:
        t.announce("KEK-A23", "looks_at_hand", seat=item.seat, other_seat=other)
    if t.data.is_digital and "seen" not in item.typed and t.players[other].hand:
        why = t.late("looks_at_hand", seat=item.seat, other_seat=other)
        count = len(t.players[other].hand)
        t.question = Question(LOOKED, TABLE, "KEK-H04", why, "at", (other,), count, count, to=item.seat)
        return None
    return ()


def needs_swap(t: Trial, item: StackItem, effect: SwapHands) -> Needs:
    yield need_seat(t, item, effect, effect.with_)


def do_swap(t: Trial, item: StackItem, effect: SwapHands, chosen: Chosen) -> Effects | None:
    one, other = item.seat, chosen["at"]
    if one == other:
        t.note("KEK-A28", "no_swap_with_yourself")
        return ()
    stage = int(item.saved_values.get("shown", 0))
    if not stage:
        mine, yours = t.players[one].hand, t.players[other].hand
        if not (mine and yours):
            t.note("KEK-A24", "empty_hand_swapped")
        t.change_player(one, hand=yours)  # each knows the cards it gave; what it got, the table shows it
        t.change_player(other, hand=mine)
        hidden_cards.swap(t, one, other)
        t.note("KEK-H08", "known_cards_go_along")
        t.announce("KEK-H08", "swap_hands", seat=one, other_seat=other)
    return reveal_new_hands(t, item, (one, other), stage)


def reveal_new_hands(t: Trial, item: StackItem, seats: tuple[Seat, ...], stage: int) -> Effects | None:
    """A digital table shows each of these seats its new hand."""
    if not t.data.is_digital:
        return ()
    while stage < len(seats):
        seat = seats[stage]
        stage += 1
        count = len(t.players[seat].hand)
        current = t.item(item.number) or item
        t.change_item(item.number, saved_values={**current.saved_values, "shown": stage})
        if count:
            why = t.late("takes_up_new_hand", seat=seat)
            t.question = Question(LOOKED, TABLE, "KEK-H04", why, "hand", (), count, count, to=seat)
            return None
    return ()


def needs_exchange(t: Trial, item: StackItem, effect: ExchangeCards) -> Needs:
    need = need_seat(t, item, effect, effect.with_)
    able = tuple(seat for seat in need.options if len(t.players[seat].hand) >= effect.amount)
    lack = None if able else t.late("nobody_has_so_many", count=effect.amount)
    if len(t.players[item.seat].hand) < effect.amount:
        able, lack = (), t.late("has_not_so_many", count=effect.amount, seat=item.seat)
    why = t.late("with_so_many_in_hand", why=need.why, count=effect.amount)
    yield replace(need, options=able, rule="KEK-E11", why=why, lack=lack)


def do_exchange(t: Trial, item: StackItem, effect: ExchangeCards, chosen: Chosen) -> Effects | None:
    one, other = item.seat, chosen["at"]
    if not t.data.is_digital:
        for seat in (one, other):
            count = len(t.players[seat].hand)
            t.change_player(seat, hand=tuple((UNKNOWN, bit(seat)) for _ in range(count)))
        hidden_cards.hand_over(t, one, other, effect.amount)
        hidden_cards.hand_over(t, other, one, effect.amount)
        t.note("KEK-H08", "known_may_be_in_either")
        _announce_exchange(t, one, other, effect)
        return ()
    gives = item.saved_values.get("gives", ())
    seats = (one, other)
    if len(gives) < len(seats):
        seat = seats[len(gives)]
        why = t.late("chooses_to_give", seat=seat, count=effect.amount)
        options = tuple(dict.fromkeys(card for card, _ in t.players[seat].hand))
        t.question = Question(GIVE, seat, "KEK-H04", why, "", options, effect.amount, effect.amount, private=True)
        return None
    stage = int(item.saved_values.get("shown", 0))
    if not stage:
        _cross(t, seats, gives)
        _announce_exchange(t, one, other, effect)
    return reveal_new_hands(t, item, seats, stage)


def _announce_exchange(t: Trial, one: Seat, other: Seat, effect: ExchangeCards) -> None:
    t.announce("KEK-H08", "give_each_other", seat=one, other_seat=other, count=effect.amount)


@GIVE.answer(Keep)
def answer_given(t: Trial, question: Question, move: Keep) -> Illegal | None:
    """A player has chosen the cards to give; `?` where that is secret."""
    refusal = refuse_open_table(t)
    if refusal:
        return refusal
    item, cards = t.stack[-1], move.cards
    if len(cards) != question.most:
        return t.refusal("KEK-H04", "not_so_many", why=question.why, count=len(cards))
    for card in cards:
        if card != UNKNOWN:
            refusal = piles.refuse_held(t, question.seat, card)
            if refusal:
                return refusal
    t.change_item(
        item.number, saved_values={**item.saved_values, "gives": (*item.saved_values.get("gives", ()), cards)}
    )
    t.question = None
    return None


@GIVE.lists
def gifts(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    """Some choices of cards to give."""
    yield from (Keep(seat, cards) for cards in few(combinations(question.options, question.most)) if cards)


def _cross(t: Trial, seats: tuple[Seat, Seat], gives: tuple[tuple[str, ...], ...]) -> None:
    """Both give at the same time. Nobody else knows which cards went: what was known of the hands no longer is."""
    moved: list[tuple[Held, ...]] = []
    for seat, cards in zip(seats, gives, strict=True):
        hand = [card for card, _ in t.players[seat].hand]
        secret = UNKNOWN in cards
        for card in cards:
            hand.remove(card if card in hand else UNKNOWN if UNKNOWN in hand else hand[0])
        left = tuple((UNKNOWN if secret else card, bit(seat)) for card in hand)
        t.change_player(seat, hand=left)
        moved.append(tuple((card, bit(seat)) for card in cards))
    for seat, cards_in in zip(seats, reversed(moved), strict=True):
        t.change_player(seat, hand=(*t.players[seat].hand, *cards_in))


@LOOKED.answer(Look)
def answer_looked(t: Trial, question: Question, move: Look) -> Illegal | None:
    """The table has shown a seat what it looks at; to others the cards are `?`."""
    if move.to != question.to:
        return Illegal("KEK-H04", question.why.word(t.setup))
    cards = move.cards
    secret = UNKNOWN in cards
    if not secret and not question.least <= len(cards) <= question.most:
        return t.refusal("KEK-H04", "that_many_not", why=question.why, most=question.most, count=len(cards))
    if question.key == "hand":
        refusal = _take_up(t, question.to, cards, secret)
        if refusal:
            return refusal
    else:
        item = t.stack[-1]
        t.change_item(item.number, typed={**item.typed, "seen": (UNKNOWN,) if secret else tuple(cards)})
    t.question = None
    return None


@LOOKED.deals
def show_looker(t: Trial, question: Question, chance: Chance) -> Look:
    """The table shows a seat what it looks at."""
    return Look(TABLE, question.to, _seen(t, question, chance))


def _seen(t: Trial, question: Question, chance: Chance) -> tuple[str, ...]:
    if question.key == "hand":
        return tuple(card for card, _ in t.players[question.to].hand)
    effect = t.stack[-1].effects_left[0]
    if isinstance(effect, PeekHand):
        return tuple(card for card, _ in t.players[question.options[0]].hand)
    if isinstance(effect, LookTop):
        return next_cards(t, chance, question.most)
    assert isinstance(effect, Search)
    deck = tuple(deck_order(t, chance))[: t.deck_count]
    return tuple(sorted(card for card in deck if fits(t.data.cards[card], effect.filter)))


def _take_up(t: Trial, seat: Seat, cards: tuple[str, ...], secret: bool) -> Illegal | None:
    hand = t.players[seat].hand
    if secret:
        return None
    wanted = sorted(cards)
    known = sorted(card for card, _ in hand if card != UNKNOWN)
    for card in known:
        if card not in wanted:
            return t.refusal("KEK-H08", "is_in_that_hand", card=t.data.label(card))
        wanted.remove(card)
    learned = [(card if card != UNKNOWN else wanted.pop(0), known_to | bit(seat)) for card, known_to in hand]
    t.change_player(seat, hand=tuple(learned))
    return None


PRIVATE_CARDS: dict[type[Effect], Resolver] = {
    LookTop: Resolver(do_look_top),
    PeekHand: Resolver(do_peek, needs_peek),
    SwapHands: Resolver(do_swap, needs_swap),
    ExchangeCards: Resolver(do_exchange, needs_exchange),
}
