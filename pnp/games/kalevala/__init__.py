"""Kalevala: a tile-laying duel for two. `GAME` is the whole game; numbers and names in `cards/kalevala/`.

`game_data` (what is printed on the tiles) → `board`, `score`, `placing` (where a tile may go) → `moves` (what is typed)
→ `table` (where tiles lie) → `explain` (why), `rules` (what is asked, what answers do) → `corrections`, `dealer`,
`playtest`, `text_view`, `scene`.
"""

from pnp.games.kalevala import corrections, dealer, playtest, rules, scene, table, text_view
from pnp.referee.kernel import declare

GAME = declare(
    __name__,
    slug="kalevala",
    version=1,
    players=(2, 2),
    seats_rule="KAL-01",
    holds=table.HOLDS,
    phases=(rules.PLAYING,),
    questions=(rules.STARTING,),
    begin=rules.begin,
    because=rules.had_said,
    checks=rules.check_order,
    dealing=rules.DEALING,
    corrected=corrections.corrected,
    corrections=corrections.CORRECTIONS,
    forced=rules.forced,
    facts=table.facts,
    phase=table.phase,
    chance=dealer.deal_next,
    lies_open=lambda state, move: True,  # a tile on a square where it does not fit is meant, and refused by its rule
    rate=playtest.rate,
    value=playtest.value,
    page=text_view.show,
    scene=scene.scene,
    max_plies=400,
)
