"""What people do when the rules do not help: lines that are forbidden and can be made all the same, corrections of what
lies there. In: a table. Out: moves.

Invariant: which moves they are follows from the table and the numbers that are picked alone. A correction is put
together from words that its fields read: seats, numbers, cards, and words of the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from pnp.referee.game import Adjustment
from pnp.referee.move import KERNEL_MOVES, Deal, Move
from pnp.referee.notation import ParamSlot, form_of, verb_of
from pnp.referee.params import UNKNOWN, Problem
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal, Legal
from pnp.referee.seat import TABLE

KINDS_OF_LINES = 4  # forbidden lines of as many verbs
TRIED = 30  # lines
NUMBERS = ("0", "1", "2", "3", "5", "8")
CARDS, WORDS = 8, 12

Pick = Callable[[int], int]


def forbidden_lines(table: Replay[Any], pick: Pick) -> Iterator[Move]:
    """Lines that are illegal now and can be made when they are overruled, each of another verb or refused by another
    rule. They are taken from what was said at this table, and from what might be said now.
    """
    game, state = table.game, table.state
    seats = range(len(table.setup.seats))
    made = [entry.move for entry in table.entries if entry.move is not None and type(entry.move) not in KERNEL_MOVES]
    pool: list[Move] = [move for seat in seats for move in game.candidates(state, seat)]
    pool += [replace(move, seat=seat) for move in made if move.seat != TABLE for seat in seats]
    pool += [move for move in made if isinstance(move, Deal)][-3:]
    seen: set[tuple[type[Move], str]] = set()
    for _ in range(min(TRIED, len(pool))):
        move, state = pool.pop(pick(len(pool))), table.state
        if table.outcome is not None:
            return
        ruling = game.judge(state, move)
        if not isinstance(ruling, Illegal) or (type(move), ruling.rule) in seen:
            continue
        if isinstance(game.force(state, move), Legal):
            seen.add((type(move), ruling.rule))
            yield move
            if len(seen) == KINDS_OF_LINES:
                return


def corrections(table: Replay[Any], pick: Pick) -> Iterator[Move]:
    """A correction of each kind that the game has, where one can be put together that it accepts."""
    words = _words(table, pick)
    for adjustment in table.game.adjustments:
        form = form_of(adjustment.move, f"adjust {verb_of(adjustment.move)}")
        values = [_values(slot, words, table) for slot in form.plain]
        if not all(values) or form.keys:
            continue
        # Who chose a card in secret that a correction takes away cannot open it: people undo that choice first.
        if not any(getattr(item, "answers", ()) for item in getattr(table.state, "stack", ())):
            yield from _accepted(table, adjustment, values, pick)


def _accepted(
    table: Replay[Any], adjustment: Adjustment, values: Sequence[Sequence[Any]], pick: Pick
) -> Iterator[Move]:
    for _ in range(TRIED):
        move = adjustment.move(TABLE, *(each[pick(len(each))] for each in values))
        if not isinstance(adjustment.apply(table.state, move), Illegal):
            yield move
            return


def _values(slot: ParamSlot, words: Sequence[str], table: Replay[Any]) -> list[Any]:
    """The values that a field reads in these words, and in up to three of them."""
    found = []
    for at in range(len(words)):
        for count in (1, 2, 3):
            typed = words[at : at + count]
            read = slot.param.read(typed, table.notation.names)
            if not isinstance(read, Problem) and read[1] == len(typed) and read[0] not in found:
                found.append(read[0])
    return found


def _words(table: Replay[Any], pick: Pick) -> list[str]:
    """Words that corrections are made of."""
    cards = list(table.setup.book.playing_cards)
    some = [cards[pick(len(cards))] for _ in range(min(CARDS, len(cards)))]
    named = sorted({word for word in _names(to_builtins(table.game.facts(table.state))) if word.isidentifier()})
    named = [named[pick(len(named))] for _ in range(min(WORDS, len(named)))]
    return [*table.setup.seats, *NUMBERS, *some, UNKNOWN, UNKNOWN, *named]


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from _names(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _names(item)
    elif isinstance(value, str):
        yield value
