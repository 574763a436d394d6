"""No number of the game stands in Python: other numbers in the card files are refereed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.games.keikalla import GAME
from pnp.games.keikalla.legal_moves import candidates
from pnp.games.keikalla.moves import Roll
from pnp.library.card import CardBook
from pnp.referee.game import Setup
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance
from tests.games.tables import book_of

BAND = "liekehtivat_takajeejeet"


def with_card(deck: str, id_: str, **changed: Any) -> CardBook:
    """The book with other fields on one card."""
    book = book_of("keikalla")
    old = book.decks[deck]
    cards = tuple(replace(card, fields={**card.fields, **changed}) if card.id == id_ else card for card in old.cards)
    return replace(book, decks={**book.decks, deck: replace(old, cards=cards)})


def test_the_die_has_as_many_sides_as_the_band_card_gives_it() -> None:
    ability = {"id": "start_stage_presence", "chance": {"die": 4, "success": [4]}}
    table = Replay(GAME, Setup(("anna", "ben"), with_card("bands", BAND, ability=ability), {}, "digital"))
    assert table.read(f"anna: band {BAND}").accepted
    assert [move.die for move in candidates(table.state, TABLE) if isinstance(move, Roll)] == [1, 2, 3, 4]
    thrown = [GAME.chance(table.state, SeededChance(seed)) for seed in range(40)]
    dice = {move.die for move in thrown if isinstance(move, Roll)}
    assert dice == {1, 2, 3, 4}
    assert not table.read("table: roll 5").accepted
    assert table.read("table: roll 4").accepted
    assert table.state.players[0].reputation == 1


def test_a_groupie_costs_as_many_turns_as_are_printed_on_the_card() -> None:
    table = Replay(GAME, Setup(("anna", "ben"), with_card("actions", "groupie", turns_lost=2)))
    assert table.state.data.card_data("groupie").turns_lost == 2


def test_a_card_without_the_number_that_is_read_is_a_fault_of_its_file() -> None:
    with pytest.raises(InputError, match="roadies_strike: expected a number for takes_best"):
        GAME.setup(Setup(("anna", "ben"), with_card("actions", "roadies_strike", takes_best=None)))


@pytest.mark.parametrize("helper", ["roadie", "convoy"])
def test_the_numbers_that_are_printed_of_roadies_and_convoys_are_those_of_the_cards(helper: str) -> None:
    book = book_of("keikalla")
    cards = [card.fields for card in book.decks["movement"].cards if card.fields.get("steps")]
    top = book.constant(f"{helper}_top")
    assert {fields["steps"] for fields in cards if fields[helper]} == set(range(1, top + 1))
