"""The positions of `positions.yaml` about votes and about the end of the game, and that each position is tested."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.games.drumroll import GAME
from tests.games.drumroll.positions import CASES, cases
from tests.games.drumroll.tables import Desk, book, of_type, ready
from tests.guard import some

VOTES = [name for name in CASES if "votes" in CASES[name]]


def voted(case: dict[str, Any]) -> Desk:
    """The table after the vote of a case."""
    seats = "".join(case["votes"])
    desk = ready(seats).adjust(f"turn {case['after_turn']}", f"starter {case.get('starter', seats[0])}")
    double = case.get("double", [])
    desk.adjust(*(f"hand {seat} 1" for seat in double)).finish_turn()
    assert desk.phase == "VOTE"
    for seat, choice in case["votes"].items():
        desk.play(f"{seat}: vote {choice}")
    for seat in double:
        desk.play(f"{seat}: play double_vote")
    if desk.phase == "DOUBLE_VOTE":
        desk.play("table: next")
    return desk


@cases(*VOTES)
def test_votes(case: dict[str, Any]) -> None:
    desk, expect = voted(case), case["expect"]
    if isinstance(expect, dict):
        result = expect["result"]
        assert {seat: desk.of(seat)["prestige"] for seat in case["votes"]} == expect["score"]
    else:
        result = expect.rpartition(": ")[2]
    if result == "show":
        assert desk.phase == "SHOW"
    else:
        assert desk.phase == "PLACEMENT"
        assert desk.facts["turn"] == case["after_turn"] + 1
        assert result in ("delay", f"turn {desk.facts['turn']}")


@cases("vote_after_7")
def test_no_vote_after_the_last_turn(case: dict[str, Any]) -> None:
    desk = ready("ABC").adjust(f"turn {case['after_turn']}").finish_turn()
    assert desk.phase == "SHOW" and case["expect"] == "no vote"


# the end


def at_the_end(seats: str, circuses: dict[str, list[str]], *before: str) -> Desk:
    """The last show is over, hands are to be laid open; `circuses` perform or were flipped before."""
    desk = ready(seats).adjust("show 3")
    for seat in seats:
        desk.circus(seat)
    for seat, performers in circuses.items():
        desk.circus(seat, *performers)
    desk.adjust(*before).to_show(3)
    for seat in seats:
        while desk.phase == "SHOW" and desk.facts["on_stage"] == seat:
            options = desk.options(seat)
            safe = [line for line in options if "benefit=none" in line or line.startswith("fire")]
            desk.play(f"{seat}: {safe[0]}")
        desk.play(f"{seat}: pay")
    assert desk.phase == "GAME_END"
    return desk


def scored(desk: Desk, **scores: int) -> Desk:
    """Everybody lays the hand open after the scores were set."""
    desk.adjust(*(f"score {seat} {score}" for seat, score in scores.items()))
    for seat in desk.table.setup.seats:
        hand = " ".join(desk.of(seat)["hand"])
        desk.play(f"{seat}: reveal {hand}".strip())
    assert desk.phase == "OVER"
    return desk


def winners(desk: Desk) -> list[str]:
    """Who has won."""
    assert desk.table.outcome is not None
    return [desk.table.setup.seats[seat] for seat in desk.table.outcome.winners]


@cases("bank")
def test_the_bank(case: dict[str, Any]) -> None:
    for coins, wanted in some(zip(case["coins"], case["expect"], strict=True)):
        desk = at_the_end("AB", {}, "personnel PS-BNK A", f"bank A {coins}")
        scored(desk, A=0, B=0)
        assert desk.of("A")["prestige"] - desk.of("B")["prestige"] == wanted


PERFORMED = {
    "outstanding": "PF-ACR-1 cubes=red,yellow,white",
    "flipped_earlier": "PF-MAG-1 flipped=1",
    "flipped_now": "PF-TAM-3 cubes=green,blue,white",
    "fired": "PF-TAM-3",
}


@cases("perfect_show_fired", "perfect_show_flipped")
def test_perfect_shows(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust(f"show {case['show']}").circus("B")
    desk.circus("A", *(PERFORMED[result] for result in case["performers"])).to_show(3)
    desk.play("A: perform PF-ACR-1")
    desk.play("A: flip PF-TAM-3" if "flipped_now" in case["performers"] else "A: fire PF-TAM-3")
    assert ("perfect" in desk.of("A")["done"]) is case["expect_perfect"]


@cases("unused_cards")
def test_unused_cards(case: dict[str, Any]) -> None:
    magicians = [f"{card} flipped=1" for card in of_type(["magician", "magician"])]
    desk = at_the_end("AB", {"A": magicians}, f"hand A {' '.join(case['hand'])}")
    without = at_the_end("AB", {"A": magicians})
    assert scored(desk, A=0, B=0).of("A")["prestige"] - scored(without, A=0, B=0).of("A")["prestige"] == case["expect"]


@cases("end_bonuses_tie")
def test_the_bonuses_of_the_end(case: dict[str, Any]) -> None:
    types, used = list(book().constant("types")), list[str]()
    circuses: dict[str, list[str]] = {}
    for seat, count in case["performers"].items():
        kinds = types[: case["variety"][seat]]
        cards = of_type([kinds[at % len(kinds)] for at in range(count)], used)
        used += cards
        circuses[seat] = [f"{card} flipped=1" for card in cards]
        if not case["perfect"][seat]:
            star = book().cards[cards[-1]].fields["levels"][0]["cube"]
            circuses[seat][-1] = f"{cards[-1]} cubes={star}"
    desk = scored(at_the_end("ABC", circuses), A=0, B=0, C=0)
    assert {seat: desk.of(seat)["prestige"] for seat in "ABC"} == case["expect"]


@cases("winner_by_coins", "winner_shared", "bank_coins_break_no_tie")
def test_who_wins(case: dict[str, Any]) -> None:
    seats = "".join(case["score"])
    desk = at_the_end(seats, {})
    desk.adjust(*(f"coins {seat} {coins}" for seat, coins in case["coins"].items()))
    scores = dict(case["score"])
    for seat, coins in case.get("bank_coins", {}).items():
        if coins:
            desk.adjust(f"personnel PS-BNK {seat}", f"bank {seat} {coins}")
            scores[seat] -= 2  # the score of the case includes the prestige of the bank
    scored(desk, **scores)
    assert winners(desk) == case["expect"]
    assert GAME.outcome(desk.table.state) == desk.table.outcome


def test_every_position_is_tested() -> None:
    """Each case of the file is read by some test here or beside this file."""
    code = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    missing = [name for name in CASES if f'"{name}"' not in code and name not in VOTES]
    assert not missing
