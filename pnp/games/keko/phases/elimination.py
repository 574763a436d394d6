"""The state check (14.8). In: a trial in which nothing is half done. Out: True when something changed or was asked.

Invariant: whoever is at 0 is out before anything else is announced or triggered; their cards stay countable.
"""

from __future__ import annotations

from pnp.games.keko.effects.cards import DISCARD
from pnp.games.keko.effects.private_cards import LOOKED
from pnp.games.keko.phases import flow
from pnp.games.keko.phases.room import ask_room
from pnp.games.keko.state import CARD, DAMAGE, DRAWING, END_LAST, Question
from pnp.games.keko.trial import Trial
from pnp.games.keko.windows import WINDOW
from pnp.games.keko.zones import hidden_cards, piles, play_area
from pnp.referee.seat import TABLE, Seat

OUT_OF_GAME, ACTIVE_WINS = "out_of_game", "active_player_wins"
IN_SETUP = "SETUP"


def check_state(t: Trial) -> bool:
    """Players at 0, surplus cards, an empty deck."""
    in_setup = t.phase.startswith(IN_SETUP)
    fallen = [] if in_setup else [seat for seat, player in enumerate(t.players) if player.alive and player.life <= 0]
    if fallen:
        eliminate(t, fallen)
        return True
    if t.leaving_seats:
        return clear_cards(t, t.leaving_seats[0])
    if t.winners is not None or in_setup:
        return False
    end_game = play_area.surplus(t)
    if end_game is not None:
        seat, cards, count = end_game
        ask_room(t, seat, "KEK-A11", t.late("has_too_many", seat=seat, count=count), cards, count)
        t.note("KEK-A11", "has_too_many", seat=seat, count=count)
        return True
    if not t.deck_count and t.discard:
        t.note("KEK-A07", "emptying_is_finished")
        piles.flip(t)
        return True
    return False


def eliminate(t: Trial, fallen: list[Seat]) -> None:
    """Players at 0 are out, all together; the game may be over (KEK-60, KEK-63)."""
    for seat in fallen:
        t.change_player(seat, alive=False)
        t.announce("KEK-61", "falls", seat=seat)
    living = t.living()
    if not living:
        if t.data.switches.all_die_together == ACTIVE_WINS and t.active in fallen:
            flow.end_game(t, (t.active,), "KEK-A09", "win", "active_player_wins", seat=t.active)
        else:
            t.note("KEK-63", "all_fell_together")
            flow.end_game(t, (), "KEK-A09", "tie", "all_fell_and_draw")
        return
    sides = {t.teams[seat] if t.teams else seat for seat in living}
    if len(sides) == 1:
        if t.teams:
            team = tuple(seat for seat in range(len(t.players)) if t.teams[seat] in sides)
            flow.end_game(t, team, "KEK-V04", "win", "last_team")
        else:
            flow.end_game(t, (living[0],), "KEK-60", "win", "last_one_left", seat=living[0])
        return
    t.leaving_seats = (*t.leaving_seats, *t.in_turn_order(fallen))


def eliminate_outside_effects(t: Trial) -> None:
    """Somebody reached 0 by no effect: gave up, or was set to 0 (KEK-60).

    The last one above 0 wins at once. While a hand is asked for nothing is half done, so they fall at once, too.
    """
    fallen = [seat for seat in t.living() if t.players[seat].life <= 0]
    left = {t.teams[seat] if t.teams else seat for seat in t.able_to_answer()}
    if fallen and (len(left) < 2 or t.leaving_seats):
        eliminate(t, fallen)
        if t.winners is not None:
            t.question = None


def withdraw_questions(t: Trial, seat: Seat) -> None:
    """Questions to somebody who is at 0 are withdrawn; a window reopens for the others."""
    question = t.question
    if question is None or question.rule == "KEK-62":
        return
    if question.kind is WINDOW:
        t.question = None
    elif question.seat == seat and t.stack and t.stack[-1].is_resolving:
        t.question = None
        top = t.stack[-1]
        if top.kind == DAMAGE:
            t.change_item(top.number, damage_index=top.damage_index + 1)
        else:
            t.drop_item(top.number)
            if top.kind == CARD:
                t.discard.append(top.card)
    elif question.seat == seat:
        t.question = None


def clear_cards(t: Trial, seat: Seat) -> bool:
    """The cards of a player who is out (KEK-62); the hand is asked for last."""
    to = play_area.ASIDE if t.data.switches.eliminated_cards == OUT_OF_GAME else play_area.DISCARD_PILE
    play_area.give_back(t, only_of=seat)
    _end_announced(t, seat, to)
    own = [card for card in t.play if card.controller == seat]
    for card in own:
        play_area.put_away(t, card, to, silent=True)
    if own:
        is_discard = to == play_area.DISCARD_PILE
        t.note("KEK-62", "cards_of_fallen_go", seat=seat, is_discard=is_discard)
        t.note("KEK-A08", "cards_of_fallen", count=len(own), is_discard=is_discard)
    hand = t.players[seat].hand
    heir = teammate(t, seat) if t.data.switches.legacy_rule else None
    if hand and heir is not None:
        _inherit(t, seat, heir)
    elif hand:
        because, count = "discard_last_card" if len(hand) == 1 else "discard_whole_hand", len(hand)
        t.note("KEK-62", because, seat=seat, count=count)
        why = t.late(because, seat=seat, count=count)
        t.question = Question(DISCARD, seat, "KEK-62", why, least=count, most=count)
        return True
    t.leaving_seats = t.leaving_seats[1:]
    if seat == t.active and not t.phase.startswith(IN_SETUP) and t.phase != END_LAST:
        t.note("KEK-61", "turn_ends", seat=seat)
        flow.enter_phase(t, END_LAST)
    return True


def _end_announced(t: Trial, seat: Seat, to: str) -> None:
    """Waiting triggers and announcements of that player end; announced cards go first."""
    t.queue = [each for each in t.queue if each.seat != seat]
    for item in [item for item in t.stack if item.seat == seat]:
        t.drop_item(item.number)
        if item.kind == CARD:
            is_discard = to == play_area.DISCARD_PILE
            if is_discard:
                t.discard.append(item.card)
            else:
                t.out_of_game = (*t.out_of_game, item.card)
            t.announce("KEK-62", "goes_without_effect", card=t.data.label(item.card), is_discard=is_discard)
        elif item.kind == DRAWING:
            t.note("KEK-62", "draw_ends")
    if t.question is not None and not t.question.is_soft and t.question.seat == seat:
        t.question = None


def teammate(t: Trial, seat: Seat) -> Seat | None:
    """The nearest living teammate clockwise."""
    count = len(t.players)
    others = ((seat + step) % count for step in range(1, count))
    return next((other for other in others if t.players[other].alive and t.are_teammates(seat, other)), None)


def _inherit(t: Trial, seat: Seat, heir: Seat) -> None:
    """Legacy Rule: the hand goes to a teammate, unseen (KEK-V05)."""
    hand = t.players[seat].hand
    t.announce("KEK-V05", "hand_goes_to", seat=seat, heir_seat=heir)
    t.change_player(seat, hand=())
    t.change_player(heir, hand=(*t.players[heir].hand, *hand))
    hidden_cards.hand_over(t, seat, heir, len(hand))
    if t.data.is_digital:
        count = len(t.players[heir].hand)
        why = t.late("takes_up_hand_of", heir_seat=heir, seat=seat)
        t.question = Question(LOOKED, TABLE, "KEK-V05", why, "hand", (), count, count, to=heir)
