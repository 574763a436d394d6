"""One more question of Drum Roll, counted by asking it: the places it takes, in how many files.

In: this tree. Out: the edits that make a copy of it ask the starting player, before the distribution, for a tip; what
of them is the question, its verb, words. In the copy games are played to the end: the tip must be asked for, given and
declined, typed, and printed in every language. Then each edit is left out in turn, and the games must fail.
Invariant: an edit that is not needed stops the script; so does one more that is.

Run: python benchmarks/one_more_question.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
RULES, CARDS = "pnp/games/drumroll", "cards/drumroll"
QUESTION, VERB, WORDS, IMPORT = "question", "verb", "words", "import"


class Edit(NamedTuple):
    """Text that comes before the only place where a file says something."""

    part: str
    file: str
    before: str
    text: str


EDITS = (
    Edit(
        QUESTION,
        f"{RULES}/phases/distribution.py",
        "# conversions\n",
        '''TIPPING = Question(
    "TIPPING",
    "DR-051",
    "tip_or_decline",
    whom=lambda state: () if state.is_answered or state.starter is None else (state.starter,),
    offers=lambda state, seat: (Tip(seat), Decline(seat, "")) if seat == state.starter else (),
)


@TIPPING.answer(Tip)
@TIPPING.answer(Decline)
def tip(t: Trial, move: Move) -> None:
    """A coin, or none."""
    if t.state.phase != TIPPING.id or move.seat != t.state.starter:
        t.bar("DR-051", "nothing_to_decline", seat=move.seat)
    t.agreed()
    t.set(is_answered=True)
    t.add_coins(move.seat, -isinstance(move, Tip), "DR-051", "for_tip")


TIPPING.followed_by(lambda t: t.set(is_answered=False))


''',
    ),
    Edit(QUESTION, f"{RULES}/phases/flow.py", "DISTRIBUTION, VOTE, DOUBLE_VOTE, ", "TIPPING, "),
    Edit(IMPORT, f"{RULES}/phases/flow.py", "DISTRIBUTION\nfrom", "TIPPING, "),
    Edit(IMPORT, f"{RULES}/phases/distribution.py", "Convert, Distribute\nfrom", "Decline, Tip, "),
    Edit(
        VERB,
        f"{RULES}/moves.py",
        "class Bank(Move",
        'class Tip(Move, frozen=True):\n    """`anna: tip`: a coin for the band."""\n\n\n',
    ),
    Edit(VERB, f"{RULES}/moves.py", "Discard, Return, Perform, ", "Tip, "),
    Edit(
        WORDS,
        f"{CARDS}/messages_prompts.yaml",
        "  keep_one: ",
        "  tip_or_decline: {en: tip, fi: juomaraha}\n  for_tip: {en: tip, fi: juomaraha}\n",
    ),
    Edit(WORDS, f"{CARDS}/game.yaml", "  phase_VOTE: ", "  phase_TIPPING: {en: tipping, fi: juomarahat}\n"),
)

PLAY = """
from pnp.catalog import load_game
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.replay import Replay

game, book = load_game("drumroll")
asked = {"tip": 0, "decline": 0}
for seats in (2, 3, 4):
    table = simulate(game, book, SEAT_NAMES[:seats], seats)
    assert table.outcome is not None
    typed = Replay(game, table.setup)
    assert all(typed.read(table.format(entry)).accepted for entry in table.entries)
    for position, entry in zip(table.positions, table.entries):
        state = position.state
        if state.phase != "TIPPING" or game.to_act(state) != (state.starter,):
            continue
        (decision,) = game.pending(state)
        assert (decision.verbs, decision.why) == (("tip", "decline"), "tip"), decision
        assert decision.why.localise("fi") == "juomaraha"
        assert "tipping" in game.show(state, None, "en") and "juomarahat" in game.show(state, None, "fi")
        asked[type(entry.move).__name__.lower()] += entry.move.seat == state.starter
assert min(asked.values()) > 5, asked
"""


def asks(edits: Sequence[Edit]) -> str:
    """Play the game in a copy that was edited so; what went wrong, "" if it asks and is answered."""
    with TemporaryDirectory() as name:
        copy = Path(name)
        for folder in ("pnp", "cards", "layouts"):
            copytree(ROOT / folder, copy / folder, ignore=ignore_patterns("__pycache__"))
        for edit in edits:
            file = copy / edit.file
            text = file.read_text(encoding="utf-8")
            assert text.count(edit.before) == 1, f"{edit.file} says {edit.before!r} {text.count(edit.before)} times"
            file.write_text(text.replace(edit.before, edit.text + edit.before), encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": name}
        played = subprocess.run([sys.executable, "-c", PLAY], cwd=name, env=environment, capture_output=True, text=True)
        return played.stderr if played.returncode else ""


def count(*parts: str) -> str:
    """`2 places in 2 files`."""
    edits = [edit for edit in EDITS if edit.part in parts]
    return f"{len(edits)} places in {len({edit.file for edit in edits})} files"


def ask_one_more() -> str:
    """Ask, and count."""
    wrong = asks(EDITS)
    assert not wrong, wrong
    for left_out in EDITS:
        assert asks([edit for edit in EDITS if edit is not left_out]), f"not needed: {left_out}"
    return f"one more question of Drum Roll: {count(QUESTION)}, its verb {count(VERB)}, its words {count(WORDS)}"


if __name__ == "__main__":
    print(ask_one_more())
