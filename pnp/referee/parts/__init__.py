"""Parts of games: what many games have in common, as declarations that a game imports and completes.

In: the zones and counters of a game, and its rule ids. Out: questions to put into its phases. A part is written with
what `pnp.referee.kernel` exports and nothing else, so a game that wants it otherwise copies it.

- tricks: `Tricks` · an auction: `Auction` · a draft: `Draft` · betting with pots: `Betting`
- hands shown at the end: `Showdown` · dice that are kept, rolled again and written down: `RollAndWrite`

Invariant: a part keeps nothing of a table; what it remembers is in the fields of its `holds`.
"""

from __future__ import annotations

from pnp.referee.parts.auction import Auction
from pnp.referee.parts.betting import Betting
from pnp.referee.parts.draft import Draft
from pnp.referee.parts.roll_and_write import RollAndWrite
from pnp.referee.parts.showdown import Showdown
from pnp.referee.parts.tricks import Tricks

__all__ = ["Auction", "Betting", "Draft", "RollAndWrite", "Showdown", "Tricks"]
