"""A hosted table for a module of tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.hosting import Host, new_record


@pytest.fixture(scope="module")
def kalevala(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Kalevala, dealt by the referee; the seed is open, so that the hands are known: aino holds Ukko and Louhi."""
    host = Host(new_record(tmp_path_factory.mktemp("hosted"), "kalevala", "aino", "ilmari", "--seed", "5"))
    yield host
    host.stop()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
