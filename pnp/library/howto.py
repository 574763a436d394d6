"""How a game is learned. In: `cards/<game>/howto.yaml`. Out: what the leaf *How to play* says, part by part.

Invariant: it holds words and names of things (cards, rules, icons), never a count: those are taken from the components
and the database when the leaf is composed.
"""

from __future__ import annotations

from msgspec import Struct

from pnp.library.words import Words

PARTS = ("box", "setup", "turn", "example", "end", "missed", "switches")
"""The parts of the sheet, in the order in which a table needs them."""

EMPTY, UNSEEN = ".", "*"
"""In a picture: an empty place; a card that lies face down."""


class Note(Struct, frozen=True):
    """Something that is told.

    icon: a drawing beside it · rule: the rule that says it in full
    picture: rows of squares, each a card's id or a word, with a mark after a colon; see EMPTY, UNSEEN
    """

    words: Words
    icon: str = ""
    rule: str = ""
    picture: tuple[str, ...] = ()

    def squares(self) -> list[list[tuple[str, str]]]:
        """The picture as rows of (what, mark)."""
        return [[square_of(word) for word in row.split()] for row in self.picture]


def square_of(word: str) -> tuple[str, str]:
    """`ukko:new` → what stands there, and its mark."""
    what, _, mark = word.partition(":")
    return what, mark


class BoxNote(Struct, frozen=True):
    """What is said of a component. card: the one that is shown; the first unless said."""

    words: Words = {}
    card: str = ""


class ExampleStep(Note, frozen=True):
    """A step of the example.

    lines: what is typed, for the referee, who must allow it · wrong: a line that he refuses before them, by `rule`
    scores: what the seats have then
    """

    lines: tuple[str, ...] = ()
    wrong: str = ""
    scores: dict[str, int] = {}


class Example(Struct, frozen=True):
    """A round as it may go. options: switches that are not as usual · before: lines that are made and not told."""

    seats: tuple[str, ...] = ()
    options: dict[str, bool | int | str] = {}
    before: tuple[str, ...] = ()
    steps: tuple[ExampleStep, ...] = ()


class HowTo(Struct, frozen=True):
    """The whole leaf; one without an opening is none."""

    opening: Words = {}
    goal: Words = {}
    box: dict[str, BoxNote] = {}
    setup: tuple[Note, ...] = ()
    turn: tuple[Note, ...] = ()
    example: Example = Example()
    end: tuple[Note, ...] = ()
    missed: tuple[Note, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.opening)

    def notes(self, part: str) -> tuple[Note, ...]:
        """What is told in a part; box and switches hold no notes."""
        notes: tuple[Note, ...] = self.example.steps if part == "example" else getattr(self, part)
        return notes
