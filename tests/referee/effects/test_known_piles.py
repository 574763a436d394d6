"""Cards of a pile that somebody knows: a deal takes those on top, though an equal card is known to be below."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.referee.kernel.judging import in_any_order, off_the_top
from pnp.referee.kernel.trial import Trial
from tests.referee.effects.tables import game_of, table_of
from tests.referee.effects.test_resolving import card, plays

PEEK = card("peek", plays("{op: look_top, amount: 2, rest: bottom}"), copies=4)
ORDER = ("table: deal anna blank blank blank peek", "table: deal ben blank blank blank blank", "table: deal anna blank")


def test_a_deal_takes_the_top_and_not_an_equal_card_that_is_known_below(tmp_path: Path) -> None:
    entry = game_of(tmp_path, PEEK + card("oak", plays()))
    replay = table_of(entry, *ORDER, "anna: play peek", "table: look anna oak blank", "anna: done", deal="digital")
    deck = replay.state.deck
    assert replay.read("table: deal ben blank").accepted
    assert replay.state.deck == deck[1:]


def test_of_equal_cards_the_one_that_is_known_stays_in_its_place(tmp_path: Path) -> None:
    entry = game_of(tmp_path, PEEK + card("oak", plays()))
    replay = table_of(entry, *ORDER, deal="digital")
    state = replace(replay.state, deck=("?", "?", "peek@0", *replay.state.deck[3:]))
    trial = Trial(replay.game.declared, state)
    assert off_the_top(trial, state.deck[:3], ("oak", "peek", "peek"), "MYG-05") == ("oak", "peek", "peek@0")


ENTRIES = st.sampled_from(("?", "*", "oak", "oak@0", "peek", "peek@0,1", "fern"))


@given(st.lists(ENTRIES, max_size=5), st.data())
def test_cards_in_their_places_leave_as_in_any_order(entries: list[str], data: st.DataObject) -> None:
    lying = tuple(entries)
    cards = tuple(data.draw(st.sampled_from(("?", "oak", "peek", "fern"))) for _ in lying)
    t: Any = _Barring()
    found = []
    for step in (off_the_top, in_any_order):
        try:
            found.append(step(t, lying, cards, "MYG-05"))
        except Barred:
            found.append(("barred",))
    assert found[0] == found[1]


class Barred(Exception):
    """A line that no table could make."""


class _Barring:
    def bar(self, *args: Any, **more: Any) -> None:
        raise Barred
