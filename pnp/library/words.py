"""Words in several languages. In: `{en: …, fi: …}` or one text for all. Out: the text of a language.

Invariant: `Words` maps a language code to a text; the code `*` means every language (a proper name).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Words = dict[str, str]
ANY = "*"
BOTH = "+"  # between the two languages of a bilingual print: en+fi


class LocalisedText(str):
    """A text in English that can be had in other languages: a game's messages, reasons that hold at every table."""

    def localise(self, lang: str) -> str:
        """The same in another language; English where it has none."""
        return str(self)


class WordsText(LocalisedText):
    """A text that has its words with it: the name of a card, a word of a table of data."""

    words: Words

    def localise(self, lang: str) -> str:
        """The same in another language."""
        return localise(self.words, lang)

    def __reduce__(self) -> tuple[Any, ...]:
        return text_of, (self.words,)


def text_of(words: Words) -> WordsText:
    """Words in several languages as one text, in English where nobody asks."""
    text = WordsText(localise(words))
    text.words = words
    return text


def spellings_of(words: Words) -> tuple[str, ...]:
    """A name in every language, and first as one text that knows them all."""
    return text_of(words), *words.values()


class JoinedText(LocalisedText):
    """Several texts with the same between them."""

    between: str
    texts: tuple[str, ...]

    def localise(self, lang: str) -> str:
        """The same in another language."""
        return in_language(self.between, lang).join([in_language(text, lang) for text in self.texts])

    def __reduce__(self) -> tuple[Any, ...]:
        return join_texts, (self.between, self.texts)


def join_texts(between: str, texts: Iterable[str]) -> JoinedText:
    """Texts one after the other, as `str.join` does, in whichever language is asked for; so is what is between them."""
    all_texts = tuple(texts)
    text = JoinedText(between.join(all_texts))
    text.between, text.texts = between, all_texts
    return text


def in_language(text: str, lang: str) -> str:
    """Any text in a language, as far as it knows it."""
    return text.localise(lang) if isinstance(text, LocalisedText) else text


def localise(words: Mapping[str, str], lang: str = "en") -> str:
    """The text in `lang`, else for every language, else English, else whatever there is; `""` when empty."""
    for code in (lang, ANY, "en"):
        if code in words:
            return words[code]
    return next(iter(words.values()), "")


def split_languages(asked: str) -> tuple[str, str]:
    """`en+fi` as its two languages; the second is "" when only one is asked for."""
    first, _, second = asked.partition(BOTH)
    return first, second


def short_name(name: str) -> str:
    """The part in brackets, if there is one, else the name."""
    before, bracket, inside = name.partition("(")
    return inside.rstrip(") ") if bracket and before else name


def has_text(words: Mapping[str, str], lang: str) -> bool:
    """True when the text exists in `lang` (or for every language)."""
    return lang in words or ANY in words
