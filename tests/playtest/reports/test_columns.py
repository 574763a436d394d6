"""Reports fit a terminal of any width: nothing is cut off, and numbers stay with what they are."""

from __future__ import annotations

import shlex
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.playtest.reports.columns import Command, Grid, Prose, Row, columns_of, fold, lay_out
from tests.guard import some
from tests.marks import examples

QUICK = settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
WIDTHS = st.integers(24, 130)
WORD = st.text("abcäö漢e\u0301<&>…", min_size=1, max_size=12)
NAMES = st.lists(WORD, min_size=1, max_size=12).map(" ".join)
CELLS = st.builds("{}{}".format, st.integers(0, 999_999), st.sampled_from(["", ".25", " %", " ± 1,234.5", " ▲", "  "]))


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    count = draw(st.integers(1, 6))
    head = tuple(draw(st.lists(NAMES, min_size=count, max_size=count)))
    cells = st.lists(CELLS, min_size=count, max_size=count).map(tuple)
    bars = st.one_of(st.none(), st.floats(0, 1))
    rows = draw(st.lists(st.builds(Row, NAMES, cells, bars), min_size=1, max_size=4))
    return Grid(draw(NAMES), head, tuple(rows))


def signs(*texts: str) -> Counter[str]:
    return Counter(sign for text in texts for sign in text if not sign.isspace())


@QUICK
@given(grids(), WIDTHS)
def test_a_table_fits_and_nothing_of_it_is_cut_off(grid: Grid, width: int) -> None:
    lines = grid.lines(width)
    assert max(map(columns_of, lines)) <= width
    there = signs(*lines)
    assert not signs(grid.title, *(text for row in grid.rows for text in (row.name, *row.cells))) - there
    assert not signs(*grid.head) - there


@QUICK
@given(grids())
def test_what_does_not_fit_side_by_side_is_a_list_in_which_every_number_says_what_it_is(grid: Grid) -> None:
    text = " ".join(" ".join(grid._list(40)).split())
    for row in some(grid.rows):
        for what, cell in zip(grid.head, row.cells, strict=True):
            assert f"{what}: {cell.strip()}" in text


def test_a_table_becomes_higher_in_its_head_and_then_a_list() -> None:
    rows = (Row("anna", ("12", "75.0 %", "47.1–91.3 ▲")), Row("a very long name", ("4", "25.0 %", "8.7–52.9  ")))
    grid = Grid("Wins by seat", ("wins of all", "share", "95 %"), rows)
    wide, narrow, least = ("\n".join(grid.lines(width)) for width in (60, 46, 30))
    assert "wins of all   share         95 %" in wide and "a very long name" in wide
    assert narrow.splitlines()[0].split()[-1] == "wins" and "all   share         95 %" in narrow
    assert least == (
        "Wins by seat\n  anna\n    wins of all: 12 ·\n    share: 75.0 % ·\n    95 %: 47.1–91.3 ▲\n"
        "  a very long name\n    wins of all: 4 ·\n    share: 25.0 % ·\n    95 %: 8.7–52.9"
    )


@QUICK
@given(NAMES, st.sampled_from(["", "  ", "    "]), WIDTHS)
def test_a_sentence_fits_and_keeps_its_words(text: str, indent: str, width: int) -> None:
    lines = Prose(text, indent, indent).lines(width)
    assert max(map(columns_of, lines)) <= width
    assert " ".join(lines).split() == text.split()  # they are shorter than a line


@pytest.mark.parametrize("width", range(24, 90))
def test_a_number_is_not_parted_from_its_unit_and_its_margin(width: int) -> None:
    text = "lead changes: 1.2 ± 1.5 (5–95 %: 0–3); the last one after 4 ± 2 % of the moves, 12 games"
    lines = Prose(text).lines(width)
    assert " ".join(" ".join(lines).split()) == text
    for line in some(lines):
        assert not line.lstrip().startswith(("%", "±", "games", "times")) and not line.endswith("±")


@QUICK
@given(st.lists(st.text("ab '\"-/$\\=1", min_size=1, max_size=30), min_size=1, max_size=9), WIDTHS)
def test_a_command_in_several_lines_is_the_command(words: list[str], width: int) -> None:
    label, *lines = Command("look", tuple(words)).lines(width)
    text = "\n".join(lines) if lines else label.removeprefix("  look: ")
    assert shlex.split(text.replace(" \\\n", " ")) == words  # as a shell reads it


def test_a_files_name_is_not_broken() -> None:
    path = "evenings/of/the/long/winter/kalevala-000012.record"
    assert Prose(f"note: {path}: no record").lines(30) == ["note:", f"  {path}:", "  no record"]


@QUICK
@given(NAMES, WIDTHS)
def test_a_line_with_a_number_goes_on_below_its_words(text: str, width: int) -> None:
    lines = fold(f"   12  {text}", width)
    assert max(map(columns_of, lines)) <= width
    assert all(line.startswith(" " * 7) for line in lines[1:])


def test_signs_of_two_columns_and_of_none_are_counted_as_a_terminal_does() -> None:
    assert [columns_of(text) for text in ("Ukko", "漢字", "e\u0301", "▲", "äö")] == [4, 4, 1, 1, 2]


def test_a_section_without_lines_leaves_no_gap() -> None:
    assert lay_out([[Prose("a")], [], [Prose("b")]], 40) == "a\n\nb\n"
