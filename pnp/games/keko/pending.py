"""Who is to act, and what for. In: a state. Out: seats, decisions, lines that a digital table writes by itself.

Invariant: while the game goes on somebody is named, with what is asked and by which rule: no table is left waiting.
"""

from __future__ import annotations

from pnp.games.keko import rules
from pnp.games.keko.answer import VERB_OF
from pnp.games.keko.course import Course
from pnp.games.keko.judge import attempt
from pnp.games.keko.moves import Show
from pnp.games.keko.state import (
    CHARACTERS,
    DAMAGE_WINDOW,
    DEAL,
    DRAW,
    FIRST,
    LOCATION,
    SECTIONS,
    SOFT,
    WINDOW,
    Table,
)
from pnp.referee.game import Decision
from pnp.referee.move import Move
from pnp.referee.seat import TABLE, Seat

TABLE_PHASES = (CHARACTERS, LOCATION, DEAL, FIRST)


def to_act(state: Table) -> tuple[Seat, ...]:
    """Who may move now, and must before the game goes on."""
    if state.winners is not None:
        return ()
    question = state.question
    if question is not None:
        if question.kind == WINDOW:
            return tuple(
                seat for seat in state.living() if seat not in question.passed and state.players[seat].life > 0
            )
        return (question.seat,)
    if state.phase in TABLE_PHASES:
        shows = _showing(state) if state.phase == FIRST and state.kit.is_digital and not state.tied else None
        return (TABLE,) if shows is None else (shows.seat,)
    return (state.active,)


def _showing(state: Table) -> Show | None:
    """A Starting Hand that shows something; a digital table shows it by itself."""
    for seat, player in enumerate(state.players):
        for card, _ in player.hand:
            face = state.kit.faces.get(card)
            if face is None or not face.numbers("starting_hand"):
                continue
            move = Show(seat, card)
            if attempt(Course(state), move) is None:
                return move
    return None


def forced(state: Table) -> Move | None:
    """What a digital table writes itself: cards that matter in a Starting Hand (KEK-06)."""
    if state.phase == FIRST and state.kit.is_digital and state.winners is None and not state.tied:
        return _showing(state)
    return None


def pending(state: Table) -> tuple[Decision, ...]:
    """What must be decided now, by whom, and by which rule: a table is never left without a word."""
    if state.winners is not None:
        return ()
    question = state.question
    if question is not None:
        verbs: tuple[str, ...] = (VERB_OF.get(question.kind, "respond"),)
        if question.kind in (WINDOW, DAMAGE_WINDOW):
            verbs = ("respond", "pass")
        elif question.kind in SOFT:
            verbs = ("order", "pass")
        return tuple(Decision(seat, verbs, question.why, question.rule) for seat in to_act(state))
    seat = state.active
    if state.phase == CHARACTERS:
        left = [at for at in state.living() if not state.players[at].character]
        names = ", ".join(map(state.name, left))
        return (Decision(TABLE, ("deal",), f"deal a Character to {names}", rules.CHARACTERS),)
    if state.phase == LOCATION:
        return (Decision(TABLE, ("location",), "a random Location", rules.STARTING_LOCATION),)
    if state.phase == DEAL:
        return (Decision(TABLE, ("deal",), f"deal {state.kit.starting_hand} cards each", rules.STARTING_HAND),)
    if state.phase == FIRST:
        names = ", ".join(map(state.name, state.rolling))
        why = f"show cards that matter in a Starting Hand; then {names} roll one die each"
        return (Decision(TABLE, ("first",), why, rules.FIRST),)
    if state.phase == DRAW:
        due = Course(state).draw_due(seat)
        return (Decision(seat, ("draw", "use"), f"draw {due}", rules.DRAW),)
    comes_in = state.phase == SECTIONS[1]
    verbs = ("play", "next", "end") if comes_in else ("play", "use", "next", "end")
    what = "play cards that stay and Actions" if comes_in else "play Actions, use abilities"
    return (Decision(seat, verbs, f"{state.phase}: {what}, or go on (next, end)", rules.SECTIONS),)
