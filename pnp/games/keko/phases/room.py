"""Room: more cards in play than a limit allows. In: a trial and who has too many. Out: the question which go."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from pnp.games.keko.effects.cards import refuse_unnamed
from pnp.games.keko.effects.targets import Need, match
from pnp.games.keko.moves import Discard
from pnp.games.keko.question_kind import QuestionKind
from pnp.games.keko.state import CARD, InPlay, Question, StackItem
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import PutInDiscard
from pnp.games.keko.zones import play_area
from pnp.games.keko.zones.listing import MOST_WAYS
from pnp.referee.message import LateMessage
from pnp.referee.move import Move
from pnp.referee.ruling import Ambiguous, Illegal
from pnp.referee.seat import Seat

ROOM = QuestionKind("room")


def ask_room(t: Trial, seat: Seat, rule: str, why: LateMessage, cards: list[InPlay], count: int) -> None:
    """So many of these cards must go."""
    t.question = Question(ROOM, seat, rule, why, "", tuple(card.serial for card in cards), count, count)


@ROOM.answer(Discard)
def answer_room(t: Trial, question: Question, move: Discard) -> Illegal | Ambiguous | None:
    """The cards that go."""
    refusal = refuse_unnamed(t, question, move.cards)
    if refusal:
        return refusal
    unannounced = StackItem(0, CARD, "", move.seat)
    need = Need("on", question.options, question.why, question.rule, question.least, question.most)
    value = match(t, unannounced, PutInDiscard("self"), need, move.cards)
    if isinstance(value, Illegal | Ambiguous):
        return value
    t.question = None
    for serial in value:
        card = t.find(serial)
        if card is not None:
            play_area.put_away(t, card)
    return None


@ROOM.lists
def ways_to_make_room(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    """Some choices of cards that may go."""
    labels = [t.ref(card) for serial in question.options if (card := t.find(serial)) is not None]
    yield from (Discard(seat, cards) for cards in islice(combinations(labels, question.most), MOST_WAYS))
