"""A game tapped to its end. In: a hosted table, a phone for each seat. Out: every line tapped, all screens in step.

Invariant: nobody types; who taps next is who is asked, and what is tapped is what the page of that phone offers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp.catalog import load_game
from pnp.playtest.simulate import record_text, simulate
from tests.web.browser.phone import Phone, Sight
from tests.web.hosting import Host

MOST_TAPS = 12  # for one line
MOST_CHOICES = 24  # at once


def record_at(folder: Path, game: str, names: Sequence[str], begins: Callable[[str], bool], seed: int = 3) -> Path:
    """The record of a simulated game up to the line before the first of which this is true."""
    found, book = load_game(game)
    replay = simulate(found, book, names, seed)
    end = next(at for at, entry in enumerate(replay.entries) if begins(replay.format(entry)))
    path = folder / "evening.record"
    path.write_text(record_text(replay, seed, replay.entries[:end]), "utf-8")
    return path


def sit_down(host: Host, open_phone: Callable[..., Phone], name: str, **device: Any) -> Phone:
    """A phone that scans the code and takes a seat: two taps at most."""
    phone = open_phone(host.first["join"], name, **device)
    phone.touch(phone.page.get_by_role("button", name=name, exact=True))
    phone.page.wait_for_url(host.at(name))
    return phone


def tap_on(host: Host, phones: Mapping[str, Phone], draw: random.Random, most: int) -> list[int]:
    """Tap until the game is over, or `most` lines are written; how many taps each line took."""
    taps: list[int] = []
    while len(taps) < most:
        public = host.state()
        if public["outcome"] is not None:
            break
        taps.append(_tap_one(phones, public, draw))
    return taps


def _tap_one(phones: Mapping[str, Phone], public: dict[str, Any], draw: random.Random) -> int:
    """One line of somebody who is asked; how many taps it took."""
    asked = [phones[name] for name in public["to_act"] if name in phones] or list(phones.values())
    sights = [(phone, phone.wait_for(public["ply"])) for phone in asked]
    phone, sight = draw.choice([pair for pair in sights if pair[1].choices] or [_nobody(sights)])
    for taps in range(1, MOST_TAPS):
        ply = sight.ply
        assert len(sight.choices) <= MOST_CHOICES, f"{len(sight.choices)} choices at once"
        sight = phone.tap(draw.choice(sight.choices))
        if sight.ply > ply:
            return taps
    raise AssertionError(f"{phone.name} tapped {MOST_TAPS} times, and nothing was written:\n{sight.words}")


def _nobody(sights: list[tuple[Phone, Sight]]) -> tuple[Phone, Sight]:
    raise AssertionError("nobody has a choice:\n" + "\n".join(f"{phone.name}: {it.words}" for phone, it in sights))
