"""Every number comes from the cards: a changed one changes the ruling. (That the printed card changes with it is held
in `tests/components/test_drumroll.py`.)
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.library.card import CardBook
from tests.games.drumroll.tables import book, ready
from tests.games.tables import cards_with

ROPE_WALKER = "name: {en: Rope Walker, fi: Nuorallatanssija}\n    type: acrobat\n"


def changed(folder: Path, file: str, old: str, new: str) -> CardBook:
    """The cards with other words in one file."""
    return cards_with("drumroll", folder, file, (old, new))


def test_a_cost_changes_what_is_paid(tmp_path: Path) -> None:
    cards = changed(tmp_path, "performers.yaml", f"{ROPE_WALKER}    hiring_cost: 4", f"{ROPE_WALKER}    hiring_cost: 6")
    for given, coins in ((None, 7), (cards, 5)):
        desk = ready("AB", cards=given)
        assert desk.of("A")["coins"] == coins  # 15 less Rope Walker and Horse Whisperer
    desk = ready("AB", cards=cards).adjust("performer PF-ACR-1 area tokens=1")
    desk.play("A: place hire_performer").finish_turn().adjust("coins A 4")
    desk.refused("A: hire PF-ACR-1", "DR-057")
    desk.adjust("coins A 5").play("A: hire PF-ACR-1")
    assert desk.of("A")["coins"] == 0


@pytest.mark.parametrize(
    ("old", "new", "coins"),
    [
        ("{stars: 1, cube: red, benefit: [{gain_coins: 2}]}", "{stars: 1, cube: red, benefit: [{gain_coins: 9}]}", 9),
        (
            "{stars: 1, cube: red, benefit: [{gain_coins: 2}]}",
            "{stars: 1, cube: blue, benefit: [{gain_coins: 2}]}",
            None,
        ),
    ],
)
def test_a_level_changes_the_performance(tmp_path: Path, old: str, new: str, coins: int | None) -> None:
    head = f"{ROPE_WALKER}    hiring_cost: 4\n    levels:\n      - "
    cards = changed(tmp_path, "performers.yaml", head + old, head + new)
    desk = ready("AB", cards=cards).circus("A", "PF-ACR-1 cubes=red", "PF-TAM-5").to_show().adjust("coins A 0")
    if coins is None:
        desk.refused("A: perform PF-ACR-1", "DR-108")
    else:
        desk.play("A: perform PF-ACR-1")
        assert desk.of("A")["coins"] == coins


def constant(folder: Path, old: str, new: str) -> CardBook:
    """The cards with another constant."""
    return changed(folder, "game.yaml", old, new)


def test_tickets_and_passing(tmp_path: Path) -> None:
    cards = constant(tmp_path, "slots: [5, 4, 4, 3, 3, 2]", "slots: [8, 1]")
    desk = ready("AB", cards=cards).adjust("coins A 0")
    desk.play("A: place tickets", "B: pass", "A: place tickets", "B: pass", "A: pass", "B: pass")
    assert desk.of("A")["coins"] == 8 + 1 + 1
    desk.play("B: pass")
    desk.refused("A: place tickets", "DR-035")


def test_markers_and_limits(tmp_path: Path) -> None:
    cards = constant(tmp_path, "action_markers: {value: 3", "action_markers: {value: 2")
    desk = ready("AB", cards=cards).play("A: pass", "B: pass", "A: pass", "B: pass")
    assert desk.facts["turn"] == 2


def test_cube_actions(tmp_path: Path) -> None:
    cards = constant(tmp_path, "cube_action_limit: {value: {2: 2,", "cube_action_limit: {value: {2: 1,")
    desk = ready("AB", cards=cards).play("A: place rehearsal")
    desk.refused("B: place equipment", "DR-033")


def test_the_hand(tmp_path: Path) -> None:
    cards = constant(tmp_path, "hand_limit: {value: {base: 2", "hand_limit: {value: {base: 4")
    assert ready("AB", cards=cards).of("A")["hand_limit"] == 4


def test_penalties(tmp_path: Path) -> None:
    cards = constant(tmp_path, "fire_penalty: {value: {prestige: 2}", "fire_penalty: {value: {prestige: 7}")
    desk = ready("AB", cards=cards).to_show().play("A: fire PF-ACR-1")
    assert desk.of("A")["prestige"] == -7


def test_distribution(tmp_path: Path) -> None:
    cards = constant(tmp_path, "distribution_limit: {value: 2", "distribution_limit: {value: 1")
    desk = ready("AB", cards=cards).adjust("storage A red yellow")
    desk.play("A: pass", "B: pass", "A: pass", "B: pass", "A: pass", "B: pass")
    desk.refused("A: distribute PF-ACR-1=red,yellow", "DR-070")


def test_the_end(tmp_path: Path) -> None:
    cards = constant(tmp_path, "largest_show: 4", "largest_show: 11")
    desk = ready("AB", cards=cards).adjust("show 3").circus("A").circus("B").to_show(3)
    assert desk.play("A: pay", "B: pay", "A: reveal", "B: reveal").of("A")["prestige"] == 11


def test_personnel_and_investments(tmp_path: Path) -> None:
    cards = cards_with(
        "drumroll", tmp_path, "personnel.yaml", ("{type: after_show, coins: 3}", "{type: after_show, coins: 8}")
    )
    desk = ready("AB", cards=cards).adjust("personnel PS-POP A").circus("A").to_show()
    plain = ready("AB").adjust("personnel PS-POP A").circus("A").to_show()
    assert desk.of("A")["coins"] - plain.of("A")["coins"] == 8 - 3


def test_the_stock_is_what_is_printed(tmp_path: Path) -> None:
    cards = cards_with(
        "drumroll",
        tmp_path,
        "cubes.yaml",
        ("total: 125", "total: 102"),
        ("Valkoinen kuutio}, copies: 25", "Valkoinen kuutio}, copies: 2"),
    )
    desk = ready("AB", cards=cards)
    assert desk.facts["stock"]["white"] == 2
    desk.adjust("storage B white white")
    desk.refused("A: place rehearsal", "DR-041")


def test_no_investment_card_is_left(tmp_path: Path) -> None:
    """DR-060 cannot come about with the printed limits: here two hands hold all thirty cards."""
    cards = constant(tmp_path, "hand_limit: {value: {base: 2", "hand_limit: {value: {base: 20")
    desk = ready("AB", cards=cards).adjust("hand A 15", "hand B 15", "coins A 5")
    assert desk.facts["decks"]["investments"] == 0
    desk.play("A: place invest", "B: pass", "A: pass", "B: pass", "A: pass", "B: pass")
    assert desk.phase == "DISTRIBUTION" and desk.of("A")["coins"] == 5 + 2 and desk.facts["markers"] == {}


def test_the_cards_are_those_of_the_checklist() -> None:
    sizes = {name: deck.size for name, deck in book().decks.items() if deck.kind == "cards"}
    assert sizes == {"performers": 45, "personnel": 15, "investments": 30, "regions": 5}
    assert len(book().options) == 17
