"""Players of simulated games. In: names. Out: bots, and the bot of each seat.

Invariant: a bot sees only the view of its seat, and the seating follows from the game's seed alone, so that a seed
repeats its game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.base.diagnostics import Span, UsageError
from pnp.base.suggest import hint_nearest
from pnp.referee.game import Bot, Game, Pick
from pnp.referee.move import Move
from pnp.referee.rating import rate_moves
from pnp.referee.seat import Seat

RANDOM, GREEDY = "random", "greedy"


def bots_of(game: Game[Any]) -> dict[str, Bot]:
    """All bots that can play a game: its own, and `random` and `greedy` when it has none of that name."""
    return {RANDOM: _random(game), GREEDY: _greedy(game), **game.bots}


def find_bots(game: Game[Any], names: Sequence[str]) -> dict[str, Bot]:
    """The bots of these names; UsageError with the nearest name when there is none."""
    known = bots_of(game)
    for name in names:
        if name not in known:
            raise UsageError.single(
                Span("--bots"), f"{game.slug} has no bot “{name}”", hint_nearest(name, sorted(known)), "unknown-bot"
            )
    return {name: known[name] for name in names}


def lineup(bots: Sequence[str], seats: int, seed: int) -> tuple[str, ...]:
    """Who sits where in the game of a seed.

    Bots are assigned seat by seat, cyclically; with every game the assignment moves on by one bot. When all b bots have
    begun, every second bot is taken instead of every one, then every third, … up to b - 1; after that the whole row
    moves on by one seat and the cycle restarts. So in every b games each bot sits once on each seat, in b x (b - 1)
    games each bot sits once before each other one on the first two seats, and with more seats than bots every seat
    is among those that share a bot: the value of a seat and of a bot can be separated.
    """
    count = len(bots)
    rounds, first = divmod(seed, count)
    turned, stride = divmod(rounds, max(count - 1, 1))
    return tuple(bots[(first + (seat + turned) % seats * (stride + 1)) % count] for seat in range(seats))


def _random(game: Game[Any]) -> Bot:
    legal_moves = game.legal_moves

    def random_bot(view: Any, seat: Seat, pick: Pick) -> Move:
        moves = legal_moves(view, seat)
        if not moves:
            raise RuntimeError(f"{game.slug}: seat {seat} is to act and has no legal move")
        return moves[pick(len(moves))]

    return random_bot


def _greedy(game: Game[Any]) -> Bot:
    def greedy_bot(view: Any, seat: Seat, pick: Pick) -> Move:
        """The move that looks best to the game (`Game.rate`); a random one of equals."""
        moves = game.legal_moves(view, seat)
        if not moves:
            raise RuntimeError(f"{game.slug}: seat {seat} is to act and has no legal move")
        if len(moves) == 1:
            return moves[0]
        ratings = rate_moves(game, view, seat, moves)
        most = max(ratings)
        best = [move for move, rating in zip(moves, ratings, strict=True) if rating == most]
        return best[pick(len(best))]

    return greedy_bot
