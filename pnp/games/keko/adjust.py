"""Corrections of fact: `table: adjust …`. In: a state and what is so in truth. Out: the state made right, or Illegal.

Invariant: every card stays in one place; a correction of cards drops what earlier lines had proved about hidden ones.
"""

from __future__ import annotations

from typing import Annotated

from pnp.games.keko import hidden, piles, rules
from pnp.games.keko.area import arrive, put_away
from pnp.games.keko.elimination import ask_no_more, fall_outside
from pnp.games.keko.game_data import LOCATION
from pnp.games.keko.notation import CARD_IN_PLAY, split_number
from pnp.games.keko.phases import enter
from pnp.games.keko.resolution import run
from pnp.games.keko.state import (
    BETWEEN_MOVES,
    EVERYBODY,
    NOBODY,
    OVER,
    PART_ONE,
    WINDOW,
    InPlay,
    Table,
    bit,
    called,
)
from pnp.games.keko.trial import Course
from pnp.referee.correction import SetHand, SetScore, SetTurn, counted_hand, of_a_player
from pnp.referee.game import Adjustment
from pnp.referee.kernel_rules import REF_PLACES
from pnp.referee.move import Move
from pnp.referee.params import AMOUNT, CARD, SEAT, UNKNOWN, Many, Perhaps, WordParam
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat


class SetCounters(Move, frozen=True):
    """`table: adjust counters shibber.2 3`."""

    verb = "counters"

    card: Annotated[str, CARD_IN_PLAY]
    count: Annotated[int, AMOUNT]


class SetToken(Move, frozen=True):
    """`table: adjust token moo on`: an imprison token lies on a Creature, or none."""

    verb = "token"

    card: Annotated[str, CARD_IN_PLAY]
    lies: Annotated[str, WordParam(("on", "off"))]


class SetControl(Move, frozen=True):
    """`table: adjust control moo ben`: who controls a card in play."""

    verb = "control"

    card: Annotated[str, CARD_IN_PLAY]
    of: Annotated[Seat, SEAT]


class SetInPlay(Move, frozen=True):
    """`table: adjust play moo ben`: a card lies in play."""

    verb = "play"

    card: Annotated[str, CARD]
    of: Annotated[Seat, SEAT]


class SetAway(Move, frozen=True):
    """`table: adjust away moo`: a card in play lies on the discard pile."""

    verb = "away"

    card: Annotated[str, CARD_IN_PLAY]


class SetDiscard(Move, frozen=True):
    """`table: adjust discard moo shibber`: the discard pile, the oldest card first."""

    verb = "discard"

    cards: Annotated[tuple[str, ...], Perhaps(Many(CARD), ())]


class SetPhase(Move, frozen=True):
    """`table: adjust phase ACTION.1`."""

    verb = "phase"

    phase: Annotated[str, WordParam(BETWEEN_MOVES)]


def calm(course: Course) -> Illegal | None:
    """Facts are corrected between moves only: what is half done would not fit them any more."""
    if course.stack or (course.question is not None and course.queue):
        return Illegal(rules.NOTHING_WAITS, "finish what is on the stack first, or undo it")
    return None


def settle(course: Course, cards_moved: bool = True) -> Table | Illegal:
    """The state after a correction, with what follows from it."""
    if any(count < 0 for count in course.loose().values()):
        short = next(card for card, count in course.loose().items() if count < 0)
        return Illegal(REF_PLACES, f"there are not so many copies of {course.kit.label(short)}")
    unknown = sum(card == UNKNOWN for player in course.players for card, _ in player.hand)
    unknown += sum(card == UNKNOWN for card, _ in (*course.top, *course.bottom))
    middle = sum(count for count in course.loose().values()) - unknown
    if middle < 0:
        count = "1 card" if middle == -1 else f"{-middle} cards"
        first = (
            "make a hand or the pile smaller first: `table: adjust hand SEAT NUMBER`, `table: adjust discard CARD …`"
        )
        return Illegal(REF_PLACES, f"hands, cards in play and piles would hold {count} too many; {first}")
    if cards_moved:
        course.middle = middle
        course.shuffles += 1
        piles.note_stock(course)
        if not course.kit.is_digital:
            course.knowledge = hidden.begin(course)
    if course.phase not in (OVER,) and course.question is None and not course.phase.startswith("SETUP"):
        run(course)
    return course.freeze()


def set_life(state: Table, move: SetScore) -> Table | Illegal:
    """A player's life; who had fallen wrongly is back."""
    course = Course(state)
    if not course.players[move.of].character:
        return Illegal(rules.LIFE, "no Character was dealt yet")
    if move.score < 0:
        return Illegal(rules.ZERO, "life is never below 0")
    # Who is set to 0 falls like anybody else, when nothing is half done: cards go, the game may be over.
    course.change_player(move.of, life=move.score, alive=move.score > 0 or course.players[move.of].alive)
    if course.winners is not None and len({course.teams[s] if course.teams else s for s in course.living()}) > 1:
        course.winners, course.ending, course.ending_rule, course.ending_kind = None, "", "", "win"
        course.leaving = ()
        course.phase, course.entered = PART_ONE, True
    if not move.score and course.winners is None and not course.phase.startswith("SETUP"):
        if course.question is not None and course.question.kind == WINDOW:
            ask_no_more(course, move.of)
        fall_outside(course)
    return settle(course, cards_moved=False)


def set_turn(state: Table, move: SetTurn) -> Table | Illegal:
    """Whose turn it is: Part One of the Action Phase."""
    course = Course(state)
    refusal = calm(course)
    if refusal:
        return refusal
    if course.phase.startswith("SETUP") or not course.players[move.of].alive:
        return Illegal(rules.CLOCKWISE, f"{course.name(move.of)} cannot be in turn now")
    course.active, course.question, course.plays = move.of, None, 0
    enter(course, PART_ONE)
    course.entered = True
    return settle(course, cards_moved=False)


def set_phase(state: Table, move: SetPhase) -> Table | Illegal:
    """The phase of the player in turn."""
    course = Course(state)
    refusal = calm(course)
    if refusal:
        return refusal
    if course.phase.startswith("SETUP") or course.winners is not None:
        return Illegal(rules.PHASES, f"not in {called(course.phase)}")
    course.question = None
    enter(course, move.phase)
    course.entered = True
    return settle(course, cards_moved=False)


def set_hand(state: Table, move: SetHand) -> Table | Illegal:
    """How many cards a hand holds, or which; the others lie in the deck."""
    course = Course(state)
    hand, seat = course.players[move.of].hand, move.of
    if isinstance(move.holds, int):
        counted = counted_hand([card for card, _ in hand], move.holds)
        if counted is None:
            names = course.kit.labels(card for card, _ in hand if card != UNKNOWN)
            return Illegal(rules.KNOWN_HAND, f"{course.name(seat)} is known to hold {names}; say which cards are there")
        cards: tuple[str, ...] = counted
    else:
        cards = move.holds
    strange = [card for card in cards if card != UNKNOWN and not course.kit.faces[card].type]
    if strange:
        return Illegal(rules.TWO_DECKS, f"{course.kit.label(strange[0])} is a Character and in no hand")
    known = bit(seat) if course.kit.is_digital else EVERYBODY
    course.change_player(seat, hand=tuple((card, known if card != UNKNOWN else bit(seat)) for card in cards))
    return settle(course)


def set_discard(state: Table, move: SetDiscard) -> Table | Illegal:
    """What lies on the discard pile."""
    course = Course(state)
    if any(not course.kit.faces[card].type for card in move.cards):
        return Illegal(rules.TWO_DECKS, "Characters lie in no discard pile")
    course.discard = list(move.cards)
    return settle(course)


def set_counters(state: Table, move: SetCounters) -> Table | Illegal:
    """Counters on a card in play."""
    course = Course(state)
    card = named(course, move.card)
    if isinstance(card, Illegal):
        return card
    if move.count and not course.face(card).uses_counters:
        return Illegal(rules.USES_COUNTERS, f"{course.label(card)} uses no counters")
    course.change(card.serial, counters=move.count)
    return settle(course, cards_moved=False)


def set_token(state: Table, move: SetToken) -> Table | Illegal:
    """An imprison token."""
    course = Course(state)
    card = named(course, move.card)
    if isinstance(card, Illegal):
        return card
    if course.face(card).type != "creature":
        return Illegal(rules.IMPRISONED, f"{course.label(card)} is no Creature")
    course.change(card.serial, imprisoned=move.lies == "on")
    return settle(course, cards_moved=False)


def set_control(state: Table, move: SetControl) -> Table | Illegal:
    """Who controls a card."""
    course = Course(state)
    card = named(course, move.card)
    if isinstance(card, Illegal):
        return card
    if card.controller == NOBODY:
        return Illegal(rules.ONE_LOCATION, f"{course.label(card)} is nobody's")
    course.change(card.serial, controller=move.of, back_to=NOBODY)
    return settle(course, cards_moved=False)


def set_in_play(state: Table, move: SetInPlay) -> Table | Illegal:
    """A card lies in play, wherever it was thought to be hidden."""
    course = Course(state)
    refusal = calm(course)
    if refusal:
        return refusal
    face = course.kit.faces[move.card]
    if not face.stays:
        return Illegal(rules.COMES_INTO_PLAY, f"{face.label} does not stay in play")
    if course.loose()[move.card] < 1:
        return Illegal(REF_PLACES, f"every copy of {face.label} is known to be elsewhere")
    arrive(course, move.card, 0 if face.type == LOCATION and move.of == TABLE else move.of)
    return settle(course)


def set_away(state: Table, move: SetAway) -> Table | Illegal:
    """A card in play lies on the discard pile."""
    course = Course(state)
    refusal = calm(course)
    if refusal:
        return refusal
    card = named(course, move.card)
    if isinstance(card, Illegal):
        return card
    put_away(course, card, silent=True)
    return settle(course)


def named(course: Course, ref: str) -> InPlay | Illegal:
    """The card in play of that name and copy."""
    name, copy = split_number(ref, ".")
    found = [card for card in course.play if card.card == name and copy in (0, card.copy)]
    if len(found) == 1:
        return found[0]
    label = course.kit.label(name)
    if found:
        copies = ", ".join(course.ref(card) for card in found)
        return Illegal(rules.CONTROL, f"{label} lies there several times: name the copy ({copies})")
    return Illegal(rules.CONTROL, f"{label} is not in play{f' as copy {copy}' if copy > 1 else ''}")


ADJUSTMENTS = (
    Adjustment(SetScore, of_a_player(set_life, "life"), "a player's life"),
    Adjustment(SetTurn, of_a_player(set_turn, "turn"), "whose turn it is"),
    Adjustment(SetHand, of_a_player(set_hand, "hand"), "how many cards a hand holds, or which"),
    Adjustment(SetCounters, set_counters, "counters on a card"),
    Adjustment(SetToken, set_token, "an imprison token on a Creature"),
    Adjustment(SetControl, of_a_player(set_control, "cards"), "who controls a card"),
    Adjustment(SetInPlay, of_a_player(set_in_play, "cards"), "a card lies in play"),
    Adjustment(SetAway, set_away, "a card in play lies on the discard pile"),
    Adjustment(SetDiscard, set_discard, "the discard pile, the oldest card first"),
    Adjustment(SetPhase, set_phase, "the phase or section"),
)
