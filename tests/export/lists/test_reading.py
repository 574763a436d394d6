"""Rules as a page for screen readers: order of reading, headings that nest, every word, links that lead somewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pnp.catalog import book_of, built_in_slugs, find_game
from pnp.cli.main import main
from pnp.export.lists.reading import make_reading
from pnp.export.lists.request import ExportRequest
from pnp.library.words import localise
from tests.export.small import write_game
from tests.guard import some

VOID = {"meta", "br"}
WAYS = [(game, lang) for game in sorted(built_in_slugs()) for lang in ("en", "fi")]


class Outline(HTMLParser):
    """What a screen reader is told: headings, anchors, links, landmarks, words. Tags are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.headings: list[int] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.lang = ""
        self.words = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self._open += [] if tag in VOID else [tag]
        self.lang = given.get("lang") or self.lang
        self.headings += [int(tag[1])] if re.fullmatch(r"h\d", tag) else []
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if "href" in given else []

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data if self._open[-1:] != ["style"] else ""


def page(game: str, lang: str) -> Outline:
    entry = find_game(game)
    ((name, data),) = make_reading(entry, book_of(entry), ExportRequest(lang))
    assert name == f"{game}-rules-{lang}.html"
    return Outline(data.decode())


@pytest.mark.parametrize(("game", "lang"), WAYS)
def test_it_can_be_read_aloud_from_above_to_below(game: str, lang: str) -> None:
    read = page(game, lang)
    assert read.lang == lang
    assert read.headings[0] == 1 and read.headings.count(1) == 1 and read.headings.count(2) == 3
    assert all(below <= above + 1 for above, below in zip(read.headings, read.headings[1:], strict=False))
    landmarks = ["header", "nav", "main", "footer"]
    assert [tag for tag in read.tags if tag in landmarks] == landmarks
    assert len(set(read.ids)) == len(read.ids)
    assert {link.removeprefix("#") for link in some(read.links)} <= set(read.ids)
    assert not {"script", "img", "table", "font"} & set(read.tags)


@pytest.mark.parametrize(("game", "lang"), WAYS)
def test_every_printed_rule_and_note_is_in_it(game: str, lang: str) -> None:
    book, read = book_of(find_game(game)), page(game, lang)
    words = re.sub(r"[\s\u00a0]+", " ", read.words)
    for rule in some(rule for rule in book.rulebook.rules.values() if rule.summary):
        assert rule.id in read.ids
    notes = [note for part in ("setup", "turn", "example", "end", "missed") for note in book.howto.notes(part)]
    for note in some(notes):
        plain = re.sub(r"\{[^}]*\}|<[^>]*>|\*+|\\", "\x00", localise(note.words, lang))
        assert all(re.sub(r"[\s\u00a0]+", " ", part).strip() in words for part in plain.split("\x00"))
    assert "{" not in words and "**" not in words


def test_hostile_words_stay_words(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 1})
    game = tmp_path / "small/cards/game.yaml"
    game.write_text(game.read_text("utf-8").replace("title: Small", 'title: "<script>alert(1)</script>"'), "utf-8")
    ((_, data),) = make_reading(entry, book_of(entry), ExportRequest())
    assert b"<script" not in data and b"&lt;script&gt;" in data


def test_the_command_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", "keko", "--to", "rules", "--lang", "fi"]) == 0
    made = Outline((tmp_path / "output/keko/keko-rules-fi.html").read_text("utf-8"))
    assert made.lang == "fi"
