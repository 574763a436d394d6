"""The table as text. In: a state as somebody knows it. Out: lines for a terminal, at most `WIDTH` wide.

Invariant: it shows no more than the state that it is given; words are the game's own, in the language asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.games.keko.game_data import CREATURE, ITEM, KRYSTAL, TRANSPORTATION
from pnp.games.keko.pending import pending
from pnp.games.keko.state import EVERYBODY, InPlay, KekoState
from pnp.games.keko.trial import ref_of
from pnp.library.words import in_language, localise
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat
from pnp.referee.text_view import TextPage

WIDTH = 100
LAST_DISCARDS = 6


def show(state: KekoState, seat: Seat | None, lang: str) -> str:
    """Round and phase, piles, Location, players with what they control, the stack, what is pending."""
    return _Page(state, seat, lang).text()


class _Page(TextPage[KekoState]):
    def lines(self) -> Iterator[str]:
        """The whole page."""
        state = self.state
        head = f"{localise(self.book.title, self.lang)} · {self.word('round')} {state.round} · {state.phase}"
        yield head
        yield f"  {self.word('play_deck')} {state.deck_count} · {self.word('discard_pile')} {len(state.discard)}"
        if state.discard:
            newest = [self.name(card) for card in reversed(state.discard)][:LAST_DISCARDS]
            more = f" … (+{len(state.discard) - LAST_DISCARDS})" if len(state.discard) > LAST_DISCARDS else ""
            yield from self.listed(f"  {self.word('newest_first')}", newest, more)
        location = next((card for card in state.play if card.controller < 0), None)
        yield f"  {self.word('location')}: {self.card(location) if location else self.word('none_there')}"
        for owner in range(len(state.players)):
            yield from self.player(owner)
        for item in reversed(state.stack):
            what, status = self.name(item.card), self.word("half_done" if item.is_resolving else "announced")
            yield f"  ^ {what} ({state.name(item.seat)}): {status}"
        for decision in dict.fromkeys((each.why, each.rule) for each in pending(state)):
            who = ", ".join(state.name(each.seat) for each in pending(state) if (each.why, each.rule) == decision)
            yield from self.wrapped(f"  ? {who}: {in_language(decision[0], self.lang)} [{decision[1]}]")
        if state.skips_windows:
            yield f"  {self.word('nobody_answers')}"

    def player(self, owner: Seat) -> Iterator[str]:
        """A player: life, Character, hand, and what lies before them in the rows of the play area."""
        state, player = self.state, self.state.players[owner]
        sign = "▸" if owner == state.active and not state.phase.startswith("SETUP") else " "
        who = self.name(player.character) if player.character else self.word("no_character")
        team = f" · {self.word('team')} {state.teams[owner] + 1}" if state.teams else ""
        out = "" if player.alive else f" · {self.word('out_of_game')}"
        cards = self.word("one_card") if len(player.hand) == 1 else f"{len(player.hand)} {self.word('cards')}"
        yield f"{sign} {state.name(owner)} · {who} · {self.word('life')} {player.life} · {cards}{team}{out}"
        mine = [self.name(card) for card, known in player.hand if card != UNKNOWN and self.is_visible(owner, known)]
        if mine:
            key = "hand" if len(mine) == len(player.hand) else "known_cards"
            yield from self.listed(f"    {self.word(key)}", sorted(mine))
        for type_ in (CREATURE, TRANSPORTATION, ITEM, KRYSTAL):
            own = [card for card in state.play if card.controller == owner]
            row = [self.card(card) for card in own if state.data.cards[card.card].type == type_]
            if row:
                yield from self.listed(f"    {self.word(type_)}", row)

    def is_visible(self, owner: Seat, known: int) -> bool:
        """The reader may see it: the state was projected, so what is there is theirs to see."""
        return known == EVERYBODY or self.state.data.is_digital or owner == self.seat

    def card(self, card: InPlay) -> str:
        """`Shibber.2 (3 counters, imprisoned)`."""
        name = self.name(card.card)
        if ref_of(self.state.play, card) != card.card:
            name += f".{card.copy}"
        marks: list[str] = []
        if card.counters or self.state.data.cards[card.card].uses_counters:
            marks.append(f"{card.counters} {self.word('counter' if card.counters == 1 else 'counters')}")
        if card.imprisoned:
            marks.append(self.word("imprisoned"))
        if card.back_to >= 0:
            marks.append(f"{self.word('borrowed_from')} {self.state.name(card.back_to)}")
        return f"{name} ({', '.join(marks)})" if marks else name

    def name(self, card: str) -> str:
        """A card's short name."""
        return in_language(self.state.data.label(card), self.lang)

    def listed(self, head: str, names: Iterable[str], more: str = "") -> Iterator[str]:
        """`head: name, name, …` over as many lines as it takes."""
        yield from self.wrapped(f"{head}: {', '.join(names)}{more}")

    def wrapped(self, text: str) -> Iterator[str]:
        """A text in lines that fit."""
        lead = " " * (len(text) - len(text.lstrip()))
        line = lead
        for word in text.split():
            if line.strip() and len(line) + 1 + len(word) > WIDTH:
                yield line[:WIDTH]
                line = f"{lead}  {word}"
            else:
                line = f"{line} {word}" if line.strip() else line + word
        yield line[:WIDTH]
