"""The common work of the printing benchmarks: a deck as a game for pnp and as a Typst source.

Poker cards on A4, 3 × 3, crop marks, no backs: a frame, a title, 40 words with some in bold, two vector icons.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

GAME = """game: common
title: Common work
version: "1"
players: [2, 4]
languages: [en]
letters: COM
codes: CO
source: house
components:
  deck: {deck: deck, face: card, title: Deck}
"""
CARD = """size: poker
elements:
  ground: {kind: rect, box: bleed, fill: "#f4efe0"}
  frame: {kind: rect, x: 3, y: 3, right: 3, bottom: 3, stroke: "#224455", stroke_width: 0.6, radius: 2}
  title: {kind: text, text: "{name}", size: 14, x: 6, y: 6, right: 6, height: 8}
  left: {kind: icon, icon: star, x: 6, y: 16, width: 12, height: 12, colour: "#884422"}
  right: {kind: icon, icon: moon, x: 45, y: 16, width: 12, height: 12, colour: "#224488"}
  rule: {kind: text, text: "{text.rule}", size: 9, min: 7, x: 6, y: 34, right: 6, bottom: 6}
"""
ICONS = {
    "star": "M12 2 L15 9 L22 9 L16 14 L18 22 L12 17 L6 22 L8 14 L2 9 L9 9 Z",
    "moon": "M16 2 C8 4 6 18 16 22 C4 24 0 4 16 2 Z",
}
WORDS = (
    *("draw", "play", "discard", "card", "token", "market", "board", "river", "forest", "night", "trade", "build"),
    *("spirit", "hammer", "harvest", "shore", "winter", "and", "or", "then", "from", "every", "other", "player"),
    *("may", "choose", "one", "two", "gain", "lose", "keep", "move", "swap", "reveal"),
)


def words_of(number: int) -> list[str]:
    """The forty words of a card."""
    dice = random.Random(number)
    return [dice.choice(WORDS) for _ in range(40)]


def copies_of(unique: int, cards: int) -> list[int]:
    """How often each design is in the deck."""
    return [cards // unique + (number < cards % unique) for number in range(unique)]


def write_game(folder: Path, unique: int, cards: int) -> None:
    """The deck as a game."""
    root = folder / "common"
    (root / "cards").mkdir(parents=True, exist_ok=True)
    (root / "layouts" / "icons").mkdir(parents=True, exist_ok=True)
    (root / "cards" / "game.yaml").write_text(GAME)
    lines = ["deck: deck", "title: Deck", f"total: {cards}", "source: house", "texts: [rule]", "cards:"]
    for number, copies in enumerate(copies_of(unique, cards)):
        words = words_of(number)
        words[5], words[20] = f"**{words[5]}**", f"**{words[20]}**"
        text = " ".join(words)
        lines += [
            f"  - id: card-{number}",
            f"    name: Card {number}",
            f"    copies: {copies}",
            f'    text: {{rule: "{text}"}}',
        ]
    (root / "cards" / "deck.yaml").write_text("\n".join(lines) + "\n")
    (root / "layouts" / "card.yaml").write_text(CARD)
    for name, path in ICONS.items():
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="{path}"/></svg>'
        (root / "layouts" / "icons" / f"{name}.svg").write_text(svg)


def write_typst(folder: Path, unique: int, cards: int, pages: bool = False) -> Path:
    """The deck as a Typst source: on sheets, or (`pages`) a face a page, with bleed, for pictures."""
    for name, path in ICONS.items():
        fill = "#884422" if name == "star" else "#224488"
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="{fill}" d="{path}"/></svg>'
        (folder / f"{name}.svg").write_text(svg)
    size = "width: 69mm, height: 94mm, margin: 0mm" if pages else "width: 210mm, height: 297mm, margin: 0mm"
    out = [
        f'#set page({size})\n#set text(font: "Fira Sans Condensed", size: 9pt)\n#set par(leading: 0.45em)',
        (
            "#let face(title, body, b) = box(width: 63mm + 2 * b, height: 88mm + 2 * b, clip: true, "
            'fill: rgb("#f4efe0"))['
            "#place(dx: b + 3mm, dy: b + 3mm, rect(width: 57mm, height: 82mm, radius: 2mm, "
            'stroke: 0.6mm + rgb("#224455")))'
            "#place(dx: b + 6mm, dy: b + 6mm, text(size: 14pt, title))"
            '#place(dx: b + 6mm, dy: b + 16mm, image("star.svg", width: 12mm))'
            '#place(dx: b + 45mm, dy: b + 16mm, image("moon.svg", width: 12mm))'
            "#place(dx: b + 6mm, dy: b + 34mm, box(width: 51mm, body))]"
        ),
    ]
    faces = []
    for number in range(unique):
        words = words_of(number)
        words[5], words[20] = f"*{words[5]}*", f"*{words[20]}*"
        faces.append(f"[{' '.join(words)}]")
    out.append("#let bodies = (" + ", ".join(faces) + ",)")
    slots = [number for number, copies in enumerate(copies_of(unique, cards)) for _ in range(copies)]
    if pages:
        out += [f'#face("Card {number}", bodies.at({number}), 3mm)' + ("#pagebreak()" if number < unique - 1 else "")
                for number in range(unique)]  # fmt: skip
    else:
        for at in range(0, len(slots), 9):
            for place, number in enumerate(slots[at : at + 9]):
                x, y = 10.5 + 63 * (place % 3), 16.5 + 88 * (place // 3)
                out.append(f'#place(dx: {x}mm, dy: {y}mm, face("Card {number}", bodies.at({number}), 0mm))')
            for line in range(4):
                x, y = 10.5 + 63 * line, 16.5 + 88 * line
                for top in (8, 284.5):
                    out.append(f"#place(dx: {x}mm, dy: {top}mm, line(angle: 90deg, length: 4mm, stroke: 0.1mm))")
                for left in (5, 201):
                    out.append(f"#place(dx: {left}mm, dy: {y}mm, line(length: 4mm, stroke: 0.1mm))")
            if at + 9 < len(slots):
                out.append("#pagebreak()")
    source = folder / ("pages.typ" if pages else "sheets.typ")
    source.write_text("\n".join(out))
    return source


def font_folder(folder: Path) -> Path:
    """The fonts that Typst needs, in a folder."""
    from pnp.export.disk_shelf import find_fonts

    place = folder / "fonts"
    place.mkdir(exist_ok=True)
    for name, file in find_fonts().items():
        if name in ("fira-sans-condensed/Regular", "fira-sans-condensed/Bold"):
            (place / Path(file).name).write_bytes(Path(file).read_bytes())
    return place
