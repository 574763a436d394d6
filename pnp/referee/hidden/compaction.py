"""Keeping a story short: what is over goes, and a story that grew too long is settled.

In: a story and a deal that explains it. Out: a shorter story and the deal that explains that.

Invariant of `prune`: whatever lines come later, and whichever claims then prove false, the shorter story gives the same
answers. Invariant of `settle`: whatever explains the longer story explains the shorter one, so that nothing is refused
and no claim found false that was not before.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from pnp.referee.hidden.evidence import Assignment, Bans, Batch, Card, Evidence, Exit, Hand, Layer, Slot
from pnp.referee.hidden.solver import explain


def prune(story: Evidence, deal: Assignment) -> tuple[Evidence, Assignment]:
    """Drops what no later line can touch, whatever claims may turn out false.

    An exit is *pinned* when it can only be of one lot: no other lot had a slot in that hand and a copy to spare. The
    slots of a hand that are filled from a lot are *spent* when as many exits of that hand are pinned to that lot: those
    exits can only be those slots', in every explanation, with all claims or none; so no later exit and no later claim
    can be about them, and which claims contradict each other there was found out while they stood. Slots, exits and
    their copies go together. Lots that were shuffled into each other count as one.
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
        key = (slot.hand, _family_of(slot, family))
        slots_in[key] = slots_in.get(key, 0) + 1
    for way in exits:
        if not way.kind:
            mixed[way.hand] = way.at
        elif len(way.lots) == 1:
            key = (way.hand, family[way.lots[0]])
            exits_in[key] = exits_in.get(key, 0) + 1
    spent = {key for key, n in exits_in.items() if slots_in.get(key) == n}
    for way in exits:
        # While the lot of an exit before the mixing is open, a later line may still be about that hand's old slots.
        if len(way.lots) > 1 and way.at < mixed.get(way.hand, 0):
            del mixed[way.hand]
    if not spent and not mixed:
        return _forget(story), deal

    gone: dict[tuple[int, str], int] = {}
    ways: list[Exit] = []
    for way in exits:
        over = way.at <= mixed.get(way.hand, 0)
        if not over and not (len(way.lots) == 1 and (way.hand, family[way.lots[0]]) in spent):
            ways.append(way)
        elif way.kind:
            gone[way.lots[0], way.kind] = gone.get((way.lots[0], way.kind), 0) + 1
    stay = [
        slot.since >= mixed.get(slot.hand, 0) and (slot.hand, _family_of(slot, family)) not in spent
        for slot in story.slots
    ]
    slots = tuple(slot for slot, stays in zip(story.slots, stay, strict=True) if stays)
    cards = tuple(card for card, stays in zip(deal.slots, stay, strict=True) if stays)
    shorter = Evidence(_less(story.lots, gone), story.layers, slots, tuple(ways), story.claims)
    # What went may have been all that kept another exit open, so it is looked at anew until nothing goes.
    return prune(_forget(shorter), Assignment(cards, deal.layers))


def _book(story: Evidence, deal: Assignment) -> tuple[Evidence, Assignment]:
    """Books pinned exits on the oldest slot where no explanation can be lost by it.

    That is when all slots that the exit can be of are of the same lots and barred by the same claims, whichever of them
    may prove false, and no earlier exit can be of those slots. If an explanation lays the exit on a younger slot, then
    the oldest one is held at that moment; exchange what becomes of the two from there on, and the younger one bears it
    too. So where nobody claims and no lots compete, a story is never longer than the hands are.
    """
    blocked: set[tuple[Hand, int]] = set()
    booked: list[int] = []
    slots, cards, barring = list(story.slots), list(deal.slots), Bans(story.claims)
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
            bans = {tuple(claim.at for claim in barring.on(slots[place])) for place in mine}
            lots = {slots[place].lots for place in mine}
            if len(bans) == 1 and len(lots) == 1 and not any((way.hand, lot) in blocked for lot in slots[oldest].lots):
                # Where the deal laid the exit on a younger slot, that one takes over what the oldest held.
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
    shorter = Evidence(_less(story.lots, gone), story.layers, tuple(slots), exits, story.claims)
    return _forget(shorter), Assignment(tuple(cards), deal.layers)


def _pin(story: Evidence) -> tuple[Exit, ...]:
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


def _families(lots: Iterable[Batch], together: Iterable[Slot | Layer | Exit]) -> dict[int, int]:
    """For each lot the first of those it is tied to, directly or over others, by being named together."""
    family = {lot.id: lot.id for lot in lots}
    for names in {place.lots for place in together if len(place.lots) > 1}:
        first = min(family[lot] for lot in names)
        joined = {family[lot] for lot in names}
        for lot, old in family.items():
            if old in joined:
                family[lot] = first
    return family


def _family_of(slot: Slot, family: dict[int, int]) -> int:
    """The family of a slot's lots; 0 when the last copies came to light after its card had left unseen."""
    return family[slot.lots[0]] if slot.lots else 0


def _one(slot: Slot, family: dict[int, int]) -> tuple[int, ...]:
    """The lots of a slot when tied lots become one."""
    return (_family_of(slot, family),) if slot.lots else ()


def _forget(story: Evidence) -> Evidence:
    """Drops lots whose cards are all out, or that have no place any more, and claims that speak of no slot any more."""
    lots, layers, slots = story.lots, story.layers, story.slots
    if not all(lot.cards for lot in lots):
        full = {lot.id for lot in lots if lot.cards}
        layers = tuple(replace(layer, lots=tuple(lot for lot in layer.lots if lot in full)) for layer in layers)
        slots = tuple(replace(slot, lots=tuple(lot for lot in slot.lots if lot in full)) for slot in slots)
    places: list[Slot | Layer] = [*slots, *layers]
    named = {lot for place in places for lot in place.lots}
    if len(named) < len(lots):
        lots = tuple(lot for lot in lots if lot.id in named)
    barring = Bans(story.claims)
    spoken = {claim.at for slot in slots for claim in barring.on(slot)}
    claims = tuple(claim for claim in story.claims if claim.at in spoken)
    return Evidence(lots, layers, slots, story.exits, claims)


def settle(story: Evidence, deal: Assignment) -> tuple[Evidence, Assignment]:
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
        Evidence(
            tuple(Batch(lot, _sum((kind, n) for _, kind, n in merged)) for lot, merged in cards.items()),
            tuple(replace(layer, lots=(family[layer.lots[0]],)) for layer in story.layers),
            tuple(replace(slot, lots=_one(slot, family), claims=()) for slot in story.slots),
            tuple(replace(way, lots=(family[way.lots[0]],)) if way.kind else way for way in story.exits),
            tuple(claim for claim in story.claims if not claim.drawn),
        ),
        Assignment(
            tuple((family[lot] if at == 0 or kind else 0, kind, at) for lot, kind, at in deal.slots),
            tuple(tuple((family[lot], kind, n) for lot, kind, n in layer) for layer in deal.layers),
        ),
    )
    held = sorted(range(len(story.slots)), key=lambda index: story.slots[index].since)
    gone: dict[tuple[int, str], int] = {}
    for way in story.exits:
        # Oldest first (see above); some slot bears it, because `deal` explains the story.
        held.remove(next(index for index in held if _bears(story, story.slots[index], way)))
        gone[way.lots[0], way.kind] = gone.get((way.lots[0], way.kind), 0) + 1
    held.sort()
    story = Evidence(
        _less(story.lots, gone), story.layers, tuple(story.slots[index] for index in held), (), story.claims
    )
    settled = explain(story, Assignment(tuple(deal.slots[index] for index in held), deal.layers))
    assert isinstance(settled, Assignment), "booking on the oldest slot keeps an explanation"
    return _forget(story), settled


def _bears(story: Evidence, slot: Slot, way: Exit) -> bool:
    if slot.hand != way.hand or slot.lots != way.lots or slot.since >= way.at:
        return False
    return not any(way.kind in claim.kinds and claim.at < way.at and claim.bars(slot) for claim in story.claims)


def _less(lots: Iterable[Batch], gone: dict[tuple[int, str], int]) -> tuple[Batch, ...]:
    """The lots without the cards that are gone."""
    return tuple(
        Batch(lot.id, tuple((kind, left) for kind, n in lot.cards if (left := n - gone.get((lot.id, kind), 0))))
        for lot in lots
    )


def _sum(cards: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    total: dict[str, int] = {}
    for kind, n in cards:
        total[kind] = total.get(kind, 0) + n
    return tuple(sorted(total.items()))
