"""Who is to act, and what for. In: a state. Out: seats, decisions, lines that another line implies.

Invariant: while the game goes on somebody is named, with what is asked and by which rule: no table is left waiting.
"""

from __future__ import annotations

from pnp.games.keko.moves import Draw, Next, Ok
from pnp.games.keko.phases.setup_moves import seats_to_show
from pnp.games.keko.state import (
    CHARACTERS,
    COMES_IN,
    DEAL,
    DRAW,
    FIRST,
    LOCATION,
    PART_ONE,
    PART_TWO,
    KekoState,
    Question,
)
from pnp.games.keko.trial import Trial
from pnp.games.keko.windows import WINDOW
from pnp.library.words import ANY, join_texts, text_of
from pnp.referee.game import Decision
from pnp.referee.message import ENGLISH
from pnp.referee.move import Move
from pnp.referee.seat import TABLE, Seat

IN_SECTIONS = {PART_ONE: "in_part_one", COMES_IN: "in_comes_into_play_with_abilities", PART_TWO: "in_part_two"}
TABLE_PHASES = (CHARACTERS, LOCATION, DEAL, FIRST)


def to_act(state: KekoState) -> tuple[Seat, ...]:
    """Who may move now, and must before the game goes on."""
    if state.winners is not None:
        return ()
    question = state.question
    if question is not None:
        if question.kind is WINDOW:
            return tuple(
                seat for seat in state.living() if seat not in question.passed and state.players[seat].life > 0
            )
        return (question.seat,)
    if state.phase in TABLE_PHASES:
        return seats_to_show(state) or (TABLE,)
    return (state.active,)


def implied(state: KekoState, seat: Seat) -> Move | None:
    """What goes before a line: that nobody answers; of the player in turn the draw, then sections with nothing done."""
    if state.question is not None:
        return Ok(TABLE, "") if state.question.is_soft and state.data.switches.implicit_pass else None
    if seat != state.active:
        return None
    if state.phase == DRAW:
        return Draw(seat, Trial(state).draw_due(seat))
    return Next(seat, "") if state.phase in (PART_ONE, COMES_IN) else None


def pending(state: KekoState) -> tuple[Decision, ...]:
    """What must be decided now, by whom, and by which rule: a table is never left without a word."""
    if state.winners is not None:
        return ()
    if state.question is not None:
        question = state.question
        verbs, why = question.kind.verbs, _asked(state, question)
        asked = tuple(Decision(seat, verbs, why, question.rule) for seat in to_act(state))
        if not question.is_soft:
            return asked
        return (*asked, Decision(TABLE, ("ok",), state.message(question.kind.silence), question.rule))
    if showing := seats_to_show(state):
        why = state.message("may_show")
        return tuple(Decision(seat, ("show", "pass"), why, "KEK-06") for seat in showing)
    return (_setting_up(state) if state.phase in TABLE_PHASES else _in_turn(state),)


def _asked(state: KekoState, question: Question) -> str:
    """What a question asks, with how to answer it, or the verb that does; in English it may stand there already."""
    how, verb = question.kind.how, question.kind.verbs[0]
    if how:
        return state.message("asked_how", why=question.why, how=state.message(how))
    why = question.why.word(state.setup)
    brackets = f" ({verb})"
    return join_texts("", (why, text_of({ENGLISH: "", ANY: brackets}) if f": {verb}" in why else brackets))


def _setting_up(state: KekoState) -> Decision:
    """What the table does before the first turn."""
    data = state.data
    if state.phase == CHARACTERS:
        left = tuple(at for at in state.living() if not state.players[at].character)
        if data.switches.build_your_own_deck and state.deck == data.copies and len(left) == len(state.players):
            why = state.message("name_deck_or_deal", seat=left)
            return Decision(TABLE, ("deck", "deal"), why, "KEK-V10")
        return Decision(TABLE, ("deal",), state.message("deal_characters", seat=left), "KEK-03")
    if state.phase == LOCATION:
        return Decision(TABLE, ("location",), state.message("say_location"), "KEK-V15")
    if state.phase == DEAL:
        return Decision(TABLE, ("deal",), state.message("deal_hands", count=data.starting_hand), "KEK-05")
    if state.is_tied:
        return Decision(TABLE, ("first",), state.message("roll_again", seat=state.rolling_seats), "KEK-A15")
    return Decision(TABLE, ("first",), state.message("show_then_roll", seat=state.rolling_seats), "KEK-07")


def _in_turn(state: KekoState) -> Decision:
    """What the player in turn may do."""
    seat = state.active
    t = Trial(state)
    if state.phase == DRAW:
        due = t.draw_due(seat)
        if any(owner == seat for _, owner, *_ in t.abilities("draw_phase")):
            return Decision(seat, ("draw", "use"), state.message("draw_or_replace", count=due), "KEK-17")
        return Decision(seat, ("draw",), state.message("draw", count=due), "KEK-17")
    if state.phase == COMES_IN and not state.data.switches.abilities_in_comes_into_play_section:
        return Decision(seat, ("play", "next", "end"), state.message("in_comes_into_play"), "KEK-19")
    why = state.message(IN_SECTIONS[state.phase])
    return Decision(seat, ("play", "use", "next", "end"), why, "KEK-19")
