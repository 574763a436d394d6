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
        return Illegal(rule_ids.START, "the starting tile comes first: `table: start …`")
    old, holds = state.hands[move.of], move.holds
    shown = state.shown[move.of] if isinstance(holds, int) else ()
    most = state.data.hand_size
    if (holds if isinstance(holds, int) else len(holds)) > most:
        return Illegal(rule_ids.OPENING, f"a hand never has more than {most} tiles")
    if isinstance(holds, int):
        counted = counted_hand(old, holds)
        if counted is None:
            names = ", ".join(state.name_of(tile) for tile in old if tile != UNKNOWN)
            who = state.name(move.of)
            first = f"say which tiles are there: `table: adjust hand {who} TILE …`"
            return Illegal(rule_ids.REPORTED, f"{who} is known to hold {names}; {first}")
        holds = counted
    elif not state.is_digital:
        shown = tuple(tile for tile in holds if tile != UNKNOWN)
    return _move_tiles(state, old, holds, hand_of=move.of, shown=shown)


def set_deck(state: KalevalaState, move: SetDeck) -> KalevalaState | Illegal:
    """The number of tiles in the deck (KAL-51); fewer than there should be are lost."""
    most = sum(state.unseen.values()) - sum(hand.count(UNKNOWN) for hand in state.hands)
    if move.tiles > most:
        first = "; make a hand smaller first: `table: adjust hand SEAT NUMBER`" if any(state.hands) else ""
        return Illegal(rule_ids.DECK, f"at most {most} tiles can be in the deck{first}")
    return _with_deck(state, move.tiles)


def set_tile(state: KalevalaState, move: SetTile) -> KalevalaState | Illegal:
    """The visible tile of a square: another one, or one on an empty square."""
    if not is_on_table(move.at):
        return Illegal(rule_ids.ADJACENT, f"{move.at[0]},{move.at[1]} lies beyond the edge of any table")
    square = square_of(move.at)
    if not state.board.tops and square:
        return Illegal(rule_ids.START, "the starting tile comes first: `table: start …`")
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
        return Illegal(rule_ids.REPORTED, f"by what was told no tile lies on {move.at[0]},{move.at[1]}")
    stacks = {at: board.stack(at) for at in board.tops}
    stacks[square] = stacks[square][:-1]
    if not stacks[square]:
        del stacks[square]
    if not stacks:
        return Illegal(rule_ids.START, "the last tile of the board cannot be taken away; say what lies there instead")
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
        most = f"only {free} more {state.name_of(short)} can be there" if free else ""
        most = most or f"all copies of {state.name_of(short)} are known to be elsewhere"
        return Illegal(REF_PLACES, f"{most}; free one first (`table: adjust clear X,Y`, `table: adjust hand …`)")
    deck = state.deck + len(gone) - len(come)
    if deck < 0:
        return Illegal(
            rule_ids.DECK, f"the deck has {state.deck} tiles; first make a hand smaller (`table: adjust hand …`)"
        )
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
    Adjustment(SetScore, of_a_player(set_score, "score"), "the points of a player"),
    Adjustment(SetTurn, of_a_player(set_turn, "turn"), "whose turn it is"),
    Adjustment(SetHand, of_a_player(set_hand, "hand"), "how many tiles a hand has, or which"),
    Adjustment(SetDeck, set_deck, "how many tiles the deck has"),
    Adjustment(SetTile, set_tile, "which tile lies on a square"),
    Adjustment(ClearTile, clear_tile, "that the visible tile of a square is not there"),
)
