"""A referee to talk to."""

from tests.ui.referee.conftest import run

__all__ = ["run"]
