"""Short lines: what is meant where a verb, a key or the rest of a name was not typed. In: a table, a line that cannot
be read as it stands. Out: the only move that it may stand for now.

What may be left out: the verb, where the other words go with one that is asked for (`guitar` for `draw guitar_antics`);
most of a verb (`e` for `end`); a key's name (`use bottle ben` for `use bottle at=ben`). Several moves of one typed line
are divided by `;`.
Invariant: a line that can be read as it stands is never read otherwise, and a verb that is asked for counts before a
name that begins alike; of what a short line may stand for, one alone is allowed by what everybody knows, else it stays
unread. So no hidden card decides how a line is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pnp.base.suggest import fold_name
from pnp.library.words import join_texts
from pnp.referee.game import DIGITAL, is_dealt
from pnp.referee.message import referee_message
from pnp.referee.move import Move
from pnp.referee.notation import Notation
from pnp.referee.params import OptionalParam, Problem, as_typed, quoted
from pnp.referee.replay import Replay
from pnp.referee.ruling import ACCEPTED, Ambiguous, Invalid
from pnp.referee.seat import TABLE, Seat
from pnp.table.lead_up import lead_up_to, states_implied
from pnp.table.line_completion import names_seat, number_typed

DIVIDER = ";"
LONGEST = 8  # words of a line that may be a short one
SHORTEST_BEGINNING = 3  # letters of a verb in another language than the notation's: `nos` for `nosta`
MOST_READINGS = 8  # of a word; the beginning of more names than these is none


def split_line(text: str) -> list[str]:
    """The lines that one typed line stands for; a comment goes with the last."""
    typed, sign, comment = text.partition("#")
    parts = [part.strip() for part in typed.split(DIVIDER)]
    if DIVIDER not in typed or not all(parts):
        return [text]
    return [*parts[:-1], f"{parts[-1]}  {sign}{comment}".rstrip()]


def parse_typed(replay: Replay[Any], text: str) -> Move | Invalid | Ambiguous:
    """The move of a typed line without `!` and comment; a short one is read as what it stands for."""
    written = replay.notation.parse(text)
    parsed = replay.resolve_reading(written)
    if parsed is not written or isinstance(parsed, Move) or replay.outcome is not None:
        return parsed  # as it stands, even if several readings are left
    if (misplaced := _misplaced(replay, text)) is not None:
        return misplaced
    known = replay.game.project(replay.state, None)
    read: dict[Move, None] = {}
    for ways in (_begun, _without_verb):
        found: dict[Move, None] = {}
        for seat, words in _seats_and_words(replay, known, text):
            for line in ways(words, _asked_verbs(replay, known, seat), replay.notation):
                for way in (line, *_with_keys(replay, seat, line)):
                    found.update(dict.fromkeys(_readings(replay, known, seat, way)))
        allowed = [move for move in found if _is_allowed(replay, known, move)]
        if len(allowed) == 1:
            return allowed[0]
        if allowed:
            return _several(replay, text, parsed, tuple(map(replay.notation.format, allowed)))
        read |= found
    return next(iter(read)) if len(read) == 1 else parsed  # what it can only mean is forbidden, and why is the answer


def _misplaced(replay: Replay[Any], text: str) -> Invalid | None:
    """A `;` that divides nothing, a number that is no line by itself: why it is not read; None for other words."""
    split = replay.notation.split_seat(text) if ":" in text and names_seat(replay, text) else None
    words = split[1] if isinstance(split, tuple) else text
    if DIVIDER in words:
        return Invalid(referee_message("referee.divides_nothing", divider=quoted(DIVIDER)))
    if number_typed(words) is not None:
        return Invalid(referee_message("referee.number_alone"))
    return None


def _several(replay: Replay[Any], text: str, parsed: Invalid | Ambiguous, lines: tuple[str, ...]) -> Ambiguous:
    if isinstance(parsed, Ambiguous):
        return Ambiguous(parsed.because, lines)
    readings = join_texts(", ", map(as_typed, lines))
    return Ambiguous(referee_message("referee.several", typed=quoted(text), readings=readings), lines)


def _seats_and_words(replay: Replay[Any], known: Any, text: str) -> list[tuple[Seat, list[str]]]:
    """The seat that is named, else everybody who is asked; and the words after it."""
    seats: tuple[Seat, ...] = (*replay.game.to_act(known), *(each.seat for each in replay.game.pending(known)))
    found = dict.fromkeys(seats, text)
    if names_seat(replay, text):
        split = replay.notation.split_seat(text)
        named = [split] if isinstance(split, tuple) else []
        # Without a colon the name may be the first word that a verb needs: `mia moscow` for `deal mia moscow`.
        found = dict(named) if ":" in text and named else {**found, **dict(named)}
    # A number alone is that of an option.
    short = {seat: words.split() for seat, words in found.items() if number_typed(words) is None}
    return [(seat, words) for seat, words in short.items() if 0 < len(words) <= LONGEST]


def _begun(words: Sequence[str], asked: Sequence[str], notation: Notation) -> list[list[str]]:
    """The line with every verb that is asked for and begins so, in the language of the table where none does."""
    key = fold_name(words[0])
    begun = [verb for verb in asked if key and fold_name(verb).startswith(key)]
    if not begun and len(key) >= SHORTEST_BEGINNING:
        begun = [verb for verb in asked if any(name.startswith(key) for name in notation.names_of_verb(verb))]
    return [[verb, *words[1:]] for verb in begun]


def _without_verb(words: Sequence[str], asked: Sequence[str], notation: Notation) -> list[list[str]]:
    """The line behind every verb that is asked for."""
    return [[verb, *words] for verb in asked]


def _asked_verbs(replay: Replay[Any], known: Any, seat: Seat) -> list[str]:
    """What a seat is asked for now, or after the lines that go without saying."""
    game = replay.game
    states = (known, *(state for _, state in states_implied(game, known, seat)))
    asked = (each.verbs for state in states for each in game.pending(state) if each.seat == seat)
    return [verb for verb in dict.fromkeys(verb for verbs in asked for verb in verbs) if verb in replay.notation.forms]


def _with_keys(replay: Replay[Any], seat: Seat, words: Sequence[str]) -> Iterator[list[str]]:
    """The line with one word as the value of a key."""
    [form] = replay.notation.forms_of(words[:1], seat)
    needed = sum(not isinstance(slot.param, OptionalParam) for slot in form.plain)
    if "=" in " ".join(words) or len(words) - 2 < needed:  # without the verb and the value
        return
    for at in range(1, len(words)):
        for key, slot in form.keys.items():
            read = slot.param.read([words[at]], replay.notation.names)
            if not isinstance(read, Problem) or 0 < len(read.readings) <= MOST_READINGS:
                yield [*words[:at], f"{key}={words[at]}", *words[at + 1 :]]


def _readings(replay: Replay[Any], known: Any, seat: Seat, words: Sequence[str]) -> list[Move]:
    """What a whole line may mean."""
    parsed = replay.notation.parse_move(seat, " ".join(words))
    lines = parsed.readings if isinstance(parsed, Ambiguous) else ()
    if len(lines) > MOST_READINGS:
        return []
    read = [parsed] if isinstance(parsed, Move) else [replay.notation.parse(line) for line in lines]
    return [move for move in read if isinstance(move, Move) and replay.game.lies_open(known, move)]


def _is_allowed(replay: Replay[Any], known: Any, move: Move) -> bool:
    """Whether a move counts now, or after the lines that go without saying; what the dealer does is nobody's."""
    game = replay.game
    if type(move) not in game.moves or (replay.setup.deal == DIGITAL and move.seat == TABLE and is_dealt(game, move)):
        return False
    return isinstance(game.judge(known, move), ACCEPTED) or lead_up_to(game, known, move) is not None
