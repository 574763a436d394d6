"""The rulebook is the spine, and every number comes from the cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.games.suomi1918 import GAME
from pnp.games.suomi1918.moves import Claim, Discard, Play, Show
from pnp.referee.move import Deal, Pass
from pnp.referee.ruling import Illegal, Legal
from pnp.referee.seat import TABLE
from tests.games.suomi1918.tables import agreed, book, position, put, start, tops_of
from tests.games.tables import cards_with
from tests.guard import some


def test_the_cards_are_those_of_the_checklist() -> None:
    cards = book()
    assert [deck.size for deck in cards.decks.values()] == [34, 14, 6]
    assert {card.code for card in cards.cards.values()} == {f"SU{number}" for number in range(1, 55)}
    assert all(card.copies == 1 for card in cards.cards.values())
    assert len(cards.options) == 5


WHITE_7 = (
    "    value: 7\n    pre: {black: 4}\n    restr: {blue: 8}\n\n  - id: white-8",
    "    value: 7\n{}\n  - id: white-8",
)


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ("    pre: {black: 4}\n    restr: {blue: 8}\n", None),
        ("    pre: {black: 5}\n    restr: {blue: 8}\n", "SOC-19"),
        ("    pre: {black: 4}\n    restr: {blue: 2}\n", "SOC-20"),
        ("    pre: {black: 4}\n    restr: {blue: 3}\n", None),
    ],
)
def test_a_changed_mark_changes_the_ruling(tmp_path: Path, marks: str, rule: str | None) -> None:
    changed = cards_with("suomi1918", tmp_path, "numbers.yaml", (WHITE_7[0], WHITE_7[1].format(marks)))
    state = position({"black": 4, "white": 6, "blue": 2}, ["white-7"], setup=agreed(cards=changed))
    ruling = GAME.judge(state, Play(0, "white-7"))
    assert (ruling.rule if isinstance(ruling, Illegal) else None) == rule


def test_a_changed_action_and_victory_card_change_the_ruling(tmp_path: Path) -> None:
    artillery = (
        "name: {en: Artillery, fi: Tykistö}\n    pre: {red: 4}",
        "name: {en: Artillery, fi: Tykistö}\n    pre: {blue: 2}",
    )
    changed = cards_with("suomi1918", tmp_path, "actions.yaml", artillery)
    for cards, top in ((book(), {"red": 4}), (changed, {"blue": 2})):
        ruling = GAME.judge(position(top, ["act-red-4"], setup=agreed(cards=cards)), Play(0, "act-red-4"))
        assert isinstance(ruling, Legal)
        assert sum(tops_of(ruling.after)) == sum(top.values()) - 1
    easier = cards_with("suomi1918", tmp_path / "more", "victory.yaml", ("pre: {white: 8}", "pre: {white: 7}"))
    for cards, won in ((book(), False), (easier, True)):
        state = position({"white": 7}, [], victory=("vic-kingdom", "", ""), setup=agreed(cards=cards))
        assert (GAME.forced(state) == Claim(0, "vic-kingdom")) is won


@pytest.mark.parametrize(
    ("old", "new", "hands", "card"),
    [
        ("hand_size: {value: 4", "hand_size: {value: 3", [3, 3, 3], "black-1"),
        ("opening_card: {value: black-1", "opening_card: {value: red-1", [4, 4, 4], "red-1"),
    ],
)
def test_a_changed_constant_changes_the_table(tmp_path: Path, old: str, new: str, hands: list[int], card: str) -> None:
    state = start(agreed("physical", cards_with("suomi1918", tmp_path, "game.yaml", (old, new))))
    assert [len(hand) for hand in state.hand] == hands
    assert GAME.legal_moves(state, 0) == [Play(0, card)]


def test_low_values_decide_what_can_be_dealt(tmp_path: Path) -> None:
    """With three low values the opening hands of three players are full of them."""
    changed = cards_with(
        "suomi1918", tmp_path, "game.yaml", ("low_values: {value: [1, 2]", "low_values: {value: [1, 2, 3]")
    )
    for cards, held in ((book(), True), (changed, False)):
        state = start(agreed("physical", cards))
        assert state.knowledge is not None
        assert state.knowledge.can_hold(("hand", 0), "red-4") is held


def test_a_refusal_explains_what_is_wrong() -> None:
    """Sentences name the card, the stack and the numbers."""
    top = {"blue": 4, "black": 8, "white": 6, "red": 3}
    hand = ["white-7", "blue-5", "red-6", "act-red-4"]
    state = position(top, hand, ("vic-kingdom", "vic-soviet", ""), setup=agreed(victory_check="claim"))
    refusals = {
        Play(0, "blue-5"): "blue 5 is blocked: black shows 8, and it must stay below 8",
        Play(0, "red-6"): "the red stack shows 3, so red 4 is next, not red 6",
        Play(0, "act-red-4"): "Artillery needs red 4 or more, and it shows 3",
        Play(0, "white-1"): "white 1 lies on the white stack",
        Play(1, "white-1"): "it is the turn of anna, not of ben",
        Discard(0, "white-7"): "white 7 itself fits and must be played",
        Discard(0, "red-6"): "anna holds cards that fit: white 7",
        Show(0, "red-6"): "anna holds cards that fit: white 7",
        Pass(0): "anna holds 4 cards: play, discard or show one",
        Claim(0, "vic-kingdom"): "Kingdom is not met: it needs white 8 or more, and it shows 6",
        Claim(0, "vic-soviet"): "Soviet republic is not met: it needs red 8 or more, and it shows 3",
        Claim(1, "vic-soviet"): "it is not the start of a turn of ben",
        Deal(TABLE, 0, ("red-4",)): "anna does not get a card now",
    }
    for move, because in refusals.items():
        ruling = GAME.judge(state, move)
        assert isinstance(ruling, Illegal)
        assert ruling.because == because
    ruling = GAME.judge(put(state, hand=((), (), ())), Play(0, "red-4"))
    assert ruling == Illegal("SOC-13", "red 4 is not in the hand of anna, which is empty")
    everybody_saw = (("white-7@!", "blue-6@!"), (), ())
    ruling = GAME.judge(put(state, hand=everybody_saw), Play(0, "red-4"))
    assert ruling == Illegal("SOC-13", "red 4 is not in the hand of anna, which holds blue 6, white 7")


def test_a_refusal_names_no_card_that_only_its_holder_has_seen() -> None:
    """Everybody reads it: not the rest of the hand, not who holds the card, and nothing of victory cards (SOC-03)."""
    hand = ["blue-5", "red-6"]
    state = position({"white": 8}, hand, ("vic-soviet", "vic-kingdom", ""), setup=agreed(victory_check="claim"))
    state = put(state, hand=(state.hand[0], ("blue-1", "blue-2@!"), ()))
    refusals = {
        Play(0, "blue-1"): "blue 1 is not in the hand of anna",
        Play(0, "blue-2"): "blue 2 is known to be in the hand of ben",
        Play(0, "red-1"): "red 1 is not in the hand of anna",
        Claim(0, "vic-kingdom"): "Kingdom is not the victory card of anna",
        Claim(0, "vic-military"): "Military rule is not met: it needs black 7 or more, and it is empty",
        Claim(0, "vic-soviet"): "Soviet republic is not met: it needs red 8 or more, and it is empty",
    }
    for move, because in some(refusals.items()):
        ruling = GAME.judge(state, move)
        assert isinstance(ruling, Illegal)
        assert ruling.because == because
