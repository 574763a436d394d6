"""Corrections of fact: `table: adjust …`. In: a state and what is true. Out: the corrected state, or Illegal.

Invariant: no tile is lost: what leaves a hand or the board goes into the deck, and what comes there came from it. A
correction of tiles drops what passes had proved: that may have rested on the error.
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from pnp.games.kalevala import rule_ids
from pnp.games.kalevala.apply import tiles_due
from pnp.games.kalevala.board import build, is_on_table, square_of
from pnp.games.kalevala.moves import ClearTile, SetDeck, SetTile
from pnp.games.kalevala.state import Hand, KalevalaState
from pnp.referee.correction import SetHand, SetScore, SetTurn, counted_hand, of_a_player, put
from pnp.referee.game import Adjustment
from pnp.referee.kernel_rules import REF_PLACES
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal


def set_score(state: KalevalaState, move: SetScore) -> KalevalaState | Illegal:
    """The points of a seat."""
    return replace(state, scores=put(state.scores, move.of, move.score))


def set_turn(state: KalevalaState, move: SetTurn) -> KalevalaState | Illegal:
    """Whose turn it is; passes before it no longer count."""
    return replace(state, turn=move.of, passes=0)


def set_hand(state: KalevalaState, move: SetHand) -> KalevalaState | Illegal:
    """The tiles of a hand, or their number (KAL-51); the difference lies in the deck."""
    if not state.board.tops:
        return state.refusal(rule_ids.START, "start_first")
    old, holds = state.hands[move.of], move.holds
    shown = state.shown[move.of] if isinstance(holds, int) else ()
    most = state.data.hand_size
    if (holds if isinstance(holds, int) else len(holds)) > most:
        return state.refusal(rule_ids.OPENING, "hand_at_most", most=most)
    if isinstance(holds, int):
        counted = counted_hand(old, holds)
        if counted is None:
            known = tuple(tile for tile in old if tile != UNKNOWN)
            return state.refusal(rule_ids.REPORTED, "known_to_hold", seat=move.of, tiles=known)
        holds = counted
    elif not state.is_digital:
        shown = tuple(tile for tile in holds if tile != UNKNOWN)
    return _move_tiles(state, old, holds, hand_of=move.of, shown=shown)


def set_deck(state: KalevalaState, move: SetDeck) -> KalevalaState | Illegal:
    """The number of tiles in the deck (KAL-51); fewer than there should be are lost."""
    most = sum(state.unseen.values()) - sum(hand.count(UNKNOWN) for hand in state.hands)
    if move.tiles > most:
        return state.refusal(rule_ids.DECK, "hands_hold_rest" if any(state.hands) else "deck_at_most", most=most)
    return _with_deck(state, move.tiles)


def set_tile(state: KalevalaState, move: SetTile) -> KalevalaState | Illegal:
    """The visible tile of a square: another one, or one on an empty square."""
    if not is_on_table(move.at):
        return state.refusal(rule_ids.ADJACENT, "off_the_table", square=f"{move.at[0]},{move.at[1]}")
    square = square_of(move.at)
    if not state.board.tops and square:
        return state.refusal(rule_ids.START, "start_first")
    old = state.board.tops.get(square)
    changed = _move_tiles(state, (old,) if old else (), (move.tile,))
    if isinstance(changed, Illegal):
        return changed
    stacks = {at: state.board.stack(at) for at in state.board.tops}
    stacks[square] = (*state.board.under.get(square, ()), move.tile)
    return replace(changed, board=build(stacks, state.data))


def clear_tile(state: KalevalaState, move: ClearTile) -> KalevalaState | Illegal:
    """The visible tile of a square is not there."""
    board = state.board
    square = square_of(move.at) if is_on_table(move.at) else None
    if square is None or square not in board.tops:
        return state.refusal(rule_ids.REPORTED, "none_lies_on", square=f"{move.at[0]},{move.at[1]}")
    stacks = {at: board.stack(at) for at in board.tops}
    stacks[square] = stacks[square][:-1]
    if not stacks[square]:
        del stacks[square]
    if not stacks:
        return state.refusal(rule_ids.START, "last_of_board")
    changed = _move_tiles(state, (board.tops[square],), ())
    if isinstance(changed, Illegal):
        return changed
    last = state.last if state.last in stacks else None
    return replace(changed, board=build(stacks, state.data), last=last)


def _move_tiles(
    state: KalevalaState, gone: Hand, come: Hand, hand_of: int | None = None, shown: Hand = ()
) -> KalevalaState | Illegal:
    """Some tiles change places with the deck."""
    unseen = Counter(state.unseen)
    unseen.update(tile for tile in gone if tile != UNKNOWN)
    unseen.subtract(tile for tile in come if tile != UNKNOWN)
    short = next((tile for tile, count in unseen.items() if count < 0), None)
    if short is not None:
        free = unseen[short] + come.count(short)
        return state.refusal(REF_PLACES, "too_many_there" if free else "none_left_for_it", tile=short, free=free)
    deck = state.deck + len(gone) - len(come)
    if deck < 0:
        return state.refusal(rule_ids.DECK, "deck_has_only", count=state.deck)
    counts = {tile: unseen[tile] for tile in state.data.tiles}
    changed = replace(_with_deck(state, deck), unseen=counts, passes=0)
    if hand_of is None:
        return changed
    return replace(changed, hands=put(state.hands, hand_of, come), shown=put(state.shown, hand_of, shown))


def _with_deck(state: KalevalaState, deck: int) -> KalevalaState:
    """Another number of tiles in the deck; no more tiles are due than it has."""
    due = state.due if tiles_due(state.due) <= deck else ()
    return replace(state, deck=deck, due=due, is_opening=state.is_opening and bool(due), knowledge=None)


ADJUSTMENTS = (
    Adjustment(SetScore, of_a_player(set_score, "referee.score"), "referee.adjust_score"),
    Adjustment(SetTurn, of_a_player(set_turn, "referee.turn"), "referee.adjust_turn"),
    Adjustment(SetHand, of_a_player(set_hand, "referee.hand"), "adjust_hand"),
    Adjustment(SetDeck, set_deck, "adjust_deck"),
    Adjustment(SetTile, set_tile, "adjust_tile"),
    Adjustment(ClearTile, clear_tile, "adjust_clear"),
)
