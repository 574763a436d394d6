"""The state of a table, and its events.

One type serves both deals: in a physical game every hand is `?` but for shown cards, in a digital one none is, and
what a seat knows of a digital table lies between. Invariants: a Suomi1918State is never changed; stacks, discard
pile, removed cards, known cards of hands and `unseen` hold every card of the draw pile once; `unseen` are the pile
and the `?` together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.game_data import GameData
from pnp.games.suomi1918.playable import Playable, Tops
from pnp.referee.game import State
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.hidden.knowledge import Knowledge


Cards = tuple[str, ...]
NONE = ""  # no victory card was dealt yet


class Due(Struct, frozen=True):
    """Cards that must be dealt next, and why: victory cards SOC-02, hands SOC-07, a draw SOC-29. Digital only."""

    seat: Seat
    count: int
    rule: str


class Suomi1918State(State, frozen=True, kw_only=True):
    """Everything on the table.

    stacks:  the cards of each stack, lowest first · tops: their values (SOC-09) · playable: what these allow
    hands:   the cards of each hand, `?` for one the referee does not know · shown: those everybody saw (SOC-46)
    victory: each seat's victory card, `?` when it is secret
    turn:    whose turn it is; None while nobody knows who starts (SOC-10)
    draw:    number of cards in the draw pile · shuffles: how often the discard pile became the draw pile (SOC-30)
    unseen:  cards that lie in the draw pile or are a `?`
    dead_turns: seats that have begun a turn since nothing can be played any more, in that order, each once (SOC-36)
    due:     deals that must come next · ended: the card that ended the game · winner: who showed it, if it won
    out: who has resigned (SOC-49)
    knowledge: what is known of the `?` (SOC-42 to SOC-46); None when nothing is hidden, and in views
    """

    data: GameData
    stacks: tuple[Cards, ...]
    tops: Tops
    playable: Playable
    hands: tuple[Cards, ...]
    shown: tuple[Cards, ...]
    victory: Cards
    turn: Seat | None
    draw: int
    discard: Cards
    removed: Cards
    unseen: frozenset[str]
    shuffles: int = 0
    dead_turns: tuple[Seat, ...] = ()
    due: tuple[Due, ...] = ()
    ended: str = ""
    winner: Seat | None = None
    out: tuple[Seat, ...] = ()
    knowledge: Knowledge | None = None

    def name(self, seat: Seat) -> str:
        """The seat's name."""
        return self.setup.name(seat)

    def after(self, seat: Seat) -> Seat:
        """Whose turn comes after that of `seat` (SOC-11)."""
        seats = len(self.hands)
        return next(at % seats for at in range(seat + 1, seat + seats + 1) if at % seats not in self.out)

    @property
    def is_opening(self) -> bool:
        """True until the first card is laid (SOC-14)."""
        return self.playable.is_opening

    @property
    def piles_are_empty(self) -> bool:
        """No card is left to draw (SOC-32, SOC-33)."""
        return not self.draw and not self.discard


class Dealt(Event, frozen=True):
    """Cards went to a seat; `rule` says which deal it was."""

    seat: Seat
    cards: Cards
    rule: str


class Played(Event, frozen=True):
    """A number card was laid on its stack, or an action card took effect."""

    rule: ClassVar[str] = rule_ids.TURN

    seat: Seat
    card: str


class Discarded(Event, frozen=True):
    """A card was laid on the discard pile; `claims`: the player claimed that no card of the hand fits (SOC-42)."""

    rule: ClassVar[str] = rule_ids.DISCARD

    seat: Seat
    card: str
    claims: bool = True


class Shown(Event, frozen=True):
    """A card was shown and taken back; `claims` as for a discard."""

    rule: ClassVar[str] = rule_ids.SHOW

    seat: Seat
    card: str
    claims: bool = True


class Passed(Event, frozen=True):
    """A turn was passed; `claims` as for a discard."""

    rule: ClassVar[str] = rule_ids.PASS

    seat: Seat
    claims: bool = False


class Resigned(Event, frozen=True):
    """A player has resigned; the hand went back into the draw pile unseen."""

    rule: ClassVar[str] = rule_ids.RESIGNED

    seat: Seat


class Won(Event, frozen=True):
    """A victory card was shown whose conditions are met."""

    rule: ClassVar[str] = rule_ids.WIN

    seat: Seat
    card: str


def fitting_in(state: Suomi1918State, seat: Seat) -> Cards:
    """The known cards of a hand that can be played now (SOC-25)."""
    fits = state.playable.fits
    return tuple(card for card in state.hands[seat] if card in fits)


def is_dead(playable: Playable, removed: Cards) -> bool:
    """Nothing can be played any more, wherever the cards are (SOC-36)."""
    return not playable.numbers and playable.fits.issubset(removed)


def may_claim(state: Suomi1918State, seat: Seat) -> bool:
    """A seat may hold a victory card whose conditions are met (SOC-35)."""
    own = state.victory[seat]
    wins = state.playable.wins
    return own in wins if own != UNKNOWN else not wins.issubset(state.victory)


def may_hold_victory(state: Suomi1918State, seat: Seat, card: str) -> bool:
    """This victory card may be the seat's (SOC-48)."""
    own = state.victory[seat]
    return own == card or (own == UNKNOWN and card not in state.victory)


def is_frozen(state: Suomi1918State) -> bool:
    """Every player has begun a turn in a dead position and nobody has won (SOC-36)."""
    begun = state.dead_turns
    if state.due or not state.data.frozen_ends or state.turn is None:
        return False
    if any(seat not in begun and seat not in state.out for seat in range(len(state.hands))):
        return False
    # The last of them may still claim a victory before it is over.
    return state.turn != begun[-1] or not may_claim(state, state.turn)


def starter(state: Suomi1918State) -> Seat | None:
    """Who is known to hold black 1 and so starts (SOC-10)."""
    opening = state.data.opening
    return next((seat for seat, hand in enumerate(state.hands) if opening in hand), None)
