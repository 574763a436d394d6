"""The few rules that hold at every table with cards; `pnp rules` prints them for a game that has none of its own."""

from __future__ import annotations

from pnp.library.rulebook import Rule, Rulebook, Section

SEATS = "SBX-1"
TURN = "SBX-2"
CONSERVED = "SBX-3"
HELD = "SBX-4"
PILE = "SBX-5"
ZONE = "SBX-6"
TABLE_ONLY = "SBX-7"
DEAL_DUE = "SBX-8"

_WORDS = {
    SEATS: (
        "The number of players is one the game allows.",
        "Pelaajia on niin monta kuin peli sallii.",
    ),
    TURN: (
        "One player after the other has the turn, clockwise; `done` ends it.",
        "Pelaajat ovat vuorossa toinen toisensa jälkeen myötäpäivään; `done` päättää vuoron.",
    ),
    CONSERVED: (
        "No card exists more often than it was printed: a copy that lies elsewhere cannot be here.",
        "Mitään korttia ei ole enempää kuin sitä on painettu: muualla oleva kappale ei voi olla täällä.",
    ),
    HELD: (
        "A player plays or discards only cards of the own hand.",
        "Pelaaja pelaa tai hylkää vain oman kätensä kortteja.",
    ),
    PILE: (
        "Cards are drawn from a pile that has them.",
        "Kortteja nostetaan vain pinosta, jossa niitä on.",
    ),
    ZONE: (
        "A card is taken only from the open zone where it lies.",
        "Kortin voi ottaa vain siltä avoimelta alueelta, jolla se on.",
    ),
    TABLE_ONLY: (
        "Dealing, rolling and shuffling are told by the table.",
        "Jakamisen, heittämisen ja sekoittamisen kertoo pöytä.",
    ),
    DEAL_DUE: (
        "In a digital deal the drawn cards come before anything else.",
        "Digitaalisessa jaossa nostetut kortit jaetaan ennen muuta.",
    ),
}


def sandbox_rulebook() -> Rulebook:
    """The rules above as a rulebook."""
    rules = {
        id_: Rule(id_, "table", {"en": en, "fi": fi}, source="house", summary=False) for id_, (en, fi) in _WORDS.items()
    }
    return Rulebook((Section("table", {"en": "At the table", "fi": "Pöydässä"}),), rules)
