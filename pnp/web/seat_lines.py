"""Lines that a seat sends. In: what was typed or tapped there. Out: the line with its seat; why one seat alone cannot
say it.
"""

from __future__ import annotations

from typing import Any

from pnp.referee.kernel_rules import REF_SEAT, REF_TABLE, REF_UNDO
from pnp.referee.message import referee_message
from pnp.referee.move import End, Undo
from pnp.referee.record import parse_line
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat, seat_name
from pnp.referee.view import ReplayView
from pnp.table.line_completion import names_seat, number_typed
from pnp.table.offers import numbered, offers_at
from pnp.table.short_line import parse_typed, split_line


def full_line(replay: Replay[Any], seat: Seat, line: str) -> str:
    """Return a line with its seat: the one that sends it, unless it names another, or is a number in its options.

    Of several in one, divided by `;`, each gets its seat: none is taken for whoever would be asked then.
    """
    seen = ReplayView(replay, seat)
    number = number_typed(line)
    if number is not None:
        line = numbered(offers_at(seen), number) or line
    name = replay.setup.name(seat)
    return "; ".join(it if names_seat(seen, it) else f"{name}: {it.strip()}" for it in split_line(line))


def why_not_alone(replay: Replay[Any], seat: Seat, line: str) -> Illegal | None:
    """Return why one seat alone cannot say this: it is another's line, or needs everybody's consent."""
    refused = (_why_not(replay, seat, part) for part in split_line(line))
    return next((ruling for ruling in refused if ruling is not None), None)


def _why_not(replay: Replay[Any], seat: Seat, line: str) -> Illegal | None:
    notation, read = replay.notation, parse_line(line)
    split = notation.split_seat(read.text) if read is not None else None
    if read is None or not isinstance(split, tuple):
        return None  # it says nothing, and is refused as such
    if split[0] not in (seat, TABLE):
        name, own = seat_name(replay.setup.seats, split[0]), replay.setup.name(seat)
        return Illegal(REF_SEAT, referee_message("referee.for_another", name=name, own=own))
    if read.overruled:
        return Illegal(REF_TABLE, referee_message("referee.overrule_together"))
    kind = type(parse_typed(replay, read.text))
    if kind is Undo:
        return Illegal(REF_UNDO, referee_message("referee.by_consent"))
    if kind is End or kind in notation.adjustments:
        return Illegal(REF_TABLE, referee_message("referee.by_consent"))
    return None
