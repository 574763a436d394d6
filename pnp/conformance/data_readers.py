"""Who reads the data of a game. In: a catalog entry, its cards. Out: every datum, and who reads it.

A datum has readers in words (a placeholder in a rule or a text), in the rules (when tables of every size and with every
switch are set up, when bots play and the page shows it, and every word of their Python) and in print (layouts that are
composed). Lists and files for other programs show everything there is, so they are nobody's reader: a fact that only
they are to show is no field but a note of its source.

Invariant: what cannot be known counts as read, so an unread datum can be removed without any effect. A field that is
read of one card is read of its deck: which cards a few games happen to play says nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Span
from pnp.catalog import CatalogEntry, rules_of
from pnp.conformance.game_code import modules_of, pattern_of
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.checks.inspection import faces_of
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.resources import LayoutResources
from pnp.library.book_reader import BookReader, look_up, placeholders
from pnp.library.card import CardBook, Component
from pnp.library.loader import LoadedBook
from pnp.library.read_log import Datum, ReadLog
from pnp.library.words import BOTH
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.replay import STOPPED

SHOWN = 10  # every so many lines the table is looked at
PLAY_WORK = 40_000_000  # lines times cards times cards: a list of moves may go over all cards, for each of them


class Unread(Struct, frozen=True):
    """A datum that nobody reads. what: the deck, or `constant`, `name` … · name: `ops.op` · on: cards that have it."""

    what: str
    name: str
    span: Span
    on: tuple[str, ...] = ()


def unread_data(entry: CatalogEntry, loaded: LoadedBook) -> list[Unread]:
    """What nobody reads of a game with rules, one for each field of a deck; nothing where the rules cannot be asked."""
    if not entry.rules or loaded.book is None:
        return []
    try:
        readers = readers_of(entry, loaded)
    except Exception:  # a bug of the rules: other commands tell it, and what they would have read is not known
        return []
    return unread_in(loaded, readers)


def unused_fields(entry: CatalogEntry, loaded: LoadedBook) -> list[tuple[str, Span]]:
    """Return the fields that a deck declares and no card has; none of a game that extends another, whose they are."""
    assert loaded.book is not None
    if entry.extends:
        return []
    found = []
    for deck in loaded.book.decks.values():
        maps = [values for card in deck.cards for values in (card.fields, *card.faces)]
        used = {name for values in maps for name, value in values.items() if value is not None}
        found += [(name, loaded.place(f"deck {deck.id}", "fields", name)) for name in deck.fields if name not in used]
    known = {item.span for item in loaded.report}  # a sheet that has no such column
    return [(name, place) for name, place in found if place not in known]


def unread_in(loaded: LoadedBook, readers: dict[Datum, set[str]]) -> list[Unread]:
    """The data without readers."""
    assert loaded.book is not None
    cards = loaded.book.cards
    found: dict[tuple[str, str], list[Datum]] = {}
    for datum, who in readers.items():
        if not who:
            is_card = datum[0] == "card"
            key = (cards[datum[1]].deck, ".".join(datum[2:])) if is_card else (datum[0], ".".join(datum[1:]))
            found.setdefault(key, []).append(datum)
    return [
        Unread(what, name, _place(loaded, data[0]), tuple(datum[1] for datum in data if datum[0] == "card"))
        for (what, name), data in found.items()
    ]


def _place(loaded: LoadedBook, datum: Datum) -> Span:
    kind, id_, *path = datum
    if kind == "constant":
        return loaded.place("game", "constants", id_)
    return loaded.place(f"{kind} {id_}", *path[: 2 if path[:1] == ["text"] else 1] if kind == "card" else ())


def readers_of(entry: CatalogEntry, loaded: LoadedBook, games: int = 1) -> dict[Datum, set[str]]:
    """Return every datum of a game that can be loaded, with its readers.

    games: how many bots play for the fewest and for the most seats
    """
    assert loaded.book is not None
    log = ReadLog(loaded.book)
    _read_words(loaded, log)
    _read_setups(entry, log)
    if not _read_play(entry, log, games):  # what the page would have shown later is not known
        log.who = "a game that is not played out"
        for name in log.book.names:
            log.note(("name", name))
    log.who = "a message with the value of a field"  # “anna has no clubs”: bots never claim that wrongly
    for deck in log.book.decks.values():
        _note_all(log, (("name", str(value)) for field in deck.fields.values() for value in field.values))
    _read_code(entry, log)
    _read_prints(entry, log)
    return log.readers


def rules_read(entry: CatalogEntry, loaded: LoadedBook, datum: Datum) -> bool:
    """Whether the rules read a datum, or something in it, or what it stands in; print and words do not count."""
    assert loaded.book is not None
    log = ReadLog(loaded.book)
    _read_setups(entry, log)
    if not _read_play(entry, log):
        return True  # what is read later is not known
    _read_code(entry, log)
    unnumbered = tuple(step for step in datum if not step.isdecimal())  # what stands in a list is one datum
    return any(
        who and (each[: len(name)] == name or name[: len(each)] == each)
        for each, who in log.readers.items()
        for name in (datum, unnumbered)
    )


# words


def _read_words(loaded: LoadedBook, log: ReadLog) -> None:
    """The placeholders of rules and texts, which the loader filled."""
    reader = BookReader(log.book)
    for what, node in loaded.nodes.items():
        kind, _, id_ = what.partition(" ")
        if kind in ("game", "card", "rule", "section"):
            log.who = f"the words of {id_ or kind}"
            card = log.book.cards.get(id_) if kind == "card" else None
            for text in _texts(node.value):
                for _, _, key in placeholders(text):
                    look_up(key, reader, card, "en")
    howto = log.book.howto
    log.who = "a picture of How to play"
    for note in (note for part in ("setup", "turn", "example", "end", "missed") for note in howto.notes(part)):
        for name in (name for row in note.squares() for square in row for name in square):
            log.note(("name", name))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


# rules


def _read_code(entry: CatalogEntry, log: ReadLog) -> None:
    """What the Python of a game may name. A text, whole or assembled, names any datum; a word of the code itself
    (`tile.power`, `power: int`, `Tile(power=…)`) names a field, because code may copy all fields of a card at once.
    """
    if not entry.rules:
        return
    named: dict[str, list[Datum]] = {}
    for datum, *_ in log.alike.values():
        named.setdefault(_name_of(datum), []).append(datum)
    for module in modules_of(entry):
        for node in ast.walk(module.tree):
            log.who = f"{module.file}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                _note_all(log, named.get(node.value, ()))
            for pattern in _assembled(node):
                _note_all(log, (datum for name in filter(pattern.fullmatch, named) for datum in named[name]))
            if word := _word_of(node):
                _note_all(log, (datum for datum in named.get(word, ()) if datum[0] == "card"))


def _name_of(datum: Datum) -> str:
    """The word by which code asks for a datum: the constant, the field, `texts` of a card."""
    if datum[0] == "card":
        return "texts" if datum[2] == "text" else datum[2]
    return datum[1]


def _note_all(log: ReadLog, data: Iterable[Datum]) -> None:
    for datum in data:
        log.note(datum)


def _assembled(node: ast.AST) -> Iterator[re.Pattern[str]]:
    """What a text that code assembles can be: `"phase_" + phase`, `kind + "_points"`, `f"letter_{colour}"`."""
    if isinstance(node, ast.JoinedStr):
        yield pattern_of(node)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        ends = [part.value if isinstance(part, ast.Constant) else None for part in (node.left, node.right)]
        if any(isinstance(end, str) for end in ends):
            yield re.compile(".+".join(re.escape(end) if isinstance(end, str) else "" for end in ends))


def _word_of(node: ast.AST) -> str | None:
    """The word of code that a node adds."""
    match node:
        case ast.Attribute(attr=word) | ast.keyword(arg=word) | ast.arg(arg=word):
            return word
        case ast.AnnAssign(target=ast.Name(id=word)):
            return word
    return None


def _read_setups(entry: CatalogEntry, log: ReadLog) -> None:
    """What the rules ask for when a table is set up."""
    if not entry.rules:
        return
    game, book = rules_of(entry), log.book
    log.who = "the rules at set-up"
    list(game.spellings(book))
    usual = {name: option.default for name, option in book.options.items()}
    fewest, most = game.players
    tables = [(seats, usual, deal) for seats in range(fewest, most + 1) for deal in (PHYSICAL, DIGITAL)]
    tables += [(seats, other, DIGITAL) for seats in {fewest, most} for other in _others(book, usual)]
    for seats, options, deal in tables:
        game.setup(Setup(SEAT_NAMES[:seats], book, log.recording_options(options), deal))


def _others(book: CardBook, usual: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The usual switches, but one."""
    for name, option in book.options.items():
        values = option.values or ((not option.default,) if isinstance(option.default, bool) else ())
        yield from ({**usual, name: value} for value in values[:6] if value != option.default)


def _read_play(entry: CatalogEntry, log: ReadLog, games: int = 1) -> bool:
    """What the rules ask for while bots play, and its page shows; False where a game takes too long to be finished."""
    if not entry.rules:
        return True
    game, is_whole = rules_of(entry), True
    plies = PLAY_WORK // max(1, len(log.book.cards)) ** 2
    for seats in dict.fromkeys(game.players):
        short = plies < (game.max_plies or game.max_plies_per_seat * seats)
        played = replace(game, max_plies=0, max_plies_per_seat=max(1, plies // seats)) if short else game
        for seed in range(1, games + 1):
            log.who = "the rules in play"
            table = simulate(played, log.book, SEAT_NAMES[:seats], seed)
            log.who = "the table shown"
            for position in table.positions[::SHOWN]:
                for lang in log.book.languages:
                    game.show(game.project(position.state, 0), 0, lang)
            is_whole &= not (short and table.outcome == STOPPED)
    return is_whole


# print


def _read_prints(entry: CatalogEntry, log: ReadLog) -> None:
    """What layouts ask for: in every language, then under every theme, as long as something is unread."""
    book = log.book
    shelf = DiskShelf(games=entry.shelves)
    singles = (*book.languages, *book.drafts)
    languages = (*singles, *(BOTH.join((singles[0], code)) for code in singles[1:]))
    first = LayoutResources(shelf, book, lang=singles[0])
    log.who = "a drawing of this name"  # that is what a screen reader calls it
    for name in first.icon_names():
        log.note(("name", name))
    ways = [("", lang) for lang in languages] + [(theme, singles[0]) for theme in first.theme_names]
    for theme, lang in ways:
        resources = first.fresh_copy(theme, lang)
        for component in book.components:
            _read_component(resources, component, log)


def _read_component(resources: LayoutResources, component: Component, log: ReadLog) -> None:
    """Compose a component; of cards those of which something is unread, or all while other data are."""
    if not component.has_cards:
        if log.unread:
            log.who = f"{component.kind} {component.id}"
            list(faces_of(resources, component))
        return
    for card in resources.book.decks[component.deck].cards:
        if not any(kind != "card" or rest[0] == card.id for kind, *rest in log.unread):
            continue
        for copy in log.copies_of(card.id):
            log.who = f"component {component.id}"
            for layout in filter(None, dict.fromkeys((component.face_of(copy), component.back_of(copy)))):
                log.who = f"layout {layout}"
                compose_card(resources, layout, copy)
