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
from pnp.games.kalevala.score import ACROSS, DOWN, line_of, score_line
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
            return refuse_square(data, board, at)
        if square in board.walled and tile not in data.walling:
            return _beside_kullervo(state, square, tile, rule_ids.KULLERVO)
    else:
        refusal = refuse_occupied(state, square, tile, top)
        if refusal:
            return refusal

    event, after = place(data, board, seat, tile, square)
    if move.points is not None and move.points != event.row + event.column:
        return _wrong_points(data, after, square, spans_at(board, square), move.points)
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
    row, _ = score_line(data, after, square, line_of(square, spans, ACROSS))
    column, _ = score_line(data, after, square, line_of(square, spans, DOWN))
    return kind(seat, tile, point_of(square), row, column), after


def refuse_turn(state: KalevalaState, seat: Seat) -> Illegal | None:
    """Why a seat may not act now (KAL-43, KAL-03, KAL-04, KAL-41, KAL-08)."""
    over = outcome(state)
    if over:
        return Illegal(rule_ids.OVER, f"the game is over: {over.reason}")
    if not state.board.tops:
        return Illegal(rule_ids.START, "the starting tile comes first: `table: start …`")
    if state.due:
        to, count = state.due[0]
        if state.is_opening:
            return Illegal(rule_ids.OPENING, f"{state.name(to)} must be dealt {_tiles(count)} first")
        return Illegal(rule_ids.DRAW, f"{state.name(to)} must draw {_tiles(count)} first")
    if seat != state.turn:
        return Illegal(rule_ids.TURN, f"it is the turn of {state.name(state.turn)}, not of {state.name(seat)}")
    return None


def refuse_square(data: GameData, board: Board, at: tuple[int, int]) -> Illegal:
    """Why no tile may go to an empty square that `reach` does not hold (KAL-13, KAL-14)."""
    where = f"{at[0]},{at[1]}"
    square = at[0] + ROW * at[1]
    if not is_on_table(at) or not neighbours(board.tops, square):
        return Illegal(rule_ids.ADJACENT, f"no tile lies beside {where}")
    left, right, up, down = spans_at(board, square)
    name, length = "row", left + 1 + right
    if length <= data.max_line:
        name, length = "column", up + 1 + down
    because = f"with a tile on {where} the {name} would have {length} tiles, {data.max_line} are allowed"
    return Illegal(rule_ids.LINE_LIMIT, because)


def refuse_occupied(state: KalevalaState, square: Square, tile: str, top: str) -> Illegal | None:
    """Why a tile may not go where another is visible (KAL-16, KAL-21, KAL-24, KAL-13, KAL-18)."""
    data, board = state.data, state.board
    where = label_of(square)
    mine, theirs = state.name_of(tile), state.name_of(top)
    if tile in data.covering:
        if top not in data.coverable:
            return Illegal(rule_ids.COVER, f"{where} shows {_a(theirs)}, which {mine} may not cover")
    elif tile in data.exchanging:
        if top not in data.exchangeable:
            return Illegal(rule_ids.EXCHANGE, f"{where} shows {_a(theirs)}, which cannot be exchanged for {_a(mine)}")
    else:
        return Illegal(
            rule_ids.OCCUPIED, f"{where} is occupied by {_a(theirs)}, and {mine} neither covers nor exchanges"
        )
    if square in board.isolated and not data.cover_only_tile:
        return Illegal(rule_ids.ADJACENT, f"no other tile lies beside {where}")
    if square in board.walled and tile not in data.walling:
        return _beside_kullervo(state, square, tile, rule_ids.KULLERVO_STACK)
    return None


def _beside_kullervo(state: KalevalaState, square: Square, tile: str, rule: str) -> Illegal:
    tops = state.board.tops
    wall = next(s for s in neighbours(tops, square) if tops[s] in state.data.walling)
    because = (
        f"{label_of(square)} touches the {state.name_of(tops[wall])} on {label_of(wall)}, "
        f"and {_a(state.name_of(tile))} may not go there"
    )
    return Illegal(rule, because)


def _wrong_points(data: GameData, after: Board, square: Square, spans: Spans, claimed: int) -> Illegal:
    """Wrong points are refused with the rule of the line that was miscounted (KAL-35 to KAL-40b)."""
    lines = [line_of(square, spans, step) for step in (ACROSS, DOWN)]
    (row, row_rule), (column, column_rule) = (score_line(data, after, square, line) for line in lines)
    # What would be typed if the row, or the column, were counted the other way round.
    if claimed == (0 if row else len(lines[0])) + column:
        rule = row_rule
    elif claimed == row + (0 if column else len(lines[1])):
        rule = column_rule
    else:
        rule = rule_ids.BOTH_LINES
    if row and column and claimed in (row, column):
        rule = rule_ids.BOTH_LINES
    because = f"the placement scores {row + column} ({row} in the row, {column} in the column), not {claimed}"
    return Illegal(rule, because)


def judge_start(state: KalevalaState, move: Start) -> Ruling:
    """The starting tile: once, first, not a Kullervo (KAL-03)."""
    if move.seat != TABLE:
        return Illegal(REF_SEAT, "the table puts the starting tile: `table: start …`")
    if state.board.tops:
        return Illegal(rule_ids.START, "the starting tile lies there already")
    if move.tile not in state.data.starting:
        return Illegal(rule_ids.START, f"the game cannot start with {_a(state.name_of(move.tile))}")
    return start(state, move)


def start(state: KalevalaState, move: Start) -> Legal | Illegal:
    """Put the starting tile, whichever it is, on an empty board."""
    if state.board.tops:
        return Illegal(rule_ids.START, "the starting tile lies there already")
    if not state.unseen.get(move.tile):
        return Illegal(rule_ids.DECK, f"there is no {state.name_of(move.tile)} in the deck")
    event = Started(move.tile)
    return Legal((event,), apply(state, event))


def judge_deal(state: KalevalaState, move: Deal) -> Ruling:
    """A deal: opening hands (KAL-04), then a tile after each placement (KAL-41), of copies that are left (KAL-02)."""
    if move.seat != TABLE:
        return Illegal(REF_SEAT, "the table deals: `table: deal …`")
    if not state.is_digital:
        return Illegal(rule_ids.REPORTED, "tiles are drawn by hand here; deals and draws are not told")
    to, count = move.to, len(move.cards)
    if (to, count) in state.due:
        return deal(state, move)
    if not state.due:
        because = f"no tile is due to {state.name(to)}"
        return refuse_turn(state, state.turn) or Illegal(rule_ids.DRAW, because)
    rule = rule_ids.OPENING if state.is_opening else rule_ids.DRAW
    due = dict(state.due)
    if to not in due:
        whose = " and ".join(state.name(seat) for seat in due)
        return Illegal(rule, f"the next deal is for {whose}, not for {state.name(to)}")
    return Illegal(rule, f"{state.name(to)} gets {_tiles(due[to])}, not {count}")


def deal(state: KalevalaState, move: Deal) -> Legal | Illegal:
    """Move tiles from the deck to a hand when there are such copies (KAL-02)."""
    tiles, unseen = move.cards, state.unseen
    if move.to == TABLE:
        return Illegal(rule_ids.OPENING, "the table has no hand")
    if len(tiles) > state.deck:
        return Illegal(rule_ids.DECK, f"the deck has {_tiles(state.deck)}, not {len(tiles)}")
    for tile in tiles:
        if tile != UNKNOWN and tiles.count(tile) > unseen.get(tile, 0):
            left = unseen.get(tile, 0)
            because = f"the deck cannot hold {tiles.count(tile)} of {state.name_of(tile)}, at most {left} can be left"
            return Illegal(rule_ids.DECK, because)
    deduction = (
        hidden_cards.turn_up(state, move.to, tiles) if state.knowledge is not None else hidden_cards.NO_DEDUCTION
    )
    if isinstance(deduction, Illegal):
        return deduction
    event = Dealt(move.to, tiles)
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
        return Illegal(rule_ids.FORCED_PASS, "a stuck player passes here and lays no tile aside")
    if not may_discard(state, seat):
        why = "the hand is empty" if state.deck else "the deck is empty"
        return Illegal(rule_ids.FORCED_PASS, f"{why}, so no tile is laid aside")
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
                because = f"{state.name(seat)} holds {_a(state.name_of(tile))}, which fits on {where}"
                return Illegal(rule_ids.MUST_PLACE, because)
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
        because = f"every hand that {state.name(seat)} can still have holds a tile that fits"
        return Illegal(rule_ids.MUST_PLACE, because)
    event = replace(event, claimed=fit)
    kinds = ", ".join(state.name_of(tile) for tile in fit)
    assuming = (f"{state.name(seat)} holds no {kinds}",) if fit else ()
    return Unverified((event, *irregularities, *believed.irregularities), apply(state, event), assuming)


def legal(state: KalevalaState, event: Event) -> Legal:
    """Legal, with the event and the state after it."""
    return Legal((event,), apply(state, event))


def _a(name: str) -> str:
    return f"an {name}" if name[:1] in "AEIOUÄÖaeiouäö" else f"a {name}"


def _tiles(count: int) -> str:
    return "1 tile" if count == 1 else f"{count} tiles"


JUDGES: dict[type[Move], Callable[[KalevalaState, Any], Ruling]] = {
    Start: judge_start,
    Place: judge_place,
    Pass: judge_pass,
    Discard: judge_discard,
    Deal: judge_deal,
}
