"""Results for a terminal and for programs. In: PlaytestResults. Out: text that fits a terminal, or JSON.

Invariant: nothing is shown by colour or picture alone; equal results give equal bytes.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, json, to_builtins

from pnp.playtest.reports.columns import WIDTH, Part, Prose, lay_out
from pnp.playtest.reports.figures import number, plain
from pnp.playtest.reports.results import PlaytestResults
from pnp.playtest.reports.sections import report_sections


def dump_json(found: Struct, more: dict[str, Any] | None = None) -> str:
    """Return the results as JSON: keys as in docs/playtest-json.md, six digits after the point. more: further keys."""
    values = {**to_builtins(found, enc_hook=str), **to_builtins(more or {}, enc_hook=str)}
    return json.format(json.encode(_rounded(values)), indent=2).decode() + "\n"


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list) else value


def format_text(found: PlaytestResults, width: int = WIDTH) -> str:
    """The report for a terminal of so many columns."""
    sections = [each.text() for each in report_sections(found)]
    return lay_out([_heading(found), *sections, [Prose(legend(found), rest="")]], width)


def _heading(found: PlaytestResults) -> list[Part]:
    return [Prose(line) for line in heading(found)]


def heading(found: PlaytestResults) -> list[str]:
    """What was played: game, seats, bots, seeds, switches."""
    if found.records:
        return _heading_of_records(found)
    games = number(found.games)
    played = f"{games} simulated games" if found.games == found.asked else f"{games} of {number(found.asked)} games"
    switches = ", ".join(f"{key}={plain(value)}" for key, value in found.options.items())
    last = found.first_seed + max(found.games, 1) - 1
    return [
        f"{found.title} · {played} · {found.players} players · seeds {found.first_seed} to {last}",
        f"bots: {', '.join(found.bots)} · rules {found.rules}, cards {found.cards or '–'}"
        + (f" · {switches}" if switches else ""),
    ]


def _heading_of_records(found: PlaytestResults) -> list[str]:
    switches = "".join(f" · {key}={plain(value)}" for key, value in found.options.items())
    games = "1 game" if found.games == 1 else f"{number(found.games)} games"
    return [
        f"{found.title} · {games} from records · {found.players} players",
        f"players: {', '.join(found.bots)} · rules {found.rules}, cards {found.cards or '–'}{switches}",
        *(f"note: {what}" for what in found.left_out),
    ]


def legend(found: PlaytestResults) -> str:
    """What the numbers mean."""
    level = f"{found.confidence * 100:.0f} %"
    made = found.comparisons
    return (
        f"Intervals are {level} confidence intervals: Wilson's for shares, ± 1.96 standard errors for means. "
        "▲ ▼: the whole interval is above or below the base (for card strength, 0). One comparison in 20 is marked by "
        f"chance alone: of the {number(made.made)} comparisons here about {made.by_chance:g} would be, and "
        f"{number(made.marked)} are. Win rate of a card: the share of the seats that used it and won. Cards that are "
        "played late, or by the leader, look stronger than they are."
    )
