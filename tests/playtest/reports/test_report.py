"""The report as text, JSON and a page."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import json
from msgspec.structs import replace

from pnp.playtest.batch import SimulationBatch
from pnp.playtest.reports.report import Report, format_json, format_page, format_text
from pnp.playtest.reports.results import Category, NamedShare, PlaytestResults, results_of
from pnp.playtest.reports.sections import playtest_report
from pnp.playtest.statistics import share_of
from tests.playtest.games import counts_of, plan

NASTY = '<b onclick="x">&amp; ü\u2028 ' + "long " * 30
SVG = "{http://www.w3.org/2000/svg}"


@cache
def results(games: int = 90, nasty: bool = False) -> PlaytestResults:
    batch = SimulationBatch(plan(("random", "greedy"), 3))
    found = results_of(batch, counts_of(batch, range(games)), range(games))
    held = (
        NamedShare("x", NASTY if nasty else "Fox", share_of(3, 9), "below"),
        NamedShare("y", "Bear", share_of(0, 0)),
    )
    ending = (NamedShare("rain", NASTY if nasty else "rain", share_of(90, 90)),)
    found = replace(found, categories=(Category("weather", "games", ending), Category("coat", "seats", held)))
    return replace(found, title=NASTY, options={NASTY: NASTY}) if nasty else found


def report(games: int = 90, nasty: bool = False, **changes: Any) -> Report:
    return replace(playtest_report(replace(results(games, nasty), **changes)), is_empty=False)


@pytest.mark.parametrize("nasty", [False, True])
@pytest.mark.parametrize("games", [0, 1, 90])
@pytest.mark.parametrize("width", [32, 40, 80, 120])
def test_text_fits_a_terminal(width: int, games: int, nasty: bool) -> None:
    text = format_text(report(games, nasty, options={"lucky": False}), width)  # of a command no word is broken
    assert max(len(line) for line in text.splitlines()) <= width
    assert "\t" not in text


def test_text_shows_everything() -> None:
    text = format_text(report())
    for words in (
        "90 simulated games · 3 players",
        "bots: random, greedy",
        "Wins by seat",
        "Wins by bot and seat",
        "greedy as carl",
        "Weather",
        "Wins by coat",
        "Cards: take",
        "Trophy",
        "95 %",
        "Base: an average seat wins",
    ):
        assert words in text
    anna = results().wins.by_seat[0].share
    assert re.search(rf"^  anna +{anna.count} +90 ", text, re.M)


def test_text_of_a_stopped_run_shows_that_it_was_stopped() -> None:
    assert "90 of 1,000 games" in format_text(report(asked=1000))


def test_json_has_the_documented_keys() -> None:
    docs = (Path(__file__).parents[3] / "docs" / "playtest-json.md").read_text("utf-8")
    value = json.decode(format_json(report()))

    def keys(value: Any) -> set[str]:
        if isinstance(value, dict):
            return set(value).union(*(keys(item) for item in value.values()))
        return set().union(*map(keys, value)) if isinstance(value, list) else set()

    missing = sorted(key for key in keys(value) if f"`{key}`" not in docs)
    assert not missing
    assert value["playtest"] == 1
    assert value["wins"]["by_seat"][0]["share"]["of"] == 90


def test_equal_results_give_equal_bytes() -> None:
    again = playtest_report(results.__wrapped__(90))
    assert format_json(again) == format_json(report())
    assert format_page(again) == format_page(report())


class Strict(HTMLParser):
    """Refuses what a page must not have."""

    VOID = frozenset({"meta"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "iframe", "img", "object")
        for name, value in attrs:
            assert not name.startswith("on")
            assert name in ("xmlns",) or "://" not in (value or "")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("nasty", [False, True])
@pytest.mark.parametrize("games", [0, 1, 90])
def test_the_page_is_well_formed_needs_nothing_else_and_escapes(games: int, nasty: bool) -> None:
    page = format_page(report(games, nasty))
    parser = Strict()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    root = ElementTree.fromstring(page.partition("\n")[2])
    assert "url(" not in page and "@import" not in page
    assert "prefers-color-scheme: dark" in page
    if nasty:
        assert "<b " not in page
        assert any('<b onclick="x">' in text for text in parser.text)
    figures = root.findall(".//{*}figure")
    assert len(figures) == len(root.findall(".//{*}section"))
    for section in root.findall(".//{*}section"):
        svg = section.find(f".//{SVG}svg")
        assert svg is not None and svg.get("role") == "img" and svg.get("aria-label")
        assert section.find(".//{*}table/{*}caption") is not None
