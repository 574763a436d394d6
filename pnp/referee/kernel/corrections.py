"""Corrections of fact: `table: adjust <zone|counter|fact|turn> …`, one for everything a game declares. In: a state and
what is so in truth. Out: the state in which it is so.

Invariant: no card is lost or made: what a correction takes away goes into a pile, what it brings comes out of it. What
was proved of hidden cards rests on lines that may have been wrong, so the evidence begins anew.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Iterable
from functools import partial
from typing import Annotated, Any, ClassVar

from msgspec import Struct, defstruct
from msgspec.structs import replace

from pnp.referee.correction import HandParam, SetHand, SetTurn, of_a_player
from pnp.referee.game import Adjustment
from pnp.referee.kernel import line_trial
from pnp.referee.kernel.compiled import CompiledRules
from pnp.referee.kernel.counter import Counter
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.judging import settle
from pnp.referee.kernel.line_trial import Noted, Refused
from pnp.referee.kernel.place import ANY, EACH_SEAT, EVERYBODY, NOBODY, Field
from pnp.referee.kernel.question import Due
from pnp.referee.kernel.table import Table
from pnp.referee.kernel.trial import Trial
from pnp.referee.kernel.zone import UNSEEN, Cards, Zone, kinds_of
from pnp.referee.kernel_rules import REF_PLACES
from pnp.referee.move import Move
from pnp.referee.notation import verb_of
from pnp.referee.params import NUMBER, SEAT, UNKNOWN, WORD, OptionalParam, WordParam
from pnp.referee.ruling import Illegal, Ruling
from pnp.referee.seat import TABLE, Seat
from pnp.referee.view import redact_cards


class Refusal(Struct, frozen=True):
    """Why something cannot be so: the id of a message and its arguments."""

    message: str
    args: dict[str, Any]


def adjustments(held: Holdings, module: str) -> tuple[Adjustment, ...]:
    """A correction for each counter and each zone, but piles and what is only read. `module`: where the moves live."""
    found = []
    for field in held.fields:
        if field.is_read_only or not field.adjust:
            continue
        if isinstance(field, Counter):
            move = _move_class(field, module, Annotated[int, NUMBER])
            found.append(Adjustment(move, _correct(held, field, _set_counter), "kernel.adjust_counter"))
        elif isinstance(field, Zone) and field.seen_by != NOBODY:
            cards = HandParam()
            absent = OptionalParam(cards, ()) if field.seen_by == EVERYBODY else cards  # nothing named: it is empty
            move = _move_class(field, module, Annotated[Any, absent])
            found.append(Adjustment(move, _correct(held, field, set_zone), "kernel.adjust_zone"))
    return tuple(found)


def all_adjustments(held: Holdings, module: str, own: Iterable[Adjustment]) -> tuple[Adjustment, ...]:
    """Those that follow from what is declared, the turn's, and a game's own: of one name, the game's own holds."""
    derived = (turn_adjustment(), *adjustments(held, module))
    return tuple({verb_of(each.move): each for each in (*derived, *own)}.values())


def turn_adjustment() -> Adjustment:
    """The correction of whose turn it is."""
    return Adjustment(SetTurn, of_a_player(_set_turn, "referee.turn"), "referee.adjust_turn")


def _move_class(field: Field[Any], module: str, value: Any) -> type[Move]:
    """`adjust hand anna …`, `adjust sold …`, `adjust number fish 3`."""
    whose: list[tuple[str, Any]] = []
    if field.of == EACH_SEAT:
        whose = [("of", Annotated[Seat, SEAT])]
    elif field.of == ANY:
        whose = [("of", Annotated[str, WORD])]
    elif isinstance(field.of, tuple):
        whose = [("of", Annotated[str, WordParam(field.of)])]
    name = f"Set{field.id.title().replace('_', '')}"
    made = defstruct(
        name, [*whose, ("value", value)], bases=(Move,), module=module, namespace={"verb": field.id}, frozen=True
    )
    made.__annotations__["verb"] = ClassVar[str]
    return made  # type: ignore[return-value]


def _correct(
    held: Holdings, field: Field[Any], put: Callable[[Holdings, Any, Any, Any, Any], Any]
) -> Callable[[Any, Any], Any]:
    def corrected(state: Any, move: Any) -> Any:
        key = getattr(move, "of", TABLE)
        if field.of == EACH_SEAT and key == TABLE:
            return Illegal(REF_PLACES, state.message("kernel.seats_only"))
        if field.constant and key not in field.keys_at(state):
            return Illegal(REF_PLACES, state.message("kernel.no_place", key=key, keys=field.keys_at(state)))
        after = put(held, state, field, key, move.value)
        return Illegal(REF_PLACES, state.message(after.message, **after.args)) if isinstance(after, Refusal) else after

    return corrected


def _set_turn(state: Any, move: SetTurn) -> Any:
    return replace(state, turn=move.of)


def _set_counter(held: Holdings, state: Any, counter: Counter, key: Any, value: int) -> Any:
    if counter.bounded(value) != value:
        return Refusal("kernel.out_of_range", {"count": value})
    return counter.replaced(state, key, value)


def set_zone(held: Holdings, state: Any, zone: Zone, key: Any, stated: int | Cards) -> Any:
    """Return the state in which a place has these cards, or so many; a `Refusal` if it cannot."""
    entries = zone.read(state, key)
    now = kinds_of(entries)
    known = tuple(kind for kind in now if kind not in UNSEEN)
    if isinstance(stated, int):
        revealed = tuple(entry for entry in entries if entry != UNKNOWN)  # to this viewer or to another one
        if stated < len(revealed):
            return Refusal("kernel.too_few", {})
        stated = revealed + (UNKNOWN,) * (stated - len(revealed))
    if zone.seen_by == EVERYBODY and UNKNOWN in stated:
        return Refusal("kernel.say_which", {})
    state = _balance(held, zone.replaced(state, key, stated), now, kinds_of(stated), zone)
    if isinstance(state, Refusal):
        return state
    if set(known) - set(kinds_of(stated)) and isinstance(state, Table):
        state = replace(state, concealed=state.concealed + 1)
    return state


def refuse_places(held: Holdings, state: Any) -> Refusal | None:
    """Why the cards of a corrected table cannot lie where they do: too many copies, another back, or a pile has fewer
    than are due to be dealt from it.
    """
    cards = state.setup.book.cards
    for place, entries in held.places(state):
        zone = place.field
        assert isinstance(zone, Zone)
        for kind in kinds_of(entries) if zone.decks else ():
            if kind not in UNSEEN and not zone.takes(cards[kind].deck):
                return Refusal("kernel.other_deck", {"card": kind, "zone": zone.id})
    for kind, count in held.seen(state).items():
        if count > cards[kind].copies:
            return Refusal("kernel.too_many", {"card": kind})
    for due in state.stack if isinstance(state, Table) else ():
        if type(due) is Due and len(held.by_id[due.pile[0]].read(state, due.pile[1])) < due.at + due.count:
            return Refusal("kernel.deals_are_due", {"zone": due.pile[0]})
    return None


def _balance(held: Holdings, state: Any, before: Cards, after: Cards, zone: Zone) -> Any:
    """What a zone has more now came from where such cards begin, what it has less went there."""
    came, gone = Count(after), Count(before)
    change: dict[Zone | None, list[tuple[str, int]]] = {}
    for kind in dict.fromkeys((*before, *after)):
        more = came[kind] - gone[kind]
        if more and (kind in UNSEEN or kind in state.setup.book.playing_cards):
            change.setdefault(_home_of(held, state, kind, zone), []).append((kind, more))
    for home, changes in change.items():
        more = sum(count for _, count in changes)
        if not more and (home is None or home.seen_by == NOBODY):
            continue
        if home is None or home is zone:
            return Refusal("kernel.no_pile", {})
        entries = home.read(state, TABLE)
        if home.seen_by == NOBODY:
            lacking, left = more - len(entries), entries[more:] if more > 0 else (*entries, *(UNKNOWN,) * -more)
        else:
            lying = Count(entries)
            lying.subtract(dict(changes))
            lacking, left = -min(lying.values()), (*lying.elements(),)
        if lacking > 0:
            return Refusal("kernel.too_few", {"count": lacking})
        state = home.replaced(state, TABLE, left)
    return state


def _home_of(held: Holdings, state: Any, kind: str, zone: Zone) -> Zone | None:
    """Where a card begins: a pile, or an open supply; a hidden one began in a pile whose cards the zone takes."""
    homes = [each for each in held.zones if each.of == TABLE and (each.seen_by == NOBODY or each.begins)]
    piles = [each for each in homes if each.seen_by == NOBODY]
    pile = next((each for each in piles if each.decks == zone.decks), piles[0] if piles and not zone.decks else None)
    if pile is None or kind in UNSEEN:
        return pile
    deck = state.setup.book.cards[kind].deck
    if pile.takes(deck) and (not pile.begins or pile.begins_with(deck)):
        return pile
    return next((each for each in homes if each.begins_with(deck) and each.takes(deck)), pile)


def redact_zone(held: Holdings, move: Move, seat: Seat | None) -> Move:
    """A correction of a hand as others hear it: how many cards."""
    if type(move) is SetHand:  # a game's own
        return redact_cards(move, seat)
    hand = held.hands.get(type(move).verb)
    if hand is not None and hasattr(move, "value"):
        value = move.value
        if isinstance(value, tuple) and not hand[getattr(move, "of", TABLE)].is_seen_by(seat):
            return replace(move, value=(UNKNOWN,) * len(value))
    return move


def with_consequences(game: CompiledRules, corrections: Iterable[Adjustment]) -> tuple[Adjustment, ...]:
    """Return corrections with what follows from each of them."""
    return tuple(replace(each, apply=partial(_corrected, game, each)) for each in corrections)


def _corrected(game: CompiledRules, correction: Adjustment, state: Any, move: Move) -> Any:
    after = correction.apply(state, move)
    if isinstance(after, Illegal):
        return after
    try:
        return _follow_up(game, state, after).done()
    except Refused as refused:
        return refused.ruling


def _follow_up(game: CompiledRules, before: Any, state: Any) -> Trial:
    """Check the places of a corrected table. Where cards have moved, what was proved before may have been wrong."""
    t = Trial(game, state)
    if game.corrected is not None:
        t.values["over"] = None
        game.corrected(t, Trial(game, before, listing=True))
    refusal = refuse_places(game.held, t.done())
    if refusal is not None:
        t.bar(REF_PLACES, refusal.message, **refusal.args)
    if game.exact and any(t.get(zone.id) != getattr(before, zone.id) for zone in game.held.zones):
        t.values["knowledge"] = _restarted(game, t)
    if game.corrected is not None:
        settle(game, t)
        if t.values["over"] is not None:
            t.values["stack"] = state.stack  # an end may be taken back by the next correction
    return t


def news(game: CompiledRules, state: Any, move: Move, ruling: Ruling) -> tuple[str, ...]:
    """What people must do or know after a line; after a correction what `corrected` announces."""
    correction = game.corrections.get(type(move))
    if correction is None or game.corrected is None:
        return line_trial.news(state, move, ruling)
    notes = _follow_up(game, state, correction.apply(state, move)).events
    return tuple(state.message(note.message, **note.args) for note in notes if type(note) is Noted and note.is_news)


def _restarted(game: CompiledRules, t: Trial) -> Any:
    """The evidence after a correction: none where every card of the hands is known to the referee."""
    hands = (zone for zone in game.held.zones if zone.is_hand)
    is_told = not any(UNKNOWN in t.read(place) for zone in hands for place in zone.places(len(t.seats)))
    return None if t.values["knowledge"] is None and is_told else game.fresh_knowledge(t)
