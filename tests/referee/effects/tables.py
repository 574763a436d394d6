"""Games with effects for tests: the rules and layouts of the scaffold with cards of a test, and tables of them."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pnp.catalog import CatalogEntry, book_of, find_game, rules_of
from pnp.referee.game import Setup
from pnp.referee.replay import Replay

SCAFFOLD = Path(__file__).parents[3] / "pnp" / "scaffold" / "effects" / "mygame"
DECK = """deck: seers
title: {en: Seers, fi: Tietäjät}
source: house
fields:
  type: {values: [spell, spirit, charm], required: true}
texts: [rule, kind]
defaults: {type: spell}
cards:
  - {id: blank, name: {en: Blank, fi: Tyhjä}, type: spirit, copies: 30}
"""


def game_of(folder: Path, cards: str, phrases: str = "", changes: Sequence[tuple[str, str]] = ()) -> CatalogEntry:
    """A game with these cards (entries of a deck, indented by two), and phrases of its own; no leaf shows its cards.

    changes: what else its rules say, instead of what they say
    """
    target = folder / "mygame"
    shutil.copytree(SCAFFOLD, target, ignore=shutil.ignore_patterns("tests", "__pycache__", "howto.yaml"))
    game = target / "cards" / "game.yaml"
    lines = game.read_text("utf-8").splitlines(keepends=True)
    game.write_text("".join(line for line in lines if "howto:" not in line), "utf-8")
    (target / "cards" / "seers.yaml").write_text(DECK + cards, encoding="utf-8")
    if phrases:
        with (target / "cards" / "phrases.yaml").open("a", encoding="utf-8") as stream:
            stream.write(phrases)
    rules = (target / "rules.py").read_text("utf-8")
    for old, new in changes:
        assert old in rules, old
        rules = rules.replace(old, new, 1)
    (target / "rules.py").write_text(rules, encoding="utf-8")
    return find_game("mygame", [folder])


def table_of(entry: CatalogEntry, *lines: str, seats: tuple[str, ...] = ("anna", "ben"), deal: str = "physical") -> Any:
    """A table after some lines, all of which must be accepted."""
    replay: Replay[Any] = Replay(rules_of(entry), Setup(seats, book_of(entry), {}, deal))
    for line in lines:
        entered = replay.read(line)
        assert entered.accepted, (line, entered.ruling)
    return replay


def lives(replay: Any) -> tuple[int, ...]:
    """The life of every seat."""
    return tuple(replay.game.scores(replay.state))


def text_of(entry: CatalogEntry, card: str, lang: str = "en") -> str:
    """What is printed on a card."""
    return str(book_of(entry).cards[card].texts["rule"][lang])
