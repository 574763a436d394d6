"""The tour map: towns, the spaces of the roads, walks over them, distances. In: the rows of `cards/keikalla/map.yaml`.
Out: an Atlas. A space is named by its canonical word: a town by its folded name (`seinajoki`), a space of a road by the
road and the steps from its first end (`por-vsa:2`).

Everything is computed once for a set of rows and then looked up. Invariant: an Atlas depends on its rows alone, and
all tables with the same rows share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise, takewhile
from math import hypot
from typing import Any

from msgspec import Struct

from pnp.base.suggest import fold_name

Path = tuple[str, ...]  # every space of a walk, the first one included


class Town(Struct, frozen=True):
    """A town: its word, the map's id, its printed name, mm on the board, and what its audience is like."""

    word: str
    id: str
    name: str
    x: float
    y: float
    fanatic: bool
    festival: str

    @property
    def is_small_or_large(self) -> bool:
        """Closed to a band of too much reputation (KEI-63)."""
        return self.fanatic or bool(self.festival)


Road = tuple[str, str, int]  # words of both ends, steps


class Atlas:
    """The map as a graph of spaces one step apart."""

    def __init__(self, towns: tuple[Town, ...], roads: tuple[Road, ...]) -> None:
        self.towns: dict[str, Town] = {town.word: town for town in towns}
        self.roads = roads
        self.by_id = {town.id.casefold(): town.word for town in towns}
        self._rows = (towns, roads)
        self._ids = {town.word: town.id.casefold() for town in towns}
        self._road: dict[frozenset[str], tuple[str, int]] = {}
        links: dict[str, list[str]] = {town.word: [] for town in towns}
        for a, b, steps in roads:
            road = f"{self._ids[a]}-{self._ids[b]}"
            self._road[frozenset((self._ids[a], self._ids[b]))] = (road, steps)
            line = [a, *(f"{road}:{k}" for k in range(1, steps)), b]
            for here, there in pairwise(line):
                links.setdefault(here, []).append(there)
                links.setdefault(there, []).append(here)
        self.links: dict[str, tuple[str, ...]] = {space: tuple(sorted(near)) for space, near in links.items()}
        self._walks: dict[str, dict[str, tuple[Path, ...]]] = {}
        self._steps: dict[str, dict[str, int]] = {}

    def __reduce__(self) -> Any:
        return atlas_of, self._rows

    def __contains__(self, space: str) -> bool:
        return space in self.links

    def find_space(self, word: str) -> str | None:
        """The space meant by `vsa-por:3`: the road from either end; None when there is no such space."""
        road, colon, number = word.casefold().partition(":")
        first, hyphen, second = road.partition("-")
        if not (colon and hyphen and number.isdigit() and len(number) < 3):
            return None
        ends = [self.by_id.get(end) or self._folded(end) for end in (first, second)]
        if None in ends or ends[0] == ends[1]:
            return None
        known = self._road.get(frozenset(self._ids[end] for end in ends if end))
        if known is None or not 0 < int(number) < known[1]:
            return None
        name, steps = known
        ahead = name.startswith(self._ids[ends[0] or ""] + "-")
        return f"{name}:{int(number) if ahead else steps - int(number)}"

    def _folded(self, name: str) -> str | None:
        word = fold_name(name)
        return word if word in self.towns else None

    def distance(self, a: str, b: str) -> float:
        """Millimetres on the board between two towns (KEI-27)."""
        here, there = self.towns[a], self.towns[b]
        return hypot(here.x - there.x, here.y - there.y)

    def steps_from(self, start: str) -> Mapping[str, int]:
        """The length of the shortest walk to every space."""
        known = self._steps.get(start)
        if known is None:
            known = {start: 0}
            edge = [start]
            while edge:
                found = []
                for here in edge:
                    for there in self.links[here]:
                        if there not in known:
                            known[there] = known[here] + 1
                            found.append(there)
                edge = found
            self._steps[start] = known
        return known

    def walks_from(self, start: str) -> Mapping[str, tuple[Path, ...]]:
        """The shortest walks to every space, one for each row of towns that they enter (KEI-124)."""
        known = self._walks.get(start)
        if known is None:
            steps = self.steps_from(start)
            found: dict[str, tuple[tuple[Path, Path], ...]] = {start: (((), (start,)),)}  # towns entered, spaces
            for there in sorted(steps, key=lambda space: (steps[space], space))[1:]:
                ways: dict[Path, Path] = {}
                more = (there,) if there in self.towns else ()
                for here in self.links[there]:
                    if steps[here] == steps[there] - 1:
                        for entered, path in found[here]:
                            ways.setdefault(entered + more, (*path, there))
                found[there] = tuple(ways.items())[:4]
            known = self._walks[start] = {space: tuple([path for _, path in ways]) for space, ways in found.items()}
        return known

    def entered(self, path: Path) -> Path:
        """The towns that a walk enters, its last space included and its first not."""
        return tuple(space for space in path[1:] if space in self.towns)

    def walks(self, start: str, via: Iterable[str], end: str) -> tuple[Path, ...]:
        """The shortest walks from space to space over the named ones; several where they enter different towns."""
        first, *others = (*via, end)
        found = self.walks_from(start)[first]
        for stop in others:
            here = found[0][-1]
            found = tuple(walk + leg[1:] for walk in found for leg in self.walks_from(here)[stop])
        if len(found) == 1:
            return found
        return tuple({self.entered(walk): walk for walk in found}.values())

    def via_for(self, path: Path) -> tuple[str, ...]:
        """Spaces to name so that this walk and no other is meant: none, one, or two."""
        start, end = path[0], path[-1]
        wanted = self.entered(path)

        def is_clear(via: tuple[str, ...]) -> bool:
            found = self.walks(start, via, end)
            return len(found) == 1 and self.entered(found[0]) == wanted and len(found[0]) == len(path)

        if is_clear(()):
            return ()
        inner = sorted(path[1:-1], key=lambda space: space not in self.towns)
        for one in inner:
            if is_clear((one,)):
                return (one,)
        return next((pair for pair in pairwise(path[1:-1]) if is_clear(pair)), tuple(path[1:-1]))

    def reach(self, start: str, steps: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Where a card of so many steps can lead: each end, and what must be named to go there (KEI-20, KEI-124)."""
        return _reach(self, start, steps)

    def festival_towns(self) -> dict[str, str]:
        """The towns of the large festivals by the festival's name."""
        return {town.festival: town.word for town in self.towns.values() if town.festival}

    def label(self, space: str) -> str:
        """What people call a space: `Seinäjoki`, `por-vsa:2`."""
        town = self.towns.get(space)
        return town.name if town else space


@cache
def _reach(atlas: Atlas, start: str, steps: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    walks, lengths = atlas.walks_from(start), atlas.steps_from(start)
    near = takewhile(lambda end: lengths[end] <= steps, lengths)  # the nearest come first
    return tuple((end, atlas.via_for(path)) for end in near if end != start for path in walks[end])


@cache
def atlas_of(towns: tuple[Town, ...], roads: tuple[Road, ...]) -> Atlas:
    """The atlas of these towns and roads."""
    return Atlas(towns, roads)


def read_atlas(rows: Mapping[str, Any]) -> Atlas:
    """The atlas of a map's rows."""
    words = {row["id"]: fold_name(row["name"]) for row in rows["nodes"]}
    towns = tuple(
        Town(
            words[row["id"]],
            row["id"],
            row["name"],
            float(row["x"]),
            float(row["y"]),
            bool(row.get("fanatic", False)),
            row.get("festival") or "",
        )
        for row in rows["nodes"]
    )
    roads = tuple((words[row["a"]], words[row["b"]], int(row["steps"])) for row in rows["edges"])
    return atlas_of(towns, roads)
