"""Legal moves. In: a state and a seat. Out: candidates and the legal moves.

Candidates are moves that answer what is open now, with every choice spelled out; most answers stand with their
question. Where there are very many ways to
share or order things, a few of them stand for all; the same goes for cards that nobody here has seen.
Invariant: `legal_moves` are the candidates that the judge does not refuse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from math import comb
from typing import Any

from pnp.games.keko.announcing.announce import refuse_ability
from pnp.games.keko.announcing.choice_input import refuse_effect, words_of
from pnp.games.keko.announcing.timing import refuse_moment, refuse_use
from pnp.games.keko.effects import RESOLVERS
from pnp.games.keko.game_data import ACTION
from pnp.games.keko.game_data import LOCATION as LOCATION_TYPE
from pnp.games.keko.judge import attempt
from pnp.games.keko.moves import Deal, Draw, EndTurn, First, Next, Ok, Play, Respond, Show, Use
from pnp.games.keko.moves import Location as LocationMove
from pnp.games.keko.params import NONE, DealtCards
from pnp.games.keko.phases.setup_moves import seats_to_show
from pnp.games.keko.state import (
    ABILITY,
    BEFORE,
    CARD,
    CHARACTERS,
    DEAL,
    DRAW,
    FIRST,
    LOCATION,
    NOBODY,
    SECTIONS,
    KekoState,
    Question,
    StackItem,
)
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import ChooseOne
from pnp.games.keko.vocabulary.verbs import Discard as DiscardVerb
from pnp.games.keko.windows import DAMAGE_WINDOW, WINDOW
from pnp.games.keko.zones.listing import MOST_GUESSES, MOST_WAYS, holdable, known_hand, rooms
from pnp.library.effect.vocabulary import Effect
from pnp.referee.kernel.line_trial import Agreed
from pnp.referee.move import Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

SURE: tuple[type[Move], ...] = (Next, EndTurn, Draw, Pass)


def legal_moves(state: KekoState, seat: Seat) -> list[Move]:
    """The candidates that the judge does not refuse."""
    return [move for move in candidates(state, seat) if _is_sure(move) or _is_legal(state, move)]


def _is_sure(move: Move) -> bool:
    """It is listed only where nothing can be said against it, so that it need not be tried.

    The choices of an ability are those that its effects offer; but a card that is given up for it may be a guess.
    """
    return type(move) in SURE or (type(move) is Use and not move.pay)


def _is_legal(state: KekoState, move: Move) -> bool:
    try:
        return attempt(Trial(state, listing=True), move) is None
    except Agreed:
        return True


def candidates(state: KekoState, seat: Seat) -> list[Move]:
    """Answers to the open question, or what may be done between moves."""
    if state.winners is not None:
        return []
    t, question = Trial(state, listing=True), state.question
    if question is not None:
        if seat == TABLE and question.is_soft:
            return [Ok(TABLE, "")]
        if question.seat not in (NOBODY, seat):
            return []
        return list(dict.fromkeys(question.kind.choices(t, question, seat)))
    if seat == TABLE:
        return [] if t.data.is_digital else list(_setting_up(t))
    return list(dict.fromkeys(_between(t, seat)))


def _setting_up(t: Trial) -> Iterator[Move]:
    """What people with real cards type before the first turn; of the dice only the form of the line."""
    data = t.data
    if t.phase == CHARACTERS:
        taken = {player.character for player in t.players}
        seat = next(seat for seat in t.living() if not t.players[seat].character)
        yield from (Deal(TABLE, DealtCards(seat, 0, (card,), True)) for card in data.characters if card not in taken)
    elif t.phase == LOCATION:
        yield from (LocationMove(TABLE, card) for card in t.deck if data.cards[card].type == LOCATION_TYPE)
    elif t.phase == DEAL:
        yield Deal(TABLE, DealtCards(count=data.starting_hand))
    elif t.phase == FIRST:
        yield First(TABLE, tuple((seat, max(data.die_sides - at, 1)) for at, seat in enumerate(t.rolling_seats)))


def _between(t: Trial, seat: Seat) -> Iterator[Move]:
    """Between moves: the active player's menu, Sudden Actions by anybody (14.3)."""
    if t.phase == FIRST:
        yield from (Show(seat, card) for card in holdable(t, seat) if t.data.matters_at_start(card))
        if seat in seats_to_show(t):
            yield Pass(seat)
        return
    if t.phase in (CHARACTERS, BEFORE, LOCATION, DEAL) or not t.players[seat].alive:
        return
    if seat == t.active:
        if t.phase == DRAW:
            yield Draw(seat, t.draw_due(seat))
        yield from _uses(t, seat)
        if t.phase in SECTIONS:
            yield from (Next(seat, ""), EndTurn(seat))
    yield from _plays(t, seat, Play)


def _plays(t: Trial, seat: Seat, kind: type[Play] | type[Respond]) -> Iterator[Move]:
    known = known_hand(t, seat)
    for card in holdable(t, seat):
        card_data = t.data.cards[card]
        if kind is Respond and not card_data.sudden:
            continue  # most of a hand; why is not asked
        if refuse_moment(t, seat, card_data) is not None:
            continue
        if card_data.type == ACTION:
            number = (card_data.ability_numbers("play") or card_data.ability_numbers("response"))[0]
            ways = _ways(t, StackItem(0, CARD, card, seat), card_data.abilities[number].do)
        else:
            ways = rooms(t, seat, card_data)
        for keys in ways if card in known else islice(ways, MOST_GUESSES):
            yield kind(seat, card, **keys)


def _uses(t: Trial, seat: Seat) -> Iterator[Move]:
    trigger = "draw_phase" if t.phase == DRAW else "activated"
    for card, owner, card_data, number, ability in t.abilities(trigger):
        if owner != seat or refuse_use(t, seat, card_data, trigger, False) is not None:
            continue
        if refuse_ability(t, seat, card, card_data, number) is not None:
            continue  # spelling out its choices costs far more than to see that it cannot be paid
        which = card_data.ability_numbers(trigger).index(number)
        what = (t.ref(card) if card else card_data.id) + (f"/{which + 1}" if which else "")
        if trigger == "draw_phase":
            yield Use(seat, what)
            continue
        item = StackItem(0, ABILITY, card_data.id, seat, serial=card.serial if card else 0)
        for keys in _ways(t, item, (*ability.cost, *ability.do)):
            yield Use(seat, what, **keys)


def _ways(t: Trial, item: StackItem, effects: Iterable[Effect]) -> Iterator[dict[str, Any]]:
    """Every way to spell the choices of effects that are made on announcement."""
    ways: list[dict[str, Any]] = [{}]
    for effect in effects:
        ways = [
            {**way, **more}
            for way in ways
            for more in _spelled(t, item, effect, way)
            if set(more).isdisjoint(way) or not more
        ]
    yield from ways


def _spelled(t: Trial, item: StackItem, effect: Effect, before: dict[str, Any]) -> list[dict[str, Any]]:
    if isinstance(effect, DiscardVerb):
        hand = [card for card in holdable(t, item.seat) if card != item.card or item.kind == ABILITY]
        most = MOST_WAYS * 4
        if any(card == UNKNOWN for card, _ in t.players[item.seat].hand):
            known = [card for card in known_hand(t, item.seat) if card in hand]
            most = comb(len(known), effect.amount) + MOST_GUESSES
            hand = [*known, *(card for card in hand if card not in known)]
        return [{"pay": cards} for cards in islice(combinations(hand, effect.amount), most)]
    if isinstance(effect, ChooseOne):
        return [
            {"pick": number, **way} for number, option in enumerate(effect.options, 1) for way in _ways(t, item, option)
        ]
    if refuse_effect(t, item, effect) is not None:
        return []
    return [way for way in _choices(t, item, effect, []) if set(way).isdisjoint(before) or not way]


def _choices(t: Trial, item: StackItem, effect: Effect, sent: list[Any]) -> Iterator[dict[str, Any]]:
    """The needs of an effect answered in every way, one after the other."""
    needs = RESOLVERS[type(effect)].needs(t, item, effect)
    try:
        need = next(needs)
        for value in sent:
            need = needs.send(value)
    except StopIteration:
        yield {}
        return
    key = "from_" if need.key == "from" else need.key
    if not need.options:
        if not need.least and not need.shared:
            yield from ({**rest} for rest in _choices(t, item, effect, [*sent, ()]))
        return
    words = words_of(t, need)
    if need.shared:
        shares = [(serial, number) for serial in need.options for number in range(1, need.shared + 1)]
        for share, word in islice(zip(shares, words, strict=True), MOST_WAYS):
            yield {key: (word,)}
            del share
        return
    if need.key in ("at", "n", "type", "pick"):
        for option in need.options:
            for rest in _choices(t, item, effect, [*sent, option]):
                yield {key: option, **rest}
        return
    for count in range(need.least, need.most + 1):
        for at in islice(combinations(range(len(words)), count), MOST_WAYS):
            value = tuple(need.options[index] for index in at)
            answer: Any = tuple(words[index] for index in at)
            if key in ("from_", "card", "out"):
                answer = answer[0]
            elif not answer:
                answer = (NONE,) if key == "free" else ()
            for rest in _choices(t, item, effect, [*sent, value]):
                yield ({key: answer} if answer else {}) | rest


# windows


@WINDOW.lists
def answers(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    """What may be answered to what was announced."""
    player = t.players[seat]
    if player.alive:
        if player.life and seat not in question.passed:
            yield Pass(seat)
        yield from _plays(t, seat, Respond)


@DAMAGE_WINDOW.lists
def answers_to_damage(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    """What may be answered to damage."""
    yield Pass(seat)
    yield from _plays(t, seat, Respond)
    for card, owner, _, _, _ in t.abilities("response"):
        if owner == seat and card is not None:
            yield Respond(seat, t.ref(card))
