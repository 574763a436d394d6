"""Scoring. In: a board, a tile and the square it goes to. Out: the points of a line and the rule that gave or denied
them.

Invariant: `score_line` alone decides; `line_values` lists the same values tile by tile for explanations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from pnp.games.kalevala.board import Board, Spans, Square, spans_at, zeroed_with
from pnp.games.kalevala.game_data import GameData

Scored = tuple[int, str]  # of a line, and the rule that gave or denied them
ACROSS, DOWN = 1, 1000  # steps along a row and a column


def line_of(square: Square, spans: Spans, step: int) -> range:
    """The squares of the row or column through a square, from its first to its last tile."""
    before, after = (spans[0], spans[1]) if step == ACROSS else (spans[2], spans[3])
    return range(square - before * step, square + after * step + 1, step)


def score(board: Board, square: Square, tile: str) -> tuple[Scored, Scored]:
    """What a tile that is yet to be laid scores in its row and in its column (KAL-35 to KAL-40b)."""
    spans, zeroed = spans_at(board, square), zeroed_with(board, square, tile)
    return (
        score_line(board.data, board.tops, zeroed, square, tile, line_of(square, spans, ACROSS)),
        score_line(board.data, board.tops, zeroed, square, tile, line_of(square, spans, DOWN)),
    )


def score_line(
    data: GameData,
    tops: Mapping[Square, str],
    zeroed: frozenset[Square],
    square: Square,
    tile: str,
    line: Sequence[Square],
) -> Scored:
    """The points of one line; `zeroed` are the squares that will be zeroed then."""
    length = len(line)
    if length < data.min_line:
        return 0, "KAL-37"
    zeroing = data.zeroing
    first, last = line[0], line[-1]
    inside = False
    bookends = data.bookends
    if (tile if first == square else tops[first]) in bookends and (tile if last == square else tops[last]) in bookends:
        weak = first in zeroed or last in zeroed
        if data.zeroed_louhi_scores or not weak:
            inside = first != square != last
            if tile in bookends:
                if not inside:
                    return length, "KAL-40" if weak else "KAL-39"
                if data.louhi_from_middle:
                    return length, "KAL-40a"
            if data.louhi_ongoing:
                return 0, "KAL-40b"

    values, summing = data.values, data.summing
    best = grown = 0  # the highest other value; the sum of the other active Joukahainens
    for other in line:
        if other != square:
            kind = tops[other]
            if other in zeroed and kind not in zeroing:
                continue
            if kind in summing:
                grown += values[kind]
            elif values[kind] > best:
                best = values[kind]
    mine = 0 if square in zeroed and tile not in zeroing else values[tile]
    if mine and tile in summing:
        mine += grown  # KAL-33: the others are counted without it
    if grown > best:
        best = grown
    if mine > best:
        return length, "KAL-35"
    if inside and tile in bookends:
        return 0, "KAL-40a"
    return 0, "KAL-36" if mine == best else "KAL-35"


class Worth(Struct, frozen=True):
    """What one tile is worth in a line, and the rule that makes it so."""

    square: Square
    tile: str
    value: int
    rule: str


def line_values(board: Board, square: Square, line: Sequence[Square]) -> tuple[Worth, ...]:
    """The value of every tile of a line after the placement on `square` (KAL-28 to KAL-34)."""
    data, tops, zeroed = board.data, board.tops, board.zeroed
    active = [s for s in line if tops[s] in data.summing and s not in zeroed]
    counts_itself = square in active
    worths = []
    for at in line:
        tile = tops[at]
        value, rule = data.values[tile], "KAL-28"
        if at in zeroed and tile in data.zeroing:
            rule = "KAL-30"
        elif at in zeroed:
            value, rule = 0, "KAL-32" if tile in data.summing else "KAL-29"
        elif tile in data.summing:
            feeding = [s for s in active if at == square or s != square] if counts_itself else active
            value = sum(data.values[tops[s]] for s in feeding)
            rule = "KAL-31"
            if len(active) > 1:
                rule = "KAL-33" if counts_itself else "KAL-34"
        worths.append(Worth(at, tile, value, rule))
    return tuple(worths)
