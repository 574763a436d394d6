"""The rulebook is the spine, and every number comes from the cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.base.places import data_root
from pnp.games.kalevala import GAME
from pnp.games.kalevala.moves import Discard, Place, Start
from pnp.referee.move import Deal, Pass
from pnp.referee.ruling import Illegal, Legal
from pnp.referee.seat import TABLE
from tests.games.kalevala.tables import agreed, book, position
from tests.games.tables import cards_with
from tests.guard import some


def test_the_rule_of_the_end_and_its_option_name_the_passes_that_end_the_game() -> None:
    words = book().rulebook.rules["KAL-43"].words, book().options["voluntary_pass"].words
    assert all("2 passes in a row" in both["en"] and "2 kertaa peräkkäin" in both["fi"] for both in words)


def test_the_draw_pile_has_one_name() -> None:
    """`deck` is the word of the table's corrections alone; a pile on a square is a stack."""
    texts = [
        text
        for path in Path(data_root("cards"), "kalevala").glob("*.yaml")
        for text in english(yaml.safe_load(path.read_text("utf-8")))
    ]
    other = [text for text in some(texts) if re.search(r"\bdeck\b|(?<!draw )(?<!\*\*draw )\bpiles?\b", text)]
    assert other == []


def english(data: Any) -> Iterator[str]:
    """The English texts of a card file."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from [value] if key == "en" and isinstance(value, str) else english(value)
    elif isinstance(data, list):
        for value in data:
            yield from english(value)


LOUHI_VALUE = ("    code: KV7\n    copies: 9\n    value: 2", "    code: KV7\n    copies: 9\n    value: 9")


def test_a_changed_value_changes_the_points(tmp_path: Path) -> None:
    board = {"0,0": "ukko", "1,0": "kaarme"}
    changed = agreed(cards=cards_with("kalevala", tmp_path, "tiles.yaml", LOUHI_VALUE))
    for setup, points in ((agreed(), 0), (changed, 3)):
        ruling = GAME.judge(position(board, ["louhi"], setup=setup), Place(0, "louhi", (2, 0)))
        assert isinstance(ruling, Legal)
        assert GAME.scores(ruling.after)[0] == points


def test_a_changed_count_changes_what_exists(tmp_path: Path) -> None:
    fewer = cards_with(
        "kalevala",
        tmp_path,
        "tiles.yaml",
        ("    code: KV2\n    copies: 8", "    code: KV2\n    copies: 1"),
        ("total: 60", "total: 53"),
    )
    for cards, legal in ((book(), True), (fewer, False)):
        state = GAME.setup(agreed(cards=cards))
        assert not isinstance(state, Illegal)
        started = GAME.judge(state, Start(TABLE, "ukko"))
        assert isinstance(started, Legal)
        hand = ("ukko", "louhi", "louhi", "louhi", "louhi")
        assert isinstance(GAME.judge(started.after, Deal(TABLE, 0, hand)), Legal) == legal


def test_a_changed_power_changes_the_rules(tmp_path: Path) -> None:
    """An Ukko that may cover does; the Käärme it took the power from no longer does."""
    swapped = cards_with(
        "kalevala",
        tmp_path,
        "tiles.yaml",
        ("    value: 7\n    power: none", "    value: 7\n    power: may_cover"),
        ("    value: 5\n    power: may_cover", "    value: 5\n    power: none"),
    )
    board = {"0,0": "louhi", "1,0": "louhi"}
    for cards, tile, rule in (
        (book(), "ukko", "KAL-16"),
        (book(), "kaarme", None),
        (swapped, "ukko", None),
        (swapped, "kaarme", "KAL-16"),
    ):
        state = position(board, [tile], setup=agreed(cards=cards))
        ruling = GAME.judge(state, Place(0, tile, (1, 0)))
        assert (ruling.rule if isinstance(ruling, Illegal) else None) == rule


@pytest.mark.parametrize(
    ("constant", "tile", "at", "rule"),
    [
        (("max_line: {value: 7", "max_line: {value: 3"), "ukko", (3, 0), "KAL-14"),
        (("never_starts: {value: kullervo", "never_starts: {value: ukko"), "ukko", None, "KAL-03"),
    ],
)
def test_a_changed_constant_changes_the_ruling(
    tmp_path: Path, constant: tuple[str, str], tile: str, at: tuple[int, int] | None, rule: str
) -> None:
    changed = agreed(cards=cards_with("kalevala", tmp_path, "game.yaml", constant))
    for setup, refused in ((agreed(), None), (changed, rule)):
        if at is None:
            state = GAME.setup(setup)
            assert not isinstance(state, Illegal)
            ruling = GAME.judge(state, Start(TABLE, tile))
        else:
            state = position({"0,0": "louhi", "1,0": "louhi", "2,0": "kaarme"}, [tile], setup=setup)
            ruling = GAME.judge(state, Place(0, tile, at))
        assert (ruling.rule if isinstance(ruling, Illegal) else None) == refused


def test_a_hand_size_of_four_is_dealt(tmp_path: Path) -> None:
    state = GAME.setup(
        agreed(
            "physical", cards_with("kalevala", tmp_path, "game.yaml", ("hand_size: {value: 5", "hand_size: {value: 4"))
        )
    )
    assert not isinstance(state, Illegal)
    started = GAME.judge(state, Start(TABLE, "ukko"))
    assert isinstance(started, Legal)
    assert [len(hand) for hand in started.after.hands] == [4, 4]


def test_a_refusal_explains_what_is_wrong() -> None:
    """Sentences name the tile, the square and the count."""
    state = position({"0,0": "ukko", "1,0": "kullervo"}, ["louhi", "kaarme"], other=["ukko"])
    refusals = {
        Place(0, "louhi", (2, 0)): "2,0 touches the Kullervo on 1,0, and a Louhi may not go there",
        Place(0, "louhi", (5, 5)): "no tile lies beside 5,5",
        Place(0, "louhi", (0, 0)): "0,0 is occupied by an Ukko, and Louhi neither covers nor exchanges",
        Place(0, "ukko", (0, 1)): "Ukko is not in the hand of red",
        Place(1, "ukko", (0, 1)): "it is the turn of red, not of blue",
        Place(0, "louhi", (0, 1), 4): "the placement scores 0 (0 in the row, 0 in the column), not 4",
        Pass(0): "red holds a Louhi, which fits on 0,-1",
        Discard(0, "louhi"): "a stuck player passes here and lays no tile aside",
    }
    for move, because in some(refusals.items()):
        ruling = GAME.judge(state, move)
        assert isinstance(ruling, Illegal)
        assert ruling.because == because
