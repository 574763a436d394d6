"""What layouts that help cost: a deck composed with one size for all names, and with texts that shrink each for itself.

    python benchmarks/deck_sizes.py [cards]

The faces of the poker template, for a deck of 500 cards: as it is; without `among: deck`; and with fixed boxes in place
of stacks. Processor time of composing all of them, of the first one alone (what `pnp look` waits for), and ratios; each
is the median of five turns taken alternately.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parent.parent))

from pnp.catalog import book_of, find_game
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import Card, CardBook

TEMPLATE = Path(__file__).parent.parent / "pnp" / "scaffold" / "templates" / "poker"
FIXED = """\
extends: card
elements:
  card: null
  name: {kind: text, text: "{name}", style: name, x: 5, right: 5, y: 55, height: 8, before: coin}
  rule: {kind: text, text: "{text.rule}", x: 5, right: 5, y: 64, bottom: 8, before: coin}
  scene: {kind: rect, box: [0 - bleed, 0 - bleed, 69, 55], fill: "{map.sky} 26% paper", before: name}
  picture: {kind: icon, icon: "{id}", instead: star, x: 17, right: 17, y: 12, height: 38, before: name}
"""
TURNS = 5


def large_book(count: int) -> CardBook:
    """The template's book with so many cards, no two of one name."""
    book = book_of(find_game("mygame", [TEMPLATE]))
    deck = book.decks["finds"]
    cards: list[Card] = []
    for number in range(count):
        one = deck.cards[number % len(deck.cards)]
        name = {"*": f"{next(iter(one.name.values()))} {number}"}
        cards.append(replace(one, id=f"{one.id}_{number}", name=name, copies=1))
    return replace(book, decks={"finds": replace(deck, cards=tuple(cards), total=count)})


def compose_all(folder: str, book: CardBook, layout: str) -> tuple[float, float]:
    """Processor seconds until the first face is composed, and until all are."""
    shelf = DiskShelf(games={"mygame": (folder, str(TEMPLATE / "mygame" / "layouts"))})
    resources = LayoutResources(shelf, book)
    resources.template(layout)
    began, first = time.process_time(), 0.0
    for card in book.decks["finds"].cards:
        assert not compose_card(resources, layout, card).report.errors
        first = first or time.process_time() - began
    return first, time.process_time() - began


def main() -> None:
    """Print the times and their ratios."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    book = large_book(count)
    with tempfile.TemporaryDirectory() as folder:
        own = (TEMPLATE / "mygame" / "layouts" / "card.yaml").read_text("utf-8")
        alone = "styles: {name: {among: face}}\n"
        Path(folder, "alone.yaml").write_text(own + alone, encoding="utf-8")
        Path(folder, "fixed.yaml").write_text(FIXED + alone, encoding="utf-8")
        names = ("card", "alone", "fixed")
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
        for _ in range(TURNS):
            for name in names:
                times[name].append(compose_all(folder, book, name))
    titles = {"card": "stacks, one size for the deck", "alone": "stacks, each its own size", "fixed": "fixed boxes"}
    whole = {name: median(one[1] for one in times[name]) for name in names}
    print(f"{count} cards, processor time of composing")
    for name in names:
        first = median(one[0] for one in times[name])
        ratio = whole[name] / whole["fixed"]
        print(f"  {titles[name]:32} all {whole[name]:6.2f} s  first {first * 1000:6.0f} ms  ÷ fixed boxes {ratio:.2f}")


if __name__ == "__main__":
    main()
