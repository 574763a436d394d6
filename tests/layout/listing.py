"""Frames as text that people can read and compare. In: a Frame. Out: a line for each drawn thing, groups indented.

Invariant: two Frames with equal text look the same to within a hundredth of a millimetre, but for the inside of paths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.layout.drawing.bounds import bounds_of
from pnp.layout.drawing.frame import Frame, Gradient, Group, Image, Item, Layer, Matrix, Shade, Shape, Text
from pnp.layout.drawing.path import IDENTITY


def format_frame(frame: Frame) -> str:
    """The whole frame."""
    head = f"frame {frame.name} {_n(frame.width)}×{_n(frame.height)}"
    if frame.bleed:
        head += f" bleed {_n(frame.bleed)}"
    if frame.corner:
        head += f" corner {_n(frame.corner)}"
    if frame.cut:
        head += f" cut of {_commands(frame.cut)}"
    return "\n".join([head, *_lines(frame.items, 0)]) + "\n"


def _lines(items: Sequence[Item], depth: int) -> Iterator[str]:
    for item in items:
        yield "  " * depth + _line(item)
        if isinstance(item, Group):
            yield from _lines(item.items, depth + 1)


def _line(item: Item) -> str:
    if isinstance(item, Text):
        spacing = f" spaced {_n(item.spacing)}" if item.spacing else ""
        return f'text {_n(item.size)} "{item.text}" at {_n(item.x)},{_n(item.y)} {item.font} {item.fill}{spacing}'
    if isinstance(item, Shape):
        fill = f" fill {item.fill}" if item.fill else ""
        stroke = f" stroke {item.stroke} {_n(item.width)}" if item.stroke else ""
        dash = f" dash {','.join(map(_n, item.dash))}" if item.dash else ""
        return f"shape {_box(item.path)} of {_commands(item.path)}{fill}{stroke}{dash}"
    if isinstance(item, Shade):
        return f"shade {_box(item.path)} of {_commands(item.path)} {_gradient(item.gradient)}"
    if isinstance(item, Image):
        return f"image {item.source} at {_n(item.x)},{_n(item.y)} {_n(item.width)}×{_n(item.height)}"
    if isinstance(item, Group):
        words = ["group"]
        if item.name:
            words.append(item.name)
        if item.matrix != IDENTITY:
            words.append(_matrix(item.matrix))
        if item.clip:
            words.append(f"clip {_box(item.clip)}")
        if item.opacity < 1:
            words.append(f"opacity {_n(item.opacity)}")
        if isinstance(item, Layer):
            words += [item.blend] if item.blend else []
            words += ["masked by", *(_line(one) for one in item.mask)] if item.mask else []
        return " ".join(words)
    return type(item).__name__


def _gradient(gradient: Gradient) -> str:
    stops = " ".join(f"{colour} {_n(at)}" for at, colour in gradient.stops)
    return f"{stops} along {','.join(map(_n, gradient.line))} {_matrix(gradient.matrix)}"


def _n(number: float) -> str:
    return f"{round(number, 2) + 0.0:g}"


def _box(path: tuple[str | float, ...]) -> str:
    left, top, right, bottom = bounds_of(path)
    return f"{_n(left)},{_n(top)} {_n(right - left)}×{_n(bottom - top)}"


def _commands(path: tuple[str | float, ...]) -> str:
    return "".join(part for part in path if isinstance(part, str))


def _matrix(matrix: Matrix) -> str:
    a, b, c, d, e, f = matrix
    if not b and not c and a == d:
        return f"×{a:.4g} at {_n(e)},{_n(f)}"
    return "[" + " ".join(f"{part:.4g}" for part in matrix) + "]"
