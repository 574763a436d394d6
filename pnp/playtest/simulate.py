"""Simulated games. In: a game, its cards, seats, bots and a seed. Out: the game played, and its record.

Invariant: dealer and bots depend on the seed alone, bots see only the view of their seat, and every move passes the
same judge as a line people type: a simulated game tests the referee. Chance belongs to copies and decisions, not to
places in a row, so two games of one seed whose cards differ a little are alike as far as they can be. Text is made only
when a record is asked for.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import Span, as_usage
from pnp.base.digest import digest_bytes
from pnp.library.card import CardBook
from pnp.playtest.bots import RANDOM, find_bots
from pnp.referee.game import BY_COPY, DIGITAL, Bot, Game, Outcome, Pick, Setup
from pnp.referee.loading import setup_of
from pnp.referee.move import End, Move
from pnp.referee.notation import Notation
from pnp.referee.record import DIGEST_EVERY, Header, format_digest, format_header, format_line
from pnp.referee.replay import STOPPED, Entry, Replay, digest_of, start_of
from pnp.referee.ruling import Irregularity, Legal, Ruling, Unverified
from pnp.referee.seat import TABLE, Seat
from pnp.referee.view import view_of
from pnp.table.dealer import SeededChance, chance_of

SEAT_NAMES = ("anna", "ben", "carl", "dora", "emil", "fanny", "gustav", "helmi")
ACCEPTED = (Legal, Unverified)
BY_COPIES = {"dealer": BY_COPY}  # how simulated games are dealt, so that those of changed cards can be laid beside them


class RefusedMove(RuntimeError):
    """A bot made a move that the judge refuses: a fault of the game or of the bot."""

    def __init__(self, line: str, move: Move, ruling: Ruling) -> None:
        super().__init__(line, move, ruling)  # all of them, so that it comes back from another process
        self.line, self.move, self.ruling = line, move, ruling

    def __str__(self) -> str:
        rule, because = (getattr(self.ruling, name, "") for name in ("rule", "because"))
        return f"the bot made an illegal move{f' ({rule})' if rule else ''}: {because}: {self.line}"


class PlayedGame(Struct, frozen=True):
    """A game played to its end: every move in order, the last state, and (when asked for) digests by ply.

    states: the state before each move, and the last one; empty for a game that is told by its moves alone
    """

    seed: int
    lineup: tuple[str, ...]
    moves: list[Move]
    state: Any
    outcome: Outcome
    digests: dict[int, str] = {}
    states: Sequence[Any] = ()


class Simulator:
    """Plays games of one setup; what all of them share is made once. InputError for wrong seats, switches or bots."""

    def __init__(
        self,
        game: Game[Any],
        book: CardBook,
        seats: Sequence[str],
        bots: Sequence[str] = (RANDOM,),
        options: dict[str, Any] | None = None,
    ) -> None:
        header = Header(game.slug, tuple(seats), game.version, book.digest, {**(options or {}), "deal": DIGITAL})
        self.game = game
        with as_usage():
            self.setup: Setup = setup_of(header, game, book, Span("--option"))
        self._bots: dict[str, Bot] = find_bots(game, bots)
        self.start = start_of(game, self.setup)
        self._limit = game.max_plies or game.max_plies_per_seat * len(seats)

    @cached_property
    def _notation(self) -> Notation:
        return Notation(self.game, self.setup)

    def play(
        self,
        seed: int,
        lineup: Sequence[str],
        digests: bool = False,
        made: list[Move] | None = None,
        row: Pick | None = None,
    ) -> PlayedGame:
        """Play the game of a seed to its end; `lineup` names the bot of each seat, `made` is given the moves as they
        are made. row: the numbers that all decisions take one after another, instead of each having its own, as once
        (`simulate`); then the cards are shuffled as they were once, too.

        A game that is not over within its limit is ended by the table (its ending is `stopped`). Raises RuntimeError
        when a move is refused or an irregularity is found: faults of the game or the bot.
        """
        game, state = self.game, self.start
        judge, to_act, forced, project = game.judge, game.to_act, game.forced, game.project
        seated = [self._bots[name] for name in lineup]
        chance = chance_of(BY_COPIES, seed) if row is None else SeededChance(seed)
        moves = made if made is not None else []
        found: dict[int, str] = {}
        states = [state]
        limit = self._limit
        remembers = [getattr(bot, "remembers", False) for bot in seated]
        table = Replay(game, self.setup) if any(remembers) else None
        while acting := to_act(state):
            if len(moves) >= limit:
                return PlayedGame(seed, tuple(lineup), [*moves, End(TABLE)], state, STOPPED, found, [*states, state])
            if acting[0] == TABLE and len(acting) == 1:
                move = game.chance(state, chance)
            else:
                automatic = forced(state)
                if automatic is not None:
                    move = automatic
                else:
                    ply = len(moves)
                    seat = acting[0] if len(acting) == 1 else _any_player(acting, row or keyed_pick(seed, TABLE, ply))
                    view = view_of(table, seat) if table is not None and remembers[seat] else project(state, seat)
                    move = seated[seat](view, seat, row or keyed_pick(seed, seat, ply))
                    if not isinstance(move, Move):
                        raise RuntimeError(f"expected a move from the bot “{lineup[seat]}”, got {move!r:.60}")
            ruling = judge(state, move)
            if not isinstance(ruling, ACCEPTED):
                raise RefusedMove(self._line_of(move), move, ruling)
            if Irregularity in map(type, ruling.events):
                found_out = next(event for event in ruling.events if type(event) is Irregularity)
                raise RuntimeError(f"{self._notation.format(move)}: {found_out}")
            state = ruling.after
            moves.append(move)
            states.append(state)
            if table is not None:
                table.apply_move(move)
            if digests and len(moves) % DIGEST_EVERY == 0:
                found[len(moves)] = digest_of(game, state)
        outcome = game.outcome(state)
        if outcome is None:
            raise RuntimeError(f"{game.slug}: the game is not over, but no seat is to act")
        return PlayedGame(seed, tuple(lineup), moves, state, outcome, found, states)

    def format(self, move: Move) -> str:
        """A move as its line."""
        return self._notation.format(move)

    def _line_of(self, refused: Move) -> str:
        """A move of which nobody knows whether it can be written at all."""
        try:
            return self._notation.format(refused)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return repr(refused)

    def record(self, played: PlayedGame) -> str:
        """The record of a game, as `pnp referee` would write it; the first comment names the bot of each seat."""
        setup, notation = self.setup, self._notation
        parts = [format_header(_header(self.game, setup, played.seed, BY_COPIES))]
        who = ", ".join(f"{seat} {bot}" for seat, bot in zip(setup.seats, played.lineup, strict=True))
        parts.append(f"# a simulated game; bots: {who}\n")
        for ply, move in enumerate(played.moves, 1):
            parts.append(format_line(notation.format(move)))
            if ply in played.digests:
                parts.append(format_digest(ply, played.digests[ply]))
        return "".join(parts)


def keyed_pick(seed: int, seat: Seat, ply: int) -> Pick:
    """A bot's random numbers for one decision: pick(n) is a number from 0 to n - 1.

    They follow from seed, seat and ply alone: whoever asks for more of them, or plays otherwise, leaves those of all
    other decisions as they are, so two games of one seed stay alike as long as their moves are.
    """
    asked = 0

    def pick(count: int) -> int:
        nonlocal asked
        asked += 1
        return int(digest_bytes(f"{seed}/{seat}/{ply}/{asked}".encode(), 8), 16) * count >> 64

    return pick


def seeded_pick(seed: int) -> Pick:
    """One row of random numbers: pick(n) is a number from 0 to n - 1."""
    draw = random.Random(f"{seed}/bots").random
    return lambda count: int(draw() * count)


def _any_player(acting: Sequence[Seat], pick: Pick) -> Seat:
    players = [seat for seat in acting if seat != TABLE]
    return players[pick(len(players))]


def simulate(
    game: Game[Any],
    book: CardBook,
    seats: Sequence[str],
    seed: int,
    bots: Sequence[str] = (RANDOM,),
    options: dict[str, Any] | None = None,
) -> Replay[Any]:
    """One game as a Replay with every position; `bots` are assigned seat by seat, cyclically.

    Its bots take one row of numbers, as they always did: games that were looked at once are those of their seeds still.
    Raises RuntimeError when a game with a limit is not over within it.
    """
    simulator = Simulator(game, book, seats, bots, options)
    lineup = [bots[seat % len(bots)] for seat in range(len(seats))]
    played = simulator.play(seed, lineup, row=seeded_pick(seed))
    if game.max_plies and played.outcome is STOPPED:
        raise RuntimeError(f"{game.slug}: the game with seed {seed} is not over after {game.max_plies} lines")
    replay = Replay(game, simulator.setup)
    for move in played.moves:
        entry = replay.apply_move(move)
        if not entry.accepted:
            raise RuntimeError(f"seed {seed}: {replay.format(entry)} was refused: {entry.ruling}")
    return replay


def record_text(replay: Replay[Any], seed: int | None = None, entries: Sequence[Entry] | None = None) -> str:
    """The record of a replay, or of some lines of it, digests included, as `pnp referee` would have written it."""
    parts = [format_header(_header(replay.game, replay.setup, seed))]
    for entry in replay.entries if entries is None else entries:
        parts.append(format_line(replay.format(entry), entry.overruled, entry.comment))
        if entry.ply % DIGEST_EVERY == 0:
            parts.append(format_digest(entry.ply, digest_of(replay.game, entry.state)))
    return "".join(parts)


def _header(game: Game[Any], setup: Setup, seed: int | None, dealt: Mapping[str, Any] | None = None) -> Header:
    options: dict[str, Any] = {"deal": setup.deal, **(dealt or {})}
    if seed is not None:
        options["seed"] = seed
    options.update({k: v for k, v in setup.options.items() if v != setup.book.options[k].default})
    teams = tuple(tuple(map(setup.name, team)) for team in setup.teams)
    book = setup.book
    return Header(game.slug, setup.seats, game.version, book.digest, options, teams, extends=book.extends)
