"""Labels of the gallery. In: a key. Out: its label in each language of a game; English where there are none."""

from __future__ import annotations

from collections.abc import Iterable

WORDS: dict[str, dict[str, str]] = {
    "search": {"en": "Search", "fi": "Haku"},
    "all": {"en": "all", "fi": "kaikki"},
    "deck": {"en": "Deck", "fi": "Pakka"},
    "language": {"en": "Language", "fi": "Kieli"},
    "look": {"en": "Light", "fi": "Valo"},
    "auto": {"en": "as the system", "fi": "kuten järjestelmä"},
    "light": {"en": "light", "fi": "vaalea"},
    "dark": {"en": "dark", "fi": "tumma"},
    "clear": {"en": "Clear", "fi": "Tyhjennä"},
    "skip": {"en": "Skip to the cards", "fi": "Siirry kortteihin"},
    "filters": {"en": "Filters", "fi": "Suodattimet"},
    "count": {"en": "Shown: {shown} of {all}", "fi": "Näkyvissä: {shown} / {all}"},
    "none": {"en": "Nothing matches. Clear the filters to see everything.", "fi": "Mikään ei vastaa hakua."},
    "copies": {"en": "copies", "fi": "kpl"},
    "details": {"en": "Details", "fi": "Tiedot"},
    "back": {"en": "Back", "fi": "Kääntöpuoli"},
    "enlarge": {"en": "Enlarge", "fi": "Suurenna"},
    "close": {"en": "Close", "fi": "Sulje"},
    "previous": {"en": "Previous", "fi": "Edellinen"},
    "next": {"en": "Next", "fi": "Seuraava"},
    "large": {"en": "Large picture", "fi": "Suuri kuva"},
}
LANGUAGES = {
    "de": "Deutsch", "en": "English", "es": "español", "et": "eesti", "fi": "suomi", "fr": "français",
    "it": "italiano", "nl": "Nederlands", "no": "norsk", "pl": "polski", "pt": "português", "sv": "svenska",
}  # fmt: skip


def words_of(key: str, languages: Iterable[str]) -> dict[str, str]:
    """The label of a key by language."""
    return {lang: WORDS[key].get(lang, WORDS[key]["en"]) for lang in languages}


def language_name(code: str) -> str:
    """A language's name for itself; its code when it is not known."""
    return LANGUAGES.get(code, code)
