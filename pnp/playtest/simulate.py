"""One simulated game. In: a game, seats, bots and a seed. Out: a Replay that can be written as a record.

Invariant: the dealer and the bots depend on the seed alone, bots see only the view of their seat, and every line went
through the same judge as a line people type: a simulated game tests the referee.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from pnp.library.card import CardBook
from pnp.referee.game import DIGITAL, Game, Setup
from pnp.referee.move import End, Move
from pnp.referee.record import DIGEST_EVERY, Header, format_digest, format_header, format_line
from pnp.referee.replay import Replay, digest_of, setup_of
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance

SEAT_NAMES = ("anna", "ben", "carl", "dora", "emil", "fanny", "gustav", "helmi")


def random_move(game: Game[Any], view: Any, seat: int, pick: Callable[[int], int]) -> Move:
    """Any legal move of the view."""
    moves = game.legal_moves(view, seat)
    if not moves:
        raise RuntimeError(f"{game.slug}: seat {seat} is to act and has no legal move")
    return moves[pick(len(moves))]


def simulate(
    game: Game[Any],
    book: CardBook,
    seats: Sequence[str],
    seed: int,
    bots: Sequence[str] = ("random",),
    options: dict[str, Any] | None = None,
) -> Replay[Any]:
    """Play one digital game to its end; `bots` are names, given out seat by seat and around again.

    A game with `bound` 0 is ended by the table after 60 plies a seat. Raises RuntimeError when a game does not end
    within its bound or a bot's move is refused: both are faults of the game, not of its players.
    """
    header = Header(game.slug, tuple(seats), game.version, book.digest, {**(options or {}), "deal": DIGITAL})
    replay = Replay(game, setup_of(header, game, book))
    chance = SeededChance(seed)
    dice = random.Random(f"{seed}/bots")
    limit = game.bound or 60 * len(seats)
    while replay.outcome is None:
        if replay.plies >= limit:
            if game.bound:
                raise RuntimeError(f"{game.slug}: seed {seed} is not over after {limit} plies")
            replay.make(End(TABLE))
            break
        replay_move(replay, _next_move(game, replay, chance, dice.randrange, bots))
    return replay


def replay_move(replay: Replay[Any], move: Move) -> None:
    """Make a move that must be accepted."""
    entry = replay.make(move)
    if not entry.accepted:
        raise RuntimeError(f"{replay.format(entry)} was refused: {entry.ruling}")


def _next_move(
    game: Game[Any], replay: Replay[Any], chance: SeededChance, pick: Callable[[int], int], bots: Sequence[str]
) -> Move:
    state = replay.state
    acting = game.to_act(state)
    if acting == (TABLE,):
        return game.chance(state, chance)
    forced = game.forced(state)
    if forced is not None:
        return forced
    players = [seat for seat in acting if seat != TABLE]
    if not players:
        raise RuntimeError(f"{game.slug}: nobody is to act and the game is not over")
    seat = players[pick(len(players))] if len(players) > 1 else players[0]
    bot = game.bots.get(bots[seat % len(bots)])
    view = game.project(state, seat)
    return random_move(game, view, seat, pick) if bot is None else bot(view, seat, pick)


def record_text(replay: Replay[Any], seed: int | None = None) -> str:
    """The record of a replay, digests included, as `pnp referee` would have written it."""
    setup: Setup = replay.setup
    options: dict[str, Any] = {"deal": setup.deal} if seed is None else {"deal": setup.deal, "seed": seed}
    options.update({k: v for k, v in setup.options.items() if v != setup.book.options[k].default})
    header = Header(replay.game.slug, setup.seats, replay.game.version, setup.book.digest, options)
    parts = [format_header(header)]
    for entry in replay.entries:
        parts.append(format_line(replay.format(entry), entry.overruled, entry.comment))
        if entry.ply % DIGEST_EVERY == 0:
            parts.append(format_digest(entry.ply, digest_of(replay.game, entry.state)))
    return "".join(parts)
