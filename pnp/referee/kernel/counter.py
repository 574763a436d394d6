"""Counters, facts, sheets and dice. In: what a game declares. Out: places for values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pnp.referee.kernel.place import EACH_SEAT, EVERYBODY, Field, Key, Of, SeenBy
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE

if TYPE_CHECKING:
    from pnp.library.card import CardBook


class Counter(Field[int]):
    """A number people follow: score, coins, life, the number of the round.

    of: TABLE, EACH_SEAT or some keys · first: where it begins
    least, most: its bounds, which an addition does not pass; none unless said · scores: it is the score of its seat
    adjust: whether `table: adjust` corrects it · seen_by: who sees it, as in `Zone`; the others see `?`
    rule: cited for lines that reveal a hidden number

    >>> Counter("life", of=EACH_SEAT, first=20, least=0).bounded(-3)
    0
    """

    def __init__(
        self,
        id: str,
        of: Of = TABLE,
        first: int = 0,
        *,
        least: int | None = None,
        most: int | None = None,
        scores: bool = False,
        adjust: bool = True,
        seen_by: SeenBy = EVERYBODY,
        rule: str = "",
        get: Callable[[Any, Any], int] | None = None,
        put: Callable[[Any, Any, int], Any] | None = None,
    ) -> None:
        if scores and seen_by != EVERYBODY:
            raise ValueError(f"{id}: expected a score that everybody sees; count hidden points when the game ends")
        self.least, self.most, self.scores, self.rule = least, most, scores, rule
        super().__init__(id, of, first, seen_by, get, put)
        self.adjust = adjust

    def bounded(self, value: int) -> int:
        """The value within the bounds."""
        if self.least is not None and value < self.least:
            return self.least
        return self.most if self.most is not None and value > self.most else value


class Sheet(Field[Mapping[str, Any]]):
    """A printed sheet with boxes that are written into: a mapping from the boxes that are full to what is in them.

    boxes: their ids, or the name of a `table:` whose rows are the boxes (`id` of a list, the keys of a map)
    of: EACH_SEAT, unless the table has one sheet · rule: cited where a box is full

    >>> Sheet("sheet", ("ones", "twos")).initial
    {}
    """

    def __init__(self, id: str, boxes: str | Sequence[str], of: Key = EACH_SEAT, *, rule: str = "") -> None:
        if not isinstance(boxes, str) and len(set(boxes)) < len(boxes):
            raise ValueError(f"{id}: expected boxes that differ, got {', '.join(boxes)}")
        self.boxes, self.rule = boxes, rule
        super().__init__(id, of, {})

    def boxes_of(self, book: CardBook) -> tuple[str, ...]:
        """The ids of its boxes; ValueError where the game has no such table, or a box stands there twice."""
        if not isinstance(self.boxes, str):
            return tuple(self.boxes)
        if self.boxes not in book.tables:
            raise ValueError(f"{self.id}: expected a file with “table: {self.boxes}” in cards/")
        rows = book.tables[self.boxes].rows
        try:
            boxes = tuple(rows) if isinstance(rows, Mapping) else tuple(str(row["id"]) for row in rows)
        except (TypeError, KeyError):
            raise ValueError(f"{self.id}: expected rows with `id` in “table: {self.boxes}”") from None
        twice = next((box for at, box in enumerate(boxes) if box in boxes[:at]), None)
        if twice is not None:
            raise ValueError(f"{self.id}: expected boxes that differ in “table: {self.boxes}”, got {twice} twice")
        return boxes


class Fact(Field[Any]):
    """A plain value that is no number: a trump, whether the bridge is down, a role that only its seat knows.

    seen_by: who sees it, as in `Zone`; the others see `?` · values: what a hidden one can be, each as often as there
    is one to be dealt (`t.assign`)
    words: (page, value) -> what the page of the table says of it, where that is not the plain value; "" for nothing
    """

    def __init__(
        self,
        id: str,
        first: Any,
        of: Of = TABLE,
        *,
        seen_by: SeenBy = EVERYBODY,
        values: Iterable[Any] = (),
        rule: str = "",
        words: Callable[[Any, Any], str] | None = None,
    ) -> None:
        self.words, self.values, self.rule = words, tuple(values), rule
        super().__init__(id, of, first, seen_by)


class Dice(Fact):
    """Dice of the table, or of each seat: a tuple of their faces, in the order of the faces; `()` before a roll.

    count: how many, or the name of a constant of game.yaml
    faces: 6 for the numbers 1 to 6, or the ids of what the faces show · rule: cited for a roll
    seen_by: OWNER for dice under a cup · of: TABLE or EACH_SEAT

    ValueError for fewer than one die or two faces, and for a face that two sides show.

    >>> Dice("dice", 5, rule="MYG-03").faces
    (1, 2, 3, 4, 5, 6)
    """

    def __init__(
        self,
        id: str,
        count: int | str = 1,
        faces: int | Sequence[str] = 6,
        of: Key = TABLE,
        *,
        seen_by: SeenBy = EVERYBODY,
        rule: str = "",
    ) -> None:
        self.count = count
        self.faces: tuple[Any, ...] = tuple(range(1, faces + 1)) if isinstance(faces, int) else tuple(faces)
        if (isinstance(count, int) and count < 1) or len(self.faces) < 2:
            raise ValueError(f"{id}: expected at least one die with two faces, got {count} with {len(self.faces)}")
        if len(set(self.faces)) < len(self.faces):
            raise ValueError(f"{id}: expected faces that differ, got {', '.join(map(str, self.faces))}")
        if of not in (TABLE, EACH_SEAT):
            raise ValueError(f"{id}: expected of=TABLE or of=EACH_SEAT, got {of!r}")
        super().__init__(id, (), of, seen_by=seen_by, values=self.faces, rule=rule)

    def in_order(self, dice: Iterable[Any]) -> tuple[Any, ...]:
        """Dice in the order of their faces, for they have none of their own; unknown ones come last."""
        return tuple(sorted(dice, key=lambda face: len(self.faces) if face == UNKNOWN else self.faces.index(face)))
