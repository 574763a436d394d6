"""Overruling. In: a move that the table allows against the rules (`anna: !play moo`). Out: Legal, or Illegal when no
table could do it.

Turn, section, limits and legacies of the turn give way. Matter does not: a card must be one that can be in the hand or
in play, a choice one that can be made, and what is half done is finished first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from pnp.games.keko.game_data import ACTION
from pnp.games.keko.judge import accept, attempt
from pnp.games.keko.moves import Draw, EndTurn, Next, Play, Respond, Use
from pnp.games.keko.phases.flow import enter_phase
from pnp.games.keko.resolution.decisions import close
from pnp.games.keko.resolution.loop import run
from pnp.games.keko.state import DRAWING, PART_ONE, PART_TWO, SECTIONS, KekoState
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import Draw as DrawVerb
from pnp.games.keko.windows import WINDOWS
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Move
from pnp.referee.ruling import Ambiguous, Illegal, Legal, Ruling, Unverified
from pnp.referee.seat import Seat


def force(state: KekoState, move: Move) -> Legal | Illegal:
    """The move as the table overruled it."""
    t = Trial(state)
    refusal = attempt(t, move)
    if refusal is not None:
        t = Trial(state)
        refusal = _attempt_overruled(t, move)
    if isinstance(refusal, Ambiguous):
        return t.refusal("KEK-E3", "which_of", why=refusal.because, readings=", ".join(refusal.readings))
    if refusal is not None:
        return refusal
    run(t)
    ruling: Ruling = accept(t, move, forced=True)
    if isinstance(ruling, Unverified):
        ruling = Legal(ruling.events, ruling.after)
    assert isinstance(ruling, Legal)
    return ruling


def _attempt_overruled(t: Trial, move: Move) -> Illegal | Ambiguous | None:
    if t.winners is not None:
        return t.refusal("KEK-60", "game_is_over", why=t.ending_text)
    if not isinstance(move, Play | Respond | Use | Draw | Next | EndTurn):
        return attempt(t, move)
    if move.seat < 0 or t.phase.startswith("SETUP"):
        return t.refusal(REF_SEAT, "only_players_do")
    answers = isinstance(move, Respond)
    while t.question is not None and t.question.is_soft:
        if answers and t.question.kind in WINDOWS:
            break
        close(t)
        run(t)
    if t.question is not None and not t.question.is_soft:
        return t.refusal(t.question.rule, "first", why=t.question.why)
    _reset_limits(t, move.seat)
    if isinstance(move, Next | EndTurn):
        t.active, t.plays = move.seat, 0
        if t.phase not in SECTIONS:
            enter_phase(t, PART_ONE)
            t.phase_begun = True
        return attempt(t, replace(move, section="") if isinstance(move, Next) else move)
    with _as_if_active(t, move.seat):
        if isinstance(move, Draw):
            todo = (DrawVerb(move.count, "you"),)
            t.push(DRAWING, t.players[move.seat].character, move.seat, is_resolving=True, effects_left=todo)
            return None
        is_action = isinstance(move, Use) or t.data.cards[move.what.partition(".")[0]].type == ACTION
        t.phase = PART_TWO if is_action else SECTIONS[1]
        return attempt(t, move)


@contextmanager
def _as_if_active(t: Trial, seat: Seat) -> Iterator[None]:
    """The seat is in turn for one line, and may play as if it had played nothing; then the turn goes on as it was."""
    active, phase, plays = t.active, t.phase, t.plays
    t.active, t.plays = seat, 0
    yield
    t.active, t.phase, t.plays = active, phase, plays + t.plays


def _reset_limits(t: Trial, seat: int) -> None:
    """Limits of the turn do not hold."""
    t.play = [replace(card, used=()) if card.controller == seat else card for card in t.play]
    t.change_player(seat, used=())
