"""From a finger on a phone until nine screens have painted what it did, in a real browser.

In: how many moves. Out: the time from the tap until all screens of the table (six seats, two of them on a second phone,
and the big screen) have painted the new state: median and 95th of a hundred; what a page weighs at first, how many
requests that takes, how many bytes a move brings to a phone; how long until a phone that lost the network for a while
is right again; and the processor time of the server for each move, which a busy machine does not change.

Run: python benchmarks/host_latency.py [--game suomi1918] [--moves 100] [--short]
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from host_first import PHONE, Traffic
from host_load import processor_time
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from pnp.table.option_tree import leaves_of
from tests.ui.web.browser.chromium import NONE_FOUND, arguments, find_browser
from tests.ui.web.browser.phone import PATIENCE, Phone
from tests.ui.web.hosting import Host, new_record

NAMES = ("anna", "ben", "carl", "dora", "emil", "fia")
FEW = {"kalevala": 4, "keko": 4, "keikalla": 4, "drumroll": 4}  # seats, where a game has fewer than six
OFFLINE = 3.0  # seconds without a network

# On each screen: when each ply was painted for the first time; on a phone that is tapped: when the finger came down,
# kept where another page of the same phone finds it.
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


def open_screen(player: Playwright, browser: Browser, address: str, is_phone: bool) -> tuple[Phone, Traffic]:
    """A screen of its own, watched."""
    device = dict(player.devices[PHONE]) if is_phone else {"viewport": {"width": 1920, "height": 1080}}
    device.pop("default_browser_type", None)
    page = browser.new_context(**device).new_page()
    page.add_init_script(WATCH)
    traffic = Traffic(page)
    return Phone(page).go(address), traffic


def wait_painted(pages: list[Page], ply: int) -> list[float]:
    """When each page had painted a ply."""
    end, found = time.monotonic() + PATIENCE, [0.0] * len(pages)
    while not all(found):
        for at, page in enumerate(pages):
            found[at] = found[at] or page.evaluate("(ply) => window.painted?.[ply] || 0", str(ply))
        if time.monotonic() > end:
            raise TimeoutError(f"ply {ply} was never painted by {found.count(0.0)} screens")
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
    opened = [open_screen(player, browser, host.at(name), bool(name)) for name in (*seats, "")]
    phones, traffic = [phone for phone, _ in opened], [traffic for _, traffic in opened]
    time.sleep(1)
    print(f"a phone's first load: {traffic[0].words()}")
    print(f"the big screen's first load: {traffic[-1].words()}")
    draw, latencies, sizes, asked = random.Random(1), [], [], []
    work = 0.0
    for _ in range(moves):
        if host.state()["outcome"] is not None:
            break
        name, _ = next_leaf(host, names, draw)
        phone, ply = phones[seats.index(name)], host.state()["ply"]
        wait_painted([it.page for it in phones], ply)
        had, requests = traffic[-2].bytes, traffic[-2].requests
        sight = phone.look_until(lambda it: bool(it.choices), "choices")
        before = processor_time(host.process.pid)
        while sight.ply == ply:
            sight = phone.tap(draw.choice(sight.choices))
        painted = wait_painted([it.page for it in phones], sight.ply)
        work += processor_time(host.process.pid) - before
        latencies.append(max(painted) - phone.page.evaluate("Number(sessionStorage.tapped)"))
        sizes.append(traffic[-2].bytes - had)
        asked.append(traffic[-2].requests - requests)
    late = quantiles(latencies, n=20)[-1]
    print(
        f"tap to painted on {len(phones)} screens, {len(latencies)} moves: "
        f"p50 {median(latencies):.0f} ms, p95 {late:.0f} ms"
    )
    print(
        f"a move brings a phone {median(sizes) / 1024:.1f} kB (median) in {median(asked):g} requests beside the stream"
    )
    print(f"the server's processor time: {work / len(latencies) * 1e3:.1f} ms a move, pages for nine screens included")
    if host.state()["outcome"] is None:
        asleep(host, phones, names, draw)


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
    parser.add_argument("--short", action="store_true", help="15 moves")
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
            measure(player, browser, host, names, 15 if asked.short else asked.moves)
            print(f"load {os.getloadavg()[0]:.1f} at the end")
        finally:
            host.stop()
            browser.close()


if __name__ == "__main__":
    main()
