"""The loop of 14.3: what happens by itself until somebody must decide. In: a course after a line. Out: the course at
the next question, at a point between moves, or at the end.

Invariant: what is half done is finished first; then the state check, then waiting abilities, then announced entries.
"""

from __future__ import annotations

from typing import Any

from pnp.games.keko import area, damage, phases, rules, triggers
from pnp.games.keko.effects import RESOLVERS
from pnp.games.keko.effects.chance import holds
from pnp.games.keko.effects.life import gain
from pnp.games.keko.elimination import check_state
from pnp.games.keko.game_data import ITEM, ONCE, counted
from pnp.games.keko.state import (
    ABILITY,
    ASKED,
    CARD,
    DAMAGE,
    DRAW,
    DRAWING,
    NOBODY,
    PART_ONE,
    ROOM,
    TRIGGER,
    WINDOW,
    Item,
    Question,
    Waiting,
)
from pnp.games.keko.targets import NOTHING, Need, match
from pnp.games.keko.trial import Course
from pnp.library.effect.verbs import Effect, Effects
from pnp.referee.ruling import Ambiguous, Illegal

SEED_CARDS = {
    rules.ptawmt: rules.PTAWMT,
    rules.cha_os: rules.CHA_OS,
    rules.quiggs: rules.QUIGGS,
    rules.battery: rules.BATTERY,
    rules.draggy: rules.DRAGGY,
    rules.snare: rules.SNARE,
    rules.intuition: rules.INTUITION,
}
ENDLESS = 10_000  # steps between two decisions; no card goes round for ever


def run(course: Course) -> None:
    """Everything that happens by itself now."""
    for _ in range(ENDLESS):
        if course.question is not None or course.winners is not None:
            return
        top = course.stack[-1] if course.stack else None
        if top is not None and top.begun:
            step(course, top)
        elif not any(item.begun for item in course.stack) and check_state(course):
            continue
        elif not any(item.begun for item in course.stack) and course.queue:
            take_trigger(course)
        elif top is not None:
            open_window(course, top)
        elif not phases.advance(course):
            return
    raise RuntimeError("the abilities of the cards go round for ever")


def step(course: Course, item: Item) -> None:
    """The next effect of the entry on top."""
    if item.kind == DAMAGE:
        damage.go_on(course, item)
        return
    if item.kind == TRIGGER and "agreed" not in item.saved and not agree(course, item):
        return
    if not item.todo:
        finish(course, item)
        return
    resolve(course, item, item.todo[0])


def resolve(course: Course, item: Item, effect: Effect) -> None:
    """One effect: its choices, then what it does."""
    resolver = RESOLVERS[type(effect)]
    chosen: dict[str, Any] = {}
    used: list[str] = []
    needs = resolver.needs(course, item, effect)
    try:
        need = next(needs)
        while True:
            value = choice_of(course, item, effect, need)
            if value is None:
                return
            if value is NOTHING:
                course.announce(rules.NO_CHOICE, f"{course.kit.label(item.card)}: nothing to choose, nothing happens")
                done(course, item.number, ())
                return
            chosen[need.key] = value
            used.append(need.key)
            need = needs.send(value)
    except StopIteration:
        pass
    following = resolver.act(course, item, effect, chosen)
    if following is not None:
        done(course, item.number, following, used)


def choice_of(course: Course, item: Item, effect: Effect, need: Need) -> Any:
    """The chosen value; NOTHING when there is nothing to choose; None when it was asked."""
    fixed = need.key in item.saved.get("fixed", ())
    if need.key in item.given:
        value = match(course, item, effect, need, item.given[need.key])
        if not isinstance(value, Illegal | Ambiguous):
            return value
        if fixed:
            lost = f"{course.kit.label(item.card)}: what was chosen is no longer a legal choice"
            course.announce(rules.ON_ANNOUNCEMENT, lost)
            return NOTHING
    if not need.options:
        return NOTHING if need.least or need.shared else ()
    why = f"{course.kit.label(item.card)}: {need.why}"
    course.question = Question(
        ASKED, item.seat, need.rule, why, need.key, need.options, need.least, need.most, may=False
    )
    return None


def done(course: Course, number: int, following: Effects, used: list[str] | None = None) -> None:
    """The first effect of an entry is done; others may come in its place."""
    item = course.item(number)
    if item is None:
        return
    given = {key: value for key, value in item.given.items() if key not in (used or ()) and key != "seen"}
    saved = {key: value for key, value in item.saved.items() if key not in ("told", "milled", "gives")}
    if len(item.todo) > 1:
        course.tell(rules.IN_ORDER, f"{course.kit.label(item.card)}: one effect after the other")
    course.change_item(number, todo=(*following, *item.todo[1:]), given=given, saved=saved)


def finish(course: Course, item: Item) -> None:
    """An entry has nothing left to do (14.5)."""
    face = course.kit.faces[item.card]
    if item.kind == CARD and face.stays and area.needs_room(course, item.seat, item.card):
        ask_room(course, item)
        return
    course.drop_item(item.number)
    if item.kind == CARD and face.stays:
        arrived = area.arrive(course, item.card, item.seat)
        own_name(course, item)
        triggers.arrivals(course, [arrived], item.seat, item.given, True)
        if face.numbers("enters"):
            course.tell(rules.ONCE, f"{face.label} has come into play: what it does then happens once")
    elif item.kind == CARD:
        course.discard.append(item.card)
        course.announce(rules.ACTION, f"{face.label} has had its effect and goes to the discard pile")
        own_name(course, item)
        triggers.card_played(course, item.card, item.seat)
    elif item.kind == DRAWING and course.phase == DRAW:
        phases.enter(course, PART_ONE)
    card_rule = SEED_CARDS.get(item.card)
    if card_rule:
        course.tell(card_rule, f"{face.label} did what its card says")


def ask_room(course: Course, item: Item) -> None:
    """The limit fell since the Item was announced, perhaps by the one that made room: another goes first (KEK-33)."""
    own = course.of_type(item.seat, ITEM)
    limit = course.item_limit(item.seat)
    count = len(own) + 1 - limit
    may = f"{course.name(item.seat)} may have {counted(limit, 'Item')}"
    why = f"{may}: discard {count} to make room for {course.kit.label(item.card)}"
    course.question = Question(
        ROOM, item.seat, rules.ITEM_LIMIT, why, "", tuple(card.serial for card in own), count, count
    )


def own_name(course: Course, item: Item) -> None:
    """Ownership: playing a card with the own Character's name (KEK-V20)."""
    if course.kit.switches.ownership_rules and damage.is_own(course, item.seat, item.card):
        course.tell(rules.OWN_NAME_LIFE, f"{course.kit.label(item.card)} bears the Character's name")
        gain(course, item.seat, course.kit.ownership_life)


# abilities that something set off


def take_trigger(course: Course) -> None:
    """The first ability in the queue comes up."""
    waiting = triggers.mates(course)
    if waiting:
        triggers.ask_order(course, waiting)
        return
    head = course.queue.pop(0)
    face = course.kit.faces[head.card]
    ability = face.abilities[head.ability]
    if not course.players[head.seat].alive:
        return
    if ability.limit == ONCE and is_used(course, head):
        course.tell(rules.LIMIT, f"{face.label} has done it once this turn")
        return
    item = course.push(
        TRIGGER,
        head.card,
        head.seat,
        serial=head.serial,
        ability=head.ability,
        begun=True,
        given=head.given,
        todo=ability.do,
        of=head.of,
        about=head.about,
    )
    if ability.when is not None and not holds(course, item, ability.when):
        course.drop_item(item.number)
        return
    if ability.when is not None:
        course.tell(rules.COUNTED, f"{face.label}: its condition holds")
    if head.serial and course.find(head.serial) is None:
        course.tell(rules.SOURCE_GONE, f"{face.label} has left play; its ability happens all the same")
    course.tell(rules.BY_ITSELF, f"{face.label}: {'its controller decides' if ability.may else 'it happens by itself'}")
    if not ability.may:
        agreed(course, item)


def is_used(course: Course, head: Waiting | Item) -> bool:
    """The ability was used this turn."""
    card = course.find(head.serial)
    used = card.used if card else course.players[head.seat].used if not head.serial else ()
    return head.ability in used


def mark_used(course: Course, item: Item) -> None:
    """The ability has been used this turn (KEK-E6)."""
    card = course.find(item.serial)
    if card is not None:
        course.change(card.serial, used=(*card.used, item.ability))
    elif not item.serial:
        course.change_player(item.seat, used=(*course.players[item.seat].used, item.ability))


def agreed(course: Course, item: Item) -> None:
    """The ability happens."""
    ability = course.kit.faces[item.card].abilities[item.ability]
    course.change_item(item.number, saved={**item.saved, "agreed": True})
    if ability.limit == ONCE:
        mark_used(course, item)


def agree(course: Course, item: Item) -> bool:
    """A `may` ability comes up: what was typed means yes; nothing to choose means no; else it is asked."""
    need = first_need(course, item)
    if need is not None and not need.options and (need.least or need.shared):
        course.tell(rules.UP_TO, f"{course.kit.label(item.card)}: nothing legal to choose, so it is passed over")
        course.drop_item(item.number)
        return False
    if need is not None and need.key in item.given:
        value = match(course, item, item.todo[0], need, item.given[need.key])
        if not isinstance(value, Illegal | Ambiguous):
            agreed(course, item)
            return False
    key, options, least, most = ("", (), 0, 0) if need is None else (need.key, need.options, need.least, need.most)
    why = f"{course.kit.label(item.card)} may: {need.why if need else 'yes or no'}"
    course.question = Question(ASKED, item.seat, rules.UP_TO, why, key, options, least, most, may=True)
    return False


def first_need(course: Course, item: Item) -> Need | None:
    """The first choice of the first effect."""
    if not item.todo:
        return None
    effect = item.todo[0]
    return next(iter(RESOLVERS[type(effect)].needs(course, item, effect)), None)


# windows


def open_window(course: Course, item: Item) -> None:
    """Every living player may answer what was announced (KEK-72)."""
    if course.quiet or not course.speaking():
        course.change_item(item.number, begun=True)
        return
    label, who = course.kit.label(item.card), course.name(item.seat)
    does = "uses" if item.kind == ABILITY else "plays"
    course.tell(rules.WINDOW, f"{label} is announced: every living player may answer")
    course.question = Question(WINDOW, NOBODY, rules.WINDOW, f"{who} {does} {label}")


def close_window(course: Course) -> None:
    """Everybody has passed."""
    question = course.question
    course.question = None
    if question is None or not course.stack:
        return
    top = course.stack[-1]
    if question.kind == WINDOW:
        course.change_item(top.number, begun=True)
        if sum(item.kind != DAMAGE for item in course.stack) > 1:
            course.tell(rules.ANSWERED, f"{course.kit.label(top.card)} was announced last and happens first")
            course.tell(rules.LAST_FIRST, "answers happen last in, first out")
    elif top.kind == DAMAGE:
        course.change_item(top.number, at=top.at + 1)
