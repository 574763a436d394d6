"""Who is to act, and what for. In: a state. Out: seats, decisions, lines that a digital table writes by itself.

Invariant: while the game goes on somebody is named, with what is asked and by which rule: no table is left waiting.
"""

from __future__ import annotations

from pnp.games.keko import rule_ids
from pnp.games.keko.game_data import counted
from pnp.games.keko.judge import attempt
from pnp.games.keko.moves import Show
from pnp.games.keko.state import (
    CHARACTERS,
    COMES_IN,
    DEAL,
    DRAW,
    FIRST,
    LOCATION,
    KekoState,
    Question,
    phase_name,
)
from pnp.games.keko.trial import Trial
from pnp.games.keko.windows import WINDOW
from pnp.referee.game import Decision
from pnp.referee.move import Move
from pnp.referee.seat import TABLE, Seat

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
        shows = _showing(state) if state.phase == FIRST and state.data.is_digital and not state.is_tied else None
        return (TABLE,) if shows is None else (shows.seat,)
    return (state.active,)


def _showing(state: KekoState) -> Show | None:
    """A Starting Hand that shows something; a digital table shows it by itself."""
    for seat, player in enumerate(state.players):
        for card, _ in player.hand:
            card_data = state.data.cards.get(card)
            if card_data is None or not card_data.ability_numbers("starting_hand"):
                continue
            move = Show(seat, card)
            if attempt(Trial(state), move) is None:
                return move
    return None


def forced(state: KekoState) -> Move | None:
    """What a digital table writes itself: cards that matter in a Starting Hand (KEK-06)."""
    if state.phase == FIRST and state.data.is_digital and state.winners is None and not state.is_tied:
        return _showing(state)
    return None


def pending(state: KekoState) -> tuple[Decision, ...]:
    """What must be decided now, by whom, and by which rule: a table is never left without a word."""
    if state.winners is not None:
        return ()
    if state.question is not None:
        question = state.question
        verbs, why = _asked(question)
        asked = tuple(Decision(seat, verbs, why, question.rule) for seat in to_act(state))
        if not question.is_soft:
            return asked
        return (*asked, Decision(TABLE, ("ok",), question.kind.silence, question.rule))
    return (_setting_up(state) if state.phase in TABLE_PHASES else _in_turn(state),)


def _asked(question: Question) -> tuple[tuple[str, ...], str]:
    """The verbs that answer a question, and how they do."""
    verbs, why, how = question.kind.verbs, question.why, question.kind.how
    if how:
        return verbs, f"{why}: {how}"
    is_plain = why.startswith(verbs[0]) or f": {verbs[0]}" in why
    return verbs, why if is_plain else f"{why} ({verbs[0]})"


def _setting_up(state: KekoState) -> Decision:
    """What the table does before the first turn."""
    data = state.data
    if state.phase == CHARACTERS:
        left = [at for at in state.living() if not state.players[at].character]
        names = ", ".join(map(state.name, left))
        if data.switches.build_your_own_deck and state.deck == data.copies and len(left) == len(state.players):
            why = f"name the cards of your own Play Deck (deck), or deal a Character to {names} for the starter deck"
            return Decision(TABLE, ("deck", "deal"), why, rule_ids.OWN_DECK)
        return Decision(TABLE, ("deal",), f"deal a Character to {names}", rule_ids.CHARACTERS)
    if state.phase == LOCATION:
        return Decision(
            TABLE, ("location",), "say which Location was drawn at random (location)", rule_ids.STARTING_LOCATION
        )
    if state.phase == DEAL:
        return Decision(
            TABLE, ("deal",), f"deal {counted(data.starting_hand, 'card')} to each player", rule_ids.STARTING_HAND
        )
    names = ", ".join(map(state.name, state.rolling_seats))
    if state.is_tied:
        return Decision(TABLE, ("first",), f"{names} tied: they roll one die each again (first)", rule_ids.TIED)
    shows = "players show cards that matter in a Starting Hand (show); then "
    return Decision(TABLE, ("first",), f"{shows}{names} roll one die each (first)", rule_ids.FIRST)


def _in_turn(state: KekoState) -> Decision:
    """What the player in turn may do."""
    seat = state.active
    t = Trial(state)
    if state.phase == DRAW:
        why = f"draw {t.draw_due(seat)}"
        if any(owner == seat for _, owner, *_ in t.abilities("draw_phase")):
            return Decision(seat, ("draw", "use"), f"{why}, or use what replaces the draw", rule_ids.DRAW)
        return Decision(seat, ("draw",), why, rule_ids.DRAW)
    part = phase_name(state.phase).removeprefix("the ")
    if state.phase == COMES_IN:
        may_use = state.data.switches.abilities_in_comes_into_play_section
        what = "play cards that stay and Actions" + (", use abilities" if may_use else "")
        verbs = ("play", "use", "next", "end") if may_use else ("play", "next", "end")
    else:
        what, verbs = "play Actions, use abilities", ("play", "use", "next", "end")
    return Decision(seat, verbs, f"{part}: {what}, or go on (next, end)", rule_ids.SECTIONS)
