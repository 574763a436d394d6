"""The choices of a page: a part of the option tree as fingers meet it. In: the tree, a way into it. Out: groups.

What leaves one way is gone by itself. The verbs are no step where all that they lead to has room on one page: tile,
then square. Invariant: never more than `MOST` choices at once; every way of the tree is a way here, its verb left out
or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pnp.table.option_tree import LABEL, LINE, MOST, NUMBER, Tree, choices_of

BIG = 2  # buttons that stand where a thumb is


class Choice(Struct, frozen=True):
    """One choice: what it sends, or the way that it opens."""

    key: str
    label: str
    way: tuple[str, ...] = ()  # the keys from the root
    line: str = ""
    number: int = 0
    verb: str = ""  # what it belongs to, where several verbs stand side by side

    @property
    def full_label(self) -> str:
        """What it does, read by itself."""
        return f"{self.verb} {self.label}" if self.verb else self.label


class Group(Struct, frozen=True):
    """Choices under one heading; none where there is only one kind."""

    label: str
    choices: tuple[Choice, ...]


class Choices(Struct, frozen=True):
    """What may be chosen now.

    way: the keys on the way here · chosen: the labels of those that somebody chose · back: the way to the choice before
    groups: what may be chosen · big: what needs no further choice · instead: what may be chosen in place of the last
    """

    way: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    big: tuple[Choice, ...] = ()
    instead: tuple[Choice, ...] = ()

    def all(self) -> Iterator[Choice]:
        """Every choice there is now."""
        yield from self.big
        for group in self.groups:
            yield from group.choices

    def by_key(self) -> dict[str, Choice]:
        """The choices that a piece or a place may stand for: those whose key means one thing."""
        found: dict[str, Choice | None] = {}
        for group in self.groups:
            for choice in group.choices:
                found[choice.key] = None if choice.key in found else choice
        return {key: choice for key, choice in found.items() if choice is not None}


def choices_at(tree: Tree, at: Sequence[str] = ()) -> Choices:
    """The choices after a way that people have gone; what of it is no way (any more) is left out."""
    way: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    chosen: list[str] = []
    before: Mapping[str, Any] = {}
    here: Mapping[str, Any] = tree
    for key in at:
        node = here.get(key)
        if node is None and not way:  # a verb that was left out
            way, node = _through_a_verb(here, key)
        if node is None or LINE in node or not choices_of(node)[1]:
            break
        if len(here) > 1 or len(way) > len(chosen):
            back, before = way, here if key in here else _inside(tree, way)
            chosen.append(node[LABEL])
        way, here = (*way, key), choices_of(node)[1]
    while len(here) == 1:  # what leaves one way
        [(key, node)] = here.items()
        inner = choices_of(node)[1]
        if not inner:
            break
        way, here = (*way, key), inner
    if not way:
        return _at_the_root(here)
    choices = tuple(_choice(key, node, way) for key, node in here.items())
    others = {key: node for key, node in before.items() if key not in way}
    room = chosen and len(others) + len(choices) <= MOST
    instead = tuple(_choice(key, node, back) for key, node in others.items()) if room else ()
    return Choices(way, tuple(chosen), back, (Group("", choices),) if choices else (), (), instead)


def _inside(tree: Tree, way: Sequence[str]) -> Mapping[str, Any]:
    """The choices after a way that is one."""
    for key in way:
        tree = dict(choices_of(tree[key])[1])
    return tree


def _at_the_root(tree: Mapping[str, Any]) -> Choices:
    """The verbs, or what they lead to."""
    leaves = [_choice(key, node, ()) for key, node in tree.items() if LINE in node]
    branches = {key: node for key, node in tree.items() if LINE not in node}
    big = tuple(leaves[:BIG])
    rest = [Group("", tuple(leaves[BIG:]))] if leaves[BIG:] else []
    count = len(leaves) + sum(max(1, len(choices_of(node)[1])) for node in branches.values())
    if count > MOST:
        links = tuple(_choice(key, node, ()) for key, node in branches.items())
        return Choices(big=big, groups=(*rest, Group("", links)))
    for verb, node in branches.items():
        inner = choices_of(node)[1] or {verb: node}
        label = node[LABEL] if inner else ""
        way = (verb,) if choices_of(node)[1] else ()
        rest.append(Group(label, tuple(_choice(key, each, way, label if way else "") for key, each in inner.items())))
    return Choices(big=big, groups=tuple(rest))


def _through_a_verb(tree: Mapping[str, Any], key: str) -> tuple[tuple[str, ...], Tree | None]:
    """The one verb that leads to a choice of this key."""
    found = [(verb, inner[key]) for verb, node in tree.items() if key in (inner := choices_of(node)[1])]
    return ((found[0][0],), found[0][1]) if len(found) == 1 else ((), None)


def _choice(key: str, node: Tree, way: tuple[str, ...], verb: str = "") -> Choice:
    if LINE in node:
        return Choice(key, node[LABEL], way, node[LINE], node[NUMBER], verb)
    return Choice(key, node[LABEL], (*way, key), verb=verb)
