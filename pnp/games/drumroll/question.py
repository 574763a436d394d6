"""Questions: what must be decided, each a value of the part of the rules that asks it, with what answers it.

In: what `phases/` declare. Out: the question of a phase by its id, which is all that states and digests hold.
Invariant: whoever lists, asks, judges, shows or goes on reads the question, and has no row for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pnp.referee import kernel
from pnp.referee.game import Decision
from pnp.referee.move import Move
from pnp.referee.notation import verb_of
from pnp.referee.seat import TABLE, Seat

Whom = Callable[[Any], tuple[Seat, ...]]  # (state)
Offers = Callable[[Any, Seat], Iterable[Move]]  # (state, seat)
Words = Callable[[Any, Seat], str]  # (state, seat)
Verbs = Callable[[Any, Seat], tuple[str, ...]]  # (state, seat)
Step = Callable[[Any], None]  # (trial)

QUESTIONS: dict[str, Question] = {}


class Question(kernel.Question):
    """What a phase asks, answered as questions of the kernel are.

    id: of the phase, as `verify` prints it · message: what is asked, or its text for a seat · whom: who must answer
    still; when nobody must, the game goes on · offers: what a seat may answer, and perhaps more
    verbs: those that a prompt names, if not all that answer · of_table: what the table is asked in the same phase
    in_setup: the first turn has not begun
    """

    def __init__(
        self,
        id: str,
        rule: str,
        message: str | Words,
        *,
        whom: Whom = lambda state: (TABLE,),
        offers: Offers = lambda state, seat: (),
        verbs: Verbs | None = None,
        of_table: Question | None = None,
        in_setup: bool = False,
        chance: bool = False,
        secret: bool = False,
    ) -> None:
        super().__init__(rule, id, secret=secret, chance=chance)
        self.id, self.message, self.whom, self.offers = id, message, whom, offers
        self.verbs, self.of_table, self.in_setup = verbs, of_table, in_setup
        self.follow: Step | None = None
        QUESTIONS[id] = self

    def followed_by(self, step: Step) -> Step:
        """What happens when nobody is asked any more; unless it begins another phase, the next one begins."""
        self.follow = step
        return step

    def of(self, seat: Seat) -> Question | None:
        """What a seat is asked, or the table."""
        if self.chance == (seat == TABLE):
            return self
        return self.of_table if seat == TABLE else None

    def decisions(self, state: Any, seat: Seat) -> tuple[Decision, ...]:
        """The question in words, for one of those who are asked."""
        message, verbs = self.message, self.verbs
        words = state.message(message) if isinstance(message, str) else message(state, seat)
        return (Decision(seat, verbs(state, seat) if verbs else tuple(map(verb_of, self.answers)), words, self.rule),)
