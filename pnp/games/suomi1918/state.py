"""The state of a table and what can happen to it, and what follows from it: turn, phase, outcome.

One type serves both deals: in a physical game every hand is `?` but for shown cards, in a digital one none is, and
what a seat knows of a digital table lies between. Invariants: a Suomi1918State is never changed; stacks, discard
pile, removed cards, known cards of hands and `unseen` hold every card of the draw pile once; `unseen` are the pile
and the `?` together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pnp.games.suomi1918 import rules
from pnp.games.suomi1918.game_data import GameData
from pnp.games.suomi1918.playable import Outlook, Tops
from pnp.referee.game import Outcome, State
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event
from pnp.referee.seat import TABLE, Seat

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

    stacks:  the cards of each stack, lowest first · tops: their values (SOC-09) · outlook: what these allow
    hands:   the cards of each hand, `?` for one the referee does not know · shown: those everybody saw (SOC-46)
    victory: each seat's victory card, `?` when it is secret
    turn:    whose turn it is; None while nobody knows who starts (SOC-10)
    draw:    number of cards in the draw pile · shuffles: how often the discard pile became the draw pile (SOC-30)
    unseen:  cards that lie in the draw pile or are a `?`
    dead_turns: turns begun since nothing can be played any more (SOC-36)
    due:     deals that must come next · ended: the card that ended the game · winner: who showed it, if it won
    out: who has resigned (SOC-49)
    knowledge: what is known of the `?` (SOC-42 to SOC-46); None when nothing is hidden, and in views
    """

    kit: GameData
    stacks: tuple[Cards, ...]
    tops: Tops
    outlook: Outlook
    hands: tuple[Cards, ...]
    shown: tuple[Cards, ...]
    victory: Cards
    turn: Seat | None
    draw: int
    discard: Cards
    removed: Cards
    unseen: frozenset[str]
    shuffles: int = 0
    dead_turns: int = 0
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
        return self.outlook.is_opening

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

    seat: Seat
    card: str


class Discarded(Event, frozen=True):
    """A card was laid on the discard pile; `claims`: it was said that no card of the hand fits (SOC-42)."""

    seat: Seat
    card: str
    claims: bool = True


class Shown(Event, frozen=True):
    """A card was shown and taken back; `claims` as for a discard."""

    seat: Seat
    card: str
    claims: bool = True


class Passed(Event, frozen=True):
    """A turn went by; `claims` as for a discard."""

    seat: Seat
    claims: bool = False


class Left(Event, frozen=True):
    """A player is out; the hand went back into the draw pile unseen."""

    seat: Seat


class Won(Event, frozen=True):
    """A victory card was shown whose conditions are met."""

    seat: Seat
    card: str


def fitting_in(state: Suomi1918State, seat: Seat) -> Cards:
    """The known cards of a hand that can be played now (SOC-25)."""
    fits = state.outlook.fits
    return tuple(card for card in state.hands[seat] if card in fits)


def is_dead(outlook: Outlook, removed: Cards) -> bool:
    """Nothing can be played any more, wherever the cards are (SOC-36)."""
    return not outlook.numbers and outlook.fits.issubset(removed)


def may_claim(state: Suomi1918State, seat: Seat) -> bool:
    """A seat may hold a victory card whose conditions are met (SOC-35)."""
    own = state.victory[seat]
    wins = state.outlook.wins
    return own in wins if own != UNKNOWN else not wins.issubset(state.victory)


def is_frozen(state: Suomi1918State) -> bool:
    """Every player has begun a turn in a dead position and nobody has won (SOC-36)."""
    seats = len(state.hands) - len(state.out)
    if state.dead_turns < seats or state.due or not state.kit.frozen_ends or state.turn is None:
        return False
    # The last of them may still claim a victory before it is over.
    return state.dead_turns > seats or not may_claim(state, state.turn)


def outcome(state: Suomi1918State) -> Outcome | None:
    """How the game ended; None while it goes on (SOC-35 to SOC-39)."""
    if state.ended:
        face = state.kit.faces[state.ended]
        if state.winner is not None:
            why = f"{state.name(state.winner)} shows {face.label}, and that is Finland's form of society"
            return Outcome((state.winner,), why, rules.WIN, "win", rules.OVER)
        if face.ending == "all_lose":
            return Outcome((), f"{face.label} is collapse: all lose", rules.COLLAPSE, "collapse", rules.OVER)
        return Outcome((), f"{face.label} is peace: nobody wins", rules.PEACE, "peace", rules.OVER)
    if len(state.out) + 1 == len(state.hands):
        last = state.after(state.out[-1])
        return Outcome((last,), f"{state.name(last)} alone is left", rules.RESIGNED, "resigned", rules.OVER)
    if state.dead_turns and is_frozen(state):
        why = "the game is frozen: no card can be played any more, and nobody has won"
        return Outcome((), why, rules.FROZEN, "frozen", rules.OVER)
    return None


def to_act(state: Suomi1918State) -> tuple[Seat, ...]:
    """The table while a deal is due, else whose turn it is; before the first line whoever may hold black 1 (SOC-10)."""
    if state.ended or ((state.dead_turns or state.out) and outcome(state)):
        return ()
    if state.due:
        return (TABLE,)
    if state.turn is not None:
        return (state.turn,)
    return tuple(seat for seat, hand in enumerate(state.hands) if UNKNOWN in hand)


def phase(state: Suomi1918State) -> str:
    """`deal`, `opening`, `play`, `draw` or `over`."""
    if outcome(state):
        return "over"
    if state.due:
        return "deal" if state.is_opening else "draw"
    return "opening" if state.is_opening else "play"


def scores(state: Suomi1918State) -> tuple[int, ...]:
    """No points are counted: 1 for the winner, 0 for everybody else (SOC-39)."""
    return tuple(int(seat == state.winner) for seat in range(len(state.hands)))


def facts(state: Suomi1918State) -> Any:
    """Plain values that say everything on the table."""
    left = {"out": sorted(state.out)} if state.out else {}
    return {
        **left,
        "stacks": dict(zip(state.kit.colours, state.stacks, strict=True)),
        "hands": [sorted(hand) for hand in state.hands],
        "shown": [sorted(shown) for shown in state.shown],
        "victory": state.victory,
        "turn": state.turn,
        "draw": state.draw,
        "discard": state.discard,
        "removed": state.removed,
        "shuffles": state.shuffles,
        "dead_turns": state.dead_turns,
        "due": [[due.seat, due.count] for due in state.due],
        "ended": state.ended,
        "winner": state.winner,
    }
