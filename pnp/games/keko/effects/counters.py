"""Verbs of counters: add_counters, remove_counters, move_counters (KEK-36, KEK-37)."""

from __future__ import annotations

from typing import Any

from pnp.games.keko.effects.resolver import Chosen, Needs, Resolver, need_cards, targets
from pnp.games.keko.effects.targets import Need, amount_of, legal_cards
from pnp.games.keko.game_data import GIVER, KRYSTAL, TAKER, wanted
from pnp.games.keko.state import InPlay, StackItem
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.values import Filter, Selector
from pnp.games.keko.vocabulary.verbs import AddCounters, Effects, MoveCounters, RemoveCounters
from pnp.library.effect.vocabulary import Effect


def _described(t: Trial, effect: Effect, key: str) -> str:
    return t.data.describe(wanted(effect, key) or Filter())


def _chooses(target: Any) -> bool:
    return isinstance(target, Selector) and not target.all


def needs_add(t: Trial, item: StackItem, effect: AddCounters) -> Needs:
    if _chooses(effect.target):
        yield need_cards(t, item, effect, effect.target, "on", "KEK-37")  # type: ignore[arg-type]


def do_add(t: Trial, item: StackItem, effect: AddCounters, chosen: Chosen) -> Effects:
    for card in targets(t, item, effect, effect.target, chosen.get("on", ())):
        amount = amount_of(t, item, effect.amount, card)
        if card.imprisoned:
            t.note("KEK-46", "others_change_counters", card=t.label(card))
        t.change(card.serial, counters=card.counters + amount)
        total = card.counters + amount
        t.announce("KEK-37", "counters_on", count=amount, card=t.label(card), total=total)
        _own_krystal(t, item, card)
    return ()


def _own_krystal(t: Trial, item: StackItem, card: InPlay) -> None:
    """What a Krystal does to a card that counts Krystals comes first (KEK-A22)."""
    if t.card_data(item.card).type == KRYSTAL and t.card_data(card).ability_numbers("card_played"):
        t.note("KEK-A22", "sees_own_krystal", card=t.label(card))


def needs_remove(t: Trial, item: StackItem, effect: RemoveCounters) -> Needs:
    if _chooses(effect.target):
        found = yield need_cards(t, item, effect, effect.target, "from")  # type: ignore[arg-type]
        card = t.find(found[0]) if found else None
    else:
        card = t.find(item.serial) if effect.target == "self" else None
    if effect.amount == "any":
        most = card.counters if card else 0
        yield Need("n", tuple(range(1, most + 1)), t.late("how_many_counters"), "KEK-E2")


def do_remove(t: Trial, item: StackItem, effect: RemoveCounters, chosen: Chosen) -> Effects:
    removed = 0
    for card in targets(t, item, effect, effect.target, chosen.get("from", ())):
        amount = chosen["n"] if effect.amount == "any" else amount_of(t, item, effect.amount, card)
        taken = min(amount, card.counters)
        if taken < amount:
            t.note("KEK-A06", "as_many_as_there_are", card=t.label(card), count=taken)
        t.change(card.serial, counters=card.counters - taken)
        left = card.counters - taken
        t.announce("KEK-E5", "counters_off", count=taken, card=t.label(card), left=left)
        removed += taken
    if effect.save_as:
        current = t.item(item.number)
        if current is not None:
            t.change_item(item.number, saved_values={**current.saved_values, effect.save_as: removed})
    return ()


def refuse_remove_cost(t: Trial, item: StackItem, effect: RemoveCounters) -> str | None:
    card = t.find(item.serial)
    there = card.counters if card else 0
    needed = effect.amount if isinstance(effect.amount, int) else 1
    if there >= needed:
        return None
    return t.message("too_few_counters", card=t.data.label(item.card), count=there, needed=needed)


def sources(t: Trial, item: StackItem, effect: MoveCounters) -> list[InPlay]:
    """The cards that counters may be taken off: some other card must be able to take them."""
    if effect.from_ == "self":
        card = t.find(item.serial)
        found = [card] if card else []
    else:
        assert isinstance(effect.from_, Selector)
        found = legal_cards(t, item, effect, effect.from_)
    takers = {card.serial for card in _takers(t, item, effect)}
    return [card for card in found if card.counters and takers - {card.serial}]


def receivers(t: Trial, item: StackItem, effect: MoveCounters, source: InPlay) -> list[InPlay]:
    """The other cards that may take them."""
    return [card for card in _takers(t, item, effect) if card.serial != source.serial]


def _takers(t: Trial, item: StackItem, effect: MoveCounters) -> list[InPlay]:
    if effect.to == "self":
        card = t.find(item.serial)
        found = [card] if card else []
    else:
        assert isinstance(effect.to, Selector)
        found = legal_cards(t, item, effect, effect.to)
    return [card for card in found if t.card_data(card).uses_counters]


def needs_move(t: Trial, item: StackItem, effect: MoveCounters) -> Needs:
    found = sources(t, item, effect)
    serial = found[0].serial if found else 0
    if effect.from_ != "self":
        why = t.late("choose", what=_described(t, effect, GIVER))
        picked = yield Need("from", tuple(card.serial for card in found), why, "KEK-E11")
        serial = picked[0]
    source = t.find(serial)
    if source is None:
        why = t.late("must_take_them", what=_described(t, effect, TAKER))
        yield Need("on", (), why, "KEK-37")
        return
    takers = tuple(card.serial for card in receivers(t, item, effect, source))
    if effect.distribute:
        why = t.late("share_out", what=_described(t, effect, TAKER))
        yield Need("on", takers, why, "KEK-37", 1, max(len(takers), 1), source.counters)
        return
    if effect.to != "self":
        why = t.late("choose", what=_described(t, effect, TAKER))
        yield Need("on", takers, why, "KEK-37")
    if effect.amount == "any":
        yield Need("n", tuple(range(1, source.counters + 1)), t.late("how_many_counters"), "KEK-E4")


def do_move(t: Trial, item: StackItem, effect: MoveCounters, chosen: Chosen) -> Effects:
    serial = item.serial if effect.from_ == "self" else chosen["from"][0]
    source = t.find(serial)
    if source is None or not source.counters:
        return ()
    if effect.distribute:
        shares = list(chosen["on"])
        t.note("KEK-A36", "all_goes_to_others", card=t.label(source))
    else:
        taker = item.serial if effect.to == "self" else chosen["on"][0]
        amount = chosen["n"] if effect.amount == "any" else amount_of(t, item, effect.amount, source)
        shares = [(taker, min(amount, source.counters))]
    left = source.counters
    for taker, number in shares:
        card = t.find(taker)
        moved = min(number, left)
        if card is None or not moved:
            continue
        left -= moved
        t.change(taker, counters=card.counters + moved)
        t.announce("KEK-37", "counters_from_to", count=moved, source=t.label(source), card=t.label(card))
    t.change(serial, counters=left)
    return ()


COUNTERS: dict[type[Effect], Resolver] = {
    AddCounters: Resolver(do_add, needs_add),
    RemoveCounters: Resolver(do_remove, needs_remove, refuse_remove_cost),
    MoveCounters: Resolver(do_move, needs_move),
}
