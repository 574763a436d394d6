"""The shows: who appears, with what effect, and what everybody is paid. In: a state and a move. Out: why it is refused,
or what it does to a trial (DR-100 to DR-127).
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.moves import Fire, Flip, Pay, Perform
from pnp.games.drumroll.phases.benefits import Choice, Refusal, receive, refuse_benefit
from pnp.games.drumroll.state import DrumRollState, Phase, Player, Trouper, appears, bizarre_in, level_of, top_level
from pnp.games.drumroll.trial import Trial
from pnp.games.drumroll.words import NONE
from pnp.referee.ruling import Illegal, Invalid
from pnp.referee.seat import Seat

NAMES = ("no", "poor", "good", "outstanding")


def level_name(level: int) -> str:
    """`outstanding`."""
    return NAMES[min(level, len(NAMES) - 1)]


# who appears


def refuse_appearance(state: DrumRollState, seat: Seat, card: str) -> Illegal | None:
    """An own performer that has not appeared, in the own show (DR-100, DR-107, DR-113)."""
    label = state.data.label(card)
    if state.phase != Phase.SHOW or state.stage != seat:
        whose = "no show is given now" if state.stage is None else f"it is the show of {state.name(state.stage)}"
        return Illegal(rule_ids.SHOW_ORDER, whose)
    trouper = state.players[seat].trouper(card)
    if trouper is None:
        return Illegal(rule_ids.APPEAR_ONCE, f"{label} is not in the circus of {state.name(seat)}")
    if trouper.level:
        return Illegal(rule_ids.APPEAR_ONCE, f"{label} has appeared in this show")
    return None


def refuse_perform(state: DrumRollState, move: Perform) -> Refusal | None:
    """The benefit of the level reached (DR-103, DR-107, DR-108)."""
    refusal = refuse_appearance(state, move.seat, move.card)
    if refusal:
        return refusal
    data, label = state.data, state.data.label(move.card)
    trouper = state.players[move.seat].trouper(move.card)
    assert trouper is not None
    if trouper.flipped:
        return Illegal(rule_ids.FLIPPED, f"{label} is flipped and does not perform")
    level = level_of(data, trouper)
    if not level:
        star = data.colours[data.performers[move.card].levels[0].colour]
        return Illegal(rule_ids.FIRED, f"{label} has no {star} cube and cannot perform: `fire {move.card}`")
    return refuse_choices(state, move, trouper)


def refuse_choices(state: DrumRollState, move: Perform, trouper: Trouper) -> Refusal | None:
    """The keys of the line fit the benefit of the level."""
    level = level_of(state.data, trouper)
    parts = state.data.performers[move.card].levels[level - 1].parts
    what = f"{state.data.label(move.card)} ({level_name(level)})"
    return refuse_benefit(state, move.seat, parts, choice_of(move), what)


def choice_of(move: Perform) -> Choice:
    """The keys of a line."""
    return Choice(move.gain, move.spend, move.to, move.look, move.benefit)


def perform(trial: Trial, move: Perform) -> None:
    """A performance and its benefit, at once (DR-101 to DR-103)."""
    table, seat, card = trial.table, move.seat, move.card
    data = table.data
    trouper = table.players[seat].trouper(card)
    assert trouper is not None
    level = level_of(data, trouper)
    # A table that lets somebody appear without the first cube lets a poor performance stand, without its benefit.
    trial.change(seat, troupe=_marked(table.players[seat], replace(trouper, level=level or 1)))
    if trial.notes is not None:
        have = data.colour_names(trouper.cubes) or "no cubes"
        trial.note(rule_ids.LEVEL, f"{data.label(card)} has {have}: {level_name(level)}")
        trial.note(rule_ids.OWN_ORDER, f"{trial.name(seat)} chooses the order and receives the benefit at once")
    if level:
        parts = data.performers[card].levels[level - 1].parts
        before = trial.player(seat).coins
        receive(trial, seat, parts, choice_of(move), rule_ids.BENEFIT, data.label(card))
        trial.book(seat, data.performers[card].type, coins=trial.player(seat).coins - before)


def _marked(player: Player, trouper: Trouper) -> tuple[Trouper, ...]:
    return tuple(trouper if each.card == trouper.card else each for each in player.troupe)


def refuse_flip(state: DrumRollState, move: Flip) -> Illegal | None:
    """Once a game, instead of an outstanding benefit (DR-106)."""
    refusal = refuse_appearance(state, move.seat, move.card)
    trouper = state.players[move.seat].trouper(move.card)
    label = state.data.label(move.card)
    if trouper is not None and trouper.flipped and (refusal is None or not trouper.level):
        return refusal or Illegal(rule_ids.FLIP, f"{label} is flipped already")
    if refusal:
        return refusal
    assert trouper is not None
    level = level_of(state.data, trouper)
    if level < top_level(state.data, trouper):
        return Illegal(rule_ids.FLIP, f"{label} is not outstanding, its level is {level_name(level)}")
    return None


def flip(trial: Trial, move: Flip) -> None:
    """Prestige at once, cubes to the stock (DR-106)."""
    table, seat = trial.table, move.seat
    data = table.data
    trouper = table.players[seat].trouper(move.card)
    assert trouper is not None
    won = data.performers[move.card].flip.at(bizarre_in(data, table.players[seat].troupe))
    trial.prestige(seat, won, rule_ids.FLIP, f"flip {data.label(move.card)}", said=True)
    trial.book(seat, data.performers[move.card].type, prestige=won)
    trial.cubes_back(trouper)
    trial.put(seat, replace(trouper, cubes=(), flipped=table.show, level=top_level(data, trouper)))
    if trial.notes is None:
        return
    if trouper.trailer:
        trial.note(rule_ids.TRAILER_STAYS, f"{data.label(move.card)} keeps the trailer")
    if data.performers[move.card].type == data.bizarre:
        trial.note(
            rule_ids.BIZARRE, f"{bizarre_in(data, table.players[seat].troupe)} bizarre performers: {won} prestige"
        )
    trial.note(rule_ids.FLIPPED, f"{data.label(move.card)} does not appear in later shows and counts as outstanding")


def refuse_fire(state: DrumRollState, move: Fire) -> Illegal | None:
    """Only who cannot perform is fired in a show (DR-103, DR-107, DR-114)."""
    refusal = refuse_appearance(state, move.seat, move.card)
    if refusal:
        return refusal
    trouper = state.players[move.seat].trouper(move.card)
    assert trouper is not None
    label = state.data.label(move.card)
    if trouper.flipped:
        return Illegal(rule_ids.FLIPPED, f"{label} is flipped and is not fired in a show")
    level = level_of(state.data, trouper)
    if level:
        return Illegal(rule_ids.BENEFIT, f"{label} can perform ({level_name(level)}) [{rule_ids.NO_FIRING}]")
    return None


def fire(trial: Trial, move: Fire) -> None:
    """The performer leaves; compensation and prestige are paid (DR-108, DR-109)."""
    table, seat = trial.table, move.seat
    data = table.data
    trouper = table.players[seat].trouper(move.card)
    assert trouper is not None
    before = table.players[seat]
    cost, have = data.performers[move.card].cost, before.coins
    trial.note(rule_ids.NO_FIRING, f"{trial.name(seat)} calls {data.label(move.card)} up: nothing to perform with")
    trial.coins(seat, -min(cost, have), rule_ids.FIRED, "compensation", said=True)
    if cost > have:
        if data.switch.compensation_shortfall == "prestige":
            trial.prestige(seat, (have - cost) * data.number.unpaid, rule_ids.COMPENSATION, "compensation unpaid")
        else:
            trial.note(rule_ids.COMPENSATION, "what cannot be paid costs nothing more at this table")
    trial.prestige(seat, -data.number.fire_penalty, rule_ids.FIRED, "fired", said=True)
    now = trial.player(seat)
    lost = now.prestige - before.prestige
    trial.book(seat, data.performers[move.card].type, coins=now.coins - have, prestige=lost)
    trial.dismiss(seat, trouper)
    trial.change(seat, fired=True)


# before and after the performers


def begin_show(trial: Trial, seat: Seat) -> None:
    """A player's show begins (DR-100)."""
    trial.set(phase=Phase.SHOW, stage=seat)
    trial.tell(rule_ids.SHOW_ORDER, f"{trial.name(seat)} gives show {trial.table.show}")
    if trial.table.data.switch.region_bonus_moment == "before_performers":
        _region(trial, seat)


def all_have_appeared(state: DrumRollState) -> bool:
    """No performer of the circus is left to appear (DR-113)."""
    assert state.stage is not None
    return not any(map(appears, state.players[state.stage].troupe))


def end_of_performers(trial: Trial) -> None:
    """Region, orchestra and popcorn; then applause may be played and salaries are paid (DR-115)."""
    table = trial.table
    data, seat = table.data, table.stage
    assert seat is not None
    trial.set(phase=Phase.AFTER_SHOW)
    trial.note(rule_ids.SEQUENCE, f"all performers of {trial.name(seat)} have appeared")
    if data.switch.region_bonus_moment == "after_performers":
        _region(trial, seat)
    player = table.players[seat]
    for person in player.staff:
        trial.coins(seat, data.personnel[person].coins, rule_ids.AFTER_SHOW, data.label(person))
        trial.prestige(seat, data.personnel[person].prestige, rule_ids.AFTER_SHOW, data.label(person))
    if table.show == data.number.shows:
        outstanding = all(each.flipped or each.level >= top_level(data, each) for each in player.troupe)
        spoilt = player.fired and data.switch.perfect_show_fired_spoils
        perfect = bool(player.troupe) and outstanding and not spoilt
        trial.change(seat, perfect=perfect)
        if perfect:
            trial.tell(rule_ids.PERFECT_SHOW, f"every performer of {trial.name(seat)} was outstanding")


def _region(trial: Trial, seat: Seat) -> None:
    table = trial.table
    data, player = table.data, table.players[seat]
    region = data.regions.get(player.region)
    if region is None:
        return
    for wanted in region.types:
        count = sum(data.performers[each.card].type == wanted for each in player.troupe)
        won = count // region.every * region.prestige
        trial.prestige(seat, won, rule_ids.REGION, f"region {region.label}")
        trial.book(seat, wanted, prestige=won)


# salaries


def refuse_pay(state: DrumRollState, move: Pay) -> Illegal | Invalid | None:
    """After the own show, with the skips earned (DR-120, DR-124)."""
    data, seat = state.data, move.seat
    if state.stage != seat or state.phase not in Phase.STAGE:
        rule = rule_ids.SHOW_ORDER if state.phase in Phase.STAGE else rule_ids.SALARIES
        return Illegal(rule, f"it is not the end of a show of {state.name(seat)}")
    if state.phase == Phase.SHOW:
        left = data.say(each.card for each in state.players[seat].troupe if appears(each))
        return Illegal(rule_ids.APPEAR_ONCE, f"{left} have still to appear")
    player = state.players[seat]
    skips = [card for card in move.skip if card != NONE]
    if not move.skip:
        if player.skips and salaries(state, seat):
            return Invalid(f"“pay” needs skip=<up to {player.skips} cards, or none>")
        return None
    if skips and len(skips) < len(move.skip):
        return Invalid("skip=none goes with no other card")
    if len(skips) > player.skips:
        return Illegal(rule_ids.SKIP, f"{len(skips)} salaries are skipped, {state.name(seat)} may skip {player.skips}")
    if len(set(skips)) < len(skips):
        return Illegal(rule_ids.SKIPS_LAPSE, "each skip names another card")
    for card in skips:
        if card not in salaries(state, seat):
            return Illegal(rule_ids.SKIP, f"{data.label(card)} is not in the circus of {state.name(seat)}")
    return None


def salaries(state: DrumRollState, seat: Seat) -> dict[str, int]:
    """What every member of a circus is paid after this show, skips aside (DR-121 to DR-126)."""
    data, player = state.data, state.players[seat]
    bizarre = bizarre_in(data, player.troupe)
    due = {each.card: salary(state, each, bizarre) for each in player.troupe}
    due.update((person, data.personnel[person].salary) for person in player.staff)
    return due


def salary(state: DrumRollState, trouper: Trouper, bizarre: int) -> int:
    """A performer's salary: printed or secondary, bizarre scaling, then the trailer (DR-126)."""
    data = state.data
    face = data.performers[trouper.card]
    later = trouper.flipped and trouper.flipped < state.show
    value = (face.secondary if later else face.salary).at(bizarre)
    return max(0, value - data.number.trailer) if trouper.trailer else value


def pay(trial: Trial, move: Pay) -> None:
    """All salaries; every missing coin costs prestige (DR-120, DR-125)."""
    table, seat = trial.table, move.seat
    data = table.data
    due = salaries(table, seat)
    skipped = {card for card in move.skip if card in due}
    total = sum(value for card, value in due.items() if card not in skipped)
    have = table.players[seat].coins
    if trial.notes is not None:
        _explain_salaries(trial, seat, due, skipped, total)
    trial.coins(seat, -min(total, have), rule_ids.SALARIES, "salaries", said=True)
    if total > have:
        trial.prestige(seat, (have - total) * data.number.unpaid, rule_ids.UNPAID, "unpaid")
    for card, value in due.items():
        if card in data.performers and card not in skipped:
            trial.book(seat, data.performers[card].type, coins=-value)
    left = table.players[seat].skips - len(skipped)
    if left:
        trial.note(rule_ids.SKIPS_LAPSE, f"{left} skips are not used and lapse")
    trial.change(seat, skips=0)
    trial.set(given=table.given + 1)


def _explain_salaries(trial: Trial, seat: Seat, due: dict[str, int], skipped: set[str], total: int) -> None:
    table = trial.table
    data, player = table.data, table.players[seat]
    parts = "+".join(str(0 if card in skipped else value) for card, value in due.items())
    trial.tell(rule_ids.SALARIES, f"salaries {parts} = {total}" if len(due) > 1 else f"salaries {total}")
    bizarre = bizarre_in(data, player.troupe)
    for each in player.troupe:
        label = data.label(each.card)
        if each.flipped:
            which = "regular salary in the show it was flipped" if each.flipped == table.show else "secondary salary"
            trial.note(rule_ids.SECONDARY, f"{label}: {which}")
        if each.trailer:
            trial.note(
                rule_ids.TRAILER_SALARY, f"{label}: less {data.number.trailer} for the trailer, {due[each.card]}"
            )
        if data.performers[each.card].type == data.bizarre:
            trial.note(rule_ids.BIZARRE, f"{label}: {bizarre} bizarre performers in the circus")
            trial.note(rule_ids.SALARY_ORDER, f"{label}: the card's number, its limit, the trailer: {due[each.card]}")
    for card in skipped:
        trial.note(rule_ids.SKIP, f"the salary of {data.label(card)} is skipped: {due[card]}")
