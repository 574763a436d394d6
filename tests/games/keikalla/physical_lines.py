"""What the players of a digital game would have typed with real cards. In: a replay. Out: lines, no deals."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pnp.games.keikalla import moves
from pnp.games.keikalla.state import KeikallaState
from pnp.referee.move import KERNEL_MOVES, Move
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Entry, Replay
from pnp.referee.seat import TABLE


def physical_lines(played: Replay[KeikallaState]) -> Iterator[Move]:
    """Every line as it is typed there: hidden cards are `?`, calendars are sealed."""
    before = played.positions[0].state
    for number, entry in enumerate(played.entries):
        if type(entry.move) not in KERNEL_MOVES:
            yield from _typed(before, entry, played.entries[number + 1 : number + 3])
        before = entry.state


def _typed(before: KeikallaState, entry: Entry, later: list[Entry]) -> Iterator[Move]:
    move, question = entry.move, before.question
    if isinstance(move, moves.Deal):
        if question is None or question.id == "KEI-Q03":
            yield move
        elif question.id in ("KEI-Q11", "KEI-Q18", "KEI-Q23"):
            yield _draw(before, move, later)
        elif question.id == "KEI-Q09d":
            yield moves.Pick(TABLE, move.cards[0])
        elif question.id == "KEI-Q21d" and move.open:
            yield moves.Check(question.seat, (question.card, "groupie"))
        return
    if isinstance(move, moves.Tour):
        if question is None and not isinstance(move.dates, int):
            yield replace(move, dates=len(move.dates))
    elif isinstance(move, moves.Play) and move.use[0] == moves.HIT:
        found = later[0].move
        none = isinstance(found, moves.Deal) and found.cards == (move.card,)
        yield moves.Claim(move.seat, "hit_song") if none else move
    elif isinstance(move, moves.Swap):
        yield moves.Swap(move.seat, max(move.count, len(move.in_), 0))
    elif isinstance(move, moves.Keep):
        yield replace(move, which="")
    elif isinstance(move, moves.Draw | moves.Accept) and (isinstance(move, moves.Draw) or _stores(before)):
        return  # the deal that follows shows it
    elif isinstance(move, moves.Lay) and (
        _stores(before) or (before.turn.just_drawn and move.card in before.data.at_once)
    ):
        return  # so does the draw before
    elif isinstance(move, moves.Check) and not move.what[1]:
        return
    elif isinstance(move, moves.Pick):
        if question is not None and question.id == "KEI-Q19":
            yield moves.Pick(TABLE, UNKNOWN)
        elif question is not None and question.id == "KEI-Q09":
            yield move
    elif isinstance(move, moves.Shuffle) and move.pile == "venue":
        return
    elif move is not None:
        yield move


def _stores(state: KeikallaState) -> bool:
    return state.question is not None and state.question.id == "KEI-Q33"


def _draw(before: KeikallaState, move: moves.Deal, later: list[Entry]) -> Move:
    question = before.question
    assert question is not None
    card = move.cards[0] if move.open else UNKNOWN
    following = next((line.move for line in later), None)
    if isinstance(following, moves.Draw) and following.cards == ("store",):
        card = "store"
    if isinstance(following, moves.Lay) and not move.open and following.card in before.data.at_once:
        card = following.card
    deck = int(question.pile[-1]) if question.pile in ("action1", "action2") else 0
    return moves.Draw(question.seat, (card,), deck)
