"""Looking back: from the log to the table as it was, on a phone and on the big screen, without a script."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from pnp.table.option_tree import leaves_of
from pnp.web.timeline import past_page
from tests.guard import some
from tests.web.hosting import Host
from tests.web.test_live_parts import place_of, table_of


def page(host: Host, name: str, query: str = "") -> str:
    answer = host.client.get(host.at(name) + query)
    assert answer.status_code == 200
    return answer.text


def test_the_log_leads_to_each_line_and_on(kalevala: Host) -> None:
    assert kalevala.move("aino", "place louhi 1,0").json()["accepted"]
    for name in ("aino", ""):
        now = page(kalevala, name)
        links = re.findall(r'href="(/[sp]/[^"]*ply=\d+)"', now.replace("&amp;", "&"))
        for link in some(links):
            answer = kalevala.client.get(kalevala.url.rstrip("/") + link)
            assert answer.status_code == 200 and "After line" in answer.text
    ply = kalevala.state()["ply"]
    placed = next(line["ply"] for line in kalevala.state()["log"] if line["label"] == "placed Louhi at 1,0")
    then = page(kalevala, "aino", f"?ply={placed}")
    assert "placed Louhi at 1,0" in then and "KAL-" in then and 'rel="prev"' in then
    assert 'data-card="louhi" data-zone="board"' in then
    before = page(kalevala, "aino", f"?ply={placed - 1}")
    assert 'data-card="louhi" data-zone="board"' not in before and 'rel="next"' in before
    last = page(kalevala, "aino", f"?ply={ply + 50}")
    assert f"After line {ply} " in last and 'rel="next"' not in last


def test_the_beginning_is_a_table_too(kalevala: Host) -> None:
    start = page(kalevala, "aino", "?ply=0&lang=fi&scheme=dark")
    assert "Ennen ensimmäistä riviä" in start and 'rel="prev"' not in start and 'data-scheme="dark"' in start
    onward = re.search(r'href="([^"]*)" aria-label="seuraava rivi"', start.replace("&amp;", "&"))
    assert onward is not None and "scheme=dark" in onward[1] and "lang=fi" in onward[1]


def test_a_line_says_how_to_play_on_from_it_or_why_not_now(kalevala: Host) -> None:
    file = kalevala.record.name
    start, dealt = page(kalevala, "aino", "?ply=0"), page(kalevala, "", "?ply=3&lang=en")
    assert f"<code>pnp referee branch {file} 0</code>" in start
    assert "Play on from here" in dealt and "pnp referee branch" not in dealt
    assert "line 2 has hidden information" in dealt
    phone = page(kalevala, "ilmari", "?ply=3&lang=fi")
    assert "Jatka tästä" in phone and "rivi 2 ole kaikkien nähtävissä" in phone
    assert str(kalevala.record.parent) not in start + dealt + phone, "guests need not know the host's folders"


def test_what_is_no_line_is_the_table_as_it_is(kalevala: Host) -> None:
    for odd in ("-1", "x", "1e3", "٣", "1" * 30):
        assert "After line" not in page(kalevala, "aino", f"?ply={odd}") and "After line" not in page(
            kalevala, "", f"?ply={odd}"
        )


def test_a_seat_looks_back_on_its_own_hand_alone(kalevala: Host) -> None:
    own, public = page(kalevala, "aino", "?ply=4"), page(kalevala, "", "?ply=4")
    mine = {piece["card"] for piece in kalevala.state("aino")["scene"] if piece["zone"] == "hands"} - {"?", "*"}
    assert mine and any(f'data-card="{card}"' in own for card in mine)
    assert not re.search(r'data-card="(?!\?|\*)[^"]*" data-zone="hands?"', public)
    theirs = re.findall(r'data-card="([^"]*)" data-zone="hands?"', page(kalevala, "ilmari", "?ply=4"))
    assert sorted(set(some(theirs))) != sorted(mine)


def test_what_a_move_brought_stands_beside_the_points(kalevala: Host) -> None:
    for _ in range(60):
        state = kalevala.state()
        gained = [line for line in state["log"][-2:] if line["changes"]]
        if gained:
            break
        name = state["to_act"][0]
        line = next(leaves_of(kalevala.state(name)["options"]))["line"]
        assert kalevala.move(name, line).status_code == 200
    seat, numbers = next(iter(gained[-1]["changes"].items()))
    old, new = numbers["score"]
    assert f'<span>{seat}</span> <b title="score">{new}</b><small class="gained">+{new - old}</small>' in page(
        kalevala, "aino"
    )
    assert f"+{new - old}" in page(kalevala, "")


@pytest.mark.parametrize("game", ["suomi1918", "kalevala"])
def test_what_only_a_seat_may_read_lies_under_its_cover_on_the_way_back(tmp_path: Path, game: str) -> None:
    table, look = table_of(tmp_path, game)
    try:
        for viewer in (None, 0, 1):
            for ply in (0, 99):
                place = place_of(table, viewer, "fi")
                html = bytes(asyncio.run(past_page(table, viewer, look, place, ply)).body).decode()
                assert ('lang="fi"' in html and "aria-current" in html) or ply == 0
                known = [
                    card for card in re.findall(r'data-card="([^"]*)" data-zone="hands?"', html) if card not in "?*"
                ]
                assert bool(known) == (viewer is not None and ply > 0)
                is_covered = '<details class="cover"' in html
                assert is_covered == (bool(known) and look.data.cover)
                before = html.partition('<details class="cover"')[0]
                assert not is_covered or not any(
                    re.search(f'data-card="{card}" data-zone="hands?"', before) for card in known
                )
    finally:
        table.close()
