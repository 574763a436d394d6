"""Cards are played and their abilities used. In: what somebody plays. Out: where it lies, what it does, what it sets
off.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import TYPED, Doing, Piece, Typed
from pnp.referee.effects.resolving.answering import announce_card, announce_use, announced, answer_doing
from pnp.referee.effects.resolving.choices import unpayable
from pnp.referee.effects.resolving.modifying import forbidding
from pnp.referee.effects.resolving.pieces import enter
from pnp.referee.effects.resolving.planning import missing_choice
from pnp.referee.effects.resolving.run import go_on, unfinished
from pnp.referee.effects.resolving.triggers import NOTHING, come_up, happened, own_doings
from pnp.referee.kernel.place import Place
from pnp.referee.kernel.question import Step
from pnp.referee.seat import Seat


def play_card(t: Any, seat: Seat, card: str, typed: Typed = ()) -> None:
    """A card of the hand comes into play, or goes to the discard pile and does what it says; it may be answered."""
    if effects_of(t).played is not None:
        announce_card(t, seat, card, typed=typed)
    else:
        _happens(t, seat, card, effects_of(t).hand[seat], {TYPED: typed} if typed else NOTHING)


def happens(t: Any, number: int) -> None:
    """An announced card happens, unless it was cancelled."""
    cards, played = effects_of(t), announced(t, number)
    if played is None:
        return
    doing = answer_doing(t, played)
    cards.say(t, "resolves", card=played.card, waiting=len(t[cards.announced]) + len(t[cards.hits]))
    t.put(cards.announced, tuple(each for each in t[cards.announced] if each != played), cards.rule)
    if played.doing is not None:
        if not played.is_cancelled:
            t.later(go_on, played.doing.with_names(dict(played.names)))
        return
    source = cards.place(cards.played, played.seat)
    if played.card not in t[source]:  # a correction took it away
        return
    if played.is_cancelled:
        t.move(played.card, source, cards.place(cards.discard, played.seat), rule=cards.rule)
    elif doing is not None:
        _do(t, played.seat, played.card, source, go_on, [doing.with_names(dict(played.names))])
    else:
        _happens(t, played.seat, played.card, source, dict(played.names))


def _happens(t: Any, seat: Seat, card: str, source: Place[Any], names: Mapping[str, Any] = NOTHING) -> None:
    if t.setup.book.cards[card].fields.get("type") in effects_of(t).stays:
        _is_done(t, seat, card, enter(t, seat, card, source, names))
        return
    doings = own_doings(t, card, "play", seat, 0, 0)
    if doings and names:  # only the choices of the first ability were made before
        doings[0] = doings[0].with_names(dict(names))
    _do(t, seat, card, source, come_up, doings)


def _do(t: Any, seat: Seat, card: str, source: Place[Any], step: Step, doings: list[Doing]) -> None:
    """What a card does that does not stay; in a game that queues abilities it is discarded after that."""
    cards = effects_of(t)
    if not cards.queues:
        t.move(card, source, cards.place(cards.discard, seat), rule=cards.rule)
    for doing in doings:
        t.later(step, doing)
    if cards.queues:
        t.later(finish, seat, card)
    else:
        _is_done(t, seat, card)


@unfinished
def finish(t: Any, seat: Seat, card: str) -> None:
    """A card has done what it does, and is discarded."""
    cards = effects_of(t)
    source = cards.place(cards.played, seat)
    if card in t[source]:
        t.move(card, source, cards.place(cards.discard, seat), rule=cards.rule)
    _is_done(t, seat, card)
    t.later(cards.release)


def _is_done(t: Any, seat: Seat, card: str, piece: int = 0) -> None:
    """A card was played, and not cancelled."""
    finished = effects_of(t).finished
    if finished is not None:
        finished(t, seat, card)
    happened(t, "plays", seat, None, card=card, piece=piece)


def abilities_to_use(t: Any, seat: Seat) -> list[tuple[Piece, int, Any]]:
    """The abilities that a seat can use now: of its cards in play, with a cost that it can pay."""
    cards, found = effects_of(t), list[tuple[Piece, int, Any]]()
    for piece, at, ability in cards.in_force(t).by_trigger.get("activated", ()):
        if piece.seat == seat and why_not(t, piece, at, ability) is None:
            found.append((piece, at, ability))
    return found


def why_not(t: Any, piece: Piece, at: int, ability: Any) -> tuple[str, str] | None:
    """Why an ability of a card in play cannot be used, None if it can: `silenced`, `used` with its limit, `cost` or
    `choice` with the verb that cannot be done, `forbidden` with the card that forbids it.
    """
    cards, seat = effects_of(t), piece.seat
    if piece.number in cards.in_force(t).silenced:
        return "silenced", ""
    if not piece.can_use(at, ability.limit):
        return "used", ability.limit
    verb = unpayable(t, seat, ability.cost, Doing(piece.text, (at, "cost"), seat, 0, piece.number))
    if verb:
        return "cost", verb
    verb = missing_choice(t, Doing(piece.text, (at, "do"), seat, 0, piece.number)) if cards.choose_first else ""
    if verb:
        return "choice", verb
    source = forbidding(t, seat, "use", piece.text)
    return ("forbidden", source) if source else None


def use_ability(t: Any, seat: Seat, piece: Piece, at: int, typed: Typed = ()) -> None:
    """The cost is paid, then what the ability does happens."""
    cards = effects_of(t)
    ability = cards.find(t, piece.text, (at,))
    if ability.limit:
        cards.change(t, piece.after_use(at, ability.limit))
    names = ((TYPED, typed),) if typed else ()
    doing = Doing(piece.text, (at, "cost" if ability.cost else "do"), seat, 0, piece.number, 0, names)
    t.later(go_on if cards.played is None or ability.cost else announce_use, doing)
