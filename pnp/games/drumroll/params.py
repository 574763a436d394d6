"""Parameters of Drum Roll's moves: cards by deck, colours, choices that may be declined.

In: typed words. Out: ids, words of the database, `none` for what is declined. Names are read in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any

from msgspec.structs import replace

from pnp.base.suggest import fold_name
from pnp.games.drumroll.game_data import INVESTMENTS, PERFORMERS, PERSONNEL
from pnp.library.card import CardBook
from pnp.library.words import spellings_of
from pnp.referee.message import referee_message
from pnp.referee.params import (
    A_CARD,
    UNKNOWN,
    CardParam,
    ListParam,
    NameIndex,
    Names,
    Param,
    Problem,
    as_typed,
    expected,
)
from pnp.referee.seat import TABLE_NAME

NONE = "none"  # a choice that is declined
EQUALS = ":"  # in the place of the sign of equality where the words before it are no key
AREA, VIRTUAL = "area", "virtual"  # where cards are dealt besides seats
DELAY, SHOW = "delay", "show"


class DeckParam(CardParam):
    """A card of one of some decks: ids of all cards are read, names only of these decks."""

    def __init__(self, what: str, *decks: str, unknown: bool = False) -> None:
        super().__init__(what)
        self.decks, self.unknown = decks, unknown

    def read(self, words: Sequence[str], names: Names) -> tuple[str, int] | Problem:
        word = words[0]
        known = names.book.cards.get(word) if word in names.cards else None
        is_id = (self.unknown and word == UNKNOWN) or (known is not None and known.deck in self.decks)
        if is_id and (len(words) == 1 or words[1] == UNKNOWN or words[1] in names.cards):
            return word, 1
        cards = [card for deck in self.decks for card in names.book.decks[deck].cards]
        spellings = [(name, card.id) for card in cards for name in spellings_of(card.name)]
        index = NameIndex([card.id for card in cards], lambda: spellings, [(card.code, card.id) for card in cards])
        found = index.read(words, self.what)
        if isinstance(found, Problem) and (is_id or known is not None):
            return word, 1
        return found


class BookWordParam:
    """One of some words of the database, by its id or by its name in any language."""

    def __init__(self, what: str, ids: Callable[[CardBook], Iterable[str]], *more: str) -> None:
        self.what, self.ids, self.more = what, ids, more

    def read(self, words: Sequence[str], names: Names) -> tuple[str, int] | Problem:
        return names.read_word([*self.ids(names.book), *self.more], words, self.what)

    def write(self, value: str, names: Names) -> str:
        return value

    def expects(self) -> str:
        return self.what


class OrNoneParam:
    """Another parameter, or `none`."""

    def __init__(self, each: Param) -> None:
        self.each = each

    def read(self, words: Sequence[str], names: Names) -> tuple[Any, int] | Problem:
        if words[0].casefold() == NONE:
            return NONE, 1
        return self.each.read(words, names)

    def write(self, value: Any, names: Names) -> str:
        return value if value == NONE else self.each.write(value, names)

    def expects(self) -> str:
        return referee_message("param_or_none", each=self.each.expects())


class PlaceParam:
    """A seat, `area` or `virtual`: where the table deals. Seats are numbers, the others words."""

    def __init__(self, *places: str) -> None:
        self.places = places

    def read(self, words: Sequence[str], names: Names) -> tuple[int | str, int] | Problem:
        word = words[0].casefold()
        if words[0] not in names.seats and word in self.places:
            return word, 1
        found = names.find_seat(words[0])
        if not isinstance(found, Problem):
            return found, 1
        return replace(
            expected(self.expects(), words[0]), nearest=found.nearest, readings=found.readings, word=found.word
        )

    def write(self, value: int | str, names: Names) -> str:
        if isinstance(value, str):
            return value
        return TABLE_NAME if value < 0 else names.seats[value]

    def expects(self) -> str:
        places = map(as_typed, self.places)
        either = reduce(lambda first, second: referee_message("or", first=first, second=second), places)
        return referee_message("param_place", places=either)


class PerformerCubesParam:
    """`PF-ACR-1=red,yellow`, `rope walker = red, yellow`, `hat juggler white`: cubes for one performer."""

    def read(self, words: Sequence[str], names: Names) -> tuple[tuple[str, tuple[str, ...]], int] | Problem:
        sign = words.index(EQUALS) if EQUALS in words else len(words)
        card = PERFORMER.read(words[:sign], names) if sign else self._unread(words)
        if isinstance(card, Problem):
            return card
        at = card[1] + (words[card[1] : card[1] + 1] == [EQUALS])
        colours: list[str] = []
        while at < len(words):
            colour = COLOUR.read([words[at]], names)
            if isinstance(colour, Problem):
                if colours and not colour.readings:
                    break  # the next performer
                return colour
            colours.append(colour[0])
            at += 1
        return ((card[0], tuple(colours)), at) if colours else self._unread(words)

    def _unread(self, words: Sequence[str]) -> Problem:
        return expected(self.expects(), "".join("=" if word == EQUALS else f" {word}" for word in words).strip())

    def write(self, value: tuple[str, tuple[str, ...]], names: Names) -> str:
        return f"{value[0]}={','.join(value[1])}"

    def expects(self) -> str:
        return referee_message("param_performer_cubes")


class CubesParam(ListParam):
    """Cubes for several performers; commas and blanks may divide colours and performers."""

    def __init__(self) -> None:
        super().__init__(PerformerCubesParam())

    def read(self, words: Sequence[str], names: Names) -> tuple[tuple[Any, ...], int] | Problem:
        got = super().read(" ".join(words).replace(",", " ").replace(EQUALS, f" {EQUALS} ").split(), names)
        return got if isinstance(got, Problem) else (got[0], len(words))


def normalise_words(words: list[str]) -> list[str]:
    """In `distribute` the keys are performers: `distribute PF-ACR-1=red` is read as plain words with another sign."""
    verb = fold_name(words[0]) if words else ""
    if len(verb) > 2 and "distribute".startswith(verb):
        return [words[0], *(word.replace("=", EQUALS) for word in words[1:])]
    return words


COLOUR = BookWordParam(referee_message("param_colour"), lambda book: book.constant("colours"))
ACTION = BookWordParam(
    referee_message("param_action"), lambda book: [action["id"] for action in book.constant("actions")]
)
VOTED = BookWordParam(referee_message("param_delay_or_show"), lambda book: (), DELAY, SHOW, UNKNOWN)
ONLY_NONE = BookWordParam(referee_message("param_none"), lambda book: (), NONE)
COLOURS = ListParam(COLOUR)
COLOURS_OR_NONE = ListParam(OrNoneParam(COLOUR))
ANY_CARD = DeckParam(A_CARD, PERFORMERS, PERSONNEL, INVESTMENTS, "regions", unknown=True)
PERFORMER = DeckParam(referee_message("param_performer"), PERFORMERS)
SECRET_PERFORMER = DeckParam(referee_message("param_performer"), PERFORMERS, unknown=True)
PERSON = DeckParam(referee_message("param_personnel"), PERSONNEL)
HIRED = DeckParam(referee_message("param_performer_or_personnel"), PERFORMERS, PERSONNEL)
INVESTMENT = DeckParam(referee_message("param_investment"), INVESTMENTS)
SECRET_INVESTMENT = DeckParam(referee_message("param_investment"), INVESTMENTS, unknown=True)
DECK = BookWordParam(referee_message("param_deck"), lambda book: (PERFORMERS, PERSONNEL, INVESTMENTS))
