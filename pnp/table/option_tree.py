"""What may be done, as a tree for fingers: verb, field, choice. In: offers to one seat, a language. Out: plain objects.

    {"place": {"label": "place", "tile": {"louhi": {"label": "Louhi", "at": {"1,0": {"line": "place louhi 1,0", …}}}}}}

A leaf has `line`, what is to be sent, `label` and its `number` among the offers; an inner object has its `label` and
the one field that is to be chosen next. What leaves no choice is no level: it stands in the label. Invariant: every
offer is exactly one leaf; nowhere are there more than `MOST` choices at once, so that each has room under a finger:
where a field has more values, they are chosen in groups of neighbours first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from pnp.library.card import CardBook
from pnp.library.words import in_language, localise
from pnp.referee.message import referee_message
from pnp.referee.notation import Notation
from pnp.referee.seat import TABLE, TABLE_NAME
from pnp.referee.verb_words import typed_word, verb_words
from pnp.referee.words import REFEREE_WORDS
from pnp.table.offers import OfferedLine
from pnp.table.story.place_names import place_names

MOST = 24  # choices at once
MOST_LEAVES = 400  # of one tree; branches of a larger one are opened when somebody goes there
LABEL, LINE, NUMBER, MORE = "label", "line", "number", "more"
NOTHING = referee_message("referee.nothing_more")
_WORD = re.compile(r"[^\s,.:;=*]+")

Tree = dict[str, Any]
Label = Callable[[str], str]


class _Step(Struct, frozen=True, gc=False):
    """One decision on the way to a line: a field and what is chosen for it; no words where nothing is."""

    field: str
    key: str


class _Row(Struct, frozen=True, gc=False):
    """An offer and the way to it."""

    steps: tuple[_Step, ...]
    line: str
    number: int


def option_tree(
    offers: Sequence[OfferedLine],
    notation: Notation,
    lang: str,
    within: Sequence[str] = (),
    most_leaves: int = MOST_LEAVES,
) -> Tree:
    """The offers as a tree. Of a very large one the branches are left out, each with the way to it, `more`; `within` is
    such a way, and that branch is there.
    """
    book = notation.setup.book
    label = word_label(book, lang)
    verbs: dict[str, list[_Row]] = {}
    for number, offer in enumerate(offers, 1):
        is_own = offer.seat != TABLE
        line = offer.line.partition(": ")[2] if is_own else offer.line
        verb = offer.verb if is_own else f"{TABLE_NAME}: {offer.verb}"
        verbs.setdefault(verb, []).append(_Row(tuple(_steps(notation, offer)), line, number))
    is_large = len(offers) > most_leaves
    maker = _Maker(label, in_language(NOTHING, lang), tuple(within), is_large)
    return maker.grouped(
        {verb: maker.node(rows, 0, _verb_label(verb, book, lang), (verb,)) for verb, rows in verbs.items()}, "verb"
    )


def choices_of(node: Tree) -> tuple[str, Mapping[str, Tree]]:
    """The field that is to be chosen next, and its choices; none for a leaf."""
    return next(((field, value) for field, value in node.items() if isinstance(value, dict)), ("", {}))


def leaves_of(tree: Tree) -> Iterator[Tree]:
    """All leaves of a tree, in its order."""
    for node in tree.values():
        if isinstance(node, dict):
            if LINE in node:
                yield node
            else:
                yield from leaves_of(node)


def _verb_label(verb: str, book: CardBook, lang: str) -> str:
    """`place`, `table: ok`: in words."""
    table, colon, own = verb.rpartition(": ")
    words = verb_words(own, book, lang)
    return f"{localise(REFEREE_WORDS['referee.table'], lang)}: {words}" if colon and table else words


def _steps(notation: Notation, offer: OfferedLine) -> Iterator[_Step]:
    """Field by field; a list is chosen one by one, until nothing more is."""
    for field, text, is_list in notation.values(offer.move):
        field = f"{field}_" if field in (LABEL, LINE, NUMBER, MORE) else field
        if is_list:
            for word in text.split():
                yield _Step(field, word)
            yield _Step(field, "")
        else:
            yield _Step(field, text)


def word_label(book: CardBook, lang: str) -> Label:
    """Words as people read them: ids of cards and of what else has a name become that name."""
    known: dict[str, str] = {}
    places = place_names(book)

    def name(found: re.Match[str]) -> str:
        id_ = found[0]
        card = book.cards.get(id_)
        return localise(card.name, lang) if card is not None else places.get(id_) or typed_word(id_, book, lang)

    def label(words: str) -> str:
        if words not in known:
            known[words] = _WORD.sub(name, words)
        return known[words]

    return label


class _Maker:
    """Makes the objects of one tree."""

    def __init__(self, label: Label, nothing: str, within: tuple[str, ...], is_large: bool) -> None:
        self.label, self.nothing, self.within, self.is_large = label, nothing, within, is_large

    def node(self, rows: list[_Row], depth: int, label: str, way: tuple[str, ...]) -> Tree:
        """The object of the lines that have the same first steps."""
        first = rows[0]
        while depth < len(first.steps) and all(row.steps[depth] == first.steps[depth] for row in rows):
            if key := first.steps[depth].key:
                label = f"{label} {self.label(key)}"
            depth += 1
        if depth == len(first.steps):
            return {LINE: first.line, LABEL: label, NUMBER: first.number}
        if self.is_large and len(way) > 1 and way != self.within[: len(way)]:
            return {LABEL: label, MORE: list(way)}
        groups: dict[str, list[_Row]] = {}
        for row in rows:
            groups.setdefault(row.steps[depth].key, []).append(row)
        field = first.steps[depth].field
        choices = {
            key: self.node(group, depth + 1, self.label(key) if key else self.nothing, (*way, key))
            for key, group in groups.items()
        }
        return {LABEL: label, field: self.grouped(choices, field)}

    def grouped(self, choices: Tree, field: str) -> Tree:
        """The choices; too many of them in groups of neighbours, named by the first and the last."""
        if len(choices) <= MOST:
            return choices
        groups: Tree = {}
        for keys in _neighbours(choices):
            if len(keys) == 1:
                groups[keys[0]] = choices[keys[0]]
                continue
            first, last = choices[keys[0]][LABEL], choices[keys[-1]][LABEL]
            inner = self.grouped({key: choices[key] for key in keys}, field)
            groups[f"{keys[0]}…{keys[-1]}"] = {LABEL: f"{first} … {last}", field: inner}
        return self.grouped(groups, field)


def _neighbours(choices: Tree) -> list[list[str]]:
    """The keys in groups: squares by their column, everything else by name and as many in each as in the others."""
    squares = {key: square for key in choices if (square := _square(key)) is not None}
    if len(squares) == len(choices):
        columns: dict[int, list[str]] = {}
        for key in sorted(squares, key=squares.__getitem__):
            columns.setdefault(squares[key][0], []).append(key)
        if 1 < len(columns) < len(choices):
            return list(columns.values())
        keys = sorted(squares, key=squares.__getitem__)
    else:
        keys = sorted(choices, key=lambda key: (key == "", choices[key][LABEL].casefold(), key))
    count = min(MOST, -(-len(keys) // MOST))
    ends = [len(keys) * at // count for at in range(count + 1)]
    return [keys[start:end] for start, end in pairwise(ends)]


def _square(key: str) -> tuple[int, int] | None:
    x, comma, y = key.partition(",")
    try:
        return (int(x), int(y)) if comma else None
    except ValueError:
        return None
