"""Verbs of cards in piles and hands: draw, discard, mill, take_discard_top, shuffle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from pnp.games.keko.effects.resolver import Chosen, Resolver
from pnp.games.keko.effects.targets import affected_seats, amount_of
from pnp.games.keko.moves import Deal
from pnp.games.keko.moves import Discard as DiscardMove
from pnp.games.keko.moves import Mill as MillMove
from pnp.games.keko.params import DealtCards
from pnp.games.keko.question_kind import QuestionKind
from pnp.games.keko.state import DRAWING, Question, StackItem
from pnp.games.keko.trial import Trial, as_typed
from pnp.games.keko.vocabulary.verbs import Discard, Draw, Effects, Mill, Shuffle, TakeDiscardTop
from pnp.games.keko.zones import piles, play_area
from pnp.games.keko.zones.deck_order import next_cards
from pnp.games.keko.zones.listing import MOST_GUESSES, MOST_WAYS, few, holdable, known_hand
from pnp.library.effect.vocabulary import Effect
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat

DEALT, DISCARD, MILL = QuestionKind("deal"), QuestionKind("discard"), QuestionKind("mill")
OUT_OF_GAME = "out_of_game"


def do_draw(t: Trial, item: StackItem, effect: Draw, chosen: Chosen) -> Effects | None:
    for seat in affected_seats(t, item, effect.who):
        count = min(amount_of(t, item, effect.amount), t.deck_count + len(t.discard))
        if item.kind == DRAWING:  # the draw of the turn, which the line itself names
            t.note("KEK-17", "draws", seat=seat, count=count)
        else:
            t.announce("KEK-17", "draws_cards", seat=seat, count=count)
        if not count:
            t.announce("KEK-56", "nothing_to_draw")
        elif t.data.is_digital:
            why = t.late("draws", seat=seat, count=count)
            t.question = Question(DEALT, TABLE, "KEK-17", why, least=count, most=count, to=seat)
            return None
        else:
            piles.draw_unseen(t, seat, count)
    return ()


@DEALT.answer(Deal)
def answer_dealt(t: Trial, question: Question, move: Deal) -> Illegal | Effects:
    """A digital table deals what is drawn."""
    cards = move.what.cards
    if move.what.seat != question.to:
        return Illegal("KEK-17", question.why.word(t.setup))
    if len(cards) != question.most:
        return t.refusal("KEK-17", "not_so_many", why=question.why, count=len(cards))
    return piles.draw_named(t, question.to, cards) or ()


@DEALT.deals
def deal_drawn(t: Trial, question: Question, chance: Chance) -> Deal:
    """The next cards of the deck."""
    return Deal(TABLE, DealtCards(question.to, 0, next_cards(t, chance, question.most)))


def do_discard(t: Trial, item: StackItem, effect: Discard, chosen: Chosen) -> Effects | None:
    if item.is_cost:
        for card in chosen["pay"]:
            t.discard.append(card)
        t.note("KEK-E2", "discards_first", seat=item.seat, cards=t.data.labels(chosen["pay"]))
        return ()
    count = min(effect.amount, len(t.players[item.seat].hand))
    if not count:
        t.note("KEK-E11", "empty_hand", seat=item.seat)
        return ()
    why = t.late("card_discards", card=t.data.label(item.card), count=count)
    t.question = Question(DISCARD, item.seat, "KEK-E1", why, least=count, most=count)
    return None


def refuse_discard_cost(t: Trial, item: StackItem, effect: Discard) -> str | None:
    there = len(t.players[item.seat].hand)
    return None if there >= effect.amount else t.message("too_few_to_discard", count=there, needed=effect.amount)


def refuse_unnamed(t: Trial, question: Question, cards: tuple[str, ...]) -> Illegal | None:
    """Cards that go to the discard pile are named."""
    if UNKNOWN in cards:
        return t.refusal(question.rule, "name_discards")
    return None


@DISCARD.answer(DiscardMove)
def answer_discard(t: Trial, question: Question, move: DiscardMove) -> Illegal | Effects | None:
    """What a limit, an effect or an elimination asks for goes to the discard pile in the order named."""
    refusal = refuse_unnamed(t, question, move.cards) or _lose_all(t, question, move.cards)
    if refusal:
        return refusal
    in_effect = t.stack and t.stack[-1].is_resolving and t.stack[-1].effects_left and not t.leaving_seats
    t.question = None
    t.note(question.rule, "discards", seat=move.seat, count=len(move.cards))
    piles.check_empty(t)
    return () if in_effect else None


def _lose_all(t: Trial, question: Question, cards: tuple[str, ...]) -> Illegal | None:
    for word in cards:
        if word not in t.data.cards:
            return t.refusal(question.rule, "no_number", word=as_typed(word))
    if len(cards) != question.most:
        return t.refusal(question.rule, "not_so_many", why=question.why, count=len(cards))
    for card in cards:
        refusal = piles.lose(t, question.seat, card)
        if refusal:
            return refusal
        if question.rule == "KEK-62" and t.data.switches.eliminated_cards == OUT_OF_GAME:
            t.out_of_game = (*t.out_of_game, card)
        else:
            t.discard.append(card)
    return None


def _one_way(t: Trial, question: Question, seat: Seat, start: int) -> tuple[str, ...]:
    """Cards that a hand with hidden ones may hold together, chosen one after another so that all of them fit."""
    cards: list[str] = []
    for _ in range(question.most):
        held = [card for card, _ in t.players[seat].hand if card != UNKNOWN]
        others = [card for card in holdable(t, seat) if card not in held]
        turn = start * len(others) // MOST_GUESSES
        for card in (*held, *others[turn:], *others[:turn]):
            tried = Trial(t.freeze())
            if piles.lose(tried, seat, card) is None:
                tried.discard.append(card)
                t = tried
                cards.append(card)
                break
    return tuple(cards)


@DISCARD.lists
def discards(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    """Some choices of cards of the hand."""
    hand = sorted(known_hand(t, seat))
    if question.most == len(t.players[seat].hand) == len(hand):
        yield DiscardMove(seat, tuple(hand))
        return
    ways = few(combinations(hand, question.most))
    if len(hand) < len(t.players[seat].hand):
        ways += [_one_way(t, question, seat, start) for start in range(MOST_GUESSES)]
    yield from (DiscardMove(seat, cards) for cards in list(dict.fromkeys(ways))[-MOST_WAYS:])


def do_mill(t: Trial, item: StackItem, effect: Mill, chosen: Chosen) -> Effects | None:
    left = effect.amount - int(item.saved_values.get("milled", 0))
    milled: list[str] = []
    while left and (known := piles.known_top_card(t)):
        t.announce("KEK-H03", "top_to_discard", card=t.data.label(known))
        piles.mill_named(t, [known])
        milled.append(known)
        left -= 1
    left = min(left, t.deck_count + len(t.discard))
    if milled and effect.save_as:
        _save(t, item, effect.save_as, milled[-1])
    if not left:
        if not milled:
            t.announce("KEK-56", "nothing_to_turn")
        return ()
    if milled:
        current = t.item(item.number) or item
        t.change_item(item.number, saved_values={**current.saved_values, "milled": effect.amount - left})
    t.question = Question(MILL, TABLE, "KEK-H09", t.late("turn_from_deck", count=left), least=left, most=left)
    return None


@MILL.answer(MillMove)
def answer_mill(t: Trial, question: Question, move: MillMove) -> Illegal | Effects:
    """The table names the cards that were turned."""
    item, effect, cards = t.stack[-1], t.stack[-1].effects_left[0], move.cards
    assert isinstance(effect, Mill)
    if len(cards) != question.most:
        return t.refusal("KEK-H09", "not_so_many", why=question.why, count=len(cards))
    refusal = piles.mill_named(t, cards)
    if refusal:
        return refusal
    if effect.save_as:
        _save(t, item, effect.save_as, cards[-1])
    return ()


@MILL.lists
def mills(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    """The cards that may be turned."""
    cards = [card for card, count in t.unplaced_copies().items() if count > 0]
    ways = combinations(cards, question.most)
    yield from (MillMove(seat, way) for way in (ways if question.most == 1 else islice(ways, MOST_WAYS)))


@MILL.deals
def mill_next(t: Trial, question: Question, chance: Chance) -> MillMove:
    """The next cards of the deck."""
    return MillMove(TABLE, next_cards(t, chance, question.most))


def _save(t: Trial, item: StackItem, name: str, value: str | int) -> None:
    current = t.item(item.number) or item
    t.change_item(item.number, saved_values={**current.saved_values, name: value})


def do_take_top(t: Trial, item: StackItem, effect: TakeDiscardTop, chosen: Chosen) -> Effects:
    if t.discard:
        taken = t.discard.pop()
        piles.take_open(t, item.seat, taken)
        t.announce("KEK-H08", "takes_from_discard", seat=item.seat, card=t.data.label(taken))
    return ()


def do_shuffle(t: Trial, item: StackItem, effect: Shuffle, chosen: Chosen) -> Effects:
    if effect.what == "self_into_deck":
        card = t.find(item.serial)
        if card is None:
            t.note("KEK-E12", "no_longer_in_play", card=t.data.label(item.card))
            return ()
        play_area.put_away(t, card, play_area.DECK)
        t.note("KEK-A20", "end_of_controllers_turn", seat=item.seat)
        return ()
    cards: list[str] = []
    if effect.what == "discard_into_deck":
        cards, t.discard = t.discard, []
        if not cards:
            t.note("KEK-A26", "shuffled_anyway")
    piles.shuffle(t, cards)
    piles.note_stock(t)
    return ()


CARDS: dict[type[Effect], Resolver] = {
    Draw: Resolver(do_draw),
    Discard: Resolver(do_discard, refuse_cost=refuse_discard_cost),
    Mill: Resolver(do_mill),
    TakeDiscardTop: Resolver(do_take_top),
    Shuffle: Resolver(do_shuffle),
}
