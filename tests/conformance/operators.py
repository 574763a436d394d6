"""Mutants made by machine: the same source, wrong in one place.

In: Python source. Out: each way to make it wrong by one small change: what is changed, and the source after it. Left
out is what cannot change play: how a reason is worded, the number of a version, `agreed()` (which only saves time),
whether a class is frozen or a `zip` strict. Invariant: the source parses; strings, annotations and imports stay.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

OTHER: dict[type, type] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}
"""An operator, and the one that stands in its place."""


class Change(Struct, frozen=True):
    """One change: the line where it is, what stood there and stands there now, and the whole source."""

    line: int
    old: str
    new: str
    source: str

    @property
    def name(self) -> str:
        """`12: a == b → a != b`."""
        return f"{self.line}: {_short(self.old)} → {_short(self.new)}"


ENOUGH_AROUND = 8  # characters of what stands around a constant

WORDED = {"refuse", "refusal", "bar", "note", "announce"}
"""Calls whose arguments are words; the whole call is dropped, but what it says stays."""


class Spot(Struct, frozen=True):
    """Where a source can be made wrong: a node by its number, and in which way, or which statement is dropped."""

    node: int
    way: int = 0
    dropped: str = ""  # the field of the node whose statement `way` is dropped


def spots(source: str) -> list[Spot]:
    """Every way to make a source wrong."""
    tree = ast.parse(source)
    idle = {id(inner) for node in ast.walk(tree) for part in _idle(node) for inner in ast.walk(part)}
    nodes = list(enumerate(ast.walk(tree)))
    found = [Spot(number, way) for number, node in nodes if id(node) not in idle for way in range(_ways(node))]
    return found + [Spot(number, at, field) for number, node in nodes for field, at in _droppable(node)]


def change(source: str, spot: Spot) -> Change:
    """The source, wrong in one spot."""
    tree = ast.parse(source)
    place: Any = next(node for number, node in enumerate(ast.walk(tree)) if number == spot.node)
    if not spot.dropped:
        shown = _around(tree, place) if isinstance(place, ast.Constant) else place
        line, old = getattr(place, "lineno", 0), ast.unparse(shown)
        _change(place, spot.way)
        return Change(line, old, ast.unparse(shown), ast.unparse(tree))
    body = getattr(place, spot.dropped)
    line, old = body[spot.way].lineno, ast.unparse(body[spot.way])
    body[spot.way] = ast.copy_location(ast.Pass(), body[spot.way])
    return Change(line, old, "pass", ast.unparse(tree))


def changes(source: str) -> Iterator[Change]:
    """Every change of a source."""
    return (change(source, spot) for spot in spots(source))


def _around(tree: ast.AST, constant: ast.AST) -> Any:
    """The smallest part with a constant that says which one it is: `value: int = 0`, and not `0`."""
    parents = {id(inner): node for node in ast.walk(tree) for inner in ast.iter_child_nodes(node)}
    part: Any = constant
    while len(ast.unparse(part)) < ENOUGH_AROUND and not isinstance(part, ast.stmt):
        part = parents[id(part)]
    return part


def _idle(node: ast.AST) -> Iterator[ast.AST]:
    """Parts of a node that cannot change play."""
    if isinstance(node, ast.ClassDef):
        yield from node.keywords
    elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        yield node
    elif isinstance(node, ast.AnnAssign | ast.arg) and node.annotation:
        yield node.annotation
    elif isinstance(node, ast.FunctionDef) and node.returns:
        yield node.returns
    elif isinstance(node, ast.keyword) and node.arg in ("version", "strict"):
        yield node
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in WORDED:
        yield from node.args
        yield from node.keywords


def _ways(node: ast.AST) -> int:
    """In how many ways a node is made wrong."""
    if isinstance(node, ast.Compare):
        return int(len(node.ops) == 1 and type(node.ops[0]) in OTHER)
    if isinstance(node, ast.BoolOp):
        return 1
    if isinstance(node, ast.BinOp):
        return int(type(node.op) in OTHER and not isinstance(node.left, ast.Constant | ast.JoinedStr))
    if isinstance(node, ast.UnaryOp):
        return int(isinstance(node.op, ast.Not))
    if isinstance(node, ast.If | ast.IfExp):
        return 2
    if isinstance(node, ast.Constant):
        return int(isinstance(node.value, bool | int) and node.value is not None)
    if isinstance(node, ast.comprehension):
        return len(node.ifs)
    return 0


def _change(node: Any, way: int) -> None:
    if isinstance(node, ast.Compare):
        node.ops[0] = OTHER[type(node.ops[0])]()
    elif isinstance(node, ast.BoolOp | ast.BinOp):
        node.op = OTHER[type(node.op)]()
    elif isinstance(node, ast.UnaryOp):
        node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.If | ast.IfExp):
        node.test = ast.Constant(bool(way))
    elif isinstance(node, ast.Constant):
        value: Any = node.value
        node.value = not value if isinstance(value, bool) else value + 1
    else:
        del node.ifs[way]


def _droppable(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Statements of a function that do something: a call, a change, a refusal."""
    if isinstance(node, ast.Module | ast.ClassDef):
        return
    for field in ("body", "orelse"):
        for at, statement in enumerate(getattr(node, field, ()) if isinstance(node, ast.stmt) else ()):
            call = statement.value if isinstance(statement, ast.Expr) else None
            is_call = isinstance(call, ast.Call) and getattr(call.func, "attr", "") != "agreed"
            if is_call or isinstance(statement, ast.AugAssign | ast.Continue | ast.Raise):
                yield field, at


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 70 else f"{line[:68]} …"
