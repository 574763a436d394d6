"""The verb search: what it may find, and what becomes of it (KEK-A10, KEK-A34, KEK-H05)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

from pnp.games.keko import triggers
from pnp.games.keko.effects.private_cards import LOOKED, refuse_open_table
from pnp.games.keko.effects.resolver import Chosen, Resolver
from pnp.games.keko.effects.targets import Need, match
from pnp.games.keko.game_data import fits
from pnp.games.keko.moves import Choose, Keep, typed_of
from pnp.games.keko.params import NONE
from pnp.games.keko.question_kind import QuestionKind
from pnp.games.keko.state import Question, StackItem, bit
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import Effects, PutInDiscard, Search
from pnp.games.keko.zones import hidden_cards, piles, play_area
from pnp.games.keko.zones.listing import few, rooms
from pnp.library.effect.vocabulary import Effect
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Ambiguous, Illegal
from pnp.referee.seat import TABLE, Seat

SEARCH = QuestionKind("search")


def do_search(t: Trial, item: StackItem, effect: Search, chosen: Chosen) -> Effects | None:
    if effect.zone == "discard":
        options = matching(t, effect, t.discard)
        if not options:
            t.announce("KEK-A10", "nothing_fits_in_discard")
            return ()
        private = False
    elif t.data.is_digital:
        if "seen" not in item.typed:
            why = t.late("searches_deck", seat=item.seat)
            t.question = Question(LOOKED, TABLE, "KEK-H05", why, least=0, most=200, to=item.seat)
            return None
        options, private = tuple(item.typed["seen"]), True
    else:
        options, private = (), False
    typed = item.typed.get("find")
    if typed is not None:
        given = {key: value for key, value in item.typed.items() if key != "find"}
        t.change_item(item.number, typed=given)
        out = _typed_out(t, item)
        tried = take_found(t, item, effect, tuple(typed), out)
        if not isinstance(tried, Illegal):
            return tried
    why = t.late("what_was_found", card=t.data.label(item.card), in_discard=effect.zone == "discard")
    t.question = Question(SEARCH, item.seat, "KEK-H05", why, "find", options, 0, effect.amount, private=private)
    return None


def _typed_out(t: Trial, item: StackItem) -> int:
    typed = item.typed.get("out", "")
    serials = [card.serial for card in t.play if typed in (card.card, f"{card.card}.{card.copy}", card.serial)]
    return serials[0] if serials else 0


def matching(t: Trial, effect: Search, cards: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """The cards that the search may find, each kind once."""
    return tuple(dict.fromkeys(card for card in cards if fits(t.data.cards[card], effect.filter)))


def searchable_copies(t: Trial, effect: Search) -> Counter[str]:
    """How many copies of each card may lie where is searched, as far as is known here."""
    if effect.zone == "discard":
        return Counter(t.discard)
    there = t.unplaced_copies()
    there.update(card for card, _ in (*t.deck_top, *t.deck_bottom) if card != UNKNOWN)
    return there


def take_found(t: Trial, item: StackItem, effect: Search, cards: tuple[str, ...], out: int) -> Illegal | Effects:
    """What was found goes where it should (KEK-A10, KEK-A34, KEK-H05)."""
    refusal = refuse_found(t, effect, cards)
    if cards == (NONE,):
        cards = ()
    if refusal:
        return refusal
    if t.knowledge is None and effect.to != "play":  # else the deck, or room for it, may still forbid it
        t.agreed()
    if effect.zone == "discard":
        for card in cards:
            at = len(t.discard) - 1 - t.discard[::-1].index(card)
            del t.discard[at]
            piles.take_open(t, item.seat, card)
            t.announce("KEK-H05", "goes_to_hand", card=t.data.label(card), seat=item.seat)
        t.note("KEK-58", "rest_keeps_order")
        return ()
    if not cards:
        t.announce("KEK-A10", "finds_nothing")
    piles.shuffle(t)
    arrived = []
    for card in cards:
        t.deck_middle -= 1
        if card == UNKNOWN:
            _take_unshown(t, item, effect)
            continue
        refusal = hidden_cards.turn_up(t, card)
        if refusal:
            return refusal
        if effect.to == "play":
            if play_area.needs_room(t, item.seat, card):
                if not out:
                    return t.refusal("KEK-33", "name_item_that_goes")
                play_area.make_room(t, item.seat, out)
            arrived.append(play_area.arrive(t, card, item.seat))
        elif effect.reveal or t.data.switches.reveal_searched or not t.data.is_digital:
            # With real cards who names it has shown it, whatever the table agreed on.
            t.announce("KEK-H05", "goes_to_hand", card=t.data.label(card), seat=item.seat)
            piles.take_open(t, item.seat, card)
        else:
            piles.take(t, item.seat, card, bit(item.seat))
    piles.note_stock(t)
    piles.check_empty(t)
    if len(arrived) > 1:
        t.note("KEK-E13", "see_each_other")
    triggers.queue_arrivals(t, arrived, item.seat, {}, False)
    return ()


def refuse_found(t: Trial, effect: Search, cards: tuple[str, ...], unseen: bool = False) -> Illegal | None:
    """Why a search cannot find these cards. `unseen`: nobody looked yet, so the reason names nothing of it."""
    if cards == (NONE,):
        cards = ()
    if len(cards) > effect.amount:
        return t.refusal("KEK-H05", "finds_at_most", most=effect.amount, count=len(cards))
    shown = effect.reveal or t.data.switches.reveal_searched or effect.to == "play" or effect.zone == "discard"
    there = searchable_copies(t, effect)
    for card, count in Counter(cards).items():
        if card == UNKNOWN:
            if shown and not t.data.is_digital:
                return t.refusal("KEK-H05", "found_class_is_shown")
            continue
        if not fits(t.data.cards[card], effect.filter):
            return t.refusal("KEK-H05", "not_searched_for", card=t.data.label(card))
        if there[card] < count and not (unseen and effect.zone == "deck"):
            because = "cannot_be_in_discard" if effect.zone == "discard" else "cannot_be_in_deck"
            return t.refusal("KEK-H06", because, card=t.data.label(card))
    if effect.zone == "discard" and not effect.up_to:
        possible = sum(fits(t.data.cards[card], effect.filter) for card in t.discard)
        if len(cards) < min(effect.amount, possible):
            return t.refusal("KEK-A34", "must_be_taken")
    return None


def _take_unshown(t: Trial, item: StackItem, effect: Search) -> None:
    """A card nobody was shown: it can only be one of the class (KEK-H05)."""
    t.assumed.append(t.message("took_of_the_class", seat=item.seat))
    piles.take(t, item.seat, UNKNOWN, bit(item.seat))
    hidden_cards.draw(t, item.seat)
    others = [card for card in t.deck if not fits(t.data.cards[card], effect.filter)]
    hidden_cards.claim_found(t, item.seat, others)


@SEARCH.answer(Choose)
def choose_found(t: Trial, question: Question, move: Choose) -> Illegal | Ambiguous | Effects:
    """What was found, shown to all."""
    typed: dict[str, Any] = {"find": (NONE,)} if move.answer == "no" else typed_of(move)
    if question.key not in typed or set(typed) - {question.key, "out"}:
        return t.refusal(question.rule, "answer_with", why=question.why, words=f"{question.key}=")
    item, effect = t.stack[-1], t.stack[-1].effects_left[0]
    assert isinstance(effect, Search)
    out = _out_of(t, item, effect, typed.get("out", ""))
    return out if isinstance(out, Illegal | Ambiguous) else _found(t, item, effect, typed["find"], question, out)


@SEARCH.answer(Keep)
def keep_found(t: Trial, question: Question, move: Keep) -> Illegal | Effects:
    """What was found, unseen by others at a digital table."""
    refusal = refuse_open_table(t)
    if refusal:
        return refusal
    item, effect = t.stack[-1], t.stack[-1].effects_left[0]
    assert isinstance(effect, Search)
    if effect.reveal or effect.to == "play" or t.data.switches.reveal_searched:
        return t.refusal("KEK-H05", "show_with_find")
    return _found(t, item, effect, move.cards, question, 0)


def _found(
    t: Trial, item: StackItem, effect: Search, cards: tuple[str, ...], question: Question, out: int
) -> Illegal | Effects:
    known = question.private and UNKNOWN not in question.options
    seen = Counter(question.options)
    for card, count in Counter(cards).items():
        if not known or card in (NONE, UNKNOWN):
            continue
        if card not in seen:
            return t.refusal("KEK-H06", "not_there_or_not_searched", card=t.data.label(card))
        # Where every hand is open here, the deck itself shows how many: old records name each kind once.
        if count > seen[card] and any(held == UNKNOWN for player in t.players for held, _ in player.hand):
            return t.refusal("KEK-H06", "deck_holds", there=seen[card], card=t.data.label(card), count=count)
    return take_found(t, item, effect, cards, out)


def _out_of(t: Trial, item: StackItem, effect: Effect, word: str) -> Any:
    if not word:
        return 0
    own = tuple(card.serial for card in t.cards_of_type(item.seat, "item"))
    need = Need("out", own, t.late("own_item_makes_room"), "KEK-43")
    value = match(t, item, PutInDiscard("self"), need, word)
    return value if isinstance(value, Illegal | Ambiguous) else value[0]


@SEARCH.lists
def finds(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    """What may be found, and nothing."""
    effect = t.stack[-1].effects_left[0]
    assert isinstance(effect, Search)
    is_seen = question.private and UNKNOWN not in question.options
    there = Counter(question.options) if is_seen else searchable_copies(t, effect)
    kinds = t.deck if effect.zone == "deck" and not is_seen else dict.fromkeys(question.options)
    options = [card for card in kinds if there[card] > 0 and fits(t.data.cards[card], effect.filter)]
    unshown = False
    if effect.zone == "deck":
        unshown = not (effect.reveal or effect.to == "play" or t.data.switches.reveal_searched)
    yield Choose(seat, "", find=(NONE,))
    cards = [card for card in options for _ in range(min(question.most, there[card]))]
    for way in chain.from_iterable(few(combinations(cards, count), 60) for count in range(1, question.most + 1)):
        ways: list[dict[str, Any]] = [{}]
        if effect.to == "play":
            ways = list(rooms(t, seat, t.data.cards[way[0]]))
        for room in ways:
            secret = unshown and t.data.is_digital
            yield Keep(seat, way) if secret else Choose(seat, "", find=way, **room)
    if unshown and not t.data.is_digital:
        yield Choose(seat, "", find=(UNKNOWN,))


SEARCHES: dict[type[Effect], Resolver] = {Search: Resolver(do_search)}
