"""Values that are tried, as people type them."""

from __future__ import annotations

import pytest

from pnp.base.diagnostics import UsageError
from pnp.playtest.experiments.changes import read_changes


@pytest.mark.parametrize(
    "typed, values",
    [
        ("5..8", ["5", "6", "7", "8"]),
        ("-1..1", ["-1", "0", "1"]),
        ("3, 5,7..8,5", ["3", "5", "7", "8"]),
        ("0.5,1.5", ["0.5", "1.5"]),
        ("both_ends", ["both_ends"]),
        ("[1, 2]", ["[1, 2]"]),
        ("a=b", ["a=b"]),
    ],
)
def test_ranges_and_lists(typed: str, values: list[str]) -> None:
    assert read_changes(f" tiles.ukko.value={typed}") == [f"tiles.ukko.value={value}" for value in values]


def test_a_huge_range_is_told_how_many_values_it_names() -> None:
    with pytest.raises(UsageError, match="has 1,000,000,000,000 values; the limit is 50"):
        read_changes("x=1..1000000000000")


@pytest.mark.parametrize("text", ["x", "=5", "x=", "x=1,,2", "x=9..5", "x=1..a", "x=1..60", "x=1..999999999"])
def test_what_names_no_values_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match="such as tiles"):
        read_changes(text)
