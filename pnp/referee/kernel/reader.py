"""What a step may ask of a table: what lies where, whose turn it is, what the cards and the rules say.

In: a state, or one in the middle of a line. Out: answers. Invariant: cards are asked for by what is known of them, so
the same questions serve the truth and any view.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, overload

from msgspec.structs import asdict

from pnp.referee.game import DIGITAL, Setup
from pnp.referee.kernel.board import Board, Spaces
from pnp.referee.kernel.compiled import CompiledRules
from pnp.referee.kernel.counter import Counter, Fact
from pnp.referee.kernel.place import ALL, ANY, EACH_SEAT, SHOWN, Field, Place
from pnp.referee.kernel.printed import V
from pnp.referee.kernel.question import Due, Open
from pnp.referee.kernel.table import Draft
from pnp.referee.kernel.zone import UNSEEN, Cards, Zone, has_unseen, kinds_of
from pnp.referee.message import Message
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.library.card import CardBook


class TableReader(Draft):
    """A table as it stands now."""

    __slots__ = ("_seats", "cards", "game", "memo", "printed", "setup")

    def __init__(self, game: CompiledRules, state: Any) -> None:
        super().__init__(state, game.places)
        self.game = game
        self._meet(state.setup)
        self.memo: dict[Any, Any] = {}  # what was derived from this table, until the next event

    def sit_down(self, state: Any) -> None:
        """Read another state of the same game, or the same one anew."""
        self.state, self.values = state, asdict(state)
        self.memo.clear()
        if state.setup is not self.setup:
            self._meet(state.setup)

    def _meet(self, setup: Setup) -> None:
        self.setup, self.printed = setup, self.game.printed(setup)
        self.cards = setup.book.cards
        self._seats: tuple[Seat, ...] = tuple(range(len(setup.seats)))

    @overload
    def __getitem__(self, what: Zone | Place[Cards]) -> Cards: ...
    @overload
    def __getitem__(self, what: Counter | Place[int]) -> int: ...
    @overload
    def __getitem__(self, what: Fact | Place[Any]) -> Any: ...
    def __getitem__(self, what: Field[Any] | Place[Any]) -> Any:
        """What is in a place now: the kinds of a zone's cards, a counter's number, a fact's value.

        Cards are a tuple of ids in the order in which they came; in a hand, where the order means nothing, they are
        sorted. `?` is a card that nobody told, `*` one that the viewer may not see. A field with several places needs
        a key.

        >>> t[OFFER], t[HAND[0]], t[POINTS[1]]
        (('salt8',), ('fish1', 'fish2', 'fish3', 'fish4'), 0)
        >>> t[HAND]
        Traceback (most recent call last):
        KeyError: 'hand has no place -1'
        """
        return what.place.show(self.values)

    def known(self, where: Zone | Place[Cards]) -> Cards:
        """The cards of a place that are known here: without `?`, which nobody told, and `*`, which are hidden from this
        viewer. The normal way to read a hand.

        >>> t.known(PILE), len(t[PILE])
        ((), 27)
        """
        return tuple(kind for kind in self[where] if kind not in UNSEEN)

    def shown(self, where: Zone | Place[Cards]) -> Cards:
        """The cards of a hand that everybody has seen, in the order in which they came.

        >>> t.shown(HAND[0])
        ()
        """
        return tuple([entry.partition("@")[0] for entry in where.place.read(self.values) if entry.endswith(SHOWN)])

    def is_hidden(self, where: Zone | Place[Cards]) -> bool:
        """Whether a card of a place is not known here.

        >>> t.is_hidden(PILE), t.is_hidden(HAND[0])
        (True, False)
        """
        return has_unseen(where.place.read(self.values))

    def named(self, field: Zone) -> tuple[tuple[str, Cards], ...]:
        """The places that people have named (`of=ANY`), as pairs of a name and the kinds that lie there."""
        return tuple((key, kinds_of(entries)) for key, entries in self.get(field.id).items())

    @property
    def knowledge(self) -> Any:
        """What the lines prove of hidden cards, where the referee reasons about them."""
        return self.values["knowledge"]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, from the first: `(0, 1)` with two."""
        return self._seats

    @property
    def turn(self) -> Seat:
        """Whose turn it is: a seat."""
        return self.values["turn"]  # type: ignore[no-any-return]

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that are still in the game, from the first: all but those that `leave`.

        >>> t.playing
        (0, 1)
        """
        out = self.values["out"] if self.game.has_out else ()
        return tuple(seat for seat in self._seats if seat not in out) if out else self._seats

    @property
    def dues(self) -> list[Due]:
        """The deals that are due, the next one first."""
        stack = self.values["stack"]
        return [item for item in reversed(stack) if type(item) is Due] if stack else []

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats that are still in the game, clockwise from the next.

        >>> t.others(1)
        (0,)
        """
        seats = self._seats
        around = (*seats[seat + 1 :], *seats[:seat])
        if not self.game.has_out or not self.values["out"]:
            return around
        return tuple(other for other in around if other not in self.values["out"])

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The teams with a seat that is still in the game, each with all its seats; without teams each seat is one.

        >>> t.sides
        ((0,), (1,))
        """
        team = self.game.team
        if team is None:
            return tuple((seat,) for seat in self.playing)
        found: dict[Any, list[Seat]] = {}
        for seat in self._seats:
            found.setdefault(team(self, seat), []).append(seat)
        return tuple(tuple(side) for side in found.values() if any(seat in self.playing for seat in side))

    def allies(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats of a seat's team that are still in the game, clockwise from the next.

        >>> t.allies(0)
        ()
        """
        team = self.game.team
        if team is None:
            return ()
        return tuple(other for other in self.others(seat) if team(self, other) == team(self, seat))

    @property
    def is_digital(self) -> bool:
        """The referee deals, and knows what lies hidden."""
        return self.setup.deal == DIGITAL

    def constant(self, name: str) -> Any:
        """Return a value of `constants:` in game.yaml: a number, a list, a map. KeyError for another name.

        >>> t.constant("hand")
        4
        """
        return self.setup.book.constant(name)

    def table(self, name: str) -> Any:
        """Return the rows of a `table:` file, as they are in the YAML: a list or a map. KeyError for another name.

        Layouts print the same rows, so the points and lines of a board are written once.
        """
        return self.setup.book.tables[name].rows

    def spaces(self, board: Board) -> Spaces:
        """Return how the spaces of a board are joined: ids, neighbours, straight lines, what can be reached."""
        return self.printed.once(board.spaces_of)

    def option(self, name: str) -> Any:
        """How a switch is set at this table, from `options:` of game.yaml. KeyError for another name.

        >>> t.option("bonus")
        True
        """
        options = self.setup.options
        return options[name] if name in options else self.setup.book.options[name].default

    def field(self, card: str, name: str) -> Any:
        """A field of a card, as its deck's `fields:` declare it, or as its `defaults:` say.

        KeyError for a card that there is not, for `?`, and for a field that neither the card nor the defaults have.

        >>> t.field("fish3", "value"), t.field("fish3", "goods")
        (3, 'fish')
        """
        return self.cards[card].fields[name]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The ids of all playing cards: of every deck but tokens, each once however many copies there are."""
        return self.printed.kinds

    def kinds_with(self, **fields: Any) -> tuple[str, ...]:
        """Return the playing cards whose fields have these values, as their deck or its `defaults:` say.

        >>> t.kinds_with(goods="fish", value=3)
        ('fish3',)
        """
        return self.printed.kinds_with(**fields)

    def once(self, derive: Callable[[CardBook], V]) -> V:
        """What follows from the printed cards alone, derived once: `derive(book)`, a class or function of the module.

        >>> t.once(lambda book: len(book.playing_cards))
        36
        """
        return self.printed.once(derive)

    def unseen(self, kind: str) -> int:
        """How many copies of a kind lie where nobody has told.

        >>> t.unseen("fish1"), t.unseen("silk9")
        (0, 1)
        """
        return self.printed.copies[kind] - self.seen()[kind]

    def seen(self) -> Count[str]:
        """Count the copies of each kind in known places, as the table stands in the middle of this line.

        A card that somebody has named in secret and not shown yet is in that hand.
        """
        seen: Count[str] | None = self.memo.get("seen")
        if seen is None:
            seen = self.memo["seen"] = Count(self.game.held.kinds(self.values))
            if self.values["stack"]:
                seen.update(self._named_in_secret())
        return seen

    def open_place(self, card: str) -> Place[Cards] | None:
        """The place of a card that everybody has seen there; None for any other. Of several copies the last one's.

        >>> t.open_place("salt8"), t.open_place("fish1")
        (offer, None)
        """
        found: dict[str, Place[Cards]] | None = self.memo.get("open")
        if found is None:
            found = self.memo["open"] = dict(self._open_places())
        return found.get(card)

    def _open_places(self) -> Iterator[tuple[str, Place[Cards]]]:
        for zone in self.game.held.zones:
            for key in self.values[zone.id] if zone.of == ANY else zone.keys(len(self._seats)):
                place = zone[key]
                entries = place.read(self.values)
                if place.seers != ALL:
                    entries = tuple([entry for entry in entries if entry.endswith(SHOWN)])
                for kind in kinds_of(entries):
                    yield kind, place

    def where(self, card: str) -> Message | None:
        """Where a card is that everybody has seen, in the words of `Zone(here=…)`; None for any other card.

        >>> t.where("fish1") is None
        True
        """
        place = self.open_place(card)
        if place is None or not place.field.here:  # type: ignore[attr-defined]
            return None
        return self.setup.message(place.field.here, key=place.key, seat=place.key)  # type: ignore[attr-defined]

    def _named_in_secret(self) -> dict[str, int]:
        """How many copies of each kind the answers to open questions name that the referee has not seen in a hand."""
        count: dict[str, int] = {}
        for item in self.values["stack"]:
            for given in item.answers if type(item) is Open else ():
                answer = self.game.questions[item.question].answers.get(type(given.move))  # type: ignore[arg-type]
                zone = answer.card_of if answer is not None else None
                if zone is not None and zone.of == EACH_SEAT:
                    card: str = given.move.card  # type: ignore[union-attr]
                    if card not in self[zone[given.seat]]:
                        count[card] = count.get(card, 0) + 1
        return count

    def may_lie(self, where: Zone | Place[Cards]) -> tuple[str, ...]:
        """The kinds that may lie in a place: those known there, and where some are hidden, all that can be them, by
        everything that was said and seen. On the table as a seat sees it, by what that seat knows.

        >>> t.may_lie(HAND[0])
        ('fish1', 'fish2', 'fish3', 'fish4')
        >>> len(t.may_lie(PILE))
        27
        """
        place = where.place
        found: tuple[str, ...] | None = self.memo.get(place)
        if found is None:
            entries = self[place]
            if has_unseen(entries):
                found = self._may_be_hidden(place, entries)
            else:
                found = tuple(dict.fromkeys(entries))
            self.memo[place] = found
        return found

    def _may_be_hidden(self, place: Place[Cards], entries: Cards) -> tuple[str, ...]:
        field, cards = place.field, self.setup.book.playing_cards
        assert isinstance(field, Zone)
        kinds = [
            kind
            for kind, card in cards.items()
            if kind in entries or (field.takes(card.deck) and self.unseen(kind) > 0)
        ]
        knowledge = self._evidence(place)
        if knowledge is None:
            return tuple(kinds)
        possible = knowledge.possible_kinds(place.where, trusting=False)
        return tuple(kind for kind in kinds if kind in entries or kind in possible)

    def _evidence(self, place: Place[Cards]) -> Any:
        """What the lines prove of the cards in a place; None where they are only counted."""
        return self.knowledge if place.is_private and place.field.exact else None  # type: ignore[attr-defined]

    def must_lie(self, kinds: Iterable[str], where: Zone | Place[Cards]) -> bool:
        """Whether one of these kinds is in a place for certain: known there, or by the counts of all cards.

        What was claimed counts for nothing, as in `can_lie`.

        >>> t.must_lie(("fish1", "salt1"), HAND[0]), t.must_lie(("salt1",), HAND[0])
        (True, False)
        """
        place, barred = where.place, tuple(kinds)
        entries = self[place]
        if any(kind in barred for kind in entries):
            return True
        knowledge = self._evidence(place)
        if knowledge is None:
            takes = place.field.takes  # type: ignore[attr-defined]
            others = (kind for kind in self.kinds if kind not in barred and takes(self.cards[kind].deck))
            return sum(map(self.unseen, others)) < sum(kind in UNSEEN for kind in entries)
        return bool(knowledge.must_hold(place.where, barred, trusting=False))

    def can_lie(self, card: str, where: Zone | Place[Cards]) -> bool:
        """Whether a card may lie in a place, as far as anybody knows.

        >>> t.can_lie("fish1", HAND[0]), t.can_lie("fish1", HAND[1])
        (True, False)
        """
        place = where.place
        entries = self[place]
        if card in entries:
            return True
        if not has_unseen(entries) or self.unseen(card) < 1:
            return False
        if not place.field.takes(self.cards[card].deck):  # type: ignore[attr-defined]
            return False
        knowledge = self._evidence(place)
        if knowledge is None:
            return True
        return bool(knowledge.can_hold(place.where, card, trusting=False))
