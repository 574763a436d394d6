"""Quay. In: moves. Out: rulings and states. Hidden hands: `?` for cards unknown to the referee or hidden from a seat.

`unseen` is not kept: which copies may lie unseen follows from where all the others lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any

from msgspec.structs import replace

from pnp.referee.game import DIGITAL, Chance, Decision, Game, Outcome, Setup, State
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Deal, Move
from pnp.referee.params import CARD, UNKNOWN
from pnp.referee.ruling import Event, Illegal, Legal, Reason
from pnp.referee.seat import TABLE, Seat
from pnp.referee.view import redact_cards

SEATS, DEALT, TURN, HELD, HIGHER = "QUA-01", "QUA-02", "QUA-03", "QUA-04", "QUA-05"
SOLD, DRAWS, SHUFFLE, END = "QUA-06", "QUA-07", "QUA-08", "QUA-09"

Cards = tuple[str, ...]


class Land(Move, frozen=True):
    """`anna: land fish2`."""

    card: Annotated[str, CARD]


class Sell(Move, frozen=True):
    """`anna: sell fish2`."""

    card: Annotated[str, CARD]


class Landed(Event, frozen=True):
    """A card lies at its pier."""

    seat: Seat
    card: str


class WasSold(Event, frozen=True):
    """A card lies on the discard pile."""

    seat: Seat
    card: str


class Dealt(Event, frozen=True):
    """Cards went into a hand."""

    seat: Seat
    cards: Cards


class Harbour(State, frozen=True):
    """Everything on the table. due: how many cards the digital dealer owes to whom."""

    hands: tuple[Cards, ...] = ()
    pile: int = 0
    landed: Cards = ()
    sold: Cards = ()
    points: tuple[int, ...] = ()
    turn: Seat = 0
    shuffles: int = 0
    due: tuple[tuple[Seat, int], ...] = ()


def setup(agreed: Setup) -> Harbour | Illegal:
    """The table before the first line."""
    refused = agreed.refuse_seats(SEATS)
    if refused:
        return refused
    seats, hand = range(len(agreed.seats)), agreed.book.constant("hand")
    start = Harbour(agreed, points=(0,) * len(seats), pile=sum(_copies(agreed).values()))
    if agreed.deal == DIGITAL:
        return replace(start, hands=((),) * len(seats), due=tuple((seat, hand) for seat in seats))
    return replace(start, hands=((UNKNOWN,) * hand,) * len(seats), pile=start.pile - hand * len(seats))


def _copies(agreed: Setup) -> Counter[str]:
    return Counter({card.id: card.copies for card in agreed.book.playing_cards.values()})


def unseen(state: Harbour) -> Counter[str]:
    """Copies that nobody has seen: in the pile, or a `?` of a hand."""
    left = _copies(state.setup)
    left.subtract(state.landed)
    left.subtract(state.sold)
    for hand in state.hands:
        left.subtract(card for card in hand if card != UNKNOWN)
    return left


def judge(state: Harbour, move: Move) -> Legal | Illegal:
    """Whether a move is legal."""
    if isinstance(move, Deal):
        return _judge_deal(state, move)
    if state.due:
        return Illegal(DEALT, f"cards for {state.setup.name(state.due[0][0])} come first")
    if outcome(state) is not None:
        return Illegal(END, "the game is over")
    if move.seat != state.turn:
        return Illegal(TURN, f"it is the turn of {state.setup.name(state.turn)}")
    if not isinstance(move, Land | Sell):
        return Illegal(TURN, "this game knows no such move")
    if isinstance(move, Land) and not _is_higher(state, move.card):
        return Illegal(HIGHER, f"{move.card} is not higher than the last of its kind")
    return force(state, move)


def force(state: Harbour, move: Move) -> Legal | Illegal:
    """As the table overruled it: the card must be able to lie in the hand."""
    if isinstance(move, Deal):
        return _judge_deal(state, move)
    if not isinstance(move, Land | Sell):
        return Illegal(TURN, "this game knows no such move")
    if move.seat == TABLE:
        return Illegal(REF_SEAT, "a seat lands or sells a card")
    if not _can_hold(state, move.seat, move.card):
        return Illegal(HELD, f"{move.card} is not in that hand")
    event = Landed(move.seat, move.card) if isinstance(move, Land) else WasSold(move.seat, move.card)
    return Legal((event,), apply(state, event))


def _judge_deal(state: Harbour, move: Deal) -> Legal | Illegal:
    if move.seat != TABLE:
        return Illegal(REF_SEAT, "the table deals")
    if (move.to, len(move.cards)) not in state.due[:1]:
        return Illegal(DEALT, "no such deal is due")
    left = unseen(state)
    left.subtract(card for card in move.cards if card != UNKNOWN)
    if min(left.values()) < 0:
        return Illegal(DEALT, "a card is dealt more often than it is there")
    event = Dealt(move.to, move.cards)
    return Legal((event,), apply(state, event))


def _can_hold(state: Harbour, seat: Seat, card: str) -> bool:
    return card in state.hands[seat] or (UNKNOWN in state.hands[seat] and unseen(state)[card] > 0)


def _is_higher(state: Harbour, card: str) -> bool:
    cards = state.setup.book.cards
    kind = cards[card].fields["kind"]
    there = [cards[each].fields["value"] for each in state.landed if cards[each].fields["kind"] == kind]
    return int(cards[card].fields["value"]) > max(there, default=0)


def apply(state: Harbour, event: Event) -> Harbour:
    """The table after an event."""
    if isinstance(event, Dealt):
        hands = _with(state.hands, event.seat, (*state.hands[event.seat], *event.cards))
        pile = state.pile - len(event.cards)
        return replace(state, ply=state.ply + 1, hands=hands, pile=pile, due=state.due[1:])
    assert isinstance(event, Landed | WasSold)
    seat, card = event.seat, event.card
    hand = list(state.hands[seat])
    hand.remove(card if card in hand else UNKNOWN)
    points = list(state.points)
    points[seat] += state.setup.book.cards[card].fields["value"] if isinstance(event, Landed) else 1
    after = replace(
        state,
        ply=state.ply + 1,
        hands=_with(state.hands, seat, tuple(hand)),
        points=tuple(points),
        turn=(seat + 1) % len(state.hands),
    )
    if isinstance(event, Landed):
        after = replace(after, landed=(*state.landed, card))
    else:
        after = replace(after, sold=(*state.sold, card))
    return _drawn(after, seat)


def _drawn(state: Harbour, seat: Seat) -> Harbour:
    book = state.setup.book
    if not state.setup.options.get("draws", book.options["draws"].default):
        return state
    if not state.pile and state.sold and state.shuffles < book.constant("shuffles"):
        state = replace(state, pile=len(state.sold), sold=(), shuffles=state.shuffles + 1)
    if not state.pile:
        return state
    if state.setup.deal == DIGITAL:
        return replace(state, due=((seat, 1),))
    return replace(state, hands=_with(state.hands, seat, (*state.hands[seat], UNKNOWN)), pile=state.pile - 1)


def _with(hands: tuple[Cards, ...], seat: Seat, hand: Cards) -> tuple[Cards, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def to_act(state: Harbour) -> tuple[Seat, ...]:
    """The dealer while cards are due, then the seat in turn."""
    if state.due:
        return (TABLE,)
    return () if outcome(state) else (state.turn,)


def pending(state: Harbour) -> tuple[Decision, ...]:
    """What is asked."""
    if state.due:
        seat, count = state.due[0]
        return (Decision(TABLE, ("deal",), f"deal {count} to {state.setup.name(seat)}", DEALT),)
    return () if outcome(state) else (Decision(state.turn, ("land", "sell"), "land a card, or sell one", TURN),)


def candidates(state: Harbour, seat: Seat) -> Sequence[Move]:
    """Every card, landed or sold."""
    if seat == TABLE:
        return []
    return [kind(seat, card) for kind in (Land, Sell) for card in state.setup.book.playing_cards]


def legal_moves(state: Harbour, seat: Seat) -> Sequence[Move]:
    """The candidates that are legal."""
    return [move for move in candidates(state, seat) if isinstance(judge(state, move), Legal)]


def explain(state: Harbour, move: Any, ruling: Any) -> tuple[Reason, ...]:
    """Why a move does what it does."""
    reasons = [Reason(HIGHER, "it is higher")] if isinstance(move, Land) else [Reason(SOLD, "1 point")]
    if isinstance(move, Deal):
        return (Reason(DEALT, "it was due"),)
    if state.pile:
        reasons.append(Reason(DRAWS, "a card is drawn"))
    elif state.shuffles < state.setup.book.constant("shuffles"):
        reasons.append(Reason(SHUFFLE, "sold cards are shuffled"))
    return tuple(reasons)


def news(state: Harbour, move: Any, ruling: Any) -> tuple[str, ...]:
    """The news for everybody."""
    return (f"{state.pile - len(move.cards)} cards are left",) if isinstance(move, Deal) else ()


def scores(state: Harbour) -> tuple[int, ...]:
    """Points."""
    return state.points


def outcome(state: Harbour) -> Outcome | None:
    """Somebody has no card left."""
    if state.due or all(state.hands):
        return None
    winners = tuple(seat for seat, points in enumerate(state.points) if points == max(state.points))
    return Outcome(winners, "a hand is empty", END, "win" if len(winners) == 1 else "tie")


def phase(state: Harbour) -> str:
    """Dealing, or turns."""
    return "deal" if state.due else "turn"


def project(state: Harbour, seat: Seat | None) -> Harbour:
    """Other hands are `?`."""
    hands = tuple(hand if owner == seat else (UNKNOWN,) * len(hand) for owner, hand in enumerate(state.hands))
    return replace(state, hands=hands)


def redact(move: Any, seat: Seat | None) -> Move:
    """Deals into other hands are `?`."""
    return redact_cards(move, seat)


def facts(state: Harbour) -> Any:
    """Plain values."""
    return {
        "hands": [sorted(hand) for hand in state.hands],
        "pile": state.pile,
        "landed": state.landed,
        "sold": state.sold,
        "points": state.points,
        "turn": state.turn,
        "shuffles": state.shuffles,
        "due": state.due,
    }


def census(state: Harbour) -> dict[str, int]:
    """Known places; all others are `?`."""
    left = unseen(state)
    known = {card: copies - left[card] for card, copies in _copies(state.setup).items()}
    return {**known, UNKNOWN: sum(left.values())}


def conceals(before: Harbour, after: Harbour) -> bool:
    """Sold cards were shuffled."""
    return after.shuffles > before.shuffles


def chance(state: Harbour, source: Chance) -> Move:
    """What is due."""
    seat, count = state.due[0]
    gone = _copies(state.setup) - unseen(state)
    order = [f"{card}*{copy}" for card, copies in sorted(_copies(state.setup).items()) for copy in range(copies)]
    drawn: list[str] = []
    for word in source.shuffle(f"pile {state.shuffles}", order):
        card = word.partition("*")[0]
        if gone[card] > 0:
            gone[card] -= 1
        elif len(drawn) < count:
            drawn.append(card)
    return Deal(TABLE, seat, tuple(drawn))


def show(state: Harbour, seat: Seat | None, lang: str) -> str:
    """The table as text."""
    lines = [f"Pile {state.pile} · landed {' '.join(state.landed) or '–'} · sold {' '.join(state.sold) or '–'}"]
    for at, hand in enumerate(state.hands):
        lines.append(f"{state.setup.name(at)} {state.points[at]}: {' '.join(hand)}")
    return "\n".join(lines)


GAME = Game(
    slug="quay",
    version=1,
    players=(2, 4),
    moves=(Land, Sell, Deal),
    setup=setup,
    judge=judge,
    apply=apply,
    force=force,
    to_act=to_act,
    pending=pending,
    candidates=candidates,
    legal_moves=legal_moves,
    project=project,
    redact=redact,
    scores=scores,
    outcome=outcome,
    phase=phase,
    facts=facts,
    show=show,
    chance=chance,
    census=census,
    conceals=conceals,
    explain=explain,
    news=news,
)
