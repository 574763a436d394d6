"""One card is a card: whatever the referee counts has a word for one and a word for many, in every language.

What is a noun and what is a number is learned from the words themselves: `{count:card|cards}` says that “cards” are
many and that `count` is a number. So “{held} cards” is a fault wherever it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pnp.library.words import Words
from pnp.referee.message import fill
from pnp.referee.words import REFEREE_WORDS
from pnp.table.wording import PHRASES
from tests.games.tables import book_of, refereed_slugs
from tests.guard import some

COUNTED = re.compile(r"\{(\w+):([^{}|]+)\|([^{}|]+)\}")
NAMES = {"card", "cards", "colour", "colours", "hint", "seat", "square", "town"}  # arguments that people read as a name
NO_NOUNS = {"surplus", "is", "was", "has", "as", "its", "this", "does", "follows"}
TABLES: dict[str, dict[str, Words]] = {
    **{slug: dict(book_of(slug).messages) for slug in refereed_slugs()},
    "every referee": REFEREE_WORDS,
    "commands": PHRASES,
}
ENDINGS = {"en": ("s",), "fi": ("a", "ä")}  # of words for many after a number


def texts(lang: str) -> Iterator[tuple[str, str]]:
    for table, words in TABLES.items():
        for id, word in words.items():
            if lang in word:
                yield f"{table}: {id}", word[lang]


def is_number(name: str) -> bool:
    return name not in NAMES and not name.endswith("_seat")


def learned(lang: str) -> tuple[set[str], set[str]]:
    """The words for many, and the arguments that are counted."""
    many_words, numbers = set(), set()
    for _, text in some(texts(lang)):
        for name, one, many in COUNTED.findall(text):
            if one in ("a", "an"):  # the article of a name
                continue
            pairs = zip(one.split(), many.split(), strict=False)
            words = {word for single, word in pairs if word != single and word[:2] == single[:2]}
            nouns = {word for word in words if word.endswith(ENDINGS[lang])}
            many_words |= nouns
            numbers |= {name} if nouns else set()
    return many_words, {name for name in numbers if is_number(name)}


def uncounted(lang: str, text: str, many_words: set[str], numbers: set[str]) -> list[str]:
    """Numbers of a text that stand before a word for many."""
    found = []
    for match in re.finditer(r"\{(\w+)\}(?: of \{\w+\})?((?: [^\W\d_]+){1,2})", text):
        name, words = match[1], match[2].split()
        plural = many_words.intersection(words)
        if lang == "en" and name in numbers:
            plural |= {word for word in words if word.endswith("s") and word not in NO_NOUNS}
        if plural and is_number(name):
            found.append(match[0])
    return found


@pytest.mark.parametrize("lang", ENDINGS)
def test_a_number_before_a_plural_noun_has_a_singular(lang: str) -> None:
    many_words, numbers = learned(lang)
    faults = {where: bad for where, text in texts(lang) if (bad := uncounted(lang, text, many_words, numbers))}
    assert faults == {}


def test_a_plural_without_its_singular_is_found() -> None:
    many_words, numbers = learned("en")
    assert uncounted("en", "{held} cards", many_words, numbers) == ["{held} cards"]
    assert uncounted("en", "{count} of {most} drawn dates come in", many_words, numbers)
    assert uncounted("en", "back: {count} odd gizmos", many_words, numbers)
    assert not uncounted("en", "{count:card|cards} lie there", many_words, numbers)
    assert not uncounted("en", "{seat} holds a card", many_words, numbers)


@pytest.mark.parametrize("lang", ENDINGS)
def test_one_thing_is_worded_as_one(lang: str) -> None:
    """The word for one is not the word for many with the number before it."""
    many_words, _ = learned(lang)
    counted = {found for _, text in texts(lang) for found in COUNTED.findall(text)}
    for name, one, many in some(each for each in sorted(counted) if many_words.intersection(each[2].split())):
        assert fill(f"{{{name}:{one}|{many}}}", {name: 1}, None, lang) == f"1 {one}"
        assert fill(f"{{{name}:{one}|{many}}}", {name: 2}, None, lang) == f"2 {many}"
