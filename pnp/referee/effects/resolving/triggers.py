"""What happens sets off abilities of cards in play. In: what happened, to whom. Out: the abilities that begin, in the
order of the turn; whose player decides is asked first.

Invariant: texts that set each other off come to an end (`DEEPEST`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import Doing, Piece
from pnp.referee.effects.resolving.queue import enqueue, is_half_done, is_settled, orderable
from pnp.referee.effects.resolving.reading import fits, holds
from pnp.referee.effects.resolving.run import DEEPEST, Run, Waiting, go_on, unfinished
from pnp.referee.seat import Seat

NOTHING: Mapping[str, Any] = {}


def happened(
    t: Any,
    event: str,
    seat: Seat,
    doing: Doing | None,
    *,
    amount: int = 0,
    card: str = "",
    piece: int = 0,
    named: Seat | None = None,
    step: str = "",
) -> None:
    """Something happened to a seat, or with a card.

    doing: the text that did it, None for the rules of the game · named: `trigger_player`, that seat unless said
    step: the step of the start or end of a turn
    """
    triggered = effects_of(t).in_force(t).by_trigger.get(event)
    depth = doing.depth + 1 if triggered and doing is not None else 0
    if not triggered or depth > DEEPEST:
        return
    found = []
    for other, number, ability in triggered:
        # what a card does to itself has triggers of its own
        is_own = ability.by == "other" and named == seat
        if other.number != piece and ability.step == step and not is_own and _is_meant(t, ability, other, seat, card):
            names = (
                ("trigger_player", seat if named is None else named),
                ("amount", amount),
                ("trigger_card", card),
                ("trigger_piece", piece),
            )
            you = other.you if ability.does == "controller" else t.turn
            found.append(Doing(other.text, (number, "do"), you, 0, other.number, depth, names))
            effects_of(t).say(t, "sets_off", doing=found[-1], event=event, card=card, source=other.text)
    if found:
        set_off(t, found)


def _is_meant(t: Any, ability: Any, piece: Piece, seat: Seat, card: str) -> bool:
    if ability.who == "bearer":
        return piece.bearer == seat
    if ability.who != "any" and (ability.who == "you") != (piece.seat == seat):
        return False
    return not card or fits(t, card, ability.filter)


def own_doings(
    t: Any, text: str, trigger: str, you: Seat, piece: int, depth: int, names: Mapping[str, Any] = NOTHING
) -> list[Doing]:
    """Return the abilities of a card that its own coming, leaving or being played sets off."""
    given = tuple(names.items())
    found = effects_of(t).text(t, text).by_trigger.get(trigger, ()) if depth <= DEEPEST else ()
    return [Doing(text, (number, "do"), you, 0, piece, depth, given) for number, _ in found]


def begin_own(
    t: Any, text: str, trigger: str, you: Seat, piece: int, depth: int, names: Mapping[str, Any] = NOTHING
) -> None:
    """The abilities of a card that its own coming, leaving or being played sets off come up."""
    found = own_doings(t, text, trigger, you, piece, depth, names)
    if found:
        set_off(t, found)


def set_off(t: Any, found: list[Doing]) -> None:
    """Abilities come up after what is due; in a game that queues them, when nothing is half done."""
    if effects_of(t).queues:
        enqueue(t, found)
        return
    for doing in found:
        t.later(come_up, doing)


@unfinished
def come_up(t: Any, doing: Doing) -> None:
    """An ability that was set off: is it still to be used, does its condition hold, does its player want it?"""
    cards = effects_of(t)
    number = int(doing.path[0])
    ability = cards.find(t, doing.card, (number,))
    piece = cards.piece(t, doing.piece)
    if ability.limit and (piece is None or not piece.can_use(number, ability.limit)):
        cards.say(t, "used_up", doing=doing, card=doing.card)
        return
    if ability.when is not None:
        if not holds(t, ability.when, doing):
            return
        cards.say(t, "condition_holds", doing=doing, card=doing.card)
    if doing.piece and piece is None:
        cards.say(t, "source_gone", doing=doing, card=doing.card)
    cards.say(t, "comes_up", doing=doing, card=doing.card, may=ability.may)
    if ability.may and cards.queues and cards.missing_choice(t, doing, count=1):
        cards.say(t, "passed_over", doing=doing, card=doing.card)
        return
    if not ability.may:
        start(t, doing)
        return
    try:
        Run(t, doing).ask(cards.ask.may, doing.you)
    except Waiting:
        return


@unfinished
def start(t: Any, doing: Doing) -> None:
    """An ability is used."""
    cards = effects_of(t)
    number = int(doing.path[0])
    piece, limit = cards.piece(t, doing.piece), cards.find(t, doing.card, (number,)).limit
    if piece is not None and limit:
        cards.change(t, piece.after_use(number, limit))
    go_on(t, doing)


def release(t: Any) -> None:
    """The first ability in the queue comes up, unless something is half done; its player may order several first."""
    cards = effects_of(t)
    if not t[cards.set_off] or is_half_done(t) or (cards.between and not is_settled(t, release)):
        return
    waiting = t[cards.set_off]  # `between` may have taken some away
    if not waiting:
        return
    among = orderable(t)
    if among:
        t.ask(cards.ask.order, among[0].doing.you, cards=tuple(each.doing.card for each in among))
        return
    t.put(cards.set_off, waiting[1:])
    t.later(come_up, waiting[0].doing)
    t.later(release)
