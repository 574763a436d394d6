"""Rich text. In: a text with the markup of docs/layouts.md. Out: paragraphs of pieces; `expand` fills its placeholders.

Invariant: no character is lost: what is no markup stands for itself, and a mark that is not closed is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

_PLACEHOLDER = re.compile(r"\{([\w./-]+)(?:@(\w+))?\}")
_TAG = re.compile(r"<(/|#[0-9A-Fa-f]{3,6}|[\d.]+%|[\d.]+pt|[A-Za-z_][\w-]*(?: \d+%(?: [\w#-]+)?)?)>")
_SPECIAL = re.compile(r"[\\*{<\n]")
MAX_DEPTH = 6  # texts within texts
BOTH = ("first", "second")  # the placeholders of a text that says where two languages stand
_LARGEST = 20.0  # times the style's size


class Mods(Struct, frozen=True):
    """How a piece differs from its style. marks: colours and font roles by name, the last wins."""

    bold: bool = False
    italic: bool = False
    caps: bool = False
    nobreak: bool = False
    shift: int = 0  # 1 up, -1 down
    factor: float = 1.0
    points: float = 0.0
    marks: tuple[str, ...] = ()

    def within(self, outer: Mods) -> Mods:
        """These changes inside a piece that is changed already."""
        if outer == PLAIN:
            return self
        if self == PLAIN:
            return outer
        return Mods(
            self.bold or outer.bold,
            self.italic or outer.italic,
            self.caps or outer.caps,
            self.nobreak or outer.nobreak,
            self.shift or outer.shift,
            min(_LARGEST, max(1 / _LARGEST, self.factor * outer.factor)),
            self.points or outer.points,
            outer.marks + self.marks,
        )


PLAIN = Mods()


class TextPiece(Struct, frozen=True):
    """Plain characters."""

    text: str
    mods: Mods = PLAIN


class Placeholder(Struct, frozen=True):
    """A placeholder; lang is "" for the language of the face."""

    name: str
    lang: str = ""
    mods: Mods = PLAIN


class Sign(Struct, frozen=True):
    """An icon on the baseline."""

    icon: str
    mods: Mods = PLAIN


class Break(Struct, frozen=True):
    """The line ends here."""


MarkupPiece = TextPiece | Placeholder | Sign | Break


class Paragraph(Struct, frozen=True):
    """Pieces of one paragraph; `bullet`: with a bullet and a hanging indent."""

    pieces: tuple[MarkupPiece, ...] = ()
    bullet: bool = False


class Markup(Struct, frozen=True):
    """A text that was read: its paragraphs, and what is wrong with it."""

    paragraphs: tuple[Paragraph, ...]
    faults: tuple[str, ...] = ()

    @property
    def is_fixed(self) -> bool:
        """True when there is no placeholder in it."""
        return not any(isinstance(piece, Placeholder) for paragraph in self.paragraphs for piece in paragraph.pieces)


@lru_cache(maxsize=4096)
def parse_markup(text: str) -> Markup:
    """Read a text."""
    return _MarkupParser(text).read()


# What a placeholder stands for: plain characters, a text with markup of its own, an icon, or nothing known.
PlaceholderValue = str | Markup | Sign | None


def expand(
    markup: Markup, fill: Callable[[Placeholder], PlaceholderValue], fault: Callable[[str], None], depth: int = 0
) -> list[Paragraph]:
    """The paragraphs with every placeholder filled; `fault` is called for those that mean nothing."""
    out: list[Paragraph] = []
    for paragraph in markup.paragraphs:
        pieces: list[MarkupPiece] = []
        bullet = paragraph.bullet
        for piece in paragraph.pieces:
            if not isinstance(piece, Placeholder):
                pieces.append(piece)
                continue
            filling = fill(piece)
            if filling is None:
                continue
            if isinstance(filling, str):
                for number, line in enumerate(filling.split("\n")):
                    if number:
                        pieces.append(Break())
                    if line:
                        pieces.append(TextPiece(line, piece.mods))
            elif isinstance(filling, Sign):
                pieces.append(Sign(filling.icon, piece.mods))
            elif depth >= MAX_DEPTH:
                fault(f"“{{{piece.name}}}” refers to itself: its text contains it again")
            else:
                inner = expand(filling, fill, fault, depth + 1)
                for number, part in enumerate(inner):
                    if number:
                        if pieces or bullet:
                            out.append(Paragraph(tuple(pieces), bullet))
                        pieces, bullet = [], part.bullet
                    elif part.bullet and not pieces:
                        bullet = True
                    pieces += [_within(inside, piece.mods) for inside in part.pieces]
        out.append(Paragraph(tuple(pieces), bullet))
    return out


def both_fault(text: str) -> str:
    """ "" when the text says where two languages stand: `{first} · {second}`."""
    markup = parse_markup(text)
    placeholders = [piece for part in markup.paragraphs for piece in part.pieces if isinstance(piece, Placeholder)]
    if "first" in [placeholder.name for placeholder in placeholders] and all(
        placeholder.name in BOTH and not placeholder.lang for placeholder in placeholders
    ):
        return ""
    return f"expected {{first}}, {{second}} if needed, and no other placeholder in “{text}”"


def plain_text(paragraphs: list[Paragraph]) -> str:
    """The characters alone, for searching and for messages."""
    lines = []
    for paragraph in paragraphs:
        line = ""
        for piece in paragraph.pieces:
            if isinstance(piece, TextPiece):
                line += piece.text
            elif isinstance(piece, Break):
                line += " "
        lines.append(line)
    return " ".join(lines).strip()


def _within(piece: MarkupPiece, mods: Mods) -> MarkupPiece:
    if mods == PLAIN or isinstance(piece, Break):
        return piece
    if isinstance(piece, TextPiece):
        return TextPiece(piece.text, piece.mods.within(mods))
    if isinstance(piece, Sign):
        return Sign(piece.icon, piece.mods.within(mods))
    return Placeholder(piece.name, piece.lang, piece.mods.within(mods))


class _MarkupParser:
    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n").rstrip("\n")
        self.faults: list[str] = []
        self.paragraphs: list[Paragraph] = []
        self.pieces: list[MarkupPiece] = []
        self.buffer: list[str] = []
        self.bullet = False
        self.bold = self.italic = False
        self.tags: list[tuple[str, Mods]] = []
        self.base = PLAIN

    def read(self) -> Markup:
        text, at = self.text, 0
        if text.startswith("- "):
            self.bullet, at = True, 2
        while at < len(text):
            found = _SPECIAL.search(text, at)
            if not found:
                self.buffer.append(text[at:])
                break
            self.buffer.append(text[at : found.start()])
            at = self._special(found[0], found.start())
        self._end_paragraph()
        if self.bold or self.italic:
            self.faults.append("“**” is not closed" if self.bold else "“*” is not closed")
        for tag, _ in self.tags:
            self.faults.append(f"“<{tag}>” is not closed; close it with </>")
        return Markup(tuple(self.paragraphs), tuple(self.faults))

    def _special(self, sign: str, at: int) -> int:
        text = self.text
        if sign == "\\":
            following = text[at + 1 : at + 2]
            self.buffer.append("\u00a0" if following == " " else following or "\\")
            return at + 2
        if sign == "*":
            return self._star(at)
        if sign == "\n":
            return self._newline(at)
        if sign == "{":
            placeholder = _PLACEHOLDER.match(text, at)
            if not placeholder:
                self.faults.append("expected a placeholder after “{”; write “\\{” for the character itself")
                self.buffer.append(sign)
                return at + 1
            self._flush()
            self.pieces.append(Placeholder(placeholder[1], placeholder[2] or "", self._mods()))
            return placeholder.end()
        tag = _TAG.match(text, at)
        if not tag:
            self.buffer.append(sign)
            return at + 1
        self._tag(tag[1])
        return tag.end()

    def _star(self, at: int) -> int:
        text = self.text
        before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
        if text.startswith("**", at):
            self._flush()
            self.bold = not self.bold
            return at + 2
        if not self.italic and (not after or after.isspace()):
            self.buffer.append("*")
            return at + 1
        if self.italic and before.isspace() and (not after or after.isspace()):
            self.buffer.append("*")
            return at + 1
        self._flush()
        self.italic = not self.italic
        return at + 1

    def _newline(self, at: int) -> int:
        end = at
        while end < len(self.text) and self.text[end] in "\n ":
            end += 1
        bullet = self.text.startswith("- ", end)
        if bullet or "\n" in self.text[at + 1 : end]:
            self._end_paragraph()
            self.bullet = bullet
            return end + 2 if bullet else end
        self._flush()
        self.pieces.append(Break())
        return end

    def _tag(self, name: str) -> None:
        self._flush()
        if name == "/":
            if not self.tags:
                self.faults.append("unmatched “</>”")
                return
            self.tags.pop()
        else:
            self.tags.append((name, _tag_mods(name)))
        mods = PLAIN
        for _, change in self.tags:
            mods = change.within(mods)
        self.base = mods

    def _mods(self) -> Mods:
        if not self.bold and not self.italic:
            return self.base
        return Mods(bold=self.bold, italic=self.italic).within(self.base)

    def _flush(self) -> None:
        text = "".join(self.buffer)
        self.buffer.clear()
        if text:
            self.pieces.append(TextPiece(text, self._mods()))

    def _end_paragraph(self) -> None:
        self._flush()
        if self.pieces or self.bullet:
            self.paragraphs.append(Paragraph(tuple(self.pieces), self.bullet))
        self.pieces = []
        self.bullet = False


def _tag_mods(name: str) -> Mods:
    if name == "caps":
        return Mods(caps=True)
    if name == "nobreak":
        return Mods(nobreak=True)
    if name in ("up", "down"):
        return Mods(shift=1 if name == "up" else -1)
    try:
        if name.endswith("%") and " " not in name:
            return Mods(factor=min(10.0, max(0.1, float(name[:-1]) / 100)))
        if name.endswith("pt") and name[0].isdigit():
            return Mods(points=min(1000.0, max(1.0, float(name[:-2]))))
    except ValueError:
        pass
    return Mods(marks=(name,))
