"""Hidden hands: against every deal that is possible, and against games whose truth is known."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.games.suomi1918 import GAME
from pnp.games.suomi1918.marks import Printed
from pnp.games.suomi1918.moves import Discard, Play, Show
from pnp.library.card import CardBook
from pnp.referee.move import Move
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE
from tests.games.suomi1918.tables import (
    agreed,
    are_piles_empty,
    book,
    hands_of,
    physical_lines,
    play_lines,
    playable_of,
    possible,
    shown_of,
    simulated_game,
)

Hand = frozenset[str]
World = tuple[tuple[Hand, ...], Hand]  # the hands, and the draw pile, whose order says nothing
KEPT = ("black-1", "black-2", "black-3", "blue-1", "blue-2", "blue-3", "act-black-3", "act-blue-3")


def small_book() -> CardBook:
    """Eight cards, hands of two, only the ones are low: few enough to count every deal."""
    decks = {
        name: replace(deck, cards=tuple(c for c in deck.cards if name == "victory" or c.id in KEPT))
        for name, deck in book().decks.items()
    }
    numbers = {"hand_size": 2, "low_values": [1]}
    constants = {name: replace(c, value=numbers.get(name, c.value)) for name, c in book().constants.items()}
    return replace(book(), decks=decks, constants=constants)


SMALL = small_book()
HANDS = [("hand", seat) for seat in range(6)]


class Worlds:
    """Every deal that the lines allow, each with the smallest sets of lines that would be false in it.

    It knows hands and piles only: no slots, no batches, no matching.
    """

    def __init__(self, low: Sequence[str], pile: Sequence[str], seats: int, size: int) -> None:
        high = [card for card in pile if card not in low]
        self.all: dict[World, set[frozenset[int]]] = {}
        for dealt in combinations(high, seats * size - len(low)):
            for hands in _splits(frozenset((*low, *dealt)), seats, size):
                self.all[hands, frozenset(high).difference(dealt)] = {frozenset()}

    def step(self, ways: Callable[[World], Iterator[tuple[World, frozenset[int]]]]) -> bool:
        """Each deal goes each of its ways. False, and nothing happens, when none has one."""
        after: dict[World, set[frozenset[int]]] = {}
        for world, broken in self.all.items():
            for new, more in ways(world):
                after.setdefault(new, set()).update(old | more for old in broken)
        if after:
            self.all = {world: _smallest(sets) for world, sets in after.items()}
        return bool(after)

    def play(self, seat: int, card: str, fits: frozenset[str], ply: int, denies: bool, leaves: bool) -> bool:
        """A card comes out of a hand; `denies`: and none of those that fit was in it."""

        def ways(world: World) -> Iterator[tuple[World, frozenset[int]]]:
            hands, pile = world
            if card in hands[seat]:
                false = denies and not fits.isdisjoint(hands[seat])
                left = hands[seat] - {card} if leaves else hands[seat]
                yield (_with(hands, seat, left), pile), frozenset((ply,) if false else ())

        return self.step(ways)

    def draw(self, seat: int) -> None:
        """Any card of the pile goes into a hand."""

        def ways(world: World) -> Iterator[tuple[World, frozenset[int]]]:
            hands, pile = world
            for card in pile:
                yield (_with(hands, seat, hands[seat] | {card}), pile - {card}), frozenset()

        assert self.step(ways)

    def reshuffle(self, cards: Sequence[str]) -> None:
        """The discard pile becomes the draw pile."""
        assert self.step(lambda world: iter([((world[0], world[1].union(cards)), frozenset())]))

    def verdict(self) -> dict[int, bool]:
        """The lines that are false in some smallest set; and of each whether it is so in all of them."""
        sets = _smallest({broken for broken_by in self.all.values() for broken in broken_by})
        return {ply: all(ply in broken for broken in sets) for ply in sorted(frozenset().union(*sets))}

    def cards(self, seat: int) -> set[str]:
        """What the hand may hold, whoever lied."""
        return {card for hands, _ in self.all for card in hands[seat]}


def _splits(cards: Hand, seats: int, size: int) -> Iterator[tuple[Hand, ...]]:
    if not seats:
        yield ()
        return
    for hand in combinations(sorted(cards), size):
        for rest in _splits(cards.difference(hand), seats - 1, size):
            yield (frozenset(hand), *rest)


def _smallest(sets: set[frozenset[int]]) -> set[frozenset[int]]:
    return {one for one in sets if not any(other < one for other in sets)}


def _with(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


class Liar:
    """A table with real cards whose players sometimes claim that nothing fits when something does."""

    def __init__(self, seats: int, seed: int, cards: CardBook, lies: float) -> None:
        self.dice = random.Random(seed)
        setup = agreed("physical", cards, ("anna", "ben", "carl", "dora")[:seats], frozen_ends_game=False)
        self.table: Replay[Any] = Replay(GAME, setup)
        self.lies = lies
        data, size = Printed(cards), int(cards.constant("hand_size"))
        self.marks = data
        low = sorted(data.low)
        high = [card for card in data.pile if card not in data.low]
        self.dice.shuffle(high)
        top = low + [high.pop() for _ in range(size * seats - len(low))]
        self.dice.shuffle(top)
        self.hands = [top[seat * size : (seat + 1) * size] for seat in range(seats)]
        self.pile = high
        self.false: set[tuple[int, int]] = set()

    def move(self) -> Move | None:
        """What the player whose turn it is does; None when no claim would be believed."""
        state = self.table.state
        opening = self.marks.opening
        seat = state.turn
        if seat == TABLE:
            return Play(next(at for at, hand in enumerate(self.hands) if opening in hand), opening)
        hand, fits = self.hands[seat], playable_of(state).fits
        fitting = [card for card in hand if card in fits]
        other = [card for card in hand if card not in fits]
        lies = other and self.dice.random() < self.lies and not fits.intersection(shown_of(state, seat))
        if fitting and not lies:
            return Play(seat, self.dice.choice(fitting))
        return (Show if are_piles_empty(state) else Discard)(seat, self.dice.choice(other)) if other else None

    def play(self, move: Move) -> Entry:
        """The move is made, and the cards follow it."""
        before = self.table.state
        entry = self.table.apply_move(move)
        assert entry.accepted, f"{self.table.format(entry)}: {entry.ruling}"
        assert isinstance(move, Play | Discard | Show)
        hand = self.hands[move.seat]
        if not isinstance(move, Play) and playable_of(before).fits.intersection(hand):
            self.false.add((move.seat, entry.ply))
        if not isinstance(move, Show):
            hand.remove(move.card)
            self.draw(before, entry.state, move)
        return entry

    def draw(self, before: Any, after: Any, move: Play | Discard) -> None:
        """One card is drawn, if one can be; a new pile is shuffled before."""
        if after.shuffles > before.shuffles:
            gone = before.stacks[self.marks.cards[move.card].at][-1:] if isinstance(move, Play) else ()
            is_action = isinstance(move, Play) and not self.marks.cards[move.card].value
            added = gone if is_action else () if isinstance(move, Play) else (move.card,)
            self.pile = sorted((*before.discard, *added))
            self.dice.shuffle(self.pile)
        if self.pile and not after.ended:
            self.hands[move.seat].append(self.pile.pop())


def compare(seats: int, seed: int, lines: int) -> Counter[str]:
    """A random history with lies: every answer is what counting all deals answers."""
    liar = Liar(seats, seed, SMALL, 0.4)
    table, marks = liar.table, liar.marks
    worlds = Worlds(sorted(marks.low), marks.pile, seats, SMALL.constant("hand_size"))
    happened: Counter[str] = Counter()
    for _ in range(lines):
        state = table.state
        for seat in range(seats):
            if state.begun:
                assert set(possible(state, seat)) == worlds.cards(seat)
        move = liar.move()
        if move is None:
            break
        assert isinstance(move, Play | Discard | Show)
        _wrong_cards(table, worlds)
        fits = playable_of(state).fits
        entry = liar.play(move)
        after: Any = entry.state
        leaves = not isinstance(move, Show)
        assert worlds.play(move.seat, move.card, fits, entry.ply, not isinstance(move, Play), leaves)
        verdict = worlds.verdict()
        if after.shuffles > state.shuffles:
            worlds.reshuffle(marks.sort(liar.pile + liar.hands[move.seat][-1:]))
            happened["reshuffles"] += 1
        if len(after.hand[move.seat]) == len(state.hand[move.seat]) and leaves:
            worlds.draw(move.seat)
        standing = table.irregularities
        assert {item.ply: item.certain for item in standing} == verdict
        assert all(item.found_at == entry.ply and item.rule == "SOC-25" for item in entry.irregularities)
        assert all((item.seat, item.ply) in liar.false for item in standing if item.certain)
        happened["lines"] += 1
        happened["found"] += sum(item.certain for item in entry.irregularities)
        happened["in doubt"] += sum(not item.certain for item in entry.irregularities)
        happened["cleared"] += len(entry.irregularity_events) - len(entry.irregularities)
        happened["shown"] += isinstance(move, Show)
    happened["false"] += len(liar.false)
    return happened


def _wrong_cards(table: Replay[Any], worlds: Worlds) -> None:
    """A card that is in no deal's hand is refused, and one that is in some deal's is not called elsewhere."""
    state = table.state
    if state.turn == TABLE:
        return
    for card in Printed(SMALL).pile:
        ruling = GAME.judge(state, Play(state.turn, card))
        refused = isinstance(ruling, Illegal) and ruling.rule == "SOC-13"
        assert refused == (card not in worlds.cards(state.turn))


@pytest.mark.parametrize("seats", [2, 3])
def test_every_answer_is_what_counting_all_deals_answers(seats: int) -> None:
    happened: Counter[str] = Counter()
    for seed in range(60):
        happened += compare(seats, seed, 18)
    assert happened["found"] > 20 and happened["reshuffles"] > 10 and happened["shown"] > 0, happened
    assert happened["in doubt"] > 20 and happened["cleared"] > 0, happened


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_every_answer_is_what_counting_all_deals_answers_at_length(seats: int) -> None:
    for seed in range(1000, 6000):
        compare(seats, seed, 24)


def sound(players: int, seed: int, bots: Sequence[str]) -> None:
    """A true game, typed without its deals: nothing is refused, nobody is accused, and the table ends up the same."""
    played = simulated_game(players, seed, bots)
    table = Replay(GAME, replace(played.setup, deal="physical"))
    for move in physical_lines(played):
        entry = table.apply_move(move)
        assert entry.accepted, f"{table.format(entry)}: {entry.ruling}"
        assert not entry.irregularities
    play_lines, true = table.state, played.state
    assert (play_lines.stacks, play_lines.discard, play_lines.removed) == (true.stacks, true.discard, true.removed)
    assert play_lines.shuffles == true.shuffles
    over = played.outcome
    assert over is not None
    # At the end of a frozen game the last player might claim, where nobody knows the victory cards.
    assert table.outcome == over or (over.kind == "frozen" and len(play_lines.dead_turns) == players)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_nobody_is_accused_in_a_true_game(players: int) -> None:
    for seed in range(4):
        sound(players, seed, (("random",), ("greedy",), ("greedy", "random"))[seed % 3])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_nobody_is_accused_in_many_true_games(players: int) -> None:
    for seed in range(100, 300):
        sound(players, seed, (("random",), ("greedy",), ("greedy", "random"))[seed % 3])


def test_a_false_line_is_found_at_the_latest_when_its_low_card_comes() -> None:
    """Whole games with lies: nobody honest is accused, and a low card from the deal gives a lie away."""
    found = lies = 0
    for seed in range(12):
        liar = Liar(3, seed, book(), 0.1)
        hidden_low: dict[tuple[int, int], set[str]] = {}
        accused: set[tuple[int, int]] = set()
        for _ in range(60):
            state, move = liar.table.state, liar.move()
            if move is None or liar.table.outcome:
                break
            if isinstance(move, Discard):
                low = playable_of(state).fits & liar.marks.low & set(liar.hands[move.seat])
                hidden_low[move.seat, liar.table.plies + 1] = set(low)
            entry = liar.play(move)
            for item in entry.irregularities:
                accused.add((item.seat, item.ply))
                # Where one of several lines must be false, the referee says just that; one of them lied.
                named = {(item.seat, item.ply), *item.suspects}
                assert named <= liar.false if item.certain else named & liar.false
            assert bool(accused) <= bool(liar.false)
            if isinstance(move, Play) and not state.shuffles:
                for line, cards in hidden_low.items():
                    assert line in accused or line[0] != move.seat or move.card not in cards
        found += len(accused)
        lies += len(liar.false)
    assert 10 < found <= lies, (found, lies)


def test_what_was_shown_is_known_until_it_is_played() -> None:
    actions = [card.id for card in book().decks["actions"].cards]
    table = play_lines(
        [
            "table: adjust top blue 8",
            "table: adjust top black 7",
            "table: adjust top white 6",
            "table: adjust top red 6",
            f"table: adjust removed {','.join(card for card in actions if card != 'act-red-4')}",
            "table: adjust turn anna",
        ],
        seats=("anna", "ben"),
    )
    assert are_piles_empty(table.state)
    assert table.read("anna: show white-8").accepted
    assert hands_of(table.state)[0].count("white-8") == 1
    assert "white-8" not in possible(table.state, 1)
    assert table.read("ben: play white-7").accepted is False  # blue 8 blocks it
    assert table.read("ben: play act-red-4").accepted
    assert hands_of(table.state)[0].count("white-8") == 1


def test_knowledge_of_the_opening() -> None:
    """With two players nothing but low cards is held, with three some others, and all low cards are in hands."""
    for seats, high in ((2, False), (3, True)):
        state = play_lines([], seats=("anna", "ben", "carl")[:seats]).state
        assert state.knowledge is not None
        assert state.knowledge.can_hold(HANDS[0], "red-4") is high
        assert state.knowledge.pile_size() == len(state.draw)
        assert [state.knowledge.size(HANDS[seat]) for seat in range(seats)] == [4] * seats
    after = play_lines(["anna: play black-1"], seats=("anna", "ben")).state
    assert after.knowledge is not None
    assert after.knowledge.must_hold(HANDS[1], {"white-1", "red-1", "blue-1", "black-2"})


def test_several_claims_in_doubt_are_reported_as_one_list() -> None:
    lines = ("A: play black-1", "B: discard blue-4", "C: discard white-4", "D: discard red-4")
    table = play_lines(lines, seats=tuple("ABCD"))
    assert table.irregularities[0].because == (
        "it was said that no card of the hand fitted;"
        " this, what C said in line 3 and what D said in line 4 cannot all be true"
    )
