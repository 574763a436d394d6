"""From a save until the studio has painted it, in a real browser; what a layout edit of 500 cards takes; what waiting
costs; what the page weighs; whether memory grows.

In: copies of Kalevala and Keikalla and a game of 500 cards made here. Out: median and 95th of the time from the end of
a save until the face is painted, the processor time of the server for it (which a busy machine does not change), and
the musts beside.

Run: python benchmarks/studio.py [--saves 60] [--idle 10] [--growth 0] [--short]
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from host_load import processor_time
from playwright.sync_api import Browser, Page, sync_playwright

from pnp.base.watching import REST_AFTER
from tests.deadline import Deadline
from tests.ui.studio.running import copy_game
from tests.ui.studio.test_command import NEW
from tests.ui.terminal.counted import environment
from tests.ui.web.browser.chromium import NONE_FOUND, arguments, find_browser

SAVE_P50, SAVE_P95 = 120, 200  # ms that must be
MUST = {"visible": 300, "all": 5000, "broken": 200, "idle": 1.0, "weight": 80}  # ms; percent; kB
PATIENCE = 30_000  # ms
# When each picture was painted, by the digest of its face; when each event came.
WATCH = """(() => {
  const now = () => performance.timeOrigin + performance.now();
  window.painted = {};
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const digest = target.dataset.painted;
      requestAnimationFrame(() => setTimeout(() => { painted[digest] = now(); }));
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-painted"] });
  window.came = { face: [], faults: [], done: [] };
  const Source = EventSource;
  window.EventSource = class extends Source {
    constructor(address) {
      super(address);
      for (const kind of Object.keys(came)) {
        this.addEventListener(kind, (event) => came[kind].push([now(), JSON.parse(event.data)]));
      }
    }
  };
})()"""


GAME = """game: SLUG
title: {en: Many, fi: Monta}
version: '1'
languages: [en, fi]
players: [2, 4]
components:
  heroes: {title: {en: Heroes, fi: Sankarit}, kind: cards, deck: heroes, face: hero, back: back}
"""
DECK = """deck: heroes
title: {en: Heroes, fi: Sankarit}
total: TOTAL
source: house
fields: {value: {type: int, required: true}}
texts: [rule]
cards:
"""
CARD = """- id: hero{n}
  name: {{en: Hero {n}, fi: Sankari {n}}}
  value: {value}
  text:
    rule:
      en: Draw {some} cards, then discard one. **Number {n}** counts twice where no other stands beside it.
      fi: Nosta {some} korttia ja hylkää yksi. **Numero {n}** lasketaan kahdesti, jos se on yksin.
"""
SIZE = "size: {width: 63, height: 88, bleed: 3, safe: 3, corner: 3}\n"
FACE = """values: {band: 24}
elements:
  ground: {kind: rect, box: bleed, fill: '#f4efe2'}
  band: {kind: rect, x: -3, y: -3, width: 69, height: band, fill: '#234060'}
  value: {kind: text, text: '{value}', x: 4, y: 4, width: 12, height: 12, size: 26, colour: '#fff', 'on': '#234060'}
  name: {kind: text, text: '{name}', x: 18, y: 4, width: 41, height: 12, size: 15, colour: '#fff', 'on': '#234060'}
  rule: {kind: text, text: '{text.rule}', x: 5, y: 26, width: 53, height: 40, size: 10, colour: '#111', 'on': '#f4efe2'}
"""


class Open:
    """A studio, and a page of it."""

    def __init__(self, home: Path, browser: Browser) -> None:
        self.home = home
        command = [sys.executable, "-c", NEW, "studio", "--json"]
        self.process = subprocess.Popen(command, cwd=home, env=environment(), stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.first = json.loads(self.process.stdout.readline())
        self.page: Page = browser.new_page(viewport={"width": 1280, "height": 800})
        self.page.set_default_timeout(PATIENCE)
        self.page.add_init_script(WATCH)
        self.page.goto(self.first["url"])
        self.page.wait_for_selector("[data-painted]")
        self.settle()

    def settle(self) -> None:
        """Until nothing is left to do."""
        before, deadline = -1, Deadline("the studio to settle", PATIENCE / 1000)
        while before != (now := self.ask("came.face.length + came.done.length + Object.keys(painted).length")):
            before = now
            deadline.check(before)
            time.sleep(0.6)

    def ask(self, what: str) -> Any:
        """What the page knows."""
        return self.page.evaluate(f"() => {what}")

    def forget(self) -> None:
        """Count anew."""
        self.ask("{ painted = {}; for (const kind in came) came[kind] = []; }")

    def wait(self, what: str) -> Any:
        """What the page knows, once it is something."""
        deadline = Deadline(what, PATIENCE / 1000)
        while not (found := self.ask(what)):
            deadline.check(found)
            time.sleep(0.01)
        return found

    def close(self) -> None:
        """End both."""
        self.page.close()
        self.process.terminate()
        self.process.wait(PATIENCE / 1000)


@contextlib.contextmanager
def opened(home: Path, browser: Browser) -> Iterator[Open]:
    """A studio for a while."""
    studio = Open(home, browser)
    try:
        yield studio
    finally:
        studio.close()


def measure_saves(studio: Open, file: Path, pattern: str, card: str, saves: int) -> tuple[list[float], float]:
    """Milliseconds from each save until its face is painted, and those of the processor for one."""
    times = []
    began = processor_time(studio.process.pid)
    for number in range(saves):
        studio.forget()
        time.sleep(0.05 + number % 7 * 0.004)  # not in step with the looks
        text = re.sub(pattern, rf"\g<1>{(number + 3) % 10}", file.read_text("utf-8"), count=1)
        file.write_text(text, "utf-8")
        saved = time.time() * 1000
        painted = studio.wait(
            f"(() => {{ const it = came.face.find(([, it]) => it.card === '{card}' && it.side === 'front'); "
            f"return it && painted[it[1].digest]; }})()"
        )
        times.append(painted - saved)
        studio.wait("came.done.length")  # other faces of the card may be told later
    return times, (processor_time(studio.process.pid) - began) / saves * 1000


def measure_layout(studio: Open, file: Path, cards: int) -> tuple[list[float], list[float], float]:
    """Milliseconds from a layout edit until all that is visible is painted, until every face was told, and how long a
    newer edit waits for the work of an older one.
    """
    visible, every, newer = [], [], []
    shades = iter(range(16, 240, 7))
    for _ in range(5):
        studio.forget()
        saved = recolour(file, next(shades))
        count = studio.ask(
            "[...document.querySelectorAll('main .shot')].filter((it) => { const box = it.getBoundingClientRect(); "
            "return box.top < innerHeight && box.bottom > 0; }).length"
        )
        painted = studio.wait(f"Object.keys(painted).length >= {count} && Object.values(painted).sort()")
        visible.append(painted[count - 1] - saved)
        every.append(studio.wait(f"came.face.length >= {cards} && came.face.at(-1)[0]") - saved)
        studio.settle()
    for _ in range(5):
        studio.forget()
        recolour(file, next(shades))
        studio.wait("came.face.length > 3")
        studio.forget()
        saved = recolour(file, next(shades))
        studio.settle()
        last = studio.ask(  # the first picture that is still there: one of the newer edit
            "Math.min(...[...document.querySelectorAll('[data-painted]')].map((it) => painted[it.dataset.painted])"
            ".filter(Boolean))"
        )
        newer.append(float(last) - saved)
    return visible, every, median(newer)


def recolour(file: Path, shade: int) -> float:
    """Give the band of every card another colour."""
    file.write_text(re.sub(r"#2340[0-9a-f]{2}", f"#2340{shade:02x}", file.read_text("utf-8")), "utf-8")
    return time.time() * 1000


def measure_broken(studio: Open, file: Path) -> float:
    """Milliseconds until a broken file is told."""
    times = []
    good = file.read_text("utf-8")
    for _ in range(5):
        studio.forget()
        file.write_text("cards: [", "utf-8")
        saved = time.time() * 1000
        times.append(float(studio.wait("(came.faults.find(([, it]) => it.broken) || [])[0]")) - saved)
        file.write_text(good, "utf-8")
        studio.wait("came.faults.some(([, it]) => !it.broken)")
        studio.settle()
    return median(times)


def memory(process: int) -> float:
    """MB that a process holds."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def page_weight() -> float:
    """kB of page, style and scripts, packed."""
    static = Path(__file__).parents[1] / "pnp" / "ui" / "studio" / "static"
    return sum(len(gzip.compress(file.read_bytes())) for file in static.iterdir()) / 1000


def make_game(home: Path, cards: int) -> Path:
    """A game of many cards in two languages."""
    (home / "cards").mkdir(parents=True)
    (home / "layouts").mkdir()
    rows = "".join(CARD.format(n=n, value=n % 13, some=n % 5 + 1) for n in range(cards))
    files = {
        "cards/game.yaml": GAME.replace("SLUG", home.name),
        "cards/heroes.yaml": DECK.replace("TOTAL", str(cards)) + rows,
        "layouts/theme.yaml": "extends: _stock/theme\n",
        "layouts/back.yaml": f"{SIZE}elements:\n  ground: {{kind: rect, box: bleed, fill: '#224466'}}\n",
        "layouts/hero.yaml": SIZE + FACE,
    }
    for name, text in files.items():
        (home / name).write_text(text, "utf-8")
    return home


def print_times(label: str, times: list[float], work: float) -> None:
    """One line."""
    late = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    after = f"p50 {median(times):.0f} ms (must {SAVE_P50}), p95 {late:.0f} ms (must {SAVE_P95})"
    print(f"{label:26} {after}; server {work:.0f} ms of processor")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--saves", type=int, default=60)
    parser.add_argument("--idle", type=float, default=10.0, help="seconds")
    parser.add_argument("--growth", type=int, default=0, help="saves after which memory is compared")
    parser.add_argument("--short", action="store_true")
    asked = parser.parse_args()
    saves, idle = (12, 4.0) if asked.short else (asked.saves, asked.idle)
    path = find_browser()
    if path is None:
        sys.exit(NONE_FOUND)
    print(f"load of the machine {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    print(f"{'page, style, scripts':26} {page_weight():.1f} kB packed (must {MUST['weight']})")
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as name, sync_playwright() as player:
        browser = player.chromium.launch(executable_path=path, args=arguments())
        games = {
            "kalevala": (
                copy_game("kalevala", Path(name)),
                "tiles.yaml",
                r"(id: louhi\n(?:.*\n)*?    value: )\d",
                "louhi",
            ),
            "keikalla": (
                copy_game("keikalla", Path(name)),
                "actions.yaml",
                r"(id: record_deal\n(?:.*\n)*?          You need )\w+",
                "record_deal",
            ),
            "500 cards": (
                make_game(Path(name, "many"), 500),
                "heroes.yaml",
                r"(id: hero1\n(?:.*\n)*?  value: )\d",
                "hero1",
            ),
        }
        for label, (home, deck, pattern, card) in games.items():
            with opened(home, browser) as studio:
                times, work = measure_saves(studio, home / "cards" / deck, pattern, card, saves)
                print_times(f"save, {label}", times, work)
                if label == "500 cards":
                    visible, every, newer = measure_layout(studio, home / "layouts" / "hero.yaml", 500)
                    seen = f"visible painted after {median(visible):.0f} ms (must {MUST['visible']})"
                    known = f"all faces told after {median(every):.0f} ms (must {MUST['all']})"
                    print(f"{'layout of 500 cards':26} {seen}, {known}; a newer edit painted after {newer:.0f} ms")
                broken = measure_broken(studio, home / "cards" / deck)
                print(f"{'a broken file, ' + label:26} told after {broken:.0f} ms (must {MUST['broken']})")
                time.sleep(REST_AFTER + 1)
                began, cost = time.monotonic(), processor_time(studio.process.pid)
                time.sleep(idle)
                share = (processor_time(studio.process.pid) - cost) / (time.monotonic() - began) * 100
                print(f"{'idle, ' + label:26} {share:.1f} % of a processor (must {MUST['idle']})")
                if asked.growth:
                    before = memory(studio.process.pid)
                    measure_saves(studio, home / "cards" / deck, pattern, card, asked.growth)
                    now = memory(studio.process.pid)
                    print(f"{'memory, ' + label:26} {before:.0f} MB, after {asked.growth} saves {now:.0f} MB")
        browser.close()


if __name__ == "__main__":
    main()
