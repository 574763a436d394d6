"""Who reads the data of a game. In: a catalog entry, its cards. Out: every datum, and who reads it.

A datum has readers in words (a placeholder in a rule or a text), in the rules (when tables of every size and with every
switch are set up, when bots play and the page shows it, and what their Python names) and in print (layouts that are
composed). Lists and files for other programs show everything there is, so they are nobody's reader: a fact that only
they are to show is no field but a note of its source.

Invariant: what cannot be known counts as read, so what is called unread may go without anybody noticing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Span
from pnp.base.places import shown_path
from pnp.catalog import CatalogEntry, rules_of
from pnp.conformance.message_ids import code_of, pattern_of, read_tree
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.checks.inspection import faces_of
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.resources import LayoutResources
from pnp.library.book_reader import BookReader
from pnp.library.card import CardBook, Component
from pnp.library.fill import look_up, placeholders
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


def readers_of(entry: CatalogEntry, loaded: LoadedBook) -> dict[Datum, set[str]]:
    """Every datum of a game that can be loaded, and who reads it."""
    assert loaded.book is not None
    log = ReadLog(loaded.book)
    _read_words(loaded, log)
    _read_setups(entry, log)
    is_whole = _read_play(entry, log)
    if not is_whole:  # what the page would have shown later is not known
        log.who = "a game that is not played out"
        for name in log.book.names:
            log.note(("name", name))
    _read_code(entry, log, frozenset(log.asked) if is_whole else frozenset())
    _read_prints(entry, log)
    return log.readers


def rules_read(entry: CatalogEntry, loaded: LoadedBook, datum: Datum) -> bool:
    """Whether the rules read a datum, or something in it, or what it stands in; print and words do not count."""
    assert loaded.book is not None
    log = ReadLog(loaded.book)
    _read_setups(entry, log)
    if not _read_play(entry, log):
        return True  # what is read later is not known
    _read_code(entry, log, frozenset(log.asked))
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


def _read_code(entry: CatalogEntry, log: ReadLog, seen: Collection[str]) -> None:
    """What the Python of a game names: constants, switches, tables and names by any text, a field where it is asked for
    (`fields["value"]`, `copy.get("value")`, `t.field(card, "value")`), unless it was seen which of its parts are read.
    """
    if not entry.rules:
        return
    code = code_of(entry)
    for file in sorted(code.rglob("*.py")):
        if "tests" in file.relative_to(code).parts:
            continue
        for node in ast.walk(read_tree(file)):
            log.who = f"{shown_path(str(file))}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for kind in ("constant", "option", "table", "name"):
                    log.note_below(kind, node.value)
            for pattern in _assembled(node):
                for _, name in (datum for datum in log.readers if datum[0] == "name"):
                    if pattern.fullmatch(name):
                        log.note(("name", name))
            for field in set(_fields_named(node)):
                for id_, card in log.book.cards.items():
                    # Of a plain field all cards are meant; of a map the runs show which parts are read.
                    if field not in seen or not isinstance(card.fields.get(field), dict | list | tuple):
                        log.note_below("card", id_, field)


def _assembled(node: ast.AST) -> Iterator[re.Pattern[str]]:
    """What a text that code puts together can be: `"phase_" + phase`, `f"letter_{colour}"`."""
    if isinstance(node, ast.JoinedStr):
        yield pattern_of(node)
    elif isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
        yield re.compile(f"{re.escape(node.left.value)}.+")


def _fields_named(node: ast.AST) -> Iterator[str]:
    asked: list[ast.expr] = []
    if isinstance(node, ast.Subscript):
        asked = [node.slice]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "field"):
        asked = node.args
    for each in asked:
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


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


def _read_play(entry: CatalogEntry, log: ReadLog) -> bool:
    """What a game asks for while bots play it, and its page shows; False where that takes too long to go to its end."""
    if not entry.rules:
        return True
    game = rules_of(entry)
    seats = SEAT_NAMES[: game.players[0]]
    plies = PLAY_WORK // max(1, len(log.book.cards)) ** 2
    is_short = plies < (game.max_plies or game.max_plies_per_seat * len(seats))
    if is_short:
        game = replace(game, max_plies=0, max_plies_per_seat=max(1, plies // len(seats)))
    log.who = "the rules in play"
    table = simulate(game, log.book, seats, seed=1)
    log.who = "the table shown"
    for position in table.positions[::SHOWN]:
        for lang in log.book.languages:
            game.show(game.project(position.state, 0), 0, lang)
    return not (is_short and table.outcome == STOPPED)


# print


def _read_prints(entry: CatalogEntry, log: ReadLog) -> None:
    """What layouts ask for: in every language, then under every theme, as long as something is unread."""
    book, log.is_of_deck = log.book, True
    shelf = DiskShelf(games=entry.shelves)
    singles = (*book.languages, *book.drafts)
    languages = (*singles, *(BOTH.join((singles[0], code)) for code in singles[1:]))
    first = LayoutResources(shelf, book, lang=singles[0])
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
