"""A trial: one line being worked out, step by step. In: a state, and the checks and effects of a move. Out: a ruling.

Steps say `refuse` where a table may overrule, `bar` where no table could do it, `ask` for a choice that is missing,
`note` what follows by which rule, `announce` what people must do or know. Between the last check and the first change
a step returns when the trial `is_listing`: it only asks what may be done. Invariant: the state a trial begins with is
left alone, and a refused line leaves no trace. Reasons are kept as values and worded when somebody asks for them.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import force_setattr, replace

from pnp.games.drumroll.state import DrumRollState, Performer, Player, TypeTotals, hand_limit
from pnp.referee.game import Setup
from pnp.referee.kernel.line_trial import LineTrial, Noted
from pnp.referee.message import Message
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event
from pnp.referee.seat import Seat

COINS, PRESTIGE = "coins", "prestige"
_GAINS = {COINS: "gained_coins", PRESTIGE: "gained_prestige"}


class Gained(Event, frozen=True, gc=False):
    """What a player gained or lost, and why. `in_line`: the line itself names it, so only the counters are reported.

    what: `coins`, `prestige`, or a colour of cubes · why, args: a message
    """

    rule: str
    seat: Seat
    what: str
    amount: int
    why: str
    args: dict[str, Any]
    in_line: bool

    @property
    def is_news(self) -> bool:
        """The table is told what the line does not say."""
        return not self.in_line

    def because(self, setup: Setup) -> Message:
        """`mia +2 coins (tickets)`."""
        why = setup.message(self.why, **self.args)
        one = abs(self.amount) == 1
        message = _GAINS.get(self.what, "gained_cubes")
        return setup.message(message, seat=self.seat, amount=f"{self.amount:+}", one=one, colour=self.what, why=why)

    def key(self) -> tuple[Any, ...]:
        """Gains of one key are reported as one: two cubes of a colour."""
        return self.rule, self.seat, self.what, self.why, *self.args.items()


class Trial(LineTrial):
    """One line being worked out. `state` shows every change at once: to compare, keep the old value in a name."""

    __slots__ = ("events", "is_listing", "is_overruled", "setup", "state")

    def __init__(self, state: DrumRollState, *, overruled: bool = False, listing: bool = False) -> None:
        # What only lists changes nothing.
        self.state: DrumRollState = state if listing else replace(state)
        self.is_overruled, self.is_listing = overruled, listing
        self.setup = state.setup
        self.events: list[Noted | Gained] = []

    # what is ruled

    def check_begun(self, rule: str) -> None:
        """Some things no table can do before the first turn, or while a card is due."""
        if self.state.asks.in_setup:
            self.bar(rule, "not_begun")
        if self.state.cards_due is not None:
            self.bar(rule, "card_due_first")

    # the state

    def set(self, **changes: Any) -> None:
        """Change the state."""
        state = self.state
        for name, value in changes.items():
            force_setattr(state, name, value)

    # players

    def player(self, seat: Seat) -> Player:
        """A player as things are now."""
        return self.state.players[seat]

    def change_player(self, seat: Seat, **changes: Any) -> None:
        """Change a player."""
        players = self.state.players
        player = replace(players[seat], **changes)
        force_setattr(self.state, "players", (*players[:seat], player, *players[seat + 1 :]))

    def change_players(self, **changes: Any) -> None:
        """Change every player."""
        force_setattr(self.state, "players", tuple(replace(player, **changes) for player in self.state.players))

    def add_coins(
        self, seat: Seat, more: int, rule: str, message: str, /, *, in_line: bool = False, **args: Any
    ) -> None:
        """Coins come or go, and a message says why; who has too few pays what is there."""
        player = self.state.players[seat]
        self.change_player(seat, coins=max(0, player.coins + more))
        if more:
            self.events.append(Gained(rule, seat, COINS, more, message, args, in_line))

    def add_prestige(
        self, seat: Seat, more: int, rule: str, message: str, /, *, in_line: bool = False, **args: Any
    ) -> None:
        """Prestige comes or goes."""
        if more:
            self.change_player(seat, prestige=self.state.players[seat].prestige + more)
            self.events.append(Gained(rule, seat, PRESTIGE, more, message, args, in_line))

    def add_type_totals(self, seat: Seat, kind: int, hired: int = 0, coins: int = 0, prestige: int = 0) -> None:
        """Add what a performer of this type brought or cost."""
        ledger = self.state.players[seat].type_totals
        old = ledger[kind]
        new = TypeTotals(old.hired + hired, old.coins + coins, old.prestige + prestige)
        self.change_player(seat, type_totals=(*ledger[:kind], new, *ledger[kind + 1 :]))

    # cubes

    def gain_cube(
        self, seat: Seat, colour: int, rule: str, message: str, /, *, in_line: bool = False, **args: Any
    ) -> bool:
        """A cube goes from the stock to the storage, if there is one (DR-180)."""
        state = self.state
        data = state.data
        if not state.stock[colour]:
            self.announce("DR-180", "no_cube_for", colour=data.colours[colour], seat=seat)
            return False
        self._stock(colour, -1)
        storage = state.players[seat].storage
        self.change_player(seat, storage=(*storage[:colour], storage[colour] + 1, *storage[colour + 1 :]))
        self.events.append(Gained(rule, seat, data.colours[colour], 1, message, args, in_line))
        return True

    def remove_cube(self, seat: Seat, colour: int) -> None:
        """A cube leaves the storage; where it goes is up to the caller."""
        storage = self.state.players[seat].storage
        self.change_player(seat, storage=(*storage[:colour], storage[colour] - 1, *storage[colour + 1 :]))

    def spend_cube(self, seat: Seat, colour: int, rule: str, message: str, /, **args: Any) -> None:
        """A cube goes from the storage to the stock (DR-105, DR-183)."""
        self.remove_cube(seat, colour)
        self._stock(colour, 1)
        self.events.append(Gained(rule, seat, self.state.data.colours[colour], -1, message, args, False))

    def _stock(self, colour: int, more: int) -> None:
        stock = self.state.stock
        self.set(stock=(*stock[:colour], stock[colour] + more, *stock[colour + 1 :]))

    def return_cubes(self, performer: Performer) -> None:
        """All cubes of a card go to the stock (DR-106, DR-108)."""
        for colour in performer.cubes:
            self._stock(colour, 1)
        if performer.cubes:
            self.note(
                "DR-183", "cubes_back", colours=self.state.data.colour_words(performer.cubes), card=performer.card
            )

    # circuses

    def set_troupe(self, seat: Seat, troupe: tuple[Performer, ...]) -> None:
        """Another circus, with the hand limit that follows from it (DR-161)."""
        player = self.state.players[seat]
        limit = hand_limit(self.state.data, troupe)
        self.change_player(seat, troupe=troupe, limit=limit)
        if limit != player.limit:
            self.note("DR-161", "hand_limit_now", seat=seat, limit=limit)
            if limit < player.limit and len(player.hand) > limit:
                self.announce("DR-163", "must_go_down", seat=seat)

    def replace_performer(self, seat: Seat, performer: Performer) -> None:
        """A performer of a circus in another state; flipping may change the hand limit."""
        old = self.state.players[seat].troupe
        new = tuple(performer if each.card == performer.card else each for each in old)
        if performer.flipped:
            self.set_troupe(seat, new)
        else:
            self.change_player(seat, troupe=new)

    def dismiss(self, seat: Seat, performer: Performer) -> None:
        """A performer leaves the circus: card to the discards, cubes and trailer to the stock (DR-108, DR-166)."""
        state = self.state
        self.return_cubes(performer)
        if performer.trailer:
            self.set(trailers=state.trailers + 1)
            self.note("DR-183", "trailer_back")
        self.set(performer_discards=(*state.performer_discards, performer.card))
        rest = tuple(each for each in state.players[seat].troupe if each.card != performer.card)
        self.set_troupe(seat, rest)

    def give_trailer(self, seat: Seat, card: str) -> None:
        """A trailer goes to a performer for good (DR-151)."""
        performer = self.state.players[seat].performer(card)
        assert performer is not None, "checked by the judge"
        self.set(trailers=self.state.trailers - 1)
        self.replace_performer(seat, replace(performer, trailer=True))
        self.announce("DR-151", "trailer_to", card=card)
        if performer.flipped:
            self.note("DR-153", "flipped_takes_trailer")

    # hands

    def discard_investment(self, seat: Seat, card: str) -> None:
        """An investment card comes out of a hand into the open discards (DR-164)."""
        state = self.state
        hand = state.players[seat].hand
        at = hand.index(card) if card in hand else hand.index(UNKNOWN)
        if state.knowledge is not None:
            self.learn(seat, card)
        self.change_player(seat, hand=hand[:at] + hand[at + 1 :])
        self.set(investment_discards=(*state.investment_discards, card))
        self.note("DR-164", "goes_to_discards", card=card)

    def learn(self, seat: Seat, card: str) -> None:
        """A hidden hand has revealed a card."""
        from pnp.referee.hidden.knowledge import Learned

        knowledge = self.state.knowledge
        assert knowledge is not None
        learned = knowledge.reveal(seat, card, self.state.ply + 1)
        assert isinstance(learned, Learned), "checked by the judge"
        self.set(knowledge=learned.knowledge)
