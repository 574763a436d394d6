"""A forecast. In: a build that was made and not written. Out: how much paper, cutting and ink the print takes, and what
would take less.

Ink is measured, not estimated: the pages that would be printed are painted small by the raster of all pictures, and
each point counts what it takes of the four inks, grey as black alone. Invariant: a figure is of exactly these pages.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.cache import read_cached, write_cached
from pnp.base.places import cache_dir
from pnp.export.order.build_files import Made
from pnp.export.order.faces import Faces
from pnp.export.order.impose import PrintedComponent
from pnp.export.order.order import PrintOrder
from pnp.layout.sheets.cutting import find_cuttings
from pnp.layout.sheets.grid import SheetStyle

_DPI = 18  # points of this size hold the mean of what is in them
_MUCH = 0.15  # of a side; a page of text takes about 0.05


class Forecast(Struct, frozen=True):
    """leaves: of paper · sides: printed ones · cuts: straight ones with a trimmer, leaf by leaf · outlines: what is cut
    out by hand · ink: of one side, the mean of all, where 1 is a side that is black all over · advice: for people.
    """

    leaves: int
    sides: int
    cuts: int
    outlines: int
    ink: float
    advice: list[str]

    @property
    def black_sides(self) -> float:
        """All ink as so many sides that are black all over."""
        return self.ink * self.sides


def make_forecast(
    faces: Faces,
    together: Sequence[PrintedComponent],
    style: SheetStyle,
    order: PrintOrder,
    made: Sequence[Made],
    leaves: int,
    fewer: Mapping[int, int] | None = None,
) -> Forecast:
    """What a print takes; `together`: its components as they are printed, `fewer`: leaves by numbers of players."""
    inks = [ink for data in printed_pdfs(made) for ink in _inks_of(data)]
    sides = [ink for ink in inks if ink > 0]
    cuts, outlines = _cuts(faces, together, style)
    ink = sum(sides) / len(sides) if sides else 0.0
    found = Forecast(leaves, len(sides), cuts, outlines, ink, [])
    return replace(found, advice=[*_players(leaves, fewer or {}), *_advice(found, faces, together, style, order)])


def _players(leaves: int, fewer: Mapping[int, int]) -> Iterator[str]:
    """What a print for fewer players takes, where that is less paper."""
    less = [f"{count}: {many} {'sheet' if many == 1 else 'sheets'}" for count, many in fewer.items() if many < leaves]
    if less:
        yield f"--players {', '.join(less)}"


def printed_pdfs(made: Sequence[Made]) -> list[bytes]:
    """The documents that are the whole print: the one with everything, where there is one."""
    pdfs = [(file, data) for file, data in made if file.kind == "pdf"]
    every = {id_ for file, _ in pdfs for id_ in file.components}
    whole = [data for file, data in pdfs if len(pdfs) > 1 and set(file.components) == every and len(every) > 1]
    return whole[-1:] or [data for _, data in pdfs]


def _cuts(faces: Faces, together: Sequence[PrintedComponent], style: SheetStyle) -> tuple[int, int]:
    """Straight cuts of all leaves of cards, and pieces that have outlines of their own."""
    cuts = outlines = 0
    for one in together:
        gap: float = one.component.options.get("gap", 0.0)
        for cutting in find_cuttings(faces.portfolio.faces, one.component.kind, one.pieces, style, gap):
            straight = [trim for trim in cutting.trims if not trim.shape]
            outlines += len(cutting.trims) - len(straight)
            if one.component.kind != "cards":
                outlines += len(straight)
                continue
            across = {round(edge, 1) for trim in straight for edge in (trim.x, trim.x + trim.width)}
            down = {round(edge, 1) for trim in straight for edge in (trim.y, trim.y + trim.height)}
            cuts += len(across) + len(down)
    return cuts, outlines


def _advice(
    found: Forecast, faces: Faces, together: Sequence[PrintedComponent], style: SheetStyle, order: PrintOrder
) -> list[str]:
    lines = []
    if found.cuts and style.gutter != 0:
        fewer, _ = _cuts(faces, together, replace(style, gutter=0.0))
        if fewer < found.cuts:
            lines.append(f"--gutter 0: {fewer} cuts instead of {found.cuts}; one cut separates two cards")
    if found.ink > _MUCH and not (order.draft or order.backs) and "ink" in faces.resources.theme_names[1:]:
        lines.append("--backs ink: backs that need little ink, faces unchanged")
    if found.ink > _MUCH and not order.draft:
        lines.append("--draft: about a third of the ink, for a test print")
        others = [name for name in faces.resources.theme_names if name != faces.resources.theme.name]
        if others:
            lines.append(f"--theme {'|'.join(others)}: other inks; --forecast also measures them")
    return lines


def _inks_of(pdf: bytes) -> list[float]:
    """The ink of each page: 1 is a page that is black all over."""
    path = os.path.join(cache_dir(), "ink", f"{sha256(pdf).hexdigest()[:32]}.txt")
    known = read_cached(path)
    if known is not None:
        return [float(word) for word in bytes(known).split()]
    inks = measured_inks(pdf)
    write_cached(path, " ".join(f"{ink:.6f}" for ink in inks).encode(), 200, 1_000_000)
    return inks


def measured_inks(pdf: bytes) -> list[float]:
    """The ink of each page of a document: the mean over its points of the four inks, black alone for grey."""
    import pypdfium2
    from PIL import Image, ImageChops, ImageStat

    from pnp.export.pictures.png import rasterise

    document, inks = pypdfium2.PdfDocument(pdf), []
    try:
        for page in document:
            width, height = (max(1, round(side / 72 * _DPI)) for side in page.get_size())
            picture = Image.frombytes("RGB", (width, height), rasterise(page, width, height)[0])
            red, green, blue = picture.split()
            most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
            light, (r, g, b) = ImageStat.Stat(most).mean[0], ImageStat.Stat(picture).mean
            inks.append(
                round(((255 - light) + (3 * light - r - g - b)) / 255, 6)
            )  # black, and the three colours beside it
            page.close()
    finally:
        document.close()
    return inks
