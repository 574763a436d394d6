"""One pass per line: however it is typed and whatever becomes of it, it is parsed once and judged once.

What is counted is judging by the truth. A view judges once more by what its viewer knows where cards are hidden; at the
tables here nothing is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.catalog import load_game
from pnp.cli.main import main
from pnp.referee.game import Game
from pnp.referee.notation import Notation
from pnp.table.session import Session
from pnp.table.store import Store

KALEVALA = ("table: start ukko",)
DEALT = ("table: deal anna lord_quiggs", "table: deal ben general_fydo", "table: deal 2")
COVERED = (*KALEVALA, "red: place louhi 1,0", "blue: place kaarme 0,0")


class Count:
    """How often each hook was run, and each text was parsed, since the record was opened."""

    def __init__(self) -> None:
        self.runs: Counter[str] = Counter()
        self.texts: Counter[str] = Counter()

    def watching(self, game: Game[Any]) -> Game[Any]:
        return replace(game, **{name: self._counted(name, getattr(game, name)) for name in self.hooks})

    hooks = ("judge", "force", "explain", "news")

    def _counted(self, name: str, hook: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            self.runs[name] += 1
            return hook(*arguments)

        return counted

    def clear(self) -> None:
        self.runs.clear()
        self.texts.clear()

    def of(self, *texts: str) -> dict[str, int]:
        """What was run, and how often these texts were parsed."""
        return {"parse": sum(self.texts[text] for text in texts), **self.runs}


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    """What the commands run after they have opened the record."""
    count, parse = Count(), Notation.parse

    def find(slug: str) -> tuple[Game[Any], Any]:
        game, book = load_game(slug)
        return count.watching(game), book

    def opened(path: Path, games: Any, to_write: bool = False, lang: str = "") -> Session:
        session = Session(Store(path), find)
        count.clear()
        return session

    def counted(notation: Notation, text: str) -> Any:
        count.texts[text] += 1
        return parse(notation, text)

    monkeypatch.setattr(Notation, "parse", counted)
    for module in ("commands", "play"):
        monkeypatch.setattr(f"pnp.cli.referee.{module}.open_session", opened)
    return count


def record(folder: Path, game: str, lines: tuple[str, ...], *options: str) -> str:
    path = str(folder / "a.record")
    seats = {"kalevala": ("red", "blue")}.get(game, ("anna", "ben"))
    assert main(["referee", "new", game, *seats, "-o", path, *options]) == 0
    assert not lines or main(["referee", "move", path, *lines]) == 0
    return path


CASES = {
    "accepted": ("kalevala", KALEVALA, "red: place louhi 1,0", {"parse": 1, "judge": 1, "news": 1}, 0),
    "with news": ("kalevala", COVERED[:2], COVERED[2], {"parse": 1, "judge": 1, "news": 1}, 0),
    "refused": ("kalevala", KALEVALA, "red: place louhi 5,5", {"parse": 1, "judge": 1}, 1),
    "overruled": ("kalevala", KALEVALA, "blue: !place louhi 1,0", {"parse": 1, "judge": 1, "force": 1}, 0),
    "overruled for nothing": ("kalevala", KALEVALA, "red: !place louhi 1,0", {"parse": 1, "judge": 1, "news": 1}, 0),
    "not to be overruled": ("kalevala", KALEVALA, "table: !start louhi", {"parse": 1, "judge": 1, "force": 1}, 1),
    "unread": ("kalevala", KALEVALA, "red: plce louhi 1,0", {"parse": 1}, 1),
    "ambiguous": (
        "kalevala",
        KALEVALA,
        "red: place l 1,0",
        {"parse": 1, "judge": 2},
        1,
    ),  # each of its two readings, by what everybody knows
    "unverified": ("suomi1918", ("anna: play black-1",), "ben: discard blue-2", {"parse": 1, "judge": 1, "news": 1}, 0),
    "corrected": ("kalevala", KALEVALA, "table: adjust score red 12", {"parse": 1, "news": 1}, 0),
    "taken back": ("kalevala", KALEVALA, "table: undo", {"parse": 1}, 0),
    "drum roll": ("drumroll", (), "table: deal area PS-ORG PS-AG1 PS-POP", {"parse": 1, "judge": 1, "news": 1}, 0),
    "keikalla": ("keikalla", (), "anna: band hian", {"parse": 1, "judge": 1, "news": 1}, 0),
    "keko": ("keko", (), "table: deal anna lord_quiggs", {"parse": 1, "judge": 1, "news": 1}, 0),
}


@pytest.mark.parametrize("how", ["move", "move --json", "play"])
@pytest.mark.parametrize("case", CASES)
def test_a_line_is_parsed_once_and_judged_once(
    case: str, how: str, tmp_path: Path, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, before, line, wanted, code = CASES[case]
    path = record(tmp_path, game, before)
    if how == "play":
        monkeypatch.setattr("sys.stdin", Piped([f"{line}\n"]))
        assert main(["referee", "play", path]) == code
    else:
        assert main(["referee", "move", path, line, *how.split()[1:]]) == code
    assert count.of(line.replace("!", "")) == wanted


class Piped:
    """Lines from a pipe."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = iter(lines)

    def isatty(self) -> bool:
        return False

    def __next__(self) -> str:
        return next(self._lines)


def test_each_of_several_lines_is_parsed_once_and_judged_once(tmp_path: Path, count: Count) -> None:
    path = record(tmp_path, "kalevala", KALEVALA)
    assert main(["referee", "move", path, *COVERED[1:]]) == 0
    assert count.of(*COVERED[1:]) == {"parse": 2, "judge": 2, "news": 2}


def test_overruled_lines_before_a_refused_one_are_reported(tmp_path: Path, count: Count) -> None:
    path = record(tmp_path, "kalevala", KALEVALA)
    lines = ["blue: !place louhi 1,0", "blue: !place louhi 2,0", "red: nonsense"]
    assert main(["referee", "move", path, *lines]) == 1
    assert count.of(*(line.replace("!", "") for line in lines)) == {"parse": 3, "judge": 2, "force": 2}


def test_dice_that_the_app_throws_are_judged_as_they_fell(tmp_path: Path, count: Count) -> None:
    path = record(tmp_path, "keko", DEALT)
    assert main(["referee", "move", path, "table: first"]) == 0
    assert count.of("table: first") == {"parse": 1, "judge": 1, "news": 1}


def test_overruling_judges_the_line_once(tmp_path: Path, count: Count) -> None:
    path = record(tmp_path, "kalevala", KALEVALA)
    assert main(["referee", "overrule", path, "blue: place louhi 1,0", "--because", "so"]) == 0
    assert count.of("blue: place louhi 1,0") == {"parse": 1, "judge": 1, "force": 1}
    assert main(["referee", "overrule", path, "red: place ukko 0,1", "--because", "so"]) == 0
    assert count.of("red: place ukko 0,1") == {"parse": 1, "judge": 1, "news": 1}


def test_why_judges_the_line_once_and_explains_that_ruling(tmp_path: Path, count: Count) -> None:
    path = record(tmp_path, "kalevala", KALEVALA)
    assert main(["referee", "why", path, "red: place louhi 1,0"]) == 0
    assert count.of("red: place louhi 1,0") == {"parse": 1, "judge": 1, "explain": 1}
    assert main(["referee", "why", path, "blue: !place louhi 1,0"]) == 0
    assert count.of("blue: place louhi 1,0") == {"parse": 1, "judge": 1, "force": 1}


def test_opening_a_record_judges_each_line_once(tmp_path: Path, count: Count) -> None:
    path = Path(record(tmp_path, "kalevala", COVERED))
    text = path.read_text("utf-8")
    path.write_text(text.rstrip("\n"), "utf-8")  # torn: the last line has no end
    count.clear()
    game, book = load_game("kalevala")
    Session(Store(path), lambda slug: (count.watching(game), book))
    assert count.of(*COVERED) == {"parse": 3, "judge": 3}
