"""Reports of a terminal. In: sentences, tables, commands, and how many columns there are. Out: lines that fit.

A table that does not fit is a list: each name, and below it its numbers with what they are. Invariant: nothing is cut
off, and no line is wider than asked but a file's name or a word of a command that is: broken it could not be copied.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from unicodedata import combining, east_asian_width

from msgspec import Struct

from pnp.base.system import line_goes_on, quote_word

WIDTH = 80  # where nobody says how many
NAME = 26  # columns of the first column, where there is room
NARROW = 12  # columns in which a name may still be wrapped beside its numbers
BAR, LEAST_BAR = 30, 8
GAP = "  "
_APART = re.compile(r" (?![%±·])(?<!± )(?<!\d )")
ALSO = " ·"  # another number of the same name follows


class Prose(Struct, frozen=True):
    """A sentence; what stands before its first line, and before the others."""

    text: str
    first: str = ""
    rest: str = GAP

    def lines(self, width: int) -> list[str]:
        """Lines that break where a number keeps its unit, and its margin."""
        return _flow(_APART.split(" ".join(self.text.split())), width, self.first, self.rest)


class Command(Struct, frozen=True):
    """What somebody may paste into a shell; what: it is for."""

    what: str
    words: tuple[str, ...]

    def lines(self, width: int) -> list[str]:
        """In one line, or in several that a shell reads as one."""
        before = f"{GAP}{self.what}: " if self.what else 2 * GAP
        words = [quote_word(word) for word in self.words]
        whole = before + " ".join(words)
        goes_on = line_goes_on()
        if columns_of(whole) <= width:
            return [whole]
        label = [before.rstrip()] if self.what else []
        if not goes_on:
            return [*label, 2 * GAP + " ".join(words)]
        *most, last = _flow(_with_values(words), width - columns_of(goes_on) - 1, 2 * GAP, 3 * GAP, is_command=True)
        return [*label, *(f"{line} {goes_on}" for line in most), last]


class Row(Struct, frozen=True):
    """A name and its numbers. bar: of 1, drawn behind them, None for none · below: a file's name"""

    name: str
    cells: tuple[str, ...]
    bar: float | None = None
    below: str = ""


class Grid(Struct, frozen=True):
    """Rows under a title. head: what the numbers are, "" where they say it themselves."""

    title: str
    head: tuple[str, ...]
    rows: tuple[Row, ...]

    def lines(self, width: int) -> list[str]:
        """A table, one whose head is several lines high, or a list."""
        longest = max((columns_of(row.name) for row in self.rows), default=0)
        low = [(what,) for what in self.head]
        high = [tuple(what.split()) for what in self.head]
        for head, least in ((low, NAME), (high, NARROW)):
            columns = zip(head, *(row.cells for row in self.rows), strict=True)
            widths = [max(map(columns_of, (*words, *cells))) for words, *cells in columns]
            room = width - len(GAP) - sum(len(GAP) + column for column in widths)
            if room >= min(longest, least):
                return self._table(width, room, widths, longest)
        return self._list(width)

    def _table(self, width: int, room: int, widths: Sequence[int], longest: int) -> list[str]:
        drawn = len(GAP) + LEAST_BAR if any(row.bar is not None for row in self.rows) else 0
        title = columns_of(self.title) - len(GAP)
        name = min(room, max(longest, min(max(NAME, title), room - drawn)))
        bars = min(BAR, room - name - len(GAP))
        above = self.title if title <= name else ""
        lines = [] if above else Prose(self.title).lines(width)
        heads = [_flow(what.split(), column, "", "") for what, column in zip(self.head, widths, strict=True)]
        height = max(map(len, heads), default=1)
        for at in range(height):
            cells = [what[at - height + len(what)] if at >= height - len(what) else "" for what in heads]
            lines.append(_line("" if at else above, len(GAP) + name, cells, widths).rstrip())
        if not lines[-1]:
            lines.pop()
        for row in self.rows:
            first, *others = _flow(row.name.split(), len(GAP) + name, GAP, 2 * GAP)
            line = _line(first, len(GAP) + name, row.cells, widths)
            if row.bar is not None and bars >= LEAST_BAR:
                line += GAP + bar(row.bar, bars)
            lines += [line.rstrip(), *others, *_below(row)]
        return lines

    def _list(self, width: int) -> list[str]:
        lines = Prose(self.title).lines(width)
        for row in self.rows:
            lines += Prose(row.name, GAP, 2 * GAP).lines(width)
            cells = [(what, cell.strip()) for what, cell in zip(self.head, row.cells, strict=True) if cell.strip()]
            labelled = [f"{what}: {cell}" if what else cell for what, cell in cells]
            parts = [f"{part}{ALSO}" for part in labelled[:-1]] + labelled[-1:]
            lines += _flow(parts, width, 2 * GAP, 2 * GAP) if parts else []
            lines += _below(row)
        return lines


Part = Prose | Command | Grid


def lay_out(sections: Iterable[Sequence[Part]], width: int) -> str:
    """Sections with an empty line between them, none wider than that."""
    texts = ("\n".join(line for part in parts for line in part.lines(width)) for parts in sections)
    return "\n\n".join(filter(None, texts)) + "\n"


def fold(line: str, width: int) -> list[str]:
    """A line with its own indent, the numbers of lines among it; what does not fit stands farther in."""
    if columns_of(line) <= width:
        return [line]
    text = line.lstrip()
    number, gap, words = text.partition(GAP)
    indent = line[: len(line) - len(text)]
    if gap and number.isdigit():
        first = indent + number + gap
        return Prose(words, first, " " * len(first)).lines(width)
    return Prose(text, indent, indent + GAP).lines(width)


def bar(part: float, width: int = BAR) -> str:
    """A bar of eighths of a column."""
    eighths = round(part * width * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def columns_of(text: str) -> int:
    """How many columns a terminal needs for it: two for a letter of Chinese, none for an accent of its own."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def _line(first: str, width: int, cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (GAP + " " * (column - columns_of(cell)) + cell for cell, column in zip(cells, widths, strict=True))
    return first + " " * (width - columns_of(first)) + "".join(padded)


def _below(row: Row) -> list[str]:
    return [2 * GAP + row.below] if row.below else []


def _with_values(words: Iterable[str]) -> list[str]:
    """Words of a command, options with what follows them."""
    parts = list[str]()
    for word in words:
        is_value = parts and parts[-1].startswith("-") and " " not in parts[-1] and not word.startswith("-")
        parts[-1:] = [f"{parts[-1]} {word}"] if is_value else [*parts[-1:], word]
    return parts


def _flow(parts: Iterable[str], width: int, first: str, rest: str, is_command: bool = False) -> list[str]:
    """Parts one after another; one that is wider than a line is broken, at its spaces first, but not in a command."""
    lines, line, is_empty = list[str](), first, True
    waiting = list(parts)[::-1]
    while waiting:
        part = waiting.pop()
        if columns_of(line) + (not is_empty) + columns_of(part) <= width:
            line, is_empty = f"{line}{'' if is_empty else ' '}{part}", False
        elif " " in part and columns_of(rest) + columns_of(part) > width and not is_command:
            waiting += part.split(" ")[::-1]
        elif not is_empty:
            lines.append(line)
            line, is_empty = rest, True
            waiting.append(part)
        else:
            is_whole = is_command or "/" in part or "\\" in part  # names of files
            cut = len(part) if is_whole else max(1, _signs(part, width - columns_of(line)))
            lines.append(line + part[:cut])
            line = rest
            waiting += [part[cut:]] if part[cut:] else []
    return lines if is_empty and lines else [*lines, line.rstrip()]


def _signs(text: str, width: int) -> int:
    """How many of its signs fit."""
    at = 0
    while at < len(text) and columns_of(text[: at + 1]) <= width:
        at += 1
    return at
