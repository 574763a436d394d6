"""What is printed: whatever the referee says to a seat is the same at two tables that the seat cannot distinguish.

In: a case. Out: nothing, or BrokenPromise. Whole tables are compared, cards that were dealt long ago included; and not
values, but the texts that commands, screens and logs are made of, all from the `ReplayView` of that seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pnp.conformance.case import Case
from pnp.conformance.promises.secrets import differs_in_books
from pnp.conformance.twins import Pick, cut, twin_of
from pnp.library.words import in_language
from pnp.playtest.simulate import seeded_pick
from pnp.referee.move import KERNEL_MOVES
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import ACCEPTED
from pnp.referee.seat import Seat
from pnp.referee.view import ReplayView
from pnp.table.offers import list_offers
from pnp.table.short_line import parse_typed

MOST = 120  # lines of a table
TRIES = 12  # changes that are tried until a twin is found
ASKED, FORCED = 10, 3  # lines that are asked about, and those of them that are asked about as overruled, too
SHORT = 2  # lines that are typed without their verb

Text = tuple[str, str]
"""The name of what is compared, and its text."""


def no_text_leaks_a_secret(case: Case) -> None:
    """Two tables that differ only in what a seat cannot see read the same to it, byte for byte.

    Every line with its ruling and what happened, the table as it lies, what may be done now, why a line would pass, and
    what a short line stands for.
    """
    compared = 0
    for number, played in enumerate(case.tables):
        pick = seeded_pick(number)
        for viewer in (None, number % len(case.seats)):
            table = cut(played, pick, MOST)
            twin = twin_of(table, viewer, pick, TRIES)
            if twin is not None and not _differ_in_books(table, twin):
                compared += 1
                _compare(case, (table, twin), viewer, pick)
    if not compared:
        case.nothing("no two games differ only in hidden cards")


def _differ_in_books(one: Replay[Any], other: Replay[Any]) -> bool:
    pairs = zip(one.positions, other.positions, strict=True)
    return any(differs_in_books(one.setup.deal, mine.state, theirs.state) for mine, theirs in pairs)


def _compare(case: Case, tables: tuple[Replay[Any], Replay[Any]], viewer: Seat | None, pick: Pick) -> None:
    asked = _lines(tables, pick)
    mine, theirs = (_texts(ReplayView(table, viewer), asked) for table in tables)
    who = "the public" if viewer is None else case.seats[viewer]
    case.at(tables[0])
    for (what, one), (_, other) in zip(mine, theirs, strict=True):
        words = "{} reads different texts when only hidden cards differ ({}): {} or {}"
        case.holds(one == other, words, who, what, one, other)


def _lines(tables: Sequence[Replay[Any]], pick: Pick) -> list[str]:
    """Lines that are possible at one of the tables in truth, and the last ones again."""
    found: set[str] = set()
    for table in tables:
        for seat in table.to_act:
            moves = table.game.legal_moves(table.state, seat)
            found.update(table.notation.format(moves[pick(len(moves))]) for _ in range(ASKED) if moves)
        for entry in table.entries[-len(table.setup.seats) :]:
            found.add(table.format(entry))
    lines = sorted(found)
    return [lines.pop(pick(len(lines))) for _ in range(min(len(lines), ASKED))]


def _texts(seen: ReplayView[Any], asked: Sequence[str]) -> Iterator[Text]:
    """All that one seat may read of a table."""
    game, state = seen.game, seen.state
    for at, entry in enumerate(seen.entries):
        yield (
            f"line {at + 1}",
            _words(seen, (seen.format(entry), *_ruling(entry), seen.news(entry), seen.events(entry))),
        )
    for lang in seen.setup.book.languages:
        yield "show", game.show(state, seen.viewer, lang)
    yield "the facts", repr(game.facts(state))
    yield "phase, scores, outcome, who acts", repr((game.phase(state), game.scores(state), seen.outcome, seen.to_act))
    yield "the prompts", _words(seen, seen.decisions)
    yield "irregularities", _words(seen, seen.irregularities)
    yield "the options", repr([offer.line for offer in list_offers(seen.truth, seen.viewer)])
    for number, line in enumerate(asked):
        for overruled in (False, True)[: 1 + (number < FORCED)]:
            yield f"why {'!' * overruled}{line}", _words(seen, _why(seen, line, overruled))
        if number < SHORT:
            seat, _, words = line.partition(": ")
            short = f"{seat}: {words.partition(' ')[2] or words[0]}"
            yield f"what “{short}” stands for", repr(parse_typed(seen.truth, short))


def _ruling(entry: Entry) -> tuple[Any, ...]:
    """A ruling but for the state after it, which is looked at by itself."""
    ruling = entry.ruling
    words = (getattr(ruling, field, "") for field in ("rule", "because", "nearest", "readings", "assuming"))
    return (ruling.name, *words, entry.breach, entry.comment, entry.irregularities)


def _why(seen: ReplayView[Any], line: str, overruled: bool) -> tuple[Any, ...]:
    entry = seen.judge_line(line, overruled)
    if type(entry.move) in KERNEL_MOVES or not isinstance(entry.ruling, ACCEPTED):
        return _ruling(entry)
    reasons = () if overruled else seen.game.explain(seen.state, entry.move, entry.ruling)
    return (*_ruling(entry), *(part for reason in reasons for part in (reason.rule, reason.because)))


def _words(seen: ReplayView[Any], values: Any) -> str:
    """Values as text, sentences in every language of the game."""
    if isinstance(values, str):
        return " / ".join(dict.fromkeys(in_language(values, lang) for lang in seen.setup.book.languages))
    if isinstance(values, tuple | list):
        return f"({', '.join(_words(seen, value) for value in values)})"
    return repr(values)


PROMISES = (no_text_leaks_a_secret,)
