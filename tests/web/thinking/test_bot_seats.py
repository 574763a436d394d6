"""Bots at hosted tables: they move by themselves, nobody waits for them, and whatever one does, people go on."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from pnp.catalog import load_game
from pnp.playtest.bot_process import BotProcess
from pnp.playtest.seat_bots import BotTrouble, SeatBots, Turn, bots_of_table
from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.table.option_tree import leaves_of
from pnp.table.seat_keys import SeatKeys
from pnp.table.session import Session
from pnp.web.bodies import BotBody, MoveBody, UndoBody
from pnp.web.hosted_table import HostedTable
from pnp.web.thinking.bot_seats import BotSeats, Patience
from pnp.web.thinking.bot_words import bot_sentence
from tests.deadline import PATIENCE, Deadline
from tests.playtest.games import bad_game
from tests.playtest.test_seat_bots import finder, line_of, table
from tests.web.hosting import Host, ask, new_record

PEOPLE = "on a phone a player can move for it, or ask it again"


def first_line(state: dict[str, Any]) -> str:
    return str(next(leaves_of(state["options"]))["line"])


def turn_of_bot(at: HostedTable) -> Turn:
    """The turn of the bot in the second seat, after the first has made a move."""
    ask(at, 0, MoveBody(first_line(json.decode(at.feeds.state(0, "en"))), at.session.replay.plies))
    turn = at.bots.turn()
    assert turn is not None
    return turn


class Evening:
    """Tables whose bots play, in the loop of a test."""

    def __init__(self, tables: list[HostedTable], new_process: Callable[[], BotProcess], patience: Patience) -> None:
        self.tables = tables
        self._bots = BotSeats(lambda: tables, new_process, patience)

    def play(self, people: Callable[[], Any]) -> None:
        """What people do while bots play; then all of it ends."""

        async def evening() -> None:
            bots = asyncio.create_task(self._bots.run())
            try:
                await asyncio.wait_for(people(), PATIENCE)
            finally:
                bots.cancel()
                await asyncio.gather(bots, return_exceptions=True)

        asyncio.run(evening())
        for at in self.tables:
            at.close()

    @staticmethod
    async def state(at: HostedTable, seat: int | None = 0) -> dict[str, Any]:
        values = json.decode(await at.ask(at.feeds.state, seat, "en"))
        assert isinstance(values, dict)
        return values

    async def until(self, at: HostedTable, is_so: Callable[[dict[str, Any]], bool], seat: int | None = 0) -> Any:
        """The state of a seat, once it is so."""
        deadline = Deadline("a state of the seat", PATIENCE / 2)  # before the limit of `play`, which shows no state
        while not is_so(state := await self.state(at, seat)):
            deadline.check(state)
            await asyncio.sleep(0.01)
        return state

    async def move(self, at: HostedTable, seat: int) -> None:
        """The first thing that a seat may do."""
        state = await self.state(at, seat)
        made = await at.ask(ask, at, seat, MoveBody(first_line(state), state["ply"]))
        assert made.status == 200, made.body


def hosted(path: Path, slug: str = "kalevala", bot: str = "greedy") -> HostedTable:
    session = table(path, slug, seed=3, ben=bot)
    return HostedTable(session, SeatKeys(path, session.setup.seats), bots_of_table(session))


def wild_table(path: Path, games: Path, *bots: str) -> HostedTable:
    """anna and bots that fail, at a table where everything lies open."""
    find = partial(load_game, extra=[games])
    names = [f"bot{number}" for number, _ in enumerate(bots)]
    options = {"deal": DIGITAL, "seed": 1, "lucky": False}
    game, book = find("mygame")
    session = Session.create(
        path, game, book, ("anna", *names), options, find, bots=dict(zip(names, bots, strict=True))
    )
    return HostedTable(session, SeatKeys(path, session.setup.seats), bots_of_table(session))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bad_game(tmp_path_factory.mktemp("games"))


@pytest.mark.ci
def test_a_bot_moves_at_a_hosted_table(tmp_path: Path) -> None:
    host = Host(new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5"), "--bot", "ilmari=greedy")
    try:
        state = host.state("aino")
        assert state["bots"] == {"ilmari": "greedy"} and "ilmari" in state["joined"] and state["stuck"] == []
        line = next(leaves_of(state["options"]))["line"]
        assert host.move("aino", line).status_code == 200
        deadline = Deadline("the bot's move")
        while (state := host.state("aino"))["to_act"] != ["aino"] or len(state["log"]) < 6:
            deadline.check(state)
            time.sleep(0.05)
        own = [entry for entry in state["log"] if entry["seat"] == "ilmari"]
        assert len(own) == 1 and state["pieces"][0].startswith("put down ")
        assert host.client.get(host.first["join"]).text.count("ilmari") == 0  # no seat that somebody could take
    finally:
        assert host.stop() < 5


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process is killed as POSIX does it")
def test_whatever_bots_do_the_table_is_told_and_people_go_on(tmp_path: Path, games: Path) -> None:
    seats = ("aino", "ben", "cid", "dan", "--deal", "digital", "--seed", "1", "--option", "lucky=false")
    bots = [word for seat in ("ben=exits", "cid=kills", "dan=hangs") for word in ("--bot", seat)]
    host = Host(new_record(tmp_path, "mygame", *seats, *bots, "--games", str(games)), "--games", str(games))

    def stuck() -> dict[str, Any]:
        deadline = Deadline("a bot that is stuck")
        while not (found := host.state("aino")["stuck"]):
            deadline.check(host.state())
            time.sleep(0.02)
        assert found == host.state()["stuck"], "the big screen says so, too"
        assert "a hidden card" not in str(found)
        return dict(found[0])

    def move_for(name: str) -> None:
        """aino sits there, moves, and comes back; nobody else is there to agree."""
        for seat, other in (("aino", name), (name, "aino")):
            if seat == name:  # the phone of aino is still the same, and so is its key
                assert host.move("aino", first_line(host.state("aino"))).status_code == 200
            assert host.post("aino", "seat", seat=other).json()["done"] and host.state("aino")["you"] == other

    try:
        assert host.move("aino", first_line(host.state("aino"))).status_code == 200
        exits = stuck()
        words = rf"ben \(exits\) failed because of a bug in the bot: SystemExit \(rules.py:\d+\); {PEOPLE}"
        assert exits["seat"] == "ben" and re.fullmatch(words, exits["words"]) and not exits["is_thinking"]
        page = host.client.get(host.at("aino")).text
        assert "Ask the bot again" in page and "Move for ben" in page
        assert host.post("aino", "bot", bot="ben", ply=host.state()["ply"]).status_code == 200
        assert stuck()["words"] == exits["words"], "it fails again"
        move_for("ben")
        assert stuck()["words"].startswith("cid (kills) failed: its process was killed")
        move_for("cid")
        ply, stop = host.state()["ply"], {"bot": "dan", "again": False}
        deadline = Deadline("the bot to begin")
        while (answer := host.post("aino", "bot", ply=ply, **stop)).status_code == 422:  # it takes a breath first
            deadline.check(answer.text)
            time.sleep(0.02)
        assert stuck()["words"].startswith("aino stopped dan (hangs); ")
        form = {"bot": "dan", "again": "true", "ply": str(ply)}
        assert host.client.post(host.at("aino"), data=form).status_code == 303
        assert host.state()["stuck"] == [] and host.state("aino", lang="fi")["stuck"] == []
        move_for("dan")
        assert host.move("aino", first_line(host.state("aino"))).status_code == 200
        assert host.state()["outcome"] is not None
        host.process.terminate()
        printed, noted = host.process.communicate(timeout=PATIENCE)
        assert printed == "" and "this is no answer" in noted, "what a bot prints is no line of the host"
        assert "cid (kills) failed" in noted and "a hidden card" not in noted and "Traceback" not in noted
    finally:
        assert host.stop() < 5


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("falls", r"bot0 \(falls\) failed because of a bug in the bot: KeyError \(rules.py:\d+\)"),
        ("interrupts", r"bot0 \(interrupts\) failed because of a bug in the bot: KeyboardInterrupt.*"),
        ("cheats", r"bot0 \(cheats\) did not return a move for its seat"),
        ("errs", r"bot0 \(errs\) chose the illegal move “bot0: take \w+”: .* \[MYG-04\]"),
        ("hangs", r"bot0 \(hangs\) found no move in 0 minutes"),
    ],
    ids=lambda value: value if value.isalpha() else "",
)
def test_a_bot_that_fails_is_told_in_words(
    tmp_path: Path, games: Path, bot: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    at = wild_table(tmp_path / "k", games, bot)
    patience = Patience(0, 0.05, 0.2) if bot == "hangs" else Patience(breath=0)
    evening = Evening([at], lambda: BotProcess(load_game, [str(games)]), patience)

    async def people() -> None:
        await evening.move(at, 0)
        state = await evening.until(at, lambda it: any(not bot["is_thinking"] for bot in it["stuck"]))
        assert re.fullmatch(f"{words}; {PEOPLE}", state["stuck"][0]["words"])
        await evening.move(at, 1)  # whoever sits there
        assert (await evening.state(at))["stuck"] == []

    evening.play(people)
    noted = capsys.readouterr().err
    assert re.search(words, noted) and "a hidden card" not in noted


def test_a_bot_that_hangs_holds_up_no_other_table_and_no_request(tmp_path: Path, games: Path) -> None:
    hanging, other = wild_table(tmp_path / "k", games, "hangs"), wild_table(tmp_path / "o", games, "random")
    evening = Evening([hanging, other], lambda: BotProcess(load_game, [str(games)]), Patience(0, 0.1, 600))

    async def people() -> None:
        await evening.move(hanging, 0)
        state = await evening.until(hanging, lambda it: bool(it["stuck"]))
        assert state["stuck"][0]["words"] == "bot0 (hangs) is still thinking; any phone can stop it"
        await evening.move(other, 0)
        await evening.until(other, lambda it: it["to_act"] == ["anna"])
        assert (await evening.state(hanging, None))["to_act"] == ["bot0"], "and it thinks on"
        stopped = await hanging.ask(ask, hanging, 0, BotBody("bot0", state["ply"], False))
        assert stopped.status == 200
        state = await evening.state(hanging)
        assert state["stuck"][0]["words"].startswith("anna stopped bot0 (hangs); on a phone a player can move for it")
        again = await hanging.ask(ask, hanging, 0, BotBody("bot0", state["ply"], False))
        assert again.status == 422 and "is not waiting for that" in again.body.decode()

    evening.play(people)


def test_the_line_of_a_bot_that_is_refused_is_shown_to_nobody_who_could_learn_from_it(tmp_path: Path) -> None:
    at = hosted(tmp_path / "k")
    turn = turn_of_bot(at)
    words = at.bots.answer(turn, "ben: place ukko 9,9", "en")
    assert words == f"ben (greedy) chose an illegal move; {PEOPLE}"
    at.close()


@pytest.mark.parametrize(
    "line",
    ["bot0: take {}; anna: resign", "anna: resign", "bot0: !take {}", "bot0: take {}\nanna: resign", "bot0: undo"],
)
def test_a_line_of_a_bot_is_one_move_of_its_seat_whatever_it_calls_a_card(
    tmp_path: Path, games: Path, line: str
) -> None:
    at = wild_table(tmp_path / "k", games, "random")
    turn = turn_of_bot(at)
    before = at.session.store.path.read_bytes()
    own = line_of(turn).rpartition(" ")[2]
    assert at.bots.answer(turn, line.format(own), "en").startswith("bot0 (random) ")
    assert at.session.store.path.read_bytes() == before
    assert at.bots.turn() is None, "it waits for people"
    at.close()


def test_a_bot_whose_cards_were_changed_since_is_told(tmp_path: Path) -> None:
    games = bad_game(tmp_path)
    at = wild_table(tmp_path / "k", games, "random")
    [deck] = (games / "mygame" / "cards").glob("treasures.yaml")
    deck.write_text(deck.read_text("utf-8").replace("value: 5", "value: 6"), "utf-8")
    evening = Evening([at], lambda: BotProcess(load_game, [str(games)]), Patience(breath=0))

    async def people() -> None:
        await evening.move(at, 0)
        cards = "the cards have changed since this table was opened"
        told = f"bot0 (random) cannot play: {cards}; {PEOPLE}"
        await evening.until(
            at, lambda it: told in [bot["words"] for bot in it["stuck"]]
        )  # on a busy machine: slow first

    evening.play(people)


@pytest.mark.parametrize(
    "what",
    ["failed", "strayed", "refused", "refused_unseen", "stopped", "stopped_by", "died", "endless", "cards", "slow"],
)
def test_every_trouble_has_its_sentence_in_both_languages(what: str) -> None:
    trouble = BotTrouble(7, 1, what, {"line": "take star", "reason": "KeyError", "by": "aino", "minutes": 5})
    english, finnish = (bot_sentence(trouble, "ilmari", "own", "then_move", lang) for lang in ("en", "fi"))
    assert english != finnish and all(re.search(r"ilmari \(own\)", text) for text in (english, finnish))


def test_a_bot_thinks_no_more_about_what_somebody_else_did_for_it(tmp_path: Path, games: Path) -> None:
    at = wild_table(tmp_path / "k", games, "hangs")
    processes: list[BotProcess] = []

    def new_process() -> BotProcess:
        processes.append(BotProcess(load_game, [str(games)]))
        return processes[-1]

    evening = Evening([at], new_process, Patience(0, 0.1, 600))

    async def people() -> None:
        await evening.move(at, 0)
        await evening.until(at, lambda it: bool(it["stuck"]))
        assert processes[0]._pool is not None
        await evening.move(at, 1)
        deadline = Deadline("the process to be dropped")
        while processes[0]._pool is not None:
            deadline.check(await evening.state(at))
            await asyncio.sleep(0.01)

    evening.play(people)


def test_what_is_to_be_done_with_pieces_is_forgotten_when_it_was_taken_back(tmp_path: Path) -> None:
    at = hosted(tmp_path / "k")
    turn = turn_of_bot(at)
    assert at.bots.answer(turn, line_of(turn), "en") == ""
    assert len(json.decode(at.feeds.state(1, "fi"))["pieces"]) == 1
    at.seating.take("anna")
    assert ask(at, 0, UndoBody(at.session.replay.plies)).values["done"]
    assert json.decode(at.feeds.state(1, "fi"))["pieces"] == []
    at.close()


def test_with_real_cards_every_screen_says_what_a_bot_has_to_be_told(tmp_path: Path) -> None:
    game, book = finder("kalevala")
    session = Session.create(tmp_path / "k", game, book, ("anna", "ben"), {"deal": PHYSICAL}, finder)
    assert session.submit(["table: start ukko", "anna: place louhi 1,0"]).written
    bots = SeatBots(game, ("anna", "ben"), {"ben": "greedy"}, PHYSICAL)
    at = HostedTable(session, SeatKeys(tmp_path / "k", ("anna", "ben")), bots)
    [asked] = json.decode(at.feeds.state(None, "en"))["pieces"]
    assert asked == "enter the hand of ben (greedy): table: adjust hand ben …"
    assert at.bots.turn() is None
    assert session.submit(["table: adjust hand ben ukko kaarme kullervo louhi"]).written
    turn = at.bots.turn()
    assert turn is not None
    at.bots.answer(turn, line_of(turn), "en")
    [piece] = json.decode(at.feeds.state(0, "fi"))["pieces"]
    assert piece.startswith("siirrä ") and "→ lauta" in piece
    at.close()


def test_bots_can_be_written_among_the_seats_of_a_new_table(tmp_path: Path) -> None:
    host = Host(tmp_path / "kalevala", "--bot", "ilmari=greedy")
    try:
        screen = host.first["screen"]
        assert 'value="ilmari=greedy"' in host.client.get(screen).text
        headers = {"Origin": host.url.rstrip("/")}
        refused = host.client.post(
            screen, data={"seats": "aino=greedy ilmari=greedy", "deal": "digital"}, headers=headers
        )
        assert refused.status_code == 422 and "expected at least one seat without a bot" in refused.text
        opened = host.client.post(screen, data={"seats": "aino ilmari=greedy", "deal": "digital"}, headers=headers)
        assert opened.status_code == 303
        assert "bots: {ilmari: greedy}" in (tmp_path / host.next_line()["record"]).read_text()
    finally:
        host.stop()


@pytest.mark.ci
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


def test_every_screen_says_that_a_bot_thinks_while_it_does(tmp_path: Path) -> None:
    record = new_record(tmp_path, "kalevala", "aino", "ilmari", "--deal", "digital")
    host = Host(record, "--bot", "aino=mcts:20s")
    try:
        assert host.state()["thinking"] == ["aino"] and host.state()["stuck"] == []
        for address in (host.at(""), host.at("ilmari")):
            assert "aino, a bot, is thinking" in host.client.get(address).text
        assert "aino, botti, miettii" in host.client.get(host.at("ilmari"), params={"lang": "fi"}).text
    finally:
        host.stop()
