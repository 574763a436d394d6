"""Setting up: the deck, teams, Characters, Starting Hands, the first roll. In: a trial and a move of the table.
Out: the trial after it, or a refusal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import reduce

from pnp.games.keko.announcing.announce import Refusal
from pnp.games.keko.announcing.timing import refuse_out
from pnp.games.keko.game_data import LOCATION
from pnp.games.keko.initial_state import teams_of
from pnp.games.keko.moves import Deal, First, Location, Show, Stock, Teams
from pnp.games.keko.params import split_number
from pnp.games.keko.phases import flow
from pnp.games.keko.phases.elimination import eliminate
from pnp.games.keko.state import CHARACTERS, DEAL, EVERYBODY, FIRST, TRIGGER, KekoState
from pnp.games.keko.state import LOCATION as LOCATION_PHASE
from pnp.games.keko.trial import Trial, as_typed
from pnp.games.keko.zones import piles
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat


def refuse_table(t: Trial, move: Move, because: str) -> Illegal | None:
    """Such a line is the table's."""
    return None if move.seat == TABLE else t.refusal(REF_SEAT, because)


def own_deck(copies: Mapping[str, int]) -> Stock:
    """The line that names a deck: `table: deck shibber*4 moo`."""
    return Stock(TABLE, tuple(card if count == 1 else f"{card}*{count}" for card, count in copies.items()))


def stock(t: Trial, move: Stock) -> Refusal:
    """The cards of a self-built deck (KEK-V10)."""
    refusal = refuse_table(t, move, "table_names_deck")
    if refusal:
        return refusal
    if not t.data.switches.build_your_own_deck:
        return t.refusal("KEK-V10", "starter_deck_here")
    if t.phase != CHARACTERS or any(player.character for player in t.players):
        return t.refusal("KEK-V10", "deck_before_deal")
    cards: Counter[str] = Counter()
    for word in move.cards:
        card, copies = split_number(word, "*")
        if not t.data.cards[card].type:
            return t.refusal("KEK-02", "in_no_play_deck", card=t.data.label(card))
        cards[card] += copies or 1
    total, least, most = sum(cards.values()), t.data.least_deck, t.data.most_deck
    if not least <= total <= most:
        return t.refusal("KEK-V10", "deck_size", count=total, least=least, most=most)
    t.deck = dict(cards)
    t.deck_middle = total
    t.note("KEK-V10", "own_deck", count=total)
    if t.knowledge is not None:
        from pnp.games.keko.zones import hidden_cards

        t.knowledge = hidden_cards.opening(t.deck)
    piles.note_stock(t)
    return None


def teams(t: Trial, move: Teams) -> Refusal:
    """Who plays with whom; without a word the teams sit alternately (KEK-V02)."""
    refusal = refuse_table(t, move, "table_names_teams")
    if refusal:
        return refusal
    if not t.data.switches.team_play:
        return t.refusal("KEK-V04", "no_teams_here")
    if t.phase != CHARACTERS or any(player.character for player in t.players):
        return t.refusal("KEK-V04", "teams_before_deal")
    seats = [seat for team in move.teams for seat in team]
    if sorted(seats) != list(range(len(t.players))) or len(move.teams) < 2:
        return t.refusal("KEK-V04", "seats_in_teams")
    number_of = {seat: number for number, team in enumerate(move.teams) for seat in team}
    t.teams = tuple(number_of[seat] for seat in range(len(t.players)))
    t.note("KEK-V04", "teams", count=len(move.teams))
    advise_seats(t)
    return None


def advise_seats(t: Trial) -> None:
    """Teams should sit alternately and be of one size; the table decides (KEK-V02)."""
    seats = range(len(t.players))
    sizes = [t.teams.count(team) for team in sorted(set(t.teams))]
    if len(set(sizes)) > 1:
        t.announce("KEK-V02", "teams_differ", sizes=_joined(t, "x_against_y", map(str, sizes)))
    for seat in seats:
        neighbour = (seat + 1) % len(seats)
        if t.are_teammates(seat, neighbour):
            t.announce("KEK-V02", "side_by_side", seat=seat, next_seat=neighbour)


def advise_sides(t: Trial) -> None:
    """A team should be all Heroes or all Villains; the table decides (KEK-V02)."""
    for team in sorted(set(t.teams)):
        members = [seat for seat in t.living() if t.teams[seat] == team]
        sides = {t.card_data(t.players[seat].character).kind for seat in members}
        if len(sides) > 1:
            names = _joined(t, "x_and_y", map(as_typed, map(t.name, members)))
            t.announce("KEK-V02", "mixed_team", names=names, sides=_joined(t, "x_and_y", sorted(sides)))


def _joined(t: Trial, because: str, texts: Iterable[str]) -> str:
    """Two or more texts in a row."""
    return reduce(lambda one, other: t.message(because, one=one, other=other), texts)


def deal(t: Trial, move: Deal) -> Refusal:
    """Characters, then the Starting Hands (KEK-03, KEK-05)."""
    refusal = refuse_table(t, move, "table_deals")
    if refusal:
        return refusal
    what, data = move.what, t.data
    if t.phase == CHARACTERS:
        if what.seat is None or what.seat == TABLE or len(what.cards) != 1:
            return t.refusal("KEK-03", "one_character_each")
        return _deal_character(t, what.seat, what.cards[0])
    if t.phase != DEAL:
        return t.refusal("KEK-15", "nothing_dealt_in", phase=t.phase_name())
    hand = data.starting_hand
    if what.seat is None:
        if data.is_digital or what.count != hand:
            return t.refusal("KEK-05", "so_many_each", count=hand)
        for seat in t.living():
            piles.draw_unseen(t, seat, hand)
        _hands_dealt(t)
        return None
    if not data.is_digital:
        return t.refusal("KEK-05", "dealt_by_hand")
    if what.seat == TABLE:
        return t.refusal(REF_SEAT, "dealt_to_a_seat")
    due = next_hand(t)
    if what.seat != due or len(what.cards) != hand:
        return t.refusal("KEK-05", "comes_next", count=hand, seat=due)
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
    t.note("KEK-05", "starting_hands", count=t.data.starting_hand)
    fetched = [seat for seat, player in enumerate(t.players) if len(player.hand) > t.data.starting_hand]
    if fetched:
        t.note("KEK-A32", "fetched_before", seat=tuple(fetched))
    flow.enter_phase(t, FIRST)
    t.rolling_seats = () if t.data.is_digital and any(map(t.data.matters_at_start, t.deck)) else tuple(t.living())


def seats_to_show(state: KekoState | Trial) -> tuple[Seat, ...]:
    """Return who is still asked at a digital table what they show. Asking only holders would leak who holds a card."""
    if state.phase != FIRST or state.is_tied or not state.data.is_digital:
        return ()
    return tuple(seat for seat in state.living() if seat not in state.rolling_seats)


def show_no_more(t: Trial, move: Pass) -> Refusal:
    """A seat has shown what it wants to show of its Starting Hand, or nothing (KEK-06)."""
    if move.seat not in seats_to_show(t):
        return t.refusal("KEK-06", "passed_already", seat=move.seat)
    t.rolling_seats = tuple(sorted((*t.rolling_seats, move.seat)))
    t.note("KEK-06", "passes", seat=move.seat)
    return None


def _deal_character(t: Trial, seat: Seat, card: str) -> Refusal:
    card_data = t.data.cards.get(card)
    if card_data is None or card_data.type:
        return t.refusal("KEK-02", "no_character", card=t.data.label(card))
    taken = next((at for at, player in enumerate(t.players) if player.character == card), None)
    if taken is not None:
        return t.refusal("KEK-03", "character_taken", card=card_data.label, seat=taken)
    if t.players[seat].character:
        return t.refusal("KEK-03", "has_character", seat=seat)
    if not t.players[seat].alive:
        return t.refusal("KEK-61", "out_of_the_game", seat=seat)
    t.change_player(seat, character=card, life=card_data.life)
    t.note("KEK-03", "is_character", seat=seat, card=card_data.label)
    t.note("KEK-09", "begins_with_life", seat=seat, life=card_data.life)
    if t.data.switches.build_your_own_deck and t.deck == t.data.copies and _is_first(t):
        t.announce("KEK-V10", "starter_deck_played")
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
    refusal = refuse_table(t, move, "table_names_location")
    if refusal:
        return refusal
    if t.phase != LOCATION_PHASE:
        return t.refusal("KEK-V15", "no_location_now")
    if t.data.cards[move.what].type != LOCATION:
        return t.refusal("KEK-V15", "no_location", card=t.data.label(move.what))
    if t.unplaced_copies()[move.what] < 1:
        return t.refusal("KEK-H06", "not_in_the_deck", card=t.data.label(move.what))
    flow.put_starting_location(t, move.what)
    return None


def show(t: Trial, move: Show) -> Refusal:
    """A card that matters in the Starting Hand (KEK-06)."""
    refusal = refuse_out(t, move.seat)
    if refusal:
        return refusal
    card_data = t.data.cards[move.what]
    if t.phase != FIRST or t.is_tied:
        return t.refusal("KEK-06", "shown_before_ties" if t.is_tied else "shown_before_roll")
    if not t.data.matters_at_start(move.what):
        return t.refusal("KEK-06", "shows_nothing", card=card_data.label)
    player = t.players[move.seat]
    dealt = [known for card, known in player.hand if card in (card_data.id, UNKNOWN)]
    fetched = sum(card == card_data.id and known == EVERYBODY for card, known in player.hand)
    shown = player.shown.count(card_data.id)
    if fetched > shown and len(dealt) == fetched:
        return t.refusal("KEK-A32", "was_not_dealt", card=card_data.label)
    if len(dealt) - fetched < 1:
        return t.refusal("KEK-06", "not_dealt_or_shown", card=card_data.label)
    refused = piles.show(t, move.seat, card_data.id)
    if refused:
        return refused
    t.change_player(move.seat, shown=(*player.shown, card_data.id))
    t.note("KEK-06", "shows", seat=move.seat, card=card_data.label)
    _use_starting(t, move.seat, card_data.id)
    return None


def _use_starting(t: Trial, seat: Seat, card: str) -> None:
    card_data = t.data.cards[card]
    for number in card_data.ability_numbers("starting_hand"):
        todo = card_data.abilities[number].do
        t.push(TRIGGER, card, seat, ability=number, is_resolving=True, effects_left=todo, saved_values={"agreed": True})


def first(t: Trial, move: First) -> Refusal:
    """One die each, the highest begins; those who tie roll again (KEK-07, KEK-A15)."""
    refusal = refuse_table(t, move, "table_rolls")
    if refusal:
        return refusal
    if t.phase != FIRST:
        return t.refusal("KEK-07", "nobody_rolls_now")
    if not t.is_tied:
        t.rolling_seats = tuple(t.living())  # whoever was still asked shows nothing
    rolls = dict(move.rolls)
    if sorted(rolls) != sorted(t.rolling_seats) or len(rolls) != len(move.rolls):
        return t.refusal("KEK-A15" if t.is_tied else "KEK-07", "one_die_each", seat=t.rolling_seats)
    if any(not 1 <= die <= t.data.die_sides for die in rolls.values()):
        return t.refusal("KEK-07", "die_shows", most=t.data.die_sides)
    t.rolls += 1
    best = max(rolls.values())
    highest = tuple(seat for seat in t.rolling_seats if rolls[seat] == best)
    if len(highest) > 1:
        t.rolling_seats, t.is_tied = highest, True
        t.announce("KEK-A15", "tie_and_roll_again", seat=highest)
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
        if t.is_tied and len(t.rolling_seats) == 1:
            flow.first_turn(t, t.rolling_seats[0])
