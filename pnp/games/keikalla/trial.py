"""A line being worked out: the state so far, why it is so, what came to light, what is believed. In: a state and the
checks and effects of a move. Out: a ruling.

A Trial is made for one line and thrown away. `refuse` is said where a table may overrule, `bar` where no table could do
it. Invariant: a refused line leaves no trace; every copy of every card is in one place after each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from msgspec.structs import replace

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION, MOVEMENT, VENUE, GameData, face_town, kind_of
from pnp.games.keikalla.state import Ask, Cards, Followed, Hand, KeikallaState, Made, Player, open_cards
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Ambiguous, Cleared, Illegal, Invalid, Irregularity, Legal, Ruling, Unverified
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.hidden.accusation import Accusation
    from pnp.referee.hidden.evidence import Claim
    from pnp.referee.hidden.knowledge import Impossible, Knowledge, Learned

HANDS = (ACTION, "move", "event", "stored_move", "stored_action")


class Refusal(Exception):
    """A line is refused."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(ruling)
        self.ruling = ruling


class Trial:
    """One line and the state it leads to."""

    __slots__ = ("assumed", "data", "found", "notes", "overruled", "ply", "s")

    def __init__(self, state: KeikallaState, overruled: bool = False) -> None:
        self.s = state
        self.data: GameData = state.data
        self.ply = state.ply + 1
        self.overruled = overruled
        self.notes: list[Followed] = []
        self.found: list[Irregularity | Cleared] = []
        self.assumed: list[str] = []

    # what is said

    def refuse(self, rule: str, because: str) -> None:
        """The rules forbid it; an overruling table goes on."""
        if not self.overruled:
            raise Refusal(Illegal(rule, because))

    def unclear(self, because: str, lines: tuple[str, ...]) -> NoReturn:
        """The words mean several things."""
        raise Refusal(Ambiguous(because, lines))

    def unread(self, because: str) -> NoReturn:
        """A word is missing, and the table knows what it could be."""
        raise Refusal(Invalid(because))

    def bar(self, rule: str, because: str) -> NoReturn:
        """It cannot be, whatever the table says."""
        raise Refusal(Illegal(rule, because))

    def note(self, rule: str, because: str) -> None:
        """Something follows by a rule."""
        self.notes.append(Followed(rule, because))

    def tell(self, rule: str, because: str) -> None:
        """Something follows by a rule that the table must do or hear: nothing secret (`Game.news`)."""
        self.notes.append(Followed(rule, because, is_news=True))

    def ruling(self, move: Move) -> Legal | Unverified:
        """What became of it."""
        events = (
            Made(move, self.overruled),
            *self.notes,
            *self.found,
        )
        after = replace(self.s, ply=self.ply)
        if self.assumed and not self.overruled:
            return Unverified(events, after, tuple(self.assumed))
        return Legal(events, after)

    def irregular(self, seat: Seat, ply: int, rule: str, because: str) -> None:
        """Something that was said, or done, proves to have been wrong."""
        self.found.append(Irregularity(seat, ply, rule, because))

    # the state

    def set(self, **changes: Any) -> None:
        """Change the table."""
        self.s = replace(self.s, **changes)

    def put(self, seat: Seat, **changes: Any) -> None:
        """Change a player."""
        players = self.s.players
        changed = replace(players[seat], **changes)
        self.s = replace(self.s, players=(*players[:seat], changed, *players[seat + 1 :]))

    def turn(self, **changes: Any) -> None:
        """Change what happened on this turn."""
        self.s = replace(self.s, turn=replace(self.s.turn, **changes))

    def player(self, seat: Seat) -> Player:
        """A player as he stands now."""
        return self.s.players[seat]

    def name(self, seat: Seat) -> str:
        """A seat's name."""
        return self.s.setup.name(seat)

    def push(self, id_: str, seat: Seat, count: int = 0, card: str = "", pile: str = "") -> None:
        """A decision opens, on top of the others."""
        self.set(asks=(*self.s.asks, Ask(id_, seat, count, card, pile)))

    def pop(self) -> Ask:
        """The top decision is made."""
        ask = self.s.asks[-1]
        self.set(asks=self.s.asks[:-1])
        return ask

    def drop_turn(self, seat: Seat) -> None:
        """Nobody waits any more for a seat that is out; whose turn it was, or what it was asked, lapses (KEI-172)."""
        if self.s.is_over:
            self.set(asks=())
        elif seat == self.s.seat:
            self.set(asks=())
            self.push("then next", seat)

    def answered(self, id_: str) -> None:
        """The top decision is made, if it is this one."""
        if self.s.ask is not None and self.s.ask.id == id_:
            self.pop()

    def count(self, count: int) -> None:
        """The top decision has so many cards left; with none it is made."""
        *below, top = self.s.asks
        self.set(asks=(*below, replace(top, count=count)) if count > 0 else tuple(below))

    # what is known

    def learn(self, learn: Callable[[Knowledge], Learned | Impossible], what: str = "") -> None:
        """Something was told: what follows for the unseen cards, and which earlier words it proves false."""
        knowledge = self.s.knowledge
        if knowledge is None:
            return
        from pnp.referee.hidden.accusation import events_of
        from pnp.referee.hidden.knowledge import Impossible

        learned = learn(knowledge)
        if isinstance(learned, Impossible):
            self.bar(rule_ids.COUNT, f"{what} cannot be there: no copy that is out of sight can have come there")
        events = events_of(learned.accusations, learned.cleared, self.name, self._because, self._speaker)
        self.found += events
        self.set(knowledge=learned.knowledge)

    def know(self, tell: Callable[[Knowledge], Knowledge]) -> None:
        """Cards went somewhere, and nothing was said of them."""
        if self.s.knowledge is not None:
            self.set(knowledge=tell(self.s.knowledge))

    def _speaker(self, claim: Claim) -> Seat:
        """Whose words they were: of a stash, those of whoever looked at it."""
        assert isinstance(claim.by, tuple), "hands are named by zone and holder"
        zone, holder = claim.by
        return dict(self.s.checked).get(claim.ply, self.s.seat) if zone == "stash" else holder

    def _because(self, item: Accusation) -> str:
        claim = item.claim
        who, those = self.name(self._speaker(claim)), self.data.labels(claim.kinds)
        said = f"{who} had said at ply {claim.ply} that it was none of {those}"
        if not item.certain:
            return said
        return f"{said}; {self.data.label(item.proved_by) if item.proved_by else 'what the cards show'} proves it wrong"

    def claim(
        self,
        zone: str,
        holder: Any,
        kinds: Iterable[str],
        rule: str,
        said: str = "",
        drawn: bool = False,
        since: int = 0,
    ) -> None:
        """A line rests on words nobody can see: no card there is of these kinds.

        since: an earlier ply said so, and the line itself rests on nothing new.
        """
        knowledge = self.s.knowledge
        barred = frozenset(kinds)
        if knowledge is None or not barred or self.overruled:
            return
        hand = (zone, holder)
        if not drawn and not any(knowledge.can_hold(hand, kind, trusting=False) for kind in sorted(barred)):
            return
        if not since and said not in self.assumed:
            self.assumed.append(said)
            self.note(rule_ids.CLAIMED if drawn else rule_ids.OTHER_CLAIMS, f"believed: {said}")
        self.learn(lambda known: known.claim(hand, barred, since or self.ply, rule, drawn=drawn))

    def believe(self, rule: str, said: str) -> None:
        """Words that no later card can prove wrong by itself."""
        if not self.data.is_digital and not self.overruled:
            self.assumed.append(said)
            self.note(rule, f"believed: {said}")

    # cards

    def hand(self, seat: Seat, zone: str) -> Hand:
        """One hand of a player."""
        hand: Hand = getattr(self.s.players[seat], zone)
        return hand

    def sees(self, card: str, n: int = 1) -> None:
        """A copy comes to light: it was in a draw pile or a `?`."""
        kind = kind_of(card)
        left = self.s.unseen.get(kind, 0)
        if left < n or (face_town(card) and self._open(card) >= self.data.copies_of(card)):
            self.bar(rule_ids.COUNT, f"{self.data.label(card)}: {self._where(card)}")
        self.set(unseen={**self.s.unseen, kind: left - n})

    def check_hidden(self, card: str) -> None:
        """Bar a card that cannot be out of sight: the table knows where all its copies are."""
        if not self.s.unseen.get(card):
            self.bar(rule_ids.COUNT, f"{self.data.label(card)}: {self._where(card)}")

    def _open(self, card: str) -> int:
        """How many copies of one face of a card lie where the referee knows."""
        return sum(one == card for one in open_cards(self.s))

    def _where(self, card: str) -> str:
        face = self.data.faces.get(kind_of(card))
        if face is None or not face.copies:
            return "there is no such card in this game"
        copies = self.data.copies_of(card)
        many = "its only copy lies" if copies == 1 else f"all {copies} copies lie"
        return f"{many} where everybody knows"

    def hides(self, card: str) -> None:
        """A copy goes out of sight."""
        kind = kind_of(card)
        self.set(unseen={**self.s.unseen, kind: self.s.unseen.get(kind, 0) + 1})

    def resize(self, pile: str, by: int) -> None:
        """A draw pile grows or shrinks."""
        self.set(piles={**self.s.piles, pile: self.s.piles[pile] + by}, deals=self.s.deals + 1)

    def of_pile(self, card: str, pile: str) -> None:
        """Bar a card that is never in this pile."""
        face = self.data.faces.get(kind_of(card))
        own = "" if face is None else face.pile if face.pile in (ACTION, VENUE) else self.data.pile_of(card)
        if own != (ACTION if pile.startswith(ACTION) else pile):
            self.bar(rule_ids.COUNT, f"{self.data.label(card)} is no card of that deck")

    def deal(self, pile: str, seat: Seat, zone: str, card: str, seen: bool = False) -> None:
        """The top card of a pile comes into a hand: unseen, known, or seen by all."""
        hand, key = self.hand(seat, zone), (zone, seat)
        self.take_off(pile, card)
        if card == UNKNOWN:
            self.know(lambda known: known.draw(key, 1, pile))
        else:
            kind = kind_of(card)
            self.learn(lambda known: known.draw(key, 1, pile).show(key, kind, self.ply), self.data.label(card))
        seen = seen or (card != UNKNOWN and not self.data.is_digital)
        shown = (*hand.shown, card) if seen else hand.shown
        self.put(seat, **{zone: Hand((*hand.cards, card), shown)})

    def turn_up(self, pile: str, card: str) -> None:
        """The top card of a pile comes to light; whoever turned it lays it somewhere."""
        self.take_off(pile, card)
        kind = kind_of(card)
        self.learn(lambda known: known.turn_up(kind, self.ply, pile), self.data.label(card))

    def take_off(self, pile: str, card: str) -> None:
        """The top card leaves a draw pile; nobody has told the table's knowledge yet."""
        if self.s.piles.get(pile, 0) < 1:
            self.bar(rule_ids.RESHUFFLE, "there is no card left to draw")
        if card != UNKNOWN:
            self.of_pile(card, pile)
            self.sees(card)
            self.leave_second(pile, card)
        elif pile == "action2" and self.s.second is not None:
            self.set(second=None)
        self.resize(pile, -1)

    def leave_second(self, pile: str, card: str) -> None:
        """A card leaves the second Action deck of a digital deal."""
        second, kind = self.s.second, kind_of(card)
        if pile == "action2" and second is not None:
            self.set(second={**second, kind: second.get(kind, 0) - 1})

    def balance_second(self) -> None:
        """The second Action deck of a digital deal holds as many cards as its pile, and none that are elsewhere."""
        second, size = self.s.second, self.s.piles.get("action2", 0)
        if second is None:
            return
        unseen = self.s.unseen
        second = {kind: min(n, unseen.get(kind, 0)) for kind, n in second.items()}
        for kind in self.data.copies_in(ACTION):
            over = sum(second.values()) - size
            have, spare = second.get(kind, 0), unseen.get(kind, 0) - second.get(kind, 0)
            second[kind] = have - min(have, over) if over > 0 else have + min(spare, -over)
        self.set(second=second)

    def lose(self, seat: Seat, zone: str, card: str, stays: bool = False) -> str:
        """A card of a hand comes into the open and leaves it, or is shown. Gives the card as it is known."""
        if zone not in HANDS:
            self.bar(rule_ids.COUNT, f"{self.data.label(card)} is never in a hand")
        hand, key = self.hand(seat, zone), (zone, seat)
        kind, label = kind_of(card), self.data.label(card)
        held = next((c for c in hand.cards if c == card), None) or next(
            (c for c in hand.cards if kind_of(c) == kind and card == kind), None
        )
        cards, shown = list(hand.cards), list(hand.shown)
        if stays and held is not None and shown.count(held) >= cards.count(held):
            held = None  # that one was shown before: this is another
        if held is None:
            if UNKNOWN not in cards:
                has = self.data.labels(cards) if not self.data.is_digital and cards else "no such card"
                self.bar(rule_ids.COUNT, f"{label} is not in the hand of {self.name(seat)}, which holds {has}")
            self.sees(card)
            held, at = card, cards.index(UNKNOWN)
            cards[at] = card
        if stays:
            if shown.count(held) < cards.count(held):
                shown.append(held)
            copies = sum(kind_of(c) == kind for c in shown)
            self.learn(lambda known: known.show(key, kind, self.ply, copies), label)
        else:
            cards.remove(held)
            self.forget(seat, held)
            if held in shown:
                shown.remove(held)
            self.learn(lambda known: known.reveal(key, kind, self.ply), label)
        self.put(seat, **{zone: Hand(tuple(cards), tuple(shown))})
        return held

    def forget(self, seat: Seat, card: str = "") -> None:
        """Nobody need remember that this card of a stash was taken into the hand; without a card, that any was."""
        memory = list(self.s.memory)
        gone = [item for item in memory if item[0] == seat and card in ("", item[1])]
        for item in gone if not card else gone[:1]:
            memory.remove(item)
        if gone:
            self.set(memory=tuple(memory))

    def gain(self, seat: Seat, zone: str, card: str) -> None:
        """A card that everybody sees joins a hand."""
        hand = self.hand(seat, zone)
        self.know(lambda known: known.take((zone, seat), kind_of(card)))
        self.put(seat, **{zone: Hand((*hand.cards, card), (*hand.shown, card))})

    def discard(self, card: str) -> None:
        """A card goes on top of its discard pile."""
        pile = self.data.faces[kind_of(card)].pile
        pile = pile if pile in (ACTION, VENUE) else self.data.pile_of(card)
        self.set(discards={**self.s.discards, pile: (*self.s.discards.get(pile, ()), card)})

    def lay_front(self, seat: Seat, card: str) -> None:
        """A card lies in front of a player."""
        self.put(seat, front=(*self.player(seat).front, card))

    def leave_front(self, seat: Seat, card: str, to_discard: bool = True) -> str:
        """A card that lies in front of a player leaves; nothing happens when it is not there."""
        front = list(self.player(seat).front)
        held = next((c for c in front if self.data.like(c) == card), "")
        if held:
            front.remove(held)
            self.put(seat, front=tuple(front))
            if to_discard:
                self.discard(held)
        return held

    def shuffle_in(self, cards: Cards, pile: str) -> None:
        """Cards that all have seen are shuffled into a draw pile."""
        for card in cards:
            self.hides(card)
        self.resize(pile, len(cards))
        kinds = [kind_of(card) for card in cards]
        self.know(lambda known: known.shuffle(kinds, pile))
        second = self.s.second
        if pile == "action2" and second is not None:
            for kind in kinds:
                second = {**second, kind: second.get(kind, 0) + 1}
            self.set(second=second)

    def search(self, pile: str, kind: str) -> None:
        """A pile is looked through for a card, and shuffled."""
        self.learn(lambda known: known.shuffle((), pile).turn_up(kind, self.ply, pile), self.data.label(kind))
        self.know(lambda known: known.shuffle((), pile))

    def can_lie(self, pile: str, kind: str) -> bool:
        """A card of this kind may be in a pile."""
        knowledge = self.s.knowledge
        if knowledge is None or not knowledge.pile_size(pile):
            return knowledge is None
        from pnp.referee.hidden.knowledge import Learned

        return isinstance(knowledge.shuffle((), pile).turn_up(kind, self.ply, pile), Learned)

    def movement_pile(self, card: str) -> str:
        """The pile of a Movement card."""
        return self.data.pile_of(card) if self.data.has_two_moves else MOVEMENT
