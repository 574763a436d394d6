"""Choices: what an effect asks for, what may be typed, and whether what was typed fits. In: an effect and typed values.
Out: a chosen value, or why it is none.

A choice is typed with a key (15.2): players as seats, cards in play as their serials, cards elsewhere as ids.
Invariant: nothing else knows what a legal target is.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.games.keko.game_data import CREATURE, fits, single, wanted
from pnp.games.keko.params import split_number
from pnp.games.keko.state import NOBODY, InPlay, StackItem
from pnp.games.keko.trial import Trial, as_typed
from pnp.games.keko.vocabulary.values import Amount, Selector, Value
from pnp.games.keko.vocabulary.verbs import (
    AddCounters,
    Damage,
    Imprison,
    MoveCounters,
    PutInDiscard,
    Release,
    SwapHands,
)
from pnp.library.effect.vocabulary import Effect
from pnp.referee.message import LateMessage
from pnp.referee.ruling import Ambiguous, Illegal
from pnp.referee.seat import TABLE, Seat

NOTHING = object()  # no legal choice: the effect does nothing


class Need(Struct, frozen=True):
    """One choice of an effect: its key, what may be said, how many of it.

    lack: why nothing may be said, where that is not plain · shared: counters are shared out, `card*number`
    """

    key: str
    options: tuple[Any, ...]
    why: LateMessage
    rule: str = "KEK-E1"
    least: int = 1
    most: int = 1
    shared: int = 0
    lack: LateMessage | None = None


# who


def legal_seats(t: Trial, item: StackItem, effect: Effect, who: str) -> tuple[Seat, ...]:
    """The players that may be chosen (KEK-A23, KEK-V01)."""
    seats = [seat for seat in t.living() if who == "any_player" or seat != item.seat]
    if isinstance(effect, SwapHands) and not t.data.switches.swap_with_yourself:
        seats = [seat for seat in seats if seat != item.seat]
    if isinstance(effect, Damage):
        seats = [seat for seat in seats if not t.are_teammates(seat, item.seat)]
    return tuple(seats)


def affected_seats(t: Trial, item: StackItem, who: str) -> tuple[Seat, ...]:
    """The players that are meant without a choice."""
    if who == "you":
        return (item.seat,)
    if who == "trigger_player":
        return (item.event_player,) if item.event_player >= 0 and t.players[item.event_player].alive else ()
    return tuple(seat for seat in t.living() if who == "each_player" or seat != item.seat)


# which cards


def legal_cards(t: Trial, item: StackItem, effect: Effect, selector: Selector) -> list[InPlay]:
    """The cards in play that a selector may mean, in the order of arrival."""
    meant = t.data.meant[selector, type(effect)]
    cards = [card for card in t.play if card.card in meant]
    if selector.has_counters:
        cards = [card for card in cards if card.counters]
    if selector.controller == "you":
        cards = [card for card in cards if card.controller == item.seat]
    elif selector.controller == "other":
        cards = [card for card in cards if card.controller >= 0 and card.controller != item.seat]
    if selector.not_self:
        cards = [card for card in cards if card.serial != item.serial]
    if selector.imprisoned is not None:
        cards = [card for card in cards if card.imprisoned == selector.imprisoned]
    if isinstance(effect, Imprison | Release):
        cards = [card for card in cards if card.imprisoned == isinstance(effect, Release)]
    return cards


# how much


def amount_of(t: Trial, item: StackItem, amount: Amount, target: InPlay | None = None) -> int:
    """A number, read now (KEK-E5)."""
    if isinstance(amount, int):
        return amount
    if not isinstance(amount, Value):
        return target.counters if target is not None else 0
    if amount.counters_on is not None:
        card = target if amount.counters_on == "target" else t.find(item.serial)
        value = card.counters if card else 0
    elif amount.count is not None:
        value = _count(t, item, amount)
    else:
        saved = item.saved_values.get(str(amount.var))
        value = saved if isinstance(saved, int) else 0
    t.note("KEK-E5", "x_is_now", count=value)
    return value


def _count(t: Trial, item: StackItem, amount: Value) -> int:
    count = amount.count
    assert count is not None
    if count.zone == "hand":
        return len(t.players[item.seat].hand)
    if count.zone == "discard":
        return sum(fits(t.card_data(card), count.filter) for card in t.discard)
    cards = [card for card in t.play if count.who is None or card.controller == item.seat]
    return sum(fits(t.card_data(card), count.filter) for card in cards)


# what was typed


def match(t: Trial, item: StackItem, effect: Effect, need: Need, typed: Any) -> Any:
    """The chosen value of a need, or Illegal or Ambiguous."""
    if need.key in ("on", "free", "from", "card", "out") or isinstance(effect, PutInDiscard):
        return _match_cards(t, item, effect, need, typed)
    if need.key == "at":
        if typed in need.options:
            return typed
        return refuse_seat(t, item, effect, need, typed)
    if need.key == "n":
        if typed in need.options:
            return typed
        most = need.options[-1] if need.options else 0
        return t.refusal(need.rule, "typed_out_of_range", typed=f"n={typed}", why=need.why, most=most)
    if need.key in ("type", "pick"):
        if typed in need.options:
            return typed
        return t.refusal(need.rule, "typed_but", typed=f"{need.key}={typed}", why=need.why)
    return typed


def _match_cards(t: Trial, item: StackItem, effect: Effect, need: Need, typed: Any) -> Any:
    words = (typed,) if isinstance(typed, str | int) else tuple(typed)
    if words == ("none",):
        return () if need.least == 0 else t.refusal("KEK-E4", "cannot_be_none", why=need.why)
    chosen: list[int] = []
    shares: list[tuple[int, int]] = []
    for word in words:
        if isinstance(word, tuple):
            ref, number = word
        else:
            ref, number = split_number(word, "*") if isinstance(word, str) else (word, 0)
        serial = _serial(t, item, effect, need, ref, chosen)
        if not isinstance(serial, int):
            return serial
        chosen.append(serial)
        shares.append((serial, number))
    if need.shared:
        return _shared(t, need, shares)
    if len(chosen) > need.most or len(chosen) < need.least:
        count = len(chosen)
        return t.refusal("KEK-E4", "from_to_not", why=need.why, least=need.least, most=need.most, count=count)
    return tuple(chosen)


def _shared(t: Trial, need: Need, shares: list[tuple[int, int]]) -> Any:
    if len(shares) == 1 and not shares[0][1] and need.shared == 1:
        shares = [(shares[0][0], 1)]
    if any(not number for _, number in shares):
        return t.refusal(need.rule, "how_many_each")
    total = sum(number for _, number in shares)
    if total > need.shared:
        return t.refusal("KEK-E4", "can_be_shared_out", count=need.shared, total=total)
    return tuple(shares)


def _serial(t: Trial, item: StackItem, effect: Effect, need: Need, ref: str | int, taken: list[int]) -> Any:
    """The card that a word means: the only one of that name that fits the place (15.3)."""
    if isinstance(ref, int):
        fits_still = ref in need.options and ref not in taken
        return ref if fits_still else t.refusal(need.rule, "fits_no_more", why=need.why)
    name, copy = split_number(ref, ".")
    named = [card for card in t.play if card.card == name and copy in (0, card.copy)]
    fitting = [card.serial for card in named if card.serial in need.options and card.serial not in taken]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        refs = tuple(t.ref(card) for card in named if card.serial in fitting)
        return Ambiguous(t.message("may_be_any_of", word=as_typed(ref), refs=refs), refs)
    if not named:
        because = "not_in_play" if copy < 2 else "copy_not_in_play"
        return t.refusal(need.rule, because, card=t.data.label(name), copy=copy)
    return refuse_card(t, item, effect, need, named[0])


def refuse_card(t: Trial, item: StackItem, effect: Effect, need: Need, card: InPlay) -> Illegal:
    """Why a card in play may not be chosen."""
    label, card_data = t.label(card), t.card_data(card)
    adds = isinstance(effect, AddCounters) or (isinstance(effect, MoveCounters) and need.key == "on")
    if adds and not card_data.uses_counters:
        return t.refusal("KEK-37", "uses_no_counters", card=label)
    if isinstance(effect, MoveCounters) and need.key == "on" and card.serial == item.serial:
        return t.refusal("KEK-A21", "not_to_itself", card=label)
    if need.key == "from" and not card.counters:
        return t.refusal(need.rule, "has_no_counters", card=label)
    if isinstance(effect, Imprison) and card_data.type == CREATURE and card.imprisoned:
        return t.refusal("KEK-48", "imprisoned_already", card=label)
    if isinstance(effect, Release) and card_data.type == CREATURE and not card.imprisoned:
        return t.refusal("KEK-48", "not_imprisoned", card=label)
    if need.key == "out":
        return t.refusal("KEK-43", "no_item_of", card=label, seat=item.seat)
    which = wanted(effect, need.key)
    if which is None:
        return t.refusal(need.rule, "cannot_be_chosen", card=label, why=need.why)
    other_side = {"you": card.controller != item.seat, "other": card.controller in (NOBODY, item.seat)}
    rule = "KEK-38" if other_side.get(which.controller) else "KEK-E13"
    if which.not_self and card.serial == item.serial:
        return t.refusal("KEK-E13", "means_not_itself", card=label, what=t.data.describe(single(which)))
    because = "means_not_nobodys" if card.controller == NOBODY else "means_not_that"
    meant = {"source": t.data.label(item.card), "what": t.data.describe(single(which))}
    return t.refusal(rule, because, **meant, card=label, kind=card_data.kind, seat=card.controller)


def refuse_seat(t: Trial, item: StackItem, effect: Effect, need: Need, seat: Seat) -> Illegal:
    """Why a player may not be chosen."""
    if need.lack:
        return t.refusal(need.rule, "card_and_why", card=t.data.label(item.card), why=need.lack)
    if seat == TABLE:
        return t.refusal("KEK-A23", "table_is_no_player")
    if not t.players[seat].alive:
        return t.refusal("KEK-60", "out_of_the_game", seat=seat)
    if seat == item.seat and isinstance(effect, SwapHands):
        return t.refusal("KEK-A28", "swap_needs_two")
    if seat == item.seat:
        return t.refusal("KEK-A23", "says_another_player", card=t.data.label(item.card))
    if isinstance(effect, Damage) and t.are_teammates(seat, item.seat):
        return t.refusal("KEK-V01", "is_teammate", seat=seat)
    return t.refusal(need.rule, "seat_cannot_be_chosen", seat=seat, why=need.why)
