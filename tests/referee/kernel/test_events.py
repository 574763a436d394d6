"""Each event folds as it says: what lies where, who knows it, what is open."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.referee.game import Outcome, Setup
from pnp.referee.kernel import EACH_SEAT, EVERYBODY, NOBODY, OWNER, TABLE, Counter, Fact, Zone
from pnp.referee.kernel.events import (
    Answered,
    Asked,
    CardsMoved,
    CardsShuffled,
    ChanceDecided,
    Claimed,
    CounterChanged,
    Ended,
    FactChanged,
    Opened,
    PhaseBegan,
    Revealed,
    Settled,
    TableEvent,
    TurnPassed,
)
from pnp.referee.kernel.question import FIST, Open
from pnp.referee.kernel.question import Answered as Given
from pnp.referee.kernel.table import Draft, table_class
from pnp.referee.kernel.zone import nested
from pnp.referee.move import Pass
from tests.conftest import small_book

HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER)
PILE = Zone("pile", seen_by=NOBODY, first=True)
HEAP = Zone("heap")
STALL = Zone("stall", of=("left", "right"), seen_by=EVERYBODY)
COINS = Counter("coins", of=EACH_SEAT)
TRUMP = Fact("trump", "")
FIELDS = (HAND, PILE, HEAP, STALL, COINS, TRUMP)
PLACES = {place.where: place for field in FIELDS for place in field.places(2)}
STATE = table_class(__name__, "STATE", FIELDS)
HAND_0, HAND_1, ON_PILE, ON_HEAP = ("hand", 0), ("hand", 1), ("pile", TABLE), ("heap", TABLE)


def folded(*events: TableEvent, **fields: Any) -> Any:
    """A table after some events; everything else is as before the first line."""
    setup = Setup(("anna", "ben"), small_book())
    start = {field.id: field.start(setup) for field in FIELDS}
    d = Draft(STATE(setup, **{**start, **fields}), PLACES)
    for event in events:
        event.fold(d)
    return d.done()


def test_cards_go_to_the_end_of_another_place() -> None:
    after = folded(CardsMoved(("fox",), HAND_0, ON_HEAP), hand=(("bear", "fox"), ("fox",)), heap=("bear",))
    assert (after.hand, after.heap) == ((("bear",), ("fox",)), ("bear", "fox"))


def test_or_to_its_beginning() -> None:
    after = folded(CardsMoved(("fox", "bear"), ON_HEAP, ON_PILE, top=True), heap=("fox", "bear"), pile=("?",))
    assert after.pile == ("fox@!", "bear@!", "?")


def test_of_equal_cards_the_last_one_goes_where_it_is_meant() -> None:
    after = folded(CardsMoved(("fox",), ON_HEAP, HAND_0, last=True), heap=("bear", "fox", "old-man", "fox"))
    assert after.heap == ("bear", "fox", "old-man")


def test_a_card_played_from_an_unknown_hand_was_one_of_its_unknown_cards() -> None:
    after = folded(CardsMoved(("fox",), HAND_0, ON_HEAP), hand=(("bear", "?", "?"), ()))
    assert (after.hand[0], after.heap) == (("bear", "?"), ("fox",))


def test_and_in_a_view_one_of_those_that_were_not_told() -> None:
    after = folded(CardsMoved(("fox",), HAND_1, ON_HEAP), hand=((), ("*", "*")))
    assert after.hand[1] == ("*",)


def test_a_known_card_leaves_before_an_unknown_one() -> None:
    after = folded(CardsMoved(("fox",), HAND_0, ON_HEAP), hand=(("?", "fox@!"), ()))
    assert after.hand[0] == ("?",)


def test_a_card_that_is_not_there_cannot_leave() -> None:
    with pytest.raises(ValueError, match="fox is not there"):
        folded(CardsMoved(("fox",), HAND_0, ON_HEAP), hand=(("bear",), ()))


@pytest.mark.parametrize(
    "cards, source, to, arrives",
    [
        (("fox",), HAND_0, HAND_1, "fox@0"),  # the giver knows it still
        (("fox@1",), HAND_0, HAND_1, "fox@0"),  # the taker had seen it: now it is the taker's
        (("fox",), ON_HEAP, HAND_1, "fox@!"),  # everybody saw it lie there
        (("fox",), HAND_0, ON_PILE, "fox@0"),
        (("fox@0",), ON_PILE, HAND_1, "fox@0"),  # looked at, then drawn by another
        (("fox@0,1",), ON_PILE, HAND_1, "fox@0"),
        (("fox@0",), ON_PILE, ON_HEAP, "fox"),
        (("?",), ON_PILE, HAND_1, "?"),
        (("*",), HAND_0, HAND_1, "*"),
    ],
)
def test_who_saw_a_card_knows_it_where_it_goes(cards: Any, source: Any, to: Any, arrives: str) -> None:
    cells: dict[str, Any] = {"hand": ((), ()), "pile": (), "heap": ()}
    name, key = source
    cells[name] = ((cards, ()) if key == 0 else ((), cards)) if name == "hand" else cards
    after = folded(CardsMoved(cards, source, to), **cells)
    there = getattr(after, to[0])
    assert (there[to[1]] if to[0] == "hand" else there) == (arrives,)


def test_what_is_shuffled_nobody_knows() -> None:
    after = folded(CardsShuffled(("fox", "bear"), ON_HEAP, ON_PILE), heap=("fox", "bear"), pile=("fox@0",))
    assert (after.pile, after.heap, after.concealed) == (("?", "?", "?"), (), 1)


def test_a_pile_is_shuffled_by_itself() -> None:
    after = folded(CardsShuffled((), ON_PILE, ON_PILE), pile=("fox@0", "?"))
    assert (after.pile, after.concealed) == (("?", "?"), 1)


def test_what_is_shown_stays() -> None:
    after = folded(Revealed(("fox", "bear"), HAND_0, "!"), Revealed(("fox",), HAND_0, "1"), hand=(("fox", "?"), ()))
    assert after.hand[0] == ("fox@!", "bear@!")


def test_a_card_is_shown_to_one_seat() -> None:
    assert folded(Revealed(("fox",), ON_PILE, "1"), pile=("?", "?")).pile == ("fox@1", "?")


def test_places_with_keys_are_places_of_their_own() -> None:
    after = folded(CardsMoved(("fox",), ON_HEAP, ("stall", "right")), heap=("fox",))
    assert after.stall == ((), ("fox",))
    with pytest.raises(KeyError, match="stall has no place 'middle'"):
        STALL["middle"]


def test_the_table_is_no_seat() -> None:
    with pytest.raises(KeyError, match="hand has no place -1"):
        HAND[TABLE]
    with pytest.raises(KeyError, match="coins has no place -1"):
        COINS[TABLE]


def test_numbers_and_facts_change() -> None:
    after = folded(CounterChanged(("coins", 1), 3, 2), FactChanged(("trump", TABLE), "red"), coins=(4, 1))
    assert (after.coins, after.trump) == ((4, 3), "red")


def test_the_turn_passes_and_a_phase_begins() -> None:
    after = folded(TurnPassed(1), PhaseBegan(2), ChanceDecided())
    assert (after.turn, after.phase, after.chances) == (1, 2, 1)


def test_what_is_asked_lies_on_top_until_it_is_settled() -> None:
    one, other = Open("one", (0,)), Open("other", (1,))
    assert folded(Asked(one), Asked(other)).stack == (one, other)
    assert folded(Asked(one), Asked(other), Settled()).stack == (one,)


def test_answers_wait_in_the_order_of_the_seats() -> None:
    asked = Asked(Open("vote", (0, 1)))
    after = folded(asked, Answered(1, "vote", 5, Pass(1)), Answered(0, "vote", 6, FIST))
    assert after.stack == (Open("vote", (), (), (Given(0, 6, FIST), Given(1, 5, Pass(1)))),)
    opened = folded(asked, Answered(1, "vote", 5, FIST), Opened((1,)), Answered(1, "vote", 7, Pass(1)))
    assert opened.stack == (Open("vote", (), (), (Given(1, 7, Pass(1)),)),)


def test_what_a_phase_asks_lies_on_no_stack() -> None:
    assert folded(Answered(0, "turn", 3, None, False)).stack == ()


def test_the_end_leaves_nothing_open() -> None:
    end = Outcome((0,), "so")
    after = folded(Asked(Open("one", (0,))), Ended(end))
    assert (after.over, after.stack) == (end, ())


def test_words_move_nothing() -> None:
    assert folded(Claimed(0, HAND_0, ("fox",))) == folded()


def test_of_equal_cards_in_a_hand_the_first_are_those_that_others_know() -> None:
    after = folded(CardsMoved(("fox",), HAND_1, HAND_0), hand=(("fox", "fox"), ("fox",)))
    assert after.hand[0] == ("fox@1", "fox", "fox")
    shown = folded(Revealed(("fox",), HAND_0, "!"), hand=(("fox@1", "fox"), ()))
    assert shown.hand[0] == ("fox@!", "fox")


def test_what_everybody_knows_counts_for_each() -> None:
    entries = ("fox@1", "fox", "fox@!")
    assert nested(entries, HAND[0]) == ("fox@!", "fox@1", "fox")
    assert nested(entries, PILE.place) == entries  # in a pile each card has its place


def test_one_that_goes_unseen_leaves_nobody_sure_of_the_others() -> None:
    moved = CardsMoved(("fox",), HAND_0, HAND_1, unseen=True)
    after = folded(moved, hand=(("bear@!", "fox@1", "old-man@1"), ()))
    assert after.hand == (("bear@1", "old-man@1"), ("fox@0",))


def test_and_where_it_is_not_told_nobody_knows_any() -> None:
    moved = CardsMoved(("?",), HAND_0, HAND_1, unseen=True)
    after = folded(moved, hand=(("bear", "?"), ()))
    assert (after.hand, after.concealed) == ((("?",), ("?",)), 1)


def test_what_was_looked_at_lies_on_top() -> None:
    after = folded(Revealed(("fox", "*"), ON_PILE, "0", on_top=True), pile=("?", "?", "fox@1"))
    assert after.pile == ("fox@0", "*", "fox@1")
