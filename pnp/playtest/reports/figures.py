"""Numbers as people read them. In: shares, means, spreads. Out: short text; a dash where nothing is known."""

from __future__ import annotations

from pnp.playtest.statistics import Bin, Mean, Share, Spread
from pnp.playtest.worth import Worth

MINUS = "−"


def number(value: int) -> str:
    """`12,345`."""
    return f"{value:,}"


def percent(share: float | None) -> str:
    """`12.3 %`, or a dash."""
    return "–" if share is None else f"{share * 100:.1f} %"


def interval(share: Share) -> str:
    """`10.2–14.9`, per cent."""
    return "–" if share.low is None or share.high is None else f"{share.low * 100:.1f}–{share.high * 100:.1f}"


def decimal(value: float | None, digits: int = 1) -> str:
    """A number with `digits` digits after the point, or a dash."""
    return "–" if value is None else _minus(f"{value:,.{digits}f}")


def margin(mean: Mean | Spread, digits: int = 1) -> str:
    """`83.2 ± 0.4`, with more digits where the margin would round to nothing."""
    while mean.margin and digits < 4 and mean.margin < 0.95 * 10**-digits:
        digits += 1
    middle = decimal(mean.mean, digits)
    return middle if mean.margin is None else f"{middle} ± {decimal(mean.margin, digits)}"


def bin_name(part: Bin) -> str:
    """`60–69`, or `60` for a bar of one value."""
    return str(part.least) if part.least == part.most else f"{part.least}–{part.most}"


def whole(value: float | None) -> str:
    """A value as it was counted, without digits that say nothing."""
    return "–" if value is None else _minus(f"{value:g}")


def points(worth: Worth) -> str:
    """`+4.2 ± 1.8`, points of per cent."""
    if worth.points is None or worth.margin is None:
        return "–"
    return f"{_minus(f'{worth.points * 100:+.1f}')} ± {worth.margin * 100:.1f}"


def _minus(text: str) -> str:
    return text.replace("-", MINUS)


def plain(value: object) -> str:
    """A switch as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)
