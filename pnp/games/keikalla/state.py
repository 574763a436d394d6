"""The state of a table. One type serves both deals: in a physical game a card that only its
owner saw is `?`, in a digital one none is, and what a seat knows of a digital table lies between.

Invariants: a KeikallaState is never changed; `unseen` counts every copy that lies in a draw pile or is a `?`; known
cards of hands, cards in front, discards, stashes and `unseen` hold every card of the game once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from pnp.games.keikalla.game_data import GameData
from pnp.referee.game import State
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.hidden.knowledge import Knowledge
    from pnp.referee.move import Move

Cards = tuple[str, ...]
# Stages of a game (section 4.1): set-up, then the parts of a turn.
BANDS, DEAL, PLAN, START = "bands", "deal", "plan", "start"
MOVING, REFILL, ARRIVE, GIG, AFTER, END = "move", "refill", "arrive", "gig", "after", "end"
BACK, DATE, TOP = "second set", "date", "headline"  # kinds of gigs
SETTING_UP = (BANDS, DEAL, PLAN, START)
FRESH = "KEI-Q28h"  # asked before a hampering card ends the turn: what becomes of the card just drawn


class Ask(Struct, frozen=True, gc=False):
    """A pending decision (KEI-Qnn): whose, and about what. Ids that begin with `then` are steps the referee makes."""

    id: str
    seat: Seat
    count: int = 0
    card: str = ""
    pile: str = ""


class Hand(Struct, frozen=True, gc=False):
    """Cards of one kind that a player holds, `?` for one the referee does not know; `shown` are those all have seen."""

    cards: Cards = ()
    shown: Cards = ()

    @property
    def size(self) -> int:
        """How many cards."""
        return len(self.cards)


class Fame(Struct, frozen=True, gc=False):
    """A Reputation card in front of a player; a trashed hotel remembers its town (KEI-135)."""

    card: str
    town: str = ""


class Stash(Struct, frozen=True, gc=False):
    """A face-down card in a town, under a Venue card of the one who laid it (KEI-H03).

    rider: it is from the hand, not from a draw · known_to: who has looked at it
    below: it may have been laid because its owner had too few gigs (KEI-V06)
    """

    id: str
    town: str
    by: Seat
    card: str = UNKNOWN
    rider: bool = False
    below: bool = False
    known_to: tuple[Seat, ...] = ()


class Player(Struct, frozen=True, kw_only=True):
    """One band: where it is, its tour, its hands, what lies in front of it, and what hangs over it.

    at: the figurine's space, `start`: where this turn began · dates: how many are left, `order`: which, if told
    venues: the Venue cards before the tour is laid, and drawn ones to choose from (towns, `?`)
    turns: own turns so far · latest, before: towns of the last two gigs · latest_turn: the own turn of the last
    front: cards of other kinds that lie open · laid: achievements that do · stand_ins: what counts as one (KEI-V44)
    manager_back: the Manager announced comes back to the hand (KEI-81)
    bar_fight, hotel: the own turn on which the card came, 0 none · stored: cards kept for the leader (KEI-V52)
    """

    band: str = ""
    home: str = ""
    at: str = ""
    start: str = ""
    action: Hand = Hand()
    move: Hand = Hand()
    event: Hand = Hand()
    venues: Cards = ()
    planned: bool = False
    dates: int = 0
    order: Cards = ()
    played: Cards = ()
    sets: int = 0
    turns: int = 0
    latest: str = ""
    latest_turn: int = 0
    before: str = ""
    fame: tuple[Fame, ...] = ()
    front: Cards = ()
    laid: Cards = ()
    stand_ins: tuple[tuple[str, Cards], ...] = ()
    festival: str = ""
    lover_since: int = -1
    buses: tuple[int, ...] = ()
    stored_move: Hand = Hand()
    stored_action: Hand = Hand()
    lost: int = 0
    hiatus: bool = False
    rider: bool = False
    no_refill: bool = False
    bar_fight: int = 0
    hotel: int = 0
    trashed: Cards = ()
    waiting_member: bool = False
    convoy: bool = False
    driven: bool = False
    trip: bool = False
    spared: int = 0
    gift_used: bool = False
    manager_back: bool = False
    out: bool = False
    returned: int = 0
    extra: int = -1
    tour_ply: int = 0
    swapped: bool = False
    raided: Cards = ()

    @property
    def reputation(self) -> int:
        """Reputation cards in front (KEI-65)."""
        return len(self.fame)

    @property
    def gigs(self) -> int:
        """Gigs performed: dates and second sets (KEI-A20)."""
        return len(self.played) + self.sets

    def has_fame(self, data: GameData, like: str) -> bool:
        """A Reputation card that works like this one lies in front."""
        return any(data.like(fame.card) == like for fame in self.fame)

    def owns(self, kind: str) -> bool:
        """An achievement of this kind is known to be owned (KEI-50)."""
        return kind in self.kinds_laid() or any(card.partition(":")[0] == kind for card in self.action.cards)

    def kinds_laid(self) -> Cards:
        """The kinds of achievements that lie in front, stand-ins too."""
        return (*(card.partition(":")[0] for card in self.laid), *(kind for kind, _ in self.stand_ins))


class Turn(Struct, frozen=True, kw_only=True, gc=False):
    """What happened on the current turn so far.

    played: Movement cards · drew: a Movement card was drawn · spoke: the seat has made a line
    stopped: no gig on this turn (KEI-126) · done: the gig was played · waiting: a draw without a gig
    limit, drawn, shield: draws after the gig, made ones, troubles that may be avoided (KEI-60, KEI-61)
    fresh: the card just drawn may be stashed · must: the card that must be played first · picked: it was chosen
    covered: a Roadie has filled in on this trip · hamper: what the leader has just drawn from · hampered: it was done
    """

    played: int = 0
    drew: bool = False
    spoke: bool = False
    stopped: bool = False
    done: bool = False
    waiting: bool = False
    limit: int = 0
    drawn: int = 0
    shield: int = 0
    guest: bool = False
    fresh: str = ""
    fresh_at: int = 0
    must: str = ""
    picked: bool = False
    covered: bool = False
    hamper: str = ""
    hampered: bool = False


class KeikallaState(State, frozen=True, kw_only=True):
    """Everything on the table.

    seat: whose turn it is · asks: pending decisions, the top one last · piles: sizes of the draw piles
    discards: open piles, bottom first · aside: Managers out of the game · rehab: the town of the marker
    second: what lies in the second Action deck of a digital deal (None: not known) · deals: cards dealt so far
    checked: who said something of a stash, by ply · memory: cards taken from stashes into a hand, and who knows them
    knowledge: what is known of the `?` (None in digital deals)
    """

    data: GameData
    players: tuple[Player, ...]
    piles: dict[str, int]
    discards: dict[str, Cards]
    unseen: dict[str, int]
    stage: str = BANDS
    seat: Seat = 0
    turn: Turn = Turn()
    asks: tuple[Ask, ...] = ()
    aside: int = 0
    managers: int = 0
    rehab: str = ""
    stashes: tuple[Stash, ...] = ()
    stashed: int = 0
    offer: Hand = Hand()
    second: dict[str, int] | None = None
    deals: int = 0
    winner: Seat | None = None
    won_by: str = ""
    checked: tuple[tuple[int, Seat], ...] = ()
    memory: tuple[tuple[Seat, str, tuple[Seat, ...]], ...] = ()
    knowledge: Knowledge | None = None

    def name(self, seat: Seat) -> str:
        """The seat's name."""
        return self.setup.name(seat)

    @property
    def ask(self) -> Ask | None:
        """The decision that must be made first."""
        return self.asks[-1] if self.asks else None

    @property
    def rehab_waits(self) -> bool:
        """The Rehab card of the map has been taken out of the deck and is not used up (KEI-06)."""
        return bool(self.rehab) or (bool(self.piles) and any(ask.id == "KEI-Q04" for ask in self.asks))

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that can still win (KEI-172)."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.out)

    @property
    def is_over(self) -> bool:
        """Somebody has won, or at most one could (KEI-01, KEI-172)."""
        return self.winner is not None or (self.is_set_up and len(self.playing) < 2)

    @property
    def is_set_up(self) -> bool:
        """The first turn has begun."""
        return self.stage not in SETTING_UP

    def stashes_in(self, town: str) -> tuple[Stash, ...]:
        """The face-down cards of a town."""
        return tuple(stash for stash in self.stashes if stash.town == town)


class Made(Event, frozen=True):
    """A line took place, with all that follows from it."""

    move: Move
    overruled: bool = False


class Followed(Event, frozen=True):
    """Something followed by a rule. `is_news`: the table must do it or hear it; nothing secret (`Game.news`)."""

    rule: str
    because: str
    is_news: bool = False


def open_cards(state: KeikallaState) -> Iterator[str]:
    """Every card whose place is known to the referee, towns of played dates aside."""
    for player in state.players:
        for hand in (player.action, player.move, player.event, player.stored_move, player.stored_action):
            yield from (card for card in hand.cards if card != UNKNOWN)
        yield from (fame.card for fame in player.fame)
        yield from player.front
        yield from player.laid
        yield from (card for _, cards in player.stand_ins for card in cards)
    yield from (stash.card for stash in state.stashes if stash.card != UNKNOWN)
    yield from (card for card in state.offer.cards if card != UNKNOWN)
    for pile, cards in state.discards.items():
        if pile != "venue":
            yield from cards
