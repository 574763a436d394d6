"""Aids to be read aloud: all that is printed is told, in order, as headings, steps and lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path

import pytest

from pnp.catalog import book_of, built_in_slugs, find_game
from pnp.export.disk_shelf import DiskShelf
from pnp.export.lists.reading import make_reading
from pnp.export.lists.request import ExportRequest
from pnp.layout.drawing.frame import FIGURE, Group, Item, Text
from pnp.layout.painting.compose import compose_page
from pnp.layout.painting.resources import LayoutResources
from tests.export.small import write_game
from tests.guard import some

AID = """
size: {width: 186, height: 122, bleed: 0, safe: 0}
words:
  turn: {en: Your turn, fi: Vuorosi}
  one: {en: "Draw {icon.star} a card.", fi: "Nosta {icon.star} kortti."}
  two: {en: "**Play** it & score.", fi: "**Pelaa** se."}
elements:
  game: {kind: text, text: "{game}", style: title, size: 20, x: 0, y: 0, width: 80, height: 10}
  turn: {kind: text, text: "{word.turn}", style: title, size: 14, x: 0, y: 12, width: 80, height: 8}
  steps:
    kind: grid
    each: {list: ["1", "2"]}
    columns: 1
    x: 0
    width: 80
    y: 22
    height: 20
    elements:
      number: {kind: text, text: "{item}", size: 9, x: 0, width: 6, y: 0, height: 6}
      one: {kind: text, when: {item: "1"}, text: "{word.one}", size: 9, x: 8, right: 0, y: 0, height: 8}
      two: {kind: text, when: {item: "2"}, text: "{word.two}", size: 9, x: 8, right: 0, y: 0, height: 8}
  picture: {kind: face, layout: card, card: ant, x: 100, y: 20, width: 40, height: 60}
  worth: {kind: text, text: "7", size: 9, x: 0, y: 50, width: 6, height: 6}
  what: {kind: text, text: "points for {card.ant}", size: 9, x: 8, y: 50, width: 60, height: 6}
  squares:
    kind: grid
    each: {list: ["10", "11", "12"]}
    rows: 1
    x: 0
    y: 70
    width: 60
    height: 8
    elements:
      number: {kind: text, text: "{item}", size: 9, x: 0, right: 0, y: 0, height: 6}
  end: {kind: text, text: "Whoever has the most points at the end wins.", size: 9, x: 0, y: 90, width: 90, height: 8}
"""
STAR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0L10 0L5 10Z"/></svg>'


def html(entry: object, lang: str = "en") -> str:
    ((_, data),) = make_reading(entry, book_of(entry), ExportRequest(lang))  # type: ignore[arg-type]
    aids = re.search(r'<h2 id="aids">.*?(?=<h2 id="rules")', data.decode(), re.S)
    return aids.group() if aids else ""


def test_a_layout_becomes_headings_steps_and_lists(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 1})
    layouts = tmp_path / "small" / "layouts"
    (layouts / "page.yaml").write_text(AID.replace("{card.ant}", "ants"), "utf-8")
    (layouts / "icons").mkdir(exist_ok=True)
    (layouts / "icons" / "star.svg").write_text(STAR, "utf-8")
    assert html(entry).strip().splitlines() == [
        '<h2 id="aids">Aids on the table</h2>',
        '<h3 id="aid-sheet">The page</h3>',
        "<h4>Your turn</h4>",
        "<ol><li>Draw star a card.</li><li><strong>Play</strong> it &amp; score.</li></ol>",
        "<p>Picture: Card ant</p>",
        "<ul><li>7, points for ants</li></ul>",
        "<p>Whoever has the most points at the end wins.</p>",
    ]


def test_a_page_without_words_is_no_aid(tmp_path: Path) -> None:
    assert html(write_game(tmp_path, {"ant": 1})) == ""


@pytest.mark.parametrize("lang", ["en", "fi"])
@pytest.mark.parametrize("game", sorted(built_in_slugs()))
def test_all_that_is_printed_on_the_aid_is_told(game: str, lang: str) -> None:
    """Words as they stand on the composed page, whatever the layout calls them; small pictures of cards are names."""
    entry = find_game(game)
    book = book_of(entry)
    page = unescape(re.sub(r"<[^>]+>", " ", html(entry, lang))).casefold()
    resources = LayoutResources(DiskShelf(games=entry.shelves), book, lang=lang)
    (aid,) = [one for one in book.components if one.id == "aid"]
    printed = {
        word
        for layout in (aid.face, *([aid.back] if aid.back else []))
        for face in compose_page(resources, layout)
        for text in _texts(face.frame.items)
        for word in re.findall(r"[^\W\d_]{5,}", text)
    }
    own = " ".join((*book.title.values(), *aid.title.values(), *book.names.get("player_aid", {}).values())).casefold()
    assert len(printed) > 30
    assert not {word for word in some(printed) if word.casefold() not in page and word.casefold() not in own}


def _texts(items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            if not (item.name.startswith(FIGURE) and item.matrix[0] < 0.95):
                yield from _texts(item.items)
        elif isinstance(item, Text):
            yield item.text.replace("\u00ad", "")
