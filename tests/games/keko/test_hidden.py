"""Hidden cards at a table with real cards: the truth is never refused, what cannot be is."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from pnp.games.keko import GAME
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal, Legal
from tests.games.keko.tables import lay, physical_lines, play_lines, simulated_game


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 4), (3, 2), (4, 3), (6, 1)])
def test_what_happened_in_truth_is_never_refused(players: int, seed: int) -> None:
    """A digital game, typed again as its players would have typed it with real cards."""
    played = simulated_game(players, seed)
    table = Replay(GAME, replace(played.setup, deal="physical"))
    for entry, move in physical_lines(played):
        made = table.apply_move(move)
        assert isinstance(made.ruling, Legal), f"{table.format(made)}: {made.ruling}"
        assert not made.irregularities
        if entry.state.question is None and not entry.state.stack:  # no deal of the digital table is due
            sizes = [len(player.hand) for player in made.state.players]
            assert sizes == [len(player.hand) for player in entry.state.players]
    assert table.outcome == played.outcome


def test_a_fifth_copy_is_refused() -> None:
    table = play_lines(lay(["anna lord_quiggs play=shibber*3", "ben general_fydo play=shibber", "phase ACTION.CIP"]))
    refused = table.read("anna: play shibber").ruling
    assert isinstance(refused, Illegal) and refused.rule == "KEK-H06"


def test_after_a_flip_the_referee_knows_every_draw() -> None:
    table = play_lines(
        [
            *lay(["anna lord_quiggs hand=?", "ben general_fydo hand=?", "discard moo,tankk,fuzzin"]),
            "table: adjust hand ben 95",
            "anna: end",
            "ben: draw 2",
            "ben: end",
        ]
    )
    assert [card for card, _ in table.state.deck_top] == ["fuzzin"]
    assert all(card == UNKNOWN for card, _ in table.state.players[1].hand), "known, and not shown"
    assert table.state.knowledge is not None
    assert table.state.knowledge.must_hold(1, ["moo"]) and table.state.knowledge.must_hold(1, ["tankk"])
    refused = table.read("anna: draw 2").ruling
    assert isinstance(refused, Illegal) and refused.rule == "KEK-17"
    assert table.read("anna: draw 1").accepted
    assert table.read("anna: next").accepted
    for card in ("moo", "tankk"):
        refused = table.read(f"anna: play {card}").ruling
        assert isinstance(refused, Illegal) and refused.rule == "KEK-H08"
    assert table.read("anna: play fuzzin").accepted


def test_a_swap_moves_what_is_known_along() -> None:
    table = play_lines(
        [
            *lay(["anna lord_quiggs hand=cha_os,moo", "ben general_fydo hand=tankk", "phase ACTION.CIP"]),
            "anna: play cha_os",
            "table: ok",
            "table: roll 5",
            "anna: choose at=ben",
        ]
    )
    assert table.state.visible_hand(0) == ("tankk",)
    assert table.state.visible_hand(1) == ("moo",)


def test_an_exchange_makes_what_was_known_uncertain() -> None:
    table = play_lines(
        [
            *lay(["anna lord_quiggs hand=galurian_handshake,moo", "ben general_fydo hand=tankk,fuzzin"]),
            "anna: play galurian_handshake at=ben",
            "table: ok",
            "anna: next",
        ]
    )
    assert [card for card, _ in table.state.players[0].hand] == [UNKNOWN]
    refused = table.read("anna: play shibber").ruling
    assert isinstance(refused, Illegal)
    assert table.read("anna: play tankk").accepted


@pytest.mark.parametrize("quiet", [False, True])
def test_an_exchange_face_down_hides_what_was_known_of_both_hands(quiet: bool) -> None:
    picture = ["anna lord_quiggs hand=galurian_handshake,moo", "ben general_fydo hand=tankk,?"]
    table = play_lines([*lay(picture), *(["table: ok always"] if quiet else [])])
    states = [table.state]
    for line in ("anna: play galurian_handshake at=ben", *(() if quiet else ("table: ok",))):
        assert table.read(line).accepted
        states.append(table.state)
    hidden = [GAME.conceals(before, after) for before, after in itertools.pairwise(states)]
    assert hidden == [False] * (len(hidden) - 1) + [True]
