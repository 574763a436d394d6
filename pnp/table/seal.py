"""The sealed seed of a digital table. In: a record and its place. Out: the chance that deals, and marks for the record.

The header of a record holds a seal, a digest of seed and salt; both lie in a file of their own beside the record, which
only its owner can read, until the game is over: then they are written into the record. Invariant: no card is dealt by
a seed whose seal does not stand before it in the record; a seed that was lost or opened deals no more.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from pnp.base.diagnostics import InputError, Span
from pnp.base.digest import digest_bytes
from pnp.base.files import reason_of
from pnp.base.system import quote_word
from pnp.referee.message import referee_message
from pnp.referee.record import Opened, Record, Sealed, format_opened, format_seal
from pnp.table.dealer import SeededChance, chance_of
from pnp.table.private_file import read_private, side_file, write_private

BYTES = 16  # of a seed, and of a salt
SEAL_BYTES = 32
_FORM = "pnp-seed: 1\nseed: {seed}\nsalt: {salt}\n"


class Secret(Struct, frozen=True):
    """A seed and the salt it is sealed with, in hexadecimal characters."""

    seed: str
    salt: str

    @property
    def seal(self) -> str:
        """What may be known of it: nobody can compute the seed from it, or find another seed for it."""
        return digest_bytes(_FORM.format(seed=self.seed, salt=self.salt).encode(), SEAL_BYTES)

    @property
    def number(self) -> int:
        """The seed as the dealer takes it."""
        return int(self.seed, 16)


def fresh_secret() -> Secret:
    """A seed and a salt that nobody can guess."""
    return Secret(os.urandom(BYTES).hex(), os.urandom(BYTES).hex())


def seed_file(record: Path) -> Path:
    """Where the seed of a record lies: `evening.record.seed`."""
    return side_file(record, "seed")


def read_secret(record: Path, seal: str) -> Secret | None:
    """The seed with this seal; None when it is not there any more. Raises InputError when it may not be read."""
    path = seed_file(record)
    try:
        text = read_private(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        hint = "continue as the user who opened the table"
        what = f"the seed of this table cannot be read: {reason_of(error)}"
        raise InputError.single(Span(str(path)), what, hint, "seed-io") from None
    fields = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
    secret = Secret(fields.get("seed", ""), fields.get("salt", ""))
    return secret if secret.seal == seal else None


def write_secret(record: Path, secret: Secret) -> None:
    """Put a seed beside its record, readable by the owner only. Raises InputError."""
    write_private(seed_file(record), _FORM.format(seed=secret.seed, salt=secret.salt), "seed-io")


def drop_secret(record: Path) -> None:
    """Remove the file of a seed that is known to everybody, or deals nothing."""
    with suppress(OSError):
        seed_file(record).unlink(missing_ok=True)


class Dealer:
    """Deals at a digital table: from its sealed seed, or from the open one that the header gives.

    marks: what must be written into the record before the next line · notes: what people must know
    """

    def __init__(self, record: Record, path: Path) -> None:
        self._path = path
        is_sealed = any(type(item) is Sealed for item in record.body)  # a branch of a table whose seed was open
        self.open_seed = None if is_sealed else open_seed_of(record)
        self.seal, self.is_opened = record.header.seal, False
        for item in record.body:
            if type(item) is Sealed:
                self.seal, self.is_opened = item.seal, False
            elif type(item) is Opened:
                self.is_opened = self.is_opened or Secret(item.seed, item.salt).seal == self.seal
        self._options = record.header.options
        self._chance = None if self.open_seed is None else chance_of(self._options, self.open_seed)
        self._is_lost = False
        self.marks: list[str] = []
        self.notes: list[str] = []

    @property
    def chance(self) -> SeededChance:
        """Return the chance of the next deal. After an opened seed a new one is sealed; a missing one is an InputError:
        the file may lie elsewhere, and only the user may give it up.
        """
        if self._chance is None:
            if self.is_opened:
                self._seal_another("referee.seed_was_open")
            secret = read_secret(self._path, self.seal)
            if secret is None:
                raise self._missing()
            self._chance = chance_of(self._options, secret.number)
        return self._chance

    def replace_lost(self) -> None:
        """Seal a new seed in the place of a missing one. Raises InputError where the seed is there, or open."""
        path = seed_file(self._path)
        if self.open_seed is not None or self.is_opened or read_secret(self._path, self.seal) is not None:
            what = "this table has its seed; new-seed replaces only a missing one"
            raise InputError.single(Span(str(self._path)), what, "continue with: pnp referee play FILE", "seed")
        if path.exists():
            hint = "move it elsewhere first: its own table needs it"
            raise InputError.single(
                Span(str(path)), "expected the seed of this table, got another table's", hint, "seed"
            )
        self._seal_another("referee.seed_was_lost" if self.seal else "referee.no_seed")

    def _missing(self) -> InputError:
        path = seed_file(self._path)
        got = "a seed with another seal" if path.exists() else "no such file"
        what = f"expected the seed of this table, got {got}" if self.seal else "expected a seal in the record, got none"
        again = f"pnp referee new-seed {quote_word(str(self._path))}"
        hint = f"restore the file, or deal from a new seed: {again} (the deals so far can then never be proven)"
        return InputError.single(Span(str(path if self.seal else self._path)), what, hint, "seed-lost")

    def _seal_another(self, gone: str) -> None:
        secret = fresh_secret()
        write_secret(self._path, secret)
        why = referee_message(gone, file=str(seed_file(self._path)))
        self.notes.append(referee_message("referee.seed_gone", what=why))
        self.marks.append(format_seal(secret.seal))
        self.seal, self.is_opened = secret.seal, False

    @property
    def is_to_open(self) -> bool:
        """Whether the seed is still sealed."""
        return self.open_seed is None and not self.is_opened and bool(self.seal)

    @property
    def can_open(self) -> bool:
        """Whether there is something that might be opened."""
        return self.is_to_open and seed_file(self._path).exists()

    def open(self) -> str:
        """The mark that opens the seed at the end of a game; empty when there is nothing to open."""
        if not self.is_to_open or self._is_lost:
            return ""
        try:
            secret = read_secret(self._path, self.seal)
        except InputError:
            self.notes.append(referee_message("referee.opened_by_owner"))
            return ""
        if secret is None:
            self._is_lost = True
            self.notes.append(referee_message("referee.seed_lost", file=str(seed_file(self._path))))
            return ""
        return format_opened(secret.seed, secret.salt)

    def written(self, opened: str) -> None:
        """The marks stand in the record now, and so does the seed when it was opened."""
        self.marks.clear()
        if not opened:
            return
        self.is_opened, self._chance = True, None
        self.notes.append(referee_message("referee.seed_opened"))
        drop_secret(self._path)


def open_seed_of(record: Record) -> int | None:
    """The seed that everybody can read in a header; None when it is sealed."""
    seed = record.header.options.get("seed")
    return seed if isinstance(seed, int) and not isinstance(seed, bool) else None
