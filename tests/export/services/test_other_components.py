"""What is no deck, for The Game Crafter: exact canvases, names, lines to cut, and a clear word about the rest."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from math import dist
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from pnp.base.diagnostics import InputError
from pnp.catalog import CatalogEntry, book_of
from pnp.cli.main import main
from pnp.export.order.building import BuildResult
from pnp.export.order.order import PrintOrder
from pnp.export.services import pieces
from pnp.export.services.other_components import APART, nicked
from pnp.export.services.print_service import build_for_service
from pnp.export.services.service import OTHER_PRODUCTS, TUCK_BOXES
from tests.export.small import write_game
from tests.guard import some

GROUND = (0xAA, 0x33, 0x11)
ART = """
elements:
  ground: {kind: rect, box: bleed, fill: '#aa3311'}
  at: {kind: rect, x: 1, y: 1, width: 2, height: 2, fill: '#000000'}
"""
RULEBOOK = """
rulebook: small
sections:
  - id: play
    title: {en: Play, fi: Pelaa}
    rules:
      - {id: SMA-01, source: house, enforced: people, words: {en: Play a card., fi: Pelaa kortti.}}
"""
RULES = """
size: {width: 186, height: 255, bleed: 0, safe: 0}
elements:
  rules: {kind: rules, x: 0, right: 0, y: 0, bottom: 0, sections: [play]}
"""


def game(folder: Path, component: str, size: str, copies: int = 3, layout: str = ART, **more: str) -> CatalogEntry:
    """The small game with one more component, `thing`, whose layout has this size."""
    entry = write_game(folder, {"ant": copies})
    root = folder / "small"
    (root / "layouts" / "thing.yaml").write_text((f"size: {size}\n" if size else "") + layout, "utf-8")
    for name, text in more.items():
        (root / "layouts" / f"{name}.yaml").write_text(text, "utf-8")
    path = root / "cards" / "game.yaml"
    path.write_text(
        path.read_text("utf-8") + f"  thing: {{{component}, title: {{en: The thing, fi: Esine}}}}\n", "utf-8"
    )
    return entry


def make(entry: CatalogEntry, folder: Path, fit: bool = False, only: tuple[str, ...] = ("thing",)) -> BuildResult:
    order = PrintOrder(folder=str(folder / "out"), service="gamecrafter", fit=fit, only=only)
    return build_for_service(entry, book_of(entry), order)


def files(product: BuildResult) -> list[str]:
    return sorted(file.file for file in product.manifest.files)


def picture(product: BuildResult, name: str) -> Image.Image:
    return Image.open(Path(product.folder, name)).convert("RGB")


def readme(product: BuildResult) -> str:
    return Path(product.folder, "README.txt").read_text("utf-8")


def edge_colours(image: Image.Image) -> set[object]:
    right, low = image.width - 1, image.height - 1
    ends = [(0, 0), (right, 0), (0, low), (right, low), (right // 2, 0), (0, low // 2)]
    return {image.getpixel(at) for at in ends}


def test_canvases_are_the_trim_and_an_eighth_of_an_inch_on_each_side() -> None:
    assert len({one.name for one in OTHER_PRODUCTS}) == len(OTHER_PRODUCTS) > 45
    for one in some(OTHER_PRODUCTS):
        width, height = one.trim
        extra = 0.0 if one.kind in ("punchout", "cardstock", "document") else 2 * 3.175
        assert (one.width, one.height) == (round((width + extra) / 25.4 * 300), round((height + extra) / 25.4 * 300))
        assert one.known == ("maker" if not extra else "lists")
    known = {one.name: (one.width, one.height) for one in OTHER_PRODUCTS}
    assert known["Quad-Fold Mat"] == (3375, 5175) and known["Jumbo Booklet"] == (2475, 3075)
    assert known["Custom Large Punchout"] == (2475, 3150) and known["Medium Square Chit"] == (300, 300)
    assert len({row[0] for row in TUCK_BOXES}) == len(TUCK_BOXES)


def test_chits_of_no_size_of_the_printer_are_punched_in_their_own(tmp_path: Path) -> None:
    entry = game(tmp_path, "kind: chits, deck: deck, face: thing", "{width: 30, height: 20, bleed: 1}")
    product = make(entry, tmp_path)
    folder = "custom-small-punchout"
    assert files(product) == ["README.txt", *(f"{folder}/01-{name}" for name in ("back.png", "cut.svg", "front.png"))]
    front, back = picture(product, f"{folder}/01-front.png"), picture(product, f"{folder}/01-back.png")
    assert front.size == back.size == (975, 1575)
    assert back.getextrema() == ((255, 255),) * 3
    art = front.point(lambda level: 255 if level < 250 else 0).convert("L").getbbox()
    assert art is not None
    bleed = round(APART / 2 / 25.4 * 300)  # more than the layout has: it was composed anew
    first = round(APART / 25.4 * 300) - bleed
    assert abs(art[1] - first) <= 1 and abs(art[0] + bleed - (975 - 2 * 354 - 38) / 2) <= 2
    text = readme(product)
    assert "Custom Small Punchout, 975 × 1575 px at 300 dpi (3.25 × 5.25 in), 1 sheet: 3 × thing, unscaled" in text
    assert [one.id for one in product.manifest.components] == ["thing"] and product.warnings == []


def test_lines_to_cut_lie_on_the_trim_and_are_held_by_nicks(tmp_path: Path) -> None:
    entry = game(tmp_path, "kind: chits, deck: deck, face: thing", "{width: 30, height: 20, bleed: 2}")
    product = make(entry, tmp_path)
    svg = Path(product.folder, "custom-small-punchout/01-cut.svg").read_text("utf-8")
    assert 'width="82.55mm" height="133.35mm" viewBox="0 0 82.55 133.35"' in svg
    lines = [
        [tuple(map(float, pair)) for pair in re.findall(r"([\d.]+) ([\d.]+)", d)]
        for d in re.findall(r' d="(.*?)"', svg)
    ]
    assert len(lines) == 3 * 4 and "Z" not in svg.partition("<g")[2]
    for at in range(3):
        mine = lines[4 * at : 4 * at + 4]
        xs, ys = zip(*(point for line in mine for point in line), strict=True)
        assert max(xs) - min(xs) == pytest.approx(30, abs=1e-3) and max(ys) - min(ys) == pytest.approx(20, abs=1e-3)
        for line, after in pairwise([*mine, mine[0]]):
            assert dist(line[-1], after[0]) == pytest.approx(0.254, abs=1e-3)
    tops = sorted({min(y for _, y in line) for line in lines})
    assert tops[0] == pytest.approx(APART, abs=1e-3)


def test_nicks_are_evenly_spaced() -> None:
    lines = list(nicked([(0, 0), (100, 0), (100, 80), (0, 80)], 0.5))
    lengths = [sum(dist(one, other) for one, other in pairwise(_points(line))) for line in lines]
    assert len(lines) == 6 and all(length == pytest.approx(59.5) for length in lengths)


def _points(line: tuple[object, ...]) -> list[tuple[float, float]]:
    return [(float(str(line[at + 1])), float(str(line[at + 2]))) for at in range(0, len(line), 3)]


def test_backs_lie_behind_their_faces_when_one_turns_a_page(tmp_path: Path) -> None:
    back = ART.replace("#aa3311", "#1133aa")
    entry = game(
        tmp_path,
        "kind: chits, deck: deck, face: thing, back: behind",
        "{width: 30, height: 20, bleed: 2}",
        copies=1,
        behind="size: {width: 30, height: 20, bleed: 2}\n" + back,
    )
    product = make(entry, tmp_path)
    front, back_side = (picture(product, f"custom-small-punchout/01-{side}.png") for side in ("front", "back"))
    boxes = [one.point(lambda level: 255 if level < 250 else 0).convert("L").getbbox() for one in (front, back_side)]
    assert boxes[0] is not None and boxes[1] is not None
    assert abs(boxes[0][0] - (975 - boxes[1][2])) <= 1 and abs(boxes[0][1] - boxes[1][1]) <= 1


@pytest.mark.parametrize(
    ("size", "fit", "folder", "canvas"),
    [
        ("{width: 19, height: 19, bleed: 1}", False, "thing-medium-square-chit", (300, 300)),
        ("{width: 20.5, height: 20.5, bleed: 1}", True, "thing-medium-square-chit", (300, 300)),
        ("{width: 27, height: 27, bleed: 1, shape: round}", True, "thing-large-circle-chit", (375, 375)),
    ],
)
def test_chits_near_a_size_get_its_canvas_full_of_art(
    size: str, fit: bool, folder: str, canvas: tuple[int, int], tmp_path: Path
) -> None:
    product = make(game(tmp_path, "kind: chits, deck: deck, face: thing", size), tmp_path, fit)
    assert files(product) == ["README.txt", f"{folder}/01-ant-x3.png"]
    image = picture(product, f"{folder}/01-ant-x3.png")
    assert image.size == canvas and edge_colours(image) == {GROUND}
    assert ("scaled to" in readme(product)) == fit


def test_a_chit_that_would_change_much_keeps_its_size(tmp_path: Path) -> None:
    entry = game(tmp_path, "kind: chits, deck: deck, face: thing", "{width: 16, height: 16, bleed: 1}")
    assert "custom-small-punchout/01-front.png" in files(make(entry, tmp_path, fit=True))


def test_a_board_is_made_when_it_is_scaled_and_its_ground_goes_on(tmp_path: Path) -> None:
    entry = game(tmp_path, "kind: board, face: thing", "{width: 420, height: 297, bleed: 3}")
    product = make(entry, tmp_path, only=())
    (warning,) = [str(item) for item in product.warnings if item.severity == "warning"]
    assert "component thing is left out: 420 × 297 mm matches no size of a board or mat" in warning
    assert "pnp build small --for gamecrafter --fit scales it to 94.1 %, for Quad-Fold Mat" in warning
    assert "The thing: 420 × 297 mm matches no size of a board or mat" in readme(product)
    product = make(entry, tmp_path, fit=True)
    assert files(product) == ["README.txt", "thing/01-page-1-x1.png"]
    image = picture(product, "thing/01-page-1-x1.png")
    assert image.size == (3375, 5175) and edge_colours(image) == {GROUND}
    dark = image.getchannel("R").point(lambda level: 255 if level < 60 else 0).getbbox()  # the square at the top left
    assert dark is not None and dark[0] > 3200 and abs((dark[2] - dark[0]) - 2 * 0.9407 / 25.4 * 300) <= 2
    (note,) = [str(item) for item in product.warnings]
    assert "thing scaled to 94.1 % × 94.1 %, for Quad-Fold Mat" in note and "turned" in readme(product)


def test_a_board_of_a_size_of_the_printer_is_made_at_once(tmp_path: Path) -> None:
    entry = game(tmp_path, "kind: board, face: thing", "{width: 203.2, height: 203.2, bleed: 3.175}")
    product = make(entry, tmp_path)
    assert picture(product, "thing/01-page-1-x1.png").size == (2475, 2475)
    assert "Square Board, 2475 × 2475 px at 300 dpi (8 × 8 in, size reported by others)" in readme(product)
    assert product.warnings == []


def test_rules_become_a_booklet_of_whole_leaves(tmp_path: Path) -> None:
    entry = game(tmp_path, "kind: rules, face: thing", "", layout=RULES)
    (tmp_path / "small" / "cards" / "rulebook.yaml").write_text(RULEBOOK, "utf-8")
    product = make(entry, tmp_path)
    assert files(product) == ["README.txt", *(f"booklet/{number:02}.png" for number in range(1, 5))]
    sizes = {picture(product, f"booklet/{number:02}.png").size for number in range(1, 5)}
    assert sizes == {(2475, 3075)}
    assert min(picture(product, "booklet/01.png").tobytes()) < 100  # there are words
    assert picture(product, "booklet/04.png").getextrema() == ((255, 255),) * 3
    assert "Jumbo Booklet" in readme(product) and "4 pages: thing 1" in readme(product)


def test_rules_that_no_booklet_takes_are_documents(tmp_path: Path) -> None:
    entry = game(tmp_path, "kind: rules, face: thing", "", layout=RULES.replace("186", "200"))
    (tmp_path / "small" / "cards" / "rulebook.yaml").write_text(RULEBOOK, "utf-8")
    product = make(entry, tmp_path)
    assert files(product) == ["README.txt", "documents/thing-1.pdf"]
    with pikepdf.open(Path(product.folder, "documents/thing-1.pdf")) as pdf:
        assert [float(side) for side in pdf.pages[0].MediaBox] == [0, 0, 612, 792]


def test_a_page_is_cut_of_card_stock_and_one_that_is_too_large_is_declined(tmp_path: Path) -> None:
    product = make(game(tmp_path, "kind: page, face: thing", "{width: 186, height: 124, bleed: 0}"), tmp_path)
    front = picture(product, "custom-large-card-stock/01-front.png")
    assert front.size == (2475, 3150)
    entry = game(tmp_path, "kind: page, face: thing", "{width: 290, height: 200}")
    (note,) = [str(item) for item in make(entry, tmp_path / "two", only=()).warnings]
    assert "290 × 200 mm is larger than the largest sheet for cutting" in note
    with pytest.raises(InputError, match="component thing: 290 × 200 mm is larger"):
        make(entry, tmp_path / "three")
    assert not (tmp_path / "three" / "out").exists()


def test_figures_and_boxes_say_what_becomes_of_them(tmp_path: Path) -> None:
    entry = game(tmp_path, "kind: standees, deck: deck, face: thing", "{width: 30, height: 40}")
    product = make(entry, tmp_path, only=())
    assert "The thing: standees are cut" in readme(product)
    walls = "{width: 65.5, height: 90.9}"
    entry = game(tmp_path / "two", "kind: tuckbox, holds: [deck], face: thing", walls, copies=50)
    product = make(entry, tmp_path / "two")
    assert "Poker Tuck Box (54 cards), 2325 × 1950 px" in readme(product) and "box" not in files(product)
    assert {name for name in files(product) if name.startswith("thing/")} == {"thing/front.png", "thing/back.png"}


def test_a_forecast_says_what_would_be_made_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game(tmp_path, "kind: chits, deck: deck, face: thing", "{width: 30, height: 20, bleed: 2}")
    words = ["build", "small", "--games", str(tmp_path), "-o", str(tmp_path / "out"), "--for", "gamecrafter"]
    assert main([*words, "--forecast"]) == 0
    shown = capsys.readouterr().out
    assert "Custom Small Punchout" in shown and "poker 63.5 × 88.9 mm" in shown and "1 × sheet" in shown
    assert (
        "nothing was written" in shown
        and "README.txt" in shown
        and "manifest.json" not in shown
        and not (tmp_path / "out").exists()
    )


@pytest.mark.parametrize(
    ("service", "component", "size", "layout"),
    [
        ("drivethrucards", "kind: chits, deck: deck, face: thing", "{width: 30, height: 20}", ART),
        ("makeplayingcards", "kind: chits, deck: deck, face: thing", "{width: 30, height: 20}", ART),
        ("gamecrafter", "kind: chits, deck: deck, face: thing", "{width: 30, height: 20, bleed: 2}", ART),
        ("gamecrafter", "kind: board, face: thing", "{width: 101.6, height: 101.6, bleed: 3.175}", ART),
        ("gamecrafter", "kind: tuckbox, holds: [deck], face: thing", "{width: 65.5, height: 90.9}", ART),
        ("gamecrafter", "kind: rules, face: thing", "", RULES),
        ("gamecrafter", "kind: rules, face: thing", "", RULES.replace("186", "200")),
    ],
)
def test_a_forecast_paints_nothing_and_says_what_the_build_says(
    service: str,
    component: str,
    size: str,
    layout: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game(tmp_path, component, size, layout=layout)
    (tmp_path / "small" / "cards" / "rulebook.yaml").write_text(RULEBOOK, "utf-8")
    words = ["build", "small", "--games", str(tmp_path), "-o", str(tmp_path / "out"), "--for", service, "--json"]
    words += ["--only", "thing"] if service == "gamecrafter" else []
    assert main(words) == 0
    (made,) = json.loads(capsys.readouterr().out)
    for name in ("paint_sheet_pngs", "paint_pdf"):
        monkeypatch.setattr(pieces, name, lambda *_: pytest.fail("painted"))
    assert main([*words, "--forecast"]) == 0
    (planned,) = json.loads(capsys.readouterr().out)
    assert planned["plan"] == Path(made["folder"], "README.txt").read_text("utf-8")
    listed = [{name: file[name] for name in file if name not in ("bytes", "sha256")} for file in made["files"]]
    assert planned["files"] == listed and len(listed) > 1
