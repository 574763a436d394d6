"""Tests of My Game: the printed and the refereed cards are the same, and every rule is said by some ruling.

Run them with `pytest mygame`. The promises that every game keeps (cards conserved, records replay, views hide what they
must …) are tested by `pytest --pyargs pnp.conformance`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.catalog import book_of, find_game, rules_of
from pnp.referee.game import Setup
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal

ENTRY = find_game("mygame", [Path(__file__).parent.parent])
GAME, BOOK = rules_of(ENTRY), book_of(ENTRY)
ROW = "table: lay star coin heart flag trophy"


def table(*lines: str, **options: Any) -> Replay[Any]:
    """A table for two after some lines."""
    defaults = {name: option.default for name, option in BOOK.options.items()}
    replay = Replay(GAME, Setup(("anna", "ben"), BOOK, {**defaults, **options}))
    for line in lines:
        replay.read(line)
    return replay


@pytest.mark.parametrize(
    ("before", "line", "rule"),
    [
        ([], "anna: take star", "MYG-02"),
        ([], "table: lay star coin", "MYG-02"),
        ([], "anna: lay star coin heart flag trophy", "MYG-02"),
        ([ROW], ROW, "MYG-02"),
        ([ROW], "ben: take star", "MYG-03"),
        ([ROW], "anna: take heart", "MYG-04"),
        ([ROW, "anna: take star"], "ben: take star", "MYG-04"),
    ],
)
def test_refusals_name_their_rule(before: list[str], line: str, rule: str) -> None:
    ruling = table(*before).read(line).ruling
    assert isinstance(ruling, Illegal)
    assert ruling.rule == rule


def test_a_whole_game() -> None:
    replay = table(ROW, "anna: take trophy", "ben: take flag", "anna: take MG1", "anna: take coin", "ben: take star")
    assert all(entry.accepted for entry in replay.entries)
    assert GAME.scores(replay.state) == (8, 7)
    assert replay.outcome is not None
    assert (replay.outcome.winners, replay.outcome.rule) == ((0,), "MYG-06")


def test_the_switch() -> None:
    moves = (ROW, "anna: take trophy", "ben: take flag", "anna: take heart")
    assert table(*moves).to_act == (0,)
    assert table(*moves, lucky=False).to_act == (1,)


def test_too_many_seats() -> None:
    refused = GAME.setup(Setup(tuple("abcde"), BOOK))
    assert isinstance(refused, Illegal)
    assert refused.rule == "MYG-01"


def test_the_rules_know_the_rulebook() -> None:
    """Every id that rules.py names is in rulebook.yaml, and every rule for the judge is named there."""
    text = Path(ENTRY.rules).read_text(encoding="utf-8")
    judged = {id_ for id_, rule in BOOK.rulebook.rules.items() if rule.enforced == "judge"}
    assert judged == {id_ for id_ in BOOK.rulebook.rules if f'"{id_}"' in text}
    assert GAME.players == BOOK.players
