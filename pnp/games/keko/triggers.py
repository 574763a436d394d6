"""Abilities that something sets off. In: an event. Out: the queue with them, in the order of 14.6.

Invariant: first in, first out by event; of one event the active player's come first, then clockwise; of one player
those that need nobody come first, the Character's before those of cards, cards in the order of arrival.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.games.keko import rule_ids
from pnp.games.keko.game_data import Face, fits
from pnp.games.keko.state import NOBODY, ORDER, InPlay, Question, Waiting
from pnp.games.keko.trial import Trial
from pnp.referee.seat import Seat


class Event:
    """One event and the abilities it sets off."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        trial.events += 1
        self.number = trial.events
        self.found: list[Waiting] = []

    def add(
        self,
        group: int,
        seat: Seat,
        face: Face,
        number: int,
        card: InPlay | None,
        of: Seat = NOBODY,
        about: int = 0,
        given: dict[str, Any] | None = None,
    ) -> None:
        """One ability, controlled by `seat`."""
        if seat < 0 or not self.trial.players[seat].alive:
            return
        self.found.append(
            Waiting(
                self.number,
                group,
                seat,
                face.id,
                card.serial if card else 0,
                number,
                of,
                about,
                number in face.automatic,
                given=given or {},
            )
        )

    def queue(self) -> None:
        """All that was added waits now."""
        trial, count = self.trial, len(self.trial.players)
        self.found.sort(
            key=lambda each: (
                each.group,
                (each.seat - trial.active) % count,
                not each.automatic,
                each.serial,
                each.ability,
            )
        )
        trial.queue += self.found
        if len({each.seat for each in self.found}) > 1:
            names = ", ".join(dict.fromkeys(trial.name(each.seat) for each in self.found))
            trial.tell(rule_ids.TRIGGERS, f"abilities of {names}: first the active player's, then clockwise")


def step_event(trial: Trial, step: str, at_end: bool) -> None:
    """A step of Start or End: the active player's abilities and the Location's (KEK-16, KEK-23)."""
    event = Event(trial)
    own, each = ("end_of_turn", "each_end_of_turn") if at_end else ("start_of_turn", "each_start_of_turn")
    for card, seat, face, number, ability in trial.abilities(own):
        if seat == trial.active and ability.step == step:
            event.add(0, seat, face, number, card)
    for card, _, face, number, ability in trial.abilities(each):
        if ability.step == step:
            event.add(0, trial.active, face, number, card)
    if event.found:
        when = ("End" if at_end else "Start") + ("" if step == "counters" else ", check")
        trial.tell(rule_ids.END_STEPS if at_end else rule_ids.COUNTERS_FIRST, f"{when}: {len(event.found)} to do")
    event.queue()


def arrivals(trial: Trial, cards: list[InPlay], put_by: Seat, given: dict[str, Any], played: bool) -> None:
    """Cards have come into play together (14.5): their own abilities, those that see them, those that see the play."""
    event = Event(trial)
    for card in cards:
        face = trial.face(card)
        seat = card.controller if card.controller >= 0 else put_by
        for number in face.numbers("enters") if not card.imprisoned else ():
            event.add(0, seat, face, number, card, given=given)
    for new in cards:
        for source, seat, face, number, ability in trial.abilities("card_enters"):
            is_other = new.controller == seat and (source is None or source.serial != new.serial)
            if is_other and fits(trial.face(new), ability.filter):
                event.add(1, seat, face, number, source, about=new.serial)
                trial.tell(rule_ids.WORDS, f"{trial.face(new).label} is what {face.label} waits for")
    if played and cards:
        _add_played(trial, event, cards[0].card, put_by, cards[0].serial)
    event.queue()


def card_played(trial: Trial, card: str, seat: Seat) -> None:
    """An Action was played and has finished (KEK-E8)."""
    event = Event(trial)
    _add_played(trial, event, card, seat, 0)
    event.queue()


def _add_played(trial: Trial, event: Event, card: str, seat: Seat, serial: int) -> None:
    for source, owner, face, number, ability in trial.abilities("card_played"):
        if source is not None and source.serial == serial:
            continue
        by = ability.by
        mine = owner == seat
        if owner == NOBODY:  # a Location: who is meant is the player who played
            owner = source.put_by if source and trial.players[source.put_by].alive else seat
            mine = by == "you" and owner == seat
        if (by == "any" or (by == "you") == mine) and fits(trial.data.faces[card], ability.filter):
            event.add(2, owner, face, number, source, of=seat)
            trial.tell(rule_ids.CARD_PLAYED, f"{trial.data.label(card)} was played: {face.label} sees it")


def left_play(trial: Trial, card: InPlay) -> None:
    """A card has left play, not imprisoned (`leaves_play`)."""
    face = trial.face(card)
    event = Event(trial)
    for number in face.numbers("leaves_play") if not card.imprisoned else ():
        event.add(0, card.controller, face, number, card)
    event.queue()


def imprisoned(trial: Trial, by: Seat, cards: list[InPlay]) -> None:
    """Creatures were imprisoned by a player: one event for each (KEK-49)."""
    for creature in cards:
        event = Event(trial)
        for card, seat, face, number, _ in trial.abilities("imprisoned_by_you"):
            if seat == by:
                event.add(0, seat, face, number, card, of=creature.controller)
        event.queue()


def damaged(trial: Trial, hurt: list[tuple[Seat, Seat]]) -> None:
    """Players lost life through damage; each with the one who did it."""
    event = Event(trial)
    for seat, source in hurt:
        for card, owner, face, number, _ in trial.abilities("damaged"):
            if owner == seat and source >= 0 and source != seat:
                event.add(0, owner, face, number, card, of=source)
    event.queue()


def before_game(trial: Trial) -> None:
    """Before the Game Begins: in the order of seats (KEK-04)."""
    for seat in trial.living():
        event = Event(trial)
        face = trial.data.faces[trial.players[seat].character]
        for number in face.numbers("before_game"):
            event.add(0, seat, face, number, None)
            trial.tell(rule_ids.BEFORE_GAME, f"{face.label} does something before the game begins")
        event.queue()


def mates(trial: Trial) -> list[Waiting]:
    """The abilities at the head of the queue that their controller may put in order."""
    head = trial.queue[0]
    if head.automatic or head.ordered:
        return []
    alike = (head.event, head.group, head.seat)
    found = [each for each in trial.queue if (each.event, each.group, each.seat) == alike and not each.automatic]
    return found if len(found) > 1 else []


def ask_order(trial: Trial, waiting: list[Waiting]) -> None:
    """Two or more abilities of one player wait."""
    labels = ", ".join(trial.data.label(each.card) for each in waiting)
    why = f"{trial.name(waiting[0].seat)} may put in order what waits: {labels}"
    options = tuple(range(len(waiting)))
    trial.question = Question(ORDER, waiting[0].seat, rule_ids.TRIGGERS, why, options=options)


def put_in_order(trial: Trial, order: list[int]) -> None:
    """The abilities at the head of the queue in this order."""
    waiting = mates(trial)
    chosen = [replace(waiting[at], ordered=True) for at in order]
    rest = [each for each in trial.queue if each not in waiting]
    at = next(at for at, each in enumerate(trial.queue) if each in waiting)
    trial.queue = rest[:at] + chosen + rest[at:]
    trial.question = None
