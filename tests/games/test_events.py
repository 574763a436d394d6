"""What happened: a line's events fold to the state after without a judge, and a seat's to what that seat then sees.
Games whose events are their moves tell what they announce.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import pnp.games.suomi1918.judge
from pnp.games import drumroll, keikalla, keko, suomi1918
from pnp.library.words import in_language
from pnp.playtest.simulate import simulate
from pnp.referee.game import DIGITAL, PHYSICAL, Game, Setup
from pnp.referee.kernel_rules import kernel_rulebook
from pnp.referee.move import Deal
from pnp.referee.replay import Entry, Replay
from pnp.table.events import event_values
from tests.conftest import Referee
from tests.games.tables import book_of
from tests.guard import some

SEATS = ("anna", "ben")
GAMES: list[Game[Any]] = [suomi1918.GAME]
ENVELOPES: list[Game[Any]] = [drumroll.GAME, keikalla.GAME, keko.GAME]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def tables(game: Game[Any]) -> Iterator[Replay[Any]]:
    """Digital games, and the same lines with real cards."""
    for seed in range(4):
        played = simulate(game, book_of(game.slug), SEATS, seed)
        yield played
        retold = Replay(game, Setup(SEATS, played.setup.book, played.setup.options, PHYSICAL))
        for entry in played.entries:
            if entry.move is not None and not isinstance(entry.move, Deal):
                retold.apply_move(entry.move)
        yield retold


def rules_of(game: Game[Any]) -> set[str]:
    """The ids of its rules and of those of every table."""
    return {*book_of(game.slug).rulebook.rules, *kernel_rulebook().rules}


def accepted(table: Replay[Any]) -> list[Entry]:
    return [entry for entry in table.entries if entry.accepted]


@each_game
def test_events_fold_to_the_state_after_without_the_judge(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing counts points or asks a rule while what happened is done again."""
    played = list(tables(game))

    def asked(*_: Any) -> None:
        raise AssertionError("a fold asks no rule")

    module = pnp.games.suomi1918.judge
    for name, value in vars(module).items():
        if callable(value) and not isinstance(value, type) and not name.startswith("__"):
            monkeypatch.setattr(module, name, asked)
    for table in some(played):
        state: Any = table.positions[0].state
        for entry in some(accepted(table)):
            for event in table.events(entry):
                state = game.apply(state, event)
            assert game.facts(state) == game.facts(entry.state)


@each_game
@pytest.mark.parametrize("seat", [0, 1, None], ids=["anna", "ben", "everybody"])
def test_what_a_seat_noticed_folds_to_what_it_then_sees(game: Game[Any], seat: int | None) -> None:
    for table in some([each for each in tables(game) if each.setup.deal == DIGITAL]):
        seen: Any = game.project(table.positions[0].state, seat)
        for entry in some(accepted(table)):
            for _, event in table.noticed(entry, seat):
                seen = game.apply(seen, event) if event is not None else seen
            assert game.facts(game.project(seen, seat)) == game.facts(game.project(entry.state, seat))


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
        events = [event for line in lines[:-1] for event in json.loads(line)["events"] if event["event"] == "dealt"]
        return some([(event["seat"], event["rule"], set(event["cards"]) == {"?"}) for event in events])

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
