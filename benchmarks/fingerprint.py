"""The fingerprint of the referees: what they rule, offer, show and report over thousands of plies.

    python benchmarks/fingerprint.py take FILE [game …] [--plies N] [--seed S]
    python benchmarks/fingerprint.py compare FILE [game …]
    python benchmarks/fingerprint.py show FILE CASE PLY

`take` plays random games of every number of seats, both deals and random switches, at least N plies a game
(10,000), and keeps their lines with short digests of every ply. `compare` plays the same lines with the code of this
tree and reports, case by case, which kind of answer differs first, and where; exit code 1 when one does. `show` prints
the answers themselves at one ply, to be laid beside those of the other tree. Every difference is to be explained.
"""

from __future__ import annotations

import json
import random
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from pnp.base.diagnostics import InputError
from pnp.base.digest import digest_bytes
from pnp.catalog import built_in_slugs, load_game
from pnp.playtest.simulate import SEAT_NAMES
from pnp.referee.game import DIGITAL, PHYSICAL, Game, counters_of
from pnp.referee.loading import setup_of
from pnp.referee.record import Header
from pnp.referee.replay import Replay
from pnp.referee.ruling import ACCEPTED, Illegal
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance

KINDS = ("rulings", "told", "refusals", "options", "views", "outcome")
LONGEST = 400  # plies of one case: many short games see more switches than few long ones
REFUSED = 4  # candidates that are refused, whose reasons are kept at each ply
MARK = 6  # hexadecimal digits of a digest


def main(words: list[str] | None = None) -> int:
    """Take, compare or show; returns the exit code."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    actions = parser.add_subparsers(dest="action", required=True)
    take = actions.add_parser("take")
    take.add_argument("file", type=Path)
    take.add_argument("games", nargs="*")
    take.add_argument("--plies", type=int, default=10_000)
    take.add_argument("--seed", type=int, default=1)
    for name in ("compare", "show"):
        other = actions.add_parser(name)
        other.add_argument("file", type=Path)
        other.add_argument(*(("games",) if name == "compare" else ("case",)), nargs="*" if name == "compare" else None)
    actions.choices["show"].add_argument("ply", type=int)
    asked = parser.parse_args(words)
    return {"take": _take, "compare": _compare, "show": _show}[asked.action](asked)


def _take(asked: Namespace) -> int:
    with open(asked.file, "w", encoding="utf-8") as file:
        for slug in asked.games or built_in_slugs():
            plies = 0
            for number, (seats, options) in enumerate(_agreements(slug, asked.seed)):
                if plies >= asked.plies and number % 2 == 0:
                    break
                try:
                    case = Case(f"{slug}-{number}", slug, seats, options)
                except InputError:  # the game does not allow these switches together
                    continue
                case.walk(random.Random(f"{asked.seed}/{case.name}"))
                plies += len(case.lines)
                file.write(json.dumps(case.kept(), ensure_ascii=False) + "\n")
            print(f"{slug}: {plies} plies in {number} games", flush=True)
    return 0


def _compare(asked: Namespace) -> int:
    found, plies = 0, 0
    for kept in _read(asked.file):
        if asked.games and kept["game"] not in asked.games:
            continue
        case = Case(kept["case"], kept["game"], kept["seats"], kept["switches"])
        case.follow(kept["lines"])
        plies += len(case.lines)
        for kind in KINDS:
            old, new = kept[kind], case.marks(kind)
            at = next(
                (at for at in range(0, max(len(old), len(new)), MARK) if old[at : at + MARK] != new[at : at + MARK]), -1
            )
            if at >= 0:
                ply, count = at // MARK + 1, sum(_differs(old, new))
                found += 1
                line = kept["lines"][ply - 1] if ply <= len(kept["lines"]) else "the end"
                print(f"{case.name} {kind}: {count} plies differ, first {ply} ({line})", flush=True)
    print(f"{plies} plies compared, {found} differences")
    return 1 if found else 0


def _differs(old: str, new: str) -> Iterator[bool]:
    longest = max(len(old), len(new))
    return (old[at : at + MARK] != new[at : at + MARK] for at in range(0, longest, MARK))


def _show(asked: Namespace) -> int:
    kept = next(kept for kept in _read(asked.file) if kept["case"] == asked.case)
    case = Case(kept["case"], kept["game"], kept["seats"], kept["switches"])
    case.follow(kept["lines"][: asked.ply], keeps_words=True)
    for kind in KINDS:
        print(f"## {kind}\n{case.words.get(kind, '(none)')}")
    return 0


def _read(file: Path) -> Iterator[dict[str, Any]]:
    with open(file, encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _agreements(slug: str, seed: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Numbers of seats and switches without end: first as the game is usually played, then each time another draw."""
    book, draw = load_game(slug)[1], random.Random(f"{seed}/{slug}")
    fewest, most = book.players
    for number in range(1_000_000):
        options: dict[str, Any] = {"deal": (PHYSICAL, DIGITAL)[number % 2]}
        if number >= 2 * (most - fewest + 1):
            several = draw.sample(list(book.options.values()), min(len(book.options), draw.randint(1, 4)))
            options.update((option.id, draw.choice(option.values)) for option in several)
        yield fewest + number // 2 % (most - fewest + 1), options


class Case:
    """One game at one table, and what its referee answered at every ply."""

    def __init__(self, name: str, slug: str, seats: int, options: dict[str, Any]) -> None:
        self.game: Game[Any]
        self.game, book = load_game(slug)
        self.name, self.seats, self.options = name, seats, options
        header = Header(slug, SEAT_NAMES[:seats], self.game.version, book.digest, options)
        self.replay: Replay[Any] = Replay(self.game, setup_of(header, self.game, book))
        self.lines: list[str] = []
        self.words: dict[str, str] = {}
        self._marks: dict[str, list[str]] = {kind: [] for kind in KINDS}
        self._chance = SeededChance(int(digest_bytes(name.encode(), 8), 16))

    def marks(self, kind: str) -> str:
        """The digests of one kind of answer, ply by ply."""
        return "".join(self._marks[kind])

    def kept(self) -> dict[str, Any]:
        """The case as it stands in the file."""
        head = {"case": self.name, "game": self.game.slug, "seats": self.seats, "switches": self.options}
        return {**head, "lines": self.lines, **{kind: self.marks(kind) for kind in KINDS}}

    def walk(self, draw: random.Random) -> None:
        """Make random moves until the game is over or long enough."""
        while self.replay.outcome is None and len(self.lines) < LONGEST:
            line = self._drawn(draw)
            if not line:
                return
            self._answer(line)

    def follow(self, lines: list[str], keeps_words: bool = False) -> None:
        """The same lines again."""
        for number, line in enumerate(lines, 1):
            self._answer(line, keeps_words and number == len(lines))

    def _drawn(self, draw: random.Random) -> str:
        game, state = self.game, self.replay.state
        acting = self.replay.to_act
        if self.replay.setup.deal == DIGITAL and acting == (TABLE,):
            return self.replay.notation.format(game.chance(state, self._chance))
        seat = draw.choice(acting) if acting else TABLE
        view = state if seat == TABLE else game.project(state, seat)
        moves = list(game.legal_moves(view, seat))
        # A list that offers nothing is a fault of its own; the case ends there, and the file shows it.
        return self.replay.notation.format(draw.choice(moves)) if moves else ""

    def _answer(self, line: str, keeps_words: bool = False) -> None:
        game, replay = self.game, self.replay
        before = replay.state
        answers: dict[str, Any] = {"options": self._options(), "refusals": self._refusals()}
        entry = replay.read(line)
        ruling = entry.ruling
        answers["rulings"] = [
            ruling.name,
            *(getattr(ruling, key, None) for key in ("rule", "because", "assuming", "readings")),
            [str(item) for item in entry.irregularities],
        ]
        is_own = type(entry.move) in game.moves and isinstance(ruling, ACCEPTED)
        reasons = game.explain(before, entry.move, ruling) if is_own else ()
        answers["told"] = [
            [f"{reason.rule} {reason.because}" for reason in reasons],
            game.news(before, entry.move, ruling) if is_own else (),
            dict(counters_of(game, replay.state)),
        ]
        answers["views"] = [
            [game.facts(view), [[item.seat, item.verbs, item.why, item.rule] for item in game.pending(view)]]
            for view in (game.project(replay.state, seat) for seat in (None, *range(self.seats)))
        ]
        answers["outcome"] = [str(replay.outcome), replay.to_act, game.phase(replay.state), game.scores(replay.state)]
        self.lines.append(line)
        for kind, answer in answers.items():
            text = json.dumps(answer, ensure_ascii=False, indent=1, default=str, sort_keys=True)
            self._marks[kind].append(digest_bytes(text.encode(), MARK // 2))
            if keeps_words:
                self.words[kind] = text

    def _options(self) -> list[list[str]]:
        game, state, notation = self.game, self.replay.state, self.replay.notation
        acting = self.replay.to_act
        views = ((seat, state if seat == TABLE else game.project(state, seat)) for seat in acting)
        return [[notation.format(move) for move in game.legal_moves(view, seat)] for seat, view in views]

    def _refusals(self) -> list[str]:
        game, state, notation = self.game, self.replay.state, self.replay.notation
        found: list[str] = []
        for seat in self.replay.to_act:
            for move in list(game.candidates(state, seat))[:: 1 + len(self.lines) % 3]:
                if len(found) >= REFUSED:
                    return found
                ruling = game.judge(state, move)
                if isinstance(ruling, Illegal):
                    found.append(f"{notation.format(move)}: {ruling.because} [{ruling.rule}]")
        return found


if __name__ == "__main__":
    sys.exit(main())
