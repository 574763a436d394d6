"""Labels of the gallery. In: a key. Out: its label in each language of a game; English where there are none."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.library.catalogue import read_words
from pnp.library.words import Words

WORDS: dict[str, Words] = read_words(__file__)
LANGUAGES = {
    "de": "Deutsch", "en": "English", "es": "español", "et": "eesti", "fi": "suomi", "fr": "français",
    "it": "italiano", "nl": "Nederlands", "no": "norsk", "pl": "polski", "pt": "português", "sv": "svenska",
}  # fmt: skip


def words_of(key: str, languages: Iterable[str]) -> dict[str, str]:
    """The label of a key by language."""
    return {lang: WORDS[key].get(lang, WORDS[key]["en"]) for lang in languages}


def language_name(code: str) -> str:
    """A language's name for itself; its code when it is not known."""
    return LANGUAGES.get(code, code)
