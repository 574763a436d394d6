"""What the commands of a digital table reveal to whom: everybody, or the seat that looks."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Referee


@pytest.fixture
def table(referee: Referee) -> Referee:
    """Kalevala, dealt by the referee; red holds Väinämöinen, Ukko, Ilmarinen and Louhi."""
    assert referee("new", "kalevala", "red", "blue", "--seed", "5", "-o", "k.record")[0] == 0
    return referee


def test_without_a_seat_options_are_what_everybody_thinks_possible(table: Referee) -> None:
    result = json.loads(table("options", "k.record", "--json")[1])["options"]
    kinds = {line.split()[2] for line in result if line.startswith("red: place")}
    own = json.loads(table("options", "k.record", "--seat", "red", "--json")[1])["options"]
    held = {line.split()[2] for line in own if line.startswith("red: place")}
    assert held < kinds and len(kinds) == 8


def test_why_answers_who_asks(table: Referee) -> None:
    assert table("why", "k.record", "red: place kullervo 1,0")[0] == 0, "nobody else knows what red holds"
    code, output = table("why", "k.record", "red: place kullervo 1,0", "--seat", "red")
    assert code == 1 and "Kullervo" in output
    assert table("why", "k.record", "red: place kullervo 1,0", "--seat", "blue")[0] == 0


def test_a_refusal_that_rests_on_hidden_cards_gives_no_other_reason(table: Referee) -> None:
    code, output = table("move", "k.record", "red: place kullervo 1,0")
    assert code == 1 and "REF-5" in output
    assert "Kullervo" in table("move", "k.record", "red: place kullervo 1,0", "--seat", "red")[1]
    code, output = table("move", "k.record", "red: pass")
    assert code == 1 and "every hand that red can still have" in output
    code, output = table("move", "k.record", "red: place ukko 5,5")
    assert code == 1 and "KAL-13" in output, "what everybody can see is said to everybody"


def test_an_overruled_line_reveals_no_hidden_reason(referee: Referee) -> None:
    assert referee("new", "suomi1918", "a", "b", "c", "--seed", "11", "-o", "s.record")[0] == 0
    assert referee("move", "s.record", "c: play black-1")[0] == 0
    code, output = referee("overrule", "s.record", "a: discard white-2", "--because", "no matter")
    assert code == 0 and "overruled" in output and "REF-5" in output and "Dialogue" not in output
    assert "REF-5" in referee("verify", "s.record")[1]
    assert "SOC-25" in referee("verify", "s.record", "--all")[1]


def test_verify_shows_hidden_cards_only_when_asked_for_everything(table: Referee) -> None:
    lines = [json.loads(line) for line in table("verify", "k.record", "--json")[1].splitlines()]
    assert [line["move"] for line in lines[1:3]] == ["deal red ? ? ? ? ?", "deal blue ? ? ? ? ?"]
    whole = [json.loads(line) for line in table("verify", "k.record", "--json", "--all")[1].splitlines()]
    assert "?" not in whole[1]["move"] and whole[-1]["digest"] != lines[-1]["digest"]


def test_a_conversation_is_with_one_seat_or_with_everybody(table: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("why red: place kullervo 1,0\noptions\n"))
    output = table("play", "k.record")[1]
    assert "legal" in output and "kullervo" in output.partition("red to act")[2]
    monkeypatch.setattr("sys.stdin", io.StringIO("why red: place kullervo 1,0\n"))
    assert "illegal" in table("play", "k.record", "--seat", "red")[1]


def test_whoever_is_alone_with_the_referee_need_not_name_the_seat(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    assert referee("new", "suomi1918", "a", "b", "c", "--seed", "11", "-o", "s.record")[0] == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("play black-1\n"))
    code, output = referee("play", "s.record")
    assert code == 1 and "ambiguous" in output, "nobody else knows who of the three is to begin"
    monkeypatch.setattr("sys.stdin", io.StringIO("play black-1\n"))
    assert "c: play black-1" in referee("play", "s.record", "--seat", "c")[1]


def test_a_refused_line_of_a_record_reveals_no_hidden_card(table: Referee) -> None:
    with open("k.record", "a") as file:
        file.write("red: place kullervo 1,0\n")
    for command in (("verify", "k.record"), ("show", "k.record"), ("move", "k.record", "red: place ukko 1,0")):
        output = table(*command)[1]
        assert "REF-5" in output and "not in" not in output
