"""The verbs: what an effect does. In: `{op: damage, amount: 2, to: other_player}`. Out: one frozen value for each verb.

A verb has a phrase (what the card prints, `cards/keko/phrases.yaml`) and a resolver (what the referee does,
`games/keko/effects/`). A new verb is a new class here; YAML never grows a syntax of its own.
"""

from __future__ import annotations

from typing import Literal

from pnp.games.keko.vocabulary.values import Amount, Condition, Filter, Target
from pnp.library.effect.vocabulary import Effect

You = Literal["you"]
Player = Literal["you", "any_player", "other_player", "each_other_player", "trigger_player"]


Effects = tuple["AnyEffect", ...]
Rows = dict[int, Effects]


class Damage(Effect, frozen=True, tag="damage"):
    """Life is lost."""

    amount: Amount
    to: Player


class GainLife(Effect, frozen=True, tag="gain_life"):
    """Life is gained."""

    amount: Amount
    who: You


class Draw(Effect, frozen=True, tag="draw"):
    """Cards go from the deck to the hand."""

    amount: Amount
    who: Literal["you", "trigger_player"]


class Discard(Effect, frozen=True, tag="discard"):
    """Cards of the hand, chosen by their owner, go to the discard pile."""

    amount: int
    who: You
    pick: Literal["owner"]


class Mill(Effect, frozen=True, tag="mill"):
    """The top cards of the deck go to the discard pile."""

    amount: int
    save_as: str = ""


class Search(Effect, frozen=True, tag="search"):
    """Matching cards are looked for in a pile."""

    zone: Literal["deck", "discard"]
    filter: Filter
    amount: int
    to: Literal["hand", "play"]
    up_to: bool = False
    reveal: bool = False


class TakeDiscardTop(Effect, frozen=True, tag="take_discard_top"):
    """The newest card of the discard pile goes to the hand."""


class Shuffle(Effect, frozen=True, tag="shuffle"):
    """The deck is shuffled, with the discard pile or the card itself where `what` names them."""

    what: Literal["deck", "discard_into_deck", "self_into_deck"]


class LookTop(Effect, frozen=True, tag="look_top"):
    """The top cards of the deck are looked at; some go to the hand, the rest back."""

    amount: int
    take: int
    rest: Literal["top", "bottom"]


class PeekHand(Effect, frozen=True, tag="peek_hand"):
    """A hand is looked at."""

    of: Literal["other_player"]


class AddCounters(Effect, frozen=True, tag="add_counters"):
    """Counters are put on cards."""

    amount: Amount
    target: Target


class RemoveCounters(Effect, frozen=True, tag="remove_counters"):
    """Counters are taken off cards."""

    amount: Amount
    target: Target
    save_as: str = ""


class MoveCounters(Effect, frozen=True, tag="move_counters", rename={"from_": "from"}):
    """Counters go from one card to another, or are shared out."""

    amount: Amount
    from_: Target
    to: Target
    distribute: bool = False


class Imprison(Effect, frozen=True, tag="imprison"):
    """A creature loses its abilities."""

    target: Target


class Release(Effect, frozen=True, tag="release"):
    """An imprisoned creature is free again."""

    target: Target


class PutInDiscard(Effect, frozen=True, tag="put_in_discard"):
    """A card in play goes to the discard pile."""

    target: Target


class ReturnToHand(Effect, frozen=True, tag="return_to_hand"):
    """A card in play goes back to a hand."""

    target: Target


class SwapHands(Effect, frozen=True, tag="swap_hands", rename={"with_": "with"}):
    """Two players exchange their hands."""

    with_: Literal["any_player"]


class ExchangeCards(Effect, frozen=True, tag="exchange_cards", rename={"with_": "with"}):
    """Two players give each other cards face down."""

    with_: Literal["other_player"]
    amount: int


class TakeControl(Effect, frozen=True, tag="take_control"):
    """A card changes sides for a while."""

    target: Target
    until: Literal["end_of_turn"]


class Roll(Effect, frozen=True, tag="roll"):
    """Dice are rolled; a table holds what each result does."""

    dice: Literal[1, 2]
    save_as: str = ""
    table: Rows = {}  # noqa: RUF012 - msgspec copies an empty dict for every value


class ChooseType(Effect, frozen=True, tag="choose_type"):
    """A card type is named."""

    save_as: str


class ChooseOne(Effect, frozen=True, tag="choose_one"):
    """One of several effects happens."""

    options: tuple[Effects, ...]


class If(Effect, frozen=True, tag="if", rename={"else_": "else"}):
    """What happens depends on a condition."""

    cond: Condition
    then: Effects
    else_: Effects = ()


class Cancel(Effect, frozen=True, tag="cancel"):
    """The announced card has no effect."""

    target: Literal["trigger_card"]


class Prevent(Effect, frozen=True, tag="prevent"):
    """Damage that is about to be done is reduced."""

    amount: Amount


# Every verb: what a list of effects may hold.
AnyEffect = (
    Damage
    | GainLife
    | Draw
    | Discard
    | Mill
    | Search
    | TakeDiscardTop
    | Shuffle
    | LookTop
    | PeekHand
    | AddCounters
    | RemoveCounters
    | MoveCounters
    | Imprison
    | Release
    | PutInDiscard
    | ReturnToHand
    | SwapHands
    | ExchangeCards
    | TakeControl
    | Roll
    | ChooseType
    | ChooseOne
    | If
    | Cancel
    | Prevent
)

# Which values a number may be, where it may be more than a whole number.
NUMBERS: dict[tuple[str, str], tuple[str, ...]] = {
    ("damage", "amount"): ("count", "var"),
    ("add_counters", "amount"): ("counters_on",),
    ("remove_counters", "amount"): ("all", "any"),
    ("move_counters", "amount"): ("any",),
    ("prevent", "amount"): ("all",),
}
