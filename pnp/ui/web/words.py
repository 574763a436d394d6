"""The words of the pages, in English and Finnish. In: an id, a language. Out: words; English where there are none."""

from __future__ import annotations

from typing import Any

from pnp.library.words import Words, localise
from pnp.referee.message import fill

WORDS: dict[str, Words] = {
    "your_turn": {"en": "Your turn", "fi": "Sinun vuorosi"},
    "turn_of": {"en": "{names} to act", "fi": "vuorossa {names}"},
    "nobody": {"en": "nobody is to act", "fi": "kukaan ei ole vuorossa"},
    "time_out": {"en": "time is out", "fi": "aika on loppu"},
    "over": {"en": "The game is over", "fi": "Peli on päättynyt"},
    "winners": {"en": "Winner: {names}", "fi": "Voittaja: {names}"},
    "screen": {"en": "The table", "fi": "Pöytä"},
    "asked": {"en": "What is asked", "fi": "Mitä kysytään"},
    "choose": {"en": "Choose", "fi": "Valitse"},
    "choices": {"en": "Your choices", "fi": "Vaihtoehtosi"},
    "none": {"en": "Nothing to do for you now.", "fi": "Sinulla ei ole nyt mitään tehtävää."},
    "back": {"en": "Back", "fi": "Takaisin"},
    "typed": {"en": "Type a move", "fi": "Kirjoita siirto"},
    "send": {"en": "Send", "fi": "Lähetä"},
    "why": {"en": "Why?", "fi": "Miksi?"},
    "hint": {"en": "A hint", "fi": "Vihje"},
    "hint_here": {"en": "A hint for you", "fi": "Vihje sinulle"},
    "hint_none": {"en": "There are no hints at this table.", "fi": "Tässä pöydässä ei anneta vihjeitä."},
    "hint_never": {
        "en": "Nobody can think ahead in this game.",
        "fi": "Tässä pelissä ei kukaan osaa ajatella eteenpäin.",
    },
    "hint_hand": {
        "en": "The referee does not know what you hold.",
        "fi": "Tuomari ei tiedä, mitä sinulla on kädessä.",
    },
    "hint_busy": {"en": "Others wait for a hint; ask again.", "fi": "Muut odottavat vihjettä; kysy uudestaan."},
    "hint_failed": {
        "en": "The program that thinks has failed. Ask again, or play on without.",
        "fi": "Miettivä ohjelma kaatui. Kysy uudestaan, tai jatka ilman vihjettä.",
    },
    "took_hint": {"en": "{name} took a hint", "fi": "{name} otti vihjeen"},
    "log": {"en": "Last lines", "fi": "Viimeiset rivit"},
    "took_back": {"en": "took back {line}", "fi": "peruttiin {line}"},
    "undo": {"en": "Take my last move back", "fi": "Peru viime siirtoni"},
    "wants_undo": {"en": "{name} asks to take back: {moves}.", "fi": "{name} pyytää perumaan: {moves}."},
    "undo_done": {"en": "Agreed and taken back: {moves}.", "fi": "Hyväksytty ja peruttu: {moves}."},
    "undo_refused": {"en": "{name} refused to take back: {moves}.", "fi": "{name} ei suostunut perumaan: {moves}."},
    "undo_stale": {
        "en": "Not taken back, because the game went on first: {moves}.",
        "fi": "Ei peruttu, koska peli jatkui ensin: {moves}.",
    },
    "undo_more": {"en": "{count} earlier lines", "fi": "{count} aiempaa riviä"},
    "seat_refused": {"en": "{name} refused to change seats.", "fi": "{name} ei suostunut vaihtamaan paikkaa."},
    "seat_stale": {
        "en": "You did not move to the seat of {seat}, because the game went on first.",
        "fi": "Et vaihtanut paikalle {seat}, koska peli jatkui ensin.",
    },
    "bot_thinks": {"en": "{names}, a bot, is thinking", "fi": "{names}, botti, miettii"},
    "also": {"en": "also {names}", "fi": "myös {names}"},
    "wants_seat": {"en": "{name} asks to sit at {seat}", "fi": "{name} pyytää paikkaa {seat}"},
    "wants_back": {
        "en": "A new phone that shows {number} asks for the seat of {seat}. Agree only if {seat} holds that phone.",
        "fi": "Uusi puhelin, jossa näkyy {number}, pyytää paikkaa {seat}. Hyväksy vain, jos se on pelaajalla {seat}.",
    },
    "back_alive": {
        "en": "The phone of {seat} is connected: it must agree.",
        "fi": "Pelaajan {seat} nykyinen puhelin on yhteydessä: sen on hyväksyttävä.",
    },
    "back_left": {
        "en": "The phone of {seat} can refuse for another {left} s.",
        "fi": "Pelaajan {seat} nykyinen puhelin voi hylätä vielä {left} s.",
    },
    "back_silent": {
        "en": "The phone of {seat} is silent: the others decide.",
        "fi": "Pelaajan {seat} nykyinen puhelin ei vastaa: muut päättävät.",
    },
    "back_ask": {"en": "I am {name}, with a new phone", "fi": "Olen {name}, uusi puhelin"},
    "back_wait": {
        "en": "Show this number to the others and ask them to agree on their phones. The host can also type it at the "
        "terminal.",
        "fi": "Näytä tämä numero muille ja pyydä heitä hyväksymään puhelimissaan. Isäntä voi myös kirjoittaa sen "
        "päätteeseen.",
    },
    "back_refused": {"en": "The table did not agree.", "fi": "Pöytä ei hyväksynyt."},
    "back_nobody": {
        "en": "Nobody else sits there to agree. Whoever hosts the table can open it with --new-key {name}.",
        "fi": "Kukaan muu ei istu pöydässä hyväksymässä. Pöydän isäntä voi avata sen valinnalla --new-key {name}.",
    },
    "back_hold": {
        "en": "The table refused a new phone for {name} a moment ago. Ask again in two minutes.",
        "fi": "Pöytä hylkäsi äsken uuden puhelimen paikalle {name}. Pyydä uudestaan kahden minuutin päästä.",
    },
    "back_many": {
        "en": "Other phones already ask for the seat of {name}. Refuse them first, or wait.",
        "fi": "Muut puhelimet pyytävät jo paikkaa {name}. Hylätkää ne ensin, tai odota.",
    },
    "back_host": {
        "en": "The table refused new phones for {name} too often. The host can open the table with --new-key {name}.",
        "fi": "Pöytä on hylännyt uusia puhelimia paikalle {name} liian monta kertaa. Isäntä voi avata pöydän "
        "valinnalla --new-key {name}.",
    },
    "sits_here": {"en": "has sat down", "fi": "istuu jo"},
    "waiting": {"en": "waiting for {names}", "fi": "odotetaan: {names}"},
    "agree": {"en": "Agree", "fi": "Hyväksy"},
    "refuse": {"en": "Refuse", "fi": "Hylkää"},
    "change_seat": {"en": "Sit somewhere else", "fi": "Vaihda paikkaa"},
    "refused": {"en": "Not allowed", "fi": "Ei sallittu"},
    "allowed": {"en": "Allowed", "fi": "Sallittu"},
    "moved_on": {
        "en": "The table has moved on meanwhile; choose again.",
        "fi": "Pöytä on sillä välin edennyt; valitse uudestaan.",
    },
    "bot_again": {"en": "Ask the bot again", "fi": "Kysy botilta uudestaan"},
    "bot_stop": {"en": "Stop the bot", "fi": "Pysäytä botti"},
    "bot_sit": {"en": "Move for {name}", "fi": "Siirrä puolesta: {name}"},
    "bot_seat": {
        "en": "A bot plays this seat ({bot}). What it does not do, you do.",
        "fi": "Tällä paikalla pelaa botti ({bot}). Mitä se ei tee, sen teet sinä.",
    },
    "bot_leave": {"en": "Back to {name}", "fi": "Takaisin paikalle {name}"},
    "bot_not": {
        "en": "The bot of {name} does not wait for that.",
        "fi": "Paikan {name} botti ei odota sellaista.",
    },
    "trouble": {"en": "The record cannot be read on: {what}", "fi": "Pöytäkirjaa ei voi lukea pidemmälle: {what}"},
    "join": {"en": "Join the table", "fi": "Liity pöytään"},
    "join_where": {"en": "Where do you sit?", "fi": "Missä istut?"},
    "join_code": {"en": "The code on the big screen", "fi": "Ison näytön koodi"},
    "join_full": {"en": "Every seat is taken.", "fi": "Kaikki paikat on varattu."},
    "join_screen": {"en": "Scan to join", "fi": "Skannaa ja liity"},
    "seat_free": {"en": "free", "fi": "vapaa"},
    "nobody_came": {"en": "Nobody comes in?", "fi": "Eikö kukaan pääse sisään?"},
    "cause_network": {
        "en": "The phone is in another network: a guest network, or a second router.",
        "fi": "Puhelin on toisessa verkossa: vierasverkossa tai toisessa reitittimessä.",
    },
    "cause_firewall": {
        "en": "A firewall on this computer keeps it out: allow Python in private networks.",
        "fi": "Tämän koneen palomuuri estää: salli Python yksityisissä verkoissa.",
    },
    "cause_mobile": {
        "en": "The phone uses mobile data or a VPN: switch them off for the evening.",
        "fi": "Puhelin käyttää mobiilidataa tai VPN:ää: kytke ne illan ajaksi pois.",
    },
    "the_table": {"en": "The table", "fi": "Pöytä"},
    "timeline": {"en": "Line by line", "fi": "Rivi riviltä"},
    "look_back": {"en": "Look back", "fi": "Katso taaksepäin"},
    "after_line": {"en": "After line {ply}", "fi": "Rivin {ply} jälkeen"},
    "at_start": {"en": "Before the first line", "fi": "Ennen ensimmäistä riviä"},
    "to_now": {"en": "To the table now", "fi": "Pöytään nyt"},
    "step_first": {"en": "to the beginning", "fi": "alkuun"},
    "step_before": {"en": "the line before", "fi": "edellinen rivi"},
    "step_after": {"en": "the next line", "fi": "seuraava rivi"},
    "step_last": {"en": "to the last line", "fi": "viimeiseen riviin"},
    "nothing_yet": {"en": "Nothing has happened yet.", "fi": "Vielä ei ole tapahtunut mitään."},
    "branch": {"en": "Play on from here", "fi": "Jatka tästä"},
    "branch_how": {
        "en": "Into a new record, typed on the computer that hosts this table; this one stays as it is:",
        "fi": "Uuteen pöytäkirjaan, kirjoittamalla pöydän tietokoneella; tämä jää ennalleen:",
    },
    "branch_not": {"en": "Not now: {why}", "fi": "Ei nyt: {why}"},
    "square_left": {"en": "left of it {name}", "fi": "vasemmalla {name}"},
    "square_right": {"en": "right of it {name}", "fi": "oikealla {name}"},
    "square_above": {"en": "above it {name}", "fi": "yläpuolella {name}"},
    "square_below": {"en": "below it {name}", "fi": "alapuolella {name}"},
    "no_winner": {"en": "Nobody wins", "fi": "Kukaan ei voita"},
    "hand": {"en": "Your hand", "fi": "Kätesi"},
    "offline": {"en": "not connected", "fi": "ei yhteyttä"},
    "wrong_code": {
        "en": "There is no table with this code. Look at the big screen again.",
        "fi": "Tällä koodilla ei ole pöytää. Katso iso näyttö uudestaan.",
    },
    "too_many": {"en": "Too many wrong codes. Wait a minute.", "fi": "Liian monta väärää koodia. Odota minuutti."},
    "seat_taken": {
        "en": "Somebody sits there already. Open the address you had, or ask your table.",
        "fi": "Paikka on jo varattu. Avaa aiempi osoitteesi tai kysy pöydältä.",
    },
    "seat_gone": {
        "en": "This seat is on another phone now.",
        "fi": "Tämä paikka on nyt toisessa puhelimessa.",
    },
    "gone": {
        "en": "This seat is on another phone now, or the table was closed.",
        "fi": "Tämä paikka on nyt toisessa puhelimessa, tai pöytä on suljettu.",
    },
    "opens": {
        "en": "Not connected: this opens when the connection is back.",
        "fi": "Ei yhteyttä: tämä avautuu, kun yhteys palaa.",
    },
    "not_a_choice": {"en": "This cannot be chosen here.", "fi": "Tätä ei voi valita tässä."},
    "choose_first": {"en": "Choose one of the marked choices first.", "fi": "Valitse ensin jokin merkityistä."},
    "choose_card_first": {"en": "Choose a card first.", "fi": "Valitse ensin kortti."},
    "not_done": {
        "en": "This was not done, and nothing has changed.",
        "fi": "Tätä ei tehty, eikä mikään muuttunut.",
    },
    "no_page": {"en": "There is nothing here.", "fi": "Täällä ei ole mitään."},
    "photo": {"en": "Photo of the table", "fi": "Kuva pöydästä"},
    "photo_take": {
        "en": "Take a photo of cards printed with codes",
        "fi": "Ota kuva koodeilla tulostetuista korteista",
    },
    "photo_what": {"en": "What it shows", "fi": "Mitä kuvassa on"},
    "photo_all": {"en": "all that lies open", "fi": "kaikki, mikä on näkyvillä"},
    "photo_send": {"en": "Compare", "fi": "Vertaa"},
    "photo_hint": {
        "en": "Nothing is written: the photo is read on the host's computer and forgotten.",
        "fi": "Mitään ei kirjata: kuva luetaan pöydän tietokoneella ja unohdetaan.",
    },
    "photo_found": {"en": "What the photo shows", "fi": "Mitä kuvassa näkyy"},
    "photo_new": {"en": "New", "fi": "Uutta"},
    "photo_missing": {"en": "Not seen", "fi": "Ei näy"},
    "photo_foreign": {"en": "No card of this game: {texts}", "fi": "Ei tämän pelin kortteja: {texts}"},
    "photo_unsure": {
        "en": "The cards seen fit on the board in more ways than one: take a photo with more of it.",
        "fi": "Nähdyt kortit sopivat laudalle useammin kuin yhdellä tavalla: ota kuva, jossa siitä näkyy enemmän.",
    },
    "photo_lines": {"en": "Is it this?", "fi": "Onko tämä se?"},
    "photo_take_ticked": {"en": "Take what is ticked", "fi": "Kirjaa valitut"},
    "take_none": {"en": "Nothing was ticked.", "fi": "Mitään ei ollut valittu."},
    "taken": {
        "en": "Lines that were taken: {count}. This one was not: {line}.",
        "fi": "Kirjattuja rivejä: {count}. Tätä ei kirjattu: {line}.",
    },
    "photo_others": {"en": "For {seat} to say:", "fi": "Tämän sanoo {seat}:"},
    "photo_busy": {
        "en": "Your last photo, or others, are still being read; try again in a moment.",
        "fi": "Edellistä kuvaasi tai muita kuvia luetaan vielä; yritä hetken päästä uudestaan.",
    },
    "open": {"en": "Open the table", "fi": "Avaa pöytä"},
    "open_seats": {
        "en": "Who plays, {fewest} to {most}, clockwise from the starting player",
        "fi": "Ketkä pelaavat, {fewest}–{most}, aloittajasta myötäpäivään",
    },
    "open_seats_exact": {
        "en": "Who plays: {count} names, clockwise from the starting player",
        "fi": "Ketkä pelaavat: {count} nimeä, aloittajasta myötäpäivään",
    },
    "open_bots": {
        "en": "A name and a bot, such as {example}, gives the seat to a bot.",
        "fi": "Nimi ja botti, esimerkiksi {example}, antaa paikan botille.",
    },
    "open_deal": {"en": "Who deals?", "fi": "Kuka jakaa?"},
    "open_physical": {"en": "We do, with printed cards", "fi": "Me, tulostetuilla korteilla"},
    "open_digital": {"en": "The referee; hands are on the phones", "fi": "Tuomari; kädet ovat puhelimissa"},
    "open_switches": {"en": "Other rules", "fi": "Muut säännöt"},
    "languages": {"en": "Language", "fi": "Kieli"},
    "cover_open": {"en": "Press to look", "fi": "Katso painamalla"},
    "cover_close": {"en": "Cover", "fi": "Peitä"},
    "later": {"en": "will be sent when back", "fi": "lähetetään, kun yhteys palaa"},
    "you_are": {"en": "You are {name}", "fi": "Olet {name}"},
    "or_else": {"en": "or choose another", "fi": "tai valitse toinen"},
    "undo_short": {"en": "Undo", "fi": "Peru"},
    "rules": {"en": "Rules", "fi": "Säännöt"},
    "rules_of": {"en": "A word, a card or the number of a rule", "fi": "Sana, kortti tai säännön numero"},
    "rules_none": {
        "en": "No rule and no card has this word.",
        "fi": "Missään säännössä tai kortissa ei ole tätä sanaa.",
    },
    "look_up": {"en": "Look up", "fi": "Etsi"},
    "to_table": {"en": "To the table", "fi": "Pöytään"},
    "more": {"en": "More", "fi": "Lisää"},
    "close": {"en": "Close", "fi": "Sulje"},
    "typed_help": {
        "en": "A line as the command line takes it, or the number of a choice",
        "fi": "Rivi niin kuin komentorivillä, tai vaihtoehdon numero",
    },
    "scheme": {"en": "Light or dark", "fi": "Vaalea vai tumma"},
    "scheme_auto": {"en": "as the phone", "fi": "kuten puhelin"},
    "scheme_light": {"en": "light", "fi": "vaalea"},
    "scheme_dark": {"en": "dark", "fi": "tumma"},
    "size": {"en": "Size of words", "fi": "Tekstin koko"},
    "size_1": {"en": "usual", "fi": "tavallinen"},
    "size_2": {"en": "large", "fi": "suuri"},
    "size_3": {"en": "very large", "fi": "hyvin suuri"},
}


def words(id: str, lang: str, /, **args: Any) -> str:
    """Words of the pages in a language."""
    return fill(localise(WORDS[id], lang), args, None, lang)
