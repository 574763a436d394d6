"""A small game on disk that tests may change: a deck of any size, with as many cards and copies as they like."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pnp.catalog import CatalogEntry

GAME = """
game: small
title: Small
version: "1"
players: [2, 4]
languages: [en, fi]
letters: SMA
codes: SM
source: house
components:
  deck: {deck: deck, face: card, back: back, title: {en: The deck, fi: Pakka}}
  sheet: {kind: page, face: page, title: {en: The page, fi: Sivu}}
"""
FACE = """
size: SIZE
elements:
  ground: {kind: rect, box: bleed, fill: "#ddeeff"}
  name: {kind: text, text: "{name}", size: 9, x: INSET, y: INSET, right: INSET, height: 6}
  value: {kind: text, text: "{value}", size: 9, x: INSET, y: 14, right: INSET, height: 6}
"""
BACK = "size: SIZE\nelements:\n  ground: {kind: rect, box: bleed, fill: '#334455'}\n  own: OWN\n"
PAGE = "size: half-a4\nelements:\n  ground: {kind: rect, fill: '#eeeeee'}\n"


def write_game(
    folder: Path,
    cards: Mapping[str, int],
    size: str = "{width: 63.5, height: 88.9, corner: 3, bleed: 3.175}",
    inset: float = 5,
    values: Mapping[str, int] | None = None,
    own_backs: bool = False,
) -> CatalogEntry:
    """Write `small` below the folder: cards by id with their copies, and their values (1 unless said)."""
    root = folder / "small"
    (root / "cards").mkdir(parents=True, exist_ok=True)
    (root / "layouts").mkdir(exist_ok=True)
    (root / "cards" / "game.yaml").write_text(GAME, "utf-8")
    lines = ["deck: deck", "title: {en: The deck, fi: Pakka}", f"total: {sum(cards.values())}", "source: house"]
    lines += ["fields: {value: {type: int, required: true}}", "cards:"]
    for name, copies in cards.items():
        value = (values or {}).get(name, 1)
        lines.append(
            f"  - {{id: {name}, name: {{en: Card {name}, fi: Kortti {name}}}, copies: {copies}, value: {value}}}"
        )
    (root / "cards" / "deck.yaml").write_text("\n".join(lines) + "\n", "utf-8")
    own = '{kind: text, text: "{name}", size: 8, x: 8, y: 8, right: 8, height: 6}'
    for name, text in (("card", FACE), ("back", BACK), ("page", PAGE)):
        text = text.replace("SIZE", size).replace("INSET", f"{inset:g}")
        text = text.replace(
            "OWN", own if own_backs else "{kind: rect, x: 10, y: 10, width: 9, height: 9, fill: '#ffffff'}"
        )
        (root / "layouts" / f"{name}.yaml").write_text(text, "utf-8")
    return CatalogEntry("small", str(root / "cards"), str(root / "layouts"))
