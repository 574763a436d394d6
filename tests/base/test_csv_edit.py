"""One cell of a csv changed where it stands: all other cells and all other bytes stay."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.base.csv_edit import replace_cell

WORDS = st.text(st.sampled_from('ab ,;"\n=äé'), max_size=6)


@settings(suppress_health_check=[HealthCheck.too_slow])  # on a machine that does much else
@given(st.lists(st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=4), st.data())
def test_an_edit_changes_its_cell_alone(rows: list[list[str]], data: st.DataObject) -> None:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator=data.draw(st.sampled_from(["\n", "\r\n"]))).writerows(rows)
    text = out.getvalue()
    row = data.draw(st.integers(0, len(rows) - 1))
    column, value = data.draw(st.integers(0, len(rows[row]) - 1)), data.draw(WORDS)
    changed = replace_cell(text, ",", row, column, value)
    rows[row][column] = value
    found = list(csv.reader(io.StringIO(changed, newline="")))
    assert [line or [""] for line in found] == [line or [""] for line in rows]


@pytest.mark.parametrize(
    ("text", "row", "column", "value", "expected"),
    [
        ("a;b\n1;2\n", 1, 1, "3", "a;b\n1;3\n"),
        ('a;b\n"1";2\n', 1, 0, "3", 'a;b\n"3";2\n'),
        ("a;b;c\r\n1\r\n", 1, 2, "x;y", 'a;b;c\r\n1;;"x;y"\r\n'),
        ('a;b\n"x\ny";2', 1, 1, "3", 'a;b\n"x\ny";3'),
        ("a;b\n\n1;2\n", 2, 0, "", "a;b\n\n;2\n"),
    ],
)
def test_a_cell_is_written_as_it_was(text: str, row: int, column: int, value: str, expected: str) -> None:
    assert replace_cell(text, ";", row, column, value) == expected


def test_there_is_no_such_row() -> None:
    with pytest.raises(IndexError):
        replace_cell("a;b\n", ";", 3, 0, "x")
