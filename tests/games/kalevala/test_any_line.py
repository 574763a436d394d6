"""Whatever is typed, in any order, overruled or not: an answer, never an exception, and no tile gets lost."""

from __future__ import annotations

import pickle
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from pnp.games.kalevala import GAME
from pnp.games.kalevala.board import build
from pnp.games.kalevala.corrections import HELD
from pnp.games.kalevala.moves import ClearTile, Discard, Place, SetDeck, SetTile, Start
from pnp.referee.correction import SetHand, SetTurn
from pnp.referee.game import judged_legal
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.notation import verb_of
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import ACCEPTED
from pnp.referee.seat import TABLE
from tests.games.kalevala.tables import book, replay
from tests.games.tables import make_any, reasons_of
from tests.marks import examples

TILES = [card.id for card in book().decks["tiles"].cards]
SetScore = next(each.move for each in GAME.adjustments if verb_of(each.move) == "score")
seats = st.sampled_from([0, 1, 0, 1, TABLE])
tile = st.sampled_from(TILES)
known = st.lists(st.sampled_from([*TILES, UNKNOWN]), min_size=1, max_size=6).map(tuple)
near = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
at = st.one_of(near, near, near, st.tuples(st.integers(-1000, 1000), st.integers(-3, 3)))
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Place, seats, tile, at, st.none() | st.integers(0, 14)),
    st.builds(Place, seats, tile, at),
    st.builds(Place, seats, tile, near),
    st.builds(Pass, seats),
    st.builds(Discard, seats, tile),
    st.builds(Start, seats, tile),
    st.builds(Deal, seats, st.sampled_from([0, 1, TABLE]), known),
    st.builds(SetScore, st.just(TABLE), seats, st.integers(-9, 99)),
    st.builds(SetTurn, st.just(TABLE), seats),
    st.builds(SetHand, st.just(TABLE), seats, known | st.integers(0, 9)),
    st.builds(SetDeck, st.just(TABLE), st.integers(0, 60)),
    st.builds(SetTile, st.just(TABLE), at, tile),
    st.builds(ClearTile, st.just(TABLE), at),
)
switches = st.fixed_dictionaries(
    {
        "stuck_player_discards": st.booleans(),
        "voluntary_pass": st.booleans(),
        "exchange_draws": st.booleans(),
        "cover_only_tile": st.booleans(),
    }
)
CORRECTIONS = {adjustment.move: adjustment for adjustment in GAME.adjustments}


def check(state: Any, lost: int) -> None:
    """What holds at every table."""
    data, seen, facts = state.board.data, HELD.seen(state), GAME.facts(state)
    unseen = {tile: data.copies[tile] - seen.get(tile, 0) for tile in data.tiles}
    hidden = [hand.count(UNKNOWN) for hand in facts["hands"]]
    assert sum(unseen.values()) == facts["deck"] + sum(hidden) + lost
    assert sum(GAME.census(state).values()) == len(data.pile)
    assert all(count >= 0 for count in unseen.values())
    assert sum(count for _, count in facts["due"]) <= facts["deck"]
    if state.knowledge is not None:
        assert state.knowledge.unseen() == {kind: n for kind, n in unseen.items() if n}
        assert [state.knowledge.hidden(("hands", seat)) for seat in (0, 1)] == hidden
    assert state.board == build({square: state.board.stack(square) for square in state.board.tops}, data)
    json.encode(GAME.facts(state))
    assert pickle.loads(pickle.dumps(state)) == state
    assert all(len(line) <= 80 for line in GAME.show(state, None, "en").splitlines())
    assert GAME.phase(state) in ("start", "opening", "play", "draw", "over")
    assert bool(GAME.outcome(state)) == (GAME.to_act(state) == ())
    GAME.pending(state)


@settings(max_examples=examples(80), deadline=None)
@given(st.sampled_from(["physical", "digital"]), switches, tile, st.lists(st.tuples(moves, st.booleans()), max_size=30))
def test_any_line_gets_an_answer(
    deal: str, options: dict[str, Any], first: str, lines: list[tuple[Move, bool]]
) -> None:
    table = replay(deal, **options)
    lost = 0
    for move, overruled in [(Start(TABLE, first), True), *lines]:
        before = table.state
        entry = make_any(table, move, overruled)
        if not entry.accepted:
            continue
        assert isinstance(entry.ruling, ACCEPTED)
        if isinstance(move, SetDeck):
            lost += len(before.deck) - len(table.state.deck)
        check(table.state, lost)
        if type(move) not in CORRECTIONS and not overruled:
            assert reasons_of(GAME, before, move)
        for seat in (0, 1, None):
            view = GAME.project(table.state, seat)
            check(view, lost)
            if seat is not None and not GAME.facts(view)["due"]:
                assert set(GAME.legal_moves(view, seat)) == set(judged_legal(GAME, view, seat))
