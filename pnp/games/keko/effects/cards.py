"""Verbs of cards in piles and hands: draw, discard, mill, search, take_discard_top, shuffle."""

from __future__ import annotations

from collections import Counter

from pnp.games.keko import rule_ids, triggers
from pnp.games.keko.effects.resolver import Chosen, Resolver
from pnp.games.keko.effects.targets import affected_seats, amount_of
from pnp.games.keko.game_data import counted, fits
from pnp.games.keko.params import NONE
from pnp.games.keko.state import DEALT, DISCARD, DRAWING, LOOKED, MILL, SEARCH, Question, StackItem, bit
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import (
    Discard,
    Draw,
    Effects,
    Mill,
    Search,
    Shuffle,
    TakeDiscardTop,
)
from pnp.games.keko.zones import hidden_cards, piles, play_area
from pnp.library.effect.vocabulary import Effect
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE

OUT_OF_GAME = "out_of_game"


def do_draw(t: Trial, item: StackItem, effect: Draw, chosen: Chosen) -> Effects | None:
    for seat in affected_seats(t, item, effect.who):
        count = min(amount_of(t, item, effect.amount), t.deck_count + len(t.discard))
        if item.kind == DRAWING:  # the draw of the turn, which the line itself names
            t.note(rule_ids.DRAW, f"{t.name(seat)} draws {count}")
        else:
            t.announce(rule_ids.DRAW, f"{t.name(seat)} draws {counted(count, 'card')}")
        if not count:
            t.announce(rule_ids.BOTH_EMPTY, "deck and discard pile are empty: nothing is drawn")
        elif t.data.is_digital:
            why = f"{t.name(seat)} draws {count}"
            t.question = Question(DEALT, TABLE, rule_ids.DRAW, why, least=count, most=count, to=seat)
            return None
        else:
            piles.draw_unseen(t, seat, count)
    return ()


def answer_dealt(t: Trial, cards: tuple[str, ...]) -> Illegal | Effects:
    """A digital table deals what is drawn."""
    question = t.question
    assert question is not None
    if len(cards) != question.most:
        return Illegal(rule_ids.DRAW, f"{question.why}, not {len(cards)}")
    return piles.draw_named(t, question.to, cards) or ()


def do_discard(t: Trial, item: StackItem, effect: Discard, chosen: Chosen) -> Effects | None:
    if item.is_cost:
        for card in chosen["pay"]:
            t.discard.append(card)
        t.note(rule_ids.COST, f"{t.name(item.seat)} discards {t.data.labels(chosen['pay'])} first")
        return ()
    count = min(effect.amount, len(t.players[item.seat].hand))
    if not count:
        t.note(rule_ids.NO_CHOICE, f"the hand of {t.name(item.seat)} is empty")
        return ()
    why = f"{t.data.label(item.card)}: discard {count}"
    t.question = Question(DISCARD, item.seat, rule_ids.BY_ITSELF, why, least=count, most=count)
    return None


def refuse_discard_cost(t: Trial, item: StackItem, effect: Discard) -> str:
    there = len(t.players[item.seat].hand)
    return "" if there >= effect.amount else f"the hand has {counted(there, 'card')}, {effect.amount} must be discarded"


def answer_discard(t: Trial, cards: tuple[str, ...]) -> Illegal | Effects:
    """Cards of the hand go to the discard pile in the order named."""
    question = t.question
    assert question is not None
    if len(cards) != question.most:
        return Illegal(question.rule, f"{question.why}, not {len(cards)}")
    for card in cards:
        refusal = piles.lose(t, question.seat, card)
        if refusal:
            return refusal
        if question.rule == rule_ids.OUT_CARDS and t.data.switches.eliminated_cards == OUT_OF_GAME:
            t.out_of_game = (*t.out_of_game, card)
        else:
            t.discard.append(card)
    return ()


def do_mill(t: Trial, item: StackItem, effect: Mill, chosen: Chosen) -> Effects | None:
    left = effect.amount - int(item.saved_values.get("milled", 0))
    milled: list[str] = []
    while left and (known := piles.known_top_card(t)):
        t.announce(rule_ids.KNOWN_ORDER, f"{t.data.label(known)} lies on top and goes to the discard pile")
        piles.mill_named(t, [known])
        milled.append(known)
        left -= 1
    left = min(left, t.deck_count + len(t.discard))
    if milled and effect.save_as:
        _save(t, item, effect.save_as, milled[-1])
    if not left:
        if not milled:
            t.announce(rule_ids.BOTH_EMPTY, "deck and discard pile are empty: nothing is turned")
        return ()
    if milled:
        current = t.item(item.number) or item
        t.change_item(item.number, saved_values={**current.saved_values, "milled": effect.amount - left})
    t.question = Question(MILL, TABLE, rule_ids.MILLED, f"turn {left} from the deck", least=left, most=left)
    return None


def answer_mill(t: Trial, item: StackItem, effect: Mill, cards: tuple[str, ...]) -> Illegal | Effects:
    """The table names the cards that were turned."""
    question = t.question
    assert question is not None
    if len(cards) != question.most:
        return Illegal(rule_ids.MILLED, f"{question.why}, not {len(cards)}")
    refusal = piles.mill_named(t, cards)
    if refusal:
        return refusal
    if effect.save_as:
        _save(t, item, effect.save_as, cards[-1])
    return ()


def _save(t: Trial, item: StackItem, name: str, value: str | int) -> None:
    current = t.item(item.number) or item
    t.change_item(item.number, saved_values={**current.saved_values, name: value})


def do_search(t: Trial, item: StackItem, effect: Search, chosen: Chosen) -> Effects | None:
    if effect.zone == "discard":
        options = matching(t, effect, t.discard)
        if not options:
            t.announce(rule_ids.FINDS_NOTHING, "nothing in the discard pile fits")
            return ()
        private = False
    elif t.data.is_digital:
        if "seen" not in item.typed:
            why = f"{t.name(item.seat)} searches the deck"
            t.question = Question(LOOKED, TABLE, rule_ids.FOUND, why, least=0, most=200, to=item.seat)
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
    where = "discard pile" if effect.zone == "discard" else "deck"
    why = f"{t.data.label(item.card)}: what the search of the {where} found"
    t.question = Question(SEARCH, item.seat, rule_ids.FOUND, why, "find", options, 0, effect.amount, private=private)
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
    if effect.zone == "discard":
        for card in cards:
            at = len(t.discard) - 1 - t.discard[::-1].index(card)
            del t.discard[at]
            piles.take_open(t, item.seat, card)
            t.announce(rule_ids.FOUND, f"{t.data.label(card)} goes to the hand of {t.name(item.seat)}")
        t.note(rule_ids.DISCARD_ORDER, "the rest of the discard pile keeps its order")
        return ()
    if not cards:
        t.announce(rule_ids.FINDS_NOTHING, "the search finds nothing")
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
                    return Illegal(rule_ids.ITEM_LIMIT, "name the Item that makes room: out=")
                play_area.make_room(t, item.seat, out)
            arrived.append(play_area.arrive(t, card, item.seat))
        elif effect.reveal or t.data.switches.reveal_searched or not t.data.is_digital:
            # With real cards who names it has shown it, whatever the table agreed on.
            t.announce(rule_ids.FOUND, f"{t.data.label(card)} goes to the hand of {t.name(item.seat)}")
            piles.take_open(t, item.seat, card)
        else:
            piles.take(t, item.seat, card, bit(item.seat))
    piles.note_stock(t)
    piles.check_empty(t)
    if len(arrived) > 1:
        t.note(rule_ids.WORDS, "cards that come into play together see each other")
    triggers.queue_arrivals(t, arrived, item.seat, {}, False)
    return ()


def refuse_found(t: Trial, effect: Search, cards: tuple[str, ...], unseen: bool = False) -> Illegal | None:
    """Why a search cannot find these cards. `unseen`: nobody looked yet, so the reason names nothing of it."""
    if cards == (NONE,):
        cards = ()
    if len(cards) > effect.amount:
        return Illegal(rule_ids.FOUND, f"the search finds {effect.amount} at most, not {len(cards)}")
    shown = effect.reveal or t.data.switches.reveal_searched or effect.to == "play" or effect.zone == "discard"
    there = searchable_copies(t, effect)
    for card, count in Counter(cards).items():
        if card == UNKNOWN:
            if shown and not t.data.is_digital:
                return Illegal(rule_ids.FOUND, "what a search for a class of cards finds is shown")
            continue
        if not fits(t.data.cards[card], effect.filter):
            return Illegal(rule_ids.FOUND, f"{t.data.label(card)} is not what is searched for")
        if there[card] < count and not (unseen and effect.zone == "deck"):
            where = "discard pile" if effect.zone == "discard" else "deck"
            return Illegal(rule_ids.COPIES, f"{t.data.label(card)} cannot be in the {where}")
    if effect.zone == "discard" and not effect.up_to:
        possible = sum(fits(t.data.cards[card], effect.filter) for card in t.discard)
        if len(cards) < min(effect.amount, possible):
            return Illegal(rule_ids.MUST_TAKE, "the discard pile has a card that fits: it must be taken")
    return None


def _take_unshown(t: Trial, item: StackItem, effect: Search) -> None:
    """A card nobody was shown: it can only be one of the class (KEK-H05)."""
    t.assumed.append(f"what {t.name(item.seat)} took from the deck is of the class that was searched")
    piles.take(t, item.seat, UNKNOWN, bit(item.seat))
    hidden_cards.draw(t, item.seat)
    others = [card for card in t.deck if not fits(t.data.cards[card], effect.filter)]
    hidden_cards.claim_found(t, item.seat, others)


def do_take_top(t: Trial, item: StackItem, effect: TakeDiscardTop, chosen: Chosen) -> Effects:
    if t.discard:
        taken = t.discard.pop()
        piles.take_open(t, item.seat, taken)
        takes = f"{t.name(item.seat)} takes {t.data.label(taken)} from the discard pile"
        t.announce(rule_ids.KNOWN_HAND, takes)
    return ()


def do_shuffle(t: Trial, item: StackItem, effect: Shuffle, chosen: Chosen) -> Effects:
    if effect.what == "self_into_deck":
        card = t.find(item.serial)
        if card is None:
            t.note(rule_ids.SOURCE_GONE, f"{t.data.label(item.card)} is no longer in play")
            return ()
        play_area.put_away(t, card, play_area.DECK)
        t.note(rule_ids.NEW_CONTROLLER, f"it is the end of the turn of {t.name(item.seat)}, who controls it")
        return ()
    cards: list[str] = []
    if effect.what == "discard_into_deck":
        cards, t.discard = t.discard, []
        if not cards:
            t.note(rule_ids.SHUFFLED_ANYWAY, "the discard pile is empty; the deck is shuffled all the same")
    piles.shuffle(t, cards)
    piles.note_stock(t)
    return ()


CARDS: dict[type[Effect], Resolver] = {
    Draw: Resolver(do_draw),
    Discard: Resolver(do_discard, refuse_cost=refuse_discard_cost),
    Mill: Resolver(do_mill),
    Search: Resolver(do_search),
    TakeDiscardTop: Resolver(do_take_top),
    Shuffle: Resolver(do_shuffle),
}
