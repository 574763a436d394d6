"""The bots: greedy tours to a win, random seldom does; orders of dates are short ones."""

from __future__ import annotations

from pnp.games.keikalla.moves import RehabTown
from pnp.games.keikalla.routes import propose_orders
from pnp.games.keikalla.secrets.view import project
from pnp.games.keikalla.simulation.rating import goal_of
from tests.games.keikalla.tables import simulated_game
from tests.guard import some


def test_greedy_beats_random() -> None:
    wins = {"greedy": 0, "random": 0}
    for seed in range(12):
        played = simulated_game(2, seed, ("greedy", "random"))
        for seat in played.outcome.winners if played.outcome else ():
            wins["greedy" if seat == 0 else "random"] += 1
    assert wins["greedy"] >= 7 and wins["random"] == 0


def test_games_with_thresholds_end_because_bots_fetch_what_was_stashed() -> None:
    """KEI-V02, KEI-V06: most achievements are drawn too early and stashed; who has played enough gigs goes for them."""
    endings = [simulated_game(players, 1, thresholds=True).outcome for players in (4, 5, 6)]
    assert [outcome.kind for outcome in endings if outcome] == ["win"] * 3


def test_a_band_heads_for_the_same_town_in_every_world_it_can_believe_in() -> None:
    """KEI-H03: a world shows what lies in every stash; who has not looked there wants no more than its view does."""
    met = 0
    for seed in range(4):
        for entry in simulated_game(2, seed, thresholds=True).entries:
            state = entry.state
            for seat in range(2):
                met += any(seat not in stash.known_to for stash in state.stashes)
                assert goal_of(state, seat) == goal_of(project(state, seat), seat)
    assert met > 100


def test_a_planned_tour_is_shorter_than_the_dealt_one() -> None:
    played = simulated_game(2, 3)
    state = next(entry.state for entry in played.entries if isinstance(entry.move, RehabTown))
    steps = state.data.atlas.steps_from
    for seat, player in some(enumerate(state.players)):
        towns = tuple(dict.fromkeys(player.venues))

        def length(order: tuple[str, ...], start: str = player.at) -> int:
            return sum(steps(a)[b] for a, b in zip((start, *order), order, strict=False))

        for order in some(propose_orders(state, seat, towns, len(towns))):
            assert sorted(order) == sorted(towns)
            assert length(order) <= length(towns)
