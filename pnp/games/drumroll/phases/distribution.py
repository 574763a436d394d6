"""The distribution phase: conversions and cubes onto performers (DR-070 to DR-078).

In: a trial and a move. Out: what is refused, and what it does.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.game_data import Colours, GameData, PersonnelCard
from pnp.games.drumroll.moves import Convert, Distribute
from pnp.games.drumroll.state import DrumRollState, Performer, Phase, Player, level_of, top_level
from pnp.games.drumroll.trial import Trial
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


def convert(t: Trial, move: Convert) -> None:
    """A stored cube becomes others; one Agent and one Assistant for each player and phase (DR-074 to DR-076)."""
    state, data, seat = t.state, t.state.data, move.seat
    person = data.personnel.get(move.person)
    if person is None or not (person.agent or person.assistant):
        t.bar(rule_ids.AGENT, "{} converts no cubes", data.label(move.person))
    rule = rule_ids.AGENT if person.agent else rule_ids.ASSISTANT
    _check_moment(t, seat, person, rule)
    given, wanted = _agents_cubes(t, move, person) if person.agent else _assistants_cubes(t, move, person)
    if not state.players[seat].storage[given]:
        t.bar(rule, "{} has no {} cube in storage", state.name(seat), data.colours[given])
    if not any(state.stock[colour] or colour == given for colour in wanted):  # of two, what is in stock is taken
        names = " or ".join(data.colours[colour] for colour in dict.fromkeys(wanted))
        t.refuse(rule_ids.CONVERSION, "no {} cube is in stock", names)
    if t.is_listing:
        return
    if person.agent:
        t.change_player(seat, agent_used=True)
    else:
        t.change_player(seat, assistant_used=True)
    t.spend_cube(seat, given, rule, person.label)
    for colour in wanted:
        t.gain_cube(seat, colour, rule, person.label)
    t.note(rule_ids.CONVERSION, "from the storage to the stock, and from there to the storage")


def is_used(player: Player, person: PersonnelCard) -> bool:
    """One Agent and one Assistant for each player and phase (DR-074, DR-075)."""
    return player.agent_used if person.agent else player.assistant_used


def _check_moment(t: Trial, seat: Seat, person: PersonnelCard, rule: str) -> None:
    state, player = t.state, t.player(seat)
    if state.phase != Phase.DISTRIBUTION:
        t.refuse(rule, "cubes are converted in the distribution phase only")
    t.check_begun(rule)
    if person.id not in player.staff:
        t.bar(rule, "{} has not got {}", t.name(seat), person.label)
    if player.has_distributed:
        t.refuse(rule_ids.ONCE, "{} has distributed already", t.name(seat))
    if is_used(player, person):
        t.refuse(rule, "{} has used one of them in this phase", t.name(seat))
    if (player.agent_used or player.assistant_used) and not state.data.switches.agent_and_assistant_same_phase:
        because = "an Agent and an Assistant are not used in the same phase at this table"
        t.refuse(rule_ids.ASSISTANT, because)


def _agents_cubes(t: Trial, move: Convert, person: PersonnelCard) -> tuple[int, Colours]:
    """The cube given and the one wanted."""
    data = t.state.data
    if len(move.colours) != 2:
        t.ask("an Agent needs two colours: convert <Agent> <colour in> <colour out>")
    given, wanted = (data.colour_at[colour] for colour in move.colours)
    if wanted not in person.agent:
        because = f"{person.label} gives {' or '.join(data.colours[colour] for colour in person.agent)}"
        t.refuse(rule_ids.AGENT, "{}, not {}", because, data.colours[wanted])
    return given, (wanted,)


def _assistants_cubes(t: Trial, move: Convert, person: PersonnelCard) -> tuple[int, Colours]:
    """The cube given and those wanted."""
    data = t.state.data
    assert person.assistant is not None
    given, out = person.assistant
    if data.switches.assistant_gives != "one":
        if move.colours:
            t.ask("an Assistant's cubes are fixed by the card: convert <Assistant>")
        return given, out
    if len(move.colours) != 1:
        t.ask("an Assistant gives one cube at this table: convert <Assistant> <colour out>")
    wanted = data.colour_at[move.colours[0]]
    if wanted not in out:
        t.refuse(rule_ids.ASSISTANT, "{} does not give {}", person.label, data.colours[wanted])
    return given, (wanted,)


# distributing


def _cubes_moved(move: Distribute) -> int:
    """How many cubes a line moves."""
    return sum(len(colours) for _, colours in move.feeds)


def _check_cubes(t: Trial, move: Distribute) -> None:
    """The cubes must be in storage, and the performers take them (DR-071)."""
    data, player, who = t.state.data, t.player(move.seat), t.name(move.seat)
    wanted = [data.colour_at[colour] for _, colours in move.feeds for colour in colours]
    for at in wanted:
        have, count = player.storage[at], wanted.count(at)
        if count > have:
            t.bar(rule_ids.DISTRIBUTE, "{} has {} {} cubes in storage, not {}", who, have, data.colours[at], count)
    for card, colours in move.feeds:
        performer = player.performer(card)
        if performer is None:
            t.bar(rule_ids.NEEDED, "{} is not in the circus of {}", data.label(card), who)
        for colour in colours:
            if not accepts(data, performer, data.colour_at[colour]):
                why = "is flipped" if performer.flipped else f"needs no {colour} cube"
                t.refuse(rule_ids.NEEDED, "{} {}", data.label(card), why)
            performer = with_cube(performer, data.colour_at[colour])
    if len({card for card, _ in move.feeds}) < len(move.feeds):
        t.bar(rule_ids.NEEDED, "a performer is named twice")


def with_cube(performer: Performer, colour: int) -> Performer:
    """The performer with another cube."""
    return replace(performer, cubes=tuple(sorted((*performer.cubes, colour))))


def distribute(t: Trial, move: Distribute) -> None:
    """Stored cubes go onto performers, where they are needed, and stay; once for each player (DR-070 to DR-078)."""
    state, seat = t.state, move.seat
    data = state.data
    if state.phase != Phase.DISTRIBUTION:
        t.refuse(rule_ids.DISTRIBUTE, "cubes are distributed in the distribution phase only")
    t.check_begun(rule_ids.DISTRIBUTE)
    if state.players[seat].has_distributed:
        t.refuse(rule_ids.ONCE, "{} has distributed already", state.name(seat))
    limit, count = distribution_limit(data, state.players[seat]), _cubes_moved(move)
    if count > limit:
        t.refuse(rule_ids.DISTRIBUTE, "{} cubes are moved, {} may move {}", count, state.name(seat), limit)
    _check_cubes(t, move)
    if t.is_listing:
        return
    for card, colours in move.feeds:
        before = performer = state.players[seat].performer(card)
        assert performer is not None and before is not None, "checked before"
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
    if count < limit:
        t.note(rule_ids.FEWER, "{} moves {}, and that is allowed", t.name(seat), count)
    if state.phase == Phase.DISTRIBUTION:  # else the table allowed it at another time
        t.change_player(seat, has_distributed=True)
    t.note(rule_ids.ONCE, "{} has distributed", t.name(seat))


def anybody_may_distribute(state: DrumRollState) -> bool:
    """Somebody has cubes in storage, or a card that may bring some (DR-070, DR-160)."""
    return any(any(player.storage) or player.hand for player in state.players)
