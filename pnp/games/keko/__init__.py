"""Keko Chronicles: a duel of Characters from another world, for two to six, alone or in teams. `GAME` is the whole
game; what its cards do stands in `cards/keko/`.

`card_ids`, `vocabulary/` (what cards can do), `game_data` (what these cards do), `params` and `moves` (what is typed) →
`question_kind`, `state`, `trial` (how it changes) → `triggers`, `windows`, `zones/` (where cards lie) → `effects/`
(what the verbs ask for and do) → `announcing/` → `phases/` → `resolution/` (until somebody must decide) → `judge`,
`force`, `queries`, `pending`, `legal_moves`, `adjust`; `secrets/`, `table_view/` and `simulation/` look at
the rules from outside. A question is a `QuestionKind` of the module that asks it; what answers it stands there too.
"""

from functools import partial

from pnp.games.keko import adjust, force, initial_state, judge, legal_moves, moves, params, pending, queries
from pnp.games.keko.phases import setup_moves
from pnp.games.keko.secrets import dealer, fill, sight, view
from pnp.games.keko.simulation import bots, rating, tally, value
from pnp.games.keko.state import KekoState
from pnp.games.keko.table_view import text_view
from pnp.games.keko.vocabulary.registry import VOCABULARY
from pnp.referee.game import Game
from pnp.referee.kernel.line_trial import applies_again, explain, news
from pnp.referee.zoned_scene import zoned_scene

GAME: Game[KekoState] = Game(
    slug="keko",
    version=1,
    players=(2, 6),
    has_teams=True,
    moves=tuple(judge.HANDLERS),
    setup=initial_state.setup,
    judge=judge.judge,
    apply=applies_again(judge.judge, force.force),
    force=force.force,
    to_act=pending.to_act,
    candidates=legal_moves.candidates,
    legal_moves=legal_moves.legal_moves,
    project=view.project,
    redact=view.redact,
    scores=queries.scores,
    outcome=queries.outcome,
    phase=queries.phase,
    facts=queries.facts,
    show=text_view.show,
    scene=partial(zoned_scene, "pnp.games.keko.zones.holdings"),
    chance=dealer.deal_next,
    dealt=(moves.Deal, moves.First, moves.Location, moves.Roll, moves.Mill, moves.Look),
    census=view.census,
    conceals=view.conceals,
    retold=False,  # with real cards hands are dealt by number
    explain=explain,
    news=news,
    counters=queries.counters,
    pending=pending.pending,
    implied=pending.implied,
    adjustments=adjust.ADJUSTMENTS,
    max_plies=30_000,
    rate=rating.rate,
    fill=fill.fill,
    value=value.value,
    bots=bots.BOTS,
    tally=tally.tally,
    measure=tally.measure,
    roll_dice=dealer.roll_dice,
    lies_open=sight.lies_open,
    own_deck=setup_moves.own_deck,
    normalise_words=params.normalise_words,
    vocabulary=VOCABULARY,
)
