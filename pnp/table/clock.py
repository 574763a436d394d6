"""A clock for those who want one. In: how much time each seat has, who is to act, the time. Out: how much is left.

Kept in a file of its own beside the record (`evening.record.clock`), because records hold no times. Invariant: time
runs only while a program watches the table, and only for seats that are to act; it never decides the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import DecodeError, Struct, json

from pnp.base.diagnostics import Span, UsageError
from pnp.table.private_file import read_private, side_file, write_private

FORM = 1
LONGEST = 24 * 3600.0  # seconds
KEEP_EVERY = 5.0  # seconds after which what was used is written down though nobody moved
_LENGTH = re.compile(r"(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?")


class ClockSetting(Struct, frozen=True):
    """Seconds that a seat has, and what it gets back for each line."""

    time: float
    bonus: float = 0.0


def parse_clock(text: str) -> ClockSetting:
    """`10m`, `10m+5s`, `1h30m`. Raises UsageError."""
    time, plus, bonus = text.partition("+")
    lengths = [_seconds(time), _seconds(bonus) if plus else 0.0]
    if not 0 < (lengths[0] or 0) <= LONGEST or lengths[1] is None:
        hint = "such as 10m, 10m+5s (five seconds back for each line), 1h30m"
        raise UsageError.single(Span("--clock"), f"expected a time, got “{text}”", hint, "clock")
    return ClockSetting(lengths[0] or 0.0, lengths[1])


def _seconds(text: str) -> float | None:
    found = _LENGTH.fullmatch(text.strip())
    if found is None or not any(found.groups()):
        return None
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return hours * 3600.0 + minutes * 60.0 + seconds


class _Kept(Struct, rename={"form": "pnp-clock"}):
    """What stands in the file."""

    form: int
    used: dict[str, float]


class TableClock:
    """The time of every seat of one table."""

    def __init__(self, record: Path, seats: Sequence[str], setting: ClockSetting) -> None:
        self.path = side_file(record, "clock")
        self.setting, self.used = setting, dict.fromkeys(seats, 0.0)
        self.used |= {name: used for name, used in self._read().items() if name in self.used}
        self._running: tuple[str, ...] = ()
        self._ply: int | None = None
        self._at = self._kept_at = 0.0

    def update(self, now: float, acting: Iterable[str], ply: int) -> None:
        """The table as it is now: the time since the last look was that of the seats that acted then.

        Who has acted and made a line since gets the bonus, never more than was used.
        """
        if self._ply is not None:
            for name in self._running:
                self.used[name] += max(0.0, now - self._at)
        names = tuple(name for name in acting if name in self.used)
        if self._ply is not None and ply > self._ply:
            for name in self._running:
                if name not in names or len(self._running) == 1:
                    self.used[name] = max(0.0, self.used[name] - self.setting.bonus)
        moved = self._ply is not None and ply != self._ply
        self._running, self._ply, self._at = names, ply, now
        if moved or now - self._kept_at > KEEP_EVERY:
            self._kept_at = now
            self.keep()

    def left(self, name: str, now: float) -> float:
        """Seconds that a seat has left; below 0 when its time is out."""
        runs = max(0.0, now - self._at) if name in self._running else 0.0
        return self.setting.time - self.used[name] - runs

    def values(self, now: float) -> dict[str, Any]:
        """The clock as plain values."""
        seats = {}
        for name in self.used:
            left = self.left(name, now)
            runs = name in self._running
            seats[name] = {"left": round(left, 1), "text": format_left(left), "runs": runs, "out": left <= 0}
        return {"time": self.setting.time, "bonus": self.setting.bonus, "seats": seats}

    def keep(self) -> None:
        """Write down what was used. Raises InputError."""
        used = {name: round(used, 1) for name, used in self.used.items()}
        write_private(self.path, json.encode(_Kept(FORM, used)).decode() + "\n", "clock-io")

    def _read(self) -> dict[str, float]:
        """What was used before; nothing where there is no such file, or one that is damaged: it decides nothing."""
        try:
            kept = json.decode(read_private(self.path), type=_Kept)
        except (OSError, DecodeError):
            return {}
        return kept.used


def format_left(seconds: float) -> str:
    """`9:47`; `-0:12` when the time is out."""
    whole = int(abs(seconds))
    hours, minutes = divmod(whole // 60, 60)
    sign = "-" if seconds < 0 and whole else ""
    return f"{sign}{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{sign}{minutes}:{whole % 60:02}"
