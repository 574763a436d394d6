"""The course of the games: who led when, how the scores grew, what could be chosen. In: results. Out: sections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from pnp.playtest.course import CHANCES, POINTS, TENTHS
from pnp.playtest.reports.course_results import LOST, WON, Choices, CourseResults, FanPoint
from pnp.playtest.reports.numbers import NONE, decimal, interval, margin, number, percent, span, whole
from pnp.playtest.reports.plot import Bar, plot_bars
from pnp.playtest.reports.plot_axes import Point, Series, plot_bands
from pnp.playtest.reports.report import PAGE, TEXT, Column, Section, Table

LEAD_NAMES = {POINTS: "the score", CHANCES: "the game's estimate of the chances"}
WHO = {WON: "winners", LOST: "others"}
LEAD_NOTE = "The lead changes when a seat other than the last leader leads alone. A tie is not a change."


def course_figures(course: CourseResults | None) -> Iterator[tuple[str, str]]:
    """Numbers at a glance, and what they are."""
    if course is not None and course.by and course.changes.n:
        changes, decided = course.changes, course.decided
        yield decimal(changes.mean), f"lead changes per game (± {decimal(changes.margin)})"
        yield f"{whole(decided.median)} %", "of the game played when the lead last changed"
        for behind in course.half_time[:1]:
            yield percent(behind.share.share), f"won from behind at half-time ({interval(behind.share)})"


def course_sections(course: CourseResults | None) -> Iterator[Section]:
    """Who led when, how the scores grew, what could be chosen."""
    if course is None:
        return
    if course.by and course.changes.n:
        yield _lead(course)
    if course.fans:
        yield _fans(course)
    if course.phases:
        bars = [Bar(one.where, one.forced.share, one.forced.low, one.forced.high) for one in course.phases]
        title = "Forced decisions (one legal move) by phase, with 95 % intervals"
        note = "Sampled: one decision in fifty. A decision with one legal move is forced."
        yield _choices("Legal moves by phase", "phase", course.phases, partial(plot_bars, title, bars), note)
    if course.tenths:
        line = [
            Point(int(one.where) * 10 + 5, one.moves.median or 0.0, one.moves.q05, one.moves.q95)
            for one in course.tenths
        ]
        title = "Legal moves over the game: median and 5–95 % band of the decisions"
        plot = partial(plot_bands, title, [Series("legal moves", line)], "share of moves made", " %")
        yield _choices("Legal moves over the game", "moves made", course.tenths, plot)


def _lead(course: CourseResults) -> Section:
    shares = [(f"{stood.how} at half-time", stood.share) for stood in course.half_time]
    if course.kept.of:
        shares.append(("led at the end", course.kept))
    spreads = [("lead changes per game", course.changes), ("last lead change, % of the moves", course.decided)]
    changes = [
        Column("", lambda it: it[0]),
        Column("mean", lambda it: margin(it[1])),
        Column("5 %", lambda it: whole(it[1].q05)),
        Column("median", lambda it: whole(it[1].median)),
        Column("95 %", lambda it: whole(it[1].q95)),
        Column("max", lambda it: whole(it[1].most)),
    ]
    stood = [
        Column("winner", lambda it: it[0]),
        Column("games", lambda it: number(it[1].count)),
        Column("of", lambda it: number(it[1].of)),
        Column("share", lambda it: percent(it[1].share)),
        Column("95 %", lambda it: interval(it[1])),
    ]
    tables = [Table(spreads, changes, "Lead changes, mean ± 95 % margin")]
    tables += [Table(shares, stood, "Position of the winner")] if shares else []
    bars = [Bar(name, share.share, share.low, share.high) for name, share in shares]
    plot = partial(plot_bars, "Position of the winner: shares of the games with 95 % intervals", bars)
    title = f"Lead, by {LEAD_NAMES[course.by]} ({number(course.changes.n)} games)"
    return Section(title, tables, [plot], LEAD_NOTE)


def _fans(course: CourseResults) -> Section:
    what, unit = ("Chance to win, %", " %") if course.by == CHANCES else ("Score", "")
    points = {(point.who, point.tenth): point for point in course.fans}
    series = [
        Series(name, [_point(point) for point in course.fans if point.who == who])
        for who, name in WHO.items()
        if any(point.who == who for point in course.fans)
    ]
    columns = [Column("after", lambda tenth: f"after {tenth * 10} %")]
    for who, name in WHO.items():
        columns += [
            Column(name, partial(_fan, points, who, lambda point: whole(point.standing.median))),
            Column("95 %", partial(_fan, points, who, lambda point: span(point.low, point.high)), PAGE),
            Column("5–95 %", partial(_fan, points, who, lambda it: span(it.standing.q05, it.standing.q95))),
        ]
    title = f"{what} over the game"
    plot = partial(
        plot_bands, f"{title}: median and 5–95 % band of the seats", series, "share of moves made", " %", unit
    )
    caption = f"{what} by share of moves made: median, its interval, 5–95 % of the seats"
    return Section(f"{title}: median, 5–95 %", [Table(range(TENTHS + 1), columns, caption)], [plot])


def _fan(points: dict[tuple[str, int], FanPoint], who: str, show: Any, tenth: int) -> str:
    point = points.get((who, tenth))
    return NONE if point is None else str(show(point))


def _point(point: FanPoint) -> Point:
    spread = point.standing
    return Point(point.tenth * 10, spread.median or 0.0, spread.q05, spread.q95)


def _choices(title: str, first: str, choices: Sequence[Choices], plot: Any, note: str = "") -> Section:
    columns = [
        Column(first, lambda one: f"{int(one.where) * 10}–{int(one.where) * 10 + 10} %" if is_tenth else one.where),
        Column("sampled", lambda one: number(one.moves.n)),
        Column("legal moves", lambda one: margin(one.moves)),
        Column("5–95 %", lambda one: span(one.moves.q05, one.moves.q95), TEXT),
        Column("5 %", lambda one: whole(one.moves.q05), PAGE),
        Column("median", lambda one: whole(one.moves.median), PAGE),
        Column("95 %", lambda one: whole(one.moves.q95), PAGE),
        Column("forced", lambda one: percent(one.forced.share)),
        Column("95 %", lambda one: interval(one.forced)),
    ]
    is_tenth = first == "moves made"
    return Section(title, [Table(choices, columns, title)], [plot], note)
