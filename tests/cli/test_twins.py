"""Two deals that are equal in all that a seat may know: every byte of every command is the same for that seat."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pnp.catalog import load_game
from pnp.conformance.twins import twin_of
from pnp.referee.loading import setup_of
from pnp.referee.record import Header
from pnp.referee.replay import Replay
from pnp.referee.view import ReplayView
from tests.twins import Pair, compare, pairs

REGISTERED = {"calendar_order": "registered"}
# What differs between the twins: cards that were dealt, and whatever else a game lets people choose unseen.
SECRETS: list[tuple[str, dict[str, Any], str]] = [
    ("kalevala", {}, "Deal"),
    ("suomi1918", {}, "Deal"),
    ("drumroll", {}, "Vote"),
    ("drumroll", {}, "Keep"),
    ("keikalla", {}, "Tour"),
    ("keikalla", REGISTERED, "Tour"),
    ("keko", {}, "Look"),
    ("keko", {}, "Deal"),
]
MOST = 160  # lines of a game, so that the test is quick
SEEDS = 12


@pytest.mark.parametrize(("slug", "options", "secret"), SECRETS)
def test_no_byte_differs_between_twins(slug: str, options: dict[str, Any], secret: str, tmp_path: Path) -> None:
    every = (pair for seed in range(SEEDS) for pair in pairs(slug, tmp_path, seed, options, 4, MOST))
    pair = next(pair for pair in every if secret in pair.differing)
    counts: Counter[str] = Counter()
    leaks = compare(pair, random.Random(1).randrange, counts)
    assert not leaks, leaks[0]
    assert counts["why"] and counts["move"] and counts["verify"] and counts["options"], "something must be compared"


def test_a_table_that_is_shown_unredacted_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReplayView, "view", lambda seen, state: state)
    leaks: list[str] = []
    for pair in pairs("kalevala", tmp_path, 2, {}, 4, MOST):
        leaks += compare(pair, random.Random(1).randrange, Counter())
    assert len(leaks) > 5


def test_a_vote_with_real_cards_is_a_secret_too(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "docs" / "examples" / "drumroll-first-show.txt"
    lines = [line for line in example.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    first = next(number for number, line in enumerate(lines, 1) if " vote " in line)
    game, book = load_game("drumroll")
    table = Replay(game, setup_of(Header("drumroll", ("anna", "ben")), game, book))
    for line in lines[:first]:
        assert table.read(line).accepted
    other = 1 - table.entries[-1].seat
    for seat in (None, other):
        twin = twin_of(table, seat, random.Random(1).randrange)
        assert twin is not None
        pair = Pair(tmp_path / f"{seat}", (table, twin), seat)
        assert pair.differing == {"Vote"}
        assert not compare(pair, random.Random(1).randrange, Counter())


def test_overruling_does_not_reveal_whether_hidden_cards_forbid_the_line(tmp_path: Path) -> None:
    pair = next(pairs("suomi1918", tmp_path, 2031, {}, 1))
    own = pair.both(("why", "anna: discard white-8", "--seat", "anna"))
    assert {code for code, *_ in own} == {0, 1}, "the rules forbid it at one of the tables only"
    ours, theirs = pair.both(("overrule", "anna: discard white-8", "--because", "so"))
    assert ours == theirs and ours[0] == 0 and "REF-5" in ours[1]
    for folder in pair.folders:
        assert "anna: !discard white-8  # so\n" in (folder / "work.record").read_text("utf-8")
    ours, theirs = pair.both(("verify", "--json"), is_new=False)
    assert ours == theirs
