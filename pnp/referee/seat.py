"""Seats. In: the names of a record's header. Out: small integers, clockwise from 0; `TABLE` deals, rolls and corrects.

Invariant: inside the kernel and the games a seat is its index; names appear only where people read or write.
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import normalize

Seat = int
TABLE: Seat = -1
TABLE_NAME = "table"
LONGEST_NAME = 60


def is_seat_name(name: str) -> bool:
    """True when `name` may stand in a header: letters of any alphabet, digits, `-`, `_`; not `table`."""
    return bool(name) and all(c.isalnum() or c in "-_" for c in name) and _folded(name) != TABLE_NAME


def seat_faults(names: Sequence[str]) -> list[tuple[str, str]]:
    """What is wrong with the names of a table, each with a hint."""
    faults = []
    for name in names:
        shown = _escaped(name if len(name) <= LONGEST_NAME else f"{name[:20]}…")
        if _folded(name) == TABLE_NAME:
            faults.append((f"“{shown}” cannot be a seat's name", "this name is reserved for the table itself"))
        elif not is_seat_name(name):
            what = f"“{shown}” cannot be a seat's name" if name else "a seat has no name"
            faults.append((what, "use letters, digits, - and _"))
        elif len(name) > LONGEST_NAME:
            faults.append((f"the seat's name “{shown}” is too long", f"at most {LONGEST_NAME} letters"))
    if len({_folded(name) for name in names}) < len(names):
        faults.append(("two seats have the same name", "case and letter width are ignored"))
    return faults


def _folded(name: str) -> str:
    """Return what makes a name: the same for names that look alike (`Aino`, `ａｉｎｏ`)."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def _escaped(name: str) -> str:
    """Return a name as it can be printed: control characters, and those that turn the text around, as `\\u202e`."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in name)


def seat_name(seats: tuple[str, ...], seat: Seat) -> str:
    """The name of a seat, `table` for TABLE."""
    return TABLE_NAME if seat == TABLE else seats[seat]
