"""A search for games without an end and positions without a move. In: a game, numbers of seats, options, seeds. Out:
findings: what is wrong with the game, and the record of a game that shows it.

Each game is played by players who stall (`staller.py`): all of them, or one among others who play to win. Before every
move it is asked whether each seat that is to act can, and whether the position was there before.
Invariant: the same seeds give the same findings.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from pnp.library.card import CardBook
from pnp.playtest.batch import message_of, seat_names
from pnp.playtest.bots import GREEDY, find_bots
from pnp.playtest.endless.staller import Habit, Habits, choose
from pnp.playtest.simulate import PlayedGame, Simulator, keyed_pick
from pnp.referee.game import Game, Outcome
from pnp.referee.move import Move
from pnp.referee.replay import STOPPED, digest_of
from pnp.referee.ruling import ACCEPTED, Irregularity
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance

ENDLESS, ROUND, NO_MOVE, FAULT, SHORT, LEFT_OUT, NO_CHOICE = (
    "endless",
    "round",
    "no-move",
    "fault",
    "short",
    "left-out",
    "no-choice",
)
MEANINGS = {
    ENDLESS: "games that reach the line limit",
    ROUND: "positions that repeat by moves of players alone: a loop that never ends",
    NO_MOVE: "positions in which a seat to act has no legal move",
    FAULT: "games that cannot continue: a bug in the code of the rules",
    SHORT: "games that end before every seat has moved",
    LEFT_OUT: "games in which a seat never moves",
    NO_CHOICE: "games in which no seat ever has a choice",
}
ALL_STALL = 2  # of three games: in the third one seat stalls, and the others play to win
UNTIL_OVER = "not over after {} lines, the limit of the rules"


class Finding(Struct, frozen=True):
    """One finding. ply: the last line of the record; it shows what is wrong · who: how each seat played"""

    kind: str
    seed: int
    players: int
    ply: int
    what: str
    who: tuple[str, ...]
    record: str


class Findings(Struct):
    """All that was found.

    findings: the first of each kind and number of seats · counts: how often each kind was met · stopped: games that
    only the table ended, in a game whose rules let it go on · longest: lines of the longest game, of how many, its seed
    """

    games: int = 0
    stopped: int = 0
    findings: list[Finding] = []
    counts: dict[str, int] = {}
    longest: tuple[int, int, int] = (0, 0, 0)

    def note(self, finding: Finding) -> None:
        """Note one; of one kind and number of seats the first is kept."""
        self.counts[finding.kind] = self.counts.get(finding.kind, 0) + 1
        if all((known.kind, known.players) != (finding.kind, finding.players) for known in self.findings):
            self.findings.append(finding)


class Stall(Struct):
    """One game on its way: who plays how, moves and positions so far."""

    seed: int
    habits: tuple[Habit | None, ...]
    moves: list[Move] = []
    seen: dict[str, int] = {}
    sizes: set[int] = set()
    movers: set[int] = set()

    @property
    def names(self) -> tuple[str, ...]:
        """How each seat plays."""
        return tuple(GREEDY if habit is None else habit.name for habit in self.habits)


class EndlessSearch:
    """A search with one number of seats. InputError for seats or switches that cannot be."""

    def __init__(self, game: Game[Any], book: CardBook, players: int, options: dict[str, Any] | None = None) -> None:
        self._game = game
        self._players = players
        self._simulator = Simulator(game, book, seat_names(players), (), options)
        self._greedy = find_bots(game, [GREEDY])[GREEDY]
        self._habits = Habits(game)
        self.limit = game.max_plies or game.max_plies_per_seat * players

    def play(self, seed: int, found: Findings) -> None:
        """Play the game of a seed, and note what is found."""
        habit = self._habits.pick(seed)
        alone = seed % 3 >= ALL_STALL
        habits = tuple(habit if not alone or seat == seed % self._players else None for seat in range(self._players))
        stall = Stall(seed, habits)
        kinds = set()
        try:
            for find in self._stall(stall):
                if find.kind not in kinds:
                    kinds.add(find.kind)
                    found.note(find)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a game's code may raise whatever it likes
            found.note(self._find(stall, FAULT, message_of(error)))
        length = len(stall.moves)
        found.stopped += length >= self.limit and not self._game.max_plies
        self._habits.learn(habit, length)
        found.games += 1
        if length > found.longest[0]:
            found.longest = (length, self.limit, seed)

    def _stall(self, stall: Stall) -> Iterator[Finding]:
        game, state = self._game, self._simulator.start
        chance, draw = SeededChance(stall.seed), random.Random(f"{stall.seed}/stall")
        moves, since = stall.moves, 0  # since: the line after which chance has done nothing
        while acting := game.to_act(state):
            if len(moves) >= self.limit:
                if game.max_plies:  # else only the table ends such a game, and nobody is surprised
                    yield self._find(stall, ENDLESS, UNTIL_OVER.format(len(moves)))
                return
            position = digest_of(game, state)
            before = stall.seen.get(position, -1)
            if before >= since:
                movers = {move.seat for move in moves[before:] if move.seat >= 0}
                who = " and ".join(self._simulator.setup.seats[seat] for seat in sorted(movers)) or "no seat"
                what = f"the position after line {before} repeats: {who} can loop for ever"
                yield self._find(stall, ROUND, what)
                return  # what follows is known
            stall.seen[position] = len(moves)
            if acting == (TABLE,):
                move = game.chance(state, chance)
                since = len(moves) + 1
            elif (automatic := game.forced(state)) is not None:
                move = automatic
            else:
                stuck = [seat for seat in acting if seat != TABLE and not game.legal_moves(state, seat)]
                if stuck:
                    who = self._simulator.setup.seats[stuck[0]]
                    yield self._find(stall, NO_MOVE, f"{who} is to act and has no legal move")
                    if len(stuck) == sum(seat != TABLE for seat in acting):
                        return
                move = self._move(stall, state, [seat for seat in acting if seat not in (TABLE, *stuck)], draw)
            state = self._made(state, move)
            moves.append(move)
        outcome = game.outcome(state)
        if outcome is None:
            yield self._find(stall, FAULT, "the game is not over, but no seat is to act")
        else:
            yield from self._odd_end(stall, outcome)

    def _move(self, stall: Stall, state: Any, acting: Sequence[int], draw: random.Random) -> Move:
        game, seat = self._game, draw.choice(acting)
        legal = game.legal_moves(state, seat)
        stall.sizes.add(len(legal))
        stall.movers.add(seat)
        habit = stall.habits[seat]
        if habit is None:
            return self._greedy(game.project(state, seat), seat, keyed_pick(stall.seed, seat, len(stall.moves)))
        return choose(game, state, seat, legal, habit, draw, lambda after: digest_of(game, after) in stall.seen)

    def _made(self, state: Any, move: Move) -> Any:
        ruling = self._game.judge(state, move)
        if not isinstance(ruling, ACCEPTED):
            raise RuntimeError(f"{self._simulator.format(move)} was listed as legal but refused: {ruling}")
        for event in ruling.events:
            if isinstance(event, Irregularity):
                raise RuntimeError(f"{self._simulator.format(move)}: {event}")
        return ruling.after

    def _odd_end(self, stall: Stall, outcome: Outcome) -> Iterator[Finding]:
        setup, missing = self._simulator.setup, [seat for seat in range(self._players) if seat not in stall.movers]
        if missing and len(stall.moves) and len(stall.movers):
            names = " and ".join(setup.seats[seat] for seat in missing)
            turns = sum(move.seat >= 0 for move in stall.moves)
            kind = SHORT if turns < self._players else LEFT_OUT
            yield self._find(stall, kind, f"{names} never moved; ending: {outcome.reason}")
        if stall.sizes <= {1} and stall.movers:
            yield self._find(stall, NO_CHOICE, "every decision had one legal move")

    def _find(self, stall: Stall, kind: str, what: str) -> Finding:
        played = PlayedGame(stall.seed, stall.names, list(stall.moves), self._simulator.start, STOPPED)
        record = self._simulator.record(played)
        return Finding(kind, stall.seed, self._players, len(stall.moves), what, stall.names, record)


def search_endless(
    game: Game[Any], book: CardBook, players: Sequence[int], seeds: range, options: dict[str, Any] | None = None
) -> Iterator[Findings]:
    """Search with each number of seats in turn; after each game comes what was found so far."""
    searches = [EndlessSearch(game, book, number, options) for number in players]
    found = Findings()
    for number, seed in enumerate(seeds):
        searches[number % len(searches)].play(seed, found)
        yield found
