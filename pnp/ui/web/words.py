"""The words of the pages, in English and Finnish. In: an id, a language. Out: words; English where there are none."""

from __future__ import annotations

from typing import Any

from pnp.library.words import Words, localise
from pnp.referee.message import fill

WORDS: dict[str, Words] = {
    "your_turn": {"en": "Your turn", "fi": "Sinun vuorosi"},
    "turn_of": {"en": "{names} to act", "fi": "vuorossa {names}"},
    "nobody": {"en": "no seat is to act", "fi": "kukaan ei ole vuorossa"},
    "time_out": {"en": "time is out", "fi": "aika on loppu"},
    "over": {"en": "The game is over", "fi": "Peli on päättynyt"},
    "winners": {"en": "Winner: {names}", "fi": "Voittaja: {names}"},
    "screen": {"en": "The table", "fi": "Pöytä"},
    "asked": {"en": "The question", "fi": "Mitä kysytään"},
    "choose": {"en": "Choose", "fi": "Valitse"},
    "choices": {"en": "Your choices", "fi": "Vaihtoehtosi"},
    "none": {"en": "You have nothing to do now.", "fi": "Sinulla ei ole nyt mitään tehtävää."},
    "back": {"en": "Back", "fi": "Takaisin"},
    "typed": {"en": "Type a move", "fi": "Kirjoita siirto"},
    "send": {"en": "Send", "fi": "Lähetä"},
    "why": {"en": "Why?", "fi": "Miksi?"},
    "hint": {"en": "A hint", "fi": "Vihje"},
    "hint_here": {"en": "A hint for you", "fi": "Vihje sinulle"},
    "hint_none": {"en": "There are no hints at this table.", "fi": "Tässä pöydässä ei anneta vihjeitä."},
    "hint_never": {
        "en": "This game does not support hints.",
        "fi": "Tässä pelissä ei kukaan osaa ajatella eteenpäin.",
    },
    "hint_hand": {
        "en": "The referee does not know your cards.",
        "fi": "Tuomari ei tiedä, mitä sinulla on kädessä.",
    },
    "hint_busy": {"en": "Other hints are in progress; ask again.", "fi": "Muut odottavat vihjettä; kysy uudestaan."},
    "hint_failed": {
        "en": "The hint program has failed. Ask again, or play on without a hint.",
        "fi": "Miettivä ohjelma kaatui. Kysy uudestaan, tai jatka ilman vihjettä.",
    },
    "took_hint": {"en": "{name} took a hint", "fi": "{name} otti vihjeen"},
    "log": {"en": "Last lines", "fi": "Viimeiset rivit"},
    "took_back": {"en": "took back {line}", "fi": "peruttiin {line}"},
    "undo": {"en": "Undo my last move", "fi": "Peru viime siirtoni"},
    "wants_undo": {"en": "{name} asks to undo: {moves}.", "fi": "{name} pyytää perumaan: {moves}."},
    "undo_done": {"en": "Agreed and undone: {moves}.", "fi": "Hyväksytty ja peruttu: {moves}."},
    "undo_refused": {"en": "{name} refused to undo: {moves}.", "fi": "{name} ei suostunut perumaan: {moves}."},
    "undo_stale": {
        "en": "Not undone, because the game went on first: {moves}.",
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
    "wants_seat": {"en": "{name} asks for the seat of {seat}", "fi": "{name} pyytää paikkaa {seat}"},
    "wants_back": {
        "en": "A new phone showing {number} requests the seat of {seat}. Agree only if {seat} holds that phone.",
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
        "en": "No other player is at the table to agree. The host can open the table with --new-key {name}.",
        "fi": "Kukaan muu ei istu pöydässä hyväksymässä. Pöydän isäntä voi avata sen valinnalla --new-key {name}.",
    },
    "back_hold": {
        "en": "The table refused a new phone for {name} a moment ago. Ask again in two minutes.",
        "fi": "Pöytä hylkäsi äsken uuden puhelimen paikalle {name}. Pyydä uudestaan kahden minuutin päästä.",
    },
    "back_many": {
        "en": "Other phones already request the seat of {name}. Refuse them first, or wait.",
        "fi": "Muut puhelimet pyytävät jo paikkaa {name}. Hylätkää ne ensin, tai odota.",
    },
    "back_host": {
        "en": "The table refused new phones for {name} too often. The host can open the table with --new-key {name}.",
        "fi": "Pöytä on hylännyt uusia puhelimia paikalle {name} liian monta kertaa. Isäntä voi avata pöydän "
        "valinnalla --new-key {name}.",
    },
    "sits_here": {"en": "has joined", "fi": "istuu jo"},
    "waiting": {"en": "waiting for {names}", "fi": "odotetaan: {names}"},
    "agree": {"en": "Agree", "fi": "Hyväksy"},
    "refuse": {"en": "Refuse", "fi": "Hylkää"},
    "change_seat": {"en": "Change seats", "fi": "Vaihda paikkaa"},
    "refused": {"en": "Not allowed", "fi": "Ei sallittu"},
    "allowed": {"en": "Allowed", "fi": "Sallittu"},
    "moved_on": {
        "en": "The game moved on while you chose; choose again.",
        "fi": "Pöytä on sillä välin edennyt; valitse uudestaan.",
    },
    "bot_again": {"en": "Ask the bot again", "fi": "Kysy botilta uudestaan"},
    "bot_stop": {"en": "Stop the bot", "fi": "Pysäytä botti"},
    "bot_sit": {"en": "Move for {name}", "fi": "Siirrä puolesta: {name}"},
    "bot_seat": {
        "en": "A bot plays this seat ({bot}). You make the moves that it does not make.",
        "fi": "Tällä paikalla pelaa botti ({bot}). Mitä se ei tee, sen teet sinä.",
    },
    "bot_leave": {"en": "Back to {name}", "fi": "Takaisin paikalle {name}"},
    "bot_not": {
        "en": "The bot of {name} is not waiting for that.",
        "fi": "Paikan {name} botti ei odota sellaista.",
    },
    "trouble": {
        "en": "The rest of the record cannot be read: {what}",
        "fi": "Pöytäkirjaa ei voi lukea pidemmälle: {what}",
    },
    "join": {"en": "Join the table", "fi": "Liity pöytään"},
    "join_where": {"en": "Where do you sit?", "fi": "Missä istut?"},
    "join_code": {"en": "The code on the big screen", "fi": "Ison näytön koodi"},
    "join_full": {"en": "Every seat is taken.", "fi": "Kaikki paikat on varattu."},
    "join_screen": {"en": "Scan to join", "fi": "Skannaa ja liity"},
    "seat_free": {"en": "free", "fi": "vapaa"},
    "nobody_came": {"en": "A phone cannot connect?", "fi": "Eikö kukaan pääse sisään?"},
    "cause_network": {
        "en": "The phone is in another network: a guest network, or a second router.",
        "fi": "Puhelin on toisessa verkossa: vierasverkossa tai toisessa reitittimessä.",
    },
    "cause_firewall": {
        "en": "A firewall on this computer blocks it: allow Python in private networks.",
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
        "en": "Type this on the computer that hosts the table. It writes a new record; this one does not change:",
        "fi": "Uuteen pöytäkirjaan, kirjoittamalla pöydän tietokoneella; tämä jää ennalleen:",
    },
    "branch_not": {"en": "Not now: {why}", "fi": "Ei nyt: {why}"},
    "square_left": {"en": "left of it {name}", "fi": "vasemmalla {name}"},
    "square_right": {"en": "right of it {name}", "fi": "oikealla {name}"},
    "square_above": {"en": "above it {name}", "fi": "yläpuolella {name}"},
    "square_below": {"en": "below it {name}", "fi": "alapuolella {name}"},
    "no_winner": {"en": "No winner", "fi": "Kukaan ei voita"},
    "hand": {"en": "Your hand", "fi": "Kätesi"},
    "offline": {"en": "not connected", "fi": "ei yhteyttä"},
    "wrong_code": {
        "en": "No table has this code. Check the big screen again.",
        "fi": "Tällä koodilla ei ole pöytää. Katso iso näyttö uudestaan.",
    },
    "too_many": {"en": "Too many wrong codes. Wait a minute.", "fi": "Liian monta väärää koodia. Odota minuutti."},
    "seat_taken": {
        "en": "This seat is taken. Open your earlier address, or ask your table.",
        "fi": "Paikka on jo varattu. Avaa aiempi osoitteesi tai kysy pöydältä.",
    },
    "seat_gone": {
        "en": "This seat is now on another phone.",
        "fi": "Tämä paikka on nyt toisessa puhelimessa.",
    },
    "gone": {
        "en": "This seat is now on another phone, or the table was closed.",
        "fi": "Tämä paikka on nyt toisessa puhelimessa, tai pöytä on suljettu.",
    },
    "opens": {
        "en": "Not connected: this opens when the connection is back.",
        "fi": "Ei yhteyttä: tämä avautuu, kun yhteys palaa.",
    },
    "not_a_choice": {"en": "You cannot choose this here.", "fi": "Tätä ei voi valita tässä."},
    "choose_first": {"en": "Choose one of the marked options first.", "fi": "Valitse ensin jokin merkityistä."},
    "choose_card_first": {"en": "Choose a card first.", "fi": "Valitse ensin kortti."},
    "not_done": {
        "en": "This failed, and nothing has changed.",
        "fi": "Tätä ei tehty, eikä mikään muuttunut.",
    },
    "no_page": {"en": "This page does not exist.", "fi": "Täällä ei ole mitään."},
    "photo": {"en": "Photo of the table", "fi": "Kuva pöydästä"},
    "photo_take": {
        "en": "Take a photo of cards printed with codes",
        "fi": "Ota kuva koodeilla tulostetuista korteista",
    },
    "photo_what": {"en": "What it shows", "fi": "Mitä kuvassa on"},
    "photo_all": {"en": "all open zones", "fi": "kaikki, mikä on näkyvillä"},
    "photo_send": {"en": "Compare", "fi": "Vertaa"},
    "photo_hint": {
        "en": "Nothing is written: the host's computer reads the photo and does not keep it.",
        "fi": "Mitään ei kirjata: kuva luetaan pöydän tietokoneella ja unohdetaan.",
    },
    "photo_found": {"en": "What the photo shows", "fi": "Mitä kuvassa näkyy"},
    "photo_new": {"en": "New", "fi": "Uutta"},
    "photo_missing": {"en": "Not seen", "fi": "Ei näy"},
    "photo_foreign": {"en": "Not cards of this game: {texts}", "fi": "Ei tämän pelin kortteja: {texts}"},
    "photo_unsure": {
        "en": "The cards in the photo fit the board in several ways: take a photo that shows more of it.",
        "fi": "Nähdyt kortit sopivat laudalle useammin kuin yhdellä tavalla: ota kuva, jossa siitä näkyy enemmän.",
    },
    "photo_lines": {"en": "Is this what happened?", "fi": "Onko tämä se?"},
    "photo_take_ticked": {"en": "Enter the ticked lines", "fi": "Kirjaa valitut"},
    "take_none": {"en": "Nothing was ticked.", "fi": "Mitään ei ollut valittu."},
    "taken": {
        "en": "Lines entered: {count}. This one was not: {line}.",
        "fi": "Kirjattuja rivejä: {count}. Tätä ei kirjattu: {line}.",
    },
    "photo_others": {"en": "For {seat} to say:", "fi": "Tämän sanoo {seat}:"},
    "photo_busy": {
        "en": "Your last photo, or others, are still being read; retry in a moment.",
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
    "open_switches": {"en": "Options of the rules", "fi": "Muut säännöt"},
    "languages": {"en": "Language", "fi": "Kieli"},
    "cover_open": {"en": "Press to look", "fi": "Katso painamalla"},
    "cover_close": {"en": "Cover", "fi": "Peitä"},
    "later": {"en": "will be sent when connected", "fi": "lähetetään, kun yhteys palaa"},
    "you_are": {"en": "You are {name}", "fi": "Olet {name}"},
    "or_else": {"en": "or choose another", "fi": "tai valitse toinen"},
    "undo_short": {"en": "Undo", "fi": "Peru"},
    "rules": {"en": "Rules", "fi": "Säännöt"},
    "rules_of": {"en": "A word, a card or the number of a rule", "fi": "Sana, kortti tai säännön numero"},
    "rules_none": {
        "en": "No rule or card contains this word.",
        "fi": "Missään säännössä tai kortissa ei ole tätä sanaa.",
    },
    "look_up": {"en": "Look up", "fi": "Etsi"},
    "to_table": {"en": "To the table", "fi": "Pöytään"},
    "more": {"en": "More", "fi": "Lisää"},
    "close": {"en": "Close", "fi": "Sulje"},
    "typed_help": {
        "en": "A move as on the command line, or the number of an option",
        "fi": "Rivi niin kuin komentorivillä, tai vaihtoehdon numero",
    },
    "scheme": {"en": "Light or dark", "fi": "Vaalea vai tumma"},
    "scheme_auto": {"en": "like the phone", "fi": "kuten puhelin"},
    "scheme_light": {"en": "light", "fi": "vaalea"},
    "scheme_dark": {"en": "dark", "fi": "tumma"},
    "size": {"en": "Text size", "fi": "Tekstin koko"},
    "size_1": {"en": "normal", "fi": "tavallinen"},
    "size_2": {"en": "large", "fi": "suuri"},
    "size_3": {"en": "very large", "fi": "hyvin suuri"},
}


def words(id: str, lang: str, /, **args: Any) -> str:
    """Words of the pages in a language."""
    return fill(localise(WORDS[id], lang), args, None, lang)
