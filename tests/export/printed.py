"""Printed files as a print shop's programs see them. In: a build. Out: what qpdf (pikepdf) and pdfium read in its PDFs,
and the faults of it, as sentences.

Invariant: everything that is judged was read from the files; of our own model only what no file tells is taken: which
part of a sheet is which face, and how far inside its trim words must stay.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
from msgspec import Struct

from pnp.catalog import CatalogEntry, book_of, find_game
from pnp.export.order.building import build_game, prepare_game
from pnp.export.order.impose import PrintedComponent
from pnp.export.order.order import PrintOrder
from pnp.layout.drawing.frame import Outline, Sheet
from pnp.layout.sheets.impose import placed_box, trimmed

MM = 72 / 25.4
LEAST = 5.0  # pt: the smallest print
_SLACK = 0.15  # mm: the hair by which curves of letters reach over the line that they stand on


class Letter(NamedTuple):
    """A character on a page: its box in mm from the top left corner, its size in points.

    figure: it stands in a small picture of another face, which nobody has to read (marked as /Figure in the file).
    """

    text: str
    size: float
    left: float
    top: float
    right: float
    bottom: float
    figure: bool


class Tally(Struct):
    """What was looked at, and what was found."""

    files: int = 0
    pages: int = 0
    leaves: int = 0
    blanks: int = 0
    pairs: int = 0
    faces: int = 0
    fonts: int = 0
    letters: int = 0
    smallest: float = 99.0
    smallest_figure: float = 99.0
    faults: list[str] = []

    def add(self, other: Tally) -> None:
        """Add what was found elsewhere."""
        for name in ("files", "pages", "leaves", "blanks", "pairs", "faces", "fonts", "letters"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.smallest = min(self.smallest, other.smallest)
        self.smallest_figure = min(self.smallest_figure, other.smallest_figure)
        self.faults = self.faults + other.faults


def look_at(game: str | CatalogEntry, folder: Path, **order: Any) -> Tally:
    """Build a game and look at every PDF of it; letters are looked at once, in the components' own files."""
    entry = find_game(game) if isinstance(game, str) else game
    request = PrintOrder(folder=str(folder), **order)
    product = build_game(entry, book_of(entry), request)
    prepared = prepare_game(entry, book_of(entry), request)
    frames = prepared.portfolio.faces
    safe = {
        number: template.size.safe
        for number, frame in enumerate(frames)
        if (template := prepared.resources.template(frame.name.rpartition("/")[0] or frame.name)) is not None
    }
    by_file: dict[str, tuple[list[PrintedComponent], list[Sheet]]] = {}
    for one in prepared.components:
        by_file[f"{one.component.id}.pdf"] = ([one], one.sheets)
        for word, leaves in one.others.items():
            by_file[f"{one.component.id}-{word}.pdf"] = ([one], trimmed(leaves))
    tally = Tally()
    for file in product.manifest.files:
        components, sheets = by_file.get(file.file, (prepared.components, prepared.all_sheets))
        read = sorted({one.title for one in (*components, *prepared.together) if one.component.kind == "rules"})
        path = Path(product.folder) / file.file
        found = look_at_file(path, frames, sheets, read, prepared.style.duplex)
        if file.file in by_file:
            look_at_letters(found, path, frames, sheets, safe)
        found.faults = [f"{entry.slug} {file.file}{fault}" for fault in found.faults]
        tally.add(found)
    return tally


def look_at_file(path: Path, frames: list[Outline], sheets: list[Sheet], read: list[str], duplex: str) -> Tally:
    """Everything but the letters. `read`: titles of components whose pages stand on each other's backs."""
    tally = Tally(files=1, leaves=(len(sheets) + 1) // 2)
    with pikepdf.open(path) as pdf:
        tally.pages = len(pdf.pages)
        tally.faults += [f": {fault}" for fault in pdf.check_pdf_syntax()]
        if len(pdf.pages) != len(sheets):
            tally.faults.append(f": {len(pdf.pages)} pages for {len(sheets)} sheets")
        tally.faces = sum(str(thing.get("/Subtype")) == "/Form" and "/Group" not in thing for thing in _streams(pdf))
        windows = []
        for number, page in enumerate(pdf.pages, 1):
            tally.faults += [f" p. {number}: {fault}" for fault in _boxes(page)]
            windows.append(_windows(page))
            tally.blanks += not page.Resources.keys()
        tally.fonts, lost = _fonts(pdf)
        tally.faults += [f": {fault}" for fault in lost]
        if duplex in ("long", "short"):
            _duplex(tally, sheets, windows, read, duplex)
    return tally


def look_at_letters(
    tally: Tally, path: Path, frames: list[Outline], sheets: list[Sheet], safe: dict[int, float]
) -> None:
    """How large words are, and whether they stay in the safe areas."""
    for number, (letters, sheet) in enumerate(zip(letters_of(path), sheets, strict=False), 1):
        for fault in _letters(tally, letters, frames, sheet, safe):
            tally.faults.append(f" p. {number}: {fault}")


def _streams(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Stream]:
    return (thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream))


def _boxes(page: pikepdf.Page) -> Iterator[str]:
    """The trim lies in the bleed, and that on the paper."""
    trim, bleed, media = ([float(side) for side in box] for box in (page.TrimBox, page.BleedBox, page.MediaBox))
    for name, inner, outer in (("TrimBox", trim, bleed), ("BleedBox", bleed, media)):
        if inner[0] < outer[0] or inner[1] < outer[1] or inner[2] > outer[2] or inner[3] > outer[3]:
            yield f"its {name} {inner} reaches beyond {outer}"
        if inner[0] >= inner[2] or inner[1] >= inner[3]:
            yield f"its {name} is empty"


def _windows(page: pikepdf.Page) -> set[tuple[float, float, float, float]]:
    """Where faces lie on a page: x, y, width and height in mm of the windows they are cut to."""
    found = set()
    box: tuple[float, ...] = ()
    for instruction in pikepdf.parse_content_stream(page):
        if str(instruction.operator) == "re":
            box = tuple(round(float(value), 2) for value in instruction.operands)
        elif str(instruction.operator) == "W" and box:  # our marks are cut to paths of another kind
            found.add(box)
            box = ()
    return found  # type: ignore[return-value]


def _duplex(
    tally: Tally, sheets: list[Sheet], windows: list[set[tuple[float, float, float, float]]], read: list[str], flip: str
) -> None:
    """Every back lies behind its face, or is blank; pages that are read have another page there."""
    for number in range(1, min(len(sheets), len(windows)), 2):
        front, back = sheets[number - 1 : number + 1]
        title = back.name.rpartition(" ")[0]
        if front.name.rpartition(" ")[0] != title:
            tally.faults.append(f" p. {number + 1}: {back.name} lies behind {front.name}")
        if title in read or not windows[number]:
            continue
        tally.pairs += 1
        across = (flip == "long") == (front.height >= front.width)
        for x, y, width, height in windows[number]:
            there = (front.width - x - width, y) if across else (x, front.height - y - height)
            if not any(
                abs(there[0] - left) < 0.06
                and abs(there[1] - top) < 0.06
                and abs(width - wide) < 0.06
                and abs(height - high) < 0.06
                for left, top, wide, high in windows[number - 1]
            ):
                tally.faults.append(f" p. {number + 1}: nothing lies in front of the back at {x:g}, {y:g}")


def _fonts(pdf: pikepdf.Pdf) -> tuple[int, list[str]]:
    """How many fonts there are, and those that are not embedded or cannot be searched."""
    fonts = [
        thing
        for thing in pdf.objects
        if isinstance(thing, pikepdf.Dictionary) and str(thing.get("/Type")) == "/Font" and "/DescendantFonts" in thing
    ]
    lost = []
    for font in fonts:
        name = str(font.BaseFont)
        if "/FontFile2" not in font.DescendantFonts[0].FontDescriptor or name[7:8] != "+":
            lost.append(f"the font {name} is not embedded as a subset")
        if "/ToUnicode" not in font:
            lost.append(f"the font {name} has no table back to characters")
    others = {str(thing.get("/Subtype")) for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary)}
    lost += [f"there is a font of type {kind}" for kind in sorted(others & {"/Type1", "/TrueType", "/Type3"})]
    return len(fonts), lost


def letters_of(path: Path) -> Iterator[list[Letter]]:
    """The characters of each page, by pdfium."""
    document = pypdfium2.PdfDocument(path)
    try:
        for page in document:
            yield list(_page_letters(page))
    finally:
        document.close()


def _page_letters(page: Any) -> Iterator[Letter]:
    text, height = page.get_textpage(), page.get_height()
    matrix = pdfium.FS_MATRIX()
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    objects = [pdfium.FPDFPage_GetObject(page, number) for number in range(pdfium.FPDFPage_CountObjects(page))]
    pictures = [one for one in objects if pdfium.FPDFPageObj_CountMarks(one) > 0]
    within = {address for picture in pictures for address in _parts_of(picture)}
    for number in range(pdfium.FPDFText_CountChars(text)):
        letter = chr(pdfium.FPDFText_GetUnicode(text, number))
        if not letter.strip() or pdfium.FPDFText_IsGenerated(text, number) == 1:
            continue
        pdfium.FPDFText_GetMatrix(text, number, matrix)
        pdfium.FPDFText_GetCharBox(text, number, left, right, bottom, top)
        size = pdfium.FPDFText_GetFontSize(text, number) * hypot(matrix.a, matrix.b)
        it = pdfium.FPDFText_GetTextObject(text, number)
        figure = pdfium.FPDFPageObj_CountMarks(it) > 0 or _address(it) in within
        x, right_edge = left.value / MM, right.value / MM
        y, bottom_edge = (height - top.value) / MM, (height - bottom.value) / MM
        yield Letter(letter, size, x, y, right_edge, bottom_edge, figure)


def _address(it: Any) -> int | None:
    return ctypes.cast(it, ctypes.c_void_p).value


def _parts_of(it: Any) -> Iterator[int | None]:
    """The addresses of all that is drawn in a form: a mark round it is on none of them."""
    if pdfium.FPDFPageObj_GetType(it) != pdfium.FPDF_PAGEOBJ_FORM:
        return
    for number in range(pdfium.FPDFFormObj_CountObjects(it)):
        part = pdfium.FPDFFormObj_GetObject(it, number)
        yield _address(part)
        yield from _parts_of(part)


def _letters(
    tally: Tally, letters: list[Letter], frames: list[Outline], sheet: Sheet, safe: dict[int, float]
) -> Iterator[str]:
    """Words are large enough, and stay inside the safe area of the face they stand on."""
    counts: Counter[str] = Counter()
    # A tile is judged on the board in one piece: on it stand joints and tabs, too.
    whole = [place for place in sheet.placements if min(place.bleed) >= 0 and safe.get(place.frame)]
    boxes = [(placed_box(place, frames[place.frame]), safe.get(place.frame, 0.0), place.frame) for place in whole]
    for letter in letters:
        tally.letters += 1
        if letter.figure:
            tally.smallest_figure = min(tally.smallest_figure, letter.size)
        else:
            tally.smallest = min(tally.smallest, letter.size)
            if letter.size < LEAST - 0.05:
                counts[f"type of {letter.size:.1f} pt"] += 1
        across, down = (letter.left + letter.right) / 2, (letter.top + letter.bottom) / 2
        for (x, y, width, height), inside, number in boxes:
            if not (x <= across <= x + width and y <= down <= y + height):
                continue
            over = max(x - letter.left, y - letter.top, letter.right - x - width, letter.bottom - y - height) + inside
            if over > _SLACK:
                counts[
                    f"words of {frames[number].name} stand {over:.1f} mm outside its safe area of {inside:g} mm"
                ] += 1
            break
    yield from (f"{fault} ({count} characters)" for fault, count in counts.items())
