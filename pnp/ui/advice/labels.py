"""The words of hints and reviews, in English and Finnish."""

from __future__ import annotations

from typing import Any

from pnp.library.words import Words, localise
from pnp.referee.message import fill

LABELS: dict[str, Words] = {
    "chance": {
        "en": "chance to win {mean} % ({low} to {high} %), from what {name} knows",
        "fi": "voiton mahdollisuus {mean} % ({low}–{high} %), sikäli kuin {name} tietää",
    },
    "known": {
        "en": "chance to win {mean} % ({low} to {high} %), from what everyone knows",
        "fi": "voiton mahdollisuus {mean} % ({low}–{high} %), sikäli kuin kaikki tietävät",
    },
    "guessed": {
        "en": "the referee had to guess: {zones}; to avoid this, list these cards with the hand",
        "fi": "tuomarin oli arvattava: {zones}; luettele nämäkin kortit käden mukana",
    },
    "only": {"en": "this is the only legal move", "fi": "muuta ei ole sallittu"},
    "why": {"en": "why: {because} [{rule}]", "fi": "miksi: {because} [{rule}]"},
    "next": {"en": "next best:", "fi": "seuraavaksi parhaat:"},
    "fewer": {
        "en": "{mean} fewer wins in 100 games ({low} to {high})",
        "fi": "100 pelistä {mean} voittoa vähemmän ({low}–{high})",
    },
    "alike": {
        "en": "about as good ({low} to {high} fewer wins in 100 games)",
        "fi": "suunnilleen yhtä hyvä ({low}…{high} voittoa vähemmän 100 pelistä)",
    },
    "fair": {
        "en": "Each move is compared with the move a search would have made, using only what its player knew then.",
        "fi": "Siirto arvioidaan sillä tiedolla, joka pelaajalla oli, haun valitseman siirron rinnalla.",
    },
    "running": {
        "en": "The game is not over: the review uses only what {name} knows, and judges only {name}'s moves.",
        "fi": "Peli on kesken: mukana on vain se, minkä {name} tietää, ja vain pelaajan {name} siirrot arvioidaan.",
    },
    "running_open": {
        "en": "The game is not over: these are the chances from what everyone knows. Use --seat to judge the moves of "
        "one seat. All moves are judged once the game is over.",
        "fi": "Peli on kesken: mahdollisuudet sikäli kuin kaikki tietävät. Siirrot arvioidaan kysyjälle (--seat), ja "
        "kaikille, kun peli on päättynyt.",
    },
    "seen_by": {"en": "From what {name} knew.", "fi": "Kuten {name} pöydän tiesi."},
    "not_moved": {"en": "{name} has not moved yet.", "fi": "{name} ei ole vielä siirtänyt."},
    "nobody_moved": {
        "en": "No player has moved yet, so there is nothing to review. These are the chances at the start.",
        "fi": "Kukaan ei ole vielä siirtänyt, joten arvioitavaa ei ole. Nämä ovat mahdollisuudet aluksi.",
    },
    "not_judged": {
        "en": "No move could be judged: the referee does not know what was in the hands.",
        "fi": "Siirtoja ei voitu arvioida: tuomarille ei kerrottu, mitä käsissä oli.",
    },
    "some_not_judged": {
        "en": "{count:move|moves} could not be judged: the referee does not know what was in the hands.",
        "fi": "{count:siirtoa|siirtoa} ei voitu arvioida: tuomarille ei kerrottu, mitä käsissä oli.",
    },
    "from_to": {
        "en": "chance to win {start} % at the start, {end} % at the end",
        "fi": "voiton mahdollisuus aluksi {start} %, lopuksi {end} %",
    },
    "from": {"en": "chance to win {start} % at the start", "fi": "voiton mahdollisuus aluksi {start} %"},
    "given_away": {
        "en": "own moves cost {mean} wins in 100 games ({low} to {high}): {count:decision|decisions}, {alike} the same "
        "as the search",
        "fi": "omat siirrot maksoivat {mean} voittoa 100 pelistä ({low}…{high}): päätöksiä {count}, niistä haun kanssa "
        "samoja {alike}",
    },
    "luck": {
        "en": "luck was worth {mean} wins in 100 games ({low} to {high})",
        "fi": "onni toi {mean} voittoa 100 pelistä ({low}…{high})",
    },
    "costliest": {"en": "The most costly moves", "fi": "Kalleimmat siirrot"},
    "looked_twice": {
        "en": "{count:move was|moves were} checked a second time, with new random numbers; listed are those with a "
        "certain cost (95 %).",
        "fi": "Toisen kerran, uusin luvuin, katsottiin {count:siirtoa|siirtoa}; nimettyinä ne, jotka varmasti (95 %) "
        "maksoivat jotakin.",
    },
    "none_dear": {
        "en": "No judged move has a certain cost.",
        "fi": "Mikään arvioitu siirto ei varmasti maksanut mitään.",
    },
    "cost": {
        "en": "cost {mean} wins in 100 games ({low} to {high})",
        "fi": "maksoi {mean} voittoa 100 pelistä ({low}…{high})",
    },
    "better": {"en": "better: {line}", "fi": "parempi: {line}"},
    "lucky": {"en": "The luckiest and unluckiest moments", "fi": "Mitä onni toi"},
    "lucky_note": {
        "en": "The deals and dice rolls that changed a chance most, of {count} that a player saw; one in twenty seems "
        "certain by coincidence.",
        "fi": "Jaot ja nopat, jotka muuttivat mahdollisuuksia eniten, kaikkiaan {count} nähdystä; joka kahdeskymmenes "
        "näyttää selvältä sattumalta.",
    },
    "none_lucky": {
        "en": "No deal or dice roll certainly changed a chance.",
        "fi": "Mikään jako ei varmasti muuttanut mitään.",
    },
    "curve": {"en": "Chance to win, line by line", "fi": "Voiton mahdollisuus rivi riviltä"},
    "curve_of": {"en": "{name}, line {first} to {last}: {curve}", "fi": "{name}, rivit {first}–{last}: {curve}"},
    "line": {"en": "line", "fi": "rivi"},
    "seat": {"en": "seat", "fi": "pelaaja"},
    "start": {"en": "at the start", "fi": "aluksi"},
    "end": {"en": "at the end", "fi": "lopuksi"},
    "luck_head": {"en": "luck, wins in 100 games", "fi": "onni, voittoa 100 pelistä"},
    "moves_head": {"en": "cost of own moves, wins in 100 games", "fi": "omat siirrot maksoivat"},
    "decisions": {"en": "decisions", "fi": "päätöksiä"},
    "alike_head": {"en": "same as search", "fi": "samoin kuin haku"},
    "move": {"en": "move", "fi": "siirto"},
    "cost_head": {"en": "cost, wins in 100 games", "fi": "voittoa 100 pelistä"},
    "better_head": {"en": "better", "fi": "parempi"},
    "why_head": {"en": "why", "fi": "miksi"},
    "change_head": {"en": "wins in 100 games", "fi": "voittoa 100 pelistä"},
    "deal_head": {"en": "deal or roll", "fi": "jako tai heitto"},
    "every_chance": {"en": "all numbers of the plot", "fi": "kuvan kaikki luvut"},
    "review_of": {"en": "{title}: game review", "fi": "{title}: pelin jälkipuinti"},
    "seats": {"en": "Luck and skill", "fi": "Onni ja taito"},
    "numbers": {
        "en": "All intervals are 95 % confidence intervals. {simulations} simulations per move.",
        "fi": "Kaikki välit ovat 95 %:n luottamusvälejä. {simulations} simulaatiota siirtoa kohti.",
    },
    "interval": {"en": "{mean} ({low} to {high})", "fi": "{mean} ({low}…{high})"},
}


def label(id: str, lang: str, **args: Any) -> str:
    """A phrase of hints and reviews."""
    return fill(localise(LABELS[id], lang), args, None, lang)


def hundredths(share: float, lang: str, digits: int = 0) -> str:
    """A share of 1 as a number of 100, with a proper minus, and a comma where people write one."""
    text = f"{100 * share:.{digits}f}".replace("-", "−")
    text = text.replace("−0.0", "0.0") if float(f"{100 * share:.{digits}f}") == 0 else text
    return text.replace(".", ",") if lang == "fi" else text
