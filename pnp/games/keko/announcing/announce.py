"""Announcing: a card from hand, an ability, an answer (14.4). In: a trial and a move. Out: an entry on the stack with
its cost paid, or a refusal.

Refusals come in this order: who is out KEK-61 · the moment KEK-20 to KEK-22, KEK-25, KEK-70 to KEK-76 · limits KEK-33,
KEK-35 · choices KEK-36, KEK-37, KEK-E3 and those of each verb · the cost KEK-E2 · the hand KEK-H06, KEK-H08.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from msgspec.structs import replace

from pnp.games.keko.announcing.choice_input import choose_on_announcement, refuse_effect, refuse_keys
from pnp.games.keko.announcing.timing import refuse_moment, refuse_out, refuse_use
from pnp.games.keko.effects import RESOLVERS
from pnp.games.keko.effects.search import refuse_found
from pnp.games.keko.effects.targets import Need, match
from pnp.games.keko.game_data import ACTION, CREATURE, ITEM, KRYSTAL, LOCATION, ONCE, CardData, fits
from pnp.games.keko.moves import Play, Respond, Use, typed_of
from pnp.games.keko.params import split_number
from pnp.games.keko.state import ABILITY, CARD, COMES_IN, DRAW, DRAWING, InPlay, StackItem
from pnp.games.keko.trial import Trial, as_typed
from pnp.games.keko.vocabulary.values import Filter
from pnp.games.keko.vocabulary.verbs import Discard, Effects, PutInDiscard, Search
from pnp.games.keko.windows import WINDOWS
from pnp.games.keko.zones import piles, play_area
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Ambiguous, Illegal
from pnp.referee.seat import Seat

Refusal = Illegal | Ambiguous | None


def play(t: Trial, move: Play | Respond) -> Refusal:
    """A card from hand is announced."""
    seat, card_data = move.seat, t.data.cards[move.what]
    refusal = refuse_out(t, seat)
    if refusal:
        return refusal
    if not card_data.type:
        return t.refusal("KEK-02", "in_no_play_deck", card=card_data.label)
    if not t.deck.get(card_data.id):
        return t.refusal("KEK-H06", "not_in_this_deck", card=card_data.label)
    refusal = refuse_moment(t, seat, card_data)
    if refusal:
        return refusal
    typed = typed_of(move)
    numbers = chain.from_iterable(map(card_data.ability_numbers, ("enters", "play", "response")))
    trouble = refuse_keys(
        t,
        card_data,
        numbers,
        typed,
        ("to",) if card_data.type == ACTION and card_data.ability_numbers("response") else (),
    )
    if trouble:
        return trouble
    if card_data.type == ACTION:
        return _play_action(t, seat, card_data, typed)
    return _play_permanent(t, seat, card_data, typed)


def _play_action(t: Trial, seat: Seat, card_data: CardData, typed: dict[str, Any]) -> Refusal:
    number = (card_data.ability_numbers("play") or card_data.ability_numbers("response"))[0]
    ability = card_data.abilities[number]
    about = 0
    if ability.trigger == "response":
        answered = answerable(t, seat, card_data, typed.get("to", ""))
        if isinstance(answered, Illegal):
            return answered
        about = answered
    refusal = piles.refuse_held(t, seat, card_data.id)
    item = t.push(CARD, card_data.id, seat, ability=number, typed=typed, subject=about, effects_left=ability.do)
    # The card counts as gone from the hand for its own choices (an exchange needs another card).
    chosen = _lose_then_settle(t, item, refusal)
    if chosen is not None:
        return chosen
    t.note("KEK-22", "is_announced", card=card_data.label)
    if card_data.sudden:
        t.note("KEK-70", "plays_sudden", seat=seat)
        t.note("KEK-A02", "at_its_own_time")
    return None


def _lose_then_settle(t: Trial, item: StackItem, held: Illegal | None) -> Refusal:
    """Choices are refused before the hand is; both are looked at as if the card had left the hand."""
    hand = t.players[item.seat].hand
    if held is None:
        t.stack.pop()
        refusal = piles.lose(t, item.seat, item.card)
        t.stack.append(item)
        if refusal:
            held = refusal
    fixed: dict[str, Any] = {}
    refusal_of_choice = choose_on_announcement(t, item, item.effects_left, fixed) or refuse_find(
        t, item.effects_left, item.typed
    )
    if refusal_of_choice is not None:
        return refusal_of_choice if held is None or isinstance(refusal_of_choice, Illegal) else held
    if held is not None:
        t.change_player(item.seat, hand=hand)
        return held
    t.agreed()
    fix_choices(t, item, fixed)
    t.question = None  # the window of what is answered opens again afterwards
    return None


def refuse_find(t: Trial, effects: Effects, typed: dict[str, Any]) -> Illegal | None:
    """Cards named beforehand for a search must be cards that it can find."""
    if "find" not in typed:
        return None
    for effect in effects:
        if isinstance(effect, Search):
            return refuse_found(t, effect, tuple(typed["find"]), unseen=t.data.is_digital)
    return None


def fix_choices(t: Trial, item: StackItem, fixed: dict[str, Any]) -> None:
    """Choices made on announcement stay what they were (KEK-E3)."""
    given = {**item.typed, **fixed}
    t.change_item(item.number, typed=given, saved_values={**item.saved_values, "fixed": tuple(fixed)})
    if fixed:
        t.note("KEK-E3", "chosen_on_announcement", card=t.data.label(item.card))


def _play_permanent(t: Trial, seat: Seat, card_data: CardData, typed: dict[str, Any]) -> Refusal:
    if card_data.type == CREATURE and t.plays >= t.creature_limit(seat):
        limit = t.creature_limit(seat)
        return t.refusal("KEK-35", "creatures_played", seat=seat, count=t.plays, limit=limit)
    room = _room(t, seat, card_data, typed)
    if isinstance(room, Illegal | Ambiguous):
        return room
    refusal = _refuse_enters(t, seat, card_data, typed)
    if refusal is not None:
        return refusal
    refusal = piles.lose(t, seat, card_data.id)
    if refusal:
        return refusal
    t.agreed()
    if room:
        play_area.make_room(t, seat, room)
    if card_data.type == CREATURE:
        t.plays += 1
    elif card_data.type == KRYSTAL:
        t.note("KEK-34", "krystals_unlimited", card=card_data.label)
    else:
        t.note("KEK-26", "only_creatures_limited", card=card_data.label)
    t.push(CARD, card_data.id, seat, typed={key: value for key, value in typed.items() if key != "out"})
    t.note("KEK-21", "announced_in_section", card=card_data.label)
    return None


def _room(t: Trial, seat: Seat, card_data: CardData, typed: dict[str, Any]) -> int | Illegal | Ambiguous:
    out = typed.get("out", "")
    if card_data.type != ITEM or not play_area.needs_room(t, seat, card_data.id):
        if out and card_data.type == ITEM:
            return t.refusal("KEK-43", "has_room", seat=seat, card=card_data.label)
        return 0
    own = t.cards_of_type(seat, ITEM)
    if not out:
        limit, names = t.item_limit(seat), tuple(map(t.label, own))
        return t.refusal("KEK-33", "name_item_out", seat=seat, count=len(own), cards=names, limit=limit)
    need = Need("out", tuple(card.serial for card in own), t.late("own_item_makes_room"), "KEK-43")
    unannounced = StackItem(0, CARD, card_data.id, seat)
    value = match(t, unannounced, PutInDiscard("self"), need, out)
    return value if isinstance(value, Illegal | Ambiguous) else int(value[0])


def _refuse_enters(t: Trial, seat: Seat, card_data: CardData, typed: dict[str, Any]) -> Refusal:
    """Krystals need something to do; choices typed for an enters ability must be legal now (KEK-36, KEK-E3)."""
    unannounced = StackItem(0, CARD, card_data.id, seat, typed=typed)
    for number in card_data.ability_numbers("enters"):
        ability = card_data.abilities[number]
        for effect in ability.do:
            if card_data.type == KRYSTAL and not ability.may:
                impossible = refuse_effect(t, unannounced, effect)
                if impossible:
                    return impossible
            needs = RESOLVERS[type(effect)].needs(t, unannounced, effect)
            need = next(needs, None)
            while need is not None and need.key in typed:
                value = match(t, unannounced, effect, need, typed[need.key])
                if isinstance(value, Illegal | Ambiguous):
                    return value
                typed[need.key] = value
                try:
                    need = needs.send(value)
                except StopIteration:
                    need = None
    return None


def answerable(t: Trial, seat: Seat, card_data: CardData, to: str) -> int | Illegal:
    """The announced card that a response answers (KEK-A39); 0 for one that answers damage."""
    ability = card_data.abilities[card_data.ability_numbers("response")[0]]
    if getattr(ability, "to", "") != "card_played":
        return 0
    announced = [
        item
        for item in reversed(t.stack)
        if item.kind == CARD
        and not item.is_resolving
        and item.seat != seat
        and fits(t.card_data(item.card), ability.filter)
    ]
    wanted = [item for item in announced if not to or item.card == to]
    if not wanted:
        return _refuse_answer(t, seat, card_data, ability.filter, to)
    if wanted[0] is not t.stack[-1]:
        t.note("KEK-A39", "answered_below_top", card=t.data.label(wanted[0].card))
    return wanted[0].number


def _refuse_answer(t: Trial, seat: Seat, card_data: CardData, which: Filter, to: str) -> Illegal:
    """What a response answers, and what the announced cards are instead."""
    waiting = [item for item in t.stack if item.kind == CARD and not item.is_resolving and (not to or item.card == to)]
    others = [t.card_data(item.card) for item in waiting if item.seat != seat]
    if others:
        there = tuple(t.late("is_a", card=other.label, kind=other.kind) for other in others)
    elif waiting:
        there = (t.late("is_ones_own", card=t.data.label(waiting[-1].card)),)
    else:
        there = (t.late("is_not_announced", card=t.data.label(to)) if to else t.late("nothing_announced"),)
    what = t.data.describe(which)
    return t.refusal("KEK-76", "answers_announced", card=card_data.label, what=what, there=there)


# abilities


def respond(t: Trial, move: Respond) -> Refusal:
    """An answer: a Sudden Action, or an ability in play."""
    name = split_number(split_number(move.what, "/")[0], ".")[0]
    card_data = t.data.cards[name]
    if card_data.type == ACTION or not card_data.type:
        refusal = refuse_out(t, move.seat)
        if refusal:
            return refusal
        if t.question is None or t.question.kind not in WINDOWS:
            rule = "KEK-76" if card_data.ability_numbers("response") else "KEK-72"
            return t.refusal(rule, "say_play", card=card_data.label)
        if move.what != name:
            return t.refusal("KEK-72", "no_card_in_play", card=card_data.label)
        return play(t, move)
    return use(t, move)


def use(t: Trial, move: Use | Respond) -> Refusal:
    """An activated ability, one that replaces the draw, or one in play that answers."""
    seat = move.seat
    refusal = refuse_out(t, seat)
    if refusal:
        return refusal
    ref, which = split_number(move.what, "/")
    name, copy = split_number(ref, ".")
    card_data = t.data.cards[name]
    trigger = _trigger_of(t, move, card_data)
    numbers = card_data.ability_numbers(trigger)
    refusal = refuse_use(t, seat, card_data, trigger, isinstance(move, Respond))
    if refusal:
        return refusal
    if not numbers or which > len(numbers):
        return t.refusal("KEK-20", "no_such_ability", card=card_data.label)
    number = numbers[max(which - 1, 0)]
    typed = typed_of(move)
    trouble = refuse_keys(t, card_data, [number], typed)
    if trouble:
        return trouble
    if not card_data.type:
        if t.players[seat].character != name:
            return t.refusal("KEK-20", "not_ones_character", card=card_data.label, seat=seat)
        refusal = refuse_ability(t, seat, None, card_data, number)
        t.note("KEK-24", "used_like_a_card", card=card_data.label)
        return refusal or _announce(t, seat, None, card_data, number, typed, trigger)
    card = _which(t, seat, card_data, number, copy)
    if not isinstance(card, InPlay):
        return card
    return _announce(t, seat, card, card_data, number, typed, trigger)


def _trigger_of(t: Trial, move: Use | Respond, card_data: CardData) -> str:
    if isinstance(move, Respond):
        return "response"
    return "draw_phase" if t.phase == DRAW or not card_data.ability_numbers("activated") else "activated"


def _which(t: Trial, seat: Seat, card_data: CardData, number: int, copy: int) -> InPlay | Illegal | Ambiguous:
    """The one copy under the seat's control that can do it (15.3)."""
    named = [card for card in t.play if card.card == card_data.id and copy in (0, card.copy)]
    own = [card for card in named if card.controller == seat]
    if not own:
        if card_data.type == LOCATION and named:
            return t.refusal("KEK-31", "location_is_nobodys", card=card_data.label)
        return t.refusal("KEK-20", "not_under_control", card=card_data.label, seat=seat)
    refusals = [refuse_ability(t, seat, card, card_data, number) for card in own]
    able = [card for card, refusal in zip(own, refusals, strict=True) if refusal is None]
    if len(able) == 1:
        return able[0]
    if able:
        refs = tuple(t.ref(card) for card in able)
        return Ambiguous(t.message("may_be_any_of", word=as_typed(card_data.id), refs=refs), refs)
    return refusals[0] or t.refusal("KEK-20", "cannot_be_used")


def refuse_ability(t: Trial, seat: Seat, card: InPlay | None, card_data: CardData, number: int) -> Illegal | None:
    """Imprisonment, the limit and the cost of one copy."""
    ability = card_data.abilities[number]
    if card is not None and card.imprisoned:
        return t.refusal("KEK-45", "is_imprisoned", card=t.label(card))
    used = card.used if card is not None else t.players[seat].used
    once = ability.limit == ONCE
    if ability.trigger == "activated" and not once and t.data.switches.repeat_activated == ONCE:
        if number in used:
            return t.refusal("KEK-A03", "once_at_this_table", card=card_data.label)
    elif once and number in used:
        return t.refusal("KEK-E6", "was_used", card=card_data.label)
    item = StackItem(0, ABILITY, card_data.id, seat, serial=card.serial if card else 0)
    for effect in ability.cost:
        why = RESOLVERS[type(effect)].refuse_cost(t, item, effect)
        if why is not None:
            return t.refusal("KEK-E2", "cost_cannot_be_paid", why=why)
    return None


def _announce(
    t: Trial, seat: Seat, card: InPlay | None, card_data: CardData, number: int, typed: dict[str, Any], trigger: str
) -> Refusal:
    ability = card_data.abilities[number]
    kind = DRAWING if trigger == "draw_phase" else ABILITY
    if t.phase == COMES_IN:
        t.note("KEK-A04", "abilities_in_section_too")
    impossible = refuse_find(t, ability.do, typed)
    if impossible:
        return impossible
    item = t.push(
        kind,
        card_data.id,
        seat,
        serial=card.serial if card else 0,
        ability=number,
        typed=typed,
        effects_left=ability.do,
    )
    if kind == DRAWING:
        t.change_item(item.number, is_resolving=True)
        t.note("KEK-18", "replaces_draw", card=card_data.label)
        return None
    fixed: dict[str, Any] = {}
    refusal = choose_on_announcement(t, item, (*ability.cost, *ability.do), fixed)
    if refusal is not None:
        return refusal
    if not any(isinstance(effect, Discard) for effect in ability.cost):
        t.agreed()
    fix_choices(t, item, fixed)
    t.question = None
    if ability.limit == ONCE or t.data.switches.repeat_activated == ONCE:
        _mark(t, seat, card, number)
    elif trigger == "activated":
        t.note("KEK-A03", "prints_no_limit", card=card_data.label)
    return _pay(t, item.number)


def _mark(t: Trial, seat: Seat, card: InPlay | None, number: int) -> None:
    if card is not None:
        t.change(card.serial, used=(*card.used, number))
    else:
        t.change_player(seat, used=(*t.players[seat].used, number))


def _pay(t: Trial, number: int) -> Refusal:
    """The cost, in order and in full (KEK-E2)."""
    item = t.item(number)
    assert item is not None
    ability = t.data.cards[item.card].abilities[item.ability]
    for effect in ability.cost:
        now = t.item(number) or item
        chosen = dict(now.typed)
        if isinstance(effect, Discard):
            refusal = _pay_cards(t, now, effect)
            if refusal:
                return refusal
        RESOLVERS[type(effect)].act(t, replace(now, is_cost=True), effect, chosen)
        t.note("KEK-E2", "cost_first", card=t.data.label(item.card))
    return None


def _pay_cards(t: Trial, item: StackItem, effect: Discard) -> Refusal:
    cards = tuple(item.typed.get("pay", ()))
    label = t.data.label(item.card)
    if len(cards) != effect.amount or UNKNOWN in cards:
        return t.refusal("KEK-E2", "name_with_pay", card=label, count=effect.amount)
    for card in cards:
        if card not in t.data.cards:
            return t.refusal("KEK-E2", "pay_from_hand", card=label)
        refusal = piles.lose(t, item.seat, card)
        if refusal:
            return refusal
    return None
