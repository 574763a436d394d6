"""Tables for the tests of Suomi 1918: the card book, states by hand, records, games typed without their deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pnp.games.suomi1918 import GAME, table
from pnp.games.suomi1918.marks import Playable, Printed
from pnp.library.card import CardBook
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.kernel.trial import Trial
from pnp.referee.move import Deal, Move
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from tests.games import tables

SEATS = ("anna", "ben", "carl")


def trial(state: Any) -> Trial:
    """The table as a step reads it."""
    return Trial(GAME.declared, state)


def book() -> CardBook:
    """The cards of the game."""
    return tables.book_of("suomi1918")


def agreed(deal: str = DIGITAL, cards: CardBook | None = None, seats: Sequence[str] = SEATS, **options: Any) -> Setup:
    """What is agreed before the first line."""
    return tables.agreed("suomi1918", seats, deal, cards, **options)


def start(setup: Setup) -> Any:
    """The table before the first line."""
    return GAME.setup(setup)


def position(
    top: Mapping[str, int],
    hand: Sequence[str] | None = None,
    victory: Sequence[str] = ("", "", ""),
    draw: int | None = None,
    discard: Sequence[str] = (),
    removed: Sequence[str] = (),
    setup: Setup | None = None,
) -> Any:
    """A state by hand, the first seat to move. Without `hand` all hands are hidden; else the last seat holds the rest.

    draw: how many of the cards that lie nowhere else are in the draw pile; without it all of them.
    """
    setup = setup or agreed(DIGITAL if hand is not None else PHYSICAL)
    state, marks, size = start(setup), Printed(setup.book), setup.book.constant("hand_size")
    stacks = tuple(
        tuple(card.id for card in marks.cards.values() if card.at == at and 0 < card.value <= top.get(colour, 0))
        for at, colour in enumerate(marks.colours)
    )
    laid = [card for stack in stacks for card in stack] + [*discard, *removed, *(hand or ())]
    rest = [card for card in marks.pile if card not in laid]
    hands = ((UNKNOWN,) * size,) * len(setup.seats)
    if hand is not None:
        pile = len(rest) if draw is None else draw
        hands = (tuple(hand), *((),) * (len(setup.seats) - 2), tuple(rest[pile:]))
        rest = rest[:pile]
    return put(
        state,
        stacks=stacks,
        begun=True,
        hand=hands,
        victory=victory if hand is not None else (UNKNOWN,) * len(setup.seats),
        turn=0,
        draw=len(rest) - sum(held.count(UNKNOWN) for held in hands),
        discard=tuple(discard),
        removed=tuple(removed),
        stack=(),
    )


def put(state: Any, **changes: Any) -> Any:
    """A state by hand with other values: `draw` as a number, `victory` as one card each; its evidence begins anew."""
    if "draw" in changes:
        changes["draw"] = (UNKNOWN,) * changes["draw"]
    if "victory" in changes:
        changes["victory"] = tuple((card,) if card else () for card in changes["victory"])
    after = replace(state, **changes, knowledge=None)
    if not any(UNKNOWN in hand for hand in after.hand):
        return after
    return replace(after, knowledge=GAME.declared.fresh_knowledge(trial(after)))


def hands_of(state: Any) -> tuple[tuple[str, ...], ...]:
    """The cards of each hand, `?` for one that is hidden."""
    t = trial(state)
    return tuple(tuple(UNKNOWN if card == "*" else card for card in t[table.HAND[seat]]) for seat in t.seats)


def shown_of(state: Any, seat: int) -> tuple[str, ...]:
    """The cards of a hand that everybody has seen."""
    return trial(state).shown(table.HAND[seat])


def victory_of(state: Any, seat: int) -> str:
    """The victory card of a seat, `?` when it is secret."""
    return "".join(trial(state)[table.VICTORY[seat]]).replace("*", UNKNOWN)


def tops_of(state: Any) -> tuple[int, ...]:
    """The value on top of each stack."""
    return table.tops_of(trial(state))


def playable_of(state: Any) -> Playable:
    """What can be played now."""
    return table.playable(trial(state))


def unseen_of(state: Any) -> frozenset[str]:
    """The cards that are in the draw pile or hidden in a hand."""
    t = trial(state)
    return frozenset(card for card in Printed(t.setup.book).pile if t.unseen(card))


def possible(state: Any, seat: int) -> tuple[str, ...]:
    """The cards that a hand may have."""
    cards: tuple[str, ...] = trial(state).may_lie(table.HAND[seat])
    return cards


def are_piles_empty(state: Any) -> bool:
    """No card is left to draw."""
    return not state.draw and not state.discard


def play_lines(lines: Iterable[str], deal: str = PHYSICAL, seats: Sequence[str] = SEATS, **options: Any) -> Replay[Any]:
    """A table after some lines; all must be accepted."""
    return tables.play_lines(Replay(GAME, agreed(deal, seats=seats, **options)), lines)


def simulated_game(players: int, seed: int, bots: Sequence[str] = ("random",), **options: Any) -> Replay[Any]:
    """A simulated game, everything known."""
    return simulate(GAME, book(), SEAT_NAMES[:players], seed, bots, options)


def physical_lines(played: Replay[Any]) -> list[Move]:
    """What its players would have typed at a table with real cards: no deals."""
    return [entry.move for entry in played.entries if entry.move is not None and not isinstance(entry.move, Deal)]
