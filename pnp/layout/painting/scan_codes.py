"""Codes to scan: QR, Code 128, Data Matrix. In: a code element and its box. Out: one path of dark modules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from pnp.layout.drawing.frame import Item, PathData, Shape
from pnp.layout.drawing.path import rect_path
from pnp.layout.painting.face_canvas import Box, FaceCanvas
from pnp.layout.painting.shapes import rounded
from pnp.layout.template.element import CodeElement

_LONGEST = 213  # bytes that version 10 holds


class QrError(ValueError):
    """The text cannot be coded."""


def qr_modules(text: str) -> list[tuple[bool, ...]]:
    """Return the modules without the quiet zone."""
    size = len(text.encode("utf-8"))
    if size > _LONGEST:
        raise QrError(f"expected at most {_LONGEST} bytes in a code on a card, got {size}")
    # Imported here: only decks with QR codes pay its 25 ms.
    import segno

    # One mode and one level for all texts: a code that is one letter longer looks alike and is as safe.
    code = segno.make_qr(text, error="m", mode="byte", encoding="utf-8", boost_error=False)
    return [tuple(map(bool, row)) for row in code.matrix]


# Side of the square with its border: (words of data, words of error correction).
_SQUARES = {10: (3, 5), 12: (5, 7), 14: (8, 10), 16: (12, 12), 18: (18, 14), 20: (22, 18), 22: (30, 20), 24: (36, 24)}
_LARGEST = max(words for words, _ in _SQUARES.values())
_PAD = 129
_FIELD = 301  # x⁸ + x⁵ + x³ + x² + 1, by which the standard's field of 256 elements is made

# Where the eight bits of a word stand, from its highest, before its last module; and the four words of the corners that
# are split: (row, column), counted from the lower or right edge where they are negative.
_SHAPE = ((-2, -2), (-2, -1), (-1, -2), (-1, -1), (-1, 0), (0, -2), (0, -1), (0, 0))
_CORNERS = (
    ((-1, 0), (-1, 1), (-1, 2), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)),
    ((-3, 0), (-2, 0), (-1, 0), (0, -4), (0, -3), (0, -2), (0, -1), (1, -1)),
    ((-3, 0), (-2, 0), (-1, 0), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)),
    ((-1, 0), (-1, -1), (0, -3), (0, -2), (0, -1), (1, -3), (1, -2), (1, -1)),
)

Place = tuple[int, int]


class DataMatrixError(ValueError):
    """The text cannot be coded; the message is for people."""


def data_matrix_modules(text: str) -> list[tuple[bool, ...]]:
    """The modules of a text, True for dark, without the quiet zone."""
    words = _words(text)
    side, (room, checks) = next((side, sizes) for side, sizes in _SQUARES.items() if sizes[0] >= len(words))
    words = _padded(words, room)
    words += _error_correction(words, checks)
    inner = side - 2
    dark = {
        place for word, places in zip(words, _places(inner), strict=True) for bit, place in enumerate(places)
        if word >> (7 - bit) & 1
    }  # fmt: skip
    if inner % 4:  # the square in the lower right corner that no word reaches: as in chess
        dark |= {(row, column) for row, column in _rest(inner) if row == column}
    return [tuple(_is_dark(row, column, side, dark) for column in range(side)) for row in range(side)]


def _is_dark(row: int, column: int, side: int, dark: set[Place]) -> bool:
    if column == 0 or row == side - 1:  # the solid edges by which it is found
        return True
    if row == 0 or column == side - 1:  # and the dashed ones by which it is counted
        return (row + column) % 2 == 0
    return (row - 1, column - 1) in dark


def _words(text: str) -> list[int]:
    """A word a character, or for two digits."""
    odd = next((letter for letter in text if not " " <= letter <= "~"), "")
    if odd:
        raise DataMatrixError(
            f"expected only ASCII letters, digits and signs in a matrix code, got “{odd}” (U+{ord(odd):04X})"
        )
    words: list[int] = []
    at = 0
    while at < len(text):
        pair = text[at : at + 2]
        if len(pair) == 2 and pair.isdigit():
            words.append(130 + int(pair))
            at += 2
        else:
            words.append(ord(text[at]) + 1)
            at += 1
    if not 0 < len(words) <= _LARGEST:
        raise DataMatrixError(f"expected 1 to {_LARGEST} characters in a matrix code, got {len(text)}")
    return words


def _padded(words: list[int], room: int) -> list[int]:
    """Filled up with padding, of which all but the first word is scattered, so that no pattern comes of it."""
    padded = list(words)
    while len(padded) < room:
        place = len(padded) + 1
        scattered = _PAD + (149 * place) % 253 + 1
        padded.append(_PAD if len(padded) == len(words) else scattered if scattered <= 254 else scattered - 254)
    return padded


def _error_correction(words: list[int], count: int) -> list[int]:
    """The remainder of the words by the generator polynomial."""
    powers, logs = [0] * 255, [0] * 256
    value = 1
    for power in range(255):
        powers[power], logs[value] = value, power
        value <<= 1
        if value > 255:
            value ^= _FIELD

    def times(one: int, other: int) -> int:
        return powers[(logs[one] + logs[other]) % 255] if one and other else 0

    generator = [1]
    for power in range(1, count + 1):
        shifted = [*generator, 0]
        for place, factor in enumerate(generator):
            shifted[place + 1] ^= times(factor, powers[power])
        generator = shifted
    rest = [0] * count
    for word in words:
        lead = word ^ rest[0]
        rest = [*rest[1:], 0]
        for place in range(count):
            rest[place] ^= times(lead, generator[place + 1])
    return rest


def _rest(inner: int) -> list[Place]:
    return [(inner - 2 + row, inner - 2 + column) for row in range(2) for column in range(2)]


def _places(inner: int) -> list[list[Place]]:
    """Where the bits of each word stand: along diagonals, up and down in turn, as the standard lays them."""
    taken: set[Place] = set()
    found: list[list[Place]] = []

    def put(places: list[Place]) -> None:
        found.append(places)
        taken.update(places)

    def shape(row: int, column: int) -> list[Place]:
        places = []
        for down, across in _SHAPE:
            r, c = row + down, column + across
            if r < 0:
                r, c = r + inner, c + 4 - (inner + 4) % 8
            if c < 0:
                r, c = r + 4 - (inner + 4) % 8, c + inner
            places.append((r, c))
        return places

    row, column = 4, 0
    while row < inner or column < inner:
        if corner := _corner(row, column, inner):
            put([(r % inner, c % inner) for r, c in _CORNERS[corner - 1]])
        while row >= 0 and column < inner:
            if row < inner and column >= 0 and (row, column) not in taken:
                put(shape(row, column))
            row, column = row - 2, column + 2
        row, column = row + 1, column + 3
        while row < inner and column >= 0:
            if row >= 0 and column < inner and (row, column) not in taken:
                put(shape(row, column))
            row, column = row + 2, column - 2
        row, column = row + 3, column + 1
    return found


def _corner(row: int, column: int, inner: int) -> int:
    """Which of the four corners begins here; 0 for none."""
    if row == inner and column == 0:
        return 1
    if row == inner - 2 and column == 0 and inner % 4:
        return 2
    if row == inner - 2 and column == 0 and inner % 8 == 4:
        return 3
    if row == inner + 4 and column == 2 and inner % 8 == 0:
        return 4
    return 0


MAX_LETTERS = 48
_TABLE = (
    "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 "
    "123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 "
    "232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 "
    "313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 "
    "111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 "
    "111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 "
    "114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112"
)  # widths of bars and gaps in turn, of each sign
_WIDTHS = tuple(_TABLE.split())
_START_B, _START_C, _STOP = 104, 105, 106


class BarcodeError(ValueError):
    """The text cannot be written in bars; the message is for people."""


def barcode_modules(text: str) -> list[bool]:
    """The modules of a text, True for dark, without the quiet zones."""
    odd = next((letter for letter in text if not " " <= letter <= "~"), "")
    if odd:
        raise BarcodeError(
            f"expected only ASCII letters, digits and signs in a bar code, got “{odd}” (U+{ord(odd):04X})"
        )
    if not 0 < len(text) <= MAX_LETTERS:
        raise BarcodeError(f"expected 1 to {MAX_LETTERS} characters in a bar code, got {len(text)}")
    if text.isdigit() and len(text) % 2 == 0:
        signs = [_START_C, *(int(text[at : at + 2]) for at in range(0, len(text), 2))]
    else:
        signs = [_START_B, *(ord(letter) - 32 for letter in text)]
    check = (signs[0] + sum(place * sign for place, sign in enumerate(signs[1:], 1))) % 103
    modules: list[bool] = []
    for sign in (*signs, check, _STOP):
        for number, width in enumerate(_WIDTHS[sign]):
            modules += [number % 2 == 0] * int(width)
    return modules


_LEAST = 0.19  # mm: a bar narrower than this is not read from a home printer's paper
_QUIET = 10  # modules beside a bar code
LEAST_MATRIX = 0.45  # mm: a smaller module is often lost in a photo of a whole table
_MATRIX_QUIET = 1  # modules around a matrix: the least that readers ask for


def paint_code(canvas: FaceCanvas, element: CodeElement, box: Box) -> None:
    """A code, as large as fits."""
    data = canvas.word(element.data, element, "data")
    if not data:
        return
    try:
        if element.form == "bars":
            drawn = _bars(canvas, element, data, box)
        elif element.form == "matrix":
            drawn = _matrix(canvas, element, data, box)
        else:
            drawn = _squares(qr_modules(data), element.quiet, box)
    except (BarcodeError, DataMatrixError, QrError) as fault:
        canvas.fault(element, str(fault), "code", "data")
        return
    if drawn is None:
        return
    light, dark = drawn
    items: list[Item] = []
    ground = canvas.colour(element.ground, element, "ground")
    if ground:
        items.append(Shape(rounded(rect_path(*light)), ground))
    items.append(Shape(dark, canvas.colour(element.colour, element, "colour") or "#000000"))
    canvas.add(element, items)


def _bars(canvas: FaceCanvas, element: CodeElement, data: str, box: Box) -> tuple[Box, PathData] | None:
    """The ground and the bars of a code that fills its box; None, and a fault, when they would be too fine."""
    modules = barcode_modules(data)
    x, y, width, height = box
    quiet = element.quiet if "quiet" in element.spans else _QUIET
    count = len(modules) + 2 * quiet
    side = width / count
    if side < _LEAST:
        canvas.fault(
            element,
            f"the bars of “{data}” would be {side:.2f} mm wide; a scanner cannot read them",
            "code",
            "data",
            f"make the code at least {count * _LEAST:.0f} mm wide",
        )
        return None
    path: list[str | float] = []
    at = x + quiet * side
    for is_dark, run in groupby(modules):
        wide = len(list(run)) * side
        if is_dark:
            path += rect_path(at, y, wide, height)
        at += wide
    return box, rounded(tuple(path))


def _matrix(canvas: FaceCanvas, element: CodeElement, data: str, box: Box) -> tuple[Box, PathData] | None:
    """The ground and the modules of a Data Matrix; None, and a fault, when no camera would read it."""
    modules = data_matrix_modules(data)
    quiet = element.quiet if "quiet" in element.spans else _MATRIX_QUIET
    count = len(modules) + 2 * quiet
    side = min(box[2], box[3]) / count
    if quiet < _MATRIX_QUIET:
        canvas.fault(element, "expected a free border around the matrix code", "code", "quiet", "quiet: 1, or more")
        return None
    if side < LEAST_MATRIX - 1e-9:
        what = f"the modules of “{data}” would be {side:.2f} mm wide; a camera over the table cannot read them"
        canvas.fault(element, what, "code", "data", f"make the code at least {count * LEAST_MATRIX:.1f} mm wide")
        return None
    return _squares(modules, quiet, box)


def _squares(modules: Sequence[Sequence[bool]], quiet: int, box: Box) -> tuple[Box, PathData]:
    """The ground and the square modules of a code in the middle of its box."""
    x, y, width, height = box
    count = len(modules) + 2 * quiet
    side = min(width, height) / count
    left, top = x + (width - side * count) / 2, y + (height - side * count) / 2
    path: list[str | float] = []
    for row, line in enumerate(modules):
        start = None
        # A module that is always light ends the last run of each row.
        for column, is_dark in enumerate((*line, False)):
            if is_dark and start is None:
                start = column
            elif not is_dark and start is not None:
                across = left + (start + quiet) * side
                path += rect_path(across, top + (row + quiet) * side, (column - start) * side, side)
                start = None
    return (left, top, side * count, side * count), tuple(path)
