"""Boards, chits, rules, boxes and whatever else is no deck, for a printer that makes them. In: the faces of a build,
the components that are left. Out: Crafted products, and Declined components with why.

A component takes the first of these ways that it can go:

- chits: a chit of their size (with `--fit` the nearest), else punchouts in their own size;
- decks that are no card, and pages that lie on the table: card stock cut to their own size;
- boards: a board or a mat of their size (with `--fit` the one they cover best);
- rules: all of them one booklet, else documents.

Invariant: every component is made once, or declined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, hypot

from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, Report, Span
from pnp.base.units import MM_PER_INCH
from pnp.export.order.delivery import file_names, safe_name
from pnp.export.order.faces import Faces
from pnp.export.order.manifest import made_file
from pnp.export.order.order import PrintOrder
from pnp.export.pdf.document import About
from pnp.export.services.fitting import Fit, Misfit, find_board_fit, find_fit, fit_frame, format_fits, needed_bleed
from pnp.export.services.pieces import (
    Crafted,
    Declined,
    OrderPainter,
    Piece,
    centred,
    count_pieces,
    describe_canvas,
    pieces_of,
)
from pnp.export.services.service import OTHER_PRODUCTS, TUCK_BOXES, PrintProduct, Service
from pnp.export.sheets.cutlines import flatten, svg_lines
from pnp.layout.drawing.frame import Frame, PathData, Placement, Sheet
from pnp.layout.drawing.path import transform_path
from pnp.layout.painting.compose import compose
from pnp.layout.sheets.components import ComponentPart, part_keys
from pnp.layout.sheets.grid import Paper, SheetStyle
from pnp.layout.sheets.impose import SheetPiece, behind
from pnp.layout.sheets.packing import PlacedChit, outline_of_frame, pack_chits
from pnp.layout.template.template import Size
from pnp.library.card import CardBook, Component

APART = MM_PER_INCH / 8  # between two lines, and from the edge of the sheet
BLEED = APART / 2  # of a piece: what the laser may be beside the line
NICKS = {"punchout": 0.01 * MM_PER_INCH, "cardstock": 0.02 * MM_PER_INCH}  # how long a nick is, by the kind of sheet
_HELD = 60.0  # mm between two nicks at most; never fewer than four
_TINY = 1e-6


def holds(product: PrintProduct, piece: Piece) -> bool:
    """True when the piece lies on the sheet, as far from its edge as is asked for."""
    width, height = product.trim
    face = piece.face
    return face.width <= width - 2 * APART + _TINY and face.height <= height - 2 * APART + _TINY


def sheet_folder(product: PrintProduct) -> str:
    """The folder of its files."""
    return product.name.lower().replace(" ", "-")


def craft_punchouts(
    painter: OrderPainter, pieces: Sequence[Piece], products: Sequence[PrintProduct], title: str
) -> Crafted:
    """All pieces on the smallest sheet that holds them, or on several of the largest; each fits on one of them."""
    frames: list[Frame] = []
    listed = [SheetPiece(*(_numbers(piece, frames)), copies=piece.copies) for piece in pieces]
    ways = []
    for product in products:
        if all(holds(product, piece) for piece in pieces):
            ways.append((product, _pack(frames, listed, product)))
            if len(ways[-1][1]) == 1:
                break
    product, leaves = ways[-1]
    folder = sheet_folder(product)
    sheets = [sheet for leaf in leaves for sheet in _sides(frames, leaf, product)]
    ids = list(dict.fromkeys(piece.component.id for piece in pieces))
    files = []
    pictures = painter.sheet_pictures(frames, sheets)
    for number, leaf in enumerate(leaves, 1):
        for side in ("front", "back"):
            files.append(made_file(f"{folder}/{number:02}-{side}.png", "png", ids, 1, len(leaf), next(pictures)))
        lines = [line for spot in leaf for line in _lines(frames, spot, NICKS[product.kind])]
        cut = svg_lines(*product.trim, lines, f"{title}: {product.name} {number}")
        files.append(made_file(f"{folder}/{number:02}-cut.svg", "svg", ids, 1, len(leaf), cut))
    count = f"{len(leaves)} sheets" if len(leaves) > 1 else "1 sheet"
    words = f"{describe_canvas(product)}, {count}: {count_pieces(pieces)}, unscaled"
    return Crafted(product, f"{folder}/", tuple(ids), (words,), tuple(files))


def _numbers(piece: Piece, frames: list[Frame]) -> tuple[int, int]:
    """Face and back among the frames, with no more bleed than half of what is between two pieces."""
    first = len(frames)
    frames += [replace(side, bleed=min(side.bleed, BLEED)) for side in piece.sides]
    return first, first + 1 if piece.back is not None else -1


def _pack(frames: Sequence[Frame], pieces: Sequence[SheetPiece], product: PrintProduct) -> list[list[PlacedChit]]:
    width, height = product.trim
    bleed = max(frame.bleed for frame in frames)
    style = SheetStyle(Paper(product.name, width, height, product.name), margin=APART - bleed, duplex=_duplex(product))
    return pack_chits(frames, pieces, style, APART, band=0.0)


def _duplex(product: PrintProduct) -> str:
    """The edge over which a sheet is turned like the page of a book: the upright one."""
    width, height = product.trim
    return "long" if height >= width else "short"


def _sides(frames: Sequence[Frame], leaf: Sequence[PlacedChit], product: PrintProduct) -> Iterator[Sheet]:
    width, height = product.trim
    fronts, backs = [], []
    for spot in leaf:
        face, number = frames[spot.piece.face], spot.piece.back
        fronts.append(Placement(spot.piece.face, spot.x, spot.y, 0, _all_round(face)))
        if number >= 0:
            place = behind(spot.x, spot.y, face.width, face.height, width, height, _duplex(product))
            backs.append(Placement(number, *place, _all_round(frames[number])))
    yield Sheet(product.name, "front", width, height, tuple(fronts))
    yield Sheet(product.name, "back", width, height, tuple(backs))


def _all_round(frame: Frame) -> tuple[float, float, float, float]:
    return (frame.bleed, frame.bleed, frame.bleed, frame.bleed)


def _lines(frames: Sequence[Frame], spot: PlacedChit, nick: float) -> Iterator[PathData]:
    outline = transform_path(outline_of_frame(frames[spot.piece.face]), (1.0, 0.0, 0.0, 1.0, spot.x, spot.y))
    for ring in flatten(outline):
        yield from nicked([(x, y) for x, y, _ in ring], nick)


def nicked(ring: Sequence[tuple[float, float]], nick: float) -> Iterator[PathData]:
    """A closed outline as lines with evenly spaced gaps between them, mm."""
    points = [*ring, ring[0]]
    ends = [0.0]
    for (x, y), (to_x, to_y) in pairwise(points):
        ends.append(ends[-1] + hypot(to_x - x, to_y - y))
    total = ends[-1]
    count = max(4, ceil(total / _HELD))
    for number in range(count):
        begin = (number + 0.5) * total / count + nick / 2  # in the middle of edges, where corners hold the piece least
        yield _stretch(points, ends, begin, begin + total / count - nick)


def _stretch(points: Sequence[tuple[float, float]], ends: Sequence[float], begin: float, end: float) -> PathData:
    """What lies between two lengths along the outline, which goes on from its start."""
    total = ends[-1]
    corners = [
        (at + turn, point)
        for turn in (0.0, total)
        for at, point in zip(ends[:-1], points, strict=False)
        if begin + _TINY < at + turn < end - _TINY
    ]
    path: list[str | float] = ["M", *_point(points, ends, begin)]
    for _, (x, y) in corners:
        path += ["L", x, y]
    return (*path, "L", *_point(points, ends, end))


def _point(points: Sequence[tuple[float, float]], ends: Sequence[float], at: float) -> tuple[float, float]:
    at %= ends[-1]
    for number, ((x, y), (to_x, to_y)) in enumerate(pairwise(points)):
        if at <= ends[number + 1] and ends[number + 1] > ends[number]:
            part = (at - ends[number]) / (ends[number + 1] - ends[number])
            return x + part * (to_x - x), y + part * (to_y - y)
    return points[0]


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


Listed = tuple[Component, list[ComponentPart]]
_READ = ("rules", "booklet")
RESERVED = ("booklet", "documents", *(sheet_folder(one) for one in OTHER_PRODUCTS if one.kind in NICKS))  # folders
_CHIT = 0.12  # how much a chit is scaled at most: those that go on a track, or together, keep their sizes
_NEAR = 1.3  # mm that a box may be wider than its cards and the room they have
_AMPLE = 100.0  # mm of bleed: as much as anything takes


class OtherComponents:
    """Makes what is no deck of cards: `crafted`, `declined`, and what was scaled: `scaled`."""

    def __init__(self, made: Faces, painter: OrderPainter, service: Service, order: PrintOrder, about: About) -> None:
        self.service, self.order = service, order
        self._made, self._painter, self._about = made, painter, about
        self.crafted: list[Crafted] = []
        self.declined: list[Declined] = []
        self.scaled: list[tuple[str, str]] = []  # of a component: how it was scaled, and for what

    @property
    def made(self) -> frozenset[str]:
        """The components that are made."""
        return frozenset(name for one in self.crafted for name in one.components)

    def make(self, components: Sequence[Listed]) -> None:
        """Make all of them, or decline."""
        punched: list[Piece] = []
        cut: list[Piece] = []
        for component, parts in components:
            if component.kind == "chits":
                punched += self._chits(component, parts)
            elif component.kind in ("cards", "page"):
                cut += self._pieces(component, parts, BLEED)
            elif component.kind == "board":
                self._board(component, parts)
            elif component.kind == "tuckbox":
                self._box(component, parts)
            elif component.kind not in _READ:
                why = "standees are cut along the service's own shape, which pnp does not know"
                self.declined.append(Declined(component, why))
        self._sheets(punched, "punchout")
        self._sheets(cut, "cardstock")
        self._rules([one for one in components if one[0].kind in _READ])

    def _products(self, *kinds: str) -> list[PrintProduct]:
        return [one for one in OTHER_PRODUCTS if one.kind in kinds]

    def _pieces(self, component: Component, parts: Sequence[ComponentPart], bleed: float) -> list[Piece]:
        return pieces_of(self._made, component, parts, bleed, self.order.backs)

    def _chits(self, component: Component, parts: Sequence[ComponentPart]) -> list[Piece]:
        """Those that are no chit of the printer; the others are made."""
        fits: dict[str, tuple[Fit, list[ComponentPart]]] = {}
        others = []
        for part in parts:
            face = self._made.portfolio.frame(part.face)
            fit = self._chit_fit(face)
            if fit is None:
                others.append(part)
            else:
                fits.setdefault(f"{fit.product.name} {face.width} {face.height}", (fit, []))[1].append(part)
        for fit, some in fits.values():
            pieces = self._pieces(component, some, fit.product.bleed / min(fit.across, fit.down))
            folder = f"{_folder(component)}-{fit.product.name.lower().replace(' ', '-')}"
            if any(one.folder == f"{folder}/" for one in self.crafted):
                folder += f"-{pieces[0].face.width:g}x{pieces[0].face.height:g}"
            self._fitted(component, pieces, fit, folder)
        return self._pieces(component, others, BLEED)

    def _chit_fit(self, face: Frame) -> Fit | None:
        shape = "rectangle" if not face.cut else "round" if "C" in face.cut and face.width == face.height else ""
        products = [one for one in self._products("chit") if one.shape == shape]
        try:
            outline = replace(face, cut=(), bleed=_AMPLE)
            fit = find_fit(outline, self.service, self.order.fit, products) if products else None
        except Misfit:
            return None
        return fit if fit is not None and max(abs(fit.across - 1), abs(fit.down - 1)) <= _CHIT else None

    def _board(self, component: Component, parts: Sequence[ComponentPart]) -> None:
        face = self._made.portfolio.frame(parts[0].face)
        try:
            fit = find_board_fit(face, self._products("board", "mat"), self.order.fit)
        except Misfit as fault:
            self.declined.append(Declined(component, str(fault), fault.hint))
            return
        self._fitted(
            component, self._pieces(component, parts, needed_bleed(face, fit)), fit, _folder(component), fit.turned
        )

    def _fitted(
        self, component: Component, pieces: Sequence[Piece], fit: Fit, folder: str, is_alone: bool = False
    ) -> None:
        """Pictures of all pieces on one product's canvas, with their copies; a common back once."""
        backs = {piece.back for piece in pieces}
        is_common = len(backs) == 1 and len(pieces) > 1
        sides: list[tuple[str, Frame]] = []
        for number, piece in enumerate(pieces, 1):
            stem = f"{folder}/{number:02}-{safe_name(piece.card)}-x{piece.copies}"
            sides.append((f"{stem}.png", piece.face))
            if piece.back is not None and (not is_common or number == 1):
                sides.append((f"{folder}/back.png" if is_common else f"{stem}-back.png", piece.back))
        pictures = self._painter.pictures([fit_frame(side, fit) for _, side in sides])
        files = [
            made_file(name, "png", [component.id], 1, 1, picture)
            for (name, _), picture in zip(sides, pictures, strict=True)
        ]
        lines = [f"{describe_canvas(fit.product)}: {sum(piece.copies for piece in pieces)} × {component.id}"]
        if scaled := format_fits([fit]):
            lines.append(scaled)
            self.scaled.append((component.id, f"{scaled}, for {fit.product.name}"))
        if fit.turned:
            lines.append("turned to match the product's orientation")
        self.crafted.append(Crafted(fit.product, f"{folder}/", (component.id,), tuple(lines), tuple(files)))

    def _sheets(self, pieces: Sequence[Piece], kind: str) -> None:
        """Pieces on sheets to be cut; those that are too large are declined, or documents if they are read."""
        products = self._products(kind)
        fitting = [piece for piece in pieces if holds(products[-1], piece)]
        kept = {piece.component.id for piece in fitting}
        for component in dict.fromkeys(piece.component.id for piece in pieces if piece not in fitting):
            mine = [piece for piece in pieces if piece.component.id == component]
            kept.discard(component)
            if mine[0].component.kind == "page" and self._documents(mine):
                continue
            face = max((piece.face for piece in mine), key=lambda one: one.width * one.height)
            most = products[-1].describe()
            why = f"{face.width:g} × {face.height:g} mm is larger than the largest sheet for cutting ({most})"
            self.declined.append(Declined(mine[0].component, why))
        fitting = [piece for piece in fitting if piece.component.id in kept]
        if fitting:
            self.crafted.append(craft_punchouts(self._painter, fitting, products, self._about.title))

    def _rules(self, components: Sequence[Listed]) -> None:
        booklet = None
        if components:
            booklet = craft_booklet(
                self._made, self._painter, [one for one, _ in components], self._products("booklet")
            )
        if booklet is not None:
            self.crafted.append(booklet)
            return
        for component, parts in components:
            if not self._documents(self._pieces(component, parts, 0.0)):
                self.declined.append(Declined(component, "its pages do not fit within the margins of letter paper"))

    def _documents(self, pieces: Sequence[Piece]) -> bool:
        (product,) = self._products("document")
        if not all(is_document(product, piece) for piece in pieces):
            return False
        self.crafted.append(craft_documents(self._painter, pieces, product, self._about))
        return True

    def _box(self, component: Component, parts: Sequence[ComponentPart]) -> None:
        """Pictures of the walls, to be laid on the maker's template, which alone says where they are."""
        box = _tuck_box(self._made.resources.book, component, self._made.portfolio.frame(parts[0].face))
        if box is None:
            self.declined.append(Declined(component, "no tuck box holds that many cards of that size"))
            return
        pieces = [piece for piece in self._pieces(component, parts, 0.0) if piece.card != "net"]
        folder = _folder(component)
        pictures = self._painter.pictures([piece.face for piece in pieces])
        files = [
            made_file(f"{folder}/{piece.card}.png", "png", [component.id], 1, 1, picture)
            for piece, picture in zip(pieces, pictures, strict=True)
        ]
        lines = (
            f"{describe_canvas(box)}: the walls, to place on the service's template",
            "only that template shows where walls and flaps are; scale the pictures to its walls",
        )
        self.crafted.append(Crafted(box, f"{folder}/", (component.id,), lines, tuple(files)))


def _folder(component: Component) -> str:
    """The component's folder, never one that several components share."""
    return file_names([component.id], RESERVED)[0]


def _tuck_box(book: CardBook, component: Component, front: Frame) -> PrintProduct | None:
    """The smallest box for the cards that the component holds: its front is as large as they are, and a little more."""
    many = component.options["cards"] or sum(book.decks[deck].size for deck in component.options["holds"])
    room = 2 * component.options["room"]
    for name, width, height, across, down, most in TUCK_BOXES:
        is_near = all(
            abs(side - room - MM_PER_INCH * inches) <= _NEAR
            for side, inches in zip((front.width, front.height), (across, down), strict=True)
        )
        if is_near and many <= most:
            return PrintProduct(name, width, height, kind="box", known="lists")
    return None


def make_others(
    made: Faces, painter: OrderPainter, service: Service, order: PrintOrder, about: About, components: Sequence[Listed]
) -> OtherComponents:
    """Everything that can be made of the components; InputError when one was asked for by name and cannot be made."""
    others = OtherComponents(made, painter, service, order, about)
    others.make(components)
    report, slug = Report(), made.resources.book.slug
    for one in others.declined:
        if one.component.id in order.only:
            report.error(Span(slug), f"component {one.component.id}: {one.why}", _remedy(one, slug, order), "service")
    report.raise_errors()
    return others


def other_notices(others: OtherComponents, slug: str) -> Iterator[Diagnostic]:
    """A note for each thing that was scaled, and a warning for each that `--fit` would make; a note of the others."""
    title = others.service.title
    for name, how in others.scaled:
        yield Diagnostic(Span("--for"), f"{title}: {name} {how}", "", "note", "service")
    for one in others.declined:
        message = f"component {one.component.id} is left out: {one.why}"
        severity = "warning" if one.hint else "note"
        yield Diagnostic(Span("--for"), message, _remedy(one, slug, others.order), severity, "service")


def _remedy(one: Declined, slug: str, order: PrintOrder) -> str:
    """What to do about it: where scaling helps, the command that does it."""
    if not one.hint:
        return f"print it at home: pnp build {slug}"
    named = f" --only {','.join(order.only)}" if order.only else ""
    return f"pnp build {slug} --for {order.service}{named} --fit {one.hint}"
