"""What effects and strokes need of the document that they are in. In: a reader. Out: its parts."""

from __future__ import annotations

from typing import Protocol

from pnp.layout.drawing.frame import Item, Matrix
from pnp.layout.drawing.svg.gradients import Gradients
from pnp.layout.drawing.svg.look import Cascade, Look
from pnp.layout.drawing.svg.outlines import Outlines
from pnp.layout.drawing.svg.xml_tree import Node, SvgSource


class Document(Protocol):
    """A document that is being read. plain: the look with which masks begin · box: x, y, width, height"""

    source: SvgSource
    ids: dict[str, Node]
    cascade: Cascade
    outlines: Outlines
    gradients: Gradients
    plain: Look
    box: tuple[float, float, float, float]

    def children(self, node: Node, look: Look, matrix: Matrix) -> list[Item]:
        """Draw the children of a node."""

    def note_raster(self, node: Node, what: str) -> None:
        """Note something that lines cannot show."""
