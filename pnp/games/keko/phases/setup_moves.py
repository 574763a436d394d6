"""Setting up: the deck, teams, Characters, Starting Hands, the first roll. In: a trial and a move of the table.
Out: the trial after it, or a refusal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pnp.games.keko import rule_ids
from pnp.games.keko.announcing.announce import Refusal
from pnp.games.keko.announcing.timing import refuse_out
from pnp.games.keko.game_data import LOCATION, counted
from pnp.games.keko.initial_state import teams_of
from pnp.games.keko.moves import (
    Deal,
    First,
    Location,
    Show,
    Stock,
    Teams,
)
from pnp.games.keko.params import FEW, split_number
from pnp.games.keko.phases import flow
from pnp.games.keko.phases.elimination import eliminate
from pnp.games.keko.state import (
    CHARACTERS,
    DEAL,
    EVERYBODY,
    FIRST,
    TRIGGER,
    phase_name,
)
from pnp.games.keko.state import (
    LOCATION as LOCATION_PHASE,
)
from pnp.games.keko.trial import Trial
from pnp.games.keko.zones import piles
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat


def refuse_table(move: Move, what: str) -> Illegal | None:
    """Such a line is the table's."""
    return None if move.seat == TABLE else Illegal(REF_SEAT, f"the table says {what}: `table: …`")


def own_deck(copies: Mapping[str, int]) -> Stock:
    """The line that names a deck: `table: deck shibber*4 moo`; very many copies in more words than one."""
    words = []
    for card, count in copies.items():
        whole, rest = divmod(count, FEW)
        words += [f"{card}*{FEW}"] * whole + [card if rest == 1 else f"{card}*{rest}"] * (rest > 0)
    return Stock(TABLE, tuple(words))


def stock(t: Trial, move: Stock) -> Refusal:
    """The cards of a self-built deck (KEK-V10)."""
    refusal = refuse_table(move, "which cards are in the deck")
    if refusal:
        return refusal
    if not t.data.switches.build_your_own_deck:
        return Illegal(rule_ids.OWN_DECK, "this table plays with the starter deck (build_your_own_deck=false)")
    if t.phase != CHARACTERS or any(player.character for player in t.players):
        return Illegal(rule_ids.OWN_DECK, "the deck is named before anything is dealt")
    cards: Counter[str] = Counter()
    for word in move.cards:
        card, copies = split_number(word, "*")
        if not t.data.cards[card].type:
            return Illegal(rule_ids.TWO_DECKS, f"{t.data.label(card)} is a Character and in no Play Deck")
        cards[card] += copies or 1
    total, least, most = sum(cards.values()), t.data.least_deck, t.data.most_deck
    if not least <= total <= most:
        return Illegal(rule_ids.OWN_DECK, f"the deck has {total} cards; {least} to {most} may be")
    t.deck = dict(cards)
    t.deck_middle = total
    t.note(rule_ids.OWN_DECK, f"a deck of {total} cards")
    if t.knowledge is not None:
        from pnp.games.keko.zones import hidden_cards

        t.knowledge = hidden_cards.opening(t.deck)
    piles.note_stock(t)
    return None


def teams(t: Trial, move: Teams) -> Refusal:
    """Who plays with whom; without a word the teams sit alternately (KEK-V02)."""
    refusal = refuse_table(move, "who plays with whom")
    if refusal:
        return refusal
    if not t.data.switches.team_play:
        return Illegal(rule_ids.TEAM_WINS, "this table plays without teams (team_play=false)")
    if t.phase != CHARACTERS or any(player.character for player in t.players):
        return Illegal(rule_ids.TEAM_WINS, "teams are named before the Characters are dealt")
    seats = [seat for team in move.teams for seat in team]
    if sorted(seats) != list(range(len(t.players))) or len(move.teams) < 2:
        return Illegal(rule_ids.TEAM_WINS, "two teams or more are named, and every seat stands in one of them, once")
    number_of = {seat: number for number, team in enumerate(move.teams) for seat in team}
    t.teams = tuple(number_of[seat] for seat in range(len(t.players)))
    t.note(rule_ids.TEAM_WINS, f"{len(move.teams)} teams")
    advise_seats(t)
    return None


def advise_seats(t: Trial) -> None:
    """Teams should sit alternately and be of one size; the table decides (KEK-V02)."""
    seats = range(len(t.players))
    sizes = [t.teams.count(team) for team in sorted(set(t.teams))]
    if len(set(sizes)) > 1:
        t.announce(rule_ids.TEAM_SEATS, f"the teams are not of one size: {' against '.join(map(str, sizes))}")
    for seat in seats:
        neighbour = (seat + 1) % len(seats)
        if t.are_teammates(seat, neighbour):
            pair = f"{t.name(seat)} and {t.name(neighbour)}"
            t.announce(rule_ids.TEAM_SEATS, f"{pair} sit side by side; teams should sit alternately")


def advise_sides(t: Trial) -> None:
    """A team should be all Heroes or all Villains; the table decides (KEK-V02)."""
    for team in sorted(set(t.teams)):
        members = [seat for seat in t.living() if t.teams[seat] == team]
        sides = {t.card_data(t.players[seat].character).kind for seat in members}
        if len(sides) > 1:
            names = " and ".join(map(t.name, members))
            t.announce(rule_ids.TEAM_SEATS, f"{names} are a team of {' and '.join(sorted(sides))}")


def deal(t: Trial, move: Deal) -> Refusal:
    """Characters, then the Starting Hands (KEK-03, KEK-05)."""
    refusal = refuse_table(move, "what is dealt")
    if refusal:
        return refusal
    what, data = move.what, t.data
    if t.phase == CHARACTERS:
        if what.seat is None or what.seat == TABLE or len(what.cards) != 1:
            return Illegal(rule_ids.CHARACTERS, "each player gets one Character: `deal seat character`")
        return _deal_character(t, what.seat, what.cards[0])
    if t.phase != DEAL:
        return Illegal(rule_ids.PHASES, f"nothing is dealt in {phase_name(t.phase)}")
    hand = data.starting_hand
    if what.seat is None:
        if data.is_digital or what.count != hand:
            return Illegal(rule_ids.STARTING_HAND, f"each player gets {counted(hand, 'card')}")
        for seat in t.living():
            piles.draw_unseen(t, seat, hand)
        _hands_dealt(t)
        return None
    if not data.is_digital:
        return Illegal(rule_ids.STARTING_HAND, "cards are dealt by hand here: `deal 2`, and nobody says which")
    if what.seat == TABLE:
        return Illegal(REF_SEAT, "cards are dealt to a seat")
    due = next_hand(t)
    if what.seat != due or len(what.cards) != hand:
        return Illegal(rule_ids.STARTING_HAND, f"{counted(hand, 'card')} to {t.name(due)} come next")
    refused = piles.draw_named(t, what.seat, what.cards)
    if refused:
        return refused
    t.rolling_seats = (*t.rolling_seats, what.seat)
    if set(t.living()) <= set(t.rolling_seats):
        _hands_dealt(t)
    return None


def next_hand(t: Trial) -> Seat:
    """Who gets the next Starting Hand at a digital table."""
    return next((seat for seat in t.living() if seat not in t.rolling_seats), 0)


def _hands_dealt(t: Trial) -> None:
    t.note(rule_ids.STARTING_HAND, f"{counted(t.data.starting_hand, 'card')} each: the Starting Hand")
    fetched = [seat for seat, player in enumerate(t.players) if len(player.hand) > t.data.starting_hand]
    if fetched:
        names = ", ".join(map(t.name, fetched))
        t.note(rule_ids.NOT_STARTING_HAND, f"what {names} fetched before the game is no part of the Starting Hand")
    flow.enter_phase(t, FIRST)
    t.rolling_seats = tuple(t.living())


def _deal_character(t: Trial, seat: Seat, card: str) -> Refusal:
    card_data = t.data.cards.get(card)
    if card_data is None or card_data.type:
        label = t.data.label(card)
        return Illegal(rule_ids.TWO_DECKS, f"{label} is no Character; the Play Deck is dealt later")
    taken = next((at for at, player in enumerate(t.players) if player.character == card), None)
    if taken is not None:
        return Illegal(rule_ids.CHARACTERS, f"{card_data.label} was dealt to {t.name(taken)}")
    if t.players[seat].character:
        return Illegal(rule_ids.CHARACTERS, f"{t.name(seat)} has a Character already")
    if not t.players[seat].alive:
        return Illegal(rule_ids.ZERO, f"{t.name(seat)} is out of the game")
    t.change_player(seat, character=card, life=card_data.life)
    t.note(rule_ids.CHARACTERS, f"{t.name(seat)} is {card_data.label}")
    t.note(rule_ids.LIFE, f"{t.name(seat)} begins with {card_data.life} life")
    if t.data.switches.build_your_own_deck and t.deck == t.data.copies and _is_first(t):
        t.announce(rule_ids.OWN_DECK, "no deck of your own was named: the starter deck is played")
    if t.teams and _is_first(t) and t.teams == teams_of(t.setup, len(t.players)):
        advise_seats(t)  # nobody has named the teams, so nobody has heard it
    flow.characters_dealt(t)
    if t.teams and t.phase != CHARACTERS:
        advise_sides(t)
    return None


def _is_first(t: Trial) -> bool:
    return sum(bool(player.character) for player in t.players) == 1


def location(t: Trial, move: Location) -> Refusal:
    """A random Location lies there from the start (KEK-V15)."""
    refusal = refuse_table(move, "which Location it is")
    if refusal:
        return refusal
    if t.phase != LOCATION_PHASE:
        return Illegal(rule_ids.STARTING_LOCATION, "no Location is chosen at random now")
    if t.data.cards[move.what].type != LOCATION:
        return Illegal(rule_ids.STARTING_LOCATION, f"{t.data.label(move.what)} is no Location")
    if t.unplaced_copies()[move.what] < 1:
        return Illegal(rule_ids.COPIES, f"{t.data.label(move.what)} is not in the deck")
    flow.put_starting_location(t, move.what)
    return None


def show(t: Trial, move: Show) -> Refusal:
    """A card that matters in the Starting Hand (KEK-06)."""
    refusal = refuse_out(t, move.seat)
    if refusal:
        return refusal
    card_data = t.data.cards[move.what]
    if t.phase != FIRST or t.is_tied:
        what = "only before the first roll, not between those who tied" if t.is_tied else "before the first roll"
        return Illegal(rule_ids.SHOW_STARTING, f"Starting Hands are shown {what}")
    if not card_data.ability_numbers("starting_hand"):
        return Illegal(rule_ids.SHOW_STARTING, f"{card_data.label} does nothing in a Starting Hand")
    player = t.players[move.seat]
    dealt = [known for card, known in player.hand if card in (card_data.id, UNKNOWN)]
    fetched = sum(card == card_data.id and known == EVERYBODY for card, known in player.hand)
    shown = player.shown.count(card_data.id)
    if fetched > shown and len(dealt) == fetched:
        return Illegal(
            rule_ids.NOT_STARTING_HAND, f"{card_data.label} was not dealt; it is no part of the Starting Hand"
        )
    if len(dealt) - fetched < 1:
        return Illegal(rule_ids.SHOW_STARTING, f"{card_data.label} is not among the dealt cards, or was shown")
    refused = piles.show(t, move.seat, card_data.id)
    if refused:
        return refused
    t.change_player(move.seat, shown=(*player.shown, card_data.id))
    t.note(rule_ids.SHOW_STARTING, f"{t.name(move.seat)} shows {card_data.label}; it stays in the hand")
    _use_starting(t, move.seat, card_data.id)
    return None


def _use_starting(t: Trial, seat: Seat, card: str) -> None:
    card_data = t.data.cards[card]
    for number in card_data.ability_numbers("starting_hand"):
        todo = card_data.abilities[number].do
        t.push(TRIGGER, card, seat, ability=number, is_resolving=True, effects_left=todo, saved_values={"agreed": True})


def first(t: Trial, move: First) -> Refusal:
    """One die each, the highest begins; those who tie roll again (KEK-07, KEK-A15)."""
    refusal = refuse_table(move, "what was rolled")
    if refusal:
        return refusal
    if t.phase != FIRST:
        return Illegal(rule_ids.FIRST, "nobody rolls for the first turn now")
    rolls = dict(move.rolls)
    if sorted(rolls) != sorted(t.rolling_seats) or len(rolls) != len(move.rolls):
        names = ", ".join(map(t.name, t.rolling_seats))
        return Illegal(rule_ids.TIED if t.is_tied else rule_ids.FIRST, f"one die for each of {names}")
    if any(not 1 <= die <= t.data.die_sides for die in rolls.values()):
        return Illegal(rule_ids.FIRST, f"a die shows 1 to {t.data.die_sides}")
    t.rolls += 1
    best = max(rolls.values())
    highest = tuple(seat for seat in t.rolling_seats if rolls[seat] == best)
    if len(highest) > 1:
        t.rolling_seats, t.is_tied = highest, True
        t.announce(rule_ids.TIED, f"{', '.join(map(t.name, highest))} tie and roll again")
        return None
    flow.first_turn(t, highest[0])
    return None


def leave_setup(t: Trial, seat: Seat) -> None:
    """Who gives up before the first turn is out at once; the set-up goes on with the others (KEK-60, KEK-61)."""
    eliminate(t, [seat])
    if t.winners is not None:
        t.question, t.stack, t.queue = None, [], []
    elif t.phase == CHARACTERS:
        flow.characters_dealt(t)
    elif t.phase == DEAL and set(t.living()) <= set(t.rolling_seats):
        _hands_dealt(t)
    elif t.phase == FIRST:
        t.rolling_seats = tuple(other for other in t.rolling_seats if other != seat)
        if len(t.rolling_seats) == 1:
            flow.first_turn(t, t.rolling_seats[0])
