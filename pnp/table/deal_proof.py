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
from pnp.table.dealer import SeededChance
from pnp.table.seal import Secret, open_seed_of


class DealProof(Struct):
    """What is known of the deals of a record.

    is_open: the seed stood in the header · proven: lines that follow from an opened seed · differ: those that do not ·
    unknown: those whose seed nobody has opened · lost: of these, those that no seed can prove any more (none was
    sealed, or it was lost and another is in force) · false_seeds: lines of the file with a seed that was never sealed ·
    by_hand: deals that the table decided otherwise (overruled)
    """

    is_open: bool = False
    proven: int = 0
    differ: list[Entry] = []
    unknown: int = 0
    lost: int = 0
    by_hand: int = 0
    false_seeds: list[int] = []

    @property
    def is_sound(self) -> bool:
        """False when something contradicts the seal."""
        return self.is_open or not (self.differ or self.false_seeds)


def check_deals(record: Record, replay: Replay[Any]) -> DealProof | None:
    """Repeat the deals of a record; None for a table with real cards."""
    if replay.setup.deal != DIGITAL:
        return None
    seed = open_seed_of(record)
    proof = DealProof(is_open=seed is not None)
    open_chance = SeededChance(seed) if seed is not None else None
    in_force, last_seal = _chances(record, proof)
    for entry in replay.entries:
        if not entry.accepted or entry.seat != TABLE or not is_dealt(replay.game, entry.move):
            continue
        seal, sealed_chance = in_force(entry.line)
        chance = open_chance or sealed_chance
        if entry.overruled:
            proof.by_hand += 1
        elif chance is None:
            proof.unknown += 1
            proof.lost += not seal or seal != last_seal
        elif _deals(replay, entry, chance):
            proof.proven += 1
        else:
            proof.differ.append(entry)
    return proof


def _deals(replay: Replay[Any], entry: Entry, chance: SeededChance) -> bool:
    before = entry.state_before
    return replay.game.to_act(before) == (TABLE,) and replay.game.is_same_deal(
        replay.game.chance(before, chance), entry.move
    )


def _chances(record: Record, proof: DealProof) -> Any:
    """A function from a line of the file to the seal in force there and its chance (None: the seed was never opened),
    and the seal in force at the end.
    """
    seals = [(0, record.header.seal)]
    chances: dict[str, SeededChance] = {}
    for item in record.body:
        if type(item) is Sealed:
            seals.append((item.number, item.seal))
        elif type(item) is Opened:
            secret = Secret(item.seed, item.salt)
            if secret.seal == seals[-1][1]:
                chances[secret.seal] = secret.chance
            else:
                proof.false_seeds.append(item.number)

    def in_force(line: int) -> tuple[str, SeededChance | None]:
        seal = next(seal for number, seal in reversed(seals) if number < line or not number)
        return seal, chances.get(seal)

    return in_force, seals[-1][1]
