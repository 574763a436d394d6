"""`pnp import`. In: a table (csv, xlsx) that somebody keeps cards in. Out: the folder of a game that checks and builds.

Invariant: nothing is overwritten, and the folder appears whole or not at all; every fault of the table is reported at
once, as file:row:column, and then nothing is written.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pnp.library.importing.decks import ImportedGame

Table = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="a csv or xlsx with headers in its first row, or a json: a list of objects"),
]
Slug = Annotated[str, typer.Option("--game", help="short name of the game (default: made from the file name)")]
Where = Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="where to create the game's folder")]
Map = Annotated[
    list[str] | None,
    typer.Option("--map", metavar="COLUMN=WHAT", help="what a column holds: name, copies, text.rule:fi, a field …"),
]
Sheet = Annotated[str, typer.Option("--sheet", help="sheet of a workbook (default: the first)")]
Lang = Annotated[str, typer.Option("--lang", help="language of columns that name none (default: en)")]
Update = Annotated[
    bool, typer.Option("--update", help="update the game made from this sheet; ids, layouts and rules stay")
]
Title = Annotated[str, typer.Option("--title", help="title of the game (default: made from the short name)")]


def import_(
    table: Table,
    slug: Slug = "",
    output: Where = Path("."),
    mapped: Map = None,
    sheet: Sheet = "",
    lang: Lang = "",
    title: Title = "",
    update: Update = False,
) -> None:
    """Turn a spreadsheet into card files and a first layout; --update brings in later changes. To keep editing
    the spreadsheet instead: pnp new NAME --from FILE.
    """
    from pnp.base.files import write_folder
    from pnp.cli.arguments import check_table_language
    from pnp.cli.desk.imported import layout_files, print_art, print_warnings, read_bytes
    from pnp.cli.new import check_name, check_title
    from pnp.library.card_folder import SHEETS
    from pnp.library.importing.columns import read_columns
    from pnp.library.importing.decks import make_decks
    from pnp.library.importing.folder import card_files, find_art
    from pnp.library.importing.table_reader import read_table

    mapping = _mapping(mapped or ())
    check_table_language(lang)
    slug = slug or _slug(table)
    if update:
        _update(Path(output, slug), table, sheet, mapping, lang)
        return
    check_name(slug, output)
    title = check_title(title or slug.replace("_", " ").capitalize())
    grid = read_table(table, sheet)
    columns = read_columns(grid, mapping)
    imported = make_decks(grid, columns, lang, title)
    grid.report.raise_errors()
    print_warnings(grid.report)
    art = find_art(imported, os.path.dirname(os.path.abspath(table)))
    files: dict[str, str | bytes] = {
        f"cards/{name}": text for name, text in card_files(slug, title, imported, table.name).items()
    }
    layouts, unseen = layout_files(imported)
    pictures = {f"layouts/art/{name}": read_bytes(path) for name, path in art.files.items()}
    files |= {f"layouts/{name}": text for name, text in layouts.items()}
    files |= pictures
    target = os.path.normpath(os.path.join(output, slug))
    write_folder(target, files)
    _print_next_steps(target, slug, output, imported, unseen, grid.others)
    print_art(target, art)
    if table.name.lower().endswith(SHEETS):
        print(f"\nTo keep editing the sheet instead: pnp new NAME --from {table}")


def _update(target: Path, table: Path, sheet: str, mapping: dict[str, str], lang: str) -> None:
    """Write what changed in the sheet into the card files of the game that is there."""
    from pnp.base.files import replace_file
    from pnp.cli.desk.imported import print_warnings
    from pnp.library.card_folder import open_card_folder
    from pnp.library.importing.columns import read_columns
    from pnp.library.importing.decks import make_decks
    from pnp.library.importing.table_reader import read_table
    from pnp.library.importing.update import plan_update

    folder = open_card_folder(target / "cards", target.name)
    grid = read_table(table, sheet)
    imported = make_decks(grid, read_columns(grid, mapping), lang)
    grid.report.raise_errors()
    print_warnings(grid.report)
    plan = plan_update(folder, imported)
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
    changed = ", ".join(plan.files) or "nothing"
    print(f"{changed} changed in {target / 'cards'}{os.sep}")


def _mapping(mapped: list[str] | tuple[()]) -> dict[str, str]:
    mapping = {}
    for entry in mapped:
        header, sign, what = entry.rpartition("=")
        if not sign or not header.strip():
            raise typer.BadParameter(f"expected COLUMN=WHAT, got “{entry}”", param_hint="--map")
        mapping[header.strip()] = what.strip()
    return mapping


def _slug(table: Path) -> str:
    """A short name made of a file's name."""
    from pnp.base.suggest import fold_name

    words = re.split(r"[\s_.-]+", table.stem)
    slug = "_".join(word for word in ("".join(c for c in fold_name(one) if c.isascii()) for one in words) if word)
    return (slug if slug[:1].isalpha() else f"game_{slug}".rstrip("_"))[:40]


def _print_next_steps(
    target: str, slug: str, output: Path, imported: ImportedGame, unseen: list[str], others: tuple[str, ...]
) -> None:
    """Print what was made, and how to go on."""
    for deck in imported.decks:
        fields = ", ".join(f"{name} ({kind})" for name, kind in deck.fields.items()) or "no fields"
        texts = f"; texts: {', '.join(deck.slots)}" if deck.slots else ""
        print(f"{deck.title}: {len(deck.cards)} cards, {deck.total} with copies; {fields}{texts}")
    if imported.languages.drafts:
        print(f"Incomplete languages: {', '.join(imported.languages.drafts)}")
    if unseen:
        print(f"Not on the faces yet: {', '.join(dict.fromkeys(unseen))}")
    if others:
        print(f"Sheets not read: {', '.join(others)} (--sheet)")
    from pnp.cli.arguments import inside_of

    inside = inside_of(output)
    print(f"Created {target}{os.sep}\n\n  pnp check {slug}{inside}\n  pnp build {slug}{inside} -o print")
