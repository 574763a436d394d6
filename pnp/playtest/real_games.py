"""Games that people played, in the statistics of a playtest. In: records. Out: results for each
game and number of seats.

Invariant: what stands in a record is counted, what was undone or refused is not; what nobody wrote down (the cards of a
physical table) is not guessed, and `left_out` says what is missing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, InputError, Report, Span
from pnp.base.files import reason_of
from pnp.library.card import CardBook
from pnp.playtest.counts import Counts, GameCounter
from pnp.playtest.reports.head import played_by
from pnp.playtest.reports.results import PlaytestResults, results_from
from pnp.playtest.simulate import PlayedGame
from pnp.referee.game import DIGITAL, Game
from pnp.referee.loading import replay_record
from pnp.referee.record import Header, parse_record
from pnp.referee.replay import Replay, start_of
from pnp.table.session import Finder, game_of
from pnp.table.store import Store

ENDING = ".record"
MOST_NAMED = 5  # files that cannot be read are named, so many
PHYSICAL_HIDES = "legal moves, strengths of dealt cards and chances to win are missing: deals are not recorded"


class Table(Struct):
    """One game that is over."""

    file: Path
    header: Header
    replay: Replay[Any]


class Group(Struct):
    """Games of one kind with one number of seats. refused: the first such line of each game · others: how many games
    were played by other rules, or with other cards
    """

    game: Game[Any]
    book: CardBook
    tables: list[Table] = []
    going_on: int = 0
    refused: Report = field(default_factory=Report)
    others: int = 0


class Found(Struct):
    """What lies in some folders: groups by (game, seats), and why files cannot be read: the first fault of each."""

    groups: dict[tuple[str, int], Group] = {}
    unread: Report = field(default_factory=Report)
    files: int = 0


def find_records(places: Sequence[Path], unread: Report) -> list[Path]:
    """Records that are named, and those in folders and what lies in them, by name. unread: is given folders that nobody
    lets us look into.
    """
    found: set[Path] = set()

    def closed(fault: OSError) -> None:
        unread.error(Span(str(fault.filename)), f"cannot be read: {reason_of(fault)}")

    for place in places:
        if place.is_dir():
            for folder, _, names in os.walk(place, onerror=closed):
                found.update(Path(folder) / name for name in names if name.endswith(ENDING))
        else:
            found.add(place)
    return sorted(found)


def read_records(places: Sequence[Path], finder_of: Any, slug: str = "", players: int | None = None) -> Found:
    """Replay the records in these places; those of other games than `slug`, or with other numbers of seats, are passed
    over.

    finder_of: a record's file -> a finder of its game
    """
    found = Found()
    files = find_records(places, found.unread)
    found.files = len(files)
    for file in files:
        try:
            record = parse_record(Store(file).read(), str(file))
            header = record.header
            if (slug and header.game != slug) or (players is not None and len(header.seats) != players):
                continue
            finder: Finder = finder_of(file)
            game, book = game_of(header, finder)
            replay = replay_record(record, game, book).replay
        except InputError as fault:
            found.unread.extend(_of_file(file, item) for item in list(fault.report)[:1])
            continue
        group = found.groups.setdefault((header.game, len(header.seats)), Group(game, book))
        refused = next((entry for entry in replay.entries if not entry.accepted), None)
        if refused is not None:
            group.refused.warning(Span(str(file), refused.line), "refused line skipped")
        if replay.outcome is None:
            group.going_on += 1
        else:
            group.tables.append(Table(file, header, replay))
            group.others += (header.rules, header.cards or book.digest) != (game.version, book.digest)
    return found


def _of_file(file: Path, fault: Diagnostic) -> Diagnostic:
    """The fault of a record, also where it names the game instead of the file."""
    if fault.span.file == str(file):
        return fault
    return replace(fault, span=Span(str(file), 1), message=f"{fault.span}: {fault.message}")


def results_of_group(group: Group, unread: Iterable[Diagnostic] = ()) -> PlaytestResults:
    """The statistics of a group's games."""
    game, tables = group.game, group.tables
    lineups = [_lineup(table.header) for table in tables]
    names = tuple(dict.fromkeys(name for lineup in lineups for name in lineup))
    open_counter, hidden_counter = GameCounter(game, names), GameCounter(game, names, sees_all=False)
    counts = Counts()
    for number, (table, lineup) in enumerate(zip(tables, lineups, strict=True)):
        is_open = table.replay.setup.deal == DIGITAL
        (open_counter if is_open else hidden_counter).count(counts, _played(number, table.replay, lineup))
    physical = sum(table.replay.setup.deal != DIGITAL for table in tables)
    left_out = [f"{_number(physical, 'physical table')}: {PHYSICAL_HIDES}"] if physical else []
    if group.going_on:
        left_out.append(f"{_number(group.going_on, 'unfinished game')} not counted")
    if group.others:
        left_out.append(f"{_number(group.others, 'game')} with different rules or cards, counted like the others")
    faults = [*group.refused, *unread]
    left_out += [f"{fault.span}: {fault.message}" for fault in faults[:MOST_NAMED]]
    if len(faults) > MOST_NAMED:
        left_out.append(f"{_number(len(faults) - MOST_NAMED, 'more file')} with faults")
    setups = [table.replay.setup for table in tables]
    first, known = setups[0], group.book.options
    common = {key: value for key, value in first.options.items() if all(it.options.get(key) == value for it in setups)}
    differ = sorted(set(first.options) - set(common))
    left_out += [f"games with different options: {', '.join(differ)}"] if differ else []
    head = {
        **played_by(game, group.book, tuple(f"seat {number + 1}" for number in range(len(first.seats))), names),
        "options": {key: value for key, value in common.items() if key not in known or known[key].default != value},
        "first_seed": 0,
        "asked": len(tables),
        "games": counts.games,
        "records": True,
        "left_out": tuple(left_out),
    }
    verbs = tuple(field.verb for field in open_counter.fields.values())
    found = results_from(head, game, group.book, start_of(game, first), verbs, counts)
    odd = tuple(replace(one, record=tables[one.seed].file.as_posix()) for one in found.odd)
    return replace(found, odd=odd)


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _lineup(header: Header) -> tuple[str, ...]:
    """Who sat where: people by their names, programs by theirs."""
    return tuple(f"{header.bots[name]} (bot)" if name in header.bots else name for name in header.seats)


def _played(number: int, replay: Replay[Any], lineup: tuple[str, ...]) -> PlayedGame:
    positions = replay.positions
    moves = [move for position in positions[1:] if (move := replay.entries[position.ply - 1].move) is not None]
    assert replay.outcome is not None
    states = [position.state for position in positions]
    return PlayedGame(number, lineup, moves, states[-1], replay.outcome, {}, states)
