"""Suomi 1918: a card game of hidden aims and the duty to play, for two to six. `GAME` is the whole game; numbers and
names in `cards/suomi1918/`.

`rule_ids`, `playable` (what tops allow), `game_data` (what is printed on the cards), `moves` (what is typed) → `state`
→ `zones` (where cards lie), `queries` → `secrets/` (views, the dealer, what is known about hidden hands) → `apply` →
`dealing` → `judge` → `legal_moves`, `pending`, `force`, `adjust`; `table_view/` and `simulation/` use the rules from
outside.
"""

from functools import partial

from pnp.games.suomi1918 import (
    adjust,
    apply,
    force,
    game_data,
    initial_state,
    judge,
    legal_moves,
    moves,
    pending,
    queries,
)
from pnp.games.suomi1918.secrets import dealer, fill, view
from pnp.games.suomi1918.simulation import rating, tally, value
from pnp.games.suomi1918.state import Suomi1918State
from pnp.games.suomi1918.table_view import explain, text_view
from pnp.referee.game import Game
from pnp.referee.move import Deal, Pass
from pnp.referee.view import redact_cards
from pnp.referee.zoned_scene import zoned_scene

GAME: Game[Suomi1918State] = Game(
    slug="suomi1918",
    version=3,
    players=(2, 6),
    moves=(moves.Play, moves.Discard, moves.Show, Pass, moves.Claim, moves.Resign, Deal),
    setup=initial_state.setup,
    judge=judge.judge,
    apply=apply.apply,
    force=force.force,
    to_act=queries.to_act,
    candidates=legal_moves.candidates,
    legal_moves=legal_moves.legal_moves,
    project=view.project,
    redact=redact_cards,
    redact_event=view.redact_event,
    scores=queries.scores,
    counters=lambda state: {},
    outcome=queries.outcome,
    phase=queries.phase,
    facts=queries.facts,
    show=text_view.show,
    scene=partial(zoned_scene, "pnp.games.suomi1918.zones"),
    chance=dealer.deal_next,
    census=view.census,
    conceals=view.conceals,
    explain=explain.explain,
    news=explain.news,
    pending=pending.pending,
    forced=legal_moves.forced,
    adjustments=adjust.ADJUSTMENTS,
    rate=rating.rate,
    fill=fill.fill,
    value=value.value,
    horizon=16,  # a game is decided by a claim, which the stacks hardly show before
    tally=tally.tally,
    spellings=game_data.spellings,
)
