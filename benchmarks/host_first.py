"""The first minute at a hosted table: from the command to the code on the screen, from the code to the own hand.

In: games. Out, of each: how long until the big screen shows the code to join; how long and how many taps until a phone
that opened it shows its hand with printed faces; what a phone's page and the big screen weigh over the network, and how
many requests that takes, pictures and the open stream included. Faces were painted before (`--cold`: they were not).
The exit code is 1 where a figure is over what must be.

Run: python benchmarks/host_first.py [GAME …] [--cold] [--short]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Error, Page, Playwright, sync_playwright

from pnp.table.option_tree import leaves_of
from tests.deadline import Deadline
from tests.ui.web.browser.chromium import NONE_FOUND, arguments, find_browser
from tests.ui.web.hosting import Host, new_record

GAMES = ("suomi1918", "kalevala", "keko", "keikalla", "drumroll")
NAMES = ("anna", "ben")
PHONE = "Pixel 7"
LINES = 12  # after which a page is opened in the midst of a game
KB, SCRIPTS, REQUESTS, CODE, HAND, TAPS = 60.0, 15.0, 6, 1.5, 3.0, 2  # at most
PATIENCE = 30.0
# Every face that is to be seen has its picture, and the page is painted.
DRESSED = """async () => {
  const there = (it) => getComputedStyle(it).backgroundImage !== "none";
  const all = [...document.querySelectorAll("[data-face]")];
  if (!document.querySelector(".drawn") || !all.every(there)) return false;
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return true;
}"""


class Traffic:
    """The bytes and requests of a page as they come over the network; the bytes of printed faces apart.

    A page is whole without its pictures, which stay with the phone for ever.
    """

    def __init__(self, page: Page) -> None:
        self.bytes = self.requests = self.art_bytes = self.art = self.script_bytes = 0
        self._art: set[str] = set()
        self._scripts: set[str] = set()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.dataReceived", self._came)
        session.on("Network.requestWillBeSent", self._asked)

    def _came(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._art:
            self.art_bytes += event["encodedDataLength"]
        else:
            self.bytes += event["encodedDataLength"]
            self.script_bytes += event["encodedDataLength"] * (event["requestId"] in self._scripts)

    def _asked(self, event: dict[str, Any]) -> None:
        address = event["request"]["url"]
        if "/art/" in address:
            self._art.add(event["requestId"])
            self.art += 1
        else:
            self.requests += not address.startswith("data:")
            if address.endswith(".js"):
                self._scripts.add(event["requestId"])

    def words(self) -> str:
        """`9.2 kB, and 120.1 kB of faces, in 5 requests`."""
        all_of_them = self.requests + self.art
        return f"{self.bytes / 1024:.1f} kB, and {self.art_bytes / 1024:.1f} kB of faces, in {all_of_them} requests"

    @property
    def is_light(self) -> bool:
        """Whether it is as little as it must be."""
        is_few = self.requests + self.art <= REQUESTS
        return is_few and self.bytes / 1024 <= KB and self.script_bytes / 1024 <= SCRIPTS


def open_page(player: Playwright, browser: Browser, is_phone: bool) -> Page:
    """A browser that was never here before."""
    device = dict(player.devices[PHONE]) if is_phone else {"viewport": {"width": 1920, "height": 1080}}
    device.pop("default_browser_type", None)
    return browser.new_context(**device).new_page()


def wait_until(page: Page, what: str) -> None:
    """Until the page says so."""
    deadline = Deadline(what, PATIENCE)
    while True:
        with suppress(Error):  # the page is just being replaced
            if page.evaluate(what):
                return
        deadline.check(page.url)
        time.sleep(0.01)


def measure(player: Playwright, browser: Browser, folder: Path, game: str) -> bool:
    """One game; whether all of it is as it must be."""
    record = new_record(folder, game, *NAMES, "--deal", "digital", "--seed", "4")
    screen = open_page(player, browser, is_phone=False)
    began = time.monotonic()
    host = Host(record)
    try:
        screen.goto(host.at(""))
        wait_until(screen, "() => !!document.querySelector('#join svg')")
        code = time.monotonic() - began
        hand = join(open_page(player, browser, is_phone=True), host)
        deal(host)
        is_light = True
        for name, what in ((NAMES[1], "a phone"), ("", "the big screen")):
            page = open_page(player, browser, is_phone=bool(name))
            traffic = Traffic(page)
            page.goto(host.at(name))
            wait_until(page, DRESSED)
            page.wait_for_timeout(300)
            print(f"{game}, first load of {what}: {traffic.words()}; its scripts: {traffic.script_bytes / 1024:.1f} kB")
            is_light &= traffic.is_light
        print(f"{game}: {code:.2f} s until the code is on the screen; {hand:.2f} s and {TAPS} taps until the own hand")
        return is_light and code <= CODE and hand <= HAND
    finally:
        host.stop()
        for context in browser.contexts:
            context.close()


def join(page: Page, host: Host) -> float:
    """Seconds from opening the code, which is the first tap, until the hand is there with its faces."""
    began = time.monotonic()
    page.goto(host.first["join"])
    page.get_by_role("button", name=NAMES[0], exact=True).tap()
    wait_until(page, DRESSED)
    return time.monotonic() - began


def deal(host: Host) -> None:
    """Some lines, so that there is something to see."""
    for _ in range(LINES):
        leaves = ((name, leaf["line"]) for name in NAMES for leaf in leaves_of(host.state(name)["options"]))
        if (found := next(leaves, None)) is not None:
            host.move(*found)


def main() -> int:
    """Game after game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--cold", action="store_true", help="no face was painted before")
    parser.add_argument("--short", action="store_true", help="the same")
    asked = parser.parse_args()
    path = find_browser()
    if path is None:
        raise SystemExit(NONE_FOUND)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as player:
        if asked.cold:
            os.environ["PNP_CACHE_DIR"] = f"{name}/cache"
        browser = player.chromium.launch(executable_path=path, args=arguments())
        found = []
        for game in asked.games:
            folder = Path(name) / game
            folder.mkdir()
            if not asked.cold:
                warm(player, browser, folder, game)
            found.append(measure(player, browser, folder, game))
        browser.close()
    print(f"at most {KB:.0f} kB in {REQUESTS} requests, {CODE} s, {HAND} s: {'kept' if all(found) else 'not kept'}")
    return 0 if all(found) else 1


def warm(player: Playwright, browser: Browser, folder: Path, game: str) -> None:
    """Let its faces be painted, as they are on the first evening."""
    host = Host(new_record(folder, game, *NAMES, "--deal", "digital", "--seed", "4", name="before.record"))
    try:
        deal(host)
        for name in (*NAMES, ""):
            page = open_page(player, browser, is_phone=bool(name))
            page.goto(host.at(name))
            wait_until(page, DRESSED)
    finally:
        host.stop()
        for context in browser.contexts:
            context.close()


if __name__ == "__main__":
    sys.exit(main())
