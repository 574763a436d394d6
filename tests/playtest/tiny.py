"""Games so small that the best move is known: matches of which one to three are taken, and a bet on a hidden card."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec.structs import replace

from pnp.referee.game import DIGITAL, Game, Outcome, Setup, State
from pnp.referee.move import Move
from pnp.referee.params import AMOUNT, UNKNOWN, WORD
from pnp.referee.ruling import Illegal, Legal
from tests.conftest import small_book

LOW, HIGH = "low", "high"


class Take(Move, frozen=True):
    """`anna: take 3`"""

    verb = "take"

    count: Annotated[int, AMOUNT]


class Bet(Move, frozen=True):
    """`anna: bet low`"""

    verb = "bet"

    what: Annotated[str, WORD]


class Matches(State, frozen=True):
    """left: matches on the table · turn: whose turn it is"""

    left: int = 0
    turn: int = 0


class Hidden(State, frozen=True):
    """card: what lies face down · what: the bet on it"""

    card: str = ""
    what: str = ""


def _game(slug: str, move: type[Move], **hooks: Any) -> Game[Any]:
    none: Any = lambda *_: None  # noqa: E731 - what a search never asks
    needed = ("setup", "apply", "force", "redact", "phase", "facts", "show", "chance", "census", "candidates")
    given = {"scores": lambda state: (), "project": lambda state, seat: state, "fill": lambda view, hidden, pick: view}
    return Game(
        slug=slug, version=1, players=(2, 2), moves=(move,), **{**dict.fromkeys(needed, none), **given, **hooks}
    )


def nim(left: int) -> tuple[Game[Any], Matches]:
    """Whoever takes the last match wins: who leaves a multiple of four has won."""

    def judge(state: Matches, move: Take) -> Legal | Illegal:
        if move.count > state.left:
            return Illegal("NIM-1", "there are not so many")
        return Legal((), replace(state, left=state.left - move.count, turn=1 - state.turn))

    game = _game(
        "nim",
        Take,
        judge=judge,
        to_act=lambda state: (state.turn,) if state.left else (),
        legal_moves=lambda state, seat: [Take(seat, count) for count in (1, 2, 3) if count <= state.left],
        outcome=lambda state: None if state.left else Outcome((1 - state.turn,), "took the last match"),
    )
    return game, Matches(Setup(("anna", "ben"), small_book(), {}, DIGITAL), left=left)


def bet(card: str) -> tuple[Game[Any], Hidden]:
    """One of three low cards and a high one lies there; who bets on what it is wins."""

    def outcome(state: Hidden) -> Outcome | None:
        return Outcome((0,) if state.what == state.card else (1,), "bet") if state.what else None

    game = _game(
        "bet",
        Bet,
        judge=lambda state, move: Legal((), replace(state, what=move.what)),
        to_act=lambda state: () if state.what else (0,),
        legal_moves=lambda state, seat: [Bet(seat, HIGH), Bet(seat, LOW)],
        outcome=outcome,
        project=lambda state, seat: replace(state, card=UNKNOWN),
        fill=lambda view, hidden, pick: replace(view, card=(HIGH, LOW, LOW, LOW)[pick(4)]),
    )
    return game, Hidden(Setup(("anna", "ben"), small_book(), {}, DIGITAL), card=card)
