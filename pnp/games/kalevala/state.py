"""The state of a table, and its events.

One type serves both deals: a physical table is one whose hands are all `?`, a digital table is one without any, and
what a seat knows of a digital table lies between. Invariant: a KalevalaState is never changed, and board, hands, deck
and tiles laid aside always hold all the tiles of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pnp.games.kalevala import rule_ids
from pnp.games.kalevala.board import EMPTY, Board, Point, Square
from pnp.games.kalevala.game_data import GameData
from pnp.referee.game import DIGITAL, State
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.hidden.knowledge import Knowledge

Hand = tuple[str, ...]


class KalevalaState(State, frozen=True):
    """Everything on the table.

    hands:  the tiles of each hand, `?` for one the referee does not know
    shown:  those tiles of each hand that everybody saw: taken by an exchange (KAL-47)
    passes: consecutive passes (KAL-43)
    deck:   number of tiles in the deck
    unseen: copies of each tile that lie in the deck or are a `?`
    due:    deals that must come next, as (seat, tiles); digital only
    is_opening: True while these are the first hands (KAL-04), False for a draw (KAL-41)
    aside:  tiles laid aside by stuck players (KAL-11)
    last:   the square of the last placement, marked when the table is shown
    knowledge: what passes prove about the `?` (KAL-49), None while none says anything
    """

    data: GameData = GameData()
    board: Board = EMPTY
    hands: tuple[Hand, ...] = ()
    shown: tuple[Hand, ...] = ()
    scores: tuple[int, ...] = ()
    turn: Seat = 0
    passes: int = 0
    deck: int = 0
    unseen: dict[str, int] = {}  # noqa: RUF012 - a Struct's own
    due: tuple[tuple[Seat, int], ...] = ()
    is_opening: bool = False
    aside: tuple[str, ...] = ()
    last: Square | None = None
    knowledge: Knowledge | None = None

    @property
    def is_digital(self) -> bool:
        """True when the referee deals."""
        return self.setup.deal == DIGITAL

    def name(self, seat: Seat) -> str:
        """The seat's name."""
        return self.setup.name(seat)


class Started(Event, frozen=True):
    """The starting tile was put on 0,0."""

    rule: ClassVar[str] = rule_ids.START

    tile: str


class Dealt(Event, frozen=True):
    """Tiles went from the deck into a hand."""

    seat: Seat
    tiles: Hand
    rule: str


class Placed(Event, frozen=True):
    """A tile was laid on an empty square; points of its row and its column, each with the rule that gave or denied them
    (none where a table counted for itself).
    """

    rule: ClassVar[str] = rule_ids.ADJACENT

    seat: Seat
    tile: str
    at: Point
    row: int
    column: int
    row_rule: str = ""
    column_rule: str = ""


class Covered(Placed, frozen=True):
    """A tile was laid on top of another."""

    rule: ClassVar[str] = rule_ids.COVER


class Exchanged(Placed, frozen=True):
    """A tile took the place of another, which went into the hand."""

    rule: ClassVar[str] = rule_ids.EXCHANGE


class Discarded(Event, frozen=True):
    """A stuck player laid a tile aside; `claimed` as for a pass."""

    rule: ClassVar[str] = rule_ids.FORCED_PASS

    seat: Seat
    tile: str
    claimed: tuple[str, ...] = ()


class Passed(Event, frozen=True):
    """A turn without a placement; the player claims to hold none of the `claimed` kinds, which fitted (KAL-49)."""

    rule: ClassVar[str] = rule_ids.FORCED_PASS

    seat: Seat
    claimed: tuple[str, ...] = ()


def free_squares(data: GameData, board: Board, tile: str) -> list[Square]:
    """Every empty square where a tile may be laid (KAL-13, KAL-14, KAL-17, KAL-19)."""
    walled = board.walled
    if tile in data.walling or not walled:
        return list(board.reach)
    return [square for square in board.reach if square not in walled]


def stack_squares(data: GameData, board: Board, tile: str) -> list[Square]:
    """Every occupied square where a tile may cover or be exchanged (KAL-16, KAL-18, KAL-21, KAL-24)."""
    if tile in data.covering:
        under = data.coverable
    elif tile in data.exchanging:
        under = data.exchangeable
    else:
        return []
    walled = board.walled
    squares = [square for square, top in board.tops.items() if top in under and square not in walled]
    if board.isolated and not data.cover_only_tile:
        squares = [square for square in squares if square not in board.isolated]
    return squares


def squares_for(data: GameData, board: Board, tile: str) -> list[Square]:
    """Every square where a tile may be placed, whoever holds it (KAL-13 to KAL-25)."""
    return free_squares(data, board, tile) + stack_squares(data, board, tile)


def has_room(board: Board) -> bool:
    """True when there is an empty square where any tile may lie: away from Kullervos."""
    for square in board.reach:  # noqa: SIM110 - asked at every ruling, and any() takes three times as long
        if square not in board.walled:
            return True
    return False


def fits(data: GameData, board: Board, tile: str) -> bool:
    """True when the tile has a legal square."""
    return has_room(board) or bool(squares_for(data, board, tile))


def fitting(data: GameData, board: Board) -> tuple[str, ...]:
    """The kinds of tiles that have a legal square."""
    return tuple(tile for tile in data.tiles if fits(data, board, tile))


def is_stuck(state: KalevalaState, seat: Seat) -> bool:
    """True when no tile of a hand that the referee knows can be placed (KAL-11)."""
    hand = state.hands[seat]
    return UNKNOWN not in hand and not any(fits(state.data, state.board, tile) for tile in hand)


def may_discard(state: KalevalaState, seat: Seat) -> bool:
    """True when a stuck player may lay a tile aside and draw (KAL-11 with its switch)."""
    return state.data.stuck_player_discards and state.deck > 0 and bool(state.hands[seat])


def can_act(state: KalevalaState, seat: Seat) -> bool:
    """True when a player may do more than pass, as far as the referee knows (KAL-43)."""
    return not is_stuck(state, seat) or may_discard(state, seat)
