"""Values that are tried. In: `tiles.ukko.value=5..9`, `constants.hand_size=4,6`. Out: each as a change of its own:
`tiles.ukko.value=5`.

Invariant: a text that names no values, or too many, is a UsageError.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.base.diagnostics import InputError, Span, UsageError

MOST = 50  # values of one datum
_RANGE = re.compile(r"(-?\d{1,99})\.\.(-?\d{1,99})")
_FORM = "such as tiles.ukko.value=5..9 or constants.hand_size=4,6"


def read_changes(text: str) -> list[str]:
    """The changes that a text names, in their order, each once."""
    target, equals, typed = text.partition("=")
    target = target.strip()
    if not equals or not target or not typed.strip():
        raise _refused(f"expected NAME=VALUES, got “{text}”")
    values = list(dict.fromkeys(_values(text, typed.strip())))
    if len(values) > MOST:
        raise _refused(f"“{text}” has {len(values)} values; the limit is {MOST}")
    return [f"{target}={value}" for value in values]


def _values(text: str, typed: str) -> Iterator[str]:
    if typed.startswith(("[", "{")):  # one list
        yield typed
        return
    for part in typed.split(","):
        part = part.strip()
        if not part:
            raise _refused(f"“{text}” has an empty value")
        found = _RANGE.fullmatch(part)
        if found is None:
            if ".." in part:
                raise _refused(f"expected a range of whole numbers, got “{part}”")
            yield part
            continue
        least, most = int(found[1]), int(found[2])
        if least > most:
            raise _refused(f"“{part}” ends before it starts")
        if most - least >= 10 * MOST:
            raise _refused(f"“{part}” has {most - least + 1:,} values; the limit is {MOST}")
        yield from map(str, range(least, most + 1))


def _refused(what: str) -> InputError:
    return UsageError.single(Span("FIELD=VALUES"), what, _FORM, "vary")
