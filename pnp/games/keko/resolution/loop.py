"""The loop of 14.3: what happens by itself until somebody must decide. In: a trial after a line. Out: the trial at
the next question, at a point between moves, or at the end.

Invariant: what is half done is finished first; then the state check, then waiting abilities, then announced entries.
"""

from __future__ import annotations

from typing import Any

from pnp.games.keko import triggers
from pnp.games.keko.card_ids import SEED_CARDS
from pnp.games.keko.effects import RESOLVERS, damage
from pnp.games.keko.effects.chance import holds
from pnp.games.keko.effects.life import gain
from pnp.games.keko.effects.targets import NOTHING, Need, match
from pnp.games.keko.game_data import ITEM, ONCE
from pnp.games.keko.phases import flow, room
from pnp.games.keko.phases.elimination import check_state
from pnp.games.keko.resolution.choices import ask_choice, ask_whether, use_triggered_ability
from pnp.games.keko.state import CARD, DAMAGE, DRAW, DRAWING, PART_ONE, TRIGGER, PendingTrigger, StackItem
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import Effects
from pnp.games.keko.windows import open_window
from pnp.games.keko.zones import play_area
from pnp.library.effect.vocabulary import Effect
from pnp.referee.ruling import Ambiguous, Illegal

ENDLESS = 10_000  # steps between two decisions; no card goes round for ever


def run(t: Trial) -> None:
    """Everything that happens by itself now."""
    for _ in range(ENDLESS):
        if t.question is not None or t.winners is not None:
            return
        top = t.stack[-1] if t.stack else None
        if top is not None and top.is_resolving:
            resolve_next(t, top)
            continue
        half_done = any(item.is_resolving for item in t.stack)
        if not half_done and check_state(t):
            continue
        if not half_done and t.queue:
            take_trigger(t)
        elif top is not None:
            open_window(t, top)
        elif not flow.advance(t):
            return
    raise RuntimeError("the abilities of the cards trigger each other without end")


def resolve_next(t: Trial, item: StackItem) -> None:
    """The next effect of the entry on top."""
    if item.kind == DAMAGE:
        damage.continue_damage(t, item)
        return
    if item.kind == TRIGGER and "agreed" not in item.saved_values and not decide_optional(t, item):
        return
    if not item.effects_left:
        finish_item(t, item)
        return
    resolve(t, item, item.effects_left[0])


def resolve(t: Trial, item: StackItem, effect: Effect) -> None:
    """One effect: its choices, then what it does."""
    resolver = RESOLVERS[type(effect)]
    chosen: dict[str, Any] = {}
    used: list[str] = []
    needs = resolver.needs(t, item, effect)
    try:
        need = next(needs)
        while True:
            value = choice_of(t, item, effect, need)
            if value is None:
                return
            if value is NOTHING:
                t.announce("KEK-E11", "nothing_to_choose", card=t.data.label(item.card))
                finish_effect(t, item.number, ())
                return
            chosen[need.key] = value
            used.append(need.key)
            need = needs.send(value)
    except StopIteration:
        pass
    following = resolver.act(t, item, effect, chosen)
    if following is not None:
        finish_effect(t, item.number, following, used)


def choice_of(t: Trial, item: StackItem, effect: Effect, need: Need) -> Any:
    """The chosen value; NOTHING when there is nothing to choose; None when it was asked."""
    fixed = need.key in item.saved_values.get("fixed", ())
    if need.key in item.typed:
        value = match(t, item, effect, need, item.typed[need.key])
        if not isinstance(value, Illegal | Ambiguous):
            return value
        if fixed:
            t.announce("KEK-E3", "choice_is_lost", card=t.data.label(item.card))
            return NOTHING
    if not need.options:
        return NOTHING if need.least or need.shared else ()
    ask_choice(t, item, need)
    return None


def finish_effect(t: Trial, number: int, following: Effects, used: list[str] | None = None) -> None:
    """The first effect of an entry is done; others may come in its place."""
    item = t.item(number)
    if item is None:
        return
    given = {key: value for key, value in item.typed.items() if key not in (used or ()) and key != "seen"}
    saved = {key: value for key, value in item.saved_values.items() if key not in ("shown", "milled", "gives")}
    if len(item.effects_left) > 1:
        t.note("KEK-E14", "one_after_the_other", card=t.data.label(item.card))
    t.change_item(number, effects_left=(*following, *item.effects_left[1:]), typed=given, saved_values=saved)


def finish_item(t: Trial, item: StackItem) -> None:
    """An entry has nothing left to do (14.5)."""
    card_data = t.data.cards[item.card]
    if item.kind == CARD and card_data.stays and play_area.needs_room(t, item.seat, item.card):
        ask_room(t, item)
        return
    t.drop_item(item.number)
    if item.kind == CARD and card_data.stays:
        arrived = play_area.arrive(t, item.card, item.seat)
        gain_for_own_name(t, item)
        triggers.queue_arrivals(t, [arrived], item.seat, item.typed, True)
        if card_data.ability_numbers("enters"):
            t.note("KEK-39", "has_come_into_play", card=card_data.label)
    elif item.kind == CARD:
        t.discard.append(item.card)
        t.announce("KEK-30", "has_had_its_effect", card=card_data.label)
        gain_for_own_name(t, item)
        triggers.queue_card_played(t, item.card, item.seat)
    elif item.kind == DRAWING and t.phase == DRAW:
        flow.enter_phase(t, PART_ONE)
    card_rule = SEED_CARDS.get(item.card)
    if card_rule:
        t.note(card_rule, "did_what_it_says", card=card_data.label)


def ask_room(t: Trial, item: StackItem) -> None:
    """The limit fell since the Item was announced, perhaps by the one that made room: another goes first (KEK-33)."""
    own = t.cards_of_type(item.seat, ITEM)
    limit = t.item_limit(item.seat)
    count = len(own) + 1 - limit
    why = t.late("discard_for_room", seat=item.seat, limit=limit, count=count, card=t.data.label(item.card))
    room.ask_room(t, item.seat, "KEK-33", why, own, count)


def gain_for_own_name(t: Trial, item: StackItem) -> None:
    """Ownership: playing a card with the own Character's name (KEK-V20)."""
    if t.data.switches.ownership_rules and damage.is_own(t, item.seat, item.card):
        t.note("KEK-V20", "bears_own_name", card=t.data.label(item.card))
        gain(t, item.seat, t.data.ownership_life)


# triggered abilities


def take_trigger(t: Trial) -> None:
    """The first ability in the queue comes up."""
    waiting = triggers.orderable_triggers(t)
    if waiting:
        triggers.ask_order(t, waiting)
        return
    head = t.queue.pop(0)
    card_data = t.data.cards[head.card]
    ability = card_data.abilities[head.ability]
    if not t.players[head.seat].alive:
        return
    if ability.limit == ONCE and is_used(t, head):
        t.note("KEK-E6", "has_done_it_once", card=card_data.label)
        return
    item = t.push(
        TRIGGER,
        head.card,
        head.seat,
        serial=head.serial,
        ability=head.ability,
        is_resolving=True,
        typed=head.typed,
        effects_left=ability.do,
        event_player=head.event_player,
        subject=head.subject,
    )
    if ability.when is not None and not holds(t, item, ability.when):
        t.drop_item(item.number)
        return
    if ability.when is not None:
        t.note("KEK-E5", "condition_holds", card=card_data.label)
    if head.serial and t.find(head.serial) is None:
        t.note("KEK-E12", "happens_all_the_same", card=card_data.label)
    t.note("KEK-E1", "controller_decides" if ability.may else "happens_by_itself", card=card_data.label)
    if not ability.may:
        use_triggered_ability(t, item)


def is_used(t: Trial, head: PendingTrigger | StackItem) -> bool:
    """The ability was used this turn."""
    card = t.find(head.serial)
    used = card.used if card else t.players[head.seat].used if not head.serial else ()
    return head.ability in used


def decide_optional(t: Trial, item: StackItem) -> bool:
    """A `may` ability comes up: what was typed means yes; nothing to choose means no; else it is asked."""
    need = first_need(t, item)
    if need is not None and not need.options and (need.least or need.shared):
        t.note("KEK-E4", "is_passed_over", card=t.data.label(item.card))
        t.drop_item(item.number)
        return False
    if need is not None and need.key in item.typed:
        value = match(t, item, item.effects_left[0], need, item.typed[need.key])
        if not isinstance(value, Illegal | Ambiguous):
            use_triggered_ability(t, item)
            return False
    ask_whether(t, item, need)
    return False


def first_need(t: Trial, item: StackItem) -> Need | None:
    """The first choice of the first effect."""
    if not item.effects_left:
        return None
    effect = item.effects_left[0]
    return next(iter(RESOLVERS[type(effect)].needs(t, item, effect)), None)
