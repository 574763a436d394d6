"""The Python of a game, as it is known without running it. In: a catalog entry. Out: its modules as syntax trees.

Invariant: tests of a game are no part of it, and a module that cannot be read is empty: other commands report that.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import Span
from pnp.base.places import shown_path
from pnp.catalog import CatalogEntry

GAMES = Path(__file__).parents[1] / "games"


class Module(Struct):
    """A module: its file, as it is shown, and its syntax tree."""

    file: str
    tree: ast.Module

    def span(self, node: Any) -> Span:
        """Where a node is."""
        return Span(self.file, node.lineno, node.col_offset + 1)


def modules_of(entry: CatalogEntry) -> Iterator[Module]:
    """The modules of a game, but for its tests; of cards for a built-in game those of that game."""
    original = entry.original
    code = GAMES / original.slug if entry.has_built_in_rules else Path(original.cards).parent
    for file in sorted(code.rglob("*.py")):
        if "tests" not in file.relative_to(code).parts:
            try:
                tree = ast.parse(file.read_text(encoding="utf-8"))
            except (SyntaxError, ValueError, OSError):  # reported elsewhere
                tree = ast.Module([], [])
            yield Module(shown_path(str(file)), tree)


def pattern_of(node: ast.JoinedStr) -> re.Pattern[str]:
    """What an f-string can evaluate to; nothing, where it is values alone."""
    texts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
    if not any(isinstance(text, str) for text in texts):
        return re.compile(r"(?!)")
    return re.compile("".join(".*" if text is None else re.escape(str(text)) for text in texts))
