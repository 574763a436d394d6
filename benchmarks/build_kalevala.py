"""How long `pnp build kalevala` takes, whole process, against a bare ReportLab program painting the same faces.

    python benchmarks/build_kalevala.py [runs]

Both programs start anew for each run, one after the other, and medians are compared. `cold` has an empty cache before
each run. The bare program (`bare_reportlab.py`) gets its drawing commands as data and writes one PDF with everything;
`pnp build` reads YAML, breaks text, checks, imposes and writes that PDF, one for each component, and a manifest.
Must: cold ÷ bare ≤ 1.5; stretch: ≤ 1.0.
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
MUST, STRETCH = 1.5, 1.0


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as folder:
        data = os.path.join(folder, "faces.json")
        with open(data, "w", encoding="utf-8") as stream:
            json.dump(faces_as_data(), stream)
        cache = os.path.join(folder, "cache")
        build = [sys.executable, "-m", "pnp.ui.cli.main", "build", "kalevala", "-o", os.path.join(folder, "output")]
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
        sizes = {"bare": os.path.getsize(os.path.join(folder, "bare.pdf"))}
    report(times, sizes)


def run(command: Sequence[str], environment: dict[str, str]) -> float:
    """Seconds that a whole process takes."""
    began = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def report(times: dict[str, list[float]], sizes: dict[str, int]) -> None:
    """The medians and their ratios."""
    medians = {name: median(values) for name, values in times.items()}
    for name, value in medians.items():
        spread = f"{min(times[name]) * 1000:.0f}-{max(times[name]) * 1000:.0f}"
        print(f"{name:22} {value * 1000:6.0f} ms   ({spread})")
    print(
        f"cold ÷ bare                  {medians['cold'] / medians['bare']:.2f}   (must ≤ {MUST}, stretch ≤ {STRETCH})"
    )
    print(f"warm ÷ bare                  {medians['warm'] / medians['bare']:.2f}")
    print(f"cold ÷ bare, binary streams  {medians['cold'] / medians['bare, binary streams']:.2f}")


def faces_as_data() -> dict[str, Any]:
    """The faces and sheets of Kalevala on A4 in English, as the bare program wants them."""
    from pnp.catalog import book_of, find_game
    from pnp.export.build import Order, prepare_game
    from pnp.export.shelf import find_fonts

    entry = find_game("kalevala")
    prepared = prepare_game(entry, book_of(entry), Order())
    frames, sheets = prepared.portfolio.frames, prepared.all_sheets
    fonts: set[str] = set()
    data = {
        "title": "Kalevala",
        "faces": [face(number, frame, fonts) for number, frame in enumerate(frames)],
        "sheets": [sheet_data(sheet, frames, fonts) for sheet in sheets],
    }
    files = find_fonts()
    return data | {"fonts": {name: files[name] for name in sorted(fonts)}}


def face(number: int, frame: Any, fonts: set[str]) -> list[Any]:
    """Name, box and commands of a form, y up from the trim's bottom edge."""
    from pnp.base.units import PT_PER_MM

    bleed = frame.bleed * PT_PER_MM
    box = [-bleed, -bleed, frame.width * PT_PER_MM + bleed, frame.height * PT_PER_MM + bleed]
    return [f"face{number}", box, commands(frame.items, frame.height, fonts)]


def sheet_data(sheet: Any, frames: Sequence[Any], fonts: set[str]) -> list[Any]:
    """Size, trim box, placed forms and marks of a page."""
    from pnp.base.units import PT_PER_MM
    from pnp.layout.impose import placed_box

    k = PT_PER_MM
    places = []
    for place in sheet.placements:
        x, y, width, height = placed_box(place, frames[place.frame])
        above, right, below, left = place.bleed
        bottom = sheet.height - y - height
        matrix = (
            [1, 0, 0, 1, x * k, bottom * k]
            if place.turn == 0
            else [-1, 0, 0, -1, (x + width) * k, (bottom + height) * k]
        )
        box = [(x - left) * k, (bottom - below) * k, (width + left + right) * k, (height + above + below) * k]
        places.append([f"face{place.frame}", matrix, box])
    trim = [0, 0, sheet.width * k, sheet.height * k]
    return [sheet.width * k, sheet.height * k, trim, places, commands(sheet.marks, sheet.height, fonts)]


def commands(items: Sequence[Any], height: float, fonts: set[str]) -> list[Any]:
    """Drawing items as lists, in points, y up from `height`."""
    from pnp.base.units import PT_PER_MM
    from pnp.layout.frame import Group, Shape, Text

    k = PT_PER_MM
    out: list[Any] = []
    for item in items:
        if isinstance(item, Text):
            fonts.add(item.font)
            y = (height - item.y) * k
            out.append(["text", item.x * k, y, item.text, item.font, item.size, rgb(item.fill), item.spacing])
        elif isinstance(item, Shape):
            line = [rgb(item.stroke), item.width * k, item.even_odd, CAPS[item.cap], JOINS[item.join]]
            out.append(["shape", path(item.path, height), rgb(item.fill), *line, [part * k for part in item.dash]])
        elif isinstance(item, Group):
            # In a space of its own, whose origin is the paper's: the matrix of mm, y down, becomes one of points, y up.
            a, b, c, d, e, f = item.matrix
            matrix = [a, -b, -c, d, (e + c * height) * k, (height - f - d * height) * k]
            inner = commands(item.items, height, fonts)
            out.append(["group", matrix, path(item.clip, height), item.opacity, inner])
    return out


def path(flat: Sequence[Any], height: float) -> list[list[Any]]:
    """A path as one list a command."""
    from pnp.base.units import PT_PER_MM

    out: list[list[Any]] = []
    for value in flat:
        if isinstance(value, str):
            out.append([value])
        else:
            down = len(out[-1]) % 2 == 0
            out[-1].append((height - value if down else value) * PT_PER_MM)
    return out


def rgb(colour: str) -> list[float]:
    """`#rrggbb` as three parts; [] for none."""
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)] if colour else []


if __name__ == "__main__":
    main()
