"""Damage: reckoned for each receiver, answered, then done to all at once (14.7). In: an effect's damage.
Out: an entry on the stack with one event for each player, and life that is lost.

Invariant: an event of 0 is no event; life is lowered for everybody before anybody is found to be out.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from pnp.games.keko import rules, triggers
from pnp.games.keko.game_data import ACTION, LOCATION, ONCE, fits
from pnp.games.keko.state import DAMAGE, DAMAGE_WINDOW, Hit, Item, Question
from pnp.games.keko.trial import Course
from pnp.referee.seat import Seat


def strike(course: Course, item: Item, amount: int, receivers: Iterable[Seat]) -> None:
    """Damage of an entry's effect to some players."""
    if amount <= 0:
        course.announce(rules.PIPELINE, f"{course.kit.label(item.card)}: 0 damage, nothing happens")
        return
    hits = []
    for seat in course.in_turn([seat for seat in receivers if course.players[seat].alive]):
        total = reckon(course, item, amount, seat)
        if total:
            hits.append(Hit(seat, total))
        else:
            course.announce(rules.PIPELINE, f"{course.kit.label(item.card)}: 0 damage to {course.name(seat)}")
    if hits:
        course.push(DAMAGE, item.card, item.seat, begun=True, hits=tuple(hits), about=item.number, pays=False)
        course.tell(rules.DAMAGE_EVENT, f"{len(hits)} to be hurt: one event for each")


def reckon(course: Course, item: Item, amount: int, seat: Seat) -> int:
    """What an event comes to before it is answered (KEK-E9)."""
    face = course.kit.faces[item.card]
    total = amount
    if seat != item.seat:
        for _, owner, _, mod in course.mods("damage_dealt"):
            if owner == item.seat and fits(face, getattr(mod, "sources")):  # noqa: B009 - only this modifier has it
                total += mod.add
                course.tell(rules.PIPELINE, f"{mod.add} more, for {face.label} does the damage")
    total += _own_name(course, item, seat)
    for card, owner, number, mod in course.mods("damage_taken"):
        if total <= 0 or not (mod.who == "each_player" or owner == seat):
            continue
        if getattr(mod, "limit", None) == ONCE:
            done = card.reduced if card else course.players[seat].reduced
            if number in done:
                continue
            if card:
                course.change(card.serial, reduced=(*done, number))
            else:
                course.change_player(seat, reduced=(*done, number))
        total = max(total + mod.add, 0)
        course.tell(rules.PIPELINE, f"{mod.add:+} for {course.name(seat)}: {total}")
    return total


def _own_name(course: Course, item: Item, seat: Seat) -> int:
    """A card in play with the own Character's name does more (KEK-V21)."""
    switches, face = course.kit.switches, course.kit.faces[item.card]
    if not switches.ownership_rules or face.type in (ACTION, LOCATION, ""):
        return 0
    if not is_own(course, item.seat, item.card):
        return 0
    if seat == item.seat and not switches.ownership_on_self_damage:
        course.tell(rules.NOT_YOURSELF, "nothing is added for damage to yourself")
        return 0
    extra = course.kit.ownership_damage
    course.tell(rules.OWN_NAME_DAMAGE, f"{face.label} bears the Character's name: {extra} more")
    return extra


def is_own(course: Course, seat: Seat, card: str) -> bool:
    """The card's name has a key of the seat's Character in it (KEK-A14)."""
    names = course.kit.faces[card].names
    own = [key for key in course.kit.keys_of(course.players[seat].character) if key in names]
    if own:
        course.tell(rules.KEYS, f"“{own[0]}” is in the name of {course.kit.label(card)}")
    return bool(own)


def pay_life(course: Course, item: Item, amount: int) -> None:
    """Damage that is a cost: nothing changes or prevents it (KEK-A12)."""
    if course.kit.switches.cost_damage_modified:
        total = reckon(course, item, amount, item.seat)
        if total:
            hits = (Hit(item.seat, total),)
            course.push(DAMAGE, item.card, item.seat, begun=True, hits=hits, about=item.number, pays=True)
        return
    course.tell(rules.COST_DAMAGE, f"{course.name(item.seat)} pays {amount} life; nothing changes that")
    lower(course, item.seat, amount)


def lower(course: Course, seat: Seat, amount: int) -> int:
    """Life is lost, not below 0 (KEK-61); how much there was to lose."""
    life = course.players[seat].life
    lost = min(amount, life)
    if amount > life:
        course.tell(rules.ZERO, f"{course.name(seat)} loses {lost} life, not {amount}: life stops at 0")
    course.change_player(seat, life=life - lost)
    return lost


def go_on(course: Course, item: Item) -> None:
    """The next damage window; when all are closed, the damage is done."""
    at = item.at
    while at < len(item.hits) and (not item.hits[at].amount or not course.players[item.hits[at].seat].life):
        at += 1
    if at < len(item.hits):
        hit = item.hits[at]
        course.change_item(item.number, at=at)
        if course.quiet:
            course.change_item(item.number, at=at + 1)
            return
        who, label = course.name(hit.seat), course.kit.label(item.card)
        why = f"{label} does {hit.amount} damage to {who}"
        course.question = Question(DAMAGE_WINDOW, hit.seat, rules.DAMAGE_WINDOW, why)
        course.tell(rules.NO_WINDOW, f"only {who} may answer the damage")
        return
    course.drop_item(item.number)
    hurt: list[tuple[Seat, Seat]] = []
    for hit in item.hits:
        if hit.amount and lower(course, hit.seat, hit.amount):
            hurt.append((hit.seat, item.seat))
            course.tell(rules.LIFE, f"{course.name(hit.seat)} loses {hit.amount}: {course.players[hit.seat].life} left")
    triggers.damaged(course, hurt)


def damage_below(course: Course, seat: Seat) -> Item | None:
    """The damage that a seat may answer: the topmost whose event is the seat's turn."""
    for item in reversed(course.stack):
        if item.kind == DAMAGE and item.at < len(item.hits) and item.hits[item.at].seat == seat:
            return item
    return None


def prevent(course: Course, seat: Seat, amount: int | None) -> None:
    """The event is reduced by up to so much, or wholly."""
    item = damage_below(course, seat)
    if item is None:
        return
    hit = item.hits[item.at]
    left = 0 if amount is None else max(hit.amount - amount, 0)
    hits = (*item.hits[: item.at], replace(hit, amount=left), *item.hits[item.at + 1 :])
    course.change_item(item.number, hits=hits)
    prevented = f"{hit.amount - left} damage to {course.name(seat)} is prevented"
    course.announce(rules.DAMAGE_WINDOW, f"{prevented}, {left} is left")
