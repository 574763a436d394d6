"""Helpers of xdist trace nothing for nobody. In: the configuration of a helper in a run that counts coverage.

pytest-cov begins to count before it knows that it is in a helper, and a second time when it knows. The first is never
asked for anything; but whenever a test marked `no_cover` stops the second, the first goes on, and such a test would
take two to three times as long. Invariant: what is counted stays the same.
"""

from __future__ import annotations

import pytest


def stop_forgotten(config: pytest.Config) -> bool:
    """Stop the first, before the second begins; whether this run counts."""
    plugin = config.pluginmanager.getplugin("_cov")
    controller = getattr(plugin, "cov_controller", None)
    if controller is not None and hasattr(config, "workerinput"):
        controller.cov.stop()
    return controller is not None
