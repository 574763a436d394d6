"""How good moves look. In: the view of a seat, its moves. Out: a number for each.

A move is worth what the player has after it (`worth`). So whoever takes the best one hires whom it can supply and pay,
brings first cubes before later ones, keeps coins for salaries, and flips when the benefits are worth less than that.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pnp.games.drumroll.game_data import HIRE_PERFORMER, INVEST, TICKETS, BenefitPart, GameData
from pnp.games.drumroll.judge import force
from pnp.games.drumroll.moves import Convert, Decline, Invest, Keep, Pay, Place, Play, Reveal
from pnp.games.drumroll.phases.performances import salary
from pnp.games.drumroll.phases.secret_choice import SecretChoice
from pnp.games.drumroll.state import DrumRollState, Performer, Player, bizarre_in, level_of, price
from pnp.referee.move import Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Legal
from pnp.referee.seat import Seat

# Preferences, not rules.
BILL, SPARE, LAST_COIN = 0.33, 0.16, 0.05  # a coin that pays a salary, another one, one after the last show
NEEDED, CUBE = 0.84, 0.25  # a stored cube that a performer lacks, another one
FIRST, PROGRESS = 2.25, 0.09  # the cube without which nobody performs; each cube towards an outstanding show
BROUGHT, GAINED, LOOK, SKIPPED, TRAILER = 0.7, 0.38, 0.27, 1.75, 0.85  # coins, cubes, cards, … of a benefit
CARD = 0.46
MEMBER, KIND = 1.43, 1.57  # a performer more, a type that was lacking
TURNS = 5  # preparation turns before a show, about


def rate(view: DrumRollState, seat: Seat, moves: Sequence[Move]) -> list[float]:
    """What the own circus is worth after each move, in prestige."""
    return [_value(view, seat, move) for move in moves]


def _value(view: DrumRollState, seat: Seat, move: Move) -> float:
    player = view.players[seat]
    if isinstance(move, Place | Pass):
        return _of_marker(view, seat, move)
    asked = view.asks
    if isinstance(asked, SecretChoice) and asked.appeal is not None and type(move) in asked.answers:
        return asked.appeal(view, move)
    if isinstance(move, Keep):
        return _promise(view.data, move.card)
    if isinstance(move, Reveal):
        return 0.0
    ruling = force(view, move)
    assert isinstance(ruling, Legal)
    own = ruling.after.players[seat]
    value = worth(view, own)
    if isinstance(move, Invest):
        value += CARD if len(player.hand) < player.limit else -CARD
    elif isinstance(move, Pay):
        value += own.prestige - player.prestige
    elif isinstance(move, Decline) and move.action:
        value -= 1
    elif isinstance(move, Play | Convert):
        value -= 0.1  # there is no hurry
    return value


def _promise(data: GameData, card: str) -> float:
    """How good a performer is before anything is known of it: prestige and benefits less what it costs."""
    card_data = data.performers.get(card)
    if card_data is None:
        return 0.0
    shows = data.numbers.shows
    good = card_data.flip.base + (shows - 1) * _benefit(card_data.levels[-1].parts)
    return good - card_data.cost * SPARE - shows * card_data.salary.base * SPARE


def _of_marker(view: DrumRollState, seat: Seat, move: Place | Pass) -> float:
    """What the marker will bring when it is resolved."""
    data, player = view.data, view.players[seat]
    now = worth(view, player)
    if isinstance(move, Pass):
        return worth(view, replace(player, coins=player.coins + data.numbers.pass_coins)) - now
    at = data.action_at[move.action]
    action = data.actions[at]
    if action.colour >= 0:
        storage = tuple(count + (colour == action.colour) for colour, count in enumerate(player.storage))
        return worth(view, replace(player, storage=storage)) - now - (data.numbers.pass_coins if move.with_ else 0)
    own = view.markers[at].count(seat)
    before = len(view.markers[at])
    if action.id == TICKETS:
        return worth(view, replace(player, coins=player.coins + data.numbers.slots[player.tickets + own])) - now
    if action.id == INVEST:
        room = player.limit - len(player.hand) - own
        return CARD - data.numbers.invest_cost * SPARE if room > 0 else -CARD
    area = view.performer_area if action.id == HIRE_PERFORMER else view.staff_area
    gains: list[float] = []
    for offer in area:
        cost = price(view, offer)
        if cost <= player.coins:
            paid = replace(player, coins=player.coins - cost)
            if action.id == HIRE_PERFORMER:
                hired = replace(paid, troupe=(*player.troupe, Performer(offer.card)))
            else:
                hired = replace(paid, staff=(*player.staff, offer.card))
            gains.append(worth(view, hired) - now)
    gains.sort(reverse=True)
    return gains[before] if before < len(gains) else -1.0  # who placed before takes the best ones


def worth(view: DrumRollState, player: Player) -> float:
    """What a player's circus promises, in prestige."""
    data = view.data
    paid = view.performing is not None and _has_paid(view, player)
    shows = data.numbers.shows - view.show + (0 if paid else 1)
    turns = max(0, TURNS - view.turn) if view.performing is None else 0
    bizarre = bizarre_in(data, player.troupe)
    bill = sum(salary(view, each, bizarre) for each in player.troupe)
    bill += sum(data.personnel[person].salary for person in player.staff)
    value = float(player.prestige)
    value += _coins(player.coins, bill if shows else 0, shows)
    lacking = [0] * len(data.colours)
    for each in player.troupe:
        value += _of_performer(view, each, bizarre, shows, turns)
        if not each.flipped:
            for level in data.performers[each.card].levels:
                lacking[level.colour] += level.colour not in each.cubes
    for colour, count in enumerate(player.storage):
        useful = min(count, lacking[colour]) if turns or shows > 1 else 0
        value += NEEDED * useful + CUBE * (count - useful) * (shows > 0)
    value -= bill * BILL * max(0, shows - 1)
    value += sum(_of_person(data, person, shows) for person in player.staff)
    value += CARD * sum(card == UNKNOWN or not data.investments[card].bonus for card in player.hand)
    value += KIND * len({data.performers[each.card].type for each in player.troupe}) + MEMBER * len(player.troupe)
    value += sum(won for least, won in data.personnel[data.bank].scale[-1:] if player.bank >= least)
    value += SKIPPED * player.skips
    return value


def _has_paid(view: DrumRollState, player: Player) -> bool:
    order = list(view.clockwise())
    seat = next((seat for seat, other in enumerate(view.players) if other.region == player.region), order[0])
    return order.index(seat) < view.shows_given


def _coins(coins: int, bill: int, shows: int) -> float:
    return BILL * min(coins, bill) + (SPARE if shows > 1 else LAST_COIN) * max(0, coins - bill)


def _of_performer(view: DrumRollState, each: Performer, bizarre: int, shows: int, turns: int) -> float:
    data = view.data
    card_data = data.performers[each.card]
    if each.flipped:
        # Later shows cost the secondary salary only.
        now = card_data.salary if each.flipped == view.show else card_data.secondary
        return (now.at(bizarre) - card_data.secondary.at(bizarre)) * BILL * max(0, shows - 1)
    if not shows:
        return 0.0
    have = sum(level.colour in each.cubes for level in card_data.levels)
    level = level_of(data, each)
    value = PROGRESS * have * card_data.flip.at(bizarre)
    if level == len(card_data.levels):
        value = card_data.flip.at(bizarre) * (0.9 if shows > 1 or not each.level else 0.0)
    performs = shows - (1 if each.level else 0) - (1 if level == len(card_data.levels) else 0)
    if level:
        value += FIRST + _benefit(card_data.levels[level - 1].parts) * max(0, performs)
    else:
        likely = 0.9 if turns < 1 else 0.5 if turns < 3 else 0.25
        value -= likely * (card_data.cost * SPARE + data.numbers.fire_penalty)
    return value


def _benefit(parts: tuple[BenefitPart, ...]) -> float:
    value = 0.0
    for part in parts:
        gained = part.coins * BROUGHT + len(part.cubes) * GAINED + part.looks * LOOK
        gained += part.trailers * TRAILER + part.skips * SKIPPED
        value += max(0.0, gained - part.pays * BROUGHT - (NEEDED if part.spends else 0))
    return value


def _of_person(data: GameData, person: str, shows: int) -> float:
    card_data = data.personnel[person]
    value = card_data.prestige * shows + card_data.coins * shows * 0.8
    if card_data.agent or card_data.assistant:
        value += 1.0 * shows
    if card_data.limit:
        value += 1.2 * shows
    if card_data.scale:
        value += 1.0
    return value
