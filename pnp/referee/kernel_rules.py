"""The kernel's own rules: what holds at every table, whatever the game. In: nothing. Out: rule ids and their
words, each in English and Finnish. Reasons of refusals by them are in `words.py`.
"""

from __future__ import annotations

from pnp.library.rulebook import Rule, Rulebook, Section

REF_OVER = "REF-1"
REF_UNDO = "REF-2"
REF_TABLE = "REF-3"
REF_SEAT = "REF-4"
REF_HIDDEN = "REF-5"
REF_DEALER = "REF-6"
REF_PLACES = "REF-7"

_WORDS = {
    REF_OVER: (
        "After the end no move is made; only `undo` and `adjust` are left.",
        "Pelin päätyttyä ei tehdä siirtoja; vain `undo` ja `adjust` ovat mahdollisia.",
    ),
    REF_UNDO: (
        "The table takes plies back, as many as stand.",
        "Pöytä peruu siirtoja, enintään niin monta kuin niitä on.",
    ),
    REF_TABLE: (
        "Ending the game and correcting facts is for the table.",
        "Pelin lopettaminen ja tosiasioiden korjaaminen kuuluu pöydälle.",
    ),
    REF_SEAT: (
        "A move is made by a seat that can make it.",
        "Siirron tekee paikka, joka voi sen tehdä.",
    ),
    REF_HIDDEN: (
        "Cards that lie hidden may forbid a move; why is told only to those who have seen them.",
        "Piilossa olevat kortit voivat estää siirron; syy kerrotaan vain sille, joka on ne nähnyt.",
    ),
    REF_DEALER: (
        "At a digital table the referee shuffles, deals and throws; people do not.",
        "Digitaalisessa pöydässä tuomari sekoittaa, jakaa ja heittää; ihmiset eivät.",
    ),
    REF_PLACES: (
        "After a correction each card lies in one place, and none is there too often. Free first what it takes.",
        "Korjauksen jälkeen kukin kortti on yhdessä paikassa eikä yhtäkään ole liikaa. Vapauta ensin, mitä se vaatii.",
    ),
}


def kernel_rulebook() -> Rulebook:
    """The rules above as a rulebook."""
    rules = {
        id_: Rule(id_, "table", {"en": en, "fi": fi}, source="house", summary=False) for id_, (en, fi) in _WORDS.items()
    }
    return Rulebook((Section("table", {"en": "At every table", "fi": "Joka pöydässä"}),), rules)
