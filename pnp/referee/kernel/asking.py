"""What is asked now: who may act, what it is, what may be answered. In: a state. Out: seats, decisions, moves.

Invariant: options are the choices that a trial agrees to, so a line is offered exactly when it is accepted.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from pnp.referee.game import Chance, Decision
from pnp.referee.kernel.compiled import CompiledRules
from pnp.referee.kernel.judging import asked_by, asked_now, fall_silent, receiver
from pnp.referee.kernel.line_trial import Agreed, Refused
from pnp.referee.kernel.place import ALL, Place
from pnp.referee.kernel.question import Answer, Commit, Due, Look, Open, Question, Step
from pnp.referee.kernel.trial import Trial, give_back, take
from pnp.referee.kernel.zone import KEPT, UNSEEN, Cards, Zone, kinds_of
from pnp.referee.move import Deal, Move, Pass, Roll
from pnp.referee.notation import verb_of
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def to_act(game: CompiledRules, state: Any) -> tuple[Seat, ...]:
    """Who may act: the table while chance is asked, else the seats that must answer; nobody when the game is over."""
    if state.over is not None:
        return ()
    top = state.stack[-1] if state.stack else None
    if top is None:
        phase = game.phases[state.phase]
        if phase.whom is None:
            return (state.turn,)
        t = take(game, state)
        whom: tuple[Seat, ...] = phase.whom(t)
        give_back(t)
        return whom
    if type(top) is Due:
        return (TABLE,)
    return _able(game, Trial(game, state, listing=True)) if game.questions[top.question].first else top.seats


def _able(game: CompiledRules, t: Trial) -> tuple[Seat, ...]:
    """Return the seats that have a choice for what is asked, as far as this table shows; all if none has."""
    question, seats, top = asked_now(game, t)
    return tuple(seat for seat in seats if _choices(t, question, seat, top)) or seats


def pending(game: CompiledRules, state: Any) -> tuple[Decision, ...]:
    """What must be decided, in words."""
    if state.over is not None:
        return ()
    t = Trial(game, state, listing=True)
    top = state.stack[-1] if state.stack else None
    if type(top) is Due and game.dealing is not None and game.dealing.worded is not None:
        return (game.dealing.worded(t, TABLE),)
    if type(top) is Due:
        return (Decision(TABLE, ("deal" if top.looker is None else "look",), _what_is_due(t, top), top.rule),)
    question, seats, open_ = asked_now(game, t)
    if question.first:
        seats = _able(game, t)
    if question.worded is not None:
        return tuple(question.worded(t, seat) for seat in seats)
    about = dict(open_.about) if open_ is not None else {}
    verbs = [verb_of(kind) for kind in question.answers]
    verbs += ["pass"] * question.may
    why = t.message(question.prompt, **about)
    if open_ is not None and any(given.seat in seats for given in open_.answers):
        why = t.message("kernel.open_now")
    return tuple(Decision(seat, tuple(verbs), why, question.rule) for seat in seats)


def _what_is_due(t: Trial, due: Due) -> str:
    """The cards that the table is to deal, turn up or show, in words."""
    if due.looker is not None:
        return t.message("kernel.look", count=due.count, seat=due.looker)
    place = t.places[due.to]
    if place.seers != ALL:
        return t.message("kernel.deal", count=due.count, seat=receiver(place))
    verb = "turn_up" if place.key == TABLE else "turn_up_for"
    return t.message(f"kernel.{verb}", count=due.count, zone=place.name, seat=place.key)


def _asked(game: CompiledRules, t: Trial, seat: Seat) -> list[tuple[Question, Open | None]]:
    """Return the questions that a seat may answer now, each with its place on the stack."""
    stack = t.values["stack"]
    if t.values["over"] is not None or (stack and type(stack[-1]) is Due):
        return []
    question, seats, top = asked_now(game, t)
    asked: list[tuple[Question, Open | None]] = [(question, top)] if seat in seats else []
    if game.asides:
        asked += [(aside.question, None) for aside in game.asides if seat in asked_by(aside, t)]
    return asked


def _others(t: Trial, question: Question, seat: Seat, top: Open | None) -> list[Move]:
    """Return the answers without a class of their own: a pass, a closed fist."""
    others: list[Move] = [Pass(seat)] if question.may else []
    if question.secret and not t.is_digital and top is not None and all(g.seat != seat for g in top.answers):
        others.append(Commit(seat))
    return others


def choices_of(t: Trial, answer: Answer, seat: Seat) -> list[Move]:
    """What may be chosen of one kind of answer."""
    offers, zone, kind = answer.choices or answer.offers, answer.card_of, answer.kind
    moves: list[Move] = []
    if offers is not None:
        moves = list(dict.fromkeys(offers(t, seat)))
    elif zone is not None:
        moves = [kind(seat, card) for card in t.may_lie(zone[seat] if zone.of != TABLE else zone)]  # type: ignore[call-arg]
    elif len(kind.__struct_fields__) == 1:
        moves = [kind(seat)]
    if answer.hides and answer.sees is None and not t.is_digital:
        return list(dict.fromkeys((*moves, *(redacted(move, answer) for move in moves))))
    return moves


def redacted(move: Move, answer: Answer) -> Move:
    """A move as others hear it."""
    values = ((name, getattr(move, name)) for name in answer.hides)
    return replace(move, **{name: (UNKNOWN,) * len(v) if isinstance(v, tuple) else UNKNOWN for name, v in values})


def candidates(game: CompiledRules, state: Any, seat: Seat) -> list[Move]:
    """The moves worth judging."""
    t = Trial(game, state, listing=True)
    found: list[Move] = _deals(t) if seat == TABLE else []
    for question, top in _asked(game, t, seat):
        found += _choices(t, question, seat, top)
        found += _others(t, question, seat, top)
    return found


def _choices(t: Trial, question: Question, seat: Seat, top: Open | None) -> list[Move]:
    t.about = dict(top.about) if top is not None else {}
    return [move for answer in question.answers.values() for move in choices_of(t, answer, seat)]


def legal_moves(game: CompiledRules, state: Any, seat: Seat) -> list[Move]:
    """The moves that a trial agrees to; one trial serves the whole list as long as no step changes anything."""
    t = take(game, state)
    legal = _legal(game, t, seat)
    give_back(t)
    return legal


def _legal(game: CompiledRules, t: Trial, seat: Seat) -> list[Move]:
    legal: list[Move] = _deals(t) if seat == TABLE else []
    for question, top in _asked(game, t, seat):
        t.about = dict(top.about) if top is not None else {}
        if question.listed is not None:
            legal += question.listed(t, seat)
            continue
        for answer in question.answers.values():
            legal += _agreed(t, answer.step, choices_of(t, answer, seat))
        legal += _others(t, question, seat, top)
    return legal


def _deals(t: Trial) -> list[Move]:
    """Return all deals of one card that are due; a deal of several cards is the dealer's."""
    stack = t.values["stack"]
    due = stack[-1] if stack else None
    if t.values["over"] is not None or type(due) is not Due or due.count > 1 or due.looker is not None:
        return []
    first = t[t.places[due.pile]][due.at]
    cards = t.may_lie(t.places[due.pile]) if first in UNSEEN else (first,)
    dues = [item for item in reversed(stack) if type(item) is Due and item.any_order and item.pile == due.pile] or [due]
    return [Deal(TABLE, receiver(t.places[item.to]), (card,)) for item in dues for card in cards]


def _agreed(t: Trial, step: Step, moves: Sequence[Move]) -> list[Move]:
    """Return the moves that a step agrees to."""
    legal = []
    for move in moves:
        try:
            step(t, move)
        except Agreed:
            legal.append(move)
        except Refused:
            pass
        else:
            legal.append(move)
        if t.events or t.queued:
            t.begin_anew()
    return legal


def chance(game: CompiledRules, state: Any, source: Chance) -> Move:
    """The table's next move in a digital deal."""
    t = take(game, state)
    top = state.stack[-1] if state.stack else None
    if type(top) is Due:
        move = _dealt(game, t, top, source)
    else:
        question, _, asked = asked_now(game, t)
        move = _chosen(t, question, asked, source)
    give_back(t, changed=bool(t.events))
    return move


def _chosen(t: Trial, question: Question, asked: Open | None, source: Chance) -> Move:
    """The answer of chance to a question, which a phase asks where it lies on no stack."""
    t.about = dict(asked.about) if asked is not None else {}
    answer = next(iter(question.answers.values()))
    if answer.dealt is not None:
        return answer.dealt(t, source)
    choices = choices_of(t, answer, TABLE)
    return choices[source.pick(f"{question.prompt} {t.state.chances}", len(choices))]


def roll_dice(game: CompiledRules, state: Any, move: Move, source: Chance) -> Move:
    """`table: roll` without numbers: the app throws the dice that are asked for, after the silence of real players."""
    if type(move) is not Roll or move.dice or move.seat != TABLE or state.over is not None:
        return move
    t = Trial(game, state)
    fall_silent(game, t)
    question, _, asked = asked_now(game, t)
    return _chosen(t, question, asked, source) if question.chance and Roll in question.answers else move


def _dealt(game: CompiledRules, t: Trial, due: Due, source: Chance) -> Move:
    """The first cards of the pile's order but for those that lie elsewhere: the first copies of their kinds."""
    pile = t.places[due.pile]
    lying = kinds_of(pile.read(t.values)[due.at : due.at + due.count])
    known = [kind for kind in lying if kind not in UNSEEN]
    if not t.places[due.to].ordered:
        known.sort()  # in which order they came into the hand where they lay is nobody else's
    count = len(lying) - len(known)
    if pile.seers and t.places[due.to].seers != ALL:
        fresh = [UNKNOWN] * count  # a hand: what even its owner was not told, the viewer is not told either
    else:
        order = _order(t, pile, source)
        fresh = _first_unseen(order, t.seen(), count)
    cards = [(fresh if kind in UNSEEN else known).pop(0) for kind in lying] if known else fresh
    if due.looker is not None:
        return Look(TABLE, due.looker, tuple(cards))
    return Deal(TABLE, receiver(t.places[due.to]), tuple(cards))


def _order(t: Trial, pile: Place[Cards], source: Chance) -> tuple[str, ...]:
    """Return all copies that a pile can hold, shuffled; in parts until cards go out of sight for the first time."""
    zone, hidden = pile.field, t.state.concealed
    assert isinstance(zone, Zone)
    words = t.printed.words_of(zone)
    if zone.on_top is None or hidden:
        return source.shuffle(f"{pile.name} {hidden}", words)
    upper = frozenset(zone.on_top(t.setup.book))
    parts: tuple[list[str], list[str]] = ([], [])
    for word in words:
        parts[word.partition("*")[0] not in upper].append(word)
    return (*source.shuffle(f"{pile.name} top", parts[0]), *source.shuffle(f"{pile.name} {hidden}", parts[1]))


def _first_unseen(order: tuple[str, ...], seen: Count[str], count: int) -> list[str]:
    """Return the first kinds of an order of copies; of a kind that was seen n times the first n copies are gone."""
    found: list[str] = []
    if not count:
        return found
    for kind, number in _numbered(order):
        if number >= seen[kind]:
            found.append(kind)
            if len(found) == count:
                break
    return found


@lru_cache(KEPT)
def _numbered(order: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Return the copies of an order as kinds, each with how many of its kind come before it."""
    before: Count[str] = Count()
    numbered = []
    for word in order:
        kind = word.partition("*")[0]
        numbered.append((kind, before[kind]))
        before[kind] += 1
    return tuple(numbered)


def is_secret_open(state: Any, ply: int) -> bool:
    """Whether the answer of a line waits still for the others."""
    return any(given.ply == ply for item in state.stack if type(item) is Open for given in item.answers)
