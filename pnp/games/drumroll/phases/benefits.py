"""Benefits and their choices: of a performance, and of investment cards that give something.

In: parts as printed, and the keys of a line (gain, spend, to, look, benefit). Out: why they do not go together, or what
they do to a trial; and every way to choose. Invariant: a choice that must be made and is missing is Invalid and names
its key; a choice that is made and cannot be is Illegal (DR-103 to DR-105, DR-150, DR-151, DR-180).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

from msgspec import Struct

from pnp.games.drumroll.game_data import BenefitPart, Colours
from pnp.games.drumroll.params import NONE
from pnp.games.drumroll.phases.decks import request_cards
from pnp.games.drumroll.state import CardsDue, DrumRollState, investment_deck_size
from pnp.games.drumroll.trial import Trial
from pnp.referee.kernel.line_trial import Refused
from pnp.referee.ruling import Illegal, Invalid
from pnp.referee.seat import Seat

Source = Callable[[], str]  # what gives the benefit, as a refusal names it


class BenefitChoice(Struct, frozen=True):
    """The choices in a line besides its card, as typed; empty where none was typed."""

    gain: tuple[str, ...] = ()
    spend: str = ""
    to: str = ""
    look: str = ""
    benefit: str = ""

    @property
    def is_empty(self) -> bool:
        """True when no key is given, `benefit` aside."""
        return not (self.gain or self.spend or self.to or self.look)


def check_benefit(t: Trial, seat: Seat, parts: tuple[BenefitPart, ...], choice: BenefitChoice, what: Source) -> None:
    """These parts can be received so. Choices are matter: no table makes a cube that is not there."""
    optional = t.state.data.switches.benefit_optional
    if choice.benefit == NONE:
        if not choice.is_empty:
            t.bar("DR-103", "benefit_none_alone")
        if not optional and any(not part.has_price for part in parts):
            t.bar("DR-104", "benefit_is_due")
        return
    _check_keys(t, parts, choice, what)
    for part in parts:
        if part.spends:
            _check_spent(t, seat, part, choice, what)
        if part.trailers:
            _check_trailer(t, seat, part, choice, what)
        if part.cubes:
            _check_cubes(t, part, choice, what)
        if part.looks and choice.look and not optional:
            t.bar("DR-104", "benefit_is_due")


def _check_cubes(t: Trial, part: BenefitPart, choice: BenefitChoice, what: Source) -> None:
    if NONE not in choice.gain:
        if refusal := why_not_gained(t.state, part.cubes, choice.gain, what):
            raise Refused(refusal)
        return
    if len(choice.gain) > 1:
        t.refuse_incomplete("gain_none_alone")
    if not t.state.data.switches.benefit_optional:
        t.bar("DR-104", "benefit_is_due")


def _check_keys(t: Trial, parts: tuple[BenefitPart, ...], choice: BenefitChoice, what: Source) -> None:
    """Keys that this benefit does not ask for."""
    asked = {
        "gain": any(part.cubes for part in parts),
        "spend": any(part.spends for part in parts),
        "to": any(part.trailers for part in parts),
        "look": any(part.looks for part in parts),
    }
    for key, wanted in asked.items():
        if getattr(choice, key) and not wanted:
            t.bar("DR-103", "asks_no_key", what=what(), key=f"{key}=")


def _check_spent(t: Trial, seat: Seat, part: BenefitPart, choice: BenefitChoice, what: Source) -> None:
    if choice.spend == NONE:
        return
    data, stored = t.state.data, t.player(seat).storage
    payable = [data.colours[colour] for colour in part.spends if stored[colour]]
    if not choice.spend:
        if payable:
            t.refuse_incomplete("needs_spend_or_none", what=what(), colours=payable)
        return
    if data.colour_at[choice.spend] not in part.spends:
        t.bar("DR-103", "not_paid_with", what=what(), colour=choice.spend)
    if choice.spend not in payable:
        t.bar("DR-105", "lacks_cube", seat=seat, colour=choice.spend)


def receivers(state: DrumRollState, seat: Seat) -> list[str]:
    """Own performers without a trailer; none when no trailer is in stock (DR-150, DR-151)."""
    return [each.card for each in state.players[seat].troupe if not each.trailer] if state.trailers else []


def _check_trailer(t: Trial, seat: Seat, part: BenefitPart, choice: BenefitChoice, what: Source) -> None:
    state, coins = t.state, t.player(seat).coins
    possible = receivers(state, seat) if coins >= part.pays and choice.spend != NONE else []
    if choice.to == NONE:
        if possible and not part.has_price and not state.data.switches.benefit_optional:
            t.bar("DR-104", "benefit_is_due")
    elif choice.to:
        if coins < part.pays:
            t.bar("DR-057", "trailer_costs", seat=seat, have=coins, cost=part.pays)
        check_receiver(t, seat, choice.to)
    elif possible:
        t.refuse_incomplete("needs_to_or_none", what=what())


def check_receiver(t: Trial, seat: Seat, card: str) -> None:
    """This performer can get a trailer (DR-150, DR-151)."""
    performer = t.player(seat).performer(card)
    if performer is None:
        t.bar("DR-151", "no_performer_of", card=card, seat=seat)
    if performer.trailer:
        t.bar("DR-150", "has_trailer", card=card)
    if not t.state.trailers:
        t.bar("DR-151", "no_trailer_left")


# cubes gained


def _ways(stock: Colours, cubes: tuple[Colours, ...]) -> Iterator[tuple[int, ...]]:
    """Ways to take them, each as long as the stock allows for its choices; the longest are among them."""
    if not cubes:
        yield ()
        return
    first, rest = cubes[0], cubes[1:]
    if not any(stock[colour] for colour in first):
        yield from _ways(stock, rest)
    for colour in first:
        if stock[colour]:
            left = (*stock[:colour], stock[colour] - 1, *stock[colour + 1 :])
            for way in _ways(left, rest):
                yield (colour, *way)


def gains(stock: Colours, cubes: tuple[Colours, ...]) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Every set of cubes that may be gained, each once, in the order of the card (DR-180: what is there)."""
    most = len(cubes)
    return _gains(tuple(min(count, most) for count in stock), cubes)


@cache
def _gains(stock: Colours, cubes: tuple[Colours, ...]) -> dict[tuple[int, ...], tuple[int, ...]]:
    """The same; more cubes of a colour than are gained make no difference, so there are few cases."""
    ways = list(_ways(stock, cubes))
    most = max(map(len, ways))
    return {tuple(sorted(way)): way for way in ways if len(way) == most}


def why_not_gained(
    state: DrumRollState, cubes: tuple[Colours, ...], colours: tuple[str, ...], what: Source
) -> Illegal | Invalid | None:
    """Why the cubes named are not those that are received, all of them."""
    data = state.data
    possible = gains(state.stock, cubes)
    if not colours:
        if len(possible) == 1:
            return None
        count = len(next(iter(possible)))
        return Invalid(state.message("needs_gain" if count > 1 else "needs_gain_one", what=what(), count=count))
    wanted = tuple(sorted(data.colour_at[colour] for colour in colours))
    if wanted in possible:
        return None
    full = gains(data.stock, cubes)
    if wanted in full:
        out = [data.colours[at] for at in set(wanted) if state.stock[at] < wanted.count(at)]
        return state.refusal("DR-180", "not_so_many_left", colours=state.chain("and", sorted(out)))
    return state.refusal("DR-103", "does_not_give", what=what(), colours=colours)


# all ways to choose


def choices(state: DrumRollState, seat: Seat, parts: tuple[BenefitPart, ...]) -> Iterator[BenefitChoice]:
    """Every way to receive these parts that may be legal; `none` for each part that can be declined."""
    player = state.players[seat]
    gain: list[tuple[str, ...]] = [()]
    spend, to, look = [""], [""], [""]
    for part in parts:
        if part.cubes:
            possible = gains(state.stock, part.cubes)
            gain = [()] if len(possible) == 1 else [_names(state, way) for way in possible.values()]
        if part.spends:
            payable = [state.data.colours[colour] for colour in part.spends if player.storage[colour]]
            spend = [*payable, NONE] if payable else [""]
        if part.trailers:
            possible_to = receivers(state, seat) if player.coins >= part.pays else []
            to = [*possible_to, NONE] if possible_to else [""]
        if part.looks and (investment_deck_size(state.investment_pile) or state.investment_discards):
            look = ["", NONE]
    for values in product(gain, spend, to, look):
        yield BenefitChoice(*values)
    yield BenefitChoice(benefit=NONE)


def _names(state: DrumRollState, way: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(state.data.colours[colour] for colour in way)


# receiving


def receive(t: Trial, seat: Seat, parts: tuple[BenefitPart, ...], choice: BenefitChoice, rule: str, card: str) -> None:
    """Pay for and receive every part that is not declined."""
    if choice.benefit == NONE:
        t.note("DR-104", "declines_benefit", seat=seat)
        return
    for part in parts:
        _receive_part(t, seat, part, choice, rule, card)


def _receive_part(t: Trial, seat: Seat, part: BenefitPart, choice: BenefitChoice, rule: str, card: str) -> None:
    data = t.state.data
    if part.spends:
        if choice.spend in ("", NONE):
            t.note("DR-104", "spends_no_cube", seat=seat)
            return
        t.spend_cube(seat, data.colour_at[choice.spend], "DR-105", "for_card", card=card)
    if part.trailers:
        if choice.to in ("", NONE):
            if receivers(t.state, seat):
                t.note("DR-104", "no_trailer_wanted", seat=seat)
            else:
                t.note("DR-151", "no_trailer_possible")
            return
        t.add_coins(seat, -part.pays, rule, "for_trailer")
        t.give_trailer(seat, choice.to)
        if part.pays:
            t.note("DR-181", "trailers_left", count=t.state.trailers)
    elif part.pays:
        t.add_coins(seat, -part.pays, rule, "for_card", card=card)
    if NONE in choice.gain:
        t.note("DR-104", "takes_no_cubes", seat=seat)
    elif part.cubes:
        possible = gains(t.state.stock, part.cubes)
        way = tuple(data.colour_at[colour] for colour in choice.gain) or next(iter(possible.values()))
        for colour in way:
            t.gain_cube(seat, colour, rule, "for_card", card=card)
        if len(way) < len(part.cubes):
            t.announce("DR-180", "stock_gives", count=len(way), wanted=len(part.cubes))
    t.add_coins(seat, part.coins, rule, "for_card", card=card)
    if part.skips:
        t.change_player(seat, skips=t.player(seat).skips + part.skips)
        skips = t.player(seat).skips
        t.announce("DR-124", "may_skip_one" if skips == 1 else "may_skip", seat=seat, count=skips)
    if part.looks:
        if choice.look == NONE:
            t.note("DR-104", "does_not_look", seat=seat)
        else:
            request_cards(t, CardsDue(seat, part.looks, looks=True))
