"""No test waits without a bound: loops that sleep have a deadline, programs and threads a time limit, each test too.

Looked at is the source of tests/ and benchmarks/. What waits within one call (a line of a program, say) ends with the
program, which `running` kills, and at last with the test's own time limit (tests/marks.py).
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deadline import COMMAND, Deadline, running
from tests.guard import some

ROOT = Path(__file__).parent.parent
TESTS = sorted((ROOT / "tests").rglob("*.py"))
FILES = [*TESTS, *sorted((ROOT / "benchmarks").rglob("*.py"))]
RUNS = ("run", "call", "check_call", "check_output")
WAITS = ("wait", "join", "communicate")


def calls(node: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    """Each call of an attribute, with the attribute's name."""
    for found in ast.walk(node):
        if isinstance(found, ast.Call) and isinstance(found.func, ast.Attribute):
            yield found, found.func.attr


def endless(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines that may wait for ever, and what bounds them."""
    awaited = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Await)}
    for node in ast.walk(tree):
        if isinstance(node, ast.While):
            names = {name for _, name in calls(node)}
            if "sleep" in names and not names & {"check", "monotonic"}:
                yield node.lineno, "check a Deadline in the loop"
        if isinstance(node, ast.With) and any("subprocess.Popen(" in ast.unparse(item) for item in node.items):
            yield node.lineno, "start the program with running(…)"
    for call, name in calls(tree):
        if name in WAITS and not call.args and not call.keywords and id(call) not in awaited:
            yield call.lineno, f"{name}(PATIENCE)"


def unlimited(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines that run a whole program without a time limit."""
    for call, name in calls(tree):
        is_limited = any(keyword.arg == "timeout" for keyword in call.keywords)
        if name in RUNS and ast.unparse(call.func) == f"subprocess.{name}" and not is_limited:
            yield call.lineno, f"subprocess.{name}(…, timeout=COMMAND)"


def test_nothing_waits_without_a_bound() -> None:
    found = []
    for file in some(FILES):
        if file.name != "deadline.py":
            tree = ast.parse(file.read_text("utf-8"))
            faults = [*endless(tree), *(unlimited(tree) if file in TESTS else ())]
            found += [f"{file.relative_to(ROOT)}:{line}: {how}" for line, how in faults]
    assert found == []


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        ("while not done:\n    time.sleep(1)", 1),
        ("while not done:\n    deadline.check()\n    time.sleep(1)", 0),
        ("while todo:\n    todo.pop()", 0),
        ("process.wait()", 1),
        ("thread.join()", 1),
        ("thread.join(PATIENCE)\n', '.join(words)", 0),
        ("async def f():\n    await news.wait()", 0),
        ("with subprocess.Popen(command) as process:\n    process.wait(5)", 1),
        ("subprocess.run(command)", 1),
        ("subprocess.run(command, timeout=COMMAND)", 0),
    ],
)
def test_what_may_wait_for_ever_is_found(lines: str, count: int) -> None:
    tree = ast.parse(lines)
    assert len([*endless(tree), *unlimited(tree)]) == count


def test_a_deadline_names_what_was_seen() -> None:
    with pytest.raises(AssertionError, match=r"waited 0 s for the bus; seen so far:\n.*two trams"):
        Deadline("the bus", 0).check(["two trams"])
    Deadline("the bus").check()


def test_a_program_that_waits_is_killed_when_the_block_ends_or_the_time_is_up() -> None:
    command = [sys.executable, "-c", "import time; print('here', flush=True); time.sleep(600)"]
    with pytest.raises(ZeroDivisionError), running(command, stdout=subprocess.DEVNULL) as program:
        _ = 1 / 0
    assert program.poll() is not None
    with running(command, 0.2, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.read()
        assert program.wait(COMMAND) != 0


HANGS = """
import pytest
@pytest.mark.timeout(1)
def test_that_hangs():
    while True:
        pass
def test_after_it():
    pass
"""


@pytest.mark.ci
@pytest.mark.parametrize("words", [["-n", "0"], ["-n", "1"], ["-n", "0", "-p", "no:cacheprovider", "-p", "no:pnp"]])
def test_a_test_that_hangs_fails_by_its_name_and_the_run_goes_on(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "test_it.py").write_text(HANGS, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", *words, "-p", "no:hypothesispytest", "test_it.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=COMMAND)
    assert done.returncode == 1 and "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "test_it.py::test_that_hangs" in done.stdout and "Timeout" in done.stdout


def test_every_test_has_a_time_limit(request: pytest.FixtureRequest) -> None:
    marker = request.node.get_closest_marker("timeout")
    assert marker is not None and marker.args[0] >= 60
