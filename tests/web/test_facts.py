"""What `show` tells is on the pages: the public view on the big screen, each seat's view on its phone."""

from __future__ import annotations

import random
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec import json

from pnp.catalog import load_game
from pnp.playtest.simulate import simulate
from pnp.referee.replay import Replay
from pnp.referee.seat import Seat
from pnp.table.seat_feed import SeatFeed
from pnp.web.pages import screen_page
from pnp.web.seat_form import NO_NOTICE
from pnp.web.seat_page import Asked, SeatPage
from tests.web.facts import Facts, PageText, is_on
from tests.web.hosting import NAMES, SEATS
from tests.web.test_drawing import look_of

GAPS: dict[str, dict[str, list[str]]] = yaml.safe_load(Path(__file__).with_name("known_gaps.yaml").read_text("utf-8"))
FIRST = 10  # lines of the set-up, in which there is hardly a table


def page_of(game: str, state: dict[str, Any], public: dict[str, Any]) -> str:
    """The words of a seat's page, or of the big screen."""
    if state["you"] is None:
        return PageText(screen_page(state, look_of(game), "/p/key", "", "http://127.0.0.1/join/code")).words
    return PageText(SeatPage(state, "/s/key", "", ("en",), look_of(game), Asked(), NO_NOTICE, public).html()).words


class Comparison:
    """How many facts of a game there were, and the kinds of those that were on no page, each with an example."""

    def __init__(self, game: str) -> None:
        self.game, (self.rules, self.book) = game, load_game(game)
        self.names = NAMES[: SEATS[game]]
        self.facts = Facts(self.book, self.names)
        self.shown, self.missing = Counter[str](), Counter[str]()
        self.examples: dict[str, str] = {}

    def play(self, seed: int, positions: int) -> None:
        """Compare some positions of a simulated game."""
        played = simulate(self.rules, self.book, self.names, seed)
        plies = range(FIRST, len(played.entries))
        table = Replay(self.rules, played.setup)
        for ply in sorted(random.Random(seed).sample(plies, positions)):
            for entry in played.entries[table.plies : ply]:
                assert entry.move is not None
                table.apply_move(entry.move, entry.overruled)
            self._compare(table, seed)

    def _compare(self, table: Replay[Any], seed: int) -> None:
        around = {
            "joined": list(self.names),
            "bots": {},
            "pieces": [],
            "thinking": [],
            "stuck": [],
            "proposals": [],
            "ended": [],
            "trouble": "",
        }
        public: dict[str, Any] = {}
        viewers: tuple[Seat | None, ...] = (None, *range(len(self.names)))
        for viewer in viewers:
            feed = SeatFeed(viewer)
            state = json.decode(feed.encode(table, "en", None, (), around))
            public = public or state
            page = page_of(self.game, state, public)
            for fact in self.facts.of(feed.text(table, "en")):
                self.shown[fact.kind] += 1
                if not is_on(page, fact.words):
                    self.missing[fact.kind] += 1
                    where = f"seed {seed}, line {table.plies}, {state['you'] or 'everybody'}"
                    self.examples.setdefault(fact.kind, f"“{fact.words}” ({where})")


def is_like(kind: str, patterns: list[str]) -> bool:
    return any(fnmatchcase(kind, pattern) for pattern in patterns)


def has_kind(kinds: Counter[str], pattern: str) -> bool:
    return any(fnmatchcase(kind, pattern) for kind in kinds)


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize(
    ("seeds", "positions"), [(1, 6), pytest.param(20, 10, marks=pytest.mark.slow)], ids=["some", "200 positions"]
)
def test_each_fact_that_show_tells_is_on_a_page_or_a_known_gap(game: str, seeds: int, positions: int) -> None:
    found = Comparison(game)
    for seed in range(seeds):
        found.play(seed, positions)
    why = GAPS[game]
    lost = {name: sum(n for kind, n in found.missing.items() if is_like(kind, of)) for name, of in why.items()}
    count = found.shown.total()
    print(f"\n{game}: {count - found.missing.total()} of {count} facts found; missing: {lost}")
    patterns = [pattern for of in why.values() for pattern in of]
    new = [f"{kind}: {found.examples[kind]}" for kind in found.missing if not is_like(kind, patterns)]
    assert not new, "\n".join(new)
    if seeds > 1:
        stale = [it for it in patterns if has_kind(found.shown, it) and not has_kind(found.missing, it)]
        assert not stale, f"delete from known_gaps.yaml what the pages show by now: {stale}"


def test_a_fact_is_found_where_its_words_are_side_by_side_and_only_what_people_get_counts() -> None:
    page = PageText(
        '<head><title>Louhi</title></head><p>Life <b>6</b></p><b title="coins">5</b><ol id="lines"><li>Ukko</li></ol>'
        '<script>"Kullervo"</script><img alt="Väinämöinen">'
    ).words
    assert all(is_on(page, fact) for fact in ("life 6", "coins 5", "Väinämöinen"))
    assert not any(is_on(page, fact) for fact in ("Life 5", "Louhi", "Ukko", "Kullervo", "coins 6"))
    book = load_game("kalevala")[1]
    facts = {fact.kind: fact.words for fact in Facts(book, ("aino",)).of("► aino     27   hand 2: Louhi, Ukko 7")}
    assert facts["SEAT # hand #: CARD"] == "Ukko" and facts["SEAT # hand #: CARD #"] == "Ukko 7"
