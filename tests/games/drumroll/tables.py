"""Tables for the tests of Drum Roll: a set-up in a few words, and lines after it.

`ready anna ben` is a picture: the whole set-up, storages emptied, turn 1, the first seat to place. `on stage anna ben`
goes on to the first show, `on stage 3 anna ben` to the third; the circuses are those of the set-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pnp.games.drumroll import GAME
from pnp.games.drumroll.game_data import PERFORMERS
from pnp.games.drumroll.game_data import REGIONS as REGION_TILES
from pnp.games.drumroll.moves import Deal, Decline, Keep, Look, Pick
from pnp.games.drumroll.phases.distribution import DISTRIBUTION
from pnp.games.drumroll.phases.double_vote import DOUBLE_VOTE
from pnp.games.drumroll.phases.placing import PLACEMENT
from pnp.games.drumroll.state import DrumRollState
from pnp.library.card import CardBook
from pnp.referee.game import PHYSICAL, Setup
from pnp.referee.move import Move
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal
from tests.games import tables

AREA_STAFF = ("PS-ORG", "PS-AG1", "PS-POP", "PS-PA5")
AREA_PERFORMERS = ("PF-TAM-3", "PF-JUG-3", "PF-BIZ-4", "PF-ACR-9", "PF-MAG-9")
OWN = ("PF-ACR-1", "PF-MAG-3", "PF-JUG-1", "PF-TAM-4")
GIVEN = ("PF-MAG-1", "PF-TAM-5", "PF-ACR-6", "PF-JUG-5")
REGIONS = ("RG-1", "RG-5", "RG-3", "RG-4")


def book() -> CardBook:
    """The cards of the game."""
    return tables.book_of("drumroll")


def agreed(seats: Sequence[str], deal: str = PHYSICAL, cards: CardBook | None = None, **options: Any) -> Setup:
    """What is agreed before the first line."""
    return tables.agreed("drumroll", seats, deal, cards, **options)


def set_up(seats: Sequence[str], deal: str = PHYSICAL) -> Iterator[str]:
    """The lines of a set-up; coins as they come, storages emptied."""
    count = len(seats)
    yield f"table: deal area {' '.join(AREA_STAFF[: max(3, count)])}"
    yield f"table: deal area {' '.join(AREA_PERFORMERS[: count + 1])}"
    for seat, region in zip(seats, REGIONS, strict=False):
        yield f"table: deal {seat} {region}"
    if count == 2:
        yield "table: deal virtual RG-2"
    if deal != PHYSICAL:
        for seat, own, given in zip(seats, OWN, GIVEN, strict=False):
            yield f"table: deal {seat} {own} {given}"
    for seat, own, given in zip(seats, OWN, GIVEN, strict=False):
        yield f"{seat}: keep {own} give={given}" if deal == PHYSICAL else f"{seat}: keep {own}"
    yield from (f"{seat}: take white white" for seat in seats)
    yield f"table: start {seats[0]}"
    yield from (f"table: adjust storage {seat}" for seat in seats)


def lay(picture: Sequence[str]) -> Iterator[str]:
    """The lines of a picture: `ready anna ben`, `ready digital anna ben`, `on stage 3 anna ben`."""
    for line in picture:
        words = line.split()
        if words[0] == "ready":
            digital = words[1] == "digital"
            yield from set_up(words[2:] if digital else words[1:], "digital" if digital else PHYSICAL)
            continue
        assert words[:2] == ["on", "stage"], line
        show = int(words[2]) if words[2].isdigit() else 1
        seats = words[3:] if words[2].isdigit() else words[2:]
        yield from set_up(seats)
        yield from (f"table: adjust {what}" for what in (f"show {show}", "turn 7"))
        yield from (f"{seat}: pass" for _ in range(3) for seat in seats)


def ready(seats: str = "AB", *lines: str, deal: str = PHYSICAL, cards: CardBook | None = None, **options: Any) -> Desk:
    """A table after the set-up and some lines; seats are single letters here."""
    desk = Desk(Replay(GAME, agreed(tuple(seats), deal, cards, **options)))
    desk.play(*set_up(tuple(seats), deal))
    desk.play(*lines)
    return desk


def physical_lines(played: Replay[DrumRollState]) -> Iterator[Move]:
    """What people would have typed at a table with real cards: nothing of what is dealt and looked at in secret."""
    dealt: dict[Any, tuple[str, ...]] = {}
    before = played.positions[0].state
    for entry in played.entries:
        move, state, before = entry.move, before, entry.state
        assert move is not None
        if isinstance(move, Deal) and isinstance(move.to, int):
            deck = state.data.decks[move.cards[0]]
            if deck == PERFORMERS:
                dealt[move.to] = move.cards
            if deck != REGION_TILES:
                continue
        if isinstance(move, Look | Pick) or (isinstance(move, Decline) and state.phase == DOUBLE_VOTE.id):
            continue
        if isinstance(move, Keep):
            move = Keep(move.seat, move.card, give=next(card for card in dealt[move.seat] if card != move.card))
        yield move


class Desk:
    """A table under test: lines `play`ed must be accepted, a `refused` line must break its rule."""

    def __init__(self, table: Replay[DrumRollState]) -> None:
        self.table = table

    def play(self, *lines: str) -> Desk:
        """Lines that must be accepted."""
        tables.play_lines(self.table, lines)
        return self

    def adjust(self, *what: str) -> Desk:
        """Corrections."""
        return self.play(*(f"table: adjust {words}" for words in what))

    def refused(self, line: str, rule: str) -> None:
        """A line that this rule forbids; it changes nothing."""
        before = self.table.state
        entry = self.table.read(line)
        assert isinstance(entry.ruling, Illegal), f"{line}: {entry.ruling}"
        assert entry.ruling.rule == rule, f"{line}: {entry.ruling}"
        assert self.table.state is before

    def circus(self, seat: str, *performers: str) -> Desk:
        """Exactly these performers, such as `PF-ACR-1 cubes=red`, in the circus of a seat."""
        for card in self.facts["performers"][seat]:
            self.adjust(f"performer {card} deck")
        for words in performers:
            card, _, rest = words.partition(" ")
            self.adjust(f"performer {card} {seat} {rest}")
        return self

    def finish_turn(self) -> Desk:
        """All who are asked pass, and distribute nothing."""
        names, turn = self.table.setup.seats, self.facts["turn"]
        while self.phase == PLACEMENT.id and self.facts["turn"] == turn:
            self.play(f"{names[self.table.to_act[0]]}: pass")
        while self.phase == DISTRIBUTION.id:
            self.play(f"{names[self.table.to_act[0]]}: distribute")
        return self

    def to_show(self, show: int = 1) -> Desk:
        """The last turn before a show is over: the starting player is on stage."""
        self.adjust(f"show {show}", "turn 7")
        return self.finish_turn()

    @property
    def phase(self) -> str:
        """Where the table is."""
        return GAME.phase(self.table.state)

    @property
    def facts(self) -> dict[str, Any]:
        """What lies on the table."""
        found: dict[str, Any] = GAME.facts(self.table.state)
        return found

    def of(self, seat: str) -> dict[str, Any]:
        """What a player has."""
        found: dict[str, Any] = self.facts["players"][seat]
        return found

    def options(self, seat: str) -> list[str]:
        """What a seat may do now, as words."""
        at = self.table.setup.seats.index(seat)
        return [self.table.notation.format_move(move) for move in GAME.legal_moves(self.table.state, at)]


def of_type(wanted: Iterable[str], without: Iterable[str] = ()) -> list[str]:
    """Performers of these types in this order, each once."""
    used, found = set(without), list[str]()
    for name in wanted:
        cards = book().decks["performers"].cards
        found.append(next(card.id for card in cards if card.fields["type"] == name and card.id not in used))
        used.add(found[-1])
    return found


def costing(cost: int, deck: str = "performers", without: Iterable[str] = ()) -> str:
    """A card with this printed hiring cost."""
    cards = book().decks[deck].cards
    return next(card.id for card in cards if card.fields["hiring_cost"] == cost and card.id not in without)
