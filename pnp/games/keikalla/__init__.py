"""Keikalla: a rock tour across Finland for two to six bands. `GAME` is the whole game; rules in `judge.py` and the
modules it sends a line to, numbers in `cards/keikalla/`.

atlas (the map) → kit (what the cards say) → state → draft (a line being worked out) → flow (what follows by itself) →
calendar, warns, fame, stage, stashes, travel, drawing, cards, variants, hampering, opening → deal → judge → outlook,
options, adjust, view, show.
"""

from pnp.games.keikalla.adjust import ADJUSTMENTS
from pnp.games.keikalla.bots import BOTS
from pnp.games.keikalla.deal import deal_next
from pnp.games.keikalla.judge import apply, explain, force, judge, news
from pnp.games.keikalla.legal_moves import candidates, legal_moves
from pnp.games.keikalla.moves import (
    MOVES,
    Deal,
    Festival,
    Flip,
    Pick,
    RehabTown,
    Roll,
    Show,
    Shuffle,
    Start,
    respell,
)
from pnp.games.keikalla.queries import counters, outcome, pending, phase, scores, to_act
from pnp.games.keikalla.setup_moves import setup
from pnp.games.keikalla.state import KeikallaState, facts
from pnp.games.keikalla.tally import measure, tally
from pnp.games.keikalla.text_view import show
from pnp.games.keikalla.view import census, conceals, project, redact
from pnp.referee.game import Game

GAME: Game[KeikallaState] = Game(
    slug="keikalla",
    version=2,
    players=(2, 6),
    moves=MOVES,
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
    chance=deal_next,
    dealt=(Deal, Start, Roll, RehabTown, Shuffle, Flip, Festival, Pick),
    census=census,
    conceals=conceals,
    retold=False,  # with real cards people draw by `draw` and keep their calendars to themselves
    explain=explain,
    news=news,
    counters=counters,
    pending=pending,
    adjustments=ADJUSTMENTS,
    bots=BOTS,
    tally=tally,
    measure=measure,
    bound=0,
    patience=200,
    afterwards=(Show,),
    respell=respell,
)
