"""Faces on a printer's canvas. In: a Frame and a PrintProduct. Out: a Frame of just that trim and bleed, or why not.

Invariant: nothing is scaled by more than CLOSE unless somebody asked for it; art always reaches the canvas's edge,
unless a card without bleed was asked for. Cards that lie wide are turned upright.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from msgspec import Struct

from pnp.export.services.service import PrintProduct, Service
from pnp.layout.drawing.frame import Frame, Group, Matrix, Outline
from pnp.layout.drawing.path import IDENTITY, multiply

HAIR = 0.4  # mm of bleed that may be had by enlarging the whole face
STRETCH = 0.06  # how much more one side may be scaled than the other
CLOSE = 0.02  # a card that lacks no more than this of a product's size is scaled without being asked
LEAST, MOST = 0.7, 1.5  # beyond these a card made larger or smaller is another thing


class Fit(Struct, frozen=True):
    """How a face comes onto a canvas: its scales, and whether it is turned upright first."""

    product: PrintProduct
    across: float
    down: float
    turned: bool
    has_bleed: bool = True

    @property
    def scale(self) -> float:
        """The scale of the side that is scaled more."""
        return max(self.across, self.down)


class Misfit(ValueError):
    """A sentence for people, and what to do about it. What kind it is decides what becomes of its deck.

    shape: no card of that printer, whatever is done · size: one when it is scaled · bleed: its layout is to be mended.
    """

    def __init__(self, kind: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.hint = hint


def find_fit(frame: Outline, service: Service, is_fitted: bool, products: Sequence[PrintProduct] | None = None) -> Fit:
    """The product whose size the face nearly has, or with `is_fitted` the one it comes nearest to; Misfit otherwise.

    products: the printer's, if not those of its cards
    """
    products = products or service.products
    turned = frame.width > frame.height + 1e-6
    width, height = (frame.height, frame.width) if turned else (frame.width, frame.height)
    size = f"{frame.width:g} × {frame.height:g} mm"
    if frame.cut:
        raise Misfit("shape", f"{size} is round or six-sided; {service.title} cuts only rectangular cards", "")
    product = next((product for product in products if product.is_near(width, height)), None)
    sizes = "; ".join(other.describe() for other in products)
    if product is None:
        product = min(products, key=lambda other: _distance(other, width, height))
        across, down = product.trim[0] / width, product.trim[1] / height
        if abs(log(across / down)) > STRETCH:
            message = f"{size} would be stretched: its proportions match no card of {service.title}"
            raise Misfit("shape", message, sizes)
        if min(across, down) < LEAST or max(across, down) > MOST:
            message = f"{size} is too far from every card of {service.title}; the nearest is {product.describe()}"
            raise Misfit("shape", message, sizes)
        if max(abs(across - 1), abs(down - 1)) > CLOSE and not is_fitted:
            scales = f"{100 * across:.1f} % × {100 * down:.1f} %"
            hint = f"scales it to {product.describe()}, {scales}"
            raise Misfit("size", f"{size} matches no card size of {service.title}", hint)
    fit = _scales(frame, product, width, height, turned)
    if not fit.has_bleed and not is_fitted:
        message = f"has {frame.bleed:g} mm of bleed, {service.title} needs {product.bleed:.3g} mm"
        raise Misfit("bleed", message, "give its size a bleed of 0.125in, or add --fit to print it with a white border")
    return fit


def fit_frame(frame: Frame, fit: Fit) -> Frame:
    """The face at the canvas's size."""
    product = fit.product
    width, height = product.trim
    turn: Matrix = (0.0, 1.0, -1.0, 0.0, frame.height, 0.0) if fit.turned else IDENTITY
    old_width, old_height = (frame.height, frame.width) if fit.turned else (frame.width, frame.height)
    sx, sy = fit.across, fit.down
    scale: Matrix = (sx, 0.0, 0.0, sy, (width - old_width * sx) / 2, (height - old_height * sy) / 2)
    items = (Group(frame.items, multiply(scale, turn)),)
    return Frame(frame.name, width, height, product.bleed, frame.corner * min(sx, sy), items)


def _scales(frame: Outline, product: PrintProduct, width: float, height: float, turned: bool) -> Fit:
    """The trim comes onto the trim; where the bleed lacks a hair, the bleed's edge comes onto the canvas's."""
    scales, has_bleed = [], True
    for side, wanted in zip((width, height), product.trim, strict=True):
        scale = wanted / side
        lacking = product.bleed - frame.bleed * scale
        if lacking > HAIR:
            has_bleed = False
        elif lacking > 0:
            scale = (wanted + 2 * product.bleed) / (side + 2 * frame.bleed)
        scales.append(scale)
    return Fit(product, scales[0], scales[1], turned, has_bleed)


def _distance(product: PrintProduct, width: float, height: float) -> float:
    """How far a size is from a product's: first its shape, then its size."""
    across, down = log(product.trim[0] / width), log(product.trim[1] / height)
    return 4 * abs(across - down) + abs(across) + abs(down)


def format_fits(fits: Sequence[Fit]) -> str:
    """How much the cards were scaled, in words; "" when by no more than a hair."""
    most = max(fits, key=lambda fit: abs(log(fit.scale)))
    if abs(most.scale - 1) < 0.006:
        return ""
    return f"scaled to {100 * most.across:.1f} % × {100 * most.down:.1f} %"


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
