"""Overruling. In: a move that the table allows against the rules (`anna: !play moo`). Out: Legal, or Illegal when no
table could do it.

Turn, section, limits and legacies of the turn give way. Matter does not: a card must be one that can be in the hand or
in play, a choice one that can be made, and what is half done is finished first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from pnp.games.keko import rule_ids
from pnp.games.keko.game_data import ACTION
from pnp.games.keko.judge import accepted, attempt
from pnp.games.keko.moves import Draw, EndTurn, Next, Play, Respond, Use
from pnp.games.keko.phases.flow import enter
from pnp.games.keko.resolution.decisions import close
from pnp.games.keko.resolution.loop import run
from pnp.games.keko.state import DAMAGE_WINDOW, DRAWING, PART_ONE, PART_TWO, SECTIONS, SOFT, WINDOW, KekoState
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import Draw as DrawVerb
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Move
from pnp.referee.ruling import Ambiguous, Illegal, Legal, Ruling, Unverified
from pnp.referee.seat import Seat


def force(state: KekoState, move: Move) -> Legal | Illegal:
    """The move as the table overruled it."""
    trial = Trial(state)
    refusal = attempt(trial, move)
    if refusal is not None:
        trial = Trial(state)
        refusal = _bend(trial, move)
    if isinstance(refusal, Ambiguous):
        return Illegal(rule_ids.ON_ANNOUNCEMENT, f"{refusal.because}: {', '.join(refusal.readings)}")
    if refusal is not None:
        return refusal
    run(trial)
    ruling: Ruling = accepted(trial, move, forced=True)
    if isinstance(ruling, Unverified):
        ruling = Legal(ruling.events, ruling.after)
    assert isinstance(ruling, Legal)
    return ruling


def _bend(trial: Trial, move: Move) -> Illegal | Ambiguous | None:
    if trial.winners is not None:
        return Illegal(rule_ids.WIN, f"the game is over: {trial.ending}")
    if not isinstance(move, Play | Respond | Use | Draw | Next | EndTurn):
        return attempt(trial, move)
    if move.seat < 0 or trial.phase.startswith("SETUP"):
        return Illegal(REF_SEAT, "only a player does that, when the game has begun")
    answers = isinstance(move, Respond)
    while trial.question is not None and trial.question.kind in SOFT:
        if answers and trial.question.kind in (WINDOW, DAMAGE_WINDOW):
            break
        close(trial)
        run(trial)
    if trial.question is not None and trial.question.kind not in SOFT:
        return Illegal(trial.question.rule, f"first: {trial.question.why}")
    _renew(trial, move.seat)
    if isinstance(move, Next | EndTurn):
        trial.active, trial.plays = move.seat, 0
        if trial.phase not in SECTIONS:
            enter(trial, PART_ONE)
            trial.entered = True
        return attempt(trial, replace(move, section="") if isinstance(move, Next) else move)
    with _as_if_active(trial, move.seat):
        if isinstance(move, Draw):
            todo = (DrawVerb(move.count, "you"),)
            trial.push(DRAWING, trial.players[move.seat].character, move.seat, begun=True, todo=todo)
            return None
        is_action = isinstance(move, Use) or trial.data.faces[move.what.partition(".")[0]].type == ACTION
        trial.phase = PART_TWO if is_action else SECTIONS[1]
        return attempt(trial, move)


@contextmanager
def _as_if_active(trial: Trial, seat: Seat) -> Iterator[None]:
    """The seat is in turn for one line, and may play as if it had played nothing; then the turn goes on as it was."""
    active, phase, plays = trial.active, trial.phase, trial.plays
    trial.active, trial.plays = seat, 0
    yield
    trial.active, trial.phase, trial.plays = active, phase, plays + trial.plays


def _renew(trial: Trial, seat: int) -> None:
    """Limits of the turn do not hold."""
    trial.play = [replace(card, used=()) if card.controller == seat else card for card in trial.play]
    trial.change_player(seat, used=())
