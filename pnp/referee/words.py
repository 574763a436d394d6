"""What every referee says, whatever the game: reasons and prompts by id, in English and Finnish (`words.yaml`).

Invariant: ids begin with `kernel.` or `effects.` where only declared games say them, else with `referee.`; a game's own
words are beside its rulebook.
"""

from __future__ import annotations

from pnp.library.catalogue import read_words
from pnp.library.words import Words

REFEREE_WORDS: dict[str, Words] = read_words(__file__)
