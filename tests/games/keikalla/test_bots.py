"""The bots: greedy tours to a win, random seldom does; orders of dates are short ones."""

from __future__ import annotations

from pnp.games.keikalla.moves import RehabTown
from pnp.games.keikalla.routes import plans
from tests.games.keikalla.tables import told_game


def test_greedy_beats_random() -> None:
    wins = {"greedy": 0, "random": 0}
    for seed in range(6):
        played = told_game(2, seed, ("greedy", "random"))
        for seat in played.outcome.winners if played.outcome else ():
            wins["greedy" if seat == 0 else "random"] += 1
    assert wins["greedy"] >= 5 and wins["random"] == 0


def test_a_planned_tour_is_shorter_than_the_dealt_one() -> None:
    played = told_game(2, 3)
    state = next(entry.state for entry in played.entries if isinstance(entry.move, RehabTown))
    steps = state.kit.atlas.steps_from
    for seat, player in enumerate(state.players):
        towns = tuple(dict.fromkeys(player.venues))

        def length(order: tuple[str, ...], start: str = player.at) -> int:
            return sum(steps(a)[b] for a, b in zip((start, *order), order, strict=False))

        for order in plans(state, seat, towns, len(towns)):
            assert sorted(order) == sorted(towns)
            assert length(order) <= length(towns)
