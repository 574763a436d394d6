"""Worlds that a seat can believe in: what it has seen lies there, and nothing lies twice."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from pnp.games.keko import GAME
from pnp.games.keko.state import StackItem
from pnp.games.keko.vocabulary.verbs import LookTop
from pnp.referee.params import UNKNOWN
from tests.games.keko.tables import simulated_game

ANNA, BEN = 1, 2  # who knows a card, as bits


def test_who_looks_at_the_top_of_a_small_deck_sees_cards_of_its_known_bottom() -> None:
    state = simulated_game(2, 1).entries[40].state
    seen = ("fuzzin", "moo", "tankk", "imprison")
    looking = StackItem(
        1,
        "card",
        "quiggs_intuition",
        0,
        is_resolving=True,
        typed={"seen": seen},
        effects_left=(LookTop(amount=4, take=1, rest="bottom"),),
    )
    small = ("rejection", "quiggs_intuition", *seen)
    rest = Counter(state.deck) - Counter(small) - Counter(card.card for card in state.play)
    table = replace(
        state,
        players=tuple(replace(player, hand=()) for player in state.players),
        discard=tuple(rest.elements()),
        out_of_game=(),
        deck_top=(("fuzzin", BEN), ("moo", BEN)),
        deck_middle=1,
        deck_bottom=(("imprison", ANNA), ("rejection", ANNA)),
        shuffled_cards=("tankk",),
        stack=(looking,),
    )
    view = GAME.project(table, 0)
    assert [card for card, _ in view.deck_top] == [UNKNOWN, UNKNOWN] and view.stack == (looking,)
    assert GAME.fill is not None
    world = GAME.fill(view, {}, lambda count: 0)
    assert [card for card, _ in world.deck_top] == ["fuzzin", "moo"] and world.shuffled_cards == ("tankk",)
    assert [card for card, _ in world.deck_bottom] == ["imprison", "rejection"]
    assert GAME.project(world, 0) == view
