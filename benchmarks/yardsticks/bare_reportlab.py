"""Baseline of `print_speed.py`: the ReportLab program that anyone would write for the common deck.

    python bare_reportlab.py 60 312 out.pdf

Each of the 60 designs is drawn once as a form (a frame, a title, forty words, two icons) and placed on 312 cards.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from yardsticks.common_work import ICONS, copies_of, words_of

from pnp.export.disk_shelf import find_fonts

WIDTH, HEIGHT = 63 * mm, 88 * mm


def icon(canvas: Canvas, path: str, x: float, y: float) -> None:
    """Draw an SVG path of absolute M, L, C and Z, curves as polygons."""
    outline, points = canvas.beginPath(), [float(word.strip("MLC")) for word in path.replace("Z", "").split()]
    for at in range(0, len(points) - 1, 2):
        move = outline.lineTo if at else outline.moveTo
        move(x + points[at] * mm / 2, y - points[at + 1] * mm / 2)
    outline.close()
    canvas.drawPath(outline, stroke=0, fill=1)


def face(canvas: Canvas, number: int) -> None:
    """Draw a card."""
    canvas.setFillColorRGB(0.96, 0.94, 0.88)
    canvas.rect(0, 0, WIDTH, HEIGHT, stroke=0, fill=1)
    canvas.setStrokeColorRGB(0.13, 0.27, 0.33)
    canvas.roundRect(3 * mm, 3 * mm, WIDTH - 6 * mm, HEIGHT - 6 * mm, 2 * mm)
    canvas.setFillColorRGB(0.53, 0.27, 0.13)
    for at, path in enumerate(ICONS.values()):
        icon(canvas, path, (6 + 39 * at) * mm, HEIGHT - 16 * mm)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont("Fira", 14)
    canvas.drawString(6 * mm, HEIGHT - 12 * mm, f"Card {number}")
    canvas.setFont("Fira", 9)
    for at, line in enumerate(simpleSplit(" ".join(words_of(number)), "Fira", 9, WIDTH - 12 * mm)):
        canvas.drawString(6 * mm, HEIGHT - 37 * mm - at * 11, line)


def main() -> None:
    """Draw all forms, then all sheets."""
    unique, cards, target = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    pdfmetrics.registerFont(TTFont("Fira", find_fonts()["fira-sans-condensed/Regular"]))
    canvas = Canvas(target, pagesize=(210 * mm, 297 * mm), pageCompression=1, invariant=1)
    for number in range(unique):
        canvas.beginForm(f"face{number}", 0, 0, WIDTH, HEIGHT)
        face(canvas, number)
        canvas.endForm()
    slots = [number for number, copies in enumerate(copies_of(unique, cards)) for _ in range(copies)]
    for at, number in enumerate(slots):
        if at and at % 9 == 0:
            canvas.showPage()
        canvas.saveState()
        canvas.translate(10.5 * mm + at % 3 * WIDTH, 16.5 * mm + at % 9 // 3 * HEIGHT)
        canvas.doForm(f"face{number}")
        canvas.restoreState()
    canvas.save()


main()
