"""Hints at a hosted table: only where the host lets seats ask, from the seat's own view; the others learn of it, and
the table goes on meanwhile."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pnp.catalog import load_game
from pnp.playtest.advice.hint_process import Effort, HintProcess
from pnp.table.option_tree import leaves_of
from pnp.table.seat_keys import SeatKeys
from pnp.web.app import Hosted
from pnp.web.hosted_table import HostedTable
from tests.deadline import PATIENCE, Deadline
from tests.playtest.test_seat_bots import table
from tests.web.hosting import Host, new_record

pytestmark = pytest.mark.ci


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """aino is to act and holds Ukko and Louhi."""
    record = new_record(tmp_path_factory.mktemp("hinted"), "kalevala", "aino", "ilmari", "--seed", "5")
    host = Host(record, "--hints")
    yield host
    host.stop()


def asked(host: Host, name: str, **more: object) -> dict[str, object]:
    answer = host.post(name, "hint", **{"ply": host.state(name)["ply"], **more})
    assert answer.status_code == 200, answer.text
    values = answer.json()
    assert isinstance(values, dict)
    return values


def test_a_hint_is_a_legal_move_with_its_rule_and_the_next_best_and_the_same_again(host: Host) -> None:
    state, before = host.state("aino"), host.record.read_bytes()
    found = asked(host, "aino")
    lines = {f"aino: {leaf['line']}" for leaf in leaves_of(state["options"])}
    assert found["line"] in lines and found["seat"] == "aino" and found["ply"] == state["ply"]
    assert re.fullmatch(r"KAL-\d+", found["why"]["rule"])  # type: ignore[index]
    assert 0 < found["chance"]["mean"] < 1 and found["next"]  # type: ignore[index]
    assert asked(host, "aino") == found, "nobody thinks twice about the same line"
    assert host.record.read_bytes() == before, "a hint is no line"
    finnish = host.client.post(f"{host.at('aino')}/hint?lang=fi", json={"ply": state["ply"]}).json()
    assert finnish["line"] == found["line"] and finnish["words"] != found["words"] and "mahdollisuus" in str(finnish)


def test_everybody_learns_that_a_hint_was_taken_and_nobody_else_what_it_said(host: Host) -> None:
    found = asked(host, "aino")
    taken = [{"ply": found["ply"], "seat": "aino"}]
    for name in ("aino", "ilmari", ""):
        assert host.state(name)["hints"] == taken
    pages = [host.client.get(host.at(name)).text for name in ("ilmari", "")]
    assert all("aino took a hint" in page and str(found["words"][0]) not in page for page in pages)  # type: ignore[index]


def test_who_is_not_to_act_or_sees_an_older_table_is_told_so(host: Host) -> None:
    ply = host.state("ilmari")["ply"]
    refused = host.post("ilmari", "hint", ply=ply)
    assert refused.status_code == 422 and refused.json()["words"] == "You have nothing to do now."
    assert host.post("aino", "hint", ply=ply - 1).status_code == 409
    assert host.post("aino", "hint").status_code == 400


def test_nobody_gets_the_hint_of_another_seat(host: Host) -> None:
    found = asked(host, "aino", seat="ilmari")
    assert found["seat"] == "aino" and str(found["line"]).startswith("aino: "), "whose key it is says who asks"
    refused = host.post("ilmari", "hint", ply=found["ply"], seat="aino")
    assert refused.status_code == 422 and refused.json()["words"] == "You have nothing to do now."
    assert host.post("", "hint", ply=found["ply"], seat="aino").status_code == 404
    page = host.client.post(host.at("ilmari"), data={"hint": "1", "ply": str(found["ply"]), "of": "aino"})
    assert page.status_code == 422 and str(found["words"][0]) not in page.text  # type: ignore[index]


def test_a_page_without_javascript_asks_and_shows_the_hint(host: Host) -> None:
    page = host.client.get(host.at("aino")).text
    form = re.search(r'<form[^>]*><input type="hidden" name="hint".*?</form>', page)
    assert form is not None and "A hint" in form[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    answer = host.client.post(host.at("aino"), data=fields)
    assert answer.status_code == 200 and "A hint for you" in answer.text and "chance to win" in answer.text
    assert 'name="hint"' not in host.client.get(host.at("ilmari")).text, "nothing is asked of ilmari"


def test_the_table_answers_while_a_hint_is_thought_about_and_a_hidden_hand_stays_covered(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("busy")
    host = Host(new_record(folder, "suomi1918", "aino", "ilmari", "lyyli", "--seed", "6"), "--hints")
    try:
        now = host.state()
        ply, name = now["ply"], now["to_act"][0]
        answers: list[int] = []
        thread = threading.Thread(target=lambda: answers.append(host.post(name, "hint", ply=ply).status_code))
        thread.start()
        answered = 0
        deadline = Deadline("a hint")
        while thread.is_alive():
            deadline.check(f"{answered} answers meanwhile")
            assert host.state()["ply"] == ply
            answered += 1
        thread.join(PATIENCE)
        assert answers == [200] and answered >= 3
        page = host.client.post(host.at(name), data={"hint": "1", "ply": ply}).text
        assert re.search(r'<section class="box hint"><details>', page), "others look over the shoulder"
        line = next(leaves_of(host.state(name)["options"]))["line"]
        assert host.move(name, line).status_code == 200
        assert host.state()["hints"] == [{"ply": ply, "seat": name}], "it stays named while the game goes on"
    finally:
        host.stop()


def test_without_the_option_no_seat_may_ask_and_nothing_is_shown(kalevala: Host) -> None:
    state = kalevala.state("aino")
    assert "hints" not in state and 'name="hint"' not in kalevala.client.get(kalevala.at("aino")).text
    refused = kalevala.post("aino", "hint", ply=state["ply"])
    assert refused.status_code == 403 and "There are no hints at this table." in refused.text


def thinking(path: Path, process: HintProcess, effort: Effort) -> Hosted:
    """A table whose first seat may ask this process."""
    session = table(path, seed=3)
    found = Hosted([HostedTable(session, SeatKeys(path, session.setup.seats))])
    found.hints.begin(process, found.tables, effort)
    return found


async def ask(at: Hosted) -> httpx.Response:
    [table] = at.tables
    transport = httpx.ASGITransport(at.app())
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=PATIENCE) as client:
        own = f"/s/{table.keys.key_of(table.seats[0])}"
        return await client.post(f"{own}/hint", json={"ply": table.session.replay.plies})


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process is killed as POSIX does it")
def test_a_process_that_is_killed_while_it_thinks_is_replaced_before_anybody_notices(tmp_path: Path) -> None:
    process = HintProcess(load_game)
    at, killed = thinking(tmp_path / "k", process, Effort(seconds=0.6)), process.begin(os.getpid).result(PATIENCE)
    threading.Timer(0.2, os.kill, (killed, signal.SIGKILL)).start()
    answer = asyncio.run(ask(at))
    assert answer.status_code == 200 and answer.json()["words"]
    assert process.begin(os.getpid).result(PATIENCE) != killed
    at.close()


def test_a_hint_that_does_not_come_is_told_and_its_process_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.web.thinking.hints.LONGEST", 0.2)
    process = HintProcess(load_game)
    at = thinking(tmp_path / "k", process, Effort(seconds=60))
    answer = asyncio.run(ask(at))
    assert answer.status_code == 503 and "The hint program has failed" in answer.text
    assert process._pool is None
    at.close()
