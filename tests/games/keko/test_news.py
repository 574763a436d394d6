"""What follows from a line that was accepted is announced to everybody, in names and never more than all may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pnp.games.keko import GAME
from pnp.games.keko.moves import Deal, Keep, Look
from tests.games.keko.tables import lay, play_lines, simulated_game
from tests.games.tables import news_of

ANNA, BEN = "anna lord_quiggs", "ben general_fydo"


def news(picture: Sequence[str], *lines: str, **options: Any) -> tuple[str, ...]:
    """What the last line brings, after the others."""
    seats = tuple(line.split()[0] for line in picture if line.split()[0] in ("anna", "ben", "carl"))
    table = play_lines([*lay(picture), *lines[:-1]], seats=seats, **options)
    move = table.judge_line(lines[-1]).move
    assert table.read(lines[-1]).accepted
    return news_of(GAME, table.positions[-2].state, move)


@pytest.mark.parametrize(
    ("picture", "lines", "expected"),
    [
        (  # a Location is replaced
            [ANNA, BEN, "location paradise", "phase ACTION.CIP"],
            ["anna: play unsafe_zone", "table: ok"],
            ["Paradise, City of the Safe Zone goes to the discard pile: Unsafe Zone takes its place",
             "Unsafe Zone comes into play for all"],
        ),
        (  # a second copy has its number, and counters that it comes with
            [f"{ANNA} play=shibber", BEN, "phase ACTION.CIP"],
            ["anna: play shibber", "table: ok"],
            ["Shibber.2 comes into play under anna"],
        ),
        (
            [ANNA, BEN, "phase ACTION.CIP"],
            ["anna: play bottle_of_stormlight", "table: ok"],
            ["Bottle of Stormlight comes into play under anna", "put 3 counters on Bottle of Stormlight"],
        ),
        (  # cards drawn by an effect
            [ANNA, "ben engrole play=baby_draggyn,galurian_mule", "turn ben"],
            ["ben: use galurian_mule card=baby_draggyn", "table: ok"],
            ["Baby Draggyn goes to the hand of ben", "ben draws 1 card"],
        ),
        (  # the deck is shuffled, once it lies as it will
            [ANNA, BEN, "phase ACTION.CIP"],
            ["anna: play shibber_migration find=shibber,shibber", "table: ok"],
            ["Shibber.2 comes into play under anna", "shuffle the deck now"],
        ),
        (  # silence
            [ANNA, BEN, "phase ACTION.CIP"],
            ["anna: play moo", "anna: next"],
            ["no player answers: anna plays Moo", "Moo comes into play under anna"],
        ),
        (  # a Whistle without Hounds
            [f"{ANNA} play=fydos_whistle", BEN],
            ["anna: use fydos_whistle at=ben", "table: ok"],
            ["Fydo's Whistle: 0 damage, nothing happens"],
        ),
    ],
)  # fmt: skip
def test_what_follows_is_announced(picture: list[str], lines: list[str], expected: list[str]) -> None:
    reported = news(picture, *lines)
    assert [line for line in reported if line in expected] == expected, reported


def test_the_shuffle_is_announced_once_and_last() -> None:
    reported = news([ANNA, BEN, "phase DRAW"], "anna: use lord_quiggs find=rose_krystal")
    assert reported.count("shuffle the deck now") == 1
    assert reported.index("Rose Krystal goes to the hand of anna") < reported.index("shuffle the deck now")


def test_a_borrowed_card_goes_home() -> None:
    picture = [ANNA, f"{BEN} play=keko_journal"]
    lines = ["anna: play bait_and_switch card=keko_journal", "table: ok"]
    assert "Keko Journal changes sides to anna" in news(picture, *lines)
    assert "Keko Journal goes back to ben" in news(picture, *lines, "anna: end")


def test_counters_of_the_start_are_announced() -> None:
    picture = [f"{ANNA}", "ben waximum play=shibber", "turn anna"]
    reported = news(picture, "anna: end", "ben: choose on=shibber")
    assert any(line.endswith("on Shibber: 2 there") for line in reported), reported


def test_who_is_out_is_announced() -> None:
    picture = [ANNA, BEN, "carl samyrra hand=?,?"]
    assert "carl is at 0 and out" in news(picture, "carl: resign")


def test_the_discard_pile_is_turned_over() -> None:
    table = simulated_game(2, 3)
    flips = [
        line
        for before, entry in zip(table.positions, table.entries, strict=False)
        for line in news_of(GAME, before.state, entry.move)
        if "turn the discard pile over" in line
    ]
    assert all("do not shuffle it" in line for line in flips)


def test_teams_that_sit_badly_are_advised_and_allowed() -> None:
    seats = ("anna", "ben", "carl", "dora")
    table = play_lines([], seats=seats, team_play=True)
    reported = news_of(GAME, table.state, table.judge_line("table: teams anna,ben carl,dora").move)
    assert reported == (
        "anna and ben sit side by side; teams should sit alternately",
        "carl and dora sit side by side; teams should sit alternately",
    )
    assert table.read("table: teams anna,ben,carl dora").accepted
    sizes = play_lines([], seats=seats, team_play=True)
    assert "the teams are not of one size: 3 against 1" in news_of(
        GAME, sizes.state, sizes.judge_line("table: teams anna,ben,carl dora").move
    )


def test_a_team_of_a_hero_and_a_villain_is_advised() -> None:
    seats = ("anna", "ben", "carl", "dora")
    lines = ["table: deal anna lord_quiggs", "table: deal ben general_fydo", "table: deal carl deffilwyne"]
    table = play_lines(lines, seats=seats, team_play=True)
    reported = news_of(GAME, table.state, table.judge_line("table: deal dora samyrra").move)
    assert "anna and carl are a team of Hero and Villain" in reported


def test_life_is_what_people_count() -> None:
    table = play_lines(lay([ANNA, f"{BEN} life=7"]))
    assert GAME.counters is not None
    assert GAME.counters(table.state) == {"life": (15, 7)}


def test_news_name_no_card_that_is_secret() -> None:
    """Of a digital game: a line whose cards others may not see names none of them in its news."""
    played = simulated_game(3, 28)
    looks = 0
    for before, entry in zip(played.positions, played.entries, strict=False):
        if not isinstance(entry.move, Deal | Look | Keep) or (isinstance(entry.move, Deal) and entry.move.what.is_open):
            continue
        public = GAME.redact(entry.move, None)
        cards = entry.move.what.cards if isinstance(entry.move, Deal) else entry.move.cards
        open_cards = {card.card for card in entry.state.play} | set(entry.state.discard)
        for line in news_of(GAME, before.state, entry.move):
            for card in set(cards) - open_cards:
                looks += 1
                assert played.state.data.label(card) not in line or public == entry.move, line
    assert looks
