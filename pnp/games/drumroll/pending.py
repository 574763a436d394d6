"""What must be decided now, by whom, and by which rule. In: a state. Out: Decisions in words."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.moves import Fire, Flip, Hire, Perform
from pnp.games.drumroll.phases.flow import SECRET_CHOICES
from pnp.games.drumroll.phases.hiring import hire
from pnp.games.drumroll.phases.performances import flip
from pnp.games.drumroll.phases.setup_moves import needs_virtual
from pnp.games.drumroll.queries import to_act
from pnp.games.drumroll.state import DrumRollState, Performer, Phase, appears, level_of, missing, price
from pnp.games.drumroll.trial import Trial
from pnp.referee.game import Decision
from pnp.referee.notation import verb_of
from pnp.referee.seat import TABLE, Seat

_SEATS = {
    **{phase: ((verb_of(each.kind),), each.prompt, each.rule) for phase, each in SECRET_CHOICES.items()},
    Phase.TURN_START: (("bank", "decline"), "lay coins on the Bank Representative, or decline", rule_ids.BANK),
    Phase.DISTRIBUTION: (("convert", "distribute"), "distribute cubes, after any conversions", rule_ids.DISTRIBUTE),
    Phase.DOUBLE_VOTE: (("play", "decline"), "play a Double Vote, or decline", rule_ids.DOUBLE_VOTE),
    Phase.TURN_END: (
        ("return", "decline"),
        "return the Show Organizer and start next, or decline",
        rule_ids.ORGANIZER_ASKED,
    ),
    Phase.GAME_END: (("reveal",), "lay the whole hand open: reveal …", rule_ids.REVEAL),
}


def pending(state: DrumRollState) -> tuple[Decision, ...]:
    """One decision for each seat that must act."""
    if state.phase == Phase.OVER:
        return ()
    return tuple(decision for seat in to_act(state) for decision in _of(state, seat))


def _of(state: DrumRollState, seat: Seat) -> tuple[Decision, ...]:
    full = state.over_limit
    if full is not None:
        held, limit = len(state.players[full].hand), state.players[full].limit
        why = f"{held} cards in the hand, at most {limit}: play or discard"
        return (Decision(full, ("play", "discard"), why, rule_ids.OVER_LIMIT),)
    if state.looked_at:
        return (Decision(seat, ("pick",), "pick one of the cards looked at", rule_ids.LOOK),)
    if seat == TABLE:
        return tuple(_of_the_table(state))
    row = _SEATS.get(state.phase)
    if row is not None:
        return (Decision(seat, *row),)
    return (Decision(seat, *_of_a_seat(state, seat)),)


def _of_a_seat(state: DrumRollState, seat: Seat) -> tuple[tuple[str, ...], str, str]:
    data, player = state.data, state.players[seat]
    if state.phase == Phase.SETUP_CUBES:
        return ("take",), f"take {data.numbers.start_cubes} cubes of any colours", rule_ids.START_CUBES
    if state.phase == Phase.PLACEMENT:
        return (
            ("place", "pass"),
            f"decision {player.decisions_made + 1} of {data.numbers.markers}: place or pass",
            rule_ids.CLOCKWISE,
        )
    if state.phase == Phase.RESOLVE_INVEST:
        if player.coins < data.numbers.invest_cost:
            return ("decline",), f"drawing a card costs {data.numbers.invest_cost}: decline", rule_ids.INVEST
        empty = "" if state.investment_pile else "; the deck is empty, its discards are shuffled first"
        why = f"pay {data.numbers.invest_cost} and draw a card, or decline{empty}"
        return ("invest", "decline"), why, rule_ids.INVEST
    if state.phase in (Phase.RESOLVE_PERFORMER, Phase.RESOLVE_PERSONNEL):
        is_performer = state.phase == Phase.RESOLVE_PERFORMER
        area = state.performer_area if is_performer else state.staff_area
        t = Trial(state, listing=True)
        hired = [offer for offer in area if t.allows(hire, Hire(seat, offer.card))]
        cards = ", ".join(f"{data.label(offer.card)} for {price(state, offer)}" for offer in hired)
        rule = rule_ids.HIRE_PERFORMER if is_performer else rule_ids.HIRE_PERSONNEL
        if not cards:
            return ("decline",), f"no card can be hired with {player.coins} coins: decline", rule
        return ("hire", "decline"), f"hire ({cards}), or decline", rule
    if state.phase == Phase.SHOW:
        left = [each for each in player.troupe if appears(each)]
        ways = _ways_to_appear(state, seat, left)
        why = f"{' or '.join(ways)}, still to appear: {data.labels_of(each.card for each in left)}"
        return ways, why, rule_ids.APPEAR_ONCE
    assert state.phase == Phase.AFTER_SHOW
    skips = f", up to {player.skips} skipped: skip=…" if player.skips else ""
    return ("pay",), f"pay all salaries{skips}", rule_ids.SALARIES


def _ways_to_appear(state: DrumRollState, seat: Seat, left: Sequence[Performer]) -> tuple[str, ...]:
    """The verbs that some of these performers may appear with (DR-103, DR-106, DR-108)."""
    able = [bool(level_of(state.data, each)) for each in left]
    t = Trial(state, listing=True)
    flips = any(t.allows(flip, Flip(seat, each.card)) for each in left)
    ways = ((Perform, any(able)), (Flip, flips), (Fire, not all(able)))
    return tuple(verb_of(kind) for kind, may in ways if may)


def _of_the_table(state: DrumRollState) -> list[Decision]:
    deck = state.deck_to_shuffle
    if deck:
        return [Decision(TABLE, ("shuffle",), f"shuffle the discards of the {deck}", rule_ids.SHUFFLE)]
    if state.cards_due is not None:
        who = state.name(state.cards_due.seat)
        verb, rule = ("look", rule_ids.LOOK) if state.cards_due.looks else ("deal", rule_ids.INVEST)
        return [Decision(TABLE, (verb,), f"{verb}: {state.cards_due.count} investment cards for {who}", rule)]
    if state.phase in (Phase.SETUP, Phase.REFILL):
        return _deals(state)
    if state.phase == Phase.DOUBLE_VOTE:
        card = "another Double Vote" if state.double_voters else "a Double Vote"
        return [Decision(TABLE, ("next",), f"next, when nobody plays {card}: `play double_vote`", rule_ids.DOUBLE_VOTE)]
    return [Decision(TABLE, ("start",), "name who was at a circus last: start …", rule_ids.STARTER)]


def _deals(state: DrumRollState) -> list[Decision]:
    performers, personnel = missing(state)
    found: list[Decision] = []
    for count, what, first, later in (
        (personnel, "personnel card", rule_ids.AREA_PERSONNEL, rule_ids.REFILL_PERSONNEL),
        (performers, "performer", rule_ids.AREA_PERFORMERS, rule_ids.REFILL_PERFORMERS),
    ):
        if count:
            rule = first if state.phase == Phase.SETUP else later
            found.append(
                Decision(TABLE, ("deal",), f"deal area: {count} {what}{'s are' if count > 1 else ' is'} missing", rule)
            )
    if state.phase == Phase.SETUP:
        without = [state.name(seat) for seat, player in enumerate(state.players) if not player.region]
        if without:
            found.append(Decision(TABLE, ("deal",), f"deal a region to {', '.join(without)}", rule_ids.REGION_DEAL))
        if needs_virtual(state) and not state.virtual:
            found.append(Decision(TABLE, ("deal",), "deal virtual: a third region", rule_ids.VIRTUAL_REGION))
        secret = [state.name(seat) for seat, cards in enumerate(state.dealt_performers) if not cards]
        if secret and not found:
            found.append(Decision(TABLE, ("deal",), f"deal two performers to {', '.join(secret)}", rule_ids.KEEP))
    return found
