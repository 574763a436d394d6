"""Stashes and decoys: face-down cards in towns (KEI-50 to KEI-54, KEI-151 to KEI-155, KEI-H03, KEI-V06).

In: a Trial and a card that is stashed, or a stash that is looked at. Out: the Trial further on, or a refusal.
Invariant: what nobody but the one who looked has seen stays a `?`; what that proves is left to `knowledge`.
"""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION, kind_of
from pnp.games.keikalla.moves import Check
from pnp.games.keikalla.moves import Stash as StashMove
from pnp.games.keikalla.phases.gigs import arrive
from pnp.games.keikalla.phases.police import mix
from pnp.games.keikalla.phases.reputation import groupie_ends, suffer_groupie
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import ARRIVE, FRESH, MOVING, Hand, Stash
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.words import LEAVE, TAKE
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

STASH = "stash"


def settle_fresh(d: Trial, seat: Seat) -> None:
    """The card just drawn was not stashed, so it is kept: it is no Groupie and may be held (KEI-154, KEI-H10)."""
    fresh = d.s.turn.fresh
    if not fresh or seat != d.s.seat:  # an overruling table lets others speak
        return
    data, since = d.data, d.s.turn.fresh_at
    d.turn(fresh="", fresh_at=0)
    if fresh != UNKNOWN:
        why = must_go(d, seat, fresh)
        if why:
            d.refuse(*why)
        return
    barred = {Card.GROUPIE, *(kind for kind in data.achievements if d.player(seat).owns(kind))}
    if data.shows_achievements:
        barred.update(data.achievements)
    if data.has_jokers:
        barred.add(Card.RECORD_DEAL)
    d.claim("fresh", seat, barred, rule_ids.AT_ONCE, since=since)
    d.know(lambda known: known.transfer(("fresh", seat), (ACTION, seat), 1))


def is_undecided(d: Trial, seat: Seat) -> bool:
    """What becomes of the card just drawn is still to be said: it may have to be stashed (KEI-50)."""
    fresh = d.s.turn.fresh if seat == d.s.seat else ""
    return fresh == UNKNOWN or (bool(fresh) and must_go(d, seat, fresh) is not None)


def must_go(d: Trial, seat: Seat, card: str) -> tuple[str, str] | None:
    """Why a card that the referee dealt may not simply be kept; None when it may."""
    data, kind, player = d.data, kind_of(card), d.player(seat)
    name = data.label(card)
    if data.like(kind) == Card.GROUPIE:
        return rule_ids.DECOY, f"{name} is stashed as a decoy, `stash`, or tabled, `lay {kind}`"
    if kind in data.achievements:
        others = [*player.action.cards]
        others.remove(card)
        if kind in player.kinds_laid() or any(kind_of(other) == kind for other in others):
            return rule_ids.ONE_OF_A_KIND, f"{name}: one is owned already, so it is stashed"
        if player.gigs < (data.faces[kind].threshold if data.has_thresholds else 0):
            return rule_ids.GATES, f"{name} is kept from {data.faces[kind].threshold} gigs on: it is stashed"
    return None


def place_of_stash(d: Trial, seat: Seat) -> str:
    """The town of the gig just played, or of the latest one, or home (KEI-151)."""
    player = d.player(seat)
    return player.latest or player.home


def stash(d: Trial, move: StashMove) -> None:
    """Q28: the card just drawn lies face down under this town's Venue card (KEI-50, KEI-52)."""
    seat, data, fresh = move.seat, d.data, d.s.turn.fresh
    if not fresh:
        d.bar(rule_ids.STASH_AT_ONCE, "a card is stashed directly after it was drawn unseen")
    d.answered(FRESH)
    kind, player = kind_of(fresh), d.player(seat)
    town, below = place_of_stash(d, seat), False
    if fresh == UNKNOWN:
        allowed = {*data.achievements, *((Card.GROUPIE,) if data.switches["decoy_groupie_optional"] else ())}
        barred = {id_ for id_, face in data.faces.items() if face.pile == ACTION} - allowed
        said = f"what {d.name(seat)} stashes is an achievement or a decoy"
        d.claim("fresh", seat, barred, rule_ids.STASH_KINDS, said)
        below = data.has_thresholds
    else:
        decoy = data.like(kind) == Card.GROUPIE and data.switches["decoy_groupie_optional"]
        if not decoy and (kind not in data.achievements or must_go(d, seat, fresh) is None):
            d.refuse(rule_ids.STASH_KINDS, f"{data.label(fresh)} is kept, not stashed")
        below = data.has_thresholds
    name = f"s{d.s.stashed + 1}"
    hand = list(player.action.cards)
    hand.remove(fresh)
    d.put(seat, action=Hand(tuple(hand), player.action.shown))
    d.know(lambda known: known.transfer(("fresh", seat), (STASH, name), 1))
    laid = Stash(name, town, seat, fresh, below=below, known_to=(seat,))
    d.set(stashes=(*d.s.stashes, laid), stashed=d.s.stashed + 1)
    d.turn(fresh="")
    d.tell(rule_ids.STASH_PLACE, f"{name} lies in {data.town(town)} under a Venue card of {d.name(seat)}")
    d.note(rule_ids.MARKER_PLAYED, "that Venue card counts as played all the same")


def stash_from_hand(d: Trial, seat: Seat, card: str) -> None:
    """The rider leaves a random card of the hand behind (KEI-48, KEI-134)."""
    data, player = d.data, d.player(seat)
    town, name = player.latest or player.home, f"s{d.s.stashed + 1}"
    cards, shown = list(player.action.cards), player.action.shown
    if card != UNKNOWN and data.is_digital:
        if card not in cards and UNKNOWN not in cards:
            d.bar(rule_ids.COUNT, f"{data.label(card)} is not in that hand")
        if card not in cards:
            d.sees(card)
        cards.remove(card if card in cards else UNKNOWN)
        shown, there = (), card
        d.forget(seat)
    elif card != UNKNOWN:
        there = d.lose(seat, ACTION, card)
        cards, shown = list(d.player(seat).action.cards), d.player(seat).action.shown
        d.know(lambda known: known.take((STASH, name), kind_of(there)))
    else:
        d.know(lambda known: known.transfer((ACTION, seat), (STASH, name), 1))
        mix(d, seat)
        cards, shown, there = list(d.player(seat).action.cards), (), UNKNOWN
    d.put(seat, action=Hand(tuple(cards), shown))
    laid = Stash(name, town, seat, there, rider=True, known_to=(seat,))
    d.set(stashes=(*d.s.stashes, laid), stashed=d.s.stashed + 1)
    d.put(seat, rider=False)
    d.leave_front(seat, Card.RIDER)
    d.tell(rule_ids.RIDER, f"{name}, a card of {d.name(seat)}'s hand, stays in {data.town(town)}")
    d.note(rule_ids.IN_THE_OPEN, "which of the cards it was, nobody saw")


def find_stash(d: Trial, seat: Seat, name: str) -> Stash:
    """The stash that a line means."""
    player, data = d.player(seat), d.data
    here = d.s.stashes_in(player.at)
    if name:
        found = next((one for one in d.s.stashes if one.id == name), None)
        if found is None:
            d.bar(rule_ids.CHECK, f"there is no stash {name}")
        if found.town != player.at:
            d.refuse(rule_ids.CHECK, f"{name} lies in {data.town(found.town)}, the figurine stands elsewhere")
        return found
    mine = [one for one in here if may_check(d, seat, one)] or list(here)
    if not mine:
        d.bar(rule_ids.CHECK, f"no stash lies in {data.atlas.label(player.at)}")
    if len(mine) > 1:
        lines = tuple(f"{d.name(seat)}: check {one.id}" for one in mine)
        d.unclear(f"{len(mine)} stashes lie here: each is looked at by itself", lines)
    return mine[0]


def may_check(d: Trial, seat: Seat, stash: Stash) -> bool:
    """Another's stash, or an own one that may be taken back (KEI-51, KEI-152)."""
    if stash.by != seat:
        return True
    how = d.data.switches["own_stash"]
    player = d.player(seat)
    if how == "none":
        return False
    return how == "any" or stash.rider or bool(player.raided) or stash.below


def check(d: Trial, move: Check) -> None:
    """Q21: a stash is looked at; then it is taken, left, or it is a Groupie (KEI-51, KEI-52)."""
    seat, data = move.seat, d.data
    name, verdict = move.what
    player, ask = d.player(seat), d.s.ask
    looking = ask is not None and ask.id == "KEI-Q21"
    if not looking:
        _check_when(d, seat)
    found = find_stash(d, seat, name or (ask.card if looking and ask is not None else ""))
    if not may_check(d, seat, found):
        d.refuse(rule_ids.OWN_STASH, f"{found.id} is the own stash of {d.name(seat)}")
    if data.is_digital and not looking:
        _look(d, seat, found, verdict)
        return
    if looking:
        d.pop()
    if not data.is_digital:
        d.set(checked=(*d.s.checked[-40:], (d.ply, seat)))
    if not verdict:
        d.bar(rule_ids.CHECK, f"say what becomes of it: `check {found.id} take`, leave, or groupie")
    if verdict == TAKE:
        _take(d, seat, found)
    elif verdict == LEAVE:
        _leave(d, seat, found)
    else:
        _groupie(d, seat, found)
    if player.turns and verdict != Card.GROUPIE:
        d.note(rule_ids.STASH_EACH, "every stash is looked at by itself")


def _check_when(d: Trial, seat: Seat) -> None:
    player, data = d.player(seat), d.data
    if player.at not in data.atlas.towns:
        d.bar(rule_ids.CHECK, f"the figurine stands on the road ({player.at})")
    if player.hiatus:
        d.refuse(rule_ids.HIATUS, f"{d.name(seat)} is on hiatus: no stash is looked at")
    if d.s.turn.done or d.s.stage not in (MOVING, ARRIVE):
        d.refuse(rule_ids.ANY_ORDER, "nothing is looked at after the gig")
    if d.s.stage == MOVING and data.switches["stash_visit"] == "passing_through":
        return
    arrive(d, "check")


def _look(d: Trial, seat: Seat, found: Stash, verdict: str) -> None:
    """Digital: the card is turned over for the one who looks; only a Groupie is seen by all."""
    if verdict:
        d.bar(rule_ids.CHECK, f"it is looked at first: `check {found.id}`")
    d.push("KEI-Q21d", seat, 1, card=found.id)


def looked(d: Trial, seat: Seat, card: str) -> None:
    """Digital: what the table showed to the one who looks."""
    ask = d.pop()
    found = next(one for one in d.s.stashes if one.id == ask.card)
    if card != UNKNOWN and found.card == UNKNOWN:
        d.sees(card)
    known = found.card if found.card != UNKNOWN else card
    seen = tuple(sorted({*found.known_to, seat}))
    _replace(d, Stash(found.id, found.town, found.by, known, found.rider, found.below, seen))
    if known != UNKNOWN and d.data.like(known) == Card.GROUPIE and found.by != seat and not found.rider:
        _groupie(d, seat, next(one for one in d.s.stashes if one.id == ask.card))
        return
    d.note(rule_ids.CHECK, f"{d.name(seat)} has looked at {found.id}")
    d.push("KEI-Q21", seat, card=found.id)


def _replace(d: Trial, stash: Stash) -> None:
    d.set(stashes=tuple(stash if one.id == stash.id else one for one in d.s.stashes))


def _without(d: Trial, stash: Stash) -> None:
    d.set(stashes=tuple(one for one in d.s.stashes if one.id != stash.id))


def _take(d: Trial, seat: Seat, found: Stash) -> None:
    data, player = d.data, d.player(seat)
    owned = frozenset(kind for kind in data.achievements if player.owns(kind))
    closed = frozenset(kind for kind in data.achievements if player.gigs < _gate(d, kind))
    known = kind_of(found.card) if found.card != UNKNOWN else ""
    if known in owned:
        d.refuse(rule_ids.ONE_OF_A_KIND, f"{d.name(seat)} owns a {data.label(known)}")
    if known in closed:
        d.refuse(rule_ids.GATE_STASH, f"{data.label(known)} needs {_gate(d, known)} gigs")
    if known == Card.GROUPIE:
        d.refuse(rule_ids.DECOY, "a Groupie is not taken")
    if not found.rider and owned | closed == frozenset(data.achievements):
        rule = rule_ids.ONE_OF_A_KIND if owned == frozenset(data.achievements) else rule_ids.GATE_STASH
        d.refuse(rule, f"{d.name(seat)} may take no achievement")
    if not known:
        rule = rule_ids.DECOY if not owned | closed else rule_ids.ONE_OF_A_KIND
        barred = {*owned, *closed, *((Card.GROUPIE,) if found.by != seat else ())}
        d.claim(STASH, found.id, barred, rule, f"{d.name(seat)} may take what lies there")
        d.know(lambda knowledge: knowledge.transfer((STASH, found.id), (ACTION, seat), 1))
    elif not data.is_digital:
        d.know(lambda knowledge: knowledge.transfer((STASH, found.id), (ACTION, seat), 1))
    hand = player.action
    shown = (*hand.shown, found.card) if known and not data.is_digital else hand.shown
    d.put(seat, action=Hand((*hand.cards, found.card), shown))
    d.set(memory=(*d.s.memory, (seat, found.card, found.known_to)))
    if data.shows_achievements and not found.rider:
        d.push("KEI-Q28", seat)
    _without(d, found)
    d.tell(rule_ids.CHECK, f"{d.name(seat)} takes {found.id}; the Venue card goes back to {d.name(found.by)}")


def _gate(d: Trial, kind: str) -> int:
    return d.data.faces[kind].threshold if d.data.has_thresholds else 0


def _leave(d: Trial, seat: Seat, found: Stash) -> None:
    if found.card != UNKNOWN and kind_of(found.card) == Card.GROUPIE and found.by != seat and not found.rider:
        d.refuse(rule_ids.DECOY, "a Groupie is not left: it works at once")
    if found.card == UNKNOWN and found.by != seat and not found.rider:
        d.claim(STASH, found.id, (Card.GROUPIE,), rule_ids.DECOY, f"{found.id} is no decoy")
    seen = tuple(sorted({*found.known_to, seat}))
    _replace(d, Stash(found.id, found.town, found.by, found.card, found.rider, found.below, seen))
    d.note(rule_ids.CHECK, f"{d.name(seat)} leaves {found.id} where it is")


def _groupie(d: Trial, seat: Seat, found: Stash) -> None:
    if found.by == seat or found.rider:
        d.refuse(rule_ids.OWN_STASH, "it works on others only, and only where it was laid as a decoy")
    card = Card.GROUPIE
    if found.card == UNKNOWN:
        d.sees(card)
        d.learn(lambda known: known.reveal((STASH, found.id), card, d.ply), d.data.label(card))
    elif kind_of(found.card) != card:
        d.bar(rule_ids.COUNT, f"{found.id} is {d.data.label(found.card)}")
    else:
        d.learn(lambda known: known.reveal((STASH, found.id), card, d.ply), d.data.label(card))
    _without(d, found)
    d.tell(rule_ids.DECOY, f"{found.id} is a decoy and works on {d.name(seat)} at once")
    d.tell(rule_ids.DECOY_MARK, f"the Venue card goes back to {d.name(found.by)}")
    suffer_groupie(d, seat, card)
    groupie_ends(d, seat, checked=True)
