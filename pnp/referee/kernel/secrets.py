"""Who knows what: views, lines as others hear them, what was opened since. In: a state, a move, a seat. Out: the same
as that seat, or the public (None), knows it.

Invariant: what `project` hides, `redact` hides. An entry that is hidden from a viewer is `*`, one that nobody told `?`.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.referee.kernel.asking import is_secret_open, redacted
from pnp.referee.kernel.compiled import CompiledRules
from pnp.referee.kernel.corrections import redact_zone
from pnp.referee.kernel.events import (
    Answered,
    Asked,
    CardsMoved,
    CardsShuffled,
    ChanceDecided,
    CounterChanged,
    EvidenceBegan,
    FactChanged,
    Preferred,
    Revealed,
    Settled,
)
from pnp.referee.kernel.line_trial import Explained, Noted
from pnp.referee.kernel.place import ALL, Where
from pnp.referee.kernel.question import FIST, Commit, Later, Look, Open
from pnp.referee.kernel.question import Answered as Given
from pnp.referee.kernel.zone import CONCEALED, UNSEEN, Cards, is_seen, kind_of, kinds_of, stacked, without_order
from pnp.referee.move import Deal, Move
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event
from pnp.referee.seat import TABLE, Seat

BOOKED = (ChanceDecided, EvidenceBegan, Preferred, Settled)  # what only the referee keeps books of


def project(game: CompiledRules, state: Any, seat: Seat | None) -> Any:
    """Return the table as a seat knows it.

    What the lines prove of hidden cards rests on all that the referee was told, so a view from which a known card is
    hidden has none of it. A view in which a hand is only sorted keeps it.
    """
    seen = game.held.project(state, seat)
    if seen is not state and game.exact and state.knowledge is not None and _lacks(game, seen, state):
        seen = replace(seen, knowledge=None)
    state = seen
    for field, key in state.hidden_values:
        place = game.places[field, key]
        if not place.is_seen_by(seat):
            state = place.field.replaced(state, key, without_value(place.field.read(state, key)))
    if state.stack and any(type(item) is Open and item.answers for item in state.stack):
        state = replace(state, stack=tuple(_hide_answers(game, item, seat) for item in state.stack))
    return state


def _lacks(game: CompiledRules, seen: Any, state: Any) -> bool:
    """Whether the referee knows a card that this view does not.

    Where players may name a card that others do not hear, a sorted hand counts, too: if evidence were kept only when
    they named one that the viewer knows, that would tell which card it was.
    """
    return bool(game.hiding) or game.held.seen(seen) != game.held.seen(state)


def _hide_answers(game: CompiledRules, item: Any, seat: Seat | None) -> Any:
    if type(item) is not Open or not game.questions[item.question].secret:
        return item
    hidden = (given if given.seat == seat else Given(given.seat, given.ply, FIST) for given in item.answers)
    return replace(item, answers=tuple(hidden))


def redact(game: CompiledRules, move: Any, seat: Seat | None) -> Move:
    """A line as a seat hears it: a deal into another hand, a secret answer of somebody else."""
    if isinstance(move, Deal | Look):
        hand = game.hand if isinstance(move, Deal) and move.to != TABLE else None
        if hand[move.to].is_seen_by(seat) if hand is not None else move.to in (seat, TABLE):
            return move
        return replace(move, cards=(UNKNOWN,) * len(move.cards))
    hidden = _without_hidden(game, move, seat)
    if hidden is move and type(move) in game.secret and move.seat != seat:
        return Commit(move.seat)
    return redact_zone(game.held, hidden, seat)


def without_value(value: Any) -> Any:
    """A value as those know it who do not see it: `?`, for each of several."""
    if isinstance(value, tuple):
        return (UNKNOWN,) * len(value)
    return dict.fromkeys(value, UNKNOWN) if isinstance(value, dict) else UNKNOWN


def _without_hidden(game: CompiledRules, move: Any, seat: Seat | None) -> Any:
    """An answer as a seat hears it, where some of its fields are hidden from it."""
    answer = game.hiding.get(type(move))
    if answer is None:
        return move
    if answer.sees(move, seat) if answer.sees else seat in (move.seat, getattr(move, answer.shown_to, move.seat)):
        return move
    return redacted(move, answer)


def is_opened(game: CompiledRules, state: Any, move: Move, ply: int) -> bool:
    """Whether everybody knows by now what `redact` hides of the line of that ply: all secret answers are in."""
    return type(move) in game.secret and not is_secret_open(state, ply)


def redact_event(game: CompiledRules, event: Event, seat: Seat | None) -> Event | None:
    """What happened as a seat saw it; None for what only the referee keeps books of, and for reasons, which are the
    mover's unless everybody is to hear them.
    """
    if isinstance(event, CardsMoved | CardsShuffled):
        to = event.to if isinstance(event, CardsMoved) else event.pile
        is_unseen = isinstance(event, CardsMoved) and event.unseen
        return replace(event, cards=_seen_cards(game, event.cards, (event.source, to), seat, is_unseen))
    if isinstance(event, Revealed):
        # which of the cards that others know there were shown, is for whom they were shown to
        sees = event.to in (ALL, str(seat)) or game.places[event.place].is_seen_by(seat)
        return replace(event, cards=kinds_of(event.cards) if sees else (CONCEALED,) * len(event.cards))
    if isinstance(event, CounterChanged | FactChanged):
        where = event.counter if isinstance(event, CounterChanged) else event.fact
        if game.places[where].is_seen_by(seat):
            return event
        change = {"by": UNKNOWN} if isinstance(event, CounterChanged) else {}
        return replace(event, value=without_value(event.value), **change)
    if isinstance(event, Answered):
        is_hidden = game.questions[event.question].secret and event.seat != seat and event.move is not None
        return replace(event, move=FIST) if is_hidden else event
    if isinstance(event, Settled | ChanceDecided | Explained) or (
        isinstance(event, Asked) and isinstance(event.item, Later)
    ):
        return None
    return None if isinstance(event, Noted) and not event.is_news else event


def _as_shown(entry: str) -> str:
    """A card by its kind; that all were shown it, all know."""
    return entry if entry.endswith(f"@{ALL}") else kind_of(entry)


def _seen_cards(
    game: CompiledRules, cards: Cards, places: tuple[Where, ...], seat: Seat | None, is_unseen: bool
) -> Cards:
    """Cards as a seat saw them go: all where it sees the first place or the second, else those that it knew there,
    unless nobody could see which of them went.
    """
    source, to = (game.places[where] for where in places)
    if source.is_seen_by(seat) or to.is_seen_by(seat):
        seen = tuple(map(_as_shown, cards))
    else:
        cards = stacked(cards, source, to)
        known = (card in UNSEEN or (not is_unseen and is_seen(card, source, seat)) for card in cards)
        seen = tuple(_as_shown(card) if is_known else CONCEALED for card, is_known in zip(cards, known, strict=True))
    return seen if source.ordered or to.seers == ALL else without_order(seen)
