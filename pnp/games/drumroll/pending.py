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
    Phase.TURN_START: (("bank", "decline"), "lay_coins_or_decline", rule_ids.BANK),
    Phase.DISTRIBUTION: (("convert", "distribute"), "distribute_cubes", rule_ids.DISTRIBUTE),
    Phase.DOUBLE_VOTE: (("play", "decline"), "play_double_vote_or_decline", rule_ids.DOUBLE_VOTE),
    Phase.TURN_END: (
        ("return", "decline"),
        "return_organizer_or_decline",
        rule_ids.ORGANIZER_ASKED,
    ),
    Phase.GAME_END: (("reveal",), "lay_hand_open", rule_ids.REVEAL),
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
        why = state.message("play_or_discard", held=held, limit=limit)
        return (Decision(full, ("play", "discard"), why, rule_ids.OVER_LIMIT),)
    if state.looked_at:
        return (Decision(seat, ("pick",), state.message("pick_one"), rule_ids.LOOK),)
    if seat == TABLE:
        return tuple(_of_the_table(state))
    row = _SEATS.get(state.phase)
    if row is not None:
        verbs, message, rule = row
        return (Decision(seat, verbs, state.message(message), rule),)
    return (Decision(seat, *_of_a_seat(state, seat)),)


def _of_a_seat(state: DrumRollState, seat: Seat) -> tuple[tuple[str, ...], str, str]:
    data, player = state.data, state.players[seat]
    if state.phase == Phase.SETUP_CUBES:
        return ("take",), state.message("take_cubes", count=data.numbers.start_cubes), rule_ids.START_CUBES
    if state.phase == Phase.PLACEMENT:
        return (
            ("place", "pass"),
            state.message("place_or_pass", number=player.decisions_made + 1, count=data.numbers.markers),
            rule_ids.CLOCKWISE,
        )
    if state.phase == Phase.RESOLVE_INVEST:
        if player.coins < data.numbers.invest_cost:
            return ("decline",), state.message("card_too_dear", cost=data.numbers.invest_cost), rule_ids.INVEST
        message = "draw_or_decline" if state.investment_pile else "shuffle_and_draw_or_decline"
        return ("invest", "decline"), state.message(message, cost=data.numbers.invest_cost), rule_ids.INVEST
    if state.phase in (Phase.RESOLVE_PERFORMER, Phase.RESOLVE_PERSONNEL):
        is_performer = state.phase == Phase.RESOLVE_PERFORMER
        area = state.performer_area if is_performer else state.staff_area
        t = Trial(state, listing=True)
        hired = [offer for offer in area if t.allows(hire, Hire(seat, offer.card))]
        cards = tuple(state.message("card_for", card=offer.card, cost=price(state, offer)) for offer in hired)
        rule = rule_ids.HIRE_PERFORMER if is_performer else rule_ids.HIRE_PERSONNEL
        if not cards:
            return ("decline",), state.message("nobody_affordable", coins=player.coins), rule
        return ("hire", "decline"), state.message("hire_or_decline", cards=cards), rule
    if state.phase == Phase.SHOW:
        left = [each for each in player.troupe if appears(each)]
        ways = _ways_to_appear(state, seat, left)
        names = state.chain("or", [state.message(f"way_{verb}") for verb in ways])
        why = state.message("appear", ways=names, cards=tuple(each.card for each in left))
        return ways, why, rule_ids.APPEAR_ONCE
    assert state.phase == Phase.AFTER_SHOW
    message = "pay_all_but_skipped" if player.skips else "pay_all"
    return ("pay",), state.message(message, count=player.skips), rule_ids.SALARIES


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
        return [Decision(TABLE, ("shuffle",), state.message("shuffle_discards", deck=deck), rule_ids.SHUFFLE)]
    if state.cards_due is not None:
        due = state.cards_due
        verb, message, rule = (
            ("look", "show_investments", rule_ids.LOOK) if due.looks else ("deal", "deal_investments", rule_ids.INVEST)
        )
        return [Decision(TABLE, (verb,), state.message(message, count=due.count, seat=due.seat), rule)]
    if state.phase in (Phase.SETUP, Phase.REFILL):
        return _deals(state)
    if state.phase == Phase.DOUBLE_VOTE:
        why = state.message("end_double_votes", first=not state.double_voters)
        return [Decision(TABLE, ("next",), why, rule_ids.DOUBLE_VOTE)]
    return [Decision(TABLE, ("start",), state.message("name_starter"), rule_ids.STARTER)]


def _deals(state: DrumRollState) -> list[Decision]:
    performers, personnel = missing(state)
    found: list[Decision] = []
    for count, message, first, later in (
        (personnel, "deal_personnel", rule_ids.AREA_PERSONNEL, rule_ids.REFILL_PERSONNEL),
        (performers, "deal_performers", rule_ids.AREA_PERFORMERS, rule_ids.REFILL_PERFORMERS),
    ):
        if count:
            rule = first if state.phase == Phase.SETUP else later
            found.append(Decision(TABLE, ("deal",), state.message(message, count=count), rule))
    if state.phase == Phase.SETUP:
        without = tuple(seat for seat, player in enumerate(state.players) if not player.region)
        if without:
            why = state.message("deal_regions", of_seat=without)
            found.append(Decision(TABLE, ("deal",), why, rule_ids.REGION_DEAL))
        if needs_virtual(state) and not state.virtual:
            found.append(Decision(TABLE, ("deal",), state.message("deal_third_region"), rule_ids.VIRTUAL_REGION))
        secret = tuple(seat for seat, cards in enumerate(state.dealt_performers) if not cards)
        if secret and not found:
            why = state.message("deal_two_performers", of_seat=secret)
            found.append(Decision(TABLE, ("deal",), why, rule_ids.KEEP))
    return found
