"""What may be done. In: a state and a seat. Out: candidates; and exactly the legal moves, without asking the judge.

Invariant: `legal_moves` are the candidates that the judge does not refuse (proven by the conformance tests).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from pnp.games.kalevala import hidden, rules
from pnp.games.kalevala.judge import judge, refuse_turn
from pnp.games.kalevala.moves import Discard, Start, placements
from pnp.games.kalevala.state import KalevalaState, fitting, free_squares, is_stuck, may_discard, outcome, stack_squares
from pnp.referee.game import Decision
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat


def to_act(state: KalevalaState) -> tuple[Seat, ...]:
    """The table while a tile is to be started or dealt, else the seat whose turn it is (KAL-08)."""
    if state.due or not state.board.tops:
        return (TABLE,)
    return () if outcome(state) else (state.turn,)


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
    tiles = state.kit.tiles if UNKNOWN in hand else tuple(dict.fromkeys(hand))
    board = state.board
    squares = (*board.reach, *board.tops)
    moves: list[Move] = [placements(seat, tile)[square] for tile in tiles for square in squares]
    moves.append(Pass(seat))
    if state.kit.stuck_player_discards:
        moves += [Discard(seat, tile) for tile in tiles]
    return moves


def _table_candidates(state: KalevalaState) -> Iterator[Move]:
    kit = state.kit
    if not state.board.tops:
        yield from (Start(TABLE, tile) for tile in kit.tiles)
    for seat, count in state.due:
        for tiles in combinations_with_replacement(kit.tiles, count):
            yield Deal(TABLE, seat, tiles)


def legal_moves(state: KalevalaState, seat: Seat) -> list[Move]:
    """The candidates that the judge does not refuse (KAL-07 to KAL-27)."""
    if seat == TABLE:
        return _judged(state, _table_candidates(state))
    if refuse_turn(state, seat):
        return []
    kit, board, hand = state.kit, state.board, state.hands[seat]
    is_hidden = UNKNOWN in hand
    if is_hidden:
        tiles: tuple[str, ...] = tuple(tile for tile in kit.tiles if hidden.can_hold(state, seat, tile))
    else:
        tiles = tuple(dict.fromkeys(hand))

    calm: list[int] | None = None  # where any tile but a Kullervo may be laid: found once for the whole hand
    moves: list[Move] = []
    for tile in tiles:
        placement = placements(seat, tile).__getitem__
        if tile in kit.walling:
            moves += map(placement, free_squares(kit, board, tile))
            continue
        if calm is None:
            calm = free_squares(kit, board, tile)
        moves += map(placement, calm)
        if tile in kit.covering or tile in kit.exchanging:
            moves += map(placement, stack_squares(kit, board, tile))

    if is_hidden or not moves or kit.voluntary_pass:
        others: list[Move] = [Pass(seat)]
        if kit.stuck_player_discards:
            others += [Discard(seat, tile) for tile in tiles]
        moves += _judged(state, others)
    return moves


def _judged(state: KalevalaState, moves: list[Move] | Iterator[Move]) -> list[Move]:
    return [move for move in moves if not isinstance(judge(state, move), Illegal)]


def pending(state: KalevalaState) -> tuple[Decision, ...]:
    """What must be decided now, by whom, and by which rule."""
    if outcome(state):
        return ()
    if not state.board.tops:
        return (Decision(TABLE, ("start",), "put the starting tile on 0,0", rules.START),)
    if state.due:
        rule = rules.OPENING if state.is_opening else rules.DRAW
        owed = ", ".join(f"{count} to {state.name(seat)}" for seat, count in state.due)
        return (Decision(TABLE, ("deal",), f"deal {owed}", rule),)
    seat, kit = state.turn, state.kit
    if is_stuck(state, seat):
        if not state.hands[seat]:
            return (Decision(seat, ("pass",), "the hand is empty: pass", rules.FORCED_PASS),)
        stuck, todo = (("discard", "pass"), "discard one or pass") if may_discard(state, seat) else (("pass",), "pass")
        return (Decision(seat, stuck, f"no tile of the hand fits anywhere: {todo}", rules.FORCED_PASS),)
    if UNKNOWN in state.hands[seat]:
        return (_unseen_decision(state, seat),)
    verbs = ("place", "pass") if kit.voluntary_pass else ("place",)
    return (Decision(seat, verbs, f"place one tile from the hand{', or pass' * kit.voluntary_pass}", rules.ONE_TILE),)


def _unseen_decision(state: KalevalaState, seat: Seat) -> Decision:
    """What somebody decides whose hand the referee does not see."""
    kit, fit = state.kit, fitting(state.kit, state.board)
    known = [tile for tile in state.hands[seat] if tile in fit]
    aside = ("discard", "pass") if may_discard(state, seat) else ("pass",)
    if not any(hidden.can_hold(state, seat, tile) for tile in fit):
        return Decision(seat, aside, f"no tile of the hand fits anywhere: {' or '.join(aside)}", rules.FORCED_PASS)
    if kit.voluntary_pass:
        return Decision(seat, ("place", "pass"), "place a tile, or pass", rules.ONE_TILE)
    if known or hidden.must_hold(state, seat, fit):
        return Decision(seat, ("place",), "place one tile from the hand", rules.MUST_PLACE)
    why = f"place a tile; if none fits, {' or '.join(aside)} ({len(fit)} of {len(kit.tiles)} kinds have a square)"
    return Decision(seat, ("place", *aside), why, rules.MUST_PLACE)
