"""The kernel's own rules: what holds at every table, whatever the game. In: nothing. Out: rule ids, their words, and
the reasons of refusals by them, each in English and Finnish.
"""

from __future__ import annotations

from typing import Any

from pnp.library.rulebook import Rule, Rulebook, Section
from pnp.library.words import LocalisedText, Words, in_language, localise

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


REASONS: dict[str, Words] = {
    "over": {"en": "the game is over: {reason}", "fi": "peli on päättynyt: {reason}"},
    "corrections": {
        "en": "corrections are for the table: `table: adjust …`",
        "fi": "korjaukset kuuluvat pöydälle: `table: adjust …`",
    },
    "undo": {
        "en": "only the table takes plies back: `table: undo`",
        "fi": "vain pöytä peruu siirtoja: `table: undo`",
    },
    "one_stands": {
        "en": "cannot take back {count}: 1 ply stands",
        "fi": "ei voi perua {count}: voimassa on 1 siirto",
    },
    "some_stand": {
        "en": "cannot take back {count}: {there} plies stand",
        "fi": "ei voi perua {count}: voimassa on {there} siirtoa",
    },
    "one_line": {
        "en": "cannot take back {count}: 1 line of the players stands",
        "fi": "ei voi perua {count}: pelaajien rivejä on voimassa 1",
    },
    "some_lines": {
        "en": "cannot take back {count}: {there} lines of the players stand",
        "fi": "ei voi perua {count}: pelaajien rivejä on voimassa {there}",
    },
    "ends": {"en": "the table ends the game: `table: end`", "fi": "pöytä lopettaa pelin: `table: end`"},
    "table_resigns": {"en": "the table cannot resign", "fi": "pöytä ei voi luovuttaa"},
    "resigned": {"en": "{name} resigned", "fi": "{name} luovutti"},
    "stopped": {
        "en": "the table ended the game, and nobody wins",
        "fi": "pöytä lopetti pelin, eikä kukaan voita",
    },
    "hidden": {
        "en": "it rests on what lies hidden; who has seen it asks with --seat",
        "fi": "se riippuu piilossa olevasta; sen nähnyt kysyy valinnalla --seat",
    },
    "dealer": {
        "en": "the referee deals at this table; "
        "what the table decides otherwise is overruled (`table: !…`) or adjusted",
        "fi": "tässä pöydässä tuomari jakaa; minkä pöytä päättää toisin, se sallitaan (`table: !…`) tai korjataan",
    },
}


class TableText(LocalisedText):
    """A reason that holds at every table; it knows itself in other languages, as a game's messages do."""

    id: str
    args: dict[str, Any]

    def localise(self, lang: str) -> str:
        """The same in another language."""
        args = {name: in_language(value, lang) for name, value in self.args.items()}
        return localise(REASONS[self.id], lang).format(**args)

    def __reduce__(self) -> tuple[Any, ...]:
        return _table_text, (self.id, self.args)


def _table_text(id: str, args: dict[str, Any]) -> TableText:
    text = TableText(REASONS[id]["en"].format(**args))
    text.id, text.args = id, args
    return text


def make_reason(id: str, /, **args: Any) -> TableText:
    """A reason in English that can be localised."""
    return _table_text(id, args)


def cannot_undo(count: int, there: int, one: str = "one_stands", some: str = "some_stand") -> TableText:
    """Why so many plies, or lines, cannot be taken back."""
    return make_reason(one if there == 1 else some, count=count, there=there)


def kernel_rulebook() -> Rulebook:
    """The rules above as a rulebook."""
    rules = {
        id_: Rule(id_, "table", {"en": en, "fi": fi}, source="house", summary=False) for id_, (en, fi) in _WORDS.items()
    }
    return Rulebook((Section("table", {"en": "At every table", "fi": "Joka pöydässä"}),), rules)
