"""The rules of Suomi 1918, as they are declared: where cards lie, what a turn asks, what each answer does.

`marks` (what is printed) → `table` (zones, what lies where, why it cannot be) → this → `corrections`, `playtest`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pnp.games.suomi1918.moves import COLOURS, Claim, Discard, Play, Resign, Show
from pnp.games.suomi1918.table import (
    BEGUN,
    DEAD,
    DISCARD,
    DRAW,
    ENDED,
    HAND,
    REMOVED,
    SHUFFLES,
    STACK,
    VICTORIES,
    VICTORY,
    WINNER,
    check_held,
    in_order,
    is_aim,
    is_automatic,
    is_dead,
    is_frozen,
    lacking,
    marks_of,
    may_hold_victory,
    place_of,
    playable,
    printed,
    reached,
    starter,
    tops_of,
    unmet,
)
from pnp.library.words import join_texts
from pnp.referee.kernel import TABLE, Deal, Decision, Message, Move, Pass, Phase, Question, Seat, Trial
from pnp.referee.kernel.question import Due
from pnp.referee.kernel.zone import UNSEEN, Cards, kinds_of
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.params import UNKNOWN

if TYPE_CHECKING:
    from pnp.referee.hidden.accusation import Accusation

TURN = Question("SOC-12", "play_opening")
RESIGNING = Question("SOC-49", "no_resigning")
DEALING = Question("SOC-29", "deal")


def begin(t: Trial) -> None:
    """Victory cards first (SOC-02), then the hands, with all low cards in them (SOC-05 to SOC-08)."""
    t.pass_turn(to=TABLE)
    t.deal(VICTORIES, VICTORY, 1, "SOC-02")
    t.deal(DRAW, HAND, t.constant("hand_size"), "SOC-07")


def on_turn(t: Trial) -> tuple[Seat, ...]:
    """Whose turn it is; before the first card whoever may hold black 1 (SOC-10)."""
    if t.turn != TABLE:
        return (t.turn,)
    first = starter(t)
    if first is not None:
        return (first,)
    return tuple(seat for seat in t.seats if t.is_hidden(HAND[seat])) or t.seats


# What is refused before anything else


def check_order(t: Trial, m: Move) -> None:
    """The game goes on, all is dealt, and it is the seat's turn (SOC-02, SOC-07, SOC-12, SOC-29, SOC-40)."""
    over, dues = t.get("over"), t.dues
    if over is not None and not (type(m) is Deal and dues):
        t.bar("SOC-40", "referee.over", reason=over.reason)
    if type(m) is Deal:
        check_deal(t, m, dues)
    elif m.seat == TABLE:
        t.bar(REF_SEAT, "table_plays_not")
    elif t.is_overruled:
        if dues and not t[BEGUN]:
            t.bar(dues[0].rule, "not_dealt_yet")
        if type(m) is Resign:
            t.bar("SOC-49", "no_resigning")
    elif type(m) is Resign:
        check_may_resign(t, m, dues)
    elif type(m) is Claim and (dues or m.seat not in on_turn(t)):
        if not dues and t.turn == TABLE:
            check_begun(t)
        t.bar("SOC-35a", "not_start_of_turn", seat=m.seat)
    elif dues and (m.seat == t.turn or dues[0].rule != "SOC-29"):
        t.bar(dues[0].rule, "must_be_dealt", seat=dues[0].to[1], count=dues[0].count)
    elif m.seat not in on_turn(t):
        first = starter(t) if t.turn == TABLE and t.is_digital else t.turn
        if first != TABLE and first is not None:
            t.bar("SOC-12", "referee.not_your_turn", turn_seat=first, seat=m.seat)
        check_held(t, m.seat, getattr(m, "card", opening(t)))
        check_begun(t)


def check_deal(t: Trial, m: Deal, dues: list[Due]) -> None:
    """A deal that is due, of cards that are left (SOC-02, SOC-05 to SOC-07, SOC-29)."""
    if m.seat != TABLE:
        t.bar(REF_SEAT, "referee.table_deals")
    if not t.is_digital:
        t.bar("SOC-41", "drawn_by_hand")
    if t.is_overruled:
        if m.to == TABLE or not m.cards:
            t.bar(REF_SEAT, "referee.to_a_seat")
        if dues and dues[0].rule == "SOC-02" and len(m.cards) != 1:
            t.bar("SOC-02", "one_victory_each")
        if len(m.cards) > len(t[DRAW]):
            t.bar("SOC-32", "pile_has", left=len(t[DRAW]), count=len(m.cards))
    elif not dues:
        t.bar("SOC-29" if t[DRAW] or t[DISCARD] else "SOC-32", "none_due", seat=m.to)
    else:
        due = next((due for due in dues if due.to[1] == m.to and due.rule == dues[0].rule), None)
        if due is None:
            t.bar(dues[0].rule, "next_deal_for", due_seat=dues[0].to[1], seat=m.to)
        if len(m.cards) != due.count:
            t.bar(due.rule, "deal_size", seat=m.to, due=due.count, count=len(m.cards))
    rule = dues[0].rule if dues else "SOC-29"
    check_dealt(t, [card for card in m.cards if card != UNKNOWN], rule)


def check_dealt(t: Trial, cards: list[str], rule: str) -> None:
    """Cards can be where they are dealt from: low ones are on top of the others (SOC-02, SOC-05, SOC-06)."""
    if rule == "SOC-02":
        for card in cards:
            if not is_aim(t, card):
                t.bar(rule, "victories_first", card=card)
            if not t.unseen(card):
                t.bar(rule, "was_dealt", card=card)
        return
    if len(set(cards)) < len(cards):
        t.bar(rule, "dealt_twice")
    for card in cards:
        if is_aim(t, card) or not t.unseen(card):
            place = place_of(t, card) or t.message("not_in_pile")
            t.bar("SOC-05" if is_aim(t, card) else rule, "place", card=card, place=place)
    if rule == "SOC-07":
        low = printed(t).low
        high = sum(card not in low for seat in t.seats for card in t.known(HAND[seat]))
        high += sum(card not in low for card in cards)
        room = max(t.constant("hand_size") * len(t.seats) - len(low), 0)
        if high > room:
            t.bar("SOC-06", "low_on_top", room=room, count=high)


def check_may_resign(t: Trial, m: Resign, dues: list[Due]) -> None:
    """A player who is still in the game, once it has begun (SOC-49)."""
    if m.seat not in t.playing:
        t.bar("SOC-49", "is_out_already", seat=m.seat)
    if not t[BEGUN]:
        t.bar("SOC-49", "opening_not_laid", card=opening(t))
    if dues:
        t.bar(dues[0].rule, "must_be_dealt_one", seat=dues[0].to[1])


# What may be done


@TURN.lists
def options(t: Trial, seat: Seat) -> list[Move]:
    """Claims that can be true; a card that fits, or else one laid aside (SOC-25 to SOC-35)."""
    now, marks, moves = playable(t), printed(t), list[Move]()
    hand = tuple(dict.fromkeys((*kinds_of(t.read(HAND[seat])), *t.may_lie(HAND[seat]))))  # in the order of the draws
    if now.wins:
        moves += [Claim(seat, card) for card in marks.victories if card in now.wins and may_hold_victory(t, seat, card)]
        if moves and is_automatic(t) and now.wins.intersection(t[VICTORY[seat]]):
            return moves
    moves += [Play(seat, card) for card in hand if card in now.fits]
    if not t[BEGUN] or not now.fits.isdisjoint(t[HAND[seat]]) or must_fit(t, seat):
        return moves
    if not t[HAND[seat]]:
        return [*moves, Pass(seat)]
    shows = not t[DRAW] and not t[DISCARD]
    kind = Show if shows else Discard
    moves += [kind(seat, card) for card in hand if card not in now.fits and card not in UNSEEN]
    return moves if shows or t.option("stuck_player_must_discard") else [*moves, Pass(seat)]


def must_fit(t: Trial, seat: Seat) -> bool:
    """The counts alone prove that a hidden card of the hand fits: to claim that none does would be false."""
    return t.knowledge is not None and t.is_hidden(HAND[seat]) and t.must_lie(playable(t).fits, HAND[seat])


@TURN.asks
def what_to_do(t: Trial, seat: Seat) -> Decision:
    """What is to be done, with the cards that fit as far as everybody knows."""
    marks, now = printed(t), playable(t)
    if not t[BEGUN]:
        return Decision(seat, ("play",), t.message("play_opening", card=opening(t)), "SOC-10")
    own = t[VICTORY[seat]]
    if is_automatic(t) and now.wins.intersection(own):
        return Decision(seat, ("claim",), t.message("claim_own", card=own[0]), "SOC-35b")
    wins = [card for card in marks.victories if card in now.wins and may_hold_victory(t, seat, card)]
    verbs, rule, then = what_of_hand(t, seat)
    if not wins or is_automatic(t):
        return Decision(seat, verbs, then, rule)
    if t[HAND[seat]]:
        named = (t.message("plain", what=card) for card in wins)
        then = t.message("claim_first", cards=join_texts(t.message("or"), named), then=then)
    return Decision(seat, ("claim", *verbs), then, rule)


def what_of_hand(t: Trial, seat: Seat) -> tuple[tuple[str, ...], str, Message]:
    """What is to be done with the hand: verbs, rule, words."""
    hand, fits = t[HAND[seat]], playable(t).fits
    if not hand:
        return ("pass",), "SOC-34", t.message("pass_empty_hand")
    verb, rule = ("discard", "SOC-27") if t[DRAW] or t[DISCARD] else ("show", "SOC-33")
    others: tuple[str, ...] = (verb,)
    aside = t.message(f"{verb}_one")
    if verb == "discard" and not t.option("stuck_player_must_discard"):
        others, aside = ("discard", "pass"), t.message("discard_one_or_pass")
    if is_dead(t):
        return others, "SOC-36", t.message("nothing_playable", aside=aside)
    known = in_order(t, fits.intersection(hand))
    maybe = in_order(t, (card for card in t.may_lie(HAND[seat]) if card in fits and card not in known))
    if known:
        why = "play_fitting_or" if maybe else "play_fitting"
        return ("play",), "SOC-25", t.message(why, cards=known, more=maybe)
    if not maybe:
        return others, rule, t.message("nothing_fits", aside=aside)
    is_second = sum(len(t[STACK[colour]]) for colour in COLOURS) == 1 and not t[DISCARD]
    rule = "SOC-15" if is_second else "SOC-25"
    if must_fit(t, seat):
        return ("play",), rule, t.message("play_must_be_held", cards=maybe)
    return ("play", *others), rule, t.message("play_if_held", cards=maybe, aside=aside)


# Playing


def opening(t: Trial) -> str:
    """The card that is played first (SOC-14)."""
    return printed(t).opening


def to_play(t: Trial, seat: Seat) -> list[Move]:
    """Every card that may be in the hand."""
    return [Play(seat, card) for card in t.may_lie(HAND[seat])]


def aside(kind: type[Discard | Show]) -> Callable[[Trial, Seat], list[Move]]:
    """Every card that may be laid aside: none where one of the hand certainly fits."""
    return lambda t, seat: [] if must_fit(t, seat) else [kind(seat, card) for card in t.may_lie(HAND[seat])]


def check_begun(t: Trial, card: str = "") -> None:
    """The first turn puts black 1 on the table (SOC-14)."""
    if not t[BEGUN] and card != opening(t):
        why = "first_is_not" if card else "first_must_be"
        t.refuse("SOC-14", why, card=opening(t), other=card)


def check_not_won(t: Trial, seat: Seat) -> None:
    """Where the referee announces a win, the game is won before anything is played (SOC-35b)."""
    if is_automatic(t) and playable(t).wins.intersection(t[VICTORY[seat]]):
        t.refuse("SOC-35b", "won_already", seat=seat, line=f"claim {t[VICTORY[seat]][0]}")


@TURN.answer(Play, offers=to_play)
def play(t: Trial, m: Play) -> None:
    """A number card goes on its stack, an action card takes the top of a stack away (SOC-16 to SOC-24)."""
    check_held(t, m.seat, m.card)
    check_begun(t, m.card)
    check_not_won(t, m.seat)
    if m.card not in playable(t).fits:
        if not t.can_lie(m.card, HAND[m.seat]):
            t.refuse("SOC-13", "kernel.no_distribution", card=m.card, seat=m.seat)
        refuse_fit(t, m.card)
    t.agreed()
    has_begun = t[BEGUN]
    rules, card, was_met = printed(t), printed(t).cards[m.card], playable(t).wins
    if card.value:
        lay(t, m)
    else:
        take_away(t, m)
    t.put(BEGUN, True)
    if m.card in rules.low and not t[SHUFFLES] and has_begun:
        t.note("SOC-44", "held_since_deal", seat=m.seat, card=card.id)
    if card.ending:
        t.note("SOC-26", "ends_and_still", card=card.id)
        t.pass_turn(after=m.seat)
        end_with(t, m.card)
        return
    gone = () if card.value else t[DISCARD][-1:]
    end_turn(t, m.seat, bool(card.value) or t.option("draw_after_action"), gone, was_met)


def lay(t: Trial, m: Play) -> None:
    """A number card goes on its stack (SOC-16 to SOC-21)."""
    rules, card = printed(t), printed(t).cards[m.card]
    colour, tops = rules.colours[card.at], tops_of(t)
    if not t[BEGUN]:
        t.note("SOC-08", "low_were_dealt", card=card.id)
        t.note("SOC-10", "starts", seat=m.seat)
    elif sum(tops) == 1 and not t[SHUFFLES] and not t[DISCARD]:
        t.note("SOC-15", "second_turn", cards=in_order(t, playable(t).fits))
    if tops[card.at]:
        t.note("SOC-17", "goes_on", card=card.id, colour=colour, top=tops[card.at])
    else:
        t.note("SOC-09", "stack_is_empty", card=card.id, colour=colour)
    if card.needs or card.limits:
        t.note("SOC-21", "before_laid", marks=marks_of(t, card))
    t.move(m.card, HAND[m.seat], STACK[colour])


def take_away(t: Trial, m: Play) -> None:
    """The top of a stack goes to the discard pile, the action card leaves the game (SOC-23, SOC-24)."""
    rules, card = printed(t), printed(t).cards[m.card]
    colour = rules.colours[card.at]
    gone = t[STACK[colour]][-1:]
    t.move(m.card, HAND[m.seat], REMOVED)
    t.move(gone, STACK[colour], DISCARD, last=True)
    top = tops_of(t)[card.at]
    why = "gone_shows" if top else "gone_empties"
    t.note("SOC-23", why, gone=in_order(t, gone), colour=colour, top=top)
    t.note("SOC-24", "leaves_game", card=card.id)
    t.announce("", "action_takes", gone=in_order(t, gone), card=card.id)


def refuse_fit(t: Trial, id: str) -> None:
    """Why a card does not fit (SOC-18 to SOC-20, SOC-22)."""
    card, tops = printed(t).cards[id], tops_of(t)
    if not card.value:
        needs = lacking(t, card) or t.message("card_to_take")
        t.refuse("SOC-22", "needs", card=card.id, lacking=needs)
        return
    top, colour = tops[card.at], printed(t).colours[card.at]
    if card.value != top + 1:
        why = "next_is" if top else "first_is"
        t.refuse("SOC-18", why, colour=colour, top=top, next=top + 1, card=card.id)
    if card.is_met(tops):
        t.refuse("SOC-20", "is_blocked", card=card.id, reached=reached(t, card))
    t.refuse("SOC-19", "needs", card=card.id, lacking=lacking(t, card))


# Laying aside: the duty to play


def check_stuck(t: Trial, seat: Seat, card: str = "") -> None:
    """No card of the hand fits, as far as anybody can see (SOC-25, SOC-42)."""
    if card:
        check_held(t, seat, card)
    check_begun(t)
    check_not_won(t, seat)
    fits = playable(t).fits
    if card in fits:
        t.refuse("SOC-25", "itself_fits", card=card)
    fitting = [held for held in t[HAND[seat]] if held in fits]
    if fitting:
        t.refuse("SOC-25", "holds_fitting", seat=seat, cards=in_order(t, fitting))


def says_nothing_fits(t: Trial, seat: Seat, card: str = "") -> None:
    """The line says so of the whole hand, and is believed until a card proves it false (SOC-42, SOC-43)."""
    if t.knowledge is None and not t.is_hidden(HAND[seat]):
        return  # the referee dealt the hand
    fits = playable(t).fits
    hidden = [kind for kind in fits if t.open_place(kind) is None]  # everybody reads what is believed
    t.claim_with(card, HAND[seat], fits, "SOC-25", "holds_none", seat=seat, cards=in_order(t, hidden))


def note_belief(t: Trial, seat: Seat) -> None:
    """Whether it had to be believed."""
    if t.is_believed:
        t.note("SOC-42", "believed", seat=seat)
        t.note("SOC-43", "found_out_later", seat=seat)


def had_said(t: Trial, item: Accusation, event: Any) -> str:
    """What a line that is false, or in doubt, had said (SOC-43). event: what brought it to light"""
    claim, card = item.claim, item.proved_by
    if not item.certain:
        return t.message("nothing_fitted")
    if card is None or claim.ply == item.found_at:
        return t.message("too_few_unfitting")
    where = getattr(event, "source", None) or getattr(event, "place", None)
    return t.message("was_in_hand" if card in claim.kinds and claim.by == where else "leaves_none", card=card)


@TURN.answer(Discard, offers=aside(Discard))
def discard(t: Trial, m: Discard) -> None:
    """No card of the hand fits: one goes to the discard pile, and another is drawn (SOC-27)."""
    check_stuck(t, m.seat, m.card)
    if not t[DRAW] and not t[DISCARD]:
        t.refuse("SOC-33", "show_instead")
    t.agreed()
    says_nothing_fits(t, m.seat, m.card)
    t.move(m.card, HAND[m.seat], DISCARD)
    t.note("SOC-27", "discards", seat=m.seat, card=m.card)
    if not printed(t).cards[m.card].value:
        t.note("SOC-28", "stays_in_game", card=m.card)
    note_belief(t, m.seat)
    end_turn(t, m.seat, True)


@TURN.answer(Show, offers=aside(Show))
def show(t: Trial, m: Show) -> None:
    """No card of the hand fits and none can be drawn: one is shown and taken back (SOC-33)."""
    check_stuck(t, m.seat, m.card)
    if t[DRAW] or t[DISCARD]:
        why = "pile_can_be_drawn" if t[DRAW] else "discards_can_be_drawn"
        t.refuse("SOC-33", why, count=len(t[DRAW]) or len(t[DISCARD]))
    t.agreed()
    says_nothing_fits(t, m.seat, m.card)
    t.reveal(m.card, HAND[m.seat])
    t.note("SOC-46", "is_known_now", card=m.card, seat=m.seat)
    t.announce("", "goes_back", card=m.card)
    note_belief(t, m.seat)
    end_turn(t, m.seat, False)


@TURN.answer(Pass, offers=lambda t, seat: [] if must_fit(t, seat) else [Pass(seat)])
def pass_(t: Trial, m: Pass) -> None:
    """The hand is empty (SOC-34); or nothing in it fits and the table plays so (SOC-27 with its switch)."""
    hand = t[HAND[m.seat]]
    check_begun(t)
    check_not_won(t, m.seat)
    if hand and t.option("stuck_player_must_discard"):
        t.refuse("SOC-34", "hand_not_empty", seat=m.seat, count=len(hand))
    if hand:
        check_stuck(t, m.seat)
        if not t[DRAW] and not t[DISCARD]:
            t.refuse("SOC-33", "show_instead")
    t.agreed()
    t.note("SOC-11", "turn_goes_to", seat=next(iter(t.others(m.seat)), m.seat))
    if hand:
        says_nothing_fits(t, m.seat)
        note_belief(t, m.seat)
    end_turn(t, m.seat, False)


# The end of a turn


def end_turn(t: Trial, seat: Seat, draws: bool, gone: Cards = (), was_met: frozenset[str] | None = None) -> None:
    """A card is drawn, if one is, and the next turn begins (SOC-29 to SOC-32, SOC-11)."""
    shuffled = len(t[DISCARD]) if draws and not t[DRAW] else 0
    if shuffled:
        t.shuffle(t[DISCARD], DISCARD, DRAW)
        t.put(SHUFFLES, t[SHUFFLES] + 1)
    drawn = t.draw(DRAW, HAND[seat], rule="SOC-29") if draws else 0
    was_dead = t[DEAD]
    t.pass_turn(after=seat)
    if is_dead(t) or not (drawn or any(t[HAND[each]] for each in t.seats)):
        t.put(DEAD, was_dead if t.turn in was_dead else (*was_dead, t.turn))
    else:
        t.put(DEAD, ())
    is_over = not (drawn and t.is_digital) and is_frozen(t)
    if shuffled:
        t.announce("", "reshuffled" if t.is_digital else "reshuffle_now", count=shuffled)
    elif not drawn and (draws or was_met is not None):
        t.announce("", "piles_empty" if draws else "action_draws_nothing", seat=seat)
    if draws and not is_over:
        note_draw(t, seat, shuffled, drawn, gone)
    met = playable(t).wins - was_met if was_met is not None else ()
    if met:
        t.announce("", "met_now", cards=in_order(t, met))
    if t[DEAD] and not was_dead and is_dead(t) and not is_over:
        t.announce("", "frozen_soon")


def note_draw(t: Trial, seat: Seat, shuffled: int, drawn: int, gone: Cards) -> None:
    """Why a card is drawn, or none."""
    if shuffled:
        t.note("SOC-30", "discards_become_pile", count=shuffled)
        if gone:
            t.note("SOC-31", "shuffled_in_too", card=in_order(t, gone))
        if not t.is_digital:
            t.note("SOC-45", "shuffle_then_draw", seat=seat)
    if drawn:
        t.note("SOC-29", "draws_one", seat=seat)
    else:
        t.note("SOC-32", "draws_nothing", seat=seat)


# Claims and ends


@TURN.answer(Claim, offers=lambda t, seat: [Claim(seat, card) for card in printed(t).victories])
def claim(t: Trial, m: Claim) -> None:
    """The conditions of the own victory card are met at the start of the own turn (SOC-35, SOC-35a, SOC-48)."""
    check_begun(t)
    card = printed(t).cards[m.card]
    if card.deck != "victory":
        t.bar("SOC-35", "no_victory_card", card=card.id)
    is_held = may_hold_victory(t, m.seat, m.card)
    # The stacks come first: at a digital table nobody learns whose card it is by claiming one that is not met.
    if m.card not in playable(t).wins and (t.is_digital or is_held):
        is_seen = not t.is_digital and t[VICTORY[m.seat]] == (UNKNOWN,)
        line = f"table: adjust victory {t.setup.name(m.seat)} {m.card}"
        why = "not_met_and_seen" if is_seen else "not_met"
        t.refuse("SOC-35", why, card=card.id, unmet=unmet(t, card), line=line)
    if not is_held:
        refuse_victory(t, m)
    t.agreed()
    t.note("SOC-35a", "start_of_turn", seat=m.seat, marks=marks_of(t, card))
    t.note("SOC-35b", "referee_announces" if is_automatic(t) else "claimed_before_play")
    t.reveal(m.card, VICTORY[m.seat])
    t.put(WINNER, m.seat)
    end_with(t, m.card)


def refuse_victory(t: Trial, m: Claim) -> None:
    """Why this victory card cannot be the seat's (SOC-48)."""
    own, card = t[VICTORY[m.seat]], m.card
    if t.is_digital:
        t.bar("SOC-48", "not_the_victory", card=card, seat=m.seat)
    holder = next((seat for seat in t.seats if m.card in t[VICTORY[seat]]), None)
    if holder is not None:
        t.bar("SOC-48", "victory_of", card=card, seat=holder)
    t.bar("SOC-48", "holds_other_victory", seat=m.seat, own=in_order(t, own), card=card)


def announced(t: Trial) -> Move | None:
    """The referee announces a win itself where it knows the victory cards (SOC-35b)."""
    if not is_automatic(t) or t.turn == TABLE or t.get("stack") or t.get("over"):
        return None
    won = playable(t).wins.intersection(t[VICTORY[t.turn]])
    return Claim(t.turn, *won) if won else None


def end_with(t: Trial, id: str) -> None:
    """A card ends the game: a victory, peace or collapse (SOC-35, SOC-37, SOC-38)."""
    card = printed(t).cards[id]
    t.put(ENDED, id)
    if t[WINNER] is not None:
        over(t, [t[WINNER]], "SOC-35", "won", "win", seat=t[WINNER], card=card.id)
        return
    if card.ending == "all_lose":
        over(t, [], "SOC-38", "all_lose", "collapse", card=card.id)
    else:
        over(t, [], "SOC-37", "nobody_wins", "peace", card=card.id)


def over(t: Trial, winners: list[Seat], rule: str, why: str, kind: str, **args: object) -> None:
    """The game is over (SOC-39, SOC-40)."""
    t.note(rule, why, **args)
    t.note("SOC-39", f"result_{kind}")
    t.end(winners, rule, why, kind=kind, closing="SOC-40", **args)


def ending(t: Trial) -> None:
    """One alone is left (SOC-49), or nothing can be played any more and nobody has won (SOC-36)."""
    if len(t.playing) == 1:
        over(t, [*t.playing], "SOC-49", "alone_left", "resigned", seat=t.playing[0])
    elif t[DEAD] and is_frozen(t):
        over(t, [], "SOC-36", "frozen_over", "frozen")


@RESIGNING.answer(Resign, offers=lambda t, seat: [])
def resign(t: Trial, m: Resign) -> None:
    """Out: the hand is shuffled into the draw pile unseen, and the others play on (SOC-49)."""
    t.agreed()
    hand = t[HAND[m.seat]]
    told = [t.message("is_out", seat=m.seat)]
    if hand:
        into = "hand_goes_to_pile" if t.is_digital else "shuffle_hand_in"
        told.insert(0, t.message(into, seat=m.seat, count=len(hand)))
        t.shuffle(hand, HAND[m.seat], DRAW)
    t.note("SOC-49", "plain", what=join_texts("; ", told))
    for each in told:
        t.announce("", "plain", what=each)
    t.leave(m.seat)
    if t.turn == m.seat:
        t.pass_turn(after=m.seat)
        if t[DEAD] and t.turn not in t[DEAD]:
            t.put(DEAD, (*t[DEAD], t.turn))


@DEALING.asks
def what_is_due(t: Trial, table: Seat) -> Decision:
    """The deals that are due."""
    rule = t.dues[0].rule
    each = (t.message("count_to", count=due.count, seat=due.to[1]) for due in t.dues if due.rule == rule)
    why = t.message("deal", victory=rule == "SOC-02", owed=join_texts(", ", each))
    return Decision(table, ("deal",), why, rule)


PLAYING = Phase("play", TURN, on_turn)
ASIDES = (Phase("resign", RESIGNING, lambda t: t.seats),)
