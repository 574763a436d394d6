"""What may be done, what the referee does itself, and who plays when nobody does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.games.kalevala import GAME
from pnp.games.kalevala.moves import Place
from pnp.library.words import in_language
from pnp.playtest.bots import bots_of
from pnp.playtest.simulate import simulate
from pnp.referee.correction import SetHand
from pnp.referee.game import judged_legal
from pnp.referee.move import Deal, Pass
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal, Legal
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance
from tests.games.kalevala.tables import SEATS, agreed, book, play_lines, points_of, position, replay
from tests.games.tables import news_of


def test_options_of_a_hidden_hand_are_every_tile_it_can_hold() -> None:
    """All copies of Väinämöinen but those on the board are unseen: with the sixth laid, none is left to place."""
    lines = ["table: start vainamoinen"]
    for number, at in enumerate(("1,0", "0,1", "1,1", "2,0", "2,1")):
        lines.append(f"{SEATS[number % 2]}: place vainamoinen {at}")
    state = play_lines(lines).state
    tiles = {move.tile for move in GAME.legal_moves(state, 1) if isinstance(move, Place)}
    assert tiles == set(state.board.data.tiles) - {"vainamoinen"}
    assert set(GAME.legal_moves(state, 1)) == set(judged_legal(GAME, state, 1))
    assert not any(isinstance(move, Pass) for move in GAME.legal_moves(state, 1))
    assert GAME.legal_moves(state, 0) == []


def test_a_stuck_hidden_hand_may_pass() -> None:
    walls = {"0,0": "ukko", "1,0": "kullervo", "-1,0": "kullervo", "0,1": "kullervo", "0,-1": "kullervo"}
    state = position(walls, None, setup=agreed("physical"), other=["?"] * 5)
    assert Pass(0) in GAME.legal_moves(state, 0)
    assert set(GAME.legal_moves(state, 0)) == set(judged_legal(GAME, state, 0))


def test_pending_names_who_decides_and_why() -> None:
    table = replay()
    assert [(d.seat, d.verbs, d.rule) for d in GAME.pending(table.state)] == [(TABLE, ("start",), "KAL-03")]
    table.read("table: start ukko")
    assert [(d.seat, d.verbs, d.rule) for d in GAME.pending(table.state)] == [(TABLE, ("deal",), "KAL-04")]
    assert GAME.pending(table.state)[0].why == "deal 5 to red, 5 to blue"
    table.read("table: deal red louhi louhi louhi louhi louhi")
    table.read("table: deal blue ukko ukko ukko ukko kaarme")
    assert [(d.seat, d.verbs, d.rule) for d in GAME.pending(table.state)] == [(0, ("place",), "KAL-07")]
    table.read("red: place louhi 1,0")
    assert [(d.seat, d.verbs, d.rule) for d in GAME.pending(table.state)] == [(TABLE, ("deal",), "KAL-41")]
    physical = play_lines(["table: start ukko"]).state
    assert [(d.seat, d.verbs, d.rule) for d in GAME.pending(physical)] == [(0, ("place",), "KAL-10")]


def test_the_dealer_keeps_kullervos_that_could_not_start() -> None:
    """KAL-03 as the original plays it: skipped Kullervos stay in their places."""

    class Order(SeededChance):
        def shuffle(self, key: str, items: Sequence[str]) -> tuple[str, ...]:
            return ("kullervo", "kullervo", "louhi", "ukko", "kullervo", "ukko", "kaarme", "louhi", *rest)

        def pick(self, key: str, count: int) -> int:
            raise AssertionError("the deck is shuffled once")

    start = GAME.setup(agreed())
    assert not isinstance(start, Illegal)
    rest = ["lemminkainen"] * 6
    started = GAME.chance(start, Order(0))
    ruling = GAME.judge(start, started)
    assert isinstance(ruling, Legal)
    first = GAME.chance(ruling.after, Order(0))
    assert first == Deal(TABLE, 0, ("kullervo", "kullervo", "ukko", "kullervo", "ukko"))
    ruling = GAME.judge(ruling.after, first)
    assert isinstance(ruling, Legal)
    assert GAME.chance(ruling.after, Order(0)) == Deal(TABLE, 1, ("kaarme", "louhi", *rest[:3]))


def test_an_undone_draw_comes_again() -> None:
    chance = SeededChance(5)
    table = replay()
    for _ in range(3):
        table.apply_move(GAME.chance(table.state, chance))
    table.apply_move(GAME.legal_moves(table.state, 0)[0])
    draw = GAME.chance(table.state, chance)
    table.apply_move(draw)
    table.read("table: undo")
    assert GAME.chance(table.state, chance) == draw


def test_the_greedy_bot_takes_the_most_points() -> None:
    state = position({"0,0": "louhi", "1,0": "kaarme", "2,0": "vainamoinen"}, ["louhi", "ilmarinen"])
    move = bots_of(GAME)["greedy"](GAME.project(state, 0), 0, lambda count: 0)
    assert isinstance(move, Place)
    ruling = GAME.judge(state, move)
    assert isinstance(ruling, Legal)
    taken = points_of(state, move, ruling)
    scored = []
    for other in GAME.legal_moves(state, 0):
        ruling = GAME.judge(state, other)
        assert isinstance(ruling, Legal) and isinstance(other, Place)
        scored.append(sum(points_of(state, other, ruling)))
    assert sum(taken) == max(scored)


def test_greedy_beats_random() -> None:
    won = sum(GAME.scores(simulate(GAME, book(), SEATS, seed, ("greedy", "random")).state)[0] > 50 for seed in range(5))
    assert won == 5


def test_a_correction_of_another_hand_is_redacted() -> None:
    move = SetHand(TABLE, 1, ("ukko", "louhi"))
    assert GAME.redact(move, 0) == SetHand(TABLE, 1, ("?", "?"))
    assert GAME.redact(move, 1) == move
    assert GAME.redact(SetHand(TABLE, 1, 3), 0) == SetHand(TABLE, 1, 3)


def test_a_correction_reopens_a_game_that_ended_by_mistake() -> None:
    table = play_lines(["table: start ukko", "red: !pass", "blue: !pass"])
    assert table.outcome is not None
    assert table.read("table: adjust turn red").accepted
    assert table.outcome is None
    assert table.read("red: place louhi 1,0").accepted


def test_news_report_where_tiles_go_and_that_nothing_is_drawn() -> None:
    """KAL-04, KAL-16, KAL-22, KAL-41, KAL-43."""

    def news(table: Replay[Any], line: str) -> list[str]:
        move = table.judge_line(line).move
        return list(news_of(GAME, table.state, move))

    assert news(play_lines([]), "table: start ukko") == ["each player draws 5 tiles"]
    for deck, expected in {9: "red draws 5 and blue draws 3", 3: "red draws 2 and blue draws none"}.items():
        assert news(play_lines([f"table: adjust deck {deck}"]), "table: start ukko") == [expected], deck
    table = play_lines(["table: start ukko", "red: place louhi 1,0"])
    assert news(table, "blue: place louhi 0,1") == []
    assert news(table, "blue: place kaarme 0,0") == [
        "row Käärme 5, Louhi 2: 2 points",
        "the Ukko on 0,0 is covered and out of play",
    ]
    assert news(table, "blue: place ilmarinen 1,0") == [
        "the Louhi on 1,0 goes to the hand of blue",
        "blue draws nothing: the tile taken fills the hand",
    ]
    table.read("table: adjust deck 1")
    assert news(table, "blue: place louhi 0,1") == ["blue draws the last tile of the draw pile"]
    table.read("table: adjust deck 0")
    assert news(table, "blue: place louhi 0,1") == ["blue draws nothing: the draw pile is empty"]
    table.read("table: adjust hand blue 0")
    assert news(table, "blue: pass") == ["1 pass in a row; 2 end the game"]
    (decision,) = GAME.pending(table.state)
    assert (decision.verbs, decision.why) == (("pass",), "the hand is empty: pass")


def test_news_name_each_line_that_scored_and_the_values_in_it() -> None:
    """KAL-35 and KAL-39: the row, the column or both; nothing of a line without points."""
    table = play_lines(["table: start ukko", "red: place louhi 1,0"])

    def scored(line: str, lang: str) -> list[str]:
        entry = table.read(line)
        return [in_language(text, lang) for text in table.news(entry)]

    assert scored("blue: place vainamoinen 0,1", "en") == ["column Ukko 7, Väinämöinen 8: 2 points"]
    assert scored("red: place vainamoinen 1,1", "en") == ["column Louhi 2, Väinämöinen 8: 2 points"]
    table.read("blue: place lemminkainen -1,0")
    assert scored("red: place louhi -2,0", "fi") == ["vaakarivi Louhi, Lemminkäinen, Ukko, Louhi: 4 pistettä"]


def test_a_correction_that_changes_the_draw_pile_says_so() -> None:
    table = play_lines(["table: start ukko", "table: adjust deck 0"])

    def news(line: str) -> list[str]:
        return list(map(str, table.news(table.read(line))))

    assert news("table: adjust hand red 1") == ["4 tiles are left in the draw pile"]
    assert news("table: adjust hand red 1") == [], "nothing changed"
    assert news("table: adjust tile 1,0 louhi") == ["3 tiles are left in the draw pile"]
    assert news("table: adjust clear 1,0") == ["4 tiles are left in the draw pile"]
    assert news("table: adjust deck 2") == [], "it names the number itself"


def test_a_refused_correction_names_what_to_do_first() -> None:
    table = play_lines(["table: start ukko", "table: adjust deck 0"])
    entry = table.read("table: adjust hand red 6")
    assert isinstance(entry.ruling, Illegal)
    assert (entry.ruling.rule, entry.ruling.because) == ("KAL-04", "a hand never has more than 5 tiles")
    entry = table.read("table: adjust tile 1,0 louhi")
    assert isinstance(entry.ruling, Illegal) and "first make a hand smaller" in entry.ruling.because
