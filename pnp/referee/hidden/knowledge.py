"""What the lines of a game prove about cards that nobody at the referee's side can see.

In: what happens, line by line: so many cards are drawn unseen, this card is played or shown out of that hand, that hand
holds none of these kinds. Out: a new `Knowledge` after each line, and answers: may this hand hold that card, must it,
which earlier claims are false, which of several cannot all be true. Kinds are card ids; alike copies share one. A hand
is any hidden holder with a name: a seat, a face-down stash.

Invariant: a `Knowledge` always carries one way to put the unseen cards on the hidden places that explains all its lines
but the claims in doubt (`explanation`), and an answer "no" means that there is none. So nobody is refused, or accused
for certain, while any distribution of the cards clears them. Where several claims cannot all be true they are in doubt,
all that `contradiction` names; a later line makes one certain, or clears one, as soon as the cards prove it.

How far it is exact. Every line is, except an unseen choice among the cards of a hand (`transfer`, `bury`): that keeps
what is certain for every card of the hand, so it is sound but not complete. Evidence is kept as long as it can matter.
Should more than `MAX_OPEN` exits or claims stay open, or a search become too long (games of alike copies that are
reshuffled get there, others do not), it is settled: it may then fail to find a false claim, but it never finds that
claims which are all true contradict each other.

A card that is known and leaves is always the known one, though an alike hidden one may have left in truth. No answer
can tell the difference: if the hidden one had left, all later claims of the hand would cover the known one; exchange
what becomes of the two from that moment on, and the hidden one, which satisfied all claims so far, leaves instead.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from pnp.referee.hidden.accusation import Accusation
from pnp.referee.hidden.compaction import prune, settle
from pnp.referee.hidden.contradiction import Claims, contradictions, live_doubts
from pnp.referee.hidden.counted import expose, is_counted
from pnp.referee.hidden.evidence import (
    Assignment,
    Batch,
    Card,
    Claim,
    Evidence,
    Exit,
    Hand,
    Layer,
    Slot,
    moments_of,
    slots_in,
)
from pnp.referee.hidden.exchanges import exchangeable_kinds
from pnp.referee.hidden.hands import assigned_in, count_hidden, put_back, rename_hands, sources_of, take_out, violates
from pnp.referee.hidden.piles import Cards, count_cards, draw, merge_top, stack, sum_cards
from pnp.referee.hidden.repair import repair
from pnp.referee.hidden.solver import TooLong, explain

PILE = "draw"
MAX_OPEN = 200
"""Exits, or claims, that may stay open before the evidence is settled."""


class Impossible(Struct, frozen=True):
    """In no distribution can this hand hold this kind, whatever was claimed. `unseen`: its copies out of sight."""

    hand: Hand
    kind: str
    unseen: int


class Learned(Struct, frozen=True):
    """The knowledge after a line; the claims it accuses, for certain (these no longer count) or not, and those cleared.

    Of a claim in doubt the last accusation holds: its suspects may become fewer or more.
    """

    knowledge: Knowledge
    accusations: tuple[Accusation, ...] = ()
    cleared: tuple[Claim, ...] = ()


class Knowledge(Struct, frozen=True):
    """All that is known of the hidden cards of a game. A value: every line gives a new one.

    doubts: sets of claims that cannot all be true, as far as a later line may settle them; suspects: their claims
    """

    evidence: Evidence = Evidence()
    explanation: Assignment = Assignment()
    doubts: tuple[Claims, ...] = ()
    suspects: tuple[Claim, ...] = ()
    in_view: tuple[tuple[Hand, tuple[str, ...]], ...] = ()
    moment: int = 0
    batches_made: int = 0
    settled: int = 0

    # piles

    @classmethod
    def start(cls, *batches: Cards, pile: str = PILE) -> Knowledge:
        """One draw pile of shuffled batches, the top one first. More piles: `lay` with another name."""
        knowledge = cls()
        for cards in batches:
            knowledge = knowledge.lay(cards, pile)
        return knowledge

    def lay(self, cards: Cards, pile: str = PILE, *, top: bool = False) -> Knowledge:
        """Known cards are shuffled by themselves and put face down under the pile, or on top of it."""
        batch = Batch(self.batches_made + 1, count_cards(cards))
        if not batch.cards:
            return self
        layer = Layer(pile, (batch.id,), sum(n for _, n in batch.cards))
        evidence = replace(self.evidence, batches=(*self.evidence.batches, batch))
        hidden = tuple((batch.id, kind, n) for kind, n in batch.cards)
        return replace(self, evidence=evidence, batches_made=batch.id)._stack(layer, hidden, top)

    def shuffle(self, cards: Cards = (), pile: str = PILE) -> Knowledge:
        """Known cards and all that is left of the pile are shuffled into one."""
        knowledge = self.lay(cards, pile)
        return knowledge._merge_top(pile, knowledge.pile_size(pile))

    def draw(self, hand: Hand, n: int = 1, pile: str = PILE) -> Knowledge:
        """The top cards of a pile go unseen into a hand. `pile_size` is how many there are."""
        if n > self.pile_size(pile):
            raise ValueError(f"{n} cards are drawn from {pile!r}, which has {self.pile_size(pile)}")
        moment = self.moment + 1
        evidence, assignment = draw(self.evidence, self.explanation, pile, n, hand, moment)
        return replace(self, evidence=evidence, explanation=assignment, moment=moment)

    def deal(self, hands: Iterable[Hand], n: int, pile: str = PILE) -> Knowledge:
        """Each hand gets n of the top cards, dealt in whatever order: which of them are whose is not known."""
        hands = tuple(hands)
        knowledge = self._merge_top(pile, n * len(hands))
        for hand in hands:
            knowledge = knowledge.draw(hand, n, pile)
        return knowledge

    def mix(self, n: int, pile: str = PILE) -> Knowledge:
        """The first n cards of a pile may lie in any order."""
        return self._merge_top(pile, n) if n else self

    def turn_up(self, kind: str, ply: int, pile: str = PILE) -> Learned | Impossible:
        """The top card of a pile comes to light as this kind, in nobody's hand."""
        turned = ("turned up", pile)
        return self.draw(turned, 1, pile).reveal(turned, kind, ply)

    # hands

    def take(self, hand: Hand, kind: str) -> Knowledge:
        """A card that everybody sees joins a hand and is known there until it leaves."""
        return self._set_known(hand, (*self.known(hand), kind))

    def reveal(self, hand: Hand, kind: str, ply: int) -> Learned | Impossible:
        """A card leaves a hand into the open: played, discarded, tabled. Of alike ones the known one leaves."""
        known = self.known(hand)
        if kind not in known:
            return self._expose(hand, kind, ply)
        at = known.index(kind)
        return Learned(self._set_known(hand, known[:at] + known[at + 1 :]))

    def show(self, hand: Hand, kind: str, ply: int, copies: int = 1) -> Learned | Impossible:
        """Cards of a hand are shown, so many of a kind at once, and stay in it. Those known there prove nothing new."""
        known = self.known(hand)
        new = copies - known.count(kind)
        if new <= 0:
            return Learned(self)
        learned = self._expose(hand, kind, ply, new)
        if isinstance(learned, Impossible):
            return learned
        return replace(learned, knowledge=learned.knowledge._set_known(hand, known + (kind,) * new))

    def claim(self, hand: Hand, kinds: Iterable[str], ply: int, rule: str, *, drawn: bool = False) -> Learned:
        """No card now in the hand is of these kinds. `drawn`: only those of its draw, which was the line before this.

        A claim that cannot be true is reported like any other and does not count; ask `must_hold` before, to refuse it.
        """
        if drawn and not any(slot.hand == hand and slot.since == self.moment for slot in self.evidence.slots):
            raise ValueError(f"a claim about a draw of {hand!r} must follow the draw")
        claim = Claim(hand, hand, self.moment + 1, ply, rule, frozenset(kinds), self.moment if drawn else 0)
        seen = () if drawn else sorted(claim.kinds.intersection(self.known(hand)))
        if seen:
            return Learned(self, (Accusation(claim, ply, seen[0]),))
        if not claim.kinds or not self.hidden(hand):
            return Learned(self)
        try:
            return self._claim(claim)
        except TooLong:
            return self._settle()._claim(claim)

    def deny(
        self, hand: Hand, kind: str, kinds: Iterable[str], ply: int, rule: str, *, stays: bool = False
    ) -> Learned | Impossible:
        """One line means two things: this card comes out of the hand, and nothing that was in it is of these kinds.

        They count together, so that nobody is suspected whom the whole line clears. `stays`: the card is only shown.
        """
        kinds = frozenset(kinds)
        known = self.known(hand)
        if kind in known or not kinds.isdisjoint(known):
            claimed = self.claim(hand, kinds, ply, rule)
            expose = claimed.knowledge.show if stays else claimed.knowledge.reveal
            learned = expose(hand, kind, ply)
            if isinstance(learned, Impossible):
                return learned
            return replace(
                learned,
                accusations=claimed.accusations + learned.accusations,
                cleared=claimed.cleared + learned.cleared,
            )
        claim = Claim(hand, hand, self.moment + 1, ply, rule, kinds) if kinds else None
        learned = self._expose(hand, kind, ply, claim=claim)
        if isinstance(learned, Impossible) or not stays:
            return learned
        return replace(learned, knowledge=learned.knowledge._set_known(hand, (*known, kind)))

    def transfer(self, giver: Hand, taker: Hand, n: int) -> Knowledge:
        """Cards go from hand to hand and nobody sees which: known ones of the giver may be among them."""
        self._check_size(giver, n)
        if not n or giver == taker:
            return self
        if n < self.size(giver):
            mixed, slots, cards = self._mix(giver)
        elif not self.size(taker):
            return self.swap(giver, taker)
        else:
            known = (*self.known(taker), *self.known(giver))
            mixed, slots, cards = self._set_known(giver, ())._set_known(taker, known)._mix(giver)
        slots = [replace(slot, hand=taker) if index < n else slot for index, slot in enumerate(slots)]
        return mixed._add(slots, cards)._compact()

    def bury(self, hand: Hand, n: int, pile: str = PILE, *, top: bool = False) -> Knowledge:
        """Cards of a hand go under a pile, or on top of it, and nobody sees which. `shuffle` next if the table does."""
        self._check_size(hand, n)
        if not n:
            return self
        mixed, slots, cards = self._mix(hand)
        layer = Layer(pile, slots[0].batches, n)
        buried = sum_cards((batch, kind, 1) for batch, kind, _ in cards[:n])
        return mixed._stack(layer, buried, top)._add(slots[n:], cards[n:])._compact()

    def swap(self, one: Hand, other: Hand) -> Knowledge:
        """Two hands change their owners. Exact: the past of a hand goes with it, who made its claims stays."""
        owner = {one: other, other: one}
        evidence = rename_hands(self.evidence, owner)
        in_view = tuple((owner.get(hand, hand), kinds) for hand, kinds in self.in_view)
        return replace(self, evidence=evidence, in_view=in_view, moment=self.moment + 1)

    # answers

    def can_hold(self, hand: Hand, *kinds: str, trusting: bool = True) -> bool:
        """True when some distribution has one of these kinds in the hand now.

        `trusting`: one in which all claims are true but those in doubt.
        """
        if any(kind in kinds for kind in self.known(hand)):
            return True
        cards = [card for _, card in self._assigned(hand) if not card[2]]
        if any(kind in kinds for _, kind, _ in cards):
            return True
        here = {batch for batch, _, _ in cards}
        return any(self._can_hide(hand, kind, trusting, here) for kind in kinds)

    def must_hold(self, hand: Hand, kinds: Iterable[str], *, trusting: bool = True) -> bool:
        """True when every distribution has one of these kinds in the hand now: to claim it has none would be false."""
        claim = Claim(hand, hand, self.moment + 1, 0, "", frozenset(kinds))
        if not claim.kinds.isdisjoint(self.known(hand)):
            return True
        if not any(kind in claim.kinds and not at for _, (_, kind, at) in self._assigned(hand)):
            return False
        evidence = self._standing(trusting)
        try:
            return self._find_explanation(replace(evidence, claims=(*evidence.claims, claim))) is None
        except TooLong:
            return self._settle().must_hold(hand, claim.kinds, trusting=trusting)

    def certain_kinds(self, hand: Hand) -> frozenset[str]:
        """The kinds that every distribution has in the hand now, whatever was claimed."""
        kinds = {kind for _, (_, kind, at) in self._assigned(hand) if not at}
        certain = (kind for kind in sorted(kinds) if self.must_hold(hand, (kind,), trusting=False))
        return frozenset(self.known(hand)).union(certain)

    def possible_kinds(self, hand: Hand, *, trusting: bool = True) -> frozenset[str]:
        """The kinds that the hand may hold now."""
        evidence = self._standing(trusting)
        kinds = frozenset(self.known(hand)) | exchangeable_kinds(evidence, self.explanation, hand)
        if all(len(exit_.batches) == 1 for exit_ in evidence.exits if exit_.kind):
            return kinds
        others = {kind for batch in evidence.batches for kind, _ in batch.cards} - kinds
        here = {batch for _, (batch, _, at) in self._assigned(hand) if not at}
        return kinds.union(kind for kind in sorted(others) if self._can_hide(hand, kind, trusting, here))

    def known(self, hand: Hand) -> tuple[str, ...]:
        """The cards that are known to be in a hand, alike ones as often as they are known."""
        return next((kinds for owner, kinds in self.in_view if owner == hand), ())

    def hidden(self, hand: Hand) -> int:
        """How many cards of a hand are not known."""
        return count_hidden(self.evidence, hand)

    def size(self, hand: Hand) -> int:
        """How many cards a hand has."""
        return self.hidden(hand) + len(self.known(hand))

    def pile_size(self, pile: str = PILE) -> int:
        """How many cards a pile has."""
        return sum(layer.size for layer in self.evidence.layers if layer.pile == pile)

    def unseen(self) -> dict[str, int]:
        """How many copies of each kind are out of sight, in hands and piles together."""
        counts: dict[str, int] = {}
        for _, kind, n in (card for layer in self.explanation.layers for card in layer):
            counts[kind] = counts.get(kind, 0) + n
        for _, kind, at in self.explanation.slots:
            if not at:
                counts[kind] = counts.get(kind, 0) + 1
        return counts

    # how

    def _check_size(self, hand: Hand, n: int) -> None:
        if n > self.size(hand):
            raise ValueError(f"{n} cards leave {hand!r}, which has {self.size(hand)}")

    def _assigned(self, hand: Hand) -> list[tuple[Slot, Card]]:
        return assigned_in(self.evidence, self.explanation, hand)

    def _doubted(self) -> Claims:
        """The claims in doubt, by their moments."""
        return frozenset().union(*self.doubts)

    def _can_hide(self, hand: Hand, kind: str, trusting: bool, here: set[int]) -> bool:
        """True when some distribution has this kind in the hand, hidden. here: the batches of its hidden cards"""
        sources = sources_of(self.evidence, hand, kind)
        if not sources:
            return False
        if not trusting or not self.evidence.claims:
            # With no claim to mind, a card of the hand and one of its batch that is out of sight can change places.
            is_open = any(len(exit_.batches) > 1 and exit_.kind == kind for exit_ in self.evidence.exits)
            if not is_open and not here.isdisjoint(sources):
                return True
        evidence, exit_ = self._standing(trusting), Exit(hand, self.moment + 1, kind, sources)
        try:
            return self._find_explanation(replace(evidence, exits=(*evidence.exits, exit_))) is not None
        except TooLong:
            return self._settle().can_hold(hand, kind, trusting=trusting)

    def _standing(self, trusting: bool) -> Evidence:
        """The evidence without the claims in doubt, or without any."""
        doubted = self._doubted() if trusting else frozenset(claim.at for claim in self.evidence.claims)
        return self.evidence.without(doubted)

    def _find_explanation(self, evidence: Evidence) -> Assignment | None:
        """An assignment that explains the evidence with one more line, all its claims included; None: there is none."""
        found = repair(evidence, self.explanation) or explain(evidence, self.explanation)
        return found if isinstance(found, Assignment) else None

    def _expose(
        self, hand: Hand, kind: str, ply: int, copies: int = 1, claim: Claim | None = None
    ) -> Learned | Impossible:
        try:
            learned = self._exit(hand, kind, ply, copies, claim)
        except TooLong:
            learned = self._settle()._exit(hand, kind, ply, copies, claim)
        return learned or Impossible(hand, kind, self.unseen().get(kind, 0))

    def _exit(self, hand: Hand, kind: str, ply: int, copies: int, claim: Claim | None) -> Learned | None:
        if claim is None and copies == 1 and not self.doubts and is_counted(self.evidence):
            found = expose(self.evidence, self.explanation, hand, kind)
            after = replace(self, moment=self.moment + 1)
            return Learned(after._explained(*found)) if found else None
        sources = sources_of(self.evidence, hand, kind)
        if not sources or (copies > 1 and copies > self.hidden(hand)):
            return None
        first = self.moment + 1 if claim is None else claim.at + 1
        exits = [Exit(hand, first + index, kind, sources) for index in range(copies)]
        evidence = replace(self.evidence, exits=(*self.evidence.exits, *exits))
        after = replace(self, moment=exits[-1].at)
        if claim is not None:
            evidence = replace(evidence, claims=(*evidence.claims, claim))
        if self.doubts or (claim is not None and violates(self.evidence, self.explanation, claim)):
            return after._learn(evidence, ply, kind, hand)
        cards = list(self.explanation.slots)
        for place in slots_in(hand, self.evidence.slots):
            batch, card, at = cards[place]
            if card == kind and not at:
                cards[place] = (batch, kind, exits.pop().at)
                if not exits:
                    return Learned(after._with(evidence, replace(self.explanation, slots=tuple(cards)), hand))
        return after._learn(evidence, ply, kind, hand)

    def _claim(self, claim: Claim) -> Learned:
        evidence = replace(self.evidence, claims=(*self.evidence.claims, claim))
        after = replace(self, moment=claim.at)
        if not self.doubts and not violates(self.evidence, self.explanation, claim):
            return Learned(replace(after, evidence=evidence))
        learned = after._learn(evidence, claim.ply, None, claim.hand)
        assert learned is not None, "without its claims the evidence has the explanation it had"
        return learned

    def _learn(self, evidence: Evidence, ply: int, proved_by: str | None, hand: Hand) -> Learned | None:
        """The knowledge with the evidence so far, which is more about one hand, and what it proves about the claims.
        None: no explanation.
        """
        if not self.doubts and (assignment := self._find_explanation(evidence)):
            return Learned(self._with(evidence, assignment, hand))
        found = contradictions(evidence, self.explanation, self.doubts)
        if found is not None and any(at <= self.settled for one in found[0] for at in one):
            # What was settled rests on all claims of its time: one of them is false, and nobody can know which.
            evidence = self._without_old_claims(0, evidence).evidence
            found = contradictions(evidence, self.explanation, self.doubts)
        if found is None:
            return None
        known, assignment = found
        claimed = {claim.at: claim for claim in (*self.suspects, *evidence.claims)}
        proved = frozenset(at for one in known if len(one) == 1 for at in one)
        doubts = tuple(sorted((one for one in known if len(one) > 1), key=sorted))
        doubted = frozenset().union(*doubts)
        evidence = evidence.without(proved)
        after = replace(self, doubts=doubts, suspects=tuple(claimed[at] for at in sorted(doubted)))
        accused = [Accusation(claimed[at], ply, proved_by, after._rivals(at)) for at in sorted(proved | doubted)]
        old = {claim.at: moments_of(self._rivals(claim.at)) for claim in self.suspects}
        news = tuple(item for item in accused if item.certain or moments_of(item.suspects) != old.get(item.claim.at))
        cleared = tuple(claimed[at] for at in sorted(self._doubted() - proved - doubted))
        return Learned(after._with(evidence, assignment), news, cleared)

    def _rivals(self, at: int) -> tuple[Claim, ...]:
        """The claims that one in doubt stands against."""
        others = frozenset().union(*(one for one in self.doubts if at in one))
        return tuple(claim for claim in self.suspects if claim.at in others and claim.at != at)

    def _with(self, evidence: Evidence, assignment: Assignment, hand: Hand = None) -> Knowledge:
        return self._explained(evidence, assignment)._compact(hand)

    def _explained(self, evidence: Evidence, assignment: Assignment) -> Knowledge:
        return replace(self, evidence=evidence, explanation=assignment)

    def _compact(self, hand: Hand = None) -> Knowledge:
        evidence, assignment = prune(self.evidence, self.explanation, hand)
        tidy = self._explained(evidence, assignment)._drop_stale_doubts()
        if len(evidence.exits) > MAX_OPEN:
            tidy = tidy._settle()
        return tidy if len(evidence.claims) <= MAX_OPEN else tidy._without_old_claims(evidence.claims[MAX_OPEN // 2].at)

    def _settle(self) -> Knowledge:
        """With less evidence again; claims in doubt stay so for ever, because the matching rests on the others."""
        evidence, assignment = settle(self.evidence.without(self._doubted()), self.explanation)
        return replace(self, evidence=evidence, explanation=assignment, settled=self.moment)._drop_stale_doubts()

    def _without_old_claims(self, until: int, evidence: Evidence | None = None) -> Knowledge:
        """Without the claims up to a moment; what was settled rests on all claims of its time, so they go together."""
        until, evidence = max(until, self.settled), evidence or self.evidence
        claims = tuple(claim for claim in evidence.claims if claim.at > until)
        return replace(self, evidence=replace(evidence, claims=claims))._drop_stale_doubts()

    def _drop_stale_doubts(self) -> Knowledge:
        """Doubts that no later line can settle are over: no claim that they depend on covers a card any more."""
        if not self.doubts:
            return self
        doubts = live_doubts(self.doubts, self.evidence.claims)
        if doubts == self.doubts:
            return self
        live = frozenset().union(*doubts)
        return replace(self, doubts=doubts, suspects=tuple(claim for claim in self.suspects if claim.at in live))

    def _set_known(self, hand: Hand, kinds: tuple[str, ...]) -> Knowledge:
        others = tuple(entry for entry in self.in_view if entry[0] != hand)
        in_view = (*others, (hand, kinds)) if kinds else others
        return replace(self, in_view=in_view, moment=self.moment + 1)

    def _mix(self, hand: Hand) -> tuple[Knowledge, list[Slot], list[Card]]:
        """Takes all cards of a hand out of it, nobody knows which is which; returns the slots and cards to put back."""
        mixed, known = self._set_known(hand, ()), self.known(hand)
        if known:
            mixed = replace(mixed, batches_made=self.batches_made + 1)
        evidence, assignment, slots, cards = take_out(
            self.evidence, self.explanation, hand, known, mixed.batches_made, mixed.moment
        )
        return mixed._explained(evidence, assignment), slots, cards

    def _add(self, slots: list[Slot], cards: list[Card]) -> Knowledge:
        evidence, assignment = put_back(self.evidence, self.explanation, slots, cards)
        return self._explained(evidence, assignment)

    def _stack(self, layer: Layer, hidden: tuple[Card, ...], top: bool) -> Knowledge:
        evidence, assignment = stack(self.evidence, self.explanation, layer, hidden, top)
        return self._explained(evidence, assignment)

    def _merge_top(self, pile: str, n: int) -> Knowledge:
        """The top n places of a pile become one layer."""
        if n > self.pile_size(pile):
            raise ValueError(f"{n} cards are dealt from {pile!r}, which has {self.pile_size(pile)}")
        evidence, assignment = merge_top(self.evidence, self.explanation, pile, n)
        return self if evidence is self.evidence else self._explained(evidence, assignment)
