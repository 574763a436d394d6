"""Ctrl-C waits for the end of what belongs together."""

from __future__ import annotations

import signal
import threading

import pytest

from pnp.base.system import interrupts_held
from tests.deadline import PATIENCE


def test_what_belongs_together_is_done_before_ctrl_c_counts() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), interrupts_held():
        done.append("written")
        signal.raise_signal(signal.SIGINT)
        done.append("counted")
    assert done == ["written", "counted"]


def test_afterwards_ctrl_c_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ZeroDivisionError), interrupts_held():
        _ = 1 / 0
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_threads_that_get_no_ctrl_c_hold_none() -> None:
    done: list[str] = []

    def work() -> None:
        with interrupts_held():
            done.append("counted")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(PATIENCE)
    assert done == ["counted"]
