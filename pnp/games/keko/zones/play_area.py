"""The play area: cards come, go and change sides. In: a trial. Out: the trial, with the abilities that see it queued.

Invariant: one Location at most, one Transportation for each player; a card that leaves loses counters and tokens.
"""

from __future__ import annotations

from pnp.games.keko import rule_ids, triggers
from pnp.games.keko.game_data import ITEM, LOCATION, TRANSPORTATION, Face, counted
from pnp.games.keko.state import NOBODY, InPlay
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import AddCounters
from pnp.games.keko.zones import piles
from pnp.referee.seat import Seat

DISCARD_PILE, HAND, DECK, ASIDE = "discard pile", "hand", "deck", "aside"


def put_away(trial: Trial, card: InPlay, to: str = DISCARD_PILE, silent: bool = False, why: str = "") -> None:
    """A card leaves play (KEK-40); `silent`: its leaves_play ability does not happen (14.8)."""
    label = trial.label(card)
    trial.play = [other for other in trial.play if other.serial != card.serial]
    where = {HAND: f"hand of {trial.name(card.controller)}", ASIDE: "cards out of the game"}.get(to, to)
    trial.announce(rule_ids.LEAVES, f"{label} goes to the {where}{why}")
    if to == DISCARD_PILE:
        trial.discard.append(card.card)
    elif to == HAND:
        piles.take_open(trial, card.controller, card.card)
    elif to == DECK:
        piles.shuffle(trial, [card.card])
        piles.note_stock(trial)
    else:
        trial.aside = (*trial.aside, card.card)
    if not silent:
        triggers.left_play(trial, card)


def arrive(trial: Trial, card: str, seat: Seat) -> InPlay:
    """A card comes into play, put there by a seat; what it replaces leaves just before (KEK-31, KEK-32, KEK-41)."""
    face = trial.data.faces[card]
    controller = NOBODY if face.type == LOCATION else seat
    if face.type == LOCATION and trial.location:
        trial.tell(rule_ids.ONE_LOCATION, f"{trial.data.label(trial.location.card)} makes room for {face.label}")
        replaced(trial, trial.location, face)
    for old in trial.of_type(seat, TRANSPORTATION) if face.type == TRANSPORTATION else ():
        trial.tell(rule_ids.ONE_TRANSPORTATION, f"{trial.data.label(old.card)} makes room for {face.label}")
        replaced(trial, old, face)
    trial.serials += 1
    new = InPlay(
        serial=trial.serials,
        card=card,
        copy=trial.next_copy(card),
        controller=controller,
        put_by=seat,
        counters=counters_of(trial, card),
    )
    trial.play.append(new)
    under = f"under {trial.name(seat)}" if controller >= 0 else "for all"
    trial.announce(rule_ids.CONTROL, f"{trial.label(new)} comes into play {under}")
    if new.counters:
        trial.announce(rule_ids.ENTERS_WITH, f"put {counted(new.counters, 'counter')} on {trial.label(new)}")
    return new


def replaced(trial: Trial, card: InPlay, by: Face) -> None:
    """A card leaves because another takes its place."""
    trial.tell(rule_ids.REPLACED_FIRST, f"{trial.data.label(card.card)} leaves before the new card arrives")
    put_away(trial, card, why=f": {by.label} takes its place")


def counters_of(trial: Trial, card: str) -> int:
    """The counters that a card comes into play with (KEK-42)."""
    face = trial.data.faces[card]
    return sum(
        effect.amount
        for number in face.numbers("enters_with")
        for effect in face.abilities[number].do
        if isinstance(effect, AddCounters) and isinstance(effect.amount, int)
    )


def needs_room(trial: Trial, seat: Seat, card: str) -> bool:
    """An Item of the seat must go before this one may come (KEK-33)."""
    return trial.data.faces[card].type == ITEM and len(trial.of_type(seat, ITEM)) >= trial.item_limit(seat)


def make_room(trial: Trial, seat: Seat, serial: int) -> None:
    """An own Item is discarded for another one (KEK-33, KEK-41)."""
    item = trial.find(serial)
    if item is not None:
        trial.tell(rule_ids.ITEM_LIMIT, f"{trial.label(item)} makes room")
        trial.tell(rule_ids.ROOM, f"{trial.data.label(item.card)} leaves before the new Item is played")
        put_away(trial, item)


def change_sides(trial: Trial, card: InPlay, seat: Seat, back_to: Seat) -> None:
    """A card goes under another player's control, with counters and used marks (14.10)."""
    for old in trial.of_type(seat, TRANSPORTATION) if trial.face(card).type == TRANSPORTATION else ():
        trial.tell(rule_ids.ONE_TRANSPORTATION, f"{trial.data.label(old.card)} makes room")
        put_away(trial, old, why=f": {trial.label(card)} takes its place")
    trial.change(card.serial, controller=seat, back_to=back_to)
    trial.announce(rule_ids.NOT_ENTERING, f"{trial.label(card)} changes sides to {trial.name(seat)}")


def give_back(trial: Trial, only_of: Seat = NOBODY) -> None:
    """Borrowed cards go back after the last check of the turn (KEK-A29); `only_of`: those this seat has."""
    for card in list(trial.play):
        if card.back_to == NOBODY or only_of not in (NOBODY, card.controller):
            continue
        owner = card.back_to
        trial.announce(rule_ids.BORROWED, f"{trial.label(card)} goes back to {trial.name(owner)}")
        if trial.players[owner].alive:
            trial.change(card.serial, controller=owner, back_to=NOBODY)
        else:
            put_away(trial, card)


def surplus(trial: Trial) -> tuple[Seat, list[InPlay], int] | None:
    """Who has more Items or Transportations than allowed, which, and how many are too many (14.8, step 4)."""
    held: dict[tuple[Seat, str], int] = {}
    for card in trial.play:
        place = (card.controller, trial.data.faces[card.card].type)
        held[place] = held.get(place, 0) + 1
    least = trial.data.item_limit
    if not any((type_ == ITEM and n > least) or (type_ == TRANSPORTATION and n > 1) for (_, type_), n in held.items()):
        return None  # asked after every effect, and nearly always so
    for seat in trial.in_turn(trial.living()):
        items = trial.of_type(seat, ITEM)
        over = len(items) - trial.item_limit(seat)
        if over > 0:
            return seat, items, over
        rides = trial.of_type(seat, TRANSPORTATION)
        if len(rides) > 1:
            return seat, rides, len(rides) - 1
    return None
