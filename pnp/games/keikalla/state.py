"""The state of a table. One type serves both deals: in a physical game a card that only its
owner saw is `?`, in a digital one none is, and what a seat knows of a digital table lies between.

Invariants: a KeikallaState is never changed; `unseen` counts every copy that lies in a draw pile or is a `?`; known
cards of hands, cards in front, discards, stashes and `unseen` hold every card of the game once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pnp.games.keikalla.game_data import ACTION, EVENT, MOVE, GameData
from pnp.games.keikalla.question import QUESTIONS, Question
from pnp.games.keikalla.vocabulary.verbs import Raided
from pnp.referee.game import State
from pnp.referee.message import Message, make_message
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.hidden.knowledge import Knowledge

Cards = tuple[str, ...]
# Phases of a game (section 4.1): set-up, then the parts of a turn.
BANDS, DEAL, PLAN, START = "bands", "deal", "plan", "start"
MOVING, REFILL, ARRIVE, GIG, AFTER, END = "move", "refill", "arrive", "gig", "after", "end"
BACK, DATE, TOP = "second_set", "date", "headline"  # kinds of gigs
SETTING_UP = (BANDS, DEAL, PLAN, START)
HANDS = (ACTION, "stored_action", MOVE, EVENT, "stored_move")  # of a player


class OpenQuestion(Struct, frozen=True, gc=False):
    """An open question (KEI-Qnn): whose decision, and about what. What begins with `then_` is the referee's step."""

    id: str
    seat: Seat
    count: int = 0
    card: str = ""
    pile: str = ""

    @property
    def asks(self) -> Question:
        """The question as its phase declares it."""
        return QUESTIONS[self.id]

    @property
    def is_drawn(self) -> bool:
        """It is answered by a draw; a digital table deals for it."""
        asks = QUESTIONS.get(self.id)
        return asks is not None and asks.draw is not None

    @property
    def shows_offer(self) -> bool:
        """Whoever is asked sees the cards of the offer."""
        return self.id in QUESTIONS and QUESTIONS[self.id].shows_offer


class Hand(Struct, frozen=True, gc=False):
    """One hand of a player, `?` for a card the referee does not know; `shown` are those everybody has seen."""

    cards: Cards = ()
    shown: Cards = ()

    @property
    def size(self) -> int:
        """How many cards."""
        return len(self.cards)


class ReputationCard(Struct, frozen=True, gc=False):
    """A Reputation card in front of a player; a trashed hotel has its town (KEI-135)."""

    kind: str
    town: str = ""


class Stash(Struct, frozen=True, gc=False):
    """A face-down card in a town, under a Venue card of the player who laid it (KEI-H03).

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
    """One band: where it is, its tour, its hands, what lies in front of it, and the lasting effects on it.

    at: the figurine's space, `start`: where this turn began · dates: how many are left, `order`: which, if named
    venues: the Venue cards before the tour is laid, and drawn ones to choose from (towns, `?`)
    turns: own turns so far · latest_town, previous_town: of the last two gigs · latest_turn: the own turn of the last
    second_sets: gigs played back to back · turns_to_lose: own turns that will be skipped
    front: cards of other kinds that lie open · laid: achievements that do · stand_ins: what counts as one (KEI-V44)
    manager_back: the Manager announced comes back to the hand (KEI-81)
    bar_fight_turn, hotel_turn: the own turn on which the card came, 0 none · trashed_towns: where a hotel was trashed
    stored_move, stored_action: cards kept for the leader (KEI-V52) · roadie_drives: a Roadie is at the wheel (KEI-44)
    rehab_trip: announced, and no raid until it ends (KEI-30) · spared_raids: raids it has prevented so far
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
    second_sets: int = 0
    turns: int = 0
    latest_town: str = ""
    latest_turn: int = 0
    previous_town: str = ""
    reputation_cards: tuple[ReputationCard, ...] = ()
    front: Cards = ()
    laid: Cards = ()
    stand_ins: tuple[tuple[str, Cards], ...] = ()
    festival: str = ""
    lover_since: int = -1
    buses: tuple[int, ...] = ()
    stored_move: Hand = Hand()
    stored_action: Hand = Hand()
    turns_to_lose: int = 0
    hiatus: bool = False
    rider: bool = False
    no_refill: bool = False
    bar_fight_turn: int = 0
    hotel_turn: int = 0
    trashed_towns: Cards = ()
    waiting_member: bool = False
    convoy: bool = False
    roadie_drives: bool = False
    rehab_trip: bool = False
    spared_raids: int = 0
    ability_used: bool = False
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
        return len(self.reputation_cards)

    @property
    def gigs(self) -> int:
        """Gigs performed: dates and second sets (KEI-A20)."""
        return len(self.played) + self.second_sets

    def is_messed_up(self, data: GameData) -> bool:
        """A Reputation card lies in front for which the police raid the band (KEI-42)."""
        return any(data.does(card.kind, Raided) for card in self.reputation_cards)

    def owns(self, kind: str) -> bool:
        """An achievement of this kind is known to be owned (KEI-50)."""
        return kind in self.kinds_laid() or any(card.partition(":")[0] == kind for card in self.action.cards)

    def kinds_laid(self) -> Cards:
        """The kinds of achievements that lie in front, stand-ins too."""
        return (*(card.partition(":")[0] for card in self.laid), *(kind for kind, _ in self.stand_ins))


class Turn(Struct, frozen=True, kw_only=True, gc=False):
    """What happened on the current turn so far.

    played: Movement cards · drew: a Movement card was drawn · has_acted: the seat has made a line
    stopped: no gig on this turn (KEI-126) · done: the gig was played · waiting: a draw without a gig
    limit, drawn, shield: draws after the gig, made ones, troubles that may be avoided (KEI-60, KEI-61)
    just_drawn: a card that may still be stashed, `just_drawn_ply`: since when
    must_play: the card that must be played first · picked: it was chosen
    covered: a Roadie has filled in on this trip · hamper: what the leader has just drawn from · hampered: it was done
    """

    played: int = 0
    drew: bool = False
    has_acted: bool = False
    stopped: bool = False
    done: bool = False
    waiting: bool = False
    limit: int = 0
    drawn: int = 0
    shield: int = 0
    guest: bool = False
    just_drawn: str = ""
    just_drawn_ply: int = 0
    must_play: str = ""
    picked: bool = False
    covered: bool = False
    hamper: str = ""
    hampered: bool = False


class KeikallaState(State, frozen=True, kw_only=True):
    """Everything on the table.

    seat: whose turn it is · questions: open ones, the top one last · piles: sizes of the draw piles
    discards: open piles, bottom first · managers: those in the Action deck, `managers_aside`: out of the game
    rehab: the town of the Rehab card of the map · offer: cards to choose from · stash_count: stashes laid so far
    second_deck: what lies in the second Action deck of a digital deal (None: not known)
    deal_count: how often a draw pile has changed · winner, won_in: who won, and in which town
    stash_checks: who claimed something about a stash, by ply
    taken_from_stashes: cards taken into a hand, and who knows them: (whose hand, card, seats)
    knowledge: what is known of the `?` (None in digital deals)
    """

    data: GameData
    players: tuple[Player, ...]
    piles: dict[str, int]
    discards: dict[str, Cards]
    unseen: dict[str, int]
    phase: str = BANDS
    seat: Seat = 0
    turn: Turn = Turn()
    questions: tuple[OpenQuestion, ...] = ()
    managers_aside: int = 0
    managers: int = 0
    rehab: str = ""
    stashes: tuple[Stash, ...] = ()
    stash_count: int = 0
    offer: Hand = Hand()
    second_deck: dict[str, int] | None = None
    deal_count: int = 0
    winner: Seat | None = None
    won_in: str = ""
    stash_checks: tuple[tuple[int, Seat], ...] = ()
    taken_from_stashes: tuple[tuple[Seat, str, tuple[Seat, ...]], ...] = ()
    knowledge: Knowledge | None = None

    def message(self, id: str, /, **args: Any) -> Message:
        """One of the game's messages; towns and faces of cards are named as people call them."""
        return make_message(self.setup, id, {name: self.data.named(value) for name, value in args.items()})

    @property
    def question(self) -> OpenQuestion | None:
        """The question that must be answered first."""
        return self.questions[-1] if self.questions else None

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that can still win (KEI-172)."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.out)

    @property
    def is_over(self) -> bool:
        """Somebody has won, or at most one could (KEI-01, KEI-172)."""
        if self.winner is not None:
            return True
        out = [player for player in self.players if player.out]
        return len(out) > len(self.players) - 2 and self.phase not in SETTING_UP

    @property
    def is_turn(self) -> bool:
        """Somebody's turn goes on, and nothing is asked."""
        return not self.questions and self.phase not in SETTING_UP and not self.is_over

    @property
    def is_set_up(self) -> bool:
        """The first turn has begun."""
        return self.phase not in SETTING_UP

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """The seats with the most gigs."""
        gigs = [-1 if player.out else player.gigs for player in self.players]
        return tuple(seat for seat, count in enumerate(gigs) if count == max(gigs))

    def is_far_behind(self, seat: Seat) -> bool:
        """The last player, far enough behind the leader to store harmful cards (KEI-V50)."""
        gigs = [player.gigs for player in self.players if not player.out]
        mine = self.players[seat].gigs
        return mine == min(gigs) and max(gigs) - mine >= self.data.numbers["hamper_gap"]

    def stashes_in(self, town: str) -> tuple[Stash, ...]:
        """The face-down cards of a town."""
        return tuple(stash for stash in self.stashes if stash.town == town)
