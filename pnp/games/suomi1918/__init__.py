"""Suomi 1918: a card game of hidden aims and the duty to play, for two to six. `GAME` is the whole game; rules in
`judge.py`, numbers in `cards/suomi1918/`.

outlook (what tops allow) → kit (what the cards say) → state → hidden (what is known) → apply → deal → judge → options,
force, adjust, explain, view, show.
"""

from pnp.games.suomi1918.adjust import ADJUSTMENTS
from pnp.games.suomi1918.apply import apply
from pnp.games.suomi1918.bots import BOTS
from pnp.games.suomi1918.deal import deal_next
from pnp.games.suomi1918.explain import explain, news
from pnp.games.suomi1918.force import force
from pnp.games.suomi1918.game_data import spellings
from pnp.games.suomi1918.initial_state import setup
from pnp.games.suomi1918.judge import judge
from pnp.games.suomi1918.legal_moves import candidates, forced, legal_moves, pending
from pnp.games.suomi1918.moves import Claim, Discard, Play, Resign, Show
from pnp.games.suomi1918.state import Suomi1918State, facts, outcome, phase, scores, to_act
from pnp.games.suomi1918.tally import tally
from pnp.games.suomi1918.text_view import show
from pnp.games.suomi1918.view import census, conceals, project
from pnp.referee.game import Game
from pnp.referee.move import Deal, Pass
from pnp.referee.view import redact_cards

GAME: Game[Suomi1918State] = Game(
    slug="suomi1918",
    version=2,
    players=(2, 6),
    moves=(Play, Discard, Show, Pass, Claim, Resign, Deal),
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
    counters=lambda state: {},
    outcome=outcome,
    phase=phase,
    facts=facts,
    show=show,
    chance=deal_next,
    census=census,
    conceals=conceals,
    explain=explain,
    news=news,
    pending=pending,
    forced=forced,
    adjustments=ADJUSTMENTS,
    bots=BOTS,
    tally=tally,
    spellings=spellings,
)
