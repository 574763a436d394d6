"""From a tap on a phone until nine screens have painted the move, in a real browser.

In: a game, how many moves. Out: the first load of a phone (bytes, requests); the time from the tap until every screen
of the table has painted the new state (p50, p95); bytes that a move brings to a phone; how long until a phone that lost
its network is right again; processor time a move of the server and of the browser.
Must: p50 ≤ 60 ms, p95 ≤ 150 ms; first load ≤ 60 kB in 6 requests; a move ≤ 4 kB; right again ≤ 500 ms.

Run: python benchmarks/host_latency.py [--game suomi1918] [--moves 100]
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from host_load import processor_time
from playwright.sync_api import Browser, Error, Page, Playwright, sync_playwright

from pnp.table.option_tree import leaves_of
from tests.deadline import Deadline
from tests.web.browser.chromium import NONE_FOUND, arguments, find_browser
from tests.web.browser.phone import DEAD, Phone
from tests.web.hosting import Host, new_record

PHONE = "Pixel 7"
NAMES = ("anna", "ben", "carl", "dora", "emil", "fia")
FEW = {"kalevala": 4, "keko": 4, "keikalla": 4, "drumroll": 4}  # seats, where a game has fewer than six
OFFLINE = 3.0  # seconds without a network

QUIET = 0.25  # seconds after a tap in which the pages are left to paint

# On each screen: when each line was painted first; on a phone: when the finger came down.
WATCH = """(() => {
  const now = () => performance.timeOrigin + performance.now();
  window.painted = {};
  const look = () => {
    const ply = document.querySelector("[data-ply]")?.dataset.ply;
    if (!ply || ply in painted) return;
    painted[ply] = 0;
    requestAnimationFrame(() => setTimeout(() => { painted[ply] = now(); }));
  };
  const all = {subtree: true, childList: true, attributes: true, attributeFilter: ["data-ply"]};
  new MutationObserver(look).observe(document, all);
  addEventListener("pointerdown", () => sessionStorage.setItem("tapped", now()), true);
})()"""


class Traffic:
    """Bytes and requests of a page as they come over the network; bytes of printed faces are left out."""

    def __init__(self, page: Page) -> None:
        self.bytes = self.requests = 0
        self._art: set[str] = set()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.dataReceived", self._came)
        session.on("Network.requestWillBeSent", self._asked)

    def _came(self, event: dict[str, Any]) -> None:
        self.bytes += event["encodedDataLength"] * (event["requestId"] not in self._art)

    def _asked(self, event: dict[str, Any]) -> None:
        address = event["request"]["url"]
        self.requests += not address.startswith("data:")
        if "/art/" in address:
            self._art.add(event["requestId"])


def open_screen(player: Playwright, browser: Browser, is_phone: bool) -> Page:
    """A screen of its own, watched."""
    device = dict(player.devices[PHONE]) if is_phone else {"viewport": {"width": 1920, "height": 1080}}
    device.pop("default_browser_type", None)
    page = browser.new_context(**device).new_page()
    page.add_init_script(WATCH)
    return page


def wait_painted(pages: list[Page], ply: int) -> list[float]:
    """When each page had painted a ply."""
    deadline, found = Deadline(f"every screen to paint ply {ply}"), [0.0] * len(pages)
    while not all(found):
        for at, page in enumerate(pages):
            found[at] = found[at] or page.evaluate("(ply) => window.painted?.[ply] || 0", str(ply))
        deadline.check(found)
        time.sleep(0.02)
    return found


def next_leaf(host: Host, names: tuple[str, ...], draw: random.Random) -> tuple[str, str]:
    """Somebody who may move, and a line."""
    asked = [name for name in host.state()["to_act"] if name in names] or list(names)
    for name in draw.sample(asked, len(asked)):
        lines = [leaf["line"] for leaf in leaves_of(host.state(name)["options"])]
        if lines:
            return name, draw.choice(lines)
    raise LookupError("nobody may do anything")


def measure(player: Playwright, browser: Browser, host: Host, names: tuple[str, ...], moves: int) -> None:
    """Tap and print."""
    seats = (*names, *names)[:8]
    opened = [(name, open_screen(player, browser, bool(name))) for name in (*seats, "")]
    traffic = Traffic(opened[-2][1])
    phones = [Phone(page).go(host.at(name)) for name, page in opened]
    time.sleep(1)
    print(f"first load of a phone: {traffic.bytes / 1024:.1f} kB and faces, {traffic.requests} requests")
    draw, taps = random.Random(1), []
    for _ in range(moves):
        if host.state()["outcome"] is not None:
            break
        name, _ = next_leaf(host, names, draw)
        taps.append(tap(host, phones, phones[seats.index(name)], traffic, draw))
    report(taps, len(phones))
    if host.state()["outcome"] is None:
        asleep(host, phones, names, draw)


class Tap(NamedTuple):
    """What one tap brought: ms until all screens had painted it, ms of processor time, and a phone's traffic."""

    painted: float
    server: float
    browser: float
    bytes: int


def tap(host: Host, phones: list[Phone], phone: Phone, traffic: Traffic, draw: random.Random) -> Tap:
    """Tap the way to a line, and see when everybody sees it."""
    pages, ply = [it.page for it in phones], host.state()["ply"]
    wait_painted(pages, ply)
    sight = phone.look_until(lambda it: bool(it.choices), "choices")
    while not (choice := draw.choice(sight.choices)).line:
        sight = phone.tap(choice)
    time.sleep(DEAD)
    had = traffic.bytes
    server, browser = processor_time(host.process.pid), browser_time()
    with suppress(Error):
        phone.touch(phone.page.locator(choice.selector).first)
    time.sleep(QUIET)
    if host.state()["ply"] == ply:  # as people do: the tap did nothing
        phone.tap(choice)
    ply = host.state()["ply"]
    painted = wait_painted(pages, ply)
    tapped = phone.page.evaluate("Number(sessionStorage.tapped)")
    return Tap(
        max(painted) - tapped,
        (processor_time(host.process.pid) - server) * 1e3,
        (browser_time() - browser) * 1e3,
        traffic.bytes - had,
    )


def browser_time() -> float:
    """Processor seconds of all processes of the browser."""
    found, parents = 0.0, {os.getpid()}
    for place in sorted(Path("/proc").glob("[0-9]*"), key=lambda it: int(it.name)):
        with suppress(OSError):  # it has just ended
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            if parent not in parents:
                continue
            parents.add(int(place.name))
            if b"chrom" in (place / "cmdline").read_bytes().partition(b"\0")[0]:
                found += processor_time(int(place.name))
    return found


def report(taps: list[Tap], screens: int) -> None:
    """Print what was measured."""
    late = quantiles([it.painted for it in taps], n=20)[-1]
    half = Tap(*(median(values) for values in zip(*taps, strict=True)))
    print(f"tap to painted on {screens} screens, {len(taps)} moves: p50 {half.painted:.0f} ms, p95 {late:.0f} ms")
    print(f"a move brings a phone {half.bytes / 1024:.1f} kB (median)")
    server, browser = (sum(of) / len(taps) for of in ([it.server for it in taps], [it.browser for it in taps]))
    print(f"processor time a move, {screens} pages included: the server {server:.1f} ms, the browser {browser:.0f} ms")


def asleep(host: Host, phones: list[Phone], names: tuple[str, ...], draw: random.Random) -> None:
    """A phone without a network, and how long until it is right again."""
    phone = phones[-2]
    phone.page.context.set_offline(True)
    began = time.monotonic()
    phone.look_until(lambda it: "not connected" in it.words, "that it is not connected")
    waited = time.monotonic() - began
    name, line = next_leaf(host, names, draw)
    ply = host.move(name, line).json()["ply"]
    time.sleep(OFFLINE)
    phone.page.evaluate(
        "() => addEventListener('online', () => { window.back = performance.timeOrigin + performance.now(); }, true)"
    )
    phone.page.context.set_offline(False)
    [painted] = wait_painted([phone.page], ply)
    took = painted - phone.page.evaluate("window.back || 0")
    print(f"without a network: said after {waited * 1e3:.0f} ms; right again {took:.0f} ms after it was back")


def main() -> None:
    """Host a table, and measure it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="suomi1918")
    parser.add_argument("--moves", type=int, default=100)
    asked = parser.parse_args()
    path = find_browser()
    if path is None:
        raise SystemExit(NONE_FOUND)
    names = NAMES[: 2 if asked.game == "kalevala" else FEW.get(asked.game, 6)]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        browser = player.chromium.launch(executable_path=path, args=arguments())
        host = Host(new_record(Path(folder), asked.game, *names, "--deal", "digital"))
        print(f"{asked.game}, {browser.version}; load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
        try:
            measure(player, browser, host, names, asked.moves)
            print(f"load {os.getloadavg()[0]:.1f} at the end")
        finally:
            host.stop()
            browser.close()


if __name__ == "__main__":
    main()
