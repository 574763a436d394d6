"""Kinds of questions. In: what the module that asks declares. Out: values that know what answers them.

A kind is declared where it is asked, and what answers it is attached by decorators: what an answer does, what may be
answered, what a digital table says, what silence means. Invariant: two kinds never share an id, which stands in the
digests of records, and by which a kind is found again when a state is unpickled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.notation import verb_of
from pnp.referee.seat import Seat

# The first is the trial, the second the open question; what an answer gives stands in `resolution/decisions.py`.
Answer = Callable[[Any, Any, Any], Any]
Choices = Callable[[Any, Any, Seat], Iterator[Move]]
Dealt = Callable[[Any, Any, Chance], Move]
Close = Callable[[Any, Any], None]
F = TypeVar("F", bound=Callable[..., Any])


def no_choices(t: Any, question: Any, seat: Seat) -> Iterator[Move]:
    """Nothing is listed: the digital table alone answers."""
    yield from ()


class QuestionKind:
    """One kind of question.

    verbs, how: the words that answer, and a message of how to do it, where that is not the verb of the first answer
    silence: a message of what `ok` means; "" where silence is no answer (KEK-A31, 14.6)
    """

    def __init__(self, id_: str, verbs: tuple[str, ...] = (), how: str = "", silence: str = "") -> None:
        assert id_ not in _KINDS, id_
        _KINDS[id_] = self
        self.id, self.how, self.silence, self._verbs = id_, how, silence, verbs
        self.answers: dict[type[Move], Answer] = {}
        self.choices: Choices = no_choices
        self.dealt: Dealt | None = None
        self.close: Close | None = None

    def __repr__(self) -> str:
        return self.id

    def __reduce__(self) -> tuple[Callable[[str], QuestionKind], tuple[str]]:
        return kind_of, (self.id,)

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs that answer."""
        return self._verbs or (verb_of(next(iter(self.answers))),)

    def answer(self, *moves: type[Move]) -> Callable[[F], F]:
        """`(t, question, move)`: what such a move answers.

        It gives a refusal; the effects that take the place of the one that asked; or None when it has closed the
        question itself.
        """

        def attach(step: F) -> F:
            self.answers.update(dict.fromkeys(moves, step))
            return step

        return attach

    def lists(self, choices: F) -> F:
        """`(t, question, seat)`: the answers there are."""
        self.choices = choices
        return choices

    def deals(self, dealt: F) -> F:
        """`(t, question, chance)`: what a digital table answers."""
        self.dealt = dealt
        return dealt

    def closes(self, close: F) -> F:
        """`(t, question)`: nobody answers."""
        self.close = close
        return close


_KINDS: dict[str, QuestionKind] = {}


def kind_of(id_: str) -> QuestionKind:
    """The kind with this id: kinds pickle by it."""
    return _KINDS[id_]
