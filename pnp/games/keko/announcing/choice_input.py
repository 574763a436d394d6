"""Choices typed with a card or an ability. In: a move's keys. Out: choices of an entry, or a refusal.

Actions, answers and used abilities choose when they are announced; what is left over waits for its question (KEK-E3).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.games.keko.effects import RESOLVERS
from pnp.games.keko.effects.counters import sources
from pnp.games.keko.effects.targets import Need, legal_cards, match
from pnp.games.keko.game_data import GIVER, ITEM, KRYSTAL, CardData, inner, single, wanted
from pnp.games.keko.state import StackItem
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.values import Selector
from pnp.games.keko.vocabulary.verbs import (
    AddCounters,
    ChooseOne,
    ChooseType,
    Damage,
    Discard,
    ExchangeCards,
    Imprison,
    MoveCounters,
    PeekHand,
    PutInDiscard,
    Release,
    RemoveCounters,
    ReturnToHand,
    Search,
    SwapHands,
    TakeControl,
)
from pnp.library.effect.vocabulary import Effect
from pnp.referee.ruling import Ambiguous, Illegal

OF_COUNTERS = (AddCounters, RemoveCounters, MoveCounters)
NOT_WANTED = ("KEK-E13", "KEK-38")  # another card than the words of the effect name
KEYS_OF: dict[type[Effect], tuple[str, ...]] = {
    Damage: ("at",),
    AddCounters: ("on",),
    Imprison: ("on",),
    RemoveCounters: ("from", "n"),
    MoveCounters: ("from", "on", "n"),
    Release: ("free",),
    PutInDiscard: ("pay",),
    Discard: ("pay",),
    ReturnToHand: ("card",),
    TakeControl: ("card", "out"),
    SwapHands: ("at",),
    ExchangeCards: ("at",),
    PeekHand: ("at",),
    Search: ("find", "out"),
    ChooseType: ("type",),
    ChooseOne: ("pick",),
}


def refuse_keys(
    t: Trial, card_data: CardData, numbers: Iterable[int], typed: dict[str, Any], more: tuple[str, ...] = ()
) -> Illegal | None:
    """A key that nothing on the card asks for."""
    if not typed:
        return None
    known = set(more)
    for number in numbers:
        ability = card_data.abilities[number]
        for effect in inner((*ability.cost, *ability.do)):
            known.update(KEYS_OF.get(type(effect), ()))
    if card_data.type == ITEM:
        known.add("out")
    for key in typed:
        if key not in known:
            return t.refusal("KEK-E3", "asks_for_no", card=card_data.label, key=f"{key}=")
    return None


def choose_on_announcement(
    t: Trial, item: StackItem, effects: Iterable[Effect], fixed: dict[str, Any]
) -> Illegal | Ambiguous | None:
    """The choices of effects that are made on announcement, into `fixed`; what is missing is refused or read."""
    for effect in effects:
        refusal = _settle_one(t, item, effect, fixed)
        if refusal is not None:
            return refusal
        if isinstance(effect, ChooseOne):
            refusal = choose_on_announcement(t, item, effect.options[fixed["pick"] - 1], fixed)
            if refusal is not None:
                return refusal
    return None


def _settle_one(t: Trial, item: StackItem, effect: Effect, fixed: dict[str, Any]) -> Illegal | Ambiguous | None:
    impossible = refuse_effect(t, item, effect)
    if impossible is not None:
        return impossible
    needs = RESOLVERS[type(effect)].needs(t, item, effect)
    try:
        need = next(needs)
        while True:
            if need.key in fixed:  # an earlier effect has taken it; this one will ask
                return None
            if need.key == "out" and "out" not in item.typed:  # asked when it resolves (14.10)
                return None
            value = _chosen(t, item, effect, need)
            if isinstance(value, Illegal | Ambiguous):
                return value
            fixed[need.key] = value
            need = needs.send(value)
    except StopIteration:
        return None


def _chosen(t: Trial, item: StackItem, effect: Effect, need: Need) -> Any:
    label = t.data.label(item.card)
    if need.key in item.typed:
        value = match(t, item, effect, need, item.typed[need.key])
        if need.options or not need.least or (isinstance(value, Illegal) and value.rule not in NOT_WANTED):
            return value
    if not need.options:
        if need.least == 0 and not need.shared:
            return ()
        why = need.lack or t.late("there_is_none", why=need.why)
        return t.refusal(_missing_rule(need), "card_and_why", card=label, why=why)
    if need.least == 0:
        return ()
    if len(need.options) == 1 and not (need.shared > 1):
        only = need.options[0]
        return ((only, 1),) if need.shared else only if need.key in ("at", "n", "type", "pick") else (only,)
    words = tuple(f"{need.key}={word}" for word in words_of(t, need))
    return Ambiguous(t.message("card_and_why", card=label, why=need.why), words)


def _missing_rule(need: Need) -> str:
    return "KEK-37" if need.rule == "KEK-37" else "KEK-E11"


def words_of(t: Trial, need: Need) -> list[str]:
    """What may be typed for a need."""
    if need.key == "at":
        return [t.name(seat) for seat in need.options]
    if need.key in ("n", "type", "pick", "find") or (need.options and not isinstance(need.options[0], int)):
        return [str(option) for option in need.options]
    cards = [card for serial in need.options if (card := t.find(serial)) is not None]
    if need.shared:
        return [f"{t.ref(card)}*{number}" for card in cards for number in range(1, need.shared + 1)]
    return [t.ref(card) for card in cards]


def refuse_effect(t: Trial, item: StackItem, effect: Effect) -> Illegal | None:
    """Counters that cannot change at all: a Krystal or an Action cannot be played for that (KEK-36)."""
    if not isinstance(effect, OF_COUNTERS):
        return None
    card_data = t.data.cards[item.card]
    rule = "KEK-36" if card_data.type == KRYSTAL else "KEK-E11"
    target = effect.from_ if isinstance(effect, MoveCounters) else effect.target
    if target == "self" or not isinstance(target, Selector):
        return None
    if isinstance(effect, MoveCounters):
        cards = sources(t, item, effect)
    else:
        cards = legal_cards(t, item, effect, target)
        adds = isinstance(effect, AddCounters)
        if not adds:
            cards = [card for card in cards if card.counters]
    if not cards:
        source = wanted(effect, GIVER)
        what = t.data.describe(single(source)) if source else t.message("card_with_counters")
        because = "needs_card_and_taker" if isinstance(effect, MoveCounters) else "needs_card"
        return t.refusal(rule, because, card=card_data.label, what=what)
    amount = effect.amount
    full = t.data.switches.krystal_partial == "full_number"
    if not full or rule != "KEK-36" or not isinstance(amount, int) or isinstance(effect, AddCounters):
        return None
    if any(card.counters >= amount for card in cards):
        return None
    return t.refusal("KEK-A06", "needs_full_number", card=card_data.label, count=amount)
