"""Hooks of `Game` that follow from declarations: the first state, the judge, what the table shows and counts. In:
compiled rules and a state. Out: rulings, states, plain values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pnp.referee.game import PHYSICAL, Outcome, Setup
from pnp.referee.kernel import asking, bookkeeping, text
from pnp.referee.kernel.compiled import CompiledRules
from pnp.referee.kernel.events import EvidenceBegan, TableEvent
from pnp.referee.kernel.judging import judge_line, settle
from pnp.referee.kernel.line_trial import Refused
from pnp.referee.kernel.place import EVERYBODY
from pnp.referee.kernel.question import Due, Later, Open
from pnp.referee.kernel.table import Draft, Table
from pnp.referee.kernel.trial import Trial, give_back, take
from pnp.referee.move import Move
from pnp.referee.ruling import Event, Ruling
from pnp.referee.seat import Seat


def seated(game: CompiledRules, asked: Callable[..., Any]) -> Callable[..., Any]:
    """A hook that is asked of a state, from a function that is asked of a trial and does not keep it."""

    def answered(state: Any, *rest: Any) -> Any:
        t = take(game, state)
        found = asked(t, *rest)
        give_back(t, changed=bool(t.events))
        return found

    return answered


def setup(game: CompiledRules, agreed: Setup) -> Any:
    """The table before the first line."""
    refusal = agreed.refuse_seats(game.seats_rule)
    if refusal:
        return refusal
    start = game.state(agreed, **{field.id: field.start(agreed) for field in game.held.fields})
    d = Draft(start, game.places)
    for zone in game.held.zones:
        if zone.cells is not None:
            d.values[zone.id] = zone.cells(agreed)
        if zone.begins:
            d.write(zone.place, game.printed(agreed).pile(zone))
    has_hidden = any(zone.seen_by != EVERYBODY for zone in game.held.zones)
    if agreed.deal == PHYSICAL and has_hidden and game.exact:
        d.values["knowledge"] = game.fresh_knowledge(d, is_start=True)
    t = Trial(game, d.done())
    t.ply = 0
    if game.begin is not None:
        game.begin(t)
    settle(game, t)
    return t.done()


def judge(game: CompiledRules, state: Any, move: Move, overruled: bool = False) -> Ruling:
    """Whether a line is legal; what it does where a table overruled it."""
    t = take(game, state, overruled, False)
    try:
        judge_line(game, t, move)
    except Refused as refused:
        give_back(t, changed=True)
        return refused.ruling
    ruling = t.ruling()
    give_back(t)
    return ruling


def force(game: CompiledRules, state: Any, move: Move) -> Any:
    """The line as a table overruled it."""
    return judge(game, state, move, True)


def apply(game: CompiledRules, state: Any, event: Event) -> Any:
    """The state after an event, which is still of the ply before the line: every event of a line is of the same
    ply. Irregularities change nothing that lies on the table.
    """
    d = Draft(state, game.places)
    if type(event) is EvidenceBegan:
        d.values["knowledge"] = game.fresh_knowledge(d, event.is_start)
    elif isinstance(event, TableEvent):
        if game.exact and state.knowledge is not None:
            learned = bookkeeping.learn(state.knowledge, event, d, state.ply + 1)
            event.fold(d)
            d.values["knowledge"] = getattr(learned, "knowledge", None) or game.fresh_knowledge(d)
        else:
            event.fold(d)
    return d.done()


def scores(game: CompiledRules, state: Any) -> tuple[int, ...]:
    """The scores of all seats; none where no counter scores."""
    return (
        game.held.scores(state) if game.own_scores is None else tuple(game.own_scores(Trial(game, state, listing=True)))
    )


def counted(game: CompiledRules, state: Any) -> Mapping[str, tuple[int, ...]]:
    """The numbers that seats have, by what they count."""
    counted = game.held.counted(state)
    return counted if game.own_scores is None else {**counted, "score": scores(game, state)}


def phase(game: CompiledRules, state: Any) -> str:
    """A word for where the game is: its phase, or what was asked in between."""
    if state.over is not None:
        return text.OVER
    top = state.stack[-1] if state.stack else None
    if type(top) is Due:
        return "deal"
    return top.question if type(top) is Open else game.phases[state.phase].id


def facts(game: CompiledRules, state: Any) -> Any:
    """Everything on the table as plain values."""
    order = {"turn": state.turn, "phase": state.phase}
    over = {"over": [state.over.kind, *state.over.winners]} if state.over is not None else {}
    return {**order, **over, **game.held.facts(state), "stack": [_plain_item(item) for item in state.stack]}


def census(game: CompiledRules, state: Any) -> dict[str, int]:
    """How many copies of each kind lie in known places; `?` counts the others."""
    return game.held.census(state, game.copies(state.setup))


def show(game: CompiledRules, state: Any, seat: Seat | None, lang: str) -> str:
    """The table as text."""
    named = [phase.id for phase in game.phases] if len(game.phases) > 1 else [""]  # an only one says nothing
    phase = named[state.phase] if state.over is None else text.OVER
    return text.show(game.held, state, seat, lang, phase, asking.to_act(game, state))


def lies_open(game: CompiledRules, state: Any, move: Move) -> bool:
    """Whether a move is among what may be chosen; of several readings of a line one that is not is not meant."""
    if move.seat not in asking.to_act(game, state):
        return True
    possible = asking.candidates(game, state, move.seat)
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


def outcome(state: Table) -> Outcome | None:
    """How the game ended; None before."""
    return state.over


def conceals(before: Table, after: Table) -> bool:
    """Whether cards went out of sight between two states."""
    return after.concealed > before.concealed
