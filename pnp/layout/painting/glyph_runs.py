"""From words to drawn glyph runs. In: paragraphs and a TextLook. Out: measured Runs to be set, then Text items.

Invariant: what is set is what is drawn; a word's ink never changes between measuring and drawing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from unicodedata import normalize

from msgspec import Struct

from pnp.base.units import MM_PER_PT
from pnp.layout.drawing.colour import mix
from pnp.layout.drawing.frame import Item, Shape, ShapedText, Text
from pnp.layout.drawing.path import rect_path
from pnp.layout.template.theme import FontRole
from pnp.layout.text.markup import PLAIN, Break, Mods, Paragraph, Sign, TextPiece
from pnp.layout.text.measure import Metrics
from pnp.layout.text.shaping import find_levels, has_right, needs_shaping, reorder
from pnp.layout.text.typesetting import (
    Ink,
    Leading,
    Mark,
    Run,
    Setting,
    TextLine,
    TextWord,
    Tokenizer,
    WordPart,
    width_of,
)

BODY_MINIMUM = 6.5
SMALL_MINIMUM = 5.0
_SHIFT_FACTOR = 0.66
_HYPHEN_MINUS = re.compile(r"(?<![\w.,;:)\]}–—−-])-(?=\d)")  # before a number, not within a word, a code or a range
_MINUS = "\N{MINUS SIGN}"
_TYPED = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")  # within a word: Aino's
_OF_MANY = re.compile(r"(?<=s)'(?=[\s.,;:!?)]|$)")  # behind one: players'
_QUOTED = re.compile(r"(?<!\w)'(?=\w)")  # before one: there the other, too, may be a quotation mark
_APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
_OBJECT = "\ufffc"
_PALE = 0.45  # of the ink of words: as dark as their letters are from afar
_X_HEIGHT = 0.72  # of the capitals


class TextLook(Struct, frozen=True, eq=False):
    """A style with everything decided: fonts, colours, sizes in points."""

    role: FontRole
    size: float
    min: float
    fill: str
    bold: bool = False
    italic: bool = False
    align: str = "left"
    valign: str = "top"
    leading: float = 1.2
    spacing: float = 0.0
    caps: bool = False
    gap: float = 0.35
    indent: float = 0.9
    bullet: str = "•"
    icon_size: float = 1.0
    icon_fill: str = ""
    shrinks: bool = True
    lines: int = 0
    together: str = ""
    smallprint: bool = False
    on: str = ""
    both: str = ""  # how two languages stand together
    is_shaped: bool = False


class TextStyle:
    """What texts of one TextLook are set with: an Ink for each Mods, made once, and the measured words."""

    __slots__ = ("_aspect", "_inks", "_known", "_metrics", "leading", "look", "resolve", "unshaped")

    def __init__(
        self,
        look: TextLook,
        metrics: Callable[[str], Metrics],
        resolve: Callable[[str], FontRole | str],
        aspect: Callable[[str], float],
    ) -> None:
        self.look = look
        self._metrics = metrics
        self.resolve = resolve
        self._aspect = aspect
        self._inks: dict[Mods, Ink] = {}
        self._known: dict[Ink, dict[str, TextWord]] = {}
        self.unshaped: list[str] = []  # texts that HarfBuzz is needed for, where it is not installed
        base = self.ink(PLAIN).metrics
        self.leading = Leading(look.leading, base.ascent, base.descent, base.cap_height)

    def ink(self, mods: Mods) -> Ink:
        """The ink of a piece; ValueError when a mark names neither a colour nor a font."""
        ink = self._inks.get(mods)
        if ink is None:
            ink = self._inks[mods] = self._make_ink(mods)
        return ink

    def _make_ink(self, mods: Mods) -> Ink:
        look, role, fill = self.look, self.look.role, self.look.fill
        for mark in mods.marks:
            meaning = self.resolve(mark)
            if isinstance(meaning, FontRole):
                role = meaning
            else:
                fill = meaning
        factor = mods.factor * (mods.points / look.size if mods.points else 1.0)
        rise = 0.0
        if mods.shift:
            factor *= _SHIFT_FACTOR
            rise = 0.5 if mods.shift > 0 else -0.2
        # Bold inside a bold style and italic inside an italic one stand out by being neither.
        metrics = self._metrics(role.cut(look.bold or mods.bold, look.italic != mods.italic))
        return Ink(metrics, factor, fill, rise, look.spacing, look.is_shaped)

    def runs(self, paragraphs: list[Paragraph]) -> list[Run]:
        """The paragraphs as measured words."""
        runs: list[Run] = []
        for number, paragraph in enumerate(paragraphs):
            gap = self.look.gap if number else 0.0
            indent = self.look.indent if paragraph.bullet else 0.0
            bullet = self._bullet() if paragraph.bullet else None
            segments: list[list[TextPiece | Sign]] = [[]]
            for piece in paragraph.pieces:
                if isinstance(piece, Break):
                    segments.append([])
                elif isinstance(piece, TextPiece | Sign):
                    segments[-1].append(piece)
            for at, segment in enumerate(segments):
                words, level = self._words(segment)
                factors = {word.factor for word in words}
                factor = factors.pop() if len(factors) == 1 else 0.0
                runs.append(Run(tuple(words), 0.0 if at else gap, indent, None if at else bullet, factor, level))
        return runs

    def _bullet(self) -> WordPart:
        text = self.look.bullet
        ink = self.ink(PLAIN)
        if text.startswith("{"):
            return self._mark(text[1:-1], ink)
        return WordPart(text, ink, ink.metrics.width(text))

    def _mark(self, icon: str, ink: Ink) -> WordPart:
        height = self.look.icon_size * ink.factor
        width = height * self._aspect(icon)
        if self.look.icon_fill and ink.fill == self.look.fill:
            ink = Ink(ink.metrics, ink.factor, self.look.icon_fill, ink.rise, ink.spacing, ink.is_shaped)
        return WordPart(Mark(icon, ink, width, height), ink, width)

    def _words(self, pieces: list[TextPiece | Sign]) -> tuple[list[TextWord], int]:
        """The words, and the level of their direction."""
        tokenizer = Tokenizer(self._known)
        texts = self._with_true_signs([self._letters(piece) for piece in pieces], pieces)
        is_shaped = self.look.is_shaped or any(map(needs_shaping, texts))
        base, levels = find_levels("".join(texts)) if is_shaped and any(map(has_right, texts)) else (0, [])
        at = 0
        for piece, text in zip(pieces, texts, strict=True):
            ink = self.ink(piece.mods)
            if isinstance(piece, Sign):
                mark = self._mark(piece.icon, ink)
                tokenizer.add(WordPart(mark.content, mark.ink, mark.width, levels[at]) if levels else mark)
            elif is_shaped:
                tokenizer.shape(text, ink, piece.mods.nobreak, levels[at : at + len(text)] or [0] * len(text))
            else:
                tokenizer.cut(text, ink, piece.mods.nobreak)
            at += len(text)
        tokenizer.close()
        self.unshaped += tokenizer.unshaped
        return tokenizer.words, base

    def _with_true_signs(self, texts: list[str], pieces: list[TextPiece | Sign]) -> list[str]:
        """The texts with true minuses before numbers and true apostrophes in words, where the font has them."""
        whole = "".join(texts)
        done = _HYPHEN_MINUS.sub(_MINUS, whole)
        if "'" in whole:
            done = _TYPED.sub(_APOSTROPHE, done)
            done = done if _QUOTED.search(whole) else _OF_MANY.sub(_APOSTROPHE, done)
        if done == whole:
            return texts
        at, out = 0, []
        for piece, text in zip(pieces, texts, strict=True):
            better = done[at : at + len(text)]
            out.append(text if self.ink(piece.mods).metrics.lacks(better) else better)
            at += len(text)
        return out

    def _letters(self, piece: TextPiece | Sign) -> str:
        """The characters of a piece; an icon counts as one that has no direction."""
        if isinstance(piece, Sign):
            return _OBJECT
        text = piece.text.upper() if piece.mods.caps or self.look.caps else piece.text
        return normalize("NFC", text) if needs_shaping(text) else text


class PlacedLine(Struct, frozen=True):
    """A line of a setting with its place: where its words begin and its baseline, mm; what is added to each blank."""

    line: TextLine
    left: float
    baseline: float
    stretch: float


def place_lines(setting: Setting, style: TextStyle, box: tuple[float, float, float, float]) -> Iterator[PlacedLine]:
    """Where the lines of a setting stand in its box."""
    x, y, width, height = box
    look, leading = style.look, style.leading
    unit = setting.size * MM_PER_PT
    if not setting.lines:
        return
    baseline = y + _first_baseline(setting, leading, look.valign, height)
    for number, line in enumerate(setting.lines):
        if number:
            baseline += (leading.line * line.factor + line.gap) * unit
        room = width - line.indent * unit
        rest = room - (line.width - look.spacing) * unit
        left = x + line.indent * unit
        stretch = 0.0
        if line.level % 2:
            left = x  # the hanging indent is on the right
        if look.align == "centre":
            left += rest / 2
        elif look.align == "right" or (look.align == "start" and line.level % 2):
            left += rest
        elif look.align == "justify" and not line.is_end:
            blanks = sum(word.is_spaced for word in line.words[1:])
            stretch = rest / blanks if blanks else 0.0
        yield PlacedLine(line, left, baseline, stretch)


def draw_lines(
    setting: Setting,
    style: TextStyle,
    box: tuple[float, float, float, float],
    draw_mark: Callable[[Mark, float, float, float], Item | None],
) -> list[Item]:
    """Text items of a setting in its box; `draw_mark` draws an icon at x, baseline, with the mm of one part."""
    x, _, width, _ = box
    unit = setting.size * MM_PER_PT
    items: list[Item] = []
    for placed in place_lines(setting, style, box):
        line, baseline = placed.line, placed.baseline
        if line.bullet is not None:
            place = x + width - line.bullet.width * unit if line.level % 2 else x
            items += _draw_parts([(line.bullet, place)], baseline, unit, setting.size, draw_mark)
        parts = _line_parts(line, placed.left, unit, placed.stretch)
        items += _draw_parts(parts, baseline, unit, setting.size, draw_mark)
    return items


def draw_bars(setting: Setting, style: TextStyle, box: tuple[float, float, float, float], ground: str) -> list[Shape]:
    """A pale bar for each line, as long as it and as high as its small letters, where nobody could read the words.
    ground: the colour of what lies below. Theirs is solid: a press needs no transparency for it.
    """
    unit = setting.size * MM_PER_PT
    high = style.leading.cap * _X_HEIGHT * unit
    lines = [placed for placed in place_lines(setting, style, box) if placed.line.words]
    bars = [rect_path(one.left, one.baseline - high, one.line.width * unit, high) for one in lines]
    return [Shape(tuple(chain.from_iterable(bars)), mix(style.look.fill, ground, _PALE))] if bars else []


def _first_baseline(setting: Setting, leading: Leading, valign: str, height: float) -> float:
    unit = setting.size * MM_PER_PT
    first, last = setting.lines[0].factor, setting.lines[-1].factor
    top = leading.ascent * first * unit
    if valign == "top":
        return top
    span = setting.height - (leading.ascent * first + leading.descent * last) * unit  # first to last baseline
    if valign == "baseline":
        return height - span
    if valign == "bottom":
        return height - leading.descent * last * unit - span
    return (height - span + leading.cap * first * unit) / 2  # capitals stand in the middle


def _line_parts(line: TextLine, left: float, unit: float, stretch: float) -> list[tuple[WordPart, float]]:
    """The parts of a line with their places; neighbours of one ink become one part when nothing is stretched."""
    if line.level or any(part.level for word in line.words for part in word.parts):
        return _visual_parts(line, left, unit, stretch)
    runs: list[tuple[WordPart, float, list[str]]] = []  # a part, its place, and the texts that become one there
    at = left
    for number, word in enumerate(line.words, 1):
        blank: str | None = ""
        if number > 1 and word.is_spaced:
            at += word.blank * unit + stretch
            is_usual = not stretch and abs(width_of(" ", word.parts[0].ink) - word.blank) < 1e-9
            blank = " " if is_usual else None  # nothing is joined across another blank
        is_broken = number == len(line.words) and not line.is_end
        for part in (*word.parts, word.hyphen) if is_broken and word.hyphen is not None else word.parts:
            text = part.content if isinstance(part.content, str) and not part.glyphs else ""
            if text and blank is not None and runs and runs[-1][2] and runs[-1][0].ink is part.ink:
                runs[-1][2].extend((blank, text))
            else:
                runs.append((part, at, [text] if text else []))
            at += part.width * unit
            blank = ""
    return [(WordPart("".join(texts), part.ink, 0.0) if texts else part, x) for part, x, texts in runs]


def _visual_parts(line: TextLine, left: float, unit: float, stretch: float) -> list[tuple[WordPart, float]]:
    """The parts of a line in which something runs to the left, with their places."""
    parts: list[WordPart | float] = []  # a part, or the width of a blank
    levels: list[int] = []
    for number, word in enumerate(line.words):
        if number and word.is_spaced:
            parts.append(word.blank * unit + stretch)
            levels.append(word.blank_level)
        parts += word.parts
        levels += [part.level for part in word.parts]
    if line.words and line.words[-1].hyphen is not None and not line.is_end:
        parts.append(line.words[-1].hyphen)
        levels.append(line.level)
    placed = []
    at = left
    for part in reorder(parts, levels):
        if isinstance(part, WordPart):
            placed.append((part, at))
        at += part.width * unit if isinstance(part, WordPart) else part
    return placed


def _draw_parts(
    placed: list[tuple[WordPart, float]],
    baseline: float,
    unit: float,
    size: float,
    draw_mark: Callable[[Mark, float, float, float], Item | None],
) -> list[Item]:
    items: list[Item] = []
    for part, x in placed:
        ink = part.ink
        y = baseline - ink.rise * ink.factor * unit
        if isinstance(part.content, Mark):
            item = draw_mark(part.content, x, y, unit)
            if item is not None:
                items.append(item)
            continue
        own = size * ink.factor
        place = (round(x, 3), round(y, 3), part.content, ink.metrics.name, round(own, 3), ink.fill)
        spacing = round(ink.spacing * own, 4)
        items.append(ShapedText(*place, spacing, part.glyphs) if part.glyphs else Text(*place, spacing))
    return items
