"""Searching, looking, giving, dice, tokens and curses: with real cards and at a digital table, in small decks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pnp.catalog import CatalogEntry, rules_of
from pnp.conformance.proof import prove, subject_of
from pnp.library.loader import read_book
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance
from tests.guard import some
from tests.referee.effects.tables import game_of, lives, table_of, text_of
from tests.referee.effects.test_any_cards import OF_SCENARIOS
from tests.referee.effects.test_resolving import card, plays

TURN = ("anna: done", "ben: done")
GOLEM = card("golem", "{trigger: enters, do: [{op: gain_life, amount: 1}]}", type_="spirit", copies=2)
WILD = card("wild", plays("{op: gain_life, amount: 1}"), copies=2)
EXTRA = """ASIDE = Zone("aside", of=EACH_SEAT, seen_by=OWNER, rule=EFFECTS)
SUPPLY = Zone("supply", first="tokens", decks=("tokens",), rule=EFFECTS)
"""
TOKENS = """deck: tokens
title: {en: Tokens, fi: Pelimerkit}
source: house
fields: {type: {values: [spirit]}}
texts: [rule, kind]
cards:
  - {id: imp, name: {en: Imp, fi: Piru}, type: spirit, copies: 3}
"""


def facts(replay: Any, name: str) -> Any:
    return replay.game.facts(replay.state)[name]


def read(replay: Any, *lines: str) -> Any:
    for line in lines:
        entered = replay.read(line)
        assert entered.accepted, (line, entered.ruling)
    return replay


def size(replay: Any) -> int:
    """How many cards are in the deck; the referee knows some of them after a look."""
    deck = facts(replay, "deck")
    return deck if isinstance(deck, int) else len(deck)


def refused(replay: Any, line: str) -> bool:
    return not replay.read(line).accepted


def with_places(folder: Path, cards: str, decks: bool = True) -> CatalogEntry:
    """A game that has a place for cards put aside and a supply of tokens. decks: their zones take no other cards"""
    entry = game_of(folder, cards)
    rules = folder / "mygame" / "rules.py"
    text = rules.read_text("utf-8").replace("LIFE = Counter", EXTRA + "LIFE = Counter")
    text = text.replace("first=True", 'first="seers", decks=("seers",)').replace(
        "exile=EXILE,", "exile=EXILE, aside=ASIDE, supply=SUPPLY,"
    )
    text = text.replace("TABLE, EXILE, LIFE, PLAYED", "TABLE, EXILE, ASIDE, SUPPLY, LIFE, PLAYED")
    rules.write_text(text if decks else re.sub(r", decks=\(.*?\)", "", text), "utf-8")
    (folder / "mygame" / "cards" / "tokens.yaml").write_text(TOKENS, "utf-8")
    assert [str(item) for item in read_book(entry.card_folder()).report.errors] == []
    return entry


def test_a_card_of_a_kind_is_found_shown_and_the_deck_is_shuffled(tmp_path: Path) -> None:
    seek = card("seek", plays("{op: search, zone: deck, to: hand, filter: {name_is: [golem]}}"), copies=3)
    entry = game_of(tmp_path, GOLEM + seek)
    assert text_of(entry, "seek") == "Search the deck for Golem, show it and take it into your hand. Shuffle the deck."
    replay = table_of(entry, "anna: play seek")
    assert refused(replay, "anna: find seek")
    read(replay, "anna: find golem")
    assert "golem" in facts(replay, "hand")[0] and len(facts(replay, "hand")[0]) == 5
    read(replay, *TURN, "anna: play seek", "anna: pass")  # a deck may always turn out to hold none
    assert len(facts(replay, "hand")[0]) == 5


def test_a_card_of_the_discard_pile_must_be_taken_if_there_is_one(tmp_path: Path) -> None:
    raise_ = card("raise", plays("{op: search, zone: discard, to: play, filter: {type: [spirit]}}"), copies=2)
    drop = card("drop", plays("{op: discard, amount: 1}"))
    entry = game_of(tmp_path, GOLEM + raise_ + drop)
    assert text_of(entry, "raise") == "Put a spirit of the discard pile into play."
    replay = table_of(entry, "anna: play raise")  # there is none: nothing happens
    read(replay, *TURN, "anna: play drop", "anna: discard golem", *TURN, "anna: play raise")
    assert refused(replay, "anna: pass")
    read(replay, "anna: find golem")
    assert facts(replay, "table")[0] == ["golem"] and lives(replay)[0] == 13


@pytest.mark.parametrize("deal", ["physical", "digital"])
def test_what_is_taken_without_a_filter_is_seen_by_nobody_else(tmp_path: Path, deal: str) -> None:
    wish = card("wish", plays("{op: search, zone: deck, to: hand}"), copies=60)
    peek = card("peek", plays("{op: look_top, amount: 3, take: 1, rest: bottom}"), copies=60)
    for name, deck in (("wish", wish), ("peek", peek)):
        entry = game_of(tmp_path / name, deck)
        replay = table_of(entry, deal=deal)
        game = rules_of(entry)
        settle(replay, deal)
        read(replay, f"anna: play {name}")
        settle(replay, deal)
        before = size(replay)
        moves = game.legal_moves(replay.state, 0)
        move: Any = next(move for move in moves if type(move).__name__ == "Take")
        line = f"anna: take {'?' if deal == 'physical' else move.card}"
        read(replay, line)
        settle(replay, deal)
        assert size(replay) == before - 1
        assert str(game.redact(move, 1)).count("?") == 1 and move.card not in str(game.redact(move, 1))
        seen = game.facts(game.project(replay.state, 1))
        assert set(seen["hand"][0]) == {"?"}


def settle(replay: Any, deal: str) -> None:
    """Deal and show what a digital table deals and shows."""
    while deal == "digital" and replay.to_act == (TABLE,):
        assert replay.apply_move(replay.game.chance(replay.state, SeededChance(1))).accepted


def test_the_top_is_looked_at_and_stays(tmp_path: Path) -> None:
    peek = card("peek", plays("{op: look_top, amount: 3}"))
    entry = game_of(tmp_path, peek)
    assert text_of(entry, "peek", "fi") == "Katso pakan päältä 3 korttia."
    size = facts(table_of(entry), "deck")
    assert facts(table_of(entry, "anna: play peek"), "deck") == size


def test_a_card_is_given_and_cards_are_traded(tmp_path: Path) -> None:
    give = card("gift", plays("{op: give, amount: 1, to: other_player}"))
    trade = card("deal", plays("{op: trade, with: other_player}"))
    swap = card("swap", plays("{op: swap_hands, with: other_player}"))
    entry = with_places(tmp_path, give + trade + swap + WILD)
    replay = table_of(entry, "anna: play gift")
    read(replay, "anna: give wild ben")
    assert [len(hand) for hand in facts(replay, "hand")] == [3, 5] and "wild" in facts(replay, "hand")[1]
    read(replay, *TURN, "anna: play deal")
    assert refused(replay, "ben: aside wild")
    read(replay, "anna: aside ?", "ben: aside wild")
    assert "wild" in facts(replay, "hand")[0] and facts(replay, "aside") == [[], []]
    read(replay, *TURN)
    sizes = [len(hand) for hand in facts(replay, "hand")]
    read(replay, "anna: play swap")
    assert [len(hand) for hand in facts(replay, "hand")] == [sizes[1], sizes[0] - 1]
    assert "wild" in facts(replay, "hand")[1]


def test_dice_do_what_their_table_says_and_are_saved(tmp_path: Path) -> None:
    rows = "{1: [{op: lose_life, amount: 1}], 2: [{op: lose_life, amount: 1}], 6: [{op: gain_life, amount: 6}]}"
    die = card("die", plays(f"{{op: roll, table: {rows}}}"), copies=2)
    two = card("two", plays("{op: roll, dice: 2, save_as: S}", "{op: gain_life, amount: {var: S}}"))
    entry = game_of(tmp_path, die + two)
    assert text_of(entry, "die") == "Roll 1 die: **1, 2** lose 1 life; **6** gain 6 life."
    replay = table_of(entry, "anna: play die")
    assert refused(replay, "table: roll 7") and refused(replay, "anna: done")
    read(replay, "table: roll 6", *TURN, "anna: play die", "table: roll 3", *TURN, "anna: play two", "table: roll 2 5")
    assert lives(replay)[0] == 12 + 6 + 7


def test_a_type_is_named_and_the_next_card_is_of_it(tmp_path: Path) -> None:
    guess = card(
        "guess",
        plays(
            "{op: name_type, save_as: T}",
            "{op: mill, amount: 1, save_as: TOP}",
            "{op: if, cond: {fits: {card: TOP, filter: {of_type: T}}}, then: [{op: gain_life, amount: 5}]}",
        ),
        copies=2,
    )
    entry = game_of(tmp_path, guess + GOLEM)
    assert text_of(entry, "guess").endswith("If it is of that type, gain 5 life.")
    replay = table_of(entry, "anna: play guess", "anna: type spirit", "table: deal table golem")
    assert lives(replay)[0] == 17
    read(replay, *TURN, "anna: play guess", "anna: type spell", "table: deal table golem")
    assert lives(replay)[0] == 17


def test_the_deck_is_shuffled_with_the_discard_pile_or_the_card(tmp_path: Path) -> None:
    back = card("back", plays("{op: shuffle, with: discard}"))
    ghost = card("ghost", "{trigger: end_of_turn, do: [{op: shuffle, with: self}]}", type_="spirit")
    entry = game_of(tmp_path, back + ghost + WILD)
    replay = table_of(entry, "anna: play wild", *TURN)
    size = facts(replay, "deck")
    read(replay, "anna: play back")  # it lies there itself, too
    assert facts(replay, "discards") == [] and facts(replay, "deck") == size + 2
    read(replay, *TURN, "anna: play ghost", "anna: done")
    assert facts(replay, "table") == [[], []]


def test_a_discard_pile_is_turned_over_and_its_order_is_known(tmp_path: Path) -> None:
    entry = game_of(tmp_path, GOLEM + WILD)
    rules = tmp_path / "mygame" / "rules.py"
    rules.write_text(
        rules.read_text("utf-8").replace("    turns=OTHER", "    turns_over=True,\n    turns=OTHER"), "utf-8"
    )
    replay = table_of(entry, "table: adjust discards golem wild", "table: adjust hand ben 27", "anna: done")
    assert facts(replay, "discards") == [] and size(replay) == 1
    read(replay, "ben: play golem", "ben: done")
    assert size(replay) == 0 and "wild" in facts(replay, "hand")[0]


def test_an_empty_deck_is_made_at_once_or_when_a_card_is_needed(tmp_path: Path) -> None:
    lines = ("table: adjust discards golem wild", "table: adjust hand ben 26", "anna: done")
    for at_once, left in (("True", (2, [])), ("False", (0, ["golem", "wild"]))):
        changes = (("    turns=OTHER", f"    turns_over=True,\n    at_once=lambda t: {at_once},\n    turns=OTHER"),)
        replay = table_of(game_of(tmp_path / at_once, GOLEM + WILD, changes=changes), *lines)
        assert (size(replay), facts(replay, "discards")) == left


def test_a_game_hides_what_is_found_unless_the_card_says_show(tmp_path: Path) -> None:
    search = "{op: search, zone: deck, to: hand, filter: {type: [spirit]}%s}"
    wish, oath = card("wish", plays(search % "")), card("oath", plays(search % ", show: true"))
    changes = (("    turns=OTHER", "    hides_found=lambda t, effect: True,\n    turns=OTHER"),)
    entry = game_of(tmp_path, GOLEM + wish + oath, changes=changes)
    assert text_of(entry, "oath").startswith("Search the deck for a spirit, show it")
    for played, asked in (("wish", "effects.take_or_none"), ("oath", "effects.find_or_none")):
        assert table_of(entry, f"anna: play {played}").state.stack[-1].question == asked


def test_tokens_come_from_the_supply_and_go_back(tmp_path: Path) -> None:
    summon = card("summon", plays("{op: create, token: imp, amount: 2}"), copies=2)
    storm = card("storm", plays("{op: put_in_discard, target: {all: true}}"))
    entry = with_places(tmp_path, summon + storm)
    assert text_of(entry, "summon") == "Put 2 cards Imp from the supply into play."
    replay = table_of(entry, "anna: play summon", *TURN, "anna: play summon")
    assert facts(replay, "table")[0] == ["imp"] * 3 and facts(replay, "supply") == []
    read(replay, *TURN, "anna: play storm")
    assert facts(replay, "supply") == ["imp"] * 3 and "imp" not in facts(replay, "discards")


def test_a_curse_is_attached_to_a_player(tmp_path: Path) -> None:
    curse = card(
        "curse",
        "{trigger: enters, do: [{op: attach_to_player, who: other_player}]}",
        "{trigger: start_of_turn, who: bearer, do: [{op: lose_life, amount: 1, who: bearer}]}",
        "{trigger: static, mods: [{mod: damage_taken, add: 1, who: bearer}]}",
        type_="charm",
    )
    bolt = card("bolt", plays("{op: damage, amount: 1, to: each_other_player}"))
    entry = game_of(tmp_path, curse + bolt)
    assert "Damage to the bearer is raised by 1." in text_of(entry, "curse")
    seats = ("anna", "ben", "carl")
    lines = ("anna: play curse", "anna: choose carl", "anna: done", "ben: done", "carl: done")
    replay = table_of(entry, *lines, seats=seats)
    assert lives(replay) == (12, 12, 11)
    assert lives(read(replay, "anna: play bolt")) == (12, 11, 9)


def test_a_word_without_its_place_is_a_fault(tmp_path: Path) -> None:
    entry = game_of(tmp_path, card("deal", plays("{op: trade, with: other_player}")))
    found = [(item.message, item.hint) for item in read_book(entry.card_folder()).report.errors]
    assert found == [("“trade” needs aside, which the game does not have", "set CardEffects(aside=…)")]


@pytest.mark.parametrize(
    ("effect", "fault", "hint"),
    [
        ("{op: create, token: impp}", "the supply has no card “impp”", "imp"),
        ("{op: roll, dice: 4}", "expected dice from 1 to 3, got 4", ""),
        (
            "{op: search, zone: deck, to: hand, filter: {having: {typ: [spirit]}}}",
            "no deck has the field “typ”",
            "type",
        ),
        ("{op: exile, target: {all: true, having: {type: [spirt]}}}", "no card has the type “spirt”", "spirit"),
        ("{op: search, zone: pile, to: hand}", "“pile” is not allowed here", "deck, discard"),
    ],
)
def test_a_wrong_word_is_a_fault(tmp_path: Path, effect: str, fault: str, hint: str) -> None:
    entry = with_places(tmp_path, GOLEM)
    deck = tmp_path / "mygame" / "cards" / "seers.yaml"
    deck.write_text(deck.read_text("utf-8") + card("oak", plays(effect)), "utf-8")
    found = [(item.message, item.hint) for item in read_book(entry.card_folder()).report.errors]
    assert len(found) == 1 and fault in found[0][0] and hint in found[0][1], found


def test_a_hand_is_looked_at(tmp_path: Path) -> None:
    spy = card("spy", plays("{op: look_hand, who: other_player}"))
    entry = game_of(tmp_path, spy)
    assert text_of(entry, "spy") == "Look at another player's hand."
    assert lives(table_of(entry, "anna: play spy", "anna: done")) == (12, 12)


@pytest.mark.ci
def test_hands_that_change_owners_keep_every_promise(tmp_path: Path) -> None:
    options = "[[{op: swap_hands, with: other_player}], [{op: trade, with: left_player}], [{op: draw, amount: 1}]]"
    deck = card("deal", plays(f"{{op: choose_one, options: {options}}}"), copies=8)
    deck += card("gift", plays("{op: give, amount: 2, to: right_player}"), copies=6)
    deck += card("seek", plays("{op: search, zone: deck, to: hand, filter: {type: [spirit]}}"), copies=6)
    deck += card("peek", plays("{op: look_top, amount: 3, take: 1, rest: bottom}"), copies=6)
    deck += card("spy", plays("{op: look_hand, who: other_player}"), copies=6)
    entry = with_places(tmp_path, deck + card("frost", plays("{op: draw, amount: 1}")) + card("otter", plays()))
    broken = [
        (verdict.promise, verdict.words, verdict.line)
        for verdict in some(prove(subject_of(entry, seeds=1)))
        if verdict.state == "broken" and verdict.promise not in (*OF_SCENARIOS, "every_value_is_read")
    ]
    assert broken == []


@pytest.mark.parametrize("deal", ["physical", "digital"])
def test_a_corrected_token_comes_from_the_supply_and_the_deck_keeps_its_cards(tmp_path: Path, deal: str) -> None:
    """It went into the deck, whose last cards could not be looked at then."""
    peek = card("peek", plays("{op: look_top, amount: 99}"), copies=10)
    entry = with_places(tmp_path, peek, decks=False)
    replay = table_of(entry, deal=deal)
    while replay.to_act == (TABLE,):
        read(replay, replay.notation.format(replay.game.chance(replay.state, SeededChance(1))))
    cards = size(replay)
    read(replay, "table: adjust table anna imp")
    assert facts(replay, "supply") == ["imp"] * 2 and size(replay) == cards
    assert refused(replay, "table: adjust supply imp")
    read(replay, "table: adjust table anna")
    assert facts(replay, "supply") == ["imp"] * 3 and size(replay) == cards
    read(replay, "table: adjust hand anna peek", "anna: play peek")
    while replay.to_act == (TABLE,):
        read(replay, replay.notation.format(replay.game.chance(replay.state, SeededChance(1))))
