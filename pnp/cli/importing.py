"""`pnp import`. In: a table (csv, xlsx) that somebody keeps cards in. Out: the folder of a game that checks and builds.

Invariant: nothing is overwritten, and the folder appears whole or not at all; every fault of the table is reported at
once, as file:row:column, and then nothing is written.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from pnp.base.suggest import fold_name
from pnp.cli.arguments import check_table_language

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
    from pnp.cli.desk.imported import import_game, update_game
    from pnp.cli.new import check_name, check_title

    mapping = _mapping(mapped or ())
    check_table_language(lang)
    slug = slug or _slug(table)
    if update:
        update_game(Path(output, slug), table, sheet, mapping, lang)
        return
    check_name(slug, output)
    title = check_title(title or slug.replace("_", " ").capitalize())
    import_game(slug, title, output, table, sheet, mapping, lang)


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
    words = re.split(r"[\s_.-]+", table.stem)
    slug = "_".join(word for word in ("".join(c for c in fold_name(one) if c.isascii()) for one in words) if word)
    return (slug if slug[:1].isalpha() else f"game_{slug}".rstrip("_"))[:40]
