"""`pnp referee replay`: everything on one page, and no secret of a game that goes on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from pnp.catalog import book_of, find_game, rules_of
from pnp.cli.main import main
from pnp.playtest.simulate import record_text, simulate
from pnp.web.replay_page.deltas import join_deltas, make_deltas
from tests.guard import some

SMALL, LARGE = ("kalevala", "suomi1918", "keko"), ("drumroll", "keikalla")
LARGEST = 1_500_000  # bytes
HEAD = (
    "pnp-record: 1\ngame: kalevala\nrules: 1\ncards: 026a3f03\nseats: [anna, ben]\n"
    "options: {deal: digital, seed: 1}\n---\n"
)


def page_of(folder: Path, text: str, *words: str) -> str:
    record = folder / "game.record"
    record.write_text(text, "utf-8")
    assert main(["referee", "replay", str(record), "-o", str(folder / "page.html"), *words]) == 0
    return (folder / "page.html").read_text("utf-8")


def second_line(page: str) -> str:
    return " ".join(str(html.fromstring(page).xpath("string(//li[@id='p2'])")).split())


def whole_game(slug: str) -> str:
    entry = find_game(slug, ())
    return record_text(simulate(rules_of(entry), book_of(entry), ("anna", "ben"), 3), 3)


@pytest.mark.ci
@pytest.mark.parametrize("slug", [*SMALL, *(pytest.param(slug, marks=pytest.mark.slow) for slug in LARGE)])
def test_a_whole_game_is_on_one_page_that_needs_nothing_else(tmp_path: Path, slug: str) -> None:
    text = whole_game(slug)
    page = page_of(tmp_path, text)
    assert len(page.encode()) < LARGEST
    assert "data:image/webp" in page and len(set(found := re.findall(r"base64,([^)]+)", page))) == len(found)
    shown = html.fromstring(page)
    lines = [line for line in text.partition("---\n")[2].splitlines() if line and line[0] != "#"]
    log = shown.xpath("//ol[@id='log']/li")
    assert len(log) == len(lines) + 1  # and the table before the first line
    for element in some(shown.iter()):
        for name in ("src", "href"):
            address = element.get(name) if isinstance(element.tag, str) else None
            assert address is None or address.startswith("#")
    assert shown.xpath("//details//abbr[@title]")
    shown_faces, kept_faces = set(shown.xpath("//@data-face")), set(re.findall(r'\[data-face="([^"]+)"\]', page))
    assert shown_faces and shown_faces <= kept_faces, "every picture was found"
    assert "default-src" in page and "http" not in re.sub(r'http-equiv="[^"]*"', "", page)


def test_a_game_that_goes_on_tells_only_what_everybody_knows(tmp_path: Path) -> None:
    def deal(anna: str, ben: str) -> str:
        lines = ("table: start louhi", f"table: deal anna {anna}", f"table: deal ben {ben}", "anna: place ukko 1,0")
        return HEAD + "".join(f"{line}\n" for line in (*lines, "table: deal anna kaarme"))

    one = deal("ukko ukko kaarme louhi kullervo", "ilmarinen ilmarinen joukahainen louhi louhi")
    own = deal("ukko ukko kaarme louhi kullervo", "kaarme kaarme vainamoinen ukko lemminkainen")
    both = deal("ukko louhi louhi louhi kullervo", "kaarme kaarme vainamoinen ukko lemminkainen")
    assert page_of(tmp_path, one) == page_of(tmp_path, own) == page_of(tmp_path, both)
    seats = {text: page_of(tmp_path, text, "--seat", "anna") for text in (one, own, both)}
    assert seats[one] == seats[own] != seats[both]
    assert page_of(tmp_path, one, "--seat", "ben") != page_of(tmp_path, own, "--seat", "ben")


def test_a_finished_game_has_no_secrets_unless_a_seat_is_named(tmp_path: Path) -> None:
    text = whole_game("kalevala")
    dealt = re.search(r"table: deal anna (\w+)", text)
    assert dealt is not None
    everything, own = page_of(tmp_path, text), page_of(tmp_path, text, "--seat", "ben")
    assert "not over" not in everything and "as ben knows it" in own
    assert "5 cards" not in second_line(everything) and "5 cards" in second_line(own)


def test_what_people_wrote_is_text(tmp_path: Path) -> None:
    line = "anna: !place ukko 5,5  # </script><script>alert(1)</script><b>\n"
    text = f"{HEAD.replace('digital, seed: 1', 'physical')}table: start louhi\n{line}"
    page = page_of(tmp_path, text)
    assert "<script>alert" not in page and "</script><script>alert" in second_line(page)
    assert "KAL-13" in page  # what it broke


def test_it_speaks_the_language_that_is_asked_for(tmp_path: Path) -> None:
    page = page_of(tmp_path, f"{HEAD.replace('digital, seed: 1', 'physical')}table: start louhi\n", "--lang", "fi")
    assert '<html lang="fi">' in page and "miksi" in page and "kesken" in page and "Line by line" not in page


def test_the_record_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "k.html"
    text = HEAD.replace("digital, seed: 1", "physical")
    record.write_text(text)
    assert main(["referee", "replay", str(record)]) == 1
    assert "overwrite the record" in capsys.readouterr().err and record.read_text() == text
    assert main(["referee", "replay", str(record), "-o", str(tmp_path)]) == 1
    assert str(tmp_path) in capsys.readouterr().err


@given(st.lists(st.text("ab<>/ ", max_size=40), max_size=6))
def test_tables_come_back_from_what_differs(tables: list[str]) -> None:
    whole = [re.sub("[<>]", "", table) if table.count("<") != table.count(">") else table for table in tables]
    whole = [table for table in whole if re.fullmatch(r"(<[^<>]*>|[^<>])*", table)]
    tokens, deltas = make_deltas(whole)
    assert join_deltas(tokens, deltas) == whole
    assert len(set(tokens)) == len(tokens)
