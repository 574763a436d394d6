"""The judge. In: a state and a move. Out: Legal with what happened and the state after, Unverified, or Illegal with the
rule and why.

Refusals come most specific first, in this order: the game is over KAL-43 · a deal or the start is due KAL-03, KAL-04,
KAL-41 · out of turn KAL-08 · not in the hand KAL-09 · the square is occupied KAL-16, KAL-21, KAL-24 · nothing beside it
KAL-13 · a line too long KAL-14 · beside a Kullervo KAL-17, KAL-18 · wrong points KAL-35 to KAL-40b.
Invariant: nothing else knows what is legal; `legal_moves` only finds the same moves faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pnp.games.kalevala import rule_ids
from pnp.games.kalevala.apply import apply, lay_aside, settle
from pnp.games.kalevala.board import (
    ROW,
    Board,
    Point,
    Spans,
    Square,
    cover,
    exchange,
    is_on_table,
    label_of,
    lay,
    neighbours,
    point_of,
    spans_at,
)
from pnp.games.kalevala.game_data import GameData
from pnp.games.kalevala.moves import Discard, Place, Start
from pnp.games.kalevala.queries import outcome
from pnp.games.kalevala.score import ACROSS, DOWN, line_of, score_tile
from pnp.games.kalevala.secrets import hidden_cards
from pnp.games.kalevala.state import (
    Covered,
    Dealt,
    Discarded,
    Exchanged,
    KalevalaState,
    Passed,
    Placed,
    Started,
    fitting,
    may_discard,
    squares_for,
)
from pnp.library.words import join_texts
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event, Illegal, Legal, Ruling, Unverified
from pnp.referee.seat import TABLE, Seat


def judge(state: KalevalaState, move: Move) -> Ruling:
    """Rule on a move (sections 3 to 5 of the rules)."""
    return JUDGES[type(move)](state, move)


def judge_place(state: KalevalaState, move: Place) -> Ruling:
    """A placement: laid, covering or exchanged, as the square decides."""
    seat, tile, at = move.seat, move.tile, move.at
    refusal = refuse_turn(state, seat)
    if refusal:
        return refusal
    deduction = None
    if tile not in state.hands[seat]:
        held = hidden_cards.reveal(state, seat, tile)
        if type(held) is Illegal:
            return held
        deduction = held

    data, board, square = state.data, state.board, at[0] + ROW * at[1]
    top = board.tops.get(square)
    if top is None:
        if square not in board.reach or not is_on_table(at):
            return refuse_square(state, at)
        if square in board.walled and tile not in data.walling:
            return _beside_kullervo(state, square, tile, rule_ids.KULLERVO)
    else:
        refusal = refuse_occupied(state, square, tile, top)
        if refusal:
            return refusal

    event, after = place(data, board, seat, tile, square)
    if move.points is not None and move.points != event.row + event.column:
        return _wrong_points(state, event, spans_at(board, square), move.points)
    events: tuple[Event, ...] = (event,)
    if deduction is not None:
        events += deduction.irregularities
    return Legal(events, settle(state, event, after, deduction))


def place(data: GameData, board: Board, seat: Seat, tile: str, square: Square) -> tuple[Placed, Board]:
    """What a placement does to the board, and its points (KAL-35 to KAL-40c); no rule of placing is checked."""
    spans = spans_at(board, square)
    if square not in board.tops:
        kind: type[Placed] = Placed
        after = lay(board, data, square, tile)
    elif tile in data.exchanging:
        kind, after = Exchanged, exchange(board, data, square, tile)
    else:
        kind, after = Covered, cover(board, data, square, tile)
    tops, zeroed = after.tops, after.zeroed
    row, row_rule = score_tile(data, tops, zeroed, square, tile, line_of(square, spans, ACROSS))
    column, column_rule = score_tile(data, tops, zeroed, square, tile, line_of(square, spans, DOWN))
    return kind(seat, tile, point_of(square), row, column, row_rule, column_rule), after


def refuse_turn(state: KalevalaState, seat: Seat) -> Illegal | None:
    """Why a seat may not act now (KAL-43, KAL-03, KAL-04, KAL-41, KAL-08)."""
    over = outcome(state)
    if over:
        return state.refusal(rule_ids.OVER, "referee.over", reason=over.reason)
    if not state.board.tops:
        return state.refusal(rule_ids.START, "start_first")
    if state.due:
        to, count = state.due[0]
        if state.is_opening:
            return state.refusal(rule_ids.OPENING, "must_be_dealt", seat=to, count=count)
        return state.refusal(rule_ids.DRAW, "must_draw", seat=to, count=count)
    if seat != state.turn:
        return state.refusal(rule_ids.TURN, "referee.not_your_turn", turn_seat=state.turn, seat=seat)
    return None


def refuse_square(state: KalevalaState, at: Point) -> Illegal:
    """Why no tile may go to an empty square that `reach` does not hold (KAL-13, KAL-14)."""
    where, square, most = f"{at[0]},{at[1]}", at[0] + ROW * at[1], state.data.max_line
    if not is_on_table(at) or not neighbours(state.board.tops, square):
        return state.refusal(rule_ids.ADJACENT, "nothing_beside", square=where)
    left, right, up, down = spans_at(state.board, square)
    line, length = "row", left + 1 + right
    if length <= most:
        line, length = "column", up + 1 + down
    return state.refusal(rule_ids.LINE_LIMIT, "line_too_long", square=where, line=line, count=length, most=most)


def refuse_occupied(state: KalevalaState, square: Square, tile: str, top: str) -> Illegal | None:
    """Why a tile may not go where another is visible (KAL-16, KAL-21, KAL-24, KAL-13, KAL-18)."""
    data, board = state.data, state.board
    if tile in data.covering:
        if top not in data.coverable:
            return state.refusal(rule_ids.COVER, "not_covered", square=label_of(square), top=top, tile=tile)
    elif tile in data.exchanging:
        if top not in data.exchangeable:
            return state.refusal(rule_ids.EXCHANGE, "not_exchanged", square=label_of(square), top=top, tile=tile)
    else:
        return state.refusal(rule_ids.OCCUPIED, "occupied", square=label_of(square), top=top, tile=tile)
    if square in board.isolated and not data.cover_only_tile:
        return state.refusal(rule_ids.ADJACENT, "no_other_beside", square=label_of(square))
    if square in board.walled and tile not in data.walling:
        return _beside_kullervo(state, square, tile, rule_ids.KULLERVO_STACK)
    return None


def _beside_kullervo(state: KalevalaState, square: Square, tile: str, rule: str) -> Illegal:
    tops = state.board.tops
    wall = next(s for s in neighbours(tops, square) if tops[s] in state.data.walling)
    there = {"square": label_of(square), "wall": tops[wall], "wall_square": label_of(wall)}
    return state.refusal(rule, "beside_kullervo", tile=tile, **there)


def _wrong_points(state: KalevalaState, event: Placed, spans: Spans, claimed: int) -> Illegal:
    """Wrong points are refused with the rule of the line that was miscounted (KAL-35 to KAL-40b)."""
    row, column = event.row, event.column
    left, right, up, down = spans
    # What would be typed if the row, or the column, were counted the other way round.
    if claimed == (0 if row else left + 1 + right) + column:
        rule = event.row_rule
    elif claimed == row + (0 if column else up + 1 + down):
        rule = event.column_rule
    else:
        rule = rule_ids.BOTH_LINES
    if row and column and claimed in (row, column):
        rule = rule_ids.BOTH_LINES
    return state.refusal(rule, "wrong_points", points=row + column, row=row, column=column, claimed=claimed)


def judge_start(state: KalevalaState, move: Start) -> Ruling:
    """The starting tile: once, first, not a Kullervo (KAL-03)."""
    if move.seat != TABLE:
        return state.refusal(REF_SEAT, "table_starts")
    if state.board.tops:
        return state.refusal(rule_ids.START, "has_started")
    if move.tile not in state.data.starting:
        return state.refusal(rule_ids.START, "cannot_start", tile=move.tile)
    return start(state, move)


def start(state: KalevalaState, move: Start) -> Legal | Illegal:
    """Put the starting tile, whichever it is, on an empty board."""
    if state.board.tops:
        return state.refusal(rule_ids.START, "has_started")
    if not state.unseen.get(move.tile):
        return state.refusal(rule_ids.DECK, "none_in_deck", tile=move.tile)
    event = Started(move.tile)
    return Legal((event,), apply(state, event))


def judge_deal(state: KalevalaState, move: Deal) -> Ruling:
    """A deal: opening hands (KAL-04), then a tile after each placement (KAL-41), of copies that are left (KAL-02)."""
    if move.seat != TABLE:
        return state.refusal(REF_SEAT, "referee.table_deals")
    if not state.is_digital:
        return state.refusal(rule_ids.REPORTED, "drawn_by_hand")
    to, count = move.to, len(move.cards)
    if (to, count) in state.due:
        return deal(state, move)
    if not state.due:
        return refuse_turn(state, state.turn) or state.refusal(rule_ids.DRAW, "none_due", seat=to)
    rule = rule_ids.OPENING if state.is_opening else rule_ids.DRAW
    due = dict(state.due)
    if to not in due:
        whose = join_texts(state.message("and"), map(state.name, due))
        return state.refusal(rule, "next_deal_for", whose=whose, seat=to)
    return state.refusal(rule, "deal_size", seat=to, due=due[to], count=count)


def deal(state: KalevalaState, move: Deal) -> Legal | Illegal:
    """Move tiles from the deck to a hand when there are such copies (KAL-02)."""
    tiles, unseen = move.cards, state.unseen
    if move.to == TABLE:
        return state.refusal(rule_ids.OPENING, "table_has_no_hand")
    if len(tiles) > state.deck:
        return state.refusal(rule_ids.DECK, "deck_has", left=state.deck, count=len(tiles))
    for tile in tiles:
        if tile != UNKNOWN and tiles.count(tile) > unseen.get(tile, 0):
            left = unseen.get(tile, 0)
            return state.refusal(rule_ids.DECK, "deck_cannot_hold", count=tiles.count(tile), tile=tile, left=left)
    deduction = (
        hidden_cards.turn_up(state, move.to, tiles) if state.knowledge is not None else hidden_cards.NO_DEDUCTION
    )
    if isinstance(deduction, Illegal):
        return deduction
    event = Dealt(move.to, tiles, rule_ids.OPENING if state.is_opening else rule_ids.DRAW)
    return Legal((event, *deduction.irregularities), apply(state, event))


def judge_pass(state: KalevalaState, move: Pass) -> Ruling:
    """A pass: only when nothing in the hand fits (KAL-10, KAL-11); a claim when the hand is hidden (KAL-49)."""
    seat = move.seat
    refusal = refuse_turn(state, seat)
    if refusal:
        return refusal
    if state.data.voluntary_pass:
        return legal(state, Passed(seat))
    return _refuse_stuck(state, seat) or claim(state, state, Passed(seat))


def judge_discard(state: KalevalaState, move: Discard) -> Ruling:
    """A stuck player lays a tile aside and draws, where the table plays so (KAL-11 with its switch)."""
    seat, tile = move.seat, move.tile
    refusal = refuse_turn(state, seat)
    if refusal:
        return refusal
    if not state.data.stuck_player_discards:
        return state.refusal(rule_ids.FORCED_PASS, "nothing_laid_aside")
    if not may_discard(state, seat):
        return state.refusal(rule_ids.FORCED_PASS, "no_hand_to_discard" if state.deck else "no_deck_to_discard")
    aside, deduction = lay_aside(state, seat, tile)
    if isinstance(deduction, Illegal):
        return deduction
    return _refuse_stuck(state, seat, tile) or claim(state, aside, Discarded(seat, tile), deduction.irregularities)


def _refuse_stuck(state: KalevalaState, seat: Seat, *shown: str) -> Illegal | None:
    """Why a player is not stuck: a tile known to be in the hand fits (KAL-10, KAL-49)."""
    data, board = state.data, state.board
    for tile in (*state.hands[seat], *shown):
        if tile != UNKNOWN:
            squares = squares_for(data, board, tile)
            if squares:
                where = label_of(squares[0])
                return state.refusal(rule_ids.MUST_PLACE, "holds_one_that_fits", seat=seat, tile=tile, square=where)
    return None


def claim(
    state: KalevalaState, held: KalevalaState, event: Passed | Discarded, irregularities: tuple[Event, ...] = ()
) -> Legal | Unverified | Illegal:
    """Believe that nothing in a hand fits, unless that cannot be (KAL-49); `held` has the hand in question."""
    seat = event.seat
    if UNKNOWN not in held.hands[seat]:
        return Legal((event, *irregularities), apply(state, event))
    fit = fitting(state.data, state.board)
    believed = hidden_cards.believe(held, seat, fit)
    if believed is None:
        return state.refusal(rule_ids.MUST_PLACE, "must_hold_one", seat=seat)
    event = replace(event, claimed=fit)
    assuming = (state.message("holds_none", seat=seat, tiles=fit),) if fit else ()
    return Unverified((event, *irregularities, *believed.irregularities), apply(state, event), assuming)


def legal(state: KalevalaState, event: Event) -> Legal:
    """Legal, with the event and the state after it."""
    return Legal((event,), apply(state, event))


JUDGES: dict[type[Move], Callable[[KalevalaState, Any], Ruling]] = {
    Start: judge_start,
    Place: judge_place,
    Pass: judge_pass,
    Discard: judge_discard,
    Deal: judge_deal,
}
