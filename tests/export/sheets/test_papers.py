"""Papers and sheet settings are read from YAML, and every fault in it is reported with its place."""

from __future__ import annotations

import pytest

from pnp.base.diagnostics import InputError
from pnp.export.disk_shelf import DiskShelf
from pnp.export.sheets.papers import PAPERS, SHEETS, read_paper_stock
from tests.layout.memory_shelf import MemoryShelf

GOOD_PAPERS = "papers: {a4: {width: 210, height: 297, title: A4}}"
GOOD_SHEETS = "sheets: {margin: 5}"


def faults(papers: str = GOOD_PAPERS, sheets: str = GOOD_SHEETS) -> list[str]:
    with pytest.raises(InputError) as raised:
        read_paper_stock(MemoryShelf({PAPERS: papers, SHEETS: sheets}))
    return [str(item) for item in raised.value.report]


def test_the_stock_papers_are_there_and_upright() -> None:
    layouts = read_paper_stock(DiskShelf())
    assert {"a3", "a4", "a5", "letter"} <= set(layouts.papers)
    assert all(paper.width <= paper.height for paper in layouts.papers.values())
    assert layouts.paper("Letter").width == pytest.approx(215.9)
    assert (layouts.style.margin, layouts.style.gutter, layouts.style.duplex) == (5, -1, "long")


def test_every_word_on_a_sheet_is_there_in_both_languages() -> None:
    layouts = read_paper_stock(DiskShelf())
    for key in ("sheet", "front", "back", "fold", "ruler"):
        assert {"en", "fi"} <= set(layouts.words[key])


def test_an_unknown_paper_is_reported_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"there is no paper “lettr” .did you mean “letter”"):
        read_paper_stock(DiskShelf()).paper("lettr")


def test_a_paper_written_on_its_side_is_set_upright() -> None:
    papers = "papers: {wide: {width: 11in, height: 8.5in}}"
    paper = read_paper_stock(MemoryShelf({PAPERS: papers, SHEETS: GOOD_SHEETS})).paper("wide")
    assert (paper.width, paper.height) == pytest.approx((215.9, 279.4))


@pytest.mark.parametrize(
    ("papers", "message"),
    [
        ("papers: {a4: 5}", "1:14: expected {width: …, height: …}"),
        ("papers: {a4: {width: huge, height: 297}}", "1:22: 'huge' is not a length"),
        ("papers: {a4: {width: 1, height: 297}}", "expected a width and a height of 40 to 3000 mm"),
        ("papers: []", "expected at least one paper"),
        ("[]", "expected at least one paper"),
        ("", "expected at least one paper"),
    ],
)
def test_faults_in_papers(papers: str, message: str) -> None:
    assert any(message in fault for fault in faults(papers))


@pytest.mark.parametrize(
    ("sheets", "message"),
    [
        ("sheets: {margn: 5}", "1:10: unknown key “margn” (did you mean “margin”?)"),
        ("sheets: {duplex: tumble}", "1:18: expected one of long, short, fold, none, got “tumble”"),
        ("sheets: {margin: 500}", "1:18: expected 0 to 50 mm, got 500 mm"),
        ("sheets: {margin: [1]}", "is not a length"),
        ("words: {front: 5}", "expected {en: …, fi: …}"),
    ],
)
def test_faults_in_sheets(sheets: str, message: str) -> None:
    assert any(message in fault for fault in faults(sheets=sheets))
