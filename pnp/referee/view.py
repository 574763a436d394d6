"""Views: what a seat knows of a table. In: a replay and a seat (None: everybody). Out: a state to show and to judge by,
and the whole replay as that seat may see it.

Invariant: a view is what folding the lines that this seat saw gives, so it holds what follows from them (which cards
cannot be in another hand) and nothing that was hidden. Texts for a viewer are made from their `ReplayView`, never from
the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, overload

from msgspec import Struct
from msgspec.structs import replace

from pnp.referee.correction import SetHand
from pnp.referee.game import DIGITAL, Game, S
from pnp.referee.kernel_rules import REF_DEALER, REF_HIDDEN
from pnp.referee.message import referee_message
from pnp.referee.move import KERNEL_MOVES, Deal, Move, Undo
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Entry, Position, Replay
from pnp.referee.ruling import ACCEPTED, Cleared, Event, Illegal, Irregularity, Legal, Unverified
from pnp.referee.seat import TABLE, Seat

HIDDEN = Illegal(REF_HIDDEN, referee_message("referee.hidden"))


class ReplayView(Replay[S]):
    """A table as one seat, or the public (None), may see it; only read, never added to.

    Lines, states, reasons and refusals are those of the view. Of the truth it keeps which lines were accepted, how the
    game ended, and `news`, which is for everybody.
    """

    def __init__(self, truth: Replay[S], seat: Seat | None) -> None:
        self.truth, self.viewer = truth, None if seat == TABLE else seat
        self.game, self.setup, self.notation = truth.game, truth.setup, truth.notation
        self.entries = _RedactedList(truth.entries, self.redacted)  # type: ignore[assignment]
        self.positions = _RedactedList(truth.positions, self._position)  # type: ignore[assignment]
        self._views: dict[int, tuple[S, S]] = {}

    @property
    def irregularities(self) -> list[Irregularity]:
        """An irregularity that came to light is known to everybody."""
        return self.truth.irregularities

    def news(self, entry: Entry) -> tuple[str, ...]:
        """What follows from an accepted line; it is for everybody."""
        return self.truth.news(self._true_entry(entry))

    def events(self, entry: Entry) -> tuple[Event, ...]:
        """What happened with an accepted line, as this seat saw it then; what was opened later is a later event."""
        events = self.truth.noticed(self._true_entry(entry), self.viewer)
        return tuple(seen for _, seen in events if seen is not None)

    def reopened(self, entry: Entry) -> tuple[list[Irregularity], list[Irregularity]]:
        """Irregularities that an `undo` puts back in force and those it withdraws are known to everybody."""
        return self.truth.reopened(self._true_entry(entry))

    def undone_by(self, entry: Entry) -> list[Entry]:
        """The lines that an `undo` took back, as this seat knows them."""
        return [self.redacted(line) for line in self.truth.undone_by(self._true_entry(entry))]

    def _true_entry(self, entry: Entry) -> Entry:
        """The unredacted entry."""
        return self.truth.entries[entry.ply - 1]

    def redacted(self, entry: Entry) -> Entry:
        """An entry of the truth, or one that was just refused, as this seat may see it."""
        before, after, text = self._position(entry.before), self._position(entry.after), entry.text
        move = self._visible_move(entry)
        if move is not None and move != entry.move:
            text = self.notation.format(move)
        return replace(
            entry,
            text=text,
            before=before,
            after=after,
            move=move,
            ruling=self._visible_ruling(entry, move, before, after),
            breach=self._visible_breach(entry, move, before),
            comment="" if type(move) is Undo else entry.comment,  # it lists what was taken back, cards included
        )

    def view(self, state: S) -> S:
        """A state of the truth as this seat knows it; the present one with all that follows from the lines it saw."""
        known = self._views.get(id(state))
        if known is None or known[0] is not state:
            is_now = state is self.truth.state
            made = view_of(self.truth, self.viewer) if is_now else self.game.project(state, self.viewer)
            known = self._views[id(state)] = (state, made)
        return known[1]

    def _position(self, position: Position) -> Position:
        return replace(position, state=self.view(position.state))

    def _visible_move(self, entry: Entry) -> Move | None:
        """The move as this seat knows it; a line that was just refused is known to whoever typed it."""
        lines = self.truth.entries
        is_kept = entry.ply <= len(lines) and lines[entry.ply - 1] is entry
        if entry.move is None or not is_kept:
            return entry.move
        return as_seen(self.game, self.truth.state, entry, self.viewer)

    def _visible_ruling(self, entry: Entry, move: Move | None, before: Position, after: Position) -> Any:
        ruling = entry.ruling
        if isinstance(ruling, Legal | Unverified):
            events = tuple(event for event in ruling.events if isinstance(event, Irregularity | Cleared))
            return replace(ruling, events=events, after=after.state)
        if move is None or type(move) in KERNEL_MOVES or getattr(ruling, "rule", "") == REF_DEALER:
            return ruling
        return self._own_refusal(entry, move, before)

    def _visible_breach(self, entry: Entry, move: Move | None, before: Position) -> Any:
        """What an overruled line breaks, in this seat's own judgement.

        With cards that the referee dealt the truth is not asked: who cannot know gets the same answer either way.
        """
        if move is None or type(move) in KERNEL_MOVES or not (entry.overruled and entry.accepted):
            return None
        if entry.breach is None and self.setup.deal != DIGITAL:
            return None
        if self._knows_all(entry, move, before):
            return entry.breach
        own = self.judge_at(move, False, before, entry.ply)[0]
        if isinstance(own, Legal) and self.setup.deal == DIGITAL:
            return None
        return HIDDEN if isinstance(own, ACCEPTED) else own

    def _own_refusal(self, entry: Entry, move: Move, before: Position) -> Any:
        """A refusal as this seat's own judgement words it; where that sees no fault, the fault lies hidden."""
        if self._knows_all(entry, move, before):
            return entry.ruling
        own = self.judge_at(move, entry.overruled, before, entry.ply)[0]
        return HIDDEN if isinstance(own, ACCEPTED) else own

    def _knows_all(self, entry: Entry, move: Move, before: Position) -> bool:
        """Whether nothing was hidden from this seat when the line was judged: it would only judge the same again."""
        return move == entry.move and before.state == entry.before.state


class _RedactedList(Sequence[Any]):
    """A list of the truth, redacted item by item when it is read."""

    def __init__(self, items: Sequence[Any], redact: Callable[[Any], Any]) -> None:
        self._items, self._redact = items, redact

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> list[Any]: ...
    def __getitem__(self, at: int | slice) -> Any:
        return list(map(self._redact, self._items[at])) if isinstance(at, slice) else self._redact(self._items[at])


def view_of(replay: Replay[S], seat: Seat | None) -> S:
    """The table as `seat` knows it now.

    At a physical table nobody knows more than was said aloud, so the projection is the view. At a digital table the
    lines are folded as that seat saw them; lines that were taken back are left out.
    """
    if replay.setup.deal != DIGITAL:
        return replay.game.project(replay.state, seat)
    kept: KeptView[S] | None = replay.views.get(seat)
    if kept is None:
        kept = replay.views[seat] = KeptView(seat)
    return kept.of(replay)


class _SeenLine(Struct, frozen=True, gc=False):
    """A line that stands, as a seat saw it: the position it led to in truth, and in the view.

    is_secret: the seat saw less than there was, so it may be shown more of it later; is_open: it was shown by then.
    """

    truth: Position
    view: Position
    is_secret: bool
    is_open: bool
    is_explained: bool  # False: what the seat saw cannot have happened, a correction revealed more than its text


class KeptView(Generic[S]):
    """What one seat knows of a digital table, kept from one question to the next.

    New lines are folded when somebody asks, lines that no longer stand are dropped; from a line on that was revealed
    since, or whose reveal was taken back, all is folded anew. Invariant: it is what folding every line that stands
    gives, each as the seat sees it now.
    """

    def __init__(self, seat: Seat | None) -> None:
        self._seat = seat
        self._lines: list[_SeenLine] = []
        self._secret: list[int] = []  # places of the lines of which the seat saw less than there was
        self._answer: tuple[Position, S] | None = None

    def of(self, replay: Replay[S]) -> S:
        """The table as the seat knows it now."""
        now = replay.positions[-1]
        if self._answer is None or self._answer[0] is not now:
            self._answer = (now, self._view(replay))
        return self._answer[1]

    def _view(self, replay: Replay[S]) -> S:
        game, state = replay.game, replay.state
        projected = game.project(state, self._seat)
        self._drop_stale(replay)
        position = self._lines[-1].view if self._lines else replay.positions[0]
        for truth in replay.positions[len(self._lines) + 1 :]:
            if self._lines and not self._lines[-1].is_explained:
                break
            self._fold(replay, truth, position)
            position = self._lines[-1].view
        if self._lines and not self._lines[-1].is_explained:
            return projected
        view = game.project(position.state, self._seat)
        if game.facts(view) != game.facts(projected):
            return projected  # a correction revealed more than its text; the projection is right, if less precise
        return replace(view, ply=state.ply)

    def _drop_stale(self, replay: Replay[S]) -> None:
        """Forget the lines that no longer stand, and those from the first on that the seat now sees otherwise."""
        lines, positions = self._lines, replay.positions
        del lines[len(positions) - 1 :]
        # A position goes before those below it, so the last one that is still there says that all before are.
        while lines and lines[-1].truth is not positions[len(lines)]:
            del lines[-1]
        for at in self._secret:
            if at < len(lines):
                entry = replay.entries[lines[at].truth.ply - 1]
                if replay.game.is_revealed(replay.state, entry.move, entry.ply) != lines[at].is_open:
                    del lines[at:]
        while self._secret and self._secret[-1] >= len(lines):
            del self._secret[-1]

    def _fold(self, replay: Replay[S], truth: Position, before: Position) -> None:
        entry = replay.entries[truth.ply - 1]
        if entry.move is None or type(entry.move) in KERNEL_MOVES:
            self._lines.append(_SeenLine(truth, before, False, False, True))
            return
        is_secret = replay.game.redact(entry.move, self._seat) != entry.move
        is_open = is_secret and replay.game.is_revealed(replay.state, entry.move, entry.ply)
        move = as_seen(replay.game, replay.state, entry, self._seat)
        # Lines are counted without those that were taken back.
        ruling, after, _ = replay.judge_at(move, entry.overruled, before, before.state.ply + 1)
        if is_secret:
            self._secret.append(len(self._lines))
        self._lines.append(_SeenLine(truth, after, is_secret, is_open, isinstance(ruling, ACCEPTED)))


def as_seen(game: Game[S], state: S, entry: Entry, seat: Seat | None) -> Move:
    """The move of a line as `seat` knows it in a later state: what was opened since is hidden no more."""
    move = entry.move
    assert move is not None, "a line in a view was read as a move"
    if type(move) in KERNEL_MOVES or game.is_revealed(state, move, entry.ply):
        return move
    return game.redact(move, seat)


def redact_cards(move: Move, seat: Seat | None) -> Move:
    """Cards that went into another hand become `?`; how many there are is known to everybody."""
    if isinstance(move, Deal) and move.to != seat:
        return replace(move, cards=(UNKNOWN,) * len(move.cards))
    if isinstance(move, SetHand) and move.of != seat and isinstance(move.holds, tuple):
        return replace(move, holds=(UNKNOWN,) * len(move.holds))
    return move
