"""Verbs of cards in piles and hands: draw, discard, mill, search, take_discard_top, shuffle."""

from __future__ import annotations

from collections import Counter

from pnp.games.keko import area, hidden, piles, rules, triggers
from pnp.games.keko.effects.resolver import Chosen, Resolver
from pnp.games.keko.game_data import counted, fits
from pnp.games.keko.notation import NONE
from pnp.games.keko.state import DEALT, DISCARD, DRAWING, LOOKED, MILL, SEARCH, Item, Question, bit
from pnp.games.keko.targets import affected_seats, amount_of
from pnp.games.keko.trial import Course
from pnp.library.effect.verbs import Discard, Draw, Effect, Effects, Mill, Search, Shuffle, TakeDiscardTop
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE

OUT_OF_GAME = "out_of_game"


def do_draw(course: Course, item: Item, effect: Draw, chosen: Chosen) -> Effects | None:
    for seat in affected_seats(course, item, effect.who):
        count = min(amount_of(course, item, effect.amount), course.deck_count + len(course.discard))
        if item.kind == DRAWING:  # the draw of the turn, which the line says itself
            course.tell(rules.DRAW, f"{course.name(seat)} draws {count}")
        else:
            course.announce(rules.DRAW, f"{course.name(seat)} draws {counted(count, 'card')}")
        if not count:
            course.announce(rules.BOTH_EMPTY, "deck and discard pile are empty: nothing is drawn")
        elif course.kit.is_digital:
            why = f"{course.name(seat)} draws {count}"
            course.question = Question(DEALT, TABLE, rules.DRAW, why, least=count, most=count, to=seat)
            return None
        else:
            piles.draw_unseen(course, seat, count)
    return ()


def answer_dealt(course: Course, cards: tuple[str, ...]) -> Illegal | Effects:
    """A digital table deals what is drawn."""
    question = course.question
    assert question is not None
    if len(cards) != question.most:
        return Illegal(rules.DRAW, f"{question.why}, not {len(cards)}")
    return piles.draw_told(course, question.to, cards) or ()


def do_discard(course: Course, item: Item, effect: Discard, chosen: Chosen) -> Effects | None:
    if item.pays:
        for card in chosen["pay"]:
            course.discard.append(card)
        course.tell(rules.COST, f"{course.name(item.seat)} discards {course.kit.labels(chosen['pay'])} first")
        return ()
    count = min(effect.amount, len(course.players[item.seat].hand))
    if not count:
        course.tell(rules.NO_CHOICE, f"the hand of {course.name(item.seat)} is empty")
        return ()
    why = f"{course.kit.label(item.card)}: discard {count}"
    course.question = Question(DISCARD, item.seat, rules.BY_ITSELF, why, least=count, most=count)
    return None


def pays_discard(course: Course, item: Item, effect: Discard) -> str:
    there = len(course.players[item.seat].hand)
    return "" if there >= effect.amount else f"the hand has {counted(there, 'card')}, {effect.amount} must be discarded"


def answer_discard(course: Course, cards: tuple[str, ...]) -> Illegal | Effects:
    """Cards of the hand go to the discard pile in the order named."""
    question = course.question
    assert question is not None
    if len(cards) != question.most:
        return Illegal(question.rule, f"{question.why}, not {len(cards)}")
    for card in cards:
        refusal = piles.lose(course, question.seat, card)
        if refusal:
            return refusal
        if question.rule == rules.OUT_CARDS and course.kit.switches.eliminated_cards == OUT_OF_GAME:
            course.aside = (*course.aside, card)
        else:
            course.discard.append(card)
    return ()


def do_mill(course: Course, item: Item, effect: Mill, chosen: Chosen) -> Effects | None:
    left = effect.amount - int(item.saved.get("milled", 0))
    milled: list[str] = []
    while left and (known := piles.mill_known(course)):
        course.announce(rules.KNOWN_ORDER, f"{course.kit.label(known)} lies on top and goes to the discard pile")
        piles.mill_told(course, [known])
        milled.append(known)
        left -= 1
    left = min(left, course.deck_count + len(course.discard))
    if milled and effect.save_as:
        _save(course, item, effect.save_as, milled[-1])
    if not left:
        if not milled:
            course.announce(rules.BOTH_EMPTY, "deck and discard pile are empty: nothing is turned")
        return ()
    if milled:
        current = course.item(item.number) or item
        course.change_item(item.number, saved={**current.saved, "milled": effect.amount - left})
    course.question = Question(MILL, TABLE, rules.MILLED, f"turn {left} from the deck", least=left, most=left)
    return None


def answer_mill(course: Course, item: Item, effect: Mill, cards: tuple[str, ...]) -> Illegal | Effects:
    """The table says which cards were turned."""
    question = course.question
    assert question is not None
    if len(cards) != question.most:
        return Illegal(rules.MILLED, f"{question.why}, not {len(cards)}")
    refusal = piles.mill_told(course, cards)
    if refusal:
        return refusal
    if effect.save_as:
        _save(course, item, effect.save_as, cards[-1])
    return ()


def _save(course: Course, item: Item, name: str, value: str | int) -> None:
    current = course.item(item.number) or item
    course.change_item(item.number, saved={**current.saved, name: value})


def do_search(course: Course, item: Item, effect: Search, chosen: Chosen) -> Effects | None:
    if effect.zone == "discard":
        options = matching(course, effect, course.discard)
        if not options:
            course.announce(rules.FINDS_NOTHING, "nothing in the discard pile fits")
            return ()
        private = False
    elif course.kit.is_digital:
        if "seen" not in item.given:
            why = f"{course.name(item.seat)} searches the deck"
            course.question = Question(LOOKED, TABLE, rules.FOUND, why, least=0, most=200, to=item.seat)
            return None
        options, private = tuple(item.given["seen"]), True
    else:
        options, private = (), False
    typed = item.given.get("find")
    if typed is not None:
        given = {key: value for key, value in item.given.items() if key != "find"}
        course.change_item(item.number, given=given)
        out = _typed_out(course, item)
        trial = found(course, item, effect, tuple(typed), out)
        if not isinstance(trial, Illegal):
            return trial
    where = "discard pile" if effect.zone == "discard" else "deck"
    why = f"{course.kit.label(item.card)}: what the search of the {where} found"
    course.question = Question(SEARCH, item.seat, rules.FOUND, why, "find", options, 0, effect.amount, private=private)
    return None


def _typed_out(course: Course, item: Item) -> int:
    typed = item.given.get("out", "")
    serials = [card.serial for card in course.play if typed in (card.card, f"{card.card}.{card.copy}", card.serial)]
    return serials[0] if serials else 0


def matching(course: Course, effect: Search, cards: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """The cards that the search may find, each kind once."""
    return tuple(dict.fromkeys(card for card in cards if fits(course.kit.faces[card], effect.filter)))


def searched(course: Course, effect: Search) -> Counter[str]:
    """How many copies of each card may lie where is searched, as far as is known here."""
    if effect.zone == "discard":
        return Counter(course.discard)
    there = course.loose()
    there.update(card for card, _ in (*course.top, *course.bottom) if card != UNKNOWN)
    return there


def found(course: Course, item: Item, effect: Search, cards: tuple[str, ...], out: int) -> Illegal | Effects:
    """What was found goes where it should (KEK-A10, KEK-A34, KEK-H05)."""
    refusal = refuse_found(course, effect, cards)
    if cards == (NONE,):
        cards = ()
    if refusal:
        return refusal
    if effect.zone == "discard":
        for card in cards:
            at = len(course.discard) - 1 - course.discard[::-1].index(card)
            del course.discard[at]
            piles.take_open(course, item.seat, card)
            course.announce(rules.FOUND, f"{course.kit.label(card)} goes to the hand of {course.name(item.seat)}")
        course.tell(rules.DISCARD_ORDER, "the rest of the discard pile keeps its order")
        return ()
    if not cards:
        course.announce(rules.FINDS_NOTHING, "the search finds nothing")
    piles.shuffle(course)
    arrived = []
    for card in cards:
        course.middle -= 1
        if card == UNKNOWN:
            _take_unshown(course, item, effect)
            continue
        refusal = hidden.turn_up(course, card)
        if refusal:
            return refusal
        if effect.to == "play":
            if area.needs_room(course, item.seat, card):
                if not out:
                    return Illegal(rules.ITEM_LIMIT, "name the Item that makes room: out=")
                area.make_room(course, item.seat, out)
            arrived.append(area.arrive(course, card, item.seat))
        elif effect.reveal or course.kit.switches.reveal_searched or not course.kit.is_digital:
            # With real cards who names it has shown it, whatever the table agreed on.
            course.announce(rules.FOUND, f"{course.kit.label(card)} goes to the hand of {course.name(item.seat)}")
            piles.take_open(course, item.seat, card)
        else:
            piles.take(course, item.seat, card, bit(item.seat))
    piles.note_stock(course)
    piles.check_empty(course)
    if len(arrived) > 1:
        course.tell(rules.WORDS, "cards that come into play together see each other")
    triggers.arrivals(course, arrived, item.seat, {}, False)
    return ()


def refuse_found(course: Course, effect: Search, cards: tuple[str, ...], unseen: bool = False) -> Illegal | None:
    """Why a search cannot find these cards. `unseen`: nobody looked yet, so the words tell nothing of it."""
    if cards == (NONE,):
        cards = ()
    if len(cards) > effect.amount:
        return Illegal(rules.FOUND, f"the search finds {effect.amount} at most, not {len(cards)}")
    shown = effect.reveal or course.kit.switches.reveal_searched or effect.to == "play" or effect.zone == "discard"
    there = searched(course, effect)
    for card, count in Counter(cards).items():
        if card == UNKNOWN:
            if shown and not course.kit.is_digital:
                return Illegal(rules.FOUND, "what a search for a class of cards finds is shown")
            continue
        if not fits(course.kit.faces[card], effect.filter):
            return Illegal(rules.FOUND, f"{course.kit.label(card)} is not what is searched for")
        if there[card] < count and not (unseen and effect.zone == "deck"):
            where = "discard pile" if effect.zone == "discard" else "deck"
            return Illegal(rules.COPIES, f"{course.kit.label(card)} cannot be in the {where}")
    if effect.zone == "discard" and not effect.up_to:
        possible = sum(fits(course.kit.faces[card], effect.filter) for card in course.discard)
        if len(cards) < min(effect.amount, possible):
            return Illegal(rules.MUST_TAKE, "the discard pile has a card that fits: it must be taken")
    return None


def _take_unshown(course: Course, item: Item, effect: Search) -> None:
    """A card nobody was shown: it can only be one of the class (KEK-H05)."""
    course.assuming.append(f"what {course.name(item.seat)} took from the deck is of the class that was searched")
    piles.take(course, item.seat, UNKNOWN, bit(item.seat))
    hidden.draw(course, item.seat)
    others = [card for card in course.deck if not fits(course.kit.faces[card], effect.filter)]
    hidden.claim_found(course, item.seat, others)


def do_take_top(course: Course, item: Item, effect: TakeDiscardTop, chosen: Chosen) -> Effects:
    if course.discard:
        taken = course.discard.pop()
        piles.take_open(course, item.seat, taken)
        takes = f"{course.name(item.seat)} takes {course.kit.label(taken)} from the discard pile"
        course.announce(rules.KNOWN_HAND, takes)
    return ()


def do_shuffle(course: Course, item: Item, effect: Shuffle, chosen: Chosen) -> Effects:
    if effect.what == "self_into_deck":
        card = course.find(item.serial)
        if card is None:
            course.tell(rules.SOURCE_GONE, f"{course.kit.label(item.card)} is no longer in play")
            return ()
        area.put_away(course, card, area.DECK)
        course.tell(rules.NEW_CONTROLLER, f"it is the end of the turn of {course.name(item.seat)}, who controls it")
        return ()
    cards: list[str] = []
    if effect.what == "discard_into_deck":
        cards, course.discard = course.discard, []
        if not cards:
            course.tell(rules.SHUFFLED_ANYWAY, "the discard pile is empty; the deck is shuffled all the same")
    piles.shuffle(course, cards)
    piles.note_stock(course)
    return ()


CARDS: dict[type[Effect], Resolver] = {
    Draw: Resolver(do_draw),
    Discard: Resolver(do_discard, pays=pays_discard),
    Mill: Resolver(do_mill),
    Search: Resolver(do_search),
    TakeDiscardTop: Resolver(do_take_top),
    Shuffle: Resolver(do_shuffle),
}
