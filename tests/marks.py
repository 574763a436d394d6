"""Marks of cases. In: values of a parameter, those whose case costs seconds. Out: the same, some of them left to CI.

Invariant: `make check` runs every case; `make test` leaves out those marked `ci`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def on_ci(values: Iterable[Any], *dear: Any) -> list[Any]:
    """Cases of a parameter; the dear ones run where `make check` does."""
    return [pytest.param(value, marks=pytest.mark.ci) if value in dear else value for value in values]
