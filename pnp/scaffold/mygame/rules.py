"""The rules of My Game. In: moves. Out: rulings and states.

A referee is a few pure functions, gathered in GAME at the end (the protocol is pnp/referee/game.py):

- a **move** is what somebody says (`anna: take star`), in the imperative; its fields are the grammar;
- `judge` says whether a move is legal, and if not, which rule forbids it and why. Nothing else knows the rules;
- an **event** is what happened, in the past; `apply` gives the state after it.

States and events are frozen values: `replace` makes a changed copy. Numbers come from the card book, never from here.
This game has no hidden cards; see pnp/games/kalevala for hands, claims and irregularities.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec.structs import replace

from pnp.library.words import say
from pnp.referee.game import Chance, Decision, Game, Outcome, Setup, State
from pnp.referee.move import Move
from pnp.referee.params import CARD, UNKNOWN, Many
from pnp.referee.ruling import Event, Illegal, Legal, Reason
from pnp.referee.seat import TABLE, Seat

# The ids of cards/rulebook.yaml; tests/test_mygame.py proves that both lists agree.
SEATS = "MYG-01"
ROW = "MYG-02"
TURN = "MYG-03"
ENDS = "MYG-04"
LUCKY = "MYG-05"
END = "MYG-06"


# What people say.


class Lay(Move, frozen=True):
    """`table: lay star coin heart flag trophy`: the row, from left to right."""

    cards: Annotated[tuple[str, ...], Many(CARD)]


class Take(Move, frozen=True):
    """`anna: take star`: a card from an end of the row."""

    card: Annotated[str, CARD]


# What happened.


class RowLaid(Event, frozen=True):
    """The row lies on the table."""

    cards: tuple[str, ...]


class CardTaken(Event, frozen=True):
    """A seat took a card; `again` when it keeps the turn."""

    seat: Seat
    card: str
    again: bool


class Row(State, frozen=True):
    """Everything on the table: the row (once it is `laid`), what each seat took, whose turn it is."""

    row: tuple[str, ...] = ()
    taken: tuple[tuple[str, ...], ...] = ()
    turn: Seat = 0
    laid: bool = False


def setup(agreed: Setup) -> Row | Illegal:
    """The table before the first line."""
    fewest, most = agreed.book.players
    if not fewest <= len(agreed.seats) <= most:
        return Illegal(SEATS, f"the game is for {fewest} to {most} seats, not for {len(agreed.seats)}")
    return Row(agreed, taken=((),) * len(agreed.seats))


def judge(state: Row, move: Move) -> Legal | Illegal:
    """Whether the move is legal; if not, by which rule, and why."""
    if isinstance(move, Lay):
        return _judge_lay(state, move)
    if not isinstance(move, Take):
        return Illegal(TURN, "this game knows no such move")
    if not state.laid:
        return Illegal(ROW, "the row is not laid yet")
    if not state.row:
        return Illegal(END, "the row is empty, the game is over")
    if move.seat != state.turn:
        return Illegal(TURN, f"it is the turn of {state.setup.name(state.turn)}")
    return _judge_take(state, move)


def _judge_lay(state: Row, move: Lay) -> Legal | Illegal:
    if move.seat != TABLE:
        return Illegal(ROW, "the table lays the row: table: lay …")
    if state.laid:
        return Illegal(ROW, "the row was laid already")
    wanted, named = sorted(_all_cards(state)), sorted(move.cards)
    if wanted != named:
        return Illegal(ROW, f"the row is made of {', '.join(wanted)}, each once for every copy")
    return _legal(state, RowLaid(move.cards))


def _judge_take(state: Row, move: Take) -> Legal | Illegal:
    if move.card not in _ends(state):
        where = "lies between others" if move.card in state.row else "does not lie in the row"
        return Illegal(ENDS, f"the {move.card} {where}; at the ends: {', '.join(_ends(state))}")
    return _legal(state, CardTaken(move.seat, move.card, _is_lucky(state, move.card)))


def force(state: Row, move: Move) -> Legal | Illegal:
    """Overruled by the table: order and rules do not matter, only whether the cards allow it."""
    if isinstance(move, Lay):
        return _judge_lay(state, move)
    if isinstance(move, Take) and move.seat != TABLE and move.card in state.row:
        return _legal(state, CardTaken(move.seat, move.card, False))
    return Illegal(ENDS, "that card does not lie in the row")


def _legal(state: Row, event: Event) -> Legal:
    return Legal((event,), apply(state, event))


def apply(state: Row, event: Event) -> Row:
    """The table after an event."""
    if isinstance(event, RowLaid):
        return replace(state, ply=state.ply + 1, row=event.cards, laid=True)
    assert isinstance(event, CardTaken)
    at = _place(state.row, event.card)
    row = state.row[:at] + state.row[at + 1 :]
    taken = list(state.taken)
    taken[event.seat] = (*taken[event.seat], event.card)
    following = event.seat if event.again else (event.seat + 1) % len(taken)
    return replace(state, ply=state.ply + 1, row=row, taken=tuple(taken), turn=following)


def _place(row: tuple[str, ...], card: str) -> int:
    """Where a card is taken from: the left end, else the right end, else (overruled) where it lies."""
    if card == row[0]:
        return 0
    return len(row) - 1 if card == row[-1] else row.index(card)


def _all_cards(state: Row) -> list[str]:
    return [card.id for card in state.setup.book.playing_cards.values() for _ in range(card.copies)]


def _ends(state: Row) -> tuple[str, ...]:
    return tuple(dict.fromkeys((state.row[0], state.row[-1]))) if state.row else ()


def _is_lucky(state: Row, card: str) -> bool:
    allowed = state.setup.options.get("lucky", state.setup.book.options["lucky"].default)
    return bool(allowed and state.setup.book.cards[card].fields["lucky"])


# What the referee asks.


def to_act(state: Row) -> tuple[Seat, ...]:
    """The table until the row lies there, then the seat whose turn it is, nobody at the end."""
    if not state.laid:
        return (TABLE,)
    return (state.turn,) if state.row else ()


def pending(state: Row) -> tuple[Decision, ...]:
    """What is to be decided now, in words (`pnp referee play` shows it)."""
    if not state.laid:
        return (Decision(TABLE, ("lay",), "lay all cards in a row and name them from left to right", ROW),)
    return (Decision(state.turn, ("take",), "take a card from an end of the row", ENDS),) if state.row else ()


def candidates(state: Row, seat: Seat) -> Sequence[Move]:
    """Moves worth judging: at least all legal ones."""
    return [Take(seat, card) for card in dict.fromkeys(state.row)] if seat != TABLE else []


def legal_moves(state: Row, seat: Seat) -> Sequence[Move]:
    """The candidates that are legal."""
    return [move for move in candidates(state, seat) if isinstance(judge(state, move), Legal)]


def explain(state: Row, move: Any, ruling: Any) -> tuple[Reason, ...]:
    """Why a legal move does what it does (`pnp referee why`)."""
    if isinstance(move, Take) and _is_lucky(state, move.card):
        return (Reason(LUCKY, f"the {move.card} is lucky: another turn"),)
    return (Reason(ENDS, f"the {move.card} lies at an end"),) if isinstance(move, Take) else ()


def scores(state: Row) -> tuple[int, ...]:
    """The sum of every seat's cards."""
    cards = state.setup.book.cards
    return tuple(sum(int(cards[card].fields["value"]) for card in hoard) for hoard in state.taken)


def outcome(state: Row) -> Outcome | None:
    """How the game ended; None while it goes on."""
    if not state.laid or state.row:
        return None
    sums = scores(state)
    winners = tuple(seat for seat, total in enumerate(sums) if total == max(sums))
    return Outcome(
        winners, f"the row is empty, the highest sum is {max(sums)}", END, "win" if len(winners) == 1 else "tie"
    )


def phase(state: Row) -> str:
    """A word for where the game is."""
    return "take" if state.laid else "lay"


def project(state: Row, seat: Seat | None) -> Row:
    """The table as a seat sees it: here everything is open."""
    return state


def redact(move: Any, seat: Seat | None) -> Move:
    """A move as a seat saw it: here everything is open."""
    return move  # type: ignore[no-any-return]


def facts(state: Row) -> Any:
    """Everything on the table as plain values."""
    return [state.laid, list(state.row), [list(hoard) for hoard in state.taken], state.turn]


def census(state: Row) -> dict[str, int]:
    """How many copies of each card lie in known places; `?` counts the others. The sum never changes."""
    if not state.laid:
        return {UNKNOWN: len(_all_cards(state))}
    lying = (*state.row, *(card for hoard in state.taken for card in hoard))
    return {card: lying.count(card) for card in lying}


def chance(state: Row, source: Chance) -> Move:
    """The table's move when the referee deals (`--deal digital`)."""
    return Lay(TABLE, tuple(source.shuffle("row", _all_cards(state))))


def show(state: Row, seat: Seat | None, lang: str) -> str:
    """The table as text."""
    cards = state.setup.book.cards

    def names(ids: Sequence[str]) -> str:
        return " ".join(f"{say(cards[card].name, lang)}({cards[card].fields['value']})" for card in ids) or "–"

    lines = [f"Row: {names(state.row)}"]
    for at, (hoard, total) in enumerate(zip(state.taken, scores(state), strict=True)):
        mark = "▸" if at == state.turn and state.row else " "
        lines.append(f"{mark} {state.setup.name(at)}: {names(hoard)} = {total}")
    return "\n".join(lines)


def greedy_bot(view: Row, seat: Seat, pick: Any) -> Move:
    """Takes the most valuable card it may; `pnp playtest mygame --bots greedy`."""
    cards = view.setup.book.cards
    return max(legal_moves(view, seat), key=lambda move: cards[getattr(move, "card", "")].fields["value"])


GAME = Game(
    slug="mygame",
    version=1,  # raise it when a rule changes, so that old records say so
    players=(2, 4),
    moves=(Lay, Take),
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
    explain=explain,
    bots={"greedy": greedy_bot},
)
