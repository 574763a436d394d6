"""The set-up, line by line: bands, deal, rehab town, tours, returned cards, who starts (KEI-01 to KEI-11, KEI-104).

In: a Trial and a line of the set-up. Out: the changed Trial, or a refusal. Invariant: no step comes before the one it
needs, and after `deal` every card of the game is counted.
"""

from __future__ import annotations

from pnp.games.keikalla.card_ids import Ability, Card
from pnp.games.keikalla.game_data import ACTION, ACTION_1, ACTION_2, EVENT, MOVE, MOVEMENT, VENUE, GameData
from pnp.games.keikalla.moves import Band, Deal, Duplicate, Extra, RehabTown, Return, Roll, Start, Tour
from pnp.games.keikalla.phases.calendar import check_order, deal_dates, venue_of
from pnp.games.keikalla.phases.chance import drawn_card
from pnp.games.keikalla.phases.flow import begin_turn
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.state import BANDS, DEAL, PLAN, START, Hand, OpenQuestion, ReputationCard
from pnp.games.keikalla.trial import Trial
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def _at_once(t: Trial, question: OpenQuestion, move: Deal) -> None:
    if move.cards:
        t.bar("KEI-104", "dealt_at_once")


FIRST_ROLL = Question("KEI-Q02", "ask_first_roll", "KEI-83", key="die")
SETUP_DEAL = Question("KEI-Q03", "ask_setup_deal", "KEI-03", guard=_at_once)
REHAB_TOWN = Question("KEI-Q04", "ask_rehab_town", "KEI-06")
TOUR_CARDS = Question("KEI-04", "ask_tour_cards")
OPENING_HAND = Question("KEI-05", "ask_opening_hand")
OTHER_VENUES = Question("KEI-08", "ask_other_venues")
RETURNED_CARDS = Question("KEI-10", "ask_returned_cards")
EXTRA_VENUES = Question("KEI-82", "ask_extra_venues")
for _venues in (TOUR_CARDS, OTHER_VENUES, EXTRA_VENUES):
    _venues.drawn(at_once=True)(deal_dates)


@OPENING_HAND.drawn(at_once=True)
@RETURNED_CARDS.drawn(at_once=True)
def deal_hand(t: Trial, question: OpenQuestion, move: Deal) -> None:
    """Digital: Movement cards of the set-up."""
    t.pop()
    for card in move.cards:
        t.deal(question.pile, question.seat, MOVE, card)
    t.note("KEI-05", "cards_to", count=len(move.cards), seat=question.seat)


def take_band(t: Trial, move: Band) -> None:
    """Q01: a band card (KEI-02)."""
    seat, card_data = move.seat, t.data.cards.get(move.band)
    if card_data is None or card_data.pile != "band":
        t.bar("KEI-02", "no_band", card=move.band)
    if t.player(seat).band:
        t.refuse("KEI-02", "has_a_band", seat=seat, card=t.player(seat).band)
    holder = next((s for s, player in enumerate(t.state.players) if player.band == move.band), None)
    if holder is not None:
        t.bar("KEI-02", "band_taken", seat=holder, card=move.band)
    common = t.data.switches["common_start_town"]
    start = card_data.home if common in ("none", "first_date") else common
    t.change_player(seat, band=move.band, home=card_data.home, at=start, start=start)
    t.announce("KEI-09" if start == card_data.home else "KEI-V60", "figurine_at", town=start, card=move.band)
    if card_data.ability == Ability.STAGE_PRESENCE:
        t.ask(FIRST_ROLL, TABLE)
    _all_banded(t)


def _all_banded(t: Trial) -> None:
    if t.state.phase == BANDS and not t.state.questions and all(player.band for player in t.state.players):
        t.change(phase=DEAL)
        t.ask(SETUP_DEAL, TABLE)


@FIRST_ROLL.answer(Roll, choices=lambda t, seat: [Roll(TABLE, die) for die in range(1, t.data.die + 1)])
def roll(t: Trial, move: Roll) -> None:
    """Q02: one in three begins with Stage Presence (KEI-83)."""
    seat = seat_with_ability(t, Ability.STAGE_PRESENCE)
    if not 1 <= move.die <= t.data.die:
        t.bar("KEI-83", "no_such_side", die=move.die)
    t.pop()
    if move.die in t.data.lucky:
        t.reveal(Card.STAGE)
        t.change_player(seat, reputation_cards=(ReputationCard(Card.STAGE),))
        t.announce("KEI-83", "begins_with", die=move.die, card=Card.STAGE, seat=seat)
    else:
        t.announce("KEI-83", "begins_without", die=move.die, seat=seat)
    _all_banded(t)


def seat_with_ability(t: Trial, ability: str) -> Seat:
    """The seat whose band has this ability."""
    data = t.data
    return next((s for s, p in enumerate(t.state.players) if p.band and data.cards[p.band].ability == ability), 0)


@SETUP_DEAL.answer(Deal, choices=lambda t, seat: [Deal(TABLE, TABLE, ())])
def deal(t: Trial, move: Deal) -> None:
    """Q03: Managers, Venue and Movement cards are dealt, the decks are built (KEI-03 to KEI-05, KEI-V27)."""
    data, seats = t.data, len(t.state.players)
    each = data.numbers["managers_each"]
    left = data.cards[Card.MANAGER].copies - each * seats
    in_deck = min(data.numbers["managers_in_deck"], left)
    if move.managers not in (-1, in_deck):
        t.refuse("KEI-03", "managers_in_deck", in_deck=in_deck, managers=move.managers)
    if in_deck < data.numbers["managers_in_deck"]:
        t.announce("KEI-D03", "few_managers", in_deck=in_deck)
    t.announce("KEI-03", "managers_dealt", each=each, in_deck=in_deck, aside=left - in_deck)
    t.pop()
    t.change(managers_aside=left - in_deck, managers=in_deck)
    for _ in range(left - in_deck + each * seats):
        t.reveal(Card.MANAGER)
    on_map = data.switches["rehab_card_on_map"] == "one_of_the_three"
    if on_map:
        t.reveal(Card.REHAB)
    managers = Hand((Card.MANAGER,) * each, (Card.MANAGER,) * each)
    for seat in range(seats):
        t.change_player(seat, action=managers)
    _build_piles(t)
    _begin_knowledge(t, each)
    digital = data.is_digital
    hand = data.numbers["move_hand" if data.has_two_moves else "movement_hand"]
    pile = MOVE if data.has_two_moves else MOVEMENT
    t.change(phase=PLAN)
    t.ask(REHAB_TOWN, TABLE)
    for seat in reversed(range(seats)):
        if digital:
            t.ask(TOUR_CARDS, seat, data.tour_length, pile=VENUE)
            t.ask(OPENING_HAND, seat, hand, pile=pile)
            continue
        t.change_player(seat, dates=data.tour_length)
        for _ in range(hand):
            t.deal(pile, seat, MOVE, UNKNOWN)
        t.resize_pile(VENUE, -data.tour_length)
    t.note("KEI-V11" if data.has_two_moves else "KEI-05", "movement_each", hand=hand)
    if data.has_thresholds:
        t.note("KEI-V07", "additions", dates=data.tour_length, waivers=data.has_waivers)
    if data.has_jokers:
        t.note("KEI-V20", "jokers_in_decks")
    t.note("KEI-04", "venues_each", count=data.tour_length)


def _build_piles(t: Trial) -> None:
    data, unseen = t.data, t.state.unseen

    def total(*piles: str) -> int:
        return sum(unseen[id_] for id_, card_data in data.cards.items() if card_data.pile in piles)

    piles = {VENUE: total(VENUE)}
    discards: dict[str, tuple[str, ...]] = {VENUE: (), ACTION: ()}
    if data.has_two_moves:
        piles |= {MOVE: total(MOVE), EVENT: total(EVENT)}
        t.note("KEI-V10", "two_decks", move=piles[MOVE], event=piles[EVENT])
    else:
        piles[MOVEMENT] = total(MOVE, EVENT)
    if data.has_jokers:
        second = second_deck(data, t.state.managers)
        piles |= {ACTION_1: total(ACTION) - sum(second.values()), ACTION_2: sum(second.values())}
        t.announce("KEI-V27", "decks_built", first=piles[ACTION_1], second=piles[ACTION_2])
        if data.is_digital:
            t.change(second_deck=second)
    else:
        piles[ACTION] = total(ACTION)
    discards |= {pile: () for pile in piles if not pile.startswith(ACTION)}
    t.change(piles=piles, discards=discards)


def second_deck(data: GameData, managers: int) -> dict[str, int]:
    """The cards that bear // and begin in the second Action deck; of the Managers their share (KEI-V22, KEI-V27)."""
    marked = {id_: card_data.marked for id_, card_data in data.cards.items() if card_data.pile == ACTION}
    return {**marked, Card.MANAGER: managers * marked[Card.MANAGER] // data.cards[Card.MANAGER].copies}


def _begin_knowledge(t: Trial, each: int) -> None:
    """What the table knows from now on: the decks, and the two Managers of every hand (KEI-H09)."""
    if t.data.is_digital:
        return
    from pnp.referee.hidden.knowledge import Knowledge

    data, unseen = t.data, t.state.unseen
    knowledge = Knowledge()
    for pile in t.state.piles:
        if pile == VENUE:
            continue
        cards = {id_: unseen[id_] for id_ in data.copies_in(ACTION if pile.startswith(ACTION) else pile)}
        if pile in (ACTION_1, ACTION_2):
            second = second_deck(data, t.state.managers)
            cards = {id_: second[id_] if pile == ACTION_2 else n - second[id_] for id_, n in cards.items()}
        knowledge = knowledge.lay(cards, pile)
    for seat in range(len(t.state.players)):
        for _ in range(each):
            knowledge = knowledge.take((ACTION, seat), Card.MANAGER)
    t.change(knowledge=knowledge)


def _drawn_town(t: Trial, chance: Chance) -> Move:
    card = drawn_card(t, t.state.questions[-1], VENUE, chance, 0, t.state.unseen)
    return RehabTown(TABLE, t.data.cards[card].town)


@REHAB_TOWN.answer(
    RehabTown,
    choices=lambda t, seat: [RehabTown(TABLE, town) for town in sorted(t.data.atlas.towns)],
    dealt=_drawn_town,
)
def place_rehab(t: Trial, move: RehabTown) -> None:
    """Q04: the town of a Venue card (KEI-06)."""
    if not move.town:
        t.bar("KEI-06", "name_rehab_town")
    t.pop()
    t.reveal(t.data.venues[move.town])
    t.resize_pile(VENUE, -1)
    t.change(rehab=move.town)
    t.note("KEI-06", "rehab_lies", town=move.town)


def duplicate(t: Trial, move: Duplicate) -> None:
    """Q05: surplus Venue cards are exchanged (KEI-08)."""
    seat, player = move.seat, t.player(move.seat)
    if player.planned:
        t.refuse("KEI-08", "tour_is_laid", seat=seat)
    count = move.what if isinstance(move.what, int) else len(move.what)
    if not 0 < count < t.data.tour_length:
        t.bar("KEI-08", "not_exchangeable", count=count)
    if t.data.is_digital:
        surplus = surplus_of(player.venues)
        if UNKNOWN not in player.venues and count != len(surplus):
            t.bar("KEI-08", "surplus_count", count=len(surplus))
        _give_back_venues(t, seat, surplus if UNKNOWN not in player.venues else (UNKNOWN,) * count)
        t.ask(OTHER_VENUES, seat, count, pile=VENUE)
    else:
        for town in move.what if not isinstance(move.what, int) else ():
            t.reveal(t.data.venues[town])
            t.hide(t.data.venues[town])
        t.assume("KEI-08", "had_surplus", seat=seat, count=count)
    t.announce("KEI-08", "surplus_back", count=count)


def surplus_of(venues: tuple[str, ...]) -> tuple[str, ...]:
    """The second copies among some Venue cards."""
    seen: set[str] = set()
    surplus = []
    for town in venues:
        if town in seen and town != UNKNOWN:
            surplus.append(town)
        seen.add(town)
    return tuple(surplus)


def _give_back_venues(t: Trial, seat: Seat, towns: tuple[str, ...]) -> None:
    venues = list(t.player(seat).venues)
    for town in towns:
        venues.remove(town)
        if town != UNKNOWN:
            t.hide(t.data.venues[town])
    t.change_player(seat, venues=tuple(venues))
    t.resize_pile(VENUE, len(towns))


def extra(t: Trial, move: Extra) -> None:
    """Q05: Teenkeitin takes in up to two more Venue cards (KEI-82)."""
    seat, player = move.seat, t.player(move.seat)
    if t.data.cards[player.band].ability != Ability.EXTRA_VENUES:
        t.refuse("KEI-82", "no_extra_venues", card=player.band)
    if player.extra >= 0 or player.planned:
        t.refuse("KEI-82", "extra_done")
    if move.count > t.data.numbers["extra_venues"]:
        t.bar("KEI-82", "extra_count", count=move.count, drawn=t.data.numbers["extra_venues"])
    t.change_player(seat, extra=move.count, ability_used=True)
    if t.data.is_digital and move.count:
        t.ask(EXTRA_VENUES, seat, move.count, pile=VENUE)
    t.note("KEI-82", "extra_taken", count=move.count)


def lay_tour(t: Trial, move: Tour) -> None:
    """Q05: the tour is laid, sealed or registered (KEI-04, KEI-08, KEI-H04)."""
    seat, player, data = move.seat, t.player(move.seat), t.data
    if player.planned:
        t.refuse("KEI-A17", "only_a_card_changes_it", seat=seat)
    count = move.dates if isinstance(move.dates, int) else len(move.dates)
    if count != data.tour_length:
        t.refuse("KEI-V01" if data.has_long_tours else "KEI-04", "tour_has", dates=data.tour_length)
    order = () if isinstance(move.dates, int) else move.dates
    known = data.is_digital and UNKNOWN not in player.venues
    if not order and (known or (data.is_ordered and not data.is_digital and not move.hidden)):
        t.bar("KEI-H04", "name_tour")
    if order and not data.is_ordered:
        t.bar("KEI-H04", "sealed_tour", count=count)
    if order:
        check_order(t, order, order, "KEI-08")
        _lay_order(t, seat, order, known)
    else:
        if data.is_digital:
            t.resize_pile(VENUE, len(player.venues) - count)
        t.assume("KEI-08", "no_two_dates", seat=seat)
    t.change_player(seat, planned=True, venues=(), dates=count, order=order, tour_ply=t.ply)
    t.note("KEI-112" if not order else "KEI-A17", "has_laid", seat=seat, count=count)
    if data.switches["common_start_town"] == "first_date":
        first = move.first or (order[0] if order else "")
        if not first:
            t.bar("KEI-V61", "name_first_date")
        if order and order[0] != first:
            t.bar("KEI-V61", "first_date_is", town=order[0])
        t.change_player(seat, at=first, start=first)
        t.announce("KEI-V61", "first_date_turned", town=first)
    if all(item.planned for item in t.state.players):
        t.change(phase=START)


def _lay_order(t: Trial, seat: Seat, order: tuple[str, ...], known: bool) -> None:
    venues = list(t.player(seat).venues)
    for town in order:
        if known:
            if town not in venues:
                t.bar("KEI-H06", "not_your_venue", town=town, seat=seat)
            venues.remove(town)
        elif t.data.is_digital:
            t.reveal(venue_of(t, town))
        else:
            t.check_hidden(venue_of(t, town))
    if known:
        _give_back_venues(t, seat, tuple(venues))


def return_warns(t: Trial, move: Return) -> None:
    """Q06: warn cards of the opening hand go back, as many are drawn (KEI-10)."""
    seat, player, data = move.seat, t.player(move.seat), t.data
    if not player.planned or t.state.is_set_up:
        t.refuse("KEI-10", "when_returned")
    forced = data.switches["opening_warn_cards"] == "must_return"
    if player.returned and data.switches["initial_replace"] == "once" and not forced:
        t.refuse("KEI-10", "has_returned", seat=seat)
    plain = [card for card in move.cards if card not in data.warns]
    if plain:
        t.refuse("KEI-10", "bears_no_mark", cards=plain)
    pile = t.movement_pile(move.cards[0])
    for card in move.cards:
        t.take_from_hand(seat, data.hand_of(card), card)
    t.shuffle_in(move.cards, pile)
    t.change_player(seat, returned=player.returned + 1)
    count = len(move.cards)
    if data.is_digital:
        t.ask(RETURNED_CARDS, seat, count, pile=pile)
    else:
        for _ in range(count):
            t.deal(pile, seat, MOVE, UNKNOWN)
    t.announce("KEI-10", "warns_returned", cards=move.cards, count=count)


def start(t: Trial, move: Start) -> None:
    """Q07: who named the song plays first (KEI-11)."""
    data = t.data
    if move.who == TABLE:
        t.bar("KEI-11", "seat_starts")
    unplanned = [seat for seat, player in enumerate(t.state.players) if not player.planned]
    if t.state.phase != START or unplanned:
        t.bar("KEI-104", "tours_not_laid" if unplanned else "not_set_up", seat=unplanned)
    if data.switches["opening_warn_cards"] == "must_return":
        for seat, player in enumerate(t.state.players):
            kept = [card for card in player.move.cards if card in data.warns]
            if kept:
                t.refuse("KEI-102", "must_return", seat=seat, cards=kept)
            t.claim((MOVE, seat), data.warns, "KEI-102", "kept_no_warn", seat=seat)
    t.note("KEI-11", "named_the_song", seat=move.who)
    begin_turn(t, move.who)
