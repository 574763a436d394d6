"""The gallery: one page that needs nothing else, says everything, and takes nobody's words for markup."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from io import BytesIO
from pathlib import Path

import pytest
from lxml import html
from PIL import Image

from pnp.catalog import book_of, find_game
from pnp.export.lists.data import show_source
from pnp.export.lists.request import ExportRequest
from pnp.export.tabletop.gallery import make_gallery
from pnp.export.tabletop.gallery.labels import WORDS
from pnp.export.tabletop.gallery.page import fold
from tests.guard import some
from tests.tables import make_game

GAME = find_game("kalevala")
BOOK = book_of(GAME)
HOSTILE = '"</script><script>alert(1)</script><img src=x onerror=alert(2)> \'""& {x}"'


@pytest.fixture(scope="module")
def text() -> str:
    return make_gallery(GAME, BOOK, ExportRequest())[0][1].decode()


@pytest.fixture(scope="module")
def page(text: str) -> html.HtmlElement:
    return html.document_fromstring(text.encode())


def test_it_asks_the_network_for_nothing(text: str, page: html.HtmlElement) -> None:
    policy = page.xpath("//meta[@http-equiv]/@content")[0]
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy
    for tag in ("style", "script"):
        content = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        assert content
        assert base64.b64encode(hashlib.sha256(content[1].encode()).digest()).decode() in policy
    assert all(source.startswith("data:image/webp;base64,") for source in page.xpath("//@src"))
    assert not re.search(r"https?:|url\(|@import|<link|\sstyle=|\son\w+=", re.sub(r"base64,[^\"]+", "", text))
    assert page.xpath("//@href") == ["#cards"]


def test_every_card_is_there_with_picture_words_and_sources(page: html.HtmlElement) -> None:
    pieces = {item.xpath(".//dd/text()")[0]: item for item in page.xpath("//li[.//dl]")}
    assert set(pieces) == set(BOOK.cards)
    for card in BOOK.cards.values():
        item = pieces[card.id]
        for lang in BOOK.languages:
            text = json.dumps(item.attrib["data-find"], ensure_ascii=False)
            assert fold(card.name.get(lang, card.name.get("*", ""))) in text
            alts = " ".join(item.xpath(".//img/@alt")) + " ".join(item.xpath(".//img/@data-alt"))
            assert all(words[lang] in alts for words in card.texts.values())
        sources = " ".join(item.xpath(".//dd//i/text()"))
        assert all(show_source(card.source_of(datum)) in sources for datum in card.data)


def test_pictures_are_pictures_in_each_language(page: html.HtmlElement) -> None:
    images = page.xpath("//main//img")
    for image in images[:4]:
        data = base64.b64decode(image.attrib["src"].partition(",")[2])
        picture = Image.open(BytesIO(data))
        assert picture.format == "WEBP" and picture.size == (int(image.get("width")), int(image.get("height")))
    kaarme = page.xpath("//li[.//dd='kaarme']//img")
    assert [image.get("lang") for image in kaarme] == ["en", "fi"] and kaarme[1].get("hidden") is not None
    assert kaarme[0].get("src") != kaarme[1].get("src")
    for back in some(page.xpath("//li[not(@data-find)]")):  # with words it is one picture in each language, too
        images = back.xpath(".//img")
        assert [image.get("lang") for image in images] in ([None], ["en", "fi"])
        assert len(images) == 2 or images[0].get("data-alt")


def test_people_with_keyboards_and_screen_readers_find_their_way(page: html.HtmlElement) -> None:
    assert page.xpath("/html/@lang") == ["en"] and len(page.xpath("//h1")) == len(page.xpath("//main")) == 1
    assert all(image.get("alt") for image in page.xpath("//main//img"))
    assert all(button.get("aria-label") or button.text_content() for button in page.xpath("//button"))
    for control in page.xpath("//form//input | //form//select"):
        assert control.xpath("ancestor::label/span/text()")
    assert page.xpath("//*[@role='status']") and page.xpath("//a[@class='skip']") and page.xpath("//dialog/@aria-label")
    assert page.xpath("//select[@name='lang']/option/@value") == ["en", "fi"]
    assert page.xpath("//select[@data-field]/@data-field") == ["value", "power"]
    assert all({"en", "fi"} <= set(words) for words in WORDS.values())


def test_one_language_one_component() -> None:
    page = html.document_fromstring(make_gallery(GAME, BOOK, ExportRequest(lang="fi", only=("tiles",)))[0][1])
    assert page.xpath("/html/@lang") == ["fi"] and not page.xpath("//select[@name='lang']")
    assert page.xpath("//h2/span/text()") == ["Laatat"]
    assert not page.xpath("//*[@data-words]")


def test_hostile_words_stay_words(tmp_path: Path) -> None:
    table = f"name,text,Kind,Other\n{HOSTILE},{HOSTILE},<x>,1\nB,,y,2\n"
    game, book = make_game(tmp_path, table, "--title", "<i>&")
    page = html.document_fromstring(make_gallery(game, book, ExportRequest())[0][1])
    name = next(iter(book.cards.values())).name["*"]
    assert page.xpath("//h3/text()")[0] == name and "</script>" in name
    assert len(page.xpath("//script")) == 1 and not page.xpath("//*[@onerror]")
    assert page.xpath("//title/text()") == ["<i>&"] and not page.xpath("//h1/i")
    assert page.xpath("//select[@data-field='kind']/option/@value") == ["", "<x>", "y"]
    assert json.loads(page.xpath("//li/@data-fields")[0]) == {"kind": "<x>", "other": "1"}


def test_the_same_game_gives_the_same_bytes(text: str) -> None:
    assert make_gallery(GAME, BOOK, ExportRequest())[0][1].decode() == text


@pytest.mark.parametrize(("text", "folded"), [("Käärme  Å", "kaarme a"), ("É\nx", "e x"), ("", "")])
def test_search_ignores_case_and_accents(text: str, folded: str) -> None:
    assert fold(text) == folded
