"""What every referee says, whatever the game: reasons and prompts by id, in English and Finnish.

Invariant: ids begin with `kernel.` where only declared games say them, else with `referee.`; a game's own words stand
beside its rulebook.
"""

from __future__ import annotations

from pnp.library.words import Words
from pnp.referee.effects.words import EFFECT_WORDS

REFEREE_WORDS: dict[str, Words] = {
    **EFFECT_WORDS,
    "referee.over": {"en": "the game is over: {reason}", "fi": "peli on päättynyt: {reason}"},
    "referee.corrections": {
        "en": "only the table corrects facts: `table: adjust …`",
        "fi": "korjaukset kuuluvat pöydälle: `table: adjust …`",
    },
    "referee.undo": {
        "en": "only the table takes back lines: `table: undo`",
        "fi": "vain pöytä peruu siirtoja: `table: undo`",
    },
    "referee.cannot_undo": {
        "en": "cannot take back {count}: only {there:line is|lines are} left",
        "fi": "ei voi perua {count}: voimassa on {there:siirto|siirtoa}",
    },
    "referee.cannot_undo_lines": {
        "en": "cannot take back {count}: only {there:line of the players is|lines of the players are} left",
        "fi": "ei voi perua {count}: voimassa on {there:pelaajien rivi|pelaajien riviä}",
    },
    "referee.branch_beyond": {
        "en": "there is no line {ply}: the record has {count:line|lines}",
        "fi": "pöytäkirjassa on {count:rivi|riviä}, ei riviä {ply}",
    },
    "referee.branch_hides": {
        "en": "line {ply} has hidden information and the game is not over: a branch from here would reveal it",
        "fi": "peli on kesken, eikä rivi {ply} ole kaikkien nähtävissä: tästä jatkava voisi katsoa, mitä se kätkee",
    },
    "referee.photo_bytes": {
        "en": "the picture is larger than {most} MB; send a smaller one",
        "fi": "kuva on suurempi kuin {most} Mt; lähetä pienempi",
    },
    "referee.photo_pixels": {
        "en": "the picture has too many pixels; the limit is {most} million",
        "fi": "kuvassa on liikaa kuvapisteitä; enintään {most} miljoonaa katsotaan",
    },
    "referee.photo_scans": {
        "en": "this JPEG is stored in too many passes; save it again as an ordinary JPEG",
        "fi": "tämä JPEG on tallennettu liian monessa vaiheessa; tallenna se uudelleen tavallisena JPEG-kuvana",
    },
    "referee.photo_tiny": {
        "en": "a picture of {width} × {height} pixels is too small to find a card; send the "
        "photo itself, not a small copy",
        "fi": "{width} × {height} kuvapisteestä ei erota korttia; lähetä itse kuva eikä pienennettyä",
    },
    "referee.photo_kind": {
        "en": "expected a JPEG, PNG or WebP picture; set the phone's camera to JPEG, or send a screenshot",
        "fi": "tämä ei ole JPEG-, PNG- eikä WebP-kuva; aseta puhelimen kamera JPEG-muotoon tai lähetä kuvakaappaus",
    },
    "referee.photo_broken": {
        "en": "the picture is damaged and cannot be read; send it again",
        "fi": "kuva on vioittunut eikä sitä voi lukea; lähetä se uudestaan",
    },
    "referee.photo_empty": {
        "en": "found no code: go nearer, hold still, and print the cards with `pnp build --codes`",
        "fi": "yhtään koodia ei näy: mene lähemmäs ja pidä kamera paikallaan; kortit tulostetaan näin: "
        "`pnp build --codes`",
    },
    "referee.photo_foreign": {
        "en": "the codes in the picture are not cards of this game",
        "fi": "kuvan koodit eivät ole tämän pelin kortteja",
    },
    "referee.photo_zone": {
        "en": "there is no zone “{zone}” here; expected one of: {zones}",
        "fi": "täällä ei ole vyöhykettä ”{zone}”; jokin näistä: {zones}",
    },
    "referee.photo_extra": {
        "en": 'reading photos needs zxing-cpp: pip install "pnp-table[photo]"',
        "fi": 'kuvat luetaan zxing-cpp-kirjastolla: pip install "pnp-table[photo]"',
    },
    "referee.photo_agrees": {
        "en": "{count:card|cards} found where expected, and no others",
        "fi": "{count:kortti on|korttia on} siellä missä tuomari ne tietää, eikä muuta näkynyt",
    },
    "referee.photo_differs": {
        "en": "{same:card|cards} found where expected; {new} new; {missing} not seen",
        "fi": "{same:kortti on|korttia on} paikallaan; {new} uutta; {missing} ei näy",
    },
    "referee.ends": {"en": "the table ends the game: `table: end`", "fi": "pöytä lopettaa pelin: `table: end`"},
    "referee.table_resigns": {"en": "the table cannot resign", "fi": "pöytä ei voi luovuttaa"},
    "referee.resigned": {"en": "{name} resigned", "fi": "{name} luovutti"},
    "referee.stopped": {
        "en": "the table ended the game without a winner",
        "fi": "pöytä lopetti pelin, eikä kukaan voita",
    },
    "referee.hidden": {
        "en": "the reason depends on hidden cards; a player who has seen them can ask with --seat",
        "fi": "se riippuu piilossa olevasta; sen nähnyt kysyy valinnalla --seat",
    },
    "referee.dealer": {
        "en": "the referee deals at this table; the table can overrule this (`table: !…`) or adjust the result",
        "fi": "tässä pöydässä tuomari jakaa; minkä pöytä päättää toisin, se sallitaan (`table: !…`) tai korjataan",
    },
    "referee.seats": {
        "en": "expected {fewest} to {most:player|players}, got {count}",
        "fi": "pelaajia voi olla {fewest}–{most}, ei {count}",
    },
    "referee.seats_exactly": {
        "en": "expected {fewest:player|players}, got {count}",
        "fi": "peliin tarvitaan {fewest:pelaaja|pelaajaa}, ei {count}",
    },
    "referee.not_your_turn": {
        "en": "it is the turn of {turn_seat}, not of {seat}",
        "fi": "vuorossa on {turn_seat}, ei {seat}",
    },
    "referee.table_deals": {"en": "the table deals: `table: deal …`", "fi": "pöytä jakaa: `table: deal …`"},
    "referee.what_said": {"en": "what {name} said in line {ply}", "fi": "se, mitä {name} sanoi siirrossa {ply}"},
    "referee.not_both_true": {
        "en": "{claimed}; this and {last} cannot both be true",
        "fi": "{claimed}; tämä ja {last} eivät voi molemmat pitää paikkaansa",
    },
    "referee.not_all_true": {
        "en": "{claimed}; this, {more} and {last} cannot all be true",
        "fi": "{claimed}; tämä, {more} ja {last} eivät voi kaikki pitää paikkaansa",
    },
    "referee.table_has_no": {"en": "the table has no {what}", "fi": "pöydällä ei ole tätä: {what}"},
    "referee.score": {"en": "score", "fi": "pisteet"},
    "referee.turn": {"en": "turn", "fi": "vuoro"},
    "referee.hand": {"en": "hand", "fi": "käsi"},
    "referee.adjust_score": {"en": "the points of a player", "fi": "pelaajan pisteet"},
    "referee.adjust_turn": {"en": "whose turn it is", "fi": "kenen vuoro on"},
    "referee.adjust_hand": {
        "en": "how many cards a hand holds, or which",
        "fi": "kuinka monta korttia kädessä on, tai mitkä",
    },
    "referee.for_another": {
        "en": "{own} can move for {own} and for the table, not for {name}",
        "fi": "{own} puhuu itsensä ja pöydän puolesta, ei pelaajan {name}",
    },
    "referee.overrule_together": {
        "en": "only the whole table can overrule the rules, at the host's keyboard",
        "fi": "sääntöjen kieltämän sallii koko pöytä, isännän näppäimistöllä",
    },
    "referee.by_consent": {
        "en": "no player alone can take back moves, correct facts or end the game; propose it, "
        "or type it at the host's keyboard",
        "fi": "kukaan ei yksin peru siirtoja, korjaa tosiasioita tai lopeta peliä; "
        "ehdota sitä, tai kirjoita se isännän koneella",
    },
    "referee.no_other_seat": {"en": "expected another seat of this table", "fi": "sellaista toista paikkaa ei ole"},
    "referee.nothing_more": {"en": "nothing more", "fi": "ei muuta"},
    "referee.a_seat": {"en": "a seat", "fi": "pelaaja"},
    "referee.a_card": {"en": "a card", "fi": "kortti"},
    "referee.cards": {"en": "cards", "fi": "kortit"},
    "referee.a_number": {"en": "a number", "fi": "luku"},
    "referee.a_square": {"en": "a square x,y", "fi": "ruutu x,y"},
    "referee.a_square_such": {"en": "a square such as 1,0", "fi": "ruutu, esimerkiksi 1,0"},
    "referee.a_word": {"en": "a word", "fi": "sana"},
    "referee.one_of": {"en": "one of {choices}", "fi": "jokin näistä: {choices}"},
    "referee.many": {"en": "{each} …", "fi": "{each} …"},
    "referee.or_nothing": {"en": "{each}, or nothing", "fi": "{each} tai ei mitään"},
    "referee.or_unknown": {"en": "{each} or ?", "fi": "{each} tai ?"},
    "referee.count_or_which": {"en": "a number of {what}, or the {what}", "fi": "lukumäärä tai {what}"},
    "referee.expected": {"en": "expected {what}, got {typed}", "fi": "tähän kuuluu {what}, ei {typed}"},
    "referee.expected_one_of": {
        "en": "expected {what} (one of: {choices}), got {typed}",
        "fi": "tähän kuuluu {what} (jokin näistä: {choices}), ei {typed}",
    },
    "referee.several": {
        "en": "{typed} is ambiguous: {readings}",
        "fi": "{typed} voi olla mikä tahansa näistä: {readings}",
    },
    "referee.divides_nothing": {
        "en": "{divider} separates two moves; it cannot come before the first or after the last",
        "fi": "{divider} kuuluu kahden siirron väliin, ei ensimmäisen eteen eikä viimeisen perään",
    },
    "referee.number_alone": {
        "en": "a number picks a line of `options` only when typed alone, without a seat or another move",
        "fi": "luku on `options`-luettelon rivi vain yksin kirjoitettuna: ei pelaajaa, ei toista siirtoa",
    },
    "referee.why_of_one": {
        "en": "`why` explains one move, got {count}: {lines}",
        "fi": "why kysytään yhdestä siirrosta, ja näitä on {count}: {lines}",
    },
    "referee.out_of_range": {
        "en": "{count} is out of range for {what}",
        "fi": "{count} on liian suuri tai pieni: {what}",
    },
    "referee.slot": {"en": "<{what}>", "fi": "<{what}>"},
    "referee.key_slot": {"en": "[{key}=<{what}>]", "fi": "[{key}=<{what}>]"},
    "referee.needs": {"en": "{verb} needs {what}: {usage}", "fi": "{verb} vaatii: {what}; {usage}"},
    "referee.knows_no_key": {
        "en": "{verb} has no key {key}: {usage}",
        "fi": "{verb} ei tunne avainta {key}: {usage}",
    },
    "referee.key_twice": {"en": "the key {key} is given twice", "fi": "avain {key} on annettu kahdesti"},
    "referee.key_needs": {"en": "{key} needs {what}", "fi": "{key} vaatii: {what}"},
    "referee.is_a_key": {"en": "{typed} is a key: write {key}=…", "fi": "{typed} on avain: kirjoita {key}=…"},
    "referee.too_much": {"en": "unexpected {typed}: {usage}", "fi": "{typed} on liikaa: {usage}"},
    "referee.too_much_here": {"en": "unexpected {typed}", "fi": "{typed} on liikaa"},
    "referee.no_such_seat": {"en": "there is no seat {typed}", "fi": "pelaajaa {typed} ei ole"},
    "referee.no_such_seat_of": {
        "en": "there is no seat {typed}; the seats are {seats}",
        "fi": "pelaajaa {typed} ei ole; pelaajat ovat {seats}",
    },
    "referee.no_seat_named": {
        "en": "expected a seat before the colon; the seats are {seats}",
        "fi": "kaksoispisteen edessä ei ole pelaajaa; pelaajat ovat {seats}",
    },
    "referee.seat_and_move_of": {
        "en": "expected `seat: move`; the seats are {seats}",
        "fi": "kirjoita `pelaaja: siirto`; pelaajat ovat {seats}",
    },
    "referee.long_line": {
        "en": "a line of {count:character|characters} is too long for a move",
        "fi": "{count} merkin rivi ei ole siirto",
    },
    "referee.nothing_said": {
        "en": "the line is empty; expected one of: {verbs}",
        "fi": "mitään ei sanottu; tähän kuuluu jokin näistä: {verbs}",
    },
    "referee.no_corrections": {
        "en": "nothing can be adjusted in this game",
        "fi": "tässä pelissä ei voi korjata mitään",
    },
    "referee.correct_what": {"en": "adjust what? {usages}", "fi": "korjata mitä? {usages}"},
    "referee.not_corrected": {
        "en": "{typed} cannot be adjusted in this game, only {verbs}",
        "fi": "{typed} ei ole tässä pelissä korjattavissa, vain {verbs}",
    },
    "referee.no_move": {"en": "{typed} is not a move of this game", "fi": "{typed} ei ole tämän pelin siirto"},
    "referee.a_pile": {"en": "a pile", "fi": "pino"},
    "referee.about_undo": {"en": "take back the last lines", "fi": "viimeiset rivit perutaan"},
    "referee.about_end": {"en": "stop the game here", "fi": "pöytä lopettaa pelin tähän"},
    "referee.about_resign": {"en": "give up the game, at any time", "fi": "luovuttaa pelin milloin tahansa"},
    "referee.about_deal": {
        "en": "deal cards to a seat; `?` is a card that the referee does not know",
        "fi": "kortit menevät pelaajalle; `?` on kortti, jota tuomarille ei kerrota",
    },
    "referee.about_roll": {"en": "report what the dice show", "fi": "mitä nopat näyttävät"},
    "referee.about_shuffle": {"en": "report that a zone was shuffled", "fi": "alue sekoitettiin"},
    "referee.about_pass": {"en": "do nothing now", "fi": "ei tee nyt mitään"},
    "referee.about_commit": {
        "en": "answer in secret; answers are shown when all players open theirs",
        "fi": "on vastannut salassa; vastaus kerrotaan, kun kaikki avaavat omansa",
    },
    "referee.about_look": {
        "en": "show cards to one seat only",
        "fi": "mitä pelaaja katsoo eikä kukaan muu",
    },
    # What the moves of a table without rules are for.
    "sandbox.about_draw": {
        "en": "draw cards from the draw pile into the hand",
        "fi": "kortteja nostetaan nostopinosta käteen",
    },
    "sandbox.about_play": {
        "en": "lay a card of the hand face up in a zone",
        "fi": "käden kortti lasketaan näkyviin alueelle",
    },
    "sandbox.about_discard": {
        "en": "put a card of the hand on the discard pile",
        "fi": "käden kortti menee poistopinoon",
    },
    "sandbox.about_take": {"en": "take an open card into the hand", "fi": "näkyvä kortti otetaan käteen"},
    "sandbox.about_count": {"en": "set a counter of this player", "fi": "pelaajan luku asetetaan"},
    "sandbox.about_done": {"en": "end the turn", "fi": "vuoro päättyy"},
    "sandbox.how_many": {"en": "how many", "fi": "lukumäärä"},
    # What became of the seed of a digital deal.
    "referee.seed_gone": {
        "en": "{what}; later deals use a new seed, sealed in the record",
        "fi": "{what}: tästä eteenpäin jaettava seuraa uudesta, jonka sinetti on pöytäkirjassa",
    },
    "referee.seed_was_open": {
        "en": "the seed became public when the game was over",
        "fi": "siemen on ollut kaikille avoin siitä asti, kun peli päättyi",
    },
    "referee.seed_was_lost": {"en": "the seed in {file} is lost", "fi": "tiedoston {file} siemen on kadonnut"},
    "referee.no_seed": {"en": "the record has no seed", "fi": "pöytäkirjassa ei ole siementä"},
    "referee.opened_by_owner": {
        "en": "only the user who opened the table can open its seed; any command of theirs opens it",
        "fi": "sen voi avata se, joka avasi pöydän: mikä tahansa hänen komentonsa avaa siemenen",
    },
    "referee.seed_lost": {
        "en": "the seed in {file} is lost: its deals cannot be proven",
        "fi": "tiedoston {file} siemen on kadonnut: sen jakoja ei voi todistaa",
    },
    "referee.seed_opened": {
        "en": "the record now has the seed of the deals; `pnp referee verify` proves them",
        "fi": "jakojen siemen on nyt pöytäkirjassa; `pnp referee verify` todistaa ne",
    },
    "kernel.over": {"en": "the game is over", "fi": "peli on päättynyt"},
    "referee.table": {"en": "table", "fi": "pöytä"},
    "referee.in_secret": {"en": "in secret", "fi": "salaa"},
    "referee.some_cards": {"en": "{count:card|cards}", "fi": "{count:kortti|korttia}"},
    "kernel.adjust_counter": {"en": "its new number", "fi": "luku, joka sillä on"},
    "kernel.adjust_zone": {"en": "how many cards are there, or which", "fi": "montako korttia siinä on, tai mitkä"},
    "kernel.adjust_pile": {"en": "how many cards the pile holds", "fi": "montako korttia pinossa on"},
    "kernel.name.board": {"en": "board", "fi": "lauta"},
    "kernel.name.empty": {"en": "empty", "fi": "tyhjä"},
    "kernel.name.counter": {"en": "counter", "fi": "laskuri"},
    "kernel.name.hand": {"en": "hand", "fi": "käsi"},
    "kernel.name.pile": {"en": "draw pile", "fi": "nostopino"},
    "kernel.name.discard": {"en": "discards", "fi": "poistot"},
    "kernel.name.dice": {"en": "dice", "fi": "nopat"},
    "kernel.name.score": {"en": "score", "fi": "pisteet"},
    "kernel.name.points": {"en": "points", "fi": "pisteet"},
    "kernel.name.coins": {"en": "coins", "fi": "kolikot"},
    "kernel.name.round": {"en": "round", "fi": "kierros"},
    "kernel.yes": {"en": "yes", "fi": "kyllä"},
    "kernel.no": {"en": "no", "fi": "ei"},
    "kernel.turn": {"en": "it is the turn of {seat}", "fi": "vuorossa on {seat}"},
    "kernel.your_turn": {"en": "your turn", "fi": "sinun vuorosi"},
    "kernel.turn_goes": {"en": "the turn goes to {seat}", "fi": "vuoro siirtyy pelaajalle {seat}"},
    "kernel.shows_held": {
        "en": "{card} is face up, so the player had it",
        "fi": "avoinna oleva {card} osoittaa, että se oli kädessä",
    },
    "kernel.pile_has": {
        "en": "{count:card is|cards are} left in the draw pile",
        "fi": "nostopinossa on {count:kortti|korttia}",
    },
    "kernel.no_zone": {"en": "“{zone}” is empty", "fi": "alueella “{zone}” ei ole mitään"},
    "referee.to_a_seat": {"en": "cards are dealt to a seat", "fi": "kortit jaetaan pelaajalle"},
    "kernel.first": {"en": "{asked_seat} must answer first: {asked}", "fi": "ensin vastaa {asked_seat}: {asked}"},
    "kernel.first_table": {"en": "the table must answer first: {asked}", "fi": "ensin vastaa pöytä: {asked}"},
    "kernel.deal_first": {
        "en": "the cards for {seat} must be dealt first",
        "fi": "ensin jaetaan kortit pelaajalle {seat}",
    },
    "kernel.no_answer": {"en": "no open question has this answer", "fi": "mitään sellaista ei kysytä"},
    "kernel.table_tells": {"en": "the table reports this, not a seat", "fi": "tämän kertoo pöytä"},
    "kernel.seats_only": {"en": "a seat reports this, not the table", "fi": "tämän sanoo pelaaja, ei pöytä"},
    "kernel.no_choice": {"en": "this cannot be chosen now", "fi": "tätä ei voi nyt valita"},
    "kernel.not_held": {"en": "{seat} has no {card}", "fi": "pelaajalla {seat} ei ole korttia {card}"},
    "kernel.not_there": {"en": "“{zone}” has no {card}", "fi": "alueella “{zone}” ei ole korttia {card}"},
    "kernel.not_on_top": {
        "en": "{card} is not on top: the cards there are known",
        "fi": "{card} ei ole päällimmäisenä, sinne on jo katsottu",
    },
    "kernel.elsewhere": {
        "en": "every copy of {card} is known to be elsewhere",
        "fi": "kortin {card} kaikkien kappaleiden tiedetään olevan muualla",
    },
    "kernel.no_distribution": {
        "en": "{card} cannot be there: no unseen copy can have come there",
        "fi": "{card} ei voi olla siinä: mikään näkymätön kappale ei ole voinut tulla siihen",
    },
    "kernel.deal": {"en": "deal {count:card|cards} to {seat}", "fi": "jaa {count:kortti|korttia} pelaajalle {seat}"},
    "kernel.turn_up": {
        "en": "turn up {count:card|cards}: {zone}",
        "fi": "käännä {count:kortti|korttia} esiin: {zone}",
    },
    "kernel.turn_up_for": {
        "en": "turn up {count:card|cards} for {seat}: {zone}",
        "fi": "käännä pelaajalle {seat} {count:kortti|korttia} esiin: {zone}",
    },
    "kernel.look": {"en": "show {count:card|cards} to {seat}", "fi": "näytä {count:kortti|korttia} pelaajalle {seat}"},
    "kernel.was_due": {"en": "these cards had to be dealt", "fi": "nämä kortit oli jaettava"},
    "kernel.no_deal": {"en": "this deal is not pending", "fi": "sellaista jakoa ei ole vuorossa"},
    "kernel.committed": {"en": "{seat} has answered", "fi": "{seat} on vastannut"},
    "kernel.open_now": {
        "en": "all players have answered: reveal your answer",
        "fi": "kaikki ovat vastanneet: kerro vastauksesi",
    },
    "kernel.passes": {"en": "{seat} passes", "fi": "{seat} jättää väliin"},
    "kernel.not_true": {"en": "this is not true: {statement}", "fi": "se ei pidä paikkaansa: {statement}"},
    "kernel.believed": {"en": "taken on trust: {statement}", "fi": "uskottu: {statement}"},
    "kernel.had_said": {
        "en": "{seat} said in line {ply} that it was none of {kinds}",
        "fi": "{seat} oli sanonut siirrossa {ply}, ettei se ollut mikään näistä: {kinds}",
    },
    "kernel.proves": {"en": "{statement}; {card} proves it wrong", "fi": "{statement}; {card} osoittaa sen vääräksi"},
    "kernel.count_proves": {
        "en": "{statement}; the cards prove it wrong",
        "fi": "{statement}; kortit osoittavat sen vääräksi",
    },
    "kernel.no_pile": {"en": "there is no pile to balance the count", "fi": "pinoa, josta määrä tasattaisiin, ei ole"},
    "kernel.too_many": {"en": "there would be too many copies of {card}", "fi": "{card} olisi siinä liian monesti"},
    "kernel.other_deck": {"en": "{card} cannot be there: {zone}", "fi": "{card} ei voi olla siinä: {zone}"},
    "kernel.say_which": {
        "en": "every player sees these cards: say which cards",
        "fi": "kaikki näkevät, mitä siinä on: sano, mitkä kortit",
    },
    "kernel.too_few": {"en": "there cannot be so many cards", "fi": "niin monta korttia ei voi olla siinä"},
    "kernel.out_of_range": {"en": "{count} is out of range", "fi": "{count} on liian suuri tai pieni"},
}
