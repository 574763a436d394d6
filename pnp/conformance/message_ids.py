"""Messages in the code of a game, as far as they are known without running it.

In: a catalog entry, its cards. Out: ids that the code uses and no message has, arguments that a message needs and the
code does not pass, messages that no code uses. Invariant: nothing is reported that cannot be known, such as ids and
arguments that code assembles.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from pnp.base.diagnostics import Span
from pnp.base.places import shown_path
from pnp.catalog import CatalogEntry
from pnp.library.card import CardBook
from pnp.referee.kernel.message import KERNEL_WORDS, placeholders_of

# The position of the message id among the arguments of each function that takes one.
ID_POSITIONS = {"refuse": 1, "bar": 1, "note": 1, "announce": 1, "end": 2, "end_by": 2, "claim": 3, "Question": 1}
BUILT_IN = "built in"
GAMES = Path(__file__).parents[1] / "games"
PROMPT = "Question"  # its arguments are passed where it is asked
OWN_KEYS = {"end": {"kind", "closing"}}


class MessageFaults(Struct):
    """What is wrong with the messages of a game: faults with their places in the code, and unused messages."""

    unknown: list[tuple[str, Span]]
    lacking: list[tuple[str, str, Span]]  # id, missing arguments
    unused: list[str]


def message_faults(entry: CatalogEntry, book: CardBook) -> MessageFaults | None:
    """Check a declared game; None for games that use no message ids."""
    if not entry.rules or (entry.origin == BUILT_IN and not book.messages):
        return None
    code = code_of(entry)
    faults = MessageFaults([], [], [])
    used: set[str] = set()
    is_declared, is_known = False, True
    for file in sorted(code.rglob("*.py")):
        if "tests" in file.relative_to(code).parts:
            continue
        tree = read_tree(file)
        is_declared |= any(
            isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pnp.referee.kernel")
            for node in ast.walk(tree)
        )
        for call, verb, id_ in _calls(tree):
            span = Span(shown_path(str(file)), id_.lineno, id_.col_offset + 1)
            for constant in _constants(id_):
                if constant is None:
                    is_known = False
                    continue
                used.add(constant)
                if constant not in book.messages and constant not in KERNEL_WORDS:
                    faults.unknown.append((constant, span))
                elif verb != PROMPT and (lacking := _lacking(call, verb, constant, book)):
                    faults.lacking.append((constant, ", ".join(sorted(lacking)), span))
    if not is_declared:
        return None
    if is_known:
        faults.unused = [id_ for id_ in book.messages if id_ not in used]
    return faults


def code_of(entry: CatalogEntry) -> Path:
    """The folder of a game's Python."""
    return GAMES / entry.slug if entry.origin == BUILT_IN else Path(entry.cards).parent


def read_tree(file: Path) -> ast.Module:
    """A module's syntax tree; an empty one when it cannot be read."""
    try:
        return ast.parse(file.read_text(encoding="utf-8"))
    except (SyntaxError, ValueError, OSError):  # reported elsewhere
        return ast.Module([], [])


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str, ast.expr]]:
    """The calls that take a message id, each with the expression of the id."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            verb = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            at = ID_POSITIONS.get(verb)
            is_method = isinstance(function, ast.Attribute) == (verb != PROMPT)
            if at is not None and is_method and len(node.args) > at:
                yield node, verb, node.args[at]


def _constants(id_: ast.expr) -> Iterator[str | None]:
    """The ids that an expression can evaluate to; None where that cannot be known."""
    if isinstance(id_, ast.IfExp):
        yield from _constants(id_.body)
        yield from _constants(id_.orelse)
    elif isinstance(id_, ast.Constant) and isinstance(id_.value, str):
        yield id_.value
    else:
        yield None


def _lacking(call: ast.Call, verb: str, id_: str, book: CardBook) -> set[str]:
    given = {key.arg for key in call.keywords} - OWN_KEYS.get(verb, set())
    words = book.messages.get(id_) or KERNEL_WORDS[id_]
    wanted = placeholders_of(next(iter(words.values())))
    return set() if None in given else wanted - given
