"""Parameters of Keko Chronicles' moves: cards in play, sources of abilities, dice, what a search found.
In: typed words. Out: values of a move. Invariant: `read(write(value)) == value`.

A card in play is its id, with `.copy` when several copies lie there: `shibber.2`. How many counters: `shibber.2*3`.
A second activated ability of one card is `card/2`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pnp.base.suggest import fold_name
from pnp.referee.message import referee_message
from pnp.referee.params import A_CARD, CARD, LONGEST_NAME, UNKNOWN, Names, Problem, WordParam, expected, quoted
from pnp.referee.seat import Seat, seat_name

NONE = "none"
CHARACTER_DECK = "characters"
MOST_COUNTED = 999  # more than any deck has copies, or any card counters and abilities
MOST_DICE = 6


def split_number(word: str, sign: str) -> tuple[str, int]:
    """`shibber.2` with `.` as (`shibber`, 2); 0 when there is no number."""
    before, found, number = word.rpartition(sign)
    if found and before and number.isdecimal() and number.isascii() and 0 < int(number[:4]) <= MOST_COUNTED:
        return before, int(number[:4])
    return word, 0


class ReferenceParam:
    """One card by id, code or name, with the numbers that some signs bring: `shibber.2*3`."""

    def __init__(self, what: str, signs: str = ".", words: tuple[str, ...] = ()) -> None:
        self.what, self.signs, self.words = what, signs, words

    def read(self, words: Sequence[str], names: Names) -> tuple[str, int] | Problem:
        word = words[0]
        if word in self.words or fold_name(word) in self.words:
            return (word if word in self.words else fold_name(word)), 1
        for at, each in enumerate(words[:LONGEST_NAME]):
            name, tail = self._split(each)
            if tail:  # `shibber.2`, and `general fydo.2`
                named = [*words[:at], name]
                got = names.cards.read(named, self.what)
                if not isinstance(got, Problem) and got[1] == len(named):
                    return got[0] + tail, at + 1
                if not at:
                    return got if isinstance(got, Problem) else (got[0] + tail, 1)
            if not at and word in names.cards and not (words[1:] and names.cards.may_go_on(word, words[1])):
                break
        return names.cards.read(words, self.what)

    def _split(self, word: str) -> tuple[str, str]:
        """`shibber.2*3` as (`shibber`, `.2*3`)."""
        tail = ""
        for sign in reversed(self.signs):
            word, number = split_number(word, sign)
            tail = f"{sign}{number}{tail}" if number else tail
        return word, tail

    def write(self, value: str, names: Names) -> str:
        return value

    def expects(self) -> str:
        return self.what


class CommaListParam:
    """Values of a key, divided by commas."""

    def __init__(self, each: ReferenceParam, what: str) -> None:
        self.each, self.what = each, what

    def read(self, words: Sequence[str], names: Names) -> tuple[tuple[str, ...], int] | Problem:
        values: list[str] = []
        for part in " ".join(words).split(","):  # names may be of several words
            if not part.strip():
                return Problem(referee_message("param_expected", what=self.what))
            got = self.each.read(part.split(), names)
            if isinstance(got, Problem):
                return got
            if got[1] < len(part.split()):
                return expected(self.what, part.strip())
            values.append(got[0])
        return tuple(values), len(words)

    def write(self, value: tuple[str, ...], names: Names) -> str:
        return ",".join(value)

    def expects(self) -> str:
        return self.what


class DiceParam:
    """What dice show."""

    def read(self, words: Sequence[str], names: Names) -> tuple[tuple[int, ...], int] | Problem:
        dice: list[int] = []
        for word in words:
            if not (word.isascii() and word.isdecimal() and len(word) < 3) or len(dice) == MOST_DICE:
                return expected(self.expects(), word)
            dice.append(int(word))
        return tuple(dice), len(dice)

    def write(self, value: tuple[int, ...], names: Names) -> str:
        return " ".join(map(str, value))

    def expects(self) -> str:
        return referee_message("param_dice")


class ResultsParam:
    """`anna=5 ben=3`: what each seat rolled. It is read as `anna:5`, see `normalise_words`."""

    def read(self, words: Sequence[str], names: Names) -> tuple[tuple[tuple[Seat, int], ...], int] | Problem:
        rolls: list[tuple[Seat, int]] = []
        for word in words:
            name, colon, number = word.rpartition(":")
            if not colon or not (number.isascii() and number.isdecimal() and len(number) < 3):
                return expected(referee_message("param_roll"), word)
            seat = names.find_seat(name)
            if isinstance(seat, Problem):
                return seat
            rolls.append((seat, int(number)))
        return tuple(rolls), len(words)

    def write(self, value: tuple[tuple[Seat, int], ...], names: Names) -> str:
        return " ".join(f"{seat_name(names.seats, seat)}={number}" for seat, number in value)

    def expects(self) -> str:
        return referee_message("referee.many", each=referee_message("param_roll"))


class DealtCards(Struct, frozen=True):
    """What is dealt: cards to a seat, or so many to each. is_open: a Character, which lies face up."""

    seat: Seat | None = None
    count: int = 0
    cards: tuple[str, ...] = ()
    is_open: bool = False


class DealtCardsParam:
    """`2`, `anna lord_quiggs` or `anna moo shibber`."""

    def read(self, words: Sequence[str], names: Names) -> tuple[DealtCards, int] | Problem:
        if words[0].isdecimal() and words[0].isascii() and len(words[0]) < 3 and words[0] not in names.seats:
            return DealtCards(count=int(words[0])), 1
        seat = names.find_seat(words[0])
        if isinstance(seat, Problem):
            what = referee_message("param_seat_or_number")
            return expected(what, words[0], seat.nearest, seat.readings)
        cards: list[str] = []
        at = 1
        while at < len(words):
            if words[at] == UNKNOWN:
                cards.append(UNKNOWN)
                at += 1
                continue
            got = CARD.read(words[at:], names)
            if not cards and words[at] not in names.cards and (isinstance(got, Problem) or got[1] == 1):
                # What people deal by a name of one word is a Character: `fydo` is General Fydo, and not his whistle.
                meant = [*(got.readings if isinstance(got, Problem) else ()), *names.cards.with_word(words[at])]
                people = {card for card in meant if names.book.cards[card].deck == CHARACTER_DECK}
                got = (people.pop(), 1) if len(people) == 1 else got
            if isinstance(got, Problem):
                return got
            cards.append(got[0])
            at += got[1]
        if not cards:
            return Problem(referee_message("param_which_cards"))
        face_up = cards[0] in names.book.cards and names.book.cards[cards[0]].deck == CHARACTER_DECK
        return DealtCards(seat, 0, tuple(cards), face_up), at

    def write(self, value: DealtCards, names: Names) -> str:
        if value.seat is None:
            return str(value.count)
        return " ".join((seat_name(names.seats, value.seat), *value.cards))

    def expects(self) -> str:
        return referee_message("param_deal")


class TeamsParam:
    """`anna,carl ben,dora`: the members of each team."""

    def read(self, words: Sequence[str], names: Names) -> tuple[tuple[tuple[Seat, ...], ...], int] | Problem:
        teams: list[tuple[Seat, ...]] = []
        for word in words:
            team: list[Seat] = []
            for name in word.split(","):
                if not name:
                    what = referee_message("param_seats")
                    return Problem(referee_message("param_expected", what=what))
                seat = names.find_seat(name)
                if isinstance(seat, Problem):
                    return seat
                team.append(seat)
            teams.append(tuple(team))
        return tuple(teams), len(words)

    def write(self, value: tuple[tuple[Seat, ...], ...], names: Names) -> str:
        return " ".join(",".join(seat_name(names.seats, seat) for seat in team) for team in value)

    def expects(self) -> str:
        return referee_message("param_teams")


class StockParam:
    """`shibber*4 moo …`: the cards of a deck and how many copies of each."""

    def __init__(self) -> None:
        self.each = ReferenceParam(A_CARD, "*")

    def read(self, words: Sequence[str], names: Names) -> tuple[tuple[str, ...], int] | Problem:
        cards: list[str] = []
        divided = " ".join(words).replace(",", " ").split()
        at = 0
        while at < len(divided):
            _, star, number = divided[at].rpartition("*")
            if star and number.isdecimal() and not 0 < int(number[:4]) <= MOST_COUNTED:
                return Problem(referee_message("param_copies", typed=quoted(divided[at]), most=MOST_COUNTED))
            got = self.each.read(divided[at:], names)
            if isinstance(got, Problem):
                return got
            cards.append(got[0])
            at += got[1]
        return tuple(cards), len(words)

    def write(self, value: tuple[str, ...], names: Names) -> str:
        return " ".join(value)

    def expects(self) -> str:
        return referee_message("param_stock")


def normalise_words(words: list[str]) -> list[str]:
    """`first anna=5 ben=3` has players for keys; they become plain words."""
    if len(words) > 1 and len(words[0]) > 1 and "first".startswith(fold_name(words[0])):
        return [words[0], *(word.replace("=", ":") for word in words[1:])]
    return words


A_CARD_IN_PLAY, CARDS = referee_message("param_card_in_play"), referee_message("param_cards_in_play")
CARD_IN_PLAY = ReferenceParam(A_CARD_IN_PLAY)
CARDS_IN_PLAY = CommaListParam(ReferenceParam(A_CARD_IN_PLAY, ".*", (NONE,)), CARDS)
DISCARDED = ReferenceParam(referee_message("param_discarded"))
ANSWERED = ReferenceParam(referee_message("param_announced"), "")
FOUND = CommaListParam(ReferenceParam(A_CARD, "", (NONE, UNKNOWN)), referee_message("param_found"))
PAID = CommaListParam(ReferenceParam(A_CARD, ".", (UNKNOWN,)), A_CARD)
SOURCE = ReferenceParam(referee_message("param_source"), "./")
DICE = DiceParam()
RESULTS = ResultsParam()
DEALT_CARDS = DealtCardsParam()
TEAMS = TeamsParam()
STOCK = StockParam()
TYPE = WordParam(("action", "creature", "item", "krystal", "location", "transportation"))
