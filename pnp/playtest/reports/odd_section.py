"""Games worth a look, and how to look at them. In: results. Out: a section of a report."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.playtest.odd_games import LONGEST, ONE_SIDED, STOPPED
from pnp.playtest.reports.columns import Command
from pnp.playtest.reports.numbers import number, plain
from pnp.playtest.reports.report import PAGE, Column, Section, Table
from pnp.playtest.reports.results import OddGameResult, PlaytestResults

ODD_NAMES = {LONGEST: "longest", ONE_SIDED: "most one-sided", STOPPED: "stopped at the limit"}


def odd_sections(found: PlaytestResults) -> Iterator[Section]:
    """The games, if there are any."""
    if not found.odd:
        return
    columns = [Column("game", lambda game: ODD_NAMES[game.kind]), Column("size", _size)]
    columns += [] if found.records else [Column("seed", lambda game: str(game.seed))]
    columns += [Column("record", lambda game: game.record, PAGE)] if found.odd[0].record else []
    table = Table(found.odd, columns, "Longest, most one-sided and stopped games", below=lambda game: game.record)
    yield Section("Notable games", [table], commands=list(_commands(found)))


def _size(game: OddGameResult) -> str:
    """`69 moves`, `166 points`."""
    return f"{number(int(game.number))} {'points' if game.kind == ONE_SIDED else 'moves'}"


def _commands(found: PlaytestResults) -> Iterator[Command]:
    """What to type to see the first of the games."""
    first = found.odd[0]
    if not first.record:
        words = ["pnp", "playtest", found.game, "-n", "1", "--seed", str(first.seed), "--players", str(found.players)]
        words += ["--bots", ",".join(found.bots)]
        words += [word for key, value in found.options.items() for word in ("--option", f"{key}={plain(value)}")]
        yield Command("play it again", (*words, "--records", "looks"))
    record = first.record or f"looks/{found.game}-{first.seed}.record"
    yield Command("view one", ("pnp", "referee", "replay", record))
