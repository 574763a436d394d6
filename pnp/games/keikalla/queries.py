"""What follows from a state: who may act, how far the game is, how it ended. In: a state. Out:
seats, plain values, an outcome. Invariant: nobody acts exactly when the game is over.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.games.keikalla.asking import asked_by
from pnp.games.keikalla.card_ids import Word
from pnp.games.keikalla.phases.hampering import may_hamper
from pnp.games.keikalla.phases.travel import needs_pick
from pnp.games.keikalla.question import QUESTIONS
from pnp.games.keikalla.state import BACK, BANDS, HANDS, MOVING, KeikallaState, Player, Turn
from pnp.referee.game import Outcome
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

LEFT_OUT = ("just_drawn", "just_drawn_ply", "tour_ply", "raided")  # kept for later rulings; not visible on the table
FACT_NAMES = {  # what records' digests and `--json` call a field; older records keep theirs
    "reputation_cards": "fame",
    "second_sets": "sets",
    "latest_town": "latest",
    "previous_town": "before",
    "rehab_trip": "trip",
    "spared_raids": "spared",
    "bar_fight_turn": Word.BAR_FIGHT,
    "hotel_turn": "hotel",
    "trashed_towns": "trashed",
    "roadie_drives": "driven",
    "turns_to_lose": "lost",
    "ability_used": "gift_used",
    "has_acted": "spoke",
    "must_play": "must",
}


def outcome(state: KeikallaState) -> Outcome | None:
    """How the game ended; None while it goes on (KEI-01, KEI-172)."""
    if state.winner is not None:
        reason = state.message("headlines_in", seat=state.winner, town=state.won_in)
        return Outcome((state.winner,), reason, "KEI-70", "win", "KEI-01")
    if not state.is_over:
        return None
    if not state.playing:
        reason, kind = state.message("nobody_can_win"), state.message("nobody_left")
        return Outcome((), reason, "KEI-172", kind, "KEI-01")
    reason = state.message("alone_can_win", seat=state.playing)
    return Outcome(state.playing, reason, "KEI-172", "resigned", "KEI-01")


def to_act(state: KeikallaState) -> tuple[Seat, ...]:
    """Who may act now."""
    if state.is_over:
        return ()
    question = state.question
    if question is not None:
        first = asked_by(state, question)
        return (first, *_hamperers(state, first))
    if state.phase == BANDS:
        return tuple(seat for seat, player in enumerate(state.players) if not player.band)
    if not state.is_set_up:
        seats = range(len(state.players))
        free = tuple(seat for seat in seats if not state.players[seat].planned or may_return(state, seat))
        return free if any(not player.planned for player in state.players) else (*free, TABLE)
    picks = (TABLE,) if needs_pick(state, state.seat) and not state.data.is_digital and state.phase == MOVING else ()
    return (state.seat, *picks, *_hamperers(state, state.seat))


def _hamperers(state: KeikallaState, first: Seat) -> tuple[Seat, ...]:
    if not state.turn.hamper:
        return ()
    return tuple(seat for seat in range(len(state.players)) if seat != first and may_hamper(state, seat))


def may_return(state: KeikallaState, seat: Seat) -> bool:
    """The seat may have warn cards to return before the start (KEI-10)."""
    player, data = state.players[seat], state.data
    if not player.planned or state.is_set_up:
        return False
    once = data.switches["initial_replace"] == "once" and data.switches["opening_warn_cards"] != "must_return"
    if player.returned and once:
        return False
    return any(card == UNKNOWN or card in data.warns for card in player.move.cards)


def phase(state: KeikallaState) -> str:
    """`bands`, `deal`, `plan`, `start`, `move`, `refill`, `arrive`, `gig`, `after`, `end` or `over`."""
    return "over" if outcome(state) else state.phase


def scores(state: KeikallaState) -> tuple[int, ...]:
    """Gigs performed; they decide nothing, but show how far a tour has come."""
    return tuple(player.gigs for player in state.players)


def counters(state: KeikallaState) -> dict[str, tuple[int, ...]]:
    """The numbers people follow: gigs, Reputation, turns still to lose."""
    return {
        state.message("counter_gigs"): scores(state),
        state.message("counter_reputation"): tuple(player.reputation for player in state.players),
        state.message("counter_turns_to_lose"): tuple(player.turns_to_lose for player in state.players),
    }


def facts(state: KeikallaState) -> Any:
    """Plain values that describe the whole table."""
    return {
        "stage": state.phase,
        "seat": state.setup.seats[state.seat] if state.is_set_up else None,
        "turn": {fact: getattr(state.turn, field) for fact, field in TURN_FACTS},
        "pending": [
            {
                "question": question.id if question.id in QUESTIONS else _spaced(question.id),
                "seat": state.name(question.seat),
                "count": question.count,
                "card": _spaced(BACK) if question.card == BACK else question.card,
            }
            for question in state.questions
        ],
        "players": {state.name(seat): _player(player) for seat, player in enumerate(state.players)},
        "piles": state.piles,
        "discards": state.discards,
        "aside": state.managers_aside,
        Word.REHAB: state.rehab,
        "stashes": [
            {"id": stash.id, "town": stash.town, "by": state.name(stash.by), "card": stash.card, "rider": stash.rider}
            for stash in state.stashes
        ],
        "offer": sorted(state.offer.cards),
        "winner": state.winner,
        "won_by": state.won_in,
    }


def _spaced(id: str) -> str:
    """What digests call a step of the referee, and a second set."""
    return id.replace("_", " ")


def _player(player: Player) -> Any:
    plain = {fact: getattr(player, field) for fact, field in PLAYER_FACTS}
    for name in HANDS:
        plain[name] = sorted(getattr(player, name).cards)
    plain["venues"] = sorted(player.venues)
    plain["fame"] = [card.kind for card in player.reputation_cards]
    plain["stand_ins"] = [kind for kind, _ in player.stand_ins]
    plain["gigs"] = player.gigs
    return plain


def _fact_names(kind: type[Struct]) -> tuple[tuple[str, str], ...]:
    """Each fact of a Player or Turn by its name, and the field that holds it."""
    fields = (field for field in kind.__struct_fields__ if field not in LEFT_OUT)
    return tuple((FACT_NAMES.get(field, field), field) for field in fields)


PLAYER_FACTS, TURN_FACTS = _fact_names(Player), _fact_names(Turn)  # every line's digest reads them
