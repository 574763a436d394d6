"""Kalevala: a tile-laying duel for two. `GAME` is the whole game; numbers and names in `cards/kalevala/`.

`rule_ids`, `game_data` (what is printed on the tiles) → `board`, `score`, `moves` (what is typed) → `state` → `zones`
(where tiles lie), `queries` → `secrets/` (views, the dealer, what is known about hidden hands) → `apply` → `judge` →
`legal_moves`, `pending`, `force`, `adjust`; `table_view/` and `simulation/` use the rules from outside.
"""

from pnp.games.kalevala import (
    adjust,
    apply,
    force,
    initial_state,
    judge,
    legal_moves,
    moves,
    pending,
    queries,
)
from pnp.games.kalevala.secrets import dealer, fill, view
from pnp.games.kalevala.simulation import rating, value
from pnp.games.kalevala.state import KalevalaState
from pnp.games.kalevala.table_view import explain, scene, text_view
from pnp.referee.game import Game
from pnp.referee.move import Deal, Pass
from pnp.referee.view import redact_cards

GAME: Game[KalevalaState] = Game(
    slug="kalevala",
    version=1,
    players=(2, 2),
    moves=(moves.Start, moves.Place, Pass, moves.Discard, Deal),
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
    outcome=queries.outcome,
    phase=queries.phase,
    facts=queries.facts,
    show=text_view.show,
    scene=scene.scene,
    chance=dealer.deal_next,
    dealt=(moves.Start,),
    census=view.census,
    explain=explain.explain,
    news=explain.news,
    pending=pending.pending,
    forced=legal_moves.forced,
    adjustments=adjust.ADJUSTMENTS,
    max_plies=400,
    rate=rating.rate,
    fill=fill.fill,
    value=value.value,
)
