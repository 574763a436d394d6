"""Balance as a test. In: `first=48..52,moves=40..60`, what was played. Out: for each figure whether it lies inside.

Invariant: inside and outside are said only where the whole interval is; else nothing can be told yet, which is an
answer of its own.
"""

from __future__ import annotations

import re

from msgspec import Struct

from pnp.base.diagnostics import InputError, Report, Span, UsageError
from pnp.playtest.experiments.change_columns import known_columns
from pnp.playtest.experiments.estimates import Estimate
from pnp.playtest.experiments.figures import Figure, FigureBook
from pnp.playtest.reports.report import Column, Section, Table

INSIDE, OUTSIDE, OPEN = "inside", "outside", "cannot tell yet"  # also in the JSON report
OPTION = "--targets"
_NUMBER = r"-?\d{1,15}(?:\.\d{1,15})?"
_RANGE = re.compile(rf"({_NUMBER})?\.\.({_NUMBER})?")


class Target(Struct, frozen=True):
    """What a figure is to be: at least, at most, as it is said (shares in per cent); None: no limit."""

    figure: str
    least: float | None
    most: float | None

    @property
    def wanted(self) -> str:
        """`48..52`"""
        least, most = ("" if end is None else f"{end:g}" for end in (self.least, self.most))
        return f"{least}..{most}"


class Verdict(Struct, frozen=True):
    """Whether a figure is what it is to be."""

    target: Target
    known: Estimate
    answer: str


def read_targets(text: str, figures: FigureBook) -> list[tuple[Target, Figure]]:
    """The targets that are named; UsageError with every one that means nothing."""
    report, found = Report(), []
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, _, typed = part.rpartition("=")
        limits = _RANGE.fullmatch(typed.strip())
        if not name or limits is None or not any(limits.groups()):
            odd = [end for end in typed.strip().split("..") if end and not re.fullmatch(_NUMBER, end)]
            what = f"expected METRIC=LOW..HIGH, got “{part}”"
            if name and ".." in typed and odd:
                what = f"expected numbers as limits in “{part}”, got {' and '.join(odd)}"
            report.error(Span(OPTION), what, "first=48..52,moves=40..60, or with one limit: stopped=..1", "target")
            continue
        least, most = (None if end is None else float(end) for end in limits.groups())
        if least is not None and most is not None and least > most:
            report.error(
                Span(OPTION),
                f"“{part}” ends before it starts",
                f"{name}={typed.split('..')[1]}..{typed.split('..')[0]}",
                "target",
            )
            continue
        try:
            found.append((Target(name, least, most), figures.find(name.strip(), OPTION)))
        except InputError as fault:
            report.extend(fault.report)
    if not found and not report.errors:
        report.error(Span(OPTION), "expected at least one target", "first=48..52,moves=40..60", "target")
    if report.errors:
        raise UsageError(report)
    return found


def judge_target(target: Target, known: Estimate) -> Verdict:
    """Inside where the whole interval is, outside where none of it is."""
    unit = 100.0 if known.is_share else 1.0
    if known.low is None or known.high is None:
        return Verdict(target, known, OPEN)
    low, high = known.low * unit, known.high * unit
    least = float("-inf") if target.least is None else target.least
    most = float("inf") if target.most is None else target.most
    answer = INSIDE if least <= low and high <= most else OUTSIDE if high < least or low > most else OPEN
    return Verdict(target, known, answer)


def targets_section(verdicts: list[Verdict]) -> Section:
    """Every target with what it is, and whether it is that."""
    columns = [
        Column("", lambda it: it.known.title),
        Column("target", lambda it: it.target.wanted),
        *known_columns(lambda it: it.known),
        Column("result", lambda it: it.answer),
    ]
    is_open = any(each.answer == OPEN for each in verdicts)
    note = "Cannot tell yet: a limit is inside the interval. Play more games, or widen the limits." if is_open else ""
    return Section("Targets", [Table(verdicts, columns)], note=note)
