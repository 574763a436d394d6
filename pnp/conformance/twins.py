"""Twins: two tables that one seat (None: the public) cannot distinguish. In: a table and a seat. Out: another table
whose lines are all legal and, as that seat saw them, the same; only what is hidden from it differs.

Invariant: every byte of output for the seat must be the same at both tables. That is what a test of secrecy compares;
which data are secret is taken from the game's `redact` and `is_revealed` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from pnp.referee.game import DIGITAL
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE, Seat
from pnp.referee.view import as_seen

Pick = Callable[[int], int]  # pick(n) is a number from 0 to n - 1
TRIES = 60


def twin_of(table: Replay[Any], viewer: Seat | None, pick: Pick, tries: int = TRIES) -> Replay[Any] | None:
    """A twin of a settled table, or None when none was found."""
    moves = [entry.move for entry in table.entries if entry.move is not None]
    seen = _lines_as_seen(table, viewer)
    hidden = [ply for ply, (move, known) in enumerate(zip(moves, seen, strict=True)) if move != known]
    if table.setup.deal != DIGITAL:
        hidden = [ply for ply in hidden if moves[ply].seat != TABLE]  # deals are public
    if not hidden:
        return None
    chosen = [ply for ply in hidden if moves[ply].seat != TABLE]  # votes and similar, few among many deals
    for number in range(tries):
        changed = list(moves)
        if chosen and number < tries // 2:
            _choose(table, changed, seen, chosen, viewer, pick)
        for _ in range(0 if changed != moves else 1 + pick(3)):
            if pick(3):
                _swap(table, changed, seen, hidden, pick)
            else:
                _choose(table, changed, seen, hidden, viewer, pick)
        if changed != moves:
            twin = _replayed(table, changed)
            if twin is not None and _lines_as_seen(twin, viewer) == seen:
                return twin
    return None


def cut(played: Replay[Any], pick: Pick, most: int) -> Replay[Any]:
    """The beginning of a game, up to a settled table; every other time up to a secret choice.

    It is cut within `most` lines, or as soon afterwards as the table is settled.
    """
    game = played.game
    secret = [
        entry.ply
        for entry in played.entries
        if entry.ply <= most
        and entry.move is not None
        and entry.seat != TABLE
        and game.redact(entry.move, None) != entry.move
    ]
    last = secret[pick(len(secret))] if secret and pick(2) else 1 + pick(min(most, len(played.entries)))
    table = Replay(game, played.setup)
    for entry in played.entries:
        if table.plies >= last and is_settled(table):
            return table
        assert entry.move is not None, "a simulated line"
        table.apply_move(entry.move)
    return table


def _lines_as_seen(table: Replay[Any], viewer: Seat | None) -> list[Move]:
    return [as_seen(table.game, table.state, entry, viewer) for entry in table.entries]


def _replayed(table: Replay[Any], moves: Sequence[Move]) -> Replay[Any] | None:
    """The table with these lines instead; None when one is refused, or the referee would have written another."""
    game = table.game
    first = next(ply for ply, (entry, move) in enumerate(zip(table.entries, moves, strict=True)) if entry.move != move)
    twin = Replay(game, table.setup)
    twin.entries, twin.positions = table.entries[:first], table.positions[: first + 1]
    for move in moves[first:]:
        forced = game.forced(twin.state) if table.setup.deal == DIGITAL else None
        if (forced is not None and forced != move) or not twin.apply_move(move).accepted:
            return None
    return twin if is_settled(twin) else None


def is_settled(table: Replay[Any]) -> bool:
    """True when the referee itself has no line to write, such as a deal."""
    if table.outcome is not None or table.setup.deal != DIGITAL:
        return True
    return table.to_act != (TABLE,) and table.game.forced(table.state) is None


def _one_of(hidden: Sequence[int], pick: Pick) -> int:
    """A hidden line; every other time one of the last, which most likely is still hidden."""
    return hidden[-1 - pick(min(3, len(hidden)) if pick(2) else len(hidden))]


def _choose(
    table: Replay[Any], moves: list[Move], seen: list[Move], hidden: list[int], viewer: Seat | None, pick: Pick
) -> None:
    """Replace one hidden line by another that was legal there and looks the same to the viewer."""
    ply = _one_of(hidden, pick)
    before, move = table.entries[ply].state_before, moves[ply]
    choices = [
        other
        for other in table.game.legal_moves(before, move.seat)
        if type(other) is type(move) and table.game.redact(other, viewer) == seen[ply]
    ]
    if choices:
        moves[ply] = choices[pick(len(choices))]


def _swap(table: Replay[Any], moves: list[Move], seen: list[Move], hidden: list[int], pick: Pick) -> None:
    """Swap two hidden cards, or replace one by another card of its deck."""
    at = _one_of(hidden, pick)
    mine = list(_hidden_words(moves[at], seen[at]))
    other = _one_of(hidden, pick)
    theirs = list(_hidden_words(moves[other], seen[other]))
    if not mine or not theirs:
        return
    here = mine[pick(len(mine))]
    if pick(2):
        there = theirs[pick(len(theirs))]
        new, old = _word(moves[other], there), _word(moves[at], here)
        moves[at] = _with_word(moves[at], here, new)
        moves[other] = _with_word(moves[other], there, old)
    else:
        cards, held = table.setup.book.playing_cards, _word(moves[at], here)
        if held in cards:
            kinds = sorted(id_ for id_, card in cards.items() if card.deck == cards[held].deck)
            moves[at] = _with_word(moves[at], here, kinds[pick(len(kinds))])


# The place of a word in a move: the field, the field of a nested value or "", and the index in a tuple or -1.
Place = tuple[str, str, int]


def _hidden_words(move: Move, seen: Move) -> Iterator[Place]:
    if type(move) is not type(seen):  # hidden whole
        return
    for field in move.__struct_fields__:
        yield from _differing(field, "", getattr(move, field), getattr(seen, field))


def _differing(field: str, inner: str, value: Any, seen: Any) -> Iterator[Place]:
    if value == seen:
        return
    if isinstance(value, tuple):
        for at, word in enumerate(value):
            if isinstance(word, str) and word != UNKNOWN:
                yield field, inner, at
    elif isinstance(value, str):
        yield field, inner, -1
    elif hasattr(value, "__struct_fields__") and type(value) is type(seen) and not inner:
        for name in value.__struct_fields__:
            yield from _differing(field, name, getattr(value, name), getattr(seen, name))


def _word(move: Move, place: Place) -> str:
    field, inner, at = place
    value = getattr(move, field)
    value = getattr(value, inner) if inner else value
    return str(value if at < 0 else value[at])


def _with_word(move: Move, place: Place, word: str) -> Move:
    field, inner, at = place
    whole = getattr(move, field)
    value = getattr(whole, inner) if inner else whole
    value = word if at < 0 else (*value[:at], word, *value[at + 1 :])
    return replace(move, **{field: replace(whole, **{inner: value}) if inner else value})
