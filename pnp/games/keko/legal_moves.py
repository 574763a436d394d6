"""Legal moves. In: a state and a seat. Out: candidates and the legal moves.

Candidates are moves that answer what is open now, with every choice spelled out. Where there are very many ways to
share or order things, a few of them stand for all; the same goes for cards that nobody here has seen.
Invariant: `legal_moves` are the candidates that the judge does not refuse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice, permutations
from math import comb
from typing import Any

from pnp.games.keko.announcing.announce import refuse_ability
from pnp.games.keko.announcing.choice_input import words_of
from pnp.games.keko.announcing.timing import refuse_moment, refuse_use
from pnp.games.keko.effects import RESOLVERS
from pnp.games.keko.effects.cards import searchable_copies
from pnp.games.keko.effects.targets import Need
from pnp.games.keko.game_data import ACTION, ITEM, CardData, fits
from pnp.games.keko.game_data import LOCATION as LOCATION_TYPE
from pnp.games.keko.judge import attempt
from pnp.games.keko.moves import (
    Choose,
    Deal,
    Discard,
    Draw,
    EndTurn,
    First,
    Keep,
    Mill,
    Next,
    Ok,
    Order,
    Play,
    Respond,
    Roll,
    Show,
    Use,
)
from pnp.games.keko.moves import Location as LocationMove
from pnp.games.keko.params import NONE, DealtCards
from pnp.games.keko.pending import to_act
from pnp.games.keko.state import (
    ABILITY,
    ARRANGE,
    ASKED,
    BEFORE,
    CARD,
    CHARACTERS,
    DAMAGE_WINDOW,
    DEAL,
    DISCARD,
    DRAW,
    FIRST,
    GIVE,
    LOCATION,
    MILL,
    NOBODY,
    ORDER,
    ROLL,
    ROOM,
    SEARCH,
    SECTIONS,
    SOFT,
    WINDOW,
    KekoState,
    Question,
    StackItem,
)
from pnp.games.keko.trial import Trial
from pnp.games.keko.triggers import orderable_triggers
from pnp.games.keko.vocabulary.verbs import ChooseOne, Search
from pnp.games.keko.vocabulary.verbs import Discard as DiscardVerb
from pnp.games.keko.zones import piles
from pnp.library.effect.vocabulary import Effect
from pnp.referee.move import Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

MOST_WAYS = 24  # of sharing, ordering or naming things, that are listed
MOST_GUESSES = 3  # of ways with cards that are only guessed to be in a hand


def legal_moves(state: KekoState, seat: Seat) -> list[Move]:
    """The candidates that the judge does not refuse."""
    plain: tuple[type[Move], ...] = (Next, EndTurn, Draw)
    if seat in to_act(state):
        plain = (*plain, Pass)
    # What is listed only where nothing can be said against it need not be tried.
    return [move for move in candidates(state, seat) if type(move) in plain or attempt(Trial(state), move) is None]


def candidates(state: KekoState, seat: Seat) -> list[Move]:
    """Answers to the open question, or what may be done between moves."""
    if state.winners is not None:
        return []
    t, question = Trial(state), state.question
    if question is not None:
        if seat == TABLE:
            return list(_of_table(t, question))
        return list(dict.fromkeys(_answers(t, question, seat)))
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


def _of_table(t: Trial, question: Question) -> Iterator[Move]:
    if question.kind in SOFT:
        yield Ok(TABLE, "")
    if question.kind == ROLL:
        faces = range(1, t.data.die_sides + 1)
        for die in faces:
            if question.most == 1:
                yield Roll(TABLE, (die,))
            else:
                yield from (Roll(TABLE, (die, other)) for other in faces if other >= die)
    elif question.kind == MILL:
        kinds = [card for card, count in t.unplaced_copies().items() if count > 0]
        ways = combinations(kinds, question.most) if len(kinds) >= question.most else iter(())
        yield from (Mill(TABLE, cards) for cards in (ways if question.most == 1 else islice(ways, MOST_WAYS)))


def _between(t: Trial, seat: Seat) -> Iterator[Move]:
    """Between moves: the active player's menu, Sudden Actions by anybody (14.3)."""
    if t.phase == FIRST:
        for card in holdable(t, seat):
            if t.data.cards[card].ability_numbers("starting_hand"):
                yield Show(seat, card)
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


def known_hand(t: Trial, seat: Seat) -> list[str]:
    """The cards of a hand that are known here."""
    return [card for card, _ in t.players[seat].hand if card != UNKNOWN]


def holdable(t: Trial, seat: Seat) -> list[str]:
    """The cards that may be in a hand, as far as is known here, each kind once, those that are known first."""
    known = known_hand(t, seat)
    if len(known) < len(t.players[seat].hand):
        unplaced_copies = t.unplaced_copies()
        known += [card for card in t.deck if unplaced_copies[card] > 0]
    return list(dict.fromkeys(known))


def _plays(t: Trial, seat: Seat, kind: type[Play] | type[Respond]) -> Iterator[Move]:
    known = known_hand(t, seat)
    for card in holdable(t, seat):
        card_data = t.data.cards[card]
        if refuse_moment(t, seat, card_data) is not None:
            continue
        if card_data.type == ACTION:
            number = (card_data.ability_numbers("play") or card_data.ability_numbers("response"))[0]
            ways = _ways(t, StackItem(0, CARD, card, seat), card_data.abilities[number].do)
        else:
            ways = _rooms(t, seat, card_data)
        for keys in ways if card in known else islice(ways, MOST_GUESSES):
            yield kind(seat, card, **keys)


def _rooms(t: Trial, seat: Seat, card_data: CardData) -> Iterator[dict[str, Any]]:
    """The Items that may make room, where one must."""
    own = t.cards_of_type(seat, ITEM)
    if card_data.type != ITEM or len(own) < t.item_limit(seat):
        yield {}
        return
    yield from ({"out": t.ref(card)} for card in own)


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


# answers


def _answers(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    if question.kind in (WINDOW, DAMAGE_WINDOW):
        if question.kind == WINDOW and not t.players[seat].alive:
            return
        if question.seat in (NOBODY, seat):
            yield Pass(seat)
            yield from _plays(t, seat, Respond)
            if question.kind == DAMAGE_WINDOW:
                for card, owner, _, _, _ in t.abilities("response"):
                    if owner == seat and card is not None:
                        yield Respond(seat, t.ref(card))
        return
    if question.seat != seat:
        return
    if question.kind == ORDER:
        yield Pass(seat)
        waiting = [_source(t, each.serial, each.card) for each in orderable_triggers(t)]
        for order in islice(permutations(waiting), 6):
            yield Order(seat, order)
    elif question.kind == ASKED:
        yield from _asked(t, question, seat)
    elif question.kind == SEARCH:
        yield from _finds(t, question, seat)
    elif question.kind in (ARRANGE, GIVE):
        yield from (Keep(seat, cards) for cards in few(_orders(question)) if len(cards))
    elif question.kind == DISCARD:
        yield from _discards(t, question, seat)
    elif question.kind == ROOM:
        labels = [t.ref(card) for serial in question.options if (card := t.find(serial)) is not None]
        yield from (Discard(seat, cards) for cards in islice(combinations(labels, question.most), MOST_WAYS))


def few(ways: Iterable[tuple[str, ...]], most: int = MOST_WAYS) -> list[tuple[str, ...]]:
    """Some different ways out of what may be millions, many of them alike."""
    return list(islice(dict.fromkeys(islice(ways, most * most)), most))


def _source(t: Trial, serial: int, card: str) -> str:
    found = t.find(serial)
    return t.ref(found) if found else card


def _orders(question: Question) -> Iterator[tuple[str, ...]]:
    if question.kind == ARRANGE:
        yield from permutations(question.options, len(question.options))
    else:
        yield from combinations(question.options, question.most)


def _asked(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    if question.optional:
        yield Choose(seat, "no")
        if not question.key:
            yield Choose(seat, "yes")
    if not question.key:
        return
    words = words_of(t, Need(question.key, question.options, "", "", question.least, question.most))
    for count in range(question.least, question.most + 1):
        for at in islice(combinations(range(len(words)), count), MOST_WAYS):
            yield Choose(seat, "", **_key(question.key, tuple(words[index] for index in at), question, at))


def _key(key: str, words: tuple[str, ...], question: Question, at: tuple[int, ...]) -> dict[str, Any]:
    if key in ("at", "n", "type", "pick"):
        return {key: question.options[at[0]]}
    if key in ("on", "free", "pay", "find"):
        return {key: words or (NONE,)}
    return {"from_" if key == "from" else key: words[0]}


def _finds(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    effect = t.stack[-1].effects_left[0]
    assert isinstance(effect, Search)
    is_seen = question.private and UNKNOWN not in question.options
    there = Counter(question.options) if is_seen else searchable_copies(t, effect)
    kinds = t.deck if effect.zone == "deck" and not is_seen else dict.fromkeys(question.options)
    options = [card for card in kinds if there[card] > 0 and fits(t.data.cards[card], effect.filter)]
    unshown = False
    if effect.zone == "deck":
        unshown = not (effect.reveal or effect.to == "play" or t.data.switches.reveal_searched)
    yield Choose(seat, "", find=(NONE,))
    cards = [card for card in options for _ in range(min(question.most, there[card]))]
    for way in chain.from_iterable(few(combinations(cards, count), 60) for count in range(1, question.most + 1)):
        rooms: list[dict[str, Any]] = [{}]
        if effect.to == "play":
            rooms = list(_rooms(t, seat, t.data.cards[way[0]]))
        for room in rooms:
            secret = unshown and t.data.is_digital
            yield Keep(seat, way) if secret else Choose(seat, "", find=way, **room)
    if unshown and not t.data.is_digital:
        yield Choose(seat, "", find=(UNKNOWN,))


def _one_way(t: Trial, question: Question, seat: Seat, start: int) -> tuple[str, ...]:
    """Cards that a hand with hidden ones may hold together, chosen one after another so that all of them fit."""
    cards: list[str] = []
    for _ in range(question.most):
        held = [card for card, _ in t.players[seat].hand if card != UNKNOWN]
        others = [card for card in holdable(t, seat) if card not in held]
        turn = start * len(others) // MOST_GUESSES
        for card in (*held, *others[turn:], *others[:turn]):
            tried = Trial(t.freeze())
            if piles.lose(tried, seat, card) is None:
                tried.discard.append(card)
                t = tried
                cards.append(card)
                break
    return tuple(cards)


def _discards(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    hand = sorted(known_hand(t, seat))
    if question.most == len(t.players[seat].hand) == len(hand):
        yield Discard(seat, tuple(hand))
        return
    ways = few(combinations(hand, question.most))
    if len(hand) < len(t.players[seat].hand):
        ways += [_one_way(t, question, seat, start) for start in range(MOST_GUESSES)]
    yield from (Discard(seat, cards) for cards in list(dict.fromkeys(ways))[-MOST_WAYS:])
