"""A small game in memory, and resources for it: what the layout tests stand on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pnp.base.diagnostics import Report, Span
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.painting.compose import compose_card, compose_page
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import Card, CardBook, Component, Constant, Deck
from pnp.library.rulebook import Rule, Rulebook, Section
from tests.layout.memory_shelf import MemoryShelf

FONTS = (
    *(f"fira-sans-condensed/{style}" for style in ("Regular", "Bold", "Italic", "BoldItalic")),
    *(f"alegreya-sans/{style}" for style in ("ExtraBold", "Black", "ExtraBoldItalic", "BlackItalic")),
    *(f"atkinson-hyperlegible/{style}" for style in ("Regular", "Bold", "Italic", "BoldItalic")),
    "vera/Regular",
)
STAR = '<svg viewBox="0 0 10 10"><path d="M0 0H10V10H0Z"/><path class="accent" d="M2 2H8V8H2Z"/></svg>'


@lru_cache(maxsize=1)
def stock() -> tuple[dict[str, str | bytes], dict[str, bytes]]:
    """The stock's files and the fonts, read once."""
    disk = DiskShelf()
    files: dict[str, str | bytes] = {
        f"_stock/{name}": disk.text(f"_stock/{name}") for name in ("theme.yaml", "sizes.yaml", "card.yaml", "back.yaml")
    }
    files["_stock/icons/star.svg"] = STAR
    fonts = {name: disk.font(name) or b"" for name in FONTS}
    return files, fonts


def ukko(**fields: Any) -> Card:
    """The card of most tests."""
    return Card(
        "ukko",
        "tiles",
        {"*": "Ukko"},
        2,
        "KV2",
        {"value": 7, "power": "none", "steps": ["one", "two", "three"], "pre": {"blue": 8, "red": 1}, **fields},
        {"rule": {"en": "Beats **{value}** and {star} lower ones.", "fi": "Voittaa pienemmät."}},
    )


def book(*cards: Card, rules: tuple[Rule, ...] = ()) -> CardBook:
    """A game of these cards."""
    cards = cards or (ukko(), Card("louhi", "tiles", {"*": "Louhi"}, 3, "KV7", {"value": 2, "power": "both"}))
    deck = Deck("tiles", {"en": "Tiles", "fi": "Laatat"}, cards, texts=("rule",))
    rules = rules or (
        Rule("GAM-01", "setup", {"en": "Two play.", "fi": "Kaksi pelaa."}, examples=({"en": "Anna and Eero."},)),
        Rule("GAM-02", "setup", {"en": "Never printed."}, summary=False),
        Rule("GAM-03", "end", {"en": "The highest score wins."}, "people"),
    )
    sections = (Section("setup", {"en": "Setting up"}, {"en": "Before you play."}), Section("end", {"en": "The end"}))
    return CardBook(
        "game",
        {"en": "The Game", "fi": "Peli"},
        (2, 2),
        ("en", "fi"),
        decks={"tiles": deck},
        constants={"hand_size": Constant(5)},
        components=(Component("tiles", {"en": "Tiles"}, "cards", "tiles", "tile"),),
        names={"points": {"en": "points", "fi": "pistettä"}},
        rulebook=Rulebook(sections, {rule.id: rule for rule in rules}, {"en": "Thanks to all."}),
    )


def resources(
    files: dict[str, str | bytes] | str,
    theme: str = "",
    lang: str = "en",
    cards: CardBook | None = None,
    fonts: dict[str, bytes] | None = None,
) -> LayoutResources:
    """Resources over these files of the game; a single text is its layout `tile`."""
    if isinstance(files, str):
        files = {"tile.yaml": files}
    ground, all_fonts = stock()
    own = {name if name.startswith("_") else f"game/{name}": text for name, text in files.items()}
    shelf = MemoryShelf({**ground, **own}, all_fonts if fonts is None else fonts)

    def origins(card: str, datum: str) -> Span | None:
        return Span("cards/game/tiles.yaml", 7, 3) if datum == "text.rule" else None

    return LayoutResources(shelf, cards or book(), theme, lang, origins)


def layout(elements: str, head: str = "size: {width: 40, height: 30, bleed: 2, safe: 2}") -> str:
    """A layout with these elements, one a line."""
    return head + "\nelements:\n" + "\n".join(f"  {line}" for line in elements.strip("\n").split("\n")) + "\n"


def face(text: str, card: Card | None = None, **others: Any) -> ComposedFace:
    """The face of a card under a layout; fails on faults of the layout itself."""
    layouts = resources(text, **others)
    made = compose_card(layouts, "tile", card or ukko())
    assert not layouts.report.items, [str(item) for item in layouts.report]
    return made


def pages(text: str, **others: Any) -> list[ComposedFace]:
    """The pages of a layout without a card."""
    layouts = resources(text, **others)
    made = compose_page(layouts, "tile")
    assert not layouts.report.items, [str(item) for item in layouts.report]
    return made


def faults(text: dict[str, str | bytes] | str, **others: Any) -> Report:
    """Everything that is wrong with a layout and its face."""
    layouts = resources(text, **others)
    made = compose_card(layouts, "tile", ukko())
    return Report([*layouts.report, *made.report])


def fault_places(report: Report) -> list[str]:
    """Diagnostics as `line:col code`."""
    return [f"{item.span.line}:{item.span.column} {item.code}" for item in report]
