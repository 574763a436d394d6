"""The yardstick fpdf2: what a straightforward program with it does with the common work.

python fpdf2_deck.py deck.json out.pdf
"""

import json
import sys
from typing import Any

from fpdf import FPDF


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as stream:
        deck = json.load(stream)
    pdf = FPDF(unit="mm", format="A4")
    pdf.set_auto_page_break(False)
    pdf.set_margins(0, 0, 0)
    pdf.c_margin = 0
    pdf.add_font("fira", "", deck["fonts"][0])
    pdf.add_font("fira", "B", deck["fonts"][1])
    slots = [card for card in deck["cards"] for _ in range(card["copies"])]
    for at in range(0, len(slots), 9):
        pdf.add_page()
        for place, card in enumerate(slots[at : at + 9]):
            draw(pdf, card, deck["icons"], 10.5 + 63 * (place % 3), 16.5 + 88 * (place // 3))
        pdf.set_line_width(0.1)
        pdf.set_draw_color(0, 0, 0)
        for line in range(4):
            x, y = 10.5 + 63 * line, 16.5 + 88 * line
            for top in (8, 284.5):
                pdf.line(x, top, x, top + 4)
            for left in (5, 201):
                pdf.line(left, y, left + 4, y)
    pdf.output(sys.argv[2])


def draw(pdf: FPDF, card: dict[str, Any], icons: list[dict[str, Any]], x: float, y: float) -> None:
    pdf.set_fill_color(0xF4, 0xEF, 0xE0)
    pdf.rect(x, y, 63, 88, style="F")
    pdf.set_draw_color(0x22, 0x44, 0x55)
    pdf.set_line_width(0.6)
    pdf.rect(x + 3, y + 3, 57, 82, round_corners=True, corner_radius=2)
    pdf.set_font("fira", "", 14)
    pdf.text(x + 6, y + 11, card["name"])
    for icon, left in zip(icons, (6, 45), strict=True):
        pdf.set_fill_color(*icon["rgb"])
        pdf.polygon([(x + left + px / 2, y + 16 + py / 2) for px, py in icon["points"]], style="F")
    pdf.set_font("fira", "", 9)
    pdf.set_xy(x + 6, y + 34)
    pdf.multi_cell(51, 4, card["text"], markdown=True, align="L")


main()
