"""The drawn table: a scene as HTML with printed faces. In: what a seat is sent. Out: one drawing for all pages."""

from pnp.web.drawing.arrange import Memory
from pnp.web.drawing.drawn_table import Drawing, draw
from pnp.web.drawing.look import Look

__all__ = ["Drawing", "Look", "Memory", "draw"]
