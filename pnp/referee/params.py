"""Parameters of moves: how one word is read and written. In: words people typed and the names they may mean.
Out: a value, or a Problem that says what was expected. Invariant: `read(write(value)) == value` for every value.

A game annotates the fields of its moves with these (`tile: Annotated[str, CARD]`) or with parameters of its own that
have the same two methods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Protocol, final

from msgspec import Struct

from pnp.base.suggest import fold_name, nearest_names
from pnp.library.card import CardBook
from pnp.library.words import ANY, join_texts, spellings_of, text_of
from pnp.referee.message import referee_message
from pnp.referee.seat import TABLE, TABLE_NAME, Seat, seat_name
from pnp.referee.verb_words import word_spellings
from pnp.referee.words import REFEREE_WORDS

UNKNOWN = "?"
LONGEST_NAME = 8  # words of the longest name that is read whole
MOST_NEAR = 4  # names that are suggested for an unknown one
FEW = 12  # names that are listed when none is similar
A_SEAT, A_CARD, A_NUMBER, A_SQUARE, A_WORD, A_PILE = (
    referee_message(f"referee.a_{what}") for what in ("seat", "card", "number", "square", "word", "pile")
)


@final
class Problem(Struct, frozen=True):
    """A word that could not be read: what was expected, and similar names; `readings` when it means several things."""

    message: str
    nearest: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    word: str = ""  # the word that has several readings


def as_typed(words: str) -> str:
    """Words as they are typed, which name nothing else and are the same in every language."""
    return text_of({ANY: words})


def quoted(word: str) -> str:
    """“kalevla”: a word that somebody typed."""
    return as_typed(f"“{word}”")


def expected(what: str, word: str, nearest: tuple[str, ...] = (), readings: tuple[str, ...] = ()) -> Problem:
    """Something else is expected than this word."""
    return Problem(referee_message("referee.expected", what=what, typed=quoted(word)), nearest, readings)


def one_of(words: Iterable[str]) -> str:
    """What is expected where only some words are."""
    return referee_message("referee.one_of", choices=as_typed(", ".join(words)))


class NameIndex:
    """Names of things by their folded spellings; made on the first word that is no exact id.

    Codes are names of second rank: the beginning of a name counts before that of a code, which all cards share.
    Signs that are no letters count as far as a name has them: `Hunter's` is read, `h*nters` and `be'` are not.
    """

    __slots__ = ("_codes", "_first_words", "_folded", "_ids", "_labels", "_names", "_words", "look_up", "near")

    def __init__(
        self,
        ids: Iterable[str],
        names: Callable[[], Iterable[tuple[str, str]]] = lambda: (),
        codes: Iterable[tuple[str, str]] = (),
    ) -> None:
        self._ids = frozenset(ids)
        self._names = cache(lambda: tuple(names()))  # a generator can be read only once
        self._codes = codes
        self._folded: dict[str, list[str]] | None = None
        self._first_words: set[str] | None = None
        self.look_up, self.near = lru_cache(self._look_up), lru_cache(self._near)  # short lines ask again and again
        self._words = cache(self._split_names)
        self._labels = cache(lambda: {id_: name for name, id_ in reversed(self._names())})  # the first name of each

    def __contains__(self, word: str) -> bool:
        return word in self._ids

    def _index(self) -> dict[str, list[str]]:
        if self._folded is None:
            folded: dict[str, list[str]] = {}
            for id_ in sorted(self._ids):
                folded.setdefault(fold_name(id_), []).append(id_)
            for name, id_ in self._names():
                ids = folded.setdefault(fold_name(name), [])
                if id_ not in ids:
                    ids.append(id_)
            self._folded = folded
        return self._folded

    def may_go_on(self, word: str, following: str) -> bool:
        """Some name of several words has this one for its first, and the next looks like a word of a name."""
        if not following[:1].isalpha():
            return False
        if self._first_words is None:
            self._first_words = {fold_name(name.split()[0]) for name, _ in self._names() if " " in name}
        return fold_name(word) in self._first_words

    def _look_up(self, word: str) -> tuple[str, ...]:
        """The ids that `word` may mean: by its whole spelling, else as the beginning of names, else of codes."""
        folded, key = self._index(), fold_name(word)
        if not key:
            return ()
        # Whole names before beginnings, names before codes: what is typed out is never made doubtful by what is longer.
        ids = folded.get(key) or [id_ for code, id_ in self._codes if fold_name(code) == key]
        ids = ids or sorted({id_ for spelling, hits in folded.items() if spelling.startswith(key) for id_ in hits})
        ids = ids or sorted({id_ for code, id_ in self._codes if fold_name(code).startswith(key)})
        signs = odd_signs(word)
        return tuple(id_ for id_ in ids if not signs or signs <= self._signs_of(id_))

    def _signs_of(self, id_: str) -> frozenset[str]:
        """The signs in the names of a thing that are no letters."""
        return odd_signs(" ".join((id_, *(name for name, named in self._names() if named == id_))))

    def find(self, word: str, what: str) -> str | Problem:
        """The id meant by `word`: id, code, name in any language, or a unique beginning of one."""
        if word in self._ids:
            return word
        ids = self.look_up(word)
        if len(ids) == 1:
            return ids[0]
        if ids:
            return self._several(word, ids)
        near = self.near(word)
        # A list of choices helps where it is short, no near name was found and the question does not hold it already.
        if len(self._ids) > FEW or near or all(id_ in what for id_ in self._ids):
            return expected(what, word, nearest=near)
        choices = as_typed(", ".join(sorted(self._ids)))
        return Problem(referee_message("referee.expected_one_of", what=what, choices=choices, typed=quoted(word)))

    def _several(self, word: str, ids: Sequence[str]) -> Problem:
        """Each id with its name, unless that is the same word: `PF-ACR-5 (Human Pyramid)`."""
        names = self._labels()
        same = [fold_name(names.get(id_, id_)) == fold_name(id_) for id_ in ids]
        pairs = zip(ids, same, strict=True)
        labels = [id_ if is_same else join_texts("", (f"{id_} (", names[id_], ")")) for id_, is_same in pairs]
        found = referee_message("referee.several", typed=quoted(word), readings=join_texts(", ", labels))
        return Problem(found, (), tuple(ids), word)

    def read(self, words: Sequence[str], what: str) -> tuple[str, int] | Problem:
        """The id that the first words mean, and how many they are: as many as make a name."""
        word = words[0]
        if word in self._ids and (len(words) == 1 or not self.may_go_on(word, words[1])):
            return word, 1
        found = self.find(word, what)
        best = found if isinstance(found, Problem) else (found, 1)
        # `seppo ilmarinen`, `shibber queen`: the first words may be a name too, so the longest one is taken.
        for count in range(2, min(len(words), LONGEST_NAME) + 1):
            joined = " ".join(words[:count])
            ids = self.look_up(joined)
            if len(ids) == 1:
                best = ids[0], count
            elif not ids:
                break  # nothing begins so, nor will anything that is longer
            # Several names begin so: a question only if what was read until here is none, or is a name by itself.
            elif isinstance(best, Problem) or fold_name(joined) in self._index():
                best = self._several(joined, ids)
        if isinstance(best, Problem) and not best.readings and len(words) > 1:
            both = dict.fromkeys((*self.near(" ".join(words[:2])), *best.nearest))  # `shiber quen`
            best = Problem(best.message, tuple(both)[:MOST_NEAR])
        return best

    def with_word(self, word: str) -> list[str]:
        """The ids of which some name has this word."""
        key = fold_name(word)
        return list(dict.fromkeys(id_ for part, id_ in self._words() if part == key))

    def _split_names(self) -> list[tuple[str, str]]:
        words = [(fold_name(part), id_) for name, id_ in self._names() for part in name.replace("'", " ").split()]
        return words + [(part, id_) for id_ in sorted(self._ids) for part in fold_parts(id_)]

    def _near(self, word: str) -> tuple[str, ...]:
        """The ids that `word` may have been meant for: a word within a name, or a typing mistake."""
        folded, key = self._index(), fold_name(word)
        if not key:
            return ()
        spelled = self._words()
        found = [id_ for part, id_ in spelled if part == key]
        found += [id_ for part, id_ in spelled if len(key) > 2 and part.startswith(key)]
        near = nearest_names(key, [*folded, *(part for part, _ in spelled if len(part) > 3)])
        for spelling in (name for name in near if name[0] == key[0]):  # other slips are likelier of other names
            found += folded.get(spelling) or [id_ for part, id_ in spelled if part == spelling]
        return tuple(dict.fromkeys(found))[:MOST_NEAR]


def fold_parts(id_: str) -> list[str]:
    """The words of an id, `shibber_queen` or `red-4`."""
    return [fold_name(part) for part in id_.replace("-", "_").split("_") if part]


def odd_signs(word: str) -> frozenset[str]:
    """The signs of a word that are neither letters and digits nor what divides the words of a name."""
    plain = word.replace("_", "").replace("-", "").replace(" ", "")
    if plain.isalnum():
        return frozenset()
    from unicodedata import category  # only for words that have such signs

    return frozenset("'" if c in "’ʼ" else c for c in plain if not c.isalnum() and category(c)[0] != "M")


class Names:
    """The names a move may use at one table: seats and cards. `spellings` are other names of cards, with their ids."""

    __slots__ = ("_seats", "book", "cards", "seats")

    def __init__(self, seats: tuple[str, ...], book: CardBook, spellings: Iterable[tuple[str, str]] = ()) -> None:
        self.seats = seats
        self.book = book
        codes = [(card.code, card.id) for card in book.playing_cards.values() if card.code]
        self.cards = NameIndex(book.playing_cards, lambda: (*self._card_names(), *spellings), codes)
        self._seats = NameIndex((*seats, TABLE_NAME))

    def _card_names(self) -> Iterable[tuple[str, str]]:
        cards = self.book.playing_cards.values()
        return ((name, card.id) for card in cards for name in spellings_of(card.name))

    def read_word(self, choices: Sequence[str], words: Sequence[str], what: str) -> tuple[str, int] | Problem:
        """One of some words of moves, typed as it is, else as it is called in any language."""
        if words[0] in choices:
            return words[0], 1
        found = NameIndex(choices).read(words, what)
        if isinstance(found, Problem) and not found.readings:
            found = NameIndex(choices, lambda: word_spellings(choices, self.book)).read(words, what)
        return found

    def find_seat(self, word: str) -> Seat | Problem:
        """The seat called `word`."""
        seat = self.seat_named(word)
        if seat is not None:
            return seat
        found = self._seats.find(word, A_SEAT)
        return found if isinstance(found, Problem) else TABLE if found == TABLE_NAME else self.seats.index(found)

    def seat_named(self, word: str) -> Seat | None:
        """The seat whose whole name this is; the table is called so in every language."""
        if word in self.seats:
            return self.seats.index(word)
        for seat, name in enumerate(self.seats):  # before diacritics are left out: Ä is ä, should a sit there too
            if name.casefold() == word.casefold():
                return seat
        key = "" if odd_signs(word) else fold_name(word)
        seats = [seat for seat, name in enumerate(self.seats) if key and fold_name(name) == key]
        if seats:
            return seats[0] if len(seats) == 1 else None
        return TABLE if key in map(fold_name, REFEREE_WORDS["referee.table"].values()) else None


class Param(Protocol):
    """One parameter: takes as many words as it needs from the front and returns how many it took."""

    def read(self, words: Sequence[str], names: Names) -> tuple[Any, int] | Problem: ...

    def write(self, value: Any, names: Names) -> str: ...

    def expects(self) -> str: ...


class CardParam:
    """A card by id, code, or name in any language, of several words too (`seppo ilmarinen`). The value is its id."""

    def __init__(self, what: str = A_CARD) -> None:
        self.what = what

    def read(self, words: Sequence[str], names: Names) -> tuple[str, int] | Problem:
        return names.cards.read(words, self.what)

    def write(self, value: str, names: Names) -> str:
        return value

    def expects(self) -> str:
        return self.what


class SeatParam:
    """A seat by name. The value is its number from 0, or `TABLE`."""

    def read(self, words: Sequence[str], names: Names) -> tuple[Seat, int] | Problem:
        found = names.find_seat(words[0])
        return found if isinstance(found, Problem) else (found, 1)

    def write(self, value: Seat, names: Names) -> str:
        return seat_name(names.seats, value)

    def expects(self) -> str:
        return A_SEAT


class IntParam:
    """A whole number between `least` and `most`; any with NUMBER, none below 0 with AMOUNT."""

    def __init__(self, what: str = A_NUMBER, least: int | None = None, most: int = 1_000_000) -> None:
        self.what, self.least, self.most = what, least, most

    def read(self, words: Sequence[str], names: Names) -> tuple[int, int] | Problem:
        word = words[0]
        if len(word) > 9 or "_" in word:
            return expected(self.what, word)
        try:
            value = int(word)
        except ValueError:
            return expected(self.what, word)
        if (self.least is not None and value < self.least) or abs(value) > self.most:
            return Problem(referee_message("referee.out_of_range", count=value, what=self.what))
        return value, 1

    def write(self, value: int, names: Names) -> str:
        return str(value)

    def expects(self) -> str:
        return self.what


@lru_cache(4096)
def _read_square(word: str) -> tuple[int, int] | None:
    x, comma, y = word.partition(",")
    if comma and len(word) < 12 and "_" not in word:
        try:
            return int(x), int(y)
        except ValueError:
            pass
    return None


class SquareParam:
    """A square `x,y` of a board, x to the right and y down."""

    def read(self, words: Sequence[str], names: Names) -> tuple[tuple[int, int], int] | Problem:
        square = _read_square(words[0])
        if square is None and len(words) > 1:
            square = _read_square(f"{words[0].rstrip(',')},{words[1].lstrip(',')}")  # `1, 0` and `1 0`
            if square:
                return square, 2
        return (square, 1) if square else expected(referee_message("referee.a_square_such"), words[0])

    def write(self, value: tuple[int, int], names: Names) -> str:
        return f"{value[0]},{value[1]}"

    def expects(self) -> str:
        return A_SQUARE


class WordParam:
    """One of some words, typed as it is or as `names:` call it; any word (kept in lower case) without choices."""

    def __init__(self, choices: Sequence[str] = (), what: str = "") -> None:
        self.choices = tuple(choices)
        self.what = what or (one_of(choices) if choices else A_WORD)

    def read(self, words: Sequence[str], names: Names) -> tuple[str, int] | Problem:
        if not self.choices:
            return words[0].casefold(), 1
        return names.read_word(self.choices, words, self.what)

    def write(self, value: str, names: Names) -> str:
        return value

    def expects(self) -> str:
        return self.what


class ListParam:
    """One or more of another parameter, up to the end of the plain words; a key's values are joined by commas."""

    def __init__(self, each: Param, unknown: bool = False) -> None:
        self.each, self.unknown = each, unknown

    def read(self, words: Sequence[str], names: Names) -> tuple[tuple[Any, ...], int] | Problem:
        got = self._read_all(words, names)
        if type(got) is Problem and any("," in word[:-1] for word in words):
            # `moo,shibber` as `moo, shibber`; a comma that belongs to the value itself (`1,0`) was read before.
            divided = self._read_all(" ".join(words).replace(",", ", ").split(), names)
            if type(divided) is not Problem:
                return divided[0], len(words)
            return divided if divided.readings or divided.nearest else got
        return got

    def _read_all(self, words: Sequence[str], names: Names) -> tuple[tuple[Any, ...], int] | Problem:
        values: list[Any] = []
        at = 0
        commas = any(word[-1:] == "," for word in words)
        while at < len(words):
            if self.unknown and words[at] == UNKNOWN:
                values.append(UNKNOWN)
                at += 1
                continue
            got = self._before_comma(words[at:], names) if commas else self.each.read(words[at:], names)
            if type(got) is Problem:
                return got
            values.append(got[0])
            at += got[1]
        return tuple(values), at

    def _before_comma(self, words: Sequence[str], names: Names) -> tuple[Any, int] | Problem:
        """`lion tamer, tumbler`: the name ends where the comma is."""
        end = next((at for at, word in enumerate(words, 1) if word[-1:] == ","), len(words))
        first = [*words[: end - 1], words[end - 1].rstrip(",")]
        if self.unknown and first == [UNKNOWN]:
            return UNKNOWN, 1
        got = self.each.read(first if all(first) else words, names)
        return self.each.read(words, names) if type(got) is Problem and not got.readings else got

    def write(self, value: tuple[Any, ...], names: Names) -> str:
        return " ".join(UNKNOWN if v == UNKNOWN else self.each.write(v, names) for v in value)

    def expects(self) -> str:
        return referee_message("referee.many", each=self.each.expects())


class OptionalParam:
    """A parameter that may be left out (then it is `absent`); only the last plain words of a move can be."""

    def __init__(self, each: Param, absent: Any) -> None:
        self.each, self.absent = each, absent

    def read(self, words: Sequence[str], names: Names) -> tuple[Any, int] | Problem:
        return self.each.read(words, names)

    def write(self, value: Any, names: Names) -> str:
        return "" if value == self.absent else self.each.write(value, names)

    def expects(self) -> str:
        return referee_message("referee.or_nothing", each=self.each.expects())


class OrUnknown:
    """A value, or `?` where it is not known."""

    def __init__(self, each: Param) -> None:
        self.each = each

    def read(self, words: Sequence[str], names: Names) -> tuple[Any, int] | Problem:
        return (UNKNOWN, 1) if words[0] == UNKNOWN else self.each.read(words, names)

    def write(self, value: Any, names: Names) -> str:
        return UNKNOWN if value == UNKNOWN else self.each.write(value, names)

    def expects(self) -> str:
        return referee_message("referee.or_unknown", each=self.each.expects())


CARD = CardParam()
SEAT = SeatParam()
NUMBER = IntParam()
AMOUNT = IntParam(least=0)
SQUARE = SquareParam()
WORD = WordParam()
