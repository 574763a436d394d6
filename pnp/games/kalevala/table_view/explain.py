"""Why a legal move does what it does. In: the state before it and its ruling. Out: reasons, each with its rule, in the
order in which people would check them at the table: the tile, the square, the row, the column, what follows.

Invariant: the points given here are those of `score_line`, the one place that counts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pnp.games.kalevala import rule_ids
from pnp.games.kalevala.board import Board, Square, label_of, neighbours, spans_at, square_of
from pnp.games.kalevala.moves import ClearTile, SetTile
from pnp.games.kalevala.queries import outcome
from pnp.games.kalevala.score import ACROSS, DOWN, Worth, line_of, line_values, score_line
from pnp.games.kalevala.state import Covered, Dealt, Discarded, Exchanged, KalevalaState, Passed, Placed, Started
from pnp.library.words import join_texts
from pnp.referee.correction import SetHand
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Accepted, Cleared, Event, Irregularity, Reason

Reasons = Iterator[Reason]


def explain(state: KalevalaState, move: Move, ruling: Accepted) -> tuple[Reason, ...]:
    """The reasons for a legal move; a refusal carries its own reason."""
    reasons: list[Reason] = []
    for event in ruling.events:
        reasons += EXPLAINERS[type(event)](state, event, ruling.after)
    return tuple(reasons)


def explain_placed(state: KalevalaState, event: Placed, after: KalevalaState) -> Reasons:
    """A placement: may it lie there, what does it score, what follows."""
    seat, tile = event.seat, event.tile
    yield state.reason(rule_ids.ONE_TILE, "places", seat=seat, tile=tile)
    if tile not in state.hands[seat]:
        yield state.reason(rule_ids.PROOF, "shows_held", seat=seat, tile=tile)
    elif tile in state.shown[seat]:
        yield state.reason(rule_ids.REPORTED, "was_known", seat=seat, tile=tile)
    square = square_of(event.at)
    if square in state.board.tops:
        yield from _explain_stacked(state, event, square)
    else:
        yield from _explain_laid(state, event, square)
    yield from _explain_points(state, event, after.board, square)
    yield from _explain_drawn(state, event, after)
    yield from _explain_turn(after)


def _explain_laid(state: KalevalaState, event: Placed, square: Square) -> Reasons:
    data, tile = state.data, event.tile
    beside = _tiles_on(state, state.board, neighbours(state.board.tops, square))
    yield state.reason(rule_ids.ADJACENT, "touches", square=label_of(square), beside=beside)
    left, right, up, down = spans_at(state.board, square)
    row, column = left + 1 + right, up + 1 + down
    yield state.reason(rule_ids.LINE_LIMIT, "line_lengths", row=row, column=column, most=data.max_line)
    if tile in data.covering:
        yield state.reason(rule_ids.KAARME_PLAIN, "may_be_laid", tile=tile)
    if tile in data.exchanging:
        yield state.reason(rule_ids.ILMARINEN_PLAIN, "may_be_laid", tile=tile)
    if tile in data.walling:
        yield state.reason(rule_ids.KULLERVO_BESIDE, "beside_any", tile=tile)


def _tiles_on(state: KalevalaState, board: Board, squares: Iterable[Square]) -> str:
    """`the Ukko on 1,0 and the Louhi on 2,1`."""
    tiles = (state.message("tile_on", tile=board.tops[square], square=label_of(square)) for square in squares)
    return join_texts(state.message("and"), tiles)


def _explain_stacked(state: KalevalaState, event: Placed, square: Square) -> Reasons:
    data, board = state.data, state.board
    where, gone = label_of(square), board.tops[square]
    if isinstance(event, Covered):
        yield state.reason(rule_ids.COVER, "covers", tile=event.tile, gone=gone, square=where)
        yield state.reason(rule_ids.COVERED, "is_covered", gone=gone)
    else:
        yield state.reason(rule_ids.EXCHANGE, "exchanges", tile=event.tile, gone=gone, square=where)
        if square in board.under:
            yield state.reason(rule_ids.EXCHANGE_STACK, "only_top_taken", gone=gone, covered=board.under[square])
    if square in board.under or gone in data.covering | data.exchanging:
        height = len(board.stack(square)) + isinstance(event, Covered)
        yield state.reason(rule_ids.STACK_HEIGHT, "stack_height", height=height)
    if gone in data.walling:
        yield state.reason(rule_ids.KULLERVO_GONE, "blocks_no_more", gone=gone, square=where)
    if square in board.isolated:
        yield state.reason(rule_ids.ADJACENT, "lies_alone", square=where)
    left, right, up, down = spans_at(board, square)
    if data.max_line in (left + 1 + right, up + 1 + down):
        yield state.reason(rule_ids.LIMIT_SCOPE, "no_longer", most=data.max_line)


def _explain_points(state: KalevalaState, event: Placed, board: Board, square: Square) -> Reasons:
    for name, line in _lines_through(board, square):
        yield from _explain_line(state, board, square, name, line)
    row, column, data = event.row, event.column, state.data
    yield state.reason(rule_ids.BOTH_LINES, "points_of_both", row=row, column=column, total=row + column)
    if isinstance(event, Covered | Exchanged) or event.tile in data.zeroing | data.summing:
        yield state.reason(rule_ids.ONLY_MOVER, "only_mover", seat=event.seat, tile=event.tile)


def _lines_through(board: Board, square: Square) -> Iterator[tuple[str, range]]:
    spans = spans_at(board, square)
    for name, step in (("row", ACROSS), ("column", DOWN)):
        yield name, line_of(square, spans, step)


def _explain_line(state: KalevalaState, board: Board, square: Square, name: str, line: range) -> Reasons:
    data, tops = state.data, board.tops
    points, rule = score_line(data, board, square, line)
    mine = tops[square]
    if rule == rule_ids.ALONE:
        yield state.reason(rule, "alone", line=name, tile=mine)
        return
    worths = line_values(data, board, square, line)
    yield state.reason(rule_ids.PRINTED_VALUE, "values", line=name, values=_values_of(state, worths))
    for worth in worths:
        if worth.rule != rule_ids.PRINTED_VALUE:
            yield _explain_worth(state, board, name, worth)
    has_ends = tops[line[0]] in data.bookends and tops[line[-1]] in data.bookends
    is_inside = line[0] != square != line[-1]
    if has_ends and is_inside and mine not in data.bookends and rule != rule_ids.BETWEEN_ENDS:
        yield state.reason(rule_ids.BETWEEN_ENDS, "ends_give_nothing", line=name, ends=tops[line[0]])
    if has_ends and is_inside and mine in data.bookends and rule != rule_ids.INSIDE_ENDS:
        yield state.reason(rule_ids.INSIDE_ENDS, "inside_scores_nothing", line=name, tile=mine)
    if has_ends and not is_inside and rule not in (rule_ids.BOTH_ENDS, rule_ids.ZEROED_ENDS):
        yield state.reason(rule_ids.ZEROED_ENDS, "ends_zeroed", line=name, tile=mine)
    value = next(worth.value for worth in worths if worth.square == square)
    best = max(worth.value for worth in worths if worth.square != square)
    why = "lower" if rule == rule_ids.HIGHEST and not points else WHY_POINTS[rule]
    yield state.reason(rule, why, line=name, tile=mine, value=value, best=best, count=len(line), points=points)


# What decides about the points of a line, by its rule.
WHY_POINTS = {
    rule_ids.HIGHEST: "highest",
    rule_ids.TIED: "only_ties",
    rule_ids.BOTH_ENDS: "both_ends",
    rule_ids.ZEROED_ENDS: "both_ends_zeroed",
    rule_ids.INSIDE_ENDS: "inside_ends",
    rule_ids.BETWEEN_ENDS: "between_ends",
}
# Why a tile is not worth what is printed on it, by its rule.
WHY_WORTH = {
    rule_ids.ZEROED: "worth_zeroed",
    rule_ids.SUM_ZEROED: "worth_sum_zeroed",
    rule_ids.LEMMINKAINEN_KEEPS: "worth_kept",
    rule_ids.LINE_SUM: "worth_sum",
    rule_ids.FRESH: "worth_fresh",
    rule_ids.FULL_SUM: "worth_full_sum",
}


def _explain_worth(state: KalevalaState, board: Board, name: str, worth: Worth) -> Reason:
    zeroing = (at for at in neighbours(board.tops, worth.square) if board.tops[at] in state.data.zeroing)
    facts = {"tile": worth.tile, "square": label_of(worth.square), "value": worth.value}
    return state.reason(worth.rule, WHY_WORTH[worth.rule], line=name, **facts, beside=_tiles_on(state, board, zeroing))


def _values_of(state: KalevalaState, worths: Iterable[Worth]) -> tuple[str, ...]:
    """`Ukko 7`, for each tile of a line."""
    return tuple(state.message("value_of", tile=worth.tile, value=worth.value) for worth in worths)


def _explain_drawn(state: KalevalaState, event: Placed | Discarded, after: KalevalaState) -> Reasons:
    seat = event.seat
    if isinstance(event, Exchanged) and not state.data.exchange_draws:
        yield state.reason(rule_ids.DRAW, "fills_hand", seat=seat)
    elif state.deck:
        yield state.reason(rule_ids.DRAW, "draws_one", seat=seat, left=state.deck - 1)
    else:
        yield state.reason(rule_ids.DRAW, "deck_is_empty", seat=seat)
        yield state.reason(rule_ids.DECK_EMPTY, "played_out", seat=seat, left=len(after.hands[seat]))


def _explain_turn(after: KalevalaState) -> Reasons:
    end = outcome(after)
    if end is None:
        yield after.reason(rule_ids.NEXT_TURN, "turn_goes_to", seat=after.turn)
        return
    yield Reason(rule_ids.OVER, end.reason)
    if any(after.hands):
        yield after.reason(rule_ids.HAND_LEFT, "hand_costs_nothing")
    won = "won_with" if end.winners else "nobody_won_with"
    winners = join_texts(after.message("and"), map(after.name, end.winners))
    yield after.reason(rule_ids.WINNER, won, winners=winners, points=max(after.scores))


def news(state: KalevalaState, move: Move, ruling: Accepted) -> tuple[str, ...]:
    """Return what the players must do or know after a line (KAL-04, KAL-16, KAL-22, KAL-35, KAL-41, KAL-43)."""
    after = ruling.after
    if isinstance(move, SetHand | SetTile | ClearTile) and after.deck != state.deck:
        return (state.message("tiles_left", left=after.deck),)
    return tuple(line for event in ruling.events for line in _news(state, event, after))


def _news(state: KalevalaState, event: Event, after: KalevalaState) -> Iterator[str]:
    if isinstance(event, Started) and not state.is_digital:
        sizes = [len(hand) for hand in after.hands]
        if min(sizes) == state.data.hand_size:
            yield state.message("each_draws", count=state.data.hand_size)
        else:  # the pile was corrected to fewer tiles
            draws = (
                state.message("draws_so_many" if size else "draws_none", seat=seat, count=size)
                for seat, size in enumerate(sizes)
            )
            yield join_texts(state.message("and"), draws)
    if isinstance(event, Placed):
        yield from _score_news(state, event, after.board)
    if isinstance(event, Covered | Exchanged):
        where = square_of(event.at)
        id = "is_covered_now" if isinstance(event, Covered) else "goes_to_hand"
        yield state.message(id, gone=state.board.tops[where], square=label_of(where), seat=event.seat)
    if isinstance(event, Placed | Discarded):
        if isinstance(event, Exchanged) and not state.data.exchange_draws:
            yield state.message("fills_hand", seat=event.seat)
        elif not state.deck:
            yield state.message("deck_is_empty", seat=event.seat)
        elif not after.deck:
            yield state.message("draws_last", seat=event.seat)
    if isinstance(event, Passed) and not outcome(after):
        yield state.message("passes_now", count=after.passes, most=state.data.passes_to_end)


def _score_news(state: KalevalaState, event: Placed, board: Board) -> Iterator[str]:
    """The lines that scored and their tiles; with values, unless the line scored by its ends."""
    square = square_of(event.at)
    found = ((event.row, event.row_rule), (event.column, event.column_rule))
    for (points, rule), (name, line) in zip(found, _lines_through(board, square), strict=True):
        if points:
            worths = line_values(state.data, board, square, line)
            by_value = rule == rule_ids.HIGHEST
            tiles = _values_of(state, worths) if by_value else tuple(worth.tile for worth in worths)
            yield state.message("line_scores", line=name, tiles=tiles, points=points)


def explain_started(state: KalevalaState, event: Started, after: KalevalaState) -> Reasons:
    """The starting tile."""
    yield state.reason(rule_ids.START, "starts", tile=event.tile)
    scores = ":".join(str(score) for score in after.scores)
    yield state.reason(rule_ids.SCORES_BEGIN, "belongs_to_nobody", tile=event.tile, scores=scores)
    yield state.reason(rule_ids.DECK, "tiles_left_of", left=state.deck - 1, total=state.data.total)
    yield state.reason(rule_ids.OPENING, "each_gets", count=state.data.hand_size)
    yield state.reason(rule_ids.FIRST_SEAT, "begins", seat=after.turn)
    if not state.is_digital:
        yield state.reason(rule_ids.TRUST, "trusts_start")


def explain_dealt(state: KalevalaState, event: Dealt, after: KalevalaState) -> Reasons:
    """A deal of the opening or a draw."""
    yield state.reason(event.rule, "gets", seat=event.seat, count=len(event.tiles))
    yield state.reason(rule_ids.DECK, "tiles_left", left=after.deck)
    if not after.due:
        yield from _explain_turn(after)


def explain_passed(state: KalevalaState, event: Passed, after: KalevalaState) -> Reasons:
    """A pass, known or claimed."""
    seat, hand = event.seat, state.hands[event.seat]
    if not hand:
        yield state.reason(rule_ids.FORCED_PASS, "hand_is_empty", seat=seat)
        yield state.reason(rule_ids.DECK_EMPTY, "other_plays_on")
    elif state.data.voluntary_pass:
        yield state.reason(rule_ids.MUST_PLACE, "may_always_pass")
    elif UNKNOWN in hand:
        fit = event.claimed or state.message("no_tile")
        yield state.reason(rule_ids.CLAIM, "says_nothing_fits", seat=seat, tiles=fit)
    else:
        yield state.reason(rule_ids.FORCED_PASS, "hand_fits_nowhere", seat=seat)
    yield state.reason(rule_ids.PASS_BINDS_NOT, "plays_again", seat=seat)
    yield from _explain_turn(after)


def explain_discarded(state: KalevalaState, event: Discarded, after: KalevalaState) -> Reasons:
    """A stuck player lays a tile aside."""
    yield state.reason(rule_ids.FORCED_PASS, "laid_aside", seat=event.seat, tile=event.tile)
    if event.claimed:
        yield state.reason(rule_ids.CLAIM, "believed", seat=event.seat)
    yield from _explain_drawn(state, event, after)
    yield from _explain_turn(after)


def explain_irregularity(state: KalevalaState, event: Irregularity, after: KalevalaState) -> Reasons:
    """An earlier pass turns out to be false."""
    yield Reason(rule_ids.FALSE_PASS, event.because)


def explain_cleared(state: KalevalaState, event: Cleared, after: KalevalaState) -> Reasons:
    """An earlier pass is no longer in doubt."""
    yield state.reason(rule_ids.FALSE_PASS, "doubted_no_more", seat=event.seat, ply=event.ply)


EXPLAINERS: dict[type[Event], Callable[[KalevalaState, Any, KalevalaState], Reasons]] = {
    Started: explain_started,
    Dealt: explain_dealt,
    Placed: explain_placed,
    Covered: explain_placed,
    Exchanged: explain_placed,
    Passed: explain_passed,
    Discarded: explain_discarded,
    Irregularity: explain_irregularity,
    Cleared: explain_cleared,
}
