"""Cards in play: they come, leave, change sides, are attached, become copies. In: an effect. Out: where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.in_force import free_copy
from pnp.referee.effects.plain import Doing, Lasting, Piece
from pnp.referee.effects.resolving.reading import read_number
from pnp.referee.effects.resolving.run import Run, resolves
from pnp.referee.effects.resolving.triggers import NOTHING, begin_own, come_up, happened, own_doings
from pnp.referee.kernel.place import Place
from pnp.referee.seat import TABLE, Seat


def enter(t: Any, seat: Seat, card: str, source: Place[Any], names: Mapping[str, Any] = NOTHING) -> int:
    """A card comes into play under a seat's control; its number. names: what was named when it was played"""
    came = put_into_play(t, seat, card, source)
    has_come(t, seat, (came,), names)
    return came.number


def put_into_play(t: Any, seat: Seat, card: str, source: Place[Any]) -> Piece:
    """A card lies in play, and nothing has noticed it yet."""
    cards = effects_of(t)
    _make_room(t, seat, card)
    before = cards.in_play(t)
    number = max((piece.number for piece in before), default=0)
    number = max(number, int(t[cards.arrivals])) + 1
    whose = TABLE if t.setup.book.cards[card].fields.get("type") in cards.shared else seat
    t.move(card, source, cards.lies(whose), rule=cards.rule)
    counters = sum(
        max(0, read_number(t, ability.counters, Doing(card, (at,), seat)))
        for at, ability in cards.text(t, card).by_trigger.get("enters_with", ())
    )
    came = Piece(number, card, whose, seat, counters=counters, copy=free_copy(before, card))
    cards.keep(t, (*before, came))
    cards.say(t, "enters", piece=came, card=card, seat=seat)
    return came


def has_come(t: Any, seat: Seat, pieces: Iterable[Piece], names: Mapping[str, Any] = NOTHING) -> None:
    """Cards that come into play together see each other."""
    for piece in pieces:
        begin_own(t, piece.card, "enters", seat, piece.number, 0, names)
    for piece in pieces:
        happened(t, "card_enters", piece.seat, None, card=piece.card, piece=piece.number)


def _make_room(t: Any, seat: Seat, card: str) -> None:
    """Of some types one card is in play: a new one sends the old one away."""
    cards, book = effects_of(t), t.setup.book
    type_ = book.cards[card].fields.get("type")
    whose = cards.only_one.get(str(type_))
    for piece in cards.in_play(t) if whose is not None else ():
        if book.cards[piece.card].fields.get("type") == type_ and (whose == TABLE or piece.seat == seat):
            cards.say(t, "makes_room", piece=piece, card=piece.card, successor=card)
            leave(t, piece, cards.place(cards.discard, piece.owner), successor=card)


def leave(t: Any, piece: Piece, to: Place[Any], doing: Doing | None = None, successor: str = "") -> None:
    """A card leaves play; what is attached to it goes to the discard pile. successor: the card that takes its place"""
    cards = effects_of(t)
    before = cards.in_play(t)
    if piece not in before:
        return
    is_silenced = piece.number in cards.in_force(t).silenced
    if cards.supply is not None and cards.supply.begins_with(t.setup.book.cards[piece.card].deck):
        to = cards.place(cards.supply, piece.owner)
    cards.say(t, "leaves", piece=piece, doing=doing, card=piece.card, seat=piece.seat, to=to.name, successor=successor)
    t.move(piece.card, cards.lies(piece.seat), to, rule=cards.rule)
    left = tuple(replace(other, host=0) if other.host == piece.number else other for other in before if other != piece)
    cards.keep(t, left)
    if not is_silenced:
        begin_own(t, piece.text, "leaves", piece.you, 0, doing.depth + 1 if doing is not None else 0)
    happened(t, "card_leaves", piece.seat, doing, card=piece.card)
    for other in before:
        if other.host == piece.number:
            cards.say(t, "falls_off", card=other.card)
            now = cards.piece(t, other.number)
            if now is not None:
                leave(t, now, cards.place(cards.discard, now.owner), doing)


def change_sides(t: Any, piece: Piece, seat: Seat) -> None:
    """A card in play is another player's from now on."""
    cards = effects_of(t)
    if piece.seat in (seat, TABLE):
        return
    before = cards.in_play(t)
    t.move(piece.card, cards.play[piece.seat], cards.play[seat], rule=cards.rule)
    changed = replace(piece, seat=seat)
    cards.keep(t, tuple(changed if other == piece else other for other in before))
    cards.say(t, "changes_sides", piece=changed, card=piece.card, seat=seat)


def _go(run: Run, target: Any, to: Any) -> None:
    for piece in run.pieces(target):
        now = run.cards.piece(run.t, piece.number)
        if now is not None:
            leave(run.t, now, to(now), run.doing)


@resolves("exile")
def _exile(run: Run, effect: Any) -> None:
    _go(run, effect.target, lambda piece: run.cards.place(run.cards.exile, piece.owner))


@resolves("put_in_discard")
def _put_in_discard(run: Run, effect: Any) -> None:
    _go(run, effect.target, lambda piece: run.cards.place(run.cards.discard, piece.owner))


@resolves("return_to_hand")
def _return_to_hand(run: Run, effect: Any) -> None:
    _go(run, effect.target, lambda piece: run.cards.hand[piece.owner])


@resolves("take_control")
def _take_control(run: Run, effect: Any) -> None:
    for piece in run.pieces(effect.target):
        if piece.seat == run.doing.you:
            continue
        if run.cards.room is not None:
            run.cards.room(run, piece)
        if effect.until:
            run.cards.last(run.t, Lasting("control", run.doing, effect.until, piece.number, piece.seat))
        change_sides(run.t, piece, run.doing.you)


@resolves("attach")
def _attach(run: Run, effect: Any) -> None:
    hosts = run.pieces(effect.target)
    own = run.cards.piece(run.t, run.doing.piece)
    if own is None:
        return
    if not hosts:  # it has nothing to be attached to
        leave(run.t, own, run.cards.place(run.cards.discard, own.owner), run.doing)
        return
    run.cards.change(run.t, replace(own, host=hosts[0].number))
    run.cards.say(run.t, "attached", card=own.card, host=hosts[0].card)


@resolves("attach_to_player")
def _attach_to_player(run: Run, effect: Any) -> None:
    own = run.cards.piece(run.t, run.doing.piece)
    for seat in run.seats(effect.who):
        if own is None:
            return
        run.cards.change(run.t, replace(own, bearer=seat))
        run.cards.say(run.t, "attached_to", card=own.card, seat=seat)


@resolves("choose_card")
def _choose_card(run: Run, effect: Any) -> None:
    run.pieces(effect.target)


@resolves("become")
def _become(run: Run, effect: Any) -> None:
    models = run.pieces(effect.target)
    own = run.cards.piece(run.t, run.doing.piece)
    if own is not None and models:
        run.cards.change(run.t, replace(own, copy_of=models[0].text))
        run.cards.say(run.t, "becomes", card=own.card, model=models[0].text)


@resolves("copy")
def _copy(run: Run, effect: Any) -> None:
    if effect.target == "trigger_card":
        texts = [card] if (card := run.doing.get("trigger_card")) else []
    else:
        texts = [piece.text for piece in run.pieces(effect.target)]
    depth = run.doing.depth + 1
    for text in texts:
        run.cards.say(run.t, "copied", card=text)
        for trigger in ("play", "enters"):
            for doing in own_doings(run.t, text, trigger, run.doing.you, 0, depth):
                run.t.later(come_up, doing)
