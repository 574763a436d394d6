"""What may be done as a tree: every offer once, never more than 24 choices at once, the numbers of the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from pnp.games.kalevala.moves import Place
from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.replay import Replay
from pnp.referee.view import ReplayView
from pnp.table.line_completion import with_seat
from pnp.table.offers import OfferedLine, list_offers, offers_at
from pnp.table.option_tree import MOST, Tree, choices_of, leaves_of, option_tree
from tests.conftest import Referee
from tests.guard import some
from tests.table.feeds import GAMES, Table, games_of


def positions(slug: str, deal: str) -> Iterator[Table]:
    """A game again, stopped now and then."""
    for played in games_of(slug, deal, 2):
        again = Replay(played.game, played.setup)
        for entry in played.entries[:150]:
            assert entry.move is not None
            again.apply_move(entry.move, entry.overruled)
            if entry.ply % 5 == 0:
                yield again


def widths(tree: Mapping[str, Any]) -> Iterator[int]:
    """How many choices there are at each place of a tree."""
    yield len(tree)
    for node in tree.values():
        yield from widths(choices_of(node)[1])


@pytest.mark.ci
@pytest.mark.parametrize("deal", [DIGITAL, PHYSICAL])
@pytest.mark.parametrize("slug", GAMES)
def test_every_offer_is_one_leaf_and_no_place_has_too_many_choices(slug: str, deal: str) -> None:
    checked = 0
    for table in some(positions(slug, deal)):
        for viewer in range(len(table.setup.seats)):
            seen = ReplayView(table, viewer)
            offers = offers_at(seen)
            tree = option_tree(offers, table.notation, "fi", most_leaves=10_000)
            leaves = {leaf["number"]: leaf for leaf in leaves_of(tree)}
            assert sorted(leaves) == list(range(1, len(offers) + 1))
            assert all(width <= MOST for width in widths(tree))
            for number, offer in enumerate(offers, 1):
                line = leaves[number]["line"]
                whole = line if line.startswith("table: ") else f"{table.setup.seats[viewer]}: {line}"
                assert whole == offer.line and leaves[number]["label"]
                checked += 1
            own = [offer.line for offer in list_offers(table, viewer)]
            assert [offer.line for offer in offers][: len(own)] == own, "the command line has other numbers"
    assert checked > 1


def opening(slug: str, *lines: str) -> Table:
    played = games_of(slug, PHYSICAL, 1)[0]
    table = Replay(played.game, played.setup)
    for line in lines:
        assert table.read(with_seat(table, line)).accepted
    return table


def tree_of(table: Table, viewer: int, lang: str = "en", **more: Any) -> Tree:
    return option_tree(offers_at(ReplayView(table, viewer)), table.notation, lang, **more)


def test_kalevala_asks_for_the_tile_and_then_for_the_square() -> None:
    table = opening("kalevala", "table: start ukko", "anna: place louhi 1,0", "ben: place kaarme 0,0")
    tree = tree_of(table, 0, "fi")
    place = tree["place"]
    assert choices_of(place)[0] == "tile" and place["tile"]["kaarme"]["label"] == "Käärme"
    field, squares = choices_of(place["tile"]["vainamoinen"])
    assert field == "at" and len(squares) > 5
    number = squares["0,1"]["number"]
    assert squares["0,1"] == {"line": "place vainamoinen 0,1", "label": "0,1", "number": number}
    assert not tree_of(table, 1), "it is not ben's turn"


def test_many_squares_are_chosen_by_their_column() -> None:
    notation = opening("kalevala").notation
    moves = [Place(0, "ukko", (x, y)) for y in range(-2, 5) for x in range(-3, 4)]
    offers = [OfferedLine(0, "place", notation.format(move), move) for move in moves]
    squares = choices_of(option_tree(offers, notation, "en")["place"])[1]
    assert [column["label"] for column in squares.values()] == [f"{x},-2 … {x},4" for x in range(-3, 4)]
    assert [leaf["label"] for leaf in leaves_of({"": squares["0,-2…0,4"]})] == [f"0,{y}" for y in range(-2, 5)]


def test_a_list_is_chosen_one_by_one_until_nothing_more_is() -> None:
    table = next(table for table in positions("drumroll", PHYSICAL) if "take" in tree_of(table, 0))
    first = tree_of(table, 0)["take"]
    colours = choices_of(first)[1]
    assert len(colours) >= 4
    deeper = choices_of(colours["white"])[1]
    assert deeper and all(leaf["line"].startswith("take white ") for leaf in leaves_of({"": colours["white"]}))


def test_a_very_large_tree_opens_its_branches_when_asked() -> None:
    table = next(table for table in positions("drumroll", PHYSICAL) if "keep" in tree_of(table, 0, most_leaves=3))
    closed = tree_of(table, 0, most_leaves=3)
    assert len(json.dumps(closed)) < 20_000 and not list(leaves_of(closed["keep"]))
    node = closed["keep"]
    while "more" not in node:
        node = next(iter(choices_of(node)[1].values()))
    opened = tree_of(table, 0, most_leaves=3, within=node["more"])
    lines = [leaf["line"] for leaf in leaves_of(opened)]
    assert lines and all(line.startswith(" ".join(node["more"])) for line in lines)


def test_the_command_line_gives_the_tree_to_programs(referee: Referee, tmp_path: Path) -> None:
    assert referee("new", "kalevala", "red", "blue", "--seed", "5", "-o", "k.record")[0] == 0
    values = json.loads(referee("options", "k.record", "--seat", "red", "--json")[1])
    leaves = list(leaves_of(values["tree"]))
    assert ["red: " + leaf["line"] for leaf in sorted(leaves, key=lambda leaf: leaf["number"])] == values["options"]
    third = next(leaf for leaf in leaves if leaf["number"] == 3)
    assert referee("move", "k.record", "3", "--seat", "red")[0] == 0
    assert f"red: {third['line']}\n" in (tmp_path / "k.record").read_text("utf-8")
