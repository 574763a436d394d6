"""The proof of the deals. In: a record and its replay. Out: which of the referee's lines follow from the sealed seed.

Every deal, shuffle and throw of a digital table is repeated from the seed that was in force there, and compared with
the line. Invariant: only what a seed deals whose seal stands before the line is called proven.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.referee.game import DIGITAL, is_dealt
from pnp.referee.record import Opened, Record, Sealed
from pnp.referee.replay import Entry, Replay
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance, chance_of
from pnp.table.seal import Secret, open_seed_of


class DealProof(Struct):
    """What is known of the deals of a record.

    is_open: the seed stands in the header, and no other deals by now · proven: lines that follow from a known seed ·
    openly: those of them that follow from the seed in the header · differ: those that do not · contradict: those of
    them that a sealed seed should have dealt · unknown: those whose seed nobody has opened · lost: of these, those that
    no seed can prove any more (none was sealed, or it was lost and another is in force) · copied: of these, those of
    the record that a branch begins with, whose seed is kept there · false_seeds: lines of the file with a seed that was
    never sealed · by_hand: deals that the table decided otherwise (overruled)
    """

    is_open: bool = False
    proven: int = 0
    openly: int = 0
    differ: list[Entry] = []
    contradict: int = 0
    unknown: int = 0
    lost: int = 0
    copied: int = 0
    by_hand: int = 0
    false_seeds: list[int] = []

    @property
    def is_sound(self) -> bool:
        """False when something contradicts the seal."""
        return self.is_open or not (self.contradict or self.false_seeds)


class SeedInForce(Struct):
    """A seed that deals from a line of the file on: its seal, its chance once it is known, whether anybody knew it."""

    line: int
    seal: str
    chance: SeededChance | None = None
    is_open: bool = False


def check_deals(record: Record, replay: Replay[Any]) -> DealProof | None:
    """Repeat the deals of a record; None for a table with real cards."""
    if replay.setup.deal != DIGITAL:
        return None
    proof = DealProof()
    seeds = _seeds_of(record, proof)
    proof.is_open = seeds[-1].is_open
    branched_at = max((item.number for item in record.body if type(item) is Sealed and item.is_branch), default=0)
    for entry in replay.entries:
        if not entry.accepted or entry.seat != TABLE or not is_dealt(replay.game, entry.move):
            continue
        seed = next(seed for seed in reversed(seeds) if seed.line < entry.line or not seed.line)
        if entry.overruled:
            proof.by_hand += 1
        elif seed.chance is None:
            proof.unknown += 1
            is_copied = entry.line < branched_at
            proof.copied += is_copied
            proof.lost += not is_copied and (not seed.seal or seed.seal != seeds[-1].seal)
        elif _deals(replay, entry, seed.chance):
            proof.proven += 1
            proof.openly += seed.is_open
        else:
            proof.differ.append(entry)
            proof.contradict += not seed.is_open
    return proof


def _deals(replay: Replay[Any], entry: Entry, chance: SeededChance) -> bool:
    before = entry.state_before
    return replay.game.to_act(before) == (TABLE,) and replay.game.chance(before, chance) == entry.move


def _seeds_of(record: Record, proof: DealProof) -> list[SeedInForce]:
    """The seeds that deal, one after the other; the chance of one is None when it was never opened."""
    known, options = open_seed_of(record), record.header.options
    chance = None if known is None else chance_of(options, known)
    seeds = [SeedInForce(0, record.header.seal, chance, chance is not None)]
    for item in record.body:
        if type(item) is Sealed:
            seeds.append(SeedInForce(item.number, item.seal))
        elif type(item) is Opened:
            secret = Secret(item.seed, item.salt)
            if secret.seal == seeds[-1].seal:
                seeds[-1].chance = chance_of(options, secret.number)
            else:
                proof.false_seeds.append(item.number)
    return seeds
