"""Cockatrice: database and deck have the structure the program asks for, and tell the cards of the game."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from pnp.catalog import book_of, find_game
from pnp.export.lists.request import ExportRequest, Files
from pnp.export.tabletop.cockatrice import make_cockatrice
from tests.tables import make_game

FORM = etree.RelaxNG(etree.parse(Path(__file__).parent / "forms" / "cockatrice.rng"))
GAME = find_game("kalevala")
BOOK = book_of(GAME)


@pytest.fixture(scope="module")
def files() -> Files:
    return make_cockatrice(GAME, BOOK, ExportRequest(lang="fi"))


def document(files: Files, end: str) -> etree._Element:
    root = etree.fromstring(next(data for name, data in files if name.endswith(end)))
    FORM.assertValid(root)
    return root


def test_the_database_lists_every_card(files: Files) -> None:
    root = document(files, ".xml")
    assert root.findtext("sets/set/name") == "KAL" and root.findtext("sets/set/longname") == "Kalevala"
    cards = {card.findtext("name"): card for card in root.iterfind("cards/card")}
    assert set(cards) == {card.name.get("fi", card.name.get("*")) for card in BOOK.cards.values()}
    kaarme = cards["Käärme"]
    assert kaarme.findtext("text") == BOOK.cards["kaarme"].texts["rule"]["fi"]
    assert kaarme.findtext("prop/value") == "5" and kaarme.find("set").get("num") == "KV4"
    assert kaarme.find("token") is None and cards["Kuumerkki"].findtext("token") == "1"


def test_the_deck_has_the_copies(files: Files) -> None:
    root = document(files, ".cod")
    counts = {card.get("name"): int(card.get("number")) for card in root.iterfind("zone[@name='main']/card")}
    assert counts == {card.name["*"]: card.copies for card in BOOK.decks["tiles"].cards}


def test_every_card_has_its_picture(files: Files) -> None:
    pictures = {name: data for name, data in files if name.endswith(".png")}
    names = [card.findtext("name") for card in document(files, ".xml").iterfind("cards/card")]
    assert set(pictures) == {f"CUSTOM/{name}_KAL.png" for name in names}
    assert {Image.open(BytesIO(data)).mode for data in pictures.values()} == {"RGB"}


def test_addresses_and_the_same_bytes_again() -> None:
    request = ExportRequest(only=("tiles",), base_url="https://example.org/p")
    files = make_cockatrice(GAME, BOOK, request)
    assert files == make_cockatrice(GAME, BOOK, request)
    first = document(files, ".xml").find("cards/card/set")
    assert first.get("picurl") == "https://example.org/p/CUSTOM/V%C3%A4in%C3%A4m%C3%B6inen_KAL.png"


def test_names_are_distinguished_and_escaped(tmp_path: Path) -> None:
    table = 'name,text,Mana Cost,Ä\n"<a>&""b""",]]>,1,x\nFox,,2,\nfox,,3,\n"../..",x,4,\na // b,,5,\n???,,6,\n'
    game, book = make_game(tmp_path, table)
    files = make_cockatrice(game, book, ExportRequest())
    cards = list(document(files, ".xml").iterfind("cards/card"))
    names = [card.findtext("name") for card in cards]
    assert names[:3] == ['<a>&"b"', "Fox", "fox (fox-2)"] and len(set(names)) == 6
    assert cards[0].findtext("text") == "]]>" and cards[0].findtext("prop/mana_cost") == "1"
    pictures = [name for name, _ in files if name.endswith(".png")]
    assert len({name.casefold() for name in pictures}) == 6
    assert all(name.count("/") == 1 and ".." not in name.split("/")[1] for name in pictures)
    assert {card.get("name") for card in document(files, ".cod").iterfind("zone/card")} == set(names)
