"""What a seat gets: its view of a table as bytes. In: a replay, a seat (None: the public screen), a language.

Out: JSON; nothing else writes a table's state for a seat: a page, a stream and a screen read these bytes. Invariant:
they are made from the seat's `ReplayView` alone, so two tables that are equal in all that the seat may know give it the
same bytes; what was worked out for a line is kept until it is changed or revealed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, json

from pnp.library.words import in_language, localise
from pnp.referee.game import Decision, Setup, counters_of
from pnp.referee.message import at_table
from pnp.referee.move import Move
from pnp.referee.replay import Entry, Replay
from pnp.referee.scene import Piece
from pnp.referee.seat import TABLE, Seat, seat_name
from pnp.referee.view import ReplayView, as_seen
from pnp.table.offers import OfferedLine, offers_at
from pnp.table.option_tree import option_tree
from pnp.table.plain_values import SCORE, counter_name, follow_up_values, irregularity_values, rule_words
from pnp.table.story.line_sentence import move_sentence
from pnp.table.story.past import past_values

MOST_LINES = 24  # of the log, and of the news; whoever was away for longer looks at the table
STOPPED = "over"  # the phase of a game that has ended


class _KnownLine(Struct):
    """A line as the seat saw it, worded once in each language."""

    entry: Entry
    move: Move | None
    words: dict[str, dict[str, Any]] = {}


class _Asked(Struct, frozen=True):
    """The questions to a seat, and the lines that it was offered."""

    decisions: tuple[Decision, ...]
    lines: tuple[str, ...]


class SeatFeed:
    """What one seat of one table is sent, line after line; None for the public, who look at the big screen."""

    def __init__(self, viewer: Seat | None) -> None:
        self.viewer = viewer
        self._lines: dict[int, _KnownLine] = {}
        self._usages: dict[tuple[Decision, str], list[str]] = {}
        self._asked: dict[int, _Asked] = {}  # by the line after which the seat was sent it

    def encode(
        self,
        replay: Replay[Any],
        lang: str,
        since: int | None = None,
        within: Sequence[str] = (),
        around: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The state as JSON.

        since: the last line the seat has heard of, else its own last line · within: a branch of the options that is to
        be opened · around: what the host of the table adds for everybody, such as who has joined
        """
        return json.encode({**self.state(replay, lang, since, within), **(around or {})}, enc_hook=str)

    def state(
        self, replay: Replay[Any], lang: str, since: int | None = None, within: Sequence[str] = ()
    ) -> dict[str, Any]:
        """The state as plain values."""
        seen = ReplayView(replay, self.viewer)
        game, seats, view, outcome = replay.game, replay.setup.seats, seen.state, replay.outcome
        self._drop_stale(replay)
        offers, latest = offers_at(seen), self._latest(seen, lang, 0)
        self._asked[replay.plies] = self._asked_now(seen, offers)
        after = self._own_last(seen) if since is None else since
        return {
            "ply": replay.plies,
            "you": None if self.viewer is None else seats[self.viewer],
            "game": replay.setup.book.slug,
            "lang": lang,
            "deal": replay.setup.deal,
            "seats": list(seats),
            "to_act": [seat_name(seats, seat) for seat in seen.to_act],
            "phase": STOPPED if outcome is not None else game.phase(view),
            "scores": dict(zip(seats, game.scores(view), strict=False)),
            "counters": {
                counter_name(replay.setup.book, what, lang): dict(zip(seats, numbers, strict=False))
                for what, numbers in counters_of(game, view).items()
            },
            "scene": [piece_values(piece, replay.setup, lang) for piece in game.scene(view)],
            "questions": [] if outcome is not None else [self._question(seen, it, lang) for it in seen.decisions],
            "options": option_tree(offers, replay.notation, lang, within),
            "secret": _secret_verbs(seen, offers),
            "news": [line for line in latest if line["ply"] > after],
            "log": [_without_events(line) for line in latest],
            "irregularities": [irregularity_values(item, seats, lang) for item in seen.irregularities],
            "outcome": None
            if outcome is None
            else {
                "winners": [seats[seat] for seat in outcome.winners],
                "reason": in_language(outcome.reason, lang),
                "rule": outcome.rule or None,
                "kind": outcome.kind,
            },
        }

    def is_still_asked(self, replay: Replay[Any], ply: int) -> bool:
        """Return whether the seat is asked now what it was asked after line `ply`, with the same options.

        It was sent that state then, and has written no line since: a double tap is not a second answer.
        """
        known = self._asked.get(ply)
        if known is None or not known.decisions or ply > replay.plies:
            return False
        if any(entry.accepted and entry.seat == self.viewer for entry in replay.entries[ply:]):
            return False
        seen = ReplayView(replay, self.viewer)
        return self._asked_now(seen, offers_at(seen)) == known

    def _asked_now(self, seen: ReplayView[Any], offers: Sequence[OfferedLine]) -> _Asked:
        own = tuple(decision for decision in seen.decisions if decision.seat == self.viewer)
        return _Asked(own, tuple(offer.line for offer in offers))

    def past(self, replay: Replay[Any], lang: str, ply: int, around: Mapping[str, Any] | None = None) -> bytes:
        """The table after line `ply` as JSON: as it was known then; `around`: see `encode`."""
        seen = ReplayView(replay, self.viewer)

        def line(entry: Entry) -> dict[str, Any]:
            return _without_events(self._line(seen, entry, lang))

        def scene(state: Any) -> list[dict[str, Any]]:
            return [piece_values(piece, replay.setup, lang) for piece in replay.game.scene(state)]

        return json.encode({**past_values(seen, ply, lang, line, scene), **(around or {})}, enc_hook=str)

    def text(self, replay: Replay[Any], lang: str) -> str:
        """The table in words, for pages that draw nothing."""
        seen = ReplayView(replay, self.viewer)
        return replay.game.show(seen.state, self.viewer, lang)

    def news(self, seen: ReplayView[Any], lang: str, since: int) -> list[dict[str, Any]]:
        """What happened after line `since`, at most the last lines of it, with all that came of each."""
        return self._latest(seen, lang, since)

    def _own_last(self, seen: ReplayView[Any]) -> int:
        """The last line of the seat itself; for the public, and for whoever has not moved lately, one of the last."""
        entries = seen.truth.entries
        first = max(0, len(entries) - MOST_LINES)
        own = (entry.ply for entry in reversed(entries[first:]) if entry.accepted and entry.seat == self.viewer)
        return max(0, len(entries) - 1) if self.viewer is None else next(own, first)

    def _latest(self, seen: ReplayView[Any], lang: str, since: int) -> list[dict[str, Any]]:
        """The last accepted lines after `since`, the newest last."""
        found: list[dict[str, Any]] = []
        for entry in reversed(seen.truth.entries):
            if entry.ply <= since or len(found) == MOST_LINES:
                break
            if entry.accepted:
                found.append(self._line(seen, entry, lang))
        return found[::-1]

    def _line(self, seen: ReplayView[Any], entry: Entry, lang: str) -> dict[str, Any]:
        move = as_seen(seen.game, seen.truth.state, entry, self.viewer) if entry.move is not None else None
        known = self._lines.get(entry.ply)
        if known is None or known.entry is not entry or known.move != move:
            known = self._lines[entry.ply] = _KnownLine(entry, move)
        if lang not in known.words:
            known.words[lang] = _line_values(seen, seen.redacted(entry), lang)
        return known.words[lang]

    def _drop_stale(self, replay: Replay[Any]) -> None:
        """Forget lines that nobody will ask for again."""
        oldest = replay.plies - 2 * MOST_LINES
        if len(self._lines) > 4 * MOST_LINES:
            self._lines = {ply: line for ply, line in self._lines.items() if oldest < ply <= replay.plies}
        if len(self._asked) > 4 * MOST_LINES:
            self._asked = {ply: asked for ply, asked in self._asked.items() if oldest < ply <= replay.plies}

    def _question(self, seen: ReplayView[Any], decision: Decision, lang: str) -> dict[str, Any]:
        """What somebody is to decide: in words, by which rule, and how the answer is typed."""
        return {
            "seat": seat_name(seen.setup.seats, decision.seat),
            "words": in_language(at_table(decision.why, seen.setup), lang),
            "rule": decision.rule or None,
            "rule_words": rule_words(seen, decision.rule, lang),
            "verbs": list(decision.verbs),
            "type": self._usage(seen, decision, lang),
        }

    def _usage(self, seen: ReplayView[Any], decision: Decision, lang: str) -> list[str]:
        """`place <a tile> <a square x,y>`, for each verb that may be used."""
        key = (Decision(decision.seat, decision.verbs, ""), lang)
        if key not in self._usages:
            forms = seen.notation.forms_of(decision.verbs, decision.seat)
            self._usages[key] = [in_language(seen.notation.usage(form), lang) for form in forms]
        return self._usages[key]


def _secret_verbs(seen: ReplayView[Any], offers: Sequence[OfferedLine]) -> list[str]:
    """The verbs of which others will not see what was chosen: it is none of theirs now, either."""
    first = {offer.verb: offer.move for offer in reversed(offers)}
    return [verb for verb, move in first.items() if seen.game.redact(move, None) != move]


def _line_values(seen: ReplayView[Any], entry: Entry, lang: str) -> dict[str, Any]:
    """An accepted line as its viewer saw it: as it is typed, as a sentence, and what came of it."""
    line = seen.format(entry)
    seat, _, move = line.partition(": ")
    values: dict[str, Any] = {
        "ply": entry.ply,
        "seat": seat,
        "line": line,
        "label": move if entry.move is None else move_sentence(entry.move, seen.notation, lang),
        **follow_up_values(entry, seen, lang),
    }
    values["words"] = values.pop("news")
    book = seen.setup.book
    values["changes"] = {
        name: {what if what == SCORE else counter_name(book, what, lang): pair for what, pair in of.items()}
        for name, of in values["changes"].items()
    }
    if entry.overruled:
        values["overruled"] = True
    if entry.breach is not None:
        values |= {"rule": entry.breach.rule, "because": in_language(entry.breach.because, lang)}
    if entry.comment:
        values["comment"] = entry.comment
    return values


def _without_events(line: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key != "events"}


def piece_values(piece: Piece, setup: Setup, lang: str) -> dict[str, Any]:
    """A piece of the scene, with its name; seats by theirs."""
    card, key = setup.book.cards.get(piece.card), piece.key
    if isinstance(key, int):
        key = "" if key == TABLE else setup.seats[key]
    return {
        "card": piece.card,
        "name": localise(card.name, lang) if card is not None else piece.card,
        "zone": piece.zone,
        "key": key,
        "x": piece.x,
        "y": piece.y,
        "turn": piece.turn,
        "spot": piece.spot,
        "owner": None if piece.owner is None else setup.name(piece.owner),
        "count": piece.count,
        "is_face_up": piece.is_face_up,
    }
