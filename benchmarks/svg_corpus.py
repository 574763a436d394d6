"""Are drawings drawn as another program draws them? Ours through a PDF, beside resvg's, compared as pictures.

    python benchmarks/svg_corpus.py [FOLDER] [--pictures FOLDER]

FOLDER holds `*.svg`; the tests' own when none is given. With --pictures, both and what differs stand side by side
there. Prints the part of the pixels that differ for each that is not alike, then `drawn alike n of n`; exit code 1 when
one is not.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from PIL import Image, ImageChops

from pnp.base.diagnostics import InputError
from pnp.layout.drawing.svg.reader import parse_icon
from tests.layout.drawing.svg.renderers import MOST, difference, paint, theirs

CORPUS = Path(__file__).parent.parent / "tests/layout/drawing/svg/corpus"


def main(words: list[str]) -> int:
    """Compare; returns the exit code."""
    shown = Path(words[words.index("--pictures") + 1]) if "--pictures" in words else None
    folders = [word for word in words if not word.startswith("-") and Path(word) != shown]
    files = sorted(Path(folders[0] if folders else CORPUS).glob("*.svg"))
    alike = 0
    for file in files:
        text = file.read_text(encoding="utf-8")
        try:
            icon = parse_icon(text, file.name, file.stem, is_picture=True)
        except InputError as fault:
            print(f"{file.stem}: {fault}")
            continue
        if icon.raster:
            print(f"{file.stem}: has {icon.raster}, so resvg draws it")
            continue
        one, other = paint(icon), theirs(text, icon)
        away = difference(one, other)
        alike += away <= MOST
        if away > MOST:
            print(f"{file.stem}: {away:.2%} of the pixels differ")
        if shown is not None:
            shown.mkdir(parents=True, exist_ok=True)
            beside = Image.new("RGB", (one.width * 3 + 20, one.height), "#888888")
            for number, picture in enumerate((one, other, ImageChops.difference(one, other))):
                beside.paste(picture, (number * (one.width + 10), 0))
            beside.save(shown / f"{file.stem}.png")
    print(f"drawn alike {alike} of {len(files)}")
    return 0 if alike == len(files) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
