"""Card printers that take orders. In: nothing. Out: what each of them wants: sizes in pixels, bleed, safe area, order.

Invariant: a product's canvas is exactly the size its maker asks for at DPI; trim, bleed and safe area follow from it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from pnp.base.units import MM_PER_INCH
from pnp.library.catalogue import read_words

DPI = 300
MARGIN = 37.5  # pixels of bleed on each side of most canvases: an eighth of an inch
_CLOSE = 0.3  # mm: a trim that is so near to a product's is that product's


class PrintProduct(Struct, frozen=True):
    """A sort of card, or of another thing: its canvas with bleed, in pixels, and what the canvas has more than the trim
    on each side. kind: card, chit, board … · shape: rectangle or round · known: how we know its size
    (see `products.yaml`), "" of those that people have ordered.
    """

    name: str
    width: int
    height: int
    margin: float = MARGIN
    kind: str = "card"
    shape: str = "rectangle"
    known: str = ""

    @property
    def trim(self) -> tuple[float, float]:
        """Width and height of the finished card, mm."""
        return mm(self.width - 2 * self.margin), mm(self.height - 2 * self.margin)

    @property
    def bleed(self) -> float:
        """Art past the trim, mm."""
        return mm(self.margin)

    def is_near(self, width: float, height: float) -> bool:
        """True when a trim is this product's, measured by eye."""
        return abs(self.trim[0] - width) <= _CLOSE and abs(self.trim[1] - height) <= _CLOSE

    def describe(self) -> str:
        """The product in a few words; one that is called after its size is not measured again."""
        return self.name if "×" in self.name else f"{self.name} {self.trim[0]:.4g} × {self.trim[1]:.4g} mm"


class Service(Struct, frozen=True):
    """A printer. safe: mm inside the trim · most: cards of one order, 0 is as many as you like · address: its site.

    pdfx: the norm of its PDFs that a profile is given for · ink: the most it takes on one place, in percent
    makes_others: boards, chits, booklets … too (`other_components.py`)

    form: `each` (a picture for each different card), `copies` (a picture for each card), `pdf` (one for each deck).
    """

    id: str
    title: str
    address: str
    form: str
    products: tuple[PrintProduct, ...]
    safe: float = MM_PER_INCH / 8
    most: int = 0
    pdfx: str = "x4"
    ink: int = 0
    makes_others: bool = False


def mm(pixels: float) -> float:
    """Pixels as millimetres."""
    return pixels * MM_PER_INCH / DPI


_EIGHTH = (
    PrintProduct("poker", 825, 1125),
    PrintProduct("bridge", 750, 1125),
    PrintProduct("mini", 600, 825),
    PrintProduct("tarot", 900, 1500),
    PrintProduct("square", 1125, 1125),
    PrintProduct("small square", 825, 825),
)
SERVICES = {
    service.id: service
    for service in (
        Service("gamecrafter", "The Game Crafter", "thegamecrafter.com", "each", _EIGHTH, makes_others=True),
        Service(
            "makeplayingcards",
            "MakePlayingCards",
            "makeplayingcards.com",
            "copies",
            (PrintProduct("63 × 88 mm", 816, 1110, 36), PrintProduct("2.5 × 3.5 in", 822, 1122, 36)),
            safe=mm(36),
            most=612,
        ),
        Service("drivethrucards", "DriveThruCards", "drivethrucards.com", "pdf", _EIGHTH, pdfx="x1a", ink=240),
    )
}


_PRODUCTS = read_words(__file__, "products.yaml")
TUCK_BOXES = tuple((name, *numbers) for name, numbers in _PRODUCTS["tuck_boxes"].items())


def _products() -> Iterator[PrintProduct]:
    for what, listed in _PRODUCTS["listed"].items():
        kind, shape = what.split()
        for name, (width, height) in listed.items():
            across, down = (round(side * DPI + 2 * MARGIN) for side in (width, height))
            yield PrintProduct(name, across, down, MARGIN, kind, shape, "lists")
    for kind, sheets in _PRODUCTS["sheets"].items():
        for name, (width, height) in sheets.items():
            yield PrintProduct(name, round(width * DPI), round(height * DPI), 0.0, kind, known="maker")


OTHER_PRODUCTS = tuple(_products())
