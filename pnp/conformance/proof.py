"""A proof: one promise held against one game. In: a catalog entry. Out: cases, and for each promise whether it is kept.

Works without pytest, so that `pnp prove` is there wherever pnp is; `test_promises.py` runs the same under pytest.
Invariant: a promise counts as kept only when it checked something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from pnp.catalog import CatalogEntry, allow_code, book_of, rules_of
from pnp.conformance.case import BrokenPromise, Case, NothingToCheck, Subject
from pnp.conformance.promises import PROMISES, WHOLE, Promise, WholePromise
from pnp.conformance.scenario import Scenario, parse_scenarios
from pnp.conformance.wording import describe_fault
from pnp.playtest.simulate import SEAT_NAMES, record_text
from pnp.referee.game import Game

SEEDS = 3  # games for each number of seats and kind of table
KEPT, BROKEN, NOTHING = "kept", "broken", "nothing"


class Verdict(Struct, frozen=True, omit_defaults=True):
    """The result of a promise: `kept`, `broken`, or `nothing` to check; the number of checks; what was found or why.

    Of a promise that is broken at a table: which one, the line that shows it, and the record up to there.
    """

    promise: str
    case: str
    state: str
    checks: int = 0
    words: str = ""
    at: str = ""
    players: int = 0
    ply: int | None = None
    line: str = ""
    record: str = ""

    def __str__(self) -> str:
        return f"{self.words}\n  {self.at}" if self.at else self.words


def subject_of(entry: CatalogEntry, seeds: int = SEEDS, players: Sequence[int] = ()) -> Subject:
    """A game ready for proof, with the fewest and most seats unless others are asked for; InputError for its faults."""
    game, book = rules_of(entry), book_of(entry)
    folder = scenario_folder(entry)
    subject = make_subject(entry.slug, game, book, seeds, players)
    subject.is_sandbox, subject.entry = not entry.rules, entry
    subject.scenarios = read_scenarios(folder) if folder else ()
    subject.lay = _lay_of(entry, folder) if folder else None
    if entry.origin == "built in" and folder is None:
        subject.no_scenarios = "the scenarios of built-in games come only with a checkout of the source"
    return subject


def make_subject(slug: str, game: Game[Any], book: Any, seeds: int = SEEDS, players: Sequence[int] = ()) -> Subject:
    """The same from given rules and cards."""
    fewest, most = game.players
    seats = players or dict.fromkeys((fewest, min(most, len(SEAT_NAMES))))
    return Subject(slug, game, book, [Case(slug, game, book, number, seeds) for number in seats])


def scenario_folder(entry: CatalogEntry) -> Path | None:
    """The folder of a game's scenarios: `tests/scenarios` in its folder, `tests/games/<slug>` of our checkout."""
    if entry.origin == "built in":
        folder = Path(entry.cards).parent.parent / "tests" / "games" / entry.slug / "scenarios"
    else:
        folder = Path(entry.cards).parent / "tests" / "scenarios"
    return folder if folder.is_dir() else None


def read_scenarios(folder: Path) -> tuple[Scenario, ...]:
    """The tables of all files of a folder, by name."""
    files = sorted(path for path in folder.glob("*.md") if path.is_file())
    return tuple(each for path in files for each in parse_scenarios(path.read_text(encoding="utf-8"), path.name))


def _lay_of(entry: CatalogEntry, folder: Path) -> Any:
    """The function `lay` of the `tables.py` beside the scenarios, which reads their pictures; None without one."""
    import sys
    from importlib import import_module

    file = folder.parent / "tables.py"
    if not file.is_file():
        return None
    allow_code(entry)
    root, names = file.parent, ["tables"]
    top = Path(entry.cards).parent if entry.is_near else None  # what lies above was not asked about
    while root != top and (root / "__init__.py").is_file():
        names.insert(0, root.name)
        root = root.parent
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    return getattr(import_module(".".join(names)), "lay", None)


def hold(promise: Promise, case: Case) -> Verdict:
    """One promise of a game with one number of seats."""
    name, before = promise.__name__, case.checks

    def verdict(state: str, words: str = "") -> Verdict:
        return Verdict(name, case.name, state, case.checks - before, words)

    try:
        promise(case)
    except BrokenPromise as broken:
        return _broken(name, case, broken, case.checks - before)
    except NothingToCheck as nothing:
        return verdict(NOTHING, str(nothing))
    except Exception as fault:
        return _broken(name, case, BrokenPromise(describe_fault(fault), case.place()), case.checks - before)
    if case.checks > before:
        return verdict(KEPT)
    if not case.goes_on:
        return verdict(NOTHING, "no game gets that far")
    return verdict(BROKEN, "nothing was checked: no game has a line to which this property applies")


def _broken(name: str, case: Case, broken: BrokenPromise, checks: int) -> Verdict:
    place, players = broken.place, len(case.seats)
    if place is None:
        return Verdict(name, case.name, BROKEN, checks, broken.words, players=players)
    entry = place.entry
    ply, line = (None, "") if entry is None else (entry.ply, place.table.format(entry))
    record = record_text(place.table, entries=place.lines)
    return Verdict(name, case.name, BROKEN, checks, broken.words, str(place), players, ply, line, record)


def hold_whole(promise: WholePromise, subject: Subject) -> Verdict:
    """One promise of a game as a whole."""
    state, checks, words = KEPT, 0, subject.no_scenarios
    if subject.is_sandbox:
        words = "the game has no rules.py, so the sandbox referees it by its built-in rules"
    try:
        checks = 0 if words else promise(subject)
        if not words and not checks:
            words = "there is nothing to check, for example no scenarios (tests/scenarios/*.md)"
    except NothingToCheck as nothing:
        words = str(nothing)
    except AssertionError as broken:
        state, words = BROKEN, str(broken)
    except Exception as fault:
        state, words = BROKEN, describe_fault(fault)
    if state == KEPT and not checks:
        state = NOTHING
    return Verdict(promise.__name__, subject.slug, state, checks, words)


def prove(subject: Subject, words: str = "") -> Iterator[Verdict]:
    """Hold every promise, or those with `words` in their name."""
    wanted = "_".join(words.split())
    for case in subject.cases:
        for promise in PROMISES:
            if wanted in promise.__name__:
                yield hold(promise, case)
    for whole in WHOLE:
        if wanted in whole.__name__:
            yield hold_whole(whole, subject)
