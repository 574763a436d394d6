"""Cut lines. In: what is cut out of a sheet. Out: SVG and DXF files that cutting plotters and lasers follow.

One file a layout of sheets: leaves that are cut alike share it. Every length is mm; corners are round where the cards'
are. Invariant: an outline lies exactly where the trim is on the front of the sheet; nothing but outlines is drawn, but
for the paper's edge, in a layer of its own that is not to be cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from pnp.layout.drawing.frame import PathData
from pnp.layout.sheets.packing import Cutting, Trim

FORMATS = ("svg", "dxf")
_STEPS = 24  # straight pieces that stand for a curve, where it is no quarter of a circle
_BULGE = 0.41421356237309503  # of a quarter circle: the tangent of a quarter of its angle


def svg_cut(cutting: Cutting, title: str) -> bytes:
    """The outlines as an SVG as large as the paper."""
    return svg_lines(cutting.paper_width, cutting.paper_height, [trim.outline for trim in cutting.trims], title)


def svg_lines(width: float, height: float, lines: Sequence[PathData], title: str) -> bytes:
    """Lines to cut as an SVG of that size in mm."""
    body = "\n".join(f'<path id="cut-{number}" d="{_svg_path(line)}"/>' for number, line in enumerate(lines, 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">\n<title>{_escape(title)}</title>\n'
        f'<g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1">\n{body}\n</g>\n</svg>\n'
    ).encode()


def dxf_cut(cutting: Cutting) -> bytes:
    """The outlines as a DXF of the kind every program reads (R12): polylines with bulges, y up, in mm."""
    width, height = cutting.paper_width, cutting.paper_height
    out: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]
    out += [(9, "$INSUNITS"), (70, 4), (9, "$MEASUREMENT"), (70, 1)]
    out += [(9, "$EXTMIN"), (10, 0.0), (20, 0.0), (9, "$EXTMAX"), (10, width), (20, height), (0, "ENDSEC")]
    out += [(0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LTYPE"), (70, 1)]
    out += [(0, "LTYPE"), (2, "CONTINUOUS"), (70, 0), (3, "Solid line"), (72, 65), (73, 0), (40, 0.0), (0, "ENDTAB")]
    out += [(0, "TABLE"), (2, "LAYER"), (70, 2)]
    for layer, colour in (("CUT", 1), ("PAPER", 8)):
        out += [(0, "LAYER"), (2, layer), (70, 0), (62, colour), (6, "CONTINUOUS")]
    out += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    out += _polyline([(0.0, 0.0, 0.0), (width, 0.0, 0.0), (width, height, 0.0), (0.0, height, 0.0)], "PAPER")
    for trim in cutting.trims:
        for ring in _rings(trim):
            out += _polyline([(x, height - y, bulge) for x, y, bulge in ring], "CUT")
    out += [(0, "ENDSEC"), (0, "EOF")]
    lines = (f"{code}\n{value:.4f}" if isinstance(value, float) else f"{code}\n{value}" for code, value in out)
    return ("\r\n".join("\r\n".join(line.split("\n")) for line in lines) + "\r\n").encode("ascii")


def _svg_path(path: PathData) -> str:
    return " ".join(part if isinstance(part, str) else f"{part:.4f}".rstrip("0").rstrip(".") for part in path)


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


Corner = tuple[float, float, float]  # x, y, and the bulge of the line that begins there


def _rings(trim: Trim) -> list[list[Corner]]:
    """Closed outlines as corners; a round corner is one bulge, any other curve straight pieces."""
    if trim.shape:
        return flatten(trim.outline)
    x, y = trim.x, trim.y
    right, bottom = x + trim.width, y + trim.height
    r = min(trim.corner, trim.width / 2, trim.height / 2)
    if r <= 0:
        return [[(x, y, 0.0), (right, y, 0.0), (right, bottom, 0.0), (x, bottom, 0.0)]]
    # Clockwise as seen on paper, and so in the DXF, whose y counts up: there a bulge to the right is negative.
    b = -_BULGE
    ring = [(x + r, y, 0.0), (right - r, y, b), (right, y + r, 0.0), (right, bottom - r, b)]
    ring += [(right - r, bottom, 0.0), (x + r, bottom, b), (x, bottom - r, 0.0), (x, y + r, b)]
    return [[corner for at, corner in enumerate(ring) if hypot(*_step(ring, at)) > 1e-6 or corner[2]]]


def _step(ring: Sequence[Corner], at: int) -> tuple[float, float]:
    after = ring[(at + 1) % len(ring)]
    return after[0] - ring[at][0], after[1] - ring[at][1]


def flatten(path: PathData) -> list[list[Corner]]:
    """Closed outlines as corners, curves as straight pieces."""
    rings: list[list[Corner]] = []
    at = 0
    x = y = 0.0
    while at < len(path):
        command = path[at]
        count = {"M": 2, "L": 2, "C": 6, "Z": 0}[str(command)]
        numbers = [float(value) for value in path[at + 1 : at + 1 + count]]
        at += 1 + count
        if command == "M":
            rings.append([])
        if command == "C":
            x1, y1, x2, y2, x3, y3 = numbers
            for step in range(1, _STEPS + 1):
                t = step / _STEPS
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                rings[-1].append((a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3, 0.0))
        elif numbers:
            rings[-1].append((numbers[0], numbers[1], 0.0))
        if numbers:
            x, y = numbers[-2:]
    for ring in rings:
        if len(ring) > 1 and hypot(ring[0][0] - ring[-1][0], ring[0][1] - ring[-1][1]) < 1e-6:
            ring.pop()
    return [ring for ring in rings if len(ring) > 2]


def _polyline(corners: Sequence[Corner], layer: str) -> list[tuple[int, object]]:
    out: list[tuple[int, object]] = [(0, "POLYLINE"), (8, layer), (66, 1), (70, 1), (10, 0.0), (20, 0.0), (30, 0.0)]
    for x, y, bulge in corners:
        out += [(0, "VERTEX"), (8, layer), (10, x), (20, y), (30, 0.0)]
        if bulge:
            out.append((42, f"{bulge:.8f}"))
    out += [(0, "SEQEND"), (8, layer)]
    return out
