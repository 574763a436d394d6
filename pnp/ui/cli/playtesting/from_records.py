"""`pnp playtest --from-records FOLDER`. In: records of real tables. Out: the statistics of a playtest about them.

Invariant: nothing is played; what the records do not tell is said.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.playtest.real_games import Found, Group, find_records, read_records, results_of_group
from pnp.ui.cli.playtesting.report_files import deliver
from pnp.ui.cli.referee.open_record import finder
from pnp.ui.cli.streams import text_width


def report_records(
    places: Sequence[Path], game: str, players: int | None, games: list[Path] | None, json: str, html: Path | None
) -> int:
    """Read and report; a game after the other where only the text is asked for."""
    from pnp.playtest.reports.html_report import format_page
    from pnp.playtest.reports.text_report import dump_json, format_text

    where = ", ".join(map(str, places))
    for place in places:
        if not place.exists():
            raise UsageError.single(Span(str(place)), "there is no such folder or record", code="missing")
    found = read_records(find_records(places), lambda file: finder(games, record=file), game, players)
    groups = [group for group in found.groups.values() if group.tables]
    if not groups:
        raise InputError.single(Span(where), _nothing(found), "records end in .record", "no-records")
    if len(groups) > 1 and (json or html is not None):
        kinds = ", ".join(_kind(group) for group in groups)
        hint = "name a game, and --players, so that one report comes out"
        raise UsageError.single(Span("--from-records"), f"these are games of several kinds: {kinds}", hint, "kinds")
    width = text_width()
    for number, group in enumerate(groups):
        if number:
            sys.stdout.write(f"\n{'─' * width}\n\n")
        results = results_of_group(group, found.unread)
        page = format_page(results) if html is not None else ""
        deliver(format_text(results, width), dump_json(results), page, json, html)
    return 0


def _kind(group: Group) -> str:
    return f"{group.game.slug} with {len(group.tables[0].header.seats)} seats ({len(group.tables)})"


def _nothing(found: Found) -> str:
    if not found.files:
        return "no record lies here"
    going_on = sum(group.going_on for group in found.groups.values())
    reasons = [f"{going_on} are of games that are not over"] if going_on else []
    reasons += [f"{len(found.unread)} cannot be read"] if found.unread else []
    return f"no game here is over: of {found.files} records " + (", ".join(reasons) or "none is of this game")
