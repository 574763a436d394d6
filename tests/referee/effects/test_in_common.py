"""Cards in play that are nobody's, numbers of copies, cards that must change something, and why an ability waits."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.catalog import CatalogEntry
from pnp.referee.kernel.trial import Trial
from tests.referee.effects.tables import game_of, lives, table_of

CARDS = """  - id: moor
    name: Moor
    type: charm
    copies: 4
    abilities:
      - {trigger: enters, do: [{op: gain_life, amount: 3}]}
      - {trigger: start_of_turn, who: any, does: active_player, do: [{op: lose_life, amount: 1}]}
      - {trigger: static, mods: [{mod: damage_taken, add: 1, who: each_player}]}
      - {trigger: leaves, do: [{op: gain_life, amount: 5}]}
  - {id: heath, name: Heath, type: charm, copies: 4, abilities: [{trigger: enters, do: [{op: gain_life, amount: 1}]}]}
  - {id: jab, name: Jab, copies: 4, abilities: [{trigger: play, do: [{op: damage, amount: 1, to: other_player}]}]}
  - id: raze
    name: Raze
    copies: 4
    abilities: [{trigger: play, do: [{op: put_in_discard, target: {choose: 1, controller: other}}]}]
  - {id: vat, name: Vat, type: spirit, copies: 6, abilities: [{trigger: enters_with, counters: 2}]}
  - id: sap
    name: Sap
    type: spirit
    copies: 6
    abilities: [{trigger: enters, do: [{op: remove_counters, amount: 1, target: {choose: 1}}]}]
  - id: flow
    name: Flow
    type: spirit
    copies: 6
    abilities:
      - {trigger: enters, do: [{op: move_counters, amount: 1, from: {choose: 1}, to: {choose: 1, type: [spirit]}}]}
  - id: well
    name: Well
    type: spirit
    copies: 6
    abilities:
      - trigger: activated
        limit: once_per_turn
        cost: [{op: lose_life, amount: 5}]
        do: [{op: remove_counters, amount: 1, target: {choose: 1}}]
  - id: gag
    name: Gag
    copies: 6
    abilities: [{trigger: play, do: [{op: silence, target: {choose: 1, name_is: [well]}}]}]
"""
EXILE = 'EXILE = Zone("exile", rule=EFFECTS)\n'
DECLARED = """CARDS = CardEffects(
    commons=COMMON,
    shared=("charm",),
    only_one={"charm": ONE},
    choose_first=True,
    must_change=("spirit",),
"""
CHANGES = (
    (EXILE, EXILE + 'COMMON = Zone("common", rule=EFFECTS)\n'),
    ("holds=(HAND,", "holds=(COMMON, HAND,"),
    (
        "from pnp.referee.kernel import (",
        "from pnp.referee.kernel import TABLE as ONE\nfrom pnp.referee.kernel import (",
    ),
    ("CARDS = CardEffects(\n", DECLARED),
    ('t.constant("plays")', "9"),
)


@pytest.fixture(scope="module")
def entry(tmp_path_factory: pytest.TempPathFactory) -> CatalogEntry:
    return game_of(tmp_path_factory.mktemp("common"), CARDS, changes=CHANGES)


def facts(table: Any) -> Any:
    return table.game.facts(table.state)


def why(table: Any, number: int) -> Any:
    """Why the first ability of a card in play cannot be used."""
    t = Trial(table.game.declared, table.state, listing=True)
    cards = t.game.effects
    return cards.why_not(t, cards.piece(t, number), 0)


def test_a_card_of_nobody_lies_on_the_table_and_concerns_whose_turn_it_is(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play moor")
    assert facts(table)["common"] == ["moor"] and facts(table)["table"] == [[], []]
    assert lives(table) == (15, 12)
    for line, now in (("anna: done", (15, 11)), ("ben: done", (14, 11))):
        assert table.read(line).accepted and lives(table) == now
    assert table.read("anna: play jab").accepted and lives(table) == (14, 9)


def test_a_new_card_of_nobody_sends_the_old_one_away_whoever_played_it(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play moor", "anna: done", "ben: play heath")
    assert facts(table)["common"] == ["heath"] and facts(table)["discards"] == ["moor"]
    assert lives(table) == (20, 12)


def test_a_card_of_nobody_is_no_other_players(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play moor")
    assert not table.read("anna: play raze").accepted


def test_a_correction_puts_a_card_of_nobody_into_play(entry: CatalogEntry) -> None:
    table = table_of(entry, "table: adjust common moor", "anna: play jab")
    assert lives(table) == (12, 10)


def test_copies_are_numbered_and_keep_their_numbers(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play vat", "anna: play vat", "anna: play vat", "table: adjust table anna vat vat")
    t = Trial(table.game.declared, table.state, listing=True)
    assert [piece.copy for piece in t.game.effects.in_play(t)] == [1, 2]
    table = table_of(entry, "anna: play vat", "anna: play vat", "anna: done", "ben: play raze", "ben: target vat nth=1")
    assert table.read("ben: play vat").accepted
    t = Trial(table.game.declared, table.state, listing=True)
    assert [(piece.seat, piece.copy) for piece in t.game.effects.in_play(t)] == [(0, 2), (1, 1)]


def test_a_card_that_must_change_something_is_not_played_for_nothing(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play blank")
    assert not table.read("anna: play sap").accepted  # no card has counters
    assert not table.read("anna: play flow").accepted
    table = table_of(entry, "anna: play vat")
    assert not table.read("anna: play flow").accepted  # the only card has nowhere to put them
    assert table.read("anna: play sap").accepted and table.read("anna: play flow").accepted


def test_the_game_is_told_why_an_ability_cannot_be_used(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play well")
    assert why(table, 1) == ("choice", "remove_counters")
    assert table.read("anna: play vat").accepted and why(table, 1) is None
    assert table.read("anna: use well").accepted and why(table, 1) == ("used", "once_per_turn")
    assert table.read("anna: play gag").accepted and why(table, 1) == ("silenced", "")
    poor = table_of(entry, "anna: play well", "anna: play vat", "table: adjust life anna 4")
    assert why(poor, 1) == ("cost", "lose_life")


def test_views_follow_from_their_own_lines(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play moor", "anna: play vat", "anna: done")
    assert "Moor" in table.game.show(table.game.project(table.state, 1), 1, "en")


def test_what_follows_from_the_cards_in_play_is_derived_once_until_they_change(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play vat")
    derived: list[int] = []

    def count(t: Any) -> int:
        derived.append(1)
        return len(t.game.effects.in_play(t))

    def asked() -> int:
        t = Trial(table.game.declared, table.state, listing=True)
        return int(t.game.effects.once(t, count))

    assert (asked(), asked(), len(derived)) == (1, 1, 1)
    assert table.read("anna: play jab").accepted and (asked(), len(derived)) == (1, 1)
    assert table.read("anna: play vat").accepted and (asked(), len(derived)) == (2, 2)
