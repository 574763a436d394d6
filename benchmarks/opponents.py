"""Bots that think ahead: how strong, how fast, and how near the truth the worlds are that they think of.

In: games, two kinds of bots (`mcts:300` and `greedy` unless others are named), a number of games. Out: for each game
how often the first wins against the second (Wilson's 95 % interval, of the games that one kind of bot won), how many
Elo that is, and of a bot that thinks ahead simulations a second and seconds a move; for games whose lines prove
something of hidden cards the share of another hand's hidden cards that a world has right, what a world costs, and
what one redacted line costs the seat that keeps its view. All times are the processor's.

The seeds begin at 900,000. Weights and habits were tried on seeds below 100,000 only; keep it so.

With `--keep` every game is written into a file when it is over, and is not played again: two hundred games can be
played in pieces (`--seconds`), and the intervals are of all games of the file that were asked for.

Run: python benchmarks/opponents.py [--short] [--games 200] [--bots mcts:300,greedy] [--seats N]
     [--keep FILE --seconds 600] [GAME …]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from math import log10
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from msgspec import Struct, json
from msgspec.structs import replace

from pnp.catalog import load_game
from pnp.playtest.bots import GREEDY, MCTS, find_bots, lineup
from pnp.playtest.search import quick_pick
from pnp.playtest.simulate import SEAT_NAMES, Simulator, keyed_pick, simulate
from pnp.playtest.statistics import wilson
from pnp.referee.game import Game
from pnp.referee.opponents.sampling import Worlds
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from pnp.referee.view import view_of

FIRST_SEED = 900_000
GAMES = ("kalevala", "suomi1918", "drumroll", "keikalla", "keko")
WANTED = {"kalevala": 2000, "suomi1918": 1500}  # simulations a second, the yardstick; 200 of the other games
LINES_A_SEAT = {"keikalla": 400}  # its longest games take more lines than a playtest waits for
PROVING = ("suomi1918",)  # games in which hands are hidden and most lines prove something
WORLDS_OF_A_VIEW = 100


class Clock:
    """A bot whose thinking is timed; moves without a choice are not counted."""

    def __init__(self, bot: Any, game: Game[Any]) -> None:
        self.bot, self.game = bot, game
        self.remembers = getattr(bot, "remembers", False)
        self.seconds, self.moves = 0.0, 0

    def __call__(self, view: Any, seat: int, pick: Any) -> Any:
        start = time.process_time()
        move = self.bot(view, seat, pick)
        if len(self.game.legal_moves(view, seat)) > 1:
            self.seconds += time.process_time() - start
            self.moves += 1
        return move


class Played(Struct):
    """One game of a measurement: which bot sat where, whose kind of bot won it alone, and what thinking took."""

    slug: str
    bots: tuple[str, ...]
    seed: int
    winner: str
    seconds: float
    moves: int


def strength(slug: str, games: int, bots: tuple[str, str], seats: int, keep: Path | None, until: float) -> None:
    """Games of two bots, each on each seat equally often; those that were kept are not played again."""
    game, book = load_game(slug)
    game = replace(game, max_plies_per_seat=LINES_A_SEAT.get(slug, game.max_plies_per_seat))
    seats = seats or book.players[0]
    thinker, rival = bots
    clock = Clock(find_bots(game, [thinker])[thinker], game)
    simulator = Simulator(
        replace(game, bots={**game.bots, "thinks": clock}), book, SEAT_NAMES[:seats], ("thinks", rival)
    )
    kept = {(one.slug, one.bots, one.seed): one for one in _read(keep)}
    found: list[Played] = []
    for seed in range(FIRST_SEED, FIRST_SEED + games):
        seated = tuple(lineup(bots, seats, seed))
        one = kept.get((slug, seated, seed))
        if one is None:
            if time.monotonic() > until:
                break
            clock.seconds, clock.moves = 0.0, 0
            played = simulator.play(seed, ["thinks" if bot == thinker else bot for bot in seated])
            winners = {seated[seat] for seat in played.outcome.winners}
            alone = winners.pop() if len(winners) == 1 else ""  # what both kinds of bots share says nothing
            one = Played(slug, seated, seed, alone, clock.seconds, clock.moves)
            if keep is not None:
                with open(keep, "ab") as file:
                    file.write(json.encode(one) + b"\n")
        found.append(one)
    if not found:
        print(f"{slug}, {seats} seats, {thinker} against {rival}: no game yet", flush=True)
        return
    decided = [one for one in found if one.winner]
    won = sum(one.winner == thinker for one in decided)
    expected = sum(one.bots.count(thinker) / seats for one in decided) / max(len(decided), 1)
    low, high = wilson(won, len(decided)) if decided else (0.0, 1.0)
    print(
        f"{slug}, {seats} seats, {thinker} against {rival}: {len(found)} games, {len(decided)} decided, wins "
        f"{won / max(len(decided), 1):.0%} ({low:.0%} to {high:.0%}; by chance {expected:.0%}) · "
        f"{_elo(won, len(decided))} Elo ({_elo(low, 1)} to {_elo(high, 1)}){_pace(slug, thinker, found)}",
        flush=True,
    )


def _elo(won: float, of: float) -> str:
    """By how much who wins so many games of two is the stronger."""
    return f"{400 * log10(won / (of - won)):+.0f}" if 0 < won < of else "–"


def _pace(slug: str, thinker: str, found: Sequence[Played]) -> str:
    kind, _, count = thinker.partition(":")
    if kind != MCTS or not count.isdigit():
        return ""
    seconds, moves = sum(one.seconds for one in found), sum(one.moves for one in found)
    speed = int(count) * moves / seconds
    yardstick = f"{speed / WANTED.get(slug, 200):.2f} of the yardstick"
    return f" · {speed:,.0f} simulations/s ({yardstick}) · {seconds / moves:.3f} s a move"


def _read(keep: Path | None) -> list[Played]:
    """The games of a file, but for a last line that was not finished."""
    if keep is None or not keep.is_file():
        return []
    text = keep.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if whole != text:
        keep.write_bytes(whole)
    return [json.decode(line, type=Played) for line in whole.splitlines()]


def worlds(slug: str, games: int) -> None:
    """How near worlds are to the truth, and what they cost, from the counts alone and from all that lines prove."""
    game, book = load_game(slug)
    right, cards = {"counts": 0, "knowledge": 0}, 0
    cost, drawn = {"counts": 0.0, "knowledge": 0.0}, {"counts": 0, "knowledge": 0}
    folding, folded = 0.0, 0
    for seed in range(FIRST_SEED, FIRST_SEED + games):
        played = simulate(game, book, SEAT_NAMES[: book.players[0]], seed, [GREEDY])
        table = Replay(game, played.setup)
        for entry in played.entries:
            if entry.seat != TABLE and entry.seat == entry.ply // 2 % 2:
                views = {"counts": game.project(table.state, entry.seat)}
                lines = len(table.entries) - _folded_until(table, entry.seat)
                start = time.process_time()
                views["knowledge"] = view_of(table, entry.seat)
                folding, folded = folding + time.process_time() - start, folded + lines
                other = 1 - entry.seat
                hidden = Counter(table.state.hands[other]) - Counter(views["counts"].hands[other])
                cards += hidden.total() * WORLDS_OF_A_VIEW
                for name, view in views.items():
                    start = time.process_time()
                    source = Worlds(game, view, quick_pick(keyed_pick(seed, entry.seat, entry.ply)))
                    thought = [source.draw() for _ in range(WORLDS_OF_A_VIEW)]
                    cost[name] += time.process_time() - start
                    drawn[name] += WORLDS_OF_A_VIEW
                    for world in thought:
                        assert UNKNOWN not in world.hands[other]
                        new = Counter(world.hands[other]) - Counter(views["counts"].hands[other])
                        right[name] += (new & hidden).total()
            assert entry.move is not None
            table.apply_move(entry.move)
    for name in right:
        print(
            f"{slug}, worlds from {name}: {right[name] / cards:.2f} right, {1e6 * cost[name] / drawn[name]:.0f} µs each"
        )
    print(f"{slug}: a redacted line folded in {1e6 * folding / max(folded, 1):.0f} µs ({folded:,} lines)", flush=True)


def _folded_until(table: Replay[Any], seat: int) -> int:
    kept = table.views.get(seat)
    return len(kept._lines) if kept is not None else 0


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("slugs", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--short", action="store_true", help="a few games with few simulations")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bots", type=lambda names: tuple(names.split(",")), default=("mcts:300", GREEDY))
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="a file of the games that were played, to go on another time")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no game of a kind after so long")
    asked = parser.parse_args()
    games, bots = (6, ("mcts:30", GREEDY)) if asked.short else (asked.games, asked.bots)
    for slug in asked.slugs or GAMES:
        strength(slug, games, bots, asked.seats, asked.keep, time.monotonic() + asked.seconds)
    for slug in PROVING:
        if slug in asked.slugs and not asked.keep:
            worlds(slug, 4 if asked.short else 40)
    return 0


if __name__ == "__main__":
    sys.exit(main())
