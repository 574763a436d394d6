"""Choices as fingers meet them: every option is there, never more than 24 at once, the only verb is no step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.view import ReplayView
from pnp.table.offers import offers_at
from pnp.table.option_tree import MOST, Tree, leaves_of, option_tree
from pnp.web.choices import Choices, choices_at
from tests.guard import some
from tests.table.feeds import GAMES
from tests.table.test_option_tree import opening, positions, tree_of


def lines_behind(tree: Tree, at: tuple[str, ...] = ()) -> Iterator[str]:
    """Every line that can be tapped from here; each page on the way has room."""
    here = choices_at(tree, at)
    assert len(list(here.all())) + len(here.instead) <= MOST and len(here.big) <= 2
    for choice in here.all():
        if choice.line:
            yield choice.line
        else:
            yield from lines_behind(tree, choice.way)


@pytest.mark.ci
@pytest.mark.parametrize("deal", [DIGITAL, PHYSICAL])
@pytest.mark.parametrize("slug", GAMES)
def test_every_option_can_be_tapped_and_no_page_has_too_many(slug: str, deal: str) -> None:
    checked = 0
    for table in some(positions(slug, deal)):
        for viewer in range(len(table.setup.seats)):
            tree = option_tree(offers_at(ReplayView(table, viewer)), table.notation, "en", most_leaves=10_000)
            tapped, offered = sorted(lines_behind(tree)), sorted(leaf["line"] for leaf in leaves_of(tree))
            assert tapped == offered
            checked += len(offered)
    assert checked > 1


def place() -> dict[str, Any]:
    table = opening("kalevala", "table: start ukko", "anna: place louhi 1,0", "ben: place kaarme 0,0")
    return tree_of(table, 0)


def labels(choices: Choices) -> list[str]:
    return [choice.label for choice in choices.all()]


def test_the_only_verb_is_no_step_and_a_tile_may_be_changed() -> None:
    tree = place()
    first = choices_at(tree)
    assert "Louhi" in labels(first) and not first.chosen and not first.instead
    squares = choices_at(tree, ("louhi",))
    assert squares.chosen == ("Louhi",) and squares.way == ("place", "louhi") and squares.back == ("place",)
    assert all(choice.line.startswith("place louhi ") for choice in some(squares.all()))
    assert choices_at(tree, ("place", "louhi")) == squares


def test_verbs_stand_side_by_side_where_there_is_room() -> None:
    leaf = {"line": "pass", "label": "pass", "number": 9}
    few = {"place": {"label": "place", "what": {str(n): {**leaf, "label": str(n)} for n in range(9)}}, "pass": leaf}
    shown = choices_at(few)
    assert [choice.label for choice in shown.big] == ["pass"] and len(list(shown.all())) == 10
    assert [choice.full_label for choice in shown.groups[0].choices][:2] == ["place 0", "place 1"]
    many = few | {"lay": {"label": "lay", "what": {str(n): leaf for n in range(20)}}}
    assert [choice.label for choice in choices_at(many).all()] == ["pass", "place", "lay"]
    assert len(labels(choices_at(many, ("lay",)))) == 20


def test_a_way_that_is_gone_leads_as_far_as_it_goes() -> None:
    tree = place()
    assert choices_at(tree, ("nothing",)) == choices_at(tree)
    assert choices_at(tree, ("louhi", "99,99")) == choices_at(tree, ("louhi",))


def test_a_key_that_means_two_things_stands_for_no_piece() -> None:
    leaf = {"line": "x", "label": "x", "number": 1}
    tree = {verb: {"label": verb, "what": {"louhi": leaf, f"{verb}2": leaf}} for verb in ("play", "flip")}
    assert set(choices_at(tree).by_key()) == {"play2", "flip2"}
