"""Each kind of component on its sheets. In: a component, its pieces, the style of the sheets. Out: Produced: its
sheets, and those of other files of it (a board in one piece).

Invariant: what cannot be made on this paper is an Unfit with a sentence for people, before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from pnp.layout.components import Portfolio
from pnp.layout.frame import Sheet
from pnp.layout.grid import SheetStyle, find_grid
from pnp.layout.impose import Piece
from pnp.layout.marks import Foot
from pnp.layout.tiling import Say, tile_sheets, whole_sheet
from pnp.library.card import Component


class Unfit(ValueError):
    """It cannot be made so: the sentence, a hint, and the option of the component that is at fault."""

    def __init__(self, message: str, hint: str = "", option: str = "face") -> None:
        super().__init__(message)
        self.hint = hint
        self.option = option


class Produced(Struct, frozen=True):
    """The sheets of a component's own file, and of its others by the word that their names end in."""

    sheets: list[Sheet]
    others: dict[str, list[Sheet]] = {}


class Bench(Struct, frozen=True):
    """What sheets are made with: their style, the foot line, words in the build's language, and the usual grid."""

    style: SheetStyle
    foot: Foot
    say: Say
    lay: Callable[[Sequence[Piece]], list[Sheet]]


def produce(portfolio: Portfolio, component: Component, pieces: Sequence[Piece], bench: Bench) -> Produced:
    """Lay a component on sheets; Unfit when it cannot be made."""
    try:
        return _MAKERS.get(component.kind, _cards)(portfolio, component, pieces, bench)
    except Unfit:
        raise
    except ValueError as fault:
        raise Unfit(str(fault), "choose another --paper") from None


def _cards(portfolio: Portfolio, component: Component, pieces: Sequence[Piece], bench: Bench) -> Produced:
    return Produced(bench.lay(pieces))


def _board(portfolio: Portfolio, component: Component, pieces: Sequence[Piece], bench: Bench) -> Produced:
    """On one sheet where it fits, else in tiles; the whole is a file of its own then."""
    overlap, through = component.options["overlap"], component.options["marks"] == "through"
    frames, style, foot = portfolio.frames, bench.style, bench.foot
    sheets: list[Sheet] = []
    whole: list[Sheet] = []
    for piece in pieces:
        if find_grid(frames[piece.face], style, 1) is not None:
            sheets += bench.lay([piece])
        elif style.side != "back":
            sheets += piece.copies * tile_sheets(frames, piece.face, style, overlap, through, foot, bench.say)
            whole.append(whole_sheet(frames, piece.face, foot))
    return Produced(sheets, {"whole": whole} if whole else {})


Maker = Callable[[Portfolio, Component, Sequence[Piece], Bench], Produced]
_MAKERS: dict[str, Maker] = {"board": _board}
