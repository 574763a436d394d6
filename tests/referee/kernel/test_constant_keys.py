"""Zones and counters whose keys a constant of game.yaml lists: a piece of a game that is nowhere in its code."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Annotated, Any

import pytest
from msgspec.structs import replace

from pnp.cli.main import main
from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.library.card import Constant
from pnp.referee.game import PHYSICAL, Setup
from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    OWNER,
    Counter,
    Keys,
    Move,
    Phase,
    Question,
    Trial,
    Zone,
    declare,
)
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal
from tests.referee.kernel.tables import load, play_line

RULE = "COV-09"
BOOK = load("cove")[1]
BOOK = replace(BOOK, constants={**BOOK.constants, "colours": Constant(["green", "red", "blue"])})


class Ship(Move, frozen=True):
    """`anna: ship red1`: a card of the hand goes to the pier of its colour."""

    card: Annotated[str, CARD]


HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=RULE)
PILE = Zone("pile", seen_by=NOBODY, first=True, rule=RULE)
PIER = Zone("pier", of=Keys("colours"))
SHIPPED = Counter("shipped", of=Keys("colours"))
TURN = Question(RULE, "choose_a_colour")


@TURN.answer(Ship, card_of=HAND)
def ship(t: Trial, m: Ship) -> None:
    t.agreed()
    colour = t.field(m.card, "colour")
    t.move(m.card, HAND[m.seat], PIER[colour])
    t.add(SHIPPED[colour], 1)
    t.pass_turn()


def ending(t: Trial) -> None:
    if not any(t[HAND[seat]] for seat in t.seats):
        t.end((), RULE, "rounds_over")


GAME = declare(
    __name__,
    slug="cove",
    version=1,
    players=(2, 4),
    seats_rule="COV-01",
    holds=(HAND, PILE, PIER, SHIPPED),
    phases=(Phase("turn", TURN),),
    begin=lambda t: t.deal(PILE, HAND, 3),
    ending=ending,
)


def table(deal: str = PHYSICAL) -> Any:
    """Anna and Ben before the first line."""
    return Replay(GAME, Setup(("anna", "ben"), BOOK, {}, deal))


def test_the_places_are_those_of_the_constant_from_the_start() -> None:
    replay = table()
    assert replay.state.pier == {"green": (), "red": (), "blue": ()}
    assert replay.state.shipped == {"green": 0, "red": 0, "blue": 0}
    play_line(replay, "anna: ship red1")
    trial = Trial(GAME.declared, replay.state)
    assert trial[PIER["red"]] == ("red1",) and trial[SHIPPED["red"]] == 1
    with pytest.raises(KeyError, match="pink"):
        trial[PIER["pink"]]
    assert "pier red: " in GAME.show(replay.state, None, "en") and "shipped blue: 0" in GAME.show(
        replay.state, None, "en"
    )


def test_a_correction_names_one_of_them() -> None:
    replay = table()
    play_line(replay, "table: adjust pier blue blue1")
    ruling = replay.read("table: adjust shipped pink 3").ruling
    assert isinstance(ruling, Illegal) and ruling.because == "expected one of green, red, blue, got pink"


@pytest.fixture(scope="module")
def case() -> Case:
    return Case("constant_keys", GAME, BOOK, 2, 4)


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.__name__ for promise in PROMISES])
def test_such_a_game_keeps_every_promise(promise: Promise, case: Case) -> None:
    verdict = hold(promise, case)
    assert verdict.state in (KEPT, NOTHING), verdict.words


def test_check_reports_a_constant_that_is_no_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(Path(__file__).parents[3] / "docs" / "examples" / "nuotta", tmp_path / "nuotta")
    rules = tmp_path / "nuotta" / "rules.py"
    text = rules.read_text("utf-8").replace('LANDED = Zone("landed"', 'LANDED = Zone("landed", of=Keys("exact")')
    rules.write_text(text.replace("kernel import (", "kernel import (\n    Keys,"), "utf-8")
    assert main(["check", "nuotta", "--games", str(tmp_path)]) == 1
    printed = capsys.readouterr()
    fault = r"game\.yaml:\d+:\d+: .*landed: expected the constant “exact” to be a list"
    assert re.search(fault, printed.out + printed.err)
