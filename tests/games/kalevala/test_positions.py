"""The positions of `positions.yaml`: the examples of the founding document and the edge cases beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.games.kalevala import GAME
from pnp.games.kalevala.board import point_of
from pnp.games.kalevala.moves import Place
from pnp.games.kalevala.placing import squares_for
from pnp.referee.move import Deal, Pass
from pnp.referee.ruling import Illegal, Legal
from pnp.referee.seat import TABLE
from tests.games.kalevala.tables import deck_of, hand_of, points_of, position, replay

DATA = yaml.safe_load((Path(__file__).parent / "positions.yaml").read_text(encoding="utf-8"))
# Which rule refuses the illegal edge cases.
REFUSED_BY = {
    "kaarme_cover_neighbour_of_kullervo": "KAL-18",
    "kaarme_on_kaarme": "KAL-21",
    "ilmar_on_kullervo_next_to_kullervo": "KAL-18",
    "ukko_on_occupied": "KAL-16",
    "join_3_and_4_is_8": "KAL-14",
    "exchange_only_tile": "KAL-13",
    "not_adjacent": "KAL-13",
    "diagonal_only": "KAL-13",
    "ukko_next_to_kullervo": "KAL-17",
}


def named(section: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", DATA[section], ids=lambda case: case["name"])


@named("seed_examples")
def test_seed_example(case: dict[str, Any]) -> None:
    """Row, column, points and every legal square of the founding document's examples."""
    state = position(case["board"], [case["tile"]])
    ruling = GAME.judge(state, Place(0, case["tile"], tuple(case["at"])))
    assert isinstance(ruling, Legal)
    move = Place(0, case["tile"], tuple(case["at"]))
    assert points_of(state, move, ruling) == (case["row_points"], case["col_points"])
    assert GAME.scores(ruling.after) == (case["points"], 0)
    squares = [list(point_of(square)) for square in squares_for(state.board, case["tile"])]
    assert sorted(squares) == sorted(case["all_legal_squares"])
    legal = GAME.legal_moves(state, 0)
    assert sorted(list(move.at) for move in legal if isinstance(move, Place)) == sorted(case["all_legal_squares"])


def test_the_limit_of_seven_leaves_exactly_two_rows() -> None:
    """L3: above and below the line of seven, not at its ends."""
    case = next(case for case in DATA["seed_examples"] if case["name"] == "seed_length_limit")
    state = position(case["board"], ["vainamoinen"])
    for at in ((-1, 0), (7, 0)):
        ruling = GAME.judge(state, Place(0, "vainamoinen", at))
        assert ruling == Illegal("KAL-14", f"with a tile on {at[0]},0 the row would have 8 tiles, 7 are allowed")


@named("edge_cases")
def test_edge_case(case: dict[str, Any]) -> None:
    """Legal with the right points, or refused by the right rule."""
    state = position(case["board"], [case["tile"]], other=["kullervo"])
    ruling = GAME.judge(state, Place(0, case["tile"], tuple(case["at"])))
    if case["legal"]:
        assert isinstance(ruling, Legal)
        assert GAME.scores(ruling.after)[0] == case["points"]
    else:
        assert isinstance(ruling, Illegal)
        assert ruling.rule == REFUSED_BY[case["name"]]


@named("passes")
def test_pass(case: dict[str, Any]) -> None:
    """KAL-10, KAL-11: a pass is legal exactly when nothing fits, and then the referee writes it."""
    state = position(case["board"], case["hand"], other=["kullervo"])
    ruling = GAME.judge(state, Pass(0))
    assert isinstance(ruling, Legal) == case["pass_legal"]
    assert GAME.forced(state) == (Pass(0) if case["pass_legal"] else None)
    if not case["pass_legal"]:
        assert isinstance(ruling, Illegal)
        assert ruling.rule == "KAL-10"


@named("flow")
def test_flow(case: dict[str, Any]) -> None:
    """KAL-41: what the hand and the deck are after a placement and its draw."""
    state = position(case["board"], case["hand"], case["deck_left"], other=["louhi"])
    move = Place(0, case["move"]["tile"], tuple(case["move"]["at"]))
    ruling = GAME.judge(state, move)
    assert isinstance(ruling, Legal)
    after = ruling.after
    if "next_in_deck" in case:
        assert GAME.to_act(after) == (TABLE,)
        ruling = GAME.judge(after, Deal(TABLE, 0, (case["next_in_deck"],)))
        assert isinstance(ruling, Legal)
        after = ruling.after
    wanted = case["after"]
    assert GAME.to_act(after) == (1,)
    assert GAME.scores(after) == (wanted["points"], 0)
    assert hand_of(after, 0) == sorted(wanted["hand"])
    assert deck_of(after) == wanted["deck_left"]
    covered = [tile for tiles in after.board.under.values() for tile in tiles]
    assert covered == wanted.get("out_of_play", [])


@named("physical")
def test_physical_record(case: dict[str, Any]) -> None:
    """KAL-47 to KAL-49: every line but a refused last one is legal."""
    table = replay("physical")
    entries = [table.read(line) for line in case["lines"]]
    refused = [entry for entry in entries if not entry.accepted]
    assert refused == entries[-1:]
    assert isinstance(refused[0].ruling, Illegal)
    assert refused[0].ruling.rule == case["refused_last"]
    scores = dict(zip(("red", "blue"), GAME.scores(table.state), strict=True))
    assert scores == case.get("scores", scores)


def test_what_lies_under_an_exchanged_tile_stays_there() -> None:
    """KAL-26: only the visible Käärme is taken."""
    state = position({"0,0": "ukko", "1,0": "louhi/kaarme"}, ["ilmarinen"])
    ruling = GAME.judge(state, Place(0, "ilmarinen", (1, 0)))
    assert isinstance(ruling, Legal)
    assert "KAL-26" in {reason.rule for reason in GAME.explain(state, Place(0, "ilmarinen", (1, 0)), ruling)}
    assert hand_of(ruling.after, 0) == ["kaarme"]
    assert ruling.after.board.stack(1) == ("louhi", "ilmarinen")


def test_a_stack_may_grow_for_ever() -> None:
    """KAL-27: a Käärme over an Ilmarinen over a Käärme."""
    state = position({"0,0": "ukko", "1,0": "louhi/kaarme/ilmarinen"}, ["kaarme"])
    ruling = GAME.judge(state, Place(0, "kaarme", (1, 0)))
    assert isinstance(ruling, Legal)
    assert "KAL-27" in {reason.rule for reason in GAME.explain(state, Place(0, "kaarme", (1, 0)), ruling)}
    assert len(ruling.after.board.stack(1)) == 4
