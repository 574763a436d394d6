"""What people may do at a table, and what the referee writes by itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.base.diagnostics import InputError, Span
from pnp.games.sandbox import sandbox_game
from pnp.library.words import in_language
from pnp.referee.ruling import Illegal
from pnp.table.seal import read_secret
from pnp.table.session import Session
from pnp.table.store import Store
from tests.conftest import small_book
from tests.guard import some

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
    """The lines behind the header, without the marks of those that were written together."""
    lines = session.store.read().partition("---\n")[2].splitlines()
    return [line for line in lines if not line.startswith("#+")]


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


def test_lines_of_one_breath_and_what_the_referee_adds_are_written_as_one_batch(opened: Opener) -> None:
    session = opened(deal="digital", seed=5)
    session.submit(["anna: draw 3"])
    session.submit(["anna: done"])
    _, _, text = session.store.read().partition("---\n")
    mark, lines = text.split("\n", 1)
    batch, single = lines.rsplit("anna: done\n")
    assert mark == f"#+ 2 {len(batch)}" and batch.count("\n") == 2 and single == ""


def test_no_torn_line_reads_as_another_line(opened: Opener) -> None:
    session = opened(deal="physical")
    sound = session.store.path.read_bytes()
    session.submit(["anna: draw 3"])  # `draw` alone is a line, too
    whole = session.store.path.read_bytes()
    for end in range(len(sound), len(whole) - 1):
        session.store.path.write_bytes(whole[:end])
        assert Session(session.store, finder).replay.plies == 0
    session.store.path.write_bytes(sound + b"anna: done")  # and of this one only itself
    assert Session(session.store, finder).replay.plies == 1


def test_half_a_letter_of_a_torn_comment_does_not_spoil_the_record(opened: Opener) -> None:
    session = opened(deal="physical")
    session.submit(["anna: done  # hyvä"])
    session.store.path.write_bytes(session.store.path.read_bytes()[:-2])
    again = Session(session.store, finder)
    again.submit(["ben: done"])
    assert body(Session(session.store, finder)) == ["anna: done  # hyv", "ben: done"]


def test_of_a_torn_batch_no_line_counts_and_the_next_writer_cuts_it_off(opened: Opener) -> None:
    session = opened(deal="physical")
    session.submit(["anna: draw"])
    sound = session.store.path.read_bytes()
    session.submit(["anna: play fox", "anna: done", "ben: draw 2"])
    whole = session.store.path.read_bytes()
    for end in some(range(len(sound), len(whole) - 1)):
        session.store.path.write_bytes(whole[:end])
        again = Session(session.store, finder)
        assert again.replay.plies == 1, whole[len(sound) : end]
        again.submit(["anna: done"])
        assert session.store.path.read_bytes() == sound + b"anna: done\n", whole[len(sound) : end]


def test_a_torn_batch_is_reported_with_its_line_and_what_to_do(opened: Opener) -> None:
    session = opened(deal="physical")
    session.submit(["anna: draw", "anna: play fox", "anna: done"])
    text = session.store.read()
    session.store.path.write_text(text.removesuffix("anna: done\n"))
    output = str(Session(session.store, finder).report.items[0])
    assert f"{session.store.path}:8: warning: the last write of 3 lines was interrupted" in output
    assert "enter it again" in output


def test_a_batch_that_only_lacks_its_last_line_end_counts(opened: Opener) -> None:
    session = opened(deal="physical")
    session.submit(["anna: draw", "anna: play fox", "anna: done"])
    session.store.path.write_text(session.store.read().removesuffix("\n"))
    again = Session(session.store, finder)
    assert again.replay.plies == 3 and not again.report.items
    again.submit(["ben: draw"])
    assert body(again) == ["anna: draw", "anna: play fox", "anna: done", "ben: draw"]


def test_a_batch_that_somebody_mended_by_hand_counts(opened: Opener) -> None:
    session = opened(deal="physical")
    session.submit(["anna: draw 2", "anna: play fox", "anna: done"])
    path = session.store.path
    path.write_text(path.read_text().replace("draw 2", "draw").replace("anna: play", "# a remark\nanna: play"))
    assert Session(session.store, finder).replay.plies == 3


def test_a_digital_table_cut_behind_a_line_of_its_people_forgets_the_line_too(opened: Opener) -> None:
    session = opened(deal="digital", seed=5)
    session.submit(["anna: draw 3"])
    text = session.store.read()
    session.store.path.write_text(text[: text.index("table: deal")])
    again = Session(session.store, finder)
    assert again.replay.plies == 0  # nobody can choose the card that the dealer owes
    again.submit(["anna: draw 3"])
    assert session.store.read() == text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_other_programs_end_them(opened: Opener, end: str) -> None:
    session = opened(deal="physical")
    session.submit(["anna: draw"])
    session.submit(["anna: play fox"])
    old = session.store.read().replace("\n", end).encode()
    session.store.path.write_bytes(old)
    again = Session(session.store, finder)
    assert again.replay.plies == 2 and not again.report.items
    again.submit(["anna: done"])
    assert session.store.path.read_bytes() == old + b"anna: done\n"
    assert Session(session.store, finder).replay.plies == 3


def test_a_torn_line_behind_other_line_ends_is_the_only_one_cut_off(opened: Opener) -> None:
    session = opened(deal="physical")
    session.submit(["anna: draw"])
    old = session.store.read().replace("\n", "\r").encode()
    session.store.path.write_bytes(old + b"anna: pl")
    again = Session(session.store, finder)
    again.submit(["anna: done"])
    assert session.store.path.read_bytes() == old + b"anna: done\n"


@pytest.mark.parametrize("tail, kept", [("# well played", True), ("#= 1 9f", False), ("#", False), ("#+ 2 3", False)])
def test_a_remark_without_its_line_end_is_kept_and_a_torn_mark_is_not(opened: Opener, tail: str, kept: bool) -> None:
    session = opened(deal="physical")
    session.submit(["anna: draw"])
    old = session.store.read()
    session.store.path.write_text(old + tail)
    again = Session(session.store, finder)
    again.submit(["anna: done"])
    assert session.store.read() == old + (f"{tail}\n" if kept else "") + "anna: done\n"


def test_what_cannot_be_written_is_forgotten(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    session = opened(deal="physical")
    session.submit(["anna: draw"])
    before = session.store.read()
    with monkeypatch.context() as patch:
        patch.setattr("pnp.table.store.os.fsync", _full)
        with pytest.raises(InputError, match="no space left"):
            session.submit(["anna: play fox", "anna: done"])
    assert session.store.read() == before and session.replay.plies == 1
    assert session.submit(["anna: play fox"]).written  # and not “it is ben's turn”
    assert Session(session.store, finder).replay.state == session.replay.state


def test_a_line_the_disk_took_after_all_is_known_again(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    session = opened(deal="physical")
    with monkeypatch.context() as patch:  # neither synced nor taken back: a disk that is gone for a moment
        patch.setattr("pnp.table.store.os.fsync", _full)
        patch.setattr("pnp.table.store.os.ftruncate", lambda descriptor, size: _full(descriptor))
        with pytest.raises(InputError):
            session.submit(["anna: draw"])
    assert session.replay.plies == 0
    assert [entry.text for entry in session.refresh().entries] == ["anna: draw"]


def _full(descriptor: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_table_whose_first_cards_cannot_be_written_is_not_opened(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Session) -> None:
        raise InputError.single(Span("a.record"), "cannot be written")

    monkeypatch.setattr(Session, "settle", fail)
    with pytest.raises(InputError):
        opened(deal="digital", seed=5)
    assert list(tmp_path.iterdir()) == []


def test_lines_of_others_are_returned_and_nothing_is_submitted_on_top_of_them_unless_wanted(opened: Opener) -> None:
    one = opened(deal="physical")
    two = Session(one.store, finder)
    one.submit(["anna: draw", "anna: done"])
    reply = two.submit(["ben: draw"], only_if_current=True)
    assert (reply.written, reply.entries) == (False, [])
    assert [entry.text for entry in reply.missed.entries] == ["anna: draw", "anna: done"]
    assert two.submit(["ben: draw"], only_if_current=True).written
    reply = one.undo(only_if_current=True)
    assert not reply.written and [entry.text for entry in reply.missed.entries] == ["ben: draw"]
    assert not one.submit(["ben: done"]).missed


def test_a_record_changed_by_hand_is_returned_from_the_changed_line_on(opened: Opener) -> None:
    session = opened(deal="physical")
    session.submit(["anna: draw", "anna: draw", "anna: done"])
    path = session.store.path
    path.write_text(path.read_text().replace("anna: draw\nanna: done", "anna: draw 2\nanna: done"))
    missed = session.refresh()
    assert [entry.text for entry in missed.entries] == ["anna: draw 2", "anna: done"] and missed.gone == 2
    path.write_text(path.read_text().removesuffix("anna: done\n"))
    assert not session.submit(["ben: done"], only_if_current=True).written  # it is not ben's turn any more


@pytest.mark.parametrize(("old", "new"), [("[anna, ben]", "[anna, eve]"), ("[anna, ben]", "[ben, anna]")])
def test_seats_that_change_under_an_open_table_are_refused_and_the_table_stays(
    opened: Opener, old: str, new: str
) -> None:
    session = opened(deal="physical")
    session.submit(["anna: draw 2"])
    known, text = session.replay.entries, session.store.read()
    session.store.path.write_text(text.replace(old, new).replace("anna: draw", "eve: draw"), "utf-8")
    for change in (session.refresh, lambda: session.submit(["anna: done"])):
        with pytest.raises(InputError, match="expected seats: anna, ben, got") as caught:
            change()
        [fault] = caught.value.report
        assert fault.span.line == text.split("\n").index("seats: [anna, ben]") + 1
        assert session.record.header.seats == ("anna", "ben") and session.replay.entries is known
    session.store.path.write_text(text, "utf-8")
    assert not session.refresh() and session.submit(["anna: done"]).written


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


def test_an_undo_that_is_not_possible_says_how_many_lines_of_players_there_are(opened: Opener) -> None:
    session = opened(deal="digital", seed=5)
    session.submit(["anna: draw 2"])
    assert session.replay.plies > 1 and session.undone_by(1)
    refused = session.undone_by(2)
    assert isinstance(refused, Illegal)
    assert in_language(refused.because, "en") == "cannot take back 2: only 1 line of the players is left"
    assert session.undo(2).entries[-1].ruling == refused


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
    for line in ("anna: draw", "anna: draw", "anna: done"):
        assert session.submit([line]).written
    assert not session.undo(4).written
    assert session.undo(2).written
    assert len(session.replay.state.hand[0]) == 1


def test_several_lines_at_once_would_let_people_see_cards_without_a_trace(opened: Opener) -> None:
    session = opened(deal="digital")
    before = session.store.read()
    with pytest.raises(InputError, match="one line at a time"):
        session.submit(["anna: draw", "ben: nonsense"])
    assert session.store.read() == before
    assert session.submit(["anna: draw"]).written


def test_an_open_deal_hides_nothing_and_takes_several_lines(opened: Opener) -> None:
    session = opened(deal="digital", seed=5)
    before = session.store.read()
    assert not session.submit(["anna: draw", "ben: nonsense"]).written
    assert session.store.read() == before
    assert session.submit(["anna: draw", "anna: draw"]).written


@pytest.mark.parametrize("line", ["table: adjust turn ben", "table: end"])
def test_a_digital_undo_of_a_line_of_the_table_leaves_the_moves_before_it(opened: Opener, line: str) -> None:
    session = opened(deal="digital", seed=5)
    session.submit(["anna: draw"])
    before = session.replay.state
    assert session.submit([line]).written
    session.undo()
    assert body(session)[-1] == f"table: undo  # took back {line}"
    assert session.replay.state == before and session.replay.outcome is None


def test_a_digital_table_without_a_seed_gets_one_of_its_own(opened: Opener) -> None:
    session = opened(deal="digital")
    assert "seed" not in session.record.header.options and len(session.record.header.seal) == 64
    assert read_secret(session.store.path, session.record.header.seal) is not None


def test_overruling_writes_the_mark_and_the_reason(opened: Opener) -> None:
    session = opened(deal="physical")
    session.submit(["ben: !draw"], because="ben was\nhungry # really")
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


def test_a_long_line_is_marked_whatever_its_beginnings_mean(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """All beginnings of a line of a thousand letters would be read to find that out; a mark costs nothing."""
    session = opened()
    assert session.submit(["anna: draw"]).written and "#+ 1 " not in session.store.read()
    monkeypatch.setattr("pnp.table.session.SHORT_LINE", 5)
    assert session.submit(["anna: draw"]).written and "#+ 1 " in session.store.read()
    assert session.refresh().gone == 0 and len(session.replay.entries) == 2
