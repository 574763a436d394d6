"""The positions and records of `positions.yaml`: the founding document's examples and the edge cases beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.games.suomi1918 import GAME
from pnp.games.suomi1918.moves import Claim, Discard, Play, Resign, Show
from pnp.games.suomi1918.table import is_dead
from pnp.referee.game import DIGITAL
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal, Legal, Unverified
from pnp.referee.seat import TABLE
from tests.games.suomi1918.tables import agreed, hands_of, position, put, tops_of, trial, unseen_of

DATA = yaml.safe_load((Path(__file__).parent / "positions.yaml").read_text(encoding="utf-8"))
POSITIONS: dict[str, dict[str, Any]] = {case["name"]: case for case in DATA["tests"]}
EVERY_ACTION = tuple(card.id for card in agreed().book.decks["actions"].cards)
KINDS: dict[str, type[Play | Discard | Show | Claim]] = {"play": Play, "discard": Discard, "show": Show, "claim": Claim}


def table_of(case: dict[str, Any]) -> Any:
    """The state of a case."""
    draw = case.get("draw_deck")
    removed = case.get("actions_removed", ())
    if removed == "all":
        removed = EVERY_ACTION
    elif isinstance(removed, str):
        removed = tuple(card for card in EVERY_ACTION if card != removed.removeprefix("all but "))
    state = position(
        case.get("top", {}),
        None if case.get("mode") == "physical" else case.get("hand", ()),
        draw=len(draw) if isinstance(draw, list) else draw,
        discard=case.get("discard", ()),
        removed=removed,
        victory=(case.get("victory", ""), "", ""),
    )
    return put(state, begun=False) if case.get("first_turn") else state


def move_of(text: str) -> Move:
    """`play black-6` of the first seat."""
    verb, _, card = text.partition(" ")
    return KINDS[verb](0, card) if card else Pass(0)


def words_of(move: Move) -> str:
    """The move as `play black-6`."""
    verb = next((verb for verb, kind in KINDS.items() if isinstance(move, kind)), "pass")
    return f"{verb} {move.card}" if hasattr(move, "card") else verb


def make(state: Any, move: Move) -> Any:
    """The state after a legal move, with the draw that follows it."""
    ruling = GAME.judge(state, move)
    assert isinstance(ruling, Legal), ruling
    after: Any = ruling.after
    if after.stack and after.over is None:
        card = [card for card in after.setup.book.playing_cards if card in unseen_of(after)][-1]
        return make(after, Deal(TABLE, after.stack[-1].to[1], (card,)))
    return after


def with_keys(*keys: str) -> pytest.MarkDecorator:
    """All positions that have one of these keys."""
    cases = [case for case in POSITIONS.values() if any(key in case for key in keys)]
    assert cases
    return pytest.mark.parametrize("case", cases, ids=lambda case: case["name"])


@with_keys("legal", "illegal")
def test_what_can_be_played(case: dict[str, Any]) -> None:
    state = table_of(case)
    for card in case.get("legal", ()):
        assert isinstance(GAME.judge(state, Play(0, card)), Legal)
    for card, rule in case.get("illegal", {}).items():
        ruling = GAME.judge(state, Play(0, card))
        assert isinstance(ruling, Illegal) and ruling.rule == rule
    if "legal" in case:
        assert [words_of(move) for move in GAME.legal_moves(state, 0)] == [f"play {card}" for card in case["legal"]]


@with_keys("legal_moves", "illegal_moves")
def test_what_can_be_done(case: dict[str, Any]) -> None:
    state = table_of(case)
    assert {words_of(move) for move in GAME.legal_moves(state, 0)} == set(case["legal_moves"])
    for text, rule in case.get("illegal_moves", {}).items():
        ruling = GAME.judge(state, move_of(text))
        assert isinstance(ruling, Illegal) and ruling.rule == rule


@with_keys("refused")
def test_what_a_physical_table_refuses(case: dict[str, Any]) -> None:
    ruling = GAME.judge(table_of(case), move_of(case["move"]))
    assert isinstance(ruling, Illegal) and ruling.rule == case["refused"]


@pytest.mark.parametrize("name", ["artillery_ok", "artillery_higher"])
def test_artillery(name: str) -> None:
    case = POSITIONS[name]
    state, wanted = table_of(case), case["after"]
    ruling = GAME.judge(state, Play(0, case["hand"][0]))
    assert isinstance(ruling, Legal)
    after: Any = ruling.after
    assert tops_of(after)[3] == wanted["top"]["red"]
    assert after.discard == tuple(wanted["discard_gets"])
    assert after.removed == tuple(wanted["removed"])


def test_discard_then_draw() -> None:
    case = POSITIONS["discard_then_draw"]
    after = make(table_of(case), move_of(case["move"]))
    assert len(after.hand[0]) == case["after"]["hand_size"]
    assert after.discard[-1] == case["after"]["discard_top"]
    assert len(after.draw) == case["after"]["draw_deck"]


@pytest.mark.parametrize("deal", ["digital", "physical"])
def test_reshuffle_on_empty_deck(deal: str) -> None:
    case = POSITIONS["reshuffle_on_empty_deck"]
    top = {"blue": 2, "red": 3}
    if deal == DIGITAL:
        state = position(top, ["black-1"], draw=0, discard=case["discard"])
        ruling = GAME.judge(state, Play(0, "black-1"))
        assert isinstance(ruling, Legal) and len(ruling.after.draw) == 2
        assert unseen_of(ruling.after) == set(case["discard"])
        refused = GAME.judge(ruling.after, Deal(TABLE, 0, ("white-1",)))
        assert isinstance(refused, Illegal)
    else:
        state = put(position(top, discard=case["discard"]), draw=0)
    after = make(state, Play(0, "black-1"))
    assert (len(after.draw), len(after.discard)) == (case["after"]["draw_deck_size"], case["after"]["discard_size"])
    assert after.shuffles == 1


@pytest.mark.parametrize("name", ["nothing_left_play_no_draw", "nothing_left_show"])
def test_nothing_left(name: str) -> None:
    case = POSITIONS[name]
    state = table_of(case)
    move = move_of(case["move"]) if "move" in case else move_of(case["legal_moves"][0])
    after = make(state, move)
    assert sorted(hands_of(after)[0]) == sorted(case["after"]["hand"])
    assert not after.stack


@with_keys("victory")
def test_victory(case: dict[str, Any]) -> None:
    """In the digital deal the referee announces the win at the start of the holder's turn, and only there (SOC-35a)."""
    if "sequence" in case:
        state = position(
            {"white": 7, "black": 4, "red": 1}, ["white-8", "red-5"], victory=(case["victory"], "", ""), draw=10
        )
        assert "act-white-4" in state.hand[2]
        state = make(state, Play(0, "white-8"))
        state = put(state, turn=2)
        state = make(state, Play(2, "act-white-4"))
        assert tops_of(state)[2] == case["top_at_own_turn"]["white"]
    else:
        state = table_of(case)
    card, at = case["victory"], case.get("at", "start_of_own_turn")
    if at != "start_of_own_turn":
        state = put(state, turn=1)
    ruling = GAME.judge(state, Claim(0, card))
    if case["result"] == "win":
        assert GAME.forced(state) == Claim(0, card)
        assert isinstance(ruling, Legal)
        over = GAME.outcome(ruling.after)
        assert over is not None and (over.kind, over.winners, over.rule) == ("win", (0,), "SOC-35")
    else:
        assert GAME.forced(state) is None
        assert isinstance(ruling, Illegal)
        assert ruling.rule == ("SOC-35" if at == "start_of_own_turn" else "SOC-35a")


@pytest.mark.parametrize("name", ["must_play_even_collapse", "peace", "collapse"])
def test_endings(name: str) -> None:
    case = POSITIONS[name]
    hand = case.get("hand", ["black-9"])
    card = (case.get("legal_moves") or [case["move"]])[0].removeprefix("play ")
    after = make(position(case["top"], hand), Play(0, card))
    over = GAME.outcome(after)
    assert over is not None and over.winners == ()
    assert (over.kind, over.rule) == {
        "all_lose": ("collapse", "SOC-38"),
        "nobody_wins": ("peace", "SOC-37"),
    }[case["result"]]
    assert GAME.to_act(after) == () and GAME.legal_moves(after, 1) == []
    refused = GAME.judge(after, Play(1, "white-1"))
    assert isinstance(refused, Illegal) and refused.rule == "SOC-40"


@with_keys("dead")
def test_dead_positions(case: dict[str, Any]) -> None:
    state = table_of(case)
    assert is_dead(trial(state)) is case["dead"]


def test_a_dead_position_ends_the_game_when_everybody_has_begun_a_turn() -> None:
    """All three begin a turn; nobody holds the card that these stacks fulfil, and the referee knows it."""
    case = POSITIONS["dead_position"]
    state = table_of(case)
    hands = (("black-8",), ("blue-9",), ("black-9",))
    victory = ("vic-republic", "vic-socdem", "vic-military")
    state = put(state, hand=hands, victory=victory, draw=1, dead_turns=(0,))
    turns = 1
    while GAME.outcome(state) is None:
        state = make(state, GAME.legal_moves(state, state.turn)[0])
        turns += 1
    assert turns == len(hands)
    over = GAME.outcome(state)
    assert over is not None and (over.kind, over.winners, over.rule) == ("frozen", (), "SOC-36")


def test_a_resigned_player_s_turn_is_not_another_s_begun_turn_at_a_digital_table() -> None:
    """Red 8 makes the position dead. Ben resigns in his turn; anna still begins hers and has won then (SOC-36, L35)."""
    state = position(
        {"blue": 8, "black": 7, "white": 6, "red": 7},
        ["red-8", "white-8"],
        victory=("vic-soviet", "vic-socdem", "vic-military"),
        removed=EVERY_ACTION,
    )
    ben, carl = ("black-8",), ("black-9", "blue-9")
    state = put(state, hand=(state.hand[0], ben, carl), draw=1, turn=0, dead_turns=())
    state = make(state, Play(0, "red-8"))
    state = make(state, Resign(1))
    state = make(state, Discard(2, "black-9"))
    assert GAME.outcome(state) is None
    assert GAME.forced(state) == Claim(0, "vic-soviet")


def test_opening_player() -> None:
    """SOC-10: whoever was dealt black 1 starts."""
    case = POSITIONS["opening_player"]
    seats = tuple(case["hands"])
    table = Replay(GAME, agreed(DIGITAL, seats=seats))
    table.read(f"table: deal {seats[0]} vic-kingdom")
    table.read(f"table: deal {seats[1]} vic-soviet")
    for seat, cards in case["hands"].items():
        assert table.read(f"table: deal {seat} {' '.join(cards)}").accepted
    assert [seats[seat] for seat in table.to_act] == [case["starts"]]


def test_every_position_is_tested() -> None:
    """No position of the file has a key that no test here reads."""
    read = {
        "legal", "illegal", "legal_moves", "illegal_moves", "refused", "victory", "dead", "starts", "result", "after",
    }  # fmt: skip
    assert all(read.intersection(case) for case in POSITIONS.values())


@pytest.mark.parametrize("case", DATA["records"], ids=lambda case: case["name"])
def test_record(case: dict[str, Any]) -> None:
    """Whole lines of a physical table: what is refused, what is believed, what comes to light and when."""
    seats = tuple(case["seats"])
    table = Replay(GAME, agreed("physical", seats=seats))
    entries = [table.read(line) for line in case["lines"]]
    refused = case.get("illegal_last") or case.get("illegal")
    for entry in entries if not refused else entries[:-1]:
        assert isinstance(entry.ruling, Legal | Unverified)
    if refused:
        assert isinstance(entries[-1].ruling, Illegal)
        assert entries[-1].ruling.rule == refused
    wanted = case.get("irregular", "none")
    found = [
        {"seat": seats[item.seat], "ply": item.ply, "rule": item.rule, "found_at": item.found_at}
        for item in table.irregularities
    ]
    assert found == ([] if wanted == "none" else [wanted])
