"""Short lines: what is left out is written out where one reading alone is allowed, and hidden cards never decide."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.base.diagnostics import InputError
from pnp.playtest.bots import GREEDY
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import DIGITAL
from pnp.referee.replay import Replay
from pnp.referee.ruling import Ambiguous
from pnp.referee.seat import TABLE
from pnp.referee.view import ReplayView
from pnp.table.offers import list_offers
from pnp.table.session import Session, format_refusal
from pnp.table.short_line import parse_typed, split_line
from tests.games.tables import book_of, game_of, refereed_slugs
from tests.guard import some

SEATS = ("anna", "ben")
KEKO = ("table: deal anna waximum", "table: deal ben arkonoth", "table: deal 2", "table: first anna=5 ben=2")
MOST_PLIES = 90
Opened = Callable[..., Session]


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    """A table of a game after some lines."""

    def finder(slug: str) -> Any:
        return game_of(slug), book_of(slug)

    def open_table(slug: str, *lines: str, **options: Any) -> Session:
        session = Session.create(tmp_path / "a.record", game_of(slug), book_of(slug), SEATS, options, finder)
        for line in lines:
            assert session.submit([line]).written, line
        return session

    return open_table


def brought(session: Session, line: str) -> list[str]:
    """The lines that a typed line brings into the record; nothing when it is refused."""
    result = session.submit([line])
    return [session.replay.format(entry) for entry in result.entries] if result.written else []


def test_the_verb_may_be_left_out_where_only_one_is_meant(opened: Opened) -> None:
    session = opened("keko", *KEKO)
    assert brought(session, "hover_boat") == ["anna: draw 2", "anna: next", "anna: play hover_boat"]
    assert brought(session, "anna: end")
    assert brought(session, "falling anna") == ["ben: draw 1", "ben: play falling_sign at=anna"]
    assert brought(session, "anna: rejection") == ["anna: respond rejection"]


def test_a_key_may_be_left_out_where_only_one_is_meant(opened: Opened) -> None:
    session = opened("keko", *KEKO)
    assert brought(session, "falling ben") == ["anna: draw 2", "anna: play falling_sign at=ben"]


def test_a_verb_that_is_asked_for_counts_before_a_name_that_begins_alike(opened: Opened) -> None:
    session = opened("keko", *KEKO, "anna: draw 2")
    assert brought(session, "e") == ["anna: end"]  # and not Energy Drain


def test_what_may_be_meant_in_two_ways_is_refused_with_both(opened: Opened) -> None:
    session = opened("keko", *KEKO, "table: adjust play soldier_hound anna", "anna: draw 2", "anna: next")
    [entry] = session.submit(["soldier_hound"]).entries
    assert isinstance(entry.ruling, Ambiguous)
    assert set(entry.ruling.readings) == {"anna: play soldier_hound", "anna: use soldier_hound"}


def test_what_nothing_asks_for_stays_unread(opened: Opened) -> None:
    session = opened("kalevala", "table: start ukko")
    before = session.store.read()
    for line in some(["anna: 1,0", "louhi", "3", "louhi 1,0 2,0", "plaec louhi 1,0"]):
        assert brought(session, line) == [], line
    assert session.store.read() == before
    assert brought(session, "louhi 1,0") == ["anna: place louhi 1,0"]


def test_several_moves_are_typed_in_one_line(opened: Opened) -> None:
    session = opened("keko", *KEKO)
    assert brought(session, "fuzzin; e  # quickly; so") == [
        "anna: draw 2",
        "anna: next",
        "anna: play fuzzin",
        "anna: end",
    ]
    assert session.replay.entries[-1].comment == "quickly; so"


def test_one_refused_move_of_a_line_takes_the_others_with_it(opened: Opened) -> None:
    session = opened("keko", *KEKO)
    before = session.store.read()
    assert brought(session, "fuzzin; draw 9") == []
    assert session.store.read() == before


def test_a_sealed_table_hears_one_move_at_a_time(opened: Opened) -> None:
    session = opened("kalevala", deal=DIGITAL)
    with pytest.raises(InputError, match="one line at a time"):
        session.submit(["place louhi 1,0; place ukko 2,0"])


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("a; b", ["a", "b"]),
        ("a;b # c; d", ["a", "b  # c; d"]),
        ("a # b; c", ["a # b; c"]),
        ("a;", ["a;"]),
        ("a;;b", ["a;;b"]),
        ("", [""]),
    ],
)
def test_a_line_is_divided_outside_its_comment(typed: str, parts: list[str]) -> None:
    assert split_line(typed) == parts


def test_undo_takes_back_a_typed_line_with_all_it_stands_for(opened: Opened) -> None:
    session = opened("keko", *KEKO, "fuzzin; end")
    session.submit(["table: undo"])
    assert session.replay.plies == 9 and len(session.replay.positions) == 5  # the four lines before
    assert session.submit(["hover_boat"]).written
    assert session.submit(["ben: pass"]).written
    assert session.undo(2).written
    assert len(session.replay.positions) == 5
    refused = session.undo(9)
    assert not refused.written and "cannot take back 9" in format_refusal(refused.entries[-1].ruling)


def test_lines_given_together_are_taken_back_one_by_one(opened: Opened) -> None:
    session = opened("keko", *KEKO)
    session.submit(["fuzzin", "end"])
    session.undo()
    again = Session(session.store, session._finder)  # as another program reads it
    assert again.replay.format(again.replay.entries[-1]) == "table: undo"
    again.undo()
    assert len(again.replay.positions) == 5


def test_a_hand_that_the_dealer_knows_does_not_say_which_card_is_meant(opened: Opened, tmp_path: Path) -> None:
    asked = 0
    for seed in range(12):
        (tmp_path / "a.record").unlink(missing_ok=True)
        session = opened("kalevala", deal=DIGITAL, seed=seed)
        [seat] = session.replay.to_act
        held = {offer.line.split()[2] for offer in list_offers(session.replay, seat)} & {"lemminkainen", "louhi"}
        if len(held) == 1:
            [entry] = session.submit(["l 1,0"]).entries
            assert isinstance(entry.ruling, Ambiguous) and len(entry.ruling.readings) == 2
            asked += 1
    assert asked > 1


@pytest.mark.parametrize("slug", refereed_slugs())
def test_hidden_cards_do_not_decide_how_a_short_line_is_read(slug: str) -> None:
    """Whoever asks, a short line of a digital table means the same; and what is offered is read as it stands."""
    played = simulate(game_of(slug), book_of(slug), SEAT_NAMES[:2], 3, (GREEDY,))
    table = Replay(played.game, played.setup)
    read = 0
    for ply, entry in enumerate(played.entries[:MOST_PLIES]):
        assert entry.move is not None and table.apply_move(entry.move).accepted
        for seat in table.to_act if ply % 5 == 0 else ():
            for offer in list_offers(table, None if seat == TABLE else seat)[:4]:
                assert parse_typed(table, offer.line) == table.parse(offer.line)
                who, _, words = offer.line.partition(": ")
                short = f"{who}: {words.partition(' ')[2] or words[:1]}"
                meant = parse_typed(table, short)
                for viewer in (None, 0, 1):
                    assert parse_typed(ReplayView(table, viewer), short) == meant, short
                read += 1
    assert read > 10


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("anna: black-1;", "“;” separates two moves"),
        ("; black-1", "“;” separates two moves"),
        ("1; 2", "only when typed alone"),
        ("anna: 1", "only when typed alone"),
    ],
)
def test_what_divides_nothing_and_a_number_among_others_are_told(opened: Opened, typed: str, words: str) -> None:
    result = opened("suomi1918").submit([typed])
    assert not result.written
    assert words in format_refusal(result.entries[-1].ruling)
