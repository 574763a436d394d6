"""A ladder in tables. In: LadderResults. Out: its heading, tables and legend.

Invariant: every number has its interval.
"""

from __future__ import annotations

from pnp.playtest.experiments.head import heading_of, looks_of
from pnp.playtest.experiments.ladder import LadderResults, Rung
from pnp.playtest.experiments.table import Table, plain, range_of, signed
from pnp.playtest.reports.figures import MINUS
from pnp.playtest.reports.marks import MARKS
from pnp.playtest.reports.plot import Bar


def ladder_heading(found: LadderResults) -> list[str]:
    """What was played."""
    return heading_of(found, "games of each pair", of_each=2)


def ladder_tables(found: LadderResults) -> list[Table]:
    """Elo; who takes how much of whom; the first seat by skill."""
    rungs = found.rungs
    rows = tuple((each.bot, _whole(each.elo), _margin(each.margin), _step(each), _step_margin(each)) for each in rungs)
    first = found.bots[0]
    bars = tuple(Bar(each.bot, each.elo, *_ends(each.elo, each.margin)) for each in rungs)
    note = f"{first} is fixed at 0. A bot that is 400 Elo stronger wins 10 of 11 games."
    tables = [Table("Ratings", ("", "Elo", "95 %", "over next", "95 %"), rows, note, bars, percent=False)]
    shares = tuple(
        (f"{each.bot} vs {each.other}", plain(each.share.value, True), range_of(each.share)) for each in found.pairings
    )
    tables.append(Table("Head to head", ("", "win rate", "95 %"), shares, "A shared win counts as half a win."))
    seats = tuple((each.bot, plain(each.first.value, True), range_of(each.first)) for each in rungs)
    bars = tuple(Bar(each.bot, each.first.value, each.first.low, each.first.high) for each in rungs)
    fair = 1 / found.players
    tables.append(Table("First seat between equal bots", ("", "wins", "95 %"), seats, _trend(found), bars, base=fair))
    return tables


def _trend(found: LadderResults) -> str:
    trend = found.trend
    if trend is None:
        return "All bots are equally strong, so the effect of skill is unknown."
    change = f"{signed(trend.value, True)} points per 100 Elo"
    if trend.margin is not None:
        change += f" ({signed(trend.value - trend.margin, True)} to {signed(trend.value + trend.margin, True)})"
    words = {"": "no certain effect", "above": "it grows with skill", "below": "it shrinks with skill"}
    return f"First seat's win rate by skill: {change}; {words[trend.against]}."


def ladder_legend(found: LadderResults) -> str:
    """What the numbers mean."""
    steps, pairs = max(len(found.rungs) - 1, 0), len(found.pairings)
    return (
        "Elo by the Bradley-Terry model, from all games between two different bots, plus one virtual draw for each "
        "pair. Over next: the lead over the next bot below; ▲: the whole interval is above 0. Of these "
        f"{steps + pairs} steps and pairs one in twenty would be marked by chance alone. Each pair plays every deal "
        "twice with the seats swapped, and each bot plays it once against itself. When more search does not make a "
        "bot stronger, the game has little depth, or its `rate` and `value` miss it. "
        f"{looks_of(found)}"
    )


def _whole(value: float) -> str:
    return f"{MINUS if round(value) < 0 else ''}{abs(value):,.0f}"


def _margin(margin: float | None) -> str:
    return "–" if margin is None else f"± {margin:,.0f}"


def _step(rung: Rung) -> str:
    return "" if rung.step is None else f"+{rung.step:,.0f}"


def _step_margin(rung: Rung) -> str:
    return "" if rung.step is None else f"{_margin(rung.step_margin)} {MARKS[rung.against]}".rstrip()


def _ends(value: float, margin: float | None) -> tuple[float | None, float | None]:
    return (None, None) if margin is None else (value - margin, value + margin)
