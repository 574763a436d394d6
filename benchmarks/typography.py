"""Words as they are set in print: widows, headings at the foot of a column, the smallest text that is read in play.

    python benchmarks/typography.py [game …] [--all]

Composes every face and page of the games (en, in colour; with --all in every language, two at once, and in every theme)
and looks at what was set. A widow is a last line of one word that fills less than half of the measure, under a line of
three words or more, where the word before it finds a place, too. `narrow`: it finds none. Columns are divided between
blocks only, so of a paragraph no line stands alone; a heading at a column's foot is one whose first words are in the
next. The exit code is 1 when anything is found, or words read in play are below 7.5 pt. Small print (codes, page
numbers) is not read in play.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from pathlib import Path
from typing import Any

from msgspec import Struct

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ["PNP_CACHE_DIR"] = tempfile.mkdtemp(prefix="pnp-typography-")

from pnp.base.units import MM_PER_PT
from pnp.catalog import book_of, built_in_slugs, find_game
from pnp.export.order.building import prepare_game
from pnp.export.order.order import PrintOrder
from pnp.layout.painting import text_element
from pnp.layout.painting.face_canvas import Box, FaceCanvas
from pnp.layout.painting.flow import rule_blocks, rulebook_layout
from pnp.layout.painting.flow.rulebook_layout import PlacedBlock
from pnp.layout.painting.glyph_runs import TextStyle
from pnp.layout.text.typesetting import Setting, TextLine, TextWord, line_text

LEAST = 7.5  # pt: what is read in play
WAYS = [("en", "colour")]
ALL_WAYS = list(product(("en", "fi", "en+fi"), ("colour", "ink", "accessible")))


class Tally(Struct):
    """What was found in the faces of a component. smallest: points, and the words that are set in them."""

    texts: int = 0
    columns: int = 0
    widows: list[str] = []
    narrow: list[str] = []
    headings: list[str] = []
    smallest: tuple[float, str] = (99.0, "")


class Listener:
    """Hears of every text that is painted and every flow that is laid out, by the name of its face."""

    def __init__(self) -> None:
        self.found: dict[str, Tally] = {}
        paint, lay_out = text_element.paint_setting, vars(rulebook_layout)["_lay_out"]

        def painted(
            canvas: FaceCanvas, element: Any, style: TextStyle, setting: Setting, box: Box, *more: Any, **named: Any
        ) -> None:
            self.note(canvas, style, setting, box)
            paint(canvas, element, style, setting, box, *more, **named)

        def laid_out(canvas: FaceCanvas, *more: Any) -> Any:
            flow = lay_out(canvas, *more)
            tally = self._of(canvas)
            tally.columns += len({(item.page, item.column) for item in flow.placed})
            tally.headings += [f"page {item.page}, column {item.column + 1}" for item in headings_at_foot(flow.placed)]
            return flow

        for module in (text_element, rule_blocks):
            vars(module)["paint_setting"] = painted
        vars(rulebook_layout)["_lay_out"] = laid_out

    def note(self, canvas: FaceCanvas, style: TextStyle, setting: Setting, box: Box) -> None:
        """A text on its way to the paper; those in a small picture of another face are looked at, not read."""
        if canvas.insets:
            return
        tally = self._of(canvas)
        tally.texts += 1
        unit = setting.size * MM_PER_PT
        for above, last in ends_of(setting.lines):
            found = widow(above, last, box[2] / unit - last.indent)
            words = f"{canvas.name}: “{line_text(above)} | {line_text(last)}”"
            if found:
                (tally.widows if found == "widow" else tally.narrow).append(words)
        if not style.look.smallprint and setting.lines:
            smallest = min(setting.lines, key=lambda line: line.factor)
            tally.smallest = min(tally.smallest, (round(setting.size * smallest.factor, 1), line_text(smallest)[:50]))

    def _of(self, canvas: FaceCanvas) -> Tally:
        return self.found.setdefault(canvas.template.name, Tally())


def ends_of(lines: Sequence[TextLine]) -> Iterator[tuple[TextLine, TextLine]]:
    """The last lines of paragraphs, each with the line above it in the same paragraph."""
    for above, last in pairwise(lines):
        if last.is_end and not above.is_end:
            yield above, last


def widow(above: TextLine, last: TextLine, room: float) -> str:
    """`widow`, `narrow` where a second word has no room, or nothing."""
    spaced = [place for place, word in enumerate(above.words) if not place or word.is_spaced]
    if any(word.is_spaced for word in last.words[1:]) or any("\u00a0" in text_of(word) for word in last.words):
        return ""
    if len(spaced) < 3 or not last.words[0].is_spaced or last.width >= room / 2:
        return ""
    moved = above.words[spaced[-1] :]
    below = sum(word.width + word.blank for word in moved) - moved[0].blank + last.words[0].blank + last.width
    return "widow" if below <= room else "narrow"


def text_of(word: TextWord) -> str:
    """The characters of a word."""
    return "".join(part.content for part in word.parts if isinstance(part.content, str))


def headings_at_foot(placed: Sequence[PlacedBlock]) -> list[PlacedBlock]:
    """Blocks that are to stand above the next one, and do not."""
    pairs = pairwise(placed)
    return [
        item for item, after in pairs if item.block.is_title and (item.page, item.column) != (after.page, after.column)
    ]


def look_at(game: str, lang: str, theme: str, listener: Listener) -> dict[str, Tally]:
    """Compose a game; returns what was heard of each layout."""
    listener.found = {}
    entry = find_game(game)
    prepare_game(entry, book_of(entry), PrintOrder(lang=lang, theme=theme), are_frames=True)
    return listener.found


def main(words: list[str]) -> int:
    """Print what was found; returns the exit code."""
    games = [word for word in words if not word.startswith("-")] or built_in_slugs()
    ways = ALL_WAYS if "--all" in words else WAYS
    listener = Listener()
    faults = 0
    for game in games:
        tallies: dict[str, list[Tally]] = {}
        for lang, theme in ways:
            for name, tally in look_at(game, lang, theme, listener).items():
                tallies.setdefault(name, []).append(tally)
        faults += _print_game(game, tallies)
    return bool(faults)


def _print_game(game: str, tallies: dict[str, list[Tally]]) -> int:
    every = [tally for found in tallies.values() for tally in found]
    widows, narrow, headings = (
        [word for tally in every for word in getattr(tally, name)] for name in ("widows", "narrow", "headings")
    )
    texts, columns = sum(tally.texts for tally in every), sum(tally.columns for tally in every)
    print(f"{game}: {texts} texts, {len(widows)} widows, {len(narrow)} narrow", end="; ")
    print(f"{columns} columns, {len(headings)} headings at their foot")
    for words in sorted({*widows, *headings}):
        print(f"  {words}")
    smallest = {name: min(tally.smallest for tally in found) for name, found in tallies.items()}
    for name, (size, words) in smallest.items():
        if size < 99:
            print(f"  {'!' if size < LEAST else ' '} {size:4.1f} pt  {name}: “{words}”")
    return len(widows) + len(headings) + sum(size < LEAST for size, _ in smallest.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
