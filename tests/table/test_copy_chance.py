"""Chance that belongs to copies: decks that differ a little are dealt almost alike, and records say how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.catalog import load_game
from pnp.library.card import Card, CardBook
from pnp.playtest.bots import RANDOM
from pnp.playtest.simulate import SEAT_NAMES, Simulator
from pnp.referee.loading import replay_record
from pnp.referee.record import parse_record
from pnp.table.deal_proof import check_deals
from pnp.table.dealer import CopyChance, SeededChance
from tests.games.tables import refereed_slugs

DECKS = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=30)
SEEDS = st.integers(0, 2**64)


def without(order: tuple[str, ...], card: str) -> list[str]:
    return [other for other in order if other != card]


@given(SEEDS, DECKS, st.sampled_from("abcdefgh"), st.randoms(use_true_random=False))
def test_with_one_more_copy_all_other_cards_lie_as_they_lay(seed: int, deck: list[str], card: str, mixer: Any) -> None:
    chance = CopyChance(seed)
    before = chance.shuffle("deck", deck)
    more = [*deck, card]
    mixer.shuffle(more)  # how the deck is listed says nothing
    after = chance.shuffle("deck", more)
    assert Counter(after) == Counter(more)
    assert without(before, card) == without(after, card)
    places = [at for at, one in enumerate(after) if one == card]
    assert any((*after[:at], *after[at + 1 :]) == before for at in places), "the old copies lie between the same cards"


@given(SEEDS, DECKS, st.sampled_from("abcdefgh"))
def test_with_one_more_copy_a_draw_brings_the_same_card_or_the_new_one(seed: int, cards: list[str], card: str) -> None:
    chance = CopyChance(seed)
    drawn = chance.draw(f"deck {len(cards)}", cards, moment="third draw")
    assert drawn in cards
    assert chance.draw(f"deck {len(cards) + 1}", [*cards, card], moment="third draw") in (drawn, card)


def test_every_copy_is_equally_likely_wherever_it_is_listed() -> None:
    drawn, first, last = Counter[str](), Counter[str](), Counter[str]()
    cards = ["a", "b", "a", "a", "c"]
    for seed in range(3000):
        chance = CopyChance(seed)
        order = chance.shuffle("deck", cards)
        drawn[chance.draw("deck", cards)] += 1
        first[order[0]] += 1
        last[order[-1]] += 1
    for counted in (drawn, first, last):
        assert abs(counted["a"] - 1800) < 110 and abs(counted["b"] - 600) < 90 and abs(counted["c"] - 600) < 90


def test_tables_that_were_sealed_once_are_dealt_as_they_were() -> None:
    """These orders stand in records."""
    chance = SeededChance(5)
    assert "".join(chance.shuffle("deck", "abcdefgh")) == "adhcgebf"
    assert [chance.draw(f"deck {at}", "abcdefgh", moment="any") for at in range(6)] == list("afgabg")
    assert [chance.pick(f"deck {at}", 8) for at in range(6)] == ["abcdefgh".index(card) for card in "afgabg"]


def text_of(slug: str, seed: int = 4) -> str:
    game, book = load_game(slug)
    seats = book.players[0]
    simulator = Simulator(game, book, SEAT_NAMES[:seats], [RANDOM])
    return simulator.record(simulator.play(seed, [RANDOM] * seats))


@pytest.mark.parametrize("slug", refereed_slugs())
def test_a_simulated_game_is_proved_by_the_chance_its_header_names(slug: str) -> None:
    game, book = load_game(slug)
    text = text_of(slug)
    assert "dealer: copies" in text
    record = parse_record(text)
    proof = check_deals(record, replay_record(record, game, book).replay)
    assert proof is not None and proof.is_open and proof.proven > 4 and not proof.differ and not proof.unknown
    other = parse_record(text.replace("dealer: copies, ", ""))
    proof = check_deals(other, replay_record(other, game, book).replay)
    assert proof is not None and len(proof.differ) > proof.proven


def test_a_dealer_that_nobody_knows_is_refused() -> None:
    game, book = load_game("kalevala")
    record = parse_record(text_of("kalevala").replace("dealer: copies", "dealer: thumbs"))
    with pytest.raises(InputError, match="dealer cannot be “thumbs”") as caught:
        replay_record(record, game, book)
    assert "copies" in caught.value.report.items[0].hint


def with_card(book: CardBook, id: str, change: Callable[[Card], Card]) -> CardBook:
    decks = {
        name: replace(deck, cards=tuple(change(card) if card.id == id else card for card in deck.cards))
        for name, deck in book.decks.items()
    }
    assert decks != book.decks
    return replace(book, decks=decks)


def lines_of(slug: str, seed: int, id: str = "", change: Callable[[Card], Card] | None = None) -> list[str]:
    """A game of bots that look at no number."""
    game, book = load_game(slug)
    book, seats = with_card(book, id, change) if change else book, book.players[0]
    simulator = Simulator(game, book, SEAT_NAMES[:seats], [RANDOM])
    text = simulator.record(simulator.play(seed, [RANDOM] * seats))
    return [line for line in text.partition("---")[2].splitlines() if not line.startswith("#")]


def with_one_more(card: Card) -> Card:
    return replace(card, copies=card.copies + 1)


@pytest.mark.parametrize(
    ("slug", "id", "field"), [("kalevala", "ukko", "value"), ("drumroll", "fire", "unused_prestige")]
)
def test_with_another_number_on_a_card_nothing_moves(slug: str, id: str, field: str) -> None:
    before = lines_of(slug, 11)
    after = lines_of(slug, 11, id, lambda card: replace(card, fields={**card.fields, field: card.fields[field] + 1}))
    assert before == after and len(before) > 50


@pytest.mark.parametrize(
    ("slug", "id"),
    [
        ("kalevala", "ukko"),
        ("drumroll", "fire"),
        ("keikalla", "helicopter"),
        ("keko", "shibber"),
    ],
)
def test_until_the_new_copy_comes_one_more_changes_nothing(slug: str, id: str) -> None:
    alike = changed = 0
    for seed in range(6):
        before, after = lines_of(slug, seed), lines_of(slug, seed, id, with_one_more)
        pairs = list(zip(before, after, strict=False))
        first = next((at for at, (old, new) in enumerate(pairs) if old != new), len(pairs))
        alike, changed = alike + first, changed + (before != after)
        assert first == len(pairs) or id in after[first], f"{slug}, seed {seed}, line {first}"
    assert alike > 200 and changed > 0
