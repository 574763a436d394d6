"""The state check (14.8). In: a trial in which nothing is half done. Out: True when something changed or was asked.

Invariant: whoever is at 0 is out before anything else is announced or set off; their cards stay countable.
"""

from __future__ import annotations

from pnp.games.keko import rule_ids
from pnp.games.keko.game_data import counted
from pnp.games.keko.phases import flow
from pnp.games.keko.state import CARD, DAMAGE, DISCARD, DRAWING, END_LAST, LOOKED, ROOM, SOFT, WINDOW, Question
from pnp.games.keko.trial import Trial
from pnp.games.keko.zones import hidden_cards, piles, play_area
from pnp.referee.seat import TABLE, Seat

OUT_OF_GAME, ACTIVE_WINS = "out_of_game", "active_player_wins"
IN_SETUP = "SETUP"


def check_state(trial: Trial) -> bool:
    """Players at 0, surplus cards, an empty deck."""
    in_setup = trial.phase.startswith(IN_SETUP)
    fallen = [] if in_setup else [seat for seat in trial.living() if trial.players[seat].life <= 0]
    if fallen:
        fall(trial, fallen)
        return True
    if trial.leaving:
        return clear(trial, trial.leaving[0])
    if trial.winners is not None or in_setup:
        return False
    over = play_area.surplus(trial)
    if over is not None:
        seat, cards, count = over
        why = f"{trial.name(seat)} has {count} too many: discard {count}"
        options = tuple(card.serial for card in cards)
        trial.question = Question(ROOM, seat, rule_ids.SURPLUS, why, "", options, count, count)
        trial.tell(rule_ids.SURPLUS, why)
        return True
    if not trial.deck_count and trial.discard:
        trial.tell(rule_ids.FLIP_MOMENT, "the effect that emptied the deck is finished")
        piles.flip(trial)
        return True
    return False


def fall(trial: Trial, fallen: list[Seat]) -> None:
    """Players at 0 are out, all together; the game may be over (KEK-60, KEK-63)."""
    for seat in fallen:
        trial.change_player(seat, alive=False)
        trial.announce(rule_ids.ZERO, f"{trial.name(seat)} is at 0 and out")
    living = trial.living()
    if not living:
        if trial.data.switches.all_die_together == ACTIVE_WINS and trial.active in fallen:
            why = f"nobody is left, and it is the turn of {trial.name(trial.active)}"
            flow.over(trial, (trial.active,), why, rule_ids.ALL_DRAW, "win")
        else:
            trial.tell(rule_ids.ALL_OUT, "all who were left reached 0 together")
            flow.over(trial, (), "all who were left reached 0 together: a draw", rule_ids.ALL_DRAW, "tie")
        return
    sides = {trial.teams[seat] if trial.teams else seat for seat in living}
    if len(sides) == 1:
        if trial.teams:
            team = tuple(seat for seat in range(len(trial.players)) if trial.teams[seat] in sides)
            flow.over(trial, team, "no other team is left", rule_ids.TEAM_WINS, "win")
        else:
            flow.over(trial, (living[0],), f"{trial.name(living[0])} is the last one left", rule_ids.WIN, "win")
        return
    trial.leaving = (*trial.leaving, *trial.in_turn(fallen))


def fall_outside(trial: Trial) -> None:
    """Somebody reached 0 by no effect: gave up, or was set to 0 (KEK-60).

    The last one above 0 wins at once. While a hand is asked for nothing is half done, so they fall at once, too.
    """
    fallen = [seat for seat in trial.living() if trial.players[seat].life <= 0]
    left = {trial.teams[seat] if trial.teams else seat for seat in trial.speaking()}
    if fallen and (len(left) < 2 or trial.leaving):
        fall(trial, fallen)
        if trial.winners is not None:
            trial.question = None


def ask_no_more(trial: Trial, seat: Seat) -> None:
    """What was asked of somebody who is at 0 is asked no more; a window opens anew for the others."""
    question = trial.question
    if question is None or question.rule == rule_ids.OUT_CARDS:
        return
    if question.kind == WINDOW:
        trial.question = None
    elif question.seat == seat and trial.stack and trial.stack[-1].begun:
        trial.question = None
        top = trial.stack[-1]
        if top.kind == DAMAGE:
            trial.change_item(top.number, at=top.at + 1)
        else:
            trial.drop_item(top.number)
            if top.kind == CARD:
                trial.discard.append(top.card)
    elif question.seat == seat:
        trial.question = None


def clear(trial: Trial, seat: Seat) -> bool:
    """The cards of a player who is out (KEK-62); the hand is asked for last."""
    to = play_area.ASIDE if trial.data.switches.eliminated_cards == OUT_OF_GAME else play_area.DISCARD_PILE
    play_area.give_back(trial, only_of=seat)
    _end_announced(trial, seat, to)
    own = [card for card in trial.play if card.controller == seat]
    for card in own:
        play_area.put_away(trial, card, to, silent=True)
    if own:
        trial.tell(rule_ids.OUT_CARDS, f"the cards of {trial.name(seat)} go to the {to}")
        trial.tell(rule_ids.OUT_TO_DISCARD, f"{counted(len(own), 'card')} to the {to}")
    hand = trial.players[seat].hand
    heir = teammate(trial, seat) if trial.data.switches.legacy_rule else None
    if hand and heir is not None:
        _inherit(trial, seat, heir)
    elif hand:
        all_of_it = "the last card" if len(hand) == 1 else f"all {len(hand)} cards"
        why = f"{trial.name(seat)} is out: discard {all_of_it} of the hand, each by name, in any order"
        trial.tell(rule_ids.OUT_CARDS, why)
        trial.question = Question(DISCARD, seat, rule_ids.OUT_CARDS, why, least=len(hand), most=len(hand))
        return True
    trial.leaving = trial.leaving[1:]
    if seat == trial.active and not trial.phase.startswith(IN_SETUP) and trial.phase != END_LAST:
        trial.tell(rule_ids.ZERO, f"the turn of {trial.name(seat)} ends")
        flow.enter(trial, END_LAST)
    return True


def _end_announced(trial: Trial, seat: Seat, to: str) -> None:
    """Waiting triggers and announcements of that player end; announced cards go first."""
    trial.queue = [each for each in trial.queue if each.seat != seat]
    for item in [item for item in trial.stack if item.seat == seat]:
        trial.drop_item(item.number)
        if item.kind == CARD:
            if to == play_area.ASIDE:
                trial.aside = (*trial.aside, item.card)
            else:
                trial.discard.append(item.card)
            trial.announce(rule_ids.OUT_CARDS, f"{trial.data.label(item.card)} goes to the {to} without effect")
        elif item.kind == DRAWING:
            trial.tell(rule_ids.OUT_CARDS, "the draw ends")
    if trial.question is not None and trial.question.kind not in SOFT and trial.question.seat == seat:
        trial.question = None


def teammate(trial: Trial, seat: Seat) -> Seat | None:
    """The nearest living teammate clockwise."""
    count = len(trial.players)
    others = ((seat + step) % count for step in range(1, count))
    return next((other for other in others if trial.players[other].alive and trial.are_teammates(seat, other)), None)


def _inherit(trial: Trial, seat: Seat, heir: Seat) -> None:
    """Legacy Rule: the hand goes to a teammate, unseen (KEK-V05)."""
    hand = trial.players[seat].hand
    trial.announce(rule_ids.LEGACY, f"the hand of {trial.name(seat)} goes to {trial.name(heir)}")
    trial.change_player(seat, hand=())
    trial.change_player(heir, hand=(*trial.players[heir].hand, *hand))
    hidden_cards.hand_over(trial, seat, heir, len(hand))
    if trial.data.is_digital:
        count = len(trial.players[heir].hand)
        why = f"{trial.name(heir)} takes up the hand of {trial.name(seat)}"
        trial.question = Question(LOOKED, TABLE, rule_ids.LEGACY, why, "hand", (), count, count, to=heir)
