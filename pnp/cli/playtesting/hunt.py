"""`pnp playtest endless GAME`. In: a game, how many games. Out: what is wrong with its rules, and a record of each.

Invariant: the same seeds find the same; what was found before Ctrl-C is told.
"""

from __future__ import annotations

import gc
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from msgspec import json as json_coder

from pnp.base.diagnostics import InputError, Report, Span, UsageError
from pnp.base.files import write_file
from pnp.base.system import interrupts_held
from pnp.catalog import find_game, load_game
from pnp.cli.playtesting.asked import NOTHING, check_files, plan_of
from pnp.cli.playtesting.options import Chosen, ReportFiles
from pnp.cli.playtesting.report_files import deliver
from pnp.cli.progress import draw_bar
from pnp.cli.streams import text_width
from pnp.library.card import CardBook
from pnp.library.words import localise
from pnp.playtest.bots import RANDOM
from pnp.playtest.hunting.finds import MEANINGS, Find, Hunted
from pnp.playtest.hunting.hunt import hunt
from pnp.playtest.reports.columns import Command, Part, Prose, lay_out
from pnp.playtest.reports.figures import number, plain
from pnp.referee.game import Game

GAMES = 200  # where nobody says how many
STOPPED = 130


def hunt_as_asked(chosen: Chosen, files: ReportFiles) -> int:
    """Hunt and report; the exit code. UsageError for a game without rules."""
    if files.html is not None:
        raise UsageError.single(Span("--html"), "endless writes no page", "use --json or --records", "no-page")
    check_files(files)
    gc.enable()  # a long run, unlike other commands
    plan = plan_of(chosen, (RANDOM,))
    if not find_game(plan.slug, plan.games).rules:
        what = f"{plan.slug} has no rules yet, so every game is endless"
        raise UsageError.single(Span("GAME"), what, "write its rules.py first: docs/rules.md", "no-rules")
    game, book = load_game(plan.slug, plan.games)
    seats = range(game.players[0], game.players[1] + 1) if chosen.players is None else (chosen.players,)
    seeds = range(chosen.seed, chosen.seed + (chosen.number or GAMES))
    return play_hunt(game, book, tuple(seats), seeds, plan.options, chosen.records, files.json)


def play_hunt(
    game: Game[Any],
    book: CardBook,
    players: tuple[int, ...],
    seeds: range,
    options: dict[str, Any],
    folder: Path | None,
    json: str,
) -> int:
    """Hunt and tell; 1 when something was found."""
    hunted, whole = Hunted(), True
    try:
        with redirect_stdout(sys.stderr):  # what a game's code prints is no part of the report
            for hunted in hunt(game, book, players, seeds, options):
                if sys.stderr.isatty():
                    count = f"{hunted.games:,}/{len(seeds):,} games"
                    found = f"{sum(hunted.counts.values())} findings"
                    draw_bar(game.slug, hunted.games, len(seeds), count, found, f"{hunted.longest[0]:,} lines")
    except KeyboardInterrupt:
        whole = False
    with interrupts_held():  # what was found is kept
        if sys.stderr.isatty():
            sys.stderr.write("\n")
        faults = Report()
        files = [_keep(folder or Path(f"hunt-{game.slug}"), game.slug, find, faults) for find in hunted.finds]
        values = _json(game, hunted, files, options)
        try:
            if hunted.games:
                deliver(_text(game, book, hunted, files, seeds, options), values, "", json, None, faults)
            else:
                deliver(f"{NOTHING}\n", values, "", "-" if json == "-" else "", None, faults)
        finally:
            if not whole:
                print(f"pnp: stopped after {hunted.games:,} of {len(seeds):,} games", file=sys.stderr)
    return STOPPED if not whole else 1 if hunted.finds else 0


def _keep(folder: Path, slug: str, find: Find, faults: Report) -> str:
    """Write the record of a find; its file, also where that cannot be written."""
    path = folder / f"{slug}-{find.kind}-{find.players}-{find.seed}.record"
    try:
        write_file(path, find.record)
    except InputError as fault:
        faults.extend(fault.report)
    return path.as_posix()


def _text(
    game: Game[Any], book: CardBook, hunted: Hunted, files: list[str], seeds: range, options: dict[str, Any]
) -> str:
    switches = "".join(f" · {key}={plain(value)}" for key, value in options.items())
    first, last = seeds.start, seeds.start + max(hunted.games, 1) - 1
    length, limit, seed = hunted.longest
    summary: list[Part] = [
        Prose(
            f"{localise(book.title, 'en')} · {number(hunted.games)} games with stalling players · seeds {first} to "
            f"{last} · rules {game.version}, cards {book.digest or '–'}{switches}"
        ),
        Prose(f"longest game: {number(length)} lines (limit {number(limit)}), seed {seed}"),
    ]
    if not game.max_plies:
        summary.append(
            Prose(
                "these rules set no limit: a game lasts until the table ends it; "
                f"{number(hunted.stopped)} games were stopped, which is not reported as a finding"
            )
        )
    if not hunted.finds:
        ended = ", every game ended" if game.max_plies else ""
        summary.append(
            Prose(
                f"nothing found: every seat to act had a legal move{ended}, and no position repeated without chance "
                "between. This is not a proof: hunt again with other seeds and options"
            )
        )
    sections = [summary]
    for kind, times in hunted.counts.items():
        parts: list[Part] = [Prose(f"{number(times)} × {kind}: {MEANINGS[kind]}")]
        for find, file in zip(hunted.finds, files, strict=True):
            if find.kind == kind:
                where = f"{find.players} seats, seed {find.seed}, line {find.ply}: {find.what}"
                parts.append(Prose(where, "  ", "    "))
                parts.append(Prose(f"played by {', '.join(dict.fromkeys(find.who))}", "    ", "      "))
                parts.append(Command("", ("pnp", "referee", "replay", file)))
        sections.append(parts)
    return lay_out(sections, text_width())


def _json(game: Game[Any], hunted: Hunted, files: list[str], options: dict[str, Any]) -> str:
    length, limit, seed = hunted.longest
    finds = [
        {
            "kind": find.kind,
            "meaning": MEANINGS[find.kind],
            "players": find.players,
            "seed": find.seed,
            "line": find.ply,
            "what": find.what,
            "played_by": find.who,
            "record": file,
        }
        for find, file in zip(hunted.finds, files, strict=True)
    ]
    value = {
        "hunt": 1,
        "game": game.slug,
        "rules": game.version,
        "options": options,
        "games": hunted.games,
        "stopped": hunted.stopped,
        "longest": {"lines": length, "limit": limit, "seed": seed},
        "counts": hunted.counts,
        "finds": finds,
    }
    return json_coder.format(json_coder.encode(value), indent=2).decode() + "\n"
