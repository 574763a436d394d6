"""The drawings and pictures of a game. In: paths on its shelf. Out: Icons and Pictures, each read once, and the bytes
that an exporter asks for.

A drawing with what lines cannot show is drawn by resvg, as large as it is printed; its name says how large and in which
colour: `mygame/art/wolf.svg?1200x800#1e1b18`. Invariant: a faulty file is reported once, however often it is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from math import ceil

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.files import temporary_files
from pnp.base.units import MM_PER_INCH
from pnp.layout.drawing.picture import Picture, PictureError, read_picture
from pnp.layout.drawing.svg.reader import parse_icon
from pnp.layout.drawing.svg.vector import Icon
from pnp.layout.shelf import Shelf

RASTER_DPI = 600  # of drawings that cannot be lines
_MOST_PIXELS = 6_000  # along one side
_ROOT = re.compile(r"<!--.*?-->|<\?.*?\?>|(<(?:[\w.-]+:)?svg)(?=[\s/>])", re.DOTALL)
_WORDS = re.compile(r"<(?:[\w.-]+:)?text\b")
_SIZE = "?"
NO_RESVG = 'pip install "pnp-table[svg]" prints it as a picture; or save the drawing without it, with text as paths'
_FALLBACK_FAMILY = "Bitstream Vera Sans"  # of text whose font the game does not have


_parse_icon = lru_cache(2_000)(parse_icon)  # a game is looked at under every theme and in every language


class ArtFiles:
    """See the module. `report`: takes what is wrong with a file; `fonts`: gives those that a drawing's text names."""

    def __init__(
        self,
        shelf: Shelf,
        report: Callable[[Report], None],
        fonts: Callable[[str], Sequence[bytes]],
    ) -> None:
        self._shelf = shelf
        self._report = report
        self._fonts = fonts
        self._icons: dict[str, Icon | None] = {}
        self._pictures: dict[str, Picture | Icon | str] = {}

    def icon(self, name: str, find: Callable[[str], str]) -> Icon | None:
        """An icon in the file that `find` finds; None when there is none, or it cannot be read."""
        if name not in self._icons:
            self._icons[name] = None
            if path := find(name):
                try:
                    self._icons[name] = _parse_icon(self._shelf.text(path), self._shelf.shown(path), name)
                except InputError as fault:
                    self._report(fault.report)
        return self._icons[name]

    def picture(self, place: str, path: str) -> Picture | Icon | str:
        """A picture or a drawing, or the sentence that says why it cannot be used; "" when that is reported."""
        if place not in self._pictures:
            self._pictures[place] = self._read(place, path)
        return self._pictures[place]

    def _read(self, place: str, path: str) -> Picture | Icon | str:
        try:
            if not place.endswith(".svg"):
                return read_picture(self._shelf.data(place))
            return parse_icon(self._text(place), self._shelf.shown(place), path, is_picture=True)
        except PictureError as wrong:
            return f"“{path}” cannot be printed: {wrong}"
        except InputError as wrong:
            if place.endswith(".svg"):
                self._report(wrong.report)
                return ""
            return f"“{path}” {wrong.report.items[0].message}"

    def _text(self, place: str) -> str:
        try:
            return self._shelf.data(place).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise InputError.single(
                Span(self._shelf.shown(place)), "expected UTF-8 text", "save it as plain SVG", "svg"
            ) from None

    def image_bytes(self, source: str) -> bytes:
        """The bytes of an image that a Frame names."""
        place, mark, size = source.partition(_SIZE)
        if not mark:
            return self._shelf.data(place)
        pixels, _, colour = size.partition("#")
        width, _, height = pixels.partition("x")
        text = self._text(place)
        return rastered(text, int(width), int(height), colour, self._fonts_of(text))

    def digest(self, source: str) -> str:
        """What tells the picture of a drawing from others."""
        from hashlib import sha256

        text = self._text(source.partition(_SIZE)[0])
        found = sha256(f"{source}|{text}".encode())
        for font in self._fonts_of(text):
            found.update(font)
        return found.hexdigest()[:32]

    def _fonts_of(self, text: str) -> Sequence[bytes]:
        return self._fonts(text) if _WORDS.search(text) else ()


def can_raster() -> bool:
    """True when resvg is installed."""
    return find_spec("resvg_py") is not None


def raster_source(place: str, width: float, height: float, colour: str = "") -> str:
    """The name of a drawing as a picture for so many mm; `colour`: of what says none."""
    across, down = (max(1, ceil(side / MM_PER_INCH * RASTER_DPI)) for side in (width, height))
    part = min(1.0, _MOST_PIXELS / max(across, down))
    return f"{place}{_SIZE}{ceil(across * part)}x{ceil(down * part)}{colour}"


def is_rastered(source: str) -> bool:
    """True for such a name."""
    return _SIZE in source


def rastered(text: str, width: int, height: int, colour: str, fonts: Sequence[bytes]) -> bytes:
    """A drawing as a PNG. It was read before, so nothing in it reaches out; fonts of the machine are not used."""
    import resvg_py

    if colour:
        # What stands in the root for all, where the drawing itself says nothing.
        start = next(found.end() for found in _ROOT.finditer(text) if found[1])
        head = text[start : text.index(">", start)]
        words = [f' {key}="#{colour}"' for key in ("fill", "color") if f"{key}=" not in head and f"{key}:" not in head]
        text = text[:start] + "".join(words) + text[start:]
    with temporary_files(fonts, ".ttf") as files:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=text,
                width=width,
                height=height,
                dpi=96,
                skip_system_fonts=True,
                font_files=files,
                font_family=_FALLBACK_FAMILY,
                serif_family=_FALLBACK_FAMILY,
                sans_serif_family=_FALLBACK_FAMILY,
            )
        )
