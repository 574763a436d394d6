"""Why a placement does what it does, and what it brings. In: the boards before and after it. Out: reasons, each with
its rule, in the order in which people would check them at the table: the tile, the square, the row, the column.

Invariant: the points given here are those of `score_line`, the one place that counts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.games.kalevala.board import Board, Square, label_of, neighbours, spans_at
from pnp.games.kalevala.score import ACROSS, DOWN, Scored, Worth, line_of, line_values, score_line
from pnp.library.words import join_texts
from pnp.referee.kernel import Seat, Trial
from pnp.referee.kernel.line_trial import LineTrial
from pnp.referee.ruling import Irregularity

PROOFS = {"shows_held": "KAL-48", "was_known": "KAL-47"}


def placed(
    t: LineTrial,
    seat: Seat,
    tile: str,
    square: Square,
    proof: str,
    before: Board,
    after: Board,
    lines: tuple[Scored, Scored],
) -> None:
    """A placement: may it lie there, what does it score.

    proof: the message that says why the tile was in the hand, "" where everybody knew it
    """
    t.note("KAL-07", "places", seat=seat, tile=tile)
    if proof:
        t.note(PROOFS[proof], proof, seat=seat, tile=tile)
    is_stacked = square in before.tops
    if is_stacked:
        _note_stacked(t, tile, square, before)
    else:
        _note_laid(t, tile, square, before)
    for name, line in _lines_through(after, square):
        _note_line(t, after, square, name, line)
    row, column = lines[0][0], lines[1][0]
    t.note("KAL-38", "points_of_both", row=row, column=column, total=row + column)
    if is_stacked or tile in after.data.zeroing | after.data.summing:
        t.note("KAL-40c", "only_mover", seat=seat, tile=tile)
    _tell_points(t, after, square, lines)


def _note_laid(t: LineTrial, tile: str, square: Square, board: Board) -> None:
    data = board.data
    beside = _tiles_on(t, board, neighbours(board.tops, square))
    t.note("KAL-13", "touches", square=label_of(square), beside=beside)
    left, right, up, down = spans_at(board, square)
    row, column = left + 1 + right, up + 1 + down
    t.note("KAL-14", "line_lengths", row=row, column=column, most=data.max_line)
    if tile in data.covering:
        t.note("KAL-22", "may_be_laid", tile=tile)
    if tile in data.exchanging:
        t.note("KAL-25", "may_be_laid", tile=tile)
    if tile in data.walling:
        t.note("KAL-19", "beside_any", tile=tile)


def _tiles_on(t: LineTrial, board: Board, squares: Iterable[Square]) -> str:
    """`the Ukko on 1,0 and the Louhi on 2,1`."""
    tiles = (t.message("tile_on", tile=board.tops[square], square=label_of(square)) for square in squares)
    return join_texts(t.message("and"), tiles)


def _note_stacked(t: LineTrial, tile: str, square: Square, board: Board) -> None:
    data = board.data
    where, gone, is_cover = label_of(square), board.tops[square], tile not in data.exchanging
    if is_cover:
        t.note("KAL-21", "covers", tile=tile, gone=gone, square=where)
        t.note("KAL-23", "is_covered", gone=gone)
    else:
        t.note("KAL-24", "exchanges", tile=tile, gone=gone, square=where)
        if square in board.under:
            t.note("KAL-26", "only_top_taken", gone=gone, covered=board.under[square])
    if square in board.under or gone in data.covering | data.exchanging:
        t.note("KAL-27", "stack_height", height=len(board.stack(square)) + is_cover)
    if gone in data.walling:
        t.note("KAL-20", "blocks_no_more", gone=gone, square=where)
    if square in board.isolated:
        t.note("KAL-13", "lies_alone", square=where)
    left, right, up, down = spans_at(board, square)
    if data.max_line in (left + 1 + right, up + 1 + down):
        t.note("KAL-15", "no_longer", most=data.max_line)


def _lines_through(board: Board, square: Square) -> Iterator[tuple[str, range]]:
    spans = spans_at(board, square)
    for name, step in (("row", ACROSS), ("column", DOWN)):
        yield name, line_of(square, spans, step)


def _note_line(t: LineTrial, board: Board, square: Square, name: str, line: range) -> None:
    data, tops = board.data, board.tops
    mine = tops[square]
    points, rule = score_line(data, tops, board.zeroed, square, mine, line)
    if rule == "KAL-37":
        t.note(rule, "alone", line=name, tile=mine)
        return
    worths = line_values(board, square, line)
    t.note("KAL-28", "values", line=name, values=_values_of(t, worths))
    for worth in worths:
        if worth.rule != "KAL-28":
            zeroing = (at for at in neighbours(tops, worth.square) if tops[at] in data.zeroing)
            there = {"square": label_of(worth.square), "beside": _tiles_on(t, board, zeroing)}
            t.note(worth.rule, f"worth_{worth.rule}", line=name, tile=worth.tile, value=worth.value, **there)
    has_ends = tops[line[0]] in data.bookends and tops[line[-1]] in data.bookends
    is_inside = line[0] != square != line[-1]
    if has_ends and is_inside and mine not in data.bookends and rule != "KAL-40b":
        t.note("KAL-40b", "ends_give_nothing", line=name, ends=tops[line[0]])
    if has_ends and is_inside and mine in data.bookends and rule != "KAL-40a":
        t.note("KAL-40a", "inside_scores_nothing", line=name, tile=mine)
    if has_ends and not is_inside and rule not in ("KAL-39", "KAL-40"):
        t.note("KAL-40", "ends_zeroed", line=name, tile=mine)
    value = next(worth.value for worth in worths if worth.square == square)
    best = max(worth.value for worth in worths if worth.square != square)
    why = "lower" if rule == "KAL-35" and not points else f"points_{rule}"
    t.note(rule, why, line=name, tile=mine, value=value, best=best, count=len(line), points=points)


def _values_of(t: LineTrial, worths: Iterable[Worth]) -> tuple[str, ...]:
    """`Ukko 7`, for each tile of a line."""
    return tuple(t.message("value_of", tile=worth.tile, value=worth.value) for worth in worths)


def _tell_points(t: LineTrial, board: Board, square: Square, lines: tuple[Scored, Scored]) -> None:
    """Tell the lines that scored and their tiles; with values, unless the line scored by its ends."""
    for (points, rule), (name, line) in zip(lines, _lines_through(board, square), strict=True):
        if points:
            tiles: tuple[str, ...] = tuple(board.tops[at] for at in line)
            if rule == "KAL-35":
                tiles = _values_of(t, line_values(board, square, line))
            t.announce("", "line_scores", line=name, tiles=tiles, points=points)


def note_false_passes(t: Trial) -> None:
    """Earlier passes that turn out to be false, or are no longer in doubt (KAL-50)."""
    for item in t.found:
        if type(item) is Irregularity:
            t.note("KAL-50", "plain", what=item.because)
        else:
            t.note("KAL-50", "doubted_no_more", seat=item.seat, ply=item.ply)
