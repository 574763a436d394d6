"""What happened with a line, as plain values. In: an accepted entry of a replay or of its view. Out: the key `events`.

Invariant: everything comes from `Replay.events`, so a viewer gets what it noticed and nothing else. An event is its
class in small letters and its fields: places, seats and moves as people write them, reasons in words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from pnp.library.words import in_language
from pnp.referee.move import Move
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import Cleared, Event, Irregularity
from pnp.referee.seat import Seat, seat_name

ONE_SEAT, MANY_SEATS = ("seat", "to", "looker"), ("seats", "winners")
PLACES = ("source", "to", "pile", "place", "counter", "fact")
CARDS = ("cards", "kinds")
PAIRS = ("about",)
LEFT_OUT = ("stacked", "message", "why", "args", "in_line", "is_news")  # the kernel's books; what notes say in words
EVERYBODY = {"!": "everybody"}


def event_values(entry: Entry, replay: Replay[Any], lang: str) -> list[dict[str, Any]]:
    """The move, and what happened with it where its game reports that; nothing for a line that was refused."""
    if not entry.accepted or entry.move is None:
        return []
    writer = _Writer(replay, lang, entry.state_before)
    made: dict[str, Any] = {
        "event": "move_made",
        "seat": writer.name(entry.move.seat),
        "move": replay.notation.format_move(entry.move),
    }
    if entry.overruled:
        made["overruled"] = True
    return [made, *map(writer.event, replay.events(entry))]


class _Writer:
    """Events of one table in one language; `state` is the table before them."""

    def __init__(self, replay: Replay[Any], lang: str, state: Any) -> None:
        self.replay, self.lang, self.state = replay, lang, state

    def name(self, seat: Seat) -> str:
        """A seat's name."""
        return seat_name(self.replay.setup.seats, seat)

    def event(self, event: Event) -> dict[str, Any]:
        """One event."""
        if isinstance(event, Irregularity):
            return {"event": "irregular", **self._accused(event), "certain": event.certain}
        if isinstance(event, Cleared):
            return {"event": "cleared", **self._accused(event)}
        kind = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(event).__name__).lower()
        if hasattr(event, "is_news"):
            return {"event": kind, **self._fields(event), "words": self._words(event)}
        rule = {"rule": event.rule} if "rule" not in event.__struct_fields__ and hasattr(event, "rule") else {}
        return {"event": kind, **self._fields(event), **rule}

    def _accused(self, event: Irregularity | Cleared) -> dict[str, Any]:
        return {"seat": self.name(event.seat), "ply": event.ply, "rule": event.rule}

    def _words(self, note: Any) -> str:
        """What a note says; a game may word its own."""
        if hasattr(note, "because"):
            return in_language(note.because(self.replay.setup), self.lang)
        return in_language(self.state.message(note.message, **dict(note.args)), self.lang)

    def _fields(self, struct: Struct) -> dict[str, Any]:
        """The fields that say something: not those that are as they are where nothing is said."""
        found: dict[str, Any] = {}
        for field in fields(struct):
            value = getattr(struct, field.name)
            if field.name in LEFT_OUT or (field.default is not NODEFAULT and value == field.default):
                continue
            if field.name == "item":  # what is asked: its fields are those of the event
                found |= self._fields(value)
            else:
                found["from" if field.name == "source" else field.name] = self._plain(field.name, value)
        return found

    def _plain(self, name: str, value: Any) -> Any:
        if isinstance(value, Move):
            return self.replay.notation.format_move(value)
        if isinstance(value, Struct):
            return self._fields(value)
        if isinstance(value, str):
            if name == "to":
                return EVERYBODY.get(value) or self.name(int(value))
            return in_language(value, self.lang)
        if isinstance(value, int) and not isinstance(value, bool):
            return self.name(value) if name in ONE_SEAT or name.endswith("_seat") else value
        if isinstance(value, tuple):
            return self._list(name, value)
        if isinstance(value, Mapping):
            return {str(key): self._plain(str(key), item) for key, item in value.items()}
        return value

    def _list(self, name: str, value: tuple[Any, ...]) -> Any:
        if name in PLACES:
            zone, key = value
            return (
                {"place": zone} if key == -1 else {"place": zone, "of": self.name(key) if key in self._seats else key}
            )
        if name in MANY_SEATS:
            return [self.name(seat) for seat in value]
        if name in CARDS:
            return [card.partition("@")[0] for card in value]
        if name in PAIRS:
            return {key: self._plain(key, item) for key, item in value}
        return [self._plain("", item) for item in value]

    @property
    def _seats(self) -> range:
        return range(len(self.replay.setup.seats))
