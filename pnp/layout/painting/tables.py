"""Tables of the game in layouts. In: a path such as `map.towns`. Out: the value that stands there.

Invariant: what a layout draws is what the referee reads: the rows of the same `table:` file.
"""

from __future__ import annotations

from typing import Any

from pnp.base.suggest import nearest_names
from pnp.layout.painting.scope import descend
from pnp.library.book_reader import GameFacts


def table_value(facts: GameFacts, path: str) -> Any:
    """The rows of a table, or what is inside them; LookupError with a sentence when there is nothing."""
    name, _, rest = path.partition(".")
    if name not in facts.tables:
        near = nearest_names(name, facts.tables, 1)
        raise LookupError(f"there is no table “{name}”" + (f"; did you mean “{near[0]}”?" if near else ""))
    value = descend(facts.tables[name].rows, rest)
    if value is None:
        raise LookupError(f"the table “{name}” has no “{rest}”" if rest else f"the table “{name}” is empty")
    return value


def table_rows(facts: GameFacts, path: str) -> list[Any]:
    """A list in a table; LookupError when it is something else."""
    value = table_value(facts, path)
    if not isinstance(value, list):
        raise LookupError(f"expected a list in “{path}”")
    return value


def coordinates(row: Any, names: tuple[str, str], where: str) -> tuple[float, float]:
    """Two numbers of a row: `[1, 2]`, or under these names; LookupError with the row's place when they are missing."""
    pair: list[Any] = row if isinstance(row, list) else []
    if isinstance(row, dict):
        pair = [row.get(name) for name in names]
    if len(pair) < 2 or any(isinstance(part, bool) or not isinstance(part, int | float) for part in pair[:2]):
        raise LookupError(f"{where}: expected the numbers “{names[0]}” and “{names[1]}”")
    if max(abs(pair[0]), abs(pair[1])) > 1e5:
        raise LookupError(f"{where}: expected coordinates up to 100,000")
    return float(pair[0]), float(pair[1])
