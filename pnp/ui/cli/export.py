"""`pnp export`. In: a game. Out: its card lists as csv, json or md, on the screen or in a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pnp.ui.cli.arguments import GameName, Games, Lang, pick_language

To = Annotated[str, typer.Option("--to", help="csv, json or md")]
Output = Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="write a file, not the screen")]
Rows = Annotated[str, typer.Option("--list", help="what a csv holds: cards, constants, options or rules")]


def export(
    game: GameName, to: To, output: Output = None, lang: Lang = "", rows: Rows = "cards", games: Games = None
) -> None:
    """Card lists with the source of every datum: csv for spreadsheets, json for programs, md for people."""
    from pnp.base.files import write_file
    from pnp.catalog import book_of, find_game
    from pnp.export.list_csv import LISTS
    from pnp.export.lists import FORMATS, list_text

    if to not in FORMATS:
        raise typer.BadParameter(f"“{to}” is not one of {', '.join(FORMATS)}", param_hint="--to")
    if rows not in LISTS:
        raise typer.BadParameter(f"“{rows}” is not one of {', '.join(LISTS)}", param_hint="--list")
    book = book_of(find_game(game, games or ()))
    text = list_text(book, to, pick_language(book, lang) if lang else "", rows)
    if output is None:
        sys.stdout.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]
        sys.stdout.write(text)
    else:
        write_file(output, text)
        print(output)
