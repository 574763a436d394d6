"""The judge: who may make which move now, and what follows. In: a state and a move. Out: a ruling.

A line is refused in this order: the game is over KEI-01 · a step of the set-up is missing KEI-104 · a question is
open KEI-115 (or the rule that the question is of) · out of turn KEI-11 · the rules of the line itself. For an
overruling table the same checks run, without those that rest on the rules alone. Invariant: nothing else knows what
is legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from msgspec.structs import replace

from pnp.games.keikalla import moves
from pnp.games.keikalla.asking import answers_to, asked_by, bar_unanswered
from pnp.games.keikalla.card_ids import Card
from pnp.games.keikalla.game_data import face_town, kind_of
from pnp.games.keikalla.phases import claims, draws, flow, gigs, hampering, played_cards, setup_moves, stashes, travel
from pnp.games.keikalla.phases.calendar import PROMO_PLACE
from pnp.games.keikalla.phases.dealing import deal_card
from pnp.games.keikalla.phases.draws import STRIKE_DISCARD
from pnp.games.keikalla.phases.flow import ONE_DRAWN, REFILL_DRAW, settle
from pnp.games.keikalla.phases.implied_claims import check_implied_claims, implied_by
from pnp.games.keikalla.state import BANDS, DEAL, PLAN, START, KeikallaState, OpenQuestion
from pnp.games.keikalla.trial import Trial
from pnp.referee.kernel.line_trial import Refused
from pnp.referee.move import Move
from pnp.referee.notation import form_of, verb_of
from pnp.referee.params import Names
from pnp.referee.ruling import Illegal, Legal, Ruling
from pnp.referee.seat import TABLE

TABLE_ONLY = {moves.Roll, moves.Deal, moves.Flip, moves.Shuffle, moves.Festival, moves.Start}
TRAVELS = (moves.Road, moves.Fly, moves.Bus, moves.Roadie)
PLAYER_ONLY = {moves.Band, moves.Duplicate, moves.Extra, moves.Tour, moves.Return}
OUT_OF_TURN = (*TRAVELS, moves.Play, moves.Announce)  # what an overruling table may allow anybody
SETS_UP = (moves.Band, moves.Roll, moves.Deal, moves.Duplicate, moves.Extra, moves.Return, moves.Start)


NAMES_CARDS = {
    moves.Play, moves.Lay, moves.Draw, moves.Discard, moves.Exchange, moves.Raid, moves.Show, moves.Hamper, moves.Claim,
    moves.Avoid, moves.Keep, moves.Pick, moves.Return, moves.Gig, moves.Band, moves.Deal,
}  # fmt: skip
OPENS = {moves.Draw, moves.Lay, moves.Keep, moves.Show, moves.Play}  # lines after which a card lies open


def judge(state: KeikallaState, move: Move) -> Ruling:
    """Rule on a move."""
    return run(state, move, False)


def force(state: KeikallaState, move: Move) -> Legal | Illegal:
    """The move as the table overruled it (KEI-105)."""
    ruling = run(state, move, True)
    if isinstance(ruling, Legal | Illegal):
        return ruling
    return Illegal("KEI-124", getattr(ruling, "because", ""))


def run(state: KeikallaState, move: Move, overruled: bool) -> Ruling:
    """The ruling of a line."""
    t = Trial(state, overruled)
    try:
        _work_out(t, move)
    except Refused as refused:
        return refused.ruling
    return t.ruling(move)


def _work_out(t: Trial, move: Move) -> None:
    """Check a line, apply it, and apply what follows by itself. Raises Refused."""
    kind = type(move)
    check_cards(t, move, kind)
    if check_place(t, move, kind):
        check_implied_claims(t, move.seat, implied_by(t, move))
    take_effect(t, move)


def take_effect(t: Trial, move: Move) -> None:
    """The rules of the line itself, its effects, and what follows by itself."""
    kind = type(move)
    if kind in OPENS and not t.data.is_digital:
        _check_town(t, move)
    question = t.state.question
    answer = question.asks.answers.get(kind) if question is not None else None
    step = answer.step if answer is not None else HANDLERS[kind]
    step(t, move)
    settle(t)
    if t.data.has_claims:
        claims.retire_without_song(t)


def check_cards(t: Trial, move: Move, kind: type[Move]) -> None:
    """Reject cards that are printed but not in this game (KEI-V20)."""
    if kind not in NAMES_CARDS or not t.data.absent:
        return
    for name in move.__struct_fields__[1:]:
        value = getattr(move, name)
        for card in value if isinstance(value, tuple) else (value,):
            if isinstance(card, str) and card in t.data.absent:
                t.bar("KEI-V20", "joker_absent", card=card)


def _check_town(t: Trial, move: Move) -> None:
    """A Headliner that lies open shows its town, so the line names it, unless the table knows it (KEI-H05)."""
    words = [move.use[1]] if isinstance(move, moves.Play) else _cards_of(move)
    if Card.HEADLINER not in words or _known_town(t, move.seat):
        return
    from pnp.games.keikalla.zones import faces_seen

    form, faces = form_of(type(move), verb_of(type(move))), list(faces_seen(t.state))
    lines = [
        f"{t.name(move.seat)}: {form.write(_with_face(move, face), Names((), t.state.setup.book))}"
        for face in t.data.faced((Card.HEADLINER,))
        if faces.count(face) < t.data.copies_of(face)
    ]
    t.refuse_ambiguous("headliner_shows_town", tuple(lines))


def _cards_of(move: Move) -> tuple[str, ...]:
    named = getattr(move, "cards", ()) or (getattr(move, "card", ""),)
    return named if isinstance(named, tuple) else ()


def _known_town(t: Trial, seat: int) -> bool:
    return 0 <= seat < len(t.state.players) and any(
        kind_of(card) == Card.HEADLINER and face_town(card) for card in t.player(seat).action.cards
    )


def _with_face(move: Move, face: str) -> Move:
    """The line with one face of a Headliner in the place of the kind."""
    if isinstance(move, moves.Play):
        return replace(move, use=(move.use[0], face))
    if hasattr(move, "cards"):
        return replace(move, cards=tuple(face if card == Card.HEADLINER else card for card in move.cards))
    return replace(move, card=face)


def check_place(t: Trial, move: Move, kind: type[Move]) -> bool:
    """Who may make this move now; True for a line of the current player without a question."""
    s, seat = t.state, move.seat
    if kind in OF_A_TURN and seat == s.seat and s.is_turn:
        return True
    if s.is_over and kind is not moves.Show:  # cards are shown at the end (KEI-H08)
        t.bar("KEI-01", "kernel.over")
    if kind in (moves.Show, moves.Resign):
        if seat == TABLE:
            t.bar("KEI-13", "for_a_player")
        return False
    if kind in TABLE_ONLY and seat != TABLE:
        t.bar("KEI-13" if s.is_set_up else "KEI-104", "for_the_table", line=f"table: {kind.verb}")
    if kind is moves.Hamper and s.is_set_up and seat != TABLE:
        return False
    question = s.question
    if question is not None:
        _check_answer(t, move, kind, question)
        return False
    if kind not in HANDLERS:
        rule = "KEI-61" if kind is moves.Avoid and s.is_set_up and seat == s.seat else "KEI-115"
        t.bar(rule, "kernel.no_answer")
    if not s.is_set_up:
        _check_setup(t, move, kind)
        return False
    if kind in SETS_UP:
        rule = "KEI-10" if kind is moves.Return else "KEI-104"
        t.bar(rule, "tour_has_started")
    if kind is moves.Tour:
        t.bar("KEI-A17", "tour_laid_only_card")
    if seat == TABLE:
        if kind not in (moves.Pick, moves.Shuffle):
            t.bar("KEI-13", "kernel.turn", seat=s.seat)
    elif seat != s.seat and (not t.is_overruled or (kind not in OUT_OF_TURN and not issubclass(kind, moves.Road))):
        t.bar("KEI-13", "referee.not_your_turn", turn_seat=s.seat, seat=seat)
    return seat == s.seat


def _check_setup(t: Trial, move: Move, kind: type[Move]) -> None:
    seat, now = move.seat, t.state.phase
    if seat == TABLE:
        if kind in PLAYER_ONLY:
            t.bar("KEI-104", "for_a_player_line", line=f"{t.name(0)}: {kind.verb} …")
        if kind is not moves.Start:
            _bar_too_early(t)
        return
    fits = {BANDS: (moves.Band,), PLAN: (moves.Duplicate, moves.Extra, moves.Tour, moves.Return)}
    fits[START] = fits[PLAN]
    if kind not in fits.get(now, ()):
        _bar_too_early(t)


def _bar_too_early(t: Trial) -> NoReturn:
    if t.state.phase == BANDS:
        bandless = [seat for seat, player in enumerate(t.state.players) if not player.band]
        t.bar("KEI-104", "first_bands", seat=bandless)
    if t.state.phase == DEAL:
        t.bar("KEI-104", "first_deal")
    who = [seat for seat, player in enumerate(t.state.players) if not player.planned]
    t.bar("KEI-104", "first_tours" if who else "first_start", seat=who)


def _check_answer(t: Trial, move: Move, kind: type[Move], question: OpenQuestion) -> None:
    seat, asked = move.seat, asked_by(t.state, question)
    if kind in answers_to(t.state, question):
        guard = question.asks.guard
        if guard is not None:
            guard(t, question, move)
        if seat != asked:
            t.bar("KEI-115", "must_answer_not", seat=asked, other_seat=seat)
        return  # an answer implies nothing about a card just drawn: it may still be stashed (KEI-154)
    if not t.state.is_set_up:
        bar_unanswered(t, "KEI-104", question)
    if seat not in (TABLE, asked, t.state.seat):
        t.bar("KEI-13", "referee.not_your_turn", turn_seat=t.state.seat, seat=seat)
    rule = _rule_of_question(kind, question)
    if rule == "KEI-61":
        _bar_shield(t)
    bar_unanswered(t, rule, question)


def _rule_of_question(kind: type[Move], question: OpenQuestion) -> str:
    """The rule that a line breaks which does not answer: for draws it is the rule of the draw."""
    if question.asks is ONE_DRAWN and (issubclass(kind, TRAVELS) or kind is moves.Stop):
        return "KEI-20"
    arrives = kind in (moves.Gig, moves.Headline, moves.EndTurn, moves.Wait, moves.Check, moves.RehabTown)
    if question.asks in (ONE_DRAWN, REFILL_DRAW) and arrives:
        return "KEI-24"
    # a trouble that acts already asks these
    if kind is moves.Avoid and question.asks in (PROMO_PLACE, STRIKE_DISCARD):
        return "KEI-61"
    return "KEI-115"


def _bar_shield(t: Trial) -> NoReturn:
    if t.state.turn.guest:
        t.bar("KEI-61", "kept_by_choice")
    t.bar("KEI-61", "shield_used_up" if t.player(t.state.seat).reputation else "no_shield")


# What a line does that answers nothing.
HANDLERS: dict[type[Move], Callable[[Trial, Any], None]] = {
    moves.Band: setup_moves.take_band,
    moves.Deal: deal_card,
    moves.RehabTown: played_cards.rehab_here,
    moves.Duplicate: setup_moves.duplicate,
    moves.Extra: setup_moves.extra,
    moves.Tour: setup_moves.lay_tour,
    moves.Return: setup_moves.return_warns,
    moves.Start: setup_moves.start,
    moves.Announce: travel.announce,
    **dict.fromkeys(moves.ROADS.values(), travel.drive),
    moves.Fly: travel.fly,
    moves.Bus: travel.lay_new_bus,
    moves.Roadie: travel.take_wheel,
    moves.Draw: draws.draw,
    moves.Stop: travel.stop,
    moves.Exchange: travel.exchange,
    moves.Check: stashes.check,
    moves.Gig: gigs.gig,
    moves.Headline: gigs.headline,
    moves.Wait: gigs.wait,
    moves.Stash: stashes.stash,
    moves.Play: played_cards.play,
    moves.Lay: played_cards.lay,
    moves.Pick: travel.pick,
    moves.Shuffle: flow.shuffle,
    moves.Hamper: hampering.hamper,
    moves.Claim: claims.claim,
    moves.Show: played_cards.show,
    moves.EndTurn: gigs.end,
    moves.Resign: played_cards.resign,
}
# Lines that the player in turn may make while nothing is asked.
OF_A_TURN = HANDLERS.keys() - {*TABLE_ONLY, *SETS_UP, moves.Tour, moves.Hamper, moves.Show, moves.Resign}
