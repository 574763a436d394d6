"""The data of a game that can be varied, each with the places where it stands and other values that it could have.

In: a LoadedBook. Out: Varied data by kind: `value` of the deck `tiles`, `gates.hit_song` of the constants; a field of a
deck is one datum, however many cards have it, and each card is a place. The code of a card is a name by which it can be
typed, and no datum here.

Invariant: another value is of the same type and among those declared, so that nothing but its meaning is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import Span
from pnp.library.card import Card, Component, Deck
from pnp.library.loader import LoadedBook
from pnp.library.reading.component import CHOICES

Path = tuple[str | int, ...]
Edit = tuple[str, Path, Any]
"""A node of the loader, a path in it, and the new value."""

SIBLINGS = 3  # values of other cards that are tried in place of one
TAGS = {"op": "", "mod": "mod ", "trigger": "trigger "}  # what a part of an ability is called
MARK = "q"  # what is put behind a text that is to be another


class Place(Struct, frozen=True):
    """One place of a datum: where, the value there, and the card that has it.

    ways: how it is varied there, where that takes more than another value
    """

    what: str
    path: Path
    value: Any
    card: str = ""
    ways: tuple[tuple[Edit, ...], ...] = ()


class VariedDatum(Struct):
    """A datum of a kind.

    is_judged: the rules are to read it, so a change of it is to change what the referee says
    values: those declared · elsewhere: what it is in places that are not looked at
    """

    kind: str
    name: str
    is_judged: bool
    values: tuple[Any, ...] = ()
    places: list[Place] = []
    elsewhere: tuple[Any, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """What it is called: `("tiles", "value")`."""
        return self.kind, self.name

    def only(self, card: str) -> VariedDatum:
        """The same of one card alone."""
        others = tuple(place.value for place in self.places if place.card != card)
        mine = [place for place in self.places if place.card == card]
        return VariedDatum(self.kind, self.name, self.is_judged, self.values, mine, others)

    def span(self, loaded: LoadedBook) -> Span:
        """Where it first stands."""
        first = self.places[0]
        return loaded.place(first.what, *first.path)

    def edits(self, place: Place) -> Iterator[list[Edit]]:
        """Ways to vary it in one place."""
        if place.ways:
            yield from map(list, place.ways)
            return
        for value in _others(place.value, self.values, (*(each.value for each in self.places), *self.elsewhere)):
            yield [(place.what, place.path, value)]


def data_to_vary(loaded: LoadedBook) -> list[VariedDatum]:
    """Every datum of the book, with all its places."""
    assert loaded.book is not None
    book = loaded.book
    found: dict[tuple[str, str], VariedDatum] = {}

    def note(kind: str, name: str, judged: bool, place: Place, values: Iterable[Any] = ()) -> None:
        datum = found.setdefault((kind, name), VariedDatum(kind, name, judged, tuple(values), []))
        datum.places.append(place)

    for deck in book.decks.values():
        for card in deck.cards:
            for name, place in _of_card(card, loaded):
                field = deck.fields.get(name.partition(".")[0])
                judged = field is not None and not field.only_print
                note(deck.id, name, judged, place, field.values if field else ())
            if card.copies != 1:
                note(deck.id, "copies", deck.kind == "cards", _copies_place(card, deck, loaded))
            for name, place in _abilities(card, loaded):  # a verb is to be judged, its parameters may be printed only
                note(deck.id, name, bool(place.ways), place)
    game = loaded.nodes["game"].value
    for component in book.components:
        for name, place in _of_component(component, loaded):
            note("component", f"{component.id}.{name}", False, place)
    for name, constant in book.constants.items():
        path = ("constants", name, "value") if isinstance(game["constants"][name], dict) else ("constants", name)
        for suffix, at, leaf in _leaves(constant.value):
            note("constant", ".".join((name, *suffix)), not constant.only_print, Place("game", (*path, *at), leaf))
    for name, words in (game.get("names") or {}).items():
        note("name", name, False, Place("game", ("names", name), words))
    for id_, table in book.tables.items():
        for suffix, at, leaf in _leaves(table.rows):
            note("table", ".".join((id_, *suffix)), False, Place(f"table {id_}", ("rows", *at), leaf))
    for id_, option in ((id_, option) for id_, option in book.options.items() if not option.unused):
        place = Place(f"option {id_}", ("default",), option.default)
        note("option", id_, True, place, option.values)
    return list(found.values())


def _of_card(card: Card, loaded: LoadedBook) -> Iterator[tuple[str, Place]]:
    what = f"card {card.id}"
    node = loaded.nodes[what].value
    for field, value in card.fields.items():
        for suffix, at, leaf in _leaves(value):
            # What stands among the defaults of the deck is varied on the card.
            place = Place(what, (field, *at) if field in node else (field,), leaf if field in node else value, card.id)
            yield ".".join((field, *suffix)), place
    for number, face in enumerate(card.faces):
        for field, value in face.items():
            for suffix, at, leaf in _leaves(value):
                yield ".".join((field, *suffix)), Place(what, ("faces", number, field, *at), leaf, card.id)
    for slot in card.texts if isinstance(node.get("text"), dict) else ():
        if slot in node["text"]:
            yield f"text.{slot}", Place(what, ("text", slot), node["text"][slot], card.id)


def _copies_place(card: Card, deck: Deck, loaded: LoadedBook) -> Place:
    """A copy more or less: the deck has so many cards more, and each copy its face."""
    what, node = f"card {card.id}", loaded.nodes[f"card {card.id}"].value
    ways: list[tuple[Edit, ...]] = []
    for count in (card.copies + 1, *([card.copies - 1] if card.copies > 1 else [])):
        edits: list[Edit] = [(what, ("copies",), count)]
        if "faces" in node:
            edits.append((what, ("faces",), [*node["faces"], node["faces"][0]][:count]))
        if deck.total:
            edits.append((f"deck {deck.id}", ("total",), deck.total + count - card.copies))
        ways.append(tuple(edits))
    return Place(what, ("copies",), card.copies, card.id, tuple(ways))


def _abilities(card: Card, loaded: LoadedBook) -> Iterator[tuple[str, Place]]:
    """What it can do: a verb is varied by leaving it out, and its ability where nothing is left of that."""
    what = f"card {card.id}"
    abilities = loaded.nodes[what].value.get("abilities") or []
    for name, path, value, within in parts_of(abilities):
        if not within:
            yield name, Place(what, path, value, card.id)
            continue
        number, rest = path[1], [*abilities]
        kept = loaded.nodes[what].value
        for step in within:
            kept = kept[step]
        if len(kept) > 1 or within == ("abilities",):
            edit = (what, within, [item for place, item in enumerate(kept) if place != path[-1]])
        else:
            edit = (what, ("abilities",), [item for place, item in enumerate(rest) if place != number])
        yield name, Place(what, path, value, card.id, ((edit,),))


def parts_of(abilities: list[Any]) -> Iterator[tuple[str, Path, Any, Path]]:
    """Every part: what it is called, where it stands, its value, and the list it may be left out of (or nothing)."""
    for number, ability in enumerate(abilities):
        yield from _parts(ability, ("abilities", number), "", ("abilities",))


def _parts(value: Any, at: Path, name: str, within: Path) -> Iterator[tuple[str, Path, Any, Path]]:
    if isinstance(value, dict):
        tag = next((tag for tag in TAGS if isinstance(value.get(tag), str)), "")
        if tag:
            name = f"{TAGS[tag]}{value[tag]}"
            yield name, at, value, within
        for key, item in value.items():
            if key != tag:
                yield from _parts(item, (*at, key), f"{name}.{key}", ())
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for number, item in enumerate(value):
            yield from _parts(item, (*at, number), name, at)
    elif value is not None:
        yield name, at, value, ()


def _of_component(component: Component, loaded: LoadedBook) -> Iterator[tuple[str, Place]]:
    """How often it is printed, and what only its kind knows, where that is written."""
    what, node = f"component {component.id}", loaded.nodes[f"component {component.id}"].value
    for name in ("copies", *component.options):
        if name not in node:
            continue
        value: Any = component.copies if name == "copies" else component.options[name]
        if CHOICES.get(name):
            others: tuple[Any, ...] = tuple(word for word in CHOICES[name] if word != value)
        elif isinstance(value, int | float):
            others = (value + 1, value * 2)
        else:
            others = tuple(_others(node[name], (), ()))
        yield name, Place(what, (name,), node[name], ways=tuple(((what, (name,), other),) for other in others))


def _leaves(value: Any) -> Iterator[tuple[tuple[str, ...], Path, Any]]:
    """The values inside a value: what they are called, and the way to them. Lists of plain values are one."""
    if isinstance(value, dict):
        for key, item in value.items():
            for suffix, at, leaf in _leaves(item):
                yield (str(key), *suffix), (key, *at), leaf
    elif isinstance(value, list | tuple) and any(isinstance(item, dict | list | tuple) for item in value):
        for number, item in enumerate(value):
            for suffix, at, leaf in _leaves(item):
                yield suffix, (number, *at), leaf
    elif value is not None:
        yield (), (), value


def _others(value: Any, declared: tuple[Any, ...], siblings: Iterable[Any]) -> Iterator[Any]:
    """Other values of the same type, the likeliest to matter first."""
    like = [other for other in siblings if type(other) is type(value) and other != value]
    unlike: list[Any] = []
    for other in like:
        if other not in unlike:
            unlike.append(other)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        far = (0, 2 * value)  # past a bound at which no scenario plays
        yield from (
            other for other in dict.fromkeys((value + 1, *unlike[:SIBLINGS], value - 1, *far)) if other != value
        )
    elif isinstance(value, str):
        listed = [other for other in declared if other != value]
        yield from listed or (*unlike[:SIBLINGS], f"{value} {MARK}")
    elif isinstance(value, list | tuple) and value:
        yield list(value[1:])
        yield list(value[:-1])
        yield from unlike[:SIBLINGS]
    elif isinstance(value, dict):
        yield {key: f"{text} {MARK}" if isinstance(text, str) else text for key, text in value.items()}
    elif isinstance(value, list | tuple):
        yield from unlike[:SIBLINGS]
