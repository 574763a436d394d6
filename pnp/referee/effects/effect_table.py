"""Where effects find things at a table: zones, life, phases, and the cards in play with what was done to them.

In: zones and counters that a game declares. Out: places, typed abilities, pieces. Invariant: the zone of the cards in
play says what lies there; a piece only adds what was done to it, so a correction of the zone needs no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import filterfalse
from operator import attrgetter, itemgetter
from typing import Any, TypeVar

from msgspec import convert

from pnp.library.card import Card, CardBook
from pnp.referee.effects.in_force import CardText, InForce, grouped, match_pieces
from pnp.referee.effects.plain import Doing, Lasting, Path, Piece
from pnp.referee.effects.sayings import Says, make_sayings
from pnp.referee.effects.table_words import (
    format_announced,
    format_lasting,
    format_phases,
    format_pieces,
    format_seats,
    listed,
)
from pnp.referee.effects.vocabulary.abilities import AnyAbility
from pnp.referee.effects.vocabulary.modifiers import ACTS
from pnp.referee.kernel.counter import Counter, Fact
from pnp.referee.kernel.line_trial import Noted
from pnp.referee.kernel.place import Key, Place
from pnp.referee.kernel.zone import Zone
from pnp.referee.seat import TABLE, Seat

V = TypeVar("V")
NUMBER_OF, SEAT_OF, IS_FRONT = attrgetter("number"), attrgetter("seat"), attrgetter("is_front")
PhaseStep = Callable[[Any, Seat], None]
Named = Callable[[Any, Any, Seat, Mapping[str, Any]], Any]


def _has_field(t: Any, card: str, name: str) -> bool:
    return not name or bool(t.cards[card].fields.get(name))


class _Texts(dict[str, CardText]):
    """What the cards of a book do, each read when it is first asked for."""

    def __init__(self, book: CardBook | None) -> None:
        super().__init__()
        self.book: Any = book

    def __missing__(self, card: str) -> CardText:
        abilities = convert(list(self.book.cards[card].abilities), tuple[AnyAbility, ...])
        found = self[card] = CardText(abilities)
        return found


class EffectTable:
    """Where effects find things in a game.

    hand, deck, discard: zones, all but the hand of the table or of each seat · play, exile, life: those a game has, the
        zone of cards in play of each seat, a counter of seats; `check.py` reports words that want what it has not
    stays: the types of cards (field `type`) that stay in play; all others go to the discard pile when they are played
    phases: the phases of a turn by name, each a step `f(t, seat)` that begins it
    rule: what is cited for what cards do · may_not: where a card forbids something · turns: for turns and phases
    aside: where each seat puts cards face down that change hands at once · supply: where tokens come from
    only_one: types of which one card is in play, at the table (TABLE) or of each seat (EACH_SEAT)
    shared: types whose cards are nobody's when they are in play · commons: the zone of the table where they lie
    front: cards of each seat whose abilities count although they are not in play: characters
    played: where a card lies open that may be answered before it happens; without it nothing is answered
    fast: the field of cards that may be played whenever something may be answered
    choose_first: cards, players and types are chosen when a card is played or used, before it may be answered
    must_change: types whose cards are played only if what they do when they come into play finds a card to change
    steps: the steps of the start and end of a turn, in which abilities with `step` happen
    numbers: what other numbers of its rules cards may change; the game asks `number` for each
    counters: the field of cards that counters can be put on; on all without it
    acts: what else people do that a card may forbid; the game asks `check_may`
    reshuffles: an empty deck is made of the discard pile, which is shuffled, or only turned over (`turns_over`)
    queues: abilities that are set off wait until no card and no ability is half done, first in, first out; a player
        orders those of one event
    between: a step of the game that is done when nothing is half done, before an ability comes up, a card may be
        answered, a phase begins; it may ask, and is done again after that
    asked: `f(t, seats, played)`, who of these seats is asked to answer a card that was played, or damage (None)
    asks_all: a choice is asked also where there is only one · untold: with real cards nobody types what only one player
        sees: cards that are kept of the top of a deck, and traded
    hides_found: `f(t, effect)`, whether only the searcher sees what a search with a filter finds
    room: `f(run, piece)`, done before a card in play changes sides; it may ask · gains: `f(t, seat, amount)`, how much
        life a seat gains of so much
    price_damage: `f(t)`, whether damage that is a price is changed and answered as other damage is; not unless said
    more_damage: `f(t, doing, seat)`, what rules of the game add to the damage of a text to a seat
    at_once: `f(t)`, whether the discard pile becomes the deck as soon as the deck is empty, not when a card is needed
    may_harm: `f(t, you, seat)`, whether “you” may choose a seat for damage
    finished: `f(t, seat, card)`, done when a played card has come into play or has done what it does
    named: `f(run, question, seat, about)`: the answer that a line has named already (`typed=`), None to ask
    says: a game's own rule and message for what happens, by its name in `sayings.py`: `(rule, message)`, None for
        nothing, or a function `f(t, piece=, doing=, …)` that says it
    """

    def __init__(
        self,
        *,
        hand: Zone,
        deck: Zone,
        discard: Zone,
        play: Zone | None = None,
        exile: Zone | None = None,
        aside: Zone | None = None,
        supply: Zone | None = None,
        only_one: Mapping[str, Key] | None = None,
        front: Zone | None = None,
        commons: Zone | None = None,
        shared: Sequence[str] = (),
        played: Zone | None = None,
        fast: str = "",
        choose_first: bool = False,
        must_change: Sequence[str] = (),
        steps: Sequence[str] = (),
        life: Counter | None = None,
        rule: str,
        may_not: str = "",
        turns: str = "",
        stays: Sequence[str] = (),
        phases: Mapping[str, PhaseStep] | None = None,
        acts: Sequence[str] = (),
        numbers: Sequence[str] = (),
        counters: str = "",
        reshuffles: bool = True,
        turns_over: bool = False,
        queues: bool = False,
        between: Callable[[Any], None] | None = None,
        finished: Callable[[Any, Seat, str], None] | None = None,
        asked: Callable[..., tuple[Seat, ...]] | None = None,
        price_damage: Callable[[Any], bool] | None = None,
        more_damage: Callable[[Any, Doing, Seat], int] | None = None,
        at_once: Callable[[Any], bool] | None = None,
        may_harm: Callable[[Any, Seat, Seat], bool] | None = None,
        asks_all: bool = False,
        untold: bool = False,
        hides_found: Callable[[Any, Any], bool] | None = None,
        room: Callable[[Any, Piece], None] | None = None,
        gains: Callable[[Any, Seat, int], int] | None = None,
        named: Named | None = None,
        says: Says | None = None,
    ) -> None:
        if stays and play is None:
            raise ValueError(f"{', '.join(stays)}: cards that stay in play need a zone (play=…)")
        self.hand, self.deck, self.discard = hand, deck, discard
        self.play: Any = play
        self.exile: Any = exile
        self.aside: Any = aside
        self.supply: Any = supply
        self.only_one = dict(only_one or {})
        self.front: Any = front
        self.commons: Any = commons
        self.shared, self.must_change = frozenset(shared), frozenset(must_change)
        self.played: Any = played
        self.fast, self.steps, self.choose_first = fast, ("", *steps), choose_first
        self.life: Any = life
        self.rule, self.may_not, self.turns = rule, may_not or rule, turns or rule
        self.stays, self.phases = tuple(stays), dict(phases or {})
        self.acts, self.reshuffles = (*ACTS, *acts), reshuffles
        self.turns_over = turns_over
        if shared and (commons is None or commons.of != TABLE or not set(shared) <= set(stays)):
            raise ValueError(f"shared={', '.join(shared)}: expected types in stays=, and commons=, a zone of the table")
        if queues and played is None:
            raise ValueError("queues=True: a card that is played needs a zone where it lies meanwhile (played=…)")
        self.queues, self.finished, self.asked, self.may_harm = queues, finished, asked, may_harm
        self.price_damage = price_damage
        self.more_damage: Any = more_damage
        self.at_once: Any = at_once
        self.between: Any = between
        self.hides_found = hides_found
        self.asks_all, self.untold, self.room, self.gains = asks_all, untold, room, gains
        self.named, self.plans = named, choose_first or named is not None
        self.sayings = make_sayings(self.rule, self.may_not, self.turns, says or {})
        self.numbers, self.counters = ("draw_number", "plays", *numbers), counters
        self.pieces = Fact("in_play", (), words=format_pieces)
        self.announced = Fact("announced", (), words=format_announced)
        self.hits = Fact("hits", (), words=lambda page, value: "")
        self.arrivals = Fact("arrivals", 0, words=lambda page, value: "")
        self.set_off = Fact("set_off", (), words=lambda page, value: "")
        self.lasting = Fact("lasting", (), words=format_lasting)
        self.extra_turns = Fact("extra_turns", (), words=format_seats)
        self.skipped_turns = Fact("skipped_turns", (), words=format_seats)
        self.extra_phases = Fact("extra_phases", (), words=lambda page, names: listed([*map(page.word, names)]))
        self.skipped_phases = Fact("skipped_phases", (), words=format_phases)
        self.holds = (
            self.pieces, self.arrivals, self.lasting, self.extra_turns, self.skipped_turns, self.extra_phases,
            self.skipped_phases, self.announced, self.hits, *([self.set_off] if queues else []),
        )  # fmt: skip
        self.ask: Any = None  # the questions (`questions.py`)
        self.happens: Any = None  # the steps that end a window (`playing.py`, `life.py`)
        self.lands: Any = None
        self.used: Any = None
        self.plan: Any = None
        self.release: Any = None
        self.missing_choice: Any = None
        self._texts = _Texts(None)
        self._fitting: dict[int, tuple[Any, frozenset[str]]] = {}
        zones = [zone.id for zone in (self.play, self.front, self.commons) if zone is not None]
        self._depends = itemgetter(*zones, "in_play", "arrivals", "lasting", "turn", "setup")
        self._last: tuple[Any, Any] = None, None  # what was last derived, and from what: replaced at once, for threads

    def say(self, t: Any, what: str, *, piece: Piece | None = None, doing: Doing | None = None, **args: Any) -> None:
        """Something happens: a reason of the line, or news of it. piece, doing: for a game that words it itself"""
        said = self.sayings[what]
        if said is None or t.is_listing:
            return
        if callable(said):
            said(t, piece=piece, doing=doing, **args)
        else:
            t.events.append(Noted(said[0], said[1], args, said[2]))

    def taking(self, t: Any) -> frozenset[str]:
        """The cards that counters can be put on."""
        return self.fitting(t, self.counters, _has_field)

    def cited(self, what: str) -> tuple[str, str]:
        """Return the rule and message of a refusal or of an end, which no game leaves out."""
        said = self.sayings[what]
        if said is None or callable(said):
            raise ValueError(f"says={{{what!r}: None}}: expected a rule and a message")
        return said[0], said[1]

    # cards and places

    def is_in_front(self, card: Card) -> bool:
        """Whether a card belongs in front of a player, as a character does."""
        return self.front is not None and (not self.front.decks or card.deck in self.front.decks)

    def place(self, zone: Zone, seat: Seat) -> Place[Any]:
        """The place of a zone that is a seat's, or the table's."""
        return zone.place if zone.of == TABLE else zone[seat]

    def lies(self, seat: Seat) -> Place[Any]:
        """The place of the cards in play of a seat, or of nobody."""
        place: Place[Any] = self.play[seat] if seat >= 0 else self.commons.place
        return place

    def text(self, t: Any, card: str) -> CardText:
        """Return what a card does, grouped by trigger."""
        return self._texts_of(t)[card]

    def _texts_of(self, t: Any) -> _Texts:
        if self._texts.book is not t.setup.book:
            self._texts, self._fitting = _Texts(t.setup.book), {}
        return self._texts

    def fitting(self, t: Any, filter_: Any, fits: Callable[[Any, str, Any], bool]) -> frozenset[str]:
        """Return the kinds that a filter means which names nothing that is chosen; `fits` says it of one kind."""
        self._texts_of(t)
        found = self._fitting.get(id(filter_))
        if found is None or found[0] is not filter_:
            found = self._fitting[id(filter_)] = filter_, frozenset(kind for kind in t.cards if fits(t, kind, filter_))
        return found[1]

    def find(self, t: Any, card: str, path: Path) -> Any:
        """A part of a card's abilities."""
        return self.text(t, card).part(path)

    # cards in play

    def in_force(self, t: Any) -> InForce:
        """Return the cards in play and what is in force by them and by what lasts."""
        found: InForce | None = t.memo.get("in_force")
        if found is None:
            found = t.memo["in_force"] = self._derived(t)
        return found

    def _derived(self, t: Any) -> InForce:
        asked, (last, kept) = self._depends(t.values), self._last
        if last == asked:
            return kept  # type: ignore[no-any-return]
        # the last three are what lasts, the turn and the table: they change no card
        is_same = last is not None and last[:-3] == asked[:-3] and last[-1] is asked[-1]
        pieces, fronts = (kept.pieces, kept.fronts) if is_same else self._lying(t)
        return self._keep(t, pieces, fronts)

    def _lying(self, t: Any) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
        """Return the cards in play and those in front of players, as their zones say it."""
        known, number = grouped(t.values["in_play"]), t.values["arrivals"]
        shared: tuple[Piece, ...] = ()
        if self.commons is not None and t[self.commons]:
            shared = match_pieces(known, number, (t[self.commons],), first=TABLE, owner=t.turn)
            number = max((number, *map(NUMBER_OF, shared)))
        lying = tuple(t[self.play[seat]] for seat in t.seats) if self.play is not None else ()
        pieces = (*match_pieces(known, number, lying), *shared)
        if self.front is None:
            return pieces, ()
        number = max((number, *map(NUMBER_OF, pieces)))
        return pieces, match_pieces(known, number, tuple(t[self.front[seat]] for seat in t.seats), True)

    def once(self, t: Any, derive: Callable[[Any], V]) -> V:
        """Return what follows from the cards in play, what is in force and whose turn it is alone: `derive(t)`, made
        once until one of them changes.
        """
        kept = self.in_force(t).kept
        if derive not in kept:
            kept[derive] = derive(t)
        return kept[derive]  # type: ignore[no-any-return]

    def in_play(self, t: Any) -> tuple[Piece, ...]:
        """All cards in play, seat by seat; a correction of the zone may have brought some or taken some away."""
        return self.in_force(t).pieces

    def piece(self, t: Any, number: int) -> Piece | None:
        """A card in play by its number; None when it has left."""
        return self.in_force(t).by_number.get(number)

    def keep(self, t: Any, pieces: tuple[Piece, ...]) -> None:
        """These are the cards in play now; a number is never given twice, for what lasts may know it still."""
        self.keep_all(t, (*pieces, *self.in_force(t).fronts))

    def keep_all(self, t: Any, pieces: tuple[Piece, ...]) -> None:
        """The same of the cards in play and those in front of players. They lie where they say already."""
        t.put(self.arrivals, max(t[self.arrivals], *map(NUMBER_OF, pieces), 0))
        t.put(self.pieces, pieces)
        fronts = tuple(filter(IS_FRONT, pieces))
        lying = sorted(filterfalse(IS_FRONT, pieces), key=SEAT_OF)
        if lying and lying[0].seat < 0:  # what is nobody's comes last
            shared = [piece for piece in lying if piece.seat < 0]
            lying = [*lying[len(shared) :], *shared]
        self._keep(t, tuple(lying), fronts)

    def _keep(self, t: Any, pieces: tuple[Piece, ...], fronts: tuple[Piece, ...]) -> InForce:
        """Keep what is in force by these cards, until something that it depends on changes."""
        texts = self._texts_of(t).__getitem__
        found = InForce(pieces, t.values["lasting"], t.turn, len(t.seats), texts, fronts)
        self._last = self._depends(t.values), found
        return found

    def change(self, t: Any, changed: Piece) -> None:
        """Something was done to a card in play, or in front of a player."""
        now = self.in_force(t)
        if changed.number not in now.by_number:  # it has left
            return
        pieces = (*now.pieces, *now.fronts)
        at = [*map(NUMBER_OF, pieces)].index(changed.number)
        self.keep_all(t, (*pieces[:at], changed, *pieces[at + 1 :]))

    # what lasts

    def is_over(self, t: Any) -> bool:
        """Whether the game ends now: asked between phases, and by the game wherever a card has been carried out."""
        if t.get("over") is None and t.game.ending is not None:
            t.game.ending(t)
        return t.get("over") is not None

    def waiting(self, t: Any) -> tuple[Lasting, ...]:
        """What lasts for a time."""
        return t[self.lasting]  # type: ignore[no-any-return]

    def last(self, t: Any, *more: Lasting) -> None:
        """Something more lasts for a time."""
        t.put(self.lasting, (*self.waiting(t), *more), self.rule)


def effects_of(t: Any) -> EffectTable:
    """The effects of the game of a trial."""
    found: EffectTable = t.game.effects
    return found
