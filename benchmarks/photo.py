"""How much of simulated photos is read: codes read, codes read wrongly, processor time a photo.

    python benchmarks/photo.py [--photos 1000] [--short] [--seed N] [game …]

Printed faces (the PDF's raster) are laid on a table of 45 × 35 cm in rows and askew, and photographed with 12, 8 and
3 megapixels in turn: in perspective, turned, unevenly lit, with shadows, blur, noise, JPEG, and in every third photo
with a hand or two over them (codes under a hand are not counted). All games and themes take their turn.
`--short`: 60 photos. Exit code 1 when less than 95 % is read, anything is read that does not lie there, or a photo
takes more than 2 s.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from pnp.photo.photo import read_photo
from pnp.photo.picture import PhotoError
from tests.photo.printed import PrintedGame
from tests.photo.simulated import Hardship, Laid, photograph

GAMES = ("kalevala", "suomi1918", "keko", "drumroll", "keikalla")
THEMES = ("colour", "ink", "accessible")
TABLE = (450.0, 350.0)
SIZES = (12, 8, 3)
LEAST, LONGEST = 0.95, 2.0


def main(words: list[str] | None = None) -> int:
    """Take and read the photos; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(words)
    there: Counter[object] = Counter()
    read: Counter[object] = Counter()
    wrong, times = 0, []
    sets = list(product(asked.games, THEMES))
    count = 60 if asked.short else asked.photos
    faces: tuple[object, PrintedGame | None] = (None, None)
    for number in range(count):
        seed = asked.seed * 1_000_000 + number
        chance = Random(seed)
        # One game and theme after the other: the faces of all of them are two gigabytes.
        name, theme = sets[number * len(sets) // count]
        size = SIZES[number % len(SIZES)]
        if faces[0] != (name, theme):
            faces = ((name, theme), PrintedGame(name, theme))
        game = faces[1]
        assert game is not None
        cards, laid = deal(game, chance)
        photo = photograph(laid, TABLE, size, seed, hardship(chance, number))
        began = time.process_time()
        try:
            seen = Counter(card.card for card in read_photo(photo.data, game.resources).cards)
        except PhotoError:
            seen = Counter()
        times.append(time.process_time() - began)
        open_to_see = Counter(card for place, card in enumerate(cards) if place not in photo.covered)
        wrong += sum((seen - Counter(cards)).values())
        for key in (name, size, "all"):
            there[key] += open_to_see.total()
            read[key] += (seen & open_to_see).total()
    for key in (*asked.games, *SIZES, "all"):
        if there[key]:
            label = f"{key} megapixels" if isinstance(key, int) else key
            print(f"{label:16} {read[key]:6} of {there[key]:6} codes read, {read[key] / there[key]:7.2%}")
    times.sort()
    middle, most = times[len(times) // 2], times[-1]
    print(
        f"{len(times)} photos, {wrong} read wrongly; processor time a photo: median {middle:.2f}, longest {most:.2f} s"
    )
    return 0 if read["all"] >= LEAST * there["all"] and not wrong and most <= LONGEST else 1


def deal(game: PrintedGame, chance: Random) -> tuple[list[str], list[Laid]]:
    """Cards in rows on the table, a little askew."""
    width, height = (max(side) / 10 for side in zip(*(face.size for face in game.faces.values()), strict=True))
    across, down = int(TABLE[0] // (width + 4)), int(TABLE[1] // (height + 4))
    cards, laid = [], []
    for row in range(down):
        for column in range(across):
            card = chance.choice(list(game.faces))
            cards.append(card)
            x, y = (
                4 + column * (width + 4) + chance.uniform(-1.5, 1.5),
                4 + row * (height + 4) + chance.uniform(-1.5, 1.5),
            )
            laid.append(game.lay(card, x, y, chance.gauss(0, 2) + chance.choice((0, 0, 0, 180))))
    return cards, laid


def hardship(chance: Random, number: int) -> Hardship:
    """What makes the photo worse."""
    return Hardship(
        tilt=chance.uniform(0, 18),
        turn=chance.choice((0, 0, 90, 180, 270)) + chance.gauss(0, 10),
        blur=chance.uniform(0.04, 0.14),
        noise=chance.uniform(2, 8),
        light=chance.uniform(0.1, 0.5),
        shadows=chance.randrange(3),
        hands=chance.randrange(1, 3) if number // 3 % 3 == 0 else 0,
        quality=chance.randrange(70, 95),
    )


if __name__ == "__main__":
    sys.exit(main())
