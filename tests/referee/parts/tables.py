"""A book with the standard deck for small games of parts, and tables of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.library.card import CardBook
from pnp.library.card_folder import CardFolder
from pnp.library.loader import load_book
from pnp.referee.game import Game, Setup
from pnp.referee.replay import Replay

RULE = "PAR-01"
FILES = {
    "game.yaml": """
game: parts
title: Parts
version: "1"
players: [1, 4]
languages: [en]
letters: PAR
codes: PA
source: house
about: {en: A game of parts.}
components: {}
""",
    "cards.yaml": """
deck: cards
title: Cards
from: _stock/french
source: public
fields: {suit: text, number: int, rank: int}
texts: [index]
""",
    "rulebook.yaml": """
rulebook: parts
sections:
  - {id: play, title: {en: Play}, rules: [{id: PAR-01, source: house, words: {en: Play.}}]}
""",
    "messages.yaml": """
messages: parts
words: {over: {en: the game is over}}
""",
}
PROVED = ("secrets", "rulings", "records", "opponents")


@cache
def book() -> CardBook:
    """The standard deck, and a rule."""
    return load_book(CardFolder("parts", {name: text.encode() for name, text in FILES.items()}, "parts"))


def table_of(game: Game[Any], deal: str, seats: int, *lines: str) -> Replay[Any]:
    """A table after some lines, which must be accepted."""
    table = Replay(game, Setup(("anna", "ben", "carl", "dora")[:seats], book(), {}, deal))
    for line in lines:
        entry = table.read(line)
        assert entry.accepted, (line, entry.ruling)
    return table


def broken_promises(game: Game[Any], seats: int, seeds: int = 3) -> list[str]:
    """The promises that a game of a part breaks."""
    case = Case("parts", game, book(), seats, seeds)
    verdicts = [hold(promise, case) for promise in PROMISES if promise.__module__.endswith(PROVED)]
    return [verdict.words for verdict in verdicts if verdict.state not in (KEPT, NOTHING)]
