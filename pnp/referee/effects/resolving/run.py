"""A list of effects carried out, one after the other. In: a trial and a `Doing`. Out: what happens, up to the next
question.

A resolver is a function of a `Run` and an effect. What must be chosen it asks for *before* it changes anything: asking
stops it (`Waiting`), and the answer makes it begin again with what was chosen. Invariant: what an effect sets off is
done before the next effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from msgspec.structs import replace

from pnp.referee.effects.effect_table import EffectTable, effects_of
from pnp.referee.effects.plain import MARK, PLANNING, TRYING, TYPED, Doing, Piece, Typed
from pnp.referee.effects.resolving.reading import fits, piece_meant, read_number, seats_of
from pnp.referee.effects.vocabulary.values import CHOSEN, Number, Selector
from pnp.referee.kernel.question import Question
from pnp.referee.move import Move, Pass
from pnp.referee.seat import TABLE, Seat

Fits = Callable[[Piece], bool]
Resolver = Callable[["Run", Any], None]
RESOLVERS: dict[str, Resolver] = {}
PATH_OF_ALL = 2  # the path of all that an ability does: its number and `do`
DEEPEST = 6  # texts that set each other off: after so many nothing more is set off
PAID = ("cost", "pay")  # the lists of effects that are a price
PLAYER, PIECES = f"{MARK}player", f"{MARK}pieces"


def _any(piece: Piece) -> bool:
    """Every card in play."""
    return True


class Waiting(Exception):
    """Something must be answered first."""


class Unnamed(Waiting):
    """A line does not name this choice, while it is only asked whether those that it names can be made."""


UNFINISHED: set[Any] = set()


def unfinished(step: Callable[..., None]) -> Callable[..., None]:
    """While this step waits, a card or an ability is half done."""
    UNFINISHED.add(step)
    return step


def resolves(verb: str) -> Callable[[Resolver], Resolver]:
    """The function resolves this verb."""

    def attach(resolver: Resolver) -> Resolver:
        RESOLVERS[verb] = resolver
        return resolver

    return attach


class Run:
    """One effect being done."""

    __slots__ = ("cards", "doing", "t")

    def __init__(self, t: Any, doing: Doing) -> None:
        self.t, self.doing = t, doing
        self.cards: EffectTable = effects_of(t)

    def ask(self, question: Question, *seats: Seat, **about: Any) -> NoReturn:
        """Ask, and do this effect again with what is answered; an answer that the line has named is given at once."""
        named = self.cards.named
        if named is not None:
            move = named(self, question, seats[0] if seats else TABLE, about)
            if move is not None:
                self._answer(question, move, about)
            if self.is_trying:
                raise Unnamed
        self.t.ask(question, *seats, doing=self.doing, card=self.doing.card, **about)
        raise Waiting

    def _answer(self, question: Question, move: Move, about: dict[str, Any]) -> NoReturn:
        before, self.t.about = self.t.about, {"doing": self.doing, "card": self.doing.card, **about}
        if type(move) is Pass and question.silence is not None:
            question.silence(self.t)
        else:
            question.answers[type(move)].step(self.t, move)
        self.t.about = before
        raise Waiting

    @property
    def effect(self) -> Any:
        """The effect that is being done."""
        return self.cards.find(self.t, self.doing.card, self.doing.path)[self.doing.at]

    @property
    def is_trying(self) -> bool:
        """Whether it is only asked if the choices that a line names can be made."""
        return bool(self.doing.get(PLANNING) == TRYING)

    @property
    def typed(self) -> Typed:
        """The choices that the line names."""
        return self.doing.get(TYPED, ())  # type: ignore[no-any-return]

    def again(self, **marks: Any) -> NoReturn:
        """Do this effect again, when all that is due is done."""
        self.t.later(go_on, self.doing.with_names({f"{MARK}{name}": value for name, value in marks.items()}))
        raise Waiting

    def marked(self, name: str) -> Any:
        """What this effect remembers of its first part."""
        return self.doing.get(f"{MARK}{name}")

    def seats(self, who: str, question: Question | None = None) -> tuple[Seat, ...]:
        """The players that a word means; who can be chosen is asked for."""
        if who not in CHOSEN:
            return seats_of(self.t, who, self.doing)
        chosen = self.doing.get(PLAYER)
        if chosen is not None:
            return (chosen,)
        among = self.t.playing if who == "any_player" else self.t.others(self.doing.you)
        if self.cards.may_harm is not None and self.effect.verb == "damage":
            among = tuple(seat for seat in among if self.cards.may_harm(self.t, self.doing.you, seat))
        if not among:
            return ()
        if len(among) != 1 or self.cards.asks_all:
            self.ask(question or self.cards.ask.player, self.doing.you, among=among)
        self.doing = self.doing.with_names({"chosen_player": among[0], PLAYER: among[0]})
        return (among[0],)

    def number(self, number: Number, them: Seat | None = None) -> int:
        """A number as it is now, not below 0."""
        found = max(0, read_number(self.t, number, self.doing, them))
        if not isinstance(number, int):
            self.cards.say(self.t, "number", doing=self.doing, count=found)
        return found

    def amounts(self, who: str, number: Number) -> list[tuple[Seat, int]]:
        """Whom an effect meets, with the number of each: all are read before anything happens."""
        return [(seat, self.number(number, seat)) for seat in self.seats(who)]

    def pieces(self, target: Any, only: Fits = _any, mark: str = PIECES) -> tuple[Piece, ...]:
        """The cards in play that are meant; those that can be chosen are asked for.

        only: which cards the effect can do something with · mark: where the choice is kept, if an effect has several
        """
        if isinstance(target, Selector):
            return self._selected(target, self.meant(target, only), mark)
        piece = piece_meant(self.t, target, self.doing)
        if target == "self":
            self.cards.say(self.t, "on_itself", piece=piece, doing=self.doing, card=self.doing.card)
        return (piece,) if piece is not None and not piece.is_front and only(piece) else ()

    def _selected(self, target: Selector, pieces: list[Piece], mark: str) -> tuple[Piece, ...]:
        taken: tuple[int, ...] = self.doing.get(mark, ())
        free = [piece for piece in pieces if piece.number not in taken]
        wanted = target.choose or target.up_to
        left = min(wanted - len(taken), len(free))
        if target.all:
            taken = tuple(piece.number for piece in free)
        elif not self.marked("done") and left > 0 and (target.up_to or left < len(free) or self.cards.asks_all):
            question = self.cards.ask.up_to if target.up_to else self.cards.ask.target
            self.ask(question, self.doing.you, among=tuple(piece.number for piece in free), mark=mark)
        elif not target.up_to:
            taken = (*taken, *(piece.number for piece in free[:left]))
            if not taken and self.doing.get(PLANNING) is None:
                self.cards.say(self.t, "nothing_to_choose", doing=self.doing, card=self.doing.card)
        if taken:
            self.doing = self.doing.with_names({mark: taken, "chosen_card": taken[-1]})
        return tuple(piece for piece in pieces if piece.number in taken)

    def meant(self, target: Selector, only: Fits = _any, pieces: Iterable[Piece] | None = None) -> list[Piece]:
        """The cards in play (or of `pieces`) that a selector means, of those that an effect can do something with."""
        kinds, doing = self.cards.fitting(self.t, target, fits), self.doing
        among = self.cards.in_play(self.t) if pieces is None else pieces
        found = [piece for piece in among if piece.card in kinds]
        whose, you = target.controller, doing.you
        if whose == "you":
            found = [piece for piece in found if piece.seat == you]
        elif whose == "other":
            found = [piece for piece in found if piece.seat != you and piece.seat >= 0]
        elif whose != "any":
            seats = seats_of(self.t, whose, doing)
            found = [piece for piece in found if piece.seat in seats]
        if target.not_self:
            found = [piece for piece in found if piece.number != doing.piece]
        if target.counters is not None:
            found = [piece for piece in found if (piece.counters > 0) == target.counters]
        if target.silenced is not None:
            found = [piece for piece in found if piece.is_silenced == target.silenced]
        return found if only is _any else [*filter(only, found)]

    def is_meant(self, target: Selector, piece: Piece) -> bool:
        """Whether a card in play is one of those that a selector means."""
        return bool(self.meant(target, pieces=(piece,)))

    def can_do(self, effect: Any) -> Fits:
        """Which cards in play an effect can do something with."""
        verb = effect.verb
        if verb == "add_counters":
            return self.takes_counters
        if verb == "remove_counters":
            return lambda piece: piece.counters > 0
        if verb in ("silence", "unsilence"):
            return lambda piece: piece.is_silenced == (verb == "unsilence")
        return _any

    @property
    def takes_counters(self) -> Fits:
        """The check whether counters can be put on a card in play."""
        kinds = self.cards.taking(self.t)
        return lambda piece: piece.card in kinds


@unfinished
def go_on(t: Any, doing: Doing) -> None:
    """Do the effects of a list from where it is."""
    cards = effects_of(t)
    if cards.plans and doing.get(PLANNING) is not None:
        cards.plan(t, doing)
        return
    effects = cards.find(t, doing.card, doing.path)
    while doing.at < len(effects):
        if cards.choose_first and (planned := doing.get(f"plan{doing.at}")):
            doing = doing.with_names({**dict(planned), f"plan{doing.at}": None})
        run = Run(t, doing)
        effect = effects[doing.at]
        try:
            RESOLVERS[effect.verb](run, effect)
        except Waiting:
            return
        doing = run.doing.next()
        if doing.at < len(effects):
            cards.say(t, "next_effect", doing=doing, card=doing.card)
        if t.queued:
            t.later(go_on, doing)
            return
        if t.get("over") is not None:
            return
    if doing.path[-1] == "cost":  # what was saved in paying is known to what is paid for
        t.later(go_on if cards.played is None else cards.used, replace(doing, path=(*doing.path[:-1], "do"), at=0))
    elif len(doing.path) == PATH_OF_ALL:
        cards.say(t, "done", doing=doing, card=doing.card)
        if cards.queues and t[cards.set_off]:
            t.later(cards.release)
