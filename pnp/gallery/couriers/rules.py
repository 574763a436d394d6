"""Couriers: one of five is a spy and burns letters; the others find out who."""

from __future__ import annotations

from collections import Counter as Count
from itertools import combinations
from typing import Annotated

from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    OWNER,
    SEAT,
    Counter,
    Fact,
    ListParam,
    Move,
    OrUnknown,
    Phase,
    Question,
    Seat,
    Trial,
    Zone,
    declare,
)  # fmt: skip

SEATS, ROLES, SENDS, CARRIES, ACCUSES, ENDS = (f"COU-{n:02}" for n in range(1, 7))

ROLE = Fact(
    "role",
    "",
    of=EACH_SEAT,
    seen_by=OWNER,
    values=("spy", *("agent",) * 4),
    rule=ROLES,
)
SUPPLY = Zone("supply", first=True, adjust=False)
HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=CARRIES)
BAG = Zone("bag", seen_by=NOBODY, rule=CARRIES)
MIXED = Zone("mixed", seen_by=NOBODY, rule=CARRIES)
ASIDE = Zone("aside", seen_by=NOBODY, rule=CARRIES)
OPENED = Zone("opened")
DELIVERED = Counter("delivered")
LOST = Counter("lost")


class Send(Move, frozen=True):
    """`anna: send ben cleo`: these two carry the letter."""

    couriers: Annotated[tuple[Seat, ...], ListParam(SEAT)]


class Carry(Move, frozen=True):
    """`ben: carry ?`: one of the two cards, face down."""

    card: Annotated[str, OrUnknown(CARD)]


class Accuse(Move, frozen=True):
    """`anna: accuse ben`: in secret."""

    whom: Annotated[Seat, SEAT]


SENDING = Question(SENDS, "send_two")
CARRYING = Question(CARRIES, "carry_one")
ACCUSING = Question(ACCUSES, "accuse_one", secret=True)


def begin(t: Trial) -> None:
    t.assign(ROLE)


def sends(t: Trial, seat: Seat) -> list[Send]:
    return [Send(seat, some) for some in combinations(t.seats, t.constant("carriers"))]


@SENDING.answer(Send, offers=sends)
def send(t: Trial, m: Send) -> None:
    if len({*m.couriers}) != len(m.couriers) or len(m.couriers) != t.constant("carriers"):
        t.bar(SENDS, "so_many", count=t.constant("carriers"))
    t.agreed()
    for seat in m.couriers:
        t.move(t.kinds, SUPPLY, HAND[seat])
    t.ask(CARRYING, *m.couriers)
    t.later(open_bag)


@CARRYING.answer(Carry, card_of=HAND, hides=("card",))
def carry(t: Trial, m: Carry) -> None:
    t.agreed()
    t.move(m.card, HAND[m.seat], BAG, unseen=True)
    t.move(t[HAND[m.seat]], HAND[m.seat], ASIDE, unseen=True)


def open_bag(t: Trial) -> None:
    t.shuffle(t[BAG], BAG, MIXED)
    t.draw(MIXED, OPENED, t.constant("carriers"))
    t.later(count_burnt)


def count_burnt(t: Trial) -> None:
    burnt = t[OPENED].count("burnt")
    t.move(t[OPENED], OPENED, ASIDE)
    t.announce(CARRIES, "burns" if burnt else "arrives", **({"count": burnt} if burnt else {}))
    t.add(LOST if burnt else DELIVERED, 1)
    if burnt and t[LOST] < t.constant("goal"):
        t.ask(ACCUSING, *t.seats)
    else:
        finish(t)


ACCUSING.answer(Accuse, choices=lambda t, seat: [Accuse(seat, whom) for whom in t.others(seat)])(lambda t, m: None)


@ACCUSING.all_answered
def accuse(t: Trial, votes: dict[Seat, Accuse]) -> None:
    seat, count = Count(vote.whom for vote in votes.values()).most_common(1)[0]
    if 2 * count > len(t.seats):
        t.announce(ACCUSES, "accused", seat=seat)
        t.reveal_value(ROLE[seat])
        t.later(unmask, seat)
    else:
        t.announce(ACCUSES, "split")
        finish(t)


def unmask(t: Trial, seat: Seat) -> None:
    t.announce(ACCUSES, "shows", seat=seat, role=t[ROLE[seat]])
    if t[ROLE[seat]] == "spy":
        t.end(sorted(t.others(seat)), ACCUSES, "spy_found", kind="win")
    else:
        t.announce(ACCUSES, "innocent")
        t.add(LOST, 1)
        finish(t)


def finish(t: Trial) -> None:
    if max(t[DELIVERED], t[LOST]) < t.constant("goal"):
        t.pass_turn()
        return
    for seat in t.seats:
        t.reveal_value(ROLE[seat])
    t.later(end)


def end(t: Trial) -> None:
    agents_win = t[DELIVERED] >= t.constant("goal")
    winners = [seat for seat in t.seats if (t[ROLE[seat]] == "agent") == agents_win]
    t.end(winners, ENDS, "agents_win" if agents_win else "spy_wins", kind="win")


GAME = declare(
    __name__,
    slug="couriers",
    version=1,
    players=(5, 5),
    seats_rule=SEATS,
    holds=(ROLE, SUPPLY, HAND, BAG, MIXED, ASIDE, OPENED, DELIVERED, LOST),
    phases=(Phase("send", SENDING),),
    questions=(CARRYING, ACCUSING),
    begin=begin,
)
