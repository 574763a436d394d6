"""Drawing: which cards a line may name now, and what an Action card does when it is drawn (KEI-60 to KEI-66, KEI-161).

In: a Trial and a draw, or the answer to a drawn trouble. Out: the Trial further on, or a refusal. Invariant: cards are
settled one by one, and a `?` claims that it need not be tabled (KEI-H10).
"""

from __future__ import annotations

from itertools import zip_longest

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION, ACTION_1, ACTION_2, EVENT, MOVE, VENUE, kind_of
from pnp.games.keikalla.moves import Accept, Avoid, Discard, Draw, Keep
from pnp.games.keikalla.phases.flow import DRAWS, open_decks, stop_driving
from pnp.games.keikalla.phases.police import speeding_discard
from pnp.games.keikalla.phases.reputation import add_fame, come_lover, groupie_ends, remove_fame, suffer_groupie
from pnp.games.keikalla.phases.stashes import settle_fresh
from pnp.games.keikalla.phases.stored_cards import store_dealt, store_drawn
from pnp.games.keikalla.phases.warn_cards import receive
from pnp.games.keikalla.rule_ids import Card, Gift
from pnp.games.keikalla.state import AFTER, ARRIVE, FRESH, MOVING, Hand
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.words import STORE
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def draw(d: Trial, move: Draw) -> None:
    """`draw ? police`: one card after the other, up to the first that asks something (KEI-22, KEI-161)."""
    seat, ask = move.seat, d.s.ask
    if d.data.is_digital:
        _ask_for_card(d, move)
        return
    if ask is not None and ask.id in DRAWS:
        _draw_movement(d, move)
    elif ask is None and d.s.stage == AFTER:
        _draw_action(d, move)
    else:
        _refuse_draw(d, seat)


def _refuse_draw(d: Trial, seat: Seat) -> None:
    if d.s.stage == MOVING and d.player(seat).no_refill and d.s.turn.played and not d.data.has_two_moves:
        d.bar(rule_ids.STRIKE, "the roadies are on strike: nothing is drawn until the movement part ends")
    if d.s.stage == MOVING:
        d.bar(rule_ids.EVENT_DRAW if d.data.has_two_moves else rule_ids.ONE_BY_ONE, "no card is to be drawn now")
    if d.s.stage == ARRIVE:
        d.bar(rule_ids.DRAW_AFTER_GIG, "no gig, no draw")
    d.bar(rule_ids.REFILL, "no card is to be drawn now")


def _draw_movement(d: Trial, move: Draw) -> None:
    ask = d.s.ask
    assert ask is not None
    opened = len(d.s.asks)
    words = move.cards or (UNKNOWN,) * min(ask.count, d.s.piles[ask.pile])
    rule = (
        rule_ids.EVENT_DRAW if d.data.has_two_moves else rule_ids.ONE_BY_ONE if ask.id == "KEI-Q11" else rule_ids.REFILL
    )
    for card in words:
        ask = d.s.ask
        if ask is None or ask.id not in DRAWS or len(d.s.asks) > opened:
            asks = ask is not None and not ask.id.startswith("then")
            more = "a card that asks something comes last" if asks else "no more cards are to be drawn"
            d.bar(rule_ids.LOOKED_AT if asks else rule, more)
        one_movement(d, move.seat, card)
    hamper_window(d, move.seat, MOVE)


def one_movement(d: Trial, seat: Seat, card: str, seen: bool = True) -> None:
    """One card for the question on top, Q11 or Q18."""
    ask = d.s.ask
    assert ask is not None
    data, pile = d.data, ask.pile
    refill = ask.id == "KEI-Q18"
    if data.has_two_moves and card != UNKNOWN and card != STORE and data.pile_of(card) != pile:
        what = "the Move deck is drawn from at the end of the turn" if pile == EVENT else "that is no Move card"
        d.bar(rule_ids.EVENT_DRAW, what)
    counted = card not in data.warns and card != STORE
    if not refill or counted:
        d.count(ask.count - 1)
    if card == STORE:
        store_drawn(d, seat, MOVE, pile)
        return
    receive(d, seat, card, pile, seen)


def hamper_window(d: Trial, seat: Seat, what: str) -> None:
    """The leader has drawn: who has stored cards may play one now (KEI-V51)."""
    if d.data.switches["hampering"] and seat == d.s.seat:
        d.turn(hamper=what)


# Action cards


def _check_open(d: Trial, seat: Seat) -> None:
    turn = d.s.turn
    if turn.guest:
        d.bar(rule_ids.GUEST_STAR, "the Guest Star took the place of the draw")
    if turn.drawn >= turn.limit:
        many = "1 card was" if turn.limit == 1 else f"{turn.limit} cards were"
        what = f"{many} to be drawn" if turn.waiting else f"Reputation allowed {turn.limit} when the first was drawn"
        d.refuse(rule_ids.DRAWS, f"{turn.drawn} drawn already; {what}")


def _deck(d: Trial, move: Draw) -> str:
    player = d.player(move.seat)
    decks = open_decks(d.s, player)
    if not d.data.has_jokers:
        if move.deck:
            d.bar(rule_ids.JOKERS, "there is one Action deck")
        return ACTION
    if not move.deck:
        there = [pile for pile in decks if d.s.piles[pile]]
        if len(there) > 1:
            words = " ".join(move.cards)
            lines = tuple(f"{d.name(move.seat)}: draw{' ' * bool(words)}{words} deck={n}" for n in (1, 2))
            d.unclear("from which deck?", lines)
        return there[0] if there else decks[-1]
    pile = (ACTION_1, ACTION_2)[move.deck - 1]
    if pile not in decks:
        d.refuse(rule_ids.SECOND_DECK, f"{d.name(move.seat)} has a Record Deal on the table and draws from deck 2 only")
    return pile


def _draw_action(d: Trial, move: Draw) -> None:
    seat = move.seat
    words = move.cards or (UNKNOWN,)
    for card in words:
        if d.s.asks or d.s.stage != AFTER:
            d.bar(rule_ids.ONE_AFTER_ANOTHER, "what a card asks is answered before the next is drawn")
        settle_fresh(d, seat)
        _check_open(d, seat)
        pile = _deck(d, move)
        if not d.s.piles[pile]:
            d.bar(rule_ids.RESHUFFLE, f"the deck is empty: `table: shuffle {pile}`")
        d.turn(drawn=d.s.turn.drawn + 1)
        if card == STORE:
            store_drawn(d, seat, ACTION, pile)
        else:
            receive_action(d, seat, card, pile)
    hamper_window(d, seat, ACTION)


def receive_action(d: Trial, seat: Seat, card: str, pile: str) -> None:
    """A drawn Action card: to the hand unseen, or on the table (KEI-62)."""
    data = d.data
    kind = kind_of(card)
    if card == UNKNOWN:
        _keep_unseen(d, seat, pile)
        return
    d.of_pile(card, pile)
    if kind in data.achievements:
        check_kept(d, seat, kind)
        d.turn_up(pile, card)
        d.put(seat, laid=(*d.player(seat).laid, card))
        late = rule_ids.OPENLY if data.shows_achievements else rule_ids.SAVE
        d.note(rule_ids.SHOWN if data.has_thresholds else late, f"{data.label(card)} lies open")
    elif kind in data.at_once:
        d.turn_up(pile, card)
        on_table(d, seat, card)
    else:
        d.deal(pile, seat, ACTION, card, seen=True)
        d.note(rule_ids.SAVE, f"{data.label(card)} is kept, and all have seen it")


def _keep_unseen(d: Trial, seat: Seat, pile: str) -> None:
    data = d.data
    hand = d.hand(seat, ACTION)
    knowledge = d.s.knowledge
    d.know(lambda known: known.draw(("fresh", seat), 1, pile))
    d.take_off(pile, UNKNOWN)
    d.put(seat, action=Hand((*hand.cards, UNKNOWN), hand.shown))
    d.turn(fresh=UNKNOWN, fresh_at=d.ply)
    if knowledge is not None:
        barred = set(data.at_once) - {Card.GROUPIE}
        if data.has_jokers:
            barred.add(Card.RECORD_DEAL)
            barred &= data.faces.keys()
        said = f"{d.name(seat)} drew no card that must be tabled at once"
        # With thresholds a Record Deal may have to be stashed unseen, so only an open one binds (KEI-V22).
        if data.has_thresholds or d.player(seat).owns(Card.RECORD_DEAL):
            barred.discard(Card.RECORD_DEAL)
        d.claim("fresh", seat, barred, rule_ids.AT_ONCE, said, drawn=True)


def check_kept(d: Trial, seat: Seat, kind: str) -> None:
    """Refuse an achievement that may not be kept: one is owned (KEI-50), or there are too few gigs (KEI-V02)."""
    data, player = d.data, d.player(seat)
    if player.owns(kind):
        d.refuse(rule_ids.ONE_OF_A_KIND, f"{d.name(seat)} owns a {data.label(kind)}: type `draw ?`, then `stash`")
    gate = gate_of(d, kind)
    if player.gigs < gate:
        because = (
            f"{data.label(kind)} is kept from {gate} gigs on, {player.gigs} are performed: type `draw ?`, then `stash`"
        )
        d.refuse(rule_ids.GATES, because)


def must_lie_open(d: Trial, seat: Seat, kind: str) -> bool:
    """An achievement that may be kept and is shown when received (KEI-V03, KEI-V22, KEI-V41)."""
    data, player = d.data, d.player(seat)
    shown = data.shows_achievements or (data.has_jokers and kind == Card.RECORD_DEAL)
    return shown and kind in data.achievements and not player.owns(kind) and player.gigs >= gate_of(d, kind)


def gate_of(d: Trial, kind: str) -> int:
    """The gigs that an achievement needs (KEI-V02)."""
    return d.data.faces[kind].threshold if d.data.has_thresholds else 0


def on_table(d: Trial, seat: Seat, card: str) -> None:
    """A card marked TABLE AT ONCE acts (KEI-62): a trouble, the Lover, or Reputation."""
    data = d.data
    if kind_of(card) in data.troubles:
        d.lay_front(seat, card)
        if _shield(d, seat):
            d.push("KEI-Q25", seat, card=card)
        else:
            suffer(d, seat, card)
    elif data.like(card) == Card.GROUPIE:
        d.note(rule_ids.NO_TROUBLE, "no shield helps")
        suffer_groupie(d, seat, card)
        groupie_ends(d, seat)
    else:
        d.note(rule_ids.TABLE, f"{data.label(card)} lies open")
        add_fame(d, seat, card)


def _shield(d: Trial, seat: Seat) -> int:
    if d.data.switches["reputation_shield"] == "spend":
        return min(d.s.turn.shield, d.player(seat).reputation)
    return d.s.turn.shield


def avoid(d: Trial, move: Avoid) -> None:
    """Q25: one Reputation card in front wards the trouble off (KEI-61)."""
    seat, data = move.seat, d.data
    ask = d.pop()
    if data.switches["reputation_shield"] == "spend":
        gone = next((fame for fame in d.player(seat).fame if fame.card == move.card), None)
        if gone is None:
            d.bar(rule_ids.SHIELD, "name the Reputation card that goes: `avoid stage_presence`")
        remove_fame(d, seat, (gone,), manager=False)
    elif move.card:
        d.bar(rule_ids.SHIELD, "the Reputation card stays: `avoid` is enough")
    d.turn(shield=d.s.turn.shield - 1)
    d.leave_front(seat, ask.card)
    d.tell(
        rule_ids.SHIELD, f"{data.label(ask.card)} is discarded without effect; {d.s.turn.shield} more may be avoided"
    )


def accept(d: Trial, move: Accept) -> None:
    """Q25: the trouble takes its effect."""
    ask = d.pop()
    d.note(rule_ids.WARN, "it is accepted")
    suffer(d, move.seat, ask.card)


def suffer(d: Trial, seat: Seat, card: str) -> None:
    """A trouble takes its effect (KEI-47, KEI-48, KEI-175, KEI-V24)."""
    data, player = d.data, d.player(seat)
    like = data.like(card)
    if like == Card.PROMO:
        if data.is_digital:
            d.push("KEI-Q26", seat)
            d.push("KEI-Q26d", seat, 1, pile=VENUE)
        else:
            d.push("KEI-Q26", seat)
        d.note(rule_ids.PROMO, "a new date comes into the calendar")
    elif like == Card.RIDER:
        d.put(seat, rider=True)
        town = data.atlas.label(player.latest)
        d.tell(rule_ids.RIDER, f"{d.name(seat)} leaves an Action card behind when a trip ends elsewhere than in {town}")
    elif like == Card.LOVER:
        come_lover(d, seat)
    elif data.faces[player.band].ability == Gift.NO_STRIKE:
        d.leave_front(seat, Card.STRIKE)
        d.tell(rule_ids.JARKALE, f"the roadies of {data.label(player.band)} never strike: no effect")
    else:
        _strike(d, seat)


def _strike(d: Trial, seat: Seat) -> None:
    player = d.player(seat)
    d.put(seat, no_refill=True)
    if player.driven:
        stop_driving(d, seat)
    d.tell(rule_ids.STRIKE, f"{d.name(seat)} draws no Movement card until the next trip ends")
    if player.move.size or player.event.size:
        d.push("KEI-Q27", seat)


def discard(d: Trial, move: Discard) -> None:
    """Q16, Q17, Q27: what is discarded, shown (KEI-25, KEI-42, KEI-136)."""
    ask, seat, data = d.s.ask, move.seat, d.data
    assert ask is not None
    for card in move.cards:
        if card not in data.faces or data.faces[card].pile not in (MOVE, EVENT):
            d.bar(rule_ids.LIMIT, f"{data.label(card)} is no Movement card")
    if ask.id == "KEI-Q16":
        speeding_discard(d, move)
        return
    if ask.id == "KEI-Q17":
        if len(move.cards) != ask.count:
            d.bar(rule_ids.LIMIT, f"exactly {ask.count} of the hand are discarded")
        if any(data.hand_of(card) != MOVE for card in move.cards):
            d.bar(rule_ids.MOVE_LIMIT, "Event cards are no part of that hand")
        d.pop()
        _shed(d, seat, move.cards)
        d.note(rule_ids.LIMIT, "the hand is at its limit")
        return
    _strike_discard(d, move)


def _shed(d: Trial, seat: Seat, cards: tuple[str, ...]) -> None:
    for card in cards:
        d.lose(seat, d.data.hand_of(card), card)
        d.discard(card)


def _strike_discard(d: Trial, move: Discard) -> None:
    """All Roadies and the two best of the rest (KEI-47, KEI-136)."""
    seat, data, player = move.seat, d.data, d.player(move.seat)
    held = [card for card in (*player.move.cards, *player.event.cards) if card != UNKNOWN]
    hidden = player.move.size + player.event.size - len(held)
    roadies = [card for card in move.cards if card == Card.ROADIE]
    best = [card for card in move.cards if card != Card.ROADIE]
    amount = data.strike_takes
    if any(card not in data.best for card in best):
        d.refuse(rule_ids.STRIKE, "only Helicopters and On the Road cards are among the best")
    if len(best) > amount or held.count(Card.ROADIE) > len(roadies):
        d.refuse(rule_ids.STRIKE, f"all Roadies and the {amount} best Movement cards are discarded")
    rank = {card: number for number, card in enumerate(data.best)}
    ranked = sorted((card for card in held if card in rank), key=rank.__getitem__)
    wanted = sorted((card for card in best if card in rank), key=rank.__getitem__)
    for due, given in zip_longest(ranked[:amount], wanted, fillvalue=""):
        if rank.get(due, len(rank)) < rank.get(given, len(rank)):
            d.refuse(rule_ids.STRIKE, f"{data.label(due)} is better")
    if not hidden and len(best) < min(amount, len(ranked)):
        d.refuse(rule_ids.STRIKE, f"{data.labels(ranked[:amount])} must go")
    d.pop()
    _shed(d, seat, move.cards)
    worst = max((rank[card] for card in wanted), default=-1) if len(wanted) == amount else len(rank)
    better = {card for card in data.best if rank[card] < worst} | {Card.ROADIE}
    for zone in (MOVE, EVENT) if data.has_two_moves else (MOVE,):
        those = [card for card in better if data.hand_of(card) == zone]
        d.claim(zone, seat, those, rule_ids.STRIKE_SHOWN, f"{d.name(seat)} holds no Roadie and no better card")
    d.tell(rule_ids.STRIKE_SHOWN, f"the strike: {data.labels(move.cards) or 'nothing'} goes")


# Guest Star


def keep(d: Trial, move: Keep) -> None:
    """Q29: one of three is kept, two are shuffled back (KEI-66, KEI-176); or the card just drawn is (KEI-154)."""
    seat, data = move.seat, d.data
    ask = d.pop()
    if ask.id == FRESH:
        if move.card != UNKNOWN:
            d.bar(rule_ids.STASH_AT_ONCE, "it is kept unseen, `keep ?`, or stashed, `stash`")
        settle_fresh(d, seat)
        return
    pile = ask.pile
    d.turn(guest=True, drawn=d.s.turn.limit, shield=0)  # what is kept by choice is not avoided (KEI-176)
    if data.is_digital:
        _keep_dealt(d, move, pile)
    else:
        receive_action(d, seat, move.card, pile)
        d.know(lambda known: known.shuffle((), pile))
    d.tell(rule_ids.PICK, "shuffle the others into the deck")


def _keep_dealt(d: Trial, move: Keep, pile: str) -> None:
    seat, data, offer = move.seat, d.data, list(d.s.offer.cards)
    card = move.which or move.card
    secret = move.card == UNKNOWN
    if card not in offer and UNKNOWN not in offer:
        d.bar(rule_ids.PICK, "that is none of the three")
    if secret and card == UNKNOWN and UNKNOWN not in offer:
        d.bar(rule_ids.PICK, "say which: `keep ? which=manager`")
    if secret and kind_of(card) in data.at_once and kind_of(card) != Card.GROUPIE:
        d.bar(rule_ids.AT_ONCE, f"{data.label(card)} must be tabled: `keep {kind_of(card)}`")
    if secret and must_lie_open(d, seat, kind_of(card)):
        d.bar(rule_ids.OPENLY, f"an achievement is shown when received: `keep {card}`")
    offer.remove(card if card in offer else UNKNOWN)
    if card != UNKNOWN and UNKNOWN in d.s.offer.cards and card not in d.s.offer.cards:
        d.sees(card)
    for other in offer:
        if other != UNKNOWN:
            d.hides(other)
    d.set(offer=Hand())
    d.resize(pile, len(offer))
    _count_second(d, pile, tuple(offer))
    if secret:
        hand = d.hand(seat, ACTION)
        d.put(seat, action=Hand((*hand.cards, card), hand.shown))
        d.turn(fresh=card)
    elif kind_of(card) in data.achievements:
        check_kept(d, seat, kind_of(card))
        d.put(seat, laid=(*d.player(seat).laid, card))
    elif kind_of(card) in data.at_once:
        on_table(d, seat, card)
    else:
        d.gain(seat, ACTION, card)


def _count_second(d: Trial, pile: str, cards: tuple[str, ...]) -> None:
    second = d.s.second
    if pile == ACTION_2 and second is not None:
        for card in cards:
            second = {**second, kind_of(card): second.get(kind_of(card), 0) + 1}
        d.set(second=second)


# digital: a player asks for a card, the table deals it


def _ask_for_card(d: Trial, move: Draw) -> None:
    seat, ask = move.seat, d.s.ask
    if move.cards == (STORE,):
        store_dealt(d, seat)
        return
    if ask is not None or d.s.stage != AFTER:
        _refuse_draw(d, seat)
    if any(card != UNKNOWN for card in move.cards) or len(move.cards) > 1:
        d.bar(rule_ids.ONE_AFTER_ANOTHER, "cards are dealt here, one at a time: `draw` is enough")
    settle_fresh(d, seat)
    _check_open(d, seat)
    pile = _deck(d, move)
    d.note(rule_ids.DRAWS, f"draw {d.s.turn.drawn + 1} of {d.s.turn.limit}")
    d.push("KEI-Q23", seat, 1, pile=pile)
