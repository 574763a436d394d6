"""The cards of a deck that stand in a sheet. In: the file of the deck (`from: heroes.csv`), its sheet as a table. Out:
a SheetDeck: the same values that YAML would hold, each with the row and column of its cell.

The loader reads those values as it reads YAML, so a fault is told as file:row:column and what is checked of a card is
written once. Invariant: a cell means what the deck declares; where that declares nothing, what its whole column is;
words and markup stand in cells as they stand in YAML.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.csv_edit import read_cell
from pnp.base.diagnostics import InputError, Report
from pnp.base.suggest import fold_name, nearest_names
from pnp.base.yaml.spans import Spans, load_yaml
from pnp.base.yaml.text import quote_yaml
from pnp.library.card import Field
from pnp.library.importing.decks import identifier_of
from pnp.library.importing.table import (
    Column,
    ImportedTable,
    Value,
    convert,
    field_name,
    guess_type,
    header_row,
    is_blank,
    is_note,
    is_own,
    read_columns,
    read_copies,
    show,
)
from pnp.library.reading.node import Languages, Node, check_value, is_identifier

_TRUE, _FALSE = ("true", "yes", "x", "1"), ("false", "no", "-", "0")
_BETWEEN = re.compile(r"\s*[,;|\n]\s*")


def cell_value(value: Value, field: Field, decimal_comma: bool = False) -> Any:
    """A cell that is not blank as a value of its field."""
    text = show(value).strip()
    if field.values and field.type != "list":
        return next((one for one in field.values if show(one).casefold() == text.casefold()), value)
    if field.type == "text":
        return show(value)
    if field.type == "bool":
        folded = text.casefold()
        return True if folded in _TRUE else False if folded in _FALSE else value
    if field.type == "list":
        return _list(text, field, decimal_comma)
    if field.type == "map":
        return _nested(text if text.startswith("{") else f"{{{text}}}", value)
    if field.type == "any" and text.startswith(("[", "{")):
        return _nested(text, value)
    kind = guess_type([value], decimal_comma)
    if kind in ("int", "number") or (kind == "bool" and field.type == "any"):
        return convert(value, kind)
    return value


def _list(text: str, field: Field, decimal_comma: bool) -> Any:
    """`[fire, water]`, or the same with commas, semicolons, bars or line ends alone."""
    if text.startswith("["):
        return _nested(text, text)
    of = Field(field.of, field.values)
    return [cell_value(part, of, decimal_comma) for part in _BETWEEN.split(text) if part]


def _nested(text: str, otherwise: Any) -> Any:
    try:
        return load_yaml(text, "")[0]
    except InputError:
        return otherwise


# What a spreadsheet would compute: SUM(…), A1 + …, =3*4. Other texts may begin with = as they like.
_FORMULA = re.compile(r"=\s*([A-Za-z.]+\(|\$?[A-Za-z]{1,3}\$?\d+\s*(\Z|[-+*/:&^])|[\d.]+\s*[-+*/^])")
_MARK = 32  # a place is packed as row << 32 | column


class SheetDeck(Struct):
    """deck: the places of the deck's own file · cards: a document with `cards`, and with the `fields` and `texts` that
    only the sheet knows · columns: what a column holds, as people name it (`text.rule.en`) → its place in a row
    fields: of the deck, and those that only the sheet knows · mapped: what the deck's file says of headers
    """

    deck: Spans
    cards: Node
    columns: dict[str, int]
    table: ImportedTable
    rows: list[int]
    by_deck: int | None = None  # the place of the column that names decks
    fields: Mapping[str, Field] = {}
    mapped: Mapping[str, str] = {}


class DeckShape(Struct, frozen=True):
    """What the file of the deck says that a sheet has to know. needed: the fields and texts that only a column can
    give.
    """

    id: str
    fields: Mapping[str, Field]
    texts: tuple[str, ...]
    mapped: Mapping[str, str]
    languages: Languages
    needed: tuple[str, ...] = ()


def read_sheet_deck(table: ImportedTable, deck: Spans, shape: DeckShape, report: Report) -> SheetDeck:
    """The cards of a sheet; faults of the sheet itself go to the report."""
    return _Reading(table, deck, shape, report).read()


class _Reading:
    def __init__(self, table: ImportedTable, deck: Spans, shape: DeckShape, report: Report) -> None:
        self.table, self.deck, self.shape, self.report = table, deck, shape, report
        self.top = header_row(table)
        self.own = is_own([show(value) for value in table.rows[self.top]])
        found = read_columns(table, {**self._known_headers(), **shape.mapped}, deck.at(("from", "columns")))
        known = {*shape.fields, *shape.texts, *shape.mapped}
        self.columns = [column for column in found if not is_note(column.header) or {column.key, column.header} & known]
        self.own_language = (shape.languages.complete or ("en",))[0]
        self.columns = [self._in_a_language(column) for column in self.columns]
        self.kinds: dict[str, str] = {}  # of fields that the deck does not declare
        self.ids: set[str] = set()

    def read(self) -> SheetDeck:
        rows = self._rows()
        self._refuse_formulas(rows)
        for column in self._of("field"):
            if column.key not in self.shape.fields and any(not is_blank(self._raw(row, column)) for row in rows):
                values = [self._raw(row, column) for row in rows]
                self.kinds[column.key] = guess_type(values, self.table.decimal_comma)
        slots = list(dict.fromkeys(column.key for column in self._of("text")))
        if not self._of("name") and not self._of("id"):
            hint = "a header such as name, or columns: {COLUMN: name} in the deck's file"
            self.report.error(
                self.table.place(self.top, 0),
                "expected a column with the names of the cards, got none",
                hint,
                "no-names",
            )
            rows = []
        if rows:
            self._report_missing_columns(rows)
        cards = [self._card(row) for row in rows]
        value = {
            "cards": [card for card, _ in cards],
            "fields": dict(self.kinds),
            "texts": [slot for slot in slots if slot not in self.shape.texts],
        }
        by_deck = next((column.at for column in self._of("deck")), None)
        top = self._mark(self.top, 0)
        places = [top, {}, {"cards": [top, {}, {number: places for number, (_, places) in enumerate(cards)}]}]
        self.report.extend(self.table.report)
        node = Node(value, Spans.unpacked(self.table.file, places), self.report)
        columns = {_name_of(column): column.at for column in self.columns}
        fields = {**{name: Field(kind) for name, kind in self.kinds.items()}, **self.shape.fields}
        return SheetDeck(self.deck, node, columns, self.table, rows, by_deck, fields, self.shape.mapped)

    def _refuse_formulas(self, rows: list[int]) -> None:
        for row, column in ((row, column) for row in rows for column in self.columns):
            value = self._raw(row, column)
            if isinstance(value, str) and _FORMULA.match(value):
                hint = "write its value instead"
                self.report.error(
                    self.table.place(row, column.at),
                    "expected a value, got a formula; formulas are not computed",
                    hint,
                    "formula",
                )

    def _in_a_language(self, column: Column) -> Column:
        """The column; where it names none and another one holds the game's first language, it is in the one left."""
        langs = {other.lang for other in self.columns if (other.kind, other.key) == (column.kind, column.key)}
        if column.lang or column.kind not in ("name", "text") or self.own_language not in langs:
            return column
        left = [lang for lang in (*self.shape.languages.complete, *self.shape.languages.drafts) if lang not in langs]
        if "en" in left or len(left) == 1:
            return replace(column, lang="en" if "en" in left else left[0])
        message = f"“{column.header}” and another column are both in the language “{self.own_language}”"
        hint = f"name its language in the header: {column.header} (en)"
        self.report.error(self.table.place(self.top, column.at), message, hint, "duplicate-column")
        return column

    def _report_missing_columns(self, rows: list[int]) -> None:
        """Report what the deck declares and no column holds: an error where a column may have been renamed."""
        names = {column.key if column.kind == "field" else f"text.{column.key}" for column in self.columns}
        for name in self.shape.needed:
            if name in names:
                continue
            block, key = ("texts", "") if name.startswith("text.") else ("fields", name)
            what = f"expected a column for “{name}”, which the deck declares; no header names it"
            if found := self._likely_columns(name, rows):
                headers = [column.header for column in found]
                which = headers[0] if len(headers) == 1 else "COLUMN"
                entry = mapping_hint(self.table.file, which, name, self.shape.mapped)
                now = " or ".join(f"“{header}”" for header in headers)
                hint = f"if it is {now} now, write in {os.path.basename(self.deck.file)}: {entry}"
                self.report.error(self.table.place(self.top, found[0].at), what, hint, "no-column")
            else:
                place = self.deck.at((block, key) if key else (block,))
                self.report.warning(place, what, f"add the column, or remove it from {block}:", "no-column")

    def _likely_columns(self, name: str, rows: list[int]) -> list[Column]:
        """The columns that the deck does not declare and whose cells could be this; only one if its header is near."""
        field = Field("text") if name.startswith("text.") else self.shape.fields[name]
        known = {*self.shape.fields, *self.shape.texts, *self.shape.mapped}

        def fits(column: Column) -> bool:
            if column.kind not in ("field", "text") or {column.key, column.header} & known:
                return False
            cells = [cell for row in rows if not is_blank(cell := self._raw(row, column))]
            if not field.values and field.type not in ("int", "number", "bool"):
                return field.type in (guess_type(cells, self.table.decimal_comma), "any")
            faults = Report()
            for cell in cells:
                check_value(Node(cell_value(cell, field, self.table.decimal_comma), self.deck, faults), field)
            return bool(cells) and not faults.errors

        found = [column for column in self.columns if fits(column)]
        near = nearest_names(name.removeprefix("text."), [column.key for column in found], 1)
        return [column for column in found if column.key in near] or found

    def _known_headers(self) -> dict[str, str]:
        """What the deck's own words say of headers, before anything is guessed: its fields and texts."""
        known: dict[str, str] = {}
        if self.own:
            return known
        folded = {fold_name(slot): slot for slot in self.shape.texts}
        for value in self.table.rows[self.top]:
            header = " ".join(show(value).split())
            base, lang = split_language(header, (*self.shape.languages.complete, *self.shape.languages.drafts))
            is_text, plain = base.casefold().startswith("text."), fold_name(base.casefold().removeprefix("text."))
            if field_name(header) in self.shape.fields and not is_text:
                known[header] = field_name(header)
            elif plain in folded:
                known[header] = f"text.{folded[plain]}" + (f":{lang}" if lang else "")
            elif lang and plain == "name":
                known[header] = f"name:{lang}"
            elif is_text:
                known[header] = f"text.{field_name(base[5:])}" + (f":{lang}" if lang else "")
        return known

    def _rows(self) -> list[int]:
        """The rows of this deck's cards: those with words, and where a column names decks, with its name."""
        decks = self._of("deck")
        wanted = fold_name(self.shape.id)
        worded = [column for column in self.columns if column.kind != "deck"]
        return [
            row
            for row in range(self.top + 1, len(self.table.rows))
            if any(not is_blank(self._raw(row, column)) for column in worded)
            and all(fold_name(show(self._raw(row, column))) == wanted for column in decks)
        ]

    def _card(self, row: int) -> tuple[dict[str, Any], list[Any]]:
        """A card's values, and their places as `Spans.packed` has them."""
        card: dict[str, Any] = {}
        keys: dict[str, int] = {}
        places: dict[str, Any] = {}

        def put(key: str, value: Any, column: Column, place: Any = None) -> None:
            card[key] = value
            keys[key] = self._mark(self.top, column.at)
            places[key] = place if place is not None else self._mark(row, column.at)

        for kind in ("name", "id", "code", "copies"):
            for column in self._of(kind)[: None if kind == "name" else 1]:
                value = self._raw(row, column)
                if is_blank(value):
                    continue
                text = " ".join(show(value).split())
                if kind == "name":
                    self._put_words(card, keys, places, "name", column, row, text)
                elif kind == "copies":
                    put(kind, value if (count := read_copies(value)) is None else count, column)
                else:
                    put(kind, text, column)
        for column in self._of("field"):
            value = self._raw(row, column)
            if not is_blank(value):
                declared = self.shape.fields.get(column.key) or Field(self.kinds[column.key])
                put(column.key, cell_value(value, declared, self.table.decimal_comma), column)
        texts: dict[str, Any] = {}
        text_keys: dict[str, int] = {}
        text_places: dict[str, Any] = {}
        for column in self._of("text"):
            if not is_blank(value := self._raw(row, column)):
                self._put_words(texts, text_keys, text_places, column.key, column, row, show(value))
                put("text", texts, column, [self._mark(row, column.at), text_keys, text_places])
        self._name(row, card, places)
        return card, [self._mark(row, 0), keys, places]

    def _put_words(
        self,
        found: dict[str, Any],
        keys: dict[str, int],
        places: dict[str, Any],
        key: str,
        column: Column,
        row: int,
        text: str,
    ) -> None:
        """Words of one language, beside those of the others; one column alone is one text."""
        mark, header = self._mark(row, column.at), self._mark(self.top, column.at)
        alike = [one for one in self.columns if (one.kind, one.key) == (column.kind, column.key)]
        if len(alike) == 1 and not column.lang:
            found[key], keys[key], places[key] = text, header, mark
            return
        lang = column.lang or self.own_language
        found.setdefault(key, {})[lang] = text
        keys.setdefault(key, header)
        _, inner_keys, inner = places.setdefault(key, [mark, {}, {}])
        inner_keys[lang], inner[lang] = header, mark

    def _name(self, row: int, card: dict[str, Any], places: dict[str, Any]) -> None:
        """A card without an id gets one made of its name; one without a name is called as its id."""
        name = card.get("name")
        langs = (*self.shape.languages.complete, *self.shape.languages.drafts)
        if isinstance(name, dict):  # of the game's first language, whichever column stands first
            words = next((name[lang] for lang in langs if lang in name), next(iter(name.values())))
        else:
            words = name or ""
        columns = [*self._of("name"), *self._of("id")]
        if not card.get("id"):
            base = identifier_of(words) or f"card-{row + 1}"
            number, id_ = 1, base
            while fold_name(id_) in self.ids:
                number += 1
                id_ = f"{base}-{number}"
            card["id"], places["id"] = id_, self._mark(row, columns[0].at)
        self.ids.add(fold_name(str(card["id"])))
        if not words and columns[0].kind == "id" and is_identifier(str(card["id"])):
            card["name"], places["name"] = card["id"], self._mark(row, columns[0].at)
        elif not words:
            self.report.error(self.table.place(row, columns[0].at), "the card has no name", "", "no-name")
            card["name"], places["name"] = "?", self._mark(row, columns[0].at)

    def _of(self, kind: str) -> list[Column]:
        return [column for column in self.columns if column.kind == kind]

    def _raw(self, row: int, column: Column) -> Any:
        cells = self.table.rows[row]
        value = cells[column.at] if column.at < len(cells) else None
        return read_cell(value) if self.own and isinstance(value, str) else value

    def _mark(self, row: int, column: int) -> int:
        return row + 1 << _MARK | column + 1


def mapping_hint(sheet: str, header: str, what: str, mapped: Mapping[str, str]) -> str:
    """How the file of a deck says what a column holds, beside those `mapped` there; nothing: that it is left out."""
    entries = ", ".join(f"{quote_yaml(key)}: {quote_yaml(value)}" for key, value in {**mapped, header: what}.items())
    return f"from: {{file: {os.path.basename(sheet)}, columns: {{{entries}}}}}"


def split_language(header: str, languages: tuple[str, ...]) -> tuple[str, str]:
    """`Rule (fi)`, `rule.fi`, `rule_fi` or `rule:fi` as what it is called and one of the game's languages."""
    for lang in sorted(languages, key=len, reverse=True):
        found = re.fullmatch(rf"(.+?)\s*(?:[_:. -]\s*{lang}|\({lang}\)|\[{lang}\])", header, re.IGNORECASE)
        if found:
            return found[1], lang
    return header, ""


def _name_of(column: Column) -> str:
    """A column as `pnp set` names it."""
    name = {"text": f"text.{column.key}", "field": column.key}.get(column.kind, column.kind)
    return f"{name}.{column.lang}" if column.lang else name
