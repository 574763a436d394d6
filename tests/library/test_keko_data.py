"""The card files of Keko Chronicles against the checks that its rules make of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pnp.library.card import Card
from tests.games.tables import book_of
from tests.guard import some

BOOK = book_of("keko")
PLAY = BOOK.decks["play"].cards
CHARACTERS = BOOK.decks["characters"].cards

# What a table may switch, and what holds unless it does.
OPTIONS = {
    "team_play": False,
    "legacy_rule": False,
    "build_your_own_deck": False,
    "starting_location": False,
    "ownership_rules": False,
    "sudden_timing": "any_time_after_start",
    "repeat_activated": "unlimited_unless_stated",
    "abilities_in_comes_into_play_section": False,
    "section_back": False,
    "krystal_partial": "at_least_one_counter",
    "flip_moment": "after_effect_or_when_needed",
    "eliminated_cards": "all_to_discard",
    "all_die_together": "draw",
    "reveal_searched": True,
    "cost_damage_modified": False,
    "ownership_on_self_damage": False,
    "keko_key_shared": True,
    "hand_limit": "none",
    "max_life": "none",
    "starting_location_enters": False,
    "swap_with_yourself": False,
    "implicit_pass": True,
    "limit_reset": "every_turn",
    "round_limit": "none",
}


def ops(value: Any) -> set[str]:
    """The verbs of abilities, nested ones too."""
    if isinstance(value, dict):
        return ({value["op"]} if "op" in value else set()).union(*map(ops, value.values()))
    return set().union(*map(ops, value)) if isinstance(value, list | tuple) else set()


def test_kek_d01_the_starter_deck_by_type() -> None:
    types: Counter[str] = Counter()
    for card in PLAY:
        types[card.fields["type"]] += card.copies
    assert types == {"action": 30, "creature": 22, "item": 15, "krystal": 16, "location": 8, "transportation": 8}
    assert sum(card.copies for card in PLAY if card.fields["sudden"]) == 10


def test_kek_d02_a_character_shows_five_things() -> None:
    assert Counter(card.fields["affiliation"] for card in CHARACTERS) == {"Hero": 8, "Villain": 6}
    for card in CHARACTERS:
        assert card.name and card.abilities and card.fields["draw"] >= 1 and card.fields["life"] >= 1


def test_kek_d03_which_cards_have_a_kind_of_their_own() -> None:
    for card in some(PLAY):
        has_kind = card.fields["type"] in ("transportation", "item", "creature")
        assert bool(card.fields.get("subtype")) is has_kind, card.id


def test_kek_d05_a_sudden_action_is_an_action() -> None:
    assert all(card.fields["type"] == "action" for card in PLAY if card.fields["sudden"])


def test_kek_d17_every_krystal_changes_counters_as_it_comes_into_play() -> None:
    def changes(card: Card) -> bool:
        entering = [ability for ability in card.abilities if ability["trigger"] == "enters"]
        return bool(ops(entering) & {"add_counters", "remove_counters", "move_counters"})

    krystals = [card for card in PLAY if card.fields["type"] == "krystal"]
    assert len(krystals) == 8 and all(map(changes, krystals))


def test_kek_37_cards_that_keep_counters_are_marked_as_using_them() -> None:
    for card in some(PLAY):
        keeps = any(
            step.get("target") == "self" and step["op"] in ("add_counters", "remove_counters")
            for ability in card.abilities
            for step in (*ability.get("do", ()), *ability.get("cost", ()))
        )
        assert not keeps or card.fields["uses_counters"], card.id


def test_codes_are_in_the_order_of_the_cards() -> None:
    assert [card.code for card in PLAY] == [f"KC{number}" for number in range(1, 67)]
    assert [card.code for card in CHARACTERS] == [f"KC{number}" for number in range(101, 115)]


def test_every_option_has_its_default_and_a_rule() -> None:
    assert {name: option.default for name, option in BOOK.options.items()} == OPTIONS
    assert all(option.rule in BOOK.rulebook.rules for option in BOOK.options.values())
    assert BOOK.options["hand_limit"].values == ("none", *range(1, 1000))
    assert BOOK.options["max_life"].values[:2] == ("none", 21)


def test_every_rule_of_the_list_has_words() -> None:
    wanted = {
        *(f"KEK-{number:02}" for number in (*range(1, 11), *range(15, 27), *range(30, 44), *range(45, 50))),
        *(f"KEK-{number}" for number in (*range(55, 59), *range(60, 65), *range(70, 77))),
        *(f"KEK-H{number:02}" for number in range(1, 10)),
        *(f"KEK-V{number:02}" for number in (1, 2, 3, 4, 5, 10, 15, 20, 21)),
        *(f"KEK-E{number}" for number in range(1, 16)),
        *(f"KEK-C{number}" for number in range(1, 8)),
        *(f"KEK-A{number:02}" for number in range(1, 41)),
        *(f"KEK-D{number:02}" for number in range(1, 19)),
    }
    assert set(BOOK.rulebook.rules) == wanted
    assert all(rule.words["en"] and rule.words["fi"] for rule in BOOK.rulebook.rules.values())


def test_limits_of_an_own_deck_are_those_of_the_constants() -> None:
    own = BOOK.own_deck
    assert own is not None
    assert (own.least, own.most) == (BOOK.constant("least_deck"), BOOK.constant("most_deck")) == (99, 198)
    assert own.least <= BOOK.decks[own.deck].size <= own.most
