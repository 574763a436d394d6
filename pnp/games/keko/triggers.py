"""Triggered abilities. In: an event. Out: the queue with the abilities it triggers, in the order of 14.6.

Invariant: first in, first out by event; of one event the active player's come first, then clockwise; of one player
those that need nobody come first, the Character's before those of cards, cards in the order of arrival.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations
from typing import Any

from msgspec.structs import replace

from pnp.games.keko.game_data import CardData, fits
from pnp.games.keko.moves import Order
from pnp.games.keko.params import split_number
from pnp.games.keko.question_kind import QuestionKind
from pnp.games.keko.state import NOBODY, InPlay, PendingTrigger, Question
from pnp.games.keko.trial import Trial
from pnp.referee.move import Move, Pass
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

ORDER = QuestionKind("order", ("order", "pass"), "how_to_order", "ok_leaves_the_order")
MOST_ORDERS = 6  # that are listed


class TriggerEvent:
    """One event and the abilities it triggers."""

    def __init__(self, t: Trial) -> None:
        self.t = t
        t.last_event += 1
        self.number = t.last_event
        self.found: list[PendingTrigger] = []

    def add(
        self,
        group: int,
        seat: Seat,
        card_data: CardData,
        number: int,
        card: InPlay | None,
        event_player: Seat = NOBODY,
        subject: int = 0,
        typed: dict[str, Any] | None = None,
    ) -> None:
        """One ability, controlled by `seat`."""
        if seat < 0 or not self.t.players[seat].alive:
            return
        self.found.append(
            PendingTrigger(
                self.number,
                group,
                seat,
                card_data.id,
                card.serial if card else 0,
                number,
                event_player,
                subject,
                number in card_data.automatic,
                typed=typed or {},
            )
        )

    def queue(self) -> None:
        """All that was added waits in the queue now."""
        t, count = self.t, len(self.t.players)
        self.found.sort(
            key=lambda each: (each.group, (each.seat - t.active) % count, not each.automatic, each.serial, each.ability)
        )
        t.queue += self.found
        if len({each.seat for each in self.found}) > 1:
            t.note("KEK-E7", "abilities_of", seat=tuple(dict.fromkeys(each.seat for each in self.found)))


def queue_step(t: Trial, step: str, at_end: bool) -> None:
    """A step of Start or End: the active player's abilities and the Location's (KEK-16, KEK-23)."""
    event = TriggerEvent(t)
    own, each = ("end_of_turn", "each_end_of_turn") if at_end else ("start_of_turn", "each_start_of_turn")
    for card, seat, card_data, number, ability in t.abilities(own):
        if seat == t.active and ability.step == step:
            event.add(0, seat, card_data, number, card)
    for card, _, card_data, number, ability in t.abilities(each):
        if ability.step == step:
            event.add(0, t.active, card_data, number, card)
    if event.found:
        rule, is_check = "KEK-23" if at_end else "KEK-16", step != "counters"
        t.note(rule, "so_many_to_do", at_end=at_end, is_check=is_check, count=len(event.found))
    event.queue()


def queue_arrivals(t: Trial, cards: list[InPlay], put_by: Seat, typed: dict[str, Any], played: bool) -> None:
    """Cards have come into play together (14.5): their own abilities, those that see them, those that see the play."""
    event = TriggerEvent(t)
    for card in cards:
        card_data = t.card_data(card)
        seat = card.controller if card.controller >= 0 else put_by
        for number in card_data.ability_numbers("enters") if not card.imprisoned else ():
            event.add(0, seat, card_data, number, card, typed=typed)
    for new in cards:
        for source, seat, card_data, number, ability in t.abilities("card_enters"):
            is_other = new.controller == seat and (source is None or source.serial != new.serial)
            if is_other and fits(t.card_data(new), ability.filter):
                event.add(1, seat, card_data, number, source, subject=new.serial)
                t.note("KEK-E13", "is_waited_for", card=t.card_data(new).label, source=card_data.label)
    if played and cards:
        _add_played(t, event, cards[0].card, put_by, cards[0].serial)
    event.queue()


def queue_card_played(t: Trial, card: str, seat: Seat) -> None:
    """An Action was played and has finished (KEK-E8)."""
    event = TriggerEvent(t)
    _add_played(t, event, card, seat, 0)
    event.queue()


def _add_played(t: Trial, event: TriggerEvent, card: str, seat: Seat, serial: int) -> None:
    for source, owner, card_data, number, ability in t.abilities("card_played"):
        if source is not None and source.serial == serial:
            continue
        by = ability.by
        mine = owner == seat
        if owner == NOBODY:  # a Location: who is meant is the player who played
            owner = source.put_by if source and t.players[source.put_by].alive else seat
            mine = by == "you" and owner == seat
        if (by == "any" or (by == "you") == mine) and fits(t.data.cards[card], ability.filter):
            event.add(2, owner, card_data, number, source, event_player=seat)
            t.note("KEK-E8", "was_played_and_seen", card=t.data.label(card), source=card_data.label)


def queue_left_play(t: Trial, card: InPlay) -> None:
    """A card has left play, not imprisoned (`leaves_play`)."""
    card_data = t.card_data(card)
    event = TriggerEvent(t)
    for number in card_data.ability_numbers("leaves_play") if not card.imprisoned else ():
        event.add(0, card.controller, card_data, number, card)
    event.queue()


def queue_imprisoned(t: Trial, by: Seat, cards: list[InPlay]) -> None:
    """Creatures were imprisoned by a player: one event for each (KEK-49)."""
    for creature in cards:
        event = TriggerEvent(t)
        for card, seat, card_data, number, _ in t.abilities("imprisoned_by_you"):
            if seat == by:
                event.add(0, seat, card_data, number, card, event_player=creature.controller)
        event.queue()


def queue_damaged(t: Trial, hurt: list[tuple[Seat, Seat]]) -> None:
    """Players lost life through damage; each with the one who did it."""
    event = TriggerEvent(t)
    for seat, source in hurt:
        for card, owner, card_data, number, _ in t.abilities("damaged"):
            if owner == seat and source >= 0 and source != seat:
                event.add(0, owner, card_data, number, card, event_player=source)
    event.queue()


def queue_before_game(t: Trial) -> None:
    """Before the Game Begins: in the order of seats (KEK-04)."""
    for seat in t.living():
        event = TriggerEvent(t)
        card_data = t.data.cards[t.players[seat].character]
        for number in card_data.ability_numbers("before_game"):
            event.add(0, seat, card_data, number, None)
            t.note("KEK-04", "does_before_game", card=card_data.label)
        event.queue()


def orderable_triggers(t: Trial) -> list[PendingTrigger]:
    """The abilities at the head of the queue that their controller may put in order."""
    head = t.queue[0]
    if head.automatic or head.ordered:
        return []
    alike = (head.event, head.group, head.seat)
    found = [each for each in t.queue if (each.event, each.group, each.seat) == alike and not each.automatic]
    return found if len(found) > 1 else []


def ask_order(t: Trial, waiting: list[PendingTrigger]) -> None:
    """Two or more abilities of one player wait."""
    labels = t.data.labels(each.card for each in waiting)
    why = t.late("may_order", seat=waiting[0].seat, cards=labels)
    options = tuple(range(len(waiting)))
    t.question = Question(ORDER, waiting[0].seat, "KEK-E7", why, options=options)


def put_in_order(t: Trial, order: list[int]) -> None:
    """The abilities at the head of the queue in this order."""
    waiting = orderable_triggers(t)
    chosen = [replace(waiting[at], ordered=True) for at in order]
    rest = [each for each in t.queue if each not in waiting]
    at = next(at for at, each in enumerate(t.queue) if each in waiting)
    t.queue = rest[:at] + chosen + rest[at:]
    t.question = None


@ORDER.closes
def leave_order(t: Trial, question: Question) -> None:
    """The order of arrival is taken."""
    put_in_order(t, list(question.options))


@ORDER.answer(Order)
def order(t: Trial, question: Question, move: Order) -> Illegal | None:
    """A player puts the own waiting abilities in order (KEK-E7)."""
    waiting = orderable_triggers(t)
    left = list(range(len(waiting)))
    chosen: list[int] = []
    for word in move.cards:
        name, copy = split_number(split_number(word, "/")[0], ".")
        fitting = [at for at in left if waiting[at].card == name and _is_copy(t, waiting[at].serial, copy)]
        if not fitting:
            return t.refusal("KEK-E7", "does_not_wait", card=t.data.label(name))
        left.remove(fitting[0])
        chosen.append(fitting[0])
    if left:
        names = t.data.labels(waiting[at].card for at in left)
        return t.refusal("KEK-E7", "name_all_that_waits", cards=names)
    put_in_order(t, chosen)
    t.note("KEK-E7", "puts_in_order", seat=move.seat)
    return None


def _is_copy(t: Trial, serial: int, copy: int) -> bool:
    card = t.find(serial)
    return not copy or (card is not None and card.copy == copy)


@ORDER.lists
def orders(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    """Some orders of what waits."""
    yield Pass(seat)
    waiting = [t.ref(card) if (card := t.find(each.serial)) else each.card for each in orderable_triggers(t)]
    yield from (Order(seat, way) for way in islice(permutations(waiting), MOST_ORDERS))
