"""What may be done. In: a state and a seat. Out: candidates; and exactly the legal moves, without running the judge.

Invariant: `legal_moves` are the candidates that the judge does not refuse (proven by the conformance tests).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from pnp.games.kalevala.judge import judge, refuse_turn
from pnp.games.kalevala.moves import Discard, Start, placements
from pnp.games.kalevala.queries import to_act
from pnp.games.kalevala.secrets import hidden_cards
from pnp.games.kalevala.state import KalevalaState, free_squares, is_stuck, may_discard, stack_squares
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat


def forced(state: KalevalaState) -> Pass | None:
    """In a digital deal the referee writes the pass of a stuck player itself (KAL-11)."""
    if not state.is_digital or to_act(state) != (state.turn,):
        return None
    if not is_stuck(state, state.turn) or may_discard(state, state.turn):
        return None
    return Pass(state.turn)


def candidates(state: KalevalaState, seat: Seat) -> list[Move]:
    """Every move worth judging: tiles that may be in the hand on squares beside or under a tile."""
    if seat == TABLE:
        return list(_table_candidates(state))
    hand = state.hands[seat]
    tiles = state.data.tiles if UNKNOWN in hand else tuple(dict.fromkeys(hand))
    board = state.board
    squares = (*board.reach, *board.tops)
    moves: list[Move] = [placements(seat, tile)[square] for tile in tiles for square in squares]
    moves.append(Pass(seat))
    if state.data.stuck_player_discards:
        moves += [Discard(seat, tile) for tile in tiles]
    return moves


def _table_candidates(state: KalevalaState) -> Iterator[Move]:
    data = state.data
    if not state.board.tops:
        yield from (Start(TABLE, tile) for tile in data.tiles)
    for seat, count in state.due:
        for tiles in combinations_with_replacement(data.tiles, count):
            yield Deal(TABLE, seat, tiles)


def legal_moves(state: KalevalaState, seat: Seat) -> list[Move]:
    """The candidates that the judge does not refuse (KAL-07 to KAL-27)."""
    if seat == TABLE:
        return _judged(state, _table_candidates(state))
    if refuse_turn(state, seat):
        return []
    data, board, hand = state.data, state.board, state.hands[seat]
    is_hidden = UNKNOWN in hand
    if is_hidden:
        tiles: tuple[str, ...] = hidden_cards.possible(state, seat)
    else:
        tiles = tuple(dict.fromkeys(hand))

    open_squares: list[int] | None = None  # where any tile but a Kullervo may be laid: found once for the whole hand
    moves: list[Move] = []
    for tile in tiles:
        placement = placements(seat, tile).__getitem__
        if tile in data.walling:
            moves += map(placement, free_squares(data, board, tile))
            continue
        if open_squares is None:
            open_squares = free_squares(data, board, tile)
        moves += map(placement, open_squares)
        if tile in data.covering or tile in data.exchanging:
            moves += map(placement, stack_squares(data, board, tile))

    if is_hidden or not moves or data.voluntary_pass:
        others: list[Move] = [Pass(seat)]
        if data.stuck_player_discards:
            others += [Discard(seat, tile) for tile in tiles]
        moves += _judged(state, others)
    return moves


def _judged(state: KalevalaState, moves: list[Move] | Iterator[Move]) -> list[Move]:
    return [move for move in moves if not isinstance(judge(state, move), Illegal)]
