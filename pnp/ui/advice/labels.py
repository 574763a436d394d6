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
    "guessed": {
        "en": "the referee had to guess: {zones}; name such cards together with the hand",
        "fi": "tuomarin oli arvattava: {zones}; luettele nämäkin kortit käden mukana",
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
    "fair": {
        "en": "A move is judged by what its player knew then, beside the move that a search would have made.",
        "fi": "Siirto arvioidaan sillä tiedolla, joka pelaajalla oli, haun valitseman siirron rinnalla.",
    },
    "running": {
        "en": "The game goes on: only what {name} knows counts, and only {name}'s own moves are judged.",
        "fi": "Peli on kesken: mukana on vain se, minkä {name} tietää, ja vain pelaajan {name} siirrot arvioidaan.",
    },
    "running_open": {
        "en": "The game goes on: these are the chances as far as everybody knows. Moves are judged for the seat that "
        "asks (--seat), and for all when the game is over.",
        "fi": "Peli on kesken: mahdollisuudet sikäli kuin kaikki tietävät. Siirrot arvioidaan kysyjälle (--seat), ja "
        "kaikille, kun peli on päättynyt.",
    },
    "seen_by": {"en": "As {name} knew the table.", "fi": "Kuten {name} pöydän tiesi."},
    "not_moved": {"en": "{name} has not moved yet.", "fi": "{name} ei ole vielä siirtänyt."},
    "nobody_moved": {
        "en": "Nobody has moved yet: there is nothing to look at again. These are the chances at first.",
        "fi": "Kukaan ei ole vielä siirtänyt, joten arvioitavaa ei ole. Nämä ovat mahdollisuudet aluksi.",
    },
    "not_judged": {
        "en": "No move could be judged: the referee was not told what was in hands.",
        "fi": "Siirtoja ei voitu arvioida: tuomarille ei kerrottu, mitä käsissä oli.",
    },
    "some_not_judged": {
        "en": "{count:move|moves} could not be judged: the referee was not told what was in hands.",
        "fi": "{count:siirtoa|siirtoa} ei voitu arvioida: tuomarille ei kerrottu, mitä käsissä oli.",
    },
    "from_to": {
        "en": "chance to win {start} % at first, {end} % at the end",
        "fi": "voiton mahdollisuus aluksi {start} %, lopuksi {end} %",
    },
    "from": {"en": "chance to win {start} % at first", "fi": "voiton mahdollisuus aluksi {start} %"},
    "given_away": {
        "en": "own moves gave away {mean} of 100 games ({low} to {high}): {count:decision|decisions}, {alike} of them "
        "as the search would",
        "fi": "omat siirrot maksoivat {mean} voittoa 100 pelistä ({low}…{high}): päätöksiä {count}, niistä haun kanssa "
        "samoja {alike}",
    },
    "luck": {
        "en": "luck brought {mean} of 100 games ({low} to {high})",
        "fi": "onni toi {mean} voittoa 100 pelistä ({low}…{high})",
    },
    "dearest": {"en": "The dearest moves", "fi": "Kalleimmat siirrot"},
    "looked_twice": {
        "en": "{count:move was|moves were} looked at a second time, with new numbers; named are those that gave away "
        "something for certain (95 %).",
        "fi": "Toisen kerran, uusin luvuin, katsottiin {count:siirtoa|siirtoa}; nimettyinä ne, jotka varmasti (95 %) "
        "maksoivat jotakin.",
    },
    "none_dear": {
        "en": "No judged move gave away anything for certain.",
        "fi": "Mikään arvioitu siirto ei varmasti maksanut mitään.",
    },
    "cost": {
        "en": "gave away {mean} of 100 games ({low} to {high})",
        "fi": "maksoi {mean} voittoa 100 pelistä ({low}…{high})",
    },
    "better": {"en": "better: {line}", "fi": "parempi: {line}"},
    "lucky": {"en": "What luck brought", "fi": "Mitä onni toi"},
    "lucky_note": {
        "en": "Deals and dice that changed a chance most, of {count} that somebody saw; one of twenty seems clear by "
        "chance alone.",
        "fi": "Jaot ja nopat, jotka muuttivat mahdollisuuksia eniten, kaikkiaan {count} nähdystä; joka kahdeskymmenes "
        "näyttää selvältä sattumalta.",
    },
    "none_lucky": {"en": "No deal changed a chance for certain.", "fi": "Mikään jako ei varmasti muuttanut mitään."},
    "curve": {"en": "Chance to win, line by line", "fi": "Voiton mahdollisuus rivi riviltä"},
    "curve_of": {"en": "{name}, line {first} to {last}: {curve}", "fi": "{name}, rivit {first}–{last}: {curve}"},
    "line": {"en": "line", "fi": "rivi"},
    "seat": {"en": "seat", "fi": "pelaaja"},
    "start": {"en": "at first", "fi": "aluksi"},
    "end": {"en": "at the end", "fi": "lopuksi"},
    "luck_head": {"en": "luck, of 100 games", "fi": "onni, voittoa 100 pelistä"},
    "moves_head": {"en": "given away by own moves", "fi": "omat siirrot maksoivat"},
    "decisions": {"en": "decisions", "fi": "päätöksiä"},
    "alike_head": {"en": "as the search", "fi": "samoin kuin haku"},
    "move": {"en": "move", "fi": "siirto"},
    "cost_head": {"en": "of 100 games", "fi": "voittoa 100 pelistä"},
    "better_head": {"en": "better", "fi": "parempi"},
    "why_head": {"en": "why", "fi": "miksi"},
    "change_head": {"en": "of 100 games", "fi": "voittoa 100 pelistä"},
    "deal_head": {"en": "deal or throw", "fi": "jako tai heitto"},
    "every_chance": {"en": "every number of the plot", "fi": "kuvan kaikki luvut"},
    "review_of": {"en": "{title}: a game reviewed", "fi": "{title}: pelin jälkipuinti"},
    "seats": {"en": "Luck and skill", "fi": "Onni ja taito"},
    "numbers": {
        "en": "All intervals are 95 % intervals. {simulations} simulations a move.",
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
