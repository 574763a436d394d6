"""The state that a seat is sent: its keys, its news, its words, and that what is kept is what would be made anew."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.replay import Replay
from pnp.table.seat_feed import MOST_LINES, SeatFeed
from tests.guard import some
from tests.table.feeds import GAMES, Table, games_of

KEYS = {
    "ply", "you", "game", "lang", "deal", "seats", "to_act", "phase", "scores", "counters", "scene", "questions",
    "options", "secret", "news", "log", "irregularities", "outcome",
}  # fmt: skip
LINES = ("table: start ukko", "anna: place louhi 1,0", "ben: place kaarme 0,0")


def kalevala(*lines: str) -> Table:
    played = games_of("kalevala", PHYSICAL, 1)[0]
    table = Replay(played.game, played.setup)
    for line in (*LINES, *lines):
        assert table.read(line).accepted
    return table


def state(table: Table, viewer: int | None, lang: str = "en", **more: Any) -> dict[str, Any]:
    values = json.loads(SeatFeed(viewer).encode(table, lang, **more))
    assert isinstance(values, dict)
    return values


@pytest.mark.ci
@pytest.mark.parametrize("deal", [DIGITAL, PHYSICAL])
@pytest.mark.parametrize("slug", GAMES)
def test_every_game_gives_every_seat_all_keys(slug: str, deal: str) -> None:
    played = games_of(slug, deal, 1)[0]
    names = list(played.setup.seats)
    for viewer in (None, *range(len(names))):
        values = state(played, viewer, "fi")
        assert set(values) == KEYS
        assert values["you"] == (None if viewer is None else names[viewer]) and values["seats"] == names
        assert set(values["scores"]) <= set(names) and all(set(of) <= set(names) for of in values["counters"].values())
        assert {piece["owner"] for piece in some(values["scene"])} <= {None, *names}
        assert len(values["log"]) == min(MOST_LINES, played.plies)
    half = Replay(played.game, played.setup)
    asked = 0
    for entry in played.entries[:40]:
        assert entry.move is not None
        half.apply_move(entry.move, entry.overruled)
        for question in state(half, None)["questions"]:
            assert question["words"] and question["type"] and question["seat"] in ("table", *names)
            asked += 1
    assert asked


def test_the_public_screen_has_nothing_to_tap() -> None:
    values = state(kalevala(), None)
    assert values["you"] is None and values["options"] == {}
    assert values["to_act"] == ["anna"] and values["ply"] == 3


def test_a_question_comes_in_the_language_asked_for_with_its_rule() -> None:
    [english], [finnish] = (state(kalevala(), 0, lang)["questions"] for lang in ("en", "fi"))
    assert english["rule"] == finnish["rule"] and english["seat"] == "anna"
    assert english["words"] != finnish["words"] and english["rule_words"] != finnish["rule_words"]
    assert "place" in english["verbs"] and any(form.startswith("place ") for form in finnish["type"])


def test_news_are_what_came_since_the_line_one_knows() -> None:
    table = kalevala("anna: place ilmarinen 0,0")
    assert [line["line"] for line in state(table, 0, since=2)["news"]] == [
        "ben: place kaarme 0,0",
        "anna: place ilmarinen 0,0",
    ]
    assert state(table, 0, since=4)["news"] == [] == state(table, 0)["news"], "her own line was the last"
    assert [line["ply"] for line in state(table, 1)["news"]] == [4], "since his own last line"
    [last] = state(table, None)["news"]
    assert last["label"] == "place Ilmarinen 0,0" or "Ilmarinen" in last["label"]
    assert last["events"][0]["event"] == "move_made"


def test_a_line_that_was_taken_back_is_told_and_no_longer_on_the_table() -> None:
    table = kalevala()
    feed = SeatFeed(0)
    before = json.loads(feed.encode(table, "en"))
    table.read("anna: place ilmarinen 0,0")
    feed.encode(table, "en")
    table.read("table: undo")
    after = json.loads(feed.encode(table, "en", since=4))
    assert after["scene"] == before["scene"] and after["options"] == before["options"]
    [undo] = after["news"]
    assert undo["undone"] == [{"ply": 4, "line": "anna: place ilmarinen 0,0"}]


@pytest.mark.parametrize("slug", ["suomi1918", "keko", "drumroll"])
def test_what_is_kept_is_what_would_be_made_anew(slug: str) -> None:
    played = games_of(slug, DIGITAL, 2)[-1]
    feeds = [SeatFeed(viewer) for viewer in (None, *range(len(played.setup.seats)))]
    table = Replay(played.game, played.setup)
    for entry in some(played.entries[:120]):
        assert entry.move is not None
        table.apply_move(entry.move, entry.overruled)
        if entry.ply % 20 == 0:
            for feed in feeds:
                kept = json.loads(feed.encode(table, "en"))
                anew = json.loads(SeatFeed(feed.viewer).encode(table, "en"))
                assert kept == anew


def test_what_the_host_adds_is_there_for_everybody() -> None:
    assert state(kalevala(), 1, around={"joined": ["anna"]})["joined"] == ["anna"]
