"""A trial: one line being worked out on a table that may be changed. In: a KekoState. Out: the KekoState after it, and
notes: what followed, each by its rule.

What is noted is worded when somebody asks, and what a trial that only lists says not at all.
Invariant: only a `Trial` is ever changed, and only between `Trial(state)` and `freeze()`; nobody keeps one.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from pnp.games.keko.game_data import LOCATION, CardData
from pnp.games.keko.state import CARD, NOBODY, PHASE_WORDS, InPlay, KekoState, StackItem
from pnp.games.keko.vocabulary.abilities import AnyAbility
from pnp.games.keko.vocabulary.modifiers import AnyModifier
from pnp.library.words import ANY, join_texts, text_of
from pnp.referee.kernel.line_trial import LineTrial, Noted
from pnp.referee.message import LateMessage
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event
from pnp.referee.seat import Seat

NO_CARDS: frozenset[str] = frozenset()
_FIELDS = KekoState.__struct_fields__
_FIELDS_OF = attrgetter(*_FIELDS)
_GROWING = [_FIELDS.index(name) for name in ("players", "play", "stack", "queue", "discard")]  # lists, in a trial


class Trial(LineTrial):
    """One line being worked out: every field of `KekoState`, of the type it has there, with lists for what grows.

    uncrowded: what lay in play when nobody was found to have too many cards there
    """

    __slots__ = (*_FIELDS, "assumed", "events", "found", "is_listing", "uncrowded")
    is_overruled = False  # a table that overrules tries the line otherwise (`force.py`)

    def __init__(self, state: KekoState, listing: bool = False) -> None:
        self.is_listing = listing
        self.setup = state.setup
        self.ply = state.ply
        self.data = state.data
        self.deck = state.deck
        self.players = list(state.players)
        self.teams = state.teams
        self.play = list(state.play)
        self.deck_top = state.deck_top
        self.deck_middle = state.deck_middle
        self.deck_bottom = state.deck_bottom
        self.shuffled_cards = state.shuffled_cards
        self.shuffles = state.shuffles
        self.discard = list(state.discard)
        self.out_of_game = state.out_of_game
        self.phase = state.phase
        self.phase_begun = state.phase_begun
        self.active = state.active
        self.first = state.first
        self.round = state.round
        self.turn = state.turn
        self.plays = state.plays
        self.stack = list(state.stack)
        self.queue = list(state.queue)
        self.question = state.question
        self.last_serial = state.last_serial
        self.last_item = state.last_item
        self.last_event = state.last_event
        self.skips_windows = state.skips_windows
        self.rolling_seats = state.rolling_seats
        self.is_tied = state.is_tied
        self.rolls = state.rolls
        self.winners = state.winners
        self.ending_text = state.ending_text
        self.ending_rule = state.ending_rule
        self.ending_kind = state.ending_kind
        self.leaving_seats = state.leaving_seats
        self.knowledge = state.knowledge
        self.events: list[Noted] = []
        self.found: list[Event] = []
        self.assumed: list[str] = []
        self.uncrowded: list[InPlay] = []

    def freeze(self) -> KekoState:
        """The state after the line."""
        values = list(_FIELDS_OF(self))
        for at in _GROWING:
            values[at] = tuple(values[at])
        return KekoState(**dict(zip(_FIELDS, values, strict=True)))

    # words

    def late(self, id: str, /, **args: Any) -> LateMessage:
        """A message as an argument of another, worded with it."""
        return LateMessage(id, args)

    def phase_name(self, phase: str = "") -> LateMessage:
        """What people call a phase, the one that it is if none is named."""
        phase = phase or self.phase
        return self.late(PHASE_WORDS.get(phase) or PHASE_WORDS[phase.partition(".")[0]])

    def note(self, rule: str, because: str, /, **args: Any) -> None:
        """Something follows by a rule; it is said once."""
        if not self.is_listing and (noted := Noted(rule, because, args)) not in self.events:
            self.events.append(noted)

    def ref(self, card: InPlay) -> str:
        """A card in play as it stands in a line: `shibber`, or `shibber.2` when several copies lie there."""
        return ref_of(self.play, card)

    def label(self, card: InPlay) -> str:
        """A card in play as people call it: `Shibber`, or `Shibber.2` when several copies lie there."""
        label, copy = self.data.label(card.card), self.ref(card).removeprefix(card.card)
        return join_texts("", (label, copy)) if copy else label

    # players

    def change_player(self, seat: Seat, **changes: Any) -> None:
        """Another player in the same seat."""
        self.players[seat] = replace(self.players[seat], **changes)

    def living(self) -> list[Seat]:
        """Players who are in the game."""
        return [seat for seat, player in enumerate(self.players) if player.alive]

    def able_to_answer(self) -> list[Seat]:
        """Who may still answer: living, and not at 0 while something is half done (KEK-61)."""
        return [seat for seat, player in enumerate(self.players) if player.alive and player.life > 0]

    def in_turn_order(self, seats: list[Seat]) -> list[Seat]:
        """Seats in turn order from the active player."""
        count = len(self.players)
        return sorted(seats, key=lambda seat: (seat - self.active) % count)

    def are_teammates(self, one: Seat, other: Seat) -> bool:
        """Two different members of a team."""
        return bool(self.teams) and one != other and self.teams[one] == self.teams[other]

    # cards in play

    def find(self, serial: int) -> InPlay | None:
        """The card in play with that number."""
        if serial:
            for card in self.play:
                if card.serial == serial:
                    return card
        return None

    def change(self, serial: int, **changes: Any) -> None:
        """Another value for a card in play."""
        for at, card in enumerate(self.play):
            if card.serial == serial:
                self.play[at] = replace(card, **changes)

    def card_data(self, card: InPlay | str) -> CardData:
        """What is printed on a card."""
        return self.data.cards[card if isinstance(card, str) else card.card]

    def cards_of_type(self, seat: Seat, type_: str) -> list[InPlay]:
        """Cards of a type under somebody's control, in the order of arrival."""
        cards = self.data.cards
        return [card for card in self.play if card.controller == seat and cards[card.card].type == type_]

    @property
    def location(self) -> InPlay | None:
        """The Location in play."""
        return next((card for card in self.play if self.card_data(card).type == LOCATION), None)

    def abilities(
        self, trigger: str, having: frozenset[str] | None = None
    ) -> list[tuple[InPlay | None, Seat, CardData, int, AnyAbility]]:
        """Every ability of a trigger that works now, with its card (None: the Character) and controller (KEK-45).

        having: only those of these cards
        """
        found: list[tuple[InPlay | None, Seat, CardData, int, AnyAbility]] = []
        cards = self.data.cards
        if having is None:
            having = self.data.cards_with.get(trigger, NO_CARDS)
        for seat, player in enumerate(self.players):
            if player.character in having and player.alive:
                card_data = cards[player.character]
                found += [
                    (None, seat, card_data, number, card_data.abilities[number])
                    for number in card_data.ability_numbers(trigger)
                ]
        for card in self.play:
            if card.card in having and not card.imprisoned:
                card_data = cards[card.card]
                found += [
                    (card, card.controller, card_data, number, card_data.abilities[number])
                    for number in card_data.ability_numbers(trigger)
                ]
        return found

    def mods(self, name: str) -> list[tuple[InPlay | None, Seat, int, AnyModifier]]:
        """Every static modifier of a name that works now; the Location's first, Characters' next (KEK-E9)."""
        found = [
            (card, seat, number, mod)
            for card, seat, _, number, ability in self.abilities("static", self.data.modifying.get(name, NO_CARDS))
            for mod in ability.mods
            if mod.name == name
        ]
        return sorted(found, key=lambda entry: entry[1] != NOBODY)

    def sum_of(self, name: str, seat: Seat) -> int:
        """What the modifiers of a name add for a seat."""
        return sum(mod.add for _, owner, _, mod in self.mods(name) if mod.who == "each_player" or owner == seat)

    def item_limit(self, seat: Seat) -> int:
        """How many Items a seat may have in play (KEK-33)."""
        return self.data.item_limit + self.sum_of("item_limit", seat)

    def creature_limit(self, seat: Seat) -> int:
        """How many Creatures a seat may play in a turn (KEK-35)."""
        return self.data.creatures_per_turn + self.sum_of("creature_plays", seat)

    def draw_number(self, seat: Seat) -> int:
        """How many cards a seat draws in its Draw phase (KEK-17, KEK-A27)."""
        printed = self.data.cards[self.players[seat].character].draw
        return max(printed + self.sum_of("draw_number", seat), 0)

    def draw_due(self, seat: Seat) -> int:
        """The same, as far as there are cards (KEK-56)."""
        return min(self.draw_number(seat), self.deck_count + len(self.discard))

    # the stack

    @property
    def deck_count(self) -> int:
        """Cards in the deck."""
        return len(self.deck_top) + self.deck_middle + len(self.deck_bottom)

    def push(self, kind: str, card: str, seat: Seat, **more: Any) -> StackItem:
        """A new entry on top of the stack."""
        self.last_item += 1
        item = StackItem(self.last_item, kind, card, seat, **more)
        self.stack.append(item)
        return item

    def item(self, number: int) -> StackItem | None:
        """The entry of that number."""
        return next((item for item in self.stack if item.number == number), None)

    def change_item(self, number: int, **changes: Any) -> None:
        """Another value for an entry."""
        for at, item in enumerate(self.stack):
            if item.number == number:
                self.stack[at] = replace(item, **changes)

    def drop_item(self, number: int) -> None:
        """An entry leaves the stack."""
        self.stack = [item for item in self.stack if item.number != number]

    # where cards are

    def unplaced_copies(self) -> Counter[str]:
        """Copies of each card that have no known place: in the deck's middle, or a `?` somewhere."""
        hands = chain.from_iterable(player.hand for player in self.players)
        placed = [
            *self.discard,
            *self.out_of_game,
            *[card.card for card in self.play],
            *[item.card for item in self.stack if item.kind == CARD],
            *[card for card, _ in chain(hands, self.deck_top, self.deck_bottom) if card != UNKNOWN],
        ]
        counts = Counter(self.deck)
        for card in placed:
            counts[card] -= 1
        return counts

    def next_copy(self, card: str) -> int:
        """The lowest copy number that is free (15.3)."""
        taken = {other.copy for other in self.play if other.card == card}
        return next(number for number in range(1, len(taken) + 2) if number not in taken)


def as_typed(text: str) -> str:
    """A text that stands in a message as it is, though it may be the id of a card."""
    return text_of({ANY: text})


def ref_of(play: list[InPlay] | tuple[InPlay, ...], card: InPlay) -> str:
    """`shibber` or, with several copies in play, `shibber.2`."""
    alike = sum(other.card == card.card for other in play)
    return card.card if alike < 2 else f"{card.card}.{card.copy}"
