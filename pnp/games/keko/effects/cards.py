"""Verbs of cards in piles and hands: draw, discard, mill, search, take_discard_top, shuffle."""

from __future__ import annotations

from collections import Counter

from pnp.games.keko import rule_ids, triggers
from pnp.games.keko.effects.resolver import Chosen, Resolver
from pnp.games.keko.effects.targets import affected_seats, amount_of
from pnp.games.keko.game_data import counted, fits
from pnp.games.keko.state import DEALT, DISCARD, DRAWING, LOOKED, MILL, SEARCH, Item, Question, bit
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
from pnp.games.keko.words import NONE
from pnp.games.keko.zones import hidden_cards, piles, play_area
from pnp.library.effect.vocabulary import Effect
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE

OUT_OF_GAME = "out_of_game"


def do_draw(trial: Trial, item: Item, effect: Draw, chosen: Chosen) -> Effects | None:
    for seat in affected_seats(trial, item, effect.who):
        count = min(amount_of(trial, item, effect.amount), trial.deck_count + len(trial.discard))
        if item.kind == DRAWING:  # the draw of the turn, which the line says itself
            trial.tell(rule_ids.DRAW, f"{trial.name(seat)} draws {count}")
        else:
            trial.announce(rule_ids.DRAW, f"{trial.name(seat)} draws {counted(count, 'card')}")
        if not count:
            trial.announce(rule_ids.BOTH_EMPTY, "deck and discard pile are empty: nothing is drawn")
        elif trial.data.is_digital:
            why = f"{trial.name(seat)} draws {count}"
            trial.question = Question(DEALT, TABLE, rule_ids.DRAW, why, least=count, most=count, to=seat)
            return None
        else:
            piles.draw_unseen(trial, seat, count)
    return ()


def answer_dealt(trial: Trial, cards: tuple[str, ...]) -> Illegal | Effects:
    """A digital table deals what is drawn."""
    question = trial.question
    assert question is not None
    if len(cards) != question.most:
        return Illegal(rule_ids.DRAW, f"{question.why}, not {len(cards)}")
    return piles.draw_told(trial, question.to, cards) or ()


def do_discard(trial: Trial, item: Item, effect: Discard, chosen: Chosen) -> Effects | None:
    if item.pays:
        for card in chosen["pay"]:
            trial.discard.append(card)
        trial.tell(rule_ids.COST, f"{trial.name(item.seat)} discards {trial.data.labels(chosen['pay'])} first")
        return ()
    count = min(effect.amount, len(trial.players[item.seat].hand))
    if not count:
        trial.tell(rule_ids.NO_CHOICE, f"the hand of {trial.name(item.seat)} is empty")
        return ()
    why = f"{trial.data.label(item.card)}: discard {count}"
    trial.question = Question(DISCARD, item.seat, rule_ids.BY_ITSELF, why, least=count, most=count)
    return None


def pays_discard(trial: Trial, item: Item, effect: Discard) -> str:
    there = len(trial.players[item.seat].hand)
    return "" if there >= effect.amount else f"the hand has {counted(there, 'card')}, {effect.amount} must be discarded"


def answer_discard(trial: Trial, cards: tuple[str, ...]) -> Illegal | Effects:
    """Cards of the hand go to the discard pile in the order named."""
    question = trial.question
    assert question is not None
    if len(cards) != question.most:
        return Illegal(question.rule, f"{question.why}, not {len(cards)}")
    for card in cards:
        refusal = piles.lose(trial, question.seat, card)
        if refusal:
            return refusal
        if question.rule == rule_ids.OUT_CARDS and trial.data.switches.eliminated_cards == OUT_OF_GAME:
            trial.aside = (*trial.aside, card)
        else:
            trial.discard.append(card)
    return ()


def do_mill(trial: Trial, item: Item, effect: Mill, chosen: Chosen) -> Effects | None:
    left = effect.amount - int(item.saved.get("milled", 0))
    milled: list[str] = []
    while left and (known := piles.mill_known(trial)):
        trial.announce(rule_ids.KNOWN_ORDER, f"{trial.data.label(known)} lies on top and goes to the discard pile")
        piles.mill_told(trial, [known])
        milled.append(known)
        left -= 1
    left = min(left, trial.deck_count + len(trial.discard))
    if milled and effect.save_as:
        _save(trial, item, effect.save_as, milled[-1])
    if not left:
        if not milled:
            trial.announce(rule_ids.BOTH_EMPTY, "deck and discard pile are empty: nothing is turned")
        return ()
    if milled:
        current = trial.item(item.number) or item
        trial.change_item(item.number, saved={**current.saved, "milled": effect.amount - left})
    trial.question = Question(MILL, TABLE, rule_ids.MILLED, f"turn {left} from the deck", least=left, most=left)
    return None


def answer_mill(trial: Trial, item: Item, effect: Mill, cards: tuple[str, ...]) -> Illegal | Effects:
    """The table says which cards were turned."""
    question = trial.question
    assert question is not None
    if len(cards) != question.most:
        return Illegal(rule_ids.MILLED, f"{question.why}, not {len(cards)}")
    refusal = piles.mill_told(trial, cards)
    if refusal:
        return refusal
    if effect.save_as:
        _save(trial, item, effect.save_as, cards[-1])
    return ()


def _save(trial: Trial, item: Item, name: str, value: str | int) -> None:
    current = trial.item(item.number) or item
    trial.change_item(item.number, saved={**current.saved, name: value})


def do_search(trial: Trial, item: Item, effect: Search, chosen: Chosen) -> Effects | None:
    if effect.zone == "discard":
        options = matching(trial, effect, trial.discard)
        if not options:
            trial.announce(rule_ids.FINDS_NOTHING, "nothing in the discard pile fits")
            return ()
        private = False
    elif trial.data.is_digital:
        if "seen" not in item.given:
            why = f"{trial.name(item.seat)} searches the deck"
            trial.question = Question(LOOKED, TABLE, rule_ids.FOUND, why, least=0, most=200, to=item.seat)
            return None
        options, private = tuple(item.given["seen"]), True
    else:
        options, private = (), False
    typed = item.given.get("find")
    if typed is not None:
        given = {key: value for key, value in item.given.items() if key != "find"}
        trial.change_item(item.number, given=given)
        out = _typed_out(trial, item)
        tried = found(trial, item, effect, tuple(typed), out)
        if not isinstance(tried, Illegal):
            return tried
    where = "discard pile" if effect.zone == "discard" else "deck"
    why = f"{trial.data.label(item.card)}: what the search of the {where} found"
    trial.question = Question(
        SEARCH, item.seat, rule_ids.FOUND, why, "find", options, 0, effect.amount, private=private
    )
    return None


def _typed_out(trial: Trial, item: Item) -> int:
    typed = item.given.get("out", "")
    serials = [card.serial for card in trial.play if typed in (card.card, f"{card.card}.{card.copy}", card.serial)]
    return serials[0] if serials else 0


def matching(trial: Trial, effect: Search, cards: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """The cards that the search may find, each kind once."""
    return tuple(dict.fromkeys(card for card in cards if fits(trial.data.faces[card], effect.filter)))


def searched(trial: Trial, effect: Search) -> Counter[str]:
    """How many copies of each card may lie where is searched, as far as is known here."""
    if effect.zone == "discard":
        return Counter(trial.discard)
    there = trial.loose()
    there.update(card for card, _ in (*trial.top, *trial.bottom) if card != UNKNOWN)
    return there


def found(trial: Trial, item: Item, effect: Search, cards: tuple[str, ...], out: int) -> Illegal | Effects:
    """What was found goes where it should (KEK-A10, KEK-A34, KEK-H05)."""
    refusal = refuse_found(trial, effect, cards)
    if cards == (NONE,):
        cards = ()
    if refusal:
        return refusal
    if effect.zone == "discard":
        for card in cards:
            at = len(trial.discard) - 1 - trial.discard[::-1].index(card)
            del trial.discard[at]
            piles.take_open(trial, item.seat, card)
            trial.announce(rule_ids.FOUND, f"{trial.data.label(card)} goes to the hand of {trial.name(item.seat)}")
        trial.tell(rule_ids.DISCARD_ORDER, "the rest of the discard pile keeps its order")
        return ()
    if not cards:
        trial.announce(rule_ids.FINDS_NOTHING, "the search finds nothing")
    piles.shuffle(trial)
    arrived = []
    for card in cards:
        trial.middle -= 1
        if card == UNKNOWN:
            _take_unshown(trial, item, effect)
            continue
        refusal = hidden_cards.turn_up(trial, card)
        if refusal:
            return refusal
        if effect.to == "play":
            if play_area.needs_room(trial, item.seat, card):
                if not out:
                    return Illegal(rule_ids.ITEM_LIMIT, "name the Item that makes room: out=")
                play_area.make_room(trial, item.seat, out)
            arrived.append(play_area.arrive(trial, card, item.seat))
        elif effect.reveal or trial.data.switches.reveal_searched or not trial.data.is_digital:
            # With real cards who names it has shown it, whatever the table agreed on.
            trial.announce(rule_ids.FOUND, f"{trial.data.label(card)} goes to the hand of {trial.name(item.seat)}")
            piles.take_open(trial, item.seat, card)
        else:
            piles.take(trial, item.seat, card, bit(item.seat))
    piles.note_stock(trial)
    piles.check_empty(trial)
    if len(arrived) > 1:
        trial.tell(rule_ids.WORDS, "cards that come into play together see each other")
    triggers.arrivals(trial, arrived, item.seat, {}, False)
    return ()


def refuse_found(trial: Trial, effect: Search, cards: tuple[str, ...], unseen: bool = False) -> Illegal | None:
    """Why a search cannot find these cards. `unseen`: nobody looked yet, so the words tell nothing of it."""
    if cards == (NONE,):
        cards = ()
    if len(cards) > effect.amount:
        return Illegal(rule_ids.FOUND, f"the search finds {effect.amount} at most, not {len(cards)}")
    shown = effect.reveal or trial.data.switches.reveal_searched or effect.to == "play" or effect.zone == "discard"
    there = searched(trial, effect)
    for card, count in Counter(cards).items():
        if card == UNKNOWN:
            if shown and not trial.data.is_digital:
                return Illegal(rule_ids.FOUND, "what a search for a class of cards finds is shown")
            continue
        if not fits(trial.data.faces[card], effect.filter):
            return Illegal(rule_ids.FOUND, f"{trial.data.label(card)} is not what is searched for")
        if there[card] < count and not (unseen and effect.zone == "deck"):
            where = "discard pile" if effect.zone == "discard" else "deck"
            return Illegal(rule_ids.COPIES, f"{trial.data.label(card)} cannot be in the {where}")
    if effect.zone == "discard" and not effect.up_to:
        possible = sum(fits(trial.data.faces[card], effect.filter) for card in trial.discard)
        if len(cards) < min(effect.amount, possible):
            return Illegal(rule_ids.MUST_TAKE, "the discard pile has a card that fits: it must be taken")
    return None


def _take_unshown(trial: Trial, item: Item, effect: Search) -> None:
    """A card nobody was shown: it can only be one of the class (KEK-H05)."""
    trial.assuming.append(f"what {trial.name(item.seat)} took from the deck is of the class that was searched")
    piles.take(trial, item.seat, UNKNOWN, bit(item.seat))
    hidden_cards.draw(trial, item.seat)
    others = [card for card in trial.deck if not fits(trial.data.faces[card], effect.filter)]
    hidden_cards.claim_found(trial, item.seat, others)


def do_take_top(trial: Trial, item: Item, effect: TakeDiscardTop, chosen: Chosen) -> Effects:
    if trial.discard:
        taken = trial.discard.pop()
        piles.take_open(trial, item.seat, taken)
        takes = f"{trial.name(item.seat)} takes {trial.data.label(taken)} from the discard pile"
        trial.announce(rule_ids.KNOWN_HAND, takes)
    return ()


def do_shuffle(trial: Trial, item: Item, effect: Shuffle, chosen: Chosen) -> Effects:
    if effect.what == "self_into_deck":
        card = trial.find(item.serial)
        if card is None:
            trial.tell(rule_ids.SOURCE_GONE, f"{trial.data.label(item.card)} is no longer in play")
            return ()
        play_area.put_away(trial, card, play_area.DECK)
        trial.tell(rule_ids.NEW_CONTROLLER, f"it is the end of the turn of {trial.name(item.seat)}, who controls it")
        return ()
    cards: list[str] = []
    if effect.what == "discard_into_deck":
        cards, trial.discard = trial.discard, []
        if not cards:
            trial.tell(rule_ids.SHUFFLED_ANYWAY, "the discard pile is empty; the deck is shuffled all the same")
    piles.shuffle(trial, cards)
    piles.note_stock(trial)
    return ()


CARDS: dict[type[Effect], Resolver] = {
    Draw: Resolver(do_draw),
    Discard: Resolver(do_discard, pays=pays_discard),
    Mill: Resolver(do_mill),
    Search: Resolver(do_search),
    TakeDiscardTop: Resolver(do_take_top),
    Shuffle: Resolver(do_shuffle),
}
