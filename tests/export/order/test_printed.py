"""Every PDF of every game, opened with other programs: page boxes, duplex pairs, fonts, sizes of type, safe areas."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from pnp.catalog import book_of, built_in_slugs, find_game
from pnp.export.order.building import build_game, prepare_game
from pnp.export.order.impose import PrintedComponent
from pnp.export.order.order import PrintOrder
from pnp.layout.drawing.frame import Outline
from tests.export.new_faces import new_faces as new_faces
from tests.export.printed import Tally, look_at, look_at_file
from tests.export.small import write_game
from tests.marks import on_ci

GAMES = sorted(built_in_slugs())


@pytest.mark.parametrize("game", on_ci(GAMES, "drumroll", "keikalla", "keko"))
def test_every_file_of_a_game_can_be_printed_and_a_rebuild_makes_no_face_anew(
    game: str, tmp_path: Path, new_faces: list[str]
) -> None:
    found = look_at(game, tmp_path)
    assert found.faults == []
    assert found.files > len(book_of(find_game(game)).components) and found.leaves >= 14 and found.pairs >= 8
    assert found.letters > 10_000 and found.fonts >= found.files
    before = {path.name: path.read_bytes() for path in tmp_path.rglob("*.pdf")}
    new_faces.clear()
    product = build_game(find_game(game), book_of(find_game(game)), PrintOrder(folder=str(tmp_path)))
    assert new_faces == []
    assert {path.name: path.read_bytes() for path in Path(product.folder).rglob("*.pdf")} == before


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", ["en", "fi", "en+fi"])
@pytest.mark.parametrize("theme", ["colour", "ink", "accessible"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_in_every_language_theme_and_paper(
    game: str, theme: str, lang: str, paper: str, tmp_path: Path
) -> None:
    found = look_at(game, tmp_path, lang=lang, theme=theme, paper=paper)
    assert found.faults == [] and found.letters > 10_000


@pytest.mark.slow
@pytest.mark.parametrize("order", [{"duplex": "short"}, {"duplex": "fold"}, {"duplex": "none"}, {"paper": "a3"}])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_flipped_folded_and_on_large_paper(game: str, order: dict[str, str], tmp_path: Path) -> None:
    assert look_at(game, tmp_path, **order).faults == []


# What the look itself would see, shown on files that are spoilt


@pytest.fixture
def tiles(tmp_path: Path) -> tuple[Path, list[Outline], PrintedComponent]:
    entry = find_game("kalevala")
    order = PrintOrder(folder=str(tmp_path), only=("tiles",), skip=(1,))
    product = build_game(entry, book_of(entry), order)
    prepared = prepare_game(entry, book_of(entry), order)
    return Path(product.folder) / "tiles.pdf", prepared.portfolio.faces, prepared.components[0]


def faults(tiles: tuple[Path, list[Outline], PrintedComponent], duplex: str = "long") -> str:
    path, frames, one = tiles
    return "\n".join(look_at_file(path, frames, one.sheets, [], duplex).faults)


def test_boxes_that_reach_beyond_each_other_are_seen(tiles: tuple[Path, list[Outline], PrintedComponent]) -> None:
    assert faults(tiles) == ""
    with pikepdf.open(tiles[0], allow_overwriting_input=True) as pdf:
        pdf.pages[0].TrimBox = [-10, 40, 500, 700]
        pdf.pages[1].BleedBox = [0, 0, 900, 900]
        pdf.save(tiles[0])
    assert " p. 1: its TrimBox" in faults(tiles) and " p. 2: its BleedBox" in faults(tiles)


def test_backs_that_lie_behind_no_face_are_seen(tiles: tuple[Path, list[Outline], PrintedComponent]) -> None:
    assert "nothing lies in front of the back" in faults(tiles, "short")


def test_one_tile_behind_another_is_seen(tmp_path: Path) -> None:
    entry = find_game("drumroll")
    order = PrintOrder(folder=str(tmp_path), only=("board",), boards="tiles", duplex="none")
    product, prepared = build_game(entry, book_of(entry), order), prepare_game(entry, book_of(entry), order)
    path, sheets = Path(product.folder) / "board.pdf", prepared.components[0].sheets
    assert look_at_file(path, prepared.portfolio.faces, sheets, [], "none").faults == []
    found = look_at_file(path, prepared.portfolio.faces, sheets, [], "long")
    assert any("nothing lies in front of the back" in fault for fault in found.faults)


def test_a_page_that_is_missing_is_seen(tiles: tuple[Path, list[Outline], PrintedComponent]) -> None:
    with pikepdf.open(tiles[0], allow_overwriting_input=True) as pdf:
        del pdf.pages[1]
        pdf.save(tiles[0])
    assert "5 pages for 6 sheets" in faults(tiles)


def test_a_font_that_is_not_embedded_is_seen(tiles: tuple[Path, list[Outline], PrintedComponent]) -> None:
    with pikepdf.open(tiles[0], allow_overwriting_input=True) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary) and "/FontFile2" in thing:
                del thing["/FontFile2"]
        pdf.save(tiles[0])
    assert "is not embedded as a subset" in faults(tiles)


def looked(folder: Path, size: str, inset: float, face: tuple[str, str] = ("", "")) -> Tally:
    entry = write_game(folder, {"ant": 2}, size, inset)
    path = Path(entry.layouts) / "card.yaml"
    path.write_text(path.read_text("utf-8").replace(*face) if face[0] else path.read_text("utf-8"), "utf-8")
    return look_at(entry, folder / "out")


def test_words_near_the_cut_and_small_type_are_seen(tmp_path: Path) -> None:
    size = "{width: 63, height: 88, bleed: 3, safe: 3}"
    assert looked(tmp_path / "good", size, 5).faults == []
    near = looked(tmp_path / "near", size, 1.5).faults
    assert near and all("outside its safe area of 3 mm" in fault for fault in near)
    small = looked(tmp_path / "small", size, 5, ("size: 9", "size: 4"))
    assert any("type of 4.0 pt" in fault for fault in small.faults) and small.smallest == pytest.approx(4)
