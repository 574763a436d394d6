"""Boards, mats and chits in the sizes a printer sells. In: a face, its products. Out: a Fit, or Misfit; and the face on
the product's canvas.

What lacks no more than CLOSE is scaled, each side by itself, as cards are. With `--fit` a board is scaled as it is, and
what the product has more is filled with the ground of its own bleed. Invariant: art reaches the canvas's edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from pnp.export.services.fitting import CLOSE, LEAST, MOST, Fit, Misfit
from pnp.export.services.service import PrintProduct
from pnp.layout.drawing.frame import Outline

SHARE = 0.75  # of a product that a board covers at least


def find_board_fit(frame: Outline, products: Sequence[PrintProduct], is_fitted: bool) -> Fit:
    """The product whose size the face nearly has, or, fitted, the one that it covers best; Misfit otherwise."""
    ways = [
        (product, turned, product.trim[0] / width, product.trim[1] / height)
        for product in products
        for turned in ((False,) if frame.width == frame.height else (False, True))
        for width, height in [(frame.height, frame.width) if turned else (frame.width, frame.height)]
    ]
    for product, turned, across, down in ways:
        if max(abs(across - 1), abs(down - 1)) <= CLOSE:
            return Fit(product, across, down, turned)
    size = f"{frame.width:g} × {frame.height:g} mm"
    ways = [way for way in ways if _covered(way[2], way[3]) >= SHARE and LEAST <= min(way[2:]) <= MOST]
    if not ways:
        raise Misfit("shape", f"{size} is too far from the size of any board or mat", "")
    product, turned, across, down = max(ways, key=lambda way: (_covered(way[2], way[3]), -abs(log(min(way[2:])))))
    scale = min(across, down)
    if not is_fitted:
        hint = f"scales it to {100 * scale:.1f} %, for {product.describe()}"
        raise Misfit("size", f"{size} matches no size of a board or mat", hint)
    return Fit(product, scale, scale, turned)


def needed_bleed(frame: Outline, fit: Fit) -> float:
    """How much bleed the face must have for its art to reach the canvas's edge, mm before it is scaled."""
    width, height = (frame.height, frame.width) if fit.turned else (frame.width, frame.height)
    trim, bleed = fit.product.trim, fit.product.bleed
    across = ((trim[0] + 2 * bleed) / fit.across - width) / 2
    down = ((trim[1] + 2 * bleed) / fit.down - height) / 2
    return max(across, down)


def _covered(across: float, down: float) -> float:
    """The part of a product that is covered."""
    scale = min(across, down)
    return scale * scale / (across * down)
