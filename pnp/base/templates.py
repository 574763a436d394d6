"""Templates of HTML pages. In: folders. Out: Jinja templates of these, in which every value is escaped.

Invariant: Jinja is imported when the first page is written, not before.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


@lru_cache(8)
def templates(*folders: Path) -> Environment:
    """The templates of these folders, the first of which comes first; each is read once."""
    from jinja2 import Environment, FileSystemLoader

    return Environment(
        loader=FileSystemLoader(folders), autoescape=True, trim_blocks=True, lstrip_blocks=True, auto_reload=False
    )
