"""Games the tests play: the scaffold's, and a copy of it with bots that fail in all ways that we know."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shutil import copytree

from pnp.catalog import load_game
from pnp.playtest.batch import Plan, SimulationBatch
from pnp.playtest.counts import Counts

SCAFFOLD = Path(__file__).parents[2] / "pnp" / "scaffold"

BAD_BOTS = """

def _bites(bite):
    def bot(view, seat, pick):
        if pick(700) == 0:
            bite()
        return GAME.legal_moves(view, seat)[0]

    return bot


def _raise():
    raise ValueError("the treasure bit")


def _die():
    import os

    os._exit(7)


def _cheat(view, seat, pick):
    return Take(1 - seat, GAME.legal_moves(view, seat)[0].card)


def _fall(view, seat, pick):
    raise KeyError("a hidden card")


def _exit(view, seat, pick):
    import sys

    print("this is no answer of the host")
    sys.exit("a hidden card")


def _interrupt(view, seat, pick):
    raise KeyboardInterrupt


def _kill(view, seat, pick):
    import os, signal

    os.kill(os.getpid(), signal.SIGKILL)


def _hang(view, seat, pick):
    import signal

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        pass


def _err(view, seat, pick):
    return Take(seat, "trophy" if GAME.legal_moves(view, seat)[0].card != "trophy" else "star")


class _Wordless(Exception):
    def __str__(self):
        raise RuntimeError("no words")


def _wordless(view, seat, pick):
    raise _Wordless


def _leave(view, seat, pick):
    raise GeneratorExit  # no Exception


def _print(view, seat, pick):
    print("I AM HERE")
    return GAME.legal_moves(view, seat)[0]


from msgspec.structs import replace as _replace

GAME = _replace(
    GAME,
    bots={
        "raises": _bites(_raise),
        "dies": _bites(_die),
        "cheats": _cheat,
        "falls": _fall,
        "exits": _exit,
        "interrupts": _interrupt,
        "kills": _kill,
        "hangs": _hang,
        "errs": _err,
        "nothing": lambda view, seat, pick: None,
        "unwritable": lambda view, seat, pick: Take(seat, 5),
        "wordless": _wordless,
        "leaves": _leave,
        "prints": _print,
    },
)
"""


def plan(bots: tuple[str, ...] = ("random", "greedy"), players: int = 2, records: bool = False) -> Plan:
    """The scaffold's game."""
    return Plan(load_game, "mygame", players, bots, {}, (str(SCAFFOLD),), records)


def counts_of(batch: SimulationBatch, seeds: range) -> Counts:
    """The games of these seeds."""
    counts = Counts()
    for seed in seeds:
        batch.play(counts, seed)
    return counts


def bad_game(folder: Path) -> Path:
    """A folder with a game whose bots raise, exit, kill their process, hang, move for others or against the rules."""
    copytree(SCAFFOLD / "mygame", folder / "mygame")
    rules = folder / "mygame" / "rules.py"
    rules.write_text(rules.read_text("utf-8") + BAD_BOTS, "utf-8")
    return folder


def first_words(words: Sequence[str], game: Sequence[str]) -> list[str]:
    """Words of `pnp playtest`: the command of `words`, if they begin with one, the game, and the rest."""
    is_named = bool(words) and not words[0].startswith("-")
    return [*words[:1], *game, *words[1:]] if is_named else [*game, *words]
