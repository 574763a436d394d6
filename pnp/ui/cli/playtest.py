"""`pnp playtest`: bots play thousands of games. In: a game and a number. Out: a report; records when asked for.

Invariant: the report does not depend on who played or how fast; that is shown on the terminal only.
"""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.base.files import reason_of
from pnp.catalog import load_game
from pnp.playtest.batch import GameFault, Plan, SimulationBatch, play_all
from pnp.playtest.counts import Counts
from pnp.playtest.executors import open_executor
from pnp.playtest.results import PlaytestResults, results_of
from pnp.ui.cli import completing
from pnp.ui.cli.referee.open_record import Games, read_options
from pnp.ui.cli.streams import draw

GAMES_A_WORKER = 100  # a process is worth its start from so many games on
STOPPED = 130


def playtest(
    game: Annotated[str, typer.Argument(metavar="GAME", autocompletion=completing.games)],
    number: Annotated[int, typer.Option("-n", "--number", min=1, help="games to play")] = 1000,
    bots: Annotated[str, typer.Option("--bots", help="who plays, by name; they rotate over the seats")] = "random",
    players: Annotated[int | None, typer.Option("--players", help="seats; the fewest of the game by default")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="seed of the first game; the next has the next")] = 0,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="processes; 1: this one alone")] = None,
    cluster: Annotated[str, typer.Option("--cluster", help="a Dask scheduler to play on: tcp://host:8786")] = "",
    option: Annotated[list[str] | None, typer.Option("--option", help="a switch of the game: name=value")] = None,
    records: Annotated[Path | None, typer.Option("--records", help="write every game as a record into here")] = None,
    json: Annotated[str, typer.Option("--json", metavar="FILE", help="write the report as JSON; - for here")] = "",
    html: Annotated[Path | None, typer.Option("--html", help="write the report as one HTML page")] = None,
    games: Games = None,
) -> None:
    """Play many games with bots and report wins, endings, length, scores and cards, with 95 % intervals.

    The same seed gives the same report, whoever plays. Ctrl-C reports the games played so far.
    """
    import gc

    gc.enable()  # a long run, unlike other commands
    folders = tuple(os.path.abspath(path) for path in games or ())
    rules, _ = load_game(game, folders)
    plan = Plan(
        load_game,
        game,
        rules.players[0] if players is None else players,
        _bot_names(bots),
        _switches(option or ()),
        folders,
        records is not None,
    )
    batch = SimulationBatch(plan)  # what cannot be played is reported before any game starts
    for path in (records, *(file.parent for file in (html, Path(json)) if file is not None)):
        if path is not None:
            _make_folder(path)
    seeds = range(seed, seed + number)
    counts, fault, whole = _play(plan, seeds, workers or _workers(number), cluster, records)
    if fault is not None:
        _print_fault(fault, plan, option or [])
        raise typer.Exit(1)
    _report(results_of(batch, counts, seeds), json, html)
    if not whole:
        print(f"pnp: stopped after {counts.games:,} of {number:,} games", file=sys.stderr)
        raise typer.Exit(STOPPED)


def _switches(texts: Sequence[str]) -> dict[str, Any]:
    """The switches of the game. Raises UsageError; the deal is always digital, and every game has its own seed."""
    switches = read_options(texts)
    for name, why in (("deal", "simulated games are always dealt by the referee"), ("seed", "use --seed")):
        if name in switches:
            raise UsageError.single(Span("--option"), f"“{name}” is no switch of a playtest: {why}", code="option")
    return switches


def _bot_names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise UsageError.single(Span("--bots"), "no bot is named", "--bots random,greedy")
    return names


def _workers(number: int) -> int:
    return max(1, min(os.cpu_count() or 1, number // GAMES_A_WORKER))


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise InputError.single(Span(str(path)), f"cannot be made: {reason_of(fault)}", code="write") from fault


def _play(
    plan: Plan, seeds: range, workers: int, cluster: str, records: Path | None
) -> tuple[Counts, GameFault | None, bool]:
    """The counts, the game that failed, and whether all was played (Ctrl-C was not pressed)."""
    counts = Counts()
    try:
        with _progress(plan.slug, len(seeds)) as report, open_executor(workers, cluster) as worker_pool:
            for chunk in play_all(plan, seeds, worker_pool):
                if records is not None:
                    _write_records(records, plan.slug, chunk.records, len(str(seeds[-1])))
                counts.add(chunk.counts)
                report(counts.games)
    except GameFault as fault:
        return counts, fault, False
    except KeyboardInterrupt:
        return counts, None, False
    return counts, None, True


def _write_records(folder: Path, slug: str, records: list[tuple[int, str]], digits: int) -> None:
    for seed, text in records:
        _write(folder / f"{slug}-{seed:0{digits}}.record", text)


def _write(path: Path, text: str) -> None:
    """Write beside, then rename: a file is whole or not there."""
    scratch = path.with_name(f"{path.name}.tmp")
    try:
        scratch.write_text(text, encoding="utf-8", newline="\n")
        scratch.replace(path)
    except BaseException as fault:
        scratch.unlink(missing_ok=True)
        if not isinstance(fault, OSError):
            raise
        raise InputError.single(Span(str(path)), f"cannot be written: {reason_of(fault)}", code="write") from fault


def _report(found: PlaytestResults, json: str, html: Path | None) -> None:
    from pnp.playtest.report import dump_json, format_text

    if html is not None:
        from pnp.playtest.html_report import format_page

        _write(html, format_page(found))
    if json and json != "-":
        _write(Path(json), dump_json(found))
    sys.stdout.write(dump_json(found) if json == "-" else format_text(found))


def _print_fault(fault: GameFault, plan: Plan, options: list[str]) -> None:
    if fault.fault.trace:
        print(fault.fault.trace, file=sys.stderr, end="")
    print(f"pnp: {plan.slug}: {fault}", file=sys.stderr)
    words = ["pnp", "playtest", plan.slug, "-n", "1", "--seed", str(fault.fault.seed), "--workers", "1"]
    words += ["--players", str(plan.players), "--bots", ",".join(plan.bots)]
    words += [word for option in options for word in ("--option", option)]
    words += [word for folder in plan.games for word in ("--games", folder)]
    print(f"repeat it with: {shlex.join(words)}", file=sys.stderr)


@contextmanager
def _progress(name: str, games: int) -> Iterator[Any]:
    """A function that is told how many games are done; it draws a bar where somebody can see it."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    begun = drawn = time.monotonic()

    def report(done: int) -> None:
        nonlocal drawn
        now = time.monotonic()
        if done < games and now - drawn < 0.1:
            return
        drawn = now
        pace = done / max(now - begun, 1e-9)
        filled = 24 * done // games
        left = f"{_clock((games - done) / pace)} left" if done < games else f"in {_clock(now - begun)}"
        bar = "█" * filled + "░" * (24 - filled)
        draw(f"{name} {bar} {done:,}/{games:,} · {pace:,.0f} games/s · {left}")

    try:
        yield report
    finally:
        sys.stderr.write("\n")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
