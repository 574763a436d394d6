"""What cannot be read is refused, and how lines are written is explained, in Finnish where that is asked for; the words
that people type are the same in every language.
"""

from __future__ import annotations

import pytest

from pnp.catalog import load_game
from pnp.referee.game import Setup
from pnp.referee.notation import Notation, verb_of
from pnp.referee.ruling import Ambiguous, Invalid
from tests.games.languages import english_in
from tests.games.tables import refereed_slugs
from tests.guard import some

GAMES = refereed_slugs()
TYPED = ("pass", "hand", "none", "deck")  # words of the lines below, or that stand for a choice or a place

# Lines that nobody can read, of whatever game.
UNREADABLE = (
    "",
    "pass",
    "anna pass",
    "zoe: pass",
    ": pass",
    "anna:",
    "anna: zzz",
    "anna: p",
    "anna: pass ben",
    "anna: pass x=1",
    "anna: place zzz 1,0",
    "anna: place ukko zzz",
    "anna: place ukko",
    "anna: place ukko 1,0 points=",
    "anna: place ukko 1,0 points=zzz",
    "anna: place ukko 1,0 points=-1",
    "anna: place ukko 1,0 points=1 points=2",
    "anna: place ukko 1,0 zzz=1",
    "anna: place ukko 1,0 points 3",
    "anna: place k 1,0",
    "anna: play zzz",
    "anna: claim zzz",
    "table: undo zzz",
    "table: adjust",
    "table: adjust zzz",
    "table: adjust hand zzz 3",
    "table: adjust hand anna zzz",
    "table: adjust turn",
    "table: adjust top zzz 3",
    "table: adjust top red zzz",
    "anna: " + "z" * 30_000,
)


def notation_of(slug: str) -> tuple[Notation, list[str]]:
    """A game's notation, and the words it is typed with."""
    game, book = load_game(slug)
    table = Notation(game, Setup(("anna", "ben"), book))
    return table, [*TYPED, *table.verbs(), *(verb_of(item.move) for item in game.adjustments)]


@pytest.mark.parametrize("slug", GAMES)
def test_what_cannot_be_read_is_refused_in_finnish(slug: str) -> None:
    table, typed = notation_of(slug)
    refused = [reading.because for line in UNREADABLE if isinstance(reading := table.parse(line), Invalid | Ambiguous)]
    assert len(refused) > len(UNREADABLE) - 5
    for text in refused:
        assert not english_in(text, typed), text


@pytest.mark.parametrize("slug", GAMES)
def test_the_grammar_is_explained_in_finnish(slug: str) -> None:
    table, typed = notation_of(slug)
    for text in some(text for usage in table.usages() for text in usage):
        assert not english_in(text, typed), text
