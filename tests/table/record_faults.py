"""What a record survives: kills between and inside writes, torn ends, full disks, several writers.

In: how many kills. Out: counts: acknowledged lines that were lost, lines that stand twice, lines that nobody typed
(or that were refused) and yet stand, batches of which only a part stands, records that could not be continued. All must
be 0, else it exits 1; tests/table/test_record_faults.py runs it.
Run: python tests/table/record_faults.py [KILLS]
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from pnp.base.diagnostics import InputError
from pnp.catalog import book_of, find_game, rules_of
from pnp.table import store as store_module
from pnp.table.session import Session
from pnp.table.store import Store

_ENTRY = find_game("kalevala")
GAME, BOOK = rules_of(_ENTRY), book_of(_ENTRY)
SEATS = ("aino", "ilmari")
LONGEST_BATCH = 40  # lines, some 1,500 bytes


def finder(slug: str) -> Any:
    """The only game there is here."""
    return GAME, BOOK


@dataclass
class Count:
    """What happened, and what went wrong."""

    what: str
    tried: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    phantom: int = 0
    partial: int = 0
    stuck: int = 0  # records that did not go on afterwards
    notes: dict[str, int] = field(default_factory=dict)

    @property
    def is_clean(self) -> bool:
        """Nothing lost, doubled, phantom, partial, or stuck."""
        return not (self.lost or self.doubled or self.phantom or self.partial or self.stuck)

    def __str__(self) -> str:
        notes = "".join(f", {number} {name}" for name, number in sorted(self.notes.items()))
        wrong = f"{self.lost} lost, {self.doubled} doubled, {self.phantom} phantom, {self.partial} partly written"
        done = f"{self.tried:>5} tried, {self.acknowledged:>5} lines acknowledged{notes}"
        return f"{self.what:<28} {done}: {wrong}, {self.stuck} stuck"


class Table:
    """A record in a folder, numbered lines, and which of them were acknowledged."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "a.record"
        session = Session.create(self.path, GAME, BOOK, SEATS, {"deal": "physical"}, finder)
        session.submit(["table: start ukko"])
        self.next = 1
        self.acknowledged: set[int] = set()
        self.batches: list[range] = []

    def batch(self, size: int) -> list[str]:
        """Lines that are always legal, each with a number that no other line has."""
        numbers = range(self.next, self.next + size)
        self.next += size
        self.batches.append(numbers)
        return [f"table: adjust score aino {number}" for number in numbers]

    def acknowledge(self, batch: range) -> None:
        """Note that these lines were acknowledged to their writer."""
        self.acknowledged.update(batch)

    def standing(self) -> list[int]:
        """The numbers of the lines that count now, read as everybody reads them."""
        lines = Session(Store(self.path), finder).replay.entries
        return [int(entry.text.split()[-1]) for entry in lines if "adjust" in entry.text and entry.accepted]

    def look(self, count: Count, refused: set[int] = frozenset()) -> None:  # type: ignore[assignment]
        """Count what is wrong with the record, and submit one more line."""
        numbers = self.standing()
        there = set(numbers)
        count.lost += len(self.acknowledged - there)
        count.doubled += len(numbers) - len(there)
        count.phantom += len(there & refused) + len([number for number in there if not 0 < number < self.next])
        count.partial += sum(0 < len(there.intersection(batch)) < len(batch) for batch in self.batches)
        more = self.batch(1)
        try:
            goes_on = Session(Store(self.path), finder).submit(more).written
        except InputError:
            goes_on = False
        if goes_on:
            self.acknowledge(self.batches[-1])
        goes_on = goes_on and self.standing() == [*numbers, self.next - 1]
        goes_on = goes_on and not Session(Store(self.path), finder).report.items
        count.stuck += not goes_on
        count.acknowledged = count.acknowledged + len(self.acknowledged)


@contextmanager
def a_folder() -> Iterator[Path]:
    """A folder that is removed afterwards."""
    folder = Path(tempfile.mkdtemp())
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def kills(count: int, seed: int = 1, only_inside: bool = False) -> Count:
    """Kill -9 a writer `count` times: at any moment, and within its write, after any number of bytes."""
    counted, chance = Count("kill -9"), random.Random(seed)
    while counted.tried < count:
        with a_folder() as folder:
            table = Table(folder)
            for _ in range(min(10, count - counted.tried)):
                _kill_once(table, counted, chance, only_inside or chance.random() < 0.7)
    return counted


def _kill_once(table: Table, counted: Count, chance: random.Random, inside: bool) -> None:
    sizes = [chance.choice((1, 1, 2, 3, LONGEST_BATCH)) for _ in range(4)]
    batches = [table.batch(size) for size in sizes]
    fatal, share = chance.randrange(len(sizes)), chance.random()
    receiver, sender = os.pipe()
    child = os.fork()
    if not child:
        _die_writing(table.path, batches, sender, fatal if inside else None, share)
    os.close(sender)
    if not inside:
        time.sleep(chance.random() * 0.06)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    with os.fdopen(receiver, "rb") as stream:
        acknowledged = len(stream.read())
    os.waitpid(child, 0)
    counted.tried += 1
    name = "inside a write" if inside else "at any moment"
    counted.notes[name] = counted.notes.get(name, 0) + 1
    for batch in table.batches[-len(sizes) :][:acknowledged]:
        table.acknowledge(batch)
    before = counted.acknowledged
    table.look(counted)
    counted.acknowledged = before + sum(sizes[:acknowledged]) + 1


def _die_writing(path: Path, batches: list[list[str]], sender: int, fatal: int | None, share: float) -> None:
    """Write batch after batch, acknowledging each; die in the write of `fatal`, after `share` of its bytes."""
    try:
        session = Session(Store(path), finder)
        for place, batch in enumerate(batches):
            if place == fatal:
                _kill_at(share)
            if session.submit(batch).written:
                os.write(sender, b"+")
    finally:
        os._exit(0)


def _kill_at(share: float) -> None:
    real = os.write

    def write(descriptor: int, data: bytes) -> int:
        real(descriptor, data[: round(share * len(data))])
        os.kill(os.getpid(), signal.SIGKILL)
        return 0

    store_module.os.write = write  # type: ignore[attr-defined]


def torn_offsets(deal: str = "physical") -> Count:
    """A record with single lines, batches and digests, cut at every byte behind its header."""
    counted = Count(f"every torn offset, {deal}")
    with a_folder() as folder:
        path = folder / "a.record"
        options = {"deal": deal} | ({"seed": 7} if deal == "digital" else {})
        session = Session.create(path, GAME, BOOK, SEATS, options, finder)
        wholes = [path.read_bytes()]
        for batch in _plays(session):
            if not session.submit(batch).written:
                raise SystemExit(f"refused: {batch}")
            wholes.append(path.read_bytes())
        lines = [_lines_of(path, whole) for whole in wholes]
        for end in range(len(wholes[0]), len(wholes[-1]) + 1):
            counted.tried += 1
            _look_at_cut(path, wholes, lines, end, counted)
        counted.acknowledged = len(lines[-1])
    return counted


def _plays(session: Session) -> Iterator[list[str]]:
    """What is typed: single lines and batches."""
    if session.setup.deal == "physical":
        yield ["table: start ukko"]
    for size in (1, 2, 1, 3, 5, 1):
        batch: list[str] = []
        replay = session.replay
        for _ in range(size if session.setup.deal == "physical" else 1):
            batch.append(f"table: adjust score aino {100 + replay.plies + len(batch)}  # ä")
        if session.setup.deal == "digital":
            seat = replay.to_act[0]
            known = session.game.project(replay.state, seat)
            batch = [replay.notation.format(session.game.legal_moves(known, seat)[0])]
        yield batch


def _lines_of(path: Path, data: bytes) -> list[str]:
    """The moves that stand, in canonical notation."""
    path.write_bytes(data)
    replay = Session(Store(path), finder).replay
    return [replay.format(entry) for entry in replay.entries]


def _look_at_cut(path: Path, wholes: list[bytes], lines: list[list[str]], end: int, counted: Count) -> None:
    there = _lines_of(path, wholes[-1][:end])
    sound = sum(len(whole) <= end for whole in wholes)
    # Of a single line what is left may still be that line (ADR 2); of a batch only its last line end may be missing.
    may_be = [lines[sound - 1], *lines[sound : sound + 1]]
    counted.notes["kept without its end"] = counted.notes.get("kept without its end", 0) + (there in may_be[1:])
    counted.lost += len(there) < len(may_be[0])
    counted.phantom += any(line not in may_be[-1] for line in there)
    counted.partial += there not in may_be
    written = Session(Store(path), finder).submit(["table: adjust score aino 99"]).written
    again = Session(Store(path), finder)
    counted.stuck += not (written and not again.report.items and again.replay.plies > len(there))


def full_disks() -> Count:
    """A batch that the disk has no room for, for every amount of room there may be; then the same batch with room."""
    counted = Count("full disk, every room")
    receiver, sender = os.pipe()
    child = os.fork()
    if not child:  # the limit is one of a whole process
        try:
            with a_folder() as folder:
                found = _fill(Table(folder))
            os.write(sender, found.encode())
        finally:
            os._exit(0)
    os.close(sender)
    with os.fdopen(receiver) as stream:
        numbers = [int(word) for word in stream.read().split()]
    os.waitpid(child, 0)
    tried, acknowledged, lost, doubled, phantom, partial, stuck = numbers
    return Count(counted.what, tried, acknowledged, lost, doubled, phantom, partial, stuck)


def _fill(table: Table) -> str:
    counted, refused = Count(""), set[int]()
    session = Session(Store(table.path), finder)
    size = len("#+ 5 170\n") + 5 * len("table: adjust score aino 1000\n")
    for room in range(size + 20):
        lines = table.batch(5)
        limit = table.path.stat().st_size + room
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        try:
            session.submit(lines)
            table.acknowledge(table.batches[-1])
        except InputError:
            refused.update(table.batches[-1])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        counted.tried += 1
        if room % 20 == 0 or room > size - 30:
            if session.submit(table.batch(1)).written:  # the same session goes on, as `play` does
                table.acknowledge(table.batches[-1])
            table.look(counted, refused)
    acknowledged = len(table.acknowledged)
    found = (counted.lost, counted.doubled, counted.phantom, counted.partial, counted.stuck)
    return " ".join(map(str, (counted.tried, acknowledged, *found)))


def writers(processes: int = 8, lines: int = 25) -> Count:
    """Several processes that write one record at once, single lines and batches."""
    counted = Count(f"{processes} writers")
    with a_folder() as folder:
        table = Table(folder)
        shares = [[table.batch(1 + at % 3) for at in range(lines)] for _ in range(processes)]
        order = [table.batches[at * lines : (at + 1) * lines] for at in range(processes)]
        _at_once([partial(_write_share, table.path, share) for share in shares])
        for batch in table.batches:
            table.acknowledge(batch)
        counted.tried = len(table.batches)
        standing = table.standing()
        for share in order:  # each writer's lines stand in its order
            places = [standing.index(batch.start) for batch in share if batch.start in standing]
            counted.phantom += places != sorted(places)
        table.look(counted)
    return counted


def _write_share(path: Path, batches: list[list[str]]) -> None:
    session = Session(Store(path), finder)
    for batch in batches:
        while True:
            try:
                if session.submit(batch).written:
                    break
            except InputError as error:
                if error.report.items[0].code != "record-locked":
                    raise


def _at_once(jobs: list[Callable[[], None]]) -> None:
    children = []
    for job in jobs:
        child = os.fork()
        if not child:
            code = 1
            try:
                job()
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    codes = [os.waitpid(child, 0)[1] for child in children]
    if any(codes):
        raise SystemExit(f"a writer ended with {codes}")


def main() -> int:
    """Run everything and print a line of counts for each."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    clean = True
    jobs = (partial(kills, number), torn_offsets, partial(torn_offsets, "digital"), full_disks, writers)
    for job in jobs:
        counted: Count = job()
        print(counted, flush=True)
        clean = clean and counted.is_clean
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
