"""Two hosted tables that are equal in all that a seat may know give it the same hint, byte for byte, and the process
that thinks is handed the same bytes; nobody gets the hint of another seat.
"""

from __future__ import annotations

import asyncio
import pickle
import random
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import httpx
import pytest

from pnp.catalog import load_game
from pnp.conformance.twins import cut, twin_of
from pnp.playtest.advice.hint_process import Effort, HintProcess, Question
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import Game
from pnp.referee.replay import Position, Replay
from pnp.referee.seat import Seat
from pnp.referee.view import ReplayView
from pnp.table.seat_keys import SeatKeys
from pnp.table.session import Session
from pnp.table.store import Store
from pnp.web.app import Hosted
from pnp.web.hosted_table import HostedTable
from tests.guard import some
from tests.marks import on_ci
from tests.twins import Pair

pytestmark = pytest.mark.ci
GAMES = ("suomi1918", "kalevala", "drumroll", "keko", "keikalla")
LINES = 60  # of a game
WANTED = 2  # pairs of tables of each game
EFFORT = Effort(simulations=8)  # counted: the same hint every time
SAME_ADDRESS = "http://127.0.0.1"


class Recorded(HintProcess):
    """The process of the hints, and what it was handed."""

    def __init__(self) -> None:
        super().__init__(load_game)
        self.handed: list[tuple[Seat, bytes]] = []

    def begin(self, task: Any, *question: Any) -> Future[Any]:
        self.handed += [(it.seat, pickle.dumps(it)) for it in question if isinstance(it, Question)]
        return super().begin(task, *question)


@pytest.fixture(scope="module")
def process() -> Iterator[Recorded]:
    process = Recorded()
    yield process
    process.end()


def pairs(slug: str, folder: Path) -> Iterator[Pair]:
    """Tables at which a seat has a choice, and twins of theirs that it cannot distinguish from them."""
    game, book = load_game(slug)
    for seed in range(40):
        seats, pick = SEAT_NAMES[: book.players[0]], random.Random(f"{slug}/{seed}").randrange
        played = simulate(game, book, seats, seed, ["greedy" if seed % 2 else "random"])
        table, seat = cut(played, pick, LINES), pick(len(seats))
        twin = twin_of(table, seat, pick)
        if twin is None:
            continue
        first = next(at for at, one in enumerate(table.entries) if one.move != twin.entries[at].move)
        for at in range(first + 1, len(table.positions)):
            position = table.positions[at]
            if position.outcome is None and seat in game.to_act(position.state) and choices(game, position, seat) > 1:
                yield Pair(folder / str(seed), (at_position(table, at), at_position(twin, at)), seat)
                break


def choices(game: Game[Any], position: Position, seat: Seat) -> int:
    """How many moves a seat has, as it knows."""
    return len(game.legal_moves(game.project(position.state, seat), seat))


def at_position(table: Replay[Any], at: int) -> Replay[Any]:
    """The table as it was after so many lines."""
    then = Replay(table.game, table.setup)
    then.entries, then.positions = table.entries[:at], table.positions[: at + 1]
    return then


def hosted(pair: Pair, place: Path, process: HintProcess) -> Hosted:
    """One of the two tables, with the addresses of the other."""
    (place / "work.record").write_bytes((place / "t.record").read_bytes())
    kept = pair.folders[0] / "work.record.keys"
    if kept.exists():
        (place / kept.name).write_bytes(kept.read_bytes())
    session = Session(Store(place / "work.record"), load_game)
    table = HostedTable(session, SeatKeys(place / "work.record", session.setup.seats))
    for name in table.seats:
        table.seating.take(name)
    found = Hosted([table])
    found.hints.begin(process, found.tables, EFFORT)
    return found


def answers(at: Hosted, seat: Seat) -> list[tuple[int, bytes]]:
    """All that a seat is answered that asks for a hint, and what it and the others are sent then."""
    [table] = at.tables
    names = table.seats
    own = f"/s/{table.keys.key_of(names[seat])}"
    others = [f"/s/{table.keys.key_of(name)}" for name in names if name != names[seat]]
    ply = table.session.replay.plies

    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(at.app())
        async with httpx.AsyncClient(transport=transport, base_url=SAME_ADDRESS, timeout=60) as client:
            found = [await client.post(f"{own}/hint?lang={lang}", json={"ply": ply}) for lang in ("en", "fi")]
            found.append(await client.post(own, data={"hint": "1", "ply": str(ply), "part": "1"}))
            found.append(await client.post(f"{own}/hint", json={"ply": ply - 1}))
            found.append(await client.get(f"{own}/state"))
            for other in others:
                foreign = await client.post(f"{other}/hint", json={"ply": ply, "seat": names[seat]})
                assert foreign.status_code == 422 or foreign.json()["seat"] != names[seat]
                assert found[0].json()["words"][0] not in foreign.text
            return found

    return [(it.status_code, it.content) for it in asyncio.run(ask())]


@pytest.mark.parametrize("slug", on_ci(GAMES, "drumroll", "keikalla"))
def test_no_byte_of_a_hint_depends_on_what_its_seat_cannot_see(slug: str, tmp_path: Path, process: Recorded) -> None:
    found = [pair for pair, _ in zip(pairs(slug, tmp_path), range(WANTED), strict=False)]
    assert len(found) == WANTED
    for pair in some(found):
        assert pair.differing and pair.seat is not None
        process.handed.clear()
        ours, theirs = (answers(hosted(pair, place, process), pair.seat) for place in pair.folders)
        assert ours == theirs
        assert [status for status, _ in ours] == [200, 200, 200, 409, 200]
        [one, other] = [data for seat, data in process.handed if seat == pair.seat]
        assert one == other, "the process is handed nothing else at the other table"


def test_a_hint_that_knows_the_truth_is_caught(
    tmp_path: Path, process: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ReplayView, "view", lambda seen, state: state)
    pair = next(pairs("kalevala", tmp_path))
    process.handed.clear()
    ours, theirs = (answers(hosted(pair, place, process), pair.seat) for place in pair.folders)  # type: ignore[arg-type]
    [one, other] = [data for _, data in process.handed]
    assert one != other and ours != theirs
