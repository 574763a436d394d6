"""Why a move is as it is, and what it brings. In: the ruling of an accepted move. Out: reasons with their rules; news.

Invariant: nothing is decided or judged here; all of it is what the trial noted while the line was judged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from pnp.games.drumroll.state import DrumRollState
from pnp.games.drumroll.trial import Gained, Noted
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
    summed: dict[Any, Noted | Gained] = {}
    for event in ruling.events:
        if isinstance(event, Gained):
            before = summed.get(event.key())
            amount = event.amount + before.amount if isinstance(before, Gained) else event.amount
            summed[event.key()] = replace(event, amount=amount)
        elif isinstance(event, Noted):
            summed[event.rule, event.because(state.setup)] = event
    return [(each.rule, each.because(state.setup), each.is_news) for each in summed.values()]
