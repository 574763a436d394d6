"""Answers to the open question. In: a trial and a move. Out: the trial as if the answer had always been known, or a
refusal.

Invariant: only the seat that the question names answers it, and only with what the question allows.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from pnp.games.keko import rule_ids, triggers
from pnp.games.keko.announcing.announce import Refusal
from pnp.games.keko.announcing.choice_input import KEYS_OF, typed_of
from pnp.games.keko.announcing.timing import what_comes_first
from pnp.games.keko.effects import RESOLVERS
from pnp.games.keko.effects.cards import answer_dealt, answer_discard, answer_mill, take_found
from pnp.games.keko.effects.chance import answer_roll
from pnp.games.keko.effects.private_cards import answer_arranged, answer_given, answer_looked
from pnp.games.keko.effects.targets import Need, match
from pnp.games.keko.game_data import counted
from pnp.games.keko.moves import Choose, Deal, Discard, Keep, Look, Mill, Ok, Order, Roll
from pnp.games.keko.params import NONE, split_number
from pnp.games.keko.resolution.loop import close_window, finish_effect, use_triggered_ability
from pnp.games.keko.state import (
    ARRANGE,
    ASKED,
    DEALT,
    DISCARD,
    GIVE,
    LOOKED,
    MILL,
    NOBODY,
    ORDER,
    ROLL,
    ROOM,
    SEARCH,
    SOFT,
    WINDOW,
    Question,
    StackItem,
)
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import Effects, LookTop, PutInDiscard, Search
from pnp.games.keko.vocabulary.verbs import Mill as MillVerb
from pnp.games.keko.vocabulary.verbs import Roll as RollVerb
from pnp.games.keko.zones import piles, play_area
from pnp.library.effect.vocabulary import Effect
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Ambiguous, Illegal
from pnp.referee.seat import TABLE, Seat

VERB_OF = {
    WINDOW: "pass",
    ORDER: "order",
    ASKED: "choose",
    SEARCH: "choose",
    ARRANGE: "keep",
    GIVE: "keep",
    DISCARD: "discard",
    ROOM: "discard",
    ROLL: "roll",
    MILL: "mill",
    DEALT: "deal",
    LOOKED: "look",
}


def top_item(t: Trial) -> tuple[StackItem, Effect]:
    """The half done entry that asks, and its effect."""
    item = t.stack[-1]
    return item, item.effects_left[0]


def refuse_asked(t: Trial, seat: Seat, kinds: tuple[str, ...]) -> Illegal | None:
    """Nothing of that kind is asked, or somebody else is."""
    question = t.question
    if question is None or question.kind not in kinds:
        rule = question.rule if question and question.kind not in SOFT else rule_ids.NOTHING_WAITS
        return Illegal(rule, f"first: {what_comes_first(t)}" if question else "nothing of that kind is asked now")
    if question.seat not in (NOBODY, seat):
        return Illegal(question.rule, f"{t.name(question.seat)} decides: {question.why}")
    return None


def carry_on(t: Trial, following: Illegal | Effects) -> Refusal:
    """The effect that asked is done, with others in its place."""
    if isinstance(following, Illegal):
        return following
    number = t.stack[-1].number
    t.question = None
    finish_effect(t, number, following)
    return None


# windows


def pass_by(t: Trial, move: Pass) -> Refusal:
    """A player does not answer (any more)."""
    question, seat = t.question, move.seat
    if seat < 0:
        return Illegal(REF_SEAT, "the table says `ok` when everybody passes")
    if question is None or question.kind not in SOFT:
        return Illegal(rule_ids.WINDOW, "there is nothing to answer now")
    if question.kind != WINDOW:
        if question.seat != seat:
            return Illegal(question.rule, f"{t.name(question.seat)} decides: {question.why}")
        close(t)
        return None
    if not t.players[seat].alive or not t.players[seat].life:
        return Illegal(rule_ids.ZERO, f"{t.name(seat)} is at 0 and out of the game")
    if seat in question.passed:
        return Illegal(rule_ids.WINDOW, f"{t.name(seat)} has passed already")
    passed = (*question.passed, seat)
    if set(t.able_to_answer()) <= set(passed):
        close(t)
    else:
        t.question = replace(question, passed=passed)
    t.note(rule_ids.WINDOW, f"{t.name(seat)} passes")
    return None


def close(t: Trial) -> None:
    """A soft question is closed: everybody passes, or the order of arrival is taken."""
    question = t.question
    if question is not None and question.kind == ORDER:
        triggers.put_in_order(t, list(question.options))
    else:
        close_window(t)


def ok(t: Trial, move: Ok) -> Refusal:
    """`table: ok`: everybody passes; `ok always`, `ok ask`: nobody answers until further notice, or no longer so."""
    if move.seat != TABLE:
        return Illegal(REF_SEAT, "the table says that everybody passes: `table: ok`; a player says `pass`")
    if move.how:
        t.skips_windows = move.how == "always"
        t.announce(rule_ids.WINDOW, "nobody answers until further notice" if t.skips_windows else "windows open again")
        if t.skips_windows and t.question is not None and t.question.kind in SOFT:
            close(t)
        return None
    if t.question is None or t.question.kind not in SOFT:
        return Illegal(rule_ids.WINDOW, "there is nothing to answer now")
    t.note(rule_ids.WHAT_OPENS, f"everybody passes: {t.question.why}")
    close(t)
    return None


def order(t: Trial, move: Order) -> Refusal:
    """A player puts the own waiting abilities in order (KEK-E7)."""
    refusal = refuse_asked(t, move.seat, (ORDER,))
    if refusal:
        return refusal
    waiting = triggers.orderable_triggers(t)
    left = list(range(len(waiting)))
    chosen: list[int] = []
    for word in move.cards:
        name, copy = split_number(split_number(word, "/")[0], ".")
        fitting = [at for at in left if waiting[at].card == name and _is_copy(t, waiting[at].serial, copy)]
        if not fitting:
            return Illegal(rule_ids.TRIGGERS, f"{t.data.label(name)} does not wait")
        left.remove(fitting[0])
        chosen.append(fitting[0])
    if left:
        names = t.data.labels(waiting[at].card for at in left)
        return Illegal(rule_ids.TRIGGERS, f"all that waits must be named; left: {names}")
    triggers.put_in_order(t, chosen)
    t.note(rule_ids.TRIGGERS, f"{t.name(move.seat)} puts the own abilities in order")
    return None


def _is_copy(t: Trial, serial: int, copy: int) -> bool:
    card = t.find(serial)
    return not copy or (card is not None and card.copy == copy)


# choices


def choose(t: Trial, move: Choose) -> Refusal:
    """The answer to a question of a card."""
    refusal = refuse_asked(t, move.seat, (ASKED, SEARCH))
    if refusal:
        return refusal
    question, typed = t.question, typed_of(move)
    assert question is not None
    if question.kind == ASKED:
        return _choose_asked(t, question, move.answer, typed)
    if move.answer == "no" and question.kind == SEARCH:
        typed = {"find": (NONE,)}
    wanted = question.key
    if wanted not in typed or set(typed) - {wanted, "out"}:
        return Illegal(question.rule, f"{question.why}: {wanted}=")
    item, effect = top_item(t)
    assert isinstance(effect, Search)
    out = _out_of(t, item, effect, typed.get("out", ""))
    return out if isinstance(out, Illegal | Ambiguous) else _found(t, item, effect, typed["find"], question, out)


def keep(t: Trial, move: Keep) -> Refusal:
    """A secret choice at a digital table (KEK-H04)."""
    refusal = refuse_asked(t, move.seat, (SEARCH, ARRANGE, GIVE))
    if refusal:
        return refusal
    question = t.question
    assert question is not None
    item, effect = top_item(t)
    if not t.data.is_digital:
        return Illegal(rule_ids.LOOKED, "what is seen in secret is not typed at this table")
    if isinstance(effect, LookTop):
        return carry_on(t, answer_arranged(t, item, effect, move.cards))
    if isinstance(effect, Search):
        if effect.reveal or effect.to == "play" or t.data.switches.reveal_searched:
            return Illegal(rule_ids.FOUND, "what this search finds is shown: choose find=")
        return _found(t, item, effect, move.cards, question, 0)
    given = answer_given(t, item, move.cards)
    if given is None:
        t.question = None
    return given


def _found(t: Trial, item: StackItem, effect: Search, cards: tuple[str, ...], question: Question, out: int) -> Refusal:
    known = question.private and UNKNOWN not in question.options
    seen = Counter(question.options)
    for card, count in Counter(cards).items():
        if not known or card in (NONE, UNKNOWN):
            continue
        if card not in seen:
            return Illegal(rule_ids.COPIES, f"{t.data.label(card)} is not in the deck, or not what is searched for")
        # Where every hand is open here, the deck itself shows how many: old records name each kind once.
        if count > seen[card] and any(held == UNKNOWN for player in t.players for held, _ in player.hand):
            return Illegal(rule_ids.COPIES, f"the deck holds {seen[card]} of {t.data.label(card)}, not {count}")
    return carry_on(t, take_found(t, item, effect, cards, out))


def _out_of(t: Trial, item: StackItem, effect: Effect, word: str) -> Any:
    if not word:
        return 0
    own = tuple(card.serial for card in t.cards_of_type(item.seat, "item"))
    need = Need("out", own, "an own Item makes room", rule_ids.OUT)
    value = match(t, item, PutInDiscard("self"), need, word)
    return value if isinstance(value, Illegal | Ambiguous) else value[0]


def _choose_asked(t: Trial, question: Question, answer: str, typed: dict[str, Any]) -> Refusal:
    item, effect = top_item(t)
    if answer == "no":
        if not question.optional:
            return Illegal(rule_ids.BY_ITSELF, f"{t.data.label(item.card)} does not say “may”: {question.why}")
        t.question = None
        t.drop_item(item.number)
        t.note(rule_ids.UP_TO, f"{t.name(item.seat)} does not use {t.data.label(item.card)}")
        return None
    if not typed and not (question.optional and answer == "yes"):
        return Illegal(question.rule, f"{question.why}: {question.key or 'yes or no'}{'=' if question.key else ''}")
    if set(typed) - set(_keys(question, effect)):
        return Illegal(question.rule, f"{question.why}: {question.key}=")
    if question.key in typed:
        need = Need(question.key, question.options, question.why, question.rule, question.least, question.most)
        need = _live_need(t, item, effect, need)
        value = match(t, item, effect, need, typed[question.key])
        if isinstance(value, Illegal | Ambiguous):
            return value
        typed[question.key] = value
    elif typed:
        return Illegal(question.rule, f"{question.why}: {question.key}=")
    t.question = None
    t.change_item(item.number, typed={**item.typed, **typed})
    if question.optional:
        use_triggered_ability(t, t.item(item.number) or item)
    t.note(rule_ids.BY_ITSELF, f"{t.name(item.seat)} has chosen")
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


# discards, dice, cards of the table


def discard(t: Trial, move: Discard) -> Refusal:
    """What a limit, an effect or an elimination asks for."""
    refusal = refuse_asked(t, move.seat, (DISCARD, ROOM))
    if refusal:
        return refusal
    question = t.question
    assert question is not None
    if UNKNOWN in move.cards:
        return Illegal(question.rule, "the discard pile lies face up: say which cards go there, each by its name")
    if question.kind == ROOM:
        unannounced = StackItem(0, "card", "", move.seat)
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
    for word in move.cards:
        if word not in t.data.cards:
            return Illegal(question.rule, f"{word}: cards of the hand have no number")
    outcome = answer_discard(t, move.cards)
    if isinstance(outcome, Illegal):
        return outcome
    in_effect = t.stack and t.stack[-1].is_resolving and t.stack[-1].effects_left and not t.leaving_seats
    t.question = None
    t.note(question.rule, f"{t.name(move.seat)} discards {counted(len(move.cards), 'card')}")
    piles.check_empty(t)
    if in_effect:
        finish_effect(t, t.stack[-1].number, ())
    return None


def roll(t: Trial, move: Roll) -> Refusal:
    """What the dice show."""
    refusal = refuse_asked(t, move.seat, (ROLL,))
    if refusal:
        return refusal
    item, effect = top_item(t)
    assert isinstance(effect, RollVerb)
    return carry_on(t, answer_roll(t, item, effect, move.dice))


def mill(t: Trial, move: Mill) -> Refusal:
    """Cards turned from the deck."""
    refusal = refuse_asked(t, move.seat, (MILL,))
    if refusal:
        return refusal
    item, effect = top_item(t)
    assert isinstance(effect, MillVerb)
    return carry_on(t, answer_mill(t, item, effect, move.cards))


def deal(t: Trial, move: Deal) -> Refusal:
    """A digital table deals what is drawn."""
    refusal = refuse_asked(t, move.seat, (DEALT,))
    if refusal:
        return refusal
    question = t.question
    assert question is not None
    if move.what.seat != question.to:
        return Illegal(rule_ids.DRAW, question.why)
    return carry_on(t, answer_dealt(t, move.what.cards))


def look(t: Trial, move: Look) -> Refusal:
    """A digital table shows a seat what it looks at."""
    refusal = refuse_asked(t, move.seat, (LOOKED,))
    if refusal:
        return refusal
    question = t.question
    assert question is not None
    if move.to != question.to:
        return Illegal(rule_ids.LOOKED, question.why)
    item = t.stack[-1] if t.stack else StackItem(0, "", "", move.to)
    refused = answer_looked(t, item, move.cards)
    if refused is None:
        t.question = None
    return refused
