"""The yardstick protograf: the common work as one of its scripts.

python protograf_deck.py deck.json out.pdf
"""

import json
import re
import sys

from protograf import Card, Create, Data, Deck, Polyshape, Rectangle, Save, T, Text


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as stream:
        deck = json.load(stream)
    out = sys.argv[2]
    sys.argv = sys.argv[:1]  # it reads the command line, too
    Create(filename=out, margin=1.05, margin_top=1.65, margin_bottom=1.65, font_name="Helvetica")
    rows: list[list[object]] = [["ID", "NAME", "TEXT", "COPIES"]]
    for number, card in enumerate(deck["cards"], 1):
        rows.append([number, card["name"], re.sub(r"\*\*(.*?)\*\*", r"<b>\1</b>", card["text"]), card["copies"]])
    Data(data_list=rows)
    Deck(cards=len(deck["cards"]), width=6.3, height=8.8, cols=3, rows=3, copy="COPIES", grid_marks=True)
    Card("*", Rectangle(x=0, y=0, width=6.3, height=8.8, fill="#f4efe0", stroke="#f4efe0"))
    Card(
        "*", Rectangle(x=0.3, y=0.3, width=5.7, height=8.2, rounding=0.2, stroke="#224455", stroke_width=1.7, fill=None)
    )
    Card("*", Text(x=0.6, y=1.1, text=T("{{ NAME }}"), font_size=14, align="left"))
    for icon, left in zip(deck["icons"], (0.6, 4.5), strict=True):
        colour = "#{:02x}{:02x}{:02x}".format(*icon["rgb"])
        points = [(left + x / 20, 1.6 + y / 20) for x, y in icon["points"]]
        Card("*", Polyshape(points=points, fill=colour, stroke=colour))
    Card("*", Text(x=0.6, y=3.4, width=5.1, height=5, text=T("{{ TEXT }}"), font_size=9, align="left", html=True))
    Save()


main()
