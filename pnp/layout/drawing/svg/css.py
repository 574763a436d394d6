"""Style sheets as drawing programs write them. In: `<style>` and `style="…"`. Out: the declarations of a node.

Known are selectors of a name, a class, an id, `*`, and joined ones such as `path.cls-1`; what looks at parents or
states is a fault. Invariant: a later rule wins over an earlier one of the same weight, an id over a class over a name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from pnp.layout.drawing.svg.xml_tree import Node, SvgSource

MAX_RULES = 5_000

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_RULE = re.compile(r"([^{}]*+)\{([^{}]*+)\}")
_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_][\w-]*)*)")
_PART = re.compile(r"([.#])([\w-]+)")
_IMPORTANT = "!important"


class _Rule(NamedTuple):
    weight: tuple[int, int, int, int]  # ids, classes, names, and its number
    name: str  # of an element; "" for any
    classes: frozenset[str]
    id: str
    declarations: dict[str, str]


class StyleSheet:
    """All rules of a document."""

    def __init__(self, nodes: Iterable[Node], source: SvgSource) -> None:
        self._rules: list[_Rule] = []
        self._source = source
        self._is_full = False
        for node in nodes:
            if node.name == "style":
                self._read(node)
        self.classes = {name for rule in self._rules for name in rule.classes}
        # By what a node must have for it, so that a node is held only against rules that may be meant for it.
        self._by_need: defaultdict[str, list[_Rule]] = defaultdict(list)
        for rule in self._rules:
            self._by_need[_need(rule)].append(rule)

    def declarations(self, node: Node) -> dict[str, str]:
        """What the sheet, and then the node's own `style`, say of it."""
        found: dict[str, str] = {}
        if self._rules:
            classes, id_ = set(node.get("class").split()), node.get("id")
            needs = {"", node.name, f"#{id_}", *(f".{name}" for name in classes)}
            meant = [
                rule
                for need in needs & self._by_need.keys()
                for rule in self._by_need[need]
                if rule.name in ("", node.name) and rule.classes <= classes and rule.id in ("", id_)
            ]
            for rule in sorted(meant, key=lambda rule: rule.weight):
                found.update(rule.declarations)
        if own := node.get("style"):
            found.update(parse_declarations(own))
        return found

    def _read(self, node: Node) -> None:
        text = _COMMENT.sub(" ", node.text)
        end = 0
        while found := _RULE.match(text, end):
            end = found.end()
            selectors = found[1].strip()
            if selectors.startswith("@font-face"):
                continue
            declarations = parse_declarations(found[2])
            for selector in selectors.split(","):
                self._add(selector.strip(), declarations, node)
        if text[end:].strip():
            what = text[end:].strip()[:30]
            self._source.fault(node.at, f"expected a style rule, got “{what}”", "write plain rules: .name {fill: #fff}")

    def _add(self, selector: str, declarations: dict[str, str], node: Node) -> None:
        found = _SELECTOR.fullmatch(selector)
        if not found or not selector:
            hint = "give the parts a class: .name {fill: #fff}"
            self._source.fault(node.at, f"the selector “{selector[:40]}” is not supported in a drawing", hint)
            return
        if len(self._rules) == MAX_RULES:
            if not self._is_full:
                what = f"expected at most {MAX_RULES:,} rules in the style sheets"
                self._source.fault(node.at, what, "delete unused rules")
            self._is_full = True
            return
        name = (found[1] or "").replace("*", "")
        parts = _PART.findall(found[2])
        classes = frozenset(word for sign, word in parts if sign == ".")
        id_ = next((word for sign, word in parts if sign == "#"), "")
        weight = (int(bool(id_)), len(classes), int(bool(name)), len(self._rules))
        self._rules.append(_Rule(weight, name, classes, id_, declarations))


def _need(rule: _Rule) -> str:
    """One thing without which no node is meant: its id, else one of its classes, else its name; "" for any node."""
    if rule.id:
        return f"#{rule.id}"
    return f".{min(rule.classes)}" if rule.classes else rule.name


def parse_declarations(text: str) -> dict[str, str]:
    """`fill: red; stroke: none` as a map."""
    found = {}
    for part in _COMMENT.sub(" ", text).split(";"):
        key, colon, value = part.partition(":")
        if colon:
            found[key.strip()] = value.replace(_IMPORTANT, "").strip()
    return found
