"""The table of Suomi 1918: where cards lie, and what follows from it. In: a trial. Out: plain values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.games.suomi1918.marks import Marks, Playable, Printed, Tops, low_cards
from pnp.games.suomi1918.moves import COLOURS
from pnp.library.words import join_texts
from pnp.referee.kernel import EACH_SEAT, NOBODY, OWNER, TABLE, Fact, Message, Seat, Trial, Zone
from pnp.referee.params import UNKNOWN

PLAYED, AIMS = ("numbers", "actions"), ("victory",)
DRAW = Zone("draw", seen_by=NOBODY, first=PLAYED, decks=PLAYED, on_top=low_cards, rule="SOC-41")
STACK = Zone("stacks", of=COLOURS, decks=PLAYED, adjust=False, here="on_stack")
DISCARD = Zone("discard", decks=PLAYED, here="on_discards")
REMOVED = Zone("removed", decks=PLAYED, here="has_left")
HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, decks=PLAYED, rule="SOC-13", here="known_in_hand")
VICTORIES = Zone("victories", seen_by=NOBODY, first=AIMS, decks=AIMS, exact=False, rule="SOC-02")
VICTORY = Zone("victory", of=EACH_SEAT, seen_by=OWNER, decks=AIMS, exact=False, rule="SOC-48")

BEGUN = Fact("begun", False)  # the first card is laid (SOC-14)
SHUFFLES = Fact("shuffles", 0)  # how often the discard pile became the draw pile (SOC-30)
DEAD = Fact("dead_turns", ())  # seats that have begun a turn since nothing can be played any more, each once (SOC-36)
ENDED = Fact("ended", "")  # the card that ended the game
WINNER = Fact("winner", None)  # the seat that showed it, if it won

HOLDS = (DRAW, STACK, DISCARD, REMOVED, HAND, VICTORIES, VICTORY, BEGUN, SHUFFLES, DEAD, ENDED, WINNER)


def printed(t: Trial) -> Printed:
    """What is printed on the cards."""
    return t.once(Printed)


def in_order(t: Trial, cards: Any) -> tuple[str, ...]:
    """Cards in the order of the book, as messages name them."""
    return printed(t).sort(cards)


def tops_of(t: Trial) -> Tops:
    """The value on top of each stack, 0 for an empty one (SOC-09)."""
    return printed(t).tops(t.values["stacks"])


def playable(t: Trial) -> Playable:
    """What can be played now (SOC-14, SOC-25)."""
    found: Playable | None = t.memo.get("playable")
    if found is None:
        marks = printed(t)
        found = (
            marks.on(marks.tops(t.values["stacks"]), t.option("victory_restrictions_count"))
            if t[BEGUN]
            else marks.first
        )
        t.memo["playable"] = found
    return found


def is_automatic(t: Trial) -> bool:
    """The referee announces a win itself (SOC-35b)."""
    check = t.option("victory_check")
    return t.is_digital if check == "by_deal" else bool(check == "automatic")


def starter(t: Trial) -> Seat | None:
    """Who is known to hold black 1 and so starts (SOC-10)."""
    first = printed(t).opening
    return next((seat for seat in t.seats if first in t[HAND[seat]]), None)


def is_dead(t: Trial) -> bool:
    """Nothing can be played any more, wherever the cards are (SOC-36)."""
    now = playable(t)
    return not now.numbers and now.fits.issubset(t[REMOVED])


def may_hold_victory(t: Trial, seat: Seat, card: str) -> bool:
    """This victory card may be the seat's (SOC-48)."""
    holder = next((other for other in t.seats if card in t[VICTORY[other]]), None)
    return holder == seat or (holder is None and t.is_hidden(VICTORY[seat]))


def is_frozen(t: Trial) -> bool:
    """Every player has begun a turn in a dead position and nobody has won (SOC-36)."""
    begun = t[DEAD]
    if not begun or t.dues or not t.option("frozen_ends_game") or t.turn == TABLE:
        return False
    if any(seat not in begun for seat in t.playing):
        return False
    # The last of them may still claim a victory before it is over.
    return t.turn != begun[-1] or not any(may_hold_victory(t, t.turn, card) for card in playable(t).wins)


# Where cards lie


def check_held(t: Trial, seat: Seat, card: str) -> None:
    """Bar a card that cannot be in a hand (SOC-13, SOC-47).

    Everybody reads the refusal: it names no card that only its holder has seen, nor who that is.
    """
    hand = t[HAND[seat]]
    if card in hand or (t.is_hidden(HAND[seat]) and card in printed(t).pile and t.unseen(card)):
        return
    place = place_of(t, card)
    if not place and not hand:
        place = t.message("hand_is_empty", seat=seat)
    elif not place and set(hand) == set(t.shown(HAND[seat])):
        place = t.message("hand_is", seat=seat, cards=in_order(t, hand))
    t.bar("SOC-13", "place", card=card, place=place or t.message("not_in_hand", seat=seat))


def is_aim(t: Trial, card: str) -> bool:
    """A victory card, which is in no hand."""
    return card in printed(t).victories


def place_of(t: Trial, card: str) -> Message | None:
    """Where a card lies that everybody has seen, as text; None for any other."""
    return t.message("never_in_hand") if is_aim(t, card) else t.where(card)


# What marks lack, in words


def worded(t: Trial, marks: Iterable[tuple[str, int, int]]) -> str:
    """Marks in words, each by a message, beside what its stack shows."""
    tops = tops_of(t)
    return join_texts("; ", (t.message(id, colour=COLOURS[at], top=tops[at], number=n) for id, at, n in marks))


def lacking(t: Trial, card: Marks) -> str:
    """`black 4 or more, and it shows 3` for every left-hand mark that is not reached."""
    tops = tops_of(t)
    return worded(t, [("lacks" if tops[at] else "lacks_all", at, n) for at, n in card.needs if tops[at] < n])


def reached(t: Trial, card: Marks) -> str:
    """`black shows 8, and it must stay below 8` for every right-hand mark that is reached."""
    return worded(t, [("reaches", at, number) for at, number in card.limits if tops_of(t)[at] >= number])


def unmet(t: Trial, card: Marks) -> str:
    """Everything that keeps a victory card from winning."""
    needs, limit = lacking(t, card), reached(t, card) if t.option("victory_restrictions_count") else ""
    return join_texts("; ", filter(None, (needs and t.message("it_needs", lacking=needs), limit)))


def marks_of(t: Trial, card: Marks) -> str:
    """All marks of a card beside what the stacks show."""
    marks = [("mark_needed", *mark) for mark in card.needs]
    if card.deck != "victory" or t.option("victory_restrictions_count"):
        marks += [("mark_limit", *mark) for mark in card.limits]
    return worded(t, marks)


def facts(t: Trial) -> Any:
    """Plain values that describe the whole table."""
    dues = t.dues
    return {
        **({"out": sorted(t.get("out"))} if t.get("out") else {}),
        "stacks": {colour: t[STACK[colour]] for colour in COLOURS},
        "hands": [sorted(UNKNOWN if card == "*" else card for card in t[HAND[seat]]) for seat in t.seats],
        "shown": [sorted(t.shown(HAND[seat])) for seat in t.seats],
        "victory": ["".join(t[VICTORY[seat]]).replace("*", UNKNOWN) for seat in t.seats],
        "turn": t.turn if t.turn != TABLE else None if dues else starter(t),
        "draw": len(t[DRAW]),
        "discard": t[DISCARD],
        "removed": t[REMOVED],
        "shuffles": t[SHUFFLES],
        "dead_turns": t[DEAD],
        "due": [[due.to[1], due.count] for due in dues],
        "ended": t[ENDED],
        "winner": t[WINNER],
    }
