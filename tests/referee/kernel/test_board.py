"""Boards: what is next to what, read off the table that a layout prints."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pnp.referee.kernel.board import Board, Spaces


def spaces(rows: Any, *, diagonals: bool = False) -> Spaces:
    book: Any = SimpleNamespace(tables={"map": SimpleNamespace(rows=rows)})
    return Board("board", "map", diagonals=diagonals).spaces_of(book)


def test_squares_are_named_from_the_lower_left() -> None:
    board = spaces({"columns": 8, "rows": 8})
    assert board.ids[0] == "a8" and board.ids[-1] == "h1" and len(board.ids) == 64
    assert set(board.next_to("a1")) == {"a2", "b1"}
    assert set(spaces({"columns": 3, "rows": 3}, diagonals=True).next_to("a1")) == {"a2", "b1", "b2"}
    assert len(spaces({"columns": 3, "rows": 3}, diagonals=True).lines(3)) == 8
    assert spaces({"columns": 27, "rows": 1}).ids[-1] == "aa1"


def test_rows_of_words_leave_squares_out() -> None:
    board = spaces(["x . x", "x throne x"])
    assert board.ids == ("a2", "c2", "a1", "b1", "c1")
    assert board.rows["b1"] == "throne" and board.next_to("a2") == ("a1",)
    assert board.reach("a2") == {"a1": 1, "b1": 2, "c1": 3, "c2": 4}
    assert board.reach("a2", lambda space: space != "b1") == {"a1": 1}
    assert board.reach("a2", steps=2) == {"a1": 1, "b1": 2}


def test_hexes_have_six_directions() -> None:
    board = spaces([{"q": 0, "r": 0, "id": "mid"}, [1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]])
    assert len(board.next_to("mid")) == 6 and "1,0" in board.next_to("mid")
    assert {frozenset(line) for line in board.lines(3)} == {
        frozenset(("-1,0", "mid", "1,0")), frozenset(("0,-1", "mid", "0,1")), frozenset(("1,-1", "mid", "-1,1"))
    }  # fmt: skip


def test_a_network_goes_straight_on_where_paper_does() -> None:
    at = {"a": (0, 0), "b": (10, 0), "c": (20, 0.1), "d": (10, 9)}
    nodes = [{"id": name, "x": x, "y": y} for name, (x, y) in at.items()]
    edges = [{"a": "a", "b": "b"}, {"a": "b", "b": "c", "steps": 2}, {"a": "b", "b": "d"}]
    board = spaces({"nodes": nodes, "edges": edges})
    assert board.next_to("b") == ("a", "b-c:1", "d")
    assert board.rays("a") == [("b", "b-c:1", "c")]
    assert board.lines(4) == (("a", "b", "b-c:1", "c"),)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"nodes": [{"id": "a", "x": 0, "y": 0}], "edges": [{"a": "a", "b": "z"}]}, "there is no node z"),
        ({"nodes": [{"id": "a", "x": 0, "y": 0}, {"id": "a", "x": 1, "y": 0}], "edges": []}, "got a twice"),
        ([{"q": 0, "r": 0}, {"q": 0, "r": 0}], "got 0,0 twice"),
        ({"towns": []}, "a network .*, hexes .* or squares"),
        ([], "a network .*, hexes .* or squares"),
    ],
)
def test_a_table_that_is_no_board_is_told(rows: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        spaces(rows)


def test_a_board_needs_its_table() -> None:
    book: Any = SimpleNamespace(tables={})
    with pytest.raises(ValueError, match="expected a file with “table: map”"):
        Board("board", "map").spaces_of(book)
