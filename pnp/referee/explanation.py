"""Explaining a table: is there a way to lay the unseen cards on the hidden places that explains all lines?

In: a `Story`, all that is known of the hidden cards: which places there are, where their cards come from, which cards
came to light out of which hand, who claimed what. Out: a `Deal`, one explanation of all of it; or a `Conflict`, which
claims stand in the way. `blame` names the claims that have to be false, `prune` drops the part of a story that is over
and `settle` shortens a story that grew too long.

A **lot** is a closed multiset of cards that went out of sight together: the opening deck, its low part, a discard pile
when it was shuffled. A **slot** is a place in a hand that was filled unseen, a **layer** the places of a draw pile that
share one hidden order. Each slot and layer names the lots its cards can be of: more than one only after lots were
shuffled into each other. An **exit** is a card of a hand that came to light: played, discarded, shown. A slot holds one
copy of one of its lots, and either it is there still or one exit of its hand, later than its draw, brought it to light;
a **claim** bars its kinds from every slot of its hand that was held when it was made. Every copy of every lot is in
exactly one place (nothing is lost, there is no fifth copy of a four-copy card).

How it is decided. When it is known of which lot each exit's card is, this is a matching of places with exits and with
the copies still unseen, alike copies being one token: one augmenting path a line. That is so in every game of single
copies, and in every game until a second lot with the same kinds is about. Then the choice of lots is open, and no
matching decides it: even without any claim it contains the question whether a three-way table with given sums exists
(slots by hand and lot, exits by hand and kind, copies by lot and kind), which is NP-complete (Irving and Jerrum 1994).
So the open choices are searched, branch and bound: the bound is the same flow with only the sum over the lots of a kind
held fixed, and a branch is cut when that has no filling. A search that gets too long raises `TooLong`.

Invariant: a `Deal` that is returned explains every line that was not dropped, and a `Conflict` is a proof.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from heapq import heappop, heappush

from msgspec import Struct
from msgspec.structs import replace

from pnp.referee.matching import Network

Hand = Hashable
Card = tuple[int, str, int]
"""What a deal lays on a slot: lot, kind, and the moment of the exit that brought it to light (0: it is there still).
The card of an unseen exit is `(0, "", moment)`: it left for a place that the story knows by other slots."""

SEARCH = 60
"""Flows that one search over open lots may try before it gives up."""
BLAME = 1000
"""Sets of claims that one search for the false ones may try before it takes an answer that is merely minimal."""


class TooLong(Exception):
    """A search over the open lots went past its bound. `knowledge` catches it and settles; it never gets further."""


class Lot(Struct, frozen=True):
    """Cards that went out of sight together, less those of pruned lines."""

    id: int
    cards: tuple[tuple[str, int], ...]


class Slot(Struct, frozen=True):
    """A card that came into a hand unseen. `claims` are those that bar kinds since an earlier stay in another hand."""

    hand: Hand
    since: int
    lots: tuple[int, ...]
    claims: tuple[int, ...] = ()


class Layer(Struct, frozen=True):
    """The undrawn places of a pile that share one hidden order."""

    pile: str
    lots: tuple[int, ...]
    size: int


class Exit(Struct, frozen=True):
    """A card that came to light out of a hand; `lots` are those it can have come from. No kind: it left unseen."""

    hand: Hand
    at: int
    kind: str
    lots: tuple[int, ...]


class Claim(Struct, frozen=True):
    """Somebody said by an act: no card of these kinds is in this hand. `drawn`: only of the cards of that one draw."""

    by: Hand
    hand: Hand
    at: int
    ply: int
    rule: str
    kinds: frozenset[str]
    drawn: int = 0

    def bars(self, slot: Slot) -> bool:
        """True when it speaks of this slot, as far as the slot was still held."""
        if self.hand == slot.hand and slot.since < self.at and (not self.drawn or self.drawn == slot.since):
            return True
        return self.at in slot.claims


class Story(Struct, frozen=True):
    """All that is known of the hidden cards. Moments (`since`, `at`) count the lines of all hands together."""

    lots: tuple[Lot, ...] = ()
    layers: tuple[Layer, ...] = ()
    slots: tuple[Slot, ...] = ()
    exits: tuple[Exit, ...] = ()
    claims: tuple[Claim, ...] = ()


class Deal(Struct, frozen=True):
    """One explanation of a story: a card for each slot, and for each layer its cards as (lot, kind, how many)."""

    slots: tuple[Card, ...] = ()
    layers: tuple[tuple[Card, ...], ...] = ()


class Conflict(Struct, frozen=True):
    """Proof that no deal explains the story. Whoever wants one must drop at least one of these sets of claims whole."""

    sets: frozenset[frozenset[int]]


def explain(story: Story, near: Deal, dropped: frozenset[int] = frozenset()) -> Deal | Conflict:
    """A deal that explains the story without the dropped claims, as like `near` as comes easily; or why there is none.

    `near` lays cards on the same slots and layers; cards of it that no longer fit are laid anew.
    """
    return _Search(story, near, dropped).run([way.lots for way in story.exits])


class _Search:
    """Branch and bound over the lots of the exits. Without an open choice it is one flow."""

    def __init__(self, story: Story, near: Deal, dropped: frozenset[int]) -> None:
        self.story = story
        self.near = near
        self.left = SEARCH
        self.copies = {(lot.id, kind): n for lot in story.lots for kind, n in lot.cards}
        standing = [claim for claim in story.claims if claim.at not in dropped]
        self.claims = [[claim for claim in standing if claim.bars(slot)] for slot in story.slots]
        lot_of = {at: lot for lot, _, at in near.slots if at}
        self.near_lots = [lot_of.get(way.at, 0) for way in story.exits]
        self.exits_of: dict[Hand, list[int]] = {}
        for index, way in enumerate(story.exits):
            self.exits_of.setdefault(way.hand, []).append(index)

    def run(self, lots: list[tuple[int, ...]], tried: bool = False) -> Deal | Conflict:
        """`lots[i]` are the lots that exit i may still have come from on this branch.

        `tried`: with every other choice as in the deal that is near, this branch was tried before.
        """
        found = self._flow(lots)
        if not isinstance(found, int):
            return found
        if not tried:
            near = [(lot,) if lot in choice else choice for lot, choice in zip(self.near_lots, lots, strict=True)]
            lucky = self._flow(near)
            if isinstance(lucky, Deal):
                return lucky
        sets: frozenset[frozenset[int]] = frozenset()
        as_near = self.near_lots[found]
        for lot in sorted(lots[found], key=lambda lot: lot == as_near):
            branch = self.run([*lots[:found], (lot,), *lots[found + 1 :]], lot == as_near)
            if isinstance(branch, Deal):
                return branch
            sets |= branch.sets
        return Conflict(sets)

    def _flow(self, lots: list[tuple[int, ...]]) -> Deal | Conflict | int:
        """A deal, a proof that there is none, or an exit whose lot has to be chosen first."""
        if self.left == 0:
            raise TooLong
        self.left -= 1
        exits = self.story.exits
        decided: dict[tuple[int, str], int] = {}
        unseen: dict[str, int] = {}
        for (_, kind), n in self.copies.items():
            unseen[kind] = unseen.get(kind, 0) + n
        for way, choice in zip(exits, lots, strict=True):
            if way.kind:
                unseen[way.kind] = unseen.get(way.kind, 0) - 1
                if len(choice) == 1:
                    key = (choice[0], way.kind)
                    decided[key] = decided.get(key, 0) + 1
        spare = {key: n - decided.get(key, 0) for key, n in self.copies.items()}
        if any(n < 0 for n in unseen.values()) or any(key not in spare or spare[key] < 0 for key in decided):
            return Conflict(frozenset())

        keys = [key for key in spare if spare[key]]
        pools = {kind: index for index, kind in enumerate(unseen, len(exits))}
        network = Network(
            want=[1] * len(self.story.slots) + [layer.size for layer in self.story.layers],
            limit=[1] * len(exits) + [spare[key] for key in keys],
            pool=[*range(len(exits)), *(pools[kind] for _, kind in keys)],
            pool_limit=[1] * len(exits) + list(unseen.values()),
            takes=_Edges(self, lots, keys),
        )
        self._lay_near(network, lots, keys)
        stuck = network.fill()
        if stuck is not None:
            return Conflict(frozenset(self._barred(*stuck, lots, keys)))
        return self._decide(network, lots, keys, spare)

    def fits(self, place: int, way: Exit, choice: tuple[int, ...]) -> frozenset[int] | None:
        """The claims that keep this exit from being this slot's; None when not even the order of events allows it."""
        slot = self.story.slots[place]
        if way.at <= slot.since or (way.kind and slot.lots != choice and not any(lot in choice for lot in slot.lots)):
            return None
        return frozenset(c.at for c in self.claims[place] if c.at < way.at and way.kind in c.kinds)

    def _lay_near(self, network: Network, lots: list[tuple[int, ...]], keys: list[tuple[int, str]]) -> None:
        exit_at = {way.at: index for index, way in enumerate(self.story.exits)}
        token_of = {key: index for index, key in enumerate(keys, len(lots))}
        for place, (lot, kind, at) in enumerate(self.near.slots):
            if at:
                index = exit_at.get(at, -1)
                if index >= 0 and self.fits(place, self.story.exits[index], lots[index]) == frozenset():
                    network.lay(place, index)
            elif (lot, kind) in token_of and not any(kind in claim.kinds for claim in self.claims[place]):
                network.lay(place, token_of[lot, kind])
        for place, cards in enumerate(self.near.layers, len(self.story.slots)):
            for lot, kind, n in cards:
                if (lot, kind) in token_of:
                    network.lay(place, token_of[lot, kind], n)

    def _barred(
        self, places: set[int], seen: set[int], lots: list[tuple[int, ...]], keys: list[tuple[int, str]]
    ) -> Iterator[frozenset[int]]:
        """The ways out of a stuck search: any explanation lays a token it did not see on a place that it did."""
        for place in places:
            if place >= len(self.story.slots):
                continue
            slot = self.story.slots[place]
            for index in self.exits_of.get(slot.hand, ()):
                if index not in seen:
                    barring = self.fits(place, self.story.exits[index], lots[index])
                    if barring:
                        yield barring
            for token, (lot, kind) in enumerate(keys, len(lots)):
                if token not in seen and lot in slot.lots:
                    yield frozenset(claim.at for claim in self.claims[place] if kind in claim.kinds)

    def _decide(
        self,
        network: Network,
        lots: list[tuple[int, ...]],
        keys: list[tuple[int, str]],
        spare: dict[tuple[int, str], int],
    ) -> Deal | int:
        """Reads the deal off a filled network. An exit with open lots takes one with a copy to spare or is returned."""
        exits, slots = self.story.exits, self.story.slots
        for key, used in zip(keys, network.used[len(exits) :], strict=True):
            spare[key] -= used
        cards: list[Card] = []
        for place, slot in enumerate(slots):
            (token,) = network.flow[place]
            if token >= len(exits):
                cards.append((*keys[token - len(exits)], 0))
                continue
            way = exits[token]
            choice = lots[token]
            if not way.kind:
                cards.append((0, "", way.at))
            elif len(choice) == 1:
                cards.append((choice[0], way.kind, way.at))
            else:
                lot = next((lot for lot in slot.lots if lot in choice and spare.get((lot, way.kind))), None)
                if lot is None:
                    return token
                spare[lot, way.kind] -= 1
                cards.append((lot, way.kind, way.at))
        layers = tuple(
            tuple((*keys[token - len(exits)], n) for token, n in sorted(held.items()))
            for held in network.flow[len(slots) :]
        )
        return Deal(tuple(cards), layers)


class _Edges:
    """The tokens a place takes under the claims that stand, worked out when the flow comes by."""

    def __init__(self, search: _Search, lots: list[tuple[int, ...]], keys: list[tuple[int, str]]) -> None:
        self.search = search
        self.lots = lots
        self.by_lot: dict[int, list[tuple[str, int]]] = {}
        for token, (lot, kind) in enumerate(keys, len(lots)):
            self.by_lot.setdefault(lot, []).append((kind, token))
        self.known: dict[int, list[int]] = {}

    def __call__(self, place: int) -> Sequence[int]:
        tokens = self.known.get(place)
        if tokens is None:
            tokens = self.known[place] = self._tokens(place)
        return tokens

    def _tokens(self, place: int) -> list[int]:
        search, slots = self.search, self.search.story.slots
        if place >= len(slots):
            layer = search.story.layers[place - len(slots)]
            return [token for lot in layer.lots for _, token in self.by_lot.get(lot, ())]
        slot = slots[place]
        barred = {kind for claim in search.claims[place] for kind in claim.kinds}
        tokens = [token for lot in slot.lots for kind, token in self.by_lot.get(lot, ()) if kind not in barred]
        for index in search.exits_of.get(slot.hand, ()):
            if search.fits(place, search.story.exits[index], self.lots[index]) == frozenset():
                tokens.append(index)
        return tokens


def blame(story: Story, near: Deal) -> tuple[tuple[int, ...], Deal] | None:
    """The claims to drop so that an explanation exists again, and that explanation. None: no claim is to blame.

    The earliest single claim that suffices; else the smallest set, of equal ones the one with the earliest claims. The
    sets are tried in that order, and only those that open one of the ways a stuck search left: a set that explains the
    story opens one at every stage, so the first one that explains is the wanted one.
    """
    without = explain(story, near, frozenset(claim.at for claim in story.claims))
    if isinstance(without, Conflict):
        return None
    heap: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    seen: set[tuple[int, ...]] = {()}
    while len(seen) < BLAME:
        _, dropped = heappop(heap)
        found = explain(story, near, frozenset(dropped))
        if isinstance(found, Deal):
            return dropped, found
        for more in found.sets:
            longer = tuple(sorted(more.union(dropped)))
            if longer not in seen:
                seen.add(longer)
                heappush(heap, (len(longer), longer))
    return _minimal(story, near, without)


def _minimal(story: Story, near: Deal, deal: Deal) -> tuple[tuple[int, ...], Deal]:
    """Takes back, from the latest to the earliest, each claim that may stand; `deal` explains without any."""
    dropped = frozenset(claim.at for claim in story.claims)
    for at in sorted(dropped, reverse=True):
        found = explain(story, near, dropped - {at})
        if isinstance(found, Deal):
            dropped, deal = dropped - {at}, found
    return tuple(sorted(dropped)), deal


def prune(story: Story, deal: Deal) -> tuple[Story, Deal]:
    """Drops what no later line can touch, whatever claims may turn out false.

    An exit is *pinned* when it can only be of one lot: no other lot had a slot in that hand and a copy to spare. The
    slots of a hand that are filled from a lot are *spent* when as many exits of that hand are pinned to that lot: those
    exits can only be those slots', in every explanation, with all claims or none; so no later exit and no later claim
    can be about them, and no claim has to be dropped for their sake, because the deal at hand explains them with all
    claims standing. Slots, exits and their copies go together. Lots that were shuffled into each other count as one.
    A hand that was mixed with another is spent up to that moment in the same way: all its slots have left it.
    """
    if not story.exits:
        return _forget(story), deal
    story, deal = _book(replace(story, exits=_pin(story)), deal)
    exits = story.exits
    family = _families(story.lots, [*story.slots, *story.layers])
    slots_in: dict[tuple[Hand, int], int] = {}
    exits_in: dict[tuple[Hand, int], int] = {}
    mixed: dict[Hand, int] = {}
    for slot in story.slots:
        key = (slot.hand, family[slot.lots[0]])
        slots_in[key] = slots_in.get(key, 0) + 1
    for way in exits:
        if not way.kind:
            mixed[way.hand] = way.at
        elif len(way.lots) == 1:
            key = (way.hand, family[way.lots[0]])
            exits_in[key] = exits_in.get(key, 0) + 1
    spent = {key for key, n in exits_in.items() if slots_in.get(key) == n}
    for way in exits:
        if len(way.lots) > 1 and way.at < mixed.get(way.hand, 0):
            del mixed[way.hand]
    if not spent and not mixed:
        return _forget(replace(story, exits=exits)), deal

    gone: dict[tuple[int, str], int] = {}
    ways: list[Exit] = []
    for way in exits:
        over = way.at <= mixed.get(way.hand, 0)
        if not over and not (len(way.lots) == 1 and (way.hand, family[way.lots[0]]) in spent):
            ways.append(way)
        elif way.kind:
            gone[way.lots[0], way.kind] = gone.get((way.lots[0], way.kind), 0) + 1
    stay = [
        slot.since >= mixed.get(slot.hand, 0) and (slot.hand, family[slot.lots[0]]) not in spent for slot in story.slots
    ]
    slots = tuple(slot for slot, stays in zip(story.slots, stay, strict=True) if stays)
    cards = tuple(card for card, stays in zip(deal.slots, stay, strict=True) if stays)
    shorter = Story(_less(story.lots, gone), story.layers, slots, tuple(ways), story.claims)
    return prune(_forget(shorter), Deal(cards, deal.layers))


def _book(story: Story, deal: Deal) -> tuple[Story, Deal]:
    """Books pinned exits on the oldest slot where no explanation can be lost by it.

    That is when all slots that the exit can be of are of the same lots and barred by the same claims, whichever of them
    may prove false, and no earlier exit can be of those slots. If an explanation lays the exit on a younger slot, then
    the oldest one is held at that moment; exchange what becomes of the two from there on, and the younger one bears it
    too. So where nobody claims and no lots compete, a story is never longer than the hands are.
    """
    blocked: set[tuple[Hand, int]] = set()
    booked: list[int] = []
    slots, cards = list(story.slots), list(deal.slots)
    for index, way in enumerate(story.exits):
        if not way.kind:
            blocked.update((way.hand, lot.id) for lot in story.lots)
            continue
        if len(way.lots) == 1 and (way.hand, way.lots[0]) not in blocked:
            mine = [
                place
                for place, slot in enumerate(slots)
                if slot.hand == way.hand and slot.since < way.at and way.lots[0] in slot.lots
            ]
            oldest = min(mine, key=lambda place: slots[place].since)
            bans = {tuple(claim.at for claim in story.claims if claim.bars(slots[place])) for place in mine}
            lots = {slots[place].lots for place in mine}
            if len(bans) == 1 and len(lots) == 1 and not any((way.hand, lot) in blocked for lot in slots[oldest].lots):
                laid = next(place for place in mine if cards[place][2] == way.at)
                cards[laid] = cards[oldest]
                del slots[oldest], cards[oldest]
                booked.append(index)
                continue
        blocked.update((way.hand, lot) for lot in way.lots)
    if not booked:
        return story, deal
    gone: dict[tuple[int, str], int] = {}
    for index in booked:
        way = story.exits[index]
        gone[way.lots[0], way.kind] = gone.get((way.lots[0], way.kind), 0) + 1
    exits = tuple(way for index, way in enumerate(story.exits) if index not in booked)
    shorter = Story(_less(story.lots, gone), story.layers, tuple(slots), exits, story.claims)
    return _forget(shorter), Deal(tuple(cards), deal.layers)


def _pin(story: Story) -> tuple[Exit, ...]:
    """Strikes the lots an exit cannot be of: no slot of its hand is of that lot, or exits of no other use it up."""
    exits = story.exits
    while any(len(way.lots) > 1 for way in exits):
        at_hand = {(slot.hand, lot) for slot in story.slots for lot in slot.lots}
        spare = {(lot.id, kind): n for lot in story.lots for kind, n in lot.cards}
        for way in exits:
            if len(way.lots) == 1:
                spare[way.lots[0], way.kind] -= 1
        narrowed = tuple(
            replace(
                way, lots=tuple(lot for lot in way.lots if spare.get((lot, way.kind)) and (way.hand, lot) in at_hand)
            )
            if len(way.lots) > 1
            else way
            for way in exits
        )
        if narrowed == exits:
            break
        exits = narrowed
    return exits


def _families(lots: Iterable[Lot], together: Iterable[Slot | Layer | Exit]) -> dict[int, int]:
    """For each lot the first of those it is tied to, directly or over others, by being named together."""
    family = {lot.id: lot.id for lot in lots}
    for names in {place.lots for place in together if len(place.lots) > 1}:
        first = min(family[lot] for lot in names)
        joined = {family[lot] for lot in names}
        for lot, old in family.items():
            if old in joined:
                family[lot] = first
    return family


def _forget(story: Story) -> Story:
    """Drops lots whose cards are all out, or that have no place any more, and claims that speak of no slot any more."""
    lots, layers, slots = story.lots, story.layers, story.slots
    if not all(lot.cards for lot in lots):
        full = {lot.id for lot in lots if lot.cards}
        layers = tuple(replace(layer, lots=tuple(lot for lot in layer.lots if lot in full)) for layer in layers)
        slots = tuple(replace(slot, lots=tuple(lot for lot in slot.lots if lot in full)) for slot in slots)
    named = {lot for place in (*slots, *layers) for lot in place.lots}
    if len(named) < len(lots):
        lots = tuple(lot for lot in lots if lot.id in named)
    claims = tuple(claim for claim in story.claims if any(claim.bars(slot) for slot in slots))
    return Story(lots, layers, slots, story.exits, claims)


def settle(story: Story, deal: Deal) -> tuple[Story, Deal]:
    """A shorter story, without exits, that every explanation of the longer one still fits.

    First, lots between which an exit is undecided become one: nothing is left to search. Bans that a slot brought from
    another hand or that speak of one draw only are lifted, so that of two slots of a hand the younger is under fewer
    bans. Then each exit is booked for good on the oldest slot of its hand and lot that no claim bars. That loses
    nothing while the claims stand: if an explanation lays the exit on a younger slot instead, the older one is held at
    that moment; exchange what becomes of the two from there on, and the younger one bears it too. What is lost is which
    of these claims to drop should they turn out not all to be true: `knowledge` then drops them all.
    """
    family = _families(story.lots, [*story.slots, *story.layers, *story.exits])
    cards: dict[int, list[Card]] = {}
    for lot in story.lots:
        cards.setdefault(family[lot.id], []).extend((lot.id, kind, n) for kind, n in lot.cards)
    story, deal = prune(
        Story(
            tuple(Lot(lot, _sum((kind, n) for _, kind, n in merged)) for lot, merged in cards.items()),
            tuple(replace(layer, lots=(family[layer.lots[0]],)) for layer in story.layers),
            tuple(replace(slot, lots=(family[slot.lots[0]],), claims=()) for slot in story.slots),
            tuple(replace(way, lots=(family[way.lots[0]],)) if way.kind else way for way in story.exits),
            tuple(claim for claim in story.claims if not claim.drawn),
        ),
        Deal(
            tuple((family[lot] if at == 0 or kind else 0, kind, at) for lot, kind, at in deal.slots),
            tuple(tuple((family[lot], kind, n) for lot, kind, n in layer) for layer in deal.layers),
        ),
    )
    held = sorted(range(len(story.slots)), key=lambda index: story.slots[index].since)
    gone: dict[tuple[int, str], int] = {}
    for way in story.exits:
        held.remove(next(index for index in held if _bears(story, story.slots[index], way)))
        gone[way.lots[0], way.kind] = gone.get((way.lots[0], way.kind), 0) + 1
    held.sort()
    story = Story(_less(story.lots, gone), story.layers, tuple(story.slots[index] for index in held), (), story.claims)
    settled = explain(story, Deal(tuple(deal.slots[index] for index in held), deal.layers))
    assert isinstance(settled, Deal), "booking on the oldest slot keeps an explanation"
    return _forget(story), settled


def _bears(story: Story, slot: Slot, way: Exit) -> bool:
    if slot.hand != way.hand or slot.lots != way.lots or slot.since >= way.at:
        return False
    return not any(way.kind in claim.kinds and claim.at < way.at and claim.bars(slot) for claim in story.claims)


def _less(lots: Iterable[Lot], gone: dict[tuple[int, str], int]) -> tuple[Lot, ...]:
    """The lots without the cards that are gone."""
    return tuple(
        Lot(lot.id, tuple((kind, left) for kind, n in lot.cards if (left := n - gone.get((lot.id, kind), 0))))
        for lot in lots
    )


def _sum(cards: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    total: dict[str, int] = {}
    for kind, n in cards:
        total[kind] = total.get(kind, 0) + n
    return tuple(sorted(total.items()))
