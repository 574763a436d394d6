"""Why a legal move does what it does. In: the state before it and its ruling. Out: reasons, each with its rule, in the
order in which people would check them at the table: the tile, the square, the row, the column, what follows.

Invariant: the points given here are those of `score_line`, the one place that counts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pnp.games.kalevala import rule_ids
from pnp.games.kalevala.board import Board, Square, label_of, neighbours, spans_at, square_of
from pnp.games.kalevala.queries import outcome
from pnp.games.kalevala.score import ACROSS, DOWN, Worth, line_of, line_values, score_line
from pnp.games.kalevala.state import Covered, Dealt, Discarded, Exchanged, KalevalaState, Passed, Placed, Started
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
    who, what = state.name(seat), state.name_of(tile)
    yield Reason(rule_ids.ONE_TILE, f"{who} places one tile from the hand, {what}")
    if tile not in state.hands[seat]:
        yield Reason(rule_ids.PROOF, f"placing it proves that {who} held {what}")
    elif tile in state.shown[seat]:
        yield Reason(rule_ids.REPORTED, f"{who} was known to hold {what}, taken by an exchange")
    square = square_of(event.at)
    if square in state.board.tops:
        yield from _explain_stacked(state, event, square)
    else:
        yield from _explain_laid(state, event, square)
    yield from _explain_points(state, event, after.board, square)
    yield from _explain_drawn(state, event, after)
    yield from _explain_turn(after)


def _explain_laid(state: KalevalaState, event: Placed, square: Square) -> Reasons:
    data, tops = state.data, state.board.tops
    where, what = label_of(square), state.name_of(event.tile)
    beside = neighbours(tops, square)
    touched = " and ".join(f"the {state.name_of(tops[s])} on {label_of(s)}" for s in beside)
    yield Reason(rule_ids.ADJACENT, f"{where} touches {touched}")
    left, right, up, down = spans_at(state.board, square)
    lengths = f"the row has {left + 1 + right} and the column {up + 1 + down} of at most {data.max_line} tiles"
    yield Reason(rule_ids.LINE_LIMIT, lengths)
    if event.tile in data.covering:
        yield Reason(rule_ids.KAARME_PLAIN, f"{what} may also go to an empty square")
    if event.tile in data.exchanging:
        yield Reason(rule_ids.ILMARINEN_PLAIN, f"{what} may also go to an empty square")
    if event.tile in data.walling:
        yield Reason(rule_ids.KULLERVO_BESIDE, f"{what} may be placed beside any tile, and those that lie there stay")


def _explain_stacked(state: KalevalaState, event: Placed, square: Square) -> Reasons:
    data, board = state.data, state.board
    where, what, gone = label_of(square), state.name_of(event.tile), state.name_of(board.tops[square])
    if isinstance(event, Covered):
        yield Reason(rule_ids.COVER, f"{what} covers the {gone} on {where}")
        yield Reason(rule_ids.COVERED, f"the {gone} is out of play; the stack counts as one tile")
    else:
        yield Reason(rule_ids.EXCHANGE, f"{what} takes the place of the {gone} on {where}, which goes to the hand")
        if square in board.under:
            covered = ", ".join(state.name_of(tile) for tile in board.under[square])
            yield Reason(
                rule_ids.EXCHANGE_STACK, f"only the visible {gone} is taken; {covered} below stays out of play"
            )
    if square in board.under or board.tops[square] in data.covering | data.exchanging:
        height = len(board.stack(square)) + isinstance(event, Covered)
        yield Reason(rule_ids.STACK_HEIGHT, f"a stack may have any height; this one has {height} now")
    if board.tops[square] in data.walling:
        yield Reason(rule_ids.KULLERVO_GONE, f"the {gone} that was on {where} blocks nothing any more")
    if square in board.isolated:
        yield Reason(rule_ids.ADJACENT, f"nothing lies beside {where}; at this table that does not matter")
    left, right, up, down = spans_at(board, square)
    if data.max_line in (left + 1 + right, up + 1 + down):
        yield Reason(rule_ids.LIMIT_SCOPE, f"a full line of {data.max_line} tiles gets no longer by it")


def _explain_points(state: KalevalaState, event: Placed, board: Board, square: Square) -> Reasons:
    spans = spans_at(board, square)
    for name, step in (("row", ACROSS), ("column", DOWN)):
        yield from _explain_line(state, board, square, name, line_of(square, spans, step))
    total = event.row + event.column
    yield Reason(rule_ids.BOTH_LINES, f"{event.row} + {event.column} = {total} point{'' if total == 1 else 's'}")
    data = state.data
    if isinstance(event, Covered | Exchanged) or event.tile in data.zeroing | data.summing:
        only = f"only {state.name(event.seat)} scores, and only for {state.name_of(event.tile)}"
        yield Reason(rule_ids.ONLY_MOVER, f"{only}; other values that change now move no points")


def _explain_line(state: KalevalaState, board: Board, square: Square, name: str, line: range) -> Reasons:
    data, tops = state.data, board.tops
    points, rule = score_line(data, board, square, line)
    mine = state.name_of(tops[square])
    if rule == rule_ids.ALONE:
        yield Reason(rule, f"{name}: {mine} is alone in it, no points")
        return
    worths = line_values(data, board, square, line)
    values = ", ".join(f"{state.name_of(worth.tile)} {worth.value}" for worth in worths)
    yield Reason(rule_ids.PRINTED_VALUE, f"{name}: {values}")
    for worth in worths:
        if worth.rule != rule_ids.PRINTED_VALUE:
            yield Reason(worth.rule, f"{name}: {_explain_worth(state, board, worth)}")
    has_ends = tops[line[0]] in data.bookends and tops[line[-1]] in data.bookends
    is_inside = line[0] != square != line[-1]
    if has_ends and is_inside and tops[square] not in data.bookends and rule != rule_ids.BETWEEN_ENDS:
        ends = state.name_of(tops[line[0]])
        yield Reason(rule_ids.BETWEEN_ENDS, f"{name}: {ends} at both ends gives nothing when another tile is placed")
    if has_ends and is_inside and tops[square] in data.bookends and rule != rule_ids.INSIDE_ENDS:
        yield Reason(rule_ids.INSIDE_ENDS, f"{name}: {mine} lies inside the line, so its ends do not score it")
    if has_ends and not is_inside and rule not in (rule_ids.BOTH_ENDS, rule_ids.ZEROED_ENDS):
        yield Reason(rule_ids.ZEROED_ENDS, f"{name}: at this table {mine} does not score beside a Lemminkäinen")
    mine_worth = next(worth.value for worth in worths if worth.square == square)
    best = max(worth.value for worth in worths if worth.square != square)
    tiles = f"{len(line)} tiles"
    why = {
        rule_ids.HIGHEST: f"{mine} {mine_worth} against {best} at most: {tiles}, {points} points",
        rule_ids.TIED: f"{mine} {mine_worth} only ties with {best}, no points",
        rule_ids.BOTH_ENDS: f"{mine} at both ends scores whatever the values: {points} points",
        rule_ids.ZEROED_ENDS: f"{mine} at both ends scores though a Lemminkäinen is beside one: {points} points",
        rule_ids.INSIDE_ENDS: f"{mine} lies inside the line: {points} points",
        rule_ids.BETWEEN_ENDS: "it belongs to the tiles at its ends, no points",
    }[rule]
    if rule == rule_ids.HIGHEST and not points:
        why = f"{mine} {mine_worth} is lower than {best}, no points"
    yield Reason(rule, f"{name}: {why}")


def _explain_worth(state: KalevalaState, board: Board, worth: Worth) -> str:
    tile = f"{state.name_of(worth.tile)} on {label_of(worth.square)}"
    zeroing = state.data.zeroing
    by = " and ".join(
        f"the {state.name_of(board.tops[s])} on {label_of(s)}"
        for s in neighbours(board.tops, worth.square)
        if board.tops[s] in zeroing
    )
    return {
        rule_ids.ZEROED: f"{tile} is worth 0 beside {by}",
        rule_ids.SUM_ZEROED: f"{tile} is worth 0 beside {by} and adds nothing to the others",
        rule_ids.LEMMINKAINEN_KEEPS: f"{tile} keeps {worth.value} beside {by}",
        rule_ids.LINE_SUM: f"{tile} is worth {worth.value}, the sum of its kind in the line",
        rule_ids.FRESH: f"{tile} is worth {worth.value}: it does not count the one just placed, "
        "which alone counts itself",
        rule_ids.FULL_SUM: f"{tile} is worth {worth.value}, the full sum of its kind in the line",
    }[worth.rule]


def _explain_drawn(state: KalevalaState, event: Placed | Discarded, after: KalevalaState) -> Reasons:
    who = state.name(event.seat)
    if isinstance(event, Exchanged) and not state.data.exchange_draws:
        yield Reason(rule_ids.DRAW, f"{who} draws nothing: the tile taken fills the hand")
    elif state.deck:
        yield Reason(rule_ids.DRAW, f"{who} draws a tile, {state.deck - 1} are left")
    else:
        yield Reason(rule_ids.DRAW, f"{who} draws nothing: the deck is empty")
        yield Reason(rule_ids.DECK_EMPTY, f"hands are played out; {who} has {len(after.hands[event.seat])} left")


def _explain_turn(after: KalevalaState) -> Reasons:
    end = outcome(after)
    if end is None:
        yield Reason(rule_ids.NEXT_TURN, f"then it is the turn of {after.name(after.turn)}")
        return
    yield Reason(rule_ids.OVER, end.reason)
    if any(after.hands):
        yield Reason(rule_ids.HAND_LEFT, "tiles left in hand cost nothing")
    winners = " and ".join(after.name(seat) for seat in end.winners) or "nobody"
    yield Reason(rule_ids.WINNER, f"{winners} won with {max(after.scores)} points")


def news(state: KalevalaState, move: Move, ruling: Accepted) -> tuple[str, ...]:
    """What people must do or know after a move, apart from the points (KAL-04, KAL-16, KAL-22, KAL-41, KAL-43)."""
    return tuple(line for event in ruling.events for line in _news(state, event, ruling.after))


def _news(state: KalevalaState, event: Event, after: KalevalaState) -> Iterator[str]:
    if isinstance(event, Started) and not state.is_digital:
        sizes = [len(hand) for hand in after.hands]
        if min(sizes) == state.data.hand_size:
            yield f"each player draws {state.data.hand_size} tiles"
        else:  # the pile was corrected to fewer tiles
            yield " and ".join(f"{after.name(seat)} draws {size or 'none'}" for seat, size in enumerate(sizes))
    if isinstance(event, Covered | Exchanged):
        where = square_of(event.at)
        gone = f"the {state.name_of(state.board.tops[where])} on {label_of(where)}"
        who = state.name(event.seat)
        covers = isinstance(event, Covered)
        yield f"{gone} {'is covered and out of play' if covers else f'goes to the hand of {who}'}"
    if isinstance(event, Placed | Discarded):
        if isinstance(event, Exchanged) and not state.data.exchange_draws:
            yield f"{state.name(event.seat)} draws nothing: the tile taken fills the hand"
        elif not state.deck:
            yield f"{state.name(event.seat)} draws nothing: the deck is empty"
        elif not after.deck:
            yield f"{state.name(event.seat)} draws the last tile of the deck"
    if isinstance(event, Passed) and not outcome(after):
        count = "1 pass" if after.passes == 1 else f"{after.passes} passes"
        yield f"{count} in a row; {state.data.passes_to_end} end the game"


def explain_started(state: KalevalaState, event: Started, after: KalevalaState) -> Reasons:
    """The starting tile."""
    what = state.name_of(event.tile)
    yield Reason(rule_ids.START, f"{what} starts the board on 0,0")
    yield Reason(rule_ids.SCORES_BEGIN, f"{what} belongs to nobody and scores nothing; scores are {_scores(after)}")
    yield Reason(rule_ids.DECK, f"{state.deck - 1} of {state.data.total} tiles are left in the deck")
    yield Reason(rule_ids.OPENING, f"each player gets {state.data.hand_size} tiles")
    yield Reason(rule_ids.FIRST_SEAT, f"{state.name(after.turn)} was named first and begins")
    if not state.is_digital:
        yield Reason(rule_ids.TRUST, "the referee trusts that it was the first tile from the top that may start")


def explain_dealt(state: KalevalaState, event: Dealt, after: KalevalaState) -> Reasons:
    """A deal of the opening or a draw."""
    rule = rule_ids.OPENING if state.is_opening else rule_ids.DRAW
    count = len(event.tiles)
    yield Reason(rule, f"{state.name(event.seat)} gets {count} tile{'' if count == 1 else 's'}")
    yield Reason(rule_ids.DECK, f"{after.deck} tiles are left in the deck")
    if not after.due:
        yield from _explain_turn(after)


def explain_passed(state: KalevalaState, event: Passed, after: KalevalaState) -> Reasons:
    """A pass, known or claimed."""
    who, hand = state.name(event.seat), state.hands[event.seat]
    if not hand:
        yield Reason(rule_ids.FORCED_PASS, f"the hand of {who} is empty")
        yield Reason(rule_ids.DECK_EMPTY, "the other plays on")
    elif state.data.voluntary_pass:
        yield Reason(rule_ids.MUST_PLACE, "at this table everybody may pass")
    elif UNKNOWN in hand:
        fit = ", ".join(state.name_of(tile) for tile in event.claimed) or "no tile"
        yield Reason(rule_ids.CLAIM, f"{who} says that no tile of the hand fits; fitting now: {fit}")
    else:
        yield Reason(rule_ids.FORCED_PASS, f"no tile of the hand of {who} fits anywhere")
    yield Reason(rule_ids.PASS_BINDS_NOT, f"{who} plays again as soon as a tile fits")
    yield from _explain_turn(after)


def explain_discarded(state: KalevalaState, event: Discarded, after: KalevalaState) -> Reasons:
    """A stuck player lays a tile aside."""
    who, what = state.name(event.seat), state.name_of(event.tile)
    yield Reason(rule_ids.FORCED_PASS, f"no tile of the hand of {who} fits; {what} is laid aside")
    if event.claimed:
        yield Reason(rule_ids.CLAIM, f"the referee believes {who}")
    yield from _explain_drawn(state, event, after)
    yield from _explain_turn(after)


def explain_irregularity(state: KalevalaState, event: Irregularity, after: KalevalaState) -> Reasons:
    """An earlier pass turns out to be false."""
    yield Reason(rule_ids.FALSE_PASS, event.because)


def explain_cleared(state: KalevalaState, event: Cleared, after: KalevalaState) -> Reasons:
    """An earlier pass is no longer in doubt."""
    yield Reason(rule_ids.FALSE_PASS, f"the pass of {state.name(event.seat)} at ply {event.ply} is in doubt no more")


def _scores(state: KalevalaState) -> str:
    return ":".join(str(score) for score in state.scores)


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
