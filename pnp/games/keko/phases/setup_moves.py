"""Setting up: the deck, teams, Characters, Starting Hands, the first roll. In: a trial and what the table says.
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
from pnp.games.keko.phases import flow
from pnp.games.keko.phases.elimination import fall
from pnp.games.keko.state import (
    CHARACTERS,
    DEAL,
    EVERYBODY,
    FIRST,
    TRIGGER,
    called,
)
from pnp.games.keko.state import (
    LOCATION as LOCATION_PHASE,
)
from pnp.games.keko.trial import Trial
from pnp.games.keko.words import FEW, split_number
from pnp.games.keko.zones import piles
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat


def refuse_table(move: Move, what: str) -> Illegal | None:
    """Only the table says that."""
    return None if move.seat == TABLE else Illegal(REF_SEAT, f"the table says {what}: `table: …`")


def own_deck(copies: Mapping[str, int]) -> Stock:
    """The line that names a deck: `table: deck shibber*4 moo`; very many copies in more words than one."""
    words = []
    for card, count in copies.items():
        whole, rest = divmod(count, FEW)
        words += [f"{card}*{FEW}"] * whole + [card if rest == 1 else f"{card}*{rest}"] * (rest > 0)
    return Stock(TABLE, tuple(words))


def stock(trial: Trial, move: Stock) -> Refusal:
    """The cards of a self-built deck (KEK-V10)."""
    refusal = refuse_table(move, "which cards are in the deck")
    if refusal:
        return refusal
    if not trial.data.switches.build_your_own_deck:
        return Illegal(rule_ids.OWN_DECK, "this table plays with the starter deck (build_your_own_deck=false)")
    if trial.phase != CHARACTERS or any(player.character for player in trial.players):
        return Illegal(rule_ids.OWN_DECK, "the deck is named before anything is dealt")
    cards: Counter[str] = Counter()
    for word in move.cards:
        card, copies = split_number(word, "*")
        if not trial.data.faces[card].type:
            return Illegal(rule_ids.TWO_DECKS, f"{trial.data.label(card)} is a Character and in no Play Deck")
        cards[card] += copies or 1
    total, least, most = sum(cards.values()), trial.data.least_deck, trial.data.most_deck
    if not least <= total <= most:
        return Illegal(rule_ids.OWN_DECK, f"the deck has {total} cards; {least} to {most} may be")
    trial.deck = dict(cards)
    trial.middle = total
    trial.tell(rule_ids.OWN_DECK, f"a deck of {total} cards")
    if trial.knowledge is not None:
        from pnp.games.keko.zones import hidden_cards

        trial.knowledge = hidden_cards.opening(trial.deck)
    piles.note_stock(trial)
    return None


def teams(trial: Trial, move: Teams) -> Refusal:
    """Who plays with whom; without a word the teams sit alternately (KEK-V02)."""
    refusal = refuse_table(move, "who plays with whom")
    if refusal:
        return refusal
    if not trial.data.switches.team_play:
        return Illegal(rule_ids.TEAM_WINS, "this table plays without teams (team_play=false)")
    if trial.phase != CHARACTERS or any(player.character for player in trial.players):
        return Illegal(rule_ids.TEAM_WINS, "teams are named before the Characters are dealt")
    seats = [seat for team in move.teams for seat in team]
    if sorted(seats) != list(range(len(trial.players))) or len(move.teams) < 2:
        return Illegal(rule_ids.TEAM_WINS, "two teams or more are named, and every seat stands in one of them, once")
    number_of = {seat: number for number, team in enumerate(move.teams) for seat in team}
    trial.teams = tuple(number_of[seat] for seat in range(len(trial.players)))
    trial.tell(rule_ids.TEAM_WINS, f"{len(move.teams)} teams")
    advise_seats(trial)
    return None


def advise_seats(trial: Trial) -> None:
    """Teams should sit alternately and be of one size; the table decides (KEK-V02)."""
    seats = range(len(trial.players))
    sizes = [trial.teams.count(team) for team in sorted(set(trial.teams))]
    if len(set(sizes)) > 1:
        trial.announce(rule_ids.TEAM_SEATS, f"the teams are not of one size: {' against '.join(map(str, sizes))}")
    for seat in seats:
        neighbour = (seat + 1) % len(seats)
        if trial.are_teammates(seat, neighbour):
            pair = f"{trial.name(seat)} and {trial.name(neighbour)}"
            trial.announce(rule_ids.TEAM_SEATS, f"{pair} sit side by side; teams should sit alternately")


def advise_sides(trial: Trial) -> None:
    """A team should be all Heroes or all Villains; the table decides (KEK-V02)."""
    for team in sorted(set(trial.teams)):
        members = [seat for seat in trial.living() if trial.teams[seat] == team]
        sides = {trial.face(trial.players[seat].character).kind for seat in members}
        if len(sides) > 1:
            names = " and ".join(map(trial.name, members))
            trial.announce(rule_ids.TEAM_SEATS, f"{names} are a team of {' and '.join(sorted(sides))}")


def deal(trial: Trial, move: Deal) -> Refusal:
    """Characters, then the Starting Hands (KEK-03, KEK-05)."""
    refusal = refuse_table(move, "what is dealt")
    if refusal:
        return refusal
    what, data = move.what, trial.data
    if trial.phase == CHARACTERS:
        if what.seat is None or what.seat == TABLE or len(what.cards) != 1:
            return Illegal(rule_ids.CHARACTERS, "each player gets one Character: `deal seat character`")
        return _deal_character(trial, what.seat, what.cards[0])
    if trial.phase != DEAL:
        return Illegal(rule_ids.PHASES, f"nothing is dealt in {called(trial.phase)}")
    hand = data.starting_hand
    if what.seat is None:
        if data.is_digital or what.count != hand:
            return Illegal(rule_ids.STARTING_HAND, f"each player gets {counted(hand, 'card')}")
        for seat in trial.living():
            piles.draw_unseen(trial, seat, hand)
        _hands_dealt(trial)
        return None
    if not data.is_digital:
        return Illegal(rule_ids.STARTING_HAND, "cards are dealt by hand here: `deal 2`, and nobody says which")
    if what.seat == TABLE:
        return Illegal(REF_SEAT, "cards are dealt to a seat")
    due = next_hand(trial)
    if what.seat != due or len(what.cards) != hand:
        return Illegal(rule_ids.STARTING_HAND, f"{counted(hand, 'card')} to {trial.name(due)} come next")
    refused = piles.draw_told(trial, what.seat, what.cards)
    if refused:
        return refused
    trial.rolling = (*trial.rolling, what.seat)
    if set(trial.living()) <= set(trial.rolling):
        _hands_dealt(trial)
    return None


def next_hand(trial: Trial) -> Seat:
    """Who gets the next Starting Hand at a digital table."""
    return next((seat for seat in trial.living() if seat not in trial.rolling), 0)


def _hands_dealt(trial: Trial) -> None:
    trial.tell(rule_ids.STARTING_HAND, f"{counted(trial.data.starting_hand, 'card')} each: the Starting Hand")
    fetched = [seat for seat, player in enumerate(trial.players) if len(player.hand) > trial.data.starting_hand]
    if fetched:
        names = ", ".join(map(trial.name, fetched))
        trial.tell(rule_ids.NOT_STARTING_HAND, f"what {names} fetched before the game is no part of the Starting Hand")
    flow.enter(trial, FIRST)
    trial.rolling = tuple(trial.living())


def _deal_character(trial: Trial, seat: Seat, card: str) -> Refusal:
    face = trial.data.faces.get(card)
    if face is None or face.type:
        label = trial.data.label(card)
        return Illegal(rule_ids.TWO_DECKS, f"{label} is no Character; the Play Deck is dealt later")
    taken = next((at for at, player in enumerate(trial.players) if player.character == card), None)
    if taken is not None:
        return Illegal(rule_ids.CHARACTERS, f"{face.label} was dealt to {trial.name(taken)}")
    if trial.players[seat].character:
        return Illegal(rule_ids.CHARACTERS, f"{trial.name(seat)} has a Character already")
    if not trial.players[seat].alive:
        return Illegal(rule_ids.ZERO, f"{trial.name(seat)} is out of the game")
    trial.change_player(seat, character=card, life=face.life)
    trial.tell(rule_ids.CHARACTERS, f"{trial.name(seat)} is {face.label}")
    trial.tell(rule_ids.LIFE, f"{trial.name(seat)} begins with {face.life} life")
    if trial.data.switches.build_your_own_deck and trial.deck == trial.data.copies and _is_first(trial):
        trial.announce(rule_ids.OWN_DECK, "no deck of your own was named: the starter deck is played")
    if trial.teams and _is_first(trial) and trial.teams == teams_of(trial.setup, len(trial.players)):
        advise_seats(trial)  # nobody has named the teams, so nobody has heard it
    flow.characters_dealt(trial)
    if trial.teams and trial.phase != CHARACTERS:
        advise_sides(trial)
    return None


def _is_first(trial: Trial) -> bool:
    return sum(bool(player.character) for player in trial.players) == 1


def location(trial: Trial, move: Location) -> Refusal:
    """A random Location lies there from the start (KEK-V15)."""
    refusal = refuse_table(move, "which Location it is")
    if refusal:
        return refusal
    if trial.phase != LOCATION_PHASE:
        return Illegal(rule_ids.STARTING_LOCATION, "no Location is chosen at random now")
    if trial.data.faces[move.what].type != LOCATION:
        return Illegal(rule_ids.STARTING_LOCATION, f"{trial.data.label(move.what)} is no Location")
    if trial.loose()[move.what] < 1:
        return Illegal(rule_ids.COPIES, f"{trial.data.label(move.what)} is not in the deck")
    flow.put_starting_location(trial, move.what)
    return None


def show(trial: Trial, move: Show) -> Refusal:
    """A card that matters in the Starting Hand (KEK-06)."""
    refusal = refuse_out(trial, move.seat)
    if refusal:
        return refusal
    face = trial.data.faces[move.what]
    if trial.phase != FIRST or trial.tied:
        what = "only before the first roll, not between those who tied" if trial.tied else "before the first roll"
        return Illegal(rule_ids.SHOW_STARTING, f"Starting Hands are shown {what}")
    if not face.numbers("starting_hand"):
        return Illegal(rule_ids.SHOW_STARTING, f"{face.label} does nothing in a Starting Hand")
    player = trial.players[move.seat]
    dealt = [known for card, known in player.hand if card in (face.id, UNKNOWN)]
    fetched = sum(card == face.id and known == EVERYBODY for card, known in player.hand)
    shown = player.shown.count(face.id)
    if fetched > shown and len(dealt) == fetched:
        return Illegal(rule_ids.NOT_STARTING_HAND, f"{face.label} was not dealt; it is no part of the Starting Hand")
    if len(dealt) - fetched < 1:
        return Illegal(rule_ids.SHOW_STARTING, f"{face.label} is not among the dealt cards, or was shown")
    refused = piles.show(trial, move.seat, face.id)
    if refused:
        return refused
    trial.change_player(move.seat, shown=(*player.shown, face.id))
    trial.tell(rule_ids.SHOW_STARTING, f"{trial.name(move.seat)} shows {face.label}; it stays in the hand")
    _use_starting(trial, move.seat, face.id)
    return None


def _use_starting(trial: Trial, seat: Seat, card: str) -> None:
    face = trial.data.faces[card]
    for number in face.numbers("starting_hand"):
        todo = face.abilities[number].do
        trial.push(TRIGGER, card, seat, ability=number, begun=True, todo=todo, saved={"agreed": True})


def first(trial: Trial, move: First) -> Refusal:
    """One die each, the highest begins; those who tie roll again (KEK-07, KEK-A15)."""
    refusal = refuse_table(move, "what was rolled")
    if refusal:
        return refusal
    if trial.phase != FIRST:
        return Illegal(rule_ids.FIRST, "nobody rolls for the first turn now")
    rolls = dict(move.rolls)
    if sorted(rolls) != sorted(trial.rolling) or len(rolls) != len(move.rolls):
        names = ", ".join(map(trial.name, trial.rolling))
        return Illegal(rule_ids.TIED if trial.tied else rule_ids.FIRST, f"one die for each of {names}")
    if any(not 1 <= die <= trial.data.die_sides for die in rolls.values()):
        return Illegal(rule_ids.FIRST, f"a die shows 1 to {trial.data.die_sides}")
    trial.rolls += 1
    best = max(rolls.values())
    highest = tuple(seat for seat in trial.rolling if rolls[seat] == best)
    if len(highest) > 1:
        trial.rolling, trial.tied = highest, True
        trial.announce(rule_ids.TIED, f"{', '.join(map(trial.name, highest))} tie and roll again")
        return None
    flow.first_turn(trial, highest[0])
    return None


def leave_setup(trial: Trial, seat: Seat) -> None:
    """Who gives up before the first turn is out at once; the set-up goes on with the others (KEK-60, KEK-61)."""
    fall(trial, [seat])
    if trial.winners is not None:
        trial.question, trial.stack, trial.queue = None, [], []
    elif trial.phase == CHARACTERS:
        flow.characters_dealt(trial)
    elif trial.phase == DEAL and set(trial.living()) <= set(trial.rolling):
        _hands_dealt(trial)
    elif trial.phase == FIRST:
        trial.rolling = tuple(other for other in trial.rolling if other != seat)
        if len(trial.rolling) == 1:
            flow.first_turn(trial, trial.rolling[0])
