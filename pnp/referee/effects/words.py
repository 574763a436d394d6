"""What every referee of cards with effects says, by ids that begin with `effects.`, in English and Finnish."""

from __future__ import annotations

from pnp.library.words import Words

EFFECT_WORDS: dict[str, Words] = {
    "effects.which_player": {"en": "{card}: choose a player", "fi": "{card}: valitse pelaaja"},
    "effects.redirect_to": {
        "en": "{card}: choose the player who takes the {amount} damage instead",
        "fi": "{card}: valitse, kuka kärsii sen sijaan {amount} vahinkoa",
    },
    "effects.which_card": {"en": "{card}: choose a card in play", "fi": "{card}: valitse pelissä oleva kortti"},
    "effects.which_card_or_none": {
        "en": "{card}: choose a card in play, or pass",
        "fi": "{card}: valitse pelissä oleva kortti tai jätä väliin",
    },
    "effects.discard": {"en": "{card}: discard a card", "fi": "{card}: poista kortti kädestäsi"},
    "effects.pick": {
        "en": "{card}: pick the card that {of_seat} discards",
        "fi": "{card}: valitse kortti, jonka {of_seat} poistaa kädestään",
    },
    "effects.at_random": {
        "en": "{card}: which card of {of_seat} is chosen at random",
        "fi": "{card}: mihin pelaajan {of_seat} korttiin sattuma osuu",
    },
    "effects.which_option": {
        "en": "{card}: choose one of {count}",
        "fi": "{card}: valitse yksi, vaihtoehtoja on {count}",
    },
    "effects.find": {"en": "{card}: find a card", "fi": "{card}: etsi kortti"},
    "effects.find_or_none": {"en": "{card}: find a card, or pass", "fi": "{card}: etsi kortti tai jätä väliin"},
    "effects.take": {
        "en": "{card}: take a card of the top {count}",
        "fi": "{card}: ota yksi kortti, valittavana {count:päällimmäinen|päällimmäistä}",
    },
    "effects.take_or_none": {"en": "{card}: take a card, or pass", "fi": "{card}: ota kortti tai jätä väliin"},
    "effects.give": {"en": "{card}: give a card to {of_seat}", "fi": "{card}: anna kortti pelaajalle {of_seat}"},
    "effects.put_aside": {
        "en": "{card}: put the card aside that you give away, face down",
        "fi": "{card}: laita pois annettava kortti sivuun, kuvapuoli alaspäin",
    },
    "effects.which_type": {"en": "{card}: name a type of card", "fi": "{card}: nimeä korttityyppi"},
    "effects.roll": {"en": "{card}: roll {dice:die|dice}", "fi": "{card}: heittäkää {dice:noppa|noppaa}"},
    "effects.answer": {
        "en": "{seat} plays {card}: answer, or pass",
        "fi": "{seat} pelaa kortin {card}: vastaa tai jätä väliin",
    },
    "effects.answer_damage": {
        "en": "{card} does {amount} damage: answer, or pass",
        "fi": "{card} tekee {amount} vahinkoa: vastaa tai jätä väliin",
    },
    "effects.may_instead": {
        "en": "{card} instead: yes, or pass",
        "fi": "tämän sijasta {card}: kyllä (yes) tai ohi (pass)",
    },
    "effects.show_or_none": {
        "en": "show a card of your opening hand, or pass",
        "fi": "näytä kortti aloituskädestäsi tai jätä väliin",
    },
    "effects.which_number": {
        "en": "{card}: choose a number, {least} to {most}",
        "fi": "{card}: valitse luku, vähintään {least} ja enintään {most}",
    },
    "effects.name": {"en": "{card}: name a card", "fi": "{card}: nimeä kortti"},
    "effects.may": {"en": "{card}: yes, or pass", "fi": "{card}: kyllä (yes) tai ohi (pass)"},
    "effects.pay": {"en": "{card}: pay, or pass", "fi": "{card}: maksa (pay) tai jätä väliin (pass)"},
    "effects.draws": {"en": "{seat} draws {count:card|cards}", "fi": "{seat} nostaa {count:kortin|korttia}"},
    "effects.reshuffled": {
        "en": "shuffle the discard pile to make the new deck",
        "fi": "sekoittakaa poistopakka: siitä tulee uusi pakka",
    },
    "effects.turned_over": {
        "en": "turn the discard pile over to make the new deck",
        "fi": "kääntäkää poistopakka ympäri: siitä tulee uusi pakka",
    },
    "effects.discards": {"en": "{seat} discards {card}", "fi": "{seat} poistaa kortin {card}"},
    "effects.loses_life": {
        "en": "{seat} loses {amount} life",
        "fi": "{seat} menettää {amount:elämäpisteen|elämäpistettä}",
    },
    "effects.gains_life": {"en": "{seat} gains {amount} life", "fi": "{seat} saa {amount:elämäpisteen|elämäpistettä}"},
    "effects.redirected": {
        "en": "{card}: {amount} damage goes to {seat}",
        "fi": "{card}: {amount} vahinkoa menee pelaajalle {seat}",
    },
    "effects.reflected": {
        "en": "{card}: {amount} damage goes back to {seat}",
        "fi": "{card}: {amount} vahinkoa palaa pelaajalle {seat}",
    },
    "effects.may_not": {"en": "{card} forbids it", "fi": "{card} kieltää sen"},
    "effects.nothing_happens": {
        "en": "{card} forbids this for {seat}: nothing happens",
        "fi": "{card} kieltää sen pelaajalta {seat}: mitään ei tapahdu",
    },
    "effects.phase_is_skipped": {"en": "{seat} skips a phase: {phase}", "fi": "{seat} jättää väliin vaiheen: {phase}"},
    "effects.phase_again": {
        "en": "{seat} plays a phase again: {phase}",
        "fi": "{seat} pelaa vaiheen uudelleen: {phase}",
    },
    "effects.extra_turn": {"en": "{seat} has another turn", "fi": "{seat} saa ylimääräisen vuoron"},
    "effects.turn_is_skipped": {"en": "{seat} skips this turn", "fi": "{seat} jättää tämän vuoron väliin"},
    "effects.time_comes": {"en": "{card} happens now", "fi": "nyt on vuorossa {card}"},
    "effects.until_end_of_turn": {"en": "{card} (end of the turn)", "fi": "{card} (vuoron loppu)"},
    "effects.until_your_next_turn": {"en": "{card} (next turn of {seat})", "fi": "{card} (seuraava vuoro: {seat})"},
    "effects.lies_on": {"en": "{card} on {host}", "fi": "{card} kortilla {host}"},
    "effects.lies_as": {"en": "{card} as {model}", "fi": "{card} korttina {model}"},
    "effects.lies_of": {"en": "{card} (owned by {seat})", "fi": "{card} (omistaja {seat})"},
    "effects.falls_off": {
        "en": "{card} has nothing to be attached to and is discarded",
        "fi": "kortilla {card} ei ole kiinnityskohdetta, ja se poistetaan",
    },
    "effects.attached": {"en": "{card} is attached to {host}", "fi": "{card} kiinnitetään korttiin {host}"},
    "effects.becomes": {"en": "{card} is a copy of {model} now", "fi": "{card} on nyt kortin {model} kopio"},
    "effects.copied": {"en": "{card} happens again", "fi": "{card} tapahtuu uudelleen"},
    "effects.changes_sides": {"en": "{seat} controls {card} now", "fi": "{seat} hallitsee nyt korttia {card}"},
    "effects.counters_on": {
        "en": "{count:counter is|counters are} put on {card}",
        "fi": "kortille {card} laitetaan {count:merkki|merkkiä}",
    },
    "effects.counters_off": {
        "en": "{count:counter is|counters are} removed from {card}",
        "fi": "kortilta {card} poistetaan {count:merkki|merkkiä}",
    },
    "effects.finds": {"en": "{seat} finds {card}", "fi": "{seat} löytää kortin {card}"},
    "effects.deck_is_shuffled": {"en": "shuffle the deck", "fi": "sekoittakaa pakka"},
    "effects.looks_at_top": {
        "en": "{seat} looks at the top {count:card|cards} of the deck",
        "fi": "{seat} katsoo pakan päältä {count:kortin|korttia}",
    },
    "effects.looks_at_hand": {
        "en": "{seat} looks at the hand of {of_seat}",
        "fi": "{seat} katsoo käsikortit, joiden omistaja on {of_seat}",
    },
    "effects.gives": {"en": "{seat} gives {of_seat} a card", "fi": "{seat} antaa kortin pelaajalle {of_seat}"},
    "effects.trade": {
        "en": "{seat} and {of_seat} give each other a card",
        "fi": "{seat} ja {of_seat} antavat toisilleen kortin",
    },
    "effects.swaps_hands": {
        "en": "{seat} and {of_seat} swap hands",
        "fi": "{seat} ja {of_seat} vaihtavat käsikorttinsa",
    },
    "effects.named_type": {"en": "{seat} names the type {type}", "fi": "{seat} nimeää tyypin {type}"},
    "effects.attached_to": {
        "en": "{card} is attached to {seat}",
        "fi": "{card} kiinnitetään pelaajaan {seat}",
    },
    "effects.lies_on_seat": {"en": "{card} on {seat}", "fi": "{card} pelaajalla {seat}"},
    "effects.no_choice": {
        "en": "no card in play is one that {card} must choose",
        "fi": "pelissä ei ole korttia, jonka {card} voisi valita",
    },
    "effects.cancelled": {"en": "{card} has no effect", "fi": "kortilla {card} ei ole vaikutusta"},
    "effects.prevented": {
        "en": "{amount} damage to {seat} is prevented",
        "fi": "{amount} vahinkoa pelaajalle {seat} estetään",
    },
    "effects.instead": {"en": "{card} happens instead", "fi": "sen sijaan tapahtuu {card}"},
    "effects.lies_announced": {"en": "{card} ({seat})", "fi": "{card} ({seat})"},
    "effects.silenced": {"en": "{card} has no abilities now", "fi": "kortilla {card} ei nyt ole kykyjä"},
    "effects.unsilenced": {"en": "{card} has its abilities again", "fi": "kortilla {card} on taas kykynsä"},
    "effects.lies_with": {
        "en": "{card}: {count:counter|counters}",
        "fi": "{card}: {count:merkki|merkkiä}",
    },
    "effects.lies_silenced": {"en": "{card} without abilities", "fi": "{card} ilman kykyjä"},
    "effects.wins": {"en": "{card} decides the game", "fi": "{card} ratkaisee pelin"},
    "effects.named": {"en": "{seat} names {card}", "fi": "{seat} nimeää kortin {card}"},
    "effects.pays": {"en": "{seat} pays for {card}", "fi": "{seat} maksaa kortista {card}"},
    "effects.about_choose": {
        "en": "choose the player that an effect affects",
        "fi": "pelaaja, johon vaikutus kohdistuu",
    },
    "effects.about_target": {
        "en": "choose the card in play that an effect affects",
        "fi": "pelissä oleva kortti, johon vaikutus kohdistuu",
    },
    "effects.about_discard": {
        "en": "discard a card of the hand",
        "fi": "oman käden kortti menee poistopakkaan",
    },
    "effects.about_pick": {
        "en": "choose the card that another player discards",
        "fi": "toisen käden kortti, joka menee poistopakkaan",
    },
    "effects.about_random": {
        "en": "report which card of a hand was hit at random",
        "fi": "mihin käden korttiin sattuma osui",
    },
    "effects.about_option": {"en": "choose one of several effects", "fi": "mikä vaihtoehdoista tapahtuu"},
    "effects.about_find": {
        "en": "take a card out of a pile, shown to all",
        "fi": "ottaa pinosta kortin kaikkien nähden",
    },
    "effects.about_take": {"en": "take a card that no other player sees", "fi": "ottaa kortin, jota muut eivät näe"},
    "effects.about_give": {"en": "give a card of the hand to a player", "fi": "antaa käden kortin toiselle"},
    "effects.about_aside": {"en": "put a card of the hand aside, face down", "fi": "laittaa käden kortin sivuun"},
    "effects.about_type": {"en": "name a type of card", "fi": "nimeää korttityypin"},
    "effects.about_answer": {
        "en": "answer a card that was played, or damage",
        "fi": "vastaa pelattuun korttiin tai vahinkoon",
    },
    "effects.about_react": {
        "en": "answer with a card in play",
        "fi": "vastaa pelissä olevan kortin kyvyllä",
    },
    "effects.about_show": {"en": "show a card of the opening hand", "fi": "näyttää aloituskäden kortin"},
    "effects.about_number": {"en": "choose how much or how many", "fi": "kuinka paljon tai kuinka monta"},
    "effects.about_name": {"en": "name a card, wherever it is", "fi": "nimeää kortin, missä se onkin"},
    "effects.about_yes": {"en": "do what a card allows", "fi": "tekee sen, minkä kortti sallii"},
    "effects.about_pay": {
        "en": "pay to prevent an effect",
        "fi": "maksaa, jotta jotakin ei tapahdu",
    },
    "effects.about_use": {"en": "use an ability of a card in play", "fi": "käyttää pelissä olevaa korttia"},
    "kernel.name.in_play": {"en": "of these cards", "fi": "korteista"},
    "kernel.name.lasting": {"en": "still to come", "fi": "voimassa"},
    "kernel.name.extra_turns": {"en": "extra turns", "fi": "ylimääräiset vuorot"},
    "kernel.name.skipped_turns": {"en": "turns to skip", "fi": "väliin jäävät vuorot"},
    "kernel.name.extra_phases": {"en": "extra phases", "fi": "ylimääräiset vaiheet"},
    "kernel.name.skipped_phases": {"en": "phases to skip", "fi": "väliin jäävät vaiheet"},
    "kernel.name.life": {"en": "life", "fi": "elämä"},
    "kernel.name.deck": {"en": "deck", "fi": "pakka"},
    "kernel.name.announced": {"en": "may be answered", "fi": "vastattavissa"},
    "kernel.name.played": {"en": "being played", "fi": "pelattavana"},
    "kernel.name.front": {"en": "in front", "fi": "edessä"},
    "kernel.name.aside": {"en": "put aside", "fi": "sivussa"},
    "kernel.name.supply": {"en": "supply", "fi": "varasto"},
    "kernel.name.exile": {"en": "out of the game", "fi": "poissa pelistä"},
}
