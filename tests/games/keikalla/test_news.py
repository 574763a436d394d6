"""The news of a line report what follows from it: what a card does, what goes, who loses a turn, who is out."""

from __future__ import annotations

import pytest

from pnp.games.keikalla import GAME
from pnp.referee.game import counters_of
from pnp.referee.replay import Replay
from pnp.table.plain_values import line_news
from tests.games.keikalla.tables import lay, play_lines
from tests.games.tables import news_of

TWO = ("anna jarkale vaasa", "ben hian kuopio")
SPEEDING = ("table: adjust movement anna roadie road_4 road_1 ? ?", "anna: roadie")
STORED = (
    "table: adjust played anna turku pori rauma kemi lahti",
    "table: adjust turn ben",
    "table: adjust at ben iisalmi",
    "ben: gig",
    "ben: draw store",
    "ben: end",
    "anna: gig",
    "anna: draw stage_presence",
)
SOME_ROADS = " ".join(["road_1"] * 8 + ["road_2"] * 12 + ["road_3"] * 8 + ["road_4"] * 4)
ALL_OTHERS = " ".join(
    ["road_6"] * 2 + ["helicopter"] * 4 + ["road_service"] * 3 + ["new_tour_bus"] * 2 + ["roadie"] * 4
    + ["malfunction"] * 4 + ["jimmy"] * 3 + ["police"] * 4
)  # fmt: skip

NEWS: list[tuple[str, tuple[str, ...], str, str]] = [
    (
        "a convoy",
        ("anna: road_1 vsa-sjk:1",),
        "anna: draw police",
        "a convoy for anna: 1 step more on every card up to 2",
    ),
    ("a convoy ends", ("anna: road_1 vsa-sjk:1", "anna: draw police"), "anna: road_1 seinajoki", "the convoy is over"),
    ("speeding", SPEEDING, "anna: draw police", "the Roadie of anna was speeding: a turn is lost"),
    ("the best card goes", (*SPEEDING, "anna: draw police"), "anna: discard road_4", "speeding: On the road 4 goes"),
    ("a skipped turn", ("table: adjust lost ben 2",), "anna: end", "ben loses a turn, 1 more to lose"),
    (
        "a raid of an empty hand",
        ("table: adjust fame anna messed_up", "table: adjust action anna 0", "anna: road_1 vsa-sjk:1"),
        "anna: draw police",
        "raid: anna has no Action card, so the next turn is lost",
    ),
    (
        "a Malfunction without effect",
        ("table: adjust movement anna 4", "anna: stop"),
        "anna: draw malfunction",
        "the trip is over: the Malfunction has no effect",
    ),
    (
        "a Groupie",
        ("table: adjust at anna tampere", "anna: gig"),
        "anna: draw groupie",
        "anna goes home to Vaasa and loses the next turn",
    ),
    (
        "a strike that is none",
        ("anna: gig",),
        "anna: draw roadies_strike",
        "the roadies of Järkäle never strike: no effect",
    ),
    (
        "a strike",
        ("table: adjust turn ben", "ben: gig"),
        "ben: draw roadies_strike",
        "ben draws no Movement card until the next trip ends",
    ),
    (
        "a shuffle that is due",
        (
            "table: adjust movement anna 3",
            f"table: adjust movement ben {SOME_ROADS}",
            f"table: adjust discard movement {ALL_OTHERS}",
        ),
        "anna: stop",
        "shuffle the discard pile into the deck movement now; its 2 topmost On the Road cards stay",
    ),
    ("a turn that is given up", (), "ben: resign", "ben is skipped from now on; the stashes stay"),
    (
        "a hampered leader",
        STORED,
        "ben: hamper roadies_strike",
        "Now the roadies go on strike acts on anna as if drawn",
    ),
    ("a Manager", ("table: adjust fame anna bar_fight",), "anna: play manager clear", "anna discards Bar fight"),
]


def table_after(lines: tuple[str, ...]) -> Replay:  # type: ignore[type-arg]
    hampering = lines is STORED
    return play_lines([*lay(TWO), *lines], seats=("anna", "ben"), hampering=hampering)


@pytest.mark.parametrize(("lines", "line", "expected"), [case[1:] for case in NEWS], ids=[case[0] for case in NEWS])
def test_the_news_of_a_line_report_what_follows(lines: tuple[str, ...], line: str, expected: str) -> None:
    table = table_after(lines)
    move = table.notation.parse(line)
    before = table.state
    assert table.read(line).accepted
    assert any(sentence.startswith(expected) for sentence in news_of(GAME, before, move)), news_of(GAME, before, move)


def test_six_players_are_informed_that_managers_are_few() -> None:
    """KEI-D03."""
    bands = ["jarkale", "hian", "teenkeitin", "fertilizer", "sewage_main_drain", "liekehtivat_takajeejeet"]
    seats = ("a", "b", "c", "d", "e", "f")
    table = play_lines([f"{seat}: band {band}" for seat, band in zip(seats, bands, strict=True)], seats=seats)
    assert table.read("table: roll 6").accepted
    before, move = table.state, table.notation.parse("table: deal")
    assert "only 2 Managers are left for the Action deck" in news_of(GAME, before, move)


def test_a_refused_line_has_no_news() -> None:
    table = table_after(())
    assert line_news(table.read("anna: headline"), table) == ()


def test_gigs_reputation_and_lost_turns_are_counted() -> None:
    table = table_after(("anna: gig", "anna: draw stage_presence", "table: adjust lost ben 1"))
    assert counters_of(GAME, table.state) == {"gigs": (1, 0), "Reputation": (1, 0), "turns to lose": (0, 1)}
