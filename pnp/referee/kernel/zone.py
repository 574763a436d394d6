"""Zones: where cards can lie, and who sees them there. In: what a game declares. Out: places for entries.

An **entry** is one card as the referee knows it: its kind (`fish2`), `?` when nobody told, `*` in a view when it was
not told to this viewer. `fish2@0,2` is seen by the seats 0 and 2 besides those whom the zone lets see it, `fish2@!` by
everybody: a card that was looked at, shown, or came from where it lay open. Invariant: who saw a card goes on knowing
it until it is shuffled, or hidden among others, so a view is told by the entries alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import repeat
from typing import Any

from pnp.referee.game import Setup
from pnp.referee.kernel.place import ALL, ANY, EVERYBODY, NOBODY, OTHERS, SHOWN, Field, Key, Of, Place, SeenBy
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

CONCEALED = "*"
"""A card of a view that another seat has seen; a card unknown to the referee is `?`, wherever the rules move it."""
UNSEEN = (UNKNOWN, CONCEALED)
Cards = tuple[str, ...]
KEPT = 4096
"""How many answers about the entries of one place are kept: a ply asks the same of most places as the one before."""


class Zone(Field[Cards]):
    """Where cards can lie.

    of: TABLE, EACH_SEAT, some keys or `Keys(constant)`
    seen_by: OWNER (the seat whose place it is), OTHERS (all but that seat), EVERYBODY, NOBODY (a pile), or a function
    of a seat that returns the seats that see its place. Hidden cards of OTHERS are counted, not reasoned about
    first: the cards that begin here: True for all playing cards, or the ids of decks
    decks: the decks whose cards can be here, if not all (cards with another back are in other zones)
    on_top: (book) -> the kinds that are on top of the others before the first line, shuffled by themselves
    exact: whether hidden cards here are reasoned about; False: they are only counted, and `decks` is said
    ordered: whether the order matters; it does not in hands · adjust: whether `table: adjust` corrects it
    cells: (setup) -> the mapping that keeps the places of a zone `of=ANY`, if it is not a dict: a class of the game
    that also keeps what follows from the cards, such as neighbours and lines; `laid(key, cards)` is the next one
    rule: what is cited when a card is said to lie here and does not · matter: when all its copies are known to lie
    elsewhere (`rule`, unless said) · get, put: how a game with a state of its own keeps it
    here: id of the message that says that a card lies here, as `t.where` words it; its arguments are `key` and `seat`

    ValueError for another `seen_by`, for OWNER, OTHERS or a function if not each seat has such a place, for `cells`
    elsewhere, and for `exact=False` without `decks`.
    A place is `HAND[seat]`; KeyError for a key that is none.

    >>> Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule="MYG-04")[1]
    hand[1]
    >>> Zone("pier", of=("north", "south"))["west"]
    Traceback (most recent call last):
    KeyError: "pier has no place 'west'"
    """

    def __init__(
        self,
        id: str,
        of: Of = TABLE,
        seen_by: SeenBy = EVERYBODY,
        *,
        first: bool | str | tuple[str, ...] = False,
        decks: tuple[str, ...] = (),
        on_top: Callable[[Any], Iterable[str]] | None = None,
        exact: bool = True,
        ordered: bool | None = None,
        adjust: bool = True,
        rule: str = "",
        matter: str = "",
        here: str = "",
        cells: Callable[[Setup], Any] | None = None,
        get: Callable[[Any, Any], Cards] | None = None,
        put: Callable[[Any, Any, Cards], Any] | None = None,
    ) -> None:
        if cells is not None and (of != ANY or seen_by != EVERYBODY):
            raise ValueError(f"{id}: cells= needs of=ANY and seen_by=EVERYBODY")
        if not exact and not decks:
            raise ValueError(f"{id}: exact=False needs decks=(…), whose cards are in no zone that is reasoned about")
        self.begins, self.decks, self.exact = first, decks, exact
        self.on_top = on_top
        self.rule, self.matter, self.here = rule, matter or rule, here
        self.cells = cells
        self.ordered = seen_by in (EVERYBODY, OTHERS, NOBODY) if ordered is None else ordered
        super().__init__(id, of, (), seen_by, get, put)
        self.adjust = adjust

    def _place(self, key: Key, index: int | str | None) -> Place[Cards]:
        return Place(self, key, index, self._seers(key), self.ordered, kinds_of if self.ordered else sorted_kinds)

    @property
    def is_hand(self) -> bool:
        """Whether only some seats see the cards of its places."""
        return self.seen_by not in (EVERYBODY, NOBODY)

    def takes(self, deck: str) -> bool:
        """Whether the cards of a deck can be here."""
        return not self.decks or deck in self.decks

    def begins_with(self, deck: str) -> bool:
        """Whether the cards of a deck begin here."""
        if isinstance(self.begins, bool):
            return self.begins
        return deck in ((self.begins,) if isinstance(self.begins, str) else self.begins)


def kind_of(entry: str) -> str:
    """The card's kind, `?` or `*`."""
    return entry.partition("@")[0] if "@" in entry else entry


def has_unseen(entries: Cards) -> bool:
    """Whether a card of a place is not known."""
    return UNKNOWN in entries or CONCEALED in entries


@lru_cache(KEPT)
def kinds_of(entries: Cards) -> Cards:
    """The kinds without the marks of who saw them."""
    return tuple(map(kind_of, entries)) if "@" in "".join(entries) else entries


@lru_cache(KEPT)
def sorted_kinds(entries: Cards) -> Cards:
    """The kinds in a place where the order means nothing."""
    return kinds_of(without_order(entries))


def without_order(entries: Cards) -> Cards:
    """Sort the entries of a place where the order means nothing; unseen cards come last."""
    return tuple(sorted(entries, key=_rank)) if len(entries) > 1 else entries


def _rank(entry: str) -> tuple[bool, str]:
    return kind_of(entry) in UNSEEN, entry


def is_seen(entry: str, place: Place[Cards], seat: Seat | None) -> bool:
    """Whether a seat (None: everybody) sees this card in this place."""
    if place.seers == ALL or str(seat) in place.seen:
        return True
    marks = entry.partition("@")[2]
    return marks == ALL or (marks != "" and str(seat) in marks.split(","))


@lru_cache(KEPT)
def as_seen_by(entries: Cards, place: Place[Cards], seat: Seat | None) -> Cards:
    """The entries of a place as a seat knows them.

    Where the order does not matter, those it knows come first: where they lie in a hand would tell when they came.
    """
    if place.seers == ALL or str(seat) in place.seen:
        return entries
    untold = entries.count(UNKNOWN)
    if untold == len(entries):
        return entries
    if kinds_of(entries) is entries and (not untold or not place.ordered):  # nobody has seen one besides
        return (CONCEALED,) * (len(entries) - untold) + (UNKNOWN,) * untold
    seen = tuple(map(_as_seen, entries, repeat(place), repeat(seat)))
    return seen if place.ordered else without_order(seen)


@lru_cache(KEPT)
def _as_seen(entry: str, place: Place[Cards], seat: Seat | None) -> str:
    return entry if entry == UNKNOWN or is_seen(entry, place, seat) else CONCEALED


def with_seers(entry: str, who: Iterable[str], place: Place[Cards]) -> str:
    """An entry in a place, seen by more than the place lets see it."""
    kind, _, marks = entry.partition("@")
    if kind in UNSEEN or place.seers == ALL:
        return kind
    seers = {*marks.split(","), *who} - {"", *place.seen}
    if ALL in seers:
        return f"{kind}@{ALL}"
    return f"{kind}@{','.join(sorted(seers))}" if seers else kind


def arrive(entries: Cards, source: Place[Cards], to: Place[Cards]) -> Cards:
    """The entries as they lie after a move: who saw them before knows them still."""
    if to.seers == ALL:
        return kinds_of(entries)
    if source.seers in ("", to.seers) and kinds_of(entries) is entries:
        return entries
    return tuple(with_seers(entry, source.seen, to) for entry in entries)


def blurred(entries: Cards, place: Place[Cards], keep: Iterable[str]) -> Cards:
    """The entries of a place that only `keep` know still, because one of them may have gone or come unseen."""
    others = {*keep} - place.seen
    return tuple(_blurred(entry, others) for entry in entries)


def stacked(entries: Cards, source: Place[Cards], to: Place[Cards]) -> Cards:
    """The entries as they lie after several cards at once left a place without an order for one with an order.

    Only the owners of the two places know which card came to lie where, and viewers who know all these cards: to
    another one a known card among hidden ones would tell how it ranks among them.
    """
    if len(entries) < 2 or source.ordered or not to.ordered or to.seers == ALL:
        return entries
    untold = next((entry for entry in entries if entry in UNSEEN), "")
    if untold:
        return (untold,) * len(entries)
    marks = [set(entry.partition("@")[2].split(",")) for entry in entries if not entry.endswith(SHOWN)]
    return blurred(entries, to, source.seen | set.intersection(*marks)) if marks else entries


def _blurred(entry: str, keep: set[str]) -> str:
    kind, _, marks = entry.partition("@")
    left = keep if marks == ALL else keep.intersection(marks.split(","))
    seers = ",".join(sorted(left - {"", ALL})) if marks else ""
    return f"{kind}@{seers}" if seers else kind


def take_out(entries: Cards, gone: Cards, last: bool = False) -> Cards:
    """What is left when these cards leave. A known one leaves as itself, else one that nobody told."""
    left = entries[::-1] if last else entries
    for card in gone:
        at = find(left, card)
        left = left[:at] + left[at + 1 :]
    return left[::-1] if last else left


def find(entries: Cards, card: str) -> int:
    """Where a card of a place is: as it is named, the first of its kind, else the first unseen; ValueError if nowhere.

    One that nobody told may be any of them.
    """
    if "@" in card and card in entries:
        return entries.index(card)
    kind, kinds = kind_of(card), kinds_of(entries)
    if kind in kinds:
        return kinds.index(kind)
    for at, each in enumerate(kinds):
        if each in UNSEEN:
            return at
    if kind in UNSEEN and entries:
        return 0
    raise ValueError(f"{card} is not there")


def nested(entries: Cards, place: Place[Cards]) -> Cards:
    """The entries of a hand, where equal cards cannot be told apart: whoever knows some of a kind knows the first ones.

    So a card that leaves, or is shown, is for everybody one that they knew, if they knew any.
    """
    kinds = kinds_of(entries)
    if kinds is entries or place.ordered or not place.is_private:
        return entries
    left = list(entries)
    for kind in {kind for kind in kinds if kinds.count(kind) > 1}:
        places = [at for at, each in enumerate(kinds) if each == kind]
        marks = [entries[at].partition("@")[2].split(",") for at in places]
        open_, seers = sum(ALL in each for each in marks), sorted({seer for each in marks for seer in each} - {"", ALL})
        knows = {seer: open_ + sum(seer in each for each in marks) for seer in seers}
        for number, at in enumerate(places):
            seers_now = ALL if number < open_ else ",".join(seer for seer in seers if knows[seer] > number)
            left[at] = f"{kind}@{seers_now}" if seers_now else kind
    return tuple(left)
