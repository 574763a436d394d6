"""The tour calendar: the order of the dates, and the cards that change it (KEI-15, KEI-112 to KEI-114, KEI-175 …).

In: a Trial and a line about dates. Out: the Trial further on, or a refusal. Where the calendar is sealed only its size
is known; where it is registered or dealt by the referee `order` names the dates. With real cards an order is its
owner's word: the Venue cards count as unseen until they are turned over, so no refusal tells what lies in another tour.
Invariant: `dates` is the number of unplayed dates, and the length of `order` where that is told.
"""

from __future__ import annotations

from collections import Counter

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import VENUE
from pnp.games.keikalla.moves import Date, Insert, Swap, Tour
from pnp.games.keikalla.phases.flow import reshuffle
from pnp.games.keikalla.state import Cards, Player
from pnp.games.keikalla.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def venue_of(d: Trial, town: str) -> str:
    """The Venue card of a town."""
    return d.data.venues[town]


def check_order(d: Trial, whole: Cards, unplayed: Cards, rule: str) -> None:
    """Refuse equal towns (where they are not allowed), and fanatic towns among the last dates (KEI-V30)."""
    data = d.data
    twice = [town for town, n in Counter(whole).items() if n > 1]
    if twice and rule:
        d.refuse(rule, f"two dates are in {data.town(twice[0])}: exchange one, `duplicate`")
    if not data.switches["fanatic_venues"]:
        return
    last = data.numbers["open_last_dates"]
    for town in unplayed[-last:] if unplayed else ():
        if data.atlas.towns[town].fanatic:
            because = f"{data.town(town)} is a fanatic town and among the last {last} dates"
            d.refuse(rule_ids.LAST_DATES, because)


def _ends_badly(d: Trial, order: Cards) -> bool:
    """A fanatic town is among the last dates, where the table plays so (KEI-V30)."""
    last = order[-d.data.numbers["open_last_dates"] :]
    return bool(d.data.switches["fanatic_venues"]) and any(d.data.atlas.towns[town].fanatic for town in last)


def may_be_date(d: Trial, seat: Seat, town: str, last: bool = False) -> str:
    """Why a drawn date is drawn anew: a rule's id, or nothing (KEI-114, KEI-175, KEI-V32)."""
    player = d.player(seat)
    if town in player.order or town in player.played:
        return rule_ids.EMPTY_CALENDAR if last else rule_ids.PROMO
    closed = last or player.dates + 1 < d.data.numbers["open_last_dates"]
    if d.data.switches["fanatic_venues"] and closed and d.data.atlas.towns[town].fanatic:
        return rule_ids.LAST_REDRAWN
    return ""


def turn_over(d: Trial, seat: Seat, town: str) -> None:
    """The date is played: its Venue card comes to light and lies with the played ones (KEI-15, KEI-112)."""
    player, data = d.player(seat), d.data
    order = list(player.order)
    if not order or not data.is_digital or town not in order:
        d.sees(venue_of(d, town))
    if town in order:
        order.remove(town)
    elif order:  # overruled: another card than the next was turned over
        gone = order.pop(0)
        if data.is_digital:
            d.hides(venue_of(d, gone))
    elif town in player.played and not player.swapped:
        because = f"{data.town(town)} was turned over twice, and the tour was to hold no two dates in one town"
        d.irregular(seat, player.tour_ply, rule_ids.NO_DUPLICATES, because)
    d.put(seat, order=tuple(order), dates=player.dates - 1, played=(*player.played, town))


def owe_swap(d: Trial, seat: Seat) -> None:
    """Q30: three Venue cards are drawn and some are swapped in (KEI-177)."""
    count = d.data.numbers["calendar_cards"]
    d.push("KEI-Q30", seat, count)
    if d.data.is_digital:
        d.push("KEI-177", seat, count, pile=VENUE)


def swap(d: Trial, move: Swap) -> None:
    """Q30: some of the drawn dates come in, as many go out (KEI-A18)."""
    seat, player, data = move.seat, d.player(move.seat), d.data
    most, adds = data.numbers["calendar_cards"], data.switches["calendar_draw_swap"] == "add"
    coming, going = move.in_, move.out
    count = max(move.count, 0) if not coming else len(coming)
    if data.is_digital:
        most = len(player.venues)
    if move.count < 0 and not coming and not going:
        d.bar(rule_ids.SWAP, "say how many dates come in: `swap 2`, or `swap 0`")
    if count > most or (count > player.dates and not adds):
        d.bar(rule_ids.SWAP, f"at most {min(most, player.dates) if not adds else most} dates can be swapped")
    if len(going) != (0 if adds else len(coming)):
        d.bar(
            rule_ids.SWAP, "as many dates go out as come in" if not adds else "no date goes out; the tour gets longer"
        )
    told = bool(player.order) or (data.is_digital and UNKNOWN not in player.venues)
    if told and count != len(coming):
        d.bar(rule_ids.SWAP, "name the dates: `swap in=oulu out=turku`")
    drawn = player.venues if data.is_digital else ()
    for town in coming:
        if data.is_digital and town not in drawn:
            d.bar(rule_ids.SWAP, f"{data.town(town)} is none of the drawn Venue cards")
    for town in going:
        if player.order and town not in player.order:
            what = "is played" if town in player.played else "is not in the calendar"
            d.bar(rule_ids.SWAP, f"{data.town(town)} {what}")
    d.pop()
    _exchange(d, seat, coming, going, told)
    d.put(seat, dates=player.dates + (count if adds else 0), swapped=True, venues=())
    if not data.is_digital and d.s.piles[VENUE] < most and d.s.discards[VENUE]:
        reshuffle(d, VENUE)
    if not data.is_digital:
        most = max(min(most, d.s.piles[VENUE]), count)
        d.resize(VENUE, -min(most, d.s.piles[VENUE]))
    shelf = most - count if adds else most
    d.set(discards={**d.s.discards, VENUE: d.s.discards[VENUE] + (UNKNOWN,) * shelf})
    how = "no other date goes out" if adds else f"{count} go out"
    d.tell(rule_ids.CALENDAR, f"{d.name(seat)}: {count} of {most} drawn dates come in, {how}")
    if data.is_ordered and d.player(seat).dates and (count or not adds):
        d.push("KEI-Q31", seat)


def _exchange(d: Trial, seat: Seat, coming: Cards, going: Cards, told: bool) -> None:
    """Move the named dates between the calendar and the drawn cards; what is discarded lies face down."""
    data, order = d.data, list(d.player(seat).order)
    drawn = list(d.player(seat).venues)
    for town in going:
        held = town in order
        if held:
            order.remove(town)
        if not data.is_digital:
            d.check_hidden(venue_of(d, town))
        elif held:
            d.hides(venue_of(d, town))
    for town in coming:
        if data.is_digital:
            drawn.remove(town)
        else:
            d.check_hidden(venue_of(d, town))
        if told:
            order.append(town)
        elif data.is_digital:
            d.hides(venue_of(d, town))
    for town in drawn:
        if town != UNKNOWN:
            d.hides(venue_of(d, town))
    d.put(seat, order=tuple(order))


def reorder(d: Trial, move: Tour) -> None:
    """Q31: the unplayed dates in their new order; only their number: the order stays (KEI-177)."""
    seat, player, data = move.seat, d.player(move.seat), d.data
    ask = d.s.ask
    new = ask is not None and bool(ask.card)  # a promo gig: where it goes was said
    if isinstance(move.dates, int):
        if move.dates != player.dates or (new and player.order):
            d.bar(rule_ids.CALENDAR, "name the date that was drawn: `date kemi`" if new else _dates_wanted(player))
        d.pop()
        return
    more = list((Counter(move.dates) - Counter(player.order)).elements())
    missing = list((Counter(player.order) - Counter(move.dates)).elements())
    if missing or len(more) != (1 if new else 0):
        # The line's own words only: the rest of a calendar is for nobody else to read (KEI-H04).
        wrong = f"{data.town(more[0])} is none of them; " if more and not new else ""
        d.bar(rule_ids.CALENDAR, f"{wrong}{_dates_wanted(player)}{', the drawn one among them' * new}")
    for town in more:
        at = 1 if ask is not None and ask.card == "second" else 0
        if move.dates != (*player.order[:at], town, *player.order[at:]):
            where = "the date after the next" if at else "the next date"
            d.refuse(rule_ids.PROMO, f"{data.town(town)} is {where}, and nothing else in the order changes")
        _check_drawn(d, seat, town)
    check_order(d, (*player.played, *move.dates), move.dates, "")
    d.pop()
    d.put(seat, order=move.dates)
    d.note(rule_ids.CALENDAR, f"{player.dates} unplayed dates in a new order")


def _dates_wanted(player: Player) -> str:
    return f"name all {player.dates} unplayed dates in order, or `tour {player.dates}`: the order stays"


def _check_drawn(d: Trial, seat: Seat, town: str, last: bool = False) -> None:
    """Refuse a drawn date that is drawn anew, and one whose Venue cards all lie elsewhere."""
    why = may_be_date(d, seat, town, last)
    if why:
        d.refuse(why, f"{d.data.town(town)} cannot be the date: draw another")
    if d.data.is_digital:
        d.sees(venue_of(d, town))
    else:
        d.check_hidden(venue_of(d, town))


def insert(d: Trial, move: Insert) -> None:
    """Q26: the promo gig becomes the next date or the one after it (KEI-175)."""
    seat, player, data = move.seat, d.player(move.seat), d.data
    second = move.where == "second"
    if second and not player.dates:
        d.bar(rule_ids.PROMO, "nothing is left in the calendar: it is the next date")
    d.pop()
    if data.is_digital:
        at = 1 if second else 0
        towns = player.venues
        known = UNKNOWN not in towns and UNKNOWN not in player.order and len(player.order) == player.dates
        order = (*player.order[:at], *towns, *player.order[at:]) if known else ()
        if order and _ends_badly(d, order):
            other = (*player.order[: 1 - at], *towns, *player.order[1 - at :])
            if not _ends_badly(d, other):  # where no place is good, any is
                d.refuse(rule_ids.LAST_DATES, "the drawn date would be a fanatic town among the last ones")
        d.put(seat, order=order, venues=(), dates=player.dates + 1)
    else:
        if not d.s.piles[VENUE] and d.s.discards[VENUE]:
            reshuffle(d, VENUE)
        if not d.s.piles[VENUE]:
            d.tell(rule_ids.VENUES_EMPTY, "there is no Venue card to draw")
        else:
            d.resize(VENUE, -1)
            if data.is_ordered:
                d.push("KEI-Q31", seat, card=move.where)
            d.put(seat, dates=player.dates + 1)
    d.leave_front(seat, rule_ids.Card.PROMO)
    d.note(rule_ids.PROMO, "it is the next date" if not second else "it is the date after the next")


def add_date(d: Trial, move: Date) -> None:
    """Q31, Q35: the date drawn for a promo gig, or for an empty calendar (KEI-114, KEI-175)."""
    seat, player = move.seat, d.player(move.seat)
    ask, told = d.s.ask, bool(move.town)
    assert ask is not None
    if not told and not move.hidden:
        d.bar(rule_ids.SECRET_CALENDAR, "say the town of the Venue card drawn: `date kemi`")
    if ask.id == "KEI-Q31":
        if not ask.card:
            d.bar(rule_ids.CALENDAR, _dates_wanted(player))
        if told:
            _check_drawn(d, seat, move.town)
        d.pop()
        at = 1 if ask.card == "second" else 0
        order = (*player.order[:at], move.town, *player.order[at:]) if told else ()
        check_order(d, (*player.played, *order), order, "")
        d.put(seat, order=order)
        d.note(rule_ids.PROMO, "the promo gig is in the calendar")
        return
    if told:
        _check_drawn(d, seat, move.town, last=True)
    d.pop()
    d.resize(VENUE, -1)
    d.put(seat, dates=1, order=(move.town,) if told else ())
    d.tell(rule_ids.EMPTY_CALENDAR, f"the calendar was empty: {d.name(seat)} has a date again")
