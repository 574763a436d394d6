"""The words of the referee's commands, in English and Finnish, and texts of a game in the language that is asked for.

In: the id of a phrase, or a text of a game, and a language. Out: words; English where a language has none.
Placeholders are those of messages (`pnp/referee/message.py`).
Invariant: what people type (verbs, `options --all`, names) is the same in every language.
"""

from __future__ import annotations

from typing import Any

from pnp.library.words import Words, localise
from pnp.referee.message import fill

PHRASES: dict[str, Words] = {
    "and": {"en": "{first} and {last}", "fi": "{first} ja {last}"},
    "illegal": {"en": "illegal", "fi": "kielletty"},
    "invalid": {"en": "cannot be read", "fi": "tätä ei ymmärretä"},
    "ambiguous": {"en": "ambiguous", "fi": "monitulkintainen"},
    "legal": {"en": "legal", "fi": "sallittu"},
    "unverified": {"en": "unverified", "fi": "varmentamatta"},
    "because": {"en": "because {reason}", "fi": "koska {reason}"},
    "near": {"en": "; did you mean: {names}?", "fi": "; tarkoititko: {names}?"},
    "assuming": {"en": "unverified: assuming {text}", "fi": "varmentamatta, oletuksena: {text}"},
    "overruled": {"en": "overruled: {reason}", "fi": "pöytä sallii: {reason}"},
    "forbidden": {"en": "overruled: the rules forbid it", "fi": "pöytä sallii: säännöt kieltävät"},
    "allowed": {"en": "allowed by the table", "fi": "pöydän sallima"},
    "short_lines": {
        "en": "Omit verbs and key names if only one reading is legal; `a; b` is two moves.",
        "fi": "Verbin ja avaimen nimen voi jättää pois, kun vain yksi tulkinta on sallittu; `a; b` on kaksi siirtoa.",
    },
    "implied": {
        "en": "implied by the line of {name}; `undo` undoes both",
        "fi": "kukaan ei sanonut tätä: se seuraa pelaajan {name} rivistä; `undo` peruu molemmat",
    },
    "photo_new": {"en": "new: {card}", "fi": "uusi: {card}"},
    "photo_missing": {"en": "not seen: {card}", "fi": "ei näy: {card}"},
    "photo_foreign": {"en": "not cards of this game: {texts}", "fi": "ei tämän pelin kortteja: {texts}"},
    "photo_unsure": {
        "en": "the cards in the photo fit the board in several ways: take a photo that shows more of it",
        "fi": "nähdyt kortit sopivat laudalle useammin kuin yhdellä tavalla: ota kuva, jossa siitä näkyy enemmän",
    },
    "undone": {"en": "took back {line}", "fi": "peruttiin {line}"},
    "undone_before": {"en": "{count:line|lines} before these", "fi": "{count:rivi|riviä} ennen näitä"},
    "at_ply": {"en": "{name} at line {ply}", "fi": "{name} siirrossa {ply}"},
    "irregular": {"en": "irregular: {who}: {reason} [{rule}]", "fi": "sääntöjen vastaista: {who}: {reason} [{rule}]"},
    "doubted": {"en": "in doubt: {who}: {reason} [{rule}]", "fi": "epäilyksen alaista: {who}: {reason} [{rule}]"},
    "irregular_no_more": {
        "en": "no longer irregular: {who} [{rule}]",
        "fi": "ei enää sääntöjen vastaista: {who} [{rule}]",
    },
    "doubted_no_more": {"en": "no longer in doubt: {who} [{rule}]", "fi": "ei enää epäilyksen alaista: {who} [{rule}]"},
    "found_at": {"en": "{text}, found at line {ply}", "fi": "{text}, havaittu siirrossa {ply}"},
    "over": {"en": "The game is over. {reason}", "fi": "Peli on päättynyt. {reason}"},
    "one_wins": {
        "en": "The game is over: {names} wins. {reason}",
        "fi": "Peli on päättynyt: {names} voittaa. {reason}",
    },
    "many_win": {
        "en": "The game is over: {names} win. {reason}",
        "fi": "Peli on päättynyt: {names} voittavat. {reason}",
    },
    "to_act": {"en": "{names} to act", "fi": "vuorossa {names}"},
    "none_to_act": {"en": "no seat is to act", "fi": "kukaan ei ole vuorossa"},
    "such_as": {"en": "such as: {lines}", "fi": "esimerkiksi: {lines}"},
    "type": {"en": "type: {form}", "fi": "kirjoita: {form}"},
    "range": {"en": "{first} to {last}", "fi": "{first}–{last}"},
    "more_kinds": {"en": "and {count:more kind|more kinds}", "fi": "ja {count:muu laji|muuta lajia}"},
    "all_options": {"en": "options --all lists all {count}", "fi": "options --all näyttää kaikki {count}"},
    "not_written": {"en": "nothing was written", "fi": "mitään ei kirjattu"},
    "as_ordinary": {
        "en": "the rules allow this move; it is recorded as an ordinary one",
        "fi": "säännöt sallivat tämän siirron; se kirjataan tavallisena",
    },
    "physical": {"en": "physical deal", "fi": "oikeat kortit"},
    "digital": {"en": "digital deal", "fi": "tuomari jakaa"},
    "open_seed": {
        "en": "the deal is open: seed {seed} is in the record, and its readers can predict every card",
        "fi": "jako on avoin: siemen {seed} on pöytäkirjassa, ja sen lukija voi ennustaa jokaisen kortin",
    },
    "sealed_seed": {
        "en": "the deal is sealed: its seed is in {file} until the game is over",
        "fi": "jako on sinetöity: sen siemen on tiedostossa {file} pelin loppuun",
    },
    "bot_sits": {
        "en": "the bot {bot} plays {name} and says what to do with the printed pieces",
        "fi": "pelaajan {name} siirrot tekee botti {bot}; se kertoo, mitä painetuilla osilla tehdään",
    },
    "bot_thinks": {"en": "{name} ({bot}) is thinking …", "fi": "{name} ({bot}) miettii …"},
    "bot_refused": {
        "en": "{name} ({bot}) chose the illegal move “{line}”: {reason}",
        "fi": "{name} ({bot}) yritti “{line}”, joka hylättiin: {reason}",
    },
    "bot_refused_unseen": {
        "en": "{name} ({bot}) chose an illegal move",
        "fi": "{name} ({bot}) yritti siirtoa, joka hylättiin",
    },
    "bot_strayed": {
        "en": "{name} ({bot}) did not return a move for its seat",
        "fi": "{name} ({bot}) ei antanut oman paikkansa siirtoa",
    },
    "bot_failed": {
        "en": "{name} ({bot}) failed because of a bug in the bot: {reason}",
        "fi": "{name} ({bot}) kaatui omaan virheeseensä: {reason}",
    },
    "bot_died": {
        "en": "{name} ({bot}) failed: its process was killed or ran out of memory",
        "fi": "{name} ({bot}) kaatui: sen prosessi lopetettiin, tai siltä loppui muisti",
    },
    "bot_cards": {
        "en": "{name} ({bot}) cannot play: the cards have changed since this table was opened",
        "fi": "{name} ({bot}) ei voi miettiä: kortteja on muutettu tämän pöydän avaamisen jälkeen",
    },
    "bot_endless": {
        "en": "{name} ({bot}) found no move in {minutes:minute|minutes}",
        "fi": "{name} ({bot}) ei löytänyt siirtoa: se mietti {minutes:minuutin|minuuttia}",
    },
    "bot_slow": {"en": "{name} ({bot}) is still thinking", "fi": "{name} ({bot}) miettii yhä"},
    "bot_stopped": {"en": "{name} ({bot}) was stopped", "fi": "{name} ({bot}) pysäytettiin"},
    "bot_stopped_by": {"en": "{by} stopped {name} ({bot})", "fi": "{by} pysäytti botin {name} ({bot})"},
    "then_ctrl_c": {"en": "Ctrl-C stops it", "fi": "Ctrl-C pysäyttää sen"},
    "then_type": {"en": "type a line for it", "fi": "kirjoita rivi sen puolesta"},
    "then_stop": {"en": "any phone can stop it", "fi": "sen voi pysäyttää puhelimesta"},
    "then_move": {
        "en": "on a phone a player can move for it, or ask it again",
        "fi": "puhelimesta sen puolesta voi siirtää, tai siltä voi kysyä uudestaan",
    },
    "bot_hand": {
        "en": "enter the hand of {name} ({bot}): {lines}",
        "fi": "pelaajalle {name} ({bot}) on kerrottava, mitä sillä on kädessä: {lines}",
    },
    "piece_put": {"en": "put down {card}: {place}", "fi": "aseta {card}: {place}"},
    "piece_moved": {"en": "move {card}: {source} → {place}", "fi": "siirrä {card}: {source} → {place}"},
    "piece_taken": {"en": "remove {card}: {place}", "fi": "ota pois {card}: {place}"},
    "piece_of": {"en": "{place} of {name}", "fi": "{place}, {name}"},
    "teach_begins": {
        "en": "Type each move, or press Enter to have it made for you. Also: {hint} shows the move, {why} explains "
        "the last one, {rule} {id} cites a rule, {quit} leaves.",
        "fi": "Kirjoita siirto, tai paina Enter, niin se tehdään puolestasi. Lisäksi: {hint} näyttää siirron, {why} "
        "perustelee edellisen, {rule} {id} kertoo säännön, {quit} lopettaa.",
    },
    "teach_hint": {"en": "hint", "fi": "vihje"},
    "teach_why": {"en": "why", "fi": "miksi"},
    "teach_rule": {"en": "rule", "fi": "sääntö"},
    "teach_quit": {"en": "quit", "fi": "lopeta"},
    "teach_no_move": {"en": "No move has been tried yet.", "fi": "Siirtoa ei ole vielä yritetty."},
    "teach_draws": {"en": "You draw: {cards}", "fi": "Nostat: {cards}"},
    "teach_dealt": {"en": "You are dealt: {cards}", "fi": "Sinulle jaetaan: {cards}"},
    "teach_stopped": {"en": "The lesson stops here.", "fi": "Oppitunti loppuu tähän."},
    "teach_move": {"en": "The move of this lesson: {line}", "fi": "Tämän oppitunnin siirto: {line}"},
    "teach_other": {"en": "“{line}” is also allowed.", "fi": "Myös “{line}” on sallittu."},
    "teach_other_goes": {
        "en": "This lesson continues with another move ({hint} shows it, Enter makes it).",
        "fi": "Tämä oppitunti jatkuu toisella siirrolla ({hint} näyttää sen, Enter tekee sen).",
    },
    "teach_wait": {"en": "(Enter) ", "fi": "(Enter) "},
    "time_out": {"en": "time is out", "fi": "aika on loppu"},
    "replay_written": {"en": "{count:line|lines}, {size}", "fi": "{count:rivi|riviä}, {size}"},
    "branched": {
        "en": "copied {count:line|lines} of {file}; play on from there",
        "fi": "{count:rivi|riviä} pöytäkirjasta {file}; siitä voi jatkaa",
    },
    "branch_when_over": {
        "en": "branch when the game is over, or from an earlier line",
        "fi": "jatka siitä, kun peli on päättynyt, tai aiemmasta rivistä",
    },
    "branch_within": {"en": "0 is the table before the first line", "fi": "0 on pöytä ennen ensimmäistä riviä"},
    "go_on": {"en": "continue with: {command}", "fi": "jatka: {command}"},
    "two_games": {
        "en": "the game is in {folder}; the game of the same name in {other} is not used",
        "fi": "peli on kansiossa {folder}; samannimistä peliä kansiossa {other} ei käytetä",
    },
    "host_open": {"en": "choose seats and rules at: {screen}", "fi": "valitse paikat ja säännöt: {screen}"},
    "host_alone": {
        "en": "this machine has no network address: phones cannot connect",
        "fi": "tällä koneella ei ole osoitetta verkossa: puhelimet eivät pääse pöytään",
    },
    "host_join": {"en": "join with a phone: {join}", "fi": "liity puhelimella: {join}"},
    "host_screen": {"en": "the big screen:    {screen}", "fi": "iso näyttö:          {screen}"},
    "host_stop": {"en": "Ctrl-C closes the table; the record is kept.", "fi": "Ctrl-C sulkee pöydän; pöytäkirja jää."},
    "host_others": {"en": "this machine is also at: {addresses}", "fi": "tämä kone on myös osoitteissa: {addresses}"},
    "host_came": {"en": "{name} has joined", "fi": "{name} istui pöytään"},
    "host_phone": {
        "en": "a new phone showing {number} requests the seat of {name}: type {number} and Enter to agree",
        "fi": "uusi puhelin, jossa näkyy {number}, pyytää paikkaa {name}: hyväksy kirjoittamalla {number} ja Enter",
    },
    "host_gave": {"en": "{name} now plays on another phone", "fi": "{name} pelaa nyt toisella puhelimella"},
    "host_no_phone": {"en": "no phone shows “{number}”", "fi": "missään puhelimessa ei näy “{number}”"},
    "host_lonely": {
        "en": "No phone has connected yet. Three usual causes: the phone is in another network (a guest network, "
        "mobile data);\na firewall on this machine blocks it; the network isolates its guests from each other.\n"
        "Try on the phone: {url}",
        "fi": "Yhtään puhelinta ei ole vielä tullut. Kolme tavallista syytä: puhelin on toisessa verkossa "
        "(vierasverkko, mobiilidata);\ntämän koneen palomuuri estää sen; verkko ei näytä laitteita toisilleen.\n"
        "Kokeile puhelimella: {url}",
    },
    "counts": {
        "en": "{lines:line|lines}, {refused} rejected, {unverified} unverified, "
        "{irregular} irregular{doubted}; digest {digest}",
        "fi": "siirtoja {lines}, hylättyjä {refused}, varmentamattomia {unverified}, "
        "sääntöjen vastaisia {irregular}{doubted}; tiiviste {digest}",
    },
    "not_contradicted": {
        "en": "unverified, and not contradicted by a later line: lines {lines} (--json shows each)",
        "fi": "varmentamatta, eikä mikään myöhempi rivi ole ristiriidassa: siirrot {lines} (--json kertoo kunkin)",
    },
    "doubted_count": {"en": ", {count} in doubt", "fi": ", epäilyksen alaisia {count}"},
    "more_refused": {
        "en": "and {count} more rejected lines (--json lists each)",
        "fi": "ja {count:muu hylätty|muuta hylättyä} (--json kertoo kaikki)",
    },
    "false_seed": {"en": "expected the sealed seed, got another one", "fi": "tämä ei ole sinetöity siemen"},
    "not_dealt": {"en": "the seed does not deal this: {line}", "fi": "siemen ei jaa näin: {line}"},
    "deals": {"en": "deals: {parts}", "fi": "jaot: {parts}"},
    "deals_open": {"en": "{count} follow from the open seed", "fi": "avoimen siemenen mukaisia {count}"},
    "deals_sealed": {"en": "{count} follow from the sealed seed", "fi": "sinetöidyn siemenen mukaisia {count}"},
    "deals_differ": {"en": "{count} do not", "fi": "siitä poikkeavia {count}"},
    "deals_never": {
        "en": "{count} cannot be proven: their seed was not opened",
        "fi": "todistamatta {count}: niiden siementä ei avattu",
    },
    "deals_yet": {"en": "{count} sealed until the game is over", "fi": "pelin loppuun sinetöityjä {count}"},
    "deals_lost": {
        "en": "{count} cannot be proven: their seed is lost",
        "fi": "todistamatta {count}: niiden siemen on kadonnut",
    },
    "not_proven": {
        "en": "NOT PROVEN: the game is over, and the record lacks the seal or the seed of {count} of its deals",
        "fi": "EI TODISTETTU: peli on ohi, mutta pöytäkirjasta puuttuu sinetti tai siemen, kun jakoja on {count}",
    },
    "deals_copied": {
        "en": "{count} proven only by the original record",
        "fi": "vain alkuperäisen pöytäkirjan todistamia {count}",
    },
    "deals_by_hand": {"en": "{count} overruled by the table", "fi": "pöydän sallimia {count}"},
    "changed_by_hand": {"en": "changed by hand, from line {ply} on", "fi": "muutettu käsin siirrosta {ply} alkaen"},
    "meanwhile": {"en": "meanwhile, from another program:", "fi": "sillä välin toisesta ohjelmasta:"},
    "not_taken": {
        "en": "not recorded: “{line}”. The game moved on while you typed; enter it again if it still applies",
        "fi": "“{line}” jäi kirjaamatta: pöytä muuttui sitä ennen; sano uudestaan, jos se pätee yhä",
    },
    "no_move": {
        "en": "“{word}” alone is not a move here; type the whole move: {line}",
        "fi": "“{word}” yksin ei ole tässä siirto; siirto kirjoitetaan kokonaan: {line}",
    },
    "why_what": {"en": "usage: why MOVE", "fi": "why mitä?"},
    "why_such_as": {"en": "usage: why MOVE, such as: why {line}", "fi": "why mitä? esimerkiksi: why {line}"},
    "no_rule": {"en": "unknown rule “{id}”", "fi": "sääntöä “{id}” ei ole"},
    "which_rule": {"en": "usage: rule ID, such as: rule 1", "fi": "mikä sääntö? esimerkiksi: rule 1"},
    "undo_number": {
        "en": "expected a number of moves after undo, got “{text}”",
        "fi": "undo ottaa siirtojen lukumäärän, ei “{text}”",
    },
    "help_says": {"en": "Type help for the list of commands.", "fi": "help kertoo, mitä voi kirjoittaa."},
    "help": {
        "en": """\
Type a move for the seat to act{move}, or for another{other}, or its number in `options`. Commands:
  options [SEAT] [all]  the legal moves                 why MOVE       the ruling without making the move
  show [SEAT]           the table, as SEAT sees it      rule ID        the text of a rule
  undo [N]              undo N moves                    ! MOVE # why   allow a move that the rules forbid
  adjust WHAT           correct a fact                  grammar [VERB] how each move is written
  hint [CARDS]          a good move, and why; CARDS: the hand, if the referee does not know it
  help, quit            `move; move` is two moves; omit verbs and keys if only one reading is legal""",
        "fi": """\
Kirjoita vuorossa olevan pelaajan siirto{move} tai toisen{other} tai sen numero luettelossa `options`. Lisäksi:
  options [SEAT] [all]  mitä nyt voi tehdä              why MOVE       ratkaisu siirtoa tekemättä
  show [SEAT]           pöytä, kuten SEAT sen näkee     rule ID        säännön sanat
  undo [N]              peru N siirtoa                  ! MOVE # why   salli sääntöjen kieltämä siirto
  adjust WHAT           korjaa tosiasia                 grammar [VERB] miten siirrot kirjoitetaan
  hint [CARDS]          hyvä siirto ja miksi; CARDS: kädessä olevat kortit, jos tuomari ei niitä tiedä
  help, quit            `siirto; siirto` on kaksi siirtoa; verbin ja avaimen voi jättää pois, kun se on selvä""",
    },
}


def phrase(id: str, lang: str, /, **args: Any) -> str:
    """A phrase of the commands in a language."""
    return fill(localise(PHRASES[id], lang), args, None, lang)
