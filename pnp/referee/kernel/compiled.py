"""What a game declared, compiled once: its questions by prompt, its places, what hides. In: declarations. Out: values
that trials, lists and views read.

Invariant: nothing here knows a trial, so everything else in the kernel can import it.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Sequence
from typing import Any

from pnp.referee.game import Adjustment, Setup
from pnp.referee.kernel import bookkeeping, hidden_values
from pnp.referee.kernel.counter import Fact
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.place import MOST_SEATS, NOBODY, OTHERS, Field, Places
from pnp.referee.kernel.printed import Printed
from pnp.referee.kernel.question import Phase, Question, Step
from pnp.referee.kernel.table import Draft, table_class
from pnp.referee.move import Move
from pnp.referee.seat import Seat

STATE = "GameTable"  # the name of the state's class in the module of its game
IDLE = Phase("play", Question("", "kernel.no_answer"), lambda t: ())  # where every question is asked by a step


def _names(page: Any, seats: tuple[Seat, ...]) -> str:
    return ", ".join(map(page.state.setup.name, seats))


class CompiledRules:
    """The rules of one declared game. `declare` documents what an author gives.

    held: all zones, counters and facts · state: the class of its states · places: all places, by name and key
    hand: the first zone of hands, which are all seen by the same seats
    secret, answered, hiding: classes of moves that answer in secret, that answer, that hide fields
    deal_rule: cited where no deal is due · legal_moves: the hook of that name · idle: trials whose line is worked out
    """

    def __init__(
        self,
        module: str,
        *,
        holds: Sequence[Field[Any]],
        phases: Sequence[Phase],
        questions: Sequence[Question],
        asides: Sequence[Phase],
        begin: Step | None,
        ending: Step | None,
        seats_rule: str,
        scores: Callable[[Any], Sequence[int]] | None,
        exact: bool,
        fewest_win: bool,
        effects: Any,
        because: Callable[[Any, Any, Any], str] | None,
        corrected: Step | None,
        checks: Step | None,
        dealing: Question | None,
        leaves: bool,
        team: Callable[[Any, Seat], Any] | None,
    ) -> None:
        self.effects, self.because, self.corrected = effects, because, corrected
        self.checks, self.dealing, self.team = checks, dealing, team
        self.has_out = leaves
        if leaves:
            holds = (*holds, Fact("out", (), words=_names))
        self.held = Holdings(holds)
        self.phases = tuple(phases) or (IDLE,)
        self.asides = tuple(asides)
        asked = [*(phase.question for phase in (*self.phases, *asides)), *questions, *hidden_values.questions(holds)]
        self.questions = {question.prompt: question for question in asked}
        self.begin, self.ending, self.seats_rule = begin, ending, seats_rule
        self.own_scores, self.fewest_win = scores, fewest_win
        self.hand = next(iter(self.held.hands.values()), None)
        if len({zone.seen_by for zone in self.held.hands.values()}) > 1:
            raise ValueError(f"{', '.join(self.held.hands)}: expected the hands of a game to be seen by the same seats")
        self.exact = exact and not any(zone.seen_by == OTHERS for zone in self.held.zones)
        self.places = Places(holds, MOST_SEATS)
        self.state = table_class(module, STATE, holds)
        piles = [zone for zone in self.held.zones if zone.seen_by == NOBODY]
        self.deal_rule = piles[0].rule if piles else ""
        self.secret = {kind for question in asked if question.secret for kind in question.answers}
        open_ = {kind for question in asked if not question.secret for kind in question.answers}
        if self.secret & open_:
            names = ", ".join(sorted(kind.__name__ for kind in self.secret & open_))
            raise ValueError(f"{names}: expected answers of a secret or an open question, got both")
        answers = [answer for question in asked for answer in question.answers.values()]
        nameless = [zone.id for zone in (*piles, *(a.card_of for a in answers if a.card_of)) if not zone.rule]
        if nameless:
            zones = ", ".join(dict.fromkeys(nameless))
            raise ValueError(f"{zones}: expected Zone(…, rule=…), the rule that a refused deal or card cites")
        self.answered = frozenset(answer.kind for answer in answers)
        self.hiding = {answer.kind: answer for answer in answers if answer.hides}
        self.corrections: dict[type[Move], Adjustment] = {}  # before what follows from every correction
        self.legal_moves: Callable[[Any, Seat], Sequence[Move]]
        self.idle: list[Any] = []  # tables may share a game
        self._printed: dict[int, Printed] = {}

    def printed(self, setup: Setup) -> Printed:
        """Return what follows from the printed cards of a table."""
        kept = self._printed.get(id(setup.book))
        if kept is None or kept.book is not setup.book:
            kept = self._printed[id(setup.book)] = Printed(setup.book)
        return kept

    def copies(self, setup: Setup) -> Count[str]:
        """Return how many copies of each kind are printed."""
        return self.printed(setup).copies

    def fresh_knowledge(self, d: Draft, is_start: bool = False) -> Any:
        """The knowledge of who sees this table for the first time. is_start: before its first line"""
        setup = d.values["setup"]
        piles = [zone for zone in self.held.zones if zone.on_top is not None] if is_start else []
        on_top = [kind for zone in piles for kind in zone.on_top(setup.book)]  # type: ignore[misc]
        return bookkeeping.start(d, self.held.zones, len(setup.seats), self.printed(setup), on_top)
