"""▲ and ▼: which numbers stand out. In: a number with its interval. Out: `above`, `below` or nothing."""

from __future__ import annotations

from pnp.playtest.statistics import Share
from pnp.playtest.worth import Worth

ABOVE, BELOW, EVEN = "above", "below", ""
MARKS = {ABOVE: "▲", BELOW: "▼", EVEN: " "}


def against(share: Share, base: Share) -> str:
    """Whether the whole interval lies above or below the base."""
    if share.low is None or share.high is None or base.share is None:
        return EVEN
    return ABOVE if share.low > base.share else BELOW if share.high < base.share else EVEN


def against_zero(worth: Worth) -> str:
    """Whether the whole interval lies above or below what an average card is worth."""
    if worth.points is None or worth.margin is None:
        return EVEN
    return ABOVE if worth.points > worth.margin else BELOW if worth.points < -worth.margin else EVEN
