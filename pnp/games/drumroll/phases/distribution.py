"""The distribution phase: conversions and cubes onto performers (DR-070 to DR-078).

In: a state and a move. Out: why it is refused, or what it does to a trial.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.game_data import PERFORMERS, Colours, GameData, PersonnelCard
from pnp.games.drumroll.moves import Convert, Distribute
from pnp.games.drumroll.state import DrumRollState, Performer, Phase, Player, level_of, top_level
from pnp.games.drumroll.trial import Trial
from pnp.referee.ruling import Illegal, Invalid
from pnp.referee.seat import Seat


def distribution_limit(data: GameData, player: Player) -> int:
    """How many cubes a player may move (DR-070)."""
    return max([data.numbers.cubes, *(data.personnel[person].limit for person in player.staff)])


def accepts(data: GameData, performer: Performer, colour: int) -> bool:
    """The performer may be given this colour (DR-071)."""
    if data.switches.useless_cubes == "allowed":
        return True
    if performer.flipped or colour in performer.cubes:
        return False
    return any(level.colour == colour for level in data.performers[performer.card].levels)


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
    if player.has_distributed:
        return Illegal(rule_ids.ONCE, f"{state.name(seat)} has distributed already")
    if player.agent_used if person.agent else player.assistant_used:
        return Illegal(rule, f"{state.name(seat)} has used one of them in this phase")
    if (player.agent_used or player.assistant_used) and not data.switches.agent_and_assistant_same_phase:
        return Illegal(rule_ids.ASSISTANT, "an Agent and an Assistant are not used in the same phase at this table")
    return _refuse_agent(state, move, person) if person.agent else _refuse_assistant(state, move, person)


def _refuse_agent(state: DrumRollState, move: Convert, person: PersonnelCard) -> Illegal | Invalid | None:
    data = state.data
    if len(move.colours) != 2:
        return Invalid("an Agent needs two colours: convert <Agent> <colour in> <colour out>")
    given, wanted = (data.colour_at[colour] for colour in move.colours)
    if wanted not in person.agent:
        because = f"{person.label} gives {' or '.join(data.colours[colour] for colour in person.agent)}"
        return Illegal(rule_ids.AGENT, f"{because}, not {data.colours[wanted]}")
    return _refuse_cubes(state, move.seat, given, (wanted,), rule_ids.AGENT)


def _refuse_assistant(state: DrumRollState, move: Convert, person: PersonnelCard) -> Illegal | Invalid | None:
    data = state.data
    assert person.assistant is not None
    given, out = person.assistant
    if data.switches.assistant_gives == "one":
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


def convert(t: Trial, move: Convert) -> None:
    """A stored cube becomes others (DR-074, DR-075)."""
    data, seat = t.state.data, move.seat
    person = data.personnel[move.person]
    rule = rule_ids.AGENT if person.agent else rule_ids.ASSISTANT
    if person.agent:
        given = data.colour_at[move.colours[0]]
        wanted: Colours = (data.colour_at[move.colours[1]],)
        t.change_player(seat, agent_used=True)
    else:
        assert person.assistant is not None
        given, wanted = person.assistant
        if move.colours:
            wanted = (data.colour_at[move.colours[0]],)
        t.change_player(seat, assistant_used=True)
    t.spend_cube(seat, given, rule, person.label)
    for colour in wanted:
        t.gain_cube(seat, colour, rule, person.label)
    t.note(rule_ids.CONVERSION, "from the storage to the stock, and from there to the storage")


# distributing


def refuse_distribute(state: DrumRollState, move: Distribute) -> Illegal | None:
    """Stored cubes go where they are needed, once for each player (DR-070, DR-071, DR-078)."""
    if state.phase != Phase.DISTRIBUTION:
        return Illegal(rule_ids.DISTRIBUTE, "cubes are distributed in the distribution phase only")
    if state.players[move.seat].has_distributed:
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
        performer = player.performer(card)
        if performer is None:
            return Illegal(rule_ids.NEEDED, f"{data.label(card)} is not in the circus of {who}")
        for colour in colours:
            if not accepts(data, performer, data.colour_at[colour]):
                why = "is flipped" if performer.flipped else f"needs no {colour} cube"
                return Illegal(rule_ids.NEEDED, f"{data.label(card)} {why}")
            performer = with_cube(performer, data.colour_at[colour])
    if len({card for card, _ in move.feeds}) < len(move.feeds):
        return Illegal(rule_ids.NEEDED, "a performer is named twice")
    return None


def with_cube(performer: Performer, colour: int) -> Performer:
    """The performer with another cube."""
    return replace(performer, cubes=tuple(sorted((*performer.cubes, colour))))


def distribute(t: Trial, move: Distribute) -> None:
    """Cubes go onto performers and stay there (DR-073)."""
    state, seat = t.state, move.seat
    data = state.data
    for card, colours in move.feeds:
        before = performer = state.players[seat].performer(card)
        assert performer is not None and before is not None, "the judge asks before"
        for colour in colours:
            t.remove_cube(seat, data.colour_at[colour])
            performer = with_cube(performer, data.colour_at[colour])
        t.replace_performer(seat, performer)
        t.note(rule_ids.DISTRIBUTE, "{} on {}", ", ".join(colours), data.label(card))
        t.note(rule_ids.STAYS, "they stay there until the card is flipped or fired")
        levels = data.performers[card].levels
        if not before.flipped and level_of(data, performer) < min(len(performer.cubes), top_level(data, performer)):
            lacks = data.colours[levels[level_of(data, performer)].colour]
            t.note(rule_ids.ANY_LEVEL, "{} may come later; without it the higher cubes count nothing yet", lacks)
    if cubes_moved(move) < distribution_limit(data, t.player(seat)):
        t.note(rule_ids.FEWER, "{} moves {}, and that is allowed", t.name(seat), cubes_moved(move))
    if state.phase == Phase.DISTRIBUTION:  # else the table allowed it at another time
        t.change_player(seat, has_distributed=True)
    t.note(rule_ids.ONCE, "{} has distributed", t.name(seat))


def anybody_may_distribute(state: DrumRollState) -> bool:
    """Somebody has cubes in storage, or a card that may bring some (DR-070, DR-160)."""
    return any(any(player.storage) or player.hand for player in state.players)


def is_performer(data: GameData, card: str) -> bool:
    """True for the id of a performer."""
    return data.decks.get(card) == PERFORMERS
