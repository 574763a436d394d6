"""A game that queues what is set off: it waits until nothing is half done, and its player may order it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import CatalogEntry
from tests.referee.effects.tables import game_of, lives, table_of

CARDS = """  - id: wisp
    name: Wisp
    type: spirit
    copies: 6
    abilities: [{trigger: loses_life, who: you, do: [{op: gain_life, amount: {life: you}}]}]
  - id: toll
    name: Toll
    type: spirit
    copies: 6
    abilities: [{trigger: loses_life, who: you, may: true, do: [{op: gain_life, amount: 5}]}]
  - id: bell
    name: Bell
    type: spirit
    copies: 6
    abilities: [{trigger: loses_life, who: you, may: true, do: [{op: gain_life, amount: {life: you}}]}]
  - id: cut
    name: Cut
    copies: 6
    abilities: [{trigger: play, do: [{op: lose_life, amount: 2}, {op: lose_life, amount: 3}]}]
  - id: idle
    name: Idle
    type: spirit
    copies: 6
    abilities:
      - {trigger: loses_life, who: you, may: true, do: [{op: silence, target: {choose: 1, name_is: [bell]}}]}
  - {id: nick, name: Nick, copies: 6, abilities: [{trigger: play, do: [{op: lose_life, amount: 1}]}]}
  - id: swell
    name: Swell
    copies: 6
    abilities: [{trigger: play, do: [{op: gain_life, amount: 90}, {op: lose_life, amount: 90}]}]
  - {id: feast, name: Feast, copies: 6, abilities: [{trigger: play, do: [{op: gain_life, amount: 90}]}]}
"""
DENY = """  - {id: deny, name: Deny, copies: 6, abilities: [{trigger: answers, to: play, do: [{op: cancel}]}]}
"""
ZONE = 'OPEN = Zone("open", rule=EFFECTS)\n'
QUEUED = """
def between(t):
    for seat in t.seats:
        if t[LIFE[seat]] > 60:
            t.put(LIFE[seat], 60)


def finished(t, seat, card):
    if card == "blank":
        t.add(LIFE[seat], 1)


CARDS = CardEffects(
    played=OPEN,
    queues=True,
    between=between,
    finished=finished,
"""
CHANGES = (
    ('EXILE = Zone("exile", rule=EFFECTS)\n', 'EXILE = Zone("exile", rule=EFFECTS)\n' + ZONE),
    ("holds=(HAND,", "holds=(OPEN, HAND,"),
    ("CARDS = CardEffects(\n", QUEUED),
    ("t.constant(\"plays\")", "9"),
)  # fmt: skip


@pytest.fixture(scope="module")
def entry(tmp_path_factory: pytest.TempPathFactory) -> CatalogEntry:
    return game_of(tmp_path_factory.mktemp("queued"), CARDS, changes=CHANGES)


@pytest.fixture(scope="module")
def start(entry: CatalogEntry) -> int:
    return lives(table_of(entry))[0]


def test_what_is_set_off_waits_until_the_card_is_done(entry: CatalogEntry, start: int, tmp_path: Path) -> None:
    assert lives(table_of(entry, "anna: play wisp", "anna: play cut"))[0] == 4 * (start - 5)
    at_once = game_of(tmp_path, CARDS, changes=CHANGES[3:])
    assert lives(table_of(at_once, "anna: play wisp", "anna: play cut"))[0] == 2 * (2 * (start - 2) - 3)


def test_a_player_orders_what_one_event_sets_off(entry: CatalogEntry, start: int) -> None:
    lines = ("anna: play toll", "anna: play bell", "anna: play nick")
    table = table_of(entry, *lines)
    top = table.state.stack[-1]
    assert (top.question, dict(top.about)["cards"]) == ("effects.order_or_none", ("toll", "bell"))
    assert "Toll" in table.game.pending(table.state)[0].why and "Bell" in table.game.pending(table.state)[0].why
    assert len(table.game.legal_moves(table.state, 0)) == 3  # two orders and a pass
    ordered = table_of(entry, *lines, "anna: order bell toll", "anna: yes", "anna: yes")
    assert lives(ordered)[0] == 2 * (start - 1) + 5
    named = table_of(entry, *lines, "anna: order bell", "anna: yes", "anna: yes")
    assert lives(named) == lives(ordered)
    passed = table_of(entry, *lines, "anna: pass", "anna: yes", "anna: yes")
    assert lives(passed)[0] == 2 * (start - 1 + 5)


def test_a_card_that_does_not_wait_is_refused(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play toll", "anna: play bell", "anna: play nick")
    assert not table.read("anna: order nick toll").accepted


def test_what_nobody_decides_comes_first_and_is_not_ordered(entry: CatalogEntry, start: int) -> None:
    table = table_of(entry, "anna: play toll", "anna: play wisp", "anna: play nick")
    assert table.state.stack[-1].question == "effects.may"
    assert lives(table)[0] == 2 * (start - 1)


def test_the_game_looks_at_the_table_only_when_nothing_is_half_done(entry: CatalogEntry, start: int) -> None:
    assert lives(table_of(entry, "anna: play swell", "anna: done"))[0] == start
    assert lives(table_of(entry, "anna: play feast", "anna: done"))[0] == 60


def test_the_game_hears_when_a_card_is_done(entry: CatalogEntry, start: int) -> None:
    assert lives(table_of(entry, "anna: play blank"))[0] == start + 1


def test_a_played_card_lies_open_until_it_is_done(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play nick")
    facts = table.game.facts(table.state)
    assert (facts["open"], facts["discards"]) == ([], ["nick"])


def test_a_queue_needs_a_zone_for_what_is_played(tmp_path: Path) -> None:
    changes = (("CARDS = CardEffects(\n", "CARDS = CardEffects(\n    queues=True,\n"),)
    with pytest.raises(Exception, match="needs a zone where it lies meanwhile"):
        table_of(game_of(tmp_path, CARDS, changes=changes))


def test_what_has_nothing_to_choose_is_passed_over(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play idle", "anna: play nick")
    assert table.state.stack[-1].question == "your_turn"
    table = table_of(entry, "anna: play idle", "anna: play bell", "anna: play nick")
    assert table.state.stack[-1].question == "effects.order_or_none"


def test_a_cancelled_card_is_gone_at_once(start: int, tmp_path: Path) -> None:
    entry = game_of(tmp_path, CARDS + DENY, changes=CHANGES)
    table = table_of(entry, "anna: play nick", "ben: answer deny", "anna: done")
    facts = table.game.facts(table.state)
    assert (facts["discards"], facts["open"], lives(table)[0]) == (["nick", "deny"], [], start)
