"""Records: a game follows from its lines, forwards, backwards and again.

In: a case. Out: nothing, or BrokenPromise. A fold of events proves little where `apply` runs the judge again, so states
are also compared with those reached on independent paths: the text of the record, many plies undone and made again.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pnp.conformance.case import Case, PlayedLine
from pnp.playtest.simulate import record_text
from pnp.referee.game import PHYSICAL, Setup
from pnp.referee.loading import replay_record
from pnp.referee.move import KERNEL_MOVES, Undo
from pnp.referee.record import parse_record
from pnp.referee.replay import Replay, digest_of
from pnp.referee.ruling import Ambiguous, Illegal, Invalid, Legal, Unverified
from pnp.referee.seat import TABLE

MOST_SAMPLES, FEW_SAMPLES = 120, 12


def games_end_and_every_line_is_accepted(case: Case) -> None:
    """Games of random bots end: nobody is asked who has no move, and nothing goes round for ever. What is offered is
    accepted, and no honest line is called irregular.
    """
    _check_end(case, case.digital)
    for table in case.digital:
        case.at(table)
        case.holds(table.outcome is not None, "the game does not end")
        case.holds(all(entry.accepted for entry in table.entries), "a line is rejected")
        found, scores, seats = table.irregularities, len(case.game.scores(table.state)), len(case.seats)
        case.holds(not found, "a line is irregular, although the referee knows all cards: {}", found)
        case.holds(scores == seats, "expected one score per seat, got {} for {} seats", scores, seats)


def a_physical_table_can_be_played(case: Case) -> None:
    """With real cards, typing only what is offered, the players make progress; nothing offered is refused."""
    _check_end(case, case.physical)
    for table in case.physical:
        case.at(table)
        own_lines = sum(entry.seat != TABLE for entry in table.entries)
        case.holds(own_lines > 0, "no seat makes a move")


def _check_end(case: Case, tables: Sequence[Replay[Any]]) -> None:
    """Each of these games could go on to its end."""
    for table, why in case.stuck(tables):
        case.at(table, table.entries[-1] if table.entries else None)
        case.holds(False, "{}: {}", "after this line" if table.entries else "at the beginning", why)


def no_seat_must_act_once_the_game_is_over(case: Case) -> None:
    """There is an outcome exactly when nobody is to act; and then nobody is asked anything either."""
    for table in case.tables:
        case.at(table)
        for position in table.positions:
            ended_by_the_table = position.outcome is not None and position.outcome.kind == "stopped"
            if not ended_by_the_table:
                acting = case.game.to_act(position.state)
                words = "line {}: the outcome is {}, but seats {} must act"
                case.holds((position.outcome is None) == bool(acting), words, position.ply, position.outcome, acting)
            if position.outcome is not None and not ended_by_the_table:
                asked = [table.setup.name(each.seat) for each in case.game.pending(position.state)]
                case.holds(not asked, "line {}: the game is over, but {} is asked", position.ply, ", ".join(asked))


def events_rebuild_the_state_after_a_line(case: Case) -> None:
    """Folding a ruling's events with `apply` gives its state after, what is known of hidden cards included; a line
    without an event did nothing.
    """
    for line in case.lines():
        check_fold(case, line)


def check_fold(case: Case, line: PlayedLine) -> None:
    """Fold the events of one line."""
    ruling = line.entry.ruling
    assert isinstance(ruling, Legal | Unverified)
    case.holds(bool(ruling.events), "the line is accepted but has no event")
    ply = line.entry.ply
    folded = line.before if line.before.ply == ply - 1 else replace(line.before, ply=ply - 1)
    for event in ruling.events:
        folded = case.game.apply(folded, event)
    words = "applying its events gives {}, but the stored state has {}"
    case.same_facts(folded, ruling.after, words)
    other = different_fields(replace(folded, ply=ply), ruling.after)
    case.holds(not other, "applying its events gives the same facts but a different {}", ", ".join(other))
    case.holds(ruling.after.ply == ply, "the state after the line has line number {}", ruling.after.ply)


def different_fields(one: Any, other: Any) -> list[str]:
    """The fields in which two states differ: what the facts do not tell, such as the books of hidden cards."""
    if one == other:
        return []
    return [name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)]


def states_never_change(case: Case) -> None:
    """A state never changes, whatever is judged, shown, folded or undone afterwards."""
    for table in case.tables:
        again = Replay(case.game, table.setup)
        kept: list[tuple[Any, bytes]] = []
        every = max(1, len(table.entries) // MOST_SAMPLES)
        for line in case.lines([table]):
            entry = again.apply_move(line.move)
            case.holds(entry.accepted, "the same line is rejected the second time: {}", entry.ruling)
            if entry.ply % every == 0:
                state = entry.state
                kept.append((state, dump_state(state)))
                for seat in (None, *range(len(case.seats))):
                    view = case.game.project(state, seat)
                    if seat is not None:
                        case.game.legal_moves(view, seat)
        for state, was in kept:
            case.holds(dump_state(state) == was, "the state of line {} was changed later", state.ply)


def judging_a_move_changes_nothing(case: Case) -> None:
    """Any well-formed move in any state gets a ruling, never an exception, and leaves the state as it was."""
    table = case.digital[0]
    made = [entry.move for entry in table.entries]
    moves = [move for move in made if move is not None and type(move) not in KERNEL_MOVES]
    # Every move in every state would take quadratic time: of a long game a sample is tried.
    moves = moves[:: len(moves) // MOST_SAMPLES + 1]
    every = max(7, sum(len(game.entries) for game in case.tables) // MOST_SAMPLES)
    for line in case.lines(every=every if len(table.entries) > every else 1):
        before = dump_state(line.before)
        is_physical = line.table.setup.deal == PHYSICAL  # reasoning about hidden cards takes its time
        for move in moves[:: len(moves) // FEW_SAMPLES + 1] if is_physical else moves:
            for seat in (*range(len(case.seats)), TABLE):
                attempt = replace(move, seat=seat)
                ruling = case.game.judge(line.before, attempt)
                answered = isinstance(ruling, Legal | Unverified | Illegal | Invalid | Ambiguous)
                case.holds(answered, "expected a ruling for {}, got {}", attempt, ruling)
                if isinstance(ruling, Illegal):
                    forced = case.game.force(line.before, attempt)
                    words = "expected a ruling for the overruled {}, got {}"
                    case.holds(isinstance(forced, Legal | Illegal), words, attempt, forced)
                    case.holds(bool(ruling.rule and ruling.because), "{} is rejected without a rule or a reason", move)
        case.holds(dump_state(line.before) == before, "judging changed the state before this line")


def states_survive_pickling(case: Case) -> None:
    """A state that was pickled for another process comes back equal, and what was agreed before the first line."""
    for table in case.tables:
        case.at(table)
        start = table.positions[0].state
        case.holds(pickle.loads(pickle.dumps(start)) == start, "pickling changes the start state")
    for line in case.lines(every=1 if len(case.digital[0].entries) < 20 else 9):
        again = load_state(dump_state(line.before), line.before.setup)
        case.holds(again == line.before, "pickling changes a state")
        same = digest_of(case.game, again) == digest_of(case.game, line.before)
        case.holds(same, "pickling changes the digest of a state")


class _StatePickler(pickle.Pickler):
    """Leaves out the setup: all states of a table share it, and with its cards it is nine tenths of each."""

    def persistent_id(self, value: Any) -> str | None:
        return "setup" if type(value) is Setup else None


class _StateUnpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, setup: Setup) -> None:
        super().__init__(file)
        self.setup = setup

    def persistent_load(self, name: str) -> Setup:
        return self.setup


def dump_state(state: Any) -> bytes:
    """A state in bytes, without its setup."""
    file = io.BytesIO()
    _StatePickler(file).dump(state)
    return file.getvalue()


def load_state(text: bytes, setup: Setup) -> Any:
    """The state again."""
    return _StateUnpickler(io.BytesIO(text), setup).load()


def the_same_seed_gives_the_same_record(case: Case) -> None:
    """Nothing but the seed decides a game."""
    again, _ = case.play(0)
    case.at(again)
    case.holds(record_text(again) == record_text(case.digital[0]), "the same seed gives a different game")


def a_record_replays_to_the_same_table(case: Case) -> None:
    """The text of a record, read at a fresh table, gives the same digest after every line, and the same end."""
    for table in case.tables:
        same_when_reread(case, table)


def same_when_reread(case: Case, table: Replay[Any]) -> None:
    """Read the record of one table again; lines that were refused are not in it."""
    entries = [entry for entry in table.entries if entry.accepted]
    loaded = replay_record(parse_record(record_text(table, entries=entries)), case.game, case.book)
    again = loaded.replay
    case.at(table)
    report = loaded.report.items
    case.holds(not report, "reading the record again reports: {}", "; ".join(map(str, report)))
    for entry, reread in zip(entries, again.entries, strict=True):
        case.at(table, entry)
        case.holds(reread.accepted, "the line is rejected when it is read again: {}", reread.ruling)
        words = "read again from the record, the line gives {}, but the stored state has {}"
        case.same_facts(reread.state, entry.state, words)
    words = "read again from the record, the game ends differently: {}"
    case.holds(again.outcome == table.outcome, words, again.outcome)


def undo_restores_the_state_before_a_line(case: Case) -> None:
    """Undoing a line restores the state before it, and the line made again leads to the same state; many lines, too."""
    for table in case.tables:
        again = Replay(case.game, table.setup)
        lines = list(case.lines([table]))
        for line in lines[: 20 if table.setup.deal == PHYSICAL else 40]:  # reasoning about hidden cards takes its time
            case.at(table, line.entry)
            before = case.game.facts(again.state)
            again.apply_move(line.move)
            again.apply_move(Undo(TABLE))
            case.holds(case.game.facts(again.state) == before, "undo does not restore the state")
            again.apply_move(line.move)
            case.holds(again.entries[-1].accepted, "after undo the same line is rejected: {}", again.entries[-1].ruling)
            case.same_facts(again.state, line.after, "after undo the same line gives {}, but it gave {} before")
        _take_back_many(case, table, lines[: 60 if table.setup.deal == PHYSICAL else 120])


def _take_back_many(case: Case, table: Replay[Any], lines: list[PlayedLine]) -> None:
    again = Replay(case.game, table.setup)
    start = case.game.facts(again.state)
    for line in lines:
        again.apply_move(line.move)
    again.apply_move(Undo(TABLE, len(lines)))
    case.at(table)
    back = case.game.facts(again.state) == start
    case.holds(back, "undo of all {} lines does not restore the start", len(lines))
    for line in lines:
        case.at(table, line.entry)
        repeated = again.apply_move(line.move)
        same = repeated.accepted and case.game.facts(repeated.state) == case.game.facts(line.after)
        case.holds(same, "after undo of all lines, the same lines lead to a different state: {}", repeated.ruling.name)


def facts_change_when_the_decision_changes(case: Case) -> None:
    """A line that changes who acts, the phase or what is asked changes `facts`: digests compare by them alone."""
    game = case.game
    for line in case.lines():
        asked = [(game.to_act(state), game.phase(state), game.outcome(state)) for state in (line.before, line.after)]
        is_told = asked[0] == asked[1] or game.facts(line.before) != game.facts(line.after)
        case.holds(is_told, "{} changes the decision but not the facts: {}", line.move, asked)


PROMISES = (
    facts_change_when_the_decision_changes,
    games_end_and_every_line_is_accepted,
    a_physical_table_can_be_played,
    no_seat_must_act_once_the_game_is_over,
    events_rebuild_the_state_after_a_line,
    states_never_change,
    judging_a_move_changes_nothing,
    states_survive_pickling,
    the_same_seed_gives_the_same_record,
    a_record_replays_to_the_same_table,
    undo_restores_the_state_before_a_line,
)
