"""What a declared game adds to playtests: players, and what is counted; both are asked of a trial."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from pnp.playtest.simulate import simulate
from pnp.referee.kernel import Move, Seat, Trial, declare
from tests.guard import some
from tests.referee.kernel.test_passing import BOOK, HAND, KEPT_CARDS, PASSED, PICKING, PILE, begin


@pytest.fixture
def seen() -> list[tuple[Seat, set[str], set[str]]]:
    """What the player saw: whose turn, its own hand, and the other's."""
    return []


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch, seen: list[tuple[Seat, set[str], set[str]]]) -> Any:
    def lowest(t: Trial, seat: Seat, pick: Callable[[int], int]) -> Move:
        seen.append((seat, set(t[HAND[seat]]), set(t[HAND[1 - seat]])))
        return min(t.choices(seat), key=lambda move: str(move))

    monkeypatch.setitem(sys.modules, "players_game", ModuleType("players_game"))
    return declare(
        "players_game",
        slug="cove",
        version=1,
        players=(2, 4),
        holds=(HAND, PASSED, PILE, KEPT_CARDS),
        questions=(PICKING,),
        begin=begin,
        bots={"lowest": lowest},
        tally=lambda t, seat: {} if seat is None else {"first card": t[KEPT_CARDS[seat]][0]},
        measure=lambda t, seat: {"cards": {"kept": len(t[KEPT_CARDS[seat]])}},
    )


def test_a_player_sees_what_its_seat_sees(game: Any, seen: list[tuple[Seat, set[str], set[str]]]) -> None:
    table = simulate(game, BOOK, ("anna", "ben"), 4, ("lowest",))
    assert table.outcome is not None
    assert not set().union(*(own for _, own, _ in some(seen))) & {"?", "*"}
    first = {seat: own for seat, own, _ in seen[:2]}
    assert [others for _, _, others in seen[:2]] == [{"*"}] * 2
    for seat, own, others in some(seen[2:4]):  # the hands were passed on, and who passed one knows it
        assert own <= first[1 - seat]
        assert others <= first[seat]


def test_what_is_counted_is_asked_of_the_table_at_the_end(game: Any) -> None:
    table = simulate(game, BOOK, ("anna", "ben"), 4, ("lowest",))
    kept = table.state.open[0]
    assert game.tally(table.state, 0) == {"first card": kept[0]}
    assert game.tally(table.state, None) == {}
    assert game.measure(table.state, 0) == {"cards": {"kept": len(kept)}}


def test_a_hook_that_follows_from_declarations_is_refused() -> None:
    with pytest.raises(TypeError, match=r"expected one of counters, .* got judge, show"):
        declare(__name__, slug="x", version=1, players=(2, 4), holds=(HAND,), judge=None, show=None)
