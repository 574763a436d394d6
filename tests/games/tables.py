"""What every game's tests share: the card book, a setup, a table after some lines, cards with other words."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from pnp import catalog
from pnp.base.places import data_root
from pnp.catalog import built_in_slugs, find_game
from pnp.library.card import CardBook
from pnp.library.loader import load_book
from pnp.referee.game import PHYSICAL, Game, Setup
from pnp.referee.move import Move
from pnp.referee.record import parse_line
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import ACCEPTED, Reason
from tests.editing import edit_file

SCAFFOLD = Path(catalog.__file__).parent / "scaffold"


@cache
def refereed_slugs() -> tuple[str, ...]:
    """The built-in games that have a referee of their own."""
    games = Path(import_module("pnp.games").__path__[0])
    return tuple(slug for slug in built_in_slugs() if (games / slug / "__init__.py").is_file())


def game_of(slug: str) -> Game[Any]:
    """The referee of a game."""
    game: Game[Any] = import_module(f"pnp.games.{slug}").GAME
    return game


def scaffold_table(name: str, deal: str = PHYSICAL, seats: Sequence[str] = ("anna", "ben")) -> Replay[Any]:
    """A table of a game as `pnp new` makes it: `mygame`, `hands/mygame`, `effects/mygame`."""
    entry = find_game("mygame", [SCAFFOLD / Path(name).parent])
    book = catalog.book_of(entry)
    switches = {id_: option.default for id_, option in book.options.items()}
    return Replay(catalog.rules_of(entry), Setup(tuple(seats), book, switches, deal))


def modules_of(slug: str) -> list[Path]:
    """The modules of a game's referee."""
    return sorted(Path(import_module(f"pnp.games.{slug}").__path__[0]).rglob("*.py"))


def cited_rules(slug: str) -> set[str]:
    """The rule ids in the code of a game, but for the ids of questions (`KEI-Q26`)."""
    pattern = re.compile(rf"{book_of(slug).letters}-[A-PR-Z]?\d+[a-z]?")
    nodes = (node for file in modules_of(slug) for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in texts if pattern.fullmatch(text)}


@cache
def book_of(slug: str) -> CardBook:
    """The cards of a game."""
    return catalog.book_of(find_game(slug))


def agreed(slug: str, seats: Sequence[str], deal: str, cards: CardBook | None = None, **options: Any) -> Setup:
    """What is agreed before the first line: the switches as printed, but for those named."""
    cards = cards or book_of(slug)
    return Setup(tuple(seats), cards, {**{name: o.default for name, o in cards.options.items()}, **options}, deal)


def play_lines(table: Replay[Any], lines: Iterable[str]) -> Replay[Any]:
    """The table after some lines of a record; all must be accepted."""
    for text in lines:
        line = parse_line(text)
        assert line is not None
        entry = table.read(line.text, line.overruled)
        assert entry.accepted, f"{text}: {entry.ruling}"
    return table


def reasons_of(game: Game[Any], state: Any, move: Any) -> tuple[Reason, ...]:
    """Why a move does what it does; none of one that is refused."""
    ruling = game.judge(state, move)
    return game.explain(state, move, ruling) if isinstance(ruling, ACCEPTED) else ()


def news_of(game: Game[Any], state: Any, move: Any) -> tuple[str, ...]:
    """What is announced of a move; nothing of one that is refused."""
    ruling = game.judge(state, move)
    return game.news(state, move, ruling) if isinstance(ruling, ACCEPTED) else ()


def make_any(table: Replay[Any], move: Move, overruled: bool) -> Entry:
    """A line of whatever sort: it is read as it is written, and when it is refused it changes nothing."""
    before = table.state
    entry = table.apply_move(move, overruled=overruled)
    assert table.notation.parse(table.notation.format(move)) == move
    assert entry.accepted or table.state is before
    return entry


def cards_with(slug: str, folder: Path, file: str, *changes: tuple[str, str]) -> CardBook:
    """The card book after changing words of one YAML file; each must stand there once."""
    copy = folder / slug / "cards"
    shutil.copytree(f"{data_root('cards')}/{slug}", copy)
    edit_file(copy / file, *changes)
    return load_book(find_game(slug, [folder]).card_folder())
