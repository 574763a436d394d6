"""What effects ask, and what people answer. In: where a game keeps its cards. Out: questions with their answers, each
of which lets the effect that asked go on.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, permutations, product
from typing import Annotated, Any, ClassVar

from pnp.referee.effects.effect_table import EffectTable, effects_of
from pnp.referee.effects.plain import Doing, Piece
from pnp.referee.effects.resolving.answering import (
    announce_card,
    announced,
    answering_cards,
    answering_pieces,
    ask_damage,
    open_window,
    use_answer,
)
from pnp.referee.effects.resolving.drawing import discard_one, draw_now
from pnp.referee.effects.resolving.life import gain_now, redirected, turn_away
from pnp.referee.effects.resolving.opening import show_opening
from pnp.referee.effects.resolving.piles import found_in, give_card, put_aside, take_card
from pnp.referee.effects.resolving.playing import abilities_to_use, happens
from pnp.referee.effects.resolving.queue import put_in_order
from pnp.referee.effects.resolving.replacing import instead, replace_now
from pnp.referee.effects.resolving.run import PLAYER, go_on
from pnp.referee.effects.resolving.triggers import start
from pnp.referee.kernel.events import Settled
from pnp.referee.kernel.question import Open, Question
from pnp.referee.kernel.zone import UNSEEN
from pnp.referee.move import Move, Roll
from pnp.referee.params import AMOUNT, CARD, SEAT, WORD, ListParam, OrUnknown
from pnp.referee.seat import TABLE, Seat

MOST_ORDERS = 6  # that are listed


class Choose(Move, frozen=True):
    """`anna: choose ben`: the player whom an effect meets."""

    of: Annotated[Seat, SEAT]


class Target(Move, frozen=True):
    """`anna: target fox`, `target fox of=ben nth=2`: the card in play that an effect meets."""

    card: Annotated[str, CARD]
    of: Annotated[Seat, SEAT] = TABLE
    nth: Annotated[int, AMOUNT] = 0


class Discard(Move, frozen=True):
    """`ben: discard fish`: a card of one's own hand goes to the discard pile."""

    card: Annotated[str, CARD]


class Pick(Move, frozen=True):
    """`anna: pick fish`: the card of another's hand that goes to the discard pile."""

    card: Annotated[str, CARD]


class Find(Move, frozen=True):
    """`anna: find fox`: a card of a pile that is looked for; everybody sees it."""

    card: Annotated[str, CARD]


class Take(Move, frozen=True):
    """`anna: take fox`: a card of the deck that nobody else sees; with real cards `take ?`."""

    card: Annotated[str, OrUnknown(CARD)]


class Give(Move, frozen=True):
    """`anna: give fox ben`: a card of the own hand that another gets, unseen by others."""

    card: Annotated[str, OrUnknown(CARD)]
    to: Annotated[Seat, SEAT]


class Aside(Move, frozen=True):
    """`anna: aside fox`: a card of the own hand that is put aside, face down."""

    card: Annotated[str, OrUnknown(CARD)]


class TypeOf(Move, frozen=True):
    """`anna: type spirit`: names a type of card."""

    verb: ClassVar[str] = "type"
    name: Annotated[str, WORD]


class AnswerWith(Move, frozen=True):
    """`ben: answer rejection`: a card of the own hand answers what was announced, or damage."""

    verb: ClassVar[str] = "answer"
    card: Annotated[str, CARD]


class React(Move, frozen=True):
    """`ben: react shield`: an ability of a card in play answers what was announced, or damage."""

    card: Annotated[str, CARD]
    nth: Annotated[int, AMOUNT] = 0
    ability: Annotated[int, AMOUNT] = 0


class Show(Move, frozen=True):
    """`anna: show fox`: a card of the opening hand is shown."""

    card: Annotated[str, CARD]


class AtRandom(Move, frozen=True):
    """`table: random fish`: which card of a hand chance has hit."""

    verb: ClassVar[str] = "random"
    card: Annotated[str, CARD]


class Option(Move, frozen=True):
    """`anna: option 2`: which of several effects happens."""

    number: Annotated[int, AMOUNT]


class Order(Move, frozen=True):
    """`anna: order fox leech`: in which order the own abilities come up."""

    cards: Annotated[tuple[str, ...], ListParam(CARD)]


class Number(Move, frozen=True):
    """`anna: number 3`: how much or how many."""

    number: Annotated[int, AMOUNT]


class Name(Move, frozen=True):
    """`anna: name fish`: names a card, wherever it lies."""

    card: Annotated[str, CARD]


class Yes(Move, frozen=True):
    """`anna: yes`: does what a card allows."""


class Pay(Move, frozen=True):
    """`ben: pay`: pays, so that something does not happen."""


class Use(Move, frozen=True):
    """`anna: use fox`, `use fox nth=2 ability=2`: uses what a card in play can do."""

    card: Annotated[str, CARD]
    nth: Annotated[int, AMOUNT] = 0
    ability: Annotated[int, AMOUNT] = 0


class Questions:
    """The questions of one game's effects; `all` is what `declare` takes."""

    def __init__(self, cards: EffectTable) -> None:
        rule, hand = cards.rule, cards.hand
        self.player = Question(rule, "effects.which_player")
        self.player.answer(Choose, choices=_players)(_choose)
        self.redirect = Question(rule, "effects.redirect_to")
        self.redirect.answer(Choose, choices=_players)(_redirect)
        self.target = Question(rule, "effects.which_card")
        self.target.answer(Target, choices=_targets)(_target)
        self.up_to = Question(rule, "effects.which_card_or_none", may=True)
        self.up_to.answer(Target, choices=_targets)(_target)
        self.up_to.all_passed(_enough)
        self.discard = Question(rule, "effects.discard")
        self.discard.answer(Discard, card_of=hand)(_discard)
        self.pick = Question(rule, "effects.pick")
        self.pick.answer(Pick, choices=_to_pick)(_pick)
        self.at_random = Question(rule, "effects.at_random", chance=True)
        self.at_random.answer(AtRandom, choices=_to_hit, dealt=_hit)(_at_random)
        self.find = Question(rule, "effects.find_or_none", may=True)
        self.find.answer(Find, choices=_to_find)(_find)
        self.find.all_passed(_enough)
        self.must_find = Question(rule, "effects.find")
        self.must_find.answer(Find, choices=_to_find)(_find)
        self.take = Question(rule, "effects.take")
        self.take.answer(Take, choices=_to_take, hides=("card",))(_take)
        self.may_take = Question(rule, "effects.take_or_none", may=True)
        self.may_take.answer(Take, choices=_to_take, hides=("card",))(_take)
        self.may_take.all_passed(_enough)
        self.give = Question(rule, "effects.give")
        self.give.answer(Give, choices=_to_give, hides=("card",), shown_to="to")(_give)
        self.put_aside = Question(rule, "effects.put_aside")
        self.put_aside.answer(Aside, card_of=hand, hides=("card",))(_aside)
        self.type = Question(rule, "effects.which_type")
        self.type.answer(TypeOf, choices=_types)(_type)
        self.roll = Question(rule, "effects.roll", chance=True)
        self.roll.answer(Roll, choices=_rolls)(_roll)
        self.answer = Question(rule, "effects.answer", may=True)
        self.answer.answer(AnswerWith, choices=_to_answer)(_answer)
        self.answer.answer(React, choices=_to_react)(_react)
        self.answer.all_passed(_unanswered)
        self.damage = Question(rule, "effects.answer_damage", may=True)
        self.damage.answer(AnswerWith, choices=_to_answer)(_answer)
        self.damage.answer(React, choices=_to_react)(_react)
        self.damage.all_passed(_unanswered)
        self.instead = Question(rule, "effects.may_instead", may=True)
        self.instead.answer(Yes)(_replaced)
        self.instead.all_passed(_not_replaced)
        self.opening = Question(rule, "effects.show_or_none", may=True)
        self.opening.answer(Show, choices=_to_show)(_show)
        self.option = Question(rule, "effects.which_option")
        self.option.answer(Option, choices=_options)(_option)
        self.number = Question(rule, "effects.which_number")
        self.number.answer(Number, choices=_numbers)(_number)
        self.order = Question(rule, "effects.order_or_none", may=True)
        self.order.answer(Order, offers=_orders)(_order)
        self.order.all_passed(_unordered)
        self.name = Question(rule, "effects.name")
        self.name.answer(Name, choices=_names)(_name)
        self.may = Question(rule, "effects.may", may=True)
        self.may.answer(Yes)(_yes)
        self.pay = Question(rule, "effects.pay", may=True)
        self.pay.answer(Pay)(_pay)
        self.pay.all_passed(_not_paid)
        self.all = (
            self.player, self.redirect, self.target, self.up_to, self.discard, self.pick, self.at_random, self.option,
            self.number, self.find, self.must_find, self.take, self.may_take, self.give, self.put_aside, self.type,
            self.roll, self.answer, self.damage, self.instead, self.opening, self.name, self.may, self.pay,
            *([self.order] if cards.queues else []),
        )  # fmt: skip


def _doing(t: Any) -> Doing:
    """What asked. A question that somebody else answered, because the table overrules who decides, is answered, too."""
    found: Doing = t.about["doing"]
    stack = t.get("stack")
    if stack and type(stack[-1]) is Open and dict(stack[-1].about).get("doing") == found:
        t.happen(Settled())
    return found


def _players(t: Any, seat: Seat) -> list[Move]:
    return [Choose(seat, other) for other in t.about["among"]]


def _choose(t: Any, m: Choose) -> None:
    t.agreed()
    go_on(t, _doing(t).with_names({"chosen_player": m.of, PLAYER: m.of}))


def _redirect(t: Any, m: Choose) -> None:
    t.agreed()
    redirected(t, _doing(t), t.about["source"], m.of, t.about["amount"], t.about["met"])


def spelled(pieces: Iterable[Piece], among: Iterable[Piece]) -> dict[tuple[str, Seat, int], Piece]:
    """How cards in play are named: by the card, whose it is where others have it, and which where one has several."""
    lying: dict[str, dict[Seat, list[int]]] = {}
    for piece in pieces:
        lying.setdefault(piece.card, {}).setdefault(piece.seat, []).append(piece.number)
    found = {}
    for piece in among:
        alike = lying[piece.card]
        same = alike[piece.seat]
        whose = piece.seat if len(alike) > 1 else TABLE
        found[piece.card, whose, same.index(piece.number) + 1 if len(same) > 1 else 0] = piece
    return found


def _meant(t: Any) -> dict[tuple[str, Seat, int], Piece]:
    among = t.about["among"]
    found = t.memo.get(among)
    if found is None:
        pieces = effects_of(t).in_play(t)
        found = t.memo[among] = spelled(pieces, [piece for piece in pieces if piece.number in among])
    return found  # type: ignore[no-any-return]


def _targets(t: Any, seat: Seat) -> list[Move]:
    return [Target(seat, *name) for name in _meant(t)]


def _target(t: Any, m: Target) -> None:
    piece = _meant(t)[m.card, m.of, m.nth]
    t.agreed()
    doing = _doing(t)
    mark = t.about["mark"]
    go_on(t, doing.with_names({mark: (*doing.get(mark, ()), piece.number)}))


def _enough(t: Any) -> None:
    go_on(t, _doing(t).with_names({"@done": True}))


def _discard(t: Any, m: Discard) -> None:
    t.agreed()
    t.later(go_on, discard_one(t, m.seat, m.card, _doing(t)))


def _to_pick(t: Any, seat: Seat) -> list[Move]:
    return [Pick(seat, card) for card in t.may_lie(effects_of(t).hand[t.about["of_seat"]])]


def _pick(t: Any, m: Pick) -> None:
    t.agreed()
    t.later(go_on, discard_one(t, t.about["of_seat"], m.card, _doing(t)))


def _to_hit(t: Any, seat: Seat) -> list[Move]:
    return [AtRandom(seat, card) for card in t.may_lie(effects_of(t).hand[t.about["of_seat"]])]


def _hit(t: Any, chance: Any) -> Move:
    cards = sorted(t[effects_of(t).hand[t.about["of_seat"]]])
    return AtRandom(TABLE, chance.draw(f"random {t.state.chances}", cards))


def _at_random(t: Any, m: AtRandom) -> None:
    t.agreed()
    t.later(go_on, discard_one(t, t.about["of_seat"], m.card, _doing(t)))


def _to_find(t: Any, seat: Seat) -> list[Move]:
    pile = t.places[t.about["pile"]]
    about = t.about
    return [Find(seat, card) for card in found_in(t, pile, about["filter"], about["to"], about["chosen"])]


def _find(t: Any, m: Find) -> None:
    t.agreed()
    doing = _doing(t)
    go_on(t, doing.with_names({"@cards": (*doing.get("@cards", ()), m.card)}))


def _to_take(t: Any, seat: Seat) -> list[Move]:
    """Of the first cards of a pile, as far as the table knows them."""
    pile = t.places[t.about["pile"]]
    lying = t[pile][: t.about["count"]]
    kinds = t.may_lie(pile) if any(kind in UNSEEN for kind in lying) else dict.fromkeys(lying)
    return [Take(seat, card) for card in kinds]


def _take(t: Any, m: Take) -> None:
    t.agreed()
    t.later(go_on, take_card(t, m.seat, m.card, t.places[t.about["pile"]], _doing(t)))


def _to_give(t: Any, seat: Seat) -> list[Move]:
    return [Give(seat, card, t.about["of_seat"]) for card in t.may_lie(effects_of(t).hand[seat])]


def _give(t: Any, m: Give) -> None:
    t.agreed()
    t.later(go_on, give_card(t, m.seat, m.card, m.to, _doing(t)))


def _aside(t: Any, m: Aside) -> None:
    t.agreed()
    t.later(go_on, put_aside(t, m.seat, m.card, _doing(t)))


def _types(t: Any, seat: Seat) -> list[Move]:
    kinds = {str(card.fields["type"]) for card in t.setup.book.playing_cards.values() if card.fields.get("type")}
    return [TypeOf(seat, kind) for kind in sorted(kinds)]


def _type(t: Any, m: TypeOf) -> None:
    t.agreed()
    go_on(t, _doing(t).with_names({"@named": m.name}))


def _rolls(t: Any, seat: Seat) -> list[Move]:
    faces = range(1, t.about["sides"] + 1)
    return [Roll(seat, dice) for dice in product(faces, repeat=t.about["dice"])]


def _roll(t: Any, m: Roll) -> None:
    t.agreed()
    go_on(t, _doing(t).with_names({"@rolled": sum(m.dice)}))


def _to_answer(t: Any, seat: Seat) -> list[Move]:
    return [AnswerWith(seat, card) for card in answering_cards(t, seat, t.about["number"])]


def _answer(t: Any, m: AnswerWith) -> None:
    t.agreed()
    number, hit = t.about["number"], t.about.get("hit", 0)
    announce_card(t, m.seat, m.card, number, hit)
    go_back(t)


def go_back(t: Any) -> None:
    """What was answered may be answered once more."""
    about = t.about
    if about.get("hit"):
        t.later(ask_damage, about["hit"], about["first"])
    else:
        t.later(open_window, about["number"])


def _meant_answers(t: Any, seat: Seat) -> dict[tuple[str, int, int], tuple[Piece, int]]:
    number = t.about["number"]
    return named_abilities(t, seat, answering_pieces(t, seat, announced(t, number) if number else None))


def _to_react(t: Any, seat: Seat) -> list[Move]:
    return [React(seat, *name) for name in _meant_answers(t, seat)]


def _react(t: Any, m: React) -> None:
    piece, at = _meant_answers(t, m.seat)[m.card, m.nth, m.ability]
    t.agreed()
    number, hit = t.about["number"], t.about.get("hit", 0)
    use_answer(t, piece, at, number, hit)
    go_back(t)


def _unanswered(t: Any) -> None:
    if t.about["number"]:
        happens(t, t.about["number"])
    else:
        ask_damage(t, t.about["hit"] + 1, t.about["first"])


def _replaced(t: Any, m: Yes) -> None:
    t.agreed()
    replace_now(t, _doing(t))


def _not_replaced(t: Any) -> None:
    """What would have been replaced happens, unless another ability replaces it."""
    about = t.about
    of, seat, amount, cause, phase = (about[name] for name in ("of", "seat", "amount", "cause", "phase"))
    if instead(t, of, seat, amount, cause, phase, about["met"]):
        return
    if of == "draw":
        draw_now(t, [(seat, amount)], cause)
    elif of == "gain_life":
        gain_now(t, seat, amount, cause)
    elif of == "damage":
        turn_away(t, cause, seat, amount)
    else:
        effects_of(t).phases[phase](t, seat)


def _to_show(t: Any, seat: Seat) -> list[Move]:
    shown, cards = t.about["shown"], effects_of(t)
    kinds = [kind for kind in t.may_lie(cards.hand[seat]) if cards.text(t, kind).by_trigger.get("opening_hand")]
    lying = t[cards.hand[seat]]
    is_hidden = any(kind in UNSEEN for kind in lying)
    more = {kind: t.unseen(kind) if is_hidden else 0 for kind in kinds}
    return [Show(seat, kind) for kind in kinds if shown.count(kind) < lying.count(kind) + more[kind]]


def _show(t: Any, m: Show) -> None:
    t.agreed()
    show_opening(t, m.seat, m.card, t.about["shown"])


def _options(t: Any, seat: Seat) -> list[Move]:
    return [Option(seat, number + 1) for number in t.about["among"]]


def _option(t: Any, m: Option) -> None:
    t.agreed()
    go_on(t, _doing(t).with_names({"@option": m.number - 1}))


def _orders(t: Any, seat: Seat) -> list[Move]:
    return [Order(seat, way) for way in islice(permutations(t.about["cards"]), MOST_ORDERS)]


def _order(t: Any, m: Order) -> None:
    """What is not named comes behind, as it came."""
    left, order = list(enumerate(t.about["cards"])), []
    for card in m.cards:
        at = next((at for at, text in left if text == card), None)
        if at is None:
            t.refuse(*effects_of(t).cited("not_waiting"), card=card)
        else:
            order.append(at)
            left = [each for each in left if each[0] != at]
    t.agreed()
    put_in_order(t, (*order, *(at for at, _ in left)))


def _unordered(t: Any) -> None:
    put_in_order(t, tuple(range(len(t.about["cards"]))))


def _numbers(t: Any, seat: Seat) -> list[Move]:
    return [Number(seat, number) for number in range(t.about["least"], t.about["most"] + 1)]


def _number(t: Any, m: Number) -> None:
    t.agreed()
    go_on(t, _doing(t).with_names({"@number": m.number}))


def _names(t: Any, seat: Seat) -> list[Move]:
    return [Name(seat, card) for card in t.kinds]


def _name(t: Any, m: Name) -> None:
    t.agreed()
    go_on(t, _doing(t).with_names({"@named": m.card}))


def _yes(t: Any, m: Yes) -> None:
    t.agreed()
    start(t, _doing(t))


def _pay(t: Any, m: Pay) -> None:
    t.agreed()
    go_on(t, _doing(t).with_names({"@paid": True}))


def _not_paid(t: Any) -> None:
    go_on(t, _doing(t).with_names({"@paid": False}))


def usable(t: Any, seat: Seat) -> dict[tuple[str, int, int], tuple[Piece, int]]:
    """The abilities that can be used, by how they are named."""
    return named_abilities(t, seat, [(piece, at) for piece, at, _ in abilities_to_use(t, seat)])


def named_abilities(
    t: Any, seat: Seat, found: list[tuple[Piece, int]]
) -> dict[tuple[str, int, int], tuple[Piece, int]]:
    """Abilities of cards in play, by how they are named."""
    if not found:
        return {}
    now = effects_of(t).in_force(t)
    own = [piece for piece in (*now.fronts, *now.pieces) if piece.seat == seat]
    names = {}
    for piece, at in found:
        same = [other for other in own if other.card == piece.card]
        several = sum(other == piece for other, _ in found) > 1
        nth = same.index(piece) + 1 if len(same) > 1 else 0
        names[piece.card, nth, at + 1 if several else 0] = (piece, at)
    return names
