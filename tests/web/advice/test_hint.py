"""`pnp referee hint`: a good move and why, by what the seat that asks knows; with real cards its hand is told."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.referee.conftest import Run
from tests.guard import some

FAR = ("--simulations", "80")


@pytest.fixture
def dealt(run: Run) -> Run:
    """A table of Kalevala that the referee deals, after four lines."""
    assert run("referee", "new", "kalevala", "red", "blue", "--seed", "4")[0] == 0
    for _ in range(4):
        seat = json.loads(run("referee", "show", "kalevala.record", "--json")[1])["to_act"][0]
        line = json.loads(run("referee", "options", "kalevala.record", "--seat", seat, "--json")[1])["options"][0]
        assert run("referee", "move", "kalevala.record", line)[0] == 0
    return run


@pytest.fixture
def real(run: Run) -> Run:
    """A table of Kalevala with real cards, after three lines."""
    assert run("referee", "new", "kalevala", "red", "blue")[0] == 0
    lines = ["table: start ukko", "red: place louhi 1,0", "blue: place kaarme 0,0"]
    assert run("referee", "move", "kalevala.record", *lines)[0] == 0
    return run


def test_it_names_a_legal_move_its_chance_the_next_best_and_a_rule(dealt: Run) -> None:
    code, out, _ = dealt("referee", "hint", "kalevala.record", "--seat", "red", *FAR)
    first, chance, why, *rest = out.splitlines()
    assert code == 0 and first.startswith("red: ")
    assert dealt("referee", "why", "kalevala.record", first, "--seat", "red")[0] == 0
    found = re.fullmatch(r"  chance to win (\d+) % \((\d+) to (\d+) %\), from what red knows", chance)
    assert found and int(found[2]) <= int(found[1]) <= int(found[3])
    reason = re.fullmatch(r"  why: (.+) \[(KAL-\w+)\]", why)
    assert reason
    explained = dealt("referee", "why", "kalevala.record", first, "--seat", "red")[1]
    assert f"{reason[1]} [{reason[2]}]" in explained
    others = rest[rest.index("  next best:") + 1 :]
    assert len(others) == 3 and all("in 100 games" in other for other in others)


def test_where_the_referee_dealt_nobody_tells_it_a_hand(dealt: Run) -> None:
    code, out, err = dealt("referee", "hint", "kalevala.record", "--hand", "ukko louhi", *FAR)
    assert (code, out) == (1, "") and "'s hand (use --seat " in err
    seat = re.findall(r"--seat (\w+)", err)[0]
    code, out, err = dealt("referee", "hint", "kalevala.record", "--seat", seat, "--hand", "ukko louhi", *FAR)
    assert (code, out) == (1, "") and f"it knows {seat}'s hand (remove --hand)" in err


def test_the_same_question_gets_the_same_answer_and_changes_nothing(dealt: Run) -> None:
    before = dealt("referee", "verify", "kalevala.record", "--all")
    answers = [dealt("referee", "hint", "kalevala.record", "--seat", "red", "--json", *FAR)[1] for _ in range(2)]
    assert answers[0] == answers[1] and dealt("referee", "verify", "kalevala.record", "--all") == before
    found = json.loads(answers[0])
    assert found["seat"] == "red" and found["line"].startswith("red: ")
    assert 0 <= found["chance"]["low"] <= found["chance"]["mean"] <= found["chance"]["high"] <= 1
    assert found["why"]["rule"] and found["why"]["words"] and found["why"]["because"]
    for other in some(found["next"]):
        worse = other["worse"]
        assert worse["low"] <= worse["mean"] <= worse["high"]
        assert worse["sure"] == (worse["low"] > 0 or worse["high"] < 0)


def test_what_the_gain_is_for_is_the_reason(real: Run) -> None:
    code, out, _ = real("referee", "hint", "kalevala.record", "--hand", "ukko louhi vainamoinen kullervo", *FAR)
    assert code == 0 and "score 0 → 3" in out and "from what red knows" in out
    assert re.search(r"why: .*\b3\b.* \[KAL-\w+\]", out)


def test_who_does_not_say_who_asks_is_told_what_everybody_may_know(dealt: Run) -> None:
    code, out, err = dealt("referee", "hint", "kalevala.record", *FAR)
    assert (code, out) == (1, "") and "red's hand is not public (--seat red)" in err


def test_it_speaks_finnish(dealt: Run) -> None:
    _, out, _ = dealt("referee", "hint", "kalevala.record", "--seat", "red", "--lang", "fi", *FAR)
    assert "voiton mahdollisuus" in out and "miksi:" in out and "chance" not in out
    assert re.search(r"\d,\d", out)


def test_with_real_cards_the_hand_is_told_for_the_question(real: Run) -> None:
    code, _, err = real("referee", "hint", "kalevala.record", *FAR)
    assert code == 1 and "does not know red's hand" in err and "--hand" in err
    held = ("--hand", "ukko louhi vainamoinen kullervo")
    code, out, _ = real("referee", "hint", "kalevala.record", *held, *FAR)
    assert code == 0 and re.match(r"red: \w+ (ukko|louhi|vainamoinen|kullervo) ", out)
    assert real("referee", "hint", "kalevala.record", *FAR)[0] == 1, "the record does not say what was told"
    assert real("referee", "move", "kalevala.record", "table: adjust hand red ukko louhi vainamoinen kullervo")[0] == 0
    assert real("referee", "hint", "kalevala.record", *FAR)[0] == 0


def test_a_victory_card_is_named_with_the_hand_and_an_unknown_one_is_said_to_be_guessed(run: Run) -> None:
    assert run("referee", "new", "suomi1918", "anna", "ben")[0] == 0
    lines = ["turn anna", "top blue 6", "top black 6", "top white 7", "top red 6"]
    assert run("referee", "move", "suomi1918.record", *(f"table: adjust {line}" for line in lines))[0] == 0
    held = "white-8 blue-7 red-8 black-9"
    code, out, _ = run("referee", "hint", "suomi1918.record", "--hand", held, *FAR)
    assert code == 0 and "from what anna knows" in out
    assert "the referee had to guess: victory card; to avoid this, list these cards with the hand" in out
    code, out, _ = run("referee", "hint", "suomi1918.record", "--hand", f"{held} vic-kingdom", *FAR)
    assert code == 0 and out.startswith("anna: play white-8") and "guess" not in out
    out = run("referee", "hint", "suomi1918.record", "--hand", held, "--lang", "fi", *FAR)[1]
    assert "tuomarin oli arvattava: voittokortti" in out
    assert "vic-kingdom" not in Path("suomi1918.record").read_text("utf-8"), "nobody else is told"
    code, _, err = run("referee", "hint", "suomi1918.record", "--hand", f"{held} black-8", *FAR)
    assert code == 1 and "a hand never has more than 4 cards" in err


@pytest.mark.parametrize(
    ("words", "code", "fault"),
    [
        (("--seat", "blue"), 1, "it is not blue's turn (to act: red)"),
        (("--seat", "carl"), 1, "unknown seat “carl”"),
        (("--hand", "ukko nobody"), 1, "expected a card"),
        (("--hand", "ukko ukko ukko ukko ukko ukko ukko ukko ukko"), 1, "--hand"),
        (("--think", "long"), 2, "expected a time of at most 600 s, got “long”"),
        (("--think", "0s"), 2, "expected a time of at most 600 s"),
        (("--think", "1s", "--simulations", "5"), 2, "--think and --simulations are mutually exclusive"),
    ],
)
def test_what_cannot_be_asked_is_told(real: Run, words: tuple[str, ...], code: int, fault: str) -> None:
    got, out, err = real("referee", "hint", "kalevala.record", *words)
    assert (got, out) == (code, "") and fault in err


def test_before_the_first_deal_and_after_the_end_there_is_nothing_to_hint(run: Run) -> None:
    assert run("referee", "new", "kalevala", "red", "blue")[0] == 0
    assert "no player is to act" in run("referee", "hint", "kalevala.record")[2]
    assert run("referee", "move", "kalevala.record", "table: start ukko", "red: resign")[0] == 0
    assert "the game is over" in run("referee", "hint", "kalevala.record")[2]


def test_a_move_without_choice_needs_no_thinking(run: Run) -> None:
    assert run("referee", "new", "suomi1918", "red", "blue", "--seed", "7")[0] == 0
    seat = json.loads(run("referee", "show", "suomi1918.record", "--json")[1])["to_act"][0]
    code, out, _ = run("referee", "hint", "suomi1918.record", "--seat", seat)
    assert code == 0 and "this is the only legal move" in out and "SOC-" in out


def test_who_asks_is_said_where_several_are_to_act(run: Run) -> None:
    assert run("referee", "new", "drumroll", "red", "blue", "--seed", "7")[0] == 0
    assert "several seats are to act" in run("referee", "hint", "drumroll.record")[2]
    assert run("referee", "hint", "drumroll.record", "--seat", "blue", "--simulations", "1")[0] == 0


def test_a_hint_is_asked_for_in_a_conversation_too(real: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.cli.referee.dialogue.THINKS", 0.02)
    code, out, err = real("referee", "play", "kalevala.record", piped="hint\nhint ukko louhi vainamoinen kullervo\n")
    assert code == 1 and "does not know red's hand" in out + err
    assert re.search(r"^red: \w+ \w+ \S+\n  chance to win \d+ %", out, re.M) and "next best:" in out
