"""A whole game of each stays what it was, line for line and picture for picture."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.games.tables import refereed_slugs
from tests.golden import Golden


@pytest.mark.parametrize("slug", refereed_slugs())
def test_the_golden_playthrough(slug: str, golden: Golden) -> None:
    page: str = import_module(f"tests.games.{slug}.playthrough").compose()
    golden(Path(__file__).parent / slug / "playthrough.txt", page)
