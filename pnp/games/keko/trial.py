"""A table while a line comes true: what the state says, changeable. In: a KekoState. Out: the KekoState after it, and
facts.

Invariant: only `Trial` is ever changed, and only between `Trial(state)` and `freeze()`; nobody keeps one.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict, replace

from pnp.games.keko.game_data import LOCATION, Face, GameData
from pnp.games.keko.state import (
    NOBODY,
    Fact,
    Held,
    InPlay,
    Item,
    KekoState,
    Player,
    Question,
    Waiting,
)
from pnp.games.keko.vocabulary.abilities import AnyAbility
from pnp.games.keko.vocabulary.modifiers import AnyModifier
from pnp.referee.game import Setup
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.hidden.knowledge import Knowledge

_LISTS = ("players", "play", "stack", "queue", "discard")


class Trial:
    """A table that may be changed; the fields are those of `KekoState`."""

    setup: Setup
    ply: int
    data: GameData
    deck: dict[str, int]
    players: list[Player]
    teams: tuple[int, ...]
    play: list[InPlay]
    top: tuple[Held, ...]
    middle: int
    bottom: tuple[Held, ...]
    stock: tuple[str, ...]
    shuffles: int
    discard: list[str]
    aside: tuple[str, ...]
    phase: str
    entered: bool
    active: Seat
    first: Seat
    round: int
    turn: int
    plays: int
    stack: list[Item]
    queue: list[Waiting]
    question: Question | None
    serials: int
    numbers: int
    events: int
    quiet: bool
    rolling: tuple[Seat, ...]
    tied: bool
    rolls: int
    winners: tuple[Seat, ...] | None
    ending: str
    ending_rule: str
    ending_kind: str
    leaving: tuple[Seat, ...]
    knowledge: Knowledge | None

    def __init__(self, state: KekoState) -> None:
        fields = self.__dict__
        fields.update(asdict(state))
        for name in _LISTS:
            fields[name] = list(fields[name])
        self.facts: list[Fact] = []
        self.found: list[Event] = []
        self.assuming: list[str] = []

    def freeze(self) -> KekoState:
        """The state that came of it."""
        fields = self.__dict__
        values: dict[str, Any] = {name: fields[name] for name in KekoState.__struct_fields__}
        for name in _LISTS:
            values[name] = tuple(values[name])
        return KekoState(**values)

    # words

    def name(self, seat: Seat) -> str:
        """The seat's name."""
        return self.setup.name(seat)

    def tell(self, rule: str, because: str) -> None:
        """Something happened by this rule."""
        fact = Fact(rule, because)
        if fact not in self.facts:
            self.facts.append(fact)

    def announce(self, rule: str, because: str) -> None:
        """The same, and people at the table must do it or hear of it, as often as it happens."""
        self.facts.append(Fact(rule, because, is_news=True))

    def ref(self, card: InPlay) -> str:
        """A card in play as it stands in a line: `shibber`, or `shibber.2` when several copies lie there."""
        return ref_of(self.play, card)

    def label(self, card: InPlay) -> str:
        """A card in play as people say it: `Shibber`, or `Shibber.2` when several copies lie there."""
        return self.data.label(card.card) + self.ref(card).removeprefix(card.card)

    # players

    def change_player(self, seat: Seat, **changes: Any) -> None:
        """Another player in the same seat."""
        self.players[seat] = replace(self.players[seat], **changes)

    def living(self) -> list[Seat]:
        """Players who are in the game."""
        return [seat for seat, player in enumerate(self.players) if player.alive]

    def speaking(self) -> list[Seat]:
        """Who may still speak: living, and not at 0 while something is half done (KEK-61)."""
        return [seat for seat, player in enumerate(self.players) if player.alive and player.life > 0]

    def in_turn(self, seats: list[Seat]) -> list[Seat]:
        """Seats in turn order from the active player."""
        count = len(self.players)
        return sorted(seats, key=lambda seat: (seat - self.active) % count)

    def are_teammates(self, one: Seat, other: Seat) -> bool:
        """Two different members of a team."""
        return bool(self.teams) and one != other and self.teams[one] == self.teams[other]

    # cards in play

    def find(self, serial: int) -> InPlay | None:
        """The card in play with that number."""
        return next((card for card in self.play if card.serial == serial), None) if serial else None

    def change(self, serial: int, **changes: Any) -> None:
        """Another value for a card in play."""
        for at, card in enumerate(self.play):
            if card.serial == serial:
                self.play[at] = replace(card, **changes)

    def face(self, card: InPlay | str) -> Face:
        """What is printed on a card."""
        return self.data.faces[card if isinstance(card, str) else card.card]

    def of_type(self, seat: Seat, type_: str) -> list[InPlay]:
        """Cards of a type under somebody's control, in the order of arrival."""
        return [card for card in self.play if card.controller == seat and self.face(card).type == type_]

    @property
    def location(self) -> InPlay | None:
        """The Location in play."""
        return next((card for card in self.play if self.face(card).type == LOCATION), None)

    def abilities(self, trigger: str) -> list[tuple[InPlay | None, Seat, Face, int, AnyAbility]]:
        """Every ability of a trigger that works now, with its card (None: the Character) and controller (KEK-45)."""
        found: list[tuple[InPlay | None, Seat, Face, int, AnyAbility]] = []
        faces, having = self.data.faces, self.data.having.get(trigger, frozenset())
        for seat, player in enumerate(self.players):
            if player.character in having and player.alive:
                face = faces[player.character]
                found += [(None, seat, face, number, face.abilities[number]) for number in face.numbers(trigger)]
        for card in self.play:
            if card.card in having and not card.imprisoned:
                face = faces[card.card]
                found += [
                    (card, card.controller, face, number, face.abilities[number]) for number in face.numbers(trigger)
                ]
        return found

    def mods(self, name: str) -> list[tuple[InPlay | None, Seat, int, AnyModifier]]:
        """Every static modifier of a name that works now; the Location's first, Characters' next (KEK-E9)."""
        found = [
            (card, seat, number, mod)
            for card, seat, _, number, ability in self.abilities("static")
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
        printed = self.data.faces[self.players[seat].character].draw
        return max(printed + self.sum_of("draw_number", seat), 0)

    def draw_due(self, seat: Seat) -> int:
        """The same, as far as there are cards (KEK-56)."""
        return min(self.draw_number(seat), self.deck_count + len(self.discard))

    # the stack

    @property
    def deck_count(self) -> int:
        """Cards in the deck."""
        return len(self.top) + self.middle + len(self.bottom)

    def push(self, kind: str, card: str, seat: Seat, **more: Any) -> Item:
        """A new entry on top of the stack."""
        self.numbers += 1
        item = Item(self.numbers, kind, card, seat, **more)
        self.stack.append(item)
        return item

    def item(self, number: int) -> Item | None:
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

    def loose(self) -> Counter[str]:
        """Copies of each card whose place is not known: in the deck's middle, or a `?` somewhere."""
        counts = Counter(self.deck)
        counts.subtract(self.discard)
        counts.subtract(self.aside)
        counts.subtract(card.card for card in self.play)
        counts.subtract(item.card for item in self.stack if item.kind == "card")
        for player in self.players:
            counts.subtract(card for card, _ in player.hand if card != UNKNOWN)
        counts.subtract(card for card, _ in (*self.top, *self.bottom) if card != UNKNOWN)
        return counts

    def next_copy(self, card: str) -> int:
        """The lowest copy number that is free (15.3)."""
        taken = {other.copy for other in self.play if other.card == card}
        return next(number for number in range(1, len(taken) + 2) if number not in taken)


def ref_of(play: list[InPlay] | tuple[InPlay, ...], card: InPlay) -> str:
    """`shibber` or, with several copies in play, `shibber.2`."""
    alike = sum(other.card == card.card for other in play)
    return card.card if alike < 2 else f"{card.card}.{card.copy}"
