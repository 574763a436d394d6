"""The shape of a resolver, and the choices that several verbs share."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from msgspec import Struct

from pnp.games.keko.effects.targets import Need, legal_cards, legal_seats
from pnp.games.keko.game_data import wanted
from pnp.games.keko.state import InPlay, StackItem
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.values import Selector
from pnp.games.keko.vocabulary.verbs import Effects
from pnp.library.effect.vocabulary import Effect

Chosen = dict[str, Any]
Needs = Generator[Need, Any, None]
Act = Callable[[Trial, StackItem, Any, Chosen], Effects | None]


def no_needs(t: Trial, item: StackItem, effect: Any) -> Needs:
    """Nothing is asked."""
    yield from ()


class Resolver(Struct, frozen=True):
    """How a verb is done. `refuse_cost(t, item, effect)`: why it cannot be paid, None when it can."""

    act: Act
    needs: Callable[[Trial, StackItem, Any], Needs] = no_needs
    refuse_cost: Callable[[Trial, StackItem, Any], str | None] = lambda t, item, effect: None


def need_seat(t: Trial, item: StackItem, effect: Effect, who: str) -> Need:
    """A player."""
    why = t.late("choose_any_player" if who == "any_player" else "choose_another_player")
    return Need("at", legal_seats(t, item, effect, who), why, "KEK-A23")


def need_cards(t: Trial, item: StackItem, effect: Effect, selector: Selector, key: str, rule: str = "") -> Need:
    """Cards in play."""
    options = tuple(card.serial for card in legal_cards(t, item, effect, selector))
    count = selector.choose or selector.up_to
    if len(options) < selector.choose:
        options = ()  # it needs as many legal targets as it names (KEK-E4)
    least = 0 if selector.up_to else count
    which = t.data.describe(wanted(effect, key) or selector)
    why = t.late("choose_times" if selector.choose > 1 else "choose", count=count, what=which)
    return Need(key, options, why, rule or "KEK-E11", least, min(count, max(len(options), 1)))


def targets(t: Trial, item: StackItem, effect: Effect, target: Any, chosen: tuple[int, ...]) -> list[InPlay]:
    """The cards that an effect means now: itself, all that match, or the chosen ones (KEK-E12, KEK-E14)."""
    if target == "self":
        card = t.find(item.serial)
        if card is None:
            t.note("KEK-E12", "no_longer_in_play", card=t.data.label(item.card))
        else:
            t.note("KEK-E15", "this_copy", card=t.data.label(item.card))
        return [card] if card else []
    if isinstance(target, Selector) and target.all:
        return legal_cards(t, item, effect, target)
    return [card for serial in chosen if (card := t.find(serial)) is not None]
