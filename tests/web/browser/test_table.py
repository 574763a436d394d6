"""People at a table besides moving: asking why, taking back, voting in secret, the command line beside the phones."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deadline import PATIENCE
from tests.guard import some
from tests.web.browser.conftest import Open
from tests.web.browser.evening import record_at
from tests.web.browser.phone import DEAD
from tests.web.hosting import Host, new_record, pnp

WAIT = PATIENCE * 1000


@pytest.fixture
def kalevala(tmp_path: Path) -> Iterator[Host]:
    """The hands are known: aino holds Ukko and Louhi."""
    host = Host(new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5"))
    yield host
    host.stop()


@pytest.mark.ci
def test_a_refused_line_is_explained_by_its_rule_and_asking_writes_nothing(kalevala: Host, open_phone: Open) -> None:
    phone = open_phone(kalevala.at("aino"), "aino")
    before = kalevala.record.read_bytes()
    phone.type("place louhi 5,5", "Send")
    phone.look_until(lambda it: "KAL-13" in it.words, "the rule")
    phone.type("place louhi 1,0", "Why?")
    phone.look_until(lambda it: "Allowed" in it.words, "that it is allowed")
    assert kalevala.record.read_bytes() == before
    phone.type("place louhi 1,0", "Send")
    phone.look_until(lambda it: "ilmari to act" in it.words, "whose turn it is")
    assert b"aino: place louhi 1,0\n" in kalevala.record.read_bytes()


@pytest.mark.ci
def test_a_move_is_taken_back_when_the_other_agrees(kalevala: Host, open_phone: Open) -> None:
    aino, ilmari = (open_phone(kalevala.at(name), name) for name in ("aino", "ilmari"))
    screen = open_phone(kalevala.at(""), device="")
    aino.tap_line("place louhi 1,0")
    aino.look_until(lambda it: not it.choices, "no choices")
    aino.push("Undo my last move")
    aino.look_until(lambda it: "waiting for ilmari" in it.words, "whom it waits for")
    ilmari.look_until(lambda it: "aino asks to undo" in it.words, "what is asked")
    ilmari.push("Agree")
    for shown in (aino, ilmari, screen):
        shown.look_until(lambda it: "aino to act" in it.words or "Your turn" in it.words, "that it is aino's turn")
    assert "table: undo" in kalevala.record.read_text("utf-8")
    aino.look_until(lambda it: bool(it.choices), "the choices there were")


def test_a_phone_keeps_what_did_not_change_and_only_what_was_moved_flies(kalevala: Host, open_phone: Open) -> None:
    watch = """() => {
      window.start = document.querySelector('#table .piece[data-key="0,0"]');
      window.left = start.offsetLeft;
      window.flown = [];
      Element.prototype.animate = function () { flown.push(this.dataset.card); };
    }"""
    phones = [open_phone(kalevala.at(name), name) for name in ("aino", "ilmari")]
    for phone in phones:
        phone.page.evaluate(watch)
    assert kalevala.move("aino", "place louhi -1,0").status_code == 200
    for phone, flown in zip(phones, (["louhi"], []), strict=True):  # the other one sees it come from nowhere
        phone.page.locator('#table .piece[data-card="louhi"]').wait_for()
        assert phone.page.evaluate("() => [start.isConnected && start.offsetLeft !== left, flown]") == [True, flown]


@pytest.mark.ci
def test_two_phones_of_a_seat_and_the_command_line_write_into_one_record(kalevala: Host, open_phone: Open) -> None:
    one, two, other = (open_phone(kalevala.at(name), name) for name in ("aino", "aino", "ilmari"))
    one.tap_line("place louhi 1,0")
    for shown in (two, other):
        shown.look_until(lambda it: "Louhi" in it.words and "ilmari" in it.words, "the move")
    two.look_until(lambda it: not it.choices, "that it is another's turn")
    line = other.look_until(lambda it: bool(it.choices), "choices") and kalevala.state("ilmari")["options"]
    typed = next(leaf for leaf in re.findall(r"place \w+ -?\d,-?\d", str(line)))
    done = pnp("referee", "move", "evening.record", f"ilmari: {typed}", where=kalevala.record.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    ply = kalevala.state()["ply"]
    for shown in some((one, two, other)):
        shown.wait_for(ply)
    two.look_until(lambda it: bool(it.choices), "aino's choices")
    assert kalevala.record.read_text("utf-8").count("aino: place") == 1


@pytest.mark.ci
def test_a_vote_is_secret_until_all_have_voted(tmp_path: Path, open_phone: Open) -> None:
    names = ("aino", "ilmari", "lyyli")
    host = Host(record_at(tmp_path, "drumroll", names, lambda line: ": vote " in line))
    try:
        phones = {name: open_phone(host.at(name), name) for name in names}
        screen = open_phone(host.at(""), device="")
        for number, name in some(enumerate(names)):
            phones[name].tap_line("vote delay" if number else "vote show")
            if number < 2:
                for shown in some(phone for other, phone in phones.items() if other != name):
                    log = shown.look().words
                    assert not re.search(rf"{name}\b.*\bvote (show|delay)$", log, re.M | re.I), log
                assert not re.search(r"vote (show|delay)", str(host.state()["log"]))
        ply = host.state()["ply"]
        for shown in (*phones.values(), screen):
            shown.wait_for(ply)
    finally:
        host.stop()


def test_a_tap_that_means_nothing_is_answered_in_words_for_people(kalevala: Host, open_phone: Open) -> None:
    aino, ilmari = (open_phone(kalevala.at(name), name) for name in ("aino", "ilmari"))
    square = '#table .place[data-key="1,0"]'
    aino.page.locator(square).tap()
    sight = aino.look_until(lambda it: "Choose a card first" in it.words, "what comes first")
    assert "expected" not in sight.words and "joukahainen," not in sight.words
    time.sleep(DEAD)
    aino.page.locator("h1").tap()
    aino.look_until(lambda it: "Choose a card first" not in it.words, "that the next tap takes the words away")
    ilmari.page.locator(square).tap()
    ilmari.look_until(lambda it: it.words.count("aino to act") > 1, "whose turn it is, where the tap was")


def test_a_tap_without_a_connection_gives_a_sign(kalevala: Host, open_phone: Open) -> None:
    phone = open_phone(kalevala.at("aino"), "aino")
    tile = next(it for it in phone.look().choices if not it.line)
    phone.page.context.set_offline(True)
    phone.page.locator(tile.selector).first.tap()
    phone.look_until(lambda it: "opens when the connection is back" in it.words, "that it was not sent")
    phone.page.context.set_offline(False)
    phone.look_until(lambda it: any(choice.line for choice in it.choices), "the squares")


def test_the_old_page_of_a_seat_says_that_the_seat_has_moved_on(kalevala: Host, open_phone: Open) -> None:
    aino = open_phone(kalevala.at("aino"), "aino")
    open_phone(kalevala.at("ilmari"), "ilmari")
    new = open_phone(kalevala.first["join"])
    new.touch(new.page.get_by_role("button", name="I am aino, with a new phone"))
    aino.look_until(lambda it: "new phone" in it.words, "the request")
    other = kalevala.client.get(kalevala.at("aino")).text  # a second page of the same seat
    old = open_phone(kalevala.at("aino"), "aino")
    aino.push("Agree")
    for phone in some((aino, old)):
        sight = phone.look_until(lambda it: "now on another phone" in it.words, "that the seat has moved")
        assert "Louhi" not in sight.words, "the hand went with the seat"
    assert "Louhi" in other


def test_the_number_of_a_rule_is_a_target_for_a_finger(kalevala: Host, open_phone: Open) -> None:
    phone = open_phone(kalevala.at("aino"), "aino")
    heights = phone.page.evaluate("""() => [...document.querySelectorAll("#asked a.rule")].map((it) => {
      const box = it.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
      const is_hit = (away) => document.elementFromPoint(x, y + away) === it;
      const reach = (way) => { let n = 0; while (n < 99 && is_hit(way * (n + 1))) n++; return n; };
      return reach(-1) + reach(1) + 1;
    })""")
    assert all(height >= 44 for height in some(heights)), heights
