"""Corrections of fact besides those of the kernel: `table: adjust tile 1,0 ukko`. In: a state and what is true. Out:
the corrected state, or Illegal.

Invariant: no tile is lost: what leaves a hand or the board goes into the draw pile, and what comes there came from it.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.games.kalevala.board import is_on_table, square_of
from pnp.games.kalevala.moves import ClearTile, SetDeck, SetTile
from pnp.games.kalevala.rules import end_if_over
from pnp.games.kalevala.table import BOARD, DECK, HAND, HOLDS, deals_due
from pnp.referee.correction import SetHand, SetTurn, counted_hand, of_a_player
from pnp.referee.game import PHYSICAL, Adjustment
from pnp.referee.kernel import Trial
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.place import ALL, Place
from pnp.referee.kernel.zone import UNSEEN, kinds_of, with_seers
from pnp.referee.kernel_rules import REF_PLACES
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal

HELD = Holdings(HOLDS)


def corrected(t: Trial, before: Trial) -> None:
    """Tiles that lie elsewhere now came from the draw pile, or went there; the game may be over, or no longer."""
    has_moved = any(t.get(place) != before.get(place) for place in ("hands", "board"))
    if has_moved and len(t[DECK]) != len(before[DECK]):
        t.announce("", "tiles_left", left=len(t[DECK]))
    end_if_over(t)


def set_turn(state: Any, m: SetTurn) -> Any:
    """Whose turn it is; passes before it no longer count."""
    return replace(state, turn=m.of, passes=0)


def set_hand(state: Any, m: SetHand) -> Any:
    """The tiles of a hand, or their number (KAL-51)."""
    if not state.board.tops:
        return state.refusal("KAL-03", "start_first")
    most, entries = state.board.data.hand_size, state.hands[m.of]
    holds = counted_hand(entries, m.holds) if isinstance(m.holds, int) else m.holds
    if (m.holds if isinstance(m.holds, int) else len(m.holds)) > most:
        return state.refusal("KAL-04", "hand_at_most", most=most)
    if holds is None:
        known = tuple(tile for tile in kinds_of(entries) if tile != UNKNOWN)
        return state.refusal("KAL-47", "known_to_hold", seat=m.of, tiles=known)
    if holds is m.holds and state.setup.deal == PHYSICAL:
        holds = tuple(with_seers(tile, (ALL,), HAND[m.of]) for tile in holds)  # everybody hears the correction
    return _lie(state, HAND[m.of], holds)


def set_deck(state: Any, m: SetDeck) -> Any:
    """The number of tiles in the draw pile (KAL-51); fewer than there should be are lost."""
    most = len(state.board.data.pile) - sum(HELD.seen(state).values())
    most -= sum(tile in UNSEEN for hand in state.hands for tile in hand)
    if m.tiles > most:
        return state.refusal("KAL-02", "hands_hold_rest" if any(state.hands) else "deck_at_most", most=most)
    return _with_deck(state, m.tiles)


def set_tile(state: Any, m: SetTile) -> Any:
    """The visible tile of a square: another one, or one on an empty square."""
    where = f"{m.at[0]},{m.at[1]}"
    if not is_on_table(m.at):
        return state.refusal("KAL-13", "off_the_table", square=where)
    if not state.board.tops and square_of(m.at):
        return state.refusal("KAL-03", "start_first")
    return _lie(state, BOARD[where], (*state.board.get(where)[:-1], m.tile))


def clear_tile(state: Any, m: ClearTile) -> Any:
    """The visible tile of a square is not there."""
    where, tops = f"{m.at[0]},{m.at[1]}", state.board.tops
    if not is_on_table(m.at) or square_of(m.at) not in tops:
        return state.refusal("KAL-47", "none_lies_on", square=where)
    stack = state.board.get(where)[:-1]
    if not stack and len(tops) == 1:
        return state.refusal("KAL-03", "last_of_board")
    return _lie(state, BOARD[where], stack)


def _lie(state: Any, place: Place[Any], tiles: tuple[str, ...]) -> Any:
    """Tiles lie in a place; the draw pile has what is too many there, and gives what lacks."""
    data, came = state.board.data, len(tiles) - len(place.field.read(state, place.key))
    after = place.field.replaced(state, place.key, tiles)
    lying = HELD.seen(after)
    short = next((tile for tile in data.tiles if lying.get(tile, 0) > data.copies[tile]), None)
    if short is not None:
        free = data.copies[short] - lying[short] + kinds_of(tiles).count(short)
        return Illegal(
            REF_PLACES, state.message("too_many_there" if free else "none_left_for_it", tile=short, free=free)
        )
    if came > len(state.deck):
        return state.refusal("KAL-02", "deck_has_only", count=len(state.deck))
    last = after.last if after.last in after.board.tops else None
    return _with_deck(replace(after, passes=0, last=last), len(state.deck) - came)


def _with_deck(state: Any, tiles: int) -> Any:
    """Another number of tiles in the draw pile; no more are due than it has."""
    is_short = sum(due.count for due in deals_due(state.stack)) > tiles
    return replace(state, deck=(UNKNOWN,) * tiles, stack=() if is_short else state.stack)


CORRECTIONS = (
    Adjustment(SetTurn, of_a_player(set_turn, "referee.turn"), "referee.adjust_turn"),
    Adjustment(SetHand, of_a_player(set_hand, "referee.hand"), "adjust_hand"),
    Adjustment(SetDeck, set_deck, "adjust_deck"),
    Adjustment(SetTile, set_tile, "adjust_tile"),
    Adjustment(ClearTile, clear_tile, "adjust_clear", is_act=True),
)
