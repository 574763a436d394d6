"""Mutants of the kernel: it hides too little, keeps wrong books, or does not do what a game declared; and whether the
promises find it out, held against small games that play every part of it.

In: nothing, or `python -m tests.conformance.kernel_mutants NUMBER`, which proves the games with one mutant in a process
of its own. Out: whether a promise was broken. Invariant: a module of the kernel is replaced before anything imports it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path

from msgspec import Struct

from tests.conformance.module_mutants import NEVER_ENDS, WrongModule, run_bounded

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "pnp" / "referee" / "kernel"
GAMES = {"cove": 2, "fourpiers": 2}  # and games for each number of seats
OTHERS = ("passing", "phases", "face_down")  # games of the tests of these names
SEEDS = 4  # of each
STASHES = 20  # of the game of looks, stashes and cards given unseen


class KernelMutant(Struct, frozen=True):
    """One wrong kernel: the module, words that stand there once, and words in their place."""

    what: str
    module: str
    old: str
    new: str

    def source(self) -> str:
        """The module as it is now wrong."""
        text = (KERNEL / f"{self.module}.py").read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"{self.module}: {self.old!r} stands there {text.count(self.old)} times"
        return text.replace(self.old, self.new)


def _secrecy() -> Iterator[KernelMutant]:
    def of(what: str, module: str, old: str, new: str) -> KernelMutant:
        return KernelMutant(what, module, old, new)

    yield of(
        "answers that wait are seen",
        "secrets",
        "if state.stack and any(type(item) is Open and item.answers for item in state.stack):",
        "if False:",
    )
    yield of(
        "the answers of others are seen",
        "secrets",
        "(given if given.seat == seat else Given(",
        "(given if True else Given(",
    )
    yield of("all hear what is dealt", "secrets", "if hand[move.to].is_seen_by(seat) if hand", "if True if hand")
    yield of(
        "all hear which card goes unseen",
        "secrets",
        "if answer.sees(move, seat) if answer.sees else seat in",
        "if True or seat in",
    )
    yield of("a secret answer is heard", "secrets", "return Commit(move.seat)", "return move")
    yield of(
        "a secret answer is open at once",
        "secrets",
        "return type(move) in game.secret and not is_secret_open(state, ply)",
        "return type(move) in game.secret",
    )
    yield of(
        "a secret answer is noticed",
        "secrets",
        "return replace(event, move=FIST) if is_hidden else event",
        "return event",
    )
    yield of(
        "cards drawn face down are told",
        "trial",
        "if target.seers == ALL or (target.seers and self.is_digital):",
        "if target.seers == ALL or self.is_digital:",
    )
    yield of("a whole hand may be any cards", "trial", "hides = unseen and len(moved) < len(entries)", "hides = unseen")
    yield of(
        "a hand tells in which order its cards came",
        "zone",
        "kinds_of if self.ordered else sorted_kinds",
        "kinds_of",
    )
    yield of(
        "a pile tells how hidden cards of a hand rank", "events", "lie = stacked(cards, source, to)", "lie = cards"
    )
    yield of("cards that go are noticed by all", "secrets", "card if is_known else CONCEALED for card", "card for card")
    yield of(
        "what is shown to one is noticed by all",
        "secrets",
        "if sees else (CONCEALED,) * len(event.cards)",
        "if True else ()",
    )
    yield of(
        "whoever knew a card notices that it goes unseen",
        "secrets",
        "(not is_unseen and is_seen(card, source, seat))",
        "is_seen(card, source, seat)",
    )
    yield of(
        "all hands are seen",
        "zone",
        "if place.seers == ALL or str(seat) in place.seen:\n        return entries",
        "if place.seers:\n        return entries",
    )
    yield of(
        "what somebody saw is seen by all",
        "zone",
        'return marks == ALL or (marks != "" and str(seat) in marks.split(","))',
        'return marks != ""',
    )
    yield of("the order of a hand is seen", "zone", "    if place.ordered:", "    if True:")
    yield of(
        "what one sees is seen by all", "zone", 'seers = {*marks.split(","), *who} - {"", *place.seen}', "seers = {ALL}"
    )
    yield of(
        "what went unseen is known still",
        "zone",
        'left = keep if marks == ALL else keep.intersection(marks.split(","))',
        'left = {*keep, *marks.split(",")}',
    )
    yield of("piles are not hidden", "holdings", "if zone.seen_by != EVERYBODY)", "if zone.is_hand)")
    yield of("a pile begins in the open", "derived", "is_hidden = zone.seen_by == NOBODY", "is_hidden = False")


def _bookkeeping() -> Iterator[KernelMutant]:
    def of(what: str, module: str, old: str, new: str) -> KernelMutant:
        return KernelMutant(what, module, old, new)

    yield of(
        "a card too many is drawn",
        "bookkeeping",
        "drawn = knowledge.draw(to.where, len(kinds), pile)",
        "drawn = knowledge.draw(to.where, min(len(kinds) + 1, knowledge.pile_size(pile)), pile)",
    )
    yield of(
        "a card that is played stays in the books",
        "bookkeeping",
        "now.reveal(event.source, kind, ply)) if not unknown else None",
        "now.show(event.source, kind, ply)) if not unknown else None",
    )
    yield of(
        "shuffled cards are lost",
        "bookkeeping",
        "return Learned(knowledge.shuffle(Counter(kinds), pile_of(pile)))",
        "return Learned(knowledge)",
    )
    yield of(
        "a card given unseen stays",
        "bookkeeping",
        "return Learned(knowledge.transfer(event.source, event.to, unknown))",
        "return Learned(knowledge)",
    )
    yield of(
        "a card put on the pile goes under it",
        "bookkeeping",
        "knowledge.bury(event.source, unknown, pile_of(to), top=event.top)",
        "knowledge.bury(event.source, unknown, pile_of(to), top=not event.top)",
    )
    yield of(
        "a card put on the pile stays",
        "bookkeeping",
        "return Learned(knowledge.bury(event.source, unknown, pile_of(to), top=event.top))",
        "return Learned(knowledge)",
    )
    yield of(
        "a claim is forgotten",
        "bookkeeping",
        "return knowledge.claim(event.place, event.kinds, ply, event.rule)",
        "return Learned(knowledge)",
    )
    yield of(
        "a card that is shown leaves",
        "bookkeeping",
        "now.show(place.where, kind, ply, shown[kind])",
        "now.reveal(place.where, kind, ply)",
    )
    yield of(
        "known cards are counted as hidden",
        "bookkeeping",
        ".lay(unseen - top, first)",
        ".lay(Counter(copies) - top, first)",
    )
    yield of(
        "the census counts known cards as hidden",
        "holdings",
        "sum(copies.values()) - sum(seen.values())",
        "sum(copies.values())",
    )
    yield of(
        "the census counts equal cards once", "holdings", "count[card] = count.get(card, 0) + 1", "count[card] = 1"
    )
    yield of(
        "a card that moves stays", "events", "        d.write(source, left)\n        there = to", "        there = to"
    )
    yield of(
        "a card that moves vanishes",
        "events",
        "nested(lie + there if self.top else there + lie, to)",
        "nested(there, to)",
    )
    yield of(
        "a card goes under the pile instead of on it",
        "events",
        "lie + there if self.top else there + lie",
        "there + lie",
    )
    yield of("cards shuffled into a pile vanish", "events", "(len(self.cards) if self.source != self.pile else 0)", "0")
    yield of(
        "a shuffle is not counted",
        "events",
        'd.write(pile, (UNKNOWN,) * size)\n        d.values["concealed"] += 1',
        "d.write(pile, (UNKNOWN,) * size)",
    )
    yield of("another card leaves", "zone", "at = find(left, card)", "at = 0")
    yield of(
        "a card nobody told leaves before the known one",
        "zone",
        "if kind in kinds:",
        "if kind in kinds and not any(each in UNSEEN for each in kinds):",
    )
    yield of("one copy of each card is laid", "derived", "for _ in range(printed.copies[kind])", "for _ in range(1)")
    yield of("a correction makes cards", "corrections", "        if more and (", "        if False and (")
    yield of(
        "a correction keeps the old evidence",
        "corrections",
        '        t.values["knowledge"] = _restarted(game, t)\n',
        "        pass\n",
    )
    yield of(
        "an open place may hold a card that nobody told",
        "corrections",
        "    if zone.seen_by == EVERYBODY and UNKNOWN in stated:",
        "    if False:",
    )
    yield of(
        "the events of a line are of different plies when they are folded",
        "derived",
        "    return d.done()\n",
        "    return d.done(ply=state.ply + 1)\n",
    )
    yield of("what lies elsewhere is dealt again", "asking", "if number >= seen[kind]:", "if True:")


def _declarations() -> Iterator[KernelMutant]:
    def of(what: str, module: str, old: str, new: str) -> KernelMutant:
        return KernelMutant(what, module, old, new)

    yield of(
        "of several who are asked only one acts",
        "asking",
        "questions[top.question].first else top.seats",
        "questions[top.question].first else top.seats[:1]",
    )
    yield of("a pass is asked for where there is none", "asking", '["pass"] * question.may', '["pass"]')
    yield of("who is not asked is offered the answers", "asking", "if seat in seats else []", "if True else []")
    yield of("what the steps refuse is offered", "asking", " if _agrees(t, step, move)]", "]")
    yield of("nobody may pass", "asking", "[Pass(seat)] if question.may else []", "[]")
    yield of("events fold to nothing", "derived", "    return d.done()\n", "    return state\n")
    yield of("reasons cite no rule", "line_trial", "state.reason(note.rule, ", 'state.reason("X-1", ')
    yield of(
        "facts forget zones and counters",
        "derived",
        "{**order, **over, **game.held.facts(state), ",
        "{**order, **over, ",
    )
    yield of(
        "facts forget what is asked",
        "derived",
        '"stack": [_plain_item(item) for item in state.stack]',
        '"stack": []',
    )
    yield of(
        "all have the score of the first",
        "holdings",
        "sum(c.read(state, seat) for c in scoring)",
        "sum(c.read(state, 0) for c in scoring)",
    )
    yield of(
        "an answer settles another seat's question",
        "events",
        "tuple(seat for seat in top.seats if seat != self.seat)",
        "top.seats[1:]",
    )
    yield of(
        "an answer in secret is lost",
        "events",
        "        if self.move is not None:\n            others",
        "        if False:\n            others",
    )
    yield of(
        "fists are never opened",
        "events",
        "Open(top.question, self.seats, top.about, top.answers)",
        "Open(top.question, top.seats, top.about, top.answers)",
    )
    yield of("the turn never passes", "events", 'd.values["turn"] = self.to', "pass")
    yield of("the game does not end", "events", 'd.values["over"] = self.outcome', "pass")


MUTANTS: dict[str, tuple[KernelMutant, ...]] = {
    "secrecy": tuple(_secrecy()),
    "bookkeeping": tuple(_bookkeeping()),
    "declarations": tuple(_declarations()),
}
ALL = tuple(mutant for kind in MUTANTS.values() for mutant in kind)


def promise_broken_by(mutant: KernelMutant | None) -> str:
    """The promise that finds a mutant out (None: the sound kernel); empty when none does."""
    number = "-1" if mutant is None else str(ALL.index(mutant))
    command = [sys.executable, "-m", "tests.conformance.kernel_mutants", number]
    run = run_bounded(command)
    if run.returncode == 0:
        return ""
    if run.returncode in NEVER_ENDS:
        return "it never ends"
    return run.stdout.strip() or f"it cannot play: {run.stderr.strip().splitlines()[-1]}"


def prove_kernel() -> str:
    """Hold every promise against the games that play the kernel; the first that is broken."""
    from pnp.catalog import find_game
    from pnp.conformance.promises import PROMISES, secrets
    from pnp.conformance.proof import BROKEN, hold, make_subject, prove, subject_of
    from tests.referee.kernel.test_stashes import BOOK, GAME

    games = ROOT / "tests" / "referee" / "kernel" / "games"
    subjects = [subject_of(find_game(slug, [games]), seeds) for slug, seeds in GAMES.items()]
    cases = list(make_subject("stashes", GAME, BOOK, STASHES, (2, 3)).cases)
    for name in OTHERS:
        cases += make_subject(name, import_module(f"tests.referee.kernel.test_{name}").GAME, BOOK, SEEDS, (2,)).cases
    secrecy_first = sorted(PROMISES, key=lambda promise: promise not in secrets.PROMISES)
    verdicts = (hold(promise, case) for case in cases for promise in secrecy_first)
    broken = (each for each in chain(verdicts, *map(prove, subjects)) if each.state == BROKEN)
    return next((f"{verdict.promise} of {verdict.case}" for verdict in broken), "")


def main() -> int:
    """Prove the games with one mutant; 1 and the promise when one is broken."""
    number = int(sys.argv[1])
    if number >= 0:
        mutant = ALL[number]
        sys.meta_path.insert(0, WrongModule(f"pnp.referee.kernel.{mutant.module}", mutant.source()))
    found = prove_kernel()
    if found:
        print(found)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
