"""Tables that are played again with other cards. In: a game, its scenarios, its bots. Out: Scripts: the lines of a
table, and what the referee answers to each.

Invariant: the same book gives the same answers; what is compared is what people are told (rulings, reasons, news, whose
turn, scores, the table shown), never the values inside a state, which hold what nobody may ever have asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct, json
from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.conformance.scenario import Lay, Scenario
from pnp.library.card import CardBook
from pnp.library.read_log import Datum, ReadLog
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import DIGITAL, Game, Setup, State, counters_of
from pnp.referee.loading import setup_of
from pnp.referee.record import Header, parse_line
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import ACCEPTED, Illegal
from pnp.referee.seat import TABLE, Seat

GAMES = 1  # games of bots for each number of seats
SHORT, SPACING = 60, 20  # lines of a table that is shown after each line; every so many lines of a longer one
Line = tuple[str, bool]
"""A line as it is typed, and whether the table overrules."""


class Answer(Struct, frozen=True):
    """What the referee answers to a line. decided: the ruling, and what follows it · wording: the words for it."""

    decided: str
    wording: str = ""

    def __str__(self) -> str:
        return f"{self.decided} · {self.wording}" if self.wording else self.decided


class Script(Struct):
    """One table.

    answers: what was answered with the cards as they are · words: all of it, to look for a card in
    first: the state before the first line · reads: the data that were read after the table was set up
    """

    name: str
    seats: tuple[str, ...]
    options: dict[str, Any]
    lines: tuple[Line, ...]
    answers: tuple[Answer, ...] = ()
    words: str = ""
    first: Any = None
    reads: frozenset[Datum] = frozenset()

    def setup(self, game: Game[Any], book: CardBook) -> Setup:
        """The same table with other cards."""
        return setup_of(Header(game.slug, self.seats, game.version, book.digest, self.options), game, book)

    def may_differ(self, game: Game[Any], book: CardBook, data: Collection[Datum]) -> bool:
        """False where the answers must be the same: the table begins with the same values (which is what most rules
        make of the cards), and none of these data is looked up later.
        """
        if not self.reads.isdisjoint(data):
            return True
        try:
            setup = self.setup(game, book)
            return bool(_values(setup, game.setup(setup)) != self.first)
        except InputError:
            return True


def scripts_of(game: Game[Any], book: CardBook, scenarios: Sequence[Scenario], lay: Lay | None) -> list[Script]:
    """The tables of the scenarios, then whole games of bots, with their answers; the short ones first."""
    found = [_of_scenario(scenario, lay) for scenario in scenarios if not scenario.picture or lay is not None]
    found.sort(key=lambda script: len(script.lines))
    fewest, most = game.players
    for seed in range(GAMES):
        for seats in range(fewest, min(most, len(SEAT_NAMES)) + 1):
            found.append(_of_bots(game, book, seats, seed, {}))
    with suppress(InputError, RuntimeError):  # switches that do not go together
        found.append(_of_bots(game, book, fewest, GAMES, dict(_unusual(book))))
    for script in found:
        log = ReadLog(book)  # a book of its own: rules may keep what they read of one
        setup = script.setup(game, book)
        script.first = _values(setup, game.setup(setup))
        script.answers = tuple(answers(script, game, log.book, log))
        script.reads = frozenset(log.noted)
        script.words = "\n".join((*(text for text, _ in script.lines), *map(str, script.answers)))
    return found


def _of_scenario(scenario: Scenario, lay: Lay | None) -> Script:
    lines: list[Line] = [(text, False) for text in lay(scenario.picture)] if scenario.picture and lay else []
    for step in scenario.steps:
        if step.text != "setup" and not step.text.startswith("=") and (line := parse_line(step.text)) is not None:
            lines.append((line.text, line.overruled))
    return Script(scenario.name, scenario.seats, scenario.options, tuple(lines))


def _unusual(book: CardBook) -> Iterator[tuple[str, Any]]:
    """Every switch that is on or off, the other way."""
    for name, option in book.options.items():
        if isinstance(option.default, bool):
            yield name, not option.default


def _of_bots(game: Game[Any], book: CardBook, seats: int, seed: int, options: dict[str, Any]) -> Script:
    table = simulate(game, book, SEAT_NAMES[:seats], seed, options=options)
    lines = tuple((table.format(entry), entry.overruled) for entry in table.entries)
    name = f"a game of {seats} bots{' with other options' if options else ''}"
    return Script(name, SEAT_NAMES[:seats], {**options, "deal": DIGITAL}, lines)


def _values(setup: Setup, first: Any) -> Any:
    """A state apart from the cards it was made of, and the switches."""
    return setup.options, replace(first, setup=None) if isinstance(first, State) else first


def answers(script: Script, game: Game[Any], book: CardBook, log: ReadLog | None = None) -> Iterator[Answer]:
    """What the referee says, line after line, and how the table lies at the end."""
    try:
        setup = script.setup(game, book)
        first = game.setup(setup)
    except InputError as fault:
        yield Answer(f"cannot be set up: {fault}")
        return
    if isinstance(first, Illegal):
        yield Answer(f"cannot be set up: {first.rule}", first.because)
        return
    replay: Replay[Any] = Replay(game, setup)
    if log is not None:
        log.noted.clear()
    yield _table(replay)
    for text, overruled in script.lines:
        before = replay.state
        yield _answer(replay, before, replay.read(text, overruled))
        if len(script.lines) < SHORT or replay.plies % SPACING == 0:
            yield _table(replay)
            yield _page(replay, replay.to_act[0] if replay.to_act and replay.to_act[0] != TABLE else None)
    yield Answer(json.encode(game.facts(replay.state)).decode())
    yield _page(replay, None)


def _answer(replay: Replay[Any], before: Any, entry: Entry) -> Answer:
    ruling, game, outcome = entry.ruling, replay.game, replay.outcome
    decided: list[Any] = [
        ruling.name,
        *(getattr(ruling, key, "") for key in ("rule", "assuming", "readings")),
        *entry.irregularities,
        replay.to_act,
        game.phase(replay.state),
        game.scores(replay.state),
        outcome and replace(outcome, reason=""),
    ]
    wording: list[Any] = [getattr(ruling, "because", ""), outcome and outcome.reason]
    if isinstance(ruling, ACCEPTED) and type(entry.move) in game.moves and entry.move is not None:
        reasons = game.explain(before, entry.move, ruling)
        decided += [*(reason.rule for reason in reasons), *counters_of(game, replay.state).items()]
        wording += [*(reason.because for reason in reasons), *game.news(before, entry.move, ruling)]
    return Answer(_joined(decided), _joined(wording))


def _joined(parts: Iterable[Any]) -> str:
    return " · ".join(str(part) for part in parts if part not in ("", None))


def _table(replay: Replay[Any]) -> Answer:
    """Who is asked what, and what may be done."""
    game, state = replay.game, replay.state
    asked = game.pending(state)
    decided: list[Any] = [(item.seat, item.verbs, item.rule) for item in asked]
    for seat in replay.to_act:
        view = state if seat == TABLE else game.project(state, seat)
        decided += [replay.notation.format(move) for move in game.legal_moves(view, seat)]
    return Answer(_joined(decided), _joined(item.why for item in asked))


def _page(replay: Replay[Any], seat: Seat | None) -> Answer:
    """The table as somebody sees it, in every language."""
    game, state = replay.game, replay.state
    known = game.project(state, seat)
    return Answer("", "\n".join(game.show(known, seat, lang) for lang in state.setup.book.languages))
