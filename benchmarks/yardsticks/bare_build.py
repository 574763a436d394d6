"""How long `pnp build GAME` takes, whole process, against a bare ReportLab program painting the same faces.

In: a game, and the ratio it must keep. Out: medians and ratios, printed. Both programs start anew for each run, one
after the other. `cold` has an empty cache before each run. The bare program (`bare_reportlab.py`) gets its drawing
commands as data and writes one PDF with everything; `pnp build` reads YAML, breaks text, checks, imposes and writes
that PDF, one for each component, and a manifest. The bare program runs once as ReportLab comes and once without
ASCII85, which makes its streams smaller.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}


def compare_builds(game: str, must: float, stretch: float, runs: int) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as folder:
        data = os.path.join(folder, "faces.json")
        with open(data, "w", encoding="utf-8") as stream:
            json.dump(faces_as_data(game), stream)
        cache = os.path.join(folder, "cache")
        build = [sys.executable, "-m", "pnp.ui.cli.main", "build", game, "-o", os.path.join(folder, "output")]
        bare = [sys.executable, str(HERE / "bare_reportlab.py"), data, os.path.join(folder, "bare.pdf")]
        plain = {**os.environ, "PNP_CACHE_DIR": cache}
        binary = {**plain, "RL_useA85": "0"}
        programs = [
            ("cold", build, plain, cache),
            ("warm", build, plain, ""),
            ("bare", bare, plain, ""),
            ("bare, binary streams", bare, binary, ""),
        ]
        times: dict[str, list[float]] = {name: [] for name, *_ in programs}
        for number in range(runs + 1):
            for name, command, environment, emptied in programs:
                if emptied:
                    shutil.rmtree(emptied, ignore_errors=True)
                seconds = run(command, environment)
                if number:  # the first round only warms the disk's cache
                    times[name].append(seconds)
    report(times, must, stretch)


def run(command: Sequence[str], environment: dict[str, str]) -> float:
    """Seconds that a whole process takes."""
    began = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def report(times: dict[str, list[float]], must: float, stretch: float) -> None:
    """The medians and their ratios."""
    medians = {name: median(values) for name, values in times.items()}
    for name, value in medians.items():
        spread = f"{min(times[name]) * 1000:.0f}-{max(times[name]) * 1000:.0f}"
        print(f"{name:22} {value * 1000:6.0f} ms   ({spread})")
    print(
        f"cold ÷ bare                  {medians['cold'] / medians['bare']:.2f}   "
        f"(must ≤ {must:g}, stretch ≤ {stretch:g})"
    )
    print(f"warm ÷ bare                  {medians['warm'] / medians['bare']:.2f}")
    print(f"cold ÷ bare, binary streams  {medians['cold'] / medians['bare, binary streams']:.2f}")


def faces_as_data(game: str, folders: Sequence[Path] = ()) -> dict[str, Any]:
    """Return the faces and sheets of a game on A4 in its own language, as the bare program wants them."""
    from pnp.catalog import book_of, find_game
    from pnp.export.disk_shelf import find_fonts
    from pnp.export.order.building import prepare_game
    from pnp.export.order.order import PrintOrder

    entry = find_game(game, folders)
    prepared = prepare_game(entry, book_of(entry), PrintOrder(), are_frames=True)
    portfolio = prepared.portfolio
    frames = [portfolio.frame(number) for number in range(len(portfolio.faces))]  # those kept from before, too
    writer = Writer()
    faces = [writer.face(number, frame) for number, frame in enumerate(frames)]
    more = [sheet for one in prepared.components for sheets in one.others.values() for sheet in sheets]
    sheets = [writer.sheet(sheet, frames) for sheet in (*prepared.all_sheets, *more)]
    files = find_fonts()
    fonts = {name: files[name] for name in sorted(writer.fonts)}
    paths = [[[command, *numbers] for command, *numbers in path] for path in writer.paths]
    return {"title": game, "fonts": fonts, "paths": paths, "faces": faces, "sheets": sheets}


class Writer:
    """Translates Frames and Sheets into lists, in points, y up; an outline used many times is written once."""

    def __init__(self) -> None:
        self.fonts: set[str] = set()
        self.paths: dict[Any, int] = {}

    def face(self, number: int, frame: Any) -> list[Any]:
        """Name, box and commands of a form, y up from the trim's bottom edge."""
        box = [
            points(side) for side in (-frame.bleed, -frame.bleed, frame.width + frame.bleed, frame.height + frame.bleed)
        ]
        return [f"face{number}", box, self.commands(frame.items, frame.height)]

    def sheet(self, sheet: Any, frames: Sequence[Any]) -> list[Any]:
        """Size, trim box, placed forms and marks of a page."""
        from pnp.layout.sheets.impose import placed_box

        places = []
        for place in sheet.placements:
            x, y, width, height = placed_box(place, frames[place.frame])
            above, right, below, left = place.bleed
            low = sheet.height - y - height
            turned = [-1, 0, 0, -1, points(x + width), points(low + height)]
            matrix = turned if place.turn else [1, 0, 0, 1, points(x), points(low)]
            box = [points(side) for side in (x - left, low - below, width + left + right, height + above + below)]
            places.append([f"face{place.frame}", matrix, box])
        size = [points(sheet.width), points(sheet.height)]
        return [*size, [0, 0, *size], places, self.commands(sheet.marks, sheet.height)]

    def commands(self, items: Sequence[Any], height: float) -> list[Any]:
        """Drawing items as lists; y counts up from `height`. Inside a group it counts up from the group's own zero."""
        from pnp.layout.drawing.frame import Group, Shape, Text

        out: list[Any] = []
        for item in items:
            if isinstance(item, Text):
                self.fonts.add(item.font)
                place = [points(item.x), points(height - item.y)]
                out.append(["text", *place, item.text, item.font, item.size, rgb(item.fill), item.spacing])
            elif isinstance(item, Shape):
                line = [rgb(item.stroke), points(item.width), item.even_odd, CAPS[item.cap], JOINS[item.join]]
                dash = [points(part) for part in item.dash]
                out.append(["shape", self.path(item.path, height), rgb(item.fill), *line, dash])
            elif isinstance(item, Group):
                a, b, c, d, e, f = item.matrix
                matrix = [a, -b, -c, d, points(e), points(height - f)]
                clip = self.path(item.clip, 0) if item.clip else -1
                out.append(["group", matrix, clip, item.opacity, self.commands(item.items, 0)])
        return out

    def path(self, flat: Sequence[Any], height: float) -> int:
        """The number of an outline in the table of all."""
        out: list[list[Any]] = []
        for value in flat:
            if isinstance(value, str):
                out.append([value])
            else:
                out[-1].append(points(height - value if len(out[-1]) % 2 == 0 else value))
        return self.paths.setdefault(tuple(map(tuple, out)), len(self.paths))


def points(length: float) -> float:
    """Millimetres as points."""
    return round(length * 72 / 25.4, 3)


def rgb(colour: str) -> list[float]:
    """`#rrggbb` as three parts; [] for none."""
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)] if colour else []
