"""Hands, deck and discard pile: cards are drawn, discarded and turned over. In: an effect. Out: cards that moved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import Doing
from pnp.referee.effects.resolving.modifying import is_forbidden
from pnp.referee.effects.resolving.replacing import instead
from pnp.referee.effects.resolving.run import Run, resolves, unfinished
from pnp.referee.effects.resolving.triggers import happened
from pnp.referee.kernel.zone import Cards
from pnp.referee.seat import Seat

Amounts = tuple[tuple[Seat, int], ...]


def draw_cards(t: Any, amounts: Iterable[tuple[Seat, int]], doing: Doing | None = None) -> None:
    """Seats draw, if they may; when all have drawn, that sets off what it sets off."""
    wanted = [(seat, count) for seat, count in amounts if count > 0]
    draw_now(t, [each for each in wanted if not instead(t, "draw", *each, doing)], doing)


def draw_now(t: Any, amounts: Iterable[tuple[Seat, int]], doing: Doing | None = None) -> None:
    """Seats draw, if they may."""
    todo = tuple((seat, count) for seat, count in amounts if not is_forbidden(t, seat, "draw"))
    if todo:
        _draw_on(t, todo, doing, ())


def _draw_on(t: Any, todo: Amounts, doing: Doing | None, drawn: Amounts) -> None:
    """One seat after the other draws. Where the deck gives out, what is due is dealt before it is made anew."""
    cards = effects_of(t)
    while todo:
        (seat, count), todo = todo[0], todo[1:]
        came = t.draw(cards.place(cards.deck, seat), cards.hand[seat], count, cards.rule)
        drawn = (*drawn, (seat, came))
        if came < count and cards.reshuffles and t[cards.place(cards.discard, seat)]:
            t.later(_refill, ((seat, count - came), *todo), doing, drawn)
            return
    if cards.at_once is not None:
        t.later(refill_at_once, drawn[0][0])
    for seat in dict.fromkeys(seat for seat, _ in drawn):
        total = sum(came for other, came in drawn if other == seat)
        cards.say(t, "draws", doing=doing, seat=seat, count=total)
        if total:
            happened(t, "draws", seat, doing, amount=total)


@unfinished
def _refill(t: Any, todo: Amounts, doing: Doing | None, drawn: Amounts) -> None:
    """The discard pile becomes the deck, and the draw goes on."""
    refill(t, todo[0][0])
    _draw_on(t, todo, doing, drawn)


@unfinished
def refill_at_once(t: Any, seat: Seat) -> None:
    """An empty deck is made of the discard pile, if the game does not wait until a card is needed."""
    cards = effects_of(t)
    if not t[cards.place(cards.deck, seat)] and t[cards.place(cards.discard, seat)] and cards.at_once(t):
        refill(t, seat)


def refill(t: Any, seat: Seat) -> None:
    """The discard pile becomes the deck: shuffled, or turned over, so that the oldest discard is drawn first."""
    cards = effects_of(t)
    discard = cards.place(cards.discard, seat)
    deck = cards.place(cards.deck, seat)
    if cards.turns_over:
        cards.say(t, "turned_over", seat=seat)
        t.move(t[discard], discard, deck, rule=cards.rule)
    else:
        cards.say(t, "reshuffled")
        t.shuffle(t[discard], discard, deck, cards.rule)


@resolves("draw")
def _draw(run: Run, effect: Any) -> None:
    t, cards = run.t, run.cards
    amounts = run.amounts(effect.who, effect.amount)
    if effect.from_ == "deck":
        draw_cards(t, amounts, run.doing)
        return
    for seat, amount in amounts:
        pile = cards.place(cards.discard, seat)
        newest = t[pile][-amount:] if amount else ()
        if newest and not is_forbidden(t, seat, "draw"):
            t.move(newest, pile, cards.hand[seat], rule=cards.rule, last=True)
            for card in newest:
                cards.say(t, "takes_discard", doing=run.doing, seat=seat, card=card)
            cards.say(t, "draws", doing=run.doing, seat=seat, count=len(newest))
            happened(t, "draws", seat, run.doing, amount=len(newest))


@resolves("mill")
def _mill(run: Run, effect: Any) -> None:
    """Seat by seat. `todo`: what is still to be turned; `came`: what was dealt last; `cards`: what came before that."""
    t, cards = run.t, run.cards
    todo, came = run.marked("todo"), run.marked("came") or (0, 0)
    todo = tuple(run.amounts(effect.who, effect.amount)) if todo is None else todo
    turned: Cards = run.marked("cards") or ()
    if came[1]:
        turned = (*turned, *t[cards.place(cards.discard, came[0])][-came[1] :])
    while todo:
        (seat, count), todo = todo[0], todo[1:]
        deck, discard = cards.place(cards.deck, seat), cards.place(cards.discard, seat)
        if count and not t[deck] and cards.reshuffles and t[discard]:
            refill(t, seat)
        drawn = t.draw(deck, discard, count, cards.rule)
        if drawn:
            left = ((seat, count - drawn),) if drawn < count and cards.reshuffles else ()
            run.again(todo=(*left, *todo), came=(seat, drawn), cards=turned)
    if cards.at_once is not None:
        t.later(refill_at_once, run.doing.you)
    cards.say(t, "milled", doing=run.doing, cards=turned)
    if turned and effect.save_as:
        run.doing = run.doing.with_names({effect.save_as: turned[-1]})


@resolves("discard")
def _discard(run: Run, effect: Any) -> None:
    """One card after another, seat by seat; `todo` is who still has to."""
    t, cards = run.t, run.cards
    todo: tuple[Seat, ...] | None = run.marked("todo")
    if todo is None:
        found: list[Seat] = []
        for seat, wanted in run.amounts(effect.who, effect.amount):
            count = min(wanted, len(t[cards.hand[seat]]))
            if count and not is_forbidden(t, seat, "discard"):
                found += [seat] * count
        todo = tuple(found)
    todo = tuple(seat for seat in todo if t[cards.hand[seat]])
    if not todo:
        if run.marked("todo") is None:
            cards.say(t, "empty_hand", doing=run.doing, seat=run.doing.you)
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
    cards.say(t, "discards", doing=doing, seat=seat, card=card)
    happened(t, "discards", seat, doing, card=card)
    return doing.with_names({"@todo": doing.get("@todo", ())[1:]})
