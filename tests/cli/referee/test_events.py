"""`--json`: what happened with a line, as its viewer noticed it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Referee
from tests.referee.kernel.tables import GAMES

COVE = ("--games", str(GAMES))
MANUAL = Path(__file__).parents[3] / "docs" / "referee.md"


@pytest.fixture
def cove(referee: Referee) -> Referee:
    """Cove with cards that the referee deals."""
    assert referee("new", "cove", "anna", "ben", "-o", "c.record", "--seed", "4", *COVE)[0] == 0
    return referee


def move(referee: Referee, *words: str) -> list[Any]:
    """The events of the last of some lines."""
    code, output = referee("move", "c.record", *words, "--json", *COVE)
    assert code == 0, output
    return json.loads(output)["entries"][-1]["events"]  # type: ignore[no-any-return]


def kinds(events: list[Any]) -> list[str]:
    return [event["event"] for event in events]


def test_the_example_of_the_manual(cove: Referee) -> None:
    written = MANUAL.read_text("utf-8").partition("## Events as JSON")[2].partition("```json\n")[2]
    events = move(cove, "anna: vote red", "ben: vote red")
    assert events == [json.loads(line) for line in written.partition("\n```")[0].splitlines()]


def test_a_secret_vote_is_closed_to_others_and_known_to_its_seat(cove: Referee) -> None:
    other, *_ = [event for event in move(cove, "anna: vote red", "--seat", "ben") if event["event"] == "answered"]
    assert other == {"event": "answered", "seat": "anna", "question": "which_colour", "ply": 3, "move": "closed"}
    mine = [json.loads(line) for line in cove("verify", "c.record", "--json", "--seat", "anna", *COVE)[1].splitlines()]
    assert mine[2]["events"][1]["move"] == "vote red"


def test_what_differs_only_in_a_secret_gives_others_the_same_bytes(referee: Referee) -> None:
    outputs = []
    for colour, seed in (("red", "4"), ("green", "4"), ("blue", "9")):
        name = f"{colour}.record"
        assert referee("new", "cove", "anna", "ben", "-o", name, "--seed", seed, *COVE)[0] == 0
        made = referee("move", name, f"anna: vote {colour}", "--json", *COVE)
        lines = referee("verify", name, "--json", *COVE)[1].splitlines()
        outputs.append((made, lines[:-1]))  # the last line holds the digest of the whole table
    assert outputs[0] == outputs[1] == outputs[2]


def test_cards_are_named_to_whom_they_were_dealt(cove: Referee) -> None:
    def dealt(*words: str) -> list[Any]:
        first = cove("verify", "c.record", "--json", *words, *COVE)[1].splitlines()[0]
        return [event["cards"] for event in json.loads(first)["events"] if event["event"] == "cards_moved"]

    assert dealt() == dealt("--seat", "ben") == [["*"] * 4]
    assert dealt("--seat", "anna") == dealt("--all") != [["*"] * 4]


def test_news_among_them_are_in_the_language_asked_for(cove: Referee) -> None:
    events = move(cove, "anna: vote red", "ben: vote red", "--lang", "fi")
    assert events[-1]["words"] == "vahdittu väri on punainen"


def test_reasons_and_the_referees_own_books_are_not_among_them(cove: Referee) -> None:
    events = move(cove, "anna: vote red", "ben: vote red", "anna: land red3")
    assert not {"settled", "chance_decided"} & set(kinds(events)) and "stacked" not in json.dumps(events)


def test_what_is_taken_back_or_corrected_is_a_move_that_was_made(cove: Referee) -> None:
    move(cove, "anna: vote red")
    undone = json.loads(cove("undo", "c.record", "--json", *COVE)[1])["entries"][-1]
    assert undone["events"] == [{"event": "move_made", "seat": "table", "move": "undo"}]


def test_a_declared_game_reports_what_moved_and_changed(referee: Referee) -> None:
    assert referee("new", "kalevala", "red", "blue", "--seed", "5", "-o", "k.record")[0] == 0
    code, output = referee("move", "k.record", "red: place louhi 1,0", "--json")
    assert code == 0
    first, *rest = json.loads(output)["entries"]
    assert first["events"][0] == {"event": "move_made", "seat": "red", "move": "place louhi 1,0"}
    assert [kinds(entry["events"]) for entry in (first, *rest)] == [
        ["move_made", "answered", "cards_moved", "fact_changed", "turn_passed", "asked"],
        ["move_made", "cards_moved"],
    ]
    hidden = json.loads(referee("verify", "k.record", "--json")[1].splitlines()[1])
    assert hidden["events"][0]["move"] == hidden["move"] == "deal red ? ? ? ? ?"
    dealt = {"event": "cards_moved", "cards": ["*"] * 5, "rule": "KAL-04", "dealt": True}
    places = {"from": {"place": "deck"}, "to": {"place": "hands", "of": "red"}}
    assert hidden["events"][1] == {**dealt, **places}


def test_a_game_whose_events_are_its_moves_reports_the_move_alone(referee: Referee) -> None:
    assert referee("new", "keko", "red", "blue", "-o", "o.record")[0] == 0
    code, output = referee("move", "o.record", "table: deal red lord_quiggs", "--json")
    assert code == 0, output
    assert [kinds(entry["events"]) for entry in json.loads(output)["entries"]] == [["move_made"]]


def test_a_refused_line_does_nothing(cove: Referee) -> None:
    assert cove("move", "c.record", "ben: stay", "--json", *COVE)[0] == 1
    move(cove, "anna: vote red")
    record = Path("c.record")
    record.write_text(record.read_text("utf-8") + "ben: stay\n", "utf-8")
    refused = json.loads(cove("verify", "c.record", "--json", *COVE)[1].splitlines()[3])
    assert (refused["ruling"], refused["events"]) == ("illegal", [])
