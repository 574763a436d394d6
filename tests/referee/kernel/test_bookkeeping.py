"""What moves of cards prove of hidden ones: from the two places that cards moved between, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pnp.conformance.case import Case
from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.hidden.knowledge import Impossible, Learned
from pnp.referee.kernel.events import CardsMoved, CardsShuffled, Claimed, Revealed, TableEvent
from pnp.referee.kernel.table import Draft
from pnp.referee.kernel.trial import Trial
from tests.referee.kernel import test_stashes as stashes
from tests.referee.kernel.tables import load, play_line, sit_down

ANNA, BEN, PILE, ASIDE = ("hand", 0), ("hand", 1), ("pile", -1), ("aside", -1)
GAME = load("cove")[0]


def after(*events: TableEvent) -> Any:
    """A table of real cards after some events; whatever comes to light must be possible."""
    state = sit_down("cove").state
    for event in events:
        state = GAME.apply(state, event)
    return state


def test_a_card_taken_from_the_open_is_known_in_the_hand() -> None:
    state = after(CardsMoved(("red1",), ANNA, ASIDE), CardsMoved(("red1",), ASIDE, BEN))
    assert state.knowledge.known(BEN) == ("red1",)
    assert state.hand[1][-1] == "red1@!"


def test_what_is_shuffled_into_a_pile_may_be_on_top() -> None:
    state = after(CardsMoved(("red1",), ANNA, ASIDE), CardsMoved(("red1",), ANNA, ASIDE))
    shuffled = after(
        CardsMoved(("red1",), ANNA, ASIDE),
        CardsMoved(("red1",), ANNA, ASIDE),
        CardsShuffled(("red1",), ASIDE, PILE),
        CardsMoved(("?",), PILE, BEN),
    )
    assert not state.knowledge.can_hold(BEN, "red1")
    assert shuffled.knowledge.can_hold(BEN, "red1") and shuffled.knowledge.pile_size("pile") == 10


def test_what_is_laid_open_on_a_pile_is_drawn_first() -> None:
    state = after(
        CardsMoved(("red1",), ANNA, ASIDE),
        CardsMoved(("red1",), ASIDE, PILE, top=True),
        CardsMoved(("red1@!",), PILE, BEN),
    )
    assert state.knowledge.known(BEN) == ("red1",)


def test_a_shown_card_stays_and_proves_nothing_new_the_second_time() -> None:
    shown = Revealed(("red1",), ANNA, "!")
    assert after(shown).knowledge.known(ANNA) == after(shown, shown).knowledge.known(ANNA) == ("red1",)
    assert after(Revealed(("red1", "red1"), ANNA, "!")).knowledge.known(ANNA) == ("red1", "red1")


def test_a_claim_bars_its_kinds_from_what_is_held_now() -> None:
    state = after(Claimed(0, ANNA, ("red1", "red2"), "COV-08"), CardsMoved(("?",), PILE, ANNA))
    assert state.knowledge.must_hold(ANNA, ["red1"]) is False
    assert len(state.knowledge.evidence.claims) == 1


def test_a_card_from_hand_to_hand_may_be_any() -> None:
    state = after(Revealed(("red1",), ANNA, "!"), CardsMoved(("?",), ANNA, BEN, unseen=True))
    assert state.knowledge.size(BEN) == 5 and state.knowledge.can_hold(BEN, "red1")


def test_what_no_word_fits_begins_the_story_anew() -> None:
    """A card goes from one pile to another unseen: nothing is forgotten that is still certain."""
    state = after(CardsMoved(("red1",), ANNA, ASIDE))
    d = Draft(state, GAME.declared.places)
    fresh = GAME.declared.fresh_knowledge(d)
    assert (fresh.size(ANNA), fresh.pile_size("pile")) == (3, 10)
    assert fresh.can_hold(ANNA, "red1") and fresh.unseen()["red1"] == 1
    learned = fresh.reveal(ANNA, "red1", 5)
    assert isinstance(learned, Learned)
    assert isinstance(learned.knowledge.reveal(ANNA, "red1", 6), Impossible)


@pytest.mark.parametrize(
    "name, game, book",
    [("stashes", stashes.GAME, stashes.BOOK), ("cove", *load("cove")), ("fourpiers", *load("fourpiers"))],
)
def test_events_fold_to_the_whole_state_what_is_proved_included(name: str, game: Any, book: Any) -> None:
    lines = 0
    for line in Case(name, game, book, 3, 4).lines():
        state = line.before if line.before.ply == line.entry.ply - 1 else replace(line.before, ply=line.entry.ply - 1)
        folded: Any = state
        for event in line.entry.ruling.events:  # type: ignore[attr-defined]
            folded = replace(game.apply(folded, event), ply=state.ply)
        assert replace(folded, ply=line.entry.ply) == line.after
        lines += line.table.setup.deal == PHYSICAL
    assert lines > 20


def test_a_correction_lets_the_story_begin_with_what_is_so_now() -> None:
    table = sit_down("cove", "table: adjust hand anna red1 ? ?")
    knowledge = table.state.knowledge
    assert (knowledge.known(ANNA), knowledge.size(ANNA), knowledge.pile_size("pile")) == (("red1",), 3, 11)
    before = table.state
    play_line(table, "table: adjust hand anna ? ?")
    assert table.game.conceals(before, table.state) and table.state.knowledge.known(ANNA) == ()


def test_a_claim_that_cannot_be_true_is_refused() -> None:
    table = sit_down("cove", "table: adjust aside red1 red1 red2 red2 red3 red3", "anna: vote red", "ben: vote red")
    refused: Any = table.read("anna: stay").ruling
    assert (refused.rule, refused.because) == ("COV-08", "this is not true: anna has no card but red ones")
    assert not any(type(move).__name__ == "Stay" for move in table.game.legal_moves(table.state, 0))


def test_what_is_drawn_twice_in_one_breath_is_not_more_than_there_is() -> None:
    state = sit_down("cove", deal=DIGITAL).state
    t = Trial(GAME.declared, replace(state, stack=()))
    pile, hand = GAME.declared.places[PILE], GAME.declared.places[ANNA]
    assert [t.draw(pile, hand, 10) for _ in range(3)] == [10, 8, 0]
