"""Decks made of tables. In: an ImportedTable and what its columns hold. Out: an ImportedGame: decks, cards, languages.

Invariant: every filled cell is in the game, or reported with its row and column; ids are unique in the game whatever
their spelling, and the same table always gives the same ids.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from pnp.base.csv_edit import read_cell
from pnp.base.suggest import fold_name
from pnp.library.importing.table import (
    LANGUAGE_OF,
    Column,
    ImportedTable,
    Value,
    convert,
    guess_type,
    header_row,
    is_blank,
    is_own,
    read_copies,
    show,
)
from pnp.library.reading.deck import MAX_COPIES
from pnp.library.reading.node import is_identifier, parse_source


class TableLanguages(Struct, frozen=True):
    """own: of columns that name no language · whole: the complete ones, the game's own first · drafts: the others."""

    own: str = "en"
    whole: tuple[str, ...] = ("en",)
    drafts: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Every language."""
        return (*self.whole, *self.drafts)


def find_languages(table: ImportedTable, columns: list[Column], rows: list[int], lang: str = "") -> TableLanguages:
    """The languages of names and texts; `lang` is that of columns that name none."""
    worded = [column for column in columns if column.kind in ("name", "text")]
    named = list(dict.fromkeys(column.lang for column in worded if column.lang))
    plain = [column for column in worded if not column.lang]
    own = lang or _language_of_headers(plain, named) or "en"
    for column in plain:
        if any(_same(column, other) and other.lang == own for other in worded):
            message = f"“{column.header}” and another column are both in the language “{own}”"
            hint = f"name its language in the header: {column.header} (fi); or give it as --lang"
            table.report.error(table.place(0, column.at), message, hint, "duplicate-column")
    # A name in one column is the same in every language; one beside a translation is in the own language.
    is_own_used = any(
        column.kind == "text" or any(_same(column, other) and other.lang for other in worded) for column in plain
    )
    languages = list(dict.fromkeys([*([own] if is_own_used or not named else []), *named]))
    gaps = {code: _gaps(table, worded, rows, code, own) for code in languages}
    first = min(languages, key=lambda code: (len(gaps[code]), languages.index(code)))
    for row, at in gaps[first]:
        hint = f"“{first}”, the first language of the game, must have every text"
        table.report.error(table.place(row, at), f"no words in “{first}”", hint, "missing-translation")
    whole = [first, *(code for code in languages if code != first and not gaps[code])]
    return TableLanguages(own, tuple(whole), tuple(code for code in languages if code not in whole))


def _language_of_headers(plain: list[Column], named: list[str]) -> str:
    """The language that all headers without one are in, such as `Teksti`, when another column names it; else ""."""
    found = {LANGUAGE_OF.get(fold_name(column.header), "") for column in plain}
    lang = found.pop() if len(found) == 1 else ""
    return lang if lang in named else ""


def _same(one: Column, other: Column) -> bool:
    return one is not other and (one.kind, one.key) == (other.kind, other.key)


def _gaps(table: ImportedTable, worded: list[Column], rows: list[int], code: str, own: str) -> list[tuple[int, int]]:
    """The cells where another language has words and this one has none."""
    groups: dict[tuple[str, str], dict[str, Column]] = {}
    for column in worded:
        groups.setdefault((column.kind, column.key), {})[column.lang or own] = column
    found = []
    for (kind, _), group in groups.items():
        if kind == "name" and len(group) == 1:  # names that are the same in every language
            continue
        for row in rows:
            filled = [lang for lang, column in group.items() if not is_blank(_cell(table, row, column.at))]
            if filled and code not in filled:
                found.append((row, group[code].at if code in group else group[filled[0]].at))
    return found


def _cell(table: ImportedTable, row: int, at: int) -> Value:
    cells = table.rows[row]
    return cells[at] if at < len(cells) else None


_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_TAG = re.compile(r"<(b|strong|i|em)>((?:(?!</?(?:b|strong|i|em)>).)+)</\1>", re.IGNORECASE | re.DOTALL)
_BREAK = re.compile(r"\s*<br\s*/?>\s*", re.IGNORECASE)
_BOLD = re.compile(r"\*\*(?=\S)((?:(?!\*\*).)+)(?<=\S)\*\*", re.DOTALL)
_SPECIAL = re.compile(r"[\\*{<]")
_HELD = re.compile("[\ue000\ue001]")


def adopt_markup(text: str) -> str:
    """The text with the characters of our markup escaped, and common tags turned into ours."""
    text = _HELD.sub("\ufffd", _BREAK.sub("\n", text))
    text = _BOLD.sub("\ue000\\1\ue000", text)
    for _ in range(3):  # marks may stand inside each other
        text = _TAG.sub(lambda found: _wrap(found[1].lower(), found[2]), text)
    text = _SPECIAL.sub(lambda found: "\\" + found[0], text)
    return text.replace("\ue000", "**").replace("\ue001", "*")


def _wrap(tag: str, inner: str) -> str:
    """The marks directly around the words, where our markup requires them."""
    mark = "\ue000" if _MARKS[tag] == "**" else "\ue001"
    bare = inner.strip()
    if not bare or mark in inner:
        return inner
    before, after = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
    return f"{before}{mark}{bare}{mark}{after}"


DECK = "cards"
_CODE = re.compile(r"[A-Z]+[0-9][0-9A-Za-z]*")


class ImportedDeck(Struct):
    """One deck as its file will define it. labels: a field's or text's name → its header in the table."""

    id: str
    title: str
    total: int
    fields: dict[str, str]
    slots: list[str]
    cards: list[dict[str, Any]]
    labels: dict[str, str]


class ImportedGame(Struct):
    """Everything a table holds: its decks and the languages of their words. counted: the header of the copies."""

    decks: list[ImportedDeck]
    languages: TableLanguages
    counted: str = ""


def make_decks(table: ImportedTable, columns: list[Column], lang: str = "", title: str = "") -> ImportedGame:
    """The decks of a table; faults go to the table's report."""
    return _DeckMaker(table, columns, lang, title).make()


class _DeckMaker:
    """Makes the decks of one table."""

    def __init__(self, table: ImportedTable, columns: list[Column], lang: str, title: str) -> None:
        self.table, self.columns, self.title = table, columns, title
        self.report = table.report
        self.top = header_row(table)
        self.own = is_own([show(value) for value in table.rows[self.top]])
        self.ids: dict[str, int] = {}
        self.languages = find_languages(table, columns, self._rows(), lang)
        self.code_kind = self._judge_codes()

    def make(self) -> ImportedGame:
        if not self._of("name") and not self._of("id"):
            hint = 'name a column of your table: --map "COLUMN=name"'
            self.report.error(
                self.table.place(self.top, 0),
                "expected a column with the names of the cards, got none",
                hint,
                "no-names",
            )
        rows = self._rows()
        if not rows:
            self.report.error(
                self.table.place(self.top + 1, 0), "expected cards below the headers, got none", "", "bad-table"
            )
        by_deck: dict[str, tuple[str, list[int]]] = {}
        for row in rows:
            name = self._text(row, "deck")
            key = identifier_of(name) or DECK
            by_deck.setdefault(key, (name or self.title or "Cards", []))[1].append(row)
        decks = [self._deck(key, title, members) for key, (title, members) in by_deck.items()]
        counted = next((column.header for column in self._of("copies")), "")
        return ImportedGame(decks, self.languages, counted)

    def _rows(self) -> list[int]:
        """The rows that hold a card."""
        places = [column.at for column in self.columns]
        return [
            number
            for number in range(self.top + 1, len(self.table.rows))
            if any(not is_blank(self._cell(number, at)) for at in places)
        ]

    def _deck(self, key: str, title: str, rows: list[int]) -> ImportedDeck:
        kinds = {column.key: self._type(column, rows) for column in self._of("field") if self._is_used(column, rows)}
        slots = list(dict.fromkeys(column.key for column in self._of("text") if self._is_used(column, rows)))
        labels = {column.key: column.header for column in self.columns if column.kind in ("field", "text")}
        if self.code_kind == "field":
            kinds = {"card_code": "text", **kinds}
            labels["card_code"] = self._of("code")[0].header
        cards = [self._card(row, kinds, slots) for row in rows]
        total = sum(card.get("copies", 1) for card in cards)
        return ImportedDeck(key, title, total, kinds, slots, cards, labels)

    def _card(self, row: int, kinds: dict[str, str], slots: list[str]) -> dict[str, Any]:
        name = self._name(row)
        card: dict[str, Any] = {"id": self._id(row, name), "name": name}
        code = self._text(row, "code")
        if code and self.code_kind == "code":
            card["code"] = code
        copies = self._copies(row)
        if copies != 1:
            card["copies"] = copies
        if code and self.code_kind == "field":
            card["card_code"] = code
        for column in self._of("field"):
            value = self._cell(row, column.at)
            if column.key in kinds and not is_blank(value):
                card[column.key] = convert(self._read(value), kinds[column.key])
        self._add_own(row, card, copies)
        texts = {slot: words for slot in slots if (words := self._words(row, "text", slot))}
        if texts:
            card["text"] = texts
        return card

    # One card's data --------------------------------------------------------------------------------------------

    def _name(self, row: int) -> Any:
        words = self._words(row, "name", "")
        if words:
            return words
        id_ = self._text(row, "id")
        columns = self._of("name")
        if not id_ and columns:
            self.report.error(self.table.place(row, columns[0].at), "the card has no name", "", "no-name")
        return id_ or "?"

    def _id(self, row: int, name: Any) -> str:
        columns = self._of("id")
        given = self._text(row, "id")
        text = given or (name if isinstance(name, str) else next(iter(name.values())))
        base = given if is_identifier(given) else identifier_of(text) or f"card-{row + 1}"
        if given and base != given:
            message = f"“{given[:40]}” is not a valid id; “{base}” is used instead"
            self.report.warning(self.table.place(row, columns[0].at), message, "", "bad-id")
        if given and fold_name(base) in self.ids:
            first = self.ids[fold_name(base)]
            hint = f"first in row {first + 1}; leave the cell empty to get a new one"
            self.report.error(
                self.table.place(row, columns[0].at), f"the id “{given[:40]}” is already used", hint, "duplicate"
            )
        number, id_ = 1, base
        while fold_name(id_) in self.ids:
            number += 1
            id_ = f"{base[:50]}-{number}"
        self.ids[fold_name(id_)] = row
        return id_

    def _copies(self, row: int) -> int:
        columns = self._of("copies")
        value = self._cell(row, columns[0].at) if columns else None
        if not columns or is_blank(value):
            return 1
        copies = read_copies(value)
        if copies is None or copies > MAX_COPIES:
            message = f"expected a number of copies, got “{show(value)[:40]}”"
            hint = f"a whole number from 0 to {MAX_COPIES}"
            self.report.error(self.table.place(row, columns[0].at), message, hint, "bad-copies")
            return 1
        return copies

    def _words(self, row: int, kind: str, slot: str) -> Any:
        """The words of a name or text: one text, or a map by language; "" when there are none."""
        found: dict[str, str] = {}
        for column in self._of(kind):
            if column.key == slot and not is_blank(value := self._cell(row, column.at)):
                text = show(self._read(value))
                found[column.lang or self.languages.own] = self._adopted(text, kind)
        if not found:
            return ""
        if len(self.languages.all) == 1 or (kind == "name" and self._is_proper(found)):
            return next(iter(found.values()))
        return {lang: found[lang] for lang in self.languages.all if lang in found}

    def _adopted(self, text: str, kind: str) -> str:
        if kind == "name":
            return _one_line(text)
        return text if self.own else adopt_markup(text)

    def _is_proper(self, found: dict[str, str]) -> bool:
        """True for a name that is the same in every language, or given in none in particular."""
        is_unsaid = all(not column.lang for column in self._of("name"))
        return is_unsaid or (len(set(found.values())) == 1 and len(found) == len(self.languages.all))

    def _add_own(self, row: int, card: dict[str, Any], copies: int) -> None:
        """Add what only the lists of `pnp export` have: the source of every datum, and faces."""
        for column in self._of("faces"):
            faces = convert(value, "list") if (value := self._cell(row, column.at)) else None
            if isinstance(faces, list) and len(faces) == copies:
                card["faces"] = faces
            elif value:
                self.report.error(
                    self.table.place(row, column.at), "expected a list with a map for each copy", "", "faces"
                )
        sources: dict[str, str] = {}
        for column in self._of("source"):
            text = self._text_at(row, column.at)
            if text and parse_source(text) is None:
                hint = "begin with seed, public or house"
                self.report.error(
                    self.table.place(row, column.at), f"expected a source, got “{text[:40]}”", hint, "bad-source"
                )
            elif text and text != "house":
                sources[column.key] = text
        if sources:
            card["source"] = sources

    # Columns and cells ------------------------------------------------------------------------------------------

    def _of(self, kind: str) -> list[Column]:
        return [column for column in self.columns if column.kind == kind]

    def _cell(self, row: int, at: int) -> Value:
        cells = self.table.rows[row]
        return cells[at] if at < len(cells) else None

    def _read(self, value: Value) -> Value:
        return read_cell(value) if self.own and isinstance(value, str) else value

    def _text(self, row: int, kind: str) -> str:
        columns = self._of(kind)
        return self._text_at(row, columns[0].at) if columns else ""

    def _text_at(self, row: int, at: int) -> str:
        return _one_line(show(self._read(self._cell(row, at))))

    def _is_used(self, column: Column, rows: list[int]) -> bool:
        return any(not is_blank(self._cell(row, column.at)) for row in rows)

    def _type(self, column: Column, rows: list[int]) -> str:
        values = [self._read(self._cell(row, column.at)) for row in rows]
        return guess_type(values, self.table.decimal_comma)

    def _judge_codes(self) -> str:
        """`code` when the column of that name can be printed and typed as card codes, else `field`."""
        columns = self._of("code")
        if not columns:
            return ""
        codes = [text for row in self._rows() if (text := self._text(row, "code"))]
        if all(_CODE.fullmatch(text) for text in codes) and len({text.casefold() for text in codes}) == len(codes):
            return "code" if codes else ""
        message = "expected a different code such as AB7 for each card; the column became the field card_code"
        self.report.warning(self.table.place(self.top, columns[0].at), message, "", "bad-code")
        return "field"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def identifier_of(text: str) -> str:
    """An id made of a name: `Seppo Ilmarinen` → seppo-ilmarinen; "" when no character of it is allowed in one."""
    words = ("".join(char for char in fold_name(word) if char.isascii()) for word in re.split(r"[\s_/-]+", text))
    return "-".join(word for word in words if word)[:50].strip("-")
