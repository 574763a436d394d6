"""Rules as a printer makes them. In: components of pages, the booklets it sells. Out: Crafted: a stapled booklet,
composed anew for its pages, or documents: leaves of letter paper.

Invariant: a booklet's pages have its exact canvas and their number can be folded; words are as large as at home.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pnp.base.units import MM_PER_INCH
from pnp.export.order.faces import Faces
from pnp.export.order.manifest import made_file
from pnp.export.pdf.document import About
from pnp.export.services.crafted import Crafted, centred, describe_canvas
from pnp.export.services.painter import OrderPainter
from pnp.export.services.pieces import Piece
from pnp.export.services.service import PrintProduct
from pnp.layout.drawing.frame import Frame, Placement, Sheet
from pnp.layout.painting.compose import compose
from pnp.layout.sheets.components import part_keys
from pnp.layout.template.template import Size
from pnp.library.card import Component

MOST_PAGES = 40
_EDGE = MM_PER_INCH / 4  # of white around what is read
_SHORTER = 0.9  # how much of its height a page keeps at least


def craft_booklet(
    made: Faces, painter: OrderPainter, components: Sequence[Component], products: Sequence[PrintProduct]
) -> Crafted | None:
    """All components as one booklet; None where their words do not fit on its pages."""
    if len({_size(made, component) for component in components}) != 1:
        return None
    size = _size(made, components[0])
    product = next((one for one in products if size is not None and _takes(one, size)), None)
    if size is None or product is None:
        return None
    height = min(size.height, product.trim[1] - 2 * _EDGE)
    pages: list[Frame] = []
    contents = []
    for component in components:
        first = len(pages) + 1
        for keys in part_keys(made.resources, component):
            faces = compose(made.resources, replace(keys.face, size=replace(size, height=height)))
            if any(face.report.errors for face in faces):
                return None
            pages += [face.frame for face in faces]
        contents.append(f"{component.id} {first}–{len(pages)}" if len(pages) > first else f"{component.id} {first}")
    total = -(-len(pages) // 4) * 4
    if total > MOST_PAGES:
        return None
    pages += [Frame("blank", size.width, height)] * (total - len(pages))
    ids = [component.id for component in components]
    pictures = painter.pictures([centred(page, product) for page in pages])
    files = [made_file(f"booklet/{number:02}.png", "png", ids, 1, 1, one) for number, one in enumerate(pictures, 1)]
    words = f"{describe_canvas(product)}, {total} pages: {', '.join(contents)}"
    return Crafted(product, "booklet/", tuple(ids), (words,), tuple(files))


def craft_documents(painter: OrderPainter, pieces: Sequence[Piece], product: PrintProduct, about: About) -> Crafted:
    """Pages of one component on leaves of letter paper, a PDF a leaf; each fits within its margin."""
    component = pieces[0].component
    width, height = product.trim
    files = []
    for number, first in enumerate(range(0, len(pieces), 2), 1):
        faces = [piece.face for piece in pieces[first : first + 2]]
        sheets = [
            Sheet(
                face.name, side, width, height, (Placement(at, (width - face.width) / 2, (height - face.height) / 2),)
            )
            for at, (face, side) in enumerate(zip(faces, ("front", "back"), strict=False))
        ]
        data = painter.document(faces, sheets, about)
        name = f"documents/{component.id}-{number}.pdf"
        files.append(made_file(name, "pdf", [component.id], len(sheets), len(faces), data))
    count = f"{len(files)} PDFs" if len(files) > 1 else "1 PDF"
    words = f"{describe_canvas(product)}, {count}: {component.id}"
    return Crafted(product, "documents/", (component.id,), (words,), tuple(files))


def is_document(product: PrintProduct, piece: Piece) -> bool:
    """True when the page lies within the margin of a document."""
    width, height = product.trim
    return piece.face.width <= width - 2 * _EDGE and piece.face.height <= height - 2 * _EDGE


def _takes(product: PrintProduct, size: Size) -> bool:
    width, height = product.trim
    return size.width <= width - 2 * _EDGE and _SHORTER * size.height <= height - 2 * _EDGE


def _size(made: Faces, component: Component) -> Size | None:
    template = made.resources.template(component.face)
    return template.size if template is not None else None
