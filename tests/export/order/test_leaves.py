"""The leaves of the shipped games as a duplex printer makes them; see test_printed.py for what is in the files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pnp.base.diagnostics import InputError
from pnp.catalog import book_of, built_in_slugs, find_game
from pnp.export.order.building import PreparedBuild, build_game, prepare_game
from pnp.export.order.order import PrintOrder
from pnp.layout.sheets.impose import is_blank
from tests.guard import some

READ = "rules"  # the kind of component whose pages may stand on each other's backs


def prepared(name: str, **order: object) -> PreparedBuild:
    entry = find_game(name)
    return prepare_game(entry, book_of(entry), PrintOrder(**order))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", sorted(built_in_slugs()))
def test_nothing_that_is_cut_has_another_thing_on_its_back(game: str) -> None:
    made = prepared(game)
    for one in some(made.components):
        if one.component.kind != READ:
            assert [sheet.side for sheet in one.sheets] == (["front", "back"] * len(one.sheets))[: len(one.sheets)]


def test_fronts_and_backs_printed_apart_keep_step() -> None:
    """Paper printed with all fronts goes back into the printer: the backs count every leaf."""
    fronts, backs = (prepared("drumroll", side=side).all_sheets for side in ("front", "back"))
    assert len(backs) <= len(fronts)
    for front, back in zip(fronts, backs, strict=False):
        assert front.name == back.name and (front.width, front.height) == (back.width, back.height)


def test_one_sheet_shows_how_the_tiles_of_all_copies_are_joined() -> None:
    (boards,) = prepared("drumroll", only=("board",), boards="tiles", copies=2, paper="letter").components
    fronts = [sheet for sheet in boards.sheets if not is_blank(sheet)]
    assert [len(sheet.placements) for sheet in fronts] == [0, *[1] * 4 * 2]


@pytest.mark.parametrize("game", sorted(built_in_slugs()))
def test_backs_of_a_print_without_backs_are_a_fault_and_no_empty_build(game: str) -> None:
    with pytest.raises(InputError, match="there is nothing to print"):
        prepared(game, duplex="none", side="back")


def test_copies_of_the_rules_are_leaves_of_their_own() -> None:
    (rules,) = prepared("drumroll", only=("rules",), copies=2).components
    assert len(rules.sheets) == 7
    assert [is_blank(sheet) for sheet in rules.sheets] == [False, False, False, True, False, False, False]
    assert rules.sheets[:3] == rules.sheets[4:]


@pytest.mark.parametrize(
    ("order", "flip"),
    [
        ({}, "/DuplexFlipLongEdge"),
        ({"duplex": "short"}, "/DuplexFlipShortEdge"),
        ({"duplex": "none"}, "/Simplex"),
        ({"duplex": "fold"}, "/Simplex"),
        ({"side": "front"}, "/Simplex"),
    ],
)
def test_a_pdf_asks_the_printer_for_its_flip(tmp_path: Path, order: dict[str, Any], flip: str) -> None:
    entry = find_game("kalevala")
    made = build_game(entry, book_of(entry), PrintOrder(folder=str(tmp_path), only=("tiles",), **order))
    with pikepdf.open(Path(made.folder) / "tiles.pdf") as pdf:
        assert str(pdf.Root.ViewerPreferences.Duplex) == flip


def test_copies_of_small_rules_are_cut_apart_where_that_takes_fewer_leaves(mygame: Path) -> None:
    (rules,) = prepared(mygame.name, only=("rules",)).components  # two of these fit on a sheet
    assert [len(sheet.placements) for sheet in rules.sheets] == [2]
    (rules,) = prepared(mygame.name, only=("rules",), copies=2).components
    assert [len(sheet.placements) for sheet in rules.sheets if not is_blank(sheet)] == [2, 2]
    (rules,) = prepared(mygame.name, only=("rules",), once=True).components
    assert [len(sheet.placements) for sheet in rules.sheets] == [1]
