"""Plain English: words and shapes of sentences that a reader stumbles over do not come back.

Checked: the Markdown pages and the messages of the program (string literals of two or more words). Decision records are
history and keep their wording. Run `python -m tests.test_prose` for a list with the places.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

from tests.guard import some

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
LONGEST = 40  # words of a sentence

# A pattern, and what to write instead.
WORDS = {
    r"told": "documented, reported, known",
    r"tells": "says, shows",
    r"somebody|someone's else": "a user, a player, the viewer …: name the actor",
    r"whoever|whomever": "the player who …: name the actor",
    r"nobody": "no player, no user …: name the actor",
    r"anew|afresh": "again",
    r"mend|mends|mended|mending": "fix",
    r"dear|dearer|dearest": "costly, slow",
    r"yardsticks?": "baseline",
    r"datum|data?um": "field, value",
    r"census": "card count",
    r"twins?": "indistinguishable pair",
    r"plies": "lines",
    r"leaf|[0-9]+ leaves": "sheet (the paper)",
    r"cellar|stairs|wings?": "foundation, layers, package",
    r"of (?:its|their|your|his|her) own": "your own X, or leave it out",
    r"takes? away|taken away": "remove",
    r"stands? in|stood in": "is in",
    r"(?<!as )lies? in": "is in",
    r"due here": "expected",
    r"held against|holds? \w+ against": "compare, check",
    r"betray\w*": "leak, reveal",
    r"spoken|heard": "said, visible",
    r"by hand and twice|for good and all": "leave it out",
    r"goes on for ever": "never ends",
    r"whom": "who, which",
    r"(?<!there )(?:is|are|was|were) no (?!longer|more|less|such|way|doubt|reason|need|one)\w+": "expected X, got Y",
    r"thereof|therein|whereby|wherein|thereby": "plain words",
}
SHAPES = {
    r", too\b": "“also”, before the verb",
    r"(?:^|[.!:] )What [^.?!\n]*[.!](?: |$)": "a sentence whose subject is a clause; name the thing",
    r"(?:^|[.!:] )Who [^.?!\n]*[.!](?: |$)": "a sentence whose subject is a clause; name the actor",
    r"(?:^|[.!:] )That (?:a|an|the) [^.?!\n]*[.!](?: |$)": "a sentence whose subject is a clause",
}
# Where a banned word is the right one: file -> patterns.
ALLOWED: dict[str, set[str]] = {
    "README.md": {r"somebody|someone's else"},  # the motto
    "docs/index.md": {r"somebody|someone's else"},
    "pnp/playtest/experiments/figures.py": {r"nobody"},  # a metric: --until nobody
    "pnp/referee/kernel/place.py": {r"nobody"},  # NOBODY, a value of `seen_by`
    "docs/glossary.md": {r"leaf|[0-9]+ leaves", r"datum|data?um", r"census", r"twins?"},
}


@cache
def _pattern() -> re.Pattern[str]:
    words = "|".join(f"(?P<w{at}>\\b(?:{word})\\b)" for at, word in enumerate(WORDS))
    shapes = "|".join(f"(?P<s{at}>{shape})" for at, shape in enumerate(SHAPES))
    return re.compile(f"{words}|{shapes}", re.IGNORECASE | re.MULTILINE)


def remarks(text: str, allowed: frozenset[str] = frozenset()) -> Iterator[tuple[int, str, str]]:
    """Yield place, words and advice for each thing a reader stumbles over in a text."""
    for match in _pattern().finditer(text):
        kind, number = (match.lastgroup or "s0")[0], int((match.lastgroup or "s0")[1:])
        rule, advice = list((WORDS if kind == "w" else SHAPES).items())[number]
        if rule not in allowed:
            yield match.start(), match.group().strip(), advice


def prose_of(page: str) -> str:
    """Return a page with code, addresses, tables' rulers and HTML blanked, its length unchanged."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match.group())

    code = r"```.*?```|~~~.*?~~~|`[^`\n]*`|\]\([^)\n]*\)|<[^>\n]*>|^ *\|[-| :]+\|$|“[^”\n]*”"
    return re.sub(code, blank, page, flags=re.DOTALL | re.MULTILINE)


def sentences(prose: str) -> Iterator[tuple[int, str]]:
    """Yield each sentence of a page with its place; list items, table cells and headings end one."""
    for match in re.finditer(r"(?:(?!\n\s*(?:\n|[-*#|] |\d+\. )| \| |[.!?:;]\s).)+", prose, re.DOTALL):
        if len(match.group().split()) > 3:
            yield match.start(), match.group()


def messages_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of every string literal of several words in a module, without its docstrings, or of every
    English text of a catalogue (`words.yaml`).
    """
    if path.suffix == ".yaml":
        for key, value in yaml.compose(path.read_text("utf-8")).value:  # type: ignore[union-attr]
            pairs = value.value if key.value not in ("verbs", "words") else []
            for lang, text in pairs:
                if lang.value == "en" and " " in text.value:
                    yield text.start_mark.line + 1, re.sub(r"\{\w+", "{", text.value)
        return
    tree = ast.parse(path.read_text("utf-8"))
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            if " " not in node.value:
                continue
            yield node.lineno, re.sub(r"\{\w+", "{", node.value)  # names of placeholders are not words


def faults_of_page(path: Path) -> list[str]:
    name, text = path.relative_to(ROOT).as_posix(), prose_of(path.read_text("utf-8"))

    def line(at: int) -> int:
        return text.count("\n", 0, at) + 1

    allowed = frozenset(ALLOWED.get(name, ()))
    found = [f"{name}:{line(at)}: “{words[:60]}”: {advice}" for at, words, advice in remarks(text, allowed)]
    long = [
        f"{name}:{line(at)}: a sentence of {len(s.split())} words"
        for at, s in sentences(text)
        if len(s.split()) > LONGEST
    ]
    return found + long


def faults_of_messages(path: Path) -> list[str]:
    name = path.relative_to(ROOT).as_posix()
    allowed = frozenset(ALLOWED.get(name, ()))
    return [
        f"{name}:{line}: “{words[:60]}”: {advice}"
        for line, text in messages_of(path)
        for _, words, advice in remarks(text, allowed)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_a_page_is_in_plain_english(page: Path) -> None:
    assert not faults_of_page(page)


def test_messages_are_in_plain_english() -> None:
    modules, catalogues = (some((ROOT / "pnp").rglob(kind)) for kind in ("*.py", "words.yaml"))
    assert not [fault for path in (*modules, *catalogues) for fault in faults_of_messages(path)]


def test_the_glossary_explains_its_words_once() -> None:
    terms = re.findall(r"^\| \*\*(.+?)\*\* \|", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.M)
    assert len(set(terms)) == len(terms) > 40


def test_the_check_finds_what_it_should() -> None:
    text = "What is printed stands in the list. Whoever reads it is told, too. A plain sentence."
    assert [words for _, words, _ in remarks(text)] == [
        "What is printed stands in the list.",
        "Whoever",
        "told",
        ", too",
    ]


if __name__ == "__main__":
    import sys

    chosen = [Path(name).resolve() for name in sys.argv[1:]]
    for path in chosen or [*PAGES, *sorted((ROOT / "pnp").rglob("*.py"))]:
        for fault in faults_of_page(path) if path.suffix == ".md" else faults_of_messages(path):
            print(fault)
