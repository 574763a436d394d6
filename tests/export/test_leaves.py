"""The leaves of every shipped game as a duplex printer makes them, read back with another program."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from pnp.catalog import book_of, built_in_slugs, find_game
from pnp.export.build import Product, build_game
from pnp.export.prepare import Order, Prepared, prepare_game
from pnp.layout.leaves import is_blank

READ = "rules"  # the kind of component whose pages may stand on each other's backs


@pytest.fixture(scope="module", params=sorted(built_in_slugs()))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Product:
    entry = find_game(request.param)
    return build_game(entry, book_of(entry), Order(folder=str(tmp_path_factory.mktemp("built"))))


def prepared(name: str, **order: object) -> Prepared:
    entry = find_game(name)
    return prepare_game(entry, book_of(entry), Order(**order))  # type: ignore[arg-type]


def test_nothing_that_is_cut_has_another_thing_on_its_back(built: Product) -> None:
    """Every second page is a back: one of the same component, or blank."""
    made = prepared(built.manifest.game)
    kinds = {one.title: one.component.kind for one in made.components}
    pages = made.all_sheets
    for front, back in zip(pages[::2], pages[1::2], strict=False):
        title = front.name.rpartition(" ")[0]
        assert front.side == "front" and not is_blank(front)
        assert back.side == "back" or kinds[title] == READ, f"{back.name} lies behind {front.name}"
        assert back.name.rpartition(" ")[0] == title
    with pikepdf.open(Path(built.folder) / f"{built.manifest.game}-a4-en.pdf") as pdf:
        assert len(pdf.pages) == len(pages)
        for page, sheet in zip(pdf.pages, pages, strict=True):
            assert (not page.Resources.keys()) == is_blank(sheet)


def test_a_component_of_its_own_keeps_step_too(built: Product) -> None:
    made = prepared(built.manifest.game)
    for one in made.components:
        if one.component.kind != READ:
            assert [sheet.side for sheet in one.sheets] == (["front", "back"] * len(one.sheets))[: len(one.sheets)]


def test_trim_lies_in_bleed_and_bleed_on_the_paper(built: Product) -> None:
    count = 0
    for file in built.manifest.files:
        with pikepdf.open(Path(built.folder) / file.file) as pdf:
            for number, page in enumerate(pdf.pages, 1):
                trim, bleed, media = (
                    [float(side) for side in box] for box in (page.TrimBox, page.BleedBox, page.MediaBox)
                )
                for inner, outer in ((trim, bleed), (bleed, media)):
                    assert inner[0] >= outer[0] and inner[1] >= outer[1], (file.file, number)
                    assert inner[2] <= outer[2] and inner[3] <= outer[3], (file.file, number)
                assert trim[0] < trim[2] and trim[1] < trim[3]
                count += 1
    assert count >= 20


def test_fronts_and_backs_printed_apart_keep_step() -> None:
    """Paper printed with all fronts goes back into the printer: the backs count every leaf."""
    fronts, backs = (prepared("drumroll", side=side).all_sheets for side in ("front", "back"))
    assert len(backs) <= len(fronts)
    for front, back in zip(fronts, backs, strict=False):
        assert front.name == back.name and (front.width, front.height) == (back.width, back.height)


def test_copies_of_the_rules_are_leaves_of_their_own() -> None:
    (rules,) = prepared("drumroll", only=("rules",), copies=2).components
    assert len(rules.sheets) == 7
    assert [is_blank(sheet) for sheet in rules.sheets] == [False, False, False, True, False, False, False]
    assert rules.sheets[:3] == rules.sheets[4:]


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ({}, "/DuplexFlipLongEdge"),
        ({"duplex": "short"}, "/DuplexFlipShortEdge"),
        ({"duplex": "none"}, "/Simplex"),
        ({"duplex": "fold"}, "/Simplex"),
        ({"side": "front"}, "/Simplex"),
    ],
)
def test_a_pdf_asks_the_printer_for_its_flip(tmp_path: Path, order: dict[str, str], said: str) -> None:
    entry = find_game("kalevala")
    made = build_game(entry, book_of(entry), Order(folder=str(tmp_path), only=("tiles",), **order))
    with pikepdf.open(Path(made.folder) / "tiles.pdf") as pdf:
        assert str(pdf.Root.ViewerPreferences.Duplex) == said
