"""Composes faces. In: LayoutResources, a layout's name and a card. Out: ComposedFaces: a Frame, a Report, the traces
that preflight needs, and what of the book was read.

Invariant: the same resources and card give an equal Frame; whatever is wrong stands in the face's report or the
resources', and a face with errors is still composed, so that every fault of a build is reported at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Report, Span
from pnp.layout.drawing.frame import Frame
from pnp.layout.painting.bilingual import is_monolingual
from pnp.layout.painting.boards import paint_hexes, paint_network
from pnp.layout.painting.cells import paint_grid
from pnp.layout.painting.face_canvas import MAX_WORK, ComposedFace, FaceCanvas, Painter, TooManyElements
from pnp.layout.painting.flow.rulebook_layout import paint_howto, paint_rules
from pnp.layout.painting.groups import outline_of, paint_face, paint_group, paint_stack
from pnp.layout.painting.pictures import paint_icon, paint_image, paint_pattern, paint_texture
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.painting.scan_codes import paint_code
from pnp.layout.painting.scope import Scope
from pnp.layout.painting.shapes import paint_circle, paint_ellipse, paint_line, paint_path, paint_polygon, paint_rect
from pnp.layout.painting.text_element import paint_text
from pnp.layout.template import element as kinds
from pnp.layout.template.template import Size
from pnp.library.book_reader import BookReader, Read
from pnp.library.card import Card

PAINTERS: Mapping[type, Painter] = {
    kinds.TextElement: paint_text,
    kinds.IconElement: paint_icon,
    kinds.ImageElement: paint_image,
    kinds.RectElement: paint_rect,
    kinds.EllipseElement: paint_ellipse,
    kinds.CircleElement: paint_circle,
    kinds.LineElement: paint_line,
    kinds.PolygonElement: paint_polygon,
    kinds.PathElement: paint_path,
    kinds.GroupElement: paint_group,
    kinds.SlotElement: paint_group,
    kinds.StackElement: paint_stack,
    kinds.PatternElement: paint_pattern,
    kinds.TextureElement: paint_texture,
    kinds.GridElement: paint_grid,
    kinds.HexesElement: paint_hexes,
    kinds.NetworkElement: paint_network,
    kinds.FaceElement: paint_face,
    kinds.RulesElement: paint_rules,
    kinds.HowtoElement: paint_howto,
    kinds.CodeElement: paint_code,
}
MAX_PAGES = 200


class FaceKey(Struct, frozen=True, array_like=True):
    """What faces are composed of: a layout, with a card or without, in another size than its own, in one of two
    languages that the resources have, in another theme than theirs.
    """

    layout: str
    card: Card | None = None
    size: Size | None = None
    lang: str = ""
    theme: str = ""


def compose(resources: LayoutResources, key: FaceKey) -> list[ComposedFace]:
    """The face of a card, or a page, or several."""
    return list(compose_each(resources, key))


def compose_each(resources: LayoutResources, key: FaceKey) -> Iterator[ComposedFace]:
    """The same, each composed when it is asked for."""
    its = resources.in_theme(key.theme) if key.theme else resources
    its = its.in_one_language(key.lang) if key.lang else its
    if key.card is not None:
        yield compose_card(its, key.layout, key.card, key.size)
    else:
        yield from _pages(its, key.layout, None, key.size)


def compose_card(resources: LayoutResources, layout: str, card: Card, size: Size | None = None) -> ComposedFace:
    """The face of one card, in another size if one is given."""
    if is_monolingual(resources, layout):
        return _in_one(resources, layout, lambda alone: [_compose(alone, layout, card, 1, 1, size)[0]])[0]
    return _compose(resources, layout, card, 1, 1, size)[0]


def compose_page(
    resources: LayoutResources, layout: str, card: Card | None = None, size: Size | None = None
) -> list[ComposedFace]:
    """A layout without a card (or with one), in another size if one is given; several faces when its rules flow over
    several pages.
    """
    return list(_pages(resources, layout, card, size))


def _pages(resources: LayoutResources, layout: str, card: Card | None, size: Size | None) -> Iterator[ComposedFace]:
    if is_monolingual(resources, layout):
        yield from _in_one(resources, layout, lambda alone: compose_page(alone, layout, card, size))
        return
    first, needed = _compose(resources, layout, card, 1, 1, size)
    if needed == 1:
        yield first
        return
    pages = min(needed, MAX_PAGES)
    for page in range(1, pages + 1):
        face, _ = _compose(resources, layout, card, page, pages, size)
        if page == 1 and needed > MAX_PAGES:
            message = f"expected rules on at most {MAX_PAGES} pages"
            face.report.error(face.traces[0].span, message, code="text-overflow")
        yield face


def _in_one(
    resources: LayoutResources, layout: str, make: Callable[[LayoutResources], list[ComposedFace]]
) -> list[ComposedFace]:
    """Faces in the first of two languages, because their layout does not show both; reported where that loses words."""
    faces, others = make(resources.in_one_language(resources.lang)), make(resources.in_one_language(resources.second))
    # Whether anything is reported depends on the faces in the other language, too.
    read = frozenset[Read]().union(*(face.reads for face in (*faces, *others)))
    is_of_card = any(face.is_of_card for face in (*faces, *others))
    faces = [replace(face, reads=read, is_of_card=is_of_card) for face in faces]
    template = resources.template(layout)
    if template is not None and [face.frame for face in faces] != [face.frame for face in others]:
        message = f"the layout “{layout}” does not show two languages: it is printed only in {resources.lang}"
        hint = "add “bilingual: {}” to the layout to print every text in both; see docs/layouts.md"
        faces[0].report.warning(template.span, message, hint, "bilingual")
    return faces


def _compose(
    resources: LayoutResources, layout: str, card: Card | None, page: int, pages: int, other_size: Size | None = None
) -> tuple[ComposedFace, int]:
    template = resources.template(layout)
    if template is not None and other_size is not None:
        template = replace(template, size=other_size)
    name = f"{layout}/{card.id}" if card is not None else layout if pages == 1 else f"{layout}/{page}"
    if template is None:
        report = Report()
        if not resources.report.errors:
            report.error(
                Span(resources.shelf.shown(f"{resources.book.slug}/{layout}.yaml")), "the layout cannot be used"
            )
        return ComposedFace(
            Frame(name, 63.0, 88.0), report, (), Size(63.0, 88.0), layout, card.id if card else "", page
        ), 1
    scope = Scope(resources, BookReader(resources.book), template, card, page=page, pages=pages)
    canvas = _paint(scope, {})
    if canvas.sizes:
        # Texts that go together take the smallest size that any of them needed.
        canvas = _paint(scope, canvas.sizes)
    size = template.size
    is_of_card = card is not None and scope.book.is_of_card
    frame = Frame(
        name if is_of_card or card is None else layout,
        size.width,
        size.height,
        size.bleed,
        size.corner if size.shape == "rectangle" else 0.0,
        tuple(canvas.items),
        () if size.shape == "rectangle" else outline_of(size),
    )
    id_, reads = card.id if card is not None else "", frozenset(scope.book.reads)
    traces = tuple(canvas.traces)
    return ComposedFace(frame, canvas.report, traces, size, layout, id_, page, reads, is_of_card), canvas.pages


def draw_with(painters: Mapping[type, Painter], resources: LayoutResources, layout: str) -> None:
    """Draw a layout without a card with some other painters, for what they note; nothing where it cannot be used."""
    template = resources.template(layout)
    if template is not None:
        scope = Scope(resources, BookReader(resources.book), template, page=1, pages=1)
        _paint(scope, {}, {**PAINTERS, **painters})


def _paint(scope: Scope, caps: dict[str, float], painters: Mapping[type, Painter] = PAINTERS) -> FaceCanvas:
    template = scope.template
    canvas = FaceCanvas(scope.resources, scope, painters, Report())
    canvas.caps = caps
    try:
        canvas.draw(template.elements, (0.0, 0.0, template.size.width, template.size.height))
    except TooManyElements as fault:
        canvas.fault(fault.element, f"expected at most {MAX_WORK:,} elements on a face", "too-large")
    return canvas
