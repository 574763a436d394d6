"""Verbs that change what lies in play: imprison, release, put_in_discard, return_to_hand, take_control, cancel."""

from __future__ import annotations

from pnp.games.keko import triggers
from pnp.games.keko.effects.resolver import Chosen, Needs, Resolver, need_cards, targets
from pnp.games.keko.effects.targets import Need
from pnp.games.keko.game_data import CREATURE, ITEM
from pnp.games.keko.state import NOBODY, InPlay, StackItem
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.values import Selector
from pnp.games.keko.vocabulary.verbs import Cancel, Effects, Imprison, PutInDiscard, Release, ReturnToHand, TakeControl
from pnp.games.keko.zones import play_area
from pnp.library.effect.vocabulary import Effect


def needs_imprison(t: Trial, item: StackItem, effect: Imprison) -> Needs:
    if isinstance(effect.target, Selector) and not effect.target.all:
        yield need_cards(t, item, effect, effect.target, "on")


def do_imprison(t: Trial, item: StackItem, effect: Imprison, chosen: Chosen) -> Effects:
    done: list[InPlay] = []
    for card in targets(t, item, effect, effect.target, chosen.get("on", ())):
        if t.card_data(card).type == CREATURE and not card.imprisoned:
            t.change(card.serial, imprisoned=True)
            t.announce("KEK-45", "now_imprisoned", card=t.label(card))
            done.append(card)
    if done:
        t.note("KEK-49", "has_imprisoned", seat=item.seat, count=len(done))
    triggers.queue_imprisoned(t, item.seat, done)
    return ()


def needs_release(t: Trial, item: StackItem, effect: Release) -> Needs:
    if isinstance(effect.target, Selector) and not effect.target.all:
        yield need_cards(t, item, effect, effect.target, "free")


def do_release(t: Trial, item: StackItem, effect: Release, chosen: Chosen) -> Effects:
    freed = targets(t, item, effect, effect.target, chosen.get("free", ()))
    for card in freed:
        t.change(card.serial, imprisoned=False)
        t.announce("KEK-47", "is_free_again", card=t.label(card))
    if not freed:
        t.announce("KEK-E4", "nobody_released")
    return ()


def needs_put_in_discard(t: Trial, item: StackItem, effect: PutInDiscard) -> Needs:
    if isinstance(effect.target, Selector) and not effect.target.all:
        yield need_cards(t, item, effect, effect.target, "pay")


def do_put_in_discard(t: Trial, item: StackItem, effect: PutInDiscard, chosen: Chosen) -> Effects:
    for card in targets(t, item, effect, effect.target, chosen.get("pay", ())):
        play_area.put_away(t, card)
    return ()


def refuse_put_in_discard_cost(t: Trial, item: StackItem, effect: PutInDiscard) -> str | None:
    gone = effect.target == "self" and t.find(item.serial) is None
    return t.message("not_in_play", card=t.data.label(item.card)) if gone else None


def needs_return(t: Trial, item: StackItem, effect: ReturnToHand) -> Needs:
    if isinstance(effect.target, Selector) and not effect.target.all:
        yield need_cards(t, item, effect, effect.target, "card")


def do_return(t: Trial, item: StackItem, effect: ReturnToHand, chosen: Chosen) -> Effects:
    for card in targets(t, item, effect, effect.target, chosen.get("card", ())):
        play_area.put_away(t, card, play_area.HAND)
    return ()


def needs_control(t: Trial, item: StackItem, effect: TakeControl) -> Needs:
    if isinstance(effect.target, Selector):
        found = yield need_cards(t, item, effect, effect.target, "card")
        card = t.find(found[0]) if found else None
        if card is not None and play_area.needs_room(t, item.seat, card.card):
            own = tuple(each.serial for each in t.cards_of_type(item.seat, ITEM))
            yield Need("out", own, t.late("choose_item_out"), "KEK-33")


def do_control(t: Trial, item: StackItem, effect: TakeControl, chosen: Chosen) -> Effects:
    for card in targets(t, item, effect, effect.target, chosen.get("card", ())):
        if card.controller == item.seat or card.controller < 0:
            continue
        for serial in chosen.get("out", ()):
            play_area.make_room(t, item.seat, serial)
        back_to = card.controller if card.back_to == NOBODY else card.back_to
        play_area.change_sides(t, card, item.seat, back_to)
    return ()


def do_cancel(t: Trial, item: StackItem, effect: Cancel, chosen: Chosen) -> Effects:
    answered = t.item(item.subject)
    if answered is None or answered.is_resolving:
        t.announce("KEK-E12", "answered_is_gone")
        return ()
    t.drop_item(answered.number)
    t.discard.append(answered.card)
    t.announce("KEK-71", "has_no_effect", card=t.data.label(answered.card))
    if t.card_data(answered.card).type == CREATURE:
        t.note("KEK-A17", "still_was_the_creature")
    return ()


CREATURES: dict[type[Effect], Resolver] = {
    Imprison: Resolver(do_imprison, needs_imprison),
    Release: Resolver(do_release, needs_release),
    PutInDiscard: Resolver(do_put_in_discard, needs_put_in_discard, refuse_put_in_discard_cost),
    ReturnToHand: Resolver(do_return, needs_return),
    TakeControl: Resolver(do_control, needs_control),
    Cancel: Resolver(do_cancel),
}
