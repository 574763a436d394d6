"""Scoring. In: a board after a placement and the square laid on. Out: the points of a line and the rule that gave or
denied them.

Invariant: `score_tile` alone decides; `line_values` lists the same values tile by tile for explanations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from pnp.games.kalevala import rule_ids
from pnp.games.kalevala.board import Board, Spans, Square
from pnp.games.kalevala.game_data import GameData

ACROSS, DOWN = 1, 1000  # steps along a row and a column


def line_of(square: Square, spans: Spans, step: int) -> range:
    """The squares of the row or column through a square, from its first to its last tile."""
    before, after = (spans[0], spans[1]) if step == ACROSS else (spans[2], spans[3])
    return range(square - before * step, square + after * step + 1, step)


def score_line(data: GameData, board: Board, square: Square, line: Sequence[Square]) -> tuple[int, str]:
    """Points for one line of the tile just laid on `square`, and the deciding rule (KAL-35 to KAL-40b)."""
    return score_tile(data, board.tops, board.zeroed, square, board.tops[square], line)


def score_tile(
    data: GameData,
    tops: Mapping[Square, str],
    zeroed: frozenset[Square],
    square: Square,
    tile: str,
    line: Sequence[Square],
) -> tuple[int, str]:
    """The same for a tile that is yet to be laid; `zeroed` are the squares that will be zeroed then."""
    length = len(line)
    if length < data.min_line:
        return 0, rule_ids.ALONE
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
                    return length, rule_ids.ZEROED_ENDS if weak else rule_ids.BOTH_ENDS
                if data.louhi_from_middle:
                    return length, rule_ids.INSIDE_ENDS
            if data.louhi_ongoing:
                return 0, rule_ids.BETWEEN_ENDS

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
        return length, rule_ids.HIGHEST
    if inside and tile in bookends:
        return 0, rule_ids.INSIDE_ENDS
    return 0, rule_ids.TIED if mine == best else rule_ids.HIGHEST


class Worth(Struct, frozen=True):
    """What one tile is worth in a line, and the rule that makes it so."""

    square: Square
    tile: str
    value: int
    rule: str


def line_values(data: GameData, board: Board, square: Square, line: Sequence[Square]) -> tuple[Worth, ...]:
    """The value of every tile of a line after the placement on `square` (KAL-28 to KAL-34)."""
    tops, zeroed = board.tops, board.zeroed
    active = [s for s in line if tops[s] in data.summing and s not in zeroed]
    counts_itself = square in active
    worths = []
    for at in line:
        tile = tops[at]
        value, rule = data.values[tile], rule_ids.PRINTED_VALUE
        if at in zeroed and tile in data.zeroing:
            rule = rule_ids.LEMMINKAINEN_KEEPS
        elif at in zeroed:
            value, rule = 0, rule_ids.SUM_ZEROED if tile in data.summing else rule_ids.ZEROED
        elif tile in data.summing:
            feeding = [s for s in active if at == square or s != square] if counts_itself else active
            value = sum(data.values[tops[s]] for s in feeding)
            rule = rule_ids.LINE_SUM
            if len(active) > 1:
                rule = rule_ids.FRESH if counts_itself else rule_ids.FULL_SUM
        worths.append(Worth(at, tile, value, rule))
    return tuple(worths)
