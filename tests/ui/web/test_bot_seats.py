"""Bots at hosted tables: they move by themselves, and nobody waits for them."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import pytest
from msgspec import json

from pnp.playtest.seat_bots import SeatBots
from pnp.referee.game import PHYSICAL
from pnp.table.option_tree import leaves_of
from pnp.table.seat_keys import SeatKeys
from pnp.table.session import Session
from pnp.ui.web.hosted_table import HostedTable
from pnp.ui.web.thinking.bot_seats import BotSeats
from tests.playtest.test_seat_bots import finder, table
from tests.ui.web.hosting import Host, new_record

PATIENCE = 20.0


def hosted(path: Path, bot: str = "greedy") -> HostedTable:
    session = table(path, seed=3, ben=bot)
    bots = SeatBots(session.game, session.setup.seats, session.record.header.bots, "digital")
    return HostedTable(session, SeatKeys(path, session.setup.seats), bots)


def first_line(at: HostedTable) -> str:
    return str(next(leaves_of(json.decode(at.state(0, "en"))["options"]))["line"])


@pytest.mark.long
def test_a_bot_moves_at_a_hosted_table(tmp_path: Path) -> None:
    host = Host(new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5"), "--bot", "ilmari=greedy")
    try:
        state = host.state("aino")
        assert state["bots"] == {"ilmari": "greedy"} and "ilmari" in state["joined"]
        line = next(leaves_of(state["options"]))["line"]
        assert host.move("aino", line).status_code == 200
        give_up = time.monotonic() + PATIENCE
        while (state := host.state("aino"))["to_act"] != ["aino"] or len(state["log"]) < 6:
            assert time.monotonic() < give_up
            time.sleep(0.05)
        own = [entry for entry in state["log"] if entry["seat"] == "ilmari"]
        assert len(own) == 1 and state["pieces"][0].startswith("put down ")
        assert host.client.get(host.first["join"]).text.count("ilmari") == 0  # no seat that somebody could take
    finally:
        assert host.stop() < 5


def test_no_request_waits_for_a_bot(tmp_path: Path) -> None:
    at = hosted(tmp_path / "k")
    thinks, may_move = threading.Event(), threading.Event()
    assert at._bots is not None
    greedy = at._bots._bots[1]

    def slow(*words: object) -> object:
        thinks.set()
        assert may_move.wait(PATIENCE)
        return greedy(*words)  # type: ignore[arg-type]

    at._bots._bots[1] = slow  # type: ignore[assignment]

    async def evening() -> None:
        bots = asyncio.create_task(BotSeats(lambda: [at], breath=0).run())
        answer = await at.ask(at.move, "key", 0, first_line(at), at.session.replay.plies, "", "en")
        assert answer.status == 200
        assert await asyncio.to_thread(thinks.wait, PATIENCE)
        state = json.decode(await asyncio.wait_for(at.ask(at.state, 0, "en"), PATIENCE))  # while it thinks
        assert state["to_act"] == ["ben"] and state["pieces"] == []
        may_move.set()
        while json.decode(await at.ask(at.state, 0, "en"))["to_act"] != ["anna"]:
            await asyncio.sleep(0.01)
        bots.cancel()

    asyncio.run(asyncio.wait_for(evening(), PATIENCE))
    at.close()


def test_a_bot_that_fails_is_told_and_its_table_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = hosted(tmp_path / "k")
    assert at._bots is not None

    def broken(*words: object) -> object:
        raise RuntimeError("a fault of this bot")

    at._bots._bots[1] = broken  # type: ignore[assignment]

    async def evening() -> None:
        bots = asyncio.create_task(BotSeats(lambda: [at], breath=0).run())
        assert (await at.ask(at.move, "key", 0, first_line(at), at.session.replay.plies, "", "en")).status == 200
        while "a fault of this bot" not in capsys.readouterr().err:
            await asyncio.sleep(0.01)
        line = str(next(leaves_of(json.decode(await at.ask(at.state, 1, "en"))["options"]))["line"])
        assert (await at.ask(at.move, "other", 1, line, at.session.replay.plies, "", "en")).status == 200
        bots.cancel()

    asyncio.run(asyncio.wait_for(evening(), PATIENCE))
    at.close()


def test_what_is_to_be_done_with_pieces_is_forgotten_when_it_was_taken_back(tmp_path: Path) -> None:
    at = hosted(tmp_path / "k")
    at.move("key", 0, first_line(at), at.session.replay.plies, "", "en")
    turn = at.bot_turn()
    assert turn is not None
    at.bot_move(turn, turn.line())
    assert len(json.decode(at.state(1, "fi"))["pieces"]) == 1
    at.take("anna")
    assert json.decode(at.undo("key", 0, at.session.replay.plies, 0, "", "en").body)["done"]
    assert json.decode(at.state(1, "fi"))["pieces"] == []
    at.close()


def test_with_real_cards_every_screen_says_what_a_bot_has_to_be_told(tmp_path: Path) -> None:
    game, book = finder("kalevala")
    session = Session.create(tmp_path / "k", game, book, ("anna", "ben"), {"deal": PHYSICAL}, finder)
    assert session.submit(["table: start ukko", "anna: place louhi 1,0"]).written
    bots = SeatBots(game, ("anna", "ben"), {"ben": "greedy"}, PHYSICAL)
    at = HostedTable(session, SeatKeys(tmp_path / "k", ("anna", "ben")), bots)
    [asked] = json.decode(at.state(None, "en"))["pieces"]
    assert asked == "ben (greedy) has to be told what it holds: table: adjust hand ben …"
    assert at.bot_turn() is None
    assert session.submit(["table: adjust hand ben ukko kaarme kullervo louhi"]).written
    turn = at.bot_turn()
    assert turn is not None
    at.bot_move(turn, turn.line())
    [piece] = json.decode(at.state(0, "fi"))["pieces"]
    assert piece.startswith("siirrä ") and "→ lauta" in piece
    at.close()


def test_bots_can_be_written_among_the_seats_of_a_new_table(tmp_path: Path) -> None:
    host = Host(tmp_path / "kalevala", "--bot", "ilmari=greedy")
    try:
        screen = host.first["screen"]
        assert "ilmari=greedy" in host.client.get(screen).text
        headers = {"Origin": host.url.rstrip("/")}
        refused = host.client.post(
            screen, data={"seats": "aino=greedy ilmari=greedy", "deal": "digital"}, headers=headers
        )
        assert refused.status_code == 422 and "somebody to play with the bots" in refused.text
        opened = host.client.post(screen, data={"seats": "aino ilmari=greedy", "deal": "digital"}, headers=headers)
        assert opened.status_code == 303
        assert "bots: {ilmari: greedy}" in (tmp_path / host.next_line()["record"]).read_text()
    finally:
        host.stop()


@pytest.mark.long
def test_a_clock_is_in_the_state_and_on_the_pages(tmp_path: Path) -> None:
    host = Host(new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5"), "--clock", "10m+5s")
    try:
        clock = host.state("aino")["clock"]
        assert clock["time"] == 600 and clock["bonus"] == 5
        assert clock["seats"]["aino"]["runs"] and not clock["seats"]["ilmari"]["runs"]
        line = next(leaves_of(host.state("aino")["options"]))["line"]
        assert host.move("aino", line).status_code == 200
        after = host.state("ilmari")["clock"]["seats"]
        assert after["ilmari"]["runs"] and not after["aino"]["runs"] and after["ilmari"]["left"] <= 600
        for address in (host.at("aino"), host.at("")):
            page = host.client.get(address).text
            assert 'id="clocks"' in page and "/static/clock.js" in page and "data-left" in page
        assert host.client.get(f"{host.url}static/clock.js").status_code == 200
    finally:
        host.stop()
    assert (tmp_path / "evening.record.clock").exists()
    assert not {"time", "clock"} & set((tmp_path / "evening.record").read_text().split())
