"""Pages without JavaScript: joining, choosing, typing, asking, taking back, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pnp.table.option_tree import leaves_of
from tests.guard import some
from tests.web.hosting import Host, new_record
from tests.web.reader import ACCEPTS, Browser, Reader, form_fields


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Host]:
    host = Host(new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5"))
    yield host
    host.stop()


def test_from_the_code_to_the_first_move_without_a_script(table: Host) -> None:
    browser = Browser(table, table.first["join"])
    browser.send("aino")
    assert browser.address == table.at("aino") and "Your turn" in browser.page
    assert {it.label() for it in browser.choices()} >= {"Louhi", "Joukahainen"}, "the only verb is no step"
    browser.follow("Louhi")
    browser.follow("Back")
    browser.follow("Louhi")
    browser.send("1,0")
    assert browser.status == 200 and "ilmari to act" in browser.page and "placed Louhi at 1,0" in browser.page
    assert "aino: place louhi 1,0\n" in table.record.read_text("utf-8")
    other = Browser(table, table.first["join"])
    assert ">aino</button>" not in other.page, "the seat is taken"
    other.send("ilmari")
    assert other.status == 200 and "Your turn" in other.page


def test_a_refused_line_is_explained_on_the_page_and_can_be_mended(table: Host) -> None:
    browser = Browser(table, table.at("aino"))
    browser.send("Send", line="place louhi 5,5")
    assert browser.status == 422 and "KAL-13" in browser.page and 'value="place louhi 5,5"' in browser.page
    browser.send("Why?", line="place louhi 1,0")
    assert browser.status == 200 and "Allowed" in browser.page
    before = table.record.read_bytes()
    browser.send("Why?", line="<script>alert(1)</script>")
    assert "<script>alert" not in browser.page and table.record.read_bytes() == before


def test_a_late_form_says_that_the_table_has_moved_on(table: Host) -> None:
    slow, quick = (Browser(table, table.at("aino")) for _ in range(2))
    quick.send("Send", line="place louhi 1,0")
    slow.send("Send", line="place louhi 1,0")
    assert slow.status == 409 and "moved on" in slow.page
    assert table.record.read_text("utf-8").count("aino: place") == 1


def test_taking_back_is_asked_and_agreed_on_pages(table: Host) -> None:
    aino, ilmari = Browser(table, table.at("aino")), Browser(table, table.first["join"])
    ilmari.send("ilmari")
    aino.send("Send", line="place louhi 1,0")
    aino.send("Undo my last move")
    assert "waiting for ilmari" in aino.page
    ilmari.go(table.at("ilmari"))
    ilmari.send("Agree")
    assert "aino to act" in ilmari.page and "table: undo" in table.record.read_text("utf-8")


def test_a_page_is_in_the_language_asked_for_or_that_of_the_browser(table: Host) -> None:
    finnish = table.client.get(table.at("aino"), params={"lang": "fi"}).text
    assert 'lang="fi"' in finnish and "Sinun vuorosi" in finnish
    browsers = table.client.get(table.at("aino"), headers={"Accept-Language": "sv, fi-FI;q=0.8, en;q=0.5"}).text
    assert 'lang="fi"' in browsers


def test_the_screen_shows_the_code_until_all_seats_are_taken(table: Host) -> None:
    page = table.client.get(table.at("")).text
    assert "<svg" in page and table.first["join"] in page
    for name in some(table.first["seats"]):
        (
            table.client.head(table.at(name)),
            table.client.get(table.at(name)),
            table.client.head(f"{table.at(name)}/state"),
        )
        assert name not in table.state()["joined"], "a link preview takes no seat"
        table.state(name)
    full = table.client.get(table.at("")).text
    assert "<svg" not in full and "Every seat is taken" in table.client.get(table.first["join"]).text


def test_a_code_may_be_typed(table: Host) -> None:
    front = table.client.get(table.url).text
    assert 'name="code"' in front
    code = table.first["join"].rpartition("/")[2]
    assert ">aino</button>" in table.client.get(f"{table.url}join", params={"code": f" {code.upper()} "}).text
    assert table.client.get(f"{table.url}join", params={"code": "wrong"}).status_code == 404


@pytest.mark.ci
@pytest.mark.parametrize("game", ["suomi1918", "kalevala", "keko", "keikalla", "drumroll"])
def test_every_game_has_its_pages_in_both_languages(game: str, tmp_path: Path) -> None:
    seats = ("anna", "ben", "carl")[: 2 if game == "kalevala" else 3]
    host = Host(new_record(tmp_path, game, *seats, "--seed", "5"))
    for name in ("", *seats):
        for lang in ("en", "fi"):
            answer = host.client.get(host.at(name), params={"lang": lang})
            assert answer.status_code == 200 and f'lang="{lang}"' in answer.text
            assert (
                Reader(answer.text).of("section", id="asked")[0].label()
                if name
                else 'class="drawn screen-table"' in answer.text
            )
    host.stop()


def test_a_new_table_is_chosen_on_the_first_screen(tmp_path: Path) -> None:
    host = Host(tmp_path / "kalevala")
    try:
        assert host.first["seats"] == {} and host.first["record"] is None
        first = Browser(host, host.at(""))
        assert "Who deals?" in first.page and "KAL-" in first.page
        assert "2 names" in first.page and "2 to 2" not in first.page and "ilmari=greedy" in first.page
        first.send("Open the table", seats="aino", deal="digital")
        assert first.status == 422 and 'role="alert"' in first.page and not list(tmp_path.glob("*.record"))
        first.send("Open the table", seats="aino, ilmari", deal="digital")
        assert first.status == 200 and first.address == host.at("") and "<svg" in first.page
        again = host.next_line()
        assert list(again["seats"]) == ["aino", "ilmari"] and again["record"] == "kalevala.record"
        assert again["screen"] == host.first["screen"]
        text = (tmp_path / "kalevala.record").read_text("utf-8")
        assert "seats: [aino, ilmari]" in text and "deal: digital" in text and "seal: " in text
        host.first = again
        assert host.state("aino")["you"] == "aino"
        assert Browser(host, host.at("")).page.count("Open the table") == 0
    finally:
        host.stop()


def test_a_refused_form_is_a_page_with_the_way_back_for_a_browser_and_json_for_a_program(table: Host) -> None:
    many = "&".join(f"a{number}=1" for number in range(2000))
    form, seat = {"Content-Type": "application/x-www-form-urlencoded"}, table.at("aino")
    page = table.client.post(seat, content=many, headers={**form, **ACCEPTS, "Accept-Language": "fi"})
    assert page.status_code == 400 and "mikään muuttunut" in page.text
    [back] = Reader(page.text).of("a", class_="button")
    assert back.attributes["href"] == httpx.URL(seat).path
    program = table.client.post(seat, content=many, headers=form)
    assert program.status_code == 400 and program.json() == {"error": "invalid form"}


def test_switches_that_were_chosen_stay_chosen_when_the_seats_are_refused(tmp_path: Path) -> None:
    host = Host(tmp_path / "keko")
    try:
        first = Browser(host, host.at(""))
        switch = first.read.of("select")[0].attributes["name"]
        other = "1" if form_fields(first.read.of("form")[0])[switch] == "0" else "0"
        first.send("Open the table", seats="aino", **{switch: other})
        assert first.status == 422 and form_fields(first.read.of("form")[0])[switch] == other
    finally:
        host.stop()


def test_nobody_else_opens_the_table(tmp_path: Path) -> None:
    host = Host(tmp_path / "kalevala")
    try:
        form = {"seats": "aino ilmari"}
        assert host.client.post(f"{host.url}p/AAAAAAAAAAAAAAAAAAAAAAAA", data=form).status_code == 404
        assert host.client.post(host.at(""), data=form, headers={"Origin": "http://evil.example"}).status_code == 403
        assert host.client.get(f"{host.at('')}/state").status_code == 404
        assert not list(tmp_path.glob("*.record"))
    finally:
        host.stop()


def test_the_end_of_a_request_to_take_back_is_told_to_the_seat_that_asked(table: Host) -> None:
    aino, ilmari = Browser(table, table.at("aino")), Browser(table, table.first["join"])
    ilmari.send("ilmari")
    aino.send("Send", line="place louhi 1,0")
    moves = "aino placed Louhi at 1,0"

    def asks() -> None:
        aino.go(table.at("aino"))
        aino.send("Undo my last move")
        ilmari.go(table.at("ilmari"))
        assert f"aino asks to undo: {moves}." in ilmari.page

    asks()
    ilmari.send("Refuse")
    aino.go(table.at("aino"))
    assert f"ilmari refused to undo: {moves}." in aino.page and "refused to" not in ilmari.page
    aino.send("Close")
    assert "refused to" not in aino.page
    asks()
    line = next(leaves_of(table.state("ilmari")["options"]))["line"]
    assert table.move("ilmari", line).status_code == 200
    aino.go(table.at("aino"))
    assert f"because the game went on first: {moves}." in aino.page
    aino.go(table.at("aino"))
    aino.send("Undo my last move")
    assert "because the game" not in aino.page, "a new request replaces the old answer"
    ilmari.go(table.at("ilmari"))
    ilmari.send("Agree")
    aino.go(table.at("aino"))
    assert f"Agreed and undone: {moves}; ilmari " in aino.page


def test_a_question_that_all_are_asked_is_on_a_page_once(tmp_path: Path) -> None:
    host = Host(new_record(tmp_path, "drumroll", "aino", "ilmari", "lyyli", "--deal", "digital"))
    try:
        asked = Reader(host.client.get(host.at("aino")).text).of("section", id="asked")[0].label()
        assert asked.count("keep one performer") == 1 and "also ilmari, lyyli" in asked
        assert "…" not in asked and "give=" not in asked
    finally:
        host.stop()


def test_a_game_without_points_shows_none_beside_the_names(tmp_path: Path) -> None:
    host = Host(new_record(tmp_path, "suomi1918", "aino", "ilmari", "lyyli", "--deal", "digital"))
    try:
        names = Reader(host.client.get(host.at("aino")).text).of("ul", class_="scores")[0].label()
        assert names == "ainoilmarilyyli"
    finally:
        host.stop()
