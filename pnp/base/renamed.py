"""Names of the last version. In: an old name. Out: the new one, and a DeprecationWarning at the line that used it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping


def new_name(old: str, renamed: Mapping[str, str], what: str, stacklevel: int = 3) -> str:
    """What `old` is called now; the caller's caller is warned. Raises AttributeError when there was no such name."""
    if old not in renamed:
        raise AttributeError(f"there is no {what} “{old}”")
    message = f"the {what} `{old}` is called `{renamed[old]}` now; the old name goes with the next version"
    warnings.warn(message, DeprecationWarning, stacklevel=stacklevel)
    return renamed[old]
