"""Life: damage, what redirects, reflects, raises and reduces it; life gained and lost. In: effects. Out: numbers."""

from __future__ import annotations

from typing import Any

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import Doing, Hit
from pnp.referee.effects.resolving.answering import add_hit, ask_damage
from pnp.referee.effects.resolving.modifying import holding_for, is_forbidden
from pnp.referee.effects.resolving.reading import fits, read_number, seats_of
from pnp.referee.effects.resolving.replacing import instead
from pnp.referee.effects.resolving.run import PAID, Run, resolves, unfinished
from pnp.referee.effects.resolving.triggers import happened
from pnp.referee.effects.vocabulary.values import CHOSEN
from pnp.referee.seat import Seat

Met = tuple[tuple[str, tuple[Any, ...], int, int], ...]


@resolves("damage")
def _damage(run: Run, effect: Any) -> None:
    t, cards = run.t, run.cards
    if run.doing.path[-1] in PAID and not (cards.price_damage and cards.price_damage(t)):
        for seat, amount in run.amounts(effect.to, effect.amount):  # nothing changes, prevents or answers it
            lose_life(t, seat, amount, run.doing)
        return
    hit = [(seat, amount) for seat, amount in run.amounts(effect.to, effect.amount) if amount]
    if not hit:
        cards.say(t, "no_damage", doing=run.doing, card=run.doing.card)
    if cards.played is None:
        for seat, amount in hit:
            t.later(strike, run.doing, seat, amount)
        return
    for seat, amount in sorted(hit, key=lambda each: (each[0] - t.turn) % len(t.seats)):
        t.later(strike, run.doing, seat, amount)
    if hit:
        number = len(t[cards.hits]) + 1
        t.later(ask_damage, number, number)


@unfinished
def strike(t: Any, doing: Doing, seat: Seat, amount: int, met: Met = ()) -> None:
    """Damage reaches a seat, unless a modifier that it has not met turns it away."""
    if not met and instead(t, "damage", seat, amount, doing):
        return
    turn_away(t, doing, seat, amount, met)


def turn_away(t: Any, doing: Doing, seat: Seat, amount: int, met: Met = ()) -> None:
    """Damage is redirected, reflected or done."""
    for mod, source in effects_of(t).in_force(t).mods:
        key = (source.card, source.path, source.at, source.piece)
        if mod.name not in ("redirect", "reflect") or key in met or seat not in seats_of(t, mod.who, source):
            continue
        if mod.name == "reflect":
            if doing.you != seat:
                effects_of(t).say(t, "reflected", card=source.card, seat=doing.you, amount=amount)
                t.later(strike, doing, doing.you, amount, (*met, key))
                return
            continue
        limit = amount if mod.amount is None else read_number(t, mod.amount, source)
        turned = min(amount, max(0, limit))
        if turned and _redirect(t, mod, source, doing, seat, amount, turned, (*met, key)):
            return
    _hurt(t, doing, seat, amount)


def _redirect(t: Any, mod: Any, source: Doing, doing: Doing, seat: Seat, amount: int, turned: int, met: Met) -> bool:
    """Part of the damage goes to another, the rest goes on; False when there is nobody else it could go to."""
    cards = effects_of(t)
    if mod.to in CHOSEN:
        among = tuple(other for other in t.others(source.you) if other != seat)
        among = (source.you, *among) if mod.to == "any_player" and source.you != seat else among
    else:
        among = tuple(other for other in seats_of(t, mod.to, source) if other != seat)[:1]
    if not among:
        return False
    if turned < amount:
        t.later(strike, doing, seat, amount - turned, met)
    if len(among) > 1:
        about = {"doing": doing, "amount": turned, "met": met, "source": source.card}
        t.ask(cards.ask.redirect, source.you, among=among, card=source.card, **about)
    else:
        redirected(t, doing, source.card, among[0], turned, met)
    return True


def redirected(t: Any, doing: Doing, source: str, seat: Seat, amount: int, met: Met) -> None:
    """Damage goes to another player instead."""
    effects_of(t).say(t, "redirected", card=source, seat=seat, amount=amount)
    t.later(strike, doing, seat, amount, met)


def _hurt(t: Any, doing: Doing, seat: Seat, amount: int) -> None:
    amount = _modified(t, doing, seat, amount)
    if amount > 0 and effects_of(t).played is not None:
        add_hit(t, doing, seat, amount)
    elif amount > 0:
        _damaged(t, doing, seat, amount)
    else:
        effects_of(t).say(t, "nothing_meant", doing=doing, card=doing.card, seat=seat)


@unfinished
def lands(t: Any, first: int) -> None:
    """Damage of one effect that was answered, or not, is done to all at once."""
    cards = effects_of(t)
    hits: tuple[Hit, ...] = t[cards.hits]
    t.put(cards.hits, hits[: first - 1], cards.rule)
    for hit in hits[first - 1 :]:
        if hit.amount > 0:
            _damaged(t, hit.doing, hit.seat, hit.amount)


def _damaged(t: Any, doing: Doing, seat: Seat, amount: int) -> None:
    lost = lose_life(t, seat, amount, doing)
    if lost:
        happened(t, "takes_damage", seat, doing, amount=lost, named=doing.you)
        happened(t, "deals_damage", doing.you, doing, amount=lost, named=seat)


def _modified(t: Any, doing: Doing, seat: Seat, amount: int) -> int:
    """The damage after all modifiers; those with a limit come last, and are not used up by damage of 0."""
    cards = effects_of(t)

    def changed(mod: Any, source: Any, *, taken: bool) -> None:
        about = {"doing": doing, "card": doing.card, "by": mod.add, "seat": seat, "total": amount}
        cards.say(t, "damage_changed", **about, source=source.card, taken=taken)

    for mod, source in holding_for(t, doing.you, "damage_dealt"):
        if fits(t, doing.card, mod.filter, source) and (mod.to == "any" or seat != doing.you):
            amount += mod.add
            changed(mod, source, taken=False)
    taken = tuple(holding_for(t, seat, "damage_taken"))
    if cards.more_damage is not None:
        amount += cards.more_damage(t, doing, seat)
    for mod, source in taken:
        if mod.limit is None and amount > 0:
            amount = max(0, amount + mod.add)
            changed(mod, source, taken=True)
    for mod, source in taken:
        piece = cards.piece(t, source.piece) if mod.limit is not None and amount > 0 else None
        if piece is not None and piece.can_use(int(source.path[0]), mod.limit):
            cards.change(t, piece.after_use(int(source.path[0]), mod.limit))
            amount = max(0, amount + mod.add)
            changed(mod, source, taken=True)
    return amount


def lose_life(t: Any, seat: Seat, amount: int, doing: Doing | None = None) -> int:
    """Life is lost; how much."""
    cards = effects_of(t)
    before = t[cards.life[seat]]
    t.add(cards.life[seat], -amount, cards.rule)
    lost: int = before - t[cards.life[seat]]
    if lost:
        cards.say(t, "loses_life", doing=doing, seat=seat, amount=lost)
        happened(t, "loses_life", seat, doing, amount=lost)
    return lost


def gain_life(t: Any, seat: Seat, amount: int, doing: Doing | None = None) -> None:
    """Life is gained, if it may be and nothing happens instead."""
    if amount > 0 and not instead(t, "gain_life", seat, amount, doing):
        gain_now(t, seat, amount, doing)


def gain_now(t: Any, seat: Seat, amount: int, doing: Doing | None = None) -> None:
    """Life is gained, if it may be."""
    cards = effects_of(t)
    amount = amount if cards.gains is None else cards.gains(t, seat, amount)
    if amount < 1 or is_forbidden(t, seat, "gain_life"):
        return
    before = t[cards.life[seat]]
    t.add(cards.life[seat], amount, cards.rule)
    gained = t[cards.life[seat]] - before
    if gained:
        cards.say(t, "gains_life", doing=doing, seat=seat, amount=gained)
        happened(t, "gains_life", seat, doing, amount=gained)


@resolves("win")
def _win(run: Run, effect: Any) -> None:
    run.t.end(sorted(run.seats(effect.who)), *run.cards.cited("wins"), card=run.doing.card)


@resolves("lose")
def _lose(run: Run, effect: Any) -> None:
    seats = run.seats(effect.who)
    winners = [seat for side in run.t.sides for seat in side if not set(side) <= set(seats)]
    run.t.end(winners, *run.cards.cited("wins"), card=run.doing.card)


@resolves("lose_life")
def _lose_life(run: Run, effect: Any) -> None:
    for seat, amount in run.amounts(effect.who, effect.amount):
        lose_life(run.t, seat, amount, run.doing)


@resolves("gain_life")
def _gain_life(run: Run, effect: Any) -> None:
    for seat, amount in run.amounts(effect.who, effect.amount):
        gain_life(run.t, seat, amount, run.doing)
