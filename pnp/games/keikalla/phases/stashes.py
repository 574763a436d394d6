"""Stashes and decoys: face-down cards in towns (KEI-50 to KEI-54, KEI-151 to KEI-155, KEI-H03, KEI-V06).

In: a Trial and a card that is stashed, or a stash that is looked at. Out: the changed Trial, or a refusal.
Invariant: what only the one who looked has seen stays a `?`; `knowledge` decides what it proves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.games.keikalla.asking import bar_unanswered
from pnp.games.keikalla.card_ids import Card
from pnp.games.keikalla.game_data import ACTION, kind_of
from pnp.games.keikalla.held import faced, held_kinds
from pnp.games.keikalla.moves import WAIVER, Check, Deal, Keep, Lay, Play, Show
from pnp.games.keikalla.moves import Stash as StashMove
from pnp.games.keikalla.params import GROUPIE, LEAVE, TAKE
from pnp.games.keikalla.phases.gigs import arrive
from pnp.games.keikalla.phases.police import conceal_hand
from pnp.games.keikalla.phases.reputation import groupie_ends, suffer_groupie
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.state import ARRIVE, MOVING, Hand, KeikallaState, OpenQuestion, Stash
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.vocabulary.verbs import Decoy, LeaveCard, Waive
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

STASH = "stash"


def _waives_or_keeps(t: Trial, question: OpenQuestion, move: Move) -> None:
    if isinstance(move, Play) and move.use[0] != WAIVER and move.seat == question.seat:
        bar_unanswered(t, "KEI-115", question)


STASH_VERDICT = Question("KEI-Q21", "ask_stash_verdict", "KEI-51")
STASH_SHOWN = Question("KEI-Q21d", "ask_stash_shown", "KEI-51")
ACHIEVEMENT_TAKEN = Question("KEI-Q28", "ask_achievement_taken", "KEI-V03")
JUST_DRAWN = Question(  # asked before a hampering card ends the turn
    "KEI-Q28h", "ask_just_drawn", "KEI-154", verbs=lambda question: (StashMove.verb, Keep.verb), guard=_waives_or_keeps
)


def keep_just_drawn(t: Trial, seat: Seat) -> None:
    """The card just drawn was not stashed, so it is kept: it is no Groupie and may be held (KEI-154, KEI-H10)."""
    just_drawn = t.state.turn.just_drawn
    if not just_drawn or seat != t.state.seat:  # an overruling table lets others move
        return
    data, since = t.data, t.state.turn.just_drawn_ply
    t.change_turn(just_drawn="", just_drawn_ply=0)
    if just_drawn != UNKNOWN:
        why = why_not_kept(t, seat, just_drawn)
        if why:
            rule, because, args = why
            t.refuse(rule, because, **args)
        return
    barred = {*data.doing(Decoy), *(kind for kind in data.achievements if t.player(seat).owns(kind))}
    if data.shows_achievements:
        barred.update(data.achievements)
    if data.has_jokers:
        barred.add(Card.RECORD_DEAL)  # KEI-V22
    t.claim(("fresh", seat), barred, "KEI-62", since=since)
    t.update_knowledge(lambda known: known.transfer(("fresh", seat), (ACTION, seat), 1))


def is_undecided(t: Trial, seat: Seat) -> bool:
    """What becomes of the card just drawn is not decided yet: it may have to be stashed (KEI-50)."""
    just_drawn = t.state.turn.just_drawn if seat == t.state.seat else ""
    return just_drawn == UNKNOWN or (bool(just_drawn) and why_not_kept(t, seat, just_drawn) is not None)


def why_not_kept(t: Trial, seat: Seat, card: str) -> tuple[str, str, dict[str, Any]] | None:
    """Why a card that the referee dealt may not simply be kept; None when it may."""
    data, kind, player = t.data, kind_of(card), t.player(seat)
    if data.does(kind, Decoy):
        return "KEI-52", "decoy_or_tabled", {"card": card, "line": f"lay {kind}"}
    if kind in data.achievements:
        others = [*player.action.cards]
        others.remove(card)
        if kind in player.kinds_laid() or any(kind_of(other) == kind for other in others):
            return "KEI-50", "owned_so_stashed", {"card": card}
        threshold = t.data.threshold(kind)
        if player.gigs < threshold:
            return "KEI-V02", "stashed_below", {"card": card, "threshold": threshold}
    return None


def place_of_stash(t: Trial, seat: Seat) -> str:
    """The town of the gig just played, or of the latest one, or home (KEI-151)."""
    player = t.player(seat)
    return player.latest_town or player.home


def uses_of_just_drawn(state: KeikallaState, seat: Seat) -> Iterator[Move]:
    """What may be done with the card just drawn."""
    data, just_drawn = state.data, state.turn.just_drawn
    yield StashMove(seat)
    kinds = faced(state, data.achievements) if just_drawn == UNKNOWN else (just_drawn,)
    for card in (card for card, play in data.plays if isinstance(play.effect, Waive)):
        if card in held_kinds(state, seat, ACTION):
            yield from (Play(seat, card, (WAIVER, kind)) for kind in kinds)
    if just_drawn != UNKNOWN:
        yield Lay(seat, kind_of(just_drawn))


@JUST_DRAWN.answer(StashMove, choices=lambda t, seat: [Keep(seat, UNKNOWN), *uses_of_just_drawn(t.state, seat)])
def stash(t: Trial, move: StashMove) -> None:
    """Q28: the card just drawn lies face down under this town's Venue card (KEI-50, KEI-52)."""
    seat, data, just_drawn = move.seat, t.data, t.state.turn.just_drawn
    if not just_drawn:
        t.bar("KEI-154", "stashed_when_drawn")
    t.pop_if(JUST_DRAWN)
    kind, player = kind_of(just_drawn), t.player(seat)
    town, below = place_of_stash(t, seat), False
    if just_drawn == UNKNOWN:
        allowed = {*data.achievements, *(data.doing(Decoy) if data.switches["decoy_groupie_optional"] else ())}
        barred = {id_ for id_, card_data in data.cards.items() if card_data.pile == ACTION} - allowed
        t.claim(("fresh", seat), barred, "KEI-153", "stashes_such", seat=seat)
        below = data.has_thresholds
    else:
        decoy = data.does(kind, Decoy) and data.switches["decoy_groupie_optional"]
        if not decoy and (kind not in data.achievements or why_not_kept(t, seat, just_drawn) is None):
            t.refuse("KEI-153", "kept_not_stashed", card=just_drawn)
        below = data.has_thresholds
    name = f"s{t.state.stash_count + 1}"
    hand = list(player.action.cards)
    hand.remove(just_drawn)
    t.change_player(seat, action=Hand(tuple(hand), player.action.shown))
    t.update_knowledge(lambda known: known.transfer(("fresh", seat), (STASH, name), 1))
    laid = Stash(name, town, seat, just_drawn, below=below, known_to=(seat,))
    t.change(stashes=(*t.state.stashes, laid), stash_count=t.state.stash_count + 1)
    t.change_turn(just_drawn="")
    t.announce("KEI-151", "stash_lies", town=town, seat=seat, stash=name)
    t.note("KEI-53", "counts_as_played")


@JUST_DRAWN.answer(Keep)
def keep_unseen(t: Trial, move: Keep) -> None:
    """Q28h: the card just drawn is kept after all (KEI-154)."""
    t.pop()
    if move.card != UNKNOWN:
        t.bar("KEI-154", "kept_unseen_or")
    keep_just_drawn(t, move.seat)


def stash_from_hand(t: Trial, seat: Seat, card: str) -> None:
    """The rider leaves a random card of the hand behind (KEI-48, KEI-134)."""
    data, player = t.data, t.player(seat)
    town, name = player.latest_town or player.home, f"s{t.state.stash_count + 1}"
    cards, shown = list(player.action.cards), player.action.shown
    if card != UNKNOWN and data.is_digital:
        if card not in cards and UNKNOWN not in cards:
            t.bar("KEI-H06", "not_in_that_hand", card=card)
        if card not in cards:
            t.reveal(card)
        cards.remove(card if card in cards else UNKNOWN)
        shown, there = (), card
        t.forget(seat)
    elif card != UNKNOWN:
        there = t.take_from_hand(seat, ACTION, card)
        cards, shown = list(t.player(seat).action.cards), t.player(seat).action.shown
        t.update_knowledge(lambda known: known.take((STASH, name), kind_of(there)))
    else:
        t.update_knowledge(lambda known: known.transfer((ACTION, seat), (STASH, name), 1))
        conceal_hand(t, seat)
        cards, shown, there = list(t.player(seat).action.cards), (), UNKNOWN
    t.change_player(seat, action=Hand(tuple(cards), shown))
    laid = Stash(name, town, seat, there, rider=True, known_to=(seat,))
    t.change(stashes=(*t.state.stashes, laid), stash_count=t.state.stash_count + 1)
    t.change_player(seat, rider=False)
    t.take_from_front(seat, LeaveCard)
    t.announce("KEI-48", "rider_leaves", seat=seat, town=town, stash=name)
    t.note("KEI-H12", "nobody_saw")


def find_stash(t: Trial, seat: Seat, name: str) -> Stash:
    """The stash that a line means."""
    player = t.player(seat)
    here = t.state.stashes_in(player.at)
    if name:
        found = next((one for one in t.state.stashes if one.id == name), None)
        if found is None:
            t.bar("KEI-51", "no_such_stash", stash=name)
        if found.town != player.at:
            t.refuse("KEI-51", "stash_elsewhere", town=found.town, stash=name)
        return found
    mine = [one for one in here if may_check(t, seat, one)] or list(here)
    if not mine:
        t.bar("KEI-51", "no_stash_in", town=player.at)
    if len(mine) > 1:
        lines = (f"{t.name(seat)}: check {one.id}" for one in mine)
        t.refuse_ambiguous("stashes_here", lines, count=len(mine))
    return mine[0]


def may_check(t: Trial, seat: Seat, stash: Stash) -> bool:
    """Another's stash, or an own one that may be taken back (KEI-51, KEI-152)."""
    if stash.by != seat:
        return True
    how = t.data.switches["own_stash"]
    player = t.player(seat)
    if how == "none":
        return False
    return how == "any" or stash.rider or bool(player.raided) or stash.below


@STASH_VERDICT.answer(
    Check, choices=lambda t, seat: [Check(seat, (t.state.questions[-1].card, what)) for what in (TAKE, LEAVE)]
)
def check(t: Trial, move: Check) -> None:
    """Q21: a stash is looked at; then it is taken, left, or it is a Groupie (KEI-51, KEI-52)."""
    seat, data = move.seat, t.data
    name, verdict = move.what
    player, question = t.player(seat), t.state.question
    looking = t.is_asked(STASH_VERDICT)
    if not looking:
        _check_when(t, seat)
    found = find_stash(t, seat, name or (question.card if looking and question is not None else ""))
    if not may_check(t, seat, found):
        t.refuse("KEI-152", "own_stash", seat=seat, stash=found.id)
    if data.is_digital and not looking:
        _ask_to_see_stash(t, seat, found, verdict)
        return
    if looking:
        t.pop()
    if not data.is_digital:
        t.change(stash_checks=(*t.state.stash_checks[-40:], (t.ply, seat)))
    if not verdict:
        t.bar("KEI-51", "say_verdict", stash=found.id)
    if verdict == TAKE:
        _take(t, seat, found)
    elif verdict == LEAVE:
        _leave(t, seat, found)
    else:
        _groupie(t, seat, found)
    if player.turns and verdict != GROUPIE:
        t.note("KEI-54", "each_by_itself")


def _check_when(t: Trial, seat: Seat) -> None:
    player, data = t.player(seat), t.data
    if player.at not in data.atlas.towns:
        t.bar("KEI-51", "on_the_road", at=player.at)
    if player.hiatus:
        t.refuse("KEI-64", "hiatus_no_stash", seat=seat)
    if t.state.turn.done or t.state.phase not in (MOVING, ARRIVE):
        t.refuse("KEI-155", "nothing_looked_at")
    if t.state.phase == MOVING and data.switches["stash_visit"] == "passing_through":
        return
    arrive(t, "check")


def _ask_to_see_stash(t: Trial, seat: Seat, found: Stash, verdict: str) -> None:
    """Digital: the card is turned over for the one who looks; only a Groupie is seen by all."""
    if verdict:
        t.bar("KEI-51", "looked_at_first", stash=found.id)
    t.ask(STASH_SHOWN, seat, 1, card=found.id)


def _is_decoy(t: Trial, question: OpenQuestion, card: str) -> bool:
    found = next((one for one in t.state.stashes if one.id == question.card), None)
    return t.data.does(card, Decoy) and found is not None and found.by != question.seat and not found.rider


@STASH_SHOWN.drawn(
    opens=_is_decoy, found=lambda state, question: next(one.card for one in state.stashes if one.id == question.card)
)
def see_stash(t: Trial, question: OpenQuestion, move: Deal) -> None:
    """Digital: what the table showed to the one who looks."""
    t.pop()
    seat, (card,) = question.seat, move.cards
    found = next(one for one in t.state.stashes if one.id == question.card)
    if card != UNKNOWN and found.card == UNKNOWN:
        t.reveal(card)
    known = found.card if found.card != UNKNOWN else card
    seen = tuple(sorted({*found.known_to, seat}))
    _replace(t, Stash(found.id, found.town, found.by, known, found.rider, found.below, seen))
    if known != UNKNOWN and t.data.does(known, Decoy) and found.by != seat and not found.rider:
        _groupie(t, seat, next(one for one in t.state.stashes if one.id == question.card))
        return
    t.note("KEI-51", "has_looked", seat=seat, stash=found.id)
    t.ask(STASH_VERDICT, seat, card=found.id)


def _replace(t: Trial, stash: Stash) -> None:
    t.change(stashes=tuple(stash if one.id == stash.id else one for one in t.state.stashes))


def _without(t: Trial, stash: Stash) -> None:
    t.change(stashes=tuple(one for one in t.state.stashes if one.id != stash.id))


def _take(t: Trial, seat: Seat, found: Stash) -> None:
    data, player = t.data, t.player(seat)
    owned = frozenset(kind for kind in data.achievements if player.owns(kind))
    closed = frozenset(kind for kind in data.achievements if player.gigs < t.data.threshold(kind))
    known = kind_of(found.card) if found.card != UNKNOWN else ""
    if known in owned:
        t.refuse("KEI-50", "owns", seat=seat, card=known)
    if known in closed:
        t.refuse("KEI-V06", "needs_gigs", card=known, gigs=t.data.threshold(known))
    if data.does(known, Decoy):
        t.refuse("KEI-52", "groupie_not_taken")
    if not found.rider and owned | closed == frozenset(data.achievements):
        rule = "KEI-50" if owned == frozenset(data.achievements) else "KEI-V06"
        t.refuse(rule, "may_take_none", seat=seat)
    if not known:
        rule = "KEI-52" if not owned | closed else "KEI-50"
        barred = {*owned, *closed, *(data.doing(Decoy) if found.by != seat else ())}
        t.claim((STASH, found.id), barred, rule, "may_take_it", seat=seat)
        t.update_knowledge(lambda knowledge: knowledge.transfer((STASH, found.id), (ACTION, seat), 1))
    elif not data.is_digital:
        t.update_knowledge(lambda knowledge: knowledge.transfer((STASH, found.id), (ACTION, seat), 1))
    hand = player.action
    shown = (*hand.shown, found.card) if known and not data.is_digital else hand.shown
    t.change_player(seat, action=Hand((*hand.cards, found.card), shown))
    t.change(taken_from_stashes=(*t.state.taken_from_stashes, (seat, found.card, found.known_to)))
    if data.shows_achievements and not found.rider:
        t.ask(ACHIEVEMENT_TAKEN, seat)
    _without(t, found)
    t.announce("KEI-51", "takes_stash", seat=seat, other_seat=found.by, stash=found.id)


def _leave(t: Trial, seat: Seat, found: Stash) -> None:
    if found.card != UNKNOWN and t.data.does(found.card, Decoy) and found.by != seat and not found.rider:
        t.refuse("KEI-52", "groupie_not_left")
    if found.card == UNKNOWN and found.by != seat and not found.rider:
        t.claim((STASH, found.id), t.data.doing(Decoy), "KEI-52", "is_no_decoy", stash=found.id)
    seen = tuple(sorted({*found.known_to, seat}))
    _replace(t, Stash(found.id, found.town, found.by, found.card, found.rider, found.below, seen))
    t.note("KEI-51", "leaves_stash", seat=seat, stash=found.id)


def _groupie(t: Trial, seat: Seat, found: Stash) -> None:
    if found.by == seat or found.rider:
        t.refuse("KEI-152", "works_on_others")
    card = t.data.doer(Decoy, (found.card,))
    if found.card == UNKNOWN:
        t.reveal(card)
        t.learn(lambda known: known.reveal((STASH, found.id), card, t.ply), card)
    elif kind_of(found.card) != card:
        t.bar("KEI-H06", "stash_is", card=found.card, stash=found.id)
    else:
        t.learn(lambda known: known.reveal((STASH, found.id), card, t.ply), card)
    _without(t, found)
    t.announce("KEI-52", "decoy_works", seat=seat, stash=found.id)
    t.announce("KEI-M3", "venue_goes_back", seat=found.by)
    suffer_groupie(t, seat, card)
    groupie_ends(t, seat, is_decoy=True)


def show_stash(t: Trial, move: Show) -> None:
    """KEI-H08: a stash is turned over for everybody."""
    data = t.data
    found = next((one for one in t.state.stashes if one.id == move.stash), None)
    if found is None or len(move.cards) != 1:
        t.bar("KEI-51", "no_stash_of_one", stash=move.stash)
    card, kind = move.cards[0], kind_of(move.cards[0])
    if found.card == UNKNOWN:
        card_data = data.cards.get(kind)
        if card_data is None or card_data.pile != ACTION:
            t.bar("KEI-H06", "cannot_lie_there", card=card)
        t.reveal(card)
        t.learn(lambda known: known.show((STASH, found.id), kind, t.ply), card)
    elif found.card not in (card, kind) and card != kind_of(found.card):
        t.bar("KEI-H06", "another_card" if data.is_digital else "stash_is", stash=found.id, card=found.card)
    elif card == kind:
        card = found.card
    everybody = tuple(range(len(t.state.players)))
    turned = Stash(found.id, found.town, found.by, card, found.rider, found.below, everybody)
    t.change(stashes=tuple(turned if one.id == found.id else one for one in t.state.stashes))
    t.note("KEI-H08", "stash_is", card=card, stash=found.id)
