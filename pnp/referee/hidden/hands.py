"""The hands of a story: what a deal lays in them, what may be there, and cards that leave one without being seen.

In: a story, the deal that explains it, a hand. Out: slots and cards; for an unseen choice both without the hand's
cards, and the slots and cards to put back where they go. Invariant: what is put back keeps only what is certain for
every card of the hand: the lots that any of them can be of, and the claims that speak of all of them.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.referee.hidden.evidence import Assignment, Batch, Card, Claim, Evidence, Exit, Hand, Slot
from pnp.referee.hidden.piles import count_cards


def laid_in(story: Evidence, deal: Assignment, hand: Hand) -> list[tuple[Slot, Card]]:
    """The slots of a hand, those that came to light among them, and what the deal lays on each."""
    pairs = zip(story.slots, deal.slots, strict=True)
    return [(slot, card) for slot, card in pairs if slot.hand == hand]


def count_hidden(story: Evidence, hand: Hand) -> int:
    """How many cards of a hand are not known."""
    slots = sum(slot.hand == hand for slot in story.slots)
    return slots - sum(way.hand == hand for way in story.exits)


def sources_of(story: Evidence, deal: Assignment, hand: Hand, kind: str) -> tuple[int, ...]:
    """The lots that a hidden card of this kind in this hand can be of, by their counts alone."""
    if not count_hidden(story, hand):
        return ()
    here = {lot for slot, _ in laid_in(story, deal, hand) for lot in slot.lots}
    spare = {lot.id: n for lot in story.lots if lot.id in here for name, n in lot.cards if name == kind}
    for way in story.exits:
        if way.kind == kind and len(way.lots) == 1 and way.lots[0] in spare:
            spare[way.lots[0]] -= 1
    return tuple(lot for lot, n in spare.items() if n)


def is_barred(story: Evidence, deal: Assignment, claim: Claim) -> bool:
    """The deal lays a card where this claim forbids it."""
    laid = laid_in(story, deal, claim.hand)
    return any(kind in claim.kinds and not at and claim.bars(slot) for slot, (_, kind, at) in laid)


def take_out(
    story: Evidence, deal: Assignment, hand: Hand, known: tuple[str, ...], new_lot: int, moment: int
) -> tuple[Evidence, Assignment, list[Slot], list[Card]]:
    """All cards of a hand leave it; its known ones become the lot `new_lot`."""
    laid = laid_in(story, deal, hand)
    lots = {lot for slot, _ in laid for lot in slot.lots}
    claims = [claim for claim in story.claims if claim.kinds.isdisjoint(known)]
    bans = tuple(claim.at for claim in claims if laid and all(claim.bars(slot) for slot, _ in laid))
    cards = [(lot, kind, 0) for _, (lot, kind, at) in laid if not at]
    ways = (Exit(hand, moment, "", ()),) * len(cards)
    story_lots = story.lots
    if known:
        story_lots = (*story_lots, Batch(new_lot, count_cards(known)))
        lots.add(new_lot)
        cards += [(new_lot, kind, 0) for kind in known]
    left = tuple(
        (0, "", moment) if slot.hand == hand and not card[2] else card
        for slot, card in zip(story.slots, deal.slots, strict=True)
    )
    slots = [Slot(hand, moment, tuple(sorted(lots)), bans)] * len(cards)
    return replace(story, lots=story_lots, exits=story.exits + ways), replace(deal, slots=left), slots, cards


def put_back(story: Evidence, deal: Assignment, slots: list[Slot], cards: list[Card]) -> tuple[Evidence, Assignment]:
    """Cards that were taken out lie in these slots now."""
    return replace(story, slots=(*story.slots, *slots)), replace(deal, slots=(*deal.slots, *cards))
