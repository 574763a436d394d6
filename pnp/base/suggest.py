"""Names as people type them. In: a word and all known names. Out: the nearest names; a name without its accents."""

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


_SPECIAL = str.maketrans({"ä": "a", "ö": "o", "å": "a", "ø": "o", "æ": "ae", "ß": "ss"})


def fold_name(name: str) -> str:
    """Lower-case, without diacritics, blanks, hyphens, underscores and punctuation."""
    text = name.casefold().translate(_SPECIAL)
    if not text.isascii():
        import unicodedata  # only for letters beyond the Nordic ones

        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return "".join(c for c in text if c.isalnum())
