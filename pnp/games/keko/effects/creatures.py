"""Verbs that change what lies in play: imprison, release, put_in_discard, return_to_hand, take_control, cancel."""

from __future__ import annotations

from pnp.games.keko import area, rules, triggers
from pnp.games.keko.effects.resolver import Chosen, Needs, Resolver, need_cards, targets
from pnp.games.keko.game_data import CREATURE, ITEM
from pnp.games.keko.state import NOBODY, InPlay, Item
from pnp.games.keko.targets import Need
from pnp.games.keko.trial import Course
from pnp.library.effect.values import Selector
from pnp.library.effect.verbs import (
    Cancel,
    Effect,
    Effects,
    Imprison,
    PutInDiscard,
    Release,
    ReturnToHand,
    TakeControl,
)


def needs_imprison(course: Course, item: Item, effect: Imprison) -> Needs:
    if isinstance(effect.target, Selector) and not effect.target.all:
        yield need_cards(course, item, effect, effect.target, "on")


def do_imprison(course: Course, item: Item, effect: Imprison, chosen: Chosen) -> Effects:
    done: list[InPlay] = []
    for card in targets(course, item, effect, effect.target, chosen.get("on", ())):
        if course.face(card).type == CREATURE and not card.imprisoned:
            course.change(card.serial, imprisoned=True)
            course.announce(rules.IMPRISONED, f"{course.label(card)} is imprisoned: its abilities are off")
            done.append(card)
    if done:
        course.tell(rules.IMPRISONER, f"{course.name(item.seat)} imprisoned {len(done)}")
    triggers.imprisoned(course, item.seat, done)
    return ()


def needs_release(course: Course, item: Item, effect: Release) -> Needs:
    if isinstance(effect.target, Selector) and not effect.target.all:
        yield need_cards(course, item, effect, effect.target, "free")


def do_release(course: Course, item: Item, effect: Release, chosen: Chosen) -> Effects:
    freed = targets(course, item, effect, effect.target, chosen.get("free", ()))
    for card in freed:
        course.change(card.serial, imprisoned=False)
        course.announce(rules.RELEASED, f"{course.label(card)} is free and works again at once")
    if not freed:
        course.announce(rules.UP_TO, "nobody is released")
    return ()


def needs_put_in_discard(course: Course, item: Item, effect: PutInDiscard) -> Needs:
    if isinstance(effect.target, Selector) and not effect.target.all:
        yield need_cards(course, item, effect, effect.target, "pay")


def do_put_in_discard(course: Course, item: Item, effect: PutInDiscard, chosen: Chosen) -> Effects:
    for card in targets(course, item, effect, effect.target, chosen.get("pay", ())):
        area.put_away(course, card)
    return ()


def pays_put_in_discard(course: Course, item: Item, effect: PutInDiscard) -> str:
    gone = effect.target == "self" and course.find(item.serial) is None
    return f"{course.kit.label(item.card)} is not in play" if gone else ""


def needs_return(course: Course, item: Item, effect: ReturnToHand) -> Needs:
    if isinstance(effect.target, Selector) and not effect.target.all:
        yield need_cards(course, item, effect, effect.target, "card")


def do_return(course: Course, item: Item, effect: ReturnToHand, chosen: Chosen) -> Effects:
    for card in targets(course, item, effect, effect.target, chosen.get("card", ())):
        area.put_away(course, card, area.HAND)
    return ()


def needs_control(course: Course, item: Item, effect: TakeControl) -> Needs:
    if isinstance(effect.target, Selector):
        found = yield need_cards(course, item, effect, effect.target, "card")
        card = course.find(found[0]) if found else None
        if card is not None and area.needs_room(course, item.seat, card.card):
            own = tuple(each.serial for each in course.of_type(item.seat, ITEM))
            yield Need("out", own, "choose the Item that makes room", rules.ITEM_LIMIT)


def do_control(course: Course, item: Item, effect: TakeControl, chosen: Chosen) -> Effects:
    for card in targets(course, item, effect, effect.target, chosen.get("card", ())):
        if card.controller == item.seat or card.controller < 0:
            continue
        for serial in chosen.get("out", ()):
            area.make_room(course, item.seat, serial)
        back_to = card.controller if card.back_to == NOBODY else card.back_to
        area.change_sides(course, card, item.seat, back_to)
    return ()


def do_cancel(course: Course, item: Item, effect: Cancel, chosen: Chosen) -> Effects:
    answered = course.item(item.about)
    if answered is None or answered.begun:
        course.announce(rules.SOURCE_GONE, "the card that was answered is gone already")
        return ()
    course.drop_item(answered.number)
    course.discard.append(answered.card)
    course.announce(rules.ANSWERED, f"{course.kit.label(answered.card)} has no effect and goes to the discard pile")
    if course.face(answered.card).type == CREATURE:
        course.tell(rules.CANCELLED_CREATURE, "it still was the Creature of this turn")
    return ()


CREATURES: dict[type[Effect], Resolver] = {
    Imprison: Resolver(do_imprison, needs_imprison),
    Release: Resolver(do_release, needs_release),
    PutInDiscard: Resolver(do_put_in_discard, needs_put_in_discard, pays_put_in_discard),
    ReturnToHand: Resolver(do_return, needs_return),
    TakeControl: Resolver(do_control, needs_control),
    Cancel: Resolver(do_cancel),
}
