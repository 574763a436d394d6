"""A whole game of four as a page people can read: every line, what it brought, the table before every phase of a show.

`python -m tests.games.drumroll.playthrough` writes `playthrough.txt` anew; look at what changed before keeping it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pnp.games.drumroll import GAME
from pnp.games.drumroll.state import Phase
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.ruling import Legal
from tests.games.drumroll.tables import book

FILE = Path(__file__).with_name("playthrough.txt")
SEED = 7


def compose() -> str:
    """The page."""
    return "\n".join(lines()) + "\n"


def lines() -> Iterator[str]:
    played = simulate(GAME, book(), SEAT_NAMES[:4], SEED, ("greedy", "greedy", "greedy", "random"))
    yield "Drum Roll for four, dealt by the referee. dora does anything that is allowed, the others do what seems best."
    before = played.positions[0].state
    for entry in played.entries:
        assert isinstance(entry.ruling, Legal) and entry.move is not None
        after = entry.state
        if (after.phase == Phase.PLACEMENT != before.phase and after.turn == 1) or (
            after.phase == Phase.SHOW and before.stage is None
        ):
            yield from ("", GAME.show(after, None, "en"), "")
        text = f"{entry.ply:>3}  {played.format(entry)}"
        told = " ".join(dict.fromkeys(reason.rule.removeprefix("DR-") for reason in GAME.explain(before, entry.move)))
        yield f"{text:<66} {told}".rstrip()
        changes = [
            f"{name} {getattr(old, what)}→{getattr(new, what)} {what}"
            for name, old, new in zip(played.setup.seats, before.players, after.players, strict=True)
            for what in ("coins", "prestige")
            if getattr(old, what) != getattr(new, what)
        ]
        if changes:
            yield f"       {', '.join(changes)}"
        before = after
    assert played.outcome is not None
    yield from ("", GAME.show(before, None, "en"), "", played.outcome.reason)


if __name__ == "__main__":
    FILE.write_text(compose(), encoding="utf-8")
