"""No test passes because a loop did not run: what is asserted in loops only is asserted of `some` things.

A test whose every assertion stands in a `for` or `while` must loop over something that cannot be empty: a list or tuple
written there, a `range` of numbers, or `some(…)`, which fails when there is nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.guard import some

TESTS = Path(__file__).parent
FILES = sorted(TESTS.rglob("test_*.py"))
Function = ast.FunctionDef | ast.AsyncFunctionDef


def asserts(node: ast.AST) -> bool:
    """An assertion: `assert`, `pytest.raises`, or a call of a function that asserts."""
    if isinstance(node, ast.Assert):
        return True
    return isinstance(node, ast.With) and any("raises" in ast.unparse(item.context_expr) for item in node.items)


def never_empty(iterable: ast.expr) -> bool:
    """True for what is written there with something in it, and for `some(…)`."""
    if isinstance(iterable, ast.Tuple | ast.List | ast.Set):
        return bool(iterable.elts)
    if isinstance(iterable, ast.Constant):
        return bool(iterable.value)
    if isinstance(iterable, ast.Call) and isinstance(iterable.func, ast.Name):
        if iterable.func.id == "range":
            return all(isinstance(each, ast.Constant) for each in iterable.args)
        if iterable.func.id in ("enumerate", "zip", "sorted", "reversed", "product"):
            return all(never_empty(each) for each in iterable.args)
        return iterable.func.id == "some"
    return False


def certain(body: list[ast.stmt]) -> Iterator[bool]:
    """For each assertion of a body: whether it is reached however much there is to look at."""
    for node in body:
        if asserts(node):
            yield True
        elif isinstance(node, ast.For):
            yield from (found and never_empty(node.iter) for found in certain(node.body))
        elif isinstance(node, ast.While):
            yield from (False for _ in certain(node.body))
        elif isinstance(node, ast.With):
            yield from certain(node.body)
        elif isinstance(node, ast.If):
            yield from certain([*node.body, *node.orelse])
        elif isinstance(node, ast.Try):
            yield from certain([*node.body, *node.finalbody])


def unguarded(tree: ast.Module) -> list[Function]:
    """The tests that assert only where a loop may not run."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, Function) and node.name.startswith("test_") and not is_given(node):
            reached = list(certain(node.body))
            if reached and not any(reached):
                found.append(node)
    return found


def is_given(test: Function) -> bool:
    """Hypothesis makes up many things to look at; that one of them is empty is one of its ideas."""
    return any("given" in ast.unparse(decorator) for decorator in test.decorator_list)


def test_no_test_asserts_only_in_a_loop_that_may_not_run() -> None:
    where = [
        f"{file.relative_to(TESTS)}:{node.lineno}: {node.name}: loop over some(…)"
        for file in some(FILES)
        for node in unguarded(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert not where


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ("for card in cards:\n        assert card", True),
        ("for card in cards:\n        if card:\n            assert card.name", True),
        ("while cards:\n        assert cards.pop()", True),
        ("for card in some(cards):\n        assert card", False),
        ("for card in some(cards):\n        for face in card:\n            assert face", True),
        ("for card in ('a', 'b'):\n        assert card", False),
        ("assert cards\n    for card in cards:\n        assert card", False),
        ("for card in cards:\n        with pytest.raises(KeyError):\n            card()", True),
    ],
)
def test_a_loop_that_may_not_run_is_found(lines: str, wrong: bool) -> None:
    assert bool(unguarded(ast.parse(f"def test_x():\n    {lines}"))) == wrong


def test_nothing_is_no_some() -> None:
    assert list(some("ab")) == ["a", "b"]
    with pytest.raises(AssertionError, match="the loop did not run"):
        list(some([]))
