"""Sentences in the code of a game, in one language whichever is asked for. In: a catalog entry. Out: each, and where.

Invariant: what nobody reads at a table is not counted: docstrings, faults of the program and of card files, keys of
chances, lines to type, names of one word.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from pnp.base.diagnostics import Span
from pnp.catalog import CatalogEntry
from pnp.conformance.game_code import modules_of

SENTENCE = re.compile(r"[a-z]{2,}[,:;]? [a-z]{2,}")  # two words of a text, which no id has
LINE = "table: "  # what is typed is the same in every language
CHANCE = ("pick", "shuffle")
VALUE = "x"  # stands where an f-string has a value


def count_english_texts(entry: CatalogEntry) -> int:
    """How many texts that people read at a table stand in a game's Python; messages have words in every language."""
    return sum(1 for _ in english_texts(entry))


def english_texts(entry: CatalogEntry) -> Iterator[tuple[str, Span]]:
    """These texts, with their places."""
    if not entry.rules:
        return
    for module in modules_of(entry):
        for text, node in _texts(module.tree):
            if not text.startswith(LINE) and SENTENCE.search(text):
                yield text, module.span(node)


def _texts(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The strings under a node, an f-string as one."""
    if isinstance(node, ast.Raise | ast.Assert):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):  # a docstring
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "error":
        return  # a fault of a card file
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANCE:
        for arg in node.args[1:]:  # the first is the key of a chance, which belongs to records
            yield from _texts(arg)
    elif isinstance(node, ast.JoinedStr):
        parts = [str(part.value) if isinstance(part, ast.Constant) else VALUE for part in node.values]
        yield "".join(parts), node
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value, node
    else:
        for child in ast.iter_child_nodes(node):
            yield from _texts(child)
