"""A cell: one value of one card, where it is written. In: what was read of a game's files, a card, a field such as
`value`, `name.fi` or `text.rule.fi`. Out: a Cell: the file, the path to the value in it, and what it may hold.

Invariant: a name that means nothing, and a cell that has to be said more exactly, is an InputError at its place. The
files need not be without fault: an edit may be what mends them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pnp.base.diagnostics import Diagnostic, InputError, Report, Span
from pnp.base.suggest import fold_name, hint_nearest
from pnp.base.yaml.spans import Spans, load_yaml, plain_value
from pnp.library.card import Field
from pnp.library.loader import GAME, LoadedBook
from pnp.library.reading.deck import CARD_KEYS
from pnp.library.reading.game import read_languages
from pnp.library.reading.node import Languages, Node, check_value, read_fields
from pnp.library.sheets.sheet_deck import cell_value
from pnp.library.words import ANY

if TYPE_CHECKING:
    from pnp.library.sheets.sheet_deck import SheetDeck

WHOLE = ("text", "faces", "abilities", "source")  # keys of a card that hold several values
HEAD = ("id", "name", "code", "copies")


class Cell(Struct, frozen=True):
    """name: the file in the cards folder · path: the way to the value in it · place: where it stands, or will
    field: what it may hold; None: words · behind: keys of the card that a new key stands behind
    is_sheet: it is a cell of a sheet, and `name` is that of the sheet
    lang: the one language that is to change of words that were one text for those in `spread`
    """

    name: str
    card: str
    path: tuple[str | int, ...]
    place: Span
    value: Any
    field: Field | None
    behind: tuple[str, ...]
    lang: str = ""
    spread: tuple[str, ...] = ()
    is_sheet: bool = False

    def parse(self, typed: str) -> Any:
        """What somebody typed as a value of this cell; InputError when it can hold no such thing."""
        if self.field is None:
            if typed.strip():
                return typed
            hint = "to remove a text, change the file in an editor"
            raise InputError.single(self.place, "expected a text, got nothing", hint, "value")
        report = Report()
        for value in self._meanings(typed, self.field.type):
            report = Report()
            if value is not None and self.is_sheet and isinstance(value, str):
                value = cell_value(value, self.field) if value else value
            if value is not None:
                check_value(Node(value, Spans(self.place.file), report), self.field)
                if not report.errors:
                    return value
        faults = report.errors or [Diagnostic(self.place, "expected a value, got nothing")]
        placed = (Diagnostic(self.place, one.message, _without_quotes(one.hint), "error", one.code) for one in faults)
        raise InputError(Report(placed))

    def _meanings(self, typed: str, kind: str) -> Iterator[Any]:
        """What the words of a command may be: a number or a list, as YAML has it; else the text itself."""
        if kind != "text":
            with suppress(InputError, OverflowError):
                is_nested = typed.lstrip().startswith(("[", "{"))
                yield load_yaml(typed, self.place.file)[0] if is_nested else plain_value(typed)
        yield typed

    def written(self, value: Any) -> Any:
        """What stands in the file then."""
        return {**dict.fromkeys(self.spread, self.value), self.lang: value} if self.lang else value


def _without_quotes(hint: str) -> str:
    return "" if "quotes" in hint else hint


def find_cell(loaded: LoadedBook, card: str, field: str) -> Cell:
    """The cell of a card, by its id or code; InputError with the nearest name when there is none."""
    node = _find_card(loaded, card)
    found = next(((name, sheet) for name, sheet in loaded.sheets.items() if sheet.cards.spans is node.spans), None)
    if found is not None:
        if loaded.added and found[1].deck not in [document.spans for document in loaded.added.values()]:
            raise _of_the_game(node)
        return _in_sheet(loaded, node, found[1], field)
    name, deck = _file_of(loaded, node)
    languages = _languages(loaded)
    fields = read_fields(Node(deck.value.get("fields"), deck.spans, Report(), ("fields",)), CARD_KEYS)
    slots = [str(slot) for slot in deck.value.get("texts") or () if isinstance(slot, str)]
    head, *rest = field.split(".")
    if head not in (*CARD_KEYS, *fields) and head in slots:  # rule.fi is text.rule.fi
        head, rest = "text", [head, *rest]
    behind = (*HEAD, *fields)
    path = (*node.path, head)
    usual = {"copies": Field("int"), "id": Field("text"), "code": Field("text")}
    if head in fields or head in usual:
        declared = usual.get(head) or fields[head]
        for _ in rest:
            declared = Field(declared.of)
        return _cell(name, node, (head, *rest), declared, behind)
    if head == "name":
        return _words(loaded, name, node, ("name",), rest, languages, behind)
    if head == "text" and rest:
        if rest[0] not in slots:
            raise _unknown(node, f"cards of this deck have no text “{rest[0]}”", rest[0], slots)
        return _words(loaded, name, node, ("text", rest[0]), rest[1:], languages, behind)
    if head in WHOLE:
        hint = ", ".join(f"text.{slot}" for slot in slots) if head == "text" else "change it in an editor"
        message = f"“{head}” holds several values"
        raise InputError.single(node.spans.at(path), message, hint, "field")
    raise _unknown(node, f"cards of this deck have no field “{field}”", head, [*HEAD, *fields, *slots])


def _in_sheet(loaded: LoadedBook, node: Node, sheet: SheetDeck, field: str) -> Cell:
    """The cell of a sheet: the column that holds such a field, in the row of the card."""
    known, head = sheet.columns, field.partition(".")[0]
    own = (_languages(loaded).complete or ("en",))[0]
    tries = (field, f"text.{field}", f"{field}.{own}", f"text.{field}.{own}", field.removesuffix(f".{own}"))
    column = next((one for one in tries if one in known), "")
    if not column:
        raise _unknown(node, f"the spreadsheet has no column “{field}”", field, known)
    usual = {"copies": Field("int"), "id": Field("text"), "code": Field("text")}
    declared = usual.get(head) or sheet.fields.get(head)
    place = Span(sheet.table.file, node.span.line, known[column] + 1)
    cells = sheet.table.rows[place.line - 1]
    value = cells[place.column - 1] if place.column <= len(cells) else None
    file = sheet.table.file.removeprefix(f"{loaded.folder.root}/")
    return Cell(file, str(node.value["id"]), (), place, None if value == "" else value, declared, (), is_sheet=True)


def _find_card(loaded: LoadedBook, card: str) -> Node:
    found = {what.partition(" ")[2]: node for what, node in loaded.nodes.items() if what.startswith("card ")}
    key = fold_name(card)
    for id_, node in found.items():
        code = node.value.get("code") if isinstance(node.value, dict) else None
        if fold_name(id_) == key or (isinstance(code, str) and code.casefold() == card.casefold()):
            return node
    if not found:
        loaded.report.raise_errors()
    place = Span(loaded.folder.root)
    raise InputError.single(place, f"there is no card “{card}”", hint_nearest(card, found), "unknown-card")


def _file_of(loaded: LoadedBook, node: Node) -> tuple[str, Node]:
    for name, document in (loaded.added or loaded.documents).items():
        if document.spans is node.spans:
            return name, document
    raise _of_the_game(node)


def _of_the_game(node: Node) -> InputError:
    hint = "to change it, add a card with replaces: to your own folder"
    return InputError.single(node.span, "this card belongs to the game that you extend", hint, "edit")


def _languages(loaded: LoadedBook) -> Languages:
    game = loaded.documents.get(GAME)
    if game is None or not isinstance(game.value, dict):
        return Languages()
    return read_languages(Node(game.value, game.spans, Report()), ())


def _cell(
    name: str,
    node: Node,
    steps: Iterable[str],
    field: Field | None,
    behind: tuple[str, ...],
    lang: str = "",
    spread: tuple[str, ...] = (),
) -> Cell:
    path: list[str | int] = []
    value: Any = node.value
    for step in steps:
        key: str | int = step
        if isinstance(value, list):
            if not step.isdecimal() or not 1 <= int(step) <= len(value):
                message = f"expected an entry of this list, got {step}"
                raise InputError.single(
                    node.spans.at((*node.path, *path)), message, f"1 to {len(value)}", "unknown-field"
                )
            path.append(int(step) - 1)
            value = value[int(step) - 1]
            continue
        if isinstance(value, dict) and step not in value and step.isdecimal() and int(step) in value:
            key = int(step)
        path.append(key)
        value = value.get(key) if isinstance(value, dict) else None
    whole = (*node.path, *path)
    return Cell(name, str(node.value.get("id")), whole, node.spans.at(whole), value, field, behind, lang, spread)


def _words(
    loaded: LoadedBook,
    name: str,
    node: Node,
    steps: tuple[str, ...],
    rest: list[str],
    languages: Languages,
    behind: tuple[str, ...],
) -> Cell:
    """A name or a text: in one language, or where it is one text for all."""
    known = (*languages.complete, *languages.drafts)
    there: Any = node.value
    for step in steps:
        there = there.get(step) if isinstance(there, dict) else None
    place = node.spans.at((*node.path, *steps))
    if len(rest) > 1 or (rest and rest[0] not in (*known, ANY)):
        hint = hint_nearest(rest[0], known) or f"one of: {', '.join(known)}"
        raise InputError.single(place, f"the game has no language “{'.'.join(rest)}”", hint, "unknown-language")
    if not rest:
        if not isinstance(there, dict):
            return _cell(name, node, steps, None, behind)
        if len(there) != 1:
            hint = " or ".join(f"{'.'.join(steps)}.{lang}" for lang in there)
            raise InputError.single(place, "expected a language: this text has several", hint, "field")
        rest = [str(next(iter(there)))]
    if isinstance(there, dict) or there is None:
        return _cell(name, node, (*steps, *rest), None, behind)
    spread = languages.complete if steps == ("name",) else languages.complete[:1]
    if tuple(rest) == tuple(spread):
        return _cell(name, node, steps, None, behind)
    return _cell(name, node, steps, None, behind, rest[0], spread)


def _unknown(node: Node, message: str, typed: str, known: Iterable[str]) -> InputError:
    known = list(known)
    hint = hint_nearest(typed, known) or f"one of: {', '.join(known)}"
    return InputError.single(node.span, message, hint, "unknown-field")
