"""The house rules that no linter holds: pure rooms open nothing, modules say what they are."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.guard import some

PACKAGE = Path(__file__).parent.parent / "pnp"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)
PURE = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] in ("referee", "games", "layout")]
BANNED_NAMES = {"utils", "helpers", "manager", "common"}


def names_called(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_pure_rooms_open_nothing(path: Path) -> None:
    assert not names_called(path) & {"open", "print", "input", "eval", "exec"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert path.stem not in BANNED_NAMES


def test_every_decision_has_a_number_of_its_own() -> None:
    pages = sorted((PACKAGE.parent / "docs" / "adr").glob("[0-9]*.md"))
    assert pages and len({page.name[:4] for page in pages}) == len(pages)


def test_rulebooks_and_constants_agree() -> None:
    """Every rule id a game's judge can name has words, and every `enforced: judge` rule has a constant."""
    from pnp.catalog import all_games, book_of

    for entry in some(all_games()):
        if not entry.rules:
            continue
        book = book_of(entry)
        folder = PACKAGE / "games" / entry.slug
        tree = ast.parse((folder / "rules.py").read_text(encoding="utf-8"))
        constants = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        for rule in some(book.rulebook.rules.values()):
            assert rule.enforced in ("judge", "people")
            assert rule.enforced == "people" or rule.id in constants, rule.id
        named = {word for word in constants if isinstance(word, str) and word.startswith(f"{book.letters}-")}
        assert named <= set(book.rulebook.rules)
