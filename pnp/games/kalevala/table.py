"""The table: where tiles lie, what is counted, and what follows from it. In: a trial. Out: plain values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.games.kalevala.board import Board, label_of
from pnp.games.kalevala.game_data import GameData, game_data_of
from pnp.games.kalevala.placing import has_room, squares_for
from pnp.referee.kernel import ANY, EACH_SEAT, NOBODY, OWNER, Counter, Fact, Seat, Setup, Trial, Zone
from pnp.referee.kernel.question import Due, Item
from pnp.referee.kernel.zone import UNSEEN, kinds_of
from pnp.referee.params import UNKNOWN

Hand = tuple[str, ...]


def empty_board(setup: Setup) -> Board:
    """The board before the first line."""
    return Board(game_data_of(setup))


DECK = Zone("deck", seen_by=NOBODY, first=True, rule="KAL-02")
BOARD = Zone("board", of=ANY, cells=empty_board, adjust=False)
HAND = Zone("hands", of=EACH_SEAT, seen_by=OWNER, adjust=False, rule="KAL-09")
ASIDE = Zone("aside", adjust=False)  # laid aside by stuck players (KAL-11)
SCORE = Counter("score", of=EACH_SEAT, scores=True)
PASSES = Counter("passes", adjust=False)  # passes in a row (KAL-43)
LAST = Fact("last", None)  # the square of the last placement, marked when the table is shown

HOLDS = (DECK, BOARD, HAND, ASIDE, SCORE, PASSES, LAST)


def board_of(t: Trial) -> Board:
    """The board as it stands now."""
    return t.get("board")  # type: ignore[no-any-return]


def data_of(t: Trial) -> GameData:
    """What is printed on the tiles."""
    return board_of(t).data


def hand_of(t: Trial, seat: Seat) -> Hand:
    """The tiles of a hand in the order in which they came, `?` and `*` for those that nobody sees here."""
    return kinds_of(t.read(HAND[seat]))


def is_stuck(t: Trial, seat: Seat) -> bool:
    """True when no tile of a hand that the referee knows can be placed (KAL-11)."""
    hand, board = hand_of(t, seat), board_of(t)
    if hand and (has_room(board) or t.is_hidden(HAND[seat])):
        return False
    return not any(squares_for(board, tile) for tile in hand)


def may_discard(t: Trial, seat: Seat) -> bool:
    """True when a stuck player may lay a tile aside and draw (KAL-11 with its switch)."""
    return data_of(t).stuck_player_discards and bool(t[DECK]) and bool(t[HAND[seat]])


def can_act(t: Trial, seat: Seat) -> bool:
    """True when a player may do more than pass, as far as the referee knows (KAL-43)."""
    return not is_stuck(t, seat) or may_discard(t, seat)


def deals_due(stack: Sequence[Item]) -> list[Due]:
    """The deals that must come next, digital only."""
    return [item for item in reversed(stack) if type(item) is Due]


def phase(state: Any) -> str:
    """`start`, `opening`, `play`, `draw` or `over`."""
    if not state.board.tops:
        return "start"
    due = deals_due(state.stack)
    if due:
        return "opening" if due[0].rule == "KAL-04" else "draw"
    return "over" if state.over is not None else "play"


def facts(t: Trial) -> Any:
    """Plain values that describe the whole table."""
    board = board_of(t)
    hands = [[UNKNOWN if tile in UNSEEN else tile for tile in hand_of(t, seat)] for seat in t.seats]
    return {
        "board": {label_of(square): tile for square, tile in board.tops.items()},
        "covered": {label_of(square): tiles for square, tiles in board.under.items()},
        "hands": [sorted(hand) for hand in hands],
        "shown": [sorted(t.shown(HAND[seat])) for seat in t.seats],
        "scores": tuple(t[SCORE[seat]] for seat in t.seats),
        "turn": t.turn,
        "passes": t[PASSES],
        "deck": len(t[DECK]),
        "due": [(due.to[1], due.count) for due in t.dues],
        "aside": t[ASIDE],
    }
