"""Investment cards out of a hand: played at any moment, discarded above the limit, laid open at the end.

In: a trial and a move. Out: what is refused, and what it does (DR-160 to DR-174, DR-198). What a card does
is read from its fields; `when` holds the only moment at which a card may be played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb

from pnp.games.drumroll.game_data import Colours, InvestmentCard, When
from pnp.games.drumroll.moves import Discard, Play, Reveal
from pnp.games.drumroll.params import NONE
from pnp.games.drumroll.phases.benefits import check_receiver, gains, receivers, why_not_gained
from pnp.games.drumroll.phases.double_vote import DOUBLE_VOTE
from pnp.games.drumroll.phases.final_scoring import score_all
from pnp.games.drumroll.phases.performances import AFTER_SHOW, all_have_appeared
from pnp.games.drumroll.question import Question
from pnp.games.drumroll.state import Cards, DrumRollState, can_hold, possible_cards, top_level
from pnp.games.drumroll.trial import Trial
from pnp.referee.kernel.line_trial import Refused
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

MOST_HANDS = 2000  # whole hands that are listed for a hidden one; a bigger hand is simply named


def _check_play(t: Trial, move: Play) -> InvestmentCard:
    """The card is in the hand, and this is its moment (DR-160, DR-166 to DR-170, DR-191)."""
    state, seat = t.state, move.seat
    if state.asks.in_setup:
        t.bar("DR-160", "played_from_turn_one")
    if state.players[seat].hand_revealed:
        t.bar("DR-149", "hand_is_open", seat=seat)
    card = state.data.investments.get(move.card)
    if card is None:
        t.bar("DR-191", "no_investment", cards=move.card)
    _check_held(t, seat, card.id)
    if early := _why_not_now(state, seat, card):
        t.refuse(*early, card=card.id, seat=seat, key=f"with={card.id}")
    _check_keys(t, card, move)
    _check_effect(t, move, card)
    return card


def _check_held(t: Trial, seat: Seat, card: str) -> None:
    """The hand must be able to hold it (DR-191, DR-199)."""
    state = t.state
    if can_hold(state, seat, card):
        return
    data, hand = state.data, state.players[seat].hand
    if not hand:
        t.bar("DR-191", "holds_none", seat=seat)
    if UNKNOWN not in hand:
        t.bar("DR-191", "does_not_hold", seat=seat, card=card)
    copies = data.investments[card].copies
    if state.investment_discards.count(card) >= copies:
        t.bar("DR-191", "all_lie_open", count=copies, card=card)
    t.bar("DR-191", "no_way_into_hand", card=card, seat=seat)


def _why_not_now(state: DrumRollState, seat: Seat, card: InvestmentCard) -> tuple[str, str] | None:
    """The rule and the message why this is not the moment printed on the card."""
    match card.when:
        case When.OWN_PLACEMENT:
            return "DR-042", "played_with_marker"
        case When.GAME_END:
            return "DR-170", "scores_at_end"
        case When.VOTES_OPEN if state.phase != DOUBLE_VOTE.id:
            return "DR-096", "played_after_votes"
        case When.NOT_IN_SHOWS if state.performing is not None and (
            state.performing == seat or not state.data.switches.fire_card_in_others_show
        ):
            return "DR-166", "not_in_a_show"
        case When.OWN_SHOW if not applause_is_due(state, seat):
            return "DR-169", "after_own_performers"
    if card.weight and seat in state.double_voters:
        return "DR-096", "counts_twice_already"
    return None


def applause_is_due(state: DrumRollState, seat: Seat) -> bool:
    """After the performers of the own show; a hand that the last of them made too full holds up what follows, not the
    applause (DR-115, DR-162, DR-169).
    """
    return state.performing == seat and (state.phase == AFTER_SHOW.id or all_have_appeared(state))


def _check_keys(t: Trial, card: InvestmentCard, move: Play) -> None:
    """Keys that the card does not ask for."""
    asked = {
        "gain": any(part.cubes for part in card.choices),
        "spend": any(part.spends for part in card.choices),
        "to": any(part.trailers for part in card.choices),
        "performer": card.fires,
    }
    for key, wanted in asked.items():
        if getattr(move, key) and not wanted:
            t.refuse("DR-168", "asks_no_key", what=card.id, key=f"{key}=")


def _check_effect(t: Trial, move: Play, card: InvestmentCard) -> None:
    if card.fires:
        if not move.performer:
            t.refuse_incomplete("needs_performer", card=card.id)
        if t.player(move.seat).performer(move.performer) is None:
            t.bar("DR-166", "not_in_circus", card=move.performer, seat=move.seat)
    elif card.choices:
        first = card.choices[0]
        if first.cubes:
            _check_resources(t, move, card)
        elif first.trailers:
            _check_trailer(t, move, card)
        elif first.spends:
            _check_spent(t, move, card, first.spends)


def _check_resources(t: Trial, move: Play, card: InvestmentCard) -> None:
    """One of the choices of the card (DR-168); what is not in stock no table can give."""
    state = t.state
    if not move.gain:
        t.refuse_incomplete("needs_cubes_received", card=card.id)
    refusals = [why_not_gained(state, part.cubes, move.gain, lambda: card.id) for part in card.choices]
    if not all(refusals):
        return
    stock = {colour: state.stock[state.data.colour_at[colour]] for colour in move.gain}
    if not any(stock.values()):
        t.bar("DR-180", "no_cube_left", colours=state.chain("or", move.gain))
    for refusal in refusals:
        if isinstance(refusal, Illegal) and refusal.rule == "DR-180":
            raise Refused(refusal)
    is_there = all(move.gain.count(colour) <= count for colour, count in stock.items())
    (t.refuse if is_there else t.bar)("DR-168", "does_not_give", what=card.id, colours=move.gain)


def _check_trailer(t: Trial, move: Play, card: InvestmentCard) -> None:
    """A receiver is named (DR-150, DR-151, DR-174)."""
    state = t.state
    if move.to == NONE:
        t.bar("DR-174", "needs_receiver", card=card.id)
    if not receivers(state, move.seat) and not (move.to and state.trailers):
        t.bar("DR-174", "no_trailer_to_give" if not state.trailers else "all_have_trailers", card=card.id)
    if not move.to:
        t.refuse_incomplete("needs_to", card=card.id)
    check_receiver(t, move.seat, move.to)


def _check_spent(t: Trial, move: Play, card: InvestmentCard, colours: Colours) -> None:
    """A stored cube of these colours; a table may take one of another colour, but not of none."""
    data, stored = t.state.data, t.player(move.seat).storage
    is_there = move.spend not in ("", NONE) and stored[data.colour_at[move.spend]]
    refuse = t.refuse if is_there else t.bar
    payable = [data.colours[colour] for colour in colours if stored[colour]]
    if not payable:
        refuse("DR-105", "no_cube_to_spend", seat=move.seat)
    if not move.spend:
        t.refuse_incomplete("needs_spend", card=card.id, colours=payable)
    if move.spend == NONE:
        t.bar("DR-167", "nothing_without_cube", card=card.id)
    if move.spend not in payable:
        refuse("DR-105", "lacks_cube", seat=move.seat, colour=move.spend)


def plays_of(state: DrumRollState, seat: Seat, card: InvestmentCard) -> Iterator[Play]:
    """Every way to play a card that may be legal."""
    data = state.data
    if card.unblocks or card.bonus or _why_not_now(state, seat, card):
        return
    if card.fires:
        yield from (Play(seat, card.id, performer=each.card) for each in state.players[seat].troupe)
    elif not card.choices:
        yield Play(seat, card.id)
    elif card.choices[0].cubes:
        ways = dict.fromkeys(way for part in card.choices for way in gains(state.stock, part.cubes).values() if way)
        yield from (Play(seat, card.id, gain=tuple(data.colours[colour] for colour in way)) for way in ways)
    elif card.choices[0].trailers:
        yield from (Play(seat, card.id, to=each) for each in receivers(state, seat))
    elif card.choices[0].spends:
        stored = state.players[seat].storage
        colours: Colours = card.choices[0].spends
        yield from (Play(seat, card.id, spend=data.colours[colour]) for colour in colours if stored[colour])
    else:
        yield Play(seat, card.id)


def play(t: Trial, move: Play) -> None:
    """The card takes effect and goes to the discards (DR-164)."""
    state, seat = t.state, move.seat
    card = _check_play(t, move)
    t.agreed()
    t.note("DR-160", "plays", seat=seat, card=card.id)
    if state.performing is not None:
        t.note("DR-112", "between_steps")
    t.discard_investment(seat, card.id)
    if card.weight:
        t.set(double_voters=(*state.double_voters, seat), no_double_vote=())
        t.announce("DR-096", "vote_counts", seat=seat, count=card.weight)
    elif card.fires:
        performer = state.players[seat].performer(move.performer)
        if performer is not None:
            t.announce("DR-166", "leaves_for_nothing", card=move.performer)
            t.dismiss(seat, performer)
    elif card.applause:
        _applaud(t, seat, card)
    elif card.choices:
        _effect(t, move, card)


def _effect(t: Trial, move: Play, card: InvestmentCard) -> None:
    data, seat = t.state.data, move.seat
    part = card.choices[0]
    if part.cubes:
        for colour in move.gain:
            t.gain_cube(seat, data.colour_at[colour], "DR-168", "for_card", card=card.id)
        return
    if part.trailers and move.to not in ("", NONE):
        t.give_trailer(seat, move.to)
        t.note("DR-174", "can_take_it", card=move.to)
    if part.spends and move.spend not in ("", NONE):
        t.spend_cube(seat, data.colour_at[move.spend], "DR-167", "for_card", card=card.id)
    t.add_coins(seat, part.coins, "DR-167", "for_card", in_line=True, card=card.id)


def _applaud(t: Trial, seat: Seat, card: InvestmentCard) -> None:
    """Prestige for each outstanding performer of the type, less for each poor one (DR-169)."""
    state = t.state
    data = state.data
    assert card.applause is not None
    wanted, more, less = card.applause
    everywhere = data.switches.flipped_counts_outstanding == "everywhere"
    outstanding = poor = 0
    for each in state.players[seat].troupe:
        if data.performers[each.card].type == wanted:
            earlier = each.flipped and each.flipped < state.show
            outstanding += everywhere if earlier else each.level >= top_level(data, each)
            poor += not earlier and each.level == 1
    t.announce("DR-169", "applause_counted", outstanding=outstanding, poor=poor)
    t.add_prestige(seat, outstanding * more + poor * less, "DR-169", "for_card", in_line=True, card=card.id)


# hands that are too full


def _too_many(state: DrumRollState, seat: Seat) -> str:
    player = state.players[seat]
    return state.message("play_or_discard", held=len(player.hand), limit=player.limit)


HAND_LIMIT = Question(
    "HAND_LIMIT",
    "DR-162",
    _too_many,
    whom=lambda state: () if state.over_limit is None else (state.over_limit,),
    offers=lambda state, seat: (Discard(seat, card) for card in possible_cards(state, seat)),
    verbs=lambda state, seat: ("play", "discard"),
)


@HAND_LIMIT.answer(Discard)
def discard(t: Trial, move: Discard) -> None:
    """The card goes face up to the discards, above the hand limit only (DR-171)."""
    player = t.player(move.seat)
    held, limit = len(player.hand), player.limit
    if held <= limit or player.hand_revealed:
        refuse = t.bar if player.hand_revealed else t.refuse
        refuse("DR-171", "holds_no_more", seat=move.seat, held=held, limit=limit)
    if move.card not in t.state.data.investments:
        t.bar("DR-191", "no_investment", cards=move.card)
    _check_held(t, move.seat, move.card)
    t.agreed()
    t.discard_investment(move.seat, move.card)
    t.note("DR-171", "above_limit", held=held - 1, limit=limit)


# hands laid open


def _hidden_hands(state: DrumRollState) -> tuple[Seat, ...]:
    return tuple(seat for seat, player in enumerate(state.players) if not player.hand_revealed)


def _whole_hands(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    player = state.players[seat]
    if player.hand_revealed:
        return
    known = tuple(card for card in player.hand if card != UNKNOWN)
    hidden = len(player.hand) - len(known)
    kinds = possible_cards(state, seat) if hidden else []
    if hidden and comb(len(kinds) + hidden - 1, hidden) > MOST_HANDS:
        return
    for more in combinations_with_replacement(kinds, hidden):
        yield Reveal(seat, tuple(sorted((*known, *more), key=list(state.data.investments).index)))


GAME_END = Question("GAME_END", "DR-149", "lay_hand_open", whom=_hidden_hands, offers=_whole_hands)
GAME_END.followed_by(score_all)


def _check_copies(t: Trial, seat: Seat, cards: Cards) -> None:
    """No copy too many, and none that this hand cannot have drawn (DR-198, DR-199)."""
    from pnp.referee.hidden.knowledge import Impossible

    state, data, hand = t.state, t.state.data, t.player(seat).hand
    knowledge = state.knowledge
    for card, count in Counter(cards).items():
        if card not in data.investments:
            t.bar("DR-198", "no_investment", cards=card)
        known = hand.count(card)
        other = sum(player.hand.count(card) for player in state.players) - known
        left = data.investments[card].copies - state.investment_discards.count(card) - other
        if UNKNOWN not in hand:
            left = known
        if count > left:
            t.bar("DR-198", "copies_named", count=count, card=card, left=max(left, 0))
        if knowledge is not None:
            for _ in range(count):
                learned = knowledge.reveal(seat, card, state.ply + 1)
                if isinstance(learned, Impossible):
                    t.bar("DR-198", "no_way_there", card=card)
                knowledge = learned.knowledge
    lacks = Counter(card for card in hand if card != UNKNOWN) - Counter(cards)
    if lacks:
        t.bar("DR-198", "known_in_hand", cards=tuple(lacks), seat=seat)


@GAME_END.answer(Reveal)
def reveal(t: Trial, move: Reveal) -> None:
    """The whole hand lies open, once, after the last salaries (DR-149, DR-198)."""
    player = t.player(move.seat)
    if t.state.phase != GAME_END.id:
        t.bar("DR-149", "open_after_salaries")
    if player.hand_revealed:
        t.bar("DR-149", "hand_is_open", seat=move.seat)
    if len(move.cards) != len(player.hand):
        t.bar("DR-198", "cards_named", seat=move.seat, held=len(player.hand), count=len(move.cards))
    _check_copies(t, move.seat, move.cards)
    t.agreed()
    if t.state.knowledge is not None:
        for card in move.cards:
            t.learn(move.seat, card)
    order = tuple(sorted(move.cards))
    t.change_player(move.seat, hand=order, hand_revealed=True)
    t.note("DR-198", "lays_open" if order else "lays_open_nothing", seat=move.seat, cards=order)
