"""The promises every game keeps: `PROMISES` of a game with a number of seats, `WHOLE` of a game as a whole.

Each is a function named after what it promises; its docstring explains why. Invariant: a promise that checks nothing is
broken, unless it states that it does not apply to the game.
"""

from __future__ import annotations

from collections.abc import Callable

from pnp.conformance.case import Case, Subject
from pnp.conformance.promises import (
    cards,
    data,
    mending,
    opponents,
    printing,
    records,
    rulings,
    scenario_tables,
    secrets,
    words,
)

Promise = Callable[[Case], None]
WholePromise = Callable[[Subject], int]

PROMISES: tuple[Promise, ...] = (
    *records.PROMISES,
    *cards.PROMISES,
    *rulings.PROMISES,
    *secrets.PROMISES,
    *printing.PROMISES,
    *opponents.PROMISES,
    *words.PROMISES,
    *mending.PROMISES,
)
WHOLE: tuple[WholePromise, ...] = (
    rulings.rules_and_cards_agree_on_the_number_of_players,
    data.every_value_is_read,
    data.every_value_has_an_effect,
    words.every_message_exists_in_every_language,
    rulings.every_scenario_passes,
    *scenario_tables.WHOLE,
    rulings.every_rule_for_the_referee_is_cited,
)
