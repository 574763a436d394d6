"""The state of a table and the values it is made of. In: nothing. Out: frozen structs, which `trial.py` and what builds
on it replace by others.

Invariants: a KekoState is never changed; every card of the deck in use lies in one place; a hand is a tuple of (card,
who knows it), where `?` is a card nobody here knows; the discard pile has its newest card last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pnp.games.keko.game_data import GameData
from pnp.games.keko.question_kind import QuestionKind
from pnp.games.keko.vocabulary.verbs import AnyEffect
from pnp.referee.game import State
from pnp.referee.message import LateMessage
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.hidden.knowledge import Knowledge

Held = tuple[str, int]  # a card, and the seats that know it as bits
EVERYBODY = (1 << 20) - 1
NOBODY = -2  # no seat at all; -1 is the table

# Phases (14.1)
CHARACTERS, BEFORE, LOCATION, DEAL, FIRST = (
    "SETUP.characters",
    "SETUP.before",
    "SETUP.location",
    "SETUP.deal",
    "SETUP.first",
)
START_COUNTERS, START_CHECK, DRAW = "START.counters", "START.check", "DRAW"
PART_ONE, COMES_IN, PART_TWO = "ACTION.1", "ACTION.CIP", "ACTION.2"
END_COUNTERS, END_CHECK, END_LAST, OVER = "END.counters", "END.check", "END.last", "OVER"
SECTIONS = (PART_ONE, COMES_IN, PART_TWO)
# The messages of what people call them; a phase that is not here by the part of its name before the dot.
PHASE_WORDS = {
    "SETUP": "the_setup",
    "START": "the_start",
    DRAW: "the_draw_phase",
    PART_ONE: "part_one",
    COMES_IN: "comes_into_play",
    PART_TWO: "part_two",
    "END": "the_end",
    OVER: "the_game_over",
}
BETWEEN_MOVES = (DRAW, *SECTIONS)  # where a point between moves can be (KEK-A40)

# Kinds of entries on the stack (14.2)
CARD, ABILITY, TRIGGER, DAMAGE, DRAWING = "card", "ability", "trigger", "damage", "drawing"


def bit(seat: Seat) -> int:
    """Who knows a card that only this seat knows."""
    return 1 << seat


class InPlay(Struct, frozen=True, gc=False):
    """A card in play. serial: its number since the game began, in the order of arrival.

    controller: NOBODY for a Location · put_by: who put it there · used: abilities used this turn · reduced: modifiers
    used this turn · back_to: who gets it back at the end of the turn (NOBODY: it is not borrowed)
    """

    serial: int
    card: str
    copy: int
    controller: Seat
    put_by: Seat
    counters: int = 0
    imprisoned: bool = False
    used: tuple[int, ...] = ()
    reduced: tuple[int, ...] = ()
    back_to: Seat = NOBODY


class Player(Struct, frozen=True, gc=False):
    """A player: Character ("" before it is dealt), life, hand; `used`: what the Character used this turn."""

    character: str = ""
    life: int = 0
    hand: tuple[Held, ...] = ()
    alive: bool = True
    used: tuple[int, ...] = ()
    reduced: tuple[int, ...] = ()
    shown: tuple[str, ...] = ()


class PlayerDamage(Struct, frozen=True, gc=False):
    """Damage to one player, as far as it is worked out."""

    seat: Seat
    amount: int


class StackItem(Struct, frozen=True, gc=False):
    """An entry on the stack, see 14.2.

    serial: the card in play whose ability it is, 0 for none
    is_resolving: its first effect has begun, so it is finished before anything else happens
    typed: choices that were typed · saved_values: values of earlier effects by name · effects_left: still to be done
    event_player: the player the event names · subject: the entry it answers, or the serial of the card it concerns
    damages, damage_index: of a damage entry, and the one that may be answered now
    is_cost: it is the cost of the entry below
    """

    number: int
    kind: str
    card: str
    seat: Seat
    serial: int = 0
    ability: int = 0
    is_resolving: bool = False
    typed: dict[str, Any] = {}
    saved_values: dict[str, Any] = {}
    effects_left: tuple[AnyEffect, ...] = ()
    event_player: Seat = NOBODY
    subject: int = 0
    damages: tuple[PlayerDamage, ...] = ()
    damage_index: int = 0
    is_cost: bool = False


class PendingTrigger(Struct, frozen=True, gc=False):
    """A triggered ability that waits its turn. event, group: their controller may put those of one group in order."""

    event: int
    group: int
    seat: Seat
    card: str
    serial: int
    ability: int
    event_player: Seat = NOBODY
    subject: int = 0
    automatic: bool = False
    ordered: bool = False
    typed: dict[str, Any] = {}


class Question(Struct, frozen=True, gc=False):
    """What must be decided before anything else (14.11).

    kind: what answers it · seat: who (NOBODY in a window: every living player)
    key: the key it is typed with · options: what may be answered
    least, most: how many of them · passed: who passed · private: the options are for that seat's eyes
    """

    kind: QuestionKind
    seat: Seat
    rule: str
    why: LateMessage
    key: str = ""
    options: tuple[Any, ...] = ()
    least: int = 1
    most: int = 1
    optional: bool = False
    passed: tuple[Seat, ...] = ()
    to: Seat = NOBODY
    private: bool = False

    @property
    def is_soft(self) -> bool:
        """True when silence closes it."""
        return bool(self.kind.silence)


class KekoState(State, frozen=True, kw_only=True):
    """Everything on the table.

    play: cards in play in the order of arrival, the Location among them
    deck_top, deck_middle, deck_bottom: cards at known places, and how many between them nobody knows the order of
    shuffled_cards: what lay in the middle at the last shuffle, for the dealer of a digital table alone; empty in views
    shuffles: how often the deck was shuffled · out_of_game: cards that left it · deck: copies of each card in use
    first: who began · turn: number of the turn · phase_begun: what happens on entering the phase is done
    skips_windows: no window opens until further notice · rolling_seats: who still rolls for the first turn
    rolls: rolls so far · last_serial, last_item, last_event: the highest numbers given so far
    """

    data: GameData
    deck: dict[str, int]
    players: tuple[Player, ...]
    teams: tuple[int, ...] = ()
    play: tuple[InPlay, ...] = ()
    deck_top: tuple[Held, ...] = ()
    deck_middle: int = 0
    deck_bottom: tuple[Held, ...] = ()
    shuffled_cards: tuple[str, ...] = ()
    shuffles: int = 0
    discard: tuple[str, ...] = ()
    out_of_game: tuple[str, ...] = ()
    phase: str = CHARACTERS
    phase_begun: bool = False
    active: Seat = 0
    first: Seat = NOBODY
    round: int = 1
    turn: int = 0
    plays: int = 0
    stack: tuple[StackItem, ...] = ()
    queue: tuple[PendingTrigger, ...] = ()
    question: Question | None = None
    last_serial: int = 0
    last_item: int = 0
    last_event: int = 0
    skips_windows: bool = False
    rolling_seats: tuple[Seat, ...] = ()
    is_tied: bool = False
    rolls: int = 0
    winners: tuple[Seat, ...] | None = None
    ending_text: str = ""
    ending_rule: str = ""
    ending_kind: str = "win"
    leaving_seats: tuple[Seat, ...] = ()
    knowledge: Knowledge | None = None

    @property
    def deck_count(self) -> int:
        """Cards in the deck."""
        return len(self.deck_top) + self.deck_middle + len(self.deck_bottom)

    def living(self) -> tuple[Seat, ...]:
        """Players who are in the game."""
        return tuple(seat for seat, player in enumerate(self.players) if player.alive)

    def visible_hand(self, seat: Seat) -> tuple[str, ...]:
        """The cards of a hand that are known here."""
        return tuple(card for card, _ in self.players[seat].hand if card != UNKNOWN)
