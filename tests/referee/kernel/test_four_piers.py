"""Four Piers on declarations answers as its hand-written twin `quay` does: rulings, options, views, ends."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.move import Deal, Move
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance
from tests.referee.kernel.tables import counting, load, sit_down

Spelled = tuple[Any, ...]
OTHER_REASON = {("05", "04")}  # which of two faults of one line is told: not higher, and not in that hand


def spelled(move: Any) -> Spelled:
    """A move of either game."""
    return (type(move).__name__, *(getattr(move, name) for name in move.__struct_fields__))


def answer(ruling: Any) -> tuple[str, str]:
    """What was ruled, and by which rule of the two rulebooks, whose ids differ in their letters."""
    return ruling.name, ruling.rule[-2:] if isinstance(ruling, Illegal) else ""


def of_quay(state: Any) -> dict[str, Any]:
    """Everything on the hand-written table, as the declared one says it."""
    return {
        "hand": [sorted(hand) for hand in state.hands],
        "pile": state.pile,
        "landed": list(state.landed),
        "sold": list(state.sold),
        "points": list(state.points),
        "turn": state.turn,
        "shuffles": state.shuffles,
        "due": state.due,
    }


def of_piers(facts: dict[str, Any]) -> dict[str, Any]:
    """The same of the declared table."""
    due = [(item[2][1], item[3]) for item in reversed(facts["stack"])]
    return {**{key: facts[key] for key in of_quay_keys}, "due": tuple(due)}


of_quay_keys = ("hand", "pile", "landed", "sold", "points", "turn", "shuffles")


def all_moves(table: Replay[Any], seats: int) -> list[Move]:
    kinds = [kind for kind in table.game.moves if kind is not Deal]
    made: Any = product(kinds, (*range(seats), TABLE), table.setup.book.playing_cards)
    moves: list[Move] = [kind(seat, card) for kind, seat, card in made]
    return [*moves, *(Deal(TABLE, seat, cards) for seat in range(seats) for cards in (("fish1",), (UNKNOWN,)))]


class Twins:
    """Both games with the same lines."""

    def __init__(self, seats: int, deal: str, draws: bool, is_exact: bool = False) -> None:
        self.piers = sit_down("fourpiers", deal=deal, seats=seats, draws=draws)
        self.quay = sit_down("quay", deal=deal, seats=seats, draws=draws)
        if not is_exact:
            counting(self.piers)
        self.seats, self.is_exact = seats, is_exact
        self.counts: Counter[str] = Counter()

    def play(self, seed: int) -> None:
        """A game of random lines; every ply is compared."""
        draw, chance = random.Random(seed), SeededChance(seed)
        while True:
            self.compare(draw)
            acting = self.quay.to_act
            if not acting:
                return
            game, state = self.quay.game, self.quay.state
            if acting == (TABLE,):
                move = game.chance(state, chance)
                assert spelled(move) == spelled(self.piers.game.chance(self.piers.state, chance))
            else:
                offered = self.piers.game.legal_moves(self.piers.state, acting[0])
                if not offered:
                    return  # what the hand-written twin would offer, exact reasoning knows to be impossible
                names = {spelled(move) for move in offered}
                move = draw.choice([move for move in game.legal_moves(state, acting[0]) if spelled(move) in names])
            line = self.quay.notation.format(move)
            for table in (self.quay, self.piers):
                assert table.read(line).accepted

    def compare(self, draw: random.Random) -> None:
        one, other = self.piers, self.quay
        assert one.to_act == other.to_act
        ends = [table.outcome and (table.outcome.winners, table.outcome.kind) for table in (one, other)]
        assert ends[0] == ends[1]
        assert one.game.scores(one.state) == other.game.scores(other.state)
        for seat in (None, *range(self.seats)):
            mine, theirs = one.game.project(one.state, seat), other.game.project(other.state, seat)
            assert of_piers(one.game.facts(mine)) == of_quay(theirs)
            self.counts["views"] += 1
            if seat is not None and one.outcome is None:
                self.same_options(mine, theirs, seat)
                self.same_options(one.state, other.state, seat)
        if one.outcome is None:
            moves = zip(all_moves(one, self.seats), all_moves(other, self.seats), strict=True)
            for mine, theirs in draw.sample(list(moves), 12):
                self.same_ruling(one, other, mine, theirs)

    def same_options(self, mine: Any, theirs: Any, seat: int) -> None:
        options = {spelled(move) for move in self.piers.game.legal_moves(mine, seat)}
        wanted = {spelled(move) for move in self.quay.game.legal_moves(theirs, seat)}
        assert options == wanted or (self.is_exact and options < wanted)
        self.counts["options"] += 1
        self.counts["exact"] += options != wanted

    def same_ruling(self, one: Replay[Any], other: Replay[Any], mine: Move, theirs: Move) -> None:
        for hook in ("judge", "force"):
            if hook == "force" and isinstance(mine, Deal):
                continue  # the kernel lets a table overrule a deal
            got = answer(getattr(one.game, hook)(one.state, mine))
            wanted = answer(getattr(other.game, hook)(other.state, theirs))
            is_other_reason = (wanted[1], got[1]) in OTHER_REASON and got[0] == wanted[0]
            is_exact = self.is_exact and got == ("illegal", "04")
            assert got == wanted or is_other_reason or is_exact, (hook, theirs, got, wanted)
            self.counts["rulings"] += 1


@pytest.mark.parametrize("deal", [DIGITAL, PHYSICAL])
@pytest.mark.parametrize("draws", [True, False])
def test_it_answers_as_the_hand_written_game(deal: str, draws: bool) -> None:
    counts: Counter[str] = Counter()
    for seats in (2, 3, 4):
        for seed in range(5):
            twins = Twins(seats, deal, draws)
            twins.play(seed)
            counts += twins.counts
    assert counts["rulings"] > 2000 and counts["options"] > 500 and counts["views"] > 300


@pytest.mark.slow
@pytest.mark.parametrize("deal", [DIGITAL, PHYSICAL])
def test_it_answers_as_the_hand_written_game_over_thousands_of_plies(deal: str) -> None:
    for number in range(400):
        Twins(2 + number % 3, deal, number % 5 > 0).play(number)


def test_exact_reasoning_refuses_only_what_no_hand_can_hold() -> None:
    """With real cards the twin counts copies; whoever reasons also knows which of them can have come where."""
    counts: Counter[str] = Counter()
    for seed in range(12):
        twins = Twins(2 + seed % 3, PHYSICAL, True, is_exact=True)
        twins.play(seed)
        counts += twins.counts
    assert 0 < counts["exact"] < counts["options"] / 2


def test_both_have_the_same_cards() -> None:
    mine, theirs = load("fourpiers")[1], load("quay")[1]
    assert {id_: card.fields for id_, card in mine.cards.items()} == {
        id_: card.fields for id_, card in theirs.cards.items()
    }
