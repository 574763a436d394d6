"""Tables for the tests of Suomi 1918: the card book, states by hand, records, games typed without their deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pnp.games.suomi1918 import GAME
from pnp.games.suomi1918.secrets import hidden_cards
from pnp.games.suomi1918.state import Suomi1918State
from pnp.library.card import CardBook
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.move import Deal, Move
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from tests.games import tables

SEATS = ("anna", "ben", "carl")


def book() -> CardBook:
    """The cards of the game."""
    return tables.book_of("suomi1918")


def agreed(deal: str = DIGITAL, cards: CardBook | None = None, seats: Sequence[str] = SEATS, **options: Any) -> Setup:
    """What is agreed before the first line."""
    return tables.agreed("suomi1918", seats, deal, cards, **options)


def start(setup: Setup) -> Suomi1918State:
    """The table before the first line."""
    state = GAME.setup(setup)
    assert isinstance(state, Suomi1918State)
    return state


def position(
    top: Mapping[str, int],
    hand: Sequence[str] | None = None,
    victory: Sequence[str] = ("", "", ""),
    draw: int | None = None,
    discard: Sequence[str] = (),
    removed: Sequence[str] = (),
    setup: Setup | None = None,
) -> Suomi1918State:
    """A state by hand, the first seat to move. Without `hand` all hands are hidden; else the last seat holds the rest.

    draw: how many of the cards that lie nowhere else are in the draw pile; without it all of them.
    """
    setup = setup or agreed(DIGITAL if hand is not None else PHYSICAL)
    state = start(setup)
    data = state.data
    stacks = tuple(
        tuple(card.id for card in data.cards.values() if card.stack == at and 0 < card.value <= top.get(colour, 0))
        for at, colour in enumerate(data.colours)
    )
    laid = [card for stack in stacks for card in stack] + [*discard, *removed, *(hand or ())]
    rest = [card for card in data.pile if card not in laid]
    hands = ((UNKNOWN,) * data.hand_size,) * len(setup.seats)
    if hand is not None:
        pile = len(rest) if draw is None else draw
        hands = (tuple(hand), *((),) * (len(setup.seats) - 2), tuple(rest[pile:]))
        rest = rest[:pile]
    tops = data.tops_of(stacks)
    state = replace(
        state,
        stacks=stacks,
        tops=tops,
        playable=data.playable_table[tops],
        hands=hands,
        victory=tuple(victory) if hand is not None else (UNKNOWN,) * len(setup.seats),
        turn=0,
        draw=len(rest) - sum(held.count(UNKNOWN) for held in hands),
        discard=tuple(discard),
        removed=tuple(removed),
        unseen=frozenset(rest),
        due=(),
        knowledge=None,
    )
    return replace(state, knowledge=hidden_cards.begin(state)) if hand is None else state


def play_lines(
    lines: Iterable[str], deal: str = PHYSICAL, seats: Sequence[str] = SEATS, **options: Any
) -> Replay[Suomi1918State]:
    """A table after some lines; all must be accepted."""
    return tables.play_lines(Replay(GAME, agreed(deal, seats=seats, **options)), lines)


def simulated_game(
    players: int, seed: int, bots: Sequence[str] = ("random",), **options: Any
) -> Replay[Suomi1918State]:
    """A simulated game, everything known."""
    return simulate(GAME, book(), SEAT_NAMES[:players], seed, bots, options)


def physical_lines(played: Replay[Suomi1918State]) -> list[Move]:
    """What its players would have typed at a table with real cards: no deals."""
    return [entry.move for entry in played.entries if entry.move is not None and not isinstance(entry.move, Deal)]
