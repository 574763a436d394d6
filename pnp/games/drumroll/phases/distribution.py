"""The distribution phase: conversions and cubes onto performers (DR-070 to DR-078).

In: a trial and a move. Out: what is refused, and what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from msgspec.structs import replace

from pnp.games.drumroll.game_data import Colours, GameData, PersonnelCard
from pnp.games.drumroll.moves import Convert, Distribute
from pnp.games.drumroll.question import Question
from pnp.games.drumroll.state import DrumRollState, Performer, Player, level_of, top_level
from pnp.games.drumroll.trial import Trial
from pnp.referee.move import Move
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
    return colour in data.performers[performer.card].colours


def _may_distribute(state: DrumRollState) -> tuple[Seat, ...]:
    """All who have not; nobody when no seat has cubes in storage, or a card that may bring some (DR-070, DR-160)."""
    players = state.players
    if not any(player.has_distributed or player.hand or any(player.storage) for player in players):
        return ()
    return tuple(seat for seat, player in enumerate(players) if not player.has_distributed)


def _conversions_and_distributions(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    if not state.players[seat].has_distributed:
        yield from conversions(state, seat)
        yield from (Distribute(seat, feeds) for feeds in distributions(state, seat))


DISTRIBUTION = Question(
    "DISTRIBUTION", "DR-070", "distribute_cubes", whom=_may_distribute, offers=_conversions_and_distributions
)


# conversions


@DISTRIBUTION.answer(Convert)
def convert(t: Trial, move: Convert) -> None:
    """A stored cube becomes others; one Agent and one Assistant for each player and phase (DR-074 to DR-076)."""
    state, data, seat = t.state, t.state.data, move.seat
    person = data.personnel.get(move.person)
    if person is None or not (person.agent or person.assistant):
        t.bar("DR-074", "converts_nothing", card=move.person)
    rule = "DR-074" if person.agent else "DR-075"
    _check_moment(t, seat, person, rule)
    given, wanted = _agents_cubes(t, move, person) if person.agent else _assistants_cubes(t, move, person)
    if not state.players[seat].storage[given]:
        t.bar(rule, "lacks_cube", seat=seat, colour=data.colours[given])
    if not _some_in_stock(state, given, wanted):
        colours = state.chain("or", data.colour_words(dict.fromkeys(wanted)))
        t.refuse("DR-076", "no_cube_in_stock", colours=colours)
    t.agreed()
    if person.agent:
        t.change_player(seat, agent_used=True)
    else:
        t.change_player(seat, assistant_used=True)
    t.spend_cube(seat, given, rule, "for_card", card=person.id)
    for colour in wanted:
        t.gain_cube(seat, colour, rule, "for_card", card=person.id)
    t.note("DR-076", "through_the_stock")


def conversions(state: DrumRollState, seat: Seat) -> Iterator[Convert]:
    """Every conversion that a seat may make in the distribution."""
    data, player = state.data, state.players[seat]
    for card in player.staff:
        person = data.personnel[card]
        if _is_used(player, person) or not _go_together(data, player):
            continue
        if person.agent:
            stored = [colour for colour, count in enumerate(player.storage) if count]
            ways = ((given, wanted) for given in stored for wanted in person.agent)
            yield from (
                Convert(seat, card, (data.colours[given], data.colours[wanted]))
                for given, wanted in ways
                if _some_in_stock(state, given, (wanted,))
            )
        elif person.assistant and player.storage[person.assistant[0]]:
            given, out = person.assistant
            if data.switches.assistant_gives == "one":
                possible = (colour for colour in out if _some_in_stock(state, given, (colour,)))
                yield from (Convert(seat, card, (data.colours[colour],)) for colour in possible)
            elif _some_in_stock(state, given, out):
                yield Convert(seat, card, ())


def _is_used(player: Player, person: PersonnelCard) -> bool:
    """One Agent and one Assistant for each player and phase (DR-074, DR-075)."""
    return player.agent_used if person.agent else player.assistant_used


def _go_together(data: GameData, player: Player) -> bool:
    """An Agent and an Assistant may be used in one phase, or none has been (DR-075)."""
    return data.switches.agent_and_assistant_same_phase or not (player.agent_used or player.assistant_used)


def _some_in_stock(state: DrumRollState, given: int, wanted: Colours) -> bool:
    """Of two colours, what is in stock is taken; the cube given is there again (DR-076)."""
    return any(state.stock[colour] or colour == given for colour in wanted)


def _check_moment(t: Trial, seat: Seat, person: PersonnelCard, rule: str) -> None:
    state, player = t.state, t.player(seat)
    if state.phase != DISTRIBUTION.id:
        t.refuse(rule, "convert_in_distribution")
    t.check_begun(rule)
    if person.id not in player.staff:
        t.bar(rule, "lacks_card", seat=seat, card=person.id)
    if player.has_distributed:
        t.refuse("DR-078", "has_distributed", seat=seat)
    if _is_used(player, person):
        t.refuse(rule, "used_in_phase", seat=seat)
    if not _go_together(state.data, player):
        t.refuse("DR-075", "not_both_in_phase")


def _agents_cubes(t: Trial, move: Convert, person: PersonnelCard) -> tuple[int, Colours]:
    """The cube given and the one wanted."""
    data = t.state.data
    if len(move.colours) != 2:
        t.refuse_incomplete("agent_needs_colours")
    given, wanted = (data.colour_at[colour] for colour in move.colours)
    if wanted not in person.agent:
        colours = t.state.chain("or", data.colour_words(person.agent))
        t.refuse("DR-074", "agent_gives", card=person.id, colours=colours, colour=data.colours[wanted])
    return given, (wanted,)


def _assistants_cubes(t: Trial, move: Convert, person: PersonnelCard) -> tuple[int, Colours]:
    """The cube given and those wanted."""
    data = t.state.data
    assert person.assistant is not None
    given, out = person.assistant
    if data.switches.assistant_gives != "one":
        if move.colours:
            t.refuse_incomplete("assistant_is_fixed")
        return given, out
    if len(move.colours) != 1:
        t.refuse_incomplete("assistant_gives_one")
    wanted = data.colour_at[move.colours[0]]
    if wanted not in out:
        t.refuse("DR-075", "does_not_give", what=person.id, colours=data.colours[wanted])
    return given, (wanted,)


# distributing


Distributions = tuple[tuple[str, tuple[str, ...]], ...]


def distributions(state: DrumRollState, seat: Seat) -> Iterator[Distributions]:
    """Every way to distribute cubes, performers by id and colours in the order of their levels."""
    data, player = state.data, state.players[seat]
    repeats = data.switches.useless_cubes == "allowed"
    slots: list[tuple[str, int]] = []
    for performer in sorted(player.troupe, key=lambda each: each.card):
        colours = data.performers[performer.card].colours
        if repeats:
            colours = (*colours, *(colour for colour in range(len(data.colours)) if colour not in colours))
        slots += [(performer.card, at) for at in colours if player.storage[at] and accepts(data, performer, at)]
    choose = combinations_with_replacement if repeats else combinations
    for count in range(distribution_limit(data, player) + 1):
        for chosen in choose(slots, count):
            if count < 2 or _are_stored(player.storage, [colour for _, colour in chosen]):
                feeds: dict[str, list[str]] = {}
                for card, colour in chosen:
                    feeds.setdefault(card, []).append(data.colours[colour])
                yield tuple((card, tuple(colours)) for card, colours in feeds.items())


def _are_stored(storage: Colours, wanted: list[int]) -> bool:
    return all(wanted.count(colour) <= storage[colour] for colour in wanted)


def _cubes_moved(move: Distribute) -> int:
    """How many cubes a line moves."""
    return sum(len(colours) for _, colours in move.feeds)


def _check_cubes(t: Trial, move: Distribute) -> None:
    """The cubes must be in storage, and the performers take them (DR-071)."""
    data, player = t.state.data, t.player(move.seat)
    wanted = [data.colour_at[colour] for _, colours in move.feeds for colour in colours]
    for at in wanted:
        have, count = player.storage[at], wanted.count(at)
        if count > have:
            t.bar("DR-070", "has_cubes", seat=move.seat, have=have, colour=data.colours[at], count=count)
    for card, colours in move.feeds:
        performer = player.performer(card)
        if performer is None:
            t.bar("DR-071", "not_in_circus", card=card, seat=move.seat)
        for colour in colours:
            if not accepts(data, performer, data.colour_at[colour]):
                message = "is_flipped" if performer.flipped else "needs_no_cube"
                t.refuse("DR-071", message, card=card, colour=colour)
            performer = with_cube(performer, data.colour_at[colour])
    if len({card for card, _ in move.feeds}) < len(move.feeds):
        t.bar("DR-071", "performer_named_twice")


def with_cube(performer: Performer, colour: int) -> Performer:
    """The performer with another cube."""
    return replace(performer, cubes=tuple(sorted((*performer.cubes, colour))))


@DISTRIBUTION.answer(Distribute)
def distribute(t: Trial, move: Distribute) -> None:
    """Stored cubes go onto performers, where they are needed, and stay; once for each player (DR-070 to DR-078)."""
    state, seat = t.state, move.seat
    data = state.data
    if state.phase != DISTRIBUTION.id:
        t.refuse("DR-070", "distribute_in_distribution")
    t.check_begun("DR-070")
    if state.players[seat].has_distributed:
        t.refuse("DR-078", "has_distributed", seat=seat)
    limit, count = distribution_limit(data, state.players[seat]), _cubes_moved(move)
    if count > limit:
        t.refuse("DR-070", "moves_too_many", count=count, seat=seat, limit=limit)
    _check_cubes(t, move)
    t.agreed()
    for card, colours in move.feeds:
        before = performer = state.players[seat].performer(card)
        assert performer is not None and before is not None, "checked by the judge"
        for colour in colours:
            t.remove_cube(seat, data.colour_at[colour])
            performer = with_cube(performer, data.colour_at[colour])
        t.replace_performer(seat, performer)
        t.note("DR-070", "cubes_on", colours=colours, card=card)
        t.note("DR-073", "cubes_stay")
        levels = data.performers[card].levels
        if not before.flipped and level_of(data, performer) < min(len(performer.cubes), top_level(data, performer)):
            lacks = data.colours[levels[level_of(data, performer)].colour]
            t.note("DR-072", "colour_may_come_later", colour=lacks)
    if count < limit:
        t.note("DR-077", "moves_fewer", seat=seat, count=count)
    if state.phase == DISTRIBUTION.id:  # else the table allowed it at another time
        t.change_player(seat, has_distributed=True)
    t.note("DR-078", "distributed", seat=seat)
