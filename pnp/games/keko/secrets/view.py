"""What a seat knows. In: a state, or a move. Out: the same as that seat, or the public (None), sees it.

Invariant: what `project` hides, `redact` hides: replaying the redacted lines gives the projected facts.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.keko.moves import Deal, Keep, Look
from pnp.games.keko.state import EVERYBODY, NOBODY, Held, KekoState, Question, StackItem, bit
from pnp.games.keko.vocabulary.verbs import ExchangeCards
from pnp.referee.correction import SetHand
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat
from pnp.referee.view import redact_cards

SECRETS = ("seen", "gives")


def project(state: KekoState, seat: Seat | None) -> KekoState:
    """Hands and places of the deck show what this seat knows (KEK-H01, KEK-H04)."""
    if not state.data.is_digital:
        return state
    mine = EVERYBODY + 1 if seat is None else bit(seat)
    players = tuple(replace(player, hand=_seen(player.hand, mine)) for player in state.players)
    return replace(
        state,
        players=players,
        deck_top=_seen(state.deck_top, mine),
        deck_bottom=_seen(state.deck_bottom, mine),
        shuffled_cards=(),
        stack=tuple(_entry(item, seat) for item in state.stack),
        question=_question(state.question, seat),
    )


def _seen(cards: tuple[Held, ...], mine: int) -> tuple[Held, ...]:
    return tuple((card if known & mine or known == EVERYBODY else UNKNOWN, known) for card, known in cards)


def _entry(item: StackItem, seat: Seat | None) -> StackItem:
    given, saved = item.typed, item.saved_values
    if "seen" in given and item.seat != seat:
        given = {**given, "seen": (UNKNOWN,)}
    if "gives" in saved:
        givers = (item.seat, item.typed.get("at", NOBODY))
        gives = tuple(
            cards if giver == seat else (UNKNOWN,) * len(cards)
            for giver, cards in zip(givers, saved["gives"], strict=False)
        )
        saved = {**saved, "gives": gives}
    return (
        item if given is item.typed and saved is item.saved_values else replace(item, typed=given, saved_values=saved)
    )


def _question(question: Question | None, seat: Seat | None) -> Question | None:
    if question is None or not question.private or question.seat == seat:
        return question
    return replace(question, options=(UNKNOWN,))


def redact(move: Move, seat: Seat | None) -> Move:
    """Cards that only their owner sees are `?`."""
    if isinstance(move, Deal):
        what = move.what
        if what.seat is None or what.is_open or what.seat == seat:
            return move
        return replace(move, what=replace(what, cards=(UNKNOWN,) * len(what.cards)))
    if isinstance(move, Look):
        return move if move.to == seat else replace(move, cards=(UNKNOWN,))
    if isinstance(move, Keep):
        return move if move.seat == seat else replace(move, cards=(UNKNOWN,) * len(move.cards))
    if isinstance(move, SetHand):
        return redact_cards(move, seat)
    return move


def census(state: KekoState) -> dict[str, int]:
    """How many copies of each card lie in places that are known here; `?` are all others."""
    from pnp.games.keko.zones.holdings import HOLDINGS

    copies = {**state.deck, **dict.fromkeys(state.data.characters, 1)}
    return {**dict.fromkeys(copies, 0), **HOLDINGS.census(state, copies)}


def conceals(before: KekoState, after: KekoState) -> bool:
    """The deck was shuffled, or cards went into it; or hands gave each other cards face down."""
    if after.shuffles > before.shuffles or after.deck_count > before.deck_count:
        return True
    drawn = before.deck_count - after.deck_count
    return _exchanges(after) < _exchanges(before) or _unseen(after) - _unseen(before) > drawn


def _exchanges(state: KekoState) -> int:
    """Exchanges that are still to be done."""
    return sum(isinstance(effect, ExchangeCards) for item in state.stack for effect in item.effects_left)


def _unseen(state: KekoState) -> int:
    """Cards in hands that nobody here knows."""
    return sum(card == UNKNOWN for player in state.players for card, _ in player.hand)
