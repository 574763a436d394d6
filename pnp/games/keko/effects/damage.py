"""Damage: reckoned for each receiver, answered, then done to all at once (14.7). In: an effect's damage.
Out: an entry on the stack with one event for each player, and life that is lost.

Invariant: an event of 0 is no event; life is lowered for everybody before anybody is found to be out.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from pnp.games.keko import rule_ids, triggers
from pnp.games.keko.game_data import ACTION, LOCATION, ONCE, fits
from pnp.games.keko.state import DAMAGE, DAMAGE_WINDOW, Hit, Item, Question
from pnp.games.keko.trial import Trial
from pnp.referee.seat import Seat


def strike(trial: Trial, item: Item, amount: int, receivers: Iterable[Seat]) -> None:
    """Damage of an entry's effect to some players."""
    if amount <= 0:
        trial.announce(rule_ids.PIPELINE, f"{trial.data.label(item.card)}: 0 damage, nothing happens")
        return
    hits = []
    for seat in trial.in_turn([seat for seat in receivers if trial.players[seat].alive]):
        total = reckon(trial, item, amount, seat)
        if total:
            hits.append(Hit(seat, total))
        else:
            trial.announce(rule_ids.PIPELINE, f"{trial.data.label(item.card)}: 0 damage to {trial.name(seat)}")
    if hits:
        trial.push(DAMAGE, item.card, item.seat, begun=True, hits=tuple(hits), about=item.number, pays=False)
        trial.tell(rule_ids.DAMAGE_EVENT, f"{len(hits)} to be hurt: one event for each")


def reckon(trial: Trial, item: Item, amount: int, seat: Seat) -> int:
    """What an event comes to before it is answered (KEK-E9)."""
    face = trial.data.faces[item.card]
    total = amount
    if seat != item.seat:
        for _, owner, _, mod in trial.mods("damage_dealt"):
            if owner == item.seat and fits(face, getattr(mod, "sources")):  # noqa: B009 - only this modifier has it
                total += mod.add
                trial.tell(rule_ids.PIPELINE, f"{mod.add} more, for {face.label} does the damage")
    total += _own_name(trial, item, seat)
    for card, owner, number, mod in trial.mods("damage_taken"):
        if total <= 0 or not (mod.who == "each_player" or owner == seat):
            continue
        if getattr(mod, "limit", None) == ONCE:
            done = card.reduced if card else trial.players[seat].reduced
            if number in done:
                continue
            if card:
                trial.change(card.serial, reduced=(*done, number))
            else:
                trial.change_player(seat, reduced=(*done, number))
        total = max(total + mod.add, 0)
        trial.tell(rule_ids.PIPELINE, f"{mod.add:+} for {trial.name(seat)}: {total}")
    return total


def _own_name(trial: Trial, item: Item, seat: Seat) -> int:
    """A card in play with the own Character's name does more (KEK-V21)."""
    switches, face = trial.data.switches, trial.data.faces[item.card]
    if not switches.ownership_rules or face.type in (ACTION, LOCATION, ""):
        return 0
    if not is_own(trial, item.seat, item.card):
        return 0
    if seat == item.seat and not switches.ownership_on_self_damage:
        trial.tell(rule_ids.NOT_YOURSELF, "nothing is added for damage to yourself")
        return 0
    extra = trial.data.ownership_damage
    trial.tell(rule_ids.OWN_NAME_DAMAGE, f"{face.label} bears the Character's name: {extra} more")
    return extra


def is_own(trial: Trial, seat: Seat, card: str) -> bool:
    """The card's name has a key of the seat's Character in it (KEK-A14)."""
    names = trial.data.faces[card].names
    own = [key for key in trial.data.keys_of(trial.players[seat].character) if key in names]
    if own:
        trial.tell(rule_ids.KEYS, f"“{own[0]}” is in the name of {trial.data.label(card)}")
    return bool(own)


def pay_life(trial: Trial, item: Item, amount: int) -> None:
    """Damage that is a cost: nothing changes or prevents it (KEK-A12)."""
    if trial.data.switches.cost_damage_modified:
        total = reckon(trial, item, amount, item.seat)
        if total:
            hits = (Hit(item.seat, total),)
            trial.push(DAMAGE, item.card, item.seat, begun=True, hits=hits, about=item.number, pays=True)
        return
    trial.tell(rule_ids.COST_DAMAGE, f"{trial.name(item.seat)} pays {amount} life; nothing changes that")
    lower(trial, item.seat, amount)


def lower(trial: Trial, seat: Seat, amount: int) -> int:
    """Life is lost, not below 0 (KEK-61); how much there was to lose."""
    life = trial.players[seat].life
    lost = min(amount, life)
    if amount > life:
        trial.tell(rule_ids.ZERO, f"{trial.name(seat)} loses {lost} life, not {amount}: life stops at 0")
    trial.change_player(seat, life=life - lost)
    return lost


def go_on(trial: Trial, item: Item) -> None:
    """The next damage window; when all are closed, the damage is done."""
    at = item.at
    while at < len(item.hits) and (not item.hits[at].amount or not trial.players[item.hits[at].seat].life):
        at += 1
    if at < len(item.hits):
        hit = item.hits[at]
        trial.change_item(item.number, at=at)
        if trial.quiet:
            trial.change_item(item.number, at=at + 1)
            return
        who, label = trial.name(hit.seat), trial.data.label(item.card)
        why = f"{label} does {hit.amount} damage to {who}"
        trial.question = Question(DAMAGE_WINDOW, hit.seat, rule_ids.DAMAGE_WINDOW, why)
        trial.tell(rule_ids.NO_WINDOW, f"only {who} may answer the damage")
        return
    trial.drop_item(item.number)
    hurt: list[tuple[Seat, Seat]] = []
    for hit in item.hits:
        if hit.amount and lower(trial, hit.seat, hit.amount):
            hurt.append((hit.seat, item.seat))
            trial.tell(rule_ids.LIFE, f"{trial.name(hit.seat)} loses {hit.amount}: {trial.players[hit.seat].life} left")
    triggers.damaged(trial, hurt)


def damage_below(trial: Trial, seat: Seat) -> Item | None:
    """The damage that a seat may answer: the topmost whose event is the seat's turn."""
    for item in reversed(trial.stack):
        if item.kind == DAMAGE and item.at < len(item.hits) and item.hits[item.at].seat == seat:
            return item
    return None


def prevent(trial: Trial, seat: Seat, amount: int | None) -> None:
    """The event is reduced by up to so much, or wholly."""
    item = damage_below(trial, seat)
    if item is None:
        return
    hit = item.hits[item.at]
    left = 0 if amount is None else max(hit.amount - amount, 0)
    hits = (*item.hits[: item.at], replace(hit, amount=left), *item.hits[item.at + 1 :])
    trial.change_item(item.number, hits=hits)
    prevented = f"{hit.amount - left} damage to {trial.name(seat)} is prevented"
    trial.announce(rule_ids.DAMAGE_WINDOW, f"{prevented}, {left} is left")
