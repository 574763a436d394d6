"""The table as text. In: a state as somebody knows it. Out: lines for a terminal, at most 100 columns.

Colours have letters as well as words; ● is a cube on a card, ○ one it lacks, ✓ a performer that has appeared.
Invariant: it shows no more than the state that it is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.games.drumroll.game_data import PERFORMERS, PERSONNEL
from pnp.games.drumroll.phases.performances import salary
from pnp.games.drumroll.queries import phase
from pnp.games.drumroll.state import (
    DrumRollState,
    OfferedCard,
    Performer,
    Player,
    bizarre_in,
    deck_size,
    investment_deck_size,
    level_of,
    performer_deck_size,
    price,
)
from pnp.library.words import localise
from pnp.referee.kernel.zone import CONCEALED
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat
from pnp.referee.text_view import TextPage

WIDTH = 100
LEVELS = ("no_level", "poor", "good", "outstanding")


def show(state: DrumRollState, seat: Seat | None, lang: str) -> str:
    """Area, markers, stock, and everybody's circus."""
    return _Page(state, seat, lang).text()


class _Page(TextPage[DrumRollState]):
    def __init__(self, state: DrumRollState, seat: Seat | None, lang: str) -> None:
        super().__init__(state, seat, lang)
        self.data = state.data
        cards = [offer.card for offer in state.performer_area]
        cards += [each.card for player in state.players for each in player.troupe]
        self.width = max((len(self.name(card)) for card in cards), default=0)
        self.signs = max(len(self.letter(at)) for at in range(len(self.data.colours)))

    def head(self, key: str) -> str:
        """The same at the beginning of a line."""
        word = self.word(key)
        return word[:1].upper() + word[1:]

    def name(self, card: str) -> str:
        """A card's printed name."""
        return localise(self.book.cards[card].name, self.lang) if card in self.book.cards else card

    def lines(self) -> Iterator[str]:
        """The whole page."""
        state, data = self.state, self.data
        head = f"{localise(self.book.title, self.lang)} · {self.word('show')} {state.show}/{data.numbers.shows}"
        if not state.asks.in_setup and state.performing is None:
            head += f" · {self.word('turn')} {state.turn}"
        yield f"{head} · {self.word('phase_' + phase(state))}"
        yield self.word("hiring_area")
        for offer in (*state.staff_area, *state.performer_area):
            yield self.offer(offer)
        if not state.staff_area and not state.performer_area:
            yield f"  {self.word('empty')}"
        placed = [
            f"{self.word(action.id)} {' '.join(map(state.name, seats))}"
            for action, seats in zip(data.actions, state.markers, strict=True)
            if seats
        ]
        if placed:
            yield from self.wrapped(f"{self.head('markers')}:", placed)
        hidden = {"": "not_voted", UNKNOWN: "voted", CONCEALED: "voted"}
        shown = [f"{state.name(who)} {self.word(hidden.get(vote, vote))}" for who, vote in enumerate(state.answers)]
        if shown:
            yield from self.wrapped(f"{self.head('votes')}:", shown)
        yield from self.stock()
        if state.virtual:
            yield f"{self.head('region')} ({self.word('third_player')}): {self.name(state.virtual)}"
        for owner in range(len(state.players)):
            yield from self.player(owner)

    def stock(self) -> Iterator[str]:
        """What lies beside the board."""
        state = self.state
        cubes = [f"{self.word(colour)} {count}" for colour, count in zip(self.data.colours, state.stock, strict=True)]
        rest = [f"{self.word('trailers')} {state.trailers}", f"{self.word('discounts')} {state.tokens}"]
        yield from self.wrapped(f"{self.head('stock')}:", [*cubes, *rest])
        decks = (
            (PERFORMERS, performer_deck_size(state), state.performer_discards),
            (PERSONNEL, deck_size(state.staff_pile), state.staff_discards),
            ("investments", investment_deck_size(state.investment_pile), state.investment_discards),
        )
        gone = self.word("discards")
        sizes = [f"{self.word(name)} {size} ({gone} {len(discards)})" for name, size, discards in decks]
        yield from self.wrapped(f"{self.head('decks')}:", sizes)
        if state.investment_discards:
            yield from self.wrapped(f"{self.head('discards')}:", list(map(self.name, state.investment_discards)))

    def offer(self, offer: OfferedCard) -> str:
        """`  PF-JUG-7 Diabolo Master · juggler · G W Y · for 2 (4-2)`."""
        data, card = self.data, offer.card
        cost = f"{self.word('price')} {price(self.state, offer)}"
        card_data = data.performers.get(card)
        printed = card_data.cost if card_data else data.personnel[card].cost
        if offer.tokens:
            cost += f" ({printed}-{printed - price(self.state, offer)})"
        if card_data is None:
            return f"  {card:<9}{self.padded(card)} · {cost}"
        needs = " ".join(f"{self.letter(level.colour):<{self.signs}}" for level in card_data.levels)
        return f"  {card:<9}{self.padded(card)} · {self.kind(card_data.type)} · {needs} · {cost}"

    def padded(self, card: str) -> str:
        """A name as wide as the widest of a performer on the page."""
        return f"{self.name(card):<{self.width}}"

    def kind(self, number: int) -> str:
        """A type of performer, all equally wide."""
        names = [self.word(name) for name in self.data.types]
        return f"{names[number]:<{max(map(len, names))}}"

    def letter(self, colour: int) -> str:
        """`R`, `Pu`."""
        return self.word(f"letter_{self.data.colours[colour]}")

    def player(self, owner: Seat) -> Iterator[str]:
        """One player: purse, cards, circus."""
        state, data, player = self.state, self.data, self.state.players[owner]
        tile = "★" if owner == state.starter else " "
        parts = [
            f"{self.word('prestige')} {player.prestige}",
            f"{self.word('coins')} {player.coins}",
            f"{self.word('tickets_sold')} {player.tickets}/{len(data.numbers.slots)}",
        ]
        if player.region:
            parts.insert(0, self.name(player.region))
        if state.performing == owner:
            parts.append(self.word("on_stage"))
        yield from self.wrapped(f"{tile} {state.name(owner)}:", parts, "    ")
        cubes = [
            f"{self.word(colour)} {count}" for colour, count in zip(data.colours, player.storage, strict=True) if count
        ]
        yield from self.wrapped(f"    {self.word('storage')}:", cubes or [self.word("empty")])
        yield from self.hand(owner, player)
        bizarre = bizarre_in(data, player.troupe)
        for performer in player.troupe:
            yield self.performer(performer, bizarre)
        staff = [
            f"{card} {self.name(card)}" + (f" ({player.bank} {self.word('bank_coins')})" if card == data.bank else "")
            for card in player.staff
        ]
        if staff:
            yield from self.wrapped(f"    {self.word('personnel')}:", staff)
        if player.skips:
            yield f"    {self.word('skips')}: {player.skips}"

    def hand(self, owner: Seat, player: Player) -> Iterator[str]:
        """The investment cards, known ones by name."""
        state = self.state
        known = [self.name(card) for card in player.hand if card != UNKNOWN]
        hidden = len(player.hand) - len(known)
        cards = [*known, *([f"{hidden} {self.word('hidden_cards')}"] if hidden else [])]
        count = f"{len(player.hand)}/{player.limit}"
        yield from self.wrapped(f"    {self.word('hand')} {count}:", cards or [self.word("empty")])
        if state.looked_at and state.cards_due is not None and state.cards_due.seat == owner:
            yield from self.wrapped(f"    {self.word('looked_at')}:", self.named(state.looked_at))
        if state.dealt_performers and state.dealt_performers[owner]:
            yield from self.wrapped(f"    {self.word('secret_performers')}:", self.named(state.dealt_performers[owner]))

    def named(self, cards: Iterable[str]) -> list[str]:
        """Ids and names, hidden cards as such."""
        return [self.word("hidden_cards") if card == UNKNOWN else f"{card} {self.name(card)}" for card in cards]

    def performer(self, performer: Performer, bizarre: int) -> str:
        """`    PF-ACR-1 Rope Walker · acrobat · R● Y● W○ good · salary 4 · trailer`."""
        state, data = self.state, self.data
        card_data = data.performers[performer.card]
        parts = [f"{performer.card:<9}{self.padded(performer.card)}", self.kind(card_data.type)]
        wide = (self.signs + 2) * len(card_data.levels) - 1
        if performer.flipped:
            parts.append(f"{self.word('flipped'):<{wide}}")
        else:
            colours = [level.colour for level in card_data.levels]
            signs = (f"{self.letter(at)}{'●' if at in performer.cubes else '○'}" for at in colours)
            cubes = " ".join(f"{sign:<{self.signs + 1}}" for sign in signs)
            useless = [self.letter(at) for at in performer.cubes if at not in colours]
            level = self.word(LEVELS[min(level_of(data, performer), len(LEVELS) - 1)])
            parts.append(" ".join((cubes, *useless, level)))
        parts.append(f"{self.word('salary')} {salary(state, performer, bizarre)}")
        if performer.trailer:
            parts.append(self.word("trailer_sign"))
        done = "✓" if performer.level and state.performing is not None else " "
        return f"  {done} {' · '.join(parts)}"

    def wrapped(self, head: str, parts: Iterable[str], indent: str = "      ") -> Iterator[str]:
        """`head part · part · …` over as many lines as it takes."""
        line = head
        for number, part in enumerate(parts):
            piece = f" {part}" if not number else f" · {part}"
            if number and len(line) + len(piece) > WIDTH:
                yield line
                line, piece = indent, part
            line += piece
        yield line
