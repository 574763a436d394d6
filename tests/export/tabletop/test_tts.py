"""Tabletop Simulator: the saved object follows the published form, and every slot shows the card it says."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema import Draft202012Validator
from PIL import Image, ImageChops, ImageStat

from pnp.base.diagnostics import InputError
from pnp.catalog import book_of, find_game
from pnp.export.lists.request import ExportRequest, Files
from pnp.export.tabletop.album import AlbumPiece
from pnp.export.tabletop.tts import COLUMNS, ROWS, SIDE, card_shape, make_tts, plan_grid, plan_sheets, tile_shape
from pnp.layout.drawing.frame import Frame
from tests.export.decks import back, card
from tests.tables import make_game

FORM = Draft202012Validator(json.loads((Path(__file__).parent / "forms" / "tts.json").read_text("utf-8")))
GAME = find_game("kalevala")
BOOK = book_of(GAME)
BASE = "https://example.org/my game".replace(" ", "%20")


def saved(files: Files) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(next(data for name, data in files if name.endswith(".json")))
    FORM.validate(value)
    return value


def everything(value: Any) -> list[dict[str, Any]]:
    """All objects, those inside others too."""
    objects = value.get("ObjectStates", value.get("ContainedObjects", []))
    return [inner for one in objects for inner in (one, *everything(one))]


@pytest.fixture(scope="module")
def kalevala() -> Files:
    return make_tts(GAME, BOOK, ExportRequest(folder="out"))


def test_it_follows_the_form_and_names_only_files_that_are_there(kalevala: Files) -> None:
    named = set()
    for one in everything(saved(kalevala)):
        for deck in one.get("CustomDeck", {}).values():
            named |= {deck["FaceURL"], deck["BackURL"]}
        if "CustomImage" in one:
            named |= {one["CustomImage"]["ImageURL"], one["CustomImage"]["ImageSecondaryURL"]}
    base = Path("out").absolute().as_uri() + "/"
    assert all(url.startswith(base) for url in named)
    assert {unquote(url.removeprefix(base)) for url in named} == {name for name, _ in kalevala if "/" in name}


def test_a_deck_reports_the_same_cards_three_times(kalevala: Files) -> None:
    deck = next(one for one in saved(kalevala)["ObjectStates"] if one["Name"] == "DeckCustom")
    cards = deck["ContainedObjects"]
    assert deck["DeckIDs"] == [one["CardID"] for one in cards]
    wanted = [(card, copy) for card in BOOK.decks["tiles"].cards for copy in range(card.copies)]
    assert [one["Nickname"] for one in cards] == [card.name["*"] for card, _ in wanted]
    assert cards[-1]["Description"] == BOOK.cards["lemminkainen"].texts["rule"]["en"]
    for one in cards:
        (number,) = one["CustomDeck"]
        assert one["CardID"] // 100 == int(number) and one["CustomDeck"][number] == deck["CustomDeck"][number]
        assert (
            one["CardID"] % 100 < deck["CustomDeck"][number]["NumWidth"] * deck["CustomDeck"][number]["NumHeight"] - 1
        )


def test_every_object_has_an_id_of_its_own(kalevala: Files) -> None:
    ids = [one["GUID"] for one in everything(saved(kalevala))]
    assert len(ids) == len(set(ids)) > 80


def test_sheets_show_the_faces_and_last_the_back(kalevala: Files) -> None:
    pictures = {name: Image.open(BytesIO(data)) for name, data in kalevala if name.endswith(".png")}
    sheet, back_picture = pictures["pictures/tiles-1-faces.png"], pictures["pictures/tiles-1-back.png"]
    assert sheet.mode == "RGB" and max(sheet.size) <= SIDE
    side = sheet.width // 3
    last = sheet.crop((2 * side, 2 * side, 3 * side, 3 * side))
    difference = ImageChops.difference(last, back_picture.resize((side, side)))
    assert max(ImageStat.Stat(difference).mean) < 3
    first = ImageChops.difference(sheet.crop((0, 0, side, side)), last)
    assert max(ImageStat.Stat(first).mean) > 30


def test_tokens_are_tiles_in_a_bag_and_pages_tiles_on_the_table(kalevala: Files) -> None:
    objects = saved(kalevala)["ObjectStates"]
    bag = next(one for one in objects if one["Name"] == "Bag")
    assert len(bag["ContainedObjects"]) == BOOK.decks["markers"].size
    pages = [one["Nickname"] for one in objects if one["Name"] == "Custom_Tile"]
    read = [f"{title} {page}" for title in ("How to play", "Rules summary") for page in (1, 2)]
    assert pages == ["Score track", "Player aid", "Player aid", *read]


def test_addresses_language_and_the_same_bytes_again() -> None:
    request = ExportRequest(lang="fi", only=("tiles",), folder="a", base_url=BASE)
    files = make_tts(GAME, BOOK, request)
    deck = saved(files)["ObjectStates"][0]
    assert deck["Nickname"] == "Laatat" and deck["CustomDeck"]["1"]["FaceURL"] == f"{BASE}/pictures/tiles-1-faces.png"
    assert files == make_tts(GAME, BOOK, ExportRequest(lang="fi", only=("tiles",), folder="b", base_url=BASE + "/"))


@pytest.mark.parametrize("address", ["ftp://x", "x", "https://x y", "https://x/\n", "javascript:1"])
def test_what_is_no_address_is_reported(address: str) -> None:
    with pytest.raises(InputError, match="expected an address"):
        make_tts(GAME, BOOK, ExportRequest(only=("tiles",), base_url=address))


def test_a_large_deck_takes_several_sheets_and_a_small_one_is_a_card(tmp_path: Path) -> None:
    rows = "".join(f"Card {number},{number % 3},big\n" for number in range(150)) + "Alone,1,small\n"
    game, book = make_game(tmp_path, "name,copies,deck\n" + rows)
    files = make_tts(game, book, ExportRequest(folder=str(tmp_path)))
    big, alone = saved(files)["ObjectStates"]
    assert [(deck["NumWidth"], deck["NumHeight"]) for deck in big["CustomDeck"].values()] == [(10, 7), (10, 7), (5, 3)]
    assert len(big["DeckIDs"]) == 150 and alone["Name"] == "Card" and alone["Nickname"] == "Alone"
    assert "Card 0" not in {one["Nickname"] for one in big["ContainedObjects"]}  # it has no copies
    for name, data in files:
        if "-faces" in name:
            assert max(Image.open(BytesIO(data)).size) <= SIDE


MORE = """\
  map: {kind: board, face: map, title: Map}
  box: {kind: tuckbox, holds: [cards], face: card, title: Box}
"""


def test_boards_and_round_tokens(tmp_path: Path) -> None:
    make_game(tmp_path, "name,copies\nGold,3\nSilver,2\n")
    folder = tmp_path / "made"
    own = folder / "cards" / "game.yaml"
    own.write_text(own.read_text("utf-8") + MORE, "utf-8")
    coins = folder / "cards" / "cards.yaml"
    coins.write_text(coins.read_text("utf-8").replace("deck: cards", "deck: cards\nkind: tokens"), "utf-8")
    board = "size: {width: 300, height: 200}\nelements: {ground: {kind: rect, fill: accent}}\n"
    (folder / "layouts" / "map.yaml").write_text(board, "utf-8")
    coin = "size: round20\nelements: {ground: {kind: rect, box: bleed, fill: accent}}\n"
    (folder / "layouts" / "card.yaml").write_text(coin, "utf-8")
    (folder / "layouts" / "card-back.yaml").write_text(coin, "utf-8")
    game = find_game("made", [folder])
    files = make_tts(game, book_of(game), ExportRequest(folder="out"))
    bag, board_object = saved(files)["ObjectStates"]
    assert (bag["Name"], board_object["Name"], board_object["Nickname"]) == ("Bag", "Custom_Board", "Map")
    assert [one["CustomImage"]["CustomTile"]["Type"] for one in bag["ContainedObjects"]] == [2] * 5
    picture = Image.open(BytesIO(next(data for name, data in files if "gold" in name)))
    alpha = picture.getchannel("A")
    assert (alpha.getpixel((0, 0)), alpha.getpixel((picture.width // 2, picture.height // 2))) == (0, 255)
    assert sum(alpha.histogram()[200:]) / (picture.width * picture.height) == pytest.approx(0.785, abs=0.01)


@pytest.mark.parametrize("count", [1, 2, 3, 8, 9, 34, 60, 68, 69])
@pytest.mark.parametrize("size", [(63, 88), (45, 45), (186, 122), (20, 120)])
def test_a_grid_has_room_for_all_and_keeps_the_limits(count: int, size: tuple[int, int]) -> None:
    grid = plan_grid(count + 1, Frame("x", *size))
    assert count + 1 <= grid.columns * grid.rows and grid.columns <= COLUMNS and grid.rows <= ROWS
    assert max(grid.pixels) <= SIDE
    assert grid.slot[0] / grid.slot[1] == pytest.approx(size[0] / size[1], rel=0.02)


def test_sheets_keep_sizes_apart_and_know_when_backs_differ() -> None:
    frames = [card(0), card(1), card(2, 45, 45), back(), card(3)]
    pieces = [AlbumPiece("a", "A", "", 0, 3), AlbumPiece("b", "B", "", 1, 3), AlbumPiece("c", "C", "", 2)]
    (poker,), (square,) = plan_sheets(pieces, frames)
    assert [piece.label for piece in poker.pieces] == ["a", "b"] and not poker.is_unique_back
    assert [piece.label for piece in square.pieces] == ["c"]
    ((mixed,),) = plan_sheets([pieces[0], AlbumPiece("b", "B", "", 1, 4)], frames)
    assert mixed.is_unique_back


def test_shapes() -> None:
    circle, hexagon = ("M", 0.0, 0.0, "C", 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, "Z"), ("M", 0.0, 0.0, "L", 1.0, 1.0, "Z")
    frames = [Frame("a", 9, 9), Frame("a", 9, 9, corner=3), Frame("a", 9, 9, cut=circle), Frame("a", 9, 9, cut=hexagon)]
    assert [card_shape(frame) for frame in frames] == [1, 0, 4, 3]
    assert [tile_shape(frame) for frame in frames] == [0, 3, 2, 1]
