"""The play area: cards come, go and change sides. In: a course. Out: the course, with the abilities that see it queued.

Invariant: one Location at most, one Transportation for each player; a card that leaves loses counters and tokens.
"""

from __future__ import annotations

from pnp.games.keko import piles, rules, triggers
from pnp.games.keko.game_data import ITEM, LOCATION, TRANSPORTATION, Face, counted
from pnp.games.keko.state import NOBODY, InPlay
from pnp.games.keko.trial import Course
from pnp.library.effect.verbs import AddCounters
from pnp.referee.seat import Seat

DISCARD_PILE, HAND, DECK, ASIDE = "discard pile", "hand", "deck", "aside"


def put_away(course: Course, card: InPlay, to: str = DISCARD_PILE, silent: bool = False, why: str = "") -> None:
    """A card leaves play (KEK-40); `silent`: its leaves_play ability does not happen (14.8)."""
    label = course.label(card)
    course.play = [other for other in course.play if other.serial != card.serial]
    where = {HAND: f"hand of {course.name(card.controller)}", ASIDE: "cards out of the game"}.get(to, to)
    course.announce(rules.LEAVES, f"{label} goes to the {where}{why}")
    if to == DISCARD_PILE:
        course.discard.append(card.card)
    elif to == HAND:
        piles.take_open(course, card.controller, card.card)
    elif to == DECK:
        piles.shuffle(course, [card.card])
        piles.note_stock(course)
    else:
        course.aside = (*course.aside, card.card)
    if not silent:
        triggers.left_play(course, card)


def arrive(course: Course, card: str, seat: Seat) -> InPlay:
    """A card comes into play, put there by a seat; what it replaces leaves just before (KEK-31, KEK-32, KEK-41)."""
    face = course.kit.faces[card]
    controller = NOBODY if face.type == LOCATION else seat
    if face.type == LOCATION and course.location:
        course.tell(rules.ONE_LOCATION, f"{course.kit.label(course.location.card)} makes room for {face.label}")
        replaced(course, course.location, face)
    for old in course.of_type(seat, TRANSPORTATION) if face.type == TRANSPORTATION else ():
        course.tell(rules.ONE_TRANSPORTATION, f"{course.kit.label(old.card)} makes room for {face.label}")
        replaced(course, old, face)
    course.serials += 1
    new = InPlay(
        serial=course.serials,
        card=card,
        copy=course.next_copy(card),
        controller=controller,
        put_by=seat,
        counters=counters_of(course, card),
    )
    course.play.append(new)
    under = f"under {course.name(seat)}" if controller >= 0 else "for all"
    course.announce(rules.CONTROL, f"{course.label(new)} comes into play {under}")
    if new.counters:
        course.announce(rules.ENTERS_WITH, f"put {counted(new.counters, 'counter')} on {course.label(new)}")
    return new


def replaced(course: Course, card: InPlay, by: Face) -> None:
    """A card leaves because another takes its place."""
    course.tell(rules.REPLACED_FIRST, f"{course.kit.label(card.card)} leaves before the new card arrives")
    put_away(course, card, why=f": {by.label} takes its place")


def counters_of(course: Course, card: str) -> int:
    """The counters that a card comes into play with (KEK-42)."""
    face = course.kit.faces[card]
    return sum(
        effect.amount
        for number in face.numbers("enters_with")
        for effect in face.abilities[number].do
        if isinstance(effect, AddCounters) and isinstance(effect.amount, int)
    )


def needs_room(course: Course, seat: Seat, card: str) -> bool:
    """An Item of the seat must go before this one may come (KEK-33)."""
    return course.kit.faces[card].type == ITEM and len(course.of_type(seat, ITEM)) >= course.item_limit(seat)


def make_room(course: Course, seat: Seat, serial: int) -> None:
    """An own Item is discarded for another one (KEK-33, KEK-41)."""
    item = course.find(serial)
    if item is not None:
        course.tell(rules.ITEM_LIMIT, f"{course.label(item)} makes room")
        course.tell(rules.ROOM, f"{course.kit.label(item.card)} leaves before the new Item is played")
        put_away(course, item)


def change_sides(course: Course, card: InPlay, seat: Seat, back_to: Seat) -> None:
    """A card goes under another player's control, with counters and used marks (14.10)."""
    for old in course.of_type(seat, TRANSPORTATION) if course.face(card).type == TRANSPORTATION else ():
        course.tell(rules.ONE_TRANSPORTATION, f"{course.kit.label(old.card)} makes room")
        put_away(course, old, why=f": {course.label(card)} takes its place")
    course.change(card.serial, controller=seat, back_to=back_to)
    course.announce(rules.NOT_ENTERING, f"{course.label(card)} changes sides to {course.name(seat)}")


def give_back(course: Course, only_of: Seat = NOBODY) -> None:
    """Borrowed cards go back after the last check of the turn (KEK-A29); `only_of`: those this seat has."""
    for card in list(course.play):
        if card.back_to == NOBODY or only_of not in (NOBODY, card.controller):
            continue
        owner = card.back_to
        course.announce(rules.BORROWED, f"{course.label(card)} goes back to {course.name(owner)}")
        if course.players[owner].alive:
            course.change(card.serial, controller=owner, back_to=NOBODY)
        else:
            put_away(course, card)


def surplus(course: Course) -> tuple[Seat, list[InPlay], int] | None:
    """Who has more Items or Transportations than allowed, which, and how many are too many (14.8, step 4)."""
    held: dict[tuple[Seat, str], int] = {}
    for card in course.play:
        place = (card.controller, course.kit.faces[card.card].type)
        held[place] = held.get(place, 0) + 1
    least = course.kit.item_limit
    if not any((type_ == ITEM and n > least) or (type_ == TRANSPORTATION and n > 1) for (_, type_), n in held.items()):
        return None  # asked after every effect, and nearly always so
    for seat in course.in_turn(course.living()):
        items = course.of_type(seat, ITEM)
        over = len(items) - course.item_limit(seat)
        if over > 0:
            return seat, items, over
        rides = course.of_type(seat, TRANSPORTATION)
        if len(rides) > 1:
            return seat, rides, len(rides) - 1
    return None
