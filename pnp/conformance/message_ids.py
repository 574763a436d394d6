"""Messages in the code of a game, as far as they are known without running it.

In: a catalog entry, its cards. Out: ids that the code uses and no message has, arguments that a message needs and the
code does not pass, messages that no code uses, zones and counters that the page of a table could only call by their
ids. Invariant: nothing is reported that cannot be known, such as ids and
arguments that code assembles.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from msgspec import Struct

from pnp.base.diagnostics import Span
from pnp.catalog import CatalogEntry
from pnp.conformance.game_code import Module, modules_of, pattern_of
from pnp.library.card import CardBook
from pnp.referee.message import ENGLISH, placeholders_of
from pnp.referee.notation import ABOUT
from pnp.referee.verb_words import OWN, WORD
from pnp.referee.words import REFEREE_WORDS

# The position of the message id among the arguments of each function that takes one.
METHODS = {"message": 0, "late": 0, "claim": 3}
METHODS |= dict.fromkeys(("refuse", "refusal", "bar", "note", "announce", "reason"), 1) | dict.fromkeys(
    ("end", "end_by"), 2
)
FUNCTIONS = {"Question": 1, "referee_message": 0}
KERNEL = "pnp.referee.kernel."
DECLARE = "declare"  # makes a game of what is declared, its page with it
PROMPT = "Question"  # its arguments are passed where it is asked, those of a zone's `here` by the kernel
HELD, PHASE = ("Zone", "Counter", "Fact"), "Phase"  # what the page names; the phase, where there are several
USUAL = "kernel.name."
OWN_KEYS = {"end": {"kind", "closing"}}


class MessageFaults(Struct):
    """What is wrong with the messages of a game: faults with their places in the code, and unused messages."""

    unknown: list[tuple[str, Span]]
    lacking: list[tuple[str, str, Span]]  # id, missing arguments
    unused: list[str]
    unnamed: list[tuple[str, Span]]


def message_faults(entry: CatalogEntry, book: CardBook) -> MessageFaults | None:
    """Check a game; None for one that has no messages, and for an extension, which has those of its game."""
    if entry.extends or not entry.rules or (entry.has_built_in_rules and not book.messages):
        return None
    faults = MessageFaults([], [], [], [])
    named: set[str] = set()  # every text of the code, for an id may pass through many hands
    patterns: list[re.Pattern[str]] = []
    is_declared, has_page, is_known = False, False, True  # a page of the game's own names what it shows
    for module in modules_of(entry):
        for node in ast.walk(module.tree):
            is_declared |= isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(KERNEL)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == DECLARE:
                has_page |= not {word.arg for word in node.keywords} & {"page", "show"}
            if isinstance(node, ast.ClassDef):
                named |= {ABOUT + node.name.lower(), OWN + node.name.lower()}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                words = (prefix + node.value for prefix in ("", ABOUT, OWN, WORD))  # a verb or word of moves, perhaps
                named.update(words)
            elif isinstance(node, ast.JoinedStr):
                patterns.append(pattern_of(node))
        for call, verb, id_ in _calls(module.tree):
            span = module.span(id_)
            for constant in _constants(id_):
                if constant is None:
                    is_known = False
                elif constant in book.messages or constant in REFEREE_WORDS:
                    if verb != PROMPT and (lacking := _lacking(call, verb, constant, book)):
                        faults.lacking.append((constant, ", ".join(sorted(lacking)), span))
                elif constant in book.rulebook.rules:
                    continue  # a function of the same name takes a rule here
                elif is_declared or " " not in constant:  # rules that word their reasons in Python may go on
                    faults.unknown.append((constant, span))
        faults.unnamed += _unnamed(module, book)
    if not is_declared and not book.messages:
        return None
    if not has_page:
        faults.unnamed.clear()
    if is_known:
        used = named | REFEREE_WORDS.keys()  # a message of every referee in the words of this game
        faults.unused = [
            id_ for id_ in book.messages if id_ not in used and not any(one.fullmatch(id_) for one in patterns)
        ]
    return faults


def _unnamed(module: Module, book: CardBook) -> Iterator[tuple[str, Span]]:
    """What the page calls by its id, which is English, in a game that speaks another language."""
    if {*book.languages, *book.drafts} <= {ENGLISH}:
        return
    known = {*book.names, *(id_.removeprefix(USUAL) for id_ in REFEREE_WORDS if id_.startswith(USUAL))}
    calls = [node for node in ast.walk(module.tree) if isinstance(node, ast.Call) and node.args]
    made = [(getattr(call.func, "id", ""), call.args[0]) for call in calls]
    phases = sum(kind == PHASE for kind, _ in made)
    for kind, id_ in made:
        is_shown = kind in HELD or (kind == PHASE and phases > 1)
        if is_shown and isinstance(id_, ast.Constant) and id_.value not in known:
            yield str(id_.value), module.span(id_)


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str, ast.expr]]:
    """The calls that take a message id, each with the expression of the id."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            verb = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            at = (METHODS if isinstance(function, ast.Attribute) else FUNCTIONS).get(verb)
            if at is not None and len(node.args) > at:
                yield node, verb, node.args[at]
            yield from ((node, PROMPT, word.value) for word in node.keywords if verb == "Zone" and word.arg == "here")


def _constants(id_: ast.expr) -> Iterator[str | None]:
    """The ids that an expression names; None where what it can evaluate to cannot be known."""
    if isinstance(id_, ast.IfExp):
        yield from _constants(id_.body)
        yield from _constants(id_.orelse)
    elif isinstance(id_, ast.Constant) and isinstance(id_.value, str):
        yield id_.value
    elif not isinstance(id_, ast.Name | ast.Attribute | ast.Subscript | ast.JoinedStr):  # their texts stand elsewhere
        yield None


def _lacking(call: ast.Call, verb: str, id_: str, book: CardBook) -> set[str]:
    given = {key.arg for key in call.keywords} - OWN_KEYS.get(verb, set())
    words = book.messages.get(id_) or REFEREE_WORDS[id_]
    wanted = placeholders_of(next(iter(words.values())))
    return set() if None in given else wanted - given
