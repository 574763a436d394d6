"""Drum Roll: travelling circuses, three shows, two to four players. `GAME` is the whole game; numbers and names in
`cards/drumroll/`.

kit (what cards say) → words, moves (what is typed) → phases, state → draft (how it changes) → decks, opening, placing,
feeding, voting, benefits, shows, hands, final (what each part of the game refuses and does) → flow (what follows) →
apply → judge → options, pending, explain, force, adjust, view, show, dealer.
"""

from pnp.games.drumroll.adjust import ADJUSTMENTS
from pnp.games.drumroll.apply import apply
from pnp.games.drumroll.bots import BOTS
from pnp.games.drumroll.dealer import deal_next
from pnp.games.drumroll.explain import explain, news
from pnp.games.drumroll.force import force
from pnp.games.drumroll.initial_state import setup
from pnp.games.drumroll.judge import judge
from pnp.games.drumroll.legal_moves import candidates, legal_moves
from pnp.games.drumroll.moves import MOVES, Deal, Look, Shuffle, Start
from pnp.games.drumroll.pending import pending
from pnp.games.drumroll.queries import counters, facts, outcome, phase, scores, to_act
from pnp.games.drumroll.state import DrumRollState
from pnp.games.drumroll.tally import measure, tally
from pnp.games.drumroll.text_view import show
from pnp.games.drumroll.view import census, conceals, opened, project, redact
from pnp.games.drumroll.words import respell
from pnp.referee.game import Game
from pnp.referee.move import Pass

GAME: Game[DrumRollState] = Game(
    slug="drumroll",
    version=1,
    players=(2, 4),
    moves=(*MOVES, Pass),
    setup=setup,
    judge=judge,
    apply=apply,
    force=force,
    to_act=to_act,
    candidates=candidates,
    legal_moves=legal_moves,
    project=project,
    redact=redact,
    opened=opened,
    scores=scores,
    counters=counters,
    outcome=outcome,
    phase=phase,
    facts=facts,
    show=show,
    chance=deal_next,
    dealt=(Deal, Start, Shuffle, Look),
    census=census,
    conceals=conceals,
    retold=False,  # with real cards a choice of performers names both, and investment cards are not named
    explain=explain,
    news=news,
    pending=pending,
    adjustments=ADJUSTMENTS,
    bots=BOTS,
    tally=tally,
    measure=measure,
    respell=respell,
)
