"""A Trial: one line being worked out, with the state so far, the reasons, what came to light, and what is assumed.
In: a state, and the checks and effects of a move. Out: a ruling.

A Trial is made for one line and thrown away. `refuse` is for what a table may overrule, `bar` for what no table can
do. Invariant: a refused line leaves no trace; every copy of every card is in one place after each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from msgspec.structs import replace

from pnp.games.keikalla.game_data import ACTION, ACTION_1, ACTION_2, MOVEMENT, VENUE, GameData, face_town, kind_of
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.state import HANDS, Cards, Hand, KeikallaState, OpenQuestion, Player
from pnp.library.effect.vocabulary import Effect
from pnp.referee.kernel.line_trial import LineTrial, MoveApplied, Noted
from pnp.referee.message import Message
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Cleared, Irregularity, Legal, Unverified
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.hidden.accusation import Accusation
    from pnp.referee.hidden.evidence import Claim
    from pnp.referee.hidden.knowledge import Impossible, Knowledge, Learned


class Trial(LineTrial):
    """One line and the state it leads to."""

    __slots__ = ("assumed", "data", "events", "found", "is_listing", "is_overruled", "ply", "setup", "state")

    def __init__(self, state: KeikallaState, overruled: bool = False, listing: bool = False) -> None:
        self.state = state
        self.data: GameData = state.data
        self.setup = state.setup
        self.ply = state.ply + 1
        self.is_overruled, self.is_listing = overruled, listing
        self.events: list[Noted] = []
        self.found: list[Irregularity | Cleared] = []
        self.assumed: list[str] = []

    # rulings and reasons

    def message(self, id: str, /, **args: Any) -> Message:
        """A message of this table, where places of the map have names, too."""
        return self.state.message(id, **args)

    def ruling(self, move: Move) -> Legal | Unverified:
        """What became of it."""
        if not self.events:
            self.note("KEI-13", "done")
        events = (MoveApplied(move, self.is_overruled), *self.events, *self.found)
        after = replace(self.state, ply=self.ply)
        if self.assumed and not self.is_overruled:
            return Unverified(events, after, tuple(self.assumed))
        return Legal(events, after)

    def report_irregularity(self, seat: Seat, ply: int, rule: str, because: str, /, **args: Any) -> None:
        """An earlier claim or action proves to have been wrong."""
        if not self.is_listing:
            self.found.append(Irregularity(seat, ply, rule, self.message(because, **args)))

    # the state

    def change(self, **changes: Any) -> None:
        """Change the state."""
        self.state = replace(self.state, **changes)

    def change_player(self, seat: Seat, **changes: Any) -> None:
        """Change a player."""
        players = self.state.players
        changed = replace(players[seat], **changes)
        self.state = replace(self.state, players=(*players[:seat], changed, *players[seat + 1 :]))

    def change_turn(self, **changes: Any) -> None:
        """Change what happened on this turn."""
        self.state = replace(self.state, turn=replace(self.state.turn, **changes))

    def player(self, seat: Seat) -> Player:
        """A player after what was applied so far."""
        return self.state.players[seat]

    def ask(self, question: Question, seat: Seat, count: int = 0, card: str = "", pile: str = "") -> None:
        """A question opens, on top of the others."""
        self.change(questions=(*self.state.questions, OpenQuestion(question.id, seat, count, card, pile)))

    def push(self, step: str, seat: Seat, card: str = "") -> None:
        """A step of the referee waits, on top of the open questions."""
        self.change(questions=(*self.state.questions, OpenQuestion(step, seat, card=card)))

    def is_asked(self, question: Question) -> bool:
        """It is the top question."""
        top = self.state.question
        return top is not None and top.id == question.id

    def pop(self) -> OpenQuestion:
        """The top question is answered."""
        question = self.state.questions[-1]
        self.change(questions=self.state.questions[:-1])
        return question

    def drop_turn(self, seat: Seat) -> None:
        """Nobody waits for a seat that is out: its turn and its questions are dropped (KEI-172)."""
        if self.state.is_over:
            self.change(questions=())
        elif seat == self.state.seat:
            self.change(questions=())
            self.push("then_next", seat)

    def pop_if(self, question: Question) -> None:
        """The top question is answered, if it is this one."""
        if self.is_asked(question):
            self.pop()

    def set_count(self, count: int) -> None:
        """The top question asks for so many more cards; with none it is answered."""
        *below, top = self.state.questions
        self.change(questions=(*below, replace(top, count=count)) if count > 0 else tuple(below))

    # what is known

    def learn(self, learn: Callable[[Knowledge], Learned | Impossible], card: str = "") -> None:
        """Something became known: what follows for the unseen cards, and which earlier claims it proves false."""
        knowledge = self.state.knowledge
        if knowledge is None:
            return
        from pnp.referee.hidden.accusation import events_of
        from pnp.referee.hidden.knowledge import Impossible

        learned = learn(knowledge)
        if isinstance(learned, Impossible):
            self.bar("KEI-H06", "kernel.no_distribution", card=card)
        if not self.is_listing:
            self.found += events_of(learned.accusations, learned.cleared, self.name, self._because, self._claimant)
        self.change(knowledge=learned.knowledge)

    def update_knowledge(self, change: Callable[[Knowledge], Knowledge]) -> None:
        """Cards moved, and nothing was claimed about them."""
        if self.state.knowledge is not None:
            self.change(knowledge=change(self.state.knowledge))

    def _claimant(self, claim: Claim) -> Seat:
        """Who made a claim: about a stash, whoever looked at it."""
        assert isinstance(claim.by, tuple), "hands are named by zone and holder"
        zone, holder = claim.by
        return dict(self.state.stash_checks).get(claim.ply, self.state.seat) if zone == "stash" else holder

    def _because(self, item: Accusation) -> str:
        claim = item.claim
        statement = self.message("kernel.had_said", seat=self._claimant(claim), ply=claim.ply, kinds=claim.kinds)
        if not item.certain:
            return statement
        if item.proved_by:
            return self.message("kernel.proves", statement=statement, card=item.proved_by)
        return self.message("kernel.count_proves", statement=statement)

    def claim(
        self,
        hand: tuple[str, Any],
        kinds: Iterable[str],
        rule: str,
        statement: str = "",
        *,
        drawn: bool = False,
        since: int = 0,
        **args: Any,
    ) -> None:
        """A line rests on a claim nobody can check: no card there is of these kinds.

        since: an earlier ply claimed it, and the line itself rests on nothing new.
        """
        knowledge = self.state.knowledge
        barred = frozenset(kinds)
        if knowledge is None or not barred or self.is_overruled:
            return
        if not drawn and not knowledge.can_hold(hand, *sorted(barred), trusting=False):
            return
        if not since:
            self._believe("KEI-H10" if drawn else "KEI-H11", statement, args)
        self.learn(lambda known: known.claim(hand, barred, since or self.ply, rule, drawn=drawn))

    def assume(self, rule: str, statement: str, **args: Any) -> None:
        """A line rests on something that no later card alone can prove wrong."""
        if not self.data.is_digital and not self.is_overruled:
            self._believe(rule, statement, args)

    def _believe(self, rule: str, statement: str, args: dict[str, Any]) -> None:
        if self.is_listing:
            return
        assumption = self.message(statement, **args)
        if assumption not in self.assumed:
            self.assumed.append(assumption)
            self.note(rule, "kernel.believed", statement=assumption)

    # cards

    def hand(self, seat: Seat, zone: str) -> Hand:
        """One hand of a player."""
        hand: Hand = getattr(self.state.players[seat], zone)
        return hand

    def can_take(self, seat: Seat, zone: str, card: str) -> bool:
        """Taking this card from the hand is never refused: it lies there, or may be a card there that nobody told."""
        cards, knowledge = self.hand(seat, zone).cards, self.state.knowledge
        if card in cards or knowledge is None:
            return card in cards
        if UNKNOWN not in cards or face_town(card) or not self.state.unseen.get(card):
            return False
        return knowledge.can_hold((zone, seat), card, trusting=False)

    def reveal(self, card: str, n: int = 1) -> None:
        """A copy comes to light: it was in a draw pile or a `?`."""
        kind = kind_of(card)
        left = self.state.unseen.get(kind, 0)
        if left < n or (face_town(card) and self._open(card) >= self.data.copies_of(card)):
            self._bar_count(card)
        self.change(unseen={**self.state.unseen, kind: left - n})

    def check_hidden(self, card: str) -> None:
        """Reject a card that cannot be out of sight: the table knows where all its copies are."""
        if not self.state.unseen.get(card):
            self._bar_count(card)

    def _open(self, card: str) -> int:
        """How many copies of one face of a card lie where the referee knows."""
        from pnp.games.keikalla.zones import faces_seen

        return sum(face == card for face in faces_seen(self.state))

    def _bar_count(self, card: str) -> NoReturn:
        card_data = self.data.cards.get(kind_of(card))
        if card_data is None or not card_data.copies:
            self.bar("KEI-H06", "no_such_card", card=card)
        copies = self.data.copies_of(card)
        self.bar("KEI-H06", "only_copy_known" if copies == 1 else "all_copies_known", card=card, copies=copies)

    def hide(self, card: str) -> None:
        """A copy goes out of sight."""
        kind = kind_of(card)
        self.change(unseen={**self.state.unseen, kind: self.state.unseen.get(kind, 0) + 1})

    def resize_pile(self, pile: str, by: int) -> None:
        """A draw pile grows or shrinks."""
        self.change(piles={**self.state.piles, pile: self.state.piles[pile] + by}, deal_count=self.state.deal_count + 1)

    def check_pile(self, card: str, pile: str) -> None:
        """Reject a card that is never in this pile."""
        card_data = self.data.cards.get(kind_of(card))
        own = (
            ""
            if card_data is None
            else card_data.pile
            if card_data.pile in (ACTION, VENUE)
            else self.data.pile_of(card)
        )
        if own != (ACTION if pile.startswith(ACTION) else pile):
            self.bar("KEI-H06", "not_of_that_deck", card=card)
        if pile in (ACTION_1, ACTION_2) and not self.data.is_digital and not self.data.copies_marked_for(card, pile):
            self.bar("KEI-V22", "no_copy_of_its_mark", card=card)

    def deal(self, pile: str, seat: Seat, zone: str, card: str, seen: bool = False) -> None:
        """The top card of a pile comes into a hand: unseen, known, or seen by all."""
        hand, key = self.hand(seat, zone), (zone, seat)
        self.take_top(pile, card)
        if card == UNKNOWN:
            self.update_knowledge(lambda known: known.draw(key, 1, pile))
        else:
            kind = kind_of(card)
            self.learn(lambda known: known.draw(key, 1, pile).show(key, kind, self.ply), card)
        seen = seen or (card != UNKNOWN and not self.data.is_digital)
        shown = (*hand.shown, card) if seen else hand.shown
        self.change_player(seat, **{zone: Hand((*hand.cards, card), shown)})

    def turn_up(self, pile: str, card: str) -> None:
        """The top card of a pile comes to light; whoever turned it lays it somewhere."""
        self.take_top(pile, card)
        kind = kind_of(card)
        self.learn(lambda known: known.turn_up(kind, self.ply, pile), card)

    def take_top(self, pile: str, card: str) -> None:
        """The top card leaves a draw pile; the caller updates the knowledge."""
        if self.state.piles.get(pile, 0) < 1:
            self.bar("KEI-68", "nothing_to_draw")
        if card != UNKNOWN:
            self.check_pile(card, pile)
            self.reveal(card)
            self.leave_second_deck(pile, card)
        elif pile == "action2" and self.state.second_deck is not None:
            self.change(second_deck=None)
        self.resize_pile(pile, -1)

    def leave_second_deck(self, pile: str, card: str) -> None:
        """A card leaves the second Action deck of a digital deal."""
        second, kind = self.state.second_deck, kind_of(card)
        if pile == "action2" and second is not None:
            self.change(second_deck={**second, kind: second.get(kind, 0) - 1})

    def balance_second_deck(self) -> None:
        """The second Action deck of a digital deal holds as many cards as its pile, and none that are elsewhere."""
        second, size = self.state.second_deck, self.state.piles.get("action2", 0)
        if second is None:
            return
        unseen = self.state.unseen
        second = {kind: min(n, unseen.get(kind, 0)) for kind, n in second.items()}
        for kind in self.data.copies_in(ACTION):
            over = sum(second.values()) - size
            have, spare = second.get(kind, 0), unseen.get(kind, 0) - second.get(kind, 0)
            second[kind] = have - min(have, over) if over > 0 else have + min(spare, -over)
        self.change(second_deck=second)

    def take_from_hand(self, seat: Seat, zone: str, card: str, stays: bool = False) -> str:
        """A card of a hand is revealed and leaves it, or is only shown (`stays`). Returns the card as it is known."""
        if zone not in HANDS:
            self.bar("KEI-H06", "never_in_a_hand", card=card)
        hand, key = self.hand(seat, zone), (zone, seat)
        kind = kind_of(card)
        held = card if card in hand.cards else None
        if held is None and card == kind:
            held = next((c for c in hand.cards if kind_of(c) == kind), None)
        cards, shown = list(hand.cards), list(hand.shown)
        if stays and held is not None and shown.count(held) >= cards.count(held):
            held = None  # that one was shown before: this is another
        if held is None:
            if UNKNOWN not in cards:
                if self.data.is_digital or not cards:
                    self.bar("KEI-H06", "not_in_hand", card=card, seat=seat)
                self.bar("KEI-H06", "not_among_held", card=card, seat=seat, cards=cards)
            self.reveal(card)
            held, at = card, cards.index(UNKNOWN)
            cards[at] = card
        if stays:
            if shown.count(held) < cards.count(held):
                shown.append(held)
            copies = sum(kind_of(c) == kind for c in shown)
            self.learn(lambda known: known.show(key, kind, self.ply, copies), card)
        else:
            cards.remove(held)
            self.forget(seat, held)
            if held in shown:
                shown.remove(held)
            self.learn(lambda known: known.reveal(key, kind, self.ply), card)
        self.change_player(seat, **{zone: Hand(tuple(cards), tuple(shown))})
        return held

    def forget(self, seat: Seat, card: str = "") -> None:
        """Others no longer know that this card, taken from a stash, is in the hand; without a card, that any is."""
        if not self.state.taken_from_stashes:
            return
        taken = list(self.state.taken_from_stashes)
        gone = [item for item in taken if item[0] == seat and card in ("", item[1])]
        for item in gone if not card else gone[:1]:
            taken.remove(item)
        if gone:
            self.change(taken_from_stashes=tuple(taken))

    def add_to_hand(self, seat: Seat, zone: str, card: str) -> None:
        """A card that everybody sees joins a hand."""
        hand = self.hand(seat, zone)
        self.update_knowledge(lambda known: known.take((zone, seat), kind_of(card)))
        self.change_player(seat, **{zone: Hand((*hand.cards, card), (*hand.shown, card))})

    def discard(self, card: str) -> None:
        """A card goes on top of its discard pile."""
        pile = self.data.cards[kind_of(card)].pile
        pile = pile if pile in (ACTION, VENUE) else self.data.pile_of(card)
        self.change(discards={**self.state.discards, pile: (*self.state.discards.get(pile, ()), card)})

    def held_doer(self, seat: Seat, verb: type[Effect]) -> str:
        """The card of a hand that does this; the first there is where the hand is not known."""
        player = self.player(seat)
        return self.data.doer(verb, (*player.action.cards, *player.move.cards, *player.event.cards))

    def lay_in_front(self, seat: Seat, card: str) -> None:
        """A card lies in front of a player."""
        self.change_player(seat, front=(*self.player(seat).front, card))

    def take_from_front(self, seat: Seat, what: str | type[Effect], to_discard: bool = True) -> str:
        """A card that lies in front of a player leaves: this one, or what does this; nothing happens without one."""
        front, data = list(self.player(seat).front), self.data
        held = next((c for c in front if (c == what if isinstance(what, str) else data.does(c, what))), "")
        if held:
            front.remove(held)
            self.change_player(seat, front=tuple(front))
            if to_discard:
                self.discard(held)
        return held

    def shuffle_in(self, cards: Cards, pile: str) -> None:
        """Cards that all have seen are shuffled into a draw pile."""
        for card in cards:
            self.hide(card)
        self.resize_pile(pile, len(cards))
        kinds = [kind_of(card) for card in cards]
        self.update_knowledge(lambda known: known.shuffle(kinds, pile))
        second = self.state.second_deck
        if pile == "action2" and second is not None:
            for kind in kinds:
                second = {**second, kind: second.get(kind, 0) + 1}
            self.change(second_deck=second)

    def search(self, pile: str, kind: str) -> None:
        """A pile is looked through for a card, and shuffled."""
        self.learn(lambda known: known.shuffle((), pile).turn_up(kind, self.ply, pile), kind)
        self.update_knowledge(lambda known: known.shuffle((), pile))

    def may_contain(self, pile: str, kind: str) -> bool:
        """A card of this kind may be in a pile."""
        knowledge = self.state.knowledge
        if knowledge is None or not knowledge.pile_size(pile):
            return knowledge is None
        from pnp.referee.hidden.knowledge import Learned

        return isinstance(knowledge.shuffle((), pile).turn_up(kind, self.ply, pile), Learned)

    def movement_pile(self, card: str) -> str:
        """The pile of a Movement card."""
        return self.data.pile_of(card) if self.data.has_two_moves else MOVEMENT
