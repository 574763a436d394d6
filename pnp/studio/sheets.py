"""The sheets of a print. In: a desk, an edition, a paper. Out: the pages that `pnp build` would make, and pictures.

They are laid beside the desk's thread, which paints them. Invariant: the same steps as those of a build lay the faces
on the paper, and nothing is written to the folder of builds; only the sheets asked for last are kept.
"""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import InputError, Span
from pnp.export.cache.build_cache import BuildCache
from pnp.export.disk_shelf import DiskShelf
from pnp.export.order.building import PreparedBuild, prepare_game
from pnp.export.order.order import PrintOrder
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pictures.face_pictures import encode
from pnp.export.pictures.png import rasterise
from pnp.export.sheets.papers import read_paper_stock
from pnp.layout.drawing.frame import Sheet
from pnp.studio.desk import Desk
from pnp.studio.faces import Edition

MOST = 400  # sheets that are shown


class _Laid(Struct, frozen=True):
    """Sheets by the name that their addresses have."""

    token: str
    prepared: PreparedBuild
    sheets: list[Sheet]


class SheetPages:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._cache = BuildCache(workers=1, stays=True)
        self._laid: _Laid | None = None

    def lay(self, edition: Edition, paper: str) -> dict[str, Any]:
        """The sheets of a whole print; InputError with every fault that a build would end with."""
        desk = self._desk
        stock = read_paper_stock(DiskShelf())
        if desk.book is None or desk.is_broken:
            raise InputError.single(Span(desk.game.slug), "a file has errors; fix it to see the sheets")
        order = PrintOrder(paper=stock.paper(paper).id, lang=edition.lang, theme=edition.theme)
        prepared = prepare_game(desk.game, desk.book, order, self._cache)
        self._laid = laid = _Laid(token_hex(8), prepared, prepared.all_sheets[:MOST])
        listed = [
            {"picture": f"/sheet/{laid.token}/{number}.webp", "side": sheet.side, "size": [sheet.width, sheet.height]}
            for number, sheet in enumerate(laid.sheets)
        ]
        pieces = sum(part.copies for one in prepared.components for part in one.parts)
        papers = list(stock.papers)
        return {
            "sheets": listed,
            "all": len(prepared.all_sheets),
            "pieces": pieces,
            "paper": order.paper,
            "papers": papers,
        }

    def paint(self, token: str, number: int, size: int) -> bytes | None:
        """The picture of one of them; None when there are others by now."""
        laid = self._laid
        if laid is None or token != laid.token or not 0 <= number < len(laid.sheets):
            return None
        import pypdfium2

        sheet, faces = laid.sheets[number], laid.prepared.faces
        data = paint_pdf(faces.pdf_resources, faces.portfolio.faces, [sheet], About(""))
        scale = size / max(sheet.width, sheet.height)
        document = pypdfium2.PdfDocument(data)
        try:
            width, height = round(sheet.width * scale), round(sheet.height * scale)
            return _webp(rasterise(document[0], width, height))
        finally:
            document.close()


def _webp(rows: tuple[bytes, int, int]) -> bytes:
    from PIL import Image

    data, width, height = rows
    picture = Image.frombuffer("RGB", (width, height), data, "raw", "RGB", 0, 1)
    return encode(picture, "WEBP", quality=85, method=0)
