"""Whole games at physical tables, typed by a script that knows the referee's options and prompts and nothing else.

One table holds real decks and hands: a digital game is dealt beside it from a shuffled deck, people play from the hands
it deals, and what its dealer turns up is typed where the referee asks for it. The other's cards are decided only when
they are played: of the lines offered any may be chosen that contradicts no earlier one. Some real deal always fits,
because the referee accuses only when none does.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from pnp.playtest.simulate import SEAT_NAMES
from pnp.referee.move import Move
from pnp.referee.replay import Replay
from pnp.referee.ruling import ACCEPTED
from pnp.referee.seat import TABLE, TABLE_NAME
from pnp.table.dealer import SeededChance
from pnp.table.messages import format_next
from pnp.table.offers import list_offers, seats_offered
from tests.games.tables import agreed, game_of


class Stuck(AssertionError):
    """The referee waits for somebody and offers nothing that can be done."""


class Table:
    """A physical table; every line must be accepted, and nobody is accused."""

    def __init__(self, slug: str, players: int, seed: int) -> None:
        self.game: Any = game_of(slug)
        self.random = Random(seed)
        seats = SEAT_NAMES[:players]
        self.replay: Replay[Any] = Replay(self.game, agreed(slug, seats, "physical"))

    def play(self, bound: int) -> Replay[Any]:
        """Play to the end, or so many lines."""
        while self.replay.outcome is None and self.replay.plies < bound:
            self.step()
        return self.replay

    def step(self) -> None:
        """Type one line that is offered and contradicts nothing."""
        kinds: dict[tuple[int, str], list[str]] = {}
        for offer in list_offers(self.replay):
            kinds.setdefault((offer.seat, offer.verb), []).append(offer.line)
        if not kinds:
            raise Stuck(format_next(self.replay))
        for _ in range(200):
            line = self.random.choice(kinds[self.random.choice(list(kinds))])
            savepoint = self.replay.savepoint()
            if not self.submit(line):
                return
            self.replay.rollback(savepoint)
        raise Stuck(f"whatever is offered contradicts earlier lines: {format_next(self.replay)}")

    def submit(self, line: str) -> bool:
        """Type a line; True when it brings a contradiction to light."""
        entry = self.replay.read(line)
        assert entry.accepted, f"offered and refused: {line}: {entry.ruling}\n{format_next(self.replay)}"
        return bool(entry.irregularities)


class RealTable(Table):
    """The same with real cards: `dealt` is the game as the dealer and the hands know it."""

    def __init__(self, slug: str, players: int, seed: int) -> None:
        super().__init__(slug, players, seed)
        self.dealt: Replay[Any] = Replay(self.game, agreed(slug, SEAT_NAMES[:players], "digital"))
        self.chance = SeededChance(seed)
        self.ended_alike = True
        self.turned_up: list[str] = []  # what the dealer did, as far as the referee has not asked for it
        self.deal()

    def deal(self) -> None:
        """The dealer turns and deals what is due; whoever can only do one thing does it."""
        while self.dealt.outcome is None:
            is_due = self.game.to_act(self.dealt.state) == (TABLE,)
            move = self.game.chance(self.dealt.state, self.chance) if is_due else self.game.forced(self.dealt.state)
            if move is None:
                return
            assert self.dealt.apply_move(move).accepted
            self.turned_up.append(self.dealt.format(self.dealt.entries[-1]))

    def step(self) -> None:
        """Type what was turned up and is asked for, else play from a real hand."""
        if self.dealt.outcome is not None:  # who sees all cards sees earlier that nothing can be done any more
            self.ended_alike = False
            super().step()
            return
        offers = [offer.line for offer in list_offers(self.replay)]
        self.turned_up = [piece for line in self.turned_up for piece in _as_offered(line, offers)]
        line = next((line for line in self.turned_up if line in offers or self._is_asked(line)), None)
        if line is not None:
            self.turned_up.remove(line)
        else:
            line = self._from_a_hand(offers)
        if line is not None:
            assert not self.submit(line), f"nobody lied, and somebody is accused: {line}"

    def _is_asked(self, line: str) -> bool:
        """The prompt names the verb, and the line goes with it."""
        who, _, typed = line.partition(": ")
        return typed.split()[0] in self._verbs(who) and isinstance(self.replay.judge_line(line).ruling, ACCEPTED)

    def _verbs(self, who: str) -> set[str]:
        names = (*self.replay.setup.seats, TABLE_NAME)
        known = self.game.project(self.replay.state, None)
        return {verb for each in self.game.pending(known) if names[each.seat] == who for verb in each.verbs}

    def _from_a_hand(self, offers: list[str]) -> str | None:
        """A line that real cards allow; None when only the dealer's side of the game went on."""
        held = [line for line in offers if self._can(line)]
        own = [] if held else [self.dealt.notation.format(move) for move in self._own()]
        lines = held or [line for line in own if self._is_asked(line)]  # of many ways only some are listed
        if lines:
            line = self.random.choice(lines)
            assert self.dealt.read(line).accepted
            self.deal()
            return line
        secret = [line for line in own if not isinstance(self.replay.judge_line(line).ruling, ACCEPTED)]
        if secret:  # an app asks in secret what a table does without a word
            assert self.dealt.read(self.random.choice(secret)).accepted
            self.deal()
            return None
        left = [line for line in offers if line.startswith(TABLE_NAME) or "?" in line]
        if not left:
            raise Stuck(f"{format_next(self.replay)}\n{offers[:9]}\nbut with real cards: {format_next(self.dealt)}")
        return self.random.choice(left)

    def _can(self, line: str) -> bool:
        return self.dealt.outcome is None and isinstance(self.dealt.judge_line(line).ruling, ACCEPTED)

    def _own(self) -> Iterator[Move]:
        if self.dealt.outcome is None:
            for seat in seats_offered(self.dealt):
                yield from self.game.legal_moves(self.dealt.state, seat)


def _as_offered(line: str, offers: list[str]) -> list[str]:
    """`table: deal area a b` as two lines, where cards are offered one by one."""
    words = line.split()
    pieces = [" ".join((*words[:3], card)) for card in words[3:]]
    return pieces if line not in offers and len(pieces) > 1 and any(piece in offers for piece in pieces) else [line]
