"""The report of a playtest in a real browser, from a file: nothing for axe, nothing sideways at 320 px."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from pnp.ui.cli.main import main
from tests.ui.web.browser.conftest import Open

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    page = tmp_path_factory.mktemp("report") / "kalevala.html"
    assert main(["playtest", "kalevala", "-n", "40", "--html", str(page), "--workers", "1"]) == 0
    return page.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_a_narrow_page_scrolls_only_its_parts(
    address: str, open_phone: Open, scheme: str
) -> None:
    page = open_phone(address, device="", color_scheme=scheme, viewport={"width": 320, "height": 640}).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    found: Any = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.locator("svg").count() == page.locator("figure").count() > 10
