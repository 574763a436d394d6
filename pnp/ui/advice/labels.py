"""The words of hints and reviews, in English and Finnish."""

from __future__ import annotations

from typing import Any

from pnp.library.words import Words, localise
from pnp.referee.message import fill

LABELS: dict[str, Words] = {
    "chance": {
        "en": "chance to win {mean} % ({low} to {high} %), as far as {name} knows",
        "fi": "voiton mahdollisuus {mean} % ({low}–{high} %), sikäli kuin {name} tietää",
    },
    "known": {
        "en": "chance to win {mean} % ({low} to {high} %), as far as everybody knows",
        "fi": "voiton mahdollisuus {mean} % ({low}–{high} %), sikäli kuin kaikki tietävät",
    },
    "only": {"en": "nothing else is allowed", "fi": "muuta ei ole sallittu"},
    "why": {"en": "why: {because} [{rule}]", "fi": "miksi: {because} [{rule}]"},
    "next": {"en": "next best:", "fi": "seuraavaksi parhaat:"},
    "fewer": {
        "en": "{mean} of 100 games fewer ({low} to {high})",
        "fi": "100 pelistä {mean} voittoa vähemmän ({low}–{high})",
    },
    "alike": {
        "en": "about as good ({low} to {high} of 100 games fewer)",
        "fi": "suunnilleen yhtä hyvä ({low}…{high} voittoa vähemmän 100 pelistä)",
    },
}


def label(id: str, lang: str, **args: Any) -> str:
    """A phrase of hints and reviews."""
    return fill(localise(LABELS[id], lang), args, None, lang)


def hundredths(share: float, lang: str, digits: int = 0) -> str:
    """A share of 1 as a number of 100, with a proper minus, and a comma where people write one."""
    text = f"{100 * share:.{digits}f}".replace("-", "−")
    text = text.replace("−0.0", "0.0") if float(f"{100 * share:.{digits}f}") == 0 else text
    return text.replace(".", ",") if lang == "fi" else text
