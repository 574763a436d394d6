"""Knowledge against every deal: what the matching answers is what counting all distributions of the cards answers.

`Deals` is the other side of each comparison: it keeps all distributions, hand by hand and layer by layer, with the
claims that each of them breaks. It knows no slots, no lots, no moments and no known cards.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.referee.hidden import knowledge as module
from pnp.referee.hidden import solver
from pnp.referee.hidden.accusation import Accusation
from pnp.referee.hidden.knowledge import Impossible, Knowledge, Learned

Kinds = tuple[str, ...]
State = tuple[tuple[Kinds, ...], tuple[Kinds, ...]]
"""The layers of the pile, top first, and the hands: sorted kinds."""

SEATS = 3


class Deals:
    """Every distribution that the lines allow, with the smallest sets of claims that it breaks."""

    def __init__(self, layers: Sequence[Kinds]) -> None:
        self.all: dict[State, set[frozenset[int]]] = {
            (tuple(tuple(sorted(layer)) for layer in layers), ((),) * SEATS): {frozenset()}
        }
        self.claims: set[int] = set()

    def step(self, ways: Callable[[State], Iterator[tuple[State, frozenset[int]]]]) -> dict[State, set[frozenset[int]]]:
        """Each distribution goes each of its ways; of the broken sets that meet, the smaller ones stay."""
        after: dict[State, set[frozenset[int]]] = {}
        for state, broken in self.all.items():
            for new, more in ways(state):
                kept = after.setdefault(new, set())
                for old in broken:
                    bad = old | more
                    if not any(other <= bad for other in kept):
                        kept -= {other for other in kept if bad < other}
                        kept.add(bad)
        return after

    def draw(self, hand: int, banned: set[str], ply: int) -> None:
        """`banned`: it is claimed that the drawn card is none of these."""
        if banned:
            self.claims.add(ply)

        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            (top, *rest), hands = state
            for kind in set(top):
                left = _without(top, kind)
                after = ((left, *rest) if left else tuple(rest)), _with(hands, hand, (*hands[hand], kind))
                yield after, frozenset({ply} if kind in banned else ())

        self.all = self.step(ways)

    def deal(self, n: int) -> None:
        """Of the top 3n cards each hand gets some n."""

        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            above, want = list(layers), n * SEATS
            top: list[str] = []
            while want and len(above[0]) <= want:
                want -= len(above[0])
                top += above.pop(0)
            if not want:
                yield ((tuple(sorted(top)), *above), hands), frozenset()
                return
            for some in set(combinations(above[0], want)):
                rest = tuple((Counter(above[0]) - Counter(some)).elements())
                yield ((tuple(sorted([*top, *some])), rest, *above[1:]), hands), frozenset()

        self.all = self.step(ways)
        for hand in range(SEATS):
            for _ in range(n):
                self.draw(hand, set(), 0)

    def turn_up(self, kind: str) -> bool:
        """False, and nothing happens, when no distribution has it on top."""

        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            (top, *rest), hands = state
            if kind in top:
                left = _without(top, kind)
                yield (((left, *rest) if left else tuple(rest)), hands), frozenset()

        after = self.step(ways)
        if after:
            self.all = after
        return bool(after)

    def lay(self, cards: Kinds, top: bool) -> None:
        layer = tuple(sorted(cards))

        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            yield (((layer, *layers) if top else (*layers, layer)), hands), frozenset()

        self.all = self.step(ways)

    def shuffle(self, cards: Kinds) -> None:
        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            one = tuple(sorted([*cards, *(kind for layer in layers for kind in layer)]))
            yield ((one,) if one else (), hands), frozenset()

        self.all = self.step(ways)

    def take(self, hand: int, kind: str) -> None:
        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            yield (state[0], _with(state[1], hand, (*state[1][hand], kind))), frozenset()

        self.all = self.step(ways)

    def swap(self, one: int, other: int) -> None:
        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            yield (layers, _with(_with(hands, one, hands[other]), other, hands[one])), frozenset()

        self.all = self.step(ways)

    def show(self, hand: int, kind: str, copies: int, leaves: bool) -> bool:
        """False, and nothing happens, when no distribution has it."""

        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            if hands[hand].count(kind) >= copies:
                left = _with(hands, hand, _without(hands[hand], kind)) if leaves else hands
                yield (layers, left), frozenset()

        after = self.step(ways)
        if after:
            self.all = after
        return bool(after)

    def claim(self, hand: int, kinds: set[str], ply: int) -> None:
        self.claims.add(ply)

        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            yield state, frozenset() if kinds.isdisjoint(state[1][hand]) else frozenset({ply})

        self.all = self.step(ways)

    def broken(self) -> set[frozenset[int]]:
        """The smallest sets of claims that distributions break."""
        sets = {broken for broken_by in self.all.values() for broken in broken_by}
        return {one for one in sets if not any(other < one for other in sets)}

    def verdict(self) -> tuple[set[int], dict[int, set[int]]]:
        """The claims that are false in every distribution; and the suspects, each with whom it stands against.

        A suspect is false in some smallest set. It stands against another where it takes both being true, beside others
        that could be, to be impossible: in terms of sets, where they are in one smallest set that meets all others.
        """
        sets = self.broken()
        named = set().union(*sets)
        false = {ply for ply in named if all(ply in broken for broken in sets)}
        slim = [broken - false for broken in sets]
        against: dict[int, set[int]] = {ply: set() for ply in named - false}
        meeting: list[set[int]] = []
        for size in range(1, len(against) + 1):
            for some in map(set, combinations(sorted(against), size)):
                if all(some & broken for broken in slim) and not any(one <= some for one in meeting):
                    meeting.append(some)
        for together in meeting:
            for ply in together:
                against[ply] |= together - {ply}
        return false, against

    def hands(self, hand: int, trusting: bool) -> list[Kinds]:
        """The hands it may be; `trusting`: with all claims true that nobody has reason to doubt."""
        doubted = frozenset().union(*self.broken()) if trusting else frozenset()
        return [
            state[1][hand]
            for state, broken_by in self.all.items()
            if not trusting or any(broken <= doubted for broken in broken_by)
        ]


def _without(kinds: Kinds, kind: str) -> Kinds:
    at = kinds.index(kind)
    return kinds[:at] + kinds[at + 1 :]


def _with(hands: tuple[Kinds, ...], hand: int, kinds: Kinds) -> tuple[Kinds, ...]:
    return (*hands[:hand], tuple(sorted(kinds)), *hands[hand + 1 :])


class Choices:
    """A list of bytes as a source of choices, so that Hypothesis shortens a failing history from its end."""

    def __init__(self, data: bytes) -> None:
        self.data = iter(data)

    def below(self, n: int) -> int:
        return next(self.data, 0) % n

    def among(self, items: Sequence[str]) -> str:
        return items[self.below(len(items))]

    def some(self, items: Sequence[str]) -> list[str]:
        return [item for item in items if self.below(2)]


def assert_explained(knowledge: Knowledge) -> None:
    """The deal that a knowledge carries is one: every line is explained and no card is there twice."""
    story, deal = knowledge.story, knowledge.explanation
    assert len(story.slots) == len(deal.slots)
    assert len(story.layers) == len(deal.layers)
    used: Counter[tuple[int, str]] = Counter()
    exits = {(way.at, way.kind, way.hand): way for way in story.exits if way.kind}
    doubted = {claim.at for claim in knowledge.suspects}
    left_unseen = Counter((way.hand, way.at) for way in story.exits if not way.kind)
    for slot, (lot, kind, at) in zip(story.slots, deal.slots, strict=True):
        if at and not kind:
            left_unseen[slot.hand, at] -= 1
            assert slot.since < at
            continue
        used[lot, kind] += 1
        assert lot in slot.lots
        if at:
            assert lot in exits.pop((at, kind, slot.hand)).lots
            assert slot.since < at
        for claim in story.claims:
            barred = claim.bars(slot) and kind in claim.kinds and (not at or claim.at < at)
            assert not barred or claim.at in doubted
    assert not exits
    assert not any(left_unseen.values())
    for layer, cards in zip(story.layers, deal.layers, strict=True):
        assert layer.size == sum(n for _, _, n in cards)
        for lot, kind, n in cards:
            assert lot in layer.lots
            used[lot, kind] += n
    assert used == Counter({(lot.id, kind): n for lot in story.lots for kind, n in lot.cards})


class Verdict:
    """Who stands accused, as those hear it who listen to every line."""

    def __init__(self) -> None:
        self.false: set[int] = set()
        self.doubtful: dict[int, set[int]] = {}
        self.doubted: set[int] = set()

    def hear(self, learned: Learned) -> None:
        for claim in learned.cleared:
            del self.doubtful[claim.ply]
        for item in learned.accusations:
            self.doubtful.pop(item.claim.ply, None)
            if item.certain:
                self.false.add(item.claim.ply)
            else:
                self.doubtful[item.claim.ply] = {claim.ply for claim in item.suspects}
                self.doubted.add(item.claim.ply)


def compare(data: bytes, lines: int) -> Counter[str]:
    """Plays a random history on both sides and compares every answer after every line."""
    choices = Choices(data)
    kinds = "abcd"[: 2 + choices.below(3)]
    deck = [choices.among(kinds) for _ in range(3 + choices.below(6))]
    cut = choices.below(len(deck)) if choices.below(2) else 0
    layers = [tuple(part) for part in (deck[:cut], deck[cut:]) if part]
    knowledge, deals = Knowledge.start(*layers), Deals(layers)
    if len(deck) >= SEATS and choices.below(2):
        n = 1 + choices.below(len(deck) // SEATS)
        knowledge = knowledge.deal(range(SEATS), n)
        deals.deal(n)
    discard: list[str] = []
    happened: Counter[str] = Counter()
    told = Verdict()
    seats = 2 + choices.below(2)

    for ply in range(1, lines + 1):
        hand, verb = choices.below(seats), choices.below(16)
        learned: Learned | Impossible = Learned(knowledge)
        evidence: str | None = None
        if verb < 5 and knowledge.pile_size():
            n = 1 + choices.below(min(3, knowledge.pile_size()))
            knowledge = knowledge.draw(hand, n)
            banned = set(choices.some(kinds)) if choices.below(4) == 0 else set()
            for _ in range(n):
                deals.draw(hand, banned, ply)
            if banned:
                learned = knowledge.claim(hand, banned, ply, "R-02", drawn=True)
                knowledge = learned.knowledge
        elif verb < 9:
            held = sorted({kind for cards in deals.hands(hand, False) for kind in cards})
            evidence = choices.among(held) if held and choices.below(8) else choices.among(kinds)
            leaves = choices.below(4) > 0
            copies = 1 if leaves else 1 + choices.below(2)
            learned = knowledge.reveal(hand, evidence, ply) if leaves else knowledge.show(hand, evidence, ply, copies)
            assert isinstance(learned, Learned) == deals.show(hand, evidence, copies, leaves)
            if isinstance(learned, Impossible):
                happened["impossible"] += 1
            else:
                knowledge = learned.knowledge
                if leaves:
                    discard.append(evidence)
        elif verb < 13:
            banned = set(choices.some(kinds))
            impossible = all(not banned.isdisjoint(cards) for cards in deals.hands(hand, False))
            assert knowledge.must_hold(hand, banned, trusting=False) == impossible
            deals.claim(hand, banned, ply)
            learned = knowledge.claim(hand, banned, ply, "R-01")
            knowledge = learned.knowledge
            if knowledge.known(hand) and banned.intersection(knowledge.known(hand)):
                evidence = min(banned.intersection(knowledge.known(hand)))
        elif verb == 13 and discard:
            kind = discard.pop(choices.below(len(discard)))
            knowledge = knowledge.take(hand, kind)
            deals.take(hand, kind)
        elif verb == 14 and knowledge.pile_size() and choices.below(2):
            evidence = choices.among(kinds)
            learned = knowledge.turn_up(evidence, ply)
            assert isinstance(learned, Learned) == deals.turn_up(evidence)
            if isinstance(learned, Learned):
                knowledge = learned.knowledge
                discard.append(evidence)
        elif verb == 14:
            other = choices.below(seats)
            knowledge = knowledge.swap(hand, other)
            deals.swap(hand, other)
        elif discard:
            back, discard = tuple(discard), []
            if choices.below(2):
                top = bool(choices.below(2))
                knowledge = knowledge.lay(back, top=top)
                deals.lay(back, top)
            else:
                knowledge = knowledge.shuffle(back)
                deals.shuffle(back)

        false, against = deals.verdict()
        if isinstance(learned, Learned):
            assert all(item.found_at == ply and item.evidence == evidence for item in learned.accusations)
            told.hear(learned)
        assert (told.false, told.doubtful) == (false, against)
        happened["false claims"] = len(false)
        happened["in doubt"] += bool(against)
        happened["several doubts"] += len({frozenset({ply, *others}) for ply, others in against.items()}) > 1
        happened["proved later"] += len(told.doubted & false)
        happened["cleared"] += len(told.doubted - false - set(against))
        happened["open lots"] += any(len(way.lots) > 1 for way in knowledge.story.exits)
        happened["lines"] += 1
        assert knowledge.settled == 0
        assert_explained(knowledge)
        banned = set(choices.some(kinds))
        for seat in range(seats):
            for trusting in (True, False):
                hands = deals.hands(seat, trusting)
                assert {len(cards) for cards in hands} == {knowledge.size(seat)}
                possible = {kind for cards in hands for kind in cards}
                assert knowledge.possible_kinds(seat, trusting=trusting) == possible
                certain = all(not banned.isdisjoint(cards) for cards in hands)
                assert knowledge.must_hold(seat, banned, trusting=trusting) == certain
    return happened


HISTORY = st.binary(min_size=60, max_size=200)
RANDOM = settings(deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.long
@settings(RANDOM, max_examples=600)
@given(HISTORY)
def test_every_answer_is_that_of_all_deals(data: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "SEARCH", 10_000)
        compare(data, 10)


@pytest.mark.slow
@settings(RANDOM, max_examples=50_000)
@given(HISTORY)
def test_every_answer_is_that_of_all_deals_at_length(data: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "SEARCH", 10_000)
        compare(data, 18)


class Table:
    """A table whose cards are really there: what is told of it is the truth, but for the claims that are lies."""

    def __init__(self, choices: Choices, kinds: str, size: int) -> None:
        self.choices = choices
        self.kinds = kinds
        deck = [choices.among(kinds) for _ in range(size)]
        cut = choices.below(size)
        self.knowledge = Knowledge.start(deck[:cut], deck[cut:])
        self.pile = self.mixed(deck[:cut]) + self.mixed(deck[cut:])
        self.hands: list[list[str]] = [[] for _ in range(SEATS)]
        self.discard: list[str] = []
        self.lies: set[int] = set()
        self.found: list[Accusation] = []

    def mixed(self, cards: list[str]) -> list[str]:
        left = list(cards)
        return [left.pop(self.choices.below(len(left))) for _ in cards]

    def learn(self, learned: Learned | Impossible) -> None:
        assert isinstance(learned, Learned)
        self.knowledge = learned.knowledge
        self.found += learned.accusations

    def play(self, ply: int, lying: int) -> None:
        """One line; every `lying`th claim is not looked at before it is made."""
        choices = self.choices
        seat, other, verb = choices.below(SEATS), choices.below(SEATS), choices.below(20)
        hand, mine = self.hands[seat], 1 + choices.below(3)
        if verb < 7:
            n = min(mine, len(self.pile))
            drawn, self.pile = self.pile[:n], self.pile[n:]
            hand += drawn
            self.knowledge = self.knowledge.draw(seat, n)
            if n and verb == 0:
                banned = [kind for kind in choices.some(self.kinds) if kind not in drawn]
                self.learn(self.knowledge.claim(seat, banned, ply, "R-02", drawn=True))
        elif verb < 13 and hand:
            kind = hand[choices.below(len(hand))]
            if verb == 12:
                self.learn(self.knowledge.show(seat, kind, ply, hand.count(kind)))
            else:
                hand.remove(kind)
                self.discard.append(kind)
                self.learn(self.knowledge.reveal(seat, kind, ply))
        elif verb < 16:
            lie = lying and not choices.below(lying)
            banned = [kind for kind in choices.some(self.kinds) if lie or kind not in hand]
            if not set(banned).isdisjoint(hand):
                self.lies.add(ply)
            self.learn(self.knowledge.claim(seat, banned, ply, "R-01"))
        elif verb == 16 and hand and seat != other:
            given = self.mixed(hand)
            n = min(mine, len(hand))
            self.hands[seat], self.hands[other] = given[n:], self.hands[other] + given[:n]
            self.knowledge = self.knowledge.transfer(seat, other, n)
        elif verb == 17 and hand:
            given = self.mixed(hand)
            n = min(mine, len(hand))
            self.hands[seat] = given[n:]
            top = bool(choices.below(2))
            self.pile = given[:n] + self.pile if top else self.pile + given[:n]
            self.knowledge = self.knowledge.bury(seat, n, top=top)
            if choices.below(2):
                self.pile = self.mixed(self.pile)
                self.knowledge = self.knowledge.shuffle()
        elif verb == 18:
            self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]
            self.knowledge = self.knowledge.swap(seat, other)
        elif self.discard:
            back, self.discard = self.mixed(self.discard), []
            if len(self.pile) < mine:
                self.pile += back
                self.knowledge = self.knowledge.lay(back)
            else:
                self.pile = self.mixed(self.pile + back)
                self.knowledge = self.knowledge.shuffle(back)

    def check(self) -> None:
        """What is so in truth is never ruled out; no claim is called certainly false that was none."""
        assert_explained(self.knowledge)
        assert self.knowledge.pile_size() == len(self.pile)
        assert all(item.claim.ply in self.lies for item in self.found if item.certain)
        for seat, hand in enumerate(self.hands):
            assert self.knowledge.size(seat) == len(hand)
            assert set(hand) <= self.knowledge.possible_kinds(seat, trusting=False)
            assert not self.knowledge.must_hold(seat, set(self.kinds).difference(hand), trusting=False)
            if not self.lies:
                assert not self.found
                assert set(hand) <= self.knowledge.possible_kinds(seat)
                assert not self.knowledge.must_hold(seat, set(self.kinds).difference(hand))


LONG = st.binary(min_size=300, max_size=900)


@pytest.mark.long
@pytest.mark.parametrize("lying", [0, 4])
@pytest.mark.parametrize("limit", [2, 200])
@settings(RANDOM, max_examples=30)
@given(LONG)
def test_the_truth_is_never_refused_or_accused(limit: int, lying: int, data: bytes) -> None:
    """Unseen exchanges included, and stories settled all the time: `limit` 2, and searches of two flows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LONGEST", limit)
        patch.setattr(solver, "SEARCH", limit)
        table = Table(Choices(data), "abcdef", 14)
        for ply in range(1, 60):
            table.play(ply, lying)
            table.check()


class Suomi:
    """As much of Suomi 1918 as its first turns need: 34 numbers, 14 actions that nobody can play yet."""

    LOW = tuple(f"{colour}-{value}" for colour in ("blue", "black", "white", "red") for value in (1, 2))
    HIGH = tuple(
        f"{colour}-{value}"
        for colour, last in (("blue", 9), ("black", 9), ("white", 8), ("red", 8))
        for value in range(3, last + 1)
    ) + tuple(f"act-{index}" for index in range(14))

    def __init__(self, seats: str) -> None:
        self.seats = seats
        self.knowledge = Knowledge.start(self.LOW, self.HIGH).deal(seats, 4)
        self.top = dict.fromkeys(("blue", "black", "white", "red"), 0)
        self.found: list[tuple[Hashable, int, str, int]] = []

    def read(self, *lines: str) -> Suomi:
        for ply, line in enumerate(lines, 1):
            seat, verb, card = line.replace(":", "").split()
            if verb == "discard":
                fitting = [f"{colour}-{value + 1}" for colour, value in self.top.items()]
                self.learn(self.knowledge.claim(seat, fitting, ply, "SOC-25"))
            self.learn(self.knowledge.reveal(seat, card, ply))
            if verb == "play":
                self.top[card.split("-")[0]] += 1
            self.knowledge = self.knowledge.draw(seat)
        return self

    def learn(self, learned: Learned | Impossible) -> None:
        assert isinstance(learned, Learned)
        self.knowledge = learned.knowledge
        for item in learned.accusations:
            self.found.append((item.claim.by, item.claim.ply, item.claim.rule, item.found_at))
            assert item.certain


def test_suomi_irregular_low_card() -> None:
    """A 1-card played before a reshuffle was there since the deal, so also when nothing was said to fit (SOC-44)."""
    game = Suomi("ABC").read(
        "A: play black-1", "B: discard blue-2", "C: play red-1", "A: play black-2", "B: play white-1"
    )
    assert game.found == [("B", 2, "SOC-25", 5)]


def test_suomi_later_draw_proves_nothing() -> None:
    game = Suomi("ABC").read(
        "A: play black-1", "B: discard blue-2", "C: play red-1", "A: play black-2", "B: play black-3"
    )
    assert game.found == []


def test_suomi_drawn_high_card() -> None:
    """B was dealt four low cards and drew black-3: booking black-3 on B's oldest place would accuse B at the end."""
    game = Suomi("ABC").read(
        *("A: play black-1", "B: play white-1", "C: play black-2", "A: play blue-1", "B: play black-3"),
        *("C: play blue-2", "A: play blue-3", "B: play white-2", "C: play blue-4", "A: play black-4"),
        *("B: play red-1", "C: play black-5", "A: play blue-5", "B: play red-2"),
    )
    assert game.found == []


def test_suomi_two_players_second_turn() -> None:
    """B holds four of seven low cards, and only three of them do not fit: the count alone proves it (SOC-15)."""
    game = Suomi("AB").read("A: play black-1")
    assert game.knowledge.must_hold("B", ["black-2", "blue-1", "white-1", "red-1"], trusting=False)
    game = Suomi("AB").read("A: play black-1", "B: discard red-2")
    assert game.found == [("B", 2, "SOC-25", 2)]


def test_suomi_card_that_lies_in_the_open_is_refused() -> None:
    game = Suomi("AB").read("A: play black-1")
    assert game.knowledge.reveal("B", "black-1", 2) == Impossible("B", "black-1", 0)
    assert game.knowledge.reveal("B", "black-3", 2) == Impossible("B", "black-3", 1)
    assert game.knowledge.possible_kinds("B") == set(Suomi.LOW) - {"black-1"}


TILES = {"vainamoinen": 6, "ukko": 7, "kullervo": 6, "kaarme": 8, "joukahainen": 8, "ilmarinen": 9, "louhi": 9}
TILES["lemminkainen"] = 6


def kalevala() -> Knowledge:
    return Knowledge.start(TILES).deal(("red", "blue"), 5)


def learned(result: Learned | Impossible) -> Knowledge:
    """The knowledge after a line that brought nothing false to light."""
    assert isinstance(result, Learned)
    assert not result.accusations
    return result.knowledge


def test_kalevala_all_copies_elsewhere() -> None:
    """KAL-48: on the board, or taken into the other hand by an exchange."""
    game = kalevala()
    for ply in range(6):
        game = learned(game.reveal("red", "kullervo", ply)).draw("red")
    assert game.reveal("blue", "kullervo", 7) == Impossible("blue", "kullervo", 0)
    game = game.take("red", "kullervo")
    assert not game.can_hold("blue", "kullervo")
    assert game.can_hold("red", "kullervo")
    assert learned(game.reveal("red", "kullervo", 8)).known("red") == ()


def test_kalevala_known_hand_lacks_the_tile() -> None:
    """KAL-48: a hand of which every tile is known."""
    game = kalevala()
    for ply in range(5):
        game = learned(game.reveal("red", "louhi", ply))
    game = game.take("red", "ukko")
    assert game.size("red") == 1
    assert game.possible_kinds("red") == {"ukko"}
    assert isinstance(game.reveal("red", "louhi", 6), Impossible)


def test_kalevala_pass() -> None:
    """KAL-49: certain with an empty hand, refutable by a known tile and when every kind would have a square."""
    game = kalevala()
    assert game.must_hold("red", TILES, trusting=False)
    assert not game.must_hold("red", ["ukko", "louhi"], trusting=False)
    assert game.take("red", "louhi").must_hold("red", ["ukko", "louhi"], trusting=False)
    assert not game.must_hold("green", TILES)
    assert learned(game.claim("green", TILES, 3, "KAL-10")) == game
    passed = learned(game.claim("red", ["ukko", "louhi"], 3, "KAL-10"))
    assert passed.possible_kinds("red") == set(TILES) - {"ukko", "louhi"}
    assert passed.possible_kinds("red", trusting=False) == set(TILES)


def test_kalevala_tile_that_cannot_have_come_since() -> None:
    """KAL-50: a pass draws nothing, so what comes out of the hand next was there."""
    game = learned(kalevala().claim("red", ["ukko", "louhi"], 3, "KAL-10"))
    result = game.reveal("red", "louhi", 5)
    assert isinstance(result, Learned)
    (found,) = result.accusations
    assert (found.claim.by, found.claim.ply, found.claim.rule) == ("red", 3, "KAL-10")
    assert (found.certain, found.found_at, found.evidence) == (True, 5, "louhi")
    after = result.knowledge.draw("red")
    assert not after.story.claims
    assert after.can_hold("red", "ukko")


def test_kalevala_tile_that_came_since() -> None:
    """KAL-50: drawn after an own placement, or taken by an own exchange."""
    game = learned(kalevala().claim("red", ["ukko", "louhi"], 3, "KAL-10"))
    drawn = learned(game.reveal("red", "kaarme", 5)).draw("red")
    assert learned(drawn.reveal("red", "louhi", 7)).known("red") == ()
    taken = game.take("red", "louhi")
    assert learned(taken.reveal("red", "louhi", 7)).hidden("red") == 5


def test_two_claims_that_cannot_both_be_true_are_both_in_doubt() -> None:
    """Two hands hold all cards and both deny the fox: one of them is wrong, and nobody can say which."""
    game = Knowledge.start(["fox", "owl", "owl", "owl"]).draw("ann", 2).draw("ben", 2)
    game = learned(game.claim("ann", ["fox"], 1, "R-01"))
    result = game.claim("ben", ["fox"], 2, "R-01")
    assert [(item.claim.by, item.certain) for item in result.accusations] == [("ann", False), ("ben", False)]
    assert [claim.by for item in result.accusations for claim in item.suspects] == ["ben", "ann"]
    assert result.knowledge.can_hold("ann", "fox") and result.knowledge.can_hold("ben", "fox")
    proof = result.knowledge.reveal("ben", "fox", 3)
    assert isinstance(proof, Learned)
    assert [(item.claim.by, item.certain) for item in proof.accusations] == [("ben", True)]
    assert [claim.by for claim in proof.cleared] == ["ann"]
    assert not proof.knowledge.doubts


def test_every_claim_that_denied_a_card_is_false() -> None:
    game = Knowledge.start("aabbccdd").draw(0, 3)
    for ply in (1, 2, 3):
        game = learned(game.claim(0, ["a"], ply, "R-01"))
    result = game.reveal(0, "a", 4)
    assert isinstance(result, Learned)
    assert [(item.claim.ply, item.certain) for item in result.accusations] == [(1, True), (2, True), (3, True)]


def test_unseen_choice_makes_a_hand_uncertain() -> None:
    """One of two managers may have gone: neither hand is known to have one (KEI-H12); together they have both."""
    game = Knowledge.start("abcd").draw(0, 1).take(0, "manager").take(0, "manager").draw(1, 1)
    game = learned(game.claim(0, ["a"], 1, "R-01")).transfer(0, 1, 1)
    assert (game.size(0), game.known(0), game.size(1)) == (2, (), 2)
    assert game.must_hold(0, ["manager"])
    assert game.possible_kinds(0) == {"manager", "b", "c", "d"}
    assert game.possible_kinds(1) == {"manager", "a", "b", "c", "d"}
    game = learned(game.reveal(1, "manager", 2))
    assert not game.must_hold(1, ["manager"])
    assert isinstance(learned(game.reveal(0, "manager", 3)).reveal(0, "manager", 4), Impossible)


def test_whole_hands_move_with_their_past() -> None:
    game = Knowledge.start("aabb").draw(0, 2).draw(1, 2)
    game = learned(game.claim(0, ["a"], 1, "R-01")).swap(0, 1)
    assert game.possible_kinds(1) == {"b"}
    assert game.transfer(1, 2, 2).possible_kinds(2) == {"b"}
    result = game.reveal(1, "a", 2)
    assert isinstance(result, Learned)
    assert [item.claim.by for item in result.accusations] == [0]


def test_buried_cards_can_be_drawn_again() -> None:
    game = Knowledge.start("aab").draw(0, 2).bury(0, 1, top=True).draw(1)
    assert game.possible_kinds(1) == {"a", "b"}
    assert isinstance(learned(game.reveal(1, "b", 1)).reveal(0, "b", 2), Impossible)


def test_piles_keep_their_own_cards() -> None:
    game = Knowledge.start("aa").lay("xy", "other").lay("z", "other", top=True)
    assert (game.pile_size(), game.pile_size("other")) == (2, 3)
    assert learned(game.turn_up("z", 1, "other")).pile_size("other") == 2
    assert isinstance(game.turn_up("x", 1, "other"), Impossible)
    assert game.draw(0, 1, "other").possible_kinds(0) == {"z"}
    assert game.shuffle(pile="other").draw(0, 1, "other").possible_kinds(0) == {"x", "y", "z"}
    assert game.unseen() == {"a": 2, "x": 1, "y": 1, "z": 1}


def test_claim_about_a_draw_only() -> None:
    game = learned(Knowledge.start("abc").draw(0).draw(0).claim(0, ["a"], 1, "R-01", drawn=True))
    assert learned(game.reveal(0, "b", 2)).can_hold(0, "a")
    with pytest.raises(ValueError, match="must follow the draw"):
        game.claim(0, ["b"], 2, "R-01", drawn=True)


def test_more_cards_than_there_are() -> None:
    game = Knowledge.start("ab")
    with pytest.raises(ValueError, match="which has 2"):
        game.draw(0, 3)
    with pytest.raises(ValueError, match="which has 2"):
        game.deal((0, 1), 2)
    with pytest.raises(ValueError, match="which has 0"):
        game.transfer(0, 1, 1)
    assert game.bury(0, 0) == game.transfer(0, 1, 0) == game


def test_knowledge_is_a_value() -> None:
    game = kalevala().take("red", "ukko")
    again = kalevala().take("red", "ukko")
    assert game == again
    after = learned(game.claim("blue", ["ukko"], 1, "KAL-10"))
    assert game == again != after
    assert pickle.loads(pickle.dumps(after)) == after


@pytest.mark.parametrize(("kinds", "copies"), [(48, 1), (12, 4)])
def test_a_long_game_is_not_remembered_whole(kinds: int, copies: int) -> None:
    """What is kept of 1,500 lines is no more than of 500; single copies never need to be settled."""
    choices = Choices(bytes((31 * index * index + 7 * index) % 251 for index in range(20_000)))
    table = Table(choices, "a", 1)
    deck = [f"card-{index}" for index in range(kinds) for _ in range(copies)]
    table.pile = table.mixed(deck)
    table.knowledge = Knowledge.start(deck)
    for seat in range(SEATS):
        table.hands[seat], table.pile = table.pile[:4], table.pile[4:]
        table.knowledge = table.knowledge.draw(seat, 4)
    sizes = []
    for ply in range(1500):
        seat = ply % SEATS
        hand = table.hands[seat]
        if choices.below(3) == 0:
            others = [kind for kind in deck[:: 3 * copies] if kind not in hand]
            table.learn(table.knowledge.claim(seat, others, ply, "R-01"))
        kind = hand.pop(choices.below(4))
        table.discard.append(kind)
        table.learn(table.knowledge.reveal(seat, kind, ply))
        if not table.pile:
            table.knowledge = table.knowledge.lay(table.discard)
            table.pile, table.discard = table.mixed(table.discard), []
        hand.append(table.pile.pop(0))
        table.knowledge = table.knowledge.draw(seat)
        sizes.append(len(table.knowledge.story.slots) + len(table.knowledge.story.claims))
    assert not table.found
    assert max(sizes[500:]) <= 3 * max(sizes[:500])
    assert max(sizes) < 500
    assert copies > 1 or table.knowledge.settled == 0


def test_a_line_that_shows_a_card_and_denies_others_is_weighed_as_one() -> None:
    """Shown b proves ply 2 false, and then nobody need have lied at ply 1 or 3."""
    knowledge = Knowledge.start("abcd").draw(0, 2)
    for kind, ply in (("a", 1), ("b", 2)):
        knowledge = knowledge.claim(0, kind, ply, "R-01").knowledge
    for stays in (False, True):
        learned = knowledge.deny(0, "b", "c", 3, "R-01", stays=stays)
        assert isinstance(learned, Learned)
        assert [(item.claim.ply, item.certain) for item in learned.accusations] == [(2, True)]
        assert learned.knowledge.known(0) == (("b",) if stays else ())
        assert not learned.knowledge.can_hold(0, "c")
        assert_explained(learned.knowledge)
    said = knowledge.claim(0, "c", 3, "R-01")
    assert [(item.claim.ply, item.certain) for item in said.accusations] == [(1, False), (2, False), (3, False)]
    again = knowledge.take(0, "e").deny(0, "e", "c", 3, "R-01")
    assert isinstance(again, Learned)
    assert [item.claim.ply for item in again.accusations] == [1, 2, 3]
