"""Setting text. In: words measured in parts of the type size, a box, the sizes allowed. Out: TextLines at the largest
size that fits.

Invariant: no word is lost or moved past another; no line is wider than the box unless the text does not fit at all,
which is reported with a reason. All widths grow with the size, so a text is measured once and tried at few sizes (the
sizes that fit are all below those that do not).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import ceil

from msgspec import Struct

from pnp.base.units import MM_PER_PT
from pnp.layout.drawing.frame import Glyph
from pnp.layout.text.measure import Metrics
from pnp.layout.text.shaping import Unshaped, needs_shaping, split_scripts

STEP = 0.1  # points between the sizes that are tried
_SHORT_LINE = 7  # letters: a last line of no more is avoided, before a forced line break too
_LONE_WORD = 0.5  # of the measure: so is a last line of one word that fills less
_FULL = 0.8  # of the measure: the lines before the last one fill so much
_SMALL_PRINT = 0.8  # of the size: what is smaller, such as the id of a rule, is not counted as a word
_TOGETHER = 3  # last lines that are broken together
_SLACK = 1e-6


class Ink(Struct, frozen=True, eq=False):
    """How one piece of text is drawn. factor: its size as part of the base size; rise: in parts of its own size."""

    metrics: Metrics
    factor: float = 1.0
    fill: str = "#000000"
    rise: float = 0.0
    spacing: float = 0.0
    is_shaped: bool = False  # kerned and with ligatures, also where the script does not ask for it


class Mark(Struct, frozen=True, eq=False):
    """An icon among the words; width and height in parts of the base size."""

    icon: str
    ink: Ink
    width: float
    height: float


class WordPart(Struct, frozen=True, eq=False):
    """Characters in one ink, or an icon; `content` is one or the other."""

    content: str | Mark
    ink: Ink
    width: float
    level: int = 0  # of its direction: odd is right to left
    glyphs: tuple[Glyph, ...] = ()  # of a shaped text


class TextWord(Struct, frozen=True, eq=False):
    """Parts that stay together.

    blank: width of the blank before it, 0 when it follows without one; hyphen: set when the line ends behind it.
    """

    parts: tuple[WordPart, ...]
    width: float
    blank: float = 0.0
    is_spaced: bool = True
    hyphen: WordPart | None = None
    factor: float = 1.0
    letters: int = 0
    blank_level: int = 0  # of the blank before it


class Run(Struct, frozen=True, eq=False):
    """Words up to a forced line break; `gap` before it when it begins a paragraph; `indent` from the left."""

    words: tuple[TextWord, ...]
    gap: float = 0.0
    indent: float = 0.0
    bullet: WordPart | None = None
    factor: float = 0.0  # that all its words have; 0 when they differ
    level: int = 0  # odd: the paragraph begins at the right


class TextLine(Struct, frozen=True, eq=False):
    """One line; widths in parts of the size."""

    words: tuple[TextWord, ...]
    width: float
    factor: float
    indent: float = 0.0
    gap: float = 0.0
    bullet: WordPart | None = None
    is_end: bool = False  # the last line of a run, never stretched
    level: int = 0


class Leading(Struct, frozen=True):
    """Heights in parts of the size."""

    line: float
    ascent: float
    descent: float
    cap: float


class Setting(Struct, frozen=True, eq=False):
    """A text that was set. `fault` is empty, or says why it does not fit at the smallest size."""

    size: float
    lines: tuple[TextLine, ...]
    height: float  # mm, from the first ascender to the last descender
    fault: str = ""


def set_text(
    runs: Sequence[Run],
    leading: Leading,
    width: float,
    height: float,
    size: float,
    least: float,
    most_lines: int = 0,
    is_centred: bool = False,
) -> Setting:
    """Set the runs in a box of mm at the largest size from `size` down to `least`.

    is_centred: the capitals stand in the middle of the box's height, and only the ink itself must fit: a numeral may
    then be as tall as its box.
    """
    tall = _ink_height if is_centred else height_of
    lines = _try(runs, leading, width, height, size, most_lines, tall)
    if lines is not None:
        return _setting(lines, leading, size)
    # Bisection over whole steps: the sizes that fit all lie below those that do not (see above).
    low, high = 1, ceil((size - least) / STEP - 1e-9)
    best: tuple[float, tuple[TextLine, ...]] | None = None
    while low <= high:
        middle = (low + high) // 2
        smaller = max(least, round(size - middle * STEP, 4))
        lines = _try(runs, leading, width, height, smaller, most_lines, tall)
        if lines is None:
            low = middle + 1
        else:
            best, high = (smaller, lines), middle - 1
    if best is not None:
        return _setting(best[1], leading, best[0])
    lines = break_lines(runs, width / (least * MM_PER_PT))
    return _setting(lines, leading, least, _reason(lines, leading, width, height, least, most_lines, tall))


def break_lines(runs: Sequence[Run], limit: float) -> tuple[TextLine, ...]:
    """Break every run into lines no wider than `limit` parts of the size; only a single word may be wider."""
    lines: list[TextLine] = []
    for run in runs:
        lines += _break_run(run, limit)
    return tuple(lines)


def height_of(lines: Sequence[TextLine], leading: Leading) -> float:
    """From the first ascender to the last descender, parts of the size."""
    if not lines:
        return 0.0
    total = leading.ascent * lines[0].factor + leading.descent * lines[-1].factor
    for line in lines[1:]:
        total += leading.line * line.factor + line.gap
    return total


def _ink_height(lines: Sequence[TextLine], leading: Leading) -> float:
    """Twice the way from the middle of the box to the farther end of the ink, the capitals standing in the middle."""
    if not lines:
        return 0.0
    span = sum(leading.line * line.factor + line.gap for line in lines[1:])
    middle = (span - leading.cap * lines[0].factor) / 2  # from the first baseline down
    above = max([_ink(part)[0] for part in _parts(lines[0])], default=0.0) + middle
    below = span + max([_ink(part)[1] for part in _parts(lines[-1])], default=0.0) - middle
    return 2 * max(above, below)


def _parts(line: TextLine) -> list[WordPart]:
    parts = [part for word in line.words for part in word.parts]
    return [*parts, line.bullet] if line.bullet else parts


def _ink(part: WordPart) -> tuple[float, float]:
    """How far a part reaches above and below the baseline."""
    ink = part.ink
    rise = ink.rise * ink.factor
    if isinstance(part.content, Mark):
        middle = ink.metrics.cap_height * ink.factor / 2
        return middle + part.content.height / 2 + rise, part.content.height / 2 - middle - rise
    top, bottom = ink.metrics.reach(part.glyphs) if part.glyphs else ink.metrics.extent(part.content)
    return top * ink.factor + rise, bottom * ink.factor - rise


def _break_run(run: Run, limit: float) -> list[TextLine]:
    room = limit - run.indent + _SLACK
    broken: Broken = []
    words = run.words
    start, width = 0, 0.0
    for at, word in enumerate(words):
        if at == start:
            width = word.width
            continue
        wider = width + word.blank + word.width
        # The next word decides whether the line ends behind this one; until then there must be room for its hyphen.
        ending = word.hyphen.width if word.hyphen else 0.0
        if wider + ending <= room:
            width = wider
            continue
        broken.append((start, at, width))
        start, width = at, word.width
    broken.append((start, len(words), width))
    if len(broken) > 1:
        broken[-_TOGETHER:] = _best_end(words, broken[-_TOGETHER:], room)
    out = []
    for number, (first, end, width) in enumerate(broken):
        chosen = words[first:end]
        hyphen = chosen[-1].hyphen if chosen else None
        if hyphen and number < len(broken) - 1:
            width += hyphen.width
        factor = run.factor or max((word.factor for word in chosen), default=1.0)
        out.append(
            TextLine(
                chosen,
                width,
                factor,
                run.indent,
                0.0 if number else run.gap,
                None if number else run.bullet,
                number == len(broken) - 1,
                run.level,
            )
        )
    return out


Broken = list[tuple[int, int, float]]  # lines: first word, behind the last word, width


def _best_end(words: tuple[TextWord, ...], lines: Broken, room: float) -> Broken:
    """Break the last lines again, as many as there were, so that the end is no widow and those before it are full."""
    best, least = lines, _faults_of(words, lines, room)
    if not least[0]:
        return lines
    (first, _, _), end = lines[0], lines[-1][1]
    known = [line[:2] for line in lines]
    reach = [0.0]  # width of all words up to here, with the blank before each
    for word in words[first:end]:
        reach.append(reach[-1] + word.blank + word.width)
    ends = [
        at
        for at in range(first + 1, end)
        if (words[at].is_spaced and not words[at - 1].hyphen) or any(at == line[0] for line in lines)
    ]

    def line(start: int, stop: int) -> tuple[int, int, float]:
        return start, stop, reach[stop - first] - reach[start - first] - words[start].blank

    for last in ends:
        if line(last, end)[2] > room:
            continue
        for middle in [at for at in ends if at < last] if len(lines) == _TOGETHER else [last]:
            tried = [line(first, middle), *([line(middle, last)] if middle < last else []), line(last, end)]
            if any(
                width > room or (stop - start < 2 and (start, stop) not in known) for start, stop, width in tried[:-1]
            ):
                continue
            if (faults := _faults_of(words, tried, room)) < least:
                best, least = tried, faults
    return best


def _faults_of(words: tuple[TextWord, ...], lines: Broken, room: float) -> tuple[float, float]:
    """How bad the end of a text looks: its faults, and how much the lines before the last one lack."""
    start, end, width = lines[-1]
    whole = max(word.factor for word in words[start - 1 : end])
    counted = [word for word in words[start:end] if word.factor >= _SMALL_PRINT * whole]
    is_short = sum(word.letters for word in counted) <= _SHORT_LINE
    is_alone = width < _LONE_WORD * room and not any(word.is_spaced for word in counted[1:])
    gaps = [1 - width / room for _, _, width in lines[:-1]]
    ragged = sum(gap > 1 - _FULL for gap in gaps)
    # Rather one long word alone than a ragged line above it, and that rather than a short word alone.
    short, alone = 1.5 * is_short, (1.5 if is_short else 0.9) * is_alone
    return ragged + short + alone, sum(gap * gap for gap in gaps)


def _try(
    runs: Sequence[Run],
    leading: Leading,
    width: float,
    height: float,
    size: float,
    most: int,
    tall: Callable[[Sequence[TextLine], Leading], float],
) -> tuple[TextLine, ...] | None:
    """The lines at this size, or None when they do not fit."""
    unit = size * MM_PER_PT
    limit = width / unit
    lines = break_lines(runs, limit)
    if most and len(lines) > most:
        return None
    if any(line.width + line.indent > limit + _SLACK for line in lines):
        return None
    return lines if tall(lines, leading) * unit <= height + 1e-3 else None


def _setting(lines: tuple[TextLine, ...], leading: Leading, size: float, fault: str = "") -> Setting:
    return Setting(size, lines, height_of(lines, leading) * size * MM_PER_PT, fault)


def _reason(
    lines: Sequence[TextLine],
    leading: Leading,
    width: float,
    height: float,
    size: float,
    most: int,
    tall: Callable[[Sequence[TextLine], Leading], float],
) -> str:
    unit = size * MM_PER_PT
    for line in lines:
        if (line.width + line.indent) * unit > width + 1e-3:
            wide = (line.width + line.indent) * unit
            return f"“{line_text(line)[:40]}” is {wide:.1f} mm wide at {size:g} pt, the box has {width:.1f} mm"
    if most and len(lines) > most:
        return f"it needs {len(lines)} lines at {size:g} pt, {most} are allowed"
    return f"it is {tall(lines, leading) * unit:.1f} mm high at {size:g} pt, the box has {height:.1f} mm"


def line_text(line: TextLine) -> str:
    """The characters of a line."""
    out = ""
    for word in line.words:
        if out and word.is_spaced:
            out += " "
        out += "".join(part.content for part in word.parts if isinstance(part.content, str))
    return out


_PIECES = re.compile(r"[ \t]+|[^ \t]+")
_BREAKS = re.compile(r"[^\u00ad/–—-]*(?:[-–—/]+|\u00ad|$)")
_DIVIDING = re.compile(r"[-\u00ad–—/\t]")


class Tokenizer:
    """Collects words. known: words by ink and characters, shared between texts of one look."""

    __slots__ = ("_blank", "_blank_level", "_is_spaced", "_known", "_parts", "unshaped", "words")

    def __init__(self, known: dict[Ink, dict[str, TextWord]]) -> None:
        self.words: list[TextWord] = []
        self._known = known
        self._parts: list[WordPart] = []
        self._blank = 0.0
        self._blank_level = 0
        self._is_spaced = True
        self.unshaped: list[str] = []  # what HarfBuzz would be needed for, and it is not there

    def add(self, part: WordPart) -> None:
        """Something that belongs to the current word."""
        self._parts.append(part)

    def close(self, hyphen: WordPart | None = None) -> None:
        """The current word ends here."""
        parts = self._parts
        if not parts:
            return
        letters = sum(len(part.content) if isinstance(part.content, str) else 1 for part in parts)
        width = sum([part.width for part in parts])
        factor = max([part.ink.factor for part in parts])
        blank = self._blank if self._is_spaced else 0.0
        level = self._blank_level
        self.words.append(TextWord(tuple(parts), width, blank, self._is_spaced, hyphen, factor, letters, level))
        self._parts, self._blank, self._is_spaced = [], 0.0, False

    def cut(self, text: str, ink: Ink, is_held: bool) -> None:
        """Characters of one ink; `is_held`: nothing inside may break."""
        if is_held:
            held = text.replace("\u00ad", "")
            if self._parts:
                held = held.replace(" ", "\u00a0")
            else:
                stripped = held.lstrip(" ")
                if stripped != held:
                    self._space(ink)
                held = stripped.replace(" ", "\u00a0")
            if held:
                self._parts.append(_part(held, ink))
        elif " " in text and not _DIVIDING.search(text):
            self._cut_plain(text.split(" "), ink)
        else:
            for token in _PIECES.findall(text):
                if token[0] in " \t":
                    self.close()
                    self._space(ink)
                elif _DIVIDING.search(token):
                    self._cut_divided(token, ink)
                else:
                    self._parts.append(_part(token, ink))

    def shape(self, text: str, ink: Ink, is_held: bool, levels: Sequence[int]) -> None:
        """Characters of one ink that must be shaped, or stand beside such, each with the level of its direction."""
        at = 0
        for token in _PIECES.findall(text.replace("\t", " ")):
            level = levels[at]
            if token[0] == " ":
                if is_held and self._parts:
                    self._shape_part("\u00a0" * len(token), ink, level)
                else:
                    self.close()
                    self._space(ink)
                    self._blank_level = level
            else:
                for chunk in [token] if is_held else _BREAKS.findall(token):
                    self._shape_chunk(chunk, ink, levels[at : at + len(chunk)])
                    at += len(chunk)
                    if not is_held and len(chunk) > 1 and chunk[-1] in "-–—/":
                        self.close()
                continue
            at += len(token)

    def _shape_chunk(self, chunk: str, ink: Ink, levels: Sequence[int]) -> None:
        """Parts of one direction and one script each, in logical order."""
        start = 0
        while start < len(chunk):
            end = start
            while end < len(chunk) and levels[end] == levels[start]:
                end += 1
            for piece in split_scripts(chunk[start:end].replace("\u00ad", "")):
                self._shape_part(piece, ink, levels[start])
            start = end

    def _shape_part(self, text: str, ink: Ink, level: int) -> None:
        if not (level % 2 or ink.is_shaped or needs_shaping(text)):
            self._parts.append(_part(text, ink, level))
            return
        try:
            glyphs = ink.metrics.shape(text, bool(level % 2), not ink.spacing)
        except Unshaped:
            self.unshaped.append(text)
            self._parts.append(_part(text, ink, level))
            return
        width = (sum([glyph.advance for glyph in glyphs]) + ink.spacing * len(glyphs)) * ink.factor
        self._parts.append(WordPart(text, ink, width, level, glyphs))

    def _cut_plain(self, tokens: list[str], ink: Ink) -> None:
        """Words without inner breaks: all but the first and the last stand between blanks of this ink."""
        known = self._known.get(ink)
        if known is None:
            known = self._known[ink] = {}
        if tokens[0]:
            self._parts.append(_part(tokens[0], ink))
        self.close()
        words = self.words
        for token in tokens[1:-1]:
            if token:
                word = known.get(token)
                if word is None:
                    part = _part(token, ink)
                    blank = width_of(" ", ink)
                    word = known[token] = TextWord((part,), part.width, blank, True, None, ink.factor, len(token))
                words.append(word)
        self._blank = 0.0
        self._space(ink)
        if tokens[-1]:
            self._parts.append(_part(tokens[-1], ink))

    def _cut_divided(self, token: str, ink: Ink) -> None:
        """A word with hyphens, dashes, strokes or soft hyphens, behind which it may break."""
        for chunk in _BREAKS.findall(token):
            is_soft = chunk.endswith("\u00ad")
            chunk = chunk.rstrip("\u00ad")
            if chunk:
                self._parts.append(_part(chunk, ink))
            if is_soft or (len(chunk) > 1 and chunk[-1] in "-–—/"):
                self.close(_part("-", ink) if is_soft else None)

    def _space(self, ink: Ink) -> None:
        self._blank, self._is_spaced = max(self._blank, width_of(" ", ink)), True


def width_of(text: str, ink: Ink) -> float:
    """The width in parts of the base size."""
    return (ink.metrics.width(text) + ink.spacing * len(text)) * ink.factor


def _part(text: str, ink: Ink, level: int = 0) -> WordPart:
    return WordPart(text, ink, width_of(text, ink), level)
