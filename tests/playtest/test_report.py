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
from pnp.playtest.reports.html_report import format_page
from pnp.playtest.reports.plot import Bar, plot_bars, plot_histogram
from pnp.playtest.reports.results import Category, NamedShare, PlaytestResults, results_of
from pnp.playtest.reports.text_report import dump_json, format_text
from pnp.playtest.statistics import share_of
from tests.guard import some
from tests.playtest.games import plan

NASTY = '<b onclick="x">&amp; ü\u2028 ' + "long " * 30
SVG = "{http://www.w3.org/2000/svg}"


@cache
def results(games: int = 90, nasty: bool = False) -> PlaytestResults:
    batch = SimulationBatch(plan(("random", "greedy"), 3))
    found = results_of(batch, batch.play(0, games).counts, range(games))
    held = (
        NamedShare("x", NASTY if nasty else "Fox", share_of(3, 9), "below"),
        NamedShare("y", "Bear", share_of(0, 0)),
    )
    ending = (NamedShare("rain", NASTY if nasty else "rain", share_of(90, 90)),)
    found = replace(found, categories=(Category("weather", "games", ending), Category("coat", "seats", held)))
    return replace(found, title=NASTY, options={NASTY: NASTY}) if nasty else found


@pytest.mark.parametrize("nasty", [False, True])
@pytest.mark.parametrize("games", [0, 1, 90])
@pytest.mark.parametrize("width", [32, 40, 80, 120])
def test_text_fits_a_terminal(width: int, games: int, nasty: bool) -> None:
    found = replace(results(games, nasty), options={"lucky": False})  # of a command no word is broken
    text = format_text(found, width)
    assert max(len(line) for line in text.splitlines()) <= width
    assert "\t" not in text


def test_text_shows_everything() -> None:
    text = format_text(results())
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
        "base: an average seat wins",
    ):
        assert words in text
    anna = results().wins.by_seat[0].share
    assert re.search(rf"^  anna +{anna.count} +90 ", text, re.M)


def test_text_of_a_stopped_run_shows_that_it_was_stopped() -> None:
    assert "90 of 1,000 games" in format_text(replace(results(), asked=1000))


def test_json_has_the_documented_keys() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "playtest-json.md").read_text("utf-8")
    value = json.decode(dump_json(results()))

    def keys(value: Any) -> set[str]:
        if isinstance(value, dict):
            return set(value).union(*(keys(item) for item in value.values()))
        return set().union(*map(keys, value)) if isinstance(value, list) else set()

    missing = sorted(key for key in keys(value) if f"`{key}`" not in docs)
    assert not missing
    assert value["playtest"] == 1
    assert value["wins"]["by_seat"][0]["share"]["of"] == 90


def test_equal_results_give_equal_bytes() -> None:
    again = results.__wrapped__(90)
    assert dump_json(again) == dump_json(results())
    assert format_page(again) == format_page(results())


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
    page = format_page(results(games, nasty))
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


def test_every_mark_of_a_plot_is_inside_it() -> None:
    bars = [Bar("a", 0.0, 0.0, 0.02, "below"), Bar("b", 1.0, 0.97, 1.0, "above"), Bar("c", None)]
    for plot in (
        plot_bars("t", bars, base=0.5),
        plot_bars("t", [Bar("a", -3.5, -4.0, -3.0), Bar("b", 1234.5, 1200.0, 1269.0)], percent=False),
        plot_bars("t", [Bar("a", 0.0)], percent=False),
        plot_histogram("t", [(str(at), at * at) for at in range(40)], [(3, "median")]),
        plot_histogram("t", []),
    ):
        svg = ElementTree.fromstring(plot)
        _, _, width, height = map(float, (svg.get("viewBox") or "").split())
        for item in some(svg):
            at = item.attrib
            for name in ("x", "x1", "x2"):
                assert 0 <= float(at.get(name, 0)) <= width
            for name in ("y", "y1", "y2"):
                assert 0 <= float(at.get(name, 0)) <= height
            assert float(at.get("x", 0)) + float(at.get("width", 0)) <= width
            assert float(at.get("width", 0)) >= 0


def test_error_bars_stand_where_the_numbers_are() -> None:
    svg = ElementTree.fromstring(plot_bars("t", [Bar("a", 0.5, 0.25, 0.75)], base=0.5))
    ticks = {item.text: float(item.get("x") or 0) for item in svg if item.get("class") == "tick"}
    error = next(item for item in svg if item.get("class") == "error")
    ends = (float(error.get("x1") or 0), float(error.get("x2") or 0))
    scale = ticks["60 %"] / 0.6 if "60 %" in ticks else (ticks["100 %"] - ticks["0 %"])
    assert ends == pytest.approx((ticks["0 %"] + scale * 0.25, ticks["0 %"] + scale * 0.75), abs=0.2)
