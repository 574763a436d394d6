"""A refill ends with a full hand: in every game that bots play, and after a correction (KEI-24)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pnp.games.keikalla import GAME
from pnp.games.keikalla.game_data import MOVEMENT
from pnp.games.keikalla.phases.flow import cards_to_reshuffle
from pnp.games.keikalla.state import AFTER, ARRIVE, MOVING, REFILL, KeikallaState
from pnp.playtest.simulate import SEAT_NAMES, Simulator
from pnp.referee.ruling import Illegal
from tests.games import tables
from tests.games.keikalla.tables import lay, play_lines

LINEUPS = [(bot,) * seats for seats in (2, 3, 4) for bot in ("random", "greedy")]
SPEEDING = (  # a refill in which the police take a road card
    "anna: roadie",
    "anna: draw ?",
    "anna: road_2 seinajoki",
    "anna: draw malfunction",
    "anna: answer arrived",
    "anna: draw police",
)
IN_REFILL = [
    *lay(["anna jarkale vaasa", "ben hian kuopio"]),
    "table: adjust movement anna road_2 roadie road_4 ? ?",
    "anna: road_2 seinajoki",
    "anna: draw malfunction",
    "anna: answer arrived",
]


def full_hand(state: KeikallaState, seat: int) -> int:
    """The size of a full hand: 5 cards, 3 with much Reputation, one more with each New Tour Bus (KEI-25)."""
    player = state.players[seat]
    return (3 if len(player.reputation_cards) >= 3 else 5) + len(player.buses)


def still_owed(state: KeikallaState) -> int:
    """How many cards the refill still asks for."""
    assert state.question is not None
    return state.question.count


def has_ended_movement(before: KeikallaState, after: KeikallaState) -> bool:
    """True when the seat whose turn it is travelled before this line and does not travel on after it."""
    seat, movement = before.seat, (MOVING, REFILL)
    is_same_turn = after.seat == seat and after.players[seat].turns == before.players[seat].turns
    return before.phase in movement and not (is_same_turn and after.phase in movement)


def refilled_hands(lineup: tuple[str, ...], seed: int) -> list[tuple[int, int]]:
    """The sizes of the hands after the refills of a game, each with the size of a full one."""
    played = Simulator(GAME, tables.book_of("keikalla"), SEAT_NAMES[: len(lineup)], lineup).play(seed, lineup)
    hands = []
    for before, after in pairwise(played.states):
        if not has_ended_movement(before, after) or after.is_over:
            continue
        if after.piles[MOVEMENT] or cards_to_reshuffle(after, MOVEMENT):
            hands.append((after.players[before.seat].move.size, full_hand(after, before.seat)))
    return hands


def check_refills(lineup: tuple[str, ...], seed: int) -> None:
    """Hold the property for one game."""
    hands = refilled_hands(lineup, seed)
    assert len(hands) > 5
    assert all(size == full for size, full in hands), (lineup, seed, hands)


@pytest.mark.parametrize("lineup", LINEUPS, ids="-".join)
def test_the_hand_is_full_when_a_refill_ends(lineup: tuple[str, ...]) -> None:
    for seed in range(4):
        check_refills(lineup, seed)


@pytest.mark.slow
@pytest.mark.parametrize("lineup", LINEUPS, ids="-".join)
@pytest.mark.parametrize("hundred", range(2))
def test_the_hand_is_full_when_a_refill_ends_in_a_thousand_games(lineup: tuple[str, ...], hundred: int) -> None:
    for seed in range(84 * hundred, 84 * (hundred + 1)):
        check_refills(lineup, seed)


def test_what_speeding_costs_during_a_refill_is_drawn_again() -> None:
    """KEI-42: the road card that the police take leaves a place in the hand, which the same refill fills."""
    table = play_lines(
        [
            *lay(["anna jarkale vaasa", "ben hian kuopio"]),
            "table: adjust movement anna road_2 roadie road_4 ? ?",
            *SPEEDING,
            "anna: discard road_4",
        ],
        seats=("anna", "ben"),
    )
    assert table.state.phase == REFILL and still_owed(table.state) == 2
    tables.play_lines(table, ["anna: draw ? ?"])
    assert table.state.players[0].move.size == 5 and table.state.phase == ARRIVE


@pytest.mark.parametrize(("held", "owed"), [("3", 2), ("4", 1)])
def test_a_correction_during_a_refill_changes_what_must_be_drawn(held: str, owed: int) -> None:
    table = play_lines([*IN_REFILL, f"table: adjust movement anna {held}"], seats=("anna", "ben"))
    assert still_owed(table.state) == owed


def test_a_hand_without_a_way_forward_is_not_exchanged_on_hiatus() -> None:
    """KEI-64: there is no movement on a hiatus, and an exchange is one (KEI-49)."""
    lines = [
        *lay(["anna jarkale vaasa", "ben hian kuopio"]),
        "table: adjust fame anna stage_presence messed_up messed_up stage_presence",
        "table: adjust movement anna roadie roadie road_service",
    ]
    table = play_lines(lines, seats=("anna", "ben"))
    ruling = table.read("anna: exchange roadie roadie road_service").ruling
    assert isinstance(ruling, Illegal) and ruling.rule == "KEI-64"


def test_a_correction_to_a_full_hand_ends_the_refill() -> None:
    table = play_lines([*IN_REFILL, "table: adjust movement anna 5", "anna: gig"], seats=("anna", "ben"))
    assert table.state.phase == AFTER and table.state.players[0].move.size == 5


def test_a_correction_to_a_full_hand_leaves_nothing_to_replace() -> None:
    """KEI-121: the replacement for a played card is not drawn when the corrected hand has no room."""
    lines = [*lay(["anna jarkale vaasa", "ben hian kuopio"]), "anna: road_2 seinajoki", "table: adjust movement anna 5"]
    table = play_lines(lines, seats=("anna", "ben"))
    assert table.state.question is None and table.state.phase == MOVING
    tables.play_lines(table, ["anna: gig"])
    assert table.state.players[0].move.size == 5


def test_a_correction_above_a_refill_does_not_end_it() -> None:
    """KEI-42: speeding takes a card from the corrected hand, which the refill below it draws again."""
    table = play_lines(
        [
            *lay(["anna jarkale vaasa", "ben hian kuopio"]),
            *SPEEDING,
            "table: adjust movement anna 5",
            "anna: discard road_3",
        ],
        seats=("anna", "ben"),
    )
    assert table.state.phase == REFILL and still_owed(table.state) == 1
    tables.play_lines(table, ["anna: draw ?"])
    assert table.state.players[0].move.size == 5 and table.state.phase == ARRIVE
