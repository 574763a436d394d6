"""`pnp referee hint`: what a seat could do now, and why. In: a record. Out: a move, how good it is, the next best."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from pnp.base.diagnostics import Span, UsageError
from pnp.cli.arguments import Games, Json, RecordFile, RecordLang, pick_language
from pnp.cli.referee.open_record import open_session, print_json
from pnp.cli.referee.viewer import viewer_of
from pnp.cli.terminal.folded import print_folded
from pnp.playtest.advice.hint import Hint, seat_to_hint
from pnp.playtest.advice.hint import hint as hint_of
from pnp.playtest.search import Search
from pnp.referee.seat import Seat
from pnp.referee.view import ReplayView
from pnp.web.advice.hint_text import hint_lines, hint_values

MOST = 9_999_999  # simulations, as many as a bot may have
Think = Annotated[str, typer.Option("--think", metavar="TIME", help="time limit: 1s, 0.5s (default: 1s)")]
Simulations = Annotated[
    int,
    typer.Option(
        "--simulations",
        min=0,
        max=MOST,
        help="number of simulations instead of a time limit: gives the same hint every time",
    ),
]
Hand = Annotated[
    list[str] | None,
    typer.Option("--hand", metavar="CARDS", help="cards in the hand, when the referee does not know them"),
]
AWHILE = "1s"
LONGEST = 600.0  # seconds


def hint(
    file: RecordFile,
    seat: Annotated[str, typer.Option("--seat", help="use what this seat knows (default: public knowledge)")] = "",
    think: Think = "",
    simulations: Simulations = 0,
    hand: Hand = None,
    lang: RecordLang = "",
    json: Json = False,
    games: Games = None,
) -> None:
    """Suggest a move for a seat, with its chance to win, the next best moves, and why.

    A hint uses only what the viewer knows.
    """
    if think and simulations:
        raise UsageError.single(
            Span("--think"), "--think and --simulations are mutually exclusive", "remove one", "hint-think"
        )
    seconds = 0.0 if simulations else read_seconds(think or AWHILE)
    session = open_session(file, games, lang=lang)
    lang = pick_language(session.book, lang)
    viewer = viewer_of(session.replay, seat)
    seen = ReplayView(session.replay, viewer)
    found = find_hint(seen, viewer, simulations, seconds, hand or ())
    if json:
        print_json(hint_values(found, seen, lang))
    else:
        print_folded(hint_lines(found, seen, lang))


def find_hint(
    seen: ReplayView[Any], viewer: Seat | None, simulations: int, seconds: float, hand: Sequence[str]
) -> Hint:
    """Return a hint for the viewer; where everybody looks, for the seat that is asked. Raises InputError."""
    seat = seat_to_hint(seen) if viewer is None else viewer
    return hint_of(seen, seat, Search(seen.game, simulations, seconds), hand)


def print_hint(seen: ReplayView[Any], viewer: Seat | None, seconds: float, hand: str, lang: str) -> None:
    """Print the hint found in so many seconds. Raises InputError."""
    print_folded(hint_lines(find_hint(seen, viewer, 0, seconds, [hand] if hand else []), seen, lang))


def read_seconds(text: str) -> float:
    """Seconds, as they are typed: `1s`, `0.5s`. Raises UsageError."""
    found = re.fullmatch(r"(\d{1,3}(?:\.\d{1,3})?)\s*s?", text.strip())
    if found and 0 < float(found[1]) <= LONGEST:
        return float(found[1])
    raise UsageError.single(
        Span("--think"), f"expected a time of at most {LONGEST:g} s, got “{text}”", "--think 1s", "hint-think"
    )
