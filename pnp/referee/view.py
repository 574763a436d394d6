"""Views: what a seat knows of a table. In: a replay and a seat (None: everybody). Out: a state to show and to judge by.

Invariant: a view is what folding the lines that this seat saw gives, so it holds what follows from them (which cards
cannot be in another hand) and nothing that was hidden.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.referee.correction import SetHand
from pnp.referee.game import DIGITAL, Game, S
from pnp.referee.move import KERNEL_MOVES, Deal, Move
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import Reason
from pnp.referee.seat import TABLE, Seat


def view_of(replay: Replay[S], seat: Seat | None) -> S:
    """The table as `seat` knows it now.

    A physical table knows no more than was told aloud, so its projection is the view. A digital table is told again
    from the lines as that seat saw them; lines taken back are left out.
    """
    game = replay.game
    projected = game.project(replay.state, seat)
    if replay.setup.deal != DIGITAL:
        return projected
    seen = Replay(game, replay.setup)
    for position in replay.positions[1:]:
        entry = replay.entries[position.ply - 1]
        if entry.move is None or type(entry.move) in KERNEL_MOVES:
            continue
        if not seen.make(as_seen(replay.game, replay.state, entry, seat), overruled=entry.overruled).accepted:
            return projected
    view = game.project(seen.state, seat)
    if game.facts(view) != game.facts(projected):
        return projected  # a correction told more than its words; the projection is right, if less telling
    return replace(view, ply=replay.state.ply)


def reasons_before(replay: Replay[S], move: Move) -> tuple[Reason, ...]:
    """Why a legal move would do what it does, as far as its seat knows before it is made.

    What the move itself opens (the last secret vote opens all of them) is told when it is accepted, not when it is
    only asked about.
    """
    seat = None if move.seat == TABLE else move.seat
    return replay.game.explain(view_of(replay, seat), move)


def as_seen(game: Game[S], state: S, entry: Entry, seat: Seat | None) -> Move:
    """The move of a line as `seat` knows it in a later state: what was opened since is hidden no more."""
    move = entry.move
    assert move is not None, "only lines that could be read are seen"
    if type(move) in KERNEL_MOVES or game.opened(state, move, entry.ply):
        return move
    return game.redact(move, seat)


def redact_cards(move: Move, seat: Seat | None) -> Move:
    """Cards that went into another hand are `?`; how many they are, everybody hears."""
    if isinstance(move, Deal) and move.to != seat:
        return replace(move, cards=(UNKNOWN,) * len(move.cards))
    if isinstance(move, SetHand) and move.of != seat and isinstance(move.holds, tuple):
        return replace(move, holds=(UNKNOWN,) * len(move.holds))
    return move
