"""Lists as csv. In: a CardBook. Out: one row for each card, constant, option or rule, for a spreadsheet.

Invariant: no cell is taken for a formula, and `base/csv_cell.py` reads back every text as it was.
"""

from __future__ import annotations

from pnp.base.csv_edit import write_cell
from pnp.export.lists.rows import list_rows
from pnp.library.card import CardBook


def csv_text(book: CardBook, rows: str = "cards", lang: str = "") -> str:
    """One row for each card (constant, option, rule); every datum has a column `source:<datum>` beside it."""
    import csv
    import io

    names, made = list_rows(book, rows, lang)
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(names)
    for row in made:
        writer.writerow([write_cell(row.get(name)) for name in names])
    return buffer.getvalue()
