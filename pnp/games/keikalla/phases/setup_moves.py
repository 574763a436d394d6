"""The set-up, line by line: bands, deal, rehab town, tours, returned cards, who starts (KEI-01 to KEI-11, KEI-104).

In: a Trial and a line of the set-up. Out: the Trial further on, or a refusal. Invariant: a step waits for the one it
needs, and after `deal` every card of the game is counted.
"""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION, ACTION_1, ACTION_2, EVENT, MOVE, MOVEMENT, VENUE, GameData
from pnp.games.keikalla.moves import Band, Deal, Duplicate, Extra, RehabTown, Return, Roll, Start, Tour
from pnp.games.keikalla.phases.calendar import check_order, venue_of
from pnp.games.keikalla.phases.flow import begin_turn
from pnp.games.keikalla.rule_ids import Card, Gift
from pnp.games.keikalla.state import BANDS, DEAL, PLAN, START, Fame, Hand
from pnp.games.keikalla.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def take_band(d: Trial, move: Band) -> None:
    """Q01: a band card (KEI-02)."""
    seat, face = move.seat, d.data.faces.get(move.band)
    if face is None or face.pile != "band":
        d.bar(rule_ids.BANDS, f"{d.data.label(move.band)} is no band")
    if d.player(seat).band:
        d.refuse(rule_ids.BANDS, f"{d.name(seat)} has a band already: {d.data.label(d.player(seat).band)}")
    holder = next((s for s, player in enumerate(d.s.players) if player.band == move.band), None)
    if holder is not None:
        d.bar(rule_ids.BANDS, f"{face.label} is the band of {d.name(holder)}")
    common = d.data.switches["common_start_town"]
    start = face.home if common in ("none", "first_date") else common
    d.put(seat, band=move.band, home=face.home, at=start, start=start)
    d.tell(
        rule_ids.HOME if start == face.home else rule_ids.START_TOWN,
        f"the figurine of {face.label} stands in {d.data.town(start)}",
    )
    if face.ability == Gift.STAGE_PRESENCE:
        d.push("KEI-Q02", TABLE)
    _all_banded(d)


def _all_banded(d: Trial) -> None:
    if d.s.stage == BANDS and not d.s.asks and all(player.band for player in d.s.players):
        d.set(stage=DEAL)
        d.push("KEI-Q03", TABLE)


def roll(d: Trial, move: Roll) -> None:
    """Q02: one in three begins with Stage Presence (KEI-83)."""
    seat = gifted(d, Gift.STAGE_PRESENCE)
    if not 1 <= move.die <= d.data.die:
        d.bar(rule_ids.TAKAJEEJEET, f"the die has no {move.die}")
    d.pop()
    if move.die in d.data.lucky:
        d.sees(Card.STAGE)
        d.put(seat, fame=(Fame(Card.STAGE),))
        d.tell(rule_ids.TAKAJEEJEET, f"a {move.die}: {d.data.label(Card.STAGE)} lies in front of {d.name(seat)}")
    else:
        d.tell(rule_ids.TAKAJEEJEET, f"a {move.die}: {d.name(seat)} begins without Reputation")
    _all_banded(d)


def gifted(d: Trial, gift: str) -> Seat:
    """The seat whose band has this gift."""
    data = d.data
    return next((s for s, p in enumerate(d.s.players) if p.band and data.faces[p.band].ability == gift), 0)


def deal(d: Trial, move: Deal) -> None:
    """Q03: Managers, Venue and Movement cards are dealt, the decks are built (KEI-03 to KEI-05, KEI-V27)."""
    data, seats = d.data, len(d.s.players)
    each = data.numbers["managers_each"]
    left = data.faces[Card.MANAGER].copies - each * seats
    in_deck = min(data.numbers["managers_in_deck"], left)
    if move.managers not in (-1, in_deck):
        d.refuse(rule_ids.MANAGERS, f"{in_deck} Managers go into the Action deck, not {move.managers}")
    if in_deck < data.numbers["managers_in_deck"]:
        d.tell(rule_ids.SIX_PLAYERS, f"only {in_deck} Managers are left for the Action deck")
    d.tell(rule_ids.MANAGERS, f"{each} Managers each, {in_deck} in the Action deck, {left - in_deck} aside")
    d.pop()
    d.set(aside=left - in_deck, managers=in_deck)
    for _ in range(left - in_deck + each * seats):
        d.sees(Card.MANAGER)
    on_map = data.switches["rehab_card_on_map"] == "one_of_the_three"
    if on_map:
        d.sees(Card.REHAB)
    managers = Hand((Card.MANAGER,) * each, (Card.MANAGER,) * each)
    for seat in range(seats):
        d.put(seat, action=managers)
    _build_piles(d)
    _tell_knowledge(d, each)
    digital = data.is_digital
    hand = data.numbers["move_hand" if data.has_two_moves else "movement_hand"]
    pile = MOVE if data.has_two_moves else MOVEMENT
    d.set(stage=PLAN)
    d.push("KEI-Q04", TABLE)
    for seat in reversed(range(seats)):
        if digital:
            d.push("KEI-04", seat, data.tour_length, pile=VENUE)
            d.push("KEI-05", seat, hand, pile=pile)
            continue
        d.put(seat, dates=data.tour_length)
        for _ in range(hand):
            d.deal(pile, seat, MOVE, UNKNOWN)
        d.resize(VENUE, -data.tour_length)
    d.note(rule_ids.MOVE_HAND if data.has_two_moves else rule_ids.MOVEMENT_DEAL, f"{hand} Movement cards each")
    if data.has_thresholds:
        d.note(
            rule_ids.ADDITIONS, f"tours of {data.tour_length} dates; cards that waive a threshold: {data.has_waivers}"
        )
    if data.has_jokers:
        d.note(rule_ids.JOKERS, "six jokers are in the two Action decks")
    d.note(rule_ids.TOUR_DEAL, f"{data.tour_length} Venue cards each")


def _build_piles(d: Trial) -> None:
    data, unseen = d.data, d.s.unseen

    def total(*piles: str) -> int:
        return sum(unseen[id_] for id_, face in data.faces.items() if face.pile in piles)

    piles = {VENUE: total(VENUE)}
    discards: dict[str, tuple[str, ...]] = {VENUE: (), ACTION: ()}
    if data.has_two_moves:
        piles |= {MOVE: total(MOVE), EVENT: total(EVENT)}
        d.note(rule_ids.TWO_DECKS, f"{piles[MOVE]} cards in the Move deck, {piles[EVENT]} in the Event deck")
    else:
        piles[MOVEMENT] = total(MOVE, EVENT)
    if data.has_jokers:
        second = second_deck(data, d.s.managers)
        piles |= {ACTION_1: total(ACTION) - sum(second.values()), ACTION_2: sum(second.values())}
        d.tell(rule_ids.DECKS_BUILT, f"{piles[ACTION_1]} cards in deck 1, {piles[ACTION_2]} in deck 2")
        if data.is_digital:
            d.set(second=second)
    else:
        piles[ACTION] = total(ACTION)
    discards |= {pile: () for pile in piles if not pile.startswith(ACTION)}
    d.set(piles=piles, discards=discards)


def second_deck(data: GameData, managers: int) -> dict[str, int]:
    """The cards that bear // and begin in the second Action deck (KEI-V22, KEI-V27)."""
    marked = {id_: face.marked for id_, face in data.faces.items() if face.pile == ACTION}
    return {**marked, Card.MANAGER: managers // 2}


def _tell_knowledge(d: Trial, each: int) -> None:
    """What the table knows from now on: the decks, and the two Managers of every hand (KEI-H09)."""
    if d.data.is_digital:
        return
    from pnp.referee.hidden.knowledge import Knowledge

    data, unseen = d.data, d.s.unseen
    knowledge = Knowledge()
    for pile in d.s.piles:
        if pile == VENUE:
            continue
        cards = {id_: unseen[id_] for id_ in data.copies_in(ACTION if pile.startswith(ACTION) else pile)}
        if pile in (ACTION_1, ACTION_2):
            second = second_deck(data, d.s.managers)
            cards = {id_: second[id_] if pile == ACTION_2 else n - second[id_] for id_, n in cards.items()}
        knowledge = knowledge.lay(cards, pile)
    for seat in range(len(d.s.players)):
        for _ in range(each):
            knowledge = knowledge.take((ACTION, seat), Card.MANAGER)
    d.set(knowledge=knowledge)


def place_rehab(d: Trial, move: RehabTown) -> None:
    """Q04: the town of a Venue card (KEI-06)."""
    if not move.town:
        d.bar(rule_ids.REHAB_TOWN, "say the town of the Venue card drawn: `table: rehab tampere`")
    d.pop()
    d.sees(d.data.venues[move.town])
    d.resize(VENUE, -1)
    d.set(rehab=move.town)
    d.note(rule_ids.REHAB_TOWN, f"the Rehab card lies in {d.data.town(move.town)}")


def duplicate(d: Trial, move: Duplicate) -> None:
    """Q05: surplus Venue cards are exchanged (KEI-08)."""
    seat, player = move.seat, d.player(move.seat)
    if player.planned:
        d.refuse(rule_ids.NO_DUPLICATES, f"the tour of {d.name(seat)} is laid")
    count = move.what if isinstance(move.what, int) else len(move.what)
    if not 0 < count < d.data.tour_length:
        d.bar(rule_ids.NO_DUPLICATES, f"{count} cards cannot be exchanged")
    if d.data.is_digital:
        surplus = surplus_of(player.venues)
        if UNKNOWN not in player.venues and count != len(surplus):
            d.bar(rule_ids.NO_DUPLICATES, f"{len(surplus)} cards are surplus")
        _give_back_venues(d, seat, surplus if UNKNOWN not in player.venues else (UNKNOWN,) * count)
        d.push("KEI-08", seat, count, pile=VENUE)
    else:
        for town in move.what if not isinstance(move.what, int) else ():
            d.sees(d.data.venues[town])
            d.hides(d.data.venues[town])
        d.believe(rule_ids.NO_DUPLICATES, f"{d.name(seat)} had {count} surplus Venue card{'s' * (count > 1)}")
    d.tell(rule_ids.NO_DUPLICATES, f"{count} surplus back, the deck is shuffled, {count} drawn")


def surplus_of(venues: tuple[str, ...]) -> tuple[str, ...]:
    """The second copies among some Venue cards."""
    seen: set[str] = set()
    surplus = []
    for town in venues:
        if town in seen and town != UNKNOWN:
            surplus.append(town)
        seen.add(town)
    return tuple(surplus)


def _give_back_venues(d: Trial, seat: Seat, towns: tuple[str, ...]) -> None:
    venues = list(d.player(seat).venues)
    for town in towns:
        venues.remove(town)
        if town != UNKNOWN:
            d.hides(d.data.venues[town])
    d.put(seat, venues=tuple(venues))
    d.resize(VENUE, len(towns))


def extra(d: Trial, move: Extra) -> None:
    """Q05: Teenkeitin takes in up to two more Venue cards (KEI-82)."""
    seat, player = move.seat, d.player(move.seat)
    if d.data.faces[player.band].ability != Gift.EXTRA_VENUES:
        d.refuse(rule_ids.TEENKEITIN, f"{d.data.label(player.band)} has no extra Venue cards")
    if player.extra >= 0 or player.planned:
        d.refuse(rule_ids.TEENKEITIN, "that is done once, before the tour is laid")
    if move.count > d.data.numbers["extra_venues"]:
        d.bar(rule_ids.TEENKEITIN, f"{d.data.numbers['extra_venues']} extra cards are drawn, not {move.count}")
    d.put(seat, extra=move.count, gift_used=True)
    if d.data.is_digital and move.count:
        d.push("KEI-82", seat, move.count, pile=VENUE)
    d.note(rule_ids.TEENKEITIN, f"{move.count} of the extra cards come in, as many go back")


def lay_tour(d: Trial, move: Tour) -> None:
    """Q05: the tour is laid, sealed or registered (KEI-04, KEI-08, KEI-H04)."""
    seat, player, data = move.seat, d.player(move.seat), d.data
    if player.planned:
        d.refuse(rule_ids.ORDER, f"the tour of {d.name(seat)} is laid; only a card changes it")
    count = move.dates if isinstance(move.dates, int) else len(move.dates)
    if count != data.tour_length:
        d.refuse(rule_ids.ELEVEN if data.has_long_tours else rule_ids.TOUR_DEAL, f"a tour has {data.tour_length} dates")
    order = () if isinstance(move.dates, int) else move.dates
    known = data.is_digital and UNKNOWN not in player.venues
    if not order and (known or (data.is_ordered and not data.is_digital and not move.hidden)):
        d.bar(rule_ids.SECRET_CALENDAR, "name the towns of the tour in order")
    if order and not data.is_ordered:
        d.bar(rule_ids.SECRET_CALENDAR, f"the calendar is sealed: `tour {count}` is enough")
    if order:
        check_order(d, order, order, rule_ids.NO_DUPLICATES)
        _lay_order(d, seat, order, known)
    else:
        if data.is_digital:
            d.resize(VENUE, len(player.venues) - count)
        d.believe(rule_ids.NO_DUPLICATES, f"no two dates of {d.name(seat)} are in one town")
    d.put(seat, planned=True, venues=(), dates=count, order=order, tour_ply=d.ply)
    d.note(rule_ids.SEALED if not order else rule_ids.ORDER, f"{d.name(seat)} has laid {count} dates")
    if data.switches["common_start_town"] == "first_date":
        first = move.first or (order[0] if order else "")
        if not first:
            d.bar(rule_ids.FIRST_DATE, "say the town of the first date: first=kemi")
        if order and order[0] != first:
            d.bar(rule_ids.FIRST_DATE, f"the first date is {data.town(order[0])}")
        d.put(seat, at=first, start=first)
        d.tell(rule_ids.FIRST_DATE, f"the first date is turned over: {data.town(first)}")
    if all(item.planned for item in d.s.players):
        d.set(stage=START)


def _lay_order(d: Trial, seat: Seat, order: tuple[str, ...], known: bool) -> None:
    venues = list(d.player(seat).venues)
    for town in order:
        if known:
            if town not in venues:
                d.bar(rule_ids.COUNT, f"{d.data.town(town)} is none of the Venue cards of {d.name(seat)}")
            venues.remove(town)
        elif d.data.is_digital:
            d.sees(venue_of(d, town))
        else:
            d.check_hidden(venue_of(d, town))
    if known:
        _give_back_venues(d, seat, tuple(venues))


def return_warns(d: Trial, move: Return) -> None:
    """Q06: warn cards of the opening hand go back, as many are drawn (KEI-10)."""
    seat, player, data = move.seat, d.player(move.seat), d.data
    if not player.planned or d.s.is_set_up:
        d.refuse(rule_ids.RETURN_WARNS, "warn cards go back between the own tour and the start")
    forced = data.switches["opening_warn_cards"] == "must_return"
    if player.returned and data.switches["initial_replace"] == "once" and not forced:
        d.refuse(rule_ids.RETURN_WARNS, f"{d.name(seat)} has returned cards already")
    plain = [card for card in move.cards if card not in data.warns]
    if plain:
        d.refuse(rule_ids.RETURN_WARNS, f"{data.labels(plain)} bears no “!”")
    pile = d.movement_pile(move.cards[0])
    for card in move.cards:
        d.lose(seat, data.hand_of(card), card)
    d.shuffle_in(move.cards, pile)
    d.put(seat, returned=player.returned + 1)
    count = len(move.cards)
    if data.is_digital:
        d.push("KEI-10", seat, count, pile=pile)
    else:
        for _ in range(count):
            d.deal(pile, seat, MOVE, UNKNOWN)
    d.tell(rule_ids.RETURN_WARNS, f"{data.labels(move.cards)} shuffled in, {count} drawn")


def start(d: Trial, move: Start) -> None:
    """Q07: who named the song plays first (KEI-11)."""
    data = d.data
    if move.who == TABLE:
        d.bar(rule_ids.SONG, "a seat starts, not the table")
    unplanned = [seat for seat, player in enumerate(d.s.players) if not player.planned]
    if d.s.stage != START or unplanned:
        who = ", ".join(map(d.name, unplanned))
        d.bar(
            rule_ids.SETUP_ORDER, f"the set-up is not done: {who} must lay a tour" if who else "the set-up is not done"
        )
    if data.switches["opening_warn_cards"] == "must_return":
        for seat, player in enumerate(d.s.players):
            kept = [card for card in player.move.cards if card in data.warns]
            if kept:
                d.refuse(rule_ids.KEPT_WARNS, f"{d.name(seat)} must return {data.labels(kept)}")
            said = f"{d.name(seat)} has kept no warn card"
            d.claim(MOVE, seat, data.warns, rule_ids.KEPT_WARNS, said)
    d.note(rule_ids.SONG, f"{d.name(move.who)} has named the song; play goes clockwise")
    begin_turn(d, move.who)
