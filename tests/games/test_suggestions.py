"""Whatever the referee suggests can be typed: examples in prompts, readings, nearest names, lines in its sentences.

At many positions of random games, with real cards and dealt ones, by what everybody and every seat may know, in both
languages. Slips of the pen are made in lines that are allowed, so that the referee has something to suggest.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from pnp.library.words import in_language
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.move import Move
from pnp.referee.record import parse_line
from pnp.referee.replay import Replay
from pnp.referee.ruling import ACCEPTED, Ambiguous, Illegal, Invalid
from pnp.referee.seat import TABLE, Seat, seat_name
from pnp.referee.view import ReplayView
from pnp.table.lead_up import lead_up_to
from pnp.table.line_completion import with_seat
from pnp.table.messages import format_next, format_rule, format_ruling
from pnp.table.offers import list_offers
from pnp.table.short_line import parse_typed
from pnp.table.wording import phrase
from tests.games.physical import Table
from tests.games.tables import agreed, game_of, refereed_slugs, scaffold_table
from tests.guard import some

LANGUAGES = ("en", "fi")
SCAFFOLDS = ("mygame", "hands/mygame", "effects/mygame")
SUCH_AS = re.compile(r"^ +(?:such as|esimerkiksi): (.+)$", re.M)
TYPE = re.compile(r"^ +(?:type|kirjoita): (\S+)", re.M)
QUOTED = re.compile(r"`([^`]+)`")
COMMANDS = {"options", "why", "undo", "show", "grammar", "help", "rule"}  # of the program, not of the table
FORM = re.compile(r"[<>…]|=$|^[a-z_]+=")  # how a line is written, or a part of one
NAME = re.compile(r"[^\W\d_]+")
MOST_PLIES, SLIPS = 120, 6


def positions(slug: str, deal: str, seed: int, every: int) -> Iterator[Replay[Any]]:
    """A table at many moments of a random game."""
    if deal == PHYSICAL and slug not in SCAFFOLDS:
        desk = Table(slug, 2, seed)
        while desk.replay.outcome is None and desk.replay.plies < MOST_PLIES:
            if desk.replay.plies % every == seed % every:
                yield desk.replay
            desk.step()
        return
    if slug in SCAFFOLDS:
        table = scaffold_table(slug, deal)
    else:
        seats = SEAT_NAMES[: min(3, game_of(slug).players[1])]
        table = Replay(game_of(slug), agreed(slug, seats, DIGITAL))
    played = simulate(table.game, table.setup.book, table.setup.seats, seed)
    for entry in played.entries[:MOST_PLIES]:
        if table.plies % every == seed % every:
            yield table
        if entry.move is not None:
            table.apply_move(entry.move)  # real cards are drawn without a line, which is refused


class Reader:
    """Types suggestions back at one position, as one viewer sees it."""

    def __init__(self, table: Replay[Any], viewer: Seat | None) -> None:
        self.table, self.seen = table, ReplayView(table, viewer)
        self.game, self.known = table.game, self.seen.known

    def read(self, text: str) -> Any:
        """What a typed line means."""
        line = parse_line(with_seat(self.seen, text))
        assert line is not None, text
        return parse_typed(self.seen, line.text)

    def is_allowed(self, move: Move) -> bool:
        """By what the viewer knows, perhaps after lines that go without saying."""
        ruling = self.game.judge(self.known, move)
        return isinstance(ruling, ACCEPTED) or lead_up_to(self.game, self.known, move) is not None

    def check_example(self, text: str) -> None:
        """An example is read and is allowed."""
        move = self.read(text)
        assert isinstance(move, Move), f"the example “{text}” is read as {move}"
        assert self.is_allowed(move), f"the example “{text}” is {self.game.judge(self.known, move)}"

    def check_prompt(self) -> int:
        """All that a prompt suggests."""
        checked = 0
        for lang in LANGUAGES:
            text = format_next(self.seen, lang)
            examples = [each for found in SUCH_AS.findall(text) for each in found.split(" · ") if each != "…"]
            for each in examples:
                self.check_example(each)
            verbs = TYPE.findall(text)
            assert set(verbs) <= set(self.table.notation.verbs()), verbs
            checked += len(examples) + len(verbs)
        for decision in self.seen.decisions:
            checked += self.check_sentence(decision.why, decision.seat)
        return checked

    def check_sentence(self, text: str, seat: Seat) -> int:
        """The lines that a sentence quotes can be read; of a form the verb."""
        quoted = [each for lang in LANGUAGES for each in QUOTED.findall(in_language(text, lang))]
        for each in quoted:
            words = each.removeprefix("!").split()
            if words[0] in COMMANDS:
                continue
            if FORM.search(each) or words[0].endswith("="):
                verb = next((word for word in words if not word.endswith(":")), "")
                assert FORM.search(words[0]) or verb in self.table.notation.verbs(), f"`{each}` in “{text}”"
                continue
            seats = (seat, *self.game.to_act(self.known), TABLE, 0)
            lines = [each, *(f"{seat_name(self.table.setup.seats, who)}: {each}" for who in seats)]
            read = [self.table.notation.parse(line) for line in lines]
            is_verb = each in self.table.notation.verbs()
            assert is_verb or any(isinstance(move, Move) for move in read), f"`{each}` in “{text}”: {read[-1]}"
        return len(quoted)

    def check_answer(self, typed: str) -> int:
        """All that the answer to a typed line suggests."""
        got = self.read(typed)
        if isinstance(got, Ambiguous):
            for line in got.readings:
                if "…" not in line:
                    move = self.read(line)
                    assert isinstance(move, Move | Ambiguous), f"“{typed}” is answered with “{line}”: {move}"
                    assert move != got, f"“{typed}” is answered with itself"
            return len(got.readings)
        if isinstance(got, Invalid):
            for near in got.nearest:
                assert self.is_read_instead(typed, near), f"“{typed}” is answered “{got.because}”, did you mean {near}"
            return len(got.nearest)
        ruling = self.game.judge(self.known, got) if type(got) in self.game.moves else None
        if isinstance(ruling, Illegal):
            assert format_ruling(ruling, self.seen, "fi")
            return self.check_sentence(ruling.because, got.seat)
        return 0

    def is_read_instead(self, typed: str, near: str) -> bool:
        """The suggestion is a line, or makes one in the place of some typed words; a verb at least is known."""
        words = typed.split()
        lines = [near]
        lines += [" ".join((*words[:at], near, *words[to:])) for at in range(len(words)) for to in (at + 1, at + 2)]
        colon = f"{near}:"
        lines += [" ".join((colon, *words[1:]))]
        for at, word in enumerate(words):  # in the value of a key, or in a list
            for part in re.finditer(r"[^=,:.]+", word):
                instead = word[: part.start()] + near + word[part.end() :]
                lines.append(" ".join((*words[:at], instead, *words[at + 1 :])))
        is_verb = near in self.table.notation.verbs()  # the other words may be wrong, too
        return is_verb or any(isinstance(self.read(line), Move | Ambiguous) for line in lines)


def slips(line: str, dice: random.Random) -> Iterator[str]:
    """The line as somebody types it who slips: a letter lost, doubled or swapped, a word lost, signs forgotten."""
    words = line.split()
    names = [found for found in NAME.finditer(line) if len(found[0]) > 2]
    for found in dice.choices(names, k=SLIPS):
        word, cut = found[0], dice.randrange(len(found[0]) - 1)
        lost, twice = word[:cut] + word[cut + 1 :], word[: cut + 1] + word[cut:]
        swapped = word[:cut] + word[cut + 1] + word[cut] + word[cut + 2 :]
        slip = dice.choice((lost, twice, swapped, word[: max(2, cut)]))
        yield line[: found.start()] + slip + line[found.end() :]
    yield " ".join(words[:-1])
    yield line.replace(":", "", 1)
    yield line.replace("=", " ", 1)
    yield " ".join(words[:1] + words[2:])
    yield " ".join(words[2:])
    yield line.partition(": ")[2]


def check_game(slug: str, deal: str, seed: int, every: int, lines: int) -> int:
    """Everything that is suggested in a game, once in so many plies; how many suggestions were typed."""
    checked, dice = 0, random.Random(seed)
    for table in positions(slug, deal, seed, every):
        viewers = (None, *(seat for seat in table.to_act if seat != TABLE)) if deal == DIGITAL else (None,)
        for viewer in viewers:
            reader = Reader(table, viewer)
            checked += reader.check_prompt()
            offers = list_offers(table, viewer)
            for offer in dice.sample(offers, min(lines, len(offers))):
                for typed in filter(str.strip, slips(offer.line, dice)):
                    checked += reader.check_answer(typed)
    return checked


CASES = [(slug, deal) for slug in (*refereed_slugs(), *SCAFFOLDS) for deal in (PHYSICAL, DIGITAL)]


@pytest.mark.parametrize(("slug", "deal"), CASES)
def test_every_suggestion_can_be_typed(slug: str, deal: str) -> None:
    every = 3 if slug in SCAFFOLDS else 23
    assert check_game(slug, deal, 1, every, 1) > 5


@pytest.mark.parametrize("slug", [*refereed_slugs(), *SCAFFOLDS])
def test_the_rule_that_is_suggested_exists(slug: str) -> None:
    """`rule` without a number is answered “such as: rule 1”."""
    table = next(positions(slug, DIGITAL, 0, 1))
    for lang in some(LANGUAGES):
        assert phrase("which_rule", lang).endswith("rule 1") and format_rule(table, "1", lang)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("slug", "deal"), CASES)
def test_every_suggestion_of_many_positions_can_be_typed(slug: str, deal: str, seed: int) -> None:
    every = 1 if slug in SCAFFOLDS else 4
    assert check_game(slug, deal, seed, every, 3) > 10
