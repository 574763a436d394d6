"""The fonts that a game can use: its own, `layouts/<game>/fonts/*.ttf` and `*.otf`, before those that are installed.
In: a shelf. Out: their bytes by names such as `old-rags/Bold`.

`Old Rags-Bold.otf` is the style Bold of the family old-rags; a name without a style is Regular. Invariant: a file is
looked over when its font is first used, and what is wrong with it, or with its licence, is reported at it once.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import error as StructError
from struct import unpack_from

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.suggest import fold_name
from pnp.layout.shelf import Shelf
from pnp.layout.text.truetype import FontError, TrueType, check_embedding

FOLDER = "fonts"
_ENDINGS = (".ttf", ".otf")
_RESTRICTED, _BITMAPS_ONLY, _NO_SUBSETS = 0x0002, 0x0200, 0x0100  # of fsType: what the maker says of embedding


class FontFiles:
    """See the module. `report`: takes what is wrong with a file."""

    def __init__(self, shelf: Shelf, slug: str, report: Callable[[Report], None]) -> None:
        self._shelf = shelf
        self._folder = f"{slug}/{FOLDER}"
        self._report = report
        self._own: dict[str, str] | None = None
        self._data: dict[str, bytes | None] = {}

    def data(self, name: str) -> bytes | None:
        """The bytes of a font; None when there is none of that name, or it cannot be used."""
        path = self._paths().get(name)
        if path is None:
            return self._shelf.font(name)
        if name not in self._data:
            self._data[name] = self._read(path)
        return self._data[name]

    def has(self, name: str) -> bool:
        """True when there is a font of that name."""
        return name in self._paths() or self._shelf.has_font(name)

    def names(self) -> list[str]:
        """All fonts, the game's own first."""
        return [*sorted(self._paths()), *self._shelf.font_names()]

    def named_in(self, text: str) -> list[str]:
        """The fonts whose family a text names, however it spells that."""
        folded = fold_name(text)
        return [name for name in self.names() if fold_name(name.partition("/")[0]) in folded]

    def place(self, name: str) -> str:
        """Where people find the font."""
        path = self._paths().get(name)
        return self._shelf.shown(path) if path else name

    def _paths(self) -> dict[str, str]:
        if self._own is None:
            self._own = {}
            for file in self._shelf.names(self._folder):
                if file.lower().endswith(_ENDINGS):
                    self._own.setdefault(font_name_of(file), f"{self._folder}/{file}")
        return self._own

    def _read(self, path: str) -> bytes | None:
        report, span = Report(), Span(self._shelf.shown(path))
        data: bytes | None = None
        try:
            data = self._shelf.data(path)
            font = TrueType(data)
            check_embedding(data)
            _look_at_licence(font, span, report)
            if font.table("fvar") is not None:
                hint = "save the style you want as a separate font"
                report.warning(span, "the font is variable: only its first style is printed", hint, "font")
        except FontError as fault:
            report.error(span, str(fault), "", "font")
            data = None
        except InputError as fault:
            report.extend(fault.report)
        self._report(report)
        return data


def font_name_of(file: str) -> str:
    """`Old Rags-Bold.otf` as `old-rags/Bold`."""
    stem = file.rpartition(".")[0]
    family, dash, style = stem.rpartition("-")
    if not dash:
        family, style = stem, "Regular"
    return f"{family.lower().replace(' ', '-').replace('_', '-')}/{style.replace(' ', '')}"


def _look_at_licence(font: TrueType, span: Span, report: Report) -> None:
    """What the font's maker says of embedding (fsType in OS/2)."""
    start = font.table("OS/2")
    try:
        bits = unpack_from(">H", font.data, start + 8)[0] if start is not None else 0
    except StructError:
        return
    hint = "ask its maker, or use another font; a print for yourself is your own decision"
    if bits & _BITMAPS_ONLY:
        report.warning(
            span, "the licence bits of the font forbid embedding its outlines in a PDF", hint, "font-licence"
        )
    elif bits & 0xF == _RESTRICTED:
        report.warning(span, "the licence bits of the font forbid embedding it in a PDF", hint, "font-licence")
    elif bits & _NO_SUBSETS:
        report.warning(
            span,
            "the licence bits of the font allow embedding only the whole font, but pnp embeds a subset",
            hint,
            "font-licence",
        )
