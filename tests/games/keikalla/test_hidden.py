"""What real cards prove: a true game is never refused and never accused; a false claim comes to light."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pnp.games.keikalla import GAME
from pnp.games.keikalla.moves import Deal
from pnp.games.keikalla.state import KeikallaState
from pnp.referee.replay import Replay
from pnp.referee.ruling import Legal, Unverified
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance
from tests.games.keikalla.physical_lines import physical_lines
from tests.games.keikalla.tables import lay, play_lines, simulated_game
from tests.games.tables import agreed

GAMES: list[tuple[int, int, str, dict[str, Any]]] = [
    (2, 1, "greedy", {}),
    (3, 3, "random", {}),
    (6, 2, "greedy", {}),
    (3, 5, "greedy", {"thresholds": True}),
    (2, 6, "greedy", {"two_movement_decks": True}),
    (3, 7, "greedy", {"jokers_two_action_decks": True}),
    (3, 8, "random", {"fanatic_venues": True, "trashed_hotel_first_card": "from_deck"}),
]


def counts(state: KeikallaState) -> Any:
    """What both tables must agree on: places, numbers, what lies open."""
    return [
        (
            player.at,
            player.played,
            player.dates,
            player.action.size,
            player.move.size,
            player.event.size,
            [card.kind for card in player.reputation_cards],
            player.front,
            player.turns_to_lose,
        )
        for player in state.players
    ], {pile: size for pile, size in state.piles.items() if not pile.startswith("action")}


@pytest.mark.parametrize(("players", "seed", "bot", "options"), GAMES)
def test_a_true_physical_game_is_never_refused(players: int, seed: int, bot: str, options: dict[str, Any]) -> None:
    played = simulated_game(players, seed, (bot,), **options)
    table = Replay(GAME, replace(played.setup, deal="physical"))
    for move in physical_lines(played):
        entry = table.apply_move(move)
        assert isinstance(entry.ruling, Legal | Unverified), f"{table.format(entry)}: {entry.ruling}"
        assert not entry.irregularities, f"{table.format(entry)}: {entry.irregularities}"
    assert counts(table.state) == counts(played.state)
    census = GAME.census(table.state)
    assert min(census.values()) >= 0


def test_the_two_dealt_managers_are_not_certain_after_an_unseen_pick() -> None:
    """KEI-H09, KEI-H12: after one of them may have gone, nobody is accused of holding other cards."""
    table = play_lines(
        [
            *lay(["anna jarkale tampere", "ben hian kuopio"]),
            "table: adjust fame anna messed_up",
            "table: adjust movement anna road_1 road_1 ? ? ?",
            "anna: road_1 tre-par:1",
            "anna: draw police",
            "anna: raid random",
        ],
        seats=("anna", "ben"),
    )
    assert table.state.players[0].action.cards == ("?",)
    assert table.read("anna: show manager").accepted
    refused = table.read("anna: show manager manager")
    assert not refused.accepted
    assert not table.irregularities


def test_a_false_stash_names_the_seat_and_the_ply() -> None:
    table = play_lines(
        [
            *lay(["anna jarkale tampere", "ben hian tampere"]),
            "anna: gig",
            "anna: draw ?",
            "anna: stash",
            "anna: end",
            "ben: check leave",
            "ben: end",
            "anna: show groupie stash=s1",
        ],
        seats=("anna", "ben"),
    )
    (found,) = table.irregularities
    claim = next(entry for entry in table.entries if entry.text == "ben: check leave")
    assert (found.seat, found.ply, found.rule) == (1, claim.ply, "KEI-52")
    assert found.found_at == table.plies


def test_a_kept_table_card_is_an_irregularity_of_its_draw() -> None:
    table = play_lines(
        [*lay(["anna jarkale tampere", "ben hian"]), "anna: gig", "anna: draw ?", "anna: end", "ben: end"],
        seats=("anna", "ben"),
    )
    table.read("anna: show promo_gig")
    (found,) = table.irregularities
    assert (found.seat, found.ply, found.rule) == (0, table.plies - 3, "KEI-62")


def a_stored_card() -> Replay[KeikallaState]:
    """A digital table at which the last player, three gigs behind, has just been dealt a harmful Movement card."""
    table, chance = Replay(GAME, agreed("keikalla", ("anna", "ben"), "digital", hampering=True)), SeededChance(0)
    while not (table.state.question and table.state.question.id == "KEI-Q33"):
        state = table.state
        if state.is_set_up and not any(player.played for player in state.players):
            kept = {town for player in state.players for town in player.order} | {state.rehab}
            free = [town for town in sorted(state.data.venues) if town not in kept][:3]
            entry = table.read(f"table: adjust played {state.name(1 - state.seat)} {' '.join(free)}")
        elif GAME.to_act(state)[0] == TABLE:
            entry = table.apply_move(GAME.chance(state, chance))
        else:
            entry = table.apply_move(GAME.legal_moves(state, GAME.to_act(state)[0])[-1])
        assert entry.accepted and table.plies < 300, entry.text
    return table


def test_a_card_that_may_be_stored_is_seen_by_its_player_alone() -> None:
    """KEI-V52: the others learn that it is harmful, and not which it is; whoever lays it shows it."""
    table = a_stored_card()
    state, dealt = table.state, table.entries[-1].move
    assert isinstance(dealt, Deal) and dealt.open == "store" and state.question
    owner, (card,) = state.question.seat, dealt.cards
    for seat in (1 - owner, None):
        assert GAME.redact(dealt, seat) == replace(dealt, cards=("?",))
        view = GAME.project(state, seat)
        assert view.offer.cards == ("?",) and card not in view.players[owner].front
        assert state.data.label(card) not in GAME.pending(view)[0].why
    assert state.data.label(card) in GAME.pending(GAME.project(state, owner))[0].why
    name = state.name(owner)
    for line in (f"{name}: lay jimmy", f"{name}: lay police"):
        assert table.judge_line(line).ruling.name == ("legal" if line.endswith(card) else "illegal")
    assert table.read(f"{name}: draw store").accepted
    hidden = GAME.project(table.state, 1 - owner).players[owner].stored_move
    assert hidden.cards == ("?",) and table.state.players[owner].stored_move.cards == (card,)


def test_the_reasons_for_a_line_name_no_hidden_card() -> None:
    """KEI-H01, KEI-H02: a reason that everybody reads names what lies open, and what the line itself shows."""
    played = simulated_game(3, 1, ("random",))  # a game with a bar fight whose first card is no Police
    cards = played.state.data.cards
    labels = {id_: card_data.label for id_, card_data in cards.items() if card_data.pile in ("action", "move", "event")}
    fights = 0
    for entry in played.entries:
        assert isinstance(entry.ruling, Legal) and entry.move is not None
        reasons = GAME.explain(entry.state, entry.move, entry.ruling)
        because = " ".join(reason.because for reason in reasons)
        fights += "after the bar fight: no Police" in because
        seen = str(GAME.facts(GAME.project(entry.state, None))) + played.notation.format(GAME.redact(entry.move, None))
        assert not [id_ for id_, label in labels.items() if label in because and id_ not in seen], (
            f"{entry.text}: {because}"
        )
    assert fights


REGISTERED = (
    "anna: band jarkale",
    "ben: band hian",
    "table: deal",
    "table: rehab pori",
    "anna: tour {anna}",
    "ben: tour kuopio iisalmi kajaani oulu lahti heinola joensuu eno varkaus",
    "table: start ben",
)
TOURS = (
    "tampere seinajoki vaasa oulu kemi lahti heinola kuopio joensuu",
    "turku rauma hanko forssa lahti kotka kouvola mikkeli savonlinna",
)


def registered(tour: str, *lines: str) -> Replay[KeikallaState]:
    """A table with real cards at which the referee writes the calendars down."""
    set_up = [line.format(anna=tour) for line in REGISTERED]
    return play_lines([*set_up, *lines], seats=("anna", "ben"), calendar_order="registered")


def test_a_registered_calendar_is_for_its_owner_alone() -> None:
    """KEI-H04: two tables that differ in Anna's tour look the same to Ben and to everybody."""
    tables = [registered(tour) for tour in TOURS]
    for seat in (1, None):
        views = [GAME.project(table.state, seat) for table in tables]
        assert views[0].players[0].dates == 9
        assert GAME.show(views[0], seat, "en") == GAME.show(views[1], seat, "en")
        assert GAME.facts(views[0]) == GAME.facts(views[1])
        redacted = [[GAME.redact(entry.move, seat) for entry in table.entries if entry.move] for table in tables]
        assert redacted[0] == redacted[1]
    own = GAME.show(GAME.project(tables[0].state, 0), 0, "en")
    assert "Tampere" in own and "Tampere" not in GAME.show(GAME.project(tables[0].state, 1), 1, "en")


def test_no_refusal_reveals_what_lies_in_another_tour() -> None:
    """KEI-H04, KEI-H06: Ben's lines get the same answers whether a town is in Anna's tour or not."""
    lines = ("ben: tour tampere turku lahti kemi vaasa oulu iisalmi kajaani eno", "anna: gig", "ben: gig", "ben: wait")
    answers = []
    for tour in TOURS:
        before = play_lines(
            [line.format(anna=tour) for line in REGISTERED[:5]], seats=("anna", "ben"), calendar_order="registered"
        )
        after = registered(tour)
        refusals = [
            str(getattr(table.judge_line(line).ruling, "because", "")) for table in (before, after) for line in lines
        ]
        names = [table.judge_line(line).ruling.name for table in (before, after) for line in lines]
        answers.append((names, refusals))
    assert answers[0] == answers[1]


def test_the_redacted_lines_of_a_registered_table_can_be_replayed() -> None:
    """KEI-H04: what Ben was shown is a record, too, and leads to what Ben knows."""
    table = registered(
        TOURS[0],
        "ben: stop",
        "ben: gig",
        "ben: draw",
        "ben: end",
        "table: adjust at anna tampere",
        "anna: gig",
        "anna: draw promo_gig",
        "anna: insert second",
        "anna: date turku",
        "anna: end",
    )
    seen = Replay(GAME, table.setup)
    for entry in table.entries:
        assert entry.move is not None
        line = seen.notation.format(GAME.redact(entry.move, 1))
        assert seen.read(line).accepted, line
    assert GAME.facts(seen.state) == GAME.facts(GAME.project(table.state, 1))
