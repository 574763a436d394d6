"""The words of the page itself, in English and Finnish."""

from __future__ import annotations

from pnp.library.words import Words, localise

LABELS: dict[str, Words] = {
    "table": {"en": "The table", "fi": "Pöytä"},
    "lines": {"en": "Line by line", "fi": "Rivi riviltä"},
    "start": {"en": "Before the first line", "fi": "Ennen ensimmäistä riviä"},
    "first": {"en": "to the beginning", "fi": "alkuun"},
    "back": {"en": "back", "fi": "edellinen"},
    "on": {"en": "next", "fi": "seuraava"},
    "last": {"en": "to the end", "fi": "loppuun"},
    "play": {"en": "play", "fi": "toista"},
    "line": {"en": "line", "fi": "rivi"},
    "why": {"en": "why", "fi": "miksi"},
    "keys": {"en": "Keys: ← → one line, Home and End, space plays. Or swipe over the table.",
             "fi": "Näppäimet: ← → yksi rivi, Home ja End, välilyönti toistaa. Tai pyyhkäise pöydän yli."},
    "unfinished": {"en": "This game is not over; hidden cards stay hidden.",
                   "fi": "Peli on kesken; piilossa olevat kortit pysyvät piilossa."},
    "seen_by": {"en": "as {name} knows it", "fi": "kuten {name} sen tietää"},
    "acts": {"en": "to act", "fi": "vuorossa"},
}  # fmt: skip


def label(id: str, lang: str) -> str:
    """A word of the page."""
    return localise(LABELS[id], lang)
