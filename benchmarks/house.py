"""The house in numbers: how long a rule is to write, how many places a question touches, how long a view takes.

In: nothing. Out: for each game its lines a rule; the files of Drum Roll that name its vote; the ids of Keikalla's
questions that are written out elsewhere than in their declarations; what one more question of Drum Roll takes, counted
in a copy that asks it; the largest module and folder; the code lines of two small declared games. With `--views` a
table that goes on is asked after every line, by everybody and by each seat, what they know and what they may do: how
long one answer takes once 500 plies stand, or shortly before the end of a shorter game, with real cards and with cards
that the referee deals. Counted is the time of the processor.

Run: python benchmarks/house.py [--views [GAME …]]
"""

from __future__ import annotations

import ast
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game_lines import GAMES as SMALL_GAMES
from game_lines import code_lines
from one_more_question import ask_one_more

from pnp.catalog import book_of, find_game, load_game
from pnp.playtest.simulate import SEAT_NAMES
from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.loading import setup_of
from pnp.referee.record import Header
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from pnp.referee.view import view_of
from pnp.table.dealer import SeededChance
from pnp.table.offers import list_offers

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("suomi1918", "kalevala", "keko", "keikalla", "drumroll")
VOTE = re.compile(r"\b(Vote|VOTE|votes|vote_since|voting)\b")
QUESTION = re.compile(r"^KEI-Q\d+[a-z]?$")
STANDING = 500  # plies after which views are measured
ASKED = 20  # lines after which they are
SEEDS = 20  # games that are tried for a long one


def modules(folder: Path) -> list[Path]:
    """The modules of a folder, those of its folders included."""
    return sorted(folder.rglob("*.py"))


def lines_of(file: Path) -> int:
    """The lines of a module, all of them."""
    return len(file.read_text(encoding="utf-8").splitlines())


def lines_a_rule() -> None:
    """Lines of Python for each rule of each game's rulebook."""
    lines = rules = 0
    for slug in GAMES:
        own = sum(map(lines_of, modules(ROOT / "pnp" / "games" / slug)))
        written = len(book_of(find_game(slug)).rulebook.rules)
        lines, rules = lines + own, rules + written
        print(f"{slug:<12} {own:>6} lines  {written:>4} rules  {own / written:5.1f} lines a rule")
    print(f"{'all five':<12} {lines:>6} lines  {rules:>4} rules  {lines / rules:5.1f} lines a rule")


def files_of_the_vote() -> None:
    """The modules of Drum Roll whose code names its vote; a rule's id does not, nor does a comment."""
    folder = ROOT / "pnp" / "games" / "drumroll"
    naming = [file for file in modules(folder) if any(map(VOTE.search, names_in(file)))]
    print(f"files that name Drum Roll's vote: {len(naming)}  ({', '.join(file.stem for file in naming)})")


def names_in(file: Path) -> Iterator[str]:
    """The names that a module's code uses: its own, those it imports, attributes and keywords."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (node.module or "").split(".")
        for field in ("id", "attr", "arg", "name"):
            if isinstance(name := getattr(node, field, None), str):
                yield from name.split(".")


def question_ids() -> None:
    """Literals of Keikalla's question ids, and how many stand elsewhere than where a question is declared."""
    total, declared, naming = 0, 0, set[Path]()
    for file in modules(ROOT / "pnp" / "games" / "keikalla"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if is_question_id(node):
                total += 1
                naming.add(file)
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Question":
                declared += sum(map(is_question_id, node.args))
    print(
        f"literals of Keikalla's question ids: {total} in {len(naming)} files, {total - declared} beside declarations"
    )


def is_question_id(node: ast.AST) -> bool:
    """Whether this is the id of a question, written out."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(QUESTION.match(node.value))


def sizes() -> None:
    """The largest module, the largest folder, and what the small games take."""
    every = modules(ROOT / "pnp")
    longest = max(every, key=lines_of)
    folders = Counter(file.parent for file in every if file.name != "__init__.py")
    fullest, count = folders.most_common(1)[0]
    print(f"largest module: {longest.relative_to(ROOT)}, {lines_of(longest)} lines")
    print(f"largest folder: {fullest.relative_to(ROOT)}, {count} modules")
    for name in ("fourpiers", "cove"):
        print(f"code lines of {name}: {code_lines(SMALL_GAMES / name / 'rules.py')}")


class Table:
    """A table of four that plays at random, and goes on as long as it is asked to."""

    def __init__(self, slug: str, deal: str, seed: int) -> None:
        self.game, book = load_game(slug)
        header = Header(slug, SEAT_NAMES[: min(4, book.players[1])], self.game.version, book.digest, {"deal": deal})
        self.replay: Replay[Any] = Replay(self.game, setup_of(header, self.game, book))
        self.draw, self.chance = random.Random(seed), SeededChance(seed)

    def play_line(self) -> bool:
        """One more line; False when there is none."""
        game, state, acting = self.game, self.replay.state, self.replay.to_act
        if not acting:
            return False
        if acting == (TABLE,) and self.replay.setup.deal == DIGITAL:
            return self.replay.apply_move(game.chance(state, self.chance)).accepted
        seat = self.draw.choice(acting)
        moves = game.legal_moves(state if seat == TABLE else game.project(state, seat), seat)
        return bool(moves) and self.replay.apply_move(self.draw.choice(moves)).accepted

    def play(self, plies: int) -> int:
        """So many lines, or all there are; how many they are."""
        while self.replay.plies < plies and self.play_line():
            pass
        return self.replay.plies


def views(slug: str, deal: str) -> None:
    """Ask a table that goes on, after every line, for the view and the options of everybody and of each seat."""
    plies, seed = 0, 0
    for trying in range(SEEDS):
        came = Table(slug, deal, trying).play(STANDING + ASKED)
        plies, seed = max((plies, seed), (came, trying))
        if plies == STANDING + ASKED:
            break
    table = Table(slug, deal, seed)
    table.play(plies - ASKED)
    viewers = (None, *range(len(table.replay.setup.seats)))
    seconds: list[float] = []
    for asking in range(ASKED):
        for viewer in viewers:
            start = time.process_time()
            view_of(table.replay, viewer)
            list_offers(table.replay, viewer)
            if asking:  # the first answer folds all that came before
                seconds.append(time.process_time() - start)
        table.play_line()
    late = quantiles(seconds, n=20)[-1]
    place = f"{slug}, {deal}, plies {plies - ASKED} to {plies}"
    print(f"{place:<44} p50 {median(seconds) * 1e3:7.2f} ms  p95 {late * 1e3:7.2f} ms  {max(seconds) * 1e3:7.2f} ms")


def main(words: list[str]) -> None:
    """Count and print; with `--views` measure."""
    if "--views" in words:
        for slug in [word for word in words if word in GAMES] or GAMES:
            for deal in (PHYSICAL, DIGITAL):
                views(slug, deal)
        return
    lines_a_rule()
    files_of_the_vote()
    question_ids()
    print(ask_one_more())
    sizes()


if __name__ == "__main__":
    main(sys.argv[1:])
