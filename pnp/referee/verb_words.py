"""What verbs and other typed words are called on buttons, in logs, and in lines typed in another language.

In: a verb or word, a card book, perhaps a language. Out: its words.

`play` is *play* on a button and *played* in a log, in Finnish *pelaa* and *pelasi*. Most games share these words; a
game says its own by a message `verb_play: {en: play|played, fi: pelaa|pelasi}`. The words of the past may have the
fields of the move in braces: `draw|drew {count:card|cards}`. A verb that people call by more words has them after
slashes, the printed one first: `hylkää/poista|hylkäsi`. What is typed beside a verb and is no card (the name
of a field, one of its words) is called by a message `word_area: {en: area, fi: …}`. Invariant: what has no words is
itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.library.card import CardBook
from pnp.library.catalogue import read_words
from pnp.library.words import Words, localise, spellings_of

OWN, WORD = "verb_", "word_"  # a game's messages begin so
NOW_PAST, ALSO = "|", "/"

_CATALOGUE: dict[str, dict[str, Words]] = read_words(__file__, "verbs.yaml")
USUAL, USUAL_WORDS = _CATALOGUE["verbs"], _CATALOGUE["words"]


def verb_spellings(verb: str, book: CardBook) -> Iterator[str]:
    """What a verb is called now, in every language: `place`, `aseta`."""
    for text in _words_of_verb(verb, book).values():
        yield from text.partition(NOW_PAST)[0].split(ALSO)


def word_spellings(words: Iterable[str], book: CardBook) -> Iterator[tuple[str, str]]:
    """What people may type for some words of a move, in every language, each with its word."""
    for word in words:
        card = book.cards.get(word)
        named = (book.messages.get(WORD + word), book.names.get(word), USUAL_WORDS.get(word), card and card.name)
        yield from ((spelling, word) for names in named if names for spelling in spellings_of(names))


def _words_of_verb(verb: str, book: CardBook) -> Words:
    return book.messages.get(OWN + verb) or USUAL.get(verb, {})


def typed_word(word: str, book: CardBook, lang: str) -> str:
    """A word of a line that is neither a verb nor a card, as people read it."""
    words = book.messages.get(WORD + word) or book.names.get(word) or USUAL_WORDS.get(word, {})
    return words.get(lang) or (localise(words, lang) if "en" in words else word)


def verb_words(verb: str, book: CardBook, lang: str, is_past: bool = False) -> str:
    """The words of a verb; the verb without underscores where nobody wrote any."""
    text = localise(_words_of_verb(verb, book), lang)
    now, _, past = text.partition(NOW_PAST)
    return (past if is_past and past else now.partition(ALSO)[0]) or verb.replace("_", " ")
