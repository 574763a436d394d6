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
from typing import Any

from msgspec import DecodeError, Struct, ValidationError, json, to_builtins

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import read_text
from pnp.playtest.experiments.change_columns import bar_of
from pnp.playtest.reports import report
from pnp.playtest.reports.numbers import EVEN, held_against, number, plain, signed, signed_interval, value
from pnp.playtest.reports.plot_changes import Changes, plot_changes
from pnp.playtest.reports.report import Column, Section, Table
from pnp.playtest.reports.results import PlaytestResults
from pnp.playtest.statistics import CONFIDENCE, wilson

FORMAT = 1
_NAMES = (("bot", "seat"), ("name",), ("id",), ("verb",), ("what",))
_PLACE = re.compile(r"byte (\d+)")
_HEAD = ("title", "rules", "cards", "players", "bots", "options", "first_seed", "games")
# Commands whose reports hold their names.
_COMMANDS = ("vary", "tournament", "without", "compare", "endless")
_UNTOUCHED = "compare unmodified reports; write it again: pnp playtest GAME --json FILE"


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


def read_report(path: str | os.PathLike[str]) -> PlaytestResults:
    """A report; InputError for a file that is torn, or holds something else."""
    file = os.fspath(path)
    text = read_text(file)
    try:
        values = json.decode(text)
        if isinstance(values, dict) and "playtest" in values:
            return json.decode(text, type=PlaytestResults)
    except RecursionError:
        raise InputError.single(Span(file, 1), "nested too deeply for a report", _UNTOUCHED, "report") from None
    except ValidationError as fault:
        raise InputError.single(Span(file), f"not a valid report: {fault}", _UNTOUCHED, "report") from None
    except DecodeError as fault:
        found = _PLACE.search(str(fault))
        before = text.encode()[: int(found[1]) if found else len(text.encode())].decode("utf-8", "replace")
        place = Span(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
        hint = "the file may be truncated; write it again: pnp playtest GAME --json FILE"
        raise InputError.single(place, f"invalid JSON: {fault}", hint, "torn") from None
    kinds = [kind for kind in _COMMANDS if isinstance(values, dict) and kind in values]
    got = f"a report of pnp playtest {kinds[0]}" if kinds else "other JSON"
    what = f"expected a playtest report, got {got}"
    raise InputError.single(Span(file), what, "compare two files of pnp playtest GAME --json", "report")


def compare_reports(files: Sequence[str], first: PlaytestResults, second: PlaytestResults) -> CompareResults:
    """The differences of two reports of one game; InputError when they are of two."""
    if first.game != second.game:
        what = f"this report is for {second.game}, but {files[0]} is for {first.game}"
        raise InputError.single(Span(files[1]), what, "compare two reports of one game", "report")
    values = [to_builtins(each) for each in (first, second)]
    one, other = ({key: it for key, it in each.items() if key not in _HEAD} for each in values)
    differences = tuple(_walk(one, other, ()))
    shared = min(each.first_seed + each.games for each in (first, second)) - max(first.first_seed, second.first_seed)
    heads = [{"file": file, **{key: each[key] for key in _HEAD}} for file, each in zip(files, values, strict=True)]
    return CompareResults(
        compare=FORMAT,
        game=first.game,
        title=second.title,
        confidence=CONFIDENCE,
        first=heads[0],
        second=heads[1],
        shared_seeds=max(shared, 0) if first.cards == second.cards else 0,
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
    elif isinstance(first, tuple) and isinstance(second, tuple):
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
