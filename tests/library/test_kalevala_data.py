"""The card database of Kalevala agrees with the checklist, and every datum names its source."""

from __future__ import annotations

from functools import cache

import pytest

from pnp.base.places import data_root
from pnp.base.suggest import fold_name
from pnp.library.card import SOURCES, CardBook
from pnp.library.loader import read_book

TILES = {
    "vainamoinen": (8, 6, "none"),
    "ukko": (7, 8, "none"),
    "kullervo": (6, 6, "only_kullervo_beside"),
    "kaarme": (5, 8, "may_cover"),
    "joukahainen": (4, 8, "line_sum"),
    "ilmarinen": (3, 9, "may_exchange"),
    "louhi": (2, 9, "both_ends"),
    "lemminkainen": (1, 6, "zero_neighbours"),
}


@cache
def book() -> CardBook:
    reading = read_book(f"{data_root('cards')}/kalevala")
    assert not reading.report.items, "\n".join(map(str, reading.report))
    assert reading.book
    return reading.book


def test_tiles() -> None:
    cards = book().decks["tiles"].cards
    assert {card.id: (card.fields["value"], card.copies, card.fields["power"]) for card in cards} == TILES
    assert sum(card.copies for card in cards) == 60
    assert [card.code for card in cards] == [f"KV{number}" for number in range(1, 9)]
    assert set(book().playing_cards) == set(TILES)


def test_markers() -> None:
    markers = book().decks["markers"]
    assert markers.kind == "tokens"
    assert {card.fields["shows"]: card.copies for card in markers.cards}.items() >= {"0": 12, "4+": 8}.items()


def test_constants_and_switches() -> None:
    assert (book().players, book().constant("hand_size"), book().constant("max_line")) == ((2, 2), 5, 7)
    assert {id_: option.default for id_, option in book().options.items()} == {
        "exchange_draws": False,
        "voluntary_pass": False,
        "stuck_player_discards": False,
        "louhi_ongoing": False,
        "louhi_from_middle": False,
        "zeroed_louhi_scores": True,
        "cover_kullervo": True,
        "cover_only_tile": False,
        "tie_result": "shared",
    }
    assert book().options["tie_result"].values == ("shared", "none")


def test_all_rules_are_there() -> None:
    numbers = [f"KAL-{number:02}" for number in range(1, 52)]
    at = numbers.index("KAL-40") + 1
    wanted = [*numbers[:at], "KAL-40a", "KAL-40b", "KAL-40c", *numbers[at:]]
    rules = book().rulebook.rules
    assert sorted(rules) == sorted(wanted)  # they stand in the order of play
    assert {id_ for id_, rule in rules.items() if rule.enforced == "people"} == {"KAL-05", "KAL-45", "KAL-51"}
    assert all(set(rule.words) == {"en", "fi"} for rule in rules.values())
    assert all(text.endswith((".", "!")) for rule in rules.values() for text in rule.words.values())


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_rule_texts_suit_a_small_tile(lang: str) -> None:
    texts = [card.texts["rule"][lang] for card in book().cards.values() if "rule" in card.texts]
    assert len(texts) >= 6
    assert max(map(len, texts)) <= 80


def test_every_datum_has_a_source() -> None:
    for card in book().cards.values():
        for datum in card.data:
            assert card.source_of(datum).kind in SOURCES
            assert "" in card.sources or datum in card.sources
    assert all(constant.source.note or constant.source.kind == "house" for constant in book().constants.values())
    for rule in book().rulebook.rules.values():
        assert all(part.split()[0] in SOURCES for part in rule.source.split(";"))
    notes = " ".join(rule.source for rule in book().rulebook.rules.values()).replace(";", " ").split()
    assert {note for note in notes if note.startswith("P")} <= set(book().references)


def test_names_differ_when_folded() -> None:
    names = [fold_name(name) for card in book().cards.values() for name in set(card.name.values())]
    assert len(set(names)) == len(names)
