"""The sandbox: a referee for any card book. In: a CardBook without rules. Out: a Game.

It knows a draw pile, hands, open zones that people name as they play, whose turn it is, counters and dice, and refuses
only what no table can do: a copy that does not exist, a card that lies elsewhere, a draw from an empty pile. Invariant:
the open cards, the hands and the pile always add up to the printed cards, unless the table adjusted a size.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.games.sandbox import rulebook as rules
from pnp.games.sandbox.moves import Count, Discard, Done, Draw, Play, SetCounter, SetHand, SetPile, Take
from pnp.library.card import CardBook
from pnp.referee.correction import of_a_player
from pnp.referee.game import Adjustment, Game
from pnp.referee.kernel import (
    ANY,
    EACH_SEAT,
    NOBODY,
    OWNER,
    TABLE,
    Deal,
    Fact,
    Phase,
    Question,
    Roll,
    Trial,
    Zone,
    declare,
)
from pnp.referee.kernel.zone import UNSEEN
from pnp.referee.move import Shuffle
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

DECK, DISCARD, SCORE = "deck", "discard", "score"  # words that people may say

HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=rules.HELD, matter=rules.CONSERVED)
PILE = Zone("pile", seen_by=NOBODY, first=True, rule=rules.CONSERVED)
ZONES = Zone("zones", of=ANY, rule=rules.ZONE)
COUNTERS = Fact("counters", {}, of=EACH_SEAT)
DICE = Fact("dice", ())

TURN = Question(rules.TURN, "kernel.your_turn")
TABLE_TASKS = Question(rules.TABLE_ONLY, "kernel.table_tells", chance=True)


@TURN.answer(Draw, offers=lambda t, seat: [Draw(seat)])
def draw(t: Trial, m: Draw) -> None:
    """Cards come from the draw pile into the hand."""
    if m.count > len(t[PILE]):
        t.bar(rules.PILE, "kernel.pile_has", count=len(t[PILE]))
    t.agreed()
    t.draw(PILE, HAND[m.seat], m.count, rule=rules.DEAL_DUE)


@TURN.answer(Play, card_of=HAND)
def play(t: Trial, m: Play) -> None:
    """A card of the hand is laid open."""
    t.agreed()
    t.note(rules.HELD, "kernel.shows_held", card=m.card)
    t.move(m.card, HAND[m.seat], ZONES[m.to])


@TURN.answer(Discard, card_of=HAND)
def discard(t: Trial, m: Discard) -> None:
    """A card of the hand goes to the discard pile."""
    t.agreed()
    t.note(rules.HELD, "kernel.shows_held", card=m.card)
    t.move(m.card, HAND[m.seat], ZONES[DISCARD])


def takes(t: Trial, seat: Seat) -> list[Take]:
    """All cards that lie openly."""
    return [Take(seat, card, zone) for zone, cards in t.named(ZONES) for card in cards]


@TURN.answer(Take, offers=takes)
def take(t: Trial, m: Take) -> None:
    """An open card comes into the hand."""
    t.check_lies(m.card, ZONES[m.zone])
    t.agreed()
    t.move(m.card, ZONES[m.zone], HAND[m.seat])


@TURN.answer(Count)
def count(t: Trial, m: Count) -> None:
    """A counter of this player is set."""
    t.put(COUNTERS[m.seat], with_counter(t[COUNTERS[m.seat]], m))


@TURN.answer(Done)
def done(t: Trial, m: Done) -> None:
    """The turn ends."""
    t.agreed()
    t.pass_turn()
    t.note(rules.TURN, "kernel.turn_goes", seat=t.turn)


@TABLE_TASKS.answer(Roll)
def roll(t: Trial, m: Roll) -> None:
    """What the dice show."""
    t.put(DICE, m.dice)


@TABLE_TASKS.answer(Shuffle)
def shuffle(t: Trial, m: Shuffle) -> None:
    """An open zone is shuffled into the draw pile, or the pile itself."""
    if m.zone == DECK:
        t.shuffle((), PILE, PILE)
    elif m.zone not in dict(t.named(ZONES)):
        t.bar(rules.ZONE, "kernel.no_zone", zone=m.zone)
    else:
        t.shuffle(t[ZONES[m.zone]], ZONES[m.zone], PILE)


@TABLE_TASKS.answer(Deal)
def deal(t: Trial, m: Deal) -> None:
    """Cards of the pile come into a hand, told or not."""
    if m.to == TABLE:
        t.bar(rules.ZONE, "kernel.to_a_seat")
    if len(m.cards) > len(t[PILE]):
        t.bar(rules.PILE, "kernel.pile_has", count=len(t[PILE]))
    t.move(m.cards, PILE, HAND[m.to])


def scores(t: Trial) -> list[int]:
    """The counter `score` of every seat."""
    return [t[COUNTERS[seat]].get(SCORE, 0) for seat in t.seats]


def with_counter(counters: dict[str, int], move: Count | SetCounter) -> dict[str, int]:
    """The counters of a seat after one is set, by name."""
    return dict(sorted({**counters, move.counter: move.value}.items()))


def set_counter(state: Any, move: SetCounter) -> Any:
    """A counter as it is in truth."""
    return COUNTERS.replaced(state, move.of, with_counter(COUNTERS.read(state, move.of), move))


def set_hand(state: Any, move: SetHand) -> Any:
    """So many cards are in a hand; those that are known stay."""
    known = tuple(entry for entry in HAND.read(state, move.of) if entry not in UNSEEN)
    return HAND.replaced(state, move.of, known + (UNKNOWN,) * (move.size - len(known)))


def set_pile(state: Any, move: SetPile) -> Any:
    """So many cards are left in the draw pile."""
    return PILE.replaced(state, TABLE, (UNKNOWN,) * move.size)


GAME = declare(
    __name__,
    slug="sandbox",
    version=2,
    players=(1, 16),
    seats_rule=rules.SEATS,
    holds=(PILE, ZONES, DICE, HAND, COUNTERS),
    phases=(Phase("turn", TURN),),
    asides=(Phase("table", TABLE_TASKS),),
    scores=scores,
    exact=False,  # who plays without rules forgets lines, too
    corrections=(
        Adjustment(SetCounter, of_a_player(set_counter, "kernel.name.counter"), "kernel.adjust_counter"),
        Adjustment(SetHand, of_a_player(set_hand, "referee.hand"), "referee.adjust_hand"),
        Adjustment(SetPile, set_pile, "kernel.adjust_pile"),
    ),
    max_plies=0,
    rulebook=rules.sandbox_rulebook(),
)


def sandbox_game(book: CardBook) -> Game[Any]:
    """The sandbox referee of a card book."""
    return replace(GAME, slug=book.slug, players=book.players)
