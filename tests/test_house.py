"""The house rules that no linter holds: pure rooms open nothing, modules have docstrings, imports make no circles, a
package's name for a module is the module. `benchmarks/size.py` lists long files and full folders.
"""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.guard import some

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "pnp"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)
PURE = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] in ("referee", "games", "layout")]
BANNED_NAMES = {"utils", "helpers", "manager", "common"}


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def names_called(path: Path) -> set[str]:
    calls = (node.func for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call))
    return {function.id for function in calls if isinstance(function, ast.Name)}


def test_pure_rooms_open_nothing() -> None:
    banned = {"open", "print", "input", "eval", "exec"}
    assert not [(module_name(path), found) for path in some(PURE) if (found := names_called(path) & banned)]


def test_every_module_states_what_it_is() -> None:
    assert not [module_name(path) for path in some(MODULES) if not ast.get_docstring(tree_of(path))]
    assert not [module_name(path) for path in MODULES if path.stem in BANNED_NAMES]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


NAMED = {module_name(path): path for path in MODULES}


def imported(path: Path) -> set[str]:
    """The modules of ours that a module imports, also inside its functions and for type checkers."""
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in NAMED else node.module for name in inner.values()}
    return found & NAMED.keys()


def test_imports_make_no_circle() -> None:
    graph = {name: imported(path) - {name} for name, path in NAMED.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        pytest.fail(" → ".join(circle.args[1]))


def names_bound(path: Path) -> set[str]:
    """What a package binds but its own modules."""
    package = module_name(path)
    bound: set[str] = set()
    for node in tree_of(path).body:
        if isinstance(node, ast.ImportFrom) and node.module != package:
            bound |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            bound |= {target.id for target in targets if isinstance(target, ast.Name)}
    return bound


def test_a_package_gives_the_names_of_its_modules_to_nothing_else() -> None:
    """`from pnp.games.kalevala import judge` is the module, whatever the package has bound."""
    packages = some(path for path in MODULES if path.stem == "__init__")
    named = {f"{module_name(path)}.{name}" for path in packages for name in names_bound(path)}
    assert not named & NAMED.keys()


def test_every_decision_has_a_number_of_its_own() -> None:
    pages = sorted((PACKAGE.parent / "docs" / "adr").glob("[0-9]*.md"))
    assert pages and len({page.name[:4] for page in pages}) == len(pages)
