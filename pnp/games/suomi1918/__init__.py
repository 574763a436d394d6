"""Suomi 1918: a card game of hidden aims and the duty to play, for two to six. `GAME` is the whole game; numbers and
names in `cards/suomi1918/`.

`moves` (what is typed), `marks` (what is printed) → `table` (where cards lie) → `rules` (what a turn asks,
what answers do) → `corrections`, `playtest`, `text_view`.
"""

from typing import Any

from pnp.games.suomi1918 import corrections, dealer, marks, playtest, rules, table, text_view
from pnp.referee.kernel import declare


def _phase(state: Any) -> str:
    """`deal`, `opening`, `play`, `draw` or `over`."""
    if state.over is not None:
        return "over"
    if state.stack:
        return "draw" if state.begun else "deal"
    return "play" if state.begun else "opening"


GAME = declare(
    __name__,
    slug="suomi1918",
    version=3,
    players=(2, 6),
    seats_rule="SOC-01",
    holds=table.HOLDS,
    phases=(rules.PLAYING,),
    asides=rules.ASIDES,
    begin=rules.begin,
    ending=rules.ending,
    scores=lambda t: [int(t.get("over") is not None and seat in t.get("over").winners) for seat in t.seats],
    because=rules.had_said,
    dealing=rules.DEALING,
    leaves=True,
    corrected=corrections.corrected,
    corrections=corrections.CORRECTIONS,
    forced=rules.announced,
    facts=table.facts,
    phase=_phase,
    checks=rules.check_order,
    chance=dealer.deal_next,
    counters=lambda state: {},
    tally=playtest.tally,
    rate=playtest.rate,
    value=playtest.value,
    horizon=16,  # a game is decided by a claim, which the stacks hardly show before
    page=text_view.show,
    spellings=marks.spellings,
)
