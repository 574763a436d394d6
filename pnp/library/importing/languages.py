"""Languages of a table. In: its columns and rows. Out: the game's own language, the complete ones, the drafts.

Invariant: the own language has words wherever any language has; where no language does, each gap is reported.
"""

from __future__ import annotations

from msgspec import Struct

from pnp.base.name_key import fold_name
from pnp.library.importing.columns import LANGUAGE_OF, Column
from pnp.library.importing.table import ImportedTable, Value
from pnp.library.importing.values import is_blank


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
