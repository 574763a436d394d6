"""The door of the kernel: what a game pays that only says what it asks, and names that are not there."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pnp.referee import kernel
from tests.deadline import COMMAND


def test_a_game_that_only_asks_does_not_load_the_machinery() -> None:
    """Keikalla's questions are the kernel's, its trial is its own: each of its commands would pay for both."""
    code = (
        "import sys; from pnp.catalog import find_game, rules_of; rules_of(find_game('keikalla'));"
        "machinery = {'pnp.referee.kernel.' + name for name in ('trial', 'judging', 'declaration')};"
        "print('pnp.referee.kernel.question' in sys.modules, sorted(machinery & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=COMMAND)
    assert done.stdout.strip() == "True []"


def test_every_name_of_the_door_is_there() -> None:
    assert "declare" in kernel.__all__
    assert [name for name in kernel.__all__ if not hasattr(kernel, name)] == []


def test_another_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'declair'"):
        kernel.declair  # type: ignore[attr-defined] # noqa: B018
