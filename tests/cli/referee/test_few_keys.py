"""What a table types that is short of time, as commands and in `play`: full lines in the record, one for `undo`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.referee.conftest import Run


def lines_of(record: str) -> list[str]:
    """The last lines of a record."""
    return Path(record).read_text().partition("---\n")[2].splitlines()


@pytest.fixture
def keko(run: Run) -> Run:
    """A physical table of Keko in anna's first Draw phase."""
    assert run("referee", "new", "keko", "anna", "ben")[0] == 0
    start = ("deal anna waximum", "deal ben arkonoth", "deal 2", "first anna=5 ben=2")
    assert run("referee", "move", "keko.record", *(f"table: {line}" for line in start))[0] == 0
    return run


def test_two_moves_in_one_line_are_written_in_full_and_taken_back_together(table: Run) -> None:
    before = len(lines_of("kalevala.record"))
    assert table("referee", "play", "kalevala.record", piped="louhi 2,0; ukko 3,0\nundo\n")[0] == 0
    new = [line for line in lines_of("kalevala.record")[before:] if line[:2] not in ("#+", "#=")]
    undone = "table: undo 2  # took back blue: place louhi 2,0; red: place ukko 3,0"
    assert new == ["#; 2", "blue: place louhi 2,0", "red: place ukko 3,0", undone]
    assert table("referee", "verify", "kalevala.record")[0] == 0


def test_a_refused_second_move_takes_the_first_with_it(table: Run) -> None:
    before = lines_of("kalevala.record")
    code, _, err = table("referee", "move", "kalevala.record", "louhi 2,0; ukko 9,9")
    assert code == 1 and "KAL-13" in err and "nothing was written" in err
    assert lines_of("kalevala.record") == before


def test_why_says_which_lines_would_go_before(keko: Run) -> None:
    code, out, _ = keko("referee", "why", "keko.record", "hover_boat")
    assert code == 0 and out.splitlines()[:2] == ["anna: draw 2", "anna: next"]
    assert out.splitlines()[2].startswith("anna: play hover_boat — ")
    values = json.loads(keko("referee", "why", "keko.record", "hover_boat", "--json")[1])
    assert values["before"] == ["anna: draw 2", "anna: next"] and values["reasons"]
    assert keko("referee", "why", "keko.record", "anna: choose yes")[0] == 1


def test_why_is_asked_of_one_move(table: Run) -> None:
    code, out, _ = table("referee", "why", "kalevala.record", "louhi 2,0; ukko 3,0")
    assert code == 1 and "`why` explains one move, got 2: louhi 2,0 · ukko 3,0" in out
    assert table("referee", "why", "kalevala.record", "louhi 2,0  # and; then")[0] == 0
    assert "yhdestä siirrosta" in table("referee", "why", "kalevala.record", "louhi 2,0; ukko 3,0", "--lang", "fi")[1]
    out = table("referee", "play", "kalevala.record", piped="why louhi 2,0; ukko 3,0\n")[1]
    assert "got 2: blue: louhi 2,0 · ukko 3,0" in out


def test_why_of_dice_that_the_referee_throws_is_that_it_may(run: Run) -> None:
    assert run("referee", "new", "keko", "anna", "ben")[0] == 0
    start = ("deal anna waximum", "deal ben arkonoth", "deal 2")
    assert run("referee", "move", "keko.record", *(f"table: {line}" for line in start))[0] == 0
    code, out, _ = run("referee", "why", "keko.record", "table: first")
    assert (code, out.splitlines()[0]) == (0, "table: first — legal")
    assert run("referee", "why", "keko.record", "table: first anna=2")[0] == 1
    assert run("referee", "why", "keko.record", "table: roll")[0] == 1  # no dice are due


def test_where_the_deal_is_sealed_the_moves_of_a_line_are_made_one_after_the_other(run: Run) -> None:
    assert run("referee", "new", "kalevala", "red", "blue", "--deal", "digital")[0] == 0
    offers = json.loads(run("referee", "options", "kalevala.record", "--seat", "red", "--json")[1])["options"]
    first = offers[0]
    code, out, _ = run("referee", "play", "kalevala.record", piped=f"{first}; nonsense; {first}\n")
    assert code == 1 and "nonsense" in out
    assert lines_of("kalevala.record").count(first) == 1


def test_a_number_alone_is_that_of_an_option(keko: Run) -> None:
    assert keko("referee", "undo", "keko.record", "2")[0] == 0  # `deal 2` and `first …`
    code, _, err = keko("referee", "move", "keko.record", "2")
    assert code != 0 and "option" in err
