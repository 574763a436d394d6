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
from pnp.games.keikalla.state import KeikallaState, Question, open_cards
from pnp.games.keikalla.trial import Trial
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.seat import TABLE


def deal_next(state: KeikallaState, chance: Chance) -> Move:
    """The table's next move in a digital deal."""
    question, data = state.question, state.data
    if question is None:
        return Start(TABLE, chance.pick("who names the song", len(state.players)))
    if question.id in DRAWS:
        return _next_deal(state, question, chance)
    if question.id == "KEI-Q02":
        return Roll(TABLE, chance.pick("die", data.die) + 1)
    if question.id == "KEI-Q03":
        return Deal(TABLE, TABLE, ())
    if question.id == "KEI-Q04":
        card = _some(state, VENUE, chance, 0, state.unseen)
        return RehabTown(TABLE, data.cards[card].town)
    if question.id == "KEI-Q12":
        return Shuffle(TABLE, question.pile)
    if question.id == "KEI-Q22":
        return Flip(TABLE, ("good", "bad")[chance.pick(f"flip {_moment(state)}", 2)])
    if question.id == "KEI-Q32":
        names = sorted(town.festival for town in data.atlas.towns.values() if town.festival)
        name = names[chance.pick(f"festival {_moment(state)}", len(names))]
        return Festival(TABLE, name.casefold().replace(" ", "_").replace("-", "_"))
    return _next_pick(state, question, chance)


def _moment(state: KeikallaState) -> str:
    """How far the game is, by what lies on the table: what was taken back and is done again comes to the same."""
    turns = sum(player.turns for player in state.players)
    thrown = sum(map(len, state.discards.values()))
    return f"{state.deal_count} {turns} {state.seat} {state.turn.played} {state.turn.drawn} {thrown}"


def _next_pick(state: KeikallaState, question: Question, chance: Chance) -> Pick:
    seat = int(question.card) if question.id == "KEI-Q15d" else state.seat
    player = state.players[seat]
    hand = player.move.cards + player.event.cards if question.id == "KEI-Q09" else player.action.cards
    card = sorted(hand)[chance.pick(f"pick {_moment(state)}", len(hand))]
    return Pick(TABLE, card, TABLE if question.id == "KEI-Q09" else seat)


def _next_deal(state: KeikallaState, question: Question, chance: Chance) -> Deal:
    t = Trial(state)
    if question.id == "KEI-Q21d":
        found = next(one for one in state.stashes if one.id == question.card)
        return Deal(TABLE, question.seat, (found.card,), open=openness(t, question, (found.card,)))
    if question.id == "KEI-Q34d":
        found_song = state.unseen.get(Card.HIT_SONG) and any(state.piles[pile] for pile in action_piles(state))
        return Deal(TABLE, question.seat, (Card.HIT_SONG if found_song else Card.MUSE,), open="yes")
    count = question.count if question.id in ALL_AT_ONCE else 1
    unseen, cards = dict(state.unseen), []
    for number in range(count):
        skip = question.id if question.id in ("KEI-Q26d", "KEI-Q35d") else ""
        card = _some(state, question.pile, chance, number, unseen, t if skip else None, question)
        unseen[kind_of(card)] -= 1
        cards.append(card)
    taken = [one.partition(":")[2] for one in open_cards(state)]
    faced = tuple(_face_of(state, card, chance, taken) for card in cards)
    return Deal(TABLE, question.seat, faced, open=openness(t, question, faced))


def action_piles(state: KeikallaState) -> list[str]:
    """The names of the Action decks."""
    return [pile for pile in state.piles if pile.startswith(ACTION)]


def _some(
    state: KeikallaState,
    pile: str,
    chance: Chance,
    number: int,
    unseen: dict[str, int],
    t: Trial | None = None,
    question: Question | None = None,
) -> str:
    """A card of a pile, every copy equally likely."""
    data = state.data
    kinds = data.copies_in(ACTION if pile.startswith(ACTION) else pile)
    counts = {kind: unseen[kind] for kind in kinds if unseen.get(kind)}
    second = state.second_deck
    if second is not None and pile.startswith(ACTION):
        mine = pile == ACTION_2
        counts = {
            kind: second.get(kind, 0) - (state.unseen[kind] - n) if mine else n - second.get(kind, 0)
            for kind, n in counts.items()
        }
    if t is not None and question is not None:
        last = question.id == "KEI-Q35d"
        fits = {kind: n for kind, n in counts.items() if not may_be_date(t, question.seat, data.cards[kind].town, last)}
        counts = fits or counts
    total = sum(counts.values())
    at = chance.pick(f"{pile} {state.deal_count} {number}", total)
    for kind, n in counts.items():
        at -= n
        if at < 0:
            return kind
    raise AssertionError(f"a pile that is drawn from has cards: {pile}, {question}")


def _face_of(state: KeikallaState, card: str, chance: Chance, taken: list[str]) -> str:
    """A Headliner is dealt with its town: one that lies nowhere else (KEI-H05)."""
    if card != Card.HEADLINER:
        return card
    headliner_towns = state.data.headliner_towns
    left = [town for town in sorted(headliner_towns) if taken.count(town) < headliner_towns[town]] or sorted(
        headliner_towns
    )
    town = left[chance.pick(f"face {state.deal_count}", len(left))]
    taken.append(town)
    return f"{card}:{town}"
