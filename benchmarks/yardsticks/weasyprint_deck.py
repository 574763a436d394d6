"""The yardstick WeasyPrint: the common work as a page of HTML.

python weasyprint_deck.py deck.json out.pdf
"""

import json
import re
import sys

from weasyprint import HTML

STYLE = """
@page { size: 210mm 297mm; margin: 0 }
@font-face { font-family: fira; src: url(file://REGULAR) }
@font-face { font-family: fira; font-weight: bold; src: url(file://BOLD) }
body { margin: 0; font: 9pt/1.2 fira }
.sheet { position: relative; width: 210mm; height: 297mm; break-after: page }
.card { position: absolute; width: 63mm; height: 88mm; background: #f4efe0 }
.frame { position: absolute; left: 3mm; top: 3mm; right: 3mm; bottom: 3mm; border: 0.6mm solid #224455;
         border-radius: 2mm }
.name { position: absolute; left: 6mm; top: 6mm; font-size: 14pt }
svg { position: absolute; top: 16mm; width: 12mm; height: 12mm }
.text { position: absolute; left: 6mm; top: 34mm; width: 51mm }
.mark { position: absolute; background: #000 }
"""


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as stream:
        deck = json.load(stream)
    icons = ""
    for icon, left in zip(deck["icons"], (6, 45), strict=True):
        points = " ".join(f"{x},{y}" for x, y in icon["points"])
        colour = "#{:02x}{:02x}{:02x}".format(*icon["rgb"])
        icons += (
            f'<svg style="left: {left}mm" viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg">'
            f'<polygon fill="{colour}" points="{points}"/></svg>'
        )
    marks = ""
    for line in range(4):
        x, y = 10.5 + 63 * line, 16.5 + 88 * line
        for top in (8, 284.5):
            marks += f'<div class="mark" style="left: {x}mm; top: {top}mm; width: 0.1mm; height: 4mm"></div>'
        for left in (5, 201):
            marks += f'<div class="mark" style="left: {left}mm; top: {y}mm; width: 4mm; height: 0.1mm"></div>'
    slots = [card for card in deck["cards"] for _ in range(card["copies"])]
    out = []
    for at in range(0, len(slots), 9):
        out.append('<div class="sheet">')
        for place, card in enumerate(slots[at : at + 9]):
            x, y = 10.5 + 63 * (place % 3), 16.5 + 88 * (place // 3)
            text = re.sub(r"\*\*(.*?)\*\*", r"<b>\1</b>", card["text"])
            out.append(
                f'<div class="card" style="left: {x}mm; top: {y}mm"><div class="frame"></div>'
                f'<div class="name">{card["name"]}</div>{icons}<div class="text">{text}</div></div>'
            )
        out.append(marks + "</div>")
    style = STYLE.replace("REGULAR", deck["fonts"][0]).replace("BOLD", deck["fonts"][1])
    html = f"<html><head><style>{style}</style></head><body>{''.join(out)}</body></html>"
    HTML(string=html).write_pdf(sys.argv[2])


main()
