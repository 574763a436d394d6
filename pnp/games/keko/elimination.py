"""The state check (14.8). In: a course in which nothing is half done. Out: True when something changed or was asked.

Invariant: whoever is at 0 is out before anything else is announced or set off; their cards stay countable.
"""

from __future__ import annotations

from pnp.games.keko import area, hidden, phases, piles, rules
from pnp.games.keko.game_data import counted
from pnp.games.keko.state import CARD, DAMAGE, DISCARD, DRAWING, END_LAST, LOOKED, ROOM, SOFT, WINDOW, Question
from pnp.games.keko.trial import Course
from pnp.referee.seat import TABLE, Seat

OUT_OF_GAME, ACTIVE_WINS = "out_of_game", "active_player_wins"
IN_SETUP = "SETUP"


def check_state(course: Course) -> bool:
    """Players at 0, surplus cards, an empty deck."""
    in_setup = course.phase.startswith(IN_SETUP)
    fallen = [] if in_setup else [seat for seat in course.living() if course.players[seat].life <= 0]
    if fallen:
        fall(course, fallen)
        return True
    if course.leaving:
        return clear(course, course.leaving[0])
    if course.winners is not None or in_setup:
        return False
    over = area.surplus(course)
    if over is not None:
        seat, cards, count = over
        why = f"{course.name(seat)} has {count} too many: discard {count}"
        options = tuple(card.serial for card in cards)
        course.question = Question(ROOM, seat, rules.SURPLUS, why, "", options, count, count)
        course.tell(rules.SURPLUS, why)
        return True
    if not course.deck_count and course.discard:
        course.tell(rules.FLIP_MOMENT, "the effect that emptied the deck is finished")
        piles.flip(course)
        return True
    return False


def fall(course: Course, fallen: list[Seat]) -> None:
    """Players at 0 are out, all together; the game may be over (KEK-60, KEK-63)."""
    for seat in fallen:
        course.change_player(seat, alive=False)
        course.announce(rules.ZERO, f"{course.name(seat)} is at 0 and out")
    living = course.living()
    if not living:
        if course.kit.switches.all_die_together == ACTIVE_WINS and course.active in fallen:
            why = f"nobody is left, and it is the turn of {course.name(course.active)}"
            phases.over(course, (course.active,), why, rules.ALL_DRAW, "win")
        else:
            course.tell(rules.ALL_OUT, "all who were left reached 0 together")
            phases.over(course, (), "all who were left reached 0 together: a draw", rules.ALL_DRAW, "tie")
        return
    sides = {course.teams[seat] if course.teams else seat for seat in living}
    if len(sides) == 1:
        if course.teams:
            team = tuple(seat for seat in range(len(course.players)) if course.teams[seat] in sides)
            phases.over(course, team, "no other team is left", rules.TEAM_WINS, "win")
        else:
            phases.over(course, (living[0],), f"{course.name(living[0])} is the last one left", rules.WIN, "win")
        return
    course.leaving = (*course.leaving, *course.in_turn(fallen))


def fall_outside(course: Course) -> None:
    """Somebody reached 0 by no effect: gave up, or was set to 0 (KEK-60).

    The last one above 0 wins at once. While a hand is asked for nothing is half done, so they fall at once, too.
    """
    fallen = [seat for seat in course.living() if course.players[seat].life <= 0]
    left = {course.teams[seat] if course.teams else seat for seat in course.speaking()}
    if fallen and (len(left) < 2 or course.leaving):
        fall(course, fallen)
        if course.winners is not None:
            course.question = None


def ask_no_more(course: Course, seat: Seat) -> None:
    """What was asked of somebody who is at 0 is asked no more; a window opens anew for the others."""
    question = course.question
    if question is None or question.rule == rules.OUT_CARDS:
        return
    if question.kind == WINDOW:
        course.question = None
    elif question.seat == seat and course.stack and course.stack[-1].begun:
        course.question = None
        top = course.stack[-1]
        if top.kind == DAMAGE:
            course.change_item(top.number, at=top.at + 1)
        else:
            course.drop_item(top.number)
            if top.kind == CARD:
                course.discard.append(top.card)
    elif question.seat == seat:
        course.question = None


def clear(course: Course, seat: Seat) -> bool:
    """The cards of a player who is out (KEK-62); the hand is asked for last."""
    to = area.ASIDE if course.kit.switches.eliminated_cards == OUT_OF_GAME else area.DISCARD_PILE
    area.give_back(course, only_of=seat)
    _end_announced(course, seat, to)
    own = [card for card in course.play if card.controller == seat]
    for card in own:
        area.put_away(course, card, to, silent=True)
    if own:
        course.tell(rules.OUT_CARDS, f"the cards of {course.name(seat)} go to the {to}")
        course.tell(rules.OUT_TO_DISCARD, f"{counted(len(own), 'card')} to the {to}")
    hand = course.players[seat].hand
    heir = teammate(course, seat) if course.kit.switches.legacy_rule else None
    if hand and heir is not None:
        _inherit(course, seat, heir)
    elif hand:
        all_of_it = "the last card" if len(hand) == 1 else f"all {len(hand)} cards"
        why = f"{course.name(seat)} is out: discard {all_of_it} of the hand, each by name, in any order"
        course.tell(rules.OUT_CARDS, why)
        course.question = Question(DISCARD, seat, rules.OUT_CARDS, why, least=len(hand), most=len(hand))
        return True
    course.leaving = course.leaving[1:]
    if seat == course.active and not course.phase.startswith(IN_SETUP) and course.phase != END_LAST:
        course.tell(rules.ZERO, f"the turn of {course.name(seat)} ends")
        phases.enter(course, END_LAST)
    return True


def _end_announced(course: Course, seat: Seat, to: str) -> None:
    """Waiting triggers and announcements of that player end; announced cards go first."""
    course.queue = [each for each in course.queue if each.seat != seat]
    for item in [item for item in course.stack if item.seat == seat]:
        course.drop_item(item.number)
        if item.kind == CARD:
            if to == area.ASIDE:
                course.aside = (*course.aside, item.card)
            else:
                course.discard.append(item.card)
            course.announce(rules.OUT_CARDS, f"{course.kit.label(item.card)} goes to the {to} without effect")
        elif item.kind == DRAWING:
            course.tell(rules.OUT_CARDS, "the draw ends")
    if course.question is not None and course.question.kind not in SOFT and course.question.seat == seat:
        course.question = None


def teammate(course: Course, seat: Seat) -> Seat | None:
    """The nearest living teammate clockwise."""
    count = len(course.players)
    others = ((seat + step) % count for step in range(1, count))
    return next((other for other in others if course.players[other].alive and course.are_teammates(seat, other)), None)


def _inherit(course: Course, seat: Seat, heir: Seat) -> None:
    """Legacy Rule: the hand goes to a teammate, unseen (KEK-V05)."""
    hand = course.players[seat].hand
    course.announce(rules.LEGACY, f"the hand of {course.name(seat)} goes to {course.name(heir)}")
    course.change_player(seat, hand=())
    course.change_player(heir, hand=(*course.players[heir].hand, *hand))
    hidden.hand_over(course, seat, heir, len(hand))
    if course.kit.is_digital:
        count = len(course.players[heir].hand)
        why = f"{course.name(heir)} takes up the hand of {course.name(seat)}"
        course.question = Question(LOOKED, TABLE, rules.LEGACY, why, "hand", (), count, count, to=heir)
