"""A line being worked out: what it does, why, what everybody learns, what is believed. In: a state and a move. Out: a
ruling, with the events that it folded.

A Trial works out one line after the other. Steps of a game say `refuse` where a table may overrule, `bar` where no
table could do it, `note` what follows by which rule, `announce` what people must do or know, `claim` what nobody can
see; then what happens to cards, counters and questions. `agreed` stands after the last check: a trial that only lists
what may be done ends there. Invariant: a refused line leaves no trace, and nothing but events changes the state.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from pnp.referee.game import Outcome
from pnp.referee.hidden.accusation import Accusation, events_of
from pnp.referee.hidden.knowledge import Impossible
from pnp.referee.kernel import bookkeeping
from pnp.referee.kernel.compiled import CompiledRules
from pnp.referee.kernel.counter import Counter
from pnp.referee.kernel.events import (
    Asked,
    CardsDealt,
    CardsMoved,
    CardsShuffled,
    Claimed,
    DeckChosen,
    Ended,
    EvidenceBegan,
    PhaseBegan,
    Revealed,
    SeatLeft,
    TableEvent,
    TurnPassed,
)
from pnp.referee.kernel.place import ALL, EACH_SEAT, SHOWN, Place, Where
from pnp.referee.kernel.printed import Printed, stocked
from pnp.referee.kernel.question import Due, Item, Later, Open, Phase, Question, Step
from pnp.referee.kernel.values import ValueSteps
from pnp.referee.kernel.zone import CONCEALED, UNSEEN, Cards, Zone, find, has_unseen, kind_of, kinds_of
from pnp.referee.message import LateMessage
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Cleared, Event, Irregularity, Legal, Unverified
from pnp.referee.seat import TABLE, Seat

NOTHING: Mapping[str, Any] = {}


class Trial(ValueSteps):
    """One line and the state it leads to: the `t` that every step of a game gets, and does not keep.

    First come the checks, then `t.agreed()`, then what happens.
    """

    __slots__ = (
        "about", "assumed", "denied", "events", "found", "is_listing", "is_overruled", "ply", "queued",
    )  # fmt: skip

    def __init__(self, game: CompiledRules, state: Any, *, overruled: bool = False, listing: bool = False) -> None:
        super().__init__(game, state)
        self.ply: int = state.ply + 1
        self.is_overruled, self.is_listing = overruled, listing
        self.about: Mapping[str, Any] = NOTHING
        self.events: list[Event] = []
        self.found: list[Irregularity | Cleared] = []
        self.assumed: list[str] = []
        self.queued: list[Item] = []
        self.denied: tuple[Where, str, Cards, str] | None = None

    def begin(self, state: Any, overruled: bool, listing: bool) -> None:
        """Work out another line, of the state that the last one led to or of another."""
        if self.state is not state:
            self.sit_down(state)
        self.ply = state.ply + 1
        self.is_overruled = overruled
        self.is_listing = listing
        self.about = NOTHING
        self.events = []
        self.found = []
        self.assumed = []
        self.queued = []
        self.denied = None

    def begin_anew(self) -> None:
        """Forget what happened: the next candidate is tried on the same state."""
        self.sit_down(self.state)
        self.events, self.queued, self.denied = [], [], None

    # what is said

    def check_lies(self, card: str, where: Zone | Place[Cards]) -> None:
        """Bar a card that cannot lie in a place, by the rule of its zone: what `card_of=` does before the step.

        Counted only: to reason about it exactly is left to the move that brings it to light.
        """
        place = where.place
        entries = self[place]
        if card in entries or (card in UNSEEN and entries):
            return
        zone = place.field
        assert isinstance(zone, Zone)
        if not has_unseen(entries) or not zone.takes(self.cards[card].deck):
            self._bar_absent(card, place)
        if self.unseen(card) < 1:
            self.bar(zone.matter, "kernel.elsewhere", card=card)

    def _bar_absent(self, card: str, place: Place[Cards]) -> NoReturn:
        """Bar a card that a place does not have."""
        zone = place.field
        assert isinstance(zone, Zone)
        if zone.of == EACH_SEAT:
            self.bar(zone.rule, "kernel.not_held", card=card, seat=place.key)
        self.bar(zone.rule, "kernel.not_there", card=card, zone=zone.id if place.key == TABLE else place.key)

    def claim(self, where: Zone | Place[Cards], kinds: Iterable[str], rule: str, statement: str, **args: Any) -> None:
        """The line says that no card of a place is of these kinds.

        Refused by the rule where the referee knows better; believed, and booked, where nobody can see it.

        kinds: ids of cards · statement: id of the message that says what is claimed (“anna holds no perch”)

        >>> t.claim(HAND[0], ["rope1", "rope2"], BIDS, "has_none", seat=0)  # she holds fish, and everybody can see it
        """
        place, barred = where.place, tuple(sorted(set(kinds)))
        entries = self[place]
        if any(kind in barred for kind in entries):
            self.refuse(rule, "kernel.not_true", statement=LateMessage(statement, args))
            return
        knowledge = self._evidence(place)
        if knowledge is None or self.is_overruled or not has_unseen(entries):
            return
        if knowledge.must_hold(place.where, barred, trusting=False):
            self.refuse(rule, "kernel.not_true", statement=LateMessage(statement, args))
        if self.is_listing or not knowledge.can_hold(place.where, *barred, trusting=False):
            return
        message = self.message(statement, **args)
        self.assumed.append(message)
        self.note(rule, "kernel.believed", statement=message)
        seat = place.key if isinstance(place.key, int) else TABLE
        self.happen(Claimed(seat, place.where, barred, rule))

    def claim_drawn(
        self, where: Zone | Place[Cards], kinds: Iterable[str], rule: str, statement: str, **args: Any
    ) -> None:
        """The line says of the card that came into a hand last, and that nobody was shown, that it is of none of these
        kinds. It is believed, and a card that turns up later may prove it false.
        """
        if self.is_listing or self.is_overruled:
            return
        place = where.place
        self.assumed.append(self.message(statement, **args))
        if self._evidence(place) is not None:
            seat = place.key if isinstance(place.key, int) else TABLE
            self.happen(Claimed(seat, place.where, tuple(sorted(set(kinds))), rule, True))

    def claim_with(
        self, card: str, where: Zone | Place[Cards], kinds: Iterable[str], rule: str, statement: str, **args: Any
    ) -> None:
        """The line claims that no card of a place was of these kinds when this card came out of it, or was shown.

        Say it after `agreed`, just before the card is moved where everybody sees it, or revealed: both count together.
        Nothing is refused: what everybody can see is the step's to refuse, and once the card is out the claim stands.
        The referee reports what proves it false, now or later. After the card, `is_believed` is the outcome.

        card: "" if none comes out · kinds: ids of cards · statement: id of the message that says what is claimed
        """
        place = where.place
        knowledge = self._evidence(place)
        if self.is_listing or self.is_overruled or (knowledge is None and not self.is_digital):
            return
        barred = tuple(sorted(kinds))
        is_hidden = has_unseen(self[place])
        if is_hidden and self._may_be_false(knowledge, place, barred):
            self.assumed.append(self.message(statement, **args))
        if knowledge is None:  # a view of a digital table: it is assumed, but nothing is reasoned about
            return
        if card:
            self.denied = (place.where, card, barred, rule)
        elif is_hidden:
            self.happen(Claimed(place.key if isinstance(place.key, int) else TABLE, place.where, barred, rule))

    def _may_be_false(self, knowledge: Any, place: Place[Cards], barred: Cards) -> bool:
        """Whether one of these kinds can be in a place, as everybody knows who reads what is believed."""
        if not self.is_digital:
            return bool(knowledge.can_hold(place.where, *barred, trusting=False))
        places = (each for zone in self.game.held.zones for each in zone.places(len(self.seats)))
        lying = ((each, entry) for each in places for entry in self.read(each))
        open_ = Count(kind_of(entry) for each, entry in lying if each.seers == ALL or entry.endswith(SHOWN))
        return any(self.printed.copies[kind] > open_[kind] for kind in barred)

    @property
    def is_believed(self) -> bool:
        """Whether the line claims what nobody can see, and does not prove it false itself."""
        certain = (item for item in self.found if type(item) is Irregularity and item.certain)
        return bool(self.assumed) and all(item.ply != self.ply for item in certain)

    def _denied_of(self, card: str, place: Place[Cards]) -> tuple[Cards, str]:
        """What the line claims of the place that a card comes out of: kinds and rule."""
        if self.denied is None or self.denied[:2] != (place.where, card):
            return (), ""
        *_, kinds, rule = self.denied
        self.denied = None
        return kinds, rule

    # what happens

    def happen(self, event: TableEvent) -> None:
        """An event happens: it is kept, folded, and what it proves of hidden cards is learned."""
        knowledge = self.values["knowledge"]
        if knowledge is not None:
            self._learn(knowledge, event)
        event.fold(self)
        self.events.append(event)
        if self.memo:
            self.memo.clear()  # cards may lie elsewhere, and what somebody named in secret may be open

    def reason(self, *, is_start: bool = False) -> None:
        """Begin to reason about hidden cards from what lies where now, whatever was proved before."""
        self.values["knowledge"] = self.game.fresh_knowledge(self, is_start)
        self.events.append(EvidenceBegan(is_start))

    def _learn(self, knowledge: Any, event: TableEvent) -> None:
        learned = bookkeeping.learn(knowledge, event, self, self.ply)
        if isinstance(learned, Impossible):
            zone = self.places[learned.hand].field if learned.hand in self.places else None  # type: ignore[index]
            rule = zone.rule if isinstance(zone, Zone) else ""
            key = learned.hand[1]  # type: ignore[index]
            self.bar(rule, "kernel.no_distribution", card=learned.kind, seat=key)
        if learned is None:
            after = self.copy()
            event.fold(after)
            self.values["knowledge"] = self.game.fresh_knowledge(after)
            return
        self.values["knowledge"] = learned.knowledge
        if learned.accusations or learned.cleared:
            self.found += events_of(
                learned.accusations,
                learned.cleared,
                self.setup.name,
                lambda item: self._because(item, event),
                lambda claim: claim.by[1],  # type: ignore[index]
            )

    def _because(self, item: Accusation, event: TableEvent) -> str:
        if self.game.because is not None:
            return self.game.because(self, item, event)
        claim = item.claim
        kinds = tuple(sorted(claim.kinds))
        statement = self.message("kernel.had_said", seat=claim.by[1], ply=claim.ply, kinds=kinds)  # type: ignore[index]
        if not item.certain:
            return statement
        if item.proved_by:
            return self.message("kernel.proves", statement=statement, card=item.proved_by)
        return self.message("kernel.count_proves", statement=statement)

    def move(
        self,
        cards: str | Sequence[str],
        source: Zone | Place[Cards],
        to: Zone | Place[Cards],
        *,
        rule: str = "",
        top: bool = False,
        last: bool = False,
        unseen: bool = False,
    ) -> None:
        """Cards go from place to place; of what is hidden there one that may be this card. They stand at the end.

        cards: an id or several, `?` for one that nobody told; the line is barred, by the zone's rule, where one lacks
        top: to the beginning of the other place · last: of equal cards the last leaves, where the order matters
        unseen: only who has the two places sees which cards these are (`?` where the referee is not told either). If
        all cards of a place move, it hides nothing: viewers who knew all of them still know them.

        >>> t.move("fish2", HAND[0], ASIDE)
        >>> t.move(("fish1", "fish4"), HAND[0], ASIDE, top=True)
        >>> t[ASIDE], t[HAND[0]]
        (('fish1', 'fish4', 'fish2'), ('fish3',))
        """
        came, gone = source.place, (cards,) if isinstance(cards, str) else tuple(cards)
        entries = came.read(self.values)
        moved = self._found(entries, gone, came)
        hides = unseen and len(moved) < len(entries)
        denies, by = self._denied_of(gone[0], came) if self.denied is not None else ((), "")
        self.happen(CardsMoved(moved, came.where, to.place.where, rule, top, last, hides, denies, by))

    def _found(self, entries: Cards, cards: Cards, place: Place[Cards]) -> Cards:
        """Return the entries that these cards are in a place, else bar the line.

        Named cards are taken first. If all cards leave, those that are not named are the others.
        """
        if len(cards) == 1 and cards[0] in entries and cards[0] not in UNSEEN and kinds_of(entries) is entries:
            return cards
        left, found = list(entries), list(cards)
        for number, card in enumerate(cards):
            if card not in UNSEEN:
                found[number] = self._named(left, card, found[:number], place)
        for number, card in enumerate(cards):
            if card in UNSEEN:
                if not left:
                    self.bar(place.field.rule if isinstance(place.field, Zone) else "", "kernel.too_few")
                if len(cards) == len(entries):
                    found[number] = left.pop(0)
                else:
                    entry = left.pop(find(tuple(left), card))
                    found[number] = CONCEALED if self.is_digital and entry != UNKNOWN else UNKNOWN
        return tuple(found)

    def _named(self, left: list[str], card: str, before: list[str], place: Place[Cards]) -> str:
        """Take a card out of the entries left in a place and return its entry; bar the line if it is not there."""
        at = next((at for at, entry in enumerate(left) if entry == card or kind_of(entry) == card), -1)
        if at >= 0:
            return left.pop(at)
        hidden = next((at for at, entry in enumerate(left) if entry in UNSEEN), -1)
        zone = place.field
        assert isinstance(zone, Zone)
        if hidden < 0 or not zone.takes(self.cards[card].deck):
            self._bar_absent(card, place)
        if self.unseen(card) < before.count(card) + 1:
            self.bar(zone.matter, "kernel.elsewhere", card=card)
        left.pop(hidden)
        return card

    def play_with(self, copies: Mapping[str, int]) -> None:
        """The table plays with these numbers of copies: a deck that its players built. Say it before any card moves.

        copies: of kinds of one deck or several; a kind of these decks that is not named has none

        >>> t.play_with({"fish1": 3, "salt1": 5})
        """
        chosen = tuple(sorted(copies.items()))
        printed = Printed(stocked(self.setup.book, chosen))
        piles = ((zone.place.where, printed.pile(zone)) for zone in self.game.held.zones if zone.begins)
        self.happen(DeckChosen(chosen, tuple(piles)))
        self._meet(self.values["setup"])
        if self.values["knowledge"] is not None:
            self.reason(is_start=True)

    def draw(self, pile: Zone | Place[Cards], to: Zone | Place[Cards], count: int = 1, rule: str = "") -> int:
        """Cards from the top of a pile; how many come, for it may have fewer.

        With real cards they come unseen at once, into the open the table tells them; a digital deal is due, so what
        looks at them is said `later`. Into a place that nobody sees they come unseen at once at every table.

        rule: cited for the deal; that of the pile unless said

        >>> t.draw(PILE, HAND[0], 2)
        2
        >>> t.draw(PILE, HAND[1], 99)  # 36 cards, of which 9 lie elsewhere and 2 are drawn
        25
        """
        source, target = pile.place, to.place
        entries = source.read(self.values)
        owed = 0
        for item in (*self.values["stack"], *self.queued):
            if type(item) is Due and item.pile == source.where and item.looker is None:
                owed += item.count
        count = min(count, len(entries) - owed)
        if count <= 0:
            return 0
        zone = source.field
        assert isinstance(zone, Zone)
        rule = rule or zone.rule
        if target.seers == ALL or (target.seers and self.is_digital):
            self.queued.append(Due(source.where, target.where, count, rule))
        else:
            self.happen(CardsMoved(entries[owed : owed + count], source.where, target.where, rule))
        return count

    def turn_up(self, where: Zone | Place[Cards], at: int, to: Zone | Place[Cards], rule: str = "") -> None:
        """Move the card at a position of a place to an open one, also if its player does not see it.

        With real cards players type the card; a digital table knows it. Read it in a step that `t.later` queues.
        rule: cited for that; that of the first zone unless said

        >>> t.turn_up(PILE, 0, OFFER)
        """
        place, zone = where.place, where.place.field
        assert isinstance(zone, Zone)
        self.queued.append(Due(place.where, to.place.where, 1, rule or zone.rule, at=at))

    def deal(self, pile: Zone | Place[Cards], to: Zone, count: int = 1, rule: str = "") -> None:
        """Deal so many cards to each seat, round the table, before the first turn.

        With real cards nobody knows which of the first cards of the pile are whose. At a digital table a deal to each
        seat is due, in any order. rule: cited for the deals; that of the pile unless said

        >>> t.deal(PILE, HAND, 1)
        """
        source = pile.place
        zone = source.field
        assert isinstance(zone, Zone)
        rule, places = rule or zone.rule, [to[seat].where for seat in self.seats]
        if self.is_digital:
            self.queued += [Due(source.where, where, count, rule, any_order=True) for where in places]
        else:
            self.happen(CardsDealt(source.where, tuple(places), count, rule))

    def look(self, where: Zone | Place[Cards], seat: Seat, count: int = 1, rule: str = "") -> int:
        """A seat looks at the first cards of a place, and nobody else does; how many there are (`looks` in `declare`).

        With real cards it just looks. At a digital table they must be shown, so what is done with them is said `later`.

        >>> t.look(PILE, 0, 3)
        3
        """
        place = where.place
        count = min(count, len(place.read(self.values)))
        if count > 0 and self.is_digital:
            zone = place.field
            assert isinstance(zone, Zone)
            self.queued.append(Due(place.where, place.where, count, rule or zone.rule, seat))
        return count

    def shuffle(
        self, cards: Sequence[str], source: Zone | Place[Cards], pile: Zone | Place[Cards], rule: str = ""
    ) -> None:
        """Cards of a place go into a pile, and it is shuffled; who knew them knows them no more.

        >>> t.shuffle(t[OFFER], OFFER, PILE)
        >>> t[OFFER], len(t[PILE])
        ((), 28)
        """
        came = source.place
        moved = self._found(came.read(self.values), tuple(cards), came)
        self.happen(CardsShuffled(moved, came.where, pile.place.where, rule))

    def reveal(
        self, cards: str | Sequence[str], where: Zone | Place[Cards], to: Seat | str = ALL, rule: str = ""
    ) -> None:
        """Cards are shown, to everybody or a seat, and stay where they are; who saw them knows them until they are
        shuffled. The line is barred where one does not lie there.

        >>> t.reveal("fish3", HAND[0], to=1)
        """
        place, shown = where.place, (cards,) if isinstance(cards, str) else tuple(cards)
        self._found(place.read(self.values), shown, place)
        denies, by = self._denied_of(shown[0], place) if self.denied is not None else ((), "")
        self.happen(Revealed(shown, place.where, str(to), rule, False, denies, by))

    def ask(self, question: Question, *seats: Seat, **about: Any) -> None:
        """A question is asked of these seats (of the table, where chance answers), on top of what is open.

        about: plain values, which the answers read as `t.about` and the words of the question as arguments

        ValueError for a question that the game does not declare.

        >>> t.ask(BIDDING, *t.seats, round=2)
        """
        if question.prompt not in self.game.questions:
            expected = "expected a declared question"
            raise ValueError(f"t.ask: {expected}, got “{question.prompt}”; add it to questions=(…) of declare(…)")
        asked = seats or ((TABLE,) if question.chance else ())
        self.queued.append(Open(question.prompt, asked, tuple(about.items())))

    def later(self, step: Step, *about: Any) -> None:
        """A step is done when all that was asked and drawn before it is done, by all who were asked.

        step: a function of the game's module, `step(t, *about)` · about: plain values, for they stand in the state

        >>> t.later(offer)
        """
        self.queued.append(Later(step, about))

    def pass_turn(self, *, after: Seat | None = None, to: Seat | None = None, rule: str = "") -> None:
        """The turn goes to the next seat that plays after the one whose turn it is (or after another), or `to` a seat.

        >>> t.pass_turn()
        >>> t.turn
        1
        >>> t.pass_turn(to=0)
        >>> t.turn
        0
        """
        if to is None:
            after = self.values["turn"] if after is None else after
            to = (after + 1) % len(self._seats)
            if self.game.has_out and self.values["out"]:
                to = next(iter(self.others(after)), after)
        self.happen(TurnPassed(to, rule))

    def leave(self, seat: Seat, rule: str = "") -> None:
        """A seat is out of a game that goes on (`leaves` in `declare`): it is asked nothing more and has no turn. What
        it has stays where it is.
        """
        if not self.game.has_out:
            raise ValueError("t.leave: expected declare(…, leaves=True)")
        if seat not in self.values["out"]:
            self.happen(SeatLeft(seat, rule))

    def enter(self, phase: Phase) -> None:
        """Another phase begins: one of `declare(phases=…)`, else ValueError."""
        self.happen(PhaseBegan(self.game.phases.index(phase), phase.id))

    def end(
        self, winners: Sequence[Seat], rule: str, because: str, *, kind: str = "", closing: str = "", **args: Any
    ) -> None:
        """The game is over; one winner or one team has won, others have tied, unless another kind of end is said.

        winners: seats, or nobody · because: id of the message that says why
        kind: what a playtest counts it as, `win` or `tie` unless said
        closing: the rule that forbids every later move, where that is another one
        """
        kind = kind or ("tie" if len(winners) > 1 and tuple(sorted(winners)) not in self.sides else "win")
        self.happen(Ended(Outcome(tuple(winners), self.message(because, **args), rule, kind, closing)))

    def end_by(
        self, counter: Counter, rule: str, because: str, *, ranks: Mapping[int, str] | None = None, **args: Any
    ) -> None:
        """The game is over, and the seat or team still in it that has most of a counter wins; equals share. The fewest
        win in a game that is declared so (`fewest_win=True`).

        ranks: for one seat, what a playtest counts the end as, from so many points on: `{0: "weak", 150: "good"}`

        >>> t.add(POINTS[1], 3)
        >>> t.end_by(POINTS, END, "pile_is_empty")
        >>> t.values["over"].winners
        (1,)
        """
        better = -1 if self.game.fewest_win else 1
        values = [better * sum(self[counter[seat]] for seat in side) for side in self.sides]
        best = [side for side, value in zip(self.sides, values, strict=True) if value == max(values)]
        kind = ""
        if len(self.seats) == 1 and ranks:
            kind = ranks[max((points for points in ranks if points <= values[0] * better), default=min(ranks))]
        self.end(sorted(seat for side in best for seat in side), rule, because, kind=kind, **args)

    def choices(self, seat: Seat) -> list[Move]:
        """The moves that a seat may make now, as `options` lists them; for bots, and for nothing that a step does.

        >>> t.choices(1)[0]
        Bid(seat=1, card='rope1')
        """
        return [*self.game.legal_moves(self.state, seat)]

    # what became of it

    def flush(self) -> None:
        """What a step asked comes to lie on the stack, what it asked first on top."""
        queued, self.queued = self.queued, []
        if self.values["over"] is None:  # else nothing is asked any more
            for item in reversed(queued):
                self.happen(Asked(item))

    def ruling(self) -> Legal | Unverified:
        """The ruling of a line that was not refused."""
        events = (*self.events, *self.found)
        self.values["ply"] = self.ply
        after = self.state = self.done()
        if self.assumed and not self.is_overruled:
            return Unverified(events, after, tuple(self.assumed) if self.is_believed else ())
        return Legal(events, after)


def take(game: CompiledRules, state: Any, overruled: bool = False, listing: bool = True) -> Trial:
    """Return a trial of this state, which is given back by `give_back` when its line is worked out."""
    try:
        t: Trial = game.idle.pop()
    except IndexError:
        return Trial(game, state, overruled=overruled, listing=listing)
    t.begin(state, overruled, listing)
    return t


def give_back(t: Trial, *, changed: bool = False) -> None:
    """Keep a trial for the next line. changed: it has left its state without reaching another one."""
    if changed:
        t.state = None
    t.game.idle.append(t)
