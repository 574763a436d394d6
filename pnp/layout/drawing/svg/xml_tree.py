"""The markup of an SVG file. In: its text. Out: a tree of Nodes, each with its place, or an InputError.

Invariant: nothing is fetched and nothing grows: documents that declare entities, refer to style sheets or hold too many
nodes are refused where they do. Elements and attributes of other namespaces (those of Inkscape, Illustrator and Sketch)
are left out; scripts, links to elsewhere and other hostile content in ours are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pnp.base.diagnostics import InputError, Report, Span
from pnp.layout.drawing.svg.values import parse_numbers

MAX_SVG = 8_000_000  # bytes
MAX_NODES = 100_000
MAX_DEPTH = 200
MAX_FAULTS = 50

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"


class Node:
    """One element: its name, its attributes, what stands in it, and where it begins (a byte's number)."""

    __slots__ = ("above", "at", "attributes", "children", "name", "parts")

    def __init__(self, name: str, attributes: dict[str, str], at: int, above: Node | None) -> None:
        self.name = name
        self.attributes = attributes
        self.at = at
        self.above = above  # what it stands in
        self.children: list[Node] = []
        self.parts: list[str] = []  # of its own text

    def get(self, key: str, default: str = "") -> str:
        """An attribute."""
        return self.attributes.get(key, default)

    @property
    def text(self) -> str:
        """The text that stands directly in it."""
        return "".join(self.parts)

    @property
    def href(self) -> str:
        """What it refers to, by either spelling."""
        return (self.get("href") or self.get("xlink:href")).strip()

    def walk(self) -> Iterator[Node]:
        """This node and all below it."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


class SvgSource:
    """A file's bytes, and the faults found in it by their places."""

    def __init__(self, text: str, file: str) -> None:
        self.data = text.encode("utf-8", "replace")
        self.file = file
        self.report = Report()

    def fault(self, at: int, message: str, hint: str = "") -> None:
        """Something in the file that cannot be used."""
        if len(self.report) < MAX_FAULTS:
            self.report.error(self.span(at), message, hint, "svg")

    def span(self, at: int) -> Span:
        """The place of a byte."""
        start = self.data.rfind(b"\n", 0, at) + 1
        return Span(
            self.file, self.data.count(b"\n", 0, at) + 1, len(self.data[start:at].decode("utf-8", "ignore")) + 1
        )

    def place(self, node: Node, attribute: str) -> int:
        """Where an attribute of a node stands; the node itself when it has none of that name, or nobody will ask."""
        if len(self.report) >= MAX_FAULTS:
            return node.at
        end = self.data.find(b">", node.at)
        found = re.search(rb"[\s\"']" + re.escape(attribute.encode()) + rb"\s*=", self.data[node.at : end + 1])
        return node.at + found.start() + 1 if found else node.at


class _Refused(Exception):
    """Reading stops here; the fault is reported."""


def parse_tree(source: SvgSource) -> Node:
    """The root of the document; InputError when it is none that may be read."""
    if len(source.data) > MAX_SVG:
        raise InputError.single(Span(source.file), "the file of the drawing is too large", "simplify its paths", "svg")
    builder = _Builder(source)
    root = builder.build()
    source.report.raise_errors()
    if root is None or root.name != "svg":
        hint = 'begin it with <svg viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg">'
        source.fault(0, "expected an SVG drawing", hint)
        source.report.raise_errors()
    assert root is not None
    return root


def _own(attributes: dict[str, str]) -> dict[str, str]:
    """Those of no namespace and of the three that are read; behind a blank stands a name in its namespace."""
    own = {}
    for key, value in attributes.items():
        where, _, short = key.rpartition(" ")
        if where == _XLINK:
            own[f"xlink:{short}"] = value
        elif where in ("", _SVG):
            own[short] = value
        elif where == _XML:
            own[f"xml:{short}"] = value
    return own


class _Builder:
    def __init__(self, source: SvgSource) -> None:
        from xml.parsers import expat

        self.source = source
        self.root: Node | None = None
        self.open: list[Node] = []
        self.count = 0
        self.foreign = 0  # how deep in an element of another namespace
        self.error = expat.ExpatError
        parser: Any = expat.ParserCreate("utf-8", " ")
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self.start, self.end
        parser.CharacterDataHandler = self.characters
        parser.StartDoctypeDeclHandler = self.doctype
        parser.EntityDeclHandler = self.entity
        parser.ProcessingInstructionHandler = self.instruction
        self.parser = parser

    def build(self) -> Node | None:
        try:
            self.parser.Parse(self.source.data, True)
        except _Refused:
            return self.root
        except self.error as fault:
            message = str(fault).partition(":")[0]
            at = max(0, self.parser.ErrorByteIndex)
            if self.source.data[at - 2 : at] in (b"</", b"<!"):
                at -= 2
            self.source.fault(at, f"invalid XML: {message}")
        return self.root

    def start(self, full: str, attributes: dict[str, str]) -> None:
        at = self.parser.CurrentByteIndex
        self.count += 1
        if self.count > MAX_NODES or len(self.open) > MAX_DEPTH:
            what = (
                f"expected at most {MAX_NODES:,} elements"
                if self.count > MAX_NODES
                else "the elements are nested too deeply"
            )
            self.refuse(at, what, "simplify the drawing")
        space, _, name = full.rpartition(" ")
        if self.foreign or space not in ("", _SVG):
            self.foreign += 1
            return
        if " " in "".join(attributes):
            attributes = _own(attributes)
        above = self.open[-1] if self.open else None
        node = Node(name, attributes, at, above)
        if above is not None:
            above.children.append(node)
        else:
            self.root = node
        self.open.append(node)

    def end(self, full: str) -> None:
        if self.foreign:
            self.foreign -= 1
        elif self.open:
            self.open.pop()

    def characters(self, text: str) -> None:
        if self.open and not self.foreign:
            self.open[-1].parts.append(text)

    def doctype(self, name: str, system: str | None, public: str | None, has_subset: int) -> None:
        """The name of a document type says nothing and is never fetched; its own declarations could be anything."""
        if has_subset:
            hint = "save it as plain SVG (Illustrator: without “Preserve Illustrator Editing Capabilities”)"
            self.refuse(self.parser.CurrentByteIndex, "a DOCTYPE with declarations is not supported", hint)

    def entity(self, *_: Any) -> None:
        self.refuse(self.parser.CurrentByteIndex, "entities are not supported", "save it as plain SVG")

    def instruction(self, target: str, data: str) -> None:
        if target == "xml-stylesheet":
            hint = "put the style sheet into the file, in <style>"
            self.source.fault(self.parser.CurrentByteIndex, "a style sheet in another file is not supported", hint)

    def refuse(self, at: int, message: str, hint: str) -> None:
        self.source.fault(max(0, at), message, hint)
        raise _Refused


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
