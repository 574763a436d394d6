"""Announcing: a card from hand, an ability, an answer (14.4). In: a trial and a move. Out: an entry on the stack with
its cost paid, or a refusal.

Refusals come in this order: who is out KEK-61 · the moment KEK-20 to KEK-22, KEK-25, KEK-70 to KEK-76 · limits KEK-33,
KEK-35 · choices KEK-36, KEK-37, KEK-E3 and those of each verb · the cost KEK-E2 · the hand KEK-H06, KEK-H08.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.games.keko import rule_ids
from pnp.games.keko.announcing.choice_input import refuse_effect, refuse_keys, settle, typed_of
from pnp.games.keko.announcing.timing import refuse_moment, refuse_out, refuse_use
from pnp.games.keko.effects import RESOLVERS
from pnp.games.keko.effects.cards import refuse_found
from pnp.games.keko.effects.targets import Need, match
from pnp.games.keko.game_data import ACTION, CREATURE, ITEM, KRYSTAL, LOCATION, ONCE, Face, article, counted, fits
from pnp.games.keko.moves import Play, Respond, Use
from pnp.games.keko.state import ABILITY, CARD, COMES_IN, DAMAGE_WINDOW, DRAW, DRAWING, WINDOW, InPlay, Item
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.values import Filter
from pnp.games.keko.vocabulary.verbs import Discard, Effects, PutInDiscard, Search
from pnp.games.keko.words import split_number
from pnp.games.keko.zones import piles, play_area
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Ambiguous, Illegal
from pnp.referee.seat import Seat

Refusal = Illegal | Ambiguous | None


def play(trial: Trial, move: Play | Respond) -> Refusal:
    """A card from hand is announced."""
    seat, face = move.seat, trial.data.faces[move.what]
    refusal = refuse_out(trial, seat)
    if refusal:
        return refusal
    if not face.type:
        return Illegal(rule_ids.TWO_DECKS, f"{face.label} is a Character and in no Play Deck")
    if not trial.deck.get(face.id):
        return Illegal(rule_ids.COPIES, f"{face.label} is not in the deck of this game")
    refusal = refuse_moment(trial, seat, face)
    if refusal:
        return refusal
    typed = typed_of(move)
    spoken = [number for trigger in ("enters", "play", "response") for number in face.numbers(trigger)]
    trouble = refuse_keys(face, spoken, typed, ("to",) if face.type == ACTION and face.numbers("response") else ())
    if trouble:
        return trouble
    if face.type == ACTION:
        return _play_action(trial, seat, face, typed)
    return _play_permanent(trial, seat, face, typed)


def _play_action(trial: Trial, seat: Seat, face: Face, typed: dict[str, Any]) -> Refusal:
    number = (face.numbers("play") or face.numbers("response"))[0]
    ability = face.abilities[number]
    about = 0
    if ability.trigger == "response":
        answered = answerable(trial, seat, face, typed.get("to", ""))
        if isinstance(answered, Illegal):
            return answered
        about = answered
    refusal = piles.refuse_held(trial, seat, face.id)
    item = trial.push(CARD, face.id, seat, ability=number, given=typed, about=about, todo=ability.do)
    # The card counts as gone from the hand for its own choices (an exchange needs another card).
    chosen = _lose_then_settle(trial, item, refusal)
    if chosen is not None:
        return chosen
    trial.tell(rule_ids.ACTIONS, f"{face.label} is announced")
    if face.sudden:
        trial.tell(rule_ids.SUDDEN, f"{trial.name(seat)} plays a Sudden Action")
        trial.tell(rule_ids.SUDDEN_TIMES, "at a time of its own")
    return None


def _lose_then_settle(trial: Trial, item: Item, held: Illegal | None) -> Refusal:
    """Choices are refused before the hand is; both are looked at as if the card had left the hand."""
    hand = trial.players[item.seat].hand
    if held is None:
        trial.stack.pop()
        refusal = piles.lose(trial, item.seat, item.card)
        trial.stack.append(item)
        if refusal:
            held = refusal
    fixed: dict[str, Any] = {}
    refusal_of_choice = settle(trial, item, item.todo, fixed) or refuse_find(trial, item.todo, item.given)
    if refusal_of_choice is not None:
        return refusal_of_choice if held is None or isinstance(refusal_of_choice, Illegal) else held
    if held is not None:
        trial.change_player(item.seat, hand=hand)
        return held
    fix(trial, item, fixed)
    trial.question = None  # the window of what is answered opens again afterwards
    return None


def refuse_find(trial: Trial, effects: Effects, typed: dict[str, Any]) -> Illegal | None:
    """What is said beforehand to be found must be something that can be found."""
    if "find" not in typed:
        return None
    for effect in effects:
        if isinstance(effect, Search):
            return refuse_found(trial, effect, tuple(typed["find"]), unseen=trial.data.is_digital)
    return None


def fix(trial: Trial, item: Item, fixed: dict[str, Any]) -> None:
    """Choices made on announcement stay what they were (KEK-E3)."""
    given = {**item.given, **fixed}
    trial.change_item(item.number, given=given, saved={**item.saved, "fixed": tuple(fixed)})
    if fixed:
        trial.tell(rule_ids.ON_ANNOUNCEMENT, f"{trial.data.label(item.card)}: chosen on announcement")


def _play_permanent(trial: Trial, seat: Seat, face: Face, typed: dict[str, Any]) -> Refusal:
    if face.type == CREATURE and trial.plays >= trial.creature_limit(seat):
        limit = trial.creature_limit(seat)
        played = f"{trial.name(seat)} has played {counted(trial.plays, 'Creature')} this turn"
        return Illegal(rule_ids.ONE_CREATURE, f"{played}; {limit} may be played")
    room = _room(trial, seat, face, typed)
    if isinstance(room, Illegal | Ambiguous):
        return room
    refusal = _refuse_enters(trial, seat, face, typed)
    if refusal is not None:
        return refusal
    refusal = piles.lose(trial, seat, face.id)
    if refusal:
        return refusal
    if room:
        play_area.make_room(trial, seat, room)
    if face.type == CREATURE:
        trial.plays += 1
    elif face.type == KRYSTAL:
        trial.tell(rule_ids.KRYSTALS, f"{face.label}: Krystals have no limit")
    else:
        trial.tell(rule_ids.TURN_LIMITS, f"{face.label}: only Creatures have a limit in each turn")
    trial.push(CARD, face.id, seat, given={key: value for key, value in typed.items() if key != "out"})
    trial.tell(rule_ids.COMES_INTO_PLAY, f"{face.label} is announced in the Comes into Play section")
    return None


def _room(trial: Trial, seat: Seat, face: Face, typed: dict[str, Any]) -> int | Illegal | Ambiguous:
    out = typed.get("out", "")
    if face.type != ITEM or not play_area.needs_room(trial, seat, face.id):
        if out and face.type == ITEM:
            return Illegal(rule_ids.OUT, f"{trial.name(seat)} has room for {face.label}: nothing makes way")
        return 0
    own = trial.of_type(seat, ITEM)
    if not out:
        limit = trial.item_limit(seat)
        names = ", ".join(trial.label(card) for card in own)
        has = f"{trial.name(seat)} has {counted(len(own), 'Item')} ({names}) and may have {limit}"
        return Illegal(rule_ids.ITEM_LIMIT, f"{has}: name the one that makes room with out=")
    need = Need("out", tuple(card.serial for card in own), "an own Item makes room", rule_ids.OUT)
    draft = Item(0, CARD, face.id, seat)
    value = match(trial, draft, PutInDiscard("self"), need, out)
    return value if isinstance(value, Illegal | Ambiguous) else int(value[0])


def _refuse_enters(trial: Trial, seat: Seat, face: Face, typed: dict[str, Any]) -> Refusal:
    """Krystals need something to do; choices typed for an enters ability must be legal now (KEK-36, KEK-E3)."""
    draft = Item(0, CARD, face.id, seat, given=typed)
    for number in face.numbers("enters"):
        ability = face.abilities[number]
        for effect in ability.do:
            if face.type == KRYSTAL and not ability.may:
                impossible = refuse_effect(trial, draft, effect)
                if impossible:
                    return impossible
            needs = RESOLVERS[type(effect)].needs(trial, draft, effect)
            need = next(needs, None)
            while need is not None and need.key in typed:
                value = match(trial, draft, effect, need, typed[need.key])
                if isinstance(value, Illegal | Ambiguous):
                    return value
                typed[need.key] = value
                try:
                    need = needs.send(value)
                except StopIteration:
                    need = None
    return None


def answerable(trial: Trial, seat: Seat, face: Face, to: str) -> int | Illegal:
    """The announced card that a response answers (KEK-A39); 0 for one that answers damage."""
    ability = face.abilities[face.numbers("response")[0]]
    if getattr(ability, "to", "") != "card_played":
        return 0
    announced = [
        item
        for item in reversed(trial.stack)
        if item.kind == CARD and not item.begun and item.seat != seat and fits(trial.face(item.card), ability.filter)
    ]
    wanted = [item for item in announced if not to or item.card == to]
    if not wanted:
        return Illegal(rule_ids.OWN_MOMENT, _not_answerable(trial, seat, face, ability.filter, to))
    if wanted[0] is not trial.stack[-1]:
        trial.tell(rule_ids.BELOW_TOP, f"{trial.data.label(wanted[0].card)} is answered below the top")
    return wanted[0].number


def _not_answerable(trial: Trial, seat: Seat, face: Face, which: Filter, to: str) -> str:
    """What a response answers, and what the announced cards are instead."""
    waiting = [item for item in trial.stack if item.kind == CARD and not item.begun and (not to or item.card == to)]
    others = [trial.face(item.card) for item in waiting if item.seat != seat]
    if others:
        there = ", ".join(f"{other.label} is {article(other.kind)} {other.kind}" for other in others)
    elif waiting:
        there = f"{trial.data.label(waiting[-1].card)} is one's own"
    else:
        there = f"{trial.data.label(to)} is not announced" if to else "no card is announced"
    what = "a card" if which.is_any else trial.data.called(which)
    return f"{face.label} answers {what} that another player has announced; {there}"


# abilities


def respond(trial: Trial, move: Respond) -> Refusal:
    """An answer: a Sudden Action, or an ability in play."""
    name = split_number(split_number(move.what, "/")[0], ".")[0]
    face = trial.data.faces[name]
    if face.type == ACTION or not face.type:
        refusal = refuse_out(trial, move.seat)
        if refusal:
            return refusal
        if trial.question is None or trial.question.kind not in (WINDOW, DAMAGE_WINDOW):
            rule = rule_ids.OWN_MOMENT if face.numbers("response") else rule_ids.WINDOW
            return Illegal(rule, f"{face.label}: there is nothing to answer now; between moves say `play`")
        if move.what != name:
            return Illegal(rule_ids.WINDOW, f"{face.label} is no card in play")
        return play(trial, move)
    return use(trial, move)


def use(trial: Trial, move: Use | Respond) -> Refusal:
    """An activated ability, one that replaces the draw, or one in play that answers."""
    seat = move.seat
    refusal = refuse_out(trial, seat)
    if refusal:
        return refusal
    ref, which = split_number(move.what, "/")
    name, copy = split_number(ref, ".")
    face = trial.data.faces[name]
    trigger = _trigger_of(trial, move, face)
    numbers = face.numbers(trigger)
    refusal = refuse_use(trial, seat, face, trigger, isinstance(move, Respond))
    if refusal:
        return refusal
    if not numbers or which > len(numbers):
        return Illegal(rule_ids.USE, f"{face.label} has no such ability")
    number = numbers[max(which - 1, 0)]
    typed = typed_of(move)
    trouble = refuse_keys(face, [number], typed)
    if trouble:
        return trouble
    if not face.type:
        if trial.players[seat].character != name:
            return Illegal(rule_ids.USE, f"{face.label} is not the Character of {trial.name(seat)}")
        refusal = _refuse_ability(trial, seat, None, face, number)
        trial.tell(rule_ids.CHARACTER_ABILITY, f"{face.label} is used like a card in play")
        return refusal or _announce(trial, seat, None, face, number, typed, trigger)
    card = _which(trial, seat, face, number, copy)
    if not isinstance(card, InPlay):
        return card
    return _announce(trial, seat, card, face, number, typed, trigger)


def _trigger_of(trial: Trial, move: Use | Respond, face: Face) -> str:
    if isinstance(move, Respond):
        return "response"
    return "draw_phase" if trial.phase == DRAW or not face.numbers("activated") else "activated"


def _which(trial: Trial, seat: Seat, face: Face, number: int, copy: int) -> InPlay | Illegal | Ambiguous:
    """The one copy under the seat's control that can do it (15.3)."""
    named = [card for card in trial.play if card.card == face.id and copy in (0, card.copy)]
    own = [card for card in named if card.controller == seat]
    if not own:
        who = trial.name(seat)
        if face.type == LOCATION and named:
            return Illegal(rule_ids.ONE_LOCATION, f"{face.label} is a Location and nobody's")
        return Illegal(rule_ids.USE, f"{face.label} is not in play under the control of {who}")
    refusals = [_refuse_ability(trial, seat, card, face, number) for card in own]
    able = [card for card, refusal in zip(own, refusals, strict=True) if refusal is None]
    if len(able) == 1:
        return able[0]
    if able:
        refs = tuple(trial.ref(card) for card in able)
        return Ambiguous(f"“{face.id}” may be any of {', '.join(refs)}", refs)
    return refusals[0] or Illegal(rule_ids.USE, "it cannot be used")


def _refuse_ability(trial: Trial, seat: Seat, card: InPlay | None, face: Face, number: int) -> Illegal | None:
    """Imprisonment, the limit and the cost of one copy."""
    ability = face.abilities[number]
    if card is not None and card.imprisoned:
        return Illegal(rule_ids.IMPRISONED, f"{trial.label(card)} is imprisoned")
    used = card.used if card is not None else trial.players[seat].used
    once = ability.limit == ONCE
    if ability.trigger == "activated" and not once and trial.data.switches.repeat_activated == ONCE:
        if number in used:
            return Illegal(rule_ids.REPEATED, f"at this table {face.label} is used once per turn")
    elif once and number in used:
        return Illegal(rule_ids.LIMIT, f"{face.label} was used this turn")
    item = Item(0, ABILITY, face.id, seat, serial=card.serial if card else 0)
    for effect in ability.cost:
        why = RESOLVERS[type(effect)].pays(trial, item, effect)
        if why:
            return Illegal(rule_ids.COST, f"the cost cannot be paid: {why}")
    return None


def _announce(
    trial: Trial, seat: Seat, card: InPlay | None, face: Face, number: int, typed: dict[str, Any], trigger: str
) -> Refusal:
    ability = face.abilities[number]
    kind = DRAWING if trigger == "draw_phase" else ABILITY
    if trial.phase == COMES_IN:
        trial.tell(rule_ids.NOT_IN_SECTION, "at this table abilities are used in the Comes into Play section too")
    impossible = refuse_find(trial, ability.do, typed)
    if impossible:
        return impossible
    item = trial.push(
        kind, face.id, seat, serial=card.serial if card else 0, ability=number, given=typed, todo=ability.do
    )
    if kind == DRAWING:
        trial.change_item(item.number, begun=True)
        trial.tell(rule_ids.DRAW_REPLACED, f"{face.label} replaces the draw: nothing is added to it")
        return None
    fixed: dict[str, Any] = {}
    refusal = settle(trial, item, (*ability.cost, *ability.do), fixed)
    if refusal is not None:
        return refusal
    fix(trial, item, fixed)
    trial.question = None
    if ability.limit == ONCE or trial.data.switches.repeat_activated == ONCE:
        _mark(trial, seat, card, number)
    elif trigger == "activated":
        trial.tell(rule_ids.REPEATED, f"{face.label} prints no limit")
    return _pay(trial, item.number)


def _mark(trial: Trial, seat: Seat, card: InPlay | None, number: int) -> None:
    if card is not None:
        trial.change(card.serial, used=(*card.used, number))
    else:
        trial.change_player(seat, used=(*trial.players[seat].used, number))


def _pay(trial: Trial, number: int) -> Refusal:
    """The cost, in order and in full (KEK-E2)."""
    item = trial.item(number)
    assert item is not None
    ability = trial.data.faces[item.card].abilities[item.ability]
    for effect in ability.cost:
        now = trial.item(number) or item
        chosen = dict(now.given)
        if isinstance(effect, Discard):
            refusal = _pay_cards(trial, now, effect)
            if refusal:
                return refusal
        RESOLVERS[type(effect)].act(trial, replace(now, pays=True), effect, chosen)
        trial.tell(rule_ids.COST, f"{trial.data.label(item.card)}: the cost is paid first")
    return None


def _pay_cards(trial: Trial, item: Item, effect: Discard) -> Refusal:
    cards = tuple(item.given.get("pay", ()))
    label = trial.data.label(item.card)
    if len(cards) != effect.amount or UNKNOWN in cards:
        return Illegal(rule_ids.COST, f"{label}: name {counted(effect.amount, 'card')} to discard with pay=")
    for card in cards:
        if card not in trial.data.faces:
            return Illegal(rule_ids.COST, f"{label}: pay= a card of the hand")
        refusal = piles.lose(trial, item.seat, card)
        if refusal:
            return refusal
    return None
