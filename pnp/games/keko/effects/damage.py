"""Damage: worked out for each receiver, answered, then done to all at once (14.7). In: an effect's damage.
Out: an entry on the stack with one event for each player, and life that is lost.

Invariant: an event of 0 is no event; life is lowered for everybody before anybody is found to be out.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from pnp.games.keko import triggers
from pnp.games.keko.game_data import ACTION, LOCATION, ONCE, fits
from pnp.games.keko.state import DAMAGE, PlayerDamage, StackItem
from pnp.games.keko.trial import Trial, as_typed
from pnp.games.keko.windows import open_damage_window
from pnp.referee.seat import Seat


def deal_damage(t: Trial, item: StackItem, amount: int, receivers: Iterable[Seat]) -> None:
    """Damage of an entry's effect to some players."""
    if amount <= 0:
        t.announce("KEK-E9", "no_damage", card=t.data.label(item.card))
        return
    hits = []
    for seat in t.in_turn_order([seat for seat in receivers if t.players[seat].alive]):
        total = calculate_damage(t, item, amount, seat)
        if total:
            hits.append(PlayerDamage(seat, total))
        else:
            t.announce("KEK-E9", "no_damage_to", card=t.data.label(item.card), seat=seat)
    if hits:
        t.push(DAMAGE, item.card, item.seat, is_resolving=True, damages=tuple(hits), subject=item.number, is_cost=False)
        t.note("KEK-64", "one_event_each", count=len(hits))


def calculate_damage(t: Trial, item: StackItem, amount: int, seat: Seat) -> int:
    """What an event comes to before it is answered (KEK-E9)."""
    card_data = t.data.cards[item.card]
    total = amount
    if seat != item.seat:
        for _, owner, _, mod in t.mods("damage_dealt"):
            if owner == item.seat and fits(card_data, getattr(mod, "sources")):  # noqa: B009 - only this modifier has it
                total += mod.add
                t.note("KEK-E9", "more_for_source", count=mod.add, card=card_data.label)
    total += _own_name(t, item, seat)
    for card, owner, number, mod in t.mods("damage_taken"):
        if total <= 0 or not (mod.who == "each_player" or owner == seat):
            continue
        if getattr(mod, "limit", None) == ONCE:
            done = card.reduced if card else t.players[seat].reduced
            if number in done:
                continue
            if card:
                t.change(card.serial, reduced=(*done, number))
            else:
                t.change_player(seat, reduced=(*done, number))
        total = max(total + mod.add, 0)
        t.note("KEK-E9", "damage_changed", change=f"{mod.add:+}", seat=seat, total=total)
    return total


def _own_name(t: Trial, item: StackItem, seat: Seat) -> int:
    """A card in play with the own Character's name does more (KEK-V21)."""
    switches, card_data = t.data.switches, t.data.cards[item.card]
    if not switches.ownership_rules or card_data.type in (ACTION, LOCATION, ""):
        return 0
    if not is_own(t, item.seat, item.card):
        return 0
    if seat == item.seat and not switches.ownership_on_self_damage:
        t.note("KEK-A13", "nothing_added_for_yourself")
        return 0
    extra = t.data.ownership_damage
    t.note("KEK-V21", "own_name_does_more", card=card_data.label, count=extra)
    return extra


def is_own(t: Trial, seat: Seat, card: str) -> bool:
    """The card's name has a key of the seat's Character in it (KEK-A14)."""
    names = t.data.cards[card].names
    own = [key for key in t.data.keys_of(t.players[seat].character) if key in names]
    if own:
        t.note("KEK-A14", "in_the_name", key=as_typed(own[0]), card=t.data.label(card))
    return bool(own)


def pay_life(t: Trial, item: StackItem, amount: int) -> None:
    """Damage that is a cost: nothing changes or prevents it (KEK-A12)."""
    if t.data.switches.cost_damage_modified:
        total = calculate_damage(t, item, amount, item.seat)
        if total:
            hits = (PlayerDamage(item.seat, total),)
            t.push(DAMAGE, item.card, item.seat, is_resolving=True, damages=hits, subject=item.number, is_cost=True)
        return
    t.note("KEK-A12", "pays_life", seat=item.seat, count=amount)
    lose_life(t, item.seat, amount)


def lose_life(t: Trial, seat: Seat, amount: int) -> int:
    """Life is lost, not below 0 (KEK-61); how much there was to lose."""
    life = t.players[seat].life
    lost = min(amount, life)
    if amount > life:
        t.note("KEK-61", "life_stops_at_0", seat=seat, lost=lost, count=amount)
    t.change_player(seat, life=life - lost)
    return lost


def continue_damage(t: Trial, item: StackItem) -> None:
    """The next damage window; when all are closed, the damage is done."""
    at = item.damage_index
    while at < len(item.damages) and (not item.damages[at].amount or not t.players[item.damages[at].seat].life):
        at += 1
    if at < len(item.damages):
        hit = item.damages[at]
        t.change_item(item.number, damage_index=at)
        if t.skips_windows:
            t.change_item(item.number, damage_index=at + 1)
            return
        why = t.late("does_damage", card=t.data.label(item.card), count=hit.amount, seat=hit.seat)
        open_damage_window(t, hit.seat, why)
        return
    t.drop_item(item.number)
    hurt: list[tuple[Seat, Seat]] = []
    for hit in item.damages:
        if hit.amount and lose_life(t, hit.seat, hit.amount):
            hurt.append((hit.seat, item.seat))
            t.note("KEK-09", "loses_life", seat=hit.seat, count=hit.amount, left=t.players[hit.seat].life)
    triggers.queue_damaged(t, hurt)


def damage_to_answer(t: Trial, seat: Seat) -> StackItem | None:
    """The damage that a seat may answer: the topmost whose event is the seat's turn."""
    for item in reversed(t.stack):
        if (
            item.kind == DAMAGE
            and item.damage_index < len(item.damages)
            and item.damages[item.damage_index].seat == seat
        ):
            return item
    return None


def prevent(t: Trial, seat: Seat, amount: int | None) -> None:
    """The event is reduced by up to so much, or wholly."""
    item = damage_to_answer(t, seat)
    if item is None:
        return
    hit = item.damages[item.damage_index]
    left = 0 if amount is None else max(hit.amount - amount, 0)
    hits = (*item.damages[: item.damage_index], replace(hit, amount=left), *item.damages[item.damage_index + 1 :])
    t.change_item(item.number, damages=hits)
    t.announce("KEK-75", "damage_prevented", count=hit.amount - left, seat=seat, left=left)
