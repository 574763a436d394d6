"""The loop of 14.3: what happens by itself until somebody must decide. In: a trial after a line. Out: the trial at
the next question, at a point between moves, or at the end.

Invariant: what is half done is finished first; then the state check, then waiting abilities, then announced entries.
"""

from __future__ import annotations

from typing import Any

from pnp.games.keko import rule_ids, triggers
from pnp.games.keko.effects import RESOLVERS, damage
from pnp.games.keko.effects.chance import holds
from pnp.games.keko.effects.life import gain
from pnp.games.keko.effects.targets import NOTHING, Need, match
from pnp.games.keko.game_data import ITEM, ONCE, counted
from pnp.games.keko.phases import flow
from pnp.games.keko.phases.elimination import check_state
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
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import Effects
from pnp.games.keko.zones import play_area
from pnp.library.effect.vocabulary import Effect
from pnp.referee.ruling import Ambiguous, Illegal

SEED_CARDS = {
    rule_ids.ptawmt: rule_ids.PTAWMT,
    rule_ids.cha_os: rule_ids.CHA_OS,
    rule_ids.quiggs: rule_ids.QUIGGS,
    rule_ids.battery: rule_ids.BATTERY,
    rule_ids.draggy: rule_ids.DRAGGY,
    rule_ids.snare: rule_ids.SNARE,
    rule_ids.intuition: rule_ids.INTUITION,
}
ENDLESS = 10_000  # steps between two decisions; no card goes round for ever


def run(trial: Trial) -> None:
    """Everything that happens by itself now."""
    for _ in range(ENDLESS):
        if trial.question is not None or trial.winners is not None:
            return
        top = trial.stack[-1] if trial.stack else None
        if top is not None and top.begun:
            step(trial, top)
        elif not any(item.begun for item in trial.stack) and check_state(trial):
            continue
        elif not any(item.begun for item in trial.stack) and trial.queue:
            take_trigger(trial)
        elif top is not None:
            open_window(trial, top)
        elif not flow.advance(trial):
            return
    raise RuntimeError("the abilities of the cards go round for ever")


def step(trial: Trial, item: Item) -> None:
    """The next effect of the entry on top."""
    if item.kind == DAMAGE:
        damage.go_on(trial, item)
        return
    if item.kind == TRIGGER and "agreed" not in item.saved and not agree(trial, item):
        return
    if not item.todo:
        finish(trial, item)
        return
    resolve(trial, item, item.todo[0])


def resolve(trial: Trial, item: Item, effect: Effect) -> None:
    """One effect: its choices, then what it does."""
    resolver = RESOLVERS[type(effect)]
    chosen: dict[str, Any] = {}
    used: list[str] = []
    needs = resolver.needs(trial, item, effect)
    try:
        need = next(needs)
        while True:
            value = choice_of(trial, item, effect, need)
            if value is None:
                return
            if value is NOTHING:
                trial.announce(rule_ids.NO_CHOICE, f"{trial.data.label(item.card)}: nothing to choose, nothing happens")
                done(trial, item.number, ())
                return
            chosen[need.key] = value
            used.append(need.key)
            need = needs.send(value)
    except StopIteration:
        pass
    following = resolver.act(trial, item, effect, chosen)
    if following is not None:
        done(trial, item.number, following, used)


def choice_of(trial: Trial, item: Item, effect: Effect, need: Need) -> Any:
    """The chosen value; NOTHING when there is nothing to choose; None when it was asked."""
    fixed = need.key in item.saved.get("fixed", ())
    if need.key in item.given:
        value = match(trial, item, effect, need, item.given[need.key])
        if not isinstance(value, Illegal | Ambiguous):
            return value
        if fixed:
            lost = f"{trial.data.label(item.card)}: what was chosen is no longer a legal choice"
            trial.announce(rule_ids.ON_ANNOUNCEMENT, lost)
            return NOTHING
    if not need.options:
        return NOTHING if need.least or need.shared else ()
    why = f"{trial.data.label(item.card)}: {need.why}"
    trial.question = Question(
        ASKED, item.seat, need.rule, why, need.key, need.options, need.least, need.most, may=False
    )
    return None


def done(trial: Trial, number: int, following: Effects, used: list[str] | None = None) -> None:
    """The first effect of an entry is done; others may come in its place."""
    item = trial.item(number)
    if item is None:
        return
    given = {key: value for key, value in item.given.items() if key not in (used or ()) and key != "seen"}
    saved = {key: value for key, value in item.saved.items() if key not in ("told", "milled", "gives")}
    if len(item.todo) > 1:
        trial.tell(rule_ids.IN_ORDER, f"{trial.data.label(item.card)}: one effect after the other")
    trial.change_item(number, todo=(*following, *item.todo[1:]), given=given, saved=saved)


def finish(trial: Trial, item: Item) -> None:
    """An entry has nothing left to do (14.5)."""
    face = trial.data.faces[item.card]
    if item.kind == CARD and face.stays and play_area.needs_room(trial, item.seat, item.card):
        ask_room(trial, item)
        return
    trial.drop_item(item.number)
    if item.kind == CARD and face.stays:
        arrived = play_area.arrive(trial, item.card, item.seat)
        own_name(trial, item)
        triggers.arrivals(trial, [arrived], item.seat, item.given, True)
        if face.numbers("enters"):
            trial.tell(rule_ids.ONCE, f"{face.label} has come into play: what it does then happens once")
    elif item.kind == CARD:
        trial.discard.append(item.card)
        trial.announce(rule_ids.ACTION, f"{face.label} has had its effect and goes to the discard pile")
        own_name(trial, item)
        triggers.card_played(trial, item.card, item.seat)
    elif item.kind == DRAWING and trial.phase == DRAW:
        flow.enter(trial, PART_ONE)
    card_rule = SEED_CARDS.get(item.card)
    if card_rule:
        trial.tell(card_rule, f"{face.label} did what its card says")


def ask_room(trial: Trial, item: Item) -> None:
    """The limit fell since the Item was announced, perhaps by the one that made room: another goes first (KEK-33)."""
    own = trial.of_type(item.seat, ITEM)
    limit = trial.item_limit(item.seat)
    count = len(own) + 1 - limit
    may = f"{trial.name(item.seat)} may have {counted(limit, 'Item')}"
    why = f"{may}: discard {count} to make room for {trial.data.label(item.card)}"
    trial.question = Question(
        ROOM, item.seat, rule_ids.ITEM_LIMIT, why, "", tuple(card.serial for card in own), count, count
    )


def own_name(trial: Trial, item: Item) -> None:
    """Ownership: playing a card with the own Character's name (KEK-V20)."""
    if trial.data.switches.ownership_rules and damage.is_own(trial, item.seat, item.card):
        trial.tell(rule_ids.OWN_NAME_LIFE, f"{trial.data.label(item.card)} bears the Character's name")
        gain(trial, item.seat, trial.data.ownership_life)


# abilities that something set off


def take_trigger(trial: Trial) -> None:
    """The first ability in the queue comes up."""
    waiting = triggers.mates(trial)
    if waiting:
        triggers.ask_order(trial, waiting)
        return
    head = trial.queue.pop(0)
    face = trial.data.faces[head.card]
    ability = face.abilities[head.ability]
    if not trial.players[head.seat].alive:
        return
    if ability.limit == ONCE and is_used(trial, head):
        trial.tell(rule_ids.LIMIT, f"{face.label} has done it once this turn")
        return
    item = trial.push(
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
    if ability.when is not None and not holds(trial, item, ability.when):
        trial.drop_item(item.number)
        return
    if ability.when is not None:
        trial.tell(rule_ids.COUNTED, f"{face.label}: its condition holds")
    if head.serial and trial.find(head.serial) is None:
        trial.tell(rule_ids.SOURCE_GONE, f"{face.label} has left play; its ability happens all the same")
    trial.tell(
        rule_ids.BY_ITSELF, f"{face.label}: {'its controller decides' if ability.may else 'it happens by itself'}"
    )
    if not ability.may:
        agreed(trial, item)


def is_used(trial: Trial, head: Waiting | Item) -> bool:
    """The ability was used this turn."""
    card = trial.find(head.serial)
    used = card.used if card else trial.players[head.seat].used if not head.serial else ()
    return head.ability in used


def mark_used(trial: Trial, item: Item) -> None:
    """The ability has been used this turn (KEK-E6)."""
    card = trial.find(item.serial)
    if card is not None:
        trial.change(card.serial, used=(*card.used, item.ability))
    elif not item.serial:
        trial.change_player(item.seat, used=(*trial.players[item.seat].used, item.ability))


def agreed(trial: Trial, item: Item) -> None:
    """The ability happens."""
    ability = trial.data.faces[item.card].abilities[item.ability]
    trial.change_item(item.number, saved={**item.saved, "agreed": True})
    if ability.limit == ONCE:
        mark_used(trial, item)


def agree(trial: Trial, item: Item) -> bool:
    """A `may` ability comes up: what was typed means yes; nothing to choose means no; else it is asked."""
    need = first_need(trial, item)
    if need is not None and not need.options and (need.least or need.shared):
        trial.tell(rule_ids.UP_TO, f"{trial.data.label(item.card)}: nothing legal to choose, so it is passed over")
        trial.drop_item(item.number)
        return False
    if need is not None and need.key in item.given:
        value = match(trial, item, item.todo[0], need, item.given[need.key])
        if not isinstance(value, Illegal | Ambiguous):
            agreed(trial, item)
            return False
    key, options, least, most = ("", (), 0, 0) if need is None else (need.key, need.options, need.least, need.most)
    why = f"{trial.data.label(item.card)} may: {need.why if need else 'yes or no'}"
    trial.question = Question(ASKED, item.seat, rule_ids.UP_TO, why, key, options, least, most, may=True)
    return False


def first_need(trial: Trial, item: Item) -> Need | None:
    """The first choice of the first effect."""
    if not item.todo:
        return None
    effect = item.todo[0]
    return next(iter(RESOLVERS[type(effect)].needs(trial, item, effect)), None)


# windows


def open_window(trial: Trial, item: Item) -> None:
    """Every living player may answer what was announced (KEK-72)."""
    if trial.quiet or not trial.speaking():
        trial.change_item(item.number, begun=True)
        return
    label, who = trial.data.label(item.card), trial.name(item.seat)
    does = "uses" if item.kind == ABILITY else "plays"
    trial.tell(rule_ids.WINDOW, f"{label} is announced: every living player may answer")
    trial.question = Question(WINDOW, NOBODY, rule_ids.WINDOW, f"{who} {does} {label}")


def close_window(trial: Trial) -> None:
    """Everybody has passed."""
    question = trial.question
    trial.question = None
    if question is None or not trial.stack:
        return
    top = trial.stack[-1]
    if question.kind == WINDOW:
        trial.change_item(top.number, begun=True)
        if sum(item.kind != DAMAGE for item in trial.stack) > 1:
            trial.tell(rule_ids.ANSWERED, f"{trial.data.label(top.card)} was announced last and happens first")
            trial.tell(rule_ids.LAST_FIRST, "answers happen last in, first out")
    elif top.kind == DAMAGE:
        trial.change_item(top.number, at=top.at + 1)
