"""Colours: only for people, only ours."""

from __future__ import annotations

import json
import re

import pytest

from tests.cli.referee.conftest import Run, run, table

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


@pytest.mark.parametrize("words", [["--color", "blue"], ["--color=blue"]])
def test_a_word_that_is_no_choice_is_named(table: Run, words: list[str]) -> None:
    code, _, err = table("referee", "show", "kalevala.record", *words)
    assert code == 2 and "“blue”" in err and "auto, always, never" in err


def test_a_choice_may_be_missing(run: Run) -> None:
    code, _, err = run("list", "--color")
    assert code == 2 and "auto, always, never" in err


COMMANDS = [
    "referee why kalevala.record place_ukko_9,9",
    "referee why kalevala.record pass",
    "referee move kalevala.record blue:_place_ukko_9,9",
    "referee show kalevala.record",
    "referee verify kalevala.record --all",
    "rules kalevala KAL-99",
    "check kalevala --cards",
    "look kalevala nobody",
    "build kalevla",
    "list",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_may_be_coloured_and_says_the_same(table: Run, command: str) -> None:
    words = [word.replace("_", " ") for word in command.split()]
    code, plain, faults = table(*words)
    coloured = table(words[0], "--color=always", *words[1:]) if len(words) < 3 else table("--color", "always", *words)
    assert (coloured[0], COLOUR.sub("", coloured[1]), COLOUR.sub("", coloured[2])) == (code, plain, faults)
    assert "\x1b" not in plain + faults


def test_places_and_faults_have_colours_of_their_own(run: Run) -> None:
    _, _, err = run("look", "kalevala", "nobody", "--color", "always")
    assert re.match(r"\x1b\[1mkalevala\x1b\[0m\x1b\[31m: ", err), err


@pytest.mark.parametrize(
    "words", ["check kalevala --cards --json", "referee show kalevala.record --json", "list --json"]
)
def test_what_programs_read_has_no_colour(table: Run, words: str) -> None:
    _, out, _ = table(*words.split(), "--color", "always")
    assert json.loads(out) and "\x1b" not in out


def test_a_terminal_has_colour_unless_no_color_is_set(table: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for stream in ("stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    why = ("referee", "why", "kalevala.record", "place ukko 9,9")
    assert "\x1b[31m" in table(*why)[1]
    assert "\x1b" not in table(*why, "--color", "never")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in table(*why)[1]
    assert "\x1b[31m" in table(*why, "--color", "always")[1]
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in table(*why)[1]


def test_a_word_behind_two_dashes_is_no_option(table: Run) -> None:
    _, _, err = table("referee", "why", "kalevala.record", "--", "--color")
    assert "unknown choice" not in err
