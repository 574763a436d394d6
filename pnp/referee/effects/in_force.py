"""What is in force on a table: cards in play, their abilities by trigger, modifiers by name.

In: the zone of cards in play, what was done to them, what lasts. Out: one value, derived once and shared until one of
these changes. Invariant: nothing here is state; the same table always derives the same value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import chain
from operator import attrgetter
from typing import Any

from pnp.referee.effects.plain import Doing, Lasting, Path, Piece
from pnp.referee.kernel.zone import Cards
from pnp.referee.seat import TABLE, Seat

Modified = tuple[Any, Doing]  # a modifier, and the text that it is in
Triggered = tuple[Piece, int, Any]  # a card in play, the number of its ability, the ability


class CardText:
    """The abilities of one card, grouped once.

    triggers: trigger, number and value of each ability · by_trigger: numbers and abilities of each trigger
    mods: number, position and name of each modifier, and itself
    """

    __slots__ = ("abilities", "by_trigger", "mods", "parts", "triggers")

    def __init__(self, abilities: tuple[Any, ...]) -> None:
        self.abilities = abilities
        self.triggers = tuple((ability.trigger, number, ability) for number, ability in enumerate(abilities))
        by_trigger: dict[str, list[tuple[int, Any]]] = {}
        for trigger, number, ability in self.triggers:
            by_trigger.setdefault(trigger, []).append((number, ability))
        self.by_trigger = {trigger: tuple(found) for trigger, found in by_trigger.items()}
        self.mods = tuple(
            (number, at, mod.name, mod)
            for number, ability in enumerate(abilities)
            for at, mod in enumerate(ability.mods)
        )
        self.parts: dict[Path, Any] = {}

    def part(self, path: Path) -> Any:
        """Return a part of the abilities."""
        found = self.parts.get(path)
        if found is None:
            found = self.abilities
            for step in path:
                found = found[step] if isinstance(step, int) else getattr(found, step)
            self.parts[path] = found
        return found


Texts = Callable[[str], CardText]


class InForce:
    """What is in force on one table.

    pieces: all cards in play · fronts: those in front of players · by_number: both by their numbers
    silenced: the numbers of those without abilities
    by_trigger: abilities that count, from the seat whose turn it is on · mods: all modifiers · by_name: by kind
    kept: what a game derives from all this (`CardEffects.once`)
    """

    __slots__ = ("_made_of", "by_name", "by_number", "by_trigger", "fronts", "kept", "mods", "pieces", "silenced")

    by_trigger: dict[str, list[Triggered]]
    by_name: dict[str, list[Modified]]
    mods: list[Modified]
    silenced: set[int]

    def __init__(
        self,
        pieces: tuple[Piece, ...],
        lasting: tuple[Lasting, ...],
        turn: Seat,
        seats: int,
        texts: Texts,
        fronts: tuple[Piece, ...] = (),
    ) -> None:
        self.pieces, self.fronts = pieces, fronts
        self.by_number = {piece.number: piece for piece in (*fronts, *pieces)}
        self.kept: dict[Any, Any] = {}
        self._made_of = lasting, turn, seats, texts

    def __getattr__(self, name: str) -> Any:
        """Derive what the abilities say when it is first asked for: much that happens asks for the cards alone."""
        if name not in ("by_trigger", "by_name", "mods", "silenced"):
            raise AttributeError(name)
        self._derive(*self._made_of)
        return getattr(self, name)

    def _derive(self, lasting: tuple[Lasting, ...], turn: Seat, seats: int, texts: Texts) -> None:
        pieces = (*self.fronts, *self.pieces)
        self.silenced = {piece.number for piece in filter(IS_SILENCED, pieces)}
        for piece in filter(HOST_OF, pieces):
            if any(name == "silenced" for _, _, name, _ in texts(piece.text).mods):
                self.silenced.add(piece.host)
        self.by_name, self.mods = {}, []
        by_trigger: dict[str, list[Triggered]] = defaultdict(list)
        self.by_trigger = by_trigger
        rank = [*((seat - turn) % seats for seat in range(seats)), 0]  # what is nobody's counts with the first seat
        for piece in sorted(pieces, key=lambda piece: rank[piece.seat]):
            if piece.number in self.silenced:
                continue
            text = texts(piece.copy_of or piece.card)
            for trigger, number, ability in text.triggers:
                by_trigger[trigger].append((piece, number, ability))
            for number, at, name, mod in text.mods:
                self._add_mod(name, mod, Doing(piece.text, (number, "mods"), piece.you, at, piece.number))
        for each in lasting:
            if each.kind == "mods":
                self._add_lasting(each.doing, texts(each.doing.card).part(each.doing.path))

    def _add_lasting(self, doing: Doing, mods: tuple[Any, ...]) -> None:
        for at, mod in enumerate(mods):
            self._add_mod(mod.name, mod, Doing(doing.card, doing.path, doing.you, at, 0, 0, doing.names))

    def _add_mod(self, name: str, mod: Any, doing: Doing) -> None:
        self.mods.append((mod, doing))
        key = mod.of if name == "number" else name  # a number of the rules is called by its own name
        self.by_name.setdefault(key, []).append((mod, doing))


CARD_OF, HOST_OF, IS_SILENCED = attrgetter("card"), attrgetter("host"), attrgetter("is_silenced")


def free_copy(pieces: Iterable[Piece], card: str) -> int:
    """The lowest copy number of a card that is free."""
    taken = {piece.copy for piece in pieces if piece.card == card}
    return next(copy for copy in range(1, len(taken) + 2) if copy not in taken)


Groups = dict[tuple[bool, Seat], list[Piece]]


def grouped(known: Iterable[Piece]) -> Groups:
    """Return cards in play by whether they are in front of their player, and by seat."""
    groups: Groups = defaultdict(list)
    for piece in known:
        groups[piece.is_front, piece.seat].append(piece)
    return groups


def match_pieces(
    known: Groups, number: int, lying: tuple[Cards, ...], is_front: bool = False, first: Seat = 0, owner: Seat = TABLE
) -> tuple[Piece, ...]:
    """Return the cards that lie in front of each seat: those that are known, and others with new numbers.

    first: the first seat, TABLE for cards of nobody · owner: of new cards, their seat unless said
    """
    found = list[Piece]()
    for seat, cards in enumerate(lying, first):
        here = known.get((is_front, seat), [])
        if tuple(map(CARD_OF, here)) == cards:
            found += here
            continue
        left = list(cards)
        for piece in here:
            if piece.card in left:
                left.remove(piece.card)
                found.append(piece)
        for card in left:
            number += 1
            copy = free_copy((*chain(*known.values()), *found), card)
            found.append(Piece(number, card, seat, seat if owner == TABLE else owner, is_front=is_front, copy=copy))
    return tuple(found)
