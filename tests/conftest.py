"""What several rooms' tests share: a small card book and a clean cache."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings

from pnp.cli.main import main
from pnp.library.card import Card, CardBook, Deck
from tests import golden as golden_files
from tests.cli.terminal import counted
from tests.marks import leave_large_games_to_ci, limit_time, try_fewer
from tests.web.browser import counting

# A shell that starts us in the background makes us deaf to Ctrl-C, and so every program that a test stops with it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests never touch the person's own cache or settings; set before anything asks for them. What one helper has read,
# composed or painted the others find in the cache; settings are each helper's own.
_HOME = os.environ.get("PNP_TESTS_HOME", "")
if not os.path.isdir(_HOME):
    _HOME = os.environ["PNP_TESTS_HOME"] = tempfile.mkdtemp(prefix="pnp-tests-")
    atexit.register(shutil.rmtree, _HOME, ignore_errors=True)
os.environ["PNP_CACHE_DIR"] = os.path.join(_HOME, "cache")
os.environ["PNP_CONFIG_DIR"] = os.path.join(_HOME, "config", os.environ.get("PYTEST_XDIST_WORKER", "alone"))

# Nor depend on what a shell exports, or a helper of xdist has: a width of the screen is given where it matters.
for name in ("PNP_GAMES", "COLUMNS", "LINES"):
    os.environ.pop(name, None)


# A line of a record counts when it is on the disk (pnp/table/store.py). That is waited for by the programs that tests
# start, and not by thousands of commands that they run within: nobody pulls a plug meanwhile.
os.fsync = lambda fd: None

# A busy machine is no fault; `limit_time` ends what hangs.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(golden_files.OPTION, action="store_true", help="write golden files anew; runs only their tests")
    parser.addoption(counting.OPTION, action="store_true", help="fail when no test ran in a browser")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    limit_time(items)
    leave_large_games_to_ci(items)
    if config.getoption(golden_files.OPTION):
        golden_files.keep_only_golden(items)
    # What takes long begins first: else one processor works on it when the others have nothing left to do. A browser
    # waits most of the time.
    items.sort(key=lambda item: ("/browser/" not in item.nodeid, not item.get_closest_marker("ci")))


def pytest_configure(config: pytest.Config) -> None:
    """Runs that count coverage count it in programs as well; a run that leaves tests to CI tries fewer examples."""
    gc.disable()  # until all tests are collected: what imports make lives as long as the run
    plugin = config.pluginmanager.getplugin("_cov")
    counts = getattr(plugin, "cov_controller", None) is not None
    counted.count(counts)
    try_fewer("not ci" in config.getoption("markexpr") and not counts)
    if not hasattr(config, "workerinput"):
        needed = bool(config.getoption(counting.OPTION))
        config.pluginmanager.register(counting.BrowserCount(needed), "pnp-browser-count")


def pytest_collection_finish() -> None:
    """Look for garbage, seldom: games make values by the thousand, and nearly all of them go by themselves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    gc.enable()


def small_book(players: tuple[int, int] = (2, 4)) -> CardBook:
    """Five cards of three kinds, without rules."""
    cards = (
        Card("fox", "deck", {"en": "Fox", "fi": "Kettu"}, copies=2, code="TT1"),
        Card("bear", "deck", {"en": "Bear", "fi": "Karhu"}, copies=2, code="TT2"),
        Card("old-man", "deck", {"en": "Old Man", "fi": "Äijä"}, copies=1, code="TT3"),
    )
    return CardBook(
        slug="tiny",
        title={"*": "Tiny"},
        players=players,
        languages=("en", "fi"),
        decks={"deck": Deck("deck", {"en": "Deck"}, cards, 5)},
        digest="0badcafe",
    )


@pytest.fixture
def book() -> CardBook:
    return small_book()


@pytest.fixture
def golden(pytestconfig: pytest.Config) -> golden_files.Golden:
    """Holds a golden file against the text it should hold: `golden(file, text)`."""
    return partial(golden_files.hold, anew=pytestconfig.getoption(golden_files.OPTION))


# A command of `pnp referee` in a folder of its own: its words -> exit code, and what it said.
Referee = Callable[..., tuple[int, str]]


@pytest.fixture
def referee(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Referee:
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str]:
        code = main(("referee", *words))
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return call


@pytest.fixture
def mygame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """The folder of a game that `pnp new` has just made, in the current folder."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mygame"]) == 0
    capsys.readouterr()
    return tmp_path / "mygame"
