"""Faces without transparency look as they did, and their letters stay letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pypdfium2
import pytest
from PIL import Image as Pictures
from PIL import ImageChops

from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.output_intent import NORMS, OutputIntent
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.png import face_sheets
from pnp.export.press.flattening import Ways, flatten, resolve_tints
from pnp.export.press.press_resources import PressResources
from pnp.layout.drawing.bounds import leaves_of
from pnp.layout.drawing.colour import mix
from pnp.layout.drawing.frame import Frame, Gradient, Group, Image, Item, Layer, Shade, Shape, Text
from pnp.layout.drawing.path import ellipse_path, rect_path
from tests.export.press.tiny_profile import tiny_profile
from tests.guard import some

FONT = "fira-sans-condensed/Regular"
BOX = (-3.0, -3.0, 43.0, 63.0)
GROUND = Shape(rect_path(-3, -3, 46, 66), fill="#2244aa")
STRIPE = Shape(rect_path(-3, 20, 46, 9), fill="#eecc22")
LETTERS = Text(5, 10, "Letters", FONT, 12, "#25221f")


def veil(x: float, y: float, width: float, height: float, opacity: float = 0.5) -> Group:
    return Group((Shape(rect_path(x, y, width, height), fill="#ffffff"),), opacity=opacity)


def resources(clear: bytes = b"") -> PdfResources:
    shelf = DiskShelf()
    fonts = shelf.fonts()

    def font(name: str) -> bytes:
        with open(fonts[name], "rb") as stream:
            return stream.read()

    return PdfResources(font, lambda source: clear)


def press(plain: PdfResources) -> PressResources:
    return PressResources(plain, OutputIntent(NORMS["x1a"], tiny_profile(), "Tiny press", 300))


def flat(items: Sequence[Item], plain: PdfResources | None = None) -> tuple[list[Item], dict[str, Pictures.Image]]:
    made = press(plain or resources())
    found = flatten(items, BOX, Ways(made._paint_parts, made._is_clear, made._width))
    return found.items, found.pictures


def seen(items: Sequence[Item], pictures: dict[str, Pictures.Image]) -> Pictures.Image:
    """A face as a picture, with the pictures that its items name."""
    from io import BytesIO

    from pnp.export.pdf.raster import read_raster

    plain = resources()
    for digest, picture in pictures.items():
        out = BytesIO()
        picture.save(out, "PNG")
        plain._rasters[digest] = read_raster(out.getvalue())
    frame = Frame("face", 40, 60, 3, items=tuple(items))
    with pypdfium2.PdfDocument(paint_pdf(plain, [frame], face_sheets([frame]), About(""))) as document:
        whole: Pictures.Image = document[0].render(scale=300 / 72).to_pil().convert("RGB")
    return whole


CASES: dict[str, list[Item]] = {
    "a veil on one colour": [GROUND, veil(5, 30, 20, 10)],
    "a veil over two colours": [GROUND, STRIPE, veil(5, 15, 20, 10)],
    "letters below a veil elsewhere": [GROUND, LETTERS, veil(5, 30, 20, 10)],
    "letters under a veil": [GROUND, LETTERS, veil(3, 3, 20, 10), STRIPE],
    "a veil in a turned, cut group": [
        GROUND,
        Group(
            (STRIPE, veil(0, 0, 30, 30), Shape(rect_path(2, 2, 5, 5), fill="#aa2211")),
            (0.9, 0.2, -0.2, 0.9, 6.0, 4.0),
            rect_path(0, 0, 25, 25),
        ),
        LETTERS,
    ],
    "two veils upon each other": [GROUND, veil(5, 5, 20, 20), STRIPE, veil(15, 15, 20, 20, 0.3), LETTERS],
    "many veils": [GROUND, *(veil(x * 10, y * 12, 2, 2) for x in range(4) for y in range(5))],
    "a group of several things": [
        GROUND,
        Group((STRIPE, Shape(rect_path(0, 10, 20, 20), fill="#ffffff", stroke="#000000", width=1)), opacity=0.4),
    ],
    "a veil outside the face": [GROUND, veil(50, 5, 10, 10)],
}


@pytest.mark.parametrize("name", CASES)
def test_a_flat_face_looks_as_it_did(name: str) -> None:
    items, pictures = flat(CASES[name])
    assert all(leaf.opacity == 1 for leaf in some(list(leaves_of(items))))
    before, after = seen(CASES[name], {}), seen(items, pictures)
    blur = ImageChops.difference(before, after).convert("L")
    assert sum(blur.histogram()[64:]) <= 0.004 * before.width * before.height  # edges of letters and pictures
    assert max(blur.resize((23, 33), Pictures.Resampling.BOX).tobytes()) <= 6  # no place is of another colour


def test_a_veil_on_one_colour_becomes_a_colour() -> None:
    items, pictures = flat([GROUND, veil(5, 30, 20, 10)])
    fills = [leaf.item.fill for leaf in leaves_of(items) if isinstance(leaf.item, Shape)]
    assert pictures == {} or all(isinstance(leaf.item, Shape | Image) for leaf in leaves_of(items))
    assert fills[0] == "#2244aa"


def test_letters_that_nothing_touches_are_set_again_on_the_pictures_and_only_there() -> None:
    items, _ = flat([GROUND, STRIPE, LETTERS, veil(0, 18, 30, 20)])
    kinds = [type(leaf.item).__name__ for leaf in leaves_of(items)]
    assert kinds == ["Shape", "Shape", "Image", "Text"]


def test_letters_under_a_veil_are_in_the_picture_alone_on_top() -> None:
    items, _ = flat([GROUND, LETTERS, veil(3, 3, 30, 12)])
    assert [type(leaf.item).__name__ for leaf in leaves_of(items)] == ["Shape", "Text", "Image"]


def test_what_comes_after_the_last_veil_stays_as_it_is() -> None:
    items, _ = flat([GROUND, STRIPE, veil(3, 15, 30, 12), LETTERS, STRIPE])
    assert items[-2:] == [LETTERS, STRIPE]


def test_an_opaque_face_is_given_back() -> None:
    items, pictures = flat([GROUND, LETTERS])
    assert items == [GROUND, LETTERS] and pictures == {}


@pytest.mark.parametrize("of", [lambda image: image, lambda image: Group((image,))])
def test_an_image_with_clear_places_is_laid_on_what_is_below(of: Callable[[Item], Item]) -> None:
    from io import BytesIO

    out = BytesIO()
    ring = Pictures.new("RGBA", (20, 20), (255, 0, 0, 0))
    ring.paste((255, 0, 0, 128), (0, 0, 10, 20))
    ring.save(out, "PNG")
    plain = resources(out.getvalue())
    items, pictures = flat([GROUND, of(Image(5, 5, 20, 20, "ring.png", "0" * 32))], plain)
    assert len(pictures) == 1 and "0" * 32 not in [
        leaf.item.digest for leaf in leaves_of(items) if isinstance(leaf.item, Image)
    ]
    (picture,) = pictures.values()
    assert picture.getpixel((picture.width // 4, 50)) == pytest.approx((144, 34, 84), abs=3)
    assert picture.getpixel((picture.width * 3 // 4, 50)) == pytest.approx((0x22, 0x44, 0xAA), abs=1)


WHITE_ON_GROUND = mix("#ffffff", "#2244aa", 0.5)
SQUARE = rect_path(5, 30, 10, 10)
LINED = Shape(SQUARE, fill="#ff0000", stroke="#000000", width=1, join="round")
FADED = Shade(SQUARE, Gradient((5, 30, 15, 30), ((0.0, "#ffffff"), (1.0, "#000000"))))
CUT_OUT = Group((Shape(rect_path(0, 0, 20, 20), fill="#ff0000"),), (1, 0, 0, 1, 4, 28), rect_path(1, 2, 10, 10), 0.25)


def opaque(*items: Item) -> list[Item]:
    return resolve_tints(items, BOX, press(resources())._width)


def is_tinted(items: list[Item]) -> bool:
    groups = [item for item in items if isinstance(item, Group)]
    return any(group.is_translucent or is_tinted(list(group.items)) for group in groups)


# What is drawn, the last of it a tint; and whether that becomes opaque.
TINTS_CASES: dict[str, tuple[list[Item], bool]] = {
    "on one colour": ([GROUND, veil(5, 30, 20, 10)], True),
    "on the paper": ([veil(5, 30, 20, 10)], True),
    "on a tint": ([GROUND, veil(5, 30, 20, 20), veil(6, 31, 5, 5, 0.3)], True),
    "over the edge of a tint": ([GROUND, veil(5, 30, 20, 20), veil(20, 31, 15, 5, 0.3)], False),
    "over two colours": ([GROUND, STRIPE, veil(5, 15, 20, 10)], False),
    "beside another colour": ([GROUND, STRIPE, veil(5, 29.2, 20, 10)], True),
    "on a colour that hides others": ([STRIPE, LETTERS, GROUND, veil(5, 5, 20, 30)], True),
    "on letters": ([GROUND, LETTERS, veil(3, 3, 20, 10)], False),
    "below letters": ([GROUND, LETTERS, veil(3, 30, 20, 10)], True),
    "in a circle": ([Shape(ellipse_path(20, 30, 15, 15), fill="#2244aa"), veil(14, 24, 12, 12)], True),
    "in the box of a circle": ([Shape(ellipse_path(20, 30, 15, 15), fill="#2244aa"), veil(6, 16, 12, 12)], False),
    "in a hole": (
        [GROUND, Shape((*SQUARE, *rect_path(7, 32, 6, 6)), "#000000", even_odd=True), veil(8, 33, 4, 4)],
        False,
    ),
    "on what is cut off there": ([GROUND, Group((STRIPE,), clip=rect_path(0, 0, 8, 60)), veil(5, 20, 6, 5)], False),
    "beside what is cut off": ([GROUND, Group((STRIPE,), clip=rect_path(0, 0, 8, 60)), veil(8.2, 20, 6, 5)], True),
    "under a line": ([GROUND, LINED, veil(5.5, 32, 3, 3)], False),
    "beside a line": ([GROUND, LINED, veil(7, 32, 3, 3)], True),
    "on a gradient": ([GROUND, FADED, veil(6, 31, 3, 3)], False),
    "which is a gradient": ([GROUND, Group((FADED,), opacity=0.4)], True),
    "turned, moved and cut": ([GROUND, Group((CUT_OUT,), (0.9, 0.2, -0.2, 0.9, 6.0, -4.0))], True),
    "of several things, one translucent itself": (
        [GROUND, Group((LINED, veil(8, 33, 3, 3)), opacity=0.4)],
        True,
    ),
    "of letters": ([GROUND, Group((LETTERS,), opacity=0.4)], False),
    "that blends": ([GROUND, Layer((Shape(SQUARE, fill="#ff0000"),), blend="Multiply")], False),
}


@pytest.mark.parametrize("name", TINTS_CASES)
def test_a_tint_is_opaque_where_it_lies_on_one_colour_and_looks_the_same(name: str) -> None:
    items, is_opaque = TINTS_CASES[name]
    found = opaque(*items)
    assert is_tinted(found) != is_opaque
    difference = ImageChops.difference(seen(items, {}), seen(found, {}))
    assert max(most for _, most in difference.getextrema()) <= 2  # type: ignore[misc]


def test_a_tint_on_one_colour_is_a_shape_of_the_mixed_colour() -> None:
    _, group = opaque(GROUND, veil(5, 30, 20, 10))
    assert group == Group((Shape(rect_path(5, 30, 20, 10), fill=WHITE_ON_GROUND),))


def test_what_lies_below_counts_and_is_not_given_back() -> None:
    width = press(resources())._width
    (group,) = resolve_tints([veil(5, 30, 20, 10)], BOX, width, [GROUND])
    assert isinstance(group, Group) and group.items == (Shape(rect_path(5, 30, 20, 10), fill=WHITE_ON_GROUND),)
    (same,) = resolve_tints([veil(5, 15, 20, 10)], BOX, width, [GROUND, STRIPE])
    assert same == veil(5, 15, 20, 10)


@pytest.mark.parametrize("thing", [Image(5, 30, 20, 10, "a.png", "0" * 32), Text(5, 38, "Aa", LETTERS.font, 20)])
def test_one_colour_is_known_only_of_shapes(thing: Item) -> None:
    for tint in some([veil(6, 31, 4, 4), veil(6, 34, 12, 2, 0.2)]):
        assert is_tinted(opaque(GROUND, thing, tint))
