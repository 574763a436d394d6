"""Words of the code are the field's own; those of a private dialect do not come back (docs/glossary.md)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.guard import some

ROOT = Path(__file__).parent.parent
STRANGERS = ROOT / "tests" / "conformance" / "strangers"

# What must not come back in a name, and what is meant. Parts of names count: `tell_next`, `WishList`, `is_told`.
BANNED = {
    "easel": "canvas",
    "workshop": "layout resources",
    "bench": "sheet job",
    "lettering": "glyph runs",
    "cutter": "tokenizer",
    "stencil": "name template",
    "hole": "placeholder",
    "wish": "request, key",
    "ware": "product",
    "kit": "game data",
    "lent": "reads",
    "bookcase": "book cache",
    "crew": "executor",
    "finding": "result, irregularity",
    "postpone": "import lazily",
    "tongue": "language",
    "outlook": "queries, playable",
    "supply": "PDF resources",
    "story": "evidence",
    "lot": "batch",
    "respell": "normalise",
    "reckon": "compute",
    "asker": "viewer",
    "tell": "report, format, print, announce",
    "told": "lines, known, reported",
    "say": "localise, format, print",
    "said": "typed, text, given",
    "speak": "language, turn",
    "spoke": "language, turn",
    "spoken": "language",
    "hear": "answer, see",
    "heard": "seen, redacted",
}
PLURALS = {f"{word}s" for word in BANNED} | {"wishes", "supplies", "stories", "says", "tells", "saying", "telling"}
# Where a word is the field's, or a game's own: file -> names.
ALLOWED: dict[str, set[str]] = {}


def words_of(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]


def names_in(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every name that is given here: of classes, functions, parameters, variables, attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr, node.lineno


def files_of(room: str) -> Iterator[tuple[str, str]]:
    """Yield each file of a room as its path and its text, without the games that strangers wrote."""
    for path in some(sorted((ROOT / room).rglob("*.py"))):
        if STRANGERS not in path.parents:
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def is_banned(name: str) -> bool:
    return any(word in BANNED or word in PLURALS for word in words_of(name))


@pytest.mark.parametrize("room", ["pnp", "tests", "benchmarks"])
def test_no_name_is_of_the_old_dialect(room: str) -> None:
    found = []
    for where, text in files_of(room):
        names, allowed = [(Path(where).stem, 1), *names_in(ast.parse(text))], ALLOWED.get(where, set())
        if room == "tests":  # the name of a test is a sentence, not a word of the code
            names = [(name, line) for name, line in names if not name.startswith("test_")]
        found += [f"{where}:{line}: {name}" for name, line in names if name not in allowed and is_banned(name)]
    assert not found, "words of the old dialect:\n" + "\n".join(found)


def test_the_glossary_explains_its_words_once() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    terms = re.findall(r"^\| \*\*(.+?)\*\* \|", text, re.M)
    assert len(terms) > 40
    assert len(set(terms)) == len(terms)
    assert not [term for term in terms if is_banned(term)]


# In sentences only what means nothing else: names of classes and things that are gone.
GONE = re.compile(
    r"\b(easel|workshop|letterings?|stencils?|LentBook|bookcase|tongues?|the kits?|outlooks?|PrintShop|Supplies"
    r"|the stor(y|ies))\b",
    re.I,
)


@pytest.mark.parametrize("room", ["pnp", "tests", "benchmarks"])
def test_no_docstring_speaks_of_what_is_gone(room: str) -> None:
    found = []
    for where, text in files_of(room):
        if GONE.search(text):
            documented = (
                it for it in ast.walk(ast.parse(text)) if isinstance(it, ast.Module | ast.ClassDef | ast.FunctionDef)
            )
            docstrings = (ast.get_docstring(node) or "" for node in documented)
            found += [f"{where}: {word[0]}" for doc in docstrings if (word := GONE.search(doc))]
    assert not found, "docstrings of the old dialect:\n" + "\n".join(found)
