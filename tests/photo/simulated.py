"""Photos that no camera took: printed faces on a table, as a phone would see them. In: faces in places, a seed, pixels.
Out: JPEG.

The faces are the PDF's own raster. Every photo is tilted and turned, unevenly lit, blurred a little and noisy, and some
have shadows and a hand over them; the same seed gives the same photo.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import cos, radians, sin
from random import Random

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from pnp.photo.projection import projection_of

MM = 10  # pixels a mm of the faces
MEGAPIXELS = {3: (2048, 1536), 8: (3264, 2448), 12: (4032, 3024)}

Corner = tuple[float, float]


class Laid(Struct, frozen=True):
    """A face on the table: its upper left corner in mm before it is turned, and degrees clockwise about its middle;
    the box of its code on the face, in mm.
    """

    face: Image.Image
    x: float
    y: float
    turn: float = 0.0
    code: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


class Photo(Struct, frozen=True):
    """A photo, and which of the faces on it have their code under a hand."""

    data: bytes
    covered: frozenset[int]


class Hardship(Struct, frozen=True):
    """What makes a photo worse; lengths in mm of the table, angles in degrees."""

    tilt: float = 8.0  # how much the farther edge is shorter, in per cent of its length
    turn: float = 0.0
    blur: float = 0.12
    noise: float = 5.0
    light: float = 0.35  # how much darker the darkest corner is
    shadows: int = 1
    hands: int = 0
    quality: int = 85


def photograph(
    laid: Sequence[Laid], table: tuple[float, float], megapixels: int, seed: int, hardship: Hardship
) -> Photo:
    """A photo of a table of that many mm, on which faces lie."""
    chance = Random(seed)
    width, height = MEGAPIXELS[megapixels]
    scale = min(width / table[0], height / table[1]) * 0.93
    per = min(1.0, scale / MM * 1.25)  # the table is drawn a little finer than the photo will show it
    ground = Image.new("RGB", (round(table[0] * MM * per), round(table[1] * MM * per)), _wood(chance))
    _lay(ground, laid, MM * per, chance)
    bare = ground.copy() if hardship.hands else ground
    for _ in range(hardship.hands):
        _hand(ground, MM * per, chance)
    hands = ImageChops.difference(bare, ground).convert("L")
    boxes = [_on_table(one, MM * per) for one in laid]
    covered = frozenset(number for number, box in enumerate(boxes) if hands.crop(box).getbbox() is not None)
    photo = _seen(ground, (width, height), scale / (MM * per), hardship, chance)
    photo = _lit(photo, hardship, chance)
    photo = photo.filter(ImageFilter.GaussianBlur(hardship.blur * scale))
    if hardship.noise:
        noise = Image.effect_noise((width // 2, height), hardship.noise * 2)
        noise = ImageChops.offset(noise.resize((width, height)), chance.randrange(width), chance.randrange(height))
        photo = ImageChops.add(photo, Image.merge("RGB", (noise,) * 3), 1.0, -128)
    stream = BytesIO()
    photo.save(stream, "JPEG", quality=hardship.quality)
    return Photo(stream.getvalue(), covered)


def _on_table(laid: Laid, scale: float) -> tuple[int, int, int, int]:
    """The box around a face's code on the table, in pixels of it."""
    left, top, right, bottom = laid.code
    middle = (laid.face.width / MM / 2, laid.face.height / MM / 2)
    corners = [_turned((x - middle[0], y - middle[1]), laid.turn) for x in (left, right) for y in (top, bottom)]
    xs, ys = ([corner[axis] + middle[axis] for corner in corners] for axis in (0, 1))
    box = (laid.x + min(xs) - 1, laid.y + min(ys) - 1, laid.x + max(xs) + 1, laid.y + max(ys) + 1)
    return round(box[0] * scale), round(box[1] * scale), round(box[2] * scale), round(box[3] * scale)


def _wood(chance: Random) -> tuple[int, int, int]:
    red = chance.randrange(90, 190)
    return red, round(red * 0.78), round(red * 0.58)


def _lay(ground: Image.Image, laid: Sequence[Laid], scale: float, chance: Random) -> None:
    for one in laid:
        size = (round(one.face.width * scale / MM), round(one.face.height * scale / MM))
        face = one.face.resize(size, Image.Resampling.LANCZOS).convert("RGBA")
        turned = face.rotate(-one.turn, Image.Resampling.BICUBIC, expand=True) if one.turn else face
        x = round(one.x * scale - (turned.width - size[0]) / 2)
        y = round(one.y * scale - (turned.height - size[1]) / 2)
        ground.paste(turned, (x, y), turned)


def _hand(ground: Image.Image, scale: float, chance: Random) -> None:
    """A fist with fingers that reaches in from an edge."""
    pen = ImageDraw.Draw(ground)
    skin = chance.choice([(224, 172, 135), (141, 85, 54), (198, 134, 66), (255, 219, 172)])
    edge = chance.randrange(4)
    x = chance.uniform(0.1, 0.9) * ground.width if edge < 2 else (0 if edge == 2 else ground.width)
    y = chance.uniform(0.1, 0.9) * ground.height if edge >= 2 else (0 if edge == 0 else ground.height)
    radius = 32 * scale
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=skin)
    inward = ((ground.width / 2 - x), (ground.height / 2 - y))
    length = max(1.0, (inward[0] ** 2 + inward[1] ** 2) ** 0.5)
    for finger in range(-1, 3):
        dx, dy = inward[0] / length, inward[1] / length
        side = finger * 15 * scale
        start = (x - dy * side, y + dx * side)
        stop = (start[0] + dx * 62 * scale, start[1] + dy * 62 * scale)
        pen.line((*start, *stop), fill=skin, width=round(14 * scale))
        pen.ellipse(tuple(at + away * 7 * scale for away in (-1, 1) for at in stop), fill=skin)


def _seen(ground: Image.Image, size: tuple[int, int], scale: float, hardship: Hardship, chance: Random) -> Image.Image:
    """The table in perspective on the photo."""
    width, height = size
    across, down = ground.width * scale, ground.height * scale
    shrink = hardship.tilt / 200
    corners = [
        (-across / 2 * (1 - shrink), -down / 2),
        (across / 2 * (1 - shrink), -down / 2),
        (across / 2 * (1 + shrink), down / 2),
        (-across / 2 * (1 + shrink), down / 2),
    ]
    angle = hardship.turn + chance.uniform(-4, 4)
    turned = [_turned(corner, angle) for corner in corners]
    most = max(max(abs(x) / (width / 2), abs(y) / (height / 2)) for x, y in turned)
    placed = [(x / max(1.0, most) + width / 2, y / max(1.0, most) + height / 2) for x, y in turned]
    source = [(0.0, 0.0), (ground.width, 0.0), (ground.width, ground.height), (0.0, ground.height)]
    back = _coefficients(placed, source)
    return ground.transform(size, Image.Transform.PERSPECTIVE, back, Image.Resampling.BICUBIC, fillcolor=(60, 62, 66))


def _turned(corner: Corner, degrees: float) -> Corner:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return corner[0] * c - corner[1] * s, corner[0] * s + corner[1] * c


def _coefficients(placed: Sequence[Corner], source: Sequence[Corner]) -> list[float]:
    """Of Pillow's transform: from the photo back to the table."""
    p = projection_of(list(zip(placed, source, strict=True)))
    return [p.a, p.b, p.c, p.d, p.e, p.f, p.g, p.h]


def _lit(photo: Image.Image, hardship: Hardship, chance: Random) -> Image.Image:
    """Light from one side, and shadows with soft edges."""
    side = Image.linear_gradient("L").rotate(chance.uniform(0, 360), Image.Resampling.BICUBIC, fillcolor=128)
    most = hardship.light
    veil = side.crop((38, 38, 218, 218)).resize(photo.size).point(lambda value: round(255 * (1 - most * value / 255)))
    for _ in range(hardship.shadows):
        small = Image.new("L", (400, 300), 255)
        x, y = chance.uniform(0, 400), chance.uniform(0, 300)
        points = [(x + chance.uniform(-160, 160), y + chance.uniform(-120, 120)) for _ in range(4)]
        ImageDraw.Draw(small).polygon(points, fill=round(255 * chance.uniform(0.5, 0.75)))
        soft = small.filter(ImageFilter.GaussianBlur(chance.uniform(2, 8))).resize(photo.size)
        veil = ImageChops.multiply(veil, soft)
    return ImageChops.multiply(photo, Image.merge("RGB", (veil,) * 3))
