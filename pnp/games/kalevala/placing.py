"""Where a tile may go. In: a board and a tile. Out: squares, or why a square is none of them.

Refusals come in this order: the square is occupied KAL-16, KAL-21, KAL-24 · nothing beside it KAL-13 · a line too long
KAL-14 · beside a Kullervo KAL-17, KAL-18. Invariant: `refusal_of` is None exactly on the squares of `squares_for`.
"""

from __future__ import annotations

from typing import Any

from pnp.games.kalevala.board import ROW, Board, Point, Square, is_on_table, label_of, neighbours, spans_at

Refusal = tuple[str, str, dict[str, Any]]  # a rule, the message that says why, its arguments


def free_squares(board: Board, tile: str) -> list[Square]:
    """Every empty square where a tile may be laid (KAL-13, KAL-14, KAL-17, KAL-19)."""
    walled = board.walled
    if tile in board.data.walling or not walled:
        return list(board.reach)
    return [square for square in board.reach if square not in walled]


def stack_squares(board: Board, tile: str) -> list[Square]:
    """Every occupied square where a tile may cover or be exchanged (KAL-16, KAL-18, KAL-21, KAL-24)."""
    data = board.data
    if tile in data.covering:
        under = data.coverable
    elif tile in data.exchanging:
        under = data.exchangeable
    else:
        return []
    walled = board.walled
    squares = [square for square, top in board.tops.items() if top in under and square not in walled]
    if board.isolated and not data.cover_only_tile:
        squares = [square for square in squares if square not in board.isolated]
    return squares


def squares_for(board: Board, tile: str) -> list[Square]:
    """Every square where a tile may be placed, whoever holds it (KAL-13 to KAL-25)."""
    return free_squares(board, tile) + stack_squares(board, tile)


def has_room(board: Board) -> bool:
    """True when there is an empty square where any tile may lie: away from Kullervos."""
    for square in board.reach:  # noqa: SIM110 - asked at every line, and any() takes three times as long
        if square not in board.walled:
            return True
    return False


def fitting(board: Board) -> tuple[str, ...]:
    """The kinds of tiles that have a legal square."""
    tiles = board.data.tiles
    return tiles if has_room(board) else tuple(tile for tile in tiles if squares_for(board, tile))


def refusal_of(board: Board, tile: str, at: Point) -> Refusal | None:
    """Why a tile may not go to `x,y`; None where it may."""
    square = at[0] + ROW * at[1]
    top = board.tops.get(square)
    if top is not None:
        return _refuse_occupied(board, square, tile, top)
    if square not in board.reach or not is_on_table(at):
        return _refuse_empty(board, at)
    return _beside_kullervo(board, square, tile, "KAL-17") if _is_walled(board, square, tile) else None


def _is_walled(board: Board, square: Square, tile: str) -> bool:
    return square in board.walled and tile not in board.data.walling


def _refuse_empty(board: Board, at: Point) -> Refusal:
    """An empty square that `reach` does not hold (KAL-13, KAL-14)."""
    where, square, most = f"{at[0]},{at[1]}", at[0] + ROW * at[1], board.data.max_line
    if not is_on_table(at) or not neighbours(board.tops, square):
        return "KAL-13", "nothing_beside", {"square": where}
    left, right, up, down = spans_at(board, square)
    line, length = "row", left + 1 + right
    if length <= most:
        line, length = "column", up + 1 + down
    return "KAL-14", "line_too_long", {"square": where, "line": line, "count": length, "most": most}


def _refuse_occupied(board: Board, square: Square, tile: str, top: str) -> Refusal | None:
    """A square where another tile is visible (KAL-16, KAL-21, KAL-24, KAL-13, KAL-18)."""
    data, there = board.data, {"square": label_of(square), "top": top, "tile": tile}
    if tile in data.covering:
        if top not in data.coverable:
            return "KAL-21", "not_covered", there
    elif tile in data.exchanging:
        if top not in data.exchangeable:
            return "KAL-24", "not_exchanged", there
    else:
        return "KAL-16", "occupied", there
    if square in board.isolated and not data.cover_only_tile:
        return "KAL-13", "no_other_beside", {"square": label_of(square)}
    if _is_walled(board, square, tile):
        return _beside_kullervo(board, square, tile, "KAL-18")
    return None


def _beside_kullervo(board: Board, square: Square, tile: str, rule: str) -> Refusal:
    wall = next(at for at in neighbours(board.tops, square) if board.tops[at] in board.data.walling)
    there = {"square": label_of(square), "wall": board.tops[wall], "wall_square": label_of(wall)}
    return rule, "beside_kullervo", {"tile": tile, **there}
