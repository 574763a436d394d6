"""A book with other values. In: a folder of card files, changes such as `tiles.ukko.value=9`, `constants.hand_size=6`.
Out: the CardBook that the loader reads with these values in their places; no file is written.

Invariant: a value that its place cannot hold, a place that is not there, and a book that has faults with it is an
InputError at the place in the files; what depends on a number of copies (the total of a deck) follows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import Diagnostic, InputError, Report, Span, UsageError
from pnp.base.suggest import hint_nearest
from pnp.base.yaml.spans import load_yaml, plain_value
from pnp.library.card import CardBook
from pnp.library.card_folder import CardFolder
from pnp.library.editing.card_edit import format_cell, new_faults
from pnp.library.editing.cell import find_cell
from pnp.library.loader import LoadedBook, read_book, read_varied
from pnp.library.read_log import Datum
from pnp.library.reading.node import describe

CONSTANTS = "constants"
Edit = tuple[str, tuple[str | int, ...], Any]
_KINDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text", list: "a list", dict: "a map"}


class Place(Struct, frozen=True):
    """What may be varied: where it stands, what it holds there, and what a log of readers calls it.

    datum: None where nobody is seen to read it, such as a number of copies
    """

    target: str
    span: Span
    value: Any
    datum: Datum | None


class _Change(Struct, frozen=True):
    place: Place
    edits: list[Edit]


def vary_book(folder: CardFolder, changes: Sequence[str]) -> CardBook:
    """The book with these changes; InputError with every reason why it cannot be."""
    loaded = _read(folder)
    report, edits = Report(), []
    for change in changes:
        target, _, typed = change.partition("=")
        try:
            edits += _change(loaded, target, typed).edits
        except InputError as fault:
            report.extend(fault.report)
    report.raise_errors()
    varied = read_varied(loaded, edits)
    if varied.book is None:
        with_it = ", ".join(changes)
        faults = new_faults(loaded.report, varied.report)
        raise InputError(Report(_of_varied(item, with_it) for item in faults if item.severity == "error"))
    return varied.book


def find_place(folder: CardFolder, target: str) -> Place:
    """What `tiles.ukko.value` is; InputError with the nearest name where there is none."""
    return _place(_read(folder), target)


def _read(folder: CardFolder) -> LoadedBook:
    loaded = read_book(folder)
    loaded.report.raise_errors()
    return loaded


def _of_varied(item: Diagnostic, changes: str) -> Diagnostic:
    return Diagnostic(item.span, f"with {changes}: {item.message}", item.hint, "error", item.code)


def _place(loaded: LoadedBook, target: str) -> Place:
    head, *rest = target.split(".")
    if head == CONSTANTS and rest:
        path, value = _constant(loaded, rest)
        return Place(target, loaded.place("game", *path), value, ("constant", *rest))
    assert loaded.book is not None
    decks = loaded.book.decks
    if head not in decks or len(rest) < 2:
        hint = hint_nearest(head, [*decks, CONSTANTS]) if head not in (*decks, CONSTANTS) else ""
        if head in ("options", "option"):
            hint = "set options with --option NAME=VALUE"
        raise UsageError.single(
            Span("FIELD=VALUES"), f"expected DECK.CARD.FIELD or constants.NAME, got “{target}”", hint, "unknown-field"
        )
    card, *field = rest
    cell = find_cell(loaded, card, ".".join(field))
    if cell.card not in {each.id for each in decks[head].cards}:
        what = f"the card “{cell.card}” is in the deck {loaded.book.cards[cell.card].deck}"
        raise InputError.single(cell.place, what, f"{loaded.book.cards[cell.card].deck}.{cell.card}", "unknown-card")
    value = loaded.book.cards[cell.card].copies if field == ["copies"] else cell.value
    datum = None if field == ["copies"] else ("card", cell.card, *field)
    return Place(target, cell.place, value, datum)


def _constant(loaded: LoadedBook, names: Sequence[str]) -> tuple[tuple[str | int, ...], Any]:
    """The way to a constant, or to what stands inside one, and its value."""
    assert loaded.book is not None
    constants = loaded.book.constants
    if names[0] not in constants:
        hint = hint_nearest(names[0], constants)
        place = loaded.place("game", "constants")
        raise InputError.single(place, f"there is no constant “{names[0]}”", hint, "unknown-field")
    written = loaded.nodes["game"].value["constants"][names[0]]
    path: list[str | int] = ["constants", names[0], *(["value"] if isinstance(written, dict) else [])]
    value = written["value"] if isinstance(written, dict) else written
    for name in names[1:]:
        keys: dict[str, Any] = {}
        if isinstance(value, dict):
            keys = {str(key): key for key in value}
        elif isinstance(value, list):
            keys = {str(at + 1): at for at in range(len(value))}
        if name not in keys:
            hint = hint_nearest(name, keys)
            raise InputError.single(
                loaded.place("game", *path), f"this constant has no “{name}”", hint, "unknown-field"
            )
        path.append(keys[name])
        value = value[keys[name]]
    return tuple(path), value


def _change(loaded: LoadedBook, target: str, typed: str) -> _Change:
    place = _place(loaded, target)
    head, *rest = target.split(".")
    if head == CONSTANTS:
        path, old = _constant(loaded, rest)
        return _Change(place, [("game", path, _parse(place.span, old, typed))])
    cell = find_cell(loaded, rest[0], ".".join(rest[1:]))
    value = cell.parse(typed)
    what = f"card {cell.card}"
    within = tuple(rest[1:]) if cell.is_sheet else cell.path[len(loaded.nodes[what].path) :]
    edits: list[Edit] = [(what, within, cell.written(value))]
    deck = loaded.nodes[f"deck {head}"].value
    if rest[1:] == ["copies"] and isinstance(deck.get("total"), int):
        edits.append((f"deck {head}", ("total",), deck["total"] + value - place.value))
    return _Change(place, edits)


def _parse(place: Span, old: Any, typed: str) -> Any:
    """What was typed as a value of a constant: of the same kind as the old one."""
    value: Any = typed
    if not isinstance(old, str):
        with suppress(InputError, OverflowError):
            value = load_yaml(typed, place.file)[0] if typed.lstrip().startswith(("[", "{")) else plain_value(typed)
    kind = type(old)
    if type(value) is kind or (kind is float and type(value) is int):
        return value
    wanted = _KINDS.get(kind, f"a value like {format_cell(old)}")
    raise InputError.single(place, f"expected {wanted}, got {describe(value)}", "", "wrong-type")
