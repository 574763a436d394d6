"""What a referee says in a game, to see in which languages it can. In: a game that was played. Out: its texts.

Lines of the whole game are tried at tables of other moments too, so that most of what can be refused is refused.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from pnp.library.words import LocalisedText, in_language
from pnp.referee.game import Game
from pnp.referee.move import Move
from pnp.referee.replay import Replay
from pnp.referee.ruling import ACCEPTED, Illegal, Irregularity, Unverified

# Of English sentences; a Finnish one has none of these words.
WORDS = """
a an and are as at be both but by can card cards deck first for from has have hand in is it its laid lies more must
nobody none not nothing of one only or out pass says that the then there they this tile tiles to turn was were
which with
"""
ENGLISH = frozenset(WORDS.split())


def texts_of(table: Replay[Any], extra: Iterable[Move] = (), tries: int = 20, seed: int = 1) -> Iterator[str]:
    """Everything that is said in a game: of its lines, of what is asked, of lines that are refused, of the end."""
    game, dice = table.game, random.Random(seed)
    moves = [*(entry.move for entry in table.entries if entry.move), *extra]
    corrections = {item.move: item.apply for item in game.adjustments}
    made = [move for move in moves if type(move) in game.moves]
    state = table.positions[0].state
    for entry in table.entries:
        yield from (decision.why for decision in game.pending(state))
        if entry.move and isinstance(entry.ruling, ACCEPTED):
            yield from _texts_of_line(game, state, entry.move, entry.ruling)
        for move in dice.choices(made, k=tries):
            for ruling in (game.judge(state, move), game.force(state, move)):
                if isinstance(ruling, Illegal):
                    yield ruling.because
        for move in moves:
            correct = corrections.get(type(move))
            if correct is not None and isinstance(ruling := correct(state, move), Illegal):
                yield ruling.because
        state = entry.state
    if table.outcome is not None:
        yield table.outcome.reason


def _texts_of_line(game: Game[Any], state: Any, move: Move, ruling: Any) -> Iterator[str]:
    yield from (reason.because for reason in game.explain(state, move, ruling))
    yield from game.news(state, move, ruling)
    yield from (event.because for event in ruling.events if isinstance(event, Irregularity))
    if isinstance(ruling, Unverified):
        yield from ruling.assuming


def english_in(text: str, typed: Iterable[str] = ()) -> frozenset[str]:
    """The English words of a text in Finnish; all of it where it knows no other language.

    `typed`: what people type, which is the same in every language.
    """
    if not isinstance(text, LocalisedText):
        return frozenset({text})
    plain = " ".join(part for number, part in enumerate(in_language(text, "fi").split("`")) if number % 2 == 0)
    return ENGLISH.difference(typed) & {word.strip(".,:;()“”").lower() for word in plain.split()}
