"""Links in every page: the file is there, and so is the heading. `make docs` asks it of the site once more."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from tests.guard import some

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
_FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
_LINK = re.compile(r"\]\(([^)\s]+)\)")


@cache
def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return _FENCE.sub("", page.read_text("utf-8"))


@cache
def headings(page: Path) -> frozenset[str]:
    """The anchors of a page."""
    titles = re.findall(r"^#+ +(.*)$", prose(page), re.M)
    return frozenset(re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    lost = []
    for link in _LINK.findall(prose(page)):
        path, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in headings(target)):
            lost.append(link)
    assert lost == []


def test_pages_of_the_site_are_there_and_link_within_it() -> None:
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    for name in some(re.findall(r"[\w/-]+\.md", yaml.safe_dump(yaml.safe_load(text)["nav"]))):
        page = ROOT / "docs" / name
        assert page.exists(), name
        outside = [link for link in _LINK.findall(prose(page)) if link.startswith("../../") or link == "../README.md"]
        assert outside == [], f"{name}: the site has no page outside docs/"


def test_the_site_is_built_so_that_lost_links_are_counted() -> None:
    (line,) = re.findall(r"mkdocs build.*", (ROOT / "Makefile").read_text("utf-8"))
    assert line == "mkdocs build --strict", "with --quiet it says nothing and counts nothing"


def test_a_lost_link_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One thing\n\n[a](page.md#one-thing) [b](page.md#two) [c](gone.md)\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"page.md#two.*gone.md"):
        test_every_link_of_a_page_leads_somewhere(page)
