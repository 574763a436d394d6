"""A new user's way, from a spreadsheet to a playtest, without a look into any source file.

    python benchmarks/newcomer.py

In an empty folder: a table of cards, `pnp new --from`, a layout, a drawing as Inkscape saves it, a font of one's own,
and then look, check, build, export, an evening and a playtest, each as a process. Prints for each step whether it
worked, its seconds, and the first words of a failure. Exit code 1 when one failed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from pnp.export.disk_shelf import DiskShelf

CARDS = """\
name,cost,kind,rule,copies,id
Lamp,2,tool,Draw {eye} a card.,2,lamp
Fishing Boat,4,vessel,"Move **two** spaces, then draw.",3,boat
Pine,1,place,,2,pine
"""
# As Inkscape saves it: namespaces of its own, a view, styles as text, a gradient, a clone.
DRAWING = """\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="100mm" height="100mm" viewBox="0 0 100 100" version="1.1" id="svg1"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:xlink="http://www.w3.org/1999/xlink"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns="http://www.w3.org/2000/svg">
  <sodipodi:namedview id="view" pagecolor="#ffffff" inkscape:zoom="2" />
  <defs id="defs1">
    <linearGradient id="sea"><stop offset="0" style="stop-color:#2a6c86;stop-opacity:1" /><stop offset="1"
       style="stop-color:#22302f;stop-opacity:1" /></linearGradient>
  </defs>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1">
    <path id="hull" style="fill:url(#sea);stroke:none" d="M 4,66 H 96 C 92,84 82,92 70,92 H 30 C 18,92 8,84 4,66 Z" />
    <path id="sail" style="fill:#b26a1c;fill-opacity:0.9" d="M 46,8 V 60 H 12 Z" />
    <use xlink:href="#sail" transform="matrix(-1,0,0,1,98,0)" style="opacity:0.5" />
  </g>
</svg>
"""
LAYOUT = """\
size: poker
elements:
  ground: {kind: rect, box: bleed, fill: paper}
  card:
    kind: stack
    box: safe
    inset: 1
    gap: 2
    elements:
      name: {kind: text, text: "{name}", style: name, max: 24, lines: 1, together: names, among: deck, height: auto}
      art: {kind: %s, %s: %s, height: rest, least: 30}
      rule: {kind: text, text: "{text.rule}", when: {text.rule: present}, size: 9, height: auto}
      foot: {kind: text, text: "{kind} · {cost}", style: small, height: auto}
"""
THEME = """\
extends: _stock/theme
default: colour
colours: {paper: "#fbf6ea", accent: "#245a63"}
"""
FONT = "fonts: {title: {family: quay-hand, regular: Regular, bold: Regular, italic: Regular, bolditalic: Regular}}\n"
OWN_FONT = "oleo-script/Regular"  # any font will do; this one is installed, and is copied under another name


class Step(NamedTuple):
    """One thing somebody does: files they write, then a command."""

    name: str
    command: str
    files: Mapping[str, str | bytes] = MappingProxyType({})


class Outcome(NamedTuple):
    """How it went; fault: "" when it worked."""

    step: str
    seconds: float
    fault: str = ""


def steps() -> list[Step]:
    """The whole way."""
    layouts = "harbour/layouts"
    font = DiskShelf().font(OWN_FONT) or b""
    icon = LAYOUT % ("icon", "icon", "boat, colour: accent")
    picture = LAYOUT % ("image", "image", "art/boat.svg")
    return [
        Step("a spreadsheet becomes a game", "new harbour --from cards.csv", {"cards.csv": CARDS}),
        Step("it has no fault", "check harbour --strict"),
        Step("a card as a picture", "look harbour boat -o first.png"),
        Step(
            "the sheet is changed",
            "look harbour pine -o pine.png",
            {"harbour/cards/cards.csv": CARDS + "Net,3,tool,,1,net\n"},
        ),
        Step(
            "an own layout, an own drawing as icon",
            "check harbour --strict",
            {f"{layouts}/card.yaml": icon, f"{layouts}/icons/boat.svg": DRAWING},
        ),
        Step(
            "the drawing as a picture",
            "check harbour --strict",
            {f"{layouts}/card.yaml": picture, f"{layouts}/art/boat.svg": DRAWING},
        ),
        Step(
            "an own font",
            "check harbour --strict",
            {f"{layouts}/theme.yaml": THEME + FONT, f"{layouts}/fonts/Quay Hand.ttf": font},
        ),
        Step("all cards on one picture", "look harbour --sheet -o cards.png"),
        Step("PDFs to print", "build harbour -o print"),
        Step("with little ink, on Letter", "build harbour -o print --theme ink --paper letter"),
        Step("a gallery for friends", "export harbour --to html -o harbour.html"),
        Step("an evening", "referee new harbour anna ben -o evening.record"),
        Step("a playtest", "playtest harbour -n 100 --seed 1 --json playtest.json"),
        Step("a game with rules", "new lanterns"),
        Step("its promises", "prove lanterns"),
        Step("its playtest", "playtest lanterns -n 1000 --seed 1 --json lanterns.json"),
        Step("a template", "new tiles --template tile"),
    ]


def walk(folder: Path) -> Iterator[Outcome]:
    """Take every step in the folder, one after another."""
    environment = {**os.environ, "PNP_CONFIG_DIR": str(folder / ".config"), "PNP_CACHE_DIR": str(folder / ".cache")}
    for step in steps():
        for name, words in step.files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(words.encode() if isinstance(words, str) else words)
        began, command = time.perf_counter(), [sys.executable, "-m", "pnp", *step.command.split()]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        fault = "" if done.returncode == 0 else (done.stdout + done.stderr).strip().partition("\n")[0] or "failed"
        yield Outcome(step.name, time.perf_counter() - began, fault)


def main() -> int:
    """Walk, and print how it went; the exit code."""
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="pnp-newcomer-") as folder:
        for one in walk(Path(folder)):
            outcomes.append(one)
            print(
                f"{one.step:40}{'no' if one.fault else 'yes':>5}{one.seconds:7.2f} s  {one.fault}".rstrip(), flush=True
            )
    good = sum(not one.fault for one in outcomes)
    print(f"{good} of {len(outcomes)} steps worked")
    return int(good < len(outcomes))


if __name__ == "__main__":
    sys.exit(main())
