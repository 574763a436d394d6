"""Phases and turns (14.1). In: a trial with nothing left to do. Out: the trial in the next phase that needs somebody.

Invariant: a phase is entered once; what happens on entering it is done before it can be left.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.games.keko import triggers
from pnp.games.keko.effects.cards import DISCARD
from pnp.games.keko.state import (
    BEFORE,
    CHARACTERS,
    COMES_IN,
    DEAL,
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
AFTER = {START_COUNTERS: START_CHECK, START_CHECK: DRAW, END_COUNTERS: END_CHECK, END_CHECK: END_LAST}
NEXT_SECTION = {PART_ONE: COMES_IN, COMES_IN: PART_TWO}


def enter_phase(t: Trial, phase: str) -> None:
    """The phase begins; what it does by itself follows."""
    t.phase, t.phase_begun = phase, False


def advance(t: Trial) -> bool:
    """One step of a phase that runs by itself; False where somebody must move."""
    phase = t.phase
    if not t.phase_begun:
        t.phase_begun = True
        begin_phase(t, phase)
        return True
    if phase == BEFORE:
        enter_phase(t, LOCATION if t.data.switches.starting_location else DEAL)
        return True
    if phase in AFTER:
        enter_phase(t, AFTER[phase])
        if phase == START_CHECK:
            t.note("KEK-15", "start_draw_action_end")
        return True
    if phase == END_LAST:
        return end_turn_of_player(t)
    return False


def begin_phase(t: Trial, phase: str) -> None:
    """What happens on entering a phase."""
    if phase == BEFORE:
        triggers.queue_before_game(t)
    elif phase == START_COUNTERS:
        reset_turn_limits(t)
        triggers.queue_step(t, "counters", at_end=False)
    elif phase == START_CHECK:
        triggers.queue_step(t, "check", at_end=False)
    elif phase == END_COUNTERS:
        t.note("KEK-A40", "start_and_end_run_through")
        triggers.queue_step(t, "counters", at_end=True)
        _stay_imprisoned(t)
    elif phase == END_CHECK:
        triggers.queue_step(t, "check", at_end=True)
    elif phase == END_LAST:
        play_area.give_back(t)


def _stay_imprisoned(t: Trial) -> None:
    for card in t.play:
        if card.imprisoned and card.controller == t.active and t.card_data(card).ability_numbers("end_of_turn"):
            t.note("KEK-A19", "imprisoned_does_not_end", card=t.label(card))


def reset_turn_limits(t: Trial) -> None:
    """Limits and Creature plays are reset (KEK-E6, KEK-A33)."""
    every = t.data.switches.limit_reset == EVERY_TURN
    t.plays = 0
    used = False
    for at, card in enumerate(t.play):
        if (card.used or card.reduced) and (every or card.controller == t.active):
            t.play[at] = replace(card, used=(), reduced=())
            used = True
    for seat, player in enumerate(t.players):
        if (player.used or player.reduced) and (every or seat == t.active):
            t.players[seat] = replace(player, used=(), reduced=())
            used = True
    if used:
        t.note("KEK-A33", "once_per_turn_again")


def end_turn_of_player(t: Trial) -> bool:
    """The last step of the End: the hand limit, the last round, the next player."""
    limit = t.data.switches.hand_limit
    hand = len(t.players[t.active].hand)
    if limit and t.players[t.active].alive and hand > limit:
        end_game = hand - limit
        why = t.late("may_keep", seat=t.active, limit=limit, count=end_game)
        t.question = Question(DISCARD, t.active, "KEK-A16", why, least=end_game, most=end_game)
        return True
    seat = next_living(t, t.active)
    if _wraps(t, t.active, seat):
        if t.data.switches.round_limit and t.round >= t.data.switches.round_limit:
            end_by_rounds(t)
            return True
        t.round += 1
    if (t.active + 1) % len(t.players) != seat:
        t.note("KEK-08", "fallen_passed_over", seat=seat)
    start_turn(t, seat)
    return True


def start_turn(t: Trial, seat: Seat) -> None:
    """A player's turn begins."""
    t.active = seat
    t.turn += 1
    t.note("KEK-08", "turn_of", seat=seat)
    enter_phase(t, START_COUNTERS)


def next_living(t: Trial, seat: Seat) -> Seat:
    """The next living player clockwise."""
    count = len(t.players)
    return next(((seat + step) % count for step in range(1, count + 1) if t.players[(seat + step) % count].alive), seat)


def _wraps(t: Trial, seat: Seat, following: Seat) -> bool:
    """A new round begins between these two seats."""
    count = len(t.players)
    return (following - t.first) % count <= (seat - t.first) % count


def end_by_rounds(t: Trial) -> None:
    """The rounds are over: the highest life wins, of a team the sum (KEK-A37)."""
    sides: dict[int, list[Seat]] = {}
    for seat in range(len(t.players)):
        sides.setdefault(t.teams[seat] if t.teams else seat, []).append(seat)
    totals = {side: sum(t.players[seat].life for seat in seats) for side, seats in sides.items()}
    best = max(totals.values())
    winners = [seat for side, seats in sides.items() if totals[side] == best for seat in seats]
    tie = sum(total == best for total in totals.values()) > 1
    rounds = t.data.switches.round_limit
    kind = "tie" if tie else "win"
    end_game(t, () if tie else tuple(winners), "KEK-A37", kind, "rounds_are_over", rounds=rounds, life=best)


def end_game(t: Trial, winners: tuple[Seat, ...], rule: str, kind: str, because: str, **args: Any) -> None:
    """The game ends."""
    t.winners, t.ending_text, t.ending_rule, t.ending_kind = winners, t.message(because, **args), rule, kind
    t.phase, t.phase_begun = OVER, True
    t.note(rule, because, **args)


# set-up


def characters_dealt(t: Trial) -> None:
    """Every seat has a Character."""
    if all(player.character or not player.alive for player in t.players):
        enter_phase(t, BEFORE)


def put_starting_location(t: Trial, card: str) -> None:
    """A random Location is in play before the game begins (KEK-V15)."""
    piles.shuffle(t)
    t.deck_middle -= 1
    hidden_cards.turn_up(t, card)
    play_area.arrive(t, card, 0)
    piles.note_stock(t)
    t.note("KEK-V15", "lies_from_the_start", card=t.data.label(card))
    enter_phase(t, DEAL)


def first_turn(t: Trial, seat: Seat) -> None:
    """The highest roller begins (KEK-07)."""
    t.first, t.rolling_seats = seat, ()
    t.announce("KEK-07", "rolled_highest", seat=seat)
    location = t.location
    if location is not None:
        if t.data.switches.starting_location_enters:
            t.active = seat
            location = replace(location, put_by=seat)
            t.play = [location if card.serial == location.serial else card for card in t.play]
            triggers.queue_arrivals(t, [location], seat, {}, False)
        elif t.card_data(location).ability_numbers("enters"):
            t.note("KEK-A18", "location_is_silent", card=t.label(location))
    start_turn(t, seat)


SETUP = (CHARACTERS, BEFORE, LOCATION, DEAL, FIRST)
