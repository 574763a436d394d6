"""A PDF for a press as qpdf reads it. In: its bytes. Out: its objects, and what its streams paint in which inks."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pikepdf
from msgspec import Struct

Box = tuple[float, float, float, float]


class Shown(Struct):
    """What is painted: an operator with its inks, or letters; `over`: whether ink is put on what lies below."""

    kind: str  # fill | stroke | text
    inks: tuple[float, ...]
    space: str  # DeviceCMYK | DeviceGray | another, or the name of a spot colour
    over: bool
    codes: str = ""
    page: int = 0  # the number of the page that it is painted on, 0 of what is inside a form
    boxes: tuple[Box, ...] = ()  # around each part of a path, in the points of the page


class Opened:
    """A file, its objects and what its streams paint."""

    def __init__(self, data: bytes, norm: str, limit: int) -> None:
        self.data, self.norm, self.limit = data, norm, limit
        self.pdf = pikepdf.open(BytesIO(data))
        self.images: list[Any] = []
        self.forms: list[Any] = []
        self.states: list[Any] = []
        self.fonts: list[Any] = []
        self.spaces: list[Any] = []
        self.shadings: list[Any] = []
        self.operators: set[str] = set()
        self.shown: list[Shown] = []
        self._seen: set[tuple[int, int]] = set()
        for number, page in enumerate(self.pdf.pages, 1):
            self._read(page, page.obj.get("/Resources"), number)

    def _read(self, stream: Any, resources: Any, page: int = 0) -> None:
        resources = resources if resources is not None else pikepdf.Dictionary()
        states = resources.get("/ExtGState", {})
        kinds = {"/ExtGState": self.states, "/Font": self.fonts, "/ColorSpace": self.spaces, "/Shading": self.shadings}
        for kind, found in kinds.items():
            found += [value for _, value in resources.get(kind, {}).items()]
        masks = [state.SMask.G for _, state in states.items() if isinstance(state.get("/SMask"), pikepdf.Dictionary)]
        for inner in [*(inner for _, inner in resources.get("/XObject", {}).items()), *masks]:
            if inner.objgen in self._seen:
                continue
            self._seen.add(inner.objgen)
            if inner.get("/Subtype") == "/Image":
                self.images.append(inner)
            else:
                self.forms.append(inner)
                self._read(inner, inner.get("/Resources"))
        spots = {name: str(space[1])[1:] for name, space in resources.get("/ColorSpace", {}).items()}
        self._follow(stream, states, spots, page)

    def _follow(self, stream: Any, states: Any, spots: dict[str, str], page: int) -> None:
        """What the operators paint, with the inks that hold then."""
        matrix, paths = pikepdf.Matrix(), list[list[tuple[float, float]]]()
        fill: tuple[str, tuple[float, ...]] = ("DeviceGray", (0.0,))
        stroke, over, kept = fill, False, list[Any]()
        for instruction in pikepdf.parse_content_stream(stream):
            operands, operator = instruction.operands, instruction.operator
            name = str(operator)
            self.operators.add(name)
            numbers = tuple(float(one) for one in operands) if name in _COLOURS else ()
            if name == "q":
                kept.append((fill, stroke, over, matrix))
            elif name == "Q":
                fill, stroke, over, matrix = kept.pop()
            elif name == "cm":
                matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
            elif page and name in ("m", "l", "c"):
                points = [float(one) for one in operands]
                if name == "m":
                    paths.append([])
                paths[-1] += [matrix.transform(pair) for pair in zip(points[::2], points[1::2], strict=True)]
            elif name == "gs":
                over = bool(states[str(operands[0])].get("/op", over))
            elif name in _COLOURS:
                space = _COLOURS[name] or (fill if name.islower() else stroke)[0]
                fill, stroke = ((space, numbers), stroke) if name.islower() else (fill, (space, numbers))
            elif name in ("cs", "CS"):
                space = spots.get(str(operands[0]), str(operands[0])[1:])
                fill, stroke = ((space, (1.0,)), stroke) if name.islower() else (fill, (space, (1.0,)))
            elif name in ("f", "f*", "B", "B*"):
                self.shown.append(Shown("fill", fill[1], fill[0], over))
            if name in ("S", "s", "B", "B*"):
                boxes = tuple(_around(path) for path in paths)
                self.shown.append(Shown("stroke", stroke[1], stroke[0], over, page=page, boxes=boxes))
            if name in _PAINTS:
                paths = []
            if name in ("Tj", "TJ"):
                parts = operands[0] if name == "TJ" else [operands[0]]
                codes = "".join(bytes(one).hex() for one in parts if isinstance(one, pikepdf.String))
                self.shown.append(Shown("text", fill[1], fill[0], over, codes))


_COLOURS = {"g": "DeviceGray", "G": "DeviceGray", "rg": "DeviceRGB", "RG": "DeviceRGB"}
_COLOURS |= {"k": "DeviceCMYK", "K": "DeviceCMYK", "scn": "", "SCN": "", "sc": "", "SC": ""}
_PAINTS = ("S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n")


def _around(path: list[tuple[float, float]]) -> Box:
    xs, ys = zip(*path, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
