"""One browser for all tests of this folder, phones for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.browser.chromium import NONE_FOUND, arguments, find_browser

playwright = pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright  # noqa: E402

from tests.web.browser.phone import Phone  # noqa: E402

PHONE = "Pixel 7"

Open = Callable[..., Phone]


@pytest.fixture(scope="package")
def player() -> Iterator[Playwright]:
    """Playwright; for this folder only: while it runs, nothing else in this process may have a loop of its own."""
    with sync_playwright() as player:
        yield player


@pytest.fixture(scope="package")
def browser(player: Playwright) -> Iterator[Browser]:
    """The Chromium or Chrome that was found."""
    path = find_browser()
    if path is None:
        pytest.skip(NONE_FOUND)
    browser = player.chromium.launch(executable_path=path, args=arguments())
    yield browser
    browser.close()


@pytest.fixture
def open_phone(browser: Browser, player: Playwright) -> Iterator[Open]:
    """Opens phones, each a person's own: `open_phone(address, name)`; a big screen with `device=""`.

    When the test is over, none of them may have had a fault in its script.
    """
    contexts: list[BrowserContext] = []
    phones: list[Phone] = []

    def open_(address: str, name: str = "", device: str = PHONE, **more: Any) -> Phone:
        values = dict(player.devices[device]) if device else {"viewport": {"width": 1920, "height": 1080}}
        values.pop("default_browser_type", None)
        context = browser.new_context(**{"locale": "en-GB", **values, **more})
        contexts.append(context)
        phones.append(Phone(context.new_page(), name))
        return phones[-1].go(address)

    yield open_
    faults = [fault for phone in phones for fault in phone.faults]
    for context in contexts:
        context.close()
    assert not faults
