"""Worlds behind a view. In: a view, cards for its hidden hands. Out: the state in which they lie there.

The investment deck stays as little known as it is: the dealer deals from what is out of sight. Invariant: `project` of
what comes out is the view again.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.drumroll.phases.secret_choice import SecretChoice
from pnp.games.drumroll.phases.setup_moves import KEEP
from pnp.games.drumroll.state import Cards, DrumRollState, unseen_copies
from pnp.referee.game import Pick
from pnp.referee.opponents.sampling import Hidden, Unseen, copies_of
from pnp.referee.params import UNKNOWN


def fill(view: DrumRollState, hidden: Hidden, pick: Pick) -> DrumRollState:
    """Investment hands, cards that somebody looks at, set-up performers, and what was chosen in secret."""
    unseen = Unseen(copies_of({kind: unseen_copies(view, kind) for kind in view.data.investments}), hidden, pick)
    players = tuple(
        replace(player, hand=unseen.fill(seat, player.hand)) if UNKNOWN in player.hand else player
        for seat, player in enumerate(view.players)
    )
    world = replace(view, players=players, looked_at=unseen.fill("looked_at", view.looked_at))
    if any(UNKNOWN in cards for cards in view.dealt_performers):
        world = _with_performers(world, pick)
    asked = world.asks
    return _with_choices(world, asked, pick) if isinstance(asked, SecretChoice) else world


def _with_performers(view: DrumRollState, pick: Pick) -> DrumRollState:
    """Two performers of the deck's first part for everybody who has two that are hidden."""
    unseen = Unseen(sorted(view.performer_pile[0]), {}, pick)
    dealt = tuple(unseen.fill("performers", cards) for cards in view.dealt_performers)
    return replace(view, dealt_performers=dealt, performer_pile=(frozenset(unseen.left), *view.performer_pile[1:]))


def _with_choices(view: DrumRollState, asked: SecretChoice, pick: Pick) -> DrumRollState:
    """Any choice for everybody whose choice is hidden."""
    chosen: Cards = getattr(view, asked.field)
    hidden = asked.mark(view)
    if hidden not in chosen or not asked.is_closed(view):
        return view
    filled = []
    for seat, choice in enumerate(chosen):
        moves = list(asked.offers(view, seat)) if choice == hidden else []
        move = moves[pick(len(moves))] if moves else None
        filled.append(choice if move is None else getattr(move, "card" if asked is KEEP else "choice"))
    return replace(view, **{asked.field: tuple(filled)})
