"""A whole game of Drum Roll for four as a page: every line, what it brought, the table before every phase of a show."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.drumroll import GAME
from pnp.games.drumroll.phases.performances import SHOW
from pnp.games.drumroll.phases.placing import PLACEMENT
from pnp.games.drumroll.state import DrumRollState
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.replay import Entry, Replay
from tests.games.drumroll.tables import book
from tests.games.playthrough import page, rules_of


def compose() -> str:
    """The page."""
    played = simulate(GAME, book(), SEAT_NAMES[:4], 7, ("greedy", "greedy", "greedy", "random"))
    title = (
        "Drum Roll for four, dealt by the referee. dora does anything that is allowed, the others do what seems best."
    )
    return page(title, played, lines)


def lines(table: Replay[DrumRollState], before: DrumRollState, entry: Entry) -> Iterator[str]:
    after = entry.state
    begins_to_place = after.phase == PLACEMENT.id != before.phase and after.turn == 1
    if begins_to_place or (after.phase == SHOW.id and before.performing is None):
        yield from ("", GAME.show(after, None, "en"), "")
    text = f"{entry.ply:>3}  {table.format(entry)}"
    yield f"{text:<66} {rules_of(table, before, entry)}".rstrip()
    changes = [
        f"{name} {getattr(old, what)}→{getattr(new, what)} {what}"
        for name, old, new in zip(table.setup.seats, before.players, after.players, strict=True)
        for what in ("coins", "prestige")
        if getattr(old, what) != getattr(new, what)
    ]
    if changes:
        yield f"       {', '.join(changes)}"
