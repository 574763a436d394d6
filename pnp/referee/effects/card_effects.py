"""The effects of a declared game. In: where its cards lie, what counts as life, which phases a turn has. Out: a value
that `declare(effects=…)` takes, and what a game's own steps ask of it: play a card, use one, draw, hurt, begin a
turn.

Invariant: nothing here is one game's; what cards do stands in their `abilities`.
"""

from __future__ import annotations

from typing import Any

from pnp.library.effect.vocabulary import Vocabulary
from pnp.referee.effects.corrections import corrections_of
from pnp.referee.effects.effect_table import EffectTable
from pnp.referee.effects.plain import Doing, Piece, Typed
from pnp.referee.effects.questions import Questions, Use, usable
from pnp.referee.effects.registry import make_vocabulary
from pnp.referee.effects.resolving import counters as counters  # its verbs
from pnp.referee.effects.resolving.answering import announce_use
from pnp.referee.effects.resolving.drawing import draw_cards, refill
from pnp.referee.effects.resolving.life import gain_life, lands, lose_life
from pnp.referee.effects.resolving.modifying import added, forbidding
from pnp.referee.effects.resolving.opening import ask_opening_hands, begin_game
from pnp.referee.effects.resolving.planning import missing_choice, plan, try_plan
from pnp.referee.effects.resolving.playing import happens, play_card, use_ability, why_not
from pnp.referee.effects.resolving.queue import is_settled
from pnp.referee.effects.resolving.triggers import release
from pnp.referee.effects.resolving.turns import begin_turn
from pnp.referee.game import Adjustment
from pnp.referee.kernel.question import Step
from pnp.referee.move import Move
from pnp.referee.seat import Seat


class CardEffects(EffectTable):
    """Effects as a game's rules use them (docs/effects.md)."""

    def __init__(self, **declared: Any) -> None:
        super().__init__(**declared)
        self.ask = Questions(self)
        self.happens, self.lands, self.used, self.plan = happens, lands, announce_use, plan
        self.release, self.missing_choice = release, missing_choice

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of its cards."""
        return make_vocabulary(self)

    def check_may(self, t: Any, seat: Seat, act: str, card: str = "") -> None:
        """Refuse what a card in play forbids, to `play` a card, and a card that lacks what it must choose."""
        source = forbidding(t, seat, act, card)
        if source:
            t.refuse(*self.cited("may_not"), seat=seat, card=source)
        if self.choose_first and act == "play" and self._lacks_choice(t, seat, card):
            t.refuse(*self.cited("no_choice"), card=card)

    def _lacks_choice(self, t: Any, seat: Seat, card: str) -> bool:
        by_trigger = self.text(t, card).by_trigger
        first = by_trigger.get("play", ())[:1]
        if any(missing_choice(t, Doing(card, (at, "do"), seat)) for at, _ in first):
            return True
        if t.setup.book.cards[card].fields.get("type") not in self.must_change:
            return False
        entering = (at for at, ability in by_trigger.get("enters", ()) if not ability.may)
        return any(missing_choice(t, Doing(card, (at, "do"), seat), 1) for at in entering)

    def why_not(self, t: Any, piece: Piece, at: int) -> tuple[str, str] | None:
        """Why an ability of a card in play, by its number, cannot be used; None if it can: `silenced`, `used`, `cost`,
        `choice` or `forbidden`, and the limit, verb or card that is meant.
        """
        return why_not(t, piece, at, self.find(t, piece.text, (at,)))

    def check_choices(self, t: Any, doing: Doing) -> None:
        """Refuse choices that a line names and that cannot be made: `named` of the game is asked for each choice of a
        list of effects, with `run.is_trying`. Nothing changes, and what the line does not name is not asked.
        """
        try_plan(t, doing)

    def play_card(self, t: Any, seat: Seat, card: str, typed: Typed = ()) -> None:
        """A card of the hand is played: it comes into play, or it does what it says and is discarded.

        typed: the choices that the line names, as pairs, which `named` of the game reads
        """
        play_card(t, seat, card, typed)

    def draw(self, t: Any, seat: Seat, count: int) -> None:
        """Cards are drawn, unless a card forbids it; what that sets off happens."""
        draw_cards(t, [(seat, count)])

    def refill(self, t: Any, seat: Seat) -> None:
        """The discard pile becomes the deck, which is empty."""
        refill(t, seat)

    def corrections(self, game: Any) -> tuple[Adjustment, ...]:
        """The corrections of what is on cards in play."""
        return corrections_of(self, game)

    def lose_life(self, t: Any, seat: Seat, amount: int) -> None:
        """Life is lost by the rules of the game."""
        lose_life(t, seat, amount)

    def gain_life(self, t: Any, seat: Seat, amount: int) -> None:
        """Life is gained by the rules of the game, unless a card forbids it."""
        gain_life(t, seat, amount)

    def number(self, t: Any, seat: Seat, name: str, first: int) -> int:
        """A number of the rules as modifiers change it: `draw_number`, `plays` and those of `numbers=`."""
        if name not in self.numbers:
            raise ValueError(
                f"expected one of {', '.join(self.numbers)}, got {name}; name it in CardEffects(numbers=…)"
            )
        return max(0, first + added(t, seat, name))

    def uses(self, t: Any, seat: Seat) -> list[Move]:
        """The moves that use an ability of a seat's cards in play."""
        return [Use(seat, *name) for name in usable(t, seat)]

    def use(self, t: Any, m: Use, typed: Typed = ()) -> None:
        """An ability is used: its cost, then what it does. typed: the choices that the line names"""
        use_ability(t, m.seat, *usable(t, m.seat)[m.card, m.nth, m.ability], typed)

    def is_settled(self, t: Any, step: Step, *about: Any) -> bool:
        """Whether nothing comes before a step: `between` of the game was done, and asked nothing. Else the step is
        done after that.
        """
        return self.between is None or is_settled(t, step, *about)

    def begin_game(self, t: Any) -> None:
        """What cards do as the game begins."""
        t.later(begin_game)

    def ask_opening_hands(self, t: Any) -> None:
        """Cards of the opening hands may be shown."""
        t.later(ask_opening_hands)

    def begin_turn(self, t: Any) -> None:
        """The turn begins of whose turn it is; it runs through its phases, and the next one follows."""
        t.later(begin_turn)
