"""The nearest names. In: a word somebody typed and all known names. Out: the names they may have meant."""

from __future__ import annotations

from collections.abc import Iterable

NEAR = 0.55  # how much of a word must agree


def nearest_names(word: str, names: Iterable[str], limit: int = 3, cutoff: float = NEAR) -> list[str]:
    """Return up to `limit` of `names` that look like `word`, best first; empty when none is near."""
    import difflib  # slow to import, and only needed once something is wrong

    return difflib.get_close_matches(word, list(dict.fromkeys(names)), n=limit, cutoff=cutoff)


def hint_nearest(word: str, names: Iterable[str], cutoff: float = NEAR) -> str:
    """A hint such as `did you mean “copies”?`, or the list of all names when none is near and they are few."""
    names = list(names)
    near = nearest_names(word, names, 1, cutoff)
    if near:
        return f"did you mean “{near[0]}”?"
    return f"one of: {', '.join(names)}" if 0 < len(names) <= 12 else ""
