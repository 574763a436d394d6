"""The keys of a hosted table. In: a record's place and its seats. Out: a key for each seat and for the public screen, a
code to join with, the port; and who has sat down.

Invariant: all of it lies in a file of its own beside the record, which only its owner can read, so that a table which
is hosted again has the addresses it had; a key has at least 128 bits, and whoever has it sits on that seat.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from pathlib import Path

from msgspec import DecodeError, Struct, json

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import reason_of
from pnp.table.private_file import read_private, side_file, write_private

KEY_BYTES = 18
SHORTEST = 22  # characters of a key: 128 bits
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
CODE_LENGTH = 8
_KEY = re.compile(rf"[\w-]{{{SHORTEST},64}}", re.ASCII)
_CODE = re.compile(rf"[{CODE_LETTERS}]{{{CODE_LENGTH}}}")
FORM = 1


class _Kept(Struct, rename={"form": "pnp-keys"}):
    """What stands in the file."""

    form: int
    screen: str
    join: str
    seats: dict[str, str]
    taken: list[str] = []
    port: int = 0


class SeatKeys:
    """Who may come to which seat."""

    def __init__(self, record: Path, seats: Sequence[str], screen: str = "") -> None:
        """The keys beside a record, made when there are none (with this one for the screen, where it has one already).

        Raises InputError when they cannot be read or written.
        """
        self.path = keys_file(record)
        self._kept = self._read(seats) or _Kept(
            FORM, screen or fresh_key(), _fresh_code(), {name: fresh_key() for name in seats}
        )
        self._write()

    @property
    def screen(self) -> str:
        """The key of the public screen."""
        return self._kept.screen

    @property
    def join(self) -> str:
        """The code that lets people choose a free seat."""
        return self._kept.join

    @property
    def port(self) -> int:
        """Where the table was hosted last; 0: nowhere yet."""
        return self._kept.port

    @property
    def taken(self) -> Sequence[str]:
        """The seats on which somebody sits, in the order in which they came."""
        return self._kept.taken

    def key_of(self, name: str) -> str:
        """The key of a seat."""
        return self._kept.seats[name]

    def seat_of(self, key: str) -> str:
        """The name of the seat with this key; empty for a key that is none."""
        given = key.encode()
        return next((name for name, its in self._kept.seats.items() if secrets.compare_digest(its.encode(), given)), "")

    def keep_port(self, port: int) -> None:
        """Remember where the table is hosted."""
        if port != self._kept.port:
            self._kept.port = port
            self._write()

    def take(self, name: str) -> bool:
        """Somebody sits down. False when somebody sat there before."""
        if name in self._kept.taken:
            return False
        self._kept.taken.append(name)
        self._write()
        return True

    def swap(self, one: str, other: str) -> None:
        """Two seats change hands: each key leads to the other seat."""
        seats, sit = self._kept.seats, {one: other, other: one}
        seats[one], seats[other] = seats[other], seats[one]
        self._kept.taken = [sit.get(name, name) for name in self._kept.taken]
        self._write()

    def renew(self, name: str) -> str:
        """A seat gets another key, and the old one leads nowhere."""
        self._kept.seats[name] = fresh_key()
        self._write()
        return self._kept.seats[name]

    def free(self, name: str) -> None:
        """Nobody sits on a seat any more, and its old key leads nowhere."""
        self._kept.taken = [taken for taken in self._kept.taken if taken != name]
        self.renew(name)

    def _read(self, seats: Sequence[str]) -> _Kept | None:
        try:
            kept = json.decode(read_private(self.path), type=_Kept)
        except FileNotFoundError:
            return None
        except OSError as error:
            what = f"the addresses of this table cannot be read: {reason_of(error)}"
            raise InputError.single(
                Span(str(self.path)), what, "open it as the user who hosted it", "keys-io"
            ) from None
        except DecodeError as error:
            raise self._damaged(str(error)) from None
        keys = [kept.screen, *kept.seats.values()]
        if list(kept.seats) != list(seats) and sorted(kept.seats) != sorted(seats):
            raise self._damaged("its seats differ from those of the record")
        if len(set(keys)) < len(keys) or not all(map(_KEY.fullmatch, keys)) or not _CODE.fullmatch(kept.join):
            raise self._damaged("a key is too short, or a duplicate")
        kept.taken = [name for name in dict.fromkeys(kept.taken) if name in kept.seats]
        return kept

    def _damaged(self, why: str) -> InputError:
        what = f"expected a file of seat addresses: {why}"
        return InputError.single(
            Span(str(self.path)), what, "remove the file; every player must then join again", "keys-file"
        )

    def _write(self) -> None:
        write_private(self.path, json.format(json.encode(self._kept), indent=1).decode() + "\n", "keys-io")


def keys_file(record: Path) -> Path:
    """Where the keys of a record lie: `evening.record.keys`."""
    return side_file(record, "keys")


def fresh_key() -> str:
    """A key that nobody can guess."""
    return secrets.token_urlsafe(KEY_BYTES)


def _fresh_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
