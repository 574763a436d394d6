"""A tiled board put together again. In: what a build made of a board. Out: how much of it differs from the whole."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

from pnp.catalog import CatalogEntry, book_of
from pnp.export.order.building import BuildResult, prepare_game
from pnp.export.order.order import PrintOrder
from pnp.layout.sheets.tiling import find_tiling
from tests.components.games import raster


def differing_part(
    entry: CatalogEntry, name: str, made: BuildResult, paper: str, bleed: float, per_mm: int = 2
) -> float:
    """The part of the board's pixels that differ clearly; no patch a millimetre wide may, or this fails.

    per_mm: pixels a millimetre; boards with fine lines need more, for the tiles stand between the pixels of the whole.
    """
    folder = Path(made.folder)
    whole = raster(folder / f"{name}-whole.pdf", per_mm=per_mm)
    prepared = prepare_game(entry, book_of(entry), PrintOrder(only=(name,), paper=paper), are_frames=True)
    frame, sheets = prepared.portfolio.frame(0), prepared.components[0].sheets
    tiling = find_tiling(frame, prepared.style, 10)
    assert tiling is not None
    stitched = Image.new("RGB", whole.size, "red")
    tiles = iter(tiling.tiles)
    for page, sheet in enumerate(sheets):
        if not sheet.placements:
            continue
        place, own = sheet.placements[0], next(tiles).own
        picture = raster(folder / f"{name}.pdf", page, per_mm)
        dx, dy = (place.x - bleed) * per_mm, (place.y - bleed) * per_mm
        there = picture.transform(whole.size, Image.Transform.AFFINE, (1, 0, dx, 0, 1, dy), Image.Resampling.BILINEAR)
        left, top, right, bottom = (round((side + bleed) * per_mm) for side in own)
        box = (left, top, right, bottom)
        stitched.paste(there.crop(box), box)
    inside = tuple(round((side + bleed) * per_mm) for side in (0, 0, frame.width, frame.height))
    # Edges are smoothed by parts of a pixel otherwise, and lines are printed along the joints: 1.5 mm are left out.
    soft = [picture.filter(ImageFilter.GaussianBlur(per_mm / 2)) for picture in (stitched, whole)]
    for picture in soft:
        for x in tiling.columns[1:-1]:
            at = round((x + bleed - 1.5) * per_mm)
            picture.paste(0, (at, 0, at + 3 * per_mm, picture.height))
        for y in tiling.rows[1:-1]:
            at = round((y + bleed - 1.5) * per_mm)
            picture.paste(0, (0, at, picture.width, at + 3 * per_mm))
    difference = ImageChops.difference(
        *(picture.crop((inside[0], inside[1], inside[2], inside[3])) for picture in soft)
    ).convert("L")
    assert not any(difference.filter(ImageFilter.MinFilter(2 * (per_mm // 2) + 1)).histogram()[40:])
    return sum(difference.histogram()[40:]) / (difference.width * difference.height)
