"""The words of the pages, in English and Finnish (`words.yaml`). In: an id, a language, arguments. Out: words."""

from __future__ import annotations

from pnp.library.catalogue import read_words
from pnp.library.words import Words
from pnp.referee.message import phrases

WORDS: dict[str, Words] = read_words(__file__)
words = phrases(WORDS)
