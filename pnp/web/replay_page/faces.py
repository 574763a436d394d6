"""The printed faces that a page needs. In: a game's look, what its drawings asked for. Out: each face once, in a style
sheet.

Invariant: faces are painted as for hosted tables, through the PDF; they take the room there is: of many faces
each is smaller.
"""

from __future__ import annotations

from pnp.base.workers import Pool
from pnp.web.drawing.art_painter import begin, paint
from pnp.web.drawing.face_sheet import face_rules
from pnp.web.drawing.look import LARGE, FaceName, Look

SIDES = (300, 220, 160, 110)  # pixels of a face's longer side
BOARD = 4  # a board may have so many times more


class PageLook(Look):
    """A look whose pictures lie on the page itself: their names are numbers."""

    def __init__(self, look: Look) -> None:
        super().__init__(look.game, look.book)
        self.wanted: dict[tuple[FaceName, bool], int] = {}

    def picture(self, face: FaceName, size: str) -> str:
        """The number of a face; "" when it has no picture."""
        if not super().picture(face, size):
            return ""
        return str(self.wanted.setdefault((face, size == LARGE), len(self.wanted)))

    def art(self, lang: str) -> str:
        """Nothing is fetched."""
        return ""


def sheet_of(look: PageLook, lang: str, room: int) -> str:
    """The style sheet of all faces that were asked for, in at most so many bytes, if they are to be seen at all."""
    if not look.wanted:
        return ""
    rules = ""
    pool = Pool(1, begin, look.game, look.book, look.data.thumbs)
    try:
        for side in SIDES:
            faces = [(face, side * (BOARD if is_large else 1), False, lang) for face, is_large in look.wanted]
            made = pool.submit(paint, faces).result()
            rules = face_rules({str(number): picture for number, picture in enumerate(made)})
            if len(rules) <= room:
                break
    finally:
        pool.shutdown()
    return rules
