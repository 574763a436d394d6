"""Cards of Keko Chronicles in the words of any game: the hardest of them, with turns and zones as that game has them.

What is missing here of Keko's rules is no matter of cards: sections of the Action Phase, elimination, options, teams.
"""

from __future__ import annotations

from typing import Annotated

from pnp.referee.effects import CardEffects, Use
from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    OWNER,
    TABLE,
    Counter,
    Move,
    Phase,
    Question,
    Seat,
    Trial,
    Zone,
    declare,
)  # fmt: skip

SEATS, DEALT, TURN_RULE, LIMITS, EFFECTS, SUDDEN, END = (f"TOR-0{number}" for number in range(1, 8))


class Character(Move, frozen=True):
    """`anna: character lord_quiggs`: the character of a seat."""

    card: Annotated[str, CARD]


class Play(Move, frozen=True):
    """`anna: play moo`: a card of the hand."""

    card: Annotated[str, CARD]


class Sudden(Move, frozen=True):
    """`ben: sudden surprise`: a sudden card between the moves of others."""

    card: Annotated[str, CARD]


class Done(Move, frozen=True):
    """`anna: done`: the turn is over."""


HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, decks=("play",), rule=TURN_RULE)
DECK = Zone("deck", seen_by=NOBODY, first="play", decks=("play",), rule=DEALT)
DISCARDS = Zone("discards", decks=("play",), rule=EFFECTS)
IN_PLAY = Zone("table", of=EACH_SEAT, decks=("play",), rule=EFFECTS)
ASIDE = Zone("aside", of=EACH_SEAT, seen_by=OWNER, decks=("play",), rule=EFFECTS)
OPEN = Zone("open", decks=("play",), rule=EFFECTS)
HEROES = Zone("heroes", first="characters", decks=("characters",), rule=DEALT)
FRONT = Zone("front", of=EACH_SEAT, decks=("characters",), rule=DEALT)
LIFE = Counter("life", of=EACH_SEAT, least=0, scores=True)
CREATURES = Counter("creatures")

CHOICE = Question(DEALT, "your_character")
TURN = Question(TURN_RULE, "your_turn")
MEANWHILE = Question(SUDDEN, "sudden")


def begin(t: Trial) -> None:
    t.ask(CHOICE, *t.seats)
    t.later(deal)


@CHOICE.answer(Character, choices=lambda t, seat: [Character(seat, card) for card in t[HEROES]])
def character(t: Trial, m: Character) -> None:
    t.agreed()
    t.move(m.card, HEROES, FRONT[m.seat])
    t.put(LIFE[m.seat], t.field(m.card, "life"))


def deal(t: Trial) -> None:
    CARDS.begin_game(t)
    t.later(deal_hands)


def deal_hands(t: Trial) -> None:
    for seat in t.seats:
        t.draw(DECK, HAND[seat], 2)
    CARDS.ask_opening_hands(t)
    CARDS.begin_turn(t)


def draw_phase(t: Trial, seat: Seat) -> None:
    (hero,) = t[FRONT[seat]]
    CARDS.draw(t, seat, CARDS.number(t, seat, "draw_number", t.field(hero, "draw")))


def action_phase(t: Trial, seat: Seat) -> None:
    t.put(CREATURES, 0)
    t.later(ask, seat)


def ask(t: Trial, seat: Seat) -> None:
    if not CARDS.is_over(t):
        t.ask(TURN, seat)


def ending(t: Trial) -> None:
    if any(t[LIFE[seat]] == 0 for seat in t.seats):
        t.end_by(LIFE, END, "no_life_left")


CARDS = CardEffects(
    hand=HAND,
    deck=DECK,
    discard=DISCARDS,
    play=IN_PLAY,
    aside=ASIDE,
    played=OPEN,
    front=FRONT,
    life=LIFE,
    stays=("creature", "item", "krystal", "location", "transportation"),
    only_one={"location": TABLE, "transportation": EACH_SEAT},
    fast="sudden",
    choose_first=True,
    counters="uses_counters",
    numbers=("item_limit", "creature_plays"),
    phases={"draw": draw_phase, "action": action_phase},
    steps=("counters", "check"),
    rule=EFFECTS,
)


@TURN.answer(Play, card_of=HAND)
def play(t: Trial, m: Play) -> None:
    type_ = t.field(m.card, "type")
    if type_ == "creature" and t[CREATURES] >= CARDS.number(t, m.seat, "creature_plays", 1):
        t.refuse(LIMITS, "enough_creatures", seat=m.seat)
    items = sum(t.field(card, "type") == "item" for card in t[IN_PLAY[m.seat]])
    if type_ == "item" and items >= CARDS.number(t, m.seat, "item_limit", 3):
        t.refuse(LIMITS, "enough_items", seat=m.seat)
    CARDS.check_may(t, m.seat, "play", m.card)
    t.agreed()
    t.add(CREATURES, type_ == "creature")
    CARDS.play_card(t, m.seat, m.card)
    t.later(ask, m.seat)


@TURN.answer(Use, choices=CARDS.uses)
def use(t: Trial, m: Use) -> None:
    t.agreed()
    CARDS.use(t, m)
    t.later(ask, m.seat)


@TURN.answer(Done)
def done(t: Trial, m: Done) -> None:
    t.agreed()
    t.note(TURN_RULE, "is_done", seat=m.seat)


def sudden_cards(t: Trial, seat: Seat) -> list[Move]:
    book = t.setup.book
    return [
        Sudden(seat, card)
        for card in t.may_lie(HAND[seat])
        if book.cards[card].fields.get("sudden") and book.cards[card].abilities[0]["trigger"] == "play"
    ]


@MEANWHILE.answer(Sudden, choices=sudden_cards)
def sudden(t: Trial, m: Sudden) -> None:
    t.agreed()
    CARDS.play_card(t, m.seat, m.card)


def between_moves(t: Trial) -> tuple[Seat, ...]:
    stack = t.get("stack")
    is_quiet = bool(stack) and getattr(stack[-1], "question", "") == TURN.prompt
    return t.others(t.turn) if is_quiet else ()


GAME = declare(
    __name__,
    slug="torlyss",
    version=1,
    players=(2, 6),
    seats_rule=SEATS,
    holds=(HAND, DECK, DISCARDS, IN_PLAY, ASIDE, OPEN, HEROES, FRONT, LIFE, CREATURES),
    questions=(CHOICE, TURN),
    asides=(Phase("meanwhile", MEANWHILE, between_moves),),
    begin=begin,
    ending=ending,
    effects=CARDS,
    looks=True,
)
