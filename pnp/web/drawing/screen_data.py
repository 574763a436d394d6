"""How a game lies on a screen: `layouts/<game>/screen.yaml`. In: the file. Out: a ScreenData.

All of it may be left out: a game that says nothing is drawn zone after zone as its scene has them. Invariant: a file
that cannot be used is an InputError with its place; what is read names zones, layouts and colours, and holds no rule.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from pnp.base.diagnostics import InputError, Span
from pnp.layout.shelf import Shelf

FILE = "screen.yaml"


class ZoneData(Struct, frozen=True, forbid_unknown_fields=True):
    """One zone, and how its pieces lie.

    form: `row` (side by side), `pile` (on each other), `column` (each shows its head), `grid` (as the scene has them),
    `spots` (on the printed board), `hidden` (not drawn) · free: a grid shows the places beside its pieces, too
    by: a field of the cards; each of its values is a zone of its own
    title: words, or a name of the game; else the zone's own name · keys: the same for its places, by their key
    back: the component whose back hidden cards show; by the zone's key where it says several
    component: which print of a card lies here, when there are several · large: how much more room it wants
    most: so many pieces are shown, the last ones
    """

    form: str = "row"
    free: bool = False
    by: str = ""
    title: str | dict[str, str] = ""
    keys: dict[str, str] = {}
    back: str | dict[str, str] = ""
    component: str = ""
    large: float = 1.0
    most: int = 0


class SpotGrid(Struct, frozen=True, forbid_unknown_fields=True):
    """Spots in cells, numbered as a `grid` of a layout numbers them: `turn:1`, `turn:2` …

    box: x, y, width, height in mm on the board · flow: `rows`, or `ring`: clockwise round the box from its corner
    """

    box: tuple[float, float, float, float]
    columns: int
    rows: int
    count: int
    gap: float = 0.0
    first: int = 0
    step: int = 1
    flow: str = "rows"


class BoardData(Struct, frozen=True, forbid_unknown_fields=True):
    """A printed board under the spots of a scene.

    component: what is printed · networks: tables of the cards whose nodes, and the spaces of whose edges, are spots
    bends: how far the middles of edges lie aside, as the layout says it, by their names
    spots: others, in mm on the board · grids: those in cells
    """

    component: str
    networks: list[str] = []
    bends: dict[str, float] = {}
    spots: dict[str, tuple[float, float]] = {}
    grids: dict[str, SpotGrid] = {}


class ScreenData(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's screen.

    zones: in the order in which they are drawn; those that are not named follow
    colours, dark: colours of the theme by their role on a page (`theme.py` has the roles)
    scheme: the usual one, `light` or `dark` · thumbs: the layout of a card that is drawn small, by deck
    cover: whether a phone covers the hand until its owner looks
    """

    zones: dict[str, ZoneData] = {}
    board: BoardData | None = None
    colours: dict[str, str] = {}
    dark: dict[str, str] = {}
    scheme: str = "light"
    thumbs: dict[str, str] = {}
    cover: bool = True


def read_screen_data(shelf: Shelf, slugs: tuple[str, ...]) -> ScreenData:
    """The file of the first of these games that has one."""
    for slug in slugs:
        path = f"{slug}/{FILE}"
        if shelf.exists(path):
            value, _ = shelf.yaml(path)
            return screen_data_of(value, shelf.shown(path))
    return ScreenData()


def screen_schema() -> dict[str, Any]:
    """The JSON Schema of the file."""
    return {"title": "a screen file", **msgspec.json.schema(ScreenData)}


def screen_data_of(value: Any, where: str) -> ScreenData:
    """The values of a file; InputError names what is wrong in it."""
    try:
        return msgspec.convert(value if value is not None else {}, ScreenData)
    except msgspec.ValidationError as fault:
        raise InputError.single(Span(where), f"invalid screen file: {fault}", "docs/table.md", "screen") from None
