"""Size and shape of the code, package by package: what a maintainer carries.

    python benchmarks/size.py [TREE]

TREE: a folder with a checkout (default: this one). For each package of `pnp`, for tests and for benchmarks: files,
lines, code lines (not blank, no comment, no docstring), imports of pnp inside functions, functions and lambdas inside
functions, uses of `Any`, lines of the longest function, most parameters of one. For each game: lines of Python for each
rule and each English word of its rulebook. Advice: at most 600 lines a file, 30 modules a folder.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1]).resolve()
MOST_LINES, MOST_MODULES = 600, 30
Function = ast.FunctionDef | ast.AsyncFunctionDef
PARTS = ("pnp/scaffold", "tests/referee/kernel/games", "docs/examples")
PARAMETERS = ("posonlyargs", "args", "kwonlyargs")


class Size(NamedTuple):
    """Figures of some files; the last two are maxima."""

    files: int
    lines: int
    code: int
    inner_imports: int
    nested: int
    anys: int
    longest: int
    parameters: int


def size_of(file: Path) -> Size:
    """Count one file."""
    text = file.read_text("utf-8")
    tree = ast.parse(text)
    inner = list(_inside_functions(tree))
    functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
    return Size(
        1,
        text.count("\n"),
        code_lines(text, tree),
        sum("pnp" in ast.unparse(node) for node in inner if isinstance(node, ast.Import | ast.ImportFrom)),
        sum(isinstance(node, Function | ast.Lambda) for node in inner),
        sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(tree)),
        max(((node.end_lineno or 0) - node.lineno + 1 for node in functions), default=0),
        max((sum(len(getattr(node.args, kind)) for kind in PARAMETERS) for node in functions), default=0),
    )


def code_lines(text: str, tree: ast.AST) -> int:
    """Count the lines that are neither blank nor a comment nor part of a docstring."""
    docstrings: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | Function) and ast.get_docstring(node) is not None:
            docstrings.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    lines = (line.strip() for number, line in enumerate(text.splitlines(), 1) if number not in docstrings)
    return sum(bool(line) and not line.startswith("#") for line in lines)


def _inside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield each node that is inside a function, once."""
    rest = [(tree, False)]
    while rest:
        node, is_inside = rest.pop()
        if is_inside:
            yield node
        inside = is_inside or isinstance(node, Function)
        rest += [(child, inside) for child in ast.iter_child_nodes(node)]


def total(sizes: list[Size]) -> Size:
    """Sum of the counts, maximum of the last two."""
    columns = list(zip(*sizes, strict=True))
    return Size(*map(sum, columns[:-2]), *map(max, columns[-2:]))


def rules_in(value: Any) -> Iterator[str]:
    """Yield the English words of each rule of a rulebook."""
    if isinstance(value, dict) and {"id", "words"} <= value.keys():
        yield value["words"]["en"] if isinstance(value["words"], dict) else value["words"]
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from rules_in(each)


def games() -> Iterator[str]:
    """Yield a line for each game with a rulebook, built in or in a folder with its `rules.py`."""
    built_in = {ROOT / "pnp" / "games" / path.name: path for path in sorted((ROOT / "cards").glob("*"))}
    small = {path.parent: path.parent / "cards" for part in PARTS for path in sorted((ROOT / part).rglob("rules.py"))}
    for folder, cards in (built_in | small).items():
        modules, book = sorted(folder.rglob("*.py")), cards / "rulebook.yaml"
        if modules and book.exists():
            rules = list(rules_in(yaml.load(book.read_text("utf-8"), yaml.CSafeLoader)))
            lines, words = sum(size_of(it).lines for it in modules), sum(len(rule.split()) for rule in rules)
            name = folder.relative_to(ROOT).as_posix()
            yield f"{name:<38}{lines:>7}{len(rules):>7}{words:>7}{lines / len(rules):>14.1f}{lines / words:>14.2f}"


def main() -> None:
    """Count and print."""
    files: dict[str, list[Path]] = {}
    for file in sorted((ROOT / "pnp").rglob("*.py")):
        part = file.relative_to(ROOT / "pnp").parts
        if part[0] != "_data":
            files.setdefault(f"pnp/{part[0]}" if len(part) > 1 else "pnp/*.py", []).append(file)
    every = [file for some in files.values() for file in some]
    files |= {"pnp": every, **{name: sorted((ROOT / name).rglob("*.py")) for name in ("tests", "benchmarks")}}
    print(f"{'':<18}files   lines    code  inner imports  nested  Any  longest  parameters")
    for name, some in files.items():
        it = total([size_of(file) for file in some])
        counts = f"{it.files:>5}{it.lines:>8}{it.code:>8}{it.inner_imports:>15}{it.nested:>8}{it.anys:>5}"
        print(f"{name:<18}{counts}{it.longest:>9}{it.parameters:>12}")
    print(f"\n{'':<38}{'lines':>7}{'rules':>7}{'words':>7}{'lines a rule':>14}{'lines a word':>14}")
    print("\n".join(games()))
    for file in every:
        if (lines := file.read_text("utf-8").count("\n")) > MOST_LINES:
            print(f"long file: {file.relative_to(ROOT)}, {lines} lines")
    for folder, count in Counter(file.parent for file in every).items():
        if count > MOST_MODULES:
            print(f"full folder: {folder.relative_to(ROOT)}, {count} modules")


if __name__ == "__main__":
    main()
