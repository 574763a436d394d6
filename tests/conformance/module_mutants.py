"""What mutants of modules need: a module with another source, and a proof that ends.

Invariant: a module is replaced before anything imports it.
"""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Sequence
from importlib import util
from importlib.abc import InspectLoader, MetaPathFinder
from pathlib import Path
from typing import Any

from tests.deadline import COMMAND

ROOT = Path(__file__).parents[2]
SECONDS = 180  # of processor time
# How a program ends whose time is over; Windows has no such signals, and no limits.
NEVER_ENDS = tuple(-getattr(signal, name) for name in ("SIGXCPU", "SIGKILL") if hasattr(signal, name))


def run_bounded(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a proof for so many seconds of processor time at most: on a busy machine a slow one is no endless one."""
    import resource  # not on Windows

    limit = (SECONDS, SECONDS + 10)
    return subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit),
        timeout=COMMAND,
    )


class WrongModule(InspectLoader, MetaPathFinder):
    """Gives one module another source."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """The loader itself, for the one module."""
        return util.spec_from_loader(name, self) if name == self.name else None

    def get_source(self, fullname: str) -> str:
        """What is compiled."""
        return self.text
