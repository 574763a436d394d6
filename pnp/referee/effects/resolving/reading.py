"""Players, numbers, cards and conditions as they are now. In: the words of an effect, and a table. Out: seats, numbers,
truth. Nothing happens here, and nothing is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import eq, ge, gt, le, lt
from typing import Any

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import Doing, Piece
from pnp.referee.effects.vocabulary.values import CHOSEN, Compare, Condition, Count, Filter, Number
from pnp.referee.seat import Seat

COMPARED = {"ge": ge, "gt": gt, "eq": eq, "le": le, "lt": lt}


def seats_of(t: Any, who: str, doing: Doing) -> tuple[Seat, ...]:
    """The players that a word means, where nobody has to choose them, or somebody has."""
    you = doing.you
    if who == "each_player":
        return (you, *t.others(you))
    if who == "each_other_player":
        return t.others(you)  # type: ignore[no-any-return]
    if who in ("left_player", "right_player"):
        around = t.others(you) or (you,)
        return (around[0 if who == "left_player" else -1],)
    if who == "active_player":
        return (t.turn,)
    if who == "you":
        return (you,)
    if who == "bearer":
        piece = effects_of(t).piece(t, doing.piece)
        return () if piece is None or piece.bearer < 0 else (piece.bearer,)
    named = doing.get("chosen_player" if who in CHOSEN else who)
    return () if named is None else (named,)


def read_number(t: Any, number: Number, doing: Doing, them: Seat | None = None) -> int:
    """A number as it is now."""
    if isinstance(number, int):
        return number
    if number.life is not None:
        return sum(t[effects_of(t).life[seat]] for seat in _ones(t, number.life, doing, them))
    if number.counters is not None:
        return _counters(t, number.counters, doing)
    if number.count is not None:
        return _count(t, number.count, doing, them)
    if number.var is not None:
        saved = doing.get(number.var, 0)
        return saved if isinstance(saved, int) else 0
    if number.half is not None:
        return read_number(t, number.half, doing, them) // 2
    if number.half_up is not None:
        return -(-read_number(t, number.half_up, doing, them) // 2)
    if number.double is not None:
        return 2 * read_number(t, number.double, doing, them)
    if number.plus is not None:
        return sum(read_number(t, part, doing, them) for part in number.plus)
    a, b = (read_number(t, part, doing, them) for part in number.minus or number.times or (0, 0))
    return a - b if number.minus is not None else a * b


def _ones(t: Any, who: str, doing: Doing, them: Seat | None) -> tuple[Seat, ...]:
    if who == "them":
        return () if them is None else (them,)
    return seats_of(t, who, doing)


def _counters(t: Any, card: str, doing: Doing) -> int:
    piece = piece_meant(t, card, doing)
    return piece.counters if piece is not None else 0


def piece_meant(t: Any, card: str, doing: Doing) -> Piece | None:
    """The one card in play that a word means."""
    cards = effects_of(t)
    if card == "host":
        own = cards.piece(t, doing.piece)
        return cards.piece(t, own.host) if own is not None else None
    if card == "self":
        return cards.piece(t, doing.piece)
    return cards.piece(t, doing.get("chosen_card" if card == "chosen_card" else "trigger_piece", 0))


def _count(t: Any, count: Count, doing: Doing, them: Seat | None) -> int:
    cards = effects_of(t)
    whose = t.seats if count.who is None else _ones(t, count.who, doing, them)
    zone = {"in_play": cards.play, "hand": cards.hand, "discard": cards.discard, "exile": cards.exile}[count.zone]
    places = {cards.place(zone, seat) for seat in whose}
    if count.zone == "in_play" and count.who is None and cards.commons is not None:
        places.add(cards.commons.place)
    lying = [card for place in places for card in t[place]]
    if count.zone == "hand":  # no card of it need be known, and `check_counts` lets no filter be said
        return len(lying)
    return sum(fits(t, card, count.filter, doing) for card in lying)


def fits(t: Any, card: str, filter_: Any, doing: Doing | None = None) -> bool:
    """Whether a card is one of those that a filter, or a selector, means."""
    if filter_.type and t.setup.book.cards[card].fields.get("type") not in filter_.type:
        return False
    if filter_.name_is and card not in filter_.name_is:
        return False
    if filter_.having and not _has(t.setup.book.cards[card].fields, filter_.having):
        return False
    if not isinstance(filter_, Filter) or not (filter_.named or filter_.of_type):
        return True
    if doing is None:
        return False
    if filter_.of_type and doing.get(filter_.of_type) != t.setup.book.cards[card].fields.get("type"):
        return False
    return not filter_.named or doing.get(filter_.named) == card


def _has(values: Mapping[str, Any], wanted: Mapping[str, tuple[str, ...]]) -> bool:
    return all(values.get(name) in among for name, among in wanted.items())


def holds(t: Any, condition: Condition, doing: Doing) -> bool:
    """Whether a condition is true now."""
    if condition.cmp is not None:
        return _compares(t, condition.cmp, doing)
    if condition.fits is not None:
        card = doing.get(condition.fits.card)
        return isinstance(card, str) and fits(t, card, condition.fits.filter, doing)
    return True


def _compares(t: Any, compare: Compare, doing: Doing) -> bool:
    a, b = (read_number(t, number, doing) for number in (compare.a, compare.b))
    if not isinstance(compare.a, int):
        effects_of(t).say(t, "number", doing=doing, count=a)
    return bool(COMPARED[compare.is_](a, b))
