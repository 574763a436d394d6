"""What Tab completes. In: the lines that may be typed now, what is typed before the word, the word. Out: words.

Invariant: what is completed is read: the words of the lines that are offered, short ones too (ADR 26), a card by any of
its names, seats, and the commands of the conversation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pnp.base.suggest import fold_name

DIVIDER = ";"


def completions(
    lines: Sequence[str],
    seats: Sequence[str],
    commands: Sequence[str],
    before: str,
    word: str,
    name: Callable[[str], str],
) -> list[str]:
    """The words that may stand here, each once.

    lines: `aino: place louhi 1,0`, as they are offered · before: what is typed before the word · name: what a word of a
    line is called, the name of a card for its id
    """
    typed = before.rpartition(DIVIDER)[2].lstrip("! ")
    seat, colon, rest = typed.partition(":")
    own = [line for line in lines if not colon or fold_name(line.partition(":")[0]) == fold_name(seat)]
    given = (rest if colon else typed).split()
    moves = [line.partition(": ")[2].split() for line in own]
    found = [move[len(given)] for move in moves if len(given) < len(move) and _begins(move, given)]
    if not _fitting(found, word, name):  # a short line: a verb, or what follows from the table, is left out
        found = [token for move in moves if _holds(move, given) for token in move]
    if not given and not colon:
        found = [*found, *(f"{seat}:" for seat in seats), *(commands if DIVIDER not in before else ())]
    return list(dict.fromkeys(_fitting(found, word, name)))


def _fitting(words: Iterable[str], typed: str, name: Callable[[str], str]) -> list[str]:
    """The words that begin so; one of letters by any name, in any spelling: `Väinä` is vainamoinen."""
    key = fold_name(typed) if _has_letters(typed) else ""
    return [word for word in words if word.startswith(typed) or (key and _is_named(word, key, name))]


def _is_named(word: str, key: str, name: Callable[[str], str]) -> bool:
    return any(fold_name(text).startswith(key) for text in (word, name(word), *name(word).split()))


def _begins(move: Sequence[str], given: Sequence[str]) -> bool:
    return all(_is_same(word, token) for word, token in zip(given, move, strict=False))


def _holds(move: Sequence[str], given: Sequence[str]) -> bool:
    return all(any(_is_same(word, token) for token in move) for word in given)


def _is_same(word: str, token: str) -> bool:
    return word == token or (_has_letters(word) and fold_name(word) == fold_name(token))


def _has_letters(word: str) -> bool:
    """Folded, `-1,0` would be `1,0`."""
    return any(sign.isalpha() for sign in word)
