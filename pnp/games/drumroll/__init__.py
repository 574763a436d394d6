"""Drum Roll: travelling circuses, three shows, two to four players. `GAME` is the whole game; numbers and names in
`cards/drumroll/`.

`game_data` (printed on cards), `params` and `moves` (what is typed), `question` → `state`, `zones` (where
cards lie), `trial` (how it changes) → `phases/` (for each phase its question, for each answer one function that refuses
and does; in `flow` the order) → `judge`, `legal_moves`, `queries`, `pending`, `adjust`, which read the questions;
`secrets/`, `table_view/` and `simulation/` look at the rules from outside.
"""

from pnp.games.drumroll import adjust, initial_state, judge, legal_moves, moves, params, pending, queries
from pnp.games.drumroll.secrets import dealer, fill, view
from pnp.games.drumroll.simulation import rating, tally, value
from pnp.games.drumroll.state import DrumRollState
from pnp.games.drumroll.table_view import explain, scene, text_view
from pnp.referee.game import Game
from pnp.referee.kernel.line_trial import applies_again
from pnp.referee.move import Pass

GAME: Game[DrumRollState] = Game(
    slug="drumroll",
    version=1,
    players=(2, 4),
    moves=(*moves.MOVES, Pass),
    setup=initial_state.setup,
    judge=judge.judge,
    apply=applies_again(judge.judge, judge.force),
    force=judge.force,
    to_act=queries.to_act,
    candidates=legal_moves.candidates,
    legal_moves=legal_moves.legal_moves,
    project=view.project,
    redact=view.redact,
    is_revealed=view.is_revealed,
    scores=queries.scores,
    counters=queries.counters,
    outcome=queries.outcome,
    phase=queries.phase,
    facts=queries.facts,
    show=text_view.show,
    scene=scene.scene,
    chance=dealer.deal_next,
    dealt=(moves.Deal, moves.Start, moves.Shuffle, moves.Look),
    census=view.census,
    conceals=view.conceals,
    retold=False,  # with real cards a choice of performers names both, and investment cards are not named
    explain=explain.explain,
    news=explain.news,
    pending=pending.pending,
    adjustments=adjust.ADJUSTMENTS,
    rate=rating.rate,
    fill=fill.fill,
    value=value.value,
    tally=tally.tally,
    measure=tally.measure,
    normalise_words=params.normalise_words,
)
