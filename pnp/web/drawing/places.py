"""Places as classes. In: a place on a drawing. Out: classes; and the style sheet that gives them their meaning.

No page may hold styles of its own (`gate.py`), so what is measured on the server reaches the page as classes. One unit
is a 400th of the drawing's width; a length is two digits to the base of 20 (`X6 x17` is 137 from the left), so that a
hundred and some rules say all places. Invariant: every class that `place` writes is in the sheet.
"""

from __future__ import annotations

from functools import lru_cache

UNITS = 400  # across
DEEPEST = 3 * UNITS  # nothing is placed further down than this within its zone, and nothing is higher
BASE = 20
_SIDES = {"x": "left", "y": "top", "w": "width", "h": "height"}


def place(x: float, y: float, width: float, height: float) -> str:
    """The classes of a place."""
    return (
        f"{_digits('x', round(x))} {_digits('y', round(y))} {_digits('w', round(width))} {_digits('h', round(height))}"
    )


@lru_cache(4 * DEEPEST)
def _digits(name: str, length: int) -> str:
    much, little = divmod(min(DEEPEST, max(0, length)), BASE)
    return f"{name.upper()}{much} {name}{little}"


@lru_cache(1)
def places_css() -> bytes:
    """The style sheet: `--u` is a unit."""
    sums = ";".join(f"{side}:calc((var(--{n.upper()}) + var(--{n}))*var(--u))" for n, side in _SIDES.items())
    much = (f".{n.upper()}{at}{{--{n.upper()}:{at * BASE}}}" for n in _SIDES for at in range(DEEPEST // BASE + 1))
    little = (f".{n}{at}{{--{n}:{at}}}" for n in _SIDES for at in range(BASE))
    return "\n".join([f".at{{position:absolute;{sums}}}", *much, *little]).encode()
