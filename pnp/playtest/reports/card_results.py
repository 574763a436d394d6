"""Cards: how often each is used and by winners, what it is worth, which are dead. In: Counts. Out: plain values.

Invariant: every share and every worth has its interval; a card's worth is compared with that of the average card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from pnp.library.card import CardBook
from pnp.library.words import localise
from pnp.playtest.counts import DEALT, Counts, UseCount
from pnp.playtest.reports.numbers import EVEN, against_base, around, held_against
from pnp.playtest.statistics import Mean, Share, mean_of, share_of
from pnp.playtest.worth import Worth, worths


class CardUse(Struct, frozen=True):
    """One card used with one verb.

    times: uses in all games · per_game: uses a game · games: of all games, those with a use · wins: of the seats that
    used it, those that won · games_won: of the games with a use, those won by a seat that used it
    worth: what one more use of it instead of an average card's goes with, all else equal
    """

    id: str
    name: str
    times: int
    per_game: Mean
    games: Share
    wins: Share
    games_won: Share
    against: str = EVEN
    worth: Worth | None = None
    worth_against: str = EVEN


class VerbUses(Struct, frozen=True):
    """The cards used with one verb, in the order of the card database."""

    verb: str
    cards: tuple[CardUse, ...]


class DealtWorth(Struct, frozen=True):
    """What a card is worth to the seat it is dealt to, instead of an average one."""

    id: str
    name: str
    worth: Worth
    against: str = EVEN


class DeadCard(Struct, frozen=True):
    """A card that was never used, or with nothing but `verbs`, which is not how the cards of its deck are used.

    used: of all games, those with another use of it
    """

    id: str
    name: str
    verbs: tuple[str, ...]
    used: Share


def name_of(book: CardBook, id_: str) -> str:
    """The English name of a card, or its id."""
    return localise(book.cards[id_].name, "en") if id_ in book.cards else id_


def card_uses(book: CardBook, verbs: Sequence[str], counts: Counts, base: Share) -> tuple[VerbUses, ...]:
    """The cards used with each verb."""
    order = {card: number for number, card in enumerate(book.playing_cards)}
    found: list[VerbUses] = []
    for verb in dict.fromkeys(verbs):
        used = {card: use for (word, card), use in counts.uses.items() if word == verb}
        cards = sorted(used, key=lambda card: (order.get(card, len(order)), card))
        if not cards:
            continue
        sums = counts.worth.get(verb)
        worth = worths(sums, range(len(order))) if sums is not None else {}
        uses = tuple(_use(book, card, used[card], counts.games, base, worth.get(order.get(card, -1))) for card in cards)
        found.append(VerbUses(verb, uses))
    return tuple(found)


def _use(book: CardBook, card: str, use: UseCount, games: int, base: Share, worth: Worth | None) -> CardUse:
    wins = share_of(use.wins, use.seats)
    return CardUse(
        card,
        name_of(book, card),
        use.times,
        mean_of(games, use.times, use.squares),
        share_of(use.games, games),
        wins,
        share_of(use.won, use.games),
        against_base(wins, base),
        worth,
        _against(worth),
    )


def _against(worth: Worth | None) -> str:
    return EVEN if worth is None else held_against(*around(worth.points, worth.margin))


def dealt_worths(book: CardBook, counts: Counts) -> tuple[DealtWorth, ...]:
    """What the cards are worth that are dealt to seats, in the order of the card database."""
    sums = counts.worth.get(DEALT)
    if sums is None:
        return ()
    cards = list(book.playing_cards)
    worth = worths(sums, range(len(cards)))
    return tuple(
        DealtWorth(cards[at], name_of(book, cards[at]), worth[at], _against(worth[at])) for at in sorted(worth)
    )


def dead_cards(book: CardBook, counts: Counts) -> tuple[DeadCard, ...]:
    """Cards of decks that are used otherwise: by more than half of the deck's cards that are used at all."""
    verbs: dict[str, set[str]] = {}
    for verb, card in counts.uses:
        verbs.setdefault(card, set()).add(verb)
    found: list[DeadCard] = []
    for deck in book.decks.values():
        cards = [card.id for card in deck.cards if card.id in book.playing_cards]
        used = [card for card in cards if card in verbs]
        if not used:
            continue
        with_verb = Counter(verb for card in used for verb in verbs[card])
        usual = {verb for verb, number in with_verb.items() if 2 * number > len(used)}
        for card in cards:
            ways = verbs.get(card, set())
            if not ways or (usual and not ways & usual and len(used) > 2):
                found.append(DeadCard(card, name_of(book, card), tuple(sorted(ways)), share_of(0, counts.games)))
    return tuple(found)
