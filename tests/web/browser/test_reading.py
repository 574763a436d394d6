"""Rules to be read aloud in a real browser: nothing for axe, in light and dark, and nothing scrolls sideways."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from pnp.catalog import built_in_slugs
from pnp.cli.main import main
from tests.web.browser.conftest import Open

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("lang", ["en", "fi"])
@pytest.mark.parametrize("game", sorted(built_in_slugs()))
def test_axe_finds_nothing(game: str, lang: str, tmp_path: Path, open_phone: Open) -> None:
    file = tmp_path / "rules.html"
    assert main(["export", game, "--to", "rules", "--lang", lang, "-o", str(file)]) == 0
    page = open_phone(file.as_uri(), device="").page
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert Axe().run(page).response["violations"] == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
