"""Kalevala: a tile-laying duel for two. `GAME` is the whole game; rules in `judge.py`, numbers in `cards/kalevala/`.

kit (what the cards say) → board, score → state → hidden, apply → judge → options, force, adjust, explain, view, show.
"""

from pnp.games.kalevala.adjust import ADJUSTMENTS
from pnp.games.kalevala.apply import apply
from pnp.games.kalevala.bots import BOTS
from pnp.games.kalevala.dealer import deal_next
from pnp.games.kalevala.explain import explain, news
from pnp.games.kalevala.force import force
from pnp.games.kalevala.judge import judge
from pnp.games.kalevala.legal_moves import candidates, forced, legal_moves, pending, to_act
from pnp.games.kalevala.moves import Discard, Place, Start
from pnp.games.kalevala.state import KalevalaState, facts, outcome, phase, scores, setup
from pnp.games.kalevala.text_view import show
from pnp.games.kalevala.view import census, project
from pnp.referee.game import Game
from pnp.referee.move import Deal, Pass
from pnp.referee.view import redact_cards

GAME: Game[KalevalaState] = Game(
    slug="kalevala",
    version=1,
    players=(2, 2),
    moves=(Start, Place, Pass, Discard, Deal),
    setup=setup,
    judge=judge,
    apply=apply,
    force=force,
    to_act=to_act,
    candidates=candidates,
    legal_moves=legal_moves,
    project=project,
    redact=redact_cards,
    scores=scores,
    outcome=outcome,
    phase=phase,
    facts=facts,
    show=show,
    chance=deal_next,
    dealt=(Start,),
    census=census,
    explain=explain,
    news=news,
    pending=pending,
    forced=forced,
    adjustments=ADJUSTMENTS,
    bound=400,
    bots=BOTS,
)
