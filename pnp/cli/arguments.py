"""Parameters that several commands share, and how they answer. In: the command line. Out: typed parameters.

Invariant: imports nothing heavy but Typer, so that every command may use it.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import json

from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.base.files import read_text
from pnp.base.places import shown_path
from pnp.base.system import quote_word
from pnp.cli import completing
from pnp.cli.streams import text_width
from pnp.library.card import CardBook

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="short name of a game (see pnp list)", autocompletion=completing.games)
]
GameNames = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]…", help="short names; default: all games", autocompletion=completing.games),
]
Json = Annotated[bool, typer.Option("--json", help="print JSON")]
Games = Annotated[
    list[Path] | None,
    typer.Option("--games", help="folder with your own games (their code is run)"),
]
OwnDeckFile = Annotated[
    Path | None, typer.Option("--deck", metavar="FILE", help="a deck file that you built (see docs/printing.md)")
]
Lang = Annotated[
    str,
    typer.Option("--lang", help="language (default: the game's first)", autocompletion=completing.languages),
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="file of the record")]
BotOption = Annotated[
    list[str] | None, typer.Option("--bot", metavar="SEAT=BOT", help="let a bot play this seat: ilmari=greedy")
]
ClockOption = Annotated[str, typer.Option("--clock", help="time per seat: 10m, 10m+5s; it decides nothing")]
RecordLang = Annotated[str, typer.Option("--lang", help="language of rules and names (default: the game's first)")]


def print_json(value: Any) -> None:
    """One JSON value, indented for people and readable by programs."""
    print(json.format(json.encode(value, enc_hook=str), indent=2).decode())


def with_own_deck(book: CardBook, deck: Path | None) -> CardBook:
    """The book with the deck of that file; InputError with every fault when it is none."""
    if deck is None:
        return book
    from pnp.library.own_deck import read_own_deck

    shown = shown_path(str(deck))
    changed, report = read_own_deck(read_text(str(deck), shown), shown, book)
    if changed is None:
        raise InputError(report)
    return changed


def pick_language(book: CardBook, lang: str) -> str:
    """The language asked for, or the game's first; UsageError when the game has no such language."""
    known = (*book.languages, *book.drafts)
    if not lang or lang in known:
        return lang or known[0]

    hint = f"one of: {', '.join(known)}"
    raise UsageError.single(Span(book.slug), f"the game has no language “{lang}”", hint, "unknown-language")


def check_table_language(lang: str) -> None:
    """Raise BadParameter when this cannot be the language of a table's columns; "" is the default."""
    if lang and not re.fullmatch("[a-z]{2}(-[A-Za-z]{2,8})?", lang):
        raise typer.BadParameter(f"expected a language code such as en, fi or pt-BR, got “{lang}”", param_hint="--lang")


def inside_of(folder: Path) -> str:
    """The words by which a command typed here finds a game in that folder: none where it looks anyway."""
    return "" if os.path.abspath(folder) == os.path.abspath(".") else f" --games {quote_word(str(folder))}"


def wrap(text: str, first: str = "", rest: str = "", *, has_paths: bool = False) -> str:
    """A paragraph as wide as a text may be (`text_width`); the first line and the others have their indents.

    Where it has paths, none is broken.
    """
    breaks = not has_paths
    wrapper = textwrap.TextWrapper(text_width(), first, rest, break_long_words=breaks, break_on_hyphens=breaks)
    return wrapper.fill(" ".join(text.split()))


def columns(rows: Sequence[Sequence[str]], gap: str = "  ") -> list[str]:
    """Rows as aligned lines."""
    widths = [
        max((len(row[n]) for row in rows if n < len(row)), default=0) for n in range(max(map(len, rows), default=0))
    ]
    return [gap.join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=False)).rstrip() for row in rows]
