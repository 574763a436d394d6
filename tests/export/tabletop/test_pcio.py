"""playingcards.io: the room follows the form, everything it names is in it, and the lists read back."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from jsonschema import Draft202012Validator
from PIL import Image

from pnp.base.csv_edit import read_cell
from pnp.catalog import book_of, find_game
from pnp.export.lists.request import ExportRequest, Files
from pnp.export.tabletop.pcio import HAND, PACKAGE, WIDTH, make_pcio
from tests.guard import some
from tests.tables import make_game

FORM = Draft202012Validator(json.loads((Path(__file__).parent / "forms" / "pcio.json").read_text("utf-8")))
GAME = find_game("kalevala")
BOOK = book_of(GAME)


@pytest.fixture(scope="module")
def files() -> Files:
    return make_pcio(GAME, BOOK, ExportRequest())


def room(files: Files) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
    with ZipFile(io.BytesIO(files[0][1])) as archive:
        assert archive.testzip() is None
        found = {name: archive.read(name) for name in archive.namelist()}
    widgets: list[dict[str, Any]] = json.loads(found.pop("widgets.json"))
    FORM.validate(widgets)
    return widgets, found


def test_it_follows_the_form_and_holds_exactly_the_pictures_it_names(files: Files) -> None:
    widgets, pictures = room(files)
    named = {widget["boardImage"] for widget in widgets if widget["type"] == "board"}
    for widget in widgets:
        for kind in widget.get("cardTypes", {}).values():
            named |= {kind["face"], kind["back"]}
    assert named == {PACKAGE + name for name in pictures}
    assert all(Image.open(io.BytesIO(data)).format == "PNG" for data in pictures.values())


def test_cards_have_their_deck_type_and_pile(files: Files) -> None:
    widgets, _ = room(files)
    by_id = {widget["id"]: widget for widget in widgets}
    assert len(by_id) == len(widgets)
    cards = [widget for widget in widgets if widget["type"] in ("card", "piece")]
    for card in cards:
        deck = by_id[card["deck"]]
        assert card["cardType"] in deck["cardTypes"] and by_id[card["parent"]]["allowedDecks"] == [deck["id"]]
        assert (card["type"] == "piece") == (deck.get("collectionType") == "pieces")
    tiles = [card["cardType"] for card in cards if card["type"] == "card"]
    assert {id_: tiles.count(id_) for id_ in set(tiles)} == {card.id: card.copies for card in BOOK.decks["tiles"].cards}


def test_nothing_hangs_over_the_table_s_edge(files: Files) -> None:
    for widget in some(room(files)[0]):
        assert widget["x"] + widget.get("width", 0) <= WIDTH and (widget["y"] <= HAND)


def test_the_lists_have_a_row_for_each_card(files: Files) -> None:
    lists = {name: data.decode("utf-8-sig") for name, data in files if name.endswith(".csv")}
    assert set(lists) == {"tiles.csv", "markers.csv"}
    rows = list(csv.DictReader(io.StringIO(lists["tiles.csv"], newline="")))
    assert len(rows) == BOOK.decks["tiles"].size
    assert [row["label"] for row in rows[:6]] == ["Väinämöinen"] * 6 and rows[0]["value"] == "8"
    assert all(row["face"].startswith(PACKAGE) for row in rows)


def test_round_tokens_are_clear_outside_their_shape(files: Files) -> None:
    _, pictures = room(files)
    modes = {name: Image.open(io.BytesIO(data)).mode for name, data in pictures.items()}
    assert set(modes.values()) <= {"RGB", "RGBA"}


def test_the_same_game_gives_the_same_bytes_and_addresses_can_be_given() -> None:
    request = ExportRequest(lang="fi", only=("markers",), base_url="https://example.org/a")
    files = make_pcio(GAME, BOOK, request)
    assert files == make_pcio(GAME, BOOK, request)
    assert b"https://example.org/a/userassets/markers-zero_marker.png" in files[1][1]
    assert next(widget for widget in room(files)[0] if widget["type"] == "cardPile")["label"] == "Merkit"


def test_hostile_words_stay_words(tmp_path: Path) -> None:
    game, book = make_game(tmp_path, 'name,text\n"=1+1 <b>""",\\ "\n@x,"{y} **z"\n')
    files = make_pcio(game, book, ExportRequest())
    rows = list(csv.DictReader(io.StringIO(files[1][1].decode("utf-8-sig"), newline="")))
    assert [read_cell(row["label"]) for row in rows] == ['=1+1 <b>"', "@x"] and rows[0]["label"].startswith("'=")
    assert rows[1]["text"] == "{y} **z"
    deck = next(widget for widget in room(files)[0] if widget["type"] == "cardDeck")
    assert [kind["label"] for kind in deck["cardTypes"].values()] == ['=1+1 <b>"', "@x"]
