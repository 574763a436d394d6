"""Somebody who types a whole game as shortly as the referee reads it.

In: a game that bots played with shuffled decks, as lines people make at a physical or a digital table. Out: what was
typed, line by line. Every line must be one that the prompt asks for or the options list; where nothing that is offered
leads on, the fault is `Standstill`. Of the ways to type what comes next the typist takes the one that covers most: one
line for several, or nothing where silence means the same. Invariant: after every typed line the table is as it would
be after the written-out lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice, pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.playtest.bots import GREEDY
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import DIGITAL, PHYSICAL, is_dealt
from pnp.referee.move import KERNEL_MOVES, Move
from pnp.referee.notation import verb_of
from pnp.referee.replay import Entry, Replay, digest_of
from pnp.referee.ruling import ACCEPTED
from pnp.referee.seat import TABLE, Seat, seat_name
from pnp.referee.view import ReplayView
from pnp.table.lead_up import lead_up
from pnp.table.line_completion import with_seat
from pnp.table.messages import format_next
from pnp.table.short_line import DIVIDER, parse_typed
from tests.games.tables import book_of, game_of

MOST_AT_ONCE = 8  # lines that one typed line may stand for
MOST_READINGS = 8  # of a beginning that is tried
FEW_WORDS = 4  # of longer lines only beginnings that mean one card anywhere are tried
MOST_WAYS = 2  # to type a line, of which the shortest is sought
KEY = re.compile(r"(?<= )[a-z]+=|^[a-z]+=")
NAME = re.compile(r"[^\W\d_][\w-]*")


class Standstill(AssertionError):
    """The game cannot go on: what has to be typed next is neither asked for nor offered, or it is refused."""


class Typed(Struct, frozen=True):
    """A typed line: its verb, the key of the turn it belongs to, and the written-out lines it stands for."""

    text: str
    verb: str
    turn: Any
    stands_for: tuple[str, ...]
    seat: Seat

    @property
    def keys(self) -> int:
        """The keys that are pressed, the last of them at the end of the line."""
        return len(self.text) + 1

    @property
    def written_keys(self) -> int:
        """The keys when every line is written out with its seat."""
        return sum(len(line) + 1 for line in self.stands_for)


class WrittenLine(Struct, frozen=True):
    """A line as the record has it: what it leads to, and whether people type it."""

    move: Move
    line: str
    before: Any
    after: Any
    is_typed: bool = True


def type_game(slug: str, players: int, seed: int, deal: str, bound: int | None = None) -> list[Typed]:
    """What is typed in a whole game at a table of that deal, or of its first so many written lines."""
    played = simulate(game_of(slug), book_of(slug), SEAT_NAMES[:players], seed, (GREEDY,))
    return list(type_played(slug, played, deal, bound))


def type_played(slug: str, played: Replay[Any], deal: str, bound: int | None = None) -> Iterator[Typed]:
    """The same of a game that was played."""
    table = Replay(played.game, replace(played.setup, deal=deal))
    written = retold_lines(slug, played, table) if deal == PHYSICAL else digital_lines(played)
    return _Typist(table, list(islice(written, bound))).type_all()


class _Typist:
    def __init__(self, table: Replay[Any], written: Sequence[WrittenLine]) -> None:
        self.table, self.written = table, written
        self.short = Shortener(table)
        self.asked: set[tuple[Seat, str]] = set()

    def type_all(self) -> Iterator[Typed]:
        """Type the game from its beginning to its end: with a line what it asks for, and the end of its turn."""
        at, held = 0, None
        while at < len(self.written):
            first = self.written[at]
            if not first.is_typed:  # the dealer's: what comes up then is looked at first
                if held is not None:
                    yield held
                held = None
                self._enter(self.table.judge(first.move), [first])
                at += 1
                continue
            typed, covered = self._type(at)
            at += len(covered)
            if held is not None and self._is_one(held, typed, covered[-1]):
                text = DIVIDER.join((held.text, typed.text))
                held = replace(held, text=text, stands_for=(*held.stands_for, *typed.stands_for))
                continue
            if held is not None:
                yield held
            held = typed
        if held is not None:
            yield held

    def _type(self, at: int) -> tuple[Typed, Sequence[WrittenLine]]:
        entry, covered = self._best(at)
        move = entry.move
        assert move is not None
        text = self.short.shorten(move)
        read = read_typed(self.table, text)
        for implied in left_out(self.table, self.table.judge(read)):
            self.table.apply_move(implied)
        self._enter(self.table.judge(read), covered)
        turn = turn_of(covered[0].before)
        return Typed(text, verb_of(type(move)), turn, tuple(each.line for each in covered), move.seat), covered

    def _is_one(self, held: Typed, typed: Typed, last: WrittenLine) -> bool:
        """Whether a line is typed with the one before it: an answer to what that asks, or the end of its turn."""
        if held.turn != typed.turn:
            return False
        if held.seat == typed.seat and turn_of(last.after) != typed.turn:
            return True  # the end of a turn
        game, state = self.table.game, last.before
        asks = getattr(state, "question", None) is not None and game.to_act(state) == (typed.seat,)
        asked = {verb for each in game.pending(state) for verb in each.verbs}
        return asks and typed.verb in asked and held.seat != TABLE and typed.seat in (held.seat, TABLE)

    def _best(self, at: int) -> tuple[Entry, Sequence[WrittenLine]]:
        """The line that covers most of what comes next."""
        last = at + 1
        while last < min(len(self.written), at + MOST_AT_ONCE) and self.written[last].is_typed:
            last += 1
        bare = list(self._bare(self.written[at].move))
        for end in range(last, at, -1):
            covered = self.written[at:end]
            ways = (*bare, *self._ways(covered))
            found = [entry for entry in ways if is_same(entry, covered[-1].after, self.table.game)]
            if found:
                return min(found, key=lambda entry: len(self.table.format(entry))), covered
        raise Standstill(f"{self.written[at].line} is refused or leads elsewhere\n{format_next(self.table)}")

    def _bare(self, move: Move) -> Iterator[Entry]:
        """Verbs alone: those that were asked for so far, and that of the line itself."""
        self.asked |= {(each.seat, verb) for each in self.table.decisions for verb in each.verbs}
        for seat, verb in sorted({*self.asked, (move.seat, verb_of(type(move)))}):
            yield from self._judged(seat, verb)

    def _ways(self, covered: Sequence[WrittenLine]) -> Iterator[Entry]:
        """The last line alone, or all in one line."""
        move, kind = covered[-1].move, type(covered[-1].move)
        yield self._tried(move)
        if all(type(each.move) is kind and each.move.seat == move.seat for each in covered):
            words = [self.table.notation.format_move(each.move).split()[1:] for each in covered]
            typed = [word for those in words for word in those]
            yield from self._judged(move.seat, f"{verb_of(kind)} {' '.join(typed)}")
            yield from self._judged(move.seat, f"{verb_of(kind)} {len(typed)}")

    def _tried(self, move: Move) -> Entry:
        """What becomes of a line, with what is left out before it."""
        entry = self.table.judge(move)
        implied_moves = left_out(self.table, entry)
        if implied_moves:
            before = self.table.savepoint()
            for implied in implied_moves:
                self.table.apply_move(implied)
            entry = self.table.judge(move)
            self.table.rollback(before)
        return entry

    def _judged(self, seat: Seat, words: str) -> Iterator[Entry]:
        parsed = self.table.parse(f"{seat_name(self.table.setup.seats, seat)}: {words}")
        if isinstance(parsed, Move):
            entry = self._tried(parsed)
            if entry.accepted:
                yield entry

    def _enter(self, entry: Entry, covered: Sequence[WrittenLine]) -> None:
        if not is_same(entry, covered[-1].after, self.table.game):
            raise Standstill(f"{covered[-1].line}: {entry.ruling}\n{format_next(self.table)}")
        self.table.enter(entry)


def is_same(entry: Entry, state: Any, game: Any) -> bool:
    """Whether an accepted line leads to this state: to the table that everybody sees, and to what may still be held.

    What is known of hidden cards is compared by what is offered: there is every card that may be in a hand.
    """
    if not entry.accepted:
        return False
    reached, asked = entry.after.state, game.to_act(state)
    return bool(
        digest_of(game, reached) == digest_of(game, state)
        and game.to_act(reached) == asked
        and game.pending(reached) == game.pending(state)
        and all(set(game.legal_moves(reached, seat)) == set(game.legal_moves(state, seat)) for seat in asked)
    )


class Shortener:
    """The shortest way to type a move: its seat left out where it is clear, beginnings and printed codes of names."""

    def __init__(self, table: Replay[Any]) -> None:
        self.table = table
        self.cards = table.notation.names.cards
        self.codes = {card.id: card.code for card in table.setup.book.playing_cards.values() if card.code}

    def shorten(self, move: Move) -> str:
        """The shortest text that is read as this move now."""
        seat, _, words = self.table.notation.format(move).partition(": ")
        for form in ("", *(f"{seat[:length]}:" for length in range(1, len(seat) + 1))):
            ways = [way for way in _forms_of(words) if self._means(f"{form}{way}", move)]
            if ways:
                return min((self._shorten_words(form, way, move) for way in ways[:MOST_WAYS]), key=len)
        raise Standstill(f"{words} cannot be typed\n{format_next(self.table)}")

    def _shorten_words(self, form: str, words: str, move: Move) -> str:
        at = 0
        while match := NAME.search(words, at):
            head, name, tail = words[: match.start()], match.group(), words[match.end() :]
            at = match.end()
            if tail.startswith("=") or (match.start() and words[match.start() - 1].isalnum()):
                continue
            ways = [name[:length] for length in range(1, len(name))]
            if name in self.cards:
                most = MOST_READINGS if words.count(" ") < FEW_WORDS else 1
                ways = [way for way in ways if len(self.cards.look_up(way)) <= most]
            if name in self.codes:
                ways.append(self.codes[name].lower())
            for way in sorted(ways, key=len):
                if len(way) < len(name) and self._means(f"{form}{head}{way}{tail}", move):
                    words, at = f"{head}{way}{tail}", match.start() + len(way)
                    break
        return f"{form}{words}"

    def _means(self, text: str, move: Move) -> bool:
        return bool(read_typed(self.table, text) == move)


def _forms_of(words: str) -> list[str]:
    """The words without what may be left out, the shortest first: the verb, or its name before a number; keys."""
    verb, _, rest = words.partition(" ")
    begun = (*([rest] if rest else []), *([f"{verb.partition('_')[2]} {rest}"] if "_" in verb else []), words)
    return sorted(dict.fromkeys((*(KEY.sub("", way) for way in begun), *begun)), key=len)


def read_typed(table: Replay[Any], text: str) -> Any:
    """What a typed line means."""
    return parse_typed(table, with_seat(ReplayView(table, None), text))


def left_out(table: Replay[Any], entry: Entry) -> tuple[Move, ...]:
    """What goes without saying before a line."""
    led_up = lead_up(table, entry)
    return () if led_up is None else led_up.moves


def turn_of(state: Any) -> Any:
    """What stays the same during a turn."""
    if hasattr(state, "show"):  # Drum Roll counts the turns of all
        return state.show, state.turn, state.phase
    return next((value for name in ("turn", "seat") if isinstance(value := getattr(state, name, None), int)), None)


def digital_lines(played: Replay[Any]) -> Iterator[WrittenLine]:
    """The lines of a digital game; what the dealer does is not typed."""
    game, before = played.game, played.positions[0].state
    for entry in played.entries:
        move = entry.move
        assert move is not None
        if type(move) in KERNEL_MOVES and move.seat == TABLE:
            return
        by_dealer = game.forced(before) == move or (move.seat == TABLE and is_dealt(game, move))
        if not by_dealer:
            require_offer(game, before, move, played)
        yield WrittenLine(move, played.format(entry), before, entry.state, not by_dealer)
        before = entry.state


def retold_lines(slug: str, played: Replay[Any], table: Replay[Any]) -> Iterator[WrittenLine]:
    """The lines of the same game with real cards: each is asked for or offered, accepted, and accuses nobody."""
    truth = Replay(table.game, table.setup)
    for move in real_moves(slug, played):
        before = truth.state
        if truth.outcome is not None:
            return
        if move.seat == TABLE and TABLE not in truth.to_act and is_dealt(table.game, move):
            continue  # real cards were drawn by hand
        require_offer(table.game, before, move, truth)
        entry = truth.apply_move(move)
        if not entry.accepted or entry.irregularities:
            raise Standstill(f"{truth.format(entry)}: {entry.ruling}\n{format_next(truth)}")
        yield WrittenLine(move, truth.format(entry), before, entry.state)


def real_moves(slug: str, played: Replay[Any]) -> Iterator[Move]:
    """What people with real cards type of a digital game: nothing about cards that nobody sees."""
    if slug == "keikalla":
        yield from import_module("tests.games.keikalla.physical_lines").physical_lines(played)
    elif slug == "keko":
        for _, move in import_module("tests.games.keko.tables").physical_lines(played):
            yield move
    elif slug == "drumroll":
        yield from import_module("tests.games.drumroll.tables").physical_lines(played)
    else:
        yield from (entry.move for entry in played.entries if entry.move is not None)


def require_offer(game: Any, state: Any, move: Move, table: Replay[Any]) -> None:
    """Raises Standstill when a line is neither what the prompt asks for nor among the options."""
    known = game.project(state, move.seat if table.setup.deal == DIGITAL and move.seat != TABLE else None)
    verb = verb_of(type(move))
    if any(each.seat == move.seat and verb in each.verbs for each in game.pending(known)):
        return
    if any(type(offer) is type(move) for offer in game.legal_moves(known, move.seat)):
        return  # of many ways only some are listed
    judged = isinstance(game.judge(state, move), ACCEPTED)
    raise Standstill(f"{table.notation.format(move)} is {'not offered' if judged else 'refused'}")


def turns_of(typed: Sequence[Typed]) -> int:
    """How many turns these lines are of."""
    return len([one for one, other in pairwise(typed) if one.turn != other.turn]) + bool(typed)
