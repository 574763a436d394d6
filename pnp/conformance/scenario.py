"""Scenarios: what a game's rules mean, as Markdown that people read and tests run.

In: the text of a `scenarios/*.md`. Prose says what is shown; a fenced block ```` ```record ```` is one table:

    ```record deal=digital louhi_ongoing=true seats=red,blue
         0     1      2
    0  louhi kaarme vainamoinen
    red: place louhi 3,0          => legal [KAL-39, KAL-38]
    blue: place ukko 7,7          => illegal [KAL-13]
    = scores: [4, 0]
    ```

Lines are lines of a record. After `=>` stands the expected answer of the referee: `legal`, `unverified`, `illegal`,
`invalid`, `ambiguous` or `irregular` (accepted, and an earlier line is found false); the ids in brackets must be among
its reasons, words in quotation marks “…” in what is said of it. A line without `=>` must be accepted. `= name: value`
compares `scores`, `to_act`, `asked` (`["anna: play pass [KAL-10]"]`), `prompts` (what they are asked), `options` (all
that may be done, `["anna: pass", "anna: play black-1"]`), `phase`, `winners`, all `reasons` of the last accepted line
(`["KAL-10 red draws a tile"]`), all its `news`, all that is `assumed` of it and all `irregularities` that it brings to
light, `refusal` (all that the last line was refused with), `forced` (the line that the referee writes itself now),
`measures` (what a playtest measures, by seat) or, by dotted path, a fact of the state. A picture at the top of a block
is turned into lines by the game's own `lay`. Out: the rule ids that were returned, or an AssertionError with file and
line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct, json

from pnp.conformance.wording import describe_fault, describe_ruling
from pnp.library.card import CardBook
from pnp.referee.game import Decision, Game
from pnp.referee.loading import setup_of
from pnp.referee.record import Header, parse_line
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import Illegal, Irregularity, Legal, Unverified
from pnp.referee.seat import TABLE

QUOTED = re.compile("“([^”]*)”")
FENCE, OPENING = "```", "```record"
SEATS = ("red", "blue")
# Turns the lines of a picture into lines of a record.
Lay = Callable[[Sequence[str]], Iterable[str]]


class Step(Struct, frozen=True):
    """One line of a block: what is typed, the expected answer (empty: accepted), by which rules, and in which words."""

    number: int
    text: str
    answer: str = ""
    rules: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class Scenario(Struct, frozen=True):
    """One table: the heading above it, its options, its picture and its lines."""

    title: str
    file: str
    number: int
    options: dict[str, Any]
    seats: tuple[str, ...]
    picture: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """`placing.md:12`."""
        return f"{self.file}:{self.number}"


def parse_scenarios(text: str, file: str) -> list[Scenario]:
    """The tables of a Markdown file. Raises ValueError for a block that is not closed."""
    found: list[Scenario] = []
    title, block, start, info = "", list[tuple[int, str]](), 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        if start and line.strip() == FENCE:
            found.append(_scenario(title, file, start, info, block))
            start, block = 0, []
        elif start:
            block.append((number, line))
        elif line.startswith(OPENING):
            start, info = number, line.removeprefix(OPENING)
        elif line.startswith("#"):
            title = line.lstrip("#").strip()
    if start:
        raise ValueError(f"{file}:{start}: the block is not closed")
    return found


def _scenario(title: str, file: str, number: int, info: str, block: list[tuple[int, str]]) -> Scenario:
    options: dict[str, Any] = {}
    seats: tuple[str, ...] = SEATS
    for word in info.split():
        key, _, value = word.partition("=")
        if key == "seats":
            seats = tuple(value.split(","))
        else:
            plain = {"true": True, "false": False}.get(value, value)
            options[key] = int(value) if value.isdigit() else plain
    picture: list[str] = []
    steps: list[Step] = []
    for at, line in block:
        step = _step(at, line)
        if step is not None:
            steps.append(step)
        elif line.strip() and not line.lstrip().startswith("#"):
            picture.append(line)
    return Scenario(title, file, number, options, seats, tuple(picture), tuple(steps))


def _step(number: int, line: str) -> Step | None:
    text, arrow, expected = line.partition("=>")
    if not arrow and ":" not in text.partition("#")[0]:
        return None
    words = tuple(QUOTED.findall(expected))
    answer, _, ids = QUOTED.sub("", expected).partition("#")[0].partition("[")
    rules = tuple(id_.strip() for id_ in ids.partition("]")[0].split(",") if id_.strip())
    return Step(number, text.strip(), answer.strip(), rules, words)


class Shown(Struct, frozen=True):
    """A scenario that was played: its table (None: it was to be refused), the rules returned, and what is wrong."""

    scenario: Scenario
    table: Replay[Any] | None = None
    returned: frozenset[str] = frozenset()
    fault: str = ""


def run_scenario(scenario: Scenario, game: Game[Any], book: CardBook, lay: Lay | None = None) -> set[str]:
    """Play a table through; the ids of all rules that were returned."""
    return _run(scenario, game, book, lay)[1]


def show_scenario(scenario: Scenario, game: Game[Any], book: CardBook, lay: Lay | None = None) -> Shown:
    """Play a table through, or as far as it holds."""
    try:
        table, returned = _run(scenario, game, book, lay)
    except AssertionError as fault:
        return Shown(scenario, fault=str(fault) or f"{scenario.name}: {describe_fault(fault)}")
    return Shown(scenario, table, frozenset(returned))


def _run(scenario: Scenario, game: Game[Any], book: CardBook, lay: Lay | None) -> tuple[Replay[Any] | None, set[str]]:
    header = Header(game.slug, scenario.seats, game.version, book.digest, scenario.options)
    first = scenario.steps[0] if scenario.steps else Step(0, "")
    if first.text == "setup":
        refused = game.setup(setup_of(header, game, book))
        assert isinstance(refused, Illegal), (
            f"{scenario.file}:{first.number}: expected the set-up to be rejected, but it is accepted"
        )
        assert first.rules in ((), (refused.rule,)), f"{scenario.file}:{first.number}: {refused}"
        return None, {refused.rule}
    replay = Replay(game, setup_of(header, game, book))
    returned: set[str] = set()
    if scenario.picture:
        assert lay is not None, (
            f"{scenario.name}: {game.slug} has no function `lay` in tests/tables.py to read the picture"
        )
        for text in lay(scenario.picture):
            entry = replay.read(text)
            assert entry.accepted, f"{scenario.name}: picture: {text}: {describe_ruling(entry.ruling)}"
    for step in scenario.steps:
        if step.text.startswith("="):
            _compare(scenario, step, replay)
        else:
            returned |= _play(scenario, step, replay)
    return replay, returned


def _play(scenario: Scenario, step: Step, replay: Replay[Any]) -> set[str]:
    where = f"{scenario.file}:{step.number}: {step.text}"
    line = parse_line(step.text)
    assert line is not None, where
    before = replay.state
    entry = replay.read(line.text, line.overruled)
    returned = rules_of_entry(replay, before, entry)
    if replay.outcome is not None and entry.accepted and replay.outcome.rule:
        returned.add(replay.outcome.rule)
    answers = ["irregular", entry.ruling.name] if entry.irregularities else [entry.ruling.name]
    wanted, answer = step.answer or "accepted", describe_ruling(entry.ruling)
    assert wanted in answers or (wanted == "accepted" and entry.accepted), f"{where}\n  expected {wanted}, got {answer}"
    missing = set(step.rules) - returned
    among = ", ".join(sorted(returned)) or "none"
    assert not missing, f"{where}\n  expected {', '.join(sorted(missing))} among the reasons, got {among}"
    if step.words:
        report = "\n  ".join(_answer_texts(replay, before, entry))
        lacking = [words for words in step.words if words not in report]
        assert not lacking, f"{where}\n  expected “{'”, “'.join(lacking)}” in the answer, got\n  {report}"
    return returned


def _answer_texts(replay: Replay[Any], before: Any, entry: Entry) -> Iterator[str]:
    """What people read of the answer to a line: why it is refused, or why it does what it does, and the news."""
    ruling = entry.ruling
    if not isinstance(ruling, Legal | Unverified):
        yield str(getattr(ruling, "because", ""))
    elif type(entry.move) in replay.game.moves:
        yield from map(str, getattr(ruling, "assuming", ()))
        yield from (str(event.because) for event in ruling.events if isinstance(event, Irregularity))
        yield from (str(reason.because) for reason in replay.game.explain(before, entry.move, ruling))
        yield from map(str, replay.game.news(before, entry.move, ruling))


def rules_of_entry(replay: Replay[Any], before: Any, entry: Entry) -> set[str]:
    """The rule ids of the answer to a line: of the refusal, or of the reasons and irregularities."""
    ruling = entry.ruling
    if isinstance(ruling, Illegal):
        return {ruling.rule}
    if entry.move is None or not isinstance(ruling, Legal | Unverified):
        return set()
    returned = {event.rule for event in ruling.events if isinstance(event, Irregularity)}
    if type(entry.move) in replay.game.moves and not entry.overruled:
        returned |= {reason.rule for reason in replay.game.explain(before, entry.move, ruling)}
    return returned


def _asked(name: str, decision: Decision) -> str:
    return f"{name}: {' '.join(decision.verbs)} [{decision.rule}]"


def _options(replay: Replay[Any]) -> Iterator[str]:
    """What those who are to act may do as far as they know, in alphabetical order."""
    game = replay.game
    for seat in replay.to_act:
        known = replay.state if seat == TABLE else game.project(replay.state, seat)
        yield from sorted(map(replay.notation.format, game.legal_moves(known, seat)))


def _compare(scenario: Scenario, step: Step, replay: Replay[Any]) -> None:
    name, _, wanted = step.text[1:].partition(":")
    name = name.strip()
    value = json.decode(json.encode(KNOWN[name](replay) if name in KNOWN else replay.game.facts(replay.state)))
    for part in () if name in KNOWN else name.split("."):
        value = value[int(part)] if isinstance(value, list) else value.get(part)
    where = f"{scenario.file}:{step.number}: {name}"
    assert value == json.decode(wanted.strip()), (
        f"{where}: expected {wanted.strip()}, got {json.encode(value).decode()}"
    )


def _last(replay: Replay[Any]) -> list[Entry]:
    """The last accepted line, if it is a move of the game."""
    accepted = [entry for entry in replay.entries if entry.accepted][-1:]
    return [entry for entry in accepted if type(entry.move) in replay.game.moves]


def _reasons(replay: Replay[Any]) -> list[str]:
    """`KAL-10 red draws a tile`: why the last accepted line does what it does."""
    explained = (replay.game.explain(entry.state_before, entry.move, entry.ruling) for entry in _last(replay))
    return [f"{reason.rule} {reason.because}" for reasons in explained for reason in reasons]


KNOWN: dict[str, Callable[[Replay[Any]], Any]] = {
    "scores": lambda replay: replay.game.scores(replay.state),
    "to_act": lambda replay: [replay.setup.name(seat) for seat in replay.to_act],
    "asked": lambda replay: [_asked(replay.setup.name(each.seat), each) for each in replay.decisions],
    "prompts": lambda replay: [str(each.why) for each in replay.decisions],
    "options": lambda replay: list(_options(replay)),
    "phase": lambda replay: replay.game.phase(replay.state),
    "winners": lambda replay: replay.outcome and [replay.setup.name(seat) for seat in replay.outcome.winners],
    "reasons": _reasons,
    "news": lambda replay: [str(each) for entry in _last(replay) for each in replay.news(entry)],
    "refusal": lambda replay: (
        f"{ruling.rule} {ruling.because}" if isinstance(ruling := replay.entries[-1].ruling, Illegal) else None
    ),
    "assumed": lambda replay: [
        str(each) for entry in _last(replay) if isinstance(entry.ruling, Unverified) for each in entry.ruling.assuming
    ],
    "irregularities": lambda replay: [
        f"{item.rule} {replay.setup.name(item.seat)} {item.ply}: {item.because}"
        for entry in _last(replay)
        for item in entry.irregularities
    ],
    "forced": lambda replay: (move := replay.game.forced(replay.state)) and replay.notation.format(move),
    "measures": lambda replay: {
        name: replay.game.measure(replay.state, seat) for seat, name in enumerate(replay.setup.seats)
    },
}
"""The values that a scenario can compare besides facts, by name."""
