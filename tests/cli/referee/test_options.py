"""What may be done now: options are shown in few lines, typed by number, and are lines that the referee accepts."""

from __future__ import annotations

import json

import pytest

from pnp.referee.move import Pass
from pnp.table.messages import MOST_OFFERS, format_offers
from pnp.table.offers import OfferedLine, kinds_of
from tests.cli.referee.conftest import Run


def test_options_are_lines_that_move_accepts(table: Run) -> None:
    code, out, _ = table("referee", "options", "kalevala.record", "--json")
    result = json.loads(out)
    assert code == 0 and result["to_act"] == ["blue"]
    assert "blue: place louhi 2,0" in result["options"]
    for line in result["options"][::25]:
        assert table("referee", "why", "kalevala.record", line)[0] == 0
    assert table("referee", "options", "kalevala.record", "--seat", "red")[1].startswith("blue to act")


def test_a_digital_table_can_be_played_with_options_alone(run: Run) -> None:
    assert run("referee", "new", "kalevala", "a", "b", "--seed", "4")[0] == 0
    for _ in range(12):
        seat = json.loads(run("referee", "show", "kalevala.record", "--json")[1])["to_act"][0]
        result = json.loads(run("referee", "options", "kalevala.record", "--seat", seat, "--json")[1])
        assert run("referee", "move", "kalevala.record", result["options"][0])[0] == 0
    code, out, _ = run("referee", "verify", "kalevala.record", "--json")
    assert code == 0
    assert {json.loads(line).get("ruling") for line in out.splitlines()[:-1]} == {"legal"}


def test_many_options_are_few_lines_and_all_of_them_when_wanted(table: Run) -> None:
    every = json.loads(table("referee", "options", "kalevala.record", "--json")[1])
    lines = every["options"]
    assert len(lines) > MOST_OFFERS
    shown = table("referee", "options", "kalevala.record")[1].splitlines()
    assert len(shown) <= MOST_OFFERS and f"to {len(lines)})" in shown[-2] and "--all" in shown[-1]
    whole = table("referee", "options", "kalevala.record", "--all")[1].splitlines()
    assert [line.split(maxsplit=1)[1] for line in whole] == lines
    assert every["kinds"] == [{"seat": "blue", "verb": "place", "first": 1, "last": len(lines)}]


@pytest.mark.parametrize("sizes", [(2, 3), (1, 60, 2, 40), (30,), (24, 1), (3,) * 9, (1,) * 40, (9,) * 40, ()])
def test_of_every_kind_of_option_some_are_shown_and_the_others_counted(sizes: tuple[int, ...]) -> None:
    offers = [
        OfferedLine(0, f"verb{kind}", f"anna: verb{kind} {n}", Pass(0))
        for kind, size in enumerate(sizes)
        for n in range(size)
    ]
    shown = format_offers(offers, ("anna",))
    assert len(shown) <= MOST_OFFERS
    numbers = [int(line.split()[0]) for line in shown if line.split()[0].isdecimal()]
    assert [line.split(maxsplit=1)[1] for line in shown if line.split()[0].isdecimal()] == [
        offers[number - 1].line for number in numbers
    ]
    if len(offers) <= MOST_OFFERS:
        assert len(numbers) == len(offers) == len(shown)
    elif len(sizes) < MOST_OFFERS:
        for numbers_of_kind in (kind[2] for kind in kinds_of(offers)):
            is_counted = any(line.endswith(f" to {numbers_of_kind[-1]})") for line in shown)
            assert is_counted or set(numbers_of_kind) <= set(numbers)
        assert any(line.split()[0] == "…" and f"to {len(offers)})" in line for line in shown) or max(numbers) == len(
            offers
        )


def test_an_option_may_be_typed_by_its_number(table: Run) -> None:
    code, _, err = table("referee", "move", "kalevala.record", "1")
    assert code == 1 and "no options were listed" in err
    lines = json.loads(table("referee", "options", "kalevala.record", "--json")[1])["options"]
    assert f"{lines[2]} — legal" in table("referee", "why", "kalevala.record", "3")[1]
    code, out, _ = table("referee", "move", "kalevala.record", "3")
    assert code == 0 and out.split(maxsplit=1)[1].startswith(lines[2])
    code, _, err = table("referee", "move", "kalevala.record", "3")
    assert code == 1 and "another line was played" in err, "a number belongs to the position it was listed for"
    table("referee", "options", "kalevala.record")
    assert table("referee", "move", "kalevala.record", "99")[0] == 1
    assert table("referee", "undo", "kalevala.record")[0] == 0
    assert table("referee", "move", "kalevala.record", "1")[0] == 1
    code, out, _ = table("referee", "play", "kalevala.record", piped="options\n1\n1\n")
    assert code == 1 and f"{lines[0]}\n" in out, "the second 1 was not listed for what is now"


def test_a_number_that_two_seats_read_differently_is_refused(run: Run) -> None:
    assert run("referee", "new", "drumroll", "anna", "ben", "--deal", "digital", "--seed", "5")[0] == 0
    for who in ("anna", "ben"):
        assert run("referee", "options", "drumroll.record", "--seat", who)[0] == 0
    code, _, err = run("referee", "move", "drumroll.record", "1")
    assert code == 1 and "several seats" in err
