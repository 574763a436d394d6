"""What pages are sent while they are open: all parts, then what changed; never what was made for somebody else."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from pnp.catalog import load_game
from pnp.table.clock import parse_clock
from pnp.table.option_tree import leaves_of
from pnp.table.seat_keys import SeatKeys
from pnp.table.session import Session
from pnp.web.bodies import AgreeBody, MoveBody, SeatBody
from pnp.web.drawing import Look
from pnp.web.drawing.looks import Looks
from pnp.web.hosted_table import HostedTable
from pnp.web.live_parts import NewParts, Parts, Place, parts_of, seat_page, split_parts
from pnp.web.seat_page import Asked
from tests.guard import some
from tests.web.hosting import ask

SEATS = {"suomi1918": ("anna", "ben", "carl"), "drumroll": ("mia", "otto"), "kalevala": ("aino", "ilmari")}


def table_of(where: Path, game: str, clock: str = "") -> tuple[HostedTable, Look]:
    found, book = load_game(game)
    names = SEATS[game]
    session = Session.create(where / "a.record", found, book, names, {"deal": "digital", "seed": 5}, load_game)
    table = HostedTable(session, SeatKeys(where / "a.record", names), None, parse_clock(clock) if clock else None)
    for name in names:
        table.seating.take(name)
    return table, Looks().of(book)


@pytest.fixture
def kalevala(tmp_path: Path) -> Iterator[tuple[HostedTable, Look]]:
    table, look = table_of(tmp_path, "kalevala")
    yield table, look
    table.close()


def place_of(table: HostedTable, viewer: int | None, lang: str = "en", **asked: Any) -> Place:
    if viewer is None:
        return Place(f"/p/{table.keys.screen}", "Game", lang, Asked(is_part=True), "http://host/join/code")
    return Place(f"/s/{table.keys.key_of(table.seats[viewer])}", "Game", lang, Asked(is_part=True, **asked))


def move(table: HostedTable, draw: random.Random) -> bool:
    """Whoever may does something; False when nobody can."""
    for seat in draw.sample(range(len(table.seats)), len(table.seats)):
        state = json.decode(table.feeds.state(seat, "en"))
        lines = [leaf["line"] for leaf in leaves_of(state["options"])]
        if lines:
            return ask(table, seat, MoveBody(draw.choice(lines), state["ply"])).status == 200
    return False


@pytest.mark.parametrize("game", SEATS)
def test_what_is_kept_is_what_each_seat_would_be_shown_anew(tmp_path: Path, game: str) -> None:
    table, look = table_of(tmp_path, game)
    draw = random.Random(2)
    viewers = [None, *range(len(table.seats))]
    places = [
        (viewer, place_of(table, viewer, lang, scheme=scheme) if viewer is not None else place_of(table, None, lang))
        for viewer in viewers
        for lang in ("en", "fi")
        for scheme in ("", "dark")
    ]
    for _ in range(6):
        assert move(table, draw)
        shown = {}
        for viewer, place in draw.sample(places, len(places)):
            parts_of(table, look, place, viewer)
        for viewer, place in places:
            shown[viewer, place] = parts_of(table, look, place, viewer)
            assert parts_of(table, look, place, viewer) is shown[viewer, place], "it was made once"
        for (viewer, place), parts in some(shown.items()):
            table.feeds._kept.clear()
            assert parts_of(table, look, place, viewer) == parts
    table.close()


def test_no_seat_is_sent_the_hand_the_address_or_the_language_of_another(tmp_path: Path) -> None:
    table, look = table_of(tmp_path, "suomi1918")
    draw, seats = random.Random(3), range(len(table.seats))
    for _ in range(6):
        public = {piece["card"] for piece in json.decode(table.feeds.state(None, "en"))["scene"]}
        states = [json.decode(table.feeds.state(seat, "en")) for seat in seats]
        hands = [{piece["card"] for piece in state["scene"]} - public for state in states]
        for seat in some(seats):
            html = "".join(parts_of(table, look, place_of(table, seat), seat).values())
            assert set(re.findall(r'data-card="([^"]+)"', html)) >= hands[seat]
            others = set().union(*(hand for other, hand in enumerate(hands) if other != seat)) - hands[seat]
            assert not {card for card in others if f'"{card}"' in html}
            keys = {table.keys.key_of(name) for name in table.seats}
            assert {key for key in keys if key in html} == {table.keys.key_of(table.seats[seat])}
            assert "Last lines" in html and "Viimeiset rivit" not in html
            finnish = "".join(parts_of(table, look, place_of(table, seat, "fi"), seat).values())
            assert "Last lines" not in finnish and "Viimeiset rivit" in finnish
        assert move(table, draw)
    table.close()


def test_a_page_is_told_everything_once_and_then_what_changed(kalevala: tuple[HostedTable, Look]) -> None:
    table, look = kalevala
    place, before = place_of(table, 0), table.version
    newest = NewParts(table, look, place, lambda: 0)
    version, event = newest()
    assert version == before and split_parts(html_of(event)) == parts_of(table, look, place, 0)
    assert newest() == (version, b""), "nothing changed"
    assert move(table, random.Random(1))
    now = parts_of(table, look, place, 0)
    version, event = newest()
    parts = split_parts(html_of(event))
    assert version > before and 0 < len(parts) < len(now) and all(now[id_] == html for id_, html in parts.items())
    assert {"top", "table", "lines"} <= set(parts) and "more" not in parts
    assert event.startswith(b"event: page\nid: %d\ndata: " % table.session.replay.plies)


def html_of(event: bytes) -> str:
    """The HTML of an event, as a browser reads it."""
    lines = event.decode().removesuffix("\n\n").split("\n")[2:]
    assert all(line.startswith("data: ") for line in some(lines))
    return "\n".join(line.removeprefix("data: ") for line in lines)


def test_whose_key_leads_elsewhere_is_told_what_belongs_there(kalevala: tuple[HostedTable, Look]) -> None:
    table, look = kalevala
    key = table.keys.key_of("aino")
    place = place_of(table, 0)

    def viewer() -> int:
        return table.seats.index(table.keys.seat_of(key))

    newest = NewParts(table, look, place, viewer)
    newest()
    proposed = ask(table, 0, SeatBody("ilmari"), key).values
    newest()
    assert ask(table, 1, AgreeBody(proposed["id"])).values["done"] and viewer() == 1
    parts = split_parts(html_of(newest()[1]))
    assert parts["hand"] == parts_of(table, look, place, 1)["hand"] != parts_of(table, look, place, 0)["hand"]
    assert "You are ilmari" in parts["more"]


def test_a_line_end_of_another_kind_ends_no_line_of_an_event() -> None:
    from pnp.web.live_parts import _event

    event = _event(3, "one\r\ntwo\rid: 9\n\nevent: ping")
    assert b"\r" not in event and html_of(event) == "one&#13;\ntwo&#13;id: 9\n\nevent: ping"


def test_what_shows_a_clock_is_not_kept(tmp_path: Path) -> None:
    table, look = table_of(tmp_path, "kalevala", "10m")
    place = place_of(table, 0)
    first, second = (parts_of(table, look, place, 0) for _ in range(2))
    assert first is not second and 'id="clocks"' in first["top"]
    table.close()


def test_a_way_into_the_options_is_one_phones_own(kalevala: tuple[HostedTable, Look]) -> None:
    table, look = kalevala
    way = place_of(table, 0, at=("place", "louhi"))
    assert parts_of(table, look, way, 0)["choices"] != parts_of(table, look, place_of(table, 0), 0)["choices"]
    assert not any(isinstance(key[-1], Place) and key[-1].asked.at for key in some(list(table.feeds._kept)))


def test_the_parts_say_neither_a_ply_nor_an_id_the_whole_page_does(kalevala: tuple[HostedTable, Look]) -> None:
    table, look = kalevala
    place = place_of(table, 0)
    for html in some(parts_of(table, look, place, 0).values()):
        assert 'name="ply"' not in html and 'name="id"' not in html
    whole = seat_page(table, look, Place(place.here, place.title, place.lang), 0).html()
    ids = re.findall(r'name="id" value="([\w-]+)"', whole)
    assert len(ids) == len(re.findall(r'name="ply"', whole)) > 1
    steady = re.sub(r'<input type="hidden" name="(id|ply)"[^>]*>', "", whole)  # as the script of the page reads it
    for html in some(parts_of(table, look, place, 0).values()):
        body = html.rstrip().removesuffix("</main>").removesuffix("<main>").rstrip()
        assert body in steady


def test_parts_are_split_where_they_begin() -> None:
    top = '<header id="top" data-part data-ply="3"><b id="x">a</b></header>\n<main>\n'
    html = f'<p>before</p>{top}<div id="said" data-part>b</div>\n'
    parts: Parts = split_parts(html)
    assert list(parts) == ["top", "said"] and parts["top"] == top


def test_an_update_of_a_page_is_small(tmp_path: Path) -> None:
    from pnp.web.stream import packed

    table, look = table_of(tmp_path, "suomi1918")
    draw = random.Random(4)
    newest = NewParts(table, look, place_of(table, 1), lambda: 1)

    async def sizes(make: Callable[[], bytes]) -> list[int]:
        async def events() -> Any:
            for _ in range(21):
                yield make()

        return [len(data) async for data in packed(events())]

    def make() -> bytes:
        event = newest()[1]
        assert move(table, draw)
        return event

    import asyncio

    first, *later = asyncio.run(sizes(make))
    assert first < 8000 and sorted(later)[len(later) // 2] < 2000 and all(a or b for a, b in pairwise(later))
    table.close()


def test_a_choice_without_a_key_asks_no_why(tmp_path: Path) -> None:
    """“Nothing more” of a list has no key, and no place that could be tapped instead."""
    table, look = table_of(tmp_path, "drumroll")
    draw, met = random.Random(1), False
    for _ in range(60):
        for seat in range(len(table.seats)):
            state = json.decode(table.feeds.state(seat, "en"))
            page = seat_page(table, look, place_of(table, seat), seat)
            met = met or (page.is_mine and any(choice.key == "" for choice in page.choices.all()))
            assert page.why[0].count("{}") <= 1 and state["you"] == table.seats[seat]
        if met or not move(table, draw):
            break
    assert met
    table.close()
