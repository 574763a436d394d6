"""A declared game: zones, counters, facts, phases and questions, and every hook of `Game` derived from them.

In: what the author of a game declares. Out: a `Game`, so that the table, replay, conformance, playtest and the command
line know no difference. Invariant: nothing is kept here but what follows from declarations and card books.
"""

from __future__ import annotations

import sys
from collections import Counter as Count
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pnp.referee.game import PHYSICAL, Adjustment, Game, Outcome, Setup
from pnp.referee.kernel import asking, bookkeeping, secrets, text
from pnp.referee.kernel.corrections import all_adjustments, refuse_places
from pnp.referee.kernel.events import EvidenceBegan, TableEvent
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.judging import judge_line, settle
from pnp.referee.kernel.line_trial import Noted, Refused, explain, news
from pnp.referee.kernel.place import Field, Places
from pnp.referee.kernel.printed import Printed
from pnp.referee.kernel.question import Commit, Due, Later, Look, Open, Phase, Question, Step
from pnp.referee.kernel.scene import scene
from pnp.referee.kernel.table import Draft, Table, table_class
from pnp.referee.kernel.trial import Trial
from pnp.referee.kernel.zone import EVERYBODY, NOBODY, OWNER
from pnp.referee.kernel_rules import REF_PLACES
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.opponents import filling
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event, Illegal, Ruling
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.effects.card_effects import CardEffects
    from pnp.referee.hidden.accusation import Accusation

MOST_SEATS = 16
STATE = "GameTable"  # the name of the state's class in the module of its game
IDLE = Phase("play", Question("", "kernel.no_answer"), lambda t: ())  # where every question is asked by a step
Scores = Callable[[Trial], Sequence[int]]
Because = Callable[[Trial, "Accusation", TableEvent], str]
Owed = Callable[[Trial, Sequence[Due]], str]
Bot = Callable[[Trial, Seat, Callable[[int], int]], Move]


class Declaration:
    """What an author declared, and what follows from it."""

    def __init__(
        self,
        module: str,
        holds: Sequence[Field[Any]],
        phases: Sequence[Phase],
        questions: Sequence[Question],
        asides: Sequence[Phase],
        begin: Step | None,
        ending: Step | None,
        seats_rule: str,
        scores: Scores | None,
        exact: bool,
        effects: CardEffects | None = None,
        because: Because | None = None,
        corrected: Step | None = None,
        checks: Step | None = None,
        owed: Owed | None = None,
    ) -> None:
        self.effects, self.because, self.corrected = effects, because, corrected
        self.checks, self.owed = checks, owed
        self.held = Holdings(holds)
        self.phases = tuple(phases) or (IDLE,)
        self.asides = tuple(asides)
        asked = [*(phase.question for phase in (*self.phases, *asides)), *questions]
        self.questions = {question.prompt: question for question in asked}
        self.begin, self.ending, self.seats_rule = begin, ending, seats_rule
        self.own_scores, self.exact = scores, exact
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
        cited = [zone for zone in self.held.zones if zone.seen_by == NOBODY]
        nameless = [zone.id for zone in (*cited, *(a.card_of for a in answers if a.card_of)) if not zone.rule]
        if nameless:
            zones = ", ".join(dict.fromkeys(nameless))
            raise ValueError(f"{zones}: expected Zone(…, rule=…), the rule that a refused deal or card cites")
        self.answered = frozenset(answer.kind for answer in answers)
        self.hiding = {answer.kind: answer for answer in answers if answer.hides}
        self.corrections: dict[type[Move], Adjustment] = {}  # before what follows from every correction
        self._printed: dict[int, Printed] = {}
        self._idle: list[Trial] = []  # trials whose line is worked out, for the next one; tables may share a game

    # cards

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
        setup = d.state.setup
        piles = [zone for zone in self.held.zones if zone.on_top is not None] if is_start else []
        on_top = [kind for zone in piles for kind in zone.on_top(setup.book)]  # type: ignore[misc]
        return bookkeeping.start(d, self.held.zones, len(setup.seats), self.printed(setup), on_top)

    def finish(self, correction: Adjustment) -> Adjustment:
        """Return a correction with what follows from every correction."""

        def corrected(state: Any, move: Move) -> Any:
            after = correction.apply(state, move)
            if isinstance(after, Illegal):
                return after
            try:
                return self._follow_up(state, after).done()
            except Refused as refused:
                return refused.ruling

        self.corrections[correction.move] = correction
        return replace(correction, apply=corrected)

    def _follow_up(self, before: Any, state: Any) -> Trial:
        """Check the places of a corrected table. Where cards have moved, what was proved before may have been wrong."""
        t = Trial(self, state)
        if self.corrected is not None:
            t.values["over"] = None
            self.corrected(t, self.look(before))
        refusal = refuse_places(self.held, t.done())
        if refusal is not None:
            t.bar(REF_PLACES, refusal.message, **refusal.args)
        if self.exact and any(t.get(zone.id) != getattr(before, zone.id) for zone in self.held.zones):
            t.values["knowledge"] = self._restarted(t)
        if self.corrected is not None:
            settle(self, t)
            t.values["stack"] = state.stack  # an end may be taken back by the next correction
        return t

    def news(self, state: Any, move: Move, ruling: Ruling) -> tuple[str, ...]:
        """What people must do or know after a line; after a correction what `corrected` announces."""
        correction = self.corrections.get(type(move))
        if correction is None or self.corrected is None:
            return news(state, move, ruling)
        notes = self._follow_up(state, correction.apply(state, move)).events
        return tuple(state.message(note.message, **note.args) for note in notes if type(note) is Noted and note.is_news)

    def _restarted(self, t: Trial) -> Any:
        """The evidence after a correction: none where every card of the hands is known to the referee."""
        hands = (zone for zone in self.held.zones if zone.seen_by == OWNER)
        is_told = not any(UNKNOWN in t.read(place) for zone in hands for place in zone.places(len(t.seats)))
        return None if t.values["knowledge"] is None and is_told else self.fresh_knowledge(t)

    # hooks

    def take(self, state: Any, overruled: bool, listing: bool) -> Trial:
        """Return a trial of this state, which is given back by `give_back` when its line is worked out."""
        try:
            t = self._idle.pop()
        except IndexError:
            return Trial(self, state, overruled=overruled, listing=listing)
        t.begin(state, overruled, listing)
        return t

    def give_back(self, t: Trial, *, changed: bool = False) -> None:
        """Keep a trial for the next line. changed: it has left its state without reaching another one."""
        if changed:
            t.state = None
        self._idle.append(t)

    def look(self, state: Any) -> Trial:
        """Return a trial that only lists, for whoever may keep it."""
        return Trial(self, state, listing=True)

    def seated(self, asked: Callable[..., Any]) -> Callable[..., Any]:
        """A hook that is asked of a state, from a function that is asked of a trial and does not keep it."""

        def answered(state: Any, *rest: Any) -> Any:
            t = self.take(state, False, True)
            found = asked(t, *rest)
            self.give_back(t, changed=bool(t.events))
            return found

        return answered

    def setup(self, agreed: Setup) -> Any:
        """The table before the first line."""
        refusal = agreed.refuse_seats(self.seats_rule)
        if refusal:
            return refusal
        seats = len(agreed.seats)
        start = self.state(agreed, **{field.id: field.start(seats) for field in self.held.fields})
        d = Draft(start, self.places)
        for zone in self.held.zones:
            if zone.cells is not None:
                d.values[zone.id] = zone.cells(agreed)
            if zone.begins:
                printed = self.printed(agreed)
                cards = [kind for kind in printed.kinds_in(zone) for _ in range(printed.copies[kind])]
                is_hidden = zone.seen_by == NOBODY
                d.write(zone.place, (UNKNOWN,) * len(cards) if is_hidden else tuple(cards))
        has_hidden = any(zone.seen_by != EVERYBODY for zone in self.held.zones)
        if agreed.deal == PHYSICAL and has_hidden and self.exact:
            d.values["knowledge"] = self.fresh_knowledge(d, is_start=True)
        t = Trial(self, d.done())
        t.ply = 0
        if self.begin is not None:
            self.begin(t)
        settle(self, t)
        return t.done()

    def judge(self, state: Any, move: Move, overruled: bool = False) -> Ruling:
        """Whether a line is legal; what it does where a table overruled it."""
        t = self.take(state, overruled, False)
        try:
            judge_line(self, t, move)
        except Refused as refused:
            self.give_back(t, changed=True)
            return refused.ruling
        ruling = t.ruling()
        self.give_back(t)
        return ruling

    def force(self, state: Any, move: Move) -> Any:
        """The line as a table overruled it."""
        return self.judge(state, move, True)

    def apply(self, state: Any, event: Event) -> Any:
        """The state after an event, which is still of the ply before the line: every event of a line is of the same
        ply. Irregularities change nothing that lies on the table.
        """
        d = Draft(state, self.places)
        if type(event) is EvidenceBegan:
            d.values["knowledge"] = self.fresh_knowledge(d, event.is_start)
        elif isinstance(event, TableEvent):
            if self.exact and state.knowledge is not None:
                learned = bookkeeping.learn(state.knowledge, event, d, state.ply + 1)
                event.fold(d)
                d.values["knowledge"] = getattr(learned, "knowledge", None) or self.fresh_knowledge(d)
            else:
                event.fold(d)
        return d.done()

    def scores(self, state: Any) -> tuple[int, ...]:
        """The scores of all seats; none where no counter scores."""
        return self.held.scores(state) if self.own_scores is None else tuple(self.own_scores(self.look(state)))

    def counted(self, state: Any) -> Mapping[str, tuple[int, ...]]:
        """The numbers that seats have, by what they count."""
        counted = self.held.counted(state)
        return counted if self.own_scores is None else {**counted, "score": self.scores(state)}

    def acting(self, state: Any) -> tuple[Seat, ...]:
        """Who may act."""
        return asking.to_act(self, state)

    def legal_moves(self, state: Any, seat: Seat) -> list[Move]:
        """What a seat may do."""
        return asking.legal_moves(self, state, seat)

    def phase(self, state: Any) -> str:
        """A word for where the game is: its phase, or what was asked in between."""
        if state.over is not None:
            return text.OVER
        top = state.stack[-1] if state.stack else None
        if type(top) is Due:
            return "deal"
        return top.question if type(top) is Open else self.phases[state.phase].id

    def facts(self, state: Any) -> Any:
        """Everything on the table as plain values."""
        order = {"turn": state.turn, "phase": state.phase}
        over = {"over": [state.over.kind, *state.over.winners]} if state.over is not None else {}
        return {**order, **over, **self.held.facts(state), "stack": [_plain_item(item) for item in state.stack]}

    def census(self, state: Any) -> dict[str, int]:
        """How many copies of each kind lie in known places; `?` counts the others."""
        return self.held.census(state, self.copies(state.setup))

    def show(self, state: Any, seat: Seat | None, lang: str) -> str:
        """The table as text."""
        named = [phase.id for phase in self.phases] if len(self.phases) > 1 else [""]  # an only one says nothing
        phase = named[state.phase] if state.over is None else text.OVER
        return text.show(self.held, state, seat, lang, phase, self.acting(state))

    def lies_open(self, state: Any, move: Move) -> bool:
        """Whether a move is among what may be chosen; of several readings of a line one that is not is not meant."""
        if move.seat not in asking.to_act(self, state):
            return True
        possible = asking.candidates(self, state, move.seat)
        return move in possible or not any(type(other) is type(move) for other in possible)


def _plain_item(item: Any) -> list[Any]:
    if type(item) is Due:
        return ["deal", item.pile, item.to, item.count]
    if type(item) is Later:
        return ["later", item.step.__name__, item.about]
    answers = [[given.seat, _plain_move(given.move)] for given in item.answers]
    return [item.question, item.seats, list(item.about), answers]


def _plain_move(move: Move | str) -> Any:
    if isinstance(move, str):
        return move
    return [type(move).__name__, *(getattr(move, name) for name in move.__struct_fields__[1:])]


def declare(
    module: str,
    *,
    slug: str,
    version: int,
    players: tuple[int, int],
    holds: Sequence[Field[Any]],
    phases: Sequence[Phase] = (),
    questions: Sequence[Question] = (),
    asides: Sequence[Phase] = (),
    begin: Step | None = None,
    ending: Step | None = None,
    seats_rule: str = "",
    scores: Scores | None = None,
    exact: bool = True,
    looks: bool = False,
    corrections: Sequence[Adjustment] = (),
    effects: CardEffects | None = None,
    bots: Mapping[str, Bot] = {},
    tally: Callable[[Trial, Seat | None], Mapping[str, str]] | None = None,
    measure: Callable[[Trial, Seat], Mapping[str, Mapping[str, float]]] | None = None,
    rate: Callable[[Trial, Seat, Sequence[Move]], Sequence[float]] | None = None,
    value: Callable[[Trial], Sequence[float]] | None = None,
    because: Because | None = None,
    corrected: Step | None = None,
    checks: Step | None = None,
    owed: Owed | None = None,
    forced: Callable[[Trial], Move | None] | None = None,
    facts: Callable[[Trial], Any] | None = None,
    page: Callable[[Trial, Seat | None, str], str] | None = None,
    **hooks: Any,
) -> Game[Any]:
    """A game from its declarations.

    module: the game's module (`__name__`), in which the state's class comes to live
    holds: all zones, counters and facts · questions: those that no phase asks
    asides: what some may say at any time without being asked: cards are shown, the table tells of dice
    begin: what is done before the first line · ending: asked when nothing is open: says `t.end` when the game is over
    seats_rule: how many may play · scores: where they are no counter
    exact: reason about hidden real cards, not only count them · looks: some step lets a seat look at hidden cards
    corrections: of what no zone and no counter says, and those that take the place of one that follows from them
    effects: what its cards do (`CardEffects`), with the facts and questions that this takes
    bots: players for `pnp playtest` by name, `bot(t, seat, pick) -> move`: `t` is the table as that seat sees it,
        `t.choices(seat)` what it may do, `pick(n)` a number below n
    tally: (t, seat) -> how a playtest classes a seat at the end, `{what: which}`; seat None: how it classes the game
    measure: (t, seat) -> a seat's numbers at the end, `{what: {which: number}}`
    rate: (t, seat, moves) -> how good each of these moves looks to the seat: what `greedy` plays by
    value: (t) -> the chance of each seat to win, when nothing is hidden: what a search goes by
    because: (t, accusation, event) -> what a claim had said that this event proves false, or puts in doubt
    checks: step(t, move) before every line is judged: refuses in the game's own words what the kernel would refuse
    owed: (t, dues) -> what asks the table for the deals that are due
    forced: (t) -> a line that the referee writes itself · facts: (t) -> the table as plain values
    page: (t, seat, lang) -> the table as text
    corrected: step(t, before) after every correction of fact: puts right what follows from it, or refuses it; `before`
        is the table as it was
    hooks: hooks of `Game` that the game says itself: show, retold, max_plies …

    slug: the name of the game's folder · version: raised when a rule changes; records say it · players: (fewest, most)

    ValueError where a class of moves answers a secret question and an open one, and where a zone that must cite a rule
    has none. What comes out is the module's `GAME`.
    """
    if effects is not None:
        holds, questions, looks = (*holds, *effects.holds), (*questions, *effects.ask.all), True
        hooks = {"vocabulary": effects.vocabulary, **hooks}
    game = Declaration(
        module,
        holds,
        phases,
        questions,
        asides,
        begin,
        ending,
        seats_rule,
        scores,
        exact,
        effects,
        because,
        corrected,
        checks,
        owed,
    )
    vars(sys.modules[module])[STATE] = game.state
    moves: dict[type[Move], None] = {}
    for question in game.questions.values():
        moves.update(dict.fromkeys(question.answers))
        moves.update(dict.fromkeys([Commit] * question.secret + [Pass] * question.may))
    if any(zone.seen_by == NOBODY or (zone.begins and game.held.hands) for zone in game.held.zones):
        moves.update(dict.fromkeys([Deal] + [Look] * looks))
    dealt = [Look] + [kind for question in game.questions.values() if question.chance for kind in question.answers]
    derived: dict[str, Any] = {
        "setup": game.setup,
        "judge": game.judge,
        "force": game.force,
        "apply": game.apply,
        "explain": explain,
        "news": game.news,
        "scores": game.scores,
        "counters": game.counted,
        "outcome": _outcome,
        "phase": game.phase,
        "facts": game.facts,
        "census": game.census,
        "conceals": _conceals,
        "lies_open": game.lies_open,
        "to_act": partial(asking.to_act, game),
        "pending": partial(asking.pending, game),
        "candidates": partial(asking.candidates, game),
        "legal_moves": partial(asking.legal_moves, game),
        "chance": partial(asking.chance, game),
        "roll_dice": partial(asking.roll_dice, game),
        "fill": partial(filling.fill, game),
        "project": partial(secrets.project, game),
        "redact": partial(secrets.redact, game),
        "redact_event": partial(secrets.redact_event, game),
        "is_revealed": partial(secrets.is_opened, game),
        "show": game.show,
        "scene": partial(scene, game.held),
        "adjustments": tuple(map(game.finish, all_adjustments(game.held, module, corrections))),
        "dealt": tuple(dealt),
        "bots": {name: game.seated(bot) for name, bot in bots.items()},
    }
    for name, count in (
        ("tally", tally),
        ("measure", measure),
        ("rate", rate),
        ("value", value),
        ("forced", forced),
        ("facts", facts),
        ("show", page),
    ):
        if count is not None:
            derived[name] = game.seated(count)
    return Game(slug=slug, version=version, players=players, moves=tuple(moves), **{**derived, **hooks})


def _outcome(state: Table) -> Outcome | None:
    return state.over


def _conceals(before: Table, after: Table) -> bool:
    return after.concealed > before.concealed
