"""`pnp playtest records FOLDER`. In: records of real tables. Out: the statistics of a playtest about them.

Invariant: nothing is played; what the records do not tell is said.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from pnp.base.diagnostics import InputError, Report, Span, UsageError
from pnp.catalog import find_game
from pnp.cli.playtesting.report_files import deliver
from pnp.cli.referee.open_record import finder
from pnp.cli.streams import text_width
from pnp.playtest.real_games import MOST_NAMED, Found, Group, read_records, results_of_group
from pnp.playtest.reports.sections import playtest_report


def report_records(
    places: Sequence[Path], game: str, players: int | None, games: list[Path] | None, json: str, html: Path | None
) -> int:
    """Read and report; a game after the other where only the text is asked for."""
    where = ", ".join(map(str, places))
    for place in places:
        if not place.exists():
            raise UsageError.single(Span(str(place)), "no such folder or record", code="missing")
    found = read_records(places, lambda file: finder(games, record=file), game, players)
    groups = [group for group in found.groups.values() if group.tables]
    if not groups:
        raise InputError(_nothing(found, where, game, games))
    if len(groups) > 1 and (json or html is not None):
        kinds = ", ".join(_kind(group) for group in groups)
        hint = "--json and --html need one kind: add --game and --players"
        raise UsageError.single(Span("FOLDER"), f"the records are of several kinds: {kinds}", hint, "kinds")
    for number, group in enumerate(groups):
        if number:
            sys.stdout.write(f"\n{'─' * text_width()}\n\n")
        deliver(playtest_report(results_of_group(group, found.unread)), json, html)
    return 0


def _kind(group: Group) -> str:
    return f"{group.game.slug} with {len(group.tables[0].header.seats)} seats ({len(group.tables)})"


def _nothing(found: Found, where: str, game: str, games: list[Path] | None) -> Report:
    """Why no game could be counted, file by file."""
    report = Report()
    if not found.files:
        report.error(Span(where), "no records found", "record files end in .record", "no-records")
        report.extend(found.unread)
        return report
    going_on = sum(group.going_on for group in found.groups.values())
    reasons = [f"{going_on} unfinished"] if going_on else []
    reasons += [f"{len(found.unread)} unreadable"] if found.unread.items else []
    if not reasons:
        if game:
            find_game(game, games or ())  # is there such a game at all?
        reasons = ["none for this game and number of seats"]
    what = f"expected finished games; records: {found.files}, {', '.join(reasons)}"
    report.error(Span(where), what, "record files end in .record", "no-records")
    faults = [*(fault for group in found.groups.values() for fault in group.refused), *found.unread]
    report.extend(faults[:MOST_NAMED])
    return report
