"""Cards that are announced before they happen, and what answers them: other cards, abilities of cards in play.

In: a card that somebody plays, or damage that is about to be done. Out: windows in which it may be answered, then what
happens. Invariant: who is asked follows from what everybody sees, never from the cards of a hand.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.referee.effects.effect_table import EffectTable, effects_of
from pnp.referee.effects.plain import PLANNING, TYPED, Announced, Doing, Hit, Piece, Typed
from pnp.referee.effects.resolving.choices import unpayable
from pnp.referee.effects.resolving.queue import is_half_done, is_settled
from pnp.referee.effects.resolving.reading import fits
from pnp.referee.effects.resolving.run import Run, go_on, resolves, unfinished
from pnp.referee.seat import Seat


def announce_card(t: Any, seat: Seat, card: str, to: int = 0, hit: int = 0, typed: Typed = ()) -> None:
    """A card of the hand lies open until it has been answered, or nobody wants to. to, hit: what it answers."""
    cards = effects_of(t)
    t.move(card, cards.hand[seat], cards.place(cards.played, seat), rule=cards.rule)
    names = ((TYPED, typed),) if typed else ()
    number = _add(t, Announced(_next(t), card, seat, to, hit, names=names))
    stays = t.setup.book.cards[card].fields.get("type") in cards.stays
    first = cards.text(t, card).by_trigger.get("play", ())[:1] if not stays else ()
    doing = answer_doing(t, t[cards.announced][-1]) or next((Doing(card, (at, "do"), seat) for at, _ in first), None)
    _open(t, number, doing.with_names({TYPED: typed}) if typed and doing is not None else doing)


def _next(t: Any) -> int:
    return max((each.number for each in t[effects_of(t).announced]), default=0) + 1


def _add(t: Any, more: Announced) -> int:
    cards = effects_of(t)
    t.put(cards.announced, (*t[cards.announced], more), cards.rule)
    return more.number


def _open(t: Any, number: int, doing: Doing | None) -> None:
    """Choose first, if the game wants it, and open the window."""
    cards = effects_of(t)
    if cards.choose_first and doing is not None:
        cards.plan(t, doing.with_names({PLANNING: number}))
    else:
        open_window(t, number)


@unfinished
def announce_use(t: Any, doing: Doing) -> None:
    """An ability that was used, and paid for, may be answered as a card may."""
    cards = effects_of(t)
    if cards.find(t, doing.card, doing.path[:1]).trigger == "activated" or cards.queues:
        _open(t, _add(t, Announced(_next(t), doing.card, doing.you, doing=doing)), doing)
    else:
        t.later(go_on, doing)


def open_window(t: Any, number: int) -> None:
    """Who may answer is asked; the card happens when nobody does."""
    cards = effects_of(t)
    if cards.between and not is_half_done(t) and not is_settled(t, open_window, number):
        return
    played = announced(t, number)
    if played is None:
        return
    order = (t.turn, *t.others(t.turn))
    seats = () if played.is_cancelled else asked_of(t, order, played)
    if seats:
        t.ask(cards.ask.answer, *seats, number=number, card=played.card, seat=played.seat)
    else:
        t.later(cards.happens, number)


def announced(t: Any, number: int) -> Announced | None:
    """A card that has been announced and has not happened yet."""
    return next((each for each in t[effects_of(t).announced] if each.number == number), None)


def asked_of(t: Any, seats: tuple[Seat, ...], played: Announced | None) -> tuple[Seat, ...]:
    """Return who is asked to answer what was announced, or damage (None): who may have an answer, or the game says."""
    cards = effects_of(t)
    if cards.asked is not None:
        return cards.asked(t, seats, played)
    return tuple(seat for seat in seats if _may_answer(t, cards, seat, played))


def _may_answer(t: Any, cards: EffectTable, seat: Seat, played: Announced | None) -> bool:
    """Whether a seat may have an answer, as far as everybody sees."""
    if answering_pieces(t, seat, played):
        return True
    return bool(t[cards.hand[seat]]) and any(_can_answer(t, kind, seat, played) for kind in t.kinds)


def _can_answer(t: Any, kind: str, seat: Seat, played: Announced | None) -> bool:
    """Whether a card of the hand answers what was announced, or damage (None)."""
    cards = effects_of(t)
    fields = t.setup.book.cards[kind].fields
    if fields.get("type") in cards.stays:
        return False
    if _answering(t, kind, seat, played) is not None:
        return True
    is_fast = played is not None and cards.fast and fields.get(cards.fast)
    return bool(is_fast and cards.text(t, kind).by_trigger.get("play"))


def _answering(t: Any, kind: str, seat: Seat, played: Announced | None) -> int | None:
    """The number of the ability with which a card answers what was announced, or damage (None)."""
    for number, ability in effects_of(t).text(t, kind).by_trigger.get("answers", ()):
        if ability.to == "damage" if played is None else _meant(t, ability, seat, played):
            return number
    return None


def _meant(t: Any, ability: Any, seat: Seat, played: Announced) -> bool:
    if ability.to != ("play" if played.doing is None else "use") or (
        ability.who != "any" and (ability.who == "you") != (played.seat == seat)
    ):
        return False
    return fits(t, played.card, ability.filter)


def answering_cards(t: Any, seat: Seat, number: int) -> list[str]:
    """The cards that may lie in a hand and answer what was announced, or damage (0)."""
    played = announced(t, number)
    if number and played is None:
        return []
    return [kind for kind in t.may_lie(effects_of(t).hand[seat]) if _can_answer(t, kind, seat, played)]


def answering_pieces(t: Any, seat: Seat, played: Announced | None) -> list[tuple[Piece, int]]:
    """The abilities of cards in play that answer what was announced, or damage (None)."""
    found = []
    for piece, at, ability in effects_of(t).in_force(t).by_trigger.get("answers", ()):
        if piece.seat != seat or not piece.can_use(at, ability.limit):
            continue
        is_meant = ability.to == "damage" if played is None else _meant(t, ability, seat, played)
        cost = Doing(piece.text, (at, "cost"), seat, 0, piece.number)
        if is_meant and not unpayable(t, seat, ability.cost, cost):
            found.append((piece, at))
    return found


def use_answer(t: Any, piece: Piece, at: int, number: int, hit: int, typed: Typed = ()) -> None:
    """An ability of a card in play answers."""
    cards = effects_of(t)
    ability = cards.find(t, piece.text, (at,))
    if ability.limit:
        cards.change(t, piece.after_use(at, ability.limit))
    doing = Doing(piece.text, (at, "cost" if ability.cost else "do"), piece.seat, 0, piece.number)
    step = go_on if ability.cost or not cards.queues else announce_use
    t.later(step, doing.with_names(_named(t, number, hit) | ({TYPED: typed} if typed else {})))


def _named(t: Any, number: int, hit: int) -> dict[str, Any]:
    played = announced(t, number)
    names: dict[str, Any] = {"answered": number, "hit": hit}
    if played is not None:
        names |= {"trigger_player": played.seat, "trigger_card": played.card}
    return names


def answer_doing(t: Any, played: Announced) -> Doing | None:
    """What a card does that answers; None for one that answers nothing, or does what it does at any time."""
    answered = announced(t, played.to)
    if not played.hit and answered is None:
        return None
    number = _answering(t, played.card, played.seat, answered)
    if number is None:
        return None
    return Doing(played.card, (number, "do"), played.seat).with_names(_named(t, played.to, played.hit))


@resolves("cancel")
def _cancel(run: Run, effect: Any) -> None:
    t, cards = run.t, run.cards
    number = run.doing.get("answered", 0)
    played = announced(t, number)
    if played is not None:
        if cards.queues:  # it is gone at once
            t.put(cards.announced, tuple(each for each in t[cards.announced] if each != played), cards.rule)
            source = cards.place(cards.played, played.seat)
            if played.doing is None and played.card in t[source]:
                t.move(played.card, source, cards.place(cards.discard, played.seat), rule=cards.rule)
        else:
            changed = (replace(each, is_cancelled=True) if each == played else each for each in t[cards.announced])
            t.put(cards.announced, tuple(changed), cards.rule)
        cards.say(t, "cancelled", doing=run.doing, card=played.card)


# damage


def add_hit(t: Any, doing: Doing, seat: Seat, amount: int) -> None:
    """Damage is about to be done to a player."""
    cards = effects_of(t)
    t.put(cards.hits, (*t[cards.hits], Hit(len(t[cards.hits]) + 1, doing, seat, amount)), cards.rule)
    cards.say(t, "hit", doing=doing, card=doing.card, seat=seat, amount=amount)


@unfinished
def ask_damage(t: Any, number: int, first: int) -> None:
    """One player after another may answer the damage of one effect that is left; then it is done to all of them.

    number: the first hit that was not answered yet · first: the first hit of the effect
    """
    cards = effects_of(t)
    hits: tuple[Hit, ...] = t[cards.hits]
    for hit in hits[number - 1 :]:
        if hit.amount > 0 and asked_of(t, (hit.seat,), None):
            about = {"hit": hit.number, "first": first, "amount": hit.amount, "card": hit.doing.card, "number": 0}
            t.ask(cards.ask.damage, hit.seat, **about)
            return
    if len(hits) >= first:
        t.later(cards.lands, first)


@resolves("prevent")
def _prevent(run: Run, effect: Any) -> None:
    t, cards = run.t, run.cards
    number = run.doing.get("hit", 0)
    hits: tuple[Hit, ...] = t[cards.hits]
    if not 0 < number <= len(hits):
        return
    hit = hits[number - 1]
    less = hit.amount if effect.amount == "all" else min(hit.amount, run.number(effect.amount))
    t.put(cards.hits, (*hits[: number - 1], replace(hit, amount=hit.amount - less), *hits[number:]), cards.rule)
    cards.say(t, "prevented", doing=run.doing, amount=less, seat=hit.seat, left=hit.amount - less)
