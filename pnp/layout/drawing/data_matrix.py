"""Data Matrix (ISO/IEC 16022, ECC 200), squares of one region. In: a text. Out: rows of dark and light modules.

A short code in a small square is read from a photo of a whole table, where a QR code of that size is not. Invariant:
the same text gives the same modules, in the smallest square that holds it.
"""

from __future__ import annotations

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
