"""What follows from an event. In: a state and an event. Out: the state after it.

Scores, draws, hands and turns follow by themselves (KAL-40c to KAL-42). Invariant: `apply` checks no rule; every
event, overruled or not, leads to a state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pnp.games.kalevala.board import Board, cover, exchange, lay, square_of
from pnp.games.kalevala.secrets import hidden_cards
from pnp.games.kalevala.secrets.hidden_cards import Deduction
from pnp.games.kalevala.state import Covered, Dealt, Discarded, Exchanged, Hand, KalevalaState, Passed, Placed, Started
from pnp.referee.game import DIGITAL
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event, Illegal
from pnp.referee.seat import Seat


def apply(state: KalevalaState, event: Event) -> KalevalaState:
    """The state after an event."""
    after = AFTER.get(type(event))
    return after(state, event) if after else state


def tiles_due(due: tuple[tuple[Seat, int], ...]) -> int:
    """How many tiles must still be dealt; never more than the deck has."""
    return sum(count for _, count in due) if due else 0


def after_placed(state: KalevalaState, event: Placed) -> KalevalaState:
    """A tile was laid, covers another or was exchanged."""
    square = square_of(event.at)
    return settle(state, event, BOARDS[type(event)](state.board, state.data, square, event.tile))


BOARDS: dict[type[Placed], Callable[..., Board]] = {Placed: lay, Covered: cover, Exchanged: exchange}


def settle(state: KalevalaState, event: Placed, board: Board, deduction: Deduction | None = None) -> KalevalaState:
    """The state after a placement whose board is known; `deduction`: what its hidden tile proved, if asked before."""
    seat, tile, data = event.seat, event.tile, state.data
    hands, hand, shown = state.hands, state.hands[seat], state.shown
    unseen, knowledge = state.unseen, state.knowledge
    if tile in hand:
        at = hand.index(tile)
        if tile in shown[seat]:
            shown = _with(shown, seat, _without(shown[seat], tile))
    else:
        at = hand.index(UNKNOWN)
        unseen = {**unseen, tile: unseen[tile] - 1}
        knowledge = _known_after(state, seat, tile, deduction)
    hand = hand[:at] + hand[at + 1 :]

    square = square_of(event.at)
    draws = state.deck > tiles_due(state.due)
    if type(event) is Exchanged:
        taken = state.board.tops[square]
        hand += (taken,)
        shown = _with(shown, seat, (*shown[seat], taken))
        draws = draws and data.exchange_draws
    deck, due = state.deck, state.due
    if draws and state.setup.deal == DIGITAL:
        due = (*due, (seat, 1))
    elif draws:
        hand += (UNKNOWN,)
        deck -= 1
        if knowledge is not None:
            knowledge = knowledge.draw(seat)

    others = hands[1 - seat]
    scores = state.scores
    points = event.row + event.column
    return KalevalaState(
        state.setup,
        state.ply + 1,
        data,
        board,
        (hand, others) if seat == 0 else (others, hand),
        shown,
        (scores[0] + points, scores[1]) if seat == 0 else (scores[0], scores[1] + points),
        1 - seat,
        0,
        deck,
        unseen,
        due,
        state.is_opening,
        state.aside,
        square,
        knowledge,
    )


def after_started(state: KalevalaState, event: Started) -> KalevalaState:
    """The starting tile lies on 0,0; hands are dealt, or drawn by hand (KAL-04)."""
    data = state.data
    deck = state.deck - 1
    unseen = {**state.unseen, event.tile: state.unseen[event.tile] - 1}
    sizes: list[int] = []
    for _ in state.hands:
        sizes.append(min(data.hand_size, deck - sum(sizes)))
    started = replace(
        state, ply=state.ply + 1, board=lay(state.board, data, square_of((0, 0)), event.tile), unseen=unseen
    )
    if state.is_digital:
        due = tuple((seat, size) for seat, size in enumerate(sizes) if size)
        return replace(started, deck=deck, due=due, is_opening=bool(due))
    return replace(started, deck=deck - sum(sizes), hands=tuple((UNKNOWN,) * size for size in sizes))


def after_dealt(state: KalevalaState, event: Dealt) -> KalevalaState:
    """Tiles went into a hand (KAL-04, KAL-41)."""
    seat, tiles = event.seat, event.tiles
    unseen, knowledge = state.unseen, state.knowledge
    due, paid, deck = state.due, (seat, len(tiles)), state.deck - len(tiles)
    if paid in due:
        at = due.index(paid)
        due = due[:at] + due[at + 1 :]
    if deck < tiles_due(due):  # an overruled deal took what was due
        due = ()
    if knowledge is not None:
        deduction = hidden_cards.turn_up(state, seat, tiles)
        assert isinstance(deduction, Deduction), "an impossible deal is refused before it happens"
        knowledge = deduction.knowledge
    for tile in tiles:
        if tile != UNKNOWN:
            unseen = {**unseen, tile: unseen[tile] - 1}
    return replace(
        state,
        ply=state.ply + 1,
        hands=_with(state.hands, seat, state.hands[seat] + tiles),
        deck=deck,
        unseen=unseen,
        due=due,
        is_opening=state.is_opening and bool(due),
        knowledge=knowledge,
    )


def after_passed(state: KalevalaState, event: Passed) -> KalevalaState:
    """A turn was passed (KAL-11, KAL-12); what was claimed becomes part of the knowledge (KAL-49)."""
    return replace(
        state,
        ply=state.ply + 1,
        turn=1 - event.seat,
        passes=state.passes + 1,
        knowledge=_claimed(state, event.seat, event.claimed),
    )


def lay_aside(state: KalevalaState, seat: Seat, tile: str) -> tuple[KalevalaState, Deduction | Illegal]:
    """A tile leaves a hand for good; the state before anything else follows."""
    hand, unseen, deduction = state.hands[seat], state.unseen, Deduction(state.knowledge)
    if tile not in hand:
        revealed = hidden_cards.reveal(state, seat, tile)
        if isinstance(revealed, Illegal):
            return state, revealed
        deduction = revealed
        unseen = {**unseen, tile: unseen[tile] - 1}
    aside = replace(
        state,
        hands=_with(state.hands, seat, _without(hand, tile if tile in hand else UNKNOWN)),
        shown=_with(state.shown, seat, _without(state.shown[seat], tile)),
        unseen=unseen,
        aside=(*state.aside, tile),
        knowledge=deduction.knowledge,
    )
    return aside, deduction


def after_discarded(state: KalevalaState, event: Discarded) -> KalevalaState:
    """A stuck player laid a tile aside and draws (KAL-11 with its switch)."""
    seat = event.seat
    aside, _ = lay_aside(state, seat, event.tile)
    hand, deck, due, knowledge = aside.hands[seat], state.deck, state.due, _claimed(aside, seat, event.claimed)
    if deck > tiles_due(due) and state.is_digital:
        due = (*due, (seat, 1))
    elif deck and not state.is_digital:
        hand += (UNKNOWN,)
        deck -= 1
        knowledge = knowledge.draw(seat) if knowledge is not None else None
    hands = _with(aside.hands, seat, hand)
    ply, turn = state.ply + 1, 1 - seat
    return replace(aside, ply=ply, hands=hands, turn=turn, passes=0, deck=deck, due=due, knowledge=knowledge)


def _known_after(state: KalevalaState, seat: Seat, tile: str, deduction: Deduction | None) -> Any:
    if deduction is None:
        revealed = hidden_cards.reveal(state, seat, tile)
        assert isinstance(revealed, Deduction), "an impossible tile is refused before it happens"
        deduction = revealed
    return deduction.knowledge


def _claimed(state: KalevalaState, seat: Seat, kinds: tuple[str, ...]) -> Any:
    if not kinds:
        return state.knowledge
    believed = hidden_cards.believe(state, seat, kinds)
    assert believed is not None, "a false claim is refused before it happens"
    return believed.knowledge


def _with(hands: tuple[Hand, ...], seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _without(hand: Hand, tile: str) -> Hand:
    if tile not in hand:
        return hand
    at = hand.index(tile)
    return hand[:at] + hand[at + 1 :]


AFTER: dict[type[Event], Callable[[KalevalaState, Any], KalevalaState]] = {
    Started: after_started,
    Dealt: after_dealt,
    Placed: after_placed,
    Covered: after_placed,
    Exchanged: after_placed,
    Passed: after_passed,
    Discarded: after_discarded,
}
