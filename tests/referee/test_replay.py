"""The fold: undo, adjust, overrule, resign, end, digests, refused lines."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.games.sandbox import sandbox_game
from pnp.referee.game import Outcome, Setup
from pnp.referee.kernel_rules import REF_OVER, REF_TABLE, REF_UNDO
from pnp.referee.loading import replay_record
from pnp.referee.record import parse_record
from pnp.referee.replay import Replay, digest_of
from pnp.referee.ruling import Ambiguous, Illegal, Invalid
from tests.conftest import small_book

HEADER = "pnp-record: 1\ngame: tiny\nrules: 2\ncards: 0badcafe\nseats: [anna, ben]\noptions: {deal: physical}\n---\n"


def table(*lines: str) -> Replay[Any]:
    book = small_book()
    replay = Replay(sandbox_game(book), Setup(("anna", "ben"), book))
    for line in lines:
        replay.read(line)
    return replay


def test_every_line_is_a_ply_and_a_refused_one_changes_nothing() -> None:
    replay = table("anna: draw 2", "ben: draw", "anna: play lynx", "anna: d", "anna: done")
    assert [entry.ply for entry in replay.entries] == [1, 2, 3, 4, 5]
    kinds = [type(entry.ruling) for entry in replay.entries]
    assert kinds[1:4] == [Illegal, Invalid, Ambiguous]
    assert replay.state.turn == 1
    assert replay.state.ply == 5


def test_undo_takes_back_plies_across_turns_and_stays_in_the_history() -> None:
    replay = table("anna: draw 2", "anna: play fox", "anna: done")
    before = digest_of(replay.game, replay.positions[1].state)
    entry = replay.read("table: undo 2")
    assert entry.accepted
    assert replay.plies == 4
    assert digest_of(replay.game, replay.state) == before
    assert replay.read("anna: play bear").ply == 5
    assert replay.state.ply == 5


class Counted(list[Any]):
    """A list that counts how often it is read."""

    reads = 0

    def __getitem__(self, at: Any) -> Any:
        self.reads += 1
        return super().__getitem__(at)

    def __iter__(self) -> Any:
        raise AssertionError("nobody reads the whole list")


def test_what_an_undo_took_back_is_found_without_reading_the_whole_game() -> None:
    long = ["table: adjust counter ben score 7"] * 200
    replay = table(*long, "anna: draw", "anna: d", "table: undo", "anna: draw 2", "anna: play fox", "table: undo 3")
    assert replay.entries[-1].accepted
    replay.entries = counted = Counted(replay.entries)
    undo = counted[-1]
    taken = [entry.ply for entry in replay.undone_by(undo)]
    assert taken == [200, 204, 205], "not what the undo before it had taken back, nor what was refused"
    assert replay.reopened(undo) == ([], []) and counted.reads < 20


@pytest.mark.parametrize("line", ["table: undo 4", "table: undo 0", "anna: undo"])
def test_undo_is_refused_with_a_reason(line: str) -> None:
    ruling = table("anna: draw 2").read(line).ruling
    assert isinstance(ruling, Illegal)
    assert ruling.rule == REF_UNDO


def test_adjust_is_the_tables_and_always_possible() -> None:
    replay = table("anna: draw", "table: end", "table: adjust counter ben score 7")
    assert replay.entries[-1].accepted
    refused = replay.read("anna: adjust counter ben score 70").ruling
    assert isinstance(refused, Illegal) and refused.rule == REF_TABLE
    assert replay.game.scores(replay.state) == (0, 7)


def test_after_the_end_only_undo_and_adjust_are_left() -> None:
    replay = table("anna: draw", "table: end")
    assert replay.outcome is not None and replay.to_act == ()
    ruling = replay.read("anna: done").ruling
    assert isinstance(ruling, Illegal) and ruling.rule == REF_OVER
    assert replay.read("table: undo").accepted
    assert replay.outcome is None
    assert replay.read("anna: done").accepted


def test_resigning_leaves_the_win_to_the_others() -> None:
    replay = table("ben: resign")
    assert replay.outcome is not None
    assert replay.outcome.winners == (0,)


def test_overruling_applies_what_the_judge_refuses_and_keeps_the_breach() -> None:
    replay = table("anna: draw")
    entry = replay.read("ben: draw 2", overruled=True)
    assert entry.accepted
    assert entry.breach is not None and entry.breach.rule == "SBX-2"
    assert len(replay.state.pile) == 2
    impossible = replay.read("ben: draw 9", overruled=True)
    assert not impossible.accepted


def test_a_digest_that_differs_names_the_plies() -> None:
    game, book = sandbox_game(small_book()), small_book()
    lines = "".join(f"{seat}: done\n" for _ in range(11) for seat in ("anna", "ben"))
    good = parse_record(HEADER + lines)
    replay = replay_record(good, game, book).replay
    tenth = digest_of(game, replay.entries[9].state)
    body = lines.split("\n")
    body.insert(10, f"#= 10 {tenth}")
    body.insert(21, "#= 20 ffffff")
    loaded = replay_record(parse_record(HEADER + "\n".join(body)), game, book)
    assert [item.code for item in loaded.report] == ["digest"]
    assert "lines 11 to 20" in loaded.report.items[0].message


def test_other_cards_and_other_rules_are_warned_of() -> None:
    text = HEADER.replace("0badcafe", "deadbeef").replace("rules: 2", "rules: 3") + "anna: draw\n"
    loaded = replay_record(parse_record(text), sandbox_game(small_book()), small_book())
    assert [item.code for item in loaded.report] == ["rules-version", "cards-digest"]
    assert loaded.replay.entries[0].accepted


def test_a_torn_line_is_kept_only_when_it_is_a_move() -> None:
    game, book = sandbox_game(small_book()), small_book()
    kept = replay_record(parse_record(HEADER + "anna: draw\nanna: done"), game, book)
    assert kept.replay.plies == 2 and [item.code for item in kept.report] == ["torn-line"]
    refused = replay_record(parse_record(HEADER + "anna: draw\nben: done"), game, book)
    assert [entry.accepted for entry in refused.replay.entries] == [True, False]
    left = replay_record(parse_record(HEADER + "anna: draw\nanna: do fo"), game, book)
    assert left.replay.plies == 1 and [item.code for item in left.report] == ["torn-line"]


def test_reading_for_play_stops_at_the_first_fault() -> None:
    text = HEADER + "anna: draw\nben: draw\nanna: done\n"
    loaded = replay_record(parse_record(text), sandbox_game(small_book()), small_book(), stop_at_fault=True)
    assert loaded.fault is not None and loaded.fault.line == 9
    assert [entry.accepted for entry in loaded.replay.entries] == [True, False]


@pytest.mark.parametrize("seats", [("anna",), ("a", "b", "c", "d", "e")])
def test_a_wrong_number_of_seats_is_refused_with_its_rule(seats: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="SBX-1"):
        Replay(sandbox_game(small_book()), Setup(seats, small_book()))


def test_an_unknown_option_is_named_with_the_nearest() -> None:
    text = HEADER.replace("{deal: physical}", "{deal: digitl, jokers: true}")
    with pytest.raises(InputError) as caught:
        replay_record(parse_record(text), sandbox_game(small_book()), small_book())
    assert [item.code for item in caught.value.report] == ["option-value", "unknown-option"]


def test_a_game_may_name_the_rule_that_forbids_moves_after_its_end() -> None:
    book = small_book()
    over = Outcome((0,), "anna has won", "TT-1", closing="TT-2")
    game = replace(sandbox_game(book), outcome=lambda state: over if state.turn else None)
    replay = Replay(game, Setup(("anna", "ben"), book))
    assert replay.read("anna: done").accepted
    ruling = replay.read("ben: done").ruling
    assert isinstance(ruling, Illegal) and ruling.rule == "TT-2"


@pytest.mark.parametrize("end", ["ben: resign", "table: end"])
def test_a_correction_does_not_open_a_game_that_people_ended(end: str) -> None:
    replay = table(end, "table: adjust turn ben")
    assert replay.entries[-1].accepted
    assert replay.outcome is not None and not replay.to_act
    replay.read("table: undo 2")
    assert replay.outcome is None


def test_what_may_be_made_afterwards_changes_nothing_of_the_end() -> None:
    replay = table("anna: draw", "table: end")
    kind = type(replay.notation.parse("anna: done"))
    replay.game = replace(replay.game, moves_after_end=(kind,))
    ended = replay.outcome
    assert replay.read("anna: done").accepted
    assert replay.outcome is ended and replay.to_act == ()
    refused = replay.read("ben: draw").ruling
    assert isinstance(refused, Illegal) and refused.rule == REF_OVER
