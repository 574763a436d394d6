"""What happened along the games, with intervals. In: a Course. Out: plain values.

Invariant: every number has its interval; what comes several times in one game is not counted as if it were alone.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from pnp.playtest.course import AHEAD, BEHIND, CHANCES, FORCED, LEVEL, POINTS, SIZE, TENTHS, Course, Decisions
from pnp.playtest.moments import clustered_share, deviation
from pnp.playtest.statistics import Share, Spread, median_interval, share_of, spread_of

WON, LOST = "won", "lost"


class FanPoint(Struct, frozen=True):
    """How the seats that won, or the others, stood after `tenth` tenths; low, high: the interval of the median."""

    tenth: int
    who: str
    standing: Spread
    low: float
    high: float


class Stood(Struct, frozen=True):
    """How the winner stood at half-time, and in how many games."""

    how: str
    share: Share


class Choices(Struct, frozen=True):
    """Decisions in one phase or tenth: between how many legal moves, and how many were between one only."""

    where: str
    moves: Spread
    forced: Share


class CourseResults(Struct, frozen=True):
    """by: what says who leads, `points` or `chances` (per cent); empty where nothing does.

    changes: how often the lead changed in a game · decided: when it changed last, in per cent of the moves
    kept: of the games in which one seat led at the end, those it won
    """

    by: str
    fans: tuple[FanPoint, ...]
    changes: Spread
    decided: Spread
    kept: Share
    half_time: tuple[Stood, ...]
    phases: tuple[Choices, ...]
    tenths: tuple[Choices, ...]


def course_results(course: Course, counts_points: bool, games: int) -> CourseResults:
    """The results of a course."""
    by = "" if not course.fans else POINTS if counts_points else CHANCES
    half = sum(course.half.values())
    stood = [Stood(how, share_of(course.half.get(how, 0), half)) for how in (BEHIND, LEVEL, AHEAD)] if half else []
    ordered = sorted(course.phases.items(), key=lambda item: (-item[1].count, item[0]))
    return CourseResults(
        by,
        tuple(_fans(course, games)),
        spread_of(course.changes),
        spread_of(course.decided),
        share_of(course.kept, course.led),
        tuple(stood),
        tuple(_choices(phase, decisions) for phase, decisions in ordered),
        tuple(_choices(str(tenth), course.tenths[tenth]) for tenth in sorted(course.tenths)),
    )


def _fans(course: Course, games: int) -> list[FanPoint]:
    found = []
    for who in (WON, LOST):
        for tenth in range(TENTHS + 1):
            standings = course.fans.get((tenth, who == WON))
            if standings:
                spread = spread_of(standings)
                low, high = median_interval(standings, min(games, spread.n))
                found.append(FanPoint(tenth, who, spread, low, high))
    return found


def _choices(where: str, decisions: Decisions) -> Choices:
    moments = decisions.moments
    margin = deviation(moments, SIZE.weights(moments)).margin
    return Choices(where, replace(spread_of(decisions.sizes), margin=margin), clustered_share(moments, FORCED))
