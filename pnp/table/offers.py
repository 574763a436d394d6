"""What may be done now, as numbered lines that can be typed. In: a replay, a viewer. Out: offers; a number's line.

The offers of a kind (one seat's moves with one verb) stand together, in the game's order; the first has number 1.
Invariant: equal positions and viewers give equal offers, so a number means one line as long as nothing is played. Which
listing people have read is remembered in the cache: a number that was read off another position is refused, never
guessed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from msgspec import DecodeError, Struct, json

from pnp.base.cache import read_cached, write_cached
from pnp.base.diagnostics import InputError, Span
from pnp.base.digest import digest_bytes
from pnp.base.places import cache_dir
from pnp.referee.game import DIGITAL, is_dealt
from pnp.referee.move import Move
from pnp.referee.notation import verb_of
from pnp.referee.replay import Replay, digest_of
from pnp.referee.seat import TABLE, Seat
from pnp.referee.view import ReplayView

KEPT_LISTINGS = 200
KEPT_BYTES = 1_000_000


class OfferedLine(Struct, frozen=True):
    """One line that may be typed, the move it is, and the kind it is of."""

    seat: Seat
    verb: str
    line: str
    move: Move


class Listing(Struct):
    """What somebody has read: at which position, and as which viewers (None: everybody)."""

    plies: int
    digest: str
    asked: list[Seat | None]


def list_offers(replay: Replay[Any], viewer: Seat | None = None) -> list[OfferedLine]:
    """The offers to those who are to act, as everybody knows the table; or to `viewer`, as that seat knows it."""
    seen = ReplayView(replay, viewer)
    # A seat that is asked for by name may have something to do out of turn.
    return offers_to(seen, seats_offered(seen) if viewer is None else (viewer,))


def offers_at(seen: ReplayView[Any]) -> list[OfferedLine]:
    """What the viewer itself may send: its own lines, then the table's where somebody is to say them for everybody."""
    if seen.viewer is None:
        return []
    return offers_to(seen, (seen.viewer, TABLE) if TABLE in seats_offered(seen) else (seen.viewer,))


def offers_to(seen: ReplayView[Any], seats: Sequence[Seat]) -> list[OfferedLine]:
    """The offers to these seats by what the viewer knows; none when the game is over."""
    replay = seen.truth
    if replay.outcome is not None:
        return []
    found: dict[tuple[Seat, str], list[OfferedLine]] = {}
    for seat in seats:
        for move in _for_people(replay, replay.game.legal_moves(seen.state, seat)):
            verb = verb_of(type(move))
            found.setdefault((seat, verb), []).append(OfferedLine(seat, verb, replay.notation.format(move), move))
    return [offer for kind in found.values() for offer in kind]


def _for_people(replay: Replay[Any], moves: Sequence[Move]) -> Sequence[Move]:
    """The moves without those that are the dealer's at a digital table."""
    if replay.setup.deal != DIGITAL:
        return moves
    return [move for move in moves if move.seat != TABLE or not is_dealt(replay.game, move)]


def seats_offered(replay: Replay[Any]) -> tuple[Seat, ...]:
    """Who is to act, and who else may speak now: the table that says `ok` for everybody."""
    return tuple(dict.fromkeys((*replay.to_act, *(decision.seat for decision in replay.decisions))))


def kinds_of(offers: Sequence[OfferedLine]) -> list[tuple[Seat, str, range]]:
    """The kinds in their order, each with the numbers of its offers."""
    kinds: list[tuple[Seat, str, range]] = []
    for number, offer in enumerate(offers, 1):
        if kinds and kinds[-1][:2] == (offer.seat, offer.verb):
            kinds[-1] = (offer.seat, offer.verb, range(kinds[-1][2].start, number + 1))
        else:
            kinds.append((offer.seat, offer.verb, range(number, number + 1)))
    return kinds


def remember_listing(record: str | os.PathLike[str], replay: Replay[Any], viewer: Seat | None) -> None:
    """Note that the offers were read at this position."""
    path, now = _place(record), _position(replay)
    before = _recalled(path)
    asked = before.asked if before is not None and (before.plies, before.digest) == now else []
    listing = Listing(*now, [*(seat for seat in asked if seat != viewer), viewer])
    write_cached(path, json.encode(listing), KEPT_LISTINGS, KEPT_BYTES)


def line_of_number(record: str | os.PathLike[str], replay: Replay[Any], number: int) -> str:
    """The line that has this number in the listing that people have read. Raises InputError when that is not clear."""
    listing = _recalled(_place(record))
    if listing is None:
        raise _refused(
            number, "unknown number: no options were listed here", "run `options` first; it prints the numbers"
        )
    if (listing.plies, listing.digest) != _position(replay):
        raise _refused(number, "the list of options is stale: another line was played since", "list the options again")
    lines = {line for viewer in listing.asked if (line := numbered(list_offers(replay, viewer), number))}
    if len(lines) > 1:
        raise _refused(number, "several seats have a different move with this number", "type the move")
    if not lines:
        raise _refused(number, "this number is not in the list of options", "list the options again")
    return lines.pop()


def _refused(number: int, what: str, hint: str) -> InputError:
    return InputError.single(Span(str(number)), what, hint, "option-number")


def numbered(offers: Sequence[OfferedLine], number: int) -> str:
    """The line with this number; empty when there is none."""
    return offers[number - 1].line if 0 < number <= len(offers) else ""


def _position(replay: Replay[Any]) -> tuple[int, str]:
    return replay.plies, digest_of(replay.game, replay.state)


def _place(record: str | os.PathLike[str]) -> str:
    name = digest_bytes(os.path.realpath(record).encode("utf-8", "surrogateescape"), 16)
    return os.path.join(cache_dir(), "listings", f"{name}.json")


def _recalled(path: str) -> Listing | None:
    data = read_cached(path)
    try:
        return json.decode(data, type=Listing) if data is not None else None
    except DecodeError:
        return None
