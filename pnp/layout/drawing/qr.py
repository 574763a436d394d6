"""QR codes (ISO/IEC 18004), bytes only, error correction M, versions 1 to 10. In: a text. Out: rows of dark and light
modules.

Invariant: the same text gives the same modules: of the eight masks the one with the least penalty is taken.
"""

from __future__ import annotations

# Version: (error correction bytes a block, [(blocks, data bytes a block), …]) at level M.
_BLOCKS = {
    1: (10, [(1, 16)]),
    2: (16, [(1, 28)]),
    3: (26, [(1, 44)]),
    4: (18, [(2, 32)]),
    5: (24, [(2, 43)]),
    6: (16, [(4, 27)]),
    7: (18, [(4, 31)]),
    8: (22, [(2, 38), (2, 39)]),
    9: (22, [(3, 36), (2, 37)]),
    10: (26, [(4, 43), (1, 44)]),
}
_ALIGNMENT = {
    1: (),
    2: (6, 18),
    3: (6, 22),
    4: (6, 26),
    5: (6, 30),
    6: (6, 34),
    7: (6, 22, 38),
    8: (6, 24, 42),
    9: (6, 26, 46),
    10: (6, 28, 50),
}
_LEVEL_M = 0b00

Grid = list[list[int]]  # 0 light, 1 dark, -1 not set


class QrError(ValueError):
    """The text cannot be coded."""


def qr_modules(text: str) -> list[tuple[bool, ...]]:
    """The modules without the quiet zone."""
    data = text.encode("utf-8")
    version = next((v for v in _BLOCKS if len(data) <= _capacity(v)), 0)
    if not version:
        raise QrError(f"expected at most {_capacity(10)} bytes in a code on a card, got {len(data)}")
    bits = _bits(_interleave(_codewords(data, version), version))
    grid, fixed = _frame(version)
    _fill(grid, bits)
    best: tuple[int, Grid] | None = None
    for mask in range(8):
        masked = _masked(grid, fixed, mask)
        _format(masked, mask)
        penalty = _penalty(masked)
        if best is None or penalty < best[0]:
            best = (penalty, masked)
    assert best is not None
    return [tuple(module == 1 for module in row) for row in best[1]]


def _data_bytes(version: int) -> int:
    return sum(count * size for count, size in _BLOCKS[version][1])


def _capacity(version: int) -> int:
    return _data_bytes(version) - (2 if version < 10 else 3)


def _codewords(data: bytes, version: int) -> list[int]:
    width = 8 if version < 10 else 16
    bits = f"0100{len(data):0{width}b}" + "".join(f"{byte:08b}" for byte in data)
    total = _data_bytes(version) * 8
    bits += "0" * min(4, total - len(bits))
    bits += "0" * (-len(bits) % 8)
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    while len(words) < total // 8:
        # The two padding bytes of the standard, in turn.
        words.append((0xEC, 0x11)[(len(words) - len(bits) // 8) % 2])
    return words


def _interleave(words: list[int], version: int) -> list[int]:
    correction, groups = _BLOCKS[version]
    blocks: list[list[int]] = []
    at = 0
    for count, size in groups:
        for _ in range(count):
            blocks.append(words[at : at + size])
            at += size
    checks = [_remainder(block, correction) for block in blocks]
    longest = max(len(block) for block in blocks)
    out = [block[n] for n in range(longest) for block in blocks if n < len(block)]
    return out + [check[n] for n in range(correction) for check in checks]


def _tables() -> tuple[list[int], list[int]]:
    powers, logs = [0] * 512, [0] * 256
    value = 1
    for exponent in range(255):
        powers[exponent] = powers[exponent + 255] = value
        logs[value] = exponent
        value <<= 1
        if value & 0x100:
            value ^= 0x11D
    return powers, logs


_POWERS, _LOGS = _tables()


def _remainder(block: list[int], count: int) -> list[int]:
    """Reed-Solomon check bytes."""
    generator = [1]
    for root in range(count):
        # Times (x - 2^root); in this field a sum and a difference are the same exclusive or.
        longer = [*generator, 0]
        for n, factor in enumerate(generator):
            if factor:
                longer[n + 1] ^= _POWERS[_LOGS[factor] + root]
        generator = longer
    rest = [*block, *[0] * count]
    for at in range(len(block)):
        lead = rest[at]
        if lead:
            for n, factor in enumerate(generator):
                rest[at + n] ^= _POWERS[_LOGS[lead] + _LOGS[factor]] if factor else 0
    return rest[len(block) :]


def _bits(words: list[int]) -> list[int]:
    return [word >> shift & 1 for word in words for shift in range(7, -1, -1)]


def _frame(version: int) -> tuple[Grid, list[list[bool]]]:
    """The fixed patterns, and which modules they take."""
    side = 17 + 4 * version
    grid = [[-1] * side for _ in range(side)]
    for row, column in ((0, 0), (0, side - 7), (side - 7, 0)):
        for r in range(-1, 8):
            for c in range(-1, 8):
                if 0 <= row + r < side and 0 <= column + c < side:
                    ring = max(abs(r - 3), abs(c - 3))
                    grid[row + r][column + c] = int(ring in (0, 1, 3))
    for n in range(8, side - 8):
        grid[6][n] = grid[n][6] = (n + 1) % 2
    centres = _ALIGNMENT[version]
    for row in centres:
        for column in centres:
            if grid[row][column] != -1 and (row, column) not in [(6, c) for c in centres[1:-1]] + [
                (r, 6) for r in centres[1:-1]
            ]:
                continue
            for r in range(-2, 3):
                for c in range(-2, 3):
                    grid[row + r][column + c] = int(max(abs(r), abs(c)) != 1)
    for n in range(9):  # kept free for the format
        for row, column in ((8, n), (n, 8)):
            if grid[row][column] == -1:
                grid[row][column] = 0
    for n in range(8):
        grid[8][side - 1 - n] = 0
        grid[side - 1 - n][8] = 0
    grid[side - 8][8] = 1
    if version >= 7:
        code = _check(version, 0x1F25, 12)
        for n in range(18):
            bit = code >> n & 1
            grid[n // 3][side - 11 + n % 3] = bit
            grid[side - 11 + n % 3][n // 3] = bit
    return grid, [[module != -1 for module in row] for row in grid]


def _check(value: int, polynomial: int, bits: int) -> int:
    rest = value << bits
    while rest.bit_length() > bits:
        rest ^= polynomial << (rest.bit_length() - bits - 1)
    return value << bits | rest


def _fill(grid: Grid, bits: list[int]) -> None:
    """Lay the bits in pairs of columns, up and down, from the right."""
    side = len(grid)
    source = iter(bits)
    column, up = side - 1, True
    while column > 0:
        # The upright timing pattern takes this column whole, so the pairs shift by one.
        if column == 6:
            column -= 1
        for row in range(side - 1, -1, -1) if up else range(side):
            for c in (column, column - 1):
                if grid[row][c] == -1:
                    grid[row][c] = next(source, 0)
        column, up = column - 2, not up


def _masked(grid: Grid, fixed: list[list[bool]], mask: int) -> Grid:
    return [
        [module if fixed[r][c] else module ^ int(_is_masked(mask, r, c)) for c, module in enumerate(row)]
        for r, row in enumerate(grid)
    ]


def _is_masked(mask: int, r: int, c: int) -> bool:
    return not (
        (r + c) % 2,
        r % 2,
        c % 3,
        (r + c) % 3,
        (r // 2 + c // 3) % 2,
        r * c % 2 + r * c % 3,
        (r * c % 2 + r * c % 3) % 2,
        ((r + c) % 2 + r * c % 3) % 2,
    )[mask]


def _format(grid: Grid, mask: int) -> None:
    side = len(grid)
    # The standard's constant: with it no format is all light.
    code = _check(_LEVEL_M << 3 | mask, 0x537, 10) ^ 0x5412
    for n in range(15):
        bit = code >> n & 1
        # Both copies of the format step over the timing patterns (row and column 6).
        row = n if n < 6 else n + 1 if n < 8 else side - 15 + n
        grid[row][8] = bit
        column = side - 1 - n if n < 8 else 7 if n == 8 else 14 - n
        grid[8][column] = bit
    grid[side - 8][8] = 1


def _penalty(grid: Grid) -> int:
    side = len(grid)
    total = 0
    columns = [list(column) for column in zip(*grid, strict=True)]
    for line in (*grid, *columns):
        run = 1
        for n in range(1, side + 1):
            if n < side and line[n] == line[n - 1]:
                run += 1
                continue
            if run >= 5:
                total += run - 2
            run = 1
        text = "".join(map(str, line))
        total += 40 * sum(text[n : n + 11] in ("10111010000", "00001011101") for n in range(side - 10))
    for r in range(side - 1):
        for c in range(side - 1):
            if grid[r][c] == grid[r][c + 1] == grid[r + 1][c] == grid[r + 1][c + 1]:
                total += 3
    dark = sum(map(sum, grid)) * 100 / side**2
    return total + 10 * int(abs(dark - 50) // 5)
