"""Damage of one effect to several players: each may answer it, then all of them take it at once."""

from __future__ import annotations

import pytest

from pnp.catalog import CatalogEntry
from tests.referee.effects.tables import game_of, lives, table_of

CARDS = """  - id: storm
    name: Storm
    copies: 6
    abilities: [{trigger: play, do: [{op: damage, amount: 3, to: each_other_player}]}]
  - id: flood
    name: Flood
    copies: 6
    abilities: [{trigger: play, do: [{op: damage, amount: 12, to: each_player}]}]
  - {id: duck, name: Duck, copies: 6, abilities: [{trigger: answers, to: damage, do: [{op: prevent, amount: all}]}]}
  - id: spite
    name: Spite
    copies: 6
    abilities: [{trigger: answers, to: damage, do: [{op: damage, amount: 1, to: each_other_player}]}]
  - id: stab
    name: Stab
    copies: 6
    abilities: [{trigger: play, do: [{op: damage, amount: 2, to: other_player}]}]
"""
EXILE = 'EXILE = Zone("exile", rule=EFFECTS)\n'
PLAYED = (
    (EXILE, EXILE + 'OPEN = Zone("open", rule=EFFECTS)\n'),
    ("holds=(HAND,", "holds=(OPEN, HAND,"),
    ("CARDS = CardEffects(\n", "CARDS = CardEffects(\n    played=OPEN,\n"),
)
ASKED = """
def asked(t, seats, played):
    return seats if played is None else ()


CARDS = CardEffects(
    asked=asked,
    more_damage=lambda t, doing, seat: 4 if doing.card == "stab" else 0,
    may_harm=lambda t, you, seat: abs(you - seat) == 2,
    played=OPEN,
"""
SEATS = ("anna", "ben", "carl", "dora")


@pytest.fixture(scope="module")
def entry(tmp_path_factory: pytest.TempPathFactory) -> CatalogEntry:
    return game_of(tmp_path_factory.mktemp("together"), CARDS, changes=PLAYED)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> CatalogEntry:
    changes = (*PLAYED[:2], ("CARDS = CardEffects(\n", ASKED))
    return game_of(tmp_path_factory.mktemp("asked"), CARDS, changes=changes)


def test_nobody_loses_life_before_all_have_answered(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play storm", seats=SEATS[:3])
    assert (table.to_act, lives(table)) == ((1,), (12, 12, 12))
    assert table.read("ben: pass").accepted
    assert (table.to_act, lives(table)) == ((2,), (12, 12, 12))
    assert table.read("carl: answer duck").accepted
    assert lives(table) == (12, 9, 12)


def test_all_fall_together(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play flood", "anna: pass", "ben: pass")
    assert table.outcome is not None and table.outcome.winners == (0, 1)


def test_an_answer_that_does_damage_is_done_before_the_damage_that_it_answers(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play storm", "ben: answer spite", seats=SEATS[:3])
    for line in ("anna: pass", "carl: pass"):
        assert table.read(line).accepted
    assert (table.to_act, lives(table)) == ((1,), (11, 12, 11))  # ben may answer once more
    for line in ("ben: pass", "carl: pass"):
        assert table.read(line).accepted
    assert lives(table) == (11, 9, 8)


def test_a_game_says_who_is_asked(own: CatalogEntry) -> None:
    table = table_of(own, "anna: play storm", seats=SEATS)
    assert table.to_act == (1,)


def test_a_game_says_whom_a_player_may_harm(own: CatalogEntry) -> None:
    table = table_of(own, "anna: play stab", seats=SEATS)
    assert table.to_act == (2,)  # nobody else can be chosen
    assert table.read("carl: pass").accepted and lives(table) == (12, 12, 6, 12)  # 2, and 4 by the rules of the game
    alone = table_of(own, "anna: play stab", seats=SEATS[:2])
    assert lives(alone) == (12, 12)
