"""What follows from a state: whose turn it is to say something, what is pending, how it ended. In: a state. Out: seats,
decisions, an outcome. Invariant: nobody acts exactly when the game is over.
"""

from __future__ import annotations

from pnp.games.keikalla import rules
from pnp.games.keikalla.flow import DRAWS, missing
from pnp.games.keikalla.hampering import may_hamper
from pnp.games.keikalla.judge import ANSWERS
from pnp.games.keikalla.state import AFTER, BANDS, FRESH, MOVING, Ask, Table
from pnp.games.keikalla.travel import owes_pick
from pnp.referee.game import Decision, Outcome
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

# Questions in words, by id.
WORDS = {
    "KEI-Q02": "the die: does the band begin with Reputation?",
    "KEI-Q03": "the cards are dealt",
    "KEI-Q04": "a Venue card names the rehab town",
    "KEI-Q09": "somebody picks the first Movement card",
    "KEI-Q11": "draw for the card played",
    "KEI-Q12": "the discard pile is shuffled into the deck",
    "KEI-Q13": "answer the Malfunction",
    "KEI-Q14": "answer: a band member was left behind",
    "KEI-Q15": "the raid: what is lost?",
    "KEI-Q15d": "a card is picked for the raid",
    "KEI-Q16": "speeding: the best On the Road card goes",
    "KEI-Q17": "the hand is over its limit",
    "KEI-Q18": "fill the hand",
    "KEI-Q19": "the rider: somebody picks a card of the hand",
    "KEI-Q21": "take the card of the stash, or leave it",
    "KEI-Q21d": "the stash is looked at",
    "KEI-Q22": "the guitar pick is flipped",
    "KEI-Q23": "draw an Action card",
    "KEI-Q25": "avoid the trouble, or accept it",
    "KEI-Q26": "where does the promo gig go?",
    "KEI-Q26d": "a Venue card for the promo gig",
    "KEI-Q27": "the strike: all Roadies and the best cards go",
    "KEI-Q28": "the achievement just taken lies open",
    FRESH: "stash the card just drawn, or keep it: then the Groupie acts",
    "KEI-Q29": "keep one of the cards",
    "KEI-Q29d": "cards for the Guest Star",
    "KEI-Q30": "how many dates are swapped?",
    "KEI-Q31": "the unplayed dates in their new order",
    "KEI-Q32": "a festival is drawn",
    "KEI-Q33": "store the card, or lay it open",
    "KEI-Q34d": "the decks are searched for a Hit Song",
    "KEI-Q35": "a date for the empty calendar",
    "KEI-Q35d": "a date for the empty calendar",
    "KEI-Q09d": "the first Movement card comes from the deck",
    "KEI-04": "Venue cards are dealt",
    "KEI-05": "Movement cards are dealt",
    "KEI-08": "Venue cards for the surplus ones",
    "KEI-10": "Movement cards for the returned ones",
    "KEI-82": "extra Venue cards",
    "KEI-177": "Venue cards to choose from",
}
RULES = {
    "KEI-Q02": rules.TAKAJEEJEET, "KEI-Q03": rules.MANAGERS, "KEI-Q04": rules.REHAB_TOWN, "KEI-Q09": rules.HOTEL,
    "KEI-Q09d": rules.HOTEL, "KEI-Q11": rules.ONE_DRAWN, "KEI-Q12": rules.RESHUFFLE, "KEI-Q13": rules.MALFUNCTION,
    "KEI-Q14": rules.JIMMY, "KEI-Q15": rules.POLICE, "KEI-Q15d": rules.POLICE, "KEI-Q16": rules.POLICE,
    "KEI-Q17": rules.LIMIT, "KEI-Q18": rules.REFILL, "KEI-Q19": rules.RIDER, "KEI-Q21": rules.CHECK,
    "KEI-Q21d": rules.CHECK, "KEI-Q22": rules.LOVER, "KEI-Q23": rules.DRAWS, "KEI-Q25": rules.SHIELD,
    "KEI-Q26": rules.PROMO, "KEI-Q26d": rules.PROMO, "KEI-Q27": rules.STRIKE,
    "KEI-Q28": rules.SHOWN, FRESH: rules.STASH_AT_ONCE, "KEI-Q29": rules.PICK,
    "KEI-Q29d": rules.GUEST_STAR, "KEI-Q30": rules.SWAP, "KEI-Q31": rules.CALENDAR, "KEI-Q32": rules.CLAIM_HEADLINER,
    "KEI-Q33": rules.STORE, "KEI-Q34d": rules.MUSE, "KEI-Q35": rules.EMPTY_CALENDAR, "KEI-Q35d": rules.EMPTY_CALENDAR,
}  # fmt: skip


def outcome(state: Table) -> Outcome | None:
    """How the game ended; None while it goes on (KEI-01, KEI-172)."""
    if state.winner is not None:
        who, town = state.name(state.winner), state.kit.town(state.won_by)
        return Outcome((state.winner,), f"{who} headlines in {town} and wins", rules.HEADLINE, "win", rules.GOAL)
    if not state.is_over:
        return None
    if not state.playing:
        return Outcome((), "nobody is left who could still win", rules.OUT, "nobody left", rules.GOAL)
    last = ", ".join(map(state.name, state.playing))
    return Outcome(state.playing, f"{last} alone is left who could still win", rules.OUT, "resigned", rules.GOAL)


def to_act(state: Table) -> tuple[Seat, ...]:
    """Who may say something now."""
    if state.is_over:
        return ()
    ask = state.ask
    if ask is not None:
        first = TABLE if state.kit.is_digital and ask.id in DRAWS else ask.seat
        return (first, *_hamperers(state, first))
    if state.stage == BANDS:
        return tuple(seat for seat, player in enumerate(state.players) if not player.band)
    if not state.is_set_up:
        seats = range(len(state.players))
        free = tuple(seat for seat in seats if not state.players[seat].planned or may_return(state, seat))
        return free if any(not player.planned for player in state.players) else (*free, TABLE)
    picks = (TABLE,) if owes_pick(state, state.seat) and not state.kit.is_digital and state.stage == MOVING else ()
    return (state.seat, *picks, *_hamperers(state, state.seat))


def _hamperers(state: Table, first: Seat) -> tuple[Seat, ...]:
    if not state.turn.hamper:
        return ()
    return tuple(seat for seat in range(len(state.players)) if seat != first and may_hamper(state, seat))


def may_return(state: Table, seat: Seat) -> bool:
    """The seat may have warn cards to return before the start (KEI-10)."""
    player, kit = state.players[seat], state.kit
    if not player.planned or state.is_set_up:
        return False
    once = kit.switches["initial_replace"] == "once" and kit.switches["opening_warn_cards"] != "must_return"
    if player.returned and once:
        return False
    return any(card == UNKNOWN or card in kit.warns for card in player.move.cards)


def phase(state: Table) -> str:
    """`bands`, `deal`, `plan`, `start`, `move`, `refill`, `arrive`, `gig`, `after`, `end` or `over`."""
    return "over" if outcome(state) else state.stage


def scores(state: Table) -> tuple[int, ...]:
    """Gigs performed; they decide nothing, and say how far a tour is."""
    return tuple(player.gigs for player in state.players)


def counters(state: Table) -> dict[str, tuple[int, ...]]:
    """The numbers people follow: gigs, Reputation, turns still to lose."""
    return {
        "gigs": scores(state),
        "Reputation": tuple(player.reputation for player in state.players),
        "turns to lose": tuple(player.lost for player in state.players),
    }


def pending(state: Table) -> tuple[Decision, ...]:
    """What must be decided now, by whom, and by which rule (section 4.2 of the rules)."""
    if outcome(state):
        return ()
    return tuple(_decision(state, seat) for seat in to_act(state))


def _decision(state: Table, seat: Seat) -> Decision:
    ask, kit = state.ask, state.kit
    if ask is not None and seat == to_act(state)[0]:
        dealt = kit.is_digital and ask.id in DRAWS
        verbs = ("deal",) if dealt else tuple(kind.verb for kind in ANSWERS[ask.id])
        return Decision(seat, verbs, _question(state, ask, dealt), RULES.get(ask.id, ask.id))
    if may_hamper(state, seat):
        return Decision(seat, ("hamper",), "a stored card may be played on the leader", rules.HAMPER)
    if state.stage == BANDS:
        return Decision(seat, ("band",), "take a band", rules.BANDS)
    if not state.is_set_up:
        return _setup_decision(state, seat)
    if seat == TABLE:
        return Decision(seat, ("pick",), "somebody picks the first Movement card", rules.HOTEL)
    return _turn_decision(state, seat)


def _question(state: Table, ask: Ask, dealt: bool) -> str:
    words = WORDS[ask.id]
    if ask.count and ask.id != "KEI-Q30":
        words += f", {ask.count} card{'s' * (ask.count > 1)}"
    if ask.card and ask.id == "KEI-Q25":
        words += f": {state.kit.label(ask.card)}"
    if state.offer.cards and UNKNOWN not in state.offer.cards:  # nobody else's view names them
        words += f": {state.kit.labels(state.offer.cards)}"
    if ask.pile and ask.id == "KEI-Q12":
        words += f": {ask.pile}"
    return f"{words} for {state.name(ask.seat)}" if dealt else words


def _setup_decision(state: Table, seat: Seat) -> Decision:
    if seat == TABLE:
        return Decision(seat, ("start",), "who names the song starts", rules.SONG)
    if not state.players[seat].planned:
        length = state.kit.tour_length
        return Decision(seat, ("tour", "duplicate"), f"lay a tour of {length} dates", rules.NO_DUPLICATES)
    return Decision(seat, ("return",), "warn cards may go back", rules.RETURN_WARNS)


def _turn_decision(state: Table, seat: Seat) -> Decision:
    player, kit, turn = state.players[seat], state.kit, state.turn
    if state.stage == AFTER:
        if turn.fresh:
            return Decision(
                seat, ("stash", "draw", "end"), "stash the card just drawn, or keep it", rules.STASH_AT_ONCE
            )
        left = 0 if turn.guest else turn.limit - turn.drawn
        if not turn.drawn and not turn.guest:
            return Decision(seat, ("draw", "play"), f"draw 1 to {turn.limit} Action cards", rules.DRAWS)
        more = f"draw up to {left} more, or end" if left > 0 else "end the turn"
        return Decision(seat, ("draw", "play", "end") if left > 0 else ("play", "end"), more, rules.DRAWS)
    if state.stage == MOVING:
        if turn.must:
            return Decision(seat, ("play",), f"{kit.label(turn.must)} must be played first", rules.HOTEL)
        if player.hiatus:
            return Decision(seat, ("play", "wait", "end"), "hiatus: clear the Reputation, or wait", rules.HIATUS)
        first = player.turns == 1 and not turn.spoke and any(
            card == UNKNOWN or card in kit.warns for card in player.move.cards
        )  # fmt: skip
        lacks = missing(state, player)
        words = "lay kept warn cards, or travel" if first else "travel, or stop" if lacks else "travel, or play a gig"
        verbs = ("lay", "road", "stop") if first else ("road", "fly", "stop") if lacks else ("road", "gig", "end")
        return Decision(seat, verbs, words, rules.KEPT_WARNS if first else rules.REPEAT)
    return Decision(seat, ("check", "gig", "end"), "what is done here?", rules.GIG)
