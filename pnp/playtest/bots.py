"""Players of simulated games and of digital tables. In: specs. Out: bots, and the bot of each seat.

Invariant: a bot sees only the view of its seat, and the seating follows from the game's seed alone, so that a seed
repeats its game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.base.suggest import hint_nearest
from pnp.playtest.restricted import WITHOUT, HeldBack
from pnp.playtest.search import Search
from pnp.referee.game import Bot, Game, Pick
from pnp.referee.move import Move
from pnp.referee.opponents.rating import rate_moves
from pnp.referee.seat import Seat

RANDOM: str = "random"
GREEDY: str = "greedy"
MCTS: str = "mcts"


def bots_of(game: Game[Any]) -> dict[str, Bot]:
    """The bots that have a name alone: the game's own, and `random` and `greedy` when it has none of that name."""
    return {RANDOM: _random(game), GREEDY: _greedy(game), **game.bots}


def find_bots(game: Game[Any], specs: Sequence[str], *, at_table: bool = False) -> dict[str, Bot]:
    """The bots of these specs: `greedy`, `mcts:300`; UsageError for what none of them means.

    at_table: real time may count, `mcts:1s`; a playtest counts simulations, so that a seed repeats its game.
    """
    return {spec: _find_bot(game, spec, at_table) for spec in specs}


def _find_bot(game: Game[Any], spec: str, at_table: bool) -> Bot:
    base, without, card = spec.partition(WITHOUT)
    if without:
        if base in game.bots:
            raise _refused(f"{base} is a bot of the game, which cannot play without a card", f"{GREEDY}, {MCTS}:100")
        return HeldBack(game, card, lambda held: _find_bot(held, base, at_table))
    name, colon, effort = spec.partition(":")
    known = bots_of(game)
    if name in known and not colon:
        return known[name]
    if name in known:
        raise _refused(f"“{spec}”: {name} does not search, so it takes no number", name)
    if name != MCTS:
        hint = hint_nearest(name, sorted([*known, MCTS]))
        raise _refused(f"{game.slug} has no bot “{name}”", hint)
    if game.fill is None:
        raise _refused(f"{game.slug} does not support search: it does not define `fill`", ", ".join(known))
    if found := re.fullmatch(r"([1-9]\d{0,6})", effort):
        return Search(game, simulations=int(found[1]))
    if found := re.fullmatch(r"(\d{1,3}(?:\.\d{1,3})?)s", effort):
        if not at_table:
            raise _refused(f"“{spec}”: a time limit would make games depend on the machine", "mcts:300")
        if float(found[1]):
            return Search(game, seconds=float(found[1]))
    raise _refused(
        f"expected a number of simulations for {MCTS}, got “{spec}”",
        "mcts:300" + (", or a time limit: mcts:1s" if at_table else ""),
    )


def _refused(what: str, hint: str) -> InputError:
    return UsageError.single(Span("--bots"), what, hint, "unknown-bot")


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
