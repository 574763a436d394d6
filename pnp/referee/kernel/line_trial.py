"""What every trial says of the line it works out, whatever kind of table it works on. In: message ids and arguments.
Out: a refusal, or reasons that are worded when somebody asks for them.

Steps say `refuse` where a table may overrule, `bar` where no table could do it, `note` what follows by which rule,
`announce` what people must do or know. `agreed` stands after the last check: a trial that only lists what may be done
ends there. Invariant: such a trial words nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, TypeVar

from pnp.referee.game import S, Setup, State
from pnp.referee.message import Message
from pnp.referee.move import Move
from pnp.referee.ruling import Ambiguous, Event, Illegal, Invalid, Legal, Reason, Ruling, Unverified
from pnp.referee.seat import Seat

M = TypeVar("M", bound=Move)
LISTED = Illegal("", "")


class Refused(Exception):
    """A line is refused, by a ruling where somebody asks why."""

    @property
    def ruling(self) -> Ruling:
        """The refusal."""
        return self.args[0] if self.args else LISTED


class Agreed(Exception):
    """All checks are passed; a trial that only lists needs no more."""


class Noted(Event, frozen=True, gc=False):
    """Something followed by a rule, as the id of a message with its arguments; it changes nothing.

    is_news: people must do or know it; everybody reads it, so it names nothing secret
    """

    rule: str
    message: str
    args: dict[str, Any]
    is_news: bool = False


class Explained(Event, frozen=True, gc=False):
    """Reasons that are worked out when somebody asks for them: `step(t, *about)` notes them."""

    step: Callable[..., None]
    about: tuple[Any, ...]


class MoveApplied(Event, frozen=True):
    """A line was accepted, in a game that derives again what it did. overruled: the table overruled a rule for it"""

    move: Move
    overruled: bool = False


def applies_again(judge: Callable[[S, Any], Ruling], force: Callable[[S, Any], Ruling]) -> Callable[[S, Event], S]:
    """Return the hook `apply` of a game whose states change by judging a line again: `MoveApplied` is its only event
    that changes anything.
    """

    def apply(state: S, event: Event) -> S:
        if type(event) is not MoveApplied:
            return state
        ruling = force(state, event.move) if event.overruled else judge(state, event.move)
        assert isinstance(ruling, Legal | Unverified), "an accepted line is accepted again"
        after: S = ruling.after
        return after

    return apply


class LineTrial:
    """Base of trials: a line that is being worked out.

    setup: whose table it is · is_overruled: the table allows what the rules forbid · is_listing: only whether the line
    may be made is asked · events: what happened and why, in order
    """

    __slots__ = ()

    setup: Setup
    is_overruled: bool
    is_listing: bool
    events: list[Any]

    def message(self, id: str, /, **args: Any) -> Message:
        """A message of this table."""
        return self.setup.message(id, **args)

    def name(self, seat: Seat) -> str:
        """Return a seat's name."""
        return self.setup.name(seat)

    def allows(self, check: Callable[[Any, M], None], move: M) -> bool:
        """Return whether a move passes its checks; for a trial that lists, which serves one move after the other."""
        try:
            check(self, move)
        except Refused:
            return False
        except Agreed:
            pass
        return True

    def refuse(self, rule: str, because: str, /, **args: Any) -> None:
        """The rules forbid it; a table that overrules them goes on behind it, so the rest must hold for that.

        rule: its id · because: id of the message that says why; `args` are its arguments. The line leaves no trace.
        """
        if self.is_overruled:
            return
        if self.is_listing:
            raise Refused
        raise Refused(Illegal(rule, self.message(because, **args)))

    def bar(self, rule: str, because: str, /, **args: Any) -> NoReturn:
        """It cannot be done, whatever the table says: no such card is there. Never returns."""
        if self.is_listing:
            raise Refused
        raise Refused(Illegal(rule, self.message(because, **args)))

    def refuse_incomplete(self, because: str, /, **args: Any) -> NoReturn:
        """A choice is missing, or two of them do not go together."""
        raise Refused(LISTED if self.is_listing else Invalid(self.message(because, **args)))

    def refuse_ambiguous(self, because: str, lines: Iterable[str], /, **args: Any) -> NoReturn:
        """The line can mean several things."""
        raise Refused(LISTED if self.is_listing else Ambiguous(self.message(because, **args), tuple(lines)))

    def refusal(self, rule: str, because: str, /, **args: Any) -> Illegal:
        """A refusal as a value, for checks that try one reading of a line after the other."""
        return Illegal(rule, "" if self.is_listing else self.message(because, **args))

    def agreed(self) -> None:
        """Every check is passed; what follows refuses nothing. A trial that only lists options ends here."""
        if self.is_listing:
            raise Agreed

    def note(self, rule: str, because: str, /, **args: Any) -> None:
        """Something follows by a rule: a reason of the line, told by `why` and compared by scenarios."""
        if not self.is_listing:
            self.events.append(Noted(rule, because, args))

    def announce(self, rule: str, because: str, /, **args: Any) -> None:
        """Something follows by a rule that people must do or know. It is read to everybody, so nothing secret.

        rule: its id; "" for news that is no reason of the line
        """
        if not self.is_listing:
            self.events.append(Noted(rule, because, args, True))

    def explain(self, step: Callable[..., None], *about: Any) -> None:
        """Give reasons that take time to find: `step(t, *about)` notes them when somebody asks why.

        step: a function of the module, which only notes and announces; no event reports such news
        about: all that it needs
        """
        if not self.is_listing:
            self.events.append(Explained(step, about))


class Reasons(LineTrial):
    """The `t` of a step that gives reasons, long after its line."""

    __slots__ = ("events", "is_listing", "is_overruled", "setup")

    def __init__(self, setup: Setup) -> None:
        self.setup, self.events = setup, []
        self.is_listing = self.is_overruled = False


def explain(state: State, move: Move, ruling: Ruling) -> tuple[Reason, ...]:
    """Return why an accepted line does what it does, each reason once: a hook of `Game`."""
    notes = (note for note in _notes(state, ruling) if note.rule)
    return tuple(dict.fromkeys(state.reason(note.rule, note.message, **note.args) for note in notes))


def news(state: State, move: Move, ruling: Ruling) -> tuple[str, ...]:
    """Return what people must do or know after an accepted line, each item once: a hook of `Game`."""
    notes = (note for note in _notes(state, ruling) if note.is_news)
    return tuple(dict.fromkeys(state.message(note.message, **note.args) for note in notes))


def _notes(state: State, ruling: Ruling) -> Iterator[Noted]:
    for event in getattr(ruling, "events", ()):
        if type(event) is Noted:
            yield event
        elif type(event) is Explained:
            t = Reasons(state.setup)
            event.step(t, *event.about)
            yield from t.events
