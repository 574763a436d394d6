"""What the verbs do: for each verb what it asks for and how it is done, by family.

`RESOLVERS[verb class]` is a `Resolver`: `needs(t, item, effect)` yields the choices it must have, each answered
with the chosen value; `act(t, item, effect, chosen)` does it and gives the effects that follow, or None when it
has asked a question and is to be called again.
"""

from __future__ import annotations

from pnp.games.keko.effects.cards import CARDS
from pnp.games.keko.effects.chance import CHANCE
from pnp.games.keko.effects.counters import COUNTERS
from pnp.games.keko.effects.creatures import CREATURES
from pnp.games.keko.effects.life import LIFE
from pnp.games.keko.effects.private_cards import PRIVATE_CARDS
from pnp.games.keko.effects.resolver import Resolver
from pnp.games.keko.effects.search import SEARCHES
from pnp.library.effect.vocabulary import Effect

RESOLVERS: dict[type[Effect], Resolver] = {
    **LIFE,
    **COUNTERS,
    **CREATURES,
    **CARDS,
    **SEARCHES,
    **PRIVATE_CARDS,
    **CHANCE,
}
