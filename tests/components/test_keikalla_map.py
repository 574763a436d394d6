"""Keikalla's board: what the table says is what is drawn, legible and in its place, whole and in tiles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from math import cos, dist, hypot, radians
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from pnp.catalog import CatalogEntry, book_of, find_game
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.drawing.bounds import bounds_of
from pnp.layout.drawing.frame import Frame, Group, Item, Shape, Text
from pnp.layout.drawing.path import Point, transform_point
from pnp.layout.painting.boards import along, bent
from pnp.layout.painting.compose import compose_page
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.template.element import NetworkElement
from pnp.library.loader import read_book
from pnp.web.drawing.screen_data import read_screen_data
from pnp.web.drawing.spots import spots_of
from tests.components.games import build
from tests.components.stitching import differing_part
from tests.guard import some

YELLOW = "#ffc90e"
LINE_GAP = 0.15  # mm between a sign and the bed of a road


@cache
def keikalla() -> CatalogEntry:
    return find_game("keikalla", [])


@cache
def rows() -> dict[str, Any]:
    table: dict[str, Any] = book_of(keikalla()).tables["map"].rows
    return table


def towns() -> dict[str, dict[str, Any]]:
    return {town["id"]: town for town in rows()["nodes"]}


@cache
def bends() -> dict[str, float]:
    """How far the roads bend, as the layout says it."""
    template = layouts("en").template("map")
    assert template is not None
    found = [element.bends for element in template.elements if isinstance(element, NetworkElement)]
    assert len(found) == 2 and found[0] == found[1]
    return found[0]


def line_of(road: dict[str, Any]) -> list[Point]:
    ends = [(towns()[road[end]]["x"], towns()[road[end]]["y"]) for end in ("a", "b")]
    line = [ends[0], *((x, y) for x, y in road.get("via", [])), ends[1]]
    return bent(line, bends().get(f"{road['a']}-{road['b']}", 0.0))


def spaces() -> dict[str, Point]:
    return {
        f"{road['a']}-{road['b']}:{step}": along(line_of(road), step / road["steps"])
        for road in rows()["edges"]
        for step in range(1, road["steps"])
    }


def sign_of(town: dict[str, Any]) -> tuple[float, float, float, float]:
    height = 8.1 if "festival" in town else 4.6
    return town["label"]["x"], town["label"]["y"], town["label"]["width"], height


def distance(point: Point, box: tuple[float, float, float, float]) -> float:
    x, y, width, height = box
    return hypot(max(x - point[0], 0, point[0] - x - width), max(y - point[1], 0, point[1] - y - height))


@cache
def frame() -> Frame:
    return board("en")


@cache
def layouts(lang: str) -> LayoutResources:
    return LayoutResources(DiskShelf(games={"keikalla": keikalla().layouts}), book_of(keikalla()), "", lang)


def board(lang: str) -> Frame:
    return compose_page(layouts(lang), "map")[0].frame


def shapes(items: tuple[Item, ...]) -> Iterator[Shape]:
    for item in items:
        if isinstance(item, Group):
            yield from shapes(item.items)
        elif isinstance(item, Shape):
            yield item


def land() -> list[list[Point]]:
    """The rings of Finland as they are drawn, in mm."""
    (country,) = [group for group in groups(frame().items) if group.name == "icon:land-finland"]
    path = next(item.path for item in country.items if isinstance(item, Shape) and item.fill)
    rings: list[list[Point]] = []
    for at, part in enumerate(path):
        if part == "M":
            rings.append([])
        if part in ("M", "L"):
            rings[-1].append(transform_point(float(path[at + 1]), float(path[at + 2]), country.matrix))
    return rings


def groups(items: tuple[Item, ...]) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)


def texts(items: tuple[Item, ...]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items)
        elif isinstance(item, Text):
            yield item


def size_of(shape: Shape) -> tuple[float, float]:
    left, top, right, low = bounds_of(shape.path)
    return round(right - left, 2), round(low - top, 2)


def corners(shape: Shape) -> list[Point]:
    numbers = [part for part in shape.path if not isinstance(part, str)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_the_map_is_the_one_that_the_checklist_counts() -> None:
    assert (len(towns()), len(rows()["edges"]), sum(road["steps"] for road in rows()["edges"])) == (40, 79, 233)
    assert [frame().width, frame().height] == [297, 420]
    reached = {"HKI"}
    for _ in towns():
        reached |= {road[b] for road in rows()["edges"] for a, b in ("ab", "ba") if road[a] in reached}
    assert reached == set(towns())


def test_figures_on_a_screen_stand_on_the_spaces_of_the_roads_as_they_bend() -> None:
    names = {f"{road['a']}-{road['b']}" for road in rows()["edges"] if "via" not in road}
    assert set(bends()) <= names and len(bends()) > 60 and max(map(abs, bends().values())) <= 5
    data = read_screen_data(DiskShelf(games={"keikalla": keikalla().layouts}), ("keikalla",)).board
    assert data is not None and data.bends == bends()
    spots = spots_of(data, book_of(keikalla()))
    for name, place in some(spaces().items()):
        assert spots[name.lower()] == pytest.approx(place)


def test_towns_lie_where_their_coordinates_put_them() -> None:
    for town in some(read_book(keikalla().card_folder()).nodes["table map"].value["rows"]["nodes"]):
        lat, lon = map(float, re.findall(r"([\d.]+) [NE]", town["source"]["x"]))
        x = (lon - 26) * 111.32 * cos(radians(lat)) * 0.42 + 176.27
        y = -lat * 111.2 * 0.42 + 3194.79
        assert (town["x"], town["y"]) == pytest.approx((x, y), abs=0.15), town["name"]


def test_spaces_stand_apart_and_off_the_towns() -> None:
    places = spaces()
    assert len(places) == 233 - 79
    for (one, a), (other, b) in combinations(places.items(), 2):
        assert dist(a, b) > 4.5, (one, other)
    for name, place in places.items():
        for town in towns().values():
            assert dist(place, (town["x"], town["y"])) > 3.5 + 2.25, (name, town["name"])


def test_signs_stand_clear_of_roads_spaces_towns_and_each_other() -> None:
    for town in some(towns().values()):
        sign = sign_of(town)
        assert min(sign[:2]) >= 7 and sign[0] + sign[2] <= 290 and sign[1] + sign[3] <= 413, town["name"]
        nearest = min(towns().values(), key=lambda other: distance((other["x"], other["y"]), sign))
        assert nearest is town and distance((town["x"], town["y"]), sign) < 9.5, town["name"]
        for other in some(towns().values()):
            assert distance((other["x"], other["y"]), sign) > (5.1 if "home_of" in other else 3.5), town["name"]
            if other is not town:
                x, y, width, height = sign_of(other)
                apart = max(x - sign[0] - sign[2], sign[0] - x - width, y - sign[1] - sign[3], sign[1] - y - height)
                assert apart > 0.3, (town["name"], other["name"])
        for name, place in some(spaces().items()):
            assert distance(place, sign) > 2.25, (town["name"], name)
        for road in some(rows()["edges"]):
            for a, b in some(pairwise(line_of(road))):
                parts = max(1, int(dist(a, b)))
                on_road = [along([a, b], part / parts) for part in range(parts + 1)]
                assert min(distance(point, sign) for point in on_road) > 1.05 + LINE_GAP, (
                    town["name"],
                    road["a"],
                    road["b"],
                )


def test_shields_tell_the_kilometres_of_roads_as_drawn_and_stand_clear() -> None:
    """On each road of three steps or more but two, which have no room beside the signs of Kauhajoki and Kouvola."""
    named = {f"{road['a']}-{road['b']}": road for road in rows()["edges"] if road["steps"] >= 3}
    shields = [shape for shape in shapes(frame().items) if shape.fill == YELLOW and size_of(shape) == (6.4, 4.0)]
    assert len(shields) == len(named) - 2 > 40
    lengths = {name: sum(dist(a, b) for a, b in pairwise(line_of(road))) / 0.42 for name, road in named.items()}
    written = [text.text for text in texts(frame().items) if text.font.endswith("ExtraBold") and text.text.isdigit()]
    assert sorted(map(int, written)) == sorted(
        [*(round(km) for name, km in lengths.items() if name not in ("POR-VSA", "KTK-LPR")), 120]
    )
    for shield in some(shields):
        left, top, right, low = bounds_of(shield.path)
        box = (left, top, right - left, low - top)
        assert min(distance(place, box) for place in spaces().values()) > 2
        assert min(distance((town["x"], town["y"]), box) for town in towns().values()) > 4
        for x, y, width, height in map(sign_of, towns().values()):
            assert right < x or x + width < left or low < y or y + height < top


def test_every_town_lies_inside_the_outline_that_is_drawn() -> None:
    for town in some(towns().values()):
        inside, shore = False, 9.0
        for ring in some(land()):
            for a, b in pairwise([*ring, ring[0]]):
                if (a[1] > town["y"]) != (b[1] > town["y"]):
                    inside ^= town["x"] < (b[0] - a[0]) * (town["y"] - a[1]) / (b[1] - a[1]) + a[0]
                on_shore = (along([a, b], part / 20) for part in range(21))
                shore = min(shore, *(dist(point, (town["x"], town["y"])) for point in on_shore))
        assert inside or shore < 0.3, town["name"]  # the coast is true to 0.3 mm: Kemi lies on it


def test_finland_is_whole_where_it_is_small_and_true_where_it_is_large() -> None:
    """The shape is that of the data: Nuorgam above the sheet, Hanko's cape and the islands of Åland on it."""
    drawn = [point for ring in land() for point in ring]
    assert min(y for _, y in drawn) == pytest.approx(-78.6, abs=2) and max(y for _, y in drawn) > 398
    assert len(land()) > 30 and min(x for x, _ in drawn) < 30
    (small,) = [group for group in groups(frame().items) if group.name == "icon:finland"]
    (shape, lakes) = (item for item in small.items if isinstance(item, Shape))
    _, top, _, bottom = bounds_of(shape.path)
    assert bottom - top == pytest.approx(480, abs=8) and lakes.path.count("M") > 8


def test_the_ruler_is_as_long_as_a_helicopter_flies() -> None:
    reach = book_of(keikalla()).constant("helicopter_reach")
    bars = [corners(shape) for shape in shapes(frame().items) if shape.fill and len(corners(shape)) >= 4]
    widths = {
        round(max(x for x, _ in bar) - min(x for x, _ in bar), 2)
        for bar in bars
        if 0.9 < max(y for _, y in bar) - min(y for _, y in bar) < 1.1
    }
    assert reach == 63 and float(reach) in widths


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_the_legend_names_the_pairs_just_in_reach_and_just_beyond(lang: str) -> None:
    book = book_of(keikalla())
    places = {town["name"]: (town["x"], town["y"]) for town in towns().values()}
    near = {frozenset(pair): dist(places[pair[0]], places[pair[1]]) for pair in combinations(places, 2)}
    assert sum(length <= book.constant("helicopter_reach") for length in near.values()) == 121
    note = " ".join(_texts(board(lang).items)).split("63 mm.")[1]
    reached, beyond = note.split("reach:" if lang == "en" else "yltää:")[1].split("far:" if lang == "en" else "enää:")
    for words, is_reached in ((reached, True), (beyond, False)):
        pairs = words.split(".")[0].replace("- ", "-").split(",")
        assert len(pairs) == 4
        for pair in pairs:
            assert (near[frozenset(town.strip() for town in pair.split("–"))] <= 63) is is_reached, pair


def _texts(items: tuple[Item, ...]) -> Iterator[str]:
    """The runs of text of a frame."""
    for item in items:
        if isinstance(item, Group):
            yield from _texts(item.items)
        elif isinstance(item, Text):
            yield item.text


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_tiles_of_the_map_are_the_map(tmp_path: Path, paper: str) -> None:
    made = build(tmp_path, keikalla(), only=("map",), paper=paper)
    assert differing_part(keikalla(), "map", made, paper, bleed=3, per_mm=5) < 0.01


def test_the_board_names_every_town_and_festival_once() -> None:
    printed = list(_texts(frame().items))
    for town in some(towns().values()):
        assert printed.count(town["name"]) == 1, town["name"]
    for festival in some([town["festival"] for town in towns().values() if "festival" in town]):
        assert printed.count(festival) == 1, festival


def test_board_and_rules_credit_the_coordinates(tmp_path: Path) -> None:
    made = build(tmp_path, keikalla(), only=("map", "rules"))
    for file in ("map-whole.pdf", "rules.pdf"):
        with pypdfium2.PdfDocument(Path(made.folder) / file) as document:
            words = " ".join(page.get_textpage().get_text_range() for page in document)
        assert "GeoNames" in words and "CC BY 4.0" in words and "Natural Earth" in words
