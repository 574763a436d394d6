"""Keko Chronicles: a duel of Characters from another world, for two to six, alone or in teams. `GAME` is the whole
game; what its cards do stands in `cards/keko/`.

kit (what the cards say) → state → trial (a table in motion) → hidden, piles, triggers, area, damage → choice, effects
(the verbs) → phases, elimination, machine (the loop) → moment, typed, announce, answer, opening, turn → judge →
pending, options, dealing, view, force, adjust, sight, explain, show.
"""

from pnp.games.keko.adjust import ADJUSTMENTS
from pnp.games.keko.bots import BOTS
from pnp.games.keko.dealing import is_same_deal, rolled, table_move
from pnp.games.keko.explain import explain, news
from pnp.games.keko.force import force
from pnp.games.keko.initial_state import setup
from pnp.games.keko.judge import JUDGES, apply, judge
from pnp.games.keko.legal_moves import candidates, legal_moves
from pnp.games.keko.moves import Deal, First, Location, Look, Mill, Roll
from pnp.games.keko.notation import respell
from pnp.games.keko.pending import forced, pending, to_act
from pnp.games.keko.queries import counters, facts, measure, outcome, phase, scores, tally
from pnp.games.keko.setup_moves import own_deck
from pnp.games.keko.sight import lies_open
from pnp.games.keko.state import KekoState
from pnp.games.keko.text_view import show
from pnp.games.keko.view import census, conceals, project, redact
from pnp.games.keko.vocabulary.registry import VOCABULARY
from pnp.referee.game import Game

GAME: Game[KekoState] = Game(
    slug="keko",
    version=1,
    players=(2, 6),
    has_teams=True,
    moves=tuple(JUDGES),
    setup=setup,
    judge=judge,
    apply=apply,
    force=force,
    to_act=to_act,
    candidates=candidates,
    legal_moves=legal_moves,
    project=project,
    redact=redact,
    scores=scores,
    outcome=outcome,
    phase=phase,
    facts=facts,
    show=show,
    chance=table_move,
    dealt=(Deal, First, Location, Roll, Mill, Look),
    census=census,
    conceals=conceals,
    retold=False,  # with real cards hands are dealt by number
    explain=explain,
    news=news,
    counters=counters,
    pending=pending,
    forced=forced,
    adjustments=ADJUSTMENTS,
    bound=30_000,
    bots=BOTS,
    tally=tally,
    measure=measure,
    rolled=rolled,
    is_same_deal=is_same_deal,
    lies_open=lies_open,
    own_deck=own_deck,
    respell=respell,
    vocabulary=VOCABULARY,
)
