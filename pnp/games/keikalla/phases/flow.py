"""How a turn goes on by itself: begin, the end of movement, the end of the turn, draws for which a pile is too small.

In: a Trial after what somebody did. Out: the Trial at the next decision (`settle`). Steps that wait for a decision lie
under it as asks whose id begins with `then`. Invariant: after `settle` somebody has something to decide, or it is over.
"""

from __future__ import annotations

from collections.abc import Callable

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION, ACTION_1, ACTION_2, MOVE, MOVEMENT, VENUE
from pnp.games.keikalla.phases.band_abilities import take_announced_back
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import AFTER, ARRIVE, END, MOVING, REFILL, Ask, KeikallaState, Player, Turn
from pnp.games.keikalla.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

DRAWS = {  # questions that are answered by a draw; a digital table deals for them
    "KEI-Q11", "KEI-Q18", "KEI-Q23", "KEI-Q29d", "KEI-Q09d", "KEI-05", "KEI-04", "KEI-08", "KEI-82", "KEI-10",
    "KEI-177", "KEI-Q26d", "KEI-Q34d", "KEI-Q35d", "KEI-Q21d",
}  # fmt: skip
ALL_AT_ONCE = ("KEI-05", "KEI-04", "KEI-08", "KEI-82", "KEI-10", "KEI-177", "KEI-Q29d")  # all cards in one line


def limit_of(state: KeikallaState, player: Player) -> int:
    """How many Movement cards a hand may hold (KEI-25, KEI-V15)."""
    numbers = state.data.numbers
    plain = numbers["move_hand" if state.data.has_two_moves else "movement_hand"]
    if player.reputation >= numbers["closed_reputation"]:
        plain = numbers["closed_hand"]
    return int(plain + numbers["new_bus_bonus"] * len(player.buses))


def missing(state: KeikallaState, player: Player) -> int:
    """How many cards the hand lacks at the end of movement; with two decks nothing is missing there (KEI-123)."""
    if state.data.has_two_moves and state.stage != END:
        return 0
    return max(0, limit_of(state, player) - player.move.size)


def home_pile(state: KeikallaState) -> str:
    """The pile that fills the Movement hand."""
    return MOVE if state.data.has_two_moves else MOVEMENT


def is_closed(state: KeikallaState, player: Player, town: str) -> bool:
    """Too much Reputation for this town (KEI-63)."""
    famous = player.reputation >= state.data.numbers["closed_reputation"]
    return famous and town in state.data.atlas.towns and state.data.atlas.towns[town].is_small_or_large


def counted(number: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {thing}{'s' * (number != 1)}"


# turns


def begin_turn(d: Trial, seat: Seat) -> None:
    """BEGIN: a lost turn is skipped, and so is a player who is out (KEI-67, KEI-172)."""
    count = len(d.s.players)
    for _ in range(64 * count):
        player = d.player(seat)
        if d.s.is_over:
            return
        if player.out:
            seat = (seat + 1) % count
            continue
        d.put(seat, turns=player.turns + 1, start=player.at)
        if not player.lost:
            break
        d.put(seat, lost=player.lost - 1)
        d.tell(rule_ids.LOST_TURNS, f"{d.name(seat)} loses a turn, {player.lost - 1} more to lose")
        seat = (seat + 1) % count
    d.set(seat=seat, stage=MOVING, turn=Turn())


def end_movement(d: Trial, stopped: bool = False) -> None:
    """REFILL, then everything that ends with a movement part (KEI-24, KEI-126)."""
    d.set(stage=REFILL, asks=tuple(ask for ask in d.s.asks if ask.id != "KEI-Q11"))
    if stopped:
        d.turn(stopped=True)
    d.push("then refilled", d.s.seat)
    need = missing(d.s, d.player(d.s.seat))
    if need:
        d.push("KEI-Q18", d.s.seat, need, pile=home_pile(d.s))


def refilled(d: Trial, ask: Ask) -> None:
    """Roadie, strike, convoy and rider end or fire with the movement (KEI-44, KEI-133, KEI-43, KEI-134)."""
    seat, player, data = ask.seat, d.player(ask.seat), d.data
    in_town = player.at in data.atlas.towns
    d.set(stage=END if d.s.turn.stopped else ARRIVE)
    if player.driven and data.switches["roadie_duration"] == "this_turns_movement":
        stop_driving(d, seat)
    if player.trip and player.at == d.s.rehab:
        d.put(seat, trip=False, spared=0)
        d.tell(rule_ids.REHAB_TRIP, f"{d.name(seat)} has reached the rehab town: the next Police raids again")
    if player.no_refill:
        d.put(seat, no_refill=False)
        d.leave_front(seat, Card.STRIKE)
        d.tell(rule_ids.STRIKE_END, f"the strike of {d.name(seat)}'s roadies is over")
    if player.convoy and in_town and data.switches["convoy_on_arrival"] == "no_effect":
        end_convoy(d, seat)
    if player.rider and player.at != player.latest:
        if not player.action.size:
            end_rider(d, seat)
        else:
            d.tell(rule_ids.RIDER_FIRES, f"somebody picks a card of {d.name(seat)} for {data.town(player.latest)}")
            d.push("KEI-Q19", TABLE, pile=ACTION)
    if d.s.turn.stopped:
        under = d.s.asks
        d.set(asks=())
        end_turn(d)
        d.set(asks=(*d.s.asks, *under))


def stop_driving(d: Trial, seat: Seat) -> None:
    """The Roadie at the wheel is discarded (KEI-44)."""
    d.put(seat, driven=False)
    d.leave_front(seat, Card.ROADIE)
    d.tell(rule_ids.ROADIE, "the Roadie at the wheel is discarded")


def end_convoy(d: Trial, seat: Seat) -> None:
    """The police leave (KEI-43)."""
    d.put(seat, convoy=False)
    d.leave_front(seat, Card.POLICE)
    d.tell(rule_ids.CONVOY_END, "the convoy is over: the Police card is discarded")


def end_rider(d: Trial, seat: Seat) -> None:
    """The rider is done with (KEI-48)."""
    d.put(seat, rider=False)
    d.leave_front(seat, Card.RIDER)


def end_turn(d: Trial) -> None:
    """END: what lasted for the turn goes; a lost turn, new cards and a new date come (4.1)."""
    seat, player, data, turn = d.s.seat, d.player(d.s.seat), d.data, d.s.turn
    d.set(stage=END)
    if player.manager_back:
        take_announced_back(d, seat)
    d.leave_front(seat, Card.MANAGER)
    if player.waiting_member and turn.done:
        d.put(seat, waiting_member=False, lost=d.player(seat).lost + data.lost_turns[Card.ROADIE])
        d.tell(rule_ids.FILL_IN, f"{d.name(seat)} waits for the band member: a turn is lost")
    if player.bar_fight and player.bar_fight < player.turns:
        d.put(seat, bar_fight=0)
    if player.hotel and player.hotel < player.turns:
        d.put(seat, hotel=0)
    d.push("then next", seat)
    if not player.dates and data.switches["empty_calendar"] != "none":
        d.push("then date", seat)
    if data.has_two_moves and not player.no_refill:
        d.push("then moves", seat)


def _next(d: Trial, ask: Ask) -> None:
    begin_turn(d, (ask.seat + 1) % len(d.s.players))


def _end(d: Trial, ask: Ask) -> None:
    end_turn(d)


def _moves(d: Trial, ask: Ask) -> None:
    need = missing(d.s, d.player(ask.seat))
    if need:
        d.tell(rule_ids.MOVE_REFILL, f"{d.name(ask.seat)} draws {need} of the Move deck")
        d.push("KEI-Q18", ask.seat, need, pile=MOVE)


def _date(d: Trial, ask: Ask) -> None:
    if not d.s.piles[VENUE] + len(d.s.discards[VENUE]):
        d.tell(rule_ids.VENUES_EMPTY, "there is no Venue card left to draw")
        return
    if not d.s.piles[VENUE]:
        reshuffle(d, VENUE)
    if d.data.is_digital:
        d.push("KEI-Q35d", ask.seat, 1, pile=VENUE)
    elif d.data.is_ordered:
        d.push("KEI-Q35", ask.seat)
    else:
        d.resize(VENUE, -1)
        d.put(ask.seat, dates=1, swapped=True)
        d.tell(rule_ids.EMPTY_CALENDAR, f"the calendar is empty: {d.name(ask.seat)} draws one date")


# piles


def kept(state: KeikallaState, pile: str) -> tuple[str, ...]:
    """The topmost On the Road cards, which stay in the discard pile (KEI-68)."""
    heap = state.discards.get(pile, ())
    roads = [at for at, card in enumerate(heap) if card != UNKNOWN and state.data.face(card).steps]
    return tuple(heap[at] for at in roads[len(roads) - min(state.data.switches["reshuffle_keep_roads"], len(roads)) :])


def loose(state: KeikallaState, pile: str) -> tuple[str, ...]:
    """The cards of a discard pile that may be shuffled in (KEI-68)."""
    pile = ACTION if pile.startswith(ACTION) else pile
    cards = list(state.discards.get(pile, ()))
    for card in kept(state, pile):
        at = len(cards) - 1 - cards[::-1].index(card)
        del cards[at]
    return tuple(cards)


def reshuffle(d: Trial, pile: str) -> None:
    """A discard pile goes into its deck; the topmost On the Road cards stay (KEI-68, KEI-165, KEI-V27)."""
    name = ACTION if pile.startswith(ACTION) else pile
    cards, heap = loose(d.s, pile), kept(d.s, name)
    d.set(discards={**d.s.discards, name: heap})
    if pile in (ACTION_1, ACTION_2):
        _reshuffle_marked(d, cards)
    elif pile == VENUE:
        for card in cards:
            if card != UNKNOWN:
                d.hides(card)
        d.resize(VENUE, len(cards))
    else:
        d.shuffle_in(cards, pile)
    left = f", {len(heap)} left in the discard pile" if heap else ""
    d.tell(
        rule_ids.VENUES_EMPTY if pile == VENUE else rule_ids.RESHUFFLE,
        f"{counted(len(cards), 'card')} shuffled in{left}",
    )


def _reshuffle_marked(d: Trial, cards: tuple[str, ...]) -> None:
    """Both Action decks get their own cards back; of which mark a hidden copy was is only estimated."""
    data, second = d.data, d.s.second
    kinds = [card.partition(":")[0] for card in cards]
    marked: dict[str, int] = {}
    for kind in sorted(set(kinds)):
        face, n = data.faces[kind], kinds.count(kind)
        marked[kind] = round(n * face.marked / face.copies)
    for card in cards:
        d.hides(card)
    into = sum(marked.values())
    d.resize(ACTION_2, into)
    d.resize(ACTION_1, len(kinds) - into)
    if second is not None:
        d.set(second={kind: second.get(kind, 0) + marked.get(kind, 0) for kind in {*second, *marked}})
    knowledge = d.s.knowledge
    if knowledge is not None:
        knowledge = knowledge.lay(kinds, "mix").draw("mix", into, "mix").bury("mix", into, ACTION_2)
        knowledge = knowledge.draw("mix", len(kinds) - into, "mix").bury("mix", len(kinds) - into, ACTION_1)
        d.set(knowledge=knowledge.shuffle((), ACTION_1).shuffle((), ACTION_2))
    d.tell(rule_ids.DECK_MARK, f"{into} of them bear // and go into deck 2")


def open_decks(state: KeikallaState, player: Player) -> tuple[str, ...]:
    """The Action decks this player may draw from (KEI-V21)."""
    if not state.data.has_jokers:
        return (ACTION,)
    return (ACTION_2,) if Card.RECORD_DEAL in player.kinds_laid() else (ACTION_1, ACTION_2)


# the loop

_STEPS: dict[str, Callable[[Trial, Ask], None]] = {
    "then refilled": refilled,
    "then end": _end,
    "then next": _next,
    "then date": _date,
    "then moves": _moves,
}


def on_step(name: str) -> Callable[[Callable[[Trial, Ask], None]], Callable[[Trial, Ask], None]]:
    """Registers what the referee does when a step's turn comes."""

    def register(step: Callable[[Trial, Ask], None]) -> Callable[[Trial, Ask], None]:
        _STEPS[name] = step
        return step

    return register


def settle(d: Trial) -> None:
    """Go on until somebody must decide."""
    while not d.s.is_over:
        ask = d.s.ask
        if ask is None:
            if not _owes_shuffle(d):
                return
        elif ask.id.startswith("then"):
            d.pop()
            _STEPS[ask.id](d, ask)
        elif ask.id in DRAWS and ask.pile in d.s.piles:
            if not _ready_to_draw(d, ask):
                return
        else:
            return


def _ready_to_draw(d: Trial, ask: Ask) -> bool:
    """True when something changed: no card can be drawn, or the discard pile must be shuffled first."""
    piles = (ask.pile,)
    there = d.s.piles[ask.pile]
    if ask.count <= 0:
        d.pop()
        return True
    if there >= ask.count:
        return False
    if loose(d.s, piles[0]):
        owe_shuffle(d, piles[0])
        return False
    if there:
        if ask.id in ALL_AT_ONCE:
            d.count(there)
        return False
    d.pop()
    if ask.id == "KEI-Q23":
        d.turn(drawn=d.s.turn.drawn + 1)
    d.tell(rule_ids.RESHUFFLE, "there is no card left to draw: nothing is drawn")
    return True


def owe_shuffle(d: Trial, pile: str) -> None:
    """Q12: a deck is too small for the draw that is due (KEI-68)."""
    d.push("KEI-Q12", TABLE, pile=pile)
    stay = len(kept(d.s, pile))
    left = f"; its {stay} topmost On the Road card{'s stay' if stay > 1 else ' stays'}" if stay else ""
    d.tell(rule_ids.RESHUFFLE, f"shuffle the discard pile into the deck {pile} now{left}")


def _owes_shuffle(d: Trial) -> bool:
    """After a gig the first draw needs a card; where there is none the discard pile is shuffled, or it lapses."""
    turn = d.s.turn
    if d.s.stage != AFTER or turn.drawn or turn.guest:
        return False
    piles = open_decks(d.s, d.player(d.s.seat))
    if any(d.s.piles[pile] for pile in piles):
        return False
    if loose(d.s, piles[0]):
        owe_shuffle(d, piles[0])
        return True
    d.turn(drawn=1)
    d.tell(rule_ids.RESHUFFLE, "there is no card left to draw: nothing is drawn")
    return False
