"""A whole game of each stays what it was, line for line and picture for picture."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.games.tables import refereed_slugs


@pytest.mark.parametrize("slug", refereed_slugs())
def test_the_golden_playthrough(slug: str) -> None:
    page = import_module(f"tests.games.{slug}.playthrough")
    assert page.compose() == page.FILE.read_text(encoding="utf-8"), f"python -m {page.__name__} writes it anew"
