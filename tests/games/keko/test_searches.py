"""Searches and looks: what is offered can be found, refusals reveal to nobody where it lies, what was seen is there."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from pnp.games.keko import GAME
from pnp.games.keko.effects.search import SEARCH
from pnp.games.keko.moves import Choose, Keep, Look
from pnp.games.keko.state import StackItem
from pnp.games.keko.vocabulary.values import Filter
from pnp.games.keko.vocabulary.verbs import LookTop, Search
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import ACCEPTED
from tests.games.keko.tables import book, lay, play_lines, simulated_game

ANNA, BEN = 1, 2  # who knows a card, as bits


@pytest.mark.parametrize(("players", "seed"), [(3, 28), (6, 6)])
def test_games_in_which_the_other_copy_is_in_a_hand_come_to_their_end(players: int, seed: int) -> None:
    assert simulated_game(players, seed).outcome is not None


def test_whoever_searches_a_digital_deck_is_offered_as_many_copies_as_lie_there() -> None:
    seen_twice = 0
    for seed in (0, 28):
        played = simulated_game(3, seed)
        for before, entry in zip(played.positions, played.entries, strict=False):
            if not isinstance(entry.move, Choose | Keep) or before.state.question is None:
                continue
            if before.state.question.kind is not SEARCH:
                continue
            seat = entry.move.seat
            view = GAME.project(before.state, seat)
            for move in GAME.legal_moves(view, seat):
                assert isinstance(GAME.judge(before.state, move), ACCEPTED), move
                seen_twice += len(set(getattr(move, "find", ()))) < len(getattr(move, "find", ()))
    assert seen_twice


def test_the_dealer_names_every_copy_that_lies_in_the_deck() -> None:
    looks = [
        entry.move for seed in range(4) for entry in simulated_game(3, seed).entries if isinstance(entry.move, Look)
    ]
    assert any(len(set(look.cards)) < len(look.cards) for look in looks if UNKNOWN not in look.cards)


@pytest.mark.parametrize("ben_holds", ["shibber_queen moo", "tankk moo"])
def test_a_find_typed_beforehand_is_not_refused_for_what_lies_in_another_hand(ben_holds: str) -> None:
    """The only Shibber Queen may be in the deck for all that anna knows."""
    picture = [
        "anna lord_quiggs hand=shibber_migration,rummage",
        f"ben general_fydo hand={ben_holds.replace(' ', ',')}",
    ]
    table = play_lines(lay(picture))
    digital = replace(table.state, data=replace(table.state.data, is_digital=True), knowledge=None)
    move = table.judge_line("anna: play shibber_migration find=shibber_queen").move
    assert isinstance(GAME.judge(digital, move), ACCEPTED)
    assert isinstance(GAME.judge(table.state, move), ACCEPTED) == ("shibber_queen" not in ben_holds)


def test_cards_of_a_deck_whose_order_everybody_knows_are_offered_too() -> None:
    """The discard pile was turned over: no card of the deck is hidden any more."""
    hands = {"anna": ("moo", "tankk"), "ben": ("fuzzin", "rummage")}
    held = Counter(card for hand in hands.values() for card in hand)
    pile = [card.id for card in book().decks["play"].cards for _ in range(card.copies - held[card.id])]
    picture = [
        f"{seat} {who} hand={','.join(hands[seat])}" for seat, who in (("anna", "lord_quiggs"), ("ben", "general_fydo"))
    ]
    table = play_lines([*lay([*picture, f"discard {','.join(pile)}", "phase DRAW"]), "anna: use lord_quiggs"])
    assert table.state.deck_count == len(pile) and not table.state.discard
    offered = {move.find for move in GAME.legal_moves(table.state, 0) if isinstance(move, Choose)}
    assert {("rose_krystal",), ("none",)} < offered


LOOK = LookTop(amount=4, take=1, rest="bottom")
SEARCH_DECK = Search(zone="deck", filter=Filter(), amount=1, to="hand", up_to=False, reveal=True)


@pytest.mark.parametrize(
    "effect, seen",
    [
        (LOOK, ("fuzzin", "moo", "tankk", "imprison")),  # the top four of five
        (SEARCH_DECK, ("fuzzin", "moo", "tankk", "rejection")),  # what is fit of all five
    ],
    ids=["look", "search"],
)
def test_what_is_seen_in_a_deck_may_be_what_was_known_to_lie_at_its_bottom(
    effect: LookTop | Search, seen: tuple[str, ...]
) -> None:
    state = simulated_game(2, 1).entries[40].state
    looking = StackItem(
        1, "card", "quiggs_intuition", 0, is_resolving=True, typed={"seen": seen}, effects_left=(effect,)
    )
    small = ("quiggs_intuition", "fuzzin", "moo", "tankk", "imprison", "rejection")
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
