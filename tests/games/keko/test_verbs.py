"""The vocabulary is closed: what the cards use is phrased and refereed, and random play meets all of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.games.keko.announcing.choice_input import KEYS_OF
from pnp.games.keko.effects import RESOLVERS
from pnp.games.keko.effects.resolver import Resolver
from pnp.games.keko.game_data import inner
from pnp.games.keko.vocabulary.modifiers import AnyModifier
from pnp.games.keko.vocabulary.registry import VOCABULARY
from pnp.library.effect.vocabulary import Effect, kinds_of
from tests.games.keko.tables import book, simulated_game


def abilities() -> list[Any]:
    """The abilities of all cards."""
    return [ability for card in book().playing_cards.values() for ability in VOCABULARY.abilities_of(card.abilities)]


def used_verbs(cards: Iterable[Any]) -> set[str]:
    """The verbs in abilities, those inside others too."""
    return {effect.verb for ability in cards for effect in inner((*ability.cost, *ability.do))}


def test_every_verb_that_cards_use_is_phrased_and_refereed() -> None:
    used = used_verbs(abilities())
    phrased = set(book().phrases["verbs"])
    resolved = {str(kind.__struct_config__.tag) for kind in RESOLVERS}
    assert used <= phrased & resolved
    assert used == set(VOCABULARY.verbs), "a word of the vocabulary that no card uses was never tried"


def test_every_trigger_and_modifier_is_used_by_some_card() -> None:
    assert {ability.trigger for ability in abilities()} == set(VOCABULARY.triggers)
    assert {mod.name for ability in abilities() for mod in ability.mods} == set(kinds_of(AnyModifier))


def test_the_keys_of_a_verb_are_those_it_asks_for() -> None:
    assert set(KEYS_OF) <= set(RESOLVERS)
    asking = {kind for kind, resolver in RESOLVERS.items() if resolver.needs is not Resolver(print).needs}
    assert asking <= set(KEYS_OF)


def test_random_games_meet_every_verb(monkeypatch: pytest.MonkeyPatch) -> None:
    met: set[str] = set()

    def watched(resolver: Resolver) -> Resolver:
        def act(t: Any, item: Any, effect: Effect, chosen: Any) -> Any:
            met.add(effect.verb)
            return resolver.act(t, item, effect, chosen)

        return replace(resolver, act=act)

    resolvers = {kind: watched(resolver) for kind, resolver in RESOLVERS.items()}
    monkeypatch.setattr("pnp.games.keko.resolution.loop.RESOLVERS", resolvers)
    monkeypatch.setattr("pnp.games.keko.announcing.announce.RESOLVERS", resolvers)
    for seed in range(12):
        simulated_game(4, seed)
        if met == set(VOCABULARY.verbs):
            break
    assert met == set(VOCABULARY.verbs)
