"""Hidden hands: what is legal in truth is never refused, and a false pass is found as soon as it can be proven.

The oracle is independent of the matching in the kernel: it keeps every pair of hands that explains all lines so far.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.games.kalevala import GAME
from pnp.games.kalevala.moves import Place
from pnp.games.kalevala.placing import fitting
from pnp.library.card import CardBook
from pnp.playtest.simulate import simulate
from pnp.referee.move import Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal, Legal, Unverified
from tests.games.kalevala.tables import (
    SEATS,
    agreed,
    book,
    changed,
    hand_of,
    play_lines,
    position,
    without_deals,
)

# Many Kullervos, few tiles that get past them, short lines: here players do get stuck.
NARROW = {"kullervo": 14, "ukko": 6, "louhi": 4, "lemminkainen": 3, "kaarme": 2, "ilmarinen": 2}
TINY = {"kullervo": 4, "ukko": 3, "louhi": 2, "kaarme": 2, "ilmarinen": 1}


def narrow() -> CardBook:
    return changed(NARROW, {"max_line": 3, "hand_size": 3})


def tiny() -> CardBook:
    return changed(TINY, {"max_line": 2, "hand_size": 3})


def replay_without_deals(played: Replay[Any], cards: CardBook) -> tuple[Replay[Any], int]:
    """A digital game typed at a physical table; the number of passes that rested on a claim."""
    table = Replay(GAME, agreed("physical", cards))
    claims = 0
    for line in without_deals(played.format(entry) for entry in played.entries):
        if table.outcome is not None:
            break
        entry = table.read(line)
        assert isinstance(entry.ruling, Legal | Unverified), f"{line}: {entry.ruling}"
        assert not entry.irregularities
        claims += isinstance(entry.ruling, Unverified)
    assert GAME.scores(table.state) == GAME.scores(played.state)
    return table, claims


@pytest.mark.parametrize("bots", [("random",), ("greedy", "random")], ids=str)
def test_a_game_typed_without_its_deals_is_legal(bots: Sequence[str]) -> None:
    for seed in range(4):
        replay_without_deals(simulate(GAME, book(), SEATS, seed, bots), book())


def test_true_passes_are_believed_for_ever() -> None:
    claims = sum(replay_without_deals(simulate(GAME, narrow(), SEATS, seed), narrow())[1] for seed in range(25))
    assert claims > 20, "these tables are meant to get players stuck"


Hand = tuple[str, ...]
Pair = tuple[Hand, Hand]


class Oracle:
    """Every pair of hands that explains the lines so far; `trusting` also believes every pass."""

    def __init__(self, state: Any, trusting: bool) -> None:
        self.trusting = trusting
        self.copies = state.board.data.copies
        self.pairs: set[Pair] = {((), ())}
        for seat in (0, 1):
            for _ in state.hands[seat]:
                self.pairs = set(self.drawn(state, self.pairs, seat))

    def drawn(self, state: Any, pairs: set[Pair], seat: int) -> Iterator[Pair]:
        """Every tile that can come from the deck."""
        laid = Counter(laid_on(state))
        for pair in pairs:
            gone = laid + Counter(pair[0]) + Counter(pair[1])
            for tile, copies in self.copies.items():
                if gone[tile] < copies:
                    yield put(pair, seat, tuple(sorted((*pair[seat], tile))))

    def after(self, before: Any, move: Move, after: Any | None) -> set[Pair]:
        """The pairs that also explain this move; `after` is the state it leads to, if it is known."""
        seat = move.seat
        if isinstance(move, Pass):
            if not self.trusting:
                return self.pairs
            fit = set(fitting(before.board))
            return {pair for pair in self.pairs if not fit & set(pair[seat])}
        assert isinstance(move, Place)
        pairs = set()
        for pair in self.pairs:
            if move.tile in pair[seat]:
                hand = list(pair[seat])
                hand.remove(move.tile)
                pairs.add(put(pair, seat, tuple(hand)))
        if after is None:
            return pairs
        if len(laid_on(after)) == len(laid_on(before)):  # an exchange
            taken = next(t for at, t in before.board.tops.items() if after.board.tops[at] != t)
            return {put(pair, seat, tuple(sorted((*pair[seat], taken)))) for pair in pairs}
        return set(self.drawn(after, pairs, seat)) if before.deck else pairs


def laid_on(state: Any) -> list[str]:
    return [tile for tiles in state.board.values() for tile in tiles]


def put(pair: Pair, seat: int, hand: Hand) -> Pair:
    return (hand, pair[1]) if seat == 0 else (pair[0], hand)


def liar_moves(state: Any, dice: random.Random) -> Move:
    """What a player might type, true or false: often a pass, else a placement of any tile the referee would take."""
    seat = state.turn
    if dice.random() < (0.15 if state.passes else 0.5):
        return Pass(seat)
    tile = dice.choice([tile for tile in state.board.data.tiles if state.board.data.copies[tile]])
    moves = GAME.candidates(state, seat) if dice.random() < 0.2 else GAME.legal_moves(state, seat)
    placements = [move for move in moves if isinstance(move, Place)]
    of_tile = [move for move in placements if move.tile == tile]
    return dice.choice(of_tile or placements or [Pass(seat)])


def test_the_referee_knows_exactly_what_the_oracle_knows() -> None:
    """A tile is refused, a pass refused, passes found to contradict each other: each exactly when no pair is left.

    A pass is refused only when no hand at all can say so: that another pass, which may be the false one, speaks against
    it is told, and puts both in doubt.
    """
    answers = Counter(answer for seed in range(120) for answer in compare_with_the_oracle(seed))
    assert answers["caught"] >= 8, answers
    assert answers["in doubt"] >= 3, answers
    assert answers["refused tile"] >= 15, answers
    assert answers["refused pass"] >= 100, answers
    assert answers["believed pass"] >= 100, answers


def compare_with_the_oracle(seed: int) -> Iterator[str]:
    dice = random.Random(f"liars/{seed}")
    table = Replay(GAME, agreed("physical", tiny()))
    table.read(f"table: start {dice.choice(['ukko', 'louhi', 'kaarme'])}")
    trusting, doubting = Oracle(table.state, True), Oracle(table.state, False)
    for _ in range(40):
        if table.outcome is not None:
            break
        before = table.state
        move = liar_moves(before, dice)
        ruling = GAME.judge(before, move)
        if isinstance(move, Pass):
            fit = set(fitting(before.board))
            believed = any(not fit.intersection(pair[move.seat]) for pair in doubting.pairs)
            assert isinstance(ruling, Illegal) != believed, (seed, move, ruling)
            if isinstance(ruling, Illegal):
                assert ruling.rule == "KAL-10"
                yield "refused pass"
                continue
            yield "believed pass"
        elif not doubting.after(before, move, None):
            assert isinstance(ruling, Illegal)
            assert ruling.rule == "KAL-09"
            yield "refused tile"
            continue
        elif isinstance(ruling, Illegal):
            assert ruling.rule != "KAL-09"
            continue
        entry = table.apply_move(move)
        left = trusting.after(before, move, table.state)
        assert bool(entry.irregularities) == (not left), (seed, move)
        if entry.irregularities:
            assert all(item.rule == "KAL-10" and item.found_at == entry.ply for item in entry.irregularities)
            yield "caught" if any(item.certain for item in entry.irregularities) else "in doubt"
            return
        trusting.pairs, doubting.pairs = left, doubting.after(before, move, table.state)


STUCK = ["table: start ukko", *(f"table: adjust tile {at} kullervo" for at in ("1,0", "-1,0", "0,1", "0,-1"))]


def test_a_false_pass_is_dated_and_named() -> None:
    """KAL-50: seat, ply of the pass, rule and evidence."""
    table = play_lines([*STUCK, "red: pass", "blue: place kullervo 0,2"])
    entry = table.read("red: place kullervo 0,3")
    (found,) = entry.irregularities
    assert (found.seat, found.ply, found.rule, found.found_at) == (0, 6, "KAL-10", 8)
    assert found.because == "red passed at ply 6 with Kullervo in the hand, which fitted then"
    assert table.irregularities == [found]


def test_an_undone_proof_is_no_proof() -> None:
    table = play_lines([*STUCK, "red: pass", "blue: place kullervo 0,2", "red: place kullervo 0,3", "table: undo"])
    assert table.irregularities == []


def test_knowledge_ends_when_no_claim_matters_any_more() -> None:
    """Counts alone decide again when all tiles held at the pass have been placed."""
    table = play_lines([*STUCK, "red: pass"])
    assert table.state.knowledge is not None
    for line in (
        "blue: place kaarme 0,-1",
        "red: place louhi 0,-2",
        "blue: place louhi 1,-1",
    ):
        table.read(line)
    assert table.state.knowledge is not None


def test_a_view_hides_what_its_seat_did_not_see() -> None:
    """KAL-04, KAL-47: another's hand is `?` but for tiles taken by an exchange."""
    state = position({"0,0": "ukko", "1,0": "louhi"}, ["ukko", "kaarme"], other=["ilmarinen", "ukko"])
    state = GAME.judge(replace(state, turn=1), Place(1, "ilmarinen", (1, 0))).after  # type: ignore[attr-defined]
    red, public = GAME.project(state, 0), GAME.project(state, None)
    assert [hand_of(red, seat) for seat in (0, 1)] == [["kaarme", "ukko"], [UNKNOWN, "louhi"]]
    assert [hand_of(public, seat) for seat in (0, 1)] == [[UNKNOWN, UNKNOWN], [UNKNOWN, "louhi"]]
    assert GAME.facts(public)["shown"] == [[], ["louhi"]]
    assert GAME.project(red, 0) is red
    assert GAME.census(state)["ukko"] == 3
    assert GAME.census(public)["ukko"] == 1
    assert sum(GAME.census(public).values()) == 60


def test_an_exchange_is_the_only_event_that_shows_a_tile() -> None:
    state = position({"0,0": "ukko", "1,0": "louhi"}, ["ilmarinen"], other=["louhi"])
    ruling = GAME.judge(state, Place(0, "ilmarinen", (1, 0)))
    assert isinstance(ruling, Legal)
    assert GAME.facts(ruling.after)["shown"] == [["louhi"], []]
