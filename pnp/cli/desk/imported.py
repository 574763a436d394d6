"""Games made of tables of cards: `pnp import`, `pnp new NAME --from SHEET`. In: a table, how its columns are meant.
Out: the folder of a game, or its files with what changed in the table; and words.

Invariant: nothing is overwritten, a folder appears whole or not at all, and a game that would not load is not written;
every fault of the table is reported at once, as file:row:column.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import reason_of, replace_file, write_folder
from pnp.cli.arguments import inside_of
from pnp.cli.terminal.ink import print_faults
from pnp.layout.template.starter import StarterDeck, left_out, starter_files
from pnp.library.card_folder import SHEETS, open_card_folder
from pnp.library.importing.decks import ImportedGame, make_decks
from pnp.library.importing.folder import Art, art_field, card_files, find_art, layout_of, sheet_files
from pnp.library.importing.table import Column, ImportedTable, is_note, read_columns
from pnp.library.importing.table_reader import parse_table, read_table

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


def import_game(
    slug: str, title: str, output: Path, table: Path, sheet: str, mapping: Mapping[str, str], lang: str
) -> None:
    """Make a game of a table, and print how to go on."""
    grid = read_table(table, sheet)
    imported = _decks(grid, read_columns(grid, mapping), lang, title)
    art = _art_beside(table, imported)
    cards = card_files(slug, title, imported, table.name)
    target, unseen = _write(slug, output, imported, art, cards)
    for deck in imported.decks:
        fields = ", ".join(f"{name} ({kind})" for name, kind in deck.fields.items()) or "no fields"
        texts = f"; texts: {', '.join(deck.slots)}" if deck.slots else ""
        print(f"{deck.title}: {len(deck.cards)} cards, {deck.total} with copies; {fields}{texts}")
    if imported.languages.drafts:
        print(f"Incomplete languages: {', '.join(imported.languages.drafts)}")
    _print_unseen(unseen)
    if grid.others:
        print(f"Sheets not read: {', '.join(grid.others)} (--sheet)")
    inside = inside_of(output)
    print(f"Created {target}{os.sep}\n\n  pnp check {slug}{inside}\n  pnp build {slug}{inside} -o print")
    _print_art(target, art)
    if table.name.lower().endswith(SHEETS):
        print(f"\nTo keep editing the sheet instead: pnp new NAME --from {table}")


def update_game(target: Path, table: Path, sheet: str, mapping: Mapping[str, str], lang: str) -> None:
    """Write what changed in the table into the card files of the game that is there."""
    from pnp.library.importing.update import plan_update

    folder = open_card_folder(target / "cards", target.name)
    grid = read_table(table, sheet)
    plan = plan_update(folder, _decks(grid, read_columns(grid, mapping), lang))
    for name, (before, after) in plan.files.items():
        replace_file(target / "cards" / name, before, after)
    for line in plan.changes:
        print(line)
    listed = {
        "new": plan.new,
        "no longer in the sheet, kept in the game": plan.gone,
        "empty in the sheet, kept in the game": plan.kept,
        "columns not declared in the game": plan.unknown,
    }
    for what, found in listed.items():
        if found:
            print(f"{what}: {', '.join(found)}")
    print(f"{', '.join(plan.files) or 'nothing'} changed in {target / 'cards'}{os.sep}")


def make_from_sheet(slug: str, where: Path, title: str, table: Path, sheet: str, lang: str = "") -> None:
    """Make a game whose cards stay in a copy of the sheet, byte for byte, and print how to go on."""
    if not table.name.lower().endswith(SHEETS) or table.name.startswith((".", "~$")):
        hint = "for other tables use pnp import"
        raise InputError.single(Span(str(table)), f"expected a file ending in {', '.join(SHEETS)}", hint, "no-sheet")
    data = _read_bytes(str(table))
    grid = parse_table(data, str(table), sheet)
    columns = [column for column in read_columns(grid, {}) if not is_note(column.header)]
    imported = _decks(grid, columns, lang, title)
    art = _art_beside(table, imported)
    cards = sheet_files(slug, title, imported, str(table), sheet, data)
    decks = ", ".join(name for name in cards if name.endswith(".yaml") and name != "game.yaml")
    readme = README.format(title=title, sheet=table.name, deck=decks, slug=slug)
    target, unseen = _write(slug, where, imported, art, cards, {"README.md": readme})
    print(f"Created {target}{os.sep}; its cards are in {os.path.join(target, 'cards', table.name)}")
    _print_unseen(unseen)
    inside = inside_of(where)
    print(f"\n  pnp look {slug}{inside} --sheet\n  pnp build {slug}{inside} -o print")
    _print_art(target, art)


def _decks(grid: ImportedTable, columns: list[Column], lang: str, title: str = "") -> ImportedGame:
    """The decks of a table; InputError with every fault, when its warnings are printed."""
    imported = make_decks(grid, columns, lang, title)
    grid.report.raise_errors()
    print_faults(sorted(grid.report.warnings, key=lambda one: one.span))
    return imported


def _art_beside(table: Path, imported: ImportedGame) -> Art:
    """The pictures that cells name; the cells name them as they are called in the game from now on."""
    return find_art(imported, os.path.dirname(os.path.abspath(table)))


def _write(
    slug: str,
    where: Path,
    imported: ImportedGame,
    art: Art,
    cards: Mapping[str, str | bytes],
    more: Mapping[str, str | bytes] | None = None,
) -> tuple[str, list[str]]:
    """Write the folder: cards, layouts and pictures. Return it, and the fields that no layout shows."""
    layouts, unseen = _layout_files(imported)
    files: dict[str, str | bytes] = {f"cards/{name}": content for name, content in cards.items()}
    files |= {f"layouts/{name}": text for name, text in layouts.items()} | dict(more or {})
    files |= {f"layouts/art/{name}": _read_bytes(path) for name, path in art.files.items()}
    target = os.path.normpath(os.path.join(where, slug))
    write_folder(target, files)
    return target, unseen


def _layout_files(imported: ImportedGame) -> tuple[dict[str, str], list[str]]:
    """The layouts' files, and the fields they do not show."""
    decks = []
    for deck in imported.decks:
        notes = {name for name, header in deck.labels.items() if is_note(header)}
        fields = {name: kind for name, kind in deck.fields.items() if name not in notes}
        slots = [slot for slot in deck.slots if slot not in notes]
        decks.append(StarterDeck(layout_of(deck, len(imported.decks)), fields, slots, deck.labels, art_field(deck)))
    return starter_files(decks), [name for deck in decks for name in left_out(deck)]


def _read_bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except OSError as fault:
        raise InputError.single(Span(path), f"cannot be read: {reason_of(fault)}", code="unreadable") from None


def _print_unseen(unseen: list[str]) -> None:
    if unseen:
        print(f"Not on the faces yet: {', '.join(dict.fromkeys(unseen))}")


def _print_art(target: str, art: Art) -> None:
    """Print what became of the pictures."""
    place = os.path.join(target, "layouts", "art") + os.sep
    if art.files:
        print(f"\n{len(art.files)} pictures are in {place}")
    if art.lost:
        lost = list(dict.fromkeys(art.lost))
        more = f" and {len(lost) - 8} more" if len(lost) > 8 else ""
        named = f"{', '.join(lost[:8])}{more}"
        print(f"\nPictures (PNG, JPEG, WebP or SVG) not found beside the table: {named}; put them into {place}")
