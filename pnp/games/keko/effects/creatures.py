"""Verbs that change what lies in play: imprison, release, put_in_discard, return_to_hand, take_control, cancel."""

from __future__ import annotations

from pnp.games.keko import rule_ids, triggers
from pnp.games.keko.effects.resolver import Chosen, Needs, Resolver, need_cards, targets
from pnp.games.keko.effects.targets import Need
from pnp.games.keko.game_data import CREATURE, ITEM
from pnp.games.keko.state import NOBODY, InPlay, Item
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.values import Selector
from pnp.games.keko.vocabulary.verbs import (
    Cancel,
    Effects,
    Imprison,
    PutInDiscard,
    Release,
    ReturnToHand,
    TakeControl,
)
from pnp.games.keko.zones import play_area
from pnp.library.effect.vocabulary import Effect


def needs_imprison(trial: Trial, item: Item, effect: Imprison) -> Needs:
    if isinstance(effect.target, Selector) and not effect.target.all:
        yield need_cards(trial, item, effect, effect.target, "on")


def do_imprison(trial: Trial, item: Item, effect: Imprison, chosen: Chosen) -> Effects:
    done: list[InPlay] = []
    for card in targets(trial, item, effect, effect.target, chosen.get("on", ())):
        if trial.face(card).type == CREATURE and not card.imprisoned:
            trial.change(card.serial, imprisoned=True)
            trial.announce(rule_ids.IMPRISONED, f"{trial.label(card)} is imprisoned: its abilities are off")
            done.append(card)
    if done:
        trial.tell(rule_ids.IMPRISONER, f"{trial.name(item.seat)} imprisoned {len(done)}")
    triggers.imprisoned(trial, item.seat, done)
    return ()


def needs_release(trial: Trial, item: Item, effect: Release) -> Needs:
    if isinstance(effect.target, Selector) and not effect.target.all:
        yield need_cards(trial, item, effect, effect.target, "free")


def do_release(trial: Trial, item: Item, effect: Release, chosen: Chosen) -> Effects:
    freed = targets(trial, item, effect, effect.target, chosen.get("free", ()))
    for card in freed:
        trial.change(card.serial, imprisoned=False)
        trial.announce(rule_ids.RELEASED, f"{trial.label(card)} is free and works again at once")
    if not freed:
        trial.announce(rule_ids.UP_TO, "nobody is released")
    return ()


def needs_put_in_discard(trial: Trial, item: Item, effect: PutInDiscard) -> Needs:
    if isinstance(effect.target, Selector) and not effect.target.all:
        yield need_cards(trial, item, effect, effect.target, "pay")


def do_put_in_discard(trial: Trial, item: Item, effect: PutInDiscard, chosen: Chosen) -> Effects:
    for card in targets(trial, item, effect, effect.target, chosen.get("pay", ())):
        play_area.put_away(trial, card)
    return ()


def pays_put_in_discard(trial: Trial, item: Item, effect: PutInDiscard) -> str:
    gone = effect.target == "self" and trial.find(item.serial) is None
    return f"{trial.data.label(item.card)} is not in play" if gone else ""


def needs_return(trial: Trial, item: Item, effect: ReturnToHand) -> Needs:
    if isinstance(effect.target, Selector) and not effect.target.all:
        yield need_cards(trial, item, effect, effect.target, "card")


def do_return(trial: Trial, item: Item, effect: ReturnToHand, chosen: Chosen) -> Effects:
    for card in targets(trial, item, effect, effect.target, chosen.get("card", ())):
        play_area.put_away(trial, card, play_area.HAND)
    return ()


def needs_control(trial: Trial, item: Item, effect: TakeControl) -> Needs:
    if isinstance(effect.target, Selector):
        found = yield need_cards(trial, item, effect, effect.target, "card")
        card = trial.find(found[0]) if found else None
        if card is not None and play_area.needs_room(trial, item.seat, card.card):
            own = tuple(each.serial for each in trial.of_type(item.seat, ITEM))
            yield Need("out", own, "choose the Item that makes room", rule_ids.ITEM_LIMIT)


def do_control(trial: Trial, item: Item, effect: TakeControl, chosen: Chosen) -> Effects:
    for card in targets(trial, item, effect, effect.target, chosen.get("card", ())):
        if card.controller == item.seat or card.controller < 0:
            continue
        for serial in chosen.get("out", ()):
            play_area.make_room(trial, item.seat, serial)
        back_to = card.controller if card.back_to == NOBODY else card.back_to
        play_area.change_sides(trial, card, item.seat, back_to)
    return ()


def do_cancel(trial: Trial, item: Item, effect: Cancel, chosen: Chosen) -> Effects:
    answered = trial.item(item.about)
    if answered is None or answered.begun:
        trial.announce(rule_ids.SOURCE_GONE, "the card that was answered is gone already")
        return ()
    trial.drop_item(answered.number)
    trial.discard.append(answered.card)
    trial.announce(rule_ids.ANSWERED, f"{trial.data.label(answered.card)} has no effect and goes to the discard pile")
    if trial.face(answered.card).type == CREATURE:
        trial.tell(rule_ids.CANCELLED_CREATURE, "it still was the Creature of this turn")
    return ()


CREATURES: dict[type[Effect], Resolver] = {
    Imprison: Resolver(do_imprison, needs_imprison),
    Release: Resolver(do_release, needs_release),
    PutInDiscard: Resolver(do_put_in_discard, needs_put_in_discard, pays_put_in_discard),
    ReturnToHand: Resolver(do_return, needs_return),
    TakeControl: Resolver(do_control, needs_control),
    Cancel: Resolver(do_cancel),
}
