"""`pnp schema`. In: a game. Out: JSON Schemas of its files, and which file an editor holds against which.

Invariant: everything lies in one folder that may be thrown away and made again.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import json

from pnp.base.files import write_file
from pnp.base.places import shown_path
from pnp.catalog import CatalogEntry, book_of, find_game, vocabulary_of
from pnp.cli.arguments import GameName, Games
from pnp.library.card import CardBook

if TYPE_CHECKING:
    from pnp.library.effect.vocabulary import Vocabulary

Out = Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="where to create the game's folder")]

EDITOR = "settings.json"


def schema(game: GameName, output: Out = Path("output"), games: Games = None) -> None:
    """Write JSON Schemas of a game's cards, rules, layouts and themes, so that an editor completes and checks them."""
    entry = find_game(game, games or ())
    book = book_of(entry)
    folder = os.path.join(output, book.slug, "schemas")
    schemas = all_schemas(book, vocabulary_of(entry))
    files: dict[str, Any] = {f"{name}.json": value for name, value in schemas.items()}
    files[EDITOR] = {
        "yaml.schemas": {
            f"./{_relative(Path(folder, name))}": found for name, found in editor_files(entry, book).items()
        }
    }
    os.makedirs(folder, exist_ok=True)
    for name, value in files.items():
        write_file(os.path.join(folder, name), json.format(json.encode(value), indent=2) + b"\n")
    print(f"{shown_path(folder)}: {len(schemas)} schemas; {EDITOR} says which files they are for")


def all_schemas(book: CardBook, vocabulary: Vocabulary | None = None) -> dict[str, dict[str, Any]]:
    """Of everything a game's author writes, by the name of the file without its ending."""
    from pnp.layout.template.schema import layout_schemas
    from pnp.library.schema import book_schemas
    from pnp.web.drawing.screen_data import screen_schema

    return {**book_schemas(book, vocabulary), **layout_schemas(), "screen": screen_schema()}


def editor_files(entry: CatalogEntry, book: CardBook) -> dict[str, list[str]]:
    """For each schema's file the YAML files it is for, relative to the current folder."""
    found: dict[str, list[str]] = {}
    for path in sorted(Path(entry.cards).glob("*.yaml")):
        found.setdefault(f"{schema_of_cards(path, book)}.json", []).append(_relative(path))
    for path in sorted(Path(entry.layouts).glob("*.yaml")):
        name = path.stem if path.stem in ("theme", "sizes", "screen") else "layout"
        found.setdefault(f"{name}.json", []).append(_relative(path))
    return found


def schema_of_cards(path: Path, book: CardBook) -> str:
    """The name of the schema for a file among the cards, by its first words."""
    if path.stem in ("game", "rulebook"):
        return path.stem
    from pnp.base.yaml.spans import read_yaml

    value, _ = read_yaml(str(path), path.name)
    for other in ("table", "phrases", "messages", "teach", "howto"):
        if isinstance(value, dict) and other in value:
            return other
    deck = value.get("deck") if isinstance(value, dict) else None
    return f"deck-{deck}" if deck in book.decks else "deck"


def _relative(path: Path) -> str:
    return _posix(os.path.relpath(path))


def _posix(path: str) -> str:
    return path.replace(os.sep, "/")
