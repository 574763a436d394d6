"""Writing directions: levels, and the order in which a line is seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.text.shaping import find_levels, has_right, reorder

LETTERS = "ab אבעم٣12 .,:-+$%()\u200f\u0300"


def seen(text: str) -> str:
    return "".join(reorder(list(text), find_levels(text)[1]))


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("abc 12", "abc 12"),
        ("אבג", "גבא"),
        ("אבג abc דהו", "והד abc גבא"),  # the paragraph runs to the left, the words in it do not
        ("abc אבג דהו xyz", "abc והד גבא xyz"),
        ("אבג 12 34 דהו", "והד 34 12 גבא"),
        ("אבג 12,34", "12,34 גבא"),
        ("אבג 50%", "50% גבא"),
        ("abc (אבג) def", "abc (גבא) def"),
        ("abc!", "abc!"),
        ("אבג!", "!גבא"),
        ("\u200fabc.", ".abc\u200f"),  # a mark of direction counts as a letter
        ("", ""),
    ],
)
def test_a_line_is_seen_in_the_order_of_its_directions(text: str, looks: str) -> None:
    assert seen(text) == looks


def test_arabic_numbers_run_to_the_right() -> None:
    base, levels = find_levels("خذ ٣٤")
    assert (base, levels) == (1, [1, 1, 1, 2, 2])


def test_what_runs_to_the_left_is_known() -> None:
    assert has_right("a ש") and has_right("٣")
    assert not has_right("Väinämöinen – “2” हिन्दी")


@given(st.text(LETTERS))
def test_reordering_loses_and_invents_nothing(text: str) -> None:
    base, levels = find_levels(text)
    assert base in (0, 1) and len(levels) == len(text)
    assert sorted(seen(text)) == sorted(text)
    if not has_right(text) and "\u200f" not in text:
        assert seen(text) == text
