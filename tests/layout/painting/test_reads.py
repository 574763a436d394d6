"""What a composition read is all it is made of: a book that holds nothing else gives the same face."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import pnp.layout.painting
from pnp.catalog import book_of, find_game
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.checks.inspection import card_faces
from pnp.layout.painting.compose import FaceKey, compose, compose_card
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import part_keys
from pnp.library.card import Card, CardBook, Component
from tests.guard import some
from tests.layout.samples import book, face, layout, resources

GAMES = ("kalevala", "suomi1918", "drumroll", "keikalla", "keko")


def only_what_was_read(whole: CardBook, made: ComposedFace, card: Card | None) -> CardBook:
    """The book as small as the reads allow: other decks are empty, other cards away."""
    read = {id_ for kind, _, id_ in (one.partition(" ") for one in made.reads) if kind == "card"}
    read |= {card.id} if card is not None else set()
    decks = {
        id_: deck
        if f"deck {id_}" in made.reads
        else replace(deck, cards=tuple(card for card in deck.cards if card.id in read))
        for id_, deck in whole.decks.items()
    }
    return replace(whole, decks=decks)


def some_faces(whole: CardBook) -> Iterator[tuple[str, Card]]:
    """A few cards of each layout, the first and the last among them."""
    by_layout: dict[str, list[Card]] = {}
    for part in whole.components:
        for name, card in card_faces(whole, part):
            by_layout.setdefault(name, []).append(card)
    for name, cards in by_layout.items():
        for card in (*cards[:-1][:: max(1, len(cards) // 2)], cards[-1]):
            yield name, card


@pytest.mark.parametrize("slug", GAMES)
def test_a_book_of_nothing_but_what_was_read_gives_the_same_pages(slug: str) -> None:
    entry = find_game(slug)
    whole = book_of(entry)
    layouts = LayoutResources(DiskShelf(games={slug: entry.layouts}), whole)
    keys = [key for part in whole.components if not part.has_cards for key in keys_of_pages(layouts, part)]
    for key in some(keys):
        made = compose(layouts, key)
        read = replace(made[0], reads=frozenset(read for page in made for read in page.reads))
        small = LayoutResources(layouts.shelf, only_what_was_read(whole, read, None), like=layouts)
        assert [page.frame for page in compose(small, key)] == [page.frame for page in made], key


def keys_of_pages(layouts: LayoutResources, part: Component) -> Iterator[FaceKey]:
    """What the pages of a component are composed of."""
    return (key for keys in part_keys(layouts, part) for key in keys.both)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("lang", ["en", "en+fi"])
def test_a_book_of_nothing_but_what_was_read_gives_the_same_face(slug: str, lang: str) -> None:
    entry = find_game(slug)
    whole = book_of(entry)
    layouts = LayoutResources(DiskShelf(games={slug: entry.layouts}), whole, "", lang)
    for name, card in some(some_faces(whole)):
        made = compose_card(layouts, name, card)
        small = LayoutResources(layouts.shelf, only_what_was_read(whole, made, card), "", lang, like=layouts)
        assert compose_card(small, name, card).frame == made.frame, (name, card.id)


def reads(elements: str) -> frozenset[str]:
    return face(layout(elements)).reads


def test_reads_are_of_other_cards_and_decks_only() -> None:
    assert reads('t: {kind: text, text: "{name} {game} {star}"}') == frozenset()
    assert reads('t: {kind: text, text: "{name.louhi}"}') == {"card louhi"}
    grid = "g: {kind: grid, each: {deck: tiles}, columns: 2, elements: {r: {kind: rect, fill: ink}}}"
    assert reads(grid) == {"deck tiles"}


def test_what_is_made_once_for_all_faces_is_read_by_each() -> None:
    layouts = resources(layout('t: {kind: text, text: "Hi", style: "{name.louhi}"}'))
    first, second = (compose_card(layouts, "tile", card) for card in list(book().cards.values())[:2])
    assert first.reads == second.reads != frozenset()
    assert first.report.items and [item.message for item in first.report] == [item.message for item in second.report]


def test_a_face_reads_cards_through_its_scope_only() -> None:
    """What is had from the resources' book is noted by nobody."""
    folder = Path(pnp.layout.painting.__file__).parent
    for path in some(folder.rglob("*.py")):
        text = path.read_text("utf-8")
        assert path.name in ("resources.py", "compose.py") or not re.search(r"resources\.book\b", text), path.name
