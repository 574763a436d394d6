"""Secrets: a view holds what its seat was shown, no more, and what is legal in truth is never refused in a view.

In: a case. Out: nothing, or BrokenPromise.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from pnp.conformance.case import Case, PlayedLine, is_accepted
from pnp.referee.game import DIGITAL
from pnp.referee.kernel.events import Answered, Asked, ChanceDecided, Settled
from pnp.referee.kernel.line_trial import Noted
from pnp.referee.kernel.question import Later
from pnp.referee.kernel.table import Table
from pnp.referee.move import KERNEL_MOVES, Move
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import Event, Illegal
from pnp.referee.seat import TABLE
from pnp.referee.view import as_seen
from pnp.table.dealer import SeededChance

OTHER_DEALS = 4  # seeds that are tried to find another secret
FOLLOWED = 6  # lines that are followed after a secret


def a_view_matches_its_redacted_record(case: Case) -> None:
    """What `project` hides, `redact` hides: a view equals the replay of the lines that this seat saw."""
    for table in case.digital:
        for viewer in (None, *range(len(case.seats))):
            fold_as_seen(case, table, viewer)


def fold_as_seen(case: Case, table: Replay[Any], viewer: int | None) -> None:
    """Hold the view of a seat, after each line, against what replaying the lines that it saw gives."""
    game, who = case.game, _who(case, viewer)
    seen = Replay(game, table.setup)
    sealed: list[Entry] = []
    for entry in table.entries:
        case.at(table, entry)
        if type(entry.move) in KERNEL_MOVES:
            break
        if any(game.is_revealed(entry.state, line.move, line.ply) for line in sealed):
            seen, sealed = Replay(game, table.setup), []  # replay from the start, now with what was revealed
        for line in table.entries[len(seen.entries) : entry.ply]:
            replayed = seen.apply_move(as_seen(game, entry.state, line, viewer), overruled=line.overruled)
            case.holds(replayed.accepted, "in the view of {} the line is rejected: {}", who, replayed.ruling)
            case.holds(not replayed.irregularities, "in the view of {} the line is irregular", who)
            if replayed.move is not line.move:
                sealed.append(line)
        known = game.facts(seen.state)
        view, again = (
            known if state == seen.state else game.facts(state)  # of equal states once
            for state in (game.project(entry.state, viewer), game.project(seen.state, viewer))
        )
        words = "the view of {} does not match its redacted lines: `project` and `redact` differ"
        case.holds(again == view, words, who)
        case.holds(known == view, "`redact` shows {} more than `project`", who)


def a_view_follows_from_its_visible_events(case: Case) -> None:
    """What a seat noticed of a line turns its view before into its view after: a screen or a log that is sent the
    events of a seat shows the table of that seat. What is still to be asked or done is nobody's event, and an answer is
    noticed as it was heard.

    Games on declarations promise it; others have events of their own, of which everybody hears the news.
    """
    game = case.game
    for line in case.lines():
        if not isinstance(line.before, Table):
            case.nothing("the game does not use the events of declarations (ADR 22)")
        for viewer in (None, *range(len(case.seats))):
            view = game.project(line.before, viewer)
            for event in _noticed(case, line.entry.ruling, viewer):
                words = "{} sees {}, an internal event of the referee"
                case.holds(not _is_of_the_referee(event), words, _who(case, viewer), event)
                view = game.apply(view, event)
            _check_answers(case, line, viewer)
            after = game.project(line.after, viewer)
            words = f"the events that {_who(case, viewer)} saw give {{}}, but its view has {{}}"
            case.same_facts(replace(view, stack=()), replace(after, stack=()), words)


def _is_of_the_referee(event: Event) -> bool:
    """Whether an event is about what is still to be done, or a reason, which is the mover's."""
    if isinstance(event, Noted):
        return not event.is_news
    return isinstance(event, Settled | ChanceDecided) or (isinstance(event, Asked) and isinstance(event.item, Later))


def _check_answers(case: Case, line: PlayedLine, viewer: int | None) -> None:
    """Who hears a line as it was said notices the answer as it was given."""
    if case.game.redact(line.move, viewer) != line.move:
        return
    for event in line.entry.ruling.events:  # type: ignore[attr-defined]
        if isinstance(event, Answered):
            noticed = case.game.redact_event(event, viewer)
            case.holds(noticed == event, "{} sees the whole line, but as its event {}", _who(case, viewer), noticed)


def a_legal_line_is_never_illegal_in_a_view(case: Case) -> None:
    """Whoever follows the game by the public lines can follow it to the end."""
    for line in case.lines(case.digital):
        for viewer in (None, *range(len(case.seats))):
            view = case.game.project(line.before, viewer)
            ruling = case.game.judge(view, case.game.redact(line.move, viewer))
            case.holds(not isinstance(ruling, Illegal), "in the view of {} the line is {}", _who(case, viewer), ruling)


def a_seat_answers_in_secret_only_once(case: Case) -> None:
    """A seat that answered in secret and is asked no more is known by all to have answered: asked why, nobody is told
    that it may answer again.
    """
    game, answered = case.game, 0
    for line in case.lines():
        seat, move = line.entry.seat, line.move
        if seat == TABLE or game.redact(move, None) == move or seat in game.to_act(line.after):
            continue
        if is_accepted(game.judge(line.after, move)):
            continue
        answered += 1
        for viewer in (None, *(other for other in range(len(case.seats)) if other != seat)):
            view = game.project(line.after, viewer)
            words = "{} has answered in secret, but in the view of {} it may answer again"
            case.holds(not is_accepted(game.judge(view, move)), words, case.seats[seat], _who(case, viewer))
    if not answered:
        case.nothing("no line hides anything")


def a_secret_leaks_to_no_other_seat(case: Case) -> None:
    """Two lines that differ only in a secret give everybody else equal tables, options, prompts, news and events.

    The other line is another deal of the same shape, another secret choice of the same seat, or the same line with its
    cards in another order; both games continue with the same lines as long as both accept them.
    """
    hidden = 0
    for table in case.tables:
        every = max(1, len(table.entries) // 60)
        for line in case.lines([table], every):
            for twin, viewers in find_twins(case, line):
                hidden += len(viewers)
                _compare(case, line, line.move, twin, viewers)
    if not hidden:
        case.nothing("no line hides anything")


def find_twins(case: Case, line: PlayedLine) -> Iterator[tuple[Move, list[int | None]]]:
    """Other moves in place of this one, each with the viewers who cannot distinguish them."""
    game, move = case.game, line.move
    others: list[Move] = []
    if line.entry.seat != TABLE:
        mine = game.redact(move, None)
        if mine != move:
            others = [other for other in game.legal_moves(line.before, move.seat) if other != move]
            if line.table.setup.deal != DIGITAL:  # whether a seat says its choice or only that it made one is no secret
                others = [other for other in others if game.redact(other, None) != other]
    elif game.to_act(line.before) == (TABLE,):
        others = [game.chance(line.before, SeededChance(1000 + seed)) for seed in range(OTHER_DEALS)]
    found = 0
    for other in dict.fromkeys((_the_other_way_round(move), *others)):
        viewers = [
            viewer
            for viewer in (None, *range(len(case.seats)))
            if viewer != line.entry.seat and other != move and game.redact(other, viewer) == game.redact(move, viewer)
        ]
        if viewers and is_accepted(game.judge(line.before, other)):
            yield other, viewers
            found += 1
            if found == OTHER_DEALS:
                return


def _the_other_way_round(move: Move) -> Move:
    """The same line with the cards that it lists in the other order."""
    values = ((name, getattr(move, name)) for name in move.__struct_fields__)
    return replace(move, **{name: value[::-1] for name, value in values if isinstance(value, tuple)})


def _compare(case: Case, line: PlayedLine, move: Move, twin: Move, viewers: list[int | None]) -> None:
    game, setup = case.game, line.table.setup
    one = line.after
    ruling = game.judge(line.before, twin)
    assert is_accepted(ruling)
    other = replace(ruling.after, ply=line.entry.ply)
    what = line.table.notation.format(twin)
    if game.is_revealed(one, move, line.entry.ply) or game.is_revealed(other, twin, line.entry.ply):
        return  # the line itself opens the secret: the last vote
    if differs_in_books(setup.deal, one, other):
        for viewer in viewers:
            mine_seen, theirs_seen = (game.project(state, viewer) for state in (one, other))
            if game.facts(mine_seen) != game.facts(theirs_seen):
                continue  # the very card came into this hand by the same line: who takes it up sees which it is
            mine, theirs = (getattr(seen, "knowledge", None) for seen in (mine_seen, theirs_seen))
            words = "the evidence of {} depends on whether the line was “{}”, which is hidden from it"
            case.holds(mine == theirs, words, _who(case, viewer), what)
        return
    twin_news, news = game.news(line.before, twin, ruling), game.news(line.before, move, line.entry.ruling)
    words = "all viewers read {}, but after “{}” they would read {}"
    case.holds(news == twin_news, words, _quoted(news), what, _quoted(twin_news))
    _compare_events(case, line.entry.ruling, ruling, viewers, what)
    later = line.table.entries[line.entry.ply : line.entry.ply + FOLLOWED]
    for entry in (None, *later):
        if entry is not None:
            stepped = _step(case, other, entry)
            if stepped is None:
                return
            if setup.deal != DIGITAL and game.conceals(one, entry.state):  # who draws the very card sees which it is
                viewers = [viewer for viewer in viewers if viewer != entry.seat]
            news, twin_news = game.news(one, entry.move, entry.ruling), game.news(other, entry.move, stepped)
            is_open = game.is_revealed(entry.state, move, line.entry.ply)
            words = "later all viewers read {}, but after “{}” they would read {}"
            case.holds(is_open or news == twin_news, words, _quoted(news), what, _quoted(twin_news))
            if not is_open:
                _compare_events(case, entry.ruling, stepped, viewers, what)
            one, other = entry.state, stepped.after
        if game.is_revealed(one, move, line.entry.ply) or game.is_revealed(other, twin, line.entry.ply):
            return
        for viewer in viewers:
            for name, mine, theirs in _differences(case, one, other, viewer):
                words = "{} can see in {} whether the line was “{}”: {} or {}"
                case.holds(False, words, _who(case, viewer), name, what, mine, theirs)
            case.holds(True, "{}", setup)


def differs_in_books(deal: str, one: Any, other: Any) -> bool:
    """Whether what was said at a table with real cards is known to all by its consequences.

    Whoever names there a card that could have gone as `?` has said it: the reasoning about hidden cards is everybody's.
    """
    return deal != DIGITAL and getattr(one, "knowledge", None) != getattr(other, "knowledge", None)


def _compare_events(case: Case, one: Any, other: Any, viewers: list[int | None], what: str) -> None:
    """What happened is noticed by all who cannot distinguish the lines as the same."""
    for viewer in viewers:
        mine, theirs = _noticed(case, one, viewer), _noticed(case, other, viewer)
        if mine != theirs:
            pairs = zip_longest(mine, theirs, fillvalue="nothing")
            event, other = next(pair for pair in pairs if pair[0] != pair[1])
            words = "{} sees {}, but after “{}” it would see {}"
            case.holds(False, words, _who(case, viewer), event, what, other)
        case.checks += 1


def _quoted(news: tuple[str, ...]) -> str:
    return " / ".join(f"“{each}”" for each in news) or "nothing"


def _noticed(case: Case, ruling: Any, viewer: int | None) -> list[Event]:
    events = (case.game.redact_event(event, viewer) for event in ruling.events)
    return [event for event in events if event is not None]


def _step(case: Case, state: Any, entry: Entry) -> Any:
    """The ruling of the same line on the twin; None when it cannot be made there, or would reveal more."""
    if type(entry.move) in KERNEL_MOVES or not entry.accepted:
        return None
    if entry.seat not in case.game.to_act(state):
        return None
    ruling = case.game.judge(state, entry.move)
    return ruling if is_accepted(ruling) else None


def _differences(case: Case, one: Any, other: Any, viewer: int | None) -> Iterator[tuple[str, Any, Any]]:
    view, twin_view = case.game.project(one, viewer), case.game.project(other, viewer)
    if view == twin_view:
        return  # the same in all that could be looked at
    for name, look in LOOKS.items():
        mine, theirs = look(case.game, view, viewer), look(case.game, twin_view, viewer)
        if mine != theirs:
            yield name, mine, theirs


LOOKS: dict[str, Any] = {
    "facts": lambda game, view, viewer: game.facts(view),
    "show": lambda game, view, viewer: game.show(view, viewer, view.setup.book.languages[0]),
    "phase": lambda game, view, viewer: game.phase(view),
    "who acts": lambda game, view, viewer: game.to_act(view),
    "scores": lambda game, view, viewer: game.scores(view),
    "outcome": lambda game, view, viewer: game.outcome(view),
    "prompts": lambda game, view, viewer: game.pending(view),
    "options": lambda game, view, viewer: None if viewer is None else tuple(game.legal_moves(view, viewer)),
}


def _who(case: Case, viewer: int | None) -> str:
    return "the public" if viewer is None else case.seats[viewer]


PROMISES = (
    a_view_matches_its_redacted_record,
    a_view_follows_from_its_visible_events,
    a_legal_line_is_never_illegal_in_a_view,
    a_seat_answers_in_secret_only_once,
    a_secret_leaks_to_no_other_seat,
)
