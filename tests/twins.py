"""The output of every command at two tables that a seat cannot distinguish. In: twins. Out: the commands that differ.

Invariant: nothing is compared but what comes out of `pnp referee`: bytes of both streams and the exit code.
"""

from __future__ import annotations

import io
import random
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pnp.catalog import load_game
from pnp.cli.main import main
from pnp.cli.referee.open_record import open_session
from pnp.conformance.case import Case
from pnp.conformance.twins import Pick, cut, twin_of
from pnp.playtest.simulate import SEAT_NAMES, record_text, simulate
from pnp.referee.game import DIGITAL
from pnp.referee.record import parse_record
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE, Seat
from pnp.referee.view import as_seen
from pnp.table.seal import Secret, write_secret
from pnp.table.session import Session

SECRET = Secret("5eed" * 8, "0" * 32)  # of the deals that follow
REAL = 3  # games with real cards, of each number of seats
WHY, MOVES = 12, 5  # lines asked about and made at each pair
READING = ("show", "options", "why")


class Pair:
    """Two records in folders of their own, and the seat to which both look the same."""

    def __init__(self, folder: Path, tables: tuple[Replay[Any], Replay[Any]], seat: Seat | None) -> None:
        self.tables, self.seat = tables, seat
        self.folders = (folder / "a", folder / "b")
        for place, table in zip(self.folders, tables, strict=True):
            place.mkdir(parents=True, exist_ok=True)
            head, line, rest = record_text(table).partition("---\n")
            seal = f"seal: {SECRET.seal}\n" if table.setup.deal == DIGITAL else ""
            (place / "t.record").write_text(f"{head}{seal}{line}{rest}", "utf-8")
            write_secret(place / "work.record", SECRET)

    @property
    def game(self) -> Any:
        """The game that is played."""
        return self.tables[0].game

    @property
    def seat_options(self) -> tuple[str, ...]:
        """`--seat` of the seat; nothing for the public."""
        return () if self.seat is None else ("--seat", self.tables[0].setup.seats[self.seat])

    @property
    def differing(self) -> set[str]:
        """The kinds of lines in which the tables differ."""
        lines = zip(self.tables[0].entries, self.tables[1].entries, strict=True)
        return {type(one.move).__name__ for one, other in lines if one.move != other.move}

    def both(self, words: Sequence[str], piped: str = "", is_new: bool = True) -> tuple[Any, Any]:
        """What a command prints at each table; it works on a copy (or the last one), so that the next starts alike."""
        return tuple(_run(place, words, piped, is_new) for place in self.folders)  # type: ignore[return-value]

    def reads(self, pick: Pick) -> Iterator[tuple[tuple[str, ...], str]]:
        """Commands that write nothing: words, and what is typed into them."""
        for command in ("show", "options"):
            yield (command, *self.seat_options), ""
            yield (command, "--json", *self.seat_options), ""
        yield ("options", "--all", *self.seat_options), ""
        yield ("hint", "--simulations", "1", *self.seat_options), ""
        yield ("verify",), ""
        yield ("verify", "--json"), ""
        if self.seat_options:
            yield ("verify", *self.seat_options), ""
            yield ("verify", "--json", *self.seat_options), ""
        lines = self.lines(pick)
        for line in lines[:WHY]:
            yield ("why", line, *self.seat_options), ""
        for line in lines[:3]:
            yield ("why", line, "--json", *self.seat_options), ""
            seat, _, move = line.partition(": ")
            yield ("why", f"{seat}: !{move}", *self.seat_options), ""
        typed = "\n".join(("options", "show", "help", "grammar", *(f"why {line}" for line in lines[:4])))
        yield ("play", *self.seat_options), typed + "\n"

    def lines(self, pick: Pick) -> list[str]:
        """Lines that are possible at one of the tables, and some that are not, in any order."""
        found: set[str] = set()
        for table in self.tables:
            views = [table.state, table.game.project(table.state, self.seat)]
            for view in views:
                for seat in (TABLE, *range(len(table.setup.seats))):
                    listed = table.game.legal_moves(view, seat)
                    some = listed if len(listed) < 30 else [listed[pick(len(listed))] for _ in range(30)]
                    found.update(table.notation.format(move) for move in some)
            for name in table.setup.seats:
                found.add(f"{name}: pass")
        cards = sorted(self.tables[0].setup.book.playing_cards)
        for name in self.tables[0].setup.seats:
            for verb in ("play", "discard", "place", "keep", "take"):
                found.add(f"{name}: {verb} {cards[pick(len(cards))]}")
            found.add(f"table: adjust hand {name} {cards[pick(len(cards))]}")
            found.add(f"table: deal {name} {cards[pick(len(cards))]}")
        lines = sorted(found)
        return [lines.pop(pick(len(lines))) for _ in range(min(len(lines), 3 * WHY))]

    def writes(self, pick: Pick) -> Iterator[tuple[str, ...]]:
        """Commands that write, or are refused."""
        lines = self.lines(pick)
        for number, line in enumerate(lines[:MOVES]):
            yield ("move", line, *self.seat_options, *(("--json",) if number % 2 else ()))
        yield ("overrule", lines[-1], "--because", "so", *self.seat_options)
        yield ("undo", str(1 + pick(2)), *self.seat_options)

    def is_over(self) -> bool:
        """After a line: the seed lies open, and only one of the tables can have been dealt from it."""
        return any("#~ seed " in (place / "work.record").read_text("utf-8") for place in self.folders)

    def looks_alike(self) -> bool:
        """True when the seat still cannot distinguish the tables, after a line that both accepted."""
        return _lines_as_seen(self, 0) == _lines_as_seen(self, 1)


def _lines_as_seen(pair: Pair, at: int) -> list[Any]:
    """The lines that stand now in a record, as the seat saw them."""
    record = parse_record((pair.folders[at] / "work.record").read_text("utf-8"))
    table = Replay(pair.game, pair.tables[at].setup)
    for line in record.lines:
        table.read(line.text, line.overruled)
    return [
        entry.move and as_seen(table.game, table.state, entry, pair.seat) for entry in table.entries if entry.accepted
    ]


def _run(place: Path, words: Sequence[str], piped: str, is_new: bool) -> tuple[int, str, str]:
    work = place / "work.record"
    if is_new:
        shutil.copyfile(place / "t.record", work)
        write_secret(work, SECRET)
    out, err = io.StringIO(), io.StringIO()
    command, *rest = words
    once = patch("pnp.cli.referee.commands.open_session", _opened) if command in READING else nullcontext()
    with once, patch("sys.stdin", io.StringIO(piped)), redirect_stdout(out), redirect_stderr(err):
        code = main(("referee", command, str(work), *rest))
    return code, out.getvalue().replace(str(place), ""), err.getvalue().replace(str(place), "")


_sessions: dict[Path, Session] = {}


def _opened(path: Path, games: Any, to_write: bool = False, lang: str = "") -> Session:
    """A session that reads a record once for many questions."""
    place = path.parent
    if place not in _sessions:
        _sessions.clear() if len(_sessions) > 1 else None
        _sessions[place] = open_session(path, games, lang=lang)
    return _sessions[place]


def compare(pair: Pair, pick: Pick, counts: Counter[str]) -> list[str]:
    """The commands whose answers differ, each with both answers."""
    leaks = []
    for words, typed in pair.reads(pick):
        ours, theirs = pair.both(words, typed)
        counts[words[0]] += 1
        if ours != theirs:
            leaks.append(_format_leak(words, ours, theirs))
    for words in pair.writes(pick):
        ours, theirs = pair.both(words)
        if ours[0] != theirs[0]:
            counts["accepted at one table only"] += 1
            continue
        if ours[0] == 0 and not pair.looks_alike():
            counts["told the seat other cards"] += 1
            continue
        counts[words[0]] += 1
        if ours != theirs:
            leaks.append(_format_leak(words, ours, theirs))
        elif words[0] == "overrule" and not pair.is_over():
            counts["verify after it"] += 1
            ours, theirs = pair.both(("verify", "--json"), is_new=False)
            if ours != theirs:
                leaks.append(_format_leak((*words, "and then verify"), ours, theirs))
    return leaks


def _format_leak(words: Sequence[str], ours: Any, theirs: Any) -> str:
    return f"{' '.join(words)}\n--- one\n{ours[1]}{ours[2]}\n--- other\n{theirs[1]}{theirs[2]}"


@cache
def _case(slug: str, players: int) -> Case:
    return Case(slug, *load_game(slug), players, REAL)


def sat_down(slug: str, players: int, seed: int) -> Replay[Any]:
    """A game at a table with real cards."""
    return _case(slug, players).physical[seed % REAL]


def pairs(
    slug: str, folder: Path, seed: int, options: dict[str, Any], wanted: int, most: int = 1000, deal: str = DIGITAL
) -> Iterator[Pair]:
    """Pairs of one simulated game, each cut elsewhere (within `most` lines) and seen by another seat."""
    game, book = load_game(slug)
    chance = random.Random(f"{slug}/{seed}")
    fewest, seated = book.players
    seats = SEAT_NAMES[: fewest + seed % (min(seated, 4) - fewest + 1)]
    played = simulate(game, book, seats, seed, options=options) if deal == DIGITAL else sat_down(slug, len(seats), seed)
    for number in range(wanted):
        seat = (None, *range(len(seats)))[(seed + number) % (len(seats) + 1)]
        table = cut(played, chance.randrange, most)
        twin = twin_of(table, seat, chance.randrange)
        if twin is not None:
            yield Pair(folder / f"{seed}-{number}", (table, twin), seat)
