"""docs/api: made from docstrings, current, complete, and every example on them is true."""

from __future__ import annotations

import doctest
import importlib.util
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pnp.catalog import book_of, find_game, rules_of
from pnp.referee import effects, kernel
from pnp.referee.game import Setup
from pnp.referee.kernel.trial import Trial
from pnp.referee.replay import Replay
from tests.guard import some

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "api"
OPENING = (
    "table: deal anna fish1 fish2 fish3 fish4",
    "table: deal ben rope1 rope2 rope3 rope4",
    "table: deal table salt8",
)


@cache
def maker() -> ModuleType:
    """docs/api/make.py."""
    spec = importlib.util.spec_from_file_location("api_pages", FOLDER / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def documented() -> Iterator[Any]:
    """What has a docstring on some page."""
    make = maker()
    yield kernel.declare
    for kind in (kernel.Zone, kernel.Counter, kernel.Fact, kernel.Question, kernel.Phase, effects.CardEffects):
        yield kind
        yield from (thing for name, thing in vars(kind).items() if not name.startswith("_") and callable(thing))
    for name in (*make.SAYS, *make.ASKS, *make.HAPPENS):
        thing = getattr(Trial, name)
        yield thing.fget if isinstance(thing, property) else thing
    yield from (getattr(kernel, name) for name in (*make.PARAM_CLASSES, "Move", "Deal", "Roll", "Pass", "Setup"))


EXAMPLES = [thing for thing in documented() if ">>>" in (thing.__doc__ or "")]


@pytest.fixture
def names() -> dict[str, Any]:
    """What an example may use: the kernel, the rules of the new game, and a trial `t` at its table."""
    entry = find_game("mygame", [ROOT / "pnp" / "scaffold" / "hands"])
    game, book = rules_of(entry), book_of(entry)
    replay = Replay(
        game, Setup(("anna", "ben"), book, {name: o.default for name, o in book.options.items()}, "digital")
    )
    for line in OPENING:
        assert replay.read(line).accepted
    rules = sys.modules["pnp_game_mygame"]
    trial = Trial(game.declared, replay.state)
    return {**{name: getattr(kernel, name) for name in kernel.__all__}, **vars(rules), "t": trial}


def test_the_pages_are_current() -> None:
    """`python docs/api/make.py` writes them anew."""
    made = maker().pages()
    assert {path.name for path in FOLDER.glob("*.md")} == set(made)
    for name, text in some(made.items()):
        assert (FOLDER / name).read_text("utf-8") == text, f"docs/api/{name} is old: python docs/api/make.py"


@pytest.mark.parametrize("thing", EXAMPLES, ids=lambda thing: thing.__qualname__)
def test_an_example_is_true(thing: Any, names: dict[str, Any]) -> None:
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner(verbose=False)
    for test in some(finder.find(thing, thing.__qualname__, globs=names)):
        assert test.examples
        assert runner.run(test).failed == 0


def test_most_of_what_a_step_asks_and_does_has_an_example() -> None:
    make = maker()
    shown = {thing.__name__ for thing in EXAMPLES}
    without = [name for name in (*make.ASKS, *make.HAPPENS) if name not in shown]
    dice_and_boards = ["spaces", "free", "roll", "assign", "reveal_value", "fill_in"]
    assert [name for name in without if name not in dice_and_boards] == [
        "table", "seats", "turn", "kinds", "dues", "named", "is_digital", "leave", "enter", "end",
    ]  # fmt: skip


def test_all_that_a_game_imports_is_on_a_page() -> None:
    text = "".join(path.read_text("utf-8") for path in some(list(FOLDER.glob("*.md"))))
    names = {*kernel.__all__, *effects.__all__}
    assert [name for name in sorted(names) if not re.search(rf"`{name}`", text)] == []


def anchors(page: Path) -> set[str]:
    """What a link may point to on a page, as GitHub makes it of headings."""
    heads = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_links_into_the_pages_lead_somewhere() -> None:
    rules = (ROOT / "docs" / "rules.md").read_text("utf-8")
    links = set(some(re.findall(r"\]\(api/(\w+\.md)(?:#([\w-]+))?\)", rules)))
    assert [link for link in sorted(links) if link[1] and link[1] not in anchors(FOLDER / link[0])] == []


def test_every_word_of_a_trial_in_the_tables_of_the_rules_page_is_a_link() -> None:
    rules = (ROOT / "docs" / "rules.md").read_text("utf-8")
    cells = some([line.split(" | ")[0] for line in rules.splitlines() if re.match(r"\| \[?`t[.\[]", line)])
    words = some([(word, cell) for cell in cells for word in re.findall(r"`t\.([a-z_]+)", cell)])
    assert [word for word, cell in words if f"(api/trial.md#t{word})" not in cell] == []
