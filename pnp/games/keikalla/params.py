"""How the parameters of Keikalla's moves are read: towns, spaces, cards, dates. In: words as typed. Out: values.

Towns are read by id (`sjk`), name, or a unique beginning, with or without diacritics; spaces of a road from either end
(`por-vsa:2` and `vsa-por:3` are one). Invariant: `read(write(value)) == value`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pnp.games.keikalla.atlas import Atlas, read_atlas
from pnp.games.keikalla.card_ids import Word
from pnp.library.card import CardBook
from pnp.library.words import spellings_of
from pnp.referee.message import referee_message
from pnp.referee.params import (
    A_CARD,
    AMOUNT,
    UNKNOWN,
    CardParam,
    ListParam,
    NameIndex,
    Names,
    Problem,
    as_typed,
    expected,
    quoted,
)

STORE, RANDOM, TURN = "store", "random", "turn"
TAKE, LEAVE, GROUPIE, NONE = "take", "leave", Word.GROUPIE, "none"
A_TOWN, TOWNS, TOWNS_IN_ORDER, THE_TOWNS_IN_ORDER = (
    referee_message(id) for id in ("param_town", "param_towns", "param_towns_in_order", "param_the_towns_in_order")
)


_KNOWN: dict[int, tuple[CardBook, Atlas]] = {}


def atlas_of_book(book: CardBook) -> Atlas:
    """The map of a card book; looked up for every word, so the last ones are cached."""
    known = _KNOWN.get(id(book))
    if known is None or known[0] is not book:
        rows: Mapping[str, Any] = book.tables["map"].rows
        if len(_KNOWN) > 8:
            _KNOWN.clear()
        known = _KNOWN[id(book)] = (book, read_atlas(rows))
    return known[1]


@cache
def _towns(atlas: Atlas) -> NameIndex:
    names = [(name, town.word) for town in atlas.towns.values() for name in (town.name, town.id)]
    return NameIndex(atlas.towns, lambda: names)


class TownParam:
    """A town: `sjk`, `seinajoki`, `Seinäjoki`, `seina`."""

    def __init__(self, what: str = A_TOWN) -> None:
        self.what = what

    def read(self, words: Sequence[str], names: Names) -> tuple[str, int] | Problem:
        atlas = atlas_of_book(names.book)
        found = atlas.by_id.get(words[0].casefold())
        return (found, 1) if found else _towns(atlas).read(words, self.what)

    def write(self, value: str, names: Names) -> str:
        return value

    def expects(self) -> str:
        return self.what


class SpaceParam(TownParam):
    """A space: a town, or a space of a road."""

    def __init__(self) -> None:
        super().__init__(referee_message("param_space"))

    def read(self, words: Sequence[str], names: Names) -> tuple[str, int] | Problem:
        if ":" not in words[0]:
            return super().read(words, names)
        found = atlas_of_book(names.book).find_space(words[0])
        return (found, 1) if found else Problem(referee_message("no_such_space", typed=quoted(words[0])))


def _towns_of(card: str, names: Names) -> frozenset[str]:
    """The towns that the faces of a card name, a Headliner's."""
    by_id = atlas_of_book(names.book).by_id
    printed = (face.get("town", "").casefold() for face in names.book.cards[card].faces)
    return frozenset(by_id[town] for town in printed if town)


class DeckCards(CardParam):
    """A card of some decks by id, code or name: `hi` is a band where a band is meant, and a Hit Song nowhere there.

    A Headliner may have its town too (`headliner:oulu`), and some words may stand in for a card.
    """

    def __init__(self, what: str, decks: Sequence[str], words: Sequence[str] = ()) -> None:
        super().__init__(what)
        self.decks, self.words = tuple(decks), tuple(words)
        self._kept: tuple[CardBook, Names] | None = None

    def read(self, words: Sequence[str], names: Names) -> tuple[str, int] | Problem:
        word = words[0]
        if word.casefold() in self.words:
            return word.casefold(), 1
        card, colon, town = word.partition(":")
        if not colon:
            found = super().read(words, self._own(names))
            return found if isinstance(found, Problem) else self._with_town(found, words, names)
        found = super().read([card], self._own(names))
        if isinstance(found, Problem):
            return found
        place = TOWN.read([town or "?"], names)
        if isinstance(place, Problem):
            return place
        if place[0] not in _towns_of(found[0], names):
            words_of = {"card": as_typed(found[0]), "town": as_typed(place[0])}
            return Problem(referee_message("no_such_face", **words_of))
        return f"{found[0]}:{place[0]}", 1

    def _with_town(self, found: tuple[str, int], words: Sequence[str], names: Names) -> tuple[str, int]:
        """`headliner oulu` and what `show` prints, `Headliner (Oulu)`, name the face too."""
        card, count = found
        towns = _towns_of(card, names) if len(words) > count and card != UNKNOWN else frozenset()
        place = TOWN.read([words[count].strip("()")], names) if towns else Problem("")
        return (
            (card, count) if isinstance(place, Problem) or place[0] not in towns else (f"{card}:{place[0]}", count + 1)
        )

    def _own(self, names: Names) -> Names:
        """The same names with the cards of these decks alone."""
        if self._kept is None or self._kept[0] is not names.book:
            cards = [card for deck in self.decks for card in names.book.decks[deck].cards]
            own = Names(names.seats, names.book)
            spelled = [(name, card.id) for card in cards for name in spellings_of(card.name)]
            own.cards = NameIndex(
                [card.id for card in cards], lambda: spelled, [(c.code, c.id) for c in cards if c.code]
            )
            self._kept = (names.book, own)
        return self._kept[1]


class EitherParam:
    """A number, or several of something."""

    def __init__(self, each: Any, what: str) -> None:
        self._many = ListParam(each, unknown=False)
        self.what = what

    def read(self, words: Sequence[str], names: Names) -> tuple[int | tuple[str, ...], int] | Problem:
        if words[0].lstrip("-").isdigit():
            return AMOUNT.read(words, names)
        return self._many.read(words, names)

    def write(self, value: int | tuple[str, ...], names: Names) -> str:
        return str(value) if isinstance(value, int) else self._many.write(value, names)

    def expects(self) -> str:
        return referee_message("param_number_or", what=self.what)


class StashParam:
    """A stash by its name, `s2`."""

    def read(self, words: Sequence[str], names: Names) -> tuple[str, int] | Problem:
        word = words[0].casefold()
        if word[:1] == "s" and word[1:].isdigit() and len(word) < 6:
            return f"s{int(word[1:])}", 1
        return expected(self.expects(), words[0])

    def write(self, value: str, names: Names) -> str:
        return value

    def expects(self) -> str:
        return referee_message("param_stash")


class CheckParam:
    """What is done with which stash: `take`, `s2 leave`, `s2`."""

    verdicts = (TAKE, LEAVE, GROUPIE)

    def read(self, words: Sequence[str], names: Names) -> tuple[tuple[str, str], int] | Problem:
        stash, taken = "", 0
        got = STASH.read(words, names)
        if not isinstance(got, Problem):
            stash, taken = got
        if len(words) == taken:
            return (stash, ""), taken
        found = names.read_word(self.verdicts, words[taken:], self.expects())
        return found if isinstance(found, Problem) else ((stash, found[0]), taken + found[1])

    def write(self, value: tuple[str, str], names: Names) -> str:
        return " ".join(part for part in value if part)

    def expects(self) -> str:
        return referee_message("param_check", verdicts=" ".join(self.verdicts))


class UseParam:
    """What a card is used for, and the card it is used on: `clear`, `rumours stage_presence`."""

    def __init__(self, uses: Sequence[str], with_card: Sequence[str]) -> None:
        self.uses, self.with_card = tuple(uses), tuple(with_card)

    def read(self, words: Sequence[str], names: Names) -> tuple[tuple[str, str], int] | Problem:
        found = names.read_word(self.uses, words, self.expects())
        if isinstance(found, Problem):
            return found
        use, taken = found
        if use not in self.with_card or len(words) == taken:
            return (use, ""), taken
        card = FACED.read(words[taken:], names)
        return card if isinstance(card, Problem) else ((use, card[0]), taken + card[1])

    def write(self, value: tuple[str, str], names: Names) -> str:
        return " ".join(part for part in value if part)

    def expects(self) -> str:
        return referee_message("param_use", uses=as_typed(", ".join(self.uses)))


class FestivalParam:
    """A large festival by its name (`puska`, `kalmo_fest`)."""

    def read(self, words: Sequence[str], names: Names) -> tuple[str, int] | Problem:
        atlas = atlas_of_book(names.book)
        festivals = {_word(name): name for name in atlas.festival_towns()}
        index = NameIndex(festivals, lambda: [(name, word) for word, name in festivals.items()])
        for count in range(min(3, len(words)), 0, -1):
            found = index.find(" ".join(words[:count]), self.expects())
            if isinstance(found, str):
                return found, count
        return found if isinstance(found, Problem) else (found, 1)

    def write(self, value: str, names: Names) -> str:
        return value

    def expects(self) -> str:
        return referee_message("param_festival")


def _word(name: str) -> str:
    return name.casefold().replace(" ", "_").replace("-", "_")


TOWN = TownParam()
SPACE = SpaceParam()
STASH = StashParam()
HELD = ("actions", "jokers", "movement")  # the decks whose cards are held in a hand
A_FACED_CARD = referee_message("param_faced_card")
FACED = DeckCards(A_CARD, HELD)
OPENED = DeckCards(A_FACED_CARD, HELD)
DRAWN = ListParam(DeckCards(A_FACED_CARD, HELD, (STORE,)), unknown=True)
DEALT = ListParam(DeckCards(A_CARD, (*HELD, "venues")), unknown=True)
ONE = DeckCards(referee_message("param_card_or_unknown"), HELD, (UNKNOWN,))
LOSS = DeckCards(referee_message("param_loss"), ("actions",), (RANDOM, TURN))
BAND_CARD = DeckCards(referee_message("param_band"), ("bands",))


class CardsOrNone:
    """Cards, or the word `none`."""

    def __init__(self) -> None:
        self._cards = ListParam(FACED)

    def read(self, words: Sequence[str], names: Names) -> tuple[tuple[str, ...], int] | Problem:
        return ((), 1) if words[0].casefold() == NONE and len(words) == 1 else self._cards.read(words, names)

    def write(self, value: tuple[str, ...], names: Names) -> str:
        return self._cards.write(value, names) or NONE

    def expects(self) -> str:
        return referee_message("param_cards_or_none")


CARDS_OR_NONE = CardsOrNone()
