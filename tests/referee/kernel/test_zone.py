"""The short ways of zones say what the long ones say: entries are found, taken and hidden alike."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from pnp.referee.kernel import EACH_SEAT, EVERYBODY, NOBODY, OWNER, Zone
from pnp.referee.kernel.place import Place
from pnp.referee.kernel.zone import (
    CONCEALED,
    UNSEEN,
    Cards,
    as_seen_by,
    find,
    has_unseen,
    is_seen,
    kind_of,
    kinds_of,
    nested,
    sorted_kinds,
    take_out,
    without_order,
)
from pnp.referee.params import UNKNOWN

PLACES = (
    Zone("hand", of=EACH_SEAT, seen_by=OWNER)[0],
    Zone("row", of=EACH_SEAT, seen_by=OWNER, ordered=True)[1],
    Zone("pile", seen_by=NOBODY).place,
    Zone("bag", seen_by=NOBODY, ordered=False).place,
    Zone("heap", seen_by=EVERYBODY).place,
)
MARKS = st.sampled_from(("", "@0", "@1", "@0,1", "@!"))
ENTRIES = st.lists(
    st.one_of(st.sampled_from(UNSEEN), st.builds(str.__add__, st.sampled_from(("fox", "elk", "owl")), MARKS)),
    max_size=7,
).map(tuple)
CARD = st.one_of(st.sampled_from(UNSEEN), st.builds(str.__add__, st.sampled_from(("fox", "elk", "owl")), MARKS))


def found_slowly(entries: Cards, card: str) -> int:
    """Where a card is: as it is named, the first of its kind, the first unseen, any for one that nobody told; or -1."""
    wanted: list[Callable[[str], bool]] = [
        lambda entry: "@" in card and entry == card,
        lambda entry: kind_of(entry) == kind_of(card),
        lambda entry: entry in UNSEEN,
        lambda entry: kind_of(card) in UNSEEN,
    ]
    for fits in wanted:
        for at, entry in enumerate(entries):
            if fits(entry):
                return at
    return -1


def seen_slowly(entries: Cards, place: Place[Cards], seat: int | None) -> Cards:
    """Each entry as a seat knows it, one by one."""
    if place.seers in ("!", str(seat)):
        return entries
    seen = tuple(entry if entry == UNKNOWN or is_seen(entry, place, seat) else CONCEALED for entry in entries)
    return seen if place.ordered else without_order(seen)


@given(entries=ENTRIES, card=CARD)
def test_a_card_is_found_as_it_is_named_then_by_its_kind_then_unseen(entries: Cards, card: str) -> None:
    at = found_slowly(entries, card)
    if at >= 0:
        assert find(entries, card) == at
    else:
        try:
            assert find(entries, card) is None, "expected ValueError"
        except ValueError as error:
            assert card in str(error)


@given(entries=ENTRIES, gone=st.lists(CARD, max_size=3).map(tuple), last=st.booleans())
def test_cards_leave_one_after_another(entries: Cards, gone: Cards, last: bool) -> None:
    left = list(reversed(entries)) if last else list(entries)
    for card in gone:
        at = found_slowly(tuple(left), card)
        if at < 0:
            return
        left.pop(at)
    assert take_out(entries, gone, last) == tuple(reversed(left) if last else left)


@given(entries=ENTRIES, place=st.sampled_from(PLACES), seat=st.sampled_from((None, 0, 1, 2)))
def test_a_seat_knows_what_it_sees_and_what_it_has_seen(entries: Cards, place: Place[Cards], seat: int | None) -> None:
    assert as_seen_by(entries, place, seat) == seen_slowly(entries, place, seat)


@given(entries=ENTRIES)
def test_kinds_are_entries_without_marks(entries: Cards) -> None:
    kinds = tuple(entry.partition("@")[0] for entry in entries)
    assert kinds_of(entries) == kinds
    assert sorted_kinds(entries) == tuple(map(kind_of, without_order(entries)))
    assert has_unseen(kinds) == any(kind in UNSEEN for kind in kinds)


@given(entries=ENTRIES, place=st.sampled_from(PLACES))
def test_nesting_marks_moves_no_card(entries: Cards, place: Place[Cards]) -> None:
    assert kinds_of(nested(entries, place)) == kinds_of(entries)
