"""A trial: the next state while a move makes it, step by step. In: a state. Out: the state after it.

Invariant: the state a trial begins with stays as it is; the trial is a copy that nobody else has seen. With `notes` it
writes down why every step happens, each with its rule: that is what `explain` says, so it never differs from what is
done. The events of a ruling hold the moves alone, because everything else follows.
"""

from __future__ import annotations

from copy import copy
from typing import Any

from msgspec.structs import force_setattr, replace

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.state import Brought, DrumRollState, Player, Trouper, hand_limit
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Reason
from pnp.referee.seat import Seat

PRESTIGE = "prestige"


class News(Reason, frozen=True):
    """A reason that is told when the line was accepted, not only when it is asked for. For all to hear."""


class Gain(News, frozen=True):
    """What came to a player or went, and why. `said`: the line itself says it; the numbers that change are enough."""

    who: str
    what: str
    amount: int
    why: str
    said: bool

    @classmethod
    def of(cls, rule: str, who: str, what: str, amount: int, why: str, said: bool) -> Gain:
        """`mia +2 coins (tickets)`."""
        many = f"{what}{'s' if what != PRESTIGE and abs(amount) != 1 else ''}"
        return cls(rule, f"{who} {amount:+} {many} ({why})", who, what, amount, why, said)

    def key(self) -> tuple[str, str, str, str]:
        """Gains of one key are told as one: two cubes of a colour."""
        return self.rule, self.who, self.what, self.why

    def and_more(self, amount: int) -> Gain:
        """The same with so many more."""
        return self.of(self.rule, self.who, self.what, self.amount + amount, self.why, self.said)


class Trial:
    """A table on its way to the next state. `table` shows every change at once: keep what was before in a name."""

    __slots__ = ("notes", "table")

    def __init__(self, table: DrumRollState, notes: list[Reason] | None = None) -> None:
        self.table: DrumRollState = copy(table)
        self.notes = notes

    def set(self, **changes: Any) -> None:
        """Change the table."""
        table = self.table
        for name, value in changes.items():
            force_setattr(table, name, value)

    def note(self, rule: str, because: str) -> None:
        """Write down why; asked for only when `notes` are kept."""
        if self.notes is not None:
            self.notes.append(Reason(rule, because))

    def tell(self, rule: str, what: str) -> None:
        """Write down what happens that people must do at the table or hear: it is a reason, and news."""
        if self.notes is not None:
            self.notes.append(News(rule, what))

    def name(self, seat: Seat) -> str:
        """The seat's name."""
        return self.table.setup.name(seat)

    # players

    def player(self, seat: Seat) -> Player:
        """A player as things are now."""
        return self.table.players[seat]

    def change(self, seat: Seat, **changes: Any) -> None:
        """Change a player."""
        players = self.table.players
        player = replace(players[seat], **changes)
        force_setattr(self.table, "players", (*players[:seat], player, *players[seat + 1 :]))

    def change_all(self, **changes: Any) -> None:
        """Change every player."""
        force_setattr(self.table, "players", tuple(replace(player, **changes) for player in self.table.players))

    def _gain(self, seat: Seat, amount: int, what: str, rule: str, why: str, said: bool) -> None:
        if self.notes is not None and amount:
            self.notes.append(Gain.of(rule, self.name(seat), what, amount, why, said))

    def coins(self, seat: Seat, more: int, rule: str, what: str, said: bool = False) -> None:
        """Coins come or go; who has too few pays what is there."""
        player = self.table.players[seat]
        self.change(seat, coins=max(0, player.coins + more))
        self._gain(seat, more, "coin", rule, what, said)

    def prestige(self, seat: Seat, more: int, rule: str, what: str, said: bool = False) -> None:
        """Prestige comes or goes."""
        if more:
            self.change(seat, prestige=self.table.players[seat].prestige + more)
            self._gain(seat, more, PRESTIGE, rule, what, said)

    def book(self, seat: Seat, kind: int, hired: int = 0, coins: int = 0, prestige: int = 0) -> None:
        """Write down what a performer of this type brought or cost."""
        ledger = self.table.players[seat].ledger
        old = ledger[kind]
        new = Brought(old.hired + hired, old.coins + coins, old.prestige + prestige)
        self.change(seat, ledger=(*ledger[:kind], new, *ledger[kind + 1 :]))

    # cubes

    def gain(self, seat: Seat, colour: int, rule: str, what: str, said: bool = False) -> bool:
        """A cube goes from the stock to the storage, if there is one (DR-180)."""
        table = self.table
        data = table.data
        if not table.stock[colour]:
            if self.notes is not None:
                self.tell(rule_ids.OUT_OF_STOCK, f"no {data.colours[colour]} cube is left for {self.name(seat)}")
            return False
        self._stock(colour, -1)
        storage = table.players[seat].storage
        self.change(seat, storage=(*storage[:colour], storage[colour] + 1, *storage[colour + 1 :]))
        self._gain(seat, 1, f"{data.colours[colour]} cube", rule, what, said)
        return True

    def lose(self, seat: Seat, colour: int) -> None:
        """A cube leaves the storage; the caller says where it goes."""
        storage = self.table.players[seat].storage
        self.change(seat, storage=(*storage[:colour], storage[colour] - 1, *storage[colour + 1 :]))

    def spend(self, seat: Seat, colour: int, rule: str, what: str) -> None:
        """A cube goes from the storage to the stock (DR-105, DR-183)."""
        self.lose(seat, colour)
        self._stock(colour, 1)
        self._gain(seat, -1, f"{self.table.data.colours[colour]} cube", rule, what, False)

    def _stock(self, colour: int, more: int) -> None:
        stock = self.table.stock
        self.set(stock=(*stock[:colour], stock[colour] + more, *stock[colour + 1 :]))

    def cubes_back(self, trouper: Trouper) -> None:
        """All cubes of a card go to the stock (DR-106, DR-108)."""
        for colour in trouper.cubes:
            self._stock(colour, 1)
        if self.notes is not None and trouper.cubes:
            names = self.table.data.colour_names(trouper.cubes)
            self.note(rule_ids.BACK_TO_STOCK, f"back to the stock: {names} from {self.table.data.label(trouper.card)}")

    # circuses

    def troupe(self, seat: Seat, troupe: tuple[Trouper, ...]) -> None:
        """Another circus, with the hand limit that follows from it (DR-161)."""
        player = self.table.players[seat]
        limit = hand_limit(self.table.data, troupe)
        self.change(seat, troupe=troupe, limit=limit)
        if self.notes is not None and limit != player.limit:
            self.note(rule_ids.HAND_LIMIT, f"the hand limit of {self.name(seat)} is {limit} now")
            if limit < player.limit and len(player.hand) > limit:
                self.tell(rule_ids.LIMIT_FALLS, f"{self.name(seat)} holds more and must go down to it at once")

    def put(self, seat: Seat, trouper: Trouper) -> None:
        """A performer of a circus in another state; flipping may change the hand limit."""
        old = self.table.players[seat].troupe
        new = tuple(trouper if each.card == trouper.card else each for each in old)
        if trouper.flipped:
            self.troupe(seat, new)
        else:
            self.change(seat, troupe=new)

    def dismiss(self, seat: Seat, trouper: Trouper) -> None:
        """A performer leaves the circus: card to the discards, cubes and trailer to the stock (DR-108, DR-166)."""
        table = self.table
        self.cubes_back(trouper)
        if trouper.trailer:
            self.set(trailers=table.trailers + 1)
            self.note(rule_ids.BACK_TO_STOCK, "its trailer goes back to the stock")
        self.set(performer_discards=(*table.performer_discards, trouper.card))
        rest = tuple(each for each in table.players[seat].troupe if each.card != trouper.card)
        self.troupe(seat, rest)

    def trailer(self, seat: Seat, card: str) -> None:
        """A trailer goes to a performer for good (DR-151)."""
        trouper = self.table.players[seat].trouper(card)
        assert trouper is not None, "the judge asks before"
        self.set(trailers=self.table.trailers - 1)
        self.put(seat, replace(trouper, trailer=True))
        if self.notes is not None:
            self.tell(rule_ids.TRAILER, f"trailer to {self.table.data.label(card)}")
            if trouper.flipped:
                self.note(rule_ids.TRAILER_WHOSE, "a flipped performer may have one too")

    # hands

    def drop(self, seat: Seat, card: str) -> None:
        """An investment card comes out of a hand into the open discards (DR-164)."""
        table = self.table
        hand = table.players[seat].hand
        at = hand.index(card) if card in hand else hand.index(UNKNOWN)
        if table.knowledge is not None:
            self.learn(seat, card)
        self.change(seat, hand=hand[:at] + hand[at + 1 :])
        self.set(investment_discards=(*table.investment_discards, card))
        self.note(rule_ids.DISCARDS, f"{table.data.label(card)} goes to the discards")

    def learn(self, seat: Seat, card: str) -> None:
        """A hidden hand has shown a card."""
        from pnp.referee.hidden.knowledge import Learned

        knowledge = self.table.knowledge
        assert knowledge is not None
        learned = knowledge.reveal(seat, card, self.table.ply + 1)
        assert isinstance(learned, Learned), "the judge asks before"
        self.set(knowledge=learned.knowledge)
