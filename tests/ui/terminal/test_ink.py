"""Colours: only for people, only ours."""

from __future__ import annotations

import re

import pytest

from tests.ui.referee.conftest import Run, run, table

__all__ = ["run", "table"]

TYPED = "place louhi 2,0\nplace ukko 9,9\nwhy place ukko 9,9\n! place kaarme 5,5 # late\noptions\nundo\nhelp\n"
COLOUR = re.compile(r"\x1b\[[0-9]+m")


def test_colour_changes_no_word(table: Run) -> None:
    _, plain, _ = table("referee", "play", "kalevala.record", piped=TYPED)
    table("referee", "undo", "kalevala.record", "5")
    lines = ["table: start ukko", "red: place louhi 1,0", "blue: place kaarme 0,0", "red: place ilmarinen 0,0"]
    assert table("referee", "new", "kalevala", "red", "blue", "-o", "again.record")[0] == 0
    assert table("referee", "move", "again.record", *lines)[0] == 0
    _, coloured, _ = table("referee", "play", "again.record", "--color", "always", piped=TYPED)
    assert COLOUR.sub("", coloured) == plain != coloured
    assert {"\x1b[31m", "\x1b[32m", "\x1b[33m"} <= set(COLOUR.findall(coloured))


@pytest.mark.parametrize("words", [[], ["--color", "never"], ["--color", "auto"]])
def test_a_pipe_has_no_colour(table: Run, words: list[str]) -> None:
    _, out, err = table("referee", "play", "kalevala.record", *words, piped=TYPED)
    assert "\x1b" not in out + err and "KAL-13" in out


def test_what_people_typed_is_shown_and_never_obeyed(table: Run) -> None:
    typed = "place \x1b[2J 9,9\n! place ukko 9,9 # \x1b[31mred\n"
    _, out, _ = table("referee", "play", "kalevala.record", "--color", "always", piped=typed)
    assert "\x1b[2J" not in out and "\x1b[31mred" not in out
    assert "\\u001b[2J 9,9" in out


def test_a_word_that_is_no_choice_is_named(table: Run) -> None:
    code, _, err = table("referee", "play", "kalevala.record", "--color", "blue", piped="")
    assert code == 2 and "“blue”" in err and "auto, always, never" in err
