"""What The Game Crafter makes beside decks of cards. In: nothing. Out: PrintProducts: names, canvases, trims.

Canvases and trims are facts of the maker's list of products (`thegamecrafter.com/make/products/<id>`), which we could
not open ourselves: a row says how we know it. `lists`: two programs that read that list agree on the canvas, one of
them has the trim, and both make the bleed of an eighth of an inch that all canvases with a bleed have. `maker`: the
maker's own help says so (articles 201 and 221 on punchouts, the page of templates for documents).

Invariant: a canvas is exactly the size that is uploaded, at DPI; it is the trim and MARGIN on every side of it, but for
what has no bleed.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.export.services.service import DPI, MARGIN, PrintProduct

# kind: id, name, trim in inches, shape, how we know it
_ROWS: dict[str, tuple[tuple[str, str, float, float, str, str], ...]] = {
    "chit": (
        ("SmallSquareChit", "Small Square Chit", 0.5, 0.5, "rectangle", "lists"),
        ("MediumSquareChit", "Medium Square Chit", 0.75, 0.75, "rectangle", "lists"),
        ("LargeSquareChit", "Large Square Chit", 1.0, 1.0, "rectangle", "lists"),
        ("DominoChit", "Domino Chit", 1.0, 2.0, "rectangle", "lists"),
        ("StripChit", "Strip Chit", 1.0, 3.0, "rectangle", "lists"),
        ("MiniSquareTile", "Mini Square Tile", 1.25, 1.25, "rectangle", "lists"),
        ("SmallSquareTile", "Small Square Tile", 2.0, 2.0, "rectangle", "lists"),
        ("MediumSquareTile", "Medium Square Tile", 2.5, 2.5, "rectangle", "lists"),
        ("LargeSquareTile", "Large Square Tile", 3.5, 3.5, "rectangle", "lists"),
        ("DominoTile", "Domino Tile", 2.0, 4.0, "rectangle", "lists"),
        ("SmallCircleChit", "Small Circle Chit", 0.5, 0.5, "round", "lists"),
        ("MediumCircleChit", "Medium Circle Chit", 0.75, 0.75, "round", "lists"),
        ("LargeCircleChit", "Large Circle Chit", 1.0, 1.0, "round", "lists"),
        ("MiniCircleTile", "Mini Circle Tile", 1.25, 1.25, "round", "lists"),
    ),
    "board": (
        ("SliverBoard", "Sliver Board", 2.0, 8.0, "rectangle", "lists"),
        ("StripBoard", "Strip Board", 2.0, 10.0, "rectangle", "lists"),
        ("SmallSquareBoard", "Small Square Board", 4.0, 4.0, "rectangle", "lists"),
        ("DominoBoard", "Domino Board", 4.0, 8.0, "rectangle", "lists"),
        ("SkinnyBoard", "Skinny Board", 4.0, 10.0, "rectangle", "lists"),
        ("QuarterBoard", "Quarter Board", 5.0, 5.0, "rectangle", "lists"),
        ("HalfBoard", "Half Board", 5.0, 10.0, "rectangle", "lists"),
        ("SquareBoard", "Square Board", 8.0, 8.0, "rectangle", "lists"),
        ("LargeSquareBoard", "Large Square Board", 10.0, 10.0, "rectangle", "lists"),
        ("AccordionBoard", "Accordion Board", 8.0, 16.0, "rectangle", "lists"),
        ("BiFoldBoard", "Bi-Fold Board", 9.0, 18.0, "rectangle", "lists"),
        ("MediumSixFoldBoard", "Medium Six-Fold Board", 16.0, 16.0, "rectangle", "lists"),
        ("QuadFoldBoard", "Quad-Fold Board", 18.0, 18.0, "rectangle", "lists"),
        ("LargeQuadFoldBoard", "Large Quad-Fold Board", 20.0, 20.0, "rectangle", "lists"),
        ("SixFoldBoard", "Six-Fold Board", 27.0, 18.0, "rectangle", "lists"),
    ),
    "mat": (
        ("PlacardMat", "Placard Mat", 4.0, 3.0, "rectangle", "lists"),
        ("PostcardMat", "Postcard Mat", 6.0, 4.0, "rectangle", "lists"),
        ("SmallBiFoldMat", "Small Bi-Fold Mat", 5.5, 7.0, "rectangle", "lists"),
        ("SmallQuadFoldMat", "Small Quad-Fold Mat", 7.0, 11.0, "rectangle", "lists"),
        ("DominoMat", "Domino Mat", 4.0, 8.0, "rectangle", "lists"),
        ("HalfMat", "Half Mat", 5.0, 10.0, "rectangle", "lists"),
        ("SquareMat", "Square Mat", 8.0, 8.0, "rectangle", "lists"),
        ("LargeSquareMat", "Large Square Mat", 10.0, 10.0, "rectangle", "lists"),
        ("BigMat", "Big Mat", 10.0, 16.0, "rectangle", "lists"),
        ("QuadFoldMat", "Quad-Fold Mat", 11.0, 17.0, "rectangle", "lists"),
        ("MediumGameMat", "Medium Game Mat", 24.0, 14.0, "rectangle", "lists"),
    ),
    "booklet": (
        ("SmallBooklet", "Small Booklet", 2.5, 3.5, "rectangle", "lists"),
        ("TarotBooklet", "Tarot Booklet", 2.75, 4.75, "rectangle", "lists"),
        ("MediumBooklet", "Medium Booklet", 3.5, 5.0, "rectangle", "lists"),
        ("TallBooklet", "Tall Booklet", 4.5, 8.0, "rectangle", "lists"),
        ("LargeBooklet", "Large Booklet", 5.0, 8.0, "rectangle", "lists"),
        ("JumboBooklet", "Jumbo Booklet", 8.0, 10.0, "rectangle", "lists"),
    ),
    # Sheets of own shapes that a laser cuts out; what is uploaded has no bleed of its own.
    "punchout": (
        ("CustomSmallPunchout", "Custom Small Punchout", 3.25, 5.25, "sheet", "maker"),
        ("CustomMediumPunchout", "Custom Medium Punchout", 8.0, 4.5, "sheet", "maker"),
        ("CustomLargePunchout", "Custom Large Punchout", 8.25, 10.5, "sheet", "maker"),
    ),
    "cardstock": (
        ("CustomSmallCardstock", "Custom Small Card Stock", 3.25, 5.25, "sheet", "maker"),
        ("CustomMediumCardstock", "Custom Medium Card Stock", 8.0, 4.5, "sheet", "maker"),
        ("CustomLargeCardstock", "Custom Large Card Stock", 8.25, 10.5, "sheet", "maker"),
    ),
    "document": (("Document", "Document", 8.5, 11.0, "sheet", "maker"),),
}
# Tuck boxes: id, name, canvas in pixels, and the cards they hold: their size in inches, and how many. Where walls and
# flaps lie on the canvas is on the maker's template alone, so only the sizes of walls are used.
TUCK_BOXES = (
    ("PokerTuckBox36", "Poker Tuck Box (36 cards)", 2100, 1800, 2.5, 3.5, 36),
    ("PokerTuckBox54", "Poker Tuck Box (54 cards)", 2325, 1950, 2.5, 3.5, 54),
    ("PokerTuckBox72", "Poker Tuck Box (72 cards)", 2550, 1950, 2.5, 3.5, 72),
    ("PokerTuckBox90", "Poker Tuck Box (90 cards)", 2775, 2100, 2.5, 3.5, 90),
    ("PokerTuckBox108", "Poker Tuck Box (108 cards)", 3075, 2250, 2.5, 3.5, 108),
    ("BridgeTuckBox54", "Bridge Tuck Box (54 cards)", 2175, 1800, 2.25, 3.5, 54),
    ("BridgeTuckBox108", "Bridge Tuck Box (108 cards)", 2925, 2250, 2.25, 3.5, 108),
    ("TarotTuckBox40", "Tarot Tuck Box (40 cards)", 2325, 2025, 2.75, 4.75, 40),
    ("TarotTuckBox90", "Tarot Tuck Box (90 cards)", 3000, 2475, 2.75, 4.75, 90),
    ("SquareTuckBox48", "Square Tuck Box (48 cards)", 2850, 1800, 3.5, 3.5, 48),
    ("SquareTuckBox96", "Square Tuck Box (96 cards)", 3525, 2250, 3.5, 3.5, 96),
)


def _products() -> Iterator[PrintProduct]:
    for kind, rows in _ROWS.items():
        for id_, name, width, height, shape, known in rows:
            margin = 0.0 if shape == "sheet" else MARGIN
            across, down = (round(side * DPI + 2 * margin) for side in (width, height))
            outline = "rectangle" if shape == "sheet" else shape
            yield PrintProduct(name, across, down, margin, kind, id_, outline, known)


OTHER_PRODUCTS = tuple(_products())
