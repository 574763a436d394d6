"""What a drawing must not hold. In: the tree of an SVG file. Out: faults: scripts, foreign objects, links, filters
without end.

Invariant: after this has found nothing, no part of the file can make any reader run or fetch something, whichever
program draws it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.layout.drawing.svg.values import parse_numbers
from pnp.layout.drawing.svg.xml_tree import Node, SvgSource

_EMBEDDED = re.compile(r"data:image/(png|jpe?g|gif|webp);base64,", re.IGNORECASE)
_URL = re.compile(r"url\(\s*['\"]?\s*([^)'\"]*)", re.IGNORECASE)
_FORBIDDEN = {
    "script": ("a drawing must not contain scripts", "delete the script"),
    "foreignObject": ("<foreignObject> is not supported in a drawing", "convert it to paths, or delete it"),
    "handler": ("a drawing must not contain scripts", "delete the script"),
    "iframe": ("<iframe> is not supported in a drawing", "delete it"),
}
# Filters whose work grows with a number of theirs: the largest one that is drawn; a radius in sides of the drawing.
_COSTLY = {"numOctaves": 10, "order": 9, "radius": 0.01}


def refuse_unsafe(nodes: Sequence[Node], source: SvgSource) -> None:
    """Report every unsafe part of a drawing, whose first node is its root."""
    box = parse_numbers(nodes[0].get("viewBox")) or ()
    side = max(box[2:], default=100.0)
    keys = set[str]().union(*[node.attributes for node in nodes])
    handlers = {key for key in keys if key.lower().startswith("on")}
    for node in nodes:
        if node.name in _FORBIDDEN:
            source.fault(node.at, *_FORBIDDEN[node.name])
        for key, value in node.attributes.items():
            if key in handlers:
                source.fault(
                    source.place(node, key), f"a drawing must not run code: “{key}” is not allowed", "delete it"
                )
            elif key in ("href", "xlink:href") and not _is_inside(value.strip(), node.name):
                message = "a drawing must not load other files"
                source.fault(source.place(node, key), message, "embed the picture, or delete the link")
            elif "url(" in value and (target := _outside(value)):
                message = f"a drawing must not load other files: “url({target[:40]})” is outside this one"
                source.fault(source.place(node, key), message, "use url(#name) for a part of this file")
        for key, most in _COSTLY.items() if node.name.startswith("fe") else ():
            numbers = parse_numbers(node.get(key))
            if numbers is None or max(numbers, default=0) > most * (side if key == "radius" else 1):
                message = f"this “{key}” is too large: the filter could take minutes to draw"
                source.fault(source.place(node, key), message, "convert the result to a picture")
        if node.name == "style":
            text = node.text
            if "@import" in text or (_outside(text)):
                source.fault(
                    node.at,
                    "a drawing must not load other files: the style sheet refers to one",
                    "delete the reference",
                )


def _is_inside(target: str, name: str) -> bool:
    return not target or target.startswith("#") or (name in ("image", "feImage") and bool(_EMBEDDED.match(target)))


def _outside(text: str) -> str:
    """The first address that is not a part of the file."""
    return next((found for found in _URL.findall(text) if not found.strip().startswith("#")), "")
