"""A table that was read: rows of plain values, the place of each cell, and what its columns hold.

`name`, `qty`, `text` and their like are known in several spellings; `name_fi`, `text (en)` and `rule:sv` are languages;
everything else is a field. Every column that holds anything is a Column or reported.

Invariant: places are rows and columns as a spreadsheet counts them, from 1, so a text of several lines does not shift
the rows below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Report, Span
from pnp.base.suggest import fold_name, hint_nearest
from pnp.base.yaml.spans import MAX_NUMBER
from pnp.library.reading.deck import CARD_KEYS

Value = str | int | float | bool | None

MAX_BYTES = 20_000_000
MAX_ROWS, MAX_COLUMNS, MAX_TEXT = 20_000, 300, 20_000


class ImportedTable(Struct):
    """A table. decimal_comma: `1,5` is a number in it · others: the sheets of a workbook that were not read."""

    file: str
    rows: list[list[Value]]
    report: Report
    decimal_comma: bool = False
    others: tuple[str, ...] = ()

    def place(self, row: int, column: int) -> Span:
        """Where a cell stands; both count from 0 here, from 1 in the file."""
        return Span(self.file, row + 1, column + 1)


_INT = re.compile(r"-?(0|[1-9]\d{0,15})")
_NUMBER = re.compile(r"-?(0|[1-9]\d{0,8})\.\d{1,9}")
_COMMA = re.compile(r"-?(0|[1-9]\d{0,8}),\d{1,9}")
_COPIES = re.compile(r"(?:[x×]\s*)?(\d{1,6})(?:\s*[x×])?", re.IGNORECASE)


def is_blank(value: Value) -> bool:
    """True for a cell that holds nothing."""
    return value is None or value == ""


def guess_type(values: Iterable[Value], decimal_comma: bool = False) -> str:
    """The type of a column: `bool`, `int`, `number`, `list`, `map` or `text`."""
    kinds = {_kind(value, decimal_comma) for value in values if not is_blank(value)}
    if len(kinds) == 1:
        return kinds.pop()
    return "number" if kinds == {"int", "number"} else "text"


def _kind(value: Value, decimal_comma: bool) -> str:
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int | float):
        if abs(value) > MAX_NUMBER:
            return "text"
        return "int" if isinstance(value, int) else "number"
    text = str(value)
    if text in ("true", "false", "TRUE", "FALSE", "True", "False"):
        return "bool"
    if _INT.fullmatch(text) and text != "-0":
        return "int" if abs(int(text)) <= MAX_NUMBER else "text"
    if _NUMBER.fullmatch(text) or (decimal_comma and _COMMA.fullmatch(text)):
        return "number"
    read = _json(text)
    return "list" if isinstance(read, list) else "map" if isinstance(read, dict) else "text"


def convert(value: Value, kind: str) -> Any:
    """A cell as a value of the column's type."""
    if kind == "text":
        return show(value)
    if kind == "bool":
        return value if isinstance(value, bool) else str(value).lower() == "true"
    if kind in ("list", "map"):
        return _json(str(value))
    if isinstance(value, int | float):
        return value
    return int(str(value)) if _INT.fullmatch(str(value)) else float(str(value).replace(",", "."))


def show(value: Value) -> str:
    """A cell as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def read_copies(value: Value) -> int | None:
    """The number of copies in a cell (`3`, `3x`, `x3`); None when it is not one."""
    if isinstance(value, bool):
        return None
    found = _COPIES.fullmatch(show(value).strip())
    return int(found[1]) if found else None


def _json(text: str) -> Any:
    """A list or map as `pnp export` writes it; None for anything else."""
    if text[:1] not in "[{" or not text:
        return None
    from msgspec import DecodeError, json

    try:
        read = json.decode(text)
    except (DecodeError, RecursionError, ValueError):
        return None
    return read if isinstance(read, dict | list) and _is_plain(read) else None


def _is_plain(value: Any, depth: int = 0) -> bool:
    """True for values that YAML can hold, too."""
    if depth > 20:
        return False
    if isinstance(value, dict):
        return all(_is_plain(inner, depth + 1) for inner in value.values())
    if isinstance(value, list):
        return all(_is_plain(inner, depth + 1) for inner in value)
    if isinstance(value, float):
        return value == round(value, 9) and abs(value) < 1e9
    return not isinstance(value, int) or abs(value) <= MAX_NUMBER


NAMES = ("name", "title", "card", "cardname", "cardtitle", "nimi", "nom", "nombre", "namn")
COPIES = (
    *("copies", "qty", "quantity", "count", "amount", "numcopies", "itemcount", "pieces", "pcs", "howmany"),
    *("kpl", "lkm", "maara", "lukumaara", "anzahl", "stuck", "antal"),
)
TEXTS: dict[str, tuple[str, ...]] = {
    "rule": ("text", "rule", "rules", "rulestext", "effect", "teksti", "saanto", "body"),
    "description": ("description", "desc"),
    "ability": ("ability", "abilities"),
    "flavour": ("flavor", "flavour", "flavortext", "flavourtext"),
    "quote": ("quote",),
}
# Words for names and texts that say their language; it counts where another column has the same in another one.
LANGUAGE_OF = {"nimi": "fi", "teksti": "fi", "saanto": "fi", "nom": "fr", "nombre": "es", "namn": "sv"}
_NOTES = (
    *("note", "notes", "comment", "comments", "remark", "remarks", "todo", "designnotes", "designernotes"),
    *("huom", "huomautus", "huomautukset", "muistiinpano", "muistiinpanot", "kommentti", "kommentit"),
    *("notiz", "notizen", "kommentar", "kommentare", "anteckning", "anteckningar", "notas", "remarque", "remarques"),
)
IDS = ("id", "cardid")
CODES = ("code", "cardcode")
LANGUAGES = (
    "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fi", "fr", "ga", "gl", "hr", "hu", "is", "it", "ja",
    "ko", "lt", "lv", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "se", "sk", "sl", "sr", "sv", "tr", "uk", "zh",
)  # fmt: skip
LONG = 40  # characters: longer words are texts, not fields
_OPTION = Span("--map")
_LANGUAGE = re.compile(r"(.+?)\s*(?:[_:. -]\s*([A-Za-z]{2})|\(([A-Za-z]{2})\)|\[([A-Za-z]{2})\])")
_TARGET = re.compile(r"(?:(text|source)[.:])?([^.:]+)(?:[.:]([a-z]{2}(?:-[A-Za-z]+)?))?")


class Column(Struct, frozen=True):
    """One column. kind: name, copies, id, code, deck, text, field, faces, source or skip; key: the text's slot or the
    field's name; lang: "" for the table's own language · at: its place in a row."""

    at: int
    header: str
    kind: str
    key: str = ""
    lang: str = ""


def read_columns(table: ImportedTable, mapped: Mapping[str, str], place: Span = _OPTION) -> list[Column]:
    """What the columns hold; `mapped`, written at `place`, defines it for some. Faults go to the table's report."""
    top = header_row(table)
    headers = [_header(value) for value in table.rows[top]]
    if is_own(headers):
        columns = [_own_column(at, header) for at, header in enumerate(headers)]
    else:
        columns = [_guess(at, header) for at, header in enumerate(headers)]
        columns = _settle_language_words(_settle_doubles(_settle_languages(columns)))
        columns = [_long(table, top, column) for column in columns]
    columns = _apply(table, columns, mapped, place)
    _check_headers(table, columns)
    return _unique(table, top, [column for column in columns if column.kind != "skip"])


def is_note(header: str) -> bool:
    """True for the header of notes or comments of those who make the game, which are never printed."""
    return fold_name(header) in _NOTES


def header_row(table: ImportedTable) -> int:
    """The number of the row with the headers: the first that holds anything."""
    return next(number for number, row in enumerate(table.rows) if any(value not in (None, "") for value in row))


def is_own(headers: list[str]) -> bool:
    """True for the lists that `pnp export` writes."""
    return {"game", "deck", "id"} <= set(headers) and any(header.startswith("source:") for header in headers)


def _header(value: Value) -> str:
    return " ".join(str(value).split()) if value is not None else ""


def _own_column(at: int, header: str) -> Column:
    head, _, lang = header.partition(":")
    if head == "source":
        return Column(at, header, "source", lang)
    if head == "name" and lang:
        return Column(at, header, "name", "", lang)
    if head.startswith("text.") and lang:
        return Column(at, header, "text", head[5:], lang)
    if header == "game" or not header:
        return Column(at, header, "skip")
    kinds = ("id", "deck", "copies", "code", "faces")
    return Column(at, header, header) if header in kinds else Column(at, header, "field", header)


def _guess(at: int, header: str) -> Column:
    """A column by its header alone."""
    folded = fold_name(header)
    if not header:
        return Column(at, header, "skip")
    for kind, words in (("name", NAMES), ("copies", COPIES), ("id", IDS), ("code", CODES), ("deck", ("deck",))):
        if folded in words:
            return Column(at, header, kind)
    for slot, spellings in TEXTS.items():
        if folded in spellings:
            return Column(at, header, "text", slot)
    found = _LANGUAGE.fullmatch(header)
    if found:
        lang = (found[2] or found[3] or found[4]).lower()
        inner = _guess(at, found[1])
        if lang in LANGUAGES and inner.kind in ("name", "text", "field") and not inner.lang:
            return replace(inner, header=header, lang=lang)
    return Column(at, header, "field", field_name(header))


def field_name(header: str) -> str:
    """A field's name made of a header: `Hit points` → hit_points."""
    import unicodedata

    plain = unicodedata.normalize("NFKD", header.replace("ø", "o").replace("æ", "ae").replace("ß", "ss"))
    name = re.sub(r"[^a-z0-9]+", "_", "".join(char for char in plain if not unicodedata.combining(char)).lower())
    name = name.strip("_") or "field"
    if name[0].isdigit():
        name = f"f_{name}"
    return f"{name}_" if name in CARD_KEYS else name[:60]


def _settle_languages(columns: list[Column]) -> list[Column]:
    """A field with a language is a text if another column has it in another one; else the code is part of its name."""
    languages: dict[str, set[str]] = {}
    for column in columns:
        if column.kind == "field" and column.lang:
            languages.setdefault(column.key, set()).add(column.lang)
    plain = {column.key for column in columns if column.kind == "field" and not column.lang}
    settled = []
    for column in columns:
        if column.kind == "field" and column.lang:
            if len(languages[column.key]) > 1 or column.key in plain:
                column = replace(column, kind="text")
            else:
                column = Column(column.at, column.header, "field", field_name(column.header))
        elif column.kind == "field" and column.key in languages:
            column = replace(column, kind="text")
        settled.append(column)
    return settled


def _settle_doubles(columns: list[Column]) -> list[Column]:
    """Of two columns that might be the name (or copies, …) the likelier one is; the other becomes a field or text."""
    slots = [word for words in TEXTS.values() for word in words]
    ranks = {"name": [*NAMES], "copies": [*COPIES], "id": [*IDS], "code": [*CODES], "text": slots}
    best: dict[tuple[str, str, str], tuple[int, int]] = {}

    def rank(column: Column) -> tuple[int, int]:
        words = ranks.get(column.kind, [])
        plain = fold_name(_without_language(column))
        return (words.index(plain) if plain in words else len(words)), column.at

    for column in columns:
        what = (column.kind, column.key, column.lang)
        if column.kind in ranks:
            best[what] = min(best.get(what, rank(column)), rank(column))
    settled = []
    for column in columns:
        winner = best.get((column.kind, column.key, column.lang), rank(column))
        # Equal ranks are left: two columns with the same meaning are a fault, which `_unique` reports.
        if winner[0] != rank(column)[0]:
            lang = "" if column.lang else LANGUAGE_OF.get(fold_name(column.header), "")
            if lang and (column.kind, column.key, lang) not in best:
                settled.append(replace(column, lang=lang))
                continue
            kind = "text" if column.kind == "text" else "field"
            column = replace(column, kind=kind, key=field_name(_without_language(column)))
        settled.append(column)
    return settled


def _settle_language_words(columns: list[Column]) -> list[Column]:
    """Give a plain `Nimi` its language where another column, such as `Nimi EN`, has the name in another one."""
    settled = []
    for column in columns:
        lang = "" if column.lang else LANGUAGE_OF.get(fold_name(column.header), "")
        beside = {other.lang for other in columns if (other.kind, other.key) == (column.kind, column.key)} - {""}
        settled.append(replace(column, lang=lang) if lang and beside and lang not in beside else column)
    return settled


def _without_language(column: Column) -> str:
    found = _LANGUAGE.fullmatch(column.header) if column.lang else None
    return found[1] if found else column.header


def _long(table: ImportedTable, top: int, column: Column) -> Column:
    """A field whose values are long or have several lines is a text."""
    if column.kind != "field":
        return column
    values = [row[column.at] for row in table.rows[top + 1 :] if column.at < len(row)]
    is_long = any(isinstance(value, str) and (len(value) > LONG or "\n" in value) for value in values)
    return replace(column, kind="text") if is_long else column


def _apply(table: ImportedTable, columns: list[Column], mapped: Mapping[str, str], place: Span) -> list[Column]:
    """What the user says about columns wins over every guess."""
    by_name = {fold_name(column.header): column.at for column in columns if column.header}
    # An exact spelling wins over one that only folds to the same key.
    by_name |= {column.header: column.at for column in columns if column.header}
    for header, target in mapped.items():
        at = by_name.get(header, by_name.get(fold_name(header)))
        if at is None:
            if target == "copies" and any(column.kind == "copies" for column in columns):
                continue  # the counts are now under another header that says so
            what = f"the table has no column “{header}”"
            hint = hint_nearest(header, _headers_for(table, columns, mapped, target))
            if target == "copies":
                what += ", which counts copies: each card would have one"
                hint = f"{hint or 'add it'}; if one copy each is right, remove it from columns:"
            table.report.error(place, what, hint, "unknown-column")
            continue
        column = _target(at, columns[at].header, target)
        if column is None:
            hint = "name, name:fi, copies, id, code, deck, text.rule, text.rule:fi, a field's name, or nothing"
            table.report.error(place, f"a column cannot hold “{target}”", hint, "bad-target")
        else:
            columns[at] = column
    return columns


def _headers_for(table: ImportedTable, columns: list[Column], mapped: Mapping[str, str], target: str) -> list[str]:
    """The headers that a missing one may have become: for copies only those whose cells are whole numbers."""
    free = [column for column in columns if column.header and column.header not in mapped]
    if target != "copies":
        return [column.header for column in free]
    rows = table.rows[header_row(table) + 1 :]
    cells = {c.header: [row[c.at] for row in rows if c.at < len(row) and row[c.at] not in (None, "")] for c in free}
    return [header for header, found in cells.items() if found and None not in map(read_copies, found)]


def _target(at: int, header: str, target: str) -> Column | None:
    if not target.strip():
        return Column(at, header, "skip")
    found = _TARGET.fullmatch(target.strip())
    if not found:
        return None
    head, key, lang = found[1] or "", found[2], found[3] or ""
    if head == "text":
        slot = field_name(key)
        return Column(at, header, "text", slot, lang)
    if head:
        return Column(at, header, "source", key)
    if key == "name":
        return Column(at, header, "name", "", lang)
    if lang:
        return None
    if key in ("copies", "id", "code", "deck"):
        return Column(at, header, key)
    return Column(at, header, "field", key) if key.isidentifier() and key not in CARD_KEYS else None


def _check_headers(table: ImportedTable, columns: list[Column]) -> None:
    """Cells in columns that have no header."""
    for at in range(max(map(len, table.rows))):
        if at < len(columns) and columns[at].header:
            continue
        filled = [number for number, row in enumerate(table.rows) if at < len(row) and row[at] not in (None, "")]
        if filled:
            hint = "give the column a header, or clear its cells"
            table.report.error(
                table.place(filled[0], at), "expected a header above this cell, got none", hint, "no-header"
            )


def _unique(table: ImportedTable, top: int, columns: list[Column]) -> list[Column]:
    """The columns without duplicates of others, which are reported."""
    first: dict[tuple[str, str, str], Column] = {}
    texts = {column.key: column for column in columns if column.kind == "text"}
    for column in columns:
        what = (column.kind, column.key, column.lang)
        other = first.get(what) or (texts.get(column.key) if column.kind == "field" else None)
        if other is None:
            first[what] = column
            continue
        message = f"“{column.header}” holds the same field as “{other.header}” in column {other.at + 1}"
        hint = f'rename it, or leave it out with --map "{column.header}=" (in a deck: columns: {{{column.header}: ""}})'
        table.report.error(table.place(top, column.at), message, hint, "duplicate-column")
    return list(first.values())
