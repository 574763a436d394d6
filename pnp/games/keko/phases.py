"""Phases and turns (14.1). In: a course with nothing left to do. Out: the course in the next phase that needs somebody.

Invariant: a phase is entered once; what happens on entering it is done before it can be left.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.keko import area, hidden, piles, rules, triggers
from pnp.games.keko.game_data import counted
from pnp.games.keko.state import (
    BEFORE,
    CHARACTERS,
    COMES_IN,
    DEAL,
    DISCARD,
    DRAW,
    END_CHECK,
    END_COUNTERS,
    END_LAST,
    FIRST,
    LOCATION,
    OVER,
    PART_ONE,
    PART_TWO,
    START_CHECK,
    START_COUNTERS,
    Question,
)
from pnp.games.keko.trial import Course
from pnp.referee.seat import Seat

EVERY_TURN = "every_turn"
AFTER = {
    START_COUNTERS: START_CHECK,
    START_CHECK: DRAW,
    END_COUNTERS: END_CHECK,
    END_CHECK: END_LAST,
}
NEXT_SECTION = {PART_ONE: COMES_IN, COMES_IN: PART_TWO}


def enter(course: Course, phase: str) -> None:
    """The phase begins; what it does by itself follows."""
    course.phase, course.entered = phase, False


def advance(course: Course) -> bool:
    """One step of a phase that runs by itself; False where somebody must move."""
    phase = course.phase
    if not course.entered:
        course.entered = True
        begin(course, phase)
        return True
    if phase == BEFORE:
        enter(course, LOCATION if course.kit.switches.starting_location else DEAL)
        return True
    if phase in AFTER:
        enter(course, AFTER[phase])
        if phase == START_CHECK:
            course.tell(rules.PHASES, "Start, Draw, Action, End")
        return True
    if phase == END_LAST:
        return leave_turn(course)
    return False


def begin(course: Course, phase: str) -> None:
    """What happens on entering a phase."""
    if phase == BEFORE:
        triggers.before_game(course)
    elif phase == START_COUNTERS:
        renew(course)
        triggers.step_event(course, "counters", at_end=False)
    elif phase == START_CHECK:
        triggers.step_event(course, "check", at_end=False)
    elif phase == END_COUNTERS:
        course.tell(rules.NO_STOP, "Start and End run without a stop")
        triggers.step_event(course, "counters", at_end=True)
        _stay_imprisoned(course)
    elif phase == END_CHECK:
        triggers.step_event(course, "check", at_end=True)
    elif phase == END_LAST:
        area.give_back(course)


def _stay_imprisoned(course: Course) -> None:
    for card in course.play:
        if card.imprisoned and card.controller == course.active and course.face(card).numbers("end_of_turn"):
            course.tell(rules.IMPRISONED_STAYS, f"{course.label(card)} is imprisoned: its end-of-turn ability is off")


def renew(course: Course) -> None:
    """Limits and Creature plays begin anew (KEK-E6, KEK-A33)."""
    every = course.kit.switches.limit_reset == EVERY_TURN
    course.plays = 0
    used = False
    for at, card in enumerate(course.play):
        if (card.used or card.reduced) and (every or card.controller == course.active):
            course.play[at] = replace(card, used=(), reduced=())
            used = True
    for seat, player in enumerate(course.players):
        if (player.used or player.reduced) and (every or seat == course.active):
            course.players[seat] = replace(player, used=(), reduced=())
            used = True
    if used:
        course.tell(rules.LIMIT_RESET, "a new turn: what may be done once per turn may be done again")


def leave_turn(course: Course) -> bool:
    """The last step of the End: the hand limit, the last round, the next player."""
    limit = course.kit.switches.hand_limit
    hand = len(course.players[course.active].hand)
    if limit and course.players[course.active].alive and hand > limit:
        over = hand - limit
        why = f"{course.name(course.active)} may keep {counted(limit, 'card')}: discard {over}"
        course.question = Question(DISCARD, course.active, rules.NO_LIMITS, why, least=over, most=over)
        return True
    seat = next_living(course, course.active)
    if _wraps(course, course.active, seat):
        if course.kit.switches.round_limit and course.round >= course.kit.switches.round_limit:
            end_by_rounds(course)
            return True
        course.round += 1
    if (course.active + 1) % len(course.players) != seat:
        course.tell(rules.CLOCKWISE, f"players who are out are passed over: {course.name(seat)} is next")
    start_turn(course, seat)
    return True


def start_turn(course: Course, seat: Seat) -> None:
    """A player's turn begins."""
    course.active = seat
    course.turn += 1
    course.tell(rules.CLOCKWISE, f"it is the turn of {course.name(seat)}")
    enter(course, START_COUNTERS)


def next_living(course: Course, seat: Seat) -> Seat:
    """The next living player clockwise."""
    count = len(course.players)
    return next(
        ((seat + step) % count for step in range(1, count + 1) if course.players[(seat + step) % count].alive), seat
    )


def _wraps(course: Course, seat: Seat, following: Seat) -> bool:
    """A new round begins between these two seats."""
    count = len(course.players)
    return (following - course.first) % count <= (seat - course.first) % count


def end_by_rounds(course: Course) -> None:
    """The rounds are over: the highest life wins, of a team the sum (KEK-A37)."""
    sides: dict[int, list[Seat]] = {}
    for seat in range(len(course.players)):
        sides.setdefault(course.teams[seat] if course.teams else seat, []).append(seat)
    totals = {side: sum(course.players[seat].life for seat in seats) for side, seats in sides.items()}
    best = max(totals.values())
    winners = [seat for side, seats in sides.items() if totals[side] == best for seat in seats]
    tie = sum(total == best for total in totals.values()) > 1
    rounds = course.kit.switches.round_limit
    why = f"{rounds} rounds are over; the highest life is {best}"
    over(course, () if tie else tuple(winners), why, rules.ROUNDS, "tie" if tie else "win")


def over(course: Course, winners: tuple[Seat, ...], why: str, rule: str, kind: str) -> None:
    """The game ends."""
    course.winners, course.ending, course.ending_rule, course.ending_kind = winners, why, rule, kind
    course.phase, course.entered = OVER, True
    course.tell(rule, why)


# set-up


def characters_dealt(course: Course) -> None:
    """Every seat has a Character."""
    if all(player.character or not player.alive for player in course.players):
        enter(course, BEFORE)


def put_starting_location(course: Course, card: str) -> None:
    """A random Location is in play before the game begins (KEK-V15)."""
    piles.shuffle(course)
    course.middle -= 1
    hidden.turn_up(course, card)
    area.arrive(course, card, 0)
    piles.note_stock(course)
    course.tell(rules.STARTING_LOCATION, f"{course.kit.label(card)} lies there from the start; shuffle the deck")
    enter(course, DEAL)


def first_turn(course: Course, seat: Seat) -> None:
    """The highest roller begins (KEK-07)."""
    course.first, course.rolling = seat, ()
    course.announce(rules.FIRST, f"{course.name(seat)} rolled highest and begins")
    location = course.location
    if location is not None:
        if course.kit.switches.starting_location_enters:
            course.active = seat
            location = replace(location, put_by=seat)
            course.play = [location if card.serial == location.serial else card for card in course.play]
            triggers.arrivals(course, [location], seat, {}, False)
        elif course.face(location).numbers("enters"):
            course.tell(rules.LOCATION_SILENT, f"{course.label(location)} does not do what it does on coming into play")
    start_turn(course, seat)


SETUP = (CHARACTERS, BEFORE, LOCATION, DEAL, FIRST)
