"""Worlds behind a view. In: a view, cards for its hidden hands. Out: the state in which they lie there.

Invariant: `project` of what comes out is the view again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from pnp.games.keko.state import NOBODY, Held, KekoState, StackItem
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import LookTop, PeekHand
from pnp.referee.game import Pick
from pnp.referee.opponents.sampling import Hidden, Unseen, copies_of
from pnp.referee.params import UNKNOWN


def fill(view: KekoState, hidden: Hidden, pick: Pick) -> KekoState:
    """Hands and known places of the deck; the rest of the deck lies in an order that nobody knows."""
    # What somebody who is asked has seen in the deck lies there: on top, in the middle, at the bottom.
    seen = [card for item in view.stack for card in _new_in_deck(view, item)]
    top = [card for card, _ in view.deck_top].count(UNKNOWN)
    middle = top + view.deck_middle
    given = {**hidden, "top": tuple(seen[:top]), "bottom": tuple(seen[middle:])}
    unseen = Unseen(copies_of(+Trial(view).unplaced_copies()), given, pick)
    kept = seen[top:middle]
    for card in kept:
        unseen.take(card)
    players = tuple(replace(player, hand=_held(unseen, seat, player.hand)) for seat, player in enumerate(view.players))
    world = replace(
        view,
        players=players,
        deck_top=_held(unseen, "top", view.deck_top),
        deck_bottom=_held(unseen, "bottom", view.deck_bottom),
        stack=tuple(_item(item, players, pick) for item in view.stack),
    )
    return replace(world, shuffled_cards=tuple(sorted((*unseen.left, *kept))))


def _held(unseen: Unseen, place: Any, cards: tuple[Held, ...]) -> tuple[Held, ...]:
    kinds = unseen.fill(place, tuple(card for card, _ in cards))
    return tuple((kind, known) for kind, (_, known) in zip(kinds, cards, strict=True))


def _seen_in_deck(item: StackItem) -> tuple[str, ...]:
    seen = tuple(item.typed.get("seen", ()))
    is_of_hand = bool(item.effects_left) and isinstance(item.effects_left[0], PeekHand)
    return () if UNKNOWN in seen or is_of_hand or not item.effects_left else seen


def _new_in_deck(view: KekoState, item: StackItem) -> Iterator[str]:
    """Cards seen but for those whose place was known before: of a small or a turned deck many are."""
    seen = _seen_in_deck(item)
    if not seen:
        return iter(())
    deck = (*view.deck_top, *[(UNKNOWN, 0)] * view.deck_middle, *view.deck_bottom)
    looked_at = deck[: len(seen)] if isinstance(item.effects_left[0], LookTop) else deck
    return (Counter(seen) - Counter(card for card, _ in looked_at)).elements()


def _item(item: StackItem, players: tuple[Any, ...], pick: Pick) -> StackItem:
    """Cards that were given away in secret, and not yet handed over: any of their hands."""
    gives = item.saved_values.get("gives", ())
    if not any(UNKNOWN in cards for cards in gives):
        return item
    givers = (item.seat, item.typed.get("at", NOBODY))
    filled = []
    for giver, cards in zip(givers, gives, strict=False):
        hand = Unseen([card for card, _ in players[giver].hand], {}, pick)
        filled.append(hand.fill(giver, cards))
    return replace(item, saved_values={**item.saved_values, "gives": tuple(filled)})
