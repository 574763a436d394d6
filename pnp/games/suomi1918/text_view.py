"""The table as text. In: a table as its viewer knows it. Out: lines for a terminal, colours as letters and shapes.

Invariant: it shows no more than the table it is given; what the referee knows about hidden hands follows from public
lines alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pnp.games.suomi1918.marks import Marks
from pnp.games.suomi1918.moves import COLOURS
from pnp.games.suomi1918.table import (
    BEGUN,
    DISCARD,
    DRAW,
    HAND,
    REMOVED,
    STACK,
    VICTORY,
    in_order,
    is_dead,
    playable,
    printed,
    starter,
    tops_of,
)
from pnp.library.words import localise
from pnp.referee.kernel import TABLE, Seat, Trial
from pnp.referee.text_view import TextPage, wrapped

WIDTH = 101


def show(t: Trial, seat: Seat | None, lang: str) -> str:
    """Stacks, piles, hands and what is known of them."""
    return _Page(t, seat, lang).text()


class _Page(TextPage[Any]):
    def lines(self) -> Iterator[str]:
        """The whole page."""
        t: Trial = self.state
        discard, removed = t[DISCARD], t[REMOVED]
        sizes = f"{self.word('draw_pile')} {len(t[DRAW])} · {self.word('discard_pile')} {len(discard)}"
        yield f"{localise(self.book.title, self.lang)} · {sizes}"
        for at in range(len(COLOURS)):
            yield self.stack(at)
        actions = [card for card in in_order(t, playable(t).fits) if not printed(t).cards[card].value]
        actions = [card for card in actions if card not in removed and card not in discard]
        if actions:
            yield from self.listed(self.word("actions_that_fit"), actions)
        if discard:
            yield from self.listed(self.word("discard_pile"), discard)
        if removed:
            yield from self.listed(self.word("removed"), removed)
        if t[BEGUN] and is_dead(t) and t.get("over") is None:
            yield f"  ! {self.word('frozen')}"
        for owner in t.seats:
            yield from self.hand(owner)

    def stack(self, at: int) -> str:
        """`  ■ K black  4  Riots · next: 5 Taking up arms (fits)`."""
        t: Trial = self.state
        colour, top = COLOURS[at], tops_of(t)[at]
        width = max(len(self.word(name)) for name in COLOURS)
        cards = t[STACK[colour]]
        name = self.name(cards[-1]) if cards else self.word("empty")
        following = next((card for card in printed(t).cards.values() if card.at == at and card.value == top + 1), None)
        mark = f"{self.word('shape_' + colour)} {self.word('letter_' + colour)} {self.word(colour):<{width}}"
        if following is None:
            return f"  {mark} {top}  {name} · {self.word('none_left')}"
        after, verdict = f"{following.value} {self.name(following.id)}", self.verdict(following)
        return f"  {mark} {top}  {name} · {self.word('next_card')}: {after}{f' ({verdict})' if verdict else ''}"

    def verdict(self, card: Marks) -> str:
        """`fits`, `needs K4`, `blocked by B8`; nothing for a card that only waits for the opening card (SOC-14)."""
        tops = tops_of(self.state)
        needs = [self.mark(at, number) for at, number in card.needs if tops[at] < number]
        limits = [self.mark(at, number) for at, number in card.limits if tops[at] >= number]
        parts = [f"{self.word('needs')} {' '.join(needs)}"] if needs else []
        parts += [f"{self.word('blocked_by')} {' '.join(limits)}"] if limits else []
        return self.word("fits_now") if card.id in playable(self.state).fits else ", ".join(parts)

    def hand(self, owner: Seat) -> Iterator[str]:
        """Whose hand it is, how many cards it has, and what is known of them."""
        t: Trial = self.state
        hand, victory, known = t[HAND[owner]], t[VICTORY[owner]], t.known(HAND[owner])
        turn = t.turn if t.turn != TABLE else None if t.dues else starter(t)
        sign = "▸" if owner == turn and t.get("over") is None else " "
        count = self.word("one_card") if len(hand) == 1 else f"{len(hand)} {self.word('cards')}"
        line = f"{sign} {t.setup.name(owner)}: {self.word('out') if owner not in t.playing else count}"
        if victory:
            aim = "".join(t.known(VICTORY[owner]))
            line += f" · {self.word('victory')}: {self.name(aim) if aim else self.word('secret')}"
        yield line
        if known:
            yield from self.listed(self.word("hand" if len(known) == len(hand) else "known"), in_order(t, known))
        if t.knowledge is not None and t.is_hidden(HAND[owner]):
            yield from self.guess(owner)

    def guess(self, owner: Seat) -> Iterator[str]:
        """What the hidden cards of a hand must be, and can be or cannot be, whichever is shorter (SOC-42 to SOC-46)."""
        t: Trial = self.state
        where, unseen = HAND[owner].where, {card for card in printed(t).pile if t.unseen(card)}
        certain = t.knowledge.certain_kinds(where).difference(t[HAND[owner]])
        if certain:
            yield from self.listed(self.word("must_hold"), in_order(t, certain), brief=True)
        may = t.knowledge.possible_kinds(where) & unseen
        cannot = unseen - may
        if not cannot:
            return
        shorter, key = (may, "may_hold") if len(may) <= len(cannot) else (cannot, "cannot_hold")
        yield from self.listed(self.word(key), in_order(t, shorter), brief=True)

    def listed(self, head: str, cards: Iterable[str], brief: bool = False) -> Iterator[str]:
        """`    head: card, card, …` over as many lines as it takes."""
        first, *others = map(self.brief if brief else self.full, cards)
        return wrapped([f"    {head}: {first}", *others], ", ", 6, WIDTH)

    def name(self, card: str) -> str:
        """A card's printed name."""
        return localise(self.book.cards[card].name, self.lang)

    def mark(self, at: int, number: int) -> str:
        """`K4`: a stack's letter and a number."""
        return f"{self.word('letter_' + COLOURS[at])}{number}"

    def brief(self, card: str) -> str:
        """`K4` for a number card, `Tykistö` for an action card."""
        marks = printed(self.state).cards[card]
        return self.mark(marks.at, marks.value) if marks.value else self.name(card)

    def full(self, card: str) -> str:
        """`K4 Riots`, `Artillery R4+`."""
        marks = printed(self.state).cards[card]
        if marks.value:
            return f"{self.mark(marks.at, marks.value)} {self.name(card)}"
        return " ".join([self.name(card), *(f"{self.mark(at, number)}+" for at, number in marks.needs)])
