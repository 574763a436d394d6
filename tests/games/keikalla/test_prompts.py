"""What is asked: prompts name verbs that can be typed now, and the list of lines begins with what matters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.games.keikalla import GAME
from pnp.games.keikalla.moves import Draw, Duplicate, Return, Road, Tour
from pnp.games.keikalla.state import KeikallaState
from pnp.referee.notation import verb_of
from pnp.referee.replay import Replay
from tests.games.keikalla.physical_lines import physical_lines
from tests.games.keikalla.tables import lay, play_lines, simulated_game

TABLES: list[tuple[int, int, dict[str, Any]]] = [
    (3, 3, {}),
    (2, 3, {"two_movement_decks": True, "jokers_two_action_decks": True}),
    (5, 4, {"hampering": True, "thresholds": True}),
]

EXCHANGE = "exchange a hand without a way forward"
KEPT = "lay the warn cards kept at the start, if any"
DRAW = (
    "draw an Action card; name one that is tabled at once (a Groupie may stay unnamed: then `stash` makes it a decoy)"
)
EVERY = 11  # to list all lines takes long at a table with many hidden cards


def states(players: int, seed: int, options: dict[str, Any], deal: str) -> Iterator[KeikallaState]:
    """The states of one game, with real cards or dealt by the referee, as everybody knows them."""
    played = simulated_game(players, seed, **options)
    if deal == "physical":
        table = Replay(GAME, replace(played.setup, deal="physical"))
        for move in physical_lines(played):
            assert table.apply_move(move).accepted
        played = table
    yield from (position.state for position in played.positions[: -1 : EVERY if deal == "physical" else 2])


@pytest.mark.parametrize("deal", ["physical", "digital"])
@pytest.mark.parametrize(("players", "seed", "options"), TABLES)
def test_every_verb_of_a_prompt_can_be_typed_now(players: int, seed: int, options: dict[str, Any], deal: str) -> None:
    asked = 0
    for state in states(players, seed, options, deal):
        for decision in GAME.pending(state):
            if decision.verbs == ("deal",) or (decision.seat < 0 and deal == "digital"):
                continue
            view = GAME.project(state, decision.seat)
            shown = next(item for item in GAME.pending(view) if item.seat == decision.seat)
            legal = {verb_of(type(move)) for move in GAME.legal_moves(view, decision.seat)}
            optional = {
                "return",
                "lay",
                "play",
                "exchange",
                "tour",
            }  # if such cards are held; towns that only people know
            for verb in set(shown.verbs) - optional:
                assert any(word.startswith(verb) for word in legal), (shown, sorted(legal))
                asked += 1
    assert asked > 20


def test_the_walks_come_last() -> None:
    """Stop, gig, announce, check and end stand before the many spaces in reach, and towns before spaces of a road."""
    table = play_lines([*lay(["anna jarkale vaasa", "ben hian kuopio"])], seats=("anna", "ben"))
    moves = GAME.legal_moves(table.state, 0)
    verbs = list(dict.fromkeys(verb_of(type(move)) for move in moves))
    assert verbs[:3] == ["stop", "gig", "end"]
    assert [verb.startswith("road_") for verb in verbs] == sorted(verb.startswith("road_") for verb in verbs)
    towns = [":" not in move.to for move in moves if isinstance(move, Road) and move.card == "road_6"]
    assert towns == sorted(towns, reverse=True) and len(set(towns)) == 2


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((), f"travel, {EXCHANGE}, play the gig, end the turn or {KEPT}"),
        (
            ("table: adjust movement anna 4", "anna: road_1 seinajoki"),
            "draw 1 card for the one played; name a warn card",
        ),
        (("table: adjust movement anna 4", "anna: stop"), "draw 1 card to fill the Movement hand; name a warn card"),
        (
            ("table: adjust fame anna stage_presence guitar_antics", "anna: gig", "anna: draw bar_fight"),
            "discard 2 cards: the Movement hand is over its limit",
        ),
        (
            ("table: adjust movement anna roadie road_2 ? ? ?", "anna: roadie", "anna: draw police"),
            "speeding: discard the best On the Road card, or none",
        ),
        (("anna: gig",), DRAW),
        (("anna: gig", "anna: draw"), "stash the card just drawn or keep it and end the turn"),
    ],
)
def test_a_prompt_names_what_is_typed(lines: tuple[str, ...], expected: str) -> None:
    options = {"min_steps_per_card": 0} if "anna: road_1 seinajoki" in lines else {}
    picture = ["anna jarkale " + ("vsa-sjk:1" if options else "vaasa"), "ben hian kuopio"]
    table = play_lines([*lay(picture), *lines], seats=("anna", "ben"))
    assert GAME.pending(table.state)[0].why == expected


@pytest.mark.parametrize("typed", ["headliner oulu", "headliner:oulu", "Headliner (Oulu)", "headliner (oul)"])
def test_a_headliner_is_read_with_its_town_as_people_type_it_and_as_show_prints_it(typed: str) -> None:
    table = play_lines(lay(["anna jarkale vaasa", "ben hian kuopio"]), seats=("anna", "ben"))
    assert table.notation.parse(f"anna: draw {typed}") == Draw(0, ("headliner:oulu",))
    assert table.notation.parse(f"anna: draw {typed} police") == Draw(0, ("headliner:oulu", "police"))
    assert table.notation.parse("anna: draw headliner police") == Draw(0, ("headliner", "police"))


def test_a_line_before_an_answer_reports_who_must_answer_and_how() -> None:
    """KEI-24; what waits for an answer is named in verbs, not by the number of the question."""
    lines = [*lay(["anna jarkale vaasa", "ben hian kuopio"]), "table: adjust movement anna 4", "anna: stop"]
    refused = play_lines(lines, seats=("anna", "ben")).judge_line("anna: gig").ruling
    assert getattr(refused, "because", "") == "anna must answer first: `draw`"


def test_a_decoy_is_mentioned_only_where_a_groupie_may_be_one() -> None:
    """KEI-162: whoever names a drawn Groupie goes home, so the prompt says first that it may stay unnamed."""
    lines = [*lay(["anna jarkale vaasa", "ben hian kuopio"]), "anna: gig"]
    assert GAME.pending(play_lines(lines, seats=("anna", "ben")).state)[0].why == DRAW
    always = play_lines(lines, seats=("anna", "ben"), decoy_groupie_optional=False)
    assert GAME.pending(always.state)[0].why == "draw an Action card; name one that is tabled at once"


def test_no_kept_warn_card_is_asked_for_where_none_may_be_kept() -> None:
    lines = lay(["anna jarkale vaasa", "ben hian kuopio"])
    table = play_lines(lines, seats=("anna", "ben"), opening_warn_cards="must_return")
    assert KEPT not in GAME.pending(table.state)[0].why


def test_whoever_may_store_is_prompted_how() -> None:
    """KEI-V50: with real cards the referee cannot see that a harmful card came, so every draw prompts it."""
    picture = ["anna jarkale vaasa", "ben hian kuopio"]
    lines = [
        *lay(picture),
        "table: adjust played ben kemi oulu turku pori",
        "table: adjust movement anna 4",
        "anna: stop",
    ]
    hint = ", or `draw store` a harmful card"
    for hampering in (True, False):
        why = GAME.pending(play_lines(lines, seats=("anna", "ben"), hampering=hampering).state)[0].why
        assert why == "draw 1 card to fill the Movement hand; name a warn card" + hint * hampering
    drawn = play_lines([*lay(picture), *lines[-3:-2], "anna: gig"], seats=("anna", "ben"), hampering=True)
    assert GAME.pending(drawn.state)[0].why == DRAW + hint
    not_last = play_lines([*lay(picture), "anna: gig"], seats=("anna", "ben"), hampering=True)
    assert GAME.pending(not_last.state)[0].why == DRAW


def test_a_registered_calendar_is_asked_for_town_by_town() -> None:
    """KEI-H04: the referee cannot list the towns that only their owner knows, so the prompt shows the form."""
    lines = ("anna: band jarkale", "ben: band hian", "table: deal", "table: rehab oulu")
    table = play_lines(lines, seats=("anna", "ben"), calendar_order="registered")
    assert GAME.pending(table.state)[0].why.startswith("lay a tour: `tour` and the 9 towns in order; of two cards")
    assert Replay(GAME, table.setup).notation.parse("anna: tour pori kemi") == Tour(0, ("pori", "kemi"))


def test_a_second_achievement_typed_by_its_name_is_refused_with_what_to_type() -> None:
    """KEI-50."""
    lines = [*lay(["anna jarkale vaasa", "ben hian"]), "table: adjust laid anna hit_song", "anna: gig"]
    refused = play_lines(lines, seats=("anna", "ben")).judge_line("anna: draw hit_song").ruling
    assert getattr(refused, "because", "") == "anna owns a Hit Song: type `draw ?`, then `stash`"


@pytest.mark.parametrize(("players", "seed", "options"), TABLES)
def test_what_is_truly_done_is_offered(players: int, seed: int, options: dict[str, Any]) -> None:
    """A game with real cards can be typed from the list of lines; only cards sent back together are typed whole."""
    played = simulated_game(players, seed, **options)
    table, offered = Replay(GAME, replace(played.setup, deal="physical")), 0
    for number, move in enumerate(physical_lines(played)):
        if number % EVERY == 0:
            legal = GAME.legal_moves(table.state, move.seat)
            unseen = replace(move, cards=()) if isinstance(move, Draw) and move.cards == ("?",) else move
            together = isinstance(move, Duplicate | Return) and type(move) in map(type, legal)
            assert move in legal or unseen in legal or together, table.notation.format(move)
            offered += 1
        assert table.apply_move(move).accepted
    assert table.outcome is not None and table.outcome.kind == "win" and offered > 15
