"""Components that share paper: nothing is lost or doubled, backs keep their faces, and nothing is mixed in vain."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from pnp.catalog import book_of, built_in_slugs, find_game
from pnp.cli.main import main
from pnp.export.order.building import PreparedBuild, prepare_game
from pnp.export.order.impose import count_leaves
from pnp.export.order.order import PrintOrder
from pnp.layout.sheets.impose import behind, placed_box
from tests.guard import some
from tests.marks import on_ci

GAMES = on_ci(sorted(built_in_slugs()), "drumroll", "keko")


@lru_cache(12)  # a prepared build of a whole game holds 20 MB
def prepared(game: str, **ways: object) -> PreparedBuild:
    entry = find_game(game)
    return prepare_game(entry, book_of(entry), PrintOrder(**ways))  # type: ignore[arg-type]


def leaves(build: PreparedBuild) -> int:
    return count_leaves(build.all_sheets, build.style)


def printed(build: PreparedBuild) -> Counter[int]:
    return Counter(place.frame for sheet in build.all_sheets for place in sheet.placements)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "ways",
    [
        {},
        {"duplex": "short", "paper": "letter"},
        {"duplex": "none"},
        {"side": "front"},
        {"paper": "a3"},
        {"once": True},
    ],
)
def test_sharing_prints_every_face_as_often_as_before_on_no_more_paper(game: str, ways: dict[str, object]) -> None:
    apart, together = prepared(game, share=False, **ways), prepared(game, **ways)
    assert printed(together) == printed(apart) and sum(printed(apart).values()) > (20 if "once" in ways else 50)
    assert leaves(together) <= leaves(apart)


@pytest.mark.parametrize("game", GAMES)
def test_on_shared_sheets_each_back_lies_behind_its_face(game: str) -> None:
    build = prepared(game)
    faces, backs = build.portfolio.faces, dict[int, set[int]]()
    for one in build.components:
        for piece in one.pieces:
            backs.setdefault(piece.face, set()).add(piece.back)
    shared = [one for one in build.together if " + " in one.title and one.pieces]
    count = 0
    for one in shared:
        pairs = zip(one.leaves[::2], one.leaves[1::2], strict=True)
        for front, back in some(list(pairs)):
            assert (front.side, back.side) == ("front", "back")
            lying = {(round(place.x, 3), round(place.y, 3)): place.frame for place in back.placements}
            for place in front.placements:
                box = placed_box(place, faces[place.frame])
                x, y, _ = behind(*box, front.width, front.height, "long")
                found = lying.get((round(x, 3), round(y, 3)), -1)
                assert found in backs[place.frame], faces[place.frame].name
                count += 1
    assert bool(shared) == (count > 0)


@pytest.mark.parametrize(
    ("game", "saved", "what"),
    [
        ("suomi1918", 1, ["Number cards + Action cards + Victory cards"]),
        ("kalevala", 2, ["Markers + Player aid + Box of the tiles"]),
        *on_ci([("keikalla", 4, ["Band cards + Figures + Gig markers + Markers"])]),
        *on_ci([("keko", 1, ["Characters + Player aid"])]),
        *on_ci([("drumroll", 6, ["Cover card + Region tiles + Money + Tokens + Resource cubes + Players' pieces"])]),
    ],
)
def test_leaves_that_are_saved(game: str, saved: int, what: list[str]) -> None:
    assert leaves(prepared(game, share=False)) - leaves(prepared(game)) == saved
    titles = [one.title for one in prepared(game).together]
    for title in what:
        assert title in titles


@pytest.mark.parametrize("game", GAMES)
def test_fronts_printed_alone_agree_with_backs_printed_alone(game: str) -> None:
    fronts, backs, both = (
        [one for one in prepared(game, side=side).together if one.component.kind not in ("rules", "page")]
        for side in ("front", "back", "both")
    )
    assert [one.title for one in fronts] == [one.title for one in backs] == [one.title for one in both]
    for front, back, leaves in zip(fronts, backs, both, strict=True):
        assert leaves.leaves[::2] == front.leaves and leaves.leaves[1::2] == back.leaves


@pytest.mark.parametrize("ways", [{"cut": ("svg",)}, {"registration": "silhouette"}, {"share": False}])
def test_what_a_plotter_cuts_is_of_one_component_a_sheet(ways: dict[str, object]) -> None:
    build = prepared("suomi1918", **ways)
    assert [one.title for one in build.together] == [one.title for one in build.components]


def test_pages_that_are_read_stand_back_to_back() -> None:
    build = prepared("keikalla")
    one = next(one for one in build.together if one.title.startswith("How to play + Rules summary + "))
    assert len(one.leaves) == 8 and [bool(sheet.placements) for sheet in one.leaves] == [True] * 7 + [False]


def test_a_build_tells_how_much_paper_it_takes_and_what_shares_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "suomi1918", "-o", str(tmp_path)]) == 0
    output = capsys.readouterr().out
    count = leaves(prepared("suomi1918"))
    assert (
        f"{count} sheets of paper, 1 fewer because components share sheets (--no-share): Number cards + Action cards"
        in output
    )
    pages = {
        file["file"]: file["pages"] for file in json.loads(next(tmp_path.rglob("manifest.json")).read_text())["files"]
    }
    assert (
        pages["suomi1918-a4-en.pdf"] == 2 * count and pages["numbers.pdf"] == 8
    )  # a component's own file is as it was
    assert main(["build", "suomi1918", "--no-share", "-o", str(tmp_path)]) == 0
    assert f"{count + 1} sheets of paper\n" in capsys.readouterr().out
