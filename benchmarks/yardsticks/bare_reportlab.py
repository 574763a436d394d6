"""The yardstick of `bare_build.py`: what a straightforward ReportLab program does with the same faces.

    python bare_reportlab.py faces.json out.pdf

Every unique face is drawn once as a form and placed on its sheets. The drawing commands come as data, in points and
already positioned: nothing is read from YAML, measured, broken into lines or laid out.
"""

import json
import sys
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas


def outline(canvas: Canvas, commands: list[list[Any]]) -> Any:
    path = canvas.beginPath()
    for command, *numbers in commands:
        if command == "M":
            path.moveTo(*numbers)
        elif command == "L":
            path.lineTo(*numbers)
        elif command == "C":
            path.curveTo(*numbers)
        else:
            path.close()
    return path


def draw(canvas: Canvas, items: list[list[Any]], paths: list[list[list[Any]]]) -> None:
    for item in items:
        kind = item[0]
        if kind == "text":
            _, x, y, text, font, size, fill, spacing = item
            canvas.setFillColorRGB(*fill)
            canvas.setFont(font, size)
            canvas.drawString(x, y, text, charSpace=spacing)
        elif kind == "shape":
            _, path, fill, stroke, width, even_odd, cap, join, dash = item
            if fill:
                canvas.setFillColorRGB(*fill)
            if stroke:
                canvas.setStrokeColorRGB(*stroke)
                canvas.setLineWidth(width)
                canvas.setLineCap(cap)
                canvas.setLineJoin(join)
                canvas.setDash(dash)
            shape = outline(canvas, paths[path])
            canvas.drawPath(shape, stroke=1 if stroke else 0, fill=1 if fill else 0, fillMode=0 if even_odd else 1)
        else:
            _, matrix, clip, opacity, inner = item
            canvas.saveState()
            canvas.transform(*matrix)
            if clip >= 0:
                canvas.clipPath(outline(canvas, paths[clip]), stroke=0, fill=0)
            if opacity < 1:
                canvas.setFillAlpha(opacity)
                canvas.setStrokeAlpha(opacity)
            draw(canvas, inner, paths)
            canvas.restoreState()


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as stream:
        data = json.load(stream)
    for name, file in data["fonts"].items():
        pdfmetrics.registerFont(TTFont(name, file))
    canvas = Canvas(sys.argv[2], pageCompression=1, invariant=1)
    canvas.setTitle(data["title"])
    for name, box, items in data["faces"]:
        canvas.beginForm(name, *box)
        draw(canvas, items, data["paths"])
        canvas.endForm()
    for width, height, trim, places, marks in data["sheets"]:
        canvas.setPageSize((width, height))
        canvas.setTrimBox(trim)
        for name, matrix, box in places:
            canvas.saveState()
            clip = canvas.beginPath()
            clip.rect(*box)
            canvas.clipPath(clip, stroke=0, fill=0)
            canvas.transform(*matrix)
            canvas.doForm(name)
            canvas.restoreState()
        draw(canvas, marks, data["paths"])
        canvas.showPage()
    canvas.save()


main()
