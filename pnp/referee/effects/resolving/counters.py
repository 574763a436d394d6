"""Counters on cards in play, and cards that are silenced. In: an effect. Out: what is on the cards."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.referee.effects.plain import MARK, Piece
from pnp.referee.effects.resolving.run import PAID, Run, resolves
from pnp.referee.effects.resolving.triggers import happened

FROM, TO = f"{MARK}from", f"{MARK}to"


@resolves("add_counters")
def _add_counters(run: Run, effect: Any) -> None:
    pieces = run.pieces(effect.target, run.can_do(effect))
    amount = run.number(effect.amount)
    for piece in pieces:
        change_counters(run, piece, amount)


@resolves("remove_counters")
def _remove_counters(run: Run, effect: Any) -> None:
    is_number = effect.amount not in ("all", "any")
    least = run.number(effect.amount) if is_number and run.doing.path[-1] in PAID else 1
    pieces = run.pieces(effect.target, lambda piece: piece.counters >= max(least, 1))
    amounts = [_amount(run, effect.amount, piece) for piece in pieces]
    removed = sum(change_counters(run, piece, -amount) for piece, amount in zip(pieces, amounts, strict=True))
    if effect.save_as:
        run.doing = run.doing.with_names({effect.save_as: removed})


@resolves("move_counters")
def _move_counters(run: Run, effect: Any) -> None:
    """At once, or one after the other; `todo` is how many are still to be moved."""
    sources = run.pieces(effect.from_, lambda piece: piece.counters > 0, FROM)
    todo = run.marked("todo")
    if not sources or todo == 0:
        return
    source = sources[0]
    amount = todo if todo is not None or not effect.share else _amount(run, effect.amount, source)
    goals = run.pieces(effect.to, lambda piece: piece != source and run.takes_counters(piece), TO)
    if amount is None and goals:
        amount = _amount(run, effect.amount, source)
    if not goals or not amount:
        return
    moved = 1 if effect.share else amount
    moved = change_counters(run, source, -moved)
    change_counters(run, goals[0], moved)
    if effect.share:
        run.again(todo=amount - 1, to=())


def _amount(run: Run, amount: Any, piece: Piece) -> int:
    if amount == "any":
        if run.marked("number") is None and (piece.counters > 1 or run.cards.asks_all):
            run.ask(run.cards.ask.number, run.doing.you, least=1, most=piece.counters)
        return min(run.marked("number") or 1, piece.counters)
    return piece.counters if amount == "all" else min(run.number(amount), piece.counters)


def change_counters(run: Run, piece: Piece, by: int) -> int:
    """Put counters on a card in play, or take some off (`by` below 0); how many."""
    if by:
        changed = replace(piece, counters=piece.counters + by)
        run.cards.change(run.t, changed)
        what = "counters_on" if by > 0 else "counters_off"
        run.cards.say(run.t, what, piece=changed, doing=run.doing, card=piece.card, count=abs(by))
    return abs(by)


@resolves("silence")
def _silence(run: Run, effect: Any) -> None:
    pieces = run.pieces(effect.target, run.can_do(effect))
    for piece in pieces:
        run.cards.change(run.t, replace(piece, is_silenced=True))
        run.cards.say(run.t, "silenced", piece=piece, doing=run.doing, card=piece.card)
        you = run.doing.you
        happened(run.t, "silences", you, run.doing, card=piece.card, piece=piece.number, named=piece.seat)
    if pieces:
        run.cards.say(run.t, "silenced_all", doing=run.doing, seat=run.doing.you, count=len(pieces))


@resolves("unsilence")
def _unsilence(run: Run, effect: Any) -> None:
    pieces = run.pieces(effect.target, run.can_do(effect))
    if not pieces:
        run.cards.say(run.t, "none_unsilenced", doing=run.doing)
    for piece in pieces:
        run.cards.change(run.t, replace(piece, is_silenced=False))
        run.cards.say(run.t, "unsilenced", piece=piece, doing=run.doing, card=piece.card)
