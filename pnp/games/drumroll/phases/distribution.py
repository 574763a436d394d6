"""The distribution phase: conversions and cubes onto performers (DR-070 to DR-078).

In: a state and a move. Out: why it is refused, or what it does to a trial.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.game_data import PERFORMERS, Colours, GameData, Person
from pnp.games.drumroll.moves import Convert, Distribute
from pnp.games.drumroll.state import DrumRollState, Phase, Player, Trouper, level_of, top_level
from pnp.games.drumroll.trial import Trial
from pnp.referee.ruling import Illegal, Invalid
from pnp.referee.seat import Seat


def distribution_limit(data: GameData, player: Player) -> int:
    """How many cubes a player may move (DR-070)."""
    return max([data.number.cubes, *(data.personnel[person].limit for person in player.staff)])


def accepts(data: GameData, trouper: Trouper, colour: int) -> bool:
    """The performer may be given this colour (DR-071)."""
    if data.switch.useless_cubes == "allowed":
        return True
    if trouper.flipped or colour in trouper.cubes:
        return False
    return any(level.colour == colour for level in data.performers[trouper.card].levels)


# conversions


def refuse_convert(state: DrumRollState, move: Convert) -> Illegal | Invalid | None:
    """One Agent and one Assistant for each player and phase (DR-074 to DR-076)."""
    data, seat = state.data, move.seat
    person = data.personnel.get(move.person)
    if person is None or not (person.agent or person.assistant):
        return Illegal(rule_ids.AGENT, f"{data.label(move.person)} converts no cubes")
    rule = rule_ids.AGENT if person.agent else rule_ids.ASSISTANT
    player = state.players[seat]
    if state.phase != Phase.DISTRIBUTION:
        return Illegal(rule, "cubes are converted in the distribution phase only")
    if person.id not in player.staff:
        return Illegal(rule, f"{state.name(seat)} has not got {person.label}")
    if player.fed:
        return Illegal(rule_ids.ONCE, f"{state.name(seat)} has distributed already")
    if player.agent if person.agent else player.assistant:
        return Illegal(rule, f"{state.name(seat)} has used one of them in this phase")
    if (player.agent or player.assistant) and not data.switch.agent_and_assistant_same_phase:
        return Illegal(rule_ids.ASSISTANT, "an Agent and an Assistant are not used in the same phase at this table")
    return _refuse_agent(state, move, person) if person.agent else _refuse_assistant(state, move, person)


def _refuse_agent(state: DrumRollState, move: Convert, person: Person) -> Illegal | Invalid | None:
    data = state.data
    if len(move.colours) != 2:
        return Invalid("an Agent needs two colours: convert <Agent> <colour in> <colour out>")
    given, wanted = (data.colour_at[colour] for colour in move.colours)
    if wanted not in person.agent:
        because = f"{person.label} gives {' or '.join(data.colours[colour] for colour in person.agent)}"
        return Illegal(rule_ids.AGENT, f"{because}, not {data.colours[wanted]}")
    return _refuse_cubes(state, move.seat, given, (wanted,), rule_ids.AGENT)


def _refuse_assistant(state: DrumRollState, move: Convert, person: Person) -> Illegal | Invalid | None:
    data = state.data
    assert person.assistant is not None
    given, out = person.assistant
    if data.switch.assistant_gives == "one":
        if len(move.colours) != 1:
            return Invalid("an Assistant gives one cube at this table: convert <Assistant> <colour out>")
        wanted = data.colour_at[move.colours[0]]
        if wanted not in out:
            return Illegal(rule_ids.ASSISTANT, f"{person.label} does not give {data.colours[wanted]}")
        return _refuse_cubes(state, move.seat, given, (wanted,), rule_ids.ASSISTANT)
    if move.colours:
        return Invalid("an Assistant's cubes are fixed by the card: convert <Assistant>")
    return _refuse_cubes(state, move.seat, given, out, rule_ids.ASSISTANT)


def _refuse_cubes(state: DrumRollState, seat: Seat, given: int, wanted: Colours, rule: str) -> Illegal | None:
    """The cube given must be there, and at least one of those wanted: of two, what is in stock is taken (DR-076)."""
    data = state.data
    if not state.players[seat].storage[given]:
        return Illegal(rule, f"{state.name(seat)} has no {data.colours[given]} cube in storage")
    if not any(state.stock[colour] or colour == given for colour in wanted):
        return Illegal(
            rule_ids.CONVERSION,
            f"no {' or '.join(data.colours[colour] for colour in dict.fromkeys(wanted))} cube is in stock",
        )
    return None


def convert(trial: Trial, move: Convert) -> None:
    """A stored cube becomes others (DR-074, DR-075)."""
    data, seat = trial.table.data, move.seat
    person = data.personnel[move.person]
    rule = rule_ids.AGENT if person.agent else rule_ids.ASSISTANT
    if person.agent:
        given = data.colour_at[move.colours[0]]
        wanted: Colours = (data.colour_at[move.colours[1]],)
        trial.change(seat, agent=True)
    else:
        assert person.assistant is not None
        given, wanted = person.assistant
        if move.colours:
            wanted = (data.colour_at[move.colours[0]],)
        trial.change(seat, assistant=True)
    trial.spend(seat, given, rule, person.label)
    for colour in wanted:
        trial.gain(seat, colour, rule, person.label)
    trial.note(rule_ids.CONVERSION, "from the storage to the stock, and from there to the storage")


# distributing


def refuse_distribute(state: DrumRollState, move: Distribute) -> Illegal | None:
    """Stored cubes go where they are needed, once for each player (DR-070, DR-071, DR-078)."""
    if state.phase != Phase.DISTRIBUTION:
        return Illegal(rule_ids.DISTRIBUTE, "cubes are distributed in the distribution phase only")
    if state.players[move.seat].fed:
        return Illegal(rule_ids.ONCE, f"{state.name(move.seat)} has distributed already")
    limit, count = distribution_limit(state.data, state.players[move.seat]), cubes_moved(move)
    if count > limit:
        return Illegal(rule_ids.DISTRIBUTE, f"{count} cubes are moved, {state.name(move.seat)} may move {limit}")
    return refuse_cubes(state, move)


def cubes_moved(move: Distribute) -> int:
    """How many cubes a line moves."""
    return sum(len(colours) for _, colours in move.feeds)


def refuse_cubes(state: DrumRollState, move: Distribute) -> Illegal | None:
    """The cubes must be in storage, and the performers take them."""
    data, player, who = state.data, state.players[move.seat], state.name(move.seat)
    wanted = [data.colour_at[colour] for _, colours in move.feeds for colour in colours]
    for at in wanted:
        have, count = player.storage[at], wanted.count(at)
        if count > have:
            return Illegal(rule_ids.DISTRIBUTE, f"{who} has {have} {data.colours[at]} cubes in storage, not {count}")
    for card, colours in move.feeds:
        trouper = player.trouper(card)
        if trouper is None:
            return Illegal(rule_ids.NEEDED, f"{data.label(card)} is not in the circus of {who}")
        for colour in colours:
            if not accepts(data, trouper, data.colour_at[colour]):
                why = "is flipped" if trouper.flipped else f"needs no {colour} cube"
                return Illegal(rule_ids.NEEDED, f"{data.label(card)} {why}")
            trouper = with_cube(trouper, data.colour_at[colour])
    if len({card for card, _ in move.feeds}) < len(move.feeds):
        return Illegal(rule_ids.NEEDED, "a performer is named twice")
    return None


def with_cube(trouper: Trouper, colour: int) -> Trouper:
    """The performer with another cube."""
    return replace(trouper, cubes=tuple(sorted((*trouper.cubes, colour))))


def distribute(trial: Trial, move: Distribute) -> None:
    """Cubes go onto performers and stay there (DR-073)."""
    table, seat = trial.table, move.seat
    data = table.data
    for card, colours in move.feeds:
        before = trouper = table.players[seat].trouper(card)
        assert trouper is not None and before is not None, "the judge asks before"
        for colour in colours:
            trial.lose(seat, data.colour_at[colour])
            trouper = with_cube(trouper, data.colour_at[colour])
        trial.put(seat, trouper)
        if trial.notes is not None:
            trial.note(rule_ids.DISTRIBUTE, f"{', '.join(colours)} on {data.label(card)}")
            trial.note(rule_ids.STAYS, "they stay there until the card is flipped or fired")
            levels = data.performers[card].levels
            if not before.flipped and level_of(data, trouper) < min(len(trouper.cubes), top_level(data, trouper)):
                lacks = data.colours[levels[level_of(data, trouper)].colour]
                trial.note(rule_ids.ANY_LEVEL, f"{lacks} may come later; without it the higher cubes count nothing yet")
    if cubes_moved(move) < distribution_limit(data, trial.player(seat)):
        trial.note(rule_ids.FEWER, f"{trial.name(seat)} moves {cubes_moved(move)}, and that is allowed")
    if table.phase == Phase.DISTRIBUTION:  # else the table allowed it at another time
        trial.change(seat, fed=True)
    trial.note(rule_ids.ONCE, f"{trial.name(seat)} has distributed")


def somebody_may_feed(state: DrumRollState) -> bool:
    """Somebody has cubes in storage, or a card that may bring some (DR-070, DR-160)."""
    return any(any(player.storage) or player.hand for player in state.players)


def is_performer(data: GameData, card: str) -> bool:
    """True for the id of a performer."""
    return data.decks.get(card) == PERFORMERS
