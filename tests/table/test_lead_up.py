"""What goes without saying is written where a line is refused without it, and nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.table.session import Session
from tests.games.tables import book_of, game_of

SEATS = ("anna", "ben")


def keko(folder: Path, *lines: str) -> Session:
    """A physical table in anna's first Draw phase, then some lines."""

    def finder(slug: str) -> Any:
        return game_of(slug), book_of(slug)

    session = Session.create(folder / "a.record", game_of("keko"), book_of("keko"), SEATS, {}, finder)
    start = ["deal anna waximum", "deal ben arkonoth", "deal 2", "first anna=5 ben=2"]
    for line in (*(f"table: {words}" for words in start), *lines):
        assert session.submit([line]).written
    return session


def written(session: Session, line: str) -> list[str]:
    """What one typed line brings into the record; nothing when it is refused."""
    result = session.submit([line])
    return [session.replay.format(entry) for entry in result.entries] if result.written else []


def test_the_draw_and_empty_sections_are_written_before_what_is_played(tmp_path: Path) -> None:
    brought = ["anna: draw 2", "anna: next", "anna: play hover_boat"]
    session = keko(tmp_path)
    assert written(session, "play hover_boat") == brought
    again = Session(session.store, session._finder)
    assert [again.replay.format(entry) for entry in again.replay.entries][-3:] == brought


def test_what_is_accepted_as_it_stands_brings_nothing_else(tmp_path: Path) -> None:
    session = keko(tmp_path, "anna: draw 2")
    assert written(session, "next") == ["anna: next"]


@pytest.mark.parametrize("line", ["ben: play hover_boat", "anna: choose yes", "anna: draw 3"])
def test_what_is_refused_all_the_same_leaves_no_trace(tmp_path: Path, line: str) -> None:
    session = keko(tmp_path)
    before, record = session.replay.plies, session.store.read()
    result = session.submit([line])
    assert not result.written and len(result.entries) == 1
    assert session.replay.plies == before and session.store.read() == record


def test_what_is_allowed_against_the_rules_is_not_completed(tmp_path: Path) -> None:
    assert written(keko(tmp_path), "anna: !play hover_boat") == ["anna: play hover_boat"]


def test_the_seat_is_clear_where_only_one_of_several_may_say_so(tmp_path: Path) -> None:
    session = keko(tmp_path, "anna: play hover_boat")
    assert len(session.replay.to_act) == 2  # both may answer
    assert written(session, "pass") == []
    assert written(session, "next") == ["anna: next"]
