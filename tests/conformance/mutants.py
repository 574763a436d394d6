"""Mutants: games that are wrong in one place, to measure how good the promises are.

In: `quay` (hidden hands, a reshuffle), the scaffold `mygame`, two more games on declarations, and two built-in games.
Out: for each mutant which promise found it out. A mutant of a game in a folder is a change of its text, listed in
`mutants.yaml`; a built-in game gets another hook. Invariant: every mutant plays on; what stops at once any test would
notice.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import yaml
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
    texts: dict[str, Any] = {}  # see `change_game`
    hooks: Change | None = None

    @property
    def name(self) -> str:
        """`quay: a sold card vanishes`."""
        return f"{self.game}: {self.what}"


def caught_by(mutant: Mutant, folder: Path) -> str:
    """The first promise that finds a mutant out; empty when none does."""
    verdicts = prove(subject(mutant, folder), mutant.texts.get("property", ""))
    return next((verdict.promise for verdict in verdicts if verdict.state == BROKEN), "")


def subject(mutant: Mutant, folder: Path) -> Subject:
    """A mutant made ready to be proven; a game in a folder is written into `folder`."""
    if mutant.hooks is not None:
        game, book = load_game(mutant.game)
        return make_subject(mutant.game, replace(game, **mutant.hooks(game)), book, SEEDS)
    copy = folder / mutant.game
    shutil.copytree(FOLDERS[mutant.game], copy, ignore=shutil.ignore_patterns("__pycache__"))
    change_game(copy, mutant.texts)
    return subject_of(find_game(mutant.game, [folder]), SEEDS)


def change_game(folder: Path, fault: dict[str, Any]) -> None:
    """Change texts of a game: `changes`, or one, each with the words (old, new) and the file, rules.py unless said; and
    `hooks` of the game, which no declaration may say itself.
    """
    for change in fault.get("changes", [fault] if "old" in fault else []):
        edit_file(folder / change.get("file", "rules.py"), (change["old"], change["new"]))
    if "hooks" in fault:
        with (folder / "rules.py").open("a", encoding="utf-8") as rules:
            rules.write(f"\nfrom msgspec.structs import replace\n\nGAME = replace(GAME, {fault['hooks']})\n")


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
        return Mutant(what, game, hooks=change)

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


def _texts() -> Iterator[Mutant]:
    for game, wrong in yaml.safe_load((HERE / "mutants.yaml").read_text("utf-8")).items():
        for each in wrong:
            yield Mutant(each["what"], game, each)


MUTANTS: tuple[Mutant, ...] = (*_texts(), *_built_in())


# worlds, ratings and chances that bots think of


def _world(change: Callable[[Any, Any], Any]) -> Change:
    """A game whose worlds are changed: (view, world) -> world."""

    def hooks(game: Game[Any]) -> dict[str, Any]:
        fill = game.fill
        assert fill is not None
        return {"fill": lambda view, hidden, pick: change(view, fill(view, hidden, pick))}

    return hooks


def _thought_of() -> Iterator[Mutant]:
    def of(what: str, game: str, change: Change) -> Mutant:
        return Mutant(what, game, hooks=change)

    yield of(
        "a world has another turn than its view", "kalevala", _world(lambda view, w: replace(w, passes=w.passes + 1))
    )
    yield of("a world hides what its view hides", "kalevala", _world(lambda view, world: view))
    yield of(
        "a world deals cards that it has given to hands",
        "suomi1918",
        _world(lambda view, world: replace(world, unseen=view.unseen)),
    )
    yield of(
        "a move has no rating", "kalevala", lambda game: {"rate": lambda view, seat, moves: [0.0] * (len(moves) - 1)}
    )
    yield of("chances are more than there are", "kalevala", lambda game: {"value": lambda state: [0.7, 0.7]})


WORLD_MUTANTS = tuple(_thought_of())
