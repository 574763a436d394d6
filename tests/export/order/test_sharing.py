"""Components that share paper: nothing is lost or doubled, backs keep their faces, and nothing is mixed in vain."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pnp.base.diagnostics import InputError
from pnp.catalog import book_of, built_in_slugs, find_game
from pnp.cli.main import main
from pnp.export.order.building import PreparedBuild, build_game, prepare_game
from pnp.export.order.impose import count_leaves
from pnp.export.order.order import PrintOrder
from pnp.layout.sheets.impose import behind, is_blank, placed_box
from tests.guard import some
from tests.marks import on_ci

GAMES = on_ci(sorted(built_in_slugs()), "drumroll", "keko")


@lru_cache(12)  # a prepared build of a whole game holds 20 MB
def prepared(game: str, **ways: object) -> PreparedBuild:
    entry = find_game(game)
    return prepare_game(entry, book_of(entry), PrintOrder(**ways))  # type: ignore[arg-type]


def leaves(build: PreparedBuild) -> int:
    return count_leaves(build.all_sheets, build.style)


def printed(build: PreparedBuild) -> Counter[int]:
    return Counter(place.frame for sheet in build.all_sheets for place in sheet.placements)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "ways",
    [
        {},
        {"duplex": "short", "paper": "letter"},
        {"duplex": "none"},
        {"side": "front"},
        {"paper": "a3"},
        {"once": True},
    ],
)
def test_sharing_prints_every_face_as_often_as_before_on_no_more_paper(game: str, ways: dict[str, object]) -> None:
    apart, together = prepared(game, share=False, **ways), prepared(game, **ways)
    assert printed(together) == printed(apart) and sum(printed(apart).values()) > (20 if "once" in ways else 50)
    assert leaves(together) <= leaves(apart)


@pytest.mark.parametrize("game", GAMES)
def test_on_shared_sheets_each_back_lies_behind_its_face(game: str) -> None:
    build = prepared(game)
    faces, backs = build.portfolio.faces, dict[int, set[int]]()
    for one in build.components:
        for piece in one.pieces:
            backs.setdefault(piece.face, set()).add(piece.back)
    shared = [one for one in build.together if " + " in one.title and one.pieces]
    count = 0
    for one in shared:
        pairs = zip(one.leaves[::2], one.leaves[1::2], strict=True)
        for front, back in some(list(pairs)):
            assert (front.side, back.side) == ("front", "back")
            lying = {(round(place.x, 3), round(place.y, 3)): place.frame for place in back.placements}
            for place in front.placements:
                box = placed_box(place, faces[place.frame])
                x, y, _ = behind(*box, front.width, front.height, "long")
                found = lying.get((round(x, 3), round(y, 3)), -1)
                assert found in backs[place.frame], faces[place.frame].name
                count += 1
    assert bool(shared) == (count > 0)


@pytest.mark.parametrize(
    ("game", "saved", "what"),
    [
        ("suomi1918", 1, ["Number cards + Action cards + Victory cards"]),
        ("kalevala", 2, ["Markers + Player aid + Box of the tiles"]),
        *on_ci([("keikalla", 4, ["Band cards + Figures + Gig markers + Markers"])]),
        *on_ci([("keko", 1, ["Characters + Player aid"])]),
        *on_ci([("drumroll", 6, ["Cover card + Region tiles + Money + Tokens + Resource cubes + Players' pieces"])]),
    ],
)
def test_leaves_that_are_saved(game: str, saved: int, what: list[str]) -> None:
    assert leaves(prepared(game, share=False)) - leaves(prepared(game)) == saved
    titles = [one.title for one in prepared(game).together]
    for title in what:
        assert title in titles


@pytest.mark.parametrize("game", GAMES)
def test_fronts_printed_alone_agree_with_backs_printed_alone(game: str) -> None:
    fronts, backs, both = (
        [one for one in prepared(game, side=side).together if one.component.kind not in ("rules", "page")]
        for side in ("front", "back", "both")
    )
    assert [one.title for one in fronts] == [one.title for one in backs] == [one.title for one in both]
    for front, back, leaves in zip(fronts, backs, both, strict=True):
        assert leaves.leaves[::2] == front.leaves and leaves.leaves[1::2] == back.leaves


@pytest.mark.parametrize("ways", [{"cut": ("svg",)}, {"registration": "silhouette"}, {"share": False}])
def test_what_a_plotter_cuts_is_of_one_component_a_sheet(ways: dict[str, object]) -> None:
    build = prepared("suomi1918", **ways)
    assert [one.title for one in build.together] == [one.title for one in build.components]


def test_pages_that_are_read_stand_back_to_back() -> None:
    build = prepared("keikalla")
    one = next(one for one in build.together if one.title.startswith("How to play + Rules summary + "))
    assert len(one.leaves) == 8 and [bool(sheet.placements) for sheet in one.leaves] == [True] * 7 + [False]


def test_a_build_tells_how_much_paper_it_takes_and_what_shares_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "suomi1918", "-o", str(tmp_path)]) == 0
    output = capsys.readouterr().out
    count = leaves(prepared("suomi1918"))
    assert (
        f"{count} sheets of paper, 1 fewer because components share sheets (--no-share): Number cards + Action cards"
        in output
    )
    pages = {
        file["file"]: file["pages"] for file in json.loads(next(tmp_path.rglob("manifest.json")).read_text())["files"]
    }
    assert (
        pages["suomi1918-a4-en.pdf"] == 2 * count and pages["numbers.pdf"] == 8
    )  # a component's own file is as it was
    assert main(["build", "suomi1918", "--no-share", "-o", str(tmp_path)]) == 0
    assert f"{count + 1} sheets of paper\n" in capsys.readouterr().out


READ = "rules"  # the kind of component whose pages may stand on each other's backs


def leaves_prepared(name: str, **order: object) -> PreparedBuild:
    entry = find_game(name)
    return prepare_game(entry, book_of(entry), PrintOrder(**order))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", sorted(built_in_slugs()))
def test_nothing_that_is_cut_has_another_thing_on_its_back(game: str) -> None:
    made = leaves_prepared(game)
    for one in some(made.components):
        if one.component.kind != READ:
            assert [sheet.side for sheet in one.sheets] == (["front", "back"] * len(one.sheets))[: len(one.sheets)]


def test_fronts_and_backs_printed_apart_keep_step() -> None:
    """Paper printed with all fronts goes back into the printer: the backs count every leaf."""
    fronts, backs = (leaves_prepared("drumroll", side=side).all_sheets for side in ("front", "back"))
    assert len(backs) <= len(fronts)
    for front, back in zip(fronts, backs, strict=False):
        assert front.name == back.name and (front.width, front.height) == (back.width, back.height)


def test_one_sheet_shows_how_the_tiles_of_all_copies_are_joined() -> None:
    (boards,) = leaves_prepared("drumroll", only=("board",), boards="tiles", copies=2, paper="letter").components
    fronts = [sheet for sheet in boards.sheets if not is_blank(sheet)]
    assert [len(sheet.placements) for sheet in fronts] == [0, *[1] * 4 * 2]


@pytest.mark.parametrize("game", sorted(built_in_slugs()))
def test_backs_of_a_print_without_backs_are_a_fault_and_no_empty_build(game: str) -> None:
    with pytest.raises(InputError, match="there is nothing to print"):
        leaves_prepared(game, duplex="none", side="back")


def test_copies_of_the_rules_are_leaves_of_their_own() -> None:
    (rules,) = leaves_prepared("drumroll", only=("rules",), copies=2).components
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
    (rules,) = leaves_prepared(mygame.name, only=("rules",)).components  # two of these fit on a sheet
    assert [len(sheet.placements) for sheet in rules.sheets] == [2]
    (rules,) = leaves_prepared(mygame.name, only=("rules",), copies=2).components
    assert [len(sheet.placements) for sheet in rules.sheets if not is_blank(sheet)] == [2, 2]
    (rules,) = leaves_prepared(mygame.name, only=("rules",), once=True).components
    assert [len(sheet.placements) for sheet in rules.sheets] == [1]
