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
        "After the end of the game only `undo` and `adjust` are possible.",
        "Pelin päätyttyä ei tehdä siirtoja; vain `undo` ja `adjust` ovat mahdollisia.",
    ),
    REF_UNDO: (
        "Only the table takes back lines, and at most as many as there are.",
        "Pöytä peruu siirtoja, enintään niin monta kuin niitä on.",
    ),
    REF_TABLE: (
        "Only the table ends the game and corrects facts.",
        "Pelin lopettaminen ja tosiasioiden korjaaminen kuuluu pöydälle.",
    ),
    REF_SEAT: (
        "A move must come from a seat that can make it.",
        "Siirron tekee paikka, joka voi sen tehdä.",
    ),
    REF_HIDDEN: (
        "Hidden cards may forbid a move; only players who have seen them learn why.",
        "Piilossa olevat kortit voivat estää siirron; syy kerrotaan vain sille, joka on ne nähnyt.",
    ),
    REF_DEALER: (
        "At a digital table the referee shuffles, deals and rolls the dice; players do not.",
        "Digitaalisessa pöydässä tuomari sekoittaa, jakaa ja heittää; ihmiset eivät.",
    ),
    REF_PLACES: (
        "After a correction each card is in one place, with no copy too many. First free the cards that it needs.",
        "Korjauksen jälkeen kukin kortti on yhdessä paikassa eikä yhtäkään ole liikaa. Vapauta ensin, mitä se vaatii.",
    ),
}


def kernel_rulebook() -> Rulebook:
    """The rules above as a rulebook."""
    rules = {
        id_: Rule(id_, "table", {"en": en, "fi": fi}, source="house", summary=False) for id_, (en, fi) in _WORDS.items()
    }
    return Rulebook((Section("table", {"en": "At every table", "fi": "Joka pöydässä"}),), rules)
