"""Other Python programs that make cards: what they need to do the common work, each in an environment of its own.

A program that cannot be installed, or does not run here, is left out with its reason.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any, NamedTuple

from yardsticks.common_work import ICONS, copies_of, font_folder, words_of

HERE = Path(__file__).resolve().parent
# The curves of the moon by points, for programs that draw polygons.
_MOON = [(16, 2), (11, 5), (9, 10), (9, 15), (11, 19), (16, 22), (10, 22), (6, 18), (5, 12), (6, 6), (10, 2)]


class Generator(NamedTuple):
    """A program: what to install, and what to run, in which folder."""

    name: str
    package: str
    command: list[str]
    folder: Path


def write_inputs(folder: Path, unique: int, cards: int) -> list[Generator]:
    """The deck as each program wants it; the programs in ascending order of their documented times."""
    star = [tuple(map(float, point.split())) for point in ICONS["star"][1:-2].split(" L")]
    icons = [{"points": star, "rgb": [0x88, 0x44, 0x22]}, {"points": _MOON, "rgb": [0x22, 0x44, 0x88]}]
    deck = []
    for number, copies in enumerate(copies_of(unique, cards)):
        words = words_of(number)
        words[5], words[20] = f"**{words[5]}**", f"**{words[20]}**"
        deck.append({"name": f"Card {number}", "text": " ".join(words), "copies": copies})
    fonts = sorted(font_folder(folder).glob("*.ttf"), key=lambda path: "Bold" in path.name)
    data = folder / "deck.json"
    data.write_text(json.dumps({"fonts": [str(font) for font in fonts], "icons": icons, "cards": deck}))
    programs = []
    for name in ("fpdf2", "weasyprint", "protograf"):
        script = [str(HERE / f"{name}_deck.py"), str(data), str(folder / f"{name}.pdf")]
        programs.append(Generator(name, name, ["python", *script], folder))
    return [*programs, _decksmith(folder, deck, icons), _cartuli(folder, deck)]


def _decksmith(folder: Path, deck: list[dict[str, Any]], icons: list[dict[str, Any]]) -> Generator:
    """Pixels at 300 dpi, a picture for each card. One of each design, a fifth of the work: it knows no copies."""
    root = folder / "decksmith"
    root.mkdir(exist_ok=True)
    with (root / "deck.csv").open("w", newline="") as stream:
        rows = csv.writer(stream, delimiter=";")
        rows.writerow(["name", "text"])
        rows.writerows([card["name"], card["text"].replace("**", "")] for card in deck)
    lines = ["id: canvas", "width: 744", "height: 1039", "background_color: [244, 239, 224]", "elements:"]
    lines += [
        "  - id: frame\n    type: rectangle\n    position: [35, 35]\n    size: [673, 968]",
        "    outline_color: [34, 68, 85]\n    outline_width: 7",
        "  - {id: title, type: text, position: [71, 71], text: '%name%', font_size: 58}",
        "  - {id: rule, type: text, position: [71, 402], text: '%text%', font_size: 37, width: 602}",
    ]
    for number, (icon, left) in enumerate(zip(icons, (71, 531), strict=True)):
        points = [[round(x * 5.9), round(y * 5.9)] for x, y in icon["points"]]
        lines.append(
            f"  - {{id: icon{number}, type: polygon, position: [{left}, 189], points: {points}, color: {icon['rgb']}}}"
        )
    (root / "deck.yaml").write_text("\n".join(lines) + "\n")
    run = "decksmith build --output out && decksmith export out --output out.pdf --width 63 --height 88"
    return Generator("decksmith", "decksmith", ["sh", "-c", run], root)


def _cartuli(folder: Path, deck: list[dict[str, Any]]) -> Generator:
    """It places pictures of cards on sheets: each face is given as an SVG, its lines broken already."""
    root = folder / "cartuli"
    (root / "faces").mkdir(parents=True, exist_ok=True)
    paths = "".join(
        f'<g transform="translate({left} 16) scale(0.5)"><path fill="{fill}" d="{ICONS[name]}"/></g>'
        for name, left, fill in (("star", 6, "#884422"), ("moon", 45, "#224488"))
    )
    for number, card in enumerate(deck):
        words = card["text"].replace("**", "").split()
        lines = "".join(
            f'<text x="6" y="{37 + 4 * line}" font-size="3.2">{" ".join(words[5 * line : 5 * line + 5])}</text>'
            for line in range(8)
        )
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
            '<rect width="63" height="88" fill="#f4efe0"/><rect x="3" y="3" width="57" height="82" rx="2" fill="none" '
            f'stroke="#224455" stroke-width="0.6"/><text x="6" y="11" font-size="5">{card["name"]}</text>'
            f"{paths}{lines}</svg>"
        )
        (root / "faces" / f"{number:04}.svg").write_text(svg)
    copies = deck[0]["copies"]
    (root / "Cartulifile.yml").write_text(
        "decks:\n  deck:\n    size: (63*mm, 88*mm)\n    front: {images: 'faces/*.svg', bleed: 0*mm}\n"
        f"    copies: {copies}\noutputs:\n"
        "  sheet: {size: A4, print_margin: 5*mm, padding: 0*mm, crop_marks_padding: 1*mm}\n"
    )
    # It makes the PDF, then stumbles over its own end.
    run = "rm -rf sheets; cartuli Cartulifile.yml 2> /dev/null; test -s sheets/deck.pdf"
    return Generator("cartuli", "cartuli", ["sh", "-c", run], root)


def install(generator: Generator, home: Path) -> Path | None:
    """The folder of a program's commands, in an environment below `home` that is made once; None when that fails."""
    place = home / generator.name
    commands = place / ("Scripts" if sys.platform == "win32" else "bin")
    if not (place / "done").exists():
        venv.create(place, with_pip=True, clear=True)
        command = [str(commands / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        done = subprocess.run([*command, generator.package], capture_output=True, text=True)
        if done.returncode:
            print(f"  {generator.name} is left out: {(done.stderr.strip().splitlines() or ['?'])[-1][:100]}")
            return None
        (place / "done").write_text("")
    return commands
