"""Why a move is as it is, and what it brings. In: the ruling of an accepted move. Out: reasons with their rules; news.

Invariant: nothing is decided or judged here; all of it is what the trial noted while the line was judged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from pnp.games.drumroll.state import DrumRollState
from pnp.games.drumroll.trial import Gained
from pnp.referee.kernel.line_trial import Noted
from pnp.referee.message import Message
from pnp.referee.move import Move
from pnp.referee.ruling import Accepted, Reason


def explain(state: DrumRollState, move: Move, ruling: Accepted) -> tuple[Reason, ...]:
    """The reasons of a move."""
    return tuple(Reason(rule, because) for rule, because, _ in _reasons(state, ruling))


def news(state: DrumRollState, move: Move, ruling: Accepted) -> tuple[str, ...]:
    """What is announced when the line is accepted: coins and cubes that the line does not name, cards that go, votes,
    the next turn.
    """
    return tuple(because for _, because, is_news in _reasons(state, ruling) if is_news)


def _reasons(state: DrumRollState, ruling: Accepted) -> Iterable[tuple[str, Message, bool]]:
    """Each reason once, and whether it is news; gains of one kind are added up."""
    summed: dict[Any, tuple[str, Message, bool]] = {}
    gains: dict[Any, Gained] = {}
    for event in ruling.events:
        if isinstance(event, Gained):
            key = event.key()
            if key in gains:
                event = replace(event, amount=event.amount + gains[key].amount)
            gains[key] = event
            summed[key] = event.rule, event.because(state.setup), event.is_news
        elif isinstance(event, Noted):
            because = state.message(event.message, **event.args)
            summed[event.rule, because] = event.rule, because, event.is_news
    return summed.values()
