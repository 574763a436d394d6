"""The printed faces that a page needs. In: a game's look, what its drawings asked for. Out: each face once, in a style
sheet.

Invariant: faces are painted as for hosted tables, through the PDF; they take the room there is: of many faces
each is smaller.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence

from pnp.base.workers import Pool
from pnp.ui.web.drawing.art_painter import begin, paint
from pnp.ui.web.drawing.look import LARGE, FaceName, Look

SIDES = (300, 220, 160, 110)  # pixels of a face's longer side
BOARD = 4  # a board may have so many times more
SIGN = "face:"
_IMAGE = re.compile(r'<img(?: class="([\w -]*)")? src="face:(\d+)"[^>]*>')


class PageLook(Look):
    """A look whose pictures lie on the page itself: addresses are numbers of faces."""

    def __init__(self, look: Look) -> None:
        super().__init__(look.game, look.book)
        self.wanted: dict[tuple[FaceName, bool], int] = {}

    def address(self, face: FaceName, size: str, lang: str) -> str:
        """`face:3`; "" when the face has no picture."""
        if not super().address(face, size, lang):
            return ""
        return f"{SIGN}{self.wanted.setdefault((face, size == LARGE), len(self.wanted))}"


def as_classes(html: str) -> str:
    """A drawing whose pictures are classes of the style sheet."""
    return _IMAGE.sub(lambda found: f'<i class="{" ".join(filter(None, _classes(found)))}"></i>', html)


def _classes(found: re.Match[str]) -> tuple[str | None, str, str]:
    return found[1], "art", f"a{found[2]}"


def face_rules(look: PageLook, lang: str, room: int) -> str:
    """The style sheet of all faces that were asked for, in at most so many bytes, if they are to be seen at all."""
    if not look.wanted:
        return ""
    rules = ""
    pool = Pool(1, begin, look.game, look.book, look.data.thumbs)
    try:
        for side in SIDES:
            faces = [(face, side * (BOARD if is_large else 1), False, lang) for face, is_large in look.wanted]
            rules = _rules(pool.submit(paint, faces).result())
            if len(rules) <= room:
                break
    finally:
        pool.shutdown()
    return rules


def _rules(pictures: Sequence[bytes]) -> str:
    """A rule for each picture; faces that look alike share theirs."""
    classes: dict[bytes, list[str]] = {}
    for at, data in enumerate(pictures):
        classes.setdefault(data, []).append(f".a{at}")
    return "".join(
        f"{','.join(names)}{{background-image:url(data:image/webp;base64,{b64encode(data).decode()})}}\n"
        for data, names in classes.items()
    )
