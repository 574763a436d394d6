"""The table as text: what two people need to compare it with the real one."""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.kalevala import GAME
from pnp.games.kalevala.board import square_of
from pnp.referee.ruling import Illegal
from tests.games.kalevala.tables import play_lines, position


def test_the_board_with_all_its_signs() -> None:
    state = position(
        {
            "-1,0": "lemminkainen",
            "0,0": "ukko",
            "1,0": "joukahainen",
            "2,0": "joukahainen",
            "2,1": "joukahainen",
            "3,0": "louhi/kaarme",
            "-1,1": "kullervo",
        },
        ["ukko", "ukko", "louhi"],
        12,
        other=["?", "?", "kaarme"],
    )
    shown = GAME.show(replace(state, last=square_of((3, 0)), score=(7, 104)), 0, "en")
    assert shown.splitlines() == [
        "        -2    -1     0     1     2     3     4",
        "  -1           ·     ·     ·     ·     ·",
        "   0     ·  Lemm  Ukko  Jouk  Jouk *Käär     ·",
        "               1   (0)    8→  8→8↓  5 x2",
        "   1     k  Kull     k     ·  Jouk     ·",
        "             (0)                8↓",
        "   2           k                 ·",
        "",
        "► red     7   hand 3: 2 × Ukko 7, Louhi 2",
        "  blue  104   hand 3: Käärme 5, ? ?",
        "  draw pile: 12",
        "",
        "  * placed last   · any tile   k only a Kullervo   (0) worth nothing",
        "  → ↓ grown in its row, its column",
    ]


def test_in_finnish_and_with_an_empty_hand() -> None:
    state = position({"0,0": "ukko"}, ["louhi"], 0)
    shown = GAME.show(replace(state, aside=("ukko",), last=None), 0, "fi")
    assert "► red     0   käsi 1: Louhi 2" in shown.splitlines()
    assert "  blue    0   käsi 0" in shown.splitlines()
    assert "  sivuun siirretty: Ukko 7" in shown.splitlines()


def test_an_empty_table_and_a_finished_game() -> None:
    start = GAME.setup(position({"0,0": "ukko"}, []).setup)
    assert not isinstance(start, Illegal)
    assert "The table is empty." in GAME.show(start, None, "en")
    over = position({"0,0": "ukko"}, [], 0)
    assert "both hands are empty; a tie at 0:0" in GAME.show(over, None, "en")


def test_a_full_line_is_marked() -> None:
    state = position({f"{x},0": "louhi" for x in range(7)}, ["ukko"])
    assert GAME.show(replace(state, last=None), 0, "en").splitlines()[2].split() == ["0", "×", *["Louh"] * 7, "×"]


def test_the_widest_board_fits_the_screen() -> None:
    """A staircase of 59 columns is shown in parts."""
    stairs = {f"{x // 2},{(x + 1) // 2}": ("ukko" if x % 2 else "louhi") for x in range(118)}
    shown = GAME.show(position(stairs, ["ukko"], 1, is_possible=False), 0, "en")
    assert max(len(line) for line in shown.splitlines()) <= 80
    assert shown.count("Ukko") == 59 + 1


def test_a_far_tile_does_not_break_the_picture() -> None:
    table = play_lines(["table: start ukko", "red: !place ukko 40,0"])
    assert max(len(line) for line in GAME.show(table.state, None, "en").splitlines()) <= 80
