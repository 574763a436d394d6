"""Questions that nothing asks. In: a catalog entry. Out: the name of each in the code, and its place.

Invariant: nothing is reported that cannot be known: a question that any code names but to give it answers may be asked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pnp.base.diagnostics import Span
from pnp.catalog import CatalogEntry
from pnp.conformance.game_code import modules_of

STEPS = ("answer", "all_answered", "all_passed")  # what a game attaches to a question


def unasked_questions(entry: CatalogEntry) -> list[tuple[str, Span]]:
    """Return the questions of a game that it declares and never asks; none where the rules are another game's."""
    if not entry.rules or entry.has_built_in_rules:
        return []
    made: dict[str, Span] = {}
    named: set[str] = set()
    for module in modules_of(entry):
        for node in module.tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="Question"))):
                    made[name] = module.span(node)
        named |= set(_named(module.tree))
    return [(name, span) for name, span in made.items() if name not in named]


def _named(node: ast.AST) -> Iterator[str]:
    """The words that code names other than in `question.answer(…)`, `declare(questions=…)` and the like."""
    match node:
        case ast.Attribute(value=ast.Name() | ast.Attribute() as question, attr=step) if step in STEPS:
            yield from _named(question.value) if isinstance(question, ast.Attribute) else ()
            return
        case ast.keyword(arg="questions", value=ast.Tuple(elts=parts) | ast.List(elts=parts)):
            for part in parts:
                yield from () if isinstance(part, ast.Name | ast.Attribute) else _named(part)
            return
        case ast.Name(id=word, ctx=ast.Load()) | ast.Attribute(attr=word):
            yield word
        case ast.ImportFrom(names=names):
            yield from (each.name for each in names if each.asname)
    for child in ast.iter_child_nodes(node):
        yield from _named(child)
