"""Cards that are looked for, looked at, shuffled and handed over. In: an effect. Out: where they lie, who saw them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.referee.effects.effect_table import EffectTable, effects_of
from pnp.referee.effects.plain import Doing, Piece
from pnp.referee.effects.resolving.pieces import enter, has_come, leave, put_into_play
from pnp.referee.effects.resolving.reading import fits
from pnp.referee.effects.resolving.run import Run, resolves
from pnp.referee.effects.vocabulary.values import Filter
from pnp.referee.kernel.place import Place
from pnp.referee.kernel.zone import has_unseen
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def _look(run: Run, place: Place[Any], count: int) -> None:
    """Look at the first cards of a place; at a digital table they are shown before the effect goes on."""
    if run.marked("looked") is None:
        run.t.look(place, run.doing.you, count, run.cards.rule)
        run.again(looked=True)


@resolves("search")
def _search(run: Run, effect: Any) -> None:
    """One card after another; all that were found go at once, for the deck tells nobody which of equal cards one is.

    `cards` is what was found and shown, `found` how many were taken unseen, `done` when no more are wanted.
    """
    t, cards, you = run.t, run.cards, run.doing.you
    is_deck = effect.zone == "deck"
    pile = cards.place(cards.deck if is_deck else cards.discard, you)
    if is_deck:
        _look(run, pile, len(t[pile]))
    chosen: tuple[str, ...] = run.marked("cards") or ()
    found = run.marked("found") or 0
    run.doing = run.doing.with_names({"@cards": chosen, "@found": found})
    # whether a deck holds such a card, only its searcher sees: the question must not tell
    is_left = bool(t[pile]) if is_deck else any(found_in(t, pile, effect.filter, effect.to, chosen))
    if len(chosen) + found < effect.amount and not run.marked("done") and is_left:
        asked = cards.ask.find if is_deck or effect.up_to else cards.ask.must_find
        if is_deck and effect.to == "hand" and is_hidden_search(t, effect):
            asked = cards.ask.may_take
        about = {"pile": pile.where, "filter": effect.filter, "to": effect.to, "chosen": chosen}
        run.ask(asked, you, count=len(t[pile]), **about)
    if not chosen and not found:
        cards.say(t, "finds_nothing", doing=run.doing, seat=you, zone=effect.zone, filter=effect.filter)
    came = [piece for card in chosen if (piece := _found(t, you, card, pile, effect.to)) is not None]
    has_come(t, you, came)
    if chosen and not is_deck:
        cards.say(t, "keeps_order", doing=run.doing, seat=you)
    if is_deck:
        shuffle_deck(t, cards, you)


def is_hidden_search(t: Any, effect: Any) -> bool:
    """Whether only the searcher sees what a search finds: without a filter there is nothing to check."""
    hides = effects_of(t).hides_found
    return not effect.show and (effect.filter == Filter() or (hides is not None and hides(t, effect)))


def found_in(t: Any, pile: Place[Any], filter_: Filter, to: str, chosen: tuple[str, ...]) -> Iterable[str]:
    """The kinds of a pile that fit, and could be where they are to go, besides those that were chosen."""
    cards = effects_of(t)
    book, lying = t.setup.book, t[pile]
    is_hidden = has_unseen(lying)
    fitting = cards.fitting(t, filter_, fits)
    for card in t.may_lie(pile):
        if card not in fitting or (to == "play" and book.cards[card].fields.get("type") not in cards.stays):
            continue
        if chosen.count(card) < lying.count(card) + (t.unseen(card) if is_hidden else 0):
            yield card


def _found(t: Any, seat: Seat, card: str, pile: Place[Any], to: str) -> Piece | None:
    """A card is shown and put where it goes; the card in play that it is."""
    cards = effects_of(t)
    cards.say(t, "finds", seat=seat, card=card, to=to)
    if to == "play":
        return put_into_play(t, seat, card, pile)
    if pile.seers == "":
        t.reveal(card, pile, rule=cards.rule)
    t.move(card, pile, cards.hand[seat], rule=cards.rule)
    return None


def take_card(t: Any, seat: Seat, card: str, pile: Place[Any], doing: Doing) -> Doing:
    """A card is taken that nobody else sees."""
    cards = effects_of(t)
    t.move(card, pile, cards.hand[seat], rule=cards.rule, unseen=True)
    return doing.with_names({"@found": doing.get("@found", 0) + 1})


def shuffle_deck(t: Any, cards: EffectTable, seat: Seat) -> None:
    """The deck is shuffled."""
    deck = cards.place(cards.deck, seat)
    cards.say(t, "deck_is_shuffled")
    t.shuffle((), deck, deck, cards.rule)


@resolves("look_top")
def _look_top(run: Run, effect: Any) -> None:
    t, cards, you = run.t, run.cards, run.doing.you
    deck = cards.place(cards.deck, you)
    count = run.marked("count")
    if count is None:
        count = min(run.number(effect.amount), len(t[deck]))
        run.doing = run.doing.with_names({"@count": count})
        if count:
            cards.say(t, "looks_at_top", doing=run.doing, seat=you, count=count)
    _look(run, deck, count)
    found = run.marked("found") or 0
    run.doing = run.doing.with_names({"@found": found})
    left = count - found
    if cards.untold and not t.is_digital:
        taken = min(effect.take, left)
        if taken:
            t.move((UNKNOWN,) * taken, deck, cards.hand[you], rule=cards.rule, unseen=True)
        left -= taken
    elif found < effect.take and left:
        run.ask(cards.ask.take, you, pile=deck.where, filter=Filter(), to="hand", count=left)
    if effect.rest == "bottom" and left:
        t.move(t[deck][:left], deck, deck, rule=cards.rule)


@resolves("look_hand")
def _look_hand(run: Run, effect: Any) -> None:
    for seat in run.seats(effect.who):
        hand = run.cards.hand[seat]
        run.cards.say(run.t, "looks_at_hand", seat=run.doing.you, of_seat=seat)
        run.t.look(hand, run.doing.you, len(run.t[hand]), run.cards.rule)


@resolves("shuffle")
def _shuffle(run: Run, effect: Any) -> None:
    t, cards, you = run.t, run.cards, run.doing.you
    deck = cards.place(cards.deck, you)
    if effect.with_ == "self":
        own = cards.piece(t, run.doing.piece)
        if own is None:
            return
        leave(t, own, cards.place(cards.deck, own.owner), run.doing)
    if effect.with_ == "discard":
        discard = cards.place(cards.discard, you)
        cards.say(t, "shuffled_in", doing=run.doing, seat=you, count=len(t[discard]))
        t.shuffle(t[discard], discard, deck, cards.rule)
    shuffle_deck(t, cards, you)


@resolves("give")
def _give(run: Run, effect: Any) -> None:
    t, cards, you = run.t, run.cards, run.doing.you
    (seat,) = run.seats(effect.to) or (you,)
    left = run.marked("left")
    left = run.number(effect.amount) if left is None else left
    if seat == you or not left or not t[cards.hand[you]]:
        return
    run.doing = run.doing.with_names({"@left": left})
    run.ask(cards.ask.give, you, of_seat=seat)


def give_card(t: Any, seat: Seat, card: str, to: Seat, doing: Doing) -> Doing:
    """A card of a hand goes to another, unseen by all others."""
    cards = effects_of(t)
    t.move(card, cards.hand[seat], cards.hand[to], rule=cards.rule, unseen=True)
    cards.say(t, "gives", seat=seat, of_seat=to)
    return doing.with_names({"@left": doing.get("@left", 1) - 1})


@resolves("trade")
def _trade(run: Run, effect: Any) -> None:
    """Each puts a card aside, then they change places; `put` is how many are aside."""
    t, cards, you = run.t, run.cards, run.doing.you
    (other,) = run.seats(effect.with_) or (you,)
    put = run.marked("put") or 0
    if other == you or (not put and not (t[cards.hand[you]] and t[cards.hand[other]])):
        return
    run.doing = run.doing.with_names({"@put": put})
    if cards.untold and not t.is_digital:
        for seat in (you, other):
            t.move(UNKNOWN, cards.hand[seat], cards.aside[seat], rule=cards.rule, unseen=True)
    elif put < 2:
        run.ask(cards.ask.put_aside, (you, other)[put])
    for seat, to in ((you, other), (other, you)):
        t.draw(cards.aside[seat], cards.hand[to], 1, cards.rule)
    cards.say(t, "trade", seat=you, of_seat=other)


def put_aside(t: Any, seat: Seat, card: str, doing: Doing) -> Doing:
    """A card of a hand is put aside, face down."""
    cards = effects_of(t)
    t.move(card, cards.hand[seat], cards.aside[seat], rule=cards.rule, unseen=True)
    return doing.with_names({"@put": doing.get("@put", 0) + 1})


@resolves("swap_hands")
def _swap_hands(run: Run, effect: Any) -> None:
    t, cards, you = run.t, run.cards, run.doing.you
    (other,) = run.seats(effect.with_) or (you,)
    if other == you:
        return
    cards.say(t, "swaps_hands", doing=run.doing, seat=you, of_seat=other)
    count = len(t[cards.hand[you]])
    if count:
        t.move(t[cards.hand[you]], cards.hand[you], cards.aside[you], rule=cards.rule)
    t.draw(cards.hand[other], cards.hand[you], len(t[cards.hand[other]]), cards.rule)
    t.draw(cards.aside[you], cards.hand[other], count, cards.rule)


@resolves("create")
def _create(run: Run, effect: Any) -> None:
    supply = run.cards.place(run.cards.supply, run.doing.you)
    for seat, amount in run.amounts(effect.who, effect.amount):
        for _ in range(min(amount, run.t[supply].count(effect.token))):
            enter(run.t, seat, effect.token, supply)
