"""Seats. In: the names of a record's header. Out: small integers, clockwise from 0; `TABLE` deals, rolls and corrects.

Invariant: inside the kernel and the games a seat is its index; names appear only where people read or write.
"""

from __future__ import annotations

Seat = int
TABLE: Seat = -1
TABLE_NAME = "table"


def is_seat_name(name: str) -> bool:
    """True when `name` may stand in a header: letters of any alphabet, digits, `-`, `_`; not `table`."""
    return bool(name) and all(c.isalnum() or c in "-_" for c in name) and name.casefold() != TABLE_NAME


def seat_name(seats: tuple[str, ...], seat: Seat) -> str:
    """The name of a seat, `table` for TABLE."""
    return TABLE_NAME if seat == TABLE else seats[seat]
