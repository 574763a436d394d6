"""Where effects find things at a table: zones, life, phases, and the cards in play with what was done to them.

In: zones and counters that a game declares. Out: places, typed abilities, pieces. Invariant: the zone of the cards in
play says what lies there; a piece only adds what was done to it, so a correction of the zone needs no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import convert

from pnp.library.card import CardBook
from pnp.referee.effects.plain import Lasting, Path, Piece
from pnp.referee.effects.table_words import format_lasting, format_phases, format_pieces, format_seats, listed
from pnp.referee.effects.vocabulary.abilities import AnyAbility
from pnp.referee.effects.vocabulary.modifiers import ACTS
from pnp.referee.kernel.counter import Counter, Fact
from pnp.referee.kernel.place import Place
from pnp.referee.kernel.zone import Cards, Zone
from pnp.referee.seat import TABLE, Seat

PhaseStep = Callable[[Any, Seat], None]


class EffectTable:
    """Where effects find things in a game.

    hand, deck, discard: zones, all but the hand of the table or of each seat · play, exile, life: those a game has, the
        zone of cards in play of each seat, a counter of seats; `check.py` reports words that want what it has not
    stays: the types of cards (field `type`) that stay in play; all others go to the discard pile when they are played
    phases: the phases of a turn by name, each a step `f(t, seat)` that begins it
    rule: what is cited for what cards do · may_not: where a card forbids something · turns: for turns and phases
    acts: what else people do that a card may forbid; the game asks `check_may`
    reshuffles: an empty deck is made of the discard pile
    """

    def __init__(
        self,
        *,
        hand: Zone,
        deck: Zone,
        discard: Zone,
        play: Zone | None = None,
        exile: Zone | None = None,
        life: Counter | None = None,
        rule: str,
        may_not: str = "",
        turns: str = "",
        stays: Sequence[str] = (),
        phases: Mapping[str, PhaseStep] | None = None,
        acts: Sequence[str] = (),
        reshuffles: bool = True,
    ) -> None:
        if stays and play is None:
            raise ValueError(f"{', '.join(stays)}: cards that stay in play need a zone (play=…)")
        self.hand, self.deck, self.discard = hand, deck, discard
        self.play: Any = play
        self.exile: Any = exile
        self.life: Any = life
        self.rule, self.may_not, self.turns = rule, may_not or rule, turns or rule
        self.stays, self.phases = tuple(stays), dict(phases or {})
        self.acts, self.reshuffles = (*ACTS, *acts), reshuffles
        self.pieces = Fact("in_play", (), words=format_pieces)
        self.arrivals = Fact("arrivals", 0, words=lambda page, value: "")
        self.lasting = Fact("lasting", (), words=format_lasting)
        self.extra_turns = Fact("extra_turns", (), words=format_seats)
        self.skipped_turns = Fact("skipped_turns", (), words=format_seats)
        self.extra_phases = Fact("extra_phases", (), words=lambda page, names: listed([*map(page.word, names)]))
        self.skipped_phases = Fact("skipped_phases", (), words=format_phases)
        self.holds = (
            self.pieces, self.arrivals, self.lasting, self.extra_turns, self.skipped_turns, self.extra_phases,
            self.skipped_phases,
        )  # fmt: skip
        self.ask: Any = None  # the questions (`questions.py`)
        self._typed: dict[str, tuple[Any, ...]] = {}
        self._book: CardBook | None = None
        self._last_laid: tuple[Any, tuple[Piece, ...]] = (
            None,
            (),
        )  # what was last asked of the cards in play, the answer
        self._last_speaking: tuple[Any, tuple[Piece, ...]] = None, ()

    # cards and places

    def place(self, zone: Zone, seat: Seat) -> Place[Any]:
        """The place of a zone that is a seat's, or the table's."""
        return zone.whole if zone.of == TABLE else zone[seat]

    def abilities(self, t: Any, card: str) -> tuple[Any, ...]:
        """What a card does, as typed values."""
        book: CardBook = t.setup.book
        if self._book is not book:
            self._book, self._typed = book, {}
        found = self._typed.get(card)
        if found is None:
            found = self._typed[card] = convert(list(book.cards[card].abilities), tuple[AnyAbility, ...])
        return found

    def find(self, t: Any, card: str, path: Path) -> Any:
        """A part of a card's abilities."""
        found: Any = self.abilities(t, card)
        for step in path:
            found = found[step] if isinstance(step, int) else getattr(found, step)
        return found

    # cards in play

    def in_play(self, t: Any) -> tuple[Piece, ...]:
        """All cards in play, seat by seat; a correction of the zone may have brought some or taken some away."""
        known: tuple[Piece, ...] = t[self.pieces]
        number: int = t[self.arrivals]
        lying = tuple(t[self.play[seat]] for seat in t.seats) if self.play is not None else ()
        asked, (last, found) = (known, number, lying), self._last_laid
        if last != asked:
            found = _matched(known, number, lying)
            self._last_laid = asked, found  # at once: tables of one game may be asked in several threads
        return found

    def piece(self, t: Any, number: int) -> Piece | None:
        """A card in play by its number; None when it has left."""
        return next((piece for piece in self.in_play(t) if piece.number == number), None)

    def keep(self, t: Any, pieces: tuple[Piece, ...]) -> None:
        """These are the cards in play now; a number is never given twice, for what lasts may know it still."""
        t.put(self.arrivals, max(t[self.arrivals], *(piece.number for piece in pieces), 0))
        t.put(self.pieces, pieces)

    def change(self, t: Any, changed: Piece) -> None:
        """Something was done to a card in play."""
        self.keep(t, tuple(changed if piece.number == changed.number else piece for piece in self.in_play(t)))

    def silenced(self, t: Any, pieces: tuple[Piece, ...]) -> set[int]:
        """The cards in play whose abilities another card, attached to them, takes away."""
        attached = (piece for piece in pieces if piece.host)
        return {piece.host for piece in attached if any(mod.name == "silenced" for mod in self.static_mods(t, piece))}

    def static_mods(self, t: Any, piece: Piece) -> Iterator[Any]:
        """The modifiers that a card in play has by its text."""
        for ability in self.abilities(t, piece.text):
            yield from ability.mods

    def speaking(self, t: Any) -> tuple[Piece, ...]:
        """The cards in play whose abilities count, from the seat whose turn it is on."""
        pieces, (last, found) = self.in_play(t), self._last_speaking
        asked = t.turn, len(t.seats), pieces, t.setup.book
        if last != asked:
            found = self._in_force(t, pieces)
            self._last_speaking = asked, found
        return found

    def _in_force(self, t: Any, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        silenced = self.silenced(t, pieces)
        seats = t.turn, *t.others(t.turn)
        return tuple(piece for seat in seats for piece in pieces if piece.seat == seat and piece.number not in silenced)

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


def _matched(known: tuple[Piece, ...], number: int, lying: tuple[Cards, ...]) -> tuple[Piece, ...]:
    """The cards that lie in front of each seat: those that are known, and others with numbers of their own."""
    found: list[Piece] = []
    for seat, cards in enumerate(lying):
        left = list(cards)
        for piece in known:
            if piece.seat == seat and piece.card in left:
                left.remove(piece.card)
                found.append(piece)
        for card in left:
            number += 1
            found.append(Piece(number, card, seat, seat))
    return tuple(found)


def effects_of(t: Any) -> EffectTable:
    """The effects of the game of a trial."""
    found: EffectTable = t.game.effects
    return found
