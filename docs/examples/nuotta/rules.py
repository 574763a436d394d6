"""The rules of Nuotta: a card passed unseen, hauls bid in secret, and tricks in which a fish must be followed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    NUMBER,
    OWNER,
    Counter,
    Fact,
    Move,
    OrUnknown,
    Phase,
    Question,
    Seat,
    Trial,
    WordParam,
    Zone,
    declare,
)

SEATS, DEALT, PASSES, BIDS, NAMES = "NUO-01", "NUO-02", "NUO-03", "NUO-04", "NUO-05"
FOLLOWS, TAKES, SCORES, END = "NUO-06", "NUO-07", "NUO-08", "NUO-09"

FISH = ("perch", "pike", "whitefish", "zander")
SPIRIT = "spirit"


# What people say.


class Give(Move, frozen=True):
    """`anna: give perch3`: a card of the hand, unseen, to the left."""

    card: Annotated[str, OrUnknown(CARD)]


class Bid(Move, frozen=True):
    """`anna: bid 2`: so many hauls will be taken, said in secret."""

    hauls: Annotated[int, NUMBER]


class Name(Move, frozen=True):
    """`anna: name pike`: the fish that runs tonight."""

    fish: Annotated[str, WordParam(FISH)]


class Play(Move, frozen=True):
    """`anna: play perch3`: a card into the net."""

    card: Annotated[str, CARD]


# What lies on the table, what is counted, what is asked.

HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=DEALT)
PILE = Zone("pile", seen_by=NOBODY, first=True, rule=DEALT)
PASSED = Zone("passed", of=EACH_SEAT, seen_by=NOBODY, rule=PASSES)
NET = Zone("net")
LANDED = Zone("landed")
POINTS = Counter("points", of=EACH_SEAT, scores=True)
BID = Counter("bid", of=EACH_SEAT)
HAULS = Counter("hauls", of=EACH_SEAT)
ROUND = Counter("round", least=0)
TRUMP = Fact("trump", "")

PASSING = Question(PASSES, "pass_a_card")
BIDDING = Question(BIDS, "bid_hauls", secret=True)
NAMING = Question(NAMES, "name_the_fish")
PLAYING = Question(FOLLOWS, "play_a_card")


# A round begins.


def deal(t: Trial) -> None:
    """A round begins."""
    size = t.constant("rounds")[t[ROUND]]
    for seat in t.seats:
        t.draw(PILE, HAND[seat], size)
    if t.option("passing"):
        t.ask(PASSING, *t.seats)
        t.later(receive)
    t.later(bid)


@PASSING.answer(Give, card_of=HAND, hides=("card",))
def give(t: Trial, m: Give) -> None:
    """It lies where nobody sees it until all have given one."""
    t.agreed()
    t.move(m.card, HAND[m.seat], PASSED[(m.seat + 1) % len(t.seats)], unseen=True)


def receive(t: Trial) -> None:
    """Everybody takes up what came from the right."""
    for seat in t.seats:
        t.draw(PASSED[seat], HAND[seat], 1)


def bid(t: Trial) -> None:
    """All say how many hauls they will take."""
    t.ask(BIDDING, *t.seats)


@BIDDING.answer(Bid, offers=lambda t, seat: [Bid(seat, n) for n in range(len(t[HAND[seat]]) + 1)])
def promise(t: Trial, m: Bid) -> None:
    """Nothing happens until all have bid."""
    if not 0 <= m.hauls <= len(t[HAND[m.seat]]):
        t.refuse(BIDS, "so_many_hauls", count=len(t[HAND[m.seat]]))


@BIDDING.all_answered
def open_bids(t: Trial, bids: dict[Seat, Bid]) -> None:
    """The highest names the fish; of equal ones the first in the order of the round."""
    for seat, said in bids.items():
        t.put(BID[seat], said.hauls)
    first = t[ROUND] % len(t.seats)
    order = [(first + n) % len(t.seats) for n in t.seats]
    boldest = max(order, key=lambda seat: bids[seat].hauls)
    t.announce(NAMES, "boldest", seat=boldest, count=bids[boldest].hauls)
    t.ask(NAMING, boldest)


@NAMING.answer(Name, choices=lambda t, seat: [Name(seat, fish) for fish in FISH])
def name(t: Trial, m: Name) -> None:
    """The fish that runs beats all others; who named it leads."""
    t.agreed()
    t.put(TRUMP, m.fish)
    t.pass_turn(to=m.seat)


# Hauls.


@PLAYING.answer(Play, card_of=HAND)
def play(t: Trial, m: Play) -> None:
    """Who holds the fish that was led plays it; with real cards nobody sees whether they do."""
    led, fish = followed(t), t.field(m.card, "fish")
    if led and fish not in (led, SPIRIT):
        same = t.kinds_with(fish=led)
        t.claim(HAND[m.seat], same, FOLLOWS, "has_none", seat=m.seat, fish=led)
    t.agreed()
    t.move(m.card, HAND[m.seat], NET)
    if len(t[NET]) < len(t.seats):
        t.pass_turn()
        return
    haul(t, (m.seat + 1) % len(t.seats))


def followed(t: Trial) -> str:
    """The fish to be followed, or nothing."""
    return next((t.field(card, "fish") for card in t[NET] if t.field(card, "fish") != SPIRIT), "")


def haul(t: Trial, leader: Seat) -> None:
    """The net is full: somebody takes it."""
    net, led = t[NET], followed(t)

    def strength(place: int) -> tuple[int, int]:
        fish, value = t.field(net[place], "fish"), t.field(net[place], "value")
        if fish == SPIRIT:
            return 3, -place
        return (2 if fish == t[TRUMP] else 1 if fish == led else 0), value

    best = max(range(len(net)), key=strength)
    taker = (leader + best) % len(t.seats)
    t.announce(TAKES, "takes", seat=taker, card=net[best])
    t.move(net, NET, LANDED)
    t.add(HAULS[taker], 1)
    if t[HAND[taker]]:
        t.pass_turn(to=taker)
    else:
        score(t)


def score(t: Trial) -> None:
    """A round is over."""
    for seat in t.seats:
        miss = abs(t[BID[seat]] - t[HAULS[seat]])
        points = -miss if miss else t.constant("exact") + t[HAULS[seat]]
        t.announce(SCORES, "scores", seat=seat, points=points, bid=t[BID[seat]], count=t[HAULS[seat]])
        t.add(POINTS[seat], points)
        t.put(HAULS[seat], 0)
        t.put(BID[seat], 0)
    t.put(TRUMP, "")
    t.add(ROUND, 1)
    if t[ROUND] >= len(t.constant("rounds")):
        t.end_by(POINTS, END, "last_round")
        return
    t.shuffle(t[LANDED], LANDED, PILE)
    t.later(deal)


# A player for playtests.


def careful(t: Trial, seat: Seat, pick: Callable[[int], int]) -> Move:
    """Bids one haul for each card that is sure to be worth one, and stops when it has them."""
    moves = t.choices(seat)
    if isinstance(moves[0], Bid):
        return Bid(seat, sum(worth(t, card) > 8 for card in t[HAND[seat]]))
    if isinstance(moves[0], Play):
        plays = sorted(moves, key=lambda move: worth(t, move.card))  # type: ignore[attr-defined]
        return plays[-1 if t[HAULS[seat]] < t[BID[seat]] else 0]
    return moves[pick(len(moves))]


def worth(t: Trial, card: str) -> int:
    """How likely a card takes a haul."""
    value: int = t.field(card, "value")
    return 99 if t.field(card, "fish") == SPIRIT else value + 9 * (t.field(card, "fish") == t[TRUMP])


GAME = declare(
    __name__,
    slug="nuotta",
    version=1,
    players=(2, 5),
    seats_rule=SEATS,
    holds=(HAND, PILE, PASSED, NET, LANDED, POINTS, BID, HAULS, ROUND, TRUMP),
    questions=(PASSING, BIDDING, NAMING),
    phases=(Phase("play", PLAYING),),
    begin=deal,
    bots={"careful": careful},
)
