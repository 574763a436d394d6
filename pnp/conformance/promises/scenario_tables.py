"""The tables of scenarios are tables like any other: what people wrote down comes to places that bots seldom see.

In: a game as a whole. Out: how many lines were looked at, or BrokenPromise.
"""

from __future__ import annotations

from typing import Any

from pnp.conformance.case import BrokenPromise, Case, PlayedLine, Subject
from pnp.conformance.promises.cards import check_books, count_cards
from pnp.conformance.promises.records import check_fold, same_when_reread
from pnp.conformance.promises.rulings import check_choices
from pnp.playtest.simulate import seeded_pick
from pnp.referee.replay import Replay

MOVES = 8  # of what is offered, and of what might be, after each line


def scenario_games_are_consistent(subject: Subject) -> int:
    """After every line of a scenario cards are counted, events fold, the books agree, what is offered is what is
    allowed; and its record replays. Tables that do not hold are left to `every_scenario_passes`.
    """
    cases: dict[int, Case] = {}
    for shown in subject.shown:
        if shown.table is not None:
            count = len(shown.scenario.seats)
            case = cases.setdefault(count, Case(subject.slug, subject.game, subject.book, count, 1))
            try:
                _check(case, shown.table)
            except BrokenPromise as broken:
                raise BrokenPromise(f"{shown.scenario.name}: {broken.words}", broken.place) from None
    return sum(case.checks for case in cases.values())


def _check(case: Case, table: Replay[Any]) -> None:
    pick = seeded_pick(len(table.entries))
    for entry in table.entries:
        if not entry.accepted:
            continue
        case.at(table, entry)
        if type(entry.move) in case.game.moves:
            check_fold(case, PlayedLine(table, entry.state_before, entry))
        count_cards(case, entry.state)
        check_books(case, entry.state, entry.state)
        if entry.outcome is None:
            check_choices(case, entry.state, pick, MOVES)
    same_when_reread(case, table)


WHOLE = (scenario_games_are_consistent,)
