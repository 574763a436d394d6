"""Boards: a zone whose places are the spaces of a printed board, and what is next to what on it.

In: a `table:` of the game, the same that a layout prints: a network, hexes, squares. Out: spaces by their ids, their
neighbours, straight lines, and what can be reached. Invariant: spaces keep the order of the table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import atan2, isclose, pi
from typing import TYPE_CHECKING, Any

from pnp.referee.kernel.place import ANY, EVERYBODY, SeenBy
from pnp.referee.kernel.zone import Zone
from pnp.referee.message import referee_message
from pnp.referee.params import Names, Problem

if TYPE_CHECKING:
    from pnp.library.card import CardBook

Direction = Any  # two spaces lie in the same direction where these are equal: a pair of steps, or an angle
Joined = Mapping[Direction, str]
STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
HEXAGONAL = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Spaces:
    """The spaces of a board and how they are joined.

    ids: all spaces, in the order of the table · rows: what the table says of each (a map, a word, or nothing)
    """

    def __init__(
        self, ids: Sequence[str], rows: Mapping[str, Any], joined: Mapping[str, Mapping[Direction, str]]
    ) -> None:
        self.ids, self.rows, self._joined = tuple(ids), rows, joined
        self._lines: dict[int, tuple[tuple[str, ...], ...]] = {}

    def __contains__(self, space: object) -> bool:
        return space in self._joined

    def next_to(self, space: str) -> tuple[str, ...]:
        """The spaces that one is joined with; KeyError where the board has no such space."""
        return tuple(self._joined[space].values())

    def rays(self, space: str) -> list[tuple[str, ...]]:
        """What lies in each direction from a space, from the nearest on, as far as the board goes straight on."""
        return [self._ray(space, direction) for direction in self._joined[space]]

    def _ray(self, space: str, direction: Direction) -> tuple[str, ...]:
        found: list[str] = []
        following = self._joined[space].get(direction)
        while following is not None and following != space and following not in found:
            found.append(following)
            following = self._joined[following].get(direction)
        return tuple(found)

    def lines(self, length: int) -> tuple[tuple[str, ...], ...]:
        """All straight rows of so many spaces, each once."""
        kept = self._lines.get(length)
        if kept is None:
            found: dict[frozenset[str], tuple[str, ...]] = {}
            for space in self.ids:
                for ray in self.rays(space):
                    line = (space, *ray[: length - 1])
                    if len(line) == length:
                        found.setdefault(frozenset(line), line)
            kept = self._lines[length] = tuple(found.values())
        return kept

    def reach(self, space: str, through: Callable[[str], bool] = lambda space: True, steps: int = 0) -> dict[str, int]:
        """The spaces that can be reached from one, and in how many steps; it is none of them.

        through: (space) -> whether it may be entered · steps: the most, 0 for any number
        """
        found, left = {space: 0}, deque([space])
        while left:
            here = left.popleft()
            for other in self.next_to(here):
                if other not in found and (not steps or found[here] < steps) and through(other):
                    found[other] = found[here] + 1
                    left.append(other)
        del found[space]
        return found


class Board(Zone):
    """A zone with a place for each space of a board: `BOARD["d2"]`; `t.spaces(BOARD)` says how they are joined.

    table: the name of the `table:` that layouts print. It is one of
    - a network, `{nodes: [{id, x, y}], edges: [{a, b, steps}]}`; an edge of n steps has n − 1 spaces, `<id>:<step>`.
      Straight on is in one line on paper
    - hexes, `[{q, r, id}]`; without an id a hex is called `q,r`
    - squares, `{columns: 8, rows: 8}` or rows of words, one for each square, `.` for none: `["x . x", …]`. They are
      called a1, b1 … from the lower left
    diagonals: squares that touch at a corner are joined, too · other arguments as for `Zone`
    """

    def __init__(
        self, id: str, table: str, seen_by: SeenBy = EVERYBODY, *, diagonals: bool = False, **options: Any
    ) -> None:
        self.table, self.diagonals = table, diagonals
        super().__init__(id, ANY, seen_by, **options)

    def spaces_of(self, book: CardBook) -> Spaces:
        """How the spaces of this board are joined.

        ValueError where the table is no board, or says that something is joined with what it does not have.
        """
        try:
            rows = book.tables[self.table].rows
        except KeyError:
            raise ValueError(f"{self.id}: expected a file with “table: {self.table}” in cards/") from None
        try:
            if isinstance(rows, Mapping) and "nodes" in rows:
                return _network(rows)
            if isinstance(rows, Mapping) and "columns" in rows:
                return _squares([["x"] * rows["columns"] for _ in range(rows["rows"])], self.diagonals)
            if rows and isinstance(rows[0], str):
                return _squares([row.split() for row in rows], self.diagonals)
            if isinstance(rows, Mapping) or not rows:
                raise KeyError("nodes")
            return _hexes(rows)
        except (TypeError, KeyError, IndexError) as fault:
            shapes = "a network (nodes and edges), hexes (q and r) or squares (columns and rows, or rows of words)"
            raise ValueError(
                f"{self.id}: expected “table: {self.table}” to be {shapes}, got none of them: {fault}"
            ) from fault
        except ValueError as fault:
            raise ValueError(f"{self.id}: “table: {self.table}”: {fault}") from fault


def _squares(rows: Sequence[Sequence[str]], diagonals: bool) -> Spaces:
    height = len(rows)
    words = {(x, height - y): word for y, row in enumerate(rows) for x, word in enumerate(row) if word != "."}
    at = {place: f"{_letters(place[0])}{place[1]}" for place in words}
    return _grid(at, {at[place]: word for place, word in words.items()}, STRAIGHT + DIAGONAL * diagonals)


def _letters(column: int) -> str:
    """The name of a column: a … z, aa …"""
    return ("" if column < 26 else _letters(column // 26 - 1)) + chr(ord("a") + column % 26)


def _hexes(rows: Sequence[Any]) -> Spaces:
    at: dict[tuple[int, int], str] = {}
    said: dict[str, Any] = {}
    for row in rows:
        q, r = (row["q"], row["r"]) if isinstance(row, Mapping) else row
        name = str(row.get("id", f"{q},{r}")) if isinstance(row, Mapping) else f"{q},{r}"
        if name in said or (q, r) in at:
            raise ValueError(f"expected hexes that differ, got {name} twice")
        at[q, r], said[name] = name, row
    return _grid(at, said, HEXAGONAL)


def _grid(at: Mapping[tuple[int, int], str], said: Mapping[str, Any], steps: Iterable[tuple[int, int]]) -> Spaces:
    joined: dict[str, dict[Direction, str]] = {}
    for (x, y), name in at.items():
        joined[name] = {(dx, dy): at[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in at}
    return Spaces(list(at.values()), said, joined)


def _network(rows: Mapping[str, Any]) -> Spaces:
    said: dict[str, Any] = {}
    at: dict[str, tuple[float, float]] = {}
    for node in rows["nodes"]:
        name = str(node["id"])
        if name in said:
            raise ValueError(f"expected nodes that differ, got {name} twice")
        said[name], at[name] = node, (node["x"], node["y"])
    pairs: list[tuple[str, str]] = []
    for edge in rows["edges"]:
        ends = [str(edge["a"]), str(edge["b"])]
        missing = next((end for end in ends if end not in at), None)
        if missing is not None:
            raise ValueError(f"expected edges between nodes, got {ends[0]}–{ends[1]}, but there is no node {missing}")
        steps, name = edge.get("steps", 1), str(edge.get("id", "-".join(ends)))
        (ax, ay), (bx, by) = at[ends[0]], at[ends[1]]
        between = [f"{name}:{step}" for step in range(1, steps)]
        for step, space in enumerate(between, 1):
            said[space] = edge
            at[space] = (ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps)
        chain = [ends[0], *between, ends[1]]
        pairs += pairwise(chain)
    joined: dict[str, dict[Direction, str]] = {name: {} for name in at}
    angles: list[float] = []
    for one, other in (pair for a, b in pairs for pair in ((a, b), (b, a))):
        angle = _same(atan2(at[other][1] - at[one][1], at[other][0] - at[one][0]) % (2 * pi), angles)
        while angle in joined[one]:
            angle += 4 * pi  # two spaces in one direction: the second is straight on from nothing
        joined[one][angle] = other
    return Spaces(list(at), said, joined)


def _same(angle: float, known: list[float]) -> float:
    """An angle, as one that is the same within what drawing and rounding do to it."""
    for other in known:
        if isclose(angle, other, abs_tol=0.02) or isclose(abs(angle - other), 2 * pi, abs_tol=0.02):
            return other
    known.append(angle)
    return angle


class SpaceParam:
    """A space of a board by its id, `d2`: `space: Annotated[str, SpaceParam(BOARD)]`."""

    def __init__(self, board: Board, what: str = "") -> None:
        self.board, self.what = board, what or referee_message("referee.a_space")

    def read(self, words: Sequence[str], names: Names) -> tuple[str, int] | Problem:
        return names.read_word(self.board.spaces_of(names.book).ids, words, self.what)

    def write(self, value: str, names: Names) -> str:
        return value

    def expects(self) -> str:
        return self.what
