"""The verbs that any declared game may use. In: `{op: discard, amount: 1, who: other_player}`. Out: one frozen value
each.

A verb has words (`phrases.py`, or the game's own) and a resolver (`resolving/`).
"""

from __future__ import annotations

from typing import Literal

from pnp.library.effect.vocabulary import Effect, kinds_of
from pnp.referee.effects.vocabulary.modifiers import AnyModifier
from pnp.referee.effects.vocabulary.values import Condition, Filter, Number, Player, Selector, Single, Target

Effects = tuple["AnyEffect", ...]
Rows = dict[int, Effects]


class Damage(Effect, frozen=True, tag="damage"):
    """Life is lost; it can be raised, reduced, redirected and reflected."""

    amount: Number
    to: Player


class GainLife(Effect, frozen=True, tag="gain_life"):
    """Life is gained."""

    amount: Number
    who: Player = "you"


class LoseLife(Effect, frozen=True, tag="lose_life"):
    """Life is lost, and nothing reduces that."""

    amount: Number
    who: Player = "you"


class Draw(Effect, frozen=True, tag="draw", rename={"from_": "from"}):
    """Cards go from the deck to the hand, or the newest of the discard pile."""

    amount: Number
    who: Player = "you"
    from_: Literal["deck", "discard"] = "deck"


class Discard(Effect, frozen=True, tag="discard"):
    """Cards of the hand go to the discard pile: chosen by their owner, by “you” who looks at them, or at random."""

    amount: Number
    who: Player = "you"
    pick: Literal["owner", "you", "random"] = "owner"


class Mill(Effect, frozen=True, tag="mill"):
    """The top cards of the deck go to the discard pile; the last of them can be saved."""

    amount: Number
    who: Player = "you"
    save_as: str = ""


class Search(Effect, frozen=True, tag="search"):
    """Cards are looked for in a pile and come into the hand or into play; a searched deck is shuffled.

    Cards that a filter finds are shown, so that everybody can check them. up_to: of a discard pile, fewer may be taken;
    a deck may always turn out to hold fewer. show: the card says that they are shown, whatever the game hides.
    """

    zone: Literal["deck", "discard"]
    to: Literal["hand", "play"]
    filter: Filter = Filter()
    amount: int = 1
    up_to: bool = False
    show: bool = False


class LookTop(Effect, frozen=True, tag="look_top"):
    """The top cards of the deck are looked at: some go to the hand, the others stay on top or go to the bottom."""

    amount: Number
    take: int = 0
    rest: Literal["top", "bottom"] = "top"


class LookHand(Effect, frozen=True, tag="look_hand"):
    """Hands are looked at."""

    who: Player


class Shuffle(Effect, frozen=True, tag="shuffle", rename={"with_": "with"}):
    """The deck is shuffled, with the discard pile or the card itself."""

    with_: Literal["discard", "self", ""] = ""


class Give(Effect, frozen=True, tag="give"):
    """Cards of the own hand go to the hand of another, unseen by others."""

    amount: Number
    to: Single


class Trade(Effect, frozen=True, tag="trade", rename={"with_": "with"}):
    """Two players choose a card of their hands and give them to each other, face down."""

    with_: Single


class SwapHands(Effect, frozen=True, tag="swap_hands", rename={"with_": "with"}):
    """Two players exchange their hands."""

    with_: Single


class RollDice(Effect, frozen=True, tag="roll"):
    """Dice are rolled: a table says what each sum does, and it can be saved."""

    dice: int = 1
    sides: int = 6
    save_as: str = ""
    table: Rows = {}  # noqa: RUF012 - msgspec copies an empty dict for every value


class NameType(Effect, frozen=True, tag="name_type"):
    """A type of card is named."""

    save_as: str


class Create(Effect, frozen=True, tag="create"):
    """Tokens come into play from the supply, as many as there are."""

    token: str
    amount: Number = 1
    who: Player = "you"


class ExtraTurn(Effect, frozen=True, tag="extra_turn"):
    """A turn more, after this one."""

    who: Player = "you"


class SkipTurn(Effect, frozen=True, tag="skip_turn"):
    """The next turn is left out."""

    who: Player = "you"


class ExtraPhase(Effect, frozen=True, tag="extra_phase"):
    """A phase of this turn is played once more, after the present one."""

    phase: str


class SkipPhase(Effect, frozen=True, tag="skip_phase"):
    """The next phase of this name is left out."""

    phase: str
    who: Player = "you"


class NameCard(Effect, frozen=True, tag="name_card"):
    """A card is named, of all that there are."""

    save_as: str


class Exile(Effect, frozen=True, tag="exile"):
    """Cards in play leave the game."""

    target: Target


class PutInDiscard(Effect, frozen=True, tag="put_in_discard"):
    """Cards in play go to the discard pile."""

    target: Target


class ReturnToHand(Effect, frozen=True, tag="return_to_hand"):
    """Cards in play go to the hand of the player who controls them."""

    target: Target


class TakeControl(Effect, frozen=True, tag="take_control"):
    """Cards in play change sides, for good or for a time."""

    target: Target
    until: Literal["end_of_turn", "your_next_turn", ""] = ""


class Attach(Effect, frozen=True, tag="attach"):
    """The card is attached to another card in play, and leaves play with it."""

    target: Selector


class AddCounters(Effect, frozen=True, tag="add_counters"):
    """Counters are put on cards in play that may have some."""

    amount: Number
    target: Target


class RemoveCounters(Effect, frozen=True, tag="remove_counters"):
    """Counters are taken off cards in play; how many came off can be saved. any: as many as “you” choose, at least 1"""

    amount: Number | Literal["all", "any"]
    target: Target
    save_as: str = ""


class MoveCounters(Effect, frozen=True, tag="move_counters", rename={"from_": "from"}):
    """Counters go from one card in play to another, or one after the other to cards that are chosen each time."""

    amount: Number | Literal["all", "any"]
    from_: Target
    to: Target
    share: bool = False


class Silence(Effect, frozen=True, tag="silence"):
    """Cards in play have no abilities until they are unsilenced."""

    target: Target


class Unsilence(Effect, frozen=True, tag="unsilence"):
    """Silenced cards have their abilities again."""

    target: Target


class ChooseCard(Effect, frozen=True, tag="choose_card"):
    """A card in play is chosen, for what follows."""

    target: Selector


class ChooseNumber(Effect, frozen=True, tag="choose_number"):
    """A number is chosen and saved: how much to pay, how many to move."""

    save_as: str
    most: Number
    least: Number = 0


class AttachToPlayer(Effect, frozen=True, tag="attach_to_player"):
    """The card is attached to a player, its `bearer`."""

    who: Single


class Copy(Effect, frozen=True, tag="copy"):
    """What another card does when it is played happens once more, for “you”."""

    target: Literal["trigger_card"] | Selector


class Become(Effect, frozen=True, tag="become"):
    """The card is from now on a copy of another card in play."""

    target: Selector


class Lasting(Effect, frozen=True, tag="lasting"):
    """Modifiers that hold for a time."""

    until: Literal["end_of_turn", "your_next_turn"]
    mods: tuple[AnyModifier, ...]


class Delayed(Effect, frozen=True, tag="delayed"):
    """Effects that happen later."""

    at: Literal["end_of_turn", "your_next_turn"]
    do: Effects


class Cancel(Effect, frozen=True, tag="cancel"):
    """The card that is answered has no effect and goes to the discard pile."""


class Prevent(Effect, frozen=True, tag="prevent"):
    """The damage that is answered is less, or not done at all."""

    amount: Number | Literal["all"]


class Win(Effect, frozen=True, tag="win"):
    """The game ends, and these players win."""

    who: Player = "you"


class Lose(Effect, frozen=True, tag="lose"):
    """The game ends, and all but these players win."""

    who: Player = "you"


class Unless(Effect, frozen=True, tag="unless"):
    """Effects that a player may buy off: `pay` is what that player does instead, in full or not at all."""

    who: Player
    pay: Effects
    do: Effects


class If(Effect, frozen=True, tag="if", rename={"else_": "else"}):
    """What happens depends on a condition."""

    cond: Condition
    then: Effects
    else_: Effects = ()


class ChooseOne(Effect, frozen=True, tag="choose_one"):
    """One of several lists of effects happens."""

    options: tuple[Effects, ...]


class ChooseSeveral(Effect, frozen=True, tag="choose_several"):
    """So many of several lists of effects happen, each at most once, in the order in which they are chosen."""

    choose: int
    options: tuple[Effects, ...]


AnyEffect = (
    Damage
    | GainLife
    | LoseLife
    | Draw
    | Discard
    | Mill
    | Search
    | LookTop
    | LookHand
    | Shuffle
    | Give
    | Trade
    | SwapHands
    | RollDice
    | NameType
    | Create
    | ExtraTurn
    | SkipTurn
    | ExtraPhase
    | SkipPhase
    | NameCard
    | Exile
    | PutInDiscard
    | ReturnToHand
    | TakeControl
    | Attach
    | AddCounters
    | RemoveCounters
    | MoveCounters
    | Silence
    | Unsilence
    | ChooseCard
    | ChooseNumber
    | AttachToPlayer
    | Copy
    | Become
    | Lasting
    | Delayed
    | Cancel
    | Prevent
    | Win
    | Lose
    | Unless
    | If
    | ChooseOne
    | ChooseSeveral
)

for _verb, _kind in kinds_of(AnyEffect).items():  # nothing is read more often: a property takes ten steps
    setattr(_kind, "verb", _verb)  # noqa: B010 - to mypy it is a property
