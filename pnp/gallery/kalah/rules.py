"""Kalah: sow seeds round the board into your store."""

from __future__ import annotations

from typing import Annotated, Any

from pnp.referee.kernel import EACH_SEAT, Counter, Move, Phase, Question, Seat, Trial, WordParam, declare

SEATS, SOWS, AGAIN, CAPTURES, ENDS = (f"KAH-{n:02}" for n in range(1, 6))
PITS = (("a1", "a2", "a3", "a4", "a5", "a6"), ("b1", "b2", "b3", "b4", "b5", "b6"))

SEEDS = Counter("seeds", of=PITS[0] + PITS[1])
STORE = Counter("store", of=EACH_SEAT, scores=True)


class Sow(Move, frozen=True):
    """`anna: sow a3`: the seeds of this pit, into the next ones."""

    pit: Annotated[str, WordParam(PITS[0] + PITS[1])]


SOWING = Question(SOWS, "sow_a_pit")


def begin(t: Trial) -> None:
    for pit in PITS[0] + PITS[1]:
        t.put(SEEDS[pit], t.constant("seeds"))


@SOWING.answer(Sow, offers=lambda t, seat: [Sow(seat, pit) for pit in PITS[seat] if t[SEEDS[pit]]])
def sow(t: Trial, m: Sow) -> None:
    own, theirs = PITS[m.seat], PITS[1 - m.seat]
    if m.pit not in own or not t[SEEDS[m.pit]]:
        t.bar(SOWS, "not_your_pit", pit=m.pit)
    t.agreed()
    ring = [*(SEEDS[pit] for pit in own), STORE[m.seat], *(SEEDS[pit] for pit in theirs)]
    start, count = own.index(m.pit), t[SEEDS[m.pit]]
    t.put(SEEDS[m.pit], 0)
    for step in range(1, count + 1):
        t.add(ring[(start + step) % len(ring)], 1)
    last = (start + count) % len(ring)
    if last < len(own):
        opposite = SEEDS[theirs[-1 - last]]
        if t[ring[last]] == 1 and t[opposite]:
            take(t, m.seat, ring[last], opposite)
    if all(not t[SEEDS[pit]] for pit in own) or all(not t[SEEDS[pit]] for pit in theirs):
        for seat, pits in enumerate(PITS):
            t.add(STORE[seat], sum(t[SEEDS[pit]] for pit in pits))
        t.end_by(STORE, ENDS, "one_side_empty")
    elif ring[last] == STORE[m.seat]:
        t.announce(AGAIN, "again", seat=m.seat)
    else:
        t.pass_turn(after=m.seat)


def take(t: Trial, seat: Seat, *pits: Any) -> None:
    count = sum(t[pit] for pit in pits)
    t.announce(CAPTURES, "captures", seat=seat, count=count)
    for pit in pits:
        t.put(pit, 0)
    t.add(STORE[seat], count)


GAME = declare(
    __name__,
    slug="kalah",
    version=1,
    players=(2, 2),
    seats_rule=SEATS,
    holds=(SEEDS, STORE),
    phases=(Phase("sow", SOWING),),
    begin=begin,
)
