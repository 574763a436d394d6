"""Every text of a referee is in Finnish where that is asked for; what people type stays the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pnp.catalog import find_game, load_game
from pnp.conformance.english_texts import count_english_texts
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.correction import SetHand, SetScore, SetTurn
from pnp.referee.game import is_dealt
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.seat import TABLE
from tests.games.languages import english_in, texts_of
from tests.games.playthrough import with_real_cards
from tests.guard import some

GAMES = ("kalevala", "keikalla", "drumroll", "keko", "suomi1918")


def junk(slug: str) -> Iterator[Move]:
    """Lines that no game needs, and corrections that cannot be."""
    card = next(iter(load_game(slug)[1].playing_cards))
    for seat in (TABLE, 0, 1):
        yield Pass(seat)
        yield Deal(TABLE, seat, (card,) * 20)
        yield Deal(seat, 0, (card,))
        yield SetScore(TABLE, seat, 3)
        yield SetTurn(TABLE, seat)
        yield from (SetHand(TABLE, seat, holds) for holds in (0, 1, 40, (card,) * 4))


@pytest.mark.parametrize("slug", GAMES)
def test_every_text_knows_finnish(slug: str) -> None:
    game, book = load_game(slug)
    for seed in (1, 2):
        played = simulate(game, book, SEAT_NAMES[: book.players[0]], seed, ["random"])
        lines = [entry.move for entry in played.entries if entry.move and not is_dealt(game, entry.move)]
        physical = with_real_cards(game, played, lines)
        for table in (played, physical):
            for text in some(texts_of(table, junk(slug))):
                assert not english_in(text), text


@pytest.mark.parametrize("slug", GAMES)
def test_no_sentence_stands_in_the_code(slug: str) -> None:
    assert count_english_texts(find_game(slug)) == 0
