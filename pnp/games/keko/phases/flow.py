"""Phases and turns (14.1). In: a trial with nothing left to do. Out: the trial in the next phase that needs somebody.

Invariant: a phase is entered once; what happens on entering it is done before it can be left.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.keko import rule_ids, triggers
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
from pnp.games.keko.trial import Trial
from pnp.games.keko.zones import hidden_cards, piles, play_area
from pnp.referee.seat import Seat

EVERY_TURN = "every_turn"
AFTER = {
    START_COUNTERS: START_CHECK,
    START_CHECK: DRAW,
    END_COUNTERS: END_CHECK,
    END_CHECK: END_LAST,
}
NEXT_SECTION = {PART_ONE: COMES_IN, COMES_IN: PART_TWO}


def enter(trial: Trial, phase: str) -> None:
    """The phase begins; what it does by itself follows."""
    trial.phase, trial.entered = phase, False


def advance(trial: Trial) -> bool:
    """One step of a phase that runs by itself; False where somebody must move."""
    phase = trial.phase
    if not trial.entered:
        trial.entered = True
        begin(trial, phase)
        return True
    if phase == BEFORE:
        enter(trial, LOCATION if trial.data.switches.starting_location else DEAL)
        return True
    if phase in AFTER:
        enter(trial, AFTER[phase])
        if phase == START_CHECK:
            trial.tell(rule_ids.PHASES, "Start, Draw, Action, End")
        return True
    if phase == END_LAST:
        return leave_turn(trial)
    return False


def begin(trial: Trial, phase: str) -> None:
    """What happens on entering a phase."""
    if phase == BEFORE:
        triggers.before_game(trial)
    elif phase == START_COUNTERS:
        renew(trial)
        triggers.step_event(trial, "counters", at_end=False)
    elif phase == START_CHECK:
        triggers.step_event(trial, "check", at_end=False)
    elif phase == END_COUNTERS:
        trial.tell(rule_ids.NO_STOP, "Start and End run without a stop")
        triggers.step_event(trial, "counters", at_end=True)
        _stay_imprisoned(trial)
    elif phase == END_CHECK:
        triggers.step_event(trial, "check", at_end=True)
    elif phase == END_LAST:
        play_area.give_back(trial)


def _stay_imprisoned(trial: Trial) -> None:
    for card in trial.play:
        if card.imprisoned and card.controller == trial.active and trial.face(card).numbers("end_of_turn"):
            trial.tell(rule_ids.IMPRISONED_STAYS, f"{trial.label(card)} is imprisoned: its end-of-turn ability is off")


def renew(trial: Trial) -> None:
    """Limits and Creature plays begin anew (KEK-E6, KEK-A33)."""
    every = trial.data.switches.limit_reset == EVERY_TURN
    trial.plays = 0
    used = False
    for at, card in enumerate(trial.play):
        if (card.used or card.reduced) and (every or card.controller == trial.active):
            trial.play[at] = replace(card, used=(), reduced=())
            used = True
    for seat, player in enumerate(trial.players):
        if (player.used or player.reduced) and (every or seat == trial.active):
            trial.players[seat] = replace(player, used=(), reduced=())
            used = True
    if used:
        trial.tell(rule_ids.LIMIT_RESET, "a new turn: what may be done once per turn may be done again")


def leave_turn(trial: Trial) -> bool:
    """The last step of the End: the hand limit, the last round, the next player."""
    limit = trial.data.switches.hand_limit
    hand = len(trial.players[trial.active].hand)
    if limit and trial.players[trial.active].alive and hand > limit:
        over = hand - limit
        why = f"{trial.name(trial.active)} may keep {counted(limit, 'card')}: discard {over}"
        trial.question = Question(DISCARD, trial.active, rule_ids.NO_LIMITS, why, least=over, most=over)
        return True
    seat = next_living(trial, trial.active)
    if _wraps(trial, trial.active, seat):
        if trial.data.switches.round_limit and trial.round >= trial.data.switches.round_limit:
            end_by_rounds(trial)
            return True
        trial.round += 1
    if (trial.active + 1) % len(trial.players) != seat:
        trial.tell(rule_ids.CLOCKWISE, f"players who are out are passed over: {trial.name(seat)} is next")
    start_turn(trial, seat)
    return True


def start_turn(trial: Trial, seat: Seat) -> None:
    """A player's turn begins."""
    trial.active = seat
    trial.turn += 1
    trial.tell(rule_ids.CLOCKWISE, f"it is the turn of {trial.name(seat)}")
    enter(trial, START_COUNTERS)


def next_living(trial: Trial, seat: Seat) -> Seat:
    """The next living player clockwise."""
    count = len(trial.players)
    return next(
        ((seat + step) % count for step in range(1, count + 1) if trial.players[(seat + step) % count].alive), seat
    )


def _wraps(trial: Trial, seat: Seat, following: Seat) -> bool:
    """A new round begins between these two seats."""
    count = len(trial.players)
    return (following - trial.first) % count <= (seat - trial.first) % count


def end_by_rounds(trial: Trial) -> None:
    """The rounds are over: the highest life wins, of a team the sum (KEK-A37)."""
    sides: dict[int, list[Seat]] = {}
    for seat in range(len(trial.players)):
        sides.setdefault(trial.teams[seat] if trial.teams else seat, []).append(seat)
    totals = {side: sum(trial.players[seat].life for seat in seats) for side, seats in sides.items()}
    best = max(totals.values())
    winners = [seat for side, seats in sides.items() if totals[side] == best for seat in seats]
    tie = sum(total == best for total in totals.values()) > 1
    rounds = trial.data.switches.round_limit
    why = f"{rounds} rounds are over; the highest life is {best}"
    over(trial, () if tie else tuple(winners), why, rule_ids.ROUNDS, "tie" if tie else "win")


def over(trial: Trial, winners: tuple[Seat, ...], why: str, rule: str, kind: str) -> None:
    """The game ends."""
    trial.winners, trial.ending, trial.ending_rule, trial.ending_kind = winners, why, rule, kind
    trial.phase, trial.entered = OVER, True
    trial.tell(rule, why)


# set-up


def characters_dealt(trial: Trial) -> None:
    """Every seat has a Character."""
    if all(player.character or not player.alive for player in trial.players):
        enter(trial, BEFORE)


def put_starting_location(trial: Trial, card: str) -> None:
    """A random Location is in play before the game begins (KEK-V15)."""
    piles.shuffle(trial)
    trial.middle -= 1
    hidden_cards.turn_up(trial, card)
    play_area.arrive(trial, card, 0)
    piles.note_stock(trial)
    trial.tell(rule_ids.STARTING_LOCATION, f"{trial.data.label(card)} lies there from the start; shuffle the deck")
    enter(trial, DEAL)


def first_turn(trial: Trial, seat: Seat) -> None:
    """The highest roller begins (KEK-07)."""
    trial.first, trial.rolling = seat, ()
    trial.announce(rule_ids.FIRST, f"{trial.name(seat)} rolled highest and begins")
    location = trial.location
    if location is not None:
        if trial.data.switches.starting_location_enters:
            trial.active = seat
            location = replace(location, put_by=seat)
            trial.play = [location if card.serial == location.serial else card for card in trial.play]
            triggers.arrivals(trial, [location], seat, {}, False)
        elif trial.face(location).numbers("enters"):
            trial.tell(
                rule_ids.LOCATION_SILENT, f"{trial.label(location)} does not do what it does on coming into play"
            )
    start_turn(trial, seat)


SETUP = (CHARACTERS, BEFORE, LOCATION, DEAL, FIRST)
