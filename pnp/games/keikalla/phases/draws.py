"""Drawing: which cards a line may name now, and what an Action card does when it is drawn (KEI-60 to KEI-66, KEI-161).

In: a Trial and a draw, or the answer to a drawn trouble. Out: the changed Trial, or a refusal. Invariant: cards are
settled one by one, and a `?` claims that it need not be laid open (KEI-H10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, zip_longest

from pnp.games.keikalla.card_ids import Ability, Card
from pnp.games.keikalla.game_data import ACTION, ACTION_1, ACTION_2, EVENT, MOVE, kind_of
from pnp.games.keikalla.held import held_movement
from pnp.games.keikalla.moves import Accept, Avoid, Deal, Discard, Draw
from pnp.games.keikalla.params import STORE
from pnp.games.keikalla.phases.calendar import require_promo
from pnp.games.keikalla.phases.flow import ACTION_DRAW, ONE_DRAWN, REFILL_DRAW, open_decks, recount, stop_driving
from pnp.games.keikalla.phases.police import check_movement_cards, discard_from_hand
from pnp.games.keikalla.phases.reputation import (
    add_reputation_card,
    groupie_ends,
    receive_lover,
    remove_reputation_cards,
    suffer_groupie,
)
from pnp.games.keikalla.phases.stashes import keep_just_drawn
from pnp.games.keikalla.phases.stored_cards import offer_store, store_dealt, store_drawn
from pnp.games.keikalla.phases.warn_cards import receive
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.state import AFTER, ARRIVE, MOVING, Hand, KeikallaState, OpenQuestion
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.vocabulary.verbs import Decoy, FlipPick, GoHome, LeaveCard, NewDate, Strike
from pnp.library.effect.vocabulary import Effect
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

TROUBLE = Question("KEI-Q25", "ask_trouble", "KEI-61")
STRIKE_DISCARD = Question("KEI-Q27", "ask_strike", "KEI-47")


def draw(t: Trial, move: Draw) -> None:
    """`draw ? police`: one card after the other, up to the first that opens a question (KEI-22, KEI-161)."""
    if t.data.is_digital:
        _ask_for_card(t, move)
    elif t.state.phase == AFTER:
        _draw_action(t, move)
    else:
        _refuse_draw(t, move.seat)


def _refuse_draw(t: Trial, seat: Seat) -> None:
    if t.state.phase == MOVING and t.player(seat).no_refill and t.state.turn.played and not t.data.has_two_moves:
        t.bar("KEI-47", "on_strike")
    if t.state.phase == MOVING:
        t.bar("KEI-V12" if t.data.has_two_moves else "KEI-20", "nothing_due")
    if t.state.phase == ARRIVE:
        t.bar("KEI-16", "no_gig_no_draw")
    t.bar("KEI-24", "nothing_due")


def _movement_draws(t: Trial, seat: Seat) -> list[Move]:
    named = [Draw(seat, (card,)) for card in t.data.sort(t.data.warns) if t.state.unseen.get(card)]
    stored = [Draw(seat, (STORE,))] if t.data.switches["hampering"] else []
    return [Draw(seat, ()), *named, *stored]


@ONE_DRAWN.answer(Draw, choices=_movement_draws)
@REFILL_DRAW.answer(Draw, choices=_movement_draws)
def draw_movement(t: Trial, move: Draw) -> None:
    """Q11, Q18: with real cards, one after the other."""
    question = t.state.question
    assert question is not None
    opened = len(t.state.questions)
    words = move.cards or (UNKNOWN,) * min(question.count, t.state.piles[question.pile])
    rule = "KEI-V12" if t.data.has_two_moves else "KEI-20" if question.asks is ONE_DRAWN else "KEI-24"
    for card in words:
        question = t.state.question
        if question is None or not question.is_drawn or len(t.state.questions) > opened:
            is_question = question is not None and not question.id.startswith("then")
            if is_question:
                t.bar("KEI-22", "asking_card_last")
            t.bar(rule, "no_more_cards")
        one_movement(t, move.seat, card)
    hamper_window(t, move.seat, MOVE)


def one_movement(t: Trial, seat: Seat, card: str, seen: bool = True) -> None:
    """One card for the question on top, Q11 or Q18."""
    question = t.state.question
    assert question is not None
    data, pile = t.data, question.pile
    if data.has_two_moves and card != UNKNOWN and card != STORE and data.pile_of(card) != pile:
        t.bar("KEI-V12", "moves_at_end" if pile == EVENT else "no_move_card")
    if question.asks is ONE_DRAWN:
        t.set_count(question.count - 1)
    if card == STORE:
        store_drawn(t, seat, MOVE, pile)
        return
    receive(t, seat, card, pile, seen)
    recount(t)


def hamper_window(t: Trial, seat: Seat, what: str) -> None:
    """The leader has drawn: who has stored cards may play one now (KEI-V51)."""
    if t.data.switches["hampering"] and seat == t.state.seat:
        t.change_turn(hamper=what)


# Action cards


def _check_open(t: Trial, seat: Seat) -> None:
    turn = t.state.turn
    if turn.guest:
        t.bar("KEI-66", "guest_took_place")
    if turn.drawn >= turn.limit:
        why = "drawn_already" if turn.waiting else "draws_used_up"
        t.refuse("KEI-60", why, drawn=turn.drawn, limit=turn.limit)


def _deck(t: Trial, move: Draw) -> str:
    player = t.player(move.seat)
    decks = open_decks(t.state, player)
    if not t.data.has_jokers:
        if move.deck:
            t.bar("KEI-V20", "one_action_deck")
        return ACTION
    if not move.deck:
        there = [pile for pile in decks if t.state.piles[pile]]
        if len(there) > 1:
            drawn = " ".join(("draw", *move.cards))
            t.refuse_ambiguous("which_deck", (f"{t.name(move.seat)}: {drawn} deck={n}" for n in (1, 2)))
        return there[0] if there else decks[-1]
    pile = (ACTION_1, ACTION_2)[move.deck - 1]
    if pile not in decks:
        t.refuse("KEI-V21", "second_deck_only", seat=move.seat)
    return pile


def _draw_action(t: Trial, move: Draw) -> None:
    seat = move.seat
    words = move.cards or (UNKNOWN,)
    for card in words:
        if t.state.questions or t.state.phase != AFTER:
            t.bar("KEI-161", "answer_before_next")
        keep_just_drawn(t, seat)
        _check_open(t, seat)
        pile = _deck(t, move)
        if not t.state.piles[pile]:
            t.bar("KEI-68", "deck_is_empty", pile=pile)
        t.change_turn(drawn=t.state.turn.drawn + 1)
        if card == STORE:
            store_drawn(t, seat, ACTION, pile)
        else:
            receive_action(t, seat, card, pile)
    hamper_window(t, seat, ACTION)


def receive_action(t: Trial, seat: Seat, card: str, pile: str) -> None:
    """A drawn Action card: to the hand unseen, or on the table (KEI-62)."""
    data = t.data
    kind = kind_of(card)
    if card == UNKNOWN:
        _keep_unseen(t, seat, pile)
        return
    t.check_pile(card, pile)
    if kind in data.achievements:
        check_kept(t, seat, kind)
        t.turn_up(pile, card)
        t.change_player(seat, laid=(*t.player(seat).laid, card))
        late = "KEI-V41" if data.shows_achievements else "KEI-M1"
        t.note("KEI-V03" if data.has_thresholds else late, "lies_open", card=card)
    elif kind in data.at_once:
        t.turn_up(pile, card)
        apply_table_card(t, seat, card)
    else:
        t.deal(pile, seat, ACTION, card, seen=True)
        t.note("KEI-M1", "kept_and_seen", card=card)


def _keep_unseen(t: Trial, seat: Seat, pile: str) -> None:
    data = t.data
    hand = t.hand(seat, ACTION)
    knowledge = t.state.knowledge
    t.update_knowledge(lambda known: known.draw(("fresh", seat), 1, pile))
    t.take_top(pile, UNKNOWN)
    t.change_player(seat, action=Hand((*hand.cards, UNKNOWN), hand.shown))
    t.change_turn(just_drawn=UNKNOWN, just_drawn_ply=t.ply)
    if knowledge is not None:
        barred = set(data.at_once).difference(data.doing(Decoy))
        if data.has_jokers:
            barred.add(Card.RECORD_DEAL)
            barred &= data.cards.keys()
        # With thresholds a Record Deal may have to be stashed unseen, so only an open one binds (KEI-V22).
        if data.has_thresholds or t.player(seat).owns(Card.RECORD_DEAL):
            barred.discard(Card.RECORD_DEAL)
        t.claim(("fresh", seat), barred, "KEI-62", "drew_no_table_card", drawn=True, seat=seat)


def check_kept(t: Trial, seat: Seat, kind: str) -> None:
    """Refuse an achievement that may not be kept: one is owned (KEI-50), or there are too few gigs (KEI-V02)."""
    player = t.player(seat)
    if player.owns(kind):
        t.refuse("KEI-50", "owned_so_stash", seat=seat, card=kind)
    threshold = threshold_of(t, kind)
    if player.gigs < threshold:
        t.refuse("KEI-V02", "too_few_so_stash", card=kind, threshold=threshold, gigs=player.gigs)


def must_lie_open(t: Trial, seat: Seat, kind: str) -> bool:
    """An achievement that may be kept and is shown when received (KEI-V03, KEI-V22, KEI-V41)."""
    data, player = t.data, t.player(seat)
    shown = data.shows_achievements or (data.has_jokers and kind == Card.RECORD_DEAL)
    return shown and kind in data.achievements and not player.owns(kind) and player.gigs >= threshold_of(t, kind)


def threshold_of(t: Trial, kind: str) -> int:
    """The gigs that an achievement needs (KEI-V02)."""
    return t.data.threshold(kind)


def apply_table_card(t: Trial, seat: Seat, card: str) -> None:
    """A card marked TABLE AT ONCE acts (KEI-62): a trouble, or Reputation."""
    data = t.data
    if kind_of(card) in data.troubles:
        t.lay_in_front(seat, card)
        if _shield(t, seat):
            t.ask(TROUBLE, seat, card=card)
        else:
            suffer(t, seat, card)
    elif data.does(card, GoHome):
        t.note("KEI-164", "no_shield_helps")
        suffer_groupie(t, seat, card)
        groupie_ends(t, seat)
    else:
        t.note("KEI-M2", "lies_open", card=card)
        add_reputation_card(t, seat, card)


def _shield(t: Trial, seat: Seat) -> int:
    if t.data.switches["reputation_shield"] == "spend":
        return min(t.state.turn.shield, t.player(seat).reputation)
    return t.state.turn.shield


def _avoidances(t: Trial, seat: Seat) -> list[Move]:
    kinds = dict.fromkeys(card.kind for card in t.player(seat).reputation_cards)
    return [Avoid(seat, ""), *(Avoid(seat, kind) for kind in kinds)]


@TROUBLE.answer(Avoid, choices=_avoidances)
def avoid(t: Trial, move: Avoid) -> None:
    """Q25: one Reputation card in front wards the trouble off (KEI-61)."""
    seat, data = move.seat, t.data
    question = t.pop()
    if data.switches["reputation_shield"] == "spend":
        gone = next((card for card in t.player(seat).reputation_cards if card.kind == move.card), None)
        if gone is None:
            t.bar("KEI-61", "name_what_goes")
        remove_reputation_cards(t, seat, (gone,), manager=False)
    elif move.card:
        t.bar("KEI-61", "reputation_stays")
    t.change_turn(shield=t.state.turn.shield - 1)
    t.take_from_front(seat, question.card)
    t.announce("KEI-61", "avoided", card=question.card, shield=t.state.turn.shield)


@TROUBLE.answer(Accept, choices=lambda t, seat: [Accept(seat)])
def accept(t: Trial, move: Accept) -> None:
    """Q25: the trouble takes its effect."""
    question = t.pop()
    t.note("KEI-M4", "accepted")
    suffer(t, move.seat, question.card)


def suffer(t: Trial, seat: Seat, card: str) -> None:
    """A trouble takes its effects."""
    for effect in t.data.card_data(card).tabled:
        if type(effect) in TROUBLES:
            TROUBLES[type(effect)](t, seat)


def _new_date(t: Trial, seat: Seat) -> None:
    require_promo(t, seat)
    t.note("KEI-175", "new_date_comes")


def _leave_card(t: Trial, seat: Seat) -> None:
    t.change_player(seat, rider=True)
    t.announce("KEI-48", "leaves_a_card", seat=seat, town=t.player(seat).latest_town)


def _strike(t: Trial, seat: Seat) -> None:
    player = t.player(seat)
    if t.data.cards[player.band].ability == Ability.NO_STRIKE:
        t.take_from_front(seat, Strike)
        t.announce("KEI-80", "never_strike", card=player.band)
        return
    t.change_player(seat, no_refill=True)
    if player.roadie_drives:
        stop_driving(t, seat)
    t.announce("KEI-47", "draws_none", seat=seat)
    if player.move.size or player.event.size:
        t.ask(STRIKE_DISCARD, seat)


TROUBLES: dict[type[Effect], Callable[[Trial, Seat], None]] = {
    NewDate: _new_date,
    LeaveCard: _leave_card,
    Strike: _strike,
    FlipPick: receive_lover,
}


def _struck(state: KeikallaState, seat: Seat, kinds: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    data, player = state.data, state.players[seat]
    cards = (*player.move.cards, *player.event.cards)
    known = [card for card in cards if card != UNKNOWN]
    roadies = tuple(card for card in known if card == Card.ROADIE)
    if UNKNOWN not in cards:
        rank = {card: number for number, card in enumerate(data.best)}
        best = sorted((card for card in known if card in rank), key=rank.__getitem__)
        yield (*roadies, *best[: data.strike_takes])
        return
    yield ()
    ranked = [card for card in data.best if card in kinds]
    for size in range(1, data.strike_takes + 1):
        yield from combinations_with_replacement(ranked, size)


@STRIKE_DISCARD.answer(
    Discard,
    choices=lambda t, seat: [Discard(seat, cards) for cards in _struck(t.state, seat, held_movement(t.state, seat))],
)
def strike_discard(t: Trial, move: Discard) -> None:
    """All Roadies and the two best of the rest (KEI-47, KEI-136)."""
    check_movement_cards(t, move.cards)
    seat, data, player = move.seat, t.data, t.player(move.seat)
    held = [card for card in (*player.move.cards, *player.event.cards) if card != UNKNOWN]
    hidden = player.move.size + player.event.size - len(held)
    roadies = [card for card in move.cards if card == Card.ROADIE]
    best = [card for card in move.cards if card != Card.ROADIE]
    amount = data.strike_takes
    if any(card not in data.best for card in best):
        t.refuse("KEI-47", "only_roads_best")
    if len(best) > amount or held.count(Card.ROADIE) > len(roadies):
        t.refuse("KEI-47", "roadies_and_best", amount=amount)
    rank = {card: number for number, card in enumerate(data.best)}
    ranked = sorted((card for card in held if card in rank), key=rank.__getitem__)
    wanted = sorted((card for card in best if card in rank), key=rank.__getitem__)
    for due, given in zip_longest(ranked[:amount], wanted, fillvalue=""):
        if rank.get(due, len(rank)) < rank.get(given, len(rank)):
            t.refuse("KEI-47", "is_better", card=due)
    if not hidden and len(best) < min(amount, len(ranked)):
        t.refuse("KEI-47", "must_go", cards=ranked[:amount])
    t.pop()
    discard_from_hand(t, seat, move.cards)
    worst = max((rank[card] for card in wanted), default=-1) if len(wanted) == amount else len(rank)
    better = {card for card in data.best if rank[card] < worst} | {Card.ROADIE}
    for zone in (MOVE, EVENT) if data.has_two_moves else (MOVE,):
        those = [card for card in better if data.hand_of(card) == zone]
        t.claim((zone, seat), those, "KEI-136", "no_better_card", seat=seat)
    t.announce("KEI-136", "strike_takes" if move.cards else "strike_takes_nothing", cards=move.cards)


# digital: a player asks for a card, the table deals it


def _ask_for_card(t: Trial, move: Draw) -> None:
    seat, question = move.seat, t.state.question
    if move.cards == (STORE,):
        store_dealt(t, seat)
        return
    if question is not None or t.state.phase != AFTER:
        _refuse_draw(t, seat)
    if any(card != UNKNOWN for card in move.cards) or len(move.cards) > 1:
        t.bar("KEI-161", "one_at_a_time")
    keep_just_drawn(t, seat)
    _check_open(t, seat)
    pile = _deck(t, move)
    t.agreed()
    t.note("KEI-60", "draw_of", limit=t.state.turn.limit, number=t.state.turn.drawn + 1)
    t.ask(ACTION_DRAW, seat, 1, pile=pile)


def _is_warn(t: Trial, question: OpenQuestion, card: str) -> bool:
    return kind_of(card) in t.data.warns


@ONE_DRAWN.drawn(opens=_is_warn, storable=True)
@REFILL_DRAW.drawn(opens=_is_warn, storable=True)
def deal_movement(t: Trial, question: OpenQuestion, move: Deal) -> None:
    """A Movement card is dealt."""
    seat, (card,) = question.seat, move.cards
    if move.open == STORE:
        if question.asks is ONE_DRAWN:
            t.set_count(question.count - 1)
        offer_store(t, seat, card, question.pile)
    else:
        one_movement(t, seat, card, seen=False)
    hamper_window(t, seat, MOVE)


def _lies_open(t: Trial, question: OpenQuestion, card: str) -> bool:
    data, kind = t.data, kind_of(card)
    if kind in data.achievements:
        return must_lie_open(t, question.seat, kind)
    decoy = data.does(kind, Decoy) and data.switches["decoy_groupie_optional"]
    return kind in data.at_once and not decoy


@ACTION_DRAW.drawn(opens=_lies_open, storable=True)
def deal_action(t: Trial, question: OpenQuestion, move: Deal) -> None:
    """An Action card is dealt."""
    seat, (card,) = question.seat, move.cards
    t.pop()
    t.change_turn(drawn=t.state.turn.drawn + 1)
    if move.open == STORE:
        offer_store(t, seat, card, question.pile)
    elif move.open:
        receive_action(t, seat, card, question.pile)
    else:
        t.deal(question.pile, seat, ACTION, card)
        t.change_turn(just_drawn=card)
        t.note("KEI-H01", "alone_sees", seat=seat)
    hamper_window(t, seat, ACTION)
