"""The digital deal: what the table deals for the question on top, and which card comes next. In: a state. Out: a Trial
further on, or the table's next move.

Only the draw, the pick and the die are the table's; who decides whether to draw is the player. Invariant: an undone
draw comes again, because the next card depends on the seed, the number of cards dealt and what is out of sight alone.
"""

from __future__ import annotations

from pnp.games.keikalla import rules
from pnp.games.keikalla.calendar import may_be_date
from pnp.games.keikalla.cards import song_found
from pnp.games.keikalla.drawing import hamper_window, must_lie_open, one_movement, receive_action
from pnp.games.keikalla.flow import ALL_AT_ONCE, DRAWS
from pnp.games.keikalla.game_data import ACTION, ACTION_2, MOVE, VENUE, kind_of
from pnp.games.keikalla.moves import Deal, Festival, Flip, Pick, RehabTown, Roll, Shuffle, Start
from pnp.games.keikalla.rules import Card
from pnp.games.keikalla.stashes import looked
from pnp.games.keikalla.state import Ask, Cards, Hand, KeikallaState, open_cards
from pnp.games.keikalla.travel import picked_from_deck
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.variants import is_last_of_gap, offer_store
from pnp.games.keikalla.warns import receive
from pnp.games.keikalla.words import STORE
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def deal_card(d: Trial, move: Deal) -> None:
    """`table: deal anna road_2`: the card that the question on top waits for."""
    ask = d.s.ask
    assert ask is not None
    seat, cards = ask.seat, move.cards
    if move.to != seat:
        d.bar(rules.ONE_BY_ONE, f"the next card is for {d.name(seat)}")
    want = ask.count if ask.id in ALL_AT_ONCE else 1
    if len(cards) != want:
        d.bar(rules.ONE_BY_ONE, f"{d.name(seat)} gets {want} card{'s' * (want > 1)}, not {len(cards)}")
    for card in cards:
        if card != UNKNOWN and ask.pile in d.s.piles:
            d.of_pile(card, ask.pile)
    hidden = move.open == STORE and cards == (UNKNOWN,) and _stores(d, seat)  # as the others are told it
    if move.open != (STORE if hidden else openness(d, ask, cards)):
        d.bar(rules.SECRET, "open=yes is said of a card that all see, open=store of one that may be stored")
    if ask.pile == VENUE:
        _deal_dates(d, ask, cards)
    elif ask.id in ("KEI-05", "KEI-10"):
        d.pop()
        for card in cards:
            d.deal(ask.pile, seat, MOVE, card)
        d.note(rules.MOVEMENT_DEAL, f"{want} cards to {d.name(seat)}")
    elif ask.id in ("KEI-Q11", "KEI-Q18"):
        _deal_movement(d, ask, cards[0], move.open == STORE)
    elif ask.id == "KEI-Q23":
        _deal_action(d, ask, cards[0], move.open)
    elif ask.id == "KEI-Q29d":
        d.pop()
        for card in cards:
            d.take_off(ask.pile, card)
        d.set(offer=Hand(cards))
        d.note(rules.GUEST_STAR, f"{want} cards to choose from")
    elif ask.id == "KEI-Q34d":
        song_found(d, seat, kind_of(cards[0]))
    elif ask.id == "KEI-Q21d":
        looked(d, seat, cards[0])
    else:
        d.pop()
        receive(d, seat, cards[0], ask.pile)
        picked_from_deck(d, seat, cards[0])


def openness(d: Trial, ask: Ask, cards: Cards) -> str:
    """Who sees what is dealt: all (`yes`), its player, who may store it (`store`), or its player alone."""
    if not any(is_open(d, ask, card) for card in cards):
        return ""
    draws = ask.id in ("KEI-Q11", "KEI-Q18", "KEI-Q23")
    return STORE if draws and kind_of(cards[0]) in d.kit.harmful and _stores(d, ask.seat) else "yes"


def is_open(d: Trial, ask: Ask, card: str) -> bool:
    """Everybody sees this card when it is dealt (KEI-H01, KEI-H02)."""
    kit, kind = d.kit, kind_of(card)
    if card == UNKNOWN or ask.pile == VENUE or ask.id in ALL_AT_ONCE:
        return False
    if ask.id == "KEI-Q21d":
        found = next((one for one in d.s.stashes if one.id == ask.card), None)
        return kit.like(kind) == Card.GROUPIE and found is not None and found.by != ask.seat and not found.rider
    if ask.id in ("KEI-Q09d", "KEI-Q34d"):
        return True
    if ask.id != "KEI-Q23":
        return kind in kit.warns
    if kind in kit.achievements:
        return must_lie_open(d, ask.seat, kind)
    decoy = kit.like(kind) == Card.GROUPIE and kit.switches["decoy_groupie_optional"]
    return kind in kit.at_once and not decoy


def _deal_movement(d: Trial, ask: Ask, card: str, may_store: bool) -> None:
    seat = ask.seat
    if may_store:
        if ask.id == "KEI-Q11":
            d.count(ask.count - 1)
        offer_store(d, seat, card, ask.pile)
    else:
        one_movement(d, seat, card, seen=False)
    hamper_window(d, seat, MOVE)


def _stores(d: Trial, seat: Seat) -> bool:
    return bool(d.kit.switches["hampering"]) and is_last_of_gap(d.s, seat)


def _deal_action(d: Trial, ask: Ask, card: str, opened: str) -> None:
    seat = ask.seat
    d.pop()
    d.turn(drawn=d.s.turn.drawn + 1)
    if opened == STORE:
        offer_store(d, seat, card, ask.pile)
    elif opened:
        receive_action(d, seat, card, ask.pile)
    else:
        d.deal(ask.pile, seat, ACTION, card)
        d.turn(fresh=card)
        d.note(rules.SECRET, f"{d.name(seat)} alone sees it")
    hamper_window(d, seat, ACTION)


def _deal_dates(d: Trial, ask: Ask, cards: tuple[str, ...]) -> None:
    seat, kit = ask.seat, d.kit
    towns = []
    for card in cards:
        if card != UNKNOWN:
            face = kit.faces.get(card)
            if face is None or face.pile != VENUE:
                d.bar(rules.COUNT, f"{kit.label(card)} is no Venue card")
            towns.append(face.town)
            d.sees(card)
        else:
            towns.append(UNKNOWN)
    d.pop()
    there = d.s.piles[VENUE]
    d.resize(VENUE, -min(len(cards), there))
    player = d.player(seat)
    if ask.id == "KEI-Q35d":
        known = UNKNOWN not in towns
        d.put(seat, dates=1, order=tuple(towns) if known else (), swapped=True)
        d.tell(rules.EMPTY_CALENDAR, f"the calendar was empty: {d.name(seat)} has a date again")
        return
    d.put(seat, venues=(*player.venues, *towns))
    d.note(rules.TOUR_DEAL, f"{len(cards)} Venue cards to {d.name(seat)}")


# which card comes next


def deal_next(state: KeikallaState, chance: Chance) -> Move:
    """The table's next move in a digital deal."""
    ask, kit = state.ask, state.kit
    if ask is None:
        return Start(TABLE, chance.pick("who names the song", len(state.players)))
    if ask.id in DRAWS:
        return _next_deal(state, ask, chance)
    if ask.id == "KEI-Q02":
        return Roll(TABLE, chance.pick("die", kit.die) + 1)
    if ask.id == "KEI-Q03":
        return Deal(TABLE, TABLE, ())
    if ask.id == "KEI-Q04":
        card = _some(state, VENUE, chance, 0, state.unseen)
        return RehabTown(TABLE, kit.faces[card].town)
    if ask.id == "KEI-Q12":
        return Shuffle(TABLE, ask.pile)
    if ask.id == "KEI-Q22":
        return Flip(TABLE, ("good", "bad")[chance.pick(f"flip {_moment(state)}", 2)])
    if ask.id == "KEI-Q32":
        names = sorted(town.festival for town in kit.atlas.towns.values() if town.festival)
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
    kit = state.kit
    kinds = kit.copies_in(ACTION if pile.startswith(ACTION) else pile)
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
        fits = {kind: n for kind, n in counts.items() if not may_be_date(d, ask.seat, kit.faces[kind].town, last)}
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
    stages = state.kit.stages
    left = [town for town in sorted(stages) if taken.count(town) < stages[town]] or sorted(stages)
    town = left[chance.pick(f"face {state.deals}", len(left))]
    taken.append(town)
    return f"{card}:{town}"
