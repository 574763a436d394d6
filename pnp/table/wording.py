"""The phrases of the referee's commands, in English and Finnish (`words.yaml`).

In: the id of a phrase, a language, arguments. Out: its words; English where a language has none.
Placeholders are those of messages (`pnp/referee/message.py`).
Invariant: what people type (verbs, `options --all`, names) is the same in every language.
"""

from __future__ import annotations

from pnp.library.catalogue import read_words
from pnp.library.words import Words
from pnp.referee.message import phrases

PHRASES: dict[str, Words] = read_words(__file__)
phrase = phrases(PHRASES)
