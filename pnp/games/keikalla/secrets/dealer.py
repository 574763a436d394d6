"""The dealer of a digital table. In: a state and chance. Out: the table's next move.

Invariant: an undone draw comes again, because the next card depends on the seed, the number of cards dealt and what is
out of sight alone.
"""

from __future__ import annotations

from pnp.games.keikalla.game_data import ACTION, ACTION_2, VENUE, kind_of
from pnp.games.keikalla.moves import Deal, Festival, Flip, Pick, RehabTown, Roll, Shuffle, Start
from pnp.games.keikalla.phases.calendar import may_be_date
from pnp.games.keikalla.phases.dealing import openness
from pnp.games.keikalla.phases.flow import ALL_AT_ONCE, DRAWS
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import Ask, KeikallaState, open_cards
from pnp.games.keikalla.trial import Trial
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.seat import TABLE


def deal_next(state: KeikallaState, chance: Chance) -> Move:
    """The table's next move in a digital deal."""
    ask, data = state.ask, state.data
    if ask is None:
        return Start(TABLE, chance.pick("who names the song", len(state.players)))
    if ask.id in DRAWS:
        return _next_deal(state, ask, chance)
    if ask.id == "KEI-Q02":
        return Roll(TABLE, chance.pick("die", data.die) + 1)
    if ask.id == "KEI-Q03":
        return Deal(TABLE, TABLE, ())
    if ask.id == "KEI-Q04":
        card = _some(state, VENUE, chance, 0, state.unseen)
        return RehabTown(TABLE, data.faces[card].town)
    if ask.id == "KEI-Q12":
        return Shuffle(TABLE, ask.pile)
    if ask.id == "KEI-Q22":
        return Flip(TABLE, ("good", "bad")[chance.pick(f"flip {_moment(state)}", 2)])
    if ask.id == "KEI-Q32":
        names = sorted(town.festival for town in data.atlas.towns.values() if town.festival)
        name = names[chance.pick(f"festival {_moment(state)}", len(names))]
        return Festival(TABLE, name.casefold().replace(" ", "_").replace("-", "_"))
    return _next_pick(state, ask, chance)


def _moment(state: KeikallaState) -> str:
    """How far the game is, by what lies on the table: what was taken back and is done again comes to the same."""
    turns = sum(player.turns for player in state.players)
    thrown = sum(map(len, state.discards.values()))
    return f"{state.deals} {turns} {state.seat} {state.turn.played} {state.turn.drawn} {thrown}"


def _next_pick(state: KeikallaState, ask: Ask, chance: Chance) -> Pick:
    seat = int(ask.card) if ask.id == "KEI-Q15d" else state.seat
    player = state.players[seat]
    hand = player.move.cards + player.event.cards if ask.id == "KEI-Q09" else player.action.cards
    card = sorted(hand)[chance.pick(f"pick {_moment(state)}", len(hand))]
    return Pick(TABLE, card, TABLE if ask.id == "KEI-Q09" else seat)


def _next_deal(state: KeikallaState, ask: Ask, chance: Chance) -> Deal:
    d = Trial(state)
    if ask.id == "KEI-Q21d":
        found = next(one for one in state.stashes if one.id == ask.card)
        return Deal(TABLE, ask.seat, (found.card,), open=openness(d, ask, (found.card,)))
    if ask.id == "KEI-Q34d":
        found_song = state.unseen.get(Card.HIT_SONG) and any(state.piles[pile] for pile in action_names(state))
        return Deal(TABLE, ask.seat, (Card.HIT_SONG if found_song else Card.MUSE,), open="yes")
    count = ask.count if ask.id in ALL_AT_ONCE else 1
    unseen, cards = dict(state.unseen), []
    for number in range(count):
        skip = ask.id if ask.id in ("KEI-Q26d", "KEI-Q35d") else ""
        card = _some(state, ask.pile, chance, number, unseen, d if skip else None, ask)
        unseen[kind_of(card)] -= 1
        cards.append(card)
    taken = [one.partition(":")[2] for one in open_cards(state)]
    faced = tuple(_face_of(state, card, chance, taken) for card in cards)
    return Deal(TABLE, ask.seat, faced, open=openness(d, ask, faced))


def action_names(state: KeikallaState) -> list[str]:
    """The names of the Action decks."""
    return [pile for pile in state.piles if pile.startswith(ACTION)]


def _some(
    state: KeikallaState,
    pile: str,
    chance: Chance,
    number: int,
    unseen: dict[str, int],
    d: Trial | None = None,
    ask: Ask | None = None,
) -> str:
    """A card of a pile, every copy equally likely."""
    data = state.data
    kinds = data.copies_in(ACTION if pile.startswith(ACTION) else pile)
    counts = {kind: unseen[kind] for kind in kinds if unseen.get(kind)}
    second = state.second
    if second is not None and pile.startswith(ACTION):
        mine = pile == ACTION_2
        counts = {
            kind: second.get(kind, 0) - (state.unseen[kind] - n) if mine else n - second.get(kind, 0)
            for kind, n in counts.items()
        }
    if d is not None and ask is not None:
        last = ask.id == "KEI-Q35d"
        fits = {kind: n for kind, n in counts.items() if not may_be_date(d, ask.seat, data.faces[kind].town, last)}
        counts = fits or counts
    total = sum(counts.values())
    at = chance.pick(f"{pile} {state.deals} {number}", total)
    for kind, n in counts.items():
        at -= n
        if at < 0:
            return kind
    raise AssertionError(f"a pile that is drawn from has cards: {pile}, {ask}")


def _face_of(state: KeikallaState, card: str, chance: Chance, taken: list[str]) -> str:
    """A Headliner is dealt with its town: one that lies nowhere else (KEI-H05)."""
    if card != Card.HEADLINER:
        return card
    stages = state.data.stages
    left = [town for town in sorted(stages) if taken.count(town) < stages[town]] or sorted(stages)
    town = left[chance.pick(f"face {state.deals}", len(left))]
    taken.append(town)
    return f"{card}:{town}"
