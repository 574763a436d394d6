"""The table as text. In: a state already projected, its viewer and a language. Out: what `show` prints.

Invariant: a page shows nothing that is not in the state, so what `project` hides it hides, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic

from pnp.referee.game import S
from pnp.referee.message import word
from pnp.referee.seat import Seat


def wrapped(words: Sequence[str], between: str, indent: int, width: int) -> Iterator[str]:
    """Words one after the other, on as many lines as they need."""
    line = words[0]
    for word_ in words[1:]:
        if len(line + between + word_ + between.rstrip()) > width:
            yield line + between.rstrip()
            line = " " * indent + word_
        else:
            line += between + word_
    yield line


class TextPage(Generic[S]):
    """One table in one language, for one viewer (None: everybody). Subclasses of a game give its `lines`."""

    def __init__(self, state: S, seat: Seat | None, lang: str) -> None:
        self.state, self.seat, self.lang = state, seat, lang
        self.book = state.setup.book

    def word(self, key: str) -> str:
        """A word of the game."""
        return self.book.name(key, self.lang)

    def message(self, id: str, /, **args: Any) -> str:
        """One of the game's messages in the language of the page."""
        return word(id, args, self.state.setup, self.lang)

    def lines(self) -> Iterator[str]:
        """The whole page."""
        raise NotImplementedError

    def text(self) -> str:
        """The page, line under line."""
        return "\n".join(line.rstrip() for line in self.lines())
