"""Questions: decisions somebody must make. In: what a game declares. Out: who is asked, what answers, what follows.

A `Question` is a value of the game's module; its answers are attached where they are ruled, so a question stands with
what it brings. On the state's stack an open one is an `Open`: plain values that pickle and compare. Invariant: a
question is known by the id of its prompt, and a class of moves that answers a secret one answers no open one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

from msgspec import Struct

from pnp.referee.game import Chance, Decision
from pnp.referee.kernel.place import Where
from pnp.referee.kernel.zone import Zone
from pnp.referee.move import Move
from pnp.referee.params import CARD, SEAT, ListParam
from pnp.referee.seat import TABLE, Seat

M = TypeVar("M", bound=Move)
Step = Callable[..., None]
Choices = Callable[[Any, Seat], Sequence[Move]]
Dealt = Callable[[Any, Chance], Move]

FIST = "closed"
"""A secret answer: a closed fist at a physical table, and in the views of others."""


class Commit(Move, frozen=True):
    """`anna: commit`: has answered in secret; the answer is told when all open theirs."""


class Look(Move, frozen=True):
    """`table: look anna fish2 salt1`: what a seat looks at, and nobody else."""

    to: Annotated[Seat, SEAT]
    cards: Annotated[tuple[str, ...], ListParam(CARD, unknown=True)]


class Answered(Struct, frozen=True, gc=False):
    """An answer to a question that is open still: whose, of which line, and what (`FIST`: not told)."""

    seat: Seat
    ply: int
    move: Move | str


class Open(Struct, frozen=True, gc=False):
    """A question on the stack: who must answer still, what was answered, and what it is about, as pairs."""

    question: str
    seats: tuple[Seat, ...]
    about: tuple[tuple[str, Any], ...] = ()
    answers: tuple[Answered, ...] = ()


class Due(Struct, frozen=True, gc=False):
    """Cards that the table is to deal: from which pile, where to, how many, by which rule.

    looker: they stay where they are, and are shown to this seat · any_order: of a deal round the table, in which seats
    get their cards in any order, and which no table does without · at: the position of the first of them in the pile
    """

    pile: Where
    to: Where
    count: int
    rule: str = ""
    looker: Seat | None = None
    any_order: bool = False
    at: int = 0


class Later(Struct, frozen=True, gc=False):
    """A step that waits on the stack until what lies above is done; a function of a module, which pickles by name."""

    step: Step
    about: tuple[Any, ...] = ()


Item = Open | Due | Later


class Answer:
    """One way to answer: the class of moves, what it does, and what may be chosen."""

    __slots__ = ("card_of", "choices", "dealt", "hides", "kind", "offers", "sees", "shown_to", "step")

    def __init__(
        self,
        kind: type[Move],
        choices: Choices | None,
        offers: Choices | None,
        card_of: Zone | None,
        dealt: Dealt | None,
        hides: tuple[str, ...],
        shown_to: str,
    ) -> None:
        self.kind, self.choices, self.offers = kind, choices, offers
        self.card_of, self.dealt = card_of, dealt
        self.hides, self.shown_to = hides, shown_to
        self.step: Step = _only_counted
        self.sees: Callable[[Any, Seat | None], bool] | None = None  # who hears what it hides, where no field says it


def _the_table(t: Any) -> tuple[Seat, ...]:
    """Whom a phase of chance asks."""
    return (TABLE,)


def _only_counted(t: Any, move: Move) -> None:
    """What an answer does of which no function says anything: it waits for those of the others."""


class Question:
    """An open decision.

    rule: what is cited · prompt: id of the message that asks · secret: answers are opened when all have given theirs
    may: nobody need answer; the first who does closes it, `pass` or (physical) any other line is silence
    first: one of the seats must answer, and the first answer closes it; only seats that have a choice are waited for
    chance: asked of the table; the referee answers at a digital one

    Two questions of a game have two prompts, and a class of moves that answers a secret one answers no open one.
    ValueError where more than one of `secret`, `may`, `first` is said.
    """

    def __init__(
        self,
        rule: str,
        prompt: str,
        *,
        secret: bool = False,
        may: bool = False,
        first: bool = False,
        chance: bool = False,
    ) -> None:
        if secret + may + first > 1:
            raise ValueError(f"{prompt}: secret, may and first are mutually exclusive")
        self.rule, self.prompt = rule, prompt
        self.secret, self.may, self.first, self.chance = secret, may, first, chance
        self.answers: dict[type[Move], Answer] = {}
        self.resolve: Step | None = None
        self.silence: Step | None = None
        self.worded: Callable[[Any, Seat], Decision] | None = None
        self.listed: Choices | None = None

    def __repr__(self) -> str:
        return self.prompt

    def answer(
        self,
        kind: type[M],
        *,
        choices: Choices | None = None,
        offers: Choices | None = None,
        card_of: Zone | None = None,
        dealt: Dealt | None = None,
        hides: tuple[str, ...] = (),
        shown_to: str = "",
    ) -> Callable[[Callable[[Any, M], None]], Callable[[Any, M], None]]:
        """Moves of this class answer; the function that is decorated says what they do.

        choices: (trial, seat) -> the moves to choose from; a class without fields is its own choice
        offers: (trial, seat) -> moves that are offered, where others may be said too: numbers, words of one's own
        card_of: a zone of the seat where the card lies that the move names: it lists them, and is checked first
        dealt: (trial, chance) -> the move of a digital table, where it is not simply one of the choices
        hides: fields that others hear as `?` (cards given or put away unseen), all but the seat in the field `shown_to`

        TypeError where `card_of` is said of a class without `card`, or a secret question hides something.
        """
        if card_of is not None and "card" not in kind.__struct_fields__:
            raise TypeError(f"{kind.__name__} needs a field `card` for card_of={card_of}")
        if self.secret and hides:
            raise TypeError(f"{kind.__name__} cannot hide {', '.join(hides)}: a secret question reveals its answers")
        self.answers[kind] = answer = Answer(kind, choices, offers, card_of, dealt, hides, shown_to)

        def attach(step: Callable[[Any, M], None]) -> Callable[[Any, M], None]:
            answer.step = step
            return step

        return attach

    def all_answered(self, step: Callable[[Any, Any], None]) -> Step:
        """What follows when everybody who was asked has answered: a decorator of `step(t, {seat: move})`,
        the seats in their order, whoever answered first.
        """
        self.resolve = step
        return step

    def lists(self, find: Choices) -> Choices:
        """Exactly the moves of a seat that the steps accept, where that is faster than to try each: a decorator of
        `find(t, seat) -> moves`. `pnp prove` compares it with the steps.
        """
        self.listed = find
        return find

    def asks(self, word: Callable[[Any, Seat], Decision]) -> Callable[[Any, Seat], Decision]:
        """What a seat is asked, where it depends on the table: a decorator of `word(t, seat) -> Decision`."""
        self.worded = word
        return word

    def all_passed(self, step: Callable[[Any], None]) -> Step:
        """What follows when nobody answers a question that need not be answered: a decorator of `step(t)`."""
        self.silence = step
        return step


class Phase:
    """A part of the game: its question, and who is asked it (whose turn it is, the table for chance, unless said).

    whom: (trial) -> the seats that may answer, `lambda t: t.seats` for all
    """

    def __init__(self, id: str, question: Question, whom: Callable[[Any], tuple[Seat, ...]] | None = None) -> None:
        self.id, self.question = id, question
        self.whom = whom or (_the_table if question.chance else None)
