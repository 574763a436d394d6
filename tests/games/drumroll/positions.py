"""The positions of `positions.yaml` by name, and what their tests share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.games.drumroll.tables import Desk

DATA = yaml.safe_load((Path(__file__).parent / "positions.yaml").read_text(encoding="utf-8"))
CASES: dict[str, dict[str, Any]] = {case["name"]: case for case in DATA["tests"]}
ROPE_WALKER = "PF-ACR-1"


def cases(*names: str) -> pytest.MarkDecorator:
    """Some positions by name."""
    return pytest.mark.parametrize("case", [CASES[name] for name in names], ids=lambda case: case["name"])


def gain(desk: Desk, seat: str, what: str = "coins") -> int:
    """A number of a player."""
    number: int = desk.of(seat)[what]
    return number


def passed(desk: Desk) -> Desk:
    """All pass their three decisions."""
    while desk.phase == "PLACEMENT":
        desk.play(f"{desk.table.setup.seats[desk.table.to_act[0]]}: pass")
    return desk
