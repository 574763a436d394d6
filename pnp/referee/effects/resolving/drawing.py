"""Hands, deck and discard pile: cards are drawn, discarded and turned over. In: an effect. Out: cards that moved."""

from __future__ import annotations

from typing import Any

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import Doing
from pnp.referee.effects.resolving.modifying import is_forbidden
from pnp.referee.effects.resolving.run import Run, resolves
from pnp.referee.effects.resolving.triggers import happened
from pnp.referee.seat import Seat


def draw_cards(t: Any, seat: Seat, count: int, doing: Doing | None = None) -> None:
    """A seat draws, if it may; that sets off what it sets off."""
    cards = effects_of(t)
    if count < 1 or is_forbidden(t, seat, "draw"):
        return
    hand = cards.hand[seat]
    came = _from_deck(t, seat, count, hand)
    t.note(cards.rule, "effects.draws", seat=seat, count=came)
    if came:
        happened(t, "draws", seat, doing, amount=came)


def _from_deck(t: Any, seat: Seat, count: int, to: Any) -> int:
    """Cards of the deck; when it is empty, the discard pile is shuffled and becomes the deck."""
    cards = effects_of(t)
    deck, discard = cards.place(cards.deck, seat), cards.place(cards.discard, seat)
    came: int = t.draw(deck, to, count, cards.rule)
    if came < count and cards.reshuffles and to is not discard and t[discard]:
        t.announce(cards.rule, "effects.reshuffled")
        t.shuffle(t[discard], discard, deck, cards.rule)
        came += t.draw(deck, to, count - came, cards.rule)
    return came


@resolves("draw")
def _draw(run: Run, effect: Any) -> None:
    for seat in run.seats(effect.who):
        draw_cards(run.t, seat, run.number(effect.amount, seat), run.doing)


@resolves("mill")
def _mill(run: Run, effect: Any) -> None:
    t, cards = run.t, run.cards
    if run.marked("turned") is None:
        seats = run.seats(effect.who)
        turned = [
            _from_deck(t, seat, run.number(effect.amount, seat), cards.place(cards.discard, seat)) for seat in seats
        ]
        last = seats[-1] if seats and turned[-1] else -1
        run.again(turned=last)
    last = run.marked("turned")
    if last >= 0 and effect.save_as:
        run.doing = run.doing.with_names({effect.save_as: t[cards.place(cards.discard, last)][-1]})


@resolves("discard")
def _discard(run: Run, effect: Any) -> None:
    """One card after another, seat by seat; `todo` is who still has to."""
    t, cards = run.t, run.cards
    todo: tuple[Seat, ...] | None = run.marked("todo")
    if todo is None:
        found: list[Seat] = []
        for seat in run.seats(effect.who):
            count = min(run.number(effect.amount, seat), len(t[cards.hand[seat]]))
            if count and not is_forbidden(t, seat, "discard"):
                found += [seat] * count
        todo = tuple(found)
    todo = tuple(seat for seat in todo if t[cards.hand[seat]])
    if not todo:
        return
    seat, you = todo[0], run.doing.you
    run.doing = run.doing.with_names({"@todo": todo})
    if effect.pick == "random":
        run.ask(cards.ask.at_random, of_seat=seat)
    if effect.pick == "owner" or seat == you:
        run.ask(cards.ask.discard, seat)
    if run.marked("looked") != seat:
        run.doing = run.doing.with_names({"@looked": seat})
        t.look(cards.hand[seat], you, len(t[cards.hand[seat]]), cards.rule)
    run.ask(cards.ask.pick, you, of_seat=seat)


def discard_one(t: Any, seat: Seat, card: str, doing: Doing) -> Doing:
    """A card of a hand is discarded; what is left to do."""
    cards = effects_of(t)
    t.move(card, cards.hand[seat], cards.place(cards.discard, seat), rule=cards.rule)
    t.note(cards.rule, "effects.discards", seat=seat, card=card)
    happened(t, "discards", seat, doing, card=card)
    return doing.with_names({"@todo": doing.get("@todo", ())[1:]})
