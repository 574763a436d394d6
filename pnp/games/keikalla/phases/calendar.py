"""The tour calendar: the order of the dates, and the cards that change it (KEI-15, KEI-112 to KEI-114, KEI-175 …).

In: a Trial and a line about dates. Out: the changed Trial, or a refusal. Where the calendar is sealed only its size
is known; where it is registered or dealt by the referee `order` names the dates. With real cards an order is
only claimed: the Venue cards count as unseen until they are turned over, so no refusal reveals another tour.
Invariant: `dates` is the number of unplayed dates, and the length of `order` where that is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.games.keikalla.game_data import VENUE
from pnp.games.keikalla.moves import Date, Deal, Insert, Swap, Tour
from pnp.games.keikalla.phases.flow import on_step, reshuffle
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.routes import propose_orders
from pnp.games.keikalla.state import Cards, KeikallaState, OpenQuestion
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.vocabulary.verbs import NewDate
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def _swap_prompt(state: KeikallaState, question: OpenQuestion) -> str:
    return "ask_swap_named" if state.players[question.seat].order else "ask_swap"


def _order_prompt(state: KeikallaState, question: OpenQuestion) -> str:
    return "ask_promo_date" if question.card else "ask_new_order"


PROMO_PLACE = Question("KEI-Q26", "ask_promo_place", "KEI-175")
PROMO_CARD = Question("KEI-Q26d", "ask_promo_card", "KEI-175")
SWAP = Question("KEI-Q30", _swap_prompt, "KEI-A18")
SWAP_CARDS = Question("KEI-177", "ask_swap_cards")
NEW_ORDER = Question(
    "KEI-Q31",
    _order_prompt,
    "KEI-177",
    verbs=lambda question: (Date.verb, Tour.verb) if question.card else (Tour.verb,),
)
LAST_DATE = Question("KEI-Q35", "ask_last_date", "KEI-114")
LAST_DATE_DRAW = Question("KEI-Q35d", "ask_last_date_draw", "KEI-114")


def venue_of(t: Trial, town: str) -> str:
    """The Venue card of a town."""
    return t.data.venues[town]


def check_order(t: Trial, whole: Cards, unplayed: Cards, rule: str) -> None:
    """Refuse equal towns (where they are not allowed), and fanatic towns among the last dates (KEI-V30)."""
    data = t.data
    twice = [town for town, n in Counter(whole).items() if n > 1]
    if twice and rule:
        t.refuse(rule, "two_dates_in", town=twice[0])
    if not data.switches["fanatic_venues"]:
        return
    last = data.numbers["open_last_dates"]
    for town in unplayed[-last:] if unplayed else ():
        if data.atlas.towns[town].fanatic:
            t.refuse("KEI-V30", "fanatic_among", town=town, last=last)


def _ends_badly(t: Trial, order: Cards) -> bool:
    """A fanatic town is among the last dates, where the table plays so (KEI-V30)."""
    last = order[-t.data.numbers["open_last_dates"] :]
    return bool(t.data.switches["fanatic_venues"]) and any(t.data.atlas.towns[town].fanatic for town in last)


def may_be_date(t: Trial, seat: Seat, town: str, last: bool = False) -> str:
    """Why a drawn date must be redrawn: a rule's id, or nothing (KEI-114, KEI-175, KEI-V32)."""
    player = t.player(seat)
    if town in player.order or town in player.played:
        return "KEI-114" if last else "KEI-175"
    closed = last or player.dates + 1 < t.data.numbers["open_last_dates"]
    if t.data.switches["fanatic_venues"] and closed and t.data.atlas.towns[town].fanatic:
        return "KEI-V32"
    return ""


def turn_over(t: Trial, seat: Seat, town: str) -> None:
    """The date is played: its Venue card comes to light and lies with the played ones (KEI-15, KEI-112)."""
    player, data = t.player(seat), t.data
    order = list(player.order)
    if not order or not data.is_digital or town not in order:
        t.reveal(venue_of(t, town))
    if town in order:
        order.remove(town)
    elif order:  # overruled: another card than the next was turned over
        gone = order.pop(0)
        if data.is_digital:
            t.hide(venue_of(t, gone))
    elif town in player.played and not player.swapped:
        t.report_irregularity(seat, player.tour_ply, "KEI-08", "turned_over_twice", town=town)
    t.change_player(seat, order=tuple(order), dates=player.dates - 1, played=(*player.played, town))


def require_swap(t: Trial, seat: Seat) -> None:
    """Q30: three Venue cards are drawn and some are swapped in (KEI-177)."""
    count = t.data.numbers["calendar_cards"]
    t.ask(SWAP, seat, count)
    if t.data.is_digital:
        t.ask(SWAP_CARDS, seat, count, pile=VENUE)


def _swaps(state: KeikallaState, seat: Seat) -> Iterator[Move]:
    data, player = state.data, state.players[seat]
    most, adds = data.numbers["calendar_cards"], data.switches["calendar_draw_swap"] == "add"
    if not player.order:
        yield from (Swap(seat, count) for count in range(most + 1))
    else:
        yield Swap(seat, 0)
    drawn = dict.fromkeys(town for town in player.venues if town != UNKNOWN)
    for town in drawn:
        if adds:
            yield Swap(seat, -1, (town,))
        elif town not in player.order:
            yield from (Swap(seat, -1, (town,), (out,)) for out in dict.fromkeys(player.order))


@SWAP.answer(Swap, choices=lambda t, seat: list(_swaps(t.state, seat)))
def swap(t: Trial, move: Swap) -> None:
    """Q30: some of the drawn dates come in, as many go out (KEI-A18)."""
    seat, player, data = move.seat, t.player(move.seat), t.data
    most, adds = data.numbers["calendar_cards"], data.switches["calendar_draw_swap"] == "add"
    coming, going = move.in_, move.out
    count = max(move.count, 0) if not coming else len(coming)
    if data.is_digital:
        most = len(player.venues)
    if move.count < 0 and not coming and not going:
        t.bar("KEI-A18", "swap_how_many")
    if count > most or (count > player.dates and not adds):
        t.bar("KEI-A18", "swap_at_most", most=min(most, player.dates) if not adds else most)
    if len(going) != (0 if adds else len(coming)):
        t.bar("KEI-A18", "no_date_goes_out" if adds else "as_many_go_out")
    named = bool(player.order) or (data.is_digital and UNKNOWN not in player.venues)
    if named and count != len(coming):
        t.bar("KEI-A18", "swap_named")
    drawn = player.venues if data.is_digital else ()
    for town in coming:
        if data.is_digital and town not in drawn:
            t.bar("KEI-A18", "not_drawn", town=town)
    for town in going:
        if player.order and town not in player.order:
            t.bar("KEI-A18", "date_is_played" if town in player.played else "not_in_calendar", town=town)
    t.pop()
    _exchange(t, seat, coming, going, named)
    t.change_player(seat, dates=player.dates + (count if adds else 0), swapped=True, venues=())
    if not data.is_digital and t.state.piles[VENUE] < most and t.state.discards[VENUE]:
        reshuffle(t, VENUE)
    if not data.is_digital:
        most = max(min(most, t.state.piles[VENUE]), count)
        t.resize_pile(VENUE, -min(most, t.state.piles[VENUE]))
    shelf = most - count if adds else most
    t.change(discards={**t.state.discards, VENUE: t.state.discards[VENUE] + (UNKNOWN,) * shelf})
    t.announce("KEI-177", "dates_added" if adds else "dates_swapped", seat=seat, count=count, most=most)
    if data.is_ordered and t.player(seat).dates and (count or not adds):
        t.ask(NEW_ORDER, seat)


def _exchange(t: Trial, seat: Seat, coming: Cards, going: Cards, named: bool) -> None:
    """Move the named dates between the calendar and the drawn cards; what is discarded lies face down."""
    data, order = t.data, list(t.player(seat).order)
    drawn = list(t.player(seat).venues)
    for town in going:
        held = town in order
        if held:
            order.remove(town)
        if not data.is_digital:
            t.check_hidden(venue_of(t, town))
        elif held:
            t.hide(venue_of(t, town))
    for town in coming:
        if data.is_digital:
            drawn.remove(town)
        else:
            t.check_hidden(venue_of(t, town))
        if named:
            order.append(town)
        elif data.is_digital:
            t.hide(venue_of(t, town))
    for town in drawn:
        if town != UNKNOWN:
            t.hide(venue_of(t, town))
    t.change_player(seat, order=tuple(order))


def _orders(t: Trial, seat: Seat) -> list[Move]:
    player = t.player(seat)
    if t.state.questions[-1].card:
        return []
    orders = propose_orders(t.state, seat, player.order, len(player.order))
    return [Tour(seat, player.dates), *(Tour(seat, order) for order in orders)]


@NEW_ORDER.answer(Tour, choices=_orders)
def reorder(t: Trial, move: Tour) -> None:
    """Q31: the unplayed dates in their new order; only their number: the order stays (KEI-177)."""
    seat, player = move.seat, t.player(move.seat)
    question = t.state.question
    new = question is not None and bool(question.card)  # a promo gig: its place is known
    if isinstance(move.dates, int):
        if move.dates != player.dates or (new and player.order):
            t.bar("KEI-177", "name_drawn_date" if new else "name_all_dates", dates=player.dates)
        t.pop()
        return
    more = list((Counter(move.dates) - Counter(player.order)).elements())
    missing = list((Counter(player.order) - Counter(move.dates)).elements())
    if missing or len(more) != (1 if new else 0):
        # Only what the line itself names: nobody else may read the rest of a calendar (KEI-H04).
        wrong = "name_drawn_too" if new else "no_date_of_these" if more else "name_all_dates"
        t.bar("KEI-177", wrong, dates=player.dates, town=more[0] if more else "")
    for town in more:
        at = 1 if question is not None and question.card == "second" else 0
        if move.dates != (*player.order[:at], town, *player.order[at:]):
            t.refuse("KEI-175", "second_date_alone" if at else "next_date_alone", town=town)
        _check_drawn(t, seat, town)
    check_order(t, (*player.played, *move.dates), move.dates, "")
    t.agreed()
    t.pop()
    t.change_player(seat, order=move.dates)
    t.note("KEI-177", "order_is_new", dates=player.dates)


def _check_drawn(t: Trial, seat: Seat, town: str, last: bool = False) -> None:
    """Refuse a drawn date that must be redrawn, and one whose Venue cards all lie elsewhere."""
    why = may_be_date(t, seat, town, last)
    if why:
        t.refuse(why, "draw_another", town=town)
    if t.data.is_digital:
        t.reveal(venue_of(t, town))
    else:
        t.check_hidden(venue_of(t, town))


def require_promo(t: Trial, seat: Seat) -> None:
    """Q26: a promo gig comes into the calendar."""
    t.ask(PROMO_PLACE, seat)
    if t.data.is_digital:
        t.ask(PROMO_CARD, seat, 1, pile=VENUE)


@PROMO_PLACE.answer(Insert, choices=lambda t, seat: [Insert(seat, where) for where in ("next", "second")])
def insert(t: Trial, move: Insert) -> None:
    """Q26: the promo gig becomes the next date or the one after it (KEI-175)."""
    seat, player, data = move.seat, t.player(move.seat), t.data
    second = move.where == "second"
    if second and not player.dates:
        t.bar("KEI-175", "nothing_left_next")
    t.pop()
    if data.is_digital:
        at = 1 if second else 0
        towns = player.venues
        known = UNKNOWN not in towns and UNKNOWN not in player.order and len(player.order) == player.dates
        order = (*player.order[:at], *towns, *player.order[at:]) if known else ()
        if order and _ends_badly(t, order):
            other = (*player.order[: 1 - at], *towns, *player.order[1 - at :])
            if not _ends_badly(t, other):  # where no place is good, any is
                t.refuse("KEI-V30", "fanatic_among_last")
        t.change_player(seat, order=order, venues=(), dates=player.dates + 1)
    else:
        if not t.state.piles[VENUE] and t.state.discards[VENUE]:
            reshuffle(t, VENUE)
        if not t.state.piles[VENUE]:
            t.announce("KEI-165", "no_venue_card")
        else:
            t.resize_pile(VENUE, -1)
            if data.is_ordered:
                t.ask(NEW_ORDER, seat, card=move.where)
            t.change_player(seat, dates=player.dates + 1)
    t.take_from_front(seat, NewDate)
    t.note("KEI-175", "is_second_date" if second else "is_next_date")


def _promo_dates(t: Trial, seat: Seat) -> list[Move]:
    free = [town for town, card in sorted(t.data.venues.items()) if t.state.unseen.get(card)]
    return [Date(seat, town) for town in free] if t.state.questions[-1].card else []


@NEW_ORDER.answer(Date, choices=_promo_dates)
@LAST_DATE.answer(Date, choices=lambda t, seat: [Date(seat, town) for town in sorted(t.data.atlas.towns)])
def add_date(t: Trial, move: Date) -> None:
    """Q31, Q35: the date drawn for a promo gig, or for an empty calendar (KEI-114, KEI-175)."""
    seat, player = move.seat, t.player(move.seat)
    question, named = t.state.question, bool(move.town)
    assert question is not None
    if not named and not move.hidden:
        t.bar("KEI-H04", "name_the_date")
    if question.asks is NEW_ORDER:
        if not question.card:
            t.bar("KEI-177", "name_all_dates", dates=player.dates)
        if named:
            _check_drawn(t, seat, move.town)
        t.pop()
        at = 1 if question.card == "second" else 0
        order = (*player.order[:at], move.town, *player.order[at:]) if named else ()
        check_order(t, (*player.played, *order), order, "")
        t.change_player(seat, order=order)
        t.note("KEI-175", "promo_is_in")
        return
    if named:
        _check_drawn(t, seat, move.town, last=True)
    t.pop()
    t.resize_pile(VENUE, -1)
    t.change_player(seat, dates=1, order=(move.town,) if named else ())
    t.announce("KEI-114", "has_a_date_again", seat=seat)


@on_step("then_date")
def _date(t: Trial, question: OpenQuestion) -> None:
    if not t.state.piles[VENUE] + len(t.state.discards[VENUE]):
        t.announce("KEI-165", "no_venue_card_left")
        return
    if not t.state.piles[VENUE]:
        reshuffle(t, VENUE)
    if t.data.is_digital:
        t.ask(LAST_DATE_DRAW, question.seat, 1, pile=VENUE)
    elif t.data.is_ordered:
        t.ask(LAST_DATE, question.seat)
    else:
        t.resize_pile(VENUE, -1)
        t.change_player(question.seat, dates=1, swapped=True)
        t.announce("KEI-114", "draws_a_date", seat=question.seat)


# digital: the table deals Venue cards


@SWAP_CARDS.drawn(at_once=True)
@PROMO_CARD.drawn(fits=lambda t, question, card: not may_be_date(t, question.seat, t.data.cards[card].town))
def deal_dates(t: Trial, question: OpenQuestion, move: Deal) -> None:
    """Venue cards come to a player, who chooses or lays a tour."""
    seat, towns = question.seat, _drawn_towns(t, move.cards)
    t.change_player(seat, venues=(*t.player(seat).venues, *towns))
    t.note("KEI-04", "venues_to", count=len(towns), seat=seat)


@LAST_DATE_DRAW.drawn(fits=lambda t, question, card: not may_be_date(t, question.seat, t.data.cards[card].town, True))
def deal_last_date(t: Trial, question: OpenQuestion, move: Deal) -> None:
    """A date for the empty calendar."""
    seat, towns = question.seat, _drawn_towns(t, move.cards)
    t.change_player(seat, dates=1, order=towns if UNKNOWN not in towns else (), swapped=True)
    t.announce("KEI-114", "has_a_date_again", seat=seat)


def _drawn_towns(t: Trial, cards: Cards) -> Cards:
    """The towns of dealt Venue cards, which leave the deck."""
    towns = []
    for card in cards:
        if card != UNKNOWN:
            card_data = t.data.cards.get(card)
            if card_data is None or card_data.pile != VENUE:
                t.bar("KEI-H06", "no_venue", card=card)
            towns.append(card_data.town)
            t.reveal(card)
        else:
            towns.append(UNKNOWN)
    t.pop()
    t.resize_pile(VENUE, -min(len(cards), t.state.piles[VENUE]))
    return tuple(towns)
