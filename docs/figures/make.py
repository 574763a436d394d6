"""Draws the performers, the personnel and the guests of Drum Roll from poses.yaml into layouts/drumroll/icons.

Run in a checkout: python docs/figures/make.py [id …]. Without a change of the data nothing changes, byte for byte.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from brush import disc, filled, lined, number, placed, shaded, star, tapered  # noqa: E402
from rig import Figure  # noqa: E402

ROOM = (0, -10, 140, 120)  # of a scene that says no view of its own
ICONS = HERE.parent.parent / "layouts" / "drumroll" / "icons"


def drawn(entry: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[str]:
    """One entry of a scene: a figure, a prop at its place, or a shape."""
    if "man" in entry:
        yield from Figure(entry["man"], data).parts()
    elif "group" in entry:
        inside = [part for one in entry["group"] for part in drawn(one, data)]
        yield placed(
            inside, tuple(entry.get("at", (0, 0))), entry.get("turn", 0), entry.get("size", 1), entry.get("flip", False)
        )
    elif "prop" in entry:
        inside = [part for one in data["props"][entry["prop"]] for part in drawn(one, data)]
        for where in entry.get("each", [entry.get("at")]):
            x, y, *turn = where
            yield placed(
                inside,
                (x, y),
                turn[0] if turn else entry.get("turn", 0),
                entry.get("size", 1),
                entry.get("flip", False),
            )
    elif "line" in entry:
        yield lined(entry["d"], entry["line"], entry.get("w", 1.4), entry.get("outline", 0))
    elif "shade" in entry:
        yield shaded(entry["shade"])
    else:
        yield filled(shape(entry), entry["fill"], entry.get("outline", 1.5))


def shape(entry: Mapping[str, Any]) -> str:
    if "disc" in entry:
        return "".join(disc((x, y), r) for x, y, r in entry["disc"])
    if "star" in entry:
        return "".join(star((x, y), r) for x, y, r in entry["star"])
    if "taper" in entry:
        return "".join(tapered((ax, ay), ra, (bx, by), rb) for ax, ay, ra, bx, by, rb in entry["taper"])
    return str(entry["d"])


def picture(name: str, data: Mapping[str, Any]) -> str:
    scene = data["scenes"][name]
    parts = [part for entry in scene["draw"] for part in drawn(entry, data)]
    lines = "\n".join(f"  {part}" for part in parts)
    view = " ".join(number(length) for length in scene.get("view", ROOM))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">\n  <title>{scene["title"]}</title>'
    return f"{head}\n{lines}\n</svg>\n"


def poses() -> dict[str, Any]:
    return dict(yaml.safe_load((HERE / "poses.yaml").read_text("utf-8")))


if __name__ == "__main__":
    data = poses()
    for name in sys.argv[1:] or data["scenes"]:
        (ICONS / f"{name}.svg").write_text(picture(name, data), "utf-8")
