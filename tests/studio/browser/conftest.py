"""The browser of the hosted table's tests, for the studio."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api")

from tests.web.browser.conftest import browser, player

__all__ = ["browser", "player"]
