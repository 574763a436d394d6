"""Results as one HTML page. In: PlaytestResults. Out: a self-contained page: no scripts, no fonts, no network.

Invariant: well-formed XML as well as HTML; a table with the same numbers stands beside every plot; light and dark.
"""

from __future__ import annotations

from pnp.playtest.reports.figures import decimal, interval, number, percent, whole
from pnp.playtest.reports.html_parts import key_figures, paragraph, part, whole_page
from pnp.playtest.reports.results import PlaytestResults
from pnp.playtest.reports.sections import report_sections
from pnp.playtest.reports.text_report import heading, legend


def format_page(found: PlaytestResults, more: str = "") -> str:
    """The whole page; more: further sections, which come first."""
    of = "recorded games" if found.records else f"playtest of {number(found.games)} games"
    title = f"{found.title}: {of}"
    body = [each.page() for each in report_sections(found)]
    body.append(part("How to read this", paragraph(legend(found))))
    top = paragraph(" ".join(line.strip() for line in heading(found)), "soft") + _glance(found)
    return whole_page(title, f"{top}{more}{''.join(body)}")


def _glance(found: PlaytestResults) -> str:
    """The numbers that are asked for first."""
    figures = [(number(found.games), "games")]
    moves = found.length.moves
    if moves.n:
        figures.append(
            (whole(moves.median), f"moves in the median game (5–95 %: {whole(moves.q05)}–{whole(moves.q95)})")
        )
    if found.wins.by_seat and found.wins.by_seat[0].share.of:
        first = found.wins.by_seat[0]
        share, base = percent(first.share.share), percent(found.wins.base.share)
        figures.append((share, f"won by {first.name}, the first seat ({interval(first.share)}; base {base})"))
    course = found.course
    if course is not None and course.by and course.changes.n:
        changes, decided = course.changes, course.decided
        figures.append((decimal(changes.mean), f"lead changes per game (± {decimal(changes.margin)})"))
        figures.append((f"{whole(decided.median)} %", "of the game played when the lead last changed"))
        behind = course.half_time[0].share if course.half_time else None
        if behind is not None:
            figures.append((percent(behind.share), f"won from behind at half-time ({interval(behind)})"))
    return key_figures(figures)
