"""Whatever is typed, in any order, overruled or not: an answer, never an exception, and no card gets lost."""

from __future__ import annotations

import pickle
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from pnp.games.suomi1918 import GAME
from pnp.games.suomi1918.moves import Claim, Discard, Play, SetTop, SetVictory, Show
from pnp.referee.correction import SetHand, SetTurn
from pnp.referee.game import judged_legal
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.ruling import Legal, Unverified
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance
from tests.games.suomi1918.tables import agreed, book, hands_of, unseen_of
from tests.games.tables import make_any, reasons_of
from tests.marks import examples

CARDS = [card.id for deck in ("numbers", "actions") for card in book().decks[deck].cards]
VICTORIES = [card.id for card in book().decks["victory"].cards]
seats = st.sampled_from([0, 1, 2, 0, 1, 2, TABLE])
low = st.sampled_from([card for card in CARDS if card[-1] in "12"])
MADE = {type_.move.__name__: type_.move for type_ in GAME.adjustments}
SetDiscard, SetRemoved = MADE["SetDiscard"], MADE["SetRemoved"]
card = st.one_of(low, st.sampled_from(CARDS), st.sampled_from([*CARDS, *VICTORIES]))
victory = st.sampled_from([*VICTORIES, "black-1"])
known = st.lists(st.sampled_from([*CARDS, *VICTORIES, UNKNOWN, UNKNOWN]), min_size=1, max_size=5).map(tuple)
card_lists = st.lists(st.sampled_from([*CARDS, *CARDS, "vic-kingdom"]), max_size=4).map(tuple)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Play, seats, card),
    st.builds(Play, seats, card),
    st.builds(Discard, seats, card),
    st.builds(Show, seats, card),
    st.builds(Claim, seats, victory),
    st.builds(Pass, seats),
    st.builds(Deal, seats, seats, known),
    st.builds(SetTurn, st.just(TABLE), seats),
    st.builds(SetHand, st.just(TABLE), seats, known | st.integers(0, 45)),
    st.builds(SetTop, st.just(TABLE), st.sampled_from(["blue", "black", "white", "red"]), st.integers(0, 9)),
    st.builds(SetDiscard, st.just(TABLE), card_lists),
    st.builds(SetRemoved, st.just(TABLE), card_lists),
    st.builds(SetVictory, st.just(TABLE), seats, victory),
)
# What is said: a move, whether it is overruled, and whether the table deals first what is due.
lines = st.lists(st.tuples(moves, st.booleans(), st.booleans()), max_size=30)
switches = st.fixed_dictionaries(
    {
        "stuck_player_must_discard": st.booleans(),
        "draw_after_action": st.booleans(),
        "victory_restrictions_count": st.booleans(),
        "victory_check": st.sampled_from(["by_deal", "automatic", "claim"]),
        "frozen_ends_game": st.booleans(),
    }
)
CORRECTIONS = {adjustment.move for adjustment in GAME.adjustments}


def check(state: Any) -> None:
    """What holds at every table."""
    hands, unseen = hands_of(state), unseen_of(state)
    hidden = sum(hand.count(UNKNOWN) for hand in hands)
    assert len(unseen) == len(state.draw) + hidden
    lying = [*(card for stack in state.stacks for card in stack), *state.discard, *state.removed, *unseen]
    lying += [card for hand in hands for card in hand if card != UNKNOWN]
    assert sorted(lying) == sorted(CARDS)
    assert state.over is not None or sum(item.count for item in state.stack if item.rule != "SOC-02") <= len(state.draw)
    census = GAME.census(state)
    assert sum(census.values()) == len(book().playing_cards) and min(census.values()) >= 0
    if state.knowledge is not None:
        assert set(state.knowledge.unseen()).difference(VICTORIES) == unseen
        for seat, hand in enumerate(hands):
            where = ("hand", seat)
            assert state.knowledge.hidden(where) == hand.count(UNKNOWN)
            assert sorted(state.knowledge.known(where)) == sorted(card for card in hand if card != UNKNOWN)
    json.encode(GAME.facts(state))
    assert pickle.loads(pickle.dumps(state)) == state
    assert GAME.phase(state) in ("deal", "opening", "play", "draw", "over")
    assert bool(GAME.outcome(state)) == (GAME.to_act(state) == ())
    GAME.pending(state)
    for seat in range(3):
        GAME.tally(state, seat)


@settings(max_examples=examples(50), deadline=None)
@given(st.sampled_from(["physical", "digital"]), switches, lines, st.integers(0, 99))
def test_any_line_gets_an_answer(
    deal: str, options: dict[str, Any], choices: list[tuple[Move, bool, bool]], seed: int
) -> None:
    table = Replay(GAME, agreed(deal, **options))
    chance = SeededChance(seed)
    for move, overruled, deals in choices:
        while deals and table.to_act == (TABLE,):
            assert table.apply_move(GAME.chance(table.state, chance)).accepted
        before = table.state
        entry = make_any(table, move, overruled)
        if not entry.accepted:
            continue
        assert isinstance(entry.ruling, Legal | Unverified)
        state: Any = table.state
        check(state)
        if type(move) not in CORRECTIONS and not isinstance(move, Deal) and not overruled:
            assert reasons_of(GAME, before, move)
        if entry.ply % 4 == 0:
            assert all(len(line) <= 120 for line in GAME.show(state, None, "fi").splitlines())
        for seat in (0, 1, 2, None) if deal == "digital" else table.to_act[:1]:
            view = GAME.project(state, seat)
            check(view)
            if seat in table.to_act and seat is not None:
                assert set(GAME.legal_moves(view, seat)) == set(judged_legal(GAME, view, seat))
