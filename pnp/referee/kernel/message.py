"""Messages: words with an id, in every language of a game. In: an id, arguments, words. Out: a text that knows both.

A `Message` is the English text and stays a message: `localise(lang)` words it anew. Placeholders are named: `{card}` is
a card's name, `{seat}` and whatever ends in `_seat` a seat's, `{count:card|cards}` a number with its noun. Invariant:
words stand beside the rulebook (`cards/<game>/messages.yaml`), never in Python; the kernel's own are here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

from pnp.library.card import CardBook
from pnp.library.words import LocalisedText, Words, localise
from pnp.referee.game import Setup

ENGLISH = "en"
SEAT = "seat"

KERNEL_WORDS: dict[str, Words] = {
    "kernel.over": {"en": "the game is over", "fi": "peli on päättynyt"},
    "kernel.turn": {"en": "it is the turn of {seat}", "fi": "vuorossa on {seat}"},
    "kernel.your_turn": {"en": "your turn", "fi": "sinun vuorosi"},
    "kernel.turn_goes": {"en": "the turn goes to {seat}", "fi": "vuoro siirtyy pelaajalle {seat}"},
    "kernel.shows_held": {
        "en": "that {card} lies open shows that it was held",
        "fi": "avoinna oleva {card} osoittaa, että se oli kädessä",
    },
    "kernel.pile_has": {"en": "{count:card is|cards are} left in the pile", "fi": "pinossa on {count:kortti|korttia}"},
    "kernel.no_zone": {"en": "nothing lies in “{zone}”", "fi": "alueella “{zone}” ei ole mitään"},
    "kernel.to_a_seat": {"en": "cards are dealt to a seat", "fi": "kortit jaetaan pelaajalle"},
    "kernel.first": {"en": "first {asked_seat} must answer: {asked}", "fi": "ensin vastaa {asked_seat}: {asked}"},
    "kernel.deal_first": {"en": "cards for {seat} come first", "fi": "ensin jaetaan kortit pelaajalle {seat}"},
    "kernel.no_answer": {"en": "nothing is asked that this would answer", "fi": "mitään sellaista ei kysytä"},
    "kernel.table_tells": {"en": "the table tells this", "fi": "tämän kertoo pöytä"},
    "kernel.seats_only": {"en": "a seat says this, not the table", "fi": "tämän sanoo pelaaja, ei pöytä"},
    "kernel.no_choice": {"en": "this cannot be chosen now", "fi": "tätä ei voi nyt valita"},
    "kernel.not_held": {"en": "{card} is not in that place", "fi": "{card} ei ole siinä paikassa"},
    "kernel.elsewhere": {
        "en": "all {count:copy|copies} of {card} are known to be elsewhere",
        "fi": "kaikkien korttien {card} ({count}) tiedetään olevan muualla",
    },
    "kernel.no_distribution": {
        "en": "{card} cannot be there: no copy that is out of sight can have come there",
        "fi": "{card} ei voi olla siinä: mikään näkymätön kappale ei ole voinut tulla siihen",
    },
    "kernel.deal": {"en": "deal {count:card|cards} to {seat}", "fi": "jaa {count:kortti|korttia} pelaajalle {seat}"},
    "kernel.look": {"en": "show {count:card|cards} to {seat}", "fi": "näytä {count:kortti|korttia} pelaajalle {seat}"},
    "kernel.was_due": {"en": "these cards were due", "fi": "nämä kortit oli jaettava"},
    "kernel.no_deal": {"en": "no such deal is due", "fi": "sellaista jakoa ei ole vuorossa"},
    "kernel.committed": {"en": "{seat} has answered", "fi": "{seat} on vastannut"},
    "kernel.open_now": {"en": "all have answered: tell your answer", "fi": "kaikki ovat vastanneet: kerro vastauksesi"},
    "kernel.passes": {"en": "{seat} passes", "fi": "{seat} jättää väliin"},
    "kernel.not_true": {"en": "that is not so: {statement}", "fi": "se ei pidä paikkaansa: {statement}"},
    "kernel.believed": {"en": "believed: {statement}", "fi": "uskottu: {statement}"},
    "kernel.had_said": {
        "en": "{seat} had said at ply {ply} that it was none of {kinds}",
        "fi": "{seat} oli sanonut siirrossa {ply}, ettei se ollut mikään näistä: {kinds}",
    },
    "kernel.proves": {"en": "{statement}; {card} proves it wrong", "fi": "{statement}; {card} osoittaa sen vääräksi"},
    "kernel.count_proves": {
        "en": "{statement}; what the cards show proves it wrong",
        "fi": "{statement}; kortit osoittavat sen vääräksi",
    },
    "kernel.seats": {
        "en": "the game is for {fewest} to {most} seats, not for {count}",
        "fi": "pelaajia voi olla {fewest}–{most}, ei {count}",
    },
    "kernel.no_pile": {"en": "there is no pile to balance the count", "fi": "pinoa, josta määrä tasattaisiin, ei ole"},
    "kernel.too_many": {"en": "{card} would lie there too often", "fi": "{card} olisi siinä liian monesti"},
    "kernel.too_few": {"en": "so many cards cannot be there", "fi": "niin monta korttia ei voi olla siinä"},
    "kernel.out_of_range": {"en": "{count} is out of range", "fi": "{count} on liian suuri tai pieni"},
}


class Message(LocalisedText):
    """A text that knows its id and its arguments, and the table whose seats and cards they name."""

    id: str
    args: tuple[tuple[str, Any], ...]
    setup: Setup

    def localise(self, lang: str) -> str:
        """The same in another language."""
        return word(self.id, dict(self.args), self.setup, lang)

    def __reduce__(self) -> tuple[Any, ...]:
        return _message, (str(self), self.id, self.args, self.setup)


def _message(text: str, id: str, args: tuple[tuple[str, Any], ...], setup: Setup) -> Message:
    made = Message(text)
    made.id, made.args, made.setup = id, args, setup
    return made


def make_message(id: str, args: Mapping[str, Any], setup: Setup) -> Message:
    """The message of an id in English."""
    return _message(word(id, args, setup, ENGLISH), id, tuple(args.items()), setup)


def words_of(id: str, book: CardBook) -> Words:
    """The words of an id: the game's, else the kernel's; none for an id that nobody wrote."""
    return book.messages.get(id) or KERNEL_WORDS.get(id, {})


def word(id: str, args: Mapping[str, Any], setup: Setup, lang: str) -> str:
    """The text of an id in a language; the id and its arguments where no words are written."""
    text = localise(words_of(id, setup.book), lang)
    if not text:
        return " ".join((id, *(str(value) for value in args.values())))
    return "".join(_parts(text, args, setup, lang))


def placeholders_of(text: str) -> set[str]:
    """The names of the arguments that a text wants. Raises ValueError for braces that do not close."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def _parts(text: str, args: Mapping[str, Any], setup: Setup, lang: str) -> Iterator[str]:
    for plain, name, nouns, _ in Formatter().parse(text):
        yield plain
        if name:
            value = args.get(name, f"{{{name}}}")
            if nouns and isinstance(value, int):
                one, _, many = nouns.partition("|")
                yield f"{value} {one if value == 1 else many}"
            else:
                yield _name(name, value, setup, lang)


def _name(name: str, value: Any, setup: Setup, lang: str) -> str:
    """A value as people read it: seats and cards by their names."""
    if isinstance(value, LocalisedText):
        return value.localise(lang)
    if isinstance(value, int) and (name == SEAT or name.endswith("_seat")):
        return setup.name(value)
    if isinstance(value, tuple | list | frozenset):
        items = sorted(value) if isinstance(value, frozenset) else value
        return ", ".join(_name(name, item, setup, lang) for item in items)
    book = setup.book
    card = book.cards.get(value) if isinstance(value, str) else None
    if card is not None:
        return localise(card.name, lang)
    return book.name(value, lang) if isinstance(value, str) else str(value)
