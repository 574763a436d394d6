"""Numbers as people read them, and what stands out. In: shares, means, intervals. Out: short text; a dash for nothing.

Shares are shown in per cent, their differences in percentage points. ▲ ▼: the whole interval is above or below a base.
"""

from __future__ import annotations

from typing import Protocol

from pnp.playtest.statistics import Mean, Share, Spread

MINUS, NONE = "−", "–"
ABOVE, BELOW, EVEN = "above", "below", ""
MARKS = {ABOVE: "▲", BELOW: "▼", EVEN: " "}
HUNDRED = 100


class Interval(Protocol):
    """A number with its 95 % interval; None: unknown."""

    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...


class Marked(Interval, Protocol):
    """A number with its interval, held against a base."""

    @property
    def value(self) -> float | None: ...
    @property
    def against(self) -> str: ...


def held_against(low: float | None, high: float | None, base: float | None = 0.0) -> str:
    """Whether the whole interval lies above or below the base."""
    if low is None or high is None or base is None:
        return EVEN
    return ABOVE if low > base else BELOW if high < base else EVEN


def against_base(share: Share, base: Share) -> str:
    """The same of a share and the share of all."""
    return held_against(share.low, share.high, base.share)


def around(value: float | None, margin: float | None) -> tuple[float | None, float | None]:
    """The ends of value ± margin."""
    return (None, None) if value is None or margin is None else (value - margin, value + margin)


def number(value: int) -> str:
    """`12,345`."""
    return f"{value:,}"


def percent(share: float | None) -> str:
    """`12.3 %`, or a dash."""
    return NONE if share is None else f"{share * HUNDRED:.1f} %"


def decimal(value: float | None, digits: int = 1) -> str:
    """A number with `digits` digits after the point, or a dash."""
    return NONE if value is None else _minus(f"{value:,.{digits}f}")


def value(value: float | None, is_share: bool) -> str:
    """`51.2 %`, `61.34`, or a dash."""
    return percent(value) if is_share else decimal(value, 2)


def interval(found: Interval, is_share: bool = True) -> str:
    """`10.2–14.9`, per cent; `63.17–65.05` for what is no share."""
    if found.low is None or found.high is None:
        return NONE
    unit, digits = (HUNDRED, 1) if is_share else (1, 2)
    return f"{decimal(found.low * unit, digits)}–{decimal(found.high * unit, digits)}"


def marked(share: Share, against: str) -> str:
    """`38.7–78.1 ▲`"""
    return f"{interval(share)} {MARKS[against]}"


def named_mark(against: str) -> str:
    """`▲ above`"""
    return f"{MARKS[against]} {against}".strip()


def signed(value: float | None, is_share: bool) -> str:
    """`+1.2`, `−0.04`, or a dash; shares in points."""
    if value is None:
        return NONE
    text = f"{abs(value) * HUNDRED:.1f}" if is_share else f"{abs(value):,.2f}"
    return text if not float(text.replace(",", "")) else f"{'+' if value > 0 else MINUS}{text}"


def signed_interval(found: Marked, is_share: bool) -> str:
    """`−0.5 to +2.9 ▲`"""
    if found.low is None or found.high is None:
        return NONE
    return f"{signed(found.low, is_share)} to {signed(found.high, is_share)} {MARKS[found.against]}"


def margin(mean: Mean | Spread, digits: int = 1) -> str:
    """`83.2 ± 0.4`, with more digits where the margin would round to nothing."""
    while mean.margin and digits < 4 and mean.margin < 0.95 * 10**-digits:
        digits += 1
    middle = decimal(mean.mean, digits)
    return middle if mean.margin is None else f"{middle} ± {decimal(mean.margin, digits)}"


def points(value: float | None, margin: float | None) -> str:
    """`+4.2 ± 1.8`, percentage points."""
    return NONE if value is None or margin is None else f"{_minus(f'{value * 100:+.1f}')} ± {margin * 100:.1f}"


def whole(value: float | None) -> str:
    """A value as it was counted, without digits that say nothing."""
    return NONE if value is None else _minus(f"{value:g}")


def span(least: float | None, most: float | None) -> str:
    """`61–67`, or `61` where both are the same."""
    return f"{whole(least)}–{whole(most)}"


def plain(option: object) -> str:
    """The value of an option as it is typed."""
    return str(option).lower() if isinstance(option, bool) else str(option)


def _minus(text: str) -> str:
    return text.replace("-", MINUS)
