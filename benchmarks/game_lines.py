"""How long a referee is to write: code lines of declared games and of the same games written hook by hook.

In: nothing. Out: a table. A code line is neither blank, nor a comment, nor part of a docstring. What was written by
hand before and is gone is docstrings as it was counted then.

Run: python benchmarks/game_lines.py
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "tests" / "referee" / "kernel" / "games"
ROWS = (
    (
        "hidden hands, a reshuffle (Four Piers)",
        GAMES / "fourpiers" / "rules.py",
        "tests/conformance/games/quay/rules.py",
    ),
    ("a secret vote, a die, a window, a claim (Cove)", GAMES / "cove" / "rules.py", ""),
    ("the game that `pnp new` writes", ROOT / "pnp" / "scaffold" / "mygame" / "rules.py", 170),
    ("the game that `pnp new --hands` writes", ROOT / "pnp" / "scaffold" / "hands" / "mygame" / "rules.py", 284),
    ("the sandbox", ROOT / "pnp" / "games" / "sandbox" / "game.py", 282),
)


def code_lines(file: Path) -> int:
    """The code lines of a module."""
    text = file.read_text(encoding="utf-8")
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            docstrings.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    lines = (line.strip() for number, line in enumerate(text.splitlines(), 1) if number not in docstrings)
    return sum(bool(line) and not line.startswith("#") for line in lines)


def main() -> None:
    """Count and print."""
    print(f"{'':<48} {'declared':>8} {'by hand':>8}")
    for what, declared, by_hand in ROWS:
        other = code_lines(ROOT / by_hand) if isinstance(by_hand, str) and by_hand else by_hand or "–"
        print(f"{what:<48} {code_lines(declared):>8} {other:>8}")
    kernel = sum(map(code_lines, (ROOT / "pnp" / "referee" / "kernel").glob("*.py")))
    print(f"{'the kernel they stand on':<48} {kernel:>8}")


if __name__ == "__main__":
    main()
