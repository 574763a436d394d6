"""Corrections of fact: `table: adjust …`. In: a state and how things really are. Out: the corrected state, or Illegal.

Invariant: every card stays in one place; a correction of cards drops what earlier lines had proved about hidden ones.
"""

from __future__ import annotations

from typing import Annotated

from pnp.games.keko.game_data import LOCATION
from pnp.games.keko.params import CARD_IN_PLAY, split_number
from pnp.games.keko.phases.elimination import eliminate_outside_effects, withdraw_questions
from pnp.games.keko.phases.flow import enter_phase
from pnp.games.keko.resolution.loop import run
from pnp.games.keko.state import BETWEEN_MOVES, DRAW, EVERYBODY, NOBODY, OVER, PART_ONE, InPlay, KekoState, bit
from pnp.games.keko.trial import Trial
from pnp.games.keko.windows import WINDOW
from pnp.games.keko.zones import hidden_cards, piles
from pnp.games.keko.zones.play_area import arrive, put_away
from pnp.referee.correction import SetHand, SetScore, SetTurn, counted_hand, of_a_player
from pnp.referee.game import Adjustment
from pnp.referee.kernel_rules import REF_PLACES
from pnp.referee.move import Move
from pnp.referee.params import AMOUNT, CARD, SEAT, UNKNOWN, ListParam, OptionalParam, WordParam
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat


class SetCounters(Move, frozen=True):
    """`table: adjust counters shibber.2 3`."""

    verb = "counters"

    card: Annotated[str, CARD_IN_PLAY]
    count: Annotated[int, AMOUNT]


class SetToken(Move, frozen=True):
    """`table: adjust token moo on`: an imprison token lies on a Creature, or none."""

    verb = "token"

    card: Annotated[str, CARD_IN_PLAY]
    lies: Annotated[str, WordParam(("on", "off"))]


class SetControl(Move, frozen=True):
    """`table: adjust control moo ben`: who controls a card in play."""

    verb = "control"

    card: Annotated[str, CARD_IN_PLAY]
    of: Annotated[Seat, SEAT]


class SetInPlay(Move, frozen=True):
    """`table: adjust play moo ben`: a card lies in play."""

    verb = "play"

    card: Annotated[str, CARD]
    of: Annotated[Seat, SEAT]


class SetAway(Move, frozen=True):
    """`table: adjust away moo`: a card in play lies on the discard pile."""

    verb = "away"

    card: Annotated[str, CARD_IN_PLAY]


class SetDiscard(Move, frozen=True):
    """`table: adjust discard moo shibber`: the discard pile, the oldest card first."""

    verb = "discard"

    cards: Annotated[tuple[str, ...], OptionalParam(ListParam(CARD), ())]


class SetPhase(Move, frozen=True):
    """`table: adjust phase ACTION.1`."""

    verb = "phase"

    phase: Annotated[str, WordParam(BETWEEN_MOVES)]


def refuse_half_done(t: Trial) -> Illegal | None:
    """Facts are corrected between moves only: what is half done would not fit them any more."""
    if t.stack or (t.question is not None and t.queue):
        return t.refusal("KEK-25", "finish_stack_first")
    return None


def finish_correction(t: Trial, cards_moved: bool = True) -> KekoState | Illegal:
    """The state after a correction, with what follows from it."""
    if any(count < 0 for count in t.unplaced_copies().values()):
        short = next(card for card, count in t.unplaced_copies().items() if count < 0)
        return t.refusal(REF_PLACES, "not_so_many_copies", card=t.data.label(short))
    unknown = sum(card == UNKNOWN for player in t.players for card, _ in player.hand)
    unknown += sum(card == UNKNOWN for card, _ in (*t.deck_top, *t.deck_bottom))
    middle = sum(count for count in t.unplaced_copies().values()) - unknown
    if middle < 0:
        return t.refusal(REF_PLACES, "places_too_full", count=-middle)
    if cards_moved:
        t.deck_middle = middle
        t.shuffles += 1
        piles.note_stock(t)
        if not t.data.is_digital:
            t.knowledge = hidden_cards.begin(t)
    if t.phase not in (OVER,) and t.question is None and not t.phase.startswith("SETUP"):
        run(t)
    return t.freeze()


def set_life(state: KekoState, move: SetScore) -> KekoState | Illegal:
    """A player's life; who had fallen wrongly is back."""
    t = Trial(state)
    if not t.players[move.of].character:
        return t.refusal("KEK-09", "no_character_yet")
    if move.score < 0:
        return t.refusal("KEK-61", "life_not_below_0")
    # Who is set to 0 falls like anybody else, when nothing is half done: cards go, the game may be over.
    t.change_player(move.of, life=move.score, alive=move.score > 0 or t.players[move.of].alive)
    if t.winners is not None and len({t.teams[s] if t.teams else s for s in t.living()}) > 1:
        t.winners, t.ending_text, t.ending_rule, t.ending_kind = None, "", "", "win"
        t.leaving_seats = ()
        t.phase, t.phase_begun = PART_ONE, True
    if not move.score and t.winners is None and not t.phase.startswith("SETUP"):
        if t.question is not None and t.question.kind is WINDOW:
            withdraw_questions(t, move.of)
        eliminate_outside_effects(t)
    return finish_correction(t, cards_moved=False)


def set_turn(state: KekoState, move: SetTurn) -> KekoState | Illegal:
    """Whose turn it is: in the Draw phase from the draw, else from Part One of the Action Phase."""
    t = Trial(state)
    refusal = refuse_half_done(t)
    if refusal:
        return refusal
    if t.phase.startswith("SETUP") or not t.players[move.of].alive:
        return t.refusal("KEK-08", "cannot_be_in_turn", seat=move.of)
    t.active, t.question, t.plays = move.of, None, 0
    enter_phase(t, DRAW if t.phase == DRAW else PART_ONE)
    t.phase_begun = True
    return finish_correction(t, cards_moved=False)


def set_phase(state: KekoState, move: SetPhase) -> KekoState | Illegal:
    """The phase of the player in turn."""
    t = Trial(state)
    refusal = refuse_half_done(t)
    if refusal:
        return refusal
    if t.phase.startswith("SETUP") or t.winners is not None:
        return t.refusal("KEK-15", "not_in_phase", phase=t.phase_name())
    t.question = None
    enter_phase(t, move.phase)
    t.phase_begun = True
    return finish_correction(t, cards_moved=False)


def set_hand(state: KekoState, move: SetHand) -> KekoState | Illegal:
    """How many cards a hand holds, or which; the others lie in the deck."""
    t = Trial(state)
    hand, seat = t.players[move.of].hand, move.of
    if isinstance(move.holds, int):
        counted = counted_hand([card for card, _ in hand], move.holds)
        if counted is None:
            names = t.data.labels(card for card, _ in hand if card != UNKNOWN)
            return t.refusal("KEK-H08", "is_known_to_hold", seat=seat, cards=names)
        cards: tuple[str, ...] = counted
    else:
        cards = move.holds
    strange = [card for card in cards if card != UNKNOWN and not t.data.cards[card].type]
    if strange:
        return t.refusal("KEK-02", "character_in_no_hand", card=t.data.label(strange[0]))
    known = bit(seat) if t.data.is_digital else EVERYBODY
    t.change_player(seat, hand=tuple((card, known if card != UNKNOWN else bit(seat)) for card in cards))
    return finish_correction(t)


def set_discard(state: KekoState, move: SetDiscard) -> KekoState | Illegal:
    """What lies on the discard pile."""
    t = Trial(state)
    if any(not t.data.cards[card].type for card in move.cards):
        return t.refusal("KEK-02", "characters_in_no_discard")
    t.discard = list(move.cards)
    return finish_correction(t)


def set_counters(state: KekoState, move: SetCounters) -> KekoState | Illegal:
    """Counters on a card in play."""
    t = Trial(state)
    card = named(t, move.card)
    if isinstance(card, Illegal):
        return card
    if move.count and not t.card_data(card).uses_counters:
        return t.refusal("KEK-37", "uses_no_counters", card=t.label(card))
    t.change(card.serial, counters=move.count)
    return finish_correction(t, cards_moved=False)


def set_token(state: KekoState, move: SetToken) -> KekoState | Illegal:
    """An imprison token."""
    t = Trial(state)
    card = named(t, move.card)
    if isinstance(card, Illegal):
        return card
    if t.card_data(card).type != "creature":
        return t.refusal("KEK-45", "is_no_creature", card=t.label(card))
    t.change(card.serial, imprisoned=move.lies == "on")
    return finish_correction(t, cards_moved=False)


def set_control(state: KekoState, move: SetControl) -> KekoState | Illegal:
    """Who controls a card."""
    t = Trial(state)
    card = named(t, move.card)
    if isinstance(card, Illegal):
        return card
    if card.controller == NOBODY:
        return t.refusal("KEK-31", "is_nobodys", card=t.label(card))
    t.change(card.serial, controller=move.of, back_to=NOBODY)
    return finish_correction(t, cards_moved=False)


def set_in_play(state: KekoState, move: SetInPlay) -> KekoState | Illegal:
    """A card lies in play, wherever it was thought to be hidden."""
    t = Trial(state)
    refusal = refuse_half_done(t)
    if refusal:
        return refusal
    card_data = t.data.cards[move.card]
    if not card_data.stays:
        return t.refusal("KEK-21", "does_not_stay", card=card_data.label)
    if t.unplaced_copies()[move.card] < 1:
        return t.refusal(REF_PLACES, "copies_elsewhere", card=card_data.label)
    arrive(t, move.card, 0 if card_data.type == LOCATION and move.of == TABLE else move.of)
    return finish_correction(t)


def set_away(state: KekoState, move: SetAway) -> KekoState | Illegal:
    """A card in play lies on the discard pile."""
    t = Trial(state)
    refusal = refuse_half_done(t)
    if refusal:
        return refusal
    card = named(t, move.card)
    if isinstance(card, Illegal):
        return card
    put_away(t, card, silent=True)
    return finish_correction(t)


def named(t: Trial, ref: str) -> InPlay | Illegal:
    """The card in play of that name and copy."""
    name, copy = split_number(ref, ".")
    found = [card for card in t.play if card.card == name and copy in (0, card.copy)]
    if len(found) == 1:
        return found[0]
    label = t.data.label(name)
    if found:
        return t.refusal("KEK-38", "name_the_copy", card=label, refs=tuple(map(t.ref, found)))
    return t.refusal("KEK-38", "copy_not_in_play" if copy > 1 else "not_in_play", card=label, copy=copy)


ADJUSTMENTS = (
    Adjustment(SetScore, of_a_player(set_life, "life"), "adjust_life"),
    Adjustment(SetTurn, of_a_player(set_turn, "referee.turn"), "adjust_turn"),
    Adjustment(SetHand, of_a_player(set_hand, "referee.hand"), "referee.adjust_hand"),
    Adjustment(SetCounters, set_counters, "adjust_counters"),
    Adjustment(SetToken, set_token, "adjust_token"),
    Adjustment(SetControl, of_a_player(set_control, "cards"), "adjust_control"),
    Adjustment(SetInPlay, of_a_player(set_in_play, "cards"), "adjust_play"),
    Adjustment(SetAway, set_away, "adjust_away"),
    Adjustment(SetDiscard, set_discard, "adjust_discard"),
    Adjustment(SetPhase, set_phase, "adjust_phase"),
)
