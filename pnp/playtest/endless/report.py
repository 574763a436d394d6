"""The report of a search for endless games. In: findings, and the files of their records. Out: a Report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from pnp.library.card import CardBook
from pnp.library.words import localise
from pnp.playtest.endless.endless_search import MEANINGS, Findings
from pnp.playtest.reports.columns import Command
from pnp.playtest.reports.numbers import number, plain
from pnp.playtest.reports.report import Column, Report, Section, Table
from pnp.referee.game import Game


class FindingResult(Struct, frozen=True):
    """One finding. line: of the record, which ends there"""

    kind: str
    meaning: str
    players: int
    seed: int
    line: int
    what: str
    played_by: tuple[str, ...]
    record: str


class Longest(Struct, frozen=True):
    """The longest game: its lines, of at most so many."""

    lines: int
    limit: int
    seed: int


class EndlessResults(Struct, frozen=True):
    """The content of a report of `pnp playtest endless`."""

    endless: int
    game: str
    rules: int
    options: dict[str, Any]
    games: int
    stopped: int
    longest: Longest
    counts: dict[str, int]
    findings: tuple[FindingResult, ...]


FOUND = [
    Column("", lambda it: it.what),
    Column("seats", lambda it: str(it.players)),
    Column("seed", lambda it: str(it.seed)),
    Column("line", lambda it: str(it.line)),
    Column("played by", lambda it: ", ".join(dict.fromkeys(it.played_by))),
]


def endless_report(
    game: Game[Any], book: CardBook, found: Findings, files: Sequence[str], first_seed: int, options: dict[str, Any]
) -> Report:
    """A section for each kind of finding."""
    findings = tuple(
        FindingResult(it.kind, MEANINGS[it.kind], it.players, it.seed, it.ply, it.what, it.who, file)
        for it, file in zip(found.findings, files, strict=True)
    )
    longest = Longest(*found.longest)
    switches = "".join(f" · {key}={plain(value)}" for key, value in options.items())
    title = localise(book.title, "en")
    seeds = f"seeds {first_seed} to {first_seed + max(found.games, 1) - 1}"
    cards = f"rules {game.version}, cards {book.digest or '–'}{switches}"
    heading = [
        f"{title} · {number(found.games)} games with stalling players · {seeds} · {cards}",
        f"longest game: {number(longest.lines)} lines (limit {number(longest.limit)}), seed {longest.seed}",
    ]
    if not game.max_plies:
        heading.append(
            "these rules set no limit: a game lasts until the table ends it; "
            f"{number(found.stopped)} games were stopped, which is not reported as a finding"
        )
    sections = []
    for kind, times in found.counts.items():
        shown = [find for find in findings if find.kind == kind]
        look = [Command("view it", ("pnp", "referee", "replay", find.record)) for find in shown]
        sections.append(Section(f"{number(times)} × {kind}: {MEANINGS[kind]}", [Table(shown, FOUND)], commands=look))
    legend = "Of each kind and number of seats the first finding is shown, and all are counted."
    if not findings:
        ended = ", every game ended" if game.max_plies else ""
        legend = (
            f"Nothing found: every seat to act had a legal move{ended}, and no position repeated without chance "
            "between. This is not a proof: search again with other seeds and options."
        )
    values = EndlessResults(
        1, game.slug, game.version, options, found.games, found.stopped, longest, found.counts, findings
    )
    return Report(f"{title}: search for endless games", heading, sections, legend, values, is_empty=not found.games)
