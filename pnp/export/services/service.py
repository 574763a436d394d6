"""Card printers that take orders. In: nothing. Out: what each of them wants: sizes in pixels, bleed, safe area, order.

Invariant: a product's canvas is exactly the size its maker asks for at DPI; trim, bleed and safe area follow from it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from pnp.base.units import MM_PER_INCH

DPI = 300
MARGIN = 37.5  # pixels of bleed on each side of most canvases: an eighth of an inch
_CLOSE = 0.3  # mm: a trim that is so near to a product's is that product's


class PrintProduct(Struct, frozen=True):
    """A sort of card, or of another thing: its canvas with bleed, in pixels, and what the canvas has more than the trim
    on each side. kind: card, chit, board … · shape: rectangle or round · known: how we know its size
    (see `THE_GAME_CRAFTER`), "" of those that people have ordered.
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


# By kind and shape: the name of a product, and its trim in inches.
_LISTED: dict[tuple[str, str], dict[str, tuple[float, float]]] = {
    ("chit", "rectangle"): {
        "Small Square Chit": (0.5, 0.5),
        "Medium Square Chit": (0.75, 0.75),
        "Large Square Chit": (1, 1),
        "Domino Chit": (1, 2),
        "Strip Chit": (1, 3),
        "Mini Square Tile": (1.25, 1.25),
        "Small Square Tile": (2, 2),
        "Medium Square Tile": (2.5, 2.5),
        "Large Square Tile": (3.5, 3.5),
        "Domino Tile": (2, 4),
    },
    ("chit", "round"): {
        "Small Circle Chit": (0.5, 0.5),
        "Medium Circle Chit": (0.75, 0.75),
        "Large Circle Chit": (1, 1),
        "Mini Circle Tile": (1.25, 1.25),
    },
    ("board", "rectangle"): {
        "Sliver Board": (2, 8),
        "Strip Board": (2, 10),
        "Small Square Board": (4, 4),
        "Domino Board": (4, 8),
        "Skinny Board": (4, 10),
        "Quarter Board": (5, 5),
        "Half Board": (5, 10),
        "Square Board": (8, 8),
        "Large Square Board": (10, 10),
        "Accordion Board": (8, 16),
        "Bi-Fold Board": (9, 18),
        "Medium Six-Fold Board": (16, 16),
        "Quad-Fold Board": (18, 18),
        "Large Quad-Fold Board": (20, 20),
        "Six-Fold Board": (27, 18),
    },
    ("mat", "rectangle"): {
        "Placard Mat": (4, 3),
        "Postcard Mat": (6, 4),
        "Small Bi-Fold Mat": (5.5, 7),
        "Small Quad-Fold Mat": (7, 11),
        "Domino Mat": (4, 8),
        "Half Mat": (5, 10),
        "Square Mat": (8, 8),
        "Large Square Mat": (10, 10),
        "Big Mat": (10, 16),
        "Quad-Fold Mat": (11, 17),
        "Medium Game Mat": (24, 14),
    },
    ("booklet", "rectangle"): {
        "Small Booklet": (2.5, 3.5),
        "Tarot Booklet": (2.75, 4.75),
        "Medium Booklet": (3.5, 5),
        "Tall Booklet": (4.5, 8),
        "Large Booklet": (5, 8),
        "Jumbo Booklet": (8, 10),
    },
}
# The same of sheets without a bleed of their own: of own shapes that a laser cuts out, and of paper.
_SHEETS: dict[str, dict[str, tuple[float, float]]] = {
    "punchout": {
        "Custom Small Punchout": (3.25, 5.25),
        "Custom Medium Punchout": (8, 4.5),
        "Custom Large Punchout": (8.25, 10.5),
    },
    "cardstock": {
        "Custom Small Card Stock": (3.25, 5.25),
        "Custom Medium Card Stock": (8, 4.5),
        "Custom Large Card Stock": (8.25, 10.5),
    },
    "document": {
        "Document": (8.5, 11),
    },
}
# Tuck boxes: name, canvas in pixels, and the cards they hold: their size in inches, and how many. Where walls and flaps
# lie on the canvas is on the maker's template alone, so only the sizes of walls are used.
TUCK_BOXES = (
    ("Poker Tuck Box (36 cards)", 2100, 1800, 2.5, 3.5, 36),
    ("Poker Tuck Box (54 cards)", 2325, 1950, 2.5, 3.5, 54),
    ("Poker Tuck Box (72 cards)", 2550, 1950, 2.5, 3.5, 72),
    ("Poker Tuck Box (90 cards)", 2775, 2100, 2.5, 3.5, 90),
    ("Poker Tuck Box (108 cards)", 3075, 2250, 2.5, 3.5, 108),
    ("Bridge Tuck Box (54 cards)", 2175, 1800, 2.25, 3.5, 54),
    ("Bridge Tuck Box (108 cards)", 2925, 2250, 2.25, 3.5, 108),
    ("Tarot Tuck Box (40 cards)", 2325, 2025, 2.75, 4.75, 40),
    ("Tarot Tuck Box (90 cards)", 3000, 2475, 2.75, 4.75, 90),
    ("Square Tuck Box (48 cards)", 2850, 1800, 3.5, 3.5, 48),
    ("Square Tuck Box (96 cards)", 3525, 2250, 3.5, 3.5, 96),
)


def _products() -> Iterator[PrintProduct]:
    for (kind, shape), listed in _LISTED.items():
        for name, (width, height) in listed.items():
            across, down = (round(side * DPI + 2 * MARGIN) for side in (width, height))
            yield PrintProduct(name, across, down, MARGIN, kind, shape, "lists")
    for kind, sheets in _SHEETS.items():
        for name, (width, height) in sheets.items():
            yield PrintProduct(name, round(width * DPI), round(height * DPI), 0.0, kind, known="maker")


OTHER_PRODUCTS = tuple(_products())
