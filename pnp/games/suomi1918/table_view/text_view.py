"""The table as text. In: a state as its viewer knows it. Out: lines for a terminal, colours as letters and shapes.

Invariant: it shows no more than the state it is given; what the referee knows about hidden hands follows from public
lines alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.games.suomi1918.playable import CardData
from pnp.games.suomi1918.queries import outcome
from pnp.games.suomi1918.state import Suomi1918State, is_dead
from pnp.library.words import localise
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat
from pnp.referee.text_view import TextPage

WIDTH = 100


def show(state: Suomi1918State, seat: Seat | None, lang: str) -> str:
    """Stacks, piles, hands and what is known of them."""
    return _Page(state, seat, lang).text()


class _Page(TextPage[Suomi1918State]):
    def lines(self) -> Iterator[str]:
        """The whole page."""
        state, data = self.state, self.state.data
        discard = state.discard
        sizes = f"{self.word('draw_pile')} {state.draw} · {self.word('discard_pile')} {len(discard)}"
        yield f"{localise(self.book.title, self.lang)} · {sizes}"
        for at in range(len(data.colours)):
            yield self.stack(at)
        actions = [card for card in data.sort(state.playable.fits) if not data.cards[card].value]
        actions = [card for card in actions if card not in state.removed and card not in discard]
        if actions:
            yield from self.listed(self.word("actions_that_fit"), actions)
        if discard:
            yield from self.listed(self.word("discard_pile"), discard)
        if state.removed:
            yield from self.listed(self.word("removed"), state.removed)
        if not state.is_opening and is_dead(state.playable, state.removed) and not outcome(state):
            yield f"  ! {self.word('frozen')}"
        for owner in range(len(state.hands)):
            yield from self.hand(owner)

    def stack(self, at: int) -> str:
        """`  ■ K black  4  Riots · next: 5 Taking up arms (fits)`."""
        state, data = self.state, self.state.data
        colour, top, cards = data.colours[at], state.tops[at], state.stacks[at]
        width = max(len(self.word(name)) for name in data.colours)
        name = self.name(cards[-1]) if cards else self.word("empty")
        following = next(
            (card_data for card_data in data.cards.values() if card_data.stack == at and card_data.value == top + 1),
            None,
        )
        mark = f"{self.word('shape_' + colour)} {self.word('letter_' + colour)} {self.word(colour):<{width}}"
        if following is None:
            return f"  {mark} {top}  {name} · {self.word('none_left')}"
        after, verdict = f"{following.value} {self.name(following.id)}", self.verdict(following)
        return f"  {mark} {top}  {name} · {self.word('next_card')}: {after}{f' ({verdict})' if verdict else ''}"

    def verdict(self, card_data: CardData) -> str:
        """`fits`, `needs K4`, `blocked by B8`; nothing for a card that only waits for the opening card (SOC-14)."""
        tops = self.state.tops
        needs = [self.mark(at, number) for at, number in card_data.needs if tops[at] < number]
        limits = [self.mark(at, number) for at, number in card_data.limits if tops[at] >= number]
        parts = [f"{self.word('needs')} {' '.join(needs)}"] if needs else []
        parts += [f"{self.word('blocked_by')} {' '.join(limits)}"] if limits else []
        fits = card_data.id in self.state.playable.fits
        return self.word("fits_now") if fits else ", ".join(parts)

    def hand(self, owner: Seat) -> Iterator[str]:
        """Whose hand it is, how many cards it has, and what is known of them."""
        state = self.state
        hand, victory = state.hands[owner], state.victory[owner]
        sign = "▸" if owner == state.turn and not outcome(state) else " "
        count = self.word("one_card") if len(hand) == 1 else f"{len(hand)} {self.word('cards')}"
        line = f"{sign} {state.name(owner)}: {self.word('out') if owner in state.out else count}"
        if victory:
            line += f" · {self.word('victory')}: {self.word('secret') if victory == UNKNOWN else self.name(victory)}"
        yield line
        known = [card for card in hand if card != UNKNOWN]
        if known:
            yield from self.listed(self.word("hand" if len(known) == len(hand) else "known"), state.data.sort(known))
        if state.knowledge is not None and UNKNOWN in hand:
            yield from self.guess(owner)

    def guess(self, owner: Seat) -> Iterator[str]:
        """What the hidden cards of a hand must be, and can be or cannot be, whichever is shorter (SOC-42 to SOC-46)."""
        state = self.state
        assert state.knowledge is not None
        certain = state.knowledge.certain_kinds(owner).difference(state.hands[owner])
        if certain:
            yield from self.listed(self.word("must_hold"), state.data.sort(certain), brief=True)
        may = state.knowledge.possible_kinds(owner) & state.unseen
        cannot = state.unseen - may
        if not cannot:
            return
        shorter, key = (may, "may_hold") if len(may) <= len(cannot) else (cannot, "cannot_hold")
        yield from self.listed(self.word(key), state.data.sort(shorter), brief=True)

    def listed(self, head: str, cards: Iterable[str], brief: bool = False) -> Iterator[str]:
        """`    head: card, card, …` over as many lines as it takes."""
        line = f"    {head}:"
        for number, card in enumerate(cards):
            text = self.brief(card) if brief else self.full(card)
            piece = f" {text}" if not number else f", {text}"
            if len(line) + len(piece) > WIDTH:
                yield line + ("," if number else "")
                line, piece = "     ", f" {text}"
            line += piece
        yield line

    def name(self, card: str) -> str:
        """A card's printed name."""
        return localise(self.book.cards[card].name, self.lang)

    def mark(self, at: int, number: int) -> str:
        """`K4`: a stack's letter and a number."""
        return f"{self.word('letter_' + self.state.data.colours[at])}{number}"

    def brief(self, card: str) -> str:
        """`K4` for a number card, `Tykistö` for an action card."""
        card_data = self.state.data.cards[card]
        return self.mark(card_data.stack, card_data.value) if card_data.value else self.name(card)

    def full(self, card: str) -> str:
        """`K4 Riots`, `Artillery R4+`."""
        card_data = self.state.data.cards[card]
        if card_data.value:
            return f"{self.mark(card_data.stack, card_data.value)} {self.name(card)}"
        return " ".join([self.name(card), *(f"{self.mark(at, number)}+" for at, number in card_data.needs)])
