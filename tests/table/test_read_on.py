"""What others wrote is read on, without judging the whole game again; what is not sound is read anew, and named."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import load_game
from pnp.referee.replay import digest_of
from pnp.table.session import Session
from pnp.table.store import Store

LINES = ("table: start ukko", "aino: place louhi 1,0", "ilmari: place kaarme 0,0")


@pytest.fixture
def session(tmp_path: Path) -> Session:
    game, book = load_game("kalevala")
    opened = Session.create(tmp_path / "k.record", game, book, ("aino", "ilmari"), {"deal": "physical"}, load_game)
    for line in LINES:
        assert opened.submit([line]).written
    return opened


def other(session: Session) -> Session:
    """Another program at the same table."""
    return Session(Store(session.store.path), load_game)


def assert_as_read_anew(session: Session) -> None:
    anew = other(session)
    assert digest_of(session.game, session.replay.state) == digest_of(anew.game, anew.replay.state)
    ours, theirs = ([replay.format(entry) for entry in replay.entries] for replay in (session.replay, anew.replay))
    assert ours == theirs
    assert session.record.body == anew.record.body


def test_lines_of_others_are_entered_behind_those_that_are_known(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = session.replay
    writer = other(session)
    assert writer.submit(["aino: place ilmarinen 0,0"]).written
    assert writer.submit(["ilmari: place kullervo 2,0", "aino: place ukko 1,1"]).written
    assert writer.undo().written
    monkeypatch.setattr("pnp.table.session.replay_record", None)  # nothing is judged anew
    missed = session.refresh()
    assert [entry.ply for entry in missed.entries] == [4, 5, 6, 7] and not missed.gone
    assert session.replay is table
    monkeypatch.undo()
    assert_as_read_anew(session)


@pytest.mark.parametrize(
    "spoiled", ["ilmari: place ukko 99,99\n", "aino: place ilmarinen 0,0", "#= 3 badbad\n", "aino: fly\n", "#+ 2 99\nx"]
)
def test_what_is_not_sound_is_read_anew(session: Session, spoiled: str) -> None:
    with session.store.path.open("a", encoding="utf-8") as file:
        file.write(spoiled)
    session.refresh()
    anew = other(session)
    assert str(session.fault_diagnostic) == str(anew.fault_diagnostic)
    assert [str(item) for item in session.report.items] == [str(item) for item in anew.report.items]
    assert session.replay.plies == anew.replay.plies


def test_a_line_that_was_changed_by_hand_is_read_anew(session: Session) -> None:
    text = session.store.path.read_text("utf-8")
    session.store.path.write_text(text.replace("louhi 1,0", "louhi 0,1") + "aino: place ilmarinen 0,0\n", "utf-8")
    missed = session.refresh()
    assert missed.gone == 2 and len(missed.entries) == 3
    assert_as_read_anew(session)


def test_a_table_that_deals_goes_on_with_the_same_cards(tmp_path: Path) -> None:
    game, book = load_game("kalevala")
    session = Session.create(tmp_path / "k.record", game, book, ("aino", "ilmari"), {"deal": "digital"}, load_game)
    for number in range(6):
        writer = (session, other(session))[number % 2]
        writer.refresh()
        [seat] = writer.replay.to_act
        move = writer.game.legal_moves(writer.replay.state, seat)[0]
        assert writer.submit([writer.replay.notation.format(move)]).written
    session.refresh()
    assert_as_read_anew(session)
