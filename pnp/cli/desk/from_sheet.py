"""`pnp new NAME --from SHEET`. In: a sheet of cards. Out: the folder of a game whose cards stay in that sheet.

Invariant: nothing is overwritten, the sheet is copied byte for byte, and a game that would not load is not written.
"""

from __future__ import annotations

import os
from pathlib import Path

README = """# {title}

The cards are in `cards/{sheet}`. Every command reads them from there: edit the sheet, then look again.

| file | holds |
|---|---|
| `cards/{sheet}` | the cards, one per row; the first row names the columns |
| `cards/{deck}` | the deck: what each column holds, and its type |
| `cards/game.yaml` | title, players, languages, what is printed |
| `layouts/` | how a card looks |

    pnp look {slug} --sheet
    pnp check {slug}
    pnp build {slug} -o print
    pnp referee new {slug} anna ben -o evening.record

Run them here, or in the parent folder. Without a `rules.py` the referee knows turns, zones, counters and dice, and
that no card exists twice. See docs/rules.md to write rules, and docs/cards.md to write a rulebook.
"""


def make_from_sheet(slug: str, where: Path, title: str, table: Path, sheet: str, lang: str = "") -> None:
    """Make the game, and print how to go on; InputError with every fault of the sheet."""
    from pnp.base.diagnostics import InputError, Span
    from pnp.base.files import write_folder
    from pnp.cli.arguments import inside_of
    from pnp.cli.desk.imported import layout_files, print_art, print_warnings, read_bytes
    from pnp.library.card_folder import SHEETS
    from pnp.library.importing.columns import is_note, read_columns
    from pnp.library.importing.decks import make_decks
    from pnp.library.importing.folder import find_art, sheet_files
    from pnp.library.importing.table_reader import parse_table

    if not table.name.lower().endswith(SHEETS) or table.name.startswith((".", "~$")):
        hint = "for other tables use pnp import"
        raise InputError.single(Span(str(table)), f"expected a file ending in {', '.join(SHEETS)}", hint, "no-sheet")
    data = read_bytes(str(table))
    grid = parse_table(data, str(table), sheet)
    columns = [column for column in read_columns(grid, {}) if not is_note(column.header)]
    imported = make_decks(grid, columns, lang, title)
    grid.report.raise_errors()
    print_warnings(grid.report)
    art = find_art(imported, os.path.dirname(os.path.abspath(table)))
    cards = sheet_files(slug, title, imported, str(table), sheet, data)
    layouts, unseen = layout_files(imported)
    decks = ", ".join(name for name in cards if name.endswith(".yaml") and name != "game.yaml")
    readme = README.format(title=title, sheet=table.name, deck=decks, slug=slug)
    files: dict[str, str | bytes] = {f"cards/{name}": content for name, content in cards.items()}
    files |= {f"layouts/{name}": text for name, text in layouts.items()} | {"README.md": readme}
    files |= {f"layouts/art/{name}": read_bytes(path) for name, path in art.files.items()}
    target = os.path.normpath(os.path.join(where, slug))
    write_folder(target, files)
    print(f"Created {target}{os.sep}; its cards are in {os.path.join(target, 'cards', table.name)}")
    if unseen:
        print(f"Not on the faces yet: {', '.join(dict.fromkeys(unseen))}")
    inside = inside_of(where)
    print(f"\n  pnp look {slug}{inside} --sheet\n  pnp build {slug}{inside} -o print")
    print_art(target, art)
