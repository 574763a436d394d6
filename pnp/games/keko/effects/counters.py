"""Verbs of counters: add_counters, remove_counters, move_counters (KEK-36, KEK-37)."""

from __future__ import annotations

from typing import Any

from pnp.games.keko import rules
from pnp.games.keko.effects.resolver import Chosen, Needs, Resolver, need_cards, targets
from pnp.games.keko.game_data import GIVER, KRYSTAL, TAKER, counted, wanted
from pnp.games.keko.state import InPlay, Item
from pnp.games.keko.targets import Need, amount_of, legal_cards
from pnp.games.keko.trial import Course
from pnp.library.effect.values import Selector
from pnp.library.effect.verbs import AddCounters, Effect, Effects, MoveCounters, RemoveCounters


def _called(course: Course, effect: Effect, key: str) -> str:
    which = wanted(effect, key)
    return course.kit.called(which) if which else "a card"


def _chooses(target: Any) -> bool:
    return isinstance(target, Selector) and not target.all


def needs_add(course: Course, item: Item, effect: AddCounters) -> Needs:
    if _chooses(effect.target):
        yield need_cards(course, item, effect, effect.target, "on", rules.USES_COUNTERS)  # type: ignore[arg-type]


def do_add(course: Course, item: Item, effect: AddCounters, chosen: Chosen) -> Effects:
    for card in targets(course, item, effect, effect.target, chosen.get("on", ())):
        amount = amount_of(course, item, effect.amount, card)
        if card.imprisoned:
            course.tell(rules.COUNTERS_STAY, f"{course.label(card)} is imprisoned; other cards may change its counters")
        course.change(card.serial, counters=card.counters + amount)
        total = card.counters + amount
        course.announce(rules.USES_COUNTERS, f"{counted(amount, 'counter')} on {course.label(card)}: {total} there")
        _own_krystal(course, item, card)
    return ()


def _own_krystal(course: Course, item: Item, card: InPlay) -> None:
    """What a Krystal does to a card that counts Krystals comes first (KEK-A22)."""
    if course.face(item.card).type == KRYSTAL and course.face(card).numbers("card_played"):
        course.tell(rules.OWN_COUNTER_TOO, f"{course.label(card)} sees the Krystal that put a counter on it, too")


def needs_remove(course: Course, item: Item, effect: RemoveCounters) -> Needs:
    if _chooses(effect.target):
        found = yield need_cards(course, item, effect, effect.target, "from")  # type: ignore[arg-type]
        card = course.find(found[0]) if found else None
    else:
        card = course.find(item.serial) if effect.target == "self" else None
    if effect.amount == "any":
        most = card.counters if card else 0
        yield Need("n", tuple(range(1, most + 1)), "how many counters", rules.COST)


def do_remove(course: Course, item: Item, effect: RemoveCounters, chosen: Chosen) -> Effects:
    removed = 0
    for card in targets(course, item, effect, effect.target, chosen.get("from", ())):
        amount = chosen["n"] if effect.amount == "any" else amount_of(course, item, effect.amount, card)
        taken = min(amount, card.counters)
        if taken < amount:
            course.tell(rules.KRYSTAL_PARTIAL, f"{course.label(card)} has {taken} only: as many as there are")
        course.change(card.serial, counters=card.counters - taken)
        left = card.counters - taken
        course.announce(rules.COUNTED, f"{counted(taken, 'counter')} off {course.label(card)}: {left} left")
        removed += taken
    if effect.save_as:
        current = course.item(item.number)
        if current is not None:
            course.change_item(item.number, saved={**current.saved, effect.save_as: removed})
    return ()


def pays_remove(course: Course, item: Item, effect: RemoveCounters) -> str:
    card = course.find(item.serial)
    there = card.counters if card else 0
    needed = effect.amount if isinstance(effect.amount, int) else 1
    has = f"{course.kit.label(item.card)} has {counted(there, 'counter')}"
    return "" if there >= needed else f"{has}, it needs {needed}"


def sources(course: Course, item: Item, effect: MoveCounters) -> list[InPlay]:
    """The cards that counters may be taken off: some other card must be able to take them."""
    if effect.from_ == "self":
        card = course.find(item.serial)
        found = [card] if card else []
    else:
        assert isinstance(effect.from_, Selector)
        found = legal_cards(course, item, effect, effect.from_)
    return [card for card in found if card.counters and receivers(course, item, effect, card)]


def receivers(course: Course, item: Item, effect: MoveCounters, source: InPlay) -> list[InPlay]:
    """The other cards that may take them."""
    if effect.to == "self":
        card = course.find(item.serial)
        found = [card] if card else []
    else:
        assert isinstance(effect.to, Selector)
        found = legal_cards(course, item, effect, effect.to)
    return [card for card in found if card.serial != source.serial and course.face(card).uses_counters]


def needs_move(course: Course, item: Item, effect: MoveCounters) -> Needs:
    found = sources(course, item, effect)
    serial = found[0].serial if found else 0
    if effect.from_ != "self":
        picked = yield Need(
            "from", tuple(card.serial for card in found), f"choose {_called(course, effect, GIVER)}", rules.NO_CHOICE
        )
        serial = picked[0]
    source = course.find(serial)
    if source is None:
        why = f"{_called(course, effect, TAKER)} must take them"
        yield Need("on", (), why, rules.USES_COUNTERS)
        return
    takers = tuple(card.serial for card in receivers(course, item, effect, source))
    if effect.distribute:
        why = f"share the counters out among {_called(course, effect, TAKER)}: on=card*number,…"
        yield Need("on", takers, why, rules.USES_COUNTERS, 1, max(len(takers), 1), source.counters)
        return
    if effect.to != "self":
        yield Need("on", takers, f"choose {_called(course, effect, TAKER)}", rules.USES_COUNTERS)
    if effect.amount == "any":
        yield Need("n", tuple(range(1, source.counters + 1)), "how many counters", rules.UP_TO)


def do_move(course: Course, item: Item, effect: MoveCounters, chosen: Chosen) -> Effects:
    serial = item.serial if effect.from_ == "self" else chosen["from"][0]
    source = course.find(serial)
    if source is None or not source.counters:
        return ()
    if effect.distribute:
        shares = list(chosen["on"])
        course.tell(rules.NEEDS_RECEIVER, f"all that comes off {course.label(source)} goes to other cards")
    else:
        taker = item.serial if effect.to == "self" else chosen["on"][0]
        amount = chosen["n"] if effect.amount == "any" else amount_of(course, item, effect.amount, source)
        shares = [(taker, min(amount, source.counters))]
    left = source.counters
    for taker, number in shares:
        card = course.find(taker)
        moved = min(number, left)
        if card is None or not moved:
            continue
        left -= moved
        course.change(taker, counters=card.counters + moved)
        way = f"from {course.label(source)} to {course.label(card)}"
        course.announce(rules.USES_COUNTERS, f"{counted(moved, 'counter')} {way}")
    course.change(serial, counters=left)
    return ()


COUNTERS: dict[type[Effect], Resolver] = {
    AddCounters: Resolver(do_add, needs_add),
    RemoveCounters: Resolver(do_remove, needs_remove, pays_remove),
    MoveCounters: Resolver(do_move, needs_move),
}
