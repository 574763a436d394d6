"""Texts in the language that is asked for. In: texts of a game. Out: its words in that language, where it has them."""

from __future__ import annotations


def localise_text(text: str, lang: str) -> str:
    """A text in a language, as far as its game has it: a message (`referee/kernel/message.py`) knows its words."""
    localise = getattr(text, "localise", None)
    return localise(lang) if localise is not None else text
