"""The example of *How to play*, played. In: a HowTo, its game, where its words stand. Out: every fault.

Invariant: what the leaf tells is so: every line is one that the referee allows, what it calls wrong is refused by that
rule, the scores are his, and each picture shows cards that somebody sees on the table then, on a board as they lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pnp.base.diagnostics import InputError, Report, Span
from pnp.library.card import CardBook
from pnp.library.rulebook import ExampleStep, HowTo, Note
from pnp.referee.game import DIGITAL, Game
from pnp.referee.loading import setup_of
from pnp.referee.move import Move
from pnp.referee.record import Header
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal
from pnp.referee.scene import Piece
from pnp.table.short_line import parse_typed
from pnp.table.teaching.lesson_run import refusal

Place = Callable[..., Span]  # of what stands under these keys of the file
Shown = list[tuple[int, int, str]]  # column, row, card


def howto_faults(howto: HowTo, game: Game[Any], book: CardBook, place: Place) -> Report:
    """Play the example as it is told."""
    report = Report()
    if not howto.example.seats:
        return report
    try:
        _ExampleRun(howto, game, book, place, report).play()
    except InputError as fault:
        report.extend(fault.report)
    return report


class _ExampleRun:
    def __init__(self, howto: HowTo, game: Game[Any], book: CardBook, place: Place, report: Report) -> None:
        example = howto.example
        options = {"deal": DIGITAL, **example.options}
        header = Header(game.slug, example.seats, game.version, book.digest, options)
        self.howto, self.game, self.book, self.place, self.report = howto, game, book, place, report
        self.replay: Replay[Any] = Replay(game, setup_of(header, game, book, place("example")))

    def play(self) -> None:
        """From the set-up to the last step; the first line that is refused ends it."""
        if not all(self._make(line, "before", at) for at, line in enumerate(self.howto.example.before)):
            return
        for at, note in enumerate(self.howto.setup):
            self._check_picture(note, "setup", at)
        for at, step in enumerate(self.howto.example.steps):
            self._check_wrong(step, at)
            if not all(self._make(line, "steps", at, "lines", n) for n, line in enumerate(step.lines)):
                return
            self._check_picture(step, "example", "steps", at)
            self._check_scores(step, at)

    def _make(self, line: str, *path: str | int) -> bool:
        entry = self.replay.read(line)
        if not entry.accepted:
            self.report.error(self.place("example", *path), refusal(line, entry.ruling), "", "example-line")
        return bool(entry.accepted)

    def _check_wrong(self, step: ExampleStep, at: int) -> None:
        if not step.wrong:
            return
        move = parse_typed(self.replay, step.wrong)
        ruling = self.replay.judge(move).ruling if isinstance(move, Move) else move
        if not isinstance(ruling, Illegal) or ruling.rule != step.rule:
            fault = (
                refusal(step.wrong, ruling)
                if isinstance(ruling, Illegal)
                else f"expected a wrong move, but “{step.wrong}” is allowed here"
            )
            place = self.place("example", "steps", at, "wrong")
            self.report.error(place, fault, f"write a move that {step.rule} forbids", "example-line")

    def _check_scores(self, step: ExampleStep, at: int) -> None:
        seats = self.howto.example.seats
        found = dict(zip(seats, self.game.scores(self.replay.state), strict=False))
        for seat, score in step.scores.items():
            if found.get(seat) != score:
                place = self.place("example", "steps", at, "scores", seat)
                self.report.error(
                    place, f"expected a score of {score} for {seat}, got {found.get(seat)}", "", "example-score"
                )

    def _check_picture(self, note: Note, *path: str | int) -> None:
        shown: Shown = [
            (across, down, what)
            for down, row in enumerate(note.squares())
            for across, (what, _) in enumerate(row)
            if what in self.book.cards
        ]
        seats = (None, *range(len(self.howto.example.seats)))
        if shown and not any(
            _lies_so(shown, self.game.scene(self._view(seat)), isinstance(note, ExampleStep)) for seat in seats
        ):
            hint = "show cards that one of the seats sees; on a board each at its place"
            self.report.error(
                self.place(*path, "picture"),
                "the picture does not match the table at this point",
                hint,
                "example-picture",
            )

    def _view(self, seat: int | None) -> Any:
        return self.game.project(self.replay.state, seat)


def _lies_so(shown: Shown, pieces: Sequence[Piece], is_play: bool) -> bool:
    """True when all cards are there. What is shown of play on squares lies there to each other as it is shown; the
    set-up may show hands beside them.
    """
    wanted = Counter(card for _, _, card in shown)
    there: Counter[str] = Counter()
    for piece in pieces:
        there[piece.card] += piece.count
    if wanted - there:
        return False
    board = dict(_squares(pieces))
    if not board or (not is_play and wanted - Counter(board.values())):
        return True
    column, row, card = shown[0]
    moved = [(x - column, y - row) for (x, y), lies in board.items() if lies == card]
    return any(all(board.get((c + x, r + y)) == card for c, r, card in shown) for x, y in moved)


def _squares(pieces: Iterable[Piece]) -> Iterable[tuple[tuple[int, int], str]]:
    """What lies on top of each square; squares have keys such as `-1,2`."""
    for piece in pieces:
        across, _, down = str(piece.key).partition(",")
        if across.lstrip("-").isdecimal() and down.lstrip("-").isdecimal():
            yield (int(across), int(down)), piece.card
