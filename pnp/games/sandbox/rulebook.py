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
        "The number of players must be one that the game allows.",
        "Pelaajia on niin monta kuin peli sallii.",
    ),
    TURN: (
        "Players take turns clockwise; `done` ends a turn.",
        "Pelaajat ovat vuorossa toinen toisensa jälkeen myötäpäivään; `done` päättää vuoron.",
    ),
    CONSERVED: (
        "A card has only the printed number of copies: a copy that is elsewhere cannot be here.",
        "Mitään korttia ei ole enempää kuin sitä on painettu: muualla oleva kappale ei voi olla täällä.",
    ),
    HELD: (
        "Players play and discard only cards from their own hand.",
        "Pelaaja pelaa tai hylkää vain oman kätensä kortteja.",
    ),
    PILE: (
        "Cards are drawn only from a pile that has them.",
        "Kortteja nostetaan vain pinosta, jossa niitä on.",
    ),
    ZONE: (
        "A card is taken only from the open zone where it is.",
        "Kortin voi ottaa vain siltä avoimelta alueelta, jolla se on.",
    ),
    TABLE_ONLY: (
        "Deals, dice rolls and shuffles are reported by the table.",
        "Jakamisen, heittämisen ja sekoittamisen kertoo pöytä.",
    ),
    DEAL_DUE: (
        "At a digital table the drawn cards are dealt before anything else.",
        "Digitaalisessa jaossa nostetut kortit jaetaan ennen muuta.",
    ),
}


def sandbox_rulebook() -> Rulebook:
    """The rules above as a rulebook."""
    rules = {
        id_: Rule(id_, "table", {"en": en, "fi": fi}, source="house", summary=False) for id_, (en, fi) in _WORDS.items()
    }
    return Rulebook((Section("table", {"en": "At the table", "fi": "Pöydässä"}),), rules)
