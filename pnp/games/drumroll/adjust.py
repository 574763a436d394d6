"""Corrections of fact: `table: adjust …`. In: a state and how things really are. Out: the corrected state, or Illegal.

Invariant: every card stays in one place; cubes, trailers and tokens in stock are those that lie nowhere else. A
correction of investment cards drops what earlier lines had proved about hidden hands: it may have rested on the error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec.structs import replace

from pnp.games.drumroll.game_data import INVESTMENTS, PERFORMERS, PERSONNEL, REGIONS
from pnp.games.drumroll.params import (
    AREA,
    COLOURS,
    INVESTMENT,
    PERFORMER,
    PERSON,
    VIRTUAL,
    BookWordParam,
    DeckParam,
    PlaceParam,
)
from pnp.games.drumroll.phases import flow
from pnp.games.drumroll.phases.final_scoring import OVER
from pnp.games.drumroll.state import (
    Cards,
    DeckSection,
    DrumRollState,
    OfferedCard,
    Performer,
    Pile,
    hand_limit,
    unseen_copies,
)
from pnp.games.drumroll.trial import Trial
from pnp.referee.correction import SetHand, SetScore, counted_hand, of_a_player, with_player
from pnp.referee.game import Adjustment
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.message import referee_message
from pnp.referee.move import Move
from pnp.referee.params import SEAT, UNKNOWN, IntParam, ListParam, OptionalParam
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat

DECK, DISCARDS = "deck", "discards"
YES, NO = "yes", "no"
_COUNT = IntParam(least=0, most=9999)
_YES_NO = BookWordParam(referee_message("param_yes_or_no"), lambda book: (), YES, NO)


class SetCoins(Move, frozen=True):
    """`table: adjust coins anna 12`."""

    verb = "coins"

    of: Annotated[Seat, SEAT]
    coins: Annotated[int, _COUNT]


class SetStorage(Move, frozen=True):
    """`table: adjust storage anna white red`: the cubes in storage; without colours none."""

    verb = "storage"

    of: Annotated[Seat, SEAT]
    colours: Annotated[tuple[str, ...], OptionalParam(COLOURS, ())]


class SetPerformer(Move, frozen=True):
    """`table: adjust performer PF-ACR-1 anna cubes=red,white trailer=yes flipped=1`: where a performer lies, and how.

    flipped: the show in which it was flipped, 0 for not · tokens: discounts, in the area
    """

    verb = "performer"

    card: Annotated[str, PERFORMER]
    to: Annotated[Seat | str, PlaceParam(AREA, DECK, DISCARDS)]
    cubes: Annotated[tuple[str, ...], COLOURS] = ()
    trailer: Annotated[str, _YES_NO] = NO
    flipped: Annotated[int, _COUNT] = 0
    tokens: Annotated[int, _COUNT] = 0


class SetPersonnel(Move, frozen=True):
    """`table: adjust personnel PS-AG1 anna`: where a personnel card lies."""

    verb = "personnel"

    card: Annotated[str, PERSON]
    to: Annotated[Seat | str, PlaceParam(AREA, DECK, DISCARDS)]
    tokens: Annotated[int, _COUNT] = 0


class SetBank(Move, frozen=True):
    """`table: adjust bank anna 6`: coins on the bank of a player."""

    verb = "bank"

    of: Annotated[Seat, SEAT]
    coins: Annotated[int, _COUNT]


class SetTickets(Move, frozen=True):
    """`table: adjust tickets anna 3`: the slot of a ticket cube, 0 for the start."""

    verb = "tickets"

    of: Annotated[Seat, SEAT]
    slot: Annotated[int, _COUNT]


class SetRegion(Move, frozen=True):
    """`table: adjust region anna RG-1`: a region tile; who had it gets the other one."""

    verb = "region"

    to: Annotated[Seat | str, PlaceParam(VIRTUAL)]
    card: Annotated[str, DeckParam(referee_message("param_region"), REGIONS)]


class SetStarter(Move, frozen=True):
    """`table: adjust starter ben`: who has the starting player tile."""

    verb = "starter"

    of: Annotated[Seat, SEAT]


class SetTurn(Move, frozen=True):
    """`table: adjust turn 5`: the preparation turn."""

    verb = "turn"

    turn: Annotated[int, _COUNT]


class SetShow(Move, frozen=True):
    """`table: adjust show 3`: the show that is prepared or given."""

    verb = "show"

    show: Annotated[int, _COUNT]


class SetDiscards(Move, frozen=True):
    """`table: adjust discards unblock fire`: the open investment discards; without cards none."""

    verb = "discards"

    cards: Annotated[tuple[str, ...], OptionalParam(ListParam(INVESTMENT), ())]


def set_score(state: DrumRollState, move: SetScore) -> DrumRollState | Illegal:
    """A player's prestige."""
    return _player(state, move.of, prestige=move.score)


def set_coins(state: DrumRollState, move: SetCoins) -> DrumRollState | Illegal:
    """A player's coins."""
    return _player(state, move.of, coins=move.coins)


def set_storage(state: DrumRollState, move: SetStorage) -> DrumRollState | Illegal:
    """The cubes in storage; the others are in stock or on performers."""
    colours = [state.data.colour_at[colour] for colour in move.colours]
    storage = tuple(colours.count(at) for at in range(len(state.data.colours)))
    return _player(state, move.of, storage=storage)


def set_bank(state: DrumRollState, move: SetBank) -> DrumRollState | Illegal:
    """Coins on the Bank Representative."""
    if move.coins and state.data.bank not in state.players[move.of].staff:
        return state.refusal("DR-022", "lacks_that_card", seat=move.of, card=state.data.bank)
    return _player(state, move.of, bank=move.coins)


def set_tickets(state: DrumRollState, move: SetTickets) -> DrumRollState | Illegal:
    """How many tickets were sold for this show."""
    slots = len(state.data.numbers.slots)
    if move.slot > slots:
        return state.refusal("DR-035", "slots_of_track", count=slots)
    return _player(state, move.of, tickets=move.slot)


def set_starter(state: DrumRollState, move: SetStarter) -> DrumRollState | Illegal:
    """Who has the tile."""
    if state.starter is None:
        return state.refusal("DR-016", "no_tile_yet")
    return replace(state, starter=move.of)


def set_turn(state: DrumRollState, move: SetTurn) -> DrumRollState | Illegal:
    """The preparation turn."""
    last = state.data.numbers.last_turn
    if not 1 <= move.turn <= last:
        return state.refusal("DR-020", "turns_go_to", last=last)
    return replace(state, turn=move.turn)


def set_show(state: DrumRollState, move: SetShow) -> DrumRollState | Illegal:
    """The show that is prepared or given."""
    if not 1 <= move.show <= state.data.numbers.shows:
        return state.refusal("DR-020", "number_of_shows", count=state.data.numbers.shows)
    return replace(state, show=move.show)


def set_region(state: DrumRollState, move: SetRegion) -> DrumRollState | Illegal:
    """Two places exchange their tiles, or a tile that was out of the game comes in."""
    if move.to == TABLE:
        return state.refusal(REF_SEAT, "table_has_no_region")
    if state.data.decks.get(move.card) != REGIONS:
        return state.refusal("DR-011", "no_region", card=move.card)
    if move.to == VIRTUAL and len(state.players) > 2:
        return state.refusal("DR-012", "no_region_between")
    tiles: dict[Seat | str, str] = {VIRTUAL: state.virtual}
    tiles.update((seat, player.region) for seat, player in enumerate(state.players))
    holder = next((place for place, tile in tiles.items() if tile == move.card), None)
    if holder is not None:
        tiles[holder] = tiles[move.to]
    tiles[move.to] = move.card
    players = tuple(replace(player, region=tiles[seat]) for seat, player in enumerate(state.players))
    return replace(state, players=players, virtual=tiles[VIRTUAL])


def set_performer(state: DrumRollState, move: SetPerformer) -> DrumRollState | Illegal:
    """Where a performer lies; cubes, trailer and a flip only in a circus, tokens only in the area."""
    data, card, to = state.data, move.card, move.to
    if data.decks.get(card) != PERFORMERS or to == TABLE:
        return state.refusal("DR-191", "no_performer_there", card=card)
    if any(card in cards for cards in state.dealt_performers):
        return state.refusal("DR-013", "is_dealt_in_secret", card=card)
    in_circus = isinstance(to, int)
    if not in_circus and (move.cubes or move.trailer == YES or move.flipped):
        return state.refusal("DR-073", "only_in_a_circus")
    if move.tokens and to != AREA:
        return state.refusal("DR-061", "tokens_only_in_area")
    if move.flipped > state.show or (move.flipped and move.cubes):
        return state.refusal("DR-106", "no_such_flip")
    cubes = tuple(sorted(data.colour_at[colour] for colour in move.cubes))
    old = next((each for player in state.players for each in player.troupe if each.card == card), None)
    level = old.level if old is not None and state.performing is not None else 0
    new = Performer(card, cubes, move.flipped, move.trailer == YES, level)
    state = _laid(state, PERFORMERS, card, to, move.tokens)
    troupes = (tuple(new if each.card == card else each for each in player.troupe) for player in state.players)
    players = tuple(
        replace(player, troupe=troupe, limit=hand_limit(data, troupe))
        for player, troupe in zip(state.players, troupes, strict=True)
    )
    return _rebuilt(replace(state, players=players))


def set_personnel(state: DrumRollState, move: SetPersonnel) -> DrumRollState | Illegal:
    """Where a personnel card lies."""
    data, card, to = state.data, move.card, move.to
    if data.decks.get(card) != PERSONNEL or to == TABLE:
        return state.refusal("DR-191", "no_personnel_there", card=card)
    if move.tokens and to != AREA:
        return state.refusal("DR-061", "tokens_only_in_area")
    state = _laid(state, PERSONNEL, card, to, move.tokens)
    players = (player if data.bank in player.staff else replace(player, bank=0) for player in state.players)
    return _rebuilt(replace(state, players=tuple(players)))


def _laid(state: DrumRollState, deck: str, card: str, to: Seat | str, tokens: int) -> DrumRollState:
    """The card lies there and nowhere else; in the area with tokens on it."""
    from pnp.games.drumroll.zones import HOLDINGS

    circus, name = ("troupe", "performer") if deck == PERFORMERS else ("staff", "staff")
    area, discards, pile = f"{name}_area", f"{name}_discards", f"{name}_pile"
    if to == DECK:
        state = HOLDINGS.laid(state, card, None)
    elif isinstance(to, int):
        state = HOLDINGS.laid(state, card, HOLDINGS.by_id[circus][to])
    else:
        state = HOLDINGS.laid(state, card, HOLDINGS.by_id[area if to == AREA else discards].place)
    offers = (OfferedCard(card, tokens) if offer.card == card else offer for offer in getattr(state, area))
    return replace(state, **{area: tuple(offers), pile: _pile(getattr(state, pile), card, to == DECK)})


def _pile(pile: Pile, card: str, comes: bool) -> Pile:
    rest = tuple(left for part in pile if (left := part - {card}))
    if not comes:
        return rest
    return (rest[0] | {card}, *rest[1:]) if rest else (frozenset((card,)),)


def set_hand(state: DrumRollState, move: SetHand) -> DrumRollState | Illegal:
    """How many investment cards a hand holds, or which; all others lie in the deck."""
    player, holds = state.players[move.of], move.holds
    if isinstance(holds, int):
        counted = counted_hand(player.hand, holds) if holds else ()
        if counted is None:
            return state.refusal("DR-198", "known_to_hold_more", seat=move.of)
        holds = counted
    wrong = [card for card in holds if card != UNKNOWN and state.data.decks.get(card) != INVESTMENTS]
    if wrong:
        return state.refusal("DR-198", "no_investment", cards=wrong)
    return _reset_investment_deck(replace(with_player(state, move.of, hand=holds), cards_due=None, looked_at=()))


def set_discards(state: DrumRollState, move: SetDiscards) -> DrumRollState | Illegal:
    """The open investment discards."""
    wrong = [card for card in move.cards if state.data.decks.get(card) != INVESTMENTS]
    if wrong:
        return state.refusal("DR-164", "no_investment", cards=wrong)
    return _reset_investment_deck(replace(state, investment_discards=move.cards, cards_due=None, looked_at=()))


def _reset_investment_deck(state: DrumRollState) -> DrumRollState | Illegal:
    """The investment deck holds what lies nowhere else, in an order nobody knows."""
    data = state.data
    left = {kind: unseen_copies(state, kind) for kind in data.investments}
    over = [kind for kind, count in left.items() if count < 0]
    if over:
        return state.refusal("DR-199", "not_so_many_copies", cards=over)
    hidden = sum(player.hand.count(UNKNOWN) for player in state.players)
    size = sum(left.values()) - hidden
    if size < 0:
        return state.refusal("DR-181", "not_so_many_investments")
    cards = tuple(kind for kind, count in left.items() for _ in range(count))
    pile = (DeckSection(size, () if hidden else tuple(sorted(cards))),) if size else ()
    state = replace(state, investment_pile=pile)
    return state if data.is_digital else replace(state, knowledge=_reset_knowledge(state, cards))


def _reset_knowledge(state: DrumRollState, cards: Cards) -> Any:
    from pnp.referee.hidden.knowledge import Knowledge

    knowledge = Knowledge.start(cards)
    for seat, player in enumerate(state.players):
        for card in player.hand:
            knowledge = knowledge.draw(seat) if card == UNKNOWN else knowledge.take(seat, card)
    return knowledge


def _player(state: DrumRollState, seat: Seat, **changes: Any) -> DrumRollState | Illegal:
    return _rebuilt(with_player(state, seat, **changes))


def _rebuilt(state: DrumRollState) -> DrumRollState | Illegal:
    """The stocks that follow from what lies elsewhere."""
    data = state.data
    stock = list(data.stock)
    performers = [each for player in state.players for each in player.troupe]
    for player in state.players:
        stock = [have - count for have, count in zip(stock, player.storage, strict=True)]
    for each in performers:
        for colour in each.cubes:
            stock[colour] -= 1
    trailers = data.trailers - sum(each.trailer for each in performers)
    tokens = data.tokens - sum(offer.tokens for offer in (*state.performer_area, *state.staff_area))
    for at, left in enumerate(stock):
        if left < 0:
            return state.refusal("DR-180", "not_so_many_cubes", colour=data.colours[at])
    if trailers < 0 or tokens < 0:
        return state.refusal("DR-181", "not_so_many_trailers" if trailers < 0 else "not_so_many_tokens")
    return replace(state, stock=tuple(stock), trailers=trailers, tokens=tokens)


def then_continue(
    correct: Callable[[DrumRollState, Any], DrumRollState | Illegal],
) -> Callable[[DrumRollState, Any], DrumRollState | Illegal]:
    """After a correction the game goes on to the next decision; nothing is corrected once it is scored."""

    def corrected(state: DrumRollState, move: Any) -> DrumRollState | Illegal:
        if state.phase == OVER.id and not isinstance(move, SetScore | SetCoins):
            return state.refusal("DR-147", "game_is_scored")
        if state.asks.in_setup and isinstance(move, SetTurn | SetShow):
            return state.refusal("DR-017", "not_begun")
        found = correct(state, move)
        if isinstance(found, Illegal):
            return found
        t = Trial(found)
        t.set(declinable=())
        flow.advance(t)
        return t.state

    return corrected


def _for_player(
    correct: Callable[[DrumRollState, Any], DrumRollState | Illegal], what: str
) -> Callable[[Any, Any], Any]:
    return of_a_player(then_continue(correct), what)


ADJUSTMENTS = (
    Adjustment(SetScore, _for_player(set_score, "what_prestige"), "adjust_prestige"),
    Adjustment(SetCoins, _for_player(set_coins, "what_coins"), "adjust_coins"),
    Adjustment(SetStorage, _for_player(set_storage, "what_storage"), "adjust_storage"),
    Adjustment(SetPerformer, then_continue(set_performer), "adjust_performer"),
    Adjustment(SetPersonnel, then_continue(set_personnel), "adjust_personnel"),
    Adjustment(SetBank, _for_player(set_bank, "what_bank"), "adjust_bank"),
    Adjustment(SetTickets, _for_player(set_tickets, "what_ticket_cube"), "adjust_tickets"),
    Adjustment(SetRegion, then_continue(set_region), "adjust_region"),
    Adjustment(SetHand, _for_player(set_hand, "referee.hand"), "adjust_hand"),
    Adjustment(SetDiscards, then_continue(set_discards), "adjust_discards"),
    Adjustment(SetStarter, _for_player(set_starter, "what_tile"), "adjust_starter"),
    Adjustment(SetTurn, then_continue(set_turn), "adjust_turn"),
    Adjustment(SetShow, then_continue(set_show), "adjust_show"),
)
