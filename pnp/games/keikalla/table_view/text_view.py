"""The table as text. In: a state as its viewer knows it. Out: for each band where it stands and what is near, its tour
so far, its cards, what lies in front of it; and what is pending.

Meant to be compared with the real table. Invariant: no line is wider than `WIDTH`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pnp.games.keikalla.card_ids import Word
from pnp.games.keikalla.game_data import face_town, kind_of
from pnp.games.keikalla.pending import pending
from pnp.games.keikalla.phases.flow import limit_of
from pnp.games.keikalla.queries import outcome
from pnp.games.keikalla.state import KeikallaState, Player
from pnp.library.words import localise
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat
from pnp.referee.text_view import TextPage

WIDTH = 100
PLAYED, LEFT = "●", "○"


def show(state: KeikallaState, seat: Seat | None, lang: str) -> str:
    """The table in `lang`, for a state already projected to `seat`."""
    return _Page(state, seat, lang).text()


class _Page(TextPage[KeikallaState]):
    def __init__(self, state: KeikallaState, seat: Seat | None, lang: str) -> None:
        super().__init__(state, seat, lang)
        self.data = state.data

    def word(self, key: str) -> str:
        """A word of the game's own."""
        return super().word(f"show_{key}")

    def lines(self) -> Iterator[str]:
        """The whole page."""
        state = self.state
        title = localise(self.book.title, self.lang)
        if not state.piles:
            yield f"{title} · {self.word('bands')}"
        else:
            sizes = " · ".join(f"{self.word(pile)} {size}" for pile, size in state.piles.items())
            yield f"{title} · {sizes}"
            yield from self.listed(self.word(Word.REHAB), [self.data.town(state.rehab) if state.rehab else "–"], "  ")
            for pile, cards in state.discards.items():
                if cards and pile != "venue":
                    yield from self.listed(f"{self.word('discard')} {self.word(pile)}", self.counted(cards), "  ")
        for stash in state.stashes:
            what = "?" if stash.card == UNKNOWN else self.name(stash.card)
            yield f"  {self.word('stash')} {stash.id}: {self.data.town(stash.town)} ({state.name(stash.by)}) {what}"
        for at in range(len(state.players)):
            yield from self.player(at)
        yield from self.questions()

    def questions(self) -> Iterator[str]:
        """What must be decided now, by whom."""
        if outcome(self.state):
            return
        for decision in pending(self.state):
            verbs = ", ".join(decision.verbs)
            yield from self.listed(f"{self.word('pending')} {self.state.name(decision.seat)}", [verbs], "> ")

    def player(self, at: Seat) -> Iterator[str]:
        """One band."""
        state, player, data = self.state, self.state.players[at], self.data
        sign = "▸" if state.is_set_up and at == state.seat and not outcome(state) else " "
        if not player.band:
            yield f"{sign} {state.name(at)}"
            return
        head = f"{sign} {state.name(at)}, {data.label(player.band)}: {data.atlas.label(player.at)}"
        yield head + (f" · {self.word('out')}" if player.out else "")
        yield from self.listed(self.word("near"), self.near(player))
        yield from self.listed(self.word("tour"), [self.tour(player)])
        if player.played:
            yield from self.listed(self.word("played"), map(data.town, player.played))
        if player.order:
            yield from self.listed(self.word("dates"), map(data.town, player.order))
        if player.venues and UNKNOWN not in player.venues:
            yield from self.listed(self.word("venues"), map(data.town, sorted(player.venues)))
        yield from self.hands(player)
        yield from self.front(player)
        flags = [self.word(flag) for flag in self.flags(at)]
        if player.turns_to_lose:
            flags.append(f"{self.word('lost')} {player.turns_to_lose}")
        if flags:
            yield from self.listed(self.word("now"), flags)

    def near(self, player: Player) -> list[str]:
        """The towns that can be reached without passing another, and how far they are."""
        atlas = self.data.atlas
        steps, found = {player.at: 0}, dict[str, int]()
        edge = [player.at]
        while edge:
            following = []
            for here in edge:
                for there in atlas.links[here]:
                    if there not in steps:
                        steps[there] = steps[here] + 1
                        (found.setdefault(there, steps[there]) if there in atlas.towns else following.append(there))
            edge = following
        return [f"{atlas.label(town)} {n}" for town, n in sorted(found.items(), key=lambda item: (item[1], item[0]))]

    def tour(self, player: Player) -> str:
        """`●●○○○○○○○ gigs 2, dates left 7`."""
        marks = PLAYED * len(player.played) + LEFT * player.dates
        return f"{marks} {self.word('gigs')} {player.gigs}, {self.word('left')} {player.dates}"

    def hands(self, player: Player) -> Iterator[str]:
        """Sizes of the hands, and the cards that are known."""
        limit = limit_of(self.state, player)
        for key in ("move", "event", "action", "stored_move", "stored_action"):
            hand = getattr(player, key)
            if not hand.cards and key not in ("move", "action"):
                continue
            size = f"{hand.size}/{limit}" if key == "move" else str(hand.size)
            yield from self.listed(f"{self.word('hand_' + key)} {size}", self.counted(self.data.sort(hand.cards)))

    def front(self, player: Player) -> Iterator[str]:
        """What lies open."""
        if player.reputation_cards:
            cards = self.counted(card.kind for card in player.reputation_cards)
            yield from self.listed(f"{self.word('reputation')} {player.reputation}", cards)
        cards = [*player.laid, *(card for _, some in player.stand_ins for card in some), *player.front]
        if cards:
            yield from self.listed(self.word("front"), self.counted(cards))

    def flags(self, at: Seat) -> Iterator[str]:
        """The lasting effects on a band."""
        player = self.state.players[at]
        flags = {
            "hiatus": player.hiatus,
            "convoy": player.convoy,
            "driven": player.roadie_drives,
            "rider": player.rider,
            "no_refill": player.no_refill,
            "trip": player.rehab_trip,
        }
        yield from (flag for flag, applies in flags.items() if applies)
        if player.bar_fight_turn:
            yield Word.BAR_FIGHT
        if player.hotel_turn:
            yield "hotel"
        if player.waiting_member:
            yield "waiting"
        if player.lover_since >= 0:
            yield Word.LOVER

    def counted(self, cards: Iterable[str]) -> list[str]:
        """Names, equal ones counted: `Manager ×2`."""
        counts = Counter(cards)
        return [f"{self.name(card)} ×{n}" if n > 1 else self.name(card) for card, n in counts.items()]

    def name(self, card: str) -> str:
        """A card's printed name; a Headliner with its town."""
        if card == UNKNOWN:
            return "?"
        town = face_town(card)
        name = localise(self.book.cards[kind_of(card)].name, self.lang)
        return f"{name} ({self.data.town(town)})" if town else name

    def listed(self, head: str, items: Iterable[str], indent: str = "    ") -> Iterator[str]:
        """`    head: item · item · …` over as many lines as it takes."""
        line = f"{indent}{head}:"
        for number, item in enumerate(items):
            piece = f" {item}" if not number else f" · {item}"
            if len(line) + len(piece) + len(" ·") > WIDTH:
                yield line + (" ·" if number else "")
                line, piece = " " * (len(indent) + 2), item
            line += piece
        yield line
