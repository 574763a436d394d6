"""Keikalla: a rock tour across Finland for two to six bands. `GAME` is the whole game; numbers and names in
`cards/keikalla/`.

`card_ids`, `vocabulary/` (what cards can do), `atlas` (the map), `game_data` (what is printed on the cards), `params`
and `moves` (what is typed), `question` (what a decision is) → `state`, `trial` (a line being worked out), `held`,
`asking` → `phases/` (questions and answers; what each part of the rules refuses and does, and how a turn goes on) →
`judge` → `menu` (which lines are legal) → `legal_moves`, `queries` and `pending`, `adjust`; `zones` (where cards lie),
`secrets/`, `table_view/`, `simulation/` use the rules from outside.
"""

from pnp.games.keikalla import adjust, initial_state, judge, legal_moves, moves, pending, queries
from pnp.games.keikalla.secrets import dealer, fill, view
from pnp.games.keikalla.simulation import bots, rating, tally, value
from pnp.games.keikalla.state import KeikallaState
from pnp.games.keikalla.table_view import scene, text_view
from pnp.games.keikalla.vocabulary.registry import VOCABULARY
from pnp.referee.game import Game
from pnp.referee.kernel.line_trial import applies_again, explain, news

GAME: Game[KeikallaState] = Game(
    slug="keikalla",
    version=4,
    players=(2, 6),
    moves=moves.MOVES,
    setup=initial_state.setup,
    judge=judge.judge,
    apply=applies_again(judge.judge, judge.force),
    force=judge.force,
    to_act=queries.to_act,
    candidates=legal_moves.candidates,
    legal_moves=legal_moves.legal_moves,
    project=view.project,
    redact=view.redact,
    scores=queries.scores,
    outcome=queries.outcome,
    phase=queries.phase,
    facts=queries.facts,
    show=text_view.show,
    scene=scene.scene,
    chance=dealer.deal_next,
    dealt=(moves.Deal, moves.Start, moves.Roll, moves.RehabTown, moves.Shuffle, moves.Flip, moves.Festival, moves.Pick),
    census=view.census,
    conceals=view.conceals,
    retold=False,  # with real cards people draw by `draw` and keep their calendars to themselves
    explain=explain,
    news=news,
    counters=queries.counters,
    pending=pending.pending,
    implied=pending.implied,
    adjustments=adjust.ADJUSTMENTS,
    rate=rating.rate,
    fill=fill.fill,
    value=value.value,
    bots=bots.BOTS,
    tally=tally.tally,
    measure=tally.measure,
    max_plies=0,
    max_plies_per_seat=200,
    trust=6,  # achievements are drawn: what comes of one way to a town or another is mostly luck
    moves_after_end=(moves.Show,),
    normalise_words=moves.normalise_words,
    vocabulary=VOCABULARY,
)
