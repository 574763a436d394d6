"""The state of a table: players, circuses, area, stock, decks, and where in the turn everybody is.

One type serves both deals: in a physical game investment hands are `?`, in a digital one nothing is, and what a seat
knows of a digital table lies between. Invariants: a DrumRollState is never changed; every card is in one place;
cubes, tokens and trailers on the table and in stock are as many as are printed; `limit` of a player follows from the
circus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import TYPE_CHECKING

from msgspec import Struct

from pnp.games.drumroll.game_data import GameData
from pnp.games.drumroll.question import QUESTIONS, Question
from pnp.referee.game import State
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.hidden.knowledge import Knowledge

Cards = tuple[str, ...]
Pile = tuple[frozenset[str], ...]  # the parts of a face-down deck of single cards, the one dealt first in front


class Performer(Struct, frozen=True, gc=False):
    """A performer in a circus; what is printed on it is a `PerformerCard`.

    cubes: colours on the card, in order · flipped: the show in which it was flipped, 0 if it was not
    level: what it did in this show: 0 nothing yet, 1 poor, 2 good, 3 outstanding
    """

    card: str
    cubes: tuple[int, ...] = ()
    flipped: int = 0
    trailer: bool = False
    level: int = 0


class OfferedCard(Struct, frozen=True, gc=False):
    """A card of the hiring area with its discount tokens."""

    card: str
    tokens: int = 0


class TypeTotals(Struct, frozen=True, gc=False):
    """What the performers of one type have brought a player so far: counted for playtests, no fact of the table.

    hired: how many joined · coins: benefits less hiring, salaries and compensation · prestige: flips and regions, less
    what firing cost
    """

    hired: int = 0
    coins: int = 0
    prestige: int = 0


class Player(Struct, frozen=True, gc=False):
    """One player.

    storage: cubes by colour · hand: investment cards, `?` for one the referee does not know · tickets: slots sold
    limit: of the hand (DR-161) · decisions_made: in this turn
    pass_coins_due: coins for passes that are still to come (switch pass_coin)
    agent_used, assistant_used, has_distributed: in this distribution · skips: salaries that may be skipped
    has_fired: in this show · gave_perfect_show: in this round of shows (DR-142)
    type_totals: what each type of performer has brought
    """

    coins: int
    prestige: int
    storage: tuple[int, ...]
    limit: int
    troupe: tuple[Performer, ...] = ()
    staff: Cards = ()
    hand: Cards = ()
    region: str = ""
    bank: int = 0
    tickets: int = 0
    decisions_made: int = 0
    pass_coins_due: int = 0
    skips: int = 0
    has_first_cubes: bool = False
    agent_used: bool = False
    assistant_used: bool = False
    has_distributed: bool = False
    has_fired: bool = False
    gave_perfect_show: bool = False
    hand_revealed: bool = False
    type_totals: tuple[TypeTotals, ...] = ()

    def performer(self, card: str) -> Performer | None:
        """The performer in this circus."""
        for performer in self.troupe:
            if performer.card == card:
                return performer
        return None


class DeckSection(Struct, frozen=True, gc=False):
    """A part of the investment deck, shuffled as a whole; `cards` is empty when nobody here knows which they are."""

    size: int
    cards: Cards = ()


class CardsDue(Struct, frozen=True, gc=False):
    """Investment cards that a seat is to draw, or to look at and keep one of."""

    seat: Seat
    count: int
    looks: bool = False


class DrumRollState(State, frozen=True, kw_only=True):
    """Everything on the table.

    starter: who has the starting player tile · next_starter: who takes it next (DR-080) · barred: whom DR-059 bars
    performer_area, staff_area: oldest first · stock: cubes by colour
    markers: seats on each action, the lowest first · cube_actions: those of this turn that count for the limit
    declinable: cube actions and ticket sales that may still be declined (DR-060a)
    is_answered: the Bank or Organizer question of this turn was answered · another_turn: a preparation turn follows
    refill_for: what comes after the refill: `turn`, `show` (its first turn) or `vote`
    answers: to what all are asked in secret: "" not given, `?` not told, `*` hidden in this view
    asked_since: lines up to this ply are earlier
    double_voters: who played Double Vote · no_double_vote: who will not play one (digital)
    performing: whose show it is · shows_given: in this round of shows
    cards_due: a draw that waits for a shuffle or a deal · looked_at: cards that its seat looks at (digital)
    dealt_performers, kept_performers: the two set-up performers of each seat and the one kept (digital)
    over_limit: whose hand is too full · deck_to_shuffle: before anything else; both follow from the rest
    shuffles: of performers, personnel, investments · knowledge: of the `?`; None in a digital deal
    """

    data: GameData
    players: tuple[Player, ...]
    phase: str
    turn: int = 1
    show: int = 1
    starter: Seat | None = None
    next_starter: Seat | None = None
    barred: Seat | None = None
    performer_area: tuple[OfferedCard, ...] = ()
    staff_area: tuple[OfferedCard, ...] = ()
    stock: tuple[int, ...]
    tokens: int
    trailers: int
    performer_pile: Pile
    staff_pile: Pile
    investment_pile: tuple[DeckSection, ...]
    performer_discards: Cards = ()
    staff_discards: Cards = ()
    investment_discards: Cards = ()
    shuffles: tuple[int, int, int] = (0, 0, 0)
    virtual: str = ""
    markers: tuple[tuple[Seat, ...], ...]
    cube_actions: int = 0
    declinable: tuple[tuple[Seat, int], ...] = ()
    is_answered: bool = False
    another_turn: bool = True
    refill_for: str = ""
    answers: tuple[str, ...] = ()
    asked_since: int = 0
    double_voters: tuple[Seat, ...] = ()
    no_double_vote: tuple[Seat, ...] = ()
    performing: Seat | None = None
    shows_given: int = 0
    cards_due: CardsDue | None = None
    looked_at: Cards = ()
    dealt_performers: tuple[Cards, ...] = ()
    kept_performers: Cards = ()
    over_limit: Seat | None = None
    deck_to_shuffle: str = ""
    knowledge: Knowledge | None = None

    @property
    def asks(self) -> Question:
        """What the phase asks."""
        return QUESTIONS[self.phase]

    def chain(self, message: str, words: Iterable[str]) -> str:
        """`red or white`: a message joins each word with those before it."""
        return reduce(lambda first, second: self.message(message, first=first, second=second), words)

    def clockwise(self) -> Iterator[Seat]:
        """All seats clockwise from the starting player (from the first one before he is known)."""
        seats, first = len(self.players), self.starter or 0
        return ((first + at) % seats for at in range(seats))


def deck_size(pile: Pile) -> int:
    """How many cards a deck of single cards has."""
    return sum(map(len, pile))


def performer_deck_size(state: DrumRollState) -> int:
    """How many performers lie in the deck: those dealt in secret do not count, whoever knows them."""
    return deck_size(state.performer_pile) - sum(cards.count(UNKNOWN) for cards in state.dealt_performers)


def investment_deck_size(sections: tuple[DeckSection, ...]) -> int:
    """How many cards the investment deck has."""
    return sum(section.size for section in sections)


def over_hand_limit(state: DrumRollState) -> Seat | None:
    """Who holds more cards than allowed (DR-162)."""
    for seat, player in enumerate(state.players):
        if len(player.hand) > player.limit and not player.hand_revealed:
            return seat
    return None


def owner_of(state: DrumRollState, person: str) -> Seat | None:
    """The owner of a personnel card."""
    for seat, player in enumerate(state.players):
        if person in player.staff:
            return seat
    return None


def price(state: DrumRollState, offer: OfferedCard) -> int:
    """Hiring cost less the tokens, not below 0 (DR-055, DR-062)."""
    data = state.data
    card_data = data.performers.get(offer.card) or data.personnel[offer.card]
    return max(0, card_data.cost - data.numbers.token * offer.tokens)


def level_of(data: GameData, performer: Performer) -> int:
    """The number of consecutive levels whose colours lie on the card (DR-102)."""
    reached = 0
    for level in data.performers[performer.card].levels:
        if level.colour not in performer.cubes:
            break
        reached += 1
    return reached


def top_level(data: GameData, performer: Performer) -> int:
    """The level of an outstanding performance."""
    return len(data.performers[performer.card].levels)


def appears(performer: Performer) -> bool:
    """True for a performer that still has to appear in this show (DR-113)."""
    return not performer.level and not performer.flipped


def hand_limit(data: GameData, troupe: tuple[Performer, ...]) -> int:
    """The hand limit of a circus (DR-161)."""
    counts = data.switches.flipped_magician_hand
    bonus = sum(data.performers[each.card].hand for each in troupe if counts or not each.flipped)
    return data.numbers.hand + bonus


def bizarre_in(data: GameData, troupe: tuple[Performer, ...]) -> int:
    """How many bizarre performers a circus has (DR-123)."""
    return sum(data.performers[each.card].type == data.bizarre for each in troupe)


def unseen_copies(state: DrumRollState, kind: str) -> int:
    """Copies of an investment card that are in no place everybody here knows."""
    known = state.investment_discards.count(kind) + state.looked_at.count(kind)
    return state.data.investments[kind].copies - known - sum(player.hand.count(kind) for player in state.players)


def can_hold(state: DrumRollState, seat: Seat, kind: str) -> bool:
    """True when the hand may hold this card (DR-191, DR-199)."""
    hand = state.players[seat].hand
    if kind in hand:
        return True
    if UNKNOWN not in hand or kind not in state.data.investments:
        return False
    if state.knowledge is not None:
        return state.knowledge.can_hold(seat, kind)
    return unseen_copies(state, kind) > 0


def possible_cards(state: DrumRollState, seat: Seat) -> list[str]:
    """The kinds of investment cards a hand may hold, in the order of the database."""
    hand = state.players[seat].hand
    if UNKNOWN not in hand:
        return [kind for kind in state.data.investments if kind in hand] if hand else []
    if state.knowledge is None:
        return [kind for kind in state.data.investments if kind in hand or unseen_copies(state, kind) > 0]
    possible = state.knowledge.possible_kinds(seat)
    return [kind for kind in state.data.investments if kind in possible]


def missing(state: DrumRollState) -> tuple[int, int]:
    """How many performers and personnel cards the area lacks and can get (DR-081, DR-082, DR-086)."""
    data = state.data
    performers = data.numbers.performers - len(state.performer_area)
    if performers > 0:
        room = room_for_types(state)
        cards = (card for part in (*state.performer_pile, state.performer_discards) for card in part)
        if not any(room[data.performers[card].type] for card in cards):
            performers = 0
    personnel = data.numbers.personnel - len(state.staff_area)
    if personnel > 0:
        personnel = min(personnel, deck_size(state.staff_pile) + len(state.staff_discards))
    return max(performers, 0), max(personnel, 0)


def room_for_types(state: DrumRollState) -> list[bool]:
    """For each type of performer whether the area may take another one (DR-007, DR-008)."""
    data = state.data
    counts = [0] * len(data.types)
    for offer in state.performer_area:
        counts[data.performers[offer.card].type] += 1
    return [count < data.numbers.same_type for count in counts]
