"""What programs may rely on: addresses, states, moves, why, consent, as docs/table.md has them."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pnp.table.option_tree import leaves_of
from tests.guard import some
from tests.web.hosting import Host, new_record, pnp

KEYS = {
    "ply", "you", "seats", "to_act", "phase", "scores", "counters", "scene", "questions", "options", "secret",
    "news", "log", "outcome",
}  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Host]:
    """A table of its own, that nobody has touched."""
    host = Host(new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5"))
    yield host
    host.stop()


def first_leaf(host: Host, name: str) -> dict[str, Any]:
    return next(leaves_of(host.state(name)["options"]))


def test_the_first_line_says_where_everything_is(kalevala: Host) -> None:
    first = kalevala.first
    assert {"url", "screen", "join", "seats", "record"} <= set(first)
    assert list(first["seats"]) == ["aino", "ilmari"] and first["record"] == "evening.record"
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", first["url"])
    for address in some(first["seats"].values()):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/s/[\w-]{22,}", address)
    keys = kalevala.record.with_name("evening.record.keys")
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600


def test_a_state_has_what_a_seat_needs_and_the_screen_no_options(kalevala: Host) -> None:
    own, public = kalevala.state("aino"), kalevala.state()
    assert set(own) >= KEYS and set(public) >= KEYS
    assert own["you"] == "aino" and public["you"] is None and public["options"] == {}
    hand = [piece["card"] for piece in own["scene"] if piece["owner"] == "aino"]
    assert len(hand) == 5 and not {"*", "?"} & set(hand)
    assert not [piece for piece in public["scene"] if piece["owner"] and piece["card"] not in "*?"]
    assert kalevala.state("aino", lang="fi")["questions"][0]["words"] != own["questions"][0]["words"]


def test_a_line_of_the_options_is_accepted_and_everybody_sees_it(table: Host) -> None:
    leaf, before = first_leaf(table, "aino"), table.state("aino")["ply"]
    answer = table.move("aino", leaf["line"], before, id="one")
    assert answer.status_code == 200 and answer.json()["accepted"] is True
    assert answer.json()["ply"] == table.state("ilmari")["ply"] > before
    assert leaf["line"] in [line["line"].partition(": ")[2] for line in table.state()["log"]]
    assert f"aino: {leaf['line']}\n" in table.record.read_text("utf-8")


def test_the_same_id_again_gives_the_first_answer(table: Host) -> None:
    leaf, before = first_leaf(table, "aino"), table.state("aino")["ply"]
    one, again = (table.move("aino", leaf["line"], before, id="tap") for _ in range(2))
    assert one.status_code == again.status_code == 200 and one.content == again.content
    assert table.record.read_text("utf-8").count("aino: place") == 1


def test_a_late_line_is_answered_with_what_happened_meanwhile(table: Host) -> None:
    leaf, before = first_leaf(table, "aino"), table.state("aino")["ply"]
    assert table.move("aino", leaf["line"], before).status_code == 200
    late = table.move("ilmari", "place ukko 1,0", before)
    assert late.status_code == 409 and late.json()["accepted"] is False
    assert f"aino: {leaf['line']}" in [line["line"] for line in late.json()["news"]]
    assert late.json()["ply"] == table.state()["ply"]


def test_a_refusal_names_rule_words_and_reason_and_writes_nothing(kalevala: Host) -> None:
    before = kalevala.record.read_bytes()
    tile = first_leaf(kalevala, "aino")["line"].split()[1]
    answer = kalevala.move("aino", f"place {tile} 5,5")
    values = answer.json()
    assert answer.status_code == 422 and values["accepted"] is False
    assert values["rule"] == "KAL-13" and values["words"] and values["because"]
    unreadable = kalevala.move("aino", "plaice ukko 5,5").json()
    assert unreadable["ruling"] == "invalid" and unreadable["rule"] is None and "place" in unreadable["nearest"]
    assert kalevala.record.read_bytes() == before


def test_nobody_speaks_for_another_seat_or_alone_for_all(kalevala: Host) -> None:
    before = kalevala.record.read_bytes()
    for line, rule in some(
        [
            ("ilmari: place ukko 1,0", "REF-4"),
            ("table: undo", "REF-2"),
            ("table: end", "REF-3"),
            ("table: adjust score aino 9", "REF-3"),
            ("! place ukko 9,9", "REF-3"),
            ("aino: !place ukko 9,9", "REF-3"),
            ("table: deal aino ukko", "REF-6"),
            ("table: und", "REF-2"),
            ("table: adj score aino 9", "REF-3"),
            ("place louhi 1,0; ilmari: place ukko 0,1", "REF-4"),
            ("place louhi 1,0; table: undo", "REF-2"),
            ("place louhi 1,0; table: adjust score aino 9", "REF-3"),
            ("place louhi 1,0; ! place ukko 9,9", "REF-3"),
            ("place louhi 1,0; place ukko 0,1", "KAL-08"),
        ]
    ):
        answer = kalevala.move("aino", line)
        assert (answer.status_code, answer.json()["rule"]) == (422, rule), line
    assert kalevala.record.read_bytes() == before


def test_why_is_judged_on_what_the_seat_knows(kalevala: Host) -> None:
    not_held = "place kullervo 1,0"
    own = kalevala.post("aino", "why", line=not_held).json()
    other = kalevala.post("ilmari", "why", line=f"aino: {not_held}").json()
    assert own["accepted"] is False and own["rule"] and "Kullervo" in own["because"]
    assert other["accepted"] is True
    good = kalevala.post("aino", "why", line=first_leaf(kalevala, "aino")["line"]).json()
    assert good["accepted"] is True and good["ruling"] == "legal"


def test_news_are_what_came_since(kalevala: Host) -> None:
    assert kalevala.state("aino", since=0)["news"][0]["ply"] == 1
    now = kalevala.state("aino")["ply"]
    assert kalevala.state("aino", since=now)["news"] == []


def test_a_number_is_the_option_with_this_number(table: Host) -> None:
    third = next(leaf for leaf in leaves_of(table.state("aino")["options"]) if leaf["number"] == 3)
    assert table.move("aino", "3").json()["line"] == f"aino: {third['line']}"


def test_an_undo_is_agreed_by_all_who_sit_there(table: Host) -> None:
    table.state("ilmari")
    leaf, start = first_leaf(table, "aino"), table.state("aino")["ply"]
    ply = table.move("aino", leaf["line"], start).json()["ply"]
    asked = table.post("aino", "undo", ply=ply).json()
    assert asked["accepted"] and not asked["done"]
    [proposal] = table.state("ilmari")["proposals"]
    assert proposal["by"] == "aino" and proposal["waiting"] == ["ilmari"] and start + 1 in proposal["lines"]
    refused = table.post("ilmari", "agree", proposal=proposal["id"], agree=False).json()
    assert not refused["done"] and table.state("aino")["proposals"] == [] and table.state()["ply"] == ply
    again = table.post("aino", "undo", ply=ply).json()
    done = table.post("ilmari", "agree", proposal=again["id"]).json()
    assert done["done"] and table.state()["ply"] == ply + 1
    assert "table: undo" in table.record.read_text("utf-8")
    assert [leaf["line"] for leaf in leaves_of(table.state("aino")["options"])]
    assert table.post("ilmari", "agree", proposal=again["id"]).status_code == 409


def test_an_undo_after_the_deal_says_what_there_is_to_undo(table: Host) -> None:
    answer = table.post("aino", "undo", ply=table.state("aino")["ply"])
    assert answer.status_code == 422 and "0 lines of the players" in answer.json()["because"]


def test_seats_that_are_renamed_in_the_record_are_named_on_all_screens(table: Host) -> None:
    before, text = table.state("aino"), table.record.read_text("utf-8")
    table.record.write_text(text.replace("aino", "pentti"), "utf-8")
    for name in ("aino", "ilmari", ""):
        after = table.state(name)
        assert "expected seats: aino, ilmari" in after["trouble"]
        assert "expected seats: aino, ilmari" in table.client.get(table.at(name)).text
    assert table.move("aino", first_leaf(table, "aino")["line"]).status_code == 503
    assert table.state("aino")["seats"] == before["seats"]
    table.record.write_text(text, "utf-8")
    assert table.state("aino")["trouble"] == ""
    assert table.move("aino", first_leaf(table, "aino")["line"]).status_code == 200


def test_a_proposal_falls_when_the_game_goes_on(table: Host) -> None:
    table.state("ilmari")
    ply = table.move("aino", first_leaf(table, "aino")["line"]).json()["ply"]
    asked = table.post("aino", "undo", ply=ply).json()
    assert table.move("ilmari", first_leaf(table, "ilmari")["line"]).status_code == 200
    assert table.state()["proposals"] == []
    assert table.post("ilmari", "agree", proposal=asked["id"]).status_code == 409
    assert table.post("aino", "undo", ply=ply).status_code == 409


def test_seats_change_hands_by_consent(table: Host) -> None:
    table.state("aino"), table.state("ilmari")
    asked = table.post("aino", "seat", seat="ilmari").json()
    assert not asked["done"] and table.state("aino")["you"] == "aino"
    assert table.post("ilmari", "agree", proposal=asked["id"]).json()["done"]
    assert table.state("aino")["you"] == "ilmari" and table.state("ilmari")["you"] == "aino"
    assert table.post("aino", "seat", seat="nobody").status_code == 422


def test_lines_of_the_command_line_count_at_once(table: Host) -> None:
    leaf, before = first_leaf(table, "aino"), table.state("aino")["ply"]
    done = pnp("referee", "move", "evening.record", f"aino: {leaf['line']}", where=table.record.parent)
    assert done.returncode == 0
    assert table.state("ilmari")["ply"] > before
    assert table.move("aino", leaf["line"], before).status_code == 409


def test_a_record_that_is_spoiled_by_hand_is_named_and_the_table_stays(table: Host) -> None:
    before = table.state("aino")
    with table.record.open("a", encoding="utf-8") as file:
        file.write("ilmari: place ukko 99,99\n")
    after = table.state("aino")
    assert "99,99" in after["trouble"] and "KAL-08" in after["trouble"]
    assert after["log"] == before["log"] and after["scene"] == before["scene"]
    answer = table.move("aino", first_leaf(table, "aino")["line"])
    assert answer.status_code == 503 and "99,99" in answer.json()["error"]
    lines = table.record.read_text("utf-8").splitlines()
    table.record.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    assert table.state("aino")["trouble"] == ""
    assert table.move("aino", first_leaf(table, "aino")["line"]).status_code == 200


def test_seats_that_are_asked_at_once_may_all_answer_what_they_were_asked(tmp_path: Path) -> None:
    """A line counts when the seat's own question and options are what they were, however far the table has gone on."""
    names = ("aino", "ilmari", "lyyli")
    host = Host(new_record(tmp_path, "drumroll", *names, "--deal", "digital"))
    try:
        ply = host.state()["ply"]
        assert set(host.state()["to_act"]) == set(names)
        leaves = {name: next(leaves_of(host.state(name)["options"]))["line"] for name in names}
        for name in some(names):
            answer = host.move(name, leaves[name], ply, id=name)
            assert answer.status_code == 200, answer.text
        assert host.move("aino", leaves["aino"], ply, id="again").status_code == 409, "a second tap is no second answer"
        assert all(host.record.read_text("utf-8").count(f"{name}: {leaves[name]}\n") == 1 for name in names)
        never_sent = host.move("ilmari", "pass", 1)
        assert never_sent.status_code == 409
    finally:
        host.stop()
