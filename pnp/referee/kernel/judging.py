"""One line judged: does it answer what is open, what does it do, what follows before somebody must decide again.

In: a trial and a move. Out: the trial, with what happened; `Refused` when it was refused. Invariant: the same pass
serves the ruling, the overruled line, the reasons and what is told.
"""

from __future__ import annotations

from typing import Any

from pnp.referee.kernel.compiled import CompiledRules
from pnp.referee.kernel.events import (
    Answered,
    AnswersOpened,
    CardsMoved,
    ChanceDecided,
    Opened,
    Preferred,
    Revealed,
    Settled,
)
from pnp.referee.kernel.place import NOBODY, Place
from pnp.referee.kernel.question import FIST, Answer, Commit, Due, Later, Look, Open, Phase, Question
from pnp.referee.kernel.trial import Trial
from pnp.referee.kernel.zone import CONCEALED, UNSEEN, Cards, Zone, kinds_of
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

DEALS = (Deal, Look)


def judge_line(game: CompiledRules, t: Trial, move: Move) -> None:
    """Work a line out to the next decision."""
    if game.checks is not None:
        game.checks(t, move)
    over = t.state.over
    if over is not None:
        t.bar(over.closing or over.rule, "kernel.over")
    stack = t.values["stack"]
    top = stack[-1] if stack else None
    if not isinstance(move, DEALS):
        if type(top) is Due:
            is_answer = type(move) in asked_now(game, t)[0].answers
            refuse = t.bar if top.any_order and is_answer else t.refuse
            refuse(top.rule, "kernel.deal_first", seat=top.to[1] if top.looker is None else top.looker)
        _answer(game, t, move)
    elif move.seat != TABLE:
        t.bar(REF_SEAT, "referee.table_deals")
    elif t.is_overruled and type(move) is Deal and t.is_digital:
        _deal_anyway(game, t, move, top)
    elif type(top) is Due:
        _deal(game, t, move, top)
    elif type(move) in game.answered:
        _answer(game, t, move)
    else:
        t.bar(game.deal_rule, "kernel.no_deal")
    settle(game, t)


def asked_now(game: CompiledRules, t: Trial) -> tuple[Question, tuple[Seat, ...], Open | None]:
    """The question that is open, who is to answer it, and its place on the stack, if it lies there."""
    stack = t.values["stack"]
    if stack and type(stack[-1]) is Open:
        top = stack[-1]
        return game.questions[top.question], top.seats, top
    phase = game.phases[t.values["phase"]]
    return phase.question, asked_by(phase, t), None


def asked_by(phase: Phase, t: Trial) -> tuple[Seat, ...]:
    """Whom a phase asks."""
    return phase.whom(t) if phase.whom else (t.values["turn"],)


def _answer(game: CompiledRules, t: Trial, move: Move) -> None:
    question, seats, top = asked_now(game, t)
    kind = type(move)
    if move.seat in seats and _fits(question, kind):
        give(game, t, move, question, top)
        return
    for aside in game.asides:
        if kind in aside.question.answers and move.seat in asked_by(aside, t):
            give(game, t, move, aside.question, None)
            return
    if fall_silent(game, t):
        _answer(game, t, move)
        return
    phase = game.phases[t.values["phase"]].question
    if t.is_overruled:
        if kind in question.answers and not question.secret:
            _out_of_turn(game, t, move, question, top)
            return
        if kind in phase.answers:
            _out_of_turn(game, t, move, phase, None)
            return
    if top is not None:
        asked = t.message(question.prompt, **dict(top.about)) if not t.is_listing else ""
        if question.chance or not seats:
            t.bar(question.rule, "kernel.first_table", asked=asked)
        t.bar(question.rule, "kernel.first", asked_seat=seats[0], asked=asked)
    if move.seat not in seats and kind in question.answers:
        t.bar(question.rule, "kernel.turn", seat=seats[0])
    unasked = next((aside.question for aside in game.asides if kind in aside.question.answers), None)
    if unasked is not None:
        t.refuse(unasked.rule, "kernel.table_tells" if unasked.chance else "kernel.no_answer")
        give(game, t, move, unasked, None)
        return
    other = next((asked for asked in game.questions.values() if kind in asked.answers), question)
    t.bar(other.rule, "kernel.no_answer")


def fall_silent(game: CompiledRules, t: Trial) -> bool:
    """Whatever else real players type closes a question that need not be answered; False where none is open."""
    question, _, top = asked_now(game, t)
    if top is None or not question.may or t.is_digital:
        return False
    _close(t, question, top)
    settle(game, t)
    if asked_now(game, t)[2] == top:
        raise ValueError(
            f"{question.prompt}: expected silence to close this question, but `all_passed` asks it again of the same "
            "seats, without end; if one of them must answer, declare it with Question(…, first=True)"
        )
    return True


def _out_of_turn(game: CompiledRules, t: Trial, move: Move, question: Question, top: Open | None) -> None:
    """The table overrules the order: the line is made by who was not asked."""
    if (move.seat == TABLE) != question.chance:
        t.bar(REF_SEAT, "kernel.table_tells" if question.chance else "kernel.seats_only")
    give(game, t, move, question, top)


def _fits(question: Question, kind: type[Move]) -> bool:
    return kind in question.answers or (question.secret and kind is Commit) or (question.may and kind is Pass)


def give(game: CompiledRules, t: Trial, move: Move, question: Question, top: Open | None) -> None:
    """An answer that fits: checked, booked, and what it does."""
    t.about = dict(top.about) if top is not None else {}
    answer = question.answers.get(type(move))
    if answer is not None:
        check(t, answer, move, question)
    if top is None:
        t.happen(Answered(move.seat, question.prompt, t.ply, None, False))
        _take_effect(t, move, question, answer)
    elif question.secret:
        _commit(t, move, question, top, answer)
    elif question.may or question.first:
        _answer_window(t, move, question, answer)
    else:
        _reply(t, move, question, answer)


def _take_effect(t: Trial, move: Move, question: Question, answer: Answer | None) -> None:
    if question.chance:
        t.happen(ChanceDecided())
    if answer is not None:
        answer.step(t, move)


def _reply(t: Trial, move: Move, question: Question, answer: Answer | None) -> None:
    """An answer that takes effect at once; after the last one what follows from all of them."""
    t.happen(Answered(move.seat, question.prompt, t.ply, move if question.resolve is not None else None))
    now: Open = t.values["stack"][-1]
    if not now.seats:
        t.happen(Settled())
    _take_effect(t, move, question, answer)
    if not now.seats:
        _resolve(t, question, now)


def _answer_window(t: Trial, move: Move, question: Question, answer: Answer | None) -> None:
    """The first answer closes the window; a pass leaves it to the others."""
    if answer is not None:
        t.happen(Settled())
        _take_effect(t, move, question, answer)
        return
    t.happen(Answered(move.seat, question.prompt, t.ply))
    t.note(question.rule, "kernel.passes", seat=move.seat)
    now: Open = t.values["stack"][-1]
    if not now.seats:
        _close(t, question, now)


def _resolve(t: Trial, question: Question, asked: Open) -> None:
    """What follows from all answers together."""
    if question.resolve is not None:
        question.resolve(t, {given.seat: given.move for given in asked.answers})


def check(t: Trial, answer: Answer, move: Move, question: Question) -> None:
    """The card lies where it must, the move is among the choices; of what others hear as `?` that cannot be said."""
    zone = answer.card_of
    if zone is not None:
        card, place = move.card, zone[move.seat if zone.of != TABLE else TABLE]  # type: ignore[attr-defined]
        t.check_lies(card, place)
    elif answer.choices is not None and not is_untold(answer, move) and move not in answer.choices(t, move.seat):
        t.bar(question.rule, "kernel.no_choice")


def is_untold(answer: Answer, move: Move) -> bool:
    """Whether a move hides what it says: as others hear it, or as people say it who show nothing."""
    return any(UNKNOWN in value for name in answer.hides if isinstance(value := getattr(move, name), str | tuple))


def _commit(t: Trial, move: Move, question: Question, top: Open, answer: Answer | None) -> None:
    """A secret answer waits until all are in; then closed fists are opened, and what was chosen counts."""
    if answer is None and any(given.seat == move.seat for given in top.answers):
        t.bar(question.rule, "kernel.open_now")
    if answer is not None:
        answer.step(t, move)
    t.happen(Answered(move.seat, question.prompt, t.ply, move if answer is not None else FIST))
    t.note(question.rule, "kernel.committed", seat=move.seat)
    now: Open = t.values["stack"][-1]
    closed = tuple(given.seat for given in now.answers if given.move == FIST)
    if now.seats:
        return
    if closed:
        t.happen(Opened(closed))
    else:
        t.happen(AnswersOpened(question.prompt, now.answers))
        t.happen(Settled())
        _resolve(t, question, now)


def _close(t: Trial, question: Question, top: Open) -> None:
    """Nobody answered what need not be answered."""
    t.about = dict(top.about)
    t.happen(Settled())
    if question.silence is not None:
        question.silence(t)


def _deal(game: CompiledRules, t: Trial, move: Deal | Look, due: Due) -> None:
    """Cards that are due: dealt, or shown to the seat that looks at them."""
    if due.any_order:
        due = _preferred(t, move, due)
    pile, to = t.places[due.pile], t.places[due.to]
    kind, wanted = (Deal, receiver(to)) if due.looker is None else (Look, due.looker)
    if type(move) is not kind or move.to != wanted or len(move.cards) != due.count:
        t.bar(due.rule, "kernel.no_deal")
    answer = game.dealing.answers.get(kind) if game.dealing is not None else None
    if answer is not None:
        answer.step(t, move)
    lying = pile.read(t.values)[due.at : due.at + due.count]
    _check_unseen(t, move.cards, lying, due.rule)
    cards = move.cards
    if due.looker is None and t.is_digital and UNKNOWN in cards:
        cards = tuple(CONCEALED if card == UNKNOWN else card for card in cards)
    if lying != (UNKNOWN,) * due.count:
        cards = off_the_top(t, lying, cards, due.rule)
        if not to.ordered:
            cards = _without_order(cards, lying)
    t.happen(Settled())
    if due.looker is not None:
        t.happen(Revealed(kinds_of(cards), due.pile, str(due.looker), due.rule, to.ordered))
        return
    t.happen(CardsMoved(cards, due.pile, due.to, due.rule, dealt=pile.ordered, at=due.at))
    _reason_about(game, t, move, due)
    if game.dealing is None:  # else the game gives its reasons
        t.note(due.rule, "kernel.was_due")


def _check_unseen(t: Trial, cards: Cards, lying: Cards, rule: str) -> None:
    """Bar a deal of cards that are elsewhere: neither unseen nor known to be among these entries of the pile."""
    for card in dict.fromkeys(cards):
        if card != UNKNOWN and cards.count(card) > t.unseen(card) + kinds_of(lying).count(card):
            t.bar(rule, "kernel.elsewhere", card=card)


def _reason_about(game: CompiledRules, t: Trial, move: Deal | Look, due: Due) -> None:
    """Begin the evidence of a digital table as one seat sees it: when a card is dealt that this seat is not told.

    What goes round the table is dealt first, for nobody knows in which order.
    """
    if not game.exact or not t.is_digital or t.values["knowledge"] is not None or due.looker is not None:
        return
    if any(type(item) is Due and item.any_order for item in t.values["stack"]):
        return
    if UNKNOWN in move.cards or (due.any_order and _has_concealed(game, t)):
        t.reason(is_start=due.any_order)


def _has_concealed(game: CompiledRules, t: Trial) -> bool:
    """Whether a hand has a card that this table was not told."""
    hands = (zone for zone in game.held.zones if zone.is_hand)
    return any(CONCEALED in t.read(place) for zone in hands for place in zone.places(len(t.seats)))


def _deal_anyway(game: CompiledRules, t: Trial, move: Deal, top: Any) -> None:
    """The table overrules the deal: any number of cards to any seat, from the pile of what is due, or of the hands."""
    pile, to = _dealt_from(game, t, top)
    if pile is None or to is None or move.to not in t.seats:
        t.bar(game.deal_rule, "kernel.no_deal")
    lying, rule = t.read(pile)[: len(move.cards)], game.deal_rule
    for card in move.cards:
        if card != UNKNOWN and not to.takes(t.printed.cards[card].deck):
            t.bar(rule, "kernel.other_deck", card=card, zone=to.id)
    if len(lying) < len(move.cards):
        t.bar(rule, "kernel.too_few", count=len(move.cards) - len(lying))
    _check_unseen(t, move.cards, lying, rule)
    if type(top) is Due and top.to[0] == to.id and _preferred(t, move, top).to[1] == move.to:
        t.happen(Settled())
    cards = tuple(CONCEALED if card == UNKNOWN else card for card in move.cards)
    has_evidence = t.values["knowledge"] is not None
    t.values["knowledge"] = None  # the deal says nothing of where these cards were
    cards = off_the_top(t, lying, cards, rule)
    t.happen(CardsMoved(cards, pile.where, to[move.to].where, rule, dealt=pile.ordered))
    if game.exact and (has_evidence or _has_concealed(game, t)):
        t.reason()


def _dealt_from(game: CompiledRules, t: Trial, top: Any) -> tuple[Place[Cards] | None, Zone | None]:
    """The pile and the hands of the deal that is due; else the first pile that is drawn into hands."""
    if type(top) is Due:
        to = t.places[top.to].field
        if isinstance(to, Zone) and to.is_hand:
            return t.places[top.pile], to
    zones = game.held.zones
    return next(((pile.place, hand) for pile in zones for hand in zones if _feeds(pile, hand)), (None, None))


def _feeds(pile: Zone, hand: Zone) -> bool:
    """Whether the cards of a pile are drawn into hands of this zone."""
    return pile.seen_by == NOBODY and pile.of == TABLE and hand.is_hand and pile.decks == hand.decks


def _preferred(t: Trial, move: Deal | Look, due: Due) -> Due:
    """Return the deal that this line makes, of those of one kind that are due in any order; it comes on top."""
    stack = t.values["stack"]
    for at in range(len(stack) - 1, -1, -1):
        item = stack[at]
        if type(item) is not Due or (item.pile, item.to[0]) != (due.pile, due.to[0]):
            return due
        if receiver(t.places[item.to]) == move.to:
            if item is not due:
                t.happen(Preferred(at))
            return item
        if not item.any_order:
            return due
    return due


def off_the_top(t: Trial, entries: Cards, cards: Cards, rule: str) -> Cards:
    """These entries of a pile as they leave it, in whatever order they are named: one that is known to lie there as
    it is known, told or not. Bars one that is known not to be among them.
    """
    kinds = kinds_of(entries)
    if all(kind == card or kind in UNSEEN for kind, card in zip(kinds, cards, strict=True)):  # each in its place
        return tuple(card if kind in UNSEEN else entry for kind, card, entry in zip(kinds, cards, entries, strict=True))
    return in_any_order(t, entries, cards, rule)


def in_any_order(t: Trial, entries: Cards, cards: Cards, rule: str) -> Cards:
    """The same, where some card is not named in its place."""
    kinds = kinds_of(entries)
    left, gone = list(range(len(entries))), list(cards)
    certain = [
        (card in UNSEEN, kinds[place : place + 1] != (card,), card not in kinds, place)
        for place, card in enumerate(cards)
    ]
    for *_, place in sorted(certain):
        card = cards[place]
        fits = [at for at in left if card in UNSEEN or kinds[at] in UNSEEN or kinds[at] == card]
        if not fits:
            t.bar(rule, "kernel.not_on_top", card=card)
        at = min(fits, key=lambda at: (kinds[at] != card, at != place))
        left.remove(at)
        gone[at] = card if kinds[at] in UNSEEN else entries[at]
    return tuple(gone)


def _without_order(cards: Cards, lying: Cards) -> Cards:
    """Cards that come into a hand, or are looked at there: nobody is told the order of those that somebody knew."""
    order = sorted(range(len(cards)), key=lambda at: (lying[at] in UNSEEN, "" if lying[at] in UNSEEN else cards[at]))
    return tuple(cards[at] for at in order)


def receiver(place: Any) -> Seat:
    """Whom a line `table: deal …` names for a place: its owner, or the table where no seat's hand is meant."""
    return place.key if place.is_private else TABLE


def settle(game: CompiledRules, t: Trial) -> None:
    """What follows by itself, up to the next decision."""
    if t.queued:
        t.flush()
    while t.values["over"] is None:
        stack = t.values["stack"]
        top = stack[-1] if stack else None
        if type(top) is Later:
            t.happen(Settled())
            top.step(t, *top.about)
        elif type(top) is Open and not top.seats:
            question = game.questions[top.question]
            if question.may:
                _close(t, question, top)
            else:
                t.about = dict(top.about)
                t.happen(Settled())
                _resolve(t, question, top)
        elif top is None and game.ending is not None and not t.queued:
            game.ending(t)
            if not t.queued:
                return
        else:
            return
        if t.queued:
            t.flush()
