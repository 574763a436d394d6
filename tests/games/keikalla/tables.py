"""Tables for the tests of Keikalla: set-ups in a line a band, and tables after some lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pnp.games.keikalla import GAME
from pnp.games.keikalla.state import KeikallaState
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import PHYSICAL
from pnp.referee.replay import Replay
from tests.games import tables

SEATS = ("anna", "ben", "cid")


def lay(picture: Sequence[str]) -> Iterator[str]:
    """The set-up of a scenario: a line for each band, `anna jarkale vaasa`: the seat, its band, where it stands.

    A line `rehab oulu` says where the Rehab card lies (Jyväskylä without it), `dates 11` how long the tours are,
    `first kemi` the first date of every band. The first band has the first turn.
    """
    rows = [line.split() for line in picture]
    settings = {row[0]: row[1:] for row in rows if row[0] in ("rehab", "dates", "first")}
    bands = [row for row in rows if row[0] not in settings]
    rehab, dates = settings.get("rehab", ["jyvaskyla"])[0], settings.get("dates", ["9"])[0]
    first = f" first={settings['first'][0]}" if "first" in settings else ""
    for seat, band, *_ in bands:
        yield f"{seat}: band {band}"
        if band.startswith("liekehtivat"):
            yield "table: roll 6"
    yield "table: deal"
    yield f"table: rehab {rehab}"
    yield from (f"{row[0]}: tour {dates}{first}" for row in bands)
    yield f"table: start {bands[0][0]}"
    yield from (f"table: adjust at {row[0]} {row[2]}" for row in bands if len(row) > 2)


def play_lines(
    lines: Iterable[str], deal: str = PHYSICAL, seats: Sequence[str] = SEATS, **options: Any
) -> Replay[KeikallaState]:
    """A table after some lines; all must be accepted."""
    return tables.play_lines(Replay(GAME, tables.agreed("keikalla", seats, deal, **options)), lines)


def simulated_game(players: int, seed: int, bots: Sequence[str] = ("greedy",), **options: Any) -> Replay[KeikallaState]:
    """A simulated game, dealt by the referee."""
    return simulate(GAME, tables.book_of("keikalla"), SEAT_NAMES[:players], seed, bots, options)
