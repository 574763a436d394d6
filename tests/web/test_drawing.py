"""The drawn table: pieces, controls, places, pictures and colours, of all games and from outside."""

from __future__ import annotations

import asyncio
import gzip
import re
import shutil
from base64 import b64decode
from collections.abc import Iterator
from functools import cache
from html import unescape
from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from msgspec import json
from PIL import Image
from starlette.requests import Request
from starlette.responses import Response

from pnp.catalog import book_of, built_in_slugs, find_game
from pnp.cli.main import main
from pnp.referee.game import DIGITAL
from pnp.referee.replay import Replay
from pnp.table.option_tree import choices_of
from pnp.table.seat_feed import SeatFeed
from pnp.web.drawing import Look, draw
from pnp.web.drawing.arrange import HEIGHT
from pnp.web.drawing.art import Art, Picture
from pnp.web.drawing.face_sheet import face_rules
from pnp.web.drawing.looks import Looks
from pnp.web.drawing.places import BASE, UNITS, places_css
from pnp.web.drawing.screen_faults import inspect_screen
from pnp.web.drawing.theme import PAIRS, colours, contrast, theme_css
from pnp.web.drawing.zones import zones_of
from tests.deadline import Deadline
from tests.guard import some
from tests.table.feeds import games_of
from tests.web.hosting import Host

GAMES = built_in_slugs()
every_game = pytest.mark.parametrize("slug", GAMES)
TAG = re.compile(r"<(\w+) ([^>]*class=\"[^\"]*\bat\b[^\"]*\"[^>]*)>")
BOX = tuple[float, float, float, float]


@cache
def look_of(slug: str) -> Look:
    entry = find_game(slug)
    return Look(entry, book_of(entry))


@cache
def states(slug: str) -> tuple[dict[str, Any], ...]:
    """States of a game in its course, of everybody and of the first seat."""
    played = games_of(slug, DIGITAL, 1)[0]
    table = Replay(played.game, played.setup)
    found, asked = [], 0
    for entry in played.entries[:200]:
        assert entry.move is not None
        table.apply_move(entry.move, entry.overruled)
        acting = [seat for seat in table.to_act if seat >= 0]
        asked += bool(acting)
        if acting and asked % 9 == 1:
            found += [json.decode(SeatFeed(viewer).encode(table, "en")) for viewer in (None, acting[0])]
    return tuple(found)


def attributes(html: str, name: str) -> list[str]:
    return re.findall(rf'\b{name}="([^"]*)"', html)


def box_of(classes: str) -> BOX:
    """The place that the classes of an element give it, by the style sheet."""
    css = places_css().decode()
    found = []
    for side in "xywh":
        digits = re.findall(rf"(?<!\S)({side}|{side.upper()})(\d+)(?!\S)", classes)
        assert [name for name, _ in digits] == [side.upper(), side], classes
        assert all(f".{name}{number}{{" in css for name, number in digits)
        found.append(int(digits[0][1]) * BASE + int(digits[1][1]))
    return found[0], found[1], found[2], found[3]


def overlap(one: BOX, other: BOX) -> bool:
    return (
        min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0]) > 1
        and min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1]) > 1
    )


@every_game
def test_a_screen_holds_all_zones_beside_each_other(slug: str) -> None:
    look = look_of(slug)
    for state in some(states(slug)[::2]):
        html = draw(state, {}, "/p/x", look, is_screen=True).html
        for kind in ("zone", "seat"):
            boxes = [box_of(it) for it in attributes(html, "class") if {"at", kind} <= set(it.split())]
            assert all(x + w <= UNITS + 1 and y + h <= HEIGHT + 1 for x, y, w, h in boxes)
            assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)], (slug, kind)
        assert attributes(html, "data-zone") or not state["scene"]


@every_game
def test_a_drawing_shows_what_its_state_holds_and_nothing_else(slug: str) -> None:
    look = look_of(slug)
    for number, state in enumerate(some(states(slug))):
        html = draw(state, {}, "/s/x", look, is_screen=number % 2 == 0).html
        known = {piece["card"] for piece in state["scene"]}
        assert set(attributes(html, "data-card")) <= known
        named = attributes(html, "data-face")
        faces = {name.split(".")[1] for name in named if name.count(".") == 2 and ".back." not in name}
        assert named
        assert faces <= {part for card in known for part in (card, f"{card}-1")}
        ids = attributes(html, "id")
        assert len(ids) == len(set(ids))
        assert "style=" not in html and "<script" not in html


@pytest.mark.parametrize("slug", ["drumroll", "keikalla"])
def test_pieces_on_a_printed_board_stand_on_its_spots(slug: str) -> None:
    look, standing = look_of(slug), 0
    for state in some(states(slug)):
        spots = {piece["spot"].lower() for piece in state["scene"] if piece["spot"]}
        unknown = {spot for spot in spots if spot not in look.spots}
        assert all(spot.startswith("below:") and int(spot[6:]) < -12 for spot in unknown), unknown
        drawing = draw(state, {}, "/p/x", look, is_screen=True)
        html = drawing.html
        assert look.board is not None and look.picture(look.board, "l") in drawing.faces
        on_board = [it for it in state["scene"] if it["spot"].lower() in look.spots]
        board = html[html.index('<i class="board art"') :].partition("</section>")[0]
        assert board.count('class="at piece') == len(on_board)
        standing += len(on_board)
    width, height = look.size(look.board)
    assert all(0 < x < width and 0 < y < height for x, y in some(look.spots.values()))
    assert standing


def levels(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All choices that a page may show at once."""
    yield tree
    for node in tree.values():
        _, choices = choices_of(node)
        if choices:
            yield from levels(dict(choices))


@pytest.mark.parametrize("slug", ["kalevala", "suomi1918", "keikalla"])
def test_choices_on_the_table_are_controls_and_say_so(slug: str) -> None:
    look, drawn = look_of(slug), 0
    for state in some(states(slug)[1::2]):
        for choices in levels(state["options"]):
            drawing = draw(state, choices, "/s/x?lang=en&at=y", look)
            tags = re.findall(r'<(?:a|button) [^>]*class="choice [^>]*>', drawing.html)
            assert {key for tag in tags for key in attributes(tag, "data-key")} == drawing.drawn <= set(choices)
            for tag in tags:
                [key] = attributes(tag, "data-key")
                leads = [choices[key]["line"]] if "line" in choices[key] else []
                assert attributes(tag, "data-line") == leads and tag.startswith("<button" if leads else "<a ")
            drawn += len(tags)
    assert drawn, slug


@pytest.mark.parametrize(
    ("lang", "sides"),
    [
        ("en", {(-1, 0): "left of it ", (1, 0): "right of it ", (0, -1): "above it ", (0, 1): "below it "}),
        ("fi", {(-1, 0): "vasemmalla ", (1, 0): "oikealla ", (0, -1): "yläpuolella ", (0, 1): "alapuolella "}),
    ],
)
def test_a_free_square_says_what_lies_beside_it(lang: str, sides: dict[tuple[int, int], str]) -> None:
    state = json.decode(SeatFeed(None).encode(games_of("kalevala", DIGITAL, 1)[0], lang))
    lies = {piece["key"]: piece for piece in state["scene"] if piece["zone"] == "board"}
    points = {key: tuple(map(int, key.split(","))) for key in lies}
    at = {(x, y): lies[key] for key, (x, y) in points.items()}
    free = {(x + right, y + down) for x, y in points.values() for right, down in sides} - set(at)
    choices = {f"{x},{y}": {"label": f"{x},{y}", "line": f"place louhi {x},{y}"} for x, y in free}
    html = unescape(draw(state, choices, "/s/KEY", look_of("kalevala")).html)
    (x0, y0), (x1, y1) = (next(iter(points.values())), list(points.values())[-1])
    up = -1 if (at[x0, y0]["y"] - at[x1, y1]["y"]) * (y0 - y1) < 0 else 1  # which way the board counts
    for x, y in some(sorted(free)):
        around = {
            words + at[x + right, y + up * down]["name"]
            for (right, down), words in sides.items()
            if (x + right, y + up * down) in at
        }
        label = re.search(rf'aria-label="{x},{y}: ([^"]*)"', html)
        assert around and label and set(label[1].split("; ")) == around


@every_game
def test_every_title_of_the_table_is_said_in_finnish(slug: str) -> None:
    look = look_of(slug)
    for state in some(states(slug)[::5]):
        ours, theirs = (
            {zone.id: zone.words for zone in zones_of({**state, "lang": lang}, look)} for lang in ("en", "fi")
        )
        assert not [words for zone, words in ours.items() if words == theirs[zone]]


@every_game
def test_words_can_be_read_on_what_they_stand_on(slug: str) -> None:
    look = look_of(slug)
    for is_dark in (False, True):
        of = colours(look, is_dark)
        assert {role for pair in PAIRS for role in pair} <= set(of)
        faint = [(*pair, round(contrast(of[pair[0]], of[pair[1]]), 1)) for pair in PAIRS]
        assert not [it for it in faint if it[2] < 4.5], (slug, is_dark)
    assert ":root{" in theme_css(look)


WRONG = """
zones: {board: {form: heap}, deck: {back: tile}}
board: {component: bored, networks: [roads]}
colours: {grund: red, accent: indgo}
thumbs: {tile: mini}
"""


@every_game
def test_what_a_game_says_of_its_screen_means_something(slug: str) -> None:
    resources = look_of(slug).resources
    assert resources is not None and look_of(slug).data.zones
    assert inspect_screen(resources).items == []


def test_every_fault_of_a_screen_is_named_by_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(Path(__file__).parents[2] / "docs" / "examples" / "nuotta", tmp_path / "nuotta")
    screen = tmp_path / "nuotta" / "layouts" / "screen.yaml"
    screen.write_text(WRONG, encoding="utf-8")
    assert main(["check", "nuotta", "--games", str(tmp_path)]) == 1
    printed = capsys.readouterr()
    lines = WRONG.splitlines()
    for name in ("heap", "tile", "bored", "roads", "grund", "indgo", "board", "deck"):
        named = [it for it in (printed.out + printed.err).splitlines() if f"“{name}”" in it.partition("(")[0]]
        for at in some([re.search(r"screen\.yaml:(\d+):(\d+)", line) for line in named]):
            assert at is not None and lines[int(at[1]) - 1][int(at[2]) - 1 :].startswith(name), named
    screen.write_text("zones: {deck: {shape: pile}}", encoding="utf-8")
    assert main(["check", "nuotta", "--games", str(tmp_path)]) == 1
    printed = capsys.readouterr()
    assert "invalid screen file" in printed.out + printed.err and "shape" in printed.out + printed.err


def test_a_game_without_layouts_is_drawn_with_names() -> None:
    look = Look(None, look_of("kalevala").book)
    state = states("kalevala")[-2]
    html = draw(state, {}, "/p/x", look, is_screen=True).html
    assert "data-face" not in html
    assert all(
        piece["name"] in html
        for piece in some(state["scene"])
        if piece["zone"] == "board" and piece["card"] not in "?*"
    )


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    from tests.web.hosting import new_record

    host = Host(new_record(tmp_path_factory.mktemp("drawn"), "kalevala", "aino", "ilmari", "--seed", "5"))
    yield host
    host.stop()


def test_pictures_are_of_the_book_and_kept_for_ever(table: Host) -> None:
    root = table.url.rstrip("/")
    page = table.client.get(table.at("")).text
    [art, *_] = some(attributes(page, "data-art"))
    address = f"{art}{next(iter(some(attributes(page, 'data-face'))))}.webp"
    found = table.client.get(root + address)
    assert found.status_code == 200 and "immutable" in found.headers["cache-control"]
    picture = Image.open(BytesIO(found.content))
    assert picture.format == "WEBP" and 100 <= max(picture.size) <= 400
    assert found.content == table.client.get(root + address).content
    louhi = re.sub(r"/[^/]*$", "/tiles.louhi.s.webp", address)
    small = table.client.get(root + louhi)
    assert small.status_code == 200 and max(Image.open(BytesIO(small.content)).size) <= 128
    for wrong in (
        "tiles.nobody.m.webp",
        "tiles.louhi.xl.webp",
        "tiles.louhi",
        "..%2f..%2fsecret.m.webp",
        "board.m.webp",
    ):
        assert table.client.get(root + re.sub(r"/[^/]*$", f"/{wrong}", address)).status_code == 404
    assert table.client.get(root + re.sub(r"/art/\w+/", "/art/0000/", address)).status_code == 404


def test_the_faces_of_a_page_come_with_one_request(table: Host) -> None:
    root = table.url.rstrip("/")
    page = table.client.get(table.at("aino")).text
    [address] = [unescape(href) for href in attributes(page, "href") if href.startswith("/art/")]
    asked = parse_qs(address.partition("?")[2])["of"]
    assert set(asked) == set(some(attributes(page, "data-face"))), "those that it shows, and no others"
    deadline = Deadline("all faces to be painted")
    while "immutable" not in (found := table.client.get(root + address)).headers["cache-control"]:
        deadline.check(found.headers)
        assert found.headers["cache-control"] == "no-store", "some of them are just being painted"
    assert found.headers["content-type"].startswith("text/css")
    for name in asked:
        alone = table.client.get(f"{root}{address.rpartition('/')[0]}/{name}.webp").content
        rule = next(rule for rule in found.text.splitlines() if f'[data-face="{name}"]' in rule)
        assert b64decode(rule.partition("base64,")[2].rstrip(")}")) == alone
    for wrong in ("", "?of=", "?of=tiles.nobody.m", "?of=tiles.louhi.m&of=..%2fsecret"):
        assert table.client.get(f"{root}{address.partition('?')[0]}{wrong}").status_code == 404, wrong


def test_faces_that_are_just_being_painted_keep_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, wanted = Looks(), {"tiles.louhi.m": b"one", "tiles.kullervo.m": b""}
    token = looks.of(look_of("kalevala").book).token

    async def picture(_: Art, name: str, lang: str) -> bytes | None:
        await asyncio.sleep(60 if name == "tiles.ukko.m" else 0)
        return wanted.get(name)

    def sheet(*names: str) -> Response | None:
        query = "&".join(f"of={name}" for name in names).encode()
        scope = {"type": "http", "path_params": {"token": token, "lang": "en"}, "query_string": query}
        return asyncio.run(looks.sheet(Request(scope)))

    monkeypatch.setattr(Art, "picture", picture)
    monkeypatch.setattr("pnp.web.drawing.looks.SOON", 0.02)
    for late in ("tiles.ukko.m", "tiles.kullervo.m"):  # one that takes long, one that could not be painted
        found = sheet("tiles.louhi.m", late)
        assert found is not None and "cache-control" not in found.headers, "it is asked for again"
        assert bytes(found.body).count(b"data-face") == 1 and b"louhi" in bytes(found.body)
    whole = sheet("tiles.louhi.m")
    assert whole is not None and "immutable" in whole.headers["cache-control"]
    assert sheet("tiles.louhi.m", "tiles.nobody.m") is None


def test_a_face_that_cannot_be_painted_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path))
    looks = Looks()
    token = looks.of(look_of("kalevala").book).token

    async def painted(_: Art, batch: list[Picture]) -> list[bytes]:
        return [b"" if wanted.face.card == "kullervo" else b"webp" for wanted in batch]

    async def sheets() -> list[Response | None]:
        query = b"of=tiles.louhi.m&of=tiles.kullervo.m"
        scope = {"type": "http", "path_params": {"token": token, "lang": "en"}, "query_string": query}
        return [await looks.sheet(Request(scope)) for _ in range(2)]

    monkeypatch.setattr(Art, "_painted", painted)
    first, again = asyncio.run(sheets())
    for found in some((first, again)):
        assert found is not None and bytes(found.body).count(b"data-face") == 1 and b"louhi" in bytes(found.body)


def test_all_cards_are_painted_as_one_was_asked_for_so_none_stands_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path))
    look = look_of("suomi1918")
    faces = {face for card in look.book.playing_cards if (face := look.face(card))}
    made: list[Picture] = []

    async def painted(_: Art, batch: list[Picture]) -> list[bytes]:
        made.extend(batch)
        return [b"webp" for _ in batch]

    async def ask() -> None:
        art = Art(look)
        for size, lang in (("m", "en"), ("m", "fi"), ("s", "fi")):
            assert await art.picture(f"{next(iter(faces)).path()}.{size}", lang)
        assert art._painting is not None
        await art._painting

    monkeypatch.setattr(Art, "_painted", painted)
    monkeypatch.setattr("pnp.web.drawing.art.IDLE", 0.3)
    monkeypatch.setattr("pnp.web.drawing.art.AT_ONCE", 99)
    asyncio.run(ask())
    for asked in some((("m", "en"), ("m", "fi"), ("s", "fi"))):
        assert {it.face for it in made if (it.size, it.lang) == asked} >= faces


def test_names_of_faces_cannot_leave_their_rule() -> None:
    rules = face_rules({'a"]{}*.m': b"one", "b.m": b"two", "c.m": b"one", "d.m": b""})
    assert rules.count("{") == rules.count("}") == 2 and '"]{}*' not in rules and "d.m" not in rules
    assert '[data-face="c.m"]{background-image' in rules, "what looks alike shares a rule"


def test_the_colours_of_a_game_are_a_style_sheet(table: Host) -> None:
    root = table.url.rstrip("/")
    page = table.client.get(table.at("")).text
    for sheet in some(re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)):
        found = table.client.get(root + sheet)
        assert found.status_code == 200 and found.headers["content-type"].startswith("text/css"), sheet
    assert "--accent:#27345c" in table.client.get(f"{root}/theme/kalevala.css").text
    assert table.client.get(f"{root}/theme/keko.css").status_code == 404


def test_the_first_load_of_the_screen_is_small(table: Host) -> None:
    root, page = table.url.rstrip("/"), table.client.get(table.at(""))
    files = re.findall(r'(?:href|src)="(/(?:static|theme)/[^"]+)"', page.text)
    assert len(files) == 2, "one style sheet, one script"
    sizes = {name: len(gzip.compress(table.client.get(root + name).content, 5)) for name in files}
    assert sum(sizes.values()) + len(gzip.compress(page.content, 5)) < 30_000, sizes
    assert sum(size for name, size in sizes.items() if name.endswith(".js")) < 5_000


def test_a_part_of_the_screen_is_what_changes_on_it(table: Host) -> None:
    whole = table.client.get(table.at("")).text
    part = table.client.get(table.at(""), params={"part": "table"}).text
    assert "<html" in whole and "<html" not in part and part.strip() in whole.replace("\r", "")


@every_game
def test_a_hand_is_drawn_without_the_board_and_hides_no_card_of_a_small_hand(slug: str) -> None:
    drawn = 0
    for state in states(slug):
        own = [it for it in state["scene"] if state["you"] and it["owner"] == state["you"] and it["card"] not in "?*"]
        hand = [it for it in own if it["zone"] in ("hands", "hand")]
        if not hand:
            continue
        html = draw({**state, "scene": hand}, {}, "", look_of(slug), is_hand=True).html
        assert 'class="board"' not in html and 'data-zone="board"' not in html
        tags = (attributes for _, attributes in TAG.findall(html))
        found = (re.search(r'class="([^"]*)"', attributes) for attributes in tags)
        boxes = [box_of(one[1]) for one in found if one is not None and "piece" in one[1]]
        drawn += len(boxes)
        if len(boxes) <= 5:
            assert all(right[0] >= left[0] + left[2] - 1 or right[1] > left[1] for left, right in pairwise(boxes)), html
    assert drawn or slug in ("keikalla", "drumroll"), "a hand was seen"


def test_a_title_that_is_long_has_room_on_a_phone_and_names_only_others() -> None:
    state = next(state for state in states("keko") if state["you"])
    html = draw(state, {}, "", look_of("keko")).html
    zones = re.findall(r'<section class="at zone ([^"]*)"[^>]*><h2 class="zone-title">(.*?)</h2>', html)
    assert any("lines" in classes for classes, _ in some(zones))
    owners = {name for _, title in zones for name in re.findall(r'class="of">([^:]*):', title)}
    assert owners == set(state["seats"]) - {state["you"]}
