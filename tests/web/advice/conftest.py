"""A referee to talk to."""

from tests.cli.referee.conftest import run

__all__ = ["run"]
