"""What a photo tells a seat follows from the picture and the seat's view: twins, tables that the seat cannot tell
apart, answer the same picture with the same bytes.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec import json

from pnp.catalog import load_game
from pnp.photo.board import SeenCard
from pnp.photo.photo import ReadPhoto, compare_photo, photo_values, zones_of
from pnp.referee.view import ReplayView
from pnp.table.session import Session
from pnp.table.store import Store
from tests.twins import Pair, pairs

SIDE = 10.0  # pixels from card to card, on a board of squares of 44 mm


def picture_of(cards: list[str]) -> ReadPhoto:
    """Cards in rows."""
    step = SIDE / 44
    seen = [
        SeenCard(card, (SIDE * (at % 4), SIDE * (at // 4)), (step, 0), (0, step), (44, 44))
        for at, card in enumerate(cards)
    ]
    return ReadPhoto(tuple(seen), len(seen), (), (80, 80))


def answers(pair: Pair, photo: ReadPhoto) -> tuple[list[bytes], list[bytes]]:
    """What both tables answer the seat, for each zone, in both languages."""
    both: list[list[bytes]] = []
    for folder in pair.folders:
        session = Session(Store(folder / "t.record"), load_game)
        both.append([])
        for zone in ("", *zones_of(session, pair.seat)):
            report = compare_photo(photo, session, pair.seat, zone)
            for lang in ("en", "fi"):
                both[-1].append(json.encode(photo_values(report, session, pair.seat, lang), enc_hook=str))
    return both[0], both[1]


@pytest.mark.parametrize("game", ["kalevala", "suomi1918", "drumroll", "keko", "keikalla"])
def test_two_tables_that_a_seat_cannot_tell_apart_answer_a_photo_alike(tmp_path: Path, game: str) -> None:
    chance, named = Random(game), 0
    for number, pair in zip(range(3), pairs(game, tmp_path, 5, {}, 6, 40), strict=False):
        table = pair.tables[number % 2]
        held = [
            piece.card
            for piece in table.game.scene(ReplayView(table, None).state)
            if piece.card in table.setup.book.cards
        ]
        hidden = [piece.card for piece in table.game.scene(table.state) if piece.card in table.setup.book.cards]
        cards = [*held[:6], *chance.sample(hidden, min(6, len(hidden)))]
        ours, theirs = answers(pair, picture_of(cards))
        assert ours == theirs and ours
        named += any(b'"line"' in answer or b'"card"' in answer for answer in ours)
    assert named
