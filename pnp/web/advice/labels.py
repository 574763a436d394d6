"""The words of hints and reviews, in English and Finnish (`words.yaml`)."""

from __future__ import annotations

from pnp.library.catalogue import read_words
from pnp.referee.message import phrases

label = phrases(read_words(__file__))


def hundredths(share: float, lang: str, digits: int = 0) -> str:
    """A share of 1 as a number of 100, with a proper minus, and a comma where people write one."""
    text = f"{100 * share:.{digits}f}".replace("-", "−")
    text = text.replace("−0.0", "0.0") if float(f"{100 * share:.{digits}f}") == 0 else text
    return text.replace(".", ",") if lang == "fi" else text
