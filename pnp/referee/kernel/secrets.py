"""Who knows what: views, lines as others hear them, what was opened since. In: a state, a move, a seat. Out: the same
as that seat, or the public (None), knows it.

Invariant: what `project` hides, `redact` hides. An entry that is hidden from a viewer is `*`, one that nobody told `?`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pnp.referee.kernel.asking import is_secret_open, redacted
from pnp.referee.kernel.corrections import redact_zone
from pnp.referee.kernel.question import FIST, Answered, Commit, Look, Open
from pnp.referee.move import Deal, Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

if TYPE_CHECKING:
    from pnp.referee.kernel.declaration import Declaration


def project(game: Declaration, state: Any, seat: Seat | None) -> Any:
    """The table as a seat knows it."""
    state = game.held.project(state, seat)
    if any(type(item) is Open and item.answers for item in state.stack):
        state = replace(state, stack=tuple(_hide_answers(game, item, seat) for item in state.stack))
    return state


def _hide_answers(game: Declaration, item: Any, seat: Seat | None) -> Any:
    if type(item) is not Open or not game.questions[item.question].secret:
        return item
    hidden = (given if given.seat == seat else Answered(given.seat, given.ply, FIST) for given in item.answers)
    return replace(item, answers=tuple(hidden))


def redact(game: Declaration, move: Any, seat: Seat | None) -> Move:
    """A line as a seat hears it: a deal into another hand, a secret answer of somebody else."""
    if isinstance(move, Deal | Look):
        if move.to in (seat, TABLE):
            return move
        return replace(move, cards=(UNKNOWN,) * len(move.cards))
    answer = game.hiding.get(type(move))
    if answer is not None and seat not in (move.seat, getattr(move, answer.told, move.seat)):
        return redacted(move, answer)
    if type(move) in game.secret and move.seat != seat:
        return Commit(move.seat)
    return redact_zone(game.held, move, seat)


def is_opened(game: Declaration, state: Any, move: Move, ply: int) -> bool:
    """Whether everybody knows by now what `redact` hides of the line of that ply: all secret answers are in."""
    return type(move) in game.secret and not is_secret_open(state, ply)
