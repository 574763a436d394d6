# ruff: noqa: E501 - a mutant is one line, as long as the words it changes
"""Mutants: games that are wrong in one place, to measure how good the promises are.

In: `quay` (hidden hands, a reshuffle), the scaffold `mygame` and two more games on declarations, and two built-in games. Out: for each mutant which promise
found it out. A mutant of a game in a folder is a change of its text; a built-in game gets another hook. Invariant: every
mutant plays on; what stops at once any test would notice.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.catalog import find_game, load_game
from pnp.conformance.case import Subject
from pnp.conformance.proof import BROKEN, make_subject, prove, subject_of
from pnp.referee.game import PHYSICAL, Decision, Game, Outcome
from pnp.referee.move import Deal
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal, Legal, Reason, Unverified
from tests.editing import edit_file

HERE = Path(__file__).parent
QUAY = HERE / "games" / "quay"
MYGAME = HERE.parents[1] / "pnp" / "scaffold" / "mygame"
DECLARED = HERE.parent / "referee" / "kernel" / "games"
STRANGERS = HERE / "strangers"  # games that people wrote from the documentation alone
FOLDERS = {"quay": QUAY, "mygame": MYGAME, "fourpiers": DECLARED / "fourpiers", "cove": DECLARED / "cove"}
FOLDERS["tollbridge"] = STRANGERS / "tollbridge"
SEEDS = 2

# The hooks of a game that are changed, made from the sound ones.
Change = Callable[[Game[Any]], dict[str, Any]]


class Mutant(Struct, frozen=True):
    """One wrong game: what is wrong with it, which game it was, and how it is made."""

    what: str
    game: str
    texts: tuple[tuple[str, str, str], ...] = ()  # file, words that stand there once, words in their place
    hooks: Change | None = None

    @property
    def name(self) -> str:
        """`quay: a sold card vanishes`."""
        return f"{self.game}: {self.what}"


def text(what: str, game: str, *changes: tuple[str, str], file: str = "rules.py") -> Mutant:
    """A mutant of a game in a folder."""
    return Mutant(what, game, tuple((file, old, new) for old, new in changes))


def caught_by(mutant: Mutant, folder: Path) -> str:
    """The first promise that finds a mutant out; empty when none does."""
    return next((verdict.promise for verdict in prove(subject(mutant, folder)) if verdict.state == BROKEN), "")


def subject(mutant: Mutant, folder: Path) -> Subject:
    """A mutant made ready to be proven; a game in a folder is written into `folder`."""
    if mutant.hooks is not None:
        game, book = load_game(mutant.game)
        return make_subject(mutant.game, replace(game, **mutant.hooks(game)), book, SEEDS)
    copied(mutant, folder)
    return subject_of(find_game(mutant.game, [folder]), SEEDS)


def copied(mutant: Mutant, folder: Path) -> None:
    """Write a mutant of a game in a folder into `folder`."""
    copy = folder / mutant.game
    shutil.copytree(FOLDERS[mutant.game], copy, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in mutant.texts:
        edit_file(copy / file, (old, new))


# bookkeeping

SOLD = "        after = replace(after, sold=(*state.sold, card))\n"
DRAWN = "(*state.hands[seat], UNKNOWN)), pile=state.pile - 1)"
ENDS = 'END, "win" if len(winners)'


def _bookkeeping() -> Iterator[Mutant]:
    yield text("a sold card vanishes, so that its only copy comes again", "quay", (SOLD, "        pass\n"))
    yield text("a landed card vanishes", "quay", ("landed=(*state.landed, card))", "landed=state.landed)"))
    yield text("the pile of a physical table never shrinks", "quay", (DRAWN, DRAWN.replace(" - 1", "")))
    yield text("nobody draws at a physical table", "quay", (DRAWN, "state.hands[seat]))"))
    yield text("a deal does not shrink the pile", "quay", ("state.pile - len(event.cards)", "state.pile"))
    yield text(
        "a card that was landed stays in the hand too",
        "quay",
        (
            "    hand.remove(card if card in hand else UNKNOWN)\n",
            "    hand[:] = hand[1:] if UNKNOWN in hand else hand\n",
        ),
    )
    yield text(
        "the census knows every card by definition",
        "quay",
        ("    left = unseen(state)\n    known =", "    left = Counter[str]()\n    known ="),
    )
    yield text(
        "the census knows no card by definition",
        "quay",
        (
            "    return {**known, UNKNOWN: sum(left.values())}",
            "    return {UNKNOWN: sum(_copies(state.setup).values())}",
        ),
    )
    yield text("the census forgets the sold cards", "quay", ("    left.subtract(state.sold)\n", ""))
    yield text("reshuffles are not told", "quay", ("    return after.shuffles > before.shuffles", "    return False"))
    yield text("facts forget the landed cards", "quay", ('        "landed": state.landed,\n', ""))
    yield text(
        "the digital dealer deals what lies open",
        "quay",
        ("    gone = _copies(state.setup) - unseen(state)", "    gone = Counter[str]()"),
        ("    if min(left.values()) < 0:", "    if min(left.values()) < -9:"),
    )


# records and notation


def _records() -> Iterator[Mutant]:
    yield text(
        "a clock decides who is next",
        "quay",
        ("        turn=(seat + 1) % len(state.hands),", "        turn=(seat + next(CLOCK)) % len(state.hands),"),
        ("Cards = tuple[str, ...]\n", "Cards = tuple[str, ...]\nCLOCK = iter([1] * 20 + [2] * 9999)\n"),
    )
    yield text(
        "what was sold is remembered outside the state, and survives an undo",
        "quay",
        (
            "    after = replace(\n        state,\n",
            "    MEMORY.append(card)\n    points[seat] += len(MEMORY) % 2\n    after = replace(\n        state,\n",
        ),
        ("Cards = tuple[str, ...]\n", "Cards = tuple[str, ...]\nMEMORY: list[str] = []\n"),
    )
    yield text(
        "judging changes the state",
        "quay",
        (
            "    if not _can_hold(state, move.seat, move.card):\n",
            '    state.setup.options["draws"] = len(state.sold) < 4\n    if not _can_hold(state, move.seat, move.card):\n',
        ),
    )
    yield text(
        "a card is written by its code",
        "quay",
        (
            "    card: Annotated[str, CARD]\n\n\nclass Sell",
            '    card: Annotated[str, CARD]\n    how: str = "x"\n\n\nclass Sell',
        ),
    )
    yield text(
        "nonsense raises an exception",
        "quay",
        (
            "    chance=chance,\n",
            "    chance=chance,\n    normalise_words=lambda words: words if words[1:] != ['?'] else 1 / 0,\n",
        ),
    )
    yield text(
        "the table cannot be shown at the end",
        "quay",
        ('    lines = [f"Pile', "    if not all(state.hands):\n        return ''\n    lines = [f\"Pile"),
    )
    yield text(
        "the game goes on when it is over",
        "quay",
        ("    return () if outcome(state) else (state.turn,)", "    return (state.turn,)"),
    )
    yield text("scores lack a seat", "quay", ("    return state.points\n", "    return state.points[1:]\n"))


# rulings and rule ids


def _rulings() -> Iterator[Mutant]:
    rule = '  - {id: QUA-11, source: house, words: {en: "Nobody may whistle."}}\n      - {id: QUA-10,'
    yield text(
        "a rule of the judge that nothing returns", "quay", ("  - {id: QUA-10,", rule), file="cards/rulebook.yaml"
    )
    yield text("the end cites a rule that does not exist", "quay", ('"QUA-09"', '"QUA-99"'))
    yield text("a refusal cites a rule that does not exist", "quay", ("Illegal(HIGHER, ", 'Illegal("QUA-5", '))
    yield text(
        "a reason cites a rule that does not exist", "quay", ('Reason(SOLD, "1 point")', 'Reason("QUA-66", "1 point")')
    )
    yield text("a prompt cites a rule that does not exist", "quay", ('or sell one", TURN)', 'or sell one", "TURN")'))
    yield text("the same in the scaffold: the end", "mygame", ('END = "MYG-06"', 'END = "MYG-66"'))
    yield text(
        "a prompt asks for a verb that is no move", "quay", ('("land", "sell"), "land', '("load", "sell"), "land')
    )
    yield text("a prompt asks for what cannot be done", "quay", ('("land", "sell"), "land', '("deal",), "land'))
    yield text("a prompt asks who is not to act", "quay", ("(Decision(state.turn,", "(Decision(1 - state.turn % 2,"))
    yield text(
        "an offered line is refused",
        "quay",
        ("if isinstance(judge(state, move), Legal)]", "if _can_hold(state, seat, move.card)]"),
    )
    yield text(
        "a legal line is not offered",
        "quay",
        (
            "    return [move for move in candidates(state, seat) if",
            "    return [move for move in candidates(state, seat)[1:] if",
        ),
    )
    yield text(
        "a line is offered twice",
        "quay",
        ("for kind in (Land, Sell) for card", "for kind in (Land, Sell, Land) for card"),
    )
    yield text(
        "nothing is offered to who must act",
        "quay",
        (
            "    return [move for move in candidates(state, seat) if",
            "    return [move for move in candidates(state, seat) if state.points[seat] < 5 and",
        ),
    )
    guard = '    if move.seat == TABLE:\n        return Illegal(REF_SEAT, "a seat lands or sells a card")\n'
    yield text("overruling a line of the table raises an exception", "quay", (guard, "    assert move.seat != TABLE\n"))
    yield text("a refusal has no reason", "quay", ('f"it is the turn of {state.setup.name(state.turn)}"', '""'))
    yield text("a rule is broken: equal values may be landed", "quay", (") > max(there", ") >= max(there"))
    yield text(
        "a rule is broken: one point more for what is sold",
        "quay",
        ("isinstance(event, Landed) else 1", "isinstance(event, Landed) else 2"),
    )


# what the table decides otherwise

FORCED = "    return Legal((event,), apply(state, event))\n\n\ndef _judge_deal"


def _mended() -> Iterator[Mutant]:
    yield text(
        "an overruled line gives no point",
        "quay",
        (FORCED, FORCED.replace("apply(state, event)", "replace(apply(state, event), points=state.points)")),
    )
    yield text(
        "an overruled card stays in the hand",
        "quay",
        (FORCED, FORCED.replace("apply(state, event)", "replace(apply(state, event), hands=state.hands)")),
    )
    yield text("nobody is next after an overruled line", "quay", (FORCED, FORCED.replace("(event,)", "(event, event)")))


# secrets


def _secrets() -> Iterator[Mutant]:
    project = "tuple(hand if owner == seat else (UNKNOWN,) * len(hand)"
    yield text("everybody sees all hands", "quay", (project, "tuple(hand if True else (UNKNOWN,) * len(hand)"))
    yield text("everybody hears what is dealt", "quay", ("    return redact_cards(move, seat)", "    return move"))
    yield text(
        "everybody sees all hands, and hears what is dealt",
        "quay",
        (project, "tuple(hand if True else (UNKNOWN,) * len(hand)"),
        ("    return redact_cards(move, seat)", "    return move"),
    )
    yield text("the news tell what is dealt", "quay", ('cards are left",)', 'cards are left, not {move.cards[0]}",)'))
    yield text("a seat does not know its own hand", "quay", (project, "tuple((UNKNOWN,) * len(hand)"))
    yield text(
        "who acts depends on a hidden card",
        "quay",
        (
            "    return () if outcome(state) else (state.turn,)",
            "    return () if outcome(state) else (0, 1)[: 1 + ('fish1' in state.hands[0])]",
        ),
    )
    yield text(
        "points follow from hidden cards",
        "quay",
        (
            "    hands = _with(state.hands, event.seat, (*state.hands[event.seat], *event.cards))\n",
            "    state = replace(state, points=tuple(p + ('fish1' in event.cards) for p in state.points))\n        hands = _with(state.hands, event.seat, (*state.hands[event.seat], *event.cards))\n",
        ),
    )
    yield text(
        "a view refuses what is legal in truth",
        "quay",
        (
            "    return card in state.hands[seat] or (UNKNOWN in state.hands[seat] and unseen(state)[card] > 0)",
            "    return card in state.hands[seat]",
        ),
    )
    yield text(
        "the order of a hidden hand is shown",
        "quay",
        (project, "tuple(hand if owner == seat else tuple('!' if card == 'fish1' else UNKNOWN for card in hand)"),
    )


# games on declarations


def _declared() -> Iterator[Mutant]:
    def hook(what: str, game: str, words: str) -> Mutant:
        return text(what, game, ("    begin=begin,\n", f"    begin=begin,\n    {words},\n"))

    yield text("a taken card stays in the row", "mygame", ("THE_ROW, TAKEN[m.seat], ", "THE_ROW, THE_ROW, "))
    yield text("a card is left in the box", "mygame", ("t.move(m.cards, BOX,", "t.move(m.cards[:4], BOX,"))
    yield text(
        "a rule is broken: the middle of the row", "mygame", ("not in (*row[:reach], *row[-reach:])", "not in row")
    )
    yield text("a rule is broken: the turn never passes", "mygame", ("pass_turn(after=m.seat)", "pass_turn(to=0)"))
    yield hook("events fold to nothing", "mygame", "apply=lambda state, event: state")
    yield hook(
        "all is offered that might be worth judging", "mygame", "legal_moves=lambda s, seat: [Take(seat, 'coin')]"
    )
    yield hook("the view of a seat is the truth", "fourpiers", "project=lambda state, seat: state")
    yield hook("lines tell what is dealt", "fourpiers", "redact=lambda move, seat: move")
    yield hook(
        "views and lines tell everything",
        "fourpiers",
        "project=lambda state, seat: state, redact=lambda move, seat: move",
    )
    yield hook("the reshuffle is not told", "fourpiers", "conceals=lambda before, after: False")
    yield text("a sold card goes to the piers", "fourpiers", ("HAND[m.seat], MARKET)", "HAND[m.seat], LANDED)"))
    yield text("a landed card stays in the hand", "fourpiers", ("HAND[m.seat], LANDED)", "HAND[m.seat], HAND[m.seat])"))
    yield text("hands are seen by all", "fourpiers", ("of=EACH_SEAT, seen_by=OWNER, ", "of=EACH_SEAT, "))
    yield text("the pile is open", "fourpiers", ("seen_by=NOBODY, ", ""))
    yield text("agreed before the check", "fourpiers", ("    value, kind =", "    t.agreed()\n    value, kind ="))
    yield hook("nobody notices anything", "fourpiers", "redact_event=lambda event, seat: None")
    yield text("the vote is no secret", "cove", (", secret=True", ""))
    yield hook("votes are told as they are given", "cove", "is_revealed=lambda state, move, ply: True")
    yield hook("votes are told in the lines", "cove", "redact=lambda move, seat: move")
    yield text("the die is no chance", "cove", ('"roll_die", chance=True', '"roll_die"'))
    yield text("a claim is not checked", "cove", ("    t.claim(HAND[m.seat], others", "    t.claim(HAND[m.seat], []"))
    yield text("silence is no answer", "cove", ("WINDOW.all_passed(lambda t: t.ask(ROLL, **t.about))\n", ""))
    yield text("news tell a hidden card", "cove", ('"none_watched" if equal', "str(t[HAND[0]]) if equal"))


# built-in games: another hook


def wrapped(after: Callable[[Any, Any, Any], Any]) -> Change:
    """Hooks whose every state after a line goes through `after(before, move, state)`."""

    def change(game: Game[Any]) -> dict[str, Any]:
        def judge(state: Any, move: Any) -> Any:
            ruling = game.judge(state, move)
            if isinstance(ruling, Legal | Unverified):
                return replace(ruling, after=after(state, move, ruling.after))
            return ruling

        return {"judge": judge}

    return change


def _deck_stays(before: Any, move: Any, state: Any) -> Any:
    return replace(state, deck=before.deck) if state.setup.deal == PHYSICAL and before.deck else state


def _discard_is_lost(before: Any, move: Any, state: Any) -> Any:
    if len(state.discard) > len(before.discard):
        return replace(state, discard=before.discard, unseen=state.unseen | {state.discard[-1]})
    return state


def _news_of_deals(game: Game[Any]) -> dict[str, Any]:
    return {"news": lambda state, move: move.cards if isinstance(move, Deal) else ()}


def _unsteady(game: Game[Any]) -> dict[str, Any]:
    numbers = count()
    return {"scores": lambda state: tuple(score + (next(numbers) > 40) for score in game.scores(state))}


def _other_end(game: Game[Any]) -> dict[str, Any]:
    def outcome(state: Any) -> Outcome | None:
        found = game.outcome(state)
        return replace(found, rule="SOC-99") if found else None

    return {"outcome": outcome}


def _distrusts_views(game: Game[Any]) -> dict[str, Any]:
    def judge(state: Any, move: Any) -> Any:
        if state.setup.deal != PHYSICAL and getattr(move, "card", "") and UNKNOWN in state.hands[move.seat]:
            return Illegal("SOC-13", "that card was not seen")
        return game.judge(state, move)

    return {"judge": judge}


def _built_in() -> Iterator[Mutant]:
    def of(what: str, game: str, change: Change) -> Mutant:
        return Mutant(what, game, (), change)

    yield of("the deck of a physical table never shrinks", "kalevala", wrapped(_deck_stays))
    yield of(
        "the census is written by definition", "kalevala", lambda game: {"census": lambda s: {UNKNOWN: s.data.total}}
    )
    yield of("the view of a seat is the truth", "kalevala", lambda game: {"project": lambda state, seat: state})
    yield of(
        "views and lines tell everything",
        "kalevala",
        lambda game: {"project": lambda state, seat: state, "redact": lambda move, seat: move},
    )
    yield of(
        "a move is offered that is refused",
        "kalevala",
        lambda game: {"legal_moves": lambda s, seat: game.candidates(s, seat)},
    )
    yield of("deals are told in the news", "kalevala", _news_of_deals)
    yield of(
        "reasons cite a rule that does not exist",
        "kalevala",
        lambda game: {"explain": lambda s, m: (Reason("KAL-99", "so"),)},
    )
    yield of(
        "prompts ask for no move there is",
        "kalevala",
        lambda game: {
            "pending": lambda s: (Decision(game.to_act(s)[0], ("jump",), "jump", "KAL-10"),) if game.to_act(s) else ()
        },
    )
    yield of("a discarded card vanishes", "suomi1918", wrapped(_discard_is_lost))
    yield of("the end cites a rule that does not exist", "suomi1918", _other_end)
    yield of("the reshuffle is not told", "suomi1918", lambda game: {"conceals": lambda before, after: False})
    yield of("lines tell the cards that are dealt", "suomi1918", lambda game: {"redact": lambda move, seat: move})
    yield of("scores change from asking", "kalevala", _unsteady)
    yield of("views distrust what they do not see", "suomi1918", _distrusts_views)


MUTANTS: tuple[Mutant, ...] = (
    *_bookkeeping(),
    *_records(),
    *_rulings(),
    *_mended(),
    *_secrets(),
    *_declared(),
    *_built_in(),
)
