"""`pnp check` names a question that nothing asks, with the place where it is declared."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.cli.main import main
from tests.editing import edit_file

Capture = pytest.CaptureFixture[str]

SWAP = '''SWAP = Question(TURN, "may_swap")


class Swap(Move, frozen=True):
    """`anna: swap`"""


@SWAP.answer(Swap)
def swap(t: Trial, m: Swap) -> None:
    t.agreed()


SWAP.all_passed(lambda t: None)


def begin('''


@pytest.fixture
def swapping(mygame: Path) -> Path:
    """A game with a question, its move, its steps and its words, which nothing asks."""
    edit_file(mygame / "cards" / "messages.yaml", ("words:\n", 'words:\n  may_swap: {en: "swap"}\n'))
    edit_file(mygame / "rules.py", ("def begin(", SWAP), ("questions=(LAYING,)", "questions=(LAYING, SWAP)"))
    return mygame


def test_a_question_that_nothing_asks(swapping: Path, capsys: Capture) -> None:
    lines = (swapping / "rules.py").read_text("utf-8").splitlines()
    assert main(["check", "mygame", "--games", "."]) == 0
    output = capsys.readouterr().out
    assert (
        f"rules.py:{lines.index(SWAP.splitlines()[0]) + 1}:1: warning: the rules never ask the question SWAP" in output
    )
    assert output.count("the rules never ask") == 1


@pytest.mark.parametrize(
    "asked",
    [
        ("    t.ask(LAYING)\n", "    t.ask(LAYING)\n    if len(t.seats) > 9:\n        t.ask(SWAP)\n"),
        ('Phase("take", TAKING),', 'Phase("take", TAKING), Phase("swap", SWAP)'),
        ("GAME = declare(", "LATER = {1: SWAP}\n\nGAME = declare("),
    ],
)
def test_a_question_that_may_be_asked(asked: tuple[str, str], swapping: Path, capsys: Capture) -> None:
    edit_file(swapping / "rules.py", asked)
    main(["check", "mygame", "--games", "."])
    assert "never ask" not in capsys.readouterr().out
