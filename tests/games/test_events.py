"""What happened: a line's events fold to the state after without a judge, and a seat's to what that seat then sees.
Games whose events are their moves tell what they announce.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from pnp.games import drumroll, keikalla, keko
from pnp.library.words import in_language
from pnp.playtest.simulate import simulate
from pnp.referee.game import Game
from pnp.referee.kernel_rules import kernel_rulebook
from pnp.referee.replay import Entry, Replay
from pnp.table.events import event_values
from tests.conftest import Referee
from tests.games.tables import book_of
from tests.guard import some

SEATS = ("anna", "ben")
ENVELOPES: list[Game[Any]] = [drumroll.GAME, keikalla.GAME, keko.GAME]


def rules_of(game: Game[Any]) -> set[str]:
    """The ids of its rules and of those of every table."""
    return {*book_of(game.slug).rulebook.rules, *kernel_rulebook().rules}


def accepted(table: Replay[Any]) -> list[Entry]:
    return [entry for entry in table.entries if entry.accepted]


def events_of(referee: Referee, game: str, *lines: str) -> list[Any]:
    """What each of some lines brought, but for `move_made`."""
    assert referee("new", game, "anna", "ben", "-o", "a.record")[0] == 0
    code, output = referee("move", "a.record", *lines, "--json")
    assert code == 0, output
    return [entry["events"][1:] for entry in json.loads(output)["entries"]]


def test_a_tile_is_placed_with_the_rule_and_its_points(referee: Referee) -> None:
    started, placed = events_of(referee, "kalevala", "table: start louhi", "anna: place ukko 1,0")
    laid = {"event": "cards_moved", "from": {"place": "deck"}, "to": {"place": "board", "of": "0,0"}}
    assert {**laid, "cards": ["louhi"], "rule": "KAL-03"} in started
    ukko = {"event": "cards_moved", "from": {"place": "hands", "of": "anna"}, "to": {"place": "board", "of": "1,0"}}
    assert {**ukko, "cards": ["ukko"], "rule": "KAL-13"} in placed
    scored = {"event": "counter_changed", "counter": {"place": "score", "of": "anna"}, "value": 2, "by": 2}
    assert {**scored, "rule": "KAL-38"} in placed


def test_what_is_dealt_is_named_to_whom_it_was_dealt(referee: Referee) -> None:
    assert referee("new", "suomi1918", "anna", "ben", "-o", "s.record", "--seed", "4")[0] == 0

    def dealt(*words: str) -> Any:
        lines = referee("verify", "s.record", "--json", *words)[1].splitlines()
        events = [
            event for line in lines[:-1] for event in json.loads(line)["events"] if event["event"] == "cards_moved"
        ]
        return some([(event["to"]["of"], event["rule"], not set(event["cards"]) - {"?", "*"}) for event in events])

    assert {hidden for *_, hidden in dealt()} == {True}
    assert {(seat, hidden) for seat, _, hidden in dealt("--seat", "ben")} == {("anna", True), ("ben", False)}
    assert {rule for _, rule, _ in dealt("--all")} == {"SOC-02", "SOC-07"}


@pytest.mark.parametrize("game", ENVELOPES, ids=lambda game: game.slug)
@pytest.mark.parametrize("lang", ["en", "fi"])
def test_a_game_whose_events_are_its_moves_tells_its_news_with_the_rules(game: Game[Any], lang: str) -> None:
    table = simulate(game, book_of(game.slug), ("anna", "ben", "carl"), 3)
    count = 0
    for entry in some(accepted(table)):
        first, *rest = event_values(entry, table, lang)
        assert first["event"] == "move_made"
        news = [in_language(words, lang) for words in table.news(entry)]
        for event in rest:
            count += 1
            assert event["rule"] in rules_of(game), event
            assert event["event"] == "gained" or event["words"] in news
    assert count > 20
