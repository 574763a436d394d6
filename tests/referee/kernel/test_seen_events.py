"""What happened, as each seat saw it: for a screen that shows it, a log, a phone."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pnp.conformance.case import Case
from pnp.conformance.promises.secrets import find_twins
from pnp.referee.game import DIGITAL
from pnp.referee.kernel import Trial
from pnp.referee.kernel.events import (
    Answered,
    Asked,
    CardsMoved,
    ChanceDecided,
    CounterChanged,
    Revealed,
    Settled,
    TurnPassed,
)
from pnp.referee.kernel.line_trial import Noted
from pnp.referee.kernel.question import FIST, Due, Later, Open
from pnp.referee.kernel.question import Answered as Given
from pnp.referee.ruling import Event
from tests.referee.kernel import test_stashes as stashes
from tests.referee.kernel.tables import load, play_line, sit_down

DEALS = ("table: deal anna red1 red1 red2 red2", "table: deal ben blue1 blue1 blue2 green1")


def seen(game: Any, ruling: Any, seat: int | None) -> list[Event]:
    events = (game.redact_event(event, seat) for event in ruling.events)
    return [event for event in events if event is not None]


def test_a_deal_is_seen_by_whom_it_is_dealt_to() -> None:
    table = sit_down("cove", *DEALS, deal=DIGITAL)
    moved = [seen(table.game, table.entries[0].ruling, seat)[0] for seat in (0, 1, None)]
    assert [event.cards for event in moved if isinstance(event, CardsMoved)] == [
        ("red1", "red1", "red2", "red2"),
        ("*",) * 4,
        ("*",) * 4,
    ]


def test_a_vote_is_seen_to_be_given() -> None:
    table = sit_down("cove", *DEALS, "anna: vote red", deal=DIGITAL)
    mine, theirs = (seen(table.game, table.entries[2].ruling, seat)[0] for seat in (0, 1))
    assert isinstance(mine, Answered) and isinstance(theirs, Answered)
    assert (mine.move, theirs.move) == (table.entries[2].move, FIST)


def test_what_lies_open_is_seen_by_all_and_reasons_only_where_all_must_hear_them() -> None:
    table = sit_down("cove", *DEALS, "anna: vote red", "ben: vote red", deal=DIGITAL)
    notes = [event for event in seen(table.game, table.entries[-1].ruling, None) if isinstance(event, Noted)]
    assert [event.message for event in notes] == ["watched"]
    play_line(table, "anna: land red1"), play_line(table, "ben: pass")
    entry = play_line(table, "table: roll 6")
    kinds = [type(event) for event in seen(table.game, entry.ruling, None)]
    assert CounterChanged in kinds and TurnPassed not in kinds and Noted not in kinds


@pytest.mark.parametrize(
    "name, game, book",
    [("stashes", stashes.GAME, stashes.BOOK), ("cove", *load("cove")), ("fourpiers", *load("fourpiers"))],
)
def test_lines_that_differ_in_what_is_secret_are_seen_to_do_the_same(name: str, game: Any, book: Any) -> None:
    compared = 0
    case = Case(name, game, book, 3, 6)
    for line in case.lines(case.digital):
        for twin, viewers in find_twins(case, line):
            other = game.judge(line.before, twin)
            if game.is_revealed(line.after, line.move, line.entry.ply):
                continue
            for seat in viewers:
                assert seen(game, line.entry.ruling, seat) == seen(game, other, seat), (line.move, twin, seat)
                compared += 1
    assert compared > 30


def test_what_only_the_referee_keeps_books_of_is_noticed_by_nobody() -> None:
    table = sit_down("cove", *DEALS, "anna: vote red", "ben: vote red", "anna: land red1", "ben: pass", deal=DIGITAL)
    play_line(table, "table: roll 6")
    happened = [event for entry in table.entries for event in entry.ruling.events]  # type: ignore[attr-defined]
    noticed = [
        event for seat in (0, 1, None) for entry in table.entries for event in seen(table.game, entry.ruling, seat)
    ]
    for kind in (Settled, ChanceDecided):
        assert any(isinstance(event, kind) for event in happened)
        assert not any(isinstance(event, kind) for event in noticed)
    assert not any(isinstance(event, Asked) and isinstance(event.item, Later) for event in noticed)
    assert any(isinstance(event, Asked) for event in noticed)


def test_an_open_answer_is_noticed_with_its_move() -> None:
    table = sit_down("cove", *DEALS, "anna: vote red", "ben: vote red", "anna: land red1", "ben: pass", deal=DIGITAL)
    passed = [event for seat in (0, 1, None) for event in seen(table.game, table.entries[-1].ruling, seat)]
    assert FIST not in [event.move for event in passed if isinstance(event, Answered)]


def nothing(t: Trial) -> None:
    """A step that waits."""


def test_a_view_hides_secret_answers_only_and_leaves_the_rest_of_the_stack() -> None:
    table = sit_down("cove", *DEALS, "anna: vote red", deal=DIGITAL)
    vote = table.state.stack[-1]
    window = Open("who_denounces", (0, 1), (("seat", 0),), (Given(0, 3, "pass"),))
    state = replace(table.state, stack=(Later(nothing), Due(("pile", -1), ("hand", 0), 1, "COV-09"), window, vote))
    later, due, open_, hidden = table.game.project(state, 1).stack
    assert (later, due, open_) == state.stack[:3]
    assert [answer.move for answer in hidden.answers] == [FIST]
    assert table.game.project(state, 0).stack == state.stack


def test_which_cards_another_is_shown_is_noticed_by_nobody_else_not_even_by_who_knew_one() -> None:
    shown = Revealed(("red1@2", "red2"), ("hand", 0), "1")
    noticed = [stashes.GAME.redact_event(shown, seat) for seat in (0, 1, 2, None)]
    assert [event.cards for event in noticed if isinstance(event, Revealed)] == [
        ("red1", "red2"),
        ("red1", "red2"),
        ("*", "*"),
        ("*", "*"),
    ]
