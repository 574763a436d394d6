"""The shows: who appears, with what effect, and what everybody is paid. In: a trial and a move. Out: what is
refused, and what it does (DR-100 to DR-127).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from pnp.games.drumroll.moves import Fire, Flip, Pay, Perform
from pnp.games.drumroll.params import NONE
from pnp.games.drumroll.phases.benefits import BenefitChoice, check_benefit, choices, receive
from pnp.games.drumroll.question import Question
from pnp.games.drumroll.state import DrumRollState, Performer, Player, appears, bizarre_in, level_of, top_level
from pnp.games.drumroll.trial import Trial
from pnp.referee.move import Move
from pnp.referee.notation import verb_of
from pnp.referee.seat import Seat

NAMES = ("level_0", "poor", "good", "outstanding")


def level_name(level: int) -> str:
    """`outstanding`."""
    return NAMES[min(level, len(NAMES) - 1)]


# who appears


def all_have_appeared(state: DrumRollState) -> bool:
    """No performer of the circus is left to appear (DR-113)."""
    assert state.performing is not None
    return not any(map(appears, state.players[state.performing].troupe))


def _left_to_appear(state: DrumRollState) -> tuple[Seat, ...]:
    seat = state.performing
    return () if seat is None or all_have_appeared(state) else (seat,)


def _appearances(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    if state.performing != seat:
        return
    data = state.data
    for performer in filter(appears, state.players[seat].troupe):
        level = level_of(data, performer)
        if not level:
            yield Fire(seat, performer.card)
            continue
        for choice in choices(state, seat, data.performers[performer.card].levels[level - 1].parts):
            yield Perform(seat, performer.card, choice.gain, choice.spend, choice.to, choice.look, choice.benefit)
        if level == top_level(data, performer):
            yield Flip(seat, performer.card)


def _ways_to_appear(state: DrumRollState, seat: Seat) -> tuple[str, ...]:
    """The verbs that some performer may still appear with (DR-103, DR-106, DR-108)."""
    left = [each for each in state.players[seat].troupe if appears(each)]
    able = [bool(level_of(state.data, each)) for each in left]
    t = Trial(state, listing=True)
    flips = any(t.allows(flip, Flip(seat, each.card)) for each in left)
    ways = ((Perform, any(able)), (Flip, flips), (Fire, not all(able)))
    return tuple(verb_of(kind) for kind, may in ways if may)


def _who_appears(state: DrumRollState, seat: Seat) -> str:
    ways = state.chain("or", [state.message(f"way_{verb}") for verb in _ways_to_appear(state, seat)])
    left = tuple(each.card for each in state.players[seat].troupe if appears(each))
    return state.message("appear", ways=ways, cards=left)


SHOW = Question("SHOW", "DR-113", _who_appears, whom=_left_to_appear, offers=_appearances, verbs=_ways_to_appear)


def _check_appearance(t: Trial, seat: Seat, card: str) -> Performer:
    """An own performer that has not appeared, in the own show (DR-100, DR-107, DR-113)."""
    state = t.state
    if state.phase != SHOW.id or state.performing != seat:
        t.bar("DR-100", "no_show_now" if state.performing is None else "show_of_other", seat=state.performing)
    performer = state.players[seat].performer(card)
    if performer is None:
        t.bar("DR-113", "not_in_circus", card=card, seat=seat)
    if performer.level:
        t.refuse("DR-113", "has_appeared", card=card)
    return performer


def choice_of(move: Perform) -> BenefitChoice:
    """The keys of a line."""
    return BenefitChoice(move.gain, move.spend, move.to, move.look, move.benefit)


@SHOW.answer(Perform)
def perform(t: Trial, move: Perform) -> None:
    """A performance and the benefit of the level reached, at once (DR-101 to DR-103, DR-107, DR-108)."""
    state, seat, card = t.state, move.seat, move.card
    data = state.data
    performer = _check_appearance(t, seat, card)
    if performer.flipped:
        t.bar("DR-107", "flipped_no_performance", card=card)
    level = level_of(data, performer)

    def what() -> str:
        return state.message("performance", card=card, level=level_name(level))

    parts = data.performers[card].levels[level - 1].parts if level else ()
    if level:
        check_benefit(t, seat, parts, choice_of(move), what)
    else:
        star = data.colours[data.performers[card].levels[0].colour]
        t.refuse("DR-108", "no_first_cube", card=card, colour=star, line=f"fire {card}")
    t.agreed()
    # A table that lets somebody appear without the first cube lets a poor performance stand, without its benefit.
    t.change_player(seat, troupe=_marked(state.players[seat], replace(performer, level=level or 1)))
    have = data.colour_words(performer.cubes) or state.message("no_cubes")
    t.note("DR-102", "performer_level", card=card, colours=have, level=level_name(level))
    t.note("DR-101", "own_order", seat=seat)
    if level:
        before = t.player(seat).coins
        receive(t, seat, parts, choice_of(move), "DR-103", card)
        t.add_type_totals(seat, data.performers[card].type, coins=t.player(seat).coins - before)


def _marked(player: Player, performer: Performer) -> tuple[Performer, ...]:
    return tuple(performer if each.card == performer.card else each for each in player.troupe)


@SHOW.answer(Flip)
def flip(t: Trial, move: Flip) -> None:
    """Once a game, instead of an outstanding benefit: prestige at once, cubes to the stock (DR-106)."""
    state, seat = t.state, move.seat
    data = state.data
    performer = _check_appearance(t, seat, move.card)
    if performer.flipped:
        t.bar("DR-106", "is_flipped_already", card=move.card)
    level = level_of(data, performer)
    if level < top_level(data, performer):
        t.refuse("DR-106", "not_outstanding", card=move.card, level=level_name(level))
    t.agreed()
    won = data.performers[move.card].flip.at(bizarre_in(data, state.players[seat].troupe))
    t.add_prestige(seat, won, "DR-106", "for_flip", in_line=True, card=move.card)
    t.add_type_totals(seat, data.performers[move.card].type, prestige=won)
    t.return_cubes(performer)
    t.replace_performer(seat, replace(performer, cubes=(), flipped=state.show, level=top_level(data, performer)))
    if performer.trailer:
        t.note("DR-152", "keeps_trailer", card=move.card)
    if data.performers[move.card].type == data.bizarre:
        t.note("DR-123", "bizarre_prestige", count=bizarre_in(data, state.players[seat].troupe), prestige=won)
    t.note("DR-107", "flipped_stays_away", card=move.card)


@SHOW.answer(Fire)
def fire(t: Trial, move: Fire) -> None:
    """Who cannot perform leaves; compensation and prestige are paid (DR-103, DR-107 to DR-109, DR-114)."""
    state, seat = t.state, move.seat
    data = state.data
    performer = _check_appearance(t, seat, move.card)
    if performer.flipped:
        t.bar("DR-107", "flipped_not_fired", card=move.card)
    if level := level_of(data, performer):
        t.refuse("DR-103", "can_perform", card=move.card, level=level_name(level), rule="DR-114")
    t.agreed()
    before = state.players[seat]
    cost, have = data.performers[move.card].cost, before.coins
    t.note("DR-114", "nothing_to_perform_with", seat=seat, card=move.card)
    t.add_coins(seat, -min(cost, have), "DR-108", "for_compensation", in_line=True)
    if cost > have:
        if data.switches.compensation_shortfall == "prestige":
            t.add_prestige(seat, (have - cost) * data.numbers.unpaid, "DR-109", "for_compensation_unpaid")
        else:
            t.note("DR-109", "nothing_more_to_pay")
    t.add_prestige(seat, -data.numbers.fire_penalty, "DR-108", "for_fired", in_line=True)
    now = t.player(seat)
    lost = now.prestige - before.prestige
    t.add_type_totals(seat, data.performers[move.card].type, coins=now.coins - have, prestige=lost)
    t.dismiss(seat, performer)
    t.change_player(seat, has_fired=True)


# before and after the performers


def begin_show(t: Trial, seat: Seat) -> None:
    """A player's show begins (DR-100)."""
    t.set(phase=SHOW.id, performing=seat)
    t.announce("DR-100", "gives_show", seat=seat, show=t.state.show)
    if t.state.data.switches.region_bonus_moment == "before_performers":
        _region(t, seat)


@SHOW.followed_by
def end_of_performers(t: Trial) -> None:
    """Region, orchestra and popcorn; then applause may be played and salaries are paid (DR-115)."""
    state = t.state
    data, seat = state.data, state.performing
    assert seat is not None
    t.note("DR-113", "all_appeared_once")
    t.note("DR-115", "all_appeared", seat=seat)
    if data.switches.region_bonus_moment == "after_performers":
        _region(t, seat)
    player = state.players[seat]
    for person in player.staff:
        t.add_coins(seat, data.personnel[person].coins, "DR-111", "for_card", card=person)
        t.add_prestige(seat, data.personnel[person].prestige, "DR-111", "for_card", card=person)
    if state.show == data.numbers.shows:
        outstanding = all(each.flipped or each.level >= top_level(data, each) for each in player.troupe)
        spoilt = player.has_fired and data.switches.perfect_show_fired_spoils
        perfect = bool(player.troupe) and outstanding and not spoilt
        t.change_player(seat, gave_perfect_show=perfect)
        if perfect:
            t.announce("DR-142", "all_outstanding", seat=seat)


def _region(t: Trial, seat: Seat) -> None:
    state = t.state
    data, player = state.data, state.players[seat]
    region = data.regions.get(player.region)
    if region is None:
        return
    for wanted in region.types:
        count = sum(data.performers[each.card].type == wanted for each in player.troupe)
        won = count // region.every * region.prestige
        t.add_prestige(seat, won, "DR-110", "for_region", card=region.id)
        t.add_type_totals(seat, wanted, prestige=won)


# salaries


def _left_to_pay(state: DrumRollState) -> tuple[Seat, ...]:
    seat = state.performing
    return () if seat is None or state.shows_given > list(state.clockwise()).index(seat) else (seat,)


def _all_but_skipped(state: DrumRollState, seat: Seat) -> str:
    skips = state.players[seat].skips
    return state.message("pay_all_but_skipped" if skips else "pay_all", count=skips)


def _payments(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    if state.performing != seat:
        return
    skips, due = state.players[seat].skips, salaries(state, seat)
    if not skips or not due:
        yield Pay(seat)
        return
    for count in range(1, min(skips, len(due)) + 1):
        yield from (Pay(seat, skip=cards) for cards in combinations(due, count))
    yield Pay(seat, skip=(NONE,))


AFTER_SHOW = Question("AFTER_SHOW", "DR-120", _all_but_skipped, whom=_left_to_pay, offers=_payments)


def _check_pay(t: Trial, move: Pay) -> None:
    """After the own show, with the skips earned (DR-120, DR-124)."""
    state, seat = t.state, move.seat
    if state.performing != seat:
        rule = "DR-120" if state.performing is None else "DR-100"
        t.bar(rule, "not_end_of_show", seat=seat)
    player = state.players[seat]
    if state.phase == SHOW.id:
        left = tuple(each.card for each in player.troupe if appears(each))
        t.bar("DR-113", "still_to_appear", cards=left)
    skips = [card for card in move.skip if card != NONE]
    if not move.skip:
        if player.skips and salaries(state, seat):
            t.refuse_incomplete("pay_needs_skip", count=player.skips)
        return
    if skips and len(skips) < len(move.skip):
        t.refuse_incomplete("skip_none_alone")
    if len(skips) > player.skips:
        t.refuse("DR-124", "skips_too_many", count=len(skips), seat=seat, limit=player.skips)
    if len(set(skips)) < len(skips):
        t.refuse("DR-127", "skips_differ")
    for card in skips:
        if card not in salaries(state, seat):
            t.bar("DR-124", "not_in_circus", card=card, seat=seat)


def salaries(state: DrumRollState, seat: Seat) -> dict[str, int]:
    """What every member of a circus is paid after this show, skips aside (DR-121 to DR-126)."""
    data, player = state.data, state.players[seat]
    bizarre = bizarre_in(data, player.troupe)
    due = {each.card: salary(state, each, bizarre) for each in player.troupe}
    due.update((person, data.personnel[person].salary) for person in player.staff)
    return due


def salary(state: DrumRollState, performer: Performer, bizarre: int) -> int:
    """A performer's salary: printed or secondary, bizarre scaling, then the trailer (DR-126)."""
    data = state.data
    card_data = data.performers[performer.card]
    later = performer.flipped and performer.flipped < state.show
    value = (card_data.secondary if later else card_data.salary).at(bizarre)
    return max(0, value - data.numbers.trailer) if performer.trailer else value


@AFTER_SHOW.answer(Pay)
def pay(t: Trial, move: Pay) -> None:
    """All salaries; every missing coin costs prestige (DR-120, DR-125)."""
    _check_pay(t, move)
    t.agreed()
    state, seat = t.state, move.seat
    data = state.data
    due = salaries(state, seat)
    skipped = {card for card in move.skip if card in due}
    total = sum(value for card, value in due.items() if card not in skipped)
    have = state.players[seat].coins
    _explain_salaries(t, seat, due, skipped, total)
    t.add_coins(seat, -min(total, have), "DR-120", "for_salaries", in_line=True)
    if total > have:
        t.add_prestige(seat, (have - total) * data.numbers.unpaid, "DR-125", "for_unpaid")
    for card, value in due.items():
        if card in data.performers and card not in skipped:
            t.add_type_totals(seat, data.performers[card].type, coins=-value)
    left = state.players[seat].skips - len(skipped)
    if left:
        t.note("DR-127", "skips_lapse", count=left)
    t.change_player(seat, skips=0)
    t.set(shows_given=state.shows_given + 1)


def _explain_salaries(t: Trial, seat: Seat, due: dict[str, int], skipped: set[str], total: int) -> None:
    state = t.state
    data, player = state.data, state.players[seat]
    parts = "+".join(str(0 if card in skipped else value) for card, value in due.items())
    t.announce("DR-120", "salaries_sum" if len(due) > 1 else "salaries_one", parts=parts, total=total)
    bizarre = bizarre_in(data, player.troupe)
    for each in player.troupe:
        if each.flipped:
            message = "regular_salary" if each.flipped == state.show else "secondary_salary_paid"
            t.note("DR-121", message, card=each.card)
        if each.trailer:
            less = data.numbers.trailer
            t.note("DR-122", "trailer_salary", card=each.card, less=less, salary=due[each.card])
        if data.performers[each.card].type == data.bizarre:
            t.note("DR-123", "bizarre_in_circus", card=each.card, count=bizarre)
            t.note("DR-126", "salary_order", card=each.card, salary=due[each.card])
    for card in filter(skipped.__contains__, due):
        t.note("DR-124", "salary_skipped", card=card, salary=due[card])
