"""The rules of My Game: hidden hands, and bids that are chosen in secret and opened together.

A game declares its referee: places for cards (zones), numbers (counters), and decisions (questions, and the phases that
ask them). What an answer does is a function of a **trial**, the evaluation of one line. docs/rules.md of
pnp explains each word of this file.
"""

from __future__ import annotations

from typing import Annotated

from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    OWNER,
    Counter,
    Move,
    Question,
    Seat,
    Trial,
    Zone,
    declare,
)  # fmt: skip

# The ids of cards/rulebook.yaml; tests/test_mygame.py proves that both lists agree.
SEATS, DEALT, OFFERED, BIDS, BONUS = "MYG-01", "MYG-02", "MYG-03", "MYG-04", "MYG-05"
HIGHEST, DRAWS, END = "MYG-06", "MYG-07", "MYG-08"


# Moves.


class Bid(Move, frozen=True):
    """`anna: bid fish3`: a card of the hand, chosen in secret."""

    card: Annotated[str, CARD]


# Zones, counters and questions.

HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=BIDS)
PILE = Zone("pile", seen_by=NOBODY, first=True, rule=DEALT)  # all cards begin here
OFFER = Zone("offer", rule=OFFERED)
WON = Zone("won", of=EACH_SEAT)
ASIDE = Zone("aside")
POINTS = Counter("points", of=EACH_SEAT, scores=True)

BIDDING = Question(BIDS, "choose_a_bid", secret=True)  # opened when all have bid


# What each answer does.


def begin(t: Trial) -> None:
    """Prepare the game before the first line."""
    for seat in t.seats:
        t.draw(PILE, HAND[seat], t.constant("hand"))
    t.later(offer)


def offer(t: Trial) -> None:
    """Begin a round: offer a card and ask all players for a bid."""
    if not t.draw(PILE, OFFER, rule=OFFERED):
        t.end_by(POINTS, END, "pile_is_empty")
        return
    t.ask(BIDDING, *t.seats)


BIDDING.answer(Bid, card_of=HAND)(lambda t, m: None)  # nothing happens until all have bid


@BIDDING.all_answered
def compare(t: Trial, bids: dict[Seat, Bid]) -> None:
    """Open the bids: the highest that no other equals wins."""
    (offered,) = t[OFFER]
    strengths = [strength(t, bid.card, offered) for bid in bids.values()]
    single = {seat: worth for seat, worth in zip(bids, strengths, strict=True) if strengths.count(worth) == 1}
    if single:
        winner = max(single, key=lambda seat: single[seat])
        t.announce(HIGHEST, "wins", seat=winner, card=offered, bid=bids[winner].card)
        t.move(offered, OFFER, WON[winner])
        t.add(POINTS[winner], t.field(offered, "value"))
    else:
        t.announce(HIGHEST, "nobody_wins", card=offered)
        t.move(offered, OFFER, ASIDE)
    for seat, bid in bids.items():
        t.move(bid.card, HAND[seat], ASIDE)
        t.draw(PILE, HAND[seat], rule=DRAWS)
    t.later(offer)


def strength(t: Trial, card: str, offered: str) -> int:
    """Return what a bid counts."""
    value: int = t.field(card, "value")
    if t.option("bonus") and t.field(card, "goods") == t.field(offered, "goods"):
        t.note(BONUS, "same_goods", card=card, bonus=t.constant("bonus"))
        value += t.constant("bonus")
    return value


GAME = declare(
    __name__,
    slug="mygame",
    version=1,  # raise it when a rule changes, so that old records say so
    players=(2, 4),
    seats_rule=SEATS,
    holds=(HAND, PILE, OFFER, WON, ASIDE, POINTS),
    questions=(BIDDING,),
    begin=begin,
)
