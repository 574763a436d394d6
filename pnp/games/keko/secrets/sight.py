"""Which readings of half a name mean something that lies open. In: a state as everybody knows it, a move. Out: whether
all that the move names in play lies there.

Invariant: no rule is checked; what lies there may still be the wrong card.
"""

from __future__ import annotations

from pnp.games.keko.adjust import SetAway, SetControl, SetCounters, SetToken
from pnp.games.keko.moves import Chosen, Discard, Use
from pnp.games.keko.params import NONE, split_number
from pnp.games.keko.phases.room import ROOM
from pnp.games.keko.state import KekoState
from pnp.referee.move import Move


def lies_open(state: KekoState, move: Move) -> bool:
    """The cards in play that a move names, and the Character whose ability it uses, are there."""
    there = {NONE, *(card.card for card in state.play)}
    if isinstance(move, Use):
        there.update(player.character for player in state.players)
    return all(_bare(ref) in there for ref in _named(state, move))


def _named(state: KekoState, move: Move) -> tuple[str, ...]:
    if isinstance(move, SetAway | SetControl | SetCounters | SetToken):
        return (move.card,)
    if isinstance(move, Discard):
        return move.cards if state.question is not None and state.question.kind is ROOM else ()
    if not isinstance(move, Chosen):
        return ()
    refs = (*move.on, *move.free, move.from_, move.card, move.out, move.what if isinstance(move, Use) else "")
    return tuple(ref for ref in refs if ref)


def _bare(ref: str) -> str:
    for sign in "*/.":
        ref = split_number(ref, sign)[0]
    return ref
