"""The signs of Drum Roll: one for each symbol of its document, distinct in grey at 3 mm, explained, none to spare."""

from __future__ import annotations

import re
import shutil
from itertools import combinations
from pathlib import Path

import pytest
import yaml
from PIL import Image, ImageChops, ImageStat

from pnp.catalog import book_of, find_game
from pnp.export.order.building import build_game, prepare_game
from pnp.export.order.order import PrintOrder
from pnp.library.card import Card
from tests.components.games import raster
from tests.guard import some

ROOT = Path(__file__).parents[2]
LAYOUTS = ROOT / "layouts" / "drumroll"
CUBES = ("white", "yellow", "green", "blue", "red")
# The document's list of symbols, in its order.
SYMBOLS = (
    *("player", "show", "vote", "game-end", "trailer", "prestige", "prestige-minus", "and", "or", "if-used"),
    *("if-not-used", "coin", "investment", "salary", "type-magician", "type-acrobat", "type-juggler", "type-tamer"),
    *("type-bizarre", "fired", "action-marker", "hand-size", "when-flipped", "discount", "arrow", "cube-any", "look"),
    *("personnel", "performer", "level-3", "level-2", "level-1", "no-prestige-loss", "no-salary"),
    *(f"cube-{colour}" for colour in CUBES),
)
MM, SIGN, CELL, COLUMNS = 8, 3, 5, 8  # pixels to the millimetre; millimetres


def performers() -> tuple[Card, ...]:
    return book_of(find_game("drumroll")).decks["performers"].cards


def legend() -> list[str]:
    """The signs that the aid and the rules explain."""
    listed = yaml.safe_load((LAYOUTS / "symbols.yaml").read_text("utf-8"))["elements"]["signs"]["each"]["list"]
    return [row["icon"] if "icon" in row else f"cube-{row['cube']}" for row in listed]


def test_the_legend_explains_every_symbol_of_the_document() -> None:
    assert sorted(legend()) == sorted(SYMBOLS)


def test_every_performer_has_an_emblem_of_its_own() -> None:
    drawings = [(LAYOUTS / "icons" / f"{card.id}.svg").read_text("utf-8") for card in performers()]
    assert len(set(drawings)) == 45


def test_every_drawing_is_used() -> None:
    words = "\n".join(path.read_text("utf-8") for path in LAYOUTS.glob("*.yaml"))
    made = {f"pip-{colour}" for colour in CUBES} | {f"action-{colour}" for colour in CUBES}
    made |= {f"sign-{colour}" for colour in ("purple", "orange", "black", "turquoise")}
    made |= {f"level-{stars}" for stars in (1, 2, 3)} | {name for name in SYMBOLS if name.startswith("type-")}
    made |= set(book_of(find_game("drumroll")).cards)
    drawn = {path.stem for path in (LAYOUTS / "icons").glob("*.svg")}
    spare = {name for name in drawn - made if not re.search(rf"\b{re.escape(name)}\b", words)}
    assert spare == set()


@pytest.fixture(scope="module")
def signs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Image.Image]:
    """Every sign as it comes out of a printer, 3 mm high, in grey."""
    folder = tmp_path_factory.mktemp("signs")
    for room in ("cards", "layouts"):
        shutil.copytree(ROOT / room / "drumroll", folder / "drumroll" / room)
    rows = -(-len(SYMBOLS) // COLUMNS)
    icon = {"kind": "icon", "icon": "{item.icon}", "colour": "ink", "ground": "paper", "width": SIGN, "height": SIGN}
    cube = {"kind": "face", "layout": "sign-cube", "with": {"colour": "{item.cube}"}, "width": SIGN, "height": SIGN}
    signs = {
        "field": {"kind": "rect", "fill": "paper"},
        "sign": {**icon, "when": {"item.icon": "present"}, "x": 1, "y": 1},
        "cube": {**cube, "when": {"item.cube": "present"}, "x": 1, "y": 1},
    }
    rows_of = [{"cube": name[5:]} if name[5:] in CUBES else {"icon": name} for name in SYMBOLS]
    grid = {"kind": "grid", "each": {"list": rows_of}, "columns": COLUMNS, "cell": [CELL, CELL], "elements": signs}
    size = {"width": CELL * COLUMNS, "height": CELL * rows, "bleed": 0, "safe": 0}
    probe = folder / "drumroll" / "layouts" / "probe.yaml"
    probe.write_text(yaml.safe_dump({"size": size, "elements": {"signs": grid}}, sort_keys=False), "utf-8")
    game = folder / "drumroll" / "cards" / "game.yaml"
    game.write_text(game.read_text("utf-8") + "  probe: {kind: page, face: probe, title: Probe}\n", "utf-8")
    entry = find_game("drumroll", [folder])
    order = PrintOrder(only=("probe",), folder=str(folder / "output"))
    place = prepare_game(entry, book_of(entry), order).components[0].sheets[0].placements[0]
    page = raster(Path(build_game(entry, book_of(entry), order).folder) / "probe.pdf", per_mm=MM).convert("L")
    found = {}
    for number, name in enumerate(SYMBOLS):
        row, column = divmod(number, COLUMNS)
        x, y = round((place.x + column * CELL) * MM), round((place.y + row * CELL) * MM)
        found[name] = page.crop((x, y, x + CELL * MM, y + CELL * MM))
    return found


def test_signs_are_distinguished_in_grey_at_three_millimetres(signs: dict[str, Image.Image]) -> None:
    for one, other in some(combinations(SYMBOLS, 2)):
        apart = ImageStat.Stat(ImageChops.difference(signs[one], signs[other])).mean[0]
        assert apart > 4, (one, other, round(apart, 1))


def test_every_sign_is_filled_enough_to_be_seen(signs: dict[str, Image.Image]) -> None:
    for name, picture in some(signs.items()):
        inside = picture.crop((MM, MM, (SIGN + 1) * MM, (SIGN + 1) * MM))
        dark = sum(inside.histogram()[:128]) / (inside.width * inside.height)
        assert 0.12 < dark < 0.92, (name, round(dark, 2))


@pytest.mark.parametrize("component", ["personnel", "investments", "regions"])
def test_backs_are_the_same_turned_round(component: str, tmp_path: Path) -> None:
    entry = find_game("drumroll")
    made = build_game(
        entry, book_of(entry), PrintOrder(only=(component,), folder=str(tmp_path), png=True, dpi=150, trim=True)
    )
    backs = [path for path in Path(made.folder).rglob("*.png") if "back" in path.name]
    assert len(backs) == 1
    with Image.open(backs[0]) as picture:
        back = picture.convert("L")
    apart = ImageStat.Stat(ImageChops.difference(back, back.rotate(180))).mean[0]
    assert apart < 0.7, apart
