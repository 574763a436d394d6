"""What the players of a digital game would have said at a table with real cards. In: a replay. Out: lines, no deals."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pnp.games.keikalla import moves as say
from pnp.games.keikalla.state import KeikallaState
from pnp.referee.move import KERNEL_MOVES, Move
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Entry, Replay
from pnp.referee.seat import TABLE


def spoken(played: Replay[KeikallaState]) -> Iterator[Move]:
    """Every line as it is said aloud: hidden cards are `?`, calendars are sealed."""
    before = played.positions[0].state
    for number, entry in enumerate(played.entries):
        if type(entry.move) not in KERNEL_MOVES:
            yield from _said(before, entry, played.entries[number + 1 : number + 3])
        before = entry.state


def _said(before: KeikallaState, entry: Entry, later: list[Entry]) -> Iterator[Move]:
    move, ask = entry.move, before.ask
    if isinstance(move, say.Deal):
        if ask is None or ask.id == "KEI-Q03":
            yield move
        elif ask.id in ("KEI-Q11", "KEI-Q18", "KEI-Q23"):
            yield _draw(before, move, later)
        elif ask.id == "KEI-Q09d":
            yield say.Pick(TABLE, move.cards[0])
        elif ask.id == "KEI-Q21d" and move.open:
            yield say.Check(ask.seat, (ask.card, "groupie"))
        return
    if isinstance(move, say.Tour):
        if ask is None and not isinstance(move.dates, int):
            yield replace(move, dates=len(move.dates))
    elif isinstance(move, say.Play) and move.use[0] == say.HIT:
        found = later[0].move
        none = isinstance(found, say.Deal) and found.cards == (move.card,)
        yield say.Claim(move.seat, "hit_song") if none else move
    elif isinstance(move, say.Swap):
        yield say.Swap(move.seat, max(move.count, len(move.in_), 0))
    elif isinstance(move, say.Keep):
        yield replace(move, which="")
    elif isinstance(move, say.Draw | say.Accept) and (isinstance(move, say.Draw) or _stores(before)):
        return  # the deal that follows says it
    elif isinstance(move, say.Lay) and (_stores(before) or (before.turn.fresh and move.card in before.data.at_once)):
        return  # so does the draw before
    elif isinstance(move, say.Check) and not move.what[1]:
        return
    elif isinstance(move, say.Pick):
        if ask is not None and ask.id == "KEI-Q19":
            yield say.Pick(TABLE, UNKNOWN)
        elif ask is not None and ask.id == "KEI-Q09":
            yield move
    elif isinstance(move, say.Shuffle) and move.pile == "venue":
        return
    elif move is not None:
        yield move


def _stores(state: KeikallaState) -> bool:
    return state.ask is not None and state.ask.id == "KEI-Q33"


def _draw(before: KeikallaState, move: say.Deal, later: list[Entry]) -> Move:
    ask = before.ask
    assert ask is not None
    card = move.cards[0] if move.open else UNKNOWN
    following = next((line.move for line in later), None)
    if isinstance(following, say.Draw) and following.cards == ("store",):
        card = "store"
    if isinstance(following, say.Lay) and not move.open and following.card in before.data.at_once:
        card = following.card
    deck = int(ask.pile[-1]) if ask.pile in ("action1", "action2") else 0
    return say.Draw(ask.seat, (card,), deck)
