"""A new user's way from a spreadsheet to a playtest, without a look into any source file: every step works, each as a
process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.export.disk_shelf import DiskShelf
from tests.deadline import COMMAND
from tests.guard import some

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


# What is done, the command, and files that are written before.
Step = tuple[str, str, dict[str, str | bytes]]


def steps() -> list[Step]:
    """The whole way."""
    layouts = "harbour/layouts"
    font = DiskShelf().font(OWN_FONT) or b""
    icon = LAYOUT % ("icon", "icon", "boat, colour: accent")
    picture = LAYOUT % ("image", "image", "art/boat.svg")
    return [
        ("a spreadsheet becomes a game", "new harbour --from cards.csv", {"cards.csv": CARDS}),
        ("it has no fault", "check harbour --strict", {}),
        ("a card as a picture", "look harbour boat -o first.png", {}),
        (
            "the sheet is changed",
            "look harbour pine -o pine.png",
            {"harbour/cards/cards.csv": CARDS + "Net,3,tool,,1,net\n"},
        ),
        (
            "an own layout, an own drawing as icon",
            "check harbour --strict",
            {f"{layouts}/card.yaml": icon, f"{layouts}/icons/boat.svg": DRAWING},
        ),
        (
            "the drawing as a picture",
            "check harbour --strict",
            {f"{layouts}/card.yaml": picture, f"{layouts}/art/boat.svg": DRAWING},
        ),
        (
            "an own font",
            "check harbour --strict",
            {f"{layouts}/theme.yaml": THEME + FONT, f"{layouts}/fonts/Quay Hand.ttf": font},
        ),
        ("all cards on one picture", "look harbour --sheet -o cards.png", {}),
        ("PDFs to print", "build harbour -o print", {}),
        ("with little ink, on Letter", "build harbour -o print --theme ink --paper letter", {}),
        ("a gallery for friends", "export harbour --to html -o harbour.html", {}),
        ("an evening", "referee new harbour anna ben -o evening.record", {}),
        ("a playtest", "playtest harbour -n 100 --seed 1 --json playtest.json", {}),
        ("a game with rules", "new lanterns", {}),
        ("its promises", "prove lanterns", {}),
        ("its playtest", "playtest lanterns -n 1000 --seed 1 --json lanterns.json", {}),
        ("a template", "new tiles --template tile", {}),
    ]


@pytest.mark.slow
def test_every_step_of_a_new_user_works(tmp_path: Path) -> None:
    environment = {**os.environ, "PNP_CONFIG_DIR": str(tmp_path / ".config"), "PNP_CACHE_DIR": str(tmp_path / ".cache")}
    for name, command, files in some(steps()):
        for file, words in files.items():
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_bytes(words.encode() if isinstance(words, str) else words)
        run = [sys.executable, "-m", "pnp", *command.split()]
        done = subprocess.run(run, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=COMMAND)
        assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"
