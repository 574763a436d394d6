"""Bots on seats of a real table: they play by themselves, see one seat, and repeat themselves by the seed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.catalog import book_of, find_game, rules_of
from pnp.playtest.seat_bots import SeatBots, Turn, bots_of_table, read_bots
from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.record import parse_record
from pnp.referee.view import ReplayView
from pnp.table.offers import list_offers
from pnp.table.session import Session
from pnp.table.store import Store

GAMES = ("kalevala", "suomi1918", "drumroll", "keikalla", "keko")
MOST = 30  # lines


def finder(slug: str) -> Any:
    entry = find_game(slug, ())
    return rules_of(entry), book_of(entry)


def table(path: Path, slug: str = "kalevala", seed: int | None = 7, **bots: str) -> Session:
    game, book = finder(slug)
    options = {"deal": DIGITAL} if seed is None else {"deal": DIGITAL, "seed": seed}
    return Session.create(path, game, book, ("anna", "ben"), options, finder, bots=bots)


def line_of(turn: Turn) -> str:
    """What the bot of a turn does."""
    line = turn.line()
    assert isinstance(line, str), line
    return line


def play(session: Session, bots: SeatBots) -> list[str]:
    """Bots move, and anna does the first thing she may; the lines."""
    for _ in range(MOST):
        if session.replay.outcome is not None:
            break
        turn = bots.turn(session)
        if turn is not None:
            assert bots.submit(session, turn, line_of(turn)).written
        else:
            session.submit([list_offers(session.replay, 0)[0].line])
    return [session.replay.format(entry) for entry in session.replay.entries]


@pytest.mark.ci
@pytest.mark.parametrize("slug", GAMES)
def test_a_bot_plays_along_and_a_seed_repeats_its_game(tmp_path: Path, slug: str) -> None:
    games = []
    for name in ("one", "two"):
        session = table(tmp_path / name, slug, ben="random")
        games.append(play(session, bots_of_table(session)))
        assert any(entry.seat == 1 for entry in session.replay.entries)
    assert games[0] == games[1]
    again = Session(Store(tmp_path / "one"), finder)
    assert again.fault is None and not again.report.items
    assert again.record.header.bots == {"ben": "random"}


def test_a_bot_sees_the_view_of_its_seat(tmp_path: Path) -> None:
    session = table(tmp_path / "k", ben="greedy")
    bots = bots_of_table(session)
    assert bots.turn(session) is None  # anna begins
    session.submit([list_offers(session.replay, 0)[0].line])
    turn = bots.turn(session)
    assert turn is not None and turn.seat == 1
    facts = session.game.facts
    assert facts(turn.view) == facts(ReplayView(session.replay, 1).state) != facts(session.replay.state)


def test_a_line_that_was_undone_comes_again(tmp_path: Path) -> None:
    session = table(tmp_path / "k", seed=None, ben="random")
    bots = bots_of_table(session)
    own = list_offers(session.replay, 0)[0].line
    lines = []
    for _ in range(2):
        session.submit([own])
        turn = bots.turn(session)
        assert turn is not None
        lines.append(line_of(turn))
        bots.submit(session, turn, lines[-1])
        assert session.undo(bots.lines_to_undo(session, 1)).written
        assert session.replay.to_act == (0,)  # both lines are gone
    assert lines[0] == lines[1]


def test_a_bot_does_not_move_where_somebody_else_did(tmp_path: Path) -> None:
    session = table(tmp_path / "k", ben="random")
    bots = bots_of_table(session)
    session.submit([list_offers(session.replay, 0)[0].line])
    turn = bots.turn(session)
    assert turn is not None
    other = Session(Store(tmp_path / "k"), finder)
    assert other.submit([list_offers(other.replay, 1)[0].line]).written
    reply = bots.submit(session, turn, line_of(turn))
    assert not reply.written and reply.missed
    assert bots.turn(session) is None  # anna is to act


def test_a_refused_bot_leaves_its_seat_to_people(tmp_path: Path) -> None:
    session = table(tmp_path / "k", ben="random")
    bots = bots_of_table(session)
    session.submit([list_offers(session.replay, 0)[0].line])
    turn = bots.turn(session)
    assert turn is not None
    assert not bots.submit(session, turn, "ben: place ukko 9,9").written
    assert bots.turn(session) is None
    session.submit([list_offers(session.replay, 1)[0].line])
    session.submit([list_offers(session.replay, 0)[0].line])
    assert bots.turn(session) is not None  # the next one is another matter


@pytest.mark.parametrize(
    ("bots", "deal", "fault"),
    [
        ({"cid": "greedy"}, DIGITAL, "no seat “cid”"),
        ({"ben": "greedi"}, DIGITAL, "no bot “greedi”"),
        ({"anna": "greedy", "ben": "random"}, DIGITAL, "at least one seat without a bot"),
    ],
)
def test_bots_that_cannot_be(bots: dict[str, str], deal: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        SeatBots(finder("kalevala")[0], ("anna", "ben"), bots, deal)


def test_with_real_cards_a_bot_waits_until_it_is_told_what_it_holds(tmp_path: Path) -> None:
    game, book = finder("kalevala")
    session = Session.create(tmp_path / "k", game, book, ("anna", "ben"), {"deal": PHYSICAL}, finder)
    bots = SeatBots(game, ("anna", "ben"), {"ben": "mcts:5"}, PHYSICAL)
    assert session.submit(["table: start ukko", "anna: place louhi 1,0"]).written
    for held in (("louhi", "ukko", "kaarme", "kullervo"), ("vainamoinen", "vainamoinen", "kaarme", "ukko")):
        assert bots.turn(session) is None and bots.waiting(session) == 1
        assert session.submit([f"table: adjust hand ben {' '.join(held)}"]).written
        turn = bots.turn(session)
        assert turn is not None and bots.waiting(session) is None
        line = line_of(turn)
        assert any(card in line.split() for card in held) and bots.submit(session, turn, line).written
        assert bots.waiting(session) is None  # anna is to act
        moves = (offer.line for offer in list_offers(session.replay, 0))
        assert any(session.submit([line]).written for line in moves)


def test_the_holder_of_the_first_card_begins_where_the_table_was_told_who_it_is(tmp_path: Path) -> None:
    game, book = finder("suomi1918")
    session = Session.create(tmp_path / "s", game, book, ("anna", "ben"), {"deal": PHYSICAL}, finder)
    bots = SeatBots(game, ("anna", "ben"), {"ben": "greedy"}, PHYSICAL)
    assert list(session.replay.to_act) == [0, 1]
    assert session.submit(["table: adjust hand ben blue-8 act-red-7 black-1 act-white-5"]).written
    assert list(session.replay.to_act) == [1]
    turn = bots.turn(session)
    assert turn is not None and line_of(turn) == "ben: play black-1"
    assert bots.submit(session, turn, line_of(turn)).written


def test_where_nothing_says_what_a_bot_cannot_see_it_plays_no_printed_cards() -> None:
    game = replace(finder("kalevala")[0], fill=None)
    with pytest.raises(InputError, match="cannot play with printed cards here"):
        SeatBots(game, ("anna", "ben"), {"ben": "greedy"}, PHYSICAL)


def test_a_bot_whose_line_changed_nothing_leaves_its_seat_to_people(tmp_path: Path) -> None:
    game, book = finder("keikalla")
    session = Session.create(tmp_path / "k", game, book, ("anna", "ben"), {"deal": PHYSICAL}, finder)
    bots = SeatBots(game, ("anna", "ben"), {"ben": "greedy"}, PHYSICAL)
    for _ in range(6):
        turn = bots.turn(session)
        if turn is None:
            break
        assert bots.submit(session, turn, line_of(turn)).written
    assert bots.turn(session) is None


def test_what_is_typed_names_a_seat_and_a_bot() -> None:
    assert read_bots(["ben=greedy", "cid=mcts:20"]) == {"ben": "greedy", "cid": "mcts:20"}
    with pytest.raises(InputError) as refused:
        read_bots(["ben", "=greedy", "ben=", "cid=a", "cid=b"])
    assert len(refused.value.report) == 4


def test_the_header_names_bots_and_old_records_name_none(tmp_path: Path) -> None:
    plain, bots = table(tmp_path / "plain"), table(tmp_path / "bots", ben="mcts:20")
    texts = [session.store.read() for session in (plain, bots)]
    assert "bots" not in texts[0]
    assert texts[1].replace("bots: {ben: 'mcts:20'}\n", "") == texts[0]
    assert parse_record(texts[1]).header.bots == {"ben": "mcts:20"}


@pytest.mark.parametrize("bots", ["greedy", "{cid: greedy}", "[ben]"])
def test_a_header_with_wrong_bots_is_named(tmp_path: Path, bots: str) -> None:
    text = table(tmp_path / "k").store.read().replace("options:", f"bots: {bots}\noptions:")
    with pytest.raises(InputError) as refused:
        parse_record(text, "k.record")
    line = text.splitlines().index(f"bots: {bots}") + 1
    assert f"k.record:{line}" in str(refused.value) and "bots" in str(refused.value)


def test_a_header_with_a_bot_that_is_gone_is_named(tmp_path: Path) -> None:
    session = table(tmp_path / "k", ben="clever")
    with pytest.raises(InputError, match=r"k:1.*no bot “clever”"):
        bots_of_table(session)
