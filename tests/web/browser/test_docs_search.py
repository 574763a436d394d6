"""The search of the documentation finds the right page for a newcomer's question, also when opened from a folder."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mkdocs")

from playwright.sync_api import Browser

ROOT = Path(__file__).parents[3]
FIRST = 3  # hits among which the page must be

# A question, and the pages that answer it.
QUESTIONS = {
    "icon in text": "how layouts art stock",
    "bleed": "how layouts printing",
    "hex map": "how layouts",
    "cards of two sizes": "how layouts cards",
    "print only changed cards": "how printing",
    "Finnish translation": "how cards",
    "rulebook": "how cards howto",
    "undo a move": "how referee table",
    "bot for my game": "how rules playtest",
    "CMYK": "how press",
    "Tabletop Simulator": "how tabletop",
    "my own font": "how art",
    "two-sided cards": "how cards",
    "install": "install",
    "score track": "how cards printing",
    "spreadsheet": "how cards tabletop hour",
    "phone": "table how",
    "card back": "how cards layouts printing",
    "save ink": "how printing",
    "overrule": "how referee",
}
assert len(QUESTIONS) == 20


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site into a folder."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=120, env={"NO_MKDOCS_2_WARNING": "1", "PATH": ""})
    return folder


@pytest.mark.ci
def test_the_right_page_is_among_the_first_three_hits(site: Path, browser: Browser) -> None:
    found: dict[str, list[str]] = {}
    page = browser.new_page()
    for question in QUESTIONS:
        page.goto((site / "index.html").as_uri() + f"?q={question.replace(' ', '%20')}")
        page.wait_for_selector(".md-search-result__item a", state="attached", timeout=20_000)
        links = page.locator(".md-search-result__item > a").evaluate_all("all => all.map(each => each.href)")
        found[question] = [re.sub(r".*/([\w-]+)\.html.*", r"\1", link) for link in links[:FIRST]]
    page.close()
    missed = {question: hits for question, hits in found.items() if not set(hits) & set(QUESTIONS[question].split())}
    assert not missed
