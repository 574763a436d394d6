"""Rule ids in the code of a game, as far as they are known without running it.

In: a catalog entry, its cards. Out: ids that the code cites and the rulebook lacks, and rules for the judge that no
code and no datum cites. An f-string cites every rule that it can evaluate to. Invariant: nothing is reported that
cannot be known, such as ids that code assembles in other ways.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from msgspec import Struct

from pnp.base.diagnostics import Span
from pnp.catalog import CatalogEntry, book_of, find_game
from pnp.conformance.game_code import modules_of, pattern_of
from pnp.library.card import CardBook


class Citations(Struct):
    """The rule ids in the code of a game: unknown ones, with their places, and rules that are never cited."""

    unknown: list[tuple[str, Span]]
    unnamed: list[str]


def citations_of(entry: CatalogEntry, book: CardBook) -> Citations | None:
    """Check a third-party game; None for built-in games, for those without rules, and where code assembles ids.

    Built-in games are checked by their own tests; the ids of their questions look like those of rules. Other cards for
    one may lack rules that its code cites.
    """
    if entry.extends or entry.origin == "built in" or not entry.rules or not book.letters:
        return None
    if entry.has_built_in_rules:
        return Citations(list(_gone(entry, book)), [])
    id_ = re.compile(rf"{re.escape(book.letters)}-[A-Z]?\d+[a-z]?")
    named: set[str] = {option.rule for option in book.options.values()}
    unknown: list[tuple[str, Span]] = []
    for module in modules_of(entry):
        for joined in ast.walk(module.tree):
            if isinstance(joined, ast.JoinedStr):
                pattern = pattern_of(joined)
                named.update(rule for rule in book.rulebook.rules if pattern.fullmatch(rule))
        for text, node in _texts(module.tree):
            if id_.fullmatch(text):
                named.add(text)
                if text not in book.rulebook.rules:
                    unknown.append((text, module.span(node)))
            elif text.startswith(f"{book.letters}-") or text == book.letters:
                return None
    judged = (rule.id for rule in book.rulebook.rules.values() if rule.enforced == "judge")
    return Citations(unknown, [rule for rule in judged if rule not in named])


def _gone(entry: CatalogEntry, book: CardBook) -> Iterator[tuple[str, Span]]:
    """The rules of the built-in game that its code cites and this rulebook has not."""
    cited = {rule for rule in book_of(find_game(entry.slug)).rulebook.rules if rule not in book.rulebook.rules}
    for module in modules_of(entry) if cited else ():
        for text, node in _texts(module.tree):
            if text in cited:
                cited.remove(text)
                yield text, module.span(node)


def _texts(tree: ast.Module) -> Iterator[tuple[str, ast.Constant]]:
    """Yield the strings of a module except docstrings and parts of f-strings."""
    left_out = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    left_out |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield node.value, node
