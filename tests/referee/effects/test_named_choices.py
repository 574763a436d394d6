"""A line may name the choices that it leads to, in a game's own notation; a game may word what happens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.base.diagnostics import InputError
from pnp.catalog import CatalogEntry
from tests.referee.effects.tables import game_of, lives, table_of

CARDS = """  - id: arrow
    name: Arrow
    copies: 8
    abilities: [{trigger: play, do: [{op: gain_life, amount: 1}, {op: damage, amount: 2, to: other_player}]}]
  - id: bless
    name: Bless
    type: spirit
    copies: 8
    abilities: [{trigger: enters, do: [{op: damage, amount: 3, to: any_player}]}]
  - id: banish
    name: Banish
    copies: 8
    abilities: [{trigger: play, do: [{op: exile, target: {choose: 1, type: [spirit]}}]}]
  - id: bow
    name: Bow
    type: charm
    copies: 8
    abilities: [{trigger: activated, do: [{op: damage, amount: 1, to: other_player}]}]
"""
NAMED = '''
def named(run, question, seat, about):
    """Answer with what the line names, each once; refuse it where nothing has been done yet."""
    typed = dict(run.typed)
    if question is CARDS.ask.player and typed.get("at") is not None:
        at = typed["at"]
        if at not in about["among"]:
            if run.is_trying:
                run.t.refuse(EFFECTS, "enough", seat=at)
            return None
        run.doing = run.doing.with_(typed=(("on", typed["on"]),))
        return Choose(seat, at)
    if question is CARDS.ask.target and typed.get("on"):
        return Target(seat, typed["on"])
    return None


def typed_of(m):
    return (("at", m.at), ("on", getattr(m, "on", "")))


class UseAt(Use, frozen=True):
    """`anna: use bow at=ben`"""

    verb = "use"
    at: Annotated[Seat | None, SEAT] = None


CARDS = CardEffects(
    named=named,
    says={"gains_life": (EFFECTS, "no_life_left"), "loses_life": None},
'''
IMPORTS = """from pnp.referee.effects.plain import Doing
from pnp.referee.effects.questions import Choose, Target
from pnp.referee.params import SEAT
from pnp.referee.kernel import ("""
FIELDS = """    card: Annotated[str, CARD]
    at: Annotated[Seat | None, SEAT] = None
    on: Annotated[str, CARD] = ""
"""
MAY = '    CARDS.check_may(t, m.seat, "play", m.card)\n'
CHECK = """    if CARDS.text(t, m.card).abilities:
        CARDS.check_choices(t, Doing(m.card, (0, "do"), m.seat).with_(typed=typed_of(m)))
"""
USE = "@TURN.answer(Use, choices=CARDS.uses)\ndef use(t: Trial, m: Use)"
CHANGES = (
    ("from pnp.referee.kernel import (", IMPORTS),
    ("    card: Annotated[str, CARD]\n", FIELDS),
    ("CARDS = CardEffects(\n", NAMED),
    (MAY, MAY + CHECK),
    ("CARDS.play_card(t, m.seat, m.card)", "CARDS.play_card(t, m.seat, m.card, typed_of(m))"),
    (USE, "@TURN.answer(UseAt, offers=CARDS.uses)\ndef use(t: Trial, m: UseAt)"),
    ("CARDS.use(t, m)", "CARDS.use(t, m, typed_of(m))"),
)


@pytest.fixture(scope="module")
def entry(tmp_path_factory: pytest.TempPathFactory) -> CatalogEntry:
    return game_of(tmp_path_factory.mktemp("named"), CARDS, changes=CHANGES)


SEATS = ("anna", "ben", "carl")


def test_a_named_player_is_not_asked_for(entry: CatalogEntry) -> None:
    asked = table_of(entry, "anna: play arrow", seats=SEATS)
    assert asked.state.stack[-1].question == "effects.which_player"
    named = table_of(entry, "anna: play arrow at=carl", seats=SEATS)
    assert named.state.stack[-1].question == "your_turn"
    assert lives(named)[2] == lives(asked)[2] - 2


def test_a_choice_that_cannot_be_made_is_refused_before_anything_happens(entry: CatalogEntry) -> None:
    table = table_of(entry, seats=SEATS)
    line = table.read("anna: play arrow at=anna")
    assert (line.ruling.rule, line.state) == ("MYG-05", table.state)


def test_what_a_card_asks_for_that_came_into_play_can_be_named_too(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play bless at=anna", seats=SEATS)
    assert lives(table)[0] == lives(table)[1] - 3
    assert table.state.stack[-1].question == "your_turn"


def test_a_named_card_in_play_is_not_asked_for(entry: CatalogEntry) -> None:
    lines = ("anna: play bless at=ben", "anna: done", "ben: play blank", "ben: done", "carl: play banish on=blank")
    table = table_of(entry, *lines, seats=SEATS)
    assert table.game.facts(table.state)["table"] == [["bless"], [], []]


def test_the_choices_of_an_ability_can_be_named(entry: CatalogEntry) -> None:
    table = table_of(entry, "anna: play bow", "anna: use bow at=carl", seats=SEATS)
    assert lives(table)[2] == lives(table)[1] - 1
    assert table.state.stack[-1].question == "your_turn"


def test_a_game_words_what_happens_or_says_nothing_of_it(entry: CatalogEntry) -> None:
    table: Any = table_of(entry, seats=SEATS)
    line = table.read("anna: play arrow at=carl")
    messages = [event.message for event in line.ruling.events if type(event).__name__ == "Noted"]
    assert "no_life_left" in messages and "effects.loses_life" not in messages


def test_an_unknown_happening_is_a_fault(tmp_path: Path) -> None:
    changes = (("CARDS = CardEffects(\n", 'CARDS = CardEffects(\n    says={"loses_live": None},\n'),)
    with pytest.raises(InputError, match=r"expected one of .*loses_life.*, got loses_live"):
        table_of(game_of(tmp_path, CARDS, changes=changes))
