"""Mended tables: people let a forbidden line stand (`anna: !play …`), correct what lies there (`table: adjust …`), and
play on. In: a case. Out: nothing, or BrokenPromise.

Invariant: what is mended is drawn by the number of the game alone. A table that was mended counts its cards, keeps its
books, is what its record tells, shows a seat what its lines tell, and offers nothing that it refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from pnp.conformance.case import Case, PlayedLine
from pnp.conformance.mends import corrections, forbidden_lines
from pnp.conformance.playing import type_offered
from pnp.conformance.promises.cards import check_books, count_cards
from pnp.conformance.promises.records import check_fold, same_when_reread
from pnp.conformance.promises.rulings import check_choices
from pnp.conformance.promises.secrets import fold_as_seen
from pnp.playtest.simulate import seeded_pick
from pnp.referee.game import PHYSICAL
from pnp.referee.kernel.table import Table
from pnp.referee.move import Move, Undo
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE

PLACES = 3  # of a game where something is mended
GOES_ON = 3  # lines after that
SOME = 8  # moves that are asked about
EARLY = 40  # lines: a table that was mended so early is looked at as others saw it

Pick = Callable[[int], int]
Mends = Callable[[Replay[Any], Pick], Iterator[Move]]


def the_game_continues_after_an_overruled_line(case: Case) -> None:
    """A line that the table lets stand against the rules happens like any other; then the rules hold again."""
    if not _mend_all(case, forbidden_lines, True):
        case.nothing("the game has no illegal line that can be overruled")


def the_game_continues_after_a_correction(case: Case) -> None:
    """What is corrected is so, and the game goes on from there. Said again it changes nothing in games on declarations,
    unless it is an act; in others every correction may be one: a turn begins anew, one more copy comes.
    """
    if not case.game.adjustments:
        case.nothing("the game has no corrections (`adjustments`)")
    _mend_all(case, corrections, False)


def _mend_all(case: Case, mends: Mends, overruled: bool) -> int:
    """Mend some tables; how many lines did."""
    mended = 0
    for played in (case.digital[0], case.physical[0]):
        pick, lines = seeded_pick(len(played.entries)), len(played.entries)
        for at in sorted({lines * place // PLACES for place in range(PLACES)}):
            table = _until(played, at)
            many = sum(_mend(case, table, move, overruled, pick) for move in mends(table, pick))
            if not many:
                continue
            mended += many
            same_when_reread(case, table)
            if at <= EARLY and table.setup.deal != PHYSICAL:
                for viewer in (None, len(case.seats) - 1):
                    fold_as_seen(case, table, viewer)
    return mended


def _until(played: Replay[Any], ply: int) -> Replay[Any]:
    """The same table after so many lines."""
    table = Replay(played.game, played.setup)
    table.entries, table.positions = played.entries[:ply], played.positions[: ply + 1]
    return table


def _mend(case: Case, table: Replay[Any], move: Move, overruled: bool, pick: Pick) -> int:
    """Mend a table and go on; whether it could be mended so."""
    savepoint, before = table.savepoint(), table.state
    entry = table.apply_move(move, overruled=overruled)
    if not entry.accepted:
        table.rollback(savepoint)
        return 0
    case.at(table, entry)
    if overruled:
        check_fold(case, PlayedLine(table, before, entry))
    elif isinstance(before, Table) and not _is_act(case, move):
        _repeat(case, table, move)
    _check_state(case, table, pick)
    _undo(case, table, before)
    for _ in range(GOES_ON):
        before, plies = table.state, table.plies
        why = type_offered(table, pick, case.seeds)
        case.holds(not why, "{}", why)
        if table.plies == plies:
            break
        case.at(table, table.entries[-1])
        check_fold(case, PlayedLine(table, before, table.entries[-1]))
        count_cards(case, table.state)
        check_books(case, table.state, table.state)
    return 1


def _is_act(case: Case, move: Move) -> bool:
    """Whether a correction says what is done, and not what is so."""
    return any(each.is_act for each in case.game.adjustments if each.move is type(move))


def _repeat(case: Case, table: Replay[Any], move: Move) -> None:
    """A correction that says what is so already changes nothing."""
    savepoint, so = table.savepoint(), table.state
    again = table.apply_move(move)
    case.holds(again.accepted, "the same correction, typed again, is rejected: {}", again.ruling)
    case.same_facts(so, again.state, "the same correction, typed again, changes the state: expected {}, got {}")
    table.rollback(savepoint)


def _check_state(case: Case, table: Replay[Any], pick: Pick) -> None:
    """Cards are counted, the books have them, and what is offered is what the rules allow."""
    state = table.state
    count_cards(case, state)
    check_books(case, state, state)
    if table.outcome is None:
        check_choices(case, state, pick, SOME)


def _undo(case: Case, table: Replay[Any], before: Any) -> None:
    """A mend that is taken back leaves no trace."""
    savepoint = table.savepoint()
    undone = table.apply_move(Undo(TABLE))
    case.holds(undone.accepted, "it cannot be undone: {}", undone.ruling)
    case.same_facts(
        before, replace(table.state, ply=before.ply), "undo does not restore the state: expected {}, got {}"
    )
    table.rollback(savepoint)


PROMISES = (the_game_continues_after_an_overruled_line, the_game_continues_after_a_correction)
