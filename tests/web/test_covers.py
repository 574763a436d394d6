"""What only one seat may see lies under its cover; the rest of its page may be read over its shoulder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.table.option_tree import leaves_of
from tests.guard import some
from tests.web.hosting import Host, new_record
from tests.web.reader import Browser


def hosted(where: Path, game: str, *seats: str) -> Host:
    return Host(new_record(where, game, *seats, "--seed", "7"))


@pytest.fixture(scope="module")
def suomi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = hosted(tmp_path_factory.mktemp("covers"), "suomi1918", "anna", "ben", "carl")
    yield host
    host.stop()


def open_part(page: str) -> str:
    """The page without what is under a cover, and without the addresses of pictures and the names of backs, which
    nobody sees; a back has the name of the first card.
    """
    before, _, rest = re.sub(r'"/art/[^"]*"|data-face="[^"]*back[^"]*"', "", page).partition('<details class="cover"')
    return before + rest.partition("</details>")[2]


def test_a_hand_is_named_under_the_cover_only(suomi: Host) -> None:
    state = suomi.state("ben")
    others = {piece["card"] for piece in suomi.state()["scene"]}
    own = [piece for piece in state["scene"] if piece["owner"] == "ben" and piece["card"] not in others | {"?", "*"}]
    page = Browser(suomi, suomi.at("ben")).page
    for piece in some(own):
        assert f'data-card="{piece["card"]}"' in page
        assert piece["card"] not in open_part(page) and piece["name"] not in open_part(page)


def test_what_the_hand_asks_for_is_under_the_cover_too(suomi: Host) -> None:
    for _ in range(30):
        public = suomi.state()
        name = public["to_act"][0]
        state = suomi.state(name)
        own = {question["words"] for question in state["questions"]} - {it["words"] for it in public["questions"]}
        page = Browser(suomi, suomi.at(name)).page
        if own:
            assert all(words not in open_part(page) and words in page for words in own)
            lines = [it.attributes["data-line"] for it in Browser(suomi, suomi.at(name)).choices()]
            assert lines and not any(f'data-line="{line}"' in open_part(page) for line in lines)
            return
        line = next(it.attributes["data-line"] for it in Browser(suomi, suomi.at(name)).choices())
        assert suomi.move(name, line).status_code == 200
    raise AssertionError("no question of a hand came up")


def test_a_secret_vote_is_covered_and_says_so_to_programs(tmp_path: Path) -> None:
    host = hosted(tmp_path, "drumroll", "mia", "otto")
    try:
        for _ in range(200):
            public = host.state()
            if any("vote" in question["verbs"] for question in public["questions"]):
                break
            name = next(name for name in public["seats"] if host.state(name)["options"])
            line = next(leaves_of(host.state(name)["options"]))["line"]
            assert host.move(name, line).status_code == 200
        voter = public["to_act"][0]
        assert host.state(voter)["secret"] == ["vote"]
        page = Browser(host, host.at(voter)).page
        assert 'data-line="vote show"' in page and "vote show<" not in open_part(page)
        assert "data-line" not in open_part(page)
    finally:
        host.stop()


def test_kalevala_lays_its_hand_open_on_the_phone(kalevala: Host) -> None:
    page = Browser(kalevala, kalevala.at("aino")).page
    assert 'class="cover"' not in page and 'data-card="louhi"' in page.partition('id="hand"')[2]
