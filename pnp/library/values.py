"""Values of switches as people read them. In: plain values. Out: words: `true`, and a run of numbers as `1–60`."""

from __future__ import annotations

from collections.abc import Iterable


def format_value(value: object) -> str:
    """One value."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def format_values(values: Iterable[object]) -> str:
    """Values joined by commas; three or more whole numbers in a row are shown as the first and the last."""
    runs: list[list[object]] = []
    for value in values:
        last = runs[-1][-1] if runs else None
        if type(value) is int and type(last) is int and value == last + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    shown = [[f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(format_value, run) for run in runs]
    return ", ".join(word for words in shown for word in words)
