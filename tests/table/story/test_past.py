"""The table as it was after a line: line after line there and back, the reasons, and never more than a seat knew."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json

from pnp.catalog import built_in_slugs, load_game
from pnp.playtest.simulate import simulate
from pnp.referee.replay import Replay
from pnp.referee.seat import Seat
from pnp.table.seat_feed import SeatFeed
from tests.guard import some

HIDDEN = ("?", "*")


def table_of(game: str) -> Replay[Any]:
    rules, book = load_game(game)
    return simulate(rules, book, ("aino", "ilmari"), 5)


def past(table: Replay[Any], viewer: Seat | None, ply: int, lang: str = "en") -> dict[str, Any]:
    values = json.decode(SeatFeed(viewer).past(table, lang, ply))
    assert isinstance(values, dict)
    return values


def test_every_line_leads_to_the_one_before_and_the_next() -> None:
    table = table_of("kalevala")
    lines = [entry.ply for entry in table.entries if entry.accepted]
    there, at = [0], past(table, None, 0)
    while at["after"] is not None:
        there.append(at["after"])
        at = past(table, None, at["after"])
    back = [at["ply"]]
    while at["before"] is not None:
        back.append(at["before"])
        at = past(table, None, at["before"])
    assert there == [0, *lines] and back == there[::-1]
    assert past(table, None, 10_000)["ply"] == past(table, None, lines[-1])["last"] == lines[-1]


@pytest.mark.parametrize("game", built_in_slugs())
def test_the_last_table_is_the_one_there_is(game: str) -> None:
    table = table_of(game)
    for viewer in (None, 0, 1):
        now, last = SeatFeed(viewer).state(table, "en"), past(table, viewer, table.plies)
        for what in ("scene", "scores", "counters", "seats"):
            assert json.decode(json.encode(now[what], enc_hook=str)) == last[what]
        assert last["to_act"] == [] and last["line"] == last["lines"][-1], "the game is over"


@pytest.mark.parametrize("game", built_in_slugs())
def test_every_seat_can_look_back_at_how_it_began(game: str) -> None:
    table = table_of(game)
    for viewer in (None, 0, 1):
        shown = [past(table, viewer, ply) for ply in range(1, 25)]
        assert len({it["ply"] for it in shown}) > 10 and any(it["why"] for it in shown)


def test_a_line_is_told_with_its_reasons_in_both_languages() -> None:
    table = table_of("kalevala")
    placed = next(entry.ply for entry in table.entries if table.notation.verb(entry.move) == "place")  # type: ignore[arg-type]
    english, finnish = past(table, None, placed), past(table, None, placed, "fi")
    assert english["line"]["label"].startswith("placed ") and finnish["line"]["label"].startswith("laski ")
    for why, miksi in zip(some(english["why"]), finnish["why"], strict=True):
        assert why["rule"] == miksi["rule"] and why["words"] and why["because"] != miksi["because"]


def test_a_hand_is_as_hidden_as_it_was() -> None:
    table = table_of("kalevala")
    dealt = [entry.ply for entry in table.entries if table.notation.verb(entry.move) == "deal"][1]  # type: ignore[arg-type]

    def hand(viewer: Seat | None, owner: str) -> set[str]:
        pieces = past(table, viewer, dealt)["scene"]
        return {piece["card"] for piece in pieces if piece["owner"] == owner and piece["zone"] == "hands"}

    assert hand(0, "aino") and hand(1, "ilmari")
    assert hand(0, "aino").isdisjoint(HIDDEN) and hand(1, "ilmari").isdisjoint(HIDDEN)
    assert hand(0, "ilmari") <= set(HIDDEN) and hand(None, "aino") <= set(HIDDEN) and hand(1, "aino") <= set(HIDDEN)
    assert (
        "?" not in past(table, None, dealt)["line"]["label"] and "cards to" in past(table, None, dealt)["line"]["label"]
    )


def test_a_line_that_was_taken_back_is_looked_at_as_it_stood() -> None:
    rules, book = load_game("kalevala")
    played = simulate(rules, book, ("aino", "ilmari"), 5)
    again: Replay[Any] = Replay(rules, played.setup)
    for entry in played.entries[:6]:
        assert entry.move is not None
        again.apply_move(entry.move)
    undo = again.notation.parse("table: undo")
    again.apply_move(undo)  # type: ignore[arg-type]
    taken, after = past(again, None, 6), past(again, None, 7)
    assert len(taken["scene"]) != 0 and taken["scene"] != after["scene"] == past(again, None, 5)["scene"]
    assert [line["ply"] for line in after["line"]["undone"]] == [6] and after["why"] == []
