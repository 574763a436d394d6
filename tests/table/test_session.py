"""What people may do at a table, and what the referee writes by itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.base.diagnostics import InputError
from pnp.games.sandbox import sandbox_game
from pnp.table.session import Session
from pnp.table.store import Store
from tests.conftest import small_book

BOOK = small_book()
GAME = sandbox_game(BOOK)


def finder(slug: str) -> Any:
    return GAME, BOOK


Opener = Callable[..., Session]


@pytest.fixture
def opened(tmp_path: Path) -> Opener:
    def open_table(**options: Any) -> Session:
        return Session.create(tmp_path / "a.record", GAME, BOOK, ("anna", "ben"), options, finder)

    return open_table


def body(session: Session) -> list[str]:
    return session.store.read().partition("---\n")[2].splitlines()


def test_accepted_lines_are_written_in_canonical_form(opened: Opener) -> None:
    session = opened(deal="physical")
    reply = session.submit(["ANNA: draw 2", "anna: play kettu"])
    assert reply.written
    assert body(session) == ["anna: draw 2", "anna: play fox"]


def test_several_lines_are_written_all_or_none(opened: Opener) -> None:
    session = opened(deal="physical")
    reply = session.submit(["anna: draw", "anna: play fox", "anna: play fox"])
    assert not reply.written
    assert not reply.entries[-1].accepted
    assert body(session) == []
    assert session.submit(["anna: draw"]).entries[0].ply == 1


def test_a_digest_line_follows_every_tenth_ply(opened: Opener) -> None:
    session = opened(deal="physical")
    session.submit([f"{seat}: done" for _ in range(6) for seat in ("anna", "ben")])
    assert body(session)[10].startswith("#= 10 ")
    assert not Session(session.store, finder).report.items


def test_two_writers_see_each_others_lines(opened: Opener) -> None:
    one = opened(deal="physical")
    two = Session(one.store, finder)
    one.submit(["anna: draw"])
    assert not two.submit(["anna: play fox", "anna: play fox"]).written
    assert two.submit(["anna: play fox"]).entries[0].ply == 2
    assert one.submit(["anna: done"]).entries[0].ply == 3


def test_a_torn_line_is_left_out_and_the_next_line_stands_alone(opened: Opener) -> None:
    session = opened(deal="physical")
    session.submit(["anna: draw"])
    with open(session.store.path, "a") as file:
        file.write("anna: pl")
    again = Session(session.store, finder)
    assert [item.code for item in again.report] == ["torn-line"]
    again.submit(["anna: done"])
    assert body(again) == ["anna: draw", "anna: done"]


def test_a_last_line_without_its_end_is_kept_when_it_is_a_move(opened: Opener) -> None:
    session = opened(deal="physical")
    with open(session.store.path, "a") as file:
        file.write("anna: draw")
    again = Session(session.store, finder)
    again.submit(["anna: done"])
    assert body(again) == ["anna: draw", "anna: done"]
    assert [entry.ply for entry in Session(session.store, finder).replay.entries] == [1, 2]


def test_a_faulty_line_is_named_and_nothing_is_written_behind_it(opened: Opener) -> None:
    session = opened(deal="physical")
    with open(session.store.path, "a") as file:
        file.write("anna: draw\nben: draw\n")
    again = Session(session.store, finder)
    assert again.fault_diagnostic is not None
    assert str(again.fault_diagnostic).startswith(f"{session.store.path}:9: ben: draw: ")
    with pytest.raises(InputError):
        again.submit(["anna: done"])
    assert body(again) == ["anna: draw", "ben: draw"]


def test_a_digital_table_deals_by_itself_and_the_cards_stand_in_the_record(opened: Opener) -> None:
    session = opened(deal="digital", seed=5)
    session.submit(["anna: draw 3"])
    lines = body(session)
    assert lines[0] == "anna: draw 3"
    assert lines[1].startswith("table: deal anna ")
    replayed = Session(session.store, finder)
    assert replayed.replay.state == session.replay.state


def test_an_undone_draw_comes_again(opened: Opener) -> None:
    session = opened(deal="digital", seed=5)
    session.submit(["anna: draw 3"])
    dealt = body(session)[1]
    session.undo()
    assert body(session)[2].startswith("table: undo 2  # took back anna: draw 3; table: deal anna")
    session.submit(["anna: draw 3"])
    assert body(session)[4] == dealt


def test_a_digital_undo_counts_only_what_people_did(opened: Opener) -> None:
    session = opened(deal="digital", seed=5)
    session.submit(["anna: draw", "anna: draw", "anna: done"])
    assert not session.undo(4).written
    assert session.undo(2).written
    assert session.replay.state.hands[0].size == 1


def test_a_digital_table_without_a_seed_gets_one_of_its_own(opened: Opener) -> None:
    header = opened(deal="digital").record.header
    assert isinstance(header.options["seed"], int)


def test_overruling_writes_the_mark_and_the_reason(opened: Opener) -> None:
    session = opened(deal="physical")
    session.submit(["ben: draw"], overruled=True, because="ben was\nhungry # really")
    assert body(session) == ["ben: !draw  # ben was hungry # really"]
    again = Session(session.store, finder)
    assert again.replay.entries[0].breach is not None


def test_nothing_is_created_for_a_table_that_cannot_be(tmp_path: Path) -> None:
    for seats, options in ((("a",), {}), (("a", "b"), {"jokers": True}), (("a", "a"), {}), (("table", "b"), {})):
        with pytest.raises(InputError):
            Session.create(tmp_path / "x.record", GAME, BOOK, seats, options, finder)
    assert list(tmp_path.iterdir()) == []


def test_a_record_without_a_lock_file_or_leftovers(opened: Opener, tmp_path: Path) -> None:
    opened(deal="physical").submit(["anna: draw"])
    assert [item.name for item in tmp_path.iterdir()] == ["a.record"]
    assert isinstance(Store(tmp_path / "a.record").read(), str)
