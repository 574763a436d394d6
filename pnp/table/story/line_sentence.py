"""A line as people tell it. In: a move as its viewer knows it, the notation, a language. Out: `dealt 5 cards to aino`.

The past words of a verb (`referee/verb_words.py`) may have the fields of its move in braces; what stands in none of
them follows. Invariant: only the move is read, so a sentence tells what the line itself tells.
"""

from __future__ import annotations

import re
from typing import Any

from pnp.library.words import localise
from pnp.referee.message import fill, placeholders_of
from pnp.referee.move import Move
from pnp.referee.notation import Notation
from pnp.referee.params import UNKNOWN
from pnp.referee.verb_words import verb_words
from pnp.referee.words import REFEREE_WORDS
from pnp.table.option_tree import Label, word_label

_LISTED = re.compile(r"(?<=[^\d\s]),(?=\S)")  # a comma between names, not between the numbers of a square


def move_sentence(move: Move, notation: Notation, lang: str) -> str:
    """What was done, in the past, without who did it."""
    label = word_label(notation.setup.book, lang)
    typed = notation.format_move(move)
    verb, _, more = notation.verb(move).partition(" ")
    words = verb_words(verb, notation.setup.book, lang, is_past=True)
    fields = {field: _value(text, is_list, label, lang) for field, text, is_list in notation.values(move) if text}
    used = placeholders_of(words)
    if used <= set(fields):
        text = fill(words, fields, None, lang)
    else:  # a field may be left out, and then what is said of it, too
        text, used = words.partition("{")[0].rstrip(" ,:"), set()
    rest = {field: value for field, value in fields.items() if field not in used}
    keys = {field for field in rest if f" {field}=" in typed}
    plain = ", ".join(str(value) for field, value in rest.items() if field not in keys)
    named = ", ".join(f"{label(field)}: {rest[field]}" for field in rest if field in keys)
    return " ".join(part for part in (text, label(more), plain, named and f"({named})") if part)


def _value(text: str, is_list: bool, label: Label, lang: str) -> Any:
    """The words of a field: cards that its viewer does not know are counted; a number can have its noun after it."""
    words = text.split()
    if words == [UNKNOWN] and not is_list:
        return localise(REFEREE_WORDS["referee.in_secret"], lang)
    if len(words) == 1 and text.isdecimal():
        return int(text)
    known = [_LISTED.sub(", ", label(word)).replace("=", ": ") for word in words if word != UNKNOWN]
    if len(known) < len(words):
        count = {"count": len(words) - len(known)}
        known.append(fill(localise(REFEREE_WORDS["referee.some_cards"], lang), count, None, lang))
    return ", ".join(known)
