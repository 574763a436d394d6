"""Two reports beside each other. In: two JSON reports of playtests. Out: CompareResults: the difference of every share
and every mean that stands in both, with its interval.

It goes through whatever the reports hold: a share is an object with `count` and `of`, a mean one with `mean` and
`margin`. Invariant: the games of the two count as independent, which is said where they share seeds.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from typing import Annotated, Any, Literal

from msgspec import DecodeError, Meta, Struct, ValidationError, convert, json

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import read_text
from pnp.playtest.experiments.change_columns import bar_of
from pnp.playtest.reports import report
from pnp.playtest.reports.numbers import EVEN, held_against, number, plain, signed, signed_interval, value
from pnp.playtest.reports.plot_changes import Changes, plot_changes
from pnp.playtest.reports.report import Column, Section, Table
from pnp.playtest.statistics import CONFIDENCE, wilson

FORMAT = 1
DEEPEST = 30
_NAMES = (("bot", "seat"), ("name",), ("id",), ("verb",), ("what",))
_PLACE = re.compile(r"byte (\d+)")
_HEAD = ("title", "rules", "cards", "players", "bots", "options", "first_seed", "games")
# Commands whose reports begin with their names.
_COMMANDS = ("vary", "tournament", "without", "compare", "endless")
_UNTOUCHED = "compare unmodified reports; write it again: pnp playtest GAME --json FILE"
_Number = Annotated[int, Meta(ge=0)]


class Report(Struct, frozen=True):
    """A report that was read: its file, and what it holds."""

    file: str
    values: dict[str, Any]

    @property
    def seeds(self) -> range:
        """The seeds of its games."""
        return range(self.values["first_seed"], self.values["first_seed"] + self.values["games"])


class _Head(Struct):
    playtest: Literal[1]
    game: str
    title: str
    cards: str
    players: int
    bots: list[str]
    options: dict[str, Any]
    first_seed: int
    games: _Number


class _Share(Struct):
    count: _Number
    of: _Number


class _Mean(Struct):
    mean: float | None
    margin: Annotated[float, Meta(ge=0)] | None


class Change(Struct, frozen=True):
    """A share (from 0 to 1) or a mean in both reports; value: the second minus the first.

    section: the parts of the report that it stands in; what: its own name there
    """

    section: str
    what: str
    is_share: bool
    first: float
    second: float
    value: float
    low: float | None
    high: float | None
    against: str = EVEN


class CompareResults(Struct, frozen=True):
    """The content of a comparison. first, second: what was played · shared_seeds: games of both that have one seed"""

    compare: int
    game: str
    title: str
    confidence: float
    first: dict[str, Any]
    second: dict[str, Any]
    shared_seeds: int
    comparisons: int
    differences: tuple[Change, ...]


def read_report(path: str | os.PathLike[str]) -> Report:
    """A report; InputError for a file that is torn, or holds something else."""
    file = os.fspath(path)
    text = read_text(file)
    try:
        values = json.decode(text)
    except RecursionError:
        raise InputError.single(Span(file, 1), "nested too deeply for a report", _UNTOUCHED, "report") from None
    except DecodeError as fault:
        found = _PLACE.search(str(fault))
        before = text.encode()[: int(found[1]) if found else len(text.encode())].decode("utf-8", "replace")
        place = Span(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
        hint = "the file may be truncated; write it again: pnp playtest GAME --json FILE"
        raise InputError.single(place, f"invalid JSON: {fault}", hint, "torn") from None
    if not isinstance(values, dict) or "playtest" not in values:
        kinds = [kind for kind in _COMMANDS if isinstance(values, dict) and kind in values]
        got = f"a report of pnp playtest {kinds[0]}" if kinds else "other JSON"
        what = f"expected a playtest report, got {got}"
        raise InputError.single(Span(file), what, "compare two files of pnp playtest GAME --json", "report")
    lacks = [key for key in ("game", *_HEAD) if key not in values]
    if lacks:
        raise InputError.single(Span(file), f"missing keys: {', '.join(lacks)}", _UNTOUCHED, "report")
    try:
        convert(values, _Head)
    except ValidationError as fault:
        raise InputError.single(Span(file), f"not a valid report: {fault}", _UNTOUCHED, "report") from None
    for wrong in _broken(values, ""):
        raise InputError.single(Span(file), f"invalid numbers: {wrong}", _UNTOUCHED, "report")
    return Report(file, values)


def _broken(value: Any, place: str) -> Iterator[str]:
    """Places of shares and means that no games have, and what lies deeper than any report goes."""
    if place.count(".") > DEEPEST:
        yield f"nested too deeply at {place[:40]}…"
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _broken(item, f"{place}.{key}" if place else str(key))
    if isinstance(value, dict):
        try:
            if "count" in value and "of" in value:
                share = convert(value, _Share)
                if share.count > share.of:
                    yield f"{place}: {share.count} of {share.of}"
            elif "mean" in value and "margin" in value:
                convert(value, _Mean)
        except ValidationError as fault:
            yield f"{place}: {fault}"


def compare_reports(first: Report, second: Report) -> CompareResults:
    """The differences of two reports of one game; InputError when they are of two."""
    games = [each.values["game"] for each in (first, second)]
    if games[0] != games[1]:
        what = f"this report is for {games[1]}, but {first.file} is for {games[0]}"
        raise InputError.single(Span(second.file), what, "compare two reports of one game", "report")
    differences = tuple(_walk(first.values, second.values, ()))
    same_cards = first.values["cards"] == second.values["cards"]
    shared = len(range(max(first.seeds.start, second.seeds.start), min(first.seeds.stop, second.seeds.stop)))
    return CompareResults(
        compare=FORMAT,
        game=games[0],
        title=second.values["title"],
        confidence=CONFIDENCE,
        first={"file": first.file, **{key: first.values[key] for key in _HEAD}},
        second={"file": second.file, **{key: second.values[key] for key in _HEAD}},
        shared_seeds=shared if same_cards else 0,
        comparisons=len(differences),
        differences=differences,
    )


def _walk(first: Any, second: Any, path: tuple[str, ...]) -> Iterator[Change]:
    if isinstance(first, dict) and isinstance(second, dict):
        change = _change(first, second, path)
        if change is not None:
            yield change
            return
        for key in first:
            if key in second:
                yield from _walk(first[key], second[key], (*path, key) if key not in ("share", "score") else path)
    elif isinstance(first, list) and isinstance(second, list):
        named = {_name(item): item for item in second if _name(item)}
        for item in first:
            name = _name(item)
            if name and name in named:
                yield from _walk(item, named[name], (*path, name))


def _name(item: Any) -> str:
    if isinstance(item, dict):
        for keys in _NAMES:
            if all(isinstance(item.get(key), str) for key in keys):
                return " as ".join(item[key] for key in keys)
    return ""


def _change(first: dict[str, Any], second: dict[str, Any], path: tuple[str, ...]) -> Change | None:
    if all("count" in each and "of" in each for each in (first, second)):
        if not (first["of"] and second["of"]):
            return None
        one, other = first["count"] / first["of"], second["count"] / second["of"]
        (low, high), (least, most) = (wilson(each["count"], each["of"]) for each in (first, second))
        value = other - one
        # Newcombe's (1998): what each interval leaves on that side
        below, above = sqrt((other - least) ** 2 + (high - one) ** 2), sqrt((most - other) ** 2 + (one - low) ** 2)
        return _placed(path, True, one, other, value - below, value + above)
    if all("mean" in each and "margin" in each for each in (first, second)):
        if first["mean"] is None or second["mean"] is None:
            return None
        value = second["mean"] - first["mean"]
        if first["margin"] is None or second["margin"] is None:
            return _placed(path, False, first["mean"], second["mean"], None, None)
        half = sqrt(first["margin"] ** 2 + second["margin"] ** 2)
        return _placed(path, False, first["mean"], second["mean"], value - half, value + half)
    return None


def _placed(
    path: tuple[str, ...], is_share: bool, first: float, second: float, low: float | None, high: float | None
) -> Change:
    section, what = " · ".join(path[:-1]) or path[-1], path[-1]
    if path[0] == "uses" and len(path) > 2:  # one table for each number of the cards
        section, what = f"{path[0]} · {path[1]} · {path[-1]}", path[-2]
    return Change(section, what, is_share, first, second, second - first, low, high, held_against(low, high))


def compare_report(found: CompareResults) -> report.Report:
    """A section for each part of the reports."""
    heading = [f"{found.title}: {found.second['file']} minus {found.first['file']}"]
    for name, each in (("first", found.first), ("second", found.second)):
        heading.append(
            f"{name}: {number(each['games'])} games from seed {each['first_seed']}, {each['players']} players, bots "
            f"{', '.join(each['bots'])}, rules {each['rules']}, cards {each['cards']}"
            + "".join(f", {key}={plain(value)}" for key, value in each["options"].items())
        )
    seeds = ""
    if found.shared_seeds:
        seeds = (
            f" {number(found.shared_seeds)} games have the same seed in both reports, which these intervals do not "
            "use; pnp playtest vary pairs such games."
        )
    names = dict.fromkeys(each.section for each in found.differences)
    return report.Report(
        f"{found.title}: comparison of two playtests",
        heading,
        [_section(name, [each for each in found.differences if each.section == name]) for name in names],
        "Change: second minus first, for shares in percentage points. The 95 % intervals treat the games as "
        "independent; shares use Newcombe's method. ▲ ▼: the whole interval is above or below 0. Of these "
        f"{found.comparisons} comparisons about {max(round(found.comparisons / 20), 1)} would be marked by chance "
        f"alone.{seeds}",
        found,
    )


def _section(name: str, changes: Sequence[Change]) -> Section:
    columns = [
        Column("", lambda it: _words(it.what)),
        Column("first", lambda it: value(it.first, it.is_share)),
        Column("second", lambda it: value(it.second, it.is_share)),
        Column("change", lambda it: signed(it.value, it.is_share)),
        Column("95 %", lambda it: signed_interval(it, it.is_share)),
    ]
    title, is_share = _words(name), changes[0].is_share
    plots = []
    if all(each.is_share == is_share for each in changes):
        bars = Changes(tuple(bar_of(_words(each.what), each) for each in changes))
        plots = [partial(plot_changes, f"{title}: change, with 95 % intervals", bars, is_share)]
    return Section(title, [Table(changes, columns)], plots)


def _words(key: str) -> str:
    return key.replace("_", " ")
