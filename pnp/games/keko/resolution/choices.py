"""Choices of a card that nobody typed beforehand. In: a trial and a need. Out: the question; what its
answer brings.

Invariant: what an ability that says “may” asks can be declined; what others ask cannot.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

from pnp.games.keko.announcing.choice_input import KEYS_OF, words_of
from pnp.games.keko.effects import RESOLVERS
from pnp.games.keko.effects.targets import Need, match
from pnp.games.keko.game_data import ONCE
from pnp.games.keko.moves import Choose, typed_of
from pnp.games.keko.params import NONE
from pnp.games.keko.question_kind import QuestionKind
from pnp.games.keko.state import Question, StackItem
from pnp.games.keko.trial import Trial
from pnp.games.keko.zones.listing import MOST_WAYS
from pnp.library.effect.vocabulary import Effect
from pnp.referee.move import Move
from pnp.referee.ruling import Ambiguous, Illegal
from pnp.referee.seat import Seat

ASKED = QuestionKind("choose")


def ask_choice(t: Trial, item: StackItem, need: Need) -> None:
    """Its controller chooses."""
    why = t.late("card_and_why", card=t.data.label(item.card), why=need.why)
    t.question = Question(ASKED, item.seat, need.rule, why, need.key, need.options, need.least, need.most)


def ask_whether(t: Trial, item: StackItem, need: Need | None) -> None:
    """Its controller decides whether it happens, by the first choice if there is one."""
    key, options, least, most = ("", (), 0, 0) if need is None else (need.key, need.options, need.least, need.most)
    why = t.late("card_may", card=t.data.label(item.card), why=need.why if need else t.late("yes_or_no"))
    t.question = Question(ASKED, item.seat, "KEK-E4", why, key, options, least, most, optional=True)


@ASKED.answer(Choose)
def choose(t: Trial, question: Question, move: Choose) -> Illegal | Ambiguous | None:
    """What was chosen, or that the ability is not used."""
    item, effect, answer, typed = t.stack[-1], t.stack[-1].effects_left[0], move.answer, typed_of(move)
    if answer == "no":
        if not question.optional:
            return t.refusal("KEK-E1", "does_not_say_may", card=t.data.label(item.card), why=question.why)
        t.agreed()
        t.question = None
        t.drop_item(item.number)
        t.note("KEK-E4", "does_not_use", seat=item.seat, card=t.data.label(item.card))
        return None
    if not typed and not (question.optional and answer == "yes"):
        words = f"{question.key}=" if question.key else t.message("yes_or_no")
        return t.refusal(question.rule, "answer_with", why=question.why, words=words)
    if set(typed) - set(_keys(question, effect)):
        return t.refusal(question.rule, "answer_with", why=question.why, words=f"{question.key}=")
    if question.key in typed:
        need = Need(question.key, question.options, question.why, question.rule, question.least, question.most)
        need = _live_need(t, item, effect, need)
        value = match(t, item, effect, need, typed[question.key])
        if isinstance(value, Illegal | Ambiguous):
            return value
        typed[question.key] = value
    elif typed:
        return t.refusal(question.rule, "answer_with", why=question.why, words=f"{question.key}=")
    t.agreed()
    t.question = None
    t.change_item(item.number, typed={**item.typed, **typed})
    if question.optional:
        use_triggered_ability(t, t.item(item.number) or item)
    t.note("KEK-E1", "has_chosen", seat=item.seat)
    return None


def _keys(question: Question, effect: Effect) -> tuple[str, ...]:
    return (question.key, *KEYS_OF.get(type(effect), ()))


def _live_need(t: Trial, item: StackItem, effect: Effect, need: Need) -> Need:
    """The need as the effect states it now: it knows what is shared out."""
    needs = RESOLVERS[type(effect)].needs(t, item, effect)
    try:
        live = next(needs)
        while live.key != need.key:
            live = needs.send(match(t, item, effect, live, item.typed.get(live.key)))
    except StopIteration:
        return need
    return live


@ASKED.lists
def choices(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    """The choices there are."""
    if question.optional:
        yield Choose(seat, "no")
        if not question.key:
            yield Choose(seat, "yes")
    if not question.key:
        return
    need = Need(question.key, question.options, question.why, question.rule, question.least, question.most)
    words = words_of(t, need)
    for count in range(question.least, question.most + 1):
        for at in islice(combinations(range(len(words)), count), MOST_WAYS):
            yield Choose(seat, "", **_typed_as(question.key, tuple(words[index] for index in at), question, at))


def _typed_as(key: str, words: tuple[str, ...], question: Question, at: tuple[int, ...]) -> dict[str, Any]:
    if key in ("at", "n", "type", "pick"):
        return {key: question.options[at[0]]}
    if key in ("on", "free", "pay", "find"):
        return {key: words or (NONE,)}
    return {"from_" if key == "from" else key: words[0]}


def mark_used(t: Trial, item: StackItem) -> None:
    """The ability has been used this turn (KEK-E6)."""
    card = t.find(item.serial)
    if card is not None:
        t.change(card.serial, used=(*card.used, item.ability))
    elif not item.serial:
        t.change_player(item.seat, used=(*t.players[item.seat].used, item.ability))


def use_triggered_ability(t: Trial, item: StackItem) -> None:
    """The ability is used: it counts for its limit."""
    ability = t.data.cards[item.card].abilities[item.ability]
    t.change_item(item.number, saved_values={**item.saved_values, "agreed": True})
    if ability.limit == ONCE:
        mark_used(t, item)
