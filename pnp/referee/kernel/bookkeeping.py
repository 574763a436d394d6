"""What moves of cards say about those that nobody at the referee's side can see. In: an event. Out: new knowledge.

The visibility of the two places that cards moved between decides everything: a pile (nobody sees it), a hand (its owner
does), the open. Invariant: where an event has no exact word in `hidden.knowledge`, the evidence begins anew from what
is certain, which is sound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from pnp.referee.hidden.accusation import Accusation
from pnp.referee.hidden.evidence import Claim
from pnp.referee.hidden.knowledge import Impossible, Knowledge, Learned
from pnp.referee.kernel.events import CardsDealt, CardsMoved, CardsShuffled, Claimed, Revealed, TableEvent
from pnp.referee.kernel.place import ALL, ANY, Place, Where, pile_of
from pnp.referee.kernel.printed import Printed
from pnp.referee.kernel.table import Draft
from pnp.referee.kernel.zone import UNSEEN, Cards, Zone, has_unseen, kinds_of

News = Learned | Impossible


def start(d: Draft, zones: Sequence[Zone], seats: int, printed: Printed, on_top: Iterable[str] = ()) -> Knowledge:
    """Knowledge of a table of which only the present is known: any hidden card may lie in any hidden place that takes
    cards with its back.

    on_top: kinds that lie on top of their pile before the first line, shuffled by themselves
    """
    upper = {kind: printed.copies[kind] for kind in on_top}
    counted = {deck for zone in zones if not zone.exact for deck in zone.decks}
    zones = [zone for zone in zones if zone.exact]
    decks = {zone.decks for zone in zones}
    named = [deck for each in decks for deck in each]
    groups = [()] if () in decks or len(set(named)) < len(named) else sorted(decks)
    knowledge = Knowledge()
    for group in groups:
        copies = Counter(
            {
                kind: count
                for kind, count in printed.copies.items()
                if (deck := printed.cards[kind].deck) not in counted and (not group or deck in group)
            }
        )
        alike = [zone for zone in zones if not group or zone.decks == group]
        knowledge = _start(knowledge, d, [place for zone in alike for place in _places(d, zone, seats)], copies, upper)
    return knowledge


def _start(
    knowledge: Knowledge,
    d: Draft,
    places: Sequence[Place[Cards]],
    copies: Counter[str],
    upper: Mapping[str, int],
) -> Knowledge:
    """Add the hidden cards of these places, which are all that can have any of these copies."""
    hidden, unseen = _hidden(d, places), Counter(copies)
    for place in places:
        unseen.subtract(kind for kind in kinds_of(place.read(d.values)) if kind not in UNSEEN)
    piles = [(place, count) for place, count in hidden if not place.seers]
    hands = [(place, count) for place, count in hidden if place.seers]
    first = pile_of(piles[0][0]) if piles else f"beside {places[0].name}"  # no two groups share a pile
    top = Counter({kind: n for kind, n in unseen.items() if n > 0 and kind in upper})
    knowledge = knowledge.lay(top, first).lay(unseen - top, first)
    if upper:  # the first cards went round the table
        knowledge = knowledge.mix(sum(count for _, count in hands), first)
    for place, count in (*hands, *piles[1:]):
        knowledge = knowledge.draw(place.where, count, first)
        if not place.seers:
            knowledge = knowledge.bury(place.where, count, pile_of(place))
    for place in places:
        if place.is_private:
            knowledge = _take(
                knowledge, place.where, tuple(k for k in kinds_of(place.read(d.values)) if k not in UNSEEN)
            )
    return knowledge


def _places(d: Draft, zone: Zone, seats: int) -> tuple[Place[Cards], ...]:
    """All places of a zone, those that people have named included."""
    return tuple(zone[key] for key in d.values[zone.id]) if zone.of == ANY else zone.places(seats)


def _hidden(d: Draft, places: Iterable[Place[Cards]]) -> list[tuple[Place[Cards], int]]:
    counted = ((place, sum(kind in UNSEEN for kind in kinds_of(place.read(d.values)))) for place in places)
    return [(place, count) for place, count in counted if count]


def learn(knowledge: Knowledge, event: TableEvent, d: Draft, ply: int) -> News | None:
    """What an event proves; None when the evidence has no word for it. The draft is that before its fold."""
    if isinstance(event, CardsMoved):
        return _moved(knowledge, event, d, ply) if _is_exact(d, event.source) else Learned(knowledge)
    if isinstance(event, CardsDealt):
        pile = pile_of(d.places[event.pile])
        return Learned(knowledge.deal(event.to, event.count, pile) if _is_exact(d, event.pile) else knowledge)
    if isinstance(event, CardsShuffled):
        return _shuffled(knowledge, event, d, ply) if _is_exact(d, event.source) else Learned(knowledge)
    if isinstance(event, Revealed) and _is_exact(d, event.place):
        if event.denies:
            (kind,) = kinds_of(event.cards)
            return knowledge.deny(event.place, kind, event.denies, ply, event.by, stays=True)
        return _shown(knowledge, d.places[event.place], event.cards, ply)
    if isinstance(event, Claimed):
        return knowledge.claim(event.place, event.kinds, ply, event.rule, drawn=event.drawn)
    return Learned(knowledge)


def _is_exact(d: Draft, where: Where) -> bool:
    """Whether the hidden cards of a place are reasoned about."""
    return d.places[where].field.exact  # type: ignore[attr-defined, no-any-return]


def _moved(knowledge: Knowledge, event: CardsMoved, d: Draft, ply: int) -> News | None:
    source, to = d.places[event.source], d.places[event.to]
    kinds = kinds_of(event.cards)
    if event.denies and to.seers == ALL:
        return knowledge.deny(event.source, kinds[0], event.denies, ply, event.by)
    known = tuple(kind for kind in kinds if kind not in UNSEEN)
    unknown = len(kinds) - len(known)
    if source.seers == ALL:
        if to.seers == ALL:
            return Learned(knowledge)
        if to.seers:
            return Learned(_take(knowledge, event.to, known))
        return Learned(knowledge.lay(Counter(known), pile_of(to), top=event.top))
    if not source.seers:
        return _from_pile(knowledge, source, to, kinds, ply, event.top)
    if to.seers == ALL:
        return _each(knowledge, known, lambda now, kind: now.reveal(event.source, kind, ply)) if not unknown else None
    if known:
        came = _each(knowledge, known, lambda now, kind: now.reveal(event.source, kind, ply))
        if isinstance(came, Impossible) or unknown:
            return None if unknown else came
        if to.seers:
            return Learned(_take(came.knowledge, event.to, known), came.accusations, came.cleared)
        return Learned(came.knowledge.lay(Counter(known), pile_of(to), top=event.top), came.accusations, came.cleared)
    if to.seers:
        return Learned(knowledge.transfer(event.source, event.to, unknown))
    return Learned(knowledge.bury(event.source, unknown, pile_of(to), top=event.top))


def _from_pile(
    knowledge: Knowledge, source: Place[Cards], to: Place[Cards], kinds: Cards, ply: int, top: bool
) -> News | None:
    pile = pile_of(source)
    if knowledge.pile_size(pile) < len(kinds):
        return None
    if to.seers == ALL:
        if has_unseen(kinds):
            return None
        return _each(knowledge, kinds, lambda now, kind: now.turn_up(kind, ply, pile))
    drawn = knowledge.draw(to.where, len(kinds), pile)
    if not to.seers:
        return Learned(drawn.bury(to.where, len(kinds), pile_of(to), top=top))
    known = tuple(kind for kind in kinds if kind not in UNSEEN)
    return _each(drawn, known, lambda now, kind: now.show(to.where, kind, ply, now.known(to.where).count(kind) + 1))


def _shuffled(knowledge: Knowledge, event: CardsShuffled, d: Draft, ply: int) -> News | None:
    source, pile = d.places[event.source], d.places[event.pile]
    kinds = kinds_of(event.cards)
    if source is pile or not kinds:
        return Learned(knowledge.shuffle((), pile_of(pile)))
    if source.seers == ALL and not has_unseen(kinds):
        return Learned(knowledge.shuffle(Counter(kinds), pile_of(pile)))
    if source.seers and all(kind in UNSEEN for kind in kinds):
        return Learned(knowledge.bury(source.where, len(kinds), pile_of(pile)).shuffle((), pile_of(pile)))
    return None


def _shown(knowledge: Knowledge, place: Place[Cards], cards: Cards, ply: int) -> News:
    """Cards of a place are shown, so many of a kind at once, and stay there."""
    if not place.is_private:
        return Learned(knowledge)
    shown = Counter(kind for kind in kinds_of(cards) if kind not in UNSEEN)
    return _each(knowledge, tuple(shown), lambda now, kind: now.show(place.where, kind, ply, shown[kind]))


def _take(knowledge: Knowledge, hand: Where, kinds: Cards) -> Knowledge:
    for kind in kinds:
        knowledge = knowledge.take(hand, kind)
    return knowledge


def _each(knowledge: Knowledge, kinds: Cards, learn: Callable[[Knowledge, str], News]) -> News:
    """One card after another, and all that they prove together."""
    accusations: tuple[Accusation, ...] = ()
    cleared: tuple[Claim, ...] = ()
    for kind in kinds:
        learned = learn(knowledge, kind)
        if isinstance(learned, Impossible):
            return learned
        knowledge = learned.knowledge
        accusations, cleared = accusations + learned.accusations, cleared + learned.cleared
    return Learned(knowledge, accusations, cleared)
