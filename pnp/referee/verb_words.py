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
from pnp.library.words import Words, localise, spellings_of

OWN, WORD = "verb_", "word_"  # a game's messages begin so
NOW_PAST, ALSO = "|", "/"

USUAL: dict[str, Words] = {
    "accept": {"en": "accept|accepted", "fi": "hyväksy|hyväksyi"},
    "adjust": {"en": "adjust|adjusted", "fi": "korjaa|korjasi"},
    "answer": {"en": "answer|answered", "fi": "vastaa|vastasi"},
    "choose": {"en": "choose|chose", "fi": "valitse|valitsi"},
    "claim": {"en": "claim|claimed", "fi": "vaadi|vaati"},
    "convert": {"en": "convert|converted", "fi": "vaihda|vaihtoi"},
    "deal": {"en": "deal|dealt {cards} to {to}", "fi": "jaa|jakoi {cards}, saaja {to}"},
    "deck": {"en": "deck|named the deck", "fi": "pakka|nimesi pakan"},
    "decline": {"en": "decline|declined", "fi": "kieltäydy|kieltäytyi"},
    "discard": {"en": "discard|discarded", "fi": "hylkää/poista|hylkäsi"},
    "draw": {"en": "draw|drew", "fi": "nosta|nosti"},
    "end": {"en": "end|ended", "fi": "lopeta|lopetti"},
    "exchange": {"en": "exchange|exchanged", "fi": "vaihda|vaihtoi"},
    "first": {"en": "first|rolled for the first turn: {rolls}", "fi": "aloittaja/ensin|heitti aloittajasta: {rolls}"},
    "flip": {"en": "flip|flipped", "fi": "käännä|käänsi"},
    "keep": {"en": "keep|kept", "fi": "pidä|piti"},
    "lay": {"en": "lay|laid", "fi": "aseta|asetti"},
    "look": {"en": "look|showed {cards} to {to}", "fi": "katso|näytti {cards}, katsoja {to}"},
    "mill": {"en": "mill|milled", "fi": "siirrä poistopinoon|siirsi poistopinoon"},
    "next": {"en": "next|went on", "fi": "jatka|jatkoi"},
    "ok": {"en": "ok|said ok", "fi": "ok|sanoi ok"},
    "order": {"en": "order|ordered", "fi": "järjestä|järjesti"},
    "pass": {"en": "pass|passed", "fi": "jätä väliin/jätä vuoro väliin/ohita|jätti väliin"},
    "pay": {"en": "pay|paid", "fi": "maksa|maksoi"},
    "pick": {"en": "pick|picked", "fi": "poimi|poimi"},
    "place": {"en": "place|placed", "fi": "aseta|asetti"},
    "play": {"en": "play|played", "fi": "pelaa|pelasi"},
    "resign": {"en": "resign|resigned", "fi": "luovuta|luovutti"},
    "respond": {"en": "respond|responded", "fi": "vastaa|vastasi"},
    "return": {"en": "return|returned", "fi": "palauta|palautti"},
    "reveal": {"en": "reveal|revealed", "fi": "paljasta|paljasti"},
    "roll": {"en": "roll|rolled", "fi": "heitä|heitti"},
    "show": {"en": "show|showed", "fi": "näytä|näytti"},
    "shuffle": {"en": "shuffle|shuffled", "fi": "sekoita|sekoitti"},
    "start": {"en": "start|started", "fi": "aloita|aloitti"},
    "stop": {"en": "stop|stopped", "fi": "pysähdy|pysähtyi"},
    "swap": {"en": "swap|swapped", "fi": "vaihda|vaihtoi"},
    "take": {"en": "take|took", "fi": "ota|otti"},
    "undo": {"en": "undo|took back {plies:line|lines}", "fi": "peru|perui {plies:rivin|riviä}"},
    "use": {"en": "use|used", "fi": "käytä|käytti"},
    "vote": {"en": "vote|voted", "fi": "äänestä|äänesti"},
    "wait": {"en": "wait|waited", "fi": "odota|odotti"},
}

# Fields and their words, as many games write them; English reads them as they are typed.
USUAL_WORDS: dict[str, Words] = {
    "benefit": {"fi": "hyöty"},
    "card": {"fi": "kortti"},
    "coins": {"fi": "kolikot"},
    "deck": {"fi": "pakka"},
    "discard": {"fi": "poistopino"},
    "from": {"fi": "mistä"},
    "gain": {"fi": "saa"},
    "give": {"fi": "antaa"},
    "hand": {"fi": "käsi"},
    "hidden": {"fi": "salassa"},
    "look": {"fi": "katsoo"},
    "no": {"fi": "ei"},
    "none": {"fi": "ei mitään"},
    "performer": {"fi": "esiintyjä"},
    "pick": {"fi": "valinta"},
    "score": {"fi": "pisteet"},
    "skip": {"fi": "jättää"},
    "spend": {"fi": "maksaa"},
    "target": {"fi": "kohde"},
    "to": {"fi": "minne"},
    "turn": {"fi": "vuoro"},
    "via": {"fi": "kautta"},
    "yes": {"fi": "kyllä"},
}


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
